//! An application for shares: who, what, and where it is in its life.

use std::borrow::Cow;

use kofa_domain::{Environment, Kobo, RequestId, Sensitive, TenantId, Timestamp, Wipe};
use serde::{Deserialize, Serialize};

/// What an applicant tells about themselves and theirs. It has no `Debug` and is held in
/// [`Sensitive`]; at rest it is sealed as one JSON text.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    /// Of a company: of who signs for it.
    pub first_name: String,
    pub last_name: String,
    /// `YYYY-MM-DD`; a company need not say it.
    pub date_of_birth: Option<String>,
    /// `Male` or `Female`; a company need not say it.
    pub gender: Option<String>,
    pub email: String,
    pub phone: String,
    pub bvn: Option<String>,
    pub nin: Option<String>,
    /// Clearing House Number in capitals.
    pub chn: Option<String>,
    pub address: String,
    /// ISO 3166-1, two letters.
    pub nationality: String,
    /// Of a Nigerian its name in the gazetteer, else as sent.
    pub state: Option<String>,
    /// Of a Nigerian its name in the gazetteer, else as sent.
    pub lga: Option<String>,
    /// 0 unknown to 5 separated; a company need not say it.
    pub marital_status: Option<i64>,
    /// A company need not name anybody.
    pub next_of_kin_name: Option<String>,
    pub next_of_kin_phone: Option<String>,
    pub account_number: String,
    /// Of a joint application.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second_applicant: Option<RelatedPerson>,
    /// Of a minor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guardian: Option<RelatedPerson>,
    /// Of a corporate application: whose shares they are going to be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company: Option<Company>,
}

/// Who applies with the applicant, or for them.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RelatedPerson {
    pub first_name: String,
    pub last_name: String,
    /// `YYYY-MM-DD`
    pub date_of_birth: String,
    /// `Male` or `Female`.
    pub gender: String,
    pub email: Option<String>,
    pub phone: String,
    pub bvn: String,
    pub nin: String,
    pub address: Option<String>,
    /// What they are to the applicant: [`Relationship`]'s word.
    pub relationship: Option<String>,
}

/// What somebody is to the applicant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str)]
pub enum Relationship {
    Parent,
    Guardian,
    Grandparent,
    Spouse,
    Sibling,
    Child,
    Partner,
    Other,
}

impl Relationship {
    pub const ALL: [Self; 8] = kofa_domain::all();

    /// The word of the API.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }
}

/// A company that applies.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Company {
    /// As the caller writes it; see [`Company::key`].
    pub rc_number: String,
    /// The registry's word for its kind, if anybody said it.
    pub entity_type: Option<String>,
    pub name: String,
}

impl Company {
    /// What tells companies apart: the kind and the digits of the number, without leading zeros.
    pub fn key(&self) -> String {
        let kind = self.entity_type.as_deref().unwrap_or("COMPANY");
        let digits = self.rc_number.chars().filter(char::is_ascii_digit);
        let digits: String = digits.skip_while(|digit| *digit == '0').collect();
        format!("{kind}/{digits}")
    }
}

impl Wipe for RelatedPerson {
    fn wipe(&mut self) {
        let Self {
            first_name,
            last_name,
            date_of_birth,
            gender,
            email,
            phone,
            bvn,
            nin,
            address,
            relationship,
        } = self;
        for text in [
            first_name,
            last_name,
            date_of_birth,
            gender,
            phone,
            bvn,
            nin,
        ] {
            text.wipe();
        }
        for text in [email, address, relationship] {
            text.wipe();
        }
    }
}

impl Wipe for Company {
    fn wipe(&mut self) {
        let Self {
            rc_number,
            entity_type,
            name,
        } = self;
        rc_number.wipe();
        entity_type.wipe();
        name.wipe();
    }
}

