//! Asking about an entity by its consent code, once: the answer is charged, the code is used
//! up and the answer is kept for a repetition, all in one transaction.
//!
//! Where the source is ours, nothing happens before that transaction. Where it is an upstream,
//! the code is used up outside, and a row says that it was brought there before it is: after
//! a time-out or a crash nobody knows what became of it, and nobody claims to.

pub(crate) mod ops;
pub(crate) mod sandbox;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use kofa_domain::{Clock, Environment, Error, Ids, Result, Sensitive};
use kofa_gate::call::Call;
use kofa_gate::{Answer, Refusal, metering};
use kofa_store::{Store, Vault};
use tokio::sync::OwnedMutexGuard;

use crate::codes::{VRC_ALREADY_USED, VRC_EXPIRED, VRC_NOT_FOUND, VRC_STATE_UNKNOWN};
use crate::consent::ops::{
    AskVrc, DropVrc, FindVrcUses, PurgeVrcAnswers, UseVrc, VrcClaim, VrcHolder,
};
use crate::lookup::sources::Sources;
use crate::profile::{Part, Profile};
use crate::rules::{Standing, Vrc, VrcScope, VrcUse, standing};
use crate::upstream;

/// How long an answer is kept for a repetition, in seconds.
pub const KEPT_SECONDS: i64 = 15 * 60;
/// How long a call waits for another with the same code, in milliseconds.
const WAIT_MS_MAX: u64 = 20_000;
/// What it then sends as `Retry-After`, in seconds.
const RETRY_AFTER_SECONDS: u32 = 5;
/// Codes in use at a time from which those that are no more are looked for.
const PLACES_SWEPT: usize = 1_024;

/// What is asked by consent code, and of whom.
#[derive(Clone, Debug)]
pub struct ConsentCodes {
    sources: Sources,
    store: Store,
    vault: Vault,
    live_scope: VrcScope,
    turns: Turns,
}

/// A valid question: the code and, if this caller had the answer a short while ago, that.
#[derive(Debug)]
pub struct Question {
    vrc: Vrc,
    kept: Option<Sensitive<Vec<u8>>>,
}

impl Question {
    /// Whether it was answered before and is only told again, free.
    pub fn is_repeated(&self) -> bool {
        self.kept.is_some()
    }
}

/// What is known of a code before it is asked about.
enum Before {
    Told(Sensitive<Vec<u8>>),
    Used,
    Unknown,
    Nothing,
}

impl ConsentCodes {
    /// Over `sources`; uses are kept in `store`, answers sealed by `vault`. `live_scope` is
    /// what one use uses up in live.
    pub fn new(sources: Sources, store: Store, vault: Vault, live_scope: VrcScope) -> Self {
        Self {
            sources,
            store,
            vault,
            live_scope,
            turns: Turns::default(),
        }
    }

    /// The question of `call` by `vrc`. Changes nothing.
    ///
    /// # Errors
    /// `upstream_not_configured`, or the store's.
    pub(crate) async fn question(&self, call: &Call, vrc: Vrc) -> Result<Question> {
        let before = self.before(call, &self.holder(call, &vrc)).await?;
        if matches!(before, Before::Nothing) {
            self.sources.must_be_connected(call).await?;
        }
        let kept = match before {
            Before::Told(kept) => Some(kept),
            _ => None,
        };
        Ok(Question { vrc, kept })
    }

