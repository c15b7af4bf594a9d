//! Applicants and holders, found by who they are, and erased. An application stays when its person
//! goes: its shares, its money and its history are nobody's name.

use kofa_core::ActorAt;
use kofa_core::audit::{self, Change};
use kofa_core::people::Fate;
use kofa_core::retention::{DUE_COUNTED_MAX, Due};
use kofa_domain::{Environment, Error, Result, TenantId, Timestamp};
use kofa_store::{Op, PIECE_ROWS, Row, Tx, Value};
use serde_json::json;

use super::moves::{stored, stored_to_move};
use crate::erasure::{Standing, fate};
use crate::identity::outcome::IdentityChecks;
use crate::offer::OfferStatus;
use crate::sealing::{Digest, Sealed};

/// Notes in the audit log that somebody of the platform saw applicants' names.
#[derive(Clone, Debug)]
pub struct RecordLook {
    pub by: ActorAt,
    /// A subscription, or `subscriptions` of a list.
    pub subject: String,
    /// With whom it is, if with one tenant.
    pub tenant: Option<TenantId>,
    /// How many applicants.
    pub names: usize,
}

impl Op for RecordLook {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        if self.names == 0 {
            return Ok(());
        }
        let change = Change {
            by: &self.by,
            action: "applicant.look",
            subject: &self.subject,
            tenant: self.tenant.as_ref(),
            details: json!({"applicants": self.names}),
        };
        audit::append(tx, change).await
    }
}

/// Applications whose digests are looked at at a time.
const SCANNED: i64 = 4_096;
/// Applicants that are opened at a time.
const OPENED: i64 = 500;

const DIGESTS: &str = "select no, claims from subscription where no > $1 order by no limit $2";
const SEALED: &str = "select no, id, applicant from subscription \
     where no > $1 and erased_at is null order by no limit $2";
/// Of those for whom somebody else applies.
const SEALED_FOR_ANOTHER: &str = "select no, id, applicant from subscription \
     where no > $1 and erased_at is null and profile_type in ('MINOR', 'CORPORATE') \
     order by no limit $2";
const APPLICANT: &str = "select s.no, s.id, s.applicant, s.identity_checks, s.request_id, \
     s.offer_book, s.erased_at, \
     b.environment, b.tenant_id, b.offer_id, t.created_at, t.updated_at \
     from subscription s join subscription_book b on b.no = s.offer_book \
     join subscription_state t on t.subscription_no = s.no where s.no = $1";
const OFFER: &str = "select operator_status, open_at, close_at from offer \
     where environment = $1 and id = $2";
const TASK: &str = "select 1 as one from outbox where subject = $1 limit 1";
const ERASE: &str = "update subscription set applicant = $2, investor_name = $3, claims = $4, \
     identity_checks = null, identity_digests = $4, erased_at = $5 where no = $1";
const CLAIMS: &str = "select claims from subscription where no = $1";
const DROP_CLAIM: &str = "delete from subscription_claim where offer_book = $1 and digest = $2 \
     and subscription_no = $3";
const DROP_REPLY: &str = "delete from idempotency where request_id = $1 and status is not null";
/// What a bank wrote of a payment of theirs.
const DROP_WORDS: &str = "update bank_entry set narration = null where subscription_no = $1";
const HOLDINGS: &str = "select h.offer_id, h.chn_digest, h.holder_name, h.shares_held, \
     h.rights_in, h.rights_out, h.imported_at, o.operator_status, o.open_at, o.close_at \
     from offer o join rights_holder h on h.environment = o.environment and h.offer_id = o.id \
     where o.environment = $1 and h.chn_digest = $2 order by h.offer_id";
const DROP_HOLDING: &str = "delete from rights_holder where environment = $1 and offer_id = $2 \
     and chn_digest = $3";
/// Applications that ended with an offer that is over, and the person still in them. `$2`: of
/// before when, `$3`: of before when if they were paid.
const OLD_PIECE: &str = "select s.no, s.id from offer o join subscription_book b \
     on b.environment = o.environment and b.offer_id = o.id \
     join subscription s on s.offer_book = b.no \
     join subscription_state t on t.subscription_no = s.no \
     where o.operator_status in ('listed', 'cancelled') and o.updated_at < $2 \
     and s.no > $1 and s.erased_at is null and t.payment_status <> 'refund_pending' \
     and t.status in ('rejected', 'payment_failed', 'expired', 'cancelled', 'refunded', \
       'credited') \
     and t.updated_at < case when t.payment_status in ('successful', 'refunded') \
       then $3 else $2 end \
     order by s.no limit $4";
const OLD_COUNT: &str = "select count(*) as n, min(at) as at from (select t.created_at as at \
     from offer o join subscription_book b \
     on b.environment = o.environment and b.offer_id = o.id \
     join subscription s on s.offer_book = b.no \
     join subscription_state t on t.subscription_no = s.no \
     where o.operator_status in ('listed', 'cancelled') and o.updated_at < $2 \
     and s.no > $1 and s.erased_at is null and t.payment_status <> 'refund_pending' \
     and t.status in ('rejected', 'payment_failed', 'expired', 'cancelled', 'refunded', \
       'credited') \
     and t.updated_at < case when t.payment_status in ('successful', 'refunded') \
       then $3 else $2 end limit $4) as old";

