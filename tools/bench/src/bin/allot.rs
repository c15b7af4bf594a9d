//! Allots an offer of many applications inside the process, without HTTP.
//!
//! Usage: `allot FILE --make N` makes a database with N accepted applications for one offer,
//! which ask for about 1.4 times its shares; `allot FILE --run` allots it and says `{"seconds",
//! "peak_mib", "peak_anonymous_mib", …}`. Two processes, so that the memory of the second is
//! the allotment's own.

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use clap::Parser;
use kofa_bench::market::{Filling, fill};
use kofa_bench::process::memory_mib;
use kofa_core::{Actor, ActorAt};
use kofa_domain::{Clock as _, Environment, Ids, Result, Sensitive, SystemClock, Timestamp};
use kofa_identity::tenants::CreateTenant;
use kofa_investment::offer::Offer;
use kofa_investment::ops::FindOffer;
use kofa_investment::run_allotment::{self, Allot};
use kofa_store::{Op, Settings, Store, Tx, Value, Vault};
use serde_json::json;

/// Closed in the sandbox, a minimum of 1,000 shares and a multiple of 500.
const OFFER: &str = "OFR-KOLA";
const ENVIRONMENT: Environment = Environment::Sandbox;
/// Books of as many tenants.
const TENANTS: usize = 8;
/// Demand in hundredths of the offer, before absorption: what the MTN offer of 2021 had.
const DEMAND_PCT: i64 = 139;
/// How often memory is looked at that has no high-water mark of its own.
const LOOK_EVERY: Duration = Duration::from_millis(10);

#[derive(Debug, Parser)]
struct Arguments {
    /// An SQLite file.
    file: PathBuf,
    /// Makes it, with as many applications.
    #[arg(long, required_unless_present = "run")]
    make: Option<u64>,
    /// Allots it.
    #[arg(long, conflicts_with = "make")]
    run: bool,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let file = arguments.file;
    let store = Store::open(&Settings::Sqlite { file, readers: 2 }).await?;
    match arguments.make {
        Some(applications) => make(&store, applications).await,
        None => run(&store).await,
    }
}

async fn make(store: &Store, applications: u64) -> anyhow::Result<()> {
    let clock = SystemClock;
    let vault = vault();
    kofa_investment::seed(store, &clock).await?;
    let mut tenants = Vec::new();
    for number in 0..TENANTS {
        let name = format!("Bench {number}");
        let email = format!("bench-{number}@example.ng");
        let (create, _invite) = CreateTenant::new(&vault, Ids, by(clock.now()), name, email);
        tenants.push(store.write(create).await?.id);
    }
    let offer = offer(store).await?;
    let filling = Filling {
        environment: ENVIRONMENT,
        offer_id: OFFER.to_owned(),
        minimum: offer.minimum_shares,
        price_kobo: offer.price.get(),
        tenants,
        applications,
        from: offer.open_at,
        until: offer.close_at,
    };
    let demand = fill(store, &vault, &filling).await?;
    let shares = demand * 100 / DEMAND_PCT;
    store.write(SetSupply { shares }).await?;
    let said = json!({"applications": applications, "demand": demand, "sharesOnOffer": shares});
    Ok(writeln!(std::io::stdout(), "{said}")?)
}

fn by(at: Timestamp) -> ActorAt {
    ActorAt {
        actor: Actor::Cli,
        at,
    }
}

async fn offer(store: &Store) -> Result<Offer> {
    let find = FindOffer {
        environment: ENVIRONMENT,
        id: OFFER.to_owned(),
    };
    Ok(store.read(find).await?.offer)
}

fn vault() -> Vault {
    Vault::new(&Sensitive::new([7; 32]))
}

async fn run(store: &Store) -> anyhow::Result<()> {
    let before = store.read(Look).await?;
    let what = Allot {
        by: by(SystemClock.now()),
        environment: ENVIRONMENT,
        offer_id: OFFER.to_owned(),
        seed: 1,
    };
    let (looking, watch) = watch_anonymous();
    let started = Instant::now();
    let basis = run_allotment::run(store, &vault(), &kofa_domain::SystemClock, &what).await?;
    let seconds = started.elapsed().as_secs_f64();
    // Before the checks, which need memory of their own.
    let peak_mib = memory_mib("self", "VmHWM");
    looking.store(false, Ordering::Relaxed);
    let peak_anonymous_mib = watch.join().ok().context("memory was watched")?;
    let after = store.read(Look).await?;
    check(&offer(store).await?, &before, &after)?;
    let said = json!({
        "seconds": seconds, "peak_mib": peak_mib, "peak_anonymous_mib": peak_anonymous_mib,
        "applications": after.applications, "demand": after.asked, "allotted": after.allotted,
        "bands": basis.bands.len(),
    });
    Ok(writeln!(std::io::stdout(), "{said}")?)
}

