//! The list of applications as a file, sent while it is read.

use std::sync::Arc;

use axum::extract::{RawQuery, State};
use futures_util::stream;
use kofa_core::Page as Part;
use kofa_domain::{Kobo, Result, Timestamp};
use kofa_insight::statement::csv::cell;

use super::{Filter, Listing, investor};
use crate::kit::{Page, SignedInMember, WebState, show};
use crate::tenant::asked::Asked;
use crate::tenant::file::{self, Format, Place, Places};

/// Applications that are read at a time.
const PART: &str = "100";
static PLACES: Places = Places::new();

const HEAD: &str = "subscriptionId,transactionReference,clientReference,receivedAt,investorName,\
                    offerId,offerName,numberOfShares,amountNaira,status,paymentStatus,\
                    allotmentStatus,sharesAllotted,refundNaira,settledAt,reason\r\n";
/// The last line of a file that is not whole.
const BROKE_OFF: &str = "This file is incomplete: the server could not read further.\r\n";

/// A file that is being written.
struct File {
    web: Arc<WebState>,
    signed_in: SignedInMember,
    filter: Filter,
    cursor: Option<String>,
    is_begun: bool,
    is_done: bool,
    _place: Place,
}

/// `GET /portal/{environment}/applications/export.csv`
pub(super) async fn csv(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInMember,
    RawQuery(query): RawQuery,
) -> Page {
    let filter = Filter::read(&web, &signed_in, &Asked::read(query.as_deref()))?;
    let stem = format!("kofa-applications-{}", show::iso_day(signed_in.by.at));
    let file = File {
        _place: PLACES.take(&signed_in.of.tenant)?,
        web,
        signed_in,
        filter,
        cursor: None,
        is_begun: false,
        is_done: false,
    };
    let pieces = stream::unfold(file, |mut file| async move {
        let piece = file.next().await?;
        Some((piece, file))
    });
    Ok(file::send(Format::Csv, &stem, pieces))
}

impl File {
    async fn next(&mut self) -> Option<String> {
        if self.is_done {
            return None;
        }
        let mut piece = match self.is_begun {
            true => String::new(),
            false => HEAD.to_owned(),
        };
        self.is_begun = true;
        if let Err(error) = self.part(&mut piece).await {
            tracing::warn!(%error, "a file of applications broke off");
            self.is_done = true;
            piece.push_str(BROKE_OFF);
        }
        Some(piece)
    }

    async fn part(&mut self, piece: &mut String) -> Result<()> {
        let page = Part::read(self.cursor.as_deref(), Some(PART))?;
        let found = self.filter.find(&self.web, &self.signed_in, page).await?;
        for one in &found.items {
            piece.push_str(&self.line(one)?);
        }
        self.cursor = found.next_cursor;
        self.is_done = self.cursor.is_none();
        Ok(())
    }

    fn line(&self, one: &Listing) -> Result<String> {
        let number = |number: Option<i64>| number.map_or_else(String::new, |it| it.to_string());
        let naira = |amount: Option<Kobo>| {
            amount.map_or_else(String::new, |it| it.naira_json().get().to_owned())
        };
        let at = |at: Option<Timestamp>| at.map_or_else(String::new, Timestamp::rfc3339);
        let cells = [
            one.id.clone(),
            one.reference.clone(),
            one.client_reference.clone().unwrap_or_default(),
            one.created_at.rfc3339(),
            investor(&self.web, &self.signed_in, &one.id, &one.investor_name)?,
            one.offer_id.clone(),
            one.offer_name.clone(),
            one.shares.to_string(),
            naira(Some(one.amount)),
            one.state.status.as_str().to_owned(),
            one.state.payment.as_str().to_owned(),
            one.state.allotment.as_str().to_owned(),
            number(one.allotted),
            naira(one.refund),
            at(one.settled_at),
            one.reason.clone().unwrap_or_default(),
        ];
        let cells: Vec<String> = cells.iter().map(|text| cell(text)).collect();
        Ok(format!("{}\r\n", cells.join(",")))
    }
}
