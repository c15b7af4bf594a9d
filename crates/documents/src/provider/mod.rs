//! An AI provider beside the embedded engine: any endpoint that speaks the OpenAI chat
//! protocol, hosted or local. It is asked for an opinion, never for the truth: what it says is
//! held against the document's own words by `kofa_address::with_opinion`, and when it is down,
//! slow, over its budget or talks nonsense, the engine's answer stands as it is.

mod client;
mod prompt;
mod said;
mod settings;

use std::fmt;
use std::sync::{Mutex, PoisonError};

use bytes::Bytes;
use kofa_address::{Document, Extraction, Infer, Opinion, OpinionUse, Source};
use kofa_domain::Timestamp;

pub use settings::{ProviderInput, ProviderSettings};

use client::Client;

/// After this many failures in a row it is left alone for a while.
const FAILURES_MAX: u32 = 3;
/// How long it is left alone, in seconds.
const PAUSE_S: i64 = 30;
/// Days are counted in Lagos, as people who set budgets do.
const DAY_S: i64 = 86_400;
const LAGOS_S: i64 = 3_600;

/// A configured provider.
pub struct Provider {
    settings: ProviderSettings,
    client: Client,
    state: Mutex<State>,
}

/// What was asked of it so far.
#[derive(Debug, Default)]
struct State {
    /// Days since 1970.
    day: i64,
    calls: u32,
    failures: u32,
    /// Not to be asked before.
    paused_until: Option<Timestamp>,
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
    /// It failed several times and is left alone for a while.
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
    pub fn new(settings: ProviderSettings) -> Result<Self, String> {
        settings.check()?;
        let client = Client::new(&settings)?;
        Ok(Self {
            settings,
            client,
            state: Mutex::default(),
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
        let answer = self.client.post(body).await;
        let said = answer.and_then(|answer| said::opinion(&answer));
        self.note(now, said.is_ok());
        said
    }

    /// Takes one call from the day's budget.
    fn admit(&self, now: Timestamp) -> Result<(), Silence> {
        let day = (now.millis() / 1_000 + LAGOS_S).div_euclid(DAY_S);
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.paused_until.is_some_and(|until| now < until) {
            return Err(Silence::Paused);
        }
        // Calls from both sides of midnight may come in turns: a day that is over is none.
        if state.day < day {
            state.day = day;
            state.calls = 0;
        }
        if state.calls >= self.settings.calls_per_day {
            return Err(Silence::OverBudget);
        }
        state.calls += 1;
        Ok(())
    }

    fn note(&self, now: Timestamp, good: bool) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if good {
            state.failures = 0;
            state.paused_until = None;
            return;
        }
        state.failures += 1;
        if state.failures >= FAILURES_MAX {
            state.failures = 0;
            state.paused_until = Some(now.plus_seconds(PAUSE_S));
        }
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
    use super::*;

    #[test]
    fn a_day_has_its_calls_once_also_when_late_ones_come_after_midnight() {
        let provider = Provider::new(ProviderSettings {
            url: "http://127.0.0.1:9/v1".to_owned(),
            model: "any".to_owned(),
            key: None,
            may: OpinionUse::Infer,
            input: ProviderInput::Text,
            timeout_ms: 500,
            calls_per_day: 2,
        });
        let provider = provider.unwrap();
        let midnight = Timestamp::parse_rfc3339("2026-11-21T23:00:00Z").unwrap();
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
