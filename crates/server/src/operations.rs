//! What operators are alerted of: looked at every few seconds, shown in `/metrics`, told by mail.

use std::sync::Arc;
use std::time::Duration;

use kofa_commands::House;
use kofa_documents::jobs::FindFailing;
use kofa_domain::{Clock, Kobo, Result, Timestamp};
use kofa_insight::operator_alerts::{AlertKind, Condition, CountOpenAlerts, Standing, observe};
use kofa_insight::operator_notices::queue_operator_notices;
use kofa_investment::ports::contract::ContractExchange;
use kofa_investment::ports::enquiry::HttpEnquiry;
use kofa_mail::Mailer;
use kofa_outbound::ClientHealth;
use kofa_registry::Sources;
use kofa_store::Store;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

use crate::products::Start;

/// How often is looked, in seconds.
const EVERY_S: u64 = 15;
/// Days before which the end of an upstream's certificate is no news: most are renewed by machines
/// some weeks ahead.
const DAYS_OF_UPSTREAM: i64 = 7;

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Labels {
    kind: &'static str,
}

/// Shown in `/metrics`.
#[derive(Clone, Debug, Default)]
struct AlertMetrics(Family<Labels, Gauge>);

impl AlertMetrics {
    fn new(registry: &mut Registry) -> Self {
        let all = Self::default();
        let help = "Alerts of operators that are open";
        registry.register("kofa_operator_alerts", help, all.0.clone());
        all
    }

    fn set(&self, counts: &[(AlertKind, i64)]) {
        for kind in AlertKind::ALL {
            let found = counts.iter().find(|(one, _)| *one == kind);
            let labels = Labels {
                kind: kind.as_str(),
            };
            self.0
                .get_or_create(&labels)
                .set(found.map_or(0, |(_, n)| *n));
        }
    }
}

/// What is watched, and where it shows.
pub(crate) struct Watched {
    sources: Sources,
    exchanges: Vec<Arc<ContractExchange>>,
    identity: Option<Arc<HttpEnquiry>>,
    /// What our accounts there should have; zero is never told.
    balance_min: Kobo,
    metrics: AlertMetrics,
}

impl Watched {
    pub(crate) fn new(start: &Start, house: &House, registry: &mut Registry) -> Self {
        Self {
            metrics: AlertMetrics::new(registry),
            sources: start.sources.clone(),
            exchanges: start.exchanges.clone(),
            identity: start.identity.as_ref().map(|(one, _)| Arc::clone(one)),
            balance_min: house.upstream_balance_min,
        }
    }

    fn conditions(&self, now: Timestamp) -> Vec<Condition> {
        let mut all = Vec::new();
        for one in self.sources.health() {
            let name = format!("registry/{}/{}", one.upstream.as_str(), one.environment);
            all.extend(of_account(&name, &one.client, self.balance_min));
            all.extend(of_certificates(&name, &one.client, now));
        }
        for exchange in &self.exchanges {
            let (name, health) = (exchange.settings().upstream(), exchange.health());
            let name = format!("{name}/live");
            all.extend(of_account(&name, &health, self.balance_min));
            all.extend(of_certificates(&name, &health, now));
        }
        if let Some(identity) = &self.identity {
            let health = identity.health();
            all.extend(of_account("identity/live", &health, self.balance_min));
            all.extend(of_certificates("identity/live", &health, now));
        }
        all
    }
}

/// Looks at what operators are alerted of.
pub(crate) struct Watch {
    pub(crate) store: Store,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) watched: Watched,
    pub(crate) mailer: Option<Mailer>,
}

impl Watch {
    pub(crate) async fn work(self: Arc<Self>) {
        let mut tick = tokio::time::interval(Duration::from_secs(EVERY_S));
        loop {
            tick.tick().await;
            if let Err(error) = self.look().await {
                tracing::warn!(%error, "what operators are alerted of could not be looked at");
            }
        }
    }

    async fn look(&self) -> Result<()> {
        let now = self.clock.now();
        let mut all = self.store.read(FindFailing { now }).await?;
        all.extend(self.watched.conditions(now));
        observe(&self.store, all, now).await?;
        self.watched
            .metrics
            .set(&self.store.read(CountOpenAlerts).await?);
        if let Some(mailer) = &self.mailer {
            queue_operator_notices(&self.store, mailer, now).await?;
        }
        Ok(())
    }
}

