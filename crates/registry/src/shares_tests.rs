use proptest::prelude::*;

use super::*;
use crate::people::merge;
use crate::profile::{Party, Role};

fn capital(nominal: i64, issued: Option<u64>, each: Option<i64>, paid: Option<i64>) -> Capital {
    Capital {
        currency: "NGN".to_owned(),
        nominal: Kobo::new(nominal),
        issued_shares: issued,
        nominal_per_share: each.map(Kobo::new),
        paid_up: paid.map(Kobo::new),
    }
}

#[test]
fn a_capital_is_compared_with_its_parts() {
    let check = |capital: Capital, issued: Option<i64>, unissued: Option<i64>, part: &str| {
        let found = look_at_capital(&capital);
        assert_eq!(found.issued, issued.map(Kobo::new));
        assert_eq!(found.unissued, unissued.map(Kobo::new));
        match part {
            "" => assert_eq!(found.notes, [""; 0]),
            part => assert!(found.notes.concat().contains(part), "{:?}", found.notes),
        }
    };
    let whole = capital(100_000, Some(1_000), Some(100), Some(100_000));
    check(whole, Some(100_000), Some(0), "");
    let part = capital(100_000, Some(800), Some(100), None);
    check(part, Some(80_000), Some(20_000), "");
    let over = capital(100_000, Some(1_200), Some(100), None);
    check(
        over,
        Some(120_000),
        None,
        "come to NGN 1200.00, which is more than the share capital of NGN 1000.00",
    );
    let paid = capital(100_000, Some(800), Some(100), Some(90_000));
    check(
        paid,
        Some(80_000),
        Some(20_000),
        "more than the capital issued",
    );
    let unsaid = capital(100_000, None, Some(100), Some(100_000));
    check(unsaid, None, None, "");
    let paid = capital(100_000, None, None, Some(100_001));
    check(paid, None, None, "more than the share capital");
    let absurd = capital(i64::MAX, Some(u64::MAX), Some(i64::MAX), None);
    check(absurd, None, None, "more than any capital");
}

fn holder(name: &str, allotted: u64, resigned: bool) -> Role {
    Role {
        kind: RoleKind::Shareholder,
        party: Party {
            surname: name.to_owned(),
            ..Party::default()
        },
        appointed_on: None,
        resigned_on: resigned.then(|| "2020-01-01".to_owned()),
        is_active: Some(!resigned),
        shares: Some(Holding {
            allotted,
            share_type: "ORDINARY".to_owned(),
        }),
        control: None,
        accreditation_number: None,
    }
}

fn people(holdings: &[u64]) -> Vec<Person> {
    let roles = holdings.iter().enumerate();
    let name = |place: usize| format!("Holder {place}");
    merge(
        roles
            .map(|(place, allotted)| holder(&name(place), *allotted, false))
            .collect(),
    )
}

#[test]
fn parts_add_up_or_say_that_they_do_not() {
    let check = |holdings: &[u64], issued: Option<u64>, parts: &[u64], total: u64, sum: Sum| {
        let people = people(holdings);
        let found = distribute(&people, issued);
        let told: Vec<u64> = found
            .shares
            .iter()
            .filter_map(|one| one.hundredths)
            .collect();
        assert_eq!(told, parts, "{holdings:?} of {issued:?}");
        assert_eq!((found.total_hundredths, found.sum), (total, sum));
    };
    check(&[60, 40], Some(100), &[6_000, 4_000], 10_000, Sum::AddsUp);
    check(
        &[1, 1, 1],
        Some(3),
        &[3_334, 3_333, 3_333],
        10_000,
        Sum::AddsUp,
    );
    check(
        &[1, 1],
        Some(3),
        &[3_334, 3_333],
        6_667,
        Sum::Unallocated(1),
    );
    check(
        &[80, 40],
        Some(100),
        &[8_000, 4_000],
        12_000,
        Sum::Overallocated(20),
    );
    check(&[3, 1], None, &[7_500, 2_500], 10_000, Sum::IssuedUnknown);
    check(
        &[3, 1],
        Some(0),
        &[7_500, 2_500],
        10_000,
        Sum::Overallocated(4),
    );
    check(&[0], Some(0), &[0], 0, Sum::AddsUp);
    check(&[], Some(100), &[], 0, Sum::NobodyListed);
    check(&[0, 0], None, &[0, 0], 0, Sum::IssuedUnknown);
}

