//! Closed words of the game: what a file or a seat may write, and nothing else.

use schemars::JsonSchema;
use serde::Deserialize;

rules::army! { Attacker = "attacking", Defender = "defending" }

rules::words! {
    /// How a man holds himself (SNP-B4, 39.11).
    Posture {
        /// Upright.
        Standing = "standing",
        /// Lying.
        Prone = "prone",
        /// At middle level, below the cover.
        Ducked = "ducking",
        /// At middle level, gun and head above the street.
        Leaning = "leaning out",
    }
}

impl Posture {
    /// All postures.
    pub const ALL: [Posture; 4] = [Posture::Standing, Posture::Prone, Posture::Ducked, Posture::Leaning];
    /// Those of the middle level (39.11).
    pub const ON_LADDER: [Posture; 2] = [Posture::Ducked, Posture::Leaning];
    /// Those of every other place.
    pub const ELSEWHERE: [Posture; 2] = [Posture::Standing, Posture::Prone];

    /// Whether it is the lower of the two that a place allows.
    #[inline]
    #[must_use]
    pub const fn is_low(self) -> bool {
        matches!(self, Posture::Prone | Posture::Ducked)
    }

    /// Whether it is one of the middle level (39.11).
    #[inline]
    #[must_use]
    pub const fn is_on_ladder(self) -> bool {
        matches!(self, Posture::Ducked | Posture::Leaning)
    }
}

rules::words! {
    /// What is thrown.
    Grenade {
        /// It bursts (SNP-B11).
        Frag = "grenade",
        /// It smokes (SNP-B12).
        Smoke = "smoke grenade",
    }
}

impl Grenade {
    /// Both.
    pub const ALL: [Grenade; 2] = [Grenade::Frag, Grenade::Smoke];
}

rules::words! {
    /// What a hit does (SNP-B10), worst last.
    Hit {
        /// Nothing.
        None = "no effect",
        /// He is stunned.
        Stunned = "stunned",
        /// He is wounded.
        Wounded = "wounded",
        /// He is incapacitated.
        Incapacitated = "incapacitated",
        /// He is killed.
        Killed = "killed",
    }
}

rules::words! {
    /// What a man does who panics (SNP-B3).
    Panic {
        /// Nothing.
        Nothing = "does nothing",
        /// He takes cover.
        Cover = "takes cover",
    }
}

rules::words! {
    /// What a game is at.
    Phase {
        /// Both sides set up.
        SetUp = "set-up",
        /// Both sides plot.
        Plot = "plotting",
        /// Plots are carried out.
        Resolution = "resolution",
        /// The game is over.
        Over = "game over",
    }
}

/// The four kinds of scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
pub enum Kind {
    /// Across the map and back (SNP-B20).
    #[serde(rename = "patrol")]
    Patrol,
    /// A block is cleared (SNP-B21).
    #[serde(rename = "block clearing")]
    BlockClearing,
    /// A column is waited for (SNP-B22).
    #[serde(rename = "ambush")]
    Ambush,
    /// Men who are surrounded break out (SNP-B23).
    #[serde(rename = "cordon")]
    Cordon,
}

impl Kind {
    /// In plain words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Kind::Patrol => "Patrol",
            Kind::BlockClearing => "Block Clearing",
            Kind::Ambush => "Ambush",
            Kind::Cordon => "Cordon",
        }
    }
}
