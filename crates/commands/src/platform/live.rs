//! Going live: what has to be known of a tenant, and its requests. What grants one is
//! [`SwitchService`](super::tenants::SwitchService).

use kofa_core::companies::{Companies, CompanyAnswer, CompanyQuestion, NameVerdict};
use kofa_core::schema::choice;
use kofa_core::{ActorAt, Permission, Right};
use kofa_domain::{Environment, Error, Result, Scope, TenantId};
use kofa_identity::live_checklist::{
    AGREEMENT_CHARS_MAX, ChecklistLine, CompanyOutcome, KnownCompany, LiveChecklist, LiveLine,
    ReadLiveChecklist, RecordAgreement, RecordCompany,
};
use kofa_identity::live_requests::{
    self as requests, EndLiveRequest, ListRequestsOf, LiveRequest, RequestState, Unmet,
};
use kofa_identity::tenants::FindTenant;
use serde::Serialize;
use utoipa::ToSchema;

use crate::rules::{Line, ProductScope, REASON, Rule as _};
use crate::wire::{Paged, line_json, moment, scope_schema};
use crate::{Body, Command, Entry, Fields, Services, Spec};

/// All of this file.
pub(super) const ALL: &[Entry] = &[
    Entry::of::<GetLiveStanding>(),
    Entry::of::<SetAgreement>(),
    Entry::of::<CheckTenantCompany>(),
    Entry::of::<RequestLive>(),
    Entry::of::<WithdrawLiveRequest>(),
    Entry::of::<RefuseLive>(),
    Entry::of::<ListLiveRequests>(),
];

const TAG: &str = "Going live";
/// Longest number that is looked up, in characters.
const NUMBER_CHARS_MAX: usize = 40;
/// The register's word for a company in business.
const ACTIVE: &str = "ACTIVE";
/// For how long what the register said is not asked for again by a tenant, in seconds.
const COMPANY_FRESH_SECONDS: i64 = 24 * 3_600;

fn line_schema() -> utoipa::openapi::schema::Schema {
    choice(&LiveLine::ALL.map(LiveLine::as_str))
}

fn verdict_schema() -> utoipa::openapi::schema::Schema {
    choice(&NameVerdict::ALL.map(NameVerdict::as_str))
}

fn state_schema() -> utoipa::openapi::schema::Schema {
    choice(&RequestState::ALL.map(RequestState::as_str))
}

/// A checklist item.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LiveLineView {
    /// Its ID.
    #[schema(schema_with = line_schema)]
    pub line: &'static str,
    /// A short explanation.
    pub title: &'static str,
    /// Whether it is required for Live access.
    pub required: bool,
    pub done: bool,
    /// What the tenant needs to do.
    pub remedy: &'static str,
}

impl From<ChecklistLine> for LiveLineView {
    fn from(of: ChecklistLine) -> Self {
        Self {
            line: of.line.as_str(),
            title: of.line.title(),
            required: of.is_required,
            done: of.is_done,
            remedy: of.line.remedy(),
        }
    }
}

/// The result of the company look-up. The record itself is not stored.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CompanyCheck {
    /// The number that was looked up.
    #[schema(max_length = 40)]
    pub rc_number: String,
    pub found: bool,
    /// The status in the register, such as `ACTIVE`; null if the company was not found.
    #[schema(required)]
    pub status: Option<String>,
    /// How well the tenant's name matches the registered name; null if the company was not
    /// found.
    #[schema(schema_with = verdict_schema, required)]
    pub name_match: Option<&'static str>,
    /// Whether this completes the checklist item.
    pub passed: bool,
    /// When the company was looked up.
    #[schema(format = "date-time")]
    pub checked_at: String,
}

impl From<CompanyOutcome> for CompanyCheck {
    fn from(of: CompanyOutcome) -> Self {
        let company = of.company.as_ref();
        Self {
            found: company.is_some(),
            status: company.map(|it| it.status.clone()),
            name_match: company.map(|it| it.name_match.as_str()),
            passed: of.is_good(),
            checked_at: moment(of.at),
            rc_number: of.rc_number,
        }
    }
}

