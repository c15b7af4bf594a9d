//! What members are told by mail of their tenant: a live wallet that runs low, live keys that
//! expire, disabled webhook endpoints, incidents, the statement of a month.
//!
//! Nothing remembers what was told but the mails themselves: each notice has a name
//! ([`NewMail::once`]), and only those whose name no mail has are due.

use kofa_core::MemberRole;
use kofa_domain::{Environment, Error, Kobo, Result, Sensitive, TenantId, Timestamp};
use kofa_mail::{Button, Letter, MailKind, Mailer, NewMail};
use kofa_store::{Op, Row, Store, Tx, Value};

use crate::statement::Month;

const DAY_SECONDS: i64 = 86_400;
/// How old news may be at most to be told, in seconds.
const FRESH_SECONDS: i64 = DAY_SECONDS;
/// How long the statement of a month is told of after its end, in seconds.
const STATEMENT_SECONDS: i64 = 3 * DAY_SECONDS;

/// Notices of a kind that no mail has the name of: each to somebody who can sign in and has not
/// said that they do not want it, of a tenant that is served.
macro_rules! due {
    ($kind:literal, $once:literal, $columns:literal, $from:literal, $and:literal) => {
        concat!(
            "select * from (select ",
            $once,
            " || '/' || m.id as once, m.id, m.email, m.tenant_id, t.name",
            $columns,
            " from ",
            $from,
            " join tenant t on t.id = m.tenant_id and t.status = 'active' \
             where m.password_hash is not null and m.disabled_at is null and ",
            $and,
            " and not exists (select 1 from mail_unwanted u where u.person = m.id and u.kind = '",
            $kind,
            "')) d where not exists (select 1 from mail l where l.once = d.once) \
             order by d.once limit 250"
        )
    };
}

const ALERTS: &str = due!(
    "wallet",
    "'alert/' || cast(a.id as text)",
    ", a.level_kobo, a.balance_kobo",
    "wallet_alert a join wallet w on w.no = a.wallet_no and w.environment = 'live' \
     join member m on m.tenant_id = w.tenant_id \
     and ' ' || a.roles || ' ' like '% ' || m.role || ' %'",
    "a.at > $1"
);
const KEYS: &str = due!(
    "key",
    "'key/' || k.id || '/' || cast(g.days as text)",
    ", k.name as key_name, k.last_four, k.expires_at, g.days",
    "key_warning g join api_key k on k.id = g.key_id and k.environments like '%live%' \
     join member m on m.tenant_id = k.tenant_id and m.role in ('owner', 'developer')",
    "g.at > $1 and g.expires_at = k.expires_at"
);
const WEBHOOKS: &str = due!(
    "webhook",
    "'webhook/' || w.id || '/' || cast(w.disabled_at as text)",
    ", w.id as webhook, w.environment",
    "webhook_endpoint w join member m on m.tenant_id = w.tenant_id \
     and m.role in ('owner', 'developer')",
    "w.disabled_at > $1"
);
const INCIDENTS: &str = due!(
    "incident",
    "'incident/' || i.id || case when i.resolved_at is null then '/opened' else '/resolved' end",
    ", i.id as incident, i.title, i.kind, i.resolved_at is not null as is_over",
    "incident i join member m on m.role in ('owner', 'developer')",
    "i.changed_at > $1 and (i.resolved_at is not null or i.created_at > $1) \
     and exists (select 1 from service_access a where a.tenant_id = m.tenant_id and a.enabled \
     and a.environment = 'live' and ' ' || i.affects || ' ' like '% ' || a.scope || '/live %')"
);
const STATEMENTS: &str = due!(
    "statement",
    "'statement/' || $1",
    "",
    "member m join wallet w on w.tenant_id = m.tenant_id and w.environment = 'live' \
     and w.seq > 0 and m.role in ('owner', 'finance')",
    "t.created_at < $2"
);

const LIVE: &str = due!(
    "live",
    "'live/' || r.tenant_id || '/' || r.scope || '/' || cast(r.changed_at as text)",
    ", r.scope, r.state, r.reason",
    "live_request r join member m on m.tenant_id = r.tenant_id and m.role = 'owner'",
    "r.changed_at > $1 and r.state in ('granted', 'refused')"
);

