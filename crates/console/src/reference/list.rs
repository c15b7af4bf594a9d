//! The lists of banks and brokers.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use http::StatusCode;
use kofa_core::Right;
use kofa_domain::Error;
use kofa_investment::brokers::Broker;
use kofa_investment::market::ListedBank;
use kofa_investment::ops::{ListBanks, ListBrokers};
use kofa_portal::kit::{Layout, NavLink, Page, SignedInOperator, WebState, part, respond};

use crate::asked::Asked;

/// Rows of a page.
const ROWS_MAX: usize = 40;

/// `GET /console/reference` and `/console/reference/brokers`
#[derive(Debug, Template)]
#[template(path = "console/reference.html")]
struct List<'a> {
    layout: &'a Layout,
    is_brokers: bool,
    may_change: bool,
    tabs: [NavLink; 2],
    query: String,
    path: &'static str,
    rows: Vec<Row>,
    first: String,
    next: String,
}

#[derive(Debug)]
struct Row {
    href: String,
    key: String,
    name: String,
    codes: String,
    active: bool,
    /// Direct debit of a bank, new clients of a broker.
    takes: bool,
    known: String,
    note: String,
}

impl From<ListedBank> for Row {
    fn from(listed: ListedBank) -> Self {
        let bank = listed.bank;
        let codes = [listed.cbn_code(), listed.nip_code()].into_iter().flatten();
        let codes = codes.collect::<Vec<&str>>().join(" · ");
        let is_set = listed.set_cbn_code.is_some() || listed.set_nip_code.is_some();
        Self {
            href: format!("/console/reference/banks/{}", bank.bank_id),
            key: bank.bank_id.to_string(),
            name: bank.name.to_owned(),
            codes,
            active: listed.active,
            takes: listed.supports_direct_debit,
            known: match is_set {
                true => "codes set here".to_owned(),
                false => bank.certainty.as_str().to_owned(),
            },
            note: bank.note.unwrap_or_default().to_owned(),
        }
    }
}

impl From<Broker> for Row {
    fn from(broker: Broker) -> Self {
        let known = broker.reference();
        Self {
            href: format!("/console/reference/brokers/{}", broker.id),
            known: known
                .map_or("added", |known| known.certainty.as_str())
                .to_owned(),
            note: known
                .and_then(|known| known.note)
                .unwrap_or_default()
                .to_owned(),
            key: broker.id.into_owned(),
            name: broker.name.into_owned(),
            codes: broker
                .code
                .map(|code| code.into_owned())
                .unwrap_or_default(),
            active: broker.active,
            takes: broker.accepts_new_clients,
        }
    }
}

impl Row {
    fn fits(&self, query: &str) -> bool {
        let of = |text: &str| text.to_lowercase().contains(query);
        query.is_empty() || of(&self.name) || of(&self.codes) || of(&self.key)
    }
}

fn tabs(brokers: bool) -> [NavLink; 2] {
    [("Banks", "", false), ("Brokers", "/brokers", true)].map(|(label, rest, is)| NavLink {
        label,
        href: format!("/console/reference{rest}"),
        here: is == brokers,
    })
}

async fn show(
    web: &WebState,
    signed_in: &SignedInOperator,
    asked: &Asked,
    (rows, is_brokers): (Vec<Row>, bool),
) -> Result<axum::response::Response, Error> {
    let path = match is_brokers {
        true => "/console/reference/brokers",
        false => "/console/reference",
    };
    let query = asked.text("q").to_owned();
    let word = query.to_lowercase();
    let fitting = rows.into_iter().filter(|row| row.fits(&word)).collect();
    let (rows, more) = part(fitting, asked.text("cursor"), ROWS_MAX);
    let layout = Layout::console(web, signed_in, "reference", "Banks and brokers");
    let next = more.map(|place| place.to_string());
    let page = List {
        layout: &layout,
        is_brokers,
        may_change: signed_in.may(Right::Market),
        tabs: tabs(is_brokers),
        query,
        path,
        rows,
        first: asked.first(path),
        next: asked.next(path, next.as_ref()),
    };
    Ok(respond(web, &layout, StatusCode::OK, &page))
}

pub(super) async fn banks(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInOperator,
    asked: Asked,
) -> Page {
    let banks = web.admin.store.read(ListBanks).await?;
    let rows = banks.into_iter().map(Row::from).collect();
    Ok(show(&web, &signed_in, &asked, (rows, false)).await?)
}

pub(super) async fn brokers(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInOperator,
    asked: Asked,
) -> Page {
    let brokers = web.admin.store.read(ListBrokers).await?;
    let rows = brokers.into_iter().map(Row::from).collect();
    Ok(show(&web, &signed_in, &asked, (rows, true)).await?)
}
