//! Banks: what the reference data says, and what operators set.

use kofa_commands::rules::Whole;
use kofa_commands::wire::Paged;
use kofa_commands::{Body, Command, Fields, Method, Services, Spec};
use kofa_core::{ActorAt, Page, Permission};
use kofa_domain::Result;
use serde::Serialize;
use utoipa::ToSchema;

use crate::market::{BankChange, ListedBank};
use crate::ops::{ListBanks, SetBank};

/// A supported bank.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MarketBank)]
pub struct BankView {
    #[schema(minimum = 1)]
    bank_id: i64,
    /// `gtbank`
    slug: &'static str,
    pub name: &'static str,
    /// The CBN code.
    #[schema(required, pattern = "^[0-9]{3}([0-9]{2})?$")]
    cbn_code: Option<String>,
    /// The NIP routing code.
    #[schema(required, pattern = "^[0-9]{6}$")]
    nip_code: Option<String>,
    /// Whether an operator has set one of these codes.
    codes_are_set: bool,
    /// Whether its accounts are accepted.
    pub active: bool,
    /// Whether direct debit is supported.
    pub supports_direct_debit: bool,
    #[schema(required)]
    logo_url: Option<String>,
    /// Whether the check digit of its account numbers can be verified.
    has_check_digit: bool,
    /// How reliable its codes are.
    #[schema(schema_with = certainty_schema)]
    certainty: &'static str,
    /// The sources that list it.
    provenance: &'static str,
    /// A note in the reference data.
    #[schema(required)]
    note: Option<&'static str>,
}

pub(super) fn certainty_schema() -> utoipa::openapi::schema::Schema {
    kofa_core::schema::choice(&["high", "medium", "low", "name-only"])
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

#[derive(Debug)]
pub struct ListMarketBanks {
    /// Which part of them.
    pub page: Page,
}

impl Command for ListMarketBanks {
    const SPEC: &'static Spec = &Spec {
        name: "listMarketBanks",
        tag: "Banks and brokers",
        summary: "List banks",
        description: "Lists all supported banks with data confidence and operators' changes.",
        method: Method::Get,
        path: "/admin/v1/banks",
        body: Body::None,
        right: Permission::Look,
        success: &[(200, "A page of banks.")],
        ..Spec::BASE
    };
    type Output = Paged<BankView>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        fields.long_page().map(|page| Self { page })
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<Self::Output> {
        let banks = services.store.read(ListBanks).await?;
        let views = banks.into_iter().map(BankView::from).collect();
        Paged::part(views, &self.page, |one| one.bank_id.to_string())
    }
}

/// Other settings of a bank.
#[derive(Debug)]
pub struct EditBank {
    pub bank_id: i64,
    pub change: BankChange,
}

impl Command for EditBank {
    const SPEC: &'static Spec = &Spec {
        name: "editBank",
        tag: "Banks and brokers",
        summary: "Edit a bank",
        description: "Takes effect within a second. Accounts at an inactive bank are refused.",
        method: Method::Patch,
        path: "/admin/v1/banks/{bankId}",
        body: Body::Json(
            "BankEdit",
            "The fields to change. Omitted fields stay unchanged.",
        ),
        right: Permission::Market,
        success: &[(200, "The bank.")],
        ..Spec::BASE
    };
    type Output = BankView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let number = Whole::at_least(1, i64::MAX);
        let bank_id = fields.path("bankId", "There is no such supported bank.", number);
        let change = BankChange::read(fields);
        bank_id.map(|bank_id| Self { bank_id, change })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<BankView> {
        let Self { bank_id, change } = self;
        let set = SetBank {
            by,
            bank_id,
            change,
        };
        services.store.write(set).await.map(BankView::from)
    }
}
