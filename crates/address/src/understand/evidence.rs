//! What the printed places and streets say about an LGA that is not printed.

use kofa_gazetteer::{LgaId, Locality, StateId, WordClass, find_localities, find_streets};

use super::split::{is_number, reads_as};
use super::walk::Walked;

/// What the places and the street say about the LGA.
pub(super) struct Evidence {
    /// LGAs by weight, the heaviest first.
    pub(super) votes: Vec<(LgaId, f64)>,
    /// In words, one line for each place.
    pub(super) lines: Vec<String>,
    /// States of all LGAs that any place may lie in.
    pub(super) states: Vec<StateId>,
}

impl Evidence {
    pub(super) fn gather(walked: &Walked) -> Self {
        let mut evidence = Self {
            votes: Vec::new(),
            lines: Vec::new(),
            states: Vec::new(),
        };
        let mut states: Option<Vec<StateId>> = walked.state.as_ref().map(|state| vec![state.id]);
        if states.is_none()
            && let Some(lga) = &walked.lga
        {
            states = Some(lga.ids.iter().map(|lga| lga.state()).collect());
        }
        for place in &walked.places {
            evidence.hear(&place.name, &place.text, &place.rows);
        }
        evidence.hear_gra(walked);
        if evidence.votes.is_empty() {
            evidence.states = states.unwrap_or_default();
        } else {
            let states = evidence.votes.iter().map(|(lga, _)| lga.state());
            evidence.states = states.collect();
            evidence.states.sort_unstable();
            evidence.states.dedup();
        }
        evidence.hear_street(walked);
        evidence
            .votes
            .sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        evidence
    }

    fn vote(&mut self, lga: LgaId, weight: f64) {
        match self.votes.iter_mut().find(|(known, _)| *known == lga) {
            Some((_, sum)) => *sum += weight,
            None => self.votes.push((lga, weight)),
        }
    }

    /// A name in one LGA is worth 1, a town spread over five next to nothing.
    fn hear(&mut self, name: &str, text: &str, rows: &[&'static Locality]) {
        let Some(first) = rows.first() else { return };
        let spread = rows.len() as f64;
        for row in rows {
            let rank = if row.rank_primary { 1.0 } else { 0.4 };
            self.vote(row.lga, rank / spread);
        }
        let lga = first.lga.get();
        let line = if rows.len() == 1 {
            format!(
                "'{text}' lies in {} LGA, {}",
                lga.name,
                state_in_words(lga.state)
            )
        } else {
            let names: Vec<_> = rows.iter().map(|row| row.lga.get().name).take(5).collect();
            format!("'{text}' ({name}) lies in one of: {}", names.join(", "))
        };
        self.lines.push(line);
    }

    /// A GRA is found by the town beside it.
    fn hear_gra(&mut self, walked: &Walked) {
        if walked.gra.is_none() {
            return;
        }
        let towns = walked.places.iter().map(|place| place.name.as_str());
        for town in towns.chain(walked.lga.as_ref().and_then(|lga| lga.town)) {
            let name = format!("GRA {town}");
            let state = walked.state.as_ref().map(|state| state.id);
            let rows: Vec<_> = find_localities(&name)
                .iter()
                .filter(|row| state.is_none_or(|state| row.state() == state))
                .collect();
            self.hear(&name, &name, &rows);
        }
    }

    /// Streets and areas that streets are called after, in a possible state. Of a town in
    /// several LGAs, the only one with such a street is likely meant.
    fn hear_street(&mut self, walked: &Walked) {
        const IN_ONE_OF_THE_TOWNS: f64 = 0.6;
        const IN_THE_STATE: f64 = 0.3;
        let placed: Vec<LgaId> = self.votes.iter().map(|(lga, _)| *lga).collect();
        for part in &walked.street {
            let words: Vec<&str> = part
                .split(' ')
                .skip_while(|word| {
                    is_number(word)
                        || reads_as(word, WordClass::Unit)
                        || reads_as(word, WordClass::Relation)
                })
                .collect();
            let name = words.join(" ");
            let possible = |state: StateId| self.states.contains(&state);
            let streets = find_streets(&name);
            let mut seen: Vec<LgaId> = streets
                .iter()
                .map(|it| it.lga)
                .filter(|lga| placed.contains(lga))
                .collect();
            seen.dedup();
            let mut heard = Vec::new();
            if let [only] = seen[..] {
                heard.push((only, IN_ONE_OF_THE_TOWNS));
            }
            let unique = streets
                .iter()
                .filter(|it| possible(it.lga.state()) && it.lgas_in_state == 1)
                .map(|it| it.lga);
            let areas = find_localities(&name)
                .iter()
                .filter(|it| possible(it.state()) && it.n_lgas == 1)
                .map(|it| it.lga);
            if heard.is_empty() {
                heard.extend(unique.chain(areas).map(|lga| (lga, IN_THE_STATE)));
            }
            for (lga, weight) in heard {
                let known = lga.get().name;
                self.lines
                    .push(format!("a street '{name}' is known in {known} LGA"));
                self.vote(lga, weight);
            }
        }
    }

    /// The LGA that the evidence clearly favours, and how clearly.
    pub(super) fn clear(&self) -> Option<(LgaId, f64)> {
        let (best, weight) = *self.votes.first()?;
        let second = self.votes.get(1).map_or(0.0, |(_, weight)| *weight);
        let share = weight / (weight + second);
        // One LGA alone has all of the share, a main beside a side LGA 0.71. A town in four or
        // more gives none of them enough weight.
        let enough = weight >= 0.3 && share >= 0.65;
        let confidence = (0.4 + 0.45 * share) * (0.6 + 0.4 * weight.min(1.0));
        enough.then_some((best, confidence))
    }

    /// All towns and districts that have a home lie outside the printed LGA.
    pub(super) fn contradicts(&self, walked: &Walked) -> bool {
        let Some(printed) = &walked.lga else {
            return false;
        };
        let placed = walked.places.iter().filter(|place| !place.rows.is_empty());
        let mut outside =
            placed.map(|place| !place.rows.iter().any(|row| printed.ids.contains(&row.lga)));
        outside.any(|it| it)
    }
}

pub(super) fn state_name(state: StateId) -> &'static str {
    let state = state.get();
    if state.code == "FC" {
        "FCT"
    } else {
        state.name
    }
}

/// `Lagos State`, `the FCT`.
pub(super) fn state_in_words(state: StateId) -> String {
    match state_name(state) {
        "FCT" => "the FCT".to_owned(),
        name => format!("{name} State"),
    }
}
