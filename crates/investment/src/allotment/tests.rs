mod properties;
mod published;

use kofa_domain::{Kobo, Timestamp};

use super::*;

fn demand(no: i64, requested: i64) -> Demand {
    Demand {
        no,
        requested,
        entitled: 0,
        received_at: Timestamp::from_micros(no),
    }
}

fn right(no: i64, requested: i64, entitled: i64) -> Demand {
    Demand {
        entitled,
        ..demand(no, requested)
    }
}

/// Ten kobo a share, so that refunds are easy to read.
fn terms(shares_on_offer: i64, absorption_pct: u32, minimum: i64, multiple: i64) -> Terms {
    Terms {
        shares_on_offer,
        absorption_pct,
        minimum,
        multiple,
        price: Kobo::new(10),
        rights: false,
        additional: true,
        seed: 7,
    }
}

fn rights(shares_on_offer: i64, multiple: i64) -> Terms {
    Terms {
        rights: true,
        ..terms(shares_on_offer, 0, 1, multiple)
    }
}

fn given(allotment: &Allotment) -> Vec<i64> {
    allotment.shares.iter().map(|it| it.shares).collect()
}

/// The table of `docs/allotment.md`.
fn worked() -> Allotment {
    let demands = [
        demand(1, 20),
        demand(2, 100),
        demand(3, 100),
        demand(4, 400),
        demand(5, 1_000),
    ];
    allot(&terms(1_000, 15, 20, 20), &demands).unwrap()
}

#[test]
fn the_table_of_the_documentation_comes_out() {
    let allotment = worked();
    let parts: Vec<[i64; 4]> = allotment
        .shares
        .iter()
        .map(|it| {
            [
                it.minimum_part,
                it.pro_rata_part,
                it.remainder_part,
                it.shares,
            ]
        })
        .collect();
    assert_eq!(
        parts,
        [
            [20, 0, 0, 20],
            [20, 40, 20, 80],
            [20, 40, 0, 60],
            [20, 260, 0, 280],
            [20, 660, 20, 700],
        ]
    );
    let basis = &allotment.basis;
    assert_eq!(
        (basis.supply, basis.absorbed, basis.demand),
        (1_150, 150, 1_620)
    );
    assert_eq!((basis.allotted, basis.left_over), (1_140, 10));
    assert_eq!(basis.subscription_pct, 16_200);
    assert_eq!((basis.full, basis.partial, basis.none), (1, 4, 0));
    let ratio = Ratio {
        numerator: 1_050,
        denominator: 1_520,
    };
    assert_eq!(basis.pro_rata, Some(ratio));
    assert_eq!(basis.collected_total, Kobo::new(11_400));
    assert_eq!(basis.refunds_total, Kobo::new(4_800));
}

#[test]
fn an_offer_that_is_not_filled_serves_everyone() {
    let demands = [demand(3, 7), demand(1, 500), demand(2, 20)];
    let allotment = allot(&terms(1_000, 15, 20, 20), &demands).unwrap();
    assert_eq!(given(&allotment), [500, 20, 7]);
    assert_eq!(allotment.basis.unsubscribed, 473);
    assert_eq!(allotment.basis.absorbed, 0);
    assert_eq!(allotment.basis.refunds_total, Kobo::ZERO);
}

#[test]
fn no_more_is_absorbed_than_the_demand_needs() {
    let allotment = allot(&terms(100, 15, 10, 10), &[demand(1, 60), demand(2, 50)]).unwrap();
    assert_eq!(given(&allotment), [60, 50]);
    assert_eq!(allotment.basis.absorbed, 10);
}

#[test]
fn of_equal_remainders_the_earlier_is_served() {
    let early = Demand {
        received_at: Timestamp::from_micros(-5),
        ..demand(9, 20)
    };
    let allotment = allot(&terms(30, 0, 10, 10), &[demand(1, 20), early]).unwrap();
    assert_eq!(given(&allotment), [10, 20]);
    let same = Demand {
        received_at: Timestamp::from_micros(1),
        ..early
    };
    let allotment = allot(&terms(30, 0, 10, 10), &[same, demand(1, 20)]).unwrap();
    assert_eq!(given(&allotment), [20, 10]);
}

