use kofa_core::{Actor, ActorAt};
use kofa_domain::{Environment, Kobo, Sensitive, Timestamp};
use kofa_input::rows::Format;
use kofa_store::Vault;
use proptest::prelude::*;

use super::parse::{Batch, parse};
use super::row::Reader;
use super::*;
use crate::ops::{Holder, RightsTerms, chn_digest, open_holder_name};
use crate::rights::Position;
use crate::seed::sandbox_offers;

const HEADER: &str = "chn,holderName,sharesHeld,rightsTradedIn,rightsTradedOut\n";

fn vault() -> Vault {
    Vault::new(&Sensitive::new([7; 32]))
}

fn file(format: Format) -> HoldersFile {
    HoldersFile {
        by: ActorAt {
            actor: Actor::Cli,
            at: Timestamp::from_micros(1),
        },
        environment: Environment::Live,
        offer_id: "OFR-ZUMA".to_owned(),
        format,
        rejects: None,
        bytes_total: None,
        replace: false,
    }
}

fn terms() -> RightsTerms {
    let now = Timestamp::parse_rfc3339("2026-07-03T10:00:00Z").unwrap();
    let mut offers = sandbox_offers(now).into_iter();
    let issue = offers.find(|one| one.offer.id == "OFR-ZUMA").unwrap().offer;
    RightsTerms {
        rights: issue.details.rights.unwrap(),
        price: Kobo::new(1_975),
        shares_on_offer: issue.shares_on_offer,
    }
}

fn run(format: Format, source: &[u8]) -> Result<(Vec<Holder>, HoldersReport)> {
    let file = file(format);
    let mut holders = Vec::new();
    let reader = Reader::new(vault(), &file, terms());
    let report = parse(source, &file, reader, |batch: Batch| {
        holders.extend(batch.holders);
        true
    })?;
    assert_eq!(report.rows_read, report.rows_stored + report.rows_rejected);
    assert_eq!(report.rows_stored, holders.len() as u64);
    Ok((holders, report))
}

/// The positions in the order of the CHNs given, and each row's fault with its line.
fn csv(rows: &str) -> (Vec<Position>, Vec<(u64, String)>) {
    let (holders, report) = run(Format::Csv, format!("{HEADER}{rows}").as_bytes()).unwrap();
    let rejects = report.first_rejects.into_iter();
    (
        holders.iter().map(|one| one.position).collect(),
        rejects.map(|one| (one.line, one.reason)).collect(),
    )
}

#[test]
fn a_row_is_found_again_by_its_chn_and_its_name_is_sealed() {
    let rows = "\u{feff}CHN ; Holder_Name;shares held;Rights Traded In;rights-traded-out;x\r\n\
                c-777 88 9900;\"Ngozi  O'Neil; \"\"Mrs\"\"\";\"1,000\";5;0;ignored\r\n\r\n\
                ;;;;;\r\n";
    let (holders, report) = run(Format::Csv, rows.as_bytes()).unwrap();
    assert_eq!((report.rows_stored, report.rows_rejected), (1, 0));
    assert_eq!((report.shares_held, report.shares_available), (1_000, 505));
    let one = &holders[0];
    let digest = chn_digest(&vault(), Environment::Live, "C777889900");
    assert_eq!(one.chn_digest, digest);
    assert_eq!(one.position.shares_held, 1_000);
    let open = |digest| open_holder_name(&vault(), "OFR-ZUMA", &digest, &one.holder_name);
    assert_eq!(open(digest).unwrap().expose(), "Ngozi O'Neil; \"Mrs\"");
    assert!(open([0; 32]).is_err(), "it opens at its own place only");
}

#[test]
fn json_lines_say_the_same() {
    let source = "\u{feff}{\"chn\":\"C777889900\",\"holderName\":\"Ada\",\"sharesHeld\":1000,\
                  \"rightsTradedIn\":\"0\",\"rightsTradedOut\":500,\"more\":[1]}\r\n\n\
                  {\"chn\":\"C777889901\",\"holderName\":\"Ada\",\"sharesHeld\":1e3}\n\
                  {\"chn\":true}\nnonsense C777889902\n\
                  {\"chn\":\"C777889903\",\"CHN\":\"C777889904\"}\n[]\n\
                  {\"chn\":\"C777889905\",\"sharesHeld\":1,\"sharesHeld\":9}\n";
    let (holders, report) = run(Format::JsonLines, source.as_bytes()).unwrap();
    assert_eq!(holders[0].position.rights_out, 500);
    let reasons: Vec<_> = report
        .first_rejects
        .iter()
        .map(|one| one.reason.as_str())
        .collect();
    let count = "must be a whole number from 0 to 1000000000000";
    let expected = [
        format!("`sharesHeld` {count}; `rightsTradedIn` {count}; `rightsTradedOut` {count}"),
        "`chn` is neither text nor number".to_owned(),
        "the line is not valid JSON (column 2)".to_owned(),
        "`chn` is there twice".to_owned(),
        "the line is no JSON object".to_owned(),
        "a field is there twice".to_owned(),
    ];
    assert_eq!(reasons, expected);
    let array = run(Format::JsonLines, b" [{}]").unwrap_err();
    assert!(array.message().contains("JSON array"));
}

