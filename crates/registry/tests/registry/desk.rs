//! The operator's search, and the consent codes an operator issues, on both databases.

use std::sync::Arc;

use kofa_core::{Actor, ActorAt, Listed, Page};
use kofa_domain::{Environment, Timestamp};
use kofa_registry::profile::Part;
use kofa_registry::rules::Vrc;
use kofa_registry::{
    Consent, Contents, FindConsent, Format, ImportOptions, NameQuestion, Record, Register,
    SearchCompanies, import, issue_consent,
};
use kofa_store::Store;
use kofa_store::testing::TestDatabase;

use super::profiles::{put_companies, seven, take};
use super::{AT, SANDBOX, options};

const LATER: Timestamp = Timestamp::from_micros(1_700_000_100_000_000);

#[tokio::test]
async fn a_consent_code_is_found_by_its_digest_in_its_environment() {
    for database in TestDatabase::both().await {
        let store = database.open().await;
        let code = Vrc::parse("AB12CD34EF").unwrap();
        let vault = kofa_store::Vault::new(&kofa_domain::Sensitive::new([7; 32]));
        let code_digest = code.blind_index(&vault, SANDBOX);
        let consent = Consent {
            entity: seven(),
            expires_at: LATER,
        };
        let by = ActorAt {
            actor: Actor::Cli,
            at: AT,
        };
        let issue = async |environment| {
            let keep = (&store, &vault);
            issue_consent(keep, by.clone(), environment, consent.clone(), &code).await
        };
        let refused = issue(SANDBOX).await.unwrap_err();
        assert_eq!(*refused.code(), kofa_registry::COMPANY_NOT_FOUND);
        put_companies(&store).await;
        assert_eq!(issue(SANDBOX).await.unwrap(), "Seven Ltd");
        let refused = issue(Environment::Live).await;
        assert!(refused.is_err(), "the live register does not hold it");
        let find = async |environment, code_digest| {
            let find = FindConsent {
                environment,
                code_digest,
            };
            store.read(find).await.unwrap()
        };
        assert_eq!(find(SANDBOX, code_digest).await, Some(consent.clone()));
        assert_eq!(find(Environment::Live, code_digest).await, None);
        assert_eq!(find(SANDBOX, [0; 32]).await, None);
        assert!(issue(SANDBOX).await.is_err(), "a code is issued once");

        // The register knows the code until it ends, and tells whom it speaks for.
        let clock = kofa_domain::ManualClock::new(AT);
        let register = || Register::new(store.clone(), SANDBOX);
        let knowing = register().with_codes(vault, Arc::new(clock.clone()));
        let told = knowing.consented(&code, Part::Company).await.unwrap();
        assert_eq!(told.record.company.company_name, "Seven Ltd");
        let other = Vrc::parse("ZZ12CD34EF").unwrap();
        let unknown = knowing.consented(&other, Part::Company).await.unwrap_err();
        assert_eq!(*unknown.code(), kofa_registry::VRC_NOT_FOUND);
        let blind = register()
            .consented(&code, Part::Company)
            .await
            .unwrap_err();
        assert_eq!(*blind.code(), kofa_registry::VRC_NOT_FOUND);
        clock.advance_seconds(100);
        let late = knowing.consented(&code, Part::Company).await.unwrap_err();
        assert_eq!(*late.code(), kofa_registry::VRC_EXPIRED);
    }
}

async fn search(store: &Store, text: &str, cursor: Option<&str>, limit: &str) -> Listed<Record> {
    let search = SearchCompanies {
        environment: SANDBOX,
        question: NameQuestion::read(text).unwrap(),
        page: Page::read(cursor, Some(limit)).unwrap(),
    };
    store.read(search).await.unwrap()
}

async fn numbers(store: &Store, text: &str) -> Vec<String> {
    let found = search(store, text, None, "100").await.items;
    let numbers = found.iter().map(|one| one.company.rc_number.to_string());
    numbers.collect()
}

#[tokio::test]
async fn companies_are_found_by_words_of_their_names() {
    for database in TestDatabase::both().await {
        let store = database.open().await;
        let file = "rc,entityType,name\n\
                    30,COMPANY,Okun Mills Ltd\n\
                    4,COMPANY,Sons of Okun Plc\n\
                    5,BUSINESS_NAME,Ọ̀kùn Bakery & Sons\n\
                    6,COMPANY,Okunola Mills (Nig.) Limited\n\
                    7,COMPANY,Mills 7-Up\n";
        take(&store, Contents::Companies, file).await;
        let other = ImportOptions {
            contents: Contents::Companies,
            ..options(Format::Csv)
        };
        let live = std::io::Cursor::new("rc,name\n8,Okun Live\n");
        import(&store, Environment::Live, live, other, |_| ())
            .await
            .unwrap();
        let check = async |text: &str, expected: &[&str]| {
            assert_eq!(numbers(&store, text).await, expected, "{text}");
        };
        // First those that begin with the word, then the others, by number.
        check("okun", &["5", "6", "30", "4"]).await;
        check("Okun Ltd", &["5", "6", "30", "4"]).await;
        check("mills okun", &["6", "30"]).await;
        check("OKUN mil", &["30"]).await;
        check("sons ọkun", &["4", "5"]).await;
        check("7 up", &["7"]).await;
        check("kun", &[]).await;
        check("okun\" OR \"mills", &[]).await;
        check("okun' | 'mills", &["30"]).await;
        // A new name replaces the old one.
        let renamed = "rc,entityType,name\n30,COMPANY,Zuma Mills Ltd\n";
        take(&store, Contents::Companies, renamed).await;
        check("okun", &["5", "6", "4"]).await;
        check("zuma", &["30"]).await;
    }
}

#[tokio::test]
async fn pages_of_a_search_follow_one_another() {
    for database in TestDatabase::both().await {
        let store = database.open().await;
        let mut file = String::from("rc,name\n");
        // More than are put in order at once on PostgreSQL.
        for n in 1..=6_000 {
            let name = if n % 3 == 0 {
                "Harvest of Gurara"
            } else {
                "Gurara Harvest"
            };
            file.push_str(&format!("{n},{name} {n} Ltd\n"));
        }
        take(&store, Contents::Companies, &file).await;
        let (mut all, mut cursor) = (Vec::new(), None);
        loop {
            let listed = search(&store, "gurara harv", cursor.as_deref(), "100").await;
            all.extend(
                listed
                    .items
                    .into_iter()
                    .map(|one| one.company.rc_number.to_string()),
            );
            cursor = listed.next_cursor;
            if cursor.is_none() {
                break;
            }
        }
        let beginning = (1..=6_000).filter(|n| n % 3 != 0);
        let holding = (1..=6_000).filter(|n| n % 3 == 0);
        let expected: Vec<String> = beginning.chain(holding).map(|n| n.to_string()).collect();
        assert_eq!(all, expected);
        assert_eq!(numbers(&store, "gurara 5999").await, ["5999"]);
        let listed = search(&store, "harvest", None, "1").await;
        assert_eq!(
            listed.items[0].company.company_name,
            "Harvest of Gurara 3 Ltd"
        );
        let foreign = SearchCompanies {
            environment: SANDBOX,
            question: NameQuestion::read("gurara").unwrap(),
            page: Page::read(Some("7a"), None).unwrap(),
        };
        assert!(
            store.read(foreign).await.is_err(),
            "a cursor of another list"
        );
    }
}
