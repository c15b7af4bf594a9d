//! A person's own settings: where they are signed in, their password. The second factor has a
//! page of its own. One for both doors.

use std::sync::Arc;

use askama::Template;
use axum::extract::{RawPathParams, State};
use axum::response::Response;
use http::StatusCode;
use kofa_domain::{Error, Result, Sensitive, Timestamp};
use kofa_identity::resets::ChangePassword;
use kofa_identity::second_factor::{Factors, FindFactors};
use kofa_identity::sessions::{
    Door, EndOtherSessions, EndSession, ListSessions, ListedSession, SessionId,
};
use kofa_identity::{WEAK_PASSWORD, WRONG_PASSWORD, password};

use super::own::{Own, OwnForm};
use super::prove::{Claim, Verdict, patience};
use super::sign_in::waiting;
use crate::kit::{Caller, Faults, Form, Layout, Page, WebState, go, respond, show};

/// `GET …/settings`
#[derive(Debug, Template)]
#[template(path = "enter/settings.html")]
struct Settings<'a> {
    layout: &'a Layout,
    home: &'a str,
    email: &'a str,
    sessions: &'a [ListedSession],
    here: &'a SessionId,
    /// Whether they may have tokens for the admin API.
    of_console: bool,
    factors: &'a Factors,
    now: Timestamp,
}

/// `GET …/settings/password`
#[derive(Debug, Template)]
#[template(path = "enter/password.html")]
struct PasswordPage<'a> {
    layout: &'a Layout,
    home: &'a str,
    email: &'a str,
    faults: Faults,
}

