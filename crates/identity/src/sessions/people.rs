//! Who signs in under an e-mail address.

use kofa_core::{Actor, OperatorRole, Via};
use kofa_domain::{Error, Result, Sensitive, codes};
use kofa_store::{Op, Tx};

use super::{Person, member_role};

const MEMBER_BY_EMAIL: &str = "select id, password_hash from member \
     where email = $1 and disabled_at is null";
const OPERATOR_BY_EMAIL: &str = "select id, password_hash from operator \
     where email = $1 and disabled_at is null";
const MEMBER: &str = "select tenant_id, role from member where id = $1";
const OPERATOR: &str = "select role from operator where id = $1";

/// At which door somebody signs in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Door {
    Portal,
    Console,
}

impl Door {
    /// `portal` or `console`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Portal => "portal",
            Self::Console => "console",
        }
    }
}

/// Who signs in under an e-mail address and what their password is compared with; `None` if
/// nobody can.
#[derive(Debug)]
pub struct FindPerson {
    pub door: Door,
    /// As typed; compared as `read_email` keeps it.
    pub email: String,
}

/// A person whose password can be compared.
pub type Known = (Person, Sensitive<String>);

impl Op for FindPerson {
    type Out = Option<Known>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let query = match self.door {
            Door::Portal => MEMBER_BY_EMAIL,
            Door::Console => OPERATOR_BY_EMAIL,
        };
        let email = self.email.trim().to_lowercase();
        let Some(row) = tx.opt(query, &[email.as_str().into()]).await? else {
            return Ok(None);
        };
        let Some(hash) = row.get::<Option<String>>("password_hash")? else {
            return Ok(None);
        };
        let id: String = row.get("id")?;
        let person = Person::parse(&id).ok_or_else(|| Error::plain(&codes::NOT_FOUND))?;
        Ok(Some((person, Sensitive::new(hash))))
    }
}

/// Who a person is at this moment, as the audit log names them.
pub(crate) async fn actor_of(tx: &mut Tx<'_>, person: &Person) -> Result<Actor> {
    let nobody = || Error::new(&codes::NOT_FOUND, "There is no such person.");
    match person {
        Person::Member(id) => {
            let row = tx.opt(MEMBER, &[id.into()]).await?.ok_or_else(nobody)?;
            Ok(Actor::Member {
                id: id.clone(),
                tenant: row.get("tenant_id")?,
                role: member_role(&row, "role")?,
            })
        }
        Person::Operator(id) => {
            let row = tx.opt(OPERATOR, &[id.into()]).await?.ok_or_else(nobody)?;
            let role: String = row.get("role")?;
            let role = OperatorRole::parse(&role)
                .ok_or_else(|| Error::internal("an operator's role is of no known kind"))?;
            Ok(Actor::Operator {
                id: id.clone(),
                role,
                via: Via::Session { is_fresh: false },
            })
        }
    }
}
