//! `GET /api/v1/company/validation/affiliates`

use kofa_core::endpoint::{Billable, Endpoint};
use kofa_core::schema::choice;
use kofa_domain::{Error, Fault, Kobo, Result, Timestamp, codes as common};
use kofa_gate::call::Call;
use kofa_gate::{Answer, ProductEndpoint, Reference, Refusal, Request};
use serde_json::value::RawValue;

use super::affiliate_wire::AffiliatesAnswer;
use super::by_consent::{self, CODES, kept_json, read_code, tell_json};
use crate::consent::{ConsentCodes, Question};
use crate::endpoint::BASE;
use crate::profile::{Part, Profile};

/// Tells the people behind the company behind a consent code.
#[derive(Clone, Debug)]
pub struct GetAffiliates {
    consents: ConsentCodes,
}

static ENDPOINT: Endpoint = Endpoint {
    operation_id: "getAffiliates",
    path: "/api/v1/company/validation/affiliates",
    default_price: Kobo::new(10_000),
    billable: &[Billable {
        status: 200,
        when: "the code is valid, whatever the number of affiliates",
    }],
    outlives_caller: true,
    shown: super::BY_CONSENT,
    ..BASE
};

/// Who is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Include {
    /// Who belongs to the entity.
    OwnPeople,
    /// Also who only filed or witnessed its papers.
    Everyone,
}

#[derive(Debug)]
pub struct AffiliatesQuestion {
    question: Question,
    include: Include,
}

impl GetAffiliates {
    /// By `consents`.
    pub fn new(consents: ConsentCodes) -> Self {
        Self { consents }
    }
}

fn read_include(request: &Request, faults: &mut Vec<Fault>) -> Include {
    match request.query().filled("include") {
        None => Include::OwnPeople,
        Some(word) if word.eq_ignore_ascii_case("all") => Include::Everyone,
        Some(_) => {
            let message = "`include` must be `all` or omitted.";
            faults.push(Fault::on("include", &common::INVALID_FIELD, message));
            Include::OwnPeople
        }
    }
}

/// What is kept: both answers, so that a repetition may ask for the other.
///
/// # Errors
/// `internal_error` if it cannot be written.
fn keep(profile: &Profile, now: Timestamp) -> Result<Vec<u8>> {
    kept_json(&[
        AffiliatesAnswer::of(profile, false, now),
        AffiliatesAnswer::of(profile, true, now),
    ])
}

fn tell(kept: &[u8], include: Include) -> Result<Answer> {
    let [own, all]: [&RawValue; 2] = serde_json::from_slice(kept).map_err(Error::internal)?;
    let body = match include {
        Include::OwnPeople => own,
        Include::Everyone => all,
    };
    Ok(tell_json(body.get().as_bytes()))
}

impl ProductEndpoint for GetAffiliates {
    const ENDPOINT: &'static Endpoint = &ENDPOINT;
    type Input = AffiliatesQuestion;

    async fn read(&self, call: &Call, request: &Request) -> Result<AffiliatesQuestion> {
        let mut faults = Vec::new();
        let vrc = read_code(call.environment(), request, &mut faults);
        let include = read_include(request, &mut faults);
        match vrc {
            Some(vrc) if faults.is_empty() => Ok(AffiliatesQuestion {
                question: self.consents.question(call, vrc).await?,
                include,
            }),
            _ => Err(Error::faults(faults)),
        }
    }

    fn is_free(input: &AffiliatesQuestion) -> bool {
        input.question.is_repeated()
    }

    async fn run(&self, call: &Call, input: AffiliatesQuestion) -> Result<Answer, Refusal> {
        let now = call.now();
        let AffiliatesQuestion { question, include } = input;
        let keep = |profile: &Profile| keep(profile, now);
        let tell = |kept: &[u8]| tell(kept, include);
        let part = Part::Affiliates;
        self.consents.answer(call, question, part, keep, tell).await
    }

    fn reference() -> Reference {
        by_consent::parameters(Reference::new("Get affiliates", DESCRIPTION))
            .query(
                "include",
                false,
                choice(&["all"]),
                "`all` also lists people who only filed the documents (`PRESENTER`) or witnessed \
                 them (`WITNESS`).",
            )
            .answers::<AffiliatesAnswer>(200, "The people and organisations behind the company.")
            .codes(CODES)
    }
}

const DESCRIPTION: &str = concat!(
    "Lists who is behind a company that gave you a consent code: directors, shareholders, \
     secretaries, persons with significant control, proprietors, partners, trustees. There is one \
     entry per person, with all their `roles`; `affiliateType` is the most senior current role. \
     People who have resigned are listed last, and marked. The list is always complete.\n\nThe \
     register lists a person once for every role. Kofa merges entries if the names match and \
     nothing else contradicts it; two people of the same name who cannot be distinguished stay \
     separate. For people, only the month of birth is returned, and email addresses, phone and \
     identity numbers are masked. Values that are not on the register are null.\n\n",
    by_consent::one_use!(),
);
