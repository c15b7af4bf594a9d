//! Codes of an authenticator app: TOTP (RFC 6238) with SHA-1, six digits and steps of 30 s,
//! which is what every app takes. SHA-1 is safe here: nobody chooses what is hashed.

use hmac::{Hmac, KeyInit as _, Mac as _};
use kofa_domain::Timestamp;
use sha1::Sha1;
use subtle::ConstantTimeEq as _;

/// Bytes of a secret: as many as the hash has (RFC 4226, 4).
pub(super) const SECRET_BYTES: usize = 20;
/// Seconds of a step.
const STEP_SECONDS: i64 = 30;
/// Steps before and after the present one that a clock may be off by.
const STEPS_OFF: i64 = 1;
const DIGITS: usize = 6;

fn code(secret: &[u8], step: i64) -> String {
    let mut mac = Hmac::<Sha1>::new_from_slice(secret).expect("HMAC takes a key of any length");
    mac.update(&step.to_be_bytes());
    let digest: [u8; 20] = mac.finalize().into_bytes().into();
    let at = usize::from(digest[19] & 15);
    let cut = [digest[at], digest[at + 1], digest[at + 2], digest[at + 3]];
    let number = (u32::from_be_bytes(cut) & 0x7fff_ffff) % 1_000_000;
    format!("{number:0DIGITS$}")
}

/// The step that `typed` is the code of, around `now`; spaces between digits are left out.
pub(super) fn step_of(secret: &[u8], typed: &str, now: Timestamp) -> Option<i64> {
    let digits: String = typed.chars().filter(|c| !c.is_whitespace()).collect();
    let present = now.micros().div_euclid(1_000_000 * STEP_SECONDS);
    let mut found = None;
    for step in (present - STEPS_OFF)..=(present + STEPS_OFF) {
        let expected = code(secret, step);
        let same = expected.len() == digits.len()
            && bool::from(expected.as_bytes().ct_eq(digits.as_bytes()));
        if same {
            found = Some(step);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Appendix B of RFC 6238, of whose eight digits the last six.
    #[test]
    fn codes_are_those_of_the_standard() {
        let check = |seconds: i64, expected: &str| {
            assert_eq!(code(b"12345678901234567890", seconds / 30), expected);
        };
        check(59, "287082");
        check(1_111_111_109, "081804");
        check(1_111_111_111, "050471");
        check(1_234_567_890, "005924");
        check(2_000_000_000, "279037");
        check(20_000_000_000, "353130");
    }

    #[test]
    fn a_clock_may_be_off_by_one_step() {
        let secret = b"12345678901234567890";
        let now = Timestamp::from_micros(1_111_111_109_000_000);
        let step = 1_111_111_109 / 30;
        for off in -2..=2 {
            let expected = (-1..=1).contains(&off).then_some(step + off);
            assert_eq!(step_of(secret, &code(secret, step + off), now), expected);
        }
        assert_eq!(step_of(secret, " 081 804 ", now), Some(step));
        for wrong in ["", "081805", "81804", "0081804", "０８１８０４", "aaaaaa"] {
            assert_eq!(step_of(secret, wrong, now), None, "{wrong}");
        }
    }
}
