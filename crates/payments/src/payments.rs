//! What begins top-ups, takes notices, and asks providers.

use std::fmt;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};

use http::HeaderMap;
use kofa_core::codes::{UPSTREAM_NOT_CONFIGURED, UPSTREAM_REJECTED, UPSTREAM_UNAVAILABLE};
use kofa_core::{ActorAt, Right};
use kofa_domain::{
    Clock, Environment, Error, Id, IdKind, Ids, Kobo, Result, TenantId, Timestamp, codes,
};
use kofa_ledger::Wallets;
use kofa_store::{Store, Vault};
use kofa_tasks::{Handled, Task, TaskHandler, Unfinished};

use crate::codes::INVALID_SIGNATURE;
use crate::metrics::NoticeMetrics;
use crate::ops::{
    Applied, ApplyFound, Because, BeginTopUp, EndNotice, FindNotice, FindProductPayment, FindTopUp,
    FinishTask, KeepNotice, NoteLook, NoteRefused, NoteStarted, NoticeOutcome, ReadTopUp,
    StoredNotice,
};
use crate::owner::PaymentOwner;
use crate::provider::{NoAnswer, Order, Provider, ProviderName, Stage};
use crate::sandbox::SandboxProvider;
use crate::task_kinds::{APPLY_NOTICE, RETURN_PAYMENT};
use crate::top_up::{TopUp, TopUpId, id_of, reference_of};

/// The pause after the first look for a payment, and the longest, in seconds; each doubles.
const FOLLOW_SECONDS: (i64, i64) = (10, 3_600);
/// The same for a notice that the provider does not confirm yet.
const NOTICE_SECONDS: (i64, i64) = (1, 900);
/// How long after its time a provider is asked that does not answer, in seconds: a week.
const GIVE_UP_SECONDS: i64 = 7 * 24 * 3_600;

/// The operator's account for bank transfers.
#[derive(Clone, Debug)]
pub struct BankAccount {
    pub bank: String,
    pub number: String,
    /// Whose it is.
    pub name: String,
}

/// The providers of live.
#[derive(Debug, Default)]
pub struct Providers {
    /// Those that are configured.
    pub live: Vec<(ProviderName, Box<dyn Provider>)>,
    /// With which of them new top-ups begin.
    pub default: Option<ProviderName>,
    pub bank: Option<BankAccount>,
}

/// What payments are made of.
#[derive(Debug)]
pub struct PaymentsParts {
    pub store: Store,
    pub vault: Vault,
    pub clock: Arc<dyn Clock>,
    pub wallets: Arc<Wallets>,
    pub providers: Providers,
    pub metrics: NoticeMetrics,
    /// Where people reach the portal, without a slash at the end.
    pub base_url: String,
}

/// Begins top-ups, takes notices, and asks providers. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Payments(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    parts: PaymentsParts,
    sandbox: SandboxProvider,
    owner: OnceLock<Arc<dyn PaymentOwner>>,
}

/// A top-up to begin.
#[derive(Clone)]
pub struct NewTopUp {
    pub tenant: TenantId,
    pub environment: Environment,
    pub amount: Kobo,
    /// Who pays: the provider sends its receipt there.
    pub email: String,
}

impl fmt::Debug for NewTopUp {
    /// Without the payer.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NewTopUp({} of {})", self.amount, self.tenant)
    }
}

pub(crate) fn pause((first, most): (i64, i64), looks: i64) -> i64 {
    (first << looks.clamp(0, 20)).min(most)
}

impl Payments {
    pub fn new(parts: PaymentsParts) -> Self {
        let clock = Arc::clone(&parts.clock);
        let sandbox = SandboxProvider::new(parts.store.clone(), &parts.vault, clock);
        let owner = OnceLock::new();
        Self(Arc::new(Inner {
            parts,
            sandbox,
            owner,
        }))
    }

    /// From now on `owner` is told of notices about payments for products. There is one.
    pub fn tell(&self, owner: Arc<dyn PaymentOwner>) {
        let _ = self.0.owner.set(owner);
    }

    pub(crate) fn owner(&self) -> Option<&dyn PaymentOwner> {
        self.0.owner.get().map(|owner| &**owner)
    }

    pub(crate) fn store(&self) -> &Store {
        &self.0.parts.store
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.0.parts.clock.now()
    }

    /// With which provider a top-up of `environment` begins; `None` where there is none.
    pub fn provider_of(&self, environment: Environment) -> Option<ProviderName> {
        match environment {
            Environment::Sandbox => Some(ProviderName::Sandbox),
            Environment::Live => self.0.parts.providers.default,
        }
    }

    /// The operator's account for bank transfers.
    pub fn bank_account(&self) -> Option<&BankAccount> {
        self.0.parts.providers.bank.as_ref()
    }

