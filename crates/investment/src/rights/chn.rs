//! The Clearing House Number: its form, and what of it and of its holder may be shown.

/// Fewest characters of a CHN.
pub const CHN_CHARS_MIN: usize = 6;
/// Most characters of a CHN.
pub const CHN_CHARS_MAX: usize = 14;

/// Characters of a CHN that are shown at its end.
const SHOWN_AT_END: usize = 2;
/// Words of a name of which the initial is shown.
const WORDS_SHOWN_MAX: usize = 4;

/// A CHN in capitals, without spaces and hyphens; `None` if it has not 6 to 14 letters and
/// digits.
pub fn read_chn(text: &str) -> Option<String> {
    // Bounds the work whatever is sent.
    if text.len() > 4 * CHN_CHARS_MAX {
        return None;
    }
    let chn = text.replace([' ', '-'], "").to_ascii_uppercase();
    let is_right = (CHN_CHARS_MIN..=CHN_CHARS_MAX).contains(&chn.len())
        && chn.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_right.then_some(chn)
}

/// `C********10`: enough for its owner to know it again.
pub fn mask_chn(chn: &str) -> String {
    let count = chn.chars().count();
    let shown = |at: usize| at == 0 || at + SHOWN_AT_END >= count;
    chn.chars()
        .enumerate()
        .map(|(at, c)| if shown(at) { c } else { '*' })
        .collect()
}

/// `N*** A***`: the initials. The number of stars says nothing of a word's length.
pub fn mask_name(name: &str) -> String {
    let initials = name
        .split_whitespace()
        .filter_map(|word| word.chars().find(|c| c.is_alphanumeric()))
        .take(WORDS_SHOWN_MAX);
    let masked: Vec<String> = initials
        .map(|initial| format!("{}***", initial.to_uppercase()))
        .collect();
    if masked.is_empty() {
        return "***".to_owned();
    }
    masked.join(" ")
}
