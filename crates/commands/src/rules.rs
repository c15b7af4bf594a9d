//! Rules for one field: how its value is read, what a description says of it.
//!
//! A rule is a value, so that a command names it where it names the field. Types with a rule of
//! their own (an id, a reason) give it as a function.

use std::borrow::Cow;

use kofa_core::codes::INVALID_EMAIL;
use kofa_core::product::Products;
use kofa_core::text::{
    EMAIL_CHARS_MAX, EMAIL_MUST, NAME_CHARS_MAX, NAME_MUST, REASON_CHARS_MAX, is_email, is_hidden,
    is_name,
};
use kofa_domain::{Code, Environment, Id, IdKind, Kobo, Scope, Timestamp, codes};
use kofa_input::whole;
use serde_json::{Value, json};

use super::wire::{email_schema, line_json, text_json};

mod lists;

pub use crate::rules::lists::{List, Set, Texts, Words};

/// Longest text of a moment, in characters.
const MOMENT_CHARS_MAX: usize = 64;
/// Longest word of a closed list that is compared, in characters.
const WORD_CHARS_MAX: usize = 200;

/// Why a value does not fit.
#[derive(Debug)]
pub struct Wrong {
    pub code: &'static Code,
    /// What the field must be: "must be a whole number", without a full stop.
    pub must: Cow<'static, str>,
}

impl Wrong {
    /// Of a blank text where there must be more, also in a field that may be absent.
    pub const MISSING: Self = Self {
        code: &codes::MISSING_FIELD,
        must: Cow::Borrowed("is required"),
    };
}

impl<T: Into<Cow<'static, str>>> From<T> for Wrong {
    fn from(must: T) -> Self {
        Self {
            code: &codes::INVALID_FIELD,
            must: must.into(),
        }
    }
}

/// What is done with a text of nothing but spaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blank {
    /// No text at all: the rule reads it like any other value.
    Value,
    /// As if the field were not there.
    Absent,
    /// Required, it is missing; optional, it is wrong: a program lost what it meant to send.
    Wrong,
}

/// How the value of a field is read and described.
pub trait Rule {
    type Out;
    /// What is done with a blank text.
    const BLANK: Blank;

    /// The JSON Schema of a value.
    fn schema(&self) -> Value;

    /// Reads a value that is neither absent nor null.
    ///
    /// # Errors
    /// What it must be instead.
    fn read(&self, value: &Value) -> Result<Self::Out, Wrong>;

    /// The value as JSON, as [`Rule::read`] takes it.
    fn write(&self, out: &Self::Out) -> Value;

    /// The same rule with another schema, which says more or less of it.
    fn told(self, schema: fn() -> Value) -> Told<Self>
    where
        Self: Sized,
    {
        Told { rule: self, schema }
    }
}

/// A rule whose schema is stated apart from it.
#[derive(Clone, Copy, Debug)]
pub struct Told<R> {
    rule: R,
    schema: fn() -> Value,
}

impl<R: Rule> Rule for Told<R> {
    type Out = R::Out;
    const BLANK: Blank = R::BLANK;

    fn schema(&self) -> Value {
        (self.schema)()
    }

    fn read(&self, value: &Value) -> Result<R::Out, Wrong> {
        self.rule.read(value)
    }

    fn write(&self, out: &R::Out) -> Value {
        self.rule.write(out)
    }
}

/// A text of at most `most` characters, trimmed.
///
/// # Errors
/// If it is no text, too long, or has a null character.
pub fn text_of(value: &Value, most: usize) -> Result<&str, Wrong> {
    let text = value.as_str().ok_or("must be a string")?.trim();
    if text.contains('\0') {
        return Err("must not hold a null character".into());
    }
    if text.chars().count() > most {
        return Err(format!("must have at most {most} characters").into());
    }
    Ok(text)
}

/// A text of one line without marks of direction; blank is absent.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    pub most: usize,
}

