//! Addresses in the styles that people and billing systems write them, with what they say.

use crate::chance::Chance;
use crate::people::{self, person};
use crate::places::{Spot, spots};

/// How an address is typed.
#[derive(Clone, Copy, Debug)]
struct Style {
    capitals: bool,
    /// Without commas between the parts.
    run_on: bool,
    /// No space behind a comma.
    tight: bool,
    /// `Str.`, `Est.`, `Blk`.
    short: bool,
    /// A full stop at the end.
    stop: bool,
}

/// What an address says: the labels of one document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Truth {
    /// As printed, lines joined.
    pub full: String,
    /// House, street, landmark, estate.
    pub street: String,
    /// Every reading of the town that is right, the one with all names first.
    pub cities: Vec<String>,
    /// The state as printed (canonical name), empty if none is.
    pub state: String,
    /// The state where it lies, printed or not.
    pub state_meant: String,
    /// The LGA where it lies, if that is certain.
    pub lga: String,
    /// The word LGA, or its name with a cue, is printed.
    pub lga_printed: bool,
    /// The country as printed, empty if none is.
    pub country: String,
    pub foreign: bool,
}

/// An address as parts in printed order.
#[derive(Clone, Debug)]
pub struct Home {
    parts: Vec<String>,
    style: Style,
    pub truth: Truth,
}

impl Home {
    pub fn line(&self) -> String {
        let stop = if self.style.stop { "." } else { "" };
        format!("{}{stop}", self.parts.join(self.separator()))
    }

    /// Broken where parts end, at most `width` characters a line if parts are that short.
    pub fn lines(&self, width: usize) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for part in &self.parts {
            match lines.last_mut() {
                Some(line) if line.chars().count() + part.chars().count() + 2 <= width => {
                    line.push_str(self.separator());
                    line.push_str(part);
                }
                _ => lines.push(part.clone()),
            }
        }
        self.finished(lines)
    }

    /// Broken like running text, wherever `width` characters are full.
    pub fn wrapped(&self, width: usize) -> Vec<String> {
        wrap(&self.line(), width)
    }

    /// A line for each part or two, with or without commas at the ends.
    fn finished(&self, mut lines: Vec<String>) -> Vec<String> {
        let count = lines.len();
        if !self.style.run_on && self.parts.len().is_multiple_of(2) {
            for line in lines.iter_mut().take(count.saturating_sub(1)) {
                line.push(',');
            }
        }
        if self.style.stop
            && let Some(last) = lines.last_mut()
        {
            last.push('.');
        }
        lines
    }

    fn separator(&self) -> &'static str {
        match (self.style.run_on, self.style.tight) {
            (true, _) => " ",
            (false, true) => ",",
            (false, false) => ", ",
        }
    }
}

/// Breaks text into lines of at most `width` characters.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// An address in Nigeria, of the state if one is asked for.
pub fn home(chance: &mut Chance, in_state: Option<&str>) -> Home {
    let style = style(chance);
    let choice: Vec<Spot> = spots()
        .into_iter()
        .filter(|spot| in_state.is_none_or(|state| state == spot.state))
        .collect();
    let spot = choice[chance.below(choice.len())];
    let street = street_parts(chance);
    let mut truth = Truth {
        street: street.join(", "),
        state_meant: spot.state.to_owned(),
        lga: spot.lga.to_owned(),
        ..Truth::default()
    };
    let mut parts = street;
    if style.short {
        parts = parts.iter().map(|part| shortened(part, chance)).collect();
    }
    for name in [spot.district, spot.town] {
        if !name.is_empty() {
            parts.push(name.to_owned());
        }
    }
    truth.cities = cities(&spot);
    if chance.percent(14) && !spot.lga.is_empty() && spot.state != "FCT" {
        let words = ["LGA", "L.G.A", "Local Government Area", "LGA", "LG"];
        parts.push(format!("{} {}", spot.lga, chance.pick(&words)));
        truth.lga_printed = true;
    }
    if let Some(state) = state_part(chance, &spot) {
        parts.push(state);
        truth.state = spot.state.to_owned();
    }
    if chance.percent(12) {
        let country = ["Nigeria", "Nigeria", "NIGERIA"];
        parts.push(chance.pick(&country).to_owned());
        truth.country = "Nigeria".to_owned();
    }
    finish(parts, style, truth, chance)
}

/// An address of these parts, typed in one of the styles.
pub(crate) fn typed(parts: Vec<String>, truth: Truth, chance: &mut Chance) -> Home {
    let style = style(chance);
    finish(parts, style, truth, chance)
}

fn finish(mut parts: Vec<String>, style: Style, mut truth: Truth, chance: &mut Chance) -> Home {
    if chance.percent(3) {
        parts.insert(0, format!("C/O {}", person(chance).printed));
    }
    if style.capitals {
        parts = parts.iter().map(|part| part.to_uppercase()).collect();
    }
    truth.full = parts.join(", ");
    Home {
        parts,
        style,
        truth,
    }
}

fn style(chance: &mut Chance) -> Style {
    let capitals = chance.percent(45);
    Style {
        capitals,
        run_on: chance.percent(if capitals { 30 } else { 6 }),
        tight: chance.percent(6),
        short: chance.percent(22),
        stop: chance.percent(15),
    }
}

fn cities(spot: &Spot) -> Vec<String> {
    match (spot.district, spot.town) {
        ("", town) => vec![town.to_owned()],
        (district, "") => vec![district.to_owned(), format!("{district}, {}", spot.state)],
        (district, town) => vec![town.to_owned(), district.to_owned()],
    }
}

