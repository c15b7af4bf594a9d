//! Who is behind an entity: one entry a person or body, with all their roles. Pure.
//!
//! Registers list a person once for every role, in whatever spelling the clerk used that day.
//! Two rows are one person's if the register numbers them alike, or if their names are the
//! same words and nothing else about them differs. Rows that differ in a middle name are
//! joined only if something else agrees. Where that would make one person of rows that
//! contradict one another (two namesakes and a row that could be either's), nothing is joined
//! that is not alike in everything. The outcome does not depend on the order of the rows.

use std::collections::HashMap;

use crate::names::{NameKeys, plain_letters};
use crate::profile::{Corporation, Holding, Party, Role, RoleKind};

/// A person or body and all that they are in an entity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// What is known of them, gathered from all rows.
    pub party: Party,
    /// Their roles, from the most to the least senior.
    pub roles: Vec<Role>,
}

/// Where a role stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoleStatus {
    /// Held, by what the register says.
    Active,
    /// Given up at a date.
    Resigned,
    /// Held no more, without a date.
    Inactive,
    /// The register does not say.
    Unknown,
}

impl RoleStatus {
    /// The word of the API.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Active => "ACTIVE",
            Self::Resigned => "RESIGNED",
            Self::Inactive => "INACTIVE",
            Self::Unknown => "UNKNOWN",
        }
    }

    /// Whether it may still be held.
    pub const fn is_current(self) -> bool {
        matches!(self, Self::Active | Self::Unknown)
    }
}

impl Role {
    pub fn status(&self) -> RoleStatus {
        match (&self.resigned_on, self.is_active) {
            (Some(_), _) => RoleStatus::Resigned,
            (None, Some(true)) => RoleStatus::Active,
            (None, Some(false)) => RoleStatus::Inactive,
            (None, None) => RoleStatus::Unknown,
        }
    }

    /// Whether who has it belongs to the entity, and did not only file or witness its papers.
    pub fn is_of_the_entity(&self) -> bool {
        !matches!(self.kind, RoleKind::Presenter | RoleKind::Witness)
    }
}

impl Person {
    /// The most senior role that may still be held; the most senior of all if none is.
    pub fn senior_role(&self) -> Option<&Role> {
        let current = self.roles.iter().find(|role| role.status().is_current());
        current.or(self.roles.first())
    }

    /// Active if any role is, then unknown if any is; otherwise as the most senior one.
    pub fn status(&self) -> RoleStatus {
        let all = || self.roles.iter().map(Role::status);
        let any = |wanted| all().any(|status| status == wanted);
        if any(RoleStatus::Active) {
            return RoleStatus::Active;
        }
        if any(RoleStatus::Unknown) {
            return RoleStatus::Unknown;
        }
        all().next().unwrap_or(RoleStatus::Unknown)
    }

    /// Shares they hold now, each row once.
    pub fn holdings(&self) -> impl Iterator<Item = &Holding> {
        let current = self.roles.iter().filter(|role| role.status().is_current());
        current.filter_map(|role| role.shares.as_ref())
    }

    /// How many shares they hold now; `None` if the register names no holding.
    pub fn shares_held(&self) -> Option<u64> {
        self.holdings()
            .map(|holding| holding.allotted)
            .reduce(u64::saturating_add)
    }
}

impl Party {
    /// Their name as it is read aloud: given names, then the family name; a body's own.
    pub fn full_name(&self) -> String {
        if let Some(body) = &self.corporation {
            return one_spaced(&body.name);
        }
        let names = [&self.first_name, &self.other_name, &self.surname];
        one_spaced(&names.map(String::as_str).join(" "))
    }
}

fn one_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Makes one entry a person of `roles`, in the order of their seniority, then of their names.
pub fn merge(roles: Vec<Role>) -> Vec<Person> {
    let facts: Vec<Facts> = roles.iter().map(|role| Facts::of(&role.party)).collect();
    let mut rows: Vec<Option<Role>> = roles.into_iter().map(Some).collect();
    let mut people: Vec<Person> = groups(&facts)
        .into_iter()
        .map(|group| {
            let rows = group.iter().filter_map(|place| rows[*place].take());
            person(rows.collect())
        })
        .collect();
    let ranked = people.drain(..).map(|person| {
        let senior = person.senior_role().map(|role| role.kind);
        let rank = (!person.status().is_current(), senior);
        ((rank, person.party.full_name()), person)
    });
    let mut ranked: Vec<_> = ranked.collect();
    ranked.sort_by(|(key, person), (other_key, other)| {
        let tie = |of: &Person| row_key(of.senior_role());
        key.cmp(other_key)
            .then_with(|| tie(person).cmp(&tie(other)))
    });
    ranked.into_iter().map(|(_, person)| person).collect()
}

/// Breaks ties, so that the order of the rows does not show.
fn row_key(role: Option<&Role>) -> String {
    role.map(|role| format!("{role:?}")).unwrap_or_default()
}

