//! Operations as the drivers see them: of one type, so that queues, retries and transactions are
//! compiled once and not once for each operation.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use kofa_domain::{Error, Result};
use rusqlite::Connection;

use crate::op::{File, Op};
use crate::postgres::{BoxFuture, Patience};
use crate::tx::{Driver, Tx};

/// An operation and, once it ran, what it returned.
pub(crate) trait Erased: Send {
    /// Runs it on SQLite, whose calls return at once.
    fn run_sync(&mut self, tx: &mut Tx<'_>) -> Result<()>;

    /// Runs it where statements are waited for.
    fn run<'a>(&'a mut self, tx: &'a mut Tx<'_>) -> BoxFuture<'a, Result<()>>;

    /// Runs it as a single statement; false where it takes more and nothing was changed.
    fn run_at_once<'a>(&'a mut self, tx: &'a mut Tx<'_>) -> BoxFuture<'a, Result<bool>>;

    /// Itself, to be downcast to [`Running`].
    fn into_any(self: Box<Self>) -> Box<dyn Any>;
}

/// Runs `op` in a transaction of SQLite that is open. One that panics has failed, like any other
/// that does: what it did is undone, and the thread goes on with what waits behind it.
pub(crate) fn run_on(connection: &mut Connection, op: &mut dyn Erased) -> Result<()> {
    let run = AssertUnwindSafe(|| op.run_sync(&mut Tx(Driver::Sqlite(connection))));
    let panicked = |_| Err(Error::internal("a storage operation panicked"));
    catch_unwind(run).unwrap_or_else(panicked)
}

/// What an operation says of itself before it runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Traits {
    pub(crate) file: File,
    pub(crate) is_one_read: bool,
    pub(crate) is_for_calls: bool,
    pub(crate) is_long: bool,
}

impl Traits {
    pub(crate) const fn of<O: Op>() -> Self {
        Self {
            file: O::FILE,
            is_one_read: O::IS_ONE_READ,
            is_for_calls: O::IS_FOR_CALLS,
            is_long: O::IS_LONG,
        }
    }

    /// How long its statements may take where it only reads.
    pub(crate) const fn to_read(self) -> Patience {
        match (self.is_long, self.is_for_calls) {
            (true, _) => Patience::Long,
            (false, true) => Patience::Calls,
            (false, false) => Patience::Pages,
        }
    }

    /// The same where it changes something.
    pub(crate) const fn to_write(self) -> Patience {
        match self.is_long {
            true => Patience::Long,
            false => Patience::Calls,
        }
    }
}

/// The one implementation of [`Erased`].
pub(crate) struct Running<O: Op> {
    op: O,
    out: Option<O::Out>,
}

impl<O: Op> Running<O> {
    pub(crate) fn new(op: O) -> Self {
        Self { op, out: None }
    }

    pub(crate) fn into_out(self) -> Result<O::Out> {
        let missing = || Error::internal("an operation ended without an outcome");
        self.out.ok_or_else(missing)
    }

    /// What `ran`, which was made of an `O`, returned.
    pub(crate) fn out_of(ran: Box<dyn Erased>) -> Result<O::Out> {
        match ran.into_any().downcast::<Self>() {
            Ok(running) => running.into_out(),
            Err(_) => Err(Error::internal("an operation came back as another")),
        }
    }
}

impl<O: Op> Erased for Running<O> {
    fn run_sync(&mut self, tx: &mut Tx<'_>) -> Result<()> {
        self.out = Some(ready(tx.run(&self.op))?);
        Ok(())
    }

    fn run<'a>(&'a mut self, tx: &'a mut Tx<'_>) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move {
            self.out = Some(tx.run(&self.op).await?);
            Ok(())
        })
    }

    fn run_at_once<'a>(&'a mut self, tx: &'a mut Tx<'_>) -> BoxFuture<'a, Result<bool>> {
        Box::pin(async move {
            self.out = self.op.at_once(tx).await?;
            #[cfg(feature = "testing")]
            if self.out.is_some() {
                crate::ran::note(tx.dialect(), std::any::type_name::<O>());
            }
            Ok(self.out.is_some())
        })
    }

    fn into_any(self: Box<Self>) -> Box<dyn Any> {
        self
    }
}

/// SQLite calls return at once, so an operation's future is ready at its first poll. If it
/// is not, someone awaited the outside world while holding the only writer: it fails, loudly,
/// in the first test that runs it.
fn ready<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(out) => out,
        Poll::Pending => panic!("a storage operation waited on something other than the store"),
    }
}
