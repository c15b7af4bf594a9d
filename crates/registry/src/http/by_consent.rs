//! What every question by consent code reads, describes and refuses in the same way.

use kofa_core::codes::{SANDBOX_VALUE_IN_LIVE, UPSTREAM_NOT_CONFIGURED};
use kofa_core::schema::text;
use kofa_domain::{Code, Environment, Error, Fault, Result, codes as common};
use kofa_gate::call::Call;
use kofa_gate::{Answer, REPLAYED, Reference, Request, text_of_true};
use serde::Serialize;

use crate::codes::{
    INVALID_VRC_NUMBER, UPSTREAM_ACCOUNT_PROBLEM, UPSTREAM_INVALID_ANSWER, UPSTREAM_REJECTED,
    UPSTREAM_TIMEOUT, UPSTREAM_UNAVAILABLE, VRC_ALREADY_USED, VRC_EXPIRED, VRC_NOT_FOUND,
    VRC_STATE_UNKNOWN,
};
use crate::consent::{ConsentCodes, Question};
use crate::profile::Profile;
use crate::rules::{VRC_PATTERN, Vrc, VrcFault};

/// The parameter of the query,
const FIELD: &str = "vrcNumber";
/// and the header that keeps the code out of addresses.
const HEADER: &str = "X-VRC-Number";

/// What every description says of consent codes.
macro_rules! one_use {
    () => {
        "A consent code (VRC) is valid for one successful request, which uses it up and is \
         charged. For 15 minutes you can repeat the request and get the same response, free of \
         charge, with `Idempotency-Replayed: true`; so repeat a request that was interrupted. A \
         refusal is free and leaves the code unused, unless the error says otherwise. Codes never \
         appear in logs.\n\nIn the sandbox, any ten letters and digits work as a code, once for \
         each endpoint and tenant, and always for the same company. `SANDBOXVR0` can be used \
         repeatedly; `SANDBOXVR1` was never issued, `…2` is already used, with `…3` the registry \
         is unavailable, `…4` takes three seconds, `…5` times out and then works, `…6` has a \
         partial record, `…7` has expired, `…8` has an untidy record, `…9` works once and its \
         shares do not add up."
    };
}
pub(super) use one_use;

/// The codes of every question by consent code.
pub(super) const CODES: &[&Code] = &[
    &common::MISSING_FIELD,
    &INVALID_VRC_NUMBER,
    &SANDBOX_VALUE_IN_LIVE,
    &VRC_NOT_FOUND,
    &VRC_ALREADY_USED,
    &VRC_EXPIRED,
    &VRC_STATE_UNKNOWN,
    &common::CONFLICT,
    &UPSTREAM_REJECTED,
    &UPSTREAM_UNAVAILABLE,
    &UPSTREAM_TIMEOUT,
    &UPSTREAM_INVALID_ANSWER,
    &UPSTREAM_ACCOUNT_PROBLEM,
    &UPSTREAM_NOT_CONFIGURED,
];

/// Reads the question of a request that has no other parameter.
///
/// # Errors
/// `missing_field`, `invalid_vrc_number`, `sandbox_value_in_live`, or the store's.
pub(super) async fn question(
    consents: &ConsentCodes,
    call: &Call,
    request: &Request,
) -> Result<Question> {
    let mut faults = Vec::new();
    match read_code(call.environment(), request, &mut faults) {
        Some(vrc) if faults.is_empty() => consents.question(call, vrc).await,
        _ => Err(Error::faults(faults)),
    }
}

