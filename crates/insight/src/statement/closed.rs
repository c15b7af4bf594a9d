//! Months of a wallet whose calls were dropped: their positions, balances and sums stayed.

use kofa_core::endpoint::WalletNo;
use kofa_domain::{Kobo, Result, Timestamp};
use kofa_ledger::closing::ClosedMonth;
use kofa_store::{Row, Tx, Value};

use super::position;

const MONTHS: &str = "select month, after_seq, last_seq, opening_kobo, closing_kobo \
     from closed_month where wallet_no = $1 order by month";
const CHARGES: &str = "select operation_id, day, charges as lines, charged_kobo as charged \
     from closed_charge where wallet_no = $1 and month = $2 order by day, operation_id";

/// The closed months of a wallet, in their order without gaps.
pub(super) struct Closed {
    wallet: WalletNo,
    months: Vec<ClosedMonth>,
}

impl Closed {
    pub(super) async fn of(tx: &mut Tx<'_>, wallet: WalletNo) -> Result<Self> {
        let rows = tx.rows(MONTHS, &[wallet.0.into()]).await?;
        let months = rows
            .iter()
            .map(ClosedMonth::from_row)
            .collect::<Result<_>>()?;
        Ok(Self { wallet, months })
    }

    /// The position before the first line at or after the beginning of a month.
    pub(super) async fn before_moment(
        &self,
        tx: &mut Tx<'_>,
        newest: i64,
        moment: Timestamp,
    ) -> Result<i64> {
        let later = self.months.iter().find(|one| one.month >= moment);
        if let Some(later) = later {
            return Ok(later.after);
        }
        let found = position::before_moment(tx, self.wallet, newest, moment).await?;
        // What is left of closed months is no place for a later one.
        Ok(self
            .months
            .last()
            .map_or(found, |last| found.max(last.last)))
    }

    /// The balance after the line at a position.
    pub(super) async fn balance_at(&self, tx: &mut Tx<'_>, seq: i64) -> Result<Kobo> {
        match self.months.iter().find(|one| one.last == seq) {
            Some(closed) => Ok(closed.closing),
            None => position::balance_at(tx, self.wallet, seq).await,
        }
    }
}

/// What dropped calls of a month were charged, by day and endpoint.
pub(super) async fn closed_charges(
    tx: &mut Tx<'_>,
    wallet: WalletNo,
    month: Timestamp,
) -> Result<Vec<Row>> {
    let params: [Value<'_>; 2] = [wallet.0.into(), month.into()];
    Ok(tx.rows(CHARGES, &params).await?)
}
