//! What every endpoint costs, now and later, and what so many calls would.

use std::sync::Arc;

use askama::Template;
use axum::extract::{RawQuery, State};
use kofa_core::endpoint;
use kofa_core::product::Products;
use kofa_domain::{Kobo, Result, Timestamp};
use kofa_identity::prices::{ListPrices, Price, PriceRule};
use kofa_ledger::money::find_wallet;

use crate::kit::{Faults, Form, Layout, Page, SignedInMember, WebState, respond, show};

/// Most calls that are quoted.
const CALLS_MAX: i64 = 1_000_000_000;
/// What a cost is told of where nothing else is asked for.
const CALLS_ASKED: &str = "1000";

/// `GET /portal/{environment}/pricing`
#[derive(Debug, Template)]
#[template(path = "tenant/pricing.html")]
struct Pricing<'a> {
    layout: &'a Layout,
    faults: Faults,
    rows: Vec<Row>,
    asked: String,
    calls: String,
    quote: Option<Quote>,
}

#[derive(Debug)]
struct Row {
    operation_id: &'static str,
    verb: &'static str,
    path: &'static str,
    product: String,
    is_charged: bool,
    price: Kobo,
    rule: &'static str,
    later: Vec<(String, String)>,
    charged: Vec<(u16, String)>,
}

impl Row {
    fn new(
        products: &Products,
        endpoint: &'static endpoint::Endpoint,
        price: &Price,
        now: Timestamp,
    ) -> Self {
        let title = |scope| products.title(scope);
        let later = |entry: &kofa_identity::prices::PriceEntry| {
            let days = entry.effective_at.micros_since(now) / 86_400_000_000;
            let from = format!("{}, in {} days", show::day(entry.effective_at), days);
            (show::naira(entry.amount), from)
        };
        Self {
            operation_id: endpoint.operation_id,
            verb: endpoint.verb.as_str(),
            path: endpoint.path,
            product: endpoint.scope.map_or("Any key".to_owned(), title),
            is_charged: endpoint.is_charged(),
            price: price.amount,
            rule: match price.rule {
                PriceRule::Default | PriceRule::PriceBook => "",
                PriceRule::TenantOverride => "Your own price",
            },
            later: price.scheduled.iter().map(later).collect(),
            charged: endpoint
                .billable
                .iter()
                .map(|one| (one.status, one.when.replace('`', "")))
                .collect(),
        }
    }

    fn price_text(&self) -> String {
        match self.is_charged && self.price > Kobo::ZERO {
            true => show::naira(self.price),
            false => "Free".to_owned(),
        }
    }
}

/// What so many calls would cost.
#[derive(Debug)]
struct Quote {
    total: String,
    each: String,
    balance: String,
    /// What is missing; empty if there is enough.
    missing: String,
    /// How many calls the balance pays for; empty if they are free.
    enough_for: String,
}

impl Quote {
    fn new(calls: i64, price: Kobo, balance: Kobo) -> Option<Self> {
        let total = price.checked_mul(calls)?;
        let missing = Kobo::new(total.get().checked_sub(balance.get())?);
        let enough = balance.get().checked_div(price.get());
        Some(Self {
            total: show::naira(total),
            each: show::naira(price),
            balance: show::naira(balance),
            missing: match missing > Kobo::ZERO {
                true => show::naira(missing),
                false => String::new(),
            },
            enough_for: enough.map_or_else(String::new, show::count),
        })
    }
}

pub(super) async fn page(
    State(web): State<Arc<WebState>>,
    RawQuery(query): RawQuery,
    signed_in: SignedInMember,
) -> Page {
    let layout = Layout::portal(&web, &signed_in, "pricing", "Pricing");
    let query = Form::parse(query.unwrap_or_default().as_bytes());
    let asked = query.text("endpoint").to_owned();
    let calls = match query.text("calls") {
        "" => CALLS_ASKED.to_owned(),
        calls => calls.to_owned(),
    };
    let rows = rows(&web, &signed_in).await?;
    let wallet = find_wallet(
        &web.admin.store,
        signed_in.of.tenant.clone(),
        signed_in.environment,
    )
    .await?;
    let (quote, faults) = match quote(&rows, &asked, &calls, wallet.balance) {
        Ok(quote) => (quote, Faults::default()),
        Err(fault) => (None, Faults::general(fault)),
    };
    let page = Pricing {
        layout: &layout,
        faults,
        rows,
        asked,
        calls,
        quote,
    };
    Ok(respond(&web, &layout, page.faults.status(), &page))
}

fn quote(
    rows: &[Row],
    asked: &str,
    calls: &str,
    balance: Kobo,
) -> std::result::Result<Option<Quote>, String> {
    if asked.is_empty() {
        return Ok(None);
    }
    let row = rows.iter().find(|row| row.operation_id == asked);
    let row = row.ok_or("Choose an endpoint from the list.")?;
    let number = calls.replace(',', "").parse::<i64>().ok();
    let number = number.filter(|number| (1..=CALLS_MAX).contains(number));
    let most = show::count(CALLS_MAX);
    let number = number.ok_or(format!("Requests must be a whole number from 1 to {most}."))?;
    let price = if row.is_charged {
        row.price
    } else {
        Kobo::ZERO
    };
    let quote = Quote::new(number, price, balance);
    quote
        .map(Some)
        .ok_or_else(|| "The total is too large. Enter a smaller number.".to_owned())
}

async fn rows(web: &WebState, signed_in: &SignedInMember) -> Result<Vec<Row>> {
    let products = &web.admin.products;
    let list = ListPrices {
        tenant: Some(signed_in.of.tenant.clone()),
        endpoints: products.endpoints().to_vec(),
        now: signed_in.by.at,
    };
    let prices = web.admin.store.read(list).await?;
    let row = |price: &Price| {
        let mut all = products.endpoints().iter();
        let endpoint = all.find(|one| one.operation_id == price.endpoint)?;
        Some(Row::new(products, endpoint, price, signed_in.by.at))
    };
    let here = prices
        .iter()
        .filter(|price| price.environment == signed_in.environment);
    Ok(here.filter_map(row).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quote_says_what_is_missing() {
        let quote = |calls, price, balance| {
            Quote::new(calls, Kobo::new(price), Kobo::new(balance)).unwrap()
        };
        let enough = quote(10, 500, 5_000);
        assert_eq!(enough.missing, "");
        assert_eq!(enough.total, "\u{20a6}50.00");
        assert_eq!(enough.enough_for, "10");
        assert_eq!(quote(11, 500, 5_000).missing, "\u{20a6}5.00");
        assert_eq!(quote(5, 0, 0).enough_for, "");
        assert!(Quote::new(i64::MAX, Kobo::new(2), Kobo::ZERO).is_none());
    }
}
