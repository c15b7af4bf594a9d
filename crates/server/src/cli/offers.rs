//! `kofa investment offers …`

use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::{Args, Subcommand};
use kofa_domain::{Environment, Fault, TenantId, Timestamp, codes, kinds};
use kofa_investment::market::{
    Action, FILE_BYTES_MAX, Planned, flat, read_file, read_offer, refuse_past,
};
use kofa_investment::ops::{
    CopySandboxOffer, CreateOffers, EditOffer, FindOffer, ListMarket, MarketOffer, MoveOffer,
};
use kofa_platform::directory::Page;
use kofa_platform::http::Unique;
use kofa_platform::rows::Format;
use serde_json::{Map, Value};

use super::room::{Room, environment, id, refuse, say};

#[derive(Debug, Subcommand)]
pub(crate) enum OffersCommand {
    /// List the offers that everyone has, or one tenant's own, by id.
    List {
        /// `sandbox` or `live`
        #[arg(long, value_parser = environment)]
        environment: Environment,
        /// Only those of this tenant's own sandbox.
        #[arg(long, value_parser = id::<kinds::Tenant>)]
        tenant: Option<TenantId>,
    },
    /// Show an offer with its subscriptions and what can be done with it.
    Show(Named),
    /// Make an offer from a file with one JSON object (docs/offers.md).
    Create(Written),
    /// Make offers from JSON Lines or CSV: all or none (docs/offers.md).
    Import(Written),
    /// Change fields of an offer by a file with one JSON object.
    Edit {
        #[command(flatten)]
        named: Named,
        /// The fields that change; null empties one.
        file: PathBuf,
    },
    /// Move the close back.
    Extend {
        #[command(flatten)]
        named: Named,
        /// The new close (RFC 3339).
        close_at: String,
    },
    /// Take no applications for a while.
    Suspend {
        #[command(flatten)]
        named: Named,
        /// Shown to everyone.
        #[arg(long)]
        reason: Option<String>,
    },
    /// End a suspension.
    Resume(Named),
    /// Call an offer off for good; what was paid is refunded.
    Cancel {
        #[command(flatten)]
        named: Named,
        /// Shown to everyone.
        #[arg(long)]
        reason: String,
    },
    /// Close an offer now.
    Close(Named),
    /// Mark the shares of an allotted offer as trading.
    ListShares(Named),
    /// Give a tenant a copy of a sandbox offer that only it sees.
    Copy {
        /// `ten_…`
        #[arg(value_parser = id::<kinds::Tenant>)]
        tenant: TenantId,
        /// The offer that is copied.
        of: String,
        /// Id of the copy; made from the symbol if absent.
        #[arg(long)]
        id: Option<String>,
    },
}

/// An offer that is there.
#[derive(Debug, Args)]
pub(crate) struct Named {
    /// `OFR-…`
    offer: String,
    /// `sandbox` or `live`
    #[arg(long, value_parser = environment)]
    environment: Environment,
}

/// A file of offers.
#[derive(Debug, Args)]
pub(crate) struct Written {
    /// The file.
    file: PathBuf,
    /// `sandbox` or `live`
    #[arg(long, value_parser = environment)]
    environment: Environment,
}

pub(crate) async fn run(command: OffersCommand, room: &Room) -> anyhow::Result<()> {
    match command {
        OffersCommand::List {
            environment,
            tenant,
        } => list(room, environment, tenant).await,
        OffersCommand::Show(named) => {
            let find = FindOffer {
                environment: named.environment,
                id: named.offer,
            };
            show(&room.store.read(find).await?, room.now())
        }
        OffersCommand::Create(written) => create(room, written).await,
        OffersCommand::Import(written) => import(room, written).await,
        OffersCommand::Edit { named, file } => edit(room, named, &file).await,
        OffersCommand::Extend { named, close_at } => {
            let close_at = moment(&close_at)?;
            act(room, named, Action::Extend { close_at }).await
        }
        OffersCommand::Suspend { named, reason } => {
            let reason = reason.as_deref().map(line).transpose()?;
            act(room, named, Action::Suspend { reason }).await
        }
        OffersCommand::Resume(named) => act(room, named, Action::Resume).await,
        OffersCommand::Cancel { named, reason } => {
            let reason = line(&reason)?;
            act(room, named, Action::Cancel { reason }).await
        }
        OffersCommand::Close(named) => act(room, named, Action::Close).await,
        OffersCommand::ListShares(named) => act(room, named, Action::List).await,
        OffersCommand::Copy { tenant, of, id } => copy(room, tenant, of, id).await,
    }
}

fn moment(text: &str) -> anyhow::Result<Timestamp> {
    Timestamp::parse_rfc3339(text.trim())
        .context("the close must be a moment in RFC 3339, such as 2027-01-31T17:00:00+01:00")
}

/// A reason as everyone will read it: one line.
fn line(text: &str) -> anyhow::Result<String> {
    const CHARS_MAX: usize = 200;
    let text = text.trim();
    let fits = !text.is_empty()
        && text.chars().count() <= CHARS_MAX
        && !text.chars().any(char::is_control);
    anyhow::ensure!(
        fits,
        "the reason must be one line of 1 to {CHARS_MAX} characters"
    );
    Ok(text.to_owned())
}