#[test]
fn lots_are_those_that_common_tools_compute() {
    // printf '\0\0\0\0\0\0\0\7\0\0\0\0\0\0\0\1' | sha256sum | cut -c1-16
    assert_eq!(format!("{:016x}", ballot::lot(7, 1)), "4ff190b4c2c573ec");
}

#[test]
fn lots_decide_when_minimums_exceed_the_supply() {
    let demands: Vec<Demand> = (1..=10).map(|no| demand(no, 100)).collect();
    let allotment = allot(&terms(350, 0, 100, 10), &demands).unwrap();
    let mut lots: Vec<i64> = (1..=10).collect();
    lots.sort_unstable_by_key(|no| ballot::lot(7, *no));
    for share in &allotment.shares {
        let won = lots[..3].contains(&share.no);
        assert_eq!(share.ballot, Some(won));
        assert_eq!(share.shares, if won { 100 } else { 0 });
    }
    let basis = &allotment.basis;
    assert!(basis.ballot);
    assert_eq!((basis.winners, basis.left_over, basis.none), (3, 50, 7));
}

#[test]
fn what_a_ballot_leaves_goes_to_those_drawn() {
    let demands: Vec<Demand> = (1..=10).map(|no| demand(no, 110)).collect();
    let allotment = allot(&terms(350, 0, 100, 10), &demands).unwrap();
    let basis = &allotment.basis;
    assert_eq!((basis.winners, basis.full, basis.left_over), (3, 3, 20));
}

#[test]
fn rights_come_first_and_the_pool_is_shared() {
    // 600 of 1,000 taken up by right; the 400 left serve 800 additional ones by half.
    let demands = [right(1, 300, 300), right(2, 600, 200), right(3, 500, 100)];
    let allotment = allot(&rights(1_000, 1), &demands).unwrap();
    assert_eq!(given(&allotment), [300, 400, 300]);
    assert_eq!(allotment.basis.entitlements, 600);
    assert_eq!(allotment.basis.minimums, 0);
    let ratio = Ratio {
        numerator: 400,
        denominator: 800,
    };
    assert_eq!(allotment.basis.pro_rata, Some(ratio));
}

#[test]
fn more_rights_than_shares_are_refused() {
    let demands = [right(1, 600, 600), right(2, 600, 401)];
    let error = allot(&rights(1_000, 1), &demands).unwrap_err();
    assert_eq!(error.code().name, "conflict");
    assert!(
        error
            .message()
            .contains("1001 shares by right, but only 1000")
    );
}

#[test]
fn an_issue_without_additional_shares_gives_the_rights_and_no_more() {
    let terms = Terms {
        additional: false,
        ..rights(1_000, 1)
    };
    let judged = [right(1, 300, 300), right(2, 300, 300), right(3, 100, 100)];
    let whose = (0..)
        .zip(&judged[..2])
        .map(|(at, demand)| ([7; 16], demand, at));
    let several = holders::several(whose);
    assert_eq!(several.len(), 1);
    let mut demands = judged;
    holders::hold_together(&mut demands, &several[0], 500);
    let mut allotment = allot(&terms, &demands).unwrap();
    holders::note_gone(&mut allotment.shares, &several[0], |at| judged[at].entitled);
    assert_eq!(given(&allotment), [300, 200, 100]);
    let basis = &allotment.basis;
    assert_eq!(
        (basis.supply, basis.allotted, basis.left_over),
        (700, 600, 100)
    );
    assert_eq!((basis.pro_rata, basis.pro_rata_applications), (None, 0));
    assert_eq!(basis.refunds_total, Kobo::new(1_000));
    assert_eq!(
        allotment.shares[1].explain(basis),
        "The application for 300 shares was allotted 200. 700 shares were asked for, 70.00 % of \
         the 1,000 on offer. When the shares were allotted, the holder's rights covered 200 of \
         the 300 shares that they covered when the application was made. The rights taken up \
         were allotted in full: 200 shares. This issue gives nothing beyond the rights. For the \
         100 shares not allotted NGN 10.00 is refunded to the applicant."
    );
}

