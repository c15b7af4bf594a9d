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
    CommandForm, Faults, Form, House, OperatorForm, OperatorSeat, Page, Shell, go,
};

use super::yes_no;
use crate::inputs::{Input, Kind, Pick};
use crate::sheet::{self, Sheet};

const LIST: &str = "/console/reference/brokers";

async fn find(house: &House, id: &str) -> Result<Broker> {
    let brokers = house.desk.store.read(ListBrokers).await?;
    let found = brokers.into_iter().find(|one| *one.id == *id);
    let missing = || Error::new(&codes::NOT_FOUND, "There is no such broker.");
    found.ok_or_else(missing)
}

pub(super) async fn blank(State(house): State<Arc<House>>, seat: OperatorSeat) -> Page {
    seat.by.actor.needs(Right::Market)?;
    Ok(draft(&house, &seat, None, Faults::default()))
}

fn draft(house: &House, seat: &OperatorSeat, typed: Option<&Form>, faults: Faults) -> Response {
    let shell = Shell::console(house, seat, "reference", "Add a broker");
    let value = |name: &str| typed.map(|form| form.text(name).to_owned());
    let mut inputs = vec![
        Input::line("id", "Id", value("id").unwrap_or_default())
            .hint("Names it for ever: small letters, digits and hyphens, such as ada-securities."),
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
        button: "Add the broker",
        faults,
    };
    sheet::answer(house, &shell, sheet)
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
            "Takes applicants without a CHN",
            new_clients,
        ),
        line("email", "E-mail address", broker.email.as_deref()),
        line("phone", "Phone number", broker.phone.as_deref()),
        line("website", "Page", broker.website.as_deref()),
        line("address", "Address", broker.address.as_deref()),
        Input::line("offerTypes", "Types of offer", "").kind(Kind::Boxes(types)),
    ]
}

pub(super) async fn add(State(house): State<Arc<House>>, sent: OperatorForm) -> Page {
    let (seat, form) = (sent.seat, sent.form);
    seat.by.actor.needs(Right::Market)?;
    let add = CommandForm::new(Entry::of::<AddBroker>()).filled(&form);
    match add.run_as::<AddBroker>(&house.desk, seat.by.clone()).await {
        Ok(broker) => Ok(go(&house, LIST, &format!("{} was added.", broker.name))),
        Err(error) => {
            let faults = Faults::of(error)?;
            Ok(draft(&house, &seat, Some(&form), faults))
        }
    }
}

pub(super) async fn page(
    State(house): State<Arc<House>>,
    seat: OperatorSeat,
    Path(id): Path<String>,
) -> Page {
    seat.by.actor.needs(Right::Market)?;
    let broker = find(&house, &id).await?;
    Ok(show(&house, &seat, &broker, None, Faults::default()))
}

fn show(
    house: &House,
    seat: &OperatorSeat,
    broker: &Broker,
    typed: Option<&Form>,
    faults: Faults,
) -> Response {
    let shell = Shell::console(house, seat, "reference", broker.name.clone());
    let mut inputs = Vec::new();
    if broker.added {
        let name = typed.map_or(&*broker.name, |form| form.text("name"));
        inputs.push(Input::line("name", "Name", name));
    }
    inputs.extend(fields(broker, typed));
    let mut facts = vec![("Id", broker.id.to_string())];
    match broker.reference() {
        None => facts.push((
            "Added",
            "here; the reference data does not know it".to_owned(),
        )),
        Some(known) => {
            facts.push(("How well known", known.certainty.as_str().to_owned()));
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
    sheet::answer(house, &shell, sheet)
}

pub(super) async fn save(
    State(house): State<Arc<House>>,
    Path(id): Path<String>,
    sent: OperatorForm,
) -> Page {
    let (seat, form) = (sent.seat, sent.form);
    seat.by.actor.needs(Right::Market)?;
    let broker = find(&house, &id).await?;
    let own: &[&str] = if broker.added { &[] } else { &["name"] };
    let edit = CommandForm::new(Entry::of::<EditBroker>())
        .with("brokerId", &id)
        .filled_but(&form, own);
    match edit.run(&house.desk.services(), seat.by.clone()).await {
        Ok(_) => Ok(go(&house, LIST, &format!("{} was saved.", broker.name))),
        Err(error) => {
            let faults = Faults::of(error)?;
            Ok(show(&house, &seat, &broker, Some(&form), faults))
        }
    }
}
