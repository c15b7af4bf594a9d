//! A name taken apart into legal form and words.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use super::words::{COUNTRY, canonical};
use crate::rules::{CompanyType, EntityType};

/// The legal form a name ends in (or, for trustees, begins with).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str, serialize_all = "SCREAMING_SNAKE_CASE")]
pub enum LegalForm {
    Ltd,
    Plc,
    #[strum(to_string = "LTD GTE")]
    LtdGte,
    Ultd,
    Llp,
    Lp,
    #[strum(to_string = "INCORPORATED TRUSTEES")]
    Trustees,
}

impl LegalForm {
    pub const ALL: [Self; 7] = kofa_domain::all();

    /// As it stands at the end of a strict key.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }

    /// The kind of entity that has it.
    pub const fn entity_type(self) -> EntityType {
        match self {
            Self::Ltd | Self::Plc | Self::LtdGte | Self::Ultd => EntityType::Company,
            Self::Llp => EntityType::LimitedLiabilityPartnership,
            Self::Lp => EntityType::LimitedPartnership,
            Self::Trustees => EntityType::IncorporatedTrustee,
        }
    }

    /// The form that names of a type have; business names have none.
    pub const fn of(company_type: CompanyType) -> Option<Self> {
        match company_type {
            CompanyType::PrivateLimitedByShares => Some(Self::Ltd),
            CompanyType::PublicLimitedByShares => Some(Self::Plc),
            CompanyType::PrivateLimitedByGuarantee | CompanyType::PublicLimitedByGuarantee => {
                Some(Self::LtdGte)
            }
            CompanyType::PrivateUnlimited => Some(Self::Ultd),
            CompanyType::IncorporatedTrustee => Some(Self::Trustees),
            CompanyType::LimitedPartnership => Some(Self::Lp),
            CompanyType::LimitedLiabilityPartnership => Some(Self::Llp),
            CompanyType::SoleProprietorship | CompanyType::Firm => None,
        }
    }
}

/// Endings that are a legal form, longest first, in canonical words.
const ENDINGS: [(&[&str], LegalForm); 18] = [
    (
        &["PUBLIC", "COMPANY", "LTD", "BY", "SHARES"],
        LegalForm::Plc,
    ),
    (
        &["PRIVATE", "COMPANY", "LTD", "BY", "SHARES"],
        LegalForm::Ltd,
    ),
    (&["PUBLIC", "LTD", "LIABILITY", "COMPANY"], LegalForm::Plc),
    (&["PRIVATE", "LTD", "LIABILITY", "COMPANY"], LegalForm::Ltd),
    (&["COMPANY", "LTD", "BY", "GTE"], LegalForm::LtdGte),
    (&["LTD", "LIABILITY", "PARTNERSHIP"], LegalForm::Llp),
    (&["LTD", "LIABILITY", "COMPANY"], LegalForm::Ltd),
    (&["PUBLIC", "LTD", "COMPANY"], LegalForm::Plc),
    (&["PRIVATE", "LTD", "COMPANY"], LegalForm::Ltd),
    (&["LTD", "BY", "GTE"], LegalForm::LtdGte),
    (&["LTD", "PARTNERSHIP"], LegalForm::Lp),
    (&["LTD", "GTE"], LegalForm::LtdGte),
    (&["INCORPORATED", "TRUSTEES"], LegalForm::Trustees),
    (&["PLC"], LegalForm::Plc),
    (&["ULTD"], LegalForm::Ultd),
    (&["LLP"], LegalForm::Llp),
    (&["LP"], LegalForm::Lp),
    (&["LTD"], LegalForm::Ltd),
];

