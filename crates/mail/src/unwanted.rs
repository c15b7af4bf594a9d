//! Kinds of mails that somebody does not want: the table `mail_unwanted`. Who writes notices leaves
//! them out.

use kofa_domain::Result;
use kofa_store::{Op, Row, Tx};

use crate::queue::MailKind;

const LIST: &str = "select kind from mail_unwanted where person = $1 order by kind";
const ADD: &str = "insert into mail_unwanted (person, kind) values ($1, $2) \
     on conflict (person, kind) do nothing";
const REMOVE: &str = "delete from mail_unwanted where person = $1 and kind = $2";

/// The kinds of mails that somebody does not want.
#[derive(Debug)]
pub struct ListUnwanted {
    /// The id of a member or operator.
    pub person: String,
}

impl Op for ListUnwanted {
    type Out = Vec<MailKind>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let rows = tx.rows(LIST, &[self.person.as_str().into()]).await?;
        let kind = |row: &Row| MailKind::parse(&row.get::<String>("kind")?);
        rows.iter().map(kind).collect()
    }
}

/// Notes for each kind whether somebody wants it; others stay as they are.
///
/// # Errors
/// If the store cannot write it.
pub async fn set_unwanted(tx: &mut Tx<'_>, person: &str, kinds: &[(MailKind, bool)]) -> Result<()> {
    for (kind, is_wanted) in kinds {
        let sql = if *is_wanted { REMOVE } else { ADD };
        tx.exec(sql, &[person.into(), kind.as_str().into()]).await?;
    }
    Ok(())
}
