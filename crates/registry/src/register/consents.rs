//! Consent codes that the operator issues for entities of the local register. What uses a code
//! up is the use's business; here is only whom it speaks for, and how long.

use kofa_core::audit::{self, Change};
use kofa_core::{ActorAt, Right};
use kofa_domain::{Environment, Error, Result, Timestamp};
use kofa_store::{Op, Store, Tx, Value, Vault};
use serde_json::json;

use crate::CompaniesByRc;
use crate::codes::COMPANY_NOT_FOUND;
use crate::register::keys::Entity;
use crate::rules::{EntityType, Vrc, read_rc_number};

/// Whom a code speaks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consent {
    /// The entity that may be looked into.
    pub entity: Entity,
    /// From then on it may not, in microseconds UTC.
    pub expires_at: Timestamp,
}

/// How long a code is good if nobody says otherwise, in seconds: 30 days.
pub const CONSENT_SECONDS: i64 = 30 * 24 * 60 * 60;
const ISSUE: &str = "insert into company_consent (environment, code_digest, rc_number, \
     entity_type, issued_by, issued_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7)";

/// Keeps a code that was issued, by its digest.
#[derive(Debug)]
pub struct StoreConsent {
    pub environment: Environment,
    /// [`crate::rules::Vrc::blind_index`] of the code.
    pub code_digest: [u8; 32],
    pub consent: Consent,
    /// Who issued it, as the audit log names them.
    pub issued_by: String,
    /// When; before the consent's end.
    pub issued_at: Timestamp,
}

impl Op for StoreConsent {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let params: [Value<'_>; 7] = [
            self.environment.into(),
            (&self.code_digest).into(),
            self.consent.entity.rc_number.as_str().into(),
            self.consent.entity.entity_type.as_str().into(),
            (&self.issued_by).into(),
            self.issued_at.into(),
            self.consent.expires_at.into(),
        ];
        tx.exec_one(ISSUE, &params).await?;
        Ok(())
    }
}

/// Issues `code` for an entity of the register: a new one, to be shown this once. Answers the
/// name of the entity.
///
/// # Errors
/// `forbidden` if the actor may not, and `company_not_found` if the register does not hold the
/// entity.
pub async fn issue_consent(
    (store, vault): (&Store, &Vault),
    by: ActorAt,
    environment: Environment,
    consent: Consent,
    code: &Vrc,
) -> Result<String> {
    by.actor.needs(Right::Market)?;
    let Entity {
        rc_number,
        entity_type,
    } = &consent.entity;
    let under = CompaniesByRc {
        environment,
        rc_number: rc_number.clone(),
    };
    let mut found = store.read(under).await?.into_iter();
    let found = found.find(|record| record.company.entity_type == *entity_type);
    let Some(record) = found else {
        let message = format!(
            "The {environment} register holds no {} with the number {rc_number}.",
            entity_type.in_words()
        );
        return Err(Error::new(&COMPANY_NOT_FOUND, message));
    };
    let code_digest = code.blind_index(vault, environment);
    let issue = IssueConsent {
        by,
        environment,
        code_digest,
        consent,
    };
    store.write(issue).await?;
    Ok(record.company.company_name)
}

/// Keeps a code that an operator issues, by its digest, and notes it in the audit log.
#[derive(Debug)]
struct IssueConsent {
    by: ActorAt,
    environment: Environment,
    code_digest: [u8; 32],
    consent: Consent,
}

impl Op for IssueConsent {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let keep = StoreConsent {
            environment: self.environment,
            code_digest: self.code_digest,
            consent: self.consent.clone(),
            issued_by: self.by.actor.to_string(),
            issued_at: self.by.at,
        };
        keep.run(tx).await?;
        let entity = &self.consent.entity;
        let change = Change {
            by: &self.by,
            action: "registry_consent.issue",
            subject: entity.rc_number.as_str(),
            tenant: None,
            details: json!({
                "environment": self.environment,
                "entityType": entity.entity_type.as_str(),
                "expiresAt": self.consent.expires_at.rfc3339(),
            }),
        };
        audit::append(tx, change).await
    }
}

const FIND: &str = "select rc_number, entity_type, expires_at from company_consent \
     where environment = $1 and code_digest = $2";

/// Whom a code speaks for; `None` if it was never issued here. An expired one is found, too.
#[derive(Debug)]
pub struct FindConsent {
    pub environment: Environment,
    /// [`crate::rules::Vrc::blind_index`] of the code.
    pub code_digest: [u8; 32],
}

impl Op for FindConsent {
    type Out = Option<Consent>;
    const IS_FOR_CALLS: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Option<Consent>> {
        let params: [Value<'_>; 2] = [self.environment.into(), (&self.code_digest).into()];
        let Some(row) = tx.opt(FIND, &params).await? else {
            return Ok(None);
        };
        let wrong = |column: &str| Error::internal(format!("company_consent.{column}"));
        let number: String = row.get("rc_number")?;
        let entity_type: String = row.get("entity_type")?;
        Ok(Some(Consent {
            entity: Entity {
                rc_number: read_rc_number(&number)
                    .map_err(|_| wrong("rc_number"))?
                    .number,
                entity_type: EntityType::parse(&entity_type).ok_or_else(|| wrong("entity_type"))?,
            },
            expires_at: row.get("expires_at")?,
        }))
    }
}
