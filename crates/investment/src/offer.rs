//! An offer of shares: what is decided on (dates, price, limits) and what is only shown.

use kofa_domain::{Code, Kobo, TenantId, Timestamp};
use serde::{Deserialize, Serialize};

use crate::approval::{ApprovalState, Clearance};
use crate::codes;

/// Kinds of offer of the Nigerian primary market.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str, serialize_all = "PascalCase")]
pub enum OfferType {
    /// New shares, open to all.
    PrimaryOffer,
    /// New shares for those who hold some.
    RightsIssue,
    /// Shares of an existing holder.
    OfferForSale,
    /// New shares for invited investors.
    PrivatePlacement,
    BondOffer,
}

impl OfferType {
    /// All kinds, the contract's first.
    pub const ALL: [Self; 5] = kofa_domain::all();

    /// The word of the API: `PrimaryOffer`.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }

    /// Reads the word of the API.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == text)
    }
}

/// Where an offer is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str, serialize_all = "snake_case")]
pub enum OfferStatus {
    /// Announced, not open yet.
    Upcoming,
    Open,
    /// Past its closing date.
    Closed,
    /// Applications are being allotted.
    AllotmentInProgress,
    Allotted,
    Listed,
    Cancelled,
    /// Halted for a while.
    Suspended,
}

impl OfferStatus {
    /// At `now`: the operator's word, else opening and close.
    pub(crate) fn of(
        word: Option<Self>,
        (open_at, close_at): (Timestamp, Timestamp),
        now: Timestamp,
    ) -> Self {
        match word {
            Some(status) => status,
            None if now < open_at => Self::Upcoming,
            None if now < close_at => Self::Open,
            None => Self::Closed,
        }
    }

    /// What an application is told that comes while the offer is in it.
    pub(crate) const fn refusal(self) -> &'static Code {
        match self {
            Self::Closed | Self::AllotmentInProgress | Self::Allotted | Self::Listed => {
                &codes::OFFER_CLOSED
            }
            Self::Open | Self::Upcoming | Self::Cancelled | Self::Suspended => {
                &codes::OFFER_NOT_OPEN
            }
        }
    }

    /// All, in the order of a life.
    pub const ALL: [Self; 8] = kofa_domain::all();

    /// The word of the API: `allotment_in_progress`.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }

    /// Reads the word of the API.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == text)
    }
}

/// An offer as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Short and stable: `OFR-BAOBAB`.
    pub id: String,
    /// Whose sandbox alone has it; `None` for everyone.
    pub tenant: Option<TenantId>,
    /// `Baobab Foods Plc Public Offer`
    pub name: String,
    pub offer_type: OfferType,
    /// Price of a share; of a book-build, its upper end.
    pub price: Kobo,
    /// The minimum number of shares of an application.
    pub minimum_shares: i64,
    /// Shares beyond the minimum come in multiples of this.
    pub multiple: i64,
    /// Most shares of an application, where the offer sets a limit.
    pub maximum_shares: Option<i64>,
    pub shares_on_offer: i64,
    /// From here it takes applications.
    pub open_at: Timestamp,
    /// From here it takes none.
    pub close_at: Timestamp,
    /// The closing date before it was extended.
    pub original_close_at: Option<Timestamp>,
    /// The operator's word; where there is none, the dates decide.
    pub operator_status: Option<OfferStatus>,
    /// When an operator last changed it; 0 for never.
    pub updated_at: Timestamp,
    /// The exchange outside that has it, by its name in the settings: that one's word decides its
    /// life, and nothing here.
    pub exchange: Option<String>,
    /// The regulator's approval, where it needs one.
    pub clearance: Clearance,
    /// What is shown and never decided on, but for who may apply and how to pay.
    pub details: OfferDetails,
}

