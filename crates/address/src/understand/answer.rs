//! What goes in and what comes out.

use std::fmt;

/// What the caller allows and expects.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Which missing fields may be filled by rule or guess.
    pub infer: Infer,
    /// Below this confidence an answer asks for review.
    pub review_below: f64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            infer: Infer::default(),
            review_below: 0.8,
        }
    }
}

/// The `hallucination` flags of the contract, all false by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Infer {
    /// A missing LGA may be inferred from clear locality evidence.
    pub lga: bool,
    /// A missing state may be derived from a recognised LGA, or inferred.
    pub state: bool,
    /// A missing country may be derived from a recognised Nigerian state or LGA.
    pub country: bool,
}

/// Where a value comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(const_into_str, serialize_all = "snake_case")]
pub enum Source {
    /// It stands in the document.
    Extracted,
    /// A rule without exception gives it.
    Derived,
    /// A guess that the flags allow.
    Inferred,
    /// There is none; the value is empty.
    #[default]
    NotFound,
}

impl Source {
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }
}

/// What is known about one field's value.
#[derive(Clone, Default, PartialEq)]
pub struct FieldFacts {
    /// Where the value comes from.
    pub source: Source,
    /// 0 to 1 with two decimals; 0 if not found.
    pub confidence: f64,
    /// The document's own text, or the rule in words.
    pub evidence: Vec<String>,
}

impl fmt::Debug for FieldFacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:.2}", self.source.as_str(), self.confidence)
    }
}

/// The facts of all fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fields {
    /// The address as printed.
    pub full_address: FieldFacts,
    pub street: FieldFacts,
    pub city: FieldFacts,
    pub state: FieldFacts,
    pub lga: FieldFacts,
    pub country: FieldFacts,
}

impl Fields {
    pub fn all(&self) -> [&FieldFacts; 6] {
        [
            &self.full_address,
            &self.street,
            &self.city,
            &self.state,
            &self.lga,
            &self.country,
        ]
    }

    pub(super) fn all_mut(&mut self) -> [&mut FieldFacts; 6] {
        [
            &mut self.full_address,
            &mut self.street,
            &mut self.city,
            &mut self.state,
            &mut self.lga,
            &mut self.country,
        ]
    }
}

/// Why a person should look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(const_into_str, serialize_all = "snake_case")]
pub enum ReviewReason {
    /// The document shows no address of a customer.
    NoAddress,
    /// A field was derived or inferred.
    FilledField,
    /// A field's confidence is below the threshold.
    LowConfidence,
    /// Two candidates are about equally good and differ.
    CloseCandidates,
    /// The place names fit more than one LGA or state, or contradict each other.
    AmbiguousPlace,
    /// The address is abroad.
    ForeignAddress,
    /// Nothing but a post-office box or a mail bag.
    PostBoxOnly,
    /// Some pages are pictures and were not read.
    UnreadPages,
    /// The AI provider chose the address among those that are printed.
    ProviderChose,
}

impl ReviewReason {
    /// A stable word for it.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }
}

/// An address that was considered.
#[derive(Clone, PartialEq)]
pub struct Candidate {
    /// As printed, lines joined by `, `.
    pub text: String,
    /// Page, counted from 1.
    pub page: u32,
    /// Left, top, right, bottom as fractions of the page.
    pub region: [f32; 4],
    /// The label it stands under, as printed.
    pub label: Option<String>,
    /// The higher the likelier to be the customer's.
    pub score: f64,
    /// What spoke for and against it, in words.
    pub reasons: Vec<String>,
}

impl fmt::Debug for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<candidate on page {} at {:.2}>", self.page, self.score)
    }
}

/// What is printed of an address in finer parts than the fields; empty where there is none.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct AddressParts {
    /// Number, flat, floor, building: what stands before the street, or behind it.
    pub premises: String,
    /// The thoroughfare, or the estate that stands for it, without premises and landmark.
    pub thoroughfare: String,
    /// The quarter of the town; never its name.
    pub district: String,
    pub postcode: String,
    /// What the place is near to: `Opposite GTBank`.
    pub landmark: String,
    /// Who passes the mail on, without the words for it.
    pub care_of: String,
}

impl fmt::Debug for AddressParts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<parts of an address>")
    }
}

/// The answer: empty strings where nothing was found.
#[derive(Clone, Default, PartialEq)]
pub struct Extraction {
    /// The address as visible in the document, nothing added.
    pub full_address: String,
    pub street: String,
    pub city: String,
    /// State: `Lagos`, `FCT`, … or as printed abroad.
    pub state: String,
    /// Local government area by its official name.
    pub lga: String,
    pub country: String,
    /// Source, confidence and evidence of each.
    pub fields: Fields,
    /// The least confidence of the non-empty extracted fields: 0 to 1, two decimals.
    pub confidence: f64,
    /// Whether a person should look; never without a reason below.
    pub requires_review: bool,
    pub review_reasons: Vec<ReviewReason>,
    /// What the fields do not tell apart.
    pub parts: AddressParts,
    /// All candidates, the best first.
    pub candidates: Vec<Candidate>,
}

impl fmt::Debug for Extraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Extraction")
            .field("fields", &self.fields)
            .field("confidence", &self.confidence)
            .field("review_reasons", &self.review_reasons)
            .field("candidates", &self.candidates)
            .finish_non_exhaustive()
    }
}

/// 0 to 1, finite, two decimals.
pub(super) fn two_decimals(confidence: f64) -> f64 {
    let finite = if confidence.is_finite() {
        confidence
    } else {
        0.0
    };
    (finite.clamp(0.0, 1.0) * 100.0).round() / 100.0
}

/// The overall confidence is the least of what was extracted, never a mean: a mean would hide
/// the one bad field. Then everything that a person should look at is named.
pub(super) fn review(answer: &mut Extraction, options: &Options) {
    let fields = answer.fields.all();
    let least = fields
        .iter()
        .filter(|field| field.source == Source::Extracted)
        .map(|field| field.confidence)
        .fold(f64::INFINITY, f64::min);
    let filled = fields
        .iter()
        .any(|field| matches!(field.source, Source::Derived | Source::Inferred));
    answer.confidence = if least.is_finite() {
        two_decimals(least)
    } else {
        0.0
    };
    if filled {
        answer.review_reasons.push(ReviewReason::FilledField);
    }
    if answer.confidence < options.review_below && !answer.full_address.is_empty() {
        answer.review_reasons.push(ReviewReason::LowConfidence);
    }
    let mut seen = Vec::new();
    answer.review_reasons.retain(|reason| {
        let new = !seen.contains(reason);
        seen.push(*reason);
        new
    });
    answer.requires_review = !answer.review_reasons.is_empty();
}
