//! What has to be known of a tenant before it calls in live: a list whose lines the operator's
//! settings make required, each of them looked up when it is asked for.

use kofa_core::audit::{self, Change};
use kofa_core::companies::NameVerdict;
use kofa_core::{ActorAt, Right};
use kofa_domain::{Error, Fault, Result, TenantId, Timestamp};
use kofa_store::{Op, Row, Tx, Value};
use serde_json::json;

use super::codes::LIVE_CHECKLIST_INCOMPLETE;
use super::tenant;

/// Longest reference of an agreement, in characters.
pub const AGREEMENT_CHARS_MAX: usize = 100;

const FIND: &str = "select * from live_standing where tenant_id = $1";
const AGREE: &str = "insert into live_standing (tenant_id, agreement, agreement_at) \
     values ($1, $2, $3) on conflict (tenant_id) do update set \
     agreement = excluded.agreement, agreement_at = excluded.agreement_at";
const OUTCOME: &str = "insert into live_standing (tenant_id, rc_number, company_found, \
     company_status, company_is_active, name_match, company_at) \
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (tenant_id) do update set \
     rc_number = excluded.rc_number, company_found = excluded.company_found, \
     company_status = excluded.company_status, \
     company_is_active = excluded.company_is_active, name_match = excluded.name_match, \
     company_at = excluded.company_at";
const FUNDED: &str = "select 1 as one from wallet where tenant_id = $1 \
     and environment = 'live' and balance_kobo > 0";
const MAILED: &str = "select 1 as one from member m join mail l on l.person = m.id \
     where m.tenant_id = $1 and m.password_hash is not null and m.disabled_at is null \
     and l.state = 'sent' limit 1";
const WEBHOOK: &str = "select 1 as one from webhook_endpoint w where w.tenant_id = $1 \
     and w.environment = 'live' and w.enabled and w.failing_since is null \
     and exists (select 1 from webhook_delivery d \
       where d.endpoint_id = w.id and d.state = 'delivered') limit 1";
const JOINED: &str = "select 1 as one from member where tenant_id = $1 \
     and password_hash is not null and disabled_at is null limit 1";
const OWNER_WITH_FACTOR: &str = "select count(*) as owners, \
     sum(case when exists (select 1 from second_factor f where f.person = m.id \
       and f.confirmed_at is not null) \
       or exists (select 1 from passkey p where p.person = m.id) then 1 else 0 end) as safe \
     from member m where m.tenant_id = $1 and m.role = 'owner' \
     and m.password_hash is not null and m.disabled_at is null";

/// A line of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str, serialize_all = "snake_case")]
pub enum LiveLine {
    /// An operator recorded the reference of the signed agreement.
    Agreement,
    /// The company register knows the company, as active and by the tenant's name.
    Company,
    /// There is money in the live wallet.
    Wallet,
    /// News reaches somebody: a mail did, or a webhook, or there is no mail server and somebody
    /// reads the portal.
    Alerts,
    /// Every owner signs in with a second factor.
    SecondFactor,
}

impl LiveLine {
    pub const ALL: [Self; 5] = kofa_domain::all();

    /// `agreement`, `company`, `wallet`, `alerts` or `second_factor`.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }

    /// Reads the word; `None` for any other.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == text)
    }

    pub const fn title(self) -> &'static str {
        match self {
            Self::Agreement => "Signed agreement",
            Self::Company => "Company checked",
            Self::Wallet => "Live wallet funded",
            Self::Alerts => "Alerts reach somebody",
            Self::SecondFactor => "Owners use a second factor",
        }
    }

    /// What the tenant does about it.
    pub const fn remedy(self) -> &'static str {
        match self {
            Self::Agreement => {
                "Sign the agreement with the operator, who records its reference here."
            }
            Self::Company => {
                "Enter your RC number with the request. The register must list the company as \
                 active and under the name of your business."
            }
            Self::Wallet => "Top up the live wallet.",
            Self::Alerts => {
                "Add a live webhook endpoint and send it a test event, or have a member who can \
                 receive emails."
            }
            Self::SecondFactor => {
                "Every owner must turn on two-factor authentication under \
                                   Settings."
            }
        }
    }
}

