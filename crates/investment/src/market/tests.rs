//! Rules on offers, in tables.

use kofa_commands::Described;
use kofa_domain::{Result, Timestamp};
use kofa_input::rows::Format;
use serde_json::{Map, Value, json};

use super::*;
use crate::offer::{Offer, OfferStatus, OfferType, Timeline};
use crate::seed::sandbox_offers;

fn at(text: &str) -> Timestamp {
    Timestamp::parse_rfc3339(text).unwrap()
}

fn now() -> Timestamp {
    at("2026-07-03T10:00:00Z")
}

fn plan() -> Map<String, Value> {
    let value = json!({
        "name": "Iroko Steel Plc Public Offer", "offerType": "PrimaryOffer",
        "issuerName": "Iroko Steel Plc", "symbol": "IROKO", "isin": "NG0BAOBAB004",
        "sector": "Industrial Goods", "priceKobo": 1_250, "minimumShares": 100,
        "multiple": 50, "sharesOnOffer": 1_000_000,
        "openAt": "2026-08-03T08:00:00+01:00", "closeAt": "2026-08-28T17:00:00+01:00",
        "registrar": {"name": "Ada Registrars Limited"},
    });
    value.as_object().unwrap().clone()
}

/// The fields of a JSON object, flat.
fn flat(object: &Map<String, Value>) -> Result<Map<String, Value>> {
    Described::of(|fields| drop(read_new(fields))).flat(object)
}

fn changed(object: &Map<String, Value>) -> Result<OfferChange> {
    OfferChange::of_fields(&flat(object)?)
}

fn extension(close_at: Timestamp) -> Action {
    let close_at = CloseAt::parse(&close_at.rfc3339()).unwrap();
    Action::Extend { close_at }
}

fn reason(text: &str) -> Reason {
    Reason::parse(text).unwrap()
}

fn with(name: &str, value: Value) -> Map<String, Value> {
    let mut plan = flat(&plan()).unwrap();
    plan.insert(name.to_owned(), value);
    plan
}

fn with_id(fields: &Map<String, Value>, id: &str) -> Map<String, Value> {
    let mut fields = fields.clone();
    fields.insert("id".to_owned(), json!(id));
    fields
}

fn offer() -> Offer {
    read_offer(&flat(&plan()).unwrap()).unwrap()
}

fn sandbox(id: &str) -> Offer {
    let all = sandbox_offers(now());
    let found = all.into_iter().find(|one| one.offer.id == id);
    found.unwrap().offer
}

#[test]
fn a_short_plan_gets_the_usual_terms() {
    let offer = offer();
    assert_eq!(offer.id, "OFR-IROKO");
    assert_eq!(offer.details.oversubscription_limit_pct, 15);
    assert_eq!(offer.details.daily_cutoff, "17:00");
    assert_eq!(offer.details.eligible_profile_types.len(), 4);
    assert_eq!(offer.details.payment_methods, ["BANK_TRANSFER", "CARD"]);
    assert_eq!(offer.status(now()), OfferStatus::Upcoming);
}

#[test]
fn every_offer_is_written_as_it_is_read() {
    for one in sandbox_offers(now()) {
        let read = read_offer(&with_id(&fields_of(&one.offer), &one.offer.id)).unwrap();
        let expected = Offer {
            operator_status: None,
            original_close_at: None,
            ..one.offer
        };
        assert_eq!(read, expected);
    }
}

#[test]
fn a_close_between_two_milliseconds_survives_an_edit() {
    let mut offer = sandbox("OFR-BAOBAB");
    offer.close_at = Timestamp::from_micros(offer.open_at.micros() + 1);
    offer.details.timeline = Default::default();
    let later = offer.close_at.plus_seconds(60);
    let change = changed(json!({"name": "x"}).as_object().unwrap()).unwrap();
    let edited = edited(&offer, change, 0, later).unwrap();
    assert_eq!(edited.offer.close_at, offer.close_at);
}

