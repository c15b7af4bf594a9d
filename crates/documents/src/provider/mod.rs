//! An AI provider beside the embedded engine: any endpoint that speaks the OpenAI chat
//! protocol, hosted or local. It is asked for an opinion, never for the truth: what it says is
//! held against the document's own words by `kofa_address::with_opinion`, and when it is down,
//! slow, over its budget or talks nonsense, the engine's answer stands as it is.

mod client;
mod prompt;
mod said;
mod settings;

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use kofa_address::{Document, Extraction, Infer, Opinion, OpinionUse, Source};
use kofa_domain::{Clock, Timestamp};

pub use settings::{ProviderInput, ProviderSettings};

use client::Client;

/// Days are counted in Lagos, as people who set budgets do.
const DAY_S: i64 = 86_400;
const LAGOS_S: i64 = 3_600;

pub struct Provider {
    settings: ProviderSettings,
    client: Client,
    budget: Mutex<Budget>,
}

/// The calls of a day.
#[derive(Debug, Default)]
struct Budget {
    day: i64,
    calls: u32,
}

impl fmt::Debug for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.settings, f)
    }
}

/// Why there is no opinion. Nothing in it repeats what was sent or received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Silence {
    /// The day's calls are spent.
    OverBudget,
    /// It failed several times and is left alone for a while, or too many calls are on their
    /// way.
    Paused,
    /// It could not be reached, or the connection broke.
    Unreachable,
    /// It took too long.
    TimedOut,
    /// It refused: the HTTP status.
    Refused(u16),
    /// Its answer was too long.
    TooLong,
    /// Its answer was not what was asked for.
    Malformed,
}

impl Provider {
    /// With settings that were checked.
    ///
    /// # Errors
    /// What is wrong with a setting, by its name.
    pub fn new(settings: ProviderSettings, clock: Arc<dyn Clock>) -> Result<Self, String> {
        settings.check()?;
        let client = Client::new(&settings, clock)?;
        Ok(Self {
            settings,
            client,
            budget: Mutex::default(),
        })
    }

    /// What its opinions may decide.
    pub(crate) fn may(&self) -> OpinionUse {
        self.settings.may
    }

    /// Asks what it reads in a document, if there is something to ask. `None`: the engine's
    /// answer stands.
    pub(crate) async fn opinion(
        &self,
        document: &Document,
        picture: Option<&Bytes>,
        found: &Extraction,
        infer: Infer,
        now: Timestamp,
    ) -> Option<Opinion> {
        let missing = is_missing(found, infer);
        let wanted = match self.settings.may {
            OpinionUse::Infer => missing,
            OpinionUse::Extract => true,
        };
        if !wanted {
            return None;
        }
        match self.ask(document, picture, found, now).await {
            Ok(opinion) => Some(opinion),
            Err(silence) => {
                tracing::warn!(?silence, "the AI provider gave no opinion");
                None
            }
        }
    }

    async fn ask(
        &self,
        document: &Document,
        picture: Option<&Bytes>,
        found: &Extraction,
        now: Timestamp,
    ) -> Result<Opinion, Silence> {
        self.admit(now)?;
        let body = prompt::body(&self.settings, document, picture, found);
        let said = self.client.post(body).await;
        if matches!(said, Err(Silence::Paused)) {
            self.give_back();
        }
        said
    }

    fn budget(&self) -> MutexGuard<'_, Budget> {
        self.budget.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes one call from the day's budget.
    fn admit(&self, now: Timestamp) -> Result<(), Silence> {
        let day = (now.millis() / 1_000 + LAGOS_S).div_euclid(DAY_S);
        let mut budget = self.budget();
        // Calls from both sides of midnight may come in turns: a day that is over is none.
        if budget.day < day {
            budget.day = day;
            budget.calls = 0;
        }
        if budget.calls >= self.settings.calls_per_day {
            return Err(Silence::OverBudget);
        }
        budget.calls += 1;
        Ok(())
    }

    /// What was not sent costs nothing.
    fn give_back(&self) {
        let mut budget = self.budget();
        budget.calls = budget.calls.saturating_sub(1);
    }
}

/// Whether an address was found and a field is missing that may be inferred.
fn is_missing(found: &Extraction, infer: Infer) -> bool {
    let fields = [
        (infer.lga, &found.fields.lga),
        (infer.state, &found.fields.state),
        (infer.country, &found.fields.country),
    ];
    let missing = fields
        .iter()
        .any(|(may, field)| *may && field.source == Source::NotFound);
    missing && !found.full_address.is_empty()
}

#[cfg(test)]
mod tests {
    use kofa_domain::ManualClock;

    use super::*;

    #[test]
    fn a_day_has_its_calls_once_also_when_late_ones_come_after_midnight() {
        let settings = ProviderSettings {
            url: "http://127.0.0.1:9/v1".to_owned(),
            model: "any".to_owned(),
            key: None,
            may: OpinionUse::Infer,
            input: ProviderInput::Text,
            timeout_ms: 500,
            calls_per_day: 2,
        };
        let midnight = Timestamp::parse_rfc3339("2026-11-21T23:00:00Z").unwrap();
        let clock = ManualClock::new(midnight);
        let provider = Provider::new(settings, Arc::new(clock)).unwrap();
        let before = midnight.plus_seconds(-1);
        assert_eq!(provider.admit(before), Ok(()));
        assert_eq!(provider.admit(midnight), Ok(()));
        assert_eq!(provider.admit(before), Ok(()));
        for now in [midnight, before] {
            assert_eq!(provider.admit(now), Err(Silence::OverBudget));
        }
        let next_day = midnight.plus_seconds(DAY_S);
        assert_eq!(provider.admit(next_day), Ok(()));
    }
}
