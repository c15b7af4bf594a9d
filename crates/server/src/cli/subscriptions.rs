//! `kofa investment subscriptions …`

use clap::{Args, Subcommand};
use kofa_domain::{Environment, TenantId, Timestamp, kinds};
use kofa_investment::ops::{FindSubscription, ListSubscriptions, SubscriptionView};
use kofa_investment::sealing::open_name;
use kofa_investment::subscription::Status;
use kofa_platform::directory::Page;

use super::room::{Room, environment, id, say};

#[derive(Debug, Subcommand)]
pub(crate) enum SubscriptionsCommand {
    /// List subscriptions, the newest first.
    List(List),
    /// Show a subscription with its history.
    Show {
        /// Its id or transaction reference.
        name: String,
    },
}

#[derive(Debug, Args)]
pub(crate) struct List {
    /// `sandbox` or `live`
    #[arg(long, value_parser = environment)]
    environment: Environment,
    /// Only for this offer.
    #[arg(long)]
    offer: Option<String>,
    /// Only of this tenant: `ten_…`
    #[arg(long, value_parser = id::<kinds::Tenant>)]
    tenant: Option<TenantId>,
    /// Only in this state; `received`: not known what the exchange did.
    #[arg(long, value_parser = status)]
    status: Option<Status>,
    /// How many at most, 1 to 100.
    #[arg(long, default_value = "20", value_parser = clap::value_parser!(u32).range(1..=100))]
    limit: u32,
    /// The cursor that the page before ended with.
    #[arg(long)]
    cursor: Option<String>,
}

fn status(text: &str) -> Result<Status, String> {
    Status::parse(text).ok_or_else(|| {
        let words = Status::ALL.map(Status::as_str);
        format!("one of {}", words.join(", "))
    })
}

pub(crate) async fn run(command: SubscriptionsCommand, room: &Room) -> anyhow::Result<()> {
    match command {
        SubscriptionsCommand::List(typed) => list(typed, room).await,
        SubscriptionsCommand::Show { name } => show(name, room).await,
    }
}

async fn list(typed: List, room: &Room) -> anyhow::Result<()> {
    let limit = typed.limit.to_string();
    let list = ListSubscriptions {
        environment: typed.environment,
        offer_id: typed.offer,
        tenant_id: typed.tenant,
        status: typed.status,
        page: Page::read(typed.cursor.as_deref(), Some(&limit))?,
    };
    let listed = room.store.read(list).await?;
    for one in &listed.items {
        say(format_args!(
            "{}  {}  {:<18}  {:<14}  {}  {} shares of {}",
            one.id,
            one.transaction_reference,
            one.state.status.as_str(),
            one.state.payment.as_str(),
            one.created_at.rfc3339(),
            one.number_of_shares,
            one.offer_id
        ))?;
    }
    match listed.next_cursor {
        Some(cursor) => say(format_args!("more      --cursor {cursor}")),
        None => Ok(()),
    }
}

async fn show(name: String, room: &Room) -> anyhow::Result<()> {
    let (one, past) = room.store.read(FindSubscription { name }).await?;
    let name = open_name(room.vault()?, &one.id, &one.investor_name)?;
    for (what, value) in facts(&one, name.expose()) {
        say(format_args!("{what:<12}  {value}"))?;
    }
    for event in &past.history {
        say(format_args!(
            "{}  {:<14}  {:<18}  {:<14}  {:<8}  {}{}",
            event.at.rfc3339(),
            event.step,
            event.state.status.as_str(),
            event.state.payment.as_str(),
            event.state.allotment.as_str(),
            event.actor,
            event
                .reason()
                .map(|why| format!("  {why}"))
                .unwrap_or_default()
        ))?;
    }
    past.explanation.map_or(Ok(()), say)
}

fn facts(one: &SubscriptionView, investor: &str) -> Vec<(&'static str, String)> {
    let mut facts = vec![
        ("id", one.id.clone()),
        ("reference", one.transaction_reference.clone()),
        ("environment", one.environment.to_string()),
        ("tenant", one.tenant_id.to_string()),
        ("offer", one.offer_id.clone()),
        ("investor", investor.to_owned()),
        ("broker", one.broker_id.clone()),
        ("shares", one.number_of_shares.to_string()),
        ("amount", one.amount.to_string()),
        ("status", one.state.status.as_str().to_owned()),
        ("payment", one.state.payment.as_str().to_owned()),
        ("allotment", one.state.allotment.as_str().to_owned()),
        ("exchange", one.exchange_state.clone()),
    ];
    if !one.exchange_reference.is_empty() {
        facts.push(("exchange no.", one.exchange_reference.clone()));
    }
    let further = [
        ("allotted", one.shares_allotted.map(|n| n.to_string())),
        ("refund", one.refund.map(|kobo| kobo.to_string())),
        ("paid", one.settled_at.map(Timestamp::rfc3339)),
        ("reason", one.reason.clone()),
    ];
    facts.extend(
        further
            .into_iter()
            .filter_map(|(what, value)| Some((what, value?))),
    );
    facts
}
