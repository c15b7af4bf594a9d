//! An ID token (OpenID Connect Core, 2 and 3.1.3.7): who signed it, for whom, about whom.

use data_encoding::BASE64URL_NOPAD;
use kofa_domain::Timestamp;
use serde_json::Value;
use subtle::ConstantTimeEq as _;

use crate::keys::{Algorithm, Key};

/// Longest token that is read, in bytes.
const TOKEN_BYTES_MAX: usize = 16 * 1024;
/// How far the clocks may be apart, in seconds.
const SKEW_SECONDS: i64 = 60;
/// Longest name of a person at their provider (Core, 2), in bytes.
const SUBJECT_BYTES_MAX: usize = 255;

/// What a token must say.
#[derive(Debug)]
pub(crate) struct Expected<'a> {
    pub(crate) issuer: &'a str,
    pub(crate) client_id: &'a str,
    pub(crate) nonce: &'a str,
    pub(crate) now: Timestamp,
}

/// Why a token is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// None of the keys has the name that the token asks for.
    UnknownKey,
    /// What is wrong, as a sentence.
    Wrong(&'static str),
}

/// What a token says.
#[derive(Clone, Debug)]
pub(crate) struct Claims(Value);

impl Claims {
    /// Whom the token is about, by the name that the issuer never gives to anybody else.
    pub(crate) fn subject(&self) -> &str {
        self.text("sub").unwrap_or_default()
    }

    fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).and_then(Value::as_str)
    }

    fn seconds(&self, name: &str) -> Option<i64> {
        let value = self.0.get(name)?;
        // Whole numbers; some send 1.0e9.
        let rounded = |number: f64| number as i64;
        value.as_i64().or_else(|| value.as_f64().map(rounded))
    }

    /// When they last typed their password or the like, if the issuer says so.
    pub(crate) fn authenticated_at(&self) -> Option<Timestamp> {
        let seconds = self.seconds("auth_time")?;
        Some(Timestamp::from_micros(seconds.checked_mul(1_000_000)?))
    }

    /// Whether they gave two proofs of different kinds (RFC 8176).
    pub(crate) fn has_second_factor(&self) -> bool {
        let methods = self.0.get("amr").and_then(Value::as_array);
        let methods = methods.into_iter().flatten().filter_map(Value::as_str);
        let methods: Vec<&str> = methods.collect();
        let any = |all: &[&str]| methods.iter().any(|one| all.contains(one));
        any(&["mfa"])
            || (any(&["pwd", "pin", "kba"])
                && any(&[
                    "otp", "hwk", "swk", "sc", "sms", "tel", "fpt", "face", "iris",
                ]))
    }

    /// The claims themselves, if the e-mail address is among them.
    pub(crate) fn with_email(&self) -> Option<&Value> {
        self.0.get("email").map(|_| &self.0)
    }
}

/// Reads a token that one of `keys` signed for what is expected.
///
/// # Errors
/// Why it is not taken.
pub(crate) fn verify(
    token: &str,
    keys: &[Key],
    expected: &Expected<'_>,
) -> Result<Claims, Refused> {
    let malformed = Refused::Wrong("The provider's token cannot be read.");
    if token.len() > TOKEN_BYTES_MAX {
        return Err(malformed);
    }
    let (signed, signature) = token.rsplit_once('.').ok_or(malformed)?;
    let (header, payload) = signed.split_once('.').ok_or(malformed)?;
    let json = |part: &str| -> Option<Value> {
        let bytes = BASE64URL_NOPAD.decode(part.as_bytes()).ok()?;
        let value: Value = serde_json::from_slice(&bytes).ok()?;
        value.is_object().then_some(value)
    };
    let header = json(header).ok_or(malformed)?;
    let key = key_of(&header, keys)?;
    let signature = BASE64URL_NOPAD.decode(signature.as_bytes());
    let signature = signature.map_err(|_| malformed)?;
    if !key.signed(signed.as_bytes(), &signature) {
        return Err(Refused::Wrong(
            "The provider's token has a wrong signature.",
        ));
    }
    let claims = Claims(json(payload).ok_or(malformed)?);
    check(&claims, expected)?;
    Ok(claims)
}

