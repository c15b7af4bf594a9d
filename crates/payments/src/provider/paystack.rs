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
    Asked, Channel, NAIRA, NoAnswer, Notice, Order, Payment, Provider, Refund, RefundOrder,
    RefundStage, Stage, Upstream, currency, kobo, member, nonsense, page_url,
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

/// Whose money a refund is of: by its id, alone or within the payment.
fn refunded(data: &Value) -> Option<i64> {
    let of = data.get("transaction")?;
    of.as_i64().or_else(|| of.get("id")?.as_i64())
}

fn refund(data: &Value) -> Option<Refund> {
    Some(Refund {
        stage: match data.get("status").and_then(Value::as_str)? {
            "processed" => RefundStage::Paid,
            "failed" => RefundStage::Failed,
            // pending, processing, needs-attention: a person at Paystack may see to it.
            _ => RefundStage::Pending,
        },
        amount: kobo(data.get("amount"))?,
        currency: currency(data.get("currency"))?,
        name: data.get("id")?.as_i64()?.to_string(),
    })
}

/// Ours among the refunds of the payment `id`. One that somebody made by hand is theirs to
/// explain: beside it nothing is sent.
fn find(all: &[Value], id: i64, order: &RefundOrder) -> Result<Option<Refund>, NoAnswer> {
    if all.iter().any(|one| refunded(one) != Some(id)) {
        return Err(nonsense());
    }
    let note =
        |one: &Value| one.get("merchant_note").and_then(Value::as_str) == Some(&order.reference);
    if let Some(ours) = all.iter().find(|one| note(one)) {
        return refund(ours).map(Some).ok_or_else(nonsense);
    }
    for other in all {
        let other = refund(other).ok_or_else(nonsense)?;
        if other.stage != RefundStage::Failed {
            return Err(NoAnswer::Refused);
        }
    }
    Ok(None)
}

impl Paystack {
    /// `data` of a payment; `None` if Paystack does not know it.
    async fn verify(&self, reference: &str) -> Result<Option<Value>, NoAnswer> {
        let path = format!("/transaction/verify/{reference}");
        let answered = self.upstream.get("verify", &path).await?;
        if answered.is_success() {
            return data(&answered.body).cloned().map(Some).ok_or_else(nonsense);
        }
        // 400 or 404, by age of the account. Other refusals are about the request itself.
        let code = answered.body.get("code").and_then(Value::as_str);
        let message = answered.body.get("message").and_then(Value::as_str);
        let message = message.unwrap_or_default().to_ascii_lowercase();
        match code == Some("transaction_not_found") || message.contains("not found") {
            true => Ok(None),
            false => Err(NoAnswer::Refused),
        }
    }
}

impl Provider for Paystack {
    fn start<'a>(&'a self, order: &'a Order) -> Asked<'a, String> {
        Box::pin(async move {
            let mut body = json!({
                "reference": order.reference,
                "amount": order.amount.get(),
                "currency": NAIRA,
                "email": order.email,
            });
            if let Some(url) = &order.return_url {
                body["callback_url"] = url.as_str().into();
            }
            if let Some(channel) = order.channel {
                body["channels"] = match channel {
                    Channel::Card => json!(["card"]),
                    Channel::Bank => json!(["bank", "bank_transfer"]),
                };
            }
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
            let found = self.verify(reference).await?;
            let read = |found: Value| payment(&found).ok_or_else(nonsense);
            found.map(read).transpose()
        })
    }

    /// Paystack has no name of ours for a refund: it is found again by the note.
    fn refund<'a>(&'a self, order: &'a RefundOrder) -> Asked<'a, Refund> {
        Box::pin(async move {
            let body = json!({
                "transaction": order.payment,
                "amount": order.amount.get(),
                "currency": NAIRA,
                "merchant_note": order.reference,
            });
            let answered = self.upstream.post("refund", "/refund", &body).await?;
            if !answered.is_success() {
                return Err(NoAnswer::Refused);
            }
            let made = data(&answered.body).and_then(refund);
            made.ok_or_else(nonsense)
        })
    }

    fn find_refund<'a>(&'a self, order: &'a RefundOrder) -> Asked<'a, Option<Refund>> {
        Box::pin(async move {
            let Some(payment) = self.verify(&order.payment).await? else {
                return Ok(None);
            };
            let id = payment.get("id").and_then(Value::as_i64);
            let id = id.ok_or_else(nonsense)?;
            let path = format!("/refund?transaction={id}&perPage=100");
            let answered = self.upstream.get("refunds", &path).await?;
            if !answered.is_success() {
                return Err(NoAnswer::Refused);
            }
            let all = data(&answered.body).and_then(Value::as_array);
            find(all.ok_or_else(nonsense)?, id, order)
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
