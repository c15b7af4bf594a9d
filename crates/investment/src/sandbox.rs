//! Reserved values: in the sandbox the last digit of some numbers decides what happens; in
//! live they are refused. All other values behave as in life.

use crate::offer::Rights;

/// Numbers with reserved values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reserved {
    /// `2222222222X`
    Bvn,
    /// `7012345678X`
    Nin,
    /// `000000000X`
    Account,
    /// `C000000001X`
    Chn,
}

impl Reserved {
    const fn prefix(self) -> &'static str {
        match self {
            Self::Bvn => "2222222222",
            Self::Nin => "7012345678",
            Self::Account => "000000000",
            Self::Chn => "C000000001",
        }
    }

    /// The deciding last digit, if `value` is reserved.
    pub fn digit(self, value: &str) -> Option<u8> {
        match value.strip_prefix(self.prefix())?.as_bytes() {
            [digit @ b'0'..=b'9'] => Some(digit - b'0'),
            _ => None,
        }
    }
}

/// Shares that the holder `C0000000010` of the sandbox's register has.
const HOLDER_SHARES: i64 = 100_000;

/// The new shares that `chn` may take up in the sandbox; `None` if it is not on the register.
pub fn rights_available(rights: &Rights, chn: &str) -> Option<i64> {
    match Reserved::Chn.digit(chn)? {
        0 => Some(HOLDER_SHARES * rights.ratio_new / rights.ratio_held),
        // Sold on the exchange, all of them.
        7 => Some(0),
        _ => None,
    }
}

/// An application for this many times the minimum is refused by the sandbox exchange.
pub const REFUSED_MULTIPLE_OF_MINIMUM: i64 = 13;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_values_of_the_range_are_reserved() {
        let check = |kind: Reserved, value: &str, digit: Option<u8>| {
            assert_eq!(kind.digit(value), digit, "{kind:?} {value}");
        };
        check(Reserved::Bvn, "22222222220", Some(0));
        check(Reserved::Bvn, "22222222229", Some(9));
        check(Reserved::Bvn, "2222222222", None);
        check(Reserved::Bvn, "222222222201", None);
        check(Reserved::Bvn, "2222222222x", None);
        check(Reserved::Nin, "70123456787", Some(7));
        check(Reserved::Nin, "22222222220", None);
        check(Reserved::Account, "0000000005", Some(5));
        check(Reserved::Account, "0000000015", None);
        check(Reserved::Chn, "C0000000010", Some(0));
        check(Reserved::Chn, "C0000000020", None);
    }
}
