//! A person who is signed in, with a browser.

use axum::Router;
use axum::body::Body;
use http::{Request, StatusCode, header};
use kofa_identity::sessions::form_token;
use kofa_store::Vault;

use crate::{Reply, send};

/// No page is heavier than this, in bytes.
pub const PAGE_BYTES_MAX: usize = 60 * 1024;
const HOST: &str = "localhost:8080";
const ORIGIN: &str = "http://localhost:8080";

/// A person who looks at pages and sends forms.
#[derive(Clone, Debug)]
pub struct Browser {
    pub router: Router,
    /// Empty for someone who is not signed in.
    cookie: String,
    /// Proves that a form is one of the pages'.
    pub form_token: String,
}

impl Browser {
    /// Someone who is not signed in.
    pub fn nobody(router: &Router) -> Self {
        Self {
            router: router.clone(),
            cookie: String::new(),
            form_token: String::new(),
        }
    }

    pub(crate) fn new(router: &Router, vault: &Vault, cookie: &str, session: &str) -> Self {
        Self {
            router: router.clone(),
            cookie: format!("{cookie}={session}"),
            form_token: form_token(vault, session),
        }
    }

    /// The beginning of a request from a page of ours.
    pub fn request(&self, method: &str, path: &str) -> http::request::Builder {
        Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, HOST)
            .header(header::COOKIE, &self.cookie)
    }

    /// Sends a request.
    ///
    /// # Panics
    /// If the answer is a page that is too heavy, or the request is none.
    pub async fn send(&self, request: http::request::Builder, body: impl Into<Body>) -> Reply {
        let reply = send(&self.router, request.body(body.into()).unwrap()).await;
        let is_page = reply.header("content-type").starts_with("text/html");
        let bytes = reply.bytes.len();
        assert!(
            !is_page || bytes <= PAGE_BYTES_MAX,
            "a page of {bytes} bytes"
        );
        reply
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.send(self.request("GET", path), Body::empty()).await
    }

    /// A page that must be there.
    ///
    /// # Panics
    /// If it is not.
    pub async fn page(&self, path: &str) -> String {
        let reply = self.get(path).await;
        assert_eq!(reply.status, StatusCode::OK, "{path}: {}", reply.text);
        reply.text
    }

    /// Sends a form of a page of ours.
    pub async fn post(&self, path: &str, fields: &[(&str, &str)]) -> Reply {
        let token = [("form_token", self.form_token.as_str())];
        self.post_from(path, &[&token, fields].concat(), ORIGIN)
            .await
    }

    /// Sends a form of any page.
    pub async fn post_from(&self, path: &str, fields: &[(&str, &str)], origin: &str) -> Reply {
        let mut form = form_urlencoded::Serializer::new(String::new());
        let request = self
            .request("POST", path)
            .header(header::ORIGIN, origin)
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        self.send(request, form.extend_pairs(fields).finish()).await
    }

    /// Sends a form of a page of ours with a file: its name and text.
    pub async fn upload(&self, path: &str, fields: &[(&str, &str)], file: (&str, &str)) -> Reply {
        let (request, body) = self.form_with_file(path, fields, file);
        self.send(request, body).await
    }

    /// The request and the body of a form with a file, which the body ends with.
    pub fn form_with_file(
        &self,
        path: &str,
        fields: &[(&str, &str)],
        (name, text): (&str, &str),
    ) -> (http::request::Builder, String) {
        let mut body = String::new();
        let token = [("form_token", self.form_token.as_str())];
        for (field, value) in token.iter().chain(fields) {
            body += "--xx\r\nContent-Disposition: form-data; name=\"";
            body += &format!("{field}\"\r\n\r\n{value}\r\n");
        }
        body += "--xx\r\nContent-Disposition: form-data; name=\"file\"; filename=\"";
        body += &format!("{name}\"\r\n\r\n{text}\r\n--xx--\r\n");
        let request = self
            .request("POST", path)
            .header(header::ORIGIN, ORIGIN)
            .header(header::CONTENT_TYPE, "multipart/form-data; boundary=xx");
        (request, body)
    }
}
