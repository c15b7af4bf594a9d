//! `POST /api/v1/company/validation/company/tin`

use std::sync::Arc;
use std::time::Duration;

use kofa_core::codes::{
    INVALID_BODY, INVALID_EMAIL, MALFORMED_JSON, SANDBOX_VALUE_IN_LIVE, UPSTREAM_NOT_CONFIGURED,
};
use kofa_core::endpoint::{Billable, Endpoint, JSON_BYTES_MAX, Verb};
use kofa_core::text::EMAIL_CHARS_MAX;
use kofa_domain::{Code, Environment, Error, Kobo, Result, Timestamp, codes as common};
use kofa_gate::call::Call;
use kofa_gate::{Answer, ProductEndpoint, Reference, Refusal, Request, Snapshot, metering};
use kofa_store::Store;
use serde::Serialize;
use tokio::time::Instant;
use utoipa::ToSchema;

use super::GetCompanyTin;
use super::tin_wire::holder;
use super::wire::RecordSource;
use crate::codes::{
    COMPANY_NOT_FOUND, ENTITY_TYPE_CONFLICT, INVALID_ENTITY_TYPE, INVALID_RC_NUMBER,
    TIN_GENERATION_REJECTED, TIN_NOT_FOUND, UPSTREAM_ACCOUNT_PROBLEM, UPSTREAM_INVALID_ANSWER,
    UPSTREAM_REJECTED, UPSTREAM_TIMEOUT, UPSTREAM_UNAVAILABLE,
};
use crate::endpoint::BASE;
use crate::lookup::disambiguation::choose;
use crate::lookup::sources::{Sources, TaxAuthority, tax_record};
use crate::record::Record;
use crate::register::Register;
use crate::rules::RegistrationStatus;
use crate::source_settings::{Ask, Freshness, Operation};
use crate::tin::ops::Turns;
use crate::tin::{
    ADDRESS_CHARS, Application, AskTin, EndTin, FindTinGeneration, SandboxIssuer, StoreReply,
    StoreTin, TEXT_CHARS, Taxpayer, Tin, TinClaim, TinOutcome, TinState, UNKNOWN_SECONDS,
    read_application,
};
use crate::upstream::{Fetched, Upstream, did_nothing};

/// How long a call waits for another that has the same company's number generated, in
/// milliseconds, and how often it looks.
const WAIT_MS_MAX: u64 = 20_000;
const LOOK_EVERY_MS: u64 = 250;
/// What it then sends as `Retry-After`, in seconds.
const RETRY_AFTER_SECONDS: u32 = 60;

const _: () = assert!(
    TEXT_CHARS == 100 && ADDRESS_CHARS == 300 && EMAIL_CHARS_MAX == 254,
    "the schema says so too"
);

/// Generates the tax number of a company, or retrieves the one it has.
#[derive(Clone, Debug)]
pub struct GenerateCompanyTin {
    sources: Sources,
    store: Store,
    /// For the price of a look-up.
    snapshot: Arc<Snapshot>,
    turns: Turns,
}

static ENDPOINT: Endpoint = Endpoint {
    operation_id: "generateCompanyTin",
    verb: Verb::Post,
    path: "/api/v1/company/validation/company/tin",
    default_price: Kobo::new(15_000),
    billable: &[
        Billable {
            status: 201,
            when: "a number was generated",
        },
        Billable {
            status: 200,
            when: "the company already had one: charged like `getCompanyTin`",
        },
    ],
    idempotent: true,
    body_bytes_max: JSON_BYTES_MAX,
    shown: super::SHOWN,
    ..BASE
};

const CODES: &[&Code] = &[
    &MALFORMED_JSON,
    &INVALID_BODY,
    &common::MISSING_FIELD,
    &common::INVALID_FIELD,
    &INVALID_RC_NUMBER,
    &INVALID_ENTITY_TYPE,
    &ENTITY_TYPE_CONFLICT,
    &INVALID_EMAIL,
    &SANDBOX_VALUE_IN_LIVE,
    &COMPANY_NOT_FOUND,
    &TIN_GENERATION_REJECTED,
    &common::CONFLICT,
    &UPSTREAM_UNAVAILABLE,
    &UPSTREAM_TIMEOUT,
    &UPSTREAM_INVALID_ANSWER,
    &UPSTREAM_ACCOUNT_PROBLEM,
    &UPSTREAM_REJECTED,
    &UPSTREAM_NOT_CONFIGURED,
];

