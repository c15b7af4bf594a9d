//! `kofa demo`: everything with nothing to set up. Makes, once, an operator, a tenant with a
//! funded sandbox wallet and a sandbox key with all scopes; prints what to try.

use std::net::Ipv4Addr;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use kofa_core::{Actor, ActorAt, OperatorRole};
use kofa_domain::{Environment, Ids, KeyId, Sensitive, SystemClock, TenantId};
use kofa_identity::invites::{AcceptInvite, FindInvite};
use kofa_identity::key_plan::KeyPlan;
use kofa_identity::keys::{FindKey, IssueKey, KeyStatus};
use kofa_identity::operators::{CreateOperator, NewOperator};
use kofa_identity::tenants::CreateTenant;
use kofa_identity::token_check::CheckAdminToken;
use kofa_identity::{EMAIL_TAKEN, password};
use kofa_investment::codes::OFFER_EXISTS;
use kofa_investment::ops::CopySandboxOffer;
use kofa_store::Store;
use serde::{Deserialize, Serialize};

use crate::app::{App, Wiring};
use crate::config::Config;
use crate::listeners::reachable;
use crate::master_key::GivenKey;
use crate::products::PRODUCTS;
use crate::{master_key, serve, signals};

const TENANT_NAME: &str = "Adire Fintech (demo)";
/// The tenant's own sandbox offer, which the test clock can move.
const OFFER: &str = "OFR-DEMO";
/// What it is a copy of.
const OFFER_COPIED: &str = "OFR-BAOBAB";

/// Kept in the data folder, readable by its owner only, so that the next start prints the
/// same lines.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Credentials {
    admin_token: String,
    operator: SignIn,
    tenant: DemoTenant,
    api_key: String,
    api_key_id: String,
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
    /// Its own sandbox offer; empty where the file is older than such offers.
    #[serde(default)]
    offer_id: String,
}

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
pub async fn run(config: &Config) -> anyhow::Result<()> {
    config.check()?;
    let folder = config.made_data_dir()?.canonicalize()?;
    let listeners = config.listeners().await?;
    let address = listeners.address()?;
    let base_url = config.base_url(&reachable(address).to_string());
    let app = App::wire(Wiring {
        store: config.store()?,
        master_keys: master_keys(config, &folder).await?,
        clock: Arc::new(SystemClock),
        trusted_proxies: config.trusted_proxies()?,
        house: config.demo_house()?,
        hosts: config.hosts(),
        reader: config.reader()?,
        readers: config.document_readers()?,
        provider: config.provider()?,
        model: config.reader_model()?,
        keeping: config.readings_kept()?,
        base_url: base_url.clone(),
        data: folder.clone(),
        objects: config.objects()?,
        disk_free_min: config.disk_free_min()?,
        body_memory: config.body_memory()?,
        upstreams: config.upstreams()?,
        exchanges: config.exchanges()?,
        exchange_own: config.exchange_own()?,
        identity: config.identity_enquiry()?,
        refund_account: config.refund_account()?,
        vrc_scope: config.vrc_scope()?,
        retention: config.retention()?,
        siem: config.siem()?,
        smtp: config.smtp()?,
        payments: config.payments()?,
        single_sign_on: config.single_sign_on()?,
        products: PRODUCTS.to_vec(),
    })
    .await?;
    let ready_file = serve::fresh_ready_file(config);
    serve::seed(&app).await?;
    let credentials = prepare(&app, &folder).await?;
    app.snapshot.refresh().await?;
    let bill = folder.join("sample-electricity-bill.pdf");
    std::fs::write(&bill, SAMPLE_BILL)?;
    let operators_url = listeners.operators_url(&base_url)?;
    let server = tokio::spawn(app.serve(listeners, signals::stop()));
    serve::answering(address).await?;
    print(&base_url, &credentials, &bill);
    if let Some(file) = &ready_file {
        let ready = Ready {
            base_url: &base_url,
            portal_url: format!("{base_url}/portal"),
            console_url: format!("{operators_url}/console"),
            credentials: &credentials,
        };
        master_key::write_private(file, &serde_json::to_string(&ready)?)?;
    }
    server.await?
}

/// The keys that were named, else the one beside the data, made at the first start.
async fn master_keys(config: &Config, folder: &Path) -> anyhow::Result<Vec<GivenKey>> {
    if config.names_master_key() {
        return config.master_keys();
    }
    let file = folder.join("master.key");
    if !file.try_exists()? && Store::exists(&config.store()?).await? {
        anyhow::bail!(
            "there is data, but the master key it was written with is gone from {}: put it back, \
             name its file in `master_key_file`, or begin anew with another `--data` folder or \
             `--database-url`",
            file.display()
        );
    }
    let (keys, made) = master_key::read_or_make(&file)?;
    if made {
        tracing::warn!(
            file = %file.display(),
            "a master key was made beside the data: fine for a demo; \
             a real deployment keeps it elsewhere"
        );
    }
    Ok(keys)
}

