//! What operators see of subscriptions, of all tenants, and what they do to one.

use kofa_domain::{Environment, Kobo, Result};
use kofa_store::{Op as _, Row, Tx};

use super::allotment::{FindAllotment, Parts};
use super::moves::{Event, history};

/// What happened to a subscription.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Past {
    /// All its moves, oldest first.
    pub history: Vec<Event>,
    /// Why this many shares were allotted, once the allotment is done.
    pub explanation: Option<String>,
}

impl Event {
    /// How the shares came about, if this is the allotment.
    fn parts(&self) -> Option<Parts> {
        let detail = self.detail.as_deref()?;
        let is_allotment = self.step.starts_with("allot_");
        is_allotment.then(|| serde_json::from_str(detail).ok())?
    }

    /// Why, in words. Those of an allotment are in [`Past::explanation`].
    pub fn reason(&self) -> Option<&str> {
        let detail = self.detail.as_deref();
        detail.filter(|_| !self.step.starts_with("allot_"))
    }
}

/// The past of the subscription `row`, which has its `no`, `environment`, `offer_id` and
/// `price_kobo`.
///
/// # Errors
/// If the store cannot read it.
pub(crate) async fn past(tx: &mut Tx<'_>, row: &Row) -> Result<Past> {
    let no: i64 = row.get("no")?;
    let environment: Environment = row.get("environment")?;
    let price: Kobo = row.get("price_kobo")?;
    let history = history(tx, no).await?;
    let Some(parts) = history.iter().find_map(Event::parts) else {
        return Ok(Past {
            history,
            explanation: None,
        });
    };
    let find = FindAllotment {
        environment,
        offer_id: row.get("offer_id")?,
    };
    let allotment = find.run(tx).await?.filter(|allotment| allotment.done);
    let basis = allotment.and_then(|allotment| allotment.basis);
    let explanation = match basis {
        None => None,
        Some(basis) => Some(parts.share(no, price)?.explain(&basis)),
    };
    Ok(Past {
        history,
        explanation,
    })
}
