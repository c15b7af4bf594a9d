//! Keeping what is known of calls beyond their rows: after their settlement, and without any
//! call waiting for it.
//!
//! A node keeps at most [`KEPT_PER_SECOND`] calls a second of each environment; of what comes
//! beyond that, or finds the queue full, only the row is there. What is not kept costs the call
//! one look at a counter.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use bytes::Bytes;
use http::{HeaderValue, header, request};
use kofa_core::endpoint::{Endpoint, WalletNo};
use kofa_domain::{Clock, Environment, Ids, RequestId, Timestamp};
use kofa_store::{Store, Vault};
use rustc_hash::FxHashMap;
use tokio::sync::mpsc;

use super::detail::{
    CallDetail, Exchange, KEPT_MAX, KeptBody, LIVE_DAYS, PurgeDetails, StoreDetails, TrimDetails,
};
use super::redact::{REDACTED, Redactor};

/// Calls of one environment that a node keeps within a second, at most.
pub const KEPT_PER_SECOND: u64 = 100;
/// Calls that wait to be kept; one more is not kept.
const QUEUE_MAX: usize = 256;
/// Calls that are written together: few, for the calls of that moment wait for a processor.
const BATCH_MAX: usize = 8;
/// The pause between two writes: so all that may be kept is, and other work comes in between.
const PAUSE: Duration = Duration::from_millis(25);
/// What is larger when it was sent is not looked at, in bytes: much of it may be redacted.
const LOOKED_AT_MAX: usize = 64 * 1024;
/// A larger body is not kept, in bytes; an answer that is larger before anything is redacted is
/// not looked at either.
const BODY_BYTES_MAX: usize = 8 * 1024;
/// Longest text of a header or a parameter that is kept, in bytes.
const TEXT_BYTES_MAX: usize = 300;
/// Most parameters of a query that are kept.
const PARAMETERS_MAX: usize = 40;
/// After so many calls of a wallet, its oldest are trimmed.
const TRIM_EVERY: u32 = 500;
/// How often details are forgotten that are too old, in seconds.
const FORGET_EVERY_S: u64 = 3_600;
/// How often rows of wallets are made, and lose a day that is over, in seconds.
const ROLL_EVERY_S: u64 = 60;
/// Headers that matter to an answer and are kept; nobody's secrets.
const HEADERS: [&str; 5] = [
    "accept",
    "content-type",
    "idempotency-key",
    "x-environment",
    VRC_HEADER,
];
/// The header with a consent code: whether one was sent matters to the answer, its text is kept
/// only if it is one of the sandbox's.
const VRC_HEADER: &str = "x-vrc-number";

/// Where the gate leaves what it saw. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Recorder(Option<Arc<Inner>>);

#[derive(Debug)]
struct Inner {
    queue: mpsc::Sender<Seen>,
    budgets: [Budget; 2],
}

/// What was left to be kept.
#[derive(Debug)]
pub struct Recording(mpsc::Receiver<Seen>);

/// How many were kept within the second: the second above 16 bits of number.
#[derive(Debug, Default)]
struct Budget(AtomicU64);

impl Budget {
    fn take(&self, at: Timestamp) -> bool {
        let second = u64::try_from(at.millis() / 1_000).unwrap_or(0);
        let take = |now: u64| match now & 0xffff {
            _ if now >> 16 != second => Some((second << 16) + 1),
            taken if taken < KEPT_PER_SECOND => Some(now + 1),
            _ => None,
        };
        let order = Ordering::Relaxed;
        self.0.fetch_update(order, order, take).is_ok()
    }
}

impl Recorder {
    pub fn off() -> Self {
        Self(None)
    }

    /// A recorder, and what [`keep_details`] reads from.
    pub fn new() -> (Self, Recording) {
        let (queue, left) = mpsc::channel(QUEUE_MAX);
        let budgets = Default::default();
        (
            Self(Some(Arc::new(Inner { queue, budgets }))),
            Recording(left),
        )
    }

