//! A server that stands in for an upstream, however badly it behaves.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, Method};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use crate::HttpRequest;

/// What every connection is answered.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Reply {
    /// Status line and body; the connection stays open.
    Whole(&'static str, &'static str),
    /// The same, and the connection is closed.
    CloseAfter(&'static str, &'static str),
    Silence,
    /// Half of the body that the head promises.
    Half,
    /// A body without end.
    Endless,
}

pub(crate) struct StandIn {
    pub(crate) port: u16,
    heads: Arc<Mutex<Vec<String>>>,
    reply: Arc<Mutex<Reply>>,
}

impl StandIn {
    /// Listens on `address`.
    pub(crate) async fn start(address: &str, reply: Reply) -> Self {
        let listener = TcpListener::bind(address).await.unwrap();
        let standin = Self {
            port: listener.local_addr().unwrap().port(),
            heads: Arc::default(),
            reply: Arc::new(Mutex::new(reply)),
        };
        let (heads, reply) = (Arc::clone(&standin.heads), Arc::clone(&standin.reply));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (heads, reply) = (Arc::clone(&heads), Arc::clone(&reply));
                tokio::spawn(async move { serve(stream, &heads, &reply).await });
            }
        });
        standin
    }

    /// From now on answers so.
    pub(crate) fn reply(&self, reply: Reply) {
        *self.reply.lock().unwrap() = reply;
    }

    /// The request line and the headers of each request.
    pub(crate) fn heads(&self) -> Vec<String> {
        self.heads.lock().unwrap().clone()
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }
}

async fn serve(mut stream: TcpStream, heads: &Mutex<Vec<String>>, reply: &Mutex<Reply>) {
    let mut bytes = Vec::new();
    loop {
        while !bytes.ends_with(b"\r\n\r\n") {
            if stream.read_buf(&mut bytes).await.unwrap_or(0) == 0 {
                return;
            }
        }
        let head = String::from_utf8(std::mem::take(&mut bytes)).unwrap();
        heads.lock().unwrap().push(head);
        let reply = *reply.lock().unwrap();
        match reply {
            Reply::Whole(status, body) => whole(&mut stream, status, body).await,
            Reply::CloseAfter(status, body) => {
                whole(&mut stream, status, body).await;
                return;
            }
            Reply::Silence => tokio::time::sleep(Duration::from_secs(3_600)).await,
            Reply::Half => {
                let half = b"HTTP/1.1 200 OK\r\ncontent-length: 8\r\n\r\n{\"a\"";
                let _ = stream.write_all(half).await;
                return;
            }
            Reply::Endless => {
                let _ = stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n").await;
                while stream.write_all(&[b' '; 65_536]).await.is_ok() {}
                return;
            }
        }
    }
}

async fn whole(stream: &mut TcpStream, status: &str, body: &str) {
    let length = body.len();
    let text = format!(
        "HTTP/1.1 {status}\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: {length}\r\n\r\n\
         {body}"
    );
    let _ = stream.write_all(text.as_bytes()).await;
}

/// A `GET`.
pub(crate) fn get(url: &str) -> HttpRequest {
    HttpRequest {
        method: Method::GET,
        uri: url.parse().unwrap(),
        headers: HeaderMap::new(),
        body: Bytes::new(),
    }
}
