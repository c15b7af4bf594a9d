//! What a bank reports as paid: read, and judged against the subscription it names.
//!
//! Pure. [`crate::ops::EnterSettlements`] stores what is read here, [`crate::settlement_import`]
//! reads files of it. Nothing a bank reports is lost: what cannot be applied is kept with an
//! [`Outcome`] that says why, for an operator to refund by hand.

use jiff::civil::Date;
use jiff::tz::Offset;
use kofa_commands::rules::{Blank, KoboAmount};
use kofa_commands::wire::line_json;
use kofa_commands::{Fields, Rule, Wrong};
use kofa_domain::{Environment, Kobo, Timestamp};
use kofa_ledger::money::AMOUNT_MAX;
use serde_json::{Value, json};

use crate::lifecycle::{Move, State};
use crate::subscription::Status;

/// Longest reference of a bank, and of a transaction, in characters.
const REFERENCE_CHARS_MAX: usize = 100;
/// Longest text of a moment, in characters.
const MOMENT_CHARS_MAX: usize = 64;
/// Characters of a day.
const DAY_CHARS: usize = 10;
/// First moment that a payment can name: 2000-01-01, UTC.
const PAID_FROM: Timestamp = Timestamp::from_micros(946_684_800_000_000);
/// Nigeria is an hour ahead of UTC all year.
const LAGOS_HOURS: i8 = 1;

/// A payment as the bank says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The bank's own id of it: counts once in an environment.
    pub reference: String,
    /// What we call the payment; in capitals.
    pub transaction_reference: String,
    /// How much arrived, in kobo; more than nothing.
    pub amount: Kobo,
    /// When. A date without a time is the first moment of that day in Lagos.
    pub paid_at: Timestamp,
}

/// What became of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str, serialize_all = "snake_case")]
pub enum Outcome {
    /// The subscription is paid by it.
    Applied,
    /// The environment has no such transaction.
    UnknownTransaction,
    /// Another amount was expected.
    AmountMismatch,
    /// The subscription was paid before.
    AlreadyPaid,
    /// The subscription does not wait for a payment.
    NotPayable,
}

impl Outcome {
    pub const ALL: [Self; 5] = kofa_domain::all();

    /// The word of the API: `amount_mismatch`.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }

    /// Reads the word; `None` for any other.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == text)
    }
}

/// What becomes of `amount` that arrives for a subscription in `state` that costs `expected`.
pub fn judge(state: State, expected: Kobo, amount: Kobo) -> Outcome {
    if state.is_settled() {
        Outcome::AlreadyPaid
    } else if state.after(Move::Pay).is_none() {
        Outcome::NotPayable
    } else if amount != expected {
        Outcome::AmountMismatch
    } else {
        Outcome::Applied
    }
}

/// An entry as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settlement {
    pub environment: Environment,
    /// What the bank said.
    pub entry: Entry,
    /// What became of it.
    pub outcome: Outcome,
    /// The subscription that it names, if there is one.
    pub subscription: Option<Named>,
    /// Who entered it: `shell` or `operator:opr_…`.
    pub entered_by: String,
    /// When; no two of an environment have the same moment unless they were entered at once.
    pub entered_at: Timestamp,
}

/// The subscription that an entry names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// `localSubscriptionId`
    pub id: String,
    /// What it costs, in kobo.
    pub expected: Kobo,
    /// Where it is now.
    pub status: Status,
}

impl Settlement {
    /// What became of it, in a sentence for an operator.
    pub fn explanation(&self) -> String {
        let of = self.subscription.as_ref();
        let expected = of.map_or(Kobo::ZERO, |one| one.expected);
        let status = of.map_or("", |one| one.status.as_str());
        match self.outcome {
            Outcome::Applied => "The subscription was paid by it.".to_owned(),
            Outcome::UnknownTransaction => {
                "No subscription of this environment has this transaction reference.".to_owned()
            }
            Outcome::AmountMismatch => format!(
                "{expected} was expected and {} arrived; nothing was applied.",
                self.entry.amount
            ),
            Outcome::AlreadyPaid => {
                "The subscription was paid before; this payment is to be refunded.".to_owned()
            }
            Outcome::NotPayable => format!(
                "The subscription did not wait for a payment (it is `{status}` now); this \
                 payment is to be refunded."
            ),
        }
    }
}

