//! Mails: queued with their cause, sent until the server takes them, and erased.

use std::sync::{Arc, Mutex};

use kofa_admin_api::AdminState;
use kofa_core::OperatorRole;
use kofa_domain::{Clock as _, Environment, Ids, Sensitive, TenantId, Timestamp};
use kofa_identity::forgotten::AskReset;
use kofa_identity::key_plan::KeyPlan;
use kofa_identity::key_warnings::WarnOfExpiry;
use kofa_identity::known_places::{Place, RememberPlaces};
use kofa_identity::operators::FindOperator;
use kofa_identity::sessions::{Door, Origin, Person};
use kofa_insight::notices::queue_notices;
use kofa_insight::statement::Month;
use kofa_mail::{
    Letter, MailKind, Mailer, POST_MAIL, Postman, PurgeMails, QueueMail, Smtp, SmtpSettings,
};
use kofa_store::{Op, Tx};
use kofa_tasks::{TaskHandlers, work_once};
use kofa_testkit::AdminClient;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

use crate::world::{LOOK_UPS, NOW, World, products, worlds};

/// Begins every link.
const BASE_URL: &str = "https://kofa.example";

/// A mail server that takes what it is sent, or answers `RCPT` as it was told.
pub(crate) struct Stand {
    url: String,
    taken: Arc<Mutex<Vec<String>>>,
    answer: Arc<Mutex<&'static str>>,
}

impl Stand {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let stand = Self {
            url: format!("smtp://{}", listener.local_addr().unwrap()),
            taken: Arc::default(),
            answer: Arc::new(Mutex::new("250 ok")),
        };
        let (taken, answer) = (Arc::clone(&stand.taken), Arc::clone(&stand.answer));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(talk(stream, Arc::clone(&taken), Arc::clone(&answer)));
            }
        });
        stand
    }

    fn answers(&self, answer: &'static str) {
        *self.answer.lock().unwrap() = answer;
    }

    pub(crate) fn taken(&self) -> Vec<String> {
        self.taken.lock().unwrap().clone()
    }

    fn smtp(&self) -> Smtp {
        let settings = SmtpSettings {
            url: Sensitive::new(self.url.clone()),
            authority: None,
            from: "Kofa <no-reply@example.ng>".to_owned(),
            reply_to: Some("help@example.ng".to_owned()),
        };
        Smtp::new(&settings).unwrap()
    }
}

async fn talk(
    stream: TcpStream,
    taken: Arc<Mutex<Vec<String>>>,
    answer: Arc<Mutex<&'static str>>,
) -> Option<()> {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    write.write_all(b"220 stand\r\n").await.ok()?;
    while let Some(line) = lines.next_line().await.ok()? {
        let reply = match line.split(' ').next()? {
            "RCPT" => *answer.lock().unwrap(),
            "DATA" => {
                write.write_all(b"354 go on\r\n").await.ok()?;
                let mut mail = String::new();
                while let Some(line) = lines.next_line().await.ok()?.filter(|it| it != ".") {
                    mail += &line;
                    mail.push('\n');
                }
                taken.lock().unwrap().push(mail);
                "250 taken"
            }
            _ => "250 stand",
        };
        write
            .write_all(format!("{reply}\r\n").as_bytes())
            .await
            .ok()?;
    }
    Some(())
}

pub(crate) struct Post {
    pub(crate) stand: Stand,
    pub(crate) tasks: TaskHandlers,
    pub(crate) state: AdminState,
}

impl Post {
    /// With a mail server that there is.
    pub(crate) async fn of(world: &World) -> Self {
        let stand = Stand::start().await;
        Self::with(world, stand.smtp(), stand).await
    }

    async fn with(world: &World, smtp: Smtp, stand: Stand) -> Self {
        let clock = Arc::new(world.clock.clone());
        let postman = Postman::new(world.store.clone(), world.vault.clone(), clock, Some(smtp));
        let mailer = postman.mailer(Ids, BASE_URL);
        let tasks = TaskHandlers::default().with(&[POST_MAIL], Arc::new(postman));
        let mut state = world.admin_state(products(&[]), tasks.clone()).await;
        state.mailer = mailer;
        state.base_url = BASE_URL.to_owned();
        Self {
            stand,
            tasks,
            state,
        }
    }

