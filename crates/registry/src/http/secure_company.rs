//! `GET /api/v1/company/validation/secure/rc`

use kofa_core::endpoint::{Billable, Endpoint};
use kofa_domain::{Kobo, Result, Timestamp};
use kofa_gate::call::Call;
use kofa_gate::{Answer, ProductEndpoint, Reference, Refusal, Request};
use serde::Serialize;
use utoipa::ToSchema;

use super::by_consent::{self, CODES, kept_json, tell_json};
use super::wire::CompanyRecord;
use crate::consent::{ConsentCodes, Question};
use crate::endpoint::BASE;
use crate::lookup::disambiguation::Choice;
use crate::people;
use crate::profile::{Part, Profile};

/// Tells the details of the company behind a consent code.
#[derive(Clone, Debug)]
pub struct GetSecureCompany {
    consents: ConsentCodes,
}

static ENDPOINT: Endpoint = Endpoint {
    operation_id: "getSecureCompany",
    path: "/api/v1/company/validation/secure/rc",
    default_price: Kobo::new(10_000),
    billable: &[Billable {
        status: 200,
        when: "the code is valid, whatever the status of its entity",
    }],
    outlives_caller: true,
    shown: super::BY_CONSENT,
    ..BASE
};

impl GetSecureCompany {
    /// By `consents`.
    pub fn new(consents: ConsentCodes) -> Self {
        Self { consents }
    }
}

impl ProductEndpoint for GetSecureCompany {
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
        let keep = |profile: &Profile| kept_json(&SecureCompanyAnswer::of(profile, now));
        let tell = |kept: &[u8]| Ok(tell_json(kept));
        let part = Part::Company;
        self.consents.answer(call, question, part, keep, tell).await
    }

    fn reference() -> Reference {
        by_consent::parameters(Reference::new("Get a company by consent code", DESCRIPTION))
            .answers::<SecureCompanyAnswer>(200, "The company.")
            .codes(CODES)
    }
}

const DESCRIPTION: &str = concat!(
    "Returns the record of a company that gave you a consent code, with its objectives, its phone \
     number, and the number of people listed for it. Values that are not on the register are null \
     or an empty list.\n\n",
    by_consent::one_use!(),
);

/// What the register says of the entity.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SecureCompanyAnswer {
    /// The HTTP status.
    #[schema(minimum = 200, maximum = 200, example = 200)]
    status_code: u16,
    /// Always true.
    success: bool,
    /// A human-readable message.
    #[schema(example = "Company found.")]
    message: String,
    data: SecureCompany,
}

/// The record of an entity that consented.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SecureCompany {
    #[serde(flatten)]
    record: CompanyRecord,
    /// The registered objectives, or else the lines of business.
    objectives: Vec<String>,
    /// The phone number of the entity itself.
    phone: Option<String>,
    branch_address: Option<String>,
    head_office_address: Option<String>,
    /// Year or date of the last annual return.
    last_annual_return: Option<String>,
    /// People and bodies that the register lists, without those who only filed or witnessed
    /// papers; null where it does not say.
    #[schema(minimum = 0, example = 6)]
    affiliates_count: Option<usize>,
}

impl SecureCompanyAnswer {
    fn of(profile: &Profile, now: Timestamp) -> Self {
        let (record, details) = (profile.record.clone(), &profile.details);
        let company = &record.company;
        let objectives = match details.objectives.is_empty() {
            true => company
                .lines_of_business()
                .map(|(line, _)| line.to_owned())
                .collect(),
            false => details.objectives.clone(),
        };
        let told = details.affiliates_count;
        let affiliates_count = told.and_then(|count| usize::try_from(count).ok());
        let kind = record.company.entity_type.in_words();
        let found = format!("{}{} found.", kind[..1].to_uppercase(), &kind[1..]);
        let message = by_consent::message(profile, &found);
        let choice = Choice {
            record,
            others: Vec::new(),
            message: message.clone(),
        };
        Self {
            status_code: 200,
            success: true,
            message,
            data: SecureCompany {
                record: CompanyRecord::new(choice, now),
                objectives,
                phone: details.phone.clone(),
                branch_address: details.branch_address.clone(),
                head_office_address: details.head_office_address.clone(),
                last_annual_return: details.last_annual_return.clone(),
                affiliates_count: affiliates_count.or_else(|| listed(profile)),
            },
        }
    }
}

/// Whom the profile lists; `None` if it lists nobody, because then nothing is known.
fn listed(profile: &Profile) -> Option<usize> {
    let of_it = profile.roles.iter().filter(|role| role.is_of_the_entity());
    let count = people::merge(of_it.cloned().collect()).len();
    (count > 0).then_some(count)
}
