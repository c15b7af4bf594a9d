//! The sandbox market: fictional issuers whose offers show every state an offer can be in.
//!
//! Dates are relative to the day of seeding; [`crate::ops::SeedOffers`] moves an offer that
//! time has carried out of its role (the open one that closed) back into it at start.

use kofa_domain::{Kobo, Timestamp};

use crate::approval::Clearance;
use crate::offer::{
    Offer, OfferDetails, OfferStatus, OfferType, Registrar, Rights, Timeline, lagos_moment,
};

/// An offer and the part it plays.
#[derive(Clone, Debug)]
pub struct SandboxOffer {
    /// The offer, with dates that fit its role.
    pub offer: Offer,
    /// The status it is there to show.
    pub role: OfferStatus,
}

/// Hour at which offers open, Lagos time.
const OPENS_AT: i64 = 8;
/// Hour at which offers close, Lagos time; also their daily cut-off.
const CLOSES_AT: i64 = 17;

/// What differs between the sandbox's offers.
struct Part {
    id: &'static str,
    issuer: &'static str,
    title: &'static str,
    symbol: &'static str,
    isin: &'static str,
    sector: &'static str,
    offer_type: OfferType,
    role: OfferStatus,
    price: i64,
    shares: (i64, i64, Option<i64>),
    on_offer: i64,
    /// First and last day, counted from the day of seeding.
    days: (i64, i64),
    total_subscription_pct: Option<u32>,
}

const PARTS: [Part; 10] = [
    Part {
        id: "OFR-BAOBAB",
        issuer: "Baobab Foods Plc",
        title: "Public Offer",
        symbol: "BAOBAB",
        isin: "NG0BAOBAB004",
        sector: "Consumer Goods",
        offer_type: OfferType::PrimaryOffer,
        role: OfferStatus::Open,
        price: 16_900,
        shares: (20, 20, None),
        on_offer: 575_000_000,
        days: (-7, 90),
        total_subscription_pct: None,
    },
    Part {
        id: "OFR-HARMATTAN",
        issuer: "Harmattan Power Plc",
        title: "Initial Public Offering",
        symbol: "HARMAT",
        isin: "NG0HARMAT003",
        sector: "Utilities",
        offer_type: OfferType::PrimaryOffer,
        role: OfferStatus::Open,
        price: 990,
        shares: (1_000, 100, Some(5_000_000)),
        on_offer: 2_000_000_000,
        days: (-25, 5),
        total_subscription_pct: None,
    },
    Part {
        id: "OFR-ZUMA",
        issuer: "Zuma Rock Cement Plc",
        title: "Rights Issue 1 for 2",
        symbol: "ZUMARI",
        isin: "NG0ZUMARI006",
        sector: "Industrial Goods",
        offer_type: OfferType::RightsIssue,
        role: OfferStatus::Open,
        price: 1_975,
        shares: (1, 1, None),
        on_offer: 17_770_000_000,
        days: (-3, 30),
        total_subscription_pct: None,
    },
    Part {
        id: "OFR-LAGOON",
        issuer: "Lagoon Telecoms Plc",
        title: "Offer for Sale",
        symbol: "LAGOON",
        isin: "NG0LAGOON008",
        sector: "ICT",
        offer_type: OfferType::OfferForSale,
        role: OfferStatus::Upcoming,
        price: 4_250,
        shares: (100, 50, None),
        on_offer: 300_000_000,
        days: (60, 90),
        total_subscription_pct: None,
    },
    Part {
        id: "OFR-KOLA",
        issuer: "Kola Farms Plc",
        title: "Public Offer",
        symbol: "KOLAFD",
        isin: "NG0KOLAFD009",
        sector: "Agriculture",
        offer_type: OfferType::PrimaryOffer,
        role: OfferStatus::Closed,
        price: 550,
        shares: (1_000, 500, None),
        on_offer: 400_000_000,
        days: (-30, -1),
        total_subscription_pct: Some(104),
    },
    Part {
        id: "OFR-TIDEWAVE",
        issuer: "Tidewave Bank Plc",
        title: "Public Offer",
        symbol: "TIDEWV",
        isin: "NG0TIDEWV008",
        sector: "Financial Services",
        offer_type: OfferType::PrimaryOffer,
        role: OfferStatus::AllotmentInProgress,
        price: 3_550,
        shares: (500, 100, None),
        on_offer: 9_000_000_000,
        days: (-60, -20),
        total_subscription_pct: Some(122),
    },
    Part {
        id: "OFR-SAVANNA",
        issuer: "Savanna Breweries Plc",
        title: "Public Offer",
        symbol: "SAVANA",
        isin: "NG0SAVANA000",
        sector: "Consumer Goods",
        offer_type: OfferType::PrimaryOffer,
        role: OfferStatus::Allotted,
        price: 2_700,
        shares: (20, 20, None),
        on_offer: 661_250_000,
        days: (-75, -45),
        total_subscription_pct: Some(139),
    },
    Part {
        id: "OFR-OSUN",
        issuer: "Osun Textiles Plc",
        title: "Public Offer",
        symbol: "OSUNTX",
        isin: "NG0OSUNTX005",
        sector: "Consumer Goods",
        offer_type: OfferType::PrimaryOffer,
        role: OfferStatus::Listed,
        price: 325,
        shares: (1_000, 1_000, None),
        on_offer: 250_000_000,
        days: (-150, -120),
        total_subscription_pct: Some(87),
    },
    Part {
        id: "OFR-MANGROVE",
        issuer: "Mangrove Oil & Gas Plc",
        title: "Public Offer",
        symbol: "MANGRV",
        isin: "NG0MANGRV004",
        sector: "Oil and Gas",
        offer_type: OfferType::PrimaryOffer,
        role: OfferStatus::Cancelled,
        price: 12_000,
        shares: (50, 50, None),
        on_offer: 120_000_000,
        days: (-14, 14),
        total_subscription_pct: None,
    },
    Part {
        id: "OFR-DESERT",
        issuer: "Desert Rose Pharma Plc",
        title: "Public Offer",
        symbol: "DESERT",
        isin: "NG0DESERT003",
        sector: "Healthcare",
        offer_type: OfferType::PrimaryOffer,
        role: OfferStatus::Suspended,
        price: 1_480,
        shares: (200, 100, None),
        on_offer: 80_000_000,
        days: (-10, 20),
        total_subscription_pct: None,
    },
];

