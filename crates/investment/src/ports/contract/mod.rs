//! An exchange behind another server of this contract (`docs/ipo-live.md`).
//!
//! It has the offers, collects the payment, and allots; here its word is followed. Applications go
//! there once, under an `Idempotency-Key` made of our reference; an outcome that is not known is
//! looked up among its transactions, where each carries our reference as `clientReference`.
//!
//! * `client`: requests, and whether a failed one did anything.
//! * `holdings`: what it said of holders, for a while.
//! * `records`: offers, banks, brokers, holdings and transactions as they are sent. Pure.

mod client;
mod holdings;
mod records;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use http::HeaderMap;
use kofa_core::codes::{UPSTREAM_ACCOUNT_PROBLEM, UPSTREAM_REJECTED, UPSTREAM_UNAVAILABLE};
use kofa_domain::{Code, Environment, Sensitive, Timestamp};
use kofa_gazetteer::bank_by_id;
use kofa_outbound::{BreakerLimits, ClientDeps, ClientHealth, ClientSettings, UpstreamClient};
use serde_json::{Value, json};
use url::form_urlencoded;

use self::client::{Answered, NoAnswer, Question, ask};
use self::holdings::Holdings;
use super::{Asked, Exchange, PortError, Registration};
use crate::offer::Offer;
use crate::subscription::{Company, RelatedPerson, Status, Subscription};

pub use holdings::KeptHolding;
pub use records::{ExchangeBank, ExchangeBroker, ExchangeHolding, Told};

/// Largest answer that is read: a page of a hundred offers or transactions is a tenth of it.
pub const ANSWER_BYTES_MAX: usize = 4 << 20;
/// Rows of a page that is asked for.
pub const PAGE_SIZE: i64 = 100;
/// Pages of a list of offers, at most.
const OFFER_PAGES_MAX: i64 = 100;
/// Requests that may be on their way at the same time.
const IN_FLIGHT_MAX: usize = 64;
/// Attempts at a request that changes nothing.
const ATTEMPTS_MAX: u32 = 3;
/// After so many failures in a row a kind of request is left alone for a while.
const BREAKER: BreakerLimits = BreakerLimits {
    failures_max: 5,
    open_seconds: 10,
};

/// How to reach the exchange.
#[derive(Clone, Debug)]
pub struct ContractSettings {
    /// By which offers, metrics and logs name it: `main` if there is one only.
    pub name: String,
    /// Its address up to before `/api`, without a slash at the end.
    pub url: String,
    pub key: Sensitive<String>,
    /// Our own vendor id there.
    pub vendor_id: String,
    /// Which environment there is our live.
    pub environment: Environment,
    /// Sent with every request; may hold secrets.
    pub headers: HeaderMap,
    /// Longest wait for an answer.
    pub time_limit: Duration,
    /// How often offers, banks and brokers are fetched.
    pub refresh_every: Duration,
    /// How often applications under way are asked about.
    pub follow_every: Duration,
    /// Ids of its offers that are taken; `None` for all.
    pub offers: Option<Vec<String>>,
    /// Ids of its brokers that are taken; `None` for all.
    pub brokers: Option<Vec<String>>,
}

/// The name of the only exchange, or the first.
pub const MAIN: &str = "main";

impl ContractSettings {
    /// What it is called among all upstreams: `exchange`, or `exchange-ngx` of one of several.
    pub fn upstream(&self) -> String {
        match self.name.as_str() {
            MAIN => "exchange".to_owned(),
            name => format!("exchange-{name}"),
        }
    }
}

/// The exchange behind a server of this contract.
pub struct ContractExchange {
    settings: ContractSettings,
    client: UpstreamClient,
    banks: ArcSwap<Vec<ExchangeBank>>,
    holdings: Holdings,
}

impl fmt::Debug for ContractExchange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ContractExchange({})", self.settings.url)
    }
}

/// A page of applications as the exchange tells them.
#[derive(Debug)]
pub struct ToldPage {
    pub told: Vec<Told>,
    /// Rows that are none of ours, or cannot be read.
    pub unread: usize,
    pub is_last: bool,
}

impl ContractExchange {
    pub fn new(settings: ContractSettings, deps: ClientDeps) -> Self {
        let of_client = ClientSettings {
            upstream: settings.upstream().into(),
            environment: Environment::Live.as_str(),
            time_limit: settings.time_limit,
            attempts_max: ATTEMPTS_MAX,
            in_flight_max: IN_FLIGHT_MAX,
            breaker: BREAKER,
        };
        Self {
            client: UpstreamClient::new(of_client, deps),
            settings,
            banks: ArcSwap::default(),
            holdings: Holdings::default(),
        }
    }

    pub fn settings(&self) -> &ContractSettings {
        &self.settings
    }

