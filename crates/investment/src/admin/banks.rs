//! Banks: what the reference data says, and what operators set.

use std::sync::Arc;

use axum::extract::State;
use http::StatusCode;
use kofa_domain::{Error, codes};
use kofa_platform::admin::{AdminCall, Desk, PageOf, Reply, json, part};
use kofa_platform::directory::Right;
use serde::Serialize;
use utoipa::ToSchema;

use crate::market::{BankChange, ListedBank};
use crate::ops::{ListBanks, SetBank};

/// A supported bank.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MarketBank)]
pub(super) struct BankView {
    #[schema(minimum = 1)]
    bank_id: i64,
    /// `gtbank`
    slug: &'static str,
    name: &'static str,
    /// Code of the Central Bank.
    #[schema(required, pattern = "^[0-9]{3}([0-9]{2})?$")]
    cbn_code: Option<String>,
    /// Routing code of NIBSS.
    #[schema(required, pattern = "^[0-9]{6}$")]
    nip_code: Option<String>,
    /// Whether an operator set one of the two.
    codes_are_set: bool,
    /// Whether its accounts are taken.
    active: bool,
    /// Whether an account can be debited directly.
    supports_direct_debit: bool,
    #[schema(required)]
    logo_url: Option<String>,
    /// Whether the check digit of its account numbers can be tested.
    has_check_digit: bool,
    /// How well its codes are attested.
    #[schema(schema_with = certainty_schema)]
    certainty: &'static str,
    /// Which sources name it.
    provenance: &'static str,
    /// What the data remarks on it.
    #[schema(required)]
    note: Option<&'static str>,
}

pub(super) fn certainty_schema() -> utoipa::openapi::schema::Schema {
    kofa_platform::http::choice(&["high", "medium", "low", "name-only"])
}

impl From<ListedBank> for BankView {
    fn from(listed: ListedBank) -> Self {
        let bank = listed.bank;
        Self {
            bank_id: bank.bank_id,
            slug: bank.id,
            name: bank.name,
            cbn_code: listed.cbn_code().map(str::to_owned),
            nip_code: listed.nip_code().map(str::to_owned),
            codes_are_set: listed.set_cbn_code.is_some() || listed.set_nip_code.is_some(),
            active: listed.active,
            supports_direct_debit: listed.supports_direct_debit,
            has_check_digit: listed.cbn_code().is_some(),
            logo_url: listed.logo_url,
            certainty: bank.certainty.as_str(),
            provenance: bank.provenance,
            note: bank.note,
        }
    }
}

/// List banks
///
/// All supported ones, with how well the data knows them and what operators set.
#[utoipa::path(
    get, path = "/admin/v1/banks", operation_id = "listMarketBanks", tag = "Banks and brokers",
    params(("cursor" = inline(Option<String>), Query), ("limit" = inline(Option<u32>), Query)),
    responses((status = 200, body = PageOf<BankView>, description = "A page of banks.")),
)]
pub(super) async fn list_market_banks(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    let asked = call.long_page()?;
    let banks = desk.store.read(ListBanks).await?;
    let views = banks.into_iter().map(BankView::from).collect();
    Ok(part(views, &asked, |one: &BankView| {
        one.bank_id.to_string()
    })?)
}

/// What changes of a bank; what is absent stays.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the body; `BankChange` reads it")]
pub(super) struct BankEdit {
    active: Option<bool>,
    supports_direct_debit: Option<bool>,
    /// Null takes it away.
    #[schema(nullable, max_length = 200)]
    logo_url: Option<String>,
    /// Code of the Central Bank; null for what the data has. It names one bank.
    #[schema(nullable, pattern = "^[0-9]{3}([0-9]{2})?$")]
    cbn_code: Option<String>,
    /// Routing code of NIBSS; null for what the data has. It names one bank.
    #[schema(nullable, pattern = "^[0-9]{6}$")]
    nip_code: Option<String>,
}

/// Edit a bank
///
/// Holds on every node within a second: an inactive bank's accounts are refused.
#[utoipa::path(
    patch, path = "/admin/v1/banks/{bankId}", operation_id = "editBank",
    tag = "Banks and brokers",
    params(("bankId" = i64, Path, minimum = 1)), request_body = BankEdit,
    responses((status = 200, body = BankView, description = "The bank.")),
)]
pub(super) async fn edit_bank(State(desk): State<Arc<Desk>>, call: AdminCall) -> Reply {
    call.needs(Right::Market)?;
    let missing = |_| Error::new(&codes::NOT_FOUND, "There is no such supported bank.");
    let bank_id = call.request.path_parameter("bankId").parse();
    let set = SetBank {
        bank_id: bank_id.map_err(missing)?,
        change: BankChange::read(&call.object()?)?,
        by: call.by,
    };
    let bank = desk.store.write(set).await?;
    Ok(json(StatusCode::OK, &BankView::from(bank)))
}
