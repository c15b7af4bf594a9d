//! Files that operators bring to be imported: what each is for, and how it waits to be confirmed.

use kofa_core::Right;
use kofa_domain::{Environment, Sensitive, Timestamp};
use kofa_input::rows::Format;

/// Digits of an account that are shown.
const SHOWN_DIGITS: usize = 4;

/// What a file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str, serialize_all = "snake_case")]
pub enum Purpose {
    Banks,
    Brokers,
    /// Offers of an environment.
    Offers,
    /// Holders in the register of a rights issue.
    Holders,
    /// Payments for offers, as a bank reports them.
    Payments,
    /// A statement of a bank account.
    Statement,
}

impl Purpose {
    pub const ALL: [Self; 6] = kofa_domain::all();

    /// The word by which it is stored.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }

    /// Reads the word; `None` for any other.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == text)
    }

    /// What an import of it needs.
    pub const fn right(self) -> Right<'static> {
        match self {
            Self::Banks | Self::Brokers | Self::Offers | Self::Holders => Right::Market,
            Self::Payments | Self::Statement => Right::Money,
        }
    }
}

/// What a file is and how it is to be imported.
#[derive(Clone, Debug)]
pub struct FileImport {
    pub purpose: Purpose,
    /// Where to; `None` of banks and brokers, which both environments share.
    pub environment: Option<Environment>,
    /// Of which rights issue, where it is holders; else empty.
    pub offer_id: String,
    /// How it is written; a statement says so itself.
    pub format: Format,
    /// Whether holders whom it does not name leave the register.
    pub replace: bool,
    /// The account of a statement in CSV, which does not say it; else empty.
    pub account: Sensitive<String>,
}

impl FileImport {
    /// Into an environment, or both.
    pub fn new(purpose: Purpose, environment: Option<Environment>, format: Format) -> Self {
        Self {
            purpose,
            environment,
            offer_id: String::new(),
            format,
            replace: false,
            account: Sensitive::new(String::new()),
        }
    }

    /// The last digits of the account, to be shown; `None` if it has none.
    pub fn account_end(&self) -> Option<String> {
        let account = self.account.expose();
        let hidden = account.chars().count().saturating_sub(SHOWN_DIGITS);
        (!account.is_empty()).then(|| account.chars().skip(hidden).collect())
    }
}

/// A file that waits to be confirmed.
#[derive(Clone, Debug)]
pub struct HeldFile {
    pub id: String,
    pub import: FileImport,
    /// What it is called where it came from, to be shown.
    pub file_name: String,
    pub bytes: u64,
    /// Who brought it, as the audit log names them.
    pub brought_by: String,
    pub brought_at: Timestamp,
}
