//! What commands work with.

use std::sync::Arc;

use http::Extensions;
use kofa_domain::{Clock, Error, Ids, Result, codes};
use kofa_store::{Store, Vault};

use super::{Command, Method};
use crate::directory::By;
use crate::snapshot::Snapshot;
use crate::wallet::Wallets;
use crate::watch::take_over;

/// What commands work with; cheap to clone.
#[derive(Clone, Debug)]
pub struct Services {
    /// Where everything is kept.
    pub store: Store,
    /// The present.
    pub clock: Arc<dyn Clock>,
    /// Ids and secrets.
    pub ids: Ids,
    /// `None` where no master key is known.
    pub vault: Option<Vault>,
    /// What only commands of one product work with, by its type.
    pub parts: Extensions,
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
    /// For digests and seals.
    ///
    /// # Errors
    /// 503 where the master key is not known: it cannot be done here.
    pub fn vault(&self) -> Result<&Vault> {
        let missing = || {
            let message = "This needs the master key, which is not known here.";
            Error::new(&codes::SERVICE_UNAVAILABLE, message)
        };
        self.vault.as_ref().ok_or_else(missing)
    }

    /// What commands of one product work with.
    ///
    /// # Errors
    /// 503 where this process has none.
    pub fn part<T: Send + Sync + 'static>(&self) -> Result<&T> {
        let missing = || {
            let message = "Only a running server can do this.";
            Error::new(&codes::SERVICE_UNAVAILABLE, message)
        };
        self.parts.get().ok_or_else(missing)
    }

    /// Runs a command as `by`. What it changed holds in this process when this returns, and on
    /// every other node within a second.
    ///
    /// Its entry in the audit log is written by the operation that changes, in the same
    /// transaction.
    ///
    /// # Errors
    /// 403 `forbidden` without its right; else its own.
    pub async fn run<C: Command>(&self, by: By, command: C) -> Result<C::Output> {
        by.actor.needs_permission(C::SPEC.right)?;
        let output = command.run(self, by).await?;
        if C::SPEC.method != Method::Get {
            self.take_over().await;
        }
        Ok(output)
    }

    /// It is on disk already: where this fails, it holds at the next poll.
    async fn take_over(&self) {
        if let Some(Memory { snapshot, wallets }) = &self.memory {
            take_over(snapshot, wallets).await;
        }
    }
}