    /// Answers: asks the source for `part` of the entity behind the code, keeps what `keep`
    /// makes of it, and lets `tell` make the answer of what is kept. A repetition skips to
    /// `tell`, so that it gets the same answer.
    ///
    /// # Errors
    /// `vrc_not_found`, `vrc_already_used`, `vrc_expired`, `vrc_state_unknown`, the source's,
    /// or those of `keep` and `tell`. The code is not used up then, as far as we know.
    pub(crate) async fn answer(
        &self,
        call: &Call,
        question: Question,
        part: Part,
        keep: impl FnOnce(&Profile) -> Result<Vec<u8>> + Send,
        tell: impl Fn(&[u8]) -> Result<Answer> + Send,
    ) -> Result<Answer, Refusal> {
        let Question { vrc, kept } = question;
        if let Some(kept) = kept {
            return Ok(again(tell(kept.expose())?));
        }
        let holder = self.holder(call, &vrc);
        let turn = self.turns.take(holder.index).await?;
        let was_asked = match self.before(call, &holder).await? {
            Before::Told(kept) => return Ok(again(tell(kept.expose())?)),
            Before::Used if !sandbox::is_reusable(&vrc) => {
                return Err(named(Error::plain(&VRC_ALREADY_USED)).into());
            }
            Before::Unknown => true,
            Before::Used | Before::Nothing => false,
        };
        let claim = self.claim(call, &vrc, holder);
        let (environment, sources) = (call.environment(), &self.sources);
        let is_outside = sandbox::is_outside(environment, &vrc)
            || sources.spends_outside(environment, part).await?;
        if is_outside {
            metering::begin(&self.store, call, AskVrc(claim.clone())).await?;
        }
        let asked = sandbox::asked_as(vrc, was_asked);
        match sources.consented(environment, &asked, part).await {
            Ok(profile) => {
                let kept = keep(&profile)?;
                let answer = tell(&kept)?;
                let sealed = self.vault.seal(&context(call, &claim), &kept, Ids);
                Ok(answer.with_write(UseVrc {
                    sealed: sealed.map_err(Error::from)?,
                    until: call.now().plus_seconds(KEPT_SECONDS),
                    claim,
                    turn: Some(turn),
                }))
            }
            Err(error) if is_outside => Err(refused_outside(error, claim, was_asked, turn)),
            Err(error) => Err(named(error).into()),
        }
    }

    /// For whom a code is used up: everyone in live; one tenant in the sandbox, where each
    /// has a world of its own.
    fn holder(&self, call: &Call, vrc: &Vrc) -> VrcHolder {
        let environment = call.environment();
        VrcHolder {
            environment,
            index: vrc.blind_index(&self.vault, environment),
            holder: match environment {
                Environment::Sandbox => call.tenant_id().as_str().to_owned(),
                Environment::Live => String::new(),
            },
        }
    }

    fn claim(&self, call: &Call, vrc: &Vrc, code: VrcHolder) -> VrcClaim {
        VrcClaim {
            code,
            scope: match self.live_scope.in_environment(call.environment()) {
                VrcScope::PerCode => String::new(),
                VrcScope::PerCodeAndEndpoint => call.operation_id().to_owned(),
            },
            tenant_id: call.tenant_id().clone(),
            operation_id: call.operation_id(),
            request_id: call.request_id(),
            at: call.now(),
            is_reusable: sandbox::is_reusable(vrc),
        }
    }

    async fn before(&self, call: &Call, code: &VrcHolder) -> Result<Before> {
        let find = FindVrcUses {
            code: code.clone(),
            now: call.now(),
        };
        let uses = self.store.read(find).await?;
        let scope = self.live_scope.in_environment(call.environment());
        let stands = standing(&uses, scope, call.tenant_id(), call.operation_id());
        Ok(match stands {
            Standing::Answered(told) => self.open(call, told)?,
            Standing::Used => Before::Used,
            Standing::Unknown => Before::Unknown,
            Standing::Unused => Before::Nothing,
        })
    }

    fn open(&self, call: &Call, told: &VrcUse) -> Result<Before> {
        let Some((sealed, request_id)) = &told.answer else {
            return Ok(Before::Used);
        };
        let context = context_of(call, request_id);
        Ok(Before::Told(self.vault.open(&context, sealed)?))
    }
}

/// Binds a kept answer to its tenant, endpoint and call.
fn context_of(call: &Call, request_id: &[u8]) -> String {
    let (tenant, name) = (call.tenant_id().as_str(), call.operation_id());
    answer_context(call.environment().as_str(), tenant, name, request_id)
}

/// The same, in the words of the store.
pub(crate) fn answer_context(
    environment: &str,
    tenant: &str,
    operation_id: &str,
    request_id: &[u8],
) -> String {
    let id = data_encoding::HEXLOWER.encode(request_id);
    format!("vrc.answer/{environment}/{tenant}/{operation_id}/{id}")
}

fn context(call: &Call, claim: &VrcClaim) -> String {
    context_of(call, claim.request_id.as_bytes())
}

/// The answer of an earlier call, told again.
fn again(answer: Answer) -> Answer {
    answer.free().with_header("idempotency-replayed", "true")
}

