//! A document as the trees see it: its pages, and whose its addresses may be.

use super::super::layout::Layout;
use super::lexicon::Lexicon;
use super::party::{OF_PARTY, Parties};
use super::sight::{OF_LINE, Sight};
use crate::Document;

/// A document as the trees see it.
pub(super) struct Sights<'a> {
    pub(super) pages: Vec<Sight<'a>>,
    pub(super) parties: Parties,
    pub(super) lexicon: &'a Lexicon,
}

impl<'a> Sights<'a> {
    pub(super) fn of(document: &'a Document, layouts: &'a [Layout], lexicon: &'a Lexicon) -> Self {
        let pages = document.pages.iter().zip(layouts).enumerate();
        let pages: Vec<Sight<'a>> = pages
            .map(|(at, (page, layout))| Sight::of(at, page, layout, lexicon))
            .collect();
        let parties = Parties::of(&pages);
        Self {
            pages,
            parties,
            lexicon,
        }
    }

    /// All features of a line.
    pub(super) fn of_line(&self, page: usize, at: usize) -> Vec<f32> {
        let mut features = Vec::with_capacity(OF_LINE + OF_PARTY);
        let sight = &self.pages[page];
        sight.push_line(&mut features, at);
        let parties = self.parties.features(sight, page, at, "");
        features.extend(parties);
        features
    }
}
