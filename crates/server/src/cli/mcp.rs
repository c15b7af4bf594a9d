//! `kofa mcp`: the product API as tools for assistants.

use std::fmt;
use std::str::FromStr;

use anyhow::Context as _;
use clap::{Args, ValueEnum};

use crate::mcp::{self, Settings};

/// Serve the product API to an assistant over standard input and output, as a Model Context
/// Protocol server.
#[derive(Debug, Args)]
pub(crate) struct Mcp {
    /// Where Kofa is served.
    #[arg(long, env = "KOFA_URL", default_value = "http://127.0.0.1:8080")]
    url: String,
    /// The API key. Set it in the environment: other users of this machine can see arguments.
    #[arg(long, env = "KOFA_API_KEY", hide_env_values = true)]
    api_key: Option<ApiKey>,
    /// Which environment requests go to.
    #[arg(long, value_enum, default_value_t = Environment::Sandbox)]
    environment: Environment,
    /// Offer tools that change something, too: applications, jobs, watches.
    #[arg(long)]
    allow_writes: bool,
}

/// Never shown, not even for debugging.
#[derive(Clone)]
struct ApiKey(String);

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ApiKey")
    }
}

impl FromStr for ApiKey {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.trim() {
            "" => Err("it is empty"),
            key => Ok(Self(key.to_owned())),
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Environment {
    Sandbox,
    Live,
}

pub(crate) async fn run(command: &Mcp) -> anyhow::Result<()> {
    let key = command.api_key.as_ref();
    let key = key.context("there is no API key: set KOFA_API_KEY to one")?;
    let settings = Settings {
        url: command.url.clone(),
        key: key.0.clone(),
        environment: match command.environment {
            Environment::Sandbox => "sandbox",
            Environment::Live => "live",
        },
        writes: command.allow_writes,
    };
    mcp::run(&settings).await
}
