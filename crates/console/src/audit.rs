//! The audit log: what everybody changed, by who, what and when.

mod whose;

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{RawQuery, State};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use futures_util::stream;
use http::header;
use kofa_commands::Entry;
use kofa_commands::platform::audit::{AuditEntry, ListAudit};
use kofa_core::audit_search::{AuditFilter, FindAudit};
use kofa_core::{Listed, Page as Part, audit};
use kofa_domain::{Error, Result, TenantId, Timestamp};
use kofa_identity::operators::ListOperators;
use kofa_portal::kit::show::Html;
use kofa_portal::kit::{
    CommandForm, Faults, Form, Layout, Page, SignedInOperator, WebState, deed, deed_kinds, moment,
    respond, show,
};
use serde_json::Value;

use crate::inputs::Pick;
use crate::names::Names;
use crate::read::{self, Pager};
use whose::Whose;

/// Entries of an export.
const EXPORTED_MAX: usize = 100_000;
/// What a filter can be about, as in the admin API.
const FIELDS: [&str; 5] = ["tenantId", "actor", "action", "from", "until"];

/// `GET /console/audit`
#[derive(Debug, Template)]
#[template(path = "console/audit.html")]
struct Audit<'a> {
    layout: &'a Layout,
    faults: Faults,
    /// What stands in the fields of the filter, in the order of [`FIELDS`].
    typed: [String; 5],
    /// What stands in the field of the tenant, and those that it fits where it fits several.
    whose: Whose,
    /// Whose changes can be asked for: operators and the command line.
    people: Vec<Pick>,
    /// What changes can be about.
    kinds: Vec<Pick>,
    lines: Vec<Line>,
    pager: Pager,
    export: String,
    /// Where the next page goes on although this one is not full.
    cut_short: bool,
}

/// An entry as people read it.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) seq: i64,
    pub(crate) at: Timestamp,
    /// Their name, with the id.
    pub(crate) who: Html,
    /// What they did, in words.
    pub(crate) deed: String,
    pub(crate) action: String,
    pub(crate) subject: String,
    /// The tenant that it belongs to; empty for none.
    pub(crate) place: Html,
    /// Field and value: what was there before and after.
    pub(crate) details: Vec<(String, String)>,
}

impl Line {
    /// With the names of people and tenants.
    pub(crate) async fn all(web: &WebState, entries: Vec<audit::Entry>) -> Result<Vec<Self>> {
        let ids = entries.iter().flat_map(|one| {
            let tenant = one.tenant.as_ref();
            let subject = [one.subject.clone(), format!("member:{}", one.subject)];
            let subject = subject
                .into_iter()
                .chain([format!("operator:{}", one.subject)]);
            let actor = [one.actor.clone()].into_iter();
            let whose = tenant.map(|id| id.to_string()).into_iter();
            actor
                .chain(subject)
                .chain(whose)
                .map(move |id| (id, tenant))
        });
        let ids: Vec<(String, Option<&TenantId>)> = ids.collect();
        let ids = ids.iter().map(|(id, tenant)| (id.as_str(), *tenant));
        let names = Names::read(web, ids.collect()).await?;
        Ok(entries
            .into_iter()
            .map(|entry| Self::new(entry, &names))
            .collect())
    }

    fn new(entry: audit::Entry, names: &Names) -> Self {
        let details: Value = serde_json::from_str(&entry.details).unwrap_or_default();
        let name = |id: &str| {
            let person = ["operator", "member"].map(|kind| format!("{kind}:{id}"));
            let person = person.iter().find_map(|id| names.get(id));
            names.get(id).or(person)
        };
        let deed = deed(&entry.action, &entry.subject, &details, name);
        let shown = |(name, value): (&String, &Value)| (name.clone(), words(value));
        let tenant = entry.tenant.as_ref();
        Self {
            seq: entry.seq,
            at: entry.at,
            who: names.shown(&entry.actor),
            deed,
            details: details
                .as_object()
                .into_iter()
                .flatten()
                .map(shown)
                .collect(),
            place: tenant
                .map(|id| names.tenant(id.as_str()))
                .unwrap_or_default(),
            action: entry.action,
            subject: entry.subject,
        }
    }
}

/// A value of an entry's details in words.
fn words(value: &Value) -> String {
    let all: Vec<String> = match value {
        Value::String(text) if text.is_empty() => Vec::new(),
        Value::String(text) => {
            vec![show::written_moment(text).unwrap_or_else(|| text.clone())]
        }
        Value::Null => Vec::new(),
        Value::Bool(_) | Value::Number(_) => vec![value.to_string()],
        Value::Array(items) => items.iter().map(words).collect(),
        Value::Object(parts) => parts
            .iter()
            .map(|(name, value)| format!("{name} {}", words(value)))
            .collect(),
    };
    if all.is_empty() {
        "none".to_owned()
    } else {
        all.join(", ")
    }
}

pub(crate) fn routes() -> Router<Arc<WebState>> {
    Router::new()
        .route("/console/audit", get(page))
        .route("/console/audit/export", get(export))
}

/// Days mean Lagos; the last one is meant whole.
fn filter(web: &WebState, query: &Form) -> Result<AuditFilter> {
    let list = CommandForm::new(Entry::of::<ListAudit>()).filled_but(query, &["cursor", "limit"]);
    let ListAudit { mut filter, .. } = list.read(web.now(), &web.admin.products)?;
    let until = query.text("until");
    if until.len() == 10 && moment(until) != until {
        filter.until = filter.until.map(|at| at.plus_seconds(86_400));
    }
    Ok(filter)
}

