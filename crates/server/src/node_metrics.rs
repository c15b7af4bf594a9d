//! What a node has under way, for `/metrics`: the other nodes, leases, queues and connections.

use std::sync::Arc;

use kofa_documents::Reader;
use kofa_ledger::{Settler, Wallets};
use kofa_store::Store;
use kofa_tasks::TaskHandlers;
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric as _};
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;

/// Looked at when somebody asks.
#[derive(Debug)]
pub(crate) struct NodeMetrics {
    pub(crate) wallets: Arc<Wallets>,
    pub(crate) settler: Settler,
    pub(crate) store: Store,
    pub(crate) tasks: TaskHandlers,
    pub(crate) reader: Reader,
}

impl Collector for NodeMetrics {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), std::fmt::Error> {
        let mut gauge = |name, help, value: usize| {
            let gauge = ConstGauge::new(i64::try_from(value).unwrap_or(i64::MAX));
            let metric = encoder.encode_descriptor(name, help, None, gauge.metric_type())?;
            gauge.encode(metric)
        };
        let nodes = self.wallets.members().live().len();
        gauge(
            "kofa_nodes",
            "Nodes that this one sees alive, itself included",
            nodes,
        )?;
        let help = "Wallets of which this node has a lease";
        gauge("kofa_wallet_leases", help, self.wallets.leases())?;
        let help = "Calls that wait for their settlement";
        gauge("kofa_settlements_waiting", help, self.settler.waiting())?;
        let help = "Tasks that this node is at work on";
        gauge("kofa_tasks_running", help, self.tasks.running())?;
        let (reading, waiting) = self.reader.load();
        let help = "Documents that are being read";
        gauge("kofa_document_readers_busy", help, reading)?;
        let help = "Documents that wait for a reader";
        gauge("kofa_document_readers_waiting", help, waiting)?;
        if let Some((lent, most)) = self.store.connections() {
            let help = "Connections to PostgreSQL that are in use";
            gauge("kofa_database_connections_in_use", help, lent)?;
            let help = "Connections to PostgreSQL that this node may have";
            gauge("kofa_database_connections_max", help, most)?;
        }
        let asked = ConstCounter::new(self.wallets.asked());
        let help = "Times that a lease had too little and the wallet was asked";
        let kind = asked.metric_type();
        asked.encode(encoder.encode_descriptor("kofa_wallet_lease_growths", help, None, kind)?)
    }
}