    /// Whether a call that arrived at `at` is kept.
    pub fn takes(&self, environment: Environment, at: Timestamp) -> bool {
        let Some(inner) = &self.0 else { return false };
        inner.budgets[environment as usize].take(at)
    }

    /// Leaves what was seen of a settled call.
    pub fn leave(&self, seen: Box<Seen>) {
        if let Some(inner) = &self.0 {
            // Full: this call's row is all that stays.
            drop(inner.queue.try_send(*seen));
        }
    }
}

/// What is seen of a call while it passes the gate.
#[derive(Debug)]
pub struct Seen {
    pub(crate) wallet: WalletNo,
    pub(crate) request_id: RequestId,
    pub(crate) endpoint: &'static Endpoint,
    pub(crate) ip: IpAddr,
    pub checks_passed: u8,
    pub is_replay: bool,
    /// Moments after its arrival.
    pub admitted: Duration,
    pub worked: Duration,
    pub settled: Duration,
    user_agent: Option<HeaderValue>,
    has_idempotency_key: bool,
    sent: Option<Sent>,
    answered: Option<Answered>,
}

/// What was answered: in the sandbox only.
#[derive(Debug)]
struct Answered {
    media_type: &'static str,
    /// `None` of one that is too large to be kept.
    body: Option<Bytes>,
    body_bytes: usize,
}

/// What was sent: in the sandbox only.
#[derive(Debug)]
struct Sent {
    path: String,
    query: Option<String>,
    headers: Vec<(&'static str, HeaderValue)>,
    body: Bytes,
    body_bytes: usize,
}

fn short(value: &HeaderValue) -> Option<HeaderValue> {
    (value.len() <= TEXT_BYTES_MAX).then(|| value.clone())
}

impl Seen {
    /// Of a call whose caller is known.
    pub fn new(
        (wallet, environment): (WalletNo, Environment),
        (request_id, endpoint): (RequestId, &'static Endpoint),
        ip: IpAddr,
        parts: &request::Parts,
    ) -> Self {
        let is_sandbox = environment == Environment::Sandbox;
        Self {
            wallet,
            request_id,
            endpoint,
            ip,
            checks_passed: 2,
            is_replay: false,
            admitted: Duration::ZERO,
            worked: Duration::ZERO,
            settled: Duration::ZERO,
            user_agent: parts.headers.get(header::USER_AGENT).and_then(short),
            has_idempotency_key: parts.headers.contains_key("idempotency-key"),
            sent: is_sandbox.then(|| Sent::new(parts)),
            answered: None,
        }
    }

    /// The body of the request, once it is read.
    pub fn body(&mut self, body: &Bytes) {
        if let Some(sent) = &mut self.sent {
            sent.body_bytes = body.len();
            sent.body = match body.len() {
                0..=LOOKED_AT_MAX => body.clone(),
                _ => Bytes::new(),
            };
        }
    }

    /// What it is answered.
    pub fn answered(&mut self, media_type: &'static str, body: &Bytes) {
        if self.sent.is_some() {
            self.answered = Some(Answered {
                media_type,
                body: (body.len() <= BODY_BYTES_MAX).then(|| body.clone()),
                body_bytes: body.len(),
            });
        }
    }

    /// As it is stored.
    fn into_detail(self) -> CallDetail {
        let mut redactor = Redactor::new(self.endpoint);
        let user_agent = self
            .user_agent
            .as_ref()
            .and_then(|value| value.to_str().ok());
        let user_agent = user_agent.map_or_else(String::new, |text| redactor.words(text));
        let exchange = self
            .sent
            .map(|sent| sent.exchange(self.endpoint, self.answered));
        CallDetail {
            ip: self.ip.to_string(),
            user_agent,
            checks_passed: self.checks_passed,
            gate_us: micros(self.admitted),
            work_us: micros(self.worked.saturating_sub(self.admitted)),
            settlement_us: micros(self.settled.saturating_sub(self.worked)),
            has_idempotency_key: self.has_idempotency_key,
            is_replay: self.is_replay,
            exchange,
        }
    }
}

fn micros(duration: Duration) -> i64 {
    i64::try_from(duration.as_micros()).unwrap_or(i64::MAX)
}

impl Sent {
    fn new(parts: &request::Parts) -> Self {
        // One that is too long to be kept was sent all the same.
        let header = |name: &'static str| {
            let sent = parts.headers.get(name)?;
            Some((
                name,
                short(sent).unwrap_or(HeaderValue::from_static(REDACTED)),
            ))
        };
        let query = parts.uri.query().filter(|text| text.len() <= LOOKED_AT_MAX);
        Self {
            path: parts.uri.path().to_owned(),
            query: query.map(str::to_owned),
            headers: HEADERS.into_iter().filter_map(header).collect(),
            body: Bytes::new(),
            body_bytes: 0,
        }
    }

