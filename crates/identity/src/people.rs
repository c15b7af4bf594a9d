//! Members and operators as people whose data is held: found by their e-mail address, and erased
//! once they are out. See [`kofa_core::people`].

use kofa_core::people::{Fate, IdentifierKind, PeopleKind, PeopleScope, PersonalRecord};
use kofa_domain::{Result, Sensitive, TenantId, Timestamp};
use kofa_store::{Op, Row, Tx};
use serde_json::json;

use crate::access_requests::{AccessRequest, RequestsOf};

const MEMBERS: &str = "select id, tenant_id, name, role, created_at, disabled_at from member \
     where email = $1";
const OPERATORS: &str = "select id, name, role, created_at, disabled_at from operator \
     where email = $1";
const INVITES: &str = "select id, tenant_id, role, created_at from invite where email = $1 \
     order by id";
const CONTACTS: &str = "select id, name, created_at from tenant where email = $1 order by id";
const NOTED: &str = "select count(*) as n, min(at) as at from audit \
     where details like '%' || $1 || '%'";
const SESSIONS: &str = "select count(*) as n from session \
     where member_id = $1 or operator_id = $1";
const ERASE_MEMBER: &str = "update member set email = $2, name = '', \
     password_hash = null where id = $1";
const ERASE_OPERATOR: &str = "update operator set email = $2, name = 'Erased', \
     password_hash = null where id = $1";
const FORGET_SESSIONS: &str = "update session set ip = '', agent = '' \
     where member_id = $1 or operator_id = $1";
const DROP_FACTOR: &str = "delete from second_factor where person = $1";
const DROP_CODES: &str = "delete from recovery_code where person = $1";
const DROP_PASSKEYS: &str = "delete from passkey where person = $1";
const DROP_RESETS: &str = "delete from password_reset where person = $1";
const DROP_UNWANTED: &str = "delete from mail_unwanted where person = $1";
const DROP_INVITES: &str = "delete from invite where email = $1";

/// What there is of an e-mail address among members, operators, invites and tenants; removes what
/// may go if it is to `erase`.
#[derive(Clone, Debug)]
pub struct FindAccounts {
    pub email: Sensitive<String>,
    pub erase: bool,
}

impl FindAccounts {
    fn email(&self) -> &str {
        self.email.expose()
    }

    /// A person who signs in or did.
    async fn account(
        &self,
        tx: &mut Tx<'_>,
        row: &Row,
        (kind, erase): (&'static str, &'static str),
    ) -> Result<PersonalRecord> {
        let (id, role): (String, String) = (row.get("id")?, row.get("role")?);
        let is_out = row.get::<Option<Timestamp>>("disabled_at")?.is_some();
        let sessions: i64 = tx.one(SESSIONS, &[(&id).into()]).await?.get("n")?;
        if self.erase && is_out {
            let nobody = format!("erased-{id}@erased.invalid");
            tx.exec_one(erase, &[(&id).into(), nobody.into()]).await?;
            let drops = [
                DROP_FACTOR,
                DROP_CODES,
                DROP_PASSKEYS,
                DROP_RESETS,
                DROP_UNWANTED,
            ];
            for sql in drops.into_iter().chain([FORGET_SESSIONS]) {
                tx.exec(sql, &[(&id).into()]).await?;
            }
        }
        let stays = "Still has access: take it away first.";
        let fate = match is_out {
            true => Fate::Goes,
            false => Fate::Stays(stays.to_owned()),
        };
        let name: String = row.get("name")?;
        let data = json!({
            "email": self.email(), "name": name, "role": role, "sessions": sessions,
        });
        Ok(self.record(kind, (id, row.get("created_at")?), fate, data))
    }

    fn record(
        &self,
        kind: &'static str,
        (id, at): (String, Timestamp),
        fate: Fate,
        data: serde_json::Value,
    ) -> PersonalRecord {
        PersonalRecord {
            kind,
            id,
            environment: None,
            tenant: None,
            at,
            fate,
            data: Sensitive::new(data),
        }
    }

