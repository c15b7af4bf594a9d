//! The words that introduce an address on Nigerian papers, and whose address they introduce.

use kofa_gazetteer::normalise;

use super::narrations::is_narration;
pub(super) use super::parties::{Label, exact};
use super::parties::{apart, of_another, tells_apart};
use super::wordlists::lists;

/// A label at the head of a line, and what stands behind it on the line.
#[derive(Debug)]
pub(super) struct Labelled<'a> {
    pub(super) label: Label,
    /// The label as printed.
    pub(super) text: &'a str,
    /// The rest of the line, without the colon.
    pub(super) rest: &'a str,
}

/// Reads the label at the head of a line: up to the colon, or the whole line, or the longest
/// run of up to four words that is one. A payment on a statement is a field of its own.
pub(super) fn label(line: &str) -> Option<Labelled<'_>> {
    if is_narration(line) {
        return Some(Labelled {
            label: Label::Other,
            text: line,
            rest: line,
        });
    }
    if let Some((head, rest)) = line.split_once(':')
        && head.len() <= 48
    {
        let rest = rest.trim();
        let known = exact(head)
            .or_else(|| last_words(head).map(|told| of_another(head, told).unwrap_or(told)))
            .or_else(|| ends_at(head))
            .or_else(|| by_words(head))
            .or_else(|| by_place_word(head));
        if let Some(label) = known {
            return Some(Labelled {
                label,
                text: head.trim(),
                rest,
            });
        }
        let short = head.split_whitespace().count() <= 5 && !has_house_number(head);
        return short.then_some(Labelled {
            label: Label::Other,
            text: head.trim(),
            rest,
        });
    }
    // Prose that breaks before "resides at" begins a line too, but with a small letter.
    let capital = line.starts_with(|letter: char| !letter.is_lowercase());
    let whole = || by_words(line).or_else(|| ends_at(line));
    if let Some(label) = exact(line).or_else(|| whole().filter(|_| capital)) {
        return Some(Labelled {
            label,
            text: line,
            rest: "",
        });
    }
    // Without a colon only an unmistakable label counts: "Service Address 12 Allen Avenue",
    // not "Tenant Close" or "District Road".
    let ends = line
        .char_indices()
        .filter(|(_, letter)| *letter == ' ')
        .map(|(at, _)| at);
    let mut found = None;
    for end in ends.take(4) {
        let (head, rest) = line.split_at(end);
        let rest = rest.trim_start_matches([' ', '-', '–', '.', '_', '…']);
        // Dots lead to a value: nothing behind them is of the label.
        let leader = |word: &str| word.len() > 1 && word.chars().all(|it| ".-_…".contains(it));
        if head.split(' ').next_back().is_some_and(leader) && found.is_some() {
            break;
        }
        // "House 14" is no label.
        let several = capital && head.contains(' ');
        let address = normalise(head).contains("addr");
        if let Some(label) = exact(head).or_else(|| by_words(head).filter(|_| several || address))
            && (address || several && begins_with_number(rest))
            && label != Label::Name
            && !rest.is_empty()
        {
            found = Some(Labelled {
                label,
                text: head,
                rest,
            });
        }
    }
    found.or_else(|| other(line))
}

/// A label that no list knows, by what its words are about. Every word must be of the
/// vocabulary: "Premises Served" is a label, "Palm Residence" is a house.
fn by_words(head: &str) -> Option<Label> {
    const WORDS_MAX: usize = 6;
    let words: Vec<String> = head
        .split([' ', '/', '-', '(', ')', '.'])
        .map(|word| spelled(normalise(word)))
        .filter(|word| !word.is_empty())
        .collect();
    let numbered = words.len() > 1 && words[0].bytes().all(|byte| byte.is_ascii_digit());
    let words = &words[usize::from(numbered)..];
    if words.is_empty() || words.len() > WORDS_MAX {
        return None;
    }
    let has = |list: &str| words.iter().any(|word| lists(list, word));
    // "Former Residential Address", not "Old House".
    let apart = Some(head).filter(|_| has("labels.places")).and_then(apart);
    let vocabulary = [
        "labels.theirs",
        "labels.places",
        "labels.dwellings",
        "labels.services",
        "labels.customers",
        "labels.mail",
        "labels.glue",
        "labels.names",
    ];
    let all = |lists_of: &[&str]| {
        let known = |word: &String| {
            apart.is_some() && tells_apart(word) || lists_of.iter().any(|list| lists(list, word))
        };
        words.iter().all(known)
    };
    let place = has("labels.places");
    let directed = words
        .iter()
        .any(|word| ["to", "at", "where", "point", "place"].contains(&word.as_str()));
    if !all(&vocabulary) {
        return None;
    }
    // "Bank Statement" heads a paper, not an address.
    let heading = words
        .last()
        .is_some_and(|it| ["statement", "bill", "invoice"].contains(&it.as_str()));
    if heading && !place && !directed {
        return None;
    }
    if has("labels.theirs") && (place || directed || words.len() <= 3) {
        return Some(Label::Issuer);
    }
    if apart.is_some() {
        return apart;
    }
    if has("labels.dwellings") || has("labels.services") && (place || directed) {
        return Some(Label::Service);
    }
    let mailed = words
        .iter()
        .any(|word| word != "contact" && lists("labels.mail", word));
    if has("labels.customers") && place && !mailed {
        return Some(Label::Customer);
    }
    if has("labels.mail") && (place || directed) {
        return Some(Label::Billing);
    }
    if place {
        return Some(Label::Plain);
    }
    (has("labels.customers")
        && all(&["labels.customers", "labels.names", "labels.glue"])
        && !all(&["labels.own"]))
    .then_some(Label::Name)
}

