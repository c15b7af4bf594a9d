//! The fields of an offer between its form and [`read_offer`](kofa_investment::market).

use std::collections::HashMap;

use kofa_domain::{Error, Fault, Kobo};
use kofa_investment::market::fields_of;
use kofa_investment::offer::{Offer, OfferType};
use kofa_investment::subscription::ProfileType;
use kofa_portal::kit::{Form, in_naira, named, reworded};
use serde_json::Value;

use crate::inputs::{self, Input, Kind, Pick};

/// How a field is written in a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Text,
    Number,
    Naira,
    Moment,
    Flag,
    OfferType,
    Profiles,
    Methods,
    Names,
    Numbers,
}

use Shape::{Flag, Methods, Moment, Naira, Names, Number, Numbers, Profiles, Text};

struct Field {
    name: &'static str,
    label: &'static str,
    shape: Shape,
    hint: &'static str,
}

const fn field(name: &'static str, label: &'static str, shape: Shape, hint: &'static str) -> Field {
    Field {
        name,
        label,
        shape,
        hint,
    }
}

const LAGOS: &str = "Lagos time.";

const WHAT: [Field; 7] = [
    field("name", "Name", Text, "The name that investors see."),
    field("offerType", "Type", Shape::OfferType, ""),
    field("issuerName", "Issuer", Text, ""),
    field(
        "symbol",
        "Symbol",
        Text,
        "2 to 12 capital letters and digits.",
    ),
    field("isin", "ISIN", Text, "Such as NG0BAOBAB004."),
    field("sector", "Sector", Text, ""),
    field("prospectusUrl", "Prospectus", Text, "Optional web address."),
];
const TERMS: [Field; 9] = [
    field(
        "priceKobo",
        "Price per share, in naira",
        Naira,
        "For a book-build, the upper end of the range.",
    ),
    field(
        "priceRangeKobo.min",
        "Lowest price in the range, in naira",
        Naira,
        "Optional.",
    ),
    field(
        "priceRangeKobo.max",
        "Highest price in the range, in naira",
        Naira,
        "Optional.",
    ),
    field(
        "minimumShares",
        "Minimum shares per application",
        Number,
        "",
    ),
    field("multiple", "In multiples of", Number, ""),
    field(
        "maximumShares",
        "Maximum shares per application",
        Number,
        "Optional.",
    ),
    field("sharesOnOffer", "Shares on offer", Number, ""),
    field(
        "oversubscriptionLimitPct",
        "Over-allotment limit, in percent",
        Number,
        "15 if left empty; 0 for a rights issue.",
    ),
    field(
        "totalSubscriptionPct",
        "Subscription level, in percent",
        Number,
        "Once known.",
    ),
];
const DATES: [Field; 8] = [
    field("openAt", "Opens", Moment, LAGOS),
    field("closeAt", "Closes", Moment, LAGOS),
    field(
        "dailyCutoff",
        "Daily cut-off",
        Text,
        "Lagos time. 17:00 if left empty.",
    ),
    field(
        "timeline.allotmentAt",
        "Allotment",
        Moment,
        "This date and those below are optional.",
    ),
    field("timeline.refundInitiationAt", "Refunds begin", Moment, ""),
    field("timeline.refundDeadlineAt", "Refunds complete", Moment, ""),
    field(
        "timeline.cscsCreditAt",
        "CSCS accounts credited",
        Moment,
        "",
    ),
    field("timeline.listingAt", "Listing", Moment, ""),
];
const RIGHTS: [Field; 6] = [
    field("rights.ratioNew", "New shares issued", Number, ""),
    field("rights.ratioHeld", "For shares held", Number, ""),
    field(
        "rights.qualificationAt",
        "Qualification date",
        Moment,
        "Must be before the offer opens.",
    ),
    field("rights.rightsSymbol", "Rights symbol", Text, ""),
    field(
        "rights.rightsTradingEndAt",
        "Rights trading ends",
        Moment,
        "",
    ),
    field(
        "rights.additionalAllowed",
        "Holders may apply for additional shares",
        Flag,
        "",
    ),
];
const REACH: [Field; 3] = [
    field(
        "eligibleProfileTypes",
        "Who may apply",
        Profiles,
        "All investors if none is selected.",
    ),
    field(
        "paymentMethods",
        "Payment methods",
        Methods,
        "Both if none is selected.",
    ),
    field(
        "eligibleBanks",
        "IDs of the banks to pay from",
        Numbers,
        "Separated by commas. All supported banks if left empty.",
    ),
];
const PEOPLE: [Field; 5] = [
    field("registrar.name", "Registrar", Text, ""),
    field("registrar.email", "Registrar's email", Text, "Optional."),
    field(
        "registrar.phone",
        "Registrar's phone number",
        Text,
        "Optional.",
    ),
    field(
        "registrar.website",
        "Registrar's website",
        Text,
        "Optional.",
    ),
    field(
        "issuingHouses",
        "Issuing houses",
        Names,
        "Optional. One per line.",
    ),
];

