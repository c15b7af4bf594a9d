//! Webhooks that Kofa signed, as standardwebhooks.com describes.

use std::time::{Duration, SystemTime};

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::enums::EventType;
use crate::errors::Error;
use crate::sha256::hmac;
use crate::text::from_base64;

/// How far the clocks may be apart.
pub const TOLERANCE: Duration = Duration::from_secs(300);

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct WebhookEvent {
    /// The same however often the event is sent: keep those that you have seen.
    #[serde(default)]
    pub id: String,
    /// What happened.
    pub r#type: EventType,
    /// When, as RFC 3339.
    pub timestamp: String,
    /// What is to be known of it; its members follow from the type.
    pub data: Map<String, Value>,
}

/// The event in a webhook, if one of its signatures is right and it is recent.
///
/// `body` is what came, byte for byte. `header` finds a header by its name in lower case. `secrets`
/// are the endpoint's, `whsec_…`: several while one is replaced by another. `now` is the time of
/// the call, but for tests.
pub fn verify<'h>(
    body: &[u8],
    header: impl Fn(&str) -> Option<&'h str>,
    secrets: &[&str],
    now: SystemTime,
) -> Result<WebhookEvent, Error> {
    const MISSING: Error = Error::Webhook("a header of the webhook is missing");
    let id = header("webhook-id").ok_or(MISSING)?;
    let sent = header("webhook-timestamp").ok_or(MISSING)?;
    let signatures = header("webhook-signature").ok_or(MISSING)?;
    let since = now
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or_default();
    let is_recent = |at: u64| since.as_secs().abs_diff(at) <= TOLERANCE.as_secs();
    if !sent.parse().is_ok_and(is_recent) {
        return Err(Error::Webhook("the webhook is too old or early"));
    }
    let signed = [id.as_bytes(), b".", sent.as_bytes(), b".", body].concat();
    for secret in secrets {
        let key = from_base64(secret.trim_start_matches("whsec_"))
            .ok_or_else(|| Error::Form("the secret is no base64".to_owned()))?;
        let right = hmac(&key, &signed);
        if signatures.split(' ').any(|one| fits(one, &right)) {
            let event: Result<WebhookEvent, _> = serde_json::from_slice(body);
            let event = event.map_err(|error| Error::Form(error.to_string()))?;
            return Ok(WebhookEvent {
                id: id.to_owned(),
                ..event
            });
        }
    }
    Err(Error::Webhook("no signature of the webhook is right"))
}

/// Whether a signature is the right one, in a time that does not tell how much of it is.
fn fits(signature: &str, right: &[u8; 32]) -> bool {
    let given = signature.strip_prefix("v1,").and_then(from_base64);
    given.is_some_and(|given| {
        given.len() == right.len()
            && given
                .iter()
                .zip(right)
                .fold(0, |apart, (a, b)| apart | (a ^ b))
                == 0
    })
}
