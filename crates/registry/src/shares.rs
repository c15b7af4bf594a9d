//! What share capital and the shares people hold come to, and whether they add up. Pure; no
//! floats.

use kofa_domain::Kobo;

use crate::people::{Person, RoleStatus};
use crate::profile::{Capital, Holding, RoleKind};

/// A whole, in hundredths of a percent.
const WHOLE: u128 = 10_000;

/// What follows from what a register says of a capital.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CapitalFindings {
    /// Shares issued at their nominal value, in the hundredth of the currency; `None` where
    /// the register does not say both, or where it is too much to be true.
    pub issued: Option<Kobo>,
    /// What of the nominal capital is not issued; `None` where that is not known or less than
    /// nothing.
    pub unissued: Option<Kobo>,
    /// What does not fit together, in words. Empty if all does.
    pub notes: Vec<String>,
}

/// Compares the parts of `capital` with one another.
pub fn look_at_capital(capital: &Capital) -> CapitalFindings {
    let mut notes = Vec::new();
    let issued = match (capital.issued_shares, capital.nominal_per_share) {
        (Some(shares), Some(value)) => {
            let count = i64::try_from(shares).ok();
            let product = count.and_then(|count| value.checked_mul(count));
            if product.is_none() {
                notes.push(
                    "The shares issued at their nominal value come to more than any capital."
                        .to_owned(),
                );
            }
            product
        }
        _ => None,
    };
    let unissued = issued.and_then(|issued| capital.nominal.checked_sub(issued));
    let in_words = |amount: Kobo| format!("{} {}", capital.currency, amount.naira_text());
    if let Some(issued) = issued
        && unissued.is_some_and(|left| left < Kobo::ZERO)
    {
        notes.push(format!(
            "The shares issued at their nominal value come to {}, which is more than the share \
             capital of {}.",
            in_words(issued),
            in_words(capital.nominal)
        ));
    }
    // Shares may be paid for with more than their nominal value, but that is premium.
    let most = issued.unwrap_or(capital.nominal);
    if let Some(paid) = capital.paid_up
        && paid > most
    {
        let of = issued.map_or("the share capital", |_| "the capital issued");
        notes.push(format!(
            "The capital paid up, {}, is more than {of}, {}.",
            in_words(paid),
            in_words(most)
        ));
    }
    CapitalFindings {
        issued,
        unissued: unissued.filter(|left| *left >= Kobo::ZERO),
        notes,
    }
}

/// One kind of shares that someone holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share<'a> {
    pub holder: &'a Person,
    /// How many of one kind.
    pub holding: Holding,
    /// Whether they hold them still. Those given up count nowhere.
    pub status: RoleStatus,
    /// Part of the shares issued, in hundredths of a percent; of the shares listed, where the
    /// register does not say how many are issued, or says none. `None` for those given up.
    pub hundredths: Option<u64>,
}

/// Whether the shares people hold are the shares issued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sum {
    AddsUp,
    /// So many are issued that the register lists nobody for.
    Unallocated(u64),
    /// So many more are listed than issued.
    Overallocated(u64),
    /// The register does not say how many are issued.
    IssuedUnknown,
    /// It lists no holder.
    NobodyListed,
}

/// Who holds what part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribution<'a> {
    /// Present holdings from the largest to the smallest, then those given up.
    pub shares: Vec<Share<'a>>,
    /// Total of all current holdings.
    pub allotted: u64,
    /// All parts together, in hundredths of a percent: 10,000 if they add up.
    pub total_hundredths: u64,
    pub sum: Sum,
}

/// Says what part of `issued` shares each of `people` holds. The parts are rounded so that
/// together they are what all holdings are: to exactly 100 percent if those are all shares.
pub fn distribute(people: &[Person], issued: Option<u64>) -> Distribution<'_> {
    let mut shares: Vec<Share<'_>> = people.iter().flat_map(held_by).collect();
    shares.sort_by(|one, other| {
        let rank = |of: &Share<'_>| (!of.status.is_current(), u64::MAX - of.holding.allotted);
        rank(one).cmp(&rank(other))
    });
    let present = || shares.iter().filter(|one| one.status.is_current());
    let counts: Vec<u64> = present().map(|one| one.holding.allotted).collect();
    let allotted = counts
        .iter()
        .fold(0_u64, |sum, count| sum.saturating_add(*count));
    let sum = match issued {
        _ if counts.is_empty() => Sum::NobodyListed,
        None => Sum::IssuedUnknown,
        Some(issued) if issued > allotted => Sum::Unallocated(issued - allotted),
        Some(issued) if issued < allotted => Sum::Overallocated(allotted - issued),
        Some(_) => Sum::AddsUp,
    };
    // Of none issued there are no parts.
    let whole = issued.filter(|issued| *issued > 0).unwrap_or(allotted);
    let parts = parts_of(&counts, whole);
    let total_hundredths = parts
        .iter()
        .fold(0_u64, |sum, part| sum.saturating_add(*part));
    let mut parts = parts.into_iter();
    for share in &mut shares {
        if share.status.is_current() {
            share.hundredths = parts.next();
        }
    }
    Distribution {
        shares,
        allotted,
        total_hundredths,
        sum,
    }
}

