//! Verified registration numbers (VRC): the one-use codes by which a company consents to be
//! looked into. It asks the registry's portal for one, is sent a one-time password, and hands
//! the ten characters it gets to whoever may look.

use std::fmt;

use kofa_domain::{Environment, Ids, Sensitive};
use kofa_store::Vault;

/// Characters of a code.
const CHARACTERS: usize = 10;
/// What the codes that the sandbox reserves begin with; one digit follows.
const RESERVED: &str = "SANDBOXVR";
/// What issued codes are made of: no letter or digit that is mistaken for another.
const ISSUED: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/// Exactly the texts that [`Vrc::parse`] accepts, as a regular expression (ECMA-262).
pub const VRC_PATTERN: &str = r"^ *[0-9A-Za-z]([ \-]?[0-9A-Za-z]){9} *$";

/// A consent code. It is a secret of its company: it has no `Display` and no `Serialize`, its
/// `Debug` says nothing, and only [`Vrc::blind_index`] of it is ever stored.
#[derive(Clone, PartialEq, Eq)]
pub struct Vrc {
    /// As the caller wrote it, without separators: for the upstream, which may mind the case.
    sent: Sensitive<Box<str>>,
    /// In upper case: by which we know it again.
    folded: Sensitive<Box<str>>,
}

impl fmt::Debug for Vrc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Vrc(<hidden>)")
    }
}

/// Why a text is not a consent code. Says nothing about the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VrcFault;

impl VrcFault {
    /// What to say about field `name`: what would be right. Never repeats what was sent,
    /// which may be a code with a slip of the pen.
    pub fn message(self, name: &str) -> String {
        format!(
            "`{name}` must be the {CHARACTERS} letters and digits of a consent code; spaces and \
             hyphens between them do not matter."
        )
    }
}

impl Vrc {
    /// Reads a code: ten ASCII letters and digits in any case, single spaces or hyphens
    /// between them.
    ///
    /// # Errors
    /// [`VrcFault`] if it is none.
    pub fn parse(text: &str) -> Result<Self, VrcFault> {
        let text = text.trim_matches(' ');
        let mut sent = String::with_capacity(CHARACTERS);
        let mut may_separate = false;
        for letter in text.chars() {
            match letter {
                ' ' | '-' if may_separate => may_separate = false,
                _ if letter.is_ascii_alphanumeric() && sent.len() < CHARACTERS => {
                    sent.push(letter);
                    may_separate = sent.len() < CHARACTERS;
                }
                _ => return Err(VrcFault),
            }
        }
        if sent.len() < CHARACTERS {
            return Err(VrcFault);
        }
        Ok(Self::of(sent))
    }

    /// A new code, for a company of the local register: 50 bits of chance.
    pub fn issue(ids: Ids) -> Self {
        let chance: [u8; CHARACTERS] = ids.secret();
        let letters = chance.map(|byte| char::from(ISSUED[usize::from(byte) % ISSUED.len()]));
        Self::of(letters.into_iter().collect())
    }

    /// The reserved code of the sandbox that ends in `digit`.
    pub(crate) fn of_sandbox(digit: u8) -> Self {
        Self::of(format!("{RESERVED}{}", digit % 10))
    }

    fn of(sent: String) -> Self {
        let folded = sent.to_ascii_uppercase();
        Self {
            sent: Sensitive::new(sent.into()),
            folded: Sensitive::new(folded.into()),
        }
    }

    /// The code as it was written, without separators: for the one request to the upstream
    /// that needs it, and for whoever is told an issued code once.
    pub fn expose(&self) -> &str {
        self.sent.expose()
    }

    /// What the sandbox does with this code, if it is one of `SANDBOXVR0` to `SANDBOXVR9`:
    /// the last digit.
    pub fn reserved(&self) -> Option<u8> {
        match self.folded.expose().strip_prefix(RESERVED)?.as_bytes() {
            [digit @ b'0'..=b'9'] => Some(digit - b'0'),
            _ => None,
        }
    }

    /// Whether both are the same code, however they are written.
    pub fn is_same(&self, other: &Self) -> bool {
        self.folded == other.folded
    }

