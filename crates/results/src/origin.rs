//! Which part of a scenario a run belongs to.

/// The part of a scenario that a run belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The scenario as written.
    Base,
    /// One of its variants.
    Variant,
    /// A cell of its sweep.
    Cell,
}

impl Origin {
    /// The name used in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Base => "base",
            Self::Variant => "variant",
            Self::Cell => "cell",
        }
    }
}
