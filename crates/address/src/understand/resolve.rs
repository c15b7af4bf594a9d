//! Printed words → fields, with sources, confidences and evidence, and only what the flags
//! allow beyond what is printed.

use kofa_gazetteer::{LocalityKind, WordClass, normalise};

use super::answer::{
    Extraction, FieldFacts, Infer, Options, ReviewReason, Source, review, two_decimals,
};
use super::casing::ordinary;
use super::evidence::{Evidence, state_in_words, state_name};
use super::finer::part_street;
use super::foreign::{Foreign, Found};
use super::guards::care_of;
use super::split::{is_number, join, parts, reads_as};
use super::walk::{Place, Walked, walk};

/// Splits one address into fields. `trust` is the confidence that these lines are the
/// customer's address at all, 0 to 1.
pub(super) fn resolve(lines: &[String], trust: f64, infer: Infer) -> Extraction {
    let mut answer = Extraction {
        full_address: join(lines),
        ..Extraction::default()
    };
    if answer.full_address.is_empty() {
        return answer;
    }
    let whole = answer.full_address.clone();
    answer.fields.full_address = extracted(trust, &whole);
    let parts = parts(lines);
    let found = Foreign::of(&parts);
    if found.is_abroad() {
        answer.review_reasons.push(ReviewReason::ForeignAddress);
        fill_foreign(&mut answer, found);
        return answer;
    }
    let walked = walk(&parts);
    if is_nowhere(&walked) && found.is_somewhere() {
        fill_foreign(&mut answer, found);
    } else {
        fill(&mut answer, &walked, infer);
    }
    answer
}

/// Splits an address that is known to be one, such as a line of a form: no document around it.
pub fn split_address(lines: &[String], options: &Options) -> Extraction {
    let mut answer = resolve(lines, 1.0, options.infer);
    if answer.full_address.is_empty() {
        answer = no_address();
    }
    review(&mut answer, options);
    answer
}

pub(super) fn no_address() -> Extraction {
    Extraction {
        review_reasons: vec![ReviewReason::NoAddress],
        ..Extraction::default()
    }
}

/// Whether the tables know no part of it.
fn is_nowhere(walked: &Walked) -> bool {
    let region = walked.country.is_some() || walked.state.is_some() || walked.lga.is_some();
    !region && walked.places.is_empty() && walked.gra.is_none() && !walked.post_box
}

fn fill_foreign(answer: &mut Extraction, found: Foreign) {
    let facts = |it: &Found| match it.text.is_empty() {
        true => FieldFacts::default(),
        false => extracted(it.chance, &it.text),
    };
    answer.fields.street = facts(&found.street);
    answer.fields.city = facts(&found.city);
    answer.fields.state = facts(&found.state);
    answer.fields.country = facts(&found.country);
    answer.street = ordinary(&found.street.text);
    part_street(&mut answer.parts, &answer.street);
    answer.city = ordinary(&found.city.text);
    answer.state = found.state.text;
    answer.country = found.country.text;
    answer.parts.district = ordinary(&found.district.text);
    answer.parts.postcode = found.postcode.text;
    let words: Vec<String> = found.care_of.text.split(' ').map(str::to_owned).collect();
    answer.parts.care_of = ordinary(&care_of(&words));
}

fn fill(answer: &mut Extraction, walked: &Walked, infer: Infer) {
    let town = unknown_town(walked);
    fill_street(answer, walked, town.is_some());
    fill_city(answer, walked, town);
    answer.parts.postcode.clone_from(&walked.postcode);
    answer.parts.care_of = ordinary(&walked.care_of);
    fill_printed(answer, walked);
    let evidence = Evidence::gather(walked);
    if walked.at_odds || evidence.contradicts(walked) {
        answer.review_reasons.push(ReviewReason::AmbiguousPlace);
    }
    if infer.lga && answer.lga.is_empty() {
        infer_lga(answer, walked, &evidence);
    }
    if infer.state && answer.state.is_empty() {
        infer_state(answer, walked, &evidence);
    }
    if infer.country && answer.country.is_empty() {
        infer_country(answer, walked);
    }
}

/// `source` extracted, with the document's own words.
fn extracted(confidence: f64, text: &str) -> FieldFacts {
    FieldFacts {
        source: Source::Extracted,
        confidence: two_decimals(confidence),
        evidence: vec![text.to_owned()],
    }
}

