//! A misspelt name that says what it is: "Ikot Ekpen LGA", "Lagoss State". It is read as the
//! one name that it can be, and a person is asked to look. A name that is known as it stands is
//! never taken for another one.

use super::spans::places_ending;
use kofa_gazetteer::{
    LgaId, LocalitySource, PlaceSpan, StateId, lga_names, normalise, place, state_names, tokens,
};

/// Words that say "LGA", folded.
const LGA: &str = "\
    lga lg localgovernmentarea localgovernment localgovtarea localgovt localgovarea localgov";
/// The longest of them, in words.
const CUE_WORDS_MAX: usize = 3;
/// Words of a name.
const NAME_WORDS_MAX: usize = 4;
/// Shorter names are one slip from too many others: Oyo, Edo, Imo; Obi, Ojo, Oyi.
const LETTERS_OF_A_STATE: usize = 4;
const LETTERS_OF_AN_LGA: usize = 5;
/// From so many letters on two slips are made good, before one.
const LETTERS_FOR_TWO: usize = 9;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meant {
    State(StateId),
    Lga(LgaId),
}

/// Whether a name that nobody knows stands before "LGA" or "State".
pub(super) fn is_labelled(part: &[String]) -> bool {
    let unknown = |end: &usize| places_ending(part, *end).is_empty();
    (1..=part.len()).any(|end| cue(&part[..end]).is_some() && unknown(&end))
}

/// What the misspelt name right before "LGA" or "State" at the end of `words` means, in one of
/// the states that are allowed, and where it stands with its label.
pub(super) fn meant(
    words: &[String],
    allowed: impl Fn(StateId) -> bool,
) -> Option<(PlaceSpan, Meant)> {
    let (at, is_lga) = cue(words)?;
    let mut found: Option<(usize, Meant)> = None;
    // The longest name last: it is the whole one.
    for start in (at.saturating_sub(NAME_WORDS_MAX)..at).rev() {
        let name = &words[start..at];
        if is_known(name, &allowed) {
            continue;
        }
        let one = match is_lga {
            true => lga(&name.concat(), &allowed).map(Meant::Lga),
            false => state(&name.concat(), &allowed).map(Meant::State),
        };
        match (one, found) {
            (Some(one), Some((_, other))) if one != other => return None,
            (Some(one), _) => found = Some((start, one)),
            (None, _) => {}
        }
    }
    let (start, meant) = found?;
    let mut span = PlaceSpan {
        start,
        end: words.len(),
        state: None,
        lgas: Vec::new(),
        localities: &[],
    };
    match meant {
        Meant::State(id) => span.state = Some(id),
        Meant::Lga(id) => span.lgas.push(id),
    }
    Some((span, meant))
}

/// Where the words that say "LGA" or "State" begin, and whether they say "LGA".
fn cue(words: &[String]) -> Option<(usize, bool)> {
    let tail = |count: usize| words.len().checked_sub(count).filter(|at| *at > 0);
    let lga = (1..=CUE_WORDS_MAX).rev().filter_map(tail).find(|&at| {
        let said = normalise(&words[at..].concat());
        LGA.split(' ').any(|cue| cue == said)
    });
    let state = || tail(1).filter(|&at| normalise(&words[at]) == "state");
    lga.map(|at| (at, true))
        .or_else(|| state().map(|at| (at, false)))
}

/// Whether the words are the name of something else, as they stand.
fn is_known(name: &[String], allowed: impl Fn(StateId) -> bool) -> bool {
    place(name).is_some_and(|span| {
        let mut rows = span.localities.iter();
        let named = span.state.is_some() || !span.lgas.is_empty();
        named || rows.any(|it| it.source == LocalitySource::Curated || allowed(it.state()))
    })
}

/// Whether a name that nobody knows is near to an LGA's.
pub(super) fn may_be_lga(name: &str) -> bool {
    place(&tokens(name)).is_none() && lgas(name).next().is_some()
}