const JOBS: &str = due!(
    "jobs",
    "'jobs/' || cast(a.id as text)",
    ", a.says",
    "operator_alert a join member m on m.tenant_id = a.tenant_id \
     and m.role in ('owner', 'developer')",
    "a.raised_at > $1 and a.kind = 'jobs_failing' and a.environment = 'live'"
);

const OWNERS: &[MemberRole] = &[MemberRole::Owner];
const BUILDERS: &[MemberRole] = &[MemberRole::Owner, MemberRole::Developer];
const PAYERS: &[MemberRole] = &[MemberRole::Owner, MemberRole::Finance];

/// The kinds of notices, and which members get them.
const TOLD: [(MailKind, &[MemberRole]); 7] = [
    // Whose role the alert names.
    (MailKind::Wallet, &MemberRole::ALL),
    (MailKind::Statement, PAYERS),
    (MailKind::Key, BUILDERS),
    (MailKind::Webhook, BUILDERS),
    (MailKind::Jobs, BUILDERS),
    (MailKind::Incident, BUILDERS),
    (MailKind::Live, OWNERS),
];

/// The kinds of notices that a member may get, each of which they may do without.
pub fn kinds_for(role: MemberRole) -> Vec<MailKind> {
    let told = TOLD.iter().filter(|(_, roles)| roles.contains(&role));
    told.map(|(kind, _)| *kind).collect()
}

/// What a notice is about.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Subject {
    Wallet,
    Keys,
    Webhook,
    Incident,
    Live,
    Jobs,
    Statement(Month),
}

/// Queues mails about what happened and nobody was told of; how many.
///
/// # Errors
/// If the store cannot serve.
pub async fn queue_notices(store: &Store, mailer: &Mailer, now: Timestamp) -> Result<u64> {
    // As a rule there are none, and who writes waits for nobody who only looks.
    if !store.read(HasNotices { now }).await? {
        return Ok(0);
    }
    let mailer = mailer.clone();
    store.write_until_none(QueueNotices { mailer, now }).await
}

/// Whether there is something to be told.
#[derive(Clone, Copy, Debug)]
struct HasNotices {
    now: Timestamp,
}

