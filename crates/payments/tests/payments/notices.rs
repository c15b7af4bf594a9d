//! What providers say of their own accord, however often, late and wrong.

use http::HeaderMap;
use kofa_core::codes::NOT_FOUND;
use kofa_domain::{Environment, Ids, Kobo};
use kofa_payments::provider::{NoAnswer, Payment, Stage};
use kofa_payments::{NoticeOutcome, PurgeNotices, Reason, TopUpState};
use kofa_testkit::Left;

use crate::world::{name, worlds};

#[tokio::test]
async fn a_notice_is_applied_once_however_often_it_comes() {
    for mut world in worlds().await {
        let top_up = world.start(5_000_000).await;
        let reference = name(&top_up);
        world.script.has(&reference, Stage::Paid, 5_000_000);
        // The lease is open before, so that the credit has to be taken into it.
        assert_eq!(world.live().await, (0, 0));
        for _ in 0..20 {
            world.notice(&reference).await.unwrap();
        }
        assert_eq!(world.work().await, 1);
        assert_eq!(world.live().await, (5_000_000, 5_000_000));
        assert_eq!(world.script.looks(), 1);
        let [kept] = world.notices().await.try_into().unwrap();
        assert_eq!((kept.times, kept.outcome), (20, NoticeOutcome::Applied));
        // Others about the same payment change nothing, also after a restart and much later.
        world.restart().await;
        world.clock.advance_seconds(1);
        for other in ["paid_again", "charge.updated"] {
            world.notice(&format!("{other} {reference}")).await.unwrap();
            world.later(40 * 24 * 3_600).await;
        }
        let repeated = NoticeOutcome::Repeated;
        let outcomes = [repeated, repeated, NoticeOutcome::Applied];
        assert_eq!(world.outcomes().await, outcomes);
        assert_eq!(world.live().await, (5_000_000, 5_000_000));
        // 90 days after they ended.
        let (now, month) = (world.now(), 30 * 24 * 3_600);
        let purge = |seconds| PurgeNotices {
            now: now.plus_seconds(seconds),
        };
        assert_eq!(world.store.write(purge(0)).await.unwrap(), 0);
        assert_eq!(world.store.write(purge(month)).await.unwrap(), 1);
        assert_eq!(world.store.write(purge(4 * month)).await.unwrap(), 2);
    }
}

#[tokio::test]
async fn notices_that_race_credit_once() {
    for world in worlds().await {
        let top_up = world.start(70_000).await;
        let reference = name(&top_up);
        world.script.has(&reference, Stage::Paid, 70_000);
        // Twenty different ones, and the sweep: all are due at once.
        for number in 0..20 {
            world
                .notice(&format!("paid{number} {reference}"))
                .await
                .unwrap();
        }
        world.later(10).await;
        world.later(3_600).await;
        assert_eq!(world.live().await, (70_000, 70_000));
        let outcomes = world.outcomes().await;
        let applied = outcomes.iter().filter(|it| **it == NoticeOutcome::Applied);
        assert!(applied.count() <= 1);
        let settled = [NoticeOutcome::Applied, NoticeOutcome::Repeated];
        assert!(
            outcomes.iter().all(|it| settled.contains(it)),
            "{outcomes:?}"
        );
    }
}

#[tokio::test]
async fn what_does_not_agree_is_kept_and_never_credited() {
    for world in worlds().await {
        let paid = |reference: &str| Payment {
            reference: reference.to_owned(),
            stage: Stage::Paid,
            amount: Kobo::new(50_000),
            currency: "NGN".to_owned(),
        };
        type Change = fn(Payment) -> Payment;
        let cases: [(Reason, Change); 4] = [
            (Reason::AmountMismatch, |it| Payment {
                amount: Kobo::new(49_999),
                ..it
            }),
            (Reason::CurrencyMismatch, |it| Payment {
                currency: "USD".to_owned(),
                ..it
            }),
            (Reason::Reversed, |it| Payment {
                stage: Stage::Reversed,
                ..it
            }),
            (Reason::ReferencePosted, |it| it),
        ];
        for (reason, change) in cases {
            let top_up = world.start(50_000).await;
            world.script.knows(change(paid(&name(&top_up))));
            if reason == Reason::ReferencePosted {
                let mut entry = world.entry(&world.tenant, Environment::Live, 7).await;
                entry.reference = name(&top_up);
                world.gate.wallets.credit(entry).await.unwrap();
            }
            let before = world.live().await;
            world.notice(&name(&top_up)).await.unwrap();
            world.work().await;
            let kept = world.find(&top_up.id).await;
            assert_eq!((kept.state, kept.reason), (TopUpState::Kept, Some(reason)));
            let outcome = world.outcomes().await.remove(0);
            assert!(outcome == NoticeOutcome::Kept && outcome.is_kept());
            assert_eq!(world.live().await, before, "{reason:?}");
            // Not even if it is all right the next time.
            world.script.knows(paid(&name(&top_up)));
            world
                .notice(&format!("paid_later {}", name(&top_up)))
                .await
                .unwrap();
            world.later(100_000).await;
            assert_eq!(world.live().await, before, "{reason:?}");
        }
        // What nobody here began.
        let stranger = format!("KFP-{}", Ids.uuid(world.now()).simple());
        for reference in [stranger.as_str(), "ORDER-7", "KFP-", "KFT-1"] {
            world.script.has(reference, Stage::Paid, 50_000);
            world.notice(reference).await.unwrap();
            world.work().await;
            let outcome = world.outcomes().await.remove(0);
            assert_eq!(outcome, NoticeOutcome::UnknownReference, "{reference}");
        }
        assert_eq!(world.live().await, (7, 7));
    }
}

