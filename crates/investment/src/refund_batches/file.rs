//! The file of a batch, made while it is sent: the memory it takes is that of a piece, and nothing
//! is left on a disk.

use std::sync::Arc;

use axum::body::Body;
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use futures_util::stream::{self, Stream};
use http::header;
use kofa_core::ActorAt;
use kofa_domain::{Error, Result};
use kofa_insight::statement::csv::cell;
use kofa_store::{Store, Vault};

use super::pain;
use super::rows::{self, Banks, Refund};
use crate::codes::REFUND_ACCOUNT_MISSING;
use crate::ops::TakeRefundFile;
use crate::refunds::{RefundAccount, RefundBatch};

/// How a file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str, serialize_all = "lowercase")]
pub enum RefundFormat {
    /// ISO 20022, pain.001.001.09.
    Pain001,
    /// A table for a bulk transfer at NIBSS or a bank's page.
    Csv,
}

impl RefundFormat {
    pub const ALL: [Self; 2] = kofa_domain::all();

    /// The word of the API.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }

    /// Reads the word; `None` for any other.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == text)
    }

    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Pain001 => "application/xml",
            Self::Csv => "text/csv; charset=utf-8",
        }
    }

    const fn ending(self) -> &'static str {
        match self {
            Self::Pain001 => "xml",
            Self::Csv => "csv",
        }
    }
}

/// A file that somebody asks for.
#[derive(Clone, Debug)]
pub struct RefundFile {
    pub by: ActorAt,
    /// `KFB-…`
    pub batch_id: String,
    pub format: RefundFormat,
    /// What pays, if that is set.
    pub account: Option<RefundAccount>,
}

const HEAD: &str = "serialNumber,accountNumber,bankCode,beneficiaryName,amount,narration\r\n";

/// Gives the file out, and keeps in the audit log that it was: its name, and its pieces.
///
/// # Errors
/// `forbidden`, `not_found`, `refund_batch_not_in_state`, `refund_account_missing`. A piece fails
/// if a bank has no code.
pub async fn stream(
    (store, vault): (Store, Vault),
    asked: RefundFile,
) -> Result<(String, impl Stream<Item = Result<Bytes>> + Send + 'static)> {
    let from = match asked.format {
        RefundFormat::Csv => None,
        RefundFormat::Pain001 => {
            let missing = || Error::plain(&REFUND_ACCOUNT_MISSING);
            Some(asked.account.ok_or_else(missing)?)
        }
    };
    let banks = rows::banks(&store).await?;
    let at = asked.by.at;
    let take = TakeRefundFile {
        by: asked.by,
        id: asked.batch_id,
        format: asked.format.as_str(),
    };
    let batch = store.write(take).await?;
    let head = match &from {
        None => HEAD.to_owned(),
        Some(from) => pain::head(&batch, from, at).map_err(Error::internal)?,
    };
    let name = format!("{}.{}", batch.id, asked.format.ending());
    let file = File {
        store,
        vault,
        banks: Arc::new(banks),
        batch,
        format: asked.format,
        after: -1,
    };
    let rest = stream::try_unfold(Some(file), |file| async {
        let Some(mut file) = file else {
            return Ok(None);
        };
        let piece = file.next().await?;
        let more = file.after + 1 < file.batch.refunds;
        Ok(Some((Bytes::from(piece), more.then_some(file))))
    });
    let head = stream::once(async { Ok(Bytes::from(head)) });
    Ok((name, stream::StreamExt::chain(head, rest)))
}

/// The file as an answer over HTTP, to be kept.
///
/// # Errors
/// As [`stream()`].
pub async fn attachment(kept: (Store, Vault), asked: RefundFile) -> Result<Response> {
    let format = asked.format;
    let (name, pieces) = stream(kept, asked).await?;
    let headers = [
        (header::CONTENT_TYPE, format.media_type().to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"{name}\""),
        ),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, Body::from_stream(pieces)).into_response())
}

struct File {
    store: Store,
    vault: Vault,
    banks: Arc<Banks>,
    batch: RefundBatch,
    format: RefundFormat,
    /// The position that was written last.
    after: i64,
}

impl File {
    async fn next(&mut self) -> Result<String> {
        let place = (self.batch.no, self.after);
        let refunds = rows::next((&self.store, &self.vault), &self.banks, place).await?;
        let missing = || Error::internal("a batch has fewer refunds than it says");
        self.after = refunds.last().ok_or_else(missing)?.position;
        let mut piece = String::new();
        for refund in &refunds {
            match self.format {
                RefundFormat::Csv => piece.push_str(&line(refund)),
                RefundFormat::Pain001 => {
                    piece.push_str(&pain::payment(refund).map_err(Error::internal)?);
                }
            }
        }
        if self.format == RefundFormat::Pain001 && self.after + 1 >= self.batch.refunds {
            piece.push_str(pain::FOOT);
        }
        Ok(piece)
    }
}

fn line(refund: &Refund) -> String {
    let payee = refund.payee.expose();
    format!(
        "{},{},{},{},{},{}\r\n",
        refund.position + 1,
        cell(&payee.account),
        cell(&refund.bank.code),
        cell(&payee.name),
        refund.amount.naira_text(),
        refund.narration(),
    )
}