    pub(crate) async fn admin(self, world: &World) -> (Stand, TaskHandlers, AdminClient) {
        let routes = kofa_admin_api::router(Arc::new(self.state), Vec::new());
        let owner = world.admin(&routes, OperatorRole::Owner).await;
        (self.stand, self.tasks, owner)
    }
}

pub(crate) async fn deliver(world: &World, tasks: &TaskHandlers) {
    for _ in 0..4 {
        work_once(&world.store, &world.clock, tasks).await;
        world.clock.advance_seconds(2);
    }
}

struct Again(String);

impl Op for Again {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> kofa_domain::Result<()> {
        let (kind, live) = (POST_MAIL.name, Environment::Live);
        kofa_tasks::enqueue(tx, kind, &self.0, live, NOW, NOW).await
    }
}

struct CountSealed;

impl Op for CountSealed {
    type Out = i64;

    async fn run(&self, tx: &mut Tx<'_>) -> kofa_domain::Result<i64> {
        let sql = "select count(*) as n from mail where sealed is not null";
        Ok(tx.one(sql, &[]).await?.get("n")?)
    }
}

fn letter() -> Letter {
    Letter {
        subject: "Test".to_owned(),
        paragraphs: vec!["Text.".to_owned()],
        button: None,
        reason: "Because.".to_owned(),
        choose: None,
    }
}

