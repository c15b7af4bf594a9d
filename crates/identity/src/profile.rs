//! What somebody says of themselves: how they want to be called, and which mails they want.

use kofa_core::ActorAt;
use kofa_core::audit::{self, Change};
use kofa_domain::{Result, TenantId};
pub use kofa_mail::MailKind;
use kofa_mail::{ListUnwanted, set_unwanted};
use kofa_store::{Op, Tx};
use serde_json::json;

use crate::sessions::Person;

const NAME: &str = "select name from member where id = $1";
pub(crate) const SET_NAME: &str = "update member set name = $2 where id = $1";

/// What somebody said of themselves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// Of a member; may be empty.
    pub name: String,
    /// Kinds of mails that they do not want.
    pub unwanted: Vec<MailKind>,
}

/// Reads it.
#[derive(Debug)]
pub struct FindProfile {
    pub person: Person,
}

impl Op for FindProfile {
    type Out = Profile;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Profile> {
        let row = tx.opt(NAME, &[self.person.as_str().into()]).await?;
        let list = ListUnwanted {
            person: self.person.as_str().to_owned(),
        };
        Ok(Profile {
            name: row.map_or_else(|| Ok(String::new()), |row| row.get("name"))?,
            unwanted: tx.run(&list).await?,
        })
    }
}

/// Somebody says it of themselves.
#[derive(Debug)]
pub struct SetProfile {
    pub by: ActorAt,
    /// As `read_name` gives it, or empty; of an operator there is one elsewhere.
    pub name: String,
    /// Kinds of mails, and whether they want them. Others stay as they are.
    pub mails: Vec<(MailKind, bool)>,
}

impl Op for SetProfile {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let person = Person::of(&self.by.actor)?;
        let (action, tenant): (_, Option<&TenantId>) = match (&person, &self.by.actor) {
            (Person::Member(id), kofa_core::Actor::Member { tenant, .. }) => {
                let params = [id.into(), self.name.as_str().into()];
                tx.exec_one(SET_NAME, &params).await?;
                ("member.profile", Some(tenant))
            }
            _ => ("operator.profile", None),
        };
        set_unwanted(tx, person.as_str(), &self.mails).await?;
        let unwanted = self.mails.iter().filter(|(_, is_wanted)| !is_wanted);
        let unwanted: Vec<&str> = unwanted.map(|(kind, _)| kind.as_str()).collect();
        let change = Change {
            by: &self.by,
            action,
            subject: person.as_str(),
            tenant,
            details: json!({"unwantedMails": unwanted}),
        };
        audit::append(tx, change).await
    }
}