#[test]
fn each_field_has_its_rule() {
    let check = |name: &str, wrong: Value| {
        let error = read_offer(&with(name, wrong.clone())).unwrap_err();
        let fields: Vec<_> = error.all().iter().map(|one| one.field.clone()).collect();
        assert_eq!(fields, [Some(name.to_owned().into())], "{wrong}");
    };
    for id in ["x", "ofr-a", "-OFR", "OFR A", "OFR\u{0}A", &"A".repeat(41)] {
        check("id", json!(id));
    }
    check("name", json!("a\nb"));
    check("name", json!("é".repeat(201)));
    check("offerType", json!("primaryOffer"));
    check("symbol", json!("A"));
    for isin in [
        "NG0BAOBAB005",
        "NG0BAOBAB00",
        "ng0baobab004",
        "éG0BAOBAB004",
    ] {
        check("isin", json!(isin));
    }
    check("priceKobo", json!(0));
    check("priceKobo", json!(12.5));
    check("priceKobo", json!("1250"));
    check("minimumShares", json!(-1));
    check("multiple", json!(i64::MAX));
    check("maximumShares", json!(99));
    check("maximumShares", json!(1_000_001));
    check("maximumShares", json!(151));
    check("sharesOnOffer", json!(99));
    check("oversubscriptionLimitPct", json!(101));
    check("closeAt", json!("2026-08-03T07:00:00Z"));
    check("closeAt", json!("tomorrow"));
    check("openAt", json!("1999-12-31T23:59:59Z"));
    check("dailyCutoff", json!("24:00"));
    check("timeline.allotmentAt", json!("2026-08-28T15:59:59Z"));
    check("eligibleProfileTypes", json!([]));
    check("eligibleProfileTypes", json!(["JOINT", "JOINT"]));
    check("paymentMethods", json!("CARD"));
    check("eligibleBanks", json!([0]));
    check("eligibleBanks", json!(vec![1; 300]));
    check("registrar.email", json!("ada@"));
    check("registrar.email", json!(" "));
    check("timeline.listingAt", json!(""));
    check("registrar.phone", json!("call us"));
    check("registrar.website", json!("javascript:alert(1)"));
    check("prospectusUrl", json!("https://localhost/a b"));
    check("issuingHouses", json!([1]));
    check("issuingHouses", json!(["Ada\u{202e}"]));
    for hidden in ["Iroko\u{202e}Steel Plc", "\u{200b}", "Iroko\u{2066} Plc"] {
        check("name", json!(hidden));
        check("registrar.name", json!(hidden));
    }
}

#[test]
fn all_faults_come_at_once() {
    let error = read_offer(&Map::new()).unwrap_err();
    let mut fields: Vec<_> = error
        .all()
        .iter()
        .filter_map(|one| one.field.clone())
        .collect();
    fields.sort_unstable();
    let required = [
        "closeAt",
        "isin",
        "issuerName",
        "minimumShares",
        "multiple",
        "name",
        "offerType",
        "openAt",
        "priceKobo",
        "registrar.name",
        "sector",
        "sharesOnOffer",
        "symbol",
    ];
    assert_eq!(fields, required);
    let wrong = json!({"registrar": 1, "timeline": "x"});
    assert_eq!(flat(wrong.as_object().unwrap()).unwrap_err().all().len(), 2);
}

#[test]
fn more_money_than_can_be_counted_is_refused() {
    let mut plan = with("priceKobo", json!(1_000_000_000));
    plan.insert("sharesOnOffer".to_owned(), json!(1_000_000_000_000_i64));
    let error = read_offer(&plan).unwrap_err();
    assert_eq!(error.all()[0].field.as_deref(), Some("sharesOnOffer"));
}

