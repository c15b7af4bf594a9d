//! What a register knows of an entity beyond its row: people, capital, charges.
//!
//! Personal data is cut down before it gets here: a [`Role`] has no e-mail address, phone
//! number or identity number in clear and no day of birth, so none can reach a table, a log
//! or an answer.

mod words;

pub use words::read_share_type;

use kofa_domain::Kobo;

use crate::record::Record;

/// Everything a source says about one entity. A source that is asked for one [`Part`] may
/// leave the others empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    pub record: Record,
    /// What else its own file says.
    pub details: Details,
    /// Who is what in it: one entry per person and role, as registers list them.
    pub roles: Vec<Role>,
    /// Its share capital; `None` where there is none or the register does not say.
    pub capital: Option<Capital>,
    /// Charges registered over its assets.
    pub charges: Vec<Charge>,
    /// Which documents the register gives out.
    pub documents: Documents,
}

/// A part of a profile: what one endpoint needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// The row and the details.
    Company,
    Affiliates,
    ShareCapital,
    /// The capital and who holds it.
    ShareDistribution,
    Charges,
    /// The certificate: an upstream's own PDF, or what is needed to draw one.
    Certificate,
    /// The status report, likewise.
    StatusReport,
}

/// What an entity's file says beyond its row. Absent where the register does not say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// Of the entity itself, not of a person.
    pub phone: Option<String>,
    pub branch_address: Option<String>,
    pub head_office_address: Option<String>,
    /// What it was founded for.
    pub objectives: Vec<String>,
    /// Year or date of the last annual return.
    pub last_annual_return: Option<String>,
    /// How many people the register lists, where it says so without listing them.
    pub affiliates_count: Option<u32>,
}

/// What someone is in an entity. From the most to the least senior.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[strum(const_into_str, serialize_all = "SCREAMING_SNAKE_CASE")]
pub enum RoleKind {
    /// Chairs the board, or the trustees.
    Chairman,
    /// Sits on the board.
    Director,
    /// Owns a business name.
    Proprietor,
    /// Of a firm or partnership.
    Partner,
    Trustee,
    Secretary,
    /// Person with significant control (CAMA 2020, section 119).
    Psc,
    Shareholder,
    /// Filed the papers; no part of the entity.
    Presenter,
    /// Witnessed the papers; no part of the entity.
    Witness,
}

/// One person, or one body, in one role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Role {
    pub kind: RoleKind,
    pub party: Party,
    /// `YYYY-MM-DD`
    pub appointed_on: Option<String>,
    /// `YYYY-MM-DD`; a date means that they are it no more.
    pub resigned_on: Option<String>,
    /// Whether the register calls the role active; `None` where it does not say.
    pub is_active: Option<bool>,
    /// Shares held, for a shareholder.
    pub shares: Option<Holding>,
    /// The control, for a person with significant control.
    pub control: Option<Control>,
    /// Of the professional body, for a secretary or presenter.
    pub accreditation_number: Option<String>,
}

/// A person or a body. Two roles are one person's if their parties are the same by
/// `people::merge`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Party {
    /// The register's own number of them, if it has one.
    pub id: Option<String>,
    /// Family name; empty for a body.
    pub surname: String,
    pub first_name: String,
    pub other_name: String,
    /// `MALE` or `FEMALE`.
    pub gender: Option<String>,
    /// `YYYY-MM`: the day is dropped on the way in.
    pub born: Option<String>,
    /// As the register writes it.
    pub nationality: Option<String>,
    /// As the register writes it.
    pub former_nationality: Option<String>,
    /// As the register writes it.
    pub occupation: Option<String>,
    /// Masked: `a***@example.ng`.
    pub email_masked: Option<String>,
    /// Masked: `0803***4567`.
    pub phone_masked: Option<String>,
    /// Masked: the last four characters, the others as `*`.
    pub identity_masked: Option<String>,
    /// Where they may be written to.
    pub address: PartyAddress,
    /// The body, if it is one.
    pub corporation: Option<Corporation>,
}

/// An address in parts; each absent where the register does not say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartyAddress {
    pub street_number: Option<String>,
    pub street: Option<String>,
    pub city: Option<String>,
    pub lga: Option<String>,
    pub state: Option<String>,
    pub country: Option<String>,
    pub postcode: Option<String>,
}

/// A body that holds shares or an office.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Corporation {
    pub name: String,
    /// Its own number, as the register writes it.
    pub rc_number: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holding {
    pub allotted: u64,
    /// `ORDINARY`, `PREFERENCE` or `DEFERRED`, or the register's own word.
    pub share_type: String,
}

/// How someone controls an entity.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Control {
    /// The natures of control, as the register words them.
    pub nature: Vec<String>,
    pub is_direct: Option<bool>,
    pub is_indirect: Option<bool>,
    /// Part of the shares, in hundredths of a percent.
    pub share_hundredths: Option<u32>,
    /// Part of the votes, in hundredths of a percent.
    pub voting_hundredths: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Capital {
    /// ISO 4217, mostly `NGN`.
    pub currency: String,
    /// Nominal capital, in the hundredth of the currency (kobo).
    pub nominal: Kobo,
    pub issued_shares: Option<u64>,
    /// Nominal value of a share, in kobo.
    pub nominal_per_share: Option<Kobo>,
    /// What is paid up, in kobo.
    pub paid_up: Option<Kobo>,
}

/// Where a charge stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChargeStatus {
    /// Nothing of it is satisfied.
    Outstanding,
    PartSatisfied,
    FullySatisfied,
}

/// A charge over assets (CAMA 2020, chapter 8).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charge {
    /// The register's number of it; with the entity its key.
    pub id: String,
    /// The register's other code.
    pub code: Option<String>,
    /// Such as `DEBENTURE`.
    pub kind: Option<String>,
    pub description: Option<String>,
    /// `YYYY-MM-DD`
    pub created_on: Option<String>,
    /// `YYYY-MM-DD`
    pub registered_on: Option<String>,
    /// `YYYY-MM-DD`
    pub satisfied_on: Option<String>,
    pub status: ChargeStatus,
    /// What it secures, in the hundredth of the currency (kobo).
    pub secured: Option<Kobo>,
    /// ISO 4217, mostly `NGN`.
    pub currency: String,
    /// The persons entitled under the charge.
    pub persons_entitled: Vec<String>,
    pub particulars: Option<String>,
    /// `None` where the register does not say.
    pub is_fixed: Option<bool>,
    /// `None` where the register does not say.
    pub is_floating: Option<bool>,
    /// Whether further charges are forbidden; `None` where the register does not say.
    pub has_negative_pledge: Option<bool>,
}

/// A document that a register gives out, or does not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum DocumentState {
    /// It can be drawn from the record.
    #[default]
    FromRecord,
    /// The upstream's own PDF, checked to be one.
    Upstream(Vec<u8>),
    Unavailable,
}

/// Both documents of an entity.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Documents {
    /// The certificate of registration.
    pub certificate: DocumentState,
    pub status_report: DocumentState,
}

impl Profile {
    /// Of an entity of which only the row is known.
    pub fn of_record(record: Record) -> Self {
        Self {
            record,
            details: Details::default(),
            roles: Vec::new(),
            capital: None,
            charges: Vec::new(),
            documents: Documents::default(),
        }
    }
}
