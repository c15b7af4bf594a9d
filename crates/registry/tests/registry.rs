//! The import and the storage operations of the register, on both databases.

#[cfg(test)]
#[path = "registry/batches.rs"]
mod batches;
#[cfg(test)]
#[path = "registry/consent.rs"]
mod consent;
#[cfg(test)]
#[path = "registry/consent_upstream.rs"]
mod consent_upstream;
#[cfg(test)]
#[path = "registry/desk.rs"]
mod desk;
#[cfg(test)]
#[path = "registry/documents.rs"]
mod documents;
#[cfg(test)]
#[path = "registry/enquiry.rs"]
mod enquiry;
#[cfg(test)]
#[path = "registry/imports.rs"]
mod imports;
#[cfg(test)]
#[path = "registry/issued.rs"]
mod issued;
#[cfg(test)]
#[path = "registry/kept.rs"]
mod kept;
#[cfg(test)]
#[path = "registry/measure.rs"]
mod measure;
#[cfg(test)]
#[path = "registry/profiles.rs"]
mod profiles;
#[cfg(test)]
#[path = "registry/reading.rs"]
mod reading;
#[cfg(test)]
#[path = "registry/register_tin.rs"]
mod register_tin;
#[cfg(test)]
#[path = "registry/samples.rs"]
mod samples;
#[cfg(test)]
#[path = "registry/sandbox_world.rs"]
mod sandbox_world;
#[cfg(test)]
#[path = "registry/standin.rs"]
mod standin;
#[cfg(test)]
#[path = "registry/tin.rs"]
mod tin;
#[cfg(test)]
#[path = "registry/upstream_calls.rs"]
mod upstream_calls;
#[cfg(test)]
#[path = "registry/upstreams.rs"]
mod upstreams;
#[cfg(test)]
#[path = "registry/watches.rs"]
mod watches;

use std::io::{BufReader, Read, Write as _};
use std::path::PathBuf;

use kofa_domain::{Environment, Timestamp};
use kofa_registry::rules::{EntityType, RegistrationStatus, read_rc_number};
use kofa_registry::{
    CompaniesByRc, Company, Contents, Format, INVALID_REGISTER_FILE, ImportOptions, ImportReport,
    Progress, PutCompanies, Record, RegisterHolds, SANDBOX_COMPANIES, import, import_file, seed,
};
use kofa_store::Store;
use kofa_store::testing::TestDatabase;

const AT: Timestamp = Timestamp::from_micros(1_700_000_000_000_000);
const SANDBOX: Environment = Environment::Sandbox;

fn options(format: Format) -> ImportOptions {
    ImportOptions {
        contents: Contents::Companies,
        format,
        rejects: None,
        bytes_total: None,
        rows_done: 0,
        imported_at: AT,
    }
}

async fn take(store: &Store, format: Format, source: &str) -> ImportReport {
    let source = std::io::Cursor::new(source.to_owned());
    let report = import(store, SANDBOX, source, options(format), |_| ()).await;
    let report = report.expect("the source is read");
    assert_eq!(report.rows_read, report.rows_stored + report.rows_rejected);
    report
}

async fn refused(store: &Store, format: Format, source: &[u8]) -> String {
    let source = std::io::Cursor::new(source.to_vec());
    let error = import(store, SANDBOX, source, options(format), |_| ()).await;
    let error = error.expect_err("the source is refused");
    assert_eq!(error.code(), &INVALID_REGISTER_FILE);
    error.message().to_owned()
}

async fn find(store: &Store, environment: Environment, rc_number: &str) -> Vec<Record> {
    let rc_number = read_rc_number(rc_number).expect("a number").number;
    let by_rc = CompaniesByRc {
        environment,
        rc_number,
    };
    store.read(by_rc).await.expect("the register is read")
}

async fn name(store: &Store, rc_number: &str) -> Option<String> {
    let found = find(store, SANDBOX, rc_number).await;
    assert!(found.len() <= 1, "{rc_number}");
    found
        .into_iter()
        .next()
        .map(|record| record.company.company_name)
}

