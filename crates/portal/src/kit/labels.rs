//! Refusals in the words of a form.

use kofa_domain::{Error, Fault, Kobo};

use super::show;

/// A refusal that calls fields as the form does: by `label`, where a name has one.
pub fn labelled(error: Error, label: impl Fn(&str) -> Option<&'static str>) -> Error {
    reworded(error, |fault| named(&fault.message, &label))
}

/// A refusal of fields with other messages; any other error as it is.
pub fn reworded(error: Error, message: impl Fn(&Fault) -> String) -> Error {
    if error.all().iter().all(|fault| fault.field.is_none()) {
        return error;
    }
    let told = |fault: &Fault| Fault {
        message: message(fault).into(),
        ..fault.clone()
    };
    Error::faults(error.all().iter().map(told).collect())
}

/// What forms call a field: they take amounts in naira.
pub(super) fn in_form(name: &str) -> &str {
    name.strip_suffix("Kobo").unwrap_or(name)
}

/// A refusal of fields in kobo, told of the naira that the form took.
pub fn told_in_naira(error: Error) -> Error {
    if error.all().iter().all(|fault| fault.field.is_none()) {
        return error;
    }
    let told = |fault: &Fault| match fault.field.as_deref() {
        Some(name) if name != in_form(name) => Fault {
            field: Some(in_form(name).to_owned().into()),
            message: in_naira(&fault.message).replace(name, in_form(name)).into(),
            ..fault.clone()
        },
        _ => fault.clone(),
    };
    Error::faults(error.all().iter().map(told).collect())
}

/// A message about kobo with its whole numbers as naira. What is no whole number, such as 12.50,
/// is naira already.
pub fn in_naira(message: &str) -> String {
    let message = message.replace("must be a whole number", "must be naira, such as 12.50");
    let word = |word: &str| {
        let number = word.trim_end_matches(['.', ',', ':']);
        match number.parse::<i64>() {
            Ok(kobo) => show::naira(Kobo::new(kobo)) + &word[number.len()..],
            Err(_) => word.to_owned(),
        }
    };
    let words: Vec<String> = message.split(' ').map(word).collect();
    words.join(" ")
}

/// A message that calls fields by their labels.
pub fn named(message: &str, label: impl Fn(&str) -> Option<&'static str>) -> String {
    let mut text = String::with_capacity(message.len());
    // Every second part stands between backticks.
    for (position, part) in message.split('`').enumerate() {
        match label(part).filter(|_| position % 2 == 1) {
            Some(label) => text.extend(["\u{201c}", label, "\u{201d}"]),
            None if position % 2 == 1 => text.extend(["`", part, "`"]),
            None => text.push_str(part),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use kofa_domain::codes;

    use super::*;

    #[test]
    fn a_refusal_calls_fields_by_their_labels() {
        let label = |name: &str| (name == "burst").then_some("At once");
        let check = |message: &str, expected| assert_eq!(named(message, label), expected);
        check("`burst` is `x`.", "\u{201c}At once\u{201d} is `x`.");
        check("burst `burst.x`", "burst `burst.x`");
        let plain = Error::new(&codes::NOT_FOUND, "`burst`");
        assert_eq!(labelled(plain, label).all()[0].message, "`burst`");
    }
}
