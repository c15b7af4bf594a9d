//! What is told of a row before it is stored.

/// What storing a row would do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// Nothing is there under its key.
    New,
    /// What is there is replaced or removed.
    Changed,
    /// It is there as it is.
    Same,
}

impl Standing {
    /// Of what is there.
    pub(super) fn of(is_same: bool) -> Self {
        if is_same { Self::Same } else { Self::Changed }
    }

    /// Of a row beside what is there; removing what is not there changes nothing.
    pub(super) fn beside<T: PartialEq>(known: Option<&T>, row: &T, is_removed: bool) -> Self {
        match known {
            None if is_removed => Self::Same,
            None => Self::New,
            Some(known) => Self::of(known == row && !is_removed),
        }
    }
}

/// How a flag is shown.
pub(super) fn yes(is_so: bool) -> String {
    if is_so {
        "yes".to_owned()
    } else {
        String::new()
    }
}