impl Wipe for Person {
    fn wipe(&mut self) {
        let Self {
            first_name,
            last_name,
            date_of_birth,
            gender,
            email,
            phone,
            bvn,
            nin,
            chn,
            address,
            nationality,
            state,
            lga,
            marital_status,
            next_of_kin_name,
            next_of_kin_phone,
            account_number,
            second_applicant,
            guardian,
            company,
        } = self;
        for text in [
            first_name,
            last_name,
            email,
            phone,
            address,
            nationality,
            account_number,
        ] {
            text.wipe();
        }
        for text in [bvn, nin, chn, state, lga, date_of_birth, gender] {
            text.wipe();
        }
        for text in [next_of_kin_name, next_of_kin_phone] {
            text.wipe();
        }
        *marital_status = None;
        second_applicant.wipe();
        guardian.wipe();
        company.wipe();
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Application {
    /// The vendor: a UUID.
    pub vendor_id: String,
    pub offer_id: String,
    pub broker_id: String,
    /// From an account at which bank.
    pub bank_id: i64,
    /// `INDIVIDUAL` …
    pub profile_type: ProfileType,
    pub number_of_shares: i64,
    /// Of a rights issue: how many of them the applicant's rights cover; else 0.
    pub rights_shares: i64,
    pub price: Kobo,
    pub amount: Kobo,
    /// Paid by card, else by bank.
    pub is_card_payment: bool,
    /// The applicant says that they have a CHN.
    pub has_chn: bool,
    /// What the caller calls it.
    pub client_reference: Option<String>,
    pub person: Sensitive<Person>,
}

/// An application with the names it goes by.
#[derive(Clone, Debug)]
pub struct Subscription {
    /// `localSubscriptionId`: a UUID.
    pub id: String,
    pub tenant_id: TenantId,
    pub environment: Environment,
    /// The call that made it.
    pub request_id: RequestId,
    pub created_at: Timestamp,
    /// The payment's own id: a UUID.
    pub transaction_id: String,
    /// What the payment is called towards people.
    pub transaction_reference: String,
    /// What is applied for.
    pub application: Application,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProfileType {
    Individual,
    Joint,
    /// Someone under age, by a guardian.
    Minor,
    Corporate,
}

impl ProfileType {
    /// All, the contract's first.
    pub const ALL: [Self; 4] = [Self::Individual, Self::Joint, Self::Minor, Self::Corporate];

    /// The word of the API.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Individual => "INDIVIDUAL",
            Self::Joint => "JOINT",
            Self::Minor => "MINOR",
            Self::Corporate => "CORPORATE",
        }
    }

    /// Reads the word of the API.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == text)
    }
}

/// Where a subscription is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str, serialize_all = "snake_case")]
pub enum Status {
    /// Kept, its submission not confirmed.
    Received,
    /// Registered, the payment awaited.
    PaymentPending,
    Paid,
    /// Sent to the exchange with its payment.
    Submitted,
    /// Taken by the exchange.
    Accepted,
    Allotted,
    PartiallyAllotted,
    NotAllotted,
    /// Shares are in the depository account.
    Credited,
    /// Money is to go back.
    RefundPending,
    Refunded,
    Rejected,
    PaymentFailed,
    /// Not paid in time.
    Expired,
    Cancelled,
}

impl Status {
    /// All, in the order of a life.
    pub const ALL: [Self; 15] = kofa_domain::all();

    /// The word of the API.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }

    /// Reads the word of the API.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == text)
    }
}

/// Where the payment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str, serialize_all = "snake_case")]
pub enum PaymentStatus {
    Pending,
    Processing,
    Successful,
    Failed,
    RefundPending,
    Refunded,
}

impl PaymentStatus {
    pub const ALL: [Self; 6] = kofa_domain::all();

    /// The word of the API.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }

    /// Reads the word of the API.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == text)
    }
}

/// What came of the allotment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllotmentStatus {
    Pending,
    Full,
    Partial,
    None,
}

impl AllotmentStatus {
    pub const ALL: [Self; 4] = [Self::Pending, Self::Full, Self::Partial, Self::None];

    /// The word of the API.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Full => "full",
            Self::Partial => "partial",
            Self::None => "none",
        }
    }

    /// Reads the word of the API.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == text)
    }
}

/// What identifies an applicant towards the exchange; none may stand behind two live
/// applications for one offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdentityKind {
    Bvn,
    Nin,
    Chn,
    /// A company's number and kind.
    Company,
    /// A minor without a number of their own: their guardian's BVN, their name and birth date.
    Minor,
}

impl IdentityKind {
    /// The word that its digests depend on.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Bvn => "bvn",
            Self::Nin => "nin",
            Self::Chn => "chn",
            Self::Company => "company",
            Self::Minor => "minor",
        }
    }

    /// For people: `BVN`.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Bvn => "BVN",
            Self::Nin => "NIN",
            Self::Chn => "CHN",
            Self::Company => "company",
            Self::Minor => "minor under the same guardian",
        }
    }
}

/// A number that an applicant is known by.
#[derive(Clone, PartialEq, Eq)]
pub struct Identity<'a> {
    pub kind: IdentityKind,
    /// The field of the API.
    pub field: &'static str,
    pub number: Cow<'a, str>,
}

/// Somebody whose BVN and NIN can be looked up.
#[derive(Clone, Copy)]
pub struct Identified<'a> {
    /// Before the names of their fields: `guardian.`, or nothing for the applicant.
    pub prefix: &'static str,
    pub first_name: &'a str,
    pub last_name: &'a str,
    /// `YYYY-MM-DD`
    pub date_of_birth: Option<&'a str>,
    pub bvn: Option<&'a str>,
    pub nin: Option<&'a str>,
}