impl Entry {
    /// Reads an entry with its amount in kobo.
    pub fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let rule = KoboAmount {
            most: AMOUNT_MAX.get(),
        };
        Self::read_with(fields, |fields| {
            fields.required("amountKobo", "What arrived, in kobo.", rule)
        })
    }

    /// Reads an entry with its `amount` in naira.
    pub(crate) fn read_naira(fields: &mut Fields<'_>) -> Option<Self> {
        Self::read_with(fields, |fields| fields.required("amount", "", NairaRule))
    }

    fn read_with(
        fields: &mut Fields<'_>,
        amount: impl FnOnce(&mut Fields<'_>) -> Option<Kobo>,
    ) -> Option<Self> {
        let reference = fields.required("reference", "", ReferenceRule);
        let transaction = fields.required("transactionReference", "", ReferenceRule);
        let amount = amount(fields);
        let paid_at = PaidAtRule { now: fields.now() };
        let docs = "When, in RFC 3339, or the day in Lagos; not in the future.";
        let paid_at = fields.required("paidAt", docs, paid_at);
        Some(Self {
            reference: reference?,
            transaction_reference: transaction?.to_ascii_uppercase(),
            amount: amount?,
            paid_at: paid_at?,
        })
    }
}

/// A reference of a bank, a registrar, or of a transaction: one line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReferenceRule;

impl Rule for ReferenceRule {
    type Out = String;
    const BLANK: Blank = Blank::Wrong;

    fn schema(&self) -> Value {
        line_json(REFERENCE_CHARS_MAX)
    }

    fn read(&self, value: &Value) -> Result<String, Wrong> {
        let text = value.as_str().ok_or("must be a string")?.trim();
        if text.is_empty() {
            return Err(Wrong::MISSING);
        }
        let most = REFERENCE_CHARS_MAX;
        if text.chars().count() > most || text.chars().any(char::is_control) {
            let must = format!("must have at most {most} characters and no control characters");
            return Err(must.into());
        }
        Ok(text.to_owned())
    }

    fn write(&self, out: &String) -> Value {
        out.as_str().into()
    }
}

/// An amount in naira: `1,234.50`.
#[derive(Clone, Copy, Debug)]
struct NairaRule;

impl Rule for NairaRule {
    type Out = Kobo;
    const BLANK: Blank = Blank::Wrong;

    fn schema(&self) -> Value {
        json!({"type": "string"})
    }

    fn read(&self, value: &Value) -> Result<Kobo, Wrong> {
        let kobo = value.as_str().and_then(Kobo::parse_naira);
        let kobo = kobo.filter(|kobo| (1..=AMOUNT_MAX.get()).contains(&kobo.get()));
        let must = || {
            let most = AMOUNT_MAX.naira_text();
            format!(
                "must be naira from 0.01 to {most} with at most two decimals, such as 1234.50 or \
                 1,234.50"
            )
        };
        Ok(kobo.ok_or_else(must)?)
    }

    fn write(&self, out: &Kobo) -> Value {
        out.naira_text().into()
    }
}

/// When something was paid: a moment, or the first of a day in Lagos; not after `now`.
#[derive(Clone, Copy, Debug)]
struct PaidAtRule {
    now: Timestamp,
}

impl Rule for PaidAtRule {
    type Out = Timestamp;
    const BLANK: Blank = Blank::Wrong;

    fn schema(&self) -> Value {
        let (least, most) = (DAY_CHARS, MOMENT_CHARS_MAX);
        json!({"type": "string", "minLength": least, "maxLength": most, "example": "2026-07-03"})
    }

    fn read(&self, value: &Value) -> Result<Timestamp, Wrong> {
        let text = value.as_str().ok_or("must be a string")?.trim();
        let at = if text.len() > MOMENT_CHARS_MAX {
            None
        } else {
            day(text).or_else(|| Timestamp::parse_rfc3339(text))
        };
        match at {
            Some(at) if at > self.now => Err("must not be in the future".into()),
            Some(at) if at >= PAID_FROM => Ok(at),
            _ => Err(
                "must be a day such as 2026-07-03, or a moment in RFC 3339 such as \
                      2026-07-03T10:15:00+01:00"
                    .into(),
            ),
        }
    }

    fn write(&self, out: &Timestamp) -> Value {
        out.rfc3339().into()
    }
}

