//! Who changed what of this tenant, operators included; as pages and as files.

mod export;

use std::collections::HashMap;
use std::sync::Arc;

use askama::Template;
use axum::extract::{RawQuery, State};
use kofa_commands::Entry;
use kofa_commands::platform::audit::ListAudit;
use kofa_core::audit;
use kofa_core::audit_names::{NameActors, SUBJECTS};
use kofa_core::audit_search::{AuditFilter, FindAudit};
use kofa_core::{Listed, Page as Part};
use kofa_domain::{Error, Fault, Result, codes};
use kofa_insight::calls::ListKeyNames;
use serde_json::Value;

use super::asked::Asked;
use crate::kit::{
    CommandForm, Faults, Layout, Page, SignedInMember, WebState, deed, moment, respond, reworded,
    show,
};
use crate::text::Html;

pub(super) use export::{csv, ndjson};

/// Entries of a page.
const PAGE: &str = "50";
/// Longest text of a change on a page, in characters; exports have all of it.
const VALUE_CHARS_MAX: usize = 200;

/// `GET /portal/{environment}/audit`
#[derive(Debug, Template)]
#[template(path = "tenant/audit.html")]
struct AuditPage<'a> {
    layout: &'a Layout,
    base: String,
    filter: Typed,
    faults: Faults,
    actors: Vec<(String, String)>,
    rows: Vec<RowView>,
    /// Of the newest entry of the page, if the page is the first and shows everything.
    newest: Option<(i64, String)>,
    first: String,
    next: String,
    /// The filter as a query, for the exports.
    query: String,
}

/// The filter as it was typed.
#[derive(Debug, Default)]
struct Typed {
    action: String,
    actor: String,
    from: String,
    until: String,
}

#[derive(Debug)]
struct RowView {
    at: Html,
    who: String,
    is_operator: bool,
    /// What they did, in words.
    deed: String,
    action: String,
    subject: String,
    changes: Vec<ChangeView>,
}

/// A line of what changed.
#[derive(Debug)]
struct ChangeView {
    name: String,
    before: String,
    after: String,
}

impl Typed {
    fn read(asked: &Asked) -> Self {
        let text = |name: &str| asked.text(name).to_owned();
        Self {
            action: text("action"),
            actor: text("actor"),
            from: text("from"),
            until: text("until"),
        }
    }

    fn is_empty(&self) -> bool {
        let all = [&self.action, &self.actor, &self.from, &self.until];
        all.iter().all(|text| text.is_empty())
    }

    /// The entries of the tenant that fit.
    fn filter(&self, web: &WebState, signed_in: &SignedInMember) -> Result<AuditFilter> {
        let list = CommandForm::new(Entry::of::<ListAudit>())
            .with("tenantId", signed_in.of.tenant.as_str())
            .with("actor", &self.actor)
            .with("action", &self.action)
            .with("from", &moment(&self.from))
            .with("until", &moment(&self.until));
        let list = list.read::<ListAudit>(signed_in.by.at, &web.admin.products);
        // The form takes days, not moments.
        let told = |fault: &Fault| match fault.field.as_deref() {
            Some(name @ ("from" | "until")) => {
                format!("`{name}` must be a date, such as 2026-11-21.")
            }
            _ => fault.message.to_string(),
        };
        let list = list.map_err(|error| reworded(error, told))?;
        // The day that is typed is part of what is looked for.
        let until = list.filter.until.map(|at| at.plus_seconds(86_400));
        if let (Some(from), Some(until)) = (list.filter.from, until)
            && until <= from
        {
            let message = "`until` must not be before `from`.";
            return Err(Error::on("until", &codes::INVALID_FIELD, message));
        }
        Ok(AuditFilter {
            until,
            ..list.filter
        })
    }

    fn query(&self) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        let pairs = [
            ("action", &self.action),
            ("actor", &self.actor),
            ("from", &self.from),
            ("until", &self.until),
        ];
        for (name, text) in pairs {
            if !text.is_empty() {
                query.append_pair(name, text);
            }
        }
        query.finish()
    }
}

/// Who did it, as people know them.
fn who(actor: &str, names: &HashMap<String, String>) -> String {
    match actor.split_once(':') {
        Some(("member", _)) => names.get(actor).map_or(actor, String::as_str).to_owned(),
        Some(("operator", _)) => "Kofa operator".to_owned(),
        _ => "Kofa server".to_owned(),
    }
}

