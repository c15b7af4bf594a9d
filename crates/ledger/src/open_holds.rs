//! What an earlier process began and did not settle.

use kofa_core::claim::Claim;
use kofa_core::endpoint::WalletNo;
use kofa_domain::{Environment, KeyId, Kobo, RequestId, Result, Timestamp};
use kofa_store::{Op, Row, Tx};

/// A hold without a settlement: its call was cut off after it began.
#[derive(Clone, Debug)]
pub struct OpenHold {
    pub request_id: RequestId,
    /// Whose wallet it holds from.
    pub wallet: WalletNo,
    pub environment: Environment,
    /// How much, in kobo.
    pub amount: Kobo,
    pub operation_id: String,
    pub key_id: KeyId,
    /// The lease it is set aside in; 0: of a version that had one for all.
    pub epoch: i64,
    /// When the call arrived.
    pub at: Timestamp,
    pub claim: Option<Claim>,
}

/// Lists the open holds whose nodes are gone, without those whose calls were answered:
/// [`crate::Holds`] ends them when the work has ended.
#[derive(Clone, Copy, Debug)]
pub struct ListHolds;

const HOLDS: &str = "select h.request_id, h.wallet_no, w.environment, h.amount_kobo, \
     h.operation_id, h.key_id, h.at, h.epoch, i.key_digest, i.body_digest \
     from hold h join wallet w on w.no = h.wallet_no \
     left join idempotency i on i.request_id = h.request_id \
     where not exists (select 1 from request_log c where c.request_id = h.request_id) \
     and not exists (select 1 from node n where n.no = h.node_no and n.open = $1) \
     order by h.at";

impl Op for ListHolds {
    type Out = Vec<OpenHold>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<OpenHold>> {
        tx.rows(HOLDS, &[true.into()])
            .await?
            .iter()
            .map(hold)
            .collect()
    }
}

fn hold(row: &Row) -> Result<OpenHold> {
    let id: Vec<u8> = row.get("request_id")?;
    let digest = |column| -> Result<Option<[u8; 32]>> {
        let bytes: Option<Vec<u8>> = row.get(column)?;
        Ok(bytes.and_then(|bytes| bytes.try_into().ok()))
    };
    let claim =
        digest("key_digest")?
            .zip(digest("body_digest")?)
            .map(|(key_digest, body_digest)| Claim {
                key_digest,
                body_digest,
                bare: [key_digest, body_digest],
            });
    Ok(OpenHold {
        request_id: RequestId::from_slice(&id).map_err(kofa_domain::Error::internal)?,
        wallet: WalletNo(row.get("wallet_no")?),
        environment: row.get("environment")?,
        amount: row.get("amount_kobo")?,
        operation_id: row.get("operation_id")?,
        key_id: row.get("key_id")?,
        epoch: row.get("epoch")?,
        at: row.get("at")?,
        claim,
    })
}
