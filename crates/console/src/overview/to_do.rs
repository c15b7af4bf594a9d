//! What waits for an operator, the most urgent first.

use kofa_documents::jobs::Troubled;
use kofa_domain::Timestamp;
use kofa_insight::attention::{Attention, COUNTED_MAX};
use kofa_insight::operator_alerts::AlertKind;
use kofa_insight::status::incident::{Impact, Incident, Kind};
use kofa_investment::ops::Unsettled;
use kofa_payments::Unmatched;
use kofa_portal::kit::show::{self, Html};

/// Requests for Live that are named.
const NAMED_MAX: usize = 5;

/// Tone, how many, what, and where.
type Counted = (&'static str, i64, &'static str, &'static str);

/// Something to do, and where.
#[derive(Debug)]
pub(super) struct ToDo {
    /// `bad`, `warn` or `plain`.
    pub(super) tone: &'static str,
    /// How many, or a word.
    pub(super) mark: String,
    pub(super) what: String,
    pub(super) href: String,
    /// More of it, after the link.
    pub(super) more: Html,
}

/// What waits, as it was read.
pub(super) struct Waiting<'a> {
    pub(super) attention: Attention,
    pub(super) jobs: Troubled,
    pub(super) unmatched: Unmatched,
    pub(super) unsettled: Unsettled,
    pub(super) incidents: Vec<&'a Incident>,
}

impl Waiting<'_> {
    pub(super) fn to_do(&self, now: Timestamp) -> Vec<ToDo> {
        let mut all = self.named(now);
        all.extend(self.counted());
        // What is bad comes first, and otherwise what was written first.
        all.sort_by_key(|one| match one.tone {
            "bad" => 0,
            "warn" => 1,
            _ => 2,
        });
        all
    }

    /// What is known by its name.
    fn named(&self, now: Timestamp) -> Vec<ToDo> {
        let of = &self.attention;
        let mut all: Vec<ToDo> = self
            .incidents
            .iter()
            .map(|one| incident(one, now))
            .collect();
        if of.proof.as_ref().is_some_and(|proof| !proof.ok()) {
            all.push(ToDo {
                tone: "bad",
                mark: "ledger".to_owned(),
                what: "The ledger is not balanced".to_owned(),
                href: "/console/ledger".to_owned(),
                more: Html::default(),
            });
        }
        all.extend(of.alerts.iter().map(|one| {
            ToDo {
                tone: match one.kind {
                    AlertKind::Expiry | AlertKind::UpstreamLow => "warn",
                    AlertKind::UpstreamAccount | AlertKind::TasksStuck | AlertKind::JobsFailing => {
                        "bad"
                    }
                },
                mark: "alert".to_owned(),
                what: one.says.clone(),
                href: match one.kind {
                    AlertKind::UpstreamAccount | AlertKind::UpstreamLow => {
                        "/console/register/sources"
                    }
                    AlertKind::TasksStuck => "/console/work/outbox",
                    AlertKind::Expiry => "/console/operators",
                    AlertKind::JobsFailing => "/console/work",
                }
                .to_owned(),
                more: show::ago(one.raised_at, now),
            }
        }));
        all.extend(of.live.iter().take(NAMED_MAX).map(|one| ToDo {
            tone: "warn",
            mark: "Live".to_owned(),
            what: format!("{} requests Live access to {}", one.name, one.scope),
            href: format!("/console/tenants/{}/live#live-{}", one.tenant, one.scope),
            more: show::ago(one.requested_at, now),
        }));
        all.extend(of.low.iter().map(|one| ToDo {
            tone: "warn",
            mark: "low".to_owned(),
            what: format!("{} has {} left in Live", one.name, show::naira(one.balance)),
            href: format!("/console/tenants/{}/wallets", one.id),
            more: show::ago(one.since, now),
        }));
        all.extend(of.waiting.iter().map(|one| ToDo {
            tone: "plain",
            mark: "invited".to_owned(),
            what: format!("The owner of {} has not joined", one.name),
            href: format!("/console/tenants/{}/members", one.id),
            more: show::ago(one.since, now),
        }));
        all
    }

    /// What is counted.
    fn counted(&self) -> impl Iterator<Item = ToDo> {
        let all = self.urgent().into_iter().chain(self.others());
        let some = all.filter(|(_, count, ..)| *count > 0);
        some.map(|(tone, count, what, href)| ToDo {
            tone,
            mark: counted(count),
            what: what.to_owned(),
            href: href.to_owned(),
            more: Html::default(),
        })
    }

    fn urgent(&self) -> [Counted; 4] {
        let stuck = self.jobs.late + self.jobs.lost;
        [
            (
                "bad",
                self.unmatched.top_ups,
                "paid top-ups that no wallet was credited with",
                "/console/top-ups?state=kept",
            ),
            (
                "bad",
                self.attention.tasks_stuck,
                "stuck outbox tasks",
                "/console/work/outbox",
            ),
            ("bad", stuck, "stuck extraction jobs", "/console/work"),
            (
                "bad",
                self.unsettled.unknown,
                "subscriptions that the exchange has not confirmed",
                "/console/offers/reconciliation",
            ),
        ]
    }

    fn others(&self) -> [Counted; 8] {
        let of = &self.attention;
        let live = i64::try_from(of.live.len().saturating_sub(NAMED_MAX)).unwrap_or(i64::MAX);
        let named = i64::try_from(of.waiting.len()).unwrap_or(0);
        [
            (
                "warn",
                of.proposals,
                "proposals that another operator must confirm",
                "/console/proposals",
            ),
            (
                "warn",
                of.access_requests,
                "businesses that ask for access",
                "/console/access-requests",
            ),
            (
                "warn",
                self.unmatched.transfers,
                "bank transfers to match, of the last 7 days",
                "/console/top-ups/transfers?outcome=unknown_reference",
            ),
            (
                "warn",
                self.unsettled.payments,
                "payments for offers to match, of the last 7 days",
                "/console/offers/payments",
            ),
            (
                "warn",
                of.holds_old,
                "holds older than an hour",
                "/console/work/holds",
            ),
            (
                "warn",
                self.jobs.given_up,
                "extraction jobs that failed in the last day",
                "/console/work",
            ),
            (
                "warn",
                live,
                "more requests for Live access",
                "/console/tenants",
            ),
            (
                "plain",
                of.waiting_count - named,
                "more tenants whose owner has not joined",
                "/console/tenants",
            ),
        ]
    }
}

