//! The proof: re-adds everything and compares it with every projection.

use kofa_core::endpoint::Endpoint;
use kofa_domain::{RequestId, Result};
use kofa_store::{Op, Tx, Value};

use super::walk::{self, PROBLEMS_MAX};

/// What the proof found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Charged calls and transfers.
    pub transactions: i64,
    /// Their debit and credit sides.
    pub entries: i64,
    pub wallets: i64,
    /// What does not add up, in words; empty if all is well.
    pub problems: Vec<String>,
}

impl Report {
    /// Whether everything adds up.
    pub fn ok(&self) -> bool {
        self.problems.is_empty()
    }
}

/// Re-adds the journal. Reads all of it at one moment, and has no more than a piece in memory.
#[derive(Clone, Copy, Debug)]
pub struct Verify;

/// Each check selects one text a problem, so that all run and report alike.
struct Check {
    finds: &'static str,
    sql: &'static str,
}

const COUNTS: &str = "select cast( \
     (select count(*) from transfer) + \
     (select count(*) from request_log where charge_kobo > 0) + \
     (select count(*) from late_charge) + \
     coalesce((select sum(charges) from closed_charge), 0) as bigint) as transactions, \
     (select count(*) from wallet) as wallets";

const CHECKS: [Check; 11] = [
    Check {
        finds: "a system account is not the sum of its entries",
        sql: "select 'account ' || a.environment || '/' || a.name as what \
              from system_account a where a.balance_kobo <> 0 - coalesce( \
                (select sum(t.amount_kobo) from transfer t join wallet w on w.no = t.wallet_no \
                 where w.environment = a.environment and t.account = a.name), 0) \
              order by 1 limit $1",
    },
    Check {
        finds: "all balances of an environment do not sum to zero",
        sql: "select 'environment ' || environment as what from ( \
                select environment, sum(balance_kobo) as total from ( \
                  select environment, balance_kobo from wallet \
                  union all select environment, balance_kobo from system_account \
                  union all select w.environment, l.spent_kobo \
                    from wallet_lease l join wallet w on w.no = l.wallet_no) as every \
                group by environment) as sums where total <> 0 order by 1 limit $1",
    },
    Check {
        // What is held in no open lease is the wallet's, and no lease may give it.
        finds: "open leases give more than the wallet has",
        sql: "select 'wallet ' || w.no as what from wallet w \
              join (select wallet_no, sum(granted_kobo - spent_kobo) as given \
                    from wallet_lease where open group by wallet_no) l on l.wallet_no = w.no \
              where l.given + coalesce((select sum(h.amount_kobo) from hold h \
                where h.wallet_no = w.no and not exists (select 1 from wallet_lease o \
                  where o.wallet_no = h.wallet_no and o.epoch = h.epoch and o.open)), 0) \
                > w.balance_kobo \
              order by w.no limit $1",
    },
    Check {
        finds: "a lease holds more for calls than it has",
        sql: "select 'wallet ' || l.wallet_no || ' lease ' || l.epoch as what \
              from wallet_lease l join (select wallet_no, epoch, sum(amount_kobo) as held \
                from hold where epoch > 0 group by wallet_no, epoch) h \
                on h.wallet_no = l.wallet_no and h.epoch = l.epoch \
              where l.open and h.held > l.granted_kobo - l.spent_kobo \
              order by l.wallet_no, l.epoch limit $1",
    },
    Check {
        finds: "a call was charged without a billable answer",
        sql: "select 'wallet ' || (id >> 40) || ' row ' || (id & 1099511627775) as what \
              from request_log where charge_kobo > 0 and (status < 200 or status > 299) \
              and status <> 499 \
              order by id limit $1",
    },
    Check {
        finds: "a late charge has no accepted call of its wallet, or one that was charged before",
        sql: "select 'wallet ' || (l.id >> 40) || ' row ' || (l.id & 1099511627775) as what \
              from late_charge l left join request_log c on c.request_id = l.request_id \
              where c.id is null or c.id >> 40 <> l.id >> 40 or c.status <> 202 \
                or c.charge_kobo <> 0 \
              order by l.id limit $1",
    },
    Check {
        finds: "money is held for a call that was refused, or charged already",
        sql: "select 'wallet ' || h.wallet_no || ' row ' || (c.id & 1099511627775) as what \
              from hold h join request_log c on c.request_id = h.request_id \
              left join late_charge l on l.request_id = h.request_id \
              where c.status <> 202 or c.charge_kobo <> 0 or l.id is not null \
              order by c.id limit $1",
    },
    Check {
        finds: "money is held for a call that its log row says is another's",
        sql: "select 'wallet ' || h.wallet_no || ' row ' || (c.id & 1099511627775) as what \
              from hold h join request_log c on c.request_id = h.request_id \
              where c.id >> 40 <> h.wallet_no or c.operation_id <> h.operation_id \
                or c.key_id <> h.key_id or c.at <> h.at \
              order by c.id limit $1",
    },
    Check {
        finds: "a closed month does not follow from the one before",
        sql: "select 'wallet ' || wallet_no || ' month ' || month as what from ( \
                select wallet_no, month, after_seq, opening_kobo, \
                  lag(last_seq) over (partition by wallet_no order by month) as last_before, \
                  lag(closing_kobo) over (partition by wallet_no order by month) as closed_before \
                from closed_month) as months \
              where after_seq <> coalesce(last_before, 0) \
                or opening_kobo <> coalesce(closed_before, 0) \
              order by wallet_no, month limit $1",
    },
    Check {
        // Transfers of a month are those between its positions.
        finds: "a closed month's balances are not what moved in it",
        sql: "select 'wallet ' || m.wallet_no || ' month ' || m.month as what \
              from closed_month m join wallet_closing c on c.wallet_no = m.wallet_no \
              where m.last_seq <= c.seq and m.closing_kobo - m.opening_kobo <> \
                coalesce((select sum(t.amount_kobo) from transfer t \
                  where t.id > m.wallet_no * 1099511627776 + m.after_seq \
                  and t.id <= m.wallet_no * 1099511627776 + m.last_seq), 0) - \
                coalesce((select sum(d.charged_kobo) from closed_charge d \
                  where d.wallet_no = m.wallet_no and d.month = m.month), 0) \
              order by m.wallet_no, m.month limit $1",
    },
    Check {
        finds: "more is held than the wallet has",
        sql: "select 'wallet ' || w.no as what from wallet w \
              join (select wallet_no, sum(amount_kobo) as total from hold \
                    group by wallet_no) h on h.wallet_no = w.no \
              where h.total > w.balance_kobo order by w.no limit $1",
    },
];

