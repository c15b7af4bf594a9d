//! Calls at a fixed rate, whatever the answers take: a call that is late counts from the moment
//! it should have been sent, as the caller would.

use std::time::{Duration, Instant};

use crate::client::Client;
use crate::process::Server;

/// Connections that share the rate. Each sends its next call when it is due or, if the answer
/// before it is late, at once.
const CONNECTIONS: u32 = 16;

/// Calls `path_of(n)` at `per_second` for `seconds`; how long each took, in microseconds.
///
/// # Errors
/// If an answer is not 200.
pub fn paced(
    server: &Server,
    per_second: u32,
    seconds: u32,
    path_of: impl Fn(u64) -> String + Sync,
) -> anyhow::Result<Vec<f64>> {
    let (path_of, key) = (&path_of, server.key.as_str());
    let begin = Instant::now() + Duration::from_millis(50);
    let each = Duration::from_secs_f64(f64::from(CONNECTIONS) / f64::from(per_second));
    let calls = per_second * seconds / CONNECTIONS;
    std::thread::scope(|scope| {
        let connections: Vec<_> = (0..CONNECTIONS)
            .map(|connection| {
                scope.spawn(move || -> anyhow::Result<Vec<f64>> {
                    let mut client = Client::connect(server.address)?;
                    let mut spent_us = Vec::with_capacity(calls as usize);
                    let first = begin + each * connection / CONNECTIONS;
                    for call in 0..calls {
                        let due = first + each * call;
                        wait_until(due);
                        let n = u64::from(connection) << 32 | u64::from(call);
                        client.get(&path_of(n), key)?;
                        spent_us.push(due.elapsed().as_secs_f64() * 1e6);
                    }
                    Ok(spent_us)
                })
            })
            .collect();
        let mut all = Vec::new();
        for connection in connections {
            let spent = connection.join();
            all.extend(spent.map_err(|_| anyhow::anyhow!("a caller panicked"))??);
        }
        Ok(all)
    })
}

fn wait_until(due: Instant) {
    std::thread::sleep(due.saturating_duration_since(Instant::now()));
}
