//! `kofa wallet …`, `kofa ledger …`

use clap::{Args, Subcommand};
use kofa_domain::{Environment, Kobo, TenantId, kinds};
use kofa_platform::directory::audit::{AuditProof, VerifyAudit};
use kofa_platform::directory::money::{MoveMoney, Moved, Movement, Way, find_wallet, read_amount};
use kofa_platform::ledger::{Report, Verify, VerifyHolds};

use super::room::{Room, environment, id, refuse, say};

#[derive(Debug, Subcommand)]
pub(crate) enum WalletCommand {
    /// Put money into a wallet. The same reference and amount are posted once.
    Credit(Credit),
    /// Show a wallet's balance.
    Show {
        /// `ten_…`
        #[arg(value_parser = id::<kinds::Tenant>)]
        tenant: TenantId,
        /// `sandbox` or `live`
        #[arg(value_parser = environment)]
        environment: Environment,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Credit {
    /// `ten_…`
    #[arg(value_parser = id::<kinds::Tenant>)]
    tenant: TenantId,
    /// `sandbox` or `live`
    #[arg(value_parser = environment)]
    environment: Environment,
    /// In kobo.
    amount_kobo: i64,
    /// The payer's or operator's reference, unique in the wallet.
    #[arg(long)]
    reference: String,
    /// In words.
    #[arg(long, default_value = "")]
    reason: String,
}

pub(crate) async fn run(command: WalletCommand, room: &Room) -> anyhow::Result<()> {
    match command {
        WalletCommand::Credit(typed) => credit(room, typed).await,
        WalletCommand::Show {
            tenant,
            environment,
        } => {
            let wallet = find_wallet(&room.store, tenant, environment).await?;
            say(format_args!(
                "{} ({} kobo)",
                wallet.balance,
                wallet.balance.get()
            ))
        }
    }
}

async fn credit(room: &Room, typed: Credit) -> anyhow::Result<()> {
    let mut faults = Vec::new();
    let amount = read_amount(Some(typed.amount_kobo), &mut faults);
    let movement = Movement::read(
        amount.unwrap_or(Kobo::ZERO),
        &typed.reference,
        &typed.reason,
        &mut faults,
    );
    refuse(&faults)?;
    let Some(movement) = movement else {
        return Ok(());
    };
    let wallet = find_wallet(&room.store, typed.tenant.clone(), typed.environment).await?;
    let place = (typed.environment, wallet.wallet);
    let movement = (Way::In, movement);
    let op = MoveMoney::new(room.by(), room.ids, typed.tenant, place, movement, None);
    match room.store.write(op).await? {
        Moved::Posted(posted) if posted.repeated => {
            say("This reference was posted before: nothing moved.")
        }
        Moved::Posted(posted) => say(format_args!(
            "{} credited; the balance is {}",
            Kobo::new(typed.amount_kobo),
            posted.balance
        )),
        Moved::Replayed(..) => say("This request was answered before: nothing moved."),
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum LedgerCommand {
    /// Add the whole journal up again, and the audit chain. Fails if anything is wrong.
    Verify,
}

pub(crate) async fn verify(room: &Room) -> anyhow::Result<()> {
    let report = room.store.read(Verify).await?;
    let endpoints = crate::products::all().endpoints().to_vec();
    let holds = room.store.read(VerifyHolds { endpoints }).await?;
    let chain = room.store.read(VerifyAudit).await?;
    let problems = [&report.problems[..], &holds, &chain.problems].concat();
    let said = tell(&report, &chain, &problems);
    anyhow::ensure!(problems.is_empty(), "the ledger does not add up");
    said?;
    say("all adds up")
}

fn tell(report: &Report, chain: &AuditProof, problems: &[String]) -> anyhow::Result<()> {
    say(format_args!(
        "journal  {} transactions, {} entries, {} wallets",
        report.transactions, report.entries, report.wallets
    ))?;
    let newest = match chain.newest_hash.as_str() {
        "" => "none",
        hash => hash,
    };
    say(format_args!(
        "audit    {} entries, newest hash {newest}",
        chain.entries
    ))?;
    for problem in problems {
        say(format_args!("problem  {problem}"))?;
    }
    Ok(())
}
