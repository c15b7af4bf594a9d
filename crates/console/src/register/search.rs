//! What the register holds, and the search in it.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use kofa_core::Listed;
use kofa_domain::{Environment, Result};
use kofa_portal::kit::show::{Html, count, moment};
use kofa_portal::kit::{Faults, Hit, Layout, NavLink, Page, SignedInOperator, WebState, respond};
use kofa_registry::rules::read_rc_number;
use kofa_registry::{COUNTED_MAX, CompaniesByRc, CountRegister, Record, SearchCompanies};

use super::tabs;
use crate::asked::{Asked, shell_in, words};

const PATH: &str = "/console/register";

/// `GET /console/register`
#[derive(Debug, Template)]
#[template(path = "console/register/search.html")]
struct Search<'a> {
    layout: &'a Layout,
    tabs: [NavLink; 3],
    environment: &'static str,
    counts: [(&'static str, String); 4],
    is_empty: bool,
    query: String,
    /// `None` before anything was looked for.
    rows: Option<Vec<Row>>,
    first: String,
    next: String,
    faults: Faults,
}

#[derive(Debug)]
struct Row {
    href: String,
    name: String,
    number: String,
    kind: String,
    status: String,
    tone: &'static str,
    address: String,
    imported: Html,
}

impl Row {
    fn new(environment: Environment, record: Record) -> Self {
        let company = record.company;
        let status = company.registration_status.as_str();
        Self {
            href: super::company::path(environment, company.entity_type, &company.rc_number),
            number: format!("{} {}", company.entity_type.prefix(), company.rc_number),
            kind: words(&company.entity_type.as_str().to_lowercase()),
            status: words(&status.to_lowercase()),
            tone: super::company::tone(status),
            name: company.company_name,
            address: company.registered_address,
            imported: moment(record.retrieved_at),
        }
    }
}

fn shown(number: i64) -> String {
    if number > COUNTED_MAX {
        return format!("over {}", count(COUNTED_MAX));
    }
    count(number)
}

pub(super) async fn page(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInOperator,
    asked: Asked,
) -> Page {
    let environment = asked.environment()?;
    let counts = web.admin.store.read(CountRegister { environment }).await?;
    let (found, faults) = match find(&web, environment, &asked).await {
        Ok(found) => (found, Faults::default()),
        Err(error) => (None, Faults::of(error)?),
    };
    let href = |one: Environment| format!("{PATH}?environment={one}");
    let layout = shell_in(
        &web,
        &signed_in,
        "register",
        "Company register",
        (environment, href),
    );
    let next = found.as_ref().and_then(|found| found.next_cursor.clone());
    let rows = found.map(|found| {
        let items = found.items.into_iter();
        items.map(|record| Row::new(environment, record)).collect()
    });
    let code = faults.status();
    let page = Search {
        layout: &layout,
        tabs: tabs(""),
        environment: environment.as_str(),
        counts: [
            ("Companies and other entities", shown(counts.companies)),
            ("Officers and shareholders", shown(counts.roles)),
            ("Share capitals", shown(counts.capitals)),
            ("Charges", shown(counts.charges)),
        ],
        is_empty: counts.companies == 0,
        query: asked.text("q").to_owned(),
        rows,
        first: asked.first(PATH),
        next: asked.next(PATH, next.as_ref()),
        faults,
    };
    Ok(respond(&web, &layout, code, &page))
}

/// Companies for the search of all pages: none if they cannot be searched for like that.
pub(crate) async fn found(
    web: &WebState,
    environment: Environment,
    asked: &Asked,
) -> Result<Vec<Hit>> {
    let found = match find(web, environment, asked).await {
        Ok(found) => found,
        Err(error) => {
            Faults::of(error)?;
            None
        }
    };
    let rows = found.into_iter().flat_map(|found| found.items);
    let hits = rows.map(|record| {
        let row = Row::new(environment, record);
        let note = format!("{} · {environment}", row.number);
        Hit::new("Company", row.name, note, row.href)
    });
    Ok(hits.collect())
}

/// By number where it is one, else by the words of the name.
async fn find(
    web: &WebState,
    environment: Environment,
    asked: &Asked,
) -> Result<Option<Listed<Record>>> {
    let Some(query) = asked.filled("q") else {
        return Ok(None);
    };
    if let Ok(input) = read_rc_number(query) {
        let by_number = CompaniesByRc {
            environment,
            rc_number: input.number,
        };
        let items = web.admin.store.read(by_number).await?;
        return Ok(Some(Listed {
            items,
            next_cursor: None,
        }));
    }
    let more = [("environment", environment.as_str()), ("query", query)];
    let search: SearchCompanies = asked.command(&web.admin, &more)?;
    web.admin.store.read(search).await.map(Some)
}
