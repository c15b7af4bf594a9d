//! `page` from 1 and `size` up to 100.

use kofa_core::schema::integer;
use kofa_domain::{Fault, codes};

use crate::{Query, Reference};

/// Entries of a page when nothing is said.
const SIZE_DEFAULT: i64 = 20;
/// Most entries of a page.
const SIZE_MAX: i64 = 100;
/// Last page that can be asked for: with the largest size still far within 64 bits.
const PAGE_MAX: i64 = 1_000_000_000;

/// Which part of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paging {
    pub page: i64,
    pub size: i64,
}

impl Default for Paging {
    fn default() -> Self {
        Self {
            page: 1,
            size: SIZE_DEFAULT,
        }
    }
}

impl Paging {
    /// Entries before the page.
    pub fn offset(self) -> i64 {
        (self.page - 1) * self.size
    }

    /// How many pages `total` entries fill.
    pub fn pages(self, total: i64) -> i64 {
        total / self.size + i64::from(total % self.size > 0)
    }

    /// From what was read, a missing value being the default; faults go to `faults`.
    pub fn checked(page: Option<i64>, size: Option<i64>, faults: &mut Vec<Fault>) -> Self {
        let default = Self::default();
        let paging = Self {
            page: page.unwrap_or(default.page),
            size: size.unwrap_or(default.size),
        };
        let mut within = |name: &'static str, value: i64, most: i64| {
            if !(1..=most).contains(&value) {
                faults.push(out_of_range(name, most));
            }
        };
        within("page", paging.page, PAGE_MAX);
        within("size", paging.size, SIZE_MAX);
        paging
    }

    /// Describes both query parameters.
    pub fn described(reference: Reference) -> Reference {
        reference
            .query("page", false, integer(1, PAGE_MAX), "From 1; 1 if absent.")
            .query("size", false, integer(1, SIZE_MAX), "20 if absent.")
    }

    /// The entries of the page, of all.
    pub fn cut<T>(self, all: impl IntoIterator<Item = T>) -> Vec<T> {
        let whole = |number: i64| usize::try_from(number).unwrap_or(usize::MAX);
        let rest = all.into_iter().skip(whole(self.offset()));
        rest.take(whole(self.size)).collect()
    }

    /// From query parameters: digits only.
    pub fn from_query(query: &Query, faults: &mut Vec<Fault>) -> Self {
        Self::from_texts(query.get("page"), query.get("size"), faults)
    }

    fn from_texts(page: Option<&str>, size: Option<&str>, faults: &mut Vec<Fault>) -> Self {
        let mut number = |name: &'static str, text: Option<&str>, most: i64| {
            let text = text?;
            let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let number = text.parse().ok().filter(|_| digits);
            if number.is_none() {
                faults.push(out_of_range(name, most));
            }
            number
        };
        let page = number("page", page, PAGE_MAX);
        let size = number("size", size, SIZE_MAX);
        Self::checked(page, size, faults)
    }
}

fn out_of_range(name: &'static str, most: i64) -> Fault {
    let message = format!("`{name}` must be a whole number from 1 to {most}.");
    Fault::on(name, &codes::INVALID_FIELD, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(page: Option<&str>, size: Option<&str>, expected: Result<(i64, i64), &[&str]>) {
        let mut faults = Vec::new();
        let paging = Paging::from_texts(page, size, &mut faults);
        let fields: Vec<_> = faults.iter().filter_map(|f| f.field.as_deref()).collect();
        match expected {
            Ok((page, size)) => {
                assert_eq!(paging, Paging { page, size });
                assert!(faults.is_empty(), "{faults:?}");
            }
            Err(wrong) => assert_eq!(fields, wrong),
        }
    }

    #[test]
    fn queries_are_read_strictly() {
        check(None, None, Ok((1, 20)));
        check(Some("3"), Some("100"), Ok((3, 100)));
        check(Some("1000000000"), Some("1"), Ok((1_000_000_000, 1)));
        check(Some("0"), Some("101"), Err(&["page", "size"]));
        check(Some(""), Some("0"), Err(&["page", "size"]));
        check(Some("-1"), Some("+5"), Err(&["page", "size"]));
        check(Some("1.0"), Some("1e2"), Err(&["page", "size"]));
        check(Some("99999999999999999999"), None, Err(&["page"]));
    }

    #[test]
    fn pages_are_counted() {
        let paging = Paging { page: 4, size: 20 };
        assert_eq!(paging.offset(), 60);
        assert_eq!([0, 1, 20, 21, 40].map(|n| paging.pages(n)), [0, 1, 1, 2, 2]);
    }
}