fn incident(one: &Incident, now: Timestamp) -> ToDo {
    let (tone, mark) = match (one.kind, one.impact) {
        (Kind::Maintenance, _) => ("plain", "maintenance"),
        (Kind::Incident, Impact::Down) => ("bad", "down"),
        (Kind::Incident, Impact::Degraded) => ("warn", "degraded"),
        (Kind::Incident, Impact::None) => ("plain", "incident"),
    };
    ToDo {
        tone,
        mark: mark.to_owned(),
        what: one.title.clone(),
        href: format!("/console/incidents/{}", one.id),
        more: show::ago(one.starts_at, now),
    }
}

/// `1,000 or more` where counting stopped.
fn counted(count: i64) -> String {
    if count >= COUNTED_MAX {
        format!("{} or more", show::count(COUNTED_MAX))
    } else {
        show::count(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waiting() -> Waiting<'static> {
        Waiting {
            attention: Attention::default(),
            jobs: Troubled::default(),
            unmatched: Unmatched::default(),
            unsettled: Unsettled::default(),
            incidents: Vec::new(),
        }
    }

    #[test]
    fn nothing_waits_where_nothing_was_counted() {
        assert!(waiting().to_do(Timestamp::default()).is_empty());
    }

    #[test]
    fn what_is_bad_comes_first_and_counts_stop() {
        let mut all = waiting();
        all.attention.waiting_count = 1;
        all.attention.proposals = 2;
        all.jobs.late = 2 * COUNTED_MAX;
        let all = all.to_do(Timestamp::default());
        let marks: Vec<(&str, &str)> = all.iter().map(|one| (one.tone, &*one.mark)).collect();
        assert_eq!(
            marks,
            [("bad", "1,000 or more"), ("warn", "2"), ("plain", "1")]
        );
    }
}
