//! What the sandbox would have told by mail, were it live: written when somebody looks, by what
//! writes the mails of live, from what is stored of its causes.

use std::cmp::Reverse;

use kofa_domain::{Environment, Result, Sensitive, TenantId, Timestamp};
use kofa_mail::MailKind;
use kofa_store::{Op, Row, Tx, Value};

use crate::notices::{Subject, letter};

/// How far back is looked, in seconds.
const SECONDS: i64 = 30 * 86_400;
/// Most letters.
pub const LETTERS_MAX: usize = 50;
/// Who is told of what no rule names the roles for.
const ROLES: &str = "owner developer";

const ALERTS: &str = "select a.at, a.roles, a.level_kobo, a.balance_kobo, t.name \
     from wallet_alert a join wallet w on w.no = a.wallet_no join tenant t on t.id = w.tenant_id \
     where w.tenant_id = $1 and w.environment = $2 and a.at > $3 order by a.at desc limit 50";
// Who is told of a key that also reaches live is told by mail.
const KEYS: &str = "select g.at, g.days, g.expires_at, k.name as key_name, k.last_four, t.name \
     from key_warning g join api_key k on k.id = g.key_id join tenant t on t.id = k.tenant_id \
     where k.tenant_id = $1 and k.environments like '%' || $2 || '%' \
     and k.environments not like '%live%' and g.at > $3 order by g.at desc limit 50";
const WEBHOOKS: &str = "select w.disabled_at as at, w.id as webhook, w.environment, t.name, \
     exists (select 1 from mail l join member m on m.tenant_id = w.tenant_id \
         where l.once = \
         'webhook/' || w.id || '/' || cast(w.disabled_at as text) || '/' || m.id) as sent \
     from webhook_endpoint w join tenant t on t.id = w.tenant_id \
     where w.tenant_id = $1 and w.environment = $2 and w.disabled_at > $3 \
     order by w.disabled_at desc limit 50";
const JOBS: &str = "select a.raised_at as at, a.says, t.name \
     from operator_alert a join tenant t on t.id = a.tenant_id \
     where a.tenant_id = $1 and a.environment = $2 and a.raised_at > $3 \
     and a.kind = 'jobs_failing' order by a.raised_at desc limit 50";

/// A mail that live would send.
#[derive(Clone, Debug)]
pub struct SandboxLetter {
    pub at: Timestamp,
    pub kind: MailKind,
    pub subject: String,
    pub text: String,
    /// Roles of members that are told, separated by spaces.
    pub roles: String,
    /// Whether it was sent all the same: word of a disabled endpoint is.
    pub is_sent: bool,
}

/// What a tenant's sandbox would have told by mail in the last 30 days, the newest first.
#[derive(Clone, Debug)]
pub struct ListSandboxLetters {
    pub tenant: TenantId,
    /// Where people reach the portal, without a slash at the end.
    pub base_url: String,
    pub now: Timestamp,
}

impl ListSandboxLetters {
    fn written(&self, subject: Subject, row: &Row) -> Result<SandboxLetter> {
        let link = |path: &str| Sensitive::new(format!("{}{path}", self.base_url));
        let (kind, letter) = letter(subject, row, (Environment::Sandbox, &link))?;
        Ok(SandboxLetter {
            at: row.get("at")?,
            kind,
            text: letter.text(),
            subject: letter.subject,
            roles: match subject {
                Subject::Wallet => row.get("roles")?,
                _ => ROLES.to_owned(),
            },
            is_sent: match subject {
                Subject::Webhook => row.get("sent")?,
                _ => false,
            },
        })
    }
}

impl Op for ListSandboxLetters {
    type Out = Vec<SandboxLetter>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let params: [Value<'_>; 3] = [
            (&self.tenant).into(),
            Environment::Sandbox.into(),
            self.now.plus_seconds(-SECONDS).into(),
        ];
        let causes = [
            (Subject::Wallet, ALERTS),
            (Subject::Keys, KEYS),
            (Subject::Webhook, WEBHOOKS),
            (Subject::Jobs, JOBS),
        ];
        let mut all = Vec::new();
        for (subject, sql) in causes {
            for row in tx.rows(sql, &params).await? {
                all.push(self.written(subject, &row)?);
            }
        }
        all.sort_by_key(|one| Reverse(one.at));
        all.truncate(LETTERS_MAX);
        Ok(all)
    }
}
