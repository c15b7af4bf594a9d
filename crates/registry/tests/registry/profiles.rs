//! People, capital, charges and details: imported, stored and read as profiles, on both
//! databases.

use kofa_domain::{Kobo, Timestamp};
use kofa_registry::profile::{
    Capital, Charge, ChargeStatus, Control, Corporation, Details, DocumentState, Documents,
    Holding, Part, Party, PartyAddress, Profile, Role, RoleKind,
};
use kofa_registry::rules::{EntityType, read_rc_number};
use kofa_registry::{
    Contents, Entity, Format, ImportOptions, ImportReport, ProfileOf, PutCapitals, PutCharges,
    PutCompanies, PutDetails, PutRoles, RemoveCapitals, RemoveCharges, RemoveRoles, import,
};
use kofa_store::Store;
use kofa_store::testing::TestDatabase;

use super::{AT, SANDBOX, company, options};

const LATER: Timestamp = Timestamp::from_micros(1_700_000_100_000_000);

pub(crate) fn entity(rc_number: &str, entity_type: EntityType) -> Entity {
    Entity {
        rc_number: read_rc_number(rc_number).unwrap().number,
        entity_type,
    }
}

pub(crate) fn seven() -> Entity {
    entity("7", EntityType::Company)
}

fn some(text: &str) -> Option<String> {
    Some(text.to_owned())
}

pub(crate) async fn profile(store: &Store, entity: Entity, part: Part) -> Option<Profile> {
    let of = ProfileOf {
        environment: SANDBOX,
        entity,
        part,
    };
    store.read(of).await.unwrap()
}

pub(crate) async fn take(store: &Store, contents: Contents, source: &str) -> ImportReport {
    let format = match source.starts_with('{') {
        true => Format::JsonLines,
        false => Format::Csv,
    };
    let options = ImportOptions {
        contents,
        ..options(format)
    };
    let source = std::io::Cursor::new(source.to_owned());
    import(store, SANDBOX, source, options, |_| ())
        .await
        .unwrap()
}

/// A role with every column filled.
fn full() -> Role {
    Role {
        kind: RoleKind::Psc,
        party: Party {
            id: some("A-1"),
            surname: "Ọ̀ṣun".to_owned(),
            first_name: "Adé".to_owned(),
            other_name: "Bọ́lá".to_owned(),
            gender: some("FEMALE"),
            born: some("1970-02"),
            nationality: some("NIGERIAN"),
            former_nationality: some("GHANAIAN"),
            occupation: some("MILLER"),
            email_masked: some("a***@example.ng"),
            phone_masked: some("0803***4567"),
            identity_masked: some("*******6789"),
            address: PartyAddress {
                street_number: some("4"),
                street: some("Mill Road"),
                city: some("Aba"),
                lga: some("Aba South"),
                state: some("Abia"),
                country: some("Nigeria"),
                postcode: some("450001"),
            },
            corporation: Some(Corporation {
                name: "Okun Trust Ltd".to_owned(),
                rc_number: some("9"),
            }),
        },
        appointed_on: some("2011-02-03"),
        resigned_on: some("2012-02-03"),
        is_active: Some(false),
        shares: Some(Holding {
            allotted: i64::MAX.cast_unsigned(),
            share_type: "PREFERENCE".to_owned(),
        }),
        control: Some(Control {
            nature: vec!["Holds shares".to_owned(), "Holds votes".to_owned()],
            is_direct: Some(true),
            is_indirect: Some(false),
            share_hundredths: Some(2_550),
            voting_hundredths: Some(10_000),
        }),
        accreditation_number: some("ICSAN/1"),
    }
}

/// A role with as little as there may be.
fn bare(kind: RoleKind, surname: &str) -> Role {
    Role {
        kind,
        party: Party {
            surname: surname.to_owned(),
            ..Party::default()
        },
        appointed_on: None,
        resigned_on: None,
        is_active: None,
        shares: None,
        control: None,
        accreditation_number: None,
    }
}

fn charge(id: &str, created_on: &str) -> Charge {
    Charge {
        id: id.to_owned(),
        code: some("D1"),
        kind: some("DEBENTURE"),
        description: some("All assets"),
        created_on: some(created_on),
        registered_on: some("2014-03-20"),
        satisfied_on: None,
        status: ChargeStatus::PartSatisfied,
        secured: Some(Kobo::new(25_000_000_000)),
        currency: "NGN".to_owned(),
        persons_entitled: vec!["First Heron Bank Plc".to_owned(), "Okun Trust".to_owned()],
        particulars: some("Stock in trade"),
        is_fixed: Some(false),
        is_floating: Some(true),
        has_negative_pledge: None,
    }
}

