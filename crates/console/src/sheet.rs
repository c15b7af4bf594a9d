//! A page with facts about a thing and one form to change it.

use askama::Template;
use axum::response::Response;
use kofa_portal::kit::{Faults, Layout, WebState, respond};

use crate::inputs::Input;

/// Facts and a form.
#[derive(Debug)]
pub(crate) struct Sheet {
    pub(crate) lead: String,
    pub(crate) facts: Vec<(&'static str, String)>,
    pub(crate) inputs: Vec<Input>,
    pub(crate) action: String,
    pub(crate) back: String,
    pub(crate) button: &'static str,
    pub(crate) faults: Faults,
}

#[derive(Debug, Template)]
#[template(path = "console/sheet.html")]
struct SheetPage<'a> {
    layout: &'a Layout,
    sheet: Sheet,
}

/// The page of a sheet.
pub(crate) fn answer(web: &WebState, layout: &Layout, sheet: Sheet) -> Response {
    let status = sheet.faults.status();
    respond(web, layout, status, &SheetPage { layout, sheet })
}
