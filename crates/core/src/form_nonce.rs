//! Forms that make something: what is sent twice is made once.
//!
//! The page of such a form carries a mark of its own, which holds in the reader's session only.
//! What is made takes from the mark what would otherwise be chance, an id or the text of a key;
//! so the second of two forms finds what the first made, and can be answered alike. Nothing of
//! it is stored.

use data_encoding::HEXLOWER;
use kofa_domain::{Ids, Timestamp};
use kofa_store::Vault;
use uuid::Uuid;

/// Bytes of the digest that binds a mark to its session.
const BOUND_BYTES: usize = 16;

/// The mark of a form that was sent.
#[derive(Clone)]
pub struct FormNonce {
    session: String,
    mark: Uuid,
}

impl std::fmt::Debug for FormNonce {
    /// Without the session's part: with it the form could be sent again.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Once({})", self.mark)
    }
}

fn bound(vault: &Vault, session: &str, mark: Uuid) -> String {
    let digest = vault.secret_digest(&format!("once:{session}:{mark}"));
    HEXLOWER.encode(&digest[..BOUND_BYTES])
}

impl FormNonce {
    /// The mark of a new form, for the session whose form token is `session`.
    pub fn mint(vault: &Vault, ids: Ids, session: &str, at: Timestamp) -> String {
        let mark = ids.uuid(at);
        format!("{}.{}", mark.simple(), bound(vault, session, mark))
    }

    /// Reads the mark of a form; `None` for one that was not made for this session.
    pub fn read(vault: &Vault, session: &str, text: &str) -> Option<Self> {
        let (mark, digest) = text.split_once('.')?;
        let mark = Uuid::try_parse(mark).ok().filter(|_| mark.len() == 32)?;
        // Whoever could guess it could as well load the page: nothing is told by the time.
        (digest == bound(vault, session, mark)).then(|| Self {
            session: session.to_owned(),
            mark,
        })
    }

    /// What stands for a new id: as old as the page, the rest from [`FormNonce::chance`].
    pub fn uuid(&self, vault: &Vault, purpose: &str, content: &str) -> Uuid {
        let (stamp, _) = self.mark.as_u64_pair();
        let chance = self.chance(vault, purpose, content);
        let mut rest = [0; 10];
        rest.copy_from_slice(&chance[..10]);
        uuid::Builder::from_unix_timestamp_millis(stamp >> 16, &rest).into_uuid()
    }

    /// What stands for chance in what the form makes. Another `content` gives other bytes, so
    /// that a form that was sent, changed and sent again makes two things.
    pub fn chance(&self, vault: &Vault, purpose: &str, content: &str) -> [u8; 32] {
        let (session, mark) = (&self.session, self.mark);
        vault.secret_digest(&format!("once.{purpose}:{session}:{mark}:{content}"))
    }
}

#[cfg(test)]
mod tests {
    use kofa_domain::Sensitive;

    use super::*;

    #[test]
    fn a_mark_holds_in_its_session_and_unchanged() {
        let vault = Vault::new(&Sensitive::new([7; 32]));
        let at = Timestamp::from_micros(1_795_253_400_000_000);
        let text = FormNonce::mint(&vault, Ids, "a", at);
        let once = FormNonce::read(&vault, "a", &text).unwrap();
        assert!(FormNonce::read(&vault, "b", &text).is_none());
        for wrong in ["", ".", "x", &text[..text.len() - 1], &format!("{text}0")] {
            assert!(FormNonce::read(&vault, "a", wrong).is_none(), "{wrong}");
        }
        let again = FormNonce::read(&vault, "a", &text).unwrap();
        let chance = |once: &FormNonce, content| once.chance(&vault, "key", content);
        assert_eq!(chance(&once, "x"), chance(&again, "x"));
        assert_ne!(chance(&once, "x"), chance(&once, "y"));
        assert_ne!(chance(&once, "x"), once.chance(&vault, "rotation", "x"));
        let id = once.uuid(&vault, "incident", "x");
        assert_eq!(id, again.uuid(&vault, "incident", "x"));
        assert_ne!(id, once.uuid(&vault, "incident", "y"));
        assert_eq!(id.get_version_num(), 7);
        assert_eq!(id.simple().to_string()[..12], text[..12]);
        let other = FormNonce::mint(&vault, Ids, "a", at);
        let other = FormNonce::read(&vault, "a", &other).unwrap();
        assert_ne!(chance(&once, "x"), chance(&other, "x"));
        assert!(!format!("{once:?}").contains(&text[33..]));
    }
}