    /// A number below `bound` that is always the same for a code and says nothing useful of
    /// it; `None` if `bound` is 0.
    pub(crate) fn number_below(&self, bound: usize) -> Option<usize> {
        // FNV-1a: it only has to spread, and must not change between versions.
        let hash = self
            .folded
            .expose()
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
            });
        let bound = u64::try_from(bound).ok()?;
        usize::try_from(hash.checked_rem(bound)?).ok()
    }

    /// By what a code is stored and found in `environment` without being kept: an HMAC-SHA256
    /// that only the holder of the master key can make. Case does not matter.
    pub fn blind_index(&self, vault: &Vault, environment: Environment) -> [u8; 32] {
        let context = match environment {
            Environment::Sandbox => "vrc/sandbox",
            Environment::Live => "vrc/live",
        };
        vault.blind_index(context, self.folded.expose().as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn vault() -> Vault {
        Vault::new(&Sensitive::new([7; 32]))
    }

    #[test]
    fn codes_are_read_as_people_copy_them() {
        let check = |text: &str, expected: Option<&str>| {
            let read = Vrc::parse(text).ok();
            let read = read.as_ref().map(Vrc::expose);
            assert_eq!(read, expected, "{text}");
        };
        check("AB12CD34EF", Some("AB12CD34EF"));
        check("  ab12cd34ef ", Some("ab12cd34ef"));
        check("AB12C-D34EF", Some("AB12CD34EF"));
        check("AB 12 CD 34 EF", Some("AB12CD34EF"));
        check("0123456789", Some("0123456789"));
        check("", None);
        check("AB12CD34E", None);
        check("AB12CD34EFG", None);
        check("-AB12CD34EF", None);
        check("AB12CD34EF-", None);
        check("AB12--CD34EF", None);
        check("AB12_CD34EF", None);
        check("ÀB12CD34EF", None);
        check("AB12CD34E\0", None);
    }

    #[test]
    fn only_ten_codes_are_reserved() {
        let reserved = |text: &str| Vrc::parse(text).unwrap().reserved();
        assert_eq!(reserved("SANDBOXVR0"), Some(0));
        assert_eq!(reserved("sandbox-vr9"), Some(9));
        assert_eq!(reserved("SANDBOXVRA"), None);
        assert_eq!(reserved("SANDBOXV00"), None);
        assert_eq!(Vrc::of_sandbox(3).reserved(), Some(3));
    }

    #[test]
    fn a_code_shows_itself_nowhere_and_is_known_again() {
        let code = Vrc::parse("qwertyuiop").unwrap();
        assert_eq!(format!("{code:?}"), "Vrc(<hidden>)");
        assert!(!format!("{:?}", Vrc::parse("qwertyuio")).contains("qwerty"));
        assert!(!VrcFault.message("vrcNumber").contains("qwerty"));
        let same = Vrc::parse("QWERT-YUIOP").unwrap();
        let index = |code: &Vrc, environment| code.blind_index(&vault(), environment);
        let sandbox = index(&code, Environment::Sandbox);
        assert!(code.is_same(&same) && code != same);
        assert_eq!(sandbox, index(&same, Environment::Sandbox));
        assert_ne!(sandbox, index(&same, Environment::Live));
        let other = Vrc::parse("QWERTYUIOQ").unwrap();
        assert_ne!(sandbox, index(&other, Environment::Sandbox));
    }

    #[test]
    fn the_number_of_a_code_does_not_change() {
        let number = |text: &str, bound| Vrc::parse(text).unwrap().number_below(bound);
        assert_eq!(number("qwertyuiop", 200), number("QWERT-YUIOP", 200));
        assert_eq!(number("QWERTYUIOP", 0), None);
        let all: std::collections::HashSet<_> = (0..500)
            .filter_map(|n| number(&format!("CODE{n:06}"), 200))
            .collect();
        assert!(all.len() > 150, "codes spread");
        assert!(all.iter().all(|number| *number < 200));
    }

    #[test]
    fn issued_codes_are_codes_and_differ() {
        let (one, other) = (Vrc::issue(Ids), Vrc::issue(Ids));
        assert_eq!(Vrc::parse(one.expose()).as_ref(), Ok(&one));
        assert_ne!(one, other);
    }

    proptest! {
        #[test]
        fn what_is_read_has_ten_characters_and_noise_never_panics(text in ".{0,24}") {
            if let Ok(code) = Vrc::parse(&text) {
                prop_assert_eq!(code.expose().len(), CHARACTERS);
                prop_assert_eq!(Vrc::parse(code.expose()), Ok(code));
            }
        }

        #[test]
        fn every_text_of_the_pattern_is_read(
            text in " {0,2}[0-9A-Za-z]([ \\-]?[0-9A-Za-z]){9} {0,2}",
        ) {
            prop_assert!(Vrc::parse(&text).is_ok());
        }
    }
}