/// What of a party tells people apart.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Facts {
    is_body: bool,
    /// The register's own number of them.
    id: Option<String>,
    /// All words of the name, in the order of the alphabet: clerks swap names.
    name: String,
    /// Family name and first name.
    short_name: String,
    /// Whether there is more than that.
    has_other_name: bool,
    /// What does not change: month of birth, gender, numbers of identity; the number of a
    /// body. In this order.
    marks: [Option<String>; 3],
    /// What changes and still supports: e-mail address, phone.
    contacts: [Option<String>; 2],
}

impl Facts {
    fn of(party: &Party) -> Self {
        let id = filled(party.id.as_deref());
        if let Some(body) = &party.corporation {
            let number = number(body);
            let name = match &number {
                Some(number) => NameKeys::of_numbered(&body.name, number, None),
                None => NameKeys::of(&body.name),
            };
            let name = name.strict();
            return Self {
                is_body: true,
                id,
                short_name: name.clone(),
                name,
                has_other_name: false,
                marks: [number, None, None],
                contacts: [None, None],
            };
        }
        let short = [party.surname.as_str(), party.first_name.as_str()].join(" ");
        let whole = [short.as_str(), party.other_name.as_str()].join(" ");
        Self {
            is_body: false,
            id,
            name: sorted_words(&whole),
            short_name: sorted_words(&short),
            has_other_name: !party.other_name.trim().is_empty(),
            marks: [
                filled(party.born.as_deref()),
                filled(party.gender.as_deref()),
                filled(party.identity_masked.as_deref()),
            ],
            contacts: [
                filled(party.email_masked.as_deref()),
                filled(party.phone_masked.as_deref()),
            ],
        }
    }

    /// Whether they cannot be the same.
    fn contradicts(&self, other: &Self) -> bool {
        let differ = |(one, other): (&Option<String>, &Option<String>)| match (one, other) {
            (Some(one), Some(other)) => one != other,
            _ => false,
        };
        self.is_body != other.is_body || self.marks.iter().zip(&other.marks).any(differ)
    }

    /// Whether something besides the name speaks for their being the same. Gender does not.
    fn agrees(&self, other: &Self) -> bool {
        let same = |one: &Option<String>, other: &Option<String>| one.is_some() && one == other;
        same(&self.marks[0], &other.marks[0])
            || same(&self.marks[2], &other.marks[2])
            || same(&self.contacts[0], &other.contacts[0])
            || same(&self.contacts[1], &other.contacts[1])
    }

    /// What rows share that differ in a middle name and agree in `fact`.
    fn short_name_and(&self, fact: Option<&String>) -> Option<String> {
        fact.map(|fact| format!("{}/{fact}", self.short_name))
    }

    fn is_same(&self, other: &Self) -> bool {
        if self.contradicts(other) {
            return false;
        }
        if self.id.is_some() && self.id == other.id {
            return true;
        }
        // A row without a name says nothing by having none.
        if self.name.is_empty() || other.name.is_empty() {
            return false;
        }
        if self.name == other.name {
            return true;
        }
        let one_lacks = self.has_other_name != other.has_other_name;
        one_lacks && self.short_name == other.short_name && self.agrees(other)
    }
}

/// In upper case without what surrounds it; `None` if nothing is left.
fn filled(text: Option<&str>) -> Option<String> {
    let text = text?.trim();
    (!text.is_empty()).then(|| text.to_uppercase())
}

fn sorted_words(name: &str) -> String {
    let (plain, _) = plain_letters(name);
    let mut words: Vec<&str> = plain.split_whitespace().collect();
    words.sort_unstable();
    words.join(" ")
}

/// The digits of a body's number.
fn number(body: &Corporation) -> Option<String> {
    let digits: String = body
        .rc_number
        .as_deref()?
        .chars()
        .filter(char::is_ascii_digit)
        .collect();
    let digits = digits.trim_start_matches('0');
    (!digits.is_empty()).then(|| digits.to_owned())
}

/// Places of rows that are one person's, together.
fn groups(facts: &[Facts]) -> Vec<Vec<usize>> {
    let mut leaders: Vec<usize> = (0..facts.len()).collect();
    // Only rows that share one of these can be the same.
    for key in [
        |one: &Facts| one.id.clone(),
        |one: &Facts| Some(one.name.clone()),
        |one: &Facts| one.short_name_and(one.marks[0].as_ref()),
        |one: &Facts| one.short_name_and(one.marks[2].as_ref()),
        |one: &Facts| one.short_name_and(one.contacts[0].as_ref()),
        |one: &Facts| one.short_name_and(one.contacts[1].as_ref()),
    ] {
        let mut alike: HashMap<String, Vec<usize>> = HashMap::new();
        for (place, one) in facts.iter().enumerate() {
            if let Some(key) = key(one).filter(|key| !key.is_empty()) {
                alike.entry(key).or_default().push(place);
            }
        }
        for places in alike.into_values() {
            join_same(facts, &places, &mut leaders);
        }
    }
    let mut joined: HashMap<usize, Vec<usize>> = HashMap::new();
    for place in 0..facts.len() {
        joined
            .entry(leader(&leaders, place))
            .or_default()
            .push(place);
    }
    joined
        .into_values()
        .flat_map(|group| without_contradiction(facts, group))
        .collect()
}

