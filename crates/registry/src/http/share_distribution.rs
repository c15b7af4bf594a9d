//! `GET /api/v1/company/validation/share-distribution`

use kofa_core::endpoint::{Billable, Endpoint};
use kofa_domain::{Kobo, Result, Timestamp};
use kofa_gate::call::Call;
use kofa_gate::{Answer, ProductEndpoint, Reference, Refusal, Request};
use serde::Serialize;
use utoipa::ToSchema;

use super::by_consent::{self, CODES, kept_json, tell_json};
use super::numbers::Percent;
use super::wire::RecordSource;
use crate::consent::{ConsentCodes, Question};
use crate::endpoint::BASE;
use crate::people;
use crate::profile::{Part, Profile};
use crate::shares::{Distribution, Share, Sum, distribute};

/// Tells who holds which shares of the company behind a consent code.
#[derive(Clone, Debug)]
pub struct GetShareDistribution {
    consents: ConsentCodes,
}

static ENDPOINT: Endpoint = Endpoint {
    operation_id: "getShareDistribution",
    path: "/api/v1/company/validation/share-distribution",
    default_price: Kobo::new(10_000),
    billable: &[Billable {
        status: 200,
        when: "the code is valid, even if the entity has no shareholders",
    }],
    outlives_caller: true,
    shown: super::BY_CONSENT,
    ..BASE
};

impl GetShareDistribution {
    /// By `consents`.
    pub fn new(consents: ConsentCodes) -> Self {
        Self { consents }
    }
}

impl ProductEndpoint for GetShareDistribution {
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
        let keep = |profile: &Profile| kept_json(&ShareDistributionAnswer::of(profile, now));
        let tell = |kept: &[u8]| Ok(tell_json(kept));
        let part = Part::ShareDistribution;
        self.consents.answer(call, question, part, keep, tell).await
    }

    fn reference() -> Reference {
        by_consent::parameters(Reference::new("Get share distribution", DESCRIPTION))
            .answers::<ShareDistributionAnswer>(200, "The shareholders.")
            .codes(CODES)
    }
}

const DESCRIPTION: &str = concat!(
    "Lists the shareholders of a company that gave you a consent code. Percentages are of the \
     issued shares; they are rounded so that they add up to exactly 100 if the holdings do. If \
     they do not, the response shows it: `percentageTotal`, `unallocatedShares` (issued, without a \
     holder), `overallocatedShares` (listed beyond those issued) and `note`. Former holdings are \
     listed last, marked by their `status`, and are not counted.\n\n",
    by_consent::one_use!(),
);

/// What the register says of the shareholders.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ShareDistributionAnswer {
    /// The HTTP status.
    #[schema(minimum = 200, maximum = 200, example = 200)]
    status_code: u16,
    /// Always true.
    success: bool,
    /// A human-readable message.
    #[schema(example = "Share distribution found.")]
    message: String,
    data: ShareDistribution,
}

/// The shareholders, and whether their holdings add up to the issued shares.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ShareDistribution {
    /// In canonical form.
    #[schema(pattern = "^[0-9]{1,12}$", example = "1885308")]
    rc_number: String,
    company_name: String,
    /// Kind of entity.
    #[schema(example = "COMPANY")]
    entity_type: &'static str,
    /// Null if it is not on the register.
    #[schema(minimum = 0, example = 8_000_000)]
    total_issued_shares: Option<u64>,
    /// One entry per holder and type of shares, largest holding first.
    shareholders: Vec<Shareholder>,
    /// Total of all current holdings.
    #[schema(minimum = 0, example = 8_000_000)]
    total_allotted_shares: u64,
    /// Shares issued that the register lists no holder of; null where it does not say how many
    /// are issued.
    #[schema(minimum = 0, example = 0)]
    unallocated_shares: Option<u64>,
    /// Shares listed beyond those issued; null where the register does not say how many are.
    #[schema(minimum = 0, example = 0)]
    overallocated_shares: Option<u64>,
    /// All percentages together.
    percentage_total: Percent,
    /// Whether the current holdings equal the issued shares.
    adds_up: bool,
    /// A human-readable note on what does not add up; null if everything does.
    note: Option<String>,
    source: RecordSource,
}

