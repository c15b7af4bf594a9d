//! Two offers whose results were published. `docs/allotment.md` says what is published, what is
//! assumed here, and what comes out.

use super::*;

/// `count` sizes of at least 1 that add up to `total`, very unequal: a few hold most of it, as
/// in a register of shareholders. Always the same.
fn sizes(count: i64, total: i64) -> Vec<i64> {
    let weights: Vec<i64> = (1..=count).map(|rank| 1_000_000_000 / rank + 1).collect();
    let whole: i64 = weights.iter().sum();
    let spread = total - count;
    let part = |weight: i64| i128::from(weight) * i128::from(spread) / i128::from(whole);
    let mut sizes: Vec<i64> = weights
        .iter()
        .map(|weight| 1 + i64::try_from(part(*weight)).unwrap())
        .collect();
    // What rounding left goes to the largest.
    sizes[0] += total - sizes.iter().sum::<i64>();
    sizes
}

fn mtn(shares_on_offer: i64, absorption_pct: u32) -> Terms {
    Terms {
        price: Kobo::new(16_900),
        ..terms(shares_on_offer, absorption_pct, 20, 20)
    }
}

const OFFERED: i64 = 575_000_000;
const ALLOTTED: i64 = 661_250_000;
const RETAIL: i64 = 126_720;
/// Not published; they follow from 801.97 m in all and 72.09 % for the institutions.
const RETAIL_SHARES: i64 = 297_780_000;
const INSTITUTION_SHARES: i64 = 504_190_000;

/// Applications on the offer's steps of 20 that add up to `total` shares.
fn on_the_multiple(first_no: i64, count: i64, total: i64) -> Vec<Demand> {
    let sizes = sizes(count, total / 20);
    (first_no..)
        .zip(sizes)
        .map(|(no, size)| demand(no, size * 20))
        .collect()
}

#[test]
fn mtn_as_published_retail_in_full_and_institutions_by_part() {
    let retail = on_the_multiple(1, RETAIL, RETAIL_SHARES);
    let retail = allot(&mtn(RETAIL_SHARES, 0), &retail).unwrap().basis;
    assert_eq!((retail.applications, retail.full), (RETAIL, RETAIL));
    assert_eq!(retail.refunds_total, Kobo::ZERO);

    let institutions = on_the_multiple(1, 400, INSTITUTION_SHARES);
    let left = ALLOTTED - RETAIL_SHARES;
    let institutions = allot(&mtn(left, 0), &institutions).unwrap().basis;
    assert_eq!(
        basis::hundredths(institutions.allotted, institutions.demand),
        7_209
    );
    assert_eq!(retail.allotted + institutions.allotted, ALLOTTED);
    let collected = retail
        .collected_total
        .checked_add(institutions.collected_total);
    assert_eq!(collected.unwrap().to_string(), "NGN 111,751,250,000.00");
}

#[test]
fn mtn_as_one_pool_by_the_rule_for_all() {
    let mut demands = on_the_multiple(1, RETAIL, RETAIL_SHARES);
    demands.extend(on_the_multiple(RETAIL + 1, 400, INSTITUTION_SHARES));
    let allotment = allot(&mtn(OFFERED, 15), &demands).unwrap();
    let basis = &allotment.basis;
    assert_eq!(basis.subscription_pct, 13_947);
    assert_eq!((basis.absorbed, basis.supply), (86_250_000, ALLOTTED));
    assert_eq!((basis.allotted, basis.left_over), (ALLOTTED, 0));
    assert_eq!(basis.minimums, 127_120 * 20);
    let ratio = Ratio {
        numerator: 658_707_600,
        denominator: 799_427_600,
    };
    assert_eq!(basis.pro_rata, Some(ratio));
    assert_eq!(basis.none, 0);
    assert!(!basis.ballot);
    assert_eq!(basis.collected_total.to_string(), "NGN 111,751,250,000.00");
    assert_eq!(basis.refunds_total.to_string(), "NGN 23,781,680,000.00");
}

#[test]
fn access_holdings_rights_as_published() {
    let terms = Terms {
        price: Kobo::new(1_975),
        ..rights(17_772_612_811, 1)
    };
    let full = sizes(21_141, 5_592_517_707);
    let mut additional = sizes(10_889, 10_627_039_330);
    additional.resize(21_141, 0);
    let mut demands = Vec::new();
    for (no, (by_right, more)) in (1..).zip(full.into_iter().zip(additional)) {
        demands.push(right(no, by_right + more, by_right));
    }
    for (count, total) in [(2_324, 395_647_981), (635, 2_139_953_954)] {
        let first_no = i64::try_from(demands.len()).unwrap() + 1;
        let all = sizes(count, total).into_iter();
        demands.extend(
            (first_no..)
                .zip(all)
                .map(|(no, by_right)| right(no, by_right, by_right)),
        );
    }
    let allotment = allot(&terms, &demands).unwrap();
    let basis = &allotment.basis;
    assert_eq!(basis.applications, 24_100);
    assert_eq!(basis.demand, 18_755_158_972);
    // Published as 105.76 %: that counts the 41,650,447 shares that were disqualified later.
    assert_eq!(basis.subscription_pct, 10_553);
    assert_eq!(
        basis::hundredths(basis.demand + 41_650_447, basis.offered),
        10_576
    );
    assert_eq!(basis.entitlements, 8_128_119_642);
    let ratio = Ratio {
        numerator: 9_644_493_169,
        denominator: 10_627_039_330,
    };
    assert_eq!(basis.pro_rata, Some(ratio));
    assert_eq!(basis.pro_rata_applications, 10_889);
    assert_eq!((basis.allotted, basis.left_over), (17_772_612_811, 0));
    assert_eq!(basis.none, 0);
    assert_eq!(basis.collected_total.to_string(), "NGN 351,009,103,017.25");
    assert_eq!(basis.refunds_total.to_string(), "NGN 19,405,286,679.75");
    for share in &allotment.shares {
        assert!(share.shares >= share.entitlement_part);
    }
}
