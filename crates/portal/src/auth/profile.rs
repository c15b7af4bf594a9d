//! How somebody wants to be called, and which mails they want. One for both doors.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use kofa_core::Actor;
use kofa_core::text::read_name;
use kofa_domain::{Error, Result};
use kofa_identity::profile::{FindProfile, MailKind, Profile, SetProfile};
use kofa_insight::notices::kinds_for;
use kofa_insight::operator_notices::kinds_for_operator;

use super::own::{Own, OwnForm};
use crate::kit::{Door, Faults, Form, Layout, Page, WebState, go, respond};

/// `GET …/settings/profile`
#[derive(Debug, Template)]
#[template(path = "enter/profile.html")]
struct ProfilePage<'a> {
    layout: &'a Layout,
    home: &'a str,
    email: &'a str,
    of_portal: bool,
    /// The name of a member, as it stands in the form.
    typed: String,
    mails: Vec<Choice>,
    /// Whether mails are sent at all.
    is_mailed: bool,
    faults: Faults,
}

/// A kind of mails to choose.
#[derive(Debug)]
struct Choice {
    word: &'static str,
    title: &'static str,
    about: &'static str,
    is_wanted: bool,
}

/// The kinds of mails that somebody may do without.
fn kinds(own: &Own) -> Vec<MailKind> {
    match &own.by.actor {
        Actor::Member { role, .. } => kinds_for(*role),
        Actor::Operator { role, .. } => kinds_for_operator(*role).to_vec(),
        _ => Vec::new(),
    }
}

/// The same, by their words.
fn offered(own: &Own) -> Vec<&'static str> {
    kinds(own).into_iter().map(MailKind::as_str).collect()
}

/// What a kind is called, and when it is sent.
fn told(word: &str, of_portal: bool) -> (&'static str, &'static str) {
    match word {
        "wallet" => (
            "Low wallet",
            "When the Live wallet crosses an alert that names your role",
        ),
        "statement" => ("Monthly statement", "In the first three days of a month"),
        "key" => ("Expiring API keys", "30, 7 and 1 days before"),
        "webhook" => (
            "Webhook endpoints",
            "When one is disabled because it keeps failing",
        ),
        "jobs" => ("Failing jobs", "When extraction jobs in Live keep failing"),
        "incident" => (
            "Incidents and maintenance",
            "When one that affects your Live products begins, and when it is over",
        ),
        "live" if of_portal => (
            "Going live",
            "When your request for Live access is granted or refused",
        ),
        "live" => ("Requests for Live", "When a tenant requests Live access"),
        _ => ("Alerts", "What needs an operator, as the overview lists it"),
    }
}

fn shown(
    web: &WebState,
    own: &Own,
    (name, unwanted): (String, &[&str]),
    faults: Faults,
) -> Response {
    let layout = own.titled("Profile");
    let of_portal = layout.door == Door::Portal;
    let choice = |word: &'static str| {
        let (title, about) = told(word, of_portal);
        Choice {
            word,
            title,
            about,
            is_wanted: !unwanted.contains(&word),
        }
    };
    let status = faults.status();
    let page = ProfilePage {
        layout: &layout,
        home: &own.settings,
        email: &own.email,
        of_portal,
        typed: name,
        mails: offered(own).into_iter().map(choice).collect(),
        is_mailed: web.admin.mailer.is_some(),
        faults,
    };
    respond(web, &layout, status, &page)
}

pub(super) async fn page(State(web): State<Arc<WebState>>, own: Own) -> Page {
    let person = own.person.clone();
    let Profile { name, unwanted } = web.admin.store.read(FindProfile { person }).await?;
    let unwanted: Vec<&str> = unwanted.into_iter().map(MailKind::as_str).collect();
    Ok(shown(&web, &own, (name, &unwanted), Faults::default()))
}

/// A name, or none.
fn read(form: &Form) -> Result<String> {
    let mut faults = Vec::new();
    let name = match form.text("name") {
        "" => Some(String::new()),
        text => read_name("name", text, &mut faults),
    };
    name.ok_or_else(|| Error::faults(faults))
}

pub(super) async fn set(State(web): State<Arc<WebState>>, OwnForm { own, form }: OwnForm) -> Page {
    let wanted = form.all("mail");
    let name = match read(&form) {
        Ok(name) => name,
        Err(error) => {
            let unwanted = offered(&own).into_iter();
            let unwanted: Vec<&str> = unwanted.filter(|word| !wanted.contains(word)).collect();
            let typed = (form.text("name").to_owned(), unwanted.as_slice());
            return Ok(shown(&web, &own, typed, Faults::of(error)?));
        }
    };
    let kinds = kinds(&own).into_iter();
    let set = SetProfile {
        by: own.by.clone(),
        name,
        mails: kinds
            .map(|kind| (kind, wanted.contains(&kind.as_str())))
            .collect(),
    };
    web.admin.store.write(set).await?;
    Ok(go(&web, &own.path("profile"), "Profile saved."))
}
