//! Who holds which number: one live application per person and offer of a tenant.
//!
//! A number's digest is as good as random, so each one that is entered in a table costs a page
//! of its own, and the larger the table, the rarer is that page in memory: of a crowd's
//! applications that was half of the work. So an application carries its digests, and they are
//! entered in the table later, thousands in the order of the table, a few with every application
//! that comes in. Those that are not entered are looked up in [`IdentityUniqueness`], in memory.
//!
//! The memory knows nothing that the database does not say: what is entered stands in the row
//! of the book, and what is missing is read from the applications themselves, after a start,
//! after a commit that failed or one of another node. Nothing is given back when an
//! application dies: whoever finds a holder looks whether it lives.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use kofa_domain::{Environment, Error, Result, TenantId};
use kofa_store::{Column, Row, Tx, Type, Value};

use super::moves::state_of;
use crate::sealing::Digest;

/// The fewest applications whose digests are entered together; of a larger book more, …
const TOGETHER_MIN: i64 = 1_024;
/// … one for so many that are entered already: several then share a page of the table …
const ENTERED_PER_WAITING: i64 = 8;
/// … and the most: all that wait are read again after a start, in some 150 ms.
const TOGETHER_MAX: i64 = 65_536;
/// Digests entered for each that comes in: so those of a round are done before the next.
const ENTERED_PER_NEW: usize = 2;
/// Digests entered with every commit besides, so that a round ends whoever comes.
const ENTERED_MORE: usize = 16;
/// Digests kept in memory, of all books; some 32 bytes each.
const KEPT_MAX: usize = 1_000_000;
/// Applications read at once.
const READ_AT_ONCE: i64 = 4_096;
/// How often the memory is brought up to a book that others change, too.
const TRIES: u32 = 8;

const COLUMNS: [Column; 3] = [
    ("offer_book", Type::Int),
    ("digest", Type::Bytes),
    ("subscription_no", Type::Int),
];
const IF_NEW: &str = "on conflict (offer_book, digest) do nothing";
/// Whoever held it before died: else the new one had been refused.
const INSTEAD: &str = "on conflict (offer_book, digest) do update \
     set subscription_no = excluded.subscription_no";
/// Of digests one after the other. Not a join: PostgreSQL would plan it once, for a table that is
/// still small, and walk through all of it.
const ENTERED: &str = "with recursive asked (place) as (select 1 union all \
         select place + 16 from asked where place + 16 <= length($2)), \
     found (subscription_no) as (select (select c.subscription_no from subscription_claim c \
         where c.offer_book = $1 and c.digest = substr($2, asked.place, 16)) from asked) \
     select subscription_no from found where subscription_no is not null";
const WAITING: &str = "select id, no, offer_seq, claims from subscription \
     where offer_book = $1 and offer_seq > $2 order by offer_seq limit $3";
const HOLDER: &str = "select s.id, s.offer_book, t.status, t.payment_status, \
     t.allotment_status, t.rights_shares from subscription s \
     join subscription_state t on t.subscription_no = s.no where s.no = $1";
const FIND_BOOK: &str = "select no, last_seq, last_id, entered_seq, gathered_seq, entered_to \
     from subscription_book where environment = $1 and tenant_id = $2 and offer_id = $3";

/// How far a book goes and how far its digests are entered: what its row says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    /// Its last application …
    pub(super) last_seq: i64,
    /// … and that one's id.
    pub(super) last_id: String,
    /// All up to this one are entered.
    pub(super) entered_seq: i64,
    /// Those up to this one are gathered: they are being entered, in the order of the table.
    pub(super) gathered_seq: i64,
    /// The digest up to which they are.
    pub(super) entered_to: Vec<u8>,
}

impl Mark {
    pub(super) fn of(row: &Row) -> Result<Self> {
        Ok(Self {
            last_seq: row.get("last_seq")?,
            last_id: row.get("last_id")?,
            entered_seq: row.get("entered_seq")?,
            gathered_seq: row.get("gathered_seq")?,
            entered_to: row.get("entered_to")?,
        })
    }

    /// Whether any digest of the book is in the table.
    fn has_entered(&self) -> bool {
        self.entered_seq > 0 || !self.entered_to.is_empty()
    }
}

/// An application that claims its person's numbers.
pub(super) struct New {
    pub(super) no: i64,
    pub(super) digests: Vec<Digest>,
}

/// A live application that holds a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Holder {
    pub(super) id: String,
    /// Of a rights issue: its shares within the rights held.
    pub(super) rights_shares: i64,
}

