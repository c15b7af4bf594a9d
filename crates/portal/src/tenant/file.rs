//! Files that are sent while they are written.

use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::response::{IntoResponse as _, Response};
use futures_util::Stream;
use http::{StatusCode, header};
use kofa_domain::{Error, Result, TenantId};

use super::flow;

/// Files of a sort that are written at once, and those of one tenant among them.
const PLACES_MAX: usize = 4;
const PLACES_OF_TENANT_MAX: usize = 2;

/// How the lines of a file are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Csv,
    Ndjson,
}

impl Format {
    /// Ending and media type.
    fn name(self) -> (&'static str, &'static str) {
        match self {
            Self::Csv => ("csv", "text/csv; charset=utf-8"),
            Self::Ndjson => ("ndjson", "application/x-ndjson"),
        }
    }
}

/// Whose files of a sort are being written.
pub(super) struct Places(Mutex<Vec<TenantId>>);

/// One of them; given up when dropped.
pub(super) struct Place {
    places: &'static Places,
    tenant: TenantId,
}

impl Places {
    /// No file is being written.
    pub(super) const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// A place for a file of this tenant.
    pub(super) fn take(&'static self, tenant: &TenantId) -> Result<Place> {
        let mut taken = self.taken();
        let own = taken.iter().filter(|one| *one == tenant).count();
        if taken.len() >= PLACES_MAX || own >= PLACES_OF_TENANT_MAX {
            let error = Error::unavailable("too many files are being written");
            return Err(error.with_retry_after(10));
        }
        taken.push(tenant.clone());
        Ok(Place {
            places: self,
            tenant: tenant.clone(),
        })
    }

    fn taken(&self) -> MutexGuard<'_, Vec<TenantId>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.taken();
        if let Some(at) = taken.iter().position(|one| *one == self.tenant) {
            taken.swap_remove(at);
        }
    }
}

/// Sends the file `stem` as its pieces come.
pub(super) fn send(
    format: Format,
    stem: &str,
    pieces: impl Stream<Item = String> + Send + 'static,
) -> Response {
    let (ending, media_type) = format.name();
    let named = format!("attachment; filename=\"{stem}.{ending}\"");
    let headers = [
        (header::CONTENT_TYPE, media_type.to_owned()),
        (header::CONTENT_DISPOSITION, named),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    (StatusCode::OK, headers, flow::body(pieces)).into_response()
}

#[cfg(test)]
mod tests {
    use kofa_domain::{Id, Ids, Timestamp};

    use super::*;

    #[test]
    fn no_tenant_takes_the_place_of_all_others() {
        static PLACES: Places = Places::new();
        let [ada, bob, eve] =
            [1, 2, 3].map(|at| Id::from_uuid(Ids.uuid(Timestamp::from_micros(at))));
        let first = PLACES.take(&ada).unwrap();
        let _second = PLACES.take(&ada).unwrap();
        let refused = PLACES.take(&ada).err().unwrap();
        assert_eq!(refused.code().name, "service_unavailable");
        let _others = [PLACES.take(&bob).unwrap(), PLACES.take(&eve).unwrap()];
        assert!(PLACES.take(&eve).is_err(), "all four are taken");
        drop(first);
        assert!(PLACES.take(&ada).is_ok());
    }
}
