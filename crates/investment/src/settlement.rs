//! What a bank reports as paid: read, and judged against the subscription it names.
//!
//! Pure. [`crate::ops::EnterSettlements`] stores what is read here, [`crate::settlement_import`]
//! reads files of it. Nothing a bank reports is lost: what cannot be applied is kept with an
//! [`Outcome`] that says why, for an operator to refund by hand.

use std::borrow::Cow;

use jiff::civil::Date;
use jiff::tz::Offset;
use kofa_domain::{Environment, Fault, Kobo, Timestamp, codes};
use kofa_platform::directory::money::AMOUNT_MAX;

use crate::lifecycle::{Move, State};
use crate::subscription::Status;

/// Longest reference of a bank, and of a transaction, in characters.
pub const REFERENCE_CHARS_MAX: usize = 100;
/// Longest text of a moment, in characters.
const MOMENT_CHARS_MAX: usize = 64;
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
    /// All outcomes.
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
    /// In which world.
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

/// An amount as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RawAmount<'a> {
    /// In naira: `1,234.50`.
    Naira(&'a str),
    /// In kobo.
    Kobo(i64),
}

/// An entry as it is written. What is `None` has a fault already, or had none to have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RawEntry<'a> {
    /// The bank's.
    pub reference: Option<&'a str>,
    /// Ours.
    pub transaction_reference: Option<&'a str>,
    /// How much.
    pub amount: Option<RawAmount<'a>>,
    /// When.
    pub paid_at: Option<&'a str>,
}

impl RawEntry<'_> {
    /// The entry, or all that is wrong with it. `now` bounds when it can have been paid.
    pub fn read(&self, now: Timestamp, faults: &mut Vec<Fault>) -> Option<Entry> {
        let reference = self.reference.and_then(|text| {
            let text = read_reference("reference", text, faults)?;
            Some(text.to_owned())
        });
        let transaction_reference = self.transaction_reference.and_then(|text| {
            let text = read_reference("transactionReference", text, faults)?;
            Some(text.to_ascii_uppercase())
        });
        let amount = self.amount.and_then(|amount| read_amount(amount, faults));
        let paid_at = self
            .paid_at
            .and_then(|text| read_paid_at(text, now, faults));
        Some(Entry {
            reference: reference?,
            transaction_reference: transaction_reference?,
            amount: amount?,
            paid_at: paid_at?,
        })
    }
}

fn wrong(field: &'static str, must: impl Into<Cow<'static, str>>) -> Fault {
    let message = format!("`{field}` {}.", must.into());
    Fault::on(field, &codes::INVALID_FIELD, message)
}

fn read_reference<'a>(
    field: &'static str,
    text: &'a str,
    faults: &mut Vec<Fault>,
) -> Option<&'a str> {
    let text = text.trim();
    if text.is_empty() {
        faults.push(Fault::missing(field));
        return None;
    }
    if text.chars().count() > REFERENCE_CHARS_MAX || text.chars().any(char::is_control) {
        let must =
            format!("must have at most {REFERENCE_CHARS_MAX} characters and no control characters");
        faults.push(wrong(field, must));
        return None;
    }
    Some(text)
}

fn read_amount(amount: RawAmount<'_>, faults: &mut Vec<Fault>) -> Option<Kobo> {
    let (field, kobo) = match amount {
        RawAmount::Kobo(kobo) => ("amountKobo", Some(Kobo::new(kobo))),
        RawAmount::Naira(text) if text.trim().is_empty() => {
            faults.push(Fault::missing("amount"));
            return None;
        }
        RawAmount::Naira(text) => ("amount", Kobo::parse_naira(text)),
    };
    let kobo = kobo.filter(|kobo| (1..=AMOUNT_MAX.get()).contains(&kobo.get()));
    if kobo.is_none() {
        let most = AMOUNT_MAX.get();
        faults.push(match amount {
            RawAmount::Kobo(_) => wrong(field, format!("must be from 1 to {most}")),
            RawAmount::Naira(_) => wrong(
                field,
                format!(
                    "must be naira from 0.01 to {} with at most two decimals, such as 1234.50 \
                     or 1,234.50",
                    AMOUNT_MAX.naira_text()
                ),
            ),
        });
    }
    kobo
}

fn read_paid_at(text: &str, now: Timestamp, faults: &mut Vec<Fault>) -> Option<Timestamp> {
    let text = text.trim();
    if text.is_empty() {
        faults.push(Fault::missing("paidAt"));
        return None;
    }
    let at = if text.len() > MOMENT_CHARS_MAX {
        None
    } else {
        day(text).or_else(|| Timestamp::parse_rfc3339(text))
    };
    match at {
        Some(at) if at > now => {
            faults.push(wrong("paidAt", "must not be in the future"));
            None
        }
        Some(at) if at >= PAID_FROM => Some(at),
        _ => {
            let must = "must be a day such as 2026-07-03, or a moment in RFC 3339 such as \
                        2026-07-03T10:15:00+01:00";
            faults.push(wrong("paidAt", must));
            None
        }
    }
}

/// The first moment in Lagos of a day written `YYYY-MM-DD`.
fn day(text: &str) -> Option<Timestamp> {
    let date: Date = (text.len() == 10).then(|| text.parse().ok())??;
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

    #[test]
    fn days_begin_in_lagos_and_no_payment_is_in_the_future() {
        let check = |text: &str, expected: Option<&str>| {
            let mut faults = Vec::new();
            let read = read_paid_at(text, at(NOW), &mut faults);
            assert_eq!(read, expected.map(at), "{text}");
            assert_eq!(faults.is_empty(), expected.is_some(), "{text}");
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
        let raw = RawEntry {
            reference: Some("a\u{7}"),
            transaction_reference: Some("  "),
            amount: Some(RawAmount::Naira("12.345")),
            paid_at: Some("soon"),
        };
        let mut faults = Vec::new();
        assert_eq!(raw.read(at(NOW), &mut faults), None);
        let fields: Vec<_> = faults.iter().filter_map(|f| f.field.as_deref()).collect();
        let expected = ["reference", "transactionReference", "amount", "paidAt"];
        assert_eq!(fields, expected);
        let too_much = RawEntry {
            amount: Some(RawAmount::Kobo(AMOUNT_MAX.get() + 1)),
            ..raw
        };
        too_much.read(at(NOW), &mut faults);
        assert!(
            faults
                .iter()
                .any(|f| f.field.as_deref() == Some("amountKobo"))
        );
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
            read_paid_at(&text, at(NOW), &mut Vec::new());
        }
    }
}