#[derive(Debug)]
pub struct GenerateTinInput(Application);

impl GenerateCompanyTin {
    /// Over `sources`; keeps what it generates in `store`. `snapshot` knows what a look-up
    /// costs.
    pub fn new(sources: Sources, store: Store, snapshot: Arc<Snapshot>) -> Self {
        Self {
            sources,
            store,
            snapshot,
            turns: Turns::new(),
        }
    }

    /// The company that is meant.
    async fn company(&self, call: &Call, asked: &Application) -> Result<Record, Refusal> {
        let ask = asked.ask(call.environment());
        let found = self.sources.by_rc(&ask, &asked.rc_number).await;
        let records = match found {
            Ok(records) => records,
            // The tax authority's refusal has a code of its own, and its reason.
            Err(error) if *error.code() == UPSTREAM_REJECTED => {
                let reason = error.message().to_owned();
                return Err(Refusal::executed(Error::new(
                    &TIN_GENERATION_REJECTED,
                    reason,
                )));
            }
            Err(error) => return Err(error.into()),
        };
        let choice = choose(records, Some(asked.entity_type), None);
        Ok(choice.ok_or_else(|| not_found(asked))?.record)
    }

    /// Generates or retrieves at the tax authority of the sandbox, which is in this process.
    async fn generate_here(
        &self,
        call: &Call,
        asked: &Application,
        issuer: SandboxIssuer,
    ) -> Result<Answer, Refusal> {
        let record = self.company(call, asked).await?;
        let taxpayer = issuer.taxpayer(&record.company)?;
        if taxpayer.is_registered {
            return Ok(self.retrieved(call, &record, &taxpayer, None)?);
        }
        let holder = holder(call, &record.company);
        let turn = self.turns.take(&holder).await;
        if let Some(issued) = self.store.read(holder.clone()).await? {
            let at = Some(issued.generated_at);
            return Ok(self.retrieved(call, &record, &taxpayer, at)?);
        }
        refuse_inactive(&record)?;
        let body = GenerateTinAnswer::new(201, call, &record, &taxpayer, Some(call.now()));
        Ok(Answer::json(201, &body)?.with_write(StoreTin {
            holder,
            tin: taxpayer.tax_id,
            request_id: call.request_id(),
            generated_at: call.now(),
            turn: Some(turn),
        }))
    }

    /// Retrieves what the register has. Nobody is there who could generate a number.
    async fn retrieve(
        &self,
        call: &Call,
        asked: &Application,
        register: &Register,
    ) -> Result<Answer, Refusal> {
        let record = self.company(call, asked).await?;
        let Some((record, taxpayer)) = register.taxpayer(record).await? else {
            let message = "The register has no tax number for this company, and the operator has \
                           not connected the tax authority for live, which could generate one. You \
                           were not charged.";
            return Err(Error::new(&UPSTREAM_NOT_CONFIGURED, message).into());
        };
        Ok(self.retrieved(call, &record, &taxpayer, None)?)
    }

