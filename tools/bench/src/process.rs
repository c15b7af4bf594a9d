//! Servers as child processes, and what the machine says about them.

use std::io::{BufRead as _, BufReader};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use serde_json::Value;

/// Clock ticks a second in `/proc`; fixed by the kernel's interface.
const TICKS: f64 = 100.0;
/// Longest a server may take to listen.
const START_MAX: Duration = Duration::from_secs(60);

/// A server under measurement; ended when dropped.
#[derive(Debug)]
pub struct Server {
    child: Child,
    pub address: SocketAddr,
    /// The key it knows; empty if it does not look.
    pub key: String,
    /// What it said about itself.
    pub said: Value,
}

impl Server {
    /// Starts a server that says one line of JSON with its `address` when it listens.
    ///
    /// # Errors
    /// If it cannot be started or says something else.
    pub fn talking(command: &mut Command) -> anyhow::Result<Self> {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("{command:?}"))?;
        let stdout = child.stdout.take().context("its output was piped")?;
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line)?;
        let said: Value =
            serde_json::from_str(&line).with_context(|| format!("{command:?} said {line:?}"))?;
        let word = |name: &str| said[name].as_str().unwrap_or_default();
        Ok(Self {
            address: word("address").parse()?,
            key: word("key").to_owned(),
            child,
            said,
        })
    }

    /// Starts a server that listens at `address` some time later.
    ///
    /// # Errors
    /// If it cannot be started, ends, or never listens.
    pub fn silent(command: &mut Command, address: SocketAddr, key: String) -> anyhow::Result<Self> {
        let child = command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .with_context(|| format!("{command:?}"))?;
        let mut server = Self {
            child,
            address,
            key,
            said: Value::Null,
        };
        let started = Instant::now();
        while TcpStream::connect(address).is_err() {
            if let Some(status) = server.child.try_wait()? {
                anyhow::bail!("{command:?} ended: {status}");
            }
            anyhow::ensure!(started.elapsed() < START_MAX, "{command:?} does not listen");
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(server)
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Lets it end by itself, so that it can tidy up; a dropped one is killed.
    ///
    /// # Errors
    /// If it cannot be waited for.
    pub fn stop(mut self) -> anyhow::Result<()> {
        drop(self.child.stdin.take());
        let started = Instant::now();
        while self.child.try_wait()?.is_none() && started.elapsed() < START_MAX {
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // SIGTERM for servers with workers of their own, which SIGKILL would orphan.
        let id = self.child.id().to_string();
        if matches!(self.child.try_wait(), Ok(None)) {
            let _ = Command::new("kill").arg(&id).status();
            let asked = Instant::now();
            while matches!(self.child.try_wait(), Ok(None))
                && asked.elapsed() < Duration::from_secs(5)
            {
                std::thread::sleep(Duration::from_millis(20));
            }
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
    }
}

/// A port of loopback that was free a moment ago.
///
/// # Errors
/// If there is none.
pub fn free_address() -> anyhow::Result<SocketAddr> {
    let listener = std::net::TcpListener::bind(("127.0.0.1", 0))?;
    Ok(listener.local_addr()?)
}

/// A process and everything it started.
pub fn family(pid: u32) -> Vec<u32> {
    let mut all = vec![pid];
    let mut at = 0;
    while let Some(&parent) = all.get(at) {
        // Each thread has the children that it started.
        let threads = std::fs::read_dir(format!("/proc/{parent}/task"));
        for thread in threads.into_iter().flatten().flatten() {
            let children = std::fs::read_to_string(thread.path().join("children"));
            let children = children.unwrap_or_default();
            all.extend(
                children
                    .split_whitespace()
                    .filter_map(|one| one.parse::<u32>().ok()),
            );
        }
        at += 1;
    }
    all
}

/// Seconds of CPU that a process and everything it started have used.
pub fn cpu_seconds(pid: u32) -> f64 {
    family(pid)
        .into_iter()
        .map(|one| ticks_of(&one.to_string(), 13))
        .sum()
}

/// Seconds of CPU of the ended children of this process: the load generator's.
pub fn children_cpu_seconds() -> f64 {
    ticks_of("self", 15)
}

/// Two neighbouring fields of `/proc/…/stat` (user and system time), the first at `field`
/// counted from 0.
fn ticks_of(process: &str, field: usize) -> f64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The name may hold anything; fields after it are numbered from 2.
    let rest = text.rsplit_once(')').map_or("", |(_, rest)| rest);
    rest.split_whitespace()
        .skip(field - 2)
        .take(2)
        .filter_map(|word| word.parse::<f64>().ok())
        .sum::<f64>()
        / TICKS
}

/// Seconds of CPU that the whole machine has used, stolen time included.
pub fn machine_cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/stat").unwrap_or_default();
    let line = text.lines().next().unwrap_or_default();
    let ticks = line.split_whitespace().skip(1).take(8).enumerate();
    // Fields 3 and 4 are idle and waiting for the disk.
    ticks
        .filter(|(at, _)| !matches!(at, 3 | 4))
        .filter_map(|(_, word)| word.parse::<f64>().ok())
        .sum::<f64>()
        / TICKS
}

/// Memory of a process that is in RAM, in MiB.
pub fn resident_mib(pid: u32) -> f64 {
    memory_mib(&pid.to_string(), "VmRSS")
}

/// What the kernel says of the memory of a process (a number or `self`) under `name`, in MiB:
/// `VmHWM` is the most that was resident.
pub fn memory_mib(process: &str, name: &str) -> f64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix(name));
    let kib = line.and_then(|rest| rest.trim_start_matches(':').split_whitespace().next());
    kib.and_then(|word| word.parse::<f64>().ok()).unwrap_or(0.0) / 1024.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_of_another_thread_is_of_the_family() {
        let started = std::thread::spawn(|| {
            let child = Command::new("sleep").arg("60").spawn();
            let mut child = child.expect("there is a `sleep`");
            let all = family(std::process::id());
            child.kill().expect("it is ours");
            child.wait().expect("it is ours");
            (child.id(), all)
        });
        let (child, all) = started.join().expect("the thread ends");
        assert!(all.contains(&child), "{child} is missing in {all:?}");
    }
}
