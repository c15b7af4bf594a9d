//! What a company register says, asked by those who are no part of the product that has one: an
//! application for shares by a company, for example.

use std::pin::Pin;

use kofa_domain::{Environment, Result};

/// A company as somebody describes it.
#[derive(Clone, Copy, Debug)]
pub struct CompanyQuestion<'a> {
    pub environment: Environment,
    /// With or without a prefix, as people write it.
    pub rc_number: &'a str,
    /// The register's word for its kind: `COMPANY`, `BUSINESS_NAME` …
    pub entity_type: Option<&'a str>,
    /// Its name, to be compared with the registered one.
    pub name: &'a str,
}

/// How a name compares with the registered one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameAgreement {
    /// The same but for case, punctuation and abbreviations.
    Same,
    /// Near enough that a person should look.
    Similar,
    Different,
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
    pub name: NameAgreement,
}

/// What came of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CompanyAnswer {
    /// A part of the question cannot be read: which (`rcNumber` or `entityType`), and what it
    /// must be.
    Unreadable {
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
