//! The row of a wallet.

use kofa_core::endpoint::WalletNo;
use kofa_core::event::{self, EventType, NewEvent};
use kofa_domain::{Environment, Kobo, Result, TenantId, Timestamp};
use kofa_store::{Op, Tx};

const LOCK: &str = "update wallet set seq = seq where no = $1 returning balance_kobo";

const OWNER: &str = "select tenant_id, environment from wallet where no = $1";

/// Writes what happened to a wallet among the events of its tenant.
pub(crate) async fn tell(
    tx: &mut Tx<'_>,
    wallet: WalletNo,
    of: EventType,
    at: Timestamp,
    data: serde_json::Value,
) -> Result<()> {
    let owner = tx.one(OWNER, &[wallet.0.into()]).await?;
    let event = NewEvent {
        tenant: &owner.get("tenant_id")?,
        environment: owner.get("environment")?,
        of,
        at,
        data,
    };
    event::append(tx, &[event]).await
}

/// A wallet's stored state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalletState {
    pub wallet: WalletNo,
    /// Balance including what is reserved, in kobo.
    pub balance: Kobo,
}

/// Finds a tenant's wallet. `None` for an unknown tenant.
#[derive(Debug)]
pub struct ReadWallet {
    pub tenant_id: TenantId,
    pub environment: Environment,
}

impl Op for ReadWallet {
    type Out = Option<WalletState>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let sql = "select no, balance_kobo from wallet where tenant_id = $1 and environment = $2";
        let params = [(&self.tenant_id).into(), self.environment.into()];
        let Some(row) = tx.opt(sql, &params).await? else {
            return Ok(None);
        };
        let wallet = WalletNo(row.get("no")?);
        Ok(Some(WalletState {
            wallet,
            balance: row.get("balance_kobo")?,
        }))
    }
}

/// The balance of a wallet, in kobo, which nobody else moves until the transaction ends.
pub async fn lock_wallet(tx: &mut Tx<'_>, wallet: WalletNo) -> Result<Kobo> {
    Ok(tx
        .one(LOCK, &[wallet.0.into()])
        .await?
        .get("balance_kobo")?)
}
