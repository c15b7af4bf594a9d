//! Forgetting which account of a provider a person came in by: they have another one there now.

use kofa_core::audit::{self, Change};
use kofa_core::{ActorAt, Right};
use kofa_domain::Result;
use kofa_store::{Op, Row, Tx};
use serde_json::json;

use crate::members::FindMember;
use crate::operators::FindOperator;
use crate::resets::Account;
use crate::sessions::{Person, end_all};

const UNLINK: &str = "delete from sign_in_link where person = $1 returning issuer";

/// Forgets the accounts of a provider that a person came in by, and signs them out unless it is
/// them who does it. The next account that their address is verified for lets them in.
/// Idempotent; 404 `not_found` for nobody of the tenant.
#[derive(Debug)]
pub struct Unlink {
    pub by: ActorAt,
    pub account: Account,
}

impl Unlink {
    async fn must_be_there(&self, tx: &mut Tx<'_>) -> Result<()> {
        let actor = &self.by.actor;
        match self.account.clone() {
            Account::Member(tenant, member) => {
                actor.needs(Right::Members(&tenant))?;
                FindMember { tenant, member }.run(tx).await.map(drop)
            }
            Account::Operator(operator) => {
                actor.needs(Right::Operators)?;
                FindOperator { operator }.run(tx).await.map(drop)
            }
        }
    }
}

impl Op for Unlink {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        self.must_be_there(tx).await?;
        let (by, person) = (&self.by, self.account.person());
        let issuer = |row: &Row| -> Result<String> { Ok(row.get("issuer")?) };
        let rows = tx.rows(UNLINK, &[person.as_str().into()]).await?;
        let issuers: Vec<String> = rows.iter().map(issuer).collect::<Result<_>>()?;
        if issuers.is_empty() {
            return Ok(());
        }
        let is_own = Person::of(&by.actor).is_ok_and(|own| own == person);
        let ended = match is_own {
            true => 0,
            false => end_all(tx, &person, None, by.at).await?,
        };
        let change = Change {
            by,
            action: "sign_in_link.remove",
            subject: person.as_str(),
            tenant: self.account.tenant(),
            details: json!({"issuers": issuers, "sessionsEnded": ended}),
        };
        audit::append(tx, change).await
    }
}