/// What the operator's settings ask for.
#[derive(Clone, Debug, Default)]
pub struct LiveRules {
    /// The lines without which live is not switched on; the others are told only.
    pub required: Vec<LiveLine>,
    /// Whether a mail server is configured.
    pub has_mail: bool,
}

/// A company that the register knows: what of it matters here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownCompany {
    /// A word of the register: `ACTIVE`.
    pub status: String,
    pub is_active: bool,
    /// How well the tenant's name fits the registered one.
    pub name_match: NameVerdict,
}

/// What the register said of a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompanyOutcome {
    /// As it was asked for.
    pub rc_number: String,
    /// `None` if there is no such company.
    pub company: Option<KnownCompany>,
    /// When it said so.
    pub at: Timestamp,
}

impl CompanyOutcome {
    /// Whether it is the tenant, and in business.
    pub fn is_good(&self) -> bool {
        let fits = |name| matches!(name, NameVerdict::Exact | NameVerdict::Normalized);
        let company = self.company.as_ref();
        company.is_some_and(|it| it.is_active && fits(it.name_match))
    }
}

/// The reference of a signed agreement, and when it was recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreement {
    pub reference: String,
    pub at: Timestamp,
}

/// A line as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChecklistLine {
    pub line: LiveLine,
    pub is_required: bool,
    pub is_done: bool,
}

/// The list of a tenant.
#[derive(Clone, Debug)]
pub struct LiveChecklist {
    pub agreement: Option<Agreement>,
    pub company: Option<CompanyOutcome>,
    pub lines: Vec<ChecklistLine>,
}

impl LiveChecklist {
    /// The required lines that are not done.
    pub fn missing(&self) -> Vec<LiveLine> {
        let open = self.lines.iter().filter(|it| it.is_required && !it.is_done);
        open.map(|it| it.line).collect()
    }

    /// Refuses while a required line is missing and nobody says why it does not matter.
    pub(crate) fn allows(&self, reason: &str) -> Result<()> {
        let missing = self.missing();
        if missing.is_empty() || !reason.is_empty() {
            return Ok(());
        }
        let fault = |line: LiveLine| {
            let message = format!("{}: it is missing. {}", line.title(), line.remedy());
            Fault::on(line.as_str(), &LIVE_CHECKLIST_INCOMPLETE, message)
        };
        Err(Error::faults(missing.into_iter().map(fault).collect()))
    }
}

pub(crate) async fn checklist(
    tx: &mut Tx<'_>,
    tenant: &TenantId,
    rules: &LiveRules,
) -> Result<LiveChecklist> {
    let row = tx.opt(FIND, &[tenant.into()]).await?;
    let (agreement, company) = match &row {
        Some(row) => (agreement(row)?, outcome(row)?),
        None => (None, None),
    };
    let mut lines = Vec::new();
    for line in LiveLine::ALL {
        let is_done = match line {
            LiveLine::Agreement => agreement.is_some(),
            LiveLine::Company => company.as_ref().is_some_and(CompanyOutcome::is_good),
            LiveLine::Wallet => any(tx, FUNDED, tenant).await?,
            LiveLine::Alerts => {
                let told = if rules.has_mail { MAILED } else { JOINED };
                any(tx, told, tenant).await? || any(tx, WEBHOOK, tenant).await?
            }
            LiveLine::SecondFactor => {
                let row = tx.one(OWNER_WITH_FACTOR, &[tenant.into()]).await?;
                let (owners, safe): (i64, Option<i64>) = (row.get("owners")?, row.get("safe")?);
                owners > 0 && safe == Some(owners)
            }
        };
        lines.push(ChecklistLine {
            line,
            is_required: rules.required.contains(&line),
            is_done,
        });
    }
    Ok(LiveChecklist {
        agreement,
        company,
        lines,
    })
}

