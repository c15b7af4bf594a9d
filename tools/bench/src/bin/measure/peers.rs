//! nginx and HAProxy with a map of keys and a limit in front of the same bytes. They keep
//! nothing: ceilings for admission alone.

use std::net::{SocketAddr, UdpSocket};
use std::path::{Path, PathBuf};
use std::process::Command;

use kofa_bench::client::Client;
use kofa_bench::process::{Server, free_address};

use crate::Bench;
use crate::settlement::PATH;

/// HAProxy, and the socket that its log goes to: nobody reads it, but somebody has it.
#[derive(Debug)]
pub(crate) struct Logged {
    pub(crate) server: Server,
    _log: UdpSocket,
}

/// nginx with `benches/nginx.conf`.
pub(crate) fn nginx(bench: &Bench, kofa: SocketAddr, key: &str) -> anyhow::Result<Server> {
    let folder = bench.folder("nginx")?;
    let address = free_address()?;
    let config = fill(
        bench,
        "nginx.conf",
        &folder,
        kofa,
        key,
        &[("@ADDRESS@", address)],
    )?;
    let mut command = Command::new(found("nginx"));
    command.arg("-p").arg(&folder).arg("-c").arg(&config);
    command.arg("-e").arg(folder.join("error.log"));
    Server::silent(&mut command, address, key.to_owned())
}

/// HAProxy with `benches/haproxy.cfg`.
pub(crate) fn haproxy(bench: &Bench, kofa: SocketAddr, key: &str) -> anyhow::Result<Logged> {
    let folder = bench.folder("haproxy")?;
    let log = UdpSocket::bind(("127.0.0.1", 0))?;
    let address = free_address()?;
    let places = [("@ADDRESS@", address), ("@LOG@", log.local_addr()?)];
    let config = fill(bench, "haproxy.cfg", &folder, kofa, key, &places)?;
    std::fs::write(folder.join("keys.map"), format!("{key} bench\n"))?;
    let mut command = Command::new(found("haproxy"));
    command.arg("-db").arg("-f").arg(config);
    let server = Server::silent(&mut command, address, key.to_owned())?;
    Ok(Logged { server, _log: log })
}

/// Debian puts servers where only root's PATH looks.
fn found(name: &str) -> PathBuf {
    let place = Path::new("/usr/sbin").join(name);
    if place.exists() { place } else { name.into() }
}

/// Writes a configuration with its places filled in, beside the body it serves.
fn fill(
    bench: &Bench,
    name: &str,
    folder: &Path,
    kofa: SocketAddr,
    key: &str,
    places: &[(&str, SocketAddr)],
) -> anyhow::Result<PathBuf> {
    let reply = Client::connect(kofa)?.get(PATH, key)?;
    std::fs::write(folder.join("body.json"), reply.body)?;
    let mut text = std::fs::read_to_string(bench.benches.join(name))?
        .replace("@FOLDER@", &folder.display().to_string())
        .replace("@PATH@", PATH)
        .replace("@KEY@", key);
    for (place, address) in places {
        text = text.replace(place, &address.to_string());
    }
    let config = folder.join(name);
    std::fs::write(&config, text)?;
    Ok(config)
}
