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

/// A month in Lagos.
const MONTH: Parsed<Month> = Parsed {
    parse: Month::parse,
    write: Month::to_string,
    must: "must be a year and a month, such as 2026-11",
    schema: || json!({"type": "string", "pattern": "^(19[789]|20[0-9])[0-9]-(0[1-9]|1[0-2])$"}),
};

/// A wallet's month.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Statement)]
pub struct StatementView {
    /// Whose.
    tenant_id: String,
    /// Where.
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// Of which month in Lagos.
    #[schema(pattern = "^[0-9]{4}-[0-9]{2}$", example = "2026-11")]
    month: String,
    /// Whether the month goes on: then the sums are those so far.
    is_open: bool,
    /// When it was drawn up.
    #[schema(format = "date-time")]
    at: String,
    /// Always naira.
    #[schema(example = "NGN")]
    currency: &'static str,
    /// Balance before the first line, in kobo.
    #[schema(minimum = 0)]
    opening_kobo: i64,
    /// Put in by top-ups and adjustments, in kobo.
    #[schema(minimum = 0)]
    put_in_kobo: i64,
    /// Taken out by adjustments, in kobo.
    #[schema(minimum = 0)]
    taken_out_kobo: i64,
    /// Charged for calls, in kobo.
    #[schema(minimum = 0)]
    charged_kobo: i64,
    /// Balance after the last line, in kobo: opening + put in - taken out - charged.
    #[schema(minimum = 0)]
    closing_kobo: i64,
    /// How many charges.
    #[schema(minimum = 0)]
    charges: i64,
    /// How many transfers.
    #[schema(minimum = 0)]
    transfers: i64,
    /// By endpoint, what cost most first.
    endpoints: Vec<StatementEndpoint>,
    /// Days on which something moved, in their order.
    days: Vec<StatementDay>,
}

/// What an endpoint was charged in a month.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatementEndpoint {
    /// The endpoint.
    operation_id: String,
    /// How many charges.
    #[schema(minimum = 0)]
    charges: i64,
    /// How much together, in kobo.
    #[schema(minimum = 0)]
    charged_kobo: i64,
}

/// What moved on a day.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatementDay {
    /// When it began in Lagos.
    #[schema(format = "date-time")]
    day: String,
    /// How many charges.
    #[schema(minimum = 0)]
    charges: i64,
    /// How much together, in kobo.
    #[schema(minimum = 0)]
    charged_kobo: i64,
    /// Put in, in kobo.
    #[schema(minimum = 0)]
    put_in_kobo: i64,
    /// Taken out, in kobo.
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
        "Get a wallet's statement",
        "From opening to closing balance, as `Accept` asks: the sums as JSON, every line as CSV, \
         or a\npaper as PDF. Every line names its request.",
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
