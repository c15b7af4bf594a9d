//! A provider that speaks the small contract of `docs/payments.md`.
//!
//! It is asked with a bearer key. Its notifications are signed as Standard Webhooks are
//! (<https://www.standardwebhooks.com>): HMAC-SHA256 over id, time and body.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use http::HeaderMap;
use kofa_domain::{Sensitive, Timestamp};
use serde_json::{Value, json};
use sha2::Sha256;

use super::{
    Asked, Channel, NAIRA, NoAnswer, Notice, Order, Payment, Provider, Refund, RefundOrder,
    RefundStage, Stage, Upstream, currency, kobo, member, nonsense, page_url,
};

/// What secrets begin with, as people see them.
const PREFIX: &str = "whsec_";
/// Shortest secret, in bytes.
const SECRET_BYTES_MIN: usize = 16;
/// How far the time of a notification may be from ours, in seconds.
const SKEW_SECONDS_MAX: i64 = 300;
const PAID_TYPE: &str = "payment.paid";

/// By what notifications are signed.
#[derive(Clone, Debug)]
pub struct SigningSecret(Sensitive<Vec<u8>>);

impl SigningSecret {
    /// Reads `whsec_` and base64 of at least 16 bytes; `None` for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = STANDARD.decode(text.strip_prefix(PREFIX)?).ok()?;
        let secret = Sensitive::new(bytes);
        (secret.expose().len() >= SECRET_BYTES_MIN).then_some(Self(secret))
    }

    pub(crate) fn from_bytes(bytes: &[u8]) -> Self {
        Self(Sensitive::new(bytes.to_vec()))
    }

    fn mac(&self, id: &str, at_seconds: &str, body: &[u8]) -> Option<Hmac<Sha256>> {
        let mut mac = Hmac::<Sha256>::new_from_slice(self.0.expose()).ok()?;
        mac.update(format!("{id}.{at_seconds}.").as_bytes());
        mac.update(body);
        Some(mac)
    }

    /// The headers of a notification that is sent at `now`.
    pub(crate) fn signed(&self, id: &str, now: Timestamp, body: &[u8]) -> Option<HeaderMap> {
        let at = (now.micros() / 1_000_000).to_string();
        let mac = self.mac(id, &at, body)?.finalize().into_bytes();
        let signature = format!("v1,{}", STANDARD.encode(mac));
        let mut headers = HeaderMap::new();
        for (name, value) in [
            ("webhook-id", id),
            ("webhook-timestamp", &at),
            ("webhook-signature", &signature),
        ] {
            headers.insert(name, value.parse().ok()?);
        }
        Some(headers)
    }

    /// Whether one of the signatures is right, and was made within five minutes of `now`.
    fn is_right(&self, headers: &HeaderMap, body: &[u8], now: Timestamp) -> bool {
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let (Some(id), Some(at), Some(signatures)) = (
            text("webhook-id"),
            text("webhook-timestamp"),
            text("webhook-signature"),
        ) else {
            return false;
        };
        let seconds: Option<i64> = at.parse().ok();
        let skew = seconds.and_then(|at| at.checked_sub(now.micros() / 1_000_000));
        let is_now = skew.is_some_and(|skew| skew.unsigned_abs() <= SKEW_SECONDS_MAX as u64);
        let Some(mac) = self.mac(id, at, body).filter(|_| is_now) else {
            return false;
        };
        let is_it = |one: &str| {
            let sent = one.strip_prefix("v1,").map(|one| STANDARD.decode(one));
            // Compares in constant time.
            matches!(sent, Some(Ok(sent)) if mac.clone().verify_slice(&sent).is_ok())
        };
        signatures.split(' ').any(is_it)
    }

    /// Reads a notification of the contract; `None` if its signature is wrong.
    pub(crate) fn read(&self, headers: &HeaderMap, body: &[u8], now: Timestamp) -> Option<Notice> {
        if !self.is_right(headers, body, now) {
            return None;
        }
        let body: Value = serde_json::from_slice(body).unwrap_or_default();
        let event = body.get("type");
        let says_paid = event.and_then(Value::as_str) == Some(PAID_TYPE);
        Some(Notice::new(
            member(&body, &["data", "reference"]),
            event,
            says_paid,
        ))
    }
}

