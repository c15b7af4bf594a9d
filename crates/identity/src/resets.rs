//! New passwords: of one's own, and by a link that somebody with the right to makes for whoever
//! forgot theirs. A link works once, for an hour, until a newer one replaces it.

use kofa_core::audit::{self, Change};
use kofa_core::{ActorAt, Right};
use kofa_domain::{
    Error, Ids, MemberId, OperatorId, Result, Sensitive, TenantId, Timestamp, codes,
};
use kofa_mail::{MailKind, Mailer, NewMail};
use kofa_store::{Op, PIECE_ROWS, Row, Tx, Value, Vault};
use serde_json::json;

use super::codes::{RESET_EXPIRED, RESET_NOT_FOUND, RESET_USED};
use super::guard::{PurgeFailures, SignInName};
use super::known_places::forget_places;
use super::letters;
use super::password;
use super::secret::{self, RESET, Token};
use super::sessions::{Door, Person, SessionId, actor_of, end_all, end_tokens};
use super::tokens;

/// How long a link works, in seconds.
pub const RESET_SECONDS: i64 = 3_600;
/// Links are forgotten so long after they could be used, in seconds.
const KEPT_SECONDS: i64 = 30 * 24 * 3_600;

const MEMBER: &str = "select email, password_hash is not null as joined, disabled_at from member \
     where id = $1 and tenant_id = $2";
const OPERATOR: &str = "select email, disabled_at from operator where id = $1";
/// Change nothing: whoever else makes a link for them waits until this one is there, to close it.
const HOLD_MEMBER: &str = "update member set email = email where id = $1";
const HOLD_OPERATOR: &str = "update operator set email = email where id = $1";
const CLOSE: &str = "update password_reset set used_at = $2 where person = $1 and used_at is null";
const INSERT: &str = "insert into password_reset (digest, person, created_at, expires_at) \
     values ($1, $2, $3, $4)";
const FIND: &str = "select r.person, r.expires_at, r.used_at, m.email as member_email, \
     t.name as tenant_name, o.email as operator_email, o.name as operator_name \
     from password_reset r \
     left join member m on m.id = r.person and m.disabled_at is null \
     left join tenant t on t.id = m.tenant_id \
     left join operator o on o.id = r.person and o.disabled_at is null \
     where r.digest = $1";
const USE: &str = "update password_reset set used_at = $2 where digest = $1 and used_at is null";
const SET_MEMBER: &str = "update member set password_hash = $2 where id = $1 \
     and disabled_at is null and password_hash is not null";
const SET_OPERATOR: &str = "update operator set password_hash = $2 where id = $1 \
     and disabled_at is null";
const FORGET: &str = "delete from password_reset where digest in \
     (select digest from password_reset where expires_at < $1 limit $2)";
const MEMBER_BY_EMAIL: &str = "select id, tenant_id from member where email = $1";
const OPERATOR_BY_EMAIL: &str = "select id from operator where email = $1";

/// Whose password a link is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Account {
    /// A member of this tenant.
    Member(TenantId, MemberId),
    Operator(OperatorId),
}

impl Account {
    pub fn person(&self) -> Person {
        match self {
            Self::Member(_, id) => Person::Member(id.clone()),
            Self::Operator(id) => Person::Operator(id.clone()),
        }
    }

    pub(crate) fn tenant(&self) -> Option<&TenantId> {
        match self {
            Self::Member(tenant, _) => Some(tenant),
            Self::Operator(_) => None,
        }
    }

    /// The address, if they can sign in.
    pub(crate) async fn email(&self, tx: &mut Tx<'_>) -> Result<String> {
        let (row, joined) = match self {
            Self::Member(tenant, id) => {
                let found = tx.opt(MEMBER, &[id.into(), tenant.into()]).await?;
                let row = found.ok_or_else(|| nobody("member"))?;
                let joined = row.get("joined")?;
                (row, joined)
            }
            Self::Operator(id) => {
                let found = tx.opt(OPERATOR, &[id.into()]).await?;
                (found.ok_or_else(|| nobody("operator"))?, true)
            }
        };
        if !joined {
            let message = "They have not accepted their invite yet. Invite them again instead.";
            return Err(Error::new(&codes::CONFLICT, message));
        }
        if row.get::<Option<Timestamp>>("disabled_at")?.is_some() {
            let message = "They are disabled, so a new password would not help them sign in.";
            return Err(Error::new(&codes::CONFLICT, message));
        }
        Ok(row.get("email")?)
    }
}