/// The same where they are written together with the name before them. What ends in another
/// one comes before it: `UNLIMITED` is no `LIMITED`.
const GLUED: [(&str, LegalForm); 16] = [
    ("LIMITEDLIABILITYPARTNERSHIP", LegalForm::Llp),
    ("LIMITEDPARTNERSHIP", LegalForm::Lp),
    ("INCORPORATEDTRUSTEES", LegalForm::Trustees),
    ("PUBLICLIMITEDCOMPANY", LegalForm::Plc),
    ("LIMITEDBYGUARANTEE", LegalForm::LtdGte),
    ("LIMITEDGUARANTEE", LegalForm::LtdGte),
    ("LIMITEDGTE", LegalForm::LtdGte),
    ("LTDGTE", LegalForm::LtdGte),
    ("UNLIMITED", LegalForm::Ultd),
    ("LIMITED", LegalForm::Ltd),
    ("UNLTD", LegalForm::Ultd),
    ("ULTD", LegalForm::Ultd),
    ("LTD", LegalForm::Ltd),
    ("PLC", LegalForm::Plc),
    ("LLP", LegalForm::Llp),
    ("LP", LegalForm::Lp),
];

/// What the names of trustees begin with.
const TRUSTEES_OF: [&[&str]; 4] = [
    &["INCORPORATED", "TRUSTEES", "OF"],
    &["INCORPORATED", "TRUSTEE", "OF"],
    &["REGISTERED", "TRUSTEES", "OF"],
    &["REGISTERED", "TRUSTEE", "OF"],
];

/// A name in the form in which names are compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameKeys {
    /// The legal form it states, if any.
    pub form: Option<LegalForm>,
    /// The words without the form, each in one spelling, in their order.
    pub words: Vec<String>,
    /// Letters that are not Latin. The register's names are; one that only looks so is not
    /// the same name.
    pub foreign: Vec<char>,
    /// Whether the form stands before the country: `Ifedapo Limited Nigeria`.
    form_before_country: bool,
    /// The letters and digits of the whole name, with its spaces.
    text: String,
}

impl NameKeys {
    /// Takes `name` apart. Never fails: a text without letters or digits has no words.
    pub fn of(name: &str) -> Self {
        Self::apart(name, |_| 0)
    }

    /// As [`NameKeys::of`], for the name of whoever has this number: the number behind it, as
    /// in `Ifedapo Ltd RC 1885308`, is no part of the name. Any other number is, or
    /// `Nova IT 360` would be `Nova`.
    pub fn of_numbered(name: &str, number: &str, kind: Option<EntityType>) -> Self {
        Self::apart(name, |words| own_number(words, number, kind))
    }

    /// `number` says how many words at the end are a number and no name.
    fn apart(name: &str, number: impl Fn(&[String]) -> usize) -> Self {
        let (text, foreign) = plain_letters(name);
        let mut words = words(&text);
        let (mut form, mut form_before_country) = (None, false);
        loop {
            let before = words.len();
            words.truncate(before - number(&words));
            take_form(&mut words, &mut form);
            form_before_country |= take_form_before_country(&mut words, &mut form);
            // Behind the form, lest `THE LLP` be left as a form that is taken for a word.
            if words.len() > 1 && words[0] == "THE" {
                words.remove(0);
            }
            if words.len() == before {
                break;
            }
        }
        Self {
            form,
            words,
            foreign,
            form_before_country,
            text,
        }
    }

    /// The words and the legal form: equal for names that differ in writing only.
    pub fn strict(&self) -> String {
        let mut key = self.words.join(" ");
        if let Some(form) = self.form {
            key.push(' ');
            key.push_str(form.as_str());
        }
        key
    }

    /// The words without legal form and without a country at the end: what a name has in
    /// common with those of its sisters. Names with equal cores may well be different
    /// entities.
    pub fn core(&self) -> String {
        self.core_words().join(" ")
    }

    /// The words of [`NameKeys::core`].
    pub(super) fn core_words(&self) -> &[String] {
        match self.words.as_slice() {
            [rest @ .., last] if last == COUNTRY && !rest.is_empty() => rest,
            words => words,
        }
    }

    /// Whether two names that do not state different forms have the same letters and digits
    /// but for spaces, `IfedapoMicrosystemsLimited` too. The form must be one of the
    /// spellings of the same form at the end of both, or of neither.
    pub(super) fn has_letters_of(&self, other: &Self) -> bool {
        if self.text.trim_start().get(..1) != other.text.trim_start().get(..1) {
            return false;
        }
        let (one, two) = (self.text.replace(' ', ""), other.text.replace(' ', ""));
        let ((one, form), (two, other_form)) = (take_glued_form(&one), take_glued_form(&two));
        let stated = self.form.or(other.form);
        one == two
            && !one.is_empty()
            && form == other_form
            && (stated.is_none() || stated == form)
            && numbers(&self.text).eq(numbers(&other.text))
    }