fn shown(value: &Value) -> String {
    let text = match value {
        Value::String(text) if text.is_empty() => "none".to_owned(),
        Value::String(text) => show::written_moment(text).unwrap_or_else(|| text.clone()),
        Value::Null => "none".to_owned(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::Array(all) if all.iter().all(Value::is_string) => {
            let all: Vec<&str> = all.iter().filter_map(Value::as_str).collect();
            if all.is_empty() {
                "none".to_owned()
            } else {
                all.join(", ")
            }
        }
        other => other.to_string(),
    };
    match text.char_indices().nth(VALUE_CHARS_MAX) {
        Some((at, _)) => format!("{}\u{2026}", &text[..at]),
        None => text,
    }
}

/// `graceSeconds` as `Grace seconds`.
fn label(name: &str) -> String {
    if name == "ip" {
        return "IP address".to_owned();
    }
    let mut words = String::with_capacity(name.len() + 4);
    for (position, c) in name.chars().enumerate() {
        match c {
            c if position == 0 => words.extend(c.to_uppercase()),
            c if c.is_ascii_uppercase() => {
                words.push(' ');
                words.push(c.to_ascii_lowercase());
            }
            '_' => words.push(' '),
            c => words.push(c),
        }
    }
    words
}

/// What changed, from the details of an entry: a pair of `before` and `after` is one line.
fn changes(details: &str) -> Vec<ChangeView> {
    let Ok(Value::Object(details)) = serde_json::from_str::<Value>(details) else {
        return Vec::new();
    };
    let line = |(name, value): (&String, &Value)| {
        let (before, after) = match (value.get("before"), value.get("after")) {
            (Some(before), Some(after)) => (shown(before), shown(after)),
            _ => (String::new(), shown(value)),
        };
        ChangeView {
            name: label(name),
            before,
            after,
        }
    };
    details.iter().map(line).collect()
}

impl RowView {
    fn new(entry: audit::Entry, names: &HashMap<String, String>) -> Self {
        let details: Value = serde_json::from_str(&entry.details).unwrap_or_default();
        let name = |id: &str| names.get(id).map(String::as_str);
        Self {
            deed: deed(&entry.action, &entry.subject, &details, name),
            at: show::moment(entry.at),
            who: who(&entry.actor, names),
            is_operator: !entry.actor.starts_with("member:"),
            action: entry.action,
            subject: entry.subject,
            changes: changes(&entry.details),
        }
    }
}

async fn names(web: &WebState, signed_in: &SignedInMember) -> Result<Vec<(String, String)>> {
    let tenant = signed_in.of.tenant.clone();
    web.admin.store.read(NameActors { tenant }).await
}

/// What entries are about, by its id: members, keys and the tenant itself.
async fn subjects_by_id(
    web: &WebState,
    signed_in: &SignedInMember,
    actors: &[(String, String)],
) -> Result<HashMap<String, String>> {
    let tenant = signed_in.of.tenant.clone();
    let own = (tenant.to_string(), signed_in.of.tenant_name.clone());
    let keys = web
        .admin
        .store
        .read(ListKeyNames { tenant })
        .await?
        .into_iter();
    let mut names: HashMap<String, String> = actors.iter().cloned().collect();
    let members = actors.iter().filter_map(|(id, name)| {
        let (_, id) = id.split_once(':')?;
        Some((id.to_owned(), name.clone()))
    });
    names.extend(members);
    names.extend(keys.map(|(id, name)| (id.to_string(), name)));
    names.extend([own]);
    Ok(names)
}

pub(super) async fn page(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInMember,
    RawQuery(query): RawQuery,
) -> Page {
    let asked = Asked::read(query.as_deref());
    let typed = Typed::read(&asked);
    let base = format!("/portal/{}/audit", signed_in.environment);
    let actors = names(&web, &signed_in).await?;
    let cursor = Some(asked.text("cursor")).filter(|text| !text.is_empty());
    let wanted = typed
        .filter(&web, &signed_in)
        .and_then(|filter| Ok((filter, Part::read(cursor, Some(PAGE))?)));
    let (found, faults) = match wanted {
        Ok((filter, page)) => {
            let found = web.admin.store.read(FindAudit { filter, page }).await?;
            (found, Faults::default())
        }
        Err(error) => {
            let (items, next_cursor) = (Vec::new(), None);
            (Listed { items, next_cursor }, Faults::of(error)?)
        }
    };
    let by_name = subjects_by_id(&web, &signed_in, &actors).await?;
    let is_first = cursor.is_none();
    let newest = found.items.first().filter(|_| is_first && typed.is_empty());
    let newest = newest.map(|entry| (entry.seq, entry.hash()));
    let row = |entry| RowView::new(entry, &by_name);
    let rows: Vec<RowView> = found.items.into_iter().map(row).collect();
    let query = typed.query();
    let next = found.next_cursor;
    let next = next.map_or_else(String::new, |next| format!("{base}?{query}&cursor={next}"));
    let first = if is_first {
        String::new()
    } else {
        format!("{base}?{query}")
    };
    let layout = Layout::portal(&web, &signed_in, "audit", "Audit log");
    let page = AuditPage {
        layout: &layout,
        base,
        filter: typed,
        actors,
        rows,
        newest,
        first,
        next,
        query,
        faults,
    };
    Ok(respond(&web, &layout, page.faults.status(), &page))
}

/// The subjects to choose from.
fn subjects() -> &'static [(&'static str, &'static str)] {
    &SUBJECTS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_read_out_of_details() {
        let lines = changes(
            r#"{"graceSeconds":900,"status":{"before":"active","after":"suspended"},
                "scopes":["a","b"],"expiresAt":null,
                "endsAt":{"before":null,"after":"2026-11-21T09:30:00Z"}}"#,
        );
        let lines: Vec<(&str, &str, &str)> = lines
            .iter()
            .map(|one| (one.name.as_str(), one.before.as_str(), one.after.as_str()))
            .collect();
        assert!(lines.contains(&("Grace seconds", "", "900")));
        assert!(lines.contains(&("Status", "active", "suspended")));
        assert!(lines.contains(&("Scopes", "", "a, b")));
        assert!(lines.contains(&("Expires at", "", "none")));
        assert!(lines.contains(&("Ends at", "none", "21 Nov 2026, 10:30:00")));
        assert!(changes("no JSON").is_empty());
    }

    #[test]
    fn long_values_are_cut_between_characters() {
        let long = Value::from("é".repeat(300));
        assert_eq!(shown(&long).chars().count(), VALUE_CHARS_MAX + 1);
    }
}
