//! What must hold of every allotment, on random ones, and a plain model beside it.

use proptest::prelude::*;

use super::*;

/// Requests on and off the multiple, small enough that remainders and ties are common.
fn demands(rights: bool) -> impl Strategy<Value = Vec<Demand>> {
    let one = (1_i64..400, 0_i64..=100, 0_i64..6, any::<bool>());
    proptest::collection::vec(one, 0..40).prop_map(move |all| {
        let mut all: Vec<Demand> = (1..)
            .zip(all)
            .map(|(no, (requested, percent, at, on_grid))| {
                let requested = if on_grid {
                    (requested / 10 + 1) * 10
                } else {
                    requested
                };
                Demand {
                    no: no * 37 % 1_009,
                    requested,
                    entitled: if rights { requested * percent / 100 } else { 0 },
                    received_at: Timestamp::from_micros(at),
                }
            })
            .collect();
        all.sort_by_key(|it| it.no);
        all
    })
}

fn any_terms() -> impl Strategy<Value = Terms> {
    let multiple = prop_oneof![Just(1_i64), Just(10), Just(20), 1_i64..40];
    (
        1_i64..60,
        multiple,
        0_i64..6_000,
        0_u32..=20,
        any::<u64>(),
        1_i64..20_000,
    )
        .prop_map(
            |(minimum, multiple, more, absorption_pct, seed, price)| Terms {
                seed,
                price: Kobo::new(price),
                ..terms(minimum + more, absorption_pct, minimum, multiple)
            },
        )
}

fn offers() -> impl Strategy<Value = (Terms, Vec<Demand>)> {
    (any_terms(), demands(false))
}

/// Rights issues with at least as many shares as rights, often not many more.
fn rights_issues() -> impl Strategy<Value = (Terms, Vec<Demand>)> {
    (any_terms(), demands(true), 0_i64..3_000).prop_map(|(terms, demands, pool)| {
        let entitled: i64 = demands.iter().map(|it| it.entitled).sum();
        let terms = Terms {
            rights: true,
            absorption_pct: 0,
            shares_on_offer: entitled + pool.max(1),
            ..terms
        };
        (terms, demands)
    })
}

fn either() -> impl Strategy<Value = (Terms, Vec<Demand>)> {
    prop_oneof![offers(), rights_issues()]
}

/// The rules once more, one share-step at a time and without any cleverness.
fn model(terms: &Terms, demands: &[Demand]) -> Vec<i64> {
    let demand: i64 = demands.iter().map(|it| it.requested).sum();
    let offered = terms.shares_on_offer;
    let supply = demand.min(offered + offered * i64::from(terms.absorption_pct) / 100);
    let least = |it: &Demand| match terms.rights {
        true => it.entitled,
        false => it.requested.min(terms.minimum),
    };
    let mut drawn: Vec<usize> = (0..demands.len()).collect();
    let mut left = supply;
    if demands.iter().map(least).sum::<i64>() > supply {
        drawn.sort_by_key(|at| ballot::lot(terms.seed, demands[*at].no));
        let mut room = supply;
        let fitting = drawn.iter().take_while(|at| {
            room -= least(&demands[**at]);
            room >= 0
        });
        let fitting = fitting.count();
        drawn.truncate(fitting);
        drawn.sort_unstable();
    }
    let mut got = vec![0; demands.len()];
    for at in &drawn {
        got[*at] = least(&demands[*at]);
        left -= got[*at];
    }
    let unmet: Vec<i64> = demands
        .iter()
        .zip(&got)
        .map(|(it, got)| it.requested - got)
        .collect();
    let total: i64 = drawn.iter().map(|at| unmet[*at]).sum();
    let rest = left.min(total);
    let mut line = Vec::new();
    for at in drawn {
        // Steps of the multiple while the exact part, `unmet × rest / total`, allows them.
        let (mut steps, exact) = (0, unmet[at] * rest);
        while total > 0 && (steps + terms.multiple) * total <= exact {
            steps += terms.multiple;
        }
        got[at] += steps;
        left -= steps;
        let remainder = exact - steps * total;
        if remainder > 0 {
            line.push((-remainder, demands[at].received_at, demands[at].no, at));
        }
    }
    line.sort_unstable();
    for (.., at) in line {
        let step = terms.multiple.min(demands[at].requested - got[at]);
        if step > left {
            break;
        }
        got[at] += step;
        left -= step;
    }
    got
}