    /// Whether the country stands at the end.
    pub(super) fn names_country(&self) -> bool {
        self.core_words().len() < self.words.len()
    }

    /// Whether the country at the end of this name stands elsewhere in `other`: then it is
    /// no addition, but the same words in another order.
    pub(super) fn has_country_elsewhere(&self, other: &Self) -> bool {
        let countries = |keys: &Self| keys.words.iter().filter(|word| *word == COUNTRY).count();
        self.names_country() && !other.names_country() && countries(self) <= countries(other)
    }

    /// Whether one of two names with form and country has the form before the country, and
    /// the other behind it.
    pub(super) fn has_form_elsewhere(&self, other: &Self) -> bool {
        let has_both = |keys: &Self| keys.form.is_some() && keys.names_country();
        let is_moved = self.form_before_country != other.form_before_country;
        is_moved && has_both(self) && has_both(other)
    }
}

/// How many words at the end are `number` with the prefix of its kind (`RC 123456`,
/// `RC123456`). The prefix RC stands for any kind, as people write it before any number.
fn own_number(words: &[String], number: &str, kind: Option<EntityType>) -> usize {
    let is_own = |prefix: &str, digits: &str| {
        let bare = digits.trim_start_matches('0');
        let fits = match EntityType::of_prefix(prefix) {
            Some(EntityType::Company) => true,
            Some(of_prefix) => kind.is_none_or(|kind| kind == of_prefix),
            None => false,
        };
        fits && !bare.is_empty() && (digits == number || bare == number)
    };
    let is_joined = |word: &str| {
        let first = word.find(|letter: char| letter.is_ascii_digit());
        let (prefix, digits) = word.split_at(first.unwrap_or(word.len()));
        is_own(prefix, digits)
    };
    match words {
        [_, .., prefix, digits] if is_own(prefix, digits) => 2,
        [_, .., last] if is_joined(last) => 1,
        _ => 0,
    }
}

/// Takes the legal form off the end or the beginning, if it is there and does not contradict
/// the one found before. A name that is nothing else keeps its words.
fn take_form(words: &mut Vec<String>, form: &mut Option<LegalForm>) {
    let fits = |found: LegalForm, form: &Option<LegalForm>| form.is_none_or(|one| one == found);
    if let Some((length, found)) = form_at_end(words) {
        if fits(found, form) {
            words.truncate(words.len() - length);
            *form = Some(found);
        }
        return;
    }
    let begins = |start: &&&[&str]| {
        words.len() > start.len() && words.iter().zip(start.iter()).all(|(a, b)| a == b)
    };
    if let Some(start) = TRUSTEES_OF.iter().find(begins)
        && fits(LegalForm::Trustees, form)
    {
        words.drain(..start.len());
        *form = Some(LegalForm::Trustees);
    }
}

/// Takes the legal form out from between the name and the country at its end, where that is
/// the only form; whether it was there.
fn take_form_before_country(words: &mut Vec<String>, form: &mut Option<LegalForm>) -> bool {
    let [before @ .., last] = words.as_slice() else {
        return false;
    };
    let Some((length, found)) = form_at_end(before).filter(|_| last == COUNTRY && form.is_none())
    else {
        return false;
    };
    let end = before.len();
    words.drain(end - length..end);
    *form = Some(found);
    true
}

/// The legal form that ends a name which is more than that, and how many words it has.
fn form_at_end(words: &[String]) -> Option<(usize, LegalForm)> {
    let is_there = |ending: &[&str]| words.len() > ending.len() && ends_with(words, ending);
    let found = ENDINGS.iter().find(|(ending, _)| is_there(ending));
    found.map(|(ending, form)| (ending.len(), *form))
}

/// A name without spaces, without its legal form.
fn take_glued_form(letters: &str) -> (&str, Option<LegalForm>) {
    let found = GLUED.iter().find_map(|(ending, form)| {
        let rest = letters.strip_suffix(ending)?;
        (!rest.is_empty()).then_some((rest, Some(*form)))
    });
    found.unwrap_or((letters, None))
}

