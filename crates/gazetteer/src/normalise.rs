//! One spelling for comparison: what is left of a name when case, accents, spaces and
//! punctuation are taken away.

/// Longest text a look-up considers, in bytes. No place, bank or street name of Nigeria
/// comes near; anything longer is not a name and is answered with nothing.
pub(crate) const NAME_BYTES_MAX: usize = 256;

/// Folds `name` for comparison: lower case, `a-z0-9` only. Accents and the hooked and
/// dotted letters of Yoruba, Igbo and Hausa become their plain letter, everything else
/// (spaces, hyphens, slashes, apostrophes, combining marks) is dropped.
///
/// `"Ọ̀ṣun State"` and `"OSUN-STATE"` both give `"osunstate"`.
pub fn normalise(name: &str) -> String {
    let mut folded = String::with_capacity(name.len());
    for letter in name.chars() {
        push_folded(&mut folded, letter);
    }
    folded
}

/// The words of `text`, each folded like [`normalise`]; a word ends at any character that
/// is neither a letter, a digit, an apostrophe nor a combining mark.
pub fn tokens(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    for letter in text.chars() {
        let inside = matches!(letter, '\'' | '\u{2019}' | '\u{0300}'..='\u{036f}');
        if letter.is_alphanumeric() || inside {
            push_folded(&mut word, letter);
        } else if !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// The key of `text`, or nothing when it is empty or too long to be a name.
pub(crate) fn key(text: &str) -> Option<String> {
    if text.len() > NAME_BYTES_MAX {
        return None;
    }
    Some(normalise(text)).filter(|key| !key.is_empty())
}

/// A second key for the same name: `Phase II` and `Phase 2`, `Ext` and `Extension` meet.
/// Nothing when it would equal the first.
pub(crate) fn variant_key(text: &str) -> Option<String> {
    if text.len() > NAME_BYTES_MAX {
        return None;
    }
    let words = tokens(text);
    let last = words.len().checked_sub(1)?;
    let folded: String = words
        .iter()
        .enumerate()
        .map(|(at, word)| match at {
            0 => fold_first_word(word),
            _ => fold_later_word(word, at == last),
        })
        .collect();
    let differs = folded != words.concat();
    differs.then_some(folded)
}

/// "Quarter" in Hausa names has many spellings: Ungwan Rimi, Anguwan Rimi.
fn fold_first_word(word: &str) -> &str {
    match word {
        "ungwan" | "unguwar" | "angwan" | "anguwan" | "ungwar" => "unguwan",
        other => other,
    }
}

/// Words that are written long and short after a name. "PH" alone is Port Harcourt, "Lekki
/// Ph 1" a phase; a roman numeral counts as a number only at the end.
fn fold_later_word(word: &str, is_last: bool) -> &str {
    match word {
        "ph" => "phase",
        "est" | "estates" => "estate",
        "ext" | "extn" => "extension",
        "qtrs" | "qtr" | "quaters" => "quarters",
        "gdns" | "garden" => "gardens",
        "ind" => "industrial",
        "one" => "1",
        "two" => "2",
        "three" => "3",
        "i" if is_last => "1",
        "ii" if is_last => "2",
        "iii" if is_last => "3",
        "iv" if is_last => "4",
        other => other,
    }
}

fn push_folded(folded: &mut String, letter: char) {
    if letter.is_ascii() {
        if letter.is_ascii_alphanumeric() {
            folded.push(letter.to_ascii_lowercase());
        }
        return;
    }
    for lower in letter.to_lowercase() {
        let plain = plain_letter(lower);
        if !plain.is_empty() {
            folded.push_str(plain);
        } else if lower.is_ascii_alphanumeric() {
            folded.push(lower);
        }
    }
}

/// The plain letter under a lower-case accented one; empty for everything else.
fn plain_letter(letter: char) -> &'static str {
    match letter {
        'à'..='å' | 'ā' | 'ă' | 'ą' | 'ǎ' | 'ạ' | 'ả' => "a",
        'æ' => "ae",
        'ɓ' => "b",
        'ç' | 'ć' | 'č' => "c",
        'ɗ' | 'ḍ' | 'ď' => "d",
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' | 'ẹ' | 'ẻ' | 'ẽ' | 'ɛ' | 'ǝ' => "e",
        'ğ' | 'ǧ' => "g",
        'ḥ' => "h",
        'ì'..='ï' | 'ī' | 'ĭ' | 'į' | 'ı' | 'ǐ' | 'ị' | 'ỉ' | 'ĩ' => "i",
        'ƙ' | 'ḳ' => "k",
        'ñ' | 'ń' | 'ň' | 'ǹ' | 'ṅ' | 'ṇ' | 'ŋ' => "n",
        'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' | 'ǒ' | 'ọ' | 'ỏ' | 'ɔ' => "o",
        'ś' | 'š' | 'ş' | 'ș' | 'ṣ' => "s",
        'ṭ' | 'ť' => "t",
        'ù'..='ü' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ǔ' | 'ụ' | 'ủ' | 'ũ' => "u",
        'ý' | 'ÿ' | 'ƴ' | 'ỳ' => "y",
        'ź' | 'ż' | 'ž' | 'ẓ' => "z",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(normalise(text), expected, "{text}");
    }

    #[test]
    fn names_fold_to_one_spelling() {
        check("Ado-Odo/Ota", "adoodoota");
        check("Qua'an  Pan", "quaanpan");
        check("Ọ̀ṣun State", "osunstate");
        check("O\u{300}\u{323}s\u{323}un", "osun");
        check("ÈKÓ", "eko");
        check("Ɓirnin Ƙudu", "birninkudu");
        check("  .,;– ", "");
        check("日本", "");
        check("V.I.", "vi");
    }

    #[test]
    fn variants_meet_and_plain_names_have_none() {
        assert_eq!(variant_key("Lekki Ph. II").as_deref(), Some("lekkiphase2"));
        assert_eq!(
            variant_key("Festac Ext").as_deref(),
            Some("festacextension")
        );
        assert_eq!(variant_key("Ikeja"), None);
        assert_eq!(variant_key("I"), None);
        assert_eq!(variant_key("P.H."), None);
        assert_eq!(variant_key("PH"), None);
        assert_eq!(variant_key("Angwan Rimi").as_deref(), Some("unguwanrimi"));
        assert_eq!(variant_key("V.I."), Some("v1".to_owned()));
    }

    #[test]
    fn text_too_long_for_a_name_has_no_key() {
        assert_eq!(key(&"a".repeat(NAME_BYTES_MAX + 1)), None);
        assert!(key(&"a".repeat(NAME_BYTES_MAX)).is_some());
    }

    #[test]
    fn words_are_split_at_punctuation() {
        assert_eq!(
            tokens("Oke-Afa, Qua'an N0.4"),
            ["oke", "afa", "quaan", "n0", "4"]
        );
    }
}
