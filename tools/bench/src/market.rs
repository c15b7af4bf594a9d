//! A market with many applications, put straight into the tables of an SQLite file: what an
//! offer's weeks leave behind, in a minute. Paid and accepted, each with its whole history and
//! its sealed applicant; only the claims are left out, which neither an allotment nor a page of
//! transactions reads.

mod rows;

use anyhow::Context as _;
use kofa_domain::{Environment, Ids, Result, TenantId, Timestamp};
use kofa_investment::sealing::seal;
use kofa_investment::subscription::Person;
use kofa_store::{Dialect, Op, Store, Tx, Value, Vault};

use rows::{Fill, Filled};

/// Applications in one transaction: few enough to stay in memory, enough that syncs of the
/// disk do not show.
const AT_ONCE: u64 = 20_000;
/// Largest application, in multiples of the minimum.
const UNITS_MAX: f64 = 5_000.0;
/// How unequal applications are: the exponent of a Pareto distribution whose largest fifth
/// asks for about four fifths of the shares.
const INEQUALITY: f64 = 1.16;
const FIRST_NAMES: [&str; 8] = [
    "Ngozi", "Chidi", "Amina", "Tunde", "Folake", "Ibrahim", "Ebele", "Oghene",
];
const LAST_NAMES: [&str; 8] = [
    "Okafor", "Balogun", "Abubakar", "Eze", "Adeyemi", "Danjuma", "Nwosu", "Etim",
];

/// An offer and who applied for it.
#[derive(Clone, Debug)]
pub struct Filling {
    pub environment: Environment,
    pub offer_id: String,
    /// Its fewest shares; applications are multiples of this.
    pub minimum: i64,
    /// Price of a share, in kobo.
    pub price_kobo: i64,
    /// Whose customers: the first have half of the applications, the second a quarter, and so
    /// on.
    pub tenants: Vec<TenantId>,
    pub applications: u64,
    /// When the first was received …
    pub from: Timestamp,
    /// … and the last.
    pub until: Timestamp,
}

/// Numbers that look random and are the same in every run: any scattering will do.
#[derive(Clone, Copy, Debug)]
pub struct Scatter(u64);

impl Scatter {
    /// Those that follow from `seed`.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits (SplitMix64).
    pub const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Above 0, at most 1.
    fn unit(&mut self) -> f64 {
        ((self.bits() >> 11) + 1) as f64 / (1_u64 << 53) as f64
    }

    /// A position below `count`.
    fn below(&mut self, count: usize) -> usize {
        (self.bits() % count.max(1) as u64) as usize
    }
}

/// Where the next application of a tenant stands.
#[derive(Clone, Copy, Debug)]
struct Books {
    all: i64,
    of_offer: i64,
    seq: i64,
}

/// Puts the applications there; all shares that they ask for.
///
/// # Errors
/// If the database is not SQLite, has subscriptions already or cannot be written.
pub async fn fill(store: &Store, vault: &Vault, filling: &Filling) -> anyhow::Result<i64> {
    anyhow::ensure!(store.dialect() == Dialect::Sqlite, "only SQLite is filled");
    let mut books = Vec::new();
    for tenant_id in &filling.tenants {
        let open = OpenBooks {
            filling: filling.clone(),
            tenant_id: tenant_id.clone(),
        };
        books.push(store.write(open).await?);
    }
    let mut scatter = Scatter::new(1);
    let mut demand = 0;
    let mut done = 0;
    while done < filling.applications {
        let to = filling.applications.min(done + AT_ONCE);
        let mut rows = Vec::with_capacity(AT_ONCE as usize);
        for number in done..to {
            let row = application(vault, filling, &mut books, &mut scatter, number)?;
            demand += row.shares;
            rows.push(row);
        }
        let price_kobo = filling.price_kobo;
        store.write(Fill { rows, price_kobo }).await?;
        done = to;
    }
    for of in books {
        let at = filling.until;
        store.write(CloseBooks { of, at }).await?;
    }
    Ok(demand)
}

