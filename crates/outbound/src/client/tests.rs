use kofa_domain::{ManualClock, TenantId};

use super::*;
use crate::testing::{Reply, StandIn, get};
use crate::{AddressRule, on_behalf_of};

const SETTINGS: ClientSettings = ClientSettings {
    upstream: Cow::Borrowed("test"),
    environment: "live",
    time_limit: Duration::from_secs(5),
    attempts_max: 3,
    in_flight_max: 2,
    breaker: BreakerLimits {
        failures_max: 5,
        open_seconds: 30,
    },
};
const OK: Reply = Reply::Whole("200 OK", "{}");
const BROKEN: Reply = Reply::Whole("500 Internal Server Error", "{}");

/// Takes `{}` for an answer; keeps the words of what went wrong.
#[derive(Default)]
struct Reader(std::sync::Mutex<Vec<&'static str>>);

impl ResponseReader for Reader {
    type Answer = ();
    type Error = u16;

    fn read(&self, response: &HttpResponse) -> Outcome<(), u16> {
        match (response.status, &*response.body) {
            (200, b"{}") => Outcome::Answered("answered", Ok(())),
            (200, _) => Outcome::Malformed("nonsense", 200),
            (403, _) => Outcome::Answered("account_problem", Err(403)),
            (status, _) => Outcome::Answered("refused", Err(status)),
        }
    }

    async fn record(&self, _: Timestamp, _: Option<&HttpResponse>, outcome: &Outcome<(), u16>) {
        self.0.lock().unwrap().push(match outcome {
            Outcome::Answered(word, _) | Outcome::Malformed(word, _) => word,
            Outcome::Failed(failure) => failure.as_str(),
        });
    }
}

struct Scene {
    standin: StandIn,
    client: UpstreamClient,
    clock: ManualClock,
    reader: Reader,
}

impl Scene {
    async fn new(reply: Reply, settings: ClientSettings) -> Self {
        let clock = ManualClock::new(Timestamp::from_micros(1_000_000));
        let deps = ClientDeps {
            http: HttpClient::plain(1_000, AddressRule::CONFIGURED),
            metrics: UpstreamMetrics::default(),
            clock: Arc::new(clock.clone()),
            random: || 0,
        };
        Self {
            standin: StandIn::start("127.0.0.1:0", reply).await,
            client: UpstreamClient::new(settings, deps),
            clock,
            reader: Reader::default(),
        }
    }

    fn request(&self, class: &'static str) -> UpstreamRequest {
        UpstreamRequest {
            class,
            http: get(&self.standin.url()),
            is_idempotent: true,
        }
    }

    async fn call(&self, class: &'static str) -> Result<(), CallError<u16>> {
        let called = self.client.call(&self.request(class), &self.reader).await;
        called.map(|received| received.value)
    }

    fn words(&self) -> Vec<&'static str> {
        self.reader.0.lock().unwrap().clone()
    }
}

fn within(milliseconds: u64) -> ClientSettings {
    ClientSettings {
        time_limit: Duration::from_millis(milliseconds),
        ..SETTINGS
    }
}

#[test]
fn pauses_grow_and_their_random_part_is_bounded() {
    let milliseconds = |attempts, random| pause_after(attempts, random).as_millis();
    assert_eq!((milliseconds(1, 0), milliseconds(1, 299)), (100, 399));
    assert_eq!((milliseconds(2, 0), milliseconds(2, 599)), (200, 799));
    for random in [0, 7, 300, 1 << 40, u64::MAX] {
        assert!((100..400).contains(&milliseconds(1, random)));
        assert!((1_600..6_400).contains(&milliseconds(30, random)));
    }
}

#[tokio::test]
async fn a_failure_that_may_pass_is_tried_three_times_and_each_attempt_recorded() {
    let scene = Scene::new(BROKEN, SETTINGS).await;
    let failed = Err(CallError::Failed(Failure::Status(500)));
    assert_eq!(scene.call("company").await, failed);
    assert_eq!(scene.words(), ["server_error"; 3]);
    let once = UpstreamRequest {
        is_idempotent: false,
        ..scene.request("company")
    };
    let called = scene.client.call(&once, &scene.reader).await;
    assert_eq!(called.map(|it| it.value), failed);
    assert_eq!(
        scene.standin.heads().len(),
        4,
        "sent once: it may have done something"
    );
    let health = scene.client.health();
    assert_eq!((health.attempts, health.failed, health.answered), (4, 4, 0));
}

#[tokio::test]
async fn nothing_leaves_where_nobody_listens_so_anything_may_be_sent_again() {
    let scene = Scene::new(OK, SETTINGS).await;
    let once = UpstreamRequest {
        http: get("http://127.0.0.1:1/"),
        is_idempotent: false,
        ..scene.request("company")
    };
    let called = scene.client.call(&once, &scene.reader).await;
    assert_eq!(called, Err(CallError::Failed(Failure::Unreachable)));
    assert_eq!(scene.words(), ["unreachable"; 3]);
}

#[tokio::test]
async fn a_redirect_is_a_failure_and_is_not_followed() {
    let scene = Scene::new(Reply::Whole("302 Found", ""), SETTINGS).await;
    let called = scene.call("company").await;
    assert_eq!(called, Err(CallError::Failed(Failure::Status(302))));
    assert_eq!(
        scene.words(),
        ["nonsense"],
        "another attempt would be sent elsewhere too"
    );
    assert_eq!(scene.client.health().failed, 1);
}

#[tokio::test]
async fn a_peer_that_never_answers_is_left_at_the_time_limit() {
    let scene = Scene::new(Reply::Silence, within(200)).await;
    let begun = Instant::now();
    let called = scene.call("company").await;
    assert_eq!(called, Err(CallError::Failed(Failure::Late)));
    assert!(begun.elapsed() < Duration::from_secs(5));
    assert_eq!(scene.words(), ["late"], "there is no time for another");
}

