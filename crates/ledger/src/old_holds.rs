//! Money that has been held for long: work that is queued, or that nobody ends.

use kofa_core::{Listed, Page};
use kofa_domain::{Environment, Error, Kobo, RequestId, Result, TenantId, Timestamp};
use kofa_store::{Op, Row, Tx, Value};

/// Money held for a call, and since when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OldHold {
    pub request_id: RequestId,
    pub tenant_id: TenantId,
    pub environment: Environment,
    pub amount: Kobo,
    /// Which endpoint was called.
    pub operation_id: String,
    pub at: Timestamp,
    /// Whether the call was answered: its work goes on. If not, it is still under way.
    pub is_answered: bool,
}

/// Lists what has been held since before a moment, the oldest call first.
#[derive(Clone, Debug)]
pub struct ListOldHolds {
    pub before: Timestamp,
    pub page: Page,
}

const LIST: &str = "select h.request_id, w.tenant_id, w.environment, h.amount_kobo, \
     h.operation_id, h.at, case when c.request_id is null then 0 else 1 end as answered \
     from hold h join wallet w on w.no = h.wallet_no \
     left join request_log c on c.request_id = h.request_id \
     where h.request_id > $1 and h.at < $2 order by h.request_id limit $3";

impl Op for ListOldHolds {
    type Out = Listed<OldHold>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Listed<OldHold>> {
        let after = match self.page.after_key() {
            "" => Vec::new(),
            text => RequestId::parse_str(text)
                .map_err(|_| Page::wrong_cursor())?
                .as_bytes()
                .to_vec(),
        };
        let params: [Value<'_>; 3] = [after.into(), self.before.into(), self.page.rows().into()];
        let holds = tx
            .rows(LIST, &params)
            .await?
            .iter()
            .map(hold)
            .collect::<Result<_>>()?;
        Ok(self
            .page
            .cut(holds, |one: &OldHold| one.request_id.to_string()))
    }
}

fn hold(row: &Row) -> Result<OldHold> {
    let id: Vec<u8> = row.get("request_id")?;
    Ok(OldHold {
        request_id: RequestId::from_slice(&id).map_err(Error::internal)?,
        tenant_id: row.get("tenant_id")?,
        environment: row.get("environment")?,
        amount: row.get("amount_kobo")?,
        operation_id: row.get("operation_id")?,
        at: row.get("at")?,
        is_answered: row.get::<i64>("answered")? == 1,
    })
}
