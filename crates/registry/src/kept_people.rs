//! Kept answers of upstreams as records of people: found where an answer holds a number or an
//! address. See [`kofa_core::people`].
//!
//! The register itself is public and holds no such number, and an answer to a consent code is gone
//! within fifteen minutes.

use kofa_core::people::{Fate, PeopleKind, PeopleScope, PersonalRecord};
use kofa_domain::{Environment, RequestId, Result, Sensitive, Timestamp};
use kofa_store::{Op, Row, Tx, Value};
use serde_json::json;

use crate::upstream::opened_body;

/// Answers that are opened at a time.
const OPENED: i64 = 100;
const NONE: [u8; 16] = [0; 16];

const ANSWERS: &str = "select id, environment, question, subject, asked_at, body \
     from registry_answer where id > $1 and body is not null order by id limit $2";
const DROP: &str = "delete from registry_answer where id = $1";

/// An answer that is kept, sealed.
#[derive(Clone, Debug)]
pub struct SealedAnswer {
    id: RequestId,
    environment: Environment,
    question: String,
    subject: Vec<u8>,
    asked_at: Timestamp,
    body: Vec<u8>,
}

/// Kept answers after one; none at the end.
#[derive(Clone, Copy, Debug)]
pub struct ScanAnswers {
    pub after: RequestId,
}

impl Op for ScanAnswers {
    type Out = Vec<SealedAnswer>;
    const IS_LONG: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let params: [Value<'_>; 2] = [self.after.as_bytes().into(), OPENED.into()];
        let one = |row: &Row| {
            let id: Vec<u8> = row.get("id")?;
            Ok(SealedAnswer {
                id: RequestId::from_slice(&id).map_err(kofa_domain::Error::internal)?,
                environment: row.get("environment")?,
                question: row.get("question")?,
                subject: row.get("subject")?,
                asked_at: row.get("asked_at")?,
                body: row.get("body")?,
            })
        };
        tx.rows(ANSWERS, &params).await?.iter().map(one).collect()
    }
}

/// Removes a kept answer.
#[derive(Clone, Copy, Debug)]
pub struct EraseAnswer {
    pub id: RequestId,
}

impl Op for EraseAnswer {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        tx.exec(DROP, &[self.id.as_bytes().into()]).await?;
        Ok(())
    }
}

async fn records(scope: PeopleScope, erase: bool) -> Result<Vec<PersonalRecord>> {
    let (mut all, mut after) = (Vec::new(), RequestId::from_bytes(NONE));
    loop {
        let answers = scope.store.read(ScanAnswers { after }).await?;
        let Some(last) = answers.last() else {
            return Ok(all);
        };
        after = last.id;
        for one in answers {
            let of = (one.id.as_bytes().as_slice(), one.subject.as_slice());
            let body = opened_body(&scope.vault, of, &one.body)?;
            let text = String::from_utf8_lossy(body.expose()).into_owned();
            if !scope.who.is_in(&text) {
                continue;
            }
            if erase {
                scope.store.write(EraseAnswer { id: one.id }).await?;
            }
            let answer: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
            all.push(PersonalRecord {
                kind: "registry_answer",
                id: one.id.to_string(),
                environment: Some(one.environment),
                tenant: None,
                at: one.asked_at,
                fate: Fate::Goes,
                data: Sensitive::new(json!({"question": one.question, "answer": answer})),
            });
        }
    }
}

/// Kept answers of upstreams that name the person.
pub const KEPT_ANSWERS: PeopleKind = PeopleKind {
    name: "registry_answer",
    about: "Responses of outside registries, kept for `registry_answers_kept_days`, that hold the \
            value.",
    find: |scope| Box::pin(records(scope, false)),
    erase: |scope| Box::pin(records(scope, true)),
};

#[cfg(test)]
mod tests {
    use kofa_core::people::{Identifier, IdentifierKind};
    use kofa_domain::Ids;
    use kofa_store::Vault;
    use kofa_store::testing::TestDatabase;

    use super::*;
    use crate::upstream::UpstreamKind;
    use crate::upstream::client::body_contexts;
    use crate::upstream::ops::{RawAnswer, StoreAnswer};

    #[tokio::test]
    async fn a_kept_answer_that_names_the_person_is_found_and_erased() {
        for database in TestDatabase::both().await {
            let store = database.open().await;
            let vault = Vault::new(&Sensitive::new([7; 32]));
            for (subject, body) in [
                ([1; 32], "{\"director\": {\"email\": \"Ada@example.com\"}}"),
                (
                    [2; 32],
                    "{\"director\": {\"email\": \"canada@example.com\"}}",
                ),
            ] {
                let id = [subject[0]; 16];
                let [context, _] = body_contexts(&id, &subject);
                let sealed = vault.seal(&context, body.as_bytes(), Ids).unwrap();
                let answer = RawAnswer {
                    id,
                    environment: Environment::Live,
                    upstream: UpstreamKind::CacVas,
                    question: "company/rc",
                    subject,
                    asked_at: Timestamp::default(),
                    status: 200,
                    media_type: "application/json".to_owned(),
                    is_answer: true,
                    body: Some(sealed),
                    body_bytes: body.len(),
                    body_sha256: [0; 32],
                };
                store.write(StoreAnswer(answer)).await.unwrap();
            }
            let scope = || PeopleScope {
                store: store.clone(),
                vault: vault.clone(),
                now: Timestamp::default(),
                who: Identifier {
                    kind: IdentifierKind::Email,
                    value: Sensitive::new("ada@example.com".to_owned()),
                },
                paid_kept_days: 0,
            };
            let found = (KEPT_ANSWERS.find)(scope()).await.unwrap();
            assert_eq!(found.len(), 1);
            let data = found[0].data.expose();
            assert_eq!(data["answer"]["director"]["email"], "Ada@example.com");
            assert_eq!((KEPT_ANSWERS.erase)(scope()).await.unwrap().len(), 1);
            assert!((KEPT_ANSWERS.find)(scope()).await.unwrap().is_empty());
            let after = RequestId::from_bytes(NONE);
            let left = store.read(ScanAnswers { after }).await.unwrap();
            assert_eq!(left.len(), 1, "another's answer stays");
        }
    }
}
