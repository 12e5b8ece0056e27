//! Tables as written in the data file and under `[tables]` of a scenario.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::printed::clause::B32;

/// `[tables.weapon.…]`: One kind of weapon, under its key.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// Name shown to players, such as `"machine pistol"`.
    pub name: String,
    /// Last hex of each range band, rising. The weapon doesn't reach beyond the last band.
    pub bands: Vec<u16>,
    /// Attack strength in each band.
    pub attack: Vec<u16>,
    /// Shots from a full magazine before the man must reload.
    pub magazine: u8,
    /// Modifier of its owner's roll in hand-to-hand combat.
    pub close: i8,
    /// Whether it fires bursts; affects only how the man is drawn. Default: as the built-in table has it for this key.
    #[serde(default)]
    pub automatic: Option<bool>,
}

impl Weapon {
    /// Returns the attack strength at a range; `None` beyond its reach.
    #[must_use]
    pub fn attack_at(&self, range: u16) -> Option<u16> {
        let band = self.bands.iter().position(|last| range <= *last)?;
        self.attack.get(band).copied()
    }
}

/// `[tables.fire]`: Modifiers of a shot.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FireTable {
    /// Added to the attack strength of a man who fires prone.
    pub prone: u16,
    /// Range counted for each level between firer and target in one hex.
    pub level_range: u16,
}

/// `[tables.defence]`: Defence Strengths of a target.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DefenceTable {
    /// Defence Strength of a man standing in the open.
    pub standing: u16,
    /// Defence Strength of a prone man in the open.
    pub prone: u16,
    /// Defence Strength when fired at through a door or window of his own hex.
    pub aperture: u16,
    /// Defence Strength of a man in rubble.
    pub rubble: u16,
    /// Multiplier for a man who moves upright.
    pub moving: u16,
    /// At middle level, against fire from the ground (39.61B).
    pub ladder_from_ground: u16,
    /// At middle level, against fire from the sewer (39.61B).
    pub ladder_from_sewer: u16,
}

/// `[tables.damage]`: Results of shots and bursts.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DamageTable {
    /// Odds of the columns, rising, such as `1-2` or `3-1`.
    pub odds: Vec<String>,
    /// Eleven rows, one for each total of two dice, 2 first. Each has one letter a column: `K` killed, `I` incapacitated,
    /// `W` wounded, `S` stunned, `.` no effect.
    pub rows: Vec<String>,
}

/// `[tables.grenade]`: Throws, bursts and smoke.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GrenadeTable {
    /// Column of the damage table in the hex where the grenade lands.
    pub landing: String,
    /// Column in the hexes around it.
    pub ring: String,
    /// Added to the dice for a prone man in the hexes around.
    pub prone_in_ring: u8,
    /// Longest throw from the ground, in hexes.
    pub throw_ground: u16,
    /// Longest throw from middle level, in hexes (39.62B).
    pub throw_middle: u16,
    /// Longest throw at sewer level, in hexes (39.62A).
    pub throw_sewer: u16,
    /// Further turns that smoke lasts.
    pub smoke_turns: u8,
    /// Hexes of a sewer that one smoke grenade fills (39.71).
    pub smoke_sewer: u16,
}

/// `[tables.scatter]`: Grenades that land off target.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScatterTable {
    /// Totals of two dice on which a grenade lands elsewhere.
    pub totals: Vec<u16>,
    /// Distance it lands off, in hexes: for a short throw, or for all if `every` is 0.
    pub by: u8,
    /// Hexes of the throw, begun or complete, for which `by` counts once each (SNP-B32). 0 means at any distance.
    #[serde(default)]
    pub every: u8,
}

impl ScatterTable {
    /// Returns how many hexes off a grenade lands that was thrown this far (SNP-B32).
    #[must_use]
    pub fn off(&self, thrown: u16) -> u8 {
        let parts =
            if self.every == 0 || !B32.is_in_force() { 1 } else { thrown.div_ceil(u16::from(self.every)).max(1) };
        self.by.saturating_mul(u8::try_from(parts).unwrap_or(u8::MAX))
    }
}

