//! A new offer, and what can be changed of one.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use kofa_commands::{Entry, Made};
use kofa_core::Right;
use kofa_domain::{Environment, Result};
use kofa_investment::commands::{CreateOffer, EditOffer};
use kofa_investment::market::fixed_because;
use kofa_investment::ops::{LookUpOffer, MarketOffer};
use kofa_portal::kit::{
    CommandForm, Faults, Layout, OperatorForm, Page, SignedInOperator, WebState, go, respond,
};

use super::Which;
use super::terms::{self, Section, Texts};
use crate::asked;
use crate::inputs::Input;

/// `GET /console/offers/{environment}/new` and `…/{offer}/edit`
#[derive(Debug, Template)]
#[template(path = "console/offers/edit.html")]
struct Edit<'a> {
    layout: &'a Layout,
    lead: String,
    action: String,
    back: String,
    button: &'static str,
    /// The id, of a new offer.
    names: Vec<Input>,
    sections: Vec<Section>,
    faults: Faults,
}

pub(super) async fn blank(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInOperator,
    Path(environment): Path<String>,
) -> Page {
    let environment = asked::environment(&environment)?;
    signed_in.by.actor.needs(Right::Market)?;
    let usual = [("offerType", "PrimaryOffer"), ("dailyCutoff", "17:00")];
    let mut texts: Texts = usual
        .map(|(name, text)| (name, vec![text.to_owned()]))
        .into_iter()
        .collect();
    let methods = ["BANK_TRANSFER", "CARD"].map(str::to_owned);
    texts.insert("paymentMethods", methods.into());
    Ok(draft(
        &web,
        &signed_in,
        environment,
        "",
        &texts,
        Faults::default(),
    ))
}

fn draft(
    web: &WebState,
    signed_in: &SignedInOperator,
    environment: Environment,
    id: &str,
    texts: &Texts,
    faults: Faults,
) -> Response {
    let title = format!("New offer in {environment}");
    let mut layout = Layout::console(web, signed_in, "offers", title);
    layout.world = environment.as_str();
    let name = Input::line("id", "Id", id).hint(
        "Such as OFR-BAOBAB. Created from the symbol if left empty. It can't be changed \
               later.",
    );
    let status = faults.status();
    let page = Edit {
        layout: &layout,
        lead: "All tenants can see the offer once you create it. Its dates decide when it \
               accepts applications."
            .to_owned(),
        action: format!("/console/offers/{environment}/new"),
        back: format!("/console/offers?environment={environment}"),
        button: "Create offer",
        names: vec![name],
        sections: terms::sections(texts, |_| None),
        faults,
    };
    respond(web, &layout, status, &page)
}

pub(super) async fn create(
    State(web): State<Arc<WebState>>,
    Path(environment): Path<String>,
    sent: OperatorForm,
) -> Page {
    let environment = asked::environment(&environment)?;
    let (signed_in, form) = (sent.signed_in, sent.form);
    signed_in.by.actor.needs(Right::Market)?;
    let (texts, id) = (terms::sent(&form), form.text("id"));
    let sent = CommandForm::new(Entry::of::<CreateOffer>())
        .with("environment", environment.as_str())
        .of_texts(terms::pairs(&texts))
        .with("id", id);
    match sent
        .run_as::<CreateOffer>(&web.admin, signed_in.by.clone())
        .await
    {
        Ok(Made { is_new, it }) => {
            let said = match is_new {
                true => "Offer created.",
                false => "This offer already exists. Nothing was changed.",
            };
            let to = format!("/console/offers/{environment}/{}", it.offer.id);
            Ok(go(&web, &to, said))
        }
        Err(error) => {
            let faults = Faults::of(terms::told(error))?;
            Ok(draft(&web, &signed_in, environment, id, &texts, faults))
        }
    }
}

pub(super) async fn page(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInOperator,
    path: Path<(String, String)>,
) -> Page {
    let which = Which::read(path)?;
    signed_in.by.actor.needs(Right::Market)?;
    let found = look_up(&web, &which).await?;
    let texts = terms::of(&found.offer);
    let faults = Faults::default();
    Ok(change(&web, &signed_in, &which, &found, &texts, faults))
}

async fn look_up(web: &WebState, which: &Which) -> Result<MarketOffer> {
    let look_up = LookUpOffer {
        environment: which.environment,
        id: which.id.clone(),
    };
    web.admin.store.read(look_up).await
}

fn change(
    web: &WebState,
    signed_in: &SignedInOperator,
    which: &Which,
    found: &MarketOffer,
    texts: &Texts,
    faults: Faults,
) -> Response {
    let (offer, all, now) = (&found.offer, found.counts.all, signed_in.by.at);
    let title = format!("Edit {}", offer.name);
    let mut layout = Layout::console(web, signed_in, "offers", title);
    layout.world = which.environment.as_str();
    let status = faults.status();
    let page = Edit {
        layout: &layout,
        lead: "Terms that applicants rely on can't be changed once the offer has opened or has a \
               subscription. Changes take effect within a second."
            .to_owned(),
        action: which.path("edit"),
        back: which.path(""),
        button: "Save",
        names: Vec::new(),
        sections: terms::sections(texts, |name| fixed_because(offer, name, all, now)),
        faults,
    };
    respond(web, &layout, status, &page)
}

pub(super) async fn save(
    State(web): State<Arc<WebState>>,
    path: Path<(String, String)>,
    sent: OperatorForm,
) -> Page {
    let which = Which::read(path)?;
    let (signed_in, form) = (sent.signed_in, sent.form);
    signed_in.by.actor.needs(Right::Market)?;
    let found = look_up(&web, &which).await?;
    let before = terms::of(&found.offer);
    let (all, now) = (found.counts.all, signed_in.by.at);
    let fixed: Vec<&str> = before
        .keys()
        .copied()
        .filter(|name| fixed_because(&found.offer, name, all, now).is_some())
        .collect();
    let mut texts = terms::sent(&form);
    for name in &fixed {
        // A field that is not to be changed is not sent.
        if let Some(shown) = before.get(name) {
            texts.insert(name, shown.clone());
        }
    }
    let changed = terms::changed(&texts, &before);
    let edit = CommandForm::new(Entry::of::<EditOffer>())
        .with("environment", which.environment.as_str())
        .with("offerId", &which.id)
        .of_texts(terms::pairs(&changed));
    match edit.run(&web.admin.services(), signed_in.by.clone()).await {
        Ok(_) => Ok(go(&web, &which.path(""), "Offer saved.")),
        Err(error) => {
            let faults = Faults::of(terms::told(error))?;
            Ok(change(&web, &signed_in, &which, &found, &texts, faults))
        }
    }
}