/// An electricity bill of an invented customer, drawn by `tools/samples`, where a test compares the
/// two.
const SAMPLE_BILL: &[u8] = include_bytes!("../../../data/sample-electricity-bill.pdf");

/// The demo's people and key; made at the first start, found at the next.
async fn prepare(app: &App, folder: &Path) -> anyhow::Result<Credentials> {
    let file = folder.join("demo.json");
    let known = match std::fs::read_to_string(&file) {
        Ok(text) => {
            let known: Credentials =
                serde_json::from_str(&text).with_context(|| format!("{}", file.display()))?;
            Some(known)
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        Err(error) => return Err(error).with_context(|| format!("{}", file.display())),
    };
    if let Some(mut known) = known
        && is_known(app, &known).await?
    {
        if !key_works(app, &known).await? {
            (known.api_key, known.api_key_id) = issue_key(app, &known.tenant.id).await?;
            master_key::write_private(&file, &serde_json::to_string_pretty(&known)?)?;
        }
        if known.tenant.offer_id.is_empty() {
            known.tenant.offer_id = copy_offer(app, &known.tenant.id).await?;
            master_key::write_private(&file, &serde_json::to_string_pretty(&known)?)?;
        }
        return Ok(known);
    }
    let made = match make(app, "").await {
        // An earlier first start was cut off, or its file is gone: its people cannot be
        // asked for their secrets, so there are new ones beside them.
        Err(error) if is_taken(&error) => {
            let random: [u8; 4] = Ids.secret();
            make(app, &format!("+{:08x}", u32::from_be_bytes(random))).await?
        }
        made => made?,
    };
    master_key::write_private(&file, &serde_json::to_string_pretty(&made)?)?;
    Ok(made)
}

fn is_taken(error: &anyhow::Error) -> bool {
    let refusal = error.downcast_ref::<kofa_domain::Error>();
    refusal.is_some_and(|refusal| refusal.code() == &EMAIL_TAKEN)
}

/// Whether this database knows the credentials: it may have been replaced.
async fn is_known(app: &App, known: &Credentials) -> anyhow::Result<bool> {
    let (here, now) = (Ipv4Addr::LOCALHOST.into(), app.clock.now());
    let check = CheckAdminToken::new(&app.vault, &known.admin_token, here, now);
    Ok(app.store.read(check).await?.is_some())
}

async fn key_works(app: &App, known: &Credentials) -> anyhow::Result<bool> {
    let key = KeyId::parse(&known.api_key_id).context("the demo's key id")?;
    let actor = Actor::Cli;
    let key = app.store.read(FindKey { actor, key }).await?;
    Ok(key.status(app.clock.now()) == KeyStatus::Active)
}

/// A sandbox key with all scopes: its text and its id.
async fn issue_key(app: &App, tenant: &str) -> anyhow::Result<(String, String)> {
    let plan = KeyPlan {
        name: "Demo key".to_owned(),
        scopes: app.products.scopes().collect(),
        environments: vec![Environment::Sandbox],
        allowed_cidrs: Vec::new(),
        expires_at: None,
    };
    let tenant = TenantId::parse(tenant).context("the demo's tenant id")?;
    let (issue, text) = IssueKey::new(&app.vault, Ids, by(app), tenant, plan);
    let key = app.store.write(issue).await?;
    Ok((text.expose().clone(), key.id.to_string()))
}

/// The id of the tenant's own sandbox offer, made now.
async fn copy_offer(app: &App, tenant: &str) -> anyhow::Result<String> {
    let tenant = TenantId::parse(tenant).context("the demo's tenant id")?;
    let copy = |id: Option<&str>| {
        let (of, id) = (OFFER_COPIED.to_owned(), id.map(str::to_owned));
        app.store
            .write(CopySandboxOffer::new(Ids, by(app), tenant.clone(), of, id))
    };
    match copy(Some(OFFER)).await {
        // That of an earlier first start, whose tenant is not ours any more.
        Err(error) if error.code() == &OFFER_EXISTS => Ok(copy(None).await?.id),
        made => Ok(made?.id),
    }
}

fn by(app: &App) -> ActorAt {
    ActorAt {
        actor: Actor::Cli,
        at: app.clock.now(),
    }
}

async fn make(app: &App, suffix: &str) -> anyhow::Result<Credentials> {
    let (store, vault) = (&app.store, &app.vault);
    let operator = SignIn {
        email: format!("operator{suffix}@kofa.example"),
        password: new_password(),
    };
    let hash = password::hash(Sensitive::new(operator.password.clone()), Ids).await?;
    let new = NewOperator {
        email: operator.email.clone(),
        name: "Demo operator".to_owned(),
        role: OperatorRole::Owner,
        password_hash: Some(Sensitive::new(hash)),
    };
    let (create, admin_token) = CreateOperator::new(vault, Ids, by(app), new);
    store.write(create).await?;
    let tenant = make_tenant(app, suffix).await?;
    let (api_key, api_key_id) = issue_key(app, &tenant.id).await?;
    Ok(Credentials {
        admin_token: admin_token.expose().clone(),
        operator,
        tenant,
        api_key,
        api_key_id,
    })
}

/// The tenant, its owner's invite accepted.
async fn make_tenant(app: &App, suffix: &str) -> anyhow::Result<DemoTenant> {
    let (store, vault) = (&app.store, &app.vault);
    let email = format!("owner{suffix}@adire-fintech.example");
    let name = TENANT_NAME.to_owned();
    let (create, invite) = CreateTenant::new(vault, Ids, by(app), name, email.clone());
    let tenant = store.write(create).await?;
    let (now, invite) = (app.clock.now(), invite.expose());
    let found = store.read(FindInvite::new(vault, invite, now)).await?;
    let password = new_password();
    let secret = Sensitive::new(password.clone());
    let accept = AcceptInvite::new(vault, Ids, invite, &found, secret, now).await?;
    store.write(accept).await?;
    Ok(DemoTenant {
        id: tenant.id.to_string(),
        vendor_id: tenant.vendor_id,
        email,
        password,
        offer_id: copy_offer(app, &tenant.id.to_string()).await?,
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

/// Stands for the vendor id in a body that a shell completes.
const VENDOR_ID: &str = "VENDOR_ID";

fn print(base_url: &str, of: &Credentials, bill: &Path) {
    // The shell puts the vendor id between two single-quoted parts.
    let subscribe = sample_subscription(VENDOR_ID).to_string();
    let subscribe = subscribe.replace(VENDOR_ID, "'\"$KOFA_VENDOR_ID\"'");
    let DemoTenant { offer_id, .. } = &of.tenant;
    serve::show(format_args!(
        r#"
Kofa is running at {base_url}

  Reference   {base_url}/docs      (error codes: {base_url}/docs/errors)
  Portal      {base_url}/portal    (tenant: {} / {})
  Console     {base_url}/console   (operator: {} / {})

Paste this into another shell. Every example here, in the README and in the reference uses it:

export KOFA_URL={base_url}
export KOFA_API_KEY={}
export KOFA_VENDOR_ID={}
export KOFA_TENANT_ID={}
export KOFA_ADMIN_TOKEN={}
export KOFA_BILL={}

Your first request, a company by its RC number:

curl -i -H "X-API-Key: $KOFA_API_KEY" \
  "$KOFA_URL/api/v1/company/validation/company/rc?rcNumber=0000010"

# the people behind a company, by a consent code that can be reused (a real one works once)
curl -i -H "X-API-Key: $KOFA_API_KEY" -H "X-VRC-Number: SANDBOXVR0" \
  "$KOFA_URL/api/v1/company/validation/affiliates"

# offers, and what a shareholder is entitled to in a rights issue
curl -i -H "X-API-Key: $KOFA_API_KEY" "$KOFA_URL/api/exchange-invest/offers"
curl -i -H "X-API-Key: $KOFA_API_KEY" \
  "$KOFA_URL/api/exchange-invest/rights-eligibility?offer=OFR-ZUMA&chn=C0000000010"

# apply for shares (run it twice: the second response is a replay, free)
curl -i -H "X-API-Key: $KOFA_API_KEY" -H "Content-Type: application/json" \
  -H "Idempotency-Key: demo-1" "$KOFA_URL/api/exchange-invest/subscribe" \
  -d '{subscribe}'

# the status of your applications
curl -i -H "X-API-Key: $KOFA_API_KEY" -H "Content-Type: application/json" \
  "$KOFA_URL/api/exchange-invest/transactions" -d '{{"page": 1, "size": 20}}'

# your own sandbox offer: apply for {offer_id} as above, then move its clock forward
# (to closed, allotted, refunded, credited or listed)
curl -i -H "Authorization: Bearer $KOFA_ADMIN_TOKEN" -H "Content-Type: application/json" \
  "$KOFA_URL/admin/v1/tenants/$KOFA_TENANT_ID/sandbox/offers/{offer_id}/clock" \
  -d '{{"to": "allotted"}}'

# the address on a bill, now and as a background job
curl -i -H "X-API-Key: $KOFA_API_KEY" -F "file=@$KOFA_BILL" \
  -F 'hallucination={{"lga": true, "state": true, "country": true}}' \
  "$KOFA_URL/api/v1/proof-of-address/extract"
curl -i -H "X-API-Key: $KOFA_API_KEY" -F "file=@$KOFA_BILL" \
  "$KOFA_URL/api/v1/proof-of-address/extract/jobs"

Stop with Ctrl-C.
"#,
        of.tenant.email,
        of.tenant.password,
        of.operator.email,
        of.operator.password,
        of.api_key,
        of.tenant.vendor_id,
        of.tenant.id,
        of.admin_token,
        bill.display(),
    ));
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
