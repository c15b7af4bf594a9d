//! The layouts. A third of them is sealed: it is reported on, and nobody looks at what fails
//! there while the engine is being changed.

mod banks;
mod bills;
mod desks;
mod electricity;
mod letters;
mod nobody;
mod papers;
mod services;
mod state;
mod tenancy;

use crate::paper::Paper;
use crate::story::Story;

/// What sort of paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    Electricity,
    Water,
    Waste,
    Telecom,
    Bank,
    /// Tax and other papers of a government.
    Government,
    /// Tenancy agreement, rent receipt.
    Tenancy,
    Letter,
    /// A paper without the holder's address.
    Nobody,
}

impl Source {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Electricity => "electricity",
            Self::Water => "water",
            Self::Waste => "waste",
            Self::Telecom => "telecom",
            Self::Bank => "bank",
            Self::Government => "government",
            Self::Tenancy => "tenancy",
            Self::Letter => "letter",
            Self::Nobody => "no address",
        }
    }
}

#[derive(Clone, Copy)]
pub struct Template {
    /// Its name in reports.
    pub id: &'static str,
    /// What sort of paper.
    pub source: Source,
    /// Never looked at while tuning.
    pub sealed: bool,
    /// What it says stands on more pages than a picture is made of.
    pub text_only: bool,
    /// Tells the story on paper.
    pub draw: fn(&mut Story) -> Paper,
}

impl Template {
    const fn only_as_text(mut self) -> Self {
        self.text_only = true;
        self
    }
}

const fn open(id: &'static str, source: Source, draw: fn(&mut Story) -> Paper) -> Template {
    Template {
        id,
        source,
        sealed: false,
        text_only: false,
        draw,
    }
}

const fn sealed(id: &'static str, source: Source, draw: fn(&mut Story) -> Paper) -> Template {
    Template {
        id,
        source,
        sealed: true,
        text_only: false,
        draw,
    }
}

pub fn all() -> Vec<Template> {
    let lists = [
        electricity::TEMPLATES,
        services::TEMPLATES,
        banks::TEMPLATES,
        state::TEMPLATES,
        tenancy::TEMPLATES,
        letters::TEMPLATES,
        nobody::TEMPLATES,
        bills::TEMPLATES,
        desks::TEMPLATES,
        papers::TEMPLATES,
    ];
    lists.concat()
}

/// One cell below the other: label and value.
fn pairs(paper: &mut Paper, value_x: f32, rows: &[(&str, &str)]) {
    for (label, value) in rows {
        let (x, y) = (paper.x, paper.y);
        paper.text(x, y, label).text(value_x, y, value);
        paper.y += paper.em() * paper.leading;
    }
}

/// Name and address of a sender across the top, centred.
fn letterhead(paper: &mut Paper, name: &str, lines: &[&str]) {
    let em = paper.em();
    let middle = crate::paper::WIDTH / 2.0;
    paper.size(em * 1.7).bold(true);
    let y = paper.y;
    paper.centre(middle, y, name).size(em * 0.85).bold(false);
    paper.y += em * 1.5;
    for line in lines {
        let y = paper.y;
        paper.centre(middle, y, line);
        paper.y += em * 1.15;
    }
    paper.size(em).skip(em);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_third_is_sealed_and_names_are_unique() {
        let all = all();
        let sealed = all.iter().filter(|it| it.sealed).count();
        assert!(all.len() >= 30, "{}", all.len());
        assert!(sealed * 3 >= all.len() - 2, "{sealed} of {}", all.len());
        let mut ids: Vec<_> = all.iter().map(|it| it.id).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), all.len());
    }
}