/// A tenant's last request for Live access to a product.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LiveRequest)]
pub struct LiveRequestView {
    /// The tenant's ID.
    #[schema(pattern = "^ten_[0-9a-f]{32}$")]
    pub tenant_id: String,
    /// The tenant's name.
    pub tenant: String,
    /// The product.
    #[schema(schema_with = scope_schema)]
    pub scope: Scope,
    #[schema(schema_with = state_schema)]
    pub state: &'static str,
    /// Why it was refused, or granted with items missing; null for none.
    #[schema(required)]
    pub reason: Option<String>,
    /// When it was created.
    #[schema(format = "date-time")]
    pub requested_at: String,
    /// When it entered its current state.
    #[schema(format = "date-time")]
    pub changed_at: String,
}

impl From<LiveRequest> for LiveRequestView {
    fn from(of: LiveRequest) -> Self {
        Self {
            tenant_id: of.tenant.to_string(),
            tenant: of.name,
            scope: of.scope,
            state: of.state.as_str(),
            reason: Some(of.reason).filter(|text| !text.is_empty()),
            requested_at: moment(of.requested_at),
            changed_at: moment(of.changed_at),
        }
    }
}

/// A tenant's access to a product in Live.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LiveService {
    #[schema(schema_with = scope_schema)]
    pub scope: Scope,
    pub enabled: bool,
    /// The last request for Live access; null if there was none.
    #[schema(required)]
    pub request: Option<LiveRequestView>,
}

/// A tenant's progress towards Live.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LiveStanding {
    pub checklist: Vec<LiveLineView>,
    /// The reference of the signed agreement; null if none is recorded.
    #[schema(required)]
    pub agreement: Option<String>,
    /// The company; null if none was looked up.
    #[schema(required)]
    pub company: Option<CompanyCheck>,
    pub services: Vec<LiveService>,
}

impl LiveStanding {
    /// Of a tenant now.
    ///
    /// # Errors
    /// 404 for no such tenant; else the store's.
    pub async fn of(services: &Services, tenant: TenantId) -> Result<Self> {
        let find = FindTenant {
            tenant: tenant.clone(),
        };
        let (_, access) = services.store.read(find).await?;
        let list = ReadLiveChecklist {
            tenant: tenant.clone(),
            rules: services.live_rules(),
        };
        let LiveChecklist {
            agreement,
            company,
            lines,
        } = services.store.read(list).await?;
        let mut requests = services.store.read(ListRequestsOf { tenant }).await?;
        let service = |scope| {
            let at = requests.iter().position(|it| it.scope == scope);
            LiveService {
                scope,
                enabled: access.is_enabled(scope, Environment::Live),
                request: at.map(|at| requests.swap_remove(at).into()),
            }
        };
        Ok(Self {
            services: services.products.scopes().map(service).collect(),
            checklist: lines.into_iter().map(LiveLineView::from).collect(),
            agreement: agreement.map(|it| it.reference),
            company: company.map(CompanyCheck::from),
        })
    }
}

#[derive(Debug)]
pub struct GetLiveStanding {
    pub tenant: TenantId,
}

impl Command for GetLiveStanding {
    const SPEC: &'static Spec = &Spec::get("getLiveStanding", "/admin/v1/tenants/{tenantId}/live")
        .about(
            TAG,
            "Get a tenant's progress towards Live",
            "Returns the checklist, and each product with the tenant's last request for Live \
             access.",
        )
        .answers(&[(200, "The tenant's progress.")]);
    type Output = LiveStanding;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        fields.path_tenant().map(|tenant| Self { tenant })
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<LiveStanding> {
        LiveStanding::of(services, self.tenant).await
    }
}

/// The reference of a tenant's signed agreement.
#[derive(Debug)]
pub struct SetAgreement {
    pub tenant: TenantId,
    pub reference: String,
}

