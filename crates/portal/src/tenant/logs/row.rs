//! A call as a line of the table, on the page and as it comes.

use std::collections::HashMap;

use askama::Template;
use kofa_core::endpoint::Endpoint;
use kofa_domain::KeyId;
use kofa_insight::calls::LoggedCall;

use super::asked::Asked;
use crate::kit::show::{self, Html};

/// A line of the table.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) href: String,
    pub(super) at: Html,
    pub(super) operation: String,
    /// `GET /api/v1/…`; empty for an endpoint that there is no more.
    pub(super) path: String,
    pub(super) status: u32,
    pub(super) tone: &'static str,
    pub(super) error: String,
    /// `× 3,912` of a line that stands for many calls, else empty.
    pub(super) count: String,
    pub(super) charge: String,
    pub(super) latency: String,
    pub(super) key: String,
}

#[derive(Debug, Template)]
#[template(path = "tenant/logs/row.html")]
pub(super) struct Row {
    pub(super) row: Line,
}

/// Names of what a line names by id.
#[derive(Debug)]
pub(super) struct Names {
    paths: HashMap<&'static str, String>,
    keys: HashMap<KeyId, String>,
    base: String,
    /// The filter that the links to calls carry on.
    query: String,
}

impl Names {
    /// `base` is the path of the log.
    pub(super) fn new(
        endpoints: &[&'static Endpoint],
        keys: &[(KeyId, String)],
        base: &str,
    ) -> Self {
        let path = |one: &&'static Endpoint| {
            let path = format!("{} {}", one.verb.as_str(), one.path);
            (one.operation_id, path)
        };
        Self {
            paths: endpoints.iter().map(path).collect(),
            keys: keys.iter().cloned().collect(),
            base: base.to_owned(),
            query: String::new(),
        }
    }

    /// The same for calls among those that are asked for.
    pub(super) fn within(mut self, asked: &Asked) -> Self {
        self.query = asked.query(&[]);
        self
    }

    /// The name of a key, else its id.
    pub(super) fn key(&self, id: &KeyId) -> String {
        self.keys.get(id).cloned().unwrap_or_else(|| id.to_string())
    }

    /// `GET /api/v1/…`; empty for an endpoint that there is no more.
    pub(super) fn path(&self, operation_id: &str) -> &str {
        self.paths.get(operation_id).map_or("", String::as_str)
    }

    pub(super) fn line(&self, call: &LoggedCall) -> Line {
        Line {
            href: format!("{}/{}{}", self.base, call.request_id, self.query),
            at: show::moment_millis(call.at),
            operation: call.operation_id.clone(),
            path: self.path(&call.operation_id).to_owned(),
            status: call.status,
            tone: show::tone(call.status),
            error: call.error_code.clone().unwrap_or_default(),
            count: match call.calls {
                1 => String::new(),
                many => format!("× {}", show::count(many)),
            },
            charge: match call.charge.get() {
                0 => "free".to_owned(),
                _ => show::naira(call.charge),
            },
            latency: show::millis(call.latency_us),
            key: self.key(&call.key_id),
        }
    }
}
