//! What the registry stores: the local register. Its rows belong to an environment, not to a
//! tenant.

use kofa_domain::{Environment, Result, Timestamp};
use kofa_store::{Column, File, Op, Tx, Type, Value};

use crate::Company;
use crate::record::Record;
use crate::register::keys::{key_of, keys_under};
use crate::register::row::companies;
use crate::register::row::holds;
use crate::register::search::index;
use crate::register::watched::touch;
use crate::rules::RcNumber;

const COLUMNS: [Column; 13] = [
    ("entity_id", Type::Int),
    ("company_name", Type::Text),
    ("company_type", Type::Text),
    ("registration_status", Type::Text),
    ("registered_address", Type::Text),
    ("registration_date", Type::Text),
    ("line_of_business", Type::Text),
    ("line_of_business_codes", Type::Text),
    ("city", Type::Text),
    ("lga", Type::Text),
    ("state", Type::Text),
    ("email", Type::Text),
    ("imported_at", Type::Int),
];

const REPLACE: &str = "on conflict (entity_id) do update set \
     company_name = excluded.company_name, company_type = excluded.company_type, \
     registration_status = excluded.registration_status, \
     registered_address = excluded.registered_address, \
     registration_date = excluded.registration_date, \
     line_of_business = excluded.line_of_business, \
     line_of_business_codes = excluded.line_of_business_codes, city = excluded.city, \
     lga = excluded.lga, state = excluded.state, email = excluded.email, \
     imported_at = excluded.imported_at";

/// Stores companies; one that is there already is replaced whole. No two may have the same
/// key.
#[derive(Debug)]
pub struct PutCompanies {
    pub environment: Environment,
    pub companies: Vec<Company>,
    /// When they were read from the source.
    pub imported_at: Timestamp,
}

impl Op for PutCompanies {
    type Out = ();
    const FILE: File = File::Register;
    // Its index of words is tidied now and then.
    const IS_LONG: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let rows: Vec<[Value<'_>; 13]> = self.companies.iter().map(|one| self.row(one)).collect();
        tx.insert_rows("company", &COLUMNS, REPLACE, &rows).await?;
        let key = |one: &Company| key_of(self.environment, one.entity_type, &one.rc_number);
        touch(tx, self.companies.iter().map(key)).await?;
        index(tx, self.environment, &self.companies).await
    }
}

impl PutCompanies {
    fn row<'a>(&self, company: &'a Company) -> [Value<'a>; 13] {
        [
            key_of(self.environment, company.entity_type, &company.rc_number).into(),
            (&company.company_name).into(),
            (&company.company_type).into(),
            company.registration_status.as_str().into(),
            (&company.registered_address).into(),
            company.registration_date.as_ref().into(),
            company.line_of_business.as_ref().into(),
            company.line_of_business_codes.as_ref().into(),
            company.city.as_ref().into(),
            company.lga.as_ref().into(),
            company.state.as_ref().into(),
            company.email.as_ref().into(),
            self.imported_at.into(),
        ]
    }
}

/// Every entity under a number: at most one of each kind, in the order of
/// [`EntityType::ALL`](crate::rules::EntityType::ALL).
#[derive(Debug)]
pub struct CompaniesByRc {
    pub environment: Environment,
    /// Which number; a reserved one stands for the plain one.
    pub rc_number: RcNumber,
}

impl Op for CompaniesByRc {
    type Out = Vec<Record>;
    const FILE: File = File::Register;
    const IS_ONE_READ: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<Record>> {
        companies(tx, keys_under(self.environment, &self.rc_number)).await
    }
}

const HOLDS: &str = "select 1 as one from company where entity_id > $1 and entity_id < $2 limit 1";

/// Whether the register of an environment holds any company at all.
#[derive(Debug)]
pub struct RegisterHolds {
    pub environment: Environment,
}

impl Op for RegisterHolds {
    type Out = bool;
    const FILE: File = File::Register;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        holds(tx, HOLDS, self.environment).await
    }
}
