//! Whether those who apply are who they say, and whether the bank account is theirs.

use futures_util::future::join_all;
use kofa_core::codes::UPSTREAM_NOT_CONFIGURED;
use kofa_core::companies::NameVerdict;
use kofa_domain::{Code, Environment, Error, Fault, Result, Timestamp};
use kofa_store::Vault;

use super::RETRY_AFTER_SECONDS;
use crate::codes;
use crate::identity::birth::{self, BirthMatch};
use crate::identity::names::{KeptName, NameComparison, SentName, compare};
use crate::identity::outcome::{
    CheckKind, IdentityCheck, IdentityChecks, KeptChecks, Outcome, Party, Policy,
};
use crate::offer::Offer;
use crate::ports::{
    AccountQuestion, AccountRecord, PersonQuestion, PersonRecord, PortError, Ports, Said,
};
use crate::rules::Warning;
use crate::sealing::record_digest;
use crate::subscription::{Application, Identified, Person};

/// What those say who know people.
#[derive(Default)]
pub(super) struct LookedUp {
    pub(super) faults: Vec<Fault>,
    /// Why somebody could not be looked up, if that keeps them from applying.
    pub(super) failure: Option<Error>,
    pub(super) warnings: Vec<Warning>,
    /// What is kept of it; `None` where nobody was asked.
    pub(super) kept: Option<KeptChecks>,
}

/// Codes of one kind of number.
struct Codes {
    not_found: &'static Code,
    name: &'static Code,
    birth_date: &'static Code,
    watchlisted: &'static Code,
}

const BVN: Codes = Codes {
    not_found: &codes::BVN_NOT_FOUND,
    name: &codes::BVN_NAME_MISMATCH,
    birth_date: &codes::BVN_BIRTH_DATE_MISMATCH,
    watchlisted: &codes::BVN_WATCHLISTED,
};

const NIN: Codes = Codes {
    not_found: &codes::NIN_NOT_FOUND,
    name: &codes::NIN_NAME_MISMATCH,
    birth_date: &codes::NIN_BIRTH_DATE_MISMATCH,
    watchlisted: &codes::NIN_WATCHLISTED,
};

/// Asks about everybody's BVN and NIN and about the account, all at once.
pub(super) async fn check(
    ports: &Ports,
    vault: &Vault,
    (environment, application, offer): (Environment, &Application, &Offer),
    now: Timestamp,
) -> LookedUp {
    let policy = ports.of(environment).policy_for(offer);
    if policy == Policy::Skip {
        return LookedUp::default();
    }
    let person = application.person.expose();
    let (people, account) = (numbers(person), account(application));
    let asked = people.iter().map(|(one, question)| async move {
        let answer = ports.ask_person(environment, *question).await;
        (one, question, answer)
    });
    let asked = join_all(asked);
    let (answers, of_account) = tokio::join!(asked, ports.ask_account(environment, account));
    let mut judge = Judge {
        policy,
        vault,
        environment,
        looked_up: LookedUp::default(),
        checks: Vec::new(),
        digests: Vec::new(),
        failures: Vec::new(),
        records: Vec::new(),
    };
    for (one, question, answer) in answers {
        judge.person(one, question, answer);
    }
    judge.account(person, &account, of_account);
    judge.finish(now)
}

/// Every BVN and NIN, with the question about it.
fn numbers(person: &Person) -> Vec<(Identified<'_>, PersonQuestion<'_>)> {
    let mut all = Vec::new();
    for one in person.identified() {
        let said = Said {
            first_name: one.first_name,
            last_name: one.last_name,
            date_of_birth: one.date_of_birth,
        };
        let numbers = [(CheckKind::Bvn, one.bvn), (CheckKind::Nin, one.nin)];
        for (kind, number) in numbers {
            if let Some(number) = number {
                let question = PersonQuestion { kind, number, said };
                all.push((one, question));
            }
        }
    }
    all
}

fn account(application: &Application) -> AccountQuestion<'_> {
    let person = application.person.expose();
    let (first_name, last_name) = match &person.company {
        Some(company) => (company.name.as_str(), ""),
        None => (person.first_name.as_str(), person.last_name.as_str()),
    };
    AccountQuestion {
        bank_id: application.bank_id,
        number: &person.account_number,
        said: Said {
            first_name,
            last_name,
            date_of_birth: None,
        },
    }
}

