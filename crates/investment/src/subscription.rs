//! An application for shares: who, what, and where it is in its life.

use kofa_domain::{Environment, Kobo, RequestId, Sensitive, TenantId, Timestamp, Wipe};
use serde::{Deserialize, Serialize};

/// What an applicant tells about themselves and theirs. It has no `Debug` and is held in
/// [`Sensitive`]; at rest it is sealed as one JSON text.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    pub first_name: String,
    pub last_name: String,
    /// `YYYY-MM-DD`
    pub date_of_birth: String,
    /// `Male` or `Female`.
    pub gender: String,
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
    /// 0 unknown to 5 separated.
    pub marital_status: i64,
    pub next_of_kin_name: String,
    pub next_of_kin_phone: String,
    pub account_number: String,
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
        } = self;
        for text in [first_name, last_name, date_of_birth, gender, email, phone] {
            text.wipe();
        }
        for text in [address, nationality, next_of_kin_name, next_of_kin_phone] {
            text.wipe();
        }
        for text in [bvn, nin, chn, state, lga] {
            text.wipe();
        }
        account_number.wipe();
        *marital_status = 0;
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

/// What identifies a person towards the exchange; none may stand behind two live
/// applications for one offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdentityKind {
    Bvn,
    Nin,
    Chn,
}

impl IdentityKind {
    /// The stored word, and the field of the API.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Bvn => "bvn",
            Self::Nin => "nin",
            Self::Chn => "chn",
        }
    }
}

impl Person {
    /// The numbers they are known by, always in this order.
    pub fn identities(&self) -> impl Iterator<Item = (IdentityKind, &str)> {
        [
            (IdentityKind::Bvn, self.bvn.as_deref()),
            (IdentityKind::Nin, self.nin.as_deref()),
            (IdentityKind::Chn, self.chn.as_deref()),
        ]
        .into_iter()
        .filter_map(|(kind, number)| Some((kind, number?)))
    }

    /// First and last name.
    pub fn name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn nothing_is_left_of_an_applicant_who_is_wiped() {
        let told = json!({
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
