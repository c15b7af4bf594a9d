//! `GET /api/exchange-invest/supported-banks`

use std::sync::Arc;

use bytes::Bytes;
use kofa_core::endpoint::{Billable, Endpoint};
use kofa_domain::{Error, Kobo, Result};
use kofa_gate::call::Call;
use kofa_gate::{Answer, ProductEndpoint, Reference, Refusal, Request};
use serde::Serialize;
use utoipa::ToSchema;

use crate::catalogue::Catalogue;
use crate::endpoint::BASE;
use crate::market::ListedBank;
use crate::ops::Freshness;
use crate::words::{Age, NoErrors};

/// Lists the banks whose accounts are taken; the answer is ready as bytes.
#[derive(Debug)]
pub struct ListSupportedBanks {
    /// The market in memory.
    pub catalogue: Arc<Catalogue>,
}

static ENDPOINT: Endpoint = Endpoint {
    operation_id: "listSupportedBanks",
    path: "/api/exchange-invest/supported-banks",
    default_price: Kobo::new(500),
    billable: &[Billable {
        status: 200,
        when: "the list is returned",
    }],
    shown: super::PUBLIC,
    ..BASE
};

/// The answer with `banks`.
///
/// # Errors
/// `internal_error` if it cannot be written as JSON.
fn banks_page(banks: &[ListedBank], freshness: Option<Freshness>) -> Result<Bytes> {
    let answer = BanksAnswer {
        success: true,
        message: "Supported banks retrieved.",
        data: BankList {
            banks: banks.iter().map(wire).collect(),
            source: Age::kept(freshness),
        },
        errors: NoErrors,
    };
    let bytes = serde_json::to_vec(&answer).map_err(Error::internal)?;
    Ok(bytes.into())
}

impl ProductEndpoint for ListSupportedBanks {
    const ENDPOINT: &'static Endpoint = &ENDPOINT;
    type Input = ();

    async fn read(&self, _call: &Call, _request: &Request) -> Result<()> {
        Ok(())
    }

    async fn run(&self, call: &Call, (): ()) -> Result<Answer, Refusal> {
        let view = self.catalogue.view(call.environment(), call.now()).await?;
        let body = view.banks_page(banks_page)?;
        Ok(Answer::bytes(200, "application/json", body))
    }

    fn reference() -> Reference {
        Reference::new(
            "List supported banks",
            "The banks that an application can use. Take `bankId` and `bankCode` of a subscription \
             from the same entry, whose `active` must be true.",
        )
        .answers::<BanksAnswer<'_>>(200, "The banks.")
    }
}

/// The list of banks.
#[derive(Debug, Serialize, ToSchema)]
struct BanksAnswer<'a> {
    /// Always true.
    success: bool,
    message: &'static str,
    data: BankList<'a>,
    errors: NoErrors,
}

/// All supported banks.
#[derive(Debug, Serialize, ToSchema)]
struct BankList<'a> {
    banks: Vec<BankRecord<'a>>,
    source: Age,
}

/// A bank. `logoUrl` is null where the operator has set none.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BankRecord<'a> {
    #[schema(minimum = 1, example = 12)]
    bank_id: i64,
    #[schema(example = "Guaranty Trust Bank Plc")]
    name: &'static str,
    /// The code of the Central Bank; where it has given none, that of NIBSS.
    #[schema(required, example = "058", pattern = "^[0-9]{3,6}$")]
    bank_code: Option<&'a str>,
    /// Routing code of NIBSS.
    #[schema(required, example = "000013", pattern = "^[0-9]{6}$")]
    nip_code: Option<&'a str>,
    #[schema(example = "gtbank")]
    slug: &'static str,
    /// Whether accounts at this bank are still accepted.
    active: bool,
    /// Whether the bank supports direct debit.
    supports_direct_debit: bool,
    #[schema(required)]
    logo_url: Option<&'a str>,
}

fn wire(listed: &ListedBank) -> BankRecord<'_> {
    let bank = listed.bank;
    BankRecord {
        bank_id: bank.bank_id,
        name: bank.name,
        bank_code: listed.code(),
        nip_code: listed.nip_code(),
        slug: bank.id,
        active: listed.active,
        supports_direct_debit: listed.supports_direct_debit,
        logo_url: listed.logo_url.as_deref(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_holds_the_banks_of_the_contract_with_one_id_and_code_each() {
        let body = banks_page(&crate::market::listed_banks(Vec::new()), None).unwrap();
        let answer: serde_json::Value = serde_json::from_slice(&body).unwrap();
        let banks = answer["data"]["banks"].as_array().unwrap();
        let find = |code: &str| {
            let has = |bank: &&serde_json::Value| bank["bankCode"] == code;
            let found: Vec<_> = banks.iter().filter(has).collect();
            assert_eq!(found.len(), 1, "{code}");
            found[0]
        };
        for code in ["044", "011", "058", "057", "033", "050", "032", "214"] {
            assert_eq!(find(code)["active"], true, "{code}");
        }
        assert_eq!(find("030")["active"], false, "Heritage lost its licence");
        let mut ids: Vec<_> = banks.iter().map(|bank| bank["bankId"].as_i64()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), banks.len());
        crate::words::check_schema::<BankRecord<'_>>(find("058"));
        insta::assert_json_snapshot!(find("058"));
    }
}