#[test]
fn rights_go_with_a_rights_issue_only() {
    let check = |change: &dyn Fn(&mut Map<String, Value>), expected: &[&str]| {
        let mut fields = fields_of(&sandbox("OFR-ZUMA"));
        change(&mut fields);
        let error = read_offer(&fields).unwrap_err();
        let found: Vec<_> = error
            .all()
            .iter()
            .filter_map(|one| one.field.clone())
            .collect();
        assert_eq!(found, expected);
    };
    check(
        &|fields| {
            fields.insert("offerType".to_owned(), json!("PrimaryOffer"));
        },
        &["rights"],
    );
    check(
        &|fields| {
            fields.remove("rights.ratioHeld");
            fields.insert("rights.ratioNew".to_owned(), json!(0));
        },
        &["rights.ratioNew", "rights.ratioHeld"],
    );
    check(
        &|fields| {
            fields.insert(
                "rights.qualificationAt".to_owned(),
                json!("2027-01-01T00:00:00Z"),
            );
            fields.insert(
                "rights.rightsTradingEndAt".to_owned(),
                json!("2027-01-01T00:00:00Z"),
            );
        },
        &["rights.qualificationAt", "rights.rightsTradingEndAt"],
    );
}

#[test]
fn what_is_possible_in_each_state() {
    let check = |id: &str, expected: &[&str]| {
        assert_eq!(sandbox(id).possible(now()), expected, "{id}");
    };
    check("OFR-LAGOON", &["edit", "extend", "suspend", "cancel"]);
    check(
        "OFR-BAOBAB",
        &["edit", "extend", "suspend", "close", "cancel"],
    );
    check(
        "OFR-DESERT",
        &["edit", "extend", "resume", "close", "cancel"],
    );
    check("OFR-KOLA", &["edit", "cancel"]);
    check("OFR-TIDEWAVE", &["edit"]);
    check("OFR-SAVANNA", &["edit", "list"]);
    check("OFR-OSUN", &[]);
    check("OFR-MANGROVE", &[]);
}

#[test]
fn what_is_impossible_is_refused_with_the_state_and_the_way_on() {
    let actions = [
        extension(at("2027-06-01T00:00:00Z")),
        Action::Suspend { reason: None },
        Action::Resume,
        Action::Cancel {
            reason: reason("x"),
        },
        Action::Close,
        Action::List,
    ];
    for one in sandbox_offers(now()) {
        let possible = one.offer.possible(now());
        for action in &actions {
            let after = action.after(&one.offer, now());
            assert_eq!(
                after.is_ok(),
                possible.contains(&action.name()),
                "{action:?}"
            );
            if let Err(error) = after {
                assert_eq!(error.code().name, "offer_not_in_state");
                assert!(error.message().contains(one.offer.status(now()).as_str()));
            }
        }
    }
}

#[test]
fn an_extension_moves_what_follows_and_keeps_the_first_close() {
    let offer = sandbox("OFR-BAOBAB");
    let day = 86_400;
    let once = offer.close_at.plus_seconds(7 * day);
    let first = extension(once).after(&offer, now()).unwrap();
    let twice = once.plus_seconds(7 * day);
    let second = extension(twice).after(&first, now()).unwrap();
    assert_eq!(second.close_at, twice);
    assert_eq!(second.original_close_at, Some(offer.close_at));
    assert!(second.is_extended());
    let moved = |offer: &Offer| offer.details.timeline.allotment_at.unwrap();
    assert_eq!(moved(&second), moved(&offer).plus_seconds(14 * day));
    for wrong in [offer.close_at, offer.close_at.plus_seconds(-1), now()] {
        let refused = extension(wrong).after(&offer, now());
        assert_eq!(
            refused.unwrap_err().all()[0].field.as_deref(),
            Some("closeAt")
        );
    }
    read_offer(&fields_of(&second)).unwrap();
}

#[test]
fn a_close_and_a_reason_are_what_an_offer_can_name() {
    for wrong in ["9999-12-31T00:00:00Z", "2100-01-01T00:00:00Z", "soon", ""] {
        assert!(CloseAt::parse(wrong).is_err(), "{wrong}");
    }
    let long = "x".repeat(201);
    for wrong in ["a\u{202e}b", "a\u{200b}", "a\nb", &long] {
        assert!(Reason::parse(wrong).is_err(), "{wrong:?}");
    }
    assert!(Reason::parse(&"x".repeat(200)).is_ok());
}

