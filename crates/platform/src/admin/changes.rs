//! Changes as people ask for them: read from named fields with every fault at once, carried
//! out, and made to hold in this process. The admin API and the console ask alike.

use kofa_domain::{Environment, Error, Rate, Result, Sensitive, TenantId};
use serde_json::{Map, Value};

use super::desk::Desk;
use crate::directory::access::{SetLimit, read_rate};
use crate::directory::invites::{Invite, InviteMember};
use crate::directory::operators::{CreateOperator, NewOperator, Operator};
use crate::directory::tenants::{CreateTenant, SetTenantStatus, Tenant, TenantStatus};
use crate::directory::{
    By, EMAIL_CHARS_MAX, MemberRole, NAME_CHARS_MAX, OperatorRole, REASON_CHARS_MAX, Right,
    password, read_email, read_name, read_reason,
};
use crate::http::Fields;

/// What was typed into fields with these names.
pub type Typed = Map<String, Value>;

/// Makes a tenant of `name` and `email`. The link of its owner's invite is to be shown once.
///
/// # Errors
/// 403 `forbidden`, 409 `email_taken`, 422.
pub async fn create_tenant(
    desk: &Desk,
    by: By,
    typed: &Typed,
) -> Result<(Tenant, Sensitive<String>)> {
    let mut fields = Fields::new(typed);
    let name = fields.text("name", NAME_CHARS_MAX);
    let email = fields.text("email", EMAIL_CHARS_MAX);
    let mut faults = fields.into_faults();
    let name = name.and_then(|text| read_name("name", text, &mut faults));
    let email = email.and_then(|text| read_email("email", text, &mut faults));
    let (Some(name), Some(email)) = (name, email) else {
        return Err(Error::faults(faults));
    };
    let (op, token) = CreateTenant::new(&desk.vault, desk.ids, by, name, email);
    let tenant = desk.store.write(op).await?;
    desk.changed().await;
    Ok((tenant, invite_url(desk, &token)))
}

fn invite_url(desk: &Desk, token: &Sensitive<String>) -> Sensitive<String> {
    Sensitive::new(format!("{}/invite/{}", desk.base_url, token.expose()))
}

/// Suspends a tenant or lifts that, by `status` and `reason`.
///
/// # Errors
/// 403 `forbidden`, 404 `not_found`, 422.
pub async fn set_status(desk: &Desk, by: By, tenant: TenantId, typed: &Typed) -> Result<Tenant> {
    let mut fields = Fields::new(typed);
    let word = fields.text("status", NAME_CHARS_MAX);
    let status = word.and_then(TenantStatus::parse);
    if word.is_some() && status.is_none() {
        fields.wrong("status", "must be `active` or `suspended`");
    }
    let reason = fields.optional_text("reason", REASON_CHARS_MAX);
    let mut faults = fields.into_faults();
    let reason = read_reason(reason.unwrap_or_default(), &mut faults);
    let (Some(status), Some(reason), true) = (status, reason, faults.is_empty()) else {
        return Err(Error::faults(faults));
    };
    let set = SetTenantStatus {
        by,
        tenant,
        status,
        reason,
    };
    let tenant = desk.store.write(set).await?;
    desk.changed().await;
    Ok(tenant)
}

/// Sets how fast a tenant's keys may call, by `requestsPerSecond` and `burst`.
///
/// # Errors
/// 403 `forbidden`, 404 `not_found`, 422.
pub async fn set_limit(
    desk: &Desk,
    by: By,
    tenant: TenantId,
    environment: Environment,
    typed: &Typed,
) -> Result<Rate> {
    let mut fields = Fields::new(typed);
    let per_second = fields.integer("requestsPerSecond");
    let burst = fields.integer("burst");
    let mut faults = fields.into_faults();
    let Some(rate) = read_rate(per_second, burst, &mut faults) else {
        return Err(Error::faults(faults));
    };
    let set = SetLimit {
        by,
        tenant,
        environment,
        rate,
    };
    desk.store.write(set).await?;
    desk.changed().await;
    Ok(rate)
}

