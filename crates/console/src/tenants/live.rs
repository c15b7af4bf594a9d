//! A tenant's way to live: the checklist, its requests, and the switches.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Path, State};
use axum::routing::{get, post};
use kofa_commands::platform::live::{
    CheckTenantCompany, LiveService, LiveStanding, RefuseLive, SetAgreement,
};
use kofa_commands::platform::tenants::SwitchService;
use kofa_commands::{Command, Entry};
use kofa_core::Right;
use kofa_domain::Result;
use kofa_portal::kit::{
    CommandForm, Faults, Form, Layout, OperatorForm, Page, SignedInOperator, WebState, go, respond,
};

use super::Place;
use crate::ask::{Question, must_be_sure};
use crate::proposals::or_propose;

/// `GET /console/tenants/{tenant}/live`
#[derive(Debug, Template)]
#[template(path = "console/tenants/live.html")]
struct Live<'a> {
    layout: &'a Layout,
    place: &'a Place,
    faults: Faults,
    may: bool,
    standing: LiveStanding,
    titles: Vec<String>,
    /// What stands in the forms.
    reference: String,
    rc_number: String,
}

impl Live<'_> {
    /// Whether a required line is missing: a grant then needs a reason.
    fn lacks(&self) -> bool {
        let mut lines = self.standing.checklist.iter();
        lines.any(|line| line.required && !line.done)
    }

    /// What is asked before a service of this title is granted or switched off.
    fn question(&self, service: &LiveService, title: &str) -> Question {
        switching(self.place, title, !service.enabled)
    }

    /// The state of a request, if it has not become what the switch says.
    fn asked(service: &LiveService) -> Option<&'static str> {
        let request = service.request.as_ref()?;
        Some(request.state).filter(|state| *state != "granted")
    }
}

pub(super) fn routes() -> Router<Arc<WebState>> {
    Router::new()
        .route("/console/tenants/{tenant}/live", get(page))
        .route(
            "/console/tenants/{tenant}/live/agreement",
            post(set_agreement),
        )
        .route(
            "/console/tenants/{tenant}/live/company",
            post(check_company),
        )
        .route(
            "/console/tenants/{tenant}/live/{scope}/refuse",
            post(refuse),
        )
        .route("/console/tenants/{tenant}/live/{scope}", post(switch))
}

async fn page(
    State(web): State<Arc<WebState>>,
    Path(tenant): Path<String>,
    signed_in: SignedInOperator,
) -> Page {
    let place = Place::find(&web, &tenant, "live").await?;
    show_page(
        &web,
        &signed_in,
        &place,
        (&Form::default(), Faults::default()),
    )
    .await
}

async fn show_page(
    web: &WebState,
    signed_in: &SignedInOperator,
    place: &Place,
    (form, faults): (&Form, Faults),
) -> Page {
    let layout = Layout::console(web, signed_in, "tenants", &place.tenant.name);
    let standing = LiveStanding::of(&web.admin.services(), place.tenant.id.clone()).await?;
    let typed = |name: &str, kept: Option<&str>| match form.text(name) {
        "" => kept.unwrap_or_default().to_owned(),
        text => text.to_owned(),
    };
    let number = standing.company.as_ref().map(|it| it.rc_number.as_str());
    let titles = standing.services.iter();
    let page = Live {
        layout: &layout,
        place,
        may: signed_in.may(Right::Tenants),
        titles: titles
            .map(|it| web.admin.products.title(it.scope))
            .collect(),
        reference: typed("reference", standing.agreement.as_deref()),
        rc_number: typed("rcNumber", number),
        standing,
        faults,
    };
    Ok(respond(web, &layout, page.faults.status(), &page))
}

/// Back to the page with what was done, or the page with what was wrong.
async fn after(
    web: &WebState,
    signed_in: &SignedInOperator,
    place: &Place,
    form: &Form,
    done: Result<String>,
) -> Page {
    match done {
        Ok(said) => Ok(go(web, &place.href("live"), &said)),
        Err(error) => show_page(web, signed_in, place, (form, Faults::of(error)?)).await,
    }
}