#[test]
fn bad_rows_cost_a_row_each_and_never_show_what_they_hold() {
    let check = |row: &str, reason: &str| {
        let (taken, rejects) = csv(&format!("{row}\nC777889900,Ada,10,0,0\n"));
        assert_eq!(taken.len(), 1, "{row}");
        assert_eq!(rejects.len(), 1, "{row}");
        assert!(rejects[0].1.contains(reason), "{row}: {}", rejects[0].1);
        assert_eq!(rejects[0].0, 2);
        assert!(!rejects[0].1.contains("C55"), "{}", rejects[0].1);
    };
    check(
        "C551,Ada,1,0,0",
        "`chn` must have 6 to 14 letters and digits",
    );
    check("C0000000010,Ada,1,0,0", "sandbox value");
    check("C5512345, ,1,0,0", "`holderName` is empty");
    check("C5512345,A\u{7}da,1,0,0", "control characters");
    check(
        &format!("C5512345,{},1,0,0", "x".repeat(201)),
        "more than 200",
    );
    for wrong in [
        "-1",
        "+1",
        "1.0",
        "1e3",
        "",
        "0x10",
        "１",
        "1000000000001",
        "9223372036854775808",
        "99999999999999999999999999",
        "1,00",
        "NaN",
    ] {
        check(
            &format!("C5512345,Ada,\"{wrong}\",0,0"),
            "`sharesHeld` must be",
        );
        check(
            &format!("C5512345,Ada,0,\"{wrong}\",0"),
            "`rightsTradedIn` must be",
        );
    }
    check(
        "C5512345,Ada,100,0,51",
        "`rightsTradedOut` must be at most 50",
    );
    check("C5512345,Ada,100,0", "4 columns, the header has 5");
    check("C5512345,Ada,100,0,0,", "6 columns, the header has 5");
    check("C5512345,\"Ada,100,0,0", "a quote is opened and not closed");
    check(
        "C551,,x,0,0",
        "digits; `holderName` is empty; `sharesHeld` must be",
    );
    check(
        &format!("C5512345,{},1,0,0", "x".repeat(1_000_000)),
        "longer than 65,536 bytes",
    );
    let (taken, rejects) = csv("C777889900,Ada,10,0,0\n\nc-7778 89900,Bisi,20,0,0\n");
    assert_eq!((taken.len(), taken[0].shares_held), (1, 10));
    assert_eq!(rejects, [(4, "an earlier row has the same CHN".to_owned())]);
    let latin = [
        HEADER.as_bytes(),
        b"C5512345,Ad\xe9,1,0,0\nC777889900,Ada,1,0,0",
    ]
    .concat();
    let (taken, report) = run(Format::Csv, &latin).unwrap();
    assert_eq!((taken.len(), report.rows_rejected), (1, 1));
}

#[test]
fn files_that_are_no_register_are_refused_whole() {
    let check = |source: &[u8], words: &str| {
        let error = run(Format::Csv, source).unwrap_err();
        assert_eq!(error.code().name, "invalid_holders_file");
        assert!(error.message().contains(words), "{}", error.message());
    };
    check(b"", "empty");
    check(b"\n \r\n", "empty");
    check(b"\xff\xfec\0h\0n\0", "UTF-16");
    check(b"chn\xff,holderName\n", "not UTF-8");
    check(
        format!("{},x\rC1,Ada,1,0,0,y\r", HEADER.trim_end()).as_bytes(),
        "CR alone",
    );
    check(
        b"chn,holderName,sharesHeld,rightsTradedIn\n",
        "no column `rightsTradedOut`",
    );
    check(
        b"chn,CHN,x\n",
        "`chn` is there twice, there is no column `holderName`",
    );
    check(&[b'x'; 100_000], "65,536");
    check(",".repeat(600).as_bytes(), "512 columns");
}

proptest! {
    #[test]
    fn any_bytes_end(
        mut source in prop::collection::vec(any::<u8>(), 0..400),
        csv in any::<bool>(),
    ) {
        let format = if csv { Format::Csv } else { Format::JsonLines };
        let _ = run(format, &source);
        source.splice(0..0, HEADER.bytes());
        let _ = run(format, &source);
    }

    #[test]
    fn any_row_ends(row in "[C0-9,\"\n\r x-]{0,120}") {
        let _ = csv(&row);
    }
}