/// Applications after a number with one of the digests, and the number up to which was looked;
/// `None` at the end.
#[derive(Clone, Debug)]
pub struct ScanDigests {
    pub after: i64,
    pub digests: Vec<Digest>,
}

impl Op for ScanDigests {
    type Out = (Vec<i64>, Option<i64>);
    const IS_LONG: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let rows = tx
            .rows(DIGESTS, &[self.after.into(), SCANNED.into()])
            .await?;
        let (mut found, mut last) = (Vec::new(), None);
        for row in &rows {
            let (no, claims): (i64, Vec<u8>) = (row.get("no")?, row.get("claims")?);
            let (claims, _) = claims.as_chunks::<{ size_of::<Digest>() }>();
            if claims.iter().any(|one| self.digests.contains(one)) {
                found.push(no);
            }
            last = Some(no);
        }
        Ok((found, last))
    }
}

/// A sealed applicant and whose it is.
#[derive(Clone, Debug)]
pub struct SealedApplicant {
    pub no: i64,
    pub id: String,
    pub applicant: Vec<u8>,
}

/// Sealed applicants after a number; none at the end.
#[derive(Clone, Copy, Debug)]
pub struct ScanApplicants {
    pub after: i64,
    /// Only of applications that a guardian or a signatory made.
    pub only_for_another: bool,
}

impl Op for ScanApplicants {
    type Out = Vec<SealedApplicant>;
    const IS_LONG: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let sql = match self.only_for_another {
            true => SEALED_FOR_ANOTHER,
            false => SEALED,
        };
        let rows = tx.rows(sql, &[self.after.into(), OPENED.into()]).await?;
        let one = |row: &Row| {
            Ok(SealedApplicant {
                no: row.get("no")?,
                id: row.get("id")?,
                applicant: row.get("applicant")?,
            })
        };
        rows.iter().map(one).collect()
    }
}

/// An application, its sealed applicant, and whether they may go.
#[derive(Clone, Debug)]
pub struct FoundApplicant {
    pub no: i64,
    pub id: String,
    pub environment: Environment,
    pub tenant_id: TenantId,
    pub offer_id: String,
    pub applicant: Vec<u8>,
    /// What came of looking them up.
    pub identity: Option<IdentityChecks>,
    pub created_at: Timestamp,
    pub fate: Fate,
}

/// Reads an application and its applicant; `None` if they are erased.
#[derive(Clone, Copy, Debug)]
pub struct ReadApplicant {
    pub no: i64,
    pub now: Timestamp,
    /// How long who paid is kept after the end, in days.
    pub paid_kept_days: u32,
}

impl ReadApplicant {
    async fn read(&self, tx: &mut Tx<'_>, row: &Row) -> Result<FoundApplicant> {
        let id: String = row.get("id")?;
        let (environment, offer_id): (Environment, String) =
            (row.get("environment")?, row.get("offer_id")?);
        let of: [Value<'_>; 2] = [environment.into(), (&offer_id).into()];
        let offer = status_of(&tx.one(OFFER, &of).await?, self.now)?;
        let standing = Standing {
            state: stored(tx, self.no).await?.state,
            offer,
            has_task: tx.opt(TASK, &[(&id).into()]).await?.is_some(),
            moved_at: row.get("updated_at")?,
        };
        let identity: Option<String> = row.get("identity_checks")?;
        Ok(FoundApplicant {
            identity: identity
                .map(|text| IdentityChecks::parse(&text))
                .transpose()?,
            no: self.no,
            environment,
            tenant_id: row.get("tenant_id")?,
            offer_id,
            applicant: row.get("applicant")?,
            created_at: row.get("created_at")?,
            fate: fate(&standing, self.now, self.paid_kept_days),
            id,
        })
    }
}

impl Op for ReadApplicant {
    type Out = Option<FoundApplicant>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let row = tx.one(APPLICANT, &[self.no.into()]).await?;
        if row.get::<Option<Timestamp>>("erased_at")?.is_some() {
            return Ok(None);
        }
        self.read(tx, &row).await.map(Some)
    }
}

fn status_of(offer: &Row, now: Timestamp) -> Result<OfferStatus> {
    let word: Option<String> = offer.get("operator_status")?;
    let unknown = || Error::internal("a stored offer has an unknown status");
    let word = word.map(|word| OfferStatus::parse(&word).ok_or_else(unknown));
    let dates = (offer.get("open_at")?, offer.get("close_at")?);
    Ok(OfferStatus::of(word.transpose()?, dates, now))
}

