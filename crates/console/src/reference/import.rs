//! Banks and brokers from a file.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use kofa_core::Right;
use kofa_domain::{Error, Result, codes};
use kofa_investment::file_imports::FileImports;
use kofa_investment::held_file::{FileImport, Purpose};
use kofa_investment::parties_import::PARTIES_BYTES_MAX;
use kofa_portal::kit::{Faults, Layout, OperatorUpload, Page, SignedInOperator, WebState};

use crate::imports;
use crate::inputs::{Input, Kind, Pick};
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
        lead: "Updates banks or brokers from a file, row by row. The file is checked first: you \
               see what importing it would do. Invalid rows are skipped. You can import the same \
               file again.",
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
        button: "Check file",
        inputs: vec![Input::line("what", "Contents", "").kind(Kind::Choice(picks))],
        faults,
    };
    upload::answer(web, &layout, form)
}

pub(super) async fn take(
    State(web): State<Arc<WebState>>,
    Extension(files): Extension<FileImports>,
    mut sent: OperatorUpload,
) -> Page {
    sent.signed_in.by.actor.needs(Right::Market)?;
    let what = sent.form.text("what").to_owned();
    let held = hold(&files, &what, &mut sent).await;
    let signed_in = sent.signed_in;
    match held {
        Ok(path) => Ok(imports::held(&web, &path)),
        Err(error) => Ok(form(&web, &signed_in, &what, upload::faults(error)?)),
    }
}

async fn hold(files: &FileImports, what: &str, sent: &mut OperatorUpload) -> Result<String> {
    let purpose = match what {
        "banks" => Purpose::Banks,
        "brokers" => Purpose::Brokers,
        _ => {
            let message = "Choose whether the file contains banks or brokers.";
            return Err(Error::on("what", &codes::INVALID_FIELD, message));
        }
    };
    imports::hold(files, sent, PARTIES_BYTES_MAX, |format| {
        FileImport::new(purpose, None, format)
    })
    .await
}
