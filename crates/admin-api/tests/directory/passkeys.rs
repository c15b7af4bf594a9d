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
use kofa_identity::second_factor::{FindFactors, TurnOffFactor};
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

    async fn uses_passkey(&self, door: Door, said: &Json, at: Timestamp) -> Result<Person, String> {
        let said = said.to_string();
        let using = UsePasskey::new(&self.vault, party(), (door, &said), at);
        let using = using.map_err(|error| error.code().name.to_owned())?;
        let used = self.store.write(using).await;
        used.map_err(|error| error.code().name.to_owned())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_passkey_proves_its_person_once_for_each_challenge() {
    for world in worlds().await {
        let ada = Somebody::join(&world, "ada").await;
        let bob = Somebody::join(&world, "bob").await;
        let (id, person) = (ada.person().as_str().to_owned(), ada.person());
        let find = async || {
            let find = FindFactors {
                person: ada.person(),
            };
            world.store.read(find).await.unwrap()
        };
        assert!(!find().await.is_on());
        let mut laptop = Authenticator::new(1);
        let recovery = world.add(&ada, &laptop).await.unwrap().unwrap();
        let factors = find().await;
        assert!(factors.is_on() && !factors.has_app());
        assert_eq!((factors.codes_left, factors.passkeys.len()), (10, 1));
        assert_eq!(factors.passkeys[0].name, "Laptop");
        assert_eq!(factors.passkeys[0].used_at, None);
        let listed = ListMembers {
            tenant: ada.tenant.clone(),
        };
        assert!(world.store.read(listed).await.unwrap()[0].has_second_factor);
        assert_eq!(world.add(&ada, &laptop).await, Err("conflict".into()));
        assert_eq!(world.add(&bob, &laptop).await, Err("conflict".into()));

        let challenge = world.asked(Purpose::Prove(Door::Portal), NOW);
        let said = laptop.get(&challenge, &id);
        assert_eq!(
            world.uses_passkey(Door::Portal, &said, NOW).await,
            Ok(person.clone())
        );
        let refused = Err("wrong_passkey".to_owned());
        assert_eq!(
            world.uses_passkey(Door::Portal, &said, NOW).await,
            refused,
            "once"
        );
        let same = laptop.get(&challenge, &id);
        assert_eq!(
            world.uses_passkey(Door::Portal, &same, NOW).await,
            refused,
            "once"
        );
        assert!(find().await.passkeys[0].used_at.is_some());

        // Another door, too late, a challenge of nobody's, one for something else, another person.
        let ask = |purpose| world.asked(purpose, NOW);
        let console = laptop.get(&ask(Purpose::Prove(Door::Console)), &id);
        assert_eq!(
            world.uses_passkey(Door::Console, &console, NOW).await,
            refused
        );
        assert_eq!(
            world.uses_passkey(Door::Portal, &console, NOW).await,
            refused
        );
        let late = laptop.get(&ask(Purpose::Prove(Door::Portal)), &id);
        let after = NOW.plus_seconds(CHALLENGE_SECONDS);
        assert_eq!(
            world.uses_passkey(Door::Portal, &late, after).await,
            refused
        );
        assert!(
            world
                .uses_passkey(Door::Portal, &late, after.plus_seconds(-1))
                .await
                .is_ok()
        );
        for foreign in [ask(Purpose::Add(&person)), text([7; 40]), String::new()] {
            let said = laptop.get(&foreign, &id);
            assert_eq!(world.uses_passkey(Door::Portal, &said, NOW).await, refused);
        }
        let others = laptop.get(&ask(Purpose::Prove(Door::Portal)), bob.person().as_str());
        assert_eq!(
            world.uses_passkey(Door::Portal, &others, NOW).await,
            refused
        );

        // A copy whose counter stayed behind, and a device that does not look who uses it.
        laptop.sign_count = 1;
        let copy = laptop.get(&ask(Purpose::Prove(Door::Portal)), &id);
        assert_eq!(world.uses_passkey(Door::Portal, &copy, NOW).await, refused);
        laptop.sign_count = 50;
        laptop.flags = 0x01;
        let nobody = laptop.get(&ask(Purpose::Prove(Door::Portal)), &id);
        assert_eq!(
            world.uses_passkey(Door::Portal, &nobody, NOW).await,
            refused
        );
        assert_eq!(world.add(&bob, &laptop).await, Err("wrong_passkey".into()));
        let mut stranger = Authenticator::new(0);
        let unknown = stranger.get(&ask(Purpose::Prove(Door::Portal)), &id);
        assert_eq!(
            world.uses_passkey(Door::Portal, &unknown, NOW).await,
            refused
        );
        // What was asked of somebody else.
        let said = stranger.create(&ask(Purpose::Add(&bob.person())));
        assert_eq!(
            world.add_answer(&ada, &said).await,
            Err("wrong_passkey".into())
        );

        assert!(uses(&world, &ada, &recovery, NOW).await);
        assert!(!uses(&world, &ada, &recovery, NOW).await, "used");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn recovery_codes_stay_as_long_as_a_factor_does() {
    for world in worlds().await {
        let ada = Somebody::join(&world, "ada").await;
        let person = || ada.person();
        let (_, codes) = enrol(&world, &ada).await;
        let mut first = Authenticator::new(0);
        assert_eq!(world.add(&ada, &first).await, Ok(None), "the codes stay");
        assert_eq!(world.add(&ada, &Authenticator::new(0)).await, Ok(None));
        // One that does not count is used again and again.
        for _ in 0..2 {
            let challenge = world.asked(Purpose::Prove(Door::Portal), NOW);
            let said = first.get(&challenge, person().as_str());
            assert_eq!(
                world.uses_passkey(Door::Portal, &said, NOW).await,
                Ok(person())
            );
        }
        let off = TurnOffFactor {
            by: ada.by(NOW),
            person: person(),
        };
        world.store.write(off).await.unwrap();
        assert!(
            world
                .store
                .read(HasFactor { person: person() })
                .await
                .unwrap()
        );
        assert!(uses(&world, &ada, &codes[0], NOW).await);
        let (renew, codes) = RenewRecoveryCodes::new(&world.vault, Ids, ada.by(NOW)).unwrap();
        world.store.write(renew).await.unwrap();

        let list = ListPasskeys { person: person() };
        let passkeys = world.store.read(list).await.unwrap();
        assert_eq!(passkeys.len(), 2);
        let bob = Somebody::join(&world, "bob").await;
        // Ids of one moment are in no order.
        let (mine, other): (Vec<_>, Vec<_>) = passkeys
            .into_iter()
            .partition(|one| one.credential == first.credential);
        let remove = |by, passkeys: &[Passkey]| RemovePasskey {
            by,
            id: passkeys[0].id.clone(),
        };
        let others = world.store.write(remove(bob.by(NOW), &mine)).await;
        assert_eq!(code(others), "not_found");
        world.store.write(remove(ada.by(NOW), &mine)).await.unwrap();
        let challenge = world.asked(Purpose::Prove(Door::Portal), NOW);
        let gone = first.get(&challenge, person().as_str());
        let refused = world.uses_passkey(Door::Portal, &gone, NOW).await;
        assert_eq!(refused, Err("wrong_passkey".to_owned()));
        assert!(uses(&world, &ada, codes[0].expose(), NOW).await);
        world
            .store
            .write(remove(ada.by(NOW), &other))
            .await
            .unwrap();
        assert!(
            !world
                .store
                .read(HasFactor { person: person() })
                .await
                .unwrap()
        );
        assert!(!uses(&world, &ada, codes[1].expose(), NOW).await);

        // At most so many; the shell lets in who lost them all.
        for _ in 0..PASSKEYS_MAX {
            world.add(&ada, &Authenticator::new(0)).await.unwrap();
        }
        let more = world.add(&ada, &Authenticator::new(0)).await;
        assert_eq!(more, Err("conflict".into()));
        let off = TurnOffFactor {
            by: shell(),
            person: person(),
        };
        world.store.write(off).await.unwrap();
        assert!(
            !world
                .store
                .read(HasFactor { person: person() })
                .await
                .unwrap()
        );
    }
}
