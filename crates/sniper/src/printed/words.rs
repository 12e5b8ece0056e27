//! Closed words of the game: what a file or a seat may write, and nothing else.

use schemars::JsonSchema;
use serde::Deserialize;

rules::army! { Attacker = "attacking", Defender = "defending" }

rules::words! {
    /// A man's posture (SNP-B4, 39.11).
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
    /// A kind of grenade.
    Grenade {
        /// A fragmentation grenade (SNP-B11).
        Frag = "grenade",
        /// A smoke grenade (SNP-B12).
        Smoke = "smoke grenade",
    }
}

impl Grenade {
    /// Both.
    pub const ALL: [Grenade; 2] = [Grenade::Frag, Grenade::Smoke];
}

rules::words! {
    /// The result of a shot, burst or fight (SNP-B10), worst last.
    Hit {
        /// No effect.
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
    /// The effect of panic on a man (SNP-B3).
    Panic {
        /// He does nothing.
        Nothing = "does nothing",
        /// He lies down, or ducks at middle level.
        Cover = "takes cover",
    }
}

rules::words! {
    /// A phase of the game.
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
    /// A block of buildings is cleared (SNP-B21).
    #[serde(rename = "block clearing")]
    BlockClearing,
    /// A column is ambushed (SNP-B22).
    #[serde(rename = "ambush")]
    Ambush,
    /// Surrounded men break out (SNP-B23).
    #[serde(rename = "cordon")]
    Cordon,
}

impl Kind {
    /// The name of the kind, as English text.
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
