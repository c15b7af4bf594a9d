//! Answers of forms that may be sent again, to any node: who carries a form out claims it, and
//! keeps the answer for those who send it again.

use kofa_domain::{Error, Ids, Result, Timestamp};
use kofa_store::{Contexts, KeyedColumns, Op, SealedColumn, Tx, Type, Vault};

/// How long an answer is known, in seconds.
const KEPT_SECONDS: i64 = 600;
/// How long carrying a form out may take until another may, in seconds: its node may be gone.
const CLAIMED_SECONDS: i64 = 120;

const DROP_OLD: &str = "delete from form_answer where until <= $1";
const CLAIM: &str = "insert into form_answer (name, until, sealed) values ($1, $2, null) \
     on conflict (name) do nothing";
const FIND: &str = "select sealed from form_answer where name = $1";
const KEEP: &str = "update form_answer set sealed = $2, until = $3 where name = $1";
const DROP: &str = "delete from form_answer where name = $1 and sealed is null";

/// Columns that are sealed.
pub const KEYED: KeyedColumns = KeyedColumns {
    sealed: &[SealedColumn {
        table: "form_answer",
        column: "sealed",
        key: &[("name", Type::Text)],
        also: "",
        join: "",
        rows: 50,
        contexts: |row| {
            let name: String = row.get("name")?;
            Ok(vec![Contexts::same(context(&name))])
        },
    }],
    digests: &[],
};

fn context(name: &str) -> String {
    format!("form_answer/{name}")
}

/// What is known of a form that was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormState {
    /// Nothing: whoever asked carries it out, and then keeps the answer or lets the form go.
    Claimed,
    /// It is being carried out.
    UnderWay,
    /// What it was answered, sealed.
    Answered(Vec<u8>),
}

/// Claims a form, unless somebody did. Drops what is too old.
#[derive(Clone, Debug)]
pub struct ClaimForm {
    /// A digest of the form.
    pub name: String,
    pub now: Timestamp,
}

impl Op for ClaimForm {
    type Out = FormState;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<FormState> {
        tx.exec(DROP_OLD, &[self.now.into()]).await?;
        let until = self.now.plus_seconds(CLAIMED_SECONDS);
        let claim = [self.name.as_str().into(), until.into()];
        if tx.exec(CLAIM, &claim).await? == 1 {
            return Ok(FormState::Claimed);
        }
        let found = tx.opt(FIND, &[self.name.as_str().into()]).await?;
        let sealed = found.map(|row| row.get::<Option<Vec<u8>>>("sealed"));
        Ok(match sealed.transpose()?.flatten() {
            Some(sealed) => FormState::Answered(sealed),
            None => FormState::UnderWay,
        })
    }
}

/// Keeps the answer of a form that was claimed.
#[derive(Clone, Debug)]
pub struct KeepFormAnswer {
    name: String,
    sealed: Vec<u8>,
    now: Timestamp,
}

impl KeepFormAnswer {
    /// Seals `answer`: it may show a secret.
    ///
    /// # Errors
    /// If it cannot be sealed.
    pub fn new(vault: &Vault, name: String, answer: &[u8], now: Timestamp) -> Result<Self> {
        let sealed = vault.seal(&context(&name), answer, Ids);
        let sealed = sealed.map_err(Error::internal)?;
        Ok(Self { name, sealed, now })
    }
}

impl Op for KeepFormAnswer {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let until = self.now.plus_seconds(KEPT_SECONDS);
        let kept = [
            self.name.as_str().into(),
            (&self.sealed).into(),
            until.into(),
        ];
        tx.exec(KEEP, &kept).await?;
        Ok(())
    }
}

/// Lets a form go that was claimed: it may be sent again, and carried out then.
#[derive(Clone, Debug)]
pub struct DropForm {
    pub name: String,
}

impl Op for DropForm {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        tx.exec(DROP, &[self.name.as_str().into()]).await?;
        Ok(())
    }
}

/// Drops answers that are too old.
#[derive(Clone, Copy, Debug)]
pub struct DropOldFormAnswers {
    pub now: Timestamp,
}

impl Op for DropOldFormAnswers {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        tx.exec(DROP_OLD, &[self.now.into()]).await?;
        Ok(())
    }
}

/// Opens an answer that was kept.
///
/// # Errors
/// If it was sealed for another form.
pub fn open(vault: &Vault, name: &str, sealed: &[u8]) -> Result<Vec<u8>> {
    let opened = vault.open(&context(name), sealed);
    Ok(opened.map_err(Error::internal)?.expose().clone())
}

#[cfg(test)]
mod tests {
    use kofa_domain::Sensitive;
    use kofa_store::testing::TestDatabase;

    use super::*;

    #[tokio::test]
    async fn a_form_is_carried_out_once_and_its_answer_known_for_a_while() {
        let vault = Vault::new(&Sensitive::new([7; 32]));
        let start = Timestamp::from_micros(1_795_253_400_000_000);
        for database in TestDatabase::both().await {
            let store = database.open().await;
            let claim = async |seconds| {
                let (name, now) = ("a".to_owned(), start.plus_seconds(seconds));
                store.write(ClaimForm { name, now }).await.unwrap()
            };
            assert_eq!(claim(0).await, FormState::Claimed);
            assert_eq!(claim(119).await, FormState::UnderWay);
            assert_eq!(claim(120).await, FormState::Claimed, "its node may be gone");
            let name = "a".to_owned();
            store.write(DropForm { name }).await.unwrap();
            assert_eq!(claim(121).await, FormState::Claimed);
            let now = start.plus_seconds(130);
            let keep = KeepFormAnswer::new(&vault, "a".to_owned(), b"token", now).unwrap();
            store.write(keep).await.unwrap();
            let FormState::Answered(sealed) = claim(729).await else {
                panic!("the answer is known");
            };
            assert_eq!(open(&vault, "a", &sealed).unwrap(), b"token");
            assert!(open(&vault, "b", &sealed).is_err());
            let now = start.plus_seconds(730);
            store.write(DropOldFormAnswers { now }).await.unwrap();
            assert_eq!(claim(729).await, FormState::Claimed);
        }
    }
}
