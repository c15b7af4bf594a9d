//! `GET /api/v1/company/validation/assets`

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
use crate::profile::{Charge, ChargeStatus, Part, Profile};

/// Tells the charges over the assets of the company behind a consent code.
#[derive(Clone, Debug)]
pub struct GetAssets {
    consents: ConsentCodes,
}

static ENDPOINT: Endpoint = Endpoint {
    operation_id: "getAssets",
    path: "/api/v1/company/validation/assets",
    default_price: Kobo::new(10_000),
    billable: &[Billable {
        status: 200,
        when: "the code is valid, even if the entity has no charges",
    }],
    outlives_caller: true,
    shown: super::BY_CONSENT,
    ..BASE
};

impl GetAssets {
    /// By `consents`.
    pub fn new(consents: ConsentCodes) -> Self {
        Self { consents }
    }
}

impl ProductEndpoint for GetAssets {
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
        let keep = |profile: &Profile| kept_json(&AssetsAnswer::of(profile, now));
        let tell = |kept: &[u8]| Ok(tell_json(kept));
        let part = Part::Charges;
        self.consents.answer(call, question, part, keep, tell).await
    }

    fn reference() -> Reference {
        by_consent::parameters(Reference::new("Get assets", DESCRIPTION))
            .answers::<AssetsAnswer>(200, "The charges.")
            .codes(CODES)
    }
}

const DESCRIPTION: &str = concat!(
    "Lists what the registry calls the assets of a company: all charges registered over them \
     (debentures, mortgages, bills of sale), satisfied or not. It is not a list of what the \
     company owns. The list is always complete; `totalCount` is its length.\n\n",
    by_consent::one_use!(),
);

/// What the register says of the charges.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AssetsAnswer {
    /// The HTTP status.
    #[schema(minimum = 200, maximum = 200, example = 200)]
    status_code: u16,
    /// Always true.
    success: bool,
    /// A human-readable message.
    #[schema(example = "Charges found.")]
    message: String,
    data: Assets,
}

/// Charges over the assets of an entity.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Assets {
    /// In canonical form.
    #[schema(pattern = "^[0-9]{1,12}$", example = "1885308")]
    rc_number: String,
    company_name: String,
    /// Kind of entity.
    #[schema(example = "COMPANY")]
    entity_type: &'static str,
    /// All charges.
    #[schema(minimum = 0, example = 3)]
    total_count: usize,
    /// Charges that are not satisfied or only partly satisfied.
    #[schema(minimum = 0, example = 2)]
    outstanding_count: usize,
    /// Of the outstanding, those of which a part is satisfied.
    #[schema(minimum = 0, example = 1)]
    part_satisfied_count: usize,
    /// Charges that are fully satisfied.
    #[schema(minimum = 0, example = 1)]
    satisfied_count: usize,
    /// Oldest first, in the order of the register.
    assets: Vec<AssetCharge>,
    source: RecordSource,
}

/// A registered charge. Values that are not on the register are null.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AssetCharge {
    /// The identifier in the register.
    #[schema(example = "1")]
    charge_id: String,
    charge_code: Option<String>,
    /// Such as `DEBENTURE`.
    #[serde(rename = "type")]
    #[schema(example = "DEBENTURE")]
    kind: Option<String>,
    description: Option<String>,
    #[schema(format = Date, example = "2021-02-18")]
    created_on: Option<String>,
    #[schema(format = Date, example = "2021-02-18")]
    registered_on: Option<String>,
    #[schema(format = Date)]
    satisfied_on: Option<String>,
    /// `OUTSTANDING`, `PART_SATISFIED` or `FULLY_SATISFIED`.
    #[schema(
        pattern = "^(OUTSTANDING|PART_SATISFIED|FULLY_SATISFIED)$",
        example = "OUTSTANDING"
    )]
    status: &'static str,
    /// What it secures.
    amount_secured: Option<Amount>,
    /// ISO 4217
    #[schema(example = "NGN")]
    currency: String,
    /// The persons entitled under the charge.
    persons_entitled: Vec<PersonEntitled>,
    /// What is charged.
    particulars: Option<String>,
    contains_fixed_charge: Option<bool>,
    contains_floating_charge: Option<bool>,
    /// Whether further charges are forbidden.
    contains_negative_pledge: Option<bool>,
}

/// Who may claim under a charge.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PersonEntitled {
    #[schema(example = "Sandbox Weaver Bank Plc")]
    name: String,
}

impl AssetCharge {
    fn of(charge: &Charge) -> Self {
        let entitled = charge.persons_entitled.iter().cloned();
        Self {
            charge_id: charge.id.clone(),
            charge_code: charge.code.clone(),
            kind: charge.kind.clone(),
            description: charge.description.clone(),
            created_on: charge.created_on.clone(),
            registered_on: charge.registered_on.clone(),
            satisfied_on: charge.satisfied_on.clone(),
            status: charge.status.as_str(),
            amount_secured: charge.secured.map(Amount),
            currency: charge.currency.clone(),
            persons_entitled: entitled.map(|name| PersonEntitled { name }).collect(),
            particulars: charge.particulars.clone(),
            contains_fixed_charge: charge.is_fixed,
            contains_floating_charge: charge.is_floating,
            contains_negative_pledge: charge.has_negative_pledge,
        }
    }
}

impl AssetsAnswer {
    fn of(profile: &Profile, now: Timestamp) -> Self {
        let company = &profile.record.company;
        let charges = &profile.charges;
        let count = |status| charges.iter().filter(|one| one.status == status).count();
        let satisfied = count(ChargeStatus::FullySatisfied);
        let text = match charges.len() {
            0 => "The entity was found; no charge is registered over its assets.",
            _ => "Charges found.",
        };
        Self {
            status_code: 200,
            success: true,
            message: by_consent::message(profile, text),
            data: Assets {
                rc_number: company.rc_number.to_string(),
                company_name: company.company_name.clone(),
                entity_type: company.entity_type.as_str(),
                total_count: charges.len(),
                outstanding_count: charges.len() - satisfied,
                part_satisfied_count: count(ChargeStatus::PartSatisfied),
                satisfied_count: satisfied,
                assets: charges.iter().map(AssetCharge::of).collect(),
                source: RecordSource::of(&profile.record, now),
            },
        }
    }
}
