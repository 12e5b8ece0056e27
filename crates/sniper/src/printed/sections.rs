//! Tables as they are written, in the data file and under `[tables]` of a scenario.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

/// A weapon.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// What it is called.
    pub name: String,
    /// The last hex of each range band; nothing is hit beyond the last.
    pub bands: Vec<u16>,
    /// Attack strength in each band.
    pub attack: Vec<u16>,
    /// Shots until it must be reloaded.
    pub magazine: u8,
    /// Modifier hand to hand.
    pub close: i8,
    /// Whether it fires bursts; its man is drawn so. Left out, it is as our own table has it for a weapon of this key.
    #[serde(default)]
    pub automatic: Option<bool>,
}

impl Weapon {
    /// Attack strength at a range; `None` beyond its reach.
    #[must_use]
    pub fn attack_at(&self, range: u16) -> Option<u16> {
        let band = self.bands.iter().position(|last| range <= *last)?;
        self.attack.get(band).copied()
    }
}

/// `[fire]`
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FireTable {
    /// Added to the attack strength of who fires prone.
    pub prone: u16,
    /// Range of each level within one hex.
    pub level_range: u16,
}

/// `[defence]`
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DefenceTable {
    /// In the open.
    pub standing: u16,
    /// Lying.
    pub prone: u16,
    /// Behind an aperture of his own hex.
    pub aperture: u16,
    /// In rubble.
    pub rubble: u16,
    /// So many times as much for who moves upright.
    pub moving: u16,
    /// At middle level, against the ground (39.61B).
    pub ladder_from_ground: u16,
    /// At middle level, against the sewer (39.61B).
    pub ladder_from_sewer: u16,
}

/// `[damage]`
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DamageTable {
    /// The columns, rising, such as `1-2` or `3-1`.
    pub odds: Vec<String>,
    /// A row for each total of two dice, 2 first: a letter for each column, `K`, `I`, `W`, `S` or `.`.
    pub rows: Vec<String>,
}

/// `[grenade]`
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GrenadeTable {
    /// The column where it lands.
    pub landing: String,
    /// The column around.
    pub ring: String,
    /// Added to the dice for who lies in the ring.
    pub prone_in_ring: u8,
    /// Hexes from the ground.
    pub throw_ground: u16,
    /// Hexes from middle level (39.62B).
    pub throw_middle: u16,
    /// Hexes from sewer level (39.62A).
    pub throw_sewer: u16,
    /// Turns that smoke lasts.
    pub smoke_turns: u8,
    /// Hexes of a sewer that one smoke grenade fills (39.71).
    pub smoke_sewer: u16,
}

/// `[scatter]`
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScatterTable {
    /// Totals of two dice on which a grenade comes down elsewhere.
    pub totals: Vec<u16>,
    /// By how many hexes.
    pub by: u8,
}

/// `[panic]`
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PanicTable {
    /// Added to the level of a wounded man.
    pub wounded: i8,
    /// Up to so much above the level he does nothing; by more he takes cover.
    pub freeze_by: i8,
}

/// `[hand_to_hand]`
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MeleeTable {
    /// Lower by so much is killed.
    pub kill_by: i8,
    /// Modifier of a wounded man.
    pub wounded: i8,
    /// Modifier of a stunned man.
    pub stunned: i8,
}

/// `[movement]`
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MovementTable {
    /// Movement points of a turn.
    pub turn: u8,
    /// Of a wounded man.
    pub wounded: u8,
    /// A clear hex.
    pub clear: u8,
    /// Rubble, and a hole.
    pub rubble: u8,
    /// A hex crawled.
    pub crawl: u8,
    /// Rubble crawled.
    pub crawl_rubble: u8,
    /// More, through a window.
    pub window: u8,
    /// From floor to floor.
    pub stairs: u8,
    /// To stand up.
    pub stand_up: u8,
    /// To lie down.
    pub lie_down: u8,
    /// To throw.
    pub throw: u8,
}

/// The data file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DataFile {
    /// Whether the numbers are those of the game. Ours are not.
    pub(super) historical: bool,
    /// What is said wherever they are shown.
    pub(super) note: String,
    pub(super) weapon: BTreeMap<String, Weapon>,
    pub(super) fire: FireTable,
    pub(super) defence: DefenceTable,
    pub(super) damage: DamageTable,
    pub(super) grenade: GrenadeTable,
    pub(super) scatter: ScatterTable,
    pub(super) panic: PanicTable,
    pub(super) hand_to_hand: MeleeTable,
    pub(super) movement: MovementTable,
}

/// `[tables]` of a scenario: sections that take the place of the data file's.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TablesSection {
    /// What is said wherever these numbers are shown, in place of the data file's note.
    pub(super) note: Option<String>,
    /// Weapons by key; one of the same key is replaced.
    #[serde(default)]
    pub(super) weapon: BTreeMap<String, Weapon>,
    pub(super) fire: Option<FireTable>,
    pub(super) defence: Option<DefenceTable>,
    pub(super) damage: Option<DamageTable>,
    pub(super) grenade: Option<GrenadeTable>,
    pub(super) scatter: Option<ScatterTable>,
    pub(super) panic: Option<PanicTable>,
    pub(super) hand_to_hand: Option<MeleeTable>,
    pub(super) movement: Option<MovementTable>,
}
