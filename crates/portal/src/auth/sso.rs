//! Single sign-on: to the provider of a tenant or of the operators, and back.
//!
//! A form must lead nowhere but to this site (`form-action`), and a browser takes that of every
//! address that a form is led on to. So the form that asks for the e-mail address is answered by
//! a page that leads on.
//!
//! Each tenant has an address of its own that its provider leads back to: a code that another
//! provider was tricked into sending is taken nowhere else.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Path, RawQuery, State};
use axum::response::Response;
use axum::routing::get;
use http::{HeaderMap, StatusCode, header};
use kofa_domain::{Error, Result, TenantId, codes};
use kofa_identity::recovery::HasFactor;
use kofa_identity::sessions::{Person, Vouching};
use kofa_identity::single_sign_on::{
    ATTEMPT_SECONDS, EnterByProvider, FindProvider, FindProviderOf, StartAttempt, Started,
    TakeAttempt, Word,
};
use kofa_identity::{NO_ACCOUNT, SIGN_IN_EXPIRED};
use kofa_openid::{Asked, SIGN_IN_NOT_PROVED, Vouched};

use super::arrive::Arrival;
use super::at::At;
use super::prove::patience;
use super::sign_in::waiting;
use crate::assets;
use crate::kit::{Caller, Faults, Form, Page, Provider, WebState, go, html};

/// Binds somebody's way to a provider and back to their browser.
const COOKIE: &str = "kofa-on-the-way";

pub(super) fn routes() -> Router<Arc<WebState>> {
    Router::new()
        .route("/portal/sso", get(ask).post(find))
        .route("/portal/sso/{tenant}", get(begin_tenant))
        .route("/portal/sso/{tenant}/callback", get(back_to_tenant))
        .route("/console/sso", get(begin_operator))
        .route("/console/sso/callback", get(back_to_console))
}

/// `GET /portal/sso`
#[derive(Debug, Template)]
#[template(path = "enter/sso.html")]
struct AskPage<'a> {
    style: String,
    email: &'a str,
    next: &'a str,
    faults: Faults,
}

/// `POST /portal/sso`: where the browser goes next.
#[derive(Debug, Template)]
#[template(path = "enter/sso-go.html")]
struct GoPage {
    style: String,
    name: String,
    to: String,
}

fn asked(email: &str, next: &str, faults: Faults) -> Response {
    let status = faults.status();
    let page = AskPage {
        style: assets::STYLE.path(),
        email,
        next,
        faults,
    };
    html(status, &page)
}

async fn ask(at: At, RawQuery(query): RawQuery) -> Response {
    let next = at.next_of(query.as_deref());
    asked("", &next, Faults::default())
}

async fn find(State(web): State<Arc<WebState>>, at: At, form: Form) -> Page {
    let (email, next) = (form.text("email"), at.next(form.raw("next")));
    let find = FindProviderOf {
        email: email.to_owned(),
    };
    let Some(tenant) = web.admin.store.read(find).await? else {
        let message = "No company here uses single sign-on with this email domain. Sign in with \
                       your password, or ask an owner of your company.";
        return Ok(asked(email, &next, Faults::general(message)));
    };
    let found = FindProvider {
        tenant: tenant.clone(),
    };
    let provider = web.admin.store.read(found).await?.ok_or_else(unknown)?;
    let page = GoPage {
        style: assets::STYLE.path(),
        name: provider.tenant_name,
        to: at.leading(&format!("sso/{tenant}"), &next),
    };
    Ok(html(StatusCode::OK, &page))
}

fn unknown() -> Error {
    let message = "Single sign-on is not set up here.";
    Error::new(&codes::NOT_FOUND, message)
}

async fn of_tenant<'a>(web: &'a WebState, text: &str) -> Result<(TenantId, Provider<'a>)> {
    let tenant = TenantId::parse(text).ok_or_else(unknown)?;
    let find = FindProvider {
        tenant: tenant.clone(),
    };
    let found = web.admin.store.read(find).await?.ok_or_else(unknown)?;
    let secret = found.secret(&web.admin.vault)?;
    Ok((tenant, web.single_sign_on.of_tenant(found, secret)))
}

