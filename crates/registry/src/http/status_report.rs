//! `GET /api/v1/company/validation/status-report`

use kofa_core::endpoint::{Billable, Endpoint};
use kofa_domain::{Kobo, Result};
use kofa_gate::call::Call;
use kofa_gate::{Answer, ProductEndpoint, Reference, Refusal, Request};

use super::by_consent;
use super::document::{self, DocumentQuestion};
use crate::consent::ConsentCodes;
use crate::documents::Issuer;
use crate::documents::pdf::Document;
use crate::endpoint::BASE;

/// Tells the status report of the entity behind a consent code.
#[derive(Clone, Debug)]
pub struct GetStatusReport {
    consents: ConsentCodes,
    issuer: Issuer,
}

static ENDPOINT: Endpoint = Endpoint {
    operation_id: "getStatusReport",
    path: "/api/v1/company/validation/status-report",
    default_price: Kobo::new(25_000),
    billable: &[Billable {
        status: 200,
        when: "the code is valid and there is a status report",
    }],
    outlives_caller: true,
    ..BASE
};

impl GetStatusReport {
    /// By `consents`; `issuer` gives it its code.
    pub fn new(consents: ConsentCodes, issuer: Issuer) -> Self {
        Self { consents, issuer }
    }
}

impl ProductEndpoint for GetStatusReport {
    const ENDPOINT: &'static Endpoint = &ENDPOINT;
    type Input = DocumentQuestion;

    async fn read(&self, call: &Call, request: &Request) -> Result<DocumentQuestion> {
        document::read(&self.consents, call, request).await
    }

    fn is_free(question: &DocumentQuestion) -> bool {
        question.is_repeated()
    }

    async fn run(&self, call: &Call, question: DocumentQuestion) -> Result<Answer, Refusal> {
        let which = Document::StatusReport;
        document::answer(&self.consents, &self.issuer, call, question, which).await
    }

    fn reference() -> Reference {
        document::answers(Reference::new("Get a status report", DESCRIPTION)).codes(document::CODES)
    }
}

const DESCRIPTION: &str = concat!(
    "Returns everything on the register about an entity as a readable document: its record and \
     objectives, share capital, directors, shareholders and whether their shares add up, persons \
     with significant control, and the charges over its assets. ",
    document::both!(),
    by_consent::one_use!(),
);
