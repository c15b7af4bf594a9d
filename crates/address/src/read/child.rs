//! The child's side of the wall: limit yourself, then read one document after another.

use std::io;
use std::process::ExitCode;

use rustix::process::{Resource, Rlimit, setrlimit};
use rustix::time::{ClockId, clock_gettime};

use super::{read_here, wire};

/// Address space of a reader, in bytes: the largest allowed document needs about a fifth.
const ADDRESS_SPACE_MAX: u64 = 768 * 1024 * 1024;

/// Serves documents on standard input and output until the input ends. The binary calls this
/// for `kofa read-document`, before it starts any thread, opens any file or reads a setting.
pub fn child_main() -> ExitCode {
    if confine().is_err() {
        return ExitCode::FAILURE;
    }
    let mut input = io::stdin().lock();
    let mut output = io::stdout().lock();
    loop {
        let (bytes, limits) = match wire::read_request(&mut input) {
            Ok(Some(request)) => request,
            Ok(None) => return ExitCode::SUCCESS,
            Err(_) => return ExitCode::FAILURE,
        };
        if allow_cpu(limits.cpu_seconds_max).is_err() {
            return ExitCode::FAILURE;
        }
        if wire::write_answer(&mut output, read_here(&bytes, &limits)).is_err() {
            return ExitCode::FAILURE;
        }
    }
}

/// No new file or socket, no process, no core dump, bounded memory. What is open stays open.
fn confine() -> rustix::io::Result<()> {
    let none = Rlimit {
        current: Some(0),
        maximum: Some(0),
    };
    let memory = Rlimit {
        current: Some(ADDRESS_SPACE_MAX),
        maximum: Some(ADDRESS_SPACE_MAX),
    };
    setrlimit(Resource::Core, none)?;
    setrlimit(Resource::Fsize, none)?;
    setrlimit(Resource::Nofile, none)?;
    setrlimit(Resource::Nproc, none)?;
    setrlimit(Resource::As, memory)
}

/// Lets the process run `seconds` more on the processor; then the kernel ends it (SIGXCPU).
fn allow_cpu(seconds: u32) -> rustix::io::Result<()> {
    let used = clock_gettime(ClockId::ProcessCPUTime).tv_sec;
    let until = u64::try_from(used).unwrap_or(0) + u64::from(seconds) + 1;
    setrlimit(
        Resource::Cpu,
        Rlimit {
            current: Some(until),
            maximum: None,
        },
    )
}
