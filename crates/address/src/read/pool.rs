//! A bounded pool of warm child processes. Whatever a document does to its reader, the caller
//! gets an answer in time and the next document gets a reader.

use std::ffi::OsString;
use std::ops::ControlFlow;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::wire::Message;
use super::{Limits, Progress, ReadError, admit, wire};
use crate::Document;

/// How often is asked whether a document is still wanted.
const ASK_EVERY: Duration = Duration::from_millis(50);

/// Who waits for a document: told before each page that is a picture how far it is, and asked
/// every moment, without news, whether it goes on waiting.
type Watch<'a> = dyn FnMut(Option<Progress>) -> ControlFlow<()> + 'a;

/// What a reader is asked.
struct Ask<'a, 'w> {
    bytes: &'a [u8],
    /// What opens it; empty if nobody said.
    password: &'a str,
    limits: &'a Limits,
    watch: &'a mut Watch<'w>,
}

/// How a pool runs.
#[derive(Clone, Debug)]
pub struct PoolSettings {
    /// The binary whose `args` end in [`super::child_main`].
    pub command: PathBuf,
    /// Its arguments, for example `read-document`.
    pub args: Vec<OsString>,
    /// Readers at once, at least 1. They start on demand and stay.
    pub readers_max: usize,
    /// Callers that may wait for a reader; the next one is refused.
    pub waiting_max: usize,
    /// Time a caller may wait for a reader, in milliseconds.
    pub wait_ms_max: u32,
    /// Documents after which a reader is replaced, so that no leak lasts.
    pub documents_per_reader_max: u32,
}

impl PoolSettings {
    /// Two readers of `command`, a queue of 32 callers for at most five seconds.
    pub fn new(command: PathBuf, args: Vec<OsString>) -> Self {
        Self {
            command,
            args,
            readers_max: 2,
            waiting_max: 32,
            wait_ms_max: 5_000,
            documents_per_reader_max: 1_000,
        }
    }
}

/// A pool of readers. Its calls block: an async caller wraps them in `spawn_blocking`.
#[derive(Debug)]
pub struct ReaderPool {
    settings: PoolSettings,
    state: Mutex<State>,
    freed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    idle: Vec<Reader>,
    busy: usize,
    waiting: usize,
}

impl ReaderPool {
    /// A pool without readers yet; the first documents start them.
    pub fn new(settings: PoolSettings) -> Self {
        Self {
            settings,
            state: Mutex::default(),
            freed: Condvar::new(),
        }
    }

    /// Reads one document in a child process.
    ///
    /// # Errors
    /// Every [`ReadError`]. The time is bounded by the pool's wait plus `limits.wall_ms_max` and
    /// `limits.scan_wall_ms_max` for each picture, twice that if a warm reader turns out to be
    /// dead.
    pub fn read(&self, bytes: &[u8], limits: &Limits) -> Result<Document, ReadError> {
        self.read_watched(bytes, "", limits, &mut |_| ControlFlow::Continue(()))
    }

    /// Like [`Self::read`], a document that `password` may open, and tells `watch` before each
    /// page that is a picture how far it is, and asks it every moment besides: on
    /// [`ControlFlow::Break`] the reader is ended.
    ///
    /// # Errors
    /// As [`Self::read`], and [`ReadError::Cancelled`].
    pub fn read_watched(
        &self,
        bytes: &[u8],
        password: &str,
        limits: &Limits,
        watch: &mut Watch<'_>,
    ) -> Result<Document, ReadError> {
        admit(bytes, limits)?;
        let reader = self.take(watch)?;
        let slot = Slot(self);
        let mut ask = Ask {
            bytes,
            password,
            limits,
            watch,
        };
        let (outcome, reader) = self.read_with(reader, &mut ask);
        // Back before the slot is free, or a waiting caller would start one reader too many.
        self.lock().idle.extend(reader);
        drop(slot);
        outcome
    }

    /// Tries a warm reader, then a fresh one if the warm one was already broken.
    fn read_with(
        &self,
        warm: Option<Reader>,
        ask: &mut Ask<'_, '_>,
    ) -> (Result<Document, ReadError>, Option<Reader>) {
        if let Some(reader) = warm {
            match reader.read(ask) {
                (Err(ReadError::Crashed), _) => {}
                (outcome, reader) => return (outcome, self.keep(reader)),
            }
        }
        match Reader::start(&self.settings) {
            Err(_) => (Err(ReadError::Unavailable), None),
            Ok(reader) => {
                let (outcome, reader) = reader.read(ask);
                (outcome, self.keep(reader))
            }
        }
    }

    fn keep(&self, reader: Option<Reader>) -> Option<Reader> {
        reader.filter(|reader| reader.documents < self.settings.documents_per_reader_max)
    }

