//! What others in the server hear of a company.

use std::sync::Arc;

use kofa_core::companies::{CompanyAnswer, CompanyEnquiry as _, CompanyQuestion, NameVerdict};
use kofa_domain::{Environment, ManualClock, Sensitive};
use kofa_registry::Sources;
use kofa_store::Vault;
use kofa_store::testing::TestDatabase;

use super::AT;

#[tokio::test]
async fn a_company_is_found_by_its_number_and_its_name_compared() {
    for database in TestDatabase::both().await {
        let store = database.open().await;
        kofa_registry::seed(&store, AT).await.unwrap();
        let vault = Vault::new(&Sensitive::new([7; 32]));
        let sources = Sources::new(&store, &vault, Arc::new(ManualClock::new(AT)));
        let ask = async |environment, rc_number, entity_type, name| {
            let question = CompanyQuestion {
                environment,
                rc_number,
                entity_type,
                name,
            };
            sources.ask(question).await
        };
        let sandbox =
            async |number, kind, name| ask(Environment::Sandbox, number, kind, name).await.unwrap();
        let name = "IFEDAPO MICROSYSTEMS LTD";
        for (number, kind) in [
            ("RC 1,885,308", None),
            ("1885308", Some("COMPANY")),
            ("RC-1885308", Some("rc")),
        ] {
            let answer = sandbox(number, kind, name).await;
            let CompanyAnswer::Registered(found) = answer else {
                panic!("{number}: {answer:?}");
            };
            assert_eq!(
                (found.number.as_str(), found.entity_type, found.status),
                ("RC1885308", "COMPANY", "ACTIVE")
            );
            assert_eq!((found.exists, found.name), (true, NameVerdict::Normalized));
        }
        for (name, agreement) in [
            ("Ifedapo Microsystem Limited", NameVerdict::Partial),
            ("Zebra Logistics Limited", NameVerdict::Mismatch),
        ] {
            let CompanyAnswer::Registered(found) = sandbox("1885308", None, name).await else {
                panic!("it is registered");
            };
            assert_eq!(found.name, agreement, "{name}");
        }
        let CompanyAnswer::Registered(struck_off) = sandbox("1885315", None, "x").await else {
            panic!("it is registered");
        };
        assert!(!struck_off.exists);
        for (number, kind) in [("1", None), ("BN1885308", None), ("1885308", Some("BN"))] {
            assert_eq!(
                sandbox(number, kind, name).await,
                CompanyAnswer::NotRegistered
            );
        }
        for (number, kind, field) in [
            ("12 34 x", None, "rcNumber"),
            ("1885308", Some("CLUB"), "entityType"),
            ("BN1885308", Some("COMPANY"), "entityType"),
        ] {
            let CompanyAnswer::Unreadable { field: told, .. } = sandbox(number, kind, name).await
            else {
                panic!("{number} cannot be read");
            };
            assert_eq!(told, field);
        }
        let reserved = ask(Environment::Live, "0000011", None, name).await.unwrap();
        assert!(matches!(reserved, CompanyAnswer::Unreadable { .. }));
        let nobody = ask(Environment::Live, "1885308", None, name).await;
        let error = nobody.unwrap_err();
        assert_eq!(error.code().name, "upstream_not_configured");
    }
}