/// Whether a name that nobody knows is near to a state's.
pub(super) fn may_be_state(name: &str) -> bool {
    place(&tokens(name)).is_none() && states(name).next().is_some()
}

fn lga(text: &str, allowed: impl Fn(StateId) -> bool) -> Option<LgaId> {
    only(lgas(text).filter(|id| allowed(id.state())))
}

fn state(text: &str, allowed: impl Fn(StateId) -> bool) -> Option<StateId> {
    only(states(text).filter(|id| allowed(*id)))
}

/// The LGAs whose names are near.
fn lgas(text: &str) -> impl Iterator<Item = LgaId> {
    let near = letters(text).into_iter().flat_map(|text| {
        lga_names().filter(move |(name, _)| is_near(&text, name, LETTERS_OF_AN_LGA))
    });
    near.flat_map(|(_, ids)| ids.iter().copied())
}

/// The states whose names are near.
fn states(text: &str) -> impl Iterator<Item = StateId> {
    let near = letters(text).into_iter().flat_map(|text| {
        state_names().filter(move |(name, _)| is_near(&text, name, LETTERS_OF_A_STATE))
    });
    near.map(|(_, id)| id)
}

/// Folded, if there is nothing but letters.
fn letters(text: &str) -> Option<String> {
    let folded = normalise(text);
    let plain = folded.bytes().all(|byte| byte.is_ascii_lowercase());
    (plain && !folded.is_empty()).then_some(folded)
}

/// Within one slip of a name: a letter too much, too few, wrong, or two in the wrong order; within
/// two of a long one.
fn is_near(text: &str, name: &str, letters_min: usize) -> bool {
    let slips = 1 + usize::from(name.len() >= LETTERS_FOR_TWO);
    name.len() >= letters_min
        && text.len().abs_diff(name.len()) <= slips
        && strsim::osa_distance(text, name) <= slips
}