#[tokio::test]
async fn half_a_body_and_one_without_end_are_failures() {
    let scene = Scene::new(Reply::Half, SETTINGS).await;
    assert_eq!(
        scene.call("company").await,
        Err(CallError::Failed(Failure::Cut))
    );
    assert_eq!(scene.words(), ["cut"; 3]);
    let scene = Scene::new(Reply::Endless, SETTINGS).await;
    let called = scene.call("company").await;
    assert_eq!(called, Err(CallError::Failed(Failure::TooLarge)));
    assert_eq!(scene.words(), ["too_large"]);
}

#[tokio::test]
async fn refusals_of_an_upstream_open_no_breaker_and_nonsense_does() {
    let scene = Scene::new(Reply::Whole("404 Not Found", ""), SETTINGS).await;
    for _ in 0..7 {
        assert_eq!(scene.call("company").await, Err(CallError::Final(404)));
    }
    assert_eq!(scene.client.health().breaker, State::Closed);
    scene.standin.reply(Reply::Whole("200 OK", "<html>"));
    for _ in 0..5 {
        assert_eq!(scene.call("company").await, Err(CallError::Final(200)));
    }
    let open = CallError::CircuitOpen {
        retry_after_seconds: 31,
    };
    assert_eq!(scene.call("company").await, Err(open));
    assert_eq!(scene.standin.heads().len(), 12, "nothing is sent");
    assert_eq!(scene.client.health().refused, 1);
}

#[tokio::test]
async fn five_failures_of_one_class_leave_the_others_alone() {
    let scene = Scene::new(BROKEN, SETTINGS).await;
    for _ in 0..2 {
        scene.call("tin").await.unwrap_err();
    }
    let sent = scene.standin.heads().len();
    assert_eq!(sent, 5);
    let called = scene.call("tin").await;
    assert!(
        matches!(called, Err(CallError::CircuitOpen { .. })),
        "{called:?}"
    );
    scene.standin.reply(OK);
    assert_eq!(scene.call("company").await, Ok(()));
    assert!(matches!(scene.client.health().breaker, State::Open(_)));
    scene.clock.advance_seconds(30);
    assert_eq!(scene.client.health().breaker, State::HalfOpen);
    assert_eq!(scene.call("tin").await, Ok(()));
    assert_eq!(scene.client.health().breaker, State::Closed);
}

#[tokio::test]
async fn a_caller_who_goes_away_during_the_trial_does_not_keep_it() {
    let scene = Scene::new(BROKEN, SETTINGS).await;
    for _ in 0..2 {
        scene.call("tin").await.unwrap_err();
    }
    scene.clock.advance_seconds(30);
    scene.standin.reply(Reply::Silence);
    let patience = Duration::from_millis(200);
    let gone = tokio::time::timeout(patience, scene.call("tin")).await;
    gone.expect_err("nobody answered");
    assert_eq!(scene.standin.heads().len(), 6, "the trial was under way");
    assert_eq!(scene.client.health().breaker, State::HalfOpen);
    scene.standin.reply(OK);
    assert_eq!(scene.call("tin").await, Ok(()));
}

#[tokio::test]
async fn one_tenant_leaves_places_to_the_others() {
    let four = ClientSettings {
        in_flight_max: 4,
        ..within(500)
    };
    let scene = Scene::new(Reply::Silence, four).await;
    let [crowd, other] = [1, 2].map(|at| kofa_domain::Ids.id(Timestamp::from_micros(at)));
    let of = |tenant: &TenantId| on_behalf_of(tenant.clone(), scene.call("company"));
    let fourth = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        assert_eq!(
            of(&crowd).await,
            Err(CallError::Busy),
            "has its three places"
        );
        of(&other).await
    };
    let (_, _, _, sent) = tokio::join!(of(&crowd), of(&crowd), of(&crowd), fourth);
    assert_eq!(sent, Err(CallError::Failed(Failure::Late)));
    assert!(scene.standin.heads().len() >= 4, "it was sent");
}

#[tokio::test]
async fn no_more_are_on_their_way_than_may_be() {
    let scene = Scene::new(Reply::Silence, within(300)).await;
    let (one, two) = (scene.call("company"), scene.call("tin"));
    let three = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        scene.call("name").await
    };
    let (one, two, three) = tokio::join!(one, two, three);
    let late = Err(CallError::Failed(Failure::Late));
    assert_eq!(
        (one, two, three),
        (late.clone(), late, Err(CallError::Busy))
    );
    scene.standin.reply(OK);
    assert_eq!(scene.call("company").await, Ok(()), "places are given back");
}

#[tokio::test]
async fn what_answers_say_of_our_account_is_known() {
    let scene = Scene::new(OK, SETTINGS).await;
    let known = || {
        let health = scene.client.health();
        (health.account_refused, health.balance_kobo)
    };
    assert_eq!(known(), (None, None));
    let account = |balance| Reply::Whole(balance, "{}");
    for (reply, expected) in [
        (
            account("200 OK\r\nx-wallet-balance: 42"),
            (Some(false), Some(42)),
        ),
        (account("403 Forbidden"), (Some(true), Some(42))),
        // What says nothing of the account leaves it as it was.
        (BROKEN, (Some(true), Some(42))),
        (
            account("200 OK\r\nX-Wallet-Balance: -7 "),
            (Some(false), Some(-7)),
        ),
        (
            account("200 OK\r\nx-wallet-balance: much"),
            (Some(false), Some(-7)),
        ),
    ] {
        scene.standin.reply(reply);
        let _ = scene.call("company").await;
        assert_eq!(known(), expected, "{reply:?}");
    }
}
