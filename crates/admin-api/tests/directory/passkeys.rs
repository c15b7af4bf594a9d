//! Passkeys of an authenticator in software, on both databases.

use ciborium::Value;
use data_encoding::BASE64URL_NOPAD;
use kofa_domain::{Ids, Timestamp};
use kofa_identity::members::ListMembers;
use kofa_identity::passkeys::{
    AddPasskey, CHALLENGE_SECONDS, ListPasskeys, PASSKEYS_MAX, Passkey, Purpose, RelyingParty,
    RemovePasskey, UsePasskey,
};
use kofa_identity::recovery::{HasFactor, RenewRecoveryCodes};
use kofa_identity::second_factor::{Factors, FindFactors, TurnOffFactor};
use kofa_identity::sessions::{Door, Person};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::{Value as Json, json};
use sha2::{Digest as _, Sha256};

use crate::doors::{Somebody, enrol, uses};
use crate::world::{NOW, World, code, shell, worlds};

const ORIGIN: &str = "https://kofa.test";
/// Present, verified.
const PROVED: u8 = 0x05;

/// What a device keeps.
struct Authenticator {
    key: EcdsaKeyPair,
    credential: [u8; 16],
    sign_count: u32,
    flags: u8,
}

fn text(bytes: impl AsRef<[u8]>) -> String {
    BASE64URL_NOPAD.encode(bytes.as_ref())
}

fn client_data(kind: &str, challenge: &str) -> String {
    json!({"type": kind, "challenge": challenge, "origin": ORIGIN, "crossOrigin": false})
        .to_string()
}

impl Authenticator {
    fn new(sign_count: u32) -> Self {
        let (algorithm, random) = (&ECDSA_P256_SHA256_ASN1_SIGNING, SystemRandom::new());
        let key = EcdsaKeyPair::generate_pkcs8(algorithm, &random).unwrap();
        Self {
            key: EcdsaKeyPair::from_pkcs8(algorithm, key.as_ref(), &random).unwrap(),
            credential: Ids.secret(),
            sign_count,
            flags: PROVED,
        }
    }

    fn head(&self, flags: u8) -> Vec<u8> {
        let mut data = Sha256::digest("kofa.test").to_vec();
        data.push(flags);
        data.extend(self.sign_count.to_be_bytes());
        data
    }

    fn create(&self, challenge: &str) -> Json {
        let point = self.key.public_key().as_ref();
        let number = |n: i64| Value::from(n);
        let key = Value::Map(vec![
            (number(1), number(2)),
            (number(3), number(-7)),
            (number(-1), number(1)),
            (number(-2), Value::Bytes(point[1..33].to_vec())),
            (number(-3), Value::Bytes(point[33..].to_vec())),
        ]);
        let mut data = self.head(self.flags | 0x40);
        data.extend([0; 16]);
        data.extend(16_u16.to_be_bytes());
        data.extend(self.credential);
        ciborium::into_writer(&key, &mut data).unwrap();
        let object = Value::Map(vec![
            ("fmt".into(), "none".into()),
            ("attStmt".into(), Value::Map(Vec::new())),
            ("authData".into(), Value::Bytes(data)),
        ]);
        let mut bytes = Vec::new();
        ciborium::into_writer(&object, &mut bytes).unwrap();
        json!({
            "clientDataJSON": text(client_data("webauthn.create", challenge)),
            "attestationObject": text(bytes),
        })
    }

    fn get(&mut self, challenge: &str, person: &str) -> Json {
        if self.sign_count > 0 {
            self.sign_count += 1;
        }
        let (data, client) = (
            self.head(self.flags),
            client_data("webauthn.get", challenge),
        );
        let signed = [data.as_slice(), Sha256::digest(&client).as_slice()].concat();
        let signature = self.key.sign(&SystemRandom::new(), &signed).unwrap();
        json!({
            "id": text(self.credential),
            "clientDataJSON": text(client),
            "authenticatorData": text(data),
            "signature": text(signature),
            "userHandle": text(person),
        })
    }
}

fn party() -> RelyingParty {
    RelyingParty::of(ORIGIN).unwrap()
}

impl World {
    fn asked(&self, purpose: Purpose<'_>, at: Timestamp) -> String {
        purpose.challenge(&self.vault, Ids, at)
    }

