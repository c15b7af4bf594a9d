//! Ways to the charged calls of a long log, the newest first.
//!
//! The journal of a wallet is its transfers, its late charges, and those of its calls that were
//! charged. The first two are lists of their own; the calls stand in the log among any number of
//! free ones: see [`super::parts`].

use kofa_core::endpoint::WalletNo;
use kofa_domain::Result;
use kofa_store::{Row, Tx, Value};

use super::parts::{Log, Parts, Wanted};

/// A page of what moved a wallet's balance.
pub(crate) struct Walk {
    pub(crate) wallet: WalletNo,
    /// Only positions before this one.
    pub(crate) before: Option<i64>,
    /// Rows of the page.
    pub(crate) limit: usize,
    /// Reads charged calls: `id >= $1 and id < $2`, the newest first, at most `$3`.
    pub(crate) sql: &'static str,
}

impl Walk {
    /// Puts charged calls among `others`, which are the newest that there are of them before
    /// the page's beginning, or one more than it holds. Also tells where the next page begins.
    pub(crate) async fn with<T>(
        &self,
        tx: &mut Tx<'_>,
        others: Vec<T>,
        seq: impl Fn(&T) -> i64,
        read: impl Fn(&Row) -> Result<T>,
    ) -> Result<(Vec<T>, Option<i64>)> {
        let log = Log::of_wallet(tx, self.wallet).await?;
        let charged = Wanted::ANY.of_kinds(tx, log, |kind| kind.charged).await?;
        let mut parts = Parts::new(log, charged, self.before);
        let (mut all, mut calls) = (others, 0);
        let is_known =
            |all: &[T], before| all.iter().filter(|one| seq(one) >= before).count() > self.limit;
        while calls <= self.limit && !is_known(&all, parts.before()) {
            let Some(part) = parts.next(tx).await? else {
                break;
            };
            let left = i64::try_from(self.limit + 1 - calls).unwrap_or(i64::MAX);
            let params: [Value<'_>; 3] = [
                self.wallet.log_id(part.start).into(),
                self.wallet.log_id(part.end).into(),
                left.into(),
            ];
            let rows = tx.rows(self.sql, &params).await?;
            calls += rows.len();
            for row in &rows {
                all.push(read(row)?);
            }
        }
        let cut = parts.cut();
        all.sort_by_key(|one| std::cmp::Reverse(seq(one)));
        all.retain(|one| cut.is_none_or(|cut| seq(one) >= cut));
        let more = all.len() > self.limit;
        all.truncate(self.limit);
        let next = if more { all.last().map(seq) } else { cut };
        Ok((all, next))
    }
}
