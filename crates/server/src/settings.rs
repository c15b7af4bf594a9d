//! The table of settings: names, defaults, and what each decides.

/// What `kofa` can be told, as it stands in the file; the variable is `KOFA_` and the name in
/// capitals. Lists are separated by commas.
#[derive(Debug)]
pub struct Setting {
    /// Its name in the file.
    pub name: &'static str,
    /// What it decides.
    pub about: &'static str,
    /// What holds where nothing is said; empty for nothing.
    pub(crate) default: &'static str,
    /// Whether it must not be shown.
    pub(crate) secret: bool,
}

impl Setting {
    const fn new(name: &'static str, default: &'static str, about: &'static str) -> Self {
        Self {
            name,
            about,
            default,
            secret: false,
        }
    }

    const fn secret(self) -> Self {
        Self {
            secret: true,
            ..self
        }
    }

    /// Its environment variable.
    pub fn variable(&self) -> String {
        format!("KOFA_{}", self.name.to_ascii_uppercase())
    }
}

/// Every setting.
pub const SETTINGS: [Setting; 15] = [
    Setting::new(
        "data_dir",
        "kofa-data",
        "folder of the data; made if absent",
    ),
    Setting::new("listen", "127.0.0.1:8080", "address and port to listen on"),
    Setting::new(
        "base_url",
        "",
        "where people reach it; begins every link (default: http:// and `listen`)",
    ),
    Setting::new(
        "database_url",
        "",
        "PostgreSQL URL; SQLite in the data folder without one",
    )
    .secret(),
    Setting::new(
        "database_connections",
        "16",
        "connections to PostgreSQL, 2 to 1000",
    ),
    Setting::new(
        "sqlite_readers",
        "2",
        "connections for reads on SQLite, 1 to 64",
    ),
    Setting::new(
        "master_key",
        "",
        "key of encryption at rest: 64 hexadecimal digits (better: `master_key_file`)",
    )
    .secret(),
    Setting::new(
        "master_key_file",
        "",
        "file with the master key (default: master.key in the data folder)",
    ),
    Setting::new(
        "trusted_proxies",
        "",
        "networks whose X-Forwarded-For is believed",
    ),
    Setting::new("investment_hosts", "", "host names that serve IPO only"),
    Setting::new(
        "ai_processing_hosts",
        "",
        "host names that serve proof of address only",
    ),
    Setting::new(
        "business_validation_hosts",
        "",
        "host names that serve the business registry only",
    ),
    Setting::new(
        "identity_hosts",
        "",
        "host names that serve proof of address and the business registry",
    ),
    Setting::new(
        "log",
        "info",
        "level of the log, as tracing's EnvFilter reads it",
    ),
    Setting::new("ready_file", "", "written once requests are answered"),
];
