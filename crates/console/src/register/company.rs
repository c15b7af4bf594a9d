//! A company of the register: all that is known, and consent codes for it.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use kofa_commands::Entry;
use kofa_core::Right;
use kofa_domain::{Environment, Error, Result, codes};
use kofa_portal::kit::show::{Html, ago, count, moment, naira};
use kofa_portal::kit::{
    CommandForm, Faults, Layout, OperatorForm, Page, SignedInOperator, WebState, answer_once,
    labelled, respond,
};
use kofa_registry::commands::IssueConsent;
use kofa_registry::profile::{Charge, ChargeStatus, Part, Profile, Role};
use kofa_registry::rules::{EntityType, RcNumber, read_rc_number};
use kofa_registry::{Entity, ProfileOf};

use crate::asked::{self, words};
use crate::inputs::{Input, Kind, local};
use crate::offers::plain;

/// People and charges that a page names; the rest is counted.
const NAMED_MAX: usize = 100;

/// `GET /console/register/{environment}/{kind}/{number}`
#[derive(Debug, Template)]
#[template(path = "console/register/company.html")]
struct CompanyPage<'a> {
    layout: &'a Layout,
    number: String,
    status: String,
    tone: &'static str,
    facts: Vec<(&'static str, Html)>,
    capital: Vec<(&'static str, Html)>,
    people: Vec<Person>,
    people_untold: usize,
    charges: Vec<Row>,
    charges_untold: usize,
    /// `None` for who may not.
    consent: Option<(String, Vec<Input>)>,
    /// A code that was just issued, and until when it is good.
    code: Option<(String, Html)>,
    faults: Faults,
}

#[derive(Debug)]
struct Person {
    name: String,
    role: String,
    since: String,
    until: String,
    shares: String,
}

#[derive(Debug)]
struct Row {
    id: String,
    kind: String,
    secured: String,
    status: &'static str,
    created: String,
    entitled: String,
}

/// How the standing of a company is coloured.
pub(super) fn tone(status: &str) -> &'static str {
    match status {
        "ACTIVE" | "REGISTERED" => "ok",
        "UNKNOWN" => "",
        _ => "warn",
    }
}

/// The page of a company.
pub(super) fn path(environment: Environment, kind: EntityType, number: &RcNumber) -> String {
    let kind = kind.as_str().to_lowercase();
    format!("/console/register/{environment}/{kind}/{number}")
}

/// Which company a path names.
struct Which {
    environment: Environment,
    entity: Entity,
}

fn missing() -> Error {
    let message = "There is no such company in the register.";
    Error::new(&codes::NOT_FOUND, message)
}

impl Which {
    fn read((environment, kind, number): (String, String, String)) -> Result<Self> {
        let input = read_rc_number(&number).map_err(|_| missing())?;
        let kind = EntityType::parse(&kind.to_uppercase()).ok_or_else(missing)?;
        Ok(Self {
            environment: asked::environment(&environment)?,
            entity: Entity {
                rc_number: input.number.unreserved(),
                entity_type: kind,
            },
        })
    }
}

pub(super) async fn page(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInOperator,
    Path(path): Path<(String, String, String)>,
) -> Page {
    let which = Which::read(path)?;
    show(&web, &signed_in, &which, None, Faults::default()).await
}

async fn show(
    web: &WebState,
    signed_in: &SignedInOperator,
    which: &Which,
    code: Option<(String, Html)>,
    faults: Faults,
) -> Page {
    let find = ProfileOf {
        environment: which.environment,
        entity: which.entity.clone(),
        part: Part::StatusReport,
    };
    let profile = web.admin.store.read(find).await?.ok_or_else(missing)?;
    let company = &profile.record.company;
    let mut layout = Layout::console(web, signed_in, "register", company.company_name.clone());
    layout.world = which.environment.as_str();
    let status = company.registration_status.as_str();
    let action = path(which.environment, company.entity_type, &company.rc_number);
    let may = signed_in.may(Right::Market);
    let answer = faults.status();
    let page = CompanyPage {
        layout: &layout,
        number: format!("{} {}", company.entity_type.prefix(), company.rc_number),
        status: words(&status.to_lowercase()),
        tone: tone(status),
        facts: facts(&profile, signed_in),
        capital: capital(&profile),
        people: profile.roles.iter().take(NAMED_MAX).map(person).collect(),
        people_untold: profile.roles.len().saturating_sub(NAMED_MAX),
        charges: profile.charges.iter().take(NAMED_MAX).map(charge).collect(),
        charges_untold: profile.charges.len().saturating_sub(NAMED_MAX),
        consent: may.then(|| {
            let end = local(signed_in.by.at.plus_seconds(kofa_registry::CONSENT_SECONDS));
            let until = Input::line("expiresAt", "Valid until", end)
                .kind(Kind::Line("datetime-local"))
                .hint("Lagos time. Up to 366 days from now.");
            (format!("{action}/consent"), vec![until])
        }),
        code,
        faults,
    };
    Ok(respond(web, &layout, answer, &page))
}

