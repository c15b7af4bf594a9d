//! Sandbox calls that a member sends again from the portal, through the same gate.

use kofa_core::audit::{self, Change};
use kofa_core::{ActorAt, Right};
use kofa_domain::{Environment, Error, KeyId, RequestId, Result, TenantId, codes};
use kofa_identity::keys::FindKey;
use kofa_store::{Op, Tx};
use serde_json::json;

use super::detail::{Exchange, KeptBody};
use super::find::FindCall;

/// Key names that a list shows at most.
const NAMES_MAX: i64 = 500;

const NAMES: &str = "select id, name from api_key where tenant_id = $1 order by id desc limit $2";
/// With which key a request is made that this process sends itself, in place of the key's text,
/// which nobody has. Only a request's extensions carry it: nothing from outside can. All checks
/// after the look-up of the key hold as ever.
#[derive(Clone, Debug)]
pub struct OnBehalf(pub KeyId);

impl Exchange {
    /// Whether everything that was sent is there to be sent again.
    pub fn can_be_sent(&self) -> bool {
        !self.is_redacted && !matches!(self.request, KeptBody::NotKept(..))
    }
}

/// Notes that a member sends one of their sandbox calls again; with which key it was made.
#[derive(Debug)]
pub struct RecordReplay {
    pub by: ActorAt,
    pub tenant: TenantId,
    pub request_id: RequestId,
}

impl Op for RecordReplay {
    type Out = KeyId;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<KeyId> {
        self.by.actor.needs(Right::Sandbox(&self.tenant))?;
        let find = FindCall {
            tenant: self.tenant.clone(),
            environment: Environment::Sandbox,
            request_id: self.request_id,
        };
        let call = find.run(tx).await?;
        let call = call.ok_or_else(|| Error::new(&codes::NOT_FOUND, "There is no such call."))?;
        let key = call.key_id;
        let subject = self.request_id.to_string();
        let change = Change {
            by: &self.by,
            action: "call.replay",
            subject: &subject,
            tenant: Some(&self.tenant),
            details: json!({"keyId": key.as_str()}),
        };
        audit::append(tx, change).await?;
        Ok(key)
    }
}

/// Notes that a member sends a sandbox call from a page, with a key of their tenant.
#[derive(Debug)]
pub struct RecordTry {
    pub by: ActorAt,
    pub tenant: TenantId,
    pub key: KeyId,
    /// What is called: `listOffers`.
    pub operation: String,
}

impl Op for RecordTry {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        self.by.actor.needs(Right::Sandbox(&self.tenant))?;
        let find = FindKey {
            actor: self.by.actor.clone(),
            key: self.key.clone(),
        };
        if find.run(tx).await?.tenant_id != self.tenant {
            return Err(Error::new(&codes::NOT_FOUND, "There is no such key."));
        }
        let change = Change {
            by: &self.by,
            action: "call.try",
            subject: &self.operation,
            tenant: Some(&self.tenant),
            details: json!({"keyId": self.key.as_str()}),
        };
        audit::append(tx, change).await
    }
}

/// Names of a tenant's keys, the newest first.
#[derive(Debug)]
pub struct ListKeyNames {
    pub tenant: TenantId,
}

impl Op for ListKeyNames {
    type Out = Vec<(KeyId, String)>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let rows = tx
            .rows(NAMES, &[(&self.tenant).into(), NAMES_MAX.into()])
            .await?;
        let name = |row: &kofa_store::Row| Ok((row.get("id")?, row.get("name")?));
        rows.iter().map(name).collect()
    }
}
