//! How names are searched for: their words, folded, and nothing of the places between them.
//! Pure.

use kofa_commands::rules::Blank;
use kofa_commands::{Rule, Wrong};
use kofa_domain::Result;
use serde_json::{Value, json};
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// Words of a name that are searched for; the longest real ones have about a dozen.
const WORDS_MAX: usize = 24;
/// Words of a question.
const ASKED_MAX: usize = 10;
/// Characters of a question.
pub const QUESTION_CHARS_MAX: usize = 300;
/// Fewest letters of a last word for which longer words are found, too.
const PREFIX_CHARS_MIN: usize = 3;
/// Letters up to which the beginnings of words are indexed, with the mark one less. Longer
/// ones are looked for only if no name has the word as it stands.
const INDEXED_CHARS_MAX: usize = 5;
/// Marks the first word of a name once more, so that names that begin with it are told from
/// those that hold it. A letter that no name has.
const FIRST_MARK: char = 'ǁ';
const APOSTROPHES: [char; 5] = ['\'', '`', '\u{2018}', '\u{2019}', '\u{2bc}'];
/// Legal forms and fillers: in so many names that they find nothing.
const IDLE: [&str; 12] = [
    "LIMITED",
    "LTD",
    "PLC",
    "GTE",
    "UNLTD",
    "UNLIMITED",
    "LLP",
    "LP",
    "AND",
    "OF",
    "THE",
    "BY",
];

/// The words of a name, parted by spaces, the first one marked once more. A word with an
/// apostrophe and letters with points between are there as one word, too: people look for
/// `Mama's` and `A.G.` as `mamas` and `ag`.
pub(crate) fn words_of(name: &str) -> String {
    let apart: Vec<String> = folded(name).take(WORDS_MAX).collect();
    let whole: String = name.chars().filter(|c| !APOSTROPHES.contains(c)).collect();
    let whole: Vec<String> = folded(&whole).take(WORDS_MAX).collect();
    let mut words = String::with_capacity(name.len() * 2);
    for (at, word) in apart.iter().enumerate() {
        add(&mut words, at == 0, word);
    }
    for (at, word) in whole.iter().enumerate() {
        if !apart.contains(word) {
            add(&mut words, at == 0, word);
        }
    }
    let mut at = 0;
    for run in whole.chunk_by(|one, next| is_letter(one) && is_letter(next)) {
        let run_len = run.len();
        let run = match run {
            // A legal form behind the initials is not one of them.
            [rest @ .., p, l, c] if [p, l, c] == ["P", "L", "C"] => rest,
            run => run,
        };
        let word = run.concat();
        if run.len() > 1 && !apart.contains(&word) && !IDLE.contains(&word.as_str()) {
            add(&mut words, at == 0, &word);
        }
        at += run_len;
    }
    words
}

fn add(words: &mut String, is_first: bool, word: &str) {
    if is_first {
        words.push_str(if words.is_empty() { "" } else { " " });
        words.push(FIRST_MARK);
        words.push_str(word);
    }
    words.push(' ');
    words.push_str(word);
}

fn is_letter(word: &str) -> bool {
    let mut letters = word.chars();
    letters.next().is_some_and(char::is_alphabetic) && letters.next().is_none()
}

pub(super) fn folded(text: &str) -> impl Iterator<Item = String> {
    let mut out = String::with_capacity(text.len());
    fold_into(&mut out, text);
    let words: Vec<String> = out.split(' ').map(str::to_owned).collect();
    let is_meant = |word: &String| !word.is_empty() && !IDLE.contains(&word.as_str());
    words.into_iter().filter(is_meant)
}

/// What is asked for: every word is in the name. The last one may be the beginning of
/// a word, if it has three letters; if it has six or more, only if no name has it as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameQuestion {
    words: Vec<String>,
}

/// The rule of [`NameQuestion`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct QuestionRule;

