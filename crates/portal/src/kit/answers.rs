//! Forms that are sent twice, for what cannot be told from their mark: the second is answered
//! as the first was.
//!
//! What a form makes takes its ids from the form's mark where it can ([`Once`]). Where it
//! cannot, the answer is kept in the memory of this process for ten minutes, under a digest of
//! the mark, the path and all that was typed. A node that did not see the first form does not
//! know it.
//!
//! [`Once`]: kofa_platform::directory::once::Once

use std::collections::VecDeque;
use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::{Body, Bytes, to_bytes};
use axum::response::Response;
use http::{HeaderMap, StatusCode};
use kofa_domain::{Error, Timestamp};
use tokio::sync::OnceCell;

use super::form::Form;
use super::fresh::Seat;
use super::house::House;
use super::refusal::{Page, Refusal};

/// How long an answer is known, in seconds.
const KEPT_SECONDS: i64 = 600;
/// Answers that are kept; the oldest goes first.
const KEPT_MAX: usize = 256;
/// No page of ours is heavier.
const PAGE_BYTES_MAX: usize = 1 << 20;

/// What was answered, byte for byte.
#[derive(Clone)]
struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: Bytes,
}

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

type Cell = Arc<OnceCell<Answer>>;

struct Kept {
    of: [u8; 32],
    until: Timestamp,
    cell: Cell,
}

/// The answers that are kept.
#[derive(Default)]
pub(super) struct Answers(Mutex<VecDeque<Kept>>);

impl std::fmt::Debug for Answers {
    /// Says nothing that was answered.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Answers")
    }
}

impl Answers {
    fn cell(&self, of: [u8; 32], now: Timestamp) -> Cell {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|kept| kept.until > now);
        if let Some(kept) = all.iter().find(|kept| kept.of == of) {
            return Arc::clone(&kept.cell);
        }
        if all.len() >= KEPT_MAX {
            all.pop_front();
        }
        let cell = Cell::default();
        all.push_back(Kept {
            of,
            until: now.plus_seconds(KEPT_SECONDS),
            cell: Arc::clone(&cell),
        });
        cell
    }
}

fn digest(house: &House, form_token: &str, form: &Form) -> Option<[u8; 32]> {
    form.once(house, form_token)?;
    let mut text = form_urlencoded::Serializer::new(String::new());
    text.append_pair("session", form_token);
    text.append_pair("to", form.sent_to());
    text.extend_pairs(form.typed());
    let text = format!("once.answer:{}", text.finish());
    Some(house.desk.vault.secret_digest(&text))
}

/// Carries a form out, once however often it is sent: what comes while it is under way waits,
/// what comes later is answered alike. It goes to its end also where the browser does not wait
/// for it. A form without a mark is carried out each time.
///
/// # Errors
/// What `make` answers.
pub async fn answer_once<F>(house: &House, seat: &impl Seat, form: &Form, make: F) -> Page
where
    F: Future<Output = Page> + Send + 'static,
{
    let Some(of) = digest(house, seat.form_token(), form) else {
        return make.await;
    };
    let cell = house.answers.cell(of, seat.by().at);
    let made = tokio::spawn(async move {
        let answer = || async { Answer::read(make.await?).await };
        cell.get_or_try_init(answer).await.cloned()
    });
    Ok(made.await.map_err(Error::internal)??.page())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_kept_for_a_while_and_not_too_many() {
        let (answers, start) = (Answers::default(), Timestamp::from_micros(0));
        let first = answers.cell([1; 32], start);
        let is_first = |of, at| Arc::ptr_eq(&first, &answers.cell(of, at));
        assert!(is_first([1; 32], start.plus_seconds(599)));
        assert!(!is_first([2; 32], start));
        assert!(!is_first([1; 32], start.plus_seconds(600)));
        for number in 0..1_000_u32 {
            let mut of = [0; 32];
            of[..4].copy_from_slice(&number.to_be_bytes());
            answers.cell(of, start);
        }
        assert_eq!(answers.0.lock().unwrap().len(), KEPT_MAX);
    }
}