/// The offers of the sandbox, their dates set for the day of `now`.
pub fn sandbox_offers(now: Timestamp) -> Vec<SandboxOffer> {
    PARTS.iter().map(|part| build(part, now)).collect()
}

fn build(part: &Part, now: Timestamp) -> SandboxOffer {
    let (minimum_shares, multiple, maximum_shares) = part.shares;
    let (first, last) = part.days;
    let operator_status = match part.role {
        OfferStatus::Open | OfferStatus::Upcoming | OfferStatus::Closed => None,
        decided => Some(decided),
    };
    let offer = Offer {
        id: part.id.to_owned(),
        tenant: None,
        name: format!("{} {}", part.issuer, part.title),
        offer_type: part.offer_type,
        price: Kobo::new(part.price),
        minimum_shares,
        multiple,
        maximum_shares,
        shares_on_offer: part.on_offer,
        open_at: lagos_moment(now, first, OPENS_AT),
        close_at: lagos_moment(now, last, CLOSES_AT),
        // The one about to close was extended by two weeks.
        original_close_at: (part.id == "OFR-HARMATTAN")
            .then(|| lagos_moment(now, last - 14, CLOSES_AT)),
        operator_status,
        updated_at: Timestamp::default(),
        exchange: None,
        clearance: Clearance::NotAsked,
        details: details(part, now),
    };
    SandboxOffer {
        offer,
        role: part.role,
    }
}

fn details(part: &Part, now: Timestamp) -> OfferDetails {
    let after = |days: i64| Some(lagos_moment(now, part.days.1 + days, 0));
    let timeline = match part.role {
        OfferStatus::Cancelled | OfferStatus::Suspended => Timeline::default(),
        _ => Timeline {
            allotment_at: after(7),
            refund_initiation_at: after(8),
            refund_deadline_at: after(12),
            cscs_credit_at: after(14),
            listing_at: after(21),
        },
    };
    let words = |all: &[&str]| all.iter().map(|&word| word.to_owned()).collect();
    let is_rights = part.offer_type == OfferType::RightsIssue;
    OfferDetails {
        issuer_name: part.issuer.to_owned(),
        symbol: part.symbol.to_owned(),
        isin: part.isin.to_owned(),
        sector: part.sector.to_owned(),
        price_range: (part.offer_type == OfferType::OfferForSale)
            .then(|| (Kobo::new(part.price * 9 / 10), Kobo::new(part.price))),
        oversubscription_limit_pct: if is_rights { 0 } else { 15 },
        total_subscription_pct: part.total_subscription_pct,
        daily_cutoff: format!("{CLOSES_AT}:00"),
        timeline,
        rights: is_rights.then(|| Rights {
            ratio_new: 1,
            ratio_held: 2,
            qualification_at: lagos_moment(now, part.days.0 - 21, 0),
            rights_symbol: format!("{}RT", part.symbol),
            rights_trading_end_at: lagos_moment(now, part.days.1, CLOSES_AT),
            additional_allowed: true,
        }),
        eligible_profile_types: words(&["INDIVIDUAL", "JOINT", "MINOR", "CORPORATE"]),
        payment_methods: words(&["BANK_TRANSFER", "CARD"]),
        eligible_banks: None,
        registrar: Registrar {
            name: "Sandbox Registrars Limited".to_owned(),
            email: Some("offers@registrars.example".to_owned()),
            phone: None,
            website: Some("https://registrars.example".to_owned()),
        },
        issuing_houses: words(&["Sandbox Capital Limited"]),
        prospectus_url: Some(format!(
            "https://registrars.example/prospectus/{}.pdf",
            part.symbol.to_ascii_lowercase()
        )),
        status_reason: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_status_and_a_rights_issue_are_there_and_dates_fit_at_any_hour() {
        for hour in 0..48 {
            let now = Timestamp::parse_rfc3339("2026-07-03T00:10:00Z")
                .unwrap()
                .plus_seconds(hour * 3_600);
            let world = sandbox_offers(now);
            for status in OfferStatus::ALL {
                assert!(world.iter().any(|one| one.role == status), "{status:?}");
            }
            for one in &world {
                assert_eq!(one.offer.status(now), one.role, "{} at {now}", one.offer.id);
                assert!(one.offer.most_shares() >= one.offer.minimum_shares * 13);
                let rights = one.offer.offer_type == OfferType::RightsIssue;
                assert_eq!(one.offer.details.rights.is_some(), rights);
                let thirteen = one.offer.minimum_shares * 12;
                assert_eq!(thirteen % one.offer.multiple, 0, "{}", one.offer.id);
            }
        }
    }
}
