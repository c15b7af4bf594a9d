//! What operators are told of by mail: alerts, and tenants that ask for live. As in
//! [`notices`](crate::notices), nothing remembers what was told but the mails themselves, so that
//! a crash in between loses nothing.

use kofa_core::OperatorRole;
use kofa_domain::{Result, TenantId, Timestamp};
use kofa_mail::{Button, Letter, MailKind, Mailer, NewMail};
use kofa_store::{Op, Row, Store, Tx};

/// How old news may be at most to be told, in seconds.
const FRESH_SECONDS: i64 = 86_400;

/// Notices of a kind that no mail has the name of, each to an operator who can sign in and has not
/// said that they do not want it.
macro_rules! due {
    ($kind:literal, $once:literal, $columns:literal, $from:literal, $and:literal) => {
        concat!(
            "select * from (select ",
            $once,
            " || '/' || o.id as once, o.id as person, o.email",
            $columns,
            " from ",
            $from,
            " where o.disabled_at is null and (o.password_hash is not null \
             or exists (select 1 from sign_in_link s where s.person = o.id)) and ",
            $and,
            " and not exists (select 1 from mail_unwanted u where u.person = o.id and u.kind = '",
            $kind,
            "')) d where not exists (select 1 from mail l where l.once = d.once) \
             order by d.once limit 250"
        )
    };
}

const ALERTS: &str = due!(
    "operations",
    "'operator-alert/' || cast(a.id as text)",
    ", a.says, cast(null as text) as tenant_id",
    "operator_alert a join operator o on o.role in ('owner', 'ops') \
     or o.role = 'finance' and a.kind in ('upstream_account', 'upstream_low')",
    "a.raised_at > $1 and coalesce(a.environment, 'live') = 'live'"
);
const ASKED: &str = due!(
    "live",
    "'live-asked/' || r.tenant_id || '/' || r.scope || '/' || cast(r.changed_at as text)",
    ", t.name || ' asks for ' || r.scope || ' in live.' as says, r.tenant_id",
    "live_request r join tenant t on t.id = r.tenant_id \
     join operator o on o.role in ('owner', 'ops')",
    "r.state = 'requested' and r.changed_at > $1"
);

/// The kinds of notices that an operator may get, each of which they may do without.
pub fn kinds_for_operator(role: OperatorRole) -> &'static [MailKind] {
    match role {
        OperatorRole::Owner | OperatorRole::Ops => &[MailKind::Operations, MailKind::Live],
        // Alerts of upstreams' accounts.
        OperatorRole::Finance => &[MailKind::Operations],
        OperatorRole::Support => &[],
    }
}

/// Queues mails to operators about what they were not told of; how many.
///
/// # Errors
/// If the store cannot serve.
pub async fn queue_operator_notices(store: &Store, mailer: &Mailer, now: Timestamp) -> Result<u64> {
    if store.read(FindDue { now }).await?.is_empty() {
        return Ok(0);
    }
    let mailer = mailer.clone();
    store.write_until_none(QueueDue { mailer, now }).await
}

async fn due(tx: &mut Tx<'_>, now: Timestamp) -> Result<Vec<Row>> {
    let since = now.plus_seconds(-FRESH_SECONDS);
    let mut all = tx.rows(ALERTS, &[since.into()]).await?;
    all.extend(tx.rows(ASKED, &[since.into()]).await?);
    Ok(all)
}

/// Whom to tell what: the names of the mails.
#[derive(Clone, Copy, Debug)]
struct FindDue {
    now: Timestamp,
}

impl Op for FindDue {
    type Out = Vec<String>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let rows = due(tx, self.now).await?;
        rows.iter().map(|row| Ok(row.get("once")?)).collect()
    }
}

#[derive(Clone, Debug)]
struct QueueDue {
    mailer: Mailer,
    now: Timestamp,
}

impl Op for QueueDue {
    type Out = u64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        let mut queued = 0;
        for row in due(tx, self.now).await? {
            let says: String = row.get("says")?;
            let tenant: Option<TenantId> = row.get("tenant_id")?;
            let (person, email, once): (String, String, String) =
                (row.get("person")?, row.get("email")?, row.get("once")?);
            let (kind, path) = match &tenant {
                Some(tenant) => (MailKind::Live, format!("/console/tenants/{tenant}/live")),
                None => (MailKind::Operations, "/console".to_owned()),
            };
            let letter = self.letter(says, &path);
            let mail = NewMail {
                kind,
                person: &person,
                to: &email,
                tenant: tenant.as_ref(),
                letter: &letter,
                at: self.now,
                expires_at: self.now.plus_seconds(FRESH_SECONDS),
                once: Some(&once),
            };
            self.mailer.queue(tx, &mail).await?;
            queued += 1;
        }
        Ok(queued)
    }
}

impl QueueDue {
    fn letter(&self, says: String, path: &str) -> Letter {
        Letter {
            subject: says.trim_end_matches('.').to_owned(),
            paragraphs: vec![says],
            button: Some(Button {
                label: "Open the console".to_owned(),
                link: self.mailer.link(path),
            }),
            reason: "You receive this email because you operate this platform.".to_owned(),
            choose: Some(self.mailer.link("/console/settings/profile")),
        }
    }
}
