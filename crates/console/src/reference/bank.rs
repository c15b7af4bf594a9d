//! What is set of a bank.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::Response;
use kofa_commands::Entry;
use kofa_core::Right;
use kofa_domain::{Error, Result, codes};
use kofa_investment::commands::EditBank;
use kofa_investment::market::ListedBank;
use kofa_investment::ops::ListBanks;
use kofa_portal::kit::{
    CommandForm, Faults, Form, Layout, OperatorForm, Page, SignedInOperator, WebState, go, labelled,
};

use super::yes_no;
use crate::inputs::Input;
use crate::sheet::{self, Sheet};

const LOGO: &str = "Logo address";
const CBN_CODE: &str = "CBN code";
const NIP_CODE: &str = "NIP routing code";

fn label(name: &str) -> Option<&'static str> {
    match name {
        "logoUrl" => Some(LOGO),
        "cbnCode" => Some(CBN_CODE),
        "nipCode" => Some(NIP_CODE),
        _ => None,
    }
}

async fn find(web: &WebState, id: &str) -> Result<ListedBank> {
    let banks = web.admin.store.read(ListBanks).await?;
    let found = banks
        .into_iter()
        .find(|one| one.bank.bank_id.to_string() == id);
    let missing = || Error::new(&codes::NOT_FOUND, "There is no such supported bank.");
    found.ok_or_else(missing)
}

pub(super) async fn page(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInOperator,
    Path(id): Path<String>,
) -> Page {
    signed_in.by.actor.needs(Right::Market)?;
    let bank = find(&web, &id).await?;
    Ok(show(&web, &signed_in, &bank, None, Faults::default()))
}

fn show(
    web: &WebState,
    signed_in: &SignedInOperator,
    listed: &ListedBank,
    typed: Option<&Form>,
    faults: Faults,
) -> Response {
    let bank = listed.bank;
    let layout = Layout::console(web, signed_in, "reference", bank.name);
    let on = |name: &str, kept: bool| match typed.map(|form| form.text(name)) {
        None => kept,
        Some(typed) => typed == "true",
    };
    let logo = match typed {
        None => listed.logo_url.clone().unwrap_or_default(),
        Some(form) => form.text("logoUrl").to_owned(),
    };
    let debit = on("supportsDirectDebit", listed.supports_direct_debit);
    let or_none = |code: Option<&str>| code.unwrap_or("unknown").to_owned();
    let code = |name: &str, set: &Option<String>| match typed {
        None => set.clone().unwrap_or_default(),
        Some(form) => form.text(name).to_owned(),
    };
    let sheet = Sheet {
        lead: "Accounts at an inactive bank are refused. Codes that you set here override the \
               reference data."
            .to_owned(),
        facts: vec![
            ("Number", bank.bank_id.to_string()),
            ("CBN code in the reference data", or_none(bank.cbn_code)),
            (
                "NIP routing code in the reference data",
                or_none(bank.nip_code),
            ),
            ("Data confidence", bank.certainty.as_str().to_owned()),
            ("Sources", bank.provenance.to_owned()),
            ("Remark", bank.note.unwrap_or("none").to_owned()),
        ],
        inputs: vec![
            yes_no("active", "Active", on("active", listed.active)),
            yes_no("supportsDirectDebit", "Supports direct debit", debit),
            Input::line("logoUrl", LOGO, logo).hint("Optional."),
            Input::line("cbnCode", CBN_CODE, code("cbnCode", &listed.set_cbn_code)).hint(
                "3 or 5 digits, used for the check digit of its account numbers. Leave empty to \
                 use the reference data.",
            ),
            Input::line("nipCode", NIP_CODE, code("nipCode", &listed.set_nip_code))
                .hint("6 digits. Leave empty to use the reference data."),
        ],
        action: format!("/console/reference/banks/{}", bank.bank_id),
        back: "/console/reference".to_owned(),
        button: "Save",
        faults,
    };
    sheet::answer(web, &layout, sheet)
}

pub(super) async fn save(
    State(web): State<Arc<WebState>>,
    Path(id): Path<String>,
    sent: OperatorForm,
) -> Page {
    let (signed_in, form) = (sent.signed_in, sent.form);
    signed_in.by.actor.needs(Right::Market)?;
    let bank = find(&web, &id).await?;
    let edit = CommandForm::new(Entry::of::<EditBank>())
        .with("bankId", &id)
        .filled(&form);
    match edit.run(&web.admin.services(), signed_in.by.clone()).await {
        Ok(_) => {
            let said = format!("{} saved.", bank.bank.name);
            Ok(go(&web, "/console/reference", &said))
        }
        Err(error) => {
            let faults = Faults::of(labelled(error, label))?;
            Ok(show(&web, &signed_in, &bank, Some(&form), faults))
        }
    }
}
