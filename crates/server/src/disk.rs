//! Watches the room on the disk of the data.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use kofa_gate::{Disk, Room};
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric as _};
use prometheus_client::metrics::gauge::ConstGauge;

/// How often it looks, in seconds.
const EVERY_S: u64 = 1;

/// Looks at the file system of `folder` every second, for as long as it is polled. Calls need
/// `least` free bytes; 0 is any.
pub(crate) async fn watch(disk: Arc<Disk>, folder: PathBuf, least: u64) {
    let mut tick = tokio::time::interval(Duration::from_secs(EVERY_S));
    tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        let folder = folder.clone();
        // Apart: a file system may be silent.
        let looked = tokio::task::spawn_blocking(move || rustix::fs::statvfs(&folder)).await;
        let Ok(Ok(found)) = looked else {
            continue;
        };
        look(&disk, found.f_bavail.saturating_mul(found.f_frsize), least);
    }
}

fn look(disk: &Disk, free: u64, least: u64) {
    let (before, room) = (disk.room(), Room::of(free, least));
    disk.note(free, room);
    let (free, least) = (free >> 20, least >> 20);
    match room {
        _ if room == before => {}
        Room::Enough => tracing::info!(free, "the disk of the data has room again (MiB)"),
        Room::Little => tracing::error!(
            free,
            least,
            "the disk of the data is nearly full (MiB): details of calls are not kept"
        ),
        Room::None => tracing::error!(
            free,
            least,
            "the disk of the data is full (MiB): calls are refused until there is room"
        ),
    }
}

/// Shows it in `/metrics`.
#[derive(Debug)]
pub(crate) struct DiskMetrics(pub(crate) Arc<Disk>);

impl Collector for DiskMetrics {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), std::fmt::Error> {
        let mut gauge = |name, help, value: i64| {
            let gauge = ConstGauge::new(value);
            let metric = encoder.encode_descriptor(name, help, None, gauge.metric_type())?;
            gauge.encode(metric)
        };
        let free = i64::try_from(self.0.free()).unwrap_or(i64::MAX);
        let help = "Free bytes on the disk of the data, when last looked at";
        gauge("kofa_disk_free_bytes", help, free)?;
        let help = "Room on the disk of the data: 0 enough, 1 details are not kept, 2 calls are \
                    refused";
        gauge("kofa_disk_room", help, self.0.room() as i64)
    }
}