    /// How it is, since this process started.
    pub fn health(&self) -> ClientHealth {
        self.client.health()
    }

    /// How long its answer is waited for: a little longer than its client does, which knows more
    /// of what became of a request.
    pub fn answer_limit(&self) -> Duration {
        self.settings.time_limit + Duration::from_secs(3)
    }

    /// From now on accounts are named by these banks' ids and codes.
    pub fn set_banks(&self, banks: Vec<ExchangeBank>) {
        self.banks.store(Arc::new(banks));
    }

    async fn get(&self, class: &'static str, query: String) -> Result<Value, NoAnswer> {
        let question = Question {
            class,
            query,
            body: None,
            once: None,
        };
        let answered = ask(&self.client, &self.settings, question).await?;
        Ok(answered.data)
    }

    async fn post(
        &self,
        class: &'static str,
        body: &Value,
        once: Option<&str>,
    ) -> Result<Answered, NoAnswer> {
        let question = Question {
            class,
            query: String::new(),
            body: Some(body),
            once,
        };
        ask(&self.client, &self.settings, question).await
    }

    /// The offers of the exchange that are taken, and how many cannot be read.
    ///
    /// # Errors
    /// Why they are not known.
    pub async fn offers(&self, now: Timestamp) -> Result<(Vec<Offer>, usize), PortError> {
        let banks = self.banks.load_full();
        let our_bank = |id: i64| our_bank(banks.iter().find(|bank| bank.id == id)?);
        let is_taken = |offer: &Offer| is_listed(self.settings.offers.as_deref(), &offer.id);
        let (mut offers, mut unread) = (Vec::new(), 0);
        for page in 1..=OFFER_PAGES_MAX {
            let query = format!("?page={page}&size={PAGE_SIZE}");
            let data = self.get("offers", query).await.map_err(port_error)?;
            let rows = rows(&data, "offers")?;
            for row in rows {
                match records::offer(&self.settings.name, row, now, our_bank) {
                    Some(offer) => offers.extend(Some(offer).filter(is_taken)),
                    None => unread += 1,
                }
            }
            if is_last(&data, page, rows.len()) {
                return Ok((offers, unread));
            }
        }
        Ok((offers, unread))
    }

    /// Every bank that the exchange knows.
    ///
    /// # Errors
    /// Why they are not known.
    pub async fn banks(&self) -> Result<Vec<ExchangeBank>, PortError> {
        let data = self.get("supported-banks", String::new()).await;
        let data = data.map_err(port_error)?;
        let rows = rows(&data, "banks")?;
        Ok(rows.iter().filter_map(ExchangeBank::read).collect())
    }

    /// The brokers of the exchange that are taken.
    ///
    /// # Errors
    /// Why they are not known.
    pub async fn brokers(&self) -> Result<Vec<ExchangeBroker>, PortError> {
        let data = self.get("brokers", String::new()).await;
        let data = data.map_err(port_error)?;
        let rows = rows(&data, "brokers")?;
        let brokers = rows.iter().filter_map(ExchangeBroker::read);
        let is_taken = |one: &ExchangeBroker| is_listed(self.settings.brokers.as_deref(), &one.id);
        Ok(brokers.filter(is_taken).collect())
    }

    /// What the exchange's register says of the holder of a CHN whose digest is `of`; the
    /// answer may have been kept.
    ///
    /// # Errors
    /// Why that is not known.
    pub async fn holding(
        &self,
        (offer_id, chn, of): (&str, &str, [u8; 32]),
        now: Timestamp,
    ) -> Result<KeptHolding, PortError> {
        if let Some(kept) = self.holdings.fresh(&of, now) {
            return Ok(kept);
        }
        match self.ask_holding(offer_id, chn).await {
            Ok(holding) => {
                self.holdings.keep(of, &holding, now);
                Ok(KeptHolding {
                    holding,
                    asked_at: now,
                    cached: false,
                    stale: false,
                })
            }
            Err(error @ PortError::Refused(_)) => Err(error),
            Err(error) => self.holdings.stale(&of, now).ok_or(error),
        }
    }

    async fn ask_holding(&self, offer_id: &str, chn: &str) -> Result<ExchangeHolding, PortError> {
        let pairs = [("offer", offer_id), ("chn", chn)];
        let query = form_urlencoded::Serializer::new(String::from("?"))
            .extend_pairs(pairs)
            .finish();
        let data = self.get("rights-eligibility", query).await;
        ExchangeHolding::read(&data.map_err(port_error)?).ok_or_else(nonsense)
    }

