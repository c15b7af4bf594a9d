//! Refusals in the words of a form.

use kofa_domain::{Error, Fault, Kobo};

use super::show::naira;

/// A refusal that calls fields as the form does, by `label`, where a name has one; and money,
/// which is in kobo by its field's name, in naira.
pub fn labelled(error: Error, label: impl Fn(&str) -> Option<&'static str>) -> Error {
    let is_money = |fault: &Fault| {
        fault
            .field
            .as_ref()
            .is_some_and(|name| name.contains("Kobo"))
    };
    reworded(error, |fault| match is_money(fault) {
        true => {
            let naira = "must be naira, such as 12.50";
            let message = fault.message.replace("must be a whole number", naira);
            named(&in_naira(&message), &label)
        }
        false => named(&fault.message, &label),
    })
}

/// The whole numbers of a message about kobo as naira. What is no whole number, such as 12.50,
/// is naira already.
fn in_naira(message: &str) -> String {
    let word = |word: &str| {
        let number = word.trim_end_matches(['.', ',', ':']);
        match number.parse::<i64>() {
            Ok(kobo) => naira(Kobo::new(kobo)) + &word[number.len()..],
            Err(_) => word.to_owned(),
        }
    };
    let words: Vec<String> = message.split(' ').map(word).collect();
    words.join(" ")
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