async fn list(
    room: &Room,
    environment: Environment,
    tenant: Option<TenantId>,
) -> anyhow::Result<()> {
    let (now, mut cursor) = (room.now(), None::<String>);
    loop {
        let list = ListMarket {
            environment,
            tenant: tenant.clone(),
            page: Page::read(cursor.as_deref(), Some("100"))?,
        };
        let listed = room.store.read(list).await?;
        for one in listed.items {
            let (id, status) = (&one.offer.id, one.offer.status(now).as_str());
            let (close, name) = (one.offer.close_at, &one.offer.name);
            let many = one.counts.all;
            say(format_args!(
                "{id:<24} {status:<22} closes {close}  {many:>9} subscriptions  {name}"
            ))?;
        }
        cursor = listed.next_cursor;
        if cursor.is_none() {
            return Ok(());
        }
    }
}

fn show(one: &MarketOffer, now: Timestamp) -> anyhow::Result<()> {
    let offer = &one.offer;
    say(format_args!("offer     {}", offer.id))?;
    say(format_args!("name      {}", offer.name))?;
    if let Some(tenant) = &offer.tenant {
        say(format_args!("tenant    {tenant}"))?;
    }
    say(format_args!("type      {}", offer.offer_type.as_str()))?;
    say(format_args!("status    {}", offer.status(now).as_str()))?;
    if let Some(reason) = &offer.details.status_reason {
        say(format_args!("because   {reason}"))?;
    }
    say(format_args!("price     {} a share", offer.price))?;
    let (least, step) = (offer.minimum_shares, offer.multiple);
    say(format_args!("shares    {} on offer", offer.shares_on_offer))?;
    say(format_args!(
        "          from {least} in multiples of {step}"
    ))?;
    say(format_args!("opens     {}", offer.open_at))?;
    say(format_args!("closes    {}", offer.close_at))?;
    if let Some(first) = offer.original_close_at {
        say(format_args!("          first announced for {first}"))?;
    }
    for (status, many) in &one.counts.by_status {
        say(format_args!("{many:>9} {status}"))?;
    }
    say(format_args!("possible  {}", offer.possible(now).join(", ")))
}

fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    let wrong = || path.display().to_string();
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).with_context(wrong)?;
    let most = FILE_BYTES_MAX as u64;
    file.take(most + 1)
        .read_to_end(&mut bytes)
        .with_context(wrong)?;
    anyhow::ensure!(
        bytes.len() <= FILE_BYTES_MAX,
        "a file has at most {most} bytes"
    );
    Ok(bytes)
}

/// The JSON object of a file, laid flat.
fn object(path: &Path) -> anyhow::Result<Map<String, Value>> {
    let bytes = read(path)?;
    // Windows' editor begins files with the mark.
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes);
    let Unique(value) = serde_json::from_slice(text).map_err(|error| {
        let what = match error.is_data() {
            true => "names a field twice in one object",
            false => "is not valid JSON",
        };
        let (line, column) = (error.line(), error.column());
        anyhow::anyhow!("the file {what} (line {line}, column {column})")
    })?;
    match value {
        Value::Object(object) => Ok(flat(&object)?),
        _ => anyhow::bail!("the file must hold one JSON object"),
    }
}

async fn create(room: &Room, written: Written) -> anyhow::Result<()> {
    let by = room.by();
    let offer = read_offer(&object(&written.file)?)?;
    refuse_past(&offer, by.at)?;
    let (id, environment) = (offer.id.clone(), written.environment);
    let create = CreateOffers {
        by,
        environment,
        offers: vec![Planned { line: 1, offer }],
    };
    let made = room.store.write(create).await?;
    let word = if made.unchanged == 0 {
        "is made"
    } else {
        "was there already"
    };
    say(format_args!("{id} {word} in {environment}"))
}

async fn import(room: &Room, written: Written) -> anyhow::Result<()> {
    let format =
        Format::of_path(&written.file).context("the file's name must end in .csv or .jsonl")?;
    let (by, environment) = (room.by(), written.environment);
    let offers = read_file(&read(&written.file)?, format, by.at)?;
    let create = CreateOffers {
        by,
        environment,
        offers,
    };
    let made = room.store.write(create).await?;
    for offer in &made.offers {
        say(format_args!("{} is made in {environment}", offer.id))?;
    }
    let unchanged = made.unchanged;
    say(format_args!(
        "{} offers made, {unchanged} were there already",
        made.offers.len()
    ))
}

async fn edit(room: &Room, named: Named, file: &Path) -> anyhow::Result<()> {
    let change = object(file)?;
    if change.is_empty() {
        let message = "the file names no field.";
        refuse(&[Fault::on("file", &codes::INVALID_FIELD, message)])?;
    }
    let edit = EditOffer {
        by: room.by(),
        environment: named.environment,
        id: named.offer,
        change,
    };
    show(&room.store.write(edit).await?, room.now())
}

async fn act(room: &Room, named: Named, action: Action) -> anyhow::Result<()> {
    let by = room.by();
    let at = by.at;
    let act = MoveOffer {
        by,
        environment: named.environment,
        id: named.offer,
        action,
    };
    let done = room.store.write(act).await?.offer;
    let (status, close) = (done.status(at).as_str(), done.close_at);
    say(format_args!("{} is {status}; closes {close}", done.id))
}

async fn copy(room: &Room, tenant: TenantId, of: String, id: Option<String>) -> anyhow::Result<()> {
    if let Some(id) = id
        .as_deref()
        .filter(|id| !kofa_investment::market::is_offer_id(id))
    {
        anyhow::bail!("`{id}` must have 3 to 40 capital letters, digits and hyphens");
    }
    let op = CopySandboxOffer::new(room.ids, room.by(), tenant.clone(), of, id);
    let made = room.store.write(op).await?;
    say(format_args!(
        "{} is in the sandbox of {tenant} alone",
        made.id
    ))
}
