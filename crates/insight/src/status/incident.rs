//! Incidents and planned work: what operators say about the services.

use kofa_core::Service;
use kofa_core::event::{self, EventType};
use kofa_domain::{Environment, Error, Fault, Id, IdKind, Ids, Result, Timestamp, codes};
use kofa_store::{OnUnique as _, Op, Row, Tx, Value};
use serde_json::json;

use super::plan::{Change as Update, Plan};
pub use super::words::{Impact, Kind, State};
use kofa_core::audit::{self, Change};
use kofa_core::{ActorAt, Listed, Page, Right};

/// Most incidents that are open at once: every node keeps them in memory.
pub const OPEN_MAX: i64 = 50;
/// Most that is said about one.
pub const UPDATES_MAX: i64 = 50;
/// Those that are over are listed this long, in seconds.
pub const PAST_SECONDS: i64 = 90 * 86_400;
/// Most of those that are over in memory.
const PAST_MAX: i64 = 50;

const INSERT: &str = "insert into incident (id, kind, title, impact, state, affects, starts_at, \
     ends_at, created_at, changed_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)";
const SAY: &str = "insert into incident_update (incident_id, no, at, state, message) \
     values ($1, $2, $3, $4, $5)";
const COUNT_OPEN: &str = "select count(*) as n from incident where resolved_at is null \
     and (ends_at is null or ends_at > $1)";
const FIND: &str = "select * from incident where id = $1";
// Locks the row on PostgreSQL, so that updates are numbered one after another.
const TOUCH: &str = "update incident set changed_at = $2 where id = $1";
const COUNT_UPDATES: &str = "select count(*) as n from incident_update where incident_id = $1";
const CHANGE: &str = "update incident set state = $2, impact = $3, ends_at = $4, \
     resolved_at = $5, changed_at = $6 where id = $1";
const UPDATES: &str = "select no, at, state, message from incident_update \
     where incident_id = $1 order by no desc";
const LIST: &str = "select * from incident where id < $1 order by id desc limit $2";
const OPEN: &str = "select * from incident where resolved_at is null \
     and (ends_at is null or ends_at > $1) order by id desc limit $2";
/// By when they were over: work may be told of long before.
const PAST: &str = "select * from (select i.*, \
         case when resolved_at is null or ends_at < resolved_at then ends_at \
         else resolved_at end as over_at from incident i) known \
     where over_at > $2 and (resolved_at is not null or over_at <= $1) \
     order by over_at desc, id desc limit $3";

/// What an [`IncidentId`] names.
#[derive(Debug)]
pub enum IncidentKind {}

impl IdKind for IncidentKind {
    const PREFIX: &'static str = "inc_";
}

/// An incident's id, `inc_…`.
pub type IncidentId = Id<IncidentKind>;

/// What was said at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    pub no: i64,
    pub at: Timestamp,
    /// How far it was.
    pub state: State,
    pub message: String,
}

/// Something that is wrong, or work that is planned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incident {
    /// `inc_…`
    pub id: IncidentId,
    /// Which of the two.
    pub kind: Kind,
    /// In a few words.
    pub title: String,
    pub impact: Impact,
    /// How far it is.
    pub state: State,
    pub affects: Vec<Service>,
    /// Since when, or from when.
    pub starts_at: Timestamp,
    /// Of planned work: when it is to be over.
    pub ends_at: Option<Timestamp>,
    /// When it was told first.
    pub created_at: Timestamp,
    /// When it was over.
    pub resolved_at: Option<Timestamp>,
    /// What was said, the newest first; empty in lists.
    pub updates: Vec<Said>,
}

impl Incident {
    /// When it was or will be over, as far as is known. Planned work is over at its end, also
    /// where nobody says so, or says so later.
    pub fn over_at(&self) -> Option<Timestamp> {
        [self.resolved_at, self.ends_at].into_iter().flatten().min()
    }

    /// Whether it is planned work that was over before it began.
    pub fn is_called_off(&self) -> bool {
        self.kind == Kind::Maintenance && self.resolved_at.is_some_and(|at| at < self.starts_at)
    }

    /// The end that is told of it: of work that was called off, the planned one.
    pub fn told_end(&self) -> Option<Timestamp> {
        match self.is_called_off() {
            true => self.ends_at,
            false => self.over_at(),
        }
    }

    /// Whether it is over at `now`.
    pub fn is_over(&self, now: Timestamp) -> bool {
        self.over_at().is_some_and(|at| at <= now)
    }

    /// Whether it has begun and is not over.
    pub fn is_under_way(&self, now: Timestamp) -> bool {
        self.starts_at <= now && !self.is_over(now)
    }