async fn page(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInOperator,
    RawQuery(query): RawQuery,
) -> Page {
    let layout = Layout::console(&web, &signed_in, "audit", "Audit log");
    let (query, whose) = whose::read(&web, read::query(query)).await?;
    let (found, faults) = match filter(&web, &query) {
        Ok(_) if whose.is_unclear() => (nothing(), whose.faults()),
        Ok(filter) => {
            let page = read::page(&query);
            let found = web.admin.store.read(FindAudit { filter, page }).await?;
            (found, Faults::default())
        }
        Err(error) => (nothing(), Faults::of(error)?),
    };
    let (actor, action) = (query.text("actor"), query.text("action"));
    let kept = FIELDS.map(|name| (name, query.text(name)));
    let pager = read::pager("/console/audit", &kept, &query, &found);
    let page = Audit {
        cut_short: found.next_cursor.is_some()
            && found.items.len() < read::page(&query).limit() as usize,
        export: read::pager(
            "/console/audit/export",
            &kept,
            &Form::parse(b"cursor=x"),
            &found,
        )
        .first,
        typed: FIELDS.map(|name| query.text(name).to_owned()),
        people: people(&web, actor).await?,
        kinds: kinds(action),
        lines: Line::all(&web, found.items).await?,
        layout: &layout,
        whose,
        pager,
        faults,
    };
    Ok(respond(&web, &layout, page.faults.status(), &page))
}

/// Operators by their names, a page of them; who is asked for is among them.
async fn people(web: &WebState, chosen: &str) -> Result<Vec<Pick>> {
    let page = Part::read(None, Some("100"))?;
    let operators = web.admin.store.read(ListOperators { page }).await?.items;
    let mut all = vec![
        Pick::new("", "Anyone", chosen.is_empty()),
        Pick::new("shell", "Command line", chosen == "shell"),
    ];
    for one in operators {
        let id = format!("operator:{}", one.id);
        all.push(Pick::new(&id, one.name, id == chosen));
    }
    Ok(with_chosen(all, chosen))
}

fn kinds(chosen: &str) -> Vec<Pick> {
    let mut all = vec![Pick::new("", "Any change", chosen.is_empty())];
    for kind in deed_kinds() {
        let mut label = kind.replace('_', " ");
        label[..1].make_ascii_uppercase();
        all.push(Pick::new(kind, label, kind == chosen));
    }
    with_chosen(all, chosen)
}

/// What is asked for by an address stays, also where no choice has it.
fn with_chosen(mut all: Vec<Pick>, chosen: &str) -> Vec<Pick> {
    if all.iter().all(|pick| !pick.on) {
        all.push(Pick::new(chosen, chosen, true));
    }
    all
}

fn nothing() -> Listed<audit::Entry> {
    Listed {
        items: Vec::new(),
        next_cursor: None,
    }
}

/// `GET /console/audit/export`: what the page shows, in JSON Lines, as the admin API has it.
async fn export(
    State(web): State<Arc<WebState>>,
    _seat: SignedInOperator,
    RawQuery(query): RawQuery,
) -> Page {
    let filter = filter(&web, &read::query(query))?;
    let from = Export {
        web,
        filter,
        cursor: None,
        left: EXPORTED_MAX,
    };
    // A part at a time, so that neither the store nor the memory holds all of it.
    let parts = stream::try_unfold(Some(from), |from| async {
        let Some(mut from) = from else {
            return Ok::<_, Error>(None);
        };
        let (lines, more) = from.next().await?;
        Ok(Some((lines, more.then_some(from))))
    });
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson"),
        (
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"kofa-audit.ndjson\"",
        ),
        (header::CACHE_CONTROL, "no-store"),
    ];
    let answer: Response = (headers, Body::from_stream(parts)).into_response();
    Ok(answer)
}

struct Export {
    web: Arc<WebState>,
    filter: AuditFilter,
    cursor: Option<String>,
    left: usize,
}

impl Export {
    /// The next lines, and whether there are more.
    async fn next(&mut self) -> Result<(Bytes, bool)> {
        let find = FindAudit {
            filter: self.filter.clone(),
            page: Part::read(self.cursor.as_deref(), Some("100"))?,
        };
        let found = self.web.admin.store.read(find).await?;
        let mut lines = Vec::new();
        for entry in found.items.into_iter().take(self.left) {
            serde_json::to_writer(&mut lines, &AuditEntry::from(entry)).map_err(Error::internal)?;
            lines.push(b'\n');
            self.left -= 1;
        }
        self.cursor = found.next_cursor;
        Ok((lines.into(), self.cursor.is_some() && self.left > 0))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn details_are_words() {
        let check = |value: Value, expected: &str| assert_eq!(words(&value), expected);
        check(json!("unpaid"), "unpaid");
        check(json!(["sandbox", "live"]), "sandbox, live");
        check(json!("2026-11-21T09:30:00Z"), "21 Nov 2026, 10:30:00");
        check(json!("2026-11-21"), "2026-11-21");
        check(json!([]), "none");
        check(json!(null), "none");
        check(json!({"burst": 9, "on": true}), "burst 9, on true");
    }
}
