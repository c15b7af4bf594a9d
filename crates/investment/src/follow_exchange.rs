//! The exchange outside, watched: its offers, banks and brokers are fetched, and applications
//! moved to where it says that they are.

use std::sync::Arc;
use std::time::Duration;

use kofa_domain::{Clock, Environment, Result, Timestamp};
use kofa_store::Store;
use tokio::time::MissedTickBehavior;

use crate::offer::OfferStatus;
use crate::ops::{
    FindUnderWay, FollowExchange, KeepExchangeLists, NoteExchangeFailure, ReadExchangeBanks,
    UnderWay,
};
use crate::ports::PortError;
use crate::ports::contract::{ContractExchange, ToldPage};

/// How much earlier than ours the exchange's clock may say that an application came, in seconds.
const CLOCKS_DIFFER_SECONDS: i64 = 600;
/// Those that wait for an offer that is still open are asked about this seldom: every so many
/// rounds.
const SELDOM: u64 = 20;
/// After a round that took long, the next begins only after so many times that.
const REST: u32 = 4;
/// Pages that one round reads of an offer, at most.
const PAGES_MAX: i64 = 20_000;

/// Failures in a row after which the rest of an offer is left to the next round.
const FAILURES_MAX: u32 = 3;

/// The exchange of an environment, and where its word is kept.
#[derive(Clone, Debug)]
pub struct Watch {
    pub exchange: Arc<ContractExchange>,
    pub store: Store,
    pub clock: Arc<dyn Clock>,
}

/// The environment that an exchange outside is for.
const LIVE: Environment = Environment::Live;

/// Fetches the lists of the exchange until it is dropped.
pub async fn refresh(watch: Watch) {
    let read = ReadExchangeBanks {
        environment: LIVE,
        exchange: watch.name(),
    };
    match watch.store.read(read).await {
        Ok(banks) => watch.exchange.set_banks(banks),
        Err(error) => tracing::warn!(%error, "the exchange's banks could not be read"),
    }
    let mut tick = ticks(watch.exchange.settings().refresh_every);
    loop {
        tick.tick().await;
        if let Err(error) = watch.refresh_once().await {
            tracing::warn!(%error, "what the exchange offers could not be kept");
        }
    }
}

/// Follows applications until it is dropped.
pub async fn follow(watch: Watch) {
    let every = watch.exchange.settings().follow_every;
    let mut tick = ticks(every);
    for round in 0_u64.. {
        tick.tick().await;
        let begun = tokio::time::Instant::now();
        if let Err(error) = watch.follow_once(round % SELDOM == 0).await {
            tracing::warn!(%error, "applications could not be followed");
        }
        tokio::time::sleep((begun.elapsed() * REST).saturating_sub(every)).await;
    }
}

fn ticks(every: Duration) -> tokio::time::Interval {
    let mut tick = tokio::time::interval(every);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    tick
}

impl Watch {
    fn name(&self) -> String {
        self.exchange.settings().name.clone()
    }

    /// Fetches offers, banks and brokers. If the exchange does not answer, those that are kept
    /// stay, and say since when.
    ///
    /// # Errors
    /// If the store cannot keep them.
    pub async fn refresh_once(&self) -> Result<()> {
        let at = self.clock.now();
        match self.fetch(at).await {
            Ok(lists) => {
                let taken = self.store.write(lists).await?;
                if !taken.is_empty() {
                    let message = "offers of the exchange have ids of offers made here or of \
                                   another exchange: those stay";
                    tracing::warn!(exchange = self.name(), ?taken, "{message}");
                }
                Ok(())
            }
            Err(error) => {
                tracing::warn!(?error, "the exchange did not say what it offers");
                let note = NoteExchangeFailure {
                    environment: LIVE,
                    exchange: self.name(),
                    at,
                };
                self.store.write(note).await
            }
        }
    }

    async fn fetch(&self, at: Timestamp) -> std::result::Result<KeepExchangeLists, PortError> {
        let banks = self.exchange.banks().await?;
        self.exchange.set_banks(banks.clone());
        let brokers = self.exchange.brokers().await?;
        let (offers, unread) = self.exchange.offers(at).await?;
        if unread > 0 {
            tracing::warn!(unread, "offers of the exchange cannot be read");
        }
        Ok(KeepExchangeLists {
            environment: LIVE,
            exchange: self.name(),
            offers,
            banks,
            brokers,
            at,
        })
    }

    /// Asks about every application that is under way. Those that wait while their offer is open
    /// only with `all`: nothing happens to them before it closes.
    ///
    /// # Errors
    /// If the store cannot serve.
    pub async fn follow_once(&self, all: bool) -> Result<usize> {
        let find = FindUnderWay {
            environment: LIVE,
            exchange: self.name(),
            now: self.clock.now(),
        };
        let mut moved = 0;
        for offer in self.store.read(find).await? {
            if let Some(from) = ask_from(&offer, all) {
                moved += self.follow_offer(&offer.offer_id, from).await?;
            }
        }
        Ok(moved)
    }

    async fn follow_offer(&self, offer_id: &str, from: Timestamp) -> Result<usize> {
        let from = from.plus_seconds(-CLOCKS_DIFFER_SECONDS);
        let (mut moved, mut failures, mut number) = (0, 0, 1);
        while number <= PAGES_MAX && failures < FAILURES_MAX {
            let page = match self.exchange.transactions(offer_id, from, number).await {
                Ok(page) => page,
                Err(error) => {
                    tracing::warn!(offer_id, ?error, "the exchange did not tell transactions");
                    failures += 1;
                    continue;
                }
            };
            let is_last = page.is_last;
            moved += self.follow_page(offer_id, page).await?;
            if is_last {
                break;
            }
            (failures, number) = (0, number + 1);
        }
        Ok(moved)
    }

    async fn follow_page(&self, offer_id: &str, page: ToldPage) -> Result<usize> {
        let follow = FollowExchange {
            environment: LIVE,
            told: page.told,
            at: self.clock.now(),
        };
        let followed = self.store.write(follow).await?;
        for (reference, why) in followed.unfit {
            tracing::error!(
                reference,
                why,
                "the exchange says what cannot be of one of ours"
            );
        }
        let (strange, unread) = (followed.strange.len(), page.unread);
        if strange + unread > 0 {
            let message = "the exchange has applications under our account that are not here";
            tracing::warn!(offer_id, strange, unread, "{message}");
        }
        Ok(followed.moved)
    }
}

/// From when on the exchange is asked about the applications for an offer; `None` for not now.
fn ask_from(offer: &UnderWay, all: bool) -> Option<Timestamp> {
    let is_open = matches!(
        offer.offer_status,
        OfferStatus::Open | OfferStatus::Upcoming | OfferStatus::Suspended
    );
    let waiting = offer.waiting_since.filter(|_| all || !is_open);
    offer.unsettled_since.into_iter().chain(waiting).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_waits_for_an_open_offer_is_asked_about_seldom() {
        let [early, late] = [1, 2].map(|at| Timestamp::from_micros(at * 1_000_000));
        let mut offer = UnderWay {
            offer_id: "OFR-A".to_owned(),
            offer_status: OfferStatus::Open,
            unsettled_since: None,
            waiting_since: Some(early),
        };
        assert_eq!(ask_from(&offer, false), None);
        assert_eq!(ask_from(&offer, true), Some(early));
        offer.unsettled_since = Some(late);
        assert_eq!(ask_from(&offer, false), Some(late));
        for status in [OfferStatus::Closed, OfferStatus::Allotted] {
            offer.offer_status = status;
            assert_eq!(ask_from(&offer, false), Some(early));
        }
    }
}
