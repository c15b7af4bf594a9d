//! Reserved values: in the sandbox the last digit of some numbers decides what happens; in
//! live they are refused. All other values behave as in life.

use crate::offer::Rights;
use crate::rights::Position;

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

/// Shares that the holders `C0000000010` and `C0000000017` of the sandbox's registers have.
const HOLDER_SHARES: i64 = 100_000;

/// The name by which the sandbox's registers know their reserved holders.
pub const HOLDER_NAME: &str = "Amaka Sandbox-Holder";

/// What a reserved CHN is in every rights issue of the sandbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SandboxHolder {
    Holds(Position),
    NotOnRegister,
}

/// The reserved CHNs whose holder stands in every register of the sandbox: everybody who tries
/// them has that holder's rights to themselves.
pub const EVERYBODYS_CHNS: [&str; 2] = ["C0000000010", "C0000000017"];

/// What the reserved `chn` is; `None` if the imported register decides.
pub fn sandbox_holder(rights: &Rights, chn: &str) -> Option<SandboxHolder> {
    let position = Position {
        shares_held: HOLDER_SHARES,
        ..Position::default()
    };
    match Reserved::Chn.digit(chn)? {
        0 => Some(SandboxHolder::Holds(position)),
        1 => Some(SandboxHolder::NotOnRegister),
        // Sold on the exchange, all of them.
        7 => Some(SandboxHolder::Holds(Position {
            rights_out: HOLDER_SHARES.saturating_mul(rights.ratio_new) / rights.ratio_held.max(1),
            ..position
        })),
        _ => None,
    }
}

/// An application for this many times the minimum is refused by the sandbox exchange.
pub const REFUSED_MULTIPLE_OF_MINIMUM: i64 = 13;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_has_the_rights_of_those_who_hold_shares() {
        let at = kofa_domain::Timestamp::from_micros(0);
        let rights = Rights {
            ratio_new: 1,
            ratio_held: 2,
            qualification_at: at,
            rights_symbol: String::new(),
            rights_trading_end_at: at,
            additional_allowed: true,
        };
        let all = (0..10).map(|digit| format!("C000000001{digit}"));
        let holds =
            |chn: &String| matches!(sandbox_holder(&rights, chn), Some(SandboxHolder::Holds(_)));
        assert_eq!(all.filter(holds).collect::<Vec<_>>(), EVERYBODYS_CHNS);
    }

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