pub(crate) async fn put_companies(store: &Store) {
    let put = PutCompanies {
        environment: SANDBOX,
        companies: vec![
            company("7", EntityType::Company, "Seven Ltd"),
            company("7", EntityType::BusinessName, "Seven Ventures"),
        ],
        imported_at: AT,
    };
    store.write(put).await.unwrap();
}

#[tokio::test]
async fn roles_come_back_as_they_were_stored_and_most_senior_first() {
    for database in TestDatabase::both().await {
        let store = database.open().await;
        put_companies(&store).await;
        let roles = [
            bare(RoleKind::Witness, "W"),
            full(),
            bare(RoleKind::Director, "D"),
        ];
        let put = |roles: &[Role], imported_at| PutRoles {
            environment: SANDBOX,
            roles: roles.iter().map(|role| (seven(), role.clone())).collect(),
            imported_at,
        };
        store.write(put(&roles, AT)).await.unwrap();
        let read = profile(&store, seven(), Part::Affiliates).await.unwrap();
        let [witness, controller, director] = &roles;
        assert_eq!(
            read.roles,
            [director, controller, witness].map(Clone::clone)
        );
        assert_eq!((read.capital, read.charges), (None, Vec::new()));

        // Of the entity's other parts, and of another entity, nothing is read.
        let company_part = profile(&store, seven(), Part::Company).await.unwrap();
        assert!(company_part.roles.is_empty());
        assert_eq!(
            company_part.details.affiliates_count, None,
            "nobody told one"
        );
        let other = entity("7", EntityType::BusinessName);
        let other = profile(&store, other, Part::Affiliates).await.unwrap();
        assert!(other.roles.is_empty());

        // The same role again replaces it; another day of appointment is another role.
        let changed = Role {
            resigned_on: some("2020-01-01"),
            ..bare(RoleKind::Director, "d.")
        };
        let again = Role {
            appointed_on: some("2021-01-01"),
            ..bare(RoleKind::Director, "D")
        };
        let both = [changed.clone(), again.clone()];
        store.write(put(&both, LATER)).await.unwrap();
        let read = profile(&store, seven(), Part::StatusReport).await.unwrap();
        assert_eq!(read.roles.len(), 4);
        assert_eq!(read.roles[..2], both);

        let remove = RemoveRoles {
            environment: SANDBOX,
            roles: vec![(seven(), changed), (seven(), bare(RoleKind::Partner, "X"))],
        };
        assert_eq!(store.write(remove).await.unwrap(), 1);
        let read = profile(&store, seven(), Part::Affiliates).await.unwrap();
        assert_eq!(read.roles[0], again);
    }
}

#[tokio::test]
async fn details_capital_and_charges_come_back_as_they_were_stored() {
    for database in TestDatabase::both().await {
        let store = database.open().await;
        put_companies(&store).await;
        let details = Details {
            phone: some("0700 7000"),
            branch_address: some("1 Branch Road"),
            head_office_address: some("2 Head Road"),
            objectives: vec!["To mill".to_owned(), "To bake".to_owned()],
            last_annual_return: some("2024"),
            affiliates_count: Some(12),
        };
        let documents = Documents {
            certificate: DocumentState::FromRecord,
            status_report: DocumentState::Unavailable,
        };
        let put = PutDetails {
            environment: SANDBOX,
            details: vec![(seven(), details.clone(), documents.clone())],
            imported_at: AT,
        };
        store.write(put).await.unwrap();
        let capital = Capital {
            currency: "USD".to_owned(),
            nominal: Kobo::new(100_000_000),
            issued_shares: Some(1_000_000),
            nominal_per_share: Some(Kobo::new(100)),
            paid_up: None,
        };
        let put = PutCapitals {
            environment: SANDBOX,
            capitals: vec![(seven(), capital.clone())],
            imported_at: AT,
        };
        store.write(put).await.unwrap();
        let charges = [charge("2", "2014-03-12"), charge("1", "2015-03-12")];
        let put = PutCharges {
            environment: SANDBOX,
            charges: charges.iter().map(|one| (seven(), one.clone())).collect(),
            imported_at: AT,
        };
        store.write(put).await.unwrap();

        let read = profile(&store, seven(), Part::StatusReport).await.unwrap();
        assert_eq!((read.details, read.documents), (details, documents));
        assert_eq!(read.capital.as_ref(), Some(&capital));
        assert_eq!(read.charges, charges);
        let shares = profile(&store, seven(), Part::ShareDistribution).await;
        assert_eq!(shares.unwrap().capital, Some(capital));
        let assets = profile(&store, seven(), Part::Charges).await.unwrap();
        assert_eq!((assets.charges.len(), assets.capital), (2, None));

        let other = entity("7", EntityType::BusinessName);
        let other = profile(&store, other, Part::StatusReport).await.unwrap();
        assert_eq!(other.details, Details::default());
        assert_eq!((other.capital, other.charges.len()), (None, 0));
        let absent = entity("8", EntityType::Company);
        assert_eq!(profile(&store, absent, Part::Company).await, None);

        let remove = RemoveCapitals {
            environment: SANDBOX,
            entities: vec![seven(), entity("8", EntityType::Company)],
        };
        assert_eq!(store.write(remove).await.unwrap(), 1);
        let remove = RemoveCharges {
            environment: SANDBOX,
            charges: vec![(seven(), "2".to_owned()), (seven(), "3".to_owned())],
        };
        assert_eq!(store.write(remove).await.unwrap(), 1);
        let read = profile(&store, seven(), Part::StatusReport).await.unwrap();
        assert_eq!((read.capital, read.charges.len()), (None, 1));
    }
}

