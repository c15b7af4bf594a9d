//! Whom the word of a provider lets in.

use kofa_core::audit::{self, Change};
use kofa_core::config_version::bump;
use kofa_core::text::is_email;
use kofa_core::{ActorAt, MemberRole};
use kofa_domain::{Error, Ids, MemberId, OperatorId, Result, TenantId, Timestamp, codes};
use kofa_store::{OnUnique as _, Op, Tx, Value};
use serde_json::json;

use crate::codes::NO_ACCOUNT;
use crate::members::{INSERT_MEMBER, MEMBERS_MAX};
use crate::password;
use crate::sessions::{Person, actor_of};

const LINKED: &str = "select person from sign_in_link \
     where realm = $1 and issuer = $2 and subject = $3";
const LINKED_OTHERWISE: &str = "select subject from sign_in_link \
     where realm = $1 and issuer = $2 and person = $3";
const LINK: &str = "insert into sign_in_link (realm, issuer, subject, person, created_at) \
     values ($1, $2, $3, $4, $5) on conflict (realm, issuer, subject) do nothing";
const OPERATOR: &str = "select id from operator where (id = $1 or email = $1) \
     and disabled_at is null";
const MEMBER: &str = "select id, tenant_id, disabled_at, password_hash is not null as joined \
     from member where id = $1 or email = $1";
const COUNT: &str = "select count(*) as n from member where tenant_id = $1";
const JOIN: &str = "update member set password_hash = $2 where id = $1 \
     and password_hash is null and disabled_at is null";
const ACCEPT: &str = "update invite set accepted_at = $3 where tenant_id = $1 and email = $2 \
     and accepted_at is null and revoked_at is null and expires_at > $3";
const CLOSE: &str = "update invite set revoked_at = $3 where tenant_id = $1 and email = $2 \
     and accepted_at is null and revoked_at is null";

/// For whom a provider speaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Realm {
    Operators,
    /// The members of a tenant; whether whoever it vouches for becomes one.
    Members {
        tenant: TenantId,
        creates: bool,
    },
}

impl Realm {
    fn as_str(&self) -> &str {
        match self {
            Self::Operators => "console",
            Self::Members { tenant, .. } => tenant.as_str(),
        }
    }
}

/// The word of a provider.
#[derive(Clone, Debug)]
pub struct Word {
    pub issuer: String,
    /// The person's name at the issuer.
    pub subject: String,
    /// Verified by the provider, in lower case.
    pub email: String,
}

/// Finds, or makes, whom a provider's word is about.
#[derive(Debug)]
pub struct EnterByProvider {
    pub realm: Realm,
    pub word: Word,
    /// Of the e-mail addresses that it may vouch for, in lower case.
    pub domains: Vec<String>,
    pub at: Timestamp,
    /// Of a member who is made.
    member: MemberId,
}

impl EnterByProvider {
    pub fn new(realm: Realm, word: Word, domains: Vec<String>, ids: Ids, at: Timestamp) -> Self {
        Self {
            realm,
            word,
            domains,
            at,
            member: ids.id(at),
        }
    }

    /// Refuses an address for which the provider does not speak.
    fn must_be_of_domain(&self) -> Result<()> {
        let email = &self.word.email;
        let domain = email.rsplit_once('@').map_or("", |(_, domain)| domain);
        if is_email(email) && self.domains.iter().any(|one| one == domain) {
            return Ok(());
        }
        let message = "Your email address at the provider is outside the domain it may sign in.";
        Err(Error::new(&NO_ACCOUNT, message))
    }

    async fn linked(&self, tx: &mut Tx<'_>) -> Result<Option<String>> {
        let (realm, word) = (self.realm.as_str(), &self.word);
        let params: [Value<'_>; 3] = [
            realm.into(),
            word.issuer.as_str().into(),
            word.subject.as_str().into(),
        ];
        let row = tx.opt(LINKED, &params).await?;
        row.map(|row| row.get("person"))
            .transpose()
            .map_err(Error::from)
    }

    /// The person by their id or address, if they can come in here.
    async fn person(&self, tx: &mut Tx<'_>, by: &str) -> Result<Option<Person>> {
        let Realm::Members { tenant, creates } = &self.realm else {
            let row = tx.opt(OPERATOR, &[by.into()]).await?;
            let id = row.map(|row| row.get::<OperatorId>("id")).transpose()?;
            return Ok(id.map(Person::Operator));
        };
        let Some(row) = tx.opt(MEMBER, &[by.into()]).await? else {
            return Ok(None);
        };
        let is_ours = row.get::<TenantId>("tenant_id")? == *tenant;
        if !is_ours || row.get::<Option<Timestamp>>("disabled_at")?.is_some() {
            return Err(nobody());
        }
        let id: MemberId = row.get("id")?;
        if !row.get::<bool>("joined")? {
            self.join(tx, (tenant, *creates), &id).await?;
        }
        Ok(Some(Person::Member(id)))
    }

