//! What operators type about an incident, checked.

use kofa_domain::{Fault, Timestamp, codes};

use super::Service;
use super::words::{Impact, Kind, State};
use crate::product::Products;
use crate::text::{is_hidden, read_name};

/// Longest text of an update, in characters.
pub const MESSAGE_CHARS_MAX: usize = 1_000;
/// Longest planned work, in seconds.
const WORK_SECONDS_MAX: i64 = 7 * 86_400;
/// How far ahead work is planned, in seconds.
const AHEAD_SECONDS_MAX: i64 = 366 * 86_400;
/// How long ago an incident may have begun that is told now, in seconds.
const BACK_SECONDS_MAX: i64 = 30 * 86_400;

/// An incident or planned work that is about to be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Which of the two.
    pub kind: Kind,
    /// In a few words.
    pub title: String,
    /// What callers notice.
    pub impact: Impact,
    /// How far it is.
    pub state: State,
    /// Where.
    pub affects: Vec<Service>,
    /// In words.
    pub message: String,
    /// Since when, or from when.
    pub starts_at: Timestamp,
    /// Of planned work: until when.
    pub ends_at: Option<Timestamp>,
}

/// What is said about one that was told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// How far it is; `None` as before.
    pub state: Option<State>,
    /// What callers notice; `None` as before.
    pub impact: Option<Impact>,
    /// A new end of planned work.
    pub ends_at: Option<Timestamp>,
    /// In words.
    pub message: String,
}

/// What someone typed; empty texts say nothing.
#[derive(Clone, Debug, Default)]
pub struct PlanRequest {
    /// A word of [`Kind`]; empty for an incident.
    pub kind: String,
    /// In a few words.
    pub title: String,
    /// A word of [`Impact`]; empty as before.
    pub impact: String,
    /// A word of [`State`]; empty as before, or the first.
    pub state: String,
    /// Services as [`Products::service`] reads them.
    pub affects: Vec<String>,
    /// In words.
    pub message: String,
    /// RFC 3339; empty for now.
    pub starts_at: String,
    /// RFC 3339; empty for none.
    pub ends_at: String,
}

fn wrong(faults: &mut Vec<Fault>, field: &'static str, must: &str) {
    let message = format!("`{field}` {must}.");
    faults.push(Fault::on(field, &codes::INVALID_FIELD, message));
}

fn word<T>(
    faults: &mut Vec<Fault>,
    field: &'static str,
    text: &str,
    (words, parse): (&[&str], impl Fn(&str) -> Option<T>),
) -> Option<T> {
    let text = text.trim();
    if text.is_empty() {
        return None;
    }
    let read = parse(text);
    if read.is_none() {
        wrong(
            faults,
            field,
            &format!("must be one of {}", words.join(", ")),
        );
    }
    read
}

fn moment(faults: &mut Vec<Fault>, field: &'static str, text: &str) -> Option<Timestamp> {
    let text = text.trim();
    if text.is_empty() {
        return None;
    }
    let read = Timestamp::parse_rfc3339(text);
    if read.is_none() {
        let must = "must be a moment in RFC 3339, such as 2027-01-31T22:00:00+01:00";
        wrong(faults, field, must);
    }
    read
}

fn message(faults: &mut Vec<Fault>, text: &str) -> String {
    let text = text.trim().replace("\r\n", "\n");
    if text.is_empty() {
        faults.push(Fault::missing("message"));
    } else if text.chars().count() > MESSAGE_CHARS_MAX
        || text.chars().any(|c| is_hidden(c) && c != '\n')
    {
        let must =
            format!("must have at most {MESSAGE_CHARS_MAX} characters and no control characters");
        wrong(faults, "message", &must);
    }
    text
}