fn reasons(report: &ImportReport) -> Vec<(u64, &str)> {
    let rejects = report.first_rejects.iter();
    rejects.map(|one| (one.line, one.reason.as_str())).collect()
}

fn company(rc_number: &str, entity_type: EntityType, name: &str) -> Company {
    Company {
        rc_number: read_rc_number(rc_number).expect("a number").number,
        entity_type,
        company_name: name.to_owned(),
        company_type: String::new(),
        registration_status: RegistrationStatus::Unknown,
        registered_address: String::new(),
        registration_date: None,
        line_of_business: None,
        line_of_business_codes: None,
        city: None,
        lga: None,
        state: None,
        email: None,
    }
}

#[tokio::test]
async fn operations_keep_environments_and_kinds_apart() {
    for database in TestDatabase::both().await {
        let store = database.open().await;
        let holds = async |environment| store.read(RegisterHolds { environment }).await.unwrap();
        assert!(!holds(SANDBOX).await && !holds(Environment::Live).await);
        let bare = company("7", EntityType::BusinessName, "A");
        let full = Company {
            company_type: "PRIVATE_COMPANY_LIMITED_BY_SHARES".to_owned(),
            registration_status: RegistrationStatus::InLiquidation,
            registered_address: "1 Ọ̀ṣun Road".to_owned(),
            registration_date: Some("2001-02-03".to_owned()),
            line_of_business: Some("Trade".to_owned()),
            line_of_business_codes: Some("4690".to_owned()),
            city: Some("Aba".to_owned()),
            lga: Some("Aba South".to_owned()),
            state: Some("Abia".to_owned()),
            email: Some("a@b.example".to_owned()),
            ..company("7", EntityType::Company, "B")
        };
        let put = |environment, companies: &[Company]| PutCompanies {
            environment,
            companies: companies.to_vec(),
            imported_at: AT,
        };
        let both = [bare.clone(), full.clone()];
        store.write(put(Environment::Live, &both)).await.unwrap();
        assert!(holds(Environment::Live).await && !holds(SANDBOX).await);
        let found = find(&store, Environment::Live, "7").await;
        let found: Vec<_> = found.into_iter().map(|record| record.company).collect();
        assert_eq!(found, [full.clone(), bare]);
        assert!(find(&store, SANDBOX, "7").await.is_empty());
        assert!(find(&store, Environment::Live, "70").await.is_empty());

        // Replaced whole: what the new row leaves open is open.
        let later = company("7", EntityType::Company, "C");
        store
            .write(put(Environment::Live, std::slice::from_ref(&later)))
            .await
            .unwrap();
        let found = find(&store, Environment::Live, "7").await;
        assert_eq!(found[0].company, later);
        assert_eq!((found[0].retrieved_at, found[0].cached), (AT, true));
    }
}

const MIXED: &str = "\u{feff}\r\n\
    RC Number,Company Name,entity_type,address,telex,Status\r\n\
    RC-0000123,\"Adé, Sons \"\"&\"\" Co\",,\"1 Road,\r\nAba\",1,active\r\n\
    \r\n\
    BN 9,Shop,BN,,,asleep\r\n\
    ,,,,,\r\n\
    x,Bad Number,,,,\r\n\
    11,,,,,\r\n\
    12,Too few\r\n\
    BN 13,Both,COMPANY,,,\r\n\
    9,Shop Two,BN,,,\r\n";

