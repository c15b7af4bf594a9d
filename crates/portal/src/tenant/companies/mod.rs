//! Companies: look-ups that are sent from here, through the gate, and what they find. Nothing of
//! an answer is kept for this page: whoever wants to see it again asks again.

mod ownership;
mod told;

use std::net::SocketAddr;
use std::sync::Arc;

use askama::Template;
use axum::body::Body;
use axum::extract::{ConnectInfo, RawQuery, State};
use axum::response::Response;
use axum::routing::get;
use axum::{Extension, Router};
use http::{HeaderMap, HeaderValue, Request};
use kofa_core::Right;
use kofa_domain::{Error, Result};
use kofa_identity::prices::ListPrices;
use kofa_insight::calls::{CallFilter, FindCalls, LoggedCall};
use kofa_registry::SCOPE;
use kofa_registry::rules::read_rc_number;
use serde_json::Value;

use self::ownership::Ownership;
use self::told::Section;
use super::own_call::{self, Answer, Sender};
use crate::kit::show::{Html, ago, naira};
use crate::kit::{Faults, Form, Hit, Layout, MemberForm, Page, SignedInMember, WebState, respond};

/// The record, asked for by number.
const RECORD: &str = "getCompany";
/// What is asked for by consent code: endpoint, path, and what it tells.
const BY_CODE: [(&str, &str, &str); 4] = [
    (
        "getShareDistribution",
        "share-distribution",
        "Shareholders and ownership graph",
    ),
    ("getAffiliates", "affiliates", "Officers and other people"),
    ("getShareCapital", "share-capital", "Share capital"),
    ("getAssets", "assets", "Charges over assets"),
];
/// Consent codes of one look-up: so many companies are drawn together.
const CODES_MAX: usize = 5;
/// Rows of a list of an answer that are shown, where there is one company.
const ROWS_MAX: usize = 40;
/// Look-ups of before that are listed.
const RECENT: u32 = 10;

/// The page of companies.
pub(super) fn routes() -> Router<Arc<WebState>> {
    Router::new().route("/portal/{environment}/companies", get(page).post(look_up))
}

/// `GET`, `POST /portal/{environment}/companies`
#[derive(Debug, Template)]
#[template(path = "tenant/companies.html")]
struct Companies<'a> {
    layout: &'a Layout,
    faults: Faults,
    may: bool,
    number: &'a str,
    record_price: String,
    /// Endpoint, what it tells, price, whether it is chosen.
    choices: Vec<(&'static str, &'static str, String, bool)>,
    codes_max: usize,
    found: Vec<Found>,
    ownership: Option<Ownership>,
    recent: Vec<Recent>,
}

/// What one request came to.
#[derive(Debug)]
struct Found {
    title: String,
    answer: Answer,
    /// What it says; none of a refusal.
    sections: Vec<Section>,
}

#[derive(Debug)]
struct Recent {
    href: String,
    operation_id: String,
    status: u32,
    tone: &'static str,
    charge: String,
    at: Html,
}

/// What each endpoint costs here: `₦50.00`, or `free`.
async fn prices(web: &WebState, signed_in: &SignedInMember) -> Result<Vec<(String, String)>> {
    let list = ListPrices {
        tenant: Some(signed_in.of.tenant.clone()),
        endpoints: web.admin.products.endpoints().to_vec(),
        now: signed_in.by.at,
    };
    let prices = web.admin.store.read(list).await?.into_iter();
    let here = prices.filter(|one| one.environment == signed_in.environment);
    Ok(here
        .map(|one| (one.endpoint.to_string(), naira(one.amount)))
        .collect())
}

async fn recent(web: &WebState, signed_in: &SignedInMember) -> Result<Vec<Recent>> {
    let endpoints = web.admin.products.endpoints();
    let find = FindCalls {
        tenant: signed_in.of.tenant.clone(),
        environment: signed_in.environment,
        filter: CallFilter::default().to_endpoints(Some(SCOPE), None, endpoints),
        before: None,
        limit: RECENT,
    };
    let found = web.admin.store.read(find).await?.rows.into_iter();
    let row = |one: LoggedCall| Recent {
        href: format!("/portal/{}/logs/{}", signed_in.environment, one.request_id),
        operation_id: one.operation_id,
        status: one.status,
        tone: crate::kit::show::tone(one.status),
        charge: naira(one.charge),
        at: ago(one.at, signed_in.by.at),
    };
    Ok(found.map(row).collect())
}

