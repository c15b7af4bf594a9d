//! Reads the input of a command by name, or describes it: the same function does both, so that
//! nothing can be read that is not described.

use kofa_core::claim::{Claim, Claimed};
use kofa_core::codes::UNKNOWN_OPERATION;
use kofa_core::endpoint::Endpoint;
use kofa_core::product::Products;
use kofa_core::{PAGE_MAX, Page};
use kofa_domain::{
    Code, Environment, Error, Fault, Id, IdKind, Result, TenantId, Timestamp, codes,
};
use kofa_identity::prices::find_endpoint;
use serde_json::{Map, Value, json};

use super::describe::{Described, Field, Group, Need, Place};
use super::rules::{Blank, ENVIRONMENT, IdOf, Line, Rule};

/// The fields of an input, flat: a field of a group has a dotted name (`registrar.name`).
///
/// Each look-up that fails notes a fault and gives `None`, so that all faults are told at once.
#[derive(Debug)]
pub struct Fields<'a> {
    source: Source<'a>,
    now: Timestamp,
    products: Option<&'a Products>,
    claimed: Claimed,
    /// What was found wrong so far.
    pub faults: FaultList,
}

/// Faults of an input, collected.
#[derive(Debug, Default)]
pub struct FaultList(Vec<Fault>);

impl FaultList {
    pub fn add(&mut self, fault: Fault) {
        self.0.push(fault);
    }

    /// What a rule gave; or `None`, and all its faults are noted.
    pub(crate) fn take<T>(&mut self, given: Result<T>) -> Option<T> {
        given
            .inspect_err(|error| self.0.extend(error.all().iter().cloned()))
            .ok()
    }

    /// Notes `invalid_field`: "`name` must …".
    pub fn wrong(&mut self, name: &'static str, must: &str) {
        let message = format!("`{name}` {must}.");
        self.add(Fault::on(name, &codes::INVALID_FIELD, message));
    }

    /// Notes that a field which must be there is not, unless it has a fault already.
    pub fn missing(&mut self, name: &'static str) {
        if !self.is_on(name) {
            self.add(Fault::missing(name));
        }
    }

    /// Whether `name` has a fault already, so that a rule need not look at it again.
    pub fn is_on(&self, name: &str) -> bool {
        let on = |fault: &Fault| fault.field.as_deref() == Some(name);
        self.0.iter().any(on)
    }

    /// Puts faults in the order of `place`, a number for the name of a field.
    pub fn sort_by(&mut self, place: impl Fn(&str) -> Option<usize>) {
        self.0
            .sort_by_key(|fault| fault.field.as_deref().and_then(&place));
    }

    /// What was made, or all faults. What a path names and is not there is told alone: what else
    /// is wrong would be about nothing.
    ///
    /// # Errors
    /// Those faults.
    pub fn finish<T>(mut self, made: Option<T>) -> Result<T> {
        if let Some(at) = self.0.iter().position(|fault| fault.field.is_none()) {
            return Err(Error::faults(vec![self.0.swap_remove(at)]));
        }
        Error::check(self.0)?;
        made.ok_or_else(|| Error::internal("an input without faults lacks a part"))
    }
}

#[derive(Debug)]
enum Source<'a> {
    Values(&'a Map<String, Value>),
    Nothing(Described),
}

/// What stands under a name.
enum Found<T> {
    Absent,
    /// Null, or a blank text that counts as none.
    Empty,
    /// A blank text of a rule by which it is wrong unless the field is required.
    Blank,
    Faulty,
    Value(T),
}

impl Described {
    /// What `read` asks for.
    pub fn of(read: impl FnOnce(&mut Fields<'_>)) -> Self {
        let mut fields = Fields::describing();
        read(&mut fields);
        fields.described()
    }
}

impl<'a> Fields<'a> {
    /// Over an input, read at `now`.
    pub fn over(values: &'a Map<String, Value>, now: Timestamp) -> Self {
        Self {
            source: Source::Values(values),
            now,
            products: None,
            claimed: None,
            faults: FaultList::default(),
        }
    }

    /// About what there is of `products`, for a request that came with `claimed`.
    pub(super) fn among(self, products: &'a Products, claimed: Claimed) -> Self {
        Self {
            products: Some(products),
            claimed,
            ..self
        }
    }

    /// What can be called and priced; nothing where fields are only described.
    pub fn products(&self) -> Products {
        self.products.cloned().unwrap_or_default()
    }

    /// Over no input: every look-up gives `None` and is noted.
    pub(super) fn describing() -> Self {
        Self {
            source: Source::Nothing(Described::default()),
            now: Timestamp::default(),
            products: None,
            claimed: None,
            faults: FaultList::default(),
        }
    }

