//! How well are addresses read? Real papers, labelled by people (`files`), and invented ones in the
//! layouts that Nigerian issuers use, with what they say; the engine's answers against it; tables
//! of what is right.
//!
//! Of the invented ones, `templates` draws, `story` says what is on the paper, `score` compares,
//! `report` counts. A third of the layouts is sealed: the engine was not changed by looking at
//! them.

pub mod capture;
pub mod chance;
pub mod files;
pub mod home;
pub mod paper;
pub mod people;
pub mod places;
pub mod quarters;
pub mod report;
pub mod score;
pub mod story;
pub mod templates;

#[cfg(test)]
mod tests {
    use kofa_address::{Extraction, Infer, Limits, Options, extract, read};

    use crate::capture::{Class, capture};
    use crate::chance::Chance;
    use crate::score::{Outcome, score};
    use crate::story::Story;
    use crate::templates::{Template, all};

    fn outcome(template: &Template, seed: u64) -> Outcome {
        let mut story = Story::new(seed);
        let pdf = (template.draw)(&mut story).pdf();
        let document = read::read_here(&pdf, &Limits::default()).expect("a readable paper");
        let read = |flag: bool| -> Extraction {
            let infer = Infer {
                lga: flag,
                state: flag,
                country: flag,
            };
            let options = Options {
                infer,
                ..Options::default()
            };
            extract(&document, &options)
        };
        score(&story, &document, &read(false), &read(true))
    }

    /// Far below what is measured: it is there to catch what breaks, not to drift.
    #[test]
    fn open_layouts_are_read_and_nothing_is_invented() {
        let open = all().into_iter().filter(|it| !it.sealed);
        let outcomes: Vec<Outcome> = open
            .zip(0..)
            .flat_map(|(template, at)| [outcome(&template, at), outcome(&template, at + 500)])
            .collect();
        let right = outcomes.iter().filter(|it| it.right()).count();
        assert!(
            right * 10 >= outcomes.len() * 9,
            "{right} of {}",
            outcomes.len()
        );
        for outcome in &outcomes {
            assert!(outcome.invented.is_empty(), "{:?}", outcome.invented);
        }
    }

    #[test]
    fn every_way_to_a_file_can_be_opened_again() {
        let template = all()[0];
        for class in Class::ALL {
            let mut story = Story::new(3);
            let pdf = (template.draw)(&mut story).pdf();
            let file = capture(class, pdf, &mut Chance::new(3)).expect("a file");
            let picture = read::page_picture(&file, 0, 200.0).expect("a picture");
            let (width, height) = picture.dimensions();
            assert!(width.min(height) > 1_600, "{class:?}: {width} by {height}");
            let dark = picture.pixels().filter(|it| it.0[1] < 100).count();
            let share = dark as f32 / (width * height) as f32;
            assert!((0.002..0.5).contains(&share), "{class:?}: {share} is dark");
        }
    }
}