    fn exchange(&self, endpoint: &'static Endpoint, answered: Option<Answered>) -> Exchange {
        let mut redactor = Redactor::new(endpoint);
        let query = self.query.as_deref().unwrap_or_default();
        let all: Vec<(String, String)> = form_urlencoded::parse(query.as_bytes())
            .take(PARAMETERS_MAX + 1)
            .map(|(name, text)| redactor.parameter(&name, &text))
            .collect();
        redactor.has_redacted |= all.len() > PARAMETERS_MAX;
        let path = redacted_path(endpoint.path, &self.path, &mut redactor);
        let headers = self.headers.iter().map(|(name, value)| {
            let text = value.to_str().unwrap_or(REDACTED);
            redactor.has_redacted |= text == REDACTED;
            // Its value is the caller's own choice of words.
            let text = match *name {
                "idempotency-key" => "present".to_owned(),
                // A boundary that a program drew says nothing, and looks like a secret.
                "content-type" => redactor.words(media_type(text)),
                VRC_HEADER => redactor.parameter("vrcNumber", text).1,
                _ => redactor.words(text),
            };
            ((*name).to_owned(), text)
        });
        let headers = headers.collect();
        let request = self.kept_request(&mut redactor);
        let is_redacted = redactor.has_redacted;
        let response = answered.map_or(KeptBody::Empty, |answered| {
            answered.kept(&mut Redactor::new(endpoint))
        });
        Exchange {
            method: endpoint.verb.as_str().to_owned(),
            path,
            query: all,
            headers,
            request,
            response,
            is_redacted,
        }
    }