/// Their holdings, one a kind of shares and status.
fn held_by(holder: &Person) -> Vec<Share<'_>> {
    let mut held: Vec<Share<'_>> = Vec::new();
    for role in &holder.roles {
        let Some(holding) = &role.shares else {
            continue;
        };
        let status = role.status();
        let same = held
            .iter_mut()
            .find(|one| one.holding.share_type == holding.share_type && one.status == status);
        match same {
            Some(one) => {
                one.holding.allotted = one.holding.allotted.saturating_add(holding.allotted);
            }
            None => held.push(Share {
                holder,
                holding: holding.clone(),
                status,
                hundredths: None,
            }),
        }
    }
    held
}

/// What part of `whole` each count is, in hundredths of a percent, by the largest remainder:
/// each is at most one hundredth off, and their sum is the sum's own part, rounded.
fn parts_of(counts: &[u64], whole: u64) -> Vec<u64> {
    if whole == 0 {
        return vec![0; counts.len()];
    }
    let whole = u128::from(whole);
    let scaled = |count: u128| count * WHOLE;
    let sum: u128 = counts.iter().map(|count| u128::from(*count)).sum();
    let target = (scaled(sum) + whole / 2) / whole;
    let mut parts: Vec<u128> = Vec::with_capacity(counts.len());
    let mut remainders: Vec<(u128, usize)> = Vec::with_capacity(counts.len());
    for (place, count) in counts.iter().enumerate() {
        let exact = scaled(u128::from(*count));
        parts.push(exact / whole);
        remainders.push((whole - exact % whole, place));
    }
    remainders.sort_unstable();
    let given: u128 = parts.iter().sum();
    let left = usize::try_from(target.saturating_sub(given)).unwrap_or(usize::MAX);
    for (_, place) in remainders.into_iter().take(left) {
        parts[place] += 1;
    }
    let fits = |part: u128| u64::try_from(part).unwrap_or(u64::MAX);
    parts.into_iter().map(fits).collect()
}

impl Person {
    /// Whether they have significant control now, by the register.
    pub fn is_psc(&self) -> bool {
        let mut roles = self.roles.iter();
        roles.any(|role| role.kind == RoleKind::Psc && role.status().is_current())
    }
}

const SMALL: [&str; 20] = [
    "",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 10] = [
    "", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
];
const THOUSANDS: [(u64, &str); 6] = [
    (1_000_000_000_000_000_000, "quintillion"),
    (1_000_000_000_000_000, "quadrillion"),
    (1_000_000_000_000, "trillion"),
    (1_000_000_000, "billion"),
    (1_000_000, "million"),
    (1_000, "thousand"),
];

/// An amount as deeds write it: `Ten million naira`, `One naira, fifty kobo`. Currencies other
/// than the naira keep their code. `None` for less than nothing.
pub fn amount_in_words(amount: Kobo, currency: &str) -> Option<String> {
    let amount = u64::try_from(amount.get()).ok()?;
    let (whole, hundredths) = (amount / 100, amount % 100);
    let (unit, part) = match currency {
        "NGN" => ("naira", "kobo"),
        other => (other, "hundredths"),
    };
    let mut text = format!("{} {unit}", number_in_words(whole));
    if hundredths > 0 {
        text.push_str(&format!(", {} {part}", number_in_words(hundredths)));
    }
    let mut letters = text.chars();
    let first = letters.next()?.to_ascii_uppercase();
    Some(std::iter::once(first).chain(letters).collect())
}

fn number_in_words(mut number: u64) -> String {
    if number == 0 {
        return "zero".to_owned();
    }
    let mut words: Vec<String> = Vec::new();
    for (size, name) in THOUSANDS {
        let count = number / size;
        number %= size;
        if count > 0 {
            words.push(format!("{} {name}", below_thousand(count)));
        }
    }
    match number {
        0 => words.join(" "),
        // "One thousand and five", but "one thousand five hundred".
        1..100 if !words.is_empty() => {
            format!("{} and {}", words.join(" "), below_thousand(number))
        }
        _ => {
            words.push(below_thousand(number));
            words.join(" ")
        }
    }
}

fn below_thousand(number: u64) -> String {
    let small = |number: u64| {
        let place = usize::try_from(number).unwrap_or_default();
        match place {
            0..20 => SMALL[place].to_owned(),
            _ if place % 10 == 0 => TENS[place / 10 % 10].to_owned(),
            _ => format!("{}-{}", TENS[place / 10 % 10], SMALL[place % 10]),
        }
    };
    match (number / 100, number % 100) {
        (0, rest) => small(rest),
        (hundreds, 0) => format!("{} hundred", small(hundreds)),
        (hundreds, rest) => format!("{} hundred and {}", small(hundreds), small(rest)),
    }
}

#[cfg(test)]
#[path = "shares_tests.rs"]
mod tests;
