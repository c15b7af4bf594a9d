//! Rules for fields that are lists.

use std::borrow::Cow;

use kofa_domain::{Code, codes};
use serde::Serialize;
use serde_json::{Value, json};

use super::{Blank, Rule, Wrong, text_of};

/// Longest text of a list, in characters.
const ITEM_CHARS_MAX: usize = 200;

/// A list without repetitions.
#[derive(Clone, Debug)]
pub struct List<R> {
    pub item: R,
    pub most: usize,
    /// Whether it may have none.
    pub may_be_empty: bool,
    /// What it must be.
    pub must: Cow<'static, str>,
}

impl<R: Rule<Out: PartialEq>> Rule for List<R> {
    type Out = Vec<R::Out>;
    const BLANK: Blank = Blank::Value;

    fn schema(&self) -> Value {
        let least = usize::from(!self.may_be_empty);
        json!({"type": "array", "items": self.item.schema(), "minItems": least})
    }

    fn read(&self, value: &Value) -> Result<Self::Out, Wrong> {
        let items = value.as_array().filter(|items| items.len() <= self.most);
        let read = items.and_then(|items| {
            let item = |item: &Value| {
                let is_blank = item.as_str().is_some_and(|text| text.trim().is_empty());
                let fits = !is_blank || R::BLANK == Blank::Value;
                fits.then(|| self.item.read(item).ok()).flatten()
            };
            items.iter().map(item).collect::<Option<Vec<_>>>()
        });
        let twice = |list: &Self::Out| (1..list.len()).any(|at| list[..at].contains(&list[at]));
        let fits = |list: &Self::Out| (self.may_be_empty || !list.is_empty()) && !twice(list);
        read.filter(fits).ok_or_else(|| self.must.clone().into())
    }

    fn write(&self, out: &Self::Out) -> Value {
        out.iter().map(|one| self.item.write(one)).collect()
    }
}

fn texts_of(value: &Value, most: usize) -> Result<Vec<&str>, Wrong> {
    let text = |item| text_of(item, ITEM_CHARS_MAX).ok();
    let items = value.as_array().filter(|items| items.len() <= most);
    let texts = items.and_then(|items| items.iter().map(text).collect());
    texts.ok_or_else(|| {
        format!("must be a list of at most {most} texts of at most {ITEM_CHARS_MAX} characters")
            .into()
    })
}

/// A list of texts, for what reads each of them.
#[derive(Clone, Copy, Debug)]
pub struct Texts {
    pub most: usize,
}

impl Rule for Texts {
    type Out = Vec<String>;
    const BLANK: Blank = Blank::Value;

    fn schema(&self) -> Value {
        json!({"type": "array", "items": {"type": "string"}, "maxItems": self.most})
    }

    fn read(&self, value: &Value) -> Result<Vec<String>, Wrong> {
        let texts = texts_of(value, self.most)?;
        Ok(texts.into_iter().map(str::to_owned).collect())
    }

    fn write(&self, out: &Vec<String>) -> Value {
        out.iter().map(String::as_str).collect()
    }
}

/// Words of a closed list, each counted once, in the order of the list; at least one.
#[derive(Clone, Debug)]
pub struct Words<T> {
    /// The list; empty where it is not known while fields are described.
    pub all: Vec<T>,
    pub parse: fn(&str) -> Option<T>,
    /// What is said of a word that is not of the list.
    pub code: &'static Code,
    /// What they must be.
    pub must: Cow<'static, str>,
}

impl<T: Copy + PartialEq + Serialize> Rule for Words<T> {
    type Out = Vec<T>;
    const BLANK: Blank = Blank::Value;

    fn schema(&self) -> Value {
        let mut item = json!({"type": "string"});
        if !self.all.is_empty() {
            item["enum"] = json!(self.all);
        }
        json!({"type": "array", "items": item, "minItems": 1})
    }

    fn read(&self, value: &Value) -> Result<Vec<T>, Wrong> {
        let texts = texts_of(value, self.all.len())?;
        if texts.is_empty() {
            return Err(Wrong {
                code: &codes::MISSING_FIELD,
                must: "is required".into(),
            });
        }
        let words: Option<Vec<T>> = texts.into_iter().map(self.parse).collect();
        let words = words.filter(|words| words.iter().all(|word| self.all.contains(word)));
        let words = words.ok_or_else(|| Wrong {
            code: self.code,
            must: self.must.clone(),
        })?;
        Ok(self
            .all
            .iter()
            .copied()
            .filter(|one| words.contains(one))
            .collect())
    }

    fn write(&self, out: &Vec<T>) -> Value {
        json!(out)
    }
}

/// A list in which repetitions count once.
#[derive(Clone, Debug)]
pub struct Set<R> {
    pub item: R,
    pub most: usize,
    /// What it must be.
    pub must: Cow<'static, str>,
}

impl<R: Rule<Out: PartialEq>> Rule for Set<R> {
    type Out = Vec<R::Out>;
    const BLANK: Blank = Blank::Value;

    fn schema(&self) -> Value {
        json!({"type": "array", "items": self.item.schema(), "maxItems": self.most})
    }

    fn read(&self, value: &Value) -> Result<Self::Out, Wrong> {
        let wrong = || Wrong::from(self.must.clone());
        let items = value.as_array().filter(|items| items.len() <= self.most);
        let mut all = Vec::new();
        for item in items.ok_or_else(wrong)? {
            let item = self.item.read(item).map_err(|_| wrong())?;
            if !all.contains(&item) {
                all.push(item);
            }
        }
        Ok(all)
    }

    fn write(&self, out: &Self::Out) -> Value {
        out.iter().map(|one| self.item.write(one)).collect()
    }
}
