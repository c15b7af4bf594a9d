//! What operators do with feedback, as commands.

use kofa_commands::rules::{ENVIRONMENT, Flag, Parsed, Whole};
use kofa_commands::{Body, Command, Entry, Fields, Services, Spec};
use kofa_core::{ActorAt, Permission};
use kofa_domain::{Environment, Error, RequestId, Result, TenantId, codes};
use kofa_identity::tenants::FindTenant;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::ops::{EraseReading, FindTraining, SetTraining, Training};
use super::report::{ReadingReport, report};

pub(crate) const ALL: &[Entry] = &[
    Entry::of::<GetReadingReport>(),
    Entry::of::<GetDocumentTraining>(),
    Entry::of::<SetDocumentTraining>(),
    Entry::of::<EraseOneReading>(),
];

const TAG: &str = "Feedback on readings";
const TRAINING_PATH: &str = "/admin/v1/tenants/{tenantId}/document-training";
const NO_READING: &str = "There is no such reading.";
/// Longest that a document is kept after feedback, in days.
const DOCUMENT_DAYS_MAX: i64 = 365;

/// The id of a call.
const REQUEST_ID: Parsed<RequestId> = Parsed {
    parse: |text| RequestId::parse_str(text).ok(),
    write: RequestId::to_string,
    must: "must be the UUID of a response's `X-Request-Id`",
    schema: || json!({"type": "string", "format": "uuid"}),
};

/// How readings did, by what users said.
#[derive(Debug)]
pub(crate) struct GetReadingReport {
    environment: Environment,
    tenant: Option<TenantId>,
}

impl Command for GetReadingReport {
    const SPEC: &'static Spec = &Spec::get("getReadingReport", "/admin/v1/reading-report")
        .about(
            TAG,
            "Get the accuracy report",
            "Based on the last 20,000 readings with feedback: accuracy with 95% Wilson \
             intervals, calibration, and drift over the last 30 days, for all documents and by \
             capture, kind and issuer. It covers only documents with feedback, which may differ \
             from all documents sent.",
        )
        .answers(&[(200, "The report.")]);
    type Output = ReadingReport;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let environment = fields.query(
            "environment",
            "The environment: `sandbox` or `live`.",
            ENVIRONMENT,
        );
        let tenant = fields.query_tenant("Only for this tenant. Default: all tenants.");
        Some(Self {
            environment: environment?,
            tenant,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<ReadingReport> {
        report(&services.store, self.environment, self.tenant, by.at).await
    }
}

/// What a tenant agreed to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DocumentTraining)]
pub(crate) struct TrainingView {
    /// Whether documents are kept, encrypted, with their readings. Off unless the tenant has
    /// agreed.
    keep_documents: bool,
    /// How long they are kept after the last feedback, in days.
    #[schema(minimum = 1, maximum = 365)]
    document_days: i64,
}

impl From<Training> for TrainingView {
    fn from(training: Training) -> Self {
        Self {
            keep_documents: training.keep_documents,
            document_days: training.document_days,
        }
    }
}

/// Looks up what a tenant agreed to.
#[derive(Debug)]
pub(crate) struct GetDocumentTraining(TenantId);

impl Command for GetDocumentTraining {
    const SPEC: &'static Spec = &Spec::get("getDocumentTraining", TRAINING_PATH)
        .about(
            TAG,
            "Get whether documents are kept for training",
            "Off by default.",
        )
        .answers(&[(200, "What the tenant has agreed to.")]);
    type Output = TrainingView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        fields.path_tenant().map(Self)
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<TrainingView> {
        let tenant = self.0;
        // 404 for one that is not there.
        let exists = FindTenant {
            tenant: tenant.clone(),
        };
        services.store.read(exists).await?;
        let find = FindTraining { tenant };
        services.store.read(find).await.map(TrainingView::from)
    }
}

/// Notes what a tenant agreed to.
#[derive(Debug)]
pub(crate) struct SetDocumentTraining {
    tenant: TenantId,
    training: Training,
}

impl Command for SetDocumentTraining {
    const SPEC: &'static Spec = &Spec {
        body: Body::Json("SetDocumentTraining", "What the tenant has agreed to."),
        right: Permission::Tenants,
        ..Spec::put("setDocumentTraining", TRAINING_PATH)
            .about(
                TAG,
                "Set whether documents are kept for training",
                "Only with the tenant's written agreement. Each document is then kept, \
                 encrypted, as long as its reading. Switching it off deletes all of them within \
                 seconds.",
            )
            .answers(&[(200, "The current setting.")])
    };
    type Output = TrainingView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let tenant = fields.path_tenant();
        let keep = fields.required("keepDocuments", "Whether documents are kept.", Flag);
        let days = Whole::within(1, DOCUMENT_DAYS_MAX);
        let days = fields.required(
            "documentDays",
            "How long a document is kept after the last feedback, in days.",
            days,
        );
        Some(Self {
            tenant: tenant?,
            training: Training {
                keep_documents: keep?,
                document_days: days?,
            },
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<TrainingView> {
        let set = SetTraining {
            by,
            tenant: self.tenant,
            training: self.training,
        };
        services.store.write(set).await.map(TrainingView::from)
    }
}

/// A reading that was erased.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReadingErased {
    #[schema(format = Uuid)]
    request_id: String,
}

/// Removes all that is kept of a reading.
#[derive(Debug)]
pub(crate) struct EraseOneReading(RequestId);

impl Command for EraseOneReading {
    const SPEC: &'static Spec = &Spec {
        right: Permission::Tenants,
        ..Spec::post("eraseReading", "/admin/v1/readings/{requestId}/erase")
            .about(
                TAG,
                "Erase a reading",
                "Deletes the document, its text, the response and the feedback. The entry in the \
                 request log stays, because it contains none of them.",
            )
            .answers(&[(200, "The reading was erased.")])
    };
    type Output = ReadingErased;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        fields.path("requestId", NO_READING, REQUEST_ID).map(Self)
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<ReadingErased> {
        let request_id = self.0;
        match services
            .store
            .write(EraseReading { by, request_id })
            .await?
        {
            true => Ok(ReadingErased {
                request_id: request_id.to_string(),
            }),
            false => Err(Error::new(&codes::NOT_FOUND, NO_READING)),
        }
    }
}