impl Rule for Line {
    type Out = String;
    const BLANK: Blank = Blank::Absent;

    fn schema(&self) -> Value {
        json!({"type": "string", "minLength": 1, "maxLength": self.most})
    }

    fn read(&self, value: &Value) -> Result<String, Wrong> {
        let text = text_of(value, self.most)?;
        if text.chars().any(is_hidden) {
            return Err("must be one line of text without marks of direction".into());
        }
        Ok(text.to_owned())
    }

    fn write(&self, out: &String) -> Value {
        out.as_str().into()
    }
}

/// A line of a certain shape; blank is wrong.
#[derive(Clone, Copy, Debug)]
pub struct Shaped {
    pub most: usize,
    /// Whether a text has the shape.
    pub fits: fn(&str) -> bool,
    /// What it must be.
    pub must: &'static str,
    /// Its shape as a regular expression; empty for none that is told.
    pub pattern: &'static str,
}

impl Rule for Shaped {
    type Out = String;
    const BLANK: Blank = Blank::Wrong;

    fn schema(&self) -> Value {
        match self.pattern {
            "" => json!({"type": "string"}),
            pattern => json!({"type": "string", "pattern": pattern}),
        }
    }

    fn read(&self, value: &Value) -> Result<String, Wrong> {
        if value.as_str().is_some_and(|text| text.trim().is_empty()) {
            return Err(self.must.into());
        }
        let text = Line { most: self.most }.read(value)?;
        if (self.fits)(&text) {
            return Ok(text);
        }
        Err(self.must.into())
    }

    fn write(&self, out: &String) -> Value {
        out.as_str().into()
    }
}

/// A text of one sort; blank is absent.
#[derive(Clone, Copy, Debug)]
pub struct Sort {
    pub most: usize,
    /// The text as it is kept, if it is of the sort.
    pub keep: fn(&str) -> Option<String>,
    /// What is said of one that is not.
    pub code: &'static Code,
    /// What it must be.
    pub must: &'static str,
    /// The JSON Schema of a text.
    pub schema: fn() -> Value,
}

impl Rule for Sort {
    type Out = String;
    const BLANK: Blank = Blank::Absent;

    fn schema(&self) -> Value {
        (self.schema)()
    }

    fn read(&self, value: &Value) -> Result<String, Wrong> {
        let text = text_of(value, self.most)?;
        (self.keep)(text).ok_or(Wrong {
            code: self.code,
            must: self.must.into(),
        })
    }

    fn write(&self, out: &String) -> Value {
        out.as_str().into()
    }
}

/// The name of a tenant, an operator or a key.
pub const NAME: Sort = Sort {
    most: NAME_CHARS_MAX,
    keep: |text| is_name(text).then(|| text.to_owned()),
    code: &codes::INVALID_FIELD,
    must: NAME_MUST,
    schema: || line_json(NAME_CHARS_MAX),
};

/// An e-mail address; kept in lower case.
pub const EMAIL: Sort = Sort {
    most: EMAIL_CHARS_MAX,
    keep: |text| Some(text.to_lowercase()).filter(|text| is_email(text)),
    code: &INVALID_EMAIL,
    must: EMAIL_MUST,
    schema: || json!(email_schema()),
};

/// Why somebody does something, in words.
pub const REASON: Sort = Sort {
    most: REASON_CHARS_MAX,
    keep: |text| (!text.chars().any(char::is_control)).then(|| text.to_owned()),
    code: &codes::INVALID_FIELD,
    must: "must have at most 500 characters and no control characters",
    schema: || text_json(REASON_CHARS_MAX),
};

/// A text that is parsed; blank is wrong.
#[derive(Clone, Copy, Debug)]
pub struct Parsed<T> {
    /// The value of a trimmed text, if it is one.
    pub parse: fn(&str) -> Option<T>,
    /// The text of a value.
    pub write: fn(&T) -> String,
    /// What it must be.
    pub must: &'static str,
    /// The JSON Schema of a text.
    pub schema: fn() -> Value,
}