/// `[tables.panic]`: Which hexes panic, and what men do there.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PanicTable {
    /// By roll of the panic die, 1 first: the last digits of the numbers of the hexes that panic.
    #[serde(default = "digits")]
    pub digits: [Vec<u8>; 6],
    /// On a second die up to this a man does nothing. Above it, he runs as many hexes as the die is above it.
    #[serde(default = "still")]
    pub still: u8,
    /// No longer used: older scenarios have it.
    #[serde(default)]
    #[schemars(skip)]
    pub wounded: i8,
    /// No longer used: older scenarios have it.
    #[serde(default)]
    #[schemars(skip)]
    pub freeze_by: i8,
}

/// Every digit is named by one roll.
fn digits() -> [Vec<u8>; 6] {
    [vec![1, 2], vec![3, 4], vec![5, 6], vec![7, 8], vec![9], vec![0]]
}

const fn still() -> u8 {
    3
}

/// `[tables.chits]`: Chits drawn when a man's status changes.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChitTable {
    /// By roll of one die, 1 first: what the chit is worth.
    pub worth: [u8; 6],
}

/// `[tables.hand_to_hand]`: Modifiers and results of close combat.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MeleeTable {
    /// Difference at which the loser is killed instead of wounded.
    pub kill_by: i8,
    /// Modifier of a wounded man.
    pub wounded: i8,
    /// Modifier of a stunned man.
    pub stunned: i8,
}

/// `[tables.movement]`: Movement points and costs.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MovementTable {
    /// Movement points a man has each turn, 1 to 10.
    pub turn: u8,
    /// Movement points of a wounded man, 1 to 10.
    pub wounded: u8,
    /// Cost to enter a clear hex.
    pub clear: u8,
    /// Cost of rubble or a hole.
    pub rubble: u8,
    /// Cost of a clear hex when crawling.
    pub crawl: u8,
    /// Cost of rubble when crawling.
    pub crawl_rubble: u8,
    /// Extra cost to climb through a window.
    pub window: u8,
    /// Cost of stairs, from floor to floor.
    pub stairs: u8,
    /// Cost to stand up.
    pub stand_up: u8,
    /// Cost to lie down.
    pub lie_down: u8,
    /// Cost to throw a grenade.
    pub throw: u8,
    /// Cost to prepare a grenade (SNP-B33).
    #[serde(default = "five")]
    pub prepare: u8,
}

const fn five() -> u8 {
    5
}

/// Contents of `data/sniper-tables.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DataFile {
    /// Whether the numbers are those of the published game. `false` in the built-in file.
    pub(super) historical: bool,
    /// Note shown wherever the numbers are shown.
    pub(super) note: String,
    pub(super) weapon: BTreeMap<String, Weapon>,
    pub(super) fire: FireTable,
    pub(super) defence: DefenceTable,
    pub(super) damage: DamageTable,
    pub(super) grenade: GrenadeTable,
    pub(super) scatter: ScatterTable,
    pub(super) panic: PanicTable,
    pub(super) chits: ChitTable,
    pub(super) hand_to_hand: MeleeTable,
    pub(super) movement: MovementTable,
}

/// `[tables]` of a scenario: sections that replace those of the data file, each as a whole.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TablesSection {
    /// Note shown wherever these numbers are shown, instead of the data file's note.
    pub(super) note: Option<String>,
    /// Weapons by key; a built-in weapon with the same key is replaced.
    #[serde(default)]
    pub(super) weapon: BTreeMap<String, Weapon>,
    pub(super) fire: Option<FireTable>,
    pub(super) defence: Option<DefenceTable>,
    pub(super) damage: Option<DamageTable>,
    pub(super) grenade: Option<GrenadeTable>,
    pub(super) scatter: Option<ScatterTable>,
    pub(super) panic: Option<PanicTable>,
    pub(super) chits: Option<ChitTable>,
    pub(super) hand_to_hand: Option<MeleeTable>,
    pub(super) movement: Option<MovementTable>,
}
