//! Offers and registers of holders from files.

use std::io::Cursor;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::Response;
use kofa_core::Right;
use kofa_domain::{Environment, Error, Fault, Result, codes};
use kofa_investment::market::{FILE_BYTES_MAX, read_file};
use kofa_investment::ops::{CreateOffers, Created, LookUpOffer};
use kofa_investment::{HoldersFile, HoldersReport, import_holders};
use kofa_portal::kit::show::count;
use kofa_portal::kit::{Faults, Layout, OperatorUpload, Page, SignedInOperator, WebState};

use super::Which;
use crate::asked;
use crate::inputs::{Input, Kind, Pick};
use crate::report::{self, Line, Report};
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
        lead: "Either all offers in the file are created or none. You can import the same file \
               again: existing offers are left unchanged.",
        hints: &[
            "JSON Lines: one offer per line, with the fields of createOffer in the admin API.",
            "CSV: the same names as columns (such as registrar.name), lists separated by |, \
             prices in kobo, times in RFC 3339 such as 2027-01-31T17:00:00+01:00.",
            "Up to 1,000 offers and 4 MB.",
        ],
        action: format!("/console/offers/{environment}/import"),
        back: format!("/console/offers?environment={environment}"),
        button: "Import offers",
        inputs: upload::live_word(environment).into_iter().collect(),
        faults,
    };
    upload::answer(web, &layout, form)
}

pub(super) async fn offers(
    State(web): State<Arc<WebState>>,
    Path(environment): Path<String>,
    mut sent: OperatorUpload,
) -> Page {
    let environment = asked::environment(&environment)?;
    sent.signed_in.by.actor.needs(Right::Market)?;
    let made = make(&web, environment, &mut sent).await;
    let signed_in = sent.signed_in;
    match made {
        Ok(made) => {
            let layout = Layout::console(&web, &signed_in, "offers", "Offers imported");
            let report = Report {
                lead: "All rows were accepted.".to_owned(),
                counts: vec![
                    ("Created", made.offers.len().to_string()),
                    ("Already existed, unchanged", made.unchanged.to_string()),
                ],
                lines: Vec::new(),
                untold: 0,
                back: (
                    format!("/console/offers?environment={environment}"),
                    "Offers",
                ),
            };
            Ok(report::answer(&web, &layout, report))
        }
        Err(error) => {
            let faults = upload::faults(error)?;
            Ok(offers_form(&web, &signed_in, environment, faults))
        }
    }
}

async fn make(
    web: &WebState,
    environment: Environment,
    sent: &mut OperatorUpload,
) -> Result<Created> {
    upload::must_be_sure(&sent.form, environment)?;
    let (text, format) = upload::whole(sent, FILE_BYTES_MAX).await?;
    let by = sent.signed_in.by.clone();
    let offers = read_file(&text, format, by.at)?;
    let create = CreateOffers {
        by,
        environment,
        offers,
    };
    web.admin.store.write(create).await
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
        lead: "Imports holders into the register of this rights issue. Existing holders are \
               replaced; invalid rows are skipped.",
        hints: &[
            "CSV with the header chn,holderName,sharesHeld,rightsTradedIn,rightsTradedOut, or \
             JSON Lines with the same names.",
            "Up to 64 MB. For larger files, use kofa investment import-holders.",
        ],
        action: which.path("holders"),
        back: which.path(""),
        button: "Import holders",
        inputs: [Input::line("replace", "Replace", "").kind(Kind::Boxes(replace))]
            .into_iter()
            .chain(upload::live_word(which.environment))
            .collect(),
        faults,
    };
    upload::answer(web, &layout, form)
}

pub(super) async fn holders(
    State(web): State<Arc<WebState>>,
    path: Path<(String, String)>,
    mut sent: OperatorUpload,
) -> Page {
    let which = Which::read(path)?;
    sent.signed_in.by.actor.needs(Right::Market)?;
    refuse_other(&web, &which).await?;
    let stored = store(&web, &which, &mut sent).await;
    let signed_in = sent.signed_in;
    match stored {
        Ok(stored) => {
            let layout = Layout::console(&web, &signed_in, "offers", "Holders imported");
            Ok(report::answer(&web, &layout, told(&which, stored)))
        }
        Err(error) => {
            let faults = upload::faults(error)?;
            Ok(holders_form(&web, &signed_in, &which, faults))
        }
    }
}

async fn store(
    web: &Arc<WebState>,
    which: &Which,
    sent: &mut OperatorUpload,
) -> Result<HoldersReport> {
    upload::must_be_sure(&sent.form, which.environment)?;
    let (text, format) = upload::whole(sent, HOLDERS_BYTES_MAX).await?;
    if text.is_empty() {
        let fault = Fault::on("file", &codes::INVALID_FIELD, "The file is empty.");
        return Err(Error::faults(vec![fault]));
    }
    let file = HoldersFile {
        by: sent.signed_in.by.clone(),
        environment: which.environment,
        offer_id: which.id.clone(),
        format,
        rejects: None,
        bytes_total: None,
        replace: sent.form.is_ticked("replace"),
    };
    // In a task of its own: a browser that is closed does not cut the import off.
    let web = Arc::clone(web);
    let import = async move {
        let (store, vault) = (&web.admin.store, &web.admin.vault);
        import_holders(store, vault, file, Cursor::new(text), |_| ()).await
    };
    tokio::spawn(import).await.map_err(Error::internal)?
}

fn told(which: &Which, report: HoldersReport) -> Report {
    let number = |rows: u64| count(i64::try_from(rows).unwrap_or(i64::MAX));
    let shares = |shares: i128| count(i64::try_from(shares).unwrap_or(i64::MAX));
    let mut counts = vec![
        ("Rows read", number(report.rows_read)),
        ("Holders in the register", number(report.rows_stored)),
        ("Rows rejected", number(report.rows_rejected)),
        ("Shares held", shares(report.shares_held)),
        (
            "Shares available to take up",
            shares(report.shares_available),
        ),
        (
            "Shares available to the whole register",
            shares(report.register_available),
        ),
        ("Shares on offer", count(report.shares_on_offer)),
    ];
    if let Some(gone) = report.holders_forgotten {
        counts.push(("Holders removed", number(gone)));
    }
    let mut lead = format!("Imported into the register of {}.", which.id);
    if let Some(warning) = report.warning() {
        lead.push_str(" Warning: ");
        lead.push_str(&warning);
    }
    let named = u64::try_from(report.first_rejects.len()).unwrap_or(u64::MAX);
    let lines = report.first_rejects.into_iter().map(|one| Line {
        line: one.line,
        what: "rejected".to_owned(),
        why: one.reason,
    });
    Report {
        lead,
        counts,
        lines: lines.collect(),
        untold: report.rows_rejected.saturating_sub(named),
        back: (which.path(""), "Offer"),
    }
}
