//! Money that an operator puts into a wallet or takes out of it: audited, and the same
//! request never twice.

use kofa_core::audit::{self, Change};
use kofa_core::claim::{Claim, reused, running};
use kofa_core::endpoint::WalletNo;
use kofa_core::{ActorAt, Right};
use kofa_domain::{Environment, Ids, Kobo, Result, TenantId, codes};
use kofa_store::{OnUnique as _, Op, Store, Tx, Value};
use serde_json::json;
use sha2::{Digest as _, Sha256};

use crate::commit_in_doubt::FindCommitted;
use crate::wallet::take_out;
use crate::{Credit, Debit, FindTransfer, Posted, ReadWallet, TransferKind, WalletState, Wallets};

/// Most that moves at once: ten trillion naira.
pub const AMOUNT_MAX: Kobo = Kobo::new(1_000_000_000_000_000);
/// Longest reference, in characters.
pub const REFERENCE_CHARS_MAX: usize = 100;
/// How long answers are kept for repetitions, in seconds.
const KEPT_SECONDS: i64 = 48 * 3_600;

const FIND_MEMO: &str = "select body_digest, status, body from admin_idempotency \
     where operation_id = $1 and key_digest = $2 or operation_id = $3 and key_digest in ($4, $5)";
const INSERT_MEMO: &str = "insert into admin_idempotency \
     (operation_id, key_digest, body_digest, status, body, created_at) \
     values ($1, $2, $3, $4, $5, $6)";
const FORGET_MEMOS: &str = "delete from admin_idempotency where created_at < $1";

/// What an operator asks for.
#[derive(Clone, Debug)]
pub struct Movement {
    /// From 1 kobo to [`AMOUNT_MAX`].
    pub amount: Kobo,
    /// The payer's or operator's reference, unique in the wallet: one visible line of at most
    /// [`REFERENCE_CHARS_MAX`] characters.
    pub reference: String,
    /// In words; may be empty.
    pub reason: String,
}

/// The tenant's wallet.
///
/// # Errors
/// 404 `not_found`.
pub async fn find_wallet(
    store: &Store,
    tenant_id: TenantId,
    environment: Environment,
) -> Result<WalletState> {
    let find = ReadWallet {
        tenant_id,
        environment,
    };
    let found = store.read(find).await?;
    found.ok_or_else(|| kofa_domain::Error::new(&codes::NOT_FOUND, "There is no such tenant."))
}

/// Makes the answer that is kept for replays: its status and body.
pub type Render = fn(&Credit, &Posted) -> (u16, String);

/// How the answer of a request is kept, so that its repetition gets the same one.
#[derive(Clone, Debug)]
pub struct Memo {
    operation_id: &'static str,
    claim: Claim,
    reply: Render,
}

impl Memo {
    pub fn new(operation_id: &'static str, claim: Claim, reply: Render) -> Self {
        Self {
            operation_id,
            claim,
            reply,
        }
    }

    /// The same key for another wallet is another request. The digest of the key stands by itself,
    /// so that it can be carried over to another master key.
    fn operation(&self, wallet: WalletNo) -> String {
        format!("{}/{}", self.operation_id, wallet.0)
    }

    /// As keys were kept once: such rows may be two days old.
    fn old_key_digests(&self, wallet: WalletNo) -> [[u8; 32]; 2] {
        [self.claim.key_digest, self.claim.bare[0]].map(|key| {
            let mut sum = Sha256::new();
            sum.update(wallet.0.to_be_bytes());
            sum.update(key);
            sum.finalize().into()
        })
    }
}

/// What became of a movement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Moved {
    /// It was posted, now or under the same reference before.
    Posted(Posted),
    /// The same request was answered before: HTTP status and body.
    Replayed(u16, String),
}

/// Which way money goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Into the wallet: a top-up.
    In,
    /// Out of it: an adjustment.
    Out,
}

#[derive(Clone, Copy, Debug)]
enum Direction {
    In,
    /// Out of the lease with this epoch.
    Out(i64),
}

/// Moves money, notes it in the audit chain and keeps the answer, in one transaction.
#[derive(Clone, Debug)]
pub struct MoveMoney {
    by: ActorAt,
    tenant: TenantId,
    entry: Credit,
    direction: Direction,
    memo: Option<Memo>,
}

impl MoveMoney {
    /// Of the tenant's wallet; [`carry_out`] runs it.
    pub fn new(
        by: ActorAt,
        ids: Ids,
        tenant: TenantId,
        (environment, wallet): (Environment, WalletNo),
        (way, movement): (Way, Movement),
        memo: Option<Memo>,
    ) -> Self {
        let (kind, direction) = match way {
            Way::In => (TransferKind::TopUp, Direction::In),
            // Of which lease, is known once it is open.
            Way::Out => (TransferKind::Adjustment, Direction::Out(0)),
        };
        let entry = Credit {
            wallet,
            environment,
            amount: movement.amount,
            kind,
            reference: movement.reference,
            reason: movement.reason,
            id: ids.uuid(by.at).to_string(),
            at: by.at,
            actor: by.actor.to_string(),
        };
        Self {
            by,
            tenant,
            entry,
            direction,
            memo,
        }
    }

