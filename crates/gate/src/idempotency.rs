//! `Idempotency-Key`: the same request runs once, and is answered the same.
//!
//! Scope is tenant, environment and endpoint. A row is made in the transaction of the hold and
//! answered in the transaction of the settlement; only the settlement decides that a call
//! ended, never a time-out. A call that needs no hold has no row before its settlement: this
//! process remembers that it is [`InFlightKeys`].

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use http::HeaderMap;
use kofa_core::claim::{Claim, reused, running};
use kofa_core::codes;
use kofa_core::endpoint::{Spelling, WalletNo};
use kofa_domain::{Error, Fault, Result, Timestamp};
use kofa_store::{Op, PIECE_ROWS, Tx, Value, Vault};
use serde_json::Value as Json;
use sha2::{Digest as _, Sha256};

use crate::headers::one_value;

/// Longest key, in characters.
const KEY_CHARS_MAX: usize = 255;
/// How long answers are kept, in seconds: 48 hours, at least the 24 that are promised.
const KEPT_SECONDS: i64 = 48 * 3_600;

/// As `read_claim` without a query, where there has to be a key.
///
/// # Errors
/// `missing_field` without one, too.
pub fn must_claim(vault: &Vault, headers: &HeaderMap, body: &[u8]) -> Result<Claim> {
    let claim = read_claim(vault, headers, "", body)?;
    claim.ok_or_else(|| Error::faults(vec![Fault::missing("Idempotency-Key")]))
}

/// From the header (raw, or a quoted structured-field string) and the request: its JSON
/// body compared as parsed, or its bytes if it is no JSON, and the [`meaning`] of its query.
/// The boundary of a form plays no part: programs draw a new one for each try.
///
/// # Errors
/// `invalid_idempotency_key` if the header cannot be used.
pub(crate) fn read_claim(
    vault: &Vault,
    headers: &HeaderMap,
    query: &str,
    body: &[u8],
) -> Result<Option<Claim>> {
    let Some(text) = one_value(headers, "idempotency-key") else {
        return Ok(None);
    };
    let key = match text
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'))
    {
        Some(quoted) => quoted.replace("\\\"", "\"").replace("\\\\", "\\"),
        None => text.to_owned(),
    };
    // A header may hold tabs.
    let is_visible = !key.chars().any(char::is_control);
    if key.is_empty() || key.chars().count() > KEY_CHARS_MAX || !is_visible {
        return Err(Error::on(
            "Idempotency-Key",
            &codes::INVALID_IDEMPOTENCY_KEY,
            format!(
                "`Idempotency-Key` must be 1 to {KEY_CHARS_MAX} visible characters, sent once."
            ),
        ));
    }
    let mut digest = Sha256::new();
    digest.update(query.as_bytes());
    digest.update([0]);
    match serde_json::from_slice::<Json>(body) {
        Ok(json) => canonical(&json, &mut digest),
        Err(_) => match boundary(headers) {
            Some(boundary) => without(boundary.as_bytes(), body, &mut digest),
            None => digest.update(body),
        },
    }
    let bare: [[u8; 32]; 2] = [Sha256::digest(key.as_bytes()), digest.finalize()].map(Into::into);
    Ok(Some(Claim {
        key_digest: vault.blind_index("idempotency.key", bare[0]),
        body_digest: vault.blind_index("idempotency.body", bare[1]),
        bare,
    }))
}

/// A query in one spelling: each parameter once, as [`crate::Query`] reads it, in the order
/// of names, without those that say what would hold without them.
pub(crate) fn meaning(query: &str, spellings: &[Spelling]) -> String {
    let mut asked: BTreeMap<Cow<'_, str>, Cow<'_, str>> = BTreeMap::new();
    let mut lists: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        let list = spellings.iter().find_map(|one| match one {
            Spelling::Words(list) if *list == name => Some(*list),
            _ => None,
        });
        match list {
            Some(list) => {
                let words = value.split(',').map(str::trim);
                let words = words.filter(|word| !word.is_empty()).map(str::to_owned);
                lists.entry(list).or_default().extend(words);
            }
            None => {
                asked.entry(name).or_insert(value);
            }
        }
    }
    for one in spellings {
        if let Spelling::Default(name, default) = one
            && asked.get(*name).is_some_and(|value| value == default)
        {
            asked.remove(*name);
        }
    }
    for (name, words) in lists.into_iter().filter(|(_, words)| !words.is_empty()) {
        let words: Vec<String> = words.into_iter().collect();
        asked.insert(name.into(), words.join(",").into());
    }
    form_urlencoded::Serializer::new(String::new())
        .extend_pairs(asked)
        .finish()
}