    fn from_row(row: &Row) -> Result<Self> {
        let word = |column: &str| -> Result<String> { Ok(row.get(column)?) };
        let wrong = || Error::internal("a stored incident's words");
        let affects: String = row.get("affects")?;
        let affects: Option<Vec<Service>> = affects
            .split_ascii_whitespace()
            .map(Service::parse)
            .collect();
        Ok(Self {
            id: row.get("id")?,
            kind: Kind::parse(&word("kind")?).ok_or_else(wrong)?,
            title: row.get("title")?,
            impact: Impact::parse(&word("impact")?).ok_or_else(wrong)?,
            state: State::parse(&word("state")?).ok_or_else(wrong)?,
            affects: affects.ok_or_else(wrong)?,
            starts_at: row.get("starts_at")?,
            ends_at: row.get("ends_at")?,
            created_at: row.get("created_at")?,
            resolved_at: row.get("resolved_at")?,
            updates: Vec::new(),
        })
    }
}

async fn updates(tx: &mut Tx<'_>, id: &IncidentId) -> Result<Vec<Said>> {
    let rows = tx.rows(UPDATES, &[id.into()]).await?;
    let one = |row: &Row| {
        let state: String = row.get("state")?;
        Ok(Said {
            no: row.get("no")?,
            at: row.get("at")?,
            state: State::parse(&state).ok_or_else(|| Error::internal("an update's state"))?,
            message: row.get("message")?,
        })
    };
    rows.iter().map(one).collect()
}

async fn find(tx: &mut Tx<'_>, id: &IncidentId) -> Result<Incident> {
    let row = tx.opt(FIND, &[id.into()]).await?;
    let row = row.ok_or_else(|| Error::new(&codes::NOT_FOUND, "There is no such incident."))?;
    let mut incident = Incident::from_row(&row)?;
    incident.updates = updates(tx, id).await?;
    Ok(incident)
}

/// Writes an incident among the events of every tenant, in the environments that it affects.
async fn tell(tx: &mut Tx<'_>, incident: &Incident, of: EventType, at: Timestamp) -> Result<()> {
    let affects = |one: &Service| json!({"scope": one.scope, "environment": one.environment});
    let data = json!({
        "incidentId": incident.id.as_str(),
        "kind": incident.kind.as_str(),
        "title": incident.title,
        "impact": incident.impact.as_str(),
        "state": incident.state.as_str(),
        "affects": incident.affects.iter().map(affects).collect::<Vec<_>>(),
        "startsAt": incident.starts_at.rfc3339(),
        "endsAt": incident.ends_at.map(Timestamp::rfc3339),
    });
    for environment in Environment::ALL {
        let mut all = incident.affects.iter();
        if incident.affects.is_empty() || all.any(|one| one.environment == environment) {
            event::append_to_all(tx, (environment, of, at), &data).await?;
        }
    }
    Ok(())
}

/// Tells everybody that something is wrong, or that work is planned.
#[derive(Debug)]
pub struct OpenIncident {
    pub by: ActorAt,
    /// Its id. What is told already under it is not told again.
    pub id: IncidentId,
    pub plan: Plan,
}

impl OpenIncident {
    pub fn new(ids: Ids, by: ActorAt, plan: Plan) -> Self {
        let id = ids.id(by.at);
        Self { by, id, plan }
    }
}

impl Op for OpenIncident {
    type Out = Incident;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Incident> {
        self.by.actor.needs(Right::Incidents)?;
        if tx.opt(FIND, &[(&self.id).into()]).await?.is_some() {
            return find(tx, &self.id).await;
        }
        let row = tx.one(COUNT_OPEN, &[self.by.at.into()]).await?;
        if row.get::<i64>("n")? >= OPEN_MAX {
            let message = format!("There are {OPEN_MAX} open incidents already: resolve one.");
            return Err(Error::new(&codes::CONFLICT, message));
        }
        let plan = &self.plan;
        let affects = kofa_core::text::spaced(&plan.affects);
        let params: [Value<'_>; 9] = [
            (&self.id).into(),
            plan.kind.as_str().into(),
            (&plan.title).into(),
            plan.impact.as_str().into(),
            plan.state.as_str().into(),
            (&affects).into(),
            plan.starts_at.into(),
            plan.ends_at.into(),
            self.by.at.into(),
        ];
        let told = || {
            Error::new(
                &codes::CONFLICT,
                "This form was sent twice; the update is published already.",
            )
        };
        tx.exec_one(INSERT, &params)
            .await
            .on_unique("incident.id", told)?;
        let said: [Value<'_>; 5] = [
            (&self.id).into(),
            1i64.into(),
            self.by.at.into(),
            plan.state.as_str().into(),
            (&plan.message).into(),
        ];
        tx.exec_one(SAY, &said).await?;
        let change = Change {
            by: &self.by,
            action: "incident.open",
            subject: self.id.as_str(),
            tenant: None,
            details: json!({
                "kind": plan.kind.as_str(),
                "title": plan.title,
                "impact": plan.impact.as_str(),
                "state": plan.state.as_str(),
                "affects": affects,
                "startsAt": plan.starts_at.rfc3339(),
                "endsAt": plan.ends_at.map(Timestamp::rfc3339),
            }),
        };
        let opened = find(tx, &self.id).await?;
        audit::append(tx, change).await?;
        tell(tx, &opened, EventType::IncidentOpened, self.by.at).await?;
        Ok(opened)
    }
}

