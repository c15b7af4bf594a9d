//! Consent codes for the local register.

use std::sync::Arc;

use axum::extract::State;
use http::StatusCode;
use kofa_domain::{Environment, Error, Fault, Ids, Result, Timestamp, codes};
use kofa_platform::admin::{AdminCall, Desk, Reply, environment_schema, json, moment};
use kofa_platform::directory::Right;
use kofa_platform::http::{Fields, choice};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::ops_consent::{Consent, issue_consent, read_end, read_entity};
use crate::rules::{EntityType, Vrc};

/// Longest text of a field, in characters.
const TEXT_MAX: usize = 60;

/// Whose consent it is, and until when.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the body, which is read field by field")]
pub(super) struct NewConsent {
    #[schema(schema_with = environment_schema)]
    environment: String,
    /// With or without prefix.
    #[schema(example = "RC-1885308")]
    rc_number: String,
    /// That of the prefix, or `COMPANY`, if absent.
    #[schema(nullable, example = "COMPANY")]
    entity_type: Option<String>,
    /// At most 366 days away; 30 days if absent.
    #[schema(format = "date-time", nullable)]
    expires_at: Option<String>,
}

/// A consent code. It is shown this once.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RegistryConsent)]
pub(super) struct ConsentView {
    /// The `vrcNumber` to ask with, for one successful use.
    #[schema(pattern = "^[0-9A-Z]{10}$", example = "7KQMX2RD9W")]
    code: String,
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    #[schema(pattern = "^[0-9]{1,12}$", example = "1885308")]
    rc_number: String,
    #[schema(schema_with = entity_schema)]
    entity_type: &'static str,
    company_name: String,
    /// From then on the code is refused.
    #[schema(format = "date-time")]
    expires_at: String,
}

fn entity_schema() -> utoipa::openapi::schema::Schema {
    choice(&EntityType::ALL.map(EntityType::as_str))
}

/// Issue a consent code
///
/// For an entity of the imported register, which handed its consent to the operator. The code
/// is answered once and kept nowhere; whoever loses it asks for another one.
#[utoipa::path(
    post, path = "/admin/v1/registry/consents", operation_id = "issueRegistryConsent",
    tag = "Registry",
    request_body = NewConsent,
    responses((status = 201, body = ConsentView, description = "The code.")),
)]
pub(super) async fn issue_registry_consent(
    State(desk): State<Arc<Desk>>,
    call: AdminCall,
) -> Reply {
    call.needs(Right::Market)?;
    let object = call.object()?;
    let (environment, consent) = read(&object, call.by.at)?;
    let (entity, expires_at) = (consent.entity.clone(), consent.expires_at);
    let code = Vrc::issue(Ids);
    let keep = (&desk.store, &desk.vault);
    let company_name = issue_consent(keep, call.by, environment, consent, &code).await?;
    let view = ConsentView {
        code: code.expose().to_owned(),
        environment,
        rc_number: entity.rc_number.to_string(),
        entity_type: entity.entity_type.as_str(),
        company_name,
        expires_at: moment(expires_at),
    };
    Ok(json(StatusCode::CREATED, &view))
}

/// Whose consent a body asks for, and in which register.
fn read(object: &Map<String, Value>, now: Timestamp) -> Result<(Environment, Consent)> {
    let mut fields = Fields::new(object);
    let environment = fields.text("environment", TEXT_MAX).map(Environment::parse);
    if environment == Some(None) {
        fields.wrong("environment", "must be `sandbox` or `live`");
    }
    let number = fields.text("rcNumber", TEXT_MAX);
    let kind = fields.optional_text("entityType", TEXT_MAX);
    let end = fields.optional_text("expiresAt", TEXT_MAX);
    let (entity, end) = (read_entity(number, kind), read_end(end, now));
    for error in [entity.as_ref().err(), end.as_ref().err()]
        .into_iter()
        .flatten()
    {
        // That there is no number was told above, or that what there is is no text.
        let is_told = |fault: &&Fault| *fault.code == codes::MISSING_FIELD;
        for fault in error.all().iter().filter(|fault| !is_told(fault)) {
            fields.fault(fault.clone());
        }
    }
    fields.finish()?;
    let (Some(environment), entity, expires_at) = (environment.flatten(), entity?, end?) else {
        return Err(Error::plain(&codes::INVALID_FIELD));
    };
    Ok((environment, Consent { entity, expires_at }))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::codes::{INVALID_ENTITY_TYPE, INVALID_RC_NUMBER};

    #[test]
    fn each_field_of_a_consent_has_one_fault() {
        let check = |body: Value, expected: &[(&str, &str)]| {
            let error = read(body.as_object().unwrap(), Timestamp::from_micros(0));
            let error = error.unwrap_err();
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
        let (environment, consent) = read(
            live(json!("BN 7")).as_object().unwrap(),
            Timestamp::from_micros(0),
        )
        .unwrap();
        assert_eq!(environment, Environment::Live);
        assert_eq!(consent.entity.entity_type, EntityType::BusinessName);
    }
}
