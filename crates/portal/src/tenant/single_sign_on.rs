//! The provider at which a company's members sign in: owners set it up and take it back.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::{get, post};
use http::StatusCode;
use kofa_commands::platform::single_sign_on::{
    GetSignInProvider, RemoveSignInProvider, SetSignInProvider, SignInProviderView, SingleSignOn,
};
use kofa_commands::{Command, Entry};
use kofa_core::Right;
use kofa_domain::Result;

use crate::kit::{
    CommandForm, Faults, Form, Layout, MemberForm, Page, Refusal, SignedInMember, WebState, go,
    must_be_fresh, respond,
};

pub(super) fn routes() -> Router<Arc<WebState>> {
    let at = |word: &str| format!("/portal/{{environment}}/members/sign-in{word}");
    Router::new()
        .route(&at(""), get(page).post(set))
        .route(&at("/remove"), post(remove))
}

/// `GET`, `POST /portal/{environment}/members/sign-in`
#[derive(Debug, Template)]
#[template(path = "tenant/single-sign-on.html")]
struct ProviderPage<'a> {
    layout: &'a Layout,
    home: &'a str,
    /// Of the list of members.
    members: String,
    of: SingleSignOn,
    typed: Typed,
    faults: Faults,
}

/// What stands in the form.
#[derive(Debug, Default)]
struct Typed {
    issuer: String,
    client_id: String,
    domain: String,
    required: bool,
    creates_members: bool,
    asks_second_factor: bool,
}

impl Typed {
    fn of(provider: &SignInProviderView) -> Self {
        Self {
            issuer: provider.issuer.clone(),
            client_id: provider.client_id.clone(),
            domain: provider.domain.clone(),
            required: provider.required,
            creates_members: provider.creates_members,
            asks_second_factor: provider.asks_second_factor,
        }
    }

    fn of_form(form: &Form) -> Self {
        Self {
            issuer: form.text("issuer").to_owned(),
            client_id: form.text("clientId").to_owned(),
            domain: form.text("domain").to_owned(),
            required: form.is_ticked("required"),
            creates_members: form.is_ticked("createsMembers"),
            asks_second_factor: form.is_ticked("asksSecondFactor"),
        }
    }
}

fn place(signed_in: &SignedInMember) -> String {
    let world = signed_in.environment.as_str();
    format!("/portal/{world}/members/sign-in")
}

/// Refuses who may not change it, and asks for a fresh proof of who they are. What is typed here
/// holds a secret, so no form waits for that.
fn must_own(signed_in: &SignedInMember) -> Result<(), Refusal> {
    let tenant = &signed_in.of.tenant;
    signed_in.by.actor.needs(Right::Members(tenant))?;
    must_be_fresh(signed_in, &place(signed_in))
}

/// A command about the reader's own tenant.
fn of<C: Command>(signed_in: &SignedInMember) -> CommandForm {
    CommandForm::new(Entry::of::<C>()).with("tenantId", signed_in.of.tenant.as_str())
}

async fn shown(
    web: &WebState,
    signed_in: &SignedInMember,
    typed: Option<(Typed, Faults)>,
) -> Result<Response> {
    let found = of::<GetSignInProvider>(signed_in)
        .run_as::<GetSignInProvider>(&web.admin, signed_in.by.clone())
        .await?;
    let (typed, faults) = typed.unwrap_or_else(|| {
        let kept = found.provider.as_ref().map(Typed::of);
        (kept.unwrap_or_default(), Faults::default())
    });
    let layout = Layout::portal(web, signed_in, "members", "Single sign-on");
    let status: StatusCode = faults.status();
    let page = ProviderPage {
        layout: &layout,
        home: &place(signed_in),
        members: format!("/portal/{}/members", signed_in.environment.as_str()),
        of: found,
        typed,
        faults,
    };
    Ok(respond(web, &layout, status, &page))
}

async fn page(State(web): State<Arc<WebState>>, signed_in: SignedInMember) -> Page {
    must_own(&signed_in)?;
    Ok(shown(&web, &signed_in, None).await?)
}

async fn set(State(web): State<Arc<WebState>>, MemberForm { signed_in, form }: MemberForm) -> Page {
    must_own(&signed_in)?;
    let set = of::<SetSignInProvider>(&signed_in)
        .with_secret("clientSecret", &form)
        .filled(&form);
    let set = set.run_as::<SetSignInProvider>(&web.admin, signed_in.by.clone());
    match set.await {
        Ok(_) => {
            let said = "Single sign-on saved. Test it in another browser before you rely on it.";
            Ok(go(&web, &place(&signed_in), said))
        }
        Err(error) => {
            let typed = (Typed::of_form(&form), Faults::of(error)?);
            Ok(shown(&web, &signed_in, Some(typed)).await?)
        }
    }
}

async fn remove(
    State(web): State<Arc<WebState>>,
    MemberForm { signed_in, .. }: MemberForm,
) -> Page {
    must_own(&signed_in)?;
    let tenant = signed_in.of.tenant.clone();
    let remove = RemoveSignInProvider { tenant };
    web.admin.run(signed_in.by.clone(), remove).await?;
    let said = "Single sign-on turned off. Everyone else is signed out.";
    Ok(go(&web, &place(&signed_in), said))
}
