//! One applicant's result in sentences. No names and no numbers of people: only shares.

use super::basis::hundredths;
use super::{Basis, Share};
use crate::subscription::AllotmentStatus;

pub(super) fn sentences(share: &Share, basis: &Basis) -> String {
    let mut text = vec![outcome(share), market(basis)];
    match share.ballot {
        Some(false) => text.push(lost(basis)),
        Some(true) => text.push(won(share, basis)),
        None if basis.rights => text.extend(by_right(share)),
        None => text.push(format!(
            "Every application first got what it asked for up to the minimum of {}: here {}.",
            shares(basis.minimum),
            grouped(share.minimum_part)
        )),
    }
    if share.ballot != Some(false) {
        text.extend(rest(share, basis));
    }
    if share.refund.get() > 0 {
        let missing = share.requested - share.shares;
        text.push(format!(
            "For the {} not allotted {} is refunded to the applicant.",
            shares(missing),
            share.refund
        ));
    }
    text.join(" ")
}

fn outcome(share: &Share) -> String {
    let asked = shares(share.requested);
    match share.outcome() {
        AllotmentStatus::Full => format!("The application for {asked} was allotted in full."),
        AllotmentStatus::Partial => format!(
            "The application for {asked} was allotted {}.",
            grouped(share.shares)
        ),
        AllotmentStatus::None | AllotmentStatus::Pending => {
            format!("The application for {asked} was allotted none.")
        }
    }
}

fn market(basis: &Basis) -> String {
    let mut text = format!(
        "{} were asked for, {} of the {} on offer",
        shares(basis.demand),
        percent(basis.subscription_pct),
        grouped(basis.offered)
    );
    if basis.absorbed > 0 {
        text += &format!(", and {} more were taken in", grouped(basis.absorbed));
    }
    text + "."
}

fn lost(basis: &Basis) -> String {
    format!(
        "The {} that could be allotted were not enough for the minimum of {} each, so lots were \
         drawn with the seed {}: {} of {} applications were drawn, and this one was not.",
        shares(basis.supply),
        grouped(basis.minimum),
        basis.seed,
        grouped(basis.winners),
        grouped(basis.applications)
    )
}

fn won(share: &Share, basis: &Basis) -> String {
    format!(
        "The {} that could be allotted were not enough for the minimum of {} each, so lots were \
         drawn with the seed {}: this application is one of the {} of {} that were drawn, and \
         got {} first.",
        shares(basis.supply),
        grouped(basis.minimum),
        basis.seed,
        grouped(basis.winners),
        grouped(basis.applications),
        grouped(share.minimum_part)
    )
}

/// Nothing of who else took up the holder's rights: that may be another tenant's customer.
fn by_right(share: &Share) -> Vec<String> {
    let part = share.entitlement_part;
    let mut text = Vec::new();
    if share.rights_gone > 0 {
        let covered = match part {
            0 => "none".to_owned(),
            part => grouped(part),
        };
        text.push(format!(
            "When the shares were allotted, the holder's rights covered {covered} of the {} that \
             they covered when the application was made.",
            shares(part + share.rights_gone)
        ));
    }
    match part {
        0 if share.rights_gone > 0 => {}
        0 => text.push("The application took up no rights.".to_owned()),
        part => text.push(format!(
            "The rights taken up were allotted in full: {}.",
            shares(part)
        )),
    }
    text
}

/// How the rest came about, if the application asked for more than its first part.
fn rest(share: &Share, basis: &Basis) -> Option<String> {
    let unmet = share.unmet();
    if unmet == 0 {
        return None;
    }
    let Some(ratio) = basis.pro_rata else {
        return Some("This issue gives nothing beyond the rights.".to_owned());
    };
    if ratio.numerator == ratio.denominator {
        return Some(format!(
            "There was enough for all that was asked beyond that: {} more.",
            grouped(unmet)
        ));
    }
    if ratio.numerator == 0 {
        return Some("Nothing was left for further requests.".to_owned());
    }
    let source = if basis.rights {
        " that nobody took up by right"
    } else {
        ""
    };
    let mut text = format!(
        "That left {}{source} for further requests of {}, so {} of each could be served: here \
         {} of {}",
        shares(ratio.numerator),
        grouped(ratio.denominator),
        percent(hundredths(ratio.numerator, ratio.denominator)),
        grouped(share.pro_rata_part),
        grouped(unmet)
    );
    if basis.multiple > 1 {
        text += &format!(
            ", rounded down to a multiple of {}",
            grouped(basis.multiple)
        );
    } else {
        text += ", rounded down";
    }
    if share.remainder_part > 0 {
        text += &format!(
            ", and {} more because what was rounded off was among the largest",
            grouped(share.remainder_part)
        );
    }
    Some(text + ".")
}

/// `1 share`, `1,234 shares`.
fn shares(count: i64) -> String {
    match count {
        1 => "1 share".to_owned(),
        _ => format!("{} shares", grouped(count)),
    }
}

fn percent(hundredths: i64) -> String {
    format!("{}.{:02} %", grouped(hundredths / 100), hundredths % 100)
}

/// A number that is not negative, with separators.
pub(crate) fn grouped(number: impl Into<i128>) -> String {
    let digits = number.into().to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