/// The digits that stand side by side, in their order.
fn numbers(text: &str) -> impl Iterator<Item = &str> {
    let runs = text.split(|letter: char| !letter.is_ascii_digit());
    runs.filter(|run| !run.is_empty())
}

fn ends_with(words: &[String], ending: &[&str]) -> bool {
    words
        .iter()
        .rev()
        .zip(ending.iter().rev())
        .all(|(a, b)| a == b)
}

/// Words in their one spelling. Single letters in a row are one word: `P. L. C.`, `A B C`.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut tokens = text.split(' ').filter(|word| !word.is_empty()).peekable();
    while let Some(token) = tokens.next() {
        let mut word = token.to_owned();
        if is_letter(token) {
            while let Some(next) = tokens.next_if(|next| is_letter(next)) {
                word.push_str(next);
            }
        }
        // Not the abbreviation of `company`, but one word with a hyphen.
        if word == "CO"
            && let Some(rest) = tokens.next_if(|next| next.starts_with("OPERATIVE"))
        {
            word.push_str(rest);
        }
        match word.as_str() {
            "MFB" => words.extend(["MICROFINANCE".to_owned(), "BANK".to_owned()]),
            "MICRO" if tokens.next_if_eq(&"FINANCE").is_some() => {
                words.push("MICROFINANCE".to_owned());
            }
            other => words.push(canonical(other).to_owned()),
        }
    }
    words
}

fn is_letter(token: &str) -> bool {
    matches!(token.as_bytes(), [b'A'..=b'Z'])
}

/// Upper case without marks on letters; `&` is a word, apostrophes vanish, and every other
/// character that is neither letter nor digit is a space. With the letters that are not Latin.
pub(crate) fn plain_letters(name: &str) -> (String, Vec<char>) {
    let mut text = String::with_capacity(name.len() + 8);
    let mut foreign = Vec::new();
    if name.is_ascii() {
        name.chars()
            .for_each(|c| push(&mut text, c.to_ascii_uppercase()));
        return (text, foreign);
    }
    let letters = name
        .chars()
        .filter(|c| !vanishes(*c))
        .flat_map(char::to_uppercase)
        .nfkd()
        .flat_map(char::to_uppercase)
        .filter(|c| !is_combining_mark(*c) && !vanishes(*c));
    for letter in letters {
        match hookless(letter) {
            Some(plain) => text.push_str(plain),
            None => {
                if letter.is_alphabetic() && !is_latin(letter) && !foreign.contains(&letter) {
                    foreign.push(letter);
                }
                push(&mut text, letter);
            }
        }
    }
    (text, foreign)
}

fn push(text: &mut String, letter: char) {
    match letter {
        '&' => text.push_str(" AND "),
        '\'' | '`' => {}
        letter if letter.is_alphanumeric() => text.push(letter),
        _ => text.push(' '),
    }
}

/// Apostrophes, and characters that nobody sees.
fn vanishes(letter: char) -> bool {
    matches!(letter,
        '\'' | '`' | '\u{b4}' | '\u{2018}'..='\u{201b}' | '\u{2032}' | '\u{2b9}'..='\u{2bf}'
        | '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{2064}' | '\u{feff}')
}

/// Letters of Hausa and others whose hook or stroke is no separate mark.
fn hookless(letter: char) -> Option<&'static str> {
    Some(match letter {
        'Ɓ' => "B",
        'Ɗ' | 'Đ' | 'Ð' => "D",
        'Ƙ' => "K",
        'Ƴ' => "Y",
        'Ǝ' => "E",
        'Ŋ' => "N",
        'Ø' => "O",
        'Ł' => "L",
        'Æ' => "AE",
        'Œ' => "OE",
        _ => return None,
    })
}

fn is_latin(letter: char) -> bool {
    matches!(letter, 'A'..='Z' | 'a'..='z' | '\u{c0}'..='\u{2af}' | '\u{1e00}'..='\u{1eff}'
        | '\u{2c60}'..='\u{2c7f}' | '\u{a720}'..='\u{a7ff}')
}
