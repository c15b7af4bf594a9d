//! The smallest HTTP client that can take one answer and time one call.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::Context as _;

/// Longest wait for an answer.
const WAIT_MAX: Duration = Duration::from_secs(30);

/// A kept connection to one server.
#[derive(Debug)]
pub struct Client {
    stream: BufReader<TcpStream>,
}

#[derive(Clone, Debug)]
pub struct Reply {
    pub status: u16,
    /// In the order they came, names in lower case.
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Client {
    /// Connects.
    ///
    /// # Errors
    /// If nobody listens.
    pub fn connect(address: SocketAddr) -> anyhow::Result<Self> {
        let stream = TcpStream::connect(address).with_context(|| address.to_string())?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(WAIT_MAX))?;
        Ok(Self {
            stream: BufReader::new(stream),
        })
    }

    /// Sends a whole request, as bytes, and waits for its answer.
    ///
    /// # Errors
    /// If the connection breaks or the answer has no `Content-Length`.
    pub fn call(&mut self, request: &[u8]) -> anyhow::Result<Reply> {
        self.stream.get_mut().write_all(request)?;
        let mut line = String::new();
        self.stream.read_line(&mut line)?;
        let status = line.split(' ').nth(1).and_then(|word| word.parse().ok());
        let status = status.with_context(|| format!("no status line: {line:?}"))?;
        let mut headers = Vec::new();
        loop {
            line.clear();
            self.stream.read_line(&mut line)?;
            let Some((name, value)) = line.trim_end().split_once(':') else {
                break;
            };
            headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
        }
        let length = headers
            .iter()
            .find(|(name, _)| name == "content-length")
            .and_then(|(_, value)| value.parse().ok());
        let mut body = vec![0; length.context("an answer without Content-Length")?];
        self.stream.read_exact(&mut body)?;
        Ok(Reply {
            status,
            headers,
            body,
        })
    }

    /// `GET path` with `key`, which must answer 200.
    ///
    /// # Errors
    /// As [`Client::call`], or with the answer if it is not 200.
    pub fn get(&mut self, path: &str, key: &str) -> anyhow::Result<Reply> {
        let request = format!("GET {path} HTTP/1.1\r\nhost: bench\r\nx-api-key: {key}\r\n\r\n");
        self.must(path, &request)
    }

    /// `POST` of JSON to `path` with `key`, which must answer 200.
    ///
    /// # Errors
    /// As [`Client::get`].
    pub fn post(&mut self, path: &str, key: &str, body: &str) -> anyhow::Result<Reply> {
        let length = body.len();
        let request = format!(
            "POST {path} HTTP/1.1\r\nhost: bench\r\nx-api-key: {key}\r\n\
             content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        );
        self.must(path, &request)
    }

    /// Signs in at a door (`portal`, `console`), as its form does; the session's cookie.
    ///
    /// # Errors
    /// As [`Client::call`], or if the door stays shut.
    pub fn sign_in(&mut self, door: &str, email: &str, password: &str) -> anyhow::Result<String> {
        let mut form = String::new();
        for (name, value) in [("email", email), ("password", password)] {
            let value: String = value.bytes().map(|byte| format!("%{byte:02X}")).collect();
            form.push_str(&format!("&{name}={value}"));
        }
        let body = form.trim_start_matches('&');
        let request = format!(
            "POST /{door}/sign-in HTTP/1.1\r\nhost: bench\r\norigin: http://bench\r\n\
             content-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        let reply = self.call(request.as_bytes())?;
        let set = reply
            .headers
            .iter()
            .filter(|(name, _)| name == "set-cookie");
        let cookies: Vec<&str> = set
            .filter_map(|(_, value)| value.split(';').next())
            .filter(|cookie| !cookie.ends_with('='))
            .collect();
        anyhow::ensure!(!cookies.is_empty(), "signing in: {}", reply.status);
        Ok(cookies.join("; "))
    }

    /// `GET path` with a session's cookie, which must answer 200.
    ///
    /// # Errors
    /// As [`Client::get`].
    pub fn page(&mut self, path: &str, cookie: &str) -> anyhow::Result<Reply> {
        let request = format!("GET {path} HTTP/1.1\r\nhost: bench\r\ncookie: {cookie}\r\n\r\n");
        self.must(path, &request)
    }

    fn must(&mut self, path: &str, request: &str) -> anyhow::Result<Reply> {
        let reply = self.call(request.as_bytes())?;
        let text = String::from_utf8_lossy(&reply.body);
        anyhow::ensure!(reply.status == 200, "{path}: {} {text}", reply.status);
        Ok(reply)
    }
}
