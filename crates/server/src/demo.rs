//! `kofa demo`: everything with nothing to set up. Makes, once, an operator, a tenant with a
//! funded sandbox wallet and a sandbox key with all scopes; prints what to try.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context as _;
use kofa_domain::{Environment, Ids, Scope, Sensitive, SystemClock};
use kofa_platform::directory::invites::{AcceptInvite, FindInvite};
use kofa_platform::directory::key_plan::KeyPlan;
use kofa_platform::directory::keys::IssueKey;
use kofa_platform::directory::operators::{CreateOperator, NewOperator};
use kofa_platform::directory::tenants::CreateTenant;
use kofa_platform::directory::{Actor, By, OperatorRole, password};
use serde::{Deserialize, Serialize};
use tokio::net::TcpListener;

use crate::app::{App, Wiring};
use crate::hosts::Hosts;
use crate::{master_key, signals};

const OPERATOR_EMAIL: &str = "operator@kofa.example";
const TENANT_EMAIL: &str = "owner@adire-fintech.example";
const TENANT_NAME: &str = "Adire Fintech (demo)";
/// Connections of the demo to PostgreSQL.
const CONNECTIONS: u32 = 16;
/// Connections for reads on SQLite.
const READERS: usize = 2;

/// What `kofa demo` takes.
#[derive(Debug, clap::Args)]
pub struct DemoOptions {
    /// Folder of the data: database, keys, sample files. Made if absent.
    #[arg(long, value_name = "DIR", default_value = "kofa-data")]
    data: PathBuf,
    /// Where to listen; port 0 picks a free one.
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
    /// A PostgreSQL URL instead of SQLite.
    #[arg(long, value_name = "URL")]
    database_url: Option<String>,
    /// Written as one JSON object once requests are answered.
    #[arg(long, value_name = "FILE")]
    ready_file: Option<PathBuf>,
}

/// Kept in the data folder, readable by its owner only, so that the next start prints the
/// same lines.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Credentials {
    admin_token: String,
    operator: SignIn,
    tenant: DemoTenant,
    api_key: String,
}

#[derive(Debug, Serialize, Deserialize)]
struct SignIn {
    email: String,
    password: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct DemoTenant {
    id: String,
    vendor_id: String,
    email: String,
    password: String,
}

/// The ready file.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Ready<'a> {
    base_url: &'a str,
    portal_url: String,
    console_url: String,
    #[serde(flatten)]
    credentials: &'a Credentials,
}

/// Runs the demo until it is told to stop.
///
/// # Errors
/// If the address is taken, the data is served by another process, or anything cannot be
/// opened.
pub async fn run(options: DemoOptions) -> anyhow::Result<()> {
    let folder = &options.data;
    std::fs::create_dir_all(folder).with_context(|| format!("{}", folder.display()))?;
    if let Some(file) = &options.ready_file {
        let _ = std::fs::remove_file(file);
    }
    let listener = TcpListener::bind(options.listen)
        .await
        .with_context(|| format!("listening on {}", options.listen))?;
    let base_url = format!("http://{}", listener.local_addr()?);
    let (master_key, made) = master_key::read_or_make(&folder.join("master.key"))?;
    if made {
        tracing::warn!(
            file = %folder.join("master.key").display(),
            "a master key was made beside the data: fine for a demo; \
             a real deployment keeps it elsewhere"
        );
    }
    let store = match options.database_url {
        Some(url) => kofa_store::Settings::Postgres {
            url,
            connections: CONNECTIONS,
        },
        None => kofa_store::Settings::Sqlite {
            file: folder.join("kofa.db"),
            readers: READERS,
        },
    };
    let app = App::wire(Wiring {
        store,
        master_key,
        clock: Arc::new(SystemClock),
        trusted_proxies: Vec::new(),
        hosts: Hosts::default(),
        reader: (std::env::current_exe()?, vec!["read-document".into()]),
        base_url: base_url.clone(),
    })
    .await?;
    let credentials = prepare(&app, folder).await?;
    let sample = folder.join("sample-electricity-bill.pdf");
    std::fs::write(
        &sample,
        kofa_address::samples::sample_bill(&Default::default()),
    )?;
    app.snapshot.refresh().await?;
    print(&base_url, &credentials, &sample);
    let server = tokio::spawn(app.serve(listener, signals::stop()));
    if let Some(file) = &options.ready_file {
        let ready = Ready {
            base_url: &base_url,
            portal_url: format!("{base_url}/"),
            console_url: format!("{base_url}/docs/admin"),
            credentials: &credentials,
        };
        master_key::write_private(file, &serde_json::to_string(&ready)?)?;
    }
    server.await?
}

/// The demo's people, key and data; made at the first start, found at the next.
async fn prepare(app: &App, folder: &Path) -> anyhow::Result<Credentials> {
    kofa_investment::seed(&app.store, &*app.clock).await?;
    let report = kofa_registry::seed(&app.store, app.clock.now()).await?;
    anyhow::ensure!(
        report.rows_rejected == 0,
        "the sandbox's companies are faulty"
    );
    let file = folder.join("demo.json");
    match std::fs::read_to_string(&file) {
        Ok(text) => serde_json::from_str(&text).with_context(|| format!("{}", file.display())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let made = make(app).await.context(
                "making the demo's people; if an earlier first start was cut off, begin again \
                 with an empty folder or database",
            )?;
            master_key::write_private(&file, &serde_json::to_string_pretty(&made)?)?;
            Ok(made)
        }
        Err(error) => Err(error).with_context(|| format!("{}", file.display())),
    }
}

