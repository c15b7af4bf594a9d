//! The three networks on disk: PP-OCRv6 small for finding and for reading lines, and a small
//! classifier that tells upright lines from those upside down. `scripts/models.sh` fetches them.

use std::fmt;
use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use data_encoding::HEXLOWER;
use rten::{Model, ModelOptions, ThreadPool};
use sha2::{Digest as _, Sha256};

use super::Ocr;
use super::onnx;

/// One file as it was published.
struct Published {
    name: &'static str,
    bytes: u64,
    sha256: &'static str,
}

/// In the order of [`ModelFiles::files`]: finding, reading, telling which way is up.
const PUBLISHED: [Published; 3] = [
    Published {
        name: "PP-OCRv6_det_small.onnx",
        bytes: 9_929_594,
        sha256: "090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f",
    },
    Published {
        name: "PP-OCRv6_rec_small.onnx",
        bytes: 21_234_383,
        sha256: "6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884",
    },
    Published {
        name: "ch_ppocr_mobile_v2.0_cls_mobile.onnx",
        bytes: 585_532,
        sha256: "e47acedf663230f8863ff1ab0e64dd2d82b838fceb5957146dab185a89d6215c",
    },
];

/// Why the networks cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelsError {
    /// This file cannot be opened or read.
    Missing(PathBuf),
    /// This file is not the published one.
    Altered(&'static str),
    /// This file is the published one, and yet no network.
    Unusable(&'static str),
}

impl fmt::Display for ModelsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(path) => write!(f, "{} cannot be read", path.display()),
            Self::Altered(name) => write!(f, "{name} is not the published file"),
            Self::Unusable(name) => write!(f, "{name} cannot be used"),
        }
    }
}

impl std::error::Error for ModelsError {}

/// The files, open: a process that may open nothing any more can still load them.
#[derive(Debug)]
pub struct ModelFiles {
    files: [File; 3],
}

impl ModelFiles {
    /// Opens the files in a folder and compares their sizes.
    ///
    /// # Errors
    /// If one is missing or of another size.
    pub fn open(folder: &Path) -> Result<Self, ModelsError> {
        let open = |published: &Published| {
            let path = folder.join(published.name);
            let missing = || ModelsError::Missing(path.clone());
            let file = File::open(&path).map_err(|_| missing())?;
            let bytes = file.metadata().map_err(|_| missing())?.len();
            if bytes == published.bytes {
                Ok(file)
            } else {
                Err(ModelsError::Altered(published.name))
            }
        };
        let [detect, recognise, turn] = &PUBLISHED;
        Ok(Self {
            files: [open(detect)?, open(recognise)?, open(turn)?],
        })
    }

    /// Loads the networks, some 0.1 s; `threads` is shared by everything they compute.
    ///
    /// # Errors
    /// If a file is not the published one.
    pub fn load(&self, threads: Arc<ThreadPool>) -> Result<Ocr, ModelsError> {
        let (detect, _) = self.network(0)?;
        let (recognise, letters) = self.network(1)?;
        let (turn, _) = self.network(2)?;
        let letters = letters.ok_or(ModelsError::Unusable(PUBLISHED[1].name))?;
        Ok(Ocr::new(detect, recognise, turn, letters, threads))
    }

    /// One network, and the letters it knows if its file lists any.
    fn network(&self, at: usize) -> Result<(Model, Option<Vec<String>>), ModelsError> {
        let published = &PUBLISHED[at];
        let mut file = &self.files[at];
        let missing = |_| ModelsError::Missing(published.name.into());
        file.seek(SeekFrom::Start(0)).map_err(missing)?;
        let mut bytes = Vec::with_capacity(published.bytes as usize);
        let whole = file.take(published.bytes + 1).read_to_end(&mut bytes);
        whole.map_err(missing)?;
        let digest = Sha256::digest(&bytes);
        if HEXLOWER.encode(&digest) != published.sha256 {
            return Err(ModelsError::Altered(published.name));
        }
        let (bytes, letters) = match onnx::narrowed(&bytes) {
            Some((bytes, letters)) => (bytes, Some(letters)),
            None => (bytes, None),
        };
        let model = ModelOptions::with_all_ops()
            .prepack_weights(true)
            .load(bytes)
            .map_err(|_| ModelsError::Unusable(published.name))?;
        Ok((model, letters))
    }
}