const GROUPS: [(&str, &[Field]); 6] = [
    ("Offer details", &WHAT),
    ("Terms", &TERMS),
    ("Dates", &DATES),
    ("Rights issue only", &RIGHTS),
    ("Eligibility and payment", &REACH),
    ("Registrar and issuing houses", &PEOPLE),
];

fn fields() -> impl Iterator<Item = &'static Field> {
    GROUPS.iter().flat_map(|(_, fields)| fields.iter())
}

/// A group of fields of the form.
#[derive(Debug)]
pub(super) struct Section {
    pub(super) title: &'static str,
    pub(super) inputs: Vec<Input>,
}

/// The texts of a form, by field.
pub(super) type Texts = HashMap<&'static str, Vec<String>>;

/// As the form was sent.
pub(super) fn sent(form: &Form) -> Texts {
    let own = |text: &str| text.trim().replace("\r\n", "\n");
    let texts = |field: &Field| {
        let all = form.all(field.name).into_iter().map(own);
        (field.name, all.filter(|text| !text.is_empty()).collect())
    };
    fields().map(texts).collect()
}

/// As `offer` is now.
pub(super) fn of(offer: &Offer) -> Texts {
    let flat = fields_of(offer);
    let texts = |field: &Field| {
        let value = flat.get(field.name).unwrap_or(&Value::Null);
        (field.name, shown(field.shape, value))
    };
    fields().map(texts).collect()
}

fn shown(shape: Shape, value: &Value) -> Vec<String> {
    let plain = |value: &Value| match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    match (shape, value) {
        (_, Value::Null) => Vec::new(),
        (Names, Value::Array(all)) => joined(all.iter().map(plain), "\n"),
        (Numbers, Value::Array(all)) => joined(all.iter().map(plain), ", "),
        (_, Value::Array(all)) => all.iter().map(plain).collect(),
        (Naira, value) => {
            let kobo = value.as_i64().unwrap_or_default();
            vec![Kobo::new(kobo).naira_text()]
        }
        (Moment, value) => {
            let at = value.as_str().and_then(inputs::local_of);
            at.into_iter().collect()
        }
        (_, value) => vec![plain(value)],
    }
}

fn joined(all: impl Iterator<Item = String>, by: &str) -> Vec<String> {
    let all: Vec<String> = all.collect();
    let text = all.join(by);
    Some(text)
        .filter(|text| !text.is_empty())
        .into_iter()
        .collect()
}

