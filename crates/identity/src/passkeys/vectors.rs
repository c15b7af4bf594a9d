//! The test vectors of the standard (W3C Web Authentication, Level 3, section 16), all of them.

use super::*;

const VECTORS: &str = include_str!("../../tests/webauthn/vectors.json");

fn party() -> RelyingParty {
    RelyingParty::of("https://example.org/").unwrap()
}

fn vectors() -> Vec<Json> {
    serde_json::from_str(VECTORS).unwrap()
}

fn bytes(value: &Json) -> Vec<u8> {
    let text = value.as_str().unwrap();
    BASE64URL_NOPAD.decode(text.as_bytes()).unwrap()
}

/// What the page would send for the second half of a vector.
fn asserted(vector: &Json) -> Json {
    let mut answer = vector["asserted"].clone();
    answer["id"] = vector["id"].clone();
    answer
}

fn without_user_verification(data: &[u8]) -> bool {
    data[32] & USER_VERIFIED == 0
}

fn data_of(created: &Json) -> Vec<u8> {
    let object = bytes(&created["attestationObject"]);
    let object: Value = ciborium::from_reader(object.as_slice()).unwrap();
    let fields = object.as_map().unwrap();
    let is_data = |(name, _): &&(Value, Value)| name.as_text() == Some("authData");
    let (_, data) = fields.iter().find(is_data).unwrap();
    data.as_bytes().unwrap().clone()
}

fn message(error: &Error) -> String {
    error.all()[0].message.to_string()
}

#[test]
fn each_vector_is_taken_or_refused_for_its_reason() {
    let (mut taken, mut proved) = (0, 0);
    for vector in vectors() {
        let name = vector["name"].as_str().unwrap();
        let is_embedded = name.ends_with("crossOrigin") || name.ends_with("topOrigin");
        let is_known = !["es384", "es512", "ed448"]
            .iter()
            .any(|it| name.ends_with(it));
        let data = data_of(&vector["created"]);
        let made = Created::read(&party(), &vector["created"].to_string());
        if is_embedded {
            assert!(
                message(&made.unwrap_err()).contains("another site"),
                "{name}"
            );
            continue;
        }
        let whole = Data::read(&data).unwrap();
        let found = attested(&whole);
        assert_eq!(found.is_some(), is_known, "{name}");
        match made {
            Ok(made) => {
                assert_eq!(made.challenge, bytes(&vector["challenges"][0]), "{name}");
                assert_eq!(made.credential, bytes(&vector["id"]), "{name}");
                taken += 1;
            }
            Err(error) if without_user_verification(&data) => {
                assert!(message(&error).contains("did not verify you"), "{name}");
            }
            Err(_) => assert!(!is_known, "{name}"),
        }
        let Some((_, public_key)) = found else {
            continue;
        };
        let answer = Asserted::read(&party(), &asserted(&vector).to_string()).unwrap();
        assert_eq!(answer.challenge, bytes(&vector["challenges"][1]), "{name}");
        match answer.verify(&party(), &public_key) {
            Ok(_) => proved += 1,
            Err(error) => {
                assert!(without_user_verification(&answer.data), "{name}");
                assert!(message(&error).contains("did not verify you"), "{name}");
            }
        }
        // The signature alone, whatever the flags say; and with a bit of it, or of what it is
        // over, changed.
        let key: Value = ciborium::from_reader(public_key.as_slice()).unwrap();
        let key = PublicKey::read(&key).unwrap();
        let hash = Sha256::digest(&answer.client_data);
        let mut signed = [answer.data.as_slice(), hash.as_slice()].concat();
        assert!(key.verifies(&signed, &answer.signature), "{name}");
        signed[40] ^= 1;
        assert!(!key.verifies(&signed, &answer.signature), "{name}");
        signed[40] ^= 1;
        let mut signature = answer.signature.clone();
        *signature.last_mut().unwrap() ^= 1;
        assert!(!key.verifies(&signed, &signature), "{name}");
    }
    assert_eq!((taken, proved), (5, 3));
}

#[test]
fn what_is_cut_off_or_changed_is_refused_and_nothing_panics() {
    for vector in vectors() {
        let created = &vector["created"];
        let object = bytes(&created["attestationObject"]);
        for at in 0..object.len() {
            let mut answer = created.clone();
            answer["attestationObject"] = BASE64URL_NOPAD.encode(&object[..at]).into();
            assert!(Created::read(&party(), &answer.to_string()).is_err());
            let mut changed = object.clone();
            changed[at] ^= 0xff;
            answer["attestationObject"] = BASE64URL_NOPAD.encode(&changed).into();
            drop(Created::read(&party(), &answer.to_string()));
        }
    }
    for text in [
        "",
        "{}",
        "[]",
        "null",
        "{\"clientDataJSON\": 7}",
        "{\"clientDataJSON\": \"*\"}",
    ] {
        assert!(Created::read(&party(), text).is_err(), "{text}");
        assert!(Asserted::read(&party(), text).is_err(), "{text}");
    }
}

#[test]
fn another_site_another_ceremony_and_another_key_are_refused() {
    let all = vectors();
    let vector = all.iter().find(|it| it["name"] == "packed-es256").unwrap();
    let answer = asserted(vector).to_string();
    let other = RelyingParty::of("https://example.com").unwrap();
    assert!(Asserted::read(&other, &answer).is_err());
    assert!(Created::read(&party(), &answer).is_err());
    let made = vector["created"].to_string();
    assert!(Asserted::read(&party(), &made).is_err());
    let key_of = |name: &str| {
        let vector = all.iter().find(|it| it["name"] == name).unwrap();
        let data = data_of(&vector["created"]);
        attested(&Data::read(&data).unwrap()).unwrap().1
    };
    let answer = Asserted::read(&party(), &answer).unwrap();
    assert!(answer.verify(&party(), &key_of("packed-es256")).is_ok());
    assert!(answer.verify(&party(), &key_of("none-es256")).is_err());
    assert!(answer.verify(&party(), &key_of("packed-eddsa")).is_err());
}

#[test]
fn an_installation_with_a_name_has_passkeys() {
    let check = |url: &str, id: Option<&str>| {
        let party = RelyingParty::of(url);
        assert_eq!(party.as_ref().map(RelyingParty::id), id, "{url}");
    };
    check("https://kofa.example.ng", Some("kofa.example.ng"));
    check("https://kofa.example.ng:8443/", Some("kofa.example.ng"));
    check("http://127.0.0.1:4000", Some("localhost"));
    check("http://[::1]:4000", Some("localhost"));
    check("http://localhost:4000", Some("localhost"));
    check("http://10.0.0.7:4000", None);
    check("nothing", None);
    let party = RelyingParty::of("https://kofa.example.ng").unwrap();
    assert!(party.has("https://kofa.example.ng:9443"));
    for origin in [
        "http://kofa.example.ng",
        "https://evil.kofa.example.ng",
        "https://example.ng",
        "https://kofa.example.ng.evil.test",
        "null",
        "",
    ] {
        assert!(!party.has(origin), "{origin}");
    }
}
