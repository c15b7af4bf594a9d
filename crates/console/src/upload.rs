//! The page of a form with a file.

use askama::Template;
use axum::response::Response;
use kofa_domain::{Error, Result, codes};
use kofa_input::rows::Format;
use kofa_portal::kit::{Faults, Layout, OperatorUpload, WebState, respond};

use crate::asked::format_of;
use crate::inputs::{Input, Kind};

/// A form with a file.
#[derive(Debug)]
pub(crate) struct UploadForm {
    pub(crate) lead: &'static str,
    /// How the file is written, a paragraph each.
    pub(crate) hints: &'static [&'static str],
    pub(crate) action: String,
    pub(crate) back: String,
    pub(crate) button: &'static str,
    pub(crate) inputs: Vec<Input>,
    pub(crate) faults: Faults,
}

#[derive(Debug, Template)]
#[template(path = "console/upload.html")]
struct UploadPage<'a> {
    layout: &'a Layout,
    form: UploadForm,
}

/// The page of the form.
pub(crate) fn answer(web: &WebState, layout: &Layout, mut form: UploadForm) -> Response {
    form.inputs.push(file());
    let status = form.faults.status();
    respond(web, layout, status, &UploadPage { layout, form })
}

/// The field of the file, which comes last.
pub(crate) fn file() -> Input {
    Input::line("file", "File", "").kind(Kind::File(".csv,.tsv,.jsonl,.ndjson,.json"))
}

/// What the file of a form is called, all of it, and how it is written.
///
/// # Errors
/// 422 `missing_field` without one, 413 `body_too_large`.
pub(crate) async fn whole(
    sent: &mut OperatorUpload,
    bytes_max: usize,
) -> Result<(String, Vec<u8>, Format)> {
    let missing = || Error::on("file", &codes::MISSING_FIELD, "Choose a file.");
    let file = sent.file.as_ref().ok_or_else(missing)?;
    let name = file.name().to_owned();
    let text = sent.whole(bytes_max).await?;
    let format = format_of(&name, &text);
    Ok((name, text, format))
}

/// The faults of a refused file: also of one that is too large.
///
/// # Errors
/// What is not the file's fault.
pub(crate) fn faults(error: Error) -> Result<Faults> {
    match error.kind() {
        kofa_domain::Kind::TooLarge => Ok(Faults::general(error.message().to_owned())),
        _ => Faults::of(error),
    }
}