/// Erases the person of an application, if they may go: `sealed` is nobody. What became of it.
#[derive(Clone, Debug)]
pub struct EraseApplicant {
    pub of: ReadApplicant,
    pub sealed: Sealed,
}

impl Op for EraseApplicant {
    type Out = Fate;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Fate> {
        let no = self.of.no;
        stored_to_move(tx, no).await?;
        let row = tx.one(APPLICANT, &[no.into()]).await?;
        if row.get::<Option<Timestamp>>("erased_at")?.is_some() {
            return Ok(Fate::Goes);
        }
        let found = self.of.read(tx, &row).await?;
        if found.fate != Fate::Goes {
            return Ok(found.fate);
        }
        let claims: Vec<u8> = tx.one(CLAIMS, &[no.into()]).await?.get("claims")?;
        let book: i64 = row.get("offer_book")?;
        let (claims, _) = claims.as_chunks::<{ size_of::<Digest>() }>();
        for digest in claims {
            let params: [Value<'_>; 3] = [book.into(), digest.as_slice().into(), no.into()];
            tx.exec(DROP_CLAIM, &params).await?;
        }
        let params: [Value<'_>; 5] = [
            no.into(),
            (&self.sealed.applicant).into(),
            (&self.sealed.investor_name).into(),
            Vec::<u8>::new().into(),
            self.of.now.into(),
        ];
        tx.exec_one(ERASE, &params).await?;
        let call: Vec<u8> = row.get("request_id")?;
        tx.exec(DROP_REPLY, &[call.into()]).await?;
        tx.exec(DROP_WORDS, &[self.of.no.into()]).await?;
        Ok(Fate::Goes)
    }
}

/// A holder in the register of a rights issue.
#[derive(Clone, Debug)]
pub struct FoundHolding {
    pub offer_id: String,
    pub chn_digest: Vec<u8>,
    pub holder_name: Vec<u8>,
    /// Shares held, rights bought, rights sold.
    pub counts: [i64; 3],
    pub imported_at: Timestamp,
    pub fate: Fate,
}

/// The places of a CHN in the registers of an environment.
#[derive(Clone, Debug)]
pub struct FindHoldings {
    pub environment: Environment,
    pub chn_digest: [u8; 32],
    pub now: Timestamp,
    /// Removes those of issues that are over.
    pub erase: bool,
}

impl Op for FindHoldings {
    type Out = Vec<FoundHolding>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let params: [Value<'_>; 2] = [self.environment.into(), (&self.chn_digest).into()];
        let mut found = Vec::new();
        for row in tx.rows(HOLDINGS, &params).await? {
            let status = status_of(&row, self.now)?;
            let is_over = matches!(
                status,
                OfferStatus::Allotted | OfferStatus::Listed | OfferStatus::Cancelled
            );
            let offer_id: String = row.get("offer_id")?;
            let fate = match is_over {
                true => Fate::Goes,
                false => Fate::Stays(
                    "The registrar's register of the issue is needed until it is allotted."
                        .to_owned(),
                ),
            };
            if self.erase && is_over {
                let params: [Value<'_>; 3] = [
                    self.environment.into(),
                    (&offer_id).into(),
                    (&self.chn_digest).into(),
                ];
                tx.exec(DROP_HOLDING, &params).await?;
            }
            found.push(FoundHolding {
                offer_id,
                chn_digest: row.get("chn_digest")?,
                holder_name: row.get("holder_name")?,
                counts: [
                    row.get("shares_held")?,
                    row.get("rights_in")?,
                    row.get("rights_out")?,
                ],
                imported_at: row.get("imported_at")?,
                fate,
            });
        }
        Ok(found)
    }
}

/// Applications after a number whose person is due to go: their offer is over, and they ended
/// before `before`, or `paid_before` if they were paid.
#[derive(Clone, Copy, Debug)]
pub struct FindOldApplicants {
    pub after: i64,
    pub before: Timestamp,
    pub paid_before: Timestamp,
}

impl Op for FindOldApplicants {
    /// Number and id of each.
    type Out = Vec<(i64, String)>;
    const IS_LONG: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let params: [Value<'_>; 4] = [
            self.after.into(),
            self.before.into(),
            self.paid_before.into(),
            PIECE_ROWS.into(),
        ];
        let rows = tx.rows(OLD_PIECE, &params).await?;
        let one = |row: &Row| Ok((row.get("no")?, row.get("id")?));
        rows.iter().map(one).collect()
    }
}

/// Counts them.
#[derive(Clone, Copy, Debug)]
pub struct CountOldApplicants(pub FindOldApplicants);

impl Op for CountOldApplicants {
    type Out = Due;
    const IS_LONG: bool = true;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Due> {
        let params: [Value<'_>; 4] = [
            self.0.after.into(),
            self.0.before.into(),
            self.0.paid_before.into(),
            DUE_COUNTED_MAX.into(),
        ];
        let row = tx.one(OLD_COUNT, &params).await?;
        Ok(Due {
            rows: row.get("n")?,
            oldest: row.get("at")?,
        })
    }
}
