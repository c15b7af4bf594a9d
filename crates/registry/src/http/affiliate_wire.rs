//! The shapes in which affiliates are answered.

use kofa_domain::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::by_consent;
use super::numbers::Percent;
use super::wire::RecordSource;
use crate::people::{self, Person};
use crate::profile::{Control, Party, Profile, Role, RoleKind};
use crate::rules::read_nature;
use crate::shares::distribute;

/// What the register says of the people.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AffiliatesAnswer {
    /// The HTTP status.
    #[schema(minimum = 200, maximum = 200, example = 200)]
    status_code: u16,
    /// Always true.
    success: bool,
    /// A human-readable message.
    #[schema(example = "Affiliates found.")]
    message: String,
    data: Affiliates,
}

/// The people and bodies behind an entity.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Affiliates {
    /// In canonical form.
    #[schema(pattern = "^[0-9]{1,12}$", example = "1885308")]
    rc_number: String,
    company_name: String,
    /// Kind of entity.
    #[schema(example = "COMPANY")]
    entity_type: &'static str,
    /// Entries in `affiliates`.
    #[schema(minimum = 0, example = 6)]
    total_count: usize,
    /// Entries with a current role.
    #[schema(minimum = 0, example = 5)]
    current_count: usize,
    /// Current role holders first, by seniority, then former ones.
    affiliates: Vec<Affiliate>,
    source: RecordSource,
}

/// A person or organisation. Values that are not on the register are null.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Affiliate {
    /// The identifier in the register.
    affiliate_id: Option<String>,
    /// The most senior current role, or the most senior former role if there is no current one.
    #[schema(
        pattern = "^(CHAIRMAN|DIRECTOR|PROPRIETOR|PARTNER|TRUSTEE|SECRETARY|PSC|SHAREHOLDER\
                   |PRESENTER|WITNESS)$",
        example = "DIRECTOR"
    )]
    affiliate_type: &'static str,
    /// All roles, most senior first.
    roles: Vec<AffiliateRole>,
    surname: Option<String>,
    first_name: Option<String>,
    other_name: Option<String>,
    #[schema(example = "Ngozi Adaeze Okonkwo")]
    full_name: String,
    /// `MALE` or `FEMALE`, or the value in the register.
    gender: Option<String>,
    /// Year and month only.
    #[schema(pattern = "^[0-9]{4}-[0-9]{2}$", example = "1978-04")]
    date_of_birth: Option<String>,
    nationality: Option<String>,
    former_nationality: Option<String>,
    occupation: Option<String>,
    /// Masked.
    #[schema(example = "n***@example.ng")]
    email: Option<String>,
    /// Masked.
    #[schema(example = "0803***4567")]
    phone_number: Option<String>,
    address: AffiliateAddress,
    /// Whether this is an organisation rather than a person.
    is_corporate: bool,
    /// Of a body.
    corporation_name: Option<String>,
    /// For an organisation, as written in the register.
    corporation_rc_number: Option<String>,
    /// Number of shares currently held, of all types.
    #[schema(minimum = 0)]
    shares_allotted: Option<u64>,
    /// Type of the shares; several types are joined by `, `.
    #[schema(example = "ORDINARY")]
    share_type: Option<String>,
    /// Part of all shares that the register lists as held. Of the shares issued:
    /// `getShareDistribution`.
    percentage: Option<Percent>,
    /// Whether this person currently chairs the board or the trustees.
    is_chairman: bool,
    /// Whether this person currently has significant control.
    is_psc: bool,
    /// The details of the control; null if there never was any.
    psc: Option<AffiliateControl>,
    accreditation_number: Option<String>,
    /// Masked: all but the last four characters.
    identity_number: Option<String>,
    /// `ACTIVE`, `RESIGNED` (all roles, the leading one at a date), `INACTIVE`, or `UNKNOWN`,
    /// where the register does not say.
    #[schema(pattern = "^(ACTIVE|RESIGNED|INACTIVE|UNKNOWN)$", example = "ACTIVE")]
    status: &'static str,
}

/// One role of a person.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AffiliateRole {
    /// The role.
    #[serde(rename = "type")]
    #[schema(example = "DIRECTOR")]
    kind: &'static str,
    #[schema(format = Date, example = "2014-03-12")]
    appointed_on: Option<String>,
    #[schema(format = Date)]
    resigned_on: Option<String>,
    /// `ACTIVE`, `RESIGNED`, `INACTIVE` or `UNKNOWN`.
    #[schema(pattern = "^(ACTIVE|RESIGNED|INACTIVE|UNKNOWN)$", example = "ACTIVE")]
    status: &'static str,
}

/// The address of an affiliate.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AffiliateAddress {
    street: Option<String>,
    street_number: Option<String>,
    city: Option<String>,
    /// Local government area.
    lga: Option<String>,
    state: Option<String>,
    country: Option<String>,
    postcode: Option<String>,
}

/// How a person controls the entity (CAMA 2020, section 119).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AffiliateControl {
    /// `HOLDS_SHARES`, `HOLDS_VOTING_RIGHTS`, `APPOINTS_DIRECTORS`,
    /// `SIGNIFICANT_INFLUENCE_OR_CONTROL`, or the register's own words.
    nature: Vec<String>,
    /// Held directly.
    direct: Option<bool>,
    /// Held through others.
    indirect: Option<bool>,
    share_percentage: Option<Percent>,
    voting_percentage: Option<Percent>,
}

