//! Forms that are sent twice, for what cannot be told from their mark: the second is answered
//! as the first was.
//!
//! What a form makes takes its ids from the form's mark where it can ([`FormNonce`]). Where it
//! cannot, the answer is kept in the store for ten minutes, sealed, under a digest of the mark,
//! the path and all that was typed: any node answers the second alike.
//!
//! [`FormNonce`]: kofa_core::form_nonce::FormNonce

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::response::Response;
use data_encoding::{BASE64, HEXLOWER};
use http::{HeaderName, HeaderValue, StatusCode};
use kofa_admin_api::AdminState;
use kofa_core::form_answers::{ClaimForm, DropForm, FormState, KeepFormAnswer, open};
use kofa_domain::{Error, Result};
use serde_json::{Value, json};

use super::form::Form;
use super::fresh::SignedIn;
use super::refusal::{Page, Refusal};
use crate::kit::web_state::WebState;

/// No page of ours is heavier.
const PAGE_BYTES_MAX: usize = 1 << 20;

/// How often is looked whether a form that is under way was answered.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// What is kept of a page. One that says what was wrong is not: the form is sent again, mended.
async fn kept(page: Response) -> Result<(Vec<u8>, Response), Refusal> {
    if page.status().is_client_error() || page.status().is_server_error() {
        return Err(Refusal::Page(Box::new(page)));
    }
    let (parts, body) = page.into_parts();
    let body = to_bytes(body, PAGE_BYTES_MAX).await;
    let body = body.map_err(Error::internal)?;
    let header = |(name, value): (&HeaderName, &HeaderValue)| {
        json!([name.as_str(), BASE64.encode(value.as_bytes())])
    };
    let kept = json!({
        "status": parts.status.as_u16(),
        "headers": parts.headers.iter().map(header).collect::<Vec<_>>(),
        "body": BASE64.encode(&body),
    });
    let kept = kept.to_string().into_bytes();
    Ok((kept, Response::from_parts(parts, Body::from(body))))
}

/// The page that was kept; `None` if it is not one.
fn page(kept: &[u8]) -> Option<Response> {
    let kept: Value = serde_json::from_slice(kept).ok()?;
    let bytes = |value: &Value| BASE64.decode(value.as_str()?.as_bytes()).ok();
    let mut page = Response::new(Body::from(bytes(&kept["body"])?));
    let status = u16::try_from(kept["status"].as_u64()?).ok()?;
    *page.status_mut() = StatusCode::from_u16(status).ok()?;
    for header in kept["headers"].as_array()? {
        let name = HeaderName::from_bytes(header[0].as_str()?.as_bytes()).ok()?;
        let value = HeaderValue::from_bytes(&bytes(&header[1])?).ok()?;
        page.headers_mut().append(name, value);
    }
    Some(page)
}

fn digest(web: &WebState, form_token: &str, form: &Form) -> Option<String> {
    form.once(web, form_token)?;
    let mut text = form_urlencoded::Serializer::new(String::new());
    text.append_pair("session", form_token);
    text.append_pair("to", form.sent_to());
    text.extend_pairs(form.typed());
    let text = format!("once.answer:{}", text.finish());
    Some(HEXLOWER.encode(&web.admin.vault.secret_digest(&text)))
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
    let admin = Arc::clone(&web.admin);
    let made = tokio::spawn(async move {
        if let Some(answered) = claim(&admin, &of).await? {
            return Ok(answered);
        }
        let made = match make.await {
            Ok(page) => kept(page).await,
            Err(refusal) => Err(refusal),
        };
        match made {
            Ok((answer, page)) => {
                let now = admin.clock.now();
                let keep = KeepFormAnswer::new(&admin.vault, of, &answer, now)?;
                admin.store.write(keep).await?;
                Ok(page)
            }
            Err(refusal) => {
                admin.store.write(DropForm { name: of }).await?;
                Err(refusal)
            }
        }
    });
    made.await.map_err(Error::internal)?
}

/// What the form was answered; `None` if the caller is the one who carries it out.
async fn claim(admin: &AdminState, of: &str) -> Result<Option<Response>> {
    loop {
        let (name, now) = (of.to_owned(), admin.clock.now());
        match admin.store.write(ClaimForm { name, now }).await? {
            FormState::Claimed => return Ok(None),
            FormState::UnderWay => tokio::time::sleep(LOOK_EVERY).await,
            FormState::Answered(sealed) => {
                let page = page(&open(&admin.vault, of, &sealed)?);
                let unread = || Error::internal("an answer that was kept cannot be read");
                return page.ok_or_else(unread).map(Some);
            }
        }
    }
}
