//! `kofa investment offers …`

use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::{Args, Subcommand};
use kofa_domain::{Environment, TenantId, Timestamp, kinds};
use kofa_investment::commands::{
    CancelOffer, CloseOffer, CopySandboxOffer, CreateOffer, EditOffer, ExtendOffer,
    ListOfferShares, OfferDetailsView, ResumeOffer, SuspendOffer,
};
use kofa_investment::market::{FILE_BYTES_MAX, read_file};
use kofa_investment::ops::{CreateOffers, FindOffer, ListMarket, MarketOffer};
use kofa_platform::command::{Command, Made};
use kofa_platform::directory::Page;
use kofa_platform::rows::Format;
use serde_json::{Map, Value, json};

use super::room::{Room, environment, id, object, say};

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
            act::<ExtendOffer>(room, named, Some(("closeAt", close_at))).await
        }
        OffersCommand::Suspend { named, reason } => {
            let reason = reason.map(|reason| ("reason", reason));
            act::<SuspendOffer>(room, named, reason).await
        }
        OffersCommand::Resume(named) => act::<ResumeOffer>(room, named, None).await,
        OffersCommand::Cancel { named, reason } => {
            act::<CancelOffer>(room, named, Some(("reason", reason))).await
        }
        OffersCommand::Close(named) => act::<CloseOffer>(room, named, None).await,
        OffersCommand::ListShares(named) => act::<ListOfferShares>(room, named, None).await,
        OffersCommand::Copy { tenant, of, id } => copy(room, tenant, of, id).await,
    }
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

async fn create(room: &Room, written: Written) -> anyhow::Result<()> {
    let environment = written.environment;
    let mut fields = object(&written.file)?;
    fields.insert("environment".to_owned(), environment.as_str().into());
    let Made { is_new, it } = room.run::<CreateOffer>(&fields).await?;
    let word = match is_new {
        true => "is made",
        false => "was there already",
    };
    say(format_args!("{} {word} in {environment}", it.offer.id))
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

/// The fields that say which offer is meant.
fn which(named: &Named) -> Map<String, Value> {
    let environment = named.environment.as_str().into();
    let fields = [
        ("environment", environment),
        ("offerId", (*named.offer).into()),
    ];
    let owned = |(name, value): (&str, Value)| (name.to_owned(), value);
    fields.into_iter().map(owned).collect()
}

async fn edit(room: &Room, named: Named, file: &Path) -> anyhow::Result<()> {
    let mut fields = object(file)?;
    fields.extend(which(&named));
    room.run::<EditOffer>(&fields).await?;
    let find = FindOffer {
        environment: named.environment,
        id: named.offer,
    };
    show(&room.store.read(find).await?, room.now())
}

async fn act<C: Command<Output = OfferDetailsView>>(
    room: &Room,
    named: Named,
    said: Option<(&str, String)>,
) -> anyhow::Result<()> {
    let mut fields = which(&named);
    if let Some((name, text)) = said {
        fields.insert(name.to_owned(), text.into());
    }
    room.run::<C>(&fields).await?;
    let find = FindOffer {
        environment: named.environment,
        id: named.offer,
    };
    let offer = room.store.read(find).await?.offer;
    let (status, close) = (offer.status(room.now()).as_str(), offer.close_at);
    say(format_args!("{} is {status}; closes {close}", offer.id))
}

async fn copy(room: &Room, tenant: TenantId, of: String, id: Option<String>) -> anyhow::Result<()> {
    let fields = json!({"tenantId": tenant.as_str(), "copyOf": of, "offerId": id});
    let fields = fields.as_object().cloned().unwrap_or_default();
    let made = room.run::<CopySandboxOffer>(&fields).await?;
    say(format_args!(
        "{} is in the sandbox of {tenant} alone",
        made.offer.id
    ))
}