/// A browser by its name, from what it says it is; the longest known words first, because
/// browsers name each other.
fn browser(agent: &str) -> String {
    const NAMES: [(&str, &str); 7] = [
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("SamsungBrowser", "Samsung Internet"),
        ("Firefox/", "Firefox"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
        ("curl/", "curl"),
    ];
    const SYSTEMS: [(&str, &str); 6] = [
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Windows", "Windows"),
        ("Mac OS X", "macOS"),
        ("Linux", "Linux"),
    ];
    let find = |list: &[(&str, &'static str)]| {
        let found = list.iter().find(|(part, _)| agent.contains(part));
        found.map(|(_, name)| *name)
    };
    match (find(&NAMES), find(&SYSTEMS)) {
        (Some(name), Some(system)) => format!("{name} on {system}"),
        (Some(name), None) => name.to_owned(),
        _ if agent.is_empty() => "Unknown".to_owned(),
        _ => agent.chars().take(40).collect(),
    }
}

pub(super) async fn page(State(web): State<Arc<WebState>>, own: Own) -> Page {
    let (person, now) = (own.person.clone(), own.by.at);
    let factors = web.admin.store.read(FindFactors { person }).await?;
    let person = own.person.clone();
    let listed = ListSessions { person, now };
    let sessions = web.admin.store.read(listed).await?;
    let page = Settings {
        layout: &own.layout,
        home: &own.settings,
        email: &own.email,
        sessions: &sessions,
        here: &own.session.id,
        of_console: own.at.door == Door::Console,
        factors: &factors,
        now,
    };
    Ok(respond(&web, &own.layout, StatusCode::OK, &page))
}

/// Ends one of their own sessions; somebody else's is not found to be told apart.
pub(super) async fn end_session(
    State(web): State<Arc<WebState>>,
    path: RawPathParams,
    OwnForm { own, .. }: OwnForm,
) -> Page {
    let id = path.iter().find(|(name, _)| *name == "session");
    let session = id.and_then(|(_, text)| SessionId::parse(text));
    let session = session.ok_or_else(|| {
        let message = "Session not found.";
        Error::new(&kofa_domain::codes::NOT_FOUND, message)
    })?;
    let by = own.by.clone();
    web.admin.store.write(EndSession { by, session }).await?;
    Ok(go(&web, &own.settings, "Session signed out."))
}

pub(super) async fn end_others(
    State(web): State<Arc<WebState>>,
    OwnForm { own, form }: OwnForm,
) -> Page {
    let end = EndOtherSessions {
        by: own.by.clone(),
        but: own.session.id.clone(),
        with_tokens: form.is_ticked("endTokens"),
    };
    let (ended, revoked) = web.admin.store.write(end).await?;
    let mut said = match ended {
        0 => "You were not signed in anywhere else.".to_owned(),
        1 => "One other session signed out.".to_owned(),
        many => format!("{many} other sessions signed out."),
    };
    match revoked {
        0 => {}
        1 => said.push_str(" One admin token revoked."),
        many => said.push_str(&format!(" {many} admin tokens revoked.")),
    }
    Ok(go(&web, &own.settings, &said))
}

fn password_form(web: &WebState, own: &Own, faults: Faults) -> Response {
    let layout = own.titled("Change password");
    let status = faults.status();
    let page = PasswordPage {
        layout: &layout,
        home: &own.settings,
        email: &own.email,
        faults,
    };
    respond(web, &layout, status, &page)
}

pub(super) async fn password_page(State(web): State<Arc<WebState>>, own: Own) -> Page {
    own.must_be_fresh("password")?;
    Ok(password_form(&web, &own, Faults::default()))
}

/// Whether the password in the field `current` is theirs; what is said if not.
pub(super) async fn present_password(
    web: &WebState,
    caller: &Caller,
    own: &Own,
    form: &Form,
) -> Result<Verdict<()>> {
    let claim = Claim {
        web,
        at: own.at,
        caller,
        email: &own.email,
    };
    match claim.password(form.secret("current")).await? {
        Verdict::Right(person) if person == own.person => {
            claim.settle().await?;
            Ok(Verdict::Right(()))
        }
        Verdict::Right(_) | Verdict::Wrong => Ok(Verdict::Wrong),
        Verdict::Wait(seconds) => Ok(Verdict::Wait(seconds)),
    }
}

/// The faults of a password that is not the present one.
pub(super) fn not_theirs() -> Faults {
    let error = Error::on("current", &WRONG_PASSWORD, "Incorrect password.");
    Faults::of(error).unwrap_or_default()
}

pub(super) async fn change_password(
    State(web): State<Arc<WebState>>,
    caller: Caller,
    OwnForm { own, form }: OwnForm,
) -> Page {
    own.must_be_fresh("password")?;
    match present_password(&web, &caller, &own, &form).await? {
        Verdict::Right(()) => {}
        Verdict::Wrong => return Ok(password_form(&web, &own, not_theirs())),
        Verdict::Wait(seconds) => {
            let faults = Faults::general(patience(seconds));
            let response = password_form(&web, &own, faults);
            return Ok(waiting(response, seconds));
        }
    }
    let chosen = form.secret("password");
    if let Err(weak) = take(&own, &form, &chosen) {
        return Ok(password_form(&web, &own, Faults::of(weak)?));
    }
    let hash = password::hash(chosen, web.admin.ids).await?;
    let change = ChangePassword {
        by: own.by.clone(),
        session: own.session.id.clone(),
        password_hash: Sensitive::new(hash),
    };
    web.admin.store.write(change).await?;
    let said = "Password changed. You are signed out everywhere else.";
    Ok(go(&web, &own.settings, said))
}

fn take(own: &Own, form: &Form, chosen: &Sensitive<String>) -> Result<()> {
    if form.raw("current") == chosen.expose() {
        let message = "Choose a password that differs from your current one.";
        return Err(Error::on("password", &WEAK_PASSWORD, message));
    }
    password::check("password", chosen, &[&own.email, &own.name])
}

#[cfg(test)]
mod tests {
    use super::browser;

    #[test]
    fn browsers_are_named_by_what_they_say() {
        let check = |agent: &str, name: &str| assert_eq!(browser(agent), name);
        check(
            "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) \
             Chrome/126.0 Mobile Safari/537.36",
            "Chrome on Android",
        );
        check(
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 \
             (KHTML, like Gecko) Version/17.5 Safari/605.1.15",
            "Safari on macOS",
        );
        check("python-httpx/0.28", "python-httpx/0.28");
        check("", "Unknown");
    }
}