#[tokio::test]
async fn a_csv_file_is_read_with_its_oddities() {
    for database in TestDatabase::both().await {
        let store = database.open().await;
        let report = take(&store, Format::Csv, MIXED).await;
        assert_eq!((report.rows_read, report.rows_stored), (7, 3));
        let number = "`rcNumber`";
        let number = format!(
            "{} is not a registration number: send up to 12 digits, with or without a prefix, \
             such as 1885308, RC-1885308 or BN 9003619.",
            number
        );
        let expected = [
            (8, number.as_str()),
            (9, "companyName is empty"),
            (10, "the row has 2 columns, the header has 6"),
            (11, "the row says both COMPANY and BUSINESS_NAME"),
        ];
        assert_eq!(reasons(&report), expected);
        let notes: Vec<_> = report
            .notes
            .iter()
            .map(|note| (note.first_line, note.rows, note.message.as_str()))
            .collect();
        assert_eq!(notes[0], (2, 1, "`telex` is not a known column: ignored"));
        assert_eq!(notes.len(), 2, "{notes:?}");
        assert_eq!((notes[1].0, notes[1].1), (6, 1));

        let found = find(&store, SANDBOX, "123").await;
        assert_eq!(found[0].company.company_name, "Adé, Sons \"&\" Co");
        assert_eq!(found[0].company.registered_address, "1 Road, Aba");
        assert_eq!(
            found[0].company.registration_status,
            RegistrationStatus::Active
        );
        assert_eq!(name(&store, "9").await.as_deref(), Some("Shop Two"));
        assert_eq!(name(&store, "12").await, None);
    }
}

#[tokio::test]
async fn json_lines_are_read_and_later_rows_and_later_files_win() {
    for database in TestDatabase::both().await {
        let store = database.open().await;
        let file = "{\"rcNumber\":5,\"companyName\":\"First\"}\n\n\
                    [1]\n{\"rcNumber\":5\n\
                    {\"rcNumber\":\"RC 05\",\"companyName\":\"Second\",\"fax\":1}";
        let report = take(&store, Format::JsonLines, file).await;
        assert_eq!((report.rows_read, report.rows_stored), (4, 2));
        let lines: Vec<u64> = report.first_rejects.iter().map(|one| one.line).collect();
        assert_eq!(lines, [3, 4]);
        assert_eq!(name(&store, "5").await.as_deref(), Some("Second"));
        let again = take(
            &store,
            Format::Csv,
            "rc;name\n5;Third\n0000010;Not reserved",
        )
        .await;
        assert_eq!((again.rows_stored, again.rows_rejected), (2, 0));
        assert_eq!(name(&store, "5").await.as_deref(), Some("Third"));
        assert_eq!(name(&store, "10").await.as_deref(), Some("Not reserved"));
    }
}

#[tokio::test]
async fn rows_over_many_batches_arrive_and_the_progress_grows() {
    // The same number again in the next batch, which must not overtake; and later.
    for apart in [2_500, 5_000] {
        rows_that_come_again(apart).await;
    }
}

async fn rows_that_come_again(apart: usize) {
    for database in TestDatabase::both().await {
        let store = database.open().await;
        let mut file = String::from("rcNumber,companyName\n");
        // And a bad row now and then.
        for n in 0..10_000 {
            let number = n % apart + 1;
            let bad = if n % 1_000 == 7 { "x" } else { "" };
            file.push_str(&format!("{number}{bad},Name {n}\n"));
        }
        let total = file.len() as u64;
        let mut seen: Vec<Progress> = Vec::new();
        let mut options = options(Format::Csv);
        options.bytes_total = Some(total);
        let source = BufReader::new(std::io::Cursor::new(file));
        let report = import(&store, SANDBOX, source, options, |progress| {
            seen.push(progress)
        });
        let report = report.await.expect("the file is read");
        assert_eq!((report.rows_read, report.rows_rejected), (10_000, 10));
        assert!(seen.len() > 3);
        assert!(seen.is_sorted_by_key(|progress| (progress.rows_read, progress.bytes_done)));
        let last = seen.last().expect("something was stored");
        assert_eq!((last.bytes_done, last.bytes_total), (total, Some(total)));
        assert_eq!((last.rows_stored, last.rows_rejected), (9_990, 10));
        let first = format!("Name {}", 10_000 - apart);
        assert_eq!(name(&store, "1").await, Some(first));
        let last = name(&store, &apart.to_string()).await;
        assert_eq!(last.as_deref(), Some("Name 9999"));
        if apart == 5_000 {
            assert_eq!(name(&store, "8").await, None, "both rows of it are bad");
        }
    }
}

