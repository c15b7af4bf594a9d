//! Has a document read: sent from here, through the gate, as a program would.

use std::net::SocketAddr;
use std::sync::Arc;

use askama::Template;
use axum::Extension;
use axum::body::Body;
use axum::extract::{ConnectInfo, State};
use axum::response::{IntoResponse as _, Redirect, Response};
use http::{HeaderMap, Request, header};
use kofa_documents::feedback::open_reading;
use kofa_domain::{Environment, Error, RequestId, Result};

use super::{Tab, base, may, tabs, with_picture};
use crate::kit::{Faults, Layout, MemberUpload, Page, SignedInMember, WebState, respond};
use crate::tenant::own_call::{self, Answer};

const PATH: &str = "/api/v1/proof-of-address/extract?include=regions,checks";
/// Largest file that is passed on, in bytes: above what the endpoint takes, which refuses it.
const FILE_BYTES_MAX: usize = 11 * 1024 * 1024;

/// `GET`, `POST /portal/sandbox/documents/extract`
#[derive(Debug, Template)]
#[template(path = "tenant/documents/extract.html")]
struct Extract<'a> {
    layout: &'a Layout,
    tabs: Vec<Tab>,
    faults: Faults,
    may: bool,
    answer: Option<Answer>,
}

async fn shown(
    web: &WebState,
    signed_in: &SignedInMember,
    faults: Faults,
    answer: Option<Answer>,
) -> Result<Response> {
    let layout = Layout::portal(web, signed_in, "documents", "Documents");
    let page = Extract {
        layout: &layout,
        tabs: tabs(web, signed_in, "/extract").await?,
        may: may(signed_in) && !layout.looking,
        answer,
        faults,
    };
    Ok(with_picture(respond(
        web,
        &layout,
        page.faults.status(),
        &page,
    )))
}

/// A document is not sent to live from a page: it costs money, and is somebody's.
fn only_sandbox(signed_in: &SignedInMember) -> Option<Response> {
    let elsewhere = signed_in.environment != Environment::Sandbox;
    elsewhere.then(|| Redirect::to("/portal/sandbox/documents/extract").into_response())
}

pub(super) async fn page(State(web): State<Arc<WebState>>, signed_in: SignedInMember) -> Page {
    if let Some(elsewhere) = only_sandbox(&signed_in) {
        return Ok(elsewhere);
    }
    Ok(shown(&web, &signed_in, Faults::default(), None).await?)
}

/// A form with the file alone, as a program sends it.
fn request(web: &WebState, name: &str, file: &[u8]) -> Result<Request<Body>> {
    let boundary = format!("kofa-{}", web.admin.ids.uuid(web.now()));
    let name = name.replace(['"', '\\'], "_");
    let mut body = format!(
        "--{boundary}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\
         Content-Type: application/octet-stream\r\n\r\n"
    )
    .into_bytes();
    body.extend_from_slice(file);
    body.extend_from_slice(format!("\r\n--{boundary}--\r\n").as_bytes());
    let media_type = format!("multipart/form-data; boundary={boundary}");
    Request::post(PATH)
        .header(header::CONTENT_TYPE, media_type)
        .header(header::CONTENT_LENGTH, body.len())
        .body(body.into())
        .map_err(Error::internal)
}

pub(super) async fn send(
    State(web): State<Arc<WebState>>,
    peer: Option<Extension<ConnectInfo<SocketAddr>>>,
    headers: HeaderMap,
    MemberUpload {
        signed_in,
        form,
        file,
    }: MemberUpload,
) -> Page {
    if let Some(elsewhere) = only_sandbox(&signed_in) {
        return Ok(elsewhere);
    }
    let Some(key) = own_call::key(&form) else {
        let faults = Faults::general("Enter a sandbox key.");
        return Ok(shown(&web, &signed_in, faults, None).await?);
    };
    let Some(file) = file else {
        let faults = Faults::general("Choose a document.");
        return Ok(shown(&web, &signed_in, faults, None).await?);
    };
    let name = file.name().to_owned();
    let file = file.whole(FILE_BYTES_MAX).await?;
    let request = request(&web, &name, &file)?;
    let answer = own_call::call(&web, &signed_in, Some(key), request, (peer, &headers)).await?;
    match read(&web, &signed_in, &answer).await? {
        Some(id) => {
            let to = format!("{}/{id}", base(signed_in.environment));
            Ok(Redirect::to(&to).into_response())
        }
        None => Ok(shown(&web, &signed_in, Faults::default(), Some(answer)).await?),
    }
}

/// The reading that the call came to, if it is kept among this tenant's.
async fn read(
    web: &WebState,
    signed_in: &SignedInMember,
    answer: &Answer,
) -> Result<Option<RequestId>> {
    let Ok(id) = RequestId::parse_str(&answer.request_id) else {
        return Ok(None);
    };
    let whose = (signed_in.of.tenant.clone(), signed_in.environment);
    let found = open_reading(&web.admin.store, &web.admin.vault, whose, id).await?;
    Ok(found.map(|_| id))
}
