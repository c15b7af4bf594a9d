//! What is kept of a document that was given out, and whether the register still says so.

use kofa_domain::{Environment, Timestamp};
use sha2::{Digest as _, Sha256};

use crate::documents::pdf::Document;
use crate::profile::{Profile, Role, RoleKind};
use crate::rules::{EntityType, RcNumber, RegistrationStatus};

/// A document that was given out, in short.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issued {
    pub environment: Environment,
    pub document: Document,
    pub rc_number: RcNumber,
    pub entity_type: EntityType,
    /// Its name on the document.
    pub company_name: String,
    /// How it stands on the document.
    pub registration_status: RegistrationStatus,
    /// `YYYY-MM-DD`
    pub registration_date: Option<String>,
    /// When the register was read.
    pub retrieved_at: Timestamp,
    /// When it was drawn.
    pub issued_at: Timestamp,
    /// SHA-256 of the file.
    pub sha256: [u8; 32],
    /// [`Issued::says`] of what it says.
    pub says: [u8; 32],
}

/// Whether a document still holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The register says the same.
    Holds,
    /// It says something else by now.
    Changed(Changed),
    /// The register at hand is older than the document, or does not know the entity.
    Unknown,
}

/// What has changed, as far as a verify page tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// The name by now, if it is another.
    pub company_name: Option<String>,
    /// The status by now, if it is another.
    pub registration_status: Option<RegistrationStatus>,
}

impl Issued {
    /// A digest of all that `document` says of `profile`: equal if and only if a new copy
    /// would say the same. Neither when it was read nor in which order a register lists people
    /// counts.
    pub fn says(document: Document, profile: &Profile) -> [u8; 32] {
        says(document, profile)
    }

    /// Compares with what the register says now. A register that was read before the document
    /// was drawn from another reading says nothing about it unless it agrees.
    pub fn verdict(&self, now: Option<&Profile>) -> Verdict {
        let Some(profile) = now else {
            return Verdict::Unknown;
        };
        if says(self.document, profile) == self.says {
            return Verdict::Holds;
        }
        if profile.record.retrieved_at < self.retrieved_at {
            return Verdict::Unknown;
        }
        let company = &profile.record.company;
        let name =
            (company.company_name != self.company_name).then(|| company.company_name.clone());
        let status = company.registration_status;
        Verdict::Changed(Changed {
            company_name: name,
            registration_status: (status != self.registration_status).then_some(status),
        })
    }
}

fn says(document: Document, profile: &Profile) -> [u8; 32] {
    let mut facts = vec![entity(profile)];
    if document == Document::StatusReport {
        facts.push(details(profile));
        facts.push(capital(profile));
        let listed = |role: &&Role| !matches!(role.kind, RoleKind::Presenter | RoleKind::Witness);
        let mut roles: Vec<String> = profile.roles.iter().filter(listed).map(role).collect();
        roles.sort_unstable();
        facts.extend(roles);
        let mut charges = charges(profile);
        charges.sort_unstable();
        facts.extend(charges);
    }
    let mut digest = Sha256::new();
    digest.update(document.as_str());
    for fact in facts {
        // Each with its length, so that no two lists of facts run together.
        digest.update((fact.len() as u64).to_be_bytes());
        digest.update(fact);
    }
    digest.finalize().into()
}

/// Texts of a fact, each with its length; absent ones are told from empty ones.
fn fact<'a>(texts: impl IntoIterator<Item = Option<&'a str>>) -> String {
    let mut fact = String::new();
    for text in texts {
        match text {
            Some(text) => fact.push_str(&format!("{}:{text};", text.len())),
            None => fact.push_str("-;"),
        }
    }
    fact
}

fn entity(profile: &Profile) -> String {
    let company = &profile.record.company;
    fact([
        Some(company.rc_number.as_str()),
        Some(company.entity_type.as_str()),
        Some(&company.company_name),
        Some(&company.company_type),
        Some(company.registration_status.as_str()),
        Some(&company.registered_address),
        company.registration_date.as_deref(),
    ])
}

fn details(profile: &Profile) -> String {
    let (company, details) = (&profile.record.company, &profile.details);
    let objectives = details.objectives.iter().map(|one| Some(one.as_str()));
    let texts = [
        company.line_of_business.as_deref(),
        company.city.as_deref(),
        company.lga.as_deref(),
        company.state.as_deref(),
        company.email.as_deref(),
        details.phone.as_deref(),
        details.branch_address.as_deref(),
        details.head_office_address.as_deref(),
        details.last_annual_return.as_deref(),
    ];
    fact(texts.into_iter().chain(objectives))
}

fn number(value: Option<impl ToString>) -> Option<String> {
    value.map(|value| value.to_string())
}

fn capital(profile: &Profile) -> String {
    let Some(capital) = &profile.capital else {
        return String::new();
    };
    let numbers = [
        Some(capital.currency.clone()),
        number(Some(capital.nominal.get())),
        number(capital.issued_shares),
        number(capital.nominal_per_share.map(|kobo| kobo.get())),
        number(capital.paid_up.map(|kobo| kobo.get())),
    ];
    fact(numbers.iter().map(Option::as_deref))
}

fn role(role: &Role) -> String {
    let (party, control) = (&role.party, role.control.clone().unwrap_or_default());
    let body = party.corporation.clone().unwrap_or_default();
    let texts = [
        Some(format!("{:?}", role.kind)),
        Some(party.surname.clone()),
        Some(party.first_name.clone()),
        Some(party.other_name.clone()),
        party.nationality.clone(),
        party.address.city.clone(),
        party.address.state.clone(),
        party.address.country.clone(),
        Some(body.name),
        body.rc_number,
        role.appointed_on.clone(),
        role.resigned_on.clone(),
        number(role.is_active),
        number(role.shares.as_ref().map(|shares| shares.allotted)),
        role.shares.as_ref().map(|shares| shares.share_type.clone()),
        Some(control.nature.join("\n")),
        number(control.is_direct),
        number(control.is_indirect),
        number(control.share_hundredths),
        number(control.voting_hundredths),
    ];
    fact(texts.iter().map(Option::as_deref))
}

fn charges(profile: &Profile) -> Vec<String> {
    let charge = |charge: &crate::profile::Charge| {
        let texts = [
            Some(charge.id.clone()),
            charge.kind.clone(),
            charge.description.clone(),
            charge.created_on.clone(),
            charge.registered_on.clone(),
            charge.satisfied_on.clone(),
            Some(format!("{:?}", charge.status)),
            number(charge.secured.map(|kobo| kobo.get())),
            Some(charge.currency.clone()),
            Some(charge.persons_entitled.join("\n")),
            charge.particulars.clone(),
            number(charge.is_fixed),
            number(charge.is_floating),
            number(charge.has_negative_pledge),
        ];
        fact(texts.iter().map(Option::as_deref))
    };
    profile.charges.iter().map(charge).collect()
}
