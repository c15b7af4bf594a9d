//! What the tenant has, what moved, and what it was spent on.

use std::collections::BTreeMap;

use kofa_core::endpoint::Endpoint;
use kofa_domain::{Environment, Fault, Kobo, Result, TenantId, Timestamp, codes};
use kofa_gate::call::Call;
use kofa_insight::calls::{DAYS_MAX, ListUsage, Outcome, Span, SumUsage};
use kofa_ledger::alerts::ReadPace;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::{BASE, OwnRead, by};
use crate::platform::alerts::{GetWalletAlerts, WalletAlerts};
use crate::platform::wallets::{self, LedgerView, WalletView, Which};
use crate::rules::{ANY_MOMENT, Parsed};
use crate::wire::{Paged, moment};
use crate::{Command as _, Fields, Services};

/// Days of usage where nothing is said.
const DAYS: i64 = 30;
const DAY_SECONDS: i64 = 24 * 3_600;

/// The calling tenant's wallet in the environment.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AccountWallet {
    #[serde(flatten)]
    wallet: WalletView,
    /// The average amount charged per day in the last seven days, in kobo.
    #[schema(minimum = 0)]
    spent_per_day_kobo: i64,
    /// How many full days the balance lasts at that rate; null if nothing was charged.
    #[schema(required, minimum = 0)]
    runway_days: Option<i64>,
    /// The alert thresholds and open alerts.
    alerts: WalletAlerts,
}

/// A look at the wallet.
pub(super) struct GetWallet(Which);

impl OwnRead for GetWallet {
    const ENDPOINT: &'static Endpoint = &Endpoint {
        operation_id: "getAccountWallet",
        path: "/api/v1/account/wallet",
        ..BASE
    };
    const ABOUT: (&'static str, &'static str) = (
        "Get the wallet",
        "What the tenant's wallet holds in the environment, how long that lasts, and its alerts. \
         Free.",
    );
    const ANSWER: &'static str = "The wallet.";
    type Output = AccountWallet;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        Which::read(fields).map(Self)
    }

    async fn run(self, services: &Services, call: &Call) -> Result<AccountWallet> {
        let Which {
            tenant,
            environment,
        } = self.0.clone();
        let now = call.now();
        let pace = ReadPace {
            tenant,
            environment,
            now,
        };
        let pace = services.store.read(pace).await?;
        let wallet = wallets::GetWallet(self.0.clone())
            .run(services, by(call))
            .await?;
        Ok(AccountWallet {
            spent_per_day_kobo: pace.per_day.get(),
            runway_days: pace.days_of(wallet.balance()),
            wallet,
            alerts: GetWalletAlerts(self.0).run(services, by(call)).await?,
        })
    }
}

/// The wallet's movements.
pub(super) struct ListLedger(wallets::ListLedger);

impl OwnRead for ListLedger {
    const ENDPOINT: &'static Endpoint = &Endpoint {
        operation_id: "listAccountLedger",
        path: "/api/v1/account/ledger",
        ..BASE
    };
    const ABOUT: (&'static str, &'static str) = (
        "List wallet transactions",
        "Lists the transactions of the tenant's wallet in the environment, newest first. Free.",
    );
    const ANSWER: &'static str = "A page of transactions.";
    type Output = Paged<LedgerView>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        wallets::ListLedger::read(fields).map(Self)
    }

    async fn run(self, services: &Services, call: &Call) -> Result<Self::Output> {
        self.0.run(services, by(call)).await
    }
}

/// What usage is added up by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SumBy {
    Day,
    Endpoint,
}

const BY: Parsed<SumBy> = Parsed {
    parse: |text| match text {
        "day" => Some(SumBy::Day),
        "endpoint" => Some(SumBy::Endpoint),
        _ => None,
    },
    write: |by| match by {
        SumBy::Day => "day".to_owned(),
        SumBy::Endpoint => "endpoint".to_owned(),
    },
    must: "must be `day` or `endpoint`",
    schema: || json!({"type": "string", "enum": ["day", "endpoint"]}),
};

/// Requests of a day or of an endpoint.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AccountUsage {
    /// The start of the day (Lagos time); null when grouped by endpoint.
    #[schema(format = "date-time", required)]
    since: Option<String>,
    /// The endpoint; null when grouped by day.
    #[schema(required)]
    operation_id: Option<String>,
    /// The number of requests.
    #[schema(minimum = 0)]
    calls: i64,
    /// The number of requests with an error response.
    #[schema(minimum = 0)]
    errors: i64,
    /// The amount charged, in kobo. Amounts charged after the response was sent count at the
    /// time of the charge.
    #[schema(minimum = 0)]
    charge_kobo: i64,
}