impl PlanRequest {
    /// Reads it as something new; every fault is added to `faults`.
    pub fn read(
        &self,
        products: &Products,
        now: Timestamp,
        faults: &mut Vec<Fault>,
    ) -> Option<Plan> {
        let before = faults.len();
        let kind = word(faults, "kind", &self.kind, (Kind::WORDS, Kind::parse));
        let kind = kind.unwrap_or(Kind::Incident);
        let title = read_name("title", &self.title, faults).unwrap_or_default();
        let impact = word(
            faults,
            "impact",
            &self.impact,
            (Impact::WORDS, Impact::parse),
        );
        if self.impact.trim().is_empty() {
            faults.push(Fault::missing("impact"));
        }
        let state = word(faults, "state", &self.state, (State::WORDS, State::parse));
        let state = state.unwrap_or(match kind {
            Kind::Incident => State::Investigating,
            Kind::Maintenance => State::Scheduled,
        });
        if state == State::Resolved || !state.is_of(kind) {
            let must = match kind {
                Kind::Incident => "must be investigating, identified or monitoring",
                Kind::Maintenance => "of planned work must be scheduled",
            };
            wrong(faults, "state", must);
        }
        let affects = self.services(products, faults);
        let message = message(faults, &self.message);
        let starts_at = moment(faults, "startsAt", &self.starts_at);
        let ends_at = moment(faults, "endsAt", &self.ends_at);
        let (starts_at, ends_at) = match kind {
            Kind::Incident => (since(faults, starts_at, ends_at, now), None),
            Kind::Maintenance => self.span(faults, starts_at, ends_at, now),
        };
        (faults.len() == before).then_some(Plan {
            kind,
            title,
            impact: impact?,
            state,
            affects,
            message,
            starts_at,
            ends_at,
        })
    }

    /// Reads it as an update; title, kind, services and start play no part.
    pub fn read_change(&self, faults: &mut Vec<Fault>) -> Option<Change> {
        let before = faults.len();
        let change = Change {
            state: word(faults, "state", &self.state, (State::WORDS, State::parse)),
            impact: word(
                faults,
                "impact",
                &self.impact,
                (Impact::WORDS, Impact::parse),
            ),
            ends_at: moment(faults, "endsAt", &self.ends_at),
            message: message(faults, &self.message),
        };
        (faults.len() == before).then_some(change)
    }

    fn services(&self, products: &Products, faults: &mut Vec<Fault>) -> Vec<Service> {
        let read: Option<Vec<Service>> = self
            .affects
            .iter()
            .map(|text| products.service(text))
            .collect();
        let mut all = match read {
            Some(all) if all.is_empty() => {
                faults.push(Fault::missing("affects"));
                all
            }
            Some(all) => all,
            None => {
                let must = "must hold services such as investment_ipo/live";
                wrong(faults, "affects", must);
                Vec::new()
            }
        };
        all.sort_by_key(|one| (products.position(one.scope), one.environment));
        all.dedup();
        all
    }

    fn span(
        &self,
        faults: &mut Vec<Fault>,
        starts_at: Option<Timestamp>,
        ends_at: Option<Timestamp>,
        now: Timestamp,
    ) -> (Timestamp, Option<Timestamp>) {
        for (field, text) in [("startsAt", &self.starts_at), ("endsAt", &self.ends_at)] {
            if text.trim().is_empty() {
                faults.push(Fault::missing(field));
            }
        }
        let start = starts_at.unwrap_or(now);
        if start > now.plus_seconds(AHEAD_SECONDS_MAX)
            || start < now.plus_seconds(-WORK_SECONDS_MAX)
        {
            wrong(faults, "startsAt", "must be within a year");
        } else if let Some(end) = ends_at
            && (end <= start || end <= now || end > start.plus_seconds(WORK_SECONDS_MAX))
        {
            let must = "must be in the future, after the start and within seven days of it";
            wrong(faults, "endsAt", must);
        }
        (start, ends_at)
    }
}

