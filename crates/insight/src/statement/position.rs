//! Positions of the journal: before which moment, and with which balance.

use kofa_core::endpoint::WalletNo;
use kofa_domain::{Kobo, Result, Timestamp};
use kofa_store::{Tx, Value};

/// How far the moments of neighbouring rows may be out of their order, in rows: calls are
/// numbered when they are settled, and bear the moment at which they arrived.
pub(crate) const DISORDER_ROWS: i64 = 8_192;
/// Rows of which one probe takes the latest moment, so that a call that took long misleads none.
const PROBE_ROWS: i64 = 64;
const LATEST: &str = "select max(at) as at from ( \
       select at from request_log where id > $1 and id <= $2 \
       union all select at from transfer where id > $1 and id <= $2 \
       union all select at from late_charge where id > $1 and id <= $2) as rows_near";
const FIRST: &str = "select min(id) as id from ( \
       select id from request_log where id > $1 and id <= $2 and at >= $3 \
       union all select id from transfer where id > $1 and id <= $2 and at >= $3 \
       union all select id from late_charge where id > $1 and id <= $2 and at >= $3) as rows_near";
const BALANCE: &str = "select balance_kobo from request_log where id = $1 \
     union all select balance_kobo from transfer where id = $1 \
     union all select balance_kobo from late_charge where id = $1";

pub(super) async fn balance_at(tx: &mut Tx<'_>, wallet: WalletNo, seq: i64) -> Result<Kobo> {
    if seq == 0 {
        return Ok(Kobo::ZERO);
    }
    let row = tx.one(BALANCE, &[wallet.log_id(seq).into()]).await?;
    Ok(row.get("balance_kobo")?)
}

/// The position before the first row at or after a moment; `newest` if there is none. There is
/// no index on moments: positions are nearly in their order, so it is searched for by halves,
/// and then exactly among the rows around.
pub(crate) async fn before_moment(
    tx: &mut Tx<'_>,
    wallet: WalletNo,
    newest: i64,
    moment: Timestamp,
) -> Result<i64> {
    let (mut place, mut step) = (0, 1 << (WalletNo::SEQ_BITS - 1));
    while step > 0 {
        let probe = place + step;
        step /= 2;
        if probe > newest {
            continue;
        }
        let from = wallet.log_id((probe - PROBE_ROWS).max(0));
        let row = tx
            .one(LATEST, &[from.into(), wallet.log_id(probe).into()])
            .await?;
        let latest: Option<Timestamp> = row.get("at")?;
        if latest.is_none_or(|latest| latest < moment) {
            place = probe;
        }
    }
    let from = wallet.log_id((place - DISORDER_ROWS).max(0));
    let to = (place + DISORDER_ROWS).min(newest);
    let params: [Value<'_>; 3] = [from.into(), wallet.log_id(to).into(), moment.into()];
    let first: Option<i64> = tx.one(FIRST, &params).await?.get("id")?;
    Ok(first.map_or(newest, |id| id - wallet.log_id(0) - 1))
}
