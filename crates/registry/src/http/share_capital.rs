//! `GET /api/v1/company/validation/share-capital`

use kofa_core::endpoint::{Billable, Endpoint};
use kofa_domain::{Kobo, Result, Timestamp};
use kofa_gate::call::Call;
use kofa_gate::{Answer, ProductEndpoint, Reference, Refusal, Request};
use serde::Serialize;
use utoipa::ToSchema;

use super::by_consent::{self, CODES, kept_json, tell_json};
use super::numbers::Amount;
use super::wire::RecordSource;
use crate::consent::{ConsentCodes, Question};
use crate::endpoint::BASE;
use crate::profile::{Part, Profile};
use crate::shares::{amount_in_words, look_at_capital};

/// Tells the share capital of the company behind a consent code.
#[derive(Clone, Debug)]
pub struct GetShareCapital {
    consents: ConsentCodes,
}

static ENDPOINT: Endpoint = Endpoint {
    operation_id: "getShareCapital",
    path: "/api/v1/company/validation/share-capital",
    default_price: Kobo::new(10_000),
    billable: &[Billable {
        status: 200,
        when: "the code is valid, even if the entity has no share capital",
    }],
    outlives_caller: true,
    shown: super::BY_CONSENT,
    ..BASE
};

impl GetShareCapital {
    /// By `consents`.
    pub fn new(consents: ConsentCodes) -> Self {
        Self { consents }
    }
}

impl ProductEndpoint for GetShareCapital {
    const ENDPOINT: &'static Endpoint = &ENDPOINT;
    type Input = Question;

    async fn read(&self, call: &Call, request: &Request) -> Result<Question> {
        by_consent::question(&self.consents, call, request).await
    }

    fn is_free(question: &Question) -> bool {
        question.is_repeated()
    }

    async fn run(&self, call: &Call, question: Question) -> Result<Answer, Refusal> {
        let now = call.now();
        let keep = |profile: &Profile| kept_json(&ShareCapitalAnswer::of(profile, now));
        let tell = |kept: &[u8]| Ok(tell_json(kept));
        let part = Part::ShareCapital;
        self.consents.answer(call, question, part, keep, tell).await
    }

    fn reference() -> Reference {
        by_consent::parameters(Reference::new("Get share capital", DESCRIPTION))
            .answers::<ShareCapitalAnswer>(200, "The share capital.")
            .codes(CODES)
    }
}

const DESCRIPTION: &str = concat!(
    "Returns the nominal share capital of a company that gave you a consent code, how much of it \
     is issued and paid up, and whether the figures are consistent: inconsistencies are listed in \
     `notes`. Amounts are in the unit of `currency`. Values that are not on the register are null; \
     business names, trustees and partnerships have no share capital, and `notes` says so.\n\n",
    by_consent::one_use!(),
);

/// What the register says of the share capital.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ShareCapitalAnswer {
    /// The HTTP status.
    #[schema(minimum = 200, maximum = 200, example = 200)]
    status_code: u16,
    /// Always true.
    success: bool,
    /// A human-readable message.
    #[schema(example = "Share capital found.")]
    message: String,
    data: ShareCapital,
}

/// A share capital and its parts.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ShareCapital {
    /// In canonical form.
    #[schema(pattern = "^[0-9]{1,12}$", example = "1885308")]
    rc_number: String,
    company_name: String,
    /// Kind of entity.
    #[schema(example = "COMPANY")]
    entity_type: &'static str,
    /// ISO 4217; null without a capital.
    #[schema(example = "NGN")]
    currency: Option<String>,
    /// The nominal share capital.
    share_capital: Option<Amount>,
    #[schema(example = "Ten million naira")]
    share_capital_in_words: Option<String>,
    /// Number of shares issued.
    #[schema(minimum = 0, example = 8_000_000)]
    issued_shares: Option<u64>,
    nominal_value_per_share: Option<Amount>,
    /// Shares issued at their nominal value.
    issued_capital: Option<Amount>,
    paid_up_capital: Option<Amount>,
    /// What of the share capital is not issued; null where that is not known or does not add
    /// up.
    unissued_capital: Option<Amount>,
    /// Human-readable notes on inconsistent figures. Empty if there are none.
    notes: Vec<String>,
    source: RecordSource,
}

impl ShareCapitalAnswer {
    fn of(profile: &Profile, now: Timestamp) -> Self {
        let company = &profile.record.company;
        let capital = profile.capital.as_ref();
        let found = capital.map(look_at_capital);
        let notes = match &found {
            Some(found) => found.notes.clone(),
            None => vec!["The register lists no share capital of this entity.".to_owned()],
        };
        let text = match &found {
            Some(_) => "Share capital found.",
            None => "The entity was found; it has no share capital on the register.",
        };
        let words = |of: &crate::profile::Capital| amount_in_words(of.nominal, &of.currency);
        Self {
            status_code: 200,
            success: true,
            message: by_consent::message(profile, text),
            data: ShareCapital {
                rc_number: company.rc_number.to_string(),
                company_name: company.company_name.clone(),
                entity_type: company.entity_type.as_str(),
                currency: capital.map(|of| of.currency.clone()),
                share_capital: capital.map(|of| Amount(of.nominal)),
                share_capital_in_words: capital.and_then(words),
                issued_shares: capital.and_then(|of| of.issued_shares),
                nominal_value_per_share: capital.and_then(|of| of.nominal_per_share).map(Amount),
                issued_capital: found.as_ref().and_then(|of| of.issued).map(Amount),
                paid_up_capital: capital.and_then(|of| of.paid_up).map(Amount),
                unissued_capital: found.as_ref().and_then(|of| of.unissued).map(Amount),
                notes,
                source: RecordSource::of(&profile.record, now),
            },
        }
    }
}