    /// Adds a passkey; the recovery codes if it is the first factor.
    async fn add(&self, who: &Somebody, of: &Authenticator) -> Result<Option<String>, String> {
        let challenge = self.asked(Purpose::Add(&who.person()), NOW);
        self.add_answer(who, &of.create(&challenge)).await
    }

    async fn add_answer(&self, who: &Somebody, said: &Json) -> Result<Option<String>, String> {
        let said = said.to_string();
        let typed = (" Laptop ", said.as_str());
        let made = AddPasskey::new((&self.vault, Ids), &party(), who.by(NOW), typed);
        let (add, codes) = made.map_err(|error| error.code().name.to_owned())?;
        match self.store.write(add).await {
            Ok(is_first) => Ok(is_first.then(|| codes[0].expose().clone())),
            Err(error) => Err(error.code().name.to_owned()),
        }
    }

    /// With a challenge of the door's at [`NOW`].
    async fn proves(&self, of: &mut Authenticator, whose: &Person) -> Result<Person, String> {
        let challenge = self.asked(Purpose::Prove(Door::Portal), NOW);
        let said = of.get(&challenge, whose.as_str());
        self.uses_passkey(Door::Portal, &said, NOW).await
    }

    async fn factors(&self, who: &Somebody) -> Factors {
        let person = who.person();
        self.store.read(FindFactors { person }).await.unwrap()
    }

    async fn has_factor(&self, who: &Somebody) -> bool {
        let person = who.person();
        self.store.read(HasFactor { person }).await.unwrap()
    }

    async fn uses_passkey(&self, door: Door, said: &Json, at: Timestamp) -> Result<Person, String> {
        let said = said.to_string();
        let using = UsePasskey::new(&self.vault, party(), (door, &said), at);
        let using = using.map_err(|error| error.code().name.to_owned())?;
        let used = self.store.write(using).await;
        used.map_err(|error| error.code().name.to_owned())
    }
}

