//! When to stop.

use tokio::signal::unix::{Signal, SignalKind, signal};

/// Done at the first SIGTERM, SIGINT or SIGHUP. A SIGHUP that was ignored when the process began,
/// as under `nohup`, is ignored on.
pub async fn stop() {
    let (Ok(mut term), Ok(mut interrupt)) = (
        signal(SignalKind::terminate()),
        signal(SignalKind::interrupt()),
    ) else {
        // Without signals there is no telling when to stop: serve until killed.
        return std::future::pending().await;
    };
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mut hangup = match ignores_hangup(&status) {
        true => None,
        false => signal(SignalKind::hangup()).ok(),
    };
    tokio::select! {
        _ = term.recv() => {}
        _ = interrupt.recv() => {}
        () = heard(hangup.as_mut()) => {}
    }
}

async fn heard(signal: Option<&mut Signal>) {
    match signal {
        Some(signal) => drop(signal.recv().await),
        None => std::future::pending().await,
    }
}

/// Whether the process of this `/proc/…/status` ignores SIGHUP: the lowest bit of a mask in
/// hexadecimal. Where there is no such file it is taken not to.
fn ignores_hangup(status: &str) -> bool {
    let mut lines = status.lines();
    let mask = lines.find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::ignores_hangup;

    #[test]
    fn an_ignored_hangup_is_read_from_the_mask() {
        let status = |mask: &str| format!("Name:\tkofa\nSigBlk:\t01\nSigIgn:\t{mask}\n");
        for (mask, expected) in [
            ("0000000000000001", true),
            ("0000000000001001", true),
            ("0000000000001000", false),
            ("0000000000000000", false),
            ("", false),
        ] {
            assert_eq!(ignores_hangup(&status(mask)), expected, "{mask}");
        }
        assert!(!ignores_hangup(""));
    }
}