/// The boundary of a multipart form.
fn boundary(headers: &HeaderMap) -> Option<&str> {
    let text = headers.get("content-type")?.to_str().ok()?;
    let mut parts = text.split(';').map(str::trim);
    let essence = parts.next()?;
    if !essence.eq_ignore_ascii_case("multipart/form-data") {
        return None;
    }
    let named = parts.filter_map(|part| part.split_once('='));
    let mut boundaries = named.filter(|(name, _)| name.trim().eq_ignore_ascii_case("boundary"));
    let (_, value) = boundaries.next()?;
    let value = value.trim().trim_matches('"');
    (!value.is_empty()).then_some(value)
}

/// Feeds what stands between the occurrences of `boundary`, and how much that is each time, so
/// that nothing else could be cut to the same pieces.
fn without(boundary: &[u8], body: &[u8], digest: &mut Sha256) {
    let mut piece = |bytes: &[u8]| {
        digest.update(bytes.len().to_be_bytes());
        digest.update(bytes);
    };
    let mut rest = body;
    while let Some(at) = find(rest, boundary) {
        piece(&rest[..at]);
        rest = &rest[at + boundary.len()..];
    }
    piece(rest);
}

/// Where `needle` begins. Linear in practice: its first byte is looked for first.
fn find(text: &[u8], needle: &[u8]) -> Option<usize> {
    let first = *needle.first()?;
    let mut from = 0;
    while let Some(step) = text.get(from..)?.iter().position(|byte| *byte == first) {
        from += step;
        if text[from..].starts_with(needle) {
            return Some(from);
        }
        from += 1;
    }
    None
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
        // As the products read it: 200.0 is the whole number 200.
        Json::Number(number) => match number.as_f64().filter(|_| number.is_f64()) {
            Some(float) if float.fract() == 0.0 => digest.update(float.to_string().as_bytes()),
            _ => digest.update(number.to_string().as_bytes()),
        },
        leaf => digest.update(leaf.to_string().as_bytes()),
    }
}

#[derive(Debug)]
pub(crate) struct Replay {
    pub(crate) status: u16,
    pub(crate) content_type: String,
    pub(crate) body: Bytes,
    pub(crate) location: Option<String>,
}

/// What is known of a claim.
#[derive(Debug)]
pub(crate) enum Known {
    /// Nothing: run the call.
    Fresh,
    /// It ran: this was the answer.
    Done(Replay),
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

const FIND: &str = "select body_digest, status, content_type, body, location from idempotency \
     where wallet_no = $1 and operation_id = $2 and key_digest in ($3, $4)";

impl Op for FindClaim {
    type Out = Known;
    const IS_FOR_CALLS: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Known> {
        let params: [Value<'_>; 4] = [
            self.wallet.0.into(),
            self.operation_id.into(),
            (&self.claim.key_digest).into(),
            (&self.claim.bare[0]).into(),
        ];
        let Some(row) = tx.opt(FIND, &params).await? else {
            return Ok(Known::Fresh);
        };
        if !self.claim.is_of(&row.get::<Vec<u8>>("body_digest")?) {
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
            location: row.get("location")?,
        }))
    }
}

/// Claims whose calls run in this process. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct InFlightKeys(Arc<Mutex<HashMap<Place, [u8; 32]>>>);

