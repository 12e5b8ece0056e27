//! The printed numbers of the game, in one place: the tables of a data file.
//!
//! What the sources do not give stands in `data/sniper-tables.toml`. It is our own and not historical, and says so. A
//! scenario replaces any of its sections by one of its own under `[tables]`.

use std::sync::LazyLock;

use board::scenario::{Diagnostic, Item, Reader};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::printed::clause::{B17, SC3};
use crate::printed::sections::{
    DamageTable, DataFile, DefenceTable, FireTable, GrenadeTable, MeleeTable, MovementTable, PanicTable, ScatterTable,
    TablesSection, Weapon,
};
use crate::printed::words::Hit;

/// How far a watched place on the ground may be (SNP-B16), in hexes.
pub const WATCH: u16 = 15;
/// A preservation level that is never exceeded: no dice are rolled.
pub const NEVER: u8 = 12;

static DATA: LazyLock<Option<DataFile>> =
    LazyLock::new(|| toml::from_str(include_str!("../../../../data/sniper-tables.toml")).ok());

/// Odds of a column, such as 3-1. Written as a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Odds {
    attack: u16,
    defence: u16,
}

impl std::fmt::Display for Odds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}-{}", self.attack, self.defence)
    }
}

impl serde::Serialize for Odds {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Odds {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let halves = text.split_once('-').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
        let (attack, defence) = halves.ok_or_else(|| serde::de::Error::custom("expected odds such as `3-1`"))?;
        Ok(Odds { attack, defence })
    }
}

impl JsonSchema for Odds {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Odds".into()
    }
    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        String::json_schema(generator)
    }
}

/// A column of the damage table.
#[derive(Clone, Debug)]
struct Column {
    label: String,
    attack: u32,
    defence: u32,
    /// By total of two dice, 2 first.
    hits: [Hit; 11],
    /// What a roll on it costs the target on average, as a share of a man.
    harm: f64,
}

/// What a roll on a column costs on average, as a share of a man.
fn harm(hits: &[Hit; 11]) -> f64 {
    let share = |hit: &Hit| match hit {
        Hit::None => 0.0,
        Hit::Stunned => 0.2,
        Hit::Wounded => 0.5,
        Hit::Incapacitated | Hit::Killed => 1.0,
    };
    let ways = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0];
    ways.iter().zip(hits).map(|(ways, hit)| ways / 36.0 * share(hit)).sum()
}

/// All tables, as played.
#[derive(Debug)]
pub struct Tables {
    /// What is said wherever they are shown; empty for tables that need no word.
    pub note: String,
    /// Weapons with their keys.
    pub weapons: Vec<(String, Weapon)>,
    /// Fire.
    pub fire: FireTable,
    /// Defence Strengths.
    pub defence: DefenceTable,
    /// Grenades.
    pub grenade: GrenadeTable,
    /// Scatter.
    pub scatter: ScatterTable,
    /// Panic.
    pub panic: PanicTable,
    /// Hand-to-hand.
    pub melee: MeleeTable,
    /// Movement points.
    pub movement: MovementTable,
    columns: Vec<Column>,
    landing: usize,
    ring: usize,
}

impl Tables {
    /// The column for an attack against a Defence Strength, rounded down for the attacker; `None` below the first.
    #[must_use]
    pub fn column(&self, attack: u16, defence: u16) -> Option<usize> {
        let reached = |column: &Column| u32::from(attack) * column.defence >= u32::from(defence.max(1)) * column.attack;
        self.columns.iter().rposition(reached)
    }

    /// The odds of a column.
    #[must_use]
    pub fn odds(&self, column: usize) -> Odds {
        let narrow = |strength: u32| u16::try_from(strength).unwrap_or(u16::MAX);
        let odds = |column: &Column| Odds { attack: narrow(column.attack), defence: narrow(column.defence) };
        self.columns.get(column).map_or(Odds { attack: 1, defence: 1 }, odds)
    }

    /// What a total of two dice does in a column; totals above 12 count as 12.
    #[must_use]
    pub fn hit(&self, column: usize, total: u16) -> Hit {
        let row = usize::from(total.clamp(2, 12)) - 2;
        self.columns.get(column).and_then(|column| column.hits.get(row)).copied().unwrap_or(Hit::None)
    }

    /// What a roll on a column costs the target on average, as a share of a man: a rough figure, for computer players.
    #[must_use]
    pub fn harm(&self, column: usize) -> f64 {
        self.columns.get(column).map_or(0.0, |column| column.harm)
    }

    /// The column of a burst.
    #[must_use]
    pub const fn burst(&self, landing: bool) -> usize {
        if landing { self.landing } else { self.ring }
    }

    /// The key of a weapon.
    #[must_use]
    pub fn weapon_key(&self, weapon: u8) -> &str {
        self.weapons.get(usize::from(weapon)).map_or("", |(key, _)| key)
    }

    /// A weapon.
    #[must_use]
    pub fn weapon(&self, weapon: u8) -> Option<&Weapon> {
        self.weapons.get(usize::from(weapon)).map(|(_, weapon)| weapon)
    }
}

