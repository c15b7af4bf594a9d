//! Banks and brokers from a file.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use kofa_core::Right;
use kofa_domain::{Error, Result, codes};
use kofa_investment::parties_import::{
    PARTIES_BYTES_MAX, PartiesReport, import_banks, import_brokers,
};
use kofa_portal::kit::{Faults, Layout, OperatorUpload, Page, SignedInOperator, WebState, show};

use crate::inputs::{Input, Kind, Pick};
use crate::report::{self, Line, Report};
use crate::upload::{self, UploadForm};

pub(super) async fn page(State(web): State<Arc<WebState>>, signed_in: SignedInOperator) -> Page {
    signed_in.by.actor.needs(Right::Market)?;
    Ok(form(&web, &signed_in, "banks", Faults::default()))
}

fn form(web: &WebState, signed_in: &SignedInOperator, what: &str, faults: Faults) -> Response {
    let layout = Layout::console(web, signed_in, "reference", "Import banks or brokers");
    let picks = vec![
        Pick::new("banks", "Banks", what != "brokers"),
        Pick::new("brokers", "Brokers", what == "brokers"),
    ];
    let form = UploadForm {
        lead: "Updates banks or brokers from a file, row by row. Invalid rows are skipped. You \
               can import the same file again.",
        hints: &[
            "Banks: the columns bankId, active, supportsDirectDebit, logoUrl, cbnCode and \
             nipCode. Only bankId is required.",
            "Brokers: the columns id, name, code, active, acceptsNewClients, email, phone, \
             website, address and offerTypes (separated by |). Only id is required. Unknown \
             brokers are added.",
            "CSV, where an empty field keeps the current value, or JSON Lines with the same \
             names. Up to 2,000 rows and 1 MB.",
        ],
        action: "/console/reference/import".to_owned(),
        back: "/console/reference".to_owned(),
        button: "Import",
        inputs: vec![Input::line("what", "Contents", "").kind(Kind::Choice(picks))],
        faults,
    };
    upload::answer(web, &layout, form)
}

pub(super) async fn take(State(web): State<Arc<WebState>>, mut sent: OperatorUpload) -> Page {
    sent.signed_in.by.actor.needs(Right::Market)?;
    let what = sent.form.text("what").to_owned();
    let done = run(&web, &what, &mut sent).await;
    let signed_in = sent.signed_in;
    match done {
        Ok(done) => {
            let layout = Layout::console(&web, &signed_in, "reference", "File imported");
            Ok(report::answer(&web, &layout, told(&what, done)))
        }
        Err(error) => Ok(form(&web, &signed_in, &what, upload::faults(error)?)),
    }
}

async fn run(web: &Arc<WebState>, what: &str, sent: &mut OperatorUpload) -> Result<PartiesReport> {
    let is_brokers = match what {
        "banks" => false,
        "brokers" => true,
        _ => {
            let message = "Choose whether the file contains banks or brokers.";
            return Err(Error::on("what", &codes::INVALID_FIELD, message));
        }
    };
    let (text, format) = upload::whole(sent, PARTIES_BYTES_MAX).await?;
    // In a task of its own: a browser that is closed does not cut the import off.
    let (web, by) = (Arc::clone(web), sent.signed_in.by.clone());
    let import = async move {
        let store = &web.admin.store;
        match is_brokers {
            true => import_brokers(store, &by, &text, format).await,
            false => import_banks(store, &by, &text, format).await,
        }
    };
    tokio::spawn(import).await.map_err(Error::internal)?
}

fn told(what: &str, report: PartiesReport) -> Report {
    let lines = report.rejected.into_iter().map(|one| Line {
        line: one.line,
        what: "rejected".to_owned(),
        why: show::plain(&one.reason),
    });
    let lines: Vec<Line> = lines.collect();
    let back = match what {
        "brokers" => ("/console/reference/brokers".to_owned(), "Brokers"),
        _ => ("/console/reference".to_owned(), "Banks"),
    };
    Report {
        lead: "The changes take effect within a second.".to_owned(),
        counts: vec![
            ("Rows", report.rows.to_string()),
            ("Added", report.added.to_string()),
            ("Changed", report.changed.to_string()),
            ("Unchanged", report.unchanged.to_string()),
            ("Rejected", lines.len().to_string()),
        ],
        lines,
        untold: 0,
        back,
    }
}
