//! Consent codes for the local register.

use kofa_commands::rules::{Blank, ENVIRONMENT, text_of};
use kofa_commands::wire::{environment_schema, moment};
use kofa_commands::{Body, Command, Fields, Method, Rule, Services, Spec, Wrong};
use kofa_core::{ActorAt, Permission};
use kofa_domain::{Environment, Fault, Result, Timestamp};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::companies::entity_schema;
use super::{EntityTypeRule, RcNumberRule, TAG};
use crate::codes::ENTITY_TYPE_CONFLICT;
use crate::register::consents::{CONSENT_SECONDS, Consent, issue_consent};
use crate::register::keys::Entity;
use crate::rules::{EntityType, Vrc};

/// Longest text of a moment, in characters.
const TEXT_CHARS_MAX: usize = 60;
/// How long a code may be good, in seconds: 366 days.
const CONSENT_SECONDS_MAX: i64 = 366 * 24 * 60 * 60;

/// A consent code. It is returned only once.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RegistryConsent)]
pub struct ConsentView {
    /// The `vrcNumber`, valid for one successful use.
    #[schema(pattern = "^[0-9A-Z]{10}$", example = "7KQMX2RD9W")]
    pub code: String,
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    #[schema(pattern = "^[0-9]{1,12}$", example = "1885308")]
    rc_number: String,
    #[schema(schema_with = entity_schema)]
    entity_type: &'static str,
    company_name: String,
    /// When the code expires.
    #[schema(format = "date-time")]
    pub expires_at: String,
}

/// A consent code for an entity of the register.
#[derive(Debug)]
pub struct IssueConsent {
    pub environment: Environment,
    /// Whom it speaks for, and until when.
    pub consent: Consent,
}