impl Op for Verify {
    type Out = Report;
    const IS_LONG: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Report> {
        let counts = tx.one(COUNTS, &[]).await?;
        let transactions: i64 = counts.get("transactions")?;
        let wallets = counts.get("wallets")?;
        let mut problems = walk::problems(tx).await?;
        for check in &CHECKS {
            for row in tx.rows(check.sql, &[PROBLEMS_MAX.into()]).await? {
                problems.push(format!("{}: {}", row.get::<String>("what")?, check.finds));
            }
        }
        Ok(Report {
            transactions,
            entries: transactions * 2,
            wallets,
            problems,
        })
    }
}

/// Compares what is held with the price book: a hold is of the whole price of its call. Of which
/// moment, the clocks of several processes cannot tell to the second: it must have been a price
/// of the endpoint at some time, for everyone or for the tenant.
#[derive(Clone, Debug)]
pub struct VerifyHolds {
    /// All endpoints, with what they cost where nobody set a price.
    pub endpoints: Vec<&'static Endpoint>,
}

const PRICED: &str = "select h.request_id, h.wallet_no, h.operation_id, h.amount_kobo \
     from hold h join wallet w on w.no = h.wallet_no \
     where h.request_id > $1 and not exists (select 1 from price p \
       where p.operation_id = h.operation_id and p.environment = w.environment \
       and p.tenant_id in ('', w.tenant_id) and p.amount_kobo = h.amount_kobo) \
     order by h.request_id limit $2";
/// Holds that are read at a time.
const BATCH: i64 = 1_000;

impl Op for VerifyHolds {
    type Out = Vec<String>;
    const IS_LONG: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<String>> {
        let (mut after, mut problems) = (Vec::new(), Vec::new());
        while i64::try_from(problems.len()).is_ok_and(|listed| listed < PROBLEMS_MAX) {
            let params: [Value<'_>; 2] = [after.as_slice().into(), BATCH.into()];
            let rows = tx.rows(PRICED, &params).await?;
            let Some(last) = rows.last() else { break };
            after = last.get::<Vec<u8>>("request_id")?;
            for row in &rows {
                let (name, amount): (String, i64) =
                    (row.get("operation_id")?, row.get("amount_kobo")?);
                let endpoint = self.endpoints.iter().find(|one| one.operation_id == name);
                if endpoint.is_some_and(|one| one.default_price.get() == amount) {
                    continue;
                }
                let (id, wallet): (Vec<u8>, i64) = (row.get("request_id")?, row.get("wallet_no")?);
                let id = RequestId::from_slice(&id).unwrap_or_default();
                problems.push(format!(
                    "wallet {wallet} call {id}: more or less is held than {name} ever cost"
                ));
            }
        }
        Ok(problems)
    }
}
