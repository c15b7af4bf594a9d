use kofa_domain::{Kobo, Timestamp};
use proptest::prelude::*;

use super::*;
use crate::codes;
use crate::offer::{Offer, OfferStatus, Rights};
use crate::seed::sandbox_offers;

fn now() -> Timestamp {
    Timestamp::parse_rfc3339("2026-07-03T10:00:00Z").unwrap()
}

fn issue() -> Offer {
    let offers = sandbox_offers(now());
    let rights = offers.into_iter().find(|one| one.offer.id == "OFR-ZUMA");
    rights.unwrap().offer
}

fn terms(ratio_new: i64, ratio_held: i64) -> Rights {
    Rights {
        ratio_new,
        ratio_held,
        ..issue().details.rights.unwrap()
    }
}

const PRICE: Kobo = Kobo::new(1_975);

#[test]
fn a_chn_is_read_in_every_writing() {
    let check = |text: &str, expected: Option<&str>| {
        assert_eq!(read_chn(text).as_deref(), expected, "{text:?}");
    };
    check("C0000000010", Some("C0000000010"));
    check(" c-000 000 0010 ", Some("C0000000010"));
    check("ABC123", Some("ABC123"));
    check("12345678901234", Some("12345678901234"));
    for wrong in [
        "",
        "C1234",
        "C12345678901234",
        "C12345!",
        "C12345é",
        "С1234567",
        "C1\x0034567",
    ] {
        check(wrong, None);
    }
    check(&"C".repeat(1_000_000), None);
    check(&format!("C123456{}", " ".repeat(1_000)), None);
}

#[test]
fn masks_show_little() {
    assert_eq!(mask_chn("C0000000010"), "C********10");
    assert_eq!(mask_chn("ABC123"), "A***23");
    assert_eq!(mask_name("Ngozi Adébáyò"), "N*** A***");
    assert_eq!(mask_name("  éva   (late)  o'neil "), "É*** L*** O***");
    assert_eq!(mask_name("Estate of a b c d e"), "E*** O*** A*** B***");
    assert_eq!(mask_name("-- ."), "***");
}

#[test]
fn entitlements_by_hand() {
    let check = |counts: [i64; 4], ratio: (i64, i64), expected: (i64, i64, i64)| {
        let [held, bought, sold, taken] = counts;
        let of = Entitlement::of(held, bought, sold, taken, &terms(ratio.0, ratio.1), PRICE);
        let one = of.unwrap();
        let shown = (one.provisional, one.available, one.maximum_amount.get());
        assert_eq!(shown, expected, "{counts:?} {ratio:?}");
    };
    check([100_000, 0, 0, 0], (1, 2), (50_000, 50_000, 98_750_000));
    check([1, 0, 0, 0], (1, 2), (0, 0, 0));
    check([7, 0, 0, 0], (3, 5), (4, 4, 7_900));
    check([0, 40, 0, 0], (1, 2), (0, 40, 79_000));
    check([101, 20, 30, 10], (1, 2), (50, 30, 59_250));
    check([100, 0, 50, 0], (1, 2), (50, 0, 0));
    check([100, 0, 60, 0], (1, 2), (50, 0, 0));
}

#[test]
fn impossible_numbers_are_errors() {
    let wrong = [
        Entitlement::of(-1, 0, 0, 0, &terms(1, 2), PRICE),
        Entitlement::of(1, 0, 0, -1, &terms(1, 2), PRICE),
        Entitlement::of(1, 0, 0, 0, &terms(0, 2), PRICE),
        Entitlement::of(1, 0, 0, 0, &terms(1, 0), PRICE),
        Entitlement::of(i64::MAX, 0, 0, 0, &terms(2, 1), PRICE),
        Entitlement::of(i64::MAX, 1, 0, 0, &terms(1, 1), Kobo::new(1)),
        Entitlement::of(i64::MAX / 100, 0, 0, 0, &terms(1, 1), PRICE),
    ];
    for one in wrong {
        assert_eq!(one.unwrap_err().code().name, "internal_error");
    }
    let oversold = |held, bought, sold| {
        let position = Position {
            shares_held: held,
            rights_in: bought,
            rights_out: sold,
        };
        position.is_oversold(&terms(1, 2))
    };
    assert!(oversold(100, 0, 51) && oversold(0, 5, 6) && !oversold(100, 1, 51));
    assert!(!oversold(i64::MAX, i64::MAX, i64::MAX));
}

