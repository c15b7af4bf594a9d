//! What is wrong with a picture, so that who took it can take a better one.

use std::fmt;

/// One thing that makes a picture hard to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::VariantArray)]
pub enum Flaw {
    TooDark,
    Blurred,
    TooSmall,
    /// Text runs off the upper edge of the upright page.
    CutTop,
    CutRight,
    CutBottom,
    CutLeft,
}

impl Flaw {
    pub const ALL: [Self; 7] = kofa_domain::all();

    const fn bit(self) -> u8 {
        1 << self as u8
    }

    /// What is seen and what to do, in one sentence.
    const fn advice(self) -> &'static str {
        match self {
            Self::TooDark => {
                "the picture is too dark: take it again in daylight or under a lamp, without a \
                 flash or a shadow"
            }
            Self::Blurred => {
                "the letters are blurred: hold the camera still, let it focus on the text, and \
                 take the picture again"
            }
            Self::TooSmall => {
                "the letters are too small: go closer until the page fills the picture, or scan \
                 it at 200 dots an inch or more"
            }
            Self::CutTop => "the text is cut off at the top: take the picture with the whole page",
            Self::CutRight => {
                "the text is cut off at the right: take the picture with the whole page"
            }
            Self::CutBottom => {
                "the text is cut off at the bottom: take the picture with the whole page"
            }
            Self::CutLeft => {
                "the text is cut off at the left: take the picture with the whole page"
            }
        }
    }
}

/// What is wrong with the picture of a page; usually nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flaws(u8);

impl Flaws {
    pub const NONE: Self = Self(0);

    /// These and another, if it is there.
    #[must_use]
    pub const fn with(self, flaw: Flaw, is_there: bool) -> Self {
        if is_there {
            Self(self.0 | flaw.bit())
        } else {
            self
        }
    }

    pub const fn has(self, flaw: Flaw) -> bool {
        self.0 & flaw.bit() != 0
    }

    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// As a child tells them to its parent.
    pub(crate) const fn bits(self) -> u8 {
        self.0
    }

    /// What a child tells, of which nothing but known flaws is believed.
    pub(crate) const fn from_bits(bits: u8) -> Self {
        Self(bits & ((1 << Flaw::ALL.len()) - 1))
    }
}

impl fmt::Display for Flaws {
    /// One sentence a flaw, the first without its capital: it follows the page.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut is_first = true;
        for flaw in Flaw::ALL.into_iter().filter(|flaw| self.has(*flaw)) {
            f.write_str(if is_first { "" } else { "; " })?;
            f.write_str(flaw.advice())?;
            is_first = false;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flaws_are_a_set_that_crosses_the_wall() {
        let some = Flaws::NONE
            .with(Flaw::Blurred, true)
            .with(Flaw::CutLeft, true);
        assert!(some.has(Flaw::Blurred) && !some.has(Flaw::TooDark));
        assert_eq!(some.with(Flaw::TooDark, false), some);
        assert_eq!(Flaws::from_bits(some.bits()), some);
        assert!(Flaws::from_bits(0x80).is_none());
        assert!(some.to_string().starts_with("the letters are blurred"));
        assert!(some.to_string().ends_with("with the whole page"));
        assert_eq!(Flaws::NONE.to_string(), "");
    }
}
