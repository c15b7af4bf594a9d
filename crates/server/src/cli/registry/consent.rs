//! `kofa registry consent`

use clap::Args;
use kofa_domain::{Environment, Ids};
use kofa_registry::rules::Vrc;
use kofa_registry::{Consent, issue_consent, read_end, read_entity};

use crate::cli::room::{Room, environment, say};

#[derive(Debug, Args)]
pub(crate) struct Issue {
    /// The company's number, with or without prefix.
    rc_number: String,
    /// `sandbox` or `live`
    #[arg(long, value_parser = environment)]
    environment: Environment,
    /// The kind of entity; that of the prefix, or `COMPANY`, if absent.
    #[arg(long)]
    entity_type: Option<String>,
    /// Until when (RFC 3339), at most 366 days; 30 days if absent.
    #[arg(long, value_name = "TIME")]
    expires_at: Option<String>,
}

pub(super) async fn run(typed: Issue, room: &Room) -> anyhow::Result<()> {
    let (by, environment) = (room.by(), typed.environment);
    let entity = read_entity(Some(&typed.rc_number), typed.entity_type.as_deref())?;
    let expires_at = read_end(typed.expires_at.as_deref(), by.at)?;
    let code = Vrc::issue(Ids);
    let prefix = entity.entity_type.prefix();
    let number = entity.rc_number.to_string();
    let consent = Consent { entity, expires_at };
    let keep = (&room.store, room.vault()?);
    let name = issue_consent(keep, by, environment, consent, &code).await?;
    say(format_args!("for        {prefix} {number}, {name}"))?;
    say(format_args!("in         {environment}"))?;
    say(format_args!("until      {}", expires_at.rfc3339()))?;
    say(format_args!("code       {}", code.expose()))?;
    say("It is not shown again: hand it to whoever may ask.")
}
