//! What of applications and registers depends on the master key.

use kofa_domain::{Error, Result};
use kofa_store::{Bound, Column, Contexts, DigestColumn, KeyedColumns, Row, SealedColumn, Type};

use crate::ops::{account_context, name_context as holder_context, narration_context};
use crate::sealing::{applicant_context, name_context};
use crate::statements::Direction;

const SUBSCRIPTION: &[Column] = &[("no", Type::Int)];
const NO: &[Column] = &[("no", Type::Int)];
const HOLDER: &[Column] = &[
    ("environment", Type::Text),
    ("offer_id", Type::Text),
    ("chn_digest", Type::Bytes),
];
/// A round in which digests are entered in their order begins anew: that order has changed.
const BEGIN_ROUNDS_ANEW: &str = "update subscription_book \
     set gathered_seq = entered_seq, entered_to = $1";

/// Columns that are sealed or digested.
pub const KEYED: KeyedColumns = KeyedColumns {
    sealed: &[
        SealedColumn {
            table: "subscription",
            column: "applicant",
            key: SUBSCRIPTION,
            also: "t.id",
            join: "",
            rows: 250,
            contexts: |row| Ok(vec![Contexts::same(applicant_context(&id(row)?))]),
        },
        SealedColumn {
            table: "subscription",
            column: "investor_name",
            key: SUBSCRIPTION,
            also: "t.id",
            join: "",
            rows: 250,
            contexts: |row| Ok(vec![Contexts::same(name_context(&id(row)?))]),
        },
        SealedColumn {
            table: "rights_holder",
            column: "holder_name",
            key: HOLDER,
            also: "",
            join: "",
            rows: 250,
            contexts: |row| {
                let digest: Vec<u8> = row.get("chn_digest")?;
                Ok(vec![Contexts::same(of_holder(row, &digest)?)])
            },
        },
        SealedColumn {
            table: "bank_entry",
            column: "narration",
            key: NO,
            also: "t.environment, t.direction, t.reference",
            join: "",
            rows: 250,
            contexts: |row| Ok(vec![Contexts::same(of_entry(row)?)]),
        },
        SealedColumn {
            table: "held_file",
            column: "account",
            key: &[("id", Type::Text)],
            also: "",
            join: "",
            rows: 250,
            contexts: |row| Ok(vec![Contexts::same(account_context(&id(row)?))]),
        },
    ],
    digests: &[
        DigestColumn {
            table: "bank_statement",
            columns: &["account_digest"],
            key: NO,
            length: 16,
            bound: None,
            then: None,
        },
        DigestColumn {
            table: "rights_holder",
            columns: &["chn_digest"],
            key: HOLDER,
            length: 32,
            bound: Some(Bound {
                column: "holder_name",
                context: of_holder,
            }),
            then: None,
        },
        DigestColumn {
            table: "subscription",
            columns: &["claims"],
            key: SUBSCRIPTION,
            length: 16,
            bound: None,
            then: None,
        },
        DigestColumn {
            table: "subscription",
            columns: &["identity_digests"],
            key: SUBSCRIPTION,
            length: 16,
            bound: None,
            then: None,
        },
        DigestColumn {
            table: "subscription_claim",
            columns: &["digest"],
            key: &[("offer_book", Type::Int), ("digest", Type::Bytes)],
            length: 16,
            bound: None,
            then: Some(BEGIN_ROUNDS_ANEW),
        },
    ],
};

fn id(row: &Row) -> Result<String> {
    Ok(row.get("id")?)
}

fn of_entry(row: &Row) -> Result<String> {
    let (environment, direction): (_, String) = (row.get("environment")?, row.get("direction")?);
    let unknown = || Error::internal("a stored entry of a statement has no direction");
    let direction = Direction::parse(&direction).ok_or_else(unknown)?;
    Ok(narration_context(
        environment,
        direction,
        &row.get::<String>("reference")?,
    ))
}

fn of_holder(row: &Row, digest: &[u8]) -> Result<String> {
    Ok(holder_context(&row.get::<String>("offer_id")?, digest))
}
