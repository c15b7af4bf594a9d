//! Several tenants suspended or resumed: each by itself, with its own line in the audit log.

use std::sync::Arc;

use axum::extract::State;
use kofa_commands::Entry;
use kofa_commands::platform::tenants::SetStatus;
use kofa_core::Right;
use kofa_domain::{Error, Result, TenantId, codes};
use kofa_identity::tenants::{FindTenant, Tenant};
use kofa_portal::kit::{
    CommandForm, Faults, Form, OperatorForm, Page, Undo, WebState, go, go_undoable,
};

use super::{PATH, show_page};
use crate::ask::{Question, must_be_sure};
use crate::asked::Asked;
use crate::read;
use crate::tenants::one::UNDONE;

/// Tenants that are changed at once.
const AT_ONCE_MAX: usize = 100;

pub(super) async fn set(
    State(web): State<Arc<WebState>>,
    asked: Asked,
    sent: OperatorForm,
) -> Page {
    let OperatorForm { signed_in, form } = sent;
    signed_in.by.actor.needs(Right::Tenants)?;
    let tenants = match chosen(&web, &form).await {
        Ok(tenants) => tenants,
        Err(error) => {
            let faults = Faults::of(error)?;
            return show_page(&web, &signed_in, &asked, &form, faults).await;
        }
    };
    signed_in.by.actor.must_be_fresh()?;
    let question = question(&form, &tenants);
    must_be_sure(&web, &signed_in, ("tenants", PATH), &form, &question)?;
    let (mut changed, mut same, mut failed) = (Vec::new(), 0, Vec::new());
    for tenant in &tenants {
        if tenant.status.as_str() == form.text("status") {
            same += 1;
            continue;
        }
        let set = setting(tenant, &form);
        match set
            .run_as::<SetStatus>(&web.admin, signed_in.by.clone())
            .await
        {
            Ok(_) => changed.push(tenant.id.clone()),
            Err(error) => failed.push(format!("{}: {}", tenant.name, error.message())),
        }
    }
    let done = said(form.text("status"), changed.len(), same);
    if failed.is_empty() {
        return Ok(match changed.is_empty() {
            true => go(&web, PATH, &done),
            false => go_undoable(&web, PATH, &done, &undo(form.text("status"), &changed)),
        });
    }
    let faults = Faults::general(format!("{done} Not changed: {}", failed.join("; ")));
    show_page(&web, &signed_in, &asked, &form, faults).await
}

/// Changes those back that were changed.
fn undo(status: &str, changed: &[TenantId]) -> Undo {
    let before = match status {
        "suspended" => "active",
        _ => "suspended",
    };
    let undo = Undo::new(format!("{PATH}/status"))
        .with("status", before)
        .with("reason", UNDONE);
    let tenants = changed.iter();
    tenants.fold(undo, |undo, id| undo.with("tenant", id.as_str()))
}

/// Those that are ticked, if the form says what to do with them and why.
async fn chosen(web: &WebState, form: &Form) -> Result<Vec<Tenant>> {
    let mut ids = form.all("tenant");
    ids.sort_unstable();
    ids.dedup();
    if ids.is_empty() || ids.len() > AT_ONCE_MAX {
        let message = "Select from 1 to 100 tenants.";
        return Err(Error::on("tenant", &codes::INVALID_FIELD, message));
    }
    form.holds("reason")?;
    let mut tenants = Vec::with_capacity(ids.len());
    for id in ids {
        let tenant = read::id(id, "tenant")?;
        let (tenant, _) = web.admin.store.read(FindTenant { tenant }).await?;
        setting(&tenant, form).read::<SetStatus>(web.now(), &web.admin.products)?;
        tenants.push(tenant);
    }
    Ok(tenants)
}

fn setting(tenant: &Tenant, form: &Form) -> CommandForm {
    CommandForm::new(Entry::of::<SetStatus>())
        .with("tenantId", tenant.id.as_str())
        .with("status", form.text("status"))
        .with("reason", form.text("reason"))
}

fn plural(count: usize) -> String {
    match count {
        1 => "1 tenant".to_owned(),
        count => format!("{count} tenants"),
    }
}

fn question(form: &Form, tenants: &[Tenant]) -> Question {
    let names = tenants.iter();
    let names =
        names.map(|one| format!("{} ({}), now {}", one.name, one.email, one.status.as_str()));
    let many = plural(tenants.len());
    let question = match form.text("status") {
        "suspended" => {
            let text =
                "All of their API requests are refused within a second, in Sandbox and Live.";
            Question::new(format!("Suspend {many}?"), text, "Suspend").typing("SUSPEND")
        }
        _ => {
            let text = "Their API keys work again within a second.";
            Question::new(format!("Resume {many}?"), text, "Resume")
        }
    };
    question.about(names.collect())
}

fn said(status: &str, changed: usize, same: usize) -> String {
    let word = if status == "suspended" {
        "suspended"
    } else {
        "resumed"
    };
    let done = format!("{} {word}.", plural(changed));
    match same {
        0 => done,
        same => format!("{done} {} already {status}.", plural(same)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_done_is_counted() {
        assert_eq!(said("suspended", 1, 0), "1 tenant suspended.");
        assert_eq!(
            said("active", 2, 3),
            "2 tenants resumed. 3 tenants already active."
        );
    }
}