/// The application `number`, counted from 0.
fn application(
    vault: &Vault,
    filling: &Filling,
    books: &mut [Books],
    scatter: &mut Scatter,
    number: u64,
) -> anyhow::Result<Filled> {
    let last = books.len().saturating_sub(1);
    let at = last.min(scatter.bits().trailing_zeros() as usize);
    let book = books.get_mut(at).context("a filling has tenants")?;
    book.seq += 1;
    let span_s = (filling.until.micros() - filling.from.micros()) as f64 / 1e6;
    let passed = number as f64 / filling.applications.max(1) as f64;
    let at = filling.from.plus_seconds((span_s * passed) as i64);
    let units = scatter.unit().powf(-1.0 / INEQUALITY).min(UNITS_MAX);
    let id = Ids.uuid(at).to_string();
    let person = person(scatter, number);
    let sealed = seal(vault, &id, &person)?;
    let (year, month, day) = at.lagos_date();
    Ok(Filled {
        no: i64::try_from(number)? + 1,
        request_id: *Ids.uuid(at).as_bytes(),
        transaction_id: Ids.uuid(at).to_string(),
        reference: format!("KFT-{year:04}{month:02}{day:02}-{:016X}", scatter.bits()),
        tenant_book: book.all,
        offer_book: book.of_offer,
        seq: book.seq,
        shares: units as i64 * filling.minimum,
        applicant: sealed.applicant,
        investor_name: sealed.investor_name,
        id,
        at,
    })
}

fn person(scatter: &mut Scatter, number: u64) -> Person {
    let first = FIRST_NAMES[scatter.below(FIRST_NAMES.len())];
    let last = LAST_NAMES[scatter.below(LAST_NAMES.len())];
    let text = str::to_owned;
    Person {
        first_name: text(first),
        last_name: text(last),
        date_of_birth: Some(text("1990-04-12")),
        gender: Some(text("Female")),
        email: format!("{first}.{last}.{number}@example.com"),
        phone: format!("+234803{number:07}"),
        bvn: Some(format!("221{number:08}")),
        nin: Some(format!("815{number:08}")),
        chn: None,
        address: format!("{number} Admiralty Way, Lekki Phase 1"),
        nationality: text("NG"),
        state: Some(text("Lagos")),
        lga: Some(text("Eti-Osa")),
        marital_status: Some(1),
        next_of_kin_name: Some(format!("Kin of {last}")),
        next_of_kin_phone: Some(text("+2348057654321")),
        account_number: text("0000014579"),
        second_applicant: None,
        guardian: None,
        company: None,
    }
}

/// Begins a tenant's two books: of all its subscriptions, and of those for the offer.
struct OpenBooks {
    filling: Filling,
    tenant_id: TenantId,
}

const OPEN: &str = "insert into subscription_book (environment, tenant_id, offer_id, last_seq, \
     last_at) values ($1, $2, $3, 0, 0) returning no";

impl Op for OpenBooks {
    type Out = Books;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Books> {
        let mut numbers = [0; 2];
        for (offer_id, no) in ["", &self.filling.offer_id].into_iter().zip(&mut numbers) {
            let params: [Value<'_>; 3] = [
                self.filling.environment.into(),
                (&self.tenant_id).into(),
                offer_id.into(),
            ];
            *no = tx.one(OPEN, &params).await?.get("no")?;
        }
        let [all, of_offer] = numbers;
        Ok(Books {
            all,
            of_offer,
            seq: 0,
        })
    }
}

/// Says how far a tenant's books go.
struct CloseBooks {
    of: Books,
    at: Timestamp,
}

const CLOSE: &str = "update subscription_book set last_seq = $2, last_at = $3, \
     entered_seq = $2, gathered_seq = $2 where no = $1";

impl Op for CloseBooks {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        for no in [self.of.all, self.of.of_offer] {
            let params: [Value<'_>; 3] = [no.into(), self.of.seq.into(), self.at.into()];
            tx.exec_one(CLOSE, &params).await?;
        }
        Ok(())
    }
}
