//! The walk through an address from right to left: country, postcode, state, LGA, town,
//! district; what is left is the street. It reads what is printed and infers nothing.

use kofa_gazetteer::{
    Corroboration, LgaId, Locality, LocalityKind, LocalitySource, PlaceSpan, StateId, WordClass,
    is_nigeria, normalise, tokens,
};

use super::guards::{
    administers, care_of, districts, ends_as_street, fits_behind, is_post, is_postcode, leads_over,
    printed,
};
use super::spans::places_ending;
use super::split::{Part, is_number, join_numbers, reads_as, vocabulary};

/// What an address says, in its own words.
#[derive(Debug, Default)]
pub(super) struct Walked {
    /// `Nigeria` as printed.
    pub(super) country: Option<String>,
    pub(super) state: Option<PrintedState>,
    pub(super) lga: Option<PrintedLga>,
    /// Districts and towns, as printed from left to right.
    pub(super) places: Vec<Place>,
    /// A bare `GRA`, which needs its town.
    pub(super) gra: Option<String>,
    /// House, street, landmark, part by part.
    pub(super) street: Vec<String>,
    pub(super) postcode: String,
    /// Who passes the mail on, without the words for it.
    pub(super) care_of: String,
    /// There is a post-office box or a mail bag.
    pub(super) post_box: bool,
    /// Another state, or an LGA of one, is printed too.
    pub(super) at_odds: bool,
}

impl Walked {
    /// Whether a town or district is printed, be it as an LGA's bare name.
    pub(super) fn names_town(&self) -> bool {
        let in_lga = self.lga.as_ref().is_some_and(|lga| lga.town.is_some());
        in_lga || self.places.iter().any(|place| !place.minor)
    }
}

/// A state that is printed.
#[derive(Clone, Debug)]
pub(super) struct PrintedState {
    pub(super) id: StateId,
    pub(super) text: String,
    /// The word State stands beside it, or the name means nothing else.
    pub(super) cued: bool,
}

/// An LGA that is printed: two ids if the name exists in two states and nothing decides.
#[derive(Clone, Debug)]
pub(super) struct PrintedLga {
    pub(super) ids: Vec<LgaId>,
    pub(super) text: String,
    /// The word LGA stands beside it, or the name is no town.
    pub(super) cued: bool,
    /// Its name is that of a town, and the town may be meant.
    pub(super) town: Option<&'static str>,
    /// Its bare name is also that of a district in a state that is as likely.
    pub(super) shared: bool,
}

/// A town, district or estate that is printed.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) text: String,
    pub(super) name: String,
    /// Where it may lie, best evidence first, within the states that are still possible.
    pub(super) rows: Vec<&'static Locality>,
    /// Housing estates and landmarks belong to the street if a district is named too.
    pub(super) minor: bool,
    /// Where its words go if they turn out to belong to the street.
    street_at: usize,
    /// Other words stood before it, without a comma.
    joined: bool,
}

/// Reads an address.
pub(super) fn walk(parts: &[Part]) -> Walked {
    let mut walk = Walk::default();
    for part in parts.iter().rev() {
        walk.part(part);
    }
    walk.finish()
}

#[derive(Default)]
struct Walk {
    found: Walked,
    /// States that all places so far agree with; `None` before the first.
    possible: Option<Vec<StateId>>,
    /// The state's name was printed once more or stands for its town.
    state_town: Option<Place>,
}

impl Walk {
    fn part(&mut self, part: &[String]) {
        // "Zone 4, House 10, Unity Street, Kuje": what stands before the street belongs to it.
        let behind = self.found.names_town() && !self.found.street.is_empty();
        if behind && kofa_gazetteer::place(part).is_some() {
            return self.street(part);
        }
        let mut end = part.len();
        while end > 0 {
            let next = self.step(part, end);
            if next == end {
                break;
            }
            end = next - usize::from(leads_over(&part[..next]));
        }
        self.street(&part[..end]);
    }