fn of_operators(web: &WebState) -> Result<Provider<'_>> {
    web.single_sign_on.of_operators().ok_or_else(unknown)
}

/// Where a provider leads back to.
fn redirect_uri(web: &WebState, tenant: Option<&TenantId>) -> String {
    let base = &web.admin.base_url;
    match tenant {
        Some(tenant) => format!("{base}/portal/sso/{tenant}/callback"),
        None => format!("{base}/console/sso/callback"),
    }
}

fn question(web: &WebState, tenant: Option<&TenantId>, started: Started, again: bool) -> Asked {
    Asked {
        redirect_uri: redirect_uri(web, tenant),
        state: started.state,
        nonce: started.nonce,
        verifier: started.verifier,
        again,
    }
}

/// Somebody who sets out.
#[derive(Debug)]
struct Leaving<'a> {
    web: &'a WebState,
    at: At,
    caller: &'a Caller,
    query: Option<&'a str>,
}

impl Leaving<'_> {
    /// Leads them to the provider.
    async fn set_out(&self, tenant: Option<TenantId>, provider: &Provider<'_>) -> Page {
        let (web, now) = (self.web, self.web.now());
        if let Some(seconds) = web.attempts.take(self.caller.ip, now) {
            let page = asked("", self.at.base, Faults::general(patience(seconds)));
            return Ok(waiting(page, seconds));
        }
        let again = Form::parse(self.query.unwrap_or_default().as_bytes()).is_ticked("again");
        let (admin, next) = (&web.admin, self.at.next_of(self.query));
        let (vault, ids) = (&admin.vault, admin.ids);
        let (start, started) = StartAttempt::new(vault, ids, tenant.clone(), (next, again), now);
        let browser = started.browser.expose().clone();
        let question = question(web, tenant.as_ref(), started, again);
        let to = provider
            .asked
            .begin(&provider.client, &question, now)
            .await?;
        admin.store.write(start).await?;
        let mut response = go(web, &to, "");
        let cookie = web.cookies.set(COOKIE, &browser, ATTEMPT_SECONDS);
        response.headers_mut().append(header::SET_COOKIE, cookie);
        Ok(response)
    }
}

async fn begin_tenant(
    State(web): State<Arc<WebState>>,
    at: At,
    caller: Caller,
    Path(tenant): Path<String>,
    RawQuery(query): RawQuery,
) -> Page {
    let (tenant, provider) = of_tenant(&web, &tenant).await?;
    let leaving = Leaving {
        web: &web,
        at,
        caller: &caller,
        query: query.as_deref(),
    };
    leaving.set_out(Some(tenant), &provider).await
}

async fn begin_operator(
    State(web): State<Arc<WebState>>,
    at: At,
    caller: Caller,
    RawQuery(query): RawQuery,
) -> Page {
    let provider = of_operators(&web)?;
    let leaving = Leaving {
        web: &web,
        at,
        caller: &caller,
        query: query.as_deref(),
    };
    leaving.set_out(None, &provider).await
}

/// Somebody who comes back.
#[derive(Debug)]
struct Returning<'a> {
    web: &'a WebState,
    at: At,
    caller: Caller,
    headers: HeaderMap,
    /// What the provider sent along.
    told: Form,
}

