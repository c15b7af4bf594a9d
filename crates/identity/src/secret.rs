//! Tokens that are shown once and stored as a digest only.

use data_encoding::HEXLOWER;
use kofa_domain::{Ids, Sensitive};
use kofa_store::Vault;

/// Begins an invite to a tenant.
pub const INVITE: &str = "kofa_invite_";
/// Begins an operator's token for the admin API.
pub const ADMIN: &str = "kofa_admin_";
/// Begins the one-time link that makes the first operator.
pub const SETUP: &str = "kofa_setup_";
/// Begins the one-time link that sets a new password.
pub const RESET: &str = "kofa_reset_";
/// Begins the one-time link that confirms the address of somebody who signs up.
pub const SIGN_UP: &str = "kofa_sign_up_";
/// Begins the cookie of a session in the portal.
pub const MEMBER_SESSION: &str = "kofa_member_";
/// Begins the cookie of a session in the console.
pub const OPERATOR_SESSION: &str = "kofa_operator_";
/// Begins the cookie by which a device is known.
pub const DEVICE: &str = "kofa_device_";
/// Begins the state that somebody brings back from their sign-in provider.
pub const SIGN_IN_STATE: &str = "kofa_state_";
/// Begins the cookie of a browser on its way there.
pub const SIGN_IN_BROWSER: &str = "kofa_browser_";
/// Bytes of chance in a token.
const RANDOM_BYTES: usize = 24;

/// A fresh token: the text for its receiver, the digest for the store.
#[derive(Clone, Debug)]
pub struct Token {
    /// To be shown once.
    pub text: Sensitive<String>,
    pub digest: [u8; 32],
}

impl Token {
    /// A token that begins with `prefix`.
    pub fn mint(prefix: &str, vault: &Vault, ids: Ids) -> Self {
        let text = format!("{prefix}{}", HEXLOWER.encode(&ids.secret::<RANDOM_BYTES>()));
        let digest = vault.secret_digest(&text);
        Self {
            text: Sensitive::new(text),
            digest,
        }
    }

    /// A token that exists already, such as one from a file of settings.
    pub fn known(text: String, vault: &Vault) -> Self {
        let digest = vault.secret_digest(&text);
        Self {
            text: Sensitive::new(text),
            digest,
        }
    }
}

/// The stored form of a presented token, if it has the shape of one with `prefix`.
pub fn presented(prefix: &str, text: &str, vault: &Vault) -> Option<[u8; 32]> {
    let random = text.strip_prefix(prefix)?;
    let shaped = random.len() == RANDOM_BYTES * 2
        && random
            .bytes()
            .all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
    shaped.then(|| vault.secret_digest(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_recognised_by_prefix_and_shape_only() {
        let vault = Vault::new(&Sensitive::new([7; 32]));
        let token = Token::mint(INVITE, &vault, Ids);
        let text = token.text.expose().as_str();
        assert_eq!(presented(INVITE, text, &vault), Some(token.digest));
        assert_eq!(presented(ADMIN, text, &vault), None);
        assert_eq!(presented(INVITE, &text[..text.len() - 1], &vault), None);
        assert_eq!(presented(INVITE, "kofa_invite_", &vault), None);
        assert!(!format!("{token:?}").contains(text));
    }
}
