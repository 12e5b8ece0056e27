//! Closed enumerations of the game: the values a file or a seat may write.

use schemars::JsonSchema;
use serde::Deserialize;

rules::army! { Attacker = "attacking", Defender = "defending" }

rules::words! {
    /// A man's posture (SNP-B4, 39.11).
    Posture {
        /// Standing or walking upright.
        Standing = "standing",
        /// Lying down or crawling.
        Prone = "prone",
        /// At middle level, below the manhole cover.
        Ducked = "ducking",
        /// Exposed: at middle level gun and head above the street, elsewhere upright at a door or window.
        Leaning = "leaning out",
    }
}

impl Posture {
    /// All postures.
    pub const ALL: [Posture; 4] = [Posture::Standing, Posture::Prone, Posture::Ducked, Posture::Leaning];
    /// Postures at middle level (39.11).
    pub const ON_LADDER: [Posture; 2] = [Posture::Ducked, Posture::Leaning];
    /// Postures that every other place allows.
    pub const ELSEWHERE: [Posture; 2] = [Posture::Standing, Posture::Prone];

    /// Returns whether it is the lower of the two postures that a place allows.
    #[inline]
    #[must_use]
    pub const fn is_low(self) -> bool {
        matches!(self, Posture::Prone | Posture::Ducked)
    }

    /// Returns whether a man has it in his own place only: he gives it up when he moves (39.11, SNP-B34).
    #[inline]
    #[must_use]
    pub const fn is_of_a_place(self) -> bool {
        matches!(self, Posture::Ducked | Posture::Leaning)
    }

    /// Returns whether a change to it from another posture is free and comes before fire: leaning out, ducking and
    /// drawing back (39.11, SNP-B34).
    #[inline]
    #[must_use]
    pub fn is_free_from(self, from: Posture) -> bool {
        self != from && self != Posture::Prone && from != Posture::Prone
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
    /// Both kinds of grenade.
    pub const ALL: [Grenade; 2] = [Grenade::Frag, Grenade::Smoke];
}

rules::words! {
    /// What a man has in hand (SNP-B33).
    #[derive(Default)]
    Hand {
        /// His weapon.
        #[default]
        Weapon = "weapon in hand",
        /// A fragmentation grenade, prepared.
        Frag = "grenade in hand",
        /// A smoke grenade, prepared.
        Smoke = "smoke grenade in hand",
        /// Nothing: he has thrown and not rearmed.
        Empty = "no weapon in hand",
    }
}

impl Hand {
    /// Returns whether he has his weapon in hand.
    #[inline]
    #[must_use]
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
    pub fn is_weapon(&self) -> bool {
        *self == Hand::Weapon
    }
}

impl From<Grenade> for Hand {
    #[inline]
    fn from(grenade: Grenade) -> Hand {
        match grenade {
            Grenade::Frag => Hand::Frag,
            Grenade::Smoke => Hand::Smoke,
        }
    }
}

rules::words! {
    /// The result of a shot, burst or fight (SNP-B10), worst last.
    Hit {
        /// The man is not affected.
        None = "no effect",
        /// The man is stunned: in the next turn he may not do everything (SNP-B26).
        Stunned = "stunned",
        /// The man is wounded; a second wound puts him out of action.
        Wounded = "wounded",
        /// The man is incapacitated: he lies where he is and does nothing (SNP-B28).
        Incapacitated = "incapacitated",
        /// The man is killed.
        Killed = "killed",
    }
}

rules::words! {
    /// The effect of panic on a man (SNP-B3).
    Panic {
        /// He does nothing this turn.
        Nothing = "does nothing",
        /// He lies down, or ducks at middle level. Only older ledgers have it.
        Cover = "takes cover",
        /// He runs at random.
        Runs = "runs at random",
    }
}

rules::words! {
    /// A phase of the game.
    Phase {
        /// Both sides set up.
        SetUp = "set-up",
        /// Both sides plot in secret.
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
    /// Patrol: men cross the map and return (SNP-B20).
    #[serde(rename = "patrol")]
    Patrol,
    /// Block clearing: the attacker clears a block of buildings (SNP-B21).
    #[serde(rename = "block clearing")]
    BlockClearing,
    /// Ambush: a column must leave the map (SNP-B22).
    #[serde(rename = "ambush")]
    Ambush,
    /// Cordon: surrounded men break out (SNP-B23).
    #[serde(rename = "cordon")]
    Cordon,
}

impl Kind {
    /// Returns the name of the kind as English text.
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