/// A holding of one type of shares.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Shareholder {
    #[schema(example = "Ngozi Adaeze Okonkwo")]
    name: String,
    /// Whether this is an organisation rather than a person.
    is_corporate: bool,
    /// Of a body.
    corporation_name: Option<String>,
    /// For an organisation, as written in the register.
    corporation_rc_number: Option<String>,
    #[schema(minimum = 0, example = 4_000_000)]
    shares_allotted: u64,
    /// `ORDINARY`, `PREFERENCE`, `DEFERRED`, or the register's own word.
    #[schema(example = "ORDINARY")]
    share_type: String,
    /// Of the shares issued; of those listed, where the register does not say how many are
    /// issued, or says none. Null for a holding given up.
    percentage: Option<Percent>,
    /// Whether the holder has significant control, according to the register.
    is_psc: bool,
    nationality: Option<String>,
    /// `ACTIVE`, `RESIGNED` or `INACTIVE` (given up), or `UNKNOWN`, where the register does not
    /// say and the holding is taken for a present one.
    #[schema(pattern = "^(ACTIVE|RESIGNED|INACTIVE|UNKNOWN)$", example = "ACTIVE")]
    status: &'static str,
}

impl Shareholder {
    fn of(share: &Share<'_>) -> Self {
        let party = &share.holder.party;
        let body = party.corporation.as_ref();
        Self {
            name: party.full_name(),
            is_corporate: body.is_some(),
            corporation_name: body.map(|body| body.name.clone()),
            corporation_rc_number: body.and_then(|body| body.rc_number.clone()),
            shares_allotted: share.holding.allotted,
            share_type: share.holding.share_type.clone(),
            percentage: share.hundredths.map(Percent),
            is_psc: share.holder.is_psc(),
            nationality: party.nationality.clone(),
            status: share.status.as_str(),
        }
    }
}

fn note(found: &Distribution<'_>) -> Option<String> {
    Some(match found.sum {
        Sum::AddsUp => return None,
        Sum::Unallocated(left) => {
            format!("{left} of the issued shares have no holder on the register.")
        }
        Sum::Overallocated(more) => {
            format!("The register lists holdings of {more} shares more than are issued.")
        }
        Sum::IssuedUnknown => "The register does not say how many shares are issued, so \
                               percentages are of the shares listed."
            .to_owned(),
        Sum::NobodyListed => "The register lists no shareholder of this entity.".to_owned(),
    })
}

impl ShareDistributionAnswer {
    fn of(profile: &Profile, now: Timestamp) -> Self {
        let company = &profile.record.company;
        let issued = profile.capital.as_ref().and_then(|it| it.issued_shares);
        let people = people::merge(profile.roles.clone());
        let found = distribute(&people, issued);
        let (unallocated, overallocated) = match found.sum {
            Sum::Unallocated(left) => (left, 0),
            Sum::Overallocated(more) => (0, more),
            Sum::NobodyListed => (issued.unwrap_or_default(), 0),
            Sum::AddsUp | Sum::IssuedUnknown => (0, 0),
        };
        let known = issued.is_some();
        Self {
            status_code: 200,
            success: true,
            message: by_consent::message(profile, "Share distribution found."),
            data: ShareDistribution {
                rc_number: company.rc_number.to_string(),
                company_name: company.company_name.clone(),
                entity_type: company.entity_type.as_str(),
                total_issued_shares: issued,
                shareholders: found.shares.iter().map(Shareholder::of).collect(),
                total_allotted_shares: found.allotted,
                unallocated_shares: known.then_some(unallocated),
                overallocated_shares: known.then_some(overallocated),
                percentage_total: Percent(found.total_hundredths),
                adds_up: found.sum == Sum::AddsUp,
                note: note(&found),
                source: RecordSource::of(&profile.record, now),
            },
        }
    }
}
