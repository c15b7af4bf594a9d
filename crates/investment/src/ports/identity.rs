//! Those who issue BVN, NIN and bank accounts, asked before anything is stored.

use super::Asked;
use crate::identity::outcome::CheckKind;

/// A question about a BVN or NIN.
#[derive(Clone, Copy)]
pub struct PersonQuestion<'a> {
    /// [`CheckKind::Bvn`] or [`CheckKind::Nin`].
    pub kind: CheckKind,
    pub number: &'a str,
    /// First and last name and date of birth as they say: what the sandbox makes its record of.
    /// It goes nowhere else.
    pub said: Said<'a>,
}

/// A question about a bank account.
#[derive(Clone, Copy)]
pub struct AccountQuestion<'a> {
    pub bank_id: i64,
    pub number: &'a str,
    pub said: Said<'a>,
}

/// What somebody says of themselves.
#[derive(Clone, Copy)]
pub struct Said<'a> {
    /// Of a company its name.
    pub first_name: &'a str,
    /// Of a company nothing.
    pub last_name: &'a str,
    /// `YYYY-MM-DD`
    pub date_of_birth: Option<&'a str>,
}

/// What is known of the person of a BVN or NIN. It has no `Debug` and is never kept.
#[derive(Clone, PartialEq, Eq)]
pub struct PersonRecord {
    pub first_name: String,
    pub middle_name: String,
    pub last_name: String,
    /// `YYYY-MM-DD`
    pub date_of_birth: Option<String>,
    pub is_watchlisted: bool,
}

impl PersonRecord {
    /// All that it says of the person of `number`, to be digested.
    pub fn as_text(&self, number: &str) -> String {
        let birth = self.date_of_birth.as_deref().unwrap_or_default();
        let listed = if self.is_watchlisted {
            "watchlisted"
        } else {
            ""
        };
        let names = [&self.first_name, &self.middle_name, &self.last_name];
        format!(
            "{number}\n{}\n{birth}\n{listed}",
            names.map(String::as_str).join("\n")
        )
    }
}

/// What is known of an account. It has no `Debug` and is never kept.
#[derive(Clone, PartialEq, Eq)]
pub struct AccountRecord {
    /// As the bank writes it: often in capitals, cut off, with others' names.
    pub name: String,
}

/// Who knows people and their accounts. Asking changes nothing outside; what the answer means for
/// an application is not theirs to say.
pub trait IdentityEnquiry: Send + Sync + 'static {
    /// The record of a BVN or NIN; `None` if there is none.
    fn person<'a>(&'a self, question: PersonQuestion<'a>) -> Asked<'a, Option<PersonRecord>>;

    /// The record of an account; `None` if the bank has none of this number.
    fn account<'a>(&'a self, question: AccountQuestion<'a>) -> Asked<'a, Option<AccountRecord>>;
}