impl<T> Rule for Parsed<T> {
    type Out = T;
    const BLANK: Blank = Blank::Value;

    fn schema(&self) -> Value {
        (self.schema)()
    }

    fn read(&self, value: &Value) -> Result<T, Wrong> {
        let text = text_of(value, WORD_CHARS_MAX)?;
        (self.parse)(text).ok_or_else(|| self.must.into())
    }

    fn write(&self, out: &T) -> Value {
        (self.write)(out).into()
    }
}

/// A product of this server, by its scope.
#[derive(Debug)]
pub struct ProductScope(pub Products);

impl Rule for ProductScope {
    type Out = Scope;
    const BLANK: Blank = Blank::Value;

    fn schema(&self) -> Value {
        json!({"type": "string"})
    }

    fn read(&self, value: &Value) -> Result<Scope, Wrong> {
        let scope = self.0.scope(text_of(value, Scope::BYTES_MAX)?);
        Ok(scope.ok_or("must be the scope of a product")?)
    }

    fn write(&self, out: &Scope) -> Value {
        out.as_str().into()
    }
}

/// A word of a closed list.
#[derive(Clone, Copy, Debug)]
pub struct Word<T: 'static> {
    pub all: &'static [T],
    /// The word of one.
    pub as_str: fn(T) -> &'static str,
    pub parse: fn(&str) -> Option<T>,
    /// What it must be; empty for the list itself.
    pub must: &'static str,
}

impl<T: Copy> Word<T> {
    fn words(&self) -> Vec<&'static str> {
        self.all.iter().map(|one| (self.as_str)(*one)).collect()
    }

    fn wrong(&self) -> Wrong {
        match self.must {
            "" => format!("must be one of: {}", self.words().join(", ")).into(),
            must => must.into(),
        }
    }
}

impl<T: Copy> Rule for Word<T> {
    type Out = T;
    const BLANK: Blank = Blank::Absent;

    fn schema(&self) -> Value {
        json!({"type": "string", "enum": self.words()})
    }

    fn read(&self, value: &Value) -> Result<T, Wrong> {
        let text = text_of(value, WORD_CHARS_MAX)?;
        (self.parse)(text).ok_or_else(|| self.wrong())
    }

    fn write(&self, out: &T) -> Value {
        (self.as_str)(*out).into()
    }
}

/// The environment: `sandbox` or `live`.
pub const ENVIRONMENT: Word<Environment> = Word {
    all: &[Environment::Sandbox, Environment::Live],
    as_str: Environment::as_str,
    parse: Environment::parse,
    must: "must be `sandbox` or `live`",
};

#[derive(Clone, Copy, Debug)]
pub struct Whole {
    least: i64,
    most: i64,
    /// Whether a description names the most: one that is out of reach is only noise.
    names_most: bool,
}

impl Whole {
    /// From `least` to `most`.
    pub const fn within(least: i64, most: i64) -> Self {
        Self {
            least,
            most,
            names_most: true,
        }
    }

    /// From `least` to `most`, of which descriptions name the first only.
    pub const fn at_least(least: i64, most: i64) -> Self {
        Self {
            least,
            most,
            names_most: false,
        }
    }
}

impl Rule for Whole {
    type Out = i64;
    const BLANK: Blank = Blank::Value;

    fn schema(&self) -> Value {
        let mut schema = json!({"type": "integer", "format": "int64", "minimum": self.least});
        if self.names_most {
            schema["maximum"] = self.most.into();
        }
        schema
    }

    fn read(&self, value: &Value) -> Result<i64, Wrong> {
        let number = whole(value).ok_or("must be a whole number")?;
        if (self.least..=self.most).contains(&number) {
            return Ok(number);
        }
        Err(format!("must be from {} to {}", self.least, self.most).into())
    }

