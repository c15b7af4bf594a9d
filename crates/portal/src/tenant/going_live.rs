//! The way to live: what is still missing, and asking for it.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Path, State};
use axum::routing::{get, post};
use kofa_commands::platform::live::{LiveService, LiveStanding, RequestLive, WithdrawLiveRequest};
use kofa_commands::{Command, Entry};
use kofa_core::Right;

use crate::kit::{
    CommandForm, Faults, Form, Layout, MemberForm, Page, SignedInMember, WebState, go, respond,
};

/// `GET /portal/{environment}/going-live`
#[derive(Debug, Template)]
#[template(path = "tenant/going-live.html")]
struct GoingLive<'a> {
    layout: &'a Layout,
    faults: Faults,
    may_ask: bool,
    standing: LiveStanding,
    titles: Vec<String>,
    rc_number: String,
}

impl GoingLive<'_> {
    /// The required lines that are missing.
    fn missing(&self) -> usize {
        let lines = self.standing.checklist.iter();
        lines.filter(|line| line.required && !line.done).count()
    }
}

fn waits(service: &LiveService) -> bool {
    let request = service.request.as_ref();
    request.is_some_and(|it| it.state == "requested")
}

pub(super) fn routes() -> Router<Arc<WebState>> {
    Router::new()
        .route("/portal/{environment}/going-live", get(page))
        .route("/portal/{environment}/going-live/{scope}", post(ask))
        .route(
            "/portal/{environment}/going-live/{scope}/withdraw",
            post(withdraw),
        )
}

async fn page(State(web): State<Arc<WebState>>, signed_in: SignedInMember) -> Page {
    show_page(&web, &signed_in, (&Form::default(), Faults::default())).await
}

async fn show_page(
    web: &WebState,
    signed_in: &SignedInMember,
    (form, faults): (&Form, Faults),
) -> Page {
    let layout = Layout::portal(web, signed_in, "going-live", "Going live");
    let tenant = signed_in.of.tenant.clone();
    let standing = LiveStanding::of(&web.admin.services(), tenant).await?;
    let known = standing.company.as_ref().map(|it| it.rc_number.as_str());
    let rc_number = match form.text("rcNumber") {
        "" => known.unwrap_or_default(),
        typed => typed,
    };
    let titles = standing.services.iter();
    let page = GoingLive {
        layout: &layout,
        may_ask: signed_in.may(Right::Live(&signed_in.of.tenant)) && !layout.looking,
        titles: titles
            .map(|it| web.admin.products.title(it.scope))
            .collect(),
        rc_number: rc_number.to_owned(),
        standing,
        faults,
    };
    Ok(respond(web, &layout, page.faults.status(), &page))
}

/// Runs a command about a product of the tenant, and says so.
async fn run<C: Command>(
    web: &WebState,
    MemberForm { signed_in, form }: MemberForm,
    scope: &str,
    said: &str,
) -> Page {
    let asked = CommandForm::new(Entry::of::<C>())
        .with("tenantId", signed_in.of.tenant.as_str())
        .with("scope", scope)
        .filled(&form);
    let by = signed_in.by.clone();
    match asked.run_as::<C>(&web.admin, by).await {
        Ok(_) => {
            let to = format!("/portal/{}/going-live", signed_in.environment.as_str());
            Ok(go(web, &to, said))
        }
        Err(error) => show_page(web, &signed_in, (&form, Faults::of(error)?)).await,
    }
}

async fn ask(
    State(web): State<Arc<WebState>>,
    Path((_, scope)): Path<(String, String)>,
    sent: MemberForm,
) -> Page {
    let said = "Request sent. The operator’s decision will be shown here.";
    run::<RequestLive>(&web, sent, &scope, said).await
}

async fn withdraw(
    State(web): State<Arc<WebState>>,
    Path((_, scope)): Path<(String, String)>,
    sent: MemberForm,
) -> Page {
    let said = "Request withdrawn.";
    run::<WithdrawLiveRequest>(&web, sent, &scope, said).await
}
