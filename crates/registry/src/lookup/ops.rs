//! What is stored of sources outside: which one answers what, what they answered, and what is
//! wrong with them. Nothing here belongs to a tenant.

use kofa_core::audit::{self, Change};
use kofa_core::{ActorAt, Right};
use kofa_domain::{Error, Result};
use kofa_store::{Op, Row, Tx, Value};
use serde_json::json;

use crate::source_settings::{Operation, SourceKind, SourceSetting};

const LIST: &str = "select environment, operation_id, source, max_age_seconds, stale_seconds, \
     changed_at, changed_by from registry_source";

/// What operators chose, in no order; endpoints without a row are not in it.
#[derive(Clone, Copy, Debug)]
pub struct ListSourceSettings;

impl Op for ListSourceSettings {
    type Out = Vec<SourceSetting>;
    const IS_FOR_CALLS: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Vec<SourceSetting>> {
        let rows = tx.rows(LIST, &[]).await?;
        let known = rows.iter().filter_map(|row| setting(row).transpose());
        known.collect()
    }
}

/// `None` for an endpoint that this version does not have.
fn setting(row: &Row) -> Result<Option<SourceSetting>> {
    let operation: String = row.get("operation_id")?;
    let source: String = row.get("source")?;
    let Some(operation) = Operation::parse(&operation) else {
        return Ok(None);
    };
    Ok(Some(SourceSetting {
        environment: row.get("environment")?,
        operation,
        source: SourceKind::parse(&source)
            .ok_or_else(|| Error::internal("registry_source.source"))?,
        max_age_seconds: row.get("max_age_seconds")?,
        stale_seconds: row.get("stale_seconds")?,
        changed: Some((row.get("changed_at")?, row.get("changed_by")?)),
    }))
}

const SET: &str = "insert into registry_source (environment, operation_id, source, \
     max_age_seconds, stale_seconds, changed_at, changed_by) \
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (environment, operation_id) do update set \
     source = excluded.source, max_age_seconds = excluded.max_age_seconds, \
     stale_seconds = excluded.stale_seconds, changed_at = excluded.changed_at, \
     changed_by = excluded.changed_by";
const FIND: &str = "select environment, operation_id, source, max_age_seconds, stale_seconds, \
     changed_at, changed_by from registry_source where environment = $1 and operation_id = $2";

/// Chooses which source answers an endpoint. It holds everywhere within a second.
#[derive(Debug)]
pub struct SetSource {
    pub by: ActorAt,
    /// What holds from now on; `changed` is not read.
    pub setting: SourceSetting,
}

impl Op for SetSource {
    type Out = SourceSetting;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<SourceSetting> {
        self.by.actor.needs(Right::Market)?;
        let new = &self.setting;
        let (environment, operation) = (new.environment, new.operation.id());
        let params = [environment.into(), operation.into()];
        let before = tx
            .opt(FIND, &params)
            .await?
            .as_ref()
            .map(setting)
            .transpose()?;
        let before = before
            .flatten()
            .unwrap_or_else(|| SourceSetting::default_of(environment, new.operation));
        let by = self.by.actor.to_string();
        let params: [Value<'_>; 7] = [
            environment.into(),
            operation.into(),
            new.source.as_str().into(),
            new.max_age_seconds.into(),
            new.stale_seconds.into(),
            self.by.at.into(),
            (&by).into(),
        ];
        tx.exec_one(SET, &params).await?;
        let change = Change {
            by: &self.by,
            action: "registry_source.set",
            subject: operation,
            tenant: None,
            details: json!({
                "environment": environment,
                "from": shown(&before),
                "to": shown(new),
            }),
        };
        audit::append(tx, change).await?;
        Ok(SourceSetting {
            changed: Some((self.by.at, by)),
            ..new.clone()
        })
    }
}

fn shown(setting: &SourceSetting) -> serde_json::Value {
    json!({
        "source": setting.source.as_str(),
        "maxAgeSeconds": setting.max_age_seconds,
        "staleSeconds": setting.stale_seconds,
    })
}