    /// Generates or retrieves at a tax authority outside. Whether it has a number is asked
    /// first: a repetition of a call that was cut off finds what that one generated.
    async fn generate_outside(
        &self,
        call: &Call,
        asked: &Application,
        upstream: &dyn Upstream,
    ) -> Result<Answer, Refusal> {
        let (number, kind) = (&asked.rc_number, asked.entity_type);
        let fresh = Freshness::default();
        match upstream.tin_of(number, kind, fresh).await {
            Ok(found) => {
                let found = found.some().ok_or_else(|| not_found(asked))?;
                let (record, taxpayer) = tax_record(found);
                return Ok(self.retrieved(call, &record, &taxpayer, None)?);
            }
            Err(error) if *error.code() == TIN_NOT_FOUND => {}
            Err(error) => return Err(error.into()),
        }
        let ask = asked.ask(call.environment());
        let record = self.sources.by_rc(&ask, number).await?.into_iter().next();
        let record = record.ok_or_else(|| not_found(asked))?;
        let claim = TinClaim {
            environment: call.environment(),
            rc_number: number.clone(),
            entity_type: kind,
            tenant_id: call.tenant_id().clone(),
            request_id: call.request_id(),
            at: call.now(),
        };
        if let Some((tin, at)) = self.take_turn(call, &claim, &record).await? {
            let taxpayer = newly_registered(&record, tin);
            return Ok(self.retrieved(call, &record, &taxpayer, Some(at))?);
        }
        let generated = match upstream.generate_tin(asked).await {
            Ok(generated) => Ok(generated.value),
            Err(error) if did_nothing(&error) => {
                let refusal = match *error.code() == TIN_GENERATION_REJECTED {
                    true => Refusal::executed(error),
                    false => error.into(),
                };
                return Err(refusal.with_write(EndTin(claim, TinOutcome::Refused)));
            }
            Err(error) => {
                // Perhaps it did, and only its answer was lost.
                let found = upstream.tin_of(number, kind, fresh).await;
                let found = found.ok().and_then(Fetched::some);
                found.map(|found| found.value.taxpayer.tax_id).ok_or(error)
            }
        };
        let tin = match generated {
            Ok(tin) => tin,
            Err(error) => {
                let unknown = EndTin(claim, TinOutcome::Unknown);
                return Err(Refusal::from(error).with_write(unknown));
            }
        };
        let taxpayer = newly_registered(&record, tin.clone());
        let body = GenerateTinAnswer::new(201, call, &record, &taxpayer, Some(call.now()));
        let generated = EndTin(claim, TinOutcome::Generated(tin));
        Ok(Answer::json(201, &body)?.with_write(generated))
    }

