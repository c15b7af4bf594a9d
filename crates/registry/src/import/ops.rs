//! What is stored of imports beside the register itself: that they were begun. And how much a
//! register holds, as far as it is worth counting.

use kofa_core::audit::{self, Change};
use kofa_core::{ActorAt, Right};
use kofa_domain::{Environment, Result};
use kofa_store::{File, Op, Tx};
use serde_json::{Value as Json, json};

use crate::register::keys::keys_of;

/// Notes in the audit chain that an operator began an import, or had it go on.
#[derive(Debug)]
pub struct RecordImport {
    pub by: ActorAt,
    /// Whether it had begun before.
    pub resumed: bool,
    pub id: String,
    pub environment: Environment,
    /// What the file is about.
    pub contents: &'static str,
    pub bytes: u64,
}

impl Op for RecordImport {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        self.by.actor.needs(Right::Market)?;
        let details: Json = json!({
            "environment": self.environment,
            "contents": self.contents,
            "bytes": self.bytes,
        });
        let change = Change {
            by: &self.by,
            action: match self.resumed {
                true => "register.import_resume",
                false => "register.import",
            },
            subject: &self.id,
            tenant: None,
            details,
        };
        audit::append(tx, change).await
    }
}

/// Things of a kind beyond which nobody counts on.
pub const COUNTED_MAX: i64 = 100_000;

/// How much a register holds; [`COUNTED_MAX`] + 1 stands for more than [`COUNTED_MAX`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RegisterCounts {
    /// Companies and other entities.
    pub companies: i64,
    /// Roles of people and bodies.
    pub roles: i64,
    pub capitals: i64,
    pub charges: i64,
}

/// Counts a register, each sort of thing only as far as [`COUNTED_MAX`].
#[derive(Clone, Copy, Debug)]
pub struct CountRegister {
    pub environment: Environment,
}

const COMPANIES: &str = "select count(*) as n from \
     (select 1 as one from company \
     where entity_id > $1 and entity_id < $2 limit 100001) few";
const ROLES: &str = "select count(*) as n from \
     (select 1 as one from company_role \
     where entity_id > $1 and entity_id < $2 limit 100001) few";
const CAPITALS: &str = "select count(*) as n from \
     (select 1 as one from company_capital \
     where entity_id > $1 and entity_id < $2 limit 100001) few";
const CHARGES: &str = "select count(*) as n from \
     (select 1 as one from company_charge \
     where entity_id > $1 and entity_id < $2 limit 100001) few";

impl Op for CountRegister {
    type Out = RegisterCounts;
    const FILE: File = File::Register;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<RegisterCounts> {
        let (before, after) = keys_of(self.environment);
        let params = [before.into(), after.into()];
        Ok(RegisterCounts {
            companies: tx.one(COMPANIES, &params).await?.get("n")?,
            roles: tx.one(ROLES, &params).await?.get("n")?,
            capitals: tx.one(CAPITALS, &params).await?.get("n")?,
            charges: tx.one(CHARGES, &params).await?.get("n")?,
        })
    }
}