/// Invites someone to a tenant by `email` and `role`. The link is to be shown once.
///
/// # Errors
/// 403 `forbidden`, 404 `not_found`, 409 `email_taken`, 422.
pub async fn invite_member(
    desk: &Desk,
    by: By,
    tenant: TenantId,
    typed: &Typed,
) -> Result<(Invite, Sensitive<String>)> {
    let mut fields = Fields::new(typed);
    let email = fields.text("email", EMAIL_CHARS_MAX);
    let word = fields.text("role", NAME_CHARS_MAX);
    let role = word.and_then(MemberRole::parse);
    if word.is_some() && role.is_none() {
        fields.wrong("role", "must be a role of a member");
    }
    let mut faults = fields.into_faults();
    let email = email.and_then(|text| read_email("email", text, &mut faults));
    let (Some(email), Some(role)) = (email, role) else {
        return Err(Error::faults(faults));
    };
    let (op, token) = InviteMember::new(&desk.vault, desk.ids, by, tenant, email, role);
    let invite = desk.store.write(op).await?;
    Ok((invite, invite_url(desk, &token)))
}

/// What an operator is made of: `name`, `email`, and `password` if there is to be one; the role
/// is the caller's business.
///
/// # Errors
/// 422 with every fault.
pub(crate) fn read_operator(
    mut fields: Fields<'_>,
    role: Option<OperatorRole>,
) -> Result<(NewOperator, Option<Sensitive<String>>)> {
    let name = fields.text("name", NAME_CHARS_MAX);
    let email = fields.text("email", EMAIL_CHARS_MAX);
    // Passwords are taken as they are: `Fields` would trim them.
    let typed = fields.raw("password").map(|value| value.as_str());
    if typed == Some(None) {
        fields.wrong("password", "must be a string");
    }
    let mut faults = fields.into_faults();
    let name = name.and_then(|text| read_name("name", text, &mut faults));
    let email = email.and_then(|text| read_email("email", text, &mut faults));
    let chosen = typed.flatten().map(|text| Sensitive::new(text.to_owned()));
    if let Some(chosen) = &chosen {
        let words = [name.as_deref(), email.as_deref()];
        let words: Vec<&str> = words.into_iter().flatten().collect();
        if let Err(weak) = password::check("password", chosen, &words) {
            faults.extend(weak.all().iter().cloned());
        }
    }
    match (name, email, role) {
        (Some(name), Some(email), Some(role)) if faults.is_empty() => {
            let password_hash = None;
            let new = NewOperator {
                email,
                name,
                role,
                password_hash,
            };
            Ok((new, chosen))
        }
        _ => Err(Error::faults(faults)),
    }
}

/// Makes an operator of `name`, `email`, `role` and maybe `password`. Their token is to be
/// shown once.
///
/// # Errors
/// 403 `forbidden`, 409 `email_taken`, 422.
pub async fn create_operator(
    desk: &Desk,
    by: By,
    typed: &Typed,
) -> Result<(Operator, Sensitive<String>)> {
    let mut fields = Fields::new(typed);
    let word = fields.text("role", NAME_CHARS_MAX);
    let role = word.and_then(OperatorRole::parse);
    if word.is_some() && role.is_none() {
        fields.wrong("role", "must be `owner`, `ops`, `finance` or `support`");
    }
    let (mut new, chosen) = read_operator(fields, role)?;
    // Before the password is hashed, which is work.
    by.actor.needs(Right::Operators)?;
    if let Some(chosen) = chosen {
        let hash = password::hash(chosen, desk.ids).await?;
        new.password_hash = Some(Sensitive::new(hash));
    }
    let (op, token) = CreateOperator::new(&desk.vault, desk.ids, by, new);
    Ok((desk.store.write(op).await?, token))
}
