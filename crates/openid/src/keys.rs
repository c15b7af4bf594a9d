//! Public keys of a provider (RFC 7517) and the two kinds of signatures that are accepted.

use data_encoding::BASE64URL_NOPAD;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents, UnparsedPublicKey,
};
use serde_json::Value;

/// Most keys that are read of a provider.
const KEYS_MAX: usize = 50;
/// Bytes of a coordinate on P-256.
const COORDINATE_BYTES: usize = 32;

/// How a token may be signed. `none` and HMAC are not among these: whoever knows the public key
/// could sign with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Algorithm {
    Rs256,
    Es256,
}

impl Algorithm {
    /// By its name in a token's header; `None` for any other.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        match text {
            "RS256" => Some(Self::Rs256),
            "ES256" => Some(Self::Es256),
            _ => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Public {
    /// Modulus and exponent.
    Rsa(Vec<u8>, Vec<u8>),
    /// An uncompressed point.
    P256(Vec<u8>),
}

/// A key that a provider signs with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    /// Its name, if it has one.
    pub(crate) id: Option<String>,
    public: Public,
}

impl Key {
    /// Reads a key; `None` for one of another kind or use.
    fn read(key: &Value) -> Option<Self> {
        let text = |name: &str| key.get(name).and_then(Value::as_str);
        let bytes = |name: &str| BASE64URL_NOPAD.decode(text(name)?.as_bytes()).ok();
        if text("use").is_some_and(|it| it != "sig") {
            return None;
        }
        let public = match text("kty")? {
            "RSA" => Public::Rsa(bytes("n")?, bytes("e")?),
            "EC" if text("crv") == Some("P-256") => {
                let (x, y) = (bytes("x")?, bytes("y")?);
                if x.len() != COORDINATE_BYTES || y.len() != COORDINATE_BYTES {
                    return None;
                }
                Public::P256([&[4_u8][..], x.as_slice(), y.as_slice()].concat())
            }
            _ => return None,
        };
        let key = Self {
            id: text("kid").map(str::to_owned),
            public,
        };
        let named = text("alg").map(Algorithm::parse);
        named
            .is_none_or(|it| it == Some(key.algorithm()))
            .then_some(key)
    }

    /// The keys of a set; what cannot be used is left out.
    pub(crate) fn read_set(set: &Value) -> Option<Vec<Self>> {
        let keys = set.get("keys")?.as_array()?;
        Some(keys.iter().take(KEYS_MAX).filter_map(Self::read).collect())
    }

    /// What it signs with: the key decides, and a token only says the same.
    pub(crate) fn algorithm(&self) -> Algorithm {
        match self.public {
            Public::Rsa(..) => Algorithm::Rs256,
            Public::P256(_) => Algorithm::Es256,
        }
    }

    /// Whether it signed `message`.
    pub(crate) fn signed(&self, message: &[u8], signature: &[u8]) -> bool {
        let checked = match &self.public {
            Public::Rsa(n, e) => {
                let key = RsaPublicKeyComponents { n, e };
                key.verify(&RSA_PKCS1_2048_8192_SHA256, message, signature)
            }
            Public::P256(point) => {
                let key = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point);
                key.verify(message, signature)
            }
        };
        checked.is_ok()
    }
}