/// Reads the code of a request; faults are added to `faults`, and the result counts only if
/// none are there. No fault repeats what was sent.
pub(super) fn read_code(
    environment: Environment,
    request: &Request,
    faults: &mut Vec<Fault>,
) -> Option<Vrc> {
    let query = request.query();
    let in_query = query.get(FIELD).map(|text| text.trim_matches(' '));
    let mut sent = request.headers.get_all(HEADER).iter();
    let in_header = sent.next().map(|value| {
        if sent.any(|other| other != value) {
            let message = format!("The header `{HEADER}` was sent with two values: send one.");
            faults.push(Fault::on(HEADER, &INVALID_VRC_NUMBER, message));
        }
        // What is not visible ASCII is no code, and is not to be taken for none.
        value.to_str().unwrap_or("?").trim_matches(' ')
    });
    if !faults.is_empty() {
        return None;
    }
    let mut parse = |text: &str, name: &'static str| {
        let refused = |why: VrcFault| Fault::on(name, &INVALID_VRC_NUMBER, why.message(name));
        Vrc::parse(text)
            .map_err(|why| faults.push(refused(why)))
            .ok()
    };
    let vrc = match (in_query, in_header) {
        (None | Some(""), None) | (None, Some("")) => {
            faults.push(Fault::missing(FIELD));
            return None;
        }
        (Some(text), None) => parse(text, FIELD)?,
        (None, Some(text)) => parse(text, HEADER)?,
        (Some(text), Some(other)) => {
            let (vrc, other) = (parse(text, FIELD), parse(other, HEADER));
            let (vrc, other) = vrc.zip(other)?;
            if !vrc.is_same(&other) {
                let message = format!("`{FIELD}` and the header `{HEADER}` differ: send one.");
                faults.push(Fault::on(FIELD, &INVALID_VRC_NUMBER, message));
            }
            vrc
        }
    };
    if environment == Environment::Live && vrc.reserved().is_some() {
        faults.push(Fault::on(
            FIELD,
            &SANDBOX_VALUE_IN_LIVE,
            "The codes SANDBOXVR0 to SANDBOXVR9 work in the sandbox only.",
        ));
    }
    Some(vrc)
}

/// Describes the code's two places and adds the codes of refusals.
pub(super) fn parameters(reference: Reference) -> Reference {
    reference
        .query(
            FIELD,
            false,
            text(VRC_PATTERN),
            "The consent code (verified registration number, VRC) that the company gave you: ten \
             letters and digits. Required, unless you send the header `X-VRC-Number`.",
        )
        .header(
            HEADER,
            text(VRC_PATTERN),
            "The same code. Use the header rather than the query, because proxies log URLs.",
        )
        .answer_header("Idempotency-Replayed", text_of_true(), REPLAYED)
}

/// What is kept of an answer in JSON: its bytes.
///
/// # Errors
/// `internal_error` if it cannot be written.
pub(super) fn kept_json(answer: &impl Serialize) -> Result<Vec<u8>> {
    serde_json::to_vec(answer).map_err(Error::internal)
}

/// An answer from kept JSON.
pub(super) fn tell_json(kept: &[u8]) -> Answer {
    Answer::bytes(200, "application/json", kept.to_vec().into())
}

/// For people: what was found, and how the entity stands where that is not `ACTIVE`.
pub(super) fn message(profile: &Profile, found: &str) -> String {
    use crate::rules::RegistrationStatus::{Active, Unknown};
    match profile.record.company.registration_status {
        Active => found.to_owned(),
        Unknown => format!("{found} The register does not say whether the entity is active."),
        other => format!("{found} The entity is not active: {}.", other.as_str()),
    }
}

#[cfg(test)]
mod tests {
    use kofa_domain::codes::MISSING_FIELD;

    use super::*;

    fn read(
        environment: Environment,
        query: &str,
        header: Option<&[u8]>,
    ) -> (Option<Vrc>, Vec<Fault>) {
        let mut headers = http::HeaderMap::new();
        if let Some(value) = header {
            let value = http::HeaderValue::from_bytes(value).unwrap();
            headers.insert("x-vrc-number", value);
        }
        let request = Request {
            headers,
            path: Vec::new(),
            query: Some(query.to_owned()),
            body: bytes::Bytes::new(),
        };
        let mut faults = Vec::new();
        let vrc = read_code(environment, &request, &mut faults);
        (vrc, faults)
    }

