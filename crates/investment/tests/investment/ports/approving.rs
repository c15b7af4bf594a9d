//! An approval that ends while applications are on their way.

use super::{PRICE, both};
use crate::approvals::{approve, withdraw};

#[tokio::test(flavor = "multi_thread")]
async fn what_is_on_its_way_when_the_approval_ends_is_refused_and_free() {
    for live in both().await {
        live.apply(1, "").await.is(200);
        // The call before has just read the offer: it is not read again for a moment.
        withdraw(&live.world, "OFR-BAOBAB").await;
        live.apply(2, "").await.refused(422, "offer_not_open");
        assert_eq!((live.charged().await, live.arrivals().len()), (PRICE, 1));
        live.world.clock.advance_seconds(1);
        live.apply(3, "").await.refused(422, "offer_not_open");
        approve(&live.world, "OFR-BAOBAB").await;
        live.world.clock.advance_seconds(1);
        live.apply(4, "").await.is(200);
        assert_eq!(
            (live.charged().await, live.arrivals().len()),
            (2 * PRICE, 2)
        );
    }
}
