//! Signatures and secrets of Standard Webhooks (<https://www.standardwebhooks.com>).

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use kofa_domain::{Error, Ids, Result, Sensitive};
use sha2::Sha256;

/// What secrets begin with, as people see them.
const PREFIX: &str = "whsec_";
/// Bytes of a new secret.
const SECRET_BYTES: usize = 32;

/// A secret that signs what is sent to one endpoint.
#[derive(Clone, Debug)]
pub struct WebhookSecret(Sensitive<Vec<u8>>);

impl WebhookSecret {
    /// A new one.
    pub fn new(ids: Ids) -> Self {
        Self(Sensitive::new(ids.secret::<SECRET_BYTES>().to_vec()))
    }

    pub(crate) fn from_bytes(bytes: Sensitive<Vec<u8>>) -> Self {
        Self(bytes)
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        self.0.expose()
    }

    /// `whsec_…`, as whoever verifies needs it.
    pub fn text(&self) -> Sensitive<String> {
        Sensitive::new(format!("{PREFIX}{}", STANDARD.encode(self.0.expose())))
    }

    /// `v1,…` over the id of a message, the second at which it is sent, and its body.
    ///
    /// # Errors
    /// `internal_error` if the cipher takes no such key: it takes any.
    pub(crate) fn sign(&self, id: &str, at_seconds: i64, body: &str) -> Result<String> {
        let mac = self.mac(id, at_seconds, body.as_bytes())?;
        Ok(format!(
            "v1,{}",
            STANDARD.encode(mac.finalize().into_bytes())
        ))
    }

    fn mac(&self, id: &str, at_seconds: i64, body: &[u8]) -> Result<Hmac<Sha256>> {
        let mut mac = Hmac::<Sha256>::new_from_slice(self.0.expose()).map_err(Error::internal)?;
        mac.update(format!("{id}.{at_seconds}.").as_bytes());
        mac.update(body);
        Ok(mac)
    }

    /// Whether one of the signatures, separated by spaces, is of this secret.
    ///
    /// # Errors
    /// As [`WebhookSecret::sign`].
    pub(crate) fn signed(
        &self,
        signatures: &str,
        (id, at_seconds): (&str, i64),
        body: &[u8],
    ) -> Result<bool> {
        for one in signatures.split_ascii_whitespace() {
            let sent = one.strip_prefix("v1,").map(|one| STANDARD.decode(one));
            let Some(Ok(sent)) = sent else { continue };
            if self.mac(id, at_seconds, body)?.verify_slice(&sent).is_ok() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_published_vector_is_signed_as_published() {
        let key = STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let secret = WebhookSecret::from_bytes(Sensitive::new(key));
        assert_eq!(
            secret.text().expose(),
            "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
        );
        let body = r#"{"test": 2432232314}"#;
        let signed = secret.sign("msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, body);
        let expected = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
        assert_eq!(signed.unwrap(), expected);
    }

    proptest! {
        #[test]
        fn the_published_library_signs_the_same(id in "[a-z0-9_]{1,40}", body in "\\PC{0,200}") {
            let secret = WebhookSecret::new(Ids);
            let theirs = standardwebhooks::Webhook::new(secret.text().expose()).unwrap();
            let theirs = theirs.sign(&id, 1_795_253_400, body.as_bytes()).unwrap();
            prop_assert_eq!(secret.sign(&id, 1_795_253_400, &body).unwrap(), &*theirs);
            let (of, body) = ((&*id, 1_795_253_400), body.as_bytes());
            let both = format!("v1,AAAA v1a,x {theirs}");
            prop_assert!(secret.signed(&both, of, body).unwrap());
            prop_assert!(!secret.signed(&both, (&*id, 1), body).unwrap());
            prop_assert!(!WebhookSecret::new(Ids).signed(&both, of, body).unwrap());
        }
    }
}
