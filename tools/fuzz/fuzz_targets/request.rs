//! A request as the gate reads it before anything is charged. The input is a query, the lines of
//! the head, an empty line, a body.
#![no_main]

use std::sync::LazyLock;

use http::{HeaderMap, HeaderName, HeaderValue};
use kofa_core::endpoint::Spelling;
use kofa_domain::Sensitive;
use kofa_gate::idempotency::must_claim;
use kofa_gate::{Request, must_mean_one_thing};
use kofa_store::Vault;
use libfuzzer_sys::fuzz_target;

const SPELLINGS: &[Spelling] = &[Spelling::Words("include"), Spelling::Default("page", "1")];
static VAULT: LazyLock<Vault> = LazyLock::new(|| Vault::new(&Sensitive::new([7; 32])));

fuzz_target!(|bytes: &[u8]| {
    let Some(request) = read(bytes) else {
        return;
    };
    let query = request.query.as_deref();
    if must_mean_one_thing(query, SPELLINGS).is_ok() {
        let query = request.query();
        // Trimmed, and never what was not there.
        assert!(query.get("page").is_some() || query.filled("page").is_none());
    }
    let Ok(object) = request.json_object() else {
        let _ = must_claim(&VAULT, &request.headers, &request.body);
        return;
    };
    let Ok(claim) = must_claim(&VAULT, &request.headers, &request.body) else {
        return;
    };
    // The same JSON in another spelling is the same request.
    let spelled = serde_json::to_vec_pretty(&object).unwrap_or_default();
    if let Ok(again) = must_claim(&VAULT, &request.headers, &spelled) {
        assert!(claim.is_of(&again.body_digest), "another request");
    }
});

fn read(bytes: &[u8]) -> Option<Request> {
    let mut lines = bytes.split_inclusive(|byte| *byte == b'\n');
    let query = lines.next()?.trim_ascii();
    let query = std::str::from_utf8(query).ok()?.to_owned();
    let mut headers = HeaderMap::new();
    let mut taken = bytes.iter().position(|byte| *byte == b'\n')? + 1;
    for line in lines {
        taken += line.len();
        let line = line.trim_ascii();
        if line.is_empty() {
            break;
        }
        let at = line.iter().position(|byte| *byte == b':')?;
        let name = HeaderName::from_bytes(&line[..at]).ok()?;
        let value = HeaderValue::from_bytes(line[at + 1..].trim_ascii()).ok()?;
        headers.append(name, value);
    }
    Some(Request {
        headers,
        path: Vec::new(),
        query: Some(query),
        body: bytes[taken..].to_vec().into(),
    })
}
