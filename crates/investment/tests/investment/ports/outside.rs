//! An exchange, a payment provider and an identity service that do as they are told: they fail,
//! delay, hang, answer that nobody knows, and answer after they did what they were asked, and
//! keep a book of what they did.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use kofa_domain::Kobo;
use kofa_investment::codes;
use kofa_investment::offer::Offer;
use kofa_investment::ports::{
    AccountQuestion, AccountRecord, Asked, Collected, Exchange, IdentityEnquiry, Payments,
    PersonQuestion, PersonRecord, PortError, Refunded, Registration, Said,
};
use kofa_investment::subscription::Subscription;
use tokio::sync::Notify;

/// How one question goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// It is done, and that is said.
    Do,
    /// The same, a moment later.
    DoSlowly,
    Refuse,
    /// It is surely not done.
    Down,
    /// It is not done, and nobody knows.
    Lose,
    /// It is done, and nobody knows.
    DoAndLose,
    /// It is not done, and there is no answer.
    Hang,
    /// It is done, and there is no answer.
    DoAndHang,
}

/// How long a slow answer takes.
pub(crate) const SLOWLY: Duration = Duration::from_millis(150);

/// How the next questions go; all others are done.
#[derive(Default)]
pub(crate) struct Script {
    acts: Mutex<BTreeMap<&'static str, VecDeque<Act>>>,
    /// Told whenever something is asked.
    pub(crate) asked: Notify,
}

impl Script {
    pub(crate) fn will(&self, what: &'static str, acts: &[Act]) {
        let mut all = self.acts.lock().unwrap();
        all.entry(what).or_default().extend(acts);
    }

    async fn play<T>(&self, what: &str, done: impl FnOnce() -> T) -> Result<T, PortError> {
        let act = {
            let mut all = self.acts.lock().unwrap_or_else(PoisonError::into_inner);
            let next = all.get_mut(what).and_then(VecDeque::pop_front);
            next.unwrap_or(Act::Do)
        };
        let is_done = !matches!(act, Act::Refuse | Act::Down | Act::Lose | Act::Hang);
        let done = is_done.then(done);
        self.asked.notify_one();
        match (act, done) {
            (Act::Do, Some(done)) => Ok(done),
            (Act::DoSlowly, Some(done)) => {
                tokio::time::sleep(SLOWLY).await;
                Ok(done)
            }
            (Act::Refuse, _) => Err(PortError::Refused("The test says no.".to_owned())),
            (Act::Down, _) => Err(PortError::NotDone(&codes::BANK_UNAVAILABLE)),
            (Act::Lose | Act::DoAndLose, _) => Err(PortError::Unknown("cut off".to_owned())),
            _ => std::future::pending().await,
        }
    }
}

/// What the exchange has of one application.
#[derive(Clone, Debug)]
pub(crate) struct Registered {
    names: Registration,
    /// How often it arrived.
    pub(crate) arrivals: u32,
    /// How often it was confirmed as paid.
    pub(crate) confirmed: u32,
}

#[derive(Default)]
pub(crate) struct TestExchange {
    /// Of `submit`, `find` and `confirm`.
    pub(crate) script: Script,
    pub(crate) book: Mutex<BTreeMap<String, Registered>>,
}

impl Exchange for TestExchange {
    fn changes_outside(&self) -> bool {
        true
    }

    fn submit<'a>(&'a self, one: &'a Subscription, offer: &'a Offer) -> Asked<'a, Registration> {
        assert_eq!(one.application.offer_id, offer.id);
        let register = || {
            let mut book = self.book.lock().unwrap();
            let number = book.len();
            let entry = book.entry(one.id.clone()).or_insert_with(|| Registered {
                names: Registration {
                    reference: format!("TEST-{number}"),
                    subscription_id: format!("T-{number}"),
                },
                arrivals: 0,
                confirmed: 0,
            });
            entry.arrivals += 1;
            entry.names.clone()
        };
        Box::pin(self.script.play("submit", register))
    }

    fn find<'a>(&'a self, one: &'a Subscription) -> Asked<'a, Option<Registration>> {
        let look = || {
            let book = self.book.lock().unwrap();
            book.get(&one.id).map(|found| found.names.clone())
        };
        Box::pin(self.script.play("find", look))
    }

    fn confirm_paid<'a>(&'a self, one: &'a Subscription) -> Asked<'a, ()> {
        let confirm = || {
            let mut book = self.book.lock().unwrap();
            book.get_mut(&one.id).unwrap().confirmed += 1;
        };
        Box::pin(self.script.play("confirm", confirm))
    }
}

