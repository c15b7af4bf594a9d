//! What the registry stores: the local register. Its rows belong to an environment, not to a
//! tenant.

use kofa_domain::{Environment, Result, Timestamp};
use kofa_store::{Column, File, Op, Row, Tx, Type, Value};

use crate::Company;
use crate::ops_search::index;
use crate::rules::{EntityType, RegistrationStatus, read_rc_number};
use crate::source::Record;

const COLUMNS: [Column; 14] = [
    ("environment", Type::Text),
    ("rc_number", Type::Text),
    ("entity_type", Type::Text),
    ("company_name", Type::Text),
    ("company_type", Type::Text),
    ("registration_status", Type::Text),
    ("registered_address", Type::Text),
    ("registration_date", Type::Text),
    ("line_of_business", Type::Text),
    ("city", Type::Text),
    ("lga", Type::Text),
    ("state", Type::Text),
    ("email", Type::Text),
    ("imported_at", Type::Int),
];

const REPLACE: &str = "on conflict (environment, rc_number, entity_type) do update set \
     company_name = excluded.company_name, company_type = excluded.company_type, \
     registration_status = excluded.registration_status, \
     registered_address = excluded.registered_address, \
     registration_date = excluded.registration_date, \
     line_of_business = excluded.line_of_business, city = excluded.city, lga = excluded.lga, \
     state = excluded.state, email = excluded.email, imported_at = excluded.imported_at";

/// Stores companies; one that is there already is replaced whole. No two may have the same
/// key.
#[derive(Debug)]
pub struct PutCompanies {
    /// In whose register.
    pub environment: Environment,
    /// The companies.
    pub companies: Vec<Company>,
    /// When they were read from the source.
    pub imported_at: Timestamp,
}

impl Op for PutCompanies {
    type Out = ();
    const FILE: File = File::Register;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let rows: Vec<[Value<'_>; 14]> = self.companies.iter().map(|one| self.row(one)).collect();
        tx.insert_rows("company", &COLUMNS, REPLACE, &rows).await?;
        index(tx, self.environment, &self.companies).await
    }
}

impl PutCompanies {
    fn row<'a>(&self, company: &'a Company) -> [Value<'a>; 14] {
        [
            self.environment.into(),
            company.rc_number.as_str().into(),
            company.entity_type.as_str().into(),
            (&company.company_name).into(),
            (&company.company_type).into(),
            company.registration_status.as_str().into(),
            (&company.registered_address).into(),
            company.registration_date.as_ref().into(),
            company.line_of_business.as_ref().into(),
            company.city.as_ref().into(),
            company.lga.as_ref().into(),
            company.state.as_ref().into(),
            company.email.as_ref().into(),
            self.imported_at.into(),
        ]
    }
}

const BY_RC: &str = "select rc_number, entity_type, company_name, company_type, \
     registration_status, registered_address, registration_date, line_of_business, city, lga, \
     state, email, imported_at \
     from company where environment = $1 and rc_number = $2 limit 5";

/// Every entity under a number: at most one of each kind, in the order of
/// [`EntityType::ALL`].
#[derive(Debug)]
pub struct CompaniesByRc {
    /// In whose register.
    pub environment: Environment,
    /// In canonical form.
    pub rc_number: String,
}

impl Op for CompaniesByRc {
    type Out = Vec<Record>;
    const FILE: File = File::Register;
    const IS_ONE_READ: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<Record>> {
        let of = [self.environment.into(), (&self.rc_number).into()];
        let rows = tx.rows(BY_RC, &of).await?;
        let mut records = rows.iter().map(company_of).collect::<Result<Vec<_>>>()?;
        records.sort_by_key(|record| record.company.entity_type);
        Ok(records)
    }
}

/// A row of `company`, all columns but the environment.
pub(crate) fn company_of(row: &Row) -> Result<Record> {
    let word = |column: &str| -> Result<String> { Ok(row.get(column)?) };
    let optional = |column: &str| -> Result<Option<String>> { Ok(row.get(column)?) };
    let wrong = |column: &str| kofa_domain::Error::internal(format!("company.{column}"));
    Ok(Record {
        company: Company {
            rc_number: read_rc_number(&word("rc_number")?)
                .map_err(|_| wrong("rc_number"))?
                .number,
            entity_type: EntityType::parse(&word("entity_type")?)
                .ok_or_else(|| wrong("entity_type"))?,
            company_name: word("company_name")?,
            company_type: word("company_type")?,
            registration_status: RegistrationStatus::parse(&word("registration_status")?)
                .ok_or_else(|| wrong("registration_status"))?,
            registered_address: word("registered_address")?,
            registration_date: optional("registration_date")?,
            line_of_business: optional("line_of_business")?,
            city: optional("city")?,
            lga: optional("lga")?,
            state: optional("state")?,
            email: optional("email")?,
        },
        retrieved_at: row.get("imported_at")?,
        cached: true,
        stale: false,
    })
}

const HOLDS: &str = "select 1 as one from company where environment = $1 limit 1";

/// Whether the register of an environment holds any company at all.
#[derive(Debug)]
pub struct RegisterHolds {
    /// Whose register.
    pub environment: Environment,
}

impl Op for RegisterHolds {
    type Out = bool;
    const FILE: File = File::Register;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        Ok(tx.opt(HOLDS, &[self.environment.into()]).await?.is_some())
    }
}
