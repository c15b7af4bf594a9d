//! Reading a body: bounded in size, in time, and in the memory that all of them take. What is left
//! of one is the listener's to read away.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::Body;
use bytes::{Bytes, BytesMut};
use http::{HeaderMap, header};
use http_body_util::BodyExt as _;
use kofa_core::codes;
use kofa_core::endpoint::Endpoint;
use kofa_domain::{Error, Result, TenantId};

use crate::headers::must_not_be_packed;

/// Longest a client may take to send its body, in milliseconds.
const BODY_MS_MAX: u64 = 30_000;
/// Bodies up to this size, in bytes, are not counted: as many as there are connections fit.
pub(super) const SMALL_BYTES_MAX: usize = 16 * 1024;
/// What `Retry-After` says where memory is short, in seconds.
const RETRY_S: u32 = 1;

/// Memory for bodies of calls under way; one tenant has half of it at most.
#[derive(Debug)]
pub struct BodyMemory {
    bytes_max: usize,
    taken: Mutex<Taken>,
}

#[derive(Debug, Default)]
struct Taken {
    bytes: usize,
    of: HashMap<TenantId, usize>,
}

impl BodyMemory {
    /// Of `bytes_max` bytes.
    pub fn new(bytes_max: usize) -> Arc<Self> {
        Arc::new(Self {
            bytes_max,
            taken: Mutex::default(),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Nothing yet, for one body of `tenant`.
    pub(super) fn share(self: &Arc<Self>, tenant: &TenantId) -> BodyShare {
        BodyShare {
            memory: Arc::clone(self),
            tenant: tenant.clone(),
            bytes: 0,
        }
    }
}

/// What one body has of the memory, until it is dropped.
#[derive(Debug)]
pub(super) struct BodyShare {
    memory: Arc<BodyMemory>,
    tenant: TenantId,
    bytes: usize,
}

impl BodyShare {
    /// Takes what a body of `bytes` needs.
    fn grow(&mut self, bytes: usize) -> Result<()> {
        if bytes <= SMALL_BYTES_MAX {
            return Ok(());
        }
        let more = bytes - self.bytes;
        let mut taken = self.memory.lock();
        let of_tenant = taken.of.get(&self.tenant).copied().unwrap_or_default() + more;
        let whose = if of_tenant > self.memory.bytes_max / 2 {
            "your"
        } else if taken.bytes + more > self.memory.bytes_max {
            "all"
        } else {
            taken.bytes += more;
            taken.of.insert(self.tenant.clone(), of_tenant);
            self.bytes = bytes;
            return Ok(());
        };
        drop(taken);
        let message = format!(
            "The bodies of {whose} requests in progress leave no room for this one. Send it again \
             when others have finished. You were not charged."
        );
        let error = Error::new(&codes::SERVICE_UNAVAILABLE, message);
        Err(error.with_retry_after(RETRY_S))
    }
}

impl Drop for BodyShare {
    fn drop(&mut self) {
        if self.bytes == 0 {
            return;
        }
        let mut taken = self.memory.lock();
        taken.bytes -= self.bytes;
        if let Some(of_tenant) = taken.of.get_mut(&self.tenant) {
            *of_tenant -= self.bytes;
            if *of_tenant == 0 {
                taken.of.remove(&self.tenant);
            }
        }
    }
}

/// The whole body, or why it cannot be had.
pub(super) async fn read_body(
    endpoint: &Endpoint,
    headers: &HeaderMap,
    body: Body,
    share: &mut Option<BodyShare>,
) -> Result<Bytes> {
    let most = endpoint.body_bytes_max;
    if most == 0 {
        return Ok(Bytes::new());
    }
    must_not_be_packed(headers)?;
    let declared = headers
        .get(header::CONTENT_LENGTH)
        .and_then(|value| value.to_str().ok());
    let declared = declared.and_then(|text| text.parse::<u64>().ok());
    if declared.is_some_and(|bytes| bytes > most as u64) {
        return Err(too_large(most));
    }
    let read = collected(body, most, share);
    let read = tokio::time::timeout(Duration::from_millis(BODY_MS_MAX), read);
    let late = |_| Error::new(&codes::MALFORMED_REQUEST, "The body arrived too slowly.");
    read.await.map_err(late)?
}

async fn collected(mut body: Body, most: usize, share: &mut Option<BodyShare>) -> Result<Bytes> {
    let (mut first, mut whole) = (Bytes::new(), BytesMut::new());
    while let Some(frame) = body.frame().await {
        let cut = |_| Error::new(&codes::MALFORMED_REQUEST, "The body is incomplete.");
        let Ok(data) = frame.map_err(cut)?.into_data() else {
            continue;
        };
        let bytes = first.len() + whole.len() + data.len();
        if bytes > most {
            return Err(too_large(most));
        }
        if let Some(share) = share {
            share.grow(bytes)?;
        }
        // Nearly every body is one frame, which is not copied.
        if first.is_empty() && whole.is_empty() {
            first = data;
            continue;
        }
        if whole.is_empty() {
            whole.extend_from_slice(&std::mem::take(&mut first));
        }
        whole.extend_from_slice(&data);
    }
    Ok(match whole.is_empty() {
        true => first,
        false => whole.freeze(),
    })
}

fn too_large(most: usize) -> Error {
    let message = format!("The body must have at most {most} bytes.");
    Error::new(&codes::BODY_TOO_LARGE, message)
}

#[cfg(test)]
mod tests {
    use kofa_domain::{Ids, Timestamp};

    use super::*;

    const MIB: usize = 1 << 20;

    fn tenant_id(at: i64) -> TenantId {
        Ids.id(Timestamp::from_micros(at))
    }

    #[test]
    fn bodies_share_the_memory_and_one_tenant_has_half() {
        let memory = BodyMemory::new(8 * MIB);
        let [a, b, c] = [1, 2, 3].map(tenant_id);
        let grown = |tenant: &TenantId, bytes| {
            let mut share = memory.share(tenant);
            share.grow(bytes).map(|()| share)
        };
        let first = grown(&a, 3 * MIB).unwrap();
        let refused = grown(&a, 2 * MIB).unwrap_err();
        assert_eq!(*refused.code(), codes::SERVICE_UNAVAILABLE);
        let second = grown(&b, 4 * MIB).unwrap();
        assert!(grown(&c, 2 * MIB).is_err(), "seven of eight are taken");
        assert!(grown(&c, SMALL_BYTES_MAX).is_ok());
        drop(first);
        let mut third = grown(&c, MIB).unwrap();
        third.grow(4 * MIB).unwrap();
        drop((second, third));
        let taken = memory.lock();
        assert_eq!((taken.bytes, taken.of.len()), (0, 0));
    }

    #[tokio::test]
    async fn a_body_in_pieces_is_put_together_and_counted_as_it_comes() {
        let memory = BodyMemory::new(MIB);
        let tenant = tenant_id(1);
        let sent = |pieces: usize| {
            let piece = |_| Ok::<_, std::io::Error>(Bytes::from(vec![b'x'; MIB / 8]));
            Body::from_stream(futures_util::stream::iter((0..pieces).map(piece)))
        };
        let mut share = Some(memory.share(&tenant));
        let whole = collected(sent(3), MIB, &mut share).await.unwrap();
        assert_eq!(
            (whole.len(), memory.lock().bytes),
            (3 * MIB / 8, 3 * MIB / 8)
        );
        share = Some(memory.share(&tenant));
        let refused = collected(sent(8), MIB, &mut share).await.unwrap_err();
        assert_eq!(*refused.code(), codes::SERVICE_UNAVAILABLE);
        let refused = collected(sent(3), MIB / 4, &mut None).await.unwrap_err();
        assert_eq!(*refused.code(), codes::BODY_TOO_LARGE);
    }
}
