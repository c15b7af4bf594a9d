//! What stands in documents, in words.

use kofa_paper::words::day;
pub(super) use kofa_paper::words::{count, moment, money};

use crate::profile::{ChargeStatus, Party, PartyAddress, RoleKind};
use crate::rules::{CompanyType, EntityType, RegistrationStatus, read_date};

/// `21 November 2026`, from `2026-11-21`; any other text as it is.
pub(super) fn date(text: &str) -> String {
    let read = read_date(text).and_then(|date| date.parse::<jiff::civil::Date>().ok());
    read.map_or_else(|| text.to_owned(), day)
}

/// `12.34 %`, from hundredths of a percent.
pub(super) fn percent(hundredths: u64) -> String {
    format!("{}.{:02} %", count(hundredths / 100), hundredths % 100)
}

/// `Active`, `In liquidation`.
pub(super) fn status(status: RegistrationStatus) -> &'static str {
    match status {
        RegistrationStatus::Active => "Active",
        RegistrationStatus::Inactive => "Inactive: annual returns are overdue",
        RegistrationStatus::StruckOff => "Struck off the register",
        RegistrationStatus::Delisted => "Delisted",
        RegistrationStatus::Dissolved => "Dissolved",
        RegistrationStatus::InLiquidation => "In liquidation",
        RegistrationStatus::Unknown => "The register does not say",
    }
}

/// `private company limited by shares`; an unknown word in small letters; the kind of entity
/// if the register does not say.
pub(super) fn company_type(word: &str, kind: EntityType) -> String {
    match CompanyType::parse(word) {
        Some(CompanyType::PrivateLimitedByShares) => "private company limited by shares",
        Some(CompanyType::PrivateLimitedByGuarantee) => "private company limited by guarantee",
        Some(CompanyType::PrivateUnlimited) => "private unlimited company",
        Some(CompanyType::PublicLimitedByShares) => "public company limited by shares",
        Some(CompanyType::PublicLimitedByGuarantee) => "public company limited by guarantee",
        Some(CompanyType::SoleProprietorship) => "business name of a sole proprietor",
        Some(CompanyType::Firm) => "business name of a firm",
        Some(CompanyType::IncorporatedTrustee) => "body of incorporated trustees",
        Some(CompanyType::LimitedPartnership) => "limited partnership",
        Some(CompanyType::LimitedLiabilityPartnership) => "limited liability partnership",
        None if word.is_empty() => kind.in_words(),
        None => return word.replace('_', " ").to_lowercase(),
    }
    .to_owned()
}

/// `Private company limited by shares`
pub(super) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// A register's word for people: `DEBENTURE` and `FLOATING_CHARGE` as `Debenture` and
/// `Floating charge`; words that are not all capitals as they are.
pub(super) fn titled(word: &str) -> String {
    match word.chars().any(char::is_lowercase) {
        true => word.to_owned(),
        false => capitalised(&word.replace('_', " ").to_lowercase()),
    }
}

/// `Director`
pub(super) fn role(kind: RoleKind) -> &'static str {
    match kind {
        RoleKind::Chairman => "Chairman",
        RoleKind::Director => "Director",
        RoleKind::Proprietor => "Proprietor",
        RoleKind::Partner => "Partner",
        RoleKind::Trustee => "Trustee",
        RoleKind::Secretary => "Secretary",
        RoleKind::Psc => "Person with significant control",
        RoleKind::Shareholder => "Shareholder",
        RoleKind::Presenter => "Presenter",
        RoleKind::Witness => "Witness",
    }
}

/// The name of a person as registers print it, family name first: `ADEYEMI Ọláwálé Ayọ̀`; of a
/// body, its name and number.
pub(super) fn name(party: &Party) -> String {
    if let Some(body) = &party.corporation {
        return match &body.rc_number {
            Some(number) => format!("{} ({number})", body.name),
            None => body.name.clone(),
        };
    }
    let surname = party.surname.to_uppercase();
    let parts = [surname.as_str(), &party.first_name, &party.other_name];
    let filled: Vec<&str> = parts
        .into_iter()
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .collect();
    match filled.is_empty() {
        true => "Name not recorded".to_owned(),
        false => filled.join(" "),
    }
}

/// Town and state, and the country if it is another than Nigeria: a report does not say in
/// which house people live.
pub(super) fn place(address: &PartyAddress) -> String {
    let abroad = |country: &&str| !country.eq_ignore_ascii_case("nigeria") && *country != "NG";
    let country = address.country.as_deref().filter(abroad).map(titled);
    let parts = [&address.city, &address.state];
    let filled = parts.into_iter().filter_map(Option::clone);
    filled.chain(country).collect::<Vec<_>>().join(", ")
}

/// `Outstanding`
pub(super) fn charge_status(status: ChargeStatus) -> &'static str {
    match status {
        ChargeStatus::Outstanding => "Outstanding",
        ChargeStatus::PartSatisfied => "Partly satisfied",
        ChargeStatus::FullySatisfied => "Fully satisfied",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_two_decimals() {
        assert_eq!(percent(6_667), "66.67 %");
        assert_eq!(percent(5), "0.05 %");
    }

    #[test]
    fn dates_are_written_out() {
        assert_eq!(date("2021-06-14"), "14 June 2021");
        assert_eq!(date("long ago"), "long ago");
    }
}
