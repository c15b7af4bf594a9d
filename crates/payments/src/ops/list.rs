//! Top-ups as people look at them.

use kofa_core::{Listed, Page};
use kofa_domain::{Environment, Error, Result, TenantId, Timestamp, codes};
use kofa_store::{Op, Tx, Value};

use super::TOP_UP;
use crate::top_up::{TopUp, TopUpId, TopUpState};

/// A top-up, if there is one of this id.
#[derive(Debug)]
pub(crate) struct FindTopUp {
    pub(crate) id: TopUpId,
}

impl Op for FindTopUp {
    type Out = Option<TopUp>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Option<TopUp>> {
        let row = tx.opt(TOP_UP, &[(&self.id).into()]).await?;
        row.as_ref().map(TopUp::from_row).transpose()
    }
}

/// A top-up of a tenant.
///
/// Fails with `not_found`.
#[derive(Debug)]
pub struct ReadTopUp {
    pub tenant: TenantId,
    pub environment: Environment,
    pub id: TopUpId,
}

impl Op for ReadTopUp {
    type Out = TopUp;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<TopUp> {
        let find = FindTopUp {
            id: self.id.clone(),
        };
        let is_theirs = |it: &TopUp| it.tenant == self.tenant && it.environment == self.environment;
        let found = tx.run(&find).await?.filter(is_theirs);
        found.ok_or_else(|| Error::new(&codes::NOT_FOUND, "There is no such top-up."))
    }
}

/// Lists top-ups, the newest first.
#[derive(Clone, Debug)]
pub struct ListTopUps {
    pub environment: Environment,
    /// Only of this tenant.
    pub tenant: Option<TenantId>,
    /// Only those that are there.
    pub state: Option<TopUpState>,
    pub page: Page,
}

const LIST: &str = "select u.*, w.tenant_id, w.environment, t.name as tenant_name \
     from top_up u join wallet w on w.no = u.wallet_no join tenant t on t.id = w.tenant_id \
     where u.id < $1 and w.environment = $2 and ($3 = '' or u.state = $3) \
     order by u.id desc limit $4";
const LIST_OF_TENANT: &str = "select u.*, w.tenant_id, w.environment, t.name as tenant_name \
     from top_up u join wallet w on w.no = u.wallet_no join tenant t on t.id = w.tenant_id \
     where u.id < $1 and u.wallet_no = \
       (select no from wallet where environment = $2 and tenant_id = $5) \
     and ($3 = '' or u.state = $3) order by u.id desc limit $4";

impl Op for ListTopUps {
    type Out = Listed<TopUp>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Listed<TopUp>> {
        let mut params: Vec<Value<'_>> = vec![
            self.page.before_id().into(),
            self.environment.into(),
            self.state.map_or("", TopUpState::as_str).into(),
            self.page.rows().into(),
        ];
        let sql = match &self.tenant {
            None => LIST,
            Some(tenant) => {
                params.push(tenant.into());
                LIST_OF_TENANT
            }
        };
        let rows = tx.rows(sql, &params).await?;
        let all = rows
            .iter()
            .map(TopUp::from_row)
            .collect::<Result<Vec<_>>>()?;
        Ok(self.page.cut(all, |one| one.id.to_string()))
    }
}

/// Money that came and that nobody has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unmatched {
    /// Live bank transfers of the last seven days whose reference is of no wallet.
    pub transfers: i64,
    /// Live top-ups that were paid and wait for an operator.
    pub top_ups: i64,
}

/// Counts money that came and that nobody has, among the newest bank transfers and top-ups.
#[derive(Clone, Copy, Debug)]
pub struct CountUnmatched {
    pub now: Timestamp,
}

/// How far back transfers are counted, in seconds.
const TRANSFERS_SECONDS: i64 = 7 * 86_400;
/// Newest rows that are looked at.
const NEWEST_MAX: i64 = 5_000;

const TRANSFERS: &str = "select count(*) as n from (select environment, outcome, entered_at \
     from bank_transfer order by id desc limit $2) as newest where environment = 'live' \
     and outcome = 'unknown_reference' and entered_at >= $1";
const KEPT: &str = "select count(*) as n from (select wallet_no, state from top_up \
     order by id desc limit $1) as newest join wallet w on w.no = newest.wallet_no \
     where newest.state = 'kept' and w.environment = 'live'";

impl Op for CountUnmatched {
    type Out = Unmatched;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Unmatched> {
        let since = self.now.plus_seconds(-TRANSFERS_SECONDS);
        let transfers = tx
            .one(TRANSFERS, &[since.into(), NEWEST_MAX.into()])
            .await?;
        let top_ups = tx.one(KEPT, &[NEWEST_MAX.into()]).await?;
        Ok(Unmatched {
            transfers: transfers.get("n")?,
            top_ups: top_ups.get("n")?,
        })
    }
}
