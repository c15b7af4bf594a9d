//! Where files beside the database are kept.

use anyhow::Context as _;
use kofa_domain::Sensitive;
use kofa_objects::ObjectPlace;
use kofa_registry::upstream::is_safe_for_keys;

use super::Config;
use super::addresses::is_address;

impl Config {
    /// Where the object store is.
    ///
    /// # Errors
    /// What is wrong with its settings, without the secret.
    pub fn objects(&self) -> anyhow::Result<ObjectPlace> {
        let Some(text) = self.filled("object_store_url") else {
            self.no_s3_settings("without `object_store_url` = s3://…")?;
            return Ok(ObjectPlace::Folder(self.data_dir().join("objects")));
        };
        let place = ObjectPlace::parse(text);
        let place = place.map_err(|must| anyhow::anyhow!("`object_store_url` {must}"))?;
        let ObjectPlace::S3(mut place) = place else {
            self.no_s3_settings("with a folder")?;
            return Ok(place);
        };
        place.endpoint = self.filled("object_store_endpoint").map(str::to_owned);
        if let Some(endpoint) = &place.endpoint {
            anyhow::ensure!(
                is_address(endpoint) && is_safe_for_keys(endpoint),
                "`object_store_endpoint` must begin with https://, or with http:// and name this \
                 machine or a host of your own network; without `?`, `#` or `@`"
            );
        }
        self.text("object_store_region")
            .clone_into(&mut place.region);
        let needed = |name: &'static str| {
            let value = self.filled(name).map(str::to_owned);
            value.with_context(|| format!("`object_store_url` = s3://… needs `{name}`"))
        };
        place.access_key_id = needed("object_store_access_key_id")?;
        place.secret_access_key = Sensitive::new(needed("object_store_secret_access_key")?);
        place.is_path_style = match self.text("object_store_path_style") {
            "yes" => true,
            "no" => false,
            _ => anyhow::bail!("`object_store_path_style` must be `yes` or `no`"),
        };
        Ok(ObjectPlace::S3(place))
    }

    /// Settings of S3 that would be passed over are a mistake.
    fn no_s3_settings(&self, why: &str) -> anyhow::Result<()> {
        for name in [
            "object_store_endpoint",
            "object_store_access_key_id",
            "object_store_secret_access_key",
        ] {
            anyhow::ensure!(self.filled(name).is_none(), "`{name}` has no effect {why}");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use kofa_objects::S3Place;

    use super::*;

    fn objects(file: &str) -> anyhow::Result<ObjectPlace> {
        let file = crate::config::parse_file(file)?;
        Config::layered(file, Default::default(), &[]).objects()
    }

    const KEY: &str = "object_store_access_key_id = 'k'\nobject_store_secret_access_key = 'hidden'";

    #[test]
    fn files_are_beside_the_data_unless_a_place_is_named() {
        let folder = |path: &str| ObjectPlace::Folder(path.into());
        assert_eq!(objects("data_dir = 'd'").unwrap(), folder("d/objects"));
        let named = objects("object_store_url = 'file:///srv/kofa'").unwrap();
        assert_eq!(named, folder("/srv/kofa"));
        let url = "object_store_url = 's3://bucket/live'";
        let minio = "object_store_endpoint = 'http://minio.internal:9000'";
        let place = objects(&format!("{url}\n{minio}\n{KEY}")).unwrap();
        let expected = S3Place {
            bucket: "bucket".to_owned(),
            prefix: "live".to_owned(),
            endpoint: Some("http://minio.internal:9000".to_owned()),
            region: "us-east-1".to_owned(),
            access_key_id: "k".to_owned(),
            secret_access_key: Sensitive::new("hidden".to_owned()),
            is_path_style: true,
        };
        assert_eq!(place, ObjectPlace::S3(expected));
    }

    #[test]
    fn what_is_missing_or_unsafe_is_named_and_no_secret_repeated() {
        let s3 = format!("object_store_url = 's3://bucket'\n{KEY}");
        for (file, told) in [
            ("object_store_url = 'bucket'".to_owned(), "object_store_url"),
            (
                "object_store_url = 's3://bucket'".to_owned(),
                "object_store_access_key_id",
            ),
            (KEY.to_owned(), "object_store_access_key_id"),
            (
                format!("{s3}\nobject_store_endpoint = 'http://s3.example.com'"),
                "object_store_endpoint",
            ),
            (
                format!("{s3}\nobject_store_path_style = 'maybe'"),
                "object_store_path_style",
            ),
        ] {
            let why = format!("{:#}", objects(&file).unwrap_err());
            assert!(why.contains(told) && !why.contains("hidden"), "{why}");
        }
    }
}
