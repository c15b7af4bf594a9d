//! What wallets did in the last thirty days, one row each, so that tenants can be listed by it
//! however many there are.
//!
//! The digest adds what it counts, in its own transaction. Once a day a row is counted anew from
//! the counts by day, which lose their oldest: by the digest, if there are calls, else by
//! [`RollStandings`]. So a sum that was wrong (another version counted) is right the next day.

use kofa_core::endpoint::WalletNo;
use kofa_core::{Listed, Page};
use kofa_domain::{Environment, Kobo, Result, TenantId, Timestamp};
use kofa_identity::tenants::{self, Tenant};
use kofa_store::{Op, Tx, Value};

use super::span::Span;

/// Days in Lagos that are summed up, today included.
pub const STANDING_DAYS: i64 = 30;
/// Rows that one run makes or counts anew.
const ROLLED_MAX: i64 = 200;

const FIRST_DAY: &str = "select first_day from wallet_use where wallet_no = $1";
const ADD: &str = "update wallet_use set calls = calls + $2, charge_kobo = charge_kobo + $3, \
     balance_kobo = (select balance_kobo from wallet where no = $1), \
     last_at = case when last_at < $4 then $4 else last_at end where wallet_no = $1";
const COUNT: &str = "insert into wallet_use \
     (wallet_no, environment, balance_kobo, first_day, calls, charge_kobo, last_at) \
     select w.no, w.environment, w.balance_kobo, $2, \
       coalesce((select cast(sum(u.calls) as bigint) from usage_day u \
         where u.wallet_no = $1 and u.day >= $2), 0), \
       coalesce((select cast(sum(u.charge_kobo) as bigint) from usage_day u \
         where u.wallet_no = $1 and u.day >= $2), 0), \
       coalesce((select b.last_at from call_block b where b.wallet_no = $1 \
         order by b.block desc limit 1), 0) \
     from wallet w where w.no = $1 \
     on conflict (wallet_no) do update set balance_kobo = excluded.balance_kobo, \
     first_day = excluded.first_day, calls = excluded.calls, charge_kobo = excluded.charge_kobo, \
     last_at = excluded.last_at";
const UNLISTED: &str = "select w.no from wallet w where not exists \
     (select 1 from wallet_use u where u.wallet_no = w.no) order by w.no limit $1";
const TO_ROLL: &str = "select wallet_no as no from wallet_use \
     where first_day < $1 and calls + charge_kobo > 0 order by first_day limit $2";
const OF_TENANT: &str = "select w.balance_kobo, coalesce(u.calls, 0) as calls, \
     coalesce(u.charge_kobo, 0) as charge_kobo, coalesce(u.last_at, 0) as last_at \
     from wallet w left join wallet_use u on u.wallet_no = w.no \
     where w.tenant_id = $1 and w.environment = $2";
const TENANT_OF: &str = "select tenant_id from wallet where no = $1";

/// The first day whose calls are summed up at a moment.
fn first_day(at: Timestamp) -> Timestamp {
    Span::Day.start(at.plus_seconds(-(STANDING_DAYS - 1) * 86_400))
}

/// Calls of a wallet that are being counted, by the beginning of their hour.
pub(super) struct Counted {
    pub(super) wallet: WalletNo,
    pub(super) hours: Vec<(Timestamp, i64, i64)>,
    /// When the last one came; `None` if there was none.
    pub(super) last_at: Option<Timestamp>,
}

/// Adds what was counted, after the counts by day were written.
pub(super) async fn keep(tx: &mut Tx<'_>, counted: &Counted) -> Result<()> {
    let wallet: Value<'_> = counted.wallet.0.into();
    let known = tx.opt(FIRST_DAY, std::slice::from_ref(&wallet)).await?;
    let known: Option<Timestamp> = known.map(|row| row.get("first_day")).transpose()?;
    let newest = counted.hours.iter().map(|(hour, ..)| *hour).max();
    let wanted = newest.map(first_day).max(known).unwrap_or_default();
    if known != Some(wanted) {
        return count(tx, counted.wallet.0, wanted).await;
    }
    let within = counted.hours.iter().filter(|(hour, ..)| *hour >= wanted);
    let (calls, charge) = within.fold((0_i64, 0_i64), |(calls, charge), one| {
        (calls.saturating_add(one.1), charge.saturating_add(one.2))
    });
    let last_at = counted.last_at.unwrap_or_default();
    let params = [wallet, calls.into(), charge.into(), last_at.into()];
    Ok(tx.exec_one(ADD, &params).await?)
}

async fn count(tx: &mut Tx<'_>, wallet: i64, first_day: Timestamp) -> Result<()> {
    let params = [wallet.into(), first_day.into()];
    Ok(tx.exec_one(COUNT, &params).await?)
}

/// Makes rows for wallets that have none, and counts those anew whose oldest day is over. Tells
/// how many; repeat until it is none.
#[derive(Clone, Copy, Debug)]
pub struct RollStandings {
    pub now: Timestamp,
}

impl Op for RollStandings {
    type Out = u64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        let first_day = first_day(self.now);
        let mut rows = tx.rows(UNLISTED, &[ROLLED_MAX.into()]).await?;
        if rows.is_empty() {
            let params = [first_day.into(), ROLLED_MAX.into()];
            rows = tx.rows(TO_ROLL, &params).await?;
        }
        for row in &rows {
            count(tx, row.get("no")?, first_day).await?;
        }
        Ok(rows.len() as u64)
    }
}

