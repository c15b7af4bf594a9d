//! What an authenticator answers, and whether it is true: W3C Web Authentication, Level 3, sections
//! 7.1 and 7.2. Attestation is not asked for, so a new key is taken without a signature.

use std::net::IpAddr;

use ciborium::Value;
use data_encoding::BASE64URL_NOPAD;
use kofa_domain::{Error, Result};
use ring::signature::{
    ECDSA_P256_SHA256_ASN1, ED25519, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents,
    UnparsedPublicKey, VerificationAlgorithm,
};
use serde_json::Value as Json;
use sha2::{Digest as _, Sha256};
use url::{Host, Url};

use crate::codes::WRONG_PASSKEY;

/// Longest credential id, in bytes (section 4, "Credential ID").
const CREDENTIAL_BYTES_MAX: usize = 1_023;
/// Bytes before the attested data: hash, flags, counter (section 6.1).
const HEAD_BYTES: usize = 37;
/// Bytes of an AAGUID, which names the model of an authenticator.
const AAGUID_BYTES: usize = 16;

const USER_PRESENT: u8 = 0x01;
const USER_VERIFIED: u8 = 0x04;
const BACKUP_ELIGIBLE: u8 = 0x08;
const BACKED_UP: u8 = 0x10;
const ATTESTED: u8 = 0x40;
const EXTENDED: u8 = 0x80;

pub(super) fn wrong(message: &'static str) -> Error {
    Error::new(&WRONG_PASSKEY, message)
}

fn unreadable() -> Error {
    wrong("The browser did not send a valid passkey.")
}

/// For whom passkeys are made: the host name of this installation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelyingParty {
    id: String,
    scheme: String,
}

impl RelyingParty {
    /// By the base URL; `None` where it has an address and no name, which passkeys need. This
    /// machine itself goes by `localhost`.
    pub fn of(base_url: &str) -> Option<Self> {
        let url = Url::parse(base_url).ok()?;
        let id = match url.host()? {
            Host::Domain(name) => name.to_owned(),
            Host::Ipv4(address) => local(address.into())?,
            Host::Ipv6(address) => local(address.into())?,
        };
        let scheme = url.scheme().to_owned();
        Some(Self { id, scheme })
    }

    /// The host name.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The port is free: the console may have a listener of its own.
    fn has(&self, origin: &str) -> bool {
        Url::parse(origin)
            .is_ok_and(|url| url.scheme() == self.scheme && url.host_str() == Some(&self.id))
    }
}

fn local(address: IpAddr) -> Option<String> {
    address.is_loopback().then(|| "localhost".to_owned())
}

/// The JSON that our script makes of a browser's answer; bytes are in base64url.
struct Answer(Json);

impl Answer {
    fn read(text: &str) -> Result<Self> {
        let json = serde_json::from_str(text).map_err(|_| unreadable())?;
        Ok(Self(json))
    }

    fn optional(&self, name: &str) -> Result<Option<Vec<u8>>> {
        let Some(text) = self.0.get(name).and_then(Json::as_str) else {
            return Ok(None);
        };
        let bytes = BASE64URL_NOPAD.decode(text.trim_end_matches('=').as_bytes());
        bytes.map(Some).map_err(|_| unreadable())
    }

    fn bytes(&self, name: &str) -> Result<Vec<u8>> {
        self.optional(name)?.ok_or_else(unreadable)
    }
}

/// What the browser says that it asked for. Gives the challenge.
fn challenge_of(client_data: &[u8], kind: &str, party: &RelyingParty) -> Result<Vec<u8>> {
    let said: Json = serde_json::from_slice(client_data).map_err(|_| unreadable())?;
    let text = |name: &str| said.get(name).and_then(Json::as_str).unwrap_or_default();
    if text("type") != kind {
        return Err(wrong(
            "The browser used the passkey for a different action.",
        ));
    }
    let is_embedded = said.get("crossOrigin").and_then(Json::as_bool) == Some(true);
    if is_embedded || said.get("topOrigin").is_some() || !party.has(text("origin")) {
        return Err(wrong(
            "The passkey was requested by a page of another site.",
        ));
    }
    let challenge = BASE64URL_NOPAD.decode(text("challenge").as_bytes());
    challenge.map_err(|_| unreadable())
}