/// Wallet, operation and the digest of the key.
type Place = (WalletNo, &'static str, [u8; 32]);

impl InFlightKeys {
    /// Takes the claim for a call, until the turn is dropped.
    ///
    /// # Errors
    /// `idempotency_in_progress` while another call has it, `idempotency_key_reused` if that one
    /// is another request.
    pub(crate) fn begin(
        &self,
        wallet: WalletNo,
        operation_id: &'static str,
        claim: &Claim,
    ) -> Result<InFlightGuard> {
        let place = (wallet, operation_id, claim.key_digest);
        let mut running = self.running();
        match running.get(&place) {
            Some(body) if *body == claim.body_digest => return Err(self::running()),
            Some(_) => return Err(reused()),
            None => running.insert(place, claim.body_digest),
        };
        drop(running);
        let underway = self.clone();
        Ok(InFlightGuard { underway, place })
    }

    fn running(&self) -> MutexGuard<'_, HashMap<Place, [u8; 32]>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A call that runs under a claim.
#[derive(Debug)]
pub(crate) struct InFlightGuard {
    underway: InFlightKeys,
    place: Place,
}

impl Drop for InFlightGuard {
    fn drop(&mut self) {
        self.underway.running().remove(&self.place);
    }
}

const FORGET: &str = "delete from idempotency where request_id in \
     (select request_id from idempotency where created_at < $1 and status is not null \
      order by created_at limit $2)";

/// Forgets some answers older than the promise; tells how many. Repeat until it is none. Rows of
/// calls under way stay.
#[derive(Clone, Copy, Debug)]
pub struct PurgeOldReplies {
    pub now: Timestamp,
}

impl Op for PurgeOldReplies {
    type Out = u64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        let before = self.now.plus_seconds(-KEPT_SECONDS);
        Ok(tx.exec(FORGET, &[before.into(), PIECE_ROWS.into()]).await?)
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;
    use kofa_domain::Sensitive;
    use proptest::prelude::*;

    use super::*;

    fn read(content_type: &str, body: &[u8]) -> [u8; 32] {
        let mut headers = HeaderMap::new();
        headers.insert("idempotency-key", HeaderValue::from_static("a"));
        let content_type = HeaderValue::from_str(content_type).unwrap();
        headers.insert("content-type", content_type);
        let claim = read_claim(&vault(), &headers, "", body).unwrap();
        claim.unwrap().body_digest
    }

    fn vault() -> Vault {
        Vault::new(&Sensitive::new([7; 32]))
    }

    fn form(boundary: &str, parts: &[Vec<u8>]) -> [u8; 32] {
        let mut body = Vec::new();
        for part in parts {
            body.extend_from_slice(format!("--{boundary}\r\n\r\n").as_bytes());
            body.extend_from_slice(part);
            body.extend_from_slice(b"\r\n");
        }
        body.extend_from_slice(format!("--{boundary}--").as_bytes());
        read(&format!("multipart/form-data; boundary={boundary}"), &body)
    }

    proptest! {
        #[test]
        fn a_boundary_plays_no_part_and_everything_else_does(
            // No part can hold a boundary: its letters are others.
            parts in proptest::collection::vec(proptest::collection::vec(0u8..0x40, 0..40), 1..4),
            one in "[A-Z]{1,20}", other in "[a-z]{1,20}", at in any::<prop::sample::Index>(),
        ) {
            prop_assert_eq!(form(&one, &parts), form(&other, &parts));
            let mut changed = parts.clone();
            changed[at.index(parts.len())].push(b'x');
            prop_assert_ne!(form(&one, &parts), form(&other, &changed));
            let joined = vec![parts.concat()];
            prop_assert_eq!(form(&one, &parts) == form(&one, &joined), parts.len() == 1);
        }

        #[test]
        fn any_body_under_any_type_is_answered(
            body in proptest::collection::vec(any::<u8>(), 0..80), boundary in "[ -~]{0,12}",
        ) {
            read(&format!("multipart/form-data; boundary={boundary}"), &body);
        }
    }

    #[test]
    fn a_key_is_of_visible_characters() {
        let refused = |key: &str| {
            let mut headers = HeaderMap::new();
            headers.insert("idempotency-key", HeaderValue::from_str(key).unwrap());
            read_claim(&vault(), &headers, "", b"").is_err()
        };
        assert!(!refused("order 7"));
        assert!(!refused("\"order 7\""));
        for key in ["", "\"\"", "order\t7", &"k".repeat(KEY_CHARS_MAX + 1)] {
            assert!(refused(key), "{key:?}");
        }
    }

    #[test]
    fn queries_are_compared_by_what_they_mean() {
        let spellings = [
            Spelling::Default("validateOnly", "false"),
            Spelling::Words("include"),
        ];
        let check = |one: &str, other: &str, same: bool| {
            let [one, other] = [one, other].map(|query| meaning(query, &spellings));
            assert_eq!(one == other, same, "{one:?} {other:?}");
        };
        check("", "validateOnly=false", true);
        check("", "validateOnly=%66alse", true);
        check("", "&", true);
        check("", "validateOnly=true", false);
        check("", "validateOnly=", false);
        check("", "validateOnly=False", false);
        // The first of several wins.
        check("", "validateOnly=false&validateOnly=true", true);
        check(
            "validateOnly=true",
            "validateOnly=true&validateOnly=false",
            true,
        );
        check("a=1&b=2", "b=2&a=1", true);
        check("a=1&b=2", "a=1%26b%3D2", false);
        check("a=b+c", "a=b%20c", true);
        check("", "a", false);
        check("", "include=", true);
        check("", "include=,&include=%20", true);
        check(
            "include=regions,checks",
            "include=checks&include=regions,regions",
            true,
        );
        check("include=regions", "include=checks", false);
        assert_eq!(
            meaning("validateOnly=true", &spellings),
            "validateOnly=true"
        );
    }

    #[test]
    fn json_is_compared_as_parsed() {
        let check = |one: &str, other: &str, same: bool| {
            let [one, other] = [one, other].map(|text| read("application/json", text.as_bytes()));
            assert_eq!(one == other, same);
        };
        check(r#"{"a":1,"b":[2]}"#, r#"{ "b": [2], "a": 1 }"#, true);
        check(r#"{"a":1}"#, r#"{"a":"1"}"#, false);
        check(r#"{"a":200}"#, r#"{"a":200.0}"#, true);
        check(r#"{"a":200}"#, r#"{"a":2e2}"#, true);
        check(r#"{"a":200}"#, r#"{"a":200.5}"#, false);
    }
}
