//! Who comes in: sessions, the guard, second factors, reset links.

use hmac::{Hmac, KeyInit as _, Mac as _};
use kofa_core::audit::ListAudit;
use kofa_core::{Actor, ActorAt, MemberRole, OperatorRole, Page};
use kofa_domain::{Ids, MemberId, Result, Sensitive, TenantId, Timestamp};
use kofa_identity::guard::{Attempt, CountAttempt, PurgeFailures, PurgeOldFailures, SignInName};
use kofa_identity::invites::{AcceptInvite, FindInvite};
use kofa_identity::members::{ListMembers, SetMemberDisabled};
use kofa_identity::operators::{CreateOperator, NewOperator};
use kofa_identity::password;
use kofa_identity::recovery::RenewRecoveryCodes;
use kofa_identity::resets::{
    Account, ChangePassword, CheckReset, FindAccount, OpenReset, PurgeResets, RESET_SECONDS,
    UseReset,
};
use kofa_identity::revived::{EndRevived, RecordBackup};
use kofa_identity::second_factor::{
    ConfirmFactor, FindFactors, StartFactor, TurnOffFactor, UseFactor,
};
use kofa_identity::sessions::{
    Door, EndOtherSessions, EndSession, FindMemberSession, FindOperatorSession, FindPerson,
    IDLE_SECONDS_MEMBER, IDLE_SECONDS_OPERATOR, ListSessions, OpenSession, Origin, Person,
    ProveSession, PurgeSessions, SECONDS_LOOKING, SECONDS_MEMBER, SECONDS_PENDING, STEP_UP_SECONDS,
    SessionId, TouchSession,
};
use kofa_store::Op;
use sha1::Sha1;

use crate::world::{NOW, World, code, member, operator, shell, worlds};

const PASSWORD: &str = "correct horse battery";

fn secret(text: &str) -> Sensitive<String> {
    Sensitive::new(text.to_owned())
}

fn origin() -> Origin {
    Origin {
        ip: "192.0.2.7".to_owned(),
        agent: "x".repeat(300),
    }
}

/// Somebody who has accepted their invite as owner.
pub(crate) struct Somebody {
    pub(crate) tenant: TenantId,
    id: MemberId,
    email: String,
}

impl Somebody {
    pub(crate) async fn join(world: &World, name: &str) -> Self {
        let (tenant, token) = world.tenant(name).await;
        let find = FindInvite::new(&world.vault, &token, NOW);
        let found = world.store.read(find).await.unwrap();
        let chosen = secret(PASSWORD);
        let accept = AcceptInvite::new(&world.vault, Ids, &token, &found, chosen, NOW);
        let id = world.store.write(accept.await.unwrap()).await.unwrap();
        Self {
            tenant: tenant.id,
            id,
            email: tenant.email,
        }
    }

    pub(crate) fn person(&self) -> Person {
        Person::Member(self.id.clone())
    }

    pub(crate) fn by(&self, at: Timestamp) -> ActorAt {
        let actor = Actor::Member {
            id: self.id.clone(),
            tenant: self.tenant.clone(),
            role: MemberRole::Owner,
        };
        ActorAt { actor, at }
    }

    async fn open(&self, world: &World, pending: bool, at: Timestamp) -> (SessionId, String) {
        let person = self.person();
        let (open, token) = OpenSession::new(&world.vault, Ids, person, pending, origin(), at);
        let id = world.store.write(open).await.unwrap();
        (id, token.expose().clone())
    }
}

async fn holds(world: &World, token: &str, at: Timestamp) -> bool {
    let find = FindMemberSession::new(&world.vault, token, at);
    world.store.read(find).await.unwrap().is_some()
}

