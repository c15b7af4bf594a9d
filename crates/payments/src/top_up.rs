//! A payment by which a tenant puts money into a wallet.

use kofa_core::endpoint::WalletNo;
use kofa_domain::{Environment, Error, Id, IdKind, Kobo, Result, TenantId, Timestamp};
use kofa_store::Row;

use crate::provider::ProviderName;

/// Least and most of one top-up: a hundred naira, and a billion.
pub const AMOUNT_MIN: Kobo = Kobo::new(10_000);
pub const AMOUNT_MAX: Kobo = Kobo::new(100_000_000_000);
/// What a provider calls a top-up begins so.
const REFERENCE_PREFIX: &str = "KFP-";

/// What a [`TopUpId`] names.
#[derive(Debug)]
pub enum TopUpIdKind {}

impl IdKind for TopUpIdKind {
    const PREFIX: &'static str = "top_";
}

/// A top-up's id, `top_…`.
pub type TopUpId = Id<TopUpIdKind>;

/// What a top-up is called at the provider and in the journal: `KFP-…`, of letters, digits and a
/// hyphen.
pub(crate) fn reference_of(id: &TopUpId) -> String {
    let digits = id.as_str().trim_start_matches(TopUpIdKind::PREFIX);
    format!("{REFERENCE_PREFIX}{digits}")
}

/// Whose reference this is; `None` for any other text.
pub(crate) fn id_of(reference: &str) -> Option<TopUpId> {
    let digits = reference.strip_prefix(REFERENCE_PREFIX)?;
    TopUpId::parse(&format!("{}{digits}", TopUpIdKind::PREFIX))
}

/// Where a top-up is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str, serialize_all = "snake_case")]
pub enum TopUpState {
    /// The provider has not said yet where it is paid.
    Starting,
    /// It can be paid.
    Pending,
    /// The last try failed, or the provider refused it. It may still be paid.
    Failed,
    /// It was not paid in time. It is still credited if it is.
    Expired,
    /// The wallet was credited.
    Paid,
    /// What was paid is something else: an operator looks at it.
    Kept,
    /// An operator saw to it, and the wallet was not credited.
    Closed,
}

impl TopUpState {
    /// All states.
    pub const ALL: [Self; 7] = kofa_domain::all();

    /// `starting`, `pending` …
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }

    /// Reads the word; `None` for any other.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == text)
    }

    /// Whether nothing that a provider says changes it any more.
    pub const fn is_settled(self) -> bool {
        matches!(self, Self::Paid | Self::Kept | Self::Closed)
    }
}

/// Why a top-up is kept, or failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str, serialize_all = "snake_case")]
pub enum Reason {
    /// More or less was paid.
    AmountMismatch,
    /// It was paid in another currency.
    CurrencyMismatch,
    /// The provider answers about another payment.
    ReferenceMismatch,
    /// The money went back before it was credited.
    Reversed,
    /// Another amount was posted under this reference by hand.
    ReferencePosted,
    /// The provider did not begin it.
    NotBegun,
}

impl Reason {
    /// All reasons.
    pub const ALL: [Self; 6] = kofa_domain::all();

    /// `amount_mismatch` …
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }

    pub(crate) fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == text)
    }

    /// In words.
    pub const fn explanation(self) -> &'static str {
        match self {
            Self::AmountMismatch => "The provider says that another amount was paid.",
            Self::CurrencyMismatch => "The provider says that it was paid in another currency.",
            Self::ReferenceMismatch => "The provider's response is about another payment.",
            Self::Reversed => "The money went back to the payer before it was credited.",
            Self::ReferencePosted => {
                "Another amount was credited under this reference by an operator."
            }
            Self::NotBegun => "The provider did not begin the payment.",
        }
    }
}

/// A top-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TopUp {
    pub id: TopUpId,
    pub tenant: TenantId,
    pub tenant_name: String,
    pub environment: Environment,
    pub(crate) wallet: WalletNo,
    pub provider: ProviderName,
    pub amount: Kobo,
    pub state: TopUpState,
    pub reason: Option<Reason>,
    /// Where it is paid, once the provider has said so.
    pub page_url: Option<String>,
    /// What the provider says was paid, and in which currency.
    pub found: Option<(Kobo, String)>,
    /// How often the provider was asked.
    pub looks: i64,
    /// Who began it.
    pub started_by: String,
    pub started_at: Timestamp,
    /// Until when the provider is asked for it.
    pub expires_at: Timestamp,
    pub ended_at: Option<Timestamp>,
    /// The transaction of the journal that credited it.
    pub transfer_id: Option<String>,
}

impl TopUp {
    /// Reads a row of `top_up` beside `tenant_id`, `tenant_name` and `environment`.
    pub(crate) fn from_row(row: &Row) -> Result<Self> {
        let unknown = |what: &str| Error::internal(format!("a top-up has an unknown {what}"));
        let text = |name: &str| -> Result<String> { Ok(row.get(name)?) };
        let (amount, currency): (Option<Kobo>, Option<String>) =
            (row.get("found_kobo")?, row.get("found_currency")?);
        Ok(Self {
            id: row.get("id")?,
            tenant: row.get("tenant_id")?,
            tenant_name: row.get("tenant_name")?,
            environment: row.get("environment")?,
            wallet: WalletNo(row.get("wallet_no")?),
            provider: ProviderName::parse(&text("provider")?).ok_or_else(|| unknown("provider"))?,
            amount: row.get("amount_kobo")?,
            state: TopUpState::parse(&text("state")?).ok_or_else(|| unknown("state"))?,
            reason: Reason::parse(&text("reason")?),
            page_url: row.get("page_url")?,
            found: amount.zip(currency),
            looks: row.get("looks")?,
            started_by: row.get("started_by")?,
            started_at: row.get("started_at")?,
            expires_at: row.get("expires_at")?,
            ended_at: row.get("ended_at")?,
            transfer_id: row.get("transfer_id")?,
        })
    }

    /// What it is called at the provider and in the journal: `KFP-…`.
    pub fn reference(&self) -> String {
        reference_of(&self.id)
    }

    /// Whether its payer can be led to the provider's page now.
    pub fn can_be_paid(&self) -> bool {
        matches!(self.state, TopUpState::Pending | TopUpState::Failed)
            && self.reason.is_none()
            && self.page_url.is_some()
    }
}

#[cfg(test)]
mod tests {
    use kofa_domain::Ids;

    use super::*;

    #[test]
    fn a_reference_names_its_top_up_and_no_other() {
        let id: TopUpId = Ids.id(Timestamp::from_micros(1_795_253_400_000_000));
        let reference = reference_of(&id);
        assert!(reference.starts_with("KFP-") && reference.len() == 36);
        assert_eq!(id_of(&reference), Some(id.clone()));
        let digits = &reference[4..];
        for other in [
            "",
            "KFP-",
            digits,
            id.as_str(),
            &format!("kfp-{digits}"),
            &format!("KFP-{digits}0"),
            &format!("KFP-{}", digits.to_uppercase().replace('0', "G")),
        ] {
            assert_eq!(id_of(other), None, "{other}");
        }
    }
}
