//! What a product endpoint answers: the outcome, what it costs, and what is to be stored in
//! the same transaction as the charge.

use bytes::Bytes;
use kofa_domain::{Error, Kobo, Result};
use kofa_ledger::Gathered;
use kofa_ledger::gathered::{Each, Write};
use kofa_store::Op;
use serde::Serialize;

/// What a record takes as JSON, about: longer answers grow.
const JSON_BYTES: usize = 1_024;

/// An outcome that is neither a refusal nor a failure.
#[derive(Debug)]
pub struct Answer {
    pub(crate) status: u16,
    pub(crate) content_type: &'static str,
    pub(crate) body: Bytes,
    /// Of a failure that is told again.
    pub(crate) error_code: Option<String>,
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) charge: Charge,
    pub(crate) write: Option<Write>,
}

/// What a successful call costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Charge {
    Price,
    /// Less than was reserved, such as a look-up that was prepared to generate.
    AtMost(Kobo),
    Free,
    /// Nothing yet: the price is held until the work that the call began has ended.
    Later,
}

impl Answer {
    /// JSON with `status`, charged at the endpoint's price.
    ///
    /// # Errors
    /// `internal_error` if `body` cannot be written as JSON.
    pub fn json(status: u16, body: &impl Serialize) -> Result<Self> {
        let mut bytes = Vec::with_capacity(JSON_BYTES);
        serde_json::to_writer(&mut bytes, body).map_err(Error::internal)?;
        Ok(Self::bytes(status, "application/json", bytes.into()))
    }

    /// Any bytes with `status`, charged at the endpoint's price.
    pub fn bytes(status: u16, content_type: &'static str, body: Bytes) -> Self {
        Self {
            status,
            content_type,
            body,
            error_code: None,
            headers: Vec::new(),
            charge: Charge::Price,
            write: None,
        }
    }

    #[must_use]
    pub fn with_header(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// Charges at most `amount`, in kobo, instead of the endpoint's price.
    #[must_use]
    pub fn charged_at_most(mut self, amount: Kobo) -> Self {
        self.charge = Charge::AtMost(amount);
        self
    }

    #[must_use]
    pub fn free(mut self) -> Self {
        self.charge = Charge::Free;
        self
    }

    /// Charges nothing yet: the price stays reserved, durably, until [`kofa_ledger::Holds`]
    /// captures or releases it. To be stored with the work that will end in one or the other.
    #[must_use]
    pub fn charged_later(mut self) -> Self {
        self.charge = Charge::Later;
        self
    }

    /// A header by its name in small letters.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut all = self.headers.iter();
        all.find(|(key, _)| *key == name)
            .map(|(_, value)| value.as_str())
    }

    /// Stores `op` in the transaction of the charge and the log row, after what was given to
    /// this before. If it fails, the call fails and is free.
    #[must_use]
    pub fn with_write(self, op: impl Op<Out = ()>) -> Self {
        self.with_gathered(Each(op))
    }

    /// As [`Answer::with_write`], together with whatever else of its kind is being settled.
    #[must_use]
    pub fn with_gathered(mut self, gathered: impl Gathered) -> Self {
        self.write.get_or_insert_default().push(gathered);
        self
    }
}

/// Why a product endpoint does not answer with an [`Answer`]. Always free.
#[derive(Debug)]
pub struct Refusal {
    pub(crate) error: Error,
    pub(crate) write: Option<Write>,
    pub(crate) executed: bool,
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self {
            error,
            write: None,
            executed: false,
        }
    }
}

impl Refusal {
    /// A refusal after execution began (by the exchange, by the registry): it is what a
    /// replay of the same `Idempotency-Key` answers with.
    pub fn executed(error: Error) -> Self {
        Self {
            error,
            write: None,
            executed: true,
        }
    }

    /// Stores `op` in the transaction of the log row, after what was given to this before.
    #[must_use]
    pub fn with_write(self, op: impl Op<Out = ()>) -> Self {
        self.with_gathered(Each(op))
    }

    /// As [`Refusal::with_write`], together with whatever else of its kind is being settled.
    #[must_use]
    pub fn with_gathered(mut self, gathered: impl Gathered) -> Self {
        self.write.get_or_insert_default().push(gathered);
        self
    }
}
