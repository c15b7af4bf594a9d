//! What wallets did lately, against the counts by day, and tenants in that order.

use kofa_core::Page;
use kofa_domain::{Environment, Kobo, TenantId, Timestamp};
use kofa_insight::calls::{
    Rank, RankTenants, ReadStandings, RollStandings, STANDING_DAYS, Span, Standing, SumLatency,
    digest_all,
};
use kofa_testkit::NOW;

use super::{Call, Line, World, worlds};

const DAY_S: i64 = 86_400;

fn calls(count: usize) -> Vec<Line> {
    let call = |at: usize| {
        Line::Call(Call {
            ago_s: 0,
            operation: at % 3,
            key: at % 4,
            outcome: at % 5,
            is_open: false,
        })
    };
    (0..count).map(call).collect()
}

impl World {
    async fn standing(&self, tenant: &TenantId, environment: Environment) -> Standing {
        let tenants = vec![tenant.clone()];
        let read = ReadStandings {
            environment,
            tenants,
        };
        self.store.read(read).await.unwrap().remove(0)
    }

    /// What the counts by day come to at a moment.
    async fn counted(&self, now: Timestamp) -> (i64, Kobo) {
        let first = Span::Day.start(now.plus_seconds(-(STANDING_DAYS - 1) * DAY_S));
        let usage = self.usage(Span::Day).await.into_iter();
        let within: Vec<_> = usage.filter(|one| one.hour >= first).collect();
        let charge = within.iter().map(|one| one.charge.get()).sum();
        (within.iter().map(|one| one.calls).sum(), Kobo::new(charge))
    }

    async fn roll(&self, now: Timestamp) -> u64 {
        let roll = RollStandings { now };
        self.store.write_until_none(roll).await.unwrap()
    }

    async fn ranked(&self, by: Rank, most_first: bool, limit: &str) -> Vec<(TenantId, Standing)> {
        let (mut all, mut cursor) = (Vec::new(), None::<String>);
        loop {
            let rank = RankTenants {
                environment: Environment::Sandbox,
                by,
                most_first,
                page: Page::read(cursor.as_deref(), Some(limit)).unwrap(),
            };
            let found = self.store.read(rank).await.unwrap();
            all.extend(
                found
                    .items
                    .into_iter()
                    .map(|(one, standing)| (one.id, standing)),
            );
            cursor = found.next_cursor;
            if cursor.is_none() {
                return all;
            }
        }
    }
}

#[tokio::test]
async fn a_standing_follows_the_counts_and_loses_its_oldest_day() {
    for world in worlds().await {
        // A day apart: forty days, of which thirty count.
        world.fill(&calls(40), DAY_S).await;
        digest_all(&world.store).await.unwrap();
        let standing = world.standing(&world.tenant, Environment::Sandbox).await;
        let (calls_now, charge) = world.counted(NOW.plus_seconds(-DAY_S)).await;
        assert_eq!((standing.calls, standing.charge), (calls_now, charge));
        assert_eq!(standing.calls, STANDING_DAYS);
        assert_eq!(standing.last_at, Some(NOW.plus_seconds(-DAY_S)));
        // A batch of the same day is added, and a row that is there is not made again.
        world.fill(&calls(7), 60).await;
        digest_all(&world.store).await.unwrap();
        let standing = world.standing(&world.tenant, Environment::Sandbox).await;
        assert_eq!((standing.calls, standing.charge), world.counted(NOW).await);
        let made = world.roll(NOW).await;
        assert!(made >= 1, "the live wallet's row is made");
        assert_eq!(world.roll(NOW).await, 0);
        for days in [1, 5, 29, 30, 400] {
            let later = NOW.plus_seconds(days * DAY_S);
            world.roll(later).await;
            let standing = world.standing(&world.tenant, Environment::Sandbox).await;
            let expected = world.counted(later).await;
            assert_eq!((standing.calls, standing.charge), expected, "{days}");
            assert_eq!(world.roll(later).await, 0);
        }
        let live = world.standing(&world.tenant, Environment::Live).await;
        assert_eq!(live, Standing::default());
        let nobody = kofa_domain::Ids.id(NOW);
        let none = world.standing(&nobody, Environment::Sandbox).await;
        assert_eq!(none, Standing::default());
    }
}

#[tokio::test]
async fn tenants_are_ranked_by_each_value_page_by_page() {
    for world in worlds().await {
        world.fill(&calls(9), 60).await;
        for name in ["Bola", "Chidi", "Dada", "Efe"] {
            world.app.tenant(name).await;
        }
        digest_all(&world.store).await.unwrap();
        world.roll(NOW).await;
        for by in Rank::ALL {
            let most = world.ranked(by, true, "2").await;
            assert_eq!(most.len(), 5, "{by:?}");
            let value = |one: &Standing| match by {
                Rank::Balance => one.balance.get(),
                Rank::Calls => one.calls,
                Rank::Charge => one.charge.get(),
                Rank::LastCall => one.last_at.map_or(0, Timestamp::micros),
            };
            let values: Vec<i64> = most.iter().map(|(_, one)| value(one)).collect();
            assert!(
                values.windows(2).all(|pair| pair[0] >= pair[1]),
                "{by:?} {values:?}"
            );
            let mut least = world.ranked(by, false, "3").await;
            least.reverse();
            assert_eq!(least, most, "{by:?}");
            if by != Rank::Balance {
                assert_eq!(most[0].0, world.tenant);
            }
        }
        let wrong = RankTenants {
            environment: Environment::Sandbox,
            by: Rank::Calls,
            most_first: true,
            page: Page::read(Some(&Page::cursor(7)), None).unwrap(),
        };
        assert!(world.store.read(wrong).await.is_err());
    }
}

#[tokio::test]
async fn times_are_summed_up_between_two_hours() {
    for world in worlds().await {
        world.fill(&calls(50), 3_600).await;
        digest_all(&world.store).await.unwrap();
        let sum = async |environment, from: i64, until: i64| {
            let sum = SumLatency {
                environment,
                from: Span::Hour.start(NOW.plus_seconds(from * 3_600)),
                until: Span::Hour.start(NOW.plus_seconds(until * 3_600)),
            };
            world.store.read(sum).await.unwrap()
        };
        let all = sum(Environment::Sandbox, -60, 1).await;
        let mut parts = sum(Environment::Sandbox, -60, -20).await;
        parts.join(&sum(Environment::Sandbox, -20, 1).await);
        assert_eq!(parts, all);
        assert!(all.within_us(95).is_some());
        assert_eq!(sum(Environment::Live, -60, 1).await.within_us(95), None);
    }
}
