//! The ledger: its proof on demand, the system accounts, and who is refused for want of money.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::routing::{get, post};
use http::StatusCode;
use kofa_commands::platform::ledger::VerifyLedger;
use kofa_commands::platform::overview::fleet_since;
use kofa_identity::fleet::{HotSpot, ListHotSpots};
use kofa_insight::attention::{ListAccounts, SystemAccount};
use kofa_ledger::proofs::{ListProofs, PROOFS_KEPT, Proof};
use kofa_portal::kit::{Layout, OperatorForm, Page, SignedInOperator, WebState, go, respond, show};

use crate::names::Names;

/// `GET /console/ledger`
#[derive(Debug, Template)]
#[template(path = "console/ledger.html")]
struct Ledger<'a> {
    layout: &'a Layout,
    names: Names,
    proofs: Vec<Proof>,
    accounts: Vec<SystemAccount>,
    hot: Vec<HotSpot>,
}

pub(crate) fn routes() -> Router<Arc<WebState>> {
    Router::new()
        .route("/console/ledger", get(page))
        .route("/console/ledger/prove", post(run))
}

async fn page(State(web): State<Arc<WebState>>, signed_in: SignedInOperator) -> Page {
    let layout = Layout::console(&web, &signed_in, "ledger", "Ledger");
    let store = &web.admin.store;
    let since = fleet_since(signed_in.by.at);
    let proofs = store.read(ListProofs).await?;
    let names = Names::of(&web, proofs.iter().map(|one| one.actor.as_str()).collect()).await?;
    let page = Ledger {
        layout: &layout,
        names,
        proofs,
        accounts: store.read(ListAccounts).await?,
        hot: store.read(ListHotSpots { since }).await?,
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}

async fn run(State(web): State<Arc<WebState>>, sent: OperatorForm) -> Page {
    let proof = web.admin.run(sent.signed_in.by, VerifyLedger).await?;
    let said = match proof.problems() {
        0 => "The ledger is balanced and the audit chain is intact.".to_owned(),
        one => format!("{one} problems found. See the newest check."),
    };
    Ok(go(&web, "/console/ledger", &said))
}
