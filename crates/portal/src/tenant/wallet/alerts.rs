//! When somebody is told that the wallet runs low, and when they were.

use std::sync::Arc;

use askama::Template;
use axum::extract::{RawQuery, State};
use axum::response::Response;
use kofa_domain::{Error, Fault, Kobo, Result, codes};
use kofa_platform::alerts::{
    Alert, AlertKind, AlertPlan, BALANCE_MAX, BALANCES_MAX, ListAlerts, ReadAlertPlan, SetAlerts,
};
use kofa_platform::directory::{MemberRole, Page as Part, Right};
use kofa_platform::http::whole_of;

use super::tabs;
use crate::kit::show::{self, Html};
use crate::kit::{
    Faults, Form, House, MemberForm, MemberSeat, NavLink, Page, Shell, go, read_naira, respond,
};

/// `GET`, `POST /portal/{environment}/wallet/alerts`
#[derive(Debug, Template)]
#[template(path = "tenant/wallet/alerts.html")]
struct Alerts<'a> {
    shell: &'a Shell,
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
                    "Less than {} days left (then {})",
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
    house: &House,
    seat: &MemberSeat,
    typed: Typed,
    faults: Faults,
    part: Part,
) -> Result<Response> {
    let list = ListAlerts {
        tenant: Some(seat.of.tenant.clone()),
        environment: Some(seat.environment),
        open: false,
        page: part,
    };
    let listed = house.desk.store.read(list).await?;
    let shell = Shell::portal(house, seat, "wallet", "Wallet alerts");
    let base = format!("/portal/{}/wallet/alerts", seat.environment.as_str());
    let next = listed
        .next_cursor
        .map(|cursor| format!("{base}?cursor={cursor}"));
    let page = Alerts {
        shell: &shell,
        tabs: tabs(seat, "alerts"),
        may_set: seat.may(Right::Alerts(&seat.of.tenant)),
        typed,
        rows: listed.items.into_iter().map(Row::new).collect(),
        next: next.unwrap_or_default(),
        faults,
    };
    Ok(respond(house, &shell, page.faults.status(), &page))
}

pub(super) async fn page(
    State(house): State<Arc<House>>,
    RawQuery(query): RawQuery,
    seat: MemberSeat,
) -> Page {
    let query = Form::parse(query.unwrap_or_default().as_bytes());
    let cursor = Some(query.text("cursor")).filter(|text| !text.is_empty());
    // A cursor of another list is found out when the list is read.
    let part = Part::read(cursor, None).and_then(|part| part.before_seq().map(|_| part));
    let (part, faults) = match part {
        Ok(part) => (part, Faults::default()),
        Err(_) => (
            Part::first(),
            Faults::general("There is no such page of alerts."),
        ),
    };
    let read = ReadAlertPlan {
        tenant: seat.of.tenant.clone(),
        environment: seat.environment,
    };
    let typed = Typed::of_plan(&house.desk.store.read(read).await?);
    Ok(shown(&house, &seat, typed, faults, part).await?)
}

pub(super) async fn set(
    State(house): State<Arc<House>>,
    MemberForm { seat, form }: MemberForm,
) -> Page {
    let done = match read(&form) {
        Ok(plan) => {
            let set = SetAlerts {
                by: seat.by.clone(),
                tenant: seat.of.tenant.clone(),
                environment: seat.environment,
                plan,
            };
            house.desk.store.write(set).await.map(|_| ())
        }
        Err(error) => Err(error),
    };
    match done {
        Ok(()) => {
            let to = format!("/portal/{}/wallet/alerts", seat.environment.as_str());
            Ok(go(&house, &to, "The alerts are set."))
        }
        Err(error) => {
            let faults = Faults::of(error)?;
            let typed = Typed::of_form(&form);
            Ok(shown(&house, &seat, typed, faults, Part::first()).await?)
        }
    }
}

fn read(form: &Form) -> Result<AlertPlan> {
    let mut faults = Vec::new();
    let mut balances = Vec::new();
    for text in form.all("balance") {
        match read_balance(text) {
            Ok(amount) => balances.extend(amount),
            Err(fault) => faults.push(*fault),
        }
    }
    let runway_days = match form.text("runwayDays") {
        "" => None,
        text => whole_of(text).or_else(|| {
            let message = "Days must be a whole number.";
            faults.push(Fault::on("runwayDays", &codes::INVALID_FIELD, message));
            None
        }),
    };
    let plan = AlertPlan::read(balances, runway_days, &form.all("roles"), &mut faults);
    Error::check(faults)?;
    Ok(plan)
}

/// Naira as people type them; nothing for an empty field.
fn read_balance(text: &str) -> std::result::Result<Option<Kobo>, Box<Fault>> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let amount = read_naira(text).filter(|it| (Kobo::new(1)..=BALANCE_MAX).contains(it));
    amount.map(Some).ok_or_else(|| {
        let most = show::naira(BALANCE_MAX);
        let message = format!("A balance must be in naira, from \u{20a6}0.01 to {most}.");
        Box::new(Fault::on("balance", &codes::INVALID_FIELD, message))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn naira_are_read_as_they_are_typed() {
        let check = |text: &str, kobo: Option<i64>| {
            assert_eq!(read_balance(text).unwrap(), kobo.map(Kobo::new), "{text}");
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
            assert!(read_balance(wrong).is_err(), "{wrong}");
        }
    }
}
