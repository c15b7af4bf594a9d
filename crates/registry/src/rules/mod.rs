//! What can be decided without asking anyone: numbers, kinds of entity, types, statuses,
//! dates, consent codes.

mod consent;
mod date;
mod entity;
mod isic;
mod mask;
mod nature;
mod rc_number;
mod status;
mod vrc;

pub use consent::{Standing, VrcScope, VrcUse, standing};
pub use date::read_date;
pub use entity::{CompanyType, EntityType};
pub(crate) use isic::activity;
pub use mask::{mask_email, mask_identity, mask_phone};
pub use nature::read_nature;
pub use rc_number::{RC_NUMBER_PATTERN, RcFault, RcInput, RcNumber, Reserved, read_rc_number};
pub use status::RegistrationStatus;
pub use vrc::{VRC_PATTERN, Vrc, VrcFault};

/// Folds a word of an enumeration: upper case, every run of other characters one `_`.
/// `Struck-off ` and `struck off` are both `STRUCK_OFF`.
pub(crate) fn fold_word(text: &str) -> String {
    let mut word = String::with_capacity(text.len());
    for part in text.split(|c: char| !c.is_ascii_alphanumeric()) {
        if part.is_empty() {
            continue;
        }
        if !word.is_empty() {
            word.push('_');
        }
        word.push_str(part);
    }
    word.make_ascii_uppercase();
    word
}
