//! Putting, reading and deleting.

use std::io;
use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use kofa_domain::{Error, Ids, Result, Sensitive};
use kofa_store::Vault;
use object_store::buffered::BufWriter;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt as _};
use tokio::io::AsyncWriteExt as _;
use tokio::sync::mpsc;

use crate::ObjectPlace;
use crate::ops::Stored;
use crate::sealed::{CHUNK_BYTES, Layout, ObjectKey};

/// Bytes of an object beyond which it goes up in parts of so many.
const PART_BYTES: usize = 8 * 1024 * 1024;
/// Parts of one object that are on their way at once.
const PARTS_AT_ONCE: usize = 2;
/// Chunks that are read ahead.
const CHUNKS_AHEAD: usize = 1;

/// The object store. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Objects {
    pub(crate) store: Arc<dyn ObjectStore>,
    vault: Vault,
    place: Arc<ObjectPlace>,
}

impl Objects {
    /// Over what is at `place`; nothing is asked yet.
    ///
    /// # Errors
    /// `service_unavailable` if a folder cannot be made, or a setting fits nothing.
    pub fn open(place: ObjectPlace, vault: Vault) -> Result<Self> {
        Ok(Self {
            store: place.open()?,
            vault,
            place: Arc::new(place),
        })
    }

    /// Where it is, to be shown.
    pub fn place(&self) -> &ObjectPlace {
        &self.place
    }

    /// Puts an object, reads it and deletes it.
    ///
    /// # Errors
    /// `service_unavailable` with what went wrong.
    pub async fn check(&self) -> Result<()> {
        const PROBE: &[u8] = b"kofa";
        let name = format!("checks/{}", data_name(Ids));
        let stored = self.put(&name, Bytes::from_static(PROBE)).await?;
        let found = self.get(&stored).await?;
        self.delete(&name).await?;
        match found.is_some_and(|it| it.expose() == PROBE) {
            true => Ok(()),
            false => Err(Error::unavailable("what was put is not what is read")),
        }
    }

    /// Puts an object whole. Nobody can read it before its row is kept ([`crate::keep`]).
    ///
    /// # Errors
    /// `service_unavailable` if it is not stored.
    pub async fn put(&self, name: &str, plain: Bytes) -> Result<Stored> {
        let mut upload = self.begin(name);
        match upload.write(plain).await {
            Ok(()) => upload.finish().await,
            Err(error) => {
                upload.abort().await;
                Err(error)
            }
        }
    }

    /// Begins an object that arrives in pieces.
    pub fn begin(&self, name: &str) -> Upload {
        let path = Path::from(name);
        let writer = BufWriter::with_capacity(Arc::clone(&self.store), path, PART_BYTES);
        Upload {
            key: Arc::new(ObjectKey::fresh(name, Ids)),
            name: name.to_owned(),
            vault: self.vault.clone(),
            writer: writer.with_max_concurrency(PARTS_AT_ONCE),
            waiting: BytesMut::new(),
            position: 0,
            bytes: 0,
        }
    }

    /// The content of an object; `None` if its bytes are not there.
    ///
    /// # Errors
    /// `service_unavailable` if it cannot be read now, `internal_error` if it is not what was put.
    pub async fn get(&self, one: &Stored) -> Result<Option<Sensitive<Vec<u8>>>> {
        let mut plain = Vec::with_capacity(usize::try_from(one.bytes).map_err(Error::internal)?);
        let mut chunks = self.chunks(one)?;
        while let Some(chunk) = chunks.next().await {
            match chunk {
                Ok(chunk) => plain.extend_from_slice(&chunk),
                Err(ReadError::Missing) => return Ok(None),
                Err(ReadError::Other(error)) => return Err(error),
            }
        }
        Ok(Some(Sensitive::new(plain)))
    }

    /// The content of an object, for a thread that reads it. Within a runtime.
    ///
    /// # Errors
    /// `internal_error` if its key does not open.
    pub fn reader(&self, one: &Stored) -> Result<ObjectReader> {
        let mut chunks = self.chunks(one)?;
        let (send, pieces) = mpsc::channel(CHUNKS_AHEAD);
        // Ends with the object, or at the next chunk if nobody reads any more.
        tokio::spawn(async move {
            while let Some(chunk) = chunks.next().await {
                let is_last = chunk.is_err();
                if send.send(chunk.map_err(io::Error::from)).await.is_err() || is_last {
                    return;
                }
            }
            let _ = send.send(Ok(Bytes::new())).await;
        });
        Ok(ObjectReader {
            pieces,
            piece: Bytes::new(),
            is_over: false,
        })
    }

    fn chunks(&self, one: &Stored) -> Result<Chunks> {
        let layout = Layout::of(one.bytes);
        Ok(Chunks {
            store: Arc::clone(&self.store),
            key: Arc::new(ObjectKey::open(&self.vault, &one.name, &one.sealed_key)?),
            path: Path::from(one.name.as_str()),
            layout,
            count: layout.chunks()?,
            next: 0,
        })
    }