/// What our account at an upstream is like: whether it is refused, and whether its money runs out.
/// What is not known yet stays as it was.
fn of_account(name: &str, health: &ClientHealth, balance_min: Kobo) -> [Condition; 2] {
    let refused = match health.account_refused {
        Some(true) => Standing::Bad,
        Some(false) => Standing::Well,
        None => Standing::Between,
    };
    let says = format!("The upstream {name} refuses our account: its key, balance or permissions.");
    let account = Condition::new(AlertKind::UpstreamAccount, name.to_owned(), refused, says);
    let balance = health.balance_kobo.map(Kobo::new);
    let says = format!(
        "Our account at the upstream {name} has {} left.",
        balance.unwrap_or(Kobo::ZERO)
    );
    let low = Condition::new(
        AlertKind::UpstreamLow,
        name.to_owned(),
        standing(balance, balance_min),
        says,
    );
    [account, low]
}

/// Which certificates of a connection expire soon: ours, and the upstream's. Until the upstream has
/// shown one, what was said of it stays.
fn of_certificates(name: &str, health: &ClientHealth, now: Timestamp) -> Vec<Condition> {
    let mut all = Vec::new();
    if let Some(at) = health.our_certificate_expires_at {
        let subject = format!("certificate/{name}");
        let says = format!("Our certificate for the upstream {name}");
        all.extend(Condition::ending((&subject, &says), at, now));
    }
    let subject = format!("upstream_certificate/{name}");
    match health.certificate_expires_at {
        Some(at) if at <= now.plus_seconds(DAYS_OF_UPSTREAM * 24 * 3_600) => {
            let says = format!("The certificate of the upstream {name}");
            all.extend(Condition::ending((&subject, &says), at, now));
        }
        Some(_) => {}
        None => all.extend([1, DAYS_OF_UPSTREAM].map(|days| {
            let subject = format!("{subject}/{days}");
            Condition::new(AlertKind::Expiry, subject, Standing::Between, String::new())
        })),
    }
    all
}

/// Bad below the least, well from a tenth above it.
fn standing(balance: Option<Kobo>, least: Kobo) -> Standing {
    let well = least.get().saturating_add(least.get() / 10);
    match balance {
        None => Standing::Between,
        Some(_) if least <= Kobo::ZERO => Standing::Well,
        Some(balance) if balance < least => Standing::Bad,
        Some(balance) if balance.get() >= well => Standing::Well,
        Some(_) => Standing::Between,
    }
}

#[cfg(test)]
mod tests {
    use kofa_outbound::State;

    use super::*;

    #[test]
    fn certificates_are_told_of_in_time() {
        let now = Timestamp::from_micros(1_800_000_000_000_000);
        let day = |days: i64| Some(now.plus_seconds(days * 24 * 3_600 - 1));
        let check = |theirs: Option<Timestamp>, ours: Option<Timestamp>, expected: &[&str]| {
            let health = ClientHealth {
                breaker: State::Closed,
                attempts: 0,
                answered: 0,
                failed: 0,
                refused: 0,
                last_answer_at: None,
                account_refused: None,
                balance_kobo: None,
                certificate_expires_at: theirs,
                our_certificate_expires_at: ours,
            };
            let told = of_certificates("x", &health, now);
            let told: Vec<String> = told
                .into_iter()
                .map(|one| format!("{} {:?}", one.subject, one.standing))
                .collect();
            assert_eq!(told, expected);
        };
        check(
            None,
            None,
            &[
                "upstream_certificate/x/1 Between",
                "upstream_certificate/x/7 Between",
            ],
        );
        check(day(30), day(31), &[]);
        check(
            day(7),
            day(30),
            &["certificate/x/30 Bad", "upstream_certificate/x/7 Bad"],
        );
        check(
            day(1),
            day(1),
            &["certificate/x/1 Bad", "upstream_certificate/x/1 Bad"],
        );
        check(
            day(-3),
            day(-3),
            &["certificate/x/1 Bad", "upstream_certificate/x/1 Bad"],
        );
    }

    #[test]
    fn a_balance_that_swings_around_the_least_is_told_once() {
        let check = |balance: Option<i64>, least, expected| {
            let standing = standing(balance.map(Kobo::new), Kobo::new(least));
            assert_eq!(standing, expected, "{balance:?} {least}");
        };
        check(None, 100, Standing::Between);
        check(Some(99), 100, Standing::Bad);
        check(Some(-5), 100, Standing::Bad);
        check(Some(100), 100, Standing::Between);
        check(Some(109), 100, Standing::Between);
        check(Some(110), 100, Standing::Well);
        check(Some(0), 0, Standing::Well);
        check(Some(i64::MAX), i64::MAX, Standing::Well);
    }
}