#[tokio::test]
async fn a_provider_has_no_word_about_anothers_payments() {
    for world in worlds().await {
        world.leaves(Left::Tasks);
        let by = world.member(kofa_core::MemberRole::Owner);
        let order = world.order(Environment::Sandbox, 50_000);
        let before = world.money(Environment::Sandbox).await;
        let top_up = world.payments.start(by, order).await.unwrap();
        world.script.has(&name(&top_up), Stage::Paid, 50_000);
        world.notice(&name(&top_up)).await.unwrap();
        world.work().await;
        assert_eq!(world.outcomes().await, [NoticeOutcome::UnknownReference]);
        assert_eq!(world.money(Environment::Sandbox).await, before);
    }
}

#[tokio::test]
async fn a_wrong_signature_leaves_nothing() {
    for world in worlds().await {
        world.leaves(Left::Tasks);
        let top_up = world.start(50_000).await;
        let none = HeaderMap::new();
        let receive = |provider| {
            let body = name(&top_up);
            let (payments, none) = (&world.payments, &none);
            async move { payments.receive(provider, none, body.as_bytes()).await }
        };
        let refused = receive("paystack").await.unwrap_err();
        assert_eq!(refused.code().name, "invalid_signature");
        assert_eq!(
            receive("sandbox").await.unwrap_err().code().name,
            "invalid_signature"
        );
        for unknown in ["hmac", "stripe", ""] {
            assert_eq!(receive(unknown).await.unwrap_err().code(), &NOT_FOUND);
        }
        assert!(world.notices().await.is_empty());
    }
}

#[tokio::test]
async fn a_notice_that_comes_before_the_payment_waits_for_it() {
    for world in worlds().await {
        world.leaves(Left::Tasks);
        let top_up = world.start(50_000).await;
        world.notice(&name(&top_up)).await.unwrap();
        assert_eq!(world.work().await, 1);
        assert_eq!(world.outcomes().await, [NoticeOutcome::Waiting]);
        world
            .script
            .silence(Some(NoAnswer::NotDone("away".to_owned())));
        assert_eq!(world.later(2).await, 1);
        world.script.silence(None);
        world.script.has(&name(&top_up), Stage::Paid, 50_000);
        assert_eq!(world.later(4).await, 1);
        assert_eq!(world.live().await, (50_000, 50_000));
        // One that is never confirmed ends after three days.
        let other = world.start(50_000).await;
        world.notice(&name(&other)).await.unwrap();
        for _ in 0..80 {
            world.later(3_600).await;
        }
        assert_eq!(world.outcomes().await[0], NoticeOutcome::NotPaid);
        assert_eq!(world.find(&other.id).await.state, TopUpState::Expired);
    }
}

#[tokio::test]
async fn other_events_change_nothing_but_a_reversal_is_told() {
    for world in worlds().await {
        let top_up = world.start(50_000).await;
        let say = |event: &str| format!("{event} {}", name(&top_up));
        world.notice(&say("charge.failed")).await.unwrap();
        world.notice("transfer.success ").await.unwrap();
        world.notice("transfer.success TRF-1").await.unwrap();
        world.work().await;
        assert_eq!(world.outcomes().await, [NoticeOutcome::Ignored; 3]);
        world.script.has(&name(&top_up), Stage::Paid, 50_000);
        world.later(10).await;
        assert_eq!(world.live().await, (50_000, 50_000));
        world.script.has(&name(&top_up), Stage::Reversed, 50_000);
        world.notice(&say("refund.processed")).await.unwrap();
        world.work().await;
        assert_eq!(world.outcomes().await[0], NoticeOutcome::ReversedLater);
        assert_eq!(world.live().await, (50_000, 50_000));
        assert_eq!(world.find(&top_up.id).await.state, TopUpState::Paid);
    }
}