    async fn of_tenants(&self, tx: &mut Tx<'_>, all: &mut Vec<PersonalRecord>) -> Result<()> {
        for row in tx.rows(INVITES, &[self.email().into()]).await? {
            let role: String = row.get("role")?;
            let data = json!({"email": self.email(), "role": role});
            let made = (row.get("id")?, row.get("created_at")?);
            let tenant: TenantId = row.get("tenant_id")?;
            let mut record = self.record("invite", made, Fate::Goes, data);
            record.tenant = Some(tenant);
            all.push(record);
        }
        for row in tx.rows(CONTACTS, &[self.email().into()]).await? {
            let (id, name): (TenantId, String) = (row.get("id")?, row.get("name")?);
            let stays = "It is the tenant's address: give the tenant another one first.";
            let data = json!({"email": self.email(), "name": name});
            let made = (id.to_string(), row.get("created_at")?);
            let mut record = self.record("tenant", made, Fate::Stays(stays.to_owned()), data);
            record.tenant = Some(id);
            all.push(record);
        }
        Ok(())
    }
}

impl Op for FindAccounts {
    type Out = Vec<PersonalRecord>;
    const IS_LONG: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let mut all = Vec::new();
        if let Some(row) = tx.opt(MEMBERS, &[self.email().into()]).await? {
            let mut record = self.account(tx, &row, ("member", ERASE_MEMBER)).await?;
            record.tenant = Some(row.get("tenant_id")?);
            all.push(record);
        }
        if let Some(row) = tx.opt(OPERATORS, &[self.email().into()]).await? {
            all.push(self.account(tx, &row, ("operator", ERASE_OPERATOR)).await?);
        }
        self.of_tenants(tx, &mut all).await?;
        if self.erase {
            tx.exec(DROP_INVITES, &[self.email().into()]).await?;
        }
        let noted = tx.one(NOTED, &[self.email().into()]).await?;
        let count: i64 = noted.get("n")?;
        if let Some(at) = noted.get::<Option<Timestamp>>("at")?.filter(|_| count > 0) {
            let stays = "The audit log is a chain that cannot be changed: its entries go when \
                         `retention_audit_days` is over.";
            let data = json!({"entries": count});
            let of = ("audit".to_owned(), at);
            all.push(self.record("audit", of, Fate::Stays(stays.to_owned()), data));
        }
        Ok(all)
    }
}

/// Requests for access: they always go.
async fn requests(scope: &PeopleScope, erase: bool) -> Result<Vec<PersonalRecord>> {
    let of = RequestsOf {
        vault: scope.vault.clone(),
        email: scope.who.value.clone(),
        erase,
    };
    let found = match erase {
        true => scope.store.write(of).await?,
        false => scope.store.read(of).await?,
    };
    let record = |one: AccessRequest| PersonalRecord {
        kind: "access_request",
        id: one.id.to_string(),
        environment: None,
        tenant: one.tenant,
        at: one.asked_at,
        fate: Fate::Goes,
        data: Sensitive::new(json!({
            "business": one.typed.business,
            "name": one.typed.name,
            "email": one.typed.email,
            "rcNumber": one.typed.rc_number,
            "purpose": one.typed.purpose,
            "state": one.state.as_str(),
            "reason": one.reason,
        })),
    };
    Ok(found.into_iter().map(record).collect())
}

async fn accounts(scope: PeopleScope, erase: bool) -> Result<Vec<PersonalRecord>> {
    if scope.who.kind != IdentifierKind::Email {
        return Ok(Vec::new());
    }
    let requests = requests(&scope, erase).await?;
    let email = scope.who.value;
    let find = FindAccounts { email, erase };
    let mut all = match erase {
        true => scope.store.write(find).await?,
        false => scope.store.read(find).await?,
    };
    all.extend(requests);
    Ok(all)
}

/// Members, operators, invites, tenants and requests for access, by e-mail address.
pub const ACCOUNTS: PeopleKind = PeopleKind {
    name: "account",
    about: "Members, operators, invites, tenants' addresses and requests for access. Who is out \
            goes; the audit log stays.",
    find: |scope| Box::pin(accounts(scope, false)),
    erase: |scope| Box::pin(accounts(scope, true)),
};
