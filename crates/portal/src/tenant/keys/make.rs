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
use kofa_domain::{Environment, Error, Scope, Timestamp};
use kofa_identity::key_plan::KeyPlan;

use super::{KeyView, base};
use crate::enter::must_confirm;
use crate::kit::{
    CommandForm, Faults, Form, House, MemberForm, MemberSeat, Page, Shell, labelled, must_be_fresh,
    respond, show,
};

const DAY_SECONDS: i64 = 86_400;

/// `GET /portal/{environment}/keys/new`
#[derive(Debug, Template)]
#[template(path = "tenant/keys/make.html")]
struct MakePage<'a> {
    shell: &'a Shell,
    base: String,
    typed: &'a Form,
    faults: Faults,
    scopes: Vec<(Scope, &'static str)>,
    /// The environments that the reader may choose.
    environments: Vec<(Environment, &'static str)>,
    today: String,
}

/// A key's text, shown once: of one that was made, or of one that took another's place.
#[derive(Debug, Template)]
#[template(path = "tenant/keys/made.html")]
struct MadePage<'a> {
    shell: &'a Shell,
    base: String,
    key: KeyView,
    text: String,
    curl: String,
    /// The key whose place it took; empty of a new one.
    old: String,
}

/// The new key that a form asks for.
fn asked(seat: &MemberSeat, form: &Form) -> CommandForm {
    // The day that is typed is the last on which the key works.
    let end = match form.text("expiresAt") {
        "" => String::new(),
        day => end_of(day),
    };
    let nets = form.text("allowedCidrs");
    let nets = nets.replace([' ', ';', '\n', '\r', '\t'], ",");
    CommandForm::new(Entry::of::<IssueKey>())
        .with("tenantId", seat.of.tenant.as_str())
        .with("expiresAt", &end)
        .with("allowedCidrs", &nets)
        .filled(form)
}

fn label(name: &str) -> Option<&'static str> {
    match name {
        "scopes" => Some("Services"),
        "environments" => Some("Environments"),
        "allowedCidrs" => Some("Networks"),
        "expiresAt" => Some("Last day"),
        _ => None,
    }
}

/// The midnight that ends `day` in Lagos; what is no day stays as it is, for its fault to be told.
fn end_of(day: &str) -> String {
    let begins = format!("{day}T00:00:00+01:00");
    match Timestamp::parse_rfc3339(&begins) {
        Some(at) => at.plus_seconds(DAY_SECONDS).rfc3339(),
        None => begins,
    }
}

fn form_page(house: &House, seat: &MemberSeat, typed: &Form, faults: Faults) -> Response {
    let products = &house.desk.products;
    let shell = Shell::portal(house, seat, "keys", "Create an API key");
    let may = |one: &Environment| seat.may(Right::Keys(&seat.of.tenant, &[*one]));
    let environments = Environment::ALL.into_iter().filter(may);
    let page = MakePage {
        shell: &shell,
        base: base(seat),
        scopes: products.iter().map(|one| (one.scope, one.title)).collect(),
        environments: environments
            .map(|one| (one, show::environment(one)))
            .collect(),
        today: show::iso_day(house.now()),
        typed,
        faults,
    };
    respond(house, &shell, page.faults.status(), &page)
}

pub(super) async fn page(State(house): State<Arc<House>>, seat: MemberSeat) -> Page {
    let right = Right::Keys(&seat.of.tenant, &[seat.environment]);
    seat.by.actor.needs(right)?;
    if seat.environment == Environment::Live {
        must_be_fresh(&seat, &format!("{}/new", base(&seat)))?;
    }
    let mut typed = Form::default();
    for scope in house.desk.products.scopes() {
        typed.add("scopes".to_owned(), scope.to_string());
    }
    typed.add("environments".to_owned(), seat.environment.to_string());
    Ok(form_page(&house, &seat, &typed, Faults::default()))
}

pub(super) async fn make(
    State(house): State<Arc<House>>,
    MemberForm { seat, form }: MemberForm,
) -> Page {
    let wrong = |error: Error| -> Page {
        let faults = Faults::of(labelled(error, label))?;
        Ok(form_page(&house, &seat, &form, faults))
    };
    let asked = asked(&seat, &form).read::<IssueKey>(seat.by.at, &house.desk.products);
    let mut issue = match asked {
        Ok(issue) => issue,
        Err(error) => return wrong(error),
    };
    if issue.plan.environments.contains(&Environment::Live) {
        must_confirm(&house, &seat, &form, &format!("{}/new", base(&seat))).await?;
    }
    issue.form = form.once(&house, &seat.form_token);
    match house.desk.run(seat.by.clone(), issue).await {
        Ok(issued) => Ok(made(&house, &seat, &issued, "")),
        Err(error) => wrong(error),
    }
}

/// The page with the text of a new key. It is not kept: this is the only one that has it.
pub(super) fn made(house: &House, seat: &MemberSeat, issued: &KeyIssued, old: &str) -> Response {
    let (key, text) = (&issued.made, issued.key.expose());
    let shell = Shell::portal(house, seat, "keys", "Your new key");
    let environment = if key.plan.environments.contains(&seat.environment) {
        seat.environment
    } else {
        key.plan
            .environments
            .first()
            .copied()
            .unwrap_or(seat.environment)
    };
    let page = MadePage {
        shell: &shell,
        base: format!("/portal/{environment}/keys"),
        key: KeyView::new(house, key, house.now()),
        curl: curl(house, &key.plan, environment, text),
        text: text.clone(),
        old: old.to_owned(),
    };
    respond(house, &shell, StatusCode::OK, &page)
}

/// A first call that costs nothing to understand: a GET of a product that the key may call and
/// that needs nothing else, or what a call would cost.
fn curl(house: &House, plan: &KeyPlan, environment: Environment, text: &str) -> String {
    let simple = ["listOffers", "listSupportedBanks"];
    let found = house.desk.products.endpoints().iter().find(|one| {
        let may = one.scope.is_some_and(|scope| plan.scopes.contains(&scope));
        may && one.verb == Verb::Get && simple.contains(&one.operation_id)
    });
    let base_url = &house.desk.base_url;
    let (path, query) = match found {
        Some(endpoint) => (endpoint.path, String::new()),
        None => {
            let of_plan = |one: &&&Endpoint| one.scope.is_some_and(|it| plan.scopes.contains(&it));
            let priced = house.desk.products.endpoints().iter().find(of_plan);
            let priced = priced.map_or("", |one| one.operation_id);
            ("/api/v1/quote", format!("?operationId={priced}"))
        }
    };
    format!(
        "curl '{base_url}{path}{query}' \\\n  -H 'X-API-Key: {text}' \\\n  -H 'X-Environment: \
         {environment}'"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_works_to_the_end_of_its_last_day_in_lagos() {
        let end = |day: &str| Timestamp::parse_rfc3339(&end_of(day));
        let midnight = Timestamp::parse_rfc3339("2026-12-01T00:00:00+01:00");
        assert_eq!(end("2026-11-30"), midnight);
        assert!(end("9999-12-31").is_some());
        // What is no day is told as such.
        assert_eq!(end("2026-11-31"), None);
        assert!(!end_of("2026-11-31").is_empty());
    }
}
