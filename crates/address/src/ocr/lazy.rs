//! Loading on demand: a reader that only meets text layers never needs the networks.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use rten::ThreadPool;

use super::{ModelFiles, Ocr};

/// The reader of pictures, loaded when the first one comes.
#[derive(Debug)]
pub struct LazyOcr {
    /// Opened, with the threads it will compute on, started.
    source: Option<(ModelFiles, Arc<ThreadPool>)>,
    loaded: OnceLock<Option<Ocr>>,
}

impl LazyOcr {
    pub const fn none() -> Self {
        Self {
            source: None,
            loaded: OnceLock::new(),
        }
    }

    /// Opens the files in a folder and starts the threads, so that neither is needed later.
    /// Without the files it is as [`Self::none`].
    pub fn open(folder: &Path, threads: usize) -> Self {
        let files = ModelFiles::open(folder).ok();
        // The runtime asks for its own pool even where it is given another: it must exist before
        // threads can no longer be started.
        rten::thread_pool().run(|| ());
        let with_threads = |files| {
            (
                files,
                Arc::new(ThreadPool::with_num_threads(threads.max(1))),
            )
        };
        Self {
            source: files.map(with_threads),
            loaded: OnceLock::new(),
        }
    }

    /// The reader, loaded now if it was not; `None` if the files are missing or altered.
    pub fn get(&self) -> Option<&Ocr> {
        let load = || {
            let (files, threads) = self.source.as_ref()?;
            files.load(Arc::clone(threads)).ok()
        };
        self.loaded.get_or_init(load).as_ref()
    }
}