    /// Waits until nobody else asks for the company's number, on any node, and notes that this
    /// call does. The number, if another call had it generated meanwhile.
    async fn take_turn(
        &self,
        call: &Call,
        claim: &TinClaim,
        record: &Record,
    ) -> Result<Option<(Tin, Timestamp)>, Refusal> {
        let find = FindTinGeneration {
            environment: claim.environment,
            rc_number: claim.rc_number.clone(),
            entity_type: claim.entity_type,
        };
        let until = Instant::now() + Duration::from_millis(WAIT_MS_MAX);
        while Instant::now() < until {
            let old = call.now().plus_seconds(-UNKNOWN_SECONDS);
            match self.store.read(find.clone()).await? {
                Some((TinState::Generated(tin), at)) => return Ok(Some((tin, at))),
                Some((TinState::Unknown, at)) if at >= old => return Err(outcome_unknown().into()),
                Some((TinState::Asked, at)) if at >= old => {
                    tokio::time::sleep(Duration::from_millis(LOOK_EVERY_MS)).await;
                    continue;
                }
                _ => refuse_inactive(record)?,
            }
            match metering::begin(&self.store, call, AskTin(claim.clone())).await {
                Ok(()) => return Ok(None),
                // Another call was faster.
                Err(error) if *error.code() == common::CONFLICT => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(outcome_unknown().into())
    }

    /// An answer with the number the company has, at the price of looking it up. It is kept
    /// for its `Idempotency-Key` as one that generates is.
    fn retrieved(
        &self,
        call: &Call,
        record: &Record,
        taxpayer: &Taxpayer,
        generated_at: Option<Timestamp>,
    ) -> Result<Answer> {
        let body = GenerateTinAnswer::new(200, call, record, taxpayer, generated_at);
        let price = self.snapshot.price(
            GetCompanyTin::ENDPOINT,
            call.environment(),
            call.tenant_id(),
            call.now(),
        );
        let answer = Answer::json(200, &body)?.charged_at_most(price.0);
        Ok(answer.with_write(StoreReply))
    }
}

impl ProductEndpoint for GenerateCompanyTin {
    const ENDPOINT: &'static Endpoint = &ENDPOINT;
    type Input = GenerateTinInput;

    async fn read(&self, call: &Call, request: &Request) -> Result<GenerateTinInput> {
        let body = request.json_object()?;
        let application = read_application(call.environment(), &body)?;
        // Before the wallet is asked: nobody should top it up for what is not connected.
        let is_reserved = application.rc_number.reserved().is_some();
        let ask = application.ask(call.environment());
        self.sources.tax_authority(&ask, is_reserved).await?;
        Ok(GenerateTinInput(application))
    }

    async fn run(&self, call: &Call, input: GenerateTinInput) -> Result<Answer, Refusal> {
        let ask = input.0.ask(call.environment());
        let is_reserved = input.0.rc_number.reserved().is_some();
        match self.sources.tax_authority(&ask, is_reserved).await? {
            TaxAuthority::Sandbox(issuer) => self.generate_here(call, &input.0, issuer).await,
            TaxAuthority::Register(register) => self.retrieve(call, &input.0, register).await,
            TaxAuthority::Upstream(upstream, _) => {
                self.generate_outside(call, &input.0, upstream).await
            }
        }
    }

    fn reference() -> Reference {
        Reference::new("Generate or retrieve a tax number", DESCRIPTION)
            .json_body::<GenerateTinRequest>()
            .answers::<GenerateTinAnswer>(201, "A number was generated.")
            .answers::<GenerateTinAnswer>(200, "The number that the company already had.")
            .codes(CODES)
    }
}

const DESCRIPTION: &str = "Generates a tax identification number (TIN) for a company, or retrieves \
                           the one it has. A number is generated once; repeated and simultaneous \
                           requests get the same number. The price of generating is reserved; a \
                           retrieval is charged like a lookup. One response lists every error in \
                           the request, each with its field. Send an `Idempotency-Key`, so that a \
                           repeated request returns the first response.\n\nIn the sandbox every \
                           company has a number except `0000050`, for which you can generate one, \
                           once for each tenant. `0000052` is refused (`tin_generation_rejected`), \
                           `0000057` too because it is inactive, `0000053` returns 503 and \
                           `0000055` 504.";

fn not_found(asked: &Application) -> Error {
    let (kind, number) = (asked.entity_type.in_words(), &asked.rc_number);
    let message = format!("No {kind} is registered under {number}.");
    Error::on("rcNumber", &COMPANY_NOT_FOUND, message)
}

impl Application {
    /// The question for the company itself.
    fn ask(&self, environment: Environment) -> Ask {
        Ask {
            entity_type: Some(self.entity_type),
            ..Ask::new(environment, Operation::GenerateCompanyTin)
        }
    }
}

/// The taxpayer that a company has become.
fn newly_registered(record: &Record, tax_id: Tin) -> Taxpayer {
    Taxpayer {
        tax_id,
        is_registered: true,
        legacy: None,
        name: record.company.company_name.clone(),
        office: None,
        status: "ACTIVE",
    }
}

/// 409 while another call may be having the number generated: it is not asked for twice.
fn outcome_unknown() -> Error {
    let message = "Another request asked the tax authority for a number for this company, and its \
                   outcome is not known yet. Send the request again in a few minutes: it retrieves \
                   the number, or generates one if there is none 15 minutes after the other \
                   request. You were not charged.";
    Error::new(&common::CONFLICT, message).with_retry_after(RETRY_AFTER_SECONDS)
}

/// A number is not given to a company that may not trade.
fn refuse_inactive(record: &Record) -> Result<(), Refusal> {
    let status = record.company.registration_status;
    match status {
        RegistrationStatus::Active | RegistrationStatus::Unknown => Ok(()),
        _ => {
            let message = format!(
                "The tax authority refused: the status of the company in the registry is {}, and \
                 only active companies get a number.",
                status.as_str()
            );
            let refused = Error::on("rcNumber", &TIN_GENERATION_REJECTED, message);
            Err(Refusal::executed(refused))
        }
    }
}

/// The company that needs a tax number. Unknown fields are ignored.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(
    dead_code,
    reason = "it describes the body, which is read field by field"
)]
struct GenerateTinRequest {
    /// The registration number, with or without a prefix.
    #[schema(min_length = 1, max_length = 100, example = "0000050")]
    rc_number: String,
    /// Kind of entity: `COMPANY`, `BUSINESS_NAME`, `INCORPORATED_TRUSTEE`,
    /// `LIMITED_PARTNERSHIP`, `LIMITED_LIABILITY_PARTNERSHIP`, or a short form.
    #[schema(min_length = 1, max_length = 100, example = "COMPANY")]
    entity_type: String,
    /// Street and place. Checked and not kept, like all that follows.
    #[schema(
        min_length = 5,
        max_length = 300,
        example = "14 Adeola Odeku Street, Victoria Island"
    )]
    address: String,
    /// One of the 36 states or the FCT; common spellings are accepted.
    #[schema(min_length = 1, max_length = 100, example = "Lagos")]
    state: String,
    /// A local government area in that state; common spellings are accepted.
    #[schema(min_length = 1, max_length = 100, example = "Eti-Osa")]
    local_government_area: String,
    /// A Nigerian mobile number.
    #[schema(min_length = 10, max_length = 100, example = "08031234567")]
    phone: String,
    #[schema(
        min_length = 3,
        max_length = 254,
        format = Email,
        example = "office@example.ng"
    )]
    email: String,
}

