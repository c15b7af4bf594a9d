//! The client of providers: leads browsers there, and asks who came back.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use data_encoding::{BASE64, BASE64URL_NOPAD};
use form_urlencoded::Serializer;
use http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};
use http::{HeaderMap, HeaderValue, Method};
use kofa_domain::{Error, Result, Sensitive, Timestamp};
use kofa_outbound::{AddressRule, HttpClient, HttpRequest};
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use tokio::sync::Semaphore;

use crate::codes::{SIGN_IN_NOT_PROVED, SIGN_IN_PROVIDER_FAILED};
use crate::keys::Key;
use crate::metadata::Metadata;
use crate::token::{Claims, Expected, Refused, verify};

/// Longest wait for an answer of a provider.
const TIME_LIMIT: Duration = Duration::from_secs(10);
/// Largest answer of a provider that is read, in bytes.
const ANSWER_BYTES_MAX: usize = 256 * 1024;
/// How long what a provider publishes is kept, in seconds.
const KEPT_SECONDS: i64 = 3_600;
/// Providers that are kept.
const PROVIDERS_MAX: usize = 1_000;
/// Requests that may be on their way at the same time.
const IN_FLIGHT_MAX: usize = 32;

/// What this platform is to a provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Client {
    /// The provider's own name: an address.
    pub issuer: String,
    pub id: String,
    pub secret: Sensitive<String>,
}

/// One sign-in: what was asked, and what must come back.
#[derive(Debug)]
pub struct Asked {
    /// Where the browser comes back to.
    pub redirect_uri: String,
    pub state: String,
    pub nonce: String,
    /// Of PKCE (RFC 7636): 43 to 128 characters.
    pub verifier: Sensitive<String>,
    /// Whether they must prove anew who they are.
    pub again: bool,
}

/// Whom a provider vouches for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vouched {
    /// The person's name at the issuer, for ever.
    pub subject: String,
    /// Verified by the provider.
    pub email: String,
    /// Whether they gave two proofs of different kinds.
    pub second_factor: bool,
    /// When they last proved who they are; `None` if the provider does not say.
    pub authenticated_at: Option<Timestamp>,
}

/// What a provider published.
#[derive(Debug)]
struct Known {
    metadata: Metadata,
    keys: Vec<Key>,
    read_at: Timestamp,
}

/// Providers, as their client.
#[derive(Debug)]
pub struct OpenId {
    rule: AddressRule,
    in_clear: HttpClient,
    /// Made when it is first needed; `None` on a machine that trusts no authority.
    over_tls: OnceLock<Option<HttpClient>>,
    known: Mutex<HashMap<String, Arc<Known>>>,
    places: Semaphore,
}

fn failed(why: impl std::fmt::Display) -> Error {
    let message = format!("The sign-in provider cannot be used now. {why}");
    Error::new(&SIGN_IN_PROVIDER_FAILED, message)
}

fn not_proved(message: &'static str) -> Error {
    Error::new(&SIGN_IN_NOT_PROVED, message)
}

impl OpenId {
    /// Of providers at the addresses that `rule` allows.
    pub fn new(rule: AddressRule) -> Self {
        Self {
            rule,
            in_clear: HttpClient::plain(ANSWER_BYTES_MAX, rule),
            over_tls: OnceLock::new(),
            known: Mutex::default(),
            places: Semaphore::new(IN_FLIGHT_MAX),
        }
    }

    fn over_tls(&self) -> Option<&HttpClient> {
        let make = || {
            let made = HttpClient::with_tls(ANSWER_BYTES_MAX, self.rule);
            if let Err(error) = &made {
                tracing::warn!(%error, "no sign-in provider can be asked over TLS");
            }
            made.ok()
        };
        self.over_tls.get_or_init(make).as_ref()
    }

