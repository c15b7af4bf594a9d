//! Forms that are sent twice, for what cannot be told from their mark: the second is answered
//! as the first was.
//!
//! What a form makes takes its ids from the form's mark where it can ([`FormNonce`]). Where it
//! cannot, the answer is kept in the memory of this process for ten minutes, under a digest of
//! the mark, the path and all that was typed. A node that did not see the first form does not
//! know it.
//!
//! [`FormNonce`]: kofa_core::form_nonce::FormNonce

use std::future::Future;

use axum::body::{Body, to_bytes};
use axum::response::Response;
use kofa_domain::Error;

use super::form::Form;
use super::fresh::SignedIn;
use super::kept_answers::Answer;
use super::refusal::{Page, Refusal};
use crate::kit::web_state::WebState;

/// No page of ours is heavier.
const PAGE_BYTES_MAX: usize = 1 << 20;

impl Answer {
    /// Reads a page. One that says what was wrong is not kept: the form is sent again, mended.
    async fn read(page: Response) -> Result<Self, Refusal> {
        if page.status().is_client_error() || page.status().is_server_error() {
            return Err(Refusal::Page(Box::new(page)));
        }
        let (parts, body) = page.into_parts();
        let body = to_bytes(body, PAGE_BYTES_MAX)
            .await
            .map_err(Error::internal)?;
        Ok(Self {
            status: parts.status,
            headers: parts.headers,
            body,
        })
    }

    fn page(self) -> Response {
        let mut page = Response::new(Body::from(self.body));
        *page.status_mut() = self.status;
        *page.headers_mut() = self.headers;
        page
    }
}

fn digest(web: &WebState, form_token: &str, form: &Form) -> Option<[u8; 32]> {
    form.once(web, form_token)?;
    let mut text = form_urlencoded::Serializer::new(String::new());
    text.append_pair("session", form_token);
    text.append_pair("to", form.sent_to());
    text.extend_pairs(form.typed());
    let text = format!("once.answer:{}", text.finish());
    Some(web.admin.vault.secret_digest(&text))
}

/// Carries a form out, once however often it is sent: what comes while it is under way waits,
/// what comes later is answered alike. It goes to its end also where the browser does not wait
/// for it. A form without a mark is carried out each time.
///
/// # Errors
/// What `make` answers.
pub async fn answer_once<F>(web: &WebState, signed_in: &impl SignedIn, form: &Form, make: F) -> Page
where
    F: Future<Output = Page> + Send + 'static,
{
    let Some(of) = digest(web, signed_in.form_token(), form) else {
        return make.await;
    };
    let cell = web.answers.cell(of, signed_in.by().at);
    let made = tokio::spawn(async move {
        let answer = || async { Answer::read(make.await?).await };
        cell.get_or_try_init(answer).await.cloned()
    });
    Ok(made.await.map_err(Error::internal)??.page())
}
