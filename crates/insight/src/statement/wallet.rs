//! The wallet that a statement is of.

use kofa_core::endpoint::WalletNo;
use kofa_domain::{Environment, Error, Result, TenantId, codes};
use kofa_store::Tx;

const WALLET: &str = "select no, seq from wallet where tenant_id = $1 and environment = $2";

/// The tenant's wallet and the position of its newest row.
pub(super) async fn find_wallet(
    tx: &mut Tx<'_>,
    tenant: &TenantId,
    environment: Environment,
) -> Result<(WalletNo, i64)> {
    let row = tx.opt(WALLET, &[tenant.into(), environment.into()]).await?;
    let unknown = || Error::new(&codes::NOT_FOUND, "There is no such tenant.");
    let row = row.ok_or_else(unknown)?;
    Ok((WalletNo(row.get("no")?), row.get("seq")?))
}