async fn make(app: &App) -> anyhow::Result<Credentials> {
    let (store, vault) = (&app.store, &app.vault);
    let by = || By {
        actor: Actor::Shell,
        at: app.clock.now(),
    };
    let operator_password = new_password();
    let hash = password::hash(Sensitive::new(operator_password.clone()), Ids).await?;
    let new = NewOperator {
        email: OPERATOR_EMAIL.to_owned(),
        name: "Demo operator".to_owned(),
        role: OperatorRole::Owner,
        password_hash: Some(Sensitive::new(hash)),
    };
    let (create, admin_token) = CreateOperator::new(vault, Ids, by(), new);
    store.write(create).await?;
    let (name, email) = (TENANT_NAME.to_owned(), TENANT_EMAIL.to_owned());
    let (create, invite) = CreateTenant::new(vault, Ids, by(), name, email);
    let tenant = store.write(create).await?;
    let tenant_password = new_password();
    let now = app.clock.now();
    let found = store
        .read(FindInvite::new(vault, invite.expose(), now))
        .await?;
    let secret = Sensitive::new(tenant_password.clone());
    let accept = AcceptInvite::new(vault, Ids, invite.expose(), &found, secret, now).await?;
    store.write(accept).await?;
    let plan = KeyPlan {
        name: "Demo key".to_owned(),
        scopes: Scope::ALL.to_vec(),
        environments: vec![Environment::Sandbox],
        allowed_cidrs: Vec::new(),
        expires_at: None,
    };
    let (issue, api_key) = IssueKey::new(vault, Ids, by(), tenant.id.clone(), plan);
    store.write(issue).await?;
    Ok(Credentials {
        admin_token: admin_token.expose().clone(),
        operator: SignIn {
            email: OPERATOR_EMAIL.to_owned(),
            password: operator_password,
        },
        tenant: DemoTenant {
            id: tenant.id.to_string(),
            vendor_id: tenant.vendor_id,
            email: TENANT_EMAIL.to_owned(),
            password: tenant_password,
        },
        api_key: api_key.expose().clone(),
    })
}

/// Four groups of four letters and digits: 82 bits.
fn new_password() -> String {
    const DIGITS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let random: [u8; 16] = Ids.secret();
    let groups = random.chunks(4).map(|group| {
        group
            .iter()
            .map(|byte| char::from(DIGITS[usize::from(byte % 32)]))
            .collect::<String>()
    });
    groups.collect::<Vec<_>>().join("-")
}

#[expect(
    clippy::print_stdout,
    reason = "what a person reads who starts the demo"
)]
fn print(base_url: &str, of: &Credentials, sample: &Path) {
    let key = &of.api_key;
    let subscribe = sample_subscription(&of.tenant.vendor_id);
    println!(
        "
Kofa is running at {base_url}

  Reference      {base_url}/docs            (error pages: {base_url}/docs/errors)
  OpenAPI        {base_url}/openapi.json    (admin API: {base_url}/admin/openapi.json)
  Operator       {} / {}
  Admin token    {}
  Tenant         {} / {}
  Tenant id      {}
  Vendor id      {}
  Sandbox key    {key}

Try it:

  # a company by its registration number
  curl -i -H 'X-API-Key: {key}' \\
    '{base_url}/api/v1/company/validation/company/rc?rcNumber=RC-1885308'

  # offers, supported banks, brokers
  curl -i -H 'X-API-Key: {key}' {base_url}/api/exchange-invest/offers
  curl -i -H 'X-API-Key: {key}' {base_url}/api/exchange-invest/supported-banks
  curl -i -H 'X-API-Key: {key}' {base_url}/api/exchange-invest/brokers

  # apply for shares (run it twice: the second is a replay, free)
  curl -i -H 'X-API-Key: {key}' -H 'Content-Type: application/json' \\
    -H 'Idempotency-Key: demo-1' {base_url}/api/exchange-invest/subscribe \\
    -d '{subscribe}'

  # what became of it
  curl -i -H 'X-API-Key: {key}' -H 'Content-Type: application/json' \\
    {base_url}/api/exchange-invest/transactions -d '{{\"page\": 1, \"size\": 20}}'

  # the address on a bill
  curl -i -H 'X-API-Key: {key}' -F file=@{} \\
    -F 'hallucination={{\"lga\": true, \"state\": true, \"country\": true}}' \\
    {base_url}/api/v1/proof-of-address/extract

Stop with Ctrl-C.
",
        of.operator.email,
        of.operator.password,
        of.admin_token,
        of.tenant.email,
        of.tenant.password,
        of.tenant.id,
        of.tenant.vendor_id,
        sample.display(),
    );
}

/// A body that the sandbox accepts, for the printed line.
fn sample_subscription(vendor_id: &str) -> serde_json::Value {
    serde_json::json!({
        "vendorId": vendor_id, "offerId": "OFR-BAOBAB", "offerType": "PrimaryOffer",
        "numberOfShares": 100, "brokerId": "sandbox-brokers", "profileType": "INDIVIDUAL",
        "firstName": "Adaeze", "lastName": "Okafor", "dateOfBirth": "1990-04-12",
        "gender": "Female", "email": "adaeze@example.ng", "phoneNumber": "08031234567",
        "bvn": "22222222220", "nin": "70123456780", "address": "17 Bode Thomas Street",
        "nationality": "Nigeria", "state": "Lagos", "lga": "Surulere", "maritalStatus": 1,
        "nextOfKinFullName": "Chidi Okafor", "nextOfKinPhone": "08059876543",
        "bankCode": "058", "bankId": 12, "bankAccountNumber": "0000000000",
        "hasExistingChnDepository": false, "isCardPayment": false,
    })
}