    fn kept_request(&self, redactor: &mut Redactor<'_>) -> KeptBody {
        let bytes = u64::try_from(self.body_bytes).unwrap_or(u64::MAX);
        if bytes == 0 {
            return KeptBody::Empty;
        }
        let json = serde_json::from_slice(&self.body).ok();
        let kept = json.map(|body| redactor.request(&body).to_string());
        match kept {
            Some(text) if text.len() <= BODY_BYTES_MAX => KeptBody::Json(text),
            _ => {
                redactor.has_redacted = true;
                let what = self
                    .headers
                    .iter()
                    .find(|(name, _)| *name == "content-type");
                let what = what.and_then(|(_, value)| value.to_str().ok());
                let what = what.map(media_type).unwrap_or_default();
                KeptBody::NotKept(redactor.words(what), bytes)
            }
        }
    }
}

impl Answered {
    fn kept(self, redactor: &mut Redactor<'_>) -> KeptBody {
        if self.body_bytes == 0 {
            return KeptBody::Empty;
        }
        let is_json = self.media_type == "application/json" || self.media_type.ends_with("+json");
        let body = self.body.filter(|_| is_json);
        let json = body.and_then(|body| serde_json::from_slice(&body).ok());
        let kept = json.map(|body| redactor.answer(&body).to_string());
        match kept {
            Some(text) if text.len() <= BODY_BYTES_MAX => KeptBody::Json(text),
            _ => KeptBody::NotKept(
                self.media_type.to_owned(),
                u64::try_from(self.body_bytes).unwrap_or(u64::MAX),
            ),
        }
    }
}

/// A content type without its parameters.
fn media_type(text: &str) -> &str {
    text.split(';').next().unwrap_or_default().trim()
}

/// The path with its parameters redacted by their names.
fn redacted_path(template: &str, path: &str, redactor: &mut Redactor<'_>) -> String {
    let mut actual = path.split('/');
    let segments = template.split('/').map(|segment| {
        let found = actual.next().unwrap_or_default();
        let name = segment
            .strip_prefix('{')
            .and_then(|rest| rest.strip_suffix('}'));
        match name {
            Some(name) => redactor.parameter(name, found).1,
            None => segment.to_owned(),
        }
    });
    let segments: Vec<String> = segments.collect();
    segments.join("/")
}

/// Keeps what is left with the recorder, until it is gone; forgets what is too old.
pub async fn keep_details(recording: Recording, store: Store, vault: Vault, clock: Arc<dyn Clock>) {
    tokio::select! {
        () = keep_left(recording, &store, &vault) => {}
        () = forget_old(&store, &*clock) => {}
        () = roll_standings(&store, &*clock) => {}
    }
}

async fn roll_standings(store: &Store, clock: &dyn Clock) {
    let mut tick = tokio::time::interval(Duration::from_secs(ROLL_EVERY_S));
    loop {
        tick.tick().await;
        let now = clock.now();
        if let Err(error) = store.write_until_none(super::RollStandings { now }).await {
            tracing::warn!(%error, "sums of wallets could not be kept");
        }
    }
}

async fn keep_left(recording: Recording, store: &Store, vault: &Vault) {
    let Recording(mut left) = recording;
    let mut since_trimmed: FxHashMap<WalletNo, u32> = FxHashMap::default();
    let mut batch = Vec::with_capacity(BATCH_MAX);
    while left.recv_many(&mut batch, BATCH_MAX).await > 0 {
        let seen = std::mem::take(&mut batch);
        let wallets: Vec<WalletNo> = seen.iter().map(|one| one.wallet).collect();
        if let Err(error) = keep(store, vault, seen).await {
            tracing::warn!(%error, "details of calls could not be kept");
        }
        trim(store, &wallets, &mut since_trimmed).await;
        tokio::time::sleep(PAUSE).await;
    }
}

async fn forget_old(store: &Store, clock: &dyn Clock) {
    let mut tick = tokio::time::interval(Duration::from_secs(FORGET_EVERY_S));
    loop {
        tick.tick().await;
        let now = clock.now();
        let live_days = LIVE_DAYS;
        let purge = PurgeDetails { now, live_days };
        if let Err(error) = store.write_until_none(purge).await {
            tracing::warn!(%error, "details of calls could not be forgotten");
        }
        if let Err(error) = store.write_until_none(super::PurgeOldHours { now }).await {
            tracing::warn!(%error, "old counts could not be forgotten");
        }
    }
}

async fn keep(store: &Store, vault: &Vault, seen: Vec<Seen>) -> kofa_domain::Result<()> {
    let detail = |seen: Seen| (seen.wallet, seen.request_id, seen.into_detail());
    let details: Vec<(WalletNo, RequestId, CallDetail)> = seen.into_iter().map(detail).collect();
    store.write(StoreDetails::new(vault, Ids, &details)).await
}

async fn trim(store: &Store, wallets: &[WalletNo], since: &mut FxHashMap<WalletNo, u32>) {
    for &wallet in wallets {
        let count = since.entry(wallet).or_default();
        *count += 1;
        if *count >= TRIM_EVERY {
            *count = 0;
            let keep = KEPT_MAX;
            if let Err(error) = store.write(TrimDetails { wallet, keep }).await {
                tracing::warn!(%error, "details of calls could not be trimmed");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static SEND: Endpoint = Endpoint {
        operation_id: "send",
        path: "/jobs/{request_id}/{chn}",
        shown: &["rcNumber"],
        ..Endpoint::BASE
    };

    fn seen(uri: &str, body: &'static [u8]) -> Seen {
        let request = http::Request::builder()
            .uri(uri)
            .header("x-api-key", "kofa_sandbox_secret")
            .header("authorization", "Bearer secret")
            .header("cookie", "a=secret")
            .header("user-agent", "curl/8")
            .header("content-type", "application/json")
            .header("idempotency-key", "secret-order");
        let (parts, ()) = request.body(()).unwrap().into_parts();
        let place = (WalletNo(1), Environment::Sandbox);
        let mut seen = Seen::new(
            place,
            (RequestId::nil(), &SEND),
            [127, 0, 0, 1].into(),
            &parts,
        );
        seen.body(&Bytes::from_static(body));
        seen.answered(
            "application/json",
            &Bytes::from_static(b"{\"message\": \"Fine.\"}"),
        );
        seen
    }

    #[test]
    fn no_secret_is_kept() {
        let body = br#"{"firstName": "secret", "rcNumber": "123", "key": "secret"}"#;
        let path = "/jobs/0190a6c8-1111-7222-8333-123456789012/secret?rcNumber=7&who=secret";
        let detail = seen(path, body).into_detail();
        let text = serde_json::to_string(&detail).unwrap();
        assert!(!text.contains("secret"), "{text}");
        let exchange = detail.exchange.unwrap();
        assert!(exchange.is_redacted && detail.has_idempotency_key);
        assert_eq!(
            exchange.path,
            "/jobs/0190a6c8-1111-7222-8333-123456789012/[redacted]"
        );
        assert_eq!(exchange.query[0], ("rcNumber".to_owned(), "7".to_owned()));
        assert!(matches!(exchange.response, KeptBody::Json(ref text) if text.contains("Fine.")));
    }

    #[test]
    fn a_header_that_cannot_be_kept_is_told_of() {
        let request = http::Request::builder()
            .uri("/jobs/a/b")
            .header("accept", "a".repeat(TEXT_BYTES_MAX + 1))
            .header(VRC_HEADER, "Q".repeat(TEXT_BYTES_MAX + 1));
        let (parts, ()) = request.body(()).unwrap().into_parts();
        let exchange = Sent::new(&parts).exchange(&SEND, None);
        let named = |name: &str| (name.to_owned(), REDACTED.to_owned());
        assert_eq!(exchange.headers, [named("accept"), named(VRC_HEADER)]);
        assert!(exchange.is_redacted);
    }

    #[test]
    fn what_is_no_json_is_not_kept() {
        let exchange = seen("/jobs/a/b", b"%PDF-1.7")
            .into_detail()
            .exchange
            .unwrap();
        assert_eq!(
            exchange.request,
            KeptBody::NotKept("application/json".to_owned(), 8)
        );
        assert!(exchange.is_redacted);
    }

    #[test]
    fn a_long_answer_is_not_looked_at_and_its_length_is_told() {
        let mut seen = seen("/jobs/a/b", b"{}");
        let long = Bytes::from(format!("{{\"message\": \"{}\"}}", "a".repeat(9_000)));
        let bytes = u64::try_from(long.len()).unwrap();
        seen.answered("application/json", &long);
        let exchange = seen.into_detail().exchange.unwrap();
        let not_kept = KeptBody::NotKept("application/json".to_owned(), bytes);
        assert_eq!(exchange.response, not_kept);
    }

    #[test]
    fn a_second_has_room_for_so_many() {
        let (recorder, _recording) = Recorder::new();
        let at = Timestamp::from_micros(5_000_000);
        let taken = |at| {
            (0..300)
                .filter(|_| recorder.takes(Environment::Sandbox, at))
                .count()
        };
        assert_eq!(taken(at), 100);
        assert_eq!(taken(at.plus_seconds(1)), 100);
        assert!(recorder.takes(Environment::Live, at));
        assert!(!Recorder::off().takes(Environment::Live, at));
    }
}