    /// Takes one thing off the right of `part[..end]`; the same `end` if nothing is there.
    fn step(&mut self, part: &[String], end: usize) -> usize {
        let word = &part[end - 1];
        let untouched = self.found.street.is_empty();
        if untouched && is_postcode(word) {
            self.found.postcode = printed(&part[end - 1..end]);
            return end - 1;
        }
        if normalise(word).is_empty() {
            return end - 1;
        }
        if untouched && self.found.country.is_none() && self.possible.is_none() {
            let nigeria = [4, 1]
                .into_iter()
                .find(|&count| count <= end && is_nigeria(&part[end - count..end].join(" ")));
            if let Some(count) = nigeria {
                self.found.country = Some(printed(&part[end - count..end]));
                return end - count;
            }
        }
        let gra = vocabulary(word).is_some_and(|it| it.canonical == "Government Reserved Area")
            && self.found.gra.is_none()
            && (self.possible.is_some() || end == 1);
        let beside_place = || end == 1 || !places_ending(part, end - 1).is_empty();
        let mut spans = self.districts_first(places_ending(part, end));
        if spans.is_empty() && normalise(word) == "district" {
            spans = districts(part, end);
        }
        if !(gra && beside_place())
            && let Some(start) = spans.into_iter().find_map(|span| self.place(part, span))
        {
            return start;
        }
        if gra {
            self.found.gra = Some(printed(&part[end - 1..end]));
            return end - 1;
        }
        end
    }

    /// Longest first, but "Oke-Afa" before "Jakande Est. Oke-Afa": an estate and its district
    /// are two things.
    fn districts_first(&self, mut spans: Vec<PlaceSpan>) -> Vec<PlaceSpan> {
        let minor = |span: &PlaceSpan| {
            span.state.is_none()
                && span.lgas.is_empty()
                && span.localities.first().is_some_and(is_minor)
        };
        let district = |span: &PlaceSpan| {
            span.localities.iter().any(|row| {
                row.source == LocalitySource::Curated && !is_minor(row) && self.allows(row.state())
            })
        };
        if spans.first().is_some_and(minor)
            && let Some(at) = spans.iter().position(district)
        {
            let span = spans.remove(at);
            spans.insert(0, span);
        }
        spans
    }

    /// Tries a span in all its meanings; its start if one fits.
    fn place(&mut self, part: &[String], span: PlaceSpan) -> Option<usize> {
        let words = &part[span.start..span.end];
        let rest = &part[..span.start];
        let rest = &rest[..rest.len() - usize::from(leads_over(rest))];
        let text = printed(words);
        let whole = rest.is_empty();
        if !whole && !fits_behind(rest, words, &span) {
            return None;
        }
        let taken = self.as_state(&span, &text, words, whole)
            || !ends_as_street(words)
                && (self.as_lga(&span, &text, words, whole) || self.as_place(&span, &text, whole));
        taken.then_some(span.start)
    }

    fn as_state(&mut self, span: &PlaceSpan, text: &str, words: &[String], whole: bool) -> bool {
        let Some(id) = span.state else { return false };
        let cued = words.len() > 1 && administers(&words[words.len() - 1])
            || normalise(text).starts_with("fct")
            || normalise(text).contains("capitalterritory");
        let town = self.town(span, text, id);
        if let Some(known) = &mut self.found.state {
            if known.id != id {
                let only = span.localities.is_empty() && span.lgas.is_empty();
                self.found.at_odds |= whole && (cued || only);
                return false;
            }
            // "Kano, Kano State": the first is the town. "Abuja FCT": one name, said twice.
            known.cued |= cued;
            if self.state_town.is_none() {
                self.state_town = town;
            }
            return self.found.places.is_empty() && self.found.lga.is_none()
                || self.state_town.is_some() && whole;
        }
        let late = !self.found.places.is_empty() || self.found.lga.is_some();
        let agrees = self.allows(id);
        // Behind a town the bare name may be anything; "Niger" alone is a country and a river.
        if !agrees || late && !cued || !cued && normalise(text) == "niger" && !whole {
            return false;
        }
        if !cued && self.found.street.iter().any(|line| !line.is_empty()) && !whole {
            return false;
        }
        self.found.state = Some(PrintedState {
            id,
            text: text.to_owned(),
            cued,
        });
        self.possible = Some(vec![id]);
        if !cued {
            self.state_town = town;
        }
        true
    }

    /// The town that a state's name may also be: Kano, Enugu, Abuja.
    fn town(&self, span: &PlaceSpan, text: &str, state: StateId) -> Option<Place> {
        let rows: Vec<_> = span
            .localities
            .iter()
            .filter(|row| row.state() == state && row.source == LocalitySource::Curated)
            .collect();
        let bare = !normalise(text).ends_with("state") && !normalise(text).starts_with("fct");
        let name = rows.first().map_or(state.get().name, |row| row.name);
        let named = !rows.is_empty() || ["Lagos", "Enugu", "Kaduna"].contains(&name);
        (bare && named).then(|| Place {
            text: text.to_owned(),
            name: name.to_owned(),
            rows,
            minor: false,
            street_at: self.found.street.len(),
            joined: false,
        })
    }

