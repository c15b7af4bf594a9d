//! Consent codes that the operator issues for entities of the local register. What uses a code
//! up is the use's business; here is only whom it speaks for, and how long.

use kofa_domain::{Environment, Error, Fault, Result, Timestamp, codes};
use kofa_platform::directory::audit::{self, Change};
use kofa_platform::directory::{By, Right};
use kofa_store::{Op, Store, Tx, Value, Vault};
use serde_json::json;

use crate::CompaniesByRc;
use crate::codes::{
    COMPANY_NOT_FOUND, ENTITY_TYPE_CONFLICT, INVALID_ENTITY_TYPE, INVALID_RC_NUMBER,
};
use crate::keys::Entity;
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
/// How long one may be good, in seconds: 366 days.
const CONSENT_SECONDS_MAX: i64 = 366 * 24 * 60 * 60;

/// Whose consent is to be given, as an operator wrote it.
///
/// # Errors
/// 422 `missing_field`, `invalid_rc_number`, `invalid_entity_type` or `entity_type_conflict`
/// on `rcNumber` and `entityType`, both at once.
pub fn read_entity(number: Option<&str>, kind: Option<&str>) -> Result<Entity> {
    let mut faults = Vec::new();
    let input = match number.map(read_rc_number) {
        None => {
            faults.push(Fault::missing("rcNumber"));
            None
        }
        Some(Err(fault)) => {
            let message = fault.message("rcNumber");
            faults.push(Fault::on("rcNumber", &INVALID_RC_NUMBER, message));
            None
        }
        Some(Ok(input)) => Some(input),
    };
    let kind = kind.map(EntityType::parse);
    if kind == Some(None) {
        let all: Vec<&str> = EntityType::ALL.map(EntityType::as_str).into();
        let message = format!("`entityType` must be one of {}.", all.join(", "));
        faults.push(Fault::on("entityType", &INVALID_ENTITY_TYPE, message));
    }
    let kind = kind.flatten();
    let both = input.as_ref().zip(kind);
    if let Some(message) = both.and_then(|(input, said)| input.conflict_with(said)) {
        faults.push(Fault::on("entityType", &ENTITY_TYPE_CONFLICT, message));
    }
    Error::check(faults)?;
    let input = input.ok_or_else(|| Error::internal("a number without a fault"))?;
    Ok(Entity {
        // Reserved numbers belong to the sandbox; the register has the plain ones.
        rc_number: input.number.unreserved(),
        entity_type: kind.or(input.prefix).unwrap_or(EntityType::Company),
    })
}

/// When a consent ends: what was asked for, or 30 days from `now`.
///
/// # Errors
/// 422 `invalid_field` on `expiresAt` if it is no moment, not after `now`, or more than 366
/// days away.
pub fn read_end(text: Option<&str>, now: Timestamp) -> Result<Timestamp> {
    let Some(text) = text else {
        return Ok(now.plus_seconds(CONSENT_SECONDS));
    };
    let latest = now.plus_seconds(CONSENT_SECONDS_MAX);
    let end = Timestamp::parse_rfc3339(text).filter(|end| *end > now && *end <= latest);
    end.ok_or_else(|| {
        let message = "`expiresAt` must be a moment in RFC 3339 that is to come, at most 366 \
                       days away, such as 2027-01-31T12:00:00Z.";
        Error::on("expiresAt", &codes::INVALID_FIELD, message)
    })
}

const ISSUE: &str = "insert into company_consent (environment, code_digest, rc_number, \
     entity_type, issued_by, issued_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7)";

/// Keeps a code that was issued, by its digest.
#[derive(Debug)]
pub struct KeepConsent {
    /// In whose register.
    pub environment: Environment,
    /// [`crate::rules::Vrc::blind_index`] of the code.
    pub code_digest: [u8; 32],
    /// What it allows.
    pub consent: Consent,
    /// Who issued it, as the audit log names them.
    pub issued_by: String,
    /// When; before the consent's end.
    pub issued_at: Timestamp,
}

impl Op for KeepConsent {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let of: [Value<'_>; 7] = [
            self.environment.into(),
            (&self.code_digest).into(),
            self.consent.entity.rc_number.as_str().into(),
            self.consent.entity.entity_type.as_str().into(),
            (&self.issued_by).into(),
            self.issued_at.into(),
            self.consent.expires_at.into(),
        ];
        tx.exec_one(ISSUE, &of).await?;
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
    by: By,
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
    by: By,
    environment: Environment,
    code_digest: [u8; 32],
    consent: Consent,
}

impl Op for IssueConsent {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let keep = KeepConsent {
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
    /// In whose register.
    pub environment: Environment,
    /// [`crate::rules::Vrc::blind_index`] of the code.
    pub code_digest: [u8; 32],
}

impl Op for FindConsent {
    type Out = Option<Consent>;
    const IS_FOR_CALLS: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Option<Consent>> {
        let of: [Value<'_>; 2] = [self.environment.into(), (&self.code_digest).into()];
        let Some(row) = tx.opt(FIND, &of).await? else {
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

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_micros(1_700_000_000_000_000);

    #[test]
    fn an_entity_is_read_from_number_and_kind() {
        let check = |number: &str, kind: Option<&str>, expected: Option<(&str, EntityType)>| {
            let read = read_entity(Some(number), kind).ok();
            let read = read
                .as_ref()
                .map(|one| (one.rc_number.as_str(), one.entity_type));
            assert_eq!(read, expected, "{number} {kind:?}");
        };
        use EntityType::{BusinessName, Company};
        check("RC 01885308", None, Some(("1885308", Company)));
        check("1885308", Some("bn"), Some(("1885308", BusinessName)));
        check("RC1885308", Some("bn"), Some(("1885308", BusinessName)));
        check("BN 7", None, Some(("7", BusinessName)));
        check("0000010", None, Some(("10", Company)));
        check("BN 7", Some("COMPANY"), None);
        let both = read_entity(Some("x"), Some("club")).unwrap_err();
        assert_eq!(both.all().len(), 2);
        assert!(read_entity(None, None).is_err());
    }

    #[test]
    fn a_consent_ends_within_a_year() {
        let end = |text| read_end(text, NOW).ok();
        assert_eq!(end(None), Some(NOW.plus_seconds(CONSENT_SECONDS)));
        let soon = NOW.plus_seconds(1).rfc3339();
        assert_eq!(end(Some(&soon)), Some(NOW.plus_seconds(1)));
        let late = NOW.plus_seconds(CONSENT_SECONDS_MAX + 1).rfc3339();
        for text in [NOW.rfc3339().as_str(), late.as_str(), "soon", ""] {
            assert_eq!(end(Some(text)), None, "{text}");
        }
    }
}
