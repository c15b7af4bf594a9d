//! Offers and registers of holders from files.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Path, State};
use axum::response::Response;
use kofa_core::Right;
use kofa_domain::{Environment, Error, Result, codes};
use kofa_investment::file_imports::FileImports;
use kofa_investment::held_file::{FileImport, Purpose};
use kofa_investment::market::FILE_BYTES_MAX;
use kofa_investment::ops::LookUpOffer;
use kofa_portal::kit::{Faults, Layout, OperatorUpload, Page, SignedInOperator, WebState};

use super::Which;
use crate::asked;
use crate::imports;
use crate::inputs::{Input, Kind, Pick};
use crate::upload::{self, UploadForm};

/// Largest register of holders that a page takes, in bytes.
const HOLDERS_BYTES_MAX: usize = 64 * 1024 * 1024;

pub(super) async fn offers_page(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInOperator,
    Path(environment): Path<String>,
) -> Page {
    let environment = asked::environment(&environment)?;
    signed_in.by.actor.needs(Right::Market)?;
    Ok(offers_form(
        &web,
        &signed_in,
        environment,
        Faults::default(),
    ))
}

fn offers_form(
    web: &WebState,
    signed_in: &SignedInOperator,
    environment: Environment,
    faults: Faults,
) -> Response {
    let title = format!("Import offers into {environment}");
    let mut layout = Layout::console(web, signed_in, "offers", title);
    layout.world = environment.as_str();
    let form = UploadForm {
        lead: "The file is checked first: you see what importing it would do. Either all offers in \
               the file are created or none. You can import the same file again: existing offers \
               are left unchanged.",
        hints: &[
            "JSON Lines: one offer per line, with the fields of createOffer in the admin API.",
            "CSV: the same names as columns (such as registrar.name), lists separated by |, \
             prices in kobo, times in RFC 3339 such as 2027-01-31T17:00:00+01:00.",
            "Up to 1,000 offers and 4 MB.",
        ],
        action: format!("/console/offers/{environment}/import"),
        back: format!("/console/offers?environment={environment}"),
        button: "Check file",
        inputs: Vec::new(),
        faults,
    };
    upload::answer(web, &layout, form)
}

pub(super) async fn offers(
    State(web): State<Arc<WebState>>,
    Extension(files): Extension<FileImports>,
    Path(environment): Path<String>,
    mut sent: OperatorUpload,
) -> Page {
    let environment = asked::environment(&environment)?;
    sent.signed_in.by.actor.needs(Right::Market)?;
    let held = imports::hold(&files, &mut sent, FILE_BYTES_MAX, |format| {
        FileImport::new(Purpose::Offers, Some(environment), format)
    });
    let held = held.await;
    let signed_in = sent.signed_in;
    match held {
        Ok(path) => Ok(imports::held(&web, &path)),
        Err(error) => {
            let faults = upload::faults(error)?;
            Ok(offers_form(&web, &signed_in, environment, faults))
        }
    }
}

/// Only rights issues have a register of holders.
async fn refuse_other(web: &WebState, which: &Which) -> Result<()> {
    let look_up = LookUpOffer {
        environment: which.environment,
        id: which.id.clone(),
    };
    let found = web.admin.store.read(look_up).await?;
    if found.offer.details.rights.is_some() {
        return Ok(());
    }
    let message = "Only rights issues have a register of holders.";
    Err(Error::new(&codes::NOT_FOUND, message))
}

pub(super) async fn holders_page(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInOperator,
    path: Path<(String, String)>,
) -> Page {
    let which = Which::read(path)?;
    signed_in.by.actor.needs(Right::Market)?;
    refuse_other(&web, &which).await?;
    Ok(holders_form(&web, &signed_in, &which, Faults::default()))
}

fn holders_form(
    web: &WebState,
    signed_in: &SignedInOperator,
    which: &Which,
    faults: Faults,
) -> Response {
    let title = format!("Import holders of {}", which.id);
    let mut layout = Layout::console(web, signed_in, "offers", title);
    layout.world = which.environment.as_str();
    let replace = vec![Pick::new(
        "true",
        "Remove holders that are not in the file, unless a row is rejected",
        false,
    )];
    let form = UploadForm {
        lead: "Imports holders into the register of this rights issue. The file is checked first: \
               you see what importing it would do. Existing holders are replaced; invalid rows \
               are skipped.",
        hints: &[
            "CSV with the header chn,holderName,sharesHeld,rightsTradedIn,rightsTradedOut, or \
             JSON Lines with the same names.",
            "Up to 64 MB. For larger files, use kofa investment import-holders.",
        ],
        action: which.path("holders"),
        back: which.path(""),
        button: "Check file",
        inputs: vec![Input::line("replace", "Replace", "").kind(Kind::Boxes(replace))],
        faults,
    };
    upload::answer(web, &layout, form)
}

pub(super) async fn holders(
    State(web): State<Arc<WebState>>,
    Extension(files): Extension<FileImports>,
    path: Path<(String, String)>,
    mut sent: OperatorUpload,
) -> Page {
    let which = Which::read(path)?;
    sent.signed_in.by.actor.needs(Right::Market)?;
    refuse_other(&web, &which).await?;
    let replace = sent.form.is_ticked("replace");
    let held = imports::hold(&files, &mut sent, HOLDERS_BYTES_MAX, |format| FileImport {
        offer_id: which.id.clone(),
        replace,
        ..FileImport::new(Purpose::Holders, Some(which.environment), format)
    });
    let held = held.await;
    let signed_in = sent.signed_in;
    match held {
        Ok(path) => Ok(imports::held(&web, &path)),
        Err(error) => {
            let faults = upload::faults(error)?;
            Ok(holders_form(&web, &signed_in, &which, faults))
        }
    }
}
