//! The feed.

use kofa_core::event::EventType;
use kofa_domain::Kind;
use kofa_events::retention::{CountOldEvents, DropEvents};
use kofa_events::{Event, ReadFeed};
use kofa_testkit::{NOW, both};

use crate::world::{HERE, feed, happen, number};

const OF: EventType = EventType::WalletLow;

fn ns(events: &[Event]) -> Vec<i64> {
    let n = |one: &Event| {
        let data: serde_json::Value = serde_json::from_str(&one.data).unwrap();
        data["n"].as_i64().unwrap()
    };
    events.iter().map(n).collect()
}

#[tokio::test]
async fn a_feed_is_read_in_order_and_in_parts() {
    for app in both(NOW).await {
        let (ada, bola) = (app.tenant("Ada").await.id, app.tenant("Bola").await.id);
        happen(&app, &ada, OF, &[1, 2]).await;
        happen(&app, &bola, OF, &[10]).await;
        happen(&app, &ada, EventType::OfferUpdated, &[3]).await;
        let nothing = app.store.read(feed(&ada, HERE)).await.unwrap();
        assert!(nothing.events.is_empty(), "not numbered yet");
        number(&app).await;
        let page = app.store.read(feed(&ada, HERE)).await.unwrap();
        assert_eq!((ns(&page.events), page.looked_to), (vec![1, 2, 3], 3));
        let part = ReadFeed {
            limit: 2,
            ..feed(&ada, HERE)
        };
        let page = app.store.read(part.clone()).await.unwrap();
        assert_eq!((ns(&page.events), page.looked_to), (vec![1, 2], 2));
        let rest = ReadFeed {
            after: Some(2),
            ..part
        };
        let page = app.store.read(rest.clone()).await.unwrap();
        assert_eq!((ns(&page.events), page.looked_to), (vec![3], 3));
        let of_type = ReadFeed {
            types: vec![OF],
            ..feed(&ada, HERE)
        };
        let page = app.store.read(of_type).await.unwrap();
        assert_eq!((ns(&page.events), page.looked_to), (vec![1, 2], 3));
        let page = app.store.read(feed(&bola, HERE)).await.unwrap();
        assert_eq!(ns(&page.events), [10], "nobody sees another's");
    }
}

#[tokio::test]
async fn what_is_old_goes_and_is_said_to_be_gone() {
    for app in both(NOW).await {
        let ada = app.tenant("Ada").await.id;
        happen(&app, &ada, OF, &[1, 2]).await;
        number(&app).await;
        app.clock.advance_seconds(40 * 86_400);
        happen(&app, &ada, OF, &[3]).await;
        number(&app).await;
        let before = NOW.plus_seconds(10 * 86_400);
        let due = app.store.read(CountOldEvents { before }).await.unwrap();
        // Also the credit of its new sandbox.
        assert_eq!((due.rows, due.oldest), (3, Some(NOW)));
        let gone = app.store.write(DropEvents { before }).await.unwrap();
        assert_eq!(gone, 3);
        assert_eq!(app.store.write(DropEvents { before }).await.unwrap(), 0);
        let page = app.store.read(feed(&ada, HERE)).await.unwrap();
        assert_eq!((ns(&page.events), page.looked_to), (vec![3], 3));
        let after = |after| ReadFeed {
            after: Some(after),
            ..feed(&ada, HERE)
        };
        let gone = app.store.read(after(1)).await.unwrap_err();
        assert_eq!(gone.kind(), Kind::Gone);
        assert_eq!(app.store.read(after(2)).await.unwrap().events.len(), 1);
        happen(&app, &ada, OF, &[4]).await;
        number(&app).await;
        let page = app.store.read(after(3)).await.unwrap();
        assert_eq!((ns(&page.events), page.looked_to), (vec![4], 4));
    }
}

/// Writers commit in any order, two workers number, and a reader follows: it meets every event
/// once, and those of one writer in their order.
#[tokio::test]
async fn a_reader_that_follows_misses_nothing() {
    const WRITERS: i64 = 8;
    const EACH: i64 = 25;
    for app in both(NOW).await {
        let ada = app.tenant("Ada").await.id;
        let mut seen: Vec<i64> = Vec::new();
        let write = async {
            let writer = async |writer: i64| {
                for n in 0..EACH {
                    happen(&app, &ada, OF, &[writer * EACH + n]).await;
                }
            };
            let (a, b, c, d) = (writer(0), writer(1), writer(2), writer(3));
            let (e, f, g, h) = (writer(4), writer(5), writer(6), writer(7));
            tokio::join!(a, b, c, d, e, f, g, h);
        };
        let read = async {
            let mut after = 0;
            while seen.len() < usize::try_from(WRITERS * EACH).unwrap() {
                let now = NOW;
                let one = app.store.write(kofa_events::NumberEvents { now });
                let other = app.store.write(kofa_events::NumberEvents { now });
                let (one, other) = tokio::join!(one, other);
                assert!(one.is_ok() || other.is_ok(), "{one:?} {other:?}");
                let next = ReadFeed {
                    after: Some(after),
                    limit: 7,
                    ..feed(&ada, HERE)
                };
                let page = app.store.read(next).await.unwrap();
                after = page.looked_to;
                seen.extend(ns(&page.events));
            }
        };
        tokio::join!(write, read);
        for writer in 0..WRITERS {
            let own: Vec<i64> = seen
                .iter()
                .copied()
                .filter(|n| n / EACH == writer)
                .collect();
            let expected: Vec<i64> = (writer * EACH..(writer + 1) * EACH).collect();
            assert_eq!(own, expected);
        }
    }
}