/// Who brings the memory up to date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum As {
    /// Someone who may see an earlier state than the memory does.
    Reader,
    /// Who holds the book until the commit: what it sees is so.
    Writer,
}

/// The digests of all books that are not entered in the table yet.
pub struct IdentityUniqueness {
    books: Mutex<HashMap<i64, Arc<BookClaims>>>,
    together_min: i64,
}

impl std::fmt::Debug for IdentityUniqueness {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Claims")
    }
}

impl Default for IdentityUniqueness {
    fn default() -> Self {
        Self::entered_by(TOGETHER_MIN)
    }
}

impl IdentityUniqueness {
    /// Enters the digests of so many applications together, at least.
    pub fn entered_by(together_min: i64) -> Self {
        Self {
            books: Mutex::default(),
            together_min,
        }
    }

    /// What waits of the book `no`, which stands as `mark` says.
    pub(super) async fn of_book(
        &self,
        tx: &mut Tx<'_>,
        no: i64,
        mark: &Mark,
        who: As,
    ) -> Result<Arc<BookClaims>> {
        let book = self.known(no);
        book.catch_up(tx, mark, who).await?;
        Ok(book)
    }

    /// The book as far as it is known. Those that were not used for longest make room for it.
    fn known(&self, no: i64) -> Arc<BookClaims> {
        let mut books = self.books.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(book) = books.get(&no) {
            return Arc::clone(book);
        }
        let mut by_use: Vec<_> = books.values().map(|book| book.use_and_size()).collect();
        by_use.sort_unstable();
        let mut kept: usize = by_use.iter().map(|(_, size, _)| size).sum();
        for (_, size, least_used) in by_use {
            if kept <= KEPT_MAX {
                break;
            }
            books.remove(&least_used);
            kept -= size;
        }
        let book = Arc::new(BookClaims {
            no,
            together_min: self.together_min,
            waiting: Mutex::new(Waiting::default()),
        });
        books.insert(no, Arc::clone(&book));
        book
    }

    /// The live application of a tenant for an offer that holds one of `digests`, and which of
    /// them.
    ///
    /// # Errors
    /// If the store cannot read it.
    pub(super) async fn find(
        &self,
        tx: &mut Tx<'_>,
        (environment, tenant_id, offer_id): (Environment, &TenantId, &str),
        digests: &[Digest],
    ) -> Result<Option<(usize, Holder)>> {
        let params: [Value<'_>; 3] = [environment.into(), tenant_id.into(), offer_id.into()];
        let Some(row) = tx.opt(FIND_BOOK, &params).await? else {
            return Ok(None);
        };
        let mark = Mark::of(&row)?;
        let book = self.of_book(tx, row.get("no")?, &mark, As::Reader).await?;
        for (at, digest) in digests.iter().enumerate() {
            if let Some(holder) = book.holder(tx, &mark, &[*digest]).await? {
                return Ok(Some((at, holder)));
            }
        }
        Ok(None)
    }
}

/// What waits of one book.
pub(super) struct BookClaims {
    no: i64,
    together_min: i64,
    waiting: Mutex<Waiting>,
}

struct Waiting {
    /// The last application it knows, and its id.
    last: (i64, String),
    entered_seq: i64,
    gathered_seq: i64,
    /// Up to `gathered_seq`, by digest. Kept until the next are gathered, for readers who see
    /// the table as it was.
    gathered: Vec<(Digest, i64)>,
    open: HashMap<Digest, i64>,
    /// Rises with every change.
    version: u64,
    used: Instant,
}

impl Default for Waiting {
    fn default() -> Self {
        Self {
            last: (0, String::new()),
            entered_seq: 0,
            gathered_seq: 0,
            gathered: Vec::new(),
            open: HashMap::new(),
            version: 0,
            used: Instant::now(),
        }
    }
}

/// How the memory of a book stands to the database.
enum Standing {
    /// It knows all there is.
    Level,
    /// It lacks what came after this application, if that is still there.
    Behind((i64, String)),
    /// It has to be read again.
    Apart,
}

/// An application as it is read again.
struct Found {
    seq: i64,
    id: String,
    no: i64,
    digests: Vec<u8>,
}

impl BookClaims {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn use_and_size(&self) -> (Instant, usize, i64) {
        let waiting = self.lock();
        let size = waiting.gathered.len() + waiting.open.len();
        (waiting.used, size, self.no)
    }

