//! What an application in a rights issue may ask for.

use std::borrow::Cow;

use kofa_domain::{Code, Fault};

use super::Entitlement;
use crate::codes;
use crate::offer::Rights;

/// Why a holder cannot have the shares that an application asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RightsFault {
    /// The field as the caller spells it.
    pub field: &'static str,
    /// `not_eligible_for_rights` or `exceeds_rights`.
    pub code: &'static Code,
    /// What is wrong and what would be right.
    pub message: Cow<'static, str>,
}

impl From<RightsFault> for Fault {
    fn from(fault: RightsFault) -> Self {
        Self::on(fault.field, fault.code, fault.message)
    }
}

/// The part of `number` shares that lies within the rights, the rest being additional.
/// `entitlement` is `None` if the CHN is not on the register.
///
/// # Errors
/// What is wrong with the CHN or the number. Additional shares are for those who take up
/// all they have a right to, where the issue allows them at all.
pub fn within_rights(
    entitlement: Option<&Entitlement>,
    rights: &Rights,
    number: i64,
) -> Result<i64, RightsFault> {
    let not_eligible = |message: &'static str| RightsFault {
        field: "chn",
        code: &codes::NOT_ELIGIBLE_FOR_RIGHTS,
        message: message.into(),
    };
    let Some(entitlement) = entitlement else {
        return Err(not_eligible(
            "This CHN is not on the register of the issue.",
        ));
    };
    let most = entitlement.available;
    if most < 1 {
        return Err(not_eligible(
            "This CHN has no rights left: all were traded or taken up, or the holding is too \
             small for a whole new share.",
        ));
    }
    if number > most && !rights.additional_allowed {
        return Err(RightsFault {
            field: "numberOfShares",
            code: &codes::EXCEEDS_RIGHTS,
            message: format!("`numberOfShares` must be at most {most}, the rights left.").into(),
        });
    }
    Ok(number.clamp(0, most))
}