/// The company's tax number.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct GenerateTinAnswer {
    /// The HTTP status.
    #[schema(minimum = 200, maximum = 201, example = 201)]
    status_code: u16,
    /// Always true.
    success: bool,
    /// A human-readable message: whether the number is new.
    #[schema(example = "TIN generated.")]
    message: &'static str,
    data: GeneratedTin,
}

/// A tax number and its origin.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct GeneratedTin {
    /// In canonical form.
    #[schema(pattern = "^[0-9]{1,12}$", example = "0000050")]
    rc_number: String,
    #[schema(example = "Sandbox Sunbird Start Limited")]
    company_name: String,
    /// Kind of entity.
    #[schema(example = "COMPANY")]
    entity_type: &'static str,
    /// Thirteen digits, or a legacy number of eight and four.
    #[schema(pattern = "^([0-9]{13}|[0-9]{8}-[0-9]{4})$", example = "2900000000040")]
    tin: String,
    /// The form of `tin`: `TAX_ID` for thirteen digits, `LEGACY` otherwise.
    #[schema(pattern = "^(TAX_ID|LEGACY)$", example = "TAX_ID")]
    tax_id_format: &'static str,
    /// The legacy number that `tin` replaces, if there was one. It stays valid.
    #[schema(pattern = "^[0-9]{8}-[0-9]{4}$")]
    previous_tin: Option<String>,
    /// `GENERATED` with 201, `EXISTING` with 200.
    #[schema(pattern = "^(GENERATED|EXISTING)$", example = "GENERATED")]
    status: &'static str,
    /// When the number was generated here (UTC); null if the company had it before.
    #[schema(format = DateTime, example = "2026-11-21T09:30:00.000Z")]
    generated_at: Option<String>,
    source: RecordSource,
}

impl GenerateTinAnswer {
    fn new(
        status_code: u16,
        call: &Call,
        record: &Record,
        taxpayer: &Taxpayer,
        generated_at: Option<Timestamp>,
    ) -> Self {
        let (message, status) = match status_code {
            201 => ("TIN generated.", "GENERATED"),
            _ => ("The company has a TIN; it was retrieved.", "EXISTING"),
        };
        let company = &record.company;
        Self {
            status_code,
            success: true,
            message,
            data: GeneratedTin {
                rc_number: company.rc_number.to_string(),
                company_name: company.company_name.clone(),
                entity_type: company.entity_type.as_str(),
                tin: taxpayer.tax_id.to_string(),
                tax_id_format: taxpayer.tax_id.format().as_str(),
                previous_tin: taxpayer.previous(),
                status,
                generated_at: generated_at.map(Timestamp::rfc3339),
                source: RecordSource::of(record, call.now()),
            },
        }
    }
}
