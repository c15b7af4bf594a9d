//! Paystack, and whoever speaks as it does (<https://paystack.com/docs/api>).
//!
//! Amounts are in kobo. Notifications are signed with the secret key: `x-paystack-signature` is
//! the HMAC-SHA512 of the body, in hex.

use data_encoding::HEXLOWER_PERMISSIVE;
use hmac::{Hmac, KeyInit as _, Mac as _};
use http::HeaderMap;
use kofa_domain::{Sensitive, Timestamp};
use serde_json::{Value, json};
use sha2::Sha512;

use super::{
    Asked, NAIRA, NoAnswer, Notice, Order, Payment, Provider, Stage, Upstream, currency, kobo,
    member, nonsense, page_url,
};

/// Where it is.
pub const URL: &str = "https://api.paystack.co";
const SIGNATURE: &str = "x-paystack-signature";
const PAID_EVENT: &str = "charge.success";

#[derive(Debug)]
pub struct Paystack {
    upstream: Upstream,
    secret: Sensitive<String>,
}

impl Paystack {
    /// `secret` is the secret key, `sk_…`.
    pub fn new(upstream: Upstream, secret: Sensitive<String>) -> Self {
        Self { upstream, secret }
    }
}

/// `data` of an answer that says `"status": true`.
fn data(body: &Value) -> Option<&Value> {
    let is_done = body.get("status").and_then(Value::as_bool) == Some(true);
    body.get("data").filter(|_| is_done)
}

fn payment(data: &Value) -> Option<Payment> {
    let text = |name: &str| data.get(name).and_then(Value::as_str);
    Some(Payment {
        reference: text("reference")?.to_owned(),
        stage: match text("status")? {
            "success" => Stage::Paid,
            "failed" => Stage::Failed,
            "reversed" => Stage::Reversed,
            // abandoned, ongoing, pending, processing, queued: the page still takes the money.
            _ => Stage::Open,
        },
        amount: kobo(data.get("amount"))?,
        currency: currency(data.get("currency"))?,
    })
}

impl Provider for Paystack {
    fn start<'a>(&'a self, order: &'a Order) -> Asked<'a, String> {
        Box::pin(async move {
            let body = json!({
                "reference": order.reference,
                "amount": order.amount.get(),
                "currency": NAIRA,
                "email": order.email,
                "callback_url": order.return_url,
            });
            let path = "/transaction/initialize";
            let answered = self.upstream.post("initialize", path, &body).await?;
            if !answered.is_success() {
                return Err(NoAnswer::Refused);
            }
            let url = data(&answered.body).and_then(|data| page_url(data.get("authorization_url")));
            url.ok_or_else(nonsense)
        })
    }

    fn look_up<'a>(&'a self, reference: &'a str) -> Asked<'a, Option<Payment>> {
        Box::pin(async move {
            let path = format!("/transaction/verify/{reference}");
            let answered = self.upstream.get("verify", &path).await?;
            if answered.is_success() {
                let found = data(&answered.body).and_then(payment);
                return found.map(Some).ok_or_else(nonsense);
            }
            // 400 or 404, by age of the account. Other refusals are about the request itself.
            let code = answered.body.get("code").and_then(Value::as_str);
            let message = answered.body.get("message").and_then(Value::as_str);
            let message = message.unwrap_or_default().to_ascii_lowercase();
            match code == Some("transaction_not_found") || message.contains("not found") {
                true => Ok(None),
                false => Err(NoAnswer::Refused),
            }
        })
    }

    fn read(&self, headers: &HeaderMap, body: &[u8], _: Timestamp) -> Option<Notice> {
        let sent = headers.get(SIGNATURE)?.as_bytes();
        let sent = HEXLOWER_PERMISSIVE.decode(sent).ok()?;
        let mut mac = Hmac::<Sha512>::new_from_slice(self.secret.expose().as_bytes()).ok()?;
        mac.update(body);
        // Compares in constant time.
        mac.verify_slice(&sent).ok()?;
        let body: Value = serde_json::from_slice(body).unwrap_or_default();
        let event = body.get("event");
        let says_paid = event.and_then(Value::as_str) == Some(PAID_EVENT);
        // A dispute and a refund name the payment elsewhere than a charge does.
        let places: [&[&str]; 3] = [
            &["data", "transaction", "reference"],
            &["data", "transaction_reference"],
            &["data", "reference"],
        ];
        let reference = places.into_iter().find_map(|path| member(&body, path));
        Some(Notice::new(reference, event, says_paid))
    }
}

#[cfg(test)]
mod tests;