#[test]
fn no_step_after_an_allotment_is_before_it_or_still_to_come_once_it_began() {
    let mut offer = sandbox("OFR-BAOBAB");
    let planned = offer.details.timeline.clone();
    let (close, first) = (offer.close_at, planned.allotment_at.unwrap());
    // Earlier than planned: what follows keeps its dates until it begins.
    let early = close.plus_seconds(1);
    assert!(early < first);
    allotted(&mut offer, early);
    assert_eq!(offer.status(early), OfferStatus::Allotted);
    let expected = Timeline {
        allotment_at: Some(early),
        ..planned.clone()
    };
    assert_eq!(offer.details.timeline, expected);
    let refunded = early.plus_seconds(1);
    assert!(begun(&mut offer, AfterAllotment::Refund, refunded));
    let mut listed = Action::List
        .after(&offer, refunded.plus_seconds(1))
        .unwrap();
    let expected = Timeline {
        allotment_at: Some(early),
        refund_initiation_at: Some(refunded),
        cscs_credit_at: Some(refunded.plus_seconds(1)),
        listing_at: Some(refunded.plus_seconds(1)),
        ..planned
    };
    assert_eq!(listed.details.timeline, expected);
    let credited = refunded.plus_seconds(2);
    assert!(!begun(&mut listed, AfterAllotment::Credit, credited));
    read_offer(&fields_of(&listed)).unwrap();
    // Later than all that was planned.
    let late = close.plus_seconds(400 * 86_400);
    allotted(&mut offer, late);
    let late = Some(late);
    let expected = Timeline {
        allotment_at: late,
        refund_initiation_at: late,
        refund_deadline_at: late,
        cscs_credit_at: late,
        listing_at: late,
    };
    assert_eq!(offer.details.timeline, expected);
}

#[test]
fn closing_early_and_a_halt_that_outlasts_the_close() {
    let offer = sandbox("OFR-BAOBAB");
    let closed = Action::Close.after(&offer, now()).unwrap();
    assert_eq!(closed.status(now()), OfferStatus::Closed);
    assert_eq!(closed.original_close_at, Some(offer.close_at));
    assert!(!closed.is_extended());
    read_offer(&fields_of(&closed)).unwrap();
    let halted = Action::Suspend {
        reason: Some(reason("Court order")),
    };
    let halted = halted.after(&offer, now()).unwrap();
    let words = halted.not_subscribable_reason(now()).unwrap();
    assert_eq!(words, "The offer is suspended: Court order");
    let late = offer.close_at.plus_seconds(1);
    assert_eq!(halted.status(late), OfferStatus::Suspended);
    let resumed = Action::Resume.after(&halted, late).unwrap();
    assert_eq!(resumed.status(late), OfferStatus::Closed);
    assert_eq!(resumed.details.status_reason, None);
    // At the very moment of its opening.
    let at_once = Action::Close.after(&offer, offer.open_at).unwrap();
    assert!(at_once.close_at > at_once.open_at);
}

#[test]
fn terms_are_fixed_once_someone_could_apply() {
    let check = |offer: &Offer, change: Value, subscriptions: i64, expected: &[&str]| {
        let change = changed(change.as_object().unwrap()).unwrap();
        let outcome = edited(offer, change, subscriptions, now());
        let found: Vec<String> = match &outcome {
            Ok(_) => Vec::new(),
            Err(error) => error
                .all()
                .iter()
                .map(|one| format!("{} {}", one.code.name, one.field.as_deref().unwrap_or("")))
                .collect(),
        };
        assert_eq!(found, expected);
    };
    let (upcoming, open) = (sandbox("OFR-LAGOON"), sandbox("OFR-BAOBAB"));
    let terms = json!({"priceKobo": 4_300, "priceRangeKobo": null, "minimumShares": 10});
    check(&upcoming, terms.clone(), 0, &[]);
    let fixed = [
        "priceKobo",
        "priceRangeKobo.min",
        "priceRangeKobo.max",
        "minimumShares",
    ];
    let fixed = fixed.map(|name| format!("offer_terms_fixed {name}"));
    let fixed: Vec<&str> = fixed.iter().map(String::as_str).collect();
    check(&upcoming, terms, 1, &fixed);
    let dates = json!({"closeAt": "2027-03-01T00:00:00Z", "openAt": "2027-01-01T00:00:00Z"});
    let later = json!({"timeline": null, "closeAt": "2027-03-01T00:00:00Z"});
    check(&upcoming, later, 0, &[]);
    let both = ["offer_terms_fixed openAt", "offer_terms_fixed closeAt"];
    let mut without = dates.as_object().unwrap().clone();
    without.insert("timeline".to_owned(), Value::Null);
    let mut open_later = without.clone();
    open_later.insert("openAt".to_owned(), json!("2026-07-01T00:00:00Z"));
    check(&open, Value::Object(open_later), 0, &both);
    let shown = json!({"name": "Baobab", "sector": "Food", "registrar": {"email": null}});
    check(&open, shown, 10, &[]);
    // What says the same changes nothing and is no fault.
    check(&open, Value::Object(fields_of(&open)), 10, &[]);
    check(&open, json!({"name": ""}), 0, &["missing_field name"]);
    let gone = sandbox("OFR-MANGROVE");
    check(&gone, json!({"name": "x"}), 0, &["offer_not_in_state "]);
}