/// Authenticator data (section 6.1).
struct Data<'a> {
    party: &'a [u8],
    flags: u8,
    sign_count: u32,
    rest: &'a [u8],
}

impl<'a> Data<'a> {
    fn read(bytes: &'a [u8]) -> Result<Self> {
        let (head, rest) = bytes.split_at_checked(HEAD_BYTES).ok_or_else(unreadable)?;
        let (party, [flags, a, b, c, d]) = head.split_at(32) else {
            return Err(unreadable());
        };
        Ok(Self {
            party,
            flags: *flags,
            sign_count: u32::from_be_bytes([*a, *b, *c, *d]),
            rest,
        })
    }

    fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    fn check(&self, party: &RelyingParty) -> Result<()> {
        let expected: [u8; 32] = Sha256::digest(&party.id).into();
        if self.party != expected {
            return Err(wrong("This passkey is for another site."));
        }
        if !self.has(USER_PRESENT) || !self.has(USER_VERIFIED) {
            let message = "The passkey did not verify you. Set up a fingerprint, face or PIN on \
                           the device.";
            return Err(wrong(message));
        }
        if self.has(BACKED_UP) && !self.has(BACKUP_ELIGIBLE) {
            return Err(unreadable());
        }
        Ok(())
    }
}

/// A public key as authenticators write it (RFC 9052, 7; RFC 8230, 4).
enum PublicKey {
    /// ECDSA on P-256 with SHA-256: the point.
    Es256(Vec<u8>),
    Ed25519(Vec<u8>),
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    Rs256(RsaPublicKeyComponents<Vec<u8>>),
}

impl PublicKey {
    fn read(cose: &Value) -> Option<Self> {
        let fields = cose.as_map()?;
        let find = |label: i64| {
            let is_it = |(key, _): &&(Value, Value)| key.as_integer() == Some(label.into());
            fields.iter().find(is_it).map(|(_, value)| value)
        };
        let number = |label| i64::try_from(find(label)?.as_integer()?).ok();
        let bytes = |label| find(label)?.as_bytes().cloned();
        match (number(1)?, number(3)?) {
            (2, -7) if number(-1)? == 1 => {
                let (x, y) = (bytes(-2)?, bytes(-3)?);
                let is_whole = x.len() == 32 && y.len() == 32;
                is_whole.then(|| Self::Es256([vec![4], x, y].concat()))
            }
            (1, -8) if number(-1)? == 6 => Some(Self::Ed25519(bytes(-2)?)),
            (3, -257) => {
                let (n, e) = (bytes(-1)?, bytes(-2)?);
                Some(Self::Rs256(RsaPublicKeyComponents { n, e }))
            }
            _ => None,
        }
    }

    fn verifies(&self, message: &[u8], signature: &[u8]) -> bool {
        let plain = |algorithm: &'static dyn VerificationAlgorithm, key: &[u8]| {
            UnparsedPublicKey::new(algorithm, key).verify(message, signature)
        };
        let checked = match self {
            Self::Es256(point) => plain(&ECDSA_P256_SHA256_ASN1, point),
            Self::Ed25519(key) => plain(&ED25519, key),
            Self::Rs256(key) => key.verify(&RSA_PKCS1_2048_8192_SHA256, message, signature),
        };
        checked.is_ok()
    }
}

/// A passkey that was just made.
#[derive(Debug)]
pub(super) struct Created {
    pub(super) challenge: Vec<u8>,
    pub(super) credential: Vec<u8>,
    /// As COSE.
    pub(super) public_key: Vec<u8>,
    pub(super) sign_count: u32,
    pub(super) is_synced: bool,
}