#[test]
fn the_earlier_of_one_holder_comes_first() {
    let at = |micros, demand| Demand {
        received_at: Timestamp::from_micros(micros),
        ..demand
    };
    let check = |rights: i64, expected: [i64; 5]| {
        let mut demands = [
            at(9, right(1, 500, 400)),
            at(1, right(2, 300, 300)),
            at(5, right(3, 800, 200)),
            // Others: another holder, and one that is not known.
            at(0, right(4, 700, 700)),
            at(0, right(5, 700, 700)),
        ];
        let all = (0..).zip(&demands);
        let whose = all.filter_map(|(at, demand)| match demand.no {
            1..=3 => Some(([1; 16], demand, at)),
            4 => Some(([2; 16], demand, at)),
            _ => None,
        });
        let several = holders::several(whose);
        assert_eq!(several.len(), 1);
        assert_eq!(several[0].at, [1, 2, 0]);
        holders::hold_together(&mut demands, &several[0], rights);
        assert_eq!(demands.map(|demand| demand.entitled), expected);
    };
    check(1_000, [400, 300, 200, 700, 700]);
    check(600, [100, 300, 200, 700, 700]);
    check(500, [0, 300, 200, 700, 700]);
    // Never less than the largest was judged to have.
    for rights in [450, 400, 1, 0] {
        let left = rights.max(400);
        check(rights, [0, 300, (left - 300).min(200), 700, 700]);
    }
}

#[test]
fn every_fault_is_named_at_once() {
    let terms = Terms {
        absorption_pct: 101,
        price: Kobo::ZERO,
        ..terms(0, 0, -1, 0)
    };
    let demands = [demand(1, 0), demand(1, 5), right(2, 5, 1)];
    let error = allot(&terms, &demands).unwrap_err();
    let fields: Vec<&str> = error
        .all()
        .iter()
        .filter_map(|it| it.field.as_deref())
        .collect();
    assert_eq!(
        fields,
        [
            "sharesOnOffer",
            "minimum",
            "multiple",
            "price",
            "absorptionPct",
            "requested",
            "entitled",
            "no"
        ]
    );
}

#[test]
fn faults_are_bounded() {
    let demands: Vec<Demand> = (0..1_000).map(|_| demand(1, -1)).collect();
    let error = allot(&terms(10, 0, 1, 1), &demands).unwrap_err();
    assert_eq!(error.all().len(), FAULTS_MAX);
}

#[test]
fn terms_that_contradict_themselves_are_refused() {
    let fault = |terms: &Terms, demands: &[Demand]| {
        let error = allot(terms, demands).unwrap_err();
        let field = error.all().first().unwrap().field.clone();
        field.unwrap().into_owned()
    };
    assert_eq!(fault(&terms(10, 0, 20, 1), &[]), "minimum");
    let absorbing = Terms {
        absorption_pct: 15,
        ..rights(10, 1)
    };
    assert_eq!(fault(&absorbing, &[]), "absorptionPct");
    assert_eq!(fault(&rights(10, 1), &[right(1, 5, 6)]), "entitled");
    assert_eq!(fault(&rights(10, 1), &[right(1, 5, -1)]), "entitled");
    let huge = [demand(1, i64::MAX), demand(2, i64::MAX)];
    assert_eq!(fault(&terms(10, 0, 1, 1), &huge), "requested");
    assert_eq!(fault(&terms(10, 0, 1, 1), &huge[..1]), "requested");
}

#[test]
fn the_largest_numbers_are_exact() {
    let price = Terms {
        price: Kobo::new(1),
        ..terms(i64::MAX, 0, 1, 1)
    };
    let all = allot(&price, &[demand(1, i64::MAX - 1), demand(2, 1)]).unwrap();
    assert_eq!(all.basis.allotted, i64::MAX);
    let half = Terms {
        shares_on_offer: i64::MAX / 2,
        multiple: 1 << 62,
        ..price
    };
    let half = allot(&half, &[demand(1, i64::MAX - 1), demand(2, 1)]).unwrap();
    assert!(half.basis.allotted <= half.basis.supply);
    let refunds = half.basis.refunds_total.get();
    assert_eq!(refunds, i64::MAX - half.basis.allotted);
}

