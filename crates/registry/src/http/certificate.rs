//! `GET /api/v1/company/validation/certificate`

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

/// Tells the certificate of the entity behind a consent code.
#[derive(Clone, Debug)]
pub struct GetCertificate {
    consents: ConsentCodes,
    issuer: Issuer,
}

static ENDPOINT: Endpoint = Endpoint {
    operation_id: "getCertificate",
    path: "/api/v1/company/validation/certificate",
    default_price: Kobo::new(25_000),
    billable: &[Billable {
        status: 200,
        when: "the code is valid and there is a certificate",
    }],
    outlives_caller: true,
    ..BASE
};

impl GetCertificate {
    /// By `consents`; `issuer` gives it its code.
    pub fn new(consents: ConsentCodes, issuer: Issuer) -> Self {
        Self { consents, issuer }
    }
}

impl ProductEndpoint for GetCertificate {
    const ENDPOINT: &'static Endpoint = &ENDPOINT;
    type Input = DocumentQuestion;

    async fn read(&self, call: &Call, request: &Request) -> Result<DocumentQuestion> {
        document::read(&self.consents, call, request).await
    }

    fn is_free(question: &DocumentQuestion) -> bool {
        question.is_repeated()
    }

    async fn run(&self, call: &Call, question: DocumentQuestion) -> Result<Answer, Refusal> {
        let which = Document::Certificate;
        document::answer(&self.consents, &self.issuer, call, question, which).await
    }

    fn reference() -> Reference {
        document::answers(Reference::new("Get a certificate", DESCRIPTION)).codes(document::CODES)
    }
}

const DESCRIPTION: &str = concat!(
    "Returns the certificate of registration of an entity: that it is registered, since when, as \
     what type, with which status, and where. ",
    document::both!(),
    by_consent::one_use!(),
);
