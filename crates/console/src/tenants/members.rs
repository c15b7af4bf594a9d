//! The people of a tenant, links for those who have none, and the provider at which they sign in.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Path, RawQuery, State};
use axum::routing::{get, post};
use http::StatusCode;
use kofa_commands::Entry;
use kofa_commands::platform::members::{InviteCreated, InviteMember};
use kofa_commands::platform::single_sign_on::{
    GetSignInProvider, RemoveSignInProvider, SignInProviderView,
};
use kofa_core::{MemberRole, Right};
use kofa_domain::{Result, Timestamp};
use kofa_identity::members::{ListMembers, MEMBERS_MAX, Member, MemberStatus};
use kofa_portal::auth::must_confirm;
use kofa_portal::kit::{
    CommandForm, Faults, Form, Layout, OperatorForm, Page, SignedInOperator, WebState, go, part,
    respond, show,
};

use super::Place;
use crate::ask::{Question, must_be_sure};
use crate::read::{self, Pager};

/// Members of a page.
const LINES: usize = 50;

/// `GET /console/tenants/{tenant}/members`
#[derive(Debug, Template)]
#[template(path = "console/tenants/members.html")]
struct Members<'a> {
    layout: &'a Layout,
    place: &'a Place,
    now: Timestamp,
    faults: Faults,
    may: bool,
    members: Vec<Member>,
    /// At which the members sign in; shown to who may change it.
    provider: Option<SignInProviderView>,
    pager: Pager,
    /// What stands in the form: e-mail address, role.
    typed: [String; 2],
}

/// What `POST` answers: the link, once.
#[derive(Debug, Template)]
#[template(path = "console/tenants/invited.html")]
struct Invited<'a> {
    layout: &'a Layout,
    place: &'a Place,
    invite: InviteCreated,
}

pub(super) fn routes() -> Router<Arc<WebState>> {
    Router::new()
        .route("/console/tenants/{tenant}/members", get(page).post(invite))
        .route(
            "/console/tenants/{tenant}/members/sign-in/remove",
            post(remove_provider),
        )
}

async fn page(
    State(web): State<Arc<WebState>>,
    Path(tenant): Path<String>,
    RawQuery(query): RawQuery,
    signed_in: SignedInOperator,
) -> Page {
    let (place, query) = (
        Place::find(&web, &tenant, "members").await?,
        read::query(query),
    );
    let typed = (&Form::default(), Faults::default());
    show_page(&web, &signed_in, &place, query.text("from"), typed).await
}

async fn show_page(
    web: &WebState,
    signed_in: &SignedInOperator,
    place: &Place,
    from: &str,
    (form, faults): (&Form, Faults),
) -> Page {
    let layout = Layout::console(web, signed_in, "tenants", &place.tenant.name);
    let tenant = place.tenant.id.clone();
    let members = web.admin.store.read(ListMembers { tenant }).await?;
    let (members, next) = part(members, from, LINES);
    let here = place.href("members");
    let may = signed_in.may(Right::Members(&place.tenant.id));
    let page = Members {
        layout: &layout,
        now: signed_in.by.at,
        may,
        members,
        provider: match may {
            true => provider(web, signed_in, place).await?,
            false => None,
        },
        pager: Pager {
            next: next.map_or_else(String::new, |next| format!("{here}?from={next}")),
            first: if from.is_empty() { String::new() } else { here },
        },
        typed: ["email", "role"].map(|name| form.text(name).to_owned()),
        place,
        faults,
    };
    Ok(respond(web, &layout, page.faults.status(), &page))
}

async fn provider(
    web: &WebState,
    signed_in: &SignedInOperator,
    place: &Place,
) -> Result<Option<SignInProviderView>> {
    let tenant = place.tenant.id.clone();
    let get = GetSignInProvider { tenant };
    Ok(web.admin.run(signed_in.by.clone(), get).await?.provider)
}

/// What is asked before single sign-on is turned off.
fn removing(place: &Place) -> Question {
    let title = format!("Turn off single sign-on for {}?", place.tenant.name);
    let text = "All members are signed out. Members who never had a password need a reset link.";
    Question::new(title, text, "Turn off single sign-on").typing(&place.tenant.name)
}

/// Ends the trust in the provider.
async fn remove_provider(
    State(web): State<Arc<WebState>>,
    Path(tenant): Path<String>,
    sent: OperatorForm,
) -> Page {
    let OperatorForm { signed_in, form } = sent;
    let place = Place::find(&web, &tenant, "members").await?;
    signed_in.by.actor.needs(Right::Members(&place.tenant.id))?;
    let (back, question) = (place.href("members"), removing(&place));
    must_be_sure(&web, &signed_in, ("tenants", &back), &form, &question)?;
    let tenant = place.tenant.id;
    let remove = RemoveSignInProvider { tenant };
    web.admin.run(signed_in.by, remove).await?;
    let said = "Single sign-on is off. All members are signed out.";
    Ok(go(&web, &back, said))
}

/// Invites someone, or makes a new link for someone who has not come yet.
async fn invite(
    State(web): State<Arc<WebState>>,
    Path(tenant): Path<String>,
    sent: OperatorForm,
) -> Page {
    let OperatorForm { signed_in, form } = sent;
    let place = Place::find(&web, &tenant, "members").await?;
    signed_in.by.actor.needs(Right::Members(&place.tenant.id))?;
    must_confirm(&web, &signed_in, &form, &place.href("members")).await?;
    let invite = CommandForm::new(Entry::of::<InviteMember>())
        .with("tenantId", place.tenant.id.as_str())
        .filled(&form);
    let invite = match invite
        .run_as::<InviteMember>(&web.admin, signed_in.by.clone())
        .await
    {
        Ok(invite) => invite,
        Err(error) => {
            let typed = (&form, Faults::of(error)?);
            return show_page(&web, &signed_in, &place, "", typed).await;
        }
    };
    let layout = Layout::console(&web, &signed_in, "tenants", &place.tenant.name);
    let page = Invited {
        layout: &layout,
        place: &place,
        invite,
    };
    Ok(respond(&web, &layout, StatusCode::CREATED, &page))
}

/// How a member's status is coloured.
fn tone(status: MemberStatus) -> &'static str {
    match status {
        MemberStatus::Active => "ok",
        MemberStatus::Invited => "warn",
        MemberStatus::Disabled => "bad",
    }
}

/// What each role may do, for the form.
const ROLES: [(MemberRole, &str); 5] = [
    (MemberRole::Owner, "Owner: full access"),
    (
        MemberRole::Developer,
        "Developer: API keys in both environments",
    ),
    (
        MemberRole::SandboxDeveloper,
        "Sandbox developer: Sandbox keys only",
    ),
    (MemberRole::Finance, "Finance: read-only, including money"),
    (MemberRole::Viewer, "Viewer: read-only"),
];
