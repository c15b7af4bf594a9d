//! Filters that a member keeps by a name.

use std::sync::Arc;

use axum::extract::State;
use kofa_domain::{Error, codes};
use kofa_insight::calls::{DeleteView, ListViews, SaveView};

use super::asked::Asked;
use crate::kit::{Form, MemberForm, Page, Undo, WebState, go, go_undoable};

/// `POST /portal/{environment}/logs/views`
pub(super) async fn save(State(web): State<Arc<WebState>>, form: MemberForm) -> Page {
    let (signed_in, form) = (form.signed_in, form.form);
    let query = understood(&form);
    let save = SaveView {
        by: signed_in.by.clone(),
        environment: signed_in.environment,
        name: form.text("name").to_owned(),
        query: query.trim_start_matches('?').to_owned(),
    };
    web.admin.store.write(save).await?;
    let place = format!("/portal/{}/logs{query}", signed_in.environment.as_str());
    Ok(go(&web, &place, "View saved."))
}

/// `POST /portal/{environment}/logs/views/delete`
pub(super) async fn delete(State(web): State<Arc<WebState>>, form: MemberForm) -> Page {
    let (signed_in, form) = (form.signed_in, form.form);
    let list = ListViews {
        by: signed_in.by.clone(),
        environment: signed_in.environment,
    };
    let views = web.admin.store.read(list).await?;
    let delete = DeleteView {
        by: signed_in.by.clone(),
        environment: signed_in.environment,
        name: form.text("name").to_owned(),
    };
    if !web.admin.store.write(delete).await? {
        return Err(Error::new(&codes::NOT_FOUND, "View not found.").into());
    }
    let logs = format!("/portal/{}/logs", signed_in.environment.as_str());
    let place = format!("{logs}{}", understood(&form));
    let said = "View deleted.";
    let gone = views.iter().find(|view| view.name == form.text("name"));
    let Some(view) = gone else {
        return Ok(go(&web, &place, said));
    };
    let undo = Undo::new(format!("{logs}/views"))
        .with("name", &view.name)
        .with("query", &view.query);
    Ok(go_undoable(&web, &place, said, &undo))
}

/// The query of the page that the form was on, as the page understands it and nothing else.
fn understood(form: &Form) -> String {
    let typed = form.text("query").trim_start_matches('?');
    Asked::parse(Some(typed)).with(&[]).query(&[])
}