    pub(super) fn described(self) -> Described {
        match self.source {
            Source::Nothing(described) => described,
            Source::Values(_) => Described::default(),
        }
    }

    /// When the input is read: for rules about the past and the future.
    pub fn now(&self) -> Timestamp {
        self.now
    }

    /// Names a group of fields: `docs` of the group itself, `about` of the field that holds it.
    pub fn group(&mut self, name: &'static str, docs: &'static str, about: &'static str) {
        if let Source::Nothing(described) = &mut self.source {
            described.groups.push(Group { name, docs, about });
        }
    }

    fn note<R: Rule>(&mut self, field: Field, rule: &R) -> bool {
        let Source::Nothing(described) = &mut self.source else {
            return false;
        };
        let mut schema = rule.schema();
        // A blank text counts as none.
        if !matches!(field.need, Need::Required | Need::Replaced) && R::BLANK == Blank::Absent {
            schema
                .as_object_mut()
                .and_then(|one| one.remove("minLength"));
        }
        described.fields.push(Field { schema, ..field });
        true
    }

    fn look<R: Rule>(&mut self, field: Field, rule: &R) -> Found<R::Out> {
        let (name, need) = (field.name, field.need);
        if self.note(field, rule) {
            return Found::Absent;
        }
        let Source::Values(values) = self.source else {
            return Found::Absent;
        };
        let value = match values.get(name) {
            None => return Found::Absent,
            // What may not be emptied is told what it must be.
            Some(Value::Null) if need != Need::Replaced || R::BLANK != Blank::Value => {
                return Found::Empty;
            }
            Some(value) => value,
        };
        let is_blank = value.as_str().is_some_and(|text| text.trim().is_empty());
        match (is_blank, R::BLANK) {
            (true, Blank::Absent) => return Found::Empty,
            (true, Blank::Wrong) if need == Need::Required => return Found::Blank,
            _ => {}
        }
        match rule.read(value) {
            Ok(value) => Found::Value(value),
            Err(wrong) => {
                let message = format!("`{name}` {}.", wrong.must);
                self.faults.add(Fault::on(name, wrong.code, message));
                Found::Faulty
            }
        }
    }

    fn must_be<R: Rule>(&mut self, field: Field, rule: &R) -> Option<R::Out> {
        let name = field.name;
        match self.look(field, rule) {
            Found::Value(value) => Some(value),
            Found::Faulty => None,
            Found::Absent | Found::Empty | Found::Blank => {
                self.faults.add(Fault::missing(name));
                None
            }
        }
    }

    fn may_be<R: Rule>(&mut self, field: Field, rule: &R) -> Option<R::Out> {
        match self.look(field, rule) {
            Found::Value(value) => Some(value),
            _ => None,
        }
    }

    /// A field that must be there.
    pub fn required<R: Rule>(
        &mut self,
        name: &'static str,
        docs: &'static str,
        rule: R,
    ) -> Option<R::Out> {
        self.must_be(Field::new(name, Place::Body, Need::Required, docs), &rule)
    }

    /// A field that may be absent or null.
    pub fn optional<R: Rule>(
        &mut self,
        name: &'static str,
        docs: &'static str,
        rule: R,
    ) -> Option<R::Out> {
        self.may_be(Field::new(name, Place::Body, Need::Optional, docs), &rule)
    }

    /// As [`Fields::optional`], described as `need` says: whether it must be there hangs on other
    /// fields, or is asked of the whole.
    pub fn needed<R: Rule>(
        &mut self,
        need: Need,
        name: &'static str,
        docs: &'static str,
        rule: &R,
    ) -> Option<R::Out> {
        self.may_be(Field::new(name, Place::Body, need, docs), rule)
    }

    /// A field of a change: `None` leaves it, `Some(None)`, said by null, empties it.
    pub fn change<R: Rule>(
        &mut self,
        name: &'static str,
        docs: &'static str,
        rule: &R,
    ) -> Option<Option<R::Out>> {
        match self.look(Field::new(name, Place::Body, Need::Optional, docs), rule) {
            Found::Value(value) => Some(Some(value)),
            Found::Empty => Some(None),
            Found::Absent | Found::Blank | Found::Faulty => None,
        }
    }

    /// A field of a change that cannot be emptied: `None` leaves it.
    pub fn replaced<R: Rule>(
        &mut self,
        name: &'static str,
        docs: &'static str,
        rule: R,
    ) -> Option<R::Out> {
        match self.look(Field::new(name, Place::Body, Need::Replaced, docs), &rule) {
            Found::Value(value) => Some(value),
            Found::Empty | Found::Blank => {
                self.faults.add(Fault::missing(name));
                None
            }
            Found::Absent | Found::Faulty => None,
        }
    }