impl Command for IssueConsent {
    const SPEC: &'static Spec = &Spec {
        name: "issueRegistryConsent",
        tag: TAG,
        summary: "Issue a consent code",
        description: "For an entity in the imported register that has given its consent to the \
                      operator. The code\nis returned only once and is not stored. If it is \
                      lost, issue a new one.",
        method: Method::Post,
        path: "/admin/v1/registry/consents",
        body: Body::Json("NewConsent", "The entity, and when the consent expires."),
        right: Permission::Market,
        success: &[(201, "The code.")],
        ..Spec::BASE
    };
    type Output = ConsentView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let environment = fields.required("environment", "", ENVIRONMENT);
        let number = RcNumberRule.told(|| json!({"type": "string", "example": "RC-1885308"}));
        let number = fields.required(
            "rcNumber",
            "The number, with or without its prefix.",
            number,
        );
        let docs = "The entity type. Default: from the prefix, or `COMPANY`.";
        let kind = EntityTypeRule.told(|| json!({"type": "string", "example": "COMPANY"}));
        let kind = fields.optional("entityType", docs, kind);
        let end = EndRule { now: fields.now() };
        let docs = "The expiry, up to 366 days from now. Default: 30 days.";
        let expires_at = fields.optional("expiresAt", docs, end);
        let both = number.as_ref().zip(kind);
        if let Some(message) = both.and_then(|(number, said)| number.conflict_with(said)) {
            let fault = Fault::on("entityType", &ENTITY_TYPE_CONFLICT, message);
            fields.faults.add(fault);
        }
        let number = number?;
        let entity = Entity {
            entity_type: kind.or(number.prefix).unwrap_or(EntityType::Company),
            // Reserved numbers belong to the sandbox; the register has the plain ones.
            rc_number: number.number.unreserved(),
        };
        let usual = || fields.now().plus_seconds(CONSENT_SECONDS);
        let expires_at = expires_at.unwrap_or_else(usual);
        Some(Self {
            environment: environment?,
            consent: Consent { entity, expires_at },
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<ConsentView> {
        let Self {
            environment,
            consent,
        } = self;
        let (entity, expires_at) = (consent.entity.clone(), consent.expires_at);
        let code = Vrc::issue(services.ids);
        let keep = (&services.store, services.vault()?);
        let company_name = issue_consent(keep, by, environment, consent, &code).await?;
        Ok(ConsentView {
            code: code.expose().to_owned(),
            environment,
            rc_number: entity.rc_number.to_string(),
            entity_type: entity.entity_type.as_str(),
            company_name,
            expires_at: moment(expires_at),
        })
    }
}

/// When a consent ends.
#[derive(Clone, Copy, Debug)]
struct EndRule {
    now: Timestamp,
}

impl Rule for EndRule {
    type Out = Timestamp;
    const BLANK: Blank = Blank::Absent;

    fn schema(&self) -> Value {
        json!({"type": "string", "format": "date-time"})
    }

    fn read(&self, value: &Value) -> Result<Timestamp, Wrong> {
        let end = Timestamp::parse_rfc3339(text_of(value, TEXT_CHARS_MAX)?);
        let latest = self.now.plus_seconds(CONSENT_SECONDS_MAX);
        let must = "must be a moment in RFC 3339 that is to come, at most 366 days away, such as \
                    2027-01-31T12:00:00Z";
        let end = end.filter(|end| *end > self.now && *end <= latest);
        Ok(end.ok_or(must)?)
    }

    fn write(&self, out: &Timestamp) -> Value {
        out.rfc3339().into()
    }
}

#[cfg(test)]
mod tests {
    use kofa_commands::read;
    use kofa_core::product::Products;
    use kofa_domain::codes;

    use super::*;
    use crate::codes::{INVALID_ENTITY_TYPE, INVALID_RC_NUMBER};

    const NOW: Timestamp = Timestamp::from_micros(1_700_000_000_000_000);

    fn issue(body: &Value) -> Result<IssueConsent> {
        read(body.as_object().unwrap(), NOW, &Products::default())
    }

    #[test]
    fn each_field_of_a_consent_has_one_fault() {
        let check = |body: Value, expected: &[(&str, &str)]| {
            let error = issue(&body).unwrap_err();
            let faults = error.all().iter();
            let told: Vec<(&str, &str)> = faults
                .map(|fault| (fault.field.as_deref().unwrap(), fault.code.name))
                .collect();
            assert_eq!(told, expected, "{body}");
        };
        let (missing, invalid) = (codes::MISSING_FIELD.name, codes::INVALID_FIELD.name);
        let live = |number: Value| json!({"environment": "live", "rcNumber": number});
        check(live(json!(10)), &[("rcNumber", invalid)]);
        check(live(json!("1".repeat(61))), &[("rcNumber", invalid)]);
        check(live(Value::Null), &[("rcNumber", missing)]);
        check(live(json!(" ")), &[("rcNumber", missing)]);
        check(live(json!("x")), &[("rcNumber", INVALID_RC_NUMBER.name)]);
        check(
            json!({"entityType": "club", "expiresAt": "soon"}),
            &[
                ("environment", missing),
                ("rcNumber", missing),
                ("entityType", INVALID_ENTITY_TYPE.name),
                ("expiresAt", invalid),
            ],
        );
    }

    #[test]
    fn an_entity_is_read_from_number_and_kind() {
        let check = |number: &str, kind: Option<&str>, expected: Option<(&str, EntityType)>| {
            let body = json!({"environment": "live", "rcNumber": number, "entityType": kind});
            let read = issue(&body).ok();
            let read = read.as_ref().map(|one| &one.consent.entity);
            let read = read.map(|one| (one.rc_number.as_str(), one.entity_type));
            assert_eq!(read, expected, "{number} {kind:?}");
        };
        use EntityType::{BusinessName, Company};
        check("RC 01885308", None, Some(("1885308", Company)));
        check("1885308", Some("bn"), Some(("1885308", BusinessName)));
        check("RC1885308", Some("bn"), Some(("1885308", BusinessName)));
        check("BN 7", None, Some(("7", BusinessName)));
        check("0000010", None, Some(("10", Company)));
        check("BN 7", Some("COMPANY"), None);
    }

    #[test]
    fn a_consent_ends_within_a_year() {
        let end = |text: Option<&str>| {
            let body = json!({"environment": "live", "rcNumber": "1", "expiresAt": text});
            issue(&body).ok().map(|one| one.consent.expires_at)
        };
        assert_eq!(end(None), Some(NOW.plus_seconds(CONSENT_SECONDS)));
        let soon = NOW.plus_seconds(1).rfc3339();
        assert_eq!(end(Some(&soon)), Some(NOW.plus_seconds(1)));
        let late = NOW.plus_seconds(CONSENT_SECONDS_MAX + 1).rfc3339();
        for text in [NOW.rfc3339().as_str(), late.as_str(), "soon"] {
            assert_eq!(end(Some(text)), None, "{text}");
        }
    }
}