/// What was resident at most and is no page of a file: the database is mapped, and the kernel
/// counts its pages as the process's until someone needs the room.
fn watch_anonymous() -> (Arc<AtomicBool>, std::thread::JoinHandle<f64>) {
    let looking = Arc::new(AtomicBool::new(true));
    let asked = Arc::clone(&looking);
    let watch = std::thread::spawn(move || {
        let mut peak_mib: f64 = 0.0;
        while asked.load(Ordering::Relaxed) {
            peak_mib = peak_mib.max(memory_mib("self", "RssAnon"));
            std::thread::sleep(LOOK_EVERY);
        }
        peak_mib
    });
    (looking, watch)
}

/// Every application moved once, with one event, and no more was given than there is.
fn check(offer: &Offer, before: &Seen, after: &Seen) -> anyhow::Result<()> {
    let pct = 100 + i64::from(offer.details.oversubscription_limit_pct);
    let supply = (offer.shares_on_offer * pct / 100).min(before.asked);
    let all = before.applications;
    anyhow::ensure!(before.accepted == all, "not all were accepted before");
    anyhow::ensure!(after.applications == all, "applications came or went");
    anyhow::ensure!(after.accepted == 0, "{} were not moved", after.accepted);
    anyhow::ensure!(after.moves == before.moves + all, "someone moved twice");
    anyhow::ensure!(after.events == before.events + all, "not one event each");
    anyhow::ensure!(after.odd == 0, "{} have not one event each", after.odd);
    anyhow::ensure!(after.allotted <= supply, "more was given than there is");
    // Only what is less than a multiple for everyone may stay.
    let left = supply - after.allotted;
    anyhow::ensure!(left < offer.multiple, "{left} shares were not given");
    let refund = (after.asked - after.allotted) * offer.price.get();
    anyhow::ensure!(after.refund == refund, "refunds do not add up");
    Ok(())
}

/// Sets how many shares are offered.
struct SetSupply {
    shares: i64,
}

impl Op for SetSupply {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let sql = "update offer set shares_on_offer = $3 where environment = $1 and id = $2";
        let params: [Value<'_>; 3] = [ENVIRONMENT.into(), OFFER.into(), self.shares.into()];
        Ok(tx.exec_one(sql, &params).await?)
    }
}

struct Look;

/// The sums of the only offer.
struct Seen {
    applications: i64,
    accepted: i64,
    asked: i64,
    allotted: i64,
    refund: i64,
    moves: i64,
    events: i64,
    /// Allotted, but without exactly one event that says so.
    odd: i64,
}

const SUMS: &str = "select count(*) as applications, sum(number_of_shares) as asked, \
     coalesce(sum(status = 'accepted'), 0) as accepted, \
     coalesce(sum(shares_allotted), 0) as allotted, coalesce(sum(refund_kobo), 0) as refund, \
     sum(moves) as moves from subscription_state";
const EVENTS: &str = "select count(*) as events from subscription_event";
const ODD: &str = "select count(*) as odd from subscription_state st \
     where shares_allotted is not null and 1 <> (select count(*) from subscription_event e \
         where e.subscription_no = st.subscription_no and e.move like 'allot_%')";

impl Op for Look {
    type Out = Seen;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Seen> {
        let sums = tx.one(SUMS, &[]).await?;
        Ok(Seen {
            applications: sums.get("applications")?,
            accepted: sums.get("accepted")?,
            asked: sums.get("asked")?,
            allotted: sums.get("allotted")?,
            refund: sums.get("refund")?,
            moves: sums.get("moves")?,
            events: tx.one(EVENTS, &[]).await?.get("events")?,
            odd: tx.one(ODD, &[]).await?.get("odd")?,
        })
    }
}