#[test]
fn an_edit_says_what_changed_and_keeps_the_rest() {
    let open = sandbox("OFR-HARMATTAN");
    let change = json!({"name": "Harmattan", "id": "OFR-OTHER", "unknown": 1});
    let change = changed(change.as_object().unwrap()).unwrap();
    let edited = edited(&open, change, 0, now()).unwrap();
    let expected = json!({"name": {"from": open.name, "to": "Harmattan"}});
    assert_eq!(Value::Object(edited.changes), expected);
    let kept = Offer {
        name: "Harmattan".to_owned(),
        updated_at: now(),
        ..open
    };
    assert_eq!(edited.offer, kept);
}

fn line(id: &str) -> String {
    let mut plan = plan();
    plan.insert("id".to_owned(), json!(id));
    Value::Object(plan).to_string()
}

fn faults(text: &[u8], format: Format) -> Vec<String> {
    let error = read_file(text, format, now()).unwrap_err();
    error
        .all()
        .iter()
        .map(|one| one.field.as_deref().unwrap_or_default().to_owned())
        .collect()
}

#[test]
fn a_file_of_lines_is_read_whole_or_told_all_its_faults() {
    let good = format!("\u{feff}{}\r\n\n{}", line("OFR-A"), line("OFR-B"));
    let read = read_file(good.as_bytes(), Format::JsonLines, now()).unwrap();
    let places: Vec<_> = read.iter().map(|one| (one.line, &*one.offer.id)).collect();
    assert_eq!(places, [(1, "OFR-A"), (3, "OFR-B")]);
    let bad = format!(
        "{}\n{{\n[]\n{}\n{}\n",
        line("OFR-A"),
        line("OFR-A"),
        r#"{"id":"x","registrar":1}"#
    );
    let expected = ["line 2", "line 3", "line 5: registrar", "line 4: id"];
    assert_eq!(faults(bad.as_bytes(), Format::JsonLines), expected);
    assert_eq!(faults(b"", Format::JsonLines), ["line 1"]);
    let twice = line("OFR-A").replace("\"id\"", "\"id\":\"OFR-B\",\"id\"");
    assert_eq!(faults(twice.as_bytes(), Format::JsonLines), ["line 1"]);
    assert_eq!(faults(b"\xff\xfe{\0}\0", Format::JsonLines), ["line 1"]);
    let long = vec![b'['; 70_000];
    assert_eq!(faults(&long, Format::JsonLines), ["line 1"]);
    let past = line("OFR-A").replace("2026-08", "2026-05");
    assert_eq!(
        faults(past.as_bytes(), Format::JsonLines),
        ["line 1: closeAt"]
    );
}