impl Command for SetAgreement {
    const SPEC: &'static Spec = &Spec::put(
        "recordAgreement",
        "/admin/v1/tenants/{tenantId}/live/agreement",
    )
    .about(
        TAG,
        "Record a tenant's signed agreement",
        "Records the agreement's reference, replacing the previous one.",
    )
    .takes(
        Body::Json("NewAgreement", "A signed agreement."),
        Permission::Tenants,
    )
    .answers(&[(200, "The tenant's progress.")]);
    type Output = LiveStanding;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let tenant = fields.path_tenant();
        let rule = Line {
            most: AGREEMENT_CHARS_MAX,
        };
        let rule = rule.told(|| line_json(AGREEMENT_CHARS_MAX));
        let reference = fields.required("reference", "The operator's file reference.", rule);
        Some(Self {
            tenant: tenant?,
            reference: reference?,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<LiveStanding> {
        let Self { tenant, reference } = self;
        let record = RecordAgreement {
            by,
            tenant: tenant.clone(),
            reference,
        };
        services.store.write(record).await?;
        LiveStanding::of(services, tenant).await
    }
}

const NUMBER: Line = Line {
    most: NUMBER_CHARS_MAX,
};

/// Asks the register for the tenant's company, and keeps what it said.
async fn check_company(
    services: &Services,
    by: ActorAt,
    tenant: &TenantId,
    rc_number: String,
) -> Result<()> {
    let find = FindTenant {
        tenant: tenant.clone(),
    };
    let (found, _) = services.store.read(find).await?;
    let Companies(register) = services.part::<Companies>()?;
    let question = CompanyQuestion {
        environment: Environment::Live,
        rc_number: &rc_number,
        entity_type: None,
        name: &found.name,
    };
    let company = match register.ask(question).await? {
        CompanyAnswer::Unreadable { code, field, must } => {
            return Err(Error::on(field, code, format!("`{field}` {must}.")));
        }
        CompanyAnswer::NotRegistered => None,
        CompanyAnswer::Registered(company) => Some(KnownCompany {
            status: company.status.to_owned(),
            is_active: company.status == ACTIVE,
            name_match: company.name,
        }),
    };
    let outcome = CompanyOutcome {
        rc_number,
        company,
        at: by.at,
    };
    let record = RecordCompany {
        by,
        tenant: tenant.clone(),
        outcome,
    };
    services.store.write(record).await
}

fn is_wrong_number(error: &Error) -> bool {
    let mut faults = error.all().iter();
    faults.any(|fault| fault.field.as_deref() == Some("rcNumber"))
}

/// A look at the company register for a tenant.
#[derive(Debug)]
pub struct CheckTenantCompany {
    pub tenant: TenantId,
    pub rc_number: String,
}

impl Command for CheckTenantCompany {
    const SPEC: &'static Spec = &Spec::put(
        "checkTenantCompany",
        "/admin/v1/tenants/{tenantId}/live/company",
    )
    .about(
        TAG,
        "Look up a tenant's company",
        "Looks up the company in the Live source of `getCompanyByRc`. Only the outcome is \
         stored:\nwhether it was found, its status, how well the names match, and the time.",
    )
    .takes(
        Body::Json("TenantCompany", "The tenant's company."),
        Permission::Tenants,
    )
    .answers(&[(200, "The tenant's progress.")]);
    type Output = LiveStanding;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let tenant = fields.path_tenant();
        let rc_number = fields.required(
            "rcNumber",
            "The RC number, with or without its prefix.",
            NUMBER,
        );
        Some(Self {
            tenant: tenant?,
            rc_number: rc_number?,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<LiveStanding> {
        check_company(services, by, &self.tenant, self.rc_number).await?;
        LiveStanding::of(services, self.tenant).await
    }
}

/// A tenant and a product, in the path.
fn which(fields: &mut Fields<'_>) -> Option<(TenantId, Scope)> {
    let tenant = fields.path_tenant();
    let missing = "The scope in the path is not a known product.";
    let scope = fields.path("scope", missing, ProductScope(fields.products()));
    tenant.zip(scope)
}

/// A tenant asks for a product in live.
#[derive(Debug)]
pub struct RequestLive {
    pub tenant: TenantId,
    pub scope: Scope,
    /// The company to look up.
    pub rc_number: Option<String>,
}

impl RequestLive {
    /// Looks the company up, unless the register has said of the number lately what it says. That
    /// it cannot say does not hold the request up: an operator can ask it again.
    async fn look_up(&self, services: &Services, by: &ActorAt) -> Result<()> {
        let Some(number) = &self.rc_number else {
            return Ok(());
        };
        let list = ReadLiveChecklist {
            tenant: self.tenant.clone(),
            rules: services.live_rules(),
        };
        let known = services.store.read(list).await?.company;
        let since = by.at.plus_seconds(-COMPANY_FRESH_SECONDS);
        let is_fresh = |it: &CompanyOutcome| it.rc_number == *number && it.at > since;
        if known.as_ref().is_some_and(is_fresh) {
            return Ok(());
        }
        let asked = check_company(services, by.clone(), &self.tenant, number.clone()).await;
        match asked {
            Err(error) if is_wrong_number(&error) => Err(error),
            _ => Ok(()),
        }
    }
}

impl Command for RequestLive {
    const SPEC: &'static Spec = &Spec::post(
        "requestLive",
        "/admin/v1/tenants/{tenantId}/live/{scope}/request",
    )
    .about(
        TAG,
        "Request Live access to a product",
        "Requests Live access on behalf of the tenant. With an `rcNumber`, its company is looked \
         up\nif the register is available. Repeating this while a request is pending changes \
         nothing.",
    )
    .takes(
        Body::MayBeEmpty("NewLiveRequest", "A request for Live access."),
        Permission::Live,
    )
    .answers(&[(200, "The request.")]);
    type Output = LiveRequestView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let which = which(fields);
        let docs = "The RC number of the tenant's company, with or without its prefix.";
        let rc_number = fields.optional("rcNumber", docs, NUMBER);
        let (tenant, scope) = which?;
        Some(Self {
            tenant,
            scope,
            rc_number,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<LiveRequestView> {
        by.actor.needs(Right::Live(&self.tenant))?;
        self.look_up(services, &by).await?;
        let request = requests::RequestLive {
            by,
            tenant: self.tenant,
            scope: self.scope,
        };
        services.store.write(request).await.map(Into::into)
    }
}

/// Takes a request back.
#[derive(Debug)]
pub struct WithdrawLiveRequest {
    pub tenant: TenantId,
    pub scope: Scope,
}

impl Command for WithdrawLiveRequest {
    const SPEC: &'static Spec = &Spec::post(
        "withdrawLiveRequest",
        "/admin/v1/tenants/{tenantId}/live/{scope}/withdraw",
    )
    .about(
        TAG,
        "Withdraw a request for Live access",
        "Withdraws the request on behalf of the tenant.",
    )
    .takes(Body::None, Permission::Live)
    .answers(&[(200, "The request.")]);
    type Output = LiveRequestView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        which(fields).map(|(tenant, scope)| Self { tenant, scope })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<LiveRequestView> {
        let end = EndLiveRequest {
            by,
            tenant: self.tenant,
            scope: self.scope,
            how: Unmet::Withdrawn,
        };
        services.store.write(end).await.map(Into::into)
    }
}

/// Refuses a request.
#[derive(Debug)]
pub struct RefuseLive {
    pub tenant: TenantId,
    pub scope: Scope,
    /// The tenant can see it.
    pub reason: String,
}

impl Command for RefuseLive {
    const SPEC: &'static Spec = &Spec::post(
        "refuseLive",
        "/admin/v1/tenants/{tenantId}/live/{scope}/refuse",
    )
    .about(
        TAG,
        "Refuse a request for Live access",
        "To grant a request, switch the product on with `switchService`.",
    )
    .takes(
        Body::Json("LiveRefusal", "The reason for the refusal."),
        Permission::Tenants,
    )
    .answers(&[(200, "The request.")]);
    type Output = LiveRequestView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let which = which(fields);
        let rule = REASON.told(|| line_json(REASON.most));
        let reason = fields.required("reason", "The reason, which the tenant can see.", rule);
        let (tenant, scope) = which?;
        Some(Self {
            tenant,
            scope,
            reason: reason?,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<LiveRequestView> {
        let end = EndLiveRequest {
            by,
            tenant: self.tenant,
            scope: self.scope,
            how: Unmet::Refused(self.reason),
        };
        services.store.write(end).await.map(Into::into)
    }
}

#[derive(Debug)]
pub struct ListLiveRequests;

impl Command for ListLiveRequests {
    const SPEC: &'static Spec = &Spec::get("listLiveRequests", "/admin/v1/live-requests")
        .about(
            TAG,
            "List pending requests for Live access",
            "Oldest first, up to 200.",
        )
        .answers(&[(200, "All pending requests, on one page.")]);
    type Output = Paged<LiveRequestView>;

    fn read(_: &mut Fields<'_>) -> Option<Self> {
        Some(Self)
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<Self::Output> {
        let all = services.store.read(requests::ListLiveRequests).await?;
        Ok(Paged::whole(all, LiveRequestView::from))
    }
}
