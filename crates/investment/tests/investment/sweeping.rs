//! What happens to many applications happens in pieces, and goes on where it was cut off.

use kofa_core::Page;
use kofa_core::audit::ListAudit;
use kofa_domain::{Clock as _, Environment, Result};
use kofa_investment::market::{Action, Reason};
use kofa_investment::ops::{EnqueueRefunds, MoveOffer, Sweep, SweepOffer, SweptTo};
use kofa_investment::sweeps::{After, sweep_ended};
use kofa_store::{Op, PIECE_ROWS, Tx};
use kofa_testkit::Caller;
use serde_json::Value;

use crate::world::{World, body, both};

const OFFER: &str = "OFR-BAOBAB";
/// Copies of an application: more than a piece, and of two of them more than a piece of tasks.
const COPIES: i64 = 600;

const COPY: &str = "with recursive n (i) as \
     (select cast(1 as bigint) union all select i + 1 from n where i < $1) \
     insert into subscription (no, id, tenant_book, tenant_seq, offer_book, offer_seq, \
       request_id, vendor_id, broker_id, bank_id, profile_type, is_card_payment, has_chn, \
       applicant, investor_name, transaction_id, transaction_reference, exchange_reference, \
       exchange_subscription_id) \
     select s.no * 10000 + n.i, s.id || n.i, s.tenant_book, s.tenant_seq + n.i, s.offer_book, \
       s.offer_seq + n.i, s.request_id, s.vendor_id, s.broker_id, s.bank_id, s.profile_type, \
       s.is_card_payment, s.has_chn, s.applicant, s.investor_name, s.transaction_id || n.i, \
       s.transaction_reference || '-' || n.i, '', '' from subscription s cross join n";
const COPY_STATE: &str = "insert into subscription_state (subscription_no, offer_book, \
       number_of_shares, rights_shares, price_kobo, created_at, status, payment_status, \
       allotment_status, exchange_state, moves, updated_at) \
     select s.no, s.offer_book, 40, 0, 1000, 1, 'payment_pending', 'pending', 'pending', 'none', \
       1, 1 from subscription s where s.no >= 10000";

/// Copies each application there is so often.
struct Copy;

impl Op for Copy {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        tx.exec(COPY, &[COPIES.into()]).await?;
        tx.exec(COPY_STATE, &[]).await?;
        Ok(())
    }
}

pub(crate) struct Exec(pub(crate) &'static str);

impl Op for Exec {
    type Out = u64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        Ok(tx.exec(self.0, &[]).await?)
    }
}

