//! Bodies that are made while they are sent, and given up when nobody takes them.

use std::io;
use std::pin::pin;
use std::time::Duration;

use axum::body::Body;
use futures_util::{Stream, StreamExt as _, stream};
use tokio::sync::mpsc;

/// Longest that a piece waits to be taken, in seconds.
const TAKEN_SECONDS_MAX: u64 = 30;

/// The body of these pieces. They are made in a task of its own, which ends, with all that they
/// hold, when its reader is gone or takes nothing for [`TAKEN_SECONDS_MAX`]: a reader who stands
/// still is not asked anything, so nobody else would notice. What ends so breaks off, so that
/// it is not taken for the whole.
pub(super) fn body(pieces: impl Stream<Item = String> + Send + 'static) -> Body {
    let (give, take) = mpsc::channel(1);
    tokio::spawn(hand_out(pieces, give));
    let taken = stream::unfold(Some(take), |take| async {
        let mut take = take?;
        match take.recv().await {
            Some(Some(piece)) => Some((Ok(piece), Some(take))),
            Some(None) => None,
            None => Some((Err(io::Error::from(io::ErrorKind::TimedOut)), None)),
        }
    });
    Body::from_stream(taken)
}

/// Hands the pieces out one by one; nothing stands for their end.
async fn hand_out(pieces: impl Stream<Item = String>, give: mpsc::Sender<Option<String>>) {
    let end = stream::once(async { None });
    let mut pieces = pin!(pieces.map(Some).chain(end));
    let patience = Duration::from_secs(TAKEN_SECONDS_MAX);
    loop {
        let piece = tokio::select! {
            () = give.closed() => return,
            piece = pieces.next() => piece,
        };
        let Some(piece) = piece else { return };
        if give.send_timeout(piece, patience).await.is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tokio::sync::Semaphore;

    use super::*;

    /// A thousand pieces that hold a place.
    async fn held(places: &Arc<Semaphore>) -> Body {
        let place = Arc::clone(places).acquire_owned().await.unwrap();
        let pieces = stream::iter(0..1_000).map(move |number| {
            let _held = &place;
            format!("{number}\n")
        });
        body(pieces)
    }

    async fn pass(seconds: u64) {
        tokio::time::sleep(Duration::from_secs(seconds)).await;
    }

    #[tokio::test(start_paused = true)]
    async fn who_takes_nothing_for_long_gives_the_place_up() {
        let places = Arc::new(Semaphore::new(1));
        let mut body = held(&places).await.into_data_stream();
        for _ in 0..10 {
            assert!(body.next().await.unwrap().is_ok());
            pass(TAKEN_SECONDS_MAX - 1).await;
            assert_eq!(places.available_permits(), 0, "slow, but still there");
        }
        pass(2).await;
        assert_eq!(places.available_permits(), 1, "the reader stands still");
        let rest: Vec<_> = body.collect().await;
        assert!(rest.len() < 5);
        assert!(rest.last().unwrap().is_err(), "it is not taken for whole");
    }

    #[tokio::test(start_paused = true)]
    async fn the_place_is_free_when_all_is_taken_or_the_reader_gone() {
        let places = Arc::new(Semaphore::new(1));
        let all: Vec<_> = held(&places).await.into_data_stream().collect().await;
        assert_eq!(all.len(), 1_000);
        assert!(all.iter().all(Result::is_ok));
        drop(held(&places).await);
        assert!(places.acquire().await.is_ok());
        let never = body(stream::pending().map({
            let place = Arc::clone(&places).acquire_owned().await;
            move |()| format!("{}", place.is_ok())
        }));
        drop(never);
        assert!(places.acquire().await.is_ok());
    }
}