fn lines(listed: &Value) -> Vec<(&str, &str)> {
    let items = listed["items"].as_array().unwrap().iter();
    items
        .map(|one| {
            (
                one["kind"].as_str().unwrap(),
                one["state"].as_str().unwrap(),
            )
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn links_are_mailed_once_and_kept_nowhere() {
    for world in worlds().await {
        let (stand, tasks, owner) = Post::of(&world).await.admin(&world).await;
        let new = json!({"name": "Adé & Sons", "email": "ade@example.ng"});
        let made = owner.post("tenants", &new).await.json();
        let url = made["inviteUrl"].as_str().unwrap();
        let path = format!("tenants/{}/invites", made["id"].as_str().unwrap());
        let new = json!({"email": "bola@example.ng", "role": "finance"});
        owner.post(&path, &new).await.is(201);
        deliver(&world, &tasks).await;
        deliver(&world, &tasks).await;
        let taken = stand.taken();
        assert_eq!(taken.len(), 2, "{taken:?}");
        let of_owner = taken
            .iter()
            .find(|one| one.contains("ade@example.ng"))
            .unwrap();
        let token = url.rsplit('/').next().unwrap();
        let flat = of_owner.replace("=\n", "");
        assert!(
            flat.contains(&format!("https://kofa.example/invite/{token}")),
            "{flat}"
        );
        for word in [
            "Message-ID: <mail_",
            "Reply-To: help@example.ng",
            "text/html",
        ] {
            assert!(of_owner.contains(word), "{of_owner}");
        }
        let listed = owner.get("mails").await.json();
        assert_eq!(lines(&listed), [("invite", "sent"), ("invite", "sent")]);
        assert!(!listed.to_string().contains(token));
        assert_eq!(world.store.read(CountSealed).await.unwrap(), 0);
        // A task about a mail that has ended only ends.
        let ended = listed["items"][0]["id"].as_str().unwrap().to_owned();
        world.store.write(Again(ended)).await.unwrap();
        assert_eq!(work_once(&world.store, &world.clock, &tasks).await, 1);
        assert_eq!(work_once(&world.store, &world.clock, &tasks).await, 0);
        assert_eq!(stand.taken().len(), 2);
        let none = owner.get("mails?state=waiting").await.json();
        assert_eq!(none["items"], json!([]));
        owner
            .get("mails?state=lost")
            .await
            .refused(422, "invalid_field");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_forgot_a_password_is_sent_one_link_in_five_minutes() {
    for world in worlds().await {
        let post = Post::of(&world).await;
        let mailer = post.state.mailer.clone().unwrap();
        let (id, _) = world.operator(OperatorRole::Ops).await;
        let operator = id.clone();
        let found = world.store.read(FindOperator { operator }).await.unwrap();
        let email = found.email;
        let ask = async |door, email: &str| {
            let who = (door, email.to_owned());
            let now = world.clock.now();
            let path = match door {
                Door::Portal => "/portal/reset",
                Door::Console => "/console/reset",
            };
            let ask = AskReset::new((&world.vault, Ids), (&mailer, path), who, now);
            world.store.write(ask).await.unwrap();
        };
        ask(Door::Console, "nobody@example.ng").await;
        ask(Door::Portal, &email).await;
        ask(Door::Console, &email).await;
        ask(Door::Console, &email).await;
        deliver(&world, &post.tasks).await;
        let taken = post.stand.taken();
        assert_eq!(taken.len(), 1, "{taken:?}");
        assert!(
            taken[0].contains("https://kofa.example/console/reset/"),
            "{taken:?}"
        );
        world.clock.advance_seconds(600);
        ask(Door::Console, &email).await;
        deliver(&world, &post.tasks).await;
        assert_eq!(post.stand.taken().len(), 2);
        let (_, _, owner) = post.admin(&world).await;
        let audit = owner.get("audit?action=operator").await.json().to_string();
        assert_eq!(audit.matches("operator.ask_reset").count(), 2, "{audit}");
        assert!(audit.contains(id.as_str()));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_in_from_a_new_place_is_told_and_the_first_is_not() {
    for world in worlds().await {
        let post = Post::of(&world).await;
        let (id, _) = world.operator(OperatorRole::Ops).await;
        let email = "ops@example.ng";
        let remember = async |device: &str, network: &str| {
            let place = |made: fn(_, _, _, _) -> Place, what| {
                made(&world.vault, Door::Console, email, what)
            };
            let places = vec![place(Place::device, device), place(Place::network, network)];
            let remember = RememberPlaces {
                person: Person::Operator(id.clone()),
                email: email.to_owned(),
                places,
                origin: Origin {
                    ip: network.to_owned(),
                    agent: "Browser <1>".to_owned(),
                },
                mailer: post.state.mailer.clone(),
                at: world.clock.now(),
            };
            world.store.write(remember).await.unwrap();
            deliver(&world, &post.tasks).await;
            post.stand.taken().len()
        };
        assert_eq!(remember("one", "192.0.2.1").await, 0);
        assert_eq!(remember("one", "198.51.100.1").await, 0);
        assert_eq!(remember("two", "192.0.2.1").await, 0);
        assert_eq!(remember("three", "203.0.113.9").await, 1);
        let told = post.stand.taken().remove(0);
        assert!(
            told.contains("203.0.113.9") && told.contains("&lt;1&gt;"),
            "{told}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_server_refuses_fails_and_what_it_puts_off_is_tried_again() {
    for world in worlds().await {
        let (stand, tasks, owner) = Post::of(&world).await.admin(&world).await;
        let test = json!({"email": "ops@example.ng"});
        stand.answers("550 who is ops@example.ng?");
        owner.post("mails/test", &test).await.is(204);
        deliver(&world, &tasks).await;
        let listed = owner.get("mails").await.json();
        let one = &listed["items"][0];
        assert_eq!(
            (&one["state"], &one["attempts"]),
            (&json!("failed"), &json!(1))
        );
        assert_eq!(one["error"], "the mail server refused it (code 550)");
        stand.answers("451 later");
        owner.post("mails/test", &test).await.is(204);
        deliver(&world, &tasks).await;
        let listed = owner.get("mails?state=waiting").await.json();
        let error = &listed["items"][0]["error"];
        assert_eq!(error, "the mail server puts it off (code 451)");
        stand.answers("250 ok");
        world.clock.advance_seconds(60);
        deliver(&world, &tasks).await;
        let listed = owner.get("mails?state=sent").await.json();
        assert_eq!(listed["items"].as_array().unwrap().len(), 1);
        assert_eq!(listed["items"][0]["error"], Value::Null);
        let ops = world
            .admin(&admin_routes(&world).await, OperatorRole::Ops)
            .await;
        ops.post("mails/test", &test)
            .await
            .refused(403, "forbidden");
        let later = NOW.plus_seconds(200 * 24 * 3_600);
        assert_eq!(
            world.store.write(PurgeMails { now: later }).await.unwrap(),
            2
        );
    }
}

async fn admin_routes(world: &World) -> axum::Router {
    let state = world
        .admin_state(products(&[]), TaskHandlers::default())
        .await;
    kofa_admin_api::router(Arc::new(state), Vec::new())
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_server_nothing_waits_for_ever() {
    for world in worlds().await {
        let none = admin_routes(&world).await;
        let owner = world.admin(&none, OperatorRole::Owner).await;
        let test = json!({"email": "ops@example.ng"});
        owner
            .post("mails/test", &test)
            .await
            .refused(409, "conflict");
        let gone = Stand {
            url: "smtp://127.0.0.1:1".to_owned(),
            taken: Arc::default(),
            answer: Arc::new(Mutex::new("")),
        };
        let post = Post::with(&world, gone.smtp(), gone).await;
        let queue = |person: &str, expires_at: Timestamp| QueueMail {
            mailer: post.state.mailer.clone().unwrap(),
            kind: MailKind::Test,
            person: person.to_owned(),
            to: "ops@example.ng".to_owned(),
            letter: letter(),
            at: NOW,
            expires_at,
        };
        let ends = NOW.plus_seconds(60);
        world.store.write(queue("one", ends)).await.unwrap();
        world.store.write(queue("two", ends)).await.unwrap();
        work_once(&world.store, &world.clock, &post.tasks).await;
        let (_, tasks, owner) = post.admin(&world).await;
        let listed = owner.get("mails").await.json();
        let tried: i64 = listed["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(attempts)
            .sum();
        assert!((1..=2).contains(&tried), "{listed}");
        world.clock.advance_seconds(61);
        deliver(&world, &tasks).await;
        let listed = owner.get("mails").await.json();
        assert_eq!(lines(&listed), [("test", "failed"), ("test", "failed")]);
    }
}

fn attempts(mail: &Value) -> i64 {
    mail["attempts"].as_i64().unwrap()
}

/// What `deliver` brought, by address and subject.
pub(crate) fn told(stand: &Stand) -> Vec<(String, String)> {
    let header = |mail: &str, name: &str| {
        let line = mail.lines().find_map(|line| line.strip_prefix(name));
        line.unwrap_or_default().to_owned()
    };
    let mut all: Vec<_> = stand
        .taken()
        .iter()
        .map(|mail| (header(mail, "To: "), header(mail, "Subject: ")))
        .collect();
    all.sort();
    all
}

/// A tenant whose owner, developer and finance member have joined, and who tells them.
pub(crate) struct Told {
    pub(crate) world: World,
    pub(crate) tenant: TenantId,
    pub(crate) mailer: Mailer,
    pub(crate) stand: Stand,
    pub(crate) tasks: TaskHandlers,
    pub(crate) owner: AdminClient,
}

impl Told {
    pub(crate) async fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for world in worlds().await {
            let post = Post::of(&world).await;
            let mailer = post.state.mailer.clone().unwrap();
            let tenant = world.tenant("Ada").await.0.id;
            let (stand, tasks, owner) = post.admin(&world).await;
            for role in ["developer", "finance", "viewer"] {
                let new = json!({"email": format!("{role}@example.ng"), "role": role});
                let path = format!("tenants/{tenant}/invites");
                owner.post(&path, &new).await.is(201);
            }
            let told = Self {
                world,
                tenant,
                mailer,
                stand,
                tasks,
                owner,
            };
            // Of those who have not joined, nobody is told anything.
            assert_eq!(told.notices().await, 0);
            for joined in [
                "update member set password_hash = 'x' where email = 'ada@example.com'",
                "update member set password_hash = 'x' where role = 'developer'",
                "update member set password_hash = 'x' where role = 'finance'",
            ] {
                told.world.tamper(joined).await;
            }
            all.push(told);
        }
        all
    }

    pub(crate) async fn notices(&self) -> u64 {
        let now = self.world.clock.now();
        self.world.store.write(WarnOfExpiry { now }).await.unwrap();
        let queued = queue_notices(&self.world.store, &self.mailer, now);
        let queued = queued.await.unwrap();
        deliver(&self.world, &self.tasks).await;
        queued
    }

    async fn key(&self, name: &str, days: i64) {
        let plan = KeyPlan {
            name: name.to_owned(),
            scopes: vec![LOOK_UPS],
            environments: vec![Environment::Live],
            allowed_cidrs: Vec::new(),
            expires_at: Some(NOW.plus_seconds(days * 86_400)),
        };
        self.world.key(&self.tenant, plan).await;
    }

    pub(crate) fn go_to(&self, at: Timestamp) {
        let micros = at.micros() - self.world.clock.now().micros();
        self.world.clock.advance_seconds(micros / 1_000_000);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn members_are_told_once_of_a_low_wallet_and_of_incidents() {
    for told_to in Told::all().await {
        let (world, owner) = (&told_to.world, &told_to.owner);
        let live = Environment::Live;
        let switch = format!("tenants/{}/services/{LOOK_UPS}/live", told_to.tenant);
        let on = json!({"enabled": true});
        owner.call("PUT", &switch, &on).await.is(200);
        world.credit(&told_to.tenant, live, 500_000).await;
        world.debit(&told_to.tenant, live, 450_000).await;
        let news = json!({"title": "Look-ups are slow", "impact": "degraded",
            "affects": [format!("{LOOK_UPS}/live")], "message": "We look into it."});
        let incident = owner.post("incidents", &news).await.json();
        assert_eq!(told_to.notices().await, 4);
        assert_eq!(told_to.notices().await, 0);
        let low = "Ada: the live wallet is down to NGN 500.00";
        let slow = "Incident: Look-ups are slow";
        let expected = [
            ("ada@example.com", low),
            ("ada@example.com", slow),
            ("developer@example.ng", slow),
            ("finance@example.ng", low),
        ];
        let mut told = told(&told_to.stand);
        told.retain(|(_, subject)| !subject.starts_with("Join"));
        let told: Vec<_> = told.iter().map(|(to, what)| (&**to, &**what)).collect();
        assert_eq!(told, expected);

        let id = incident["id"].as_str().unwrap();
        let over = json!({"state": "resolved", "message": "It is over."});
        let path = format!("incidents/{id}/updates");
        owner.post(&path, &over).await.is(201);
        assert_eq!(told_to.notices().await, 2);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn members_are_told_of_keys_endpoints_and_statements() {
    for told_to in Told::all().await {
        let (world, owner) = (&told_to.world, &told_to.owner);
        world
            .credit(&told_to.tenant, Environment::Live, 500_000)
            .await;
        told_to.key("shop", 60).await;
        told_to.key("short", 5).await;
        assert_eq!(told_to.notices().await, 2);
        // Within 30, 7 and 1 days of its end, once each.
        for (day, queued) in [(29, 0), (31, 2), (40, 0), (54, 2), (59, 2), (70, 0)] {
            told_to.go_to(NOW.plus_seconds(day * 86_400 + 3_600));
            assert_eq!(told_to.notices().await, queued, "{day}");
        }
        let month = Month::of(world.clock.now());
        told_to.go_to(month.end().plus_seconds(60));
        assert_eq!(told_to.notices().await, 2);
        assert_eq!(told_to.notices().await, 0);
        let endpoint = json!({"url": "https://hooks.example.com/kofa"});
        let path = format!("tenants/{}/webhooks/live", told_to.tenant);
        owner.post(&path, &endpoint).await.is(201);
        let disabled = "update webhook_endpoint set enabled = false, disabled_at = created_at";
        world.tamper(disabled).await;
        assert_eq!(told_to.notices().await, 2);
        let listed = owner.get("mails?limit=100").await.json();
        let count = |kind: &str| lines(&listed).iter().filter(|one| one.0 == kind).count();
        assert_eq!((count("key"), count("statement")), (8, 2), "{listed}");
        assert_eq!(count("webhook"), 2, "{listed}");
    }
}