    pub(crate) fn provider(&self, name: ProviderName) -> Option<&dyn Provider> {
        if name == ProviderName::Sandbox {
            return Some(&self.0.sandbox);
        }
        let mut all = self.0.parts.providers.live.iter();
        all.find(|(one, _)| *one == name).map(|(_, it)| &**it)
    }

    /// Begins a top-up: stores it, then asks the provider where it is paid. If that answer is
    /// lost, the top-up is looked for all the same.
    ///
    /// # Errors
    /// `forbidden`, `not_found`, `conflict`; `upstream_not_configured` if live has no provider,
    /// `upstream_rejected` and `upstream_unavailable` if it did not begin the payment.
    pub async fn start(&self, by: ActorAt, new: NewTopUp) -> Result<TopUp> {
        by.actor.needs(Right::TopUps(&new.tenant))?;
        let missing = || {
            let message = "No payment provider is connected to live here. Ask the operator for \
                           other ways to top up.";
            Error::new(&UPSTREAM_NOT_CONFIGURED, message)
        };
        let name = self.provider_of(new.environment).ok_or_else(missing)?;
        let provider = self.provider(name).ok_or_else(missing)?;
        let Inner { parts, .. } = &*self.0;
        let id: TopUpId = Ids.id(by.at);
        let begin = BeginTopUp {
            by,
            id: id.clone(),
            tenant: new.tenant,
            environment: new.environment,
            provider: name,
            amount: new.amount,
        };
        parts.store.write(begin).await?;
        let (base, world) = (&parts.base_url, new.environment.as_str());
        let order = Order {
            reference: reference_of(&id),
            amount: new.amount,
            email: new.email,
            return_url: Some(format!("{base}/portal/{world}/wallet/top-ups/{id}")),
            channel: None,
        };
        match provider.start(&order).await {
            Ok(page_url) => parts.store.write(NoteStarted { id, page_url }).await,
            Err(NoAnswer::Unknown(why)) => {
                tracing::warn!(top_up = %id, why, "it is not known whether a payment began");
                let message = "The payment provider did not answer. Nothing was paid; try again.";
                Err(Error::new(&UPSTREAM_UNAVAILABLE, message))
            }
            Err(none) => {
                tracing::warn!(top_up = %id, why = %none, "a payment did not begin");
                let at = parts.clock.now();
                parts.store.write(NoteRefused { id, at }).await?;
                let (code, message) = match none {
                    NoAnswer::Refused => {
                        let message = "The payment provider refused to begin this payment.";
                        (&UPSTREAM_REJECTED, message)
                    }
                    _ => {
                        let message = "The payment provider cannot be reached. Try again later.";
                        (&UPSTREAM_UNAVAILABLE, message)
                    }
                };
                Err(Error::new(code, message))
            }
        }
    }

    /// Takes what came to the hook of the provider `name`. When this returns it is stored.
    ///
    /// # Errors
    /// `not_found` for a provider that is not configured, `invalid_signature`.
    pub async fn receive(&self, name: &str, headers: &HeaderMap, body: &[u8]) -> Result<()> {
        let found = ProviderName::parse(name);
        let found = found.and_then(|name| Some((name, self.provider(name)?)));
        let unknown = || Error::new(&codes::NOT_FOUND, "There is no such payment provider.");
        let (name, provider) = found.ok_or_else(unknown)?;
        let Inner { parts, .. } = &*self.0;
        let now = parts.clock.now();
        let Some(notice) = provider.read(headers, body, now) else {
            parts.metrics.count(name, "wrong_signature");
            return Err(Error::plain(&INVALID_SIGNATURE));
        };
        let keep = KeepNotice::new((&parts.vault, Ids), name, (notice, body), now)?;
        let is_new = parts.store.write(keep).await?;
        let outcome = if is_new { "kept" } else { "repeated" };
        parts.metrics.count(name, outcome);
        Ok(())
    }

    /// Pays a top-up of the sandbox, or has its payment fail, as its payer does on the page of
    /// the sandbox's provider; the notice of it comes by the way that all come.
    ///
    /// # Errors
    /// `forbidden`; `not_found` if the tenant has no such top-up.
    pub async fn decide_in_sandbox(
        &self,
        by: &ActorAt,
        (tenant, id): (TenantId, TopUpId),
        is_paid: bool,
    ) -> Result<()> {
        by.actor.needs(Right::TopUps(&tenant))?;
        let environment = Environment::Sandbox;
        let read = ReadTopUp {
            tenant,
            environment,
            id,
        };
        let top_up = self.0.parts.store.read(read).await?;
        let stage = match is_paid {
            true => Stage::Paid,
            false => Stage::Failed,
        };
        let id = format!("msg_{}", Ids.uuid(by.at).simple());
        let (headers, body) = self.0.sandbox.decide(&top_up.id, stage, &id).await?;
        let name = ProviderName::Sandbox.as_str();
        self.receive(name, &headers, body.as_bytes()).await
    }