impl Rule for QuestionRule {
    type Out = NameQuestion;
    const BLANK: Blank = Blank::Value;

    fn schema(&self) -> Value {
        json!({"type": "string", "maxLength": QUESTION_CHARS_MAX})
    }

    fn read(&self, value: &Value) -> Result<NameQuestion, Wrong> {
        NameQuestion::read(value.as_str().ok_or("must be a string")?)
    }

    fn write(&self, out: &NameQuestion) -> Value {
        out.words.join(" ").into()
    }
}

impl NameQuestion {
    /// Reads what was typed.
    ///
    /// # Errors
    /// What it must be, if it is too long, or has no word that could tell one name from another.
    pub fn read(text: &str) -> Result<Self, Wrong> {
        if text.chars().count() > QUESTION_CHARS_MAX {
            return Err("must have at most 300 characters".into());
        }
        let words: Vec<String> = folded(text).collect();
        if words.is_empty() {
            let must = "must have a word of the name other than its legal form, such as `Ifedapo \
                        Micro`";
            return Err(must.into());
        }
        if words.len() > ASKED_MAX {
            return Err("must have at most 10 words".into());
        }
        Ok(Self { words })
    }

    /// Its words, folded.
    pub(super) fn words(&self) -> &[String] {
        &self.words
    }

    /// How many letters and digits it has.
    pub(crate) fn letters(&self) -> usize {
        self.words.iter().map(|word| word.chars().count()).sum()
    }

    fn last_chars(&self) -> usize {
        self.words.last().map_or(0, |word| word.chars().count())
    }

    /// How the last word is looked for: as it stands (`false`) or as the beginning of a word
    /// (`true`). If the first way finds nothing, the second one is tried.
    pub(crate) fn ways(&self) -> &'static [bool] {
        match self.last_chars() {
            chars if chars < PREFIX_CHARS_MIN => &[false],
            chars if chars <= INDEXED_CHARS_MAX => &[true],
            _ => &[false, true],
        }
    }

    /// In the words of a database: names that begin with the first word, or (`!first`) those
    /// that only hold it; the last word `open` to go on, or as it stands.
    pub(crate) fn matching(&self, syntax: &Syntax, first: bool, open: bool) -> String {
        let last = self.words.len() - 1;
        let word = |at: usize, mark: &str| {
            let open = if open && at == last { syntax.open } else { "" };
            format!("{0}{mark}{1}{0}{open}", syntax.quote, self.words[at])
        };
        let mark = FIRST_MARK.to_string();
        let marked = word(0, &mark);
        let from = usize::from(first);
        let plain = (from..self.words.len()).map(|at| word(at, ""));
        let all: Vec<String> = match first {
            true => std::iter::once(marked).chain(plain).collect(),
            false => plain.collect(),
        };
        let all = all.join(syntax.and);
        match first {
            true => all,
            false => format!("({all}){}{}", syntax.and_not, word(0, &mark)),
        }
    }
}

/// How a database writes what it should find.
#[derive(Debug)]
pub(crate) struct Syntax {
    quote: &'static str,
    /// After a word that may go on.
    open: &'static str,
    and: &'static str,
    and_not: &'static str,
}

impl Syntax {
    pub(crate) const FTS5: Self = Self {
        quote: "\"",
        open: " *",
        and: " AND ",
        and_not: " NOT ",
    };
    /// Of PostgreSQL's `tsquery`.
    pub(crate) const TSQUERY: Self = Self {
        quote: "'",
        open: ":*",
        and: " & ",
        and_not: " & !",
    };
}