fn since(
    faults: &mut Vec<Fault>,
    starts_at: Option<Timestamp>,
    ends_at: Option<Timestamp>,
    now: Timestamp,
) -> Timestamp {
    let start = starts_at.unwrap_or(now);
    if start > now || start < now.plus_seconds(-BACK_SECONDS_MAX) {
        wrong(
            faults,
            "startsAt",
            "of an incident must be within the last 30 days",
        );
    }
    if ends_at.is_some() {
        wrong(faults, "endsAt", "is of planned work only");
    }
    start
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::product::sample::products;

    const NOW: Timestamp = Timestamp::from_micros(1_795_253_400_000_000);

    fn request() -> PlanRequest {
        PlanRequest {
            title: " Company look-ups fail ".into(),
            impact: "degraded".into(),
            affects: vec![
                "business_validation_registry/live".into(),
                "business_validation_registry/live".into(),
            ],
            message: "We look into it.\r\nMore soon.".into(),
            ..PlanRequest::default()
        }
    }

    fn fields(request: &PlanRequest) -> Vec<String> {
        let mut faults = Vec::new();
        assert_eq!(request.read(&products(), NOW, &mut faults), None);
        let field = |fault: Fault| fault.field.unwrap_or_default().into_owned();
        faults.into_iter().map(field).collect()
    }

    #[test]
    fn an_incident_begins_now_and_is_looked_into() {
        let mut faults = Vec::new();
        let plan = request().read(&products(), NOW, &mut faults).unwrap();
        assert_eq!(plan.title, "Company look-ups fail");
        assert_eq!(plan.affects.len(), 1);
        assert_eq!(plan.message, "We look into it.\nMore soon.");
        assert_eq!((plan.starts_at, plan.ends_at), (NOW, None));
        assert_eq!(plan.state, State::Investigating);
    }

    #[test]
    fn planned_work_has_a_start_and_an_end() {
        let work = PlanRequest {
            kind: "maintenance".into(),
            starts_at: "2026-11-22T22:00:00+01:00".into(),
            ends_at: "2026-11-22T23:30:00+01:00".into(),
            ..request()
        };
        let plan = work.read(&products(), NOW, &mut Vec::new()).unwrap();
        assert_eq!(plan.state, State::Scheduled);
        let check = |starts_at: &str, ends_at: &str, expected: &[&str]| {
            let wrong = PlanRequest {
                starts_at: starts_at.into(),
                ends_at: ends_at.into(),
                ..work.clone()
            };
            assert_eq!(fields(&wrong), expected, "{starts_at} {ends_at}");
        };
        check("", "", &["startsAt", "endsAt"]);
        check("2026-11-22T22:00:00Z", "2026-11-22T22:00:00Z", &["endsAt"]);
        check("2026-11-22T22:00:00Z", "2026-12-22T22:00:00Z", &["endsAt"]);
        check(
            "2029-11-22T22:00:00Z",
            "2029-11-22T23:00:00Z",
            &["startsAt"],
        );
        check("soon", "2026-11-22T23:00:00Z", &["startsAt"]);
    }

    #[test]
    fn all_faults_come_at_once() {
        let wrong = PlanRequest {
            kind: "party".into(),
            title: "\u{7}".into(),
            impact: "huge".into(),
            state: "resolved".into(),
            affects: vec!["everything".into()],
            message: " ".into(),
            starts_at: "2030-01-01T00:00:00Z".into(),
            ends_at: "2030-01-01T00:00:00Z".into(),
        };
        let expected = [
            "kind", "title", "impact", "state", "affects", "message", "startsAt", "endsAt",
        ];
        assert_eq!(fields(&wrong), expected);
        let none = PlanRequest::default();
        assert_eq!(fields(&none), ["title", "impact", "affects", "message"]);
    }

    proptest! {
        #[test]
        fn nothing_typed_panics(text in "\\PC{0,80}") {
            let typed = PlanRequest {
                kind: text.clone(),
                title: text.clone(),
                impact: text.clone(),
                state: text.clone(),
                affects: vec![text.clone()],
                message: text.clone(),
                starts_at: text.clone(),
                ends_at: text,
            };
            let _ = typed.read(&products(), NOW, &mut Vec::new());
            let _ = typed.read_change(&mut Vec::new());
        }
    }
}
