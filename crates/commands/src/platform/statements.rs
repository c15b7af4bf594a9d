//! Statements of wallets.

use kofa_core::ActorAt;
use kofa_domain::{Environment, Result};
use kofa_insight::statement::{DayTotal, EndpointTotal, Month, ReadStatement, Statement};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::wallets::Which;
use crate::rules::Parsed;
use crate::wire::{environment_schema, moment};
use crate::{Command, Entry, Fields, Services, Spec};

/// All of this file.
pub(super) const ALL: &[Entry] = &[Entry::of::<GetStatement>()];

/// How a statement is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Json,
    Csv,
    Pdf,
}

impl Form {
    /// The first of an `Accept` that there is; JSON where it names none.
    pub fn asked(accept: Option<&str>) -> Self {
        let named = |one: &str| match one.split(';').next().unwrap_or_default().trim() {
            "text/csv" => Some(Self::Csv),
            "application/pdf" => Some(Self::Pdf),
            "application/json" => Some(Self::Json),
            _ => None,
        };
        let mut all = accept.unwrap_or_default().split(',');
        all.find_map(named).unwrap_or(Self::Json)
    }
}

/// A month, Lagos time.
const MONTH: Parsed<Month> = Parsed {
    parse: Month::parse,
    write: Month::to_string,
    must: "must be a year and a month, such as 2026-11",
    schema: || json!({"type": "string", "pattern": "^(19[789]|20[0-9])[0-9]-(0[1-9]|1[0-2])$"}),
};

/// A monthly wallet statement.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Statement)]
pub struct StatementView {
    /// The tenant's ID.
    tenant_id: String,
    /// The environment.
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// The month, Lagos time.
    #[schema(pattern = "^[0-9]{4}-[0-9]{2}$", example = "2026-11")]
    month: String,
    /// Whether the month is still running, so that the totals are provisional.
    is_open: bool,
    /// When the statement was created.
    #[schema(format = "date-time")]
    at: String,
    /// Always `NGN`.
    #[schema(example = "NGN")]
    currency: &'static str,
    /// The opening balance, in kobo.
    #[schema(minimum = 0)]
    opening_kobo: i64,
    /// Total credits from top-ups and adjustments, in kobo.
    #[schema(minimum = 0)]
    put_in_kobo: i64,
    /// Total debits from adjustments, in kobo.
    #[schema(minimum = 0)]
    taken_out_kobo: i64,
    /// Total request charges, in kobo.
    #[schema(minimum = 0)]
    charged_kobo: i64,
    /// The closing balance, in kobo: opening balance + credits - debits - charges.
    #[schema(minimum = 0)]
    closing_kobo: i64,
    /// The number of charges.
    #[schema(minimum = 0)]
    charges: i64,
    /// The number of transfers.
    #[schema(minimum = 0)]
    transfers: i64,
    /// Charges by endpoint, highest first.
    endpoints: Vec<StatementEndpoint>,
    /// Days with transactions, in order.
    days: Vec<StatementDay>,
}

/// An endpoint's charges in a month.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatementEndpoint {
    /// The endpoint.
    operation_id: String,
    /// The number of charges.
    #[schema(minimum = 0)]
    charges: i64,
    /// The total, in kobo.
    #[schema(minimum = 0)]
    charged_kobo: i64,
}

/// The transactions of a day.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatementDay {
    /// The start of the day, Lagos time.
    #[schema(format = "date-time")]
    day: String,
    /// The number of charges.
    #[schema(minimum = 0)]
    charges: i64,
    /// The total, in kobo.
    #[schema(minimum = 0)]
    charged_kobo: i64,
    /// Credits, in kobo.
    #[schema(minimum = 0)]
    put_in_kobo: i64,
    /// Debits, in kobo.
    #[schema(minimum = 0)]
    taken_out_kobo: i64,
}

impl From<EndpointTotal> for StatementEndpoint {
    fn from(total: EndpointTotal) -> Self {
        Self {
            operation_id: total.operation_id,
            charges: total.charges,
            charged_kobo: total.charged.get(),
        }
    }
}

impl From<DayTotal> for StatementDay {
    fn from(total: DayTotal) -> Self {
        Self {
            day: moment(total.day),
            charges: total.charges,
            charged_kobo: total.charged.get(),
            put_in_kobo: total.put_in.get(),
            taken_out_kobo: total.taken_out.get(),
        }
    }
}

impl From<Statement> for StatementView {
    fn from(of: Statement) -> Self {
        Self {
            tenant_id: of.tenant.to_string(),
            environment: of.environment,
            month: of.month.to_string(),
            is_open: of.is_open(),
            at: moment(of.at),
            currency: "NGN",
            opening_kobo: of.opening.get(),
            put_in_kobo: of.put_in.get(),
            taken_out_kobo: of.taken_out.get(),
            charged_kobo: of.charged.get(),
            closing_kobo: of.closing.get(),
            charges: of.charges,
            transfers: of.transfers,
            endpoints: of.endpoints.into_iter().map(Into::into).collect(),
            days: of.days.into_iter().map(Into::into).collect(),
        }
    }
}

/// A wallet's statement of a month: its sums. As a file it also has every line.
#[derive(Debug)]
pub struct GetStatement(pub ReadStatement);

impl Command for GetStatement {
    const SPEC: &'static Spec = &Spec::get(
        "getStatement",
        "/admin/v1/tenants/{tenantId}/statements/{environment}/{month}",
    )
    .about(
        "Wallets",
        "Get a wallet statement",
        "Returns a monthly statement from opening to closing balance, in the format given \
         by\n`Accept`: totals as JSON, every line as CSV, or a PDF document. Every line names \
         its\nrequest.",
    )
    .answers(&[(200, "The statement.")])
    .or_files(&["text/csv", "application/pdf"]);
    type Output = StatementView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let which = Which::read(fields);
        let missing = "The month in the path must be a year and a month, such as 2026-11.";
        let month = fields.path("month", missing, MONTH);
        let Which {
            tenant,
            environment,
        } = which?;
        Some(Self(ReadStatement {
            tenant,
            environment,
            month: month?,
            now: fields.now(),
        }))
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<StatementView> {
        let statement = self.0.read(&services.store).await?;
        Ok(StatementView::from(statement))
    }
}

#[cfg(test)]
mod tests {
    use super::Form;

    #[test]
    fn the_first_known_form_is_sent() {
        let check = |accept, form| assert_eq!(Form::asked(accept), form, "{accept:?}");
        check(None, Form::Json);
        check(Some("*/*"), Form::Json);
        check(
            Some("text/html, text/csv;q=0.9, application/json"),
            Form::Csv,
        );
        check(Some("application/pdf"), Form::Pdf);
    }
}
