//! Numbers of the game: the tables of a data file.
//!
//! Numbers that the sources don't give are in `data/sniper-tables.toml`. They are our own and not historical, and the
//! file says so. A scenario can replace any section with its own under `[tables]`.

use std::sync::LazyLock;

use board::scenario::{Diagnostic, Item, Reader};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::printed::clause::{B17, B26, SC3};
use crate::printed::sections::{
    ChitTable, DamageTable, DataFile, DefenceTable, FireTable, GrenadeTable, MeleeTable, MovementTable, PanicTable,
    ScatterTable, TablesSection, Weapon,
};
use crate::printed::words::Hit;

/// Longest distance at which a place on the ground can be watched (SNP-B16), in hexes.
pub const WATCH: u16 = 15;
/// Turn after which a game is stopped if its scenario sets no limit (SNP-B27).
pub const STOP: u8 = 200;

static DATA: LazyLock<Option<DataFile>> =
    LazyLock::new(|| toml::from_str(include_str!("../../../../data/sniper-tables.toml")).ok());

/// Odds of a column of the damage table. Written as a text, such as `3-1`.
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
    /// Results by total of two dice, 2 first.
    hits: [Hit; 11],
    /// Expected loss of the target from one roll, as a share of a man, 0.0 to 1.0.
    harm: f64,
    /// Expected loss from one shot, which never stuns.
    shot_harm: f64,
}

/// Returns the result of a shot for a result of the table: only explosives stun (SNP-B26).
fn unstunned(hit: Hit) -> Hit {
    match hit {
        Hit::Stunned if B26.is_in_force() => Hit::None,
        hit => hit,
    }
}

/// Returns the expected loss from a roll on a column, as a share of a man.
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

/// All tables used in a game.
#[derive(Debug)]
pub struct Tables {
    /// Note shown with the tables; empty if none is needed.
    pub note: String,
    /// Weapons with their keys, in the order of weapon numbers.
    pub weapons: Vec<(String, Weapon)>,
    pub fire: FireTable,
    pub defence: DefenceTable,
    pub grenade: GrenadeTable,
    pub scatter: ScatterTable,
    pub panic: PanicTable,
    pub chits: ChitTable,
    pub melee: MeleeTable,
    pub movement: MovementTable,
    columns: Vec<Column>,
    landing: usize,
    ring: usize,
}

impl Tables {
    /// Returns the column for an attack against a Defence Strength, rounded down for the attacker; `None` below the
    /// first column.
    #[must_use]
    pub fn column(&self, attack: u16, defence: u16) -> Option<usize> {
        let reached = |column: &Column| u32::from(attack) * column.defence >= u32::from(defence.max(1)) * column.attack;
        self.columns.iter().rposition(reached)
    }

    /// Returns the odds of a column; 1-1 for an unknown one.
    #[must_use]
    pub fn odds(&self, column: usize) -> Odds {
        let narrow = |strength: u32| u16::try_from(strength).unwrap_or(u16::MAX);
        let odds = |column: &Column| Odds { attack: narrow(column.attack), defence: narrow(column.defence) };
        self.columns.get(column).map_or(Odds { attack: 1, defence: 1 }, odds)
    }

    /// Returns the result for a total of two dice. Totals above 12 count as 12.
    #[must_use]
    pub fn hit(&self, column: usize, total: u16) -> Hit {
        let row = usize::from(total.clamp(2, 12)) - 2;
        self.columns.get(column).and_then(|column| column.hits.get(row)).copied().unwrap_or(Hit::None)
    }

    /// Returns the result of a shot: only explosives stun (SNP-B26).
    #[must_use]
    pub fn shot(&self, column: usize, total: u16) -> Hit {
        unstunned(self.hit(column, total))
    }

    /// Returns the expected loss from one shot on a column, as a share of a man: an estimate for computer players.
    #[must_use]
    pub fn shot_harm(&self, column: usize) -> f64 {
        self.columns.get(column).map_or(0.0, |column| column.shot_harm)
    }

    /// Returns the expected loss from one burst on a column, as a share of a man: an estimate for computer players.
    #[must_use]
    pub fn harm(&self, column: usize) -> f64 {
        self.columns.get(column).map_or(0.0, |column| column.harm)
    }

    /// Returns the column of a burst, in the landing hex or around it.
    #[must_use]
    pub const fn burst(&self, landing: bool) -> usize {
        if landing { self.landing } else { self.ring }
    }

    /// Returns the key of a weapon, such as `machine_gun`; empty if it is unknown.
    #[must_use]
    pub fn weapon_key(&self, weapon: u8) -> &str {
        self.weapons.get(usize::from(weapon)).map_or("", |(key, _)| key)
    }

    /// Returns a weapon by number.
    #[must_use]
    pub fn weapon(&self, weapon: u8) -> Option<&Weapon> {
        self.weapons.get(usize::from(weapon)).map(|(_, weapon)| weapon)
    }
}

/// Reads `[tables]` and completes it from the data file.
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
        (
            own.panic.as_ref().is_none_or(|panic| panic.digits.iter().flatten().all(|digit| *digit <= 9)),
            "the panic table must have digits from 0 to 9",
        ),
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
        panic: own.panic.unwrap_or_else(|| data.panic.clone()),
        chits: own.chits.unwrap_or_else(|| data.chits.clone()),
        melee: own.hand_to_hand.unwrap_or(data.hand_to_hand),
        movement,
        landing: landing.unwrap_or(0),
        ring: ring.unwrap_or(0),
        columns,
    })
}

/// Reads the damage table column by column; empty if it is inconsistent.
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
        columns.push(Column {
            label: label.clone(),
            attack,
            defence,
            hits,
            harm: harm(&hits),
            shot_harm: harm(&hits.map(unstunned)),
        });
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