proptest! {
    #[test]
    fn the_plain_model_agrees((terms, demands) in either()) {
        let allotment = allot(&terms, &demands).unwrap();
        prop_assert_eq!(given(&allotment), model(&terms, &demands));
    }

    #[test]
    fn never_more_than_there_is_nor_than_was_asked((terms, demands) in either()) {
        let allotment = allot(&terms, &demands).unwrap();
        let basis = &allotment.basis;
        let most = i128::from(terms.shares_on_offer) * i128::from(100 + terms.absorption_pct);
        prop_assert!(i128::from(basis.supply) * 100 <= most);
        prop_assert!(given(&allotment).iter().sum::<i64>() <= basis.supply);
        prop_assert!(basis.supply <= basis.demand);
        prop_assert_eq!(basis.offered + basis.absorbed, basis.supply + basis.unsubscribed);
        for (share, demand) in allotment.shares.iter().zip(&demands) {
            prop_assert_eq!((share.no, share.requested), (demand.no, demand.requested));
            prop_assert!((0..=share.requested).contains(&share.shares));
        }
    }

    #[test]
    fn first_parts_are_honoured((terms, demands) in either()) {
        let allotment = allot(&terms, &demands).unwrap();
        let minimums: i64 = demands.iter().map(|it| it.requested.min(terms.minimum)).sum();
        let enough = terms.rights || minimums <= allotment.basis.supply;
        prop_assert_eq!(allotment.basis.ballot, !enough);
        for (share, demand) in allotment.shares.iter().zip(&demands) {
            let first = match terms.rights {
                true => demand.entitled,
                false => demand.requested.min(terms.minimum),
            };
            prop_assert!(share.shares >= first || share.ballot == Some(false));
            prop_assert_eq!(share.ballot.is_none(), enough);
        }
    }

    #[test]
    fn every_count_is_on_the_multiple((terms, demands) in either()) {
        for share in allot(&terms, &demands).unwrap().shares {
            let first = share.minimum_part + share.entitlement_part;
            prop_assert!(
                share.shares == 0
                    || share.shares == share.requested
                    || (share.shares - first) % terms.multiple == 0
            );
        }
    }

    #[test]
    fn the_supply_is_used((terms, demands) in either()) {
        let allotment = allot(&terms, &demands).unwrap();
        let basis = &allotment.basis;
        // After a ballot those drawn may have had enough; what is left is then no minimum.
        let most = if basis.ballot { terms.minimum.max(terms.multiple) } else { terms.multiple };
        prop_assert!(basis.left_over < most);
    }

    #[test]
    fn money_is_kept_to_the_kobo((terms, demands) in either()) {
        let allotment = allot(&terms, &demands).unwrap();
        let (mut paid, mut kept, mut back) = (0, 0, 0);
        for share in &allotment.shares {
            let bought = share.shares * terms.price.get();
            prop_assert_eq!(bought + share.refund.get(), share.requested * terms.price.get());
            paid += share.requested * terms.price.get();
            kept += bought;
            back += share.refund.get();
        }
        prop_assert_eq!(kept + back, paid);
        prop_assert_eq!(Kobo::new(kept), allotment.basis.collected_total);
        prop_assert_eq!(Kobo::new(back), allotment.basis.refunds_total);
    }

    #[test]
    fn the_order_of_the_list_does_not_matter(
        (terms, demands, shuffled) in either().prop_flat_map(|(terms, demands)| {
            let shuffled = Just(demands.clone()).prop_shuffle();
            (Just(terms), Just(demands), shuffled)
        })
    ) {
        prop_assert_eq!(allot(&terms, &demands).unwrap(), allot(&terms, &shuffled).unwrap());
    }

    #[test]
    fn who_asks_for_more_at_the_same_time_gets_no_less((terms, demands) in offers()) {
        let terms = Terms { multiple: 10, ..terms };
        let demands: Vec<Demand> = demands
            .into_iter()
            .map(|it| Demand {
                requested: terms.minimum + it.requested / 10 * 10,
                received_at: Timestamp::from_micros(0),
                ..it
            })
            .collect();
        let shares = allot(&terms, &demands).unwrap().shares;
        for one in shares.iter().filter(|it| it.ballot.is_none()) {
            for other in shares.iter().filter(|it| it.requested > one.requested) {
                // A remainder can lift the smaller by one step at most.
                prop_assert!(other.shares + terms.multiple >= one.shares);
            }
        }
    }

    #[test]
    fn bands_add_up((terms, demands) in either()) {
        let basis = allot(&terms, &demands).unwrap().basis;
        let sum = |of: fn(&Band) -> i64| basis.bands.iter().map(of).sum::<i64>();
        prop_assert_eq!(sum(|it| it.applications), i64::try_from(demands.len()).unwrap());
        prop_assert_eq!(sum(|it| it.requested), basis.demand);
        prop_assert_eq!(sum(|it| it.allotted), basis.allotted);
        prop_assert_eq!(sum(|it| it.full + it.partial + it.none), basis.applications);
        for band in &basis.bands {
            prop_assert!(band.from <= band.to);
            prop_assert!(band.requested >= band.from * band.applications);
        }
    }

    #[test]
    fn every_explanation_says_its_number((terms, demands) in either()) {
        let allotment = allot(&terms, &demands).unwrap();
        for share in &allotment.shares {
            let text = share.explain(&allotment.basis);
            prop_assert!(text.starts_with("The application for "));
            prop_assert_eq!(share.refund > Kobo::ZERO, text.contains("is refunded"));
        }
    }

    #[test]
    fn another_seed_draws_others(seed in any::<u64>()) {
        let demands: Vec<Demand> = (1..=200).map(|no| demand(no, 10)).collect();
        let drawn = |seed: u64| {
            let terms = Terms { seed, ..terms(1_000, 0, 10, 10) };
            allot(&terms, &demands).unwrap().shares
        };
        prop_assert_eq!(drawn(seed), drawn(seed));
        prop_assert_ne!(drawn(seed), drawn(seed ^ 1));
    }
}

#[test]
fn everyone_has_the_same_chance() {
    // 1,000 draws of 1 in 4 among 40: each is drawn 250 times, give or take 5 deviations of 14.
    let demands: Vec<Demand> = (1..=40).map(|no| demand(no, 10)).collect();
    let mut drawn = [0_u32; 40];
    for seed in 0..1_000 {
        let terms = Terms {
            seed,
            ..terms(100, 0, 10, 10)
        };
        let shares = allot(&terms, &demands).unwrap().shares;
        for (count, share) in drawn.iter_mut().zip(shares) {
            *count += u32::from(share.ballot == Some(true));
        }
    }
    assert_eq!(drawn.iter().sum::<u32>(), 10_000);
    assert!(
        drawn.iter().all(|count| (180..=320).contains(count)),
        "{drawn:?}"
    );
}
