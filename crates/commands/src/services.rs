//! What commands work with.

use std::sync::Arc;

use http::Extensions;
use kofa_core::codes::SECOND_OPERATOR_NEEDED;
use kofa_core::product::Products;
use kofa_core::{Actor, ActorAt};
use kofa_domain::{Clock, Error, Ids, Result, Sensitive};
use kofa_gate::{Snapshot, take_over};
use kofa_identity::live_checklist::LiveRules;
use kofa_ledger::Wallets;
use kofa_mail::Mailer;
use kofa_store::{Store, Vault};

use super::{Command, Concern, House, Method};

/// What commands work with; cheap to clone.
#[derive(Clone, Debug)]
pub struct Services {
    /// Where everything is kept.
    pub store: Store,
    pub clock: Arc<dyn Clock>,
    pub ids: Ids,
    /// What can be called and priced.
    pub products: Products,
    /// Of the master key; or why there is none.
    pub vault: Result<Vault, String>,
    /// Where the platform is reached, without a slash at the end: begins every link.
    pub base_url: String,
    /// What only commands of one product work with, by its type.
    pub parts: Extensions,
    /// What is asked of operators.
    pub house: House,
    /// `None` where no mail server is configured.
    pub mailer: Option<Mailer>,
    /// `None` in a process that serves no calls.
    pub memory: Option<Memory>,
}

/// What a process that serves calls keeps in memory.
#[derive(Clone, Debug)]
pub struct Memory {
    /// Keys, tenants and prices.
    pub snapshot: Arc<Snapshot>,
    /// What may be spent, leased.
    pub wallets: Arc<Wallets>,
}

impl Services {
    /// For digests of tokens and keys, and for seals.
    ///
    /// # Errors
    /// 503 in a process without the master key.
    pub fn vault(&self) -> Result<&Vault> {
        self.vault.as_ref().map_err(Error::unavailable)
    }

    /// What commands of one product work with.
    ///
    /// # Errors
    /// 503 where this process has none.
    pub fn part<T: Send + Sync + 'static>(&self) -> Result<&T> {
        let missing = || Error::unavailable("only a running server can do this");
        self.parts.get().ok_or_else(missing)
    }

    /// The link that a token ends: `path` is what lies between.
    pub(crate) fn link(&self, path: &str, token: &Sensitive<String>) -> Sensitive<String> {
        Sensitive::new(format!("{}/{path}/{}", self.base_url, token.expose()))
    }

    /// What a process that serves calls keeps in memory.
    ///
    /// # Errors
    /// 503 in any other process: only the server knows what its calls have reserved, and leasing a
    /// wallet elsewhere would take it from the server.
    pub fn memory(&self) -> Result<&Memory> {
        let missing = || Error::unavailable("only a running server can do this");
        self.memory.as_ref().ok_or_else(missing)
    }

    /// Runs a command as `by`. What it changed holds in this process when this returns, and on
    /// every other node within a second.
    ///
    /// Its entry in the audit log is written by the operation that changes, in the same
    /// transaction.
    ///
    /// # Errors
    /// 403 `forbidden` without its right, 403 `confirmation_needed` in an old session of the
    /// console where it asks for the password again, 403 `second_operator_needed` where it has to
    /// be proposed ([`Entry::run`](crate::Entry::run) does that); else its own.
    pub async fn run<C: Command>(&self, by: ActorAt, command: C) -> Result<C::Output> {
        C::admits(&self.products, &by.actor)?;
        if C::SPEC.asks_again {
            by.actor.must_be_fresh()?;
        }
        if self.asks_second(&by, &command).is_some() {
            return Err(Error::plain(&SECOND_OPERATOR_NEEDED));
        }
        let output = command.run(self, by).await?;
        if C::SPEC.method != Method::Get {
            self.take_over().await;
        }
        Ok(output)
    }

    /// What a command is about, if the house wants four eyes on it and only an operator's two have
    /// seen it.
    pub(crate) fn asks_second<C: Command>(&self, by: &ActorAt, command: &C) -> Option<Concern> {
        let concern = command.concern()?;
        let is_operator = matches!(by.actor, Actor::Operator { .. });
        (is_operator && self.house.four_eyes.contains(&concern)).then_some(concern)
    }

    /// What live asks for here.
    pub fn live_rules(&self) -> LiveRules {
        LiveRules {
            required: self.house.live_checklist.clone(),
            has_mail: self.mailer.is_some(),
        }
    }

    /// The same for a command that a second operator has confirmed.
    pub(crate) fn seen_twice(&self) -> Self {
        let mut services = self.clone();
        services.house.four_eyes.clear();
        services
    }

    /// It is on disk already: where this fails, it holds at the next poll.
    async fn take_over(&self) {
        if let Some(Memory { snapshot, wallets }) = &self.memory {
            take_over(snapshot, wallets).await;
        }
    }
}