#[test]
fn a_table_is_read_by_its_header() {
    let header = "id,name,offerType,issuerName,symbol,isin,sector,priceKobo,minimumShares,\
                  multiple,sharesOnOffer,openAt,closeAt,registrar.name,paymentMethods,note";
    let row = "OFR-A,\"Iroko, Public Offer\",PrimaryOffer,Iroko Plc,IROKO,NG0BAOBAB004,Steel,\
               1250,100,50,1000000,2026-08-03T08:00:00+01:00,2026-08-28T17:00:00+01:00,Ada,\
               CARD|BANK_TRANSFER,mine";
    let text = format!("{header}\n{row}\n\n{}\n", ",".repeat(15));
    let read = read_file(text.as_bytes(), Format::Csv, now()).unwrap();
    assert_eq!(read.len(), 1, "a row of separators is none");
    assert_eq!(read[0].offer.name, "Iroko, Public Offer");
    assert_eq!(
        read[0].offer.details.payment_methods,
        ["CARD", "BANK_TRANSFER"]
    );
    let wrong = format!("{header}\n{}\nshort,row\n", row.replace("1250", "12.50"));
    let expected = ["line 2: priceKobo", "line 3"];
    let mut found = faults(wrong.as_bytes(), Format::Csv);
    found.sort_unstable();
    assert_eq!(found, expected);
    assert_eq!(
        faults(b"id,prise,id\nx,y,z\n", Format::Csv),
        ["line 1", "line 1: id"]
    );
}

#[test]
fn a_table_is_read_as_other_tables_are() {
    let faults = |text: &str| {
        let error = read_file(text.as_bytes(), Format::Csv, now()).unwrap_err();
        let told: Vec<_> = error
            .all()
            .iter()
            .map(|one| one.message.to_string())
            .collect();
        told.join("\n")
    };
    // An empty line before the header; a number that is too large is told how large it may be.
    let told = faults("\r\nid;priceKobo\r\nOFR-A;99999999999999999999\r\n");
    assert!(
        told.contains("Line 3: `priceKobo` must be from 1 to "),
        "{told}"
    );
    assert!(faults("id,name\rOFR-A,Ada\r").contains("CR alone"));
    let array = read_file(b"[\n{\"id\":\"OFR-A\"}\n]\n", Format::JsonLines, now()).unwrap_err();
    assert_eq!(array.all().len(), 1, "{array:?}");
}

#[test]
fn a_file_is_bounded_in_offers_and_in_what_it_is_told() {
    let many: String = (0..1_500).map(|_| "{}\n").collect();
    let error = read_file(many.as_bytes(), Format::JsonLines, now()).unwrap_err();
    assert_eq!(error.all().len(), 201);
    assert!(error.all()[200].message.contains("more errors"));
    let some: String = (0..=1_000)
        .map(|n| format!("{}\n", line(&format!("OFR-{n}"))))
        .collect();
    assert_eq!(faults(some.as_bytes(), Format::JsonLines), ["line 1001"]);
}

#[test]
fn settings_are_read_with_three_states() {
    let read = |value: Value| BankChange::of_row(value.as_object().unwrap());
    let change = read(json!({"logoUrl": null, "active": false})).unwrap();
    assert_eq!(change.logo_url, Some(None));
    assert_eq!(change.active, Some(false));
    assert_eq!(change.supports_direct_debit, None);
    assert_eq!(read(json!({})).unwrap(), BankChange::default());
    let wrong = json!({"logoUrl": "x", "active": null, "supportsDirectDebit": 1});
    assert_eq!(read(wrong).unwrap_err().all().len(), 3);
    let read = |value: Value| BrokerChange::of_row(value.as_object().unwrap());
    let change = read(json!({"code": "ADA", "phone": "+234 1 270 0000"})).unwrap();
    assert_eq!(change.code, Some(Some("ADA".to_owned())));
    let change = read(json!({"offerTypes": ["RightsIssue"]})).unwrap();
    assert_eq!(change.offer_types, Some(vec![OfferType::RightsIssue]));
    let wrong = json!({
        "name": "", "code": "a b", "active": 0, "acceptsNewClients": "no", "email": "x",
        "phone": "1", "website": "ftp://x.ng", "address": "a\tb", "offerTypes": null,
    });
    assert_eq!(read(wrong).unwrap_err().all().len(), 9);
    for id in ["", "-x-", "Ada", "a_b", &"a".repeat(61)] {
        let object = json!({"id": id});
        assert!(
            BrokerId::of_row(object.as_object().unwrap()).is_err(),
            "{id}"
        );
    }
}

mod properties;
