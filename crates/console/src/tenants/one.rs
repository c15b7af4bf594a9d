//! A tenant at a glance: how it does, what it may call and how fast, and its portal as it is.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Path, State};
use axum::routing::{get, post};
use http::header;
use kofa_commands::Entry;
use kofa_commands::platform::tenants::{SetLimit, SetStatus, SwitchService};
use kofa_core::audit::ListAudit;
use kofa_core::product::Product;
use kofa_core::{Actor, Page as Part, Right};
use kofa_domain::{Environment, Error, Kobo, Result, Timestamp};
use kofa_identity::sessions::{OpenSession, SECONDS_LOOKING};
use kofa_insight::calls::ListCalls;
use kofa_ledger::money;
use kofa_portal::kit::{
    Caller, CommandForm, Faults, Form, Layout, MEMBER_COOKIE, OperatorForm, Page, SignedInOperator,
    Undo, WebState, go, go_undoable, labelled, respond, show,
};

use super::{Place, live};
use crate::ask::{Question, must_be_sure};
use crate::audit::Line;
use crate::proposals::or_propose;
use crate::read;

/// Calls by which a tenant's health is told.
const HEALTH_CALLS: u32 = 100;
/// Entries of its audit log that are shown.
const NEWEST: &str = "8";

/// `GET /console/tenants/{tenant}`
#[derive(Debug, Template)]
#[template(path = "console/tenants/one.html")]
struct One<'a> {
    layout: &'a Layout,
    place: &'a Place,
    now: Timestamp,
    faults: Faults,
    may: bool,
    worlds: Vec<World>,
    newest: Vec<Line>,
    /// Whose limit was refused, if one was.
    limited: Option<Environment>,
    /// What stands in the form of the status.
    reason: String,
}

impl One<'_> {
    /// What is wrong with `field` of an environment's limit.
    fn wrong(&self, world: &World, field: &str) -> String {
        let is_here = self.limited == Some(world.environment);
        let fault = is_here.then(|| self.faults.on(field));
        fault.unwrap_or_default()
    }
}

/// What was sent from the page and refused.
#[derive(Debug, Default)]
struct Refused {
    form: Form,
    /// Of a limit: where.
    limited: Option<Environment>,
    faults: Faults,
}

/// A tenant in one environment.
#[derive(Debug)]
struct World {
    environment: Environment,
    balance: Kobo,
    reserved: Kobo,
    services: Vec<(&'static Product, bool)>,
    /// As set, or as typed where that was refused.
    per_second: String,
    burst: String,
    health: Health,
}

/// How the last calls went.
#[derive(Debug, Default, PartialEq, Eq)]
struct Health {
    calls: usize,
    refused: usize,
    failed: usize,
    last_at: Option<Timestamp>,
    /// The middle of their times, in microseconds.
    middle_us: i64,
}

pub(super) fn routes() -> Router<Arc<WebState>> {
    Router::new()
        .route("/console/tenants/{tenant}", get(page))
        .route("/console/tenants/{tenant}/status", post(set_status))
        .route("/console/tenants/{tenant}/services", post(switch))
        .route(
            "/console/tenants/{tenant}/limits/{environment}",
            post(set_limit),
        )
        .route("/console/tenants/{tenant}/look", post(look))
}

async fn page(
    State(web): State<Arc<WebState>>,
    Path(tenant): Path<String>,
    signed_in: SignedInOperator,
) -> Page {
    let place = Place::find(&web, &tenant, "").await?;
    show_page(&web, &signed_in, &place, Refused::default()).await
}

async fn show_page(
    web: &WebState,
    signed_in: &SignedInOperator,
    place: &Place,
    sent: Refused,
) -> Page {
    let layout = Layout::console(web, signed_in, "tenants", &place.tenant.name);
    let mut worlds = Vec::new();
    for environment in Environment::ALL {
        let mut world = World::read(web, place, environment).await?;
        if sent.limited == Some(environment) {
            let typed = |name: &str| sent.form.text(name).to_owned();
            (world.per_second, world.burst) = (typed("requestsPerSecond"), typed("burst"));
        }
        worlds.push(world);
    }
    let list = ListAudit {
        tenant: Some(place.tenant.id.clone()),
        page: Part::read(None, Some(NEWEST))?,
    };
    let newest = web.admin.store.read(list).await?;
    let page = One {
        layout: &layout,
        place,
        now: signed_in.by.at,
        may: signed_in.may(Right::Tenants),
        newest: Line::all(web, newest.items).await?,
        worlds,
        limited: sent.limited,
        reason: sent.form.text("reason").to_owned(),
        faults: sent.faults,
    };
    Ok(respond(web, &layout, page.faults.status(), &page))
}

impl World {
    async fn read(web: &WebState, place: &Place, environment: Environment) -> Result<Self> {
        let admin = &web.admin;
        let tenant = place.tenant.id.clone();
        let wallet = money::find_wallet(&admin.store, tenant, environment).await?;
        let reserved = admin.wallets.reserved(wallet.wallet).await?;
        let list = ListCalls {
            wallet: wallet.wallet,
            request_id: None,
            before: None,
            limit: HEALTH_CALLS,
        };
        let calls = admin.store.read(list).await?.rows;
        let statuses = calls.iter().map(|call| (call.status, call.latency_us));
        let rate = place.access.rate(environment);
        let service = |product: &'static Product| {
            (product, place.access.is_enabled(product.scope, environment))
        };
        Ok(Self {
            environment,
            balance: wallet.balance,
            reserved: reserved.min(wallet.balance),
            services: admin.products.iter().map(service).collect(),
            per_second: rate.per_second.to_string(),
            burst: rate.burst.to_string(),
            health: Health::of(statuses, calls.first().map(|call| call.at)),
        })
    }
}