/// The town may be one that the tables do not know: the part right before the printed state,
/// if it looks like a name and something else is left for the street.
fn unknown_town(walked: &Walked) -> Option<&str> {
    let known = walked.names_town();
    let anchored = walked.state.is_some() || walked.lga.is_some() || walked.country.is_some();
    let name = walked.street.last().filter(|last| {
        let words: Vec<_> = last.split(' ').collect();
        words.len() <= 3
            && !words
                .iter()
                .any(|word| is_number(word) || kofa_gazetteer::street_type(word).is_some())
            && !reads_as(words[0], WordClass::Relation)
            && !reads_as(words[0], WordClass::Unit)
    });
    let town = name.filter(|_| !known && anchored && walked.street.len() > 1);
    town.map(String::as_str)
}

fn fill_street(answer: &mut Extraction, walked: &Walked, ends_in_town: bool) {
    let parts = &walked.street[..walked.street.len() - usize::from(ends_in_town)];
    let text = parts.join(", ");
    if text.is_empty() {
        if walked.post_box {
            answer.review_reasons.push(ReviewReason::PostBoxOnly);
        }
        return;
    }
    let words: Vec<_> = text
        .split([' ', ','])
        .filter(|word| !word.is_empty())
        .collect();
    let numbered = words.iter().any(|word| is_number(word));
    let typed = words
        .iter()
        .any(|word| kofa_gazetteer::street_type(word).is_some());
    let confidence = match (numbered, typed) {
        (true, true) => 0.95,
        (true, false) | (false, true) => 0.88,
        (false, false) => 0.7,
    };
    answer.street = ordinary(&text);
    part_street(&mut answer.parts, &answer.street);
    answer.fields.street = extracted(confidence, &text);
}

fn fill_city(answer: &mut Extraction, walked: &Walked, unknown: Option<&str>) {
    let majors: Vec<&Place> = walked.places.iter().filter(|place| !place.minor).collect();
    let lga_town = walked
        .lga
        .as_ref()
        .and_then(|lga| Some((lga.town?, lga.text.as_str())));
    let chosen = match (majors.is_empty(), lga_town) {
        (true, None) => walked.places.iter().collect(),
        _ => majors,
    };
    let mut names: Vec<(&str, &str)> = chosen
        .into_iter()
        .map(|place| (place.name.as_str(), place.text.as_str()))
        .collect();
    if let Some(town) = lga_town
        && (names.is_empty() || walked.gra.is_some() && names.len() == 1)
    {
        names.push(town);
    }
    drop_covered(&mut names);
    if let Some(gra) = &walked.gra
        && names.len() <= 1
    {
        names.insert(0, ("GRA", gra.as_str()));
    }
    if names.is_empty() {
        if let Some(town) = unknown {
            answer.city = ordinary(town);
            answer.fields.city = extracted(0.65, town);
        }
        return;
    }
    let (name, text) = names.remove(town_of(&names, walked, lga_town));
    answer.city = without_state(name, text).to_owned();
    let bare_gra = names.is_empty() && walked.gra.is_some();
    let confidence = if bare_gra {
        0.5
    } else if walked.state.is_some() || walked.lga.is_some() {
        0.95
    } else {
        0.88
    };
    answer.fields.city = FieldFacts {
        source: Source::Extracted,
        confidence,
        evidence: vec![text.to_owned()],
    };
    let quarters: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
    answer.parts.district = quarters.join(", ");
}

/// The tables tell namesakes apart as `Ejigbo Osun`; what is printed as `Ejigbo` stays that.
fn without_state<'a>(name: &'a str, printed: &str) -> &'a str {
    let bare = name.rsplit_once(' ').filter(|(bare, state)| {
        kofa_gazetteer::find_state(state).is_some() && normalise(bare) == normalise(printed)
    });
    bare.map_or(name, |(bare, _)| bare)
}

/// Which of several names is the town's: the LGA's, else the last that is a town's, else the last.
/// A name alone stands for its town, as in "Surulere, Lagos".
fn town_of(names: &[(&str, &str)], walked: &Walked, lga_town: Option<(&str, &str)>) -> usize {
    let is_town = |name: &str| {
        let named = |place: &&Place| place.name == name;
        let rows = walked.places.iter().filter(named).flat_map(|it| &it.rows);
        rows.into_iter().any(|row| row.kind == LocalityKind::Town)
    };
    let of_lga = |(name, _): &(&str, &str)| lga_town.is_some_and(|(town, _)| town == *name);
    let last = names.len().saturating_sub(1);
    names
        .iter()
        .rposition(|(name, _)| is_town(name))
        .or_else(|| names.iter().position(of_lga))
        .unwrap_or(last)
}

/// "Wuse Zone 5, Wuse" says Wuse twice: a name whose words all stand in another goes.
fn drop_covered(names: &mut Vec<(&str, &str)>) {
    let words = |name: &str| kofa_gazetteer::tokens(name);
    let mut at = 0;
    while at < names.len() {
        let own = words(names[at].0);
        let covered = names.iter().enumerate().any(|(other, (name, _))| {
            let theirs = words(name);
            other != at
                && own.iter().all(|word| theirs.contains(word))
                && (own.len() < theirs.len() || other < at)
        });
        if covered {
            names.remove(at);
        } else {
            at += 1;
        }
    }
}

