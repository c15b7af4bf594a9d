//! What a call ends in: the reply, what it costs, and what a repetition is told.

use std::borrow::Cow;

use kofa_core::claim::Claim;
use kofa_core::endpoint::Endpoint;
use kofa_domain::{Error, Kobo, RequestId};
use kofa_ledger::StoredReply;
use kofa_ledger::wallet::Reservation;

use super::answer::{Answer, Charge, Refusal};
use super::envelope;

/// What a product said.
pub(super) type Reply = std::result::Result<Answer, Refusal>;

/// What a call ends in, before it is settled.
pub(super) struct Outcome {
    pub(super) reply: Reply,
    pub(super) reservation: Option<Reservation>,
    pub(super) begun: bool,
    pub(super) claim: Option<Claim>,
    /// The last check that it passed, as far as this tells; 0 if not at all.
    pub(super) checks_passed: u8,
}

impl Outcome {
    pub(super) fn refused(error: Error) -> Self {
        let reply = Err(Refusal::from(error));
        Self {
            reply,
            reservation: None,
            begun: false,
            claim: None,
            checks_passed: 0,
        }
    }

    /// What only the log may know of a failure.
    pub(super) fn context(&self) -> Option<(&'static str, &str)> {
        let error = &self.reply.as_ref().err()?.error;
        Some((error.code().name, error.context()?))
    }
}

pub(super) fn status_of(reply: &Reply) -> u16 {
    match reply {
        Ok(answer) => answer.status,
        Err(refusal) => envelope::status(refusal.error.kind()).as_u16(),
    }
}

/// The word of a failure, also of one that is told again.
pub(super) fn code_of(reply: &Reply) -> Option<Cow<'static, str>> {
    match reply {
        Ok(answer) => answer.error_code.clone().map(Cow::Owned),
        Err(refusal) => Some(refusal.error.code().name.into()),
    }
}

pub(super) fn charge_of(reply: &Reply, held: Kobo) -> Kobo {
    match reply {
        Ok(answer) if (200..300).contains(&answer.status) => match answer.charge {
            Charge::Price => held,
            Charge::AtMost(most) => held.min(most),
            Charge::Free | Charge::Later => Kobo::ZERO,
        },
        _ => Kobo::ZERO,
    }
}

/// The last check before the one that refused a call with `code`, of checks 2 to 7.
pub(super) fn passed_before(code: &str) -> u8 {
    use kofa_core::codes;
    let refused_by = [
        (3, &codes::API_KEY_REVOKED),
        (3, &codes::API_KEY_EXPIRED),
        (3, &codes::TENANT_SUSPENDED),
        (3, &codes::IP_NOT_ALLOWED),
        (4, &codes::INVALID_ENVIRONMENT),
        (4, &codes::ENVIRONMENT_MISMATCH),
        (5, &codes::INSUFFICIENT_SCOPE),
        (6, &codes::SERVICE_NOT_ENABLED),
    ];
    let found = refused_by.iter().find(|(_, one)| one.name == code);
    found.map_or(7, |(check, _)| *check) - 1
}

/// What stays reserved after the call, for work that goes on; not the same as nothing of it.
pub(super) fn held_of(reply: &Reply, reservation: Option<&Reservation>) -> Option<Kobo> {
    let answer = reply.as_ref().ok()?;
    (answer.charge == Charge::Later)
        .then(|| reservation.map(Reservation::amount))
        .flatten()
}

/// What a replay answers with: executed outcomes only.
pub(super) fn keep(
    reply: &Reply,
    endpoint: &Endpoint,
    request_id: RequestId,
) -> Option<StoredReply> {
    match reply {
        Ok(answer) => Some(StoredReply {
            status: answer.status,
            content_type: answer.content_type,
            body: answer.body.clone(),
            location: answer.header("location").map(str::to_owned),
        }),
        Err(refusal) if refusal.executed => {
            Some(kept_failure(&refusal.error, endpoint, request_id))
        }
        Err(_) => None,
    }
}

pub(super) fn kept_failure(
    error: &Error,
    endpoint: &Endpoint,
    request_id: RequestId,
) -> StoredReply {
    let (content_type, body) = envelope::failure(endpoint.envelope, error, request_id);
    StoredReply {
        status: envelope::status(error.kind()).as_u16(),
        content_type,
        body,
        location: None,
    }
}
