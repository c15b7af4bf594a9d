//! How right the tenant's readings are, by what it said of them.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use http::StatusCode;
use kofa_documents::feedback::{FindTraining, report};

use crate::kit::{Layout, Page, SignedInMember, WebState, respond};
use crate::readings::ReadingView;

/// `GET /portal/{environment}/readings`
#[derive(Debug, Template)]
#[template(path = "tenant/readings.html")]
struct Readings<'a> {
    layout: &'a Layout,
    view: Option<ReadingView>,
    keeps_documents: bool,
    document_days: i64,
}

pub(super) async fn page(State(web): State<Arc<WebState>>, signed_in: SignedInMember) -> Page {
    let layout = Layout::portal(&web, &signed_in, "readings", "Extraction quality");
    let (store, tenant) = (&web.admin.store, signed_in.of.tenant.clone());
    let find = FindTraining {
        tenant: tenant.clone(),
    };
    let training = store.read(find).await?;
    let found = report(store, signed_in.environment, Some(tenant), signed_in.by.at).await?;
    let page = Readings {
        layout: &layout,
        view: ReadingView::new(&found),
        keeps_documents: training.keep_documents,
        document_days: training.document_days,
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}