fn state_part(chance: &mut Chance, spot: &Spot) -> Option<String> {
    if spot.state == "FCT" {
        let forms = [
            "Abuja",
            "Abuja",
            "Abuja FCT",
            "FCT Abuja",
            "FCT",
            "Abuja, FCT",
        ];
        return Some(chance.pick(&forms).to_owned());
    }
    let bare = spot.town.is_empty();
    if !bare && chance.percent(12) {
        return None;
    }
    let said = if bare { 40 } else { 65 };
    let name = spot.state;
    Some(match chance.percent(said) {
        true => format!("{name} State"),
        false => name.to_owned(),
    })
}

/// House and street, and what stands beside.
fn street_parts(chance: &mut Chance) -> Vec<String> {
    let (name, kind) = people::street(chance);
    let number = number(chance);
    let mut parts = Vec::new();
    let unit = chance.below(10);
    match unit {
        0 => parts.push(format!("Flat {}", chance.between(1, 24))),
        1 => parts.push(format!(
            "Block {}, Flat {}",
            chance.between(1, 30),
            chance.between(1, 12)
        )),
        2 if chance.percent(40) => parts.push(people::house(chance).to_owned()),
        _ => {}
    }
    let comma = if chance.percent(20) { "," } else { "" };
    parts.push(format!("{number}{comma} {name} {kind}"));
    if chance.percent(14) {
        let (other, kind) = people::street(chance);
        let off = ["Off", "off"];
        parts.push(format!("{} {other} {kind}", chance.pick(&off)));
    } else if chance.percent(9) {
        let near = ["Opp.", "Opposite", "Behind", "Beside", "Near"];
        let near = chance.pick(&near);
        parts.push(format!("{near} {}", people::landmark(chance)));
    }
    if chance.percent(9) {
        parts.push(people::estate(chance).to_owned());
    }
    parts
}

fn number(chance: &mut Chance) -> String {
    let count = chance.between(1, 190);
    let letter = ["A", "B", "C"];
    match chance.below(12) {
        0 => format!("No. {count}"),
        1 => format!("No {count}"),
        2 => format!("{count}{}", chance.pick(&letter)),
        3 => format!("Plot {}", count * 7),
        4 => format!("House {count}"),
        5 => format!("{count}/{}", count + 2),
        _ => count.to_string(),
    }
}

fn shortened(part: &str, chance: &mut Chance) -> String {
    let pairs: &[(&str, &[&str])] = &[
        ("Street", &["Str.", "St.", "Str", "St"]),
        ("Road", &["Rd.", "Rd"]),
        ("Avenue", &["Ave.", "Ave"]),
        ("Crescent", &["Cres.", "Cres"]),
        ("Close", &["Cl."]),
        ("Drive", &["Dr."]),
        ("Estate", &["Est.", "Est"]),
        ("Flat", &["Flt"]),
        ("Block", &["Blk"]),
        ("House", &["Hse"]),
        ("Opposite", &["Opp."]),
    ];
    let words: Vec<String> = part
        .split(' ')
        .map(|word| {
            let known = pairs.iter().find(|(long, _)| *long == word);
            known.map_or_else(
                || word.to_owned(),
                |(_, short)| chance.pick(short).to_owned(),
            )
        })
        .collect();
    words.join(" ")
}

/// An address abroad, as customers of Nigerian banks have them.
pub fn abroad(chance: &mut Chance) -> Home {
    let style = Style {
        capitals: chance.percent(40),
        run_on: false,
        tight: false,
        short: false,
        stop: false,
    };
    let rows: &[(&str, &str, &str, &str)] = &[
        (
            "14 Camberwell Road",
            "London SE5 0EZ",
            "London",
            "United Kingdom",
        ),
        (
            "221 Kingsway",
            "Manchester M19 1BB",
            "Manchester",
            "England",
        ),
        (
            "3500 Bissonnet Street",
            "Houston, TX 77005",
            "Houston",
            "United States of America",
        ),
        ("12 Oxford Street, Osu", "Accra", "Accra", "Ghana"),
        (
            "45 Rivonia Road",
            "Johannesburg",
            "Johannesburg",
            "South Africa",
        ),
        ("88 Bloor Street West", "Toronto", "Toronto", "Canada"),
        (
            "7 Rue de la Paix",
            "Cotonou",
            "Cotonou",
            "Republic of Benin",
        ),
        ("19 Kaiserstrasse", "Frankfurt", "Frankfurt", "Germany"),
    ];
    let (street, town, city, country) = rows[chance.below(rows.len())];
    let mut parts = vec![street.to_owned()];
    parts.extend(town.split(", ").map(str::to_owned));
    parts.push(country.to_owned());
    let truth = Truth {
        street: street.to_owned(),
        cities: vec![city.to_owned()],
        country: country.to_owned(),
        foreign: true,
        ..Truth::default()
    };
    finish(parts, style, truth, chance)
}

/// A post-office box, as it stands on the billing side.
pub fn post_box(chance: &mut Chance) -> String {
    let all = spots();
    let spot = all[chance.below(all.len())];
    let town = if spot.town.is_empty() {
        spot.district
    } else {
        spot.town
    };
    let word = ["P.O. Box", "P.O.Box", "PO Box", "P.M.B.", "G.P.O. Box"];
    let (word, number) = (chance.pick(&word), chance.between(10, 9000));
    format!("{word} {number}, {town}, {}", spot.state)
}
