//! `Idempotency-Key`: the same request runs once, and is answered the same.
//!
//! Scope is tenant, environment and endpoint. A row is made in the transaction of the hold and
//! answered in the transaction of the settlement; only the settlement decides that a call
//! ended, never a time-out.

use bytes::Bytes;
use http::HeaderMap;
use kofa_domain::{Error, Result, Timestamp};
use kofa_store::{Op, Tx, Value};
use serde_json::Value as Json;
use sha2::{Digest as _, Sha256};

use crate::codes;
use crate::endpoint::WalletNo;

/// Longest key, in characters.
const KEY_CHARS_MAX: usize = 255;
/// How long answers are kept, in seconds: 48 hours, at least the 24 that are promised.
const KEPT_SECONDS: i64 = 48 * 3_600;

/// A key and the request it stands for.
#[derive(Clone, Debug)]
pub(crate) struct Claim {
    pub(crate) key_digest: [u8; 32],
    pub(crate) body_digest: [u8; 32],
}

impl Claim {
    /// From the header (raw, or a quoted structured-field string) and the request: its JSON
    /// body compared as parsed, or its bytes if it is no JSON, and its query.
    ///
    /// # Errors
    /// `invalid_idempotency_key` if the header cannot be used.
    pub(crate) fn read(headers: &HeaderMap, query: &str, body: &[u8]) -> Result<Option<Self>> {
        let Some(header) = headers.get("idempotency-key") else {
            return Ok(None);
        };
        let text = header.to_str().unwrap_or_default().trim();
        let key = match text
            .strip_prefix('"')
            .and_then(|rest| rest.strip_suffix('"'))
        {
            Some(quoted) => quoted.replace("\\\"", "\"").replace("\\\\", "\\"),
            None => text.to_owned(),
        };
        if key.is_empty() || key.chars().count() > KEY_CHARS_MAX {
            return Err(Error::on(
                "Idempotency-Key",
                &codes::INVALID_IDEMPOTENCY_KEY,
                format!("`Idempotency-Key` must be 1 to {KEY_CHARS_MAX} visible characters."),
            ));
        }
        let mut digest = Sha256::new();
        digest.update(query.as_bytes());
        digest.update([0]);
        match serde_json::from_slice::<Json>(body) {
            Ok(json) => canonical(&json, &mut digest),
            Err(_) => digest.update(body),
        }
        let key_digest = Sha256::digest(key.as_bytes()).into();
        Ok(Some(Self {
            key_digest,
            body_digest: digest.finalize().into(),
        }))
    }
}

/// Feeds JSON in one spelling: keys sorted, no white space, strings quoted.
fn canonical(json: &Json, digest: &mut Sha256) {
    match json {
        Json::Object(object) => {
            let mut keys: Vec<_> = object.iter().collect();
            keys.sort_by_key(|(key, _)| *key);
            digest.update(b"{");
            for (key, value) in keys {
                canonical(&Json::String(key.clone()), digest);
                digest.update(b":");
                canonical(value, digest);
                digest.update(b",");
            }
            digest.update(b"}");
        }
        Json::Array(items) => {
            digest.update(b"[");
            for item in items {
                canonical(item, digest);
                digest.update(b",");
            }
            digest.update(b"]");
        }
        leaf => digest.update(leaf.to_string().as_bytes()),
    }
}

/// A stored answer.
#[derive(Debug)]
pub(crate) struct Replay {
    pub(crate) status: u16,
    pub(crate) content_type: String,
    pub(crate) body: Bytes,
}

/// What is known of a claim.
#[derive(Debug)]
pub(crate) enum Known {
    /// Nothing: run the call.
    Fresh,
    /// It ran: this was the answer.
    Done(Replay),
    /// It is running.
    Running,
    /// The key stands for another request.
    Other,
}

/// Looks a claim up.
pub(crate) struct FindClaim {
    pub(crate) wallet: WalletNo,
    pub(crate) operation_id: &'static str,
    pub(crate) claim: Claim,
}

const FIND: &str = "select body_digest, status, content_type, body from idempotency \
     where wallet_no = $1 and operation_id = $2 and key_digest = $3";

impl Op for FindClaim {
    type Out = Known;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Known> {
        let of: [Value<'_>; 3] = [
            self.wallet.0.into(),
            self.operation_id.into(),
            (&self.claim.key_digest).into(),
        ];
        let Some(row) = tx.opt(FIND, &of).await? else {
            return Ok(Known::Fresh);
        };
        if row.get::<Vec<u8>>("body_digest")? != self.claim.body_digest {
            return Ok(Known::Other);
        }
        let Some(status) = row.get::<Option<i64>>("status")? else {
            return Ok(Known::Running);
        };
        Ok(Known::Done(Replay {
            status: u16::try_from(status).map_err(Error::internal)?,
            content_type: row
                .get::<Option<String>>("content_type")?
                .unwrap_or_default(),
            body: row
                .get::<Option<Vec<u8>>>("body")?
                .unwrap_or_default()
                .into(),
        }))
    }
}

/// The answer to a second call while the first runs.
pub(crate) fn running() -> Error {
    Error::plain(&codes::IDEMPOTENCY_IN_PROGRESS).with_retry_after(1)
}

/// The answer to another request under the same key.
pub(crate) fn reused() -> Error {
    Error::on(
        "Idempotency-Key",
        &codes::IDEMPOTENCY_KEY_REUSED,
        codes::IDEMPOTENCY_KEY_REUSED.title,
    )
}

/// Forgets answers older than the promise. Rows of calls under way stay.
#[derive(Debug)]
pub struct ForgetOldReplies {
    /// Now.
    pub now: Timestamp,
}

impl Op for ForgetOldReplies {
    type Out = u64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        let sql = "delete from idempotency where created_at < $1 and status is not null";
        Ok(tx
            .exec(sql, &[self.now.plus_seconds(-KEPT_SECONDS).into()])
            .await?)
    }
}
