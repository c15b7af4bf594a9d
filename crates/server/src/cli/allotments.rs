//! `kofa investment allotments …`: what follows the close of an offer.

use anyhow::Context as _;
use clap::{Args, Subcommand};
use kofa_domain::{Environment, SystemClock};
use kofa_investment::allotment::Basis;
use kofa_investment::allotting::{self, Allot};
use kofa_investment::closing::After;
use kofa_investment::ops::FindAllotment;

use super::room::{Room, environment, say};

#[derive(Debug, Subcommand)]
pub(crate) enum AllotmentsCommand {
    /// Allot the shares of a closed offer, once (docs/allotment.md).
    Run(Seeded),
    /// Compute an allotment as the offer stands, and change nothing.
    Rehearse(Seeded),
    /// Show the basis of allotment.
    Show(Named),
    /// Send back what was not allotted, or paid for a cancelled offer.
    Refund {
        #[command(flatten)]
        named: Named,
        /// Of refunds made outside of this platform: keep that they were.
        #[arg(long)]
        reference: Option<String>,
    },
    /// Keep that the depository accounts were credited.
    Credit {
        #[command(flatten)]
        named: Named,
        /// The registrar's reference.
        #[arg(long)]
        reference: String,
    },
}

/// An offer.
#[derive(Debug, Args)]
pub(crate) struct Named {
    /// `OFR-…`
    offer: String,
    /// `sandbox` or `live`
    #[arg(long, value_parser = environment)]
    environment: Environment,
}

/// An offer and the seed of its ballot.
#[derive(Debug, Args)]
pub(crate) struct Seeded {
    #[command(flatten)]
    named: Named,
    /// Decides a ballot, where one is needed: announce it before the close.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(..1 << 53))]
    seed: u64,
}

pub(crate) async fn run(command: AllotmentsCommand, room: &Room) -> anyhow::Result<()> {
    match command {
        AllotmentsCommand::Run(typed) => {
            let what = what(room, typed);
            let vault = room.vault()?;
            show(&allotting::run(&room.store, vault, &SystemClock, &what).await?)
        }
        AllotmentsCommand::Rehearse(typed) => {
            let what = what(room, typed);
            say("nothing is changed")?;
            show(&allotting::rehearse(&room.store, room.vault()?, &what).await?)
        }
        AllotmentsCommand::Show(named) => {
            let find = FindAllotment {
                environment: named.environment,
                offer_id: named.offer,
            };
            let found = room.store.read(find).await?;
            let found = found.context("there is no allotment of such an offer")?;
            say(format_args!(
                "begun {} by {}",
                found.started_at.rfc3339(),
                found.started_by
            ))?;
            match found.basis {
                Some(basis) => show(&basis),
                None => say("it is not finished: run it again"),
            }
        }
        AllotmentsCommand::Refund { named, reference } => {
            let after = after(room, named);
            match reference {
                Some(reference) => {
                    let count = after.record_refunds(&room.store, &reference).await?;
                    say(format_args!("{count} refunds are kept as made"))
                }
                None => {
                    let count = after.refund(&room.store).await?;
                    say(format_args!(
                        "{count} refunds are on their way; a server makes them"
                    ))
                }
            }
        }
        AllotmentsCommand::Credit { named, reference } => {
            let count = after(room, named).credit(&room.store, &reference).await?;
            say(format_args!("{count} subscriptions are credited"))
        }
    }
}

fn what(room: &Room, typed: Seeded) -> Allot {
    Allot {
        by: room.by(),
        environment: typed.named.environment,
        offer_id: typed.named.offer,
        seed: typed.seed,
    }
}

fn after(room: &Room, named: Named) -> After {
    After {
        by: room.by(),
        environment: named.environment,
        offer_id: named.offer,
    }
}

fn show(basis: &Basis) -> anyhow::Result<()> {
    say(format_args!("applications  {}", basis.applications))?;
    say(format_args!("asked for     {}", basis.demand))?;
    say(format_args!("on offer      {}", basis.offered))?;
    say(format_args!("absorbed      {}", basis.absorbed))?;
    say(format_args!("allotted      {}", basis.allotted))?;
    say(format_args!(
        "full, partial, none  {}, {}, {}",
        basis.full, basis.partial, basis.none
    ))?;
    say(format_args!("paid for      {}", basis.collected_total))?;
    say(format_args!("goes back     {}", basis.refunds_total))?;
    if basis.ballot {
        let (winners, seed) = (basis.winners, basis.seed);
        say(format_args!(
            "drawn         {winners} under the seed {seed}"
        ))?;
    }
    say("     from          to  applications       asked    allotted")?;
    for band in &basis.bands {
        say(format_args!(
            "{:>9} {:>11} {:>13} {:>11} {:>11}",
            band.from, band.to, band.applications, band.requested, band.allotted
        ))?;
    }
    Ok(())
}
