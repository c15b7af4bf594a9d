//! A form as the input of a command: texts become what the described fields take. What does not
//! fit stays a text, for the command to refuse: no rule lives here.

use kofa_admin_api::AdminState;
use kofa_commands::{Answer, Command, Described, Entry, Field, Kind, Services, flag, number, read};
use kofa_core::ActorAt;
use kofa_core::product::Products;
use kofa_domain::{Error, Kobo, Timestamp};
use serde_json::{Map, Value};

use super::form::{Form, read_naira};
use super::labels::in_form;

/// The fields of a command, filled from a form and from the path of its page.
pub struct CommandForm {
    command: Entry,
    described: Described,
    input: Map<String, Value>,
}

impl std::fmt::Debug for CommandForm {
    /// Shows nobody what was typed.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "CommandForm({:?})", self.command)
    }
}

impl CommandForm {
    /// Over `command`, with nothing in it.
    pub fn new(command: Entry) -> Self {
        Self {
            described: command.described(),
            command,
            input: Map::new(),
        }
    }

    /// Sets a field that no form sends.
    #[must_use]
    pub fn with(mut self, name: &str, text: &str) -> Self {
        let value = self.described.field(name);
        let value = value.map_or(Value::Null, |field| field.value_of(text));
        self.set(name, value);
        self
    }

    /// Sets a field to a value as JSON has it.
    #[must_use]
    pub fn with_value(mut self, name: &str, value: Value) -> Self {
        self.set(name, value);
        self
    }

    /// Sets a password as it was typed; nothing is none.
    #[must_use]
    pub fn with_secret(mut self, name: &str, form: &Form) -> Self {
        let typed = form.raw(name);
        let value = (!typed.is_empty()).then(|| typed.into());
        self.set(name, value.unwrap_or_default());
        self
    }

    fn set(&mut self, name: &str, value: Value) {
        self.input.insert(name.to_owned(), value);
    }

    /// Fills every field that is not set from `form`, where amounts are called as `in_form` says;
    /// one that is not there or blank is null. A choice of yes and no that is not there is none of
    /// the form's fields.
    #[must_use]
    pub fn filled(self, form: &Form) -> Self {
        self.filled_but(form, &[])
    }

    /// As [`CommandForm::filled`]; the form has not the fields `without`.
    #[must_use]
    pub fn filled_but(mut self, form: &Form, without: &[&str]) -> Self {
        let fields = std::mem::take(&mut self.described.fields);
        for field in &fields {
            let mut texts = form.all(field.name);
            if texts.is_empty() && field.is_money() {
                texts = form.all(in_form(field.name));
            }
            let is_left_out = without.contains(&field.name)
                || self.input.contains_key(field.name)
                || (field.kind() == Kind::Flag && texts.iter().all(|text| text.trim().is_empty()));
            if !is_left_out {
                self.set(field.name, value(field, &texts));
            }
        }
        self.described.fields = fields;
        self
    }

    /// Fills the fields of `texts`, each with what a form sent for it, empty to empty it.
    #[must_use]
    pub fn of_texts<'n, 't>(
        mut self,
        texts: impl IntoIterator<Item = (&'n str, &'t [String])>,
    ) -> Self {
        for (name, texts) in texts {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            if let Some(field) = self.described.field(name) {
                let value = value(field, &texts);
                self.set(name, value);
            }
        }
        self
    }

    /// The command itself, of the type that the entry is of.
    ///
    /// # Errors
    /// 404 or 422, as [`kofa_commands::read`].
    pub fn read<C: Command>(&self, now: Timestamp, products: &Products) -> Result<C, Error> {
        read(&self.input, now, products)
    }

    /// Runs the command of the type that the entry is of.
    ///
    /// # Errors
    /// As [`Entry::run`].
    pub async fn run_as<C: Command>(
        &self,
        admin: &AdminState,
        by: ActorAt,
    ) -> Result<C::Output, Error> {
        C::admits(&admin.products, &by.actor)?;
        let command = self.read::<C>(by.at, &admin.products)?;
        admin.run(by, command).await
    }

    /// Runs the command.
    ///
    /// # Errors
    /// As [`Entry::run`].
    pub async fn run(&self, services: &Services, by: ActorAt) -> Result<Answer, Error> {
        self.command.run(services, by, &self.input).await
    }
}

/// What the texts of a form mean for a field.
fn value(field: &Field, texts: &[&str]) -> Value {
    let first = texts.first().map_or("", |text| text.trim());
    let plain = |text: &str| number(&text.replace(',', ""));
    let naira = |text: &str| read_naira(text).map_or(text.into(), |kobo: Kobo| kobo.get().into());
    let filled = |separators: &'static [char]| {
        let parts = texts.iter().flat_map(move |text| text.split(separators));
        parts.map(str::trim).filter(|part| !part.is_empty())
    };
    let list: Vec<Value> = match field.kind() {
        _ if first.is_empty() && texts.len() < 2 => return Value::Null,
        Kind::Text => return first.into(),
        Kind::Moment => return moment(first).into(),
        Kind::Flag => return flag(first),
        Kind::Whole if field.is_money() => return naira(first),
        Kind::Whole => return plain(first),
        Kind::Texts => filled(&['\n']).map(Value::from).collect(),
        Kind::Wholes if field.is_money() => filled(&['\n']).map(naira).collect(),
        Kind::Wholes => filled(&[',', ' ', '\n']).map(plain).collect(),
    };
    match list.is_empty() {
        true => Value::Null,
        false => list.into(),
    }
}

/// A moment of a date field or a field of date and time, which mean Lagos, in RFC 3339; anything
/// else as it is.
pub fn moment(text: &str) -> String {
    let shaped = |shape: &str| {
        text.len() == shape.len()
            && text
                .bytes()
                .zip(shape.bytes())
                .all(|(byte, kind)| kind == byte || kind == b'0' && byte.is_ascii_digit())
    };
    if shaped("0000-00-00") {
        format!("{text}T00:00:00+01:00")
    } else if shaped("0000-00-00T00:00") {
        format!("{text}:00+01:00")
    } else if shaped("0000-00-00T00:00:00") {
        format!("{text}+01:00")
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_mean_lagos() {
        assert_eq!(moment("2026-12-01"), "2026-12-01T00:00:00+01:00");
        assert_eq!(moment("2026-12-01T08:30"), "2026-12-01T08:30:00+01:00");
        assert_eq!(moment("2026-12-01T08:30:05"), "2026-12-01T08:30:05+01:00");
        assert_eq!(moment("2026-12-01T08:30:00Z"), "2026-12-01T08:30:00Z");
        assert_eq!(moment("tomorrow"), "tomorrow");
    }
}