    async fn catch_up(&self, tx: &mut Tx<'_>, mark: &Mark, who: As) -> Result<()> {
        for _ in 0..TRIES {
            let (standing, version) = self.standing(mark, who);
            let known = match standing {
                Standing::Level => return Ok(()),
                Standing::Behind(last) => Some(last),
                Standing::Apart => None,
            };
            // The last one that is known is read, too: it may have been undone.
            let after = known.as_ref().map_or(mark.entered_seq, |(seq, _)| seq - 1);
            let mut found = self.read(tx, after, mark.last_seq).await?;
            let is_there = |(seq, id): &(i64, String)| {
                let first = found.first();
                first.is_some_and(|first| first.seq == *seq && first.id == *id)
            };
            let goes_on = known.as_ref().is_some_and(is_there);
            if known.is_some() && !goes_on {
                found = self.read(tx, mark.entered_seq, mark.last_seq).await?;
            }
            let mut waiting = self.lock();
            if waiting.version == version {
                waiting.add(found, mark, goes_on);
            }
        }
        Err(Error::unavailable(
            "a book of subscriptions changes too fast",
        ))
    }

    fn standing(&self, mark: &Mark, who: As) -> (Standing, u64) {
        let mut waiting = self.lock();
        waiting.used = Instant::now();
        let (seq, id) = &waiting.last;
        let entered = (waiting.entered_seq, waiting.gathered_seq);
        let is_as_entered = entered == (mark.entered_seq, mark.gathered_seq);
        let is_last = *seq == mark.last_seq && *id == mark.last_id;
        let is_ahead = *seq >= mark.last_seq && waiting.gathered_seq >= mark.gathered_seq;
        let standing = if is_as_entered && is_last || who == As::Reader && is_ahead {
            Standing::Level
        } else if is_as_entered && (mark.entered_seq + 1..mark.last_seq).contains(seq) {
            Standing::Behind(waiting.last.clone())
        } else {
            Standing::Apart
        };
        (standing, waiting.version)
    }

    /// The applications after `after`, up to `last`.
    async fn read(&self, tx: &mut Tx<'_>, mut after: i64, last: i64) -> Result<Vec<Found>> {
        let mut found = Vec::new();
        while after < last {
            let limit = READ_AT_ONCE.min(last - after);
            let params = [self.no.into(), after.into(), limit.into()];
            let rows = tx.rows(WAITING, &params).await?;
            if rows.is_empty() {
                break;
            }
            for row in &rows {
                after = row.get("offer_seq")?;
                found.push(Found {
                    seq: after,
                    id: row.get("id")?,
                    no: row.get("no")?,
                    digests: row.get("claims")?,
                });
            }
        }
        Ok(found)
    }

    /// A live application that holds one of `digests`.
    pub(super) async fn holder(
        &self,
        tx: &mut Tx<'_>,
        mark: &Mark,
        digests: &[Digest],
    ) -> Result<Option<Holder>> {
        let mut held = self.lock().held(digests);
        if mark.has_entered() && !digests.is_empty() {
            held.extend(self.entered(tx, digests).await?);
        }
        for no in held {
            let Some(row) = tx.opt(HOLDER, &[no.into()]).await? else {
                continue;
            };
            let book: i64 = row.get("offer_book")?;
            if book == self.no && state_of(&row)?.is_live() {
                return Ok(Some(Holder {
                    id: row.get("id")?,
                    rights_shares: row.get("rights_shares")?,
                }));
            }
        }
        Ok(None)
    }

    /// Who holds, or held, one of `digests` by the table.
    async fn entered(&self, tx: &mut Tx<'_>, digests: &[Digest]) -> Result<Vec<i64>> {
        let params = [self.no.into(), digests.concat().into()];
        let rows = tx.rows(ENTERED, &params).await?;
        let number = |row: &Row| Ok(row.get("subscription_no")?);
        rows.iter().map(number).collect()
    }

    /// Takes the applications that just came in, the last of them being `last`, and enters some
    /// of those that wait. `mark` says then how the book stands.
    pub(super) async fn take(
        &self,
        tx: &mut Tx<'_>,
        mark: &mut Mark,
        new: Vec<New>,
        last: (i64, String),
    ) -> Result<()> {
        let digests: usize = new.iter().map(|one| one.digests.len()).sum();
        if mark.entered_seq < mark.gathered_seq {
            let most = ENTERED_PER_NEW * digests + ENTERED_MORE;
            self.enter(tx, mark, most).await?;
        } else if mark.last_seq - mark.gathered_seq >= self.together(mark) {
            mark.gathered_seq = mark.last_seq;
        }
        (mark.last_seq, mark.last_id) = last;
        self.lock().take(mark, &new);
        Ok(())
    }

