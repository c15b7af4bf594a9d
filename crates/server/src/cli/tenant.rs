//! `kofa tenant …`

use clap::Subcommand;
use kofa_domain::{Environment, Scope, TenantId};
use kofa_platform::directory::access::{SetLimit, SwitchService, read_rate};
use kofa_platform::directory::tenants::{
    CreateTenant, FindTenant, ListTenants, SetTenantStatus, TenantStatus,
};
use kofa_platform::directory::{Page, read_email, read_name, read_reason};

use super::room::{Room, environment, id, refuse, say, scope};
use crate::products;

#[derive(Debug, Subcommand)]
pub(crate) enum TenantCommand {
    /// Make a tenant; prints the invite of its owner.
    Create {
        /// Its name.
        name: String,
        /// Of its owner.
        email: String,
    },
    /// List tenants, the newest first.
    List,
    /// Show a tenant with its services and limits.
    Show {
        /// `ten_…`
        #[arg(value_parser = id::<kofa_domain::kinds::Tenant>)]
        tenant: TenantId,
    },
    /// Refuse every call of a tenant.
    Suspend {
        /// `ten_…`
        #[arg(value_parser = id::<kofa_domain::kinds::Tenant>)]
        tenant: TenantId,
        /// Why, in words.
        #[arg(long, default_value = "")]
        reason: String,
    },
    /// Lift a suspension.
    Activate {
        /// `ten_…`
        #[arg(value_parser = id::<kofa_domain::kinds::Tenant>)]
        tenant: TenantId,
        /// Why, in words.
        #[arg(long, default_value = "")]
        reason: String,
    },
    /// Switch a product on or off in one environment.
    Service {
        /// `ten_…`
        #[arg(value_parser = id::<kofa_domain::kinds::Tenant>)]
        tenant: TenantId,
        /// The product's scope.
        #[arg(value_parser = scope)]
        scope: Scope,
        /// `sandbox` or `live`
        #[arg(value_parser = environment)]
        environment: Environment,
        /// On or off.
        switch: Switch,
    },
    /// Set how fast a tenant's keys may call in one environment.
    Limit {
        /// `ten_…`
        #[arg(value_parser = id::<kofa_domain::kinds::Tenant>)]
        tenant: TenantId,
        /// `sandbox` or `live`
        #[arg(value_parser = environment)]
        environment: Environment,
        /// Calls a second on average.
        per_second: i64,
        /// Calls at once after a pause.
        burst: i64,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Switch {
    On,
    Off,
}

pub(crate) async fn run(command: TenantCommand, room: &Room) -> anyhow::Result<()> {
    match command {
        TenantCommand::Create { name, email } => create(room, &name, &email).await,
        TenantCommand::List => list(room).await,
        TenantCommand::Show { tenant } => show(room, tenant).await,
        TenantCommand::Suspend { tenant, reason } => {
            status(room, tenant, TenantStatus::Suspended, &reason).await
        }
        TenantCommand::Activate { tenant, reason } => {
            status(room, tenant, TenantStatus::Active, &reason).await
        }
        TenantCommand::Service {
            tenant,
            scope,
            environment,
            switch,
        } => {
            let enabled = switch == Switch::On;
            let op = SwitchService {
                by: room.by(),
                tenant,
                scope,
                environment,
                enabled,
            };
            room.store.write(op).await?;
            let word = if enabled { "on" } else { "off" };
            say(format_args!("{scope} is {word} in {environment}"))
        }
        TenantCommand::Limit {
            tenant,
            environment,
            per_second,
            burst,
        } => {
            let mut faults = Vec::new();
            let rate = read_rate(Some(per_second), Some(burst), &mut faults);
            refuse(&faults)?;
            let Some(rate) = rate else { return Ok(()) };
            let op = SetLimit {
                by: room.by(),
                tenant,
                environment,
                rate,
            };
            room.store.write(op).await?;
            say(format_args!(
                "{per_second} calls a second, {burst} at once, in {environment}"
            ))
        }
    }
}

async fn create(room: &Room, name: &str, email: &str) -> anyhow::Result<()> {
    let mut faults = Vec::new();
    let name = read_name("name", name, &mut faults);
    let email = read_email("email", email, &mut faults);
    refuse(&faults)?;
    let (Some(name), Some(email)) = (name, email) else {
        return Ok(());
    };
    let (op, token) = CreateTenant::new(&room.vault().await?, room.ids, room.by(), name, email);
    let tenant = room.store.write(op).await?;
    say(format_args!("tenant   {}", tenant.id))?;
    say(format_args!("vendor   {}", tenant.vendor_id))?;
    say(format_args!("invite   {}", room.invite_url(token.expose())))?;
    say("         (works once, within 72 hours; shown only here)")
}

async fn list(room: &Room) -> anyhow::Result<()> {
    let mut cursor: Option<String> = None;
    loop {
        let page = Page::read(cursor.as_deref(), Some("100"))?;
        let listed = room.store.read(ListTenants { page }).await?;
        for one in listed.items {
            let status = one.status.as_str();
            say(format_args!(
                "{}  {status:<9}  {}  {}",
                one.id, one.email, one.name
            ))?;
        }
        cursor = listed.next_cursor;
        if cursor.is_none() {
            return Ok(());
        }
    }
}

async fn show(room: &Room, tenant: TenantId) -> anyhow::Result<()> {
    let products = products::all();
    let (tenant, access) = room.store.read(FindTenant { tenant }).await?;
    say(format_args!("tenant   {}", tenant.id))?;
    say(format_args!("name     {}", tenant.name))?;
    say(format_args!("email    {}", tenant.email))?;
    say(format_args!("vendor   {}", tenant.vendor_id))?;
    say(format_args!("status   {}", tenant.status.as_str()))?;
    say(format_args!("since    {}", tenant.created_at))?;
    for environment in Environment::ALL {
        let on: Vec<&str> = (products.iter())
            .filter(|one| access.is_enabled(one.scope, environment))
            .map(|one| one.scope.as_str())
            .collect();
        let (on, rate) = (on.join(", "), access.rate(environment));
        let (per_second, burst) = (rate.per_second, rate.burst);
        let limit = format!("{per_second} calls a second, {burst} at once");
        say(format_args!(
            "{:<8} {limit}; services: {on}",
            environment.as_str()
        ))?;
    }
    Ok(())
}

async fn status(
    room: &Room,
    tenant: TenantId,
    status: TenantStatus,
    reason: &str,
) -> anyhow::Result<()> {
    let (by, mut faults) = (room.by(), Vec::new());
    let reason = read_reason(reason, &mut faults).unwrap_or_default();
    refuse(&faults)?;
    let op = SetTenantStatus {
        by,
        tenant,
        status,
        reason,
    };
    let tenant = room.store.write(op).await?;
    say(format_args!("{} is {}", tenant.id, tenant.status.as_str()))
}
