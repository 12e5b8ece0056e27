//! Rule 39: what the sewers change. Steps are in `ways`, sight in `sight`; here is the rest.

use board::LocationId;
use rules::{Clause, Refusal, Side};

use crate::clause::{
    B11, S39_21A, S39_22A, S39_22B, S39_22C, S39_61A, S39_61B, S39_61C, S39_62A, S39_62B, S39_62C, S39_63B, S39_71,
    S39_81A, S39_82A, S39_83A, S39_84A,
};
use crate::order::Posture;
use crate::scenario::Kind;
use crate::setting::{Crossing, Level, Setting, Spot};
use crate::sight::{self, Eye};

/// Why a step that changes level, or goes along a sewer, is none.
#[must_use]
pub fn no_way(from: &Spot, to: &Spot) -> Option<Refusal> {
    let below = |spot: &Spot| matches!(spot.level, Level::Middle | Level::Sewer);
    if !below(from) && !below(to) {
        return None;
    }
    Some(if from.level == Level::Sewer && to.level == Level::Sewer {
        Refusal::new(S39_21A, "in a sewer one goes to the next hex of the same sewer")
    } else if from.hex != to.hex {
        Refusal::new(S39_22A, "one changes level within a hex")
    } else if !from.manhole {
        Refusal::new(S39_22A, "only in a manhole hex does one change level")
    } else if from.level == Level::Sewer || to.level == Level::Sewer {
        Refusal::new(S39_22B, "between sewer and ground one climbs the ladder first")
    } else {
        Refusal::new(S39_22C, "one goes through the manhole on the ground")
    })
}

/// A man does not see a place, and so can fire at nobody there (39.61A): the refusal, with why it is so in words.
#[must_use]
pub fn unseen(eye: Eye, from: &Spot, to: &Spot) -> Refusal {
    let ducked = from.level == Level::Middle && eye.posture != Posture::Leaning;
    let why = match (from.level, to.level) {
        _ if from.hex == to.hex => "he does not see that place",
        (Level::Sewer, Level::Sewer) => "in a sewer he sees along its own straight stretch only",
        (Level::Sewer, Level::Surface(_)) | (Level::Surface(_), Level::Sewer) => {
            "from ground to sewer he sees within a manhole hex only"
        }
        (Level::Middle, _) if ducked => "at middle level he sees the ground only when he leans out",
        (Level::Middle | Level::Sewer, _) | (_, Level::Middle) => {
            "at middle level a man sees, and is seen from, the ground only"
        }
        (Level::Surface(_), Level::Surface(_)) => "he does not see that place",
    };
    Refusal::new(S39_61A, why)
}

/// The Defence Strength of a man at middle level before movement counts (39.61B); `None` for others.
#[must_use]
pub fn ladder_defence(setting: &Setting, shooter: &Spot, target: &Spot) -> Option<u16> {
    let table = &setting.tables.defence;
    let strength = if shooter.level == Level::Sewer { table.ladder_from_sewer } else { table.ladder_from_ground };
    (target.level == Level::Middle && S39_61B.is_in_force()).then_some(strength)
}

/// Whether a man at middle level fires as if prone (39.61C).
#[must_use]
pub fn fires_prone(setting: &Setting, shooter: &Spot, target: &Spot) -> bool {
    let into_sewer = target.level == Level::Sewer && setting.options.even_is_level;
    shooter.level == Level::Middle && S39_61C.is_in_force() && !into_sewer
}