const PEOPLE: &str = "rcNumber,entityType,role,surname,firstName,appointedOn,shares,email,remove\n\
    RC 7,COMPANY,DIRECTOR,Obi,Ada,2011-02-03,,ada.obi@example.ng,\n\
    7,COMPANY,Shareholder,Obi,Ada,,\"1,000\",,\n\
    7,COMPANY,Shareholder,Obi,Ada,,\"2,000\",,\n\
    7,COMPANY,Janitor,Secret,Sam,,,,\n\
    0000010,COMPANY,DIRECTOR,Eze,Uju,,,,\n";

#[tokio::test]
async fn people_are_imported_again_and_again_and_removed_when_a_row_says_so() {
    for database in TestDatabase::both().await {
        let store = database.open().await;
        put_companies(&store).await;
        for _ in 0..2 {
            let report = take(&store, Contents::People, PEOPLE).await;
            assert_eq!((report.rows_read, report.rows_stored), (5, 4));
            assert_eq!(report.first_rejects.len(), 1);
            assert_eq!(report.first_rejects[0].line, 5);
            assert!(!report.first_rejects[0].reason.contains("Secret"));
            assert_eq!(report.things_removed, 0);
        }
        let read = profile(&store, seven(), Part::Affiliates).await.unwrap();
        assert_eq!(read.roles.len(), 2);
        assert_eq!(
            read.roles[0].party.email_masked.as_deref(),
            Some("a***@example.ng")
        );
        let held = read.roles[1].shares.as_ref().map(|shares| shares.allotted);
        assert_eq!(held, Some(2_000), "the last row wins");

        // A file that does not name someone removes nobody; one that says so does.
        let removal = "rc,role,surname,firstName,appointedOn,remove\n\
                       7,DIRECTOR,OBI,ADA,03/02/2011,yes\n";
        let report = take(&store, Contents::People, removal).await;
        assert_eq!(report.things_removed, 1);
        let read = profile(&store, seven(), Part::Affiliates).await.unwrap();
        assert_eq!(read.roles.len(), 1);
        // A reserved number means the plain one; its company may come later.
        let ten = || entity("10", EntityType::Company);
        assert_eq!(profile(&store, ten(), Part::Affiliates).await, None);
        take(&store, Contents::Companies, "rc,name\n0000010,Ten Ltd\n").await;
        let read = profile(&store, ten(), Part::Affiliates).await.unwrap();
        assert_eq!(read.roles.len(), 1);
    }
}

#[tokio::test]
async fn what_is_personal_is_on_no_disk() {
    let database = TestDatabase::new(kofa_store::Dialect::Sqlite).await;
    let store = database.open().await;
    let rejects = database.folder().join("people.rejects.csv");
    let source = "rc,role,surname,dateOfBirth,phone,identityNumber,email\n\
                  7,DIRECTOR,Obi,1971-02-14,08031234567,70123456789,ada.obi@example.ng\n\
                  7,NONSENSE,Obi,1971-02-14,08031234567,70123456789,ada.obi@example.ng\n";
    let options = ImportOptions {
        contents: Contents::People,
        rejects: Some(rejects.clone()),
        ..options(Format::Csv)
    };
    let source = std::io::Cursor::new(source);
    let report = import(&store, SANDBOX, source, options, |_| ())
        .await
        .unwrap();
    assert_eq!((report.rows_stored, report.rows_rejected), (1, 1));
    let written = std::fs::read_to_string(&rejects).unwrap();
    assert!(written.contains("\n3,"), "{written}");
    drop(store);
    for entry in std::fs::read_dir(database.folder()).unwrap() {
        let path = entry.unwrap().path();
        let Ok(bytes) = std::fs::read(&path) else {
            continue;
        };
        for personal in [
            "1971-02-14",
            "08031234567",
            "70123456789",
            "ada.obi@example",
        ] {
            let personal = personal.as_bytes();
            let found = bytes.windows(personal.len()).any(|part| part == personal);
            assert!(!found, "{}", path.display());
        }
    }
}

