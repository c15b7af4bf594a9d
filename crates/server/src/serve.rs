//! `kofa serve`: a real deployment, from settings.

use std::io::Write as _;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use kofa_domain::{Ids, SystemClock};
use kofa_identity::operators::OpenSetup;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::app::{App, Wiring};
use crate::config::Config;
use crate::listeners::reachable;
use crate::products::PRODUCTS;
use crate::{master_key, signals};

/// How long a server may take from listening to answering, in milliseconds.
const ANSWER_MS_MAX: u64 = 10_000;

/// Serves until told to stop.
///
/// # Errors
/// If a setting is wrong, the address is taken, the data is served by another process, or
/// anything cannot be opened.
pub async fn run(config: &Config) -> anyhow::Result<()> {
    config.check()?;
    let master_keys = config.master_keys()?;
    let data_dir = config.made_data_dir()?;
    let listeners = config.listeners().await?;
    let address = listeners.address()?;
    let base_url = config.base_url(&reachable(address).to_string());
    let app = App::wire(Wiring {
        store: config.store()?,
        master_keys,
        clock: Arc::new(SystemClock),
        trusted_proxies: config.trusted_proxies()?,
        house: config.house()?,
        hosts: config.hosts(),
        reader: config.reader()?,
        readers: config.document_readers()?,
        provider: config.provider()?,
        model: config.reader_model()?,
        keeping: config.readings_kept()?,
        base_url: base_url.clone(),
        data: data_dir,
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
    let ready_file = fresh_ready_file(config);
    seed(&app).await?;
    let operators_url = listeners.operators_url(&base_url)?;
    print_setup(&app, &operators_url).await?;
    tracing::info!(%address, base_url, "serving");
    let stop = Arc::clone(&app.checks).leave(signals::stop(), config.drain_delay()?);
    let server = tokio::spawn(app.serve(listeners, stop));
    if let Some(file) = ready_file {
        answering(address).await?;
        let ready = json!({ "baseUrl": base_url, "operatorsUrl": operators_url });
        master_key::write_private(&file, &ready.to_string())?;
    }
    server.await?
}

/// The ready file, without what an earlier process left there. To be asked for once listener and
/// lock are ours: before, it may be that of the server that has them.
pub fn fresh_ready_file(config: &Config) -> Option<PathBuf> {
    let file = config.ready_file()?;
    let _ = std::fs::remove_file(&file);
    Some(file)
}

/// Puts the sandbox's world there, or moves its dates on.
///
/// # Errors
/// If the store cannot be written.
pub async fn seed(app: &App) -> anyhow::Result<()> {
    kofa_investment::seed(&app.store, &*app.clock).await?;
    let reports = kofa_registry::seed(&app.store, app.clock.now()).await?;
    anyhow::ensure!(
        reports.iter().all(|report| report.rows_rejected == 0),
        "the sandbox's companies are faulty"
    );
    Ok(())
}

/// Without an operator, a one-time link makes the first. It goes to standard output, not to
/// the log, which is kept and read by others.
async fn print_setup(app: &App, operators_url: &str) -> anyhow::Result<()> {
    let (open, token) = OpenSetup::new(&app.vault, Ids, app.clock.now());
    if app.store.write(open).await? {
        show(format_args!(
            "There is no operator yet. This link makes the first one, once, within 72 hours \
             (a restart makes a new link). Open it in a browser, or:

  curl {operators_url}/setup/{} -H 'Content-Type: application/json' \\
    -d '{{\"name\": \"…\", \"email\": \"…\", \"password\": \"…\"}}'
",
            token.expose()
        ));
    }
    Ok(())
}

/// Prints what the person reads who starts a server, which serves on where nobody does.
pub fn show(text: impl std::fmt::Display) {
    if let Err(error) = writeln!(std::io::stdout().lock(), "{text}") {
        tracing::warn!(%error, "standard output takes nothing");
    }
}

/// Waits until the server on `address` answers requests.
///
/// # Errors
/// If it does not within ten seconds.
pub async fn answering(address: SocketAddr) -> anyhow::Result<()> {
    let asked = async {
        loop {
            if ask(reachable(address)).await.unwrap_or(false) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_millis(ANSWER_MS_MAX), asked)
        .await
        .context("the server does not answer")
}

async fn ask(address: SocketAddr) -> std::io::Result<bool> {
    let mut stream = TcpStream::connect(address).await?;
    let request = "GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    stream.write_all(request.as_bytes()).await?;
    let mut start = [0; 12];
    stream.read_exact(&mut start).await?;
    Ok(&start == b"HTTP/1.1 200")
}