/// Whether a grenade can be thrown so (39.62), from where and in which posture the man then is.
///
/// # Errors
/// The refusal.
pub fn may_throw(setting: &Setting, eye: Eye, at: LocationId) -> Result<(), Refusal> {
    let (Some(from), Some(to)) = (setting.spot(eye.at), setting.spot(at)) else {
        return Err(Refusal::new(rules::house::NAMES, "there is no such place"));
    };
    let grenade = &setting.tables.grenade;
    // As nobody fires into the place he is in (SNP-B8); another level of his hex is another place.
    B11.forbids(at == eye.at, "nobody throws at the place he is in")?;
    let apart = setting.distance(eye.at, at);
    match (from.level, to.level) {
        (Level::Surface(_), Level::Surface(_)) => {
            B11.forbids(apart > grenade.throw_ground, "a grenade does not fly so far")?;
            may_see(setting, from.hex == to.hex && from.stairs, eye.at, at)
        }
        (Level::Surface(_), Level::Sewer) => {
            let over = from.hex == to.hex && from.manhole && from.level == Level::Surface(0);
            S39_62C.forbids(!over, "only from above its own manhole is a grenade dropped into the sewer")
        }
        (_, Level::Middle) => Err(Refusal::new(S39_62C, "a grenade on the ground of the hex reaches the middle level")),
        (Level::Middle, Level::Surface(_)) => {
            S39_62B.forbids(eye.posture != Posture::Leaning, "to throw from middle level he leans out")?;
            S39_62B.forbids(apart > grenade.throw_middle, "from middle level a grenade does not fly so far")?;
            may_see(setting, from.hex == to.hex, setting.board.ground(from.hex), at)
        }
        (Level::Middle, Level::Sewer) if from.hex == to.hex => {
            Err(Refusal::new(S39_62C, "no grenade is thrown down from middle level"))
        }
        (Level::Middle, Level::Sewer) => Err(Refusal::new(S39_62B, "from middle level grenades go to the ground only")),
        (Level::Sewer, Level::Surface(_)) => Err(Refusal::new(S39_62C, "no grenade is thrown up out of a sewer")),
        (Level::Sewer, Level::Sewer) => {
            let Some((_, along)) = sight::one_stretch(from, to) else {
                return Err(Refusal::new(S39_62A, "in a sewer a grenade flies along a straight stretch"));
            };
            S39_62A.forbids(u16::from(along) > grenade.throw_sewer, "in a sewer a grenade does not fly so far")
        }
    }
}

fn may_see(setting: &Setting, at_once: bool, from: LocationId, at: LocationId) -> Result<(), Refusal> {
    B11.forbids(!at_once && !sight::above(setting, from, at), "something stands between him and that place")
}

/// Whether a man at middle level is out of a burst's reach (39.63b): he has ducked, and it is not in his hex.
#[must_use]
pub fn is_under_cover(posture: Posture, same_hex: bool) -> bool {
    posture == Posture::Ducked && !same_hex && S39_63B.is_in_force()
}

/// From where to where smoke thrown at a Location fills a sewer (39.71); nothing of it where first is beyond last.
#[must_use]
pub fn smoke_on(setting: &Setting, at: LocationId, line: u8) -> (u8, u8) {
    let nothing = (1, 0);
    let Some(spot) = setting.spot(at).filter(|spot| spot.level == Level::Sewer) else { return nothing };
    let Some(&(_, place)) = spot.lines.iter().find(|(other, _)| *other == line) else { return nothing };
    let fills = if S39_71.is_in_force() { setting.tables.grenade.smoke_sewer } else { 1 };
    let reach = u8::try_from(fills.saturating_sub(1) / 2).unwrap_or(u8::MAX);
    (place.saturating_sub(reach), place.saturating_add(reach))
}

/// Whether smoke thrown at a Location lies on a sewer anywhere from its place `first` to its place `last` (39.71): thrown
/// into another sewer, it fills the hexes where the two cross as well.
#[must_use]
pub fn is_smoke_on(setting: &Setting, at: LocationId, line: u8, first: u8, last: u8) -> bool {
    let lies = |line: u8, first: u8, last: u8| {
        let (from, to) = smoke_on(setting, at, line);
        from <= to && from <= last && first <= to
    };
    let mut crossings = setting.crossings(line).iter();
    lies(line, first, last)
        || crossings
            .any(|&Crossing { place, other, there }| (first..=last).contains(&place) && lies(other, there, there))
}

/// How many of a side begin at sewer level.
#[derive(Clone, Copy, Debug, Default)]
pub struct BelowAlready {
    /// Men.
    pub men: usize,
    /// Dummies.
    pub dummies: usize,
}

/// What keeps a man or dummy from beginning at a level in this kind of scenario (39.8), and why.
#[must_use]
pub fn barred_start(
    kind: Kind,
    side: Side,
    dummy: bool,
    level: Level,
    already: BelowAlready,
) -> Option<(Clause, &'static str)> {
    let sewer = level == Level::Sewer;
    match kind {
        Kind::Patrol if side == Side::A && sewer => Some((S39_81A, "in Patrol nobody enters the map at sewer level")),
        Kind::Ambush if side == Side::A && sewer => Some((S39_83A, "in Ambush nobody enters the board at sewer level")),
        Kind::Cordon if sewer => Some((S39_84A, "in Cordon nobody begins at sewer level")),
        Kind::BlockClearing if side == Side::B && sewer => {
            let too_many = if dummy { already.dummies >= 3 } else { already.men >= 2 };
            too_many.then_some((S39_82A, "the defender has two men and three dummies at sewer level at most"))
        }
        _ => None,
    }
    .filter(|(clause, _)| clause.is_in_force())
}