    pub fn entry(&self) -> &Credit {
        &self.entry
    }

    async fn recall(&self, tx: &mut Tx<'_>) -> Result<Option<Moved>> {
        let Some(memo) = &self.memo else {
            return Ok(None);
        };
        let [kept, once] = memo.old_key_digests(self.entry.wallet);
        let params: [Value<'_>; 5] = [
            memo.operation(self.entry.wallet).into(),
            (&memo.claim.key_digest).into(),
            memo.operation_id.into(),
            (&kept).into(),
            (&once).into(),
        ];
        let Some(row) = tx.opt(FIND_MEMO, &params).await? else {
            return Ok(None);
        };
        if !memo.claim.is_of(&row.get::<Vec<u8>>("body_digest")?) {
            return Err(reused());
        }
        let status: i64 = row.get("status")?;
        let status = u16::try_from(status).map_err(kofa_domain::Error::internal)?;
        Ok(Some(Moved::Replayed(status, row.get("body")?)))
    }

    async fn remember(&self, tx: &mut Tx<'_>, posted: &Posted) -> Result<()> {
        let Some(memo) = &self.memo else {
            return Ok(());
        };
        let old = self.by.at.plus_seconds(-KEPT_SECONDS);
        tx.exec(FORGET_MEMOS, &[old.into()]).await?;
        let (status, body) = (memo.reply)(&self.entry, posted);
        let params: [Value<'_>; 6] = [
            memo.operation(self.entry.wallet).into(),
            (&memo.claim.key_digest).into(),
            (&memo.claim.body_digest).into(),
            status.into(),
            body.into(),
            self.by.at.into(),
        ];
        let taken = "admin_idempotency.operation_id,admin_idempotency.key_digest";
        tx.exec_one(INSERT_MEMO, &params)
            .await
            .on_unique(taken, running)
    }

    async fn note(&self, tx: &mut Tx<'_>, posted: &Posted) -> Result<()> {
        let action = match self.direction {
            Direction::In => "wallet.credit",
            Direction::Out(_) => "wallet.debit",
        };
        let change = Change {
            by: &self.by,
            action,
            subject: &posted.id,
            tenant: Some(&self.tenant),
            details: json!({
                "environment": self.entry.environment,
                "amountKobo": self.entry.amount,
                "balanceKobo": posted.balance,
                "reference": self.entry.reference,
                "reason": self.entry.reason,
            }),
        };
        audit::append(tx, change).await
    }
}

impl Op for MoveMoney {
    type Out = Moved;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Moved> {
        self.by.actor.needs(Right::Money)?;
        if let Some(moved) = self.recall(tx).await? {
            return Ok(moved);
        }
        let posted = match self.direction {
            Direction::In => self.entry.run(tx).await?,
            Direction::Out(epoch) => {
                let entry = self.entry.clone();
                Debit { entry, epoch }.run(tx).await?
            }
        };
        self.remember(tx, &posted).await?;
        if !posted.repeated {
            self.note(tx, &posted).await?;
        }
        Ok(Moved::Posted(posted))
    }
}

/// Whether a movement was asked for before, by its key or its reference.
struct FindMovement(MoveMoney);

impl Op for FindMovement {
    type Out = bool;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        let find = FindTransfer {
            wallet: self.0.entry.wallet,
            reference: self.0.entry.reference.clone(),
        };
        Ok(self.0.recall(tx).await?.is_some() || find.run(tx).await?)
    }
}

/// Moves money. What goes in can be spent at once on this node; what goes out is no call's, and
/// the balance never below zero: only on the node that holds the wallet's lease.
///
/// # Errors
/// 403 `forbidden`, 409 `conflict` if the reference was posted with another amount or there is
/// less than goes out, 422 `idempotency_key_reused`.
pub async fn carry_out(store: &Store, wallets: &Wallets, movement: MoveMoney) -> Result<Moved> {
    match movement.direction {
        Direction::In => credit(store, wallets, movement).await,
        Direction::Out(_) => debit(store, wallets, movement).await,
    }
}

async fn credit(store: &Store, wallets: &Wallets, movement: MoveMoney) -> Result<Moved> {
    let wallet = movement.entry.wallet;
    let moved = store.write(movement).await?;
    wallets.extend(wallet).await?;
    Ok(moved)
}

async fn debit(store: &Store, wallets: &Wallets, mut movement: MoveMoney) -> Result<Moved> {
    movement.by.actor.needs(Right::Money)?;
    if store.read(FindMovement(movement.clone())).await? {
        // A repetition moves nothing, so it needs nothing.
        return store.write(movement).await;
    }
    let (wallet, amount) = (movement.entry.wallet, movement.entry.amount);
    let reservation = wallets.reserve_or_refuse(wallet, amount).await?;
    movement.direction = Direction::Out(reservation.lease().epoch);
    let moving = (FindCommitted::transfer(&movement.entry), movement);
    let took = |moved: &Moved| matches!(moved, Moved::Posted(posted) if !posted.repeated);
    take_out(store, reservation, moving, took).await
}