/// The body of a notification of the contract.
pub(crate) fn notification(reference: &str, stage: Stage) -> String {
    let word = match stage {
        Stage::Paid => PAID_TYPE,
        Stage::Failed => "payment.failed",
        Stage::Reversed => "payment.reversed",
        Stage::Open => "payment.open",
    };
    json!({"type": word, "data": {"reference": reference}}).to_string()
}

#[derive(Debug)]
pub struct HmacProvider {
    upstream: Upstream,
    secret: SigningSecret,
}

impl HmacProvider {
    pub fn new(upstream: Upstream, secret: SigningSecret) -> Self {
        Self { upstream, secret }
    }
}

fn payment(body: &Value) -> Option<Payment> {
    let text = |name: &str| body.get(name).and_then(Value::as_str);
    Some(Payment {
        reference: text("reference")?.to_owned(),
        stage: match text("status")? {
            "open" => Stage::Open,
            "failed" => Stage::Failed,
            "paid" => Stage::Paid,
            "reversed" => Stage::Reversed,
            _ => return None,
        },
        amount: kobo(body.get("amountKobo"))?,
        currency: currency(body.get("currency"))?,
    })
}

/// The refund that was ordered; no other.
fn refund(body: &Value, order: &RefundOrder) -> Option<Refund> {
    let text = |name: &str| body.get(name).and_then(Value::as_str);
    let name = text("refundReference").filter(|name| *name == order.reference)?;
    Some(Refund {
        stage: match text("status")? {
            "pending" => RefundStage::Pending,
            "paid" => RefundStage::Paid,
            "failed" => RefundStage::Failed,
            _ => return None,
        },
        amount: kobo(body.get("amountKobo"))?,
        currency: currency(body.get("currency"))?,
        name: name.to_owned(),
    })
}

impl Provider for HmacProvider {
    fn start<'a>(&'a self, order: &'a Order) -> Asked<'a, String> {
        Box::pin(async move {
            let mut body = json!({
                "reference": order.reference,
                "amountKobo": order.amount.get(),
                "currency": NAIRA,
                "email": order.email,
            });
            if let Some(url) = &order.return_url {
                body["returnUrl"] = url.as_str().into();
            }
            if let Some(channel) = order.channel.map(Channel::as_str) {
                body["channel"] = channel.into();
            }
            let answered = self.upstream.post("payments", "/payments", &body).await?;
            if !answered.is_success() {
                return Err(NoAnswer::Refused);
            }
            page_url(answered.body.get("paymentUrl")).ok_or_else(nonsense)
        })
    }

    fn look_up<'a>(&'a self, reference: &'a str) -> Asked<'a, Option<Payment>> {
        Box::pin(async move {
            let path = format!("/payments/{reference}");
            let answered = self.upstream.get("payment", &path).await?;
            match answered.status {
                404 => Ok(None),
                _ if answered.is_success() => {
                    payment(&answered.body).map(Some).ok_or_else(nonsense)
                }
                _ => Err(NoAnswer::Refused),
            }
        })
    }

    fn refund<'a>(&'a self, order: &'a RefundOrder) -> Asked<'a, Refund> {
        Box::pin(async move {
            let path = format!("/payments/{}/refunds", order.payment);
            let body = json!({
                "refundReference": order.reference,
                "amountKobo": order.amount.get(),
                "currency": NAIRA,
            });
            let answered = self.upstream.post("refunds", &path, &body).await?;
            if !answered.is_success() {
                return Err(NoAnswer::Refused);
            }
            refund(&answered.body, order).ok_or_else(nonsense)
        })
    }

    fn find_refund<'a>(&'a self, order: &'a RefundOrder) -> Asked<'a, Option<Refund>> {
        Box::pin(async move {
            let path = format!("/refunds/{}", order.reference);
            let answered = self.upstream.get("refund", &path).await?;
            match answered.status {
                404 => Ok(None),
                _ if answered.is_success() => {
                    let found = refund(&answered.body, order);
                    found.map(Some).ok_or_else(nonsense)
                }
                _ => Err(NoAnswer::Refused),
            }
        })
    }

    fn read(&self, headers: &HeaderMap, body: &[u8], now: Timestamp) -> Option<Notice> {
        self.secret.read(headers, body, now)
    }
}

#[cfg(test)]
mod tests;