struct Judge<'a> {
    policy: Policy,
    vault: &'a Vault,
    environment: Environment,
    looked_up: LookedUp,
    checks: Vec<IdentityCheck>,
    digests: Vec<u8>,
    failures: Vec<PortError>,
    /// Records that are of those who apply.
    records: Vec<PersonRecord>,
}

impl Judge<'_> {
    fn person(
        &mut self,
        one: &Identified<'_>,
        question: &PersonQuestion<'_>,
        answer: Result<Option<PersonRecord>, PortError>,
    ) {
        let kind = question.kind;
        let codes = match kind {
            CheckKind::Bvn => &BVN,
            _ => &NIN,
        };
        let field = format!("{}{}", one.prefix, kind.as_str());
        let party = Party::of_prefix(one.prefix);
        let record = match answer {
            Ok(Some(record)) => record,
            Ok(None) => {
                self.against(&field, codes.not_found, "");
                return self.note(party, kind, Outcome::NotFound);
            }
            Err(error) => return self.unavailable((party, kind), &field, error),
        };
        let text = record.as_text(question.number);
        self.digest(kind, &text);
        if record.is_watchlisted {
            let message = format!("{}.", codes.watchlisted.title);
            let fault = Fault::on(field, codes.watchlisted, message);
            return self.looked_up.faults.push(fault);
        }
        let born = birth::compare(one.date_of_birth, record.date_of_birth.as_deref());
        let names = [("firstName", one.first_name), ("lastName", one.last_name)];
        let given = format!("{} {}", record.first_name, record.middle_name);
        let kept = KeptName {
            given: &given,
            family: &record.last_name,
            is_of_account: false,
        };
        let found = compare(
            &SentName { fields: &names },
            &kept,
            born == BirthMatch::Same,
        );
        self.name(&field, (one.prefix, kind), &found, codes.name);
        let mut outcome = Outcome::from(found.verdict);
        if found.verdict != NameVerdict::Mismatch {
            if born == BirthMatch::Different {
                outcome = Outcome::BirthDateMismatch;
            } else {
                self.records.push(record);
            }
            self.birth(one.prefix, kind, born, codes.birth_date);
        }
        self.note(party, kind, outcome);
    }

    fn birth(&mut self, prefix: &str, kind: CheckKind, born: BirthMatch, code: &'static Code) {
        let field = format!("{prefix}dateOfBirth");
        match born {
            BirthMatch::Same | BirthMatch::Unknown => {}
            BirthMatch::Near => {
                let kind = kind.in_words();
                let message = format!("The {kind} has a similar date of birth, not the same.");
                self.looked_up.warnings.push(Warning::on(field, message));
            }
            BirthMatch::Different => self.against(&field, code, ""),
        }
    }

    fn account(
        &mut self,
        person: &Person,
        question: &AccountQuestion<'_>,
        answer: Result<Option<AccountRecord>, PortError>,
    ) {
        let (field, kind) = ("bankAccountNumber", CheckKind::Account);
        let record = match answer {
            Ok(Some(record)) => record,
            Ok(None) => {
                self.against(field, &codes::ACCOUNT_NOT_FOUND, "");
                return self.note(Party::Applicant, kind, Outcome::NotFound);
            }
            Err(error) => return self.unavailable((Party::Applicant, kind), field, error),
        };
        let text = format!("{}\n{}", question.number, record.name);
        self.digest(kind, &text);
        let kept = KeptName::of_account(&record.name);
        let (found, prefix) = self.holder(person, &kept);
        self.name(field, (prefix, kind), &found, &codes::ACCOUNT_NAME_MISMATCH);
        let outcome = Outcome::from(found.verdict);
        self.note(Party::of_prefix(prefix), kind, outcome);
    }

    /// Who of those who may hold the account does, and how well the name fits. Whoever goes by
    /// another name by now may have the account in the one that BVN or NIN has.
    fn holder(&self, person: &Person, kept: &KeptName<'_>) -> (NameComparison, &'static str) {
        if let Some(company) = &person.company {
            let names = [("company.name", company.name.as_str())];
            return (compare(&SentName { fields: &names }, kept, false), "");
        }
        let of = |one: Identified<'_>| {
            let names = [("firstName", one.first_name), ("lastName", one.last_name)];
            (
                compare(&SentName { fields: &names }, kept, false),
                one.prefix,
            )
        };
        let rank = |found: &NameComparison| {
            NameVerdict::ALL
                .iter()
                .position(|one| *one == found.verdict)
        };
        let all = person.identified().into_iter().map(of);
        let best = all.min_by_key(|(found, _)| rank(found));
        let (mut found, prefix) = best.unwrap_or_else(|| {
            let nobody = SentName { fields: &[] };
            (compare(&nobody, kept, false), "")
        });
        let is_of_record = |record: &PersonRecord| {
            let names = [
                ("firstName", record.first_name.as_str()),
                ("lastName", record.last_name.as_str()),
            ];
            let found = compare(&SentName { fields: &names }, kept, false);
            found.verdict != NameVerdict::Mismatch
        };
        if found.verdict == NameVerdict::Mismatch && self.records.iter().any(is_of_record) {
            found.verdict = NameVerdict::Partial;
        }
        (found, prefix)
    }

    /// What a verdict on a name comes to.
    fn name(
        &mut self,
        field: &str,
        (prefix, kind): (&str, CheckKind),
        found: &NameComparison,
        code: &'static Code,
    ) {
        let explained = found.explain(prefix);
        match found.verdict {
            NameVerdict::Exact | NameVerdict::Normalized => {}
            NameVerdict::Partial => {
                let what = format!("The {} has a similar name, not the same", kind.in_words());
                let warning = Warning::on(field.to_owned(), because(&what, &explained));
                self.looked_up.warnings.push(warning);
            }
            NameVerdict::Mismatch => self.against(field, code, &explained),
        }
    }

    /// Something speaks against somebody: a fault, or a warning if they may apply all the same.
    fn against(&mut self, field: &str, code: &'static Code, why: &str) {
        let message = because(code.title, why);
        let field = field.to_owned();
        match self.policy {
            Policy::Warn => self.looked_up.warnings.push(Warning::on(field, message)),
            _ => self.looked_up.faults.push(Fault::on(field, code, message)),
        }
    }

    fn unavailable(&mut self, of: (Party, CheckKind), field: &str, error: PortError) {
        let kind = of.1.in_words();
        if self.policy == Policy::Warn {
            let message = format!("The {kind} could not be looked up, so it was not checked.");
            let warning = Warning::on(field.to_owned(), message);
            self.looked_up.warnings.push(warning);
        }
        self.failures.push(error);
        self.note(of.0, of.1, Outcome::Unavailable);
    }

    fn note(&mut self, person: Party, kind: CheckKind, outcome: Outcome) {
        self.checks.push(IdentityCheck {
            person,
            kind,
            outcome,
        });
    }

    fn digest(&mut self, kind: CheckKind, record: &str) {
        let digest = record_digest(self.vault, self.environment, kind, record);
        self.digests.extend(digest);
    }

    fn finish(mut self, at: Timestamp) -> LookedUp {
        if self.policy == Policy::Refuse {
            // What is surely not done comes first: it may be tried again soon.
            self.failures
                .sort_by_key(|error| !matches!(error, PortError::NotDone(_)));
            self.looked_up.failure = self.failures.into_iter().next().map(unchecked);
        }
        self.looked_up.kept = Some(KeptChecks {
            checks: IdentityChecks {
                policy: self.policy,
                at,
                checks: self.checks,
            },
            digests: self.digests,
        });
        self.looked_up
    }
}

fn because(what: &str, why: &str) -> String {
    match why {
        "" => format!("{what}."),
        why => format!("{what}: {why}."),
    }
}

/// What is answered where nobody could say whether a person is who they say.
fn unchecked(error: PortError) -> Error {
    match error {
        PortError::NotConfigured => Error::plain(&UPSTREAM_NOT_CONFIGURED),
        PortError::NotDone(code) => Error::plain(code).with_retry_after(RETRY_AFTER_SECONDS),
        PortError::Unknown(why) => Error::plain(&codes::IDENTITY_TIMEOUT).with_context(why),
        PortError::Refused(why) | PortError::Amiss(why) => {
            Error::plain(&codes::IDENTITY_UNAVAILABLE).with_context(why)
        }
    }
}
