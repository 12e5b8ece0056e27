//! Changes that rule 39 makes for sewers, except steps (`steps`) and sight (`sight`).

use board::LocationId;
use rules::Refusal;

use crate::printed::clause::{
    B11, S39_21A, S39_22A, S39_22B, S39_22C, S39_61A, S39_61B, S39_61C, S39_62A, S39_62B, S39_62C, S39_63B,
};
use crate::printed::words::Posture;
use crate::setting::Setting;
use crate::setting::sight::{self, Eye};
use crate::setting::spot::{Level, Spot};

/// Returns the refusal of a step that changes level or follows a sewer where there is none.
#[must_use]
pub fn no_way(from: &Spot, to: &Spot) -> Option<Refusal> {
    let below = |spot: &Spot| matches!(spot.level, Level::Middle | Level::Sewer);
    if !below(from) && !below(to) {
        return None;
    }
    Some(if from.level == Level::Sewer && to.level == Level::Sewer {
        Refusal::new(S39_21A, "a man in a sewer can move only to the next hex of the same sewer")
    } else if from.hex != to.hex {
        Refusal::new(S39_22A, "a man can climb into or out of a sewer only within one hex")
    } else if !from.manhole {
        Refusal::new(S39_22A, "a man can climb into or out of a sewer only in a manhole hex")
    } else if from.level == Level::Sewer || to.level == Level::Sewer {
        Refusal::new(S39_22B, "a man can't step directly between sewer and ground: plot a step to the ladder first")
    } else {
        Refusal::new(S39_22C, "a man can climb through a manhole only from or to the ground")
    })
}

/// Returns the refusal of fire at a place out of sight (39.61A), with the reason.
#[must_use]
pub fn unseen(eye: Eye, from: &Spot, to: &Spot) -> Refusal {
    let ducked = from.level == Level::Middle && eye.posture != Posture::Leaning;
    let why = match (from.level, to.level) {
        _ if from.hex == to.hex => "this man can't see that place",
        (Level::Sewer, Level::Sewer) => {
            "a man in a sewer sees only along his own straight stretch, and not through smoke"
        }
        (Level::Sewer, Level::Surface(_)) | (Level::Surface(_), Level::Sewer) => {
            "a man can see between ground and sewer only within one manhole hex"
        }
        (Level::Middle, _) if ducked => {
            "a man at middle level sees other hexes only while leaning out: plot “Lean out” first"
        }
        (Level::Middle | Level::Sewer, _) | (_, Level::Middle) => {
            "outside his own hex, a man on the ladder sees and is seen only above ground, while leaning out"
        }
        (Level::Surface(_), Level::Surface(_)) => "this man can't see that place",
    };
    Refusal::new(S39_61A, why)
}

/// Returns the Defence Strength of a man at middle level before movement counts (39.61B); `None` elsewhere.
#[must_use]
pub fn ladder_defence(setting: &Setting, shooter: &Spot, target: &Spot) -> Option<u16> {
    let table = &setting.tables.defence;
    let strength = if shooter.level == Level::Sewer { table.ladder_from_sewer } else { table.ladder_from_ground };
    (target.level == Level::Middle && S39_61B.is_in_force()).then_some(strength)
}

/// Returns whether a man at middle level fires as if prone (39.61C).
#[must_use]
pub fn fires_prone(setting: &Setting, shooter: &Spot, target: &Spot) -> bool {
    let into_sewer = target.level == Level::Sewer && setting.options.even_is_level;
    shooter.level == Level::Middle && S39_61C.is_in_force() && !into_sewer
}

/// Checks a throw from a place in a posture (39.62).
///
/// # Errors
/// Refuses if the place is unknown, his own, or can't be thrown at from there.
pub fn may_throw(setting: &Setting, eye: Eye, at: LocationId) -> Result<(), Refusal> {
    let (Some(from), Some(to)) = (setting.spot(eye.at), setting.spot(at)) else {
        return Err(Refusal::new(rules::referee_clauses::NAMES, "unknown place"));
    };
    let grenade = &setting.tables.grenade;
    // As for fire (SNP-B8), a man doesn't throw into his own place. Another level of his hex is another place.
    B11.forbids(at == eye.at, "a man can't throw a grenade at the place he throws from")?;
    let apart = setting.distance(eye.at, at);
    match (from.level, to.level) {
        (Level::Surface(_), Level::Surface(_)) => {
            B11.forbids(apart > grenade.throw_ground, "that place is out of throwing range")?;
            may_see(setting, from.hex == to.hex && from.stairs, eye.at, at)
        }
        (Level::Surface(_), Level::Sewer) => {
            let over = from.hex == to.hex && from.manhole && from.level == Level::Surface(0);
            S39_62C.forbids(!over, "only a man on the ground of a manhole hex can drop a grenade into its sewer")
        }
        (_, Level::Middle) => {
            Err(Refusal::new(S39_62C, "a man can't throw at middle level: a burst on the ground of the hex reaches it"))
        }
        (Level::Middle, Level::Surface(_)) => {
            S39_62B
                .forbids(eye.posture != Posture::Leaning, "a man at middle level can throw only while leaning out")?;
            S39_62B.forbids(apart > grenade.throw_middle, "that place is out of throwing range from middle level")?;
            may_see(setting, from.hex == to.hex, setting.board.ground(from.hex), at)
        }
        (Level::Middle, Level::Sewer) if from.hex == to.hex => {
            Err(Refusal::new(S39_62C, "a man on the ladder can't drop a grenade into the sewer"))
        }
        (Level::Middle, Level::Sewer) => {
            Err(Refusal::new(S39_62B, "a man on the ladder can't throw a grenade into a sewer"))
        }
        (Level::Sewer, Level::Surface(_)) => {
            Err(Refusal::new(S39_62C, "a man in a sewer can't throw a grenade up out of it"))
        }
        (Level::Sewer, Level::Sewer) => {
            let Some((_, along)) = sight::one_stretch(from, to) else {
                return Err(Refusal::new(S39_62A, "a man in a sewer can throw only along his own straight stretch"));
            };
            S39_62A.forbids(u16::from(along) > grenade.throw_sewer, "that place is out of throwing range in a sewer")
        }
    }
}

fn may_see(setting: &Setting, at_once: bool, from: LocationId, at: LocationId) -> Result<(), Refusal> {
    B11.forbids(!at_once && !sight::above(setting, from, at), "a wall or floor blocks the throw to that place")
}

/// Returns whether a man is safe from a burst below the manhole cover (39.63b): ducked, and the burst is not in his
/// hex.
#[must_use]
pub fn is_under_cover(posture: Posture, same_hex: bool) -> bool {
    posture == Posture::Ducked && !same_hex && S39_63B.is_in_force()
}