/// What to say of an upstream's refusal, and what to remember: nothing if the code is
/// certainly as it was; otherwise that it was asked about stays.
fn refused_outside(
    error: Error,
    claim: VrcClaim,
    was_asked: bool,
    turn: OwnedMutexGuard<()>,
) -> Refusal {
    if was_asked && *error.code() == VRC_ALREADY_USED {
        return named(Error::new(
            &VRC_STATE_UNKNOWN,
            "An earlier call with this code was cut off, and now the registry calls the code \
             used: the response is lost. Ask the company for a new code. Nothing was charged.",
        ))
        .into();
    }
    let is_certain = upstream::did_nothing(&error);
    let refusal = Refusal::from(named(error));
    if !is_certain || was_asked {
        return refusal;
    }
    let turn = Some(turn);
    refusal.with_write(DropVrc { claim, turn })
}

/// An error about the code names its field.
fn named(error: Error) -> Error {
    let code = error.code();
    let of_codes = [
        &VRC_NOT_FOUND,
        &VRC_ALREADY_USED,
        &VRC_EXPIRED,
        &VRC_STATE_UNKNOWN,
    ];
    match of_codes.contains(&code) {
        true => Error::on("vrcNumber", code, error.message().to_owned()),
        false => error,
    }
}

/// How often kept answers are looked at, in seconds.
const FORGET_EVERY_S: u64 = 30;

/// Forgets kept answers whose time is over, for ever. What was used stays on record.
pub async fn forget_kept_answers(store: Store, clock: Arc<dyn Clock>) {
    let mut tick = tokio::time::interval(Duration::from_secs(FORGET_EVERY_S));
    loop {
        tick.tick().await;
        let old = PurgeVrcAnswers { now: clock.now() };
        if let Err(error) = store.write_until_none(old).await {
            tracing::warn!(%error, "answers to consent codes could not be forgotten");
        }
    }
}

/// A code's place, kept as long as someone holds it or waits for it.
type Place = Weak<tokio::sync::Mutex<()>>;

/// Lets one call at a time use a code: of calls that come together the first asks, and the
/// others then find its answer. What holds is the key of the table; this only makes that the
/// others need not be refused.
#[derive(Clone, Debug, Default)]
struct Turns(Arc<Mutex<HashMap<[u8; 32], Place>>>);

impl Turns {
    /// Waits for the turn of the code with this index.
    async fn take(&self, index: [u8; 32]) -> Result<OwnedMutexGuard<()>> {
        let waited = Duration::from_millis(WAIT_MS_MAX);
        let turn = self.place(index).lock_owned();
        tokio::time::timeout(waited, turn).await.map_err(|_| {
            named(Error::new(
                &VRC_STATE_UNKNOWN,
                "Another call with this code is still running. Send the request again in a few \
                 seconds. Nothing was charged.",
            ))
            .with_retry_after(RETRY_AFTER_SECONDS)
        })
    }

    fn place(&self, index: [u8; 32]) -> Arc<tokio::sync::Mutex<()>> {
        let mut places = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if places.len() >= PLACES_SWEPT {
            places.retain(|_, place| place.strong_count() > 0);
        }
        if let Some(place) = places.get(&index).and_then(Weak::upgrade) {
            return place;
        }
        let place = Arc::default();
        places.insert(index, Arc::downgrade(&place));
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn one_call_at_a_time_has_a_codes_turn_and_nobody_waits_for_ever() {
        let turns = Turns::default();
        let held = turns.take([1; 32]).await.unwrap();
        drop(turns.take([2; 32]).await.unwrap());
        let refused = turns.take([1; 32]).await.unwrap_err();
        assert_eq!(refused.code(), &VRC_STATE_UNKNOWN);
        assert_eq!(refused.retry_after_seconds(), Some(RETRY_AFTER_SECONDS));
        drop(held);
        drop(turns.take([1; 32]).await.unwrap());
    }

    #[tokio::test]
    async fn places_of_codes_that_nobody_uses_are_given_up() {
        let turns = Turns::default();
        let held = turns.take([0xff; 32]).await.unwrap();
        for number in 0..3 * PLACES_SWEPT {
            let mut index = [0; 32];
            index[..8].copy_from_slice(&number.to_be_bytes());
            drop(turns.take(index).await.unwrap());
        }
        assert!(turns.0.lock().unwrap().len() <= PLACES_SWEPT + 1);
        assert_eq!(Arc::strong_count(&turns.place([0xff; 32])), 2);
        drop(held);
    }
}