pub(crate) struct Count(pub(crate) &'static str);

impl Op for Count {
    type Out = i64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<i64> {
        Ok(tx.one(self.0, &[]).await?.get("n")?)
    }
}

impl World {
    /// Many applications in the books of two tenants.
    pub(crate) async fn crowd(&self) {
        self.post("subscribe", &self.body(1))
            .await
            .charged(200, 10_000);
        let Caller { vendor_id, key, .. } = self.stranger().await;
        let sent = self.request_as(&key, "subscribe", &body(&vendor_id, 2));
        self.send(sent).await.charged(200, 10_000);
        self.store.write(Copy).await.unwrap();
    }

    async fn offer_is(&self, action: Action) {
        let change = MoveOffer {
            by: self.by(),
            environment: Environment::Sandbox,
            id: OFFER.to_owned(),
            action,
        };
        self.store.write(change).await.unwrap();
        self.clock.advance_seconds(1);
    }

    async fn sweep(&self) -> i64 {
        sweep_ended(&self.store, self.clock.now()).await.unwrap()
    }

    async fn count(&self, sql: &'static str) -> i64 {
        self.store.read(Count(sql)).await.unwrap()
    }

    /// What the audit log says of refunds, the newest first.
    async fn refunds_asked(&self) -> Vec<i64> {
        let page = Page::read(None, Some("100")).unwrap();
        let list = ListAudit { tenant: None, page };
        let mut all = self.store.read(list).await.unwrap().items;
        all.retain(|one| one.action == "offer.refund");
        let details = all.iter().map(|one| serde_json::from_str(&one.details));
        let details = details.map(|one: serde_json::Result<Value>| one.unwrap());
        details.filter_map(|one| one["refunds"].as_i64()).collect()
    }
}

const EXPIRED: &str = "select count(*) as n from subscription_state where status = 'expired'";
const ALL: i64 = 2 * (COPIES + 1);

#[tokio::test]
async fn a_sweep_that_was_cut_off_goes_on_and_spares_a_payment_under_way() {
    for world in both().await {
        world.crowd().await;
        let paying = "update subscription_state set payment_status = 'processing' \
             where subscription_no in (10003, 10400, 20600)";
        assert_eq!(world.store.write(Exec(paying)).await.unwrap(), 3);
        world.offer_is(Action::Close).await;
        let sweep = SweepOffer {
            environment: Environment::Sandbox,
            offer_id: OFFER.to_owned(),
            sweep: Sweep::Expire,
            from: SweptTo::default(),
            at: world.clock.now(),
            actor: "system".to_owned(),
        };
        // This process dies after its first piece.
        let piece = world.store.write(sweep.clone()).await.unwrap();
        assert_eq!(piece.count, PIECE_ROWS);
        assert_eq!(world.count(EXPIRED).await, PIECE_ROWS);
        let from = piece.next.unwrap();
        let next = SweepOffer { from, ..sweep };
        let piece = world.store.write(next).await.unwrap();
        assert_eq!(piece.count, PIECE_ROWS);

        // One of the payments failed meanwhile, before where the sweep was.
        let failed = "update subscription_state set payment_status = 'pending' \
             where subscription_no = 10003";
        world.store.write(Exec(failed)).await.unwrap();
        assert_eq!(world.sweep().await, ALL - 2 * PIECE_ROWS - 2);
        assert_eq!(world.count(EXPIRED).await, ALL - 2);
        assert_eq!(world.sweep().await, 0);
    }
}

#[tokio::test]
async fn refunds_are_asked_for_in_pieces_and_kept_once() {
    for world in both().await {
        world.crowd().await;
        world.offer_is(Action::Close).await;
        let paid = "update subscription_state set status = 'cancelled', \
             payment_status = 'refund_pending', refund_kobo = 40000";
        assert_eq!(world.store.write(Exec(paid)).await.unwrap(), ALL as u64);
        let reason = Reason::parse("The issuer withdrew").unwrap();
        world.offer_is(Action::Cancel { reason }).await;
        let first = EnqueueRefunds {
            by: world.by(),
            environment: Environment::Sandbox,
            offer_id: OFFER.to_owned(),
            from: SweptTo::default(),
        };
        // This process dies after its first piece.
        let piece = world.store.write(first).await.unwrap();
        assert!(piece.next.is_some() && piece.count < ALL, "{piece:?}");
        let after = After {
            by: world.by(),
            environment: Environment::Sandbox,
            offer_id: OFFER.to_owned(),
        };
        let rest = ALL - piece.count;
        assert_eq!(after.refund(&world.store).await.unwrap(), rest);
        let tasks = "select count(*) as n from outbox where kind = 'refund_payment'";
        assert_eq!(world.count(tasks).await, ALL);
        assert_eq!(after.refund(&world.store).await.unwrap(), 0);
        assert_eq!(world.refunds_asked().await, [0, rest]);

        let kept = after
            .record_refunds(&world.store, "BANK-9".to_owned())
            .await
            .unwrap();
        assert_eq!(kept, ALL);
        let back = "select count(*) as n from subscription_state \
             where payment_status = 'refunded'";
        assert_eq!(world.count(back).await, ALL);
        assert_eq!(
            after
                .record_refunds(&world.store, "BANK-9".to_owned())
                .await
                .unwrap(),
            0
        );
    }
}