fn facts(profile: &Profile, signed_in: &SignedInOperator) -> Vec<(&'static str, Html)> {
    let (company, details) = (&profile.record.company, &profile.details);
    let mut all = vec![("Kind", plain(company.entity_type.in_words()))];
    let mut add = |name: &'static str, text: Option<&str>| {
        if let Some(text) = text.filter(|text| !text.is_empty()) {
            all.push((name, plain(text)));
        }
    };
    add("Type", Some(&company.company_type));
    add("Registered", company.registration_date.as_deref());
    add("Registered address", Some(&company.registered_address));
    add("City", company.city.as_deref());
    add("Local government", company.lga.as_deref());
    add("State", company.state.as_deref());
    add("Head office", details.head_office_address.as_deref());
    add("Branch", details.branch_address.as_deref());
    add("Line of business", company.line_of_business.as_deref());
    add("Objectives", Some(&details.objectives.join("; ")));
    add("Email", company.email.as_deref());
    add("Phone number", details.phone.as_deref());
    add("Last annual return", details.last_annual_return.as_deref());
    let at = profile.record.retrieved_at;
    let imported = format!("{}, {}", moment(at), ago(at, signed_in.by.at));
    // Both are made here and escaped already.
    all.push(("Source", plain("imported register")));
    all.push(("Imported", Html(imported)));
    all
}

fn capital(profile: &Profile) -> Vec<(&'static str, Html)> {
    let Some(capital) = &profile.capital else {
        return Vec::new();
    };
    let money = |kobo| match capital.currency.as_str() {
        "NGN" => naira(kobo),
        other => format!("{other} {}", kobo.naira_text()),
    };
    let shares = |shares: u64| count(i64::try_from(shares).unwrap_or(i64::MAX));
    let mut all = vec![("Nominal capital", plain(&money(capital.nominal)))];
    if let Some(issued) = capital.issued_shares {
        all.push(("Shares issued", plain(&shares(issued))));
    }
    if let Some(each) = capital.nominal_per_share {
        all.push(("Nominal value per share", plain(&money(each))));
    }
    if let Some(paid) = capital.paid_up {
        all.push(("Paid up", plain(&money(paid))));
    }
    all
}

fn person(role: &Role) -> Person {
    let party = &role.party;
    let name = match &party.corporation {
        Some(body) => body.name.clone(),
        None => {
            let parts = [&party.surname, &party.first_name, &party.other_name];
            let parts = parts.into_iter().filter(|part| !part.is_empty());
            parts.map(String::as_str).collect::<Vec<&str>>().join(" ")
        }
    };
    Person {
        name,
        role: words(&role.kind.as_str().to_lowercase()),
        since: role.appointed_on.clone().unwrap_or_default(),
        until: role.resigned_on.clone().unwrap_or_default(),
        shares: role.shares.as_ref().map_or_else(String::new, |held| {
            let held_shares = count(i64::try_from(held.allotted).unwrap_or(i64::MAX));
            format!("{held_shares} {}", held.share_type.to_lowercase())
        }),
    }
}

fn charge(charge: &Charge) -> Row {
    Row {
        id: charge.id.clone(),
        kind: charge.kind.clone().unwrap_or_default(),
        secured: match charge.secured {
            Some(kobo) if charge.currency == "NGN" => naira(kobo),
            Some(kobo) => format!("{} {}", charge.currency, kobo.naira_text()),
            None => String::new(),
        },
        status: match charge.status {
            ChargeStatus::Outstanding => "outstanding",
            ChargeStatus::PartSatisfied => "partly satisfied",
            ChargeStatus::FullySatisfied => "satisfied",
        },
        created: charge.created_on.clone().unwrap_or_default(),
        entitled: charge.persons_entitled.join("; "),
    }
}

/// Issues a code, which is shown this once: also where the form comes twice.
pub(super) async fn consent(
    State(web): State<Arc<WebState>>,
    Path(path): Path<(String, String, String)>,
    sent: OperatorForm,
) -> Page {
    let which = Which::read(path)?;
    let (signed_in, form) = (sent.signed_in, sent.form);
    signed_in.by.actor.needs(Right::Market)?;
    let entity = &which.entity;
    let issue = CommandForm::new(Entry::of::<IssueConsent>())
        .with("environment", which.environment.as_str())
        .with("rcNumber", entity.rc_number.as_str())
        .with("entityType", entity.entity_type.as_str())
        .filled(&form)
        .read(signed_in.by.at, &web.admin.products);
    let (here, by) = (Arc::clone(&web), signed_in.clone());
    let issue = async move { answer(&here, &by, &which, issue).await };
    answer_once(&web, &signed_in, &form, issue).await
}

async fn answer(
    web: &WebState,
    signed_in: &SignedInOperator,
    which: &Which,
    issue: Result<IssueConsent>,
) -> Page {
    let issued = match issue {
        Ok(issue) => {
            let end = moment(issue.consent.expires_at);
            let issued = web.admin.run(signed_in.by.clone(), issue).await;
            issued.map(|issued| (issued.code, end))
        }
        Err(error) => Err(error),
    };
    match issued {
        Ok(code) => show(web, signed_in, which, Some(code), Faults::default()).await,
        Err(error) => {
            let label = |name: &str| (name == "expiresAt").then_some("Valid until");
            let faults = Faults::of(labelled(error, label))?;
            show(web, signed_in, which, None, faults).await
        }
    }
}