/// Closes the open links of a person, as part of another operation.
pub(crate) async fn close(tx: &mut Tx<'_>, person: &Person, at: Timestamp) -> Result<()> {
    tx.exec(CLOSE, &[person.as_str().into(), at.into()]).await?;
    Ok(())
}

fn nobody(what: &str) -> Error {
    Error::new(&codes::NOT_FOUND, format!("There is no such {what}."))
}

/// The account under an e-mail address, for who has a shell and nobody's id.
#[derive(Debug)]
pub struct FindAccount {
    pub door: Door,
    /// As `read_email` gives it.
    pub email: String,
}

impl Op for FindAccount {
    type Out = Account;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Account> {
        let params = [self.email.as_str().into()];
        match self.door {
            Door::Portal => {
                let found = tx.opt(MEMBER_BY_EMAIL, &params).await?;
                let row = found.ok_or_else(|| nobody("member"))?;
                Ok(Account::Member(row.get("tenant_id")?, row.get("id")?))
            }
            Door::Console => {
                let found = tx.opt(OPERATOR_BY_EMAIL, &params).await?;
                let row = found.ok_or_else(|| nobody("operator"))?;
                Ok(Account::Operator(row.get("id")?))
            }
        }
    }
}

/// A link that was made: for whom, and how long it works.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResetLink {
    pub email: String,
    pub expires_at: Timestamp,
}

/// Makes a link by which somebody sets a new password. Earlier ones stop working.
#[derive(Debug)]
pub struct OpenReset {
    by: ActorAt,
    account: Account,
    digest: [u8; 32],
    with_tokens: bool,
    letter: Option<(Mailer, Sensitive<String>)>,
}

/// A reset that is being opened, by whomever it was asked for.
pub(crate) struct Opening<'a> {
    pub(crate) account: &'a Account,
    pub(crate) email: &'a str,
    pub(crate) digest: &'a [u8; 32],
    pub(crate) letter: Option<&'a (Mailer, Sensitive<String>)>,
    /// Whether the person asked for it themselves.
    pub(crate) is_asked: bool,
    pub(crate) at: Timestamp,
}

impl Opening<'_> {
    /// Closes earlier links, keeps this one and mails it; until when it works.
    pub(crate) async fn store(&self, tx: &mut Tx<'_>) -> Result<Timestamp> {
        let person = self.account.person();
        let (at, expires_at) = (self.at, self.at.plus_seconds(RESET_SECONDS));
        let hold = match self.account {
            Account::Member(..) => HOLD_MEMBER,
            Account::Operator(_) => HOLD_OPERATOR,
        };
        tx.exec(hold, &[person.as_str().into()]).await?;
        close(tx, &person, at).await?;
        let params: [Value<'_>; 4] = [
            self.digest.into(),
            person.as_str().into(),
            at.into(),
            expires_at.into(),
        ];
        tx.exec_one(INSERT, &params).await?;
        if let Some((mailer, link)) = self.letter {
            let letter = letters::reset(self.email, self.is_asked, link.clone());
            let mail = NewMail {
                kind: MailKind::Reset,
                person: person.as_str(),
                to: self.email,
                tenant: self.account.tenant(),
                letter: &letter,
                at,
                expires_at,
                once: None,
            };
            mailer.queue(tx, &mail).await?;
        }
        Ok(expires_at)
    }
}

impl OpenReset {
    /// Also gives the link's token, to be shown once.
    pub fn new(
        vault: &Vault,
        ids: Ids,
        by: ActorAt,
        account: Account,
    ) -> (Self, Sensitive<String>) {
        let token = Token::mint(RESET, vault, ids);
        let op = Self {
            by,
            account,
            digest: token.digest,
            with_tokens: false,
            letter: None,
        };
        (op, token.text)
    }

