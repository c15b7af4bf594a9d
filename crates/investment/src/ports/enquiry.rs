//! A service that knows people and accounts, by the small contract of `docs/identity.md`.

use std::fmt;
use std::time::Duration;

use bytes::Bytes;
use http::header::{AUTHORIZATION, CONTENT_TYPE};
use http::{HeaderMap, HeaderValue, Method, Uri};
use kofa_core::codes::UPSTREAM_ACCOUNT_PROBLEM;
use kofa_domain::{Environment, Error, Sensitive};
use kofa_gazetteer::bank_by_id;
use kofa_outbound::{
    BreakerLimits, CallError, ClientDeps, ClientHealth, ClientSettings, Failure, HttpRequest,
    HttpResponse, Outcome, ResponseReader, UpstreamClient, UpstreamRequest,
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    AccountQuestion, AccountRecord, Asked, IdentityEnquiry, PersonQuestion, PersonRecord, PortError,
};
use crate::codes;
use crate::identity::outcome::CheckKind;

/// Largest answer that is read.
pub const ANSWER_BYTES_MAX: usize = 64 << 10;
/// Requests that may be on their way at the same time.
const IN_FLIGHT_MAX: usize = 64;
const ATTEMPTS_MAX: u32 = 3;
const BREAKER: BreakerLimits = BreakerLimits {
    failures_max: 5,
    open_seconds: 10,
};
/// Longest name that is one, in characters.
const NAME_CHARS_MAX: usize = 200;

/// How to reach the service.
#[derive(Clone, Debug)]
pub struct EnquirySettings {
    /// Its address up to before `/bvn`, without a slash at the end.
    pub url: String,
    pub key: Sensitive<String>,
    /// Sent with every request; may hold secrets.
    pub headers: HeaderMap,
    /// Longest wait for an answer.
    pub time_limit: Duration,
}

/// The service.
pub struct HttpEnquiry {
    settings: EnquirySettings,
    client: UpstreamClient,
}

impl fmt::Debug for HttpEnquiry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HttpEnquiry({})", self.settings.url)
    }
}

impl HttpEnquiry {
    pub fn new(settings: EnquirySettings, deps: ClientDeps) -> Self {
        let of_client = ClientSettings {
            upstream: "identity".into(),
            environment: Environment::Live.as_str(),
            time_limit: settings.time_limit,
            attempts_max: ATTEMPTS_MAX,
            in_flight_max: IN_FLIGHT_MAX,
            breaker: BREAKER,
        };
        Self {
            client: UpstreamClient::new(of_client, deps),
            settings,
        }
    }

    /// How it is, since this process started.
    pub fn health(&self) -> ClientHealth {
        self.client.health()
    }

    /// How long its answer is waited for: a little longer than its client does.
    pub fn answer_limit(&self) -> Duration {
        self.settings.time_limit + Duration::from_secs(3)
    }

    async fn ask<T: Send + Sync>(
        &self,
        class: &'static str,
        body: &Value,
        read: fn(&[u8]) -> Option<T>,
    ) -> Result<Option<T>, PortError> {
        let request = self.request(class, body).map_err(|error| {
            tracing::error!(%error, "a request to the identity service could not be made");
            PortError::NotDone(&codes::IDENTITY_UNAVAILABLE)
        })?;
        let answered = self.client.call(&request, &Reader { read }).await;
        let why = match answered {
            Ok(received) => return Ok(received.value),
            Err(CallError::Final(NoRecord::Account)) => {
                return Err(PortError::NotDone(&UPSTREAM_ACCOUNT_PROBLEM));
            }
            Err(CallError::Failed(failure @ Failure::Late)) => {
                return Err(PortError::Unknown(failure.to_string()));
            }
            Err(CallError::Final(NoRecord::Nonsense)) => "what it sent is no answer".to_owned(),
            Err(CallError::Busy) => "too many requests wait already".to_owned(),
            Err(CallError::CircuitOpen { .. }) => "it is left alone for a while".to_owned(),
            Err(CallError::Failed(failure)) => failure.to_string(),
        };
        tracing::info!(why, class, "the identity service did not answer");
        Err(PortError::NotDone(&codes::IDENTITY_UNAVAILABLE))
    }

