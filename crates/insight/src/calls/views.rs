//! Filters of the request log that a member keeps by a name: theirs alone, in one environment.

use kofa_core::text::read_name;
use kofa_core::{Actor, ActorAt};
use kofa_domain::{Environment, Error, Fault, MemberId, Result, TenantId, codes};
use kofa_store::{Op, Row, Tx, Value};

/// Views that a member keeps in an environment, at most.
pub const VIEWS_MAX: usize = 20;
/// Longest query that is kept, in bytes.
pub const QUERY_BYTES_MAX: usize = 1_000;

const LIST: &str = "select name, query from saved_view \
     where tenant_id = $1 and member_id = $2 and environment = $3 order by name limit $4";
const SAVE: &str = "insert into saved_view \
       (tenant_id, member_id, environment, name, query, created_at) \
     values ($1, $2, $3, $4, $5, $6) on conflict (tenant_id, member_id, environment, name) \
     do update set query = excluded.query, created_at = excluded.created_at";
const DELETE: &str = "delete from saved_view \
     where tenant_id = $1 and member_id = $2 and environment = $3 and name = $4";

/// A filter with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedView {
    pub name: String,
    /// The query of the page's address.
    pub query: String,
}

/// The member who asks; operators who look keep nothing.
fn member(actor: &Actor) -> Result<(&TenantId, &MemberId)> {
    match actor {
        Actor::Member { tenant, id, .. } => Ok((tenant, id)),
        _ => Err(Error::new(&codes::NOT_FOUND, "Only members have views.")),
    }
}

/// Lists the views of who asks, by name.
#[derive(Debug)]
pub struct ListViews {
    pub by: ActorAt,
    pub environment: Environment,
}

impl Op for ListViews {
    type Out = Vec<SavedView>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let Ok((tenant, id)) = member(&self.by.actor) else {
            return Ok(Vec::new());
        };
        let most = i64::try_from(VIEWS_MAX).unwrap_or(i64::MAX);
        let params: [Value<'_>; 4] = [
            tenant.into(),
            id.into(),
            self.environment.into(),
            most.into(),
        ];
        let view = |row: &Row| {
            Ok(SavedView {
                name: row.get("name")?,
                query: row.get("query")?,
            })
        };
        tx.rows(LIST, &params).await?.iter().map(view).collect()
    }
}

/// Keeps a view, in place of one of the same name.
#[derive(Debug)]
pub struct SaveView {
    pub by: ActorAt,
    pub environment: Environment,
    pub name: String,
    /// At most [`QUERY_BYTES_MAX`].
    pub query: String,
}

impl Op for SaveView {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let (tenant, id) = member(&self.by.actor)?;
        let mut faults = Vec::new();
        let name = read_name("name", &self.name, &mut faults).unwrap_or_default();
        if self.query.is_empty() || self.query.len() > QUERY_BYTES_MAX {
            let message = "Filter the requests first: a view keeps a filter of at most 1,000 \
                           characters.";
            faults.push(Fault::on("query", &codes::INVALID_FIELD, message));
        }
        let list = ListViews {
            by: self.by.clone(),
            environment: self.environment,
        };
        let kept = list.run(tx).await?;
        if kept.len() >= VIEWS_MAX && kept.iter().all(|view| view.name != name) {
            let message = format!("You have {VIEWS_MAX} views. Delete one first.");
            faults.push(Fault::on("name", &codes::INVALID_FIELD, message));
        }
        if !faults.is_empty() {
            return Err(Error::faults(faults));
        }
        let params: [Value<'_>; 6] = [
            tenant.into(),
            id.into(),
            self.environment.into(),
            name.into(),
            (&self.query).into(),
            self.by.at.into(),
        ];
        tx.exec(SAVE, &params).await?;
        Ok(())
    }
}

/// Deletes a view; `false` if there is none of this name.
#[derive(Debug)]
pub struct DeleteView {
    pub by: ActorAt,
    pub environment: Environment,
    pub name: String,
}

impl Op for DeleteView {
    type Out = bool;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        let (tenant, id) = member(&self.by.actor)?;
        let params: [Value<'_>; 4] = [
            tenant.into(),
            id.into(),
            self.environment.into(),
            (&self.name).into(),
        ];
        Ok(tx.exec(DELETE, &params).await? > 0)
    }
}