async fn any(tx: &mut Tx<'_>, sql: &'static str, tenant: &TenantId) -> Result<bool> {
    Ok(tx.opt(sql, &[tenant.into()]).await?.is_some())
}

fn agreement(row: &Row) -> Result<Option<Agreement>> {
    let reference: Option<String> = row.get("agreement")?;
    let at: Option<Timestamp> = row.get("agreement_at")?;
    Ok(reference
        .zip(at)
        .map(|(reference, at)| Agreement { reference, at }))
}

fn outcome(row: &Row) -> Result<Option<CompanyOutcome>> {
    let number: Option<String> = row.get("rc_number")?;
    let Some((rc_number, at)) = number.zip(row.get("company_at")?) else {
        return Ok(None);
    };
    let verdict: Option<String> = row.get("name_match")?;
    let company = match verdict {
        Some(verdict) => Some(KnownCompany {
            status: row
                .get::<Option<String>>("company_status")?
                .unwrap_or_default(),
            is_active: row.get::<Option<bool>>("company_is_active")? == Some(true),
            name_match: NameVerdict::parse(&verdict)?,
        }),
        None => None,
    };
    Ok(Some(CompanyOutcome {
        rc_number,
        company,
        at,
    }))
}

/// Reads the list of a tenant.
#[derive(Debug)]
pub struct ReadLiveChecklist {
    pub tenant: TenantId,
    pub rules: LiveRules,
}

impl Op for ReadLiveChecklist {
    type Out = LiveChecklist;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<LiveChecklist> {
        tenant::find(tx, &self.tenant).await?;
        checklist(tx, &self.tenant, &self.rules).await
    }
}

/// Records the reference of a signed agreement, in place of the one before.
#[derive(Debug)]
pub struct RecordAgreement {
    pub by: ActorAt,
    pub tenant: TenantId,
    pub reference: String,
}

impl Op for RecordAgreement {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        self.by.actor.needs(Right::Tenants)?;
        tenant::find(tx, &self.tenant).await?;
        let row = tx.opt(FIND, &[(&self.tenant).into()]).await?;
        let before = row.as_ref().map(agreement).transpose()?.flatten();
        let before = before.map(|it| it.reference);
        if before.as_deref() == Some(&self.reference) {
            return Ok(());
        }
        let params: [Value<'_>; 3] = [
            (&self.tenant).into(),
            (&self.reference).into(),
            self.by.at.into(),
        ];
        tx.exec_one(AGREE, &params).await?;
        let change = Change {
            by: &self.by,
            action: "live.agreement",
            subject: self.tenant.as_str(),
            tenant: Some(&self.tenant),
            details: json!({"from": before, "to": self.reference}),
        };
        audit::append(tx, change).await
    }
}

/// Keeps what the register said of the tenant's company, in place of what it said before.
#[derive(Debug)]
pub struct RecordCompany {
    pub by: ActorAt,
    pub tenant: TenantId,
    pub outcome: CompanyOutcome,
}

impl Op for RecordCompany {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        self.by.actor.needs(Right::Live(&self.tenant))?;
        tenant::find(tx, &self.tenant).await?;
        let CompanyOutcome {
            rc_number,
            company,
            at,
        } = &self.outcome;
        let company = company.as_ref();
        let verdict = company.map(|it| it.name_match.as_str());
        let params: [Value<'_>; 7] = [
            (&self.tenant).into(),
            rc_number.into(),
            company.is_some().into(),
            company.map(|it| it.status.as_str()).into(),
            company.is_some_and(|it| it.is_active).into(),
            verdict.into(),
            (*at).into(),
        ];
        tx.exec_one(OUTCOME, &params).await?;
        let change = Change {
            by: &self.by,
            action: "live.company",
            subject: self.tenant.as_str(),
            tenant: Some(&self.tenant),
            details: json!({
                "rcNumber": rc_number,
                "status": company.map(|it| &it.status),
                "nameMatch": verdict,
            }),
        };
        audit::append(tx, change).await
    }
}
