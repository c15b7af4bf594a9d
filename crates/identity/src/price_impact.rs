//! What a price would have done to the last thirty days, from what was really called.

use kofa_core::endpoint::Endpoint;
use kofa_domain::{Environment, Kobo, Result, TenantId, Timestamp};
use kofa_store::{Op, Row, Tx, Value};

use super::prices::ruling;
use super::tenants;

/// How far back is looked, in days.
pub const IMPACT_DAYS: i64 = 30;
/// Tenants that are named.
const NAMED_MAX: i64 = 10;

/// Successful calls of an endpoint, and what they were charged, by tenant; without tenants that
/// have a price of their own, unless it is this one's.
const BY_TENANT: &str = "select w.tenant_id, t.name, cast(sum(u.calls) as bigint) as calls, \
     cast(sum(u.charge_kobo) as bigint) as charge_kobo \
     from usage_day u join wallet w on w.no = u.wallet_no join tenant t on t.id = w.tenant_id \
     where u.day >= $1 and u.operation_id = $2 and w.environment = $3 \
     and u.status >= $4 and u.status <= $5 and ($6 = '' or w.tenant_id = $6) \
     and ($6 <> '' or not exists (select 1 from price p where p.operation_id = $2 \
       and p.environment = $3 and p.tenant_id = w.tenant_id and p.effective_at <= $7)) \
     group by w.tenant_id, t.name order by 4 desc, 3 desc, 1 limit $8";
/// The same for all of them together.
const IN_ALL: &str = "select count(distinct w.tenant_id) as tenants, \
     cast(coalesce(sum(u.calls), 0) as bigint) as calls, \
     cast(coalesce(sum(u.charge_kobo), 0) as bigint) as charge_kobo \
     from usage_day u join wallet w on w.no = u.wallet_no \
     where u.day >= $1 and u.operation_id = $2 and w.environment = $3 \
     and u.status >= $4 and u.status <= $5 and ($6 = '' or w.tenant_id = $6) \
     and ($6 <> '' or not exists (select 1 from price p where p.operation_id = $2 \
       and p.environment = $3 and p.tenant_id = w.tenant_id and p.effective_at <= $7))";
const REVENUE: &str = "select cast(coalesce(sum(u.charge_kobo), 0) as bigint) as charge_kobo \
     from usage_day u join wallet w on w.no = u.wallet_no \
     where u.day >= $1 and w.environment = $2";

/// What a price would have done to some calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// Calls that would have been charged.
    pub calls: i64,
    /// What they were charged.
    pub was: Kobo,
    /// What they would have been charged.
    pub would_be: Kobo,
}

impl Effect {
    /// More, or less if negative.
    pub fn change(&self) -> Kobo {
        self.would_be.checked_sub(self.was).unwrap_or_default()
    }

    /// Of `answered` calls that were charged `was` at the price `old`, at the price `new`. What
    /// was charged says how many calls were not free (repetitions are); where all were, the
    /// answers are counted.
    fn of(answered: i64, was: Kobo, old: Kobo, new: Kobo) -> Self {
        let calls = match old.get() {
            0 => answered,
            // A price that was changed meanwhile leaves a rest: rounded.
            old => (was.get() + old / 2) / old,
        };
        let change = i128::from(calls) * i128::from(new.get() - old.get());
        let would_be = i128::from(was.get()).saturating_add(change);
        let would_be = i64::try_from(would_be.max(0)).unwrap_or(i64::MAX);
        Self {
            calls,
            was,
            would_be: Kobo::new(would_be),
        }
    }
}

/// What a price would have done to a tenant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TenantEffect {
    pub tenant: TenantId,
    pub name: String,
    pub effect: Effect,
}

/// What a price would have done to the last thirty days.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Impact {
    /// What a call costs now.
    pub now: Kobo,
    /// Tenants that called and have no other price of their own.
    pub tenants: i64,
    /// Of all of them.
    pub all: Effect,
    /// What everything was charged in this environment in these days.
    pub revenue: Kobo,
    /// Those with the most, at most ten.
    pub top: Vec<TenantEffect>,
}

/// Looks at what a price would have done. Changes nothing.
#[derive(Debug)]
pub struct PreviewPrice {
    pub endpoint: &'static Endpoint,
    pub environment: Environment,
    /// For whom; `None` for everyone without a price of their own.
    pub tenant: Option<TenantId>,
    pub amount: Kobo,
    pub now: Timestamp,
}

impl PreviewPrice {
    /// From the lowest to the highest status that is charged; nothing for an endpoint that is
    /// free in all outcomes.
    fn statuses(&self) -> (u16, u16) {
        let all = self.endpoint.billable.iter().map(|one| one.status);
        let (low, high) = (all.clone().min(), all.max());
        (low.unwrap_or(1), high.unwrap_or(0))
    }
}

impl Op for PreviewPrice {
    type Out = Impact;
    const IS_LONG: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Impact> {
        if let Some(tenant) = &self.tenant {
            tenants::find(tx, tenant).await?;
        }
        let whose = self.tenant.as_ref().map_or("", |id| id.as_str());
        let mut now = ruling(tx, self.endpoint, self.environment, whose, self.now).await?;
        if now.is_none() {
            now = ruling(tx, self.endpoint, self.environment, "", self.now).await?;
        }
        let old = now.map_or(self.endpoint.default_price, |entry| entry.amount);
        let since = self.now.plus_seconds(-IMPACT_DAYS * 86_400);
        let (low, high) = self.statuses();
        let params: [Value<'_>; 8] = [
            since.into(),
            self.endpoint.operation_id.into(),
            self.environment.into(),
            low.into(),
            high.into(),
            whose.into(),
            self.now.into(),
            NAMED_MAX.into(),
        ];
        let effect = |row: &Row| -> Result<Effect> {
            let (calls, was) = (row.get("calls")?, row.get("charge_kobo")?);
            Ok(Effect::of(calls, was, old, self.amount))
        };
        let all = tx.one(IN_ALL, &params[..7]).await?;
        let of_tenant = |row: &Row| -> Result<TenantEffect> {
            Ok(TenantEffect {
                tenant: row.get("tenant_id")?,
                name: row.get("name")?,
                effect: effect(row)?,
            })
        };
        let top = tx.rows(BY_TENANT, &params).await?;
        let top: Result<Vec<TenantEffect>> = top.iter().map(of_tenant).collect();
        let revenue = [since.into(), self.environment.into()];
        Ok(Impact {
            now: old,
            tenants: all.get("tenants")?,
            all: effect(&all)?,
            revenue: tx.one(REVENUE, &revenue).await?.get("charge_kobo")?,
            top: top?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_effect_is_what_the_charged_calls_would_have_cost() {
        let check = |answered, was, old, new, calls, would_be| {
            let (was, old, new) = (Kobo::new(was), Kobo::new(old), Kobo::new(new));
            let effect = Effect::of(answered, was, old, new);
            assert_eq!((effect.calls, effect.would_be.get()), (calls, would_be));
            assert_eq!(effect.change().get(), would_be - was.get());
        };
        // Ten answers, two of them repetitions.
        check(10, 4_000, 500, 600, 8, 4_800);
        check(10, 4_000, 500, 0, 8, 0);
        // Free until now.
        check(10, 0, 0, 700, 10, 7_000);
        check(0, 0, 500, 700, 0, 0);
        // Partly at another price: the nearest number of calls.
        check(10, 4_300, 500, 600, 9, 5_200);
        let most = Effect::of(i64::MAX, Kobo::ZERO, Kobo::ZERO, Kobo::new(i64::MAX));
        assert_eq!(most.would_be.get(), i64::MAX);
    }
}
