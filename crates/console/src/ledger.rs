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
use kofa_portal::kit::{House, OperatorForm, OperatorSeat, Page, Shell, go, respond, show};

/// `GET /console/ledger`
#[derive(Debug, Template)]
#[template(path = "console/ledger.html")]
struct Ledger<'a> {
    shell: &'a Shell,
    proofs: Vec<Proof>,
    accounts: Vec<SystemAccount>,
    hot: Vec<HotSpot>,
}

pub(crate) fn routes() -> Router<Arc<House>> {
    Router::new()
        .route("/console/ledger", get(page))
        .route("/console/ledger/prove", post(run))
}

async fn page(State(house): State<Arc<House>>, seat: OperatorSeat) -> Page {
    let shell = Shell::console(&house, &seat, "ledger", "Ledger");
    let store = &house.desk.store;
    let since = fleet_since(seat.by.at);
    let page = Ledger {
        shell: &shell,
        proofs: store.read(ListProofs).await?,
        accounts: store.read(ListAccounts).await?,
        hot: store.read(ListHotSpots { since }).await?,
    };
    Ok(respond(&house, &shell, StatusCode::OK, &page))
}

async fn run(State(house): State<Arc<House>>, sent: OperatorForm) -> Page {
    let proof = house.desk.run(sent.seat.by, VerifyLedger).await?;
    let said = match proof.problems() {
        0 => "All adds up: the journal and the audit chain.".to_owned(),
        one => format!("{one} things do not add up: see the newest proof."),
    };
    Ok(go(&house, "/console/ledger", &said))
}