    /// Page `page` of the applications for an offer that the exchange received since `from`,
    /// newest first.
    ///
    /// # Errors
    /// Why they are not known.
    pub async fn transactions(
        &self,
        offer_id: &str,
        from: Timestamp,
        page: i64,
    ) -> Result<ToldPage, PortError> {
        let from = from.rfc3339();
        let body = json!({"offerId": offer_id, "from": from, "page": page, "size": PAGE_SIZE});
        let data = self.post("transactions", &body, None).await;
        let data = data.map_err(port_error)?.data;
        let rows = rows(&data, "transactions")?;
        let told: Vec<Told> = rows.iter().filter_map(Told::read).collect();
        Ok(ToldPage {
            unread: rows.len() - told.len(),
            is_last: is_last(&data, page, rows.len()),
            told,
        })
    }

    /// The application that the exchange has under a reference of ours.
    async fn told(&self, reference: &str) -> Result<Option<Told>, PortError> {
        let body = json!({"clientReference": reference, "page": 1, "size": 2});
        let data = self.post("transactions", &body, None).await;
        let data = data.map_err(port_error)?.data;
        let mut told = Vec::new();
        for row in rows(&data, "transactions")? {
            match Told::read(row).filter(|one| one.our_reference == reference) {
                Some(one) => told.push(one),
                // It does not look for our reference: what it has cannot be told apart.
                None => return Err(nonsense()),
            }
        }
        match told.len() {
            0 | 1 => Ok(told.pop()),
            _ => {
                tracing::error!(reference, "the exchange has an application twice");
                Err(PortError::Unknown("the exchange has it twice".to_owned()))
            }
        }
    }

    async fn look_up(&self, one: &Subscription) -> Result<Option<Registration>, PortError> {
        let Some(told) = self.told(&one.transaction_reference).await? else {
            return Ok(None);
        };
        let application = &one.application;
        if (told.number_of_shares, told.amount)
            != (application.number_of_shares, application.amount)
        {
            return Err(other_amount());
        }
        match told.state.status {
            Status::Received => Err(PortError::Unknown("it has not heard either".to_owned())),
            Status::Rejected if !told.state.is_settled() => {
                let reason = told.reason.unwrap_or_default();
                Err(PortError::Refused(refusal(&reason)))
            }
            _ => Ok(Some(Registration {
                reference: told.reference,
                subscription_id: told.subscription_id,
            })),
        }
    }

    async fn apply(&self, one: &Subscription, offer: &Offer) -> Result<Registration, PortError> {
        let body = self.body(one, offer);
        let once = one.transaction_reference.as_str();
        let answered = match self.post("subscribe", &body, Some(once)).await {
            Ok(answered) => answered,
            Err(NoAnswer::Refused { code, .. }) if code == "duplicate_subscription" => {
                // Ours, if an earlier attempt arrived; else somebody else's at the exchange.
                let found = self.look_up(one).await?;
                let why = "The person has a live application for this offer at the exchange.";
                return found.ok_or_else(|| PortError::Refused(why.to_owned()));
            }
            Err(NoAnswer::Refused { code, .. }) if code.starts_with("idempotency_") => {
                return Err(PortError::Unknown(code));
            }
            // The path or the form is not known there: nobody looked at the application.
            Err(NoAnswer::Refused {
                status: 400 | 404 | 405 | 413 | 415,
                code,
                ..
            }) => {
                tracing::error!(code, "the exchange does not understand applications");
                return Err(PortError::NotDone(&UPSTREAM_UNAVAILABLE));
            }
            Err(none) => return Err(port_error(none)),
        };
        let data = records::Record::of(&answered.data).ok_or_else(nonsense)?;
        let names = ["exchangeReferenceNumber", "exchangeSubscriptionId"];
        match (data.flag("success"), names.map(|name| data.text(name))) {
            (Some(true), [Some(reference), Some(subscription_id)]) => {
                match data.kobo("amount") == Some(one.application.amount) {
                    true => Ok(Registration {
                        reference,
                        subscription_id,
                    }),
                    false => Err(other_amount()),
                }
            }
            _ => Err(PortError::Unknown(format!(
                "it took the application with status {} and has not heard more",
                answered.status
            ))),
        }
    }

