//! Lines of the journal as the wallet's owner reads them.

use kofa_core::endpoint::WalletNo;
use kofa_domain::{Environment, Kobo, RequestId, Result, TenantId, Timestamp};
use kofa_store::{Op, Row, Tx, Value};

use super::wallet::find_wallet;
use crate::calls::charged::Walk;

/// Three indexed walks that the databases merge: the order stands on the union itself and on the
/// key of each.
const UPWARDS: &str = "select id, at, request_id, kind, amount_kobo, balance_kobo, \
       '' as operation_id, reference, reason \
       from transfer where id > $1 and id <= $2 \
     union all \
     select id, at, request_id, 'charge' as kind, 0 - charge_kobo as amount_kobo, balance_kobo, \
       operation_id, '' as reference, '' as reason \
       from request_log where id > $1 and id <= $2 and charge_kobo > 0 \
     union all \
     select l.id, l.at, l.request_id, 'charge' as kind, 0 - l.charge_kobo as amount_kobo, \
       l.balance_kobo, c.operation_id, '' as reference, '' as reason \
       from late_charge l join request_log c on c.request_id = l.request_id \
       where l.id > $1 and l.id <= $2 \
     order by id limit $3";
const CHARGED: &str = "select id, at, request_id, 'charge' as kind, \
       0 - charge_kobo as amount_kobo, balance_kobo, operation_id, '' as reference, \
       '' as reason \
       from request_log where id >= $1 and id < $2 and charge_kobo > 0 order by id desc limit $3";
const LATE: &str = "select l.id, l.at, l.request_id, 'charge' as kind, \
       0 - l.charge_kobo as amount_kobo, l.balance_kobo, c.operation_id, '' as reference, \
       '' as reason \
       from late_charge l join request_log c on c.request_id = l.request_id \
       where l.id > $1 and l.id < $2 order by l.id desc limit $3";
const ALL_TRANSFERS: &str = "select id, at, request_id, kind, amount_kobo, balance_kobo, \
       '' as operation_id, reference, reason \
       from transfer where id > $1 and id < $2 order by id desc limit $3";
const TRANSFERS: &str = "select id, at, request_id, kind, amount_kobo, balance_kobo, \
       '' as operation_id, reference, reason \
       from transfer where id > $1 and id < $2 and kind = $4 order by id desc limit $3";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// A call, or the work that a call began.
    Charge,
    TopUp,
    /// A correction by the operator, either way.
    Adjustment,
}

impl LineKind {
    pub const ALL: [Self; 3] = [Self::Charge, Self::TopUp, Self::Adjustment];

    /// `charge`, `top_up` or `adjustment`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Charge => "charge",
            Self::TopUp => "top_up",
            Self::Adjustment => "adjustment",
        }
    }

    /// Reads the word; `None` for any other.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == text)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Position in the wallet.
    pub seq: i64,
    pub at: Timestamp,
    pub kind: LineKind,
    /// The call that caused it, if one did.
    pub request_id: Option<RequestId>,
    /// Its endpoint; empty if no call caused it.
    pub operation_id: String,
    /// Of a transfer; empty otherwise.
    pub reference: String,
    /// Of a transfer; may be empty.
    pub reason: String,
    /// Positive into the wallet, negative out of it.
    pub amount: Kobo,
    /// Balance right after it.
    pub balance: Kobo,
}

impl Line {
    fn from_row(row: &Row, first: i64) -> Result<Self> {
        let request: Option<Vec<u8>> = row.get("request_id")?;
        let kind: String = row.get("kind")?;
        Ok(Self {
            seq: row.get::<i64>("id")? - first,
            at: row.get("at")?,
            kind: LineKind::parse(&kind)
                .ok_or_else(|| kofa_domain::Error::internal("a movement of no known kind"))?,
            request_id: request.and_then(|id| RequestId::from_slice(&id).ok()),
            operation_id: row.get("operation_id")?,
            reference: row.get("reference")?,
            reason: row.get("reason")?,
            amount: row.get("amount_kobo")?,
            balance: row.get("balance_kobo")?,
        })
    }
}

/// Lines of a statement in their order: a part of what lies between two positions.
#[derive(Debug)]
pub struct ListStatementLines {
    pub tenant: TenantId,
    pub environment: Environment,
    /// Only lines after this position.
    pub after: i64,
    /// And up to this one.
    pub last: i64,
    /// At most so many.
    pub limit: u32,
}

impl Op for ListStatementLines {
    type Out = Vec<Line>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let (wallet, _) = find_wallet(tx, &self.tenant, self.environment).await?;
        let params: [Value<'_>; 3] = [
            wallet.log_id(self.after).into(),
            wallet.log_id(self.last).into(),
            self.limit.into(),
        ];
        let first = wallet.log_id(0);
        let rows = tx.rows(UPWARDS, &params).await?;
        rows.iter().map(|row| Line::from_row(row, first)).collect()
    }
}

/// A page of the journal.
#[derive(Debug)]
pub struct Movements {
    pub lines: Vec<Line>,
    /// `before` of the next page; `None` at the end.
    pub next: Option<i64>,
}

/// The journal of a wallet, the newest movement first. Where very many free calls stand between
/// two charges, a page may hold fewer lines than it could and still have another one after it.
#[derive(Debug)]
pub struct ListMovements {
    pub tenant: TenantId,
    pub environment: Environment,
    /// Only of this kind.
    pub kind: Option<LineKind>,
    /// Only lines before this position.
    pub before: Option<i64>,
    /// At most so many.
    pub limit: u32,
}

impl ListMovements {
    async fn lines(
        &self,
        tx: &mut Tx<'_>,
        wallet: WalletNo,
        sql: &'static str,
        more: Option<Value<'_>>,
    ) -> Result<Vec<Line>> {
        let mut of: Vec<Value<'_>> = vec![
            wallet.log_id(0).into(),
            wallet.log_id(self.before.unwrap_or(i64::MAX)).into(),
            (self.limit + 1).into(),
        ];
        of.extend(more);
        let rows = tx.rows(sql, &of).await?;
        let first = wallet.log_id(0);
        rows.iter().map(|row| Line::from_row(row, first)).collect()
    }
}

impl Op for ListMovements {
    type Out = Movements;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Movements> {
        let (wallet, _) = find_wallet(tx, &self.tenant, self.environment).await?;
        let limit = self.limit as usize;
        if let Some(kind @ (LineKind::TopUp | LineKind::Adjustment)) = self.kind {
            let word = Some(kind.as_str().into());
            let mut lines = self.lines(tx, wallet, TRANSFERS, word).await?;
            let more = lines.len() > limit;
            lines.truncate(limit);
            let next = lines.last().filter(|_| more).map(|line| line.seq);
            return Ok(Movements { lines, next });
        }
        let mut others = self.lines(tx, wallet, LATE, None).await?;
        if self.kind.is_none() {
            others.extend(self.lines(tx, wallet, ALL_TRANSFERS, None).await?);
        }
        let walk = Walk {
            wallet,
            before: self.before,
            limit,
            sql: CHARGED,
        };
        let first = wallet.log_id(0);
        let read = |row: &Row| Line::from_row(row, first);
        let (lines, next) = walk.with(tx, others, |line| line.seq, read).await?;
        Ok(Movements { lines, next })
    }
}
