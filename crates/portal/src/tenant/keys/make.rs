//! A new key: what it is to reach, and its text, shown once.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use http::StatusCode;
use kofa_commands::Entry;
use kofa_commands::platform::keys::{IssueKey, KeyIssued};
use kofa_core::Right;
use kofa_core::endpoint::{Endpoint, Verb};
use kofa_domain::{Environment, Error, Scope};
use kofa_identity::key_plan::KeyPlan;

use super::{KeyView, base};
use crate::auth::must_confirm;
use crate::kit::{
    CommandForm, Faults, Form, Layout, MemberForm, Page, SignedInMember, WebState, labelled,
    must_be_fresh, respond, show,
};

/// `GET /portal/{environment}/keys/new`
#[derive(Debug, Template)]
#[template(path = "tenant/keys/make.html")]
struct MakePage<'a> {
    layout: &'a Layout,
    base: String,
    typed: &'a Form,
    faults: Faults,
    scopes: Vec<(Scope, String)>,
    /// The environments that the reader may choose.
    environments: Vec<(Environment, &'static str)>,
    today: String,
}

/// A key's text, shown once: of one that was made, or of one that took another's place.
#[derive(Debug, Template)]
#[template(path = "tenant/keys/made.html")]
struct MadePage<'a> {
    layout: &'a Layout,
    base: String,
    key: KeyView,
    text: String,
    curl: String,
    /// The key whose place it took; empty of a new one.
    old: String,
}

/// The new key that a form asks for.
fn asked(signed_in: &SignedInMember, form: &Form) -> CommandForm {
    // The day that is typed is the last on which the key works.
    let end = match form.text("expiresAt") {
        "" => String::new(),
        day => show::end_of_day(day),
    };
    let nets = form.text("allowedCidrs");
    let nets = nets.replace([' ', ';', '\n', '\r', '\t'], ",");
    CommandForm::new(Entry::of::<IssueKey>())
        .with("tenantId", signed_in.of.tenant.as_str())
        .with("expiresAt", &end)
        .with("allowedCidrs", &nets)
        .filled(form)
}

fn label(name: &str) -> Option<&'static str> {
    match name {
        "scopes" => Some("Services"),
        "environments" => Some("Environments"),
        "allowedCidrs" => Some("Allowed IP addresses"),
        "expiresAt" => Some("Expires after"),
        _ => None,
    }
}

fn form_page(web: &WebState, signed_in: &SignedInMember, typed: &Form, faults: Faults) -> Response {
    let products = &web.admin.products;
    let layout = Layout::portal(web, signed_in, "keys", "Create an API key");
    let may = |one: &Environment| signed_in.may(Right::Keys(&signed_in.of.tenant, &[*one]));
    let environments = Environment::ALL.into_iter().filter(may);
    let page = MakePage {
        layout: &layout,
        base: base(signed_in),
        scopes: products
            .key_scopes()
            .map(|one| (one, products.title(one)))
            .collect(),
        environments: environments
            .map(|one| (one, show::environment(one)))
            .collect(),
        today: show::iso_day(web.now()),
        typed,
        faults,
    };
    respond(web, &layout, page.faults.status(), &page)
}

pub(super) async fn page(State(web): State<Arc<WebState>>, signed_in: SignedInMember) -> Page {
    let right = Right::Keys(&signed_in.of.tenant, &[signed_in.environment]);
    signed_in.by.actor.needs(right)?;
    if signed_in.environment == Environment::Live {
        must_be_fresh(&signed_in, &format!("{}/new", base(&signed_in)))?;
    }
    let mut typed = Form::default();
    for scope in web.admin.products.scopes() {
        typed.add("scopes".to_owned(), scope.to_string());
    }
    typed.add("environments".to_owned(), signed_in.environment.to_string());
    Ok(form_page(&web, &signed_in, &typed, Faults::default()))
}

pub(super) async fn make(
    State(web): State<Arc<WebState>>,
    MemberForm { signed_in, form }: MemberForm,
) -> Page {
    let wrong = |error: Error| -> Page {
        let faults = Faults::of(labelled(error, label))?;
        Ok(form_page(&web, &signed_in, &form, faults))
    };
    let asked = asked(&signed_in, &form).read::<IssueKey>(signed_in.by.at, &web.admin.products);
    let mut issue = match asked {
        Ok(issue) => issue,
        Err(error) => return wrong(error),
    };
    if issue.plan.environments.contains(&Environment::Live) {
        must_confirm(
            &web,
            &signed_in,
            &form,
            &format!("{}/new", base(&signed_in)),
        )
        .await?;
    }
    issue.form = form.once(&web, &signed_in.form_token);
    match web.admin.run(signed_in.by.clone(), issue).await {
        Ok(issued) => Ok(made(&web, &signed_in, &issued, "")),
        Err(error) => wrong(error),
    }
}

/// The page with the text of a new key. It is not kept: this is the only one that has it.
pub(super) fn made(
    web: &WebState,
    signed_in: &SignedInMember,
    issued: &KeyIssued,
    old: &str,
) -> Response {
    let (key, text) = (&issued.made, issued.key.expose());
    let layout = Layout::portal(web, signed_in, "keys", "Your new key");
    let environment = if key.plan.environments.contains(&signed_in.environment) {
        signed_in.environment
    } else {
        key.plan
            .environments
            .first()
            .copied()
            .unwrap_or(signed_in.environment)
    };
    let page = MadePage {
        layout: &layout,
        base: format!("/portal/{environment}/keys"),
        key: KeyView::new(web, key, web.now()),
        curl: curl(web, &key.plan, environment, text),
        text: text.clone(),
        old: old.to_owned(),
    };
    respond(web, &layout, StatusCode::OK, &page)
}

/// A first call that costs nothing to understand: a GET of a product that the key may call and
/// that needs nothing else, or what a call would cost.
fn curl(web: &WebState, plan: &KeyPlan, environment: Environment, text: &str) -> String {
    let simple = ["listOffers", "listSupportedBanks", "getAccount"];
    let found = web.admin.products.endpoints().iter().find(|one| {
        let may = one.scope.is_some_and(|scope| plan.scopes.contains(&scope));
        may && one.verb == Verb::Get && simple.contains(&one.operation_id)
    });
    let base_url = &web.admin.base_url;
    let (path, query) = match found {
        Some(endpoint) => (endpoint.path, String::new()),
        None => {
            let of_plan = |one: &&&Endpoint| one.scope.is_some_and(|it| plan.scopes.contains(&it));
            let priced = web.admin.products.endpoints().iter().find(of_plan);
            let priced = priced.map_or("", |one| one.operation_id);
            ("/api/v1/quote", format!("?operationId={priced}"))
        }
    };
    format!(
        "curl '{base_url}{path}{query}' \\\n  -H 'X-API-Key: {text}' \\\n  -H 'X-Environment: \
         {environment}'"
    )
}
