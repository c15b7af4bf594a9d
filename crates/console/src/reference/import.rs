//! Banks and brokers from a file.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use kofa_core::Right;
use kofa_domain::{Error, Result, codes};
use kofa_investment::parties_import::{
    PARTIES_BYTES_MAX, PartiesReport, import_banks, import_brokers,
};
use kofa_portal::kit::{Faults, House, OperatorSeat, OperatorUpload, Page, Shell, show};

use crate::inputs::{Input, Kind, Pick};
use crate::report::{self, Line, Report};
use crate::upload::{self, UploadForm};

pub(super) async fn page(State(house): State<Arc<House>>, seat: OperatorSeat) -> Page {
    seat.by.actor.needs(Right::Market)?;
    Ok(form(&house, &seat, "banks", Faults::default()))
}

fn form(house: &House, seat: &OperatorSeat, what: &str, faults: Faults) -> Response {
    let shell = Shell::console(house, seat, "reference", "Import banks or brokers");
    let picks = vec![
        Pick::new("banks", "Banks", what != "brokers"),
        Pick::new("brokers", "Brokers", what == "brokers"),
    ];
    let form = UploadForm {
        lead: "Sets what a file says, a row at a time: a row that cannot be taken is skipped, \
               and the same file can be imported again.",
        hints: &[
            "Banks: the columns bankId, active, supportsDirectDebit, logoUrl, cbnCode, nipCode, of \
             which only the first is needed.",
            "Brokers: the columns id, name, code, active, acceptsNewClients, email, phone, \
             website, address, offerTypes (parted by |), of which only the first is needed. A \
             broker that is not known is added.",
            "CSV, where an empty field leaves what holds, or JSON Lines with the same names. At \
             most 2,000 rows and 1 MB.",
        ],
        action: "/console/reference/import".to_owned(),
        back: "/console/reference".to_owned(),
        button: "Import",
        inputs: vec![Input::line("what", "What it is about", "").kind(Kind::Choice(picks))],
        faults,
    };
    upload::answer(house, &shell, form)
}

pub(super) async fn take(State(house): State<Arc<House>>, mut sent: OperatorUpload) -> Page {
    sent.seat.by.actor.needs(Right::Market)?;
    let what = sent.form.text("what").to_owned();
    let done = run(&house, &what, &mut sent).await;
    let seat = sent.seat;
    match done {
        Ok(done) => {
            let shell = Shell::console(&house, &seat, "reference", "The file was imported");
            Ok(report::answer(&house, &shell, told(&what, done)))
        }
        Err(error) => Ok(form(&house, &seat, &what, upload::faults(error)?)),
    }
}

async fn run(house: &Arc<House>, what: &str, sent: &mut OperatorUpload) -> Result<PartiesReport> {
    let is_brokers = match what {
        "banks" => false,
        "brokers" => true,
        _ => {
            let message = "Say whether the file is about banks or brokers.";
            return Err(Error::on("what", &codes::INVALID_FIELD, message));
        }
    };
    let (text, format) = upload::whole(sent, PARTIES_BYTES_MAX).await?;
    // In a task of its own: a browser that is closed does not cut the import off.
    let (house, by) = (Arc::clone(house), sent.seat.by.clone());
    let import = async move {
        let store = &house.desk.store;
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
        "brokers" => ("/console/reference/brokers".to_owned(), "To the brokers"),
        _ => ("/console/reference".to_owned(), "To the banks"),
    };
    Report {
        lead: "What was set holds on every node within a second.".to_owned(),
        counts: vec![
            ("Rows", report.rows.to_string()),
            ("Added", report.added.to_string()),
            ("Changed", report.changed.to_string()),
            ("Said what holds already", report.unchanged.to_string()),
            ("Rejected", lines.len().to_string()),
        ],
        lines,
        untold: 0,
        back,
    }
}