    /// Where the browser is to be led.
    ///
    /// # Errors
    /// 502 `sign_in_provider_failed`.
    pub async fn begin(&self, client: &Client, asked: &Asked, now: Timestamp) -> Result<String> {
        let known = self.known(client, now).await?;
        let challenge = Sha256::digest(asked.verifier.expose().as_bytes());
        let challenge = BASE64URL_NOPAD.encode(&challenge);
        let mut url = known.metadata.authorization.clone();
        let mut query = url.query_pairs_mut();
        for (name, value) in [
            ("response_type", "code"),
            ("scope", "openid email"),
            ("client_id", client.id.as_str()),
            ("redirect_uri", asked.redirect_uri.as_str()),
            ("state", asked.state.as_str()),
            ("nonce", asked.nonce.as_str()),
            ("code_challenge", challenge.as_str()),
            ("code_challenge_method", "S256"),
        ] {
            query.append_pair(name, value);
        }
        if asked.again {
            query.append_pair("prompt", "login");
            query.append_pair("max_age", "0");
        }
        drop(query);
        Ok(url.into())
    }

    /// Exchanges the code that a browser came back with. `issuer` is who says to have sent it
    /// there, if anybody did.
    ///
    /// # Errors
    /// 403 `sign_in_not_proved`, 502 `sign_in_provider_failed`.
    pub async fn finish(
        &self,
        client: &Client,
        asked: &Asked,
        (code, issuer): (&str, Option<&str>),
        now: Timestamp,
    ) -> Result<Vouched> {
        let known = self.known(client, now).await?;
        let is_other = issuer.is_some_and(|issuer| issuer != client.issuer);
        if is_other || (known.metadata.names_itself && issuer.is_none()) {
            return Err(not_proved("The response is from another issuer."));
        }
        let answer = self.exchange(client, &known.metadata, asked, code).await?;
        let text = |name: &str| answer.get(name).and_then(Value::as_str);
        let token = text("id_token").ok_or_else(|| failed("It sent no ID token."))?;
        let expected = Expected {
            issuer: &client.issuer,
            client_id: &client.id,
            nonce: &asked.nonce,
            now,
        };
        let claims = match verify(token, &known.keys, &expected) {
            Err(Refused::UnknownKey) => {
                // It may have changed its keys since.
                let known = self.look_again(client, now).await?;
                verify(token, &known.keys, &expected)
            }
            done => done,
        };
        let claims = claims.map_err(|refused| match refused {
            Refused::Wrong(message) => not_proved(message),
            Refused::UnknownKey => not_proved("The token is signed with none of its keys."),
        })?;
        let email = match claims.with_email() {
            Some(told) => verified_email(told)?,
            None => {
                let user = known.metadata.user.as_deref();
                self.ask_email(user, text("access_token"), &claims).await?
            }
        };
        Ok(Vouched {
            email,
            subject: claims.subject().to_owned(),
            second_factor: claims.has_second_factor(),
            authenticated_at: claims.authenticated_at(),
        })
    }

    async fn exchange(
        &self,
        client: &Client,
        metadata: &Metadata,
        asked: &Asked,
        code: &str,
    ) -> Result<Value> {
        let mut headers = HeaderMap::new();
        let form_type = HeaderValue::from_static("application/x-www-form-urlencoded");
        headers.insert(CONTENT_TYPE, form_type);
        if !metadata.secret_in_body {
            headers.insert(AUTHORIZATION, basic(client)?);
        }
        let body = token_form(metadata.secret_in_body.then_some(client), asked, code);
        let asking = self.ask(Method::POST, &metadata.token, headers, body);
        let (status, answer) = asking.await?;
        if status == 200 {
            return Ok(answer);
        }
        // The words of RFC 6749, 5.2; nothing else of the answer is repeated.
        match answer.get("error").and_then(Value::as_str) {
            Some("invalid_grant") => Err(not_proved(
                "The provider does not take the code: it was used already, or is too old.",
            )),
            Some("invalid_client" | "unauthorized_client") => {
                Err(failed("It does not take the client id and secret."))
            }
            _ => Err(failed(format!(
                "It answered the code with status {status}."
            ))),
        }
    }

    /// The verified address of whom `claims` are about, from where the provider tells it.
    async fn ask_email(
        &self,
        place: Option<&str>,
        access: Option<&str>,
        claims: &Claims,
    ) -> Result<String> {
        let unknown = || not_proved("The provider does not state your email address.");
        let (place, access) = place.zip(access).ok_or_else(unknown)?;
        let bearer = HeaderValue::from_str(&format!("Bearer {access}"));
        let bearer = bearer.map_err(|_| failed("Its access token cannot be sent."))?;
        let headers = HeaderMap::from_iter([(AUTHORIZATION, bearer)]);
        let (status, told) = self.ask(Method::GET, place, headers, String::new()).await?;
        let is_theirs = told.get("sub").and_then(Value::as_str) == Some(claims.subject());
        if status != 200 || !is_theirs {
            return Err(unknown());
        }
        verified_email(&told)
    }