async fn shown(
    web: &WebState,
    signed_in: &SignedInMember,
    (form, faults): (&Form, Faults),
    found: Vec<Found>,
) -> Result<Response> {
    let prices = prices(web, signed_in).await?;
    let price = |operation: &str| {
        let found = prices.iter().find(|(of, _)| of == operation);
        found.map_or_else(String::new, |(_, price)| price.clone())
    };
    let asked = form.all("ask");
    let choice = |(operation, _, tells): (&'static str, &str, &'static str)| {
        let is_chosen = match asked.is_empty() {
            true => operation == BY_CODE[0].0,
            false => asked.contains(&operation),
        };
        (operation, tells, price(operation), is_chosen)
    };
    let held = found.iter().filter(|one| one.title == BY_CODE[0].2);
    let held: Vec<&Value> = held.map(|one| &one.answer.json["data"]).collect();
    let layout = Layout::portal(web, signed_in, "companies", "Companies");
    let right = Right::Keys(&signed_in.of.tenant, &[signed_in.environment]);
    let page = Companies {
        layout: &layout,
        may: signed_in.may(right) && !layout.looking,
        number: form.text("rcNumber"),
        record_price: price(RECORD),
        choices: BY_CODE.map(choice).into(),
        codes_max: CODES_MAX,
        ownership: Ownership::of(&held),
        found,
        recent: recent(web, signed_in).await?,
        faults,
    };
    Ok(respond(web, &layout, page.faults.status(), &page))
}

/// With the number filled in that the address names.
async fn page(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInMember,
    RawQuery(query): RawQuery,
) -> Page {
    let named = Form::parse(query.unwrap_or_default().as_bytes());
    let faults = Faults::default();
    Ok(shown(&web, &signed_in, (&named, faults), Vec::new()).await?)
}

/// What a search of all pages finds by a registration number: the way to look the company up. What
/// the register says of it is charged, and is not told here.
pub(super) fn found(signed_in: &SignedInMember, query: &str) -> Option<Hit> {
    read_rc_number(query).ok()?;
    let number: String = form_urlencoded::byte_serialize(query.as_bytes()).collect();
    let href = format!(
        "/portal/{}/companies?rcNumber={number}#look",
        signed_in.environment
    );
    Some(Hit::new("Company", query, "Look it up", href))
}

async fn look_up(
    State(web): State<Arc<WebState>>,
    peer: Option<Extension<ConnectInfo<SocketAddr>>>,
    headers: HeaderMap,
    MemberForm { signed_in, form }: MemberForm,
) -> Page {
    let codes: Vec<&str> = form.text("codes").split_whitespace().collect();
    let number = form.text("rcNumber");
    let fault = match own_call::key(&form) {
        None => "Enter a key.",
        Some(_) if number.is_empty() && codes.is_empty() => {
            "Enter an RC number, or a consent code."
        }
        Some(_) if codes.len() > CODES_MAX => "Enter fewer consent codes.",
        Some(key) => {
            let found = ask(
                &web,
                &signed_in,
                &key,
                (number, &codes, &form),
                (peer, &headers),
            );
            let nothing_wrong = (&form, Faults::default());
            return Ok(shown(&web, &signed_in, nothing_wrong, found.await?).await?);
        }
    };
    let faults = (&form, Faults::general(fault));
    Ok(shown(&web, &signed_in, faults, Vec::new()).await?)
}

/// Sends what was asked for, one request after the other.
async fn ask(
    web: &WebState,
    signed_in: &SignedInMember,
    key: &HeaderValue,
    (number, codes, form): (&str, &[&str], &Form),
    sender: Sender<'_>,
) -> Result<Vec<Found>> {
    const PATH: &str = "/api/v1/company/validation";
    // All lists together are no more than a page holds.
    let rows_max = ROWS_MAX / codes.len().max(1);
    let send = async |title: &str, request: Request<Body>| {
        let answer = own_call::call(web, signed_in, Some(key.clone()), request, sender).await?;
        Ok::<_, Error>(Found {
            title: title.to_owned(),
            sections: told::sections(&answer.json["data"], rows_max),
            answer,
        })
    };
    let mut found = Vec::new();
    if !number.is_empty() {
        let number: String = form_urlencoded::byte_serialize(number.as_bytes()).collect();
        let request = Request::get(format!("{PATH}/company?rcNumber={number}"));
        let request = request.body(Body::empty()).map_err(Error::internal)?;
        found.push(send("Company record", request).await?);
    }
    let asked = form.all("ask");
    for code in codes {
        let Ok(mut code) = HeaderValue::from_str(code) else {
            continue;
        };
        code.set_sensitive(true);
        for (operation, word, tells) in BY_CODE {
            if !asked.contains(&operation) {
                continue;
            }
            let request = Request::get(format!("{PATH}/{word}")).header("x-vrc-number", &code);
            let request = request.body(Body::empty()).map_err(Error::internal)?;
            found.push(send(tells, request).await?);
        }
    }
    Ok(found)
}