    /// The same, which also mails its link.
    #[must_use]
    pub fn mailing(self, mailer: Option<&Mailer>, link: &Sensitive<String>) -> Self {
        Self {
            letter: mailer.cloned().zip(Some(link.clone())),
            ..self
        }
    }

    /// The same, which also ends an operator's tokens for the admin API at once, if `is_asked`.
    #[must_use]
    pub fn ending_tokens(self, is_asked: bool) -> Self {
        Self {
            with_tokens: is_asked,
            ..self
        }
    }
}

impl Op for OpenReset {
    type Out = ResetLink;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<ResetLink> {
        let action = match &self.account {
            Account::Member(tenant, _) => {
                self.by.actor.needs(Right::Members(tenant))?;
                "member.reset_link"
            }
            Account::Operator(_) => {
                self.by.actor.needs(Right::Operators)?;
                tokens::must_be_unbound(tx, &self.by.actor).await?;
                "operator.reset_link"
            }
        };
        let email = self.account.email(tx).await?;
        let person = self.account.person();
        let opening = Opening {
            account: &self.account,
            email: &email,
            digest: &self.digest,
            letter: self.letter.as_ref(),
            is_asked: false,
            at: self.by.at,
        };
        let expires_at = opening.store(tx).await?;
        let revoked = end_tokens(tx, &person, self.with_tokens, self.by.at).await?;
        let change = Change {
            by: &self.by,
            action,
            subject: person.as_str(),
            tenant: self.account.tenant(),
            details: match self.with_tokens {
                true => json!({"tokensRevoked": revoked}),
                false => json!({}),
            },
        };
        audit::append(tx, change).await?;
        Ok(ResetLink { email, expires_at })
    }
}

/// What a link that can be used is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reset {
    pub person: Person,
    /// Their name to sign in with.
    pub email: String,
    /// Their name, or their tenant's: no part of a password.
    pub name: String,
    pub expires_at: Timestamp,
}

/// What a presented link is for, if it can be used at this door.
#[derive(Debug)]
pub struct CheckReset {
    digest: Option<[u8; 32]>,
    door: Door,
    now: Timestamp,
}

impl CheckReset {
    pub fn new(vault: &Vault, door: Door, token: &str, now: Timestamp) -> Self {
        let digest = secret::presented(RESET, token, vault);
        Self { digest, door, now }
    }
}

impl Op for CheckReset {
    type Out = Reset;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Reset> {
        let unknown = || Error::plain(&RESET_NOT_FOUND);
        let digest = self.digest.as_ref().ok_or_else(unknown)?;
        let row = tx.opt(FIND, &[digest.into()]).await?.ok_or_else(unknown)?;
        let reset = whose(&row)?.ok_or_else(unknown)?;
        if reset.person.door() != self.door {
            return Err(unknown());
        }
        if row.get::<Option<Timestamp>>("used_at")?.is_some() {
            return Err(Error::plain(&RESET_USED));
        }
        if reset.expires_at <= self.now {
            return Err(Error::plain(&RESET_EXPIRED));
        }
        Ok(reset)
    }
}

fn whose(row: &Row) -> Result<Option<Reset>> {
    let person: String = row.get("person")?;
    let columns = match Person::parse(&person) {
        Some(Person::Member(_)) => ("member_email", "tenant_name"),
        _ => ("operator_email", "operator_name"),
    };
    let email: Option<String> = row.get(columns.0)?;
    let name: Option<String> = row.get(columns.1)?;
    let (Some(person), Some(email), Some(name)) = (Person::parse(&person), email, name) else {
        return Ok(None);
    };
    Ok(Some(Reset {
        person,
        email,
        name,
        expires_at: row.get("expires_at")?,
    }))
}