/// What the provider did for one application.
#[derive(Clone, Debug, Default)]
pub(crate) struct Moved {
    pub(crate) debited: Kobo,
    pub(crate) refunded: Kobo,
    /// How often it was asked to debit.
    pub(crate) begun: u32,
}

#[derive(Default)]
pub(crate) struct TestPayments {
    /// Of `begin`, `outcome` and `refund`.
    pub(crate) script: Script,
    /// By the payment's reference.
    pub(crate) book: Mutex<BTreeMap<String, Moved>>,
}

impl TestPayments {
    fn change(&self, one: &Subscription, change: impl FnOnce(&mut Moved)) {
        let mut book = self.book.lock().unwrap();
        change(book.entry(one.transaction_reference.clone()).or_default());
    }
}

impl Payments for TestPayments {
    fn begin<'a>(&'a self, one: &'a Subscription) -> Asked<'a, Collected> {
        let debit = || {
            self.change(one, |moved| {
                moved.begun += 1;
                moved.debited = one.application.amount;
            });
            Collected::Paid { by: None }
        };
        Box::pin(self.script.play("begin", debit))
    }

    fn outcome<'a>(&'a self, one: &'a Subscription) -> Asked<'a, Option<Collected>> {
        let look = || {
            let book = self.book.lock().unwrap();
            let found = book.get(&one.transaction_reference);
            found.map(|_| Collected::Paid { by: None })
        };
        Box::pin(self.script.play("outcome", look))
    }

    fn refund<'a>(&'a self, one: &'a Subscription, amount: Kobo) -> Asked<'a, Refunded> {
        let refund = move || {
            self.change(one, |moved| moved.refunded = amount);
            Refunded::Done(format!("BACK-{}", one.transaction_reference))
        };
        Box::pin(self.script.play("refund", refund))
    }
}

/// Knows everybody by what they say of themselves, unless it is told something else.
#[derive(Default)]
pub(crate) struct TestIdentity {
    /// Of `bvn`, `nin` and `account`.
    pub(crate) script: Script,
    /// What it knows instead, by the same words.
    pub(crate) people: Mutex<BTreeMap<&'static str, Option<PersonRecord>>>,
    pub(crate) account: Mutex<Option<Option<&'static str>>>,
    /// How often it was asked.
    pub(crate) questions: AtomicUsize,
}

impl IdentityEnquiry for TestIdentity {
    fn person<'a>(&'a self, question: PersonQuestion<'a>) -> Asked<'a, Option<PersonRecord>> {
        self.questions.fetch_add(1, Ordering::Relaxed);
        let kind = question.kind.as_str();
        let answer = move || {
            let known = self.people.lock().unwrap().get(kind).cloned();
            known.unwrap_or_else(|| Some(record_of(question.said)))
        };
        Box::pin(self.script.play(kind, answer))
    }

    fn account<'a>(&'a self, question: AccountQuestion<'a>) -> Asked<'a, Option<AccountRecord>> {
        self.questions.fetch_add(1, Ordering::Relaxed);
        let said = question.said;
        let answer = move || {
            let own = format!("{} {}", said.last_name, said.first_name);
            let known = *self.account.lock().unwrap();
            let name = known.map_or(Some(own), |known| known.map(str::to_owned));
            name.map(|name| AccountRecord { name })
        };
        Box::pin(self.script.play("account", answer))
    }
}

/// What somebody says of themselves, as a record.
fn record_of(said: Said<'_>) -> PersonRecord {
    PersonRecord {
        first_name: said.first_name.to_owned(),
        middle_name: String::new(),
        last_name: said.last_name.to_owned(),
        date_of_birth: said.date_of_birth.map(str::to_owned),
        is_watchlisted: false,
    }
}

/// A record of somebody.
pub(crate) fn record(first_name: &str, last_name: &str, born: Option<&str>) -> PersonRecord {
    record_of(Said {
        first_name,
        last_name,
        date_of_birth: born,
    })
}