async fn make_operator(world: &World, email: &str, with_password: bool) -> Person {
    let password_hash = if with_password {
        Some(Sensitive::new(
            password::hash(secret(PASSWORD), Ids).await.unwrap(),
        ))
    } else {
        None
    };
    let new = NewOperator {
        email: email.to_owned(),
        name: "Op".to_owned(),
        role: OperatorRole::Owner,
        password_hash,
    };
    let (create, _) = CreateOperator::new(&world.vault, Ids, shell(), new);
    Person::Operator(world.store.write(create).await.unwrap().id)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_ends_when_told_when_idle_and_at_its_expiry() {
    for world in worlds().await {
        let ada = Somebody::join(&world, "ada").await;
        let (_, token) = ada.open(&world, false, NOW).await;
        let find = FindMemberSession::new(&world.vault, &token, NOW);
        let of = world.store.read(find).await.unwrap().unwrap();
        assert_eq!(
            (of.email.as_str(), of.is_operator),
            ("ada@example.com", false)
        );
        assert_eq!(of.person(), Some(ada.person()));
        assert!(of.session.is_fresh(NOW.plus_seconds(STEP_UP_SECONDS - 1)));
        assert!(!of.session.is_fresh(NOW.plus_seconds(STEP_UP_SECONDS)));
        assert!(!holds(&world, &token, NOW.plus_seconds(IDLE_SECONDS_MEMBER)).await);
        assert!(!holds(&world, "kofa_member_nonsense", NOW).await);

        // Used all the time, it ends at its expiry.
        let mut at = NOW;
        while at < NOW.plus_seconds(SECONDS_MEMBER) {
            assert!(holds(&world, &token, at).await, "{at}");
            at = at.plus_seconds(IDLE_SECONDS_MEMBER - 1);
            let touch = TouchSession::if_due(&world.vault, &token, &of.session, at);
            world.store.write(touch.unwrap()).await.unwrap();
        }
        assert!(!holds(&world, &token, NOW.plus_seconds(SECONDS_MEMBER)).await);
        assert!(TouchSession::if_due(&world.vault, &token, &of.session, NOW).is_none());

        let (id, token) = ada.open(&world, false, NOW).await;
        let stranger = Somebody::join(&world, "bob").await;
        let end = |who: &Somebody| EndSession {
            by: who.by(NOW),
            session: id.clone(),
        };
        world.store.write(end(&stranger)).await.unwrap();
        assert!(holds(&world, &token, NOW).await, "it is not bob's to end");
        world.store.write(end(&ada)).await.unwrap();
        world.store.write(end(&ada)).await.unwrap();
        assert!(!holds(&world, &token, NOW).await);
        let by_shell = EndSession {
            by: shell(),
            session: id.clone(),
        };
        assert_eq!(code(world.store.write(by_shell).await), "forbidden");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn own_sessions_are_listed_ended_and_forgotten() {
    for world in worlds().await {
        let ada = Somebody::join(&world, "ada").await;
        let (first, one) = ada.open(&world, false, NOW).await;
        let (_, two) = ada.open(&world, false, NOW.plus_seconds(1)).await;
        let (_, half) = ada.open(&world, true, NOW).await;
        let list = async |at| {
            let person = ada.person();
            let all = ListSessions { person, now: at };
            world.store.read(all).await.unwrap()
        };
        let listed = list(NOW).await;
        assert_eq!(listed.len(), 2, "one that is half open is none");
        assert_eq!(listed[1].id, first, "the newest first");
        assert_eq!((&*listed[0].ip, listed[0].agent.len()), ("192.0.2.7", 200));
        assert!(
            list(NOW.plus_seconds(IDLE_SECONDS_MEMBER + 1))
                .await
                .is_empty()
        );
        assert!(!holds(&world, &half, NOW.plus_seconds(SECONDS_PENDING)).await);

        let others = EndOtherSessions {
            by: ada.by(NOW),
            but: first.clone(),
            with_tokens: true,
        };
        assert_eq!(world.store.write(others).await.unwrap(), (2, 0));
        assert!(holds(&world, &one, NOW).await && !holds(&world, &two, NOW).await);
        let late = NOW.plus_seconds(SECONDS_MEMBER);
        let prove = ProveSession {
            by: ada.by(NOW.plus_seconds(3_600)),
            session: first,
        };
        world.store.write(prove).await.unwrap();
        let find = FindMemberSession::new(&world.vault, &one, NOW.plus_seconds(3_700));
        let of = world.store.read(find).await.unwrap().unwrap();
        assert!(of.session.is_fresh(NOW.plus_seconds(3_700)));
        let forget = |now| world.store.write(PurgeSessions { now });
        assert_eq!(forget(late).await.unwrap(), 0);
        assert_eq!(forget(late.plus_seconds(31 * 86_400)).await.unwrap(), 3);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operator_who_looks_is_an_onlooker_and_only_for_a_while() {
    for world in worlds().await {
        let ada = Somebody::join(&world, "ada").await;
        let person = make_operator(&world, "op@example.com", true).await;
        let Person::Operator(id) = person.clone() else {
            unreachable!("an operator was made");
        };
        let (vault, tenant) = (&world.vault, ada.tenant.clone());
        let (look, token) =
            OpenSession::looking(vault, Ids, id, (tenant, "They asked."), origin(), NOW);
        world.store.write(look).await.unwrap();
        let find = |at| {
            world
                .store
                .read(FindMemberSession::new(vault, token.expose(), at))
        };
        let of = find(NOW).await.unwrap().unwrap();
        assert!(of.is_operator && of.role == MemberRole::Viewer);
        assert!(
            find(NOW.plus_seconds(SECONDS_LOOKING))
                .await
                .unwrap()
                .is_none()
        );
        let page = Page::first();
        let tenant = Some(ada.tenant.clone());
        let seen = world.store.read(ListAudit { tenant, page }).await.unwrap();
        assert_eq!(seen.items[0].action, "tenant.look");

        let (open, token) = OpenSession::new(vault, Ids, person.clone(), false, origin(), NOW);
        world.store.write(open).await.unwrap();
        let find = |at| {
            world
                .store
                .read(FindOperatorSession::new(vault, token.expose(), at))
        };
        let of = find(NOW).await.unwrap().unwrap();
        assert_eq!((of.person(), of.role), (Some(person), OperatorRole::Owner));
        assert!(
            find(NOW.plus_seconds(IDLE_SECONDS_OPERATOR))
                .await
                .unwrap()
                .is_none()
        );
    }
}

async fn attempt(world: &World, email: &str, at: Timestamp) -> Attempt {
    let name = SignInName::new(&world.vault, Door::Portal, email);
    let places = Vec::new();
    let count = CountAttempt { name, places, at };
    world.store.write(count).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn five_failures_are_free_and_then_a_name_waits() {
    for world in worlds().await {
        for number in 0..6 {
            let at = NOW.plus_seconds(number);
            assert_eq!(
                attempt(&world, " Who@Example.com", at).await,
                Attempt::Counted
            );
        }
        let at = NOW.plus_seconds(10);
        assert_eq!(
            attempt(&world, "who@example.com", at).await,
            Attempt::Wait(25)
        );
        assert_eq!(
            attempt(&world, "else@example.com", at).await,
            Attempt::Counted
        );
        // The lock is over; the next failure doubles it.
        let at = NOW.plus_seconds(35);
        assert_eq!(
            attempt(&world, "who@example.com", at).await,
            Attempt::Counted
        );
        assert_eq!(
            attempt(&world, "who@example.com", at).await,
            Attempt::Wait(60)
        );
        let name = SignInName::new(&world.vault, Door::Portal, "WHO@example.com");
        let purge = PurgeFailures {
            name,
            places: Vec::new(),
            at: NOW,
        };
        world.store.write(purge).await.unwrap();
        assert_eq!(
            attempt(&world, "who@example.com", at).await,
            Attempt::Counted
        );
        let old = |now| world.store.write(PurgeOldFailures { now });
        assert_eq!(old(at).await.unwrap(), 0);
        assert_eq!(old(at.plus_seconds(86_401)).await.unwrap(), 2);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn many_attempts_at_once_cannot_slip_past_the_count() {
    for world in worlds().await {
        let mut tasks = Vec::new();
        for _ in 0..40 {
            let name = SignInName::new(&world.vault, Door::Console, "op@example.com");
            let count = CountAttempt {
                name,
                places: Vec::new(),
                at: NOW,
            };
            let store = world.store.clone();
            tasks.push(tokio::spawn(
                async move { store.write(count).await.unwrap() },
            ));
        }
        let mut counted = 0;
        for task in tasks {
            counted += usize::from(task.await.unwrap() == Attempt::Counted);
        }
        assert_eq!(counted, 6, "five that are free, and the one that locks");
    }
}

/// What an app shows: RFC 6238 once more, so that a mistake is not made on both sides.
fn shown(secret: &str, at: Timestamp) -> String {
    let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let bits: String = secret
        .bytes()
        .map(|c| letters.iter().position(|&l| l == c).unwrap())
        .map(|five| format!("{five:05b}"))
        .collect();
    let bytes: Vec<u8> = bits
        .as_bytes()
        .chunks_exact(8)
        .map(|byte| u8::from_str_radix(std::str::from_utf8(byte).unwrap(), 2).unwrap())
        .collect();
    let mut mac = Hmac::<Sha1>::new_from_slice(&bytes).unwrap();
    mac.update(&(at.micros() / 30_000_000).to_be_bytes());
    let digest = mac.finalize().into_bytes();
    let from = usize::from(digest[19] & 15);
    let cut: [u8; 4] = digest[from..from + 4].try_into().unwrap();
    format!("{:06}", (u32::from_be_bytes(cut) & 0x7fff_ffff) % 1_000_000)
}

/// Turns the second factor on; its secret and recovery codes.
pub(crate) async fn enrol(world: &World, who: &Somebody) -> (String, Vec<String>) {
    let (vault, by) = (&world.vault, who.by(NOW));
    let start = StartFactor::new(vault, Ids, by.clone()).unwrap();
    world.store.write(start).await.unwrap();
    let person = who.person();
    let factors = world.store.read(FindFactors { person }).await.unwrap();
    assert!(!factors.is_on());
    let app = factors.app.unwrap();
    let text = app.secret_text(vault).unwrap().unwrap().expose().clone();
    let wrong = ConfirmFactor::new(vault, Ids, by.clone(), secret("12345"))
        .unwrap()
        .0;
    assert_eq!(code(world.store.write(wrong).await), "wrong_code");
    let typed = secret(&shown(&text, NOW));
    let (confirm, codes) = ConfirmFactor::new(vault, Ids, by, typed).unwrap();
    world.store.write(confirm).await.unwrap();
    let codes = codes.iter().map(|code| code.expose().clone()).collect();
    (text, codes)
}

pub(crate) async fn uses(world: &World, who: &Somebody, typed: &str, at: Timestamp) -> bool {
    let using = UseFactor::new(&world.vault, who.person(), secret(typed), at);
    world.store.write(using).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_is_right_once_and_only_after_the_factor_is_on() {
    for world in worlds().await {
        let ada = Somebody::join(&world, "ada").await;
        assert!(!uses(&world, &ada, "000000", NOW).await);
        let (app, codes) = enrol(&world, &ada).await;
        let find = async || {
            let person = ada.person();
            world.store.read(FindFactors { person }).await.unwrap()
        };
        let factors = find().await;
        assert!(factors.has_app() && factors.codes_left == 10);
        assert!(
            factors
                .app
                .unwrap()
                .secret_text(&world.vault)
                .unwrap()
                .is_none(),
            "told once"
        );
        let again = StartFactor::new(&world.vault, Ids, ada.by(NOW)).unwrap();
        assert_eq!(code(world.store.write(again).await), "conflict");

        assert!(
            !uses(&world, &ada, &shown(&app, NOW), NOW).await,
            "it turned it on"
        );
        let later = NOW.plus_seconds(30);
        assert!(uses(&world, &ada, &shown(&app, later), later).await);
        assert!(
            !uses(&world, &ada, &shown(&app, later), later).await,
            "used"
        );
        let ahead = later.plus_seconds(60);
        assert!(!uses(&world, &ada, &shown(&app, ahead), later).await);
        assert!(uses(&world, &ada, &shown(&app, later.plus_seconds(30)), later).await);

        assert!(uses(&world, &ada, &codes[3].to_uppercase(), later).await);
        assert!(!uses(&world, &ada, &codes[3], later).await, "used");
        assert!(uses(&world, &ada, &codes[4].replace('-', " "), later).await);
        assert_eq!(find().await.codes_left, 8);
        let bob = Somebody::join(&world, "bob").await;
        enrol(&world, &bob).await;
        assert!(!uses(&world, &bob, &codes[5], later).await, "ada's");
        for wrong in ["", "00000", "'; drop", &"9".repeat(10_000), "aaaaa-aaaaa"] {
            assert!(!uses(&world, &ada, wrong, later).await);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn recovery_codes_are_renewed_and_the_factor_is_turned_off_by_its_owner() {
    for world in worlds().await {
        let ada = Somebody::join(&world, "ada").await;
        let renew = || RenewRecoveryCodes::new(&world.vault, Ids, ada.by(NOW)).unwrap();
        assert_eq!(code(world.store.write(renew().0).await), "conflict");
        let (_, old) = enrol(&world, &ada).await;
        let (op, new) = renew();
        world.store.write(op).await.unwrap();
        assert!(!uses(&world, &ada, &old[0], NOW).await);
        assert!(uses(&world, &ada, new[0].expose(), NOW).await);

        let off = |by| TurnOffFactor {
            by,
            person: ada.person(),
        };
        let bob = Somebody::join(&world, "bob").await;
        for stranger in [bob.by(NOW), operator(OperatorRole::Owner)] {
            assert_eq!(code(world.store.write(off(stranger)).await), "forbidden");
        }
        world.store.write(off(ada.by(NOW))).await.unwrap();
        world.store.write(off(shell())).await.unwrap();
        assert!(!uses(&world, &ada, new[1].expose(), NOW).await);
        let (by, typed) = (ada.by(NOW), secret("123456"));
        let confirm = ConfirmFactor::new(&world.vault, Ids, by, typed).unwrap().0;
        assert_eq!(code(world.store.write(confirm).await), "conflict");
        assert!(StartFactor::new(&world.vault, Ids, shell()).is_err());
    }
}

/// Runs all of `ops` at the same time; how many succeed.
async fn at_once<O: Op>(world: &World, ops: Vec<O>) -> usize {
    let run = |op| {
        let store = world.store.clone();
        tokio::spawn(async move { store.write(op).await.is_ok() })
    };
    let tasks: Vec<_> = ops.into_iter().map(run).collect();
    let mut done = 0;
    for task in tasks {
        done += usize::from(task.await.unwrap());
    }
    done
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_renewals_and_links_at_once_the_last_one_holds() {
    for world in worlds().await {
        let ada = Somebody::join(&world, "ada").await;
        enrol(&world, &ada).await;
        let renew = |_| {
            RenewRecoveryCodes::new(&world.vault, Ids, ada.by(NOW))
                .unwrap()
                .0
        };
        assert_eq!(at_once(&world, (0..12).map(renew).collect()).await, 12);
        let person = ada.person();
        let factors = world.store.read(FindFactors { person }).await.unwrap();
        assert_eq!(factors.codes_left, 10);

        let link = |_| {
            let account = Account::Member(ada.tenant.clone(), ada.id.clone());
            OpenReset::new(&world.vault, Ids, shell(), account)
        };
        let (ops, tokens): (Vec<_>, Vec<_>) = (0..12).map(link).unzip();
        assert_eq!(at_once(&world, ops).await, 12);
        let mut good = 0;
        for token in tokens {
            let check = CheckReset::new(&world.vault, Door::Portal, token.expose(), NOW);
            good += u32::from(world.store.read(check).await.is_ok());
        }
        assert_eq!(good, 1);
    }
}

async fn open_reset(world: &World, by: ActorAt, account: Account) -> Result<String> {
    let (open, token) = OpenReset::new(&world.vault, Ids, by, account);
    world.store.write(open).await?;
    Ok(token.expose().clone())
}

async fn reset(world: &World, door: Door, token: &str, at: Timestamp) -> Result<()> {
    let check = CheckReset::new(&world.vault, door, token, at);
    let found = world.store.read(check).await?;
    let chosen = secret("nine purple kites");
    let using = UseReset::new(&world.vault, Ids, token, &found, chosen, at).await?;
    world.store.write(using).await
}

async fn is_password(world: &World, door: Door, email: &str, typed: &str) -> bool {
    let email = email.to_owned();
    let found = world.store.read(FindPerson { door, email }).await.unwrap();
    let Some((_, hash)) = found else { return false };
    password::verify(secret(typed), hash.expose().clone())
        .await
        .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reset_link_works_once_in_time_and_ends_all_sessions() {
    for world in worlds().await {
        let ada = Somebody::join(&world, "ada").await;
        enrol(&world, &ada).await;
        let (_, session) = ada.open(&world, false, NOW).await;
        let account = || Account::Member(ada.tenant.clone(), ada.id.clone());
        for by in [
            member(&ada.tenant, MemberRole::Developer),
            operator(OperatorRole::Support),
        ] {
            assert_eq!(code(open_reset(&world, by, account()).await), "forbidden");
        }
        let bob = Somebody::join(&world, "bob").await;
        let foreign = Account::Member(bob.tenant.clone(), ada.id.clone());
        assert_eq!(
            code(open_reset(&world, bob.by(NOW), foreign).await),
            "not_found"
        );

        let first = open_reset(&world, operator(OperatorRole::Ops), account())
            .await
            .unwrap();
        let second = open_reset(&world, ada.by(NOW), account()).await.unwrap();
        let portal = Door::Portal;
        assert_eq!(code(reset(&world, portal, &first, NOW).await), "reset_used");
        assert_eq!(
            code(reset(&world, Door::Console, &second, NOW).await),
            "reset_not_found"
        );
        assert_eq!(
            code(reset(&world, portal, "kofa_reset_x", NOW).await),
            "reset_not_found"
        );
        let late = NOW.plus_seconds(RESET_SECONDS);
        assert_eq!(
            code(reset(&world, portal, &second, late).await),
            "reset_expired"
        );
        for _ in 0..6 {
            attempt(&world, &ada.email, NOW).await;
        }
        assert!(holds(&world, &session, NOW).await);
        reset(&world, portal, &second, NOW).await.unwrap();
        assert_eq!(
            code(reset(&world, portal, &second, NOW).await),
            "reset_used"
        );
        assert!(!holds(&world, &session, NOW).await);
        assert!(is_password(&world, portal, &ada.email, "nine purple kites").await);
        assert!(!is_password(&world, portal, &ada.email, PASSWORD).await);
        assert_eq!(
            attempt(&world, &ada.email, NOW).await,
            Attempt::Counted,
            "not locked out"
        );
        let person = ada.person();
        let factors = world.store.read(FindFactors { person }).await.unwrap();
        assert!(factors.is_on(), "the second factor stays");
        let forget = |now| world.store.write(PurgeResets { now });
        assert_eq!(forget(late).await.unwrap(), 0);
        assert_eq!(forget(late.plus_seconds(31 * 86_400)).await.unwrap(), 2);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_cannot_sign_in_has_no_reset_link() {
    for world in worlds().await {
        let ada = Somebody::join(&world, "ada").await;
        let (invited, _) = world.tenant("new").await;
        let tenant = invited.id.clone();
        let listed = world.store.read(ListMembers { tenant }).await.unwrap();
        let waiting = Account::Member(invited.id.clone(), listed[0].id.clone());
        assert_eq!(code(open_reset(&world, shell(), waiting).await), "conflict");

        // The last owner stays, so somebody else is locked out while their link is open.
        let (email, door) = (ada.email.clone(), Door::Portal);
        let account = world.store.read(FindAccount { door, email }).await.unwrap();
        assert_eq!(account.person(), ada.person());
        let token = open_reset(&world, shell(), account.clone()).await.unwrap();
        world
            .tamper("update member set disabled_at = 1 where email = 'ada@example.com'")
            .await;
        assert_eq!(
            code(reset(&world, door, &token, NOW).await),
            "reset_not_found"
        );
        assert_eq!(code(open_reset(&world, shell(), account).await), "conflict");
        let email = "nobody@example.com".to_owned();
        let nobody = world.store.read(FindAccount { door, email }).await;
        assert_eq!(code(nobody), "not_found");
        let set = SetMemberDisabled {
            by: shell(),
            tenant: ada.tenant.clone(),
            member: ada.id.clone(),
            disabled: false,
        };
        world.store.write(set).await.unwrap();
        assert!(is_password(&world, door, &ada.email, PASSWORD).await);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operator_gets_a_password_by_a_link_of_an_owner() {
    for world in worlds().await {
        let person = make_operator(&world, "op@example.com", false).await;
        let (email, door) = ("op@example.com".to_owned(), Door::Console);
        assert!(!is_password(&world, door, &email, PASSWORD).await);
        let find = FindAccount {
            door,
            email: email.clone(),
        };
        let account = world.store.read(find).await.unwrap();
        let refused = open_reset(&world, operator(OperatorRole::Ops), account.clone()).await;
        assert_eq!(code(refused), "forbidden");
        let by = operator(OperatorRole::Owner);
        let token = open_reset(&world, by, account).await.unwrap();
        reset(&world, door, &token, NOW).await.unwrap();
        assert!(is_password(&world, door, &email, "nine purple kites").await);

        let Person::Operator(id) = person else {
            unreachable!("an operator was made");
        };
        let role = OperatorRole::Owner;
        let actor = Actor::Operator {
            id,
            role,
            via: kofa_core::Via::FRESH,
        };
        let hash = password::hash(secret(PASSWORD), Ids).await.unwrap();
        let change = ChangePassword {
            by: ActorAt { actor, at: NOW },
            session: Ids.id(NOW),
            password_hash: Sensitive::new(hash),
        };
        world.store.write(change).await.unwrap();
        assert!(is_password(&world, door, &email, PASSWORD).await);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_changed_password_ends_the_other_sessions_and_open_links() {
    for world in worlds().await {
        let ada = Somebody::join(&world, "ada").await;
        let (here, one) = ada.open(&world, false, NOW).await;
        let (_, two) = ada.open(&world, false, NOW).await;
        let account = Account::Member(ada.tenant.clone(), ada.id.clone());
        let token = open_reset(&world, shell(), account).await.unwrap();
        let hash = password::hash(secret("nine purple kites"), Ids)
            .await
            .unwrap();
        let change = |by| ChangePassword {
            by,
            session: here.clone(),
            password_hash: Sensitive::new(hash.clone()),
        };
        assert_eq!(code(world.store.write(change(shell())).await), "forbidden");
        world.store.write(change(ada.by(NOW))).await.unwrap();
        assert!(holds(&world, &one, NOW).await && !holds(&world, &two, NOW).await);
        assert!(is_password(&world, Door::Portal, &ada.email, "nine purple kites").await);
        assert_eq!(
            code(reset(&world, Door::Portal, &token, NOW).await),
            "reset_used"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn restored_data_signs_everybody_out_and_tells_who_is_alive() {
    for world in worlds().await {
        let ada = Somebody::join(&world, "ada").await;
        make_operator(&world, "op@example.com", true).await;
        let (_, session) = ada.open(&world, false, NOW).await;
        let account = Account::Member(ada.tenant.clone(), ada.id.clone());
        let link = open_reset(&world, ada.by(NOW), account).await.unwrap();
        let by = operator(OperatorRole::Ops);
        assert_eq!(
            code(world.store.write(EndRevived { by }).await),
            "forbidden"
        );
        let by = shell();
        let revived = world.store.write(EndRevived { by }).await.unwrap();
        assert_eq!((revived.sessions_ended, revived.links_closed), (1, 1));
        assert!(!holds(&world, &session, NOW).await);
        assert_eq!(
            code(reset(&world, Door::Portal, &link, NOW).await),
            "reset_used"
        );
        assert_eq!(revived.members_count, 1);
        assert_eq!(revived.tokens.len(), 1, "{:?}", revived.tokens);
        assert_eq!(usize::try_from(revived.keys_count), Ok(revived.keys.len()));
        let again = EndRevived { by: shell() };
        let again = world.store.write(again).await.unwrap();
        assert_eq!((again.sessions_ended, again.links_closed), (0, 0));
        let copied = RecordBackup {
            by: shell(),
            files: 2,
            bytes: 1_024,
        };
        world.store.write(copied).await.unwrap();
        let page = Page::first();
        let newest = ListAudit { tenant: None, page };
        let newest = world.store.read(newest).await.unwrap().items;
        assert_eq!(newest[0].action, "data.backup");
    }
}