#[test]
fn shares_given_up_count_nowhere_and_kinds_are_kept_apart() {
    let preference = Role {
        shares: Some(Holding {
            allotted: 10,
            share_type: "PREFERENCE".to_owned(),
        }),
        ..holder("Obi", 0, false)
    };
    let people = merge(vec![
        holder("Obi", 50, false),
        preference,
        holder("Eze", 40, true),
        holder("Eze", 40, false),
    ]);
    let found = distribute(&people, Some(100));
    let told: Vec<_> = found
        .shares
        .iter()
        .map(|one| {
            let holding = &one.holding;
            (
                holding.share_type.as_str(),
                holding.allotted,
                one.hundredths,
            )
        })
        .collect();
    let expected = [
        ("ORDINARY", 50, Some(5_000)),
        ("ORDINARY", 40, Some(4_000)),
        ("PREFERENCE", 10, Some(1_000)),
        ("ORDINARY", 40, None),
    ];
    assert_eq!(told, expected);
    assert_eq!((found.allotted, found.sum), (100, Sum::AddsUp));
}

#[test]
fn amounts_are_written_as_deeds_write_them() {
    let check = |kobo: i64, expected: &str| {
        let words = amount_in_words(Kobo::new(kobo), "NGN");
        assert_eq!(words.as_deref(), Some(expected));
    };
    check(0, "Zero naira");
    check(150, "One naira, fifty kobo");
    check(1_900, "Nineteen naira");
    check(4_200, "Forty-two naira");
    check(10_000, "One hundred naira");
    check(10_100, "One hundred and one naira");
    check(100_500, "One thousand and five naira");
    check(150_000, "One thousand five hundred naira");
    check(1_000_000_000, "Ten million naira");
    check(
        12_345_678_900,
        "One hundred and twenty-three million four hundred and fifty-six thousand seven hundred \
         and eighty-nine naira",
    );
    let dollars = amount_in_words(Kobo::new(205), "USD");
    assert_eq!(dollars.as_deref(), Some("Two USD, five hundredths"));
    assert_eq!(amount_in_words(Kobo::new(-1), "NGN"), None);
    assert!(amount_in_words(Kobo::new(i64::MAX), "NGN").is_some());
}

proptest! {
    /// The parts of a wholly allotted capital are 100 percent, whatever the sizes, and no part
    /// is more than a hundredth of a percent off.
    #[test]
    fn parts_of_everything_are_a_hundred_percent(
        counts in prop::collection::vec(1..u64::from(u32::MAX), 1..40),
    ) {
        let whole: u64 = counts.iter().sum();
        let parts = parts_of(&counts, whole);
        prop_assert_eq!(parts.iter().sum::<u64>(), 10_000);
        for (count, part) in counts.iter().zip(&parts) {
            let exact = u128::from(*count) * WHOLE;
            let told = u128::from(*part) * u128::from(whole);
            prop_assert!(exact.abs_diff(told) < u128::from(whole));
        }
    }

    /// No sizes and no number of issued shares break the sum: it is that of the parts, and
    /// what is over or missing is what the counts say.
    #[test]
    fn any_sizes_give_a_sum_that_is_said(
        counts in prop::collection::vec(any::<u64>(), 0..9),
        issued in prop::option::of(any::<u64>()),
    ) {
        let people = people(&counts);
        let found = distribute(&people, issued);
        let parts: u128 =
            found.shares.iter().filter_map(|one| one.hundredths).map(u128::from).sum();
        prop_assert_eq!(parts.min(u64::MAX.into()), u128::from(found.total_hundredths));
        match (found.sum, issued) {
            (Sum::AddsUp, Some(issued)) => prop_assert_eq!(issued, found.allotted),
            (Sum::Unallocated(left), Some(issued)) => {
                prop_assert_eq!(found.allotted + left, issued);
            }
            (Sum::Overallocated(more), Some(issued)) => {
                prop_assert_eq!(issued + more, found.allotted);
            }
            (Sum::NobodyListed, _) => prop_assert!(counts.is_empty()),
            (Sum::IssuedUnknown, issued) => prop_assert_eq!(issued, None),
            (_, None) => prop_assert!(false),
        }
    }

    #[test]
    fn every_amount_has_words(kobo in 0..i64::MAX) {
        let words = amount_in_words(Kobo::new(kobo), "NGN").unwrap();
        prop_assert!(words.contains(" naira") && !words.contains("  "), "{}", words);
    }
}
