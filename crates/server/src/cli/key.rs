//! `kofa key …`

use clap::{Args, Subcommand};
use kofa_domain::{KeyId, TenantId, kinds};
use kofa_platform::directory::Page;
use kofa_platform::directory::key_plan::KeyRequest;
use kofa_platform::directory::keys::{ApiKey, IssueKey, ListKeys, RevokeKey};
use kofa_platform::directory::rotation::{Grace, rotate};

use super::room::{Room, id, refuse, say};
use crate::products;

#[derive(Debug, Subcommand)]
pub(crate) enum KeyCommand {
    /// Issue a key; its text is printed once and stored nowhere.
    Issue(Issue),
    /// List a tenant's keys, the newest first.
    List {
        /// `ten_…`
        #[arg(value_parser = id::<kinds::Tenant>)]
        tenant: TenantId,
    },
    /// End a key at once and for ever.
    Revoke {
        /// `key_…`
        #[arg(value_parser = id::<kinds::Key>)]
        key: KeyId,
    },
    /// Make a new key with the same reach; the old one works on for a grace.
    Rotate {
        /// `key_…`
        #[arg(value_parser = id::<kinds::Key>)]
        key: KeyId,
        /// Seconds: 0, 900, 3600, 86400 or 604800.
        #[arg(long, value_name = "SECONDS", default_value_t = 86_400)]
        grace: i64,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Issue {
    /// `ten_…`
    #[arg(value_parser = id::<kinds::Tenant>)]
    tenant: TenantId,
    /// For people.
    name: String,
    /// What it may call; several times or with commas.
    #[arg(long = "scope", value_delimiter = ',', required = true)]
    scopes: Vec<String>,
    /// Where; several times or with commas.
    #[arg(long = "environment", value_delimiter = ',', default_value = "sandbox")]
    environments: Vec<String>,
    /// When it stops working by itself (RFC 3339).
    #[arg(long, value_name = "TIME")]
    expires_at: Option<String>,
    /// From which networks; several times or with commas.
    #[arg(long = "allow", value_name = "CIDR", value_delimiter = ',')]
    allowed_cidrs: Vec<String>,
}

pub(crate) async fn run(command: KeyCommand, room: &Room) -> anyhow::Result<()> {
    match command {
        KeyCommand::Issue(typed) => issue(room, typed).await,
        KeyCommand::List { tenant } => list(room, tenant).await,
        KeyCommand::Revoke { key } => {
            let by = room.by();
            let key = room.store.write(RevokeKey { by, key }).await?;
            say(format_args!("{} is revoked", key.id))
        }
        KeyCommand::Rotate { key, grace } => {
            let grace = Grace::from_seconds(grace)?;
            let (vault, by) = (room.vault().await?, room.by());
            let (key, text) = rotate(&room.store, &vault, room.ids, by, key, grace).await?;
            shown_once(&key, text.expose())
        }
    }
}

async fn issue(room: &Room, typed: Issue) -> anyhow::Result<()> {
    let request = KeyRequest {
        name: typed.name,
        scopes: typed.scopes,
        environments: typed.environments,
        allowed_cidrs: typed.allowed_cidrs,
        expires_at: typed.expires_at,
    };
    let mut faults = Vec::new();
    let plan = request.read(&products::all(), room.now(), &mut faults);
    refuse(&faults)?;
    let Some(plan) = plan else { return Ok(()) };
    let (op, text) = IssueKey::new(
        &room.vault().await?,
        room.ids,
        room.by(),
        typed.tenant,
        plan,
    );
    let key = room.store.write(op).await?;
    shown_once(&key, text.expose())
}

fn shown_once(key: &ApiKey, text: &str) -> anyhow::Result<()> {
    say(format_args!("id    {}", key.id))?;
    say(format_args!("key   {text}"))?;
    say("      (shown only here)")
}

async fn list(room: &Room, tenant: TenantId) -> anyhow::Result<()> {
    let mut cursor: Option<String> = None;
    loop {
        let page = Page::read(cursor.as_deref(), Some("100"))?;
        let tenant = tenant.clone();
        let listed = room.store.read(ListKeys { tenant, page }).await?;
        for key in listed.items {
            let status = key.status(room.now()).as_str();
            let used = match &key.last_used {
                Some(used) => format!("last used {}", used.at),
                None => "never used".to_owned(),
            };
            let (id, name) = (&key.id, &key.plan.name);
            let shown = format!("{}…{}", key.prefix, key.last_four);
            say(format_args!("{id}  {status:<8}  {shown}  {used}  {name}"))?;
        }
        cursor = listed.next_cursor;
        if cursor.is_none() {
            return Ok(());
        }
    }
}