#[test]
fn reasons_in_their_order() {
    let offer = issue();
    let terms = offer.details.rights.clone().unwrap();
    let some = Entitlement::of(100, 0, 0, 0, &terms, PRICE).unwrap();
    let none = Entitlement::of(100, 0, 50, 0, &terms, PRICE).unwrap();
    let after = offer.close_at;
    let check = |offer: &Offer, of, subscribed, at, reason| {
        let found = Eligibility::of(offer, of, subscribed, at);
        assert_eq!(found.reason, reason);
        assert!(reason == Reason::Eligible || !found.can_apply_for_additional);
        found
    };
    let eligible = check(&offer, Some(&some), false, now(), Reason::Eligible);
    assert!(eligible.can_apply_for_additional && eligible.can_renounce);
    assert!(eligible.can_trade_rights);
    check(&offer, None, false, now(), Reason::NotOnRegister);
    let spent = check(&offer, Some(&none), false, now(), Reason::RightsFullyTraded);
    assert!(!spent.can_renounce && !spent.can_trade_rights);
    check(&offer, Some(&some), true, now(), Reason::AlreadySubscribed);
    check(&offer, Some(&none), true, now(), Reason::AlreadySubscribed);
    let closed = check(&offer, Some(&some), false, after, Reason::OfferClosed);
    assert!(!closed.can_renounce && !closed.can_trade_rights);
    check(&offer, None, false, after, Reason::OfferClosed);
    let mut suspended = offer.clone();
    suspended.operator_status = Some(OfferStatus::Suspended);
    check(&suspended, Some(&some), false, now(), Reason::OfferClosed);
    let mut other = offer.clone();
    other.details.rights = None;
    check(&other, Some(&some), false, now(), Reason::OfferNotRights);
    let mut ended = offer.clone();
    ended.details.rights = Some(Rights {
        rights_trading_end_at: now(),
        additional_allowed: false,
        ..terms
    });
    let late = check(&ended, Some(&some), false, now(), Reason::Eligible);
    assert!(!late.can_trade_rights && late.can_renounce && !late.can_apply_for_additional);
}

#[test]
fn applications_are_split_at_the_rights() {
    let mut rights = terms(1, 2);
    let holder = Entitlement::of(100, 0, 0, 0, &rights, PRICE).unwrap();
    let sold = Entitlement::of(100, 0, 50, 0, &rights, PRICE).unwrap();
    assert_eq!(within_rights(Some(&holder), &rights, 30), Ok(30));
    assert_eq!(within_rights(Some(&holder), &rights, 50), Ok(50));
    assert_eq!(within_rights(Some(&holder), &rights, 500), Ok(50));
    rights.additional_allowed = false;
    let fault = within_rights(Some(&holder), &rights, 51).unwrap_err();
    assert_eq!(
        (fault.field, fault.code),
        ("numberOfShares", &codes::EXCEEDS_RIGHTS)
    );
    assert!(fault.message.contains("at most 50"));
    for nobody in [None, Some(&sold)] {
        let fault = within_rights(nobody, &rights, 1).unwrap_err();
        assert_eq!(
            (fault.field, fault.code),
            ("chn", &codes::NOT_ELIGIBLE_FOR_RIGHTS)
        );
    }
}

proptest! {
    #[test]
    fn entitlements_hold(
        held in 0..1_000_000_000_000_i64,
        bought in 0..1_000_000_000_i64,
        sold in 0..1_000_000_000_i64,
        taken in 0..1_000_000_000_i64,
        new in 1..50_i64,
        old in 1..50_i64,
        asked in 1..1_000_000_000_i64,
    ) {
        let rights = terms(new, old);
        let one = Entitlement::of(held, bought, sold, taken, &rights, Kobo::new(7)).unwrap();
        // The largest whole number of new shares that the ratio covers.
        let (given, whole) = (i128::from(one.provisional), i128::from(held) * i128::from(new));
        prop_assert!(given * i128::from(old) <= whole);
        prop_assert!((given + 1) * i128::from(old) > whole);
        let left = one.provisional + bought - sold - taken;
        prop_assert_eq!(one.available, left.max(0));
        prop_assert_eq!(one.maximum_amount.get(), one.available * 7);
        // Selling one more never leaves more; buying one more leaves at most one more.
        let position = Position { shares_held: held, rights_in: bought, rights_out: sold + 1 };
        let after = position.entitlement(taken, &rights, Kobo::new(7)).unwrap();
        prop_assert!(after.available <= one.available && after.available + 1 >= one.available);
        if let Ok(part) = within_rights(Some(&one), &rights, asked) {
            prop_assert!(part <= asked && part <= one.available && part > 0);
            prop_assert!(part == asked || part == one.available);
        }
    }

    #[test]
    fn no_number_panics(
        held in any::<i64>(), bought in any::<i64>(), sold in any::<i64>(),
        taken in any::<i64>(), new in any::<i64>(), old in any::<i64>(), price in any::<i64>(),
    ) {
        let rights = terms(new, old);
        if let Ok(one) = Entitlement::of(held, bought, sold, taken, &rights, Kobo::new(price)) {
            prop_assert!(one.available >= 0 && one.maximum_amount >= Kobo::ZERO);
        }
        let position = Position { shares_held: held, rights_in: bought, rights_out: sold };
        let _ = position.is_oversold(&rights);
    }

    #[test]
    fn what_is_read_is_read_again_and_masks_hide(text in "[A-Za-z0-9 -]{0,20}") {
        if let Some(chn) = read_chn(&text) {
            prop_assert_eq!(read_chn(&chn), Some(chn.clone()));
            let masked = mask_chn(&chn);
            prop_assert_eq!(masked.len(), chn.len());
            prop_assert_eq!(masked.matches('*').count(), chn.len() - 3);
        }
    }
}
