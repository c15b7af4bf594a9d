//! What is held from a wallet.

use kofa_domain::{Environment, KeyId, Kobo, RequestId, Result, TenantId, Timestamp};
use kofa_store::{Op, Row, Tx};

use super::wallet::find_wallet;

/// Holds that are shown.
const SHOWN_MAX: i64 = 100;

const HOLDS: &str = "select h.request_id, h.amount_kobo, h.operation_id, h.key_id, h.at, \
     exists (select 1 from request_log c where c.request_id = h.request_id) as answered \
     from hold h where h.wallet_no = $1 order by h.at, h.request_id limit $2";
const SUM: &str = "select count(*) as holds, \
     cast(coalesce(sum(amount_kobo), 0) as bigint) as held from hold where wallet_no = $1";

/// Money set aside for a call, or for the work that it began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldCall {
    pub request_id: RequestId,
    pub amount: Kobo,
    pub operation_id: String,
    pub key_id: KeyId,
    pub at: Timestamp,
    /// Whether the call was answered and its work goes on.
    pub is_answered: bool,
}

impl HeldCall {
    fn from_row(row: &Row) -> Result<Self> {
        let id: Vec<u8> = row.get("request_id")?;
        Ok(Self {
            request_id: RequestId::from_slice(&id).map_err(kofa_domain::Error::internal)?,
            amount: row.get("amount_kobo")?,
            operation_id: row.get("operation_id")?,
            key_id: row.get("key_id")?,
            at: row.get("at")?,
            is_answered: row.get("answered")?,
        })
    }
}

/// What is held from a wallet.
#[derive(Clone, Debug)]
pub struct Holdings {
    /// How many holds there are.
    pub count: i64,
    /// Held by all of them.
    pub held: Kobo,
    /// The oldest of them, at most a hundred.
    pub oldest: Vec<HeldCall>,
}

/// What is held from a tenant's wallet.
#[derive(Debug)]
pub struct ReadHoldings {
    pub tenant: TenantId,
    pub environment: Environment,
}

impl Op for ReadHoldings {
    type Out = Holdings;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Holdings> {
        let (wallet, _) = find_wallet(tx, &self.tenant, self.environment).await?;
        let sum = tx.one(SUM, &[wallet.0.into()]).await?;
        let rows = tx.rows(HOLDS, &[wallet.0.into(), SHOWN_MAX.into()]).await?;
        let oldest: Result<Vec<HeldCall>> = rows.iter().map(HeldCall::from_row).collect();
        Ok(Holdings {
            count: sum.get("holds")?,
            held: sum.get("held")?,
            oldest: oldest?,
        })
    }
}