    fn request(&self, class: &'static str, body: &Value) -> Result<UpstreamRequest, Error> {
        let uri: Uri = format!("{}/{class}", self.settings.url)
            .parse()
            .map_err(Error::internal)?;
        let mut headers = self.settings.headers.clone();
        let bearer = format!("Bearer {}", self.settings.key.expose());
        let mut key = HeaderValue::from_str(&bearer).map_err(Error::internal)?;
        key.set_sensitive(true);
        headers.insert(AUTHORIZATION, key);
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        let bytes = serde_json::to_vec(body).map_err(Error::internal)?;
        Ok(UpstreamRequest {
            class,
            http: HttpRequest {
                method: Method::POST,
                uri,
                headers,
                body: Bytes::from(bytes),
            },
            // It changes nothing.
            is_idempotent: true,
        })
    }
}

impl IdentityEnquiry for HttpEnquiry {
    fn person<'a>(&'a self, question: PersonQuestion<'a>) -> Asked<'a, Option<PersonRecord>> {
        let kind = question.kind.as_str();
        Box::pin(async move {
            let body = json!({kind: question.number});
            self.ask(kind, &body, read_person).await
        })
    }

    fn account<'a>(&'a self, question: AccountQuestion<'a>) -> Asked<'a, Option<AccountRecord>> {
        Box::pin(async move {
            let bank = bank_by_id(question.bank_id);
            let body = json!({
                "bankCode": bank.and_then(|bank| bank.cbn_code),
                "nipCode": bank.and_then(|bank| bank.nip_code),
                "accountNumber": question.number,
            });
            self.ask(CheckKind::Account.as_str(), &body, read_account)
                .await
        })
    }
}

/// Why there is no record, nor the word that there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NoRecord {
    /// Our own key, balance or permissions there.
    Account,
    Nonsense,
}

struct Reader<T> {
    read: fn(&[u8]) -> Option<T>,
}

impl<T: Send + Sync> ResponseReader for Reader<T> {
    type Answer = Option<T>;
    type Error = NoRecord;

    fn read(&self, response: &HttpResponse) -> Outcome<Option<T>, NoRecord> {
        let nonsense = Outcome::Malformed("nonsense", NoRecord::Nonsense);
        match response.status {
            401..=403 => Outcome::Answered("account_problem", Err(NoRecord::Account)),
            // A 404 of anybody else's says nothing of a person.
            404 if says_not_found(&response.body) => Outcome::Answered("not_found", Ok(None)),
            200 => match (self.read)(&response.body) {
                Some(record) => Outcome::Answered("answered", Ok(Some(record))),
                None => nonsense,
            },
            _ => nonsense,
        }
    }
}

