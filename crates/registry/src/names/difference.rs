//! What differs between two names, for programs and for people.

/// The sort of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str, serialize_all = "SCREAMING_SNAKE_CASE")]
pub enum DifferenceKind {
    /// The legal forms differ, or only one name states its own.
    LegalForm,
    /// Only one name ends in the country.
    Country,
    /// A word of the registered name is missing.
    MissingWord,
    /// A word is not in the registered name.
    ExtraWord,
    /// A word is spelled otherwise.
    Spelling,
    /// Words are written together or apart.
    Spacing,
    /// The words stand in another order.
    WordOrder,
    /// Only punctuation, abbreviations and marks on letters differ.
    Writing,
    /// The name has letters of another alphabet.
    Letters,
}

impl DifferenceKind {
    pub const ALL: [Self; 9] = kofa_domain::all();

    /// The word for programs.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    pub kind: DifferenceKind,
    /// What the name that was sent has there, if anything.
    pub submitted: Option<String>,
    /// What the registered name has there, if anything.
    pub registered: Option<String>,
}

impl Difference {
    pub(super) fn new(
        kind: DifferenceKind,
        submitted: Option<String>,
        registered: Option<String>,
    ) -> Self {
        Self {
            kind,
            submitted,
            registered,
        }
    }

    /// Without a place in either name.
    pub(super) fn bare(kind: DifferenceKind) -> Self {
        Self::new(kind, None, None)
    }

    pub fn message(&self) -> String {
        let sent = self.submitted.as_deref().unwrap_or_default();
        let kept = self.registered.as_deref().unwrap_or_default();
        match (self.kind, sent, kept) {
            (DifferenceKind::LegalForm, "", _) => {
                format!("The legal form {kept} of the registered name is missing.")
            }
            (DifferenceKind::LegalForm, _, "") => {
                format!("The registered name does not state the legal form {sent}.")
            }
            (DifferenceKind::LegalForm, ..) => {
                format!("The legal form is {kept} on the register, not {sent}.")
            }
            (DifferenceKind::Country, "", _) => {
                format!("The registered name ends in {kept}; the name sent does not.")
            }
            (DifferenceKind::Country, ..) => {
                format!("The name sent ends in {sent}; the registered name does not.")
            }
            (DifferenceKind::MissingWord, ..) => {
                format!("The word {kept} of the registered name is missing.")
            }
            (DifferenceKind::ExtraWord, ..) => {
                format!("The word {sent} is not in the registered name.")
            }
            (DifferenceKind::Spelling, ..) => {
                format!("{sent} is spelled {kept} on the register.")
            }
            (DifferenceKind::Spacing, ..) => {
                format!("{sent} is written {kept} on the register.")
            }
            (DifferenceKind::WordOrder, ..) => {
                "The words stand in another order on the register.".to_owned()
            }
            (DifferenceKind::Writing, ..) => {
                "Only punctuation, spacing, abbreviations or marks on letters differ.".to_owned()
            }
            (DifferenceKind::Letters, ..) => {
                format!("Letters that are not Latin, though they may look so: {sent}{kept}.")
            }
        }
    }
}