impl Op for HasNotices {
    type Out = bool;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        for subject in subjects(self.now) {
            if !due(tx, subject, self.now).await?.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Queues some of them.
#[derive(Clone, Debug)]
struct QueueNotices {
    mailer: Mailer,
    now: Timestamp,
}

impl Op for QueueNotices {
    type Out = u64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        let mut queued = 0;
        for subject in subjects(self.now) {
            for row in due(tx, subject, self.now).await? {
                self.queue(tx, subject, &row).await?;
                queued += 1;
            }
        }
        Ok(queued)
    }
}

impl QueueNotices {
    async fn queue(&self, tx: &mut Tx<'_>, subject: Subject, row: &Row) -> Result<()> {
        let tenant: TenantId = row.get("tenant_id")?;
        let link = |path: &str| self.mailer.link(path);
        let (kind, letter) = letter(subject, row, (Environment::Live, &link))?;
        let (once, person, email): (String, String, String) =
            (row.get("once")?, row.get("id")?, row.get("email")?);
        let mail = NewMail {
            kind,
            person: &person,
            to: &email,
            tenant: Some(&tenant),
            letter: &letter,
            at: self.now,
            expires_at: self.now.plus_seconds(FRESH_SECONDS),
            once: Some(&once),
        };
        self.mailer.queue(tx, &mail).await
    }
}

/// Makes the link to a path of the portal.
type MakeLink<'a> = &'a dyn Fn(&str) -> Sensitive<String>;

/// What a notice about `subject` says, of the environment `world`: `row` is what happened.
pub(crate) fn letter(
    subject: Subject,
    row: &Row,
    (world, link): (Environment, MakeLink<'_>),
) -> Result<(MailKind, Letter)> {
    let tenant: String = row.get("name")?;
    let world = world.as_str();
    let at = |page: &str| link(&format!("/portal/{world}/{page}"));
    let (kind, letter) = match subject {
        Subject::Wallet => {
            let level = Kobo::new(row.get("level_kobo")?);
            let balance = Kobo::new(row.get("balance_kobo")?);
            let letter = low_wallet((&tenant, world), (balance, level), at("wallet"));
            (MailKind::Wallet, letter)
        }
        Subject::Keys => {
            let days = row.get("days")?;
            let name: String = row.get("key_name")?;
            let last_four: String = row.get("last_four")?;
            let expires_at: Option<Timestamp> = row.get("expires_at")?;
            let missing = || Error::internal("a key that expires has no expiry");
            let when = expires_at.ok_or_else(missing)?;
            let key = format!("\u{201c}{name}\u{201d} (\u{2026}{last_four})");
            let letter = expiring_key(&tenant, &key, (when, days), at("keys"));
            (MailKind::Key, letter)
        }
        Subject::Webhook => {
            let (id, world): (String, String) = (row.get("webhook")?, row.get("environment")?);
            let link = link(&format!("/portal/{world}/webhooks/{id}"));
            (MailKind::Webhook, disabled_webhook(&tenant, &world, link))
        }
        Subject::Incident => {
            let (title, id): (String, String) = (row.get("title")?, row.get("incident")?);
            let is_planned = row.get::<String>("kind")? == "maintenance";
            let news = match (row.get("is_over")?, is_planned) {
                (true, _) => "Resolved",
                (false, true) => "Maintenance",
                (false, false) => "Incident",
            };
            let link = link(&format!("/status/{id}"));
            (MailKind::Incident, incident(news, &title, link))
        }
        Subject::Live => {
            let (scope, reason): (String, String) = (row.get("scope")?, row.get("reason")?);
            let is_granted = row.get::<String>("state")? == "granted";
            let letter = live(&tenant, &scope, (is_granted, &reason), at("going-live"));
            (MailKind::Live, letter)
        }
        Subject::Jobs => {
            let letter = failing_jobs((&tenant, world), row.get("says")?, at("logs"));
            (MailKind::Jobs, letter)
        }
        Subject::Statement(month) => (MailKind::Statement, statement(&tenant, month, at("wallet"))),
    };
    let choose = Some(at("settings/profile"));
    Ok((kind, Letter { choose, ..letter }))
}

fn subjects(now: Timestamp) -> Vec<Subject> {
    let month = Month::of(now);
    let is_new = now < month.start().plus_seconds(STATEMENT_SECONDS);
    let statement = is_new.then(|| Subject::Statement(month.previous()));
    let always = [
        Subject::Wallet,
        Subject::Keys,
        Subject::Webhook,
        Subject::Incident,
        Subject::Live,
        Subject::Jobs,
    ];
    always.into_iter().chain(statement).collect()
}

async fn due(tx: &mut Tx<'_>, subject: Subject, now: Timestamp) -> Result<Vec<Row>> {
    let since = now.plus_seconds(-FRESH_SECONDS);
    Ok(match subject {
        Subject::Wallet => tx.rows(ALERTS, &[since.into()]).await?,
        Subject::Incident => tx.rows(INCIDENTS, &[since.into()]).await?,
        Subject::Jobs => tx.rows(JOBS, &[since.into()]).await?,
        Subject::Live => tx.rows(LIVE, &[since.into()]).await?,
        Subject::Keys => tx.rows(KEYS, &[since.into()]).await?,
        Subject::Webhook => tx.rows(WEBHOOKS, &[since.into()]).await?,
        Subject::Statement(month) => {
            let name = month.to_string();
            let params: [Value<'_>; 2] = [name.as_str().into(), month.end().into()];
            tx.rows(STATEMENTS, &params).await?
        }
    })
}

fn button(label: &str, link: Sensitive<String>) -> Option<Button> {
    let label = label.to_owned();
    Some(Button { label, link })
}

fn low_wallet(
    (tenant, world): (&str, &str),
    (balance, level): (Kobo, Kobo),
    link: Sensitive<String>,
) -> Letter {
    Letter {
        subject: format!("{tenant}: the {world} wallet is down to {balance}"),
        paragraphs: vec![
            format!(
                "The balance of the {world} wallet of {tenant} dropped below {level} and is \
                     now {balance}."
            ),
            format!(
                "When the wallet is empty, {world} requests are refused with 402 until you top \
                     it up."
            ),
        ],
        button: button("View wallet", link),
        reason: format!(
            "You receive this email because a wallet alert of {tenant} includes your role."
        ),
        choose: None,
    }
}

fn expiring_key(
    tenant: &str,
    key: &str,
    (when, days): (Timestamp, i64),
    link: Sensitive<String>,
) -> Letter {
    let within = match days {
        1 => "in less than a day".to_owned(),
        days => format!("within {days} days"),
    };
    Letter {
        subject: format!("{tenant}: API key {key} expires {within}"),
        paragraphs: vec![
            format!("The API key {key} of {tenant} expires on {when}."),
            "After that, requests with it are refused with 401. Rotate it: the new key has the \
             same permissions, and both work until the grace period ends."
                .to_owned(),
        ],
        button: button("View API keys", link),
        reason: format!("You receive this email because you manage the API keys of {tenant}."),
        choose: None,
    }
}

fn disabled_webhook(tenant: &str, world: &str, link: Sensitive<String>) -> Letter {
    Letter {
        subject: format!("{tenant}: a {world} webhook endpoint was disabled"),
        paragraphs: vec![
            format!(
                "A {world} webhook endpoint of {tenant} failed for five days, or responded that it \
                 is gone, and was disabled."
            ),
            "Its events are kept. Enable the endpoint when it works again, and replay them."
                .to_owned(),
        ],
        button: button("View endpoint", link),
        reason: format!("You receive this email because you manage the webhooks of {tenant}."),
        choose: None,
    }
}

fn incident(news: &str, title: &str, link: Sensitive<String>) -> Letter {
    Letter {
        subject: format!("{news}: {title}"),
        paragraphs: vec![match news {
            "Resolved" => format!("This has been resolved: {title}."),
            news => format!("{news}: {title}. See the status page for details."),
        }],
        button: button("View status page", link),
        reason: "You receive this email because your live services are affected.".to_owned(),
        choose: None,
    }
}

fn live(
    tenant: &str,
    scope: &str,
    (is_granted, reason): (bool, &str),
    link: Sensitive<String>,
) -> Letter {
    let (word, then) = match is_granted {
        true => ("granted", "Your live keys can use it now."),
        false => (
            "refused",
            "Resolve the reason given, then request access again at any time.",
        ),
    };
    let reason = match reason {
        "" => String::new(),
        reason => format!(" Reason: {reason}"),
    };
    Letter {
        subject: format!("{tenant}: {scope} in live was {word}"),
        paragraphs: vec![
            format!("Your request for {scope} in live was {word}.{reason}"),
            then.to_owned(),
        ],
        button: button("View Going live", link),
        reason: format!("You receive this email because you are an owner of {tenant}."),
        choose: None,
    }
}

fn failing_jobs((tenant, world): (&str, &str), says: String, link: Sensitive<String>) -> Letter {
    Letter {
        subject: format!("{tenant}: {world} extraction jobs are failing"),
        paragraphs: vec![
            says,
            "Failed jobs are free. The request log shows why each of them failed.".to_owned(),
        ],
        button: button("View request log", link),
        reason: format!(
            "You receive this email because you manage the API integration of \
                         {tenant}."
        ),
        choose: None,
    }
}

fn statement(tenant: &str, month: Month, link: Sensitive<String>) -> Letter {
    let name = month.name();
    Letter {
        subject: format!("{tenant}: statement for {name}"),
        paragraphs: vec![format!(
            "The statement of the live wallet of {tenant} for {name} is ready as PDF and CSV."
        )],
        button: button("View wallet", link),
        reason: format!("You receive this email because you manage the wallet of {tenant}."),
        choose: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_are_those_that_the_statements_tell() {
        let statements = [
            (MailKind::Statement, STATEMENTS),
            (MailKind::Key, KEYS),
            (MailKind::Webhook, WEBHOOKS),
            (MailKind::Jobs, JOBS),
            (MailKind::Incident, INCIDENTS),
            (MailKind::Live, LIVE),
        ];
        for (kind, sql) in statements {
            let (_, roles) = TOLD.iter().find(|(one, _)| *one == kind).unwrap();
            let quoted: Vec<String> = roles
                .iter()
                .map(|it| format!("'{}'", it.as_str()))
                .collect();
            let told = match quoted.as_slice() {
                [one] => format!("m.role = {one}"),
                many => format!("m.role in ({})", many.join(", ")),
            };
            assert!(sql.contains(&told), "{kind:?}: {told}");
            let unwanted = format!("u.kind = '{}'", kind.as_str());
            assert!(sql.contains(&unwanted), "{kind:?}");
        }
        assert_eq!(kinds_for(MemberRole::Viewer), [MailKind::Wallet]);
    }
}