    fn as_lga(&mut self, span: &PlaceSpan, text: &str, words: &[String], whole: bool) -> bool {
        let ids: Vec<LgaId> = span
            .lgas
            .iter()
            .copied()
            .filter(|lga| self.allows(lga.state()))
            .collect();
        let said = words.len() > 1 && administers(&words[words.len() - 1]);
        if ids.is_empty() {
            self.found.at_odds |= said && whole && !span.lgas.is_empty();
            return false;
        }
        let rows = self.rows(span, whole);
        let shared = !said && self.is_shared(span, &ids);
        let cued = said || rows.is_empty() && !shared;
        // Port Harcourt is an LGA and a town that reaches into another one: bare, the town.
        let towns = || {
            let curated = |row: &&&Locality| row.source == LocalitySource::Curated;
            rows.iter().filter(curated)
        };
        // Garki is an LGA of Jigawa and a district of Abuja: bare, and nothing said, either.
        let elsewhere = towns().any(|row| !ids.contains(&row.lga));
        if !said && (towns().count() > 1 || elsewhere) {
            return false;
        }
        match &self.found.lga {
            Some(known) if known.cued || !cued => return false,
            _ => {}
        }
        if !cued && self.possible.is_none() && !whole && ids.len() > 1 {
            return false;
        }
        let town = rows.first().map(|row| row.name).filter(|_| !said);
        self.set_lga(PrintedLga {
            ids,
            text: text.to_owned(),
            cued,
            town,
            shared,
        });
        true
    }

    fn set_lga(&mut self, lga: PrintedLga) {
        self.narrow(lga.ids.iter().map(|lga| lga.state()));
        if let Some(known) = self.found.lga.take()
            && let Some(name) = known.town
        {
            // An earlier bare name was the town after all: "Ikeja LGA, Ikeja".
            let rows = Vec::new();
            let place = Place {
                text: known.text,
                name: name.to_owned(),
                rows,
                minor: false,
                street_at: 0,
                joined: false,
            };
            self.found.places.push(place);
        }
        self.found.lga = Some(lga);
    }

    /// Whether the name of these LGAs is that of a district or ward in another state that is
    /// still possible: Karu in Nasarawa, and in Abuja. Villages are too many to count.
    fn is_shared(&self, span: &PlaceSpan, ids: &[LgaId]) -> bool {
        let elsewhere = |row: &Locality| ids.iter().all(|lga| lga.state() != row.state());
        span.localities.iter().any(|row| {
            row.source != LocalitySource::Settlement && self.allows(row.state()) && elsewhere(row)
        })
    }

    fn as_place(&mut self, span: &PlaceSpan, text: &str, whole: bool) -> bool {
        let mut rows = self.rows(span, whole);
        rows.retain(|row| !is_elsewhere(row, text, &self.found.places));
        let Some(first) = rows.first() else {
            return false;
        };
        let minor = is_minor(first);
        self.narrow(rows.iter().map(|row| row.state()));
        let street_at = self.found.street.len();
        let name = first.name.to_owned();
        let text = text.to_owned();
        self.found.places.push(Place {
            text,
            name,
            rows,
            minor,
            street_at,
            joined: !whole,
        });
        true
    }

