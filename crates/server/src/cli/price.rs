//! `kofa price …`

use clap::{Args, Subcommand};
use kofa_domain::{Environment, TenantId, kinds};
use kofa_platform::directory::prices::{
    ListPrices, SetPrice, find_endpoint, read_amount, read_effective_at,
};

use super::room::{Room, environment, id, refuse, say};
use crate::products;

#[derive(Debug, Subcommand)]
pub(crate) enum PriceCommand {
    /// Set the price of an endpoint in one environment.
    Set(Set),
    /// List the prices of all endpoints.
    List {
        /// As this tenant has them.
        #[arg(long, value_parser = id::<kinds::Tenant>)]
        tenant: Option<TenantId>,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Set {
    /// The endpoint, as named in /openapi.json.
    operation_id: String,
    /// `sandbox` or `live`
    #[arg(value_parser = environment)]
    environment: Environment,
    /// Of a billable call, in kobo.
    amount_kobo: i64,
    /// For this tenant only.
    #[arg(long, value_parser = id::<kinds::Tenant>)]
    tenant: Option<TenantId>,
    /// From when (RFC 3339); now if absent.
    #[arg(long, value_name = "TIME")]
    effective_at: Option<String>,
}

pub(crate) async fn run(command: PriceCommand, room: &Room) -> anyhow::Result<()> {
    match command {
        PriceCommand::Set(typed) => set(room, typed).await,
        PriceCommand::List { tenant } => list(room, tenant).await,
    }
}

async fn set(room: &Room, typed: Set) -> anyhow::Result<()> {
    let endpoint = find_endpoint(products::all().endpoints(), &typed.operation_id)?;
    let (by, mut faults) = (room.by(), Vec::new());
    let amount = read_amount(Some(typed.amount_kobo), &mut faults);
    let effective_at = read_effective_at(typed.effective_at.as_deref(), by.at, &mut faults);
    refuse(&faults)?;
    let (Some(amount), Some(effective_at)) = (amount, effective_at) else {
        return Ok(());
    };
    let environment = typed.environment;
    let op = SetPrice {
        by,
        endpoint,
        environment,
        tenant: typed.tenant,
        amount,
        effective_at,
    };
    let entry = room.store.write(op).await?;
    say(format_args!(
        "{} costs {} in {environment} from {}",
        endpoint.operation_id, entry.amount, entry.effective_at
    ))
}

async fn list(room: &Room, tenant: Option<TenantId>) -> anyhow::Result<()> {
    let list = ListPrices {
        tenant,
        endpoints: products::all().endpoints().to_vec(),
        now: room.now(),
    };
    for price in room.store.read(list).await? {
        let (name, environment) = (price.endpoint, price.environment.as_str());
        let (kobo, rule) = (price.amount.get(), price.rule.as_str());
        say(format_args!(
            "{name:<28} {environment:<8} {kobo:>10} kobo  {rule}"
        ))?;
        for later in price.scheduled {
            let (kobo, from) = (later.amount.get(), later.effective_at);
            say(format_args!("{:<37} {kobo:>10} kobo  from {from}", ""))?;
        }
    }
    Ok(())
}