/// Upper case, without marks, letters and digits only, one space between words.
pub(crate) fn fold_into(out: &mut String, name: &str) {
    let mut is_gap = false;
    let start = out.len();
    let mut push = |letter: char| {
        if !letter.is_alphanumeric() {
            is_gap = true;
            return;
        }
        if is_gap && out.len() > start {
            out.push(' ');
        }
        is_gap = false;
        out.extend(letter.to_uppercase());
    };
    if name.is_ascii() {
        name.chars().for_each(push);
    } else {
        name.nfd()
            .filter(|letter| !is_combining_mark(*letter))
            .for_each(&mut push);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_are_cut_to_their_words() {
        let check = |name: &str, expected: &str| assert_eq!(words_of(name), expected, "{name}");
        check("Okun Mills (Nig.) Ltd.", "ǁOKUN OKUN MILLS NIG");
        check("The Ọ̀ṣun & Sons Plc", "ǁOSUN OSUN SONS");
        check("Limited", "");
        check(" 7-Up  ", "ǁ7 7 UP");
        check("A.G. Leventis Plc", "ǁA A G LEVENTIS ǁAG AG");
        check("Zuma N.N.P.C. P.L.C.", "ǁZUMA ZUMA N N P C P L C NNPC");
        check("Mama’s Kitchen", "ǁMAMA MAMA S KITCHEN ǁMAMAS MAMAS");
        check("Zuma Mama's", "ǁZUMA ZUMA MAMA S MAMAS");
        check("X Zuma", "ǁX X ZUMA");
    }

    #[test]
    fn a_name_has_the_words_that_it_is_looked_for_by() {
        let check = |name: &str, asked: &str| {
            let words = words_of(name);
            let words: Vec<&str> = words.split(' ').collect();
            let question = NameQuestion::read(asked).unwrap();
            let has = |word: &String| words.contains(&word.as_str());
            assert!(question.words.iter().all(has), "{name}: {asked}");
            let first = format!("{FIRST_MARK}{}", question.words[0]);
            assert!(words.contains(&first.as_str()), "{name}: {asked}");
        };
        check("A.G. Leventis (Nigeria) Plc", "ag leventis");
        check("A.G. Leventis (Nigeria) Plc", "A. G. Leventis");
        check("N.N.P.C. Limited", "nnpc");
        check("U.A.C. of Nigeria Plc", "uac of nigeria");
        check("Mama's Kitchen", "mamas kitchen");
        check("Mama's Kitchen", "mama's kitchen");
        check("Mama's Kitchen", "mama kitchen");
    }

    #[test]
    fn questions_are_written_for_both_databases() {
        let check = |text: &str, syntax: &Syntax, first: &str, other: &str| {
            let question = NameQuestion::read(text).unwrap();
            let open = question.ways()[0];
            assert_eq!(question.matching(syntax, true, open), first, "{text}");
            assert_eq!(question.matching(syntax, false, open), other, "{text}");
        };
        check(
            "okun mil",
            &Syntax::FTS5,
            "\"ǁOKUN\" AND \"MIL\" *",
            "(\"OKUN\" AND \"MIL\" *) NOT \"ǁOKUN\"",
        );
        check(
            "Okun Ltd",
            &Syntax::TSQUERY,
            "'ǁOKUN':*",
            "('OKUN':*) & !'ǁOKUN':*",
        );
        check(
            "7 up",
            &Syntax::TSQUERY,
            "'ǁ7' & 'UP'",
            "('7' & 'UP') & !'ǁ7'",
        );
    }

    #[test]
    fn a_question_without_a_word_is_refused() {
        for text in [
            "",
            " ",
            "Ltd",
            "&",
            "the Plc",
            &"a ".repeat(200),
            &"b ".repeat(11),
        ] {
            assert!(NameQuestion::read(text).is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn nothing_that_is_typed_leaves_its_quotes(text in ".{0,60}") {
            if let Ok(question) = NameQuestion::read(&text) {
                for syntax in [Syntax::FTS5, Syntax::TSQUERY] {
                    let written = question.matching(&syntax, false, true);
                    let plain = written.split(syntax.quote).skip(1).step_by(2);
                    for word in plain {
                        prop_assert!(word.chars().all(char::is_alphanumeric), "{}", written);
                    }
                }
            }
        }
    }
}
