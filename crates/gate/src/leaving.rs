//! What becomes of a call whose caller leaves before the answer.
//!
//! The work of an admitted call is carried by its connection. Dropped with it, it goes on in a
//! task of its own and is settled like any other. So a call costs no task while its caller
//! waits, and what was sent outside is charged and logged whoever is there to hear of it.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use tokio::runtime::Handle;
use tokio::sync::{Notify, Semaphore};
use tracing::Instrument as _;

/// Whether the caller still waits.
#[derive(Debug, Default)]
pub(crate) struct Waiting {
    is_over: AtomicBool,
    over: Notify,
}

impl Waiting {
    pub(crate) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Acquire)
    }

    /// Ends when the caller has left. One task may wait for it.
    pub(crate) async fn over(&self) {
        self.over.notified().await;
    }

    fn end(&self) {
        self.is_over.store(true, Ordering::Release);
        self.over.notify_one();
    }
}

/// Calls that go on without their callers. Cheap to clone.
#[derive(Clone, Debug)]
pub struct LeftCalls(Arc<Semaphore>);

/// All places: more than there can be calls.
const PLACES: u32 = u32::MAX >> 1;

impl Default for LeftCalls {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(PLACES as usize)))
    }
}

impl LeftCalls {
    /// Ends when every call that its caller left has ended.
    pub async fn all_ended(&self) {
        drop(self.0.acquire_many(PLACES).await);
    }

    /// Carries `work`, which goes on where the result is dropped before its end; `waiting` is
    /// over then.
    pub(crate) fn carry<W: Future + Send + 'static>(
        &self,
        work: W,
        waiting: Arc<Waiting>,
    ) -> Carried<W>
    where
        W::Output: Send,
    {
        Carried {
            work: Some(Box::pin(work)),
            waiting,
            calls: self.clone(),
        }
    }
}

/// See [`LeftCalls::carry`].
pub(crate) struct Carried<W: Future + Send + 'static> {
    /// Absent when it has ended, or broke off.
    work: Option<Pin<Box<W>>>,
    waiting: Arc<Waiting>,
    calls: LeftCalls,
}

impl<W: Future + Send + 'static> Future for Carried<W> {
    type Output = W::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        // Taken out while it runs: work that panicked is not to go on.
        let Some(mut work) = self.work.take() else {
            return Poll::Pending;
        };
        let done = work.as_mut().poll(context);
        if done.is_pending() {
            self.work = Some(work);
        }
        done
    }
}

impl<W: Future + Send + 'static> Drop for Carried<W> {
    fn drop(&mut self) {
        // Without a runtime the process is ending.
        let (Some(work), Ok(runtime)) = (self.work.take(), Handle::try_current()) else {
            return;
        };
        self.waiting.end();
        let place = Arc::clone(&self.calls.0).try_acquire_owned();
        let rest = async move {
            let _place = place;
            drop(work.await);
        };
        runtime.spawn(rest.in_current_span());
    }
}
