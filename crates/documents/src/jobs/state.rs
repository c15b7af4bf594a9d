//! What a job can become.

/// Where a job stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str, serialize_all = "snake_case")]
pub enum Status {
    /// Waits for its turn.
    Queued,
    /// A worker has it.
    Processing,
    /// Read: the result is there, and charged.
    Succeeded,
    /// Not readable, or given up. Free.
    Failed,
    /// Called off by the caller. Free.
    Cancelled,
    /// It succeeded, and its result is not kept any longer.
    Expired,
}

impl Status {
    pub const ALL: [Self; 6] = kofa_domain::all();

    /// As stored and shown.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == text)
    }

    /// What can come next. Back to `queued`: another attempt.
    pub const fn next(self) -> &'static [Self] {
        match self {
            Self::Queued => &[Self::Processing, Self::Cancelled, Self::Failed],
            Self::Processing => &[Self::Queued, Self::Succeeded, Self::Failed, Self::Cancelled],
            Self::Succeeded => &[Self::Expired],
            Self::Failed | Self::Cancelled | Self::Expired => &[],
        }
    }

    /// Whether the work has ended, one way or another: nothing is held any longer.
    pub const fn is_over(self) -> bool {
        !matches!(self, Self::Queued | Self::Processing)
    }
}

/// How far the work is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(const_into_str, serialize_all = "snake_case")]
pub enum Stage {
    /// Stored, not looked at.
    Received,
    /// The file is opened, and its pages drawn.
    Rasterising,
    /// Letters are read from pictures.
    Ocr,
    /// The address is looked for in the words.
    Parsing,
    Done,
}

impl Stage {
    /// All of them, in order.
    pub const ALL: [Self; 5] = kofa_domain::all();

    /// As stored and shown.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == text)
    }

    /// Share of the work that is behind it, from 0 to 100, with `done` of `of` pictures read. It
    /// tells where the work is, not how long it will take.
    pub fn percent(self, done: u32, of: u32) -> u8 {
        const OPENED: u32 = 5;
        const READ: u32 = 90;
        let percent = match self {
            Self::Received => 0,
            Self::Rasterising => OPENED,
            Self::Ocr => OPENED + (READ - OPENED) * done.min(of) / of.max(1),
            Self::Parsing => READ,
            Self::Done => 100,
        };
        u8::try_from(percent).unwrap_or(100)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_read_back() {
        for status in Status::ALL {
            assert_eq!(Status::parse(status.as_str()), Some(status));
        }
        for stage in Stage::ALL {
            assert_eq!(Stage::parse(stage.as_str()), Some(stage));
        }
        assert_eq!(Status::parse("running"), None);
    }

    #[test]
    fn what_is_over_stays_over_and_everything_else_can_end() {
        for status in Status::ALL {
            let next = status.next();
            assert!(!next.contains(&status));
            if status.is_over() {
                assert!(next.iter().all(|one| one.is_over()), "{status:?}");
            } else {
                assert!(next.contains(&Status::Failed) && next.contains(&Status::Cancelled));
            }
            if next.contains(&Status::Expired) {
                assert_eq!(status, Status::Succeeded);
            }
        }
    }

    #[test]
    fn progress_never_goes_back() {
        let mut last = 0;
        for stage in Stage::ALL {
            for done in 0..=4 {
                let percent = stage.percent(done, 4);
                assert!(percent >= last && percent <= 100, "{stage:?} {done}");
                last = percent;
            }
        }
        assert_eq!((last, Stage::Ocr.percent(9, 0)), (100, 5));
    }
}