/// A password as it is stored, for the one place that stores it.
async fn set(tx: &mut Tx<'_>, person: &Person, hash: &Sensitive<String>) -> Result<bool> {
    let statement = match person {
        Person::Member(_) => SET_MEMBER,
        Person::Operator(_) => SET_OPERATOR,
    };
    let params: [Value<'_>; 2] = [person.as_str().into(), hash.expose().into()];
    Ok(tx.exec(statement, &params).await? == 1)
}

/// Sets a new password by a link: ends all sessions, keeps the second factor, and lets them
/// try at once if they were locked out.
#[derive(Debug)]
pub struct UseReset {
    check: CheckReset,
    name: SignInName,
    password_hash: Sensitive<String>,
    with_tokens: bool,
}

impl UseReset {
    /// For the link that `found` is of: checks the password and hashes it, before any
    /// transaction is open.
    ///
    /// # Errors
    /// 422 `weak_password`, 503 where too many are being hashed.
    pub async fn new(
        vault: &Vault,
        ids: Ids,
        token: &str,
        found: &Reset,
        password: Sensitive<String>,
        at: Timestamp,
    ) -> Result<Self> {
        password::check("password", &password, &[&found.email, &found.name])?;
        let door = found.person.door();
        let hash = password::hash(password, ids).await?;
        Ok(Self {
            check: CheckReset::new(vault, door, token, at),
            name: SignInName::new(vault, door, &found.email),
            password_hash: Sensitive::new(hash),
            with_tokens: false,
        })
    }

    /// The same, which also ends an operator's tokens for the admin API, if `is_asked`.
    #[must_use]
    pub fn ending_tokens(self, is_asked: bool) -> Self {
        Self {
            with_tokens: is_asked,
            ..self
        }
    }
}

impl Op for UseReset {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let at = self.check.now;
        let reset = self.check.run(tx).await?;
        let digest = self.check.digest.as_ref().map(<[u8; 32]>::as_slice);
        // Two at once on PostgreSQL: the second waits for the first and finds it used.
        if tx.exec(USE, &[digest.into(), at.into()]).await? == 0 {
            return Err(Error::plain(&RESET_USED));
        }
        if !set(tx, &reset.person, &self.password_hash).await? {
            return Err(Error::plain(&RESET_NOT_FOUND));
        }
        let ended = end_all(tx, &reset.person, None, at).await?;
        let revoked = end_tokens(tx, &reset.person, self.with_tokens, at).await?;
        // Whoever was at those places may have been somebody else.
        forget_places(tx, &reset.person).await?;
        let purge = PurgeFailures {
            name: self.name,
            places: Vec::new(),
            at,
        };
        purge.forget(tx).await?;
        let actor = actor_of(tx, &reset.person).await?;
        let by = ActorAt { actor, at };
        let change = Change {
            by: &by,
            action: "password.reset",
            subject: reset.person.as_str(),
            tenant: by.actor.tenant(),
            details: json!({"sessionsEnded": ended, "tokensRevoked": revoked}),
        };
        audit::append(tx, change).await
    }
}

/// Sets a new password of the person who asks; their other sessions end.
#[derive(Debug)]
pub struct ChangePassword {
    pub by: ActorAt,
    /// The session that stays.
    pub session: SessionId,
    /// As `password::hash` gives it, of one that `password::check` took.
    pub password_hash: Sensitive<String>,
}

impl Op for ChangePassword {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let person = Person::of(&self.by.actor)?;
        if !set(tx, &person, &self.password_hash).await? {
            return Err(nobody("person"));
        }
        let at = self.by.at;
        close(tx, &person, at).await?;
        let ended = end_all(tx, &person, Some(&self.session), at).await?;
        let change = Change {
            by: &self.by,
            action: "password.change",
            subject: person.as_str(),
            tenant: self.by.actor.tenant(),
            details: json!({"sessionsEnded": ended}),
        };
        audit::append(tx, change).await
    }
}

/// Forgets some links that could last be used 30 days ago; tells how many. Repeat until it is
/// none.
#[derive(Clone, Copy, Debug)]
pub struct PurgeResets {
    pub now: Timestamp,
}

impl Op for PurgeResets {
    type Out = u64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        let before = self.now.plus_seconds(-KEPT_SECONDS);
        Ok(tx.exec(FORGET, &[before.into(), PIECE_ROWS.into()]).await?)
    }
}
