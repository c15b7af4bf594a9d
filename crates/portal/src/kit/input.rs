//! A form as the input of a command: texts become what the described fields take. What does not
//! fit stays a text, for the command to refuse: no rule lives here.

use kofa_domain::{Error, Kobo, Timestamp};
use kofa_platform::command::{
    Answer, Command, Described, Entry, Field, Kind, Services, flag, number, read,
};
use kofa_platform::directory::By;
use serde_json::{Map, Value};

use super::form::{Form, read_naira};

/// The fields of a command, filled from a form and from the path of its page.
#[derive(Debug)]
pub struct CommandForm {
    command: Entry,
    described: Described,
    input: Map<String, Value>,
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

    fn set(&mut self, name: &str, value: Value) {
        self.input.insert(name.to_owned(), value);
    }

    /// Fills every field that is not set from `form`; one that is not there or blank is null. A
    /// choice of yes and no that is not there is none of the form's fields.
    #[must_use]
    pub fn filled(self, form: &Form) -> Self {
        self.filled_but(form, &[])
    }

    /// As [`CommandForm::filled`]; the form has not the fields `without`.
    #[must_use]
    pub fn filled_but(mut self, form: &Form, without: &[&str]) -> Self {
        let fields = std::mem::take(&mut self.described.fields);
        for field in &fields {
            let texts = form.all(field.name);
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
    /// 404 or 422, as [`kofa_platform::command::read`].
    pub fn read<C: Command>(&self, now: Timestamp) -> Result<C, Error> {
        read(&self.input, now)
    }

    /// Runs the command.
    ///
    /// # Errors
    /// As [`Entry::run`].
    pub async fn run(&self, services: &Services, by: By) -> Result<Answer, Error> {
        self.command.run(services, by, &self.input).await
    }
}

/// What the texts of a form mean for a field.
fn value(field: &Field, texts: &[&str]) -> Value {
    let first = texts.first().map_or("", |text| text.trim());
    let plain = |text: &str| number(&text.replace(',', ""));
    let filled = |separators: &'static [char]| {
        let parts = texts.iter().flat_map(move |text| text.split(separators));
        parts.map(str::trim).filter(|part| !part.is_empty())
    };
    let list: Vec<Value> = match field.kind() {
        _ if first.is_empty() && texts.len() < 2 => return Value::Null,
        Kind::Text => return first.into(),
        Kind::Moment => return moment(first).into(),
        Kind::Flag => return flag(first),
        Kind::Whole if field.is_money() => {
            return read_naira(first).map_or(first.into(), |kobo: Kobo| kobo.get().into());
        }
        Kind::Whole => return plain(first),
        Kind::Texts => filled(&['\n']).map(Value::from).collect(),
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
