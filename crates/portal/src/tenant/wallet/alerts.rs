//! When somebody is told that the wallet runs low, and when they were.

use std::sync::Arc;

use askama::Template;
use axum::extract::{RawQuery, State};
use axum::response::Response;
use kofa_commands::Entry;
use kofa_commands::platform::alerts::SetWalletAlerts;
use kofa_core::{MemberRole, Page as Part, Right};
use kofa_domain::{Environment, Kobo, Result, TenantId};
use kofa_ledger::alerts::{Alert, AlertKind, AlertPlan, BALANCES_MAX, ListAlerts, ReadAlertPlan};

use super::tabs;
use crate::kit::show::{self, Html};
use crate::kit::{
    CommandForm, Faults, Form, Layout, MemberForm, NavLink, Page, SignedInMember, WebState, go,
    respond, told_in_naira,
};

/// `GET`, `POST /portal/{environment}/wallet/alerts`
#[derive(Debug, Template)]
#[template(path = "tenant/wallet/alerts.html")]
struct Alerts<'a> {
    layout: &'a Layout,
    tabs: Vec<NavLink>,
    faults: Faults,
    may_set: bool,
    typed: Typed,
    rows: Vec<Row>,
    next: String,
}

/// What stands in the form.
#[derive(Debug)]
struct Typed {
    /// Number of the field, what stands in it.
    balances: Vec<(usize, String)>,
    runway: String,
    /// Word, label, whether it is ticked.
    roles: Vec<(&'static str, &'static str, bool)>,
}

impl Typed {
    fn new(balances: &[String], runway: String, roles: &[&str]) -> Self {
        let balance = |at: usize| (at + 1, balances.get(at).cloned().unwrap_or_default());
        let role = |role: MemberRole| {
            let word = role.as_str();
            (word, label(role), roles.contains(&word))
        };
        Self {
            balances: (0..BALANCES_MAX).map(balance).collect(),
            runway,
            roles: MemberRole::ALL.into_iter().map(role).collect(),
        }
    }

    fn of_plan(plan: &AlertPlan) -> Self {
        let balances: Vec<String> = plan.balances.iter().map(|one| one.naira_text()).collect();
        let runway = plan.runway_days.map(|days| days.to_string());
        let mut roles: Vec<&str> = plan.roles.iter().map(|role| role.as_str()).collect();
        if roles.is_empty() {
            roles = vec![MemberRole::Owner.as_str(), MemberRole::Finance.as_str()];
        }
        Self::new(&balances, runway.unwrap_or_default(), &roles)
    }

    fn of_form(form: &Form) -> Self {
        let balances: Vec<String> = form.all("balance").into_iter().map(str::to_owned).collect();
        Self::new(
            &balances,
            form.text("runwayDays").to_owned(),
            &form.all("roles"),
        )
    }
}

fn label(role: MemberRole) -> &'static str {
    match role {
        MemberRole::Owner => "Owners",
        MemberRole::Developer => "Developers",
        MemberRole::SandboxDeveloper => "Sandbox developers",
        MemberRole::Finance => "Finance",
        MemberRole::Viewer => "Viewers",
    }
}

#[derive(Debug)]
struct Row {
    at: Html,
    what: String,
    balance: String,
    request_id: String,
    href: String,
    cleared: Option<Html>,
}

impl Row {
    fn new(alert: Alert) -> Self {
        let world = alert.environment.as_str();
        let request_id = alert.request_id.map(|id| id.to_string());
        Self {
            at: show::moment(alert.at),
            what: match alert.kind {
                AlertKind::Balance => {
                    format!("Below {}", show::naira(Kobo::new(alert.threshold)))
                }
                AlertKind::Runway => format!(
                    "Fewer than {} days left (balance {})",
                    alert.threshold,
                    show::naira(alert.level)
                ),
            },
            balance: show::naira(alert.balance),
            href: match &request_id {
                Some(id) => format!("/portal/{world}/logs/{id}"),
                None => String::new(),
            },
            request_id: request_id.unwrap_or_default(),
            cleared: alert.cleared_at.map(show::moment),
        }
    }
}