/// Runs a command about the tenant of a page on what its form holds.
async fn run<C: Command>(
    web: &WebState,
    (signed_in, place, form): (&SignedInOperator, &Place, &Form),
    said: &str,
) -> Page {
    signed_in.by.actor.needs(Right::Tenants)?;
    let asked = CommandForm::new(Entry::of::<C>())
        .with("tenantId", place.tenant.id.as_str())
        .filled(form);
    let done = asked.run_as::<C>(&web.admin, signed_in.by.clone()).await;
    after(web, signed_in, place, form, done.map(|_| said.to_owned())).await
}

async fn set_agreement(
    State(web): State<Arc<WebState>>,
    Path(tenant): Path<String>,
    OperatorForm { signed_in, form }: OperatorForm,
) -> Page {
    let place = Place::find(&web, &tenant, "live").await?;
    let said = "Agreement recorded.";
    run::<SetAgreement>(&web, (&signed_in, &place, &form), said).await
}

async fn check_company(
    State(web): State<Arc<WebState>>,
    Path(tenant): Path<String>,
    OperatorForm { signed_in, form }: OperatorForm,
) -> Page {
    let place = Place::find(&web, &tenant, "live").await?;
    let said = "Company looked up.";
    run::<CheckTenantCompany>(&web, (&signed_in, &place, &form), said).await
}

async fn refuse(
    State(web): State<Arc<WebState>>,
    Path((tenant, scope)): Path<(String, String)>,
    OperatorForm { signed_in, form }: OperatorForm,
) -> Page {
    let place = Place::find(&web, &tenant, "live").await?;
    signed_in.by.actor.needs(Right::Tenants)?;
    let asked = CommandForm::new(Entry::of::<RefuseLive>())
        .with("tenantId", place.tenant.id.as_str())
        .with("scope", &scope)
        .filled(&form);
    let by = signed_in.by.clone();
    let done = asked.run_as::<RefuseLive>(&web.admin, by).await;
    let done = done.map(|_| "Request refused. The tenant can see your reason.".to_owned());
    after(&web, &signed_in, &place, &form, done).await
}

/// The title of the product with this scope; the scope itself if there is none.
pub(super) fn title_of<'a>(web: &WebState, scope: &'a str) -> &'a str {
    let product = web
        .admin
        .products
        .iter()
        .find(|one| one.scope.as_str() == scope);
    product.map_or(scope, |one| one.title)
}

/// What is asked before a product is granted or switched off in Live.
pub(super) fn switching(place: &Place, product: &str, on: bool) -> Question {
    let name = &place.tenant.name;
    let (title, text, button) = match on {
        true => (
            format!("Grant Live access to {product}?"),
            format!("Within a second, {name} can send Live requests, which are charged."),
            "Grant Live access",
        ),
        false => (
            format!("Switch off {product} in Live?"),
            format!("All of {name}'s Live requests to it are refused within a second."),
            "Switch off",
        ),
    };
    Question::new(title, text, button).typing(name)
}

/// Grants live, or takes it away.
async fn switch(
    State(web): State<Arc<WebState>>,
    Path((tenant, scope)): Path<(String, String)>,
    OperatorForm { signed_in, form }: OperatorForm,
) -> Page {
    let place = Place::find(&web, &tenant, "live").await?;
    signed_in.by.actor.needs(Right::Tenants)?;
    let back = place.href("live");
    let title = title_of(&web, &scope);
    let question = switching(&place, title, form.text("enabled") == "true");
    if form.text("enabled") != "false" || form.holds("reason").is_ok() {
        must_be_sure(&web, &signed_in, ("tenants", &back), &form, &question)?;
    }
    let asked = CommandForm::new(Entry::of::<SwitchService>())
        .with("tenantId", place.tenant.id.as_str())
        .with("scope", &scope)
        .with("environment", "live")
        .filled(&form);
    let by = signed_in.by.clone();
    let done = match (form.text("enabled"), form.holds("reason")) {
        ("false", Err(error)) => Err(error),
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
        let word = if done.enabled { "on" } else { "off" };
        format!(
            "{} is {word} in Live.",
            web.admin.products.title(done.scope)
        )
    });
    after(&web, &signed_in, &place, &form, done).await
}