    fn write(&self, out: &i64) -> Value {
        (*out).into()
    }
}

/// An amount of money in kobo, at least one. Forms show and take it in naira.
#[derive(Clone, Copy, Debug)]
pub struct KoboAmount {
    /// The most that fits.
    pub most: i64,
}

impl Rule for KoboAmount {
    type Out = Kobo;
    const BLANK: Blank = Blank::Value;

    fn schema(&self) -> Value {
        Whole::within(1, self.most).schema()
    }

    fn read(&self, value: &Value) -> Result<Kobo, Wrong> {
        Whole::within(1, self.most).read(value).map(Kobo::new)
    }

    fn write(&self, out: &Kobo) -> Value {
        out.get().into()
    }
}

/// A moment in RFC 3339 within bounds; blank is wrong.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    /// The first that fits, in microseconds since 1970.
    pub first: i64,
    /// The first that fits no more.
    pub end: i64,
    /// What it must be.
    pub must: &'static str,
}

impl Rule for Moment {
    type Out = Timestamp;
    const BLANK: Blank = Blank::Wrong;

    fn schema(&self) -> Value {
        json!({"type": "string", "format": "date-time"})
    }

    fn read(&self, value: &Value) -> Result<Timestamp, Wrong> {
        let text = text_of(value, MOMENT_CHARS_MAX)?;
        Timestamp::parse_rfc3339(text)
            .filter(|at| (self.first..self.end).contains(&at.micros()))
            .ok_or_else(|| self.must.into())
    }

    /// To the microsecond, so that what is read back is the same.
    fn write(&self, out: &Timestamp) -> Value {
        let text = out.rfc3339();
        match (out.micros().rem_euclid(1_000), text.strip_suffix('Z')) {
            (micros @ 1.., Some(millis)) => format!("{millis}{micros:03}Z").into(),
            _ => text.into(),
        }
    }
}

pub const ANY_MOMENT: Moment = Moment {
    first: i64::MIN,
    end: i64::MAX,
    must: "must be a moment in RFC 3339, such as 2027-01-31T00:00:00Z",
};

/// `true` or `false`.
#[derive(Clone, Copy, Debug)]
pub struct Flag;

impl Rule for Flag {
    type Out = bool;
    const BLANK: Blank = Blank::Value;

    fn schema(&self) -> Value {
        json!({"type": "boolean"})
    }

    fn read(&self, value: &Value) -> Result<bool, Wrong> {
        Ok(value.as_bool().ok_or("must be true or false")?)
    }

    fn write(&self, out: &bool) -> Value {
        (*out).into()
    }
}

/// An id of a kind.
#[derive(Clone, Copy, Debug)]
pub struct IdOf<K> {
    /// What it must be; empty for what such ids begin with.
    must: &'static str,
    kind: std::marker::PhantomData<K>,
}

impl<K> IdOf<K> {
    pub const fn new() -> Self {
        Self {
            must: "",
            kind: std::marker::PhantomData,
        }
    }

    /// The same, refused with `must`.
    #[must_use]
    pub const fn must(self, must: &'static str) -> Self {
        Self { must, ..self }
    }
}

impl<K> Default for IdOf<K> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: IdKind> Rule for IdOf<K> {
    type Out = Id<K>;
    const BLANK: Blank = Blank::Wrong;

    fn schema(&self) -> Value {
        json!({"type": "string", "pattern": format!("^{}[0-9a-f]{{32}}$", K::PREFIX)})
    }

    fn read(&self, value: &Value) -> Result<Id<K>, Wrong> {
        let id = value.as_str().and_then(Id::parse);
        id.ok_or_else(|| match self.must {
            "" => format!("must be an id that begins with `{}`", K::PREFIX).into(),
            must => must.into(),
        })
    }

    fn write(&self, out: &Id<K>) -> Value {
        out.to_string().into()
    }
}