/// Calls and charges, added up.
pub(super) struct GetUsage {
    of: ListUsage,
    by: SumBy,
}

impl OwnRead for GetUsage {
    const ENDPOINT: &'static Endpoint = &Endpoint {
        operation_id: "getAccountUsage",
        path: "/api/v1/account/usage",
        ..BASE
    };
    const ABOUT: (&'static str, &'static str) = (
        "Get usage",
        "Returns the tenant's requests and charges in the environment, by day (Lagos time) or by \
         endpoint, for up to 92 days. Partial days are counted in full. Usage is a few seconds \
         behind the request log. Free.",
    );
    const ANSWER: &'static str = "The usage, on one page.";
    type Output = Paged<AccountUsage>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let which = Which::read(fields);
        let docs = "Start of the period. Default: 30 days before `to`.";
        let from = fields.optional_query("from", docs, ANY_MOMENT);
        let to = fields.optional_query(
            "to",
            "End of the period, exclusive. Default: now.",
            ANY_MOMENT,
        );
        let by = fields.optional_query(
            "by",
            "Group by day or by endpoint or hour. Default: \
                                              `day`.",
            BY,
        );
        let Which {
            tenant,
            environment,
        } = which?;
        let until = to.unwrap_or(fields.now());
        let from = from.unwrap_or(until.plus_seconds(-DAYS * DAY_SECONDS));
        if until > from.plus_seconds(DAYS_MAX * DAY_SECONDS) {
            let message = format!("The period can be at most {DAYS_MAX} days.");
            fields
                .faults
                .add(Fault::on("to", &codes::INVALID_FIELD, message));
        }
        Some(Self {
            of: usage_of(tenant, environment, (from, until)),
            by: by.unwrap_or(SumBy::Day),
        })
    }

    async fn run(self, services: &Services, _: &Call) -> Result<Self::Output> {
        let by = self.by;
        let sum = SumUsage {
            of: self.of,
            by_endpoint: by == SumBy::Endpoint,
        };
        Ok(Paged::whole(
            added_up(services.store.read(sum).await?, by),
            |line| line,
        ))
    }
}

fn usage_of(
    tenant: TenantId,
    environment: Environment,
    (from, until): (Timestamp, Timestamp),
) -> ListUsage {
    ListUsage {
        tenant,
        environment,
        from,
        until,
        by: Span::Day,
    }
}

/// What is added up together: a day, or an endpoint.
type SumKey = (Option<Timestamp>, Option<String>);

/// By day in the order of time, by endpoint in that of their names.
fn added_up(outcomes: Vec<Outcome>, by: SumBy) -> Vec<AccountUsage> {
    let mut sums: BTreeMap<SumKey, (i64, i64, Kobo)> = BTreeMap::new();
    for one in outcomes {
        let key = match by {
            SumBy::Day => (Some(one.since), None),
            SumBy::Endpoint => (None, Some(one.operation_id)),
        };
        let (calls, errors, charge) = sums.entry(key).or_default();
        *calls += one.calls;
        *errors += if one.status >= 400 { one.calls } else { 0 };
        *charge = Kobo::new(charge.get().saturating_add(one.charge.get()));
    }
    let line = |((since, operation_id), (calls, errors, charge)): (SumKey, _)| {
        let charge: Kobo = charge;
        AccountUsage {
            since: since.map(moment),
            operation_id,
            calls,
            errors,
            charge_kobo: charge.get(),
        }
    };
    sums.into_iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usage_is_added_up_by_day_or_by_endpoint() {
        let one = |day: i64, operation_id: &str, status, calls, kobo| Outcome {
            since: Timestamp::from_micros(day),
            operation_id: operation_id.to_owned(),
            status,
            error_code: String::new(),
            calls,
            charge: Kobo::new(kobo),
        };
        let all = vec![
            one(1, "getCompany", 200, 3, 15_000),
            one(1, "getCompany", 404, 2, 0),
            one(1, "listOffers", 200, 1, 500),
            one(2, "getCompany", 200, 1, 5_000),
        ];
        let told = |by| {
            let lines = added_up(all.clone(), by).into_iter();
            lines
                .map(|it| (it.operation_id, it.calls, it.errors, it.charge_kobo))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            told(SumBy::Day),
            [(None, 6, 2, 15_500), (None, 1, 0, 5_000)]
        );
        let by_endpoint = told(SumBy::Endpoint);
        assert_eq!(
            by_endpoint[0],
            (Some("getCompany".to_owned()), 6, 2, 20_000)
        );
        assert_eq!(by_endpoint[1], (Some("listOffers".to_owned()), 1, 0, 500));
    }
}