/// Says more about an incident or planned work, and how far it is: also that it is over.
#[derive(Debug)]
pub struct UpdateIncident {
    pub by: ActorAt,
    pub id: IncidentId,
    pub update: Update,
}

impl UpdateIncident {
    fn check(&self, before: &Incident) -> Result<()> {
        if before.resolved_at.is_some() {
            let message = "This is resolved. Open another incident if it comes back.";
            return Err(Error::new(&codes::CONFLICT, message));
        }
        let mut faults = Vec::new();
        let update = &self.update;
        if update.state.is_some_and(|state| !state.is_of(before.kind)) {
            let message = match before.kind {
                Kind::Incident => {
                    "`state` of an incident is investigating, identified, monitoring or resolved."
                }
                Kind::Maintenance => "`state` of planned work is scheduled or resolved.",
            };
            faults.push(Fault::on("state", &codes::INVALID_FIELD, message));
        }
        if let Some(ends_at) = update.ends_at {
            let message = match before.kind {
                Kind::Incident => Some("`endsAt` is of planned work only."),
                Kind::Maintenance if ends_at <= before.starts_at || ends_at <= self.by.at => {
                    Some("`endsAt` must be in the future and after the start.")
                }
                Kind::Maintenance => None,
            };
            faults.extend(message.map(|it| Fault::on("endsAt", &codes::INVALID_FIELD, it)));
        }
        Error::check(faults)
    }
}

impl Op for UpdateIncident {
    type Out = Incident;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Incident> {
        self.by.actor.needs(Right::Incidents)?;
        tx.exec(TOUCH, &[(&self.id).into(), self.by.at.into()])
            .await?;
        let before = find(tx, &self.id).await?;
        self.check(&before)?;
        let said = tx.one(COUNT_UPDATES, &[(&self.id).into()]).await?;
        let no = said.get::<i64>("n")? + 1;
        let state = self.update.state.unwrap_or(before.state);
        // What is over can always be said.
        if no > UPDATES_MAX && state != State::Resolved {
            let message = format!("There are {UPDATES_MAX} updates already: resolve it.");
            return Err(Error::new(&codes::CONFLICT, message));
        }
        let impact = self.update.impact.unwrap_or(before.impact);
        let resolved_at = (state == State::Resolved).then_some(self.by.at);
        let params: [Value<'_>; 6] = [
            (&self.id).into(),
            state.as_str().into(),
            impact.as_str().into(),
            self.update.ends_at.or(before.ends_at).into(),
            resolved_at.into(),
            self.by.at.into(),
        ];
        tx.exec_one(CHANGE, &params).await?;
        let said: [Value<'_>; 5] = [
            (&self.id).into(),
            no.into(),
            self.by.at.into(),
            state.as_str().into(),
            (&self.update.message).into(),
        ];
        tx.exec_one(SAY, &said).await?;
        let after = find(tx, &self.id).await?;
        let change = Change {
            by: &self.by,
            action: match state {
                State::Resolved => "incident.resolve",
                _ => "incident.update",
            },
            subject: self.id.as_str(),
            tenant: None,
            details: json!({
                "state": {"before": before.state.as_str(), "after": state.as_str()},
                "impact": {"before": before.impact.as_str(), "after": impact.as_str()},
                "endsAt": after.ends_at.map(Timestamp::rfc3339),
                "update": no,
            }),
        };
        audit::append(tx, change).await?;
        if state == State::Resolved {
            tell(tx, &after, EventType::IncidentResolved, self.by.at).await?;
        }
        Ok(after)
    }
}

/// One incident with all that was said about it.
#[derive(Debug)]
pub struct FindIncident {
    pub id: IncidentId,
}

impl Op for FindIncident {
    type Out = Incident;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Incident> {
        find(tx, &self.id).await
    }
}

/// All incidents and planned work, the newest first, without what was said.
#[derive(Debug)]
pub struct ListIncidents {
    pub page: Page,
}

impl Op for ListIncidents {
    type Out = Listed<Incident>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let params = [self.page.before_id().into(), self.page.rows().into()];
        let rows = tx.rows(LIST, &params).await?;
        let all: Result<Vec<Incident>> = rows.iter().map(Incident::from_row).collect();
        Ok(self.page.cut(all?, |one| one.id.to_string()))
    }
}

/// What pages about the present show: all that is open or planned, and what was over within
/// [`PAST_SECONDS`].
#[derive(Debug)]
pub struct ReadIncidents {
    pub now: Timestamp,
}

impl Op for ReadIncidents {
    type Out = Vec<Incident>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let mut rows = tx.rows(OPEN, &[self.now.into(), OPEN_MAX.into()]).await?;
        let since = self.now.plus_seconds(-PAST_SECONDS);
        let params: [Value<'_>; 3] = [self.now.into(), since.into(), PAST_MAX.into()];
        rows.extend(tx.rows(PAST, &params).await?);
        let mut all = Vec::with_capacity(rows.len());
        for row in &rows {
            let mut one = Incident::from_row(row)?;
            one.updates = updates(tx, &one.id).await?;
            all.push(one);
        }
        Ok(all)
    }
}