/// State, LGA and country as printed.
fn fill_printed(answer: &mut Extraction, walked: &Walked) {
    if let Some(state) = &walked.state {
        answer.state = state_name(state.id).to_owned();
        // A bare name that an LGA bears too may mean the LGA.
        let doubtful = !state.cued && !kofa_gazetteer::find_lgas(&state.text).is_empty();
        let confidence = match (state.cued, doubtful) {
            _ if walked.at_odds => 0.75,
            (true, _) => 0.98,
            (false, false) => 0.93,
            (false, true) => 0.75,
        };
        answer.fields.state = extracted(confidence, &state.text);
    }
    if let Some(lga) = &walked.lga {
        answer.lga = lga.ids[0].get().name.to_owned();
        let confidence = match lga.cued {
            _ if lga.shared => 0.75,
            true => 0.97,
            false => 0.88,
        };
        answer.fields.lga = extracted(confidence, &lga.text);
        if lga.ids.len() > 1 || lga.shared {
            answer.review_reasons.push(ReviewReason::AmbiguousPlace);
        }
    }
    if let Some(country) = &walked.country {
        answer.country = "Nigeria".to_owned();
        answer.fields.country = extracted(0.99, country);
    }
}

fn infer_lga(answer: &mut Extraction, walked: &Walked, evidence: &Evidence) {
    let Some((lga, confidence)) = evidence.clear() else {
        if !evidence.votes.is_empty() {
            answer.review_reasons.push(ReviewReason::AmbiguousPlace);
        }
        return;
    };
    // Without a printed state, a name that exists in several is no clear evidence.
    if walked.state.is_none() && evidence.states.len() > 1 {
        answer.review_reasons.push(ReviewReason::AmbiguousPlace);
        return;
    }
    answer.lga = lga.get().name.to_owned();
    answer.fields.lga = FieldFacts {
        source: Source::Inferred,
        confidence: two_decimals(confidence),
        evidence: evidence.lines.clone(),
    };
}

fn infer_state(answer: &mut Extraction, walked: &Walked, evidence: &Evidence) {
    let (state, source, confidence, rule) = match &walked.lga {
        Some(lga) if lga.ids.len() == 1 => {
            let id = lga.ids[0];
            let rule = format!(
                "LGA '{}' belongs to {}",
                id.get().name,
                state_in_words(id.state())
            );
            // A name that exists in two states was decided by its neighbours: no pure rule.
            let pure = id.namesakes().is_empty() && !lga.shared;
            let source = if pure {
                Source::Derived
            } else {
                Source::Inferred
            };
            (
                id.state(),
                source,
                match pure {
                    true => 0.97,
                    false if lga.shared => 0.7,
                    false => 0.8,
                },
                vec![rule],
            )
        }
        Some(_) => return,
        None => {
            let [state] = evidence.states[..] else {
                if evidence.states.len() > 1 {
                    answer.review_reasons.push(ReviewReason::AmbiguousPlace);
                }
                return;
            };
            let mut rule: Vec<String> = walked
                .places
                .iter()
                .filter(|place| !place.rows.is_empty())
                .map(|place| format!("'{}' lies in {}", place.text, state_in_words(state)))
                .collect();
            rule.truncate(4);
            (state, Source::Inferred, 0.85, rule)
        }
    };
    answer.state = state_name(state).to_owned();
    answer.fields.state = FieldFacts {
        source,
        confidence,
        evidence: rule,
    };
}

fn infer_country(answer: &mut Extraction, walked: &Walked) {
    let nigeria = |name: &str| format!("{name} is in Nigeria");
    let (source, confidence, rule) = if let Some(state) = &walked.state {
        (Source::Derived, 0.98, nigeria(&state_in_words(state.id)))
    } else if let Some(lga) = &walked.lga {
        (
            Source::Derived,
            0.97,
            nigeria(&format!("LGA '{}'", lga.ids[0].get().name)),
        )
    } else if answer.fields.state.source == Source::Inferred
        || answer.fields.lga.source == Source::Inferred
    {
        // A guess stands behind it, so it is one too.
        let name = if answer.state.is_empty() {
            &answer.lga
        } else {
            &answer.state
        };
        (Source::Inferred, 0.85, nigeria(&format!("'{name}'")))
    } else {
        return;
    };
    answer.country = "Nigeria".to_owned();
    answer.fields.country = FieldFacts {
        source,
        confidence,
        evidence: vec![rule],
    };
}
