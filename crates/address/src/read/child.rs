//! The child's side of the wall: limit yourself, then read one document after another.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use rustix::process::{Resource, Rlimit, setrlimit};
use rustix::thread::set_no_new_privs;
use rustix::time::{ClockId, clock_gettime};
use seccompiler::{
    SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
};

use super::{ReadError, read_locked, wire};
use crate::ocr::LazyOcr;

/// Memory that a reader may write to, in bytes. Reading a page of A4 takes two thirds of it.
const MEMORY_MAX: u64 = 600 * 1024 * 1024;
/// Address space, in bytes: what is only reserved, such as the stacks of threads, is in it.
const ADDRESS_SPACE_MAX: u64 = 2 * 1024 * 1024 * 1024;
/// Threads that read a picture together. More readers do more for the throughput of a larger
/// machine than more threads each.
const THREADS_MAX: usize = 2;

/// Serves documents on standard input and output until the input ends. The binary calls this
/// for `kofa read-document`, before it starts any thread, opens any file or reads a setting.
/// `models` is the folder of the networks; without them pictures are refused.
pub fn child_main(models: Option<&Path>) -> ExitCode {
    // Threads and files before the limits, under which there are no new ones.
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let ocr = models.map_or_else(LazyOcr::none, |folder| {
        LazyOcr::open(folder, threads.min(THREADS_MAX))
    });
    if confine().is_err() || allow_only_reading().is_err() {
        return ExitCode::FAILURE;
    }
    let mut input = io::stdin().lock();
    let mut output = io::stdout().lock();
    loop {
        let wire::Request {
            bytes,
            password,
            limits,
        } = match wire::read_request(&mut input) {
            Ok(Some(request)) => request,
            Ok(None) => return ExitCode::SUCCESS,
            Err(_) => return ExitCode::FAILURE,
        };
        if allow_cpu(limits.cpu_seconds_max).is_err() {
            return ExitCode::FAILURE;
        }
        let password = password.expose();
        let answer = read_locked(&bytes, password, &limits, &ocr, &mut |progress| {
            allow_cpu(limits.scan_cpu_seconds_max).map_err(|_| ReadError::Crashed)?;
            wire::write_progress(&mut output, progress).map_err(|_| ReadError::Crashed)
        });
        if wire::write_answer(&mut output, answer).is_err() {
            return ExitCode::FAILURE;
        }
    }
}

/// No new file or socket, no process, no core dump, bounded memory. What is open stays open.
fn confine() -> rustix::io::Result<()> {
    let at_most = |most| Rlimit {
        current: Some(most),
        maximum: Some(most),
    };
    setrlimit(Resource::Core, at_most(0))?;
    setrlimit(Resource::Fsize, at_most(0))?;
    setrlimit(Resource::Nofile, at_most(0))?;
    setrlimit(Resource::Nproc, at_most(0))?;
    setrlimit(Resource::Data, at_most(MEMORY_MAX))?;
    setrlimit(Resource::As, at_most(ADDRESS_SPACE_MAX))
}

/// System calls of a process that only computes on what it is sent. Whatever takes it over has no
/// files, sockets, processes or signals, and no way into the memory of its parent.
const ALLOWED: &[libc::c_long] = &[
    // Of the networks, which are open already, and of the pipes.
    libc::SYS_lseek,
    libc::SYS_read,
    libc::SYS_readv,
    libc::SYS_write,
    libc::SYS_writev,
    // Memory.
    libc::SYS_brk,
    libc::SYS_madvise,
    libc::SYS_mmap,
    libc::SYS_mprotect,
    libc::SYS_mremap,
    libc::SYS_munmap,
    // The threads that are there already, or just begin.
    libc::SYS_futex,
    libc::SYS_rseq,
    libc::SYS_set_robust_list,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_yield,
    libc::SYS_clock_nanosleep,
    libc::SYS_nanosleep,
    // Time, random seeds of maps, the end.
    libc::SYS_clock_gettime,
    libc::SYS_getrandom,
    libc::SYS_getpid,
    libc::SYS_gettid,
    libc::SYS_restart_syscall,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sigaltstack,
    libc::SYS_exit,
    libc::SYS_exit_group,
];

/// Leaves the process, all its threads included, with [`ALLOWED`], its own limits and its own end,
/// for good.
/// Any other system call fails with EPERM.
fn allow_only_reading() -> Result<(), Box<dyn std::error::Error>> {
    // Finds out how the kernel tells the time, which takes a file.
    let _ = clock_gettime(ClockId::ProcessCPUTime);
    set_no_new_privs(true)?;
    let about = |first: u32| -> Result<_, seccompiler::BackendError> {
        let is = SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, first.into())?;
        Ok(vec![SeccompRule::new(vec![is])?])
    };
    let mut rules: BTreeMap<_, _> = ALLOWED.iter().map(|call| (*call, Vec::new())).collect();
    // Its own limit of processor time, its threads' names, and its own end by a signal when
    // memory is short.
    rules.insert(libc::SYS_prlimit64, about(0)?);
    let its_name = u32::try_from(libc::PR_SET_NAME)?;
    rules.insert(libc::SYS_prctl, about(its_name)?);
    rules.insert(libc::SYS_tgkill, about(std::process::id())?);
    let filter = SeccompFilter::new(
        rules,
        SeccompAction::Errno(libc::EPERM.unsigned_abs()),
        SeccompAction::Allow,
        std::env::consts::ARCH.try_into()?,
    )?;
    let program: seccompiler::BpfProgram = filter.try_into()?;
    Ok(seccompiler::apply_filter_all_threads(&program)?)
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