/// The part of an offer that is stored as one JSON text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfferDetails {
    pub issuer_name: String,
    pub symbol: String,
    pub isin: String,
    /// Sector of the exchange.
    pub sector: String,
    /// Lower and upper end of a book-build, in kobo.
    pub price_range: Option<(Kobo, Kobo)>,
    /// How much beyond the offer may be absorbed, in per cent.
    pub oversubscription_limit_pct: u32,
    /// Demand in hundredths of the supply: 139 is 1.39x.
    pub total_subscription_pct: Option<u32>,
    /// Last hour of a day at which applications count for that day, Lagos time: `17:00`.
    pub daily_cutoff: String,
    /// What follows the close.
    pub timeline: Timeline,
    /// Terms, of a rights issue only.
    pub rights: Option<Rights>,
    /// Values of `profileType` that can apply.
    pub eligible_profile_types: Vec<String>,
    /// `BANK_TRANSFER`, `CARD`.
    pub payment_methods: Vec<String>,
    /// Bank ids; `None` means all supported banks.
    pub eligible_banks: Option<Vec<i64>>,
    /// Who keeps the register.
    pub registrar: Registrar,
    pub issuing_houses: Vec<String>,
    /// Where to read more.
    pub prospectus_url: Option<String>,
    /// Why it is suspended or cancelled, in the operator's words, for everyone to read.
    #[serde(default)]
    pub status_reason: Option<String>,
}

/// What happens after the close, where it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timeline {
    pub allotment_at: Option<Timestamp>,
    pub refund_initiation_at: Option<Timestamp>,
    pub refund_deadline_at: Option<Timestamp>,
    /// Depository accounts are credited.
    pub cscs_credit_at: Option<Timestamp>,
    pub listing_at: Option<Timestamp>,
}

/// Terms of a rights issue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rights {
    /// So many new shares …
    pub ratio_new: i64,
    /// … for so many held.
    pub ratio_held: i64,
    /// Who holds shares on this day has rights.
    pub qualification_at: Timestamp,
    /// Under which the rights trade.
    pub rights_symbol: String,
    pub rights_trading_end_at: Timestamp,
    /// Whether holders may ask for shares beyond their rights, from those that others leave.
    #[serde(default = "additional_allowed")]
    pub additional_allowed: bool,
}

/// Issues that say nothing take additional applications, as Nigerian ones do.
fn additional_allowed() -> bool {
    true
}

/// The registrar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Registrar {
    pub name: String,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub website: Option<String>,
}

impl Offer {
    /// Whether an exchange outside has it.
    pub fn is_of_exchange(&self) -> bool {
        self.exchange.is_some()
    }

    /// Where it is in its life at `now`: the operator's word, else the dates.
    pub fn status(&self, now: Timestamp) -> OfferStatus {
        OfferStatus::of(self.operator_status, (self.open_at, self.close_at), now)
    }

    /// The next moment after `now` at which time alone changes its status.
    pub fn next_turn(&self, now: Timestamp) -> Option<Timestamp> {
        if self.operator_status.is_some() {
            return None;
        }
        [self.open_at, self.close_at]
            .into_iter()
            .find(|turn| *turn > now)
    }

    /// Why nobody can apply now; `None` while it is open, and approved where it has to be.
    pub fn not_subscribable_reason(&self, now: Timestamp) -> Option<String> {
        let refusal = || self.approval_state().refusal().map(str::to_owned);
        self.not_open_reason(now).or_else(refusal)
    }

    /// Why it is not open now; `None` while it is.
    pub fn not_open_reason(&self, now: Timestamp) -> Option<String> {
        let why = |what: &str| match &self.details.status_reason {
            Some(reason) => format!("{what}: {reason}"),
            None => format!("{what}."),
        };
        Some(match self.status(now) {
            OfferStatus::Open => return None,
            OfferStatus::Upcoming => format!("Opens at {}.", lagos_rfc3339(self.open_at)),
            OfferStatus::Closed | OfferStatus::AllotmentInProgress => {
                format!("Closed at {}.", lagos_rfc3339(self.close_at))
            }
            OfferStatus::Allotted => "The shares have been allotted.".to_owned(),
            OfferStatus::Listed => "The shares are listed.".to_owned(),
            OfferStatus::Cancelled => why("The offer was cancelled"),
            OfferStatus::Suspended => why("The offer is suspended"),
        })
    }

    /// What an approval is for: price, shares, dates and rights, in one text. Any other is another
    /// offer to the regulator.
    pub fn terms(&self) -> String {
        let (details, rights) = (&self.details, self.details.rights.as_ref());
        serde_json::json!([
            self.offer_type.as_str(),
            self.price,
            details.price_range,
            [self.minimum_shares, self.multiple, self.shares_on_offer],
            self.maximum_shares,
            details.oversubscription_limit_pct,
            [self.open_at, self.close_at],
            rights.map(|it| [it.ratio_new, it.ratio_held]),
            rights.map(|it| [it.qualification_at, it.rights_trading_end_at]),
        ])
        .to_string()
    }

