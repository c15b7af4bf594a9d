//! Where the store is: a folder, or a bucket at a service that speaks S3.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use kofa_domain::{Error, Result, Sensitive};
use kofa_outbound::is_safe_for_keys;
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::prefix::PrefixStore;
use object_store::{ObjectStore, RetryConfig};
use url::Url;

use crate::connector::Connector;

/// Attempts after the first that a request may take.
const RETRIES_MAX: usize = 3;
/// How long all attempts may take, in seconds.
const RETRY_S_MAX: u64 = 20;

/// Where the store is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ObjectPlace {
    Folder(PathBuf),
    S3(S3Place),
}

/// A bucket, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct S3Place {
    pub bucket: String,
    /// What every name begins with; empty for the whole bucket.
    pub prefix: String,
    /// Where the service is; `None` is AWS in the region.
    pub endpoint: Option<String>,
    pub region: String,
    pub access_key_id: String,
    pub secret_access_key: Sensitive<String>,
    /// Whether the bucket is in the path of a URL, and not in its host.
    pub is_path_style: bool,
}

impl fmt::Display for ObjectPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(path) => write!(f, "{}", path.display()),
            Self::S3(place) => write!(f, "s3://{}/{}", place.bucket, place.prefix),
        }
    }
}

impl ObjectPlace {
    /// Reads `file:///folder` or `s3://bucket/prefix`; what else S3 needs is filled in by the
    /// caller.
    ///
    /// # Errors
    /// What the text must be.
    pub fn parse(text: &str) -> std::result::Result<Self, &'static str> {
        const MUST: &str = "must be file:///FOLDER or s3://BUCKET/PREFIX";
        let url = Url::parse(text).map_err(|_| MUST)?;
        let is_plain = url.query().is_none() && url.fragment().is_none();
        if !is_plain || !url.username().is_empty() || url.password().is_some() {
            return Err(MUST);
        }
        match url.scheme() {
            "file" => url.to_file_path().map(Self::Folder).map_err(|()| MUST),
            "s3" => {
                let bucket = url.host_str().filter(|it| !it.is_empty()).ok_or(MUST)?;
                Ok(Self::S3(S3Place {
                    bucket: bucket.to_owned(),
                    prefix: url.path().trim_matches('/').to_owned(),
                    endpoint: None,
                    region: String::new(),
                    access_key_id: String::new(),
                    secret_access_key: Sensitive::new(String::new()),
                    is_path_style: true,
                }))
            }
            _ => Err(MUST),
        }
    }

    /// # Errors
    /// If the folder cannot be made, or a setting fits nothing.
    pub(crate) fn open(&self) -> Result<Arc<dyn ObjectStore>> {
        match self {
            Self::Folder(path) => {
                std::fs::create_dir_all(path).map_err(Error::unavailable)?;
                let store = LocalFileSystem::new_with_prefix(path).map_err(Error::unavailable)?;
                Ok(Arc::new(store.with_fsync(true)))
            }
            Self::S3(place) => place.open(),
        }
    }
}

impl S3Place {
    fn open(&self) -> Result<Arc<dyn ObjectStore>> {
        let is_http = self
            .endpoint
            .as_deref()
            .is_some_and(|it| it.starts_with("http://"));
        if self
            .endpoint
            .as_deref()
            .is_some_and(|it| !is_safe_for_keys(it))
        {
            return Err(Error::unavailable("the endpoint is not safe for keys"));
        }
        let retry = RetryConfig {
            max_retries: RETRIES_MAX,
            retry_timeout: Duration::from_secs(RETRY_S_MAX),
            ..RetryConfig::default()
        };
        let mut builder = AmazonS3Builder::new()
            .with_bucket_name(&self.bucket)
            .with_region(&self.region)
            .with_access_key_id(&self.access_key_id)
            .with_secret_access_key(self.secret_access_key.expose())
            .with_virtual_hosted_style_request(!self.is_path_style)
            .with_allow_http(is_http)
            .with_retry(retry)
            .with_http_connector(Connector::new(!is_http)?);
        if let Some(endpoint) = &self.endpoint {
            builder = builder.with_endpoint(endpoint.trim_end_matches('/'));
        }
        let store = builder.build().map_err(Error::unavailable)?;
        Ok(match self.prefix.as_str() {
            "" => Arc::new(store),
            prefix => Arc::new(PrefixStore::new(store, prefix)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_folders_and_buckets() {
        let folder = |path: &str| Ok(ObjectPlace::Folder(PathBuf::from(path)));
        assert_eq!(ObjectPlace::parse("file:///srv/kofa"), folder("/srv/kofa"));
        for (text, bucket, prefix) in [
            ("s3://documents", "documents", ""),
            ("s3://documents/", "documents", ""),
            ("s3://documents/kofa/live/", "documents", "kofa/live"),
        ] {
            let Ok(ObjectPlace::S3(place)) = ObjectPlace::parse(text) else {
                panic!("{text}");
            };
            assert_eq!(
                (place.bucket.as_str(), place.prefix.as_str()),
                (bucket, prefix)
            );
        }
        for wrong in [
            "",
            "/srv/kofa",
            "s3:///prefix",
            "s3://key:secret@bucket",
            "s3://bucket?region=x",
            "file://host/srv",
            "https://bucket",
        ] {
            assert!(ObjectPlace::parse(wrong).is_err(), "{wrong}");
        }
    }
}