/// The key that a token says it was signed with.
fn key_of<'k>(header: &Value, keys: &'k [Key]) -> Result<&'k Key, Refused> {
    if header.get("crit").is_some() {
        let message = "The provider's token asks for what is not known here.";
        return Err(Refused::Wrong(message));
    }
    let named = header.get("alg").and_then(Value::as_str);
    let algorithm = named.and_then(Algorithm::parse).ok_or(Refused::Wrong(
        "The provider's token is signed in a way that is not accepted: it must be RS256 or ES256.",
    ))?;
    let of_kind = |key: &&Key| key.algorithm() == algorithm;
    let Some(id) = header.get("kid").and_then(Value::as_str) else {
        // Without a name it must be clear which one is meant.
        let mut fitting = keys.iter().filter(of_kind);
        return match (fitting.next(), fitting.next()) {
            (Some(key), None) => Ok(key),
            _ => Err(Refused::UnknownKey),
        };
    };
    let named = keys.iter().find(|key| key.id.as_deref() == Some(id));
    let key = named.ok_or(Refused::UnknownKey)?;
    of_kind(&key)
        .then_some(key)
        .ok_or(Refused::Wrong("The provider's key is of another kind."))
}

fn check(claims: &Claims, expected: &Expected<'_>) -> Result<(), Refused> {
    let wrong = |message| Err(Refused::Wrong(message));
    if claims.text("iss") != Some(expected.issuer) {
        return wrong("The token is from another issuer.");
    }
    if !is_for(claims, expected.client_id) {
        return wrong("The token is for another recipient.");
    }
    let now = expected.now.micros() / 1_000_000;
    let Some(ends) = claims.seconds("exp") else {
        return wrong("The token does not say until when it holds.");
    };
    if ends.saturating_add(SKEW_SECONDS) <= now {
        return wrong("The token has expired.");
    }
    let begins = [claims.seconds("nbf"), claims.seconds("iat")];
    let mut begins = begins.into_iter().flatten();
    if begins.any(|begin| begin.saturating_sub(SKEW_SECONDS) > now) {
        return wrong("The token is from the future: one of the two clocks is wrong.");
    }
    let nonce = claims.text("nonce").unwrap_or_default().as_bytes();
    if !bool::from(nonce.ct_eq(expected.nonce.as_bytes())) {
        return wrong("The token belongs to another sign-in.");
    }
    if !(1..=SUBJECT_BYTES_MAX).contains(&claims.subject().len()) {
        return wrong("The token does not say whom it is about.");
    }
    Ok(())
}