impl Returning<'_> {
    async fn enter(&self, tenant: Option<TenantId>, provider: &Provider<'_>) -> Page {
        let mut response = self.come_in(tenant, provider).await?;
        let gone = self.web.cookies.set(COOKIE, "", 0);
        response.headers_mut().append(header::SET_COOKIE, gone);
        Ok(response)
    }

    async fn come_in(&self, tenant: Option<TenantId>, provider: &Provider<'_>) -> Page {
        let (web, admin, now) = (self.web, &self.web.admin, self.web.now());
        let expired = || Error::plain(&SIGN_IN_EXPIRED);
        let (code, error) = (self.told.raw("code"), self.told.text("error"));
        if code.is_empty() && !error.is_empty() {
            // Some send no state with it. Nothing is granted, so nothing has to be compared.
            return Err(refused(error).into());
        }
        let browser = web.cookies.get(&self.headers, COOKIE).unwrap_or_default();
        let take = TakeAttempt::new(&admin.vault, self.told.raw("state"), browser, now);
        let attempt = admin.store.write(take).await?.ok_or_else(expired)?;
        if attempt.tenant != tenant {
            return Err(expired().into());
        }
        if code.is_empty() {
            return Err(refused(error).into());
        }
        let issuer = Some(self.told.raw("iss")).filter(|issuer| !issuer.is_empty());
        let question = question(web, tenant.as_ref(), attempt.started, attempt.again);
        let finish = provider
            .asked
            .finish(&provider.client, &question, (code, issuer), now);
        let vouched = finish.await?;
        let next = self.at.next(&attempt.next);
        Ok(self.arrive(provider, vouched, &next).await?)
    }

    async fn arrive(
        &self,
        provider: &Provider<'_>,
        vouched: Vouched,
        next: &str,
    ) -> Result<Response> {
        let (web, admin) = (self.web, &self.web.admin);
        let issuer = provider.client.issuer.clone();
        let word = Word {
            issuer: issuer.clone(),
            subject: vouched.subject,
            email: vouched.email,
        };
        let (realm, domains) = (provider.realm.clone(), provider.domains.clone());
        let enter = EnterByProvider::new(realm, word, domains, admin.ids, web.now());
        let person = admin.store.write(enter).await?;
        self.must_belong(&person)?;
        web.attempts.forgive(self.caller.ip);
        let gave_two = provider.asks_second_factor || vouched.second_factor;
        let pending = !gave_two && self.has_factor(&person).await?;
        let to = match pending {
            true => self.at.leading("second-factor", next),
            false => next.to_owned(),
        };
        let arrival = Arrival {
            web,
            at: self.at,
            caller: &self.caller,
            headers: &self.headers,
        };
        let vouching = Vouching {
            issuer,
            proved_at: vouched.authenticated_at,
            second_factor: gave_two,
        };
        arrival.lead_vouched(person, pending, vouching, &to).await
    }

    /// A provider of members makes nobody an operator, and the other way round.
    fn must_belong(&self, person: &Person) -> Result<()> {
        match person.door() == self.at.door {
            true => Ok(()),
            false => Err(Error::plain(&NO_ACCOUNT)),
        }
    }

    async fn has_factor(&self, person: &Person) -> Result<bool> {
        let person = person.clone();
        self.web.admin.store.read(HasFactor { person }).await
    }
}

/// What a provider says instead of a code (RFC 6749, 4.1.2.1); its own words are not repeated.
fn refused(word: &str) -> Error {
    let message = match word {
        "access_denied" => "You declined at your provider, or it refused access.",
        "login_required" | "interaction_required" => "Sign in at your provider first.",
        "temporarily_unavailable" | "server_error" => "Your provider is unavailable. Try later.",
        _ => "Your provider did not confirm who you are.",
    };
    Error::new(&SIGN_IN_NOT_PROVED, message)
}

fn told(query: Option<&str>) -> Form {
    Form::parse(query.unwrap_or_default().as_bytes())
}

async fn back_to_tenant(
    State(web): State<Arc<WebState>>,
    at: At,
    caller: Caller,
    headers: HeaderMap,
    Path(tenant): Path<String>,
    RawQuery(query): RawQuery,
) -> Page {
    let (tenant, provider) = of_tenant(&web, &tenant).await?;
    let returning = Returning {
        web: &web,
        at,
        caller,
        headers,
        told: told(query.as_deref()),
    };
    returning.enter(Some(tenant), &provider).await
}

async fn back_to_console(
    State(web): State<Arc<WebState>>,
    at: At,
    caller: Caller,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Page {
    let provider = of_operators(&web)?;
    let returning = Returning {
        web: &web,
        at,
        caller,
        headers,
        told: told(query.as_deref()),
    };
    returning.enter(None, &provider).await
}