impl Health {
    fn of(calls: impl Iterator<Item = (u32, i64)>, last_at: Option<Timestamp>) -> Self {
        let (statuses, mut times): (Vec<u32>, Vec<i64>) = calls.unzip();
        times.sort_unstable();
        let count = |class: u32| statuses.iter().filter(|&&one| one / 100 == class).count();
        Self {
            calls: statuses.len(),
            refused: count(4),
            failed: count(5),
            last_at,
            middle_us: times.get(times.len() / 2).copied().unwrap_or(0),
        }
    }

    /// `ok`, `warn` or `bad`, with the word for it.
    fn tone(&self) -> (&'static str, &'static str) {
        match self {
            Self { calls: 0, .. } => ("", "No requests yet"),
            Self { failed: 1.., .. } => ("bad", "Some requests failed"),
            Self { calls, refused, .. } if refused * 2 > *calls => (
                "warn",
                "Most requests are \
                                                                             refused",
            ),
            _ => ("ok", "Well"),
        }
    }
}

/// Why something is changed back, for the audit log.
pub(super) const UNDONE: &str = "The change before was undone.";

/// Back to the tenant with what was done, or the page with what was wrong.
async fn after(
    web: &WebState,
    signed_in: &SignedInOperator,
    place: &Place,
    (form, limited): (Form, Option<Environment>),
    done: Result<(String, Undo)>,
) -> Page {
    match done {
        Ok((said, undo)) => Ok(go_undoable(web, &place.href(""), &said, &undo)),
        Err(error) => {
            let sent = Refused {
                form,
                limited,
                faults: Faults::of(error)?,
            };
            show_page(web, signed_in, place, sent).await
        }
    }
}

async fn set_status(
    State(web): State<Arc<WebState>>,
    Path(tenant): Path<String>,
    sent: OperatorForm,
) -> Page {
    let OperatorForm { signed_in, form } = sent;
    let place = Place::find(&web, &tenant, "").await?;
    signed_in.by.actor.needs(Right::Tenants)?;
    if form.text("status") == "suspended" && form.holds("reason").is_ok() {
        let (back, question) = (place.href(""), suspending(&place));
        must_be_sure(&web, &signed_in, ("tenants", &back), &form, &question)?;
    }
    let asked = of(&place, Entry::of::<SetStatus>()).filled(&form);
    let done = match form.holds("reason") {
        Ok(()) => {
            asked
                .run_as::<SetStatus>(&web.admin, signed_in.by.clone())
                .await
        }
        Err(error) => Err(error),
    };
    let done = done.map(|tenant| {
        let undo = Undo::new(place.href("status"))
            .with("status", place.tenant.status.as_str())
            .with("reason", UNDONE);
        (format!("{} is now {}.", tenant.name, tenant.status), undo)
    });
    after(&web, &signed_in, &place, (form, None), done).await
}

/// What is asked before a tenant is suspended.
fn suspending(place: &Place) -> Question {
    let title = format!("Suspend {}?", place.tenant.name);
    let text = "All of the tenant's API requests are refused within a second, in Sandbox and Live.";
    Question::new(title, text, "Suspend tenant").typing(&place.tenant.name)
}

/// A command about the tenant of a page.
fn of(place: &Place, command: Entry) -> CommandForm {
    CommandForm::new(command).with("tenantId", place.tenant.id.as_str())
}