fn leader(leaders: &[usize], mut place: usize) -> usize {
    while leaders[place] != place {
        place = leaders[place];
    }
    place
}

/// Joins the rows of `places` that are the same, pairwise. Rows that are alike in everything
/// are compared once.
fn join_same(facts: &[Facts], places: &[usize], leaders: &mut [usize]) {
    let mut firsts: HashMap<&Facts, usize> = HashMap::new();
    for place in places {
        let first = *firsts.entry(&facts[*place]).or_insert(*place);
        let is_known = !facts[*place].name.is_empty() || facts[*place].id.is_some();
        if first != *place && is_known {
            join(leaders, first, *place);
        }
    }
    let firsts: Vec<usize> = firsts.into_values().collect();
    for (at, one) in firsts.iter().enumerate() {
        for other in &firsts[at + 1..] {
            if facts[*one].is_same(&facts[*other]) {
                join(leaders, *one, *other);
            }
        }
    }
}

fn join(leaders: &mut [usize], one: usize, other: usize) {
    let (one, other) = (leader(leaders, one), leader(leaders, other));
    leaders[one.max(other)] = one.min(other);
}

/// A group in which no two rows contradict one another, or else its rows by likeness in
/// everything.
fn without_contradiction(facts: &[Facts], group: Vec<usize>) -> Vec<Vec<usize>> {
    let mut distinct: Vec<&Facts> = group.iter().map(|place| &facts[*place]).collect();
    distinct.sort_unstable();
    distinct.dedup();
    let pairs = || distinct.iter().enumerate();
    let contradicts = pairs().any(|(at, one)| {
        distinct[at + 1..]
            .iter()
            .any(|other| one.contradicts(other))
    });
    if !contradicts {
        return vec![group];
    }
    let mut alike: HashMap<&Facts, Vec<usize>> = HashMap::new();
    for place in group {
        alike.entry(&facts[place]).or_default().push(place);
    }
    alike.into_values().collect()
}

/// One person of their rows. Of each thing known the row of the most senior role decides that
/// knows it; of the name the longest form.
fn person(mut roles: Vec<Role>) -> Person {
    roles.sort_by_cached_key(|role| {
        (
            role.kind,
            !role.status().is_current(),
            role.appointed_on.clone(),
            row_key(Some(role)),
        )
    });
    let mut known = Party::default();
    let named = roles.iter().max_by_key(|role| role.party.full_name().len());
    if let Some(named) = named {
        known.surname = named.party.surname.trim().to_owned();
        known.first_name = named.party.first_name.trim().to_owned();
        known.other_name = named.party.other_name.trim().to_owned();
    }
    for role in &roles {
        gather(&mut known, &role.party);
    }
    roles.dedup_by(|later, earlier| is_repeated(later, earlier));
    Person {
        party: known,
        roles,
    }
}

/// Takes over what is not yet known.
fn gather(known: &mut Party, row: &Party) {
    fn take(into: &mut Option<String>, from: &Option<String>) {
        if into.is_none() {
            into.clone_from(from);
        }
    }
    take(&mut known.id, &row.id);
    take(&mut known.gender, &row.gender);
    take(&mut known.born, &row.born);
    take(&mut known.nationality, &row.nationality);
    take(&mut known.former_nationality, &row.former_nationality);
    take(&mut known.occupation, &row.occupation);
    take(&mut known.email_masked, &row.email_masked);
    take(&mut known.phone_masked, &row.phone_masked);
    take(&mut known.identity_masked, &row.identity_masked);
    // An address is taken whole: halves of two make a place that does not exist.
    if known.address == Default::default() {
        known.address = row.address.clone();
    }
    match (&mut known.corporation, &row.corporation) {
        (None, Some(body)) => known.corporation = Some(body.clone()),
        (Some(known), Some(body)) => take(&mut known.rc_number, &body.rc_number),
        _ => {}
    }
}

/// The same role listed twice. Two holdings are two, even of the same size: shares are never
/// thrown away. A holding listed twice with its date is one.
fn is_repeated(later: &Role, earlier: &Role) -> bool {
    let same_holding = match (&later.shares, &earlier.shares) {
        (None, None) => true,
        (Some(later_shares), Some(earlier_shares)) => {
            later_shares == earlier_shares && later.appointed_on.is_some()
        }
        _ => false,
    };
    same_holding
        && later.kind == earlier.kind
        && later.appointed_on == earlier.appointed_on
        && later.resigned_on == earlier.resigned_on
        && later.is_active == earlier.is_active
        && later.control == earlier.control
        && later.accreditation_number == earlier.accreditation_number
}

#[cfg(test)]
#[path = "people_tests.rs"]
mod tests;