/// The fields in which `texts` differs from what `before` showed.
pub(super) fn changed(texts: &Texts, before: &Texts) -> Texts {
    let differs = |(name, texts): &(&&'static str, &Vec<String>)| before.get(*name) != Some(*texts);
    let copy = |(name, texts): (&&'static str, &Vec<String>)| (*name, texts.clone());
    texts.iter().filter(differs).map(copy).collect()
}

/// As a command takes them, in the order of the form.
pub(super) fn pairs(texts: &Texts) -> impl Iterator<Item = (&'static str, &[String])> {
    let of = |field: &'static Field| Some((field.name, texts.get(field.name)?.as_slice()));
    fields().filter_map(of)
}

/// What the API would say of its fields and of kobo, in the form's labels and in naira.
pub(super) fn told(error: Error) -> Error {
    let is_naira = |fault: &Fault| {
        let of = fields().find(|field| fault.field.as_deref() == Some(field.name));
        of.is_some_and(|field| field.shape == Naira)
    };
    reworded(error, |fault| match is_naira(fault) {
        true => named(&in_naira(&fault.message), label),
        false => named(&fault.message, label),
    })
}

fn label(name: &str) -> Option<&'static str> {
    match name {
        "id" | "offerId" => Some("Id"),
        "rights" => Some("Rights issue only"),
        name => fields().find(|field| field.name == name).map(|it| it.label),
    }
}

/// The form with `texts` in it; why a field cannot be changed, if it cannot.
pub(super) fn sections(
    texts: &Texts,
    fixed: impl Fn(&str) -> Option<&'static str>,
) -> Vec<Section> {
    let empty = Vec::new();
    let input = |field: &Field| {
        let texts = texts.get(field.name).unwrap_or(&empty);
        let why = fixed(field.name);
        Input {
            id: field.name.replace('.', "-"),
            name: field.name,
            label: field.label.to_owned(),
            hint: why.map_or(field.hint.to_owned(), |why| {
                format!("Can't be changed: {}.", why.replace('`', ""))
            }),
            value: texts.first().cloned().unwrap_or_default(),
            kind: kind(field.shape, texts),
            fixed: why.is_some(),
        }
    };
    let section = |(title, fields): &(&'static str, &[Field])| Section {
        title,
        inputs: fields.iter().map(input).collect(),
    };
    GROUPS.iter().map(section).collect()
}

fn kind(shape: Shape, texts: &[String]) -> Kind {
    let is_on = |value: &str| texts.iter().any(|text| text == value);
    let pick = |value: &'static str, label: &str| Pick::new(value, label, is_on(value));
    match shape {
        Text | Number | Naira | Numbers => Kind::Line("text"),
        Moment => Kind::Line("datetime-local"),
        Names => Kind::Lines,
        Flag => Kind::Choice(vec![
            Pick::new("", "Not set", texts.is_empty()),
            pick("true", "Yes"),
            pick("false", "No"),
        ]),
        Shape::OfferType => {
            let all = OfferType::ALL.map(OfferType::as_str);
            Kind::Choice(all.map(|word| pick(word, word)).into())
        }
        Profiles => {
            let all = ProfileType::ALL.map(ProfileType::as_str);
            Kind::Boxes(all.map(|word| pick(word, word)).into())
        }
        Methods => Kind::Boxes(vec![
            pick("BANK_TRANSFER", "Bank transfer"),
            pick("CARD", "Card"),
        ]),
    }
}

#[cfg(test)]
mod tests {
    use kofa_commands::Entry;
    use kofa_core::product::Products;
    use kofa_investment::commands::CreateOffer;
    use kofa_investment::seed::sandbox_offers;
    use kofa_portal::kit::CommandForm;

    use kofa_domain::Timestamp;

    use super::*;

    fn created(texts: &Texts, id: &str) -> kofa_domain::Result<Offer> {
        let form = CommandForm::new(Entry::of::<CreateOffer>())
            .with("environment", "sandbox")
            .with("id", id)
            .of_texts(pairs(texts));
        form.read::<CreateOffer>(Timestamp::default(), &Products::new(&[], &[]))
            .map(|create| create.offer)
    }

    #[test]
    fn an_offer_goes_through_its_form_unchanged() {
        let now = Timestamp::parse_rfc3339("2026-07-03T12:00:00Z").unwrap();
        for one in sandbox_offers(now) {
            let texts = of(&one.offer);
            let nothing = changed(&texts, &of(&one.offer));
            assert!(nothing.is_empty(), "{nothing:?}");
            let back = created(&texts, &one.offer.id).unwrap();
            assert_eq!(back.price, one.offer.price);
            assert_eq!(
                back.details.rights.is_some(),
                one.offer.details.rights.is_some()
            );
            assert_eq!(
                back.details.issuing_houses,
                one.offer.details.issuing_houses
            );
            let local = crate::inputs::local;
            assert_eq!(local(back.open_at), local(one.offer.open_at));
        }
    }

    #[test]
    fn a_refusal_is_in_naira_and_in_the_labels_of_the_form() {
        let refused = |name: &'static str, text: &str| {
            let texts = [(name, vec![text.to_owned()])].into_iter().collect();
            let error = created(&texts, "").unwrap_err();
            let faults = told(error).all().to_vec();
            faults.iter().map(|one| one.message.to_string()).collect()
        };
        let has = |all: &[String], text: &str| {
            assert!(all.iter().any(|one| one == text), "{text}: {all:?}");
        };
        let all: Vec<String> = refused("priceKobo", "90,000,000");
        let price = "\u{201c}Price per share, in naira\u{201d}";
        has(
            &all,
            &format!("{price} must be from \u{20a6}0.01 to \u{20a6}10,000,000.00."),
        );
        for label in ["Registrar", "ISIN", "Minimum shares per application"] {
            has(&all, &format!("\u{201c}{label}\u{201d} is required."));
        }
        has(&refused("sector", "x"), &format!("{price} is required."));
        let naira = format!("{price} must be naira, such as 12.50.");
        has(&refused("priceKobo", "dear"), &naira);
        let shares = "\u{201c}In multiples of\u{201d} must be from 1 to ";
        let all = refused("multiple", "0");
        assert!(all.iter().any(|one| one.starts_with(shares)), "{all:?}");
    }

    #[test]
    fn a_change_names_only_what_is_different() {
        let now = Timestamp::parse_rfc3339("2026-07-03T12:00:00Z").unwrap();
        let offer = sandbox_offers(now).swap_remove(0).offer;
        let before = of(&offer);
        let mut texts = before.clone();
        texts.insert("sector", vec!["Shoes".to_owned()]);
        texts.insert("prospectusUrl", Vec::new());
        let change = changed(&texts, &before);
        let mut names: Vec<_> = change.keys().copied().collect();
        names.sort_unstable();
        assert_eq!(names, ["prospectusUrl", "sector"]);
        assert!(change["prospectusUrl"].is_empty());
    }
}