impl Created {
    /// From what the page sent: `clientDataJSON` and `attestationObject`.
    pub(super) fn read(party: &RelyingParty, text: &str) -> Result<Self> {
        let answer = Answer::read(text)?;
        let client_data = answer.bytes("clientDataJSON")?;
        let challenge = challenge_of(&client_data, "webauthn.create", party)?;
        let object = answer.bytes("attestationObject")?;
        let object: Value = ciborium::from_reader(object.as_slice()).map_err(|_| unreadable())?;
        let fields = object.as_map().ok_or_else(unreadable)?;
        let data = fields
            .iter()
            .find(|(name, _)| name.as_text() == Some("authData"))
            .and_then(|(_, data)| data.as_bytes())
            .ok_or_else(unreadable)?;
        let data = Data::read(data)?;
        data.check(party)?;
        let (credential, public_key) = attested(&data).ok_or_else(unreadable)?;
        Ok(Self {
            challenge,
            credential,
            public_key,
            sign_count: data.sign_count,
            is_synced: data.has(BACKUP_ELIGIBLE),
        })
    }
}

/// Credential id and public key (section 6.5.1).
fn attested(data: &Data<'_>) -> Option<(Vec<u8>, Vec<u8>)> {
    let rest = data.has(ATTESTED).then_some(data.rest)?;
    let (_, rest) = rest.split_at_checked(AAGUID_BYTES)?;
    let (length, rest) = rest.split_first_chunk::<2>()?;
    let length = usize::from(u16::from_be_bytes(*length));
    let (credential, rest) = rest.split_at_checked(length)?;
    if credential.is_empty() || length > CREDENTIAL_BYTES_MAX {
        return None;
    }
    let mut after = rest;
    let key: Value = ciborium::from_reader(&mut after).ok()?;
    PublicKey::read(&key)?;
    if !after.is_empty() && !data.has(EXTENDED) {
        return None;
    }
    let key = rest.get(..rest.len() - after.len())?;
    Some((credential.to_vec(), key.to_vec()))
}

/// What a passkey signed.
#[derive(Debug)]
pub(super) struct Asserted {
    pub(super) challenge: Vec<u8>,
    pub(super) credential: Vec<u8>,
    /// The user handle: a person's id.
    pub(super) person: Option<Vec<u8>>,
    client_data: Vec<u8>,
    data: Vec<u8>,
    signature: Vec<u8>,
}

impl Asserted {
    /// From what the page sent: `id`, `clientDataJSON`, `authenticatorData`, `signature`, and
    /// `userHandle` if there is one. Nothing is proved before [`verify`](Self::verify).
    pub(super) fn read(party: &RelyingParty, text: &str) -> Result<Self> {
        let answer = Answer::read(text)?;
        let client_data = answer.bytes("clientDataJSON")?;
        Ok(Self {
            challenge: challenge_of(&client_data, "webauthn.get", party)?,
            credential: answer.bytes("id")?,
            person: answer.optional("userHandle")?,
            client_data,
            data: answer.bytes("authenticatorData")?,
            signature: answer.bytes("signature")?,
        })
    }

    /// Compares the signature; gives the authenticator's counter.
    pub(super) fn verify(&self, party: &RelyingParty, public_key: &[u8]) -> Result<u32> {
        let data = Data::read(&self.data)?;
        data.check(party)?;
        let key: Option<Value> = ciborium::from_reader(public_key).ok();
        let key = key.as_ref().and_then(PublicKey::read);
        let key = key.ok_or_else(|| Error::internal("a passkey's public key is no COSE key"))?;
        let hash = Sha256::digest(&self.client_data);
        let signed = [self.data.as_slice(), hash.as_slice()].concat();
        match key.verifies(&signed, &self.signature) {
            true => Ok(data.sign_count),
            false => Err(wrong("The signature of the passkey is not valid.")),
        }
    }
}

#[cfg(test)]
#[path = "vectors.rs"]
mod vectors;