#[tokio::test]
async fn rejected_rows_go_to_a_file_that_says_why() {
    let database = TestDatabase::new(kofa_store::Dialect::Sqlite).await;
    let store = database.open().await;
    let path = database.folder().join("companies.csv");
    let mut file = std::fs::File::create(&path).unwrap();
    file.write_all(b"rcNumber,companyName\n1,Good\nx,\"Bad, \"\"one\"\"\"\n2,\xE9t\xE9\n")
        .unwrap();
    let rejects = database.folder().join("companies.rejects.csv");
    let mut options = options(Format::of_path(&path).unwrap());
    options.rejects = Some(rejects.clone());
    let report = import_file(&store, SANDBOX, &path, options.clone(), |_| ())
        .await
        .unwrap();
    assert_eq!(report.rows_rejected, 2);
    assert_eq!(report.rejects_file.as_ref(), Some(&rejects));
    let written = std::fs::read_to_string(&rejects).unwrap();
    let lines: Vec<&str> = written.lines().collect();
    assert_eq!(lines[0], "line,reason,row");
    assert!(
        lines[1].starts_with("3,\"`rcNumber` is not a registration number"),
        "{written}"
    );
    assert!(
        lines[1].ends_with(r#""x,""Bad, """"one""""""""#),
        "{written}"
    );
    assert_eq!(lines[2], "4,the row is not UTF-8,\"2,\u{fffd}t\u{fffd}\"");

    // A reject file is not itself made where nothing is rejected.
    std::fs::remove_file(&rejects).unwrap();
    std::fs::write(&path, "rcNumber,companyName\n1,Good\n").unwrap();
    let report = import_file(&store, SANDBOX, &path, options.clone(), |_| ())
        .await
        .unwrap();
    assert_eq!(report.rejects_file, None);
    assert!(!rejects.exists());

    let absent = PathBuf::from("no/such/file.csv");
    let error = import_file(&store, SANDBOX, &absent, options, |_| ())
        .await
        .unwrap_err();
    assert!(error.message().contains("no/such/file.csv"));
}

#[tokio::test]
async fn a_file_that_is_no_register_is_refused_whole() {
    let database = TestDatabase::new(kofa_store::Dialect::Sqlite).await;
    let store = database.open().await;
    let check = async |format, source: &[u8], part: &str| {
        let message = refused(&store, format, source).await;
        assert!(message.contains(part), "{message}");
    };
    check(Format::Csv, b"", "empty").await;
    check(Format::Csv, b"\n \n", "empty").await;
    check(Format::Csv, b"name\nA\n", "no column `rcNumber`").await;
    check(Format::Csv, b"rc\n1\n", "no column `companyName`").await;
    check(
        Format::Csv,
        b"rc,name,RC Number\n",
        "Two columns mean `rcNumber`",
    )
    .await;
    check(Format::Csv, b"\xFF\xFEr\0c\0", "UTF-16").await;
    check(Format::Csv, b"rc,name,city\r1,A,Aba\r", "CR alone").await;
    check(Format::JsonLines, b"\xFE\xFF\0{", "UTF-16").await;
    check(Format::Csv, b"rc,n\xE9me\n", "not UTF-8").await;
    check(Format::JsonLines, b"\n[{\"rcNumber\":1}]", "JSON array").await;
    check(Format::Csv, &vec![b'a'; 100_000], "header line is longer").await;
    let wide = vec![b','; 600];
    check(
        Format::Csv,
        &[b"rc,name", wide.as_slice()].concat(),
        "more than 512 columns",
    )
    .await;
    assert!(
        !store
            .read(RegisterHolds {
                environment: SANDBOX
            })
            .await
            .unwrap()
    );
}

#[tokio::test]
async fn hostile_lines_cost_only_themselves() {
    let database = TestDatabase::new(kofa_store::Dialect::Sqlite).await;
    let store = database.open().await;
    let mut file = String::from("rcNumber,companyName\n1,Before\n");
    file.push_str(&format!("2,{}\n", "x".repeat(5_000_000)));
    file.push_str("3,Nu\0ll\n4,\"never closed\n5,After\n");
    file.push_str(&format!("6,{}\n7,Last\n", "y".repeat(301)));
    let report = take(&store, Format::Csv, &file).await;
    let expected = [
        (3, "the row is longer than 65,536 bytes"),
        (4, "the row holds a null character"),
        (5, "a quote is opened and not closed"),
        (7, "companyName has more than 300 characters"),
    ];
    assert_eq!(reasons(&report), expected);
    for (number, expected) in [("1", "Before"), ("5", "After"), ("7", "Last")] {
        assert_eq!(name(&store, number).await.as_deref(), Some(expected));
    }

    let mut file = "[".repeat(60_000).replacen('[', "{\"a\":[", 1);
    file.push_str("\n{\"rcNumber\":8,\"companyName\":\"Nu\\u0000ll\"}\n");
    for n in 0..300 {
        file.push_str(&format!(
            "{{\"rcNumber\":9,\"companyName\":\"A\",\"c{n}\":1}}\n"
        ));
    }
    let report = take(&store, Format::JsonLines, &file).await;
    assert_eq!((report.rows_stored, report.rows_rejected), (301, 1));
    assert_eq!(report.notes.len(), 100, "notes are bounded");
    assert_eq!(name(&store, "8").await.as_deref(), Some("Nu ll"));
}

/// Gives one good batch and then fails.
struct Breaks(std::io::Cursor<Vec<u8>>);

impl Read for Breaks {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(std::io::Error::other("the disk is gone")),
            n => Ok(n),
        }
    }
}