    /// What the path of the API names; `missing` is said where there is no such thing.
    pub fn path<R: Rule>(
        &mut self,
        name: &'static str,
        missing: &'static str,
        rule: R,
    ) -> Option<R::Out> {
        self.path_or(name, "", (&codes::NOT_FOUND, missing), rule)
    }

    /// As [`Fields::path`], with a description and another code for what is not there.
    pub fn path_or<R: Rule>(
        &mut self,
        name: &'static str,
        docs: &'static str,
        (code, missing): (&'static Code, &'static str),
        rule: R,
    ) -> Option<R::Out> {
        let field = Field::new(name, Place::Path, Need::Required, docs);
        let given = match self.source {
            Source::Values(values) => values.get(name),
            Source::Nothing(_) => None,
        };
        let Some(given) = given else {
            return self.must_be(field, &rule);
        };
        // A path is not trimmed: what it names has one address.
        let is_bare = given.as_str().is_none_or(|text| text.trim() == text);
        let found = match is_bare {
            true => self.look(field, &rule),
            false => Found::Faulty,
        };
        let Found::Value(value) = found else {
            let message = missing.into();
            self.faults.add(Fault {
                code,
                field: None,
                message,
            });
            return None;
        };
        Some(value)
    }

    /// The environment in the path.
    pub fn path_environment(&mut self) -> Option<Environment> {
        let missing = "The environment in the path must be `sandbox` or `live`.";
        self.path("environment", missing, ENVIRONMENT)
    }

    /// The tenant in the path.
    pub fn path_tenant(&mut self) -> Option<TenantId> {
        self.path_id("tenantId", "There is no such tenant.")
    }

    /// The endpoint whose `operationId` stands in the path.
    pub fn path_endpoint(&mut self) -> Option<&'static Endpoint> {
        let name = Line { most: 200 }.told(|| json!({"type": "string"}));
        let unknown = (&UNKNOWN_OPERATION, UNKNOWN_OPERATION.title);
        let name = self.path_or("operationId", "", unknown, name)?;
        self.faults
            .take(find_endpoint(self.products?.endpoints(), &name))
    }

    /// The `Idempotency-Key` under which the admin API keeps the answer. Elsewhere there is none.
    pub(crate) fn claim(&mut self) -> Option<Claim> {
        if let Source::Nothing(described) = &mut self.source {
            described.is_kept = true;
        }
        self.faults.take(self.claimed.take()?)
    }

    /// An id in the path.
    pub fn path_id<K: IdKind>(
        &mut self,
        name: &'static str,
        missing: &'static str,
    ) -> Option<Id<K>> {
        self.path(name, missing, IdOf::new())
    }

    /// A parameter of the query that must be there.
    pub fn query<R: Rule>(
        &mut self,
        name: &'static str,
        docs: &'static str,
        rule: R,
    ) -> Option<R::Out> {
        self.must_be(Field::new(name, Place::Query, Need::Required, docs), &rule)
    }

    /// The tenant that a parameter of the query names, if it is there.
    pub fn query_tenant(&mut self, docs: &'static str) -> Option<TenantId> {
        let rule = IdOf::new().must("must be the id of a tenant");
        self.optional_query("tenantId", docs, rule)
    }

    /// A parameter of the query that may be absent.
    pub fn optional_query<R: Rule>(
        &mut self,
        name: &'static str,
        docs: &'static str,
        rule: R,
    ) -> Option<R::Out> {
        self.may_be(Field::new(name, Place::Query, Need::Optional, docs), &rule)
    }

    /// Which part of a list: `cursor` and `limit`.
    pub fn page(&mut self) -> Option<Page> {
        self.page_of(None)
    }

    /// As [`Fields::page`], of a list that is short as a rule: all of it where nothing is said.
    pub fn long_page(&mut self) -> Option<Page> {
        self.page_of(Some(PAGE_MAX))
    }

    fn page_of(&mut self, usual: Option<u32>) -> Option<Page> {
        let cursor = json!({"type": "string"});
        let limit = json!({"type": "integer", "minimum": 1, "maximum": PAGE_MAX});
        let (cursor, limit) = match &mut self.source {
            Source::Nothing(described) => {
                for (name, schema) in [("cursor", cursor), ("limit", limit)] {
                    let field = Field::new(name, Place::Query, Need::Optional, "");
                    described.fields.push(Field { schema, ..field });
                }
                return None;
            }
            Source::Values(values) => (values.get("cursor"), values.get("limit")),
        };
        let text = |value: &Value| match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let cursor = cursor.filter(|one| !one.is_null()).map(text);
        let limit = limit.filter(|one| !one.is_null()).map(text);
        let limit = limit.or_else(|| usual.map(|usual| usual.to_string()));
        self.faults
            .take(Page::read(cursor.as_deref(), limit.as_deref()))
    }
}