    /// Waits for the right to use a reader: an idle one, or `None` for a new one.
    fn take(&self, watch: &mut Watch<'_>) -> Result<Option<Reader>, ReadError> {
        let readers_max = self.settings.readers_max.max(1);
        let mut state = self.lock();
        if state.busy >= readers_max {
            if state.waiting >= self.settings.waiting_max {
                return Err(ReadError::Busy);
            }
            state.waiting += 1;
            let patience = Duration::from_millis(u64::from(self.settings.wait_ms_max));
            let since = Instant::now();
            while state.busy >= readers_max && watch(None).is_continue() {
                let left = patience.saturating_sub(since.elapsed());
                if left.is_zero() {
                    state.waiting -= 1;
                    return Err(ReadError::Busy);
                }
                let woken = self.freed.wait_timeout(state, left.min(ASK_EVERY));
                state = woken.unwrap_or_else(PoisonError::into_inner).0;
            }
            state.waiting -= 1;
        }
        if watch(None).is_break() {
            return Err(ReadError::Cancelled);
        }
        state.busy += 1;
        Ok(state.idle.pop())
    }

    /// The state is plain counters and handles: valid even if a holder of the lock panicked.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The right to use one reader, given back even if reading panics.
struct Slot<'a>(&'a ReaderPool);

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        self.0.lock().busy -= 1;
        self.0.freed.notify_one();
    }
}

/// One child process and the pipes to it. Dropping it ends the process.
#[derive(Debug)]
struct Reader {
    child: Child,
    input: ChildStdin,
    output: ChildStdout,
    documents: u32,
}

impl Reader {
    fn start(settings: &PoolSettings) -> std::io::Result<Self> {
        let mut child = Command::new(&settings.command)
            .args(&settings.args)
            // Neither secrets nor the search path of the parent are any of its business, and
            // what a broken document makes it say is nobody's.
            .env_clear()
            // Of the runtime's own pool, which is not the one that pictures are read with.
            .env("RTEN_NUM_THREADS", "1")
            // Address space that is free is given back: it counts against the reader's limit.
            .env("MALLOC_CONF", "retain:false")
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(std::io::ErrorKind::BrokenPipe.into());
        };
        Ok(Self {
            child,
            input,
            output,
            documents: 0,
        })
    }

    /// Reads one document. The reader comes back only if it is fit for another.
    fn read(mut self, ask: &mut Ask<'_, '_>) -> (Result<Document, ReadError>, Option<Self>) {
        let (bytes, password, limits) = (ask.bytes, ask.password, ask.limits);
        let (child, input, output) = (&mut self.child, &mut self.input, &mut self.output);
        let answer = std::thread::scope(|scope| {
            let (said, messages) = mpsc::channel();
            scope.spawn(move || {
                let mut message = wire::write_request(input, bytes, password, limits)
                    .and_then(|()| wire::read_message(output));
                while let Ok(Message::Progress(_)) = &message {
                    // Nobody listens any more once the child is ended.
                    if said.send(message).is_err() {
                        return;
                    }
                    message = wire::read_message(output);
                }
                let _ = said.send(message);
            });
            let answer = listen(&messages, limits, ask.watch);
            if matches!(
                answer,
                Some(Err(ReadError::TimedOut | ReadError::Cancelled))
            ) {
                // Its pipes close with it, which ends the thread above.
                let _ = child.kill();
            }
            answer
        });
        match answer {
            None => (Err(self.post_mortem()), None),
            Some(Err(error @ (ReadError::TimedOut | ReadError::Cancelled))) => (Err(error), None),
            Some(answer) => {
                self.documents += 1;
                (answer, Some(self))
            }
        }
    }

    /// Why it died: the kernel ends a process that is out of processor time with SIGXCPU.
    fn post_mortem(&mut self) -> ReadError {
        const SIGXCPU: i32 = rustix::process::Signal::XCPU.as_raw();
        let _ = self.child.kill();
        match self.child.wait() {
            Ok(status) if status.signal() == Some(SIGXCPU) => ReadError::TimedOut,
            _ => ReadError::Crashed,
        }
    }
}

/// Waits for the answer, as long as each step may take. `None`: the child broke off, or talks
/// nonsense.
fn listen(
    messages: &mpsc::Receiver<std::io::Result<Message>>,
    limits: &Limits,
    watch: &mut Watch<'_>,
) -> Option<Result<Document, ReadError>> {
    let mut patience = Duration::from_millis(u64::from(limits.wall_ms_max));
    // One message a page, then the answer: a child that says more is broken.
    for _ in 0..=limits.pages_max {
        let since = Instant::now();
        let message = loop {
            if watch(None).is_break() {
                return Some(Err(ReadError::Cancelled));
            }
            let left = patience.saturating_sub(since.elapsed());
            match messages.recv_timeout(left.min(ASK_EVERY)) {
                Err(RecvTimeoutError::Timeout) if !left.is_zero() => {}
                heard => break heard,
            }
        };
        match message {
            Ok(Ok(Message::Answer(answer))) => return Some(answer),
            Ok(Ok(Message::Progress(how_far))) => {
                if watch(Some(how_far)).is_break() {
                    return Some(Err(ReadError::Cancelled));
                }
                patience = Duration::from_millis(u64::from(limits.scan_wall_ms_max));
            }
            Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) => return Some(Err(ReadError::TimedOut)),
        }
    }
    Some(Err(ReadError::TimedOut))
}

impl Drop for Reader {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
