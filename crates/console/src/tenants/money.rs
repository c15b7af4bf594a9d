//! A tenant's wallets: what is in them, what moved, and money put in or taken out by hand, once
//! it was seen what that would do.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Path, RawQuery, State};
use axum::routing::{get, post};
use http::StatusCode;
use kofa_commands::Entry;
use kofa_commands::platform::wallets::{CreditWallet, DebitWallet, PostedMovement, Transfer};
use kofa_core::{Listed, Right};
use kofa_domain::{Environment, Error, Kobo, Result};
use kofa_insight::calls::{LedgerRow, ListLedger};
use kofa_ledger::money::{self, Movement, Way};
use kofa_portal::auth::must_confirm;
use kofa_portal::kit::{
    CommandForm, Faults, Form, Layout, OperatorForm, Page, SignedInOperator, WebState, go, missing,
    respond, show, told_in_naira,
};

use super::Place;
use crate::proposals::or_propose;
use crate::read::{self, Pager};

/// `GET /console/tenants/{tenant}/wallets`
#[derive(Debug, Template)]
#[template(path = "console/tenants/wallets.html")]
struct Wallets<'a> {
    layout: &'a Layout,
    place: &'a Place,
    faults: Faults,
    may: bool,
    wallets: Vec<Wallet>,
    /// Whose movements are shown.
    environment: Environment,
    rows: Vec<LedgerRow>,
    pager: Pager,
    /// What stands in the form: environment, way, amount, reference, reason.
    typed: [String; 5],
}

/// What `POST` answers first: before and after.
#[derive(Debug, Template)]
#[template(path = "console/tenants/confirm.html")]
struct Confirm<'a> {
    layout: &'a Layout,
    place: &'a Place,
    wallet: Wallet,
    way: Way,
    movement: Movement,
    after: Kobo,
    amount: String,
}

#[derive(Debug)]
struct Wallet {
    environment: Environment,
    balance: Kobo,
    reserved: Kobo,
}

impl Wallet {
    async fn read(web: &WebState, place: &Place, environment: Environment) -> Result<Self> {
        let admin = &web.admin;
        let tenant = place.tenant.id.clone();
        let wallet = money::find_wallet(&admin.store, tenant, environment).await?;
        let reserved = admin.wallets.reserved(wallet.wallet).await?;
        Ok(Self {
            environment,
            balance: wallet.balance,
            // What was reserved when the balance was read may be charged by now.
            reserved: reserved.min(wallet.balance),
        })
    }

    fn available(&self) -> Kobo {
        self.balance.checked_sub(self.reserved).unwrap_or_default()
    }
}

pub(super) fn routes() -> Router<Arc<WebState>> {
    Router::new()
        .route("/console/tenants/{tenant}/wallets", get(page))
        .route(
            "/console/tenants/{tenant}/wallets/{environment}",
            post(movement),
        )
}

async fn page(
    State(web): State<Arc<WebState>>,
    Path(tenant): Path<String>,
    RawQuery(query): RawQuery,
    signed_in: SignedInOperator,
) -> Page {
    let query = read::query(query);
    let place = Place::find(&web, &tenant, "wallets").await?;
    let environment = Environment::parse(query.text("environment")).unwrap_or(Environment::Live);
    let at = (environment, &query);
    show_page(
        &web,
        &signed_in,
        &place,
        at,
        (&Form::default(), Faults::default()),
    )
    .await
}

async fn show_page(
    web: &WebState,
    signed_in: &SignedInOperator,
    place: &Place,
    (environment, query): (Environment, &Form),
    (form, faults): (&Form, Faults),
) -> Page {
    let layout = Layout::console(web, signed_in, "tenants", &place.tenant.name);
    let admin = &web.admin;
    let mut wallets = Vec::new();
    for environment in Environment::ALL {
        wallets.push(Wallet::read(web, place, environment).await?);
    }
    let tenant = place.tenant.id.clone();
    let wallet = money::find_wallet(&admin.store, tenant, environment).await?;
    let asked = read::page(query);
    let list = ListLedger {
        wallet: wallet.wallet,
        before: asked.before_seq().ok(),
        limit: asked.limit(),
    };
    let found = admin.store.read(list).await?;
    let listed = Listed::by_seq(found.rows, found.next);
    let kept = [("environment", environment.as_str())];
    let mut typed = ["environment", "way", "amount", "reference", "reason"]
        .map(|name| form.text(name).to_owned());
    environment.as_str().clone_into(&mut typed[0]);
    let page = Wallets {
        layout: &layout,
        place,
        may: signed_in.may(Right::Money),
        pager: read::pager(&place.href("wallets"), &kept, query, &listed),
        rows: listed.items,
        wallets,
        environment,
        typed,
        faults,
    };
    Ok(respond(web, &layout, page.faults.status(), &page))
}