    /// The localities a span may be here. Wards and villages count only as a whole part and in
    /// a known state; names that contradict the commission's lists never inside a run of words.
    fn rows(&self, span: &PlaceSpan, whole: bool) -> Vec<&'static Locality> {
        let known = self.possible.is_some();
        let rows = span.localities.iter().filter(|row| {
            self.allows(row.state())
                && match row.source {
                    // A name that is an LGA's too, before its state, is that town.
                    LocalitySource::Curated => {
                        whole
                            || row.corroboration != Corroboration::Contradicted
                            || known && span.lgas.contains(&row.lga)
                    }
                    LocalitySource::Ward | LocalitySource::Town => known && whole,
                    LocalitySource::Settlement => known && whole && row.n_states == 1,
                }
        });
        let rows: Vec<_> = rows.collect();
        let curated = |row: &&Locality| row.source == LocalitySource::Curated;
        if rows.iter().any(curated) {
            return rows.into_iter().filter(curated).collect();
        }
        rows
    }

    fn allows(&self, state: StateId) -> bool {
        self.possible
            .as_ref()
            .is_none_or(|states| states.contains(&state))
    }

    fn narrow(&mut self, states: impl Iterator<Item = StateId>) {
        let mut states: Vec<_> = states.filter(|state| self.allows(*state)).collect();
        states.sort_unstable();
        states.dedup();
        self.possible = Some(states);
    }

    /// What no place took: part of the street, or for the post.
    fn street(&mut self, words: &[String]) {
        let Some(first) = words.first() else { return };
        let text = printed(words);
        if is_post(words) {
            let careful = vocabulary(first).is_some_and(|it| it.canonical == "Care of");
            self.found.post_box |= !careful;
            // "C/O MR A BELLO 12 ALLEN AVENUE": the street begins with its number.
            let from = words.iter().position(|word| {
                is_number(word) || reads_as(word, WordClass::Unit) && normalise(word) != "no"
            });
            if careful {
                let (name, street) = words.split_at(from.unwrap_or(words.len()));
                self.found.care_of = care_of(name);
                self.found.street.extend(from.map(|_| printed(street)));
            }
            // "C/O ALABI, Terhemba": the rest of the name stands behind a comma.
            let name = careful && from.is_none() && words.len() == 2;
            if name
                && self.found.street.len() > 1
                && self.found.street.last().is_some_and(|it| is_bare_name(it))
                && let Some(rest) = self.found.street.pop()
            {
                self.found.care_of = format!("{}, {rest}", self.found.care_of);
            }
        } else if !normalise(&text).is_empty() {
            self.found.street.push(text);
        }
    }

    fn finish(mut self) -> Walked {
        // Collected from the right; read from the left.
        let count = self.found.street.len();
        let states = self.possible.take();
        let in_states = |row: &&'static Locality| {
            states
                .as_ref()
                .is_none_or(|states| states.contains(&row.state()))
        };
        for place in &mut self.found.places {
            place.rows.retain(in_states);
            place.street_at = count - place.street_at.min(count);
        }
        // Of two LGAs of one name, the districts may have decided.
        if let (Some(lga), Some(states)) = (&mut self.found.lga, &states)
            && lga.ids.iter().any(|lga| states.contains(&lga.state()))
        {
            lga.ids.retain(|lga| states.contains(&lga.state()));
        }
        // A district of the LGA says which is meant.
        let rows = self.found.places.iter().flat_map(|place| &place.rows);
        if let Some(lga) = &mut self.found.lga
            && rows.into_iter().any(|row| lga.ids.contains(&row.lga))
        {
            lga.shared = false;
        }
        self.found.street.reverse();
        self.found.places.reverse();
        self.settle_town();
        self.settle_estates();
        let street = std::mem::take(&mut self.found.street);
        self.found.street = join_numbers(street);
        self.found
    }

    /// Estates go back to the street when a district or town is named too.
    fn settle_estates(&mut self) {
        if !self.found.names_town() {
            return;
        }
        // From the right, so that the places of the earlier ones stay right.
        for place in self.found.places.iter().rev().filter(|place| place.minor) {
            let at = place.street_at.min(self.found.street.len());
            match at.checked_sub(1) {
                Some(before) if place.joined => {
                    self.found.street[before].push(' ');
                    self.found.street[before].push_str(&place.text);
                }
                _ => self.found.street.insert(at, place.text.clone()),
            }
        }
        // Kept as evidence for the LGA, behind the ones that name the city.
        self.found.places.sort_by_key(|place| place.minor);
    }

    /// The state's name stands for its town where nothing else does, or a GRA needs one.
    fn settle_town(&mut self) {
        let named = self.found.names_town();
        let Some(town) = self.state_town.take() else {
            return;
        };
        // "1004 Estate, Lagos": Lagos is no one town, so the estate names the place.
        let vague = town.rows.is_empty() && !self.found.places.is_empty();
        // "Ikeja GRA, Lagos" has its town.
        let settled = town.rows.is_empty() && named;
        if self.found.gra.is_some() && !settled || !named && !vague {
            let last = self.found.places.iter().rposition(|place| !place.minor);
            self.found.places.insert(last.map_or(0, |at| at + 1), town);
        }
    }
}

/// "Zone 3 Gwarinpa": a number alone names no zone of Wuse where another district is named.
fn is_elsewhere(row: &Locality, said: &str, named: &[Place]) -> bool {
    let (whole, said) = (tokens(row.name), tokens(said));
    let is_part = said.len() < whole.len() && said.iter().any(|word| is_number(word));
    let is_other = |place: &Place| tokens(&place.name).iter().all(|word| !whole.contains(word));
    is_part && named.iter().any(is_other)
}

/// One to three words without a number or the type of a street.
fn is_bare_name(text: &str) -> bool {
    let words: Vec<_> = text.split(' ').collect();
    let told = |word: &&str| is_number(word) || vocabulary(word).is_some();
    words.len() <= 3 && !words.iter().any(told)
}

/// Part of a street line where a district is named too.
fn is_minor(row: &Locality) -> bool {
    use LocalityKind::{Estate, Landmark, WardPart};
    matches!(row.kind, Estate | Landmark | WardPart)
}