impl Person {
    /// What the applicants are known by, always in this order. A guardian applies for somebody
    /// else, and may do so for several.
    pub fn identities(&self) -> Vec<Identity<'_>> {
        let second = self.second_applicant.as_ref();
        let numbers = [
            (IdentityKind::Bvn, "bvn", self.bvn.as_deref()),
            (IdentityKind::Nin, "nin", self.nin.as_deref()),
            (IdentityKind::Chn, "chn", self.chn.as_deref()),
            (
                IdentityKind::Bvn,
                "secondApplicant.bvn",
                second.map(|one| one.bvn.as_str()),
            ),
            (
                IdentityKind::Nin,
                "secondApplicant.nin",
                second.map(|one| one.nin.as_str()),
            ),
        ];
        let of = |(kind, field, number): (IdentityKind, &'static str, Option<&'_ str>)| {
            let number = number?.to_owned().into();
            Some(Identity {
                kind,
                field,
                number,
            })
        };
        let mut all: Vec<Identity<'_>> = match &self.company {
            // Its numbers are those of who signs, who may sign for others, too.
            Some(_) => numbers
                .into_iter()
                .filter(|one| one.1 == "chn")
                .filter_map(of)
                .collect(),
            None => numbers.into_iter().filter_map(of).collect(),
        };
        if let Some(company) = &self.company {
            all.push(Identity {
                kind: IdentityKind::Company,
                field: "company.rcNumber",
                number: company.key().into(),
            });
        }
        if let (true, Some(guardian)) = (all.is_empty(), &self.guardian) {
            let birth = self.date_of_birth.as_deref().unwrap_or_default();
            let name = self.own_name().to_lowercase();
            all.push(Identity {
                kind: IdentityKind::Minor,
                field: "firstName",
                number: format!("{}/{name}/{birth}", guardian.bvn).into(),
            });
        }
        all
    }

    /// All whose numbers can be looked up: the applicant first.
    pub fn identified(&self) -> Vec<Identified<'_>> {
        let mut all = vec![Identified {
            prefix: "",
            first_name: &self.first_name,
            last_name: &self.last_name,
            date_of_birth: self.date_of_birth.as_deref(),
            bvn: self.bvn.as_deref(),
            nin: self.nin.as_deref(),
        }];
        let others = [
            ("secondApplicant.", &self.second_applicant),
            ("guardian.", &self.guardian),
        ];
        let others = others.into_iter();
        all.extend(others.filter_map(|(prefix, one)| Some(one.as_ref()?.identified(prefix))));
        all
    }

    /// Whose shares they are going to be, for lists: a company, two people, a minor with their
    /// guardian, or one person.
    pub fn name(&self) -> String {
        let own = self.own_name();
        if let Some(company) = &self.company {
            return company.name.clone();
        }
        match (&self.second_applicant, &self.guardian) {
            (Some(second), _) => format!("{own} and {}", second.name()),
            (None, Some(guardian)) => format!("{own}, by {}", guardian.name()),
            (None, None) => own,
        }
    }

    /// First and last name.
    fn own_name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }

    /// Whether any of them has this e-mail address.
    pub fn has_email(&self, email: &str) -> bool {
        let others = [&self.second_applicant, &self.guardian];
        let others = others.into_iter().flatten();
        let mut all = others
            .filter_map(|one| one.email.as_deref())
            .chain([self.email.as_str()]);
        all.any(|one| one.eq_ignore_ascii_case(email))
    }
}

impl RelatedPerson {
    /// First and last name.
    pub fn name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }

    fn identified(&self, prefix: &'static str) -> Identified<'_> {
        Identified {
            prefix,
            first_name: &self.first_name,
            last_name: &self.last_name,
            date_of_birth: Some(&self.date_of_birth),
            bvn: Some(&self.bvn),
            nin: Some(&self.nin),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn nothing_is_left_of_an_applicant_who_is_wiped() {
        let other = json!({
            "first_name": "Ada", "last_name": "Obi", "date_of_birth": "1990-01-01",
            "gender": "Female", "email": "ada@example.ng", "phone": "+2348030000000",
            "bvn": "22222222222", "nin": "11111111111", "address": "1 Broad Street",
            "relationship": "Spouse",
        });
        let told = json!({
            "second_applicant": other, "guardian": other,
            "company": {"rc_number": "RC1", "entity_type": "COMPANY", "name": "Obi Ltd"},
            "first_name": "Ada", "last_name": "Obi", "date_of_birth": "1990-01-01",
            "gender": "Female", "email": "ada@example.ng", "phone": "+2348030000000",
            "bvn": "22222222222", "nin": "11111111111", "chn": "C123456789",
            "address": "1 Broad Street", "nationality": "NG", "state": "Lagos", "lga": "Ikeja",
            "marital_status": 1, "next_of_kin_name": "Eze Obi",
            "next_of_kin_phone": "+2348030000001", "account_number": "0123456789",
        });
        let mut person: Person = serde_json::from_value(told).unwrap();
        person.wipe();
        let left = serde_json::to_value(&person).unwrap();
        let is_empty = |value: &Value| [json!(""), json!(null), json!(0)].contains(value);
        assert!(left.as_object().unwrap().values().all(is_empty), "{left}");
    }
}