/// The one that all of them are.
fn only<T: PartialEq>(mut all: impl Iterator<Item = T>) -> Option<T> {
    let first = all.next()?;
    all.all(|other| other == first).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::super::answer::{Infer, ReviewReason, Source};
    use super::super::resolve::resolve;
    use crate::Extraction;

    fn read(text: &str, infer: Infer) -> Extraction {
        let lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
        resolve(&lines, 0.95, infer)
    }

    /// Street, LGA and state as read, and whether a person is asked to look at a place.
    #[track_caller]
    fn check(text: &str, expected: [&str; 3], doubtful: bool) {
        let got = read(text, Infer::default());
        assert_eq!([&got.street, &got.lga, &got.state], expected, "{text}");
        let asked = got.review_reasons.contains(&ReviewReason::AmbiguousPlace);
        assert_eq!(asked, doubtful, "{text}: {got:?}");
    }

    /// What is printed, and the street, LGA and state that it means.
    const MISSPELT: &[(&str, [&str; 3])] = &[
        (
            "12 Aba Road, Ikot Ekpen LGA, Akwa Ibom State",
            ["12 Aba Road", "Ikot Ekpene", "Akwa Ibom"],
        ),
        (
            "5 Ipaja Road, Alimoso Local Government Area, Lagos",
            ["5 Ipaja Road", "Alimosho", "Lagos"],
        ),
        (
            "5 Ipaja Road, Alimsoho L.G.A., Lagos",
            ["5 Ipaja Road", "Alimosho", "Lagos"],
        ),
        (
            "5 Ipaja Road, ALIMOSO LOCAL GOVT",
            ["5 Ipaja Road", "Alimosho", ""],
        ),
        (
            "5 Ipaja Road\nAlimoso\nLGA\nLagos",
            ["5 Ipaja Road", "Alimosho", "Lagos"],
        ),
        (
            "7 Mayne Avenue, Calabar Municpal LGA",
            ["7 Mayne Avenue", "Calabar Municipal", ""],
        ),
        (
            "7 Ogunlana Drive, Surulre LGA, Lagos State",
            ["7 Ogunlana Drive", "Surulere", "Lagos"],
        ),
        (
            "12 Allen Avenue, Ikeja LGA, Lagoss State",
            ["12 Allen Avenue", "Ikeja", "Lagos"],
        ),
        (
            "3 Zik Avenue, Annambra State",
            ["3 Zik Avenue", "", "Anambra"],
        ),
        (
            "5 Ipaja Road, Alimoso LGA, Lagso State",
            ["5 Ipaja Road", "Alimosho", "Lagos"],
        ),
    ];

    #[test]
    fn a_misspelt_name_beside_its_label_is_made_good() {
        for (text, expected) in MISSPELT {
            check(text, *expected, true);
            let got = read(text, Infer::default());
            let evidence = got.fields.all().map(|it| it.evidence.concat()).concat();
            assert!(
                !evidence.contains("Alimosho"),
                "evidence is what is printed"
            );
        }
        let got = read("5 Ipaja Road, Alimoso LGA, Lagos", Infer::default());
        let lga = &got.fields.lga;
        assert_eq!((lga.source, lga.confidence), (Source::Extracted, 0.7));
        assert_eq!(lga.evidence, ["Alimoso LGA"]);
        assert_eq!(got.full_address, "5 Ipaja Road, Alimoso LGA, Lagos");
    }

    #[test]
    fn what_may_be_another_name_is_left_as_it_stands() {
        // In two states; in another state than the printed one; near to two names.
        check(
            "7 Ogunlana Drive, Surulre LGA",
            ["7 Ogunlana Drive, Surulre LGA", "", ""],
            false,
        );
        let other = "5 Ipaja Road, Alimoso LGA, Kano State";
        assert_eq!(read(other, Infer::default()).lga, "");
        // Two slips in a short name; a name of three letters; a place of that very name.
        assert_eq!(
            read("5 Ipaja Road, Ikejjja LGA, Lagos", Infer::default()).lga,
            ""
        );
        assert_eq!(read("5 Ring Road, Eddo State", Infer::default()).state, "");
        assert_eq!(
            read("5 Admiralty Way, Lekki LGA, Lagos", Infer::default()).lga,
            ""
        );
        assert_eq!(read("5 Ring Road, Ojo State", Infer::default()).state, "");
        // Without its label, and beside a landmark.
        assert_eq!(
            read("5 Ipaja Road, Alimoso, Lagos", Infer::default()).lga,
            ""
        );
        assert_eq!(
            read("Behind Alimoso LGA, Ipaja, Lagos", Infer::default()).lga,
            ""
        );
        assert_eq!(
            read("12 Logos State Street, Ikeja", Infer::default()).state,
            ""
        );
    }

    #[test]
    fn exact_names_are_as_sure_as_ever() {
        for text in [
            "12 Allen Avenue, Ikeja LGA, Lagos State",
            "7 Broad Street, Eti Osa LGA, Lagos",
            "3 Bosso Road, Bosso LGA, Niger State",
            "5 Road, Yewa South LGA, Ogun State",
        ] {
            let got = read(text, Infer::default());
            assert!(got.fields.lga.confidence > 0.9, "{text}: {got:?}");
            assert!(got.review_reasons.is_empty(), "{text}: {got:?}");
        }
    }

    #[test]
    fn what_follows_from_a_repaired_name_is_a_guess() {
        let all = Infer {
            lga: true,
            state: true,
            country: true,
        };
        let got = read("5 Ipaja Road, Alimoso LGA", all);
        assert_eq!(
            (got.lga.as_str(), got.state.as_str()),
            ("Alimosho", "Lagos")
        );
        assert_eq!(got.fields.state.source, Source::Inferred);
        assert!(got.fields.state.confidence <= 0.7);
        assert_eq!(got.fields.country.source, Source::Inferred);
    }
}