fn says_not_found(body: &[u8]) -> bool {
    let body: Option<Value> = serde_json::from_slice(body).ok();
    body.is_some_and(|body| body["code"] == "not_found")
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PersonBody {
    first_name: String,
    middle_name: Option<String>,
    last_name: String,
    date_of_birth: Option<String>,
    watchlisted: Option<bool>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AccountBody {
    account_name: String,
}

fn is_name(text: &str) -> bool {
    let is_written = text.chars().any(char::is_alphabetic) && !text.chars().any(char::is_control);
    is_written && text.chars().count() <= NAME_CHARS_MAX
}

fn read_person(body: &[u8]) -> Option<PersonRecord> {
    let body: PersonBody = serde_json::from_slice(body).ok()?;
    let middle_name = body.middle_name.unwrap_or_default();
    let names = [&body.first_name, &body.last_name];
    if !names.into_iter().all(|name| is_name(name)) {
        return None;
    }
    if !middle_name.trim().is_empty() && !is_name(&middle_name) {
        return None;
    }
    let is_day = |day: &String| day.len() == 10 && day.parse::<jiff::civil::Date>().is_ok();
    let date_of_birth = body.date_of_birth.filter(|day| !day.is_empty());
    if !date_of_birth.as_ref().is_none_or(is_day) {
        return None;
    }
    Some(PersonRecord {
        first_name: body.first_name,
        middle_name,
        last_name: body.last_name,
        date_of_birth,
        is_watchlisted: body.watchlisted.unwrap_or(false),
    })
}

fn read_account(body: &[u8]) -> Option<AccountRecord> {
    let body: AccountBody = serde_json::from_slice(body).ok()?;
    let name = body.account_name;
    is_name(&name).then_some(AccountRecord { name })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(status: u16, body: &str) -> String {
        let response = HttpResponse {
            status,
            media_type: String::new(),
            file_name: String::new(),
            retry_after: None,
            wallet_balance: None,
            body: Bytes::from(body.to_owned()),
        };
        let reader = Reader { read: read_person };
        match reader.read(&response) {
            Outcome::Answered(word, Ok(Some(record))) => {
                let PersonRecord {
                    first_name,
                    middle_name,
                    last_name,
                    date_of_birth,
                    is_watchlisted,
                } = record;
                let birth = date_of_birth.unwrap_or_default();
                format!("{word} {first_name}/{middle_name}/{last_name}/{birth}/{is_watchlisted}")
            }
            Outcome::Answered(word, _) | Outcome::Malformed(word, _) => word.to_owned(),
            Outcome::Failed(failure) => failure.to_string(),
        }
    }

    #[test]
    fn an_answer_is_a_record_or_says_that_there_is_none() {
        let check = |status, body: &str, expected: &str| {
            assert_eq!(read(status, body), expected, "{status} {body}");
        };
        check(
            200,
            r#"{"firstName":"Ada","lastName":"Obi","more":1}"#,
            "answered Ada//Obi//false",
        );
        check(
            200,
            r#"{"firstName":"Ada","middleName":"Eno","lastName":"Obi",
                "dateOfBirth":"1990-04-12","watchlisted":true}"#,
            "answered Ada/Eno/Obi/1990-04-12/true",
        );
        check(
            200,
            r#"{"firstName":"Ada","middleName":null,"lastName":"Obi","dateOfBirth":null}"#,
            "answered Ada//Obi//false",
        );
        check(404, r#"{"code":"not_found"}"#, "not_found");
        for status in [401, 402, 403] {
            check(status, "", "account_problem");
        }
        for (status, body) in [
            (404, "<html>no such page</html>"),
            (404, r#"{"code":"no_route"}"#),
            (400, r#"{"code":"not_found"}"#),
            (201, r#"{"firstName":"Ada","lastName":"Obi"}"#),
            (200, ""),
            (200, "[]"),
            (200, r#"{"firstName":"Ada"}"#),
            (200, r#"{"firstName":"Ada","lastName":""}"#),
            (200, r#"{"firstName":"Ada","lastName":7}"#),
            (200, r#"{"firstName":"22200000001","lastName":"Obi"}"#),
            (
                200,
                r#"{"firstName":"Ada","lastName":"Obi","dateOfBirth":"12-Apr-1990"}"#,
            ),
            (
                200,
                r#"{"firstName":"Ada","lastName":"Obi","watchlisted":"no"}"#,
            ),
        ] {
            check(status, body, "nonsense");
        }
        let long = format!(r#"{{"firstName":"Ada","lastName":"{}"}}"#, "b".repeat(201));
        check(200, &long, "nonsense");
        assert!(read_account(br#"{"accountName":"OBI ADA"}"#).is_some());
        assert!(read_account(br#"{"accountName":"0123456789"}"#).is_none());
        assert!(read_account(br#"{"name":"OBI ADA"}"#).is_none());
    }
}