    #[test]
    fn a_code_is_taken_from_the_query_or_the_header() {
        let check = |query: &str, header: Option<&[u8]>| {
            let (vrc, faults) = read(Environment::Sandbox, query, header);
            assert_eq!(faults, [], "{query} {header:?}");
            assert!(vrc.unwrap().is_same(&Vrc::parse("AB12CD34EF").unwrap()));
        };
        check("vrcNumber=AB12CD34EF", None);
        check("vrcNumber=+ab12c-d34ef+", None);
        check("", Some(b"AB12CD34EF"));
        check("vrcNumber=ab12cd34ef", Some(b"AB12C-D34EF"));
    }

    #[test]
    fn what_is_no_code_is_told_with_its_place_and_never_repeated() {
        let check = |query: &str, header: Option<&[u8]>, expected: &[(&str, &Code)]| {
            let (_, faults) = read(Environment::Sandbox, query, header);
            let told: Vec<_> = faults
                .iter()
                .map(|fault| (fault.field.as_deref().unwrap(), fault.code))
                .collect();
            assert_eq!(told, expected, "{query} {header:?}");
            for fault in faults {
                assert!(!fault.message.contains("ZZ9"), "{}", fault.message);
            }
        };
        let (query, header) = (
            ("vrcNumber", &INVALID_VRC_NUMBER),
            ("X-VRC-Number", &INVALID_VRC_NUMBER),
        );
        check("", None, &[("vrcNumber", &MISSING_FIELD)]);
        check("vrcNumber=+", None, &[("vrcNumber", &MISSING_FIELD)]);
        check("", Some(b""), &[("vrcNumber", &MISSING_FIELD)]);
        // Sent and left empty is a slip, even beside the other.
        check("vrcNumber=", Some(b"AB12CD34EF"), &[query]);
        check("vrcNumber=AB12CD34EF", Some(b""), &[header]);
        check("vrcNumber=ZZ9", None, &[query]);
        check("vrcNumber=%0AAB12CD34EF", None, &[query]);
        check("vrcNumber=ZZ9ZZ9ZZ9ZZ9", None, &[query]);
        check("vrcNumber=%00ZZ9", None, &[query]);
        check("", Some(b"ZZ9"), &[header]);
        check("", Some(b"\xff"), &[header]);
        check("vrcNumber=ZZ9", Some(b"ZZ9"), &[query, header]);
        check("vrcNumber=AB12CD34EF", Some(b"ZZ9"), &[header]);
        check("vrcNumber=ZZ9ZZ9ZZ9Z", Some(b"ZZ9ZZ9ZZ9A"), &[query]);
    }

    #[test]
    fn a_header_of_two_codes_is_refused_and_one_sent_twice_is_one() {
        let check = |sent: [&'static str; 2], is_taken: bool| {
            let mut headers = http::HeaderMap::new();
            for value in sent {
                headers.append("x-vrc-number", http::HeaderValue::from_static(value));
            }
            let request = Request {
                headers,
                path: Vec::new(),
                query: None,
                body: bytes::Bytes::new(),
            };
            let mut faults = Vec::new();
            let vrc = read_code(Environment::Live, &request, &mut faults);
            assert_eq!((vrc.is_some(), faults.is_empty()), (is_taken, is_taken));
            for fault in faults {
                let place = (fault.field.as_deref(), fault.code);
                assert_eq!(place, (Some(HEADER), &INVALID_VRC_NUMBER), "{sent:?}");
            }
        };
        check(["AB12CD34EF", "AB12CD34EF"], true);
        check(["AB12CD34EF", "ZZ12CD34EF"], false);
        check(["AB12CD34EF", ""], false);
    }

    #[test]
    fn codes_of_the_sandbox_are_refused_in_live() {
        let (_, faults) = read(Environment::Live, "vrcNumber=sandboxvr3", None);
        assert_eq!(faults[0].code, &SANDBOX_VALUE_IN_LIVE);
        let (_, faults) = read(Environment::Sandbox, "vrcNumber=sandboxvr3", None);
        assert_eq!(faults, []);
    }
}
