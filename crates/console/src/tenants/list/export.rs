//! Tenants as a file, sent while they are read.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use futures_util::stream;
use http::header;
use kofa_core::Page as Part;
use kofa_domain::{Environment, Error, Result};
use kofa_insight::statement::csv::cell;
use kofa_portal::kit::{Page, SignedInOperator, WebState, show};

use super::{Wanted, access_of, products_on};
use crate::asked::Asked;

/// Tenants that are read at a time.
const PART: &str = "100";
const HEAD: &str = "id,vendorId,name,email,status,createdAt,environment,productsOn,balanceKobo,\
                    chargeKobo30Days,requests30Days,lastRequestAt\r\n";

struct File {
    web: Arc<WebState>,
    wanted: Wanted,
    cursor: Option<String>,
    is_first: bool,
}

/// `GET /console/tenants/export.csv`: those that the page lists, all of them.
pub(super) async fn csv(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInOperator,
    asked: Asked,
) -> Page {
    let wanted = Wanted::read(&web, &asked)?;
    let day = show::iso_day(signed_in.by.at);
    let name = format!("kofa-tenants-{}-{day}.csv", wanted.environment);
    let file = File {
        web,
        wanted,
        cursor: None,
        is_first: true,
    };
    let parts = stream::try_unfold(Some(file), |file| async {
        let Some(mut file) = file else {
            return Ok::<_, Error>(None);
        };
        let lines = file.next().await?;
        let more = file.cursor.is_some();
        Ok(Some((lines, more.then_some(file))))
    });
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"{name}\""),
        ),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    let answer: Response = (headers, Body::from_stream(parts)).into_response();
    Ok(answer)
}

impl File {
    async fn next(&mut self) -> Result<Bytes> {
        let mut lines = String::new();
        if std::mem::take(&mut self.is_first) {
            lines.push_str(HEAD);
        }
        let page = Part::read(self.cursor.as_deref(), Some(PART))?;
        let listed = self.wanted.list(&self.web, page).await?;
        let access = access_of(&self.web, &listed.items).await?;
        let environment: Environment = self.wanted.environment;
        for ((tenant, standing), access) in listed.items.iter().zip(&access) {
            let (on, _) = products_on(&self.web, access, environment);
            let texts = [
                tenant.id.as_str(),
                &tenant.vendor_id,
                &tenant.name,
                &tenant.email,
                tenant.status.as_str(),
                &tenant.created_at.rfc3339(),
                environment.as_str(),
            ];
            for text in texts {
                lines.push_str(&cell(text));
                lines.push(',');
            }
            let last_at = standing.last_at.map(|at| at.rfc3339()).unwrap_or_default();
            let (balance, charge) = (standing.balance.get(), standing.charge.get());
            let calls = standing.calls;
            let _ = write!(lines, "{on},{balance},{charge},{calls},{last_at}\r\n");
        }
        self.cursor = listed.next_cursor;
        Ok(lines.into())
    }
}
