//! Attack and Defence Strength of a shot, and its column (SNP-B8, SNP-B9, 39.61).

use board::LocationId;

use crate::printed::clause::B9;
use crate::printed::words::Posture;
use crate::setting::spot::{Level, Spot};
use crate::setting::{Setting, sight, underground};
use crate::state::man::Man;

/// Returns the range of a shot: hexes, or within one hex a table value for each level between.
#[must_use]
pub fn range(setting: &Setting, from: LocationId, to: LocationId) -> u16 {
    match (setting.spot(from), setting.spot(to)) {
        (Some(a), Some(b)) if a.hex == b.hex => {
            u16::from(a.level.height().abs_diff(b.level.height())) * setting.tables.fire.level_range
        }
        _ => setting.distance(from, to),
    }
}

/// Returns the attack strength (SNP-B8) for weapon and range, with a bonus for fire from prone or as if prone (39.61C);
/// 0 beyond reach.
fn attack(setting: &Setting, man: &Man, from: &Spot, target: &Spot, range: u16) -> u16 {
    let strength = setting.tables.weapon(man.weapon).and_then(|weapon| weapon.attack_at(range));
    let prone = man.posture == Posture::Prone || underground::fires_prone(setting, from, target);
    let more = if prone { setting.tables.fire.prone } else { 0 };
    strength.map_or(0, |strength| strength.saturating_add(more))
}

/// Returns the target's Defence Strength (SNP-B9, 39.61B).
fn defence(setting: &Setting, man: &Man, from: &Spot, target: &Spot) -> u16 {
    let table = &setting.tables.defence;
    let moving = man.is_moving() && B9.is_in_force();
    if let Some(strength) = underground::ladder_defence(setting, from, target) {
        return if moving { strength.saturating_mul(table.moving) } else { strength };
    }
    let through = from.hex != target.hex && sight::threshold(&setting.board, target.hex, from.hex).is_aperture();
    let framed = target.level == Level::Middle;
    let cover = [
        (true, table.standing),
        (man.posture == Posture::Prone, table.prone),
        (through || framed, table.aperture),
        (target.rubble, table.rubble),
    ];
    let best = cover.into_iter().filter(|(holds, _)| *holds).map(|(_, strength)| strength).max().unwrap_or(1);
    if moving && man.posture != Posture::Prone { best.saturating_mul(table.moving) } else { best }
}

/// A shot with its strengths and column.
#[derive(Clone, Copy, Debug)]
pub struct Aim {
    pub attack: u16,
    pub defence: u16,
    /// Column of the damage table; `None` where the odds are below the table.
    pub column: Option<usize>,
}

impl Aim {
    /// Calculates the shot of a man at a target; `None` if a place is unknown.
    #[must_use]
    pub fn new(setting: &Setting, (man, from): (&Man, LocationId), (enemy, at): (&Man, LocationId)) -> Option<Aim> {
        let (here, there) = (setting.spot(from)?, setting.spot(at)?);
        let attack = attack(setting, man, here, there, range(setting, from, at));
        let defence = defence(setting, enemy, here, there);
        let column = setting.tables.column(attack, defence).filter(|_| attack > 0);
        Some(Aim { attack, defence, column })
    }
}
