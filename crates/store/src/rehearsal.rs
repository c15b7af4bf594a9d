//! Operations that are run to see what they would do, and undone.

use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};

use kofa_domain::{Error, Result};

use crate::{File, Op, Store, Tx};

/// An operation whose transaction never commits.
struct Undone<O: Op> {
    op: O,
    out: Arc<Mutex<Option<O::Out>>>,
}

impl<O: Op> Op for Undone<O> {
    type Out = Infallible;
    const FILE: File = O::FILE;
    const IS_LONG: bool = O::IS_LONG;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Infallible> {
        let out = tx.run(&self.op).await?;
        *self.out.lock().unwrap_or_else(PoisonError::into_inner) = Some(out);
        Err(Error::internal("a rehearsal is undone"))
    }
}

impl Store {
    /// What [`Store::write`] would return. The operation runs in a transaction that is rolled
    /// back: nothing of it stays. It holds others up as much as if it were kept.
    ///
    /// # Errors
    /// As [`Store::write`].
    pub async fn rehearse<O: Op>(&self, op: O) -> Result<O::Out> {
        let out = Arc::new(Mutex::new(None));
        let undone = Undone {
            op,
            out: Arc::clone(&out),
        };
        let error = match self.write(undone).await {
            Ok(never) => match never {},
            Err(error) => error,
        };
        let out = out.lock().unwrap_or_else(PoisonError::into_inner).take();
        out.ok_or(error)
    }
}
