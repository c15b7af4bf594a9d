//! A provider that says what a test wants.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use http::HeaderMap;
use kofa_domain::{Kobo, Timestamp};
use kofa_payments::provider::{Asked, NoAnswer, Notice, Order, Payment, Provider, Stage};

/// The only right signature.
pub(crate) const SIGNED: &str = "signed";

/// What it says, shared with the test.
#[derive(Clone, Debug, Default)]
pub(crate) struct Script(Arc<Mutex<Says>>);

#[derive(Debug, Default)]
struct Says {
    payments: HashMap<String, Payment>,
    /// Instead of any answer.
    silence: Option<NoAnswer>,
    looks: usize,
}

impl Script {
    fn says(&self) -> std::sync::MutexGuard<'_, Says> {
        self.0.lock().unwrap()
    }

    /// From now on knows a payment so.
    pub(crate) fn knows(&self, payment: Payment) {
        self.says()
            .payments
            .insert(payment.reference.clone(), payment);
    }

    /// From now on knows a payment of naira so.
    pub(crate) fn has(&self, reference: &str, stage: Stage, kobo: i64) {
        self.knows(Payment {
            reference: reference.to_owned(),
            stage,
            amount: Kobo::new(kobo),
            currency: "NGN".to_owned(),
        });
    }

    pub(crate) fn forget(&self) {
        self.says().payments.clear();
    }

    /// Does not answer, or answers again.
    pub(crate) fn silence(&self, silence: Option<NoAnswer>) {
        self.says().silence = silence;
    }

    /// How often it was asked.
    pub(crate) fn looks(&self) -> usize {
        self.says().looks
    }
}

impl Provider for Script {
    fn start<'a>(&'a self, order: &'a Order) -> Asked<'a, String> {
        Box::pin(async move {
            if let Some(silence) = self.says().silence.clone() {
                return Err(silence);
            }
            self.has(&order.reference, Stage::Open, order.amount.get());
            Ok(format!("https://pay.example/{}", order.reference))
        })
    }

    fn look_up<'a>(&'a self, reference: &'a str) -> Asked<'a, Option<Payment>> {
        Box::pin(async move {
            let mut says = self.says();
            says.looks += 1;
            match says.silence.clone() {
                Some(silence) => Err(silence),
                None => Ok(says.payments.get(reference).cloned()),
            }
        })
    }

    /// The body is the reference, or a word and the reference.
    fn read(&self, headers: &HeaderMap, body: &[u8], _: Timestamp) -> Option<Notice> {
        headers.get(SIGNED)?;
        let text = String::from_utf8_lossy(body);
        let (event, reference) = text.split_once(' ').unwrap_or(("paid", &text));
        Some(Notice {
            reference: reference.to_owned(),
            event: event.to_owned(),
            says_paid: event.starts_with("paid"),
        })
    }
}