    async fn known(&self, client: &Client, now: Timestamp) -> Result<Arc<Known>> {
        let found = {
            let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            known.get(&client.issuer).cloned()
        };
        match found.filter(|it| now < it.read_at.plus_seconds(KEPT_SECONDS)) {
            Some(found) => Ok(found),
            None => self.look_again(client, now).await,
        }
    }

    async fn look_again(&self, client: &Client, now: Timestamp) -> Result<Arc<Known>> {
        let document = self.document(&Metadata::place(&client.issuer)).await?;
        let metadata = Metadata::read(&client.issuer, &document).map_err(failed)?;
        let keys = self.document(&metadata.keys).await?;
        let keys = Key::read_set(&keys).ok_or_else(|| failed("Its keys cannot be read."))?;
        let read = Arc::new(Known {
            metadata,
            keys,
            read_at: now,
        });
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= PROVIDERS_MAX {
            known.clear();
        }
        known.insert(client.issuer.clone(), Arc::clone(&read));
        Ok(read)
    }

    async fn document(&self, url: &str) -> Result<Value> {
        let asked = self.ask(Method::GET, url, HeaderMap::new(), String::new());
        match asked.await? {
            (200, document) => Ok(document),
            (status, _) => Err(failed(format!("It answered with status {status}."))),
        }
    }

    /// Status and JSON of an answer; null for what is no JSON.
    async fn ask(
        &self,
        method: Method,
        url: &str,
        mut headers: HeaderMap,
        body: String,
    ) -> Result<(u16, Value)> {
        let uri = url.parse().map_err(|_| failed("Its address is none."))?;
        headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
        let request = HttpRequest {
            method,
            uri,
            headers,
            body: Bytes::from(body),
        };
        let client = match url.starts_with("https:") {
            true => self.over_tls(),
            false => Some(&self.in_clear),
        };
        let client = client.ok_or_else(|| failed("This server trusts no certificates."))?;
        let busy = |_| failed("Too many sign-ins wait for their providers.");
        let _place = self.places.try_acquire().map_err(busy)?;
        let answer = client.send(request, TIME_LIMIT).await;
        let answer = answer.map_err(|why| failed(format!("Asked, {why}.")))?;
        let json = serde_json::from_slice(&answer.body).unwrap_or(Value::Null);
        Ok((answer.status, json))
    }
}

/// The body of an exchange; with the secret of `client` where it is sent there.
fn token_form(client: Option<&Client>, asked: &Asked, code: &str) -> String {
    let mut form = Serializer::new(String::new());
    form.append_pair("grant_type", "authorization_code")
        .append_pair("code", code)
        .append_pair("redirect_uri", &asked.redirect_uri)
        .append_pair("code_verifier", asked.verifier.expose());
    if let Some(client) = client {
        form.append_pair("client_id", &client.id)
            .append_pair("client_secret", client.secret.expose());
    }
    form.finish()
}

/// Id and secret as RFC 6749, 2.3.1 has them.
fn basic(client: &Client) -> Result<HeaderValue> {
    let encoded =
        |text: &str| -> String { form_urlencoded::byte_serialize(text.as_bytes()).collect() };
    let pair = format!(
        "{}:{}",
        encoded(&client.id),
        encoded(client.secret.expose())
    );
    let value = HeaderValue::from_str(&format!("Basic {}", BASE64.encode(pair.as_bytes())));
    let mut value = value.map_err(Error::internal)?;
    value.set_sensitive(true);
    Ok(value)
}

/// The address among some claims, if the provider says that it is verified.
fn verified_email(claims: &Value) -> Result<String> {
    let email = claims.get("email").and_then(Value::as_str);
    let email = email.map(|it| it.trim().to_lowercase());
    let is_verified = claims.get("email_verified").and_then(Value::as_bool);
    match email.filter(|it| !it.is_empty()) {
        None => Err(not_proved(
            "The provider does not state your email address.",
        )),
        Some(_) if is_verified != Some(true) => Err(not_proved(
            "The provider has not verified your email address.",
        )),
        Some(email) => Ok(email),
    }
}