#[tokio::test]
async fn capital_and_charges_are_imported_and_removed() {
    for database in TestDatabase::both().await {
        let store = database.open().await;
        put_companies(&store).await;
        let capital = "{\"rc\":7,\"entityType\":\"COMPANY\",\"shareCapital\":\"1,000,000\",\
                       \"issuedShares\":2000000}\n";
        assert_eq!(
            take(&store, Contents::Capital, capital).await.rows_stored,
            1
        );
        let charges = "rc;chargeId;status;amountSecured;personsEntitled\n\
                       7;CH1;SATISFIED;5,000;A Bank | B Bank\n\
                       7;CH2;;;\"A Bank; B Bank\"\n\
                       7;CH3;pending;;\n\
                       7;;;;\n";
        let report = take(&store, Contents::Charges, charges).await;
        assert_eq!((report.rows_stored, report.rows_rejected), (2, 2));
        let read = profile(&store, seven(), Part::StatusReport).await.unwrap();
        assert_eq!(read.capital.unwrap().nominal, Kobo::new(100_000_000));
        assert_eq!(read.charges[0].status, ChargeStatus::FullySatisfied);
        assert_eq!(read.charges[1].persons_entitled, ["A Bank", "B Bank"]);
        let gone = "{\"rc\":7,\"chargeId\":\"CH1\",\"remove\":true}\n";
        assert_eq!(
            take(&store, Contents::Charges, gone).await.things_removed,
            1
        );
        let gone = "{\"rc\":7,\"remove\":true}\n";
        assert_eq!(
            take(&store, Contents::Capital, gone).await.things_removed,
            1
        );
        let read = profile(&store, seven(), Part::StatusReport).await.unwrap();
        assert_eq!((read.capital, read.charges.len()), (None, 1));
    }
}

#[tokio::test]
async fn details_come_with_companies_and_stay_if_a_later_file_says_none() {
    for database in TestDatabase::both().await {
        let store = database.open().await;
        let first = "{\"rc\":7,\"name\":\"A Ltd\",\"headOfficeAddress\":\"2 Head Road\",\
                     \"objectives\":[\"To mill\",\"To bake\"],\"certificate\":\"unavailable\"}\n";
        take(&store, Contents::Companies, first).await;
        let read = profile(&store, seven(), Part::Company).await.unwrap();
        let company = &read.record.company;
        assert_eq!(
            company.registered_address, "2 Head Road",
            "better than none"
        );
        assert_eq!(
            company.line_of_business.as_deref(),
            Some("To mill; To bake")
        );
        assert_eq!(read.details.objectives, ["To mill", "To bake"]);
        assert_eq!(read.documents.certificate, DocumentState::Unavailable);
        assert_eq!(read.documents.status_report, DocumentState::FromRecord);
        take(&store, Contents::Companies, "rc,name\n7,B Ltd\n").await;
        let read = profile(&store, seven(), Part::Company).await.unwrap();
        assert_eq!(read.record.company.company_name, "B Ltd");
        assert_eq!(read.details.objectives.len(), 2, "not told of, not removed");
        take(&store, Contents::Companies, "rc,name,phone\n7,B Ltd,0700\n").await;
        let read = profile(&store, seven(), Part::Company).await.unwrap();
        assert_eq!(read.details.objectives.len(), 0, "replaced whole");
    }
}

#[tokio::test]
async fn an_import_goes_on_where_it_was_stopped() {
    for database in TestDatabase::both().await {
        let store = database.open().await;
        let file = "rc,name\n1,One\n\n2,Two\nx,Bad\n3,Three\n";
        let go_on = |rows_done| ImportOptions {
            rows_done,
            ..options(Format::Csv)
        };
        let source = || std::io::Cursor::new(file.to_owned());
        let report = import(&store, SANDBOX, source(), go_on(3), |_| ()).await;
        let report = report.unwrap();
        assert_eq!((report.rows_skipped, report.rows_read), (3, 1));
        assert_eq!((report.rows_stored, report.rows_rejected), (1, 0));
        assert_eq!(super::name(&store, "3").await.as_deref(), Some("Three"));
        assert_eq!(super::name(&store, "1").await, None);
        let report = import(&store, SANDBOX, source(), go_on(9), |_| ()).await;
        assert_eq!(report.unwrap().rows_read, 0);
    }
}
