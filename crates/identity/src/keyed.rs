//! What of people depends on the master key.

use kofa_store::{Column, Contexts, DigestColumn, KeyedColumns, SealedColumn, Type};

use crate::access_requests;
use crate::second_factor;
use crate::single_sign_on;

/// Columns that are sealed or digested.
pub const KEYED: KeyedColumns = KeyedColumns {
    sealed: &[
        SealedColumn {
            table: "access_request",
            column: "sealed",
            key: &[("id", Type::Text)],
            also: "",
            join: "",
            rows: 250,
            contexts: |row| {
                let id = row.get("id")?;
                Ok(vec![Contexts::same(access_requests::context(&id))])
            },
        },
        SealedColumn {
            table: "second_factor",
            column: "secret",
            key: &[("person", Type::Text)],
            also: "",
            join: "",
            rows: 250,
            contexts: |row| {
                let person: String = row.get("person")?;
                Ok(vec![Contexts::same(second_factor::context(&person))])
            },
        },
        SealedColumn {
            table: "sign_in_provider",
            column: "secret",
            key: &[("tenant_id", Type::Text)],
            also: "",
            join: "",
            rows: 250,
            contexts: |row| {
                let tenant = row.get("tenant_id")?;
                Ok(vec![Contexts::same(single_sign_on::secret_context(
                    &tenant,
                ))])
            },
        },
    ],
    digests: &[
        DigestColumn {
            columns: &["email_digest", "digest"],
            ..secret("access_request", &[("id", Type::Text)])
        },
        secret("admin_token", &[("id", Type::Text)]),
        secret("api_key", &[("id", Type::Text)]),
        secret("invite", &[("id", Type::Text)]),
        secret("session", &[("id", Type::Text)]),
        secret("operator_setup", &[("digest", Type::Bytes)]),
        secret("password_reset", &[("digest", Type::Bytes)]),
        secret(
            "recovery_code",
            &[("person", Type::Text), ("digest", Type::Bytes)],
        ),
        DigestColumn {
            columns: &["name_digest"],
            ..secret("sign_in_guard", &[("name_digest", Type::Bytes)])
        },
        secret("known_place", &[("digest", Type::Bytes)]),
        DigestColumn {
            columns: &["digest", "browser"],
            ..secret("sign_in_attempt", &[("digest", Type::Bytes)])
        },
    ],
};

const fn secret(table: &'static str, key: &'static [Column]) -> DigestColumn {
    DigestColumn {
        table,
        columns: &["digest"],
        key,
        length: 32,
        bound: None,
        then: None,
    }
}