impl AffiliatesAnswer {
    /// Of `profile`; with `everyone`, also of who only filed or witnessed its papers.
    pub(super) fn of(profile: &Profile, everyone: bool, now: Timestamp) -> Self {
        let company = &profile.record.company;
        let roles = profile.roles.iter();
        let wanted = roles.filter(|role| everyone || role.is_of_the_entity());
        let people = people::merge(wanted.cloned().collect());
        let held = held_parts(&people);
        let listed = people.iter().zip(held);
        let affiliates: Vec<Affiliate> = listed
            .map(|(person, part)| Affiliate::of(person, part))
            .collect();
        let is_current = |person: &&Person| person.status().is_current();
        let text = match affiliates.len() {
            0 => "The entity was found; the register lists no affiliate of it.",
            _ => "Affiliates found.",
        };
        Self {
            status_code: 200,
            success: true,
            message: by_consent::message(profile, text),
            data: Affiliates {
                rc_number: company.rc_number.to_string(),
                company_name: company.company_name.clone(),
                entity_type: company.entity_type.as_str(),
                total_count: affiliates.len(),
                current_count: people.iter().filter(is_current).count(),
                affiliates,
                source: RecordSource::of(&profile.record, now),
            },
        }
    }
}

/// What part of the shares listed each of `people` holds, in hundredths of a percent.
fn held_parts(people: &[Person]) -> Vec<Option<u64>> {
    let found = distribute(people, None);
    let mut parts: std::collections::HashMap<*const Person, u64> = Default::default();
    for share in &found.shares {
        if let Some(part) = share.hundredths {
            let sum = parts.entry(std::ptr::from_ref(share.holder)).or_default();
            *sum = sum.saturating_add(part);
        }
    }
    let part = |person: &Person| parts.get(&std::ptr::from_ref(person)).copied();
    people.iter().map(part).collect()
}

/// The text, if there is any.
fn filled(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

impl Affiliate {
    fn of(person: &Person, part: Option<u64>) -> Self {
        let party = &person.party;
        let body = party.corporation.as_ref();
        let current = |kind| {
            let held = |role: &&Role| role.kind == kind && role.status().is_current();
            person.roles.iter().find(held).is_some()
        };
        let accredited = |role: &Role| role.accreditation_number.clone();
        Self {
            affiliate_id: party.id.clone(),
            affiliate_type: person.senior_role().map_or("", |role| role.kind.as_str()),
            roles: person.roles.iter().map(AffiliateRole::of).collect(),
            surname: filled(&party.surname),
            first_name: filled(&party.first_name),
            other_name: filled(&party.other_name),
            full_name: party.full_name(),
            gender: party.gender.clone(),
            date_of_birth: party.born.clone(),
            nationality: party.nationality.clone(),
            former_nationality: party.former_nationality.clone(),
            occupation: party.occupation.clone(),
            email: party.email_masked.clone(),
            phone_number: party.phone_masked.clone(),
            address: AffiliateAddress::of(party),
            is_corporate: body.is_some(),
            corporation_name: body.map(|body| body.name.clone()),
            corporation_rc_number: body.and_then(|body| body.rc_number.clone()),
            shares_allotted: person.shares_held(),
            share_type: share_type(person),
            percentage: part.map(Percent),
            is_chairman: current(RoleKind::Chairman),
            is_psc: person.is_psc(),
            psc: AffiliateControl::of(person),
            accreditation_number: person.roles.iter().find_map(accredited),
            identity_number: party.identity_masked.clone(),
            status: person.status().as_str(),
        }
    }
}

fn share_type(person: &Person) -> Option<String> {
    let kinds = person.holdings().map(|one| one.share_type.as_str());
    let mut kinds: Vec<&str> = kinds.collect();
    kinds.sort_unstable();
    kinds.dedup();
    (!kinds.is_empty()).then(|| kinds.join(", "))
}

impl AffiliateRole {
    fn of(role: &Role) -> Self {
        Self {
            kind: role.kind.as_str(),
            appointed_on: role.appointed_on.clone(),
            resigned_on: role.resigned_on.clone(),
            status: role.status().as_str(),
        }
    }
}

impl AffiliateAddress {
    fn of(party: &Party) -> Self {
        let address = party.address.clone();
        Self {
            street: address.street,
            street_number: address.street_number,
            city: address.city,
            lga: address.lga,
            state: address.state,
            country: address.country,
            postcode: address.postcode,
        }
    }
}

impl AffiliateControl {
    /// All natures of control of all of a person's entries as one with significant control:
    /// those held now, or, of who has given it up, those given up.
    fn of(person: &Person) -> Option<Self> {
        let of_control = |role: &&Role| role.kind == RoleKind::Psc;
        let all = || person.roles.iter().filter(of_control);
        let current: Vec<&Role> = all().filter(|role| role.status().is_current()).collect();
        let counted = match current.is_empty() {
            true => all().collect(),
            false => current,
        };
        counted.first()?;
        let controls: Vec<&Control> = counted
            .iter()
            .filter_map(|it| it.control.as_ref())
            .collect();
        let mut nature: Vec<String> = Vec::new();
        for text in controls.iter().flat_map(|control| &control.nature) {
            let word = read_nature(text);
            if !nature.contains(&word) {
                nature.push(word);
            }
        }
        let said = |flag: fn(&Control) -> Option<bool>| {
            let said = controls.iter().filter_map(|control| flag(control));
            said.reduce(|one, other| one || other)
        };
        let most = |part: fn(&Control) -> Option<u32>| {
            let most = controls.iter().filter_map(|control| part(control)).max();
            most.map(|hundredths| Percent(hundredths.into()))
        };
        Some(Self {
            nature,
            direct: said(|control| control.is_direct),
            indirect: said(|control| control.is_indirect),
            share_percentage: most(|control| control.share_hundredths),
            voting_percentage: most(|control| control.voting_hundredths),
        })
    }
}