    async fn follow(&self, task: &Task) -> Handled {
        let id: TopUpId = subject(task)?;
        let store = &self.0.parts.store;
        let top_up = store.read(FindTopUp { id }).await?;
        match top_up.filter(|it| !it.state.is_settled()) {
            Some(top_up) => self.look(task, &top_up, Because::Time).await,
            None => Ok(store.write(FinishTask(task.id)).await?),
        }
    }

    async fn apply(&self, task: &Task) -> Handled {
        let store = &self.0.parts.store;
        let Some(kept) = store.read(FindNotice { id: subject(task)? }).await? else {
            return Ok(store.write(FinishTask(task.id)).await?);
        };
        let find = FindProductPayment {
            reference: kept.notice.reference.clone(),
        };
        let of_product = store.read(find).await?;
        if let Some(payment) = of_product.filter(|it| it.provider == kept.provider) {
            return self.pass_on(task, &kept, &payment.subject).await;
        }
        let StoredNotice { id, notice, .. } = kept;
        let top_up = match id_of(&notice.reference) {
            Some(id) => store.read(FindTopUp { id }).await?,
            None => None,
        };
        // Another provider's payment is none of this one's business.
        let Some(top_up) = top_up.filter(|it| it.provider == kept.provider) else {
            let outcome = match notice.reference.is_empty() || !notice.says_paid {
                true => NoticeOutcome::Ignored,
                false => NoticeOutcome::UnknownReference,
            };
            let end = EndNotice {
                id,
                outcome,
                task: task.id,
                at: self.0.parts.clock.now(),
            };
            return Ok(store.write(end).await?);
        };
        let because = Because::Notice {
            id,
            says_paid: notice.says_paid,
            received_at: kept.received_at,
        };
        self.look(task, &top_up, because).await
    }

    /// Asks the provider, and does what follows.
    async fn look(&self, task: &Task, top_up: &TopUp, because: Because) -> Handled {
        let name = top_up.provider;
        let Some(provider) = self.provider(name) else {
            let why = format!(
                "the provider `{}` is not configured any more",
                name.as_str()
            );
            return Err(Unfinished::Stuck(why));
        };
        let Inner { parts, .. } = &*self.0;
        let (pauses, give_up_at) = match &because {
            Because::Time => (FOLLOW_SECONDS, top_up.expires_at),
            Because::Notice { received_at, .. } => (NOTICE_SECONDS, *received_at),
        };
        let give_up_at = give_up_at.plus_seconds(GIVE_UP_SECONDS);
        let later = |looks: i64, now: Timestamp| Unfinished::Retry {
            at: now.plus_seconds(pause(pauses, looks)),
        };
        let found = provider.look_up(&top_up.reference()).await;
        let now = parts.clock.now();
        let found = match found {
            Ok(found) => found,
            Err(none) if now >= give_up_at => return Err(Unfinished::Stuck(none.to_string())),
            Err(none) => {
                tracing::warn!(top_up = %top_up.id, why = %none, "a provider did not answer");
                let top_up = top_up.id.clone();
                let looks = parts.store.write(NoteLook { top_up, because }).await?;
                return Err(later(looks, now));
            }
        };
        let apply = ApplyFound {
            top_up: top_up.id.clone(),
            found,
            because,
            task: task.id,
            transfer_id: Ids.uuid(now).to_string(),
            at: now,
        };
        match parts.store.write(apply).await? {
            Applied::Credited(wallet) => {
                // It is on disk: where this fails, it can be spent after the next poll.
                if let Err(error) = parts.wallets.extend(wallet).await {
                    tracing::warn!(%error, "a credit is not in the lease yet");
                }
                Ok(())
            }
            Applied::Ended => Ok(()),
            Applied::Open { looks } => Err(later(looks, now)),
        }
    }
}

fn subject<K: IdKind>(task: &Task) -> std::result::Result<Id<K>, Unfinished> {
    let unknown = || Unfinished::Stuck("the task is about nothing that is known".to_owned());
    Id::parse(&task.subject).ok_or_else(unknown)
}

impl TaskHandler for Payments {
    fn handle(self: Arc<Self>, task: Task) -> Pin<Box<dyn Future<Output = Handled> + Send>> {
        Box::pin(async move {
            match task.kind.as_str() {
                kind if kind == APPLY_NOTICE.name => self.apply(&task).await,
                kind if kind == RETURN_PAYMENT.name => self.return_late(&task).await,
                _ => self.follow(&task).await,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_their_longest() {
        let pauses = [0, 1, 5, 9, 99].map(|looks| pause(FOLLOW_SECONDS, looks));
        assert_eq!(pauses, [10, 20, 320, 3_600, 3_600]);
        assert_eq!(pause(NOTICE_SECONDS, 0), 1);
        assert_eq!(pause(NOTICE_SECONDS, 63), 900);
    }
}
