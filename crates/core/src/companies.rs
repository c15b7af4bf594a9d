//! What a company register says, asked by those who are no part of the product that has one: an
//! application for shares by a company, or a tenant that wants to go live.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

use kofa_domain::{Code, Environment, Error, Result};

/// A company as somebody describes it.
#[derive(Clone, Copy, Debug)]
pub struct CompanyQuestion<'a> {
    pub environment: Environment,
    /// With or without a prefix, as people write it.
    pub rc_number: &'a str,
    /// The register's word for its kind, `COMPANY`, `BUSINESS_NAME` …: numbers are unique within a
    /// kind only. Without it, the entity whose name fits best is meant.
    pub entity_type: Option<&'a str>,
    /// Its name, to be compared with the registered one.
    pub name: &'a str,
}

/// How a name compares with the registered one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str, serialize_all = "snake_case")]
pub enum NameVerdict {
    Exact,
    /// Equal but for punctuation, abbreviations and marks on letters.
    Normalized,
    /// Near enough that a person should look.
    Partial,
    Mismatch,
}

impl NameVerdict {
    pub const ALL: [Self; 4] = kofa_domain::all();

    /// `exact`, `normalized`, `partial` or `mismatch`.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }

    /// Reads a stored word.
    ///
    /// # Errors
    /// `internal_error` if it is none.
    pub fn parse(text: &str) -> Result<Self> {
        let found = Self::ALL.into_iter().find(|one| one.as_str() == text);
        found.ok_or_else(|| Error::internal("a name's verdict is of no known kind"))
    }
}

/// A company that the register has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisteredCompany {
    /// With its prefix and without leading zeros: `RC1885308`.
    pub number: String,
    /// The register's word for its kind.
    pub entity_type: &'static str,
    /// The register's word for its standing: `ACTIVE`, `STRUCK_OFF` …
    pub status: &'static str,
    /// Neither struck off nor delisted, dissolved or in liquidation.
    pub exists: bool,
    pub name: NameVerdict,
}

/// What came of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CompanyAnswer {
    /// A part of the question cannot be read: which (`rcNumber` or `entityType`), and what it
    /// must be.
    Unreadable {
        code: &'static Code,
        field: &'static str,
        must: String,
    },
    NotRegistered,
    Registered(RegisteredCompany),
}

/// An answer under way.
pub type CompanyFuture<'a> = Pin<Box<dyn Future<Output = Result<CompanyAnswer>> + Send + 'a>>;

/// Who knows companies. Asking changes nothing.
pub trait CompanyEnquiry: Send + Sync + 'static {
    /// Looks a company up and compares its name.
    ///
    /// Fails with `upstream_not_configured` where nobody knows any company, or with what kept the
    /// register from answering.
    fn ask<'a>(&'a self, question: CompanyQuestion<'a>) -> CompanyFuture<'a>;
}

/// The register of this server, as a part of what commands run with.
#[derive(Clone)]
pub struct Companies(pub Arc<dyn CompanyEnquiry>);

impl fmt::Debug for Companies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Companies")
    }
}