fn filled((place, environment): (&Place, Environment), form: &Form, command: Entry) -> CommandForm {
    CommandForm::new(command)
        .with("tenantId", place.tenant.id.as_str())
        .with("environment", environment.as_str())
        .filled(form)
}

/// Which way, and how much.
fn asked(
    web: &WebState,
    signed_in: &SignedInOperator,
    which: (&Place, Environment),
    form: &Form,
) -> Result<(Way, Transfer)> {
    let sent = |command| filled(which, form, command);
    let (now, products) = (signed_in.by.at, &web.admin.products);
    match form.text("way") {
        "debit" => {
            let debit = sent(Entry::of::<DebitWallet>()).read::<DebitWallet>(now, products)?;
            Ok((Way::Out, debit.0))
        }
        "credit" => {
            let credit = sent(Entry::of::<CreditWallet>()).read::<CreditWallet>(now, products)?;
            // A correction by hand says why, whichever way it goes.
            form.holds("reason")?;
            Ok((Way::In, credit.0))
        }
        _ => Err(missing("way")),
    }
}

/// `POST`: shows before and after, and moves the money when that was seen. The reference is the
/// wallet's own: whatever is sent twice moves once. Who looks is asked for nothing, who moves
/// has to prove who they are.
async fn movement(
    State(web): State<Arc<WebState>>,
    Path((tenant, environment)): Path<(String, String)>,
    sent: OperatorForm,
) -> Page {
    let OperatorForm { signed_in, form } = sent;
    let place = Place::find(&web, &tenant, "wallets").await?;
    let environment = read::environment(&environment)?;
    signed_in.by.actor.needs(Right::Money)?;
    let (way, transfer) = match asked(&web, &signed_in, (&place, environment), &form) {
        Ok(asked) => asked,
        Err(error) => return wrong(&web, &signed_in, &place, environment, &form, error).await,
    };
    if !form.is_ticked("seen") {
        let movement = transfer.movement;
        return confirm(
            &web,
            &signed_in,
            &place,
            environment,
            (way, movement),
            &form,
        )
        .await;
    }
    let to = here(&place, environment);
    must_confirm(&web, &signed_in, &form, &to).await?;
    let (by, amount) = (signed_in.by.clone(), transfer.movement.amount);
    let posted = match way {
        Way::In => web.admin.run(by, CreditWallet(transfer)).await,
        Way::Out => web.admin.run(by, DebitWallet(transfer)).await,
    };
    let error = match posted {
        Ok(posted) => return Ok(go(&web, &to, &said(way, amount, &posted))),
        Err(error) => error,
    };
    let asked = || {
        let command = match way {
            Way::In => Entry::of::<CreditWallet>(),
            Way::Out => Entry::of::<DebitWallet>(),
        };
        filled((&place, environment), &form, command)
    };
    match or_propose(&web, &signed_in, error, asked).await {
        Ok(page) => page,
        Err(error) => wrong(&web, &signed_in, &place, environment, &form, error).await,
    }
}

fn here(place: &Place, environment: Environment) -> String {
    let wallets = place.href("wallets");
    format!("{wallets}?environment={}", environment.as_str())
}

fn said(way: Way, amount: Kobo, posted: &PostedMovement) -> String {
    if posted.repeated {
        return "This reference was posted before. Nothing was changed.".to_owned();
    }
    let word = match way {
        Way::In => "credited",
        Way::Out => "debited",
    };
    let (amount, balance) = (show::naira(amount), show::naira(posted.balance()));
    format!("{amount} {word}. The new balance is {balance}.")
}

/// Why money moved, in words.
fn kind(word: &str) -> &str {
    match word {
        "charge" => "Request charge",
        "top_up" => "Top-up",
        "adjustment" => "Adjustment",
        other => other,
    }
}

async fn wrong(
    web: &WebState,
    signed_in: &SignedInOperator,
    place: &Place,
    environment: Environment,
    form: &Form,
    error: Error,
) -> Page {
    let at = (environment, &Form::default());
    show_page(
        web,
        signed_in,
        place,
        at,
        (form, Faults::of(told_in_naira(error))?),
    )
    .await
}

async fn confirm(
    web: &WebState,
    signed_in: &SignedInOperator,
    place: &Place,
    environment: Environment,
    (way, movement): (Way, Movement),
    form: &Form,
) -> Page {
    let wallet = Wallet::read(web, place, environment).await?;
    let layout = Layout::console(web, signed_in, "tenants", &place.tenant.name);
    let after = match way {
        Way::In => wallet.balance.checked_add(movement.amount),
        Way::Out => wallet.balance.checked_sub(movement.amount),
    };
    let page = Confirm {
        layout: &layout,
        place,
        after: after.unwrap_or(Kobo::new(i64::MAX)),
        wallet,
        way,
        movement,
        amount: form.text("amount").to_owned(),
    };
    Ok(respond(web, &layout, StatusCode::OK, &page))
}