/// The first moment in Lagos of a day written `YYYY-MM-DD`.
fn day(text: &str) -> Option<Timestamp> {
    let date: Date = (text.len() == DAY_CHARS).then(|| text.parse().ok())??;
    let offset = Offset::from_hours(LAGOS_HOURS).ok()?;
    let at = offset.to_timestamp(date.at(0, 0, 0, 0)).ok()?;
    Some(Timestamp::from_micros(at.as_microsecond()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const NOW: &str = "2026-07-03T10:00:00Z";

    fn at(text: &str) -> Timestamp {
        Timestamp::parse_rfc3339(text).unwrap()
    }

    fn read_paid_at(text: &str) -> Result<Timestamp, Wrong> {
        let rule = PaidAtRule { now: at(NOW) };
        rule.read(&text.into())
    }

    #[test]
    fn days_begin_in_lagos_and_no_payment_is_in_the_future() {
        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(read_paid_at(text).ok(), expected.map(at), "{text}");
        };
        check("2026-07-03", Some("2026-07-02T23:00:00Z"));
        check(" 2026-07-03T10:15:00+01:00 ", Some("2026-07-03T09:15:00Z"));
        check(NOW, Some(NOW));
        for wrong in [
            "",
            "2026-07-04",
            "2026-07-03T10:00:01Z",
            "2026-07-03T10:00:00",
            "03/07/2026",
            "2026-02-30",
            "1999-12-31",
            "-9999-01-01",
            "2026-7-3",
            "today",
        ] {
            check(wrong, None);
        }
        check(&format!("2026-07-03T10:00:00.{}Z", "0".repeat(60)), None);
    }

    #[test]
    fn all_faults_of_an_entry_are_named_at_once() {
        let faults = |entry: Value, read: fn(&mut Fields<'_>) -> Option<Entry>| {
            let mut fields = Fields::over(entry.as_object().unwrap(), at(NOW));
            assert_eq!(read(&mut fields), None);
            let error = fields.faults.finish::<()>(None).unwrap_err();
            let faults = error.all().iter();
            let names = faults.map(|fault| fault.field.clone().unwrap().into_owned());
            names.collect::<Vec<String>>()
        };
        let mut entry = json!({
            "reference": "a\u{7}", "transactionReference": "  ", "amount": "12.345",
            "paidAt": "soon", "amountKobo": AMOUNT_MAX.get() + 1,
        });
        let expected = ["reference", "transactionReference", "amount", "paidAt"];
        assert_eq!(faults(entry.clone(), Entry::read_naira), expected);
        entry["reference"] = json!("x".repeat(101));
        let expected = ["reference", "transactionReference", "amountKobo", "paidAt"];
        assert_eq!(faults(entry, Entry::read), expected);
    }

    #[test]
    fn what_becomes_of_a_payment_follows_from_where_the_subscription_is() {
        let (ten, eleven) = (Kobo::new(10), Kobo::new(11));
        let received = State::RECEIVED;
        let pending = received.after(Move::Register).unwrap();
        let awaited = pending.after(Move::AwaitPayment).unwrap();
        let paid = pending.after(Move::Pay).unwrap();
        let failed = pending.after(Move::FailPayment).unwrap();
        let expired = pending.after(Move::Expire).unwrap();
        let cancelled = paid.after(Move::Cancel).unwrap();
        for (state, exact, other) in [
            (received, Outcome::NotPayable, Outcome::NotPayable),
            (pending, Outcome::Applied, Outcome::AmountMismatch),
            (awaited, Outcome::Applied, Outcome::AmountMismatch),
            (paid, Outcome::AlreadyPaid, Outcome::AlreadyPaid),
            (failed, Outcome::NotPayable, Outcome::NotPayable),
            (expired, Outcome::NotPayable, Outcome::NotPayable),
            (cancelled, Outcome::AlreadyPaid, Outcome::AlreadyPaid),
        ] {
            assert_eq!(judge(state, ten, ten), exact, "{state:?}");
            assert_eq!(judge(state, ten, eleven), other, "{state:?}");
        }
        for one in Outcome::ALL {
            assert_eq!(Outcome::parse(one.as_str()), Some(one));
        }
        assert_eq!(Outcome::parse("Applied"), None);
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "\\PC{0,80}") {
            drop(read_paid_at(&text));
        }
    }
}