#[test]
fn nobody_asking_is_an_allotment_of_nothing() {
    let allotment = allot(&terms(100, 15, 10, 10), &[]).unwrap();
    assert_eq!(allotment.basis.unsubscribed, 100);
    assert!(allotment.basis.bands.is_empty());
}

#[test]
fn bands_follow_the_minimum_and_a_scale_of_1_2_5() {
    let requests = [5, 20, 21, 50, 51, 700, 700];
    let demands: Vec<Demand> = (1..).zip(requests).map(|(no, it)| demand(no, it)).collect();
    let allotment = allot(&terms(10_000, 0, 20, 1), &demands).unwrap();
    let bands: Vec<[i64; 4]> = allotment
        .basis
        .bands
        .iter()
        .map(|it| [it.from, it.to, it.applications, it.full])
        .collect();
    assert_eq!(
        bands,
        [
            [1, 19, 1, 1],
            [20, 20, 1, 1],
            [21, 50, 2, 2],
            [51, 100, 1, 1],
            [501, 1_000, 2, 2],
        ]
    );
}

#[test]
fn the_basis_survives_json_in_camel_case() {
    let basis = worked().basis;
    let json = serde_json::to_value(&basis).unwrap();
    for name in ["subscriptionPct", "proRata", "refundsTotal", "leftOver"] {
        assert!(json.get(name).is_some(), "{name}");
    }
    assert_eq!(json["bands"][0]["applications"], 1);
    assert_eq!(serde_json::from_value::<Basis>(json).unwrap(), basis);
}

#[test]
fn an_applicant_is_told_why() {
    let allotment = worked();
    let why = |at: usize| allotment.shares[at].explain(&allotment.basis);
    assert_eq!(
        why(1),
        "The application for 100 shares was allotted 80. 1,620 shares were asked for, 162.00 % \
         of the 1,000 on offer, and 150 more were taken in. Every application first got what it \
         asked for up to the minimum of 20 shares: here 20. That left 1,050 shares for further \
         requests of 1,520, so 69.08 % of each could be served: here 40 of 80, rounded down to \
         a multiple of 20, and 20 more because what was rounded off was among the largest. \
         For the 20 shares not allotted NGN 2.00 is refunded to the applicant."
    );
    assert!(why(0).starts_with("The application for 20 shares was allotted in full."));
}

#[test]
fn those_in_a_ballot_or_a_rights_issue_are_told_why() {
    let demands: Vec<Demand> = (1..=3).map(|no| demand(no, 100)).collect();
    let drawn = allot(&terms(200, 0, 100, 10), &demands).unwrap();
    for share in &drawn.shares {
        let text = share.explain(&drawn.basis);
        let won = "this application is one of the 2 of 3 that were drawn, and got 100 first.";
        let lost = "2 of 3 applications were drawn, and this one was not. For the 100 shares \
                    not allotted NGN 10.00 is refunded to the applicant.";
        let expected = if share.shares > 0 { won } else { lost };
        assert!(text.ends_with(expected), "{text}");
    }
    let demands = [right(1, 300, 300), right(2, 600, 200), right(3, 500, 0)];
    let issue = allot(&rights(900, 1), &demands).unwrap();
    let why = |at: usize| issue.shares[at].explain(&issue.basis);
    assert!(why(0).ends_with("The rights taken up were allotted in full: 300 shares."));
    assert!(why(1).contains(
        "That left 400 shares that nobody took up by right for further requests of 900, so \
         44.44 % of each could be served: here 177 of 400, rounded down"
    ));
    assert!(why(2).contains("The application took up no rights."));
    let none_left = allot(&rights(500, 1), &demands).unwrap();
    let text = none_left.shares[1].explain(&none_left.basis);
    assert!(
        text.contains("Nothing was left for further requests."),
        "{text}"
    );
}
