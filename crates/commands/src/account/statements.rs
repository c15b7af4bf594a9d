//! The wallet's statements, a month each.

use kofa_core::endpoint::Endpoint;
use kofa_domain::{Error, Result, codes};
use kofa_gate::call::Call;
use kofa_gate::{Answer, ProductEndpoint, Reference, Refusal, Request};
use kofa_identity::tenants::FindTenant;
use kofa_insight::statement::{Month, csv, pdf};
use serde::Serialize;
use utoipa::ToSchema;

use super::{BASE, OwnRead, described, read};
use crate::platform::statements::{self, Form, StatementView};
use crate::wire::{Paged, moment};
use crate::{Command as _, Fields, Services};

/// Months that are listed, the present one included: ten years.
const MONTHS_MAX: usize = 120;
/// Lines of a file in one answer, which is held in memory.
const LINES_MAX: i64 = 100_000;

/// A month with a statement.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AccountStatement {
    /// The month, Lagos time.
    #[schema(pattern = "^[0-9]{4}-[0-9]{2}$", example = "2026-11")]
    month: String,
    /// Whether the month is still running, so that its totals are provisional.
    is_open: bool,
    /// When the month begins.
    #[schema(format = "date-time")]
    from: String,
    /// When the next month begins.
    #[schema(format = "date-time")]
    until: String,
}

/// The months of which there are statements.
pub(super) struct ListStatements;

impl OwnRead for ListStatements {
    const ENDPOINT: &'static Endpoint = &Endpoint {
        operation_id: "listAccountStatements",
        path: "/api/v1/account/statements",
        ..BASE
    };
    const ABOUT: (&'static str, &'static str) = (
        "List bank statements",
        "Lists the months (Lagos time) that have a wallet statement, newest first, from the \
         current month back to the month in which the tenant was created. Free.",
    );
    const ANSWER: &'static str = "All months, on one page.";
    type Output = Paged<AccountStatement>;

    fn read(_: &mut Fields<'_>) -> Option<Self> {
        Some(Self)
    }

    async fn run(self, services: &Services, call: &Call) -> Result<Self::Output> {
        let (tenant, now) = (call.tenant_id().clone(), call.now());
        let (tenant, _) = services.store.read(FindTenant { tenant }).await?;
        let months = Month::back_to(tenant.created_at, now, MONTHS_MAX);
        let statement = |month: Month| AccountStatement {
            month: month.to_string(),
            is_open: now < month.end(),
            from: moment(month.start()),
            until: moment(month.end()),
        };
        Ok(Paged::whole(months, statement))
    }
}

/// A statement as `Accept` asks.
#[derive(Debug)]
pub(super) struct GetStatement(pub(super) Services);

static GET: Endpoint = Endpoint {
    operation_id: "getAccountStatement",
    path: "/api/v1/account/statements/{month}",
    ..BASE
};

impl ProductEndpoint for GetStatement {
    const ENDPOINT: &'static Endpoint = &GET;
    type Input = (statements::GetStatement, Form);

    async fn read(&self, call: &Call, request: &Request) -> Result<Self::Input> {
        let statement = read(&self.0, call, request, statements::GetStatement::read)?;
        Ok((statement, Form::asked(request.header("accept"))))
    }

    async fn run(&self, _: &Call, (asked, form): Self::Input) -> Result<Answer, Refusal> {
        let store = &self.0.store;
        let statement = asked.0.read(store).await?;
        let ending = match form {
            Form::Json => return Ok(Answer::json(200, &StatementView::from(statement))?),
            Form::Csv => "csv",
            Form::Pdf => "pdf",
        };
        let name = statement.attachment(ending);
        let (media_type, bytes) = match form {
            Form::Csv if statement.lines_left() > LINES_MAX => {
                let message = format!(
                    "The month has more than {LINES_MAX} lines. Download its CSV file from the \
                     portal."
                );
                return Err(Error::on("month", &codes::INVALID_FIELD, message).into());
            }
            Form::Csv => (
                "text/csv; charset=utf-8",
                csv::whole(store, statement).await?,
            ),
            _ => ("application/pdf", pdf::draw(store, statement).await?),
        };
        let answer = Answer::bytes(200, media_type, bytes.into());
        Ok(answer.with_header("content-disposition", name))
    }

    fn reference() -> Reference {
        let about = Reference::new(
            "Get a statement",
            "Returns the wallet's monthly statement in the environment, from opening to closing \
             balance, in the format given by `Accept`: totals as JSON, every line as CSV (up to \
             100,000 lines), or a PDF document. Every line names its request. Free.",
        );
        described(about, statements::GetStatement::read)
            .answers::<StatementView>(200, "The statement.")
            .answers_file(200, "text/csv", "")
            .answers_file(200, "application/pdf", "")
            .codes(&[&codes::NOT_FOUND])
    }
}