    /// The application as the exchange takes it.
    fn body(&self, one: &Subscription, offer: &Offer) -> Value {
        let application = &one.application;
        let person = application.person.expose();
        let (bank_id, bank_code) = self.bank(application.bank_id);
        json!({
            "vendorId": self.settings.vendor_id,
            "offerId": application.offer_id,
            "offerType": offer.offer_type.as_str(),
            "numberOfShares": application.number_of_shares,
            "brokerId": application.broker_id,
            "profileType": application.profile_type.as_str(),
            "firstName": person.first_name,
            "lastName": person.last_name,
            "dateOfBirth": person.date_of_birth,
            "gender": person.gender,
            "email": person.email,
            "phoneNumber": person.phone,
            "bvn": person.bvn,
            "nin": person.nin,
            "address": person.address,
            "nationality": person.nationality,
            "state": person.state,
            "lga": person.lga,
            "maritalStatus": person.marital_status,
            "nextOfKinFullName": person.next_of_kin_name,
            "nextOfKinPhone": person.next_of_kin_phone,
            "bankCode": bank_code,
            "bankId": bank_id,
            "bankAccountNumber": person.account_number,
            "hasExistingChnDepository": application.has_chn,
            "chn": person.chn,
            "isCardPayment": application.is_card_payment,
            "clientReference": one.transaction_reference,
            "secondApplicant": person.second_applicant.as_ref().map(related),
            "guardian": person.guardian.as_ref().map(related),
            "company": person.company.as_ref().map(company),
        })
    }

    /// Id and code of our bank `id` at the exchange.
    fn bank(&self, id: i64) -> (i64, String) {
        let bank = bank_by_id(id);
        let codes = bank.map_or([None; 2], |bank| [bank.cbn_code, bank.nip_code]);
        let banks = self.banks.load();
        match banks.iter().find(|bank| bank.is_one_of(&codes)) {
            Some(bank) => (bank.id, bank.code.clone()),
            None => (
                id,
                codes[0].or(codes[1]).map(str::to_owned).unwrap_or_default(),
            ),
        }
    }
}

fn related(one: &RelatedPerson) -> Value {
    json!({
        "firstName": one.first_name,
        "lastName": one.last_name,
        "dateOfBirth": one.date_of_birth,
        "gender": one.gender,
        "email": one.email,
        "phoneNumber": one.phone,
        "bvn": one.bvn,
        "nin": one.nin,
        "address": one.address,
        "relationship": one.relationship,
    })
}

fn company(one: &Company) -> Value {
    json!({"rcNumber": one.rc_number, "entityType": one.entity_type, "name": one.name})
}

/// Our id of a bank of the exchange.
fn our_bank(bank: &ExchangeBank) -> Option<i64> {
    let ours = kofa_gazetteer::supported_banks()
        .find(|ours| bank.is_one_of(&[ours.cbn_code, ours.nip_code]));
    ours.map(|ours| ours.bank_id)
}

fn rows<'a>(data: &'a Value, name: &str) -> Result<&'a Vec<Value>, PortError> {
    data.get(name)
        .and_then(Value::as_array)
        .ok_or_else(nonsense)
}

/// Whether a list of ids has `id`, or there is none.
fn is_listed(ids: Option<&[String]>, id: &str) -> bool {
    ids.is_none_or(|ids| ids.iter().any(|one| one == id))
}

fn is_last(data: &Value, page: i64, rows: usize) -> bool {
    rows == 0
        || data["totalPages"]
            .as_i64()
            .is_none_or(|pages| page >= pages)
}

fn nonsense() -> PortError {
    PortError::Unknown("what the exchange sent is no answer of this contract".to_owned())
}

fn other_amount() -> PortError {
    let why = "the exchange has it with another number of shares or amount";
    tracing::error!(why, "an application differs");
    PortError::Unknown(why.to_owned())
}

/// What a tenant reads of a refusal.
fn refusal(reason: &str) -> String {
    match reason.trim() {
        "" => "The exchange refused the application and gave no reason.".to_owned(),
        reason => format!(
            "The exchange refused the application: {}.",
            reason.trim_end_matches('.')
        ),
    }
}

fn port_error(none: NoAnswer) -> PortError {
    match none {
        NoAnswer::NotDone(why) => {
            tracing::info!(why, "the exchange was not reached");
            PortError::NotDone(&UPSTREAM_UNAVAILABLE)
        }
        NoAnswer::Account => PortError::NotDone(&UPSTREAM_ACCOUNT_PROBLEM),
        NoAnswer::Refused { message, .. } => PortError::Refused(refusal(&message)),
        NoAnswer::Unknown(why) => PortError::Unknown(why),
    }
}

impl Exchange for ContractExchange {
    fn changes_outside(&self) -> bool {
        true
    }

    fn refusal(&self) -> &'static Code {
        &UPSTREAM_REJECTED
    }

    fn submit<'a>(
        &'a self,
        subscription: &'a Subscription,
        offer: &'a Offer,
    ) -> Asked<'a, Registration> {
        Box::pin(self.apply(subscription, offer))
    }

    fn find<'a>(&'a self, subscription: &'a Subscription) -> Asked<'a, Option<Registration>> {
        Box::pin(self.look_up(subscription))
    }

    /// It collected the payment itself.
    fn confirm_paid<'a>(&'a self, _: &'a Subscription) -> Asked<'a, ()> {
        Box::pin(std::future::ready(Ok(())))
    }
}