#[tokio::test]
async fn a_source_that_breaks_keeps_what_was_read_and_says_so() {
    let database = TestDatabase::new(kofa_store::Dialect::Sqlite).await;
    let store = database.open().await;
    let good = b"rcNumber,companyName\n1,Good\n".to_vec();
    let source = BufReader::new(Breaks(std::io::Cursor::new(good)));
    let error = import(&store, SANDBOX, source, options(Format::Csv), |_| ()).await;
    let error = error.unwrap_err();
    assert_eq!(error.code(), &INVALID_REGISTER_FILE);
    assert!(error.message().contains("the disk is gone"));
    assert_eq!(name(&store, "1").await.as_deref(), Some("Good"));
}

#[tokio::test]
async fn the_sandbox_world_has_every_kind_and_status_and_seeds_again() {
    for database in TestDatabase::both().await {
        let store = database.open().await;
        for _ in 0..2 {
            let reports = seed(&store, AT).await.unwrap();
            assert!(reports[0].rows_stored >= 200, "companies");
            for report in reports {
                assert!(report.rows_stored >= 60);
                assert_eq!((report.rows_rejected, report.notes), (0, Vec::new()));
            }
        }
        let mut kinds = std::collections::BTreeSet::new();
        let mut statuses = std::collections::BTreeSet::new();
        for line in SANDBOX_COMPANIES.lines() {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            let found = find(&store, SANDBOX, line["rcNumber"].as_str().unwrap()).await;
            let names: Vec<_> = found
                .iter()
                .map(|record| &record.company.company_name)
                .collect();
            assert!(
                names
                    .iter()
                    .any(|name| line["companyName"] == name.as_str()),
                "{line}"
            );
            kinds.extend(found.iter().map(|record| record.company.entity_type));
            statuses.extend(found.iter().map(|r| r.company.registration_status.as_str()));
        }
        assert_eq!(kinds.len(), EntityType::ALL.len());
        assert_eq!(statuses.len(), RegistrationStatus::ALL.len());
        assert!(
            !store
                .read(RegisterHolds {
                    environment: Environment::Live
                })
                .await
                .unwrap()
        );
    }
}
