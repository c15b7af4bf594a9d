//! A broker: added, or what is set of it.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::Response;
use kofa_commands::Entry;
use kofa_core::Right;
use kofa_domain::{Error, Result, codes};
use kofa_investment::brokers::Broker;
use kofa_investment::commands::{AddBroker, EditBroker};
use kofa_investment::offer::OfferType;
use kofa_investment::ops::ListBrokers;
use kofa_portal::kit::{
    CommandForm, Faults, Form, Layout, OperatorForm, Page, SignedInOperator, WebState, go,
};

use super::yes_no;
use crate::inputs::{Input, Kind, Pick};
use crate::sheet::{self, Sheet};

const LIST: &str = "/console/reference/brokers";

async fn find(web: &WebState, id: &str) -> Result<Broker> {
    let brokers = web.admin.store.read(ListBrokers).await?;
    let found = brokers.into_iter().find(|one| *one.id == *id);
    let missing = || Error::new(&codes::NOT_FOUND, "There is no such broker.");
    found.ok_or_else(missing)
}

pub(super) async fn blank(State(web): State<Arc<WebState>>, signed_in: SignedInOperator) -> Page {
    signed_in.by.actor.needs(Right::Market)?;
    Ok(draft(&web, &signed_in, None, Faults::default()))
}

fn draft(
    web: &WebState,
    signed_in: &SignedInOperator,
    typed: Option<&Form>,
    faults: Faults,
) -> Response {
    let layout = Layout::console(web, signed_in, "reference", "Add broker");
    let value = |name: &str| typed.map(|form| form.text(name).to_owned());
    let mut inputs = vec![
        Input::line("id", "Id", value("id").unwrap_or_default()).hint(
            "Lowercase letters, digits and hyphens, such as ada-securities. It can't be \
                   changed later.",
        ),
        Input::line("name", "Name", value("name").unwrap_or_default()),
    ];
    inputs.extend(fields(&Broker::named("", ""), typed));
    let sheet = Sheet {
        lead: "A firm that the reference data does not know. In both environments, within a \
               second."
            .to_owned(),
        facts: Vec::new(),
        inputs,
        action: "/console/reference/new-broker".to_owned(),
        back: LIST.to_owned(),
        button: "Add broker",
        faults,
    };
    sheet::answer(web, &layout, sheet)
}

/// What can be set of every broker.
fn fields(broker: &Broker, typed: Option<&Form>) -> Vec<Input> {
    let on = |name: &str, kept: bool| match typed.map(|form| form.text(name)) {
        None => kept,
        Some(typed) => typed == "true",
    };
    let line = |name: &'static str, label: &str, kept: Option<&str>| {
        let value = match typed {
            None => kept.unwrap_or_default(),
            Some(form) => form.text(name),
        };
        Input::line(name, label, value).hint("Optional.")
    };
    let chosen = |one: OfferType| match typed {
        None => broker.offer_types.contains(&one),
        Some(form) => form.all("offerTypes").contains(&one.as_str()),
    };
    let pick = |one: OfferType| Pick::new(one.as_str(), one.as_str(), chosen(one));
    let types = OfferType::ALL.map(pick).into();
    let new_clients = on("acceptsNewClients", broker.accepts_new_clients);
    vec![
        line("code", "Dealing member code", broker.code.as_deref()),
        yes_no("active", "Active", on("active", broker.active)),
        yes_no(
            "acceptsNewClients",
            "Accepts applicants without a CHN",
            new_clients,
        ),
        line("email", "Email", broker.email.as_deref()),
        line("phone", "Phone number", broker.phone.as_deref()),
        line("website", "Website", broker.website.as_deref()),
        line("address", "Address", broker.address.as_deref()),
        Input::line("offerTypes", "Offer types", "").kind(Kind::Boxes(types)),
    ]
}

pub(super) async fn add(State(web): State<Arc<WebState>>, sent: OperatorForm) -> Page {
    let (signed_in, form) = (sent.signed_in, sent.form);
    signed_in.by.actor.needs(Right::Market)?;
    let add = CommandForm::new(Entry::of::<AddBroker>()).filled(&form);
    match add
        .run_as::<AddBroker>(&web.admin, signed_in.by.clone())
        .await
    {
        Ok(broker) => Ok(go(&web, LIST, &format!("{} added.", broker.name))),
        Err(error) => {
            let faults = Faults::of(error)?;
            Ok(draft(&web, &signed_in, Some(&form), faults))
        }
    }
}

pub(super) async fn page(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInOperator,
    Path(id): Path<String>,
) -> Page {
    signed_in.by.actor.needs(Right::Market)?;
    let broker = find(&web, &id).await?;
    Ok(show(&web, &signed_in, &broker, None, Faults::default()))
}

fn show(
    web: &WebState,
    signed_in: &SignedInOperator,
    broker: &Broker,
    typed: Option<&Form>,
    faults: Faults,
) -> Response {
    let layout = Layout::console(web, signed_in, "reference", broker.name.clone());
    let mut inputs = Vec::new();
    if broker.added {
        let name = typed.map_or(&*broker.name, |form| form.text("name"));
        inputs.push(Input::line("name", "Name", name));
    }
    inputs.extend(fields(broker, typed));
    let mut facts = vec![("Id", broker.id.to_string())];
    match broker.reference() {
        None => facts.push(("Added", "here; it is not in the reference data".to_owned())),
        Some(known) => {
            facts.push(("Data confidence", known.certainty.as_str().to_owned()));
            facts.push(("Sources", known.evidence.to_owned()));
            facts.push(("Reported as", known.status.to_owned()));
            facts.push(("Remark", known.note.unwrap_or("none").to_owned()));
        }
    }
    let sheet = Sheet {
        lead: "Applications through an inactive broker are refused.".to_owned(),
        facts,
        inputs,
        action: format!("{LIST}/{}", broker.id),
        back: LIST.to_owned(),
        button: "Save",
        faults,
    };
    sheet::answer(web, &layout, sheet)
}

pub(super) async fn save(
    State(web): State<Arc<WebState>>,
    Path(id): Path<String>,
    sent: OperatorForm,
) -> Page {
    let (signed_in, form) = (sent.signed_in, sent.form);
    signed_in.by.actor.needs(Right::Market)?;
    let broker = find(&web, &id).await?;
    let own: &[&str] = if broker.added { &[] } else { &["name"] };
    let edit = CommandForm::new(Entry::of::<EditBroker>())
        .with("brokerId", &id)
        .filled_but(&form, own);
    match edit.run(&web.admin.services(), signed_in.by.clone()).await {
        Ok(_) => Ok(go(&web, LIST, &format!("{} saved.", broker.name))),
        Err(error) => {
            let faults = Faults::of(error)?;
            Ok(show(&web, &signed_in, &broker, Some(&form), faults))
        }
    }
}