    /// Where the regulator's approval of it stands.
    pub fn approval_state(&self) -> ApprovalState {
        match &self.clearance {
            Clearance::NotAsked => ApprovalState::NotAsked,
            asked => asked.state(&self.terms()),
        }
    }

    /// The last day in Lagos on which it takes applications, as far as its dates say.
    pub fn last_day(&self) -> String {
        // The close itself is past: one at midnight ends the day before.
        lagos_day(Timestamp::from_micros(
            self.close_at.micros().saturating_sub(1),
        ))
    }

    /// Whether it closes later than it was first announced.
    pub fn is_extended(&self) -> bool {
        self.original_close_at
            .is_some_and(|first| first < self.close_at)
    }

    /// Most shares that one application may ask for.
    pub fn most_shares(&self) -> i64 {
        self.maximum_shares.unwrap_or(self.shares_on_offer)
    }
}

/// Open offers by closing date, then upcoming ones by opening date, then the rest, latest
/// first; the id breaks ties.
pub fn in_order(mut offers: Vec<Offer>, now: Timestamp) -> Vec<Offer> {
    offers.sort_by_cached_key(|offer| {
        let (rank, moment) = match offer.status(now) {
            OfferStatus::Open => (0, offer.close_at.micros()),
            OfferStatus::Upcoming => (1, offer.open_at.micros()),
            _ => (2, offer.close_at.micros().saturating_neg()),
        };
        (rank, moment, offer.id.clone())
    });
    offers
}

/// Lagos time: UTC+1 all year.
const LAGOS_SECONDS: i64 = 3_600;

/// `2026-11-21T09:30:00+01:00`
pub fn lagos_rfc3339(at: Timestamp) -> String {
    let shifted = at.plus_seconds(LAGOS_SECONDS).rfc3339();
    match shifted.split_once('.') {
        Some((seconds, _)) => format!("{seconds}+01:00"),
        None => shifted,
    }
}

/// `2026-11-21`, the day in Lagos.
pub fn lagos_day(at: Timestamp) -> String {
    let (year, month, day) = at.lagos_date();
    format!("{year:04}-{month:02}-{day:02}")
}

/// Hour `hour` of the day in Lagos that is `days` after that of `at`.
pub fn lagos_moment(at: Timestamp, days: i64, hour: i64) -> Timestamp {
    let seconds = at.micros().div_euclid(1_000_000) + LAGOS_SECONDS;
    let midnight = seconds - seconds.rem_euclid(86_400);
    let moment = midnight + days * 86_400 + hour * 3_600 - LAGOS_SECONDS;
    Timestamp::from_micros(moment * 1_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::sandbox_offers;

    fn at(text: &str) -> Timestamp {
        Timestamp::parse_rfc3339(text).unwrap()
    }

    #[test]
    fn dates_decide_the_status_unless_the_operator_does() {
        let now = at("2026-07-03T12:00:00Z");
        let mut offer = sandbox_offers(now).swap_remove(0).offer;
        let check = |offer: &Offer, now, status, turn| {
            assert_eq!(offer.status(now), status);
            assert_eq!(offer.next_turn(now), turn);
            assert_eq!(
                offer.not_subscribable_reason(now).is_none(),
                status == OfferStatus::Open
            );
        };
        let before = offer.open_at.plus_seconds(-1);
        check(&offer, before, OfferStatus::Upcoming, Some(offer.open_at));
        check(
            &offer,
            offer.open_at,
            OfferStatus::Open,
            Some(offer.close_at),
        );
        let last = offer.close_at.plus_seconds(-1);
        check(&offer, last, OfferStatus::Open, Some(offer.close_at));
        check(&offer, offer.close_at, OfferStatus::Closed, None);
        offer.operator_status = Some(OfferStatus::Suspended);
        check(&offer, last, OfferStatus::Suspended, None);
    }

    #[test]
    fn lagos_days_and_moments() {
        let late = at("2026-12-31T23:30:00Z");
        assert_eq!(lagos_day(late), "2027-01-01");
        assert_eq!(lagos_rfc3339(late), "2027-01-01T00:30:00+01:00");
        assert_eq!(lagos_moment(late, 0, 9), at("2027-01-01T08:00:00Z"));
        assert_eq!(lagos_moment(late, -1, 17), at("2026-12-31T16:00:00Z"));
    }
}
