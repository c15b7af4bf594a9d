//! A server that stands in for an upstream: it tells what it was asked, and answers what it is
//! told to, however bad.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

/// What the server was asked.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    /// `POST /api/vas/validation/company/rc`
    pub(crate) line: String,
    /// In lower case, a line each.
    pub(crate) headers: String,
    pub(crate) body: String,
}

#[derive(Clone, Debug)]
pub(crate) enum Say {
    Json(u16, Value),
    /// Status, media type, body.
    Bytes(u16, &'static str, Vec<u8>),
    /// Whole lines of a response, as they stand.
    Raw(Vec<u8>),
    /// A head, and then a byte now and then.
    Drip,
    /// JSON, after so many milliseconds.
    Late(u64, Value),
    /// Nothing, and the connection is closed.
    Close,
    /// Something, after so many milliseconds.
    After(u64, Box<Say>),
    /// A head that promises more than comes.
    CutOff,
    /// A body without end.
    Endless,
}

type Script = dyn Fn(&Seen, usize) -> Say + Send + Sync;

#[derive(Clone)]
pub(crate) struct StandIn {
    pub(crate) url: String,
    seen: Arc<Mutex<Vec<Seen>>>,
}

impl StandIn {
    /// Answers by `script`, which is given the question and how many came before it.
    pub(crate) async fn start(
        script: impl Fn(&Seen, usize) -> Say + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let seen: Arc<Mutex<Vec<Seen>>> = Arc::default();
        let (script, noted): (Arc<Script>, _) = (Arc::new(script), Arc::clone(&seen));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (script, noted) = (Arc::clone(&script), Arc::clone(&noted));
                tokio::spawn(async move { serve(stream, &*script, &noted).await });
            }
        });
        Self { url, seen }
    }

    /// Always the same answer.
    pub(crate) async fn saying(say: Say) -> Self {
        Self::start(move |_, _| say.clone()).await
    }

    pub(crate) fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }
}

async fn serve(mut stream: TcpStream, script: &Script, noted: &Mutex<Vec<Seen>>) {
    while let Some(seen) = read(&mut stream).await {
        let say = {
            let mut noted = noted.lock().unwrap();
            let say = script(&seen, noted.len());
            noted.push(seen);
            say
        };
        let say = match say {
            Say::After(ms, say) => {
                tokio::time::sleep(Duration::from_millis(ms)).await;
                *say
            }
            say => say,
        };
        if !answer(&mut stream, say).await {
            return;
        }
    }
}

async fn read(stream: &mut TcpStream) -> Option<Seen> {
    let mut bytes = Vec::new();
    let head = loop {
        let end = bytes.windows(4).position(|window| window == b"\r\n\r\n");
        if let Some(end) = end {
            break end;
        }
        more(stream, &mut bytes).await?;
    };
    let text = String::from_utf8(bytes[..head].to_vec()).unwrap();
    let (line, headers) = text.split_once("\r\n").unwrap();
    let headers = headers.to_lowercase();
    let length = headers
        .lines()
        .find_map(|header| header.strip_prefix("content-length: "));
    let length: usize = length.map_or(0, |length| length.parse().unwrap());
    while bytes.len() < head + 4 + length {
        more(stream, &mut bytes).await?;
    }
    Some(Seen {
        line: line.trim_end_matches(" HTTP/1.1").to_owned(),
        headers,
        body: String::from_utf8(bytes[head + 4..].to_vec()).unwrap(),
    })
}

async fn more(stream: &mut TcpStream, bytes: &mut Vec<u8>) -> Option<()> {
    let count = stream.read_buf(bytes).await.ok()?;
    (count > 0).then_some(())
}

/// Whether the connection may be used again.
async fn answer(stream: &mut TcpStream, say: Say) -> bool {
    let head = |status: u16, media_type: &str, length: usize| {
        format!(
            "HTTP/1.1 {status} Said\r\ncontent-type: {media_type}\r\n\
             content-disposition: attachment; filename=\"RC77-document.pdf\"\r\n\
             location: http://127.0.0.1:1/elsewhere\r\ncontent-length: {length}\r\n\r\n"
        )
    };
    match say {
        Say::Json(status, value) => {
            let body = value.to_string();
            let head = head(status, "application/json; charset=utf-8", body.len());
            stream.write_all((head + &body).as_bytes()).await.is_ok()
        }
        Say::Late(milliseconds, value) => {
            tokio::time::sleep(Duration::from_millis(milliseconds)).await;
            let body = value.to_string();
            let head = head(200, "application/json", body.len());
            stream.write_all((head + &body).as_bytes()).await.is_ok()
        }
        Say::Bytes(status, media_type, body) => {
            let mut whole = head(status, media_type, body.len()).into_bytes();
            whole.extend(body);
            stream.write_all(&whole).await.is_ok()
        }
        Say::Raw(bytes) => {
            let _ = stream.write_all(&bytes).await;
            false
        }
        Say::Drip => {
            let _ = stream
                .write_all(head(200, "application/json", 10_000).as_bytes())
                .await;
            while stream.write_all(b" ").await.is_ok() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            false
        }
        Say::Close | Say::After(..) => false,
        Say::CutOff => {
            let cut = head(200, "application/json", 500) + "{\"success\":true,";
            let _ = stream.write_all(cut.as_bytes()).await;
            false
        }
        Say::Endless => {
            let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n";
            let _ = stream.write_all(head.as_bytes()).await;
            let block = vec![b' '; 1 << 20];
            while stream.write_all(&block).await.is_ok() {}
            false
        }
    }
}
