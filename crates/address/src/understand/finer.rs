//! A street in finer parts: premises, thoroughfare, landmark.

use kofa_gazetteer::{WordClass, normalise, street_type};

use super::answer::AddressParts;
use super::split::{is_number, is_ordinal, reads_as, vocabulary};
use super::wordlists::lists;

/// Fills in the parts of a street as it is answered.
pub(super) fn part_street(parts: &mut AddressParts, street: &str) {
    let mut rest: Vec<Vec<&str>> = street
        .split(", ")
        .map(|piece| piece.split(' ').filter(|word| !word.is_empty()).collect())
        .collect();
    parts.landmark = shown(&take_landmarks(&mut rest));
    let typed = |piece: &&Vec<&str>| piece.iter().skip(1).any(|word| is_typed(word));
    let main = rest.iter().find(typed).cloned();
    let at = match &main {
        Some(main) => rest.iter().position(|piece| piece == main),
        // Without the word for a street, the first name is it.
        None => rest.iter().position(|piece| !is_premises(piece)),
    };
    let Some(at) = at else {
        parts.premises = shown(&rest);
        return;
    };
    let mut premises: Vec<Vec<&str>> = rest.drain(..at).collect();
    let mut named: Vec<Vec<&str>> = Vec::new();
    for (back, mut piece) in rest.into_iter().enumerate() {
        if back > 0 && is_premises(&piece) {
            premises.push(piece);
            continue;
        }
        let after = piece.split_off(unit_behind(&piece));
        let name = piece.split_off(numbers_before(&piece));
        premises.extend([piece, after].into_iter().filter(|it| !it.is_empty()));
        named.push(name);
    }
    parts.premises = shown(&premises);
    parts.thoroughfare = shown(&named);
}

fn shown(pieces: &[Vec<&str>]) -> String {
    let pieces: Vec<String> = pieces.iter().map(|piece| piece.join(" ")).collect();
    pieces.join(", ")
}

/// "Opposite GTBank", "by Adesuwa Junction"; "off Bode Thomas Street" is one too.
fn take_landmarks<'a>(rest: &mut Vec<Vec<&'a str>>) -> Vec<Vec<&'a str>> {
    let mut landmarks = Vec::new();
    for piece in rest.iter_mut() {
        let relation = piece
            .iter()
            .position(|word| reads_as(word, WordClass::Relation));
        let all = piece.split_off(relation.unwrap_or(piece.len()));
        if all.len() > 1 {
            landmarks.push(all);
        } else {
            piece.extend(all);
        }
    }
    rest.retain(|piece| !piece.is_empty());
    landmarks
}

/// Whether a piece is numbers and words that stand before numbers, or names a building.
fn is_premises(piece: &[&str]) -> bool {
    let building = piece.last().is_some_and(|word| {
        let word = normalise(word);
        lists("finer.buildings", &word)
    });
    building || numbers_before(piece) == piece.len()
}

/// How many words at the head are numbers, or stand before numbers: `Plot 45`, `No 12B`, `12`.
fn numbers_before(piece: &[&str]) -> usize {
    let mut count = 0;
    while let Some(word) = piece.get(count) {
        let unit = reads_as(word, WordClass::Unit);
        let letter = count > 0 && unit_before(piece, count) && word.chars().count() == 1;
        if !(unit || letter || is_number(word) && !is_ordinal(word)) {
            break;
        }
        count += 1;
    }
    // "House Street": the last word of a unit stands before a number or is none.
    let bare = count > 0 && reads_as(piece[count - 1], WordClass::Unit) && count < piece.len();
    count - usize::from(bare)
}

fn unit_before(piece: &[&str], at: usize) -> bool {
    at.checked_sub(1)
        .is_some_and(|before| reads_as(piece[before], WordClass::Unit))
}

/// Where what stands behind a street begins: `Bryan Village Suite 434`, `Huswertstr. 14`.
fn unit_behind(piece: &[&str]) -> usize {
    let head = numbers_before(piece);
    let count = piece.len();
    let last = piece.last().is_some_and(|word| is_number(word));
    if !last || count < head + 2 {
        return count;
    }
    match vocabulary(piece[count - 2]).map(|word| word.class) {
        Some(WordClass::Unit) if count > head + 2 => count - 2,
        // "Zone 5", "Phase 2", "Road 12" and "Kilometre 9" are names.
        Some(_) => count,
        None if head == 0 => count - 1,
        None => count,
    }
}

fn is_typed(word: &str) -> bool {
    let german = normalise(word);
    let german = german.ends_with("strasse") || german.ends_with("str") || german.ends_with("weg");
    street_type(word).is_some() || german
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::understand::split_address;
    use crate::{Extraction, Options};

    fn split(text: &str) -> Extraction {
        split_address(&[text.to_owned()], &Options::default())
    }

    #[track_caller]
    fn check(text: &str, expected: [&str; 3]) {
        let mut parts = AddressParts::default();
        part_street(&mut parts, text);
        let found = [&parts.premises, &parts.thoroughfare, &parts.landmark];
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn a_street_has_premises_a_name_and_a_landmark() {
        check(
            "12B Adeniran Ogunsanya Street",
            ["12B", "Adeniran Ogunsanya Street", ""],
        );
        check(
            "Flat 4, Block 21, 12 Allen Avenue",
            ["Flat 4, Block 21, 12", "Allen Avenue", ""],
        );
        check(
            "10 Sapele Road by Adesuwa Junction",
            ["10", "Sapele Road", "by Adesuwa Junction"],
        );
        check(
            "Plot 9 Presidential Rd, Independence Layout",
            ["Plot 9", "Presidential Rd, Independence Layout", ""],
        );
        check("House 22, 4th Avenue", ["House 22", "4th Avenue", ""]);
        check("Huswertstr. 14", ["14", "Huswertstr.", ""]);
        check(
            "35 RUE du logiciel libre",
            ["35", "RUE du logiciel libre", ""],
        );
        check(
            "93196 Bryan Village Suite 434",
            ["93196, Suite 434", "Bryan Village", ""],
        );
        check("Plot 45", ["Plot 45", "", ""]);
        check("", ["", "", ""]);
    }

    #[test]
    fn a_district_is_no_town() {
        let check = |text: &str, expected: [&str; 4]| {
            let found = split(text);
            let (city, parts) = (&found.city, &found.parts);
            let found = [city, &parts.district, &parts.postcode, &parts.care_of];
            assert_eq!(found, expected, "{text}");
        };
        check(
            "33 Aba Road, Rumuomasi, Port Harcourt, Rivers State 500102",
            ["Port Harcourt", "Rumuomasi", "500102", ""],
        );
        check("3 Obi Road, Ikeja GRA, Lagos", ["Ikeja", "GRA", "", ""]);
        check("12 Allen Avenue, Surulere, Lagos", ["Surulere", "", "", ""]);
        check("2 Iwo Road, Ejigbo, Osun State", ["Ejigbo", "", "", ""]);
        check(
            "C/O Mr. A. Bello, Shop 14, Wuse Market, Ibadan",
            ["Ibadan", "", "", "Mr. A. Bello"],
        );
        check(
            "14 Camden Road, London NW1 9DP",
            ["London", "", "NW1 9DP", ""],
        );
        check("12 RUE DE LONDRES, 75009 PARIS", ["Paris", "", "75009", ""]);
        check(
            "1200 Main Street, Houston, TX 77002, USA",
            ["Houston", "", "77002", ""],
        );
    }
}