/// Whether a client is the recipient, and the only one that was meant.
fn is_for(claims: &Claims, client_id: &str) -> bool {
    let party = claims.text("azp");
    if party.is_some_and(|it| it != client_id) {
        return false;
    }
    match claims.0.get("aud") {
        Some(Value::String(one)) => one == client_id,
        Some(Value::Array(many)) => {
            let is_among = many.iter().any(|one| one.as_str() == Some(client_id));
            is_among && (many.len() == 1 || party.is_some())
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use ring::rand::SystemRandom;
    use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
    use serde_json::json;

    use super::*;

    const NOW: i64 = 1_795_253_400;
    const EXPECTED: Expected<'static> = Expected {
        issuer: "https://login.example.ng",
        client_id: "kofa",
        nonce: "n-1",
        now: Timestamp::from_micros(NOW * 1_000_000),
    };

    struct Signer(EcdsaKeyPair);

    impl Signer {
        fn new() -> Self {
            let (random, how) = (SystemRandom::new(), &ECDSA_P256_SHA256_FIXED_SIGNING);
            let made = EcdsaKeyPair::generate_pkcs8(how, &random).unwrap();
            Self(EcdsaKeyPair::from_pkcs8(how, made.as_ref(), &random).unwrap())
        }

        fn set(&self, id: &str) -> Vec<Key> {
            let point = self.0.public_key().as_ref();
            let part = |bytes: &[u8]| BASE64URL_NOPAD.encode(bytes);
            let key = json!({
                "kty": "EC", "crv": "P-256", "kid": id, "use": "sig", "alg": "ES256",
                "x": part(&point[1..33]), "y": part(&point[33..]),
            });
            let other = json!({"kty": "oct", "k": "AAAA", "kid": "secret"});
            Key::read_set(&json!({"keys": [other, key]})).unwrap()
        }

        fn sign(&self, header: &Value, claims: &Value) -> String {
            let part = |value: &Value| BASE64URL_NOPAD.encode(value.to_string().as_bytes());
            let signed = format!("{}.{}", part(header), part(claims));
            let signature = self.0.sign(&SystemRandom::new(), signed.as_bytes());
            let signature = BASE64URL_NOPAD.encode(signature.unwrap().as_ref());
            format!("{signed}.{signature}")
        }
    }

    fn claims(changes: Value) -> Value {
        let mut claims = json!({
            "iss": "https://login.example.ng", "aud": "kofa", "sub": "u-1", "nonce": "n-1",
            "iat": NOW, "exp": NOW + 300,
        });
        for (name, value) in changes.as_object().unwrap() {
            claims[name.as_str()] = value.clone();
        }
        claims
    }

    fn refusal(outcome: Result<Claims, Refused>) -> String {
        match outcome {
            Ok(_) => "taken".to_owned(),
            Err(Refused::UnknownKey) => "unknown key".to_owned(),
            Err(Refused::Wrong(message)) => message.to_owned(),
        }
    }

    #[test]
    fn claims_are_compared_one_by_one() {
        let signer = Signer::new();
        let keys = signer.set("k");
        let check = |changes: Value, says: &str| {
            let header = json!({"alg": "ES256", "kid": "k"});
            let token = signer.sign(&header, &claims(changes.clone()));
            let said = refusal(verify(&token, &keys, &EXPECTED));
            assert!(said.contains(says), "{changes}: {said}");
        };
        check(json!({}), "taken");
        check(json!({"aud": ["kofa"]}), "taken");
        check(json!({"aud": ["kofa", "other"], "azp": "kofa"}), "taken");
        check(json!({"exp": NOW - 59}), "taken");
        check(json!({"iat": NOW + 60}), "taken");
        check(
            json!({"iss": "https://login.example.ng/"}),
            "another issuer",
        );
        check(json!({"iss": null}), "another issuer");
        check(json!({"aud": "other"}), "another recipient");
        check(json!({"aud": ["kofa", "other"]}), "another recipient");
        check(json!({"aud": "kofa", "azp": "other"}), "another recipient");
        check(json!({"aud": {"kofa": true}}), "another recipient");
        check(json!({"exp": NOW - 60}), "expired");
        check(json!({"exp": "never"}), "until when");
        check(json!({"iat": NOW + 61}), "from the future");
        check(json!({"nbf": NOW + 61}), "from the future");
        check(json!({"nonce": "n-2"}), "another sign-in");
        check(json!({"nonce": null}), "another sign-in");
        check(json!({"sub": ""}), "whom");
        check(json!({"sub": "x".repeat(256)}), "whom");
    }

    #[test]
    fn only_the_issuers_own_keys_sign() {
        let (signer, other) = (Signer::new(), Signer::new());
        let keys = signer.set("k");
        let said = |by: &Signer, header: Value| {
            refusal(verify(
                &by.sign(&header, &claims(json!({}))),
                &keys,
                &EXPECTED,
            ))
        };
        assert_eq!(said(&signer, json!({"alg": "ES256"})), "taken");
        let named = |alg: &str| json!({"alg": alg, "kid": "k"});
        assert!(said(&other, named("ES256")).contains("wrong signature"));
        let unknown = json!({"alg": "ES256", "kid": "new"});
        assert_eq!(said(&signer, unknown), "unknown key");
        for algorithm in ["none", "None", "HS256", "ES384", "PS256", ""] {
            let said = said(&signer, named(algorithm));
            assert!(
                said.contains("must be RS256 or ES256"),
                "{algorithm}: {said}"
            );
        }
        assert!(said(&signer, named("RS256")).contains("another kind"));
        let critical = json!({"alg": "ES256", "kid": "k", "crit": ["b64"], "b64": false});
        assert!(said(&signer, critical).contains("not known here"));
        let secret = json!({"alg": "ES256", "kid": "secret"});
        assert_eq!(
            said(&signer, secret),
            "unknown key",
            "no key of that kind is read"
        );
        let both = [keys.clone(), other.set("l")].concat();
        let token = signer.sign(&json!({"alg": "ES256"}), &claims(json!({})));
        assert_eq!(refusal(verify(&token, &both, &EXPECTED)), "unknown key");
    }

    #[test]
    fn nonsense_is_no_token() {
        let signer = Signer::new();
        let keys = signer.set("k");
        let token = signer.sign(&json!({"alg": "ES256"}), &claims(json!({})));
        let (signed, _) = token.rsplit_once('.').unwrap();
        let long = "a".repeat(TOKEN_BYTES_MAX + 1);
        for text in ["", ".", "..", "a.b.c", signed, &format!("{signed}."), &long] {
            assert_ne!(refusal(verify(text, &keys, &EXPECTED)), "taken", "{text}");
        }
    }

    #[test]
    fn two_proofs_are_of_two_kinds() {
        let check = |methods: &[&str], two: bool| {
            let claims = Claims(json!({"amr": methods}));
            assert_eq!(claims.has_second_factor(), two, "{methods:?}");
        };
        check(&["mfa"], true);
        check(&["pwd", "otp"], true);
        check(&["pin", "hwk"], true);
        check(&["pwd"], false);
        check(&["otp"], false);
        check(&["pwd", "kba"], false);
        check(&[], false);
        assert!(!Claims(json!({"amr": "mfa"})).has_second_factor());
    }
}