fn refused<T>() -> Result<T, String> {
    Err("wrong_passkey".to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_passkey_proves_its_person_once_for_each_challenge() {
    for world in worlds().await {
        let ada = Somebody::join(&world, "ada").await;
        let bob = Somebody::join(&world, "bob").await;
        assert!(!world.factors(&ada).await.is_on());
        let mut laptop = Authenticator::new(1);
        let recovery = world.add(&ada, &laptop).await.unwrap().unwrap();
        let factors = world.factors(&ada).await;
        assert!(factors.is_on() && !factors.has_app());
        assert_eq!((factors.codes_left, factors.passkeys.len()), (10, 1));
        assert_eq!(factors.passkeys[0].name, "Laptop");
        assert_eq!(factors.passkeys[0].used_at, None);
        let tenant = ada.tenant.clone();
        let listed = world.store.read(ListMembers { tenant }).await.unwrap();
        assert!(listed[0].has_second_factor);
        for person in [&ada, &bob] {
            let again = world.add(person, &laptop).await;
            assert_eq!(again, Err("conflict".to_owned()));
        }

        let challenge = world.asked(Purpose::Prove(Door::Portal), NOW);
        let said = laptop.get(&challenge, ada.person().as_str());
        let used = world.uses_passkey(Door::Portal, &said, NOW).await;
        assert_eq!(used, Ok(ada.person()));
        let same = laptop.get(&challenge, ada.person().as_str());
        for again in [said, same] {
            let used = world.uses_passkey(Door::Portal, &again, NOW).await;
            assert_eq!(used, refused(), "once");
        }
        assert!(world.factors(&ada).await.passkeys[0].used_at.is_some());
        assert!(uses(&world, &ada, &recovery, NOW).await);
        assert!(!uses(&world, &ada, &recovery, NOW).await, "used");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_to_another_question_is_refused() {
    for world in worlds().await {
        let ada = Somebody::join(&world, "ada").await;
        let bob = Somebody::join(&world, "bob").await;
        let mut laptop = Authenticator::new(1);
        world.add(&ada, &laptop).await.unwrap();
        let (person, ask) = (ada.person(), |purpose| world.asked(purpose, NOW));
        let console = laptop.get(&ask(Purpose::Prove(Door::Console)), person.as_str());
        for door in [Door::Console, Door::Portal] {
            let used = world.uses_passkey(door, &console, NOW).await;
            assert_eq!(used, refused());
        }
        let late = laptop.get(&ask(Purpose::Prove(Door::Portal)), person.as_str());
        let after = NOW.plus_seconds(CHALLENGE_SECONDS);
        let used = world.uses_passkey(Door::Portal, &late, after).await;
        assert_eq!(used, refused());
        let just = after.plus_seconds(-1);
        let used = world.uses_passkey(Door::Portal, &late, just).await;
        assert_eq!(used, Ok(person.clone()));
        for foreign in [ask(Purpose::Add(&person)), text([7; 40]), String::new()] {
            let said = laptop.get(&foreign, person.as_str());
            let used = world.uses_passkey(Door::Portal, &said, NOW).await;
            assert_eq!(used, refused());
        }
        let said = Authenticator::new(0).create(&ask(Purpose::Add(&bob.person())));
        assert_eq!(world.add_answer(&ada, &said).await, refused());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_and_a_device_that_looks_at_nobody_are_refused() {
    for world in worlds().await {
        let ada = Somebody::join(&world, "ada").await;
        let bob = Somebody::join(&world, "bob").await;
        let mut laptop = Authenticator::new(1);
        world.add(&ada, &laptop).await.unwrap();
        let person = ada.person();
        assert_eq!(world.proves(&mut laptop, &bob.person()).await, refused());
        assert!(world.proves(&mut laptop, &person).await.is_ok());
        // Its counter stayed behind.
        laptop.sign_count = 1;
        assert_eq!(world.proves(&mut laptop, &person).await, refused());
        laptop.sign_count = 50;
        laptop.flags = 0x01;
        assert_eq!(world.proves(&mut laptop, &person).await, refused());
        assert_eq!(world.add(&bob, &laptop).await, refused());
        let mut stranger = Authenticator::new(0);
        assert_eq!(world.proves(&mut stranger, &person).await, refused());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn recovery_codes_stay_as_long_as_a_factor_does() {
    for world in worlds().await {
        let ada = Somebody::join(&world, "ada").await;
        let bob = Somebody::join(&world, "bob").await;
        let (_, codes) = enrol(&world, &ada).await;
        let mut first = Authenticator::new(0);
        assert_eq!(world.add(&ada, &first).await, Ok(None), "the codes stay");
        assert_eq!(world.add(&ada, &Authenticator::new(0)).await, Ok(None));
        // One that does not count is used again and again.
        for _ in 0..2 {
            let proved = world.proves(&mut first, &ada.person()).await;
            assert_eq!(proved, Ok(ada.person()));
        }
        let (by, person) = (ada.by(NOW), ada.person());
        world
            .store
            .write(TurnOffFactor { by, person })
            .await
            .unwrap();
        assert!(world.has_factor(&ada).await);
        assert!(uses(&world, &ada, &codes[0], NOW).await);
        let (renew, codes) = RenewRecoveryCodes::new(&world.vault, Ids, ada.by(NOW)).unwrap();
        world.store.write(renew).await.unwrap();

        let person = ada.person();
        let passkeys = world.store.read(ListPasskeys { person }).await.unwrap();
        // Ids of one moment are in no order.
        let (mine, other): (Vec<_>, Vec<_>) = passkeys
            .into_iter()
            .partition(|one| one.credential == first.credential);
        let remove = |by, passkeys: &[Passkey]| {
            let id = passkeys[0].id.clone();
            world.store.write(RemovePasskey { by, id })
        };
        assert_eq!(code(remove(bob.by(NOW), &mine).await), "not_found");
        remove(ada.by(NOW), &mine).await.unwrap();
        assert_eq!(world.proves(&mut first, &ada.person()).await, refused());
        assert!(uses(&world, &ada, codes[0].expose(), NOW).await);
        remove(ada.by(NOW), &other).await.unwrap();
        assert!(!world.has_factor(&ada).await);
        assert!(!uses(&world, &ada, codes[1].expose(), NOW).await);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_has_so_many_and_the_shell_lets_in_who_lost_them_all() {
    for world in worlds().await {
        let ada = Somebody::join(&world, "ada").await;
        for _ in 0..PASSKEYS_MAX {
            world.add(&ada, &Authenticator::new(0)).await.unwrap();
        }
        let more = world.add(&ada, &Authenticator::new(0)).await;
        assert_eq!(more, Err("conflict".to_owned()));
        let (by, person) = (shell(), ada.person());
        world
            .store
            .write(TurnOffFactor { by, person })
            .await
            .unwrap();
        assert!(!world.has_factor(&ada).await);
    }
}