    /// How many applications are entered together.
    fn together(&self, mark: &Mark) -> i64 {
        let share = mark.entered_seq / ENTERED_PER_WAITING;
        share.clamp(self.together_min, self.together_min.max(TOGETHER_MAX))
    }

    /// Enters the next `most` of the gathered digests.
    async fn enter(&self, tx: &mut Tx<'_>, mark: &mut Mark, most: usize) -> Result<()> {
        let part = self.lock().after(&mark.entered_to, most);
        let Some((to, _)) = part.last() else {
            mark.entered_seq = mark.gathered_seq;
            mark.entered_to.clear();
            return Ok(());
        };
        let row = |(digest, no): &(Digest, i64)| {
            let digest = Value::from(digest.to_vec());
            [self.no.into(), digest, (*no).into()]
        };
        let rows: Vec<[Value<'_>; 3]> = part.iter().map(row).collect();
        let new = tx.insert_rows("subscription_claim", &COLUMNS, IF_NEW, &rows);
        if new.await? < rows.len() as u64 {
            tx.insert_rows("subscription_claim", &COLUMNS, INSTEAD, &rows)
                .await?;
        }
        mark.entered_to = to.to_vec();
        Ok(())
    }
}

impl Waiting {
    /// Those who hold, or held, one of `digests`.
    fn held(&self, digests: &[Digest]) -> Vec<i64> {
        let mut held = Vec::new();
        for digest in digests {
            held.extend(self.open.get(digest));
            let at = self.gathered.binary_search_by_key(digest, |(one, _)| *one);
            held.extend(
                at.ok()
                    .and_then(|at| self.gathered.get(at))
                    .map(|(_, no)| no),
            );
        }
        held
    }

    /// The next `most` of those that are gathered.
    fn after(&self, entered_to: &[u8], most: usize) -> Vec<(Digest, i64)> {
        let from = self
            .gathered
            .partition_point(|(digest, _)| digest.as_slice() <= entered_to);
        self.gathered
            .iter()
            .skip(from)
            .take(most)
            .copied()
            .collect()
    }

    /// Adds what was read: to what is known if it `goes_on` from there, else instead of it.
    fn add(&mut self, found: Vec<Found>, mark: &Mark, goes_on: bool) {
        if !goes_on {
            self.open.clear();
            let gathered = found.iter().filter(|one| one.seq <= mark.gathered_seq);
            self.gathered = in_order(gathered.flat_map(Found::digests).collect());
        }
        let open = found.iter().filter(|one| one.seq > mark.gathered_seq);
        self.open.extend(open.flat_map(Found::digests));
        self.stand(mark);
    }

    /// Takes what came in, and gathers what was open where `mark` says so.
    fn take(&mut self, mark: &Mark, new: &[New]) {
        if mark.gathered_seq > self.gathered_seq {
            self.gathered = in_order(std::mem::take(&mut self.open));
        }
        for one in new {
            self.open
                .extend(one.digests.iter().map(|digest| (*digest, one.no)));
        }
        self.stand(mark);
    }

    fn stand(&mut self, mark: &Mark) {
        self.last = (mark.last_seq, mark.last_id.clone());
        self.entered_seq = mark.entered_seq;
        self.gathered_seq = mark.gathered_seq;
        self.version += 1;
    }
}

impl Found {
    fn digests(&self) -> impl Iterator<Item = (Digest, i64)> + '_ {
        let (digests, _) = self.digests.as_chunks();
        digests.iter().map(|digest| (*digest, self.no))
    }
}

/// In the order of the table, each digest once: of the last who claimed it, for all before died.
fn in_order(digests: HashMap<Digest, i64>) -> Vec<(Digest, i64)> {
    let mut all: Vec<_> = digests.into_iter().collect();
    all.sort_unstable();
    all
}

/// Whether two of the `digests` are the same.
pub(super) fn any_twice(digests: &[Digest]) -> bool {
    let mut seen = HashSet::with_capacity(digests.len());
    !digests.iter().all(|digest| seen.insert(digest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn books_that_were_not_used_for_longest_make_room() {
        let claims = IdentityUniqueness::default();
        for no in [1, 2] {
            let book = claims.known(no);
            book.lock().gathered = vec![(Digest::default(), 0); KEPT_MAX / 2 + 1];
        }
        claims.known(1).lock().used = Instant::now();
        let is_known = |no: i64| claims.books.lock().unwrap().contains_key(&no);
        claims.known(3);
        assert_eq!([1, 2, 3].map(is_known), [true, false, true]);
        claims.known(4);
        assert_eq!([1, 3, 4].map(is_known), [true; 3]);
    }
}
