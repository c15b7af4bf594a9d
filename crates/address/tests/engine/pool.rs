//! Reading through the process wall.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use kofa_address::read::read_here;
use kofa_address::{Limits, PoolSettings, ReadError, ReaderPool};
use kofa_samples::sample_bill;

use crate::hostile;

fn settings() -> PoolSettings {
    let reader = PathBuf::from(env!("CARGO_BIN_EXE_kofa-read-document"));
    PoolSettings::new(reader, Vec::new())
}

#[test]
fn a_child_reads_what_the_process_itself_would() {
    let pool = ReaderPool::new(settings());
    for sample in kofa_samples::all() {
        let limits = Limits::default();
        let here = read_here(&sample.pdf, &limits).expect("the samples are readable");
        assert_eq!(
            pool.read(&sample.pdf, &limits).as_ref(),
            Ok(&here),
            "{}",
            sample.name
        );
    }
}

#[test]
fn after_every_hostile_file_the_next_document_is_read() {
    let pool = ReaderPool::new(PoolSettings {
        readers_max: 1,
        ..settings()
    });
    let limits = Limits {
        cpu_seconds_max: 2,
        wall_ms_max: 20_000,
        ..Limits::default()
    };
    let good = sample_bill(&Default::default());
    for (name, file, right) in hostile::cases() {
        let began = Instant::now();
        let answer = pool.read(&file, &limits).err();
        assert!(
            right.contains(&answer),
            "{name}: {answer:?}, not one of {right:?}"
        );
        let most = Duration::from_secs(45);
        assert!(began.elapsed() < most, "{name} took {:?}", began.elapsed());
        assert!(
            pool.read(&good, &limits).is_ok(),
            "the document after {name}"
        );
    }
}

#[test]
fn a_reader_may_call_the_kernel_for_little_and_gains_no_rights() {
    let pool = ReaderPool::new(settings());
    let good = sample_bill(&Default::default());
    assert!(pool.read(&good, &Limits::default()).is_ok());
    let own = format!("PPid:\t{}\n", std::process::id());
    let status = |entry: std::io::Result<std::fs::DirEntry>| {
        std::fs::read_to_string(entry.ok()?.path().join("status")).ok()
    };
    let readers: Vec<String> = std::fs::read_dir("/proc")
        .unwrap()
        .filter_map(status)
        .filter(|status| status.contains(&own))
        .collect();
    assert_eq!(readers.len(), 1);
    for line in ["Seccomp:\t2\n", "NoNewPrivs:\t1\n"] {
        assert!(readers[0].contains(line), "{line}: {}", readers[0]);
    }
}

#[test]
fn time_on_the_wall_is_limited() {
    let pool = ReaderPool::new(settings());
    let limits = Limits {
        wall_ms_max: 300,
        ..Limits::default()
    };
    let answer = pool.read(&hostile::bomb_in_a_form(), &limits);
    assert_eq!(answer, Err(ReadError::TimedOut));
}

#[test]
fn a_reader_that_is_no_reader_is_an_error_and_not_a_hang() {
    let limits = Limits {
        wall_ms_max: 5_000,
        ..Limits::default()
    };
    let good = sample_bill(&Default::default());
    let absent = PoolSettings::new(PathBuf::from("/nowhere/reader"), Vec::new());
    assert_eq!(
        ReaderPool::new(absent).read(&good, &limits),
        Err(ReadError::Unavailable)
    );
    let mute = PoolSettings::new(PathBuf::from("/bin/true"), Vec::new());
    assert_eq!(
        ReaderPool::new(mute).read(&good, &limits),
        Err(ReadError::Crashed)
    );
    // It echoes the request, which is no answer.
    let parrot = PoolSettings::new(PathBuf::from("/bin/cat"), Vec::new());
    let answer = ReaderPool::new(parrot).read(&good, &limits);
    assert!(
        matches!(answer, Err(ReadError::Crashed | ReadError::TimedOut)),
        "{answer:?}"
    );
}

#[test]
fn many_callers_share_few_readers_and_the_queue_is_bounded() {
    let pool = ReaderPool::new(PoolSettings {
        readers_max: 2,
        waiting_max: 64,
        wait_ms_max: 60_000,
        documents_per_reader_max: 3,
        ..settings()
    });
    let good = sample_bill(&Default::default());
    let limits = Limits {
        wall_ms_max: 60_000,
        ..Limits::default()
    };
    std::thread::scope(|scope| {
        let callers: Vec<_> = (0..24)
            .map(|_| scope.spawn(|| pool.read(&good, &limits)))
            .collect();
        for caller in callers {
            assert!(caller.join().expect("no caller panics").is_ok());
        }
    });
    let full = ReaderPool::new(PoolSettings {
        readers_max: 1,
        waiting_max: 0,
        ..settings()
    });
    let limits = Limits {
        wall_ms_max: 500,
        ..Limits::default()
    };
    let bomb = hostile::bomb_in_a_form();
    std::thread::scope(|scope| {
        // Whoever comes first holds the only reader until its time is up.
        let callers = [(); 2].map(|()| scope.spawn(|| full.read(&bomb, &limits)));
        let answers = callers.map(|caller| caller.join().expect("no caller panics"));
        assert!(answers.contains(&Err(ReadError::Busy)), "{answers:?}");
        assert!(answers.contains(&Err(ReadError::TimedOut)), "{answers:?}");
    });
}

#[test]
fn who_waits_in_vain_leaves_the_queue_when_they_go() {
    let pool = ReaderPool::new(PoolSettings {
        readers_max: 1,
        wait_ms_max: 600_000,
        ..PoolSettings::new(PathBuf::from("/bin/sleep"), vec!["600".into()])
    });
    let limits = Limits {
        wall_ms_max: 600_000,
        ..Limits::default()
    };
    let good = sample_bill(&Default::default());
    let (is_held, gone) = (AtomicBool::new(false), AtomicBool::new(false));
    let while_wanted = || match gone.load(Ordering::Acquire) {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    std::thread::scope(|scope| {
        // The one who has the only reader, which says nothing, goes last.
        let reading = scope.spawn(|| {
            pool.read_watched(&good, "", &limits, &mut |_| {
                is_held.store(true, Ordering::Release);
                while_wanted()
            })
        });
        while !is_held.load(Ordering::Acquire) {
            std::thread::yield_now();
        }
        let mut asked = 0;
        let waiting = pool.read_watched(&good, "", &limits, &mut |_| {
            asked += 1;
            if asked < 3 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        assert_eq!(waiting, Err(ReadError::Cancelled));
        gone.store(true, Ordering::Release);
        assert_eq!(reading.join().expect("no panic"), Err(ReadError::Cancelled));
    });
}