async fn switch(
    State(web): State<Arc<WebState>>,
    Path(tenant): Path<String>,
    sent: OperatorForm,
) -> Page {
    let OperatorForm { signed_in, form } = sent;
    let place = Place::find(&web, &tenant, "").await?;
    signed_in.by.actor.needs(Right::Tenants)?;
    let is_live = form.text("environment") == "live";
    let is_off = is_live && form.text("enabled") == "false";
    if is_live && (!is_off || form.holds("reason").is_ok()) {
        let (back, title) = (place.href(""), live::title_of(&web, form.text("scope")));
        let question = live::switching(&place, title, form.text("enabled") == "true");
        must_be_sure(&web, &signed_in, ("tenants", &back), &form, &question)?;
    }
    let asked = of(&place, Entry::of::<SwitchService>()).filled(&form);
    let by = signed_in.by.clone();
    let done = match form.holds("reason") {
        Err(error) if is_off => Err(error),
        _ => asked.run_as::<SwitchService>(&web.admin, by).await,
    };
    let done = match done {
        Ok(done) => Ok(done),
        Err(error) => match or_propose(&web, &signed_in, error, || asked).await {
            Ok(page) => return page,
            Err(error) => Err(error),
        },
    };
    let done = done.map(|done| {
        let product = web.admin.products.title(done.scope);
        let word = if done.enabled { "on" } else { "off" };
        let world = show::environment(done.environment);
        let was_on = place.access.is_enabled(done.scope, done.environment);
        let undo = Undo::new(place.href("services"))
            .with("scope", done.scope.as_str())
            .with("environment", done.environment.as_str())
            .with("enabled", if was_on { "true" } else { "false" })
            .with("reason", UNDONE);
        (format!("{product} is {word} in {world}."), undo)
    });
    after(&web, &signed_in, &place, (form, None), done).await
}

async fn set_limit(
    State(web): State<Arc<WebState>>,
    Path((tenant, environment)): Path<(String, String)>,
    sent: OperatorForm,
) -> Page {
    let OperatorForm { signed_in, form } = sent;
    let place = Place::find(&web, &tenant, "").await?;
    let environment = read::environment(&environment)?;
    signed_in.by.actor.needs(Right::Tenants)?;
    let asked = of(&place, Entry::of::<SetLimit>())
        .with("environment", environment.as_str())
        .filled(&form);
    let label = |name: &str| match name {
        "requestsPerSecond" => Some("Requests per second"),
        "burst" => Some("Burst"),
        _ => None,
    };
    let set = asked
        .run_as::<SetLimit>(&web.admin, signed_in.by.clone())
        .await;
    let world = show::environment(environment);
    let done = set.map_err(|error| labelled(error, label)).map(|limit| {
        let (per_second, burst) = (limit.requests_per_second, limit.burst);
        let before = place.access.rate(environment);
        let undo = Undo::new(place.href(&format!("limits/{environment}")))
            .with("requestsPerSecond", &before.per_second.to_string())
            .with("burst", &before.burst.to_string());
        let said = format!("{world}: {per_second} requests per second, burst {burst}.");
        (said, undo)
    });
    after(&web, &signed_in, &place, (form, Some(environment)), done).await
}

/// Opens the tenant's portal for the operator, who changes nothing there. The tenant sees it in
/// its audit log.
async fn look(
    State(web): State<Arc<WebState>>,
    Path(tenant): Path<String>,
    caller: Caller,
    sent: OperatorForm,
) -> Page {
    let OperatorForm { signed_in, form } = sent;
    let place = Place::find(&web, &tenant, "").await?;
    if let Err(error) = form.holds("reason") {
        return after(
            &web,
            &signed_in,
            &place,
            (Form::default(), None),
            Err(error),
        )
        .await;
    }
    signed_in.by.actor.must_be_fresh()?;
    let Actor::Operator { id, .. } = signed_in.by.actor.clone() else {
        return Err(Error::internal("a seat in the console is an operator's").into());
    };
    let admin = &web.admin;
    let whose = (place.tenant.id.clone(), form.text("reason"));
    let (origin, at) = (caller.origin(), signed_in.by.at);
    let (open, token) = OpenSession::looking(&admin.vault, admin.ids, id, whose, origin, at);
    admin.store.write(open).await?;
    let mut response = go(&web, "/portal", "");
    let cookie = web
        .cookies
        .set(MEMBER_COOKIE, token.expose(), SECONDS_LOOKING);
    response.headers_mut().append(header::SET_COOKIE, cookie);
    Ok(response)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn health_is_told_from_the_last_calls() {
        let check = |statuses: &[u32], expected: &str| {
            let calls = statuses.iter().map(|&status| (status, i64::from(status)));
            let health = Health::of(calls, None);
            assert_eq!(health.tone().0, expected, "{statuses:?}");
            assert_eq!(health.calls, statuses.len());
        };
        check(&[], "");
        check(&[200, 404, 200], "ok");
        check(&[404, 429, 200], "warn");
        check(&[200, 503], "bad");
    }
}