/// Reads `[tables]`, and fills in what it leaves out from the data file.
pub(crate) fn read(reader: &mut Reader<'_>) -> Option<Tables> {
    let section = reader.section_or_default::<TablesSection>("tables");
    let span = section.span.clone();
    let Some(data) = DATA.as_ref() else {
        reader.error(span, Diagnostic::new("can't read the built-in tables (data/sniper-tables.toml)"));
        return None;
    };
    let Item { value: own, .. } = section;
    let mut weapons = data.weapon.clone();
    for (key, mut weapon) in own.weapon {
        weapon.automatic = weapon.automatic.or_else(|| data.weapon.get(&key)?.automatic);
        weapons.insert(key, weapon);
    }
    let note = own.note.unwrap_or_else(|| if data.historical { String::new() } else { data.note.clone() });
    let damage = own.damage.unwrap_or_else(|| data.damage.clone());
    let grenade = own.grenade.unwrap_or_else(|| data.grenade.clone());
    let columns = columns(&damage);
    let column = |label: &str| columns.iter().position(|column| column.label == label);
    let (landing, ring) = (column(&grenade.landing), column(&grenade.ring));
    let movement = own.movement.unwrap_or(data.movement);
    let told = [
        (
            !columns.is_empty() && damage.rows.len() == 11,
            "the damage table needs 11 rows, each with one letter for each of its odds",
        ),
        (landing.is_some() && ring.is_some(), "`landing` and `ring` of [grenade] must be odds of the damage table"),
        (weapons.len() <= 64, "the tables can have at most 64 weapons"),
        (
            (1..=10).contains(&movement.turn) && (1..=10).contains(&movement.wounded),
            "a man must have 1 to 10 movement points a turn",
        ),
        (
            movement.clear > 0
                && movement.rubble > 0
                && movement.crawl > 0
                && movement.crawl_rubble > 0
                && movement.stairs > 0,
            "every step must cost at least 1 movement point",
        ),
        (
            grenade.throw_ground.max(grenade.throw_middle).max(grenade.throw_sewer) <= 20,
            "grenades can be thrown at most 20 hexes",
        ),
    ];
    for (_, message) in told.into_iter().filter(|(holds, _)| !holds) {
        SC3.broken_by(reader, span.clone(), Diagnostic::new(message));
    }
    for (key, weapon) in &weapons {
        let rising = weapon.bands.windows(2).all(|pair| pair[0] < pair[1]);
        if !rising || weapon.bands.is_empty() || weapon.bands.len() != weapon.attack.len() {
            let problem =
                Diagnostic::new(format!("weapon `{key}` needs rising range bands and one attack strength for each"));
            B17.broken_by(reader, span.clone(), problem);
        }
    }
    Some(Tables {
        note,
        weapons: weapons.into_iter().collect(),
        fire: own.fire.unwrap_or(data.fire),
        defence: own.defence.unwrap_or(data.defence),
        grenade,
        scatter: own.scatter.unwrap_or_else(|| data.scatter.clone()),
        panic: own.panic.unwrap_or(data.panic),
        melee: own.hand_to_hand.unwrap_or(data.hand_to_hand),
        movement,
        landing: landing.unwrap_or(0),
        ring: ring.unwrap_or(0),
        columns,
    })
}

/// The damage table column by column; empty if it does not hang together.
fn columns(damage: &DamageTable) -> Vec<Column> {
    let letter = |letter: char| match letter {
        'K' => Some(Hit::Killed),
        'I' => Some(Hit::Incapacitated),
        'W' => Some(Hit::Wounded),
        'S' => Some(Hit::Stunned),
        '.' => Some(Hit::None),
        _ => None,
    };
    let rows: Option<Vec<Vec<Hit>>> = (damage.rows.iter())
        .map(|row| row.chars().filter(|c| !c.is_whitespace()).map(letter).collect::<Option<Vec<Hit>>>())
        .collect();
    let Some(rows) = rows.filter(|rows| rows.len() == 11) else { return Vec::new() };
    let mut columns = Vec::new();
    for (n, label) in damage.odds.iter().enumerate() {
        let Some((attack, defence)) = label.split_once('-') else { return Vec::new() };
        let (Ok(attack), Ok(defence)) = (attack.trim().parse::<u16>(), defence.trim().parse::<u16>()) else {
            return Vec::new();
        };
        let mut hits = [Hit::None; 11];
        for (slot, row) in hits.iter_mut().zip(&rows) {
            let Some(hit) = row.get(n).filter(|_| row.len() == damage.odds.len()) else { return Vec::new() };
            *slot = *hit;
        }
        let (attack, defence) = (u32::from(attack.max(1)), u32::from(defence.max(1)));
        columns.push(Column { label: label.clone(), attack, defence, hits, harm: harm(&hits) });
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shipped() -> Tables {
        let document = board::scenario::Document::parse("t.toml", "title = \"t\"").expect("TOML");
        let mut reader = document.reader();
        read(&mut reader).expect("the data file")
    }

    #[test]
    fn odds_are_rounded_down_for_the_attacker() {
        let tables = shipped();
        let told = |attack, defence| tables.column(attack, defence).map(|column| tables.odds(column).to_string());
        assert_eq!(told(6, 1).as_deref(), Some("6-1"));
        assert_eq!(told(6, 4).as_deref(), Some("1-1"));
        assert_eq!(told(7, 4).as_deref(), Some("1-1"));
        assert_eq!(told(8, 4).as_deref(), Some("2-1"));
        assert_eq!(told(4, 16).as_deref(), Some("1-4"));
        assert_eq!(told(3, 16), None);
        assert_eq!(told(99, 1).as_deref(), Some("12-1"));
    }

    #[test]
    fn our_own_tables_say_so() {
        assert!(shipped().note.contains("not historical"));
    }

    #[test]
    fn worse_dice_never_hit_harder() {
        let tables = shipped();
        for column in 0..tables.columns.len() {
            for total in 2..12 {
                assert!(tables.hit(column, total) >= tables.hit(column, total + 1));
            }
        }
    }
}