async fn shown(
    web: &WebState,
    signed_in: &SignedInMember,
    typed: Typed,
    faults: Faults,
    part: Part,
) -> Result<Response> {
    let list = ListAlerts {
        tenant: Some(signed_in.of.tenant.clone()),
        environment: Some(signed_in.environment),
        open: false,
        page: part,
    };
    let listed = web.admin.store.read(list).await?;
    let layout = Layout::portal(web, signed_in, "wallet", "Wallet alerts");
    let base = format!("/portal/{}/wallet/alerts", signed_in.environment.as_str());
    let next = listed
        .next_cursor
        .map(|cursor| format!("{base}?cursor={cursor}"));
    let page = Alerts {
        layout: &layout,
        tabs: tabs(signed_in, "alerts"),
        may_set: signed_in.may(Right::Alerts(&signed_in.of.tenant)),
        typed,
        rows: listed.items.into_iter().map(Row::new).collect(),
        next: next.unwrap_or_default(),
        faults,
    };
    Ok(respond(web, &layout, page.faults.status(), &page))
}

pub(super) async fn page(
    State(web): State<Arc<WebState>>,
    RawQuery(query): RawQuery,
    signed_in: SignedInMember,
) -> Page {
    let query = Form::parse(query.unwrap_or_default().as_bytes());
    let cursor = Some(query.text("cursor")).filter(|text| !text.is_empty());
    // A cursor of another list is found out when the list is read.
    let part = Part::read(cursor, None).and_then(|part| part.before_seq().map(|_| part));
    let (part, faults) = match part {
        Ok(part) => (part, Faults::default()),
        Err(_) => (Part::first(), Faults::general("Page not found.")),
    };
    let read = ReadAlertPlan {
        tenant: signed_in.of.tenant.clone(),
        environment: signed_in.environment,
    };
    let typed = Typed::of_plan(&web.admin.store.read(read).await?);
    Ok(shown(&web, &signed_in, typed, faults, part).await?)
}

pub(super) async fn set(
    State(web): State<Arc<WebState>>,
    MemberForm { signed_in, form }: MemberForm,
) -> Page {
    let set = filled(&signed_in.of.tenant, signed_in.environment, &form);
    match set
        .run_as::<SetWalletAlerts>(&web.admin, signed_in.by.clone())
        .await
    {
        Ok(_) => {
            let to = format!("/portal/{}/wallet/alerts", signed_in.environment.as_str());
            Ok(go(&web, &to, "Alerts saved."))
        }
        Err(error) => {
            let faults = Faults::of(told_in_naira(error))?;
            let typed = Typed::of_form(&form);
            Ok(shown(&web, &signed_in, typed, faults, Part::first()).await?)
        }
    }
}

fn filled(tenant: &TenantId, environment: Environment, form: &Form) -> CommandForm {
    let balances: Vec<String> = form.all("balance").into_iter().map(str::to_owned).collect();
    CommandForm::new(Entry::of::<SetWalletAlerts>())
        .with("tenantId", tenant.as_str())
        .with("environment", environment.as_str())
        .of_texts([("balancesKobo", balances.as_slice())])
        .filled(form)
}

#[cfg(test)]
mod tests {
    use kofa_core::product::Products;
    use kofa_domain::{Ids, Timestamp};

    use super::*;

    fn balances(typed: &[&str]) -> Result<Vec<Kobo>> {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.append_pair("roles", "owner");
        query.extend_pairs(typed.iter().map(|text| ("balance", text)));
        let form = Form::parse(query.finish().as_bytes());
        let tenant = Ids.id(Timestamp::default());
        let set = filled(&tenant, Environment::Live, &form);
        let set = set.read::<SetWalletAlerts>(Timestamp::default(), &Products::new(&[], &[]));
        set.map(|set| set.plan.balances)
    }

    #[test]
    fn naira_are_read_as_they_are_typed() {
        let check = |text: &str, kobo: Option<i64>| {
            let expected: Vec<Kobo> = kobo.into_iter().map(Kobo::new).collect();
            assert_eq!(balances(&[text, ""]).unwrap(), expected, "{text}");
        };
        check("", None);
        check("  ", None);
        check("5000", Some(500_000));
        check("\u{20a6}5,000.5", Some(500_050));
        check("0.01", Some(1));
        for wrong in [
            "x",
            "-1",
            "0",
            "1.234",
            "1.",
            ".5",
            "99999999999999",
            "1e3",
            "100,05",
            "1,,,2",
        ] {
            assert!(balances(&[wrong]).is_err(), "{wrong}");
        }
    }
}
