//! Keys by environment, those that expire, and what they were called for.

use kofa_core::{Actor, MemberRole, Page};
use kofa_domain::{Environment, Ids, KeyId, Scope, TenantId, Timestamp};
use kofa_identity::key_plan::KeyPlan;
use kofa_identity::keys::{ApiKey, IssueKey, RevokeKey};
use kofa_identity::rotation::{Grace, rotate};
use kofa_insight::calls::Span;
use kofa_insight::key_reach::{
    FindRotatedFrom, KeyCalls, ListExpiring, ListReach, ReadKeyCalls, ReadTurnoverCalls,
};
use kofa_store::{Op, Tx, Value};

use crate::world::{NOW, World, code, member, shell, worlds};

const SANDBOX: &[Environment] = &[Environment::Sandbox];
const BOTH: &[Environment] = &Environment::ALL;

async fn issue(
    world: &World,
    tenant: &TenantId,
    environments: &[Environment],
    days: Option<i64>,
) -> ApiKey {
    let plan = KeyPlan {
        name: "Till".to_owned(),
        scopes: vec![Scope::new("investment_ipo")],
        environments: environments.to_vec(),
        allowed_cidrs: vec![],
        expires_at: days.map(|days| NOW.plus_seconds(days * 86_400)),
    };
    let (op, _) = IssueKey::new(&world.vault, Ids, shell(), tenant.clone(), plan);
    world.store.write(op).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn each_environment_has_the_keys_that_reach_it() {
    for world in worlds().await {
        let (tenant, _) = world.tenant("ada").await;
        let (other, _) = world.tenant("bob").await;
        issue(&world, &other.id, BOTH, None).await;
        for _ in 0..3 {
            issue(&world, &tenant.id, SANDBOX, None).await;
        }
        let both = issue(&world, &tenant.id, BOTH, None).await;
        let list = async |environment, page| {
            let tenant = tenant.id.clone();
            let list = ListReach {
                tenant,
                environment,
                page,
            };
            world.store.read(list).await.unwrap()
        };
        let live = list(Environment::Live, Page::first()).await;
        assert_eq!(live.items.len(), 1);
        assert_eq!(live.items[0].id, both.id);
        let page = Page::read(None, Some("3")).unwrap();
        let first = list(Environment::Sandbox, page).await;
        assert_eq!(first.items.len(), 3);
        let page = Page::read(first.next_cursor.as_deref(), Some("3")).unwrap();
        assert_eq!(list(Environment::Sandbox, page).await.items.len(), 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_soonest_to_expire_comes_first_and_what_is_over_not_at_all() {
    for world in worlds().await {
        let (tenant, _) = world.tenant("ada").await;
        let week = issue(&world, &tenant.id, BOTH, Some(7)).await;
        let month = issue(&world, &tenant.id, SANDBOX, Some(30)).await;
        issue(&world, &tenant.id, BOTH, Some(31)).await;
        issue(&world, &tenant.id, BOTH, None).await;
        let gone = issue(&world, &tenant.id, BOTH, Some(1)).await;
        let revoke = RevokeKey {
            by: shell(),
            key: gone.id,
        };
        world.store.write(revoke).await.unwrap();
        let list = async |environment| -> Vec<KeyId> {
            let tenant = tenant.id.clone();
            let list = ListExpiring {
                tenant,
                environment,
                now: NOW,
            };
            let found = world.store.read(list).await.unwrap();
            found.into_iter().map(|key| key.id).collect()
        };
        assert_eq!(
            list(Environment::Sandbox).await,
            [week.id.clone(), month.id]
        );
        assert_eq!(list(Environment::Live).await, [week.id]);
    }
}

/// Puts a line of usage there, as the digest of calls would.
struct Put {
    table: &'static str,
    tenant: TenantId,
    at: Timestamp,
    key: KeyId,
    status: i64,
    calls: i64,
}

impl Op for Put {
    type Out = ();
    async fn run(&self, tx: &mut Tx<'_>) -> kofa_domain::Result<()> {
        let sql = match self.table {
            "hour" => {
                "insert into usage_hour select no, $2, 'listOffers', $3, $4, '', $5, 0, 0 \
                 from wallet where tenant_id = $1 and environment = 'live'"
            }
            _ => {
                "insert into usage_day select no, $2, 'listOffers', $3, $4, '', $5, 0, 0 \
                 from wallet where tenant_id = $1 and environment = 'live'"
            }
        };
        let params: [Value<'_>; 5] = [
            (&self.tenant).into(),
            self.at.into(),
            (&self.key).into(),
            self.status.into(),
            self.calls.into(),
        ];
        Ok(tx.exec_one(sql, &params).await?)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_calls_of_a_key_are_its_own_and_told_to_its_tenant_only() {
    for world in worlds().await {
        let (tenant, _) = world.tenant("ada").await;
        let (other, _) = world.tenant("bob").await;
        let key = issue(&world, &tenant.id, BOTH, None).await;
        let second = issue(&world, &tenant.id, BOTH, None).await;
        let day = NOW.plus_seconds(-86_400);
        for (table, key, at, status, calls) in [
            ("day", &key.id, day, 200, 5),
            ("day", &key.id, day, 404, 2),
            ("day", &key.id, day, 503, 1),
            ("day", &key.id, NOW.plus_seconds(-40 * 86_400), 200, 9),
            ("day", &second.id, day, 200, 100),
            ("hour", &key.id, NOW, 202, 3),
        ] {
            let put = Put {
                table,
                tenant: tenant.id.clone(),
                at,
                key: key.clone(),
                status,
                calls,
            };
            world.store.write(put).await.unwrap();
        }
        let read = async |actor: Actor, environment, hourly| {
            let read = ReadKeyCalls {
                actor,
                key: key.id.clone(),
                environment,
                from: NOW.plus_seconds(-30 * 86_400),
                now: NOW,
                hourly,
            };
            world.store.read(read).await
        };
        let mate = member(&tenant.id, MemberRole::Viewer).actor;
        let days = read(mate.clone(), Environment::Live, false).await.unwrap();
        let expected = KeyCalls {
            good: 5,
            wrong: 2,
            failed: 1,
        };
        assert_eq!(days.into_iter().collect::<Vec<_>>(), [(day, expected)]);
        let hours = read(mate.clone(), Environment::Live, true).await.unwrap();
        assert_eq!(hours[&NOW].good, 3);
        assert!(
            read(mate, Environment::Sandbox, false)
                .await
                .unwrap()
                .is_empty()
        );
        let stranger = member(&other.id, MemberRole::Owner).actor;
        assert_eq!(
            code(read(stranger, Environment::Live, false).await),
            "not_found"
        );
    }
}

/// Puts calls in live into the log, in the order of their moments.
struct Log {
    tenant: TenantId,
    key: KeyId,
    calls: Vec<(Timestamp, i64)>,
}

impl Op for Log {
    type Out = ();
    async fn run(&self, tx: &mut Tx<'_>) -> kofa_domain::Result<()> {
        let find = "select no from wallet where tenant_id = $1 and environment = 'live'";
        let wallet: i64 = tx.one(find, &[(&self.tenant).into()]).await?.get("no")?;
        let insert = "insert into request_log (id, request_id, at, operation_id, key_id, status, \
             charge_kobo, balance_kobo, latency_us, epoch) \
             values ($1, $2, $3, 'listOffers', $4, $5, 0, 0, 1, 1)";
        for (seq, (at, status)) in (1..).zip(&self.calls) {
            let params: [Value<'_>; 5] = [
                ((wallet << 40) + seq).into(),
                Ids.uuid(*at).as_bytes().to_vec().into(),
                (*at).into(),
                (&self.key).into(),
                (*status).into(),
            ];
            tx.exec_one(insert, &params).await?;
        }
        let last = i64::try_from(self.calls.len()).unwrap();
        let moved = "update wallet set seq = $2 where no = $1";
        Ok(tx.exec_one(moved, &[wallet.into(), last.into()]).await?)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_called_before_the_rotation_is_not_told_of_it() {
    for world in worlds().await {
        let (tenant, _) = world.tenant("ada").await;
        let (other, _) = world.tenant("bob").await;
        let key = issue(&world, &tenant.id, BOTH, None).await.id;
        let since = NOW.plus_seconds(10);
        let hour = Span::Hour.start(NOW);
        let next = hour.plus_seconds(3_600);
        // The counts have all of the hour; the log knows which were after the moment.
        for (at, status, calls) in [(hour, 200, 50), (hour, 404, 1), (next, 200, 7)] {
            let (table, tenant) = ("hour", tenant.id.clone());
            let key = key.clone();
            let put = Put {
                table,
                tenant,
                at,
                key,
                status,
                calls,
            };
            world.store.write(put).await.unwrap();
        }
        let log = Log {
            tenant: tenant.id.clone(),
            key: key.clone(),
            calls: vec![
                (NOW.plus_seconds(9), 200),
                (since, 200),
                (NOW.plus_seconds(20), 404),
                (next.plus_seconds(1), 200),
            ],
        };
        world.store.write(log).await.unwrap();
        let read = |actor| ReadTurnoverCalls {
            actor,
            key: key.clone(),
            environment: Environment::Live,
            since,
            now: next.plus_seconds(60),
        };
        let mate = member(&tenant.id, MemberRole::Viewer).actor;
        let found = world.store.read(read(mate)).await.unwrap();
        assert!(!found.is_whole_hour);
        let in_hour = KeyCalls {
            good: 1,
            wrong: 1,
            failed: 0,
        };
        assert_eq!(found.hours[&hour], in_hour);
        assert_eq!(found.hours[&next].good, 7);
        let stranger = member(&other.id, MemberRole::Owner).actor;
        assert_eq!(code(world.store.read(read(stranger)).await), "not_found");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_knows_whose_place_it_took() {
    for world in worlds().await {
        let (tenant, _) = world.tenant("ada").await;
        let old = issue(&world, &tenant.id, SANDBOX, None).await;
        let grace = Grace::from_seconds(900).unwrap();
        let rotated = rotate(
            &world.store,
            &world.vault,
            Ids,
            shell(),
            old.id.clone(),
            grace,
        );
        let (new, _) = rotated.await.unwrap();
        let find = async |key: &KeyId| {
            let find = FindRotatedFrom {
                actor: Actor::Cli,
                key: key.clone(),
            };
            world.store.read(find).await.unwrap()
        };
        assert_eq!(find(&new.id).await, Some(old.id.clone()));
        assert_eq!(find(&old.id).await, None);
    }
}
