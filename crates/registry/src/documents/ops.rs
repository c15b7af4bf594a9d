//! What was given out, by the digest of its code.

use kofa_domain::{Environment, Error, RequestId, Result};
use kofa_store::{Op, Row, Tx, Value};

use super::issued::Issued;
use crate::documents::pdf::Document;
use crate::rules::{EntityType, RegistrationStatus, read_rc_number};

const KEEP: &str = "insert into registry_document (code_digest, environment, document, \
     rc_number, entity_type, company_name, registration_status, registration_date, \
     retrieved_at, issued_at, sha256, says, request_id) \
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) \
     on conflict (code_digest) do nothing";

/// Keeps that a document was given out. The same copy drawn twice is kept once.
#[derive(Clone, Debug)]
pub struct StoreDocument {
    pub code_digest: [u8; 32],
    pub issued: Issued,
    /// The call that drew it.
    pub request_id: RequestId,
}

impl Op for StoreDocument {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let issued = &self.issued;
        let params: [Value<'_>; 13] = [
            (&self.code_digest).into(),
            issued.environment.into(),
            issued.document.as_str().into(),
            issued.rc_number.as_str().into(),
            issued.entity_type.as_str().into(),
            (&issued.company_name).into(),
            issued.registration_status.as_str().into(),
            issued.registration_date.as_ref().into(),
            issued.retrieved_at.into(),
            issued.issued_at.into(),
            (&issued.sha256).into(),
            (&issued.says).into(),
            self.request_id.as_bytes().into(),
        ];
        tx.exec(KEEP, &params).await?;
        Ok(())
    }
}

const FIND: &str = "select environment, document, rc_number, entity_type, company_name, \
     registration_status, registration_date, retrieved_at, issued_at, sha256, says \
     from registry_document where code_digest = $1";

/// What was given out under a code.
#[derive(Clone, Debug)]
pub struct FindDocument {
    pub code_digest: [u8; 32],
}

impl Op for FindDocument {
    type Out = Option<Issued>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Option<Issued>> {
        let row = tx.opt(FIND, &[(&self.code_digest).into()]).await?;
        row.as_ref().map(read).transpose()
    }
}

fn read(row: &Row) -> Result<Issued> {
    let wrong = |column: &str| Error::internal(format!("registry_document.{column}"));
    let word = |column: &str| -> Result<String> { Ok(row.get(column)?) };
    let digest = |column: &str| -> Result<[u8; 32]> {
        let bytes: Vec<u8> = row.get(column)?;
        bytes.try_into().map_err(|_| wrong(column))
    };
    let (environment, status) = (word("environment")?, word("registration_status")?);
    Ok(Issued {
        environment: Environment::parse(&environment).ok_or_else(|| wrong("environment"))?,
        document: Document::parse(&word("document")?).ok_or_else(|| wrong("document"))?,
        rc_number: read_rc_number(&word("rc_number")?)
            .map_err(|_| wrong("rc_number"))?
            .number,
        entity_type: EntityType::parse(&word("entity_type")?)
            .ok_or_else(|| wrong("entity_type"))?,
        company_name: word("company_name")?,
        registration_status: RegistrationStatus::parse(&status)
            .ok_or_else(|| wrong("registration_status"))?,
        registration_date: row.get("registration_date")?,
        retrieved_at: row.get("retrieved_at")?,
        issued_at: row.get("issued_at")?,
        sha256: digest("sha256")?,
        says: digest("says")?,
    })
}
