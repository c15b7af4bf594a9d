//! What a storage operation is.

use kofa_domain::Result;

use crate::tx::Tx;

/// One storage operation: a value in, a value out, one transaction.
///
/// An operation may only wait on `tx`. It never sees the network, the clock or a random
/// number: those arrive as fields. It may be run more than once before it commits.
pub trait Op: Send + Sync + 'static {
    type Out: Send + 'static;

    /// The file that holds the tables it works on, on SQLite. It sees no table of the other.
    const FILE: File = File::Main;

    /// Whether it is one statement that only reads, a few rows by their key, and so a
    /// transaction by itself: PostgreSQL is asked once then instead of three times, and SQLite
    /// by whoever asks, without a reader's thread in between.
    const IS_ONE_READ: bool = false;

    /// Whether a call, or its admission, waits for it. Such reads are short, a few rows by their
    /// keys, and no report and no page of a long log, of which any number may be asked for, keeps
    /// all connections from them.
    const IS_FOR_CALLS: bool = false;

    /// Whether a statement of it may take minutes, for it looks at everything there is: on
    /// PostgreSQL others are given up after seconds.
    const IS_LONG: bool = false;

    /// The statements. `Err` rolls everything back.
    fn run(&self, tx: &mut Tx<'_>) -> impl Future<Output = Result<Self::Out>> + Send;

    /// All of it by one statement of PostgreSQL, which commits by itself: one question instead of
    /// several. `None` where this time it takes more; nothing may be changed then, and
    /// [`Op::run`] follows.
    fn at_once(&self, _tx: &mut Tx<'_>) -> impl Future<Output = Result<Option<Self::Out>>> + Send {
        std::future::ready(Ok(None))
    }
}

/// SQLite keeps what is written by every call apart from the register of companies, which is
/// imported now and then and read by many: each commit to a file costs its readers the pages
/// they knew, and its next writer waits for it. On PostgreSQL both are one database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum File {
    /// Everything but the register.
    Main,
    /// The local register of companies.
    Register,
}

impl Tx<'_> {
    /// Runs another operation as a part of this transaction.
    ///
    /// # Errors
    /// The operation's own.
    pub fn run<O: Op>(&mut self, op: &O) -> impl Future<Output = Result<O::Out>> + Send {
        #[cfg(feature = "testing")]
        crate::ran::note(self.dialect(), std::any::type_name::<O>());
        op.run(self)
    }
}
