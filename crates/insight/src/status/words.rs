//! The words of incidents: what is told, what callers notice, how far it is.

/// A word of a closed list, as stored and shown.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$of:meta])* $one:ident = $word:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$of])* $one,)+ }

        impl $name {
            pub const ALL: &'static [Self] = &[$(Self::$one),+];
            /// Their words, in the same order.
            pub const WORDS: &'static [&'static str] = &[$($word),+];

            /// The word for it.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$one => $word),+ }
            }

            /// Reads the word; `None` for any other.
            pub fn parse(text: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.as_str() == text)
            }
        }
    };
}

words! {
    Kind {
        Incident = "incident",
        Maintenance = "maintenance",
    }
}

words! {
    Impact {
        None = "none",
        /// Some calls fail or are slow.
        Degraded = "degraded",
        Down = "down",
    }
}

words! {
    /// How far it is.
    State {
        /// The cause is not known yet.
        Investigating = "investigating",
        /// The cause is known, and being mended.
        Identified = "identified",
        /// It is mended, and watched.
        Monitoring = "monitoring",
        /// Planned work that is to come or under way.
        Scheduled = "scheduled",
        Resolved = "resolved",
    }
}

impl State {
    /// Whether something of this kind can be so.
    pub fn is_of(self, kind: Kind) -> bool {
        match self {
            Self::Resolved => true,
            Self::Scheduled => kind == Kind::Maintenance,
            _ => kind == Kind::Incident,
        }
    }
}