/// "Adress", "Addres", "Addless": people misspell that one word, and readers of pictures drop or
/// mistake a letter of it. "Witness's" is the witness.
fn spelled(word: String) -> String {
    const ADDRESS: &str = "address";
    let near = word.starts_with("ad") && strsim::levenshtein(&word, ADDRESS) == 1;
    let party = word
        .strip_suffix('s')
        .filter(|it| lists("labels.theirs", it));
    match party {
        _ if near => ADDRESS.to_owned(),
        Some(party) => party.to_owned(),
        None => word,
    }
}

/// "Decoder installed at" names a thing that nobody foresaw.
fn ends_at(head: &str) -> Option<Label> {
    const WORDS_MAX: usize = 4;
    let words: Vec<String> = head.split_whitespace().map(normalise).collect();
    let has = |list: &str| words.iter().any(|word| lists(list, word));
    let at = (2..=WORDS_MAX).contains(&words.len()) && words.last().is_some_and(|it| it == "at");
    (at && has("labels.services") && !has("labels.theirs")).then_some(Label::Service)
}

/// Before a colon, "Address in Lagos" and "Branch Address (Main)" are labels too: a word for a
/// place, and words that nobody foresaw.
fn by_place_word(head: &str) -> Option<Label> {
    const WORDS_MAX: usize = 5;
    let words: Vec<String> = head.split_whitespace().map(normalise).collect();
    let has = |list: &str| words.iter().any(|word| lists(list, word));
    let mail = words
        .iter()
        .any(|word| ["email", "ip", "web", "website", "mac"].contains(&word.as_str()));
    let place = has("labels.places") && words.len() <= WORDS_MAX && !mail;
    place.then(|| match (has("labels.theirs"), apart(head)) {
        (true, _) => Label::Issuer,
        (false, Some(apart)) => apart,
        (false, None) if has("labels.customers") => Label::Customer,
        (false, None) => Label::Plain,
    })
}

fn begins_with_number(rest: &str) -> bool {
    let first = rest.split([' ', ',']).next().unwrap_or_default();
    let unit = super::split::reads_as(first, kofa_gazetteer::WordClass::Unit);
    super::split::is_number(first) || unit && has_house_number(rest)
}

/// "Ikeja Electric Head Office", "2. Service Address", "Our Branch Address".
fn last_words(head: &str) -> Option<Label> {
    let words: Vec<&str> = head.split_whitespace().collect();
    (1..words.len()).find_map(|from| exact(&words[from..].join(" ")))
}

/// `Account No 123`, `Tariff Class R2`: some other field without a colon.
fn other(line: &str) -> Option<Labelled<'_>> {
    let first = line.split_whitespace().next()?;
    let key = normalise(first);
    let second = line
        .split_whitespace()
        .nth(1)
        .map(normalise)
        .unwrap_or_default();
    let known = lists("labels.other", &key);
    let named = [
        "no", "number", "id", "date", "name", "class", "type", "month", "period", "due", "address",
        "code",
    ]
    .contains(&second.as_str());
    // A bare field name alone in its cell, or one with its usual second word.
    let alone = second.is_empty() && known;
    (alone || known && named).then_some(Labelled {
        label: Label::Other,
        text: line,
        rest: "",
    })
}

fn has_house_number(head: &str) -> bool {
    head.bytes().any(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: Option<(Label, &str)>) {
        let found = label(line);
        assert_eq!(
            found.as_ref().map(|it| (it.label, it.rest)),
            expected,
            "{line}"
        );
    }

    #[test]
    fn labels_and_their_values() {
        check(
            "Service Address: 12 Allen Avenue",
            Some((Label::Service, "12 Allen Avenue")),
        );
        check("SUPPLY ADDRESS", Some((Label::Service, "")));
        check(
            "Service Address 12 Allen Avenue",
            Some((Label::Service, "12 Allen Avenue")),
        );
        check("Customer's Address:", Some((Label::Customer, "")));
        check("Address", Some((Label::Plain, "")));
        check(
            "Head Office: 24/25 Marina, Lagos",
            Some((Label::Issuer, "24/25 Marina, Lagos")),
        );
        check(
            "Corporate Head Office: 1 A Way",
            Some((Label::Issuer, "1 A Way")),
        );
        check("Account Name: ADA OBI", Some((Label::Name, "ADA OBI")));
        check("Account No: 12", Some((Label::Other, "12")));
        check("Meter No 0412", Some((Label::Other, "")));
        check("Tariff Class", Some((Label::Other, "")));
        check("Decoder installed at", Some((Label::Service, "")));
        check(
            "House Address ........ House 12 Allen Avenue",
            Some((Label::Service, "House 12 Allen Avenue")),
        );
        check("Owner's mailing address", Some((Label::Billing, "")));
        check(
            "House Addres .... 31 Airport Road, Warri",
            Some((Label::Service, "31 Airport Road, Warri")),
        );
        check("Customer Adress", Some((Label::Customer, "")));
        check("12 Allen Avenue, Ikeja", None);
        check("District Road, Aba", None);
        check("Mrs Ada Obi", None);
        check("", None);
    }
}