    /// Deletes an object, if it is there.
    ///
    /// # Errors
    /// `service_unavailable` if it cannot be deleted now.
    pub async fn delete(&self, name: &str) -> Result<()> {
        match self.store.delete(&Path::from(name)).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(Error::unavailable(error)),
        }
    }
}

/// A name that nothing else has.
fn data_name(ids: Ids) -> String {
    let bytes: [u8; 8] = ids.secret();
    format!("{:016x}", u64::from_be_bytes(bytes))
}

/// An object on its way up. What is not [`finish`](Upload::finish)ed is no object.
#[derive(Debug)]
pub struct Upload {
    key: Arc<ObjectKey>,
    name: String,
    vault: Vault,
    writer: BufWriter,
    /// What is no chunk yet.
    waiting: BytesMut,
    position: u32,
    bytes: u64,
}

impl Upload {
    /// Takes the next piece.
    ///
    /// # Errors
    /// `service_unavailable` if it cannot be stored.
    pub async fn write(&mut self, piece: Bytes) -> Result<()> {
        self.bytes += piece.len() as u64;
        self.waiting.extend_from_slice(&piece);
        // The last chunk is known by the end, so one that is whole waits for what follows it.
        while self.waiting.len() > CHUNK_BYTES {
            let chunk = self.waiting.split_to(CHUNK_BYTES).freeze();
            self.store(chunk, false).await?;
        }
        Ok(())
    }

    /// Stores the end; the object is there whole then.
    ///
    /// # Errors
    /// `service_unavailable` if it is not stored.
    pub async fn finish(mut self) -> Result<Stored> {
        let rest = std::mem::take(&mut self.waiting).freeze();
        let stored = match self.store(rest, true).await {
            Ok(()) => self.writer.shutdown().await.map_err(Error::unavailable),
            Err(error) => Err(error),
        };
        stored?;
        Ok(Stored {
            sealed_key: self.key.seal(&self.vault, Ids)?,
            name: self.name,
            bytes: self.bytes,
        })
    }

    /// Throws away what was stored of it.
    pub async fn abort(mut self) {
        if let Err(error) = self.writer.abort().await {
            tracing::warn!(object = self.name, %error, "a broken upload was not removed");
        }
    }

    async fn store(&mut self, plain: Bytes, is_last: bool) -> Result<()> {
        let (key, position) = (Arc::clone(&self.key), self.position);
        let next = position.checked_add(1);
        self.position = next.ok_or_else(|| Error::internal("an object has too many chunks"))?;
        // Megabytes: too long for the event loop.
        let sealing = move || key.seal_chunk(position, is_last, &plain);
        let sealed = tokio::task::spawn_blocking(sealing).await;
        let sealed = sealed.map_err(Error::internal)??;
        let put = self.writer.put(Bytes::from(sealed)).await;
        put.map_err(Error::unavailable)
    }
}

/// Why a chunk cannot be read.
enum ReadError {
    /// The object is not there.
    Missing,
    Other(Error),
}

impl From<ReadError> for io::Error {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Missing => io::ErrorKind::NotFound.into(),
            ReadError::Other(error) => Self::other(error),
        }
    }
}

/// The chunks of an object, each asked for when it is wanted: who reads slowly keeps no connection.
struct Chunks {
    store: Arc<dyn ObjectStore>,
    key: Arc<ObjectKey>,
    path: Path,
    layout: Layout,
    count: u32,
    next: u32,
}

impl Chunks {
    async fn next(&mut self) -> Option<Result<Bytes, ReadError>> {
        let position = self.next;
        if position >= self.count {
            return None;
        }
        self.next += 1;
        Some(self.read(position).await)
    }

    async fn read(&self, position: u32) -> Result<Bytes, ReadError> {
        let range = self.layout.range(position);
        let sealed = self.store.get_range(&self.path, range).await;
        let sealed = sealed.map_err(|error| match error {
            object_store::Error::NotFound { .. } => ReadError::Missing,
            error => ReadError::Other(Error::unavailable(error)),
        })?;
        let (key, is_last) = (Arc::clone(&self.key), position + 1 == self.count);
        let opening = move || key.open_chunk(position, is_last, &sealed);
        let opened = tokio::task::spawn_blocking(opening).await;
        let plain = opened.map_err(|error| ReadError::Other(Error::internal(error)))?;
        plain.map(Bytes::from).map_err(ReadError::Other)
    }
}

/// Reads an object on a thread of its own.
#[derive(Debug)]
pub struct ObjectReader {
    pieces: mpsc::Receiver<io::Result<Bytes>>,
    piece: Bytes,
    is_over: bool,
}

impl io::Read for ObjectReader {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.piece.is_empty() && !self.is_over {
            // Without an end it was cut off, as when the server stops.
            let cut = || Err(io::ErrorKind::UnexpectedEof.into());
            self.piece = self.pieces.blocking_recv().unwrap_or_else(cut)?;
            self.is_over = self.piece.is_empty();
        }
        let taken = self.piece.split_to(out.len().min(self.piece.len()));
        out[..taken.len()].copy_from_slice(&taken);
        Ok(taken.len())
    }
}