    /// Somebody who was invited joins: by an open invite, or because everybody may.
    async fn join(
        &self,
        tx: &mut Tx<'_>,
        (tenant, creates): (&TenantId, bool),
        id: &MemberId,
    ) -> Result<()> {
        let email = self.word.email.as_str();
        let invite: [Value<'_>; 3] = [tenant.into(), email.into(), self.at.into()];
        let accepted = tx.exec(ACCEPT, &invite).await?;
        if accepted == 0 && !creates {
            let message = "Your invite has expired. Ask the person who invited you for a new one.";
            return Err(Error::new(&NO_ACCOUNT, message));
        }
        tx.exec(CLOSE, &invite).await?;
        tx.exec_one(JOIN, &[id.into(), password::NONE.into()])
            .await?;
        self.note(tx, "member.join", &Person::Member(id.clone()))
            .await
    }

    /// Makes a member with the least that a role allows.
    async fn create(&self, tx: &mut Tx<'_>, tenant: &TenantId) -> Result<Person> {
        // One at a time: on PostgreSQL, two that count at once would both find room.
        bump(tx).await?;
        let row = tx.one(COUNT, &[tenant.into()]).await?;
        if row.get::<i64>("n")? >= MEMBERS_MAX {
            let message = format!("Your company has reached the limit of {MEMBERS_MAX} members.");
            return Err(Error::new(&codes::CONFLICT, message));
        }
        let params: [Value<'_>; 5] = [
            (&self.member).into(),
            tenant.into(),
            self.word.email.as_str().into(),
            MemberRole::Viewer.as_str().into(),
            self.at.into(),
        ];
        let made = tx.exec_one(INSERT_MEMBER, &params).await;
        made.on_unique("member.email", nobody)?;
        let id = &self.member;
        tx.exec_one(JOIN, &[id.into(), password::NONE.into()])
            .await?;
        let person = Person::Member(id.clone());
        self.note(tx, "member.join", &person).await?;
        Ok(person)
    }

    async fn link(&self, tx: &mut Tx<'_>, person: &Person) -> Result<()> {
        let (realm, word) = (self.realm.as_str(), &self.word);
        let params: [Value<'_>; 3] = [
            realm.into(),
            word.issuer.as_str().into(),
            person.as_str().into(),
        ];
        if tx.opt(LINKED_OTHERWISE, &params).await?.is_some() {
            let message = match self.realm {
                Realm::Operators => {
                    "You signed in with a different account of this provider before. An owner can \
                     allow this one under Operators: Unlink."
                }
                Realm::Members { .. } => {
                    "You signed in with a different account of this provider before. An owner of \
                     your company can allow this one under Members: Unlink."
                }
            };
            return Err(Error::new(&NO_ACCOUNT, message));
        }
        let params: [Value<'_>; 5] = [
            realm.into(),
            word.issuer.as_str().into(),
            word.subject.as_str().into(),
            person.as_str().into(),
            self.at.into(),
        ];
        tx.exec(LINK, &params).await?;
        self.note(tx, "sign_in_link.create", person).await
    }

    async fn note(&self, tx: &mut Tx<'_>, action: &'static str, person: &Person) -> Result<()> {
        let actor = actor_of(tx, person).await?;
        let by = ActorAt { actor, at: self.at };
        let change = Change {
            by: &by,
            action,
            subject: person.as_str(),
            tenant: by.actor.tenant(),
            details: json!({"issuer": self.word.issuer}),
        };
        audit::append(tx, change).await
    }
}

/// Says the same of nobody, of somebody elsewhere and of who was locked out.
fn nobody() -> Error {
    Error::plain(&NO_ACCOUNT)
}

impl Op for EnterByProvider {
    type Out = Person;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Person> {
        self.must_be_of_domain()?;
        if let Some(id) = self.linked(tx).await? {
            return self.person(tx, &id).await?.ok_or_else(nobody);
        }
        let found = self.person(tx, &self.word.email).await?;
        let person = match (found, &self.realm) {
            (Some(person), _) => person,
            (
                None,
                Realm::Members {
                    tenant,
                    creates: true,
                },
            ) => self.create(tx, tenant).await?,
            (None, _) => return Err(nobody()),
        };
        self.link(tx, &person).await?;
        Ok(person)
    }
}