/// What a tenant's wallet did in the last thirty days.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    pub balance: Kobo,
    pub calls: i64,
    /// What they were charged.
    pub charge: Kobo,
    /// When the last call came.
    pub last_at: Option<Timestamp>,
}

/// Reads the standings of tenants in an environment, in the order of the tenants. A few tenants:
/// each is looked up by itself.
#[derive(Debug)]
pub struct ReadStandings {
    pub environment: Environment,
    pub tenants: Vec<TenantId>,
}

impl Op for ReadStandings {
    type Out = Vec<Standing>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let mut all = Vec::with_capacity(self.tenants.len());
        for tenant in &self.tenants {
            all.push(standing_of(tx, tenant, self.environment).await?);
        }
        Ok(all)
    }
}

async fn standing_of(
    tx: &mut Tx<'_>,
    tenant: &TenantId,
    environment: Environment,
) -> Result<Standing> {
    let params = [tenant.into(), environment.into()];
    let Some(row) = tx.opt(OF_TENANT, &params).await? else {
        return Ok(Standing::default());
    };
    let last_at: Timestamp = row.get("last_at")?;
    Ok(Standing {
        balance: row.get("balance_kobo")?,
        calls: row.get("calls")?,
        charge: row.get("charge_kobo")?,
        last_at: Some(last_at).filter(|at| *at != Timestamp::default()),
    })
}

/// What tenants are listed by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str, serialize_all = "snake_case")]
pub enum Rank {
    Balance,
    Calls,
    Charge,
    LastCall,
}

impl Rank {
    /// All of them.
    pub const ALL: [Self; 4] = kofa_domain::all();

    /// `balance`, `calls`, `charge` or `last_call`.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }

    /// The rows after a value and wallet: the most first, or the least.
    const fn sql(self, most_first: bool) -> &'static str {
        match (self, most_first) {
            (Self::Balance, true) => {
                "select wallet_no, balance_kobo as value from wallet_use where environment = $1 \
                 and (balance_kobo, wallet_no) < ($2, $3) \
                 order by balance_kobo desc, wallet_no desc limit $4"
            }
            (Self::Balance, false) => {
                "select wallet_no, balance_kobo as value from wallet_use where environment = $1 \
                 and (balance_kobo, wallet_no) > ($2, $3) order by balance_kobo, wallet_no limit $4"
            }
            (Self::Calls, true) => {
                "select wallet_no, calls as value from wallet_use where environment = $1 \
                 and (calls, wallet_no) < ($2, $3) order by calls desc, wallet_no desc limit $4"
            }
            (Self::Calls, false) => {
                "select wallet_no, calls as value from wallet_use where environment = $1 \
                 and (calls, wallet_no) > ($2, $3) order by calls, wallet_no limit $4"
            }
            (Self::Charge, true) => {
                "select wallet_no, charge_kobo as value from wallet_use where environment = $1 \
                 and (charge_kobo, wallet_no) < ($2, $3) \
                 order by charge_kobo desc, wallet_no desc limit $4"
            }
            (Self::Charge, false) => {
                "select wallet_no, charge_kobo as value from wallet_use where environment = $1 \
                 and (charge_kobo, wallet_no) > ($2, $3) order by charge_kobo, wallet_no limit $4"
            }
            (Self::LastCall, true) => {
                "select wallet_no, last_at as value from wallet_use where environment = $1 \
                 and (last_at, wallet_no) < ($2, $3) order by last_at desc, wallet_no desc limit $4"
            }
            (Self::LastCall, false) => {
                "select wallet_no, last_at as value from wallet_use where environment = $1 \
                 and (last_at, wallet_no) > ($2, $3) order by last_at, wallet_no limit $4"
            }
        }
    }
}

/// Tenants in the order of what their wallets of an environment hold or did. A tenant stands there
/// within a minute after it was made.
#[derive(Debug)]
pub struct RankTenants {
    pub environment: Environment,
    pub by: Rank,
    /// The most first, or the least.
    pub most_first: bool,
    pub page: Page,
}

impl RankTenants {
    /// The value and wallet after which the page begins.
    fn after(&self) -> Result<(i64, i64)> {
        let key = self.page.after_key();
        if key.is_empty() {
            let end = if self.most_first { i64::MAX } else { i64::MIN };
            return Ok((end, end));
        }
        let read = |key: &str| {
            let (value, wallet) = key.split_once(':')?;
            Some((value.parse().ok()?, wallet.parse().ok()?))
        };
        read(key).ok_or_else(Page::wrong_cursor)
    }
}

impl Op for RankTenants {
    type Out = Listed<(Tenant, Standing)>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let (value, wallet) = self.after()?;
        let params: [Value<'_>; 4] = [
            self.environment.into(),
            value.into(),
            wallet.into(),
            self.page.rows().into(),
        ];
        let mut ranked = Vec::new();
        for row in tx.rows(self.by.sql(self.most_first), &params).await? {
            let place: (i64, i64) = (row.get("value")?, row.get("wallet_no")?);
            let wallet = tx.one(TENANT_OF, &[place.1.into()]).await?;
            let tenant = tenants::find(tx, &wallet.get("tenant_id")?).await?;
            let standing = standing_of(tx, &tenant.id, self.environment).await?;
            ranked.push((place, tenant, standing));
        }
        let listed = self
            .page
            .cut(ranked, |one| format!("{}:{}", one.0.0, one.0.1));
        let items = listed.items.into_iter();
        Ok(Listed {
            items: items
                .map(|(_, tenant, standing)| (tenant, standing))
                .collect(),
            next_cursor: listed.next_cursor,
        })
    }
}
