//! Types of counter, each with its printed values. A kind is one number, an index into [`TYPES`].

use std::borrow::Cow;

use rules::{BySide, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

rules::words! {
    /// The classes of counters.
    Class {
        Squad = "squad",
        HalfSquad = "half-squad",
        Leader = "leader",
        Hero = "hero",
        /// A dummy: a "?" without a unit.
        Dummy = "dummy",
        Lmg = "light machine gun",
        Dc = "demolition charge",
        /// A Gun. It can't move or fire (ASL-A32).
        Gun = "Gun",
    }
}

rules::words! {
    /// The quality of men, by the National Capabilities Chart.
    Quality {
        Elite = "Elite",
        First = "1st Line",
        Second = "2nd Line",
        Conscript = "Conscript",
    }
}

/// A type of counter with its printed values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Type {
    /// Its name in scenarios and views, such as `4-6-7`.
    pub name: &'static str,
    pub class: Class,
    /// Inherent firepower, in factors.
    pub fp: u8,
    /// Normal Range in hexes.
    pub range: u8,
    /// Morale Level in Good Order.
    pub morale: u8,
    /// Morale Level while broken.
    pub broken: u8,
    /// Leadership modifier, -3 to 1; 0 if not a leader.
    pub leadership: i8,
    /// Portage points needed to carry it.
    pub pp: u8,
    /// Whether it is Inexperienced.
    pub green: bool,
    /// Its quality, by side. All single men are Elite (A1.11).
    pub quality: BySide<Quality>,
    /// Whether its firepower is underlined: it has Assault Fire (A7.36).
    pub underlined: bool,
    /// Rate of fire of a weapon; 0 if it has none.
    pub rof: u8,
    /// Breakdown Number of a weapon; 0 if it has none.
    pub breakdown: u8,
    /// A malfunctioned weapon is repaired by a dr of this or less; 0 if it can't be.
    pub repair: u8,
    /// The half-squad that remains of a squad; `None` for others.
    pub half: Option<&'static str>,
    /// The unit of the next lower quality, by side (ELR).
    pub lower: BySide<Option<&'static str>>,
    /// The unit that Battle Hardening makes of it, by side (A15.3).
    pub higher: BySide<Option<&'static str>>,
    /// The squad that two of these half-squads recombine to, by side (A1.32).
    pub whole: BySide<Option<&'static str>>,
}

const fn bare(name: &'static str, class: Class) -> Type {
    Type {
        name,
        class,
        fp: 0,
        range: 0,
        morale: 0,
        broken: 0,
        leadership: 0,
        pp: 0,
        green: false,
        quality: BySide { a: Quality::Elite, b: Quality::Elite },
        underlined: false,
        rof: 0,
        breakdown: 0,
        repair: 0,
        half: None,
        lower: BySide { a: None, b: None },
        higher: BySide { a: None, b: None },
        whole: BySide { a: None, b: None },
    }
}

/// Returns a squad or half-squad with its three printed values and its broken Morale Level.
const fn men(name: &'static str, class: Class, values: [u8; 4]) -> Type {
    Type { fp: values[0], range: values[1], morale: values[2], broken: values[3], ..bare(name, class) }
}

const fn squad(
    name: &'static str,
    values: [u8; 4],
    half: &'static str,
    german: &'static str,
    soviet: &'static str,
) -> Type {
    lowered(Type { half: Some(half), ..men(name, Class::Squad, values) }, german, soviet)
}

const fn half(name: &'static str, values: [u8; 4], german: &'static str, soviet: &'static str) -> Type {
    lowered(men(name, Class::HalfSquad, values), german, soviet)
}

/// Sets the next lower quality, by side; an empty name is none.
const fn lowered(kind: Type, german: &'static str, soviet: &'static str) -> Type {
    let a = if german.is_empty() { None } else { Some(german) };
    let b = if soviet.is_empty() { None } else { Some(soviet) };
    Type { lower: BySide { a, b }, ..kind }
}

/// Sets what Battle Hardening makes of it, by side.
const fn hardened(german: &'static str, soviet: &'static str, kind: Type) -> Type {
    Type { higher: BySide { a: Some(german), b: Some(soviet) }, ..kind }
}

/// Sets the squad that two of these half-squads recombine to, by side.
const fn part_of(german: &'static str, soviet: &'static str, kind: Type) -> Type {
    Type { whole: BySide { a: Some(german), b: Some(soviet) }, ..kind }
}

/// Sets the quality, the same for both sides.
const fn of(quality: Quality, kind: Type) -> Type {
    Type { quality: BySide { a: quality, b: quality }, ..kind }
}

/// Sets the quality of a counter that is 2nd Line for the German side and 1st Line for the Russian.
const fn lesser(kind: Type) -> Type {
    Type { quality: BySide { a: Quality::Second, b: Quality::First }, ..kind }
}

/// Marks Conscripts, who are Inexperienced.
const fn green(kind: Type) -> Type {
    Type { green: true, ..of(Quality::Conscript, kind) }
}

/// Marks a squad whose firepower is underlined.
const fn underlined(kind: Type) -> Type {
    Type { underlined: true, ..kind }
}

/// Returns a leader: broken, he has the Morale that he has unbroken.
const fn leader(name: &'static str, morale: u8, leadership: i8, lower: &'static str, higher: &'static str) -> Type {
    let kind = Type { morale, broken: morale, leadership, ..bare(name, Class::Leader) };
    let kind = lowered(kind, lower, lower);
    if higher.is_empty() { kind } else { hardened(higher, higher, kind) }
}

/// All types of counters. Half-squads have a broken Morale Level one below that of their squads (A1.122).
pub const TYPES: &[Type] = &[
    squad("4-6-8", [4, 6, 8, 8], "2-4-8", "4-6-7", "4-4-7"),
    hardened("4-6-8", "4-6-8", of(Quality::First, squad("4-6-7", [4, 6, 7, 7], "2-4-7", "4-4-7", "4-4-7"))),
    hardened("4-6-7", "4-5-8", lesser(squad("4-4-7", [4, 4, 7, 7], "2-3-7", "4-3-6", "4-2-6"))),
    hardened("4-4-7", "4-4-7", green(squad("4-3-6", [4, 3, 6, 5], "2-3-6", "", ""))),
    squad("4-5-8", [4, 5, 8, 8], "2-4-8", "4-6-7", "4-4-7"),
    hardened("5-2-7", "5-2-7", green(squad("4-2-6", [4, 2, 6, 5], "2-2-6", "", ""))),
    underlined(squad("6-2-8", [6, 2, 8, 8], "3-2-8", "5-2-7", "5-2-7")),
    hardened("6-2-8", "6-2-8", underlined(of(Quality::First, squad("5-2-7", [5, 2, 7, 7], "2-2-7", "4-3-6", "4-2-6")))),
    part_of("4-6-8", "4-5-8", half("2-4-8", [2, 4, 8, 7], "2-4-7", "2-3-7")),
    part_of(
        "4-6-7",
        "4-6-7",
        hardened("2-4-8", "2-4-8", of(Quality::First, half("2-4-7", [2, 4, 7, 6], "2-3-7", "2-3-7"))),
    ),
    part_of("4-4-7", "4-4-7", hardened("2-4-7", "2-4-8", lesser(half("2-3-7", [2, 3, 7, 6], "2-3-6", "2-2-6")))),
    part_of("4-3-6", "4-3-6", hardened("2-3-7", "2-3-7", green(half("2-3-6", [2, 3, 6, 4], "", "")))),
    part_of("4-2-6", "4-2-6", hardened("2-2-7", "2-2-7", green(half("2-2-6", [2, 2, 6, 4], "", "")))),
    part_of("6-2-8", "6-2-8", half("3-2-8", [3, 2, 8, 7], "2-2-7", "2-2-7")),
    part_of(
        "5-2-7",
        "5-2-7",
        hardened("3-2-8", "3-2-8", of(Quality::First, half("2-2-7", [2, 2, 7, 6], "2-3-6", "2-2-6"))),
    ),
    leader("leader 10-3", 10, -3, "leader 10-2", ""),
    leader("leader 10-2", 10, -2, "leader 9-2", "leader 10-3"),
    leader("leader 9-2", 9, -2, "leader 9-1", "leader 10-2"),
    leader("leader 9-1", 9, -1, "leader 8-1", "leader 9-2"),
    leader("leader 8-1", 8, -1, "leader 8-0", "leader 9-1"),
    leader("leader 8-0", 8, 0, "leader 7-0", "leader 8-1"),
    leader("leader 7-0", 7, 0, "leader 6+1", "leader 8-0"),
    leader("leader 6+1", 6, 1, "", "leader 7-0"),
    Type { fp: 1, range: 4, morale: 9, broken: 9, leadership: -1, ..bare("hero", Class::Hero) },
    bare("dummy", Class::Dummy),
    Type { fp: 2, range: 6, pp: 1, rof: 1, breakdown: 11, repair: 1, ..bare("lmg", Class::Lmg) },
    Type { fp: 3, range: 8, pp: 1, rof: 1, breakdown: 12, repair: 1, ..bare("german lmg", Class::Lmg) },
    Type { fp: 30, pp: 1, breakdown: 12, ..bare("dc", Class::Dc) },
    bare("gun", Class::Gun),
];

/// The kind of a counter. Written as its name, such as `4-6-7`, `leader 8-1` or `dc`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(u8);

impl Kind {
    /// Returns the kind with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Kind> {
        TYPES.iter().position(|kind| kind.name == name).map(|n| Kind(n as u8))
    }

    /// Returns the values printed on the counter.
    #[inline]
    #[must_use]
    pub fn values(self) -> &'static Type {
        // Made only by `named`, so it is always in the list.
        TYPES.get(usize::from(self.0)).unwrap_or(&TYPES[0])
    }

    /// Returns the name, such as `4-6-7` or `dc`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.values().name
    }

    #[inline]
    #[must_use]
    pub fn class(self) -> Class {
        self.values().class
    }

    /// Returns whether it is a squad or half-squad (MMC).
    #[inline]
    #[must_use]
    pub fn is_mmc(self) -> bool {
        matches!(self.class(), Class::Squad | Class::HalfSquad)
    }

    /// Returns whether it is a single man (SMC).
    #[inline]
    #[must_use]
    pub fn is_smc(self) -> bool {
        matches!(self.class(), Class::Leader | Class::Hero)
    }

    /// Returns whether it is a squad, half-squad or single man, not a weapon or a dummy.
    #[inline]
    #[must_use]
    pub fn is_men(self) -> bool {
        self.is_mmc() || self.is_smc()
    }

    /// Returns its size in men's counters (US#): a squad 3, a half-squad 2, a single man 1, all else 0.
    #[must_use]
    pub fn size(self) -> u8 {
        match self.class() {
            Class::Squad => 3,
            Class::HalfSquad => 2,
            Class::Leader | Class::Hero => 1,
            _ => 0,
        }
    }

    /// Returns its size in half-squads: a squad 2, a half-squad 1, all else 0.
    #[must_use]
    pub fn half_squads(self) -> i8 {
        match self.class() {
            Class::Squad => 2,
            Class::HalfSquad => 1,
            _ => 0,
        }
    }

    /// Returns whether it is carried by units: a support weapon, or a Gun.
    #[inline]
    #[must_use]
    pub fn is_weapon(self) -> bool {
        matches!(self.class(), Class::Lmg | Class::Dc | Class::Gun)
    }

    /// Returns the half-squad that remains of a squad.
    #[must_use]
    pub fn half(self) -> Option<Kind> {
        self.values().half.and_then(Kind::named)
    }

    /// Returns the unit of the next lower quality.
    #[must_use]
    pub fn lower(self, side: Side) -> Option<Kind> {
        self.values().lower[side].and_then(Kind::named)
    }

    /// Returns the unit that Battle Hardening makes of it; `None` if it becomes Fanatic.
    #[must_use]
    pub fn higher(self, side: Side) -> Option<Kind> {
        self.values().higher[side].and_then(Kind::named)
    }

    /// Returns the squad that two half-squads of this kind recombine to.
    #[must_use]
    pub fn whole(self, side: Side) -> Option<Kind> {
        self.values().whole[side].and_then(Kind::named)
    }

    /// Returns the names of all kinds.
    #[must_use]
    pub fn names() -> Vec<&'static str> {
        TYPES.iter().map(|kind| kind.name).collect()
    }
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Kind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = Cow::<'de, str>::deserialize(deserializer)?;
        Kind::named(&name).ok_or_else(|| de::Error::custom(format!("unknown kind of counter `{name}`")))
    }
}

impl JsonSchema for Kind {
    fn schema_name() -> Cow<'static, str> {
        "Kind".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "enum": Kind::names() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_in_the_table_is_in_the_table() {
        for kind in TYPES {
            let sides = [kind.lower, kind.higher, kind.whole].into_iter().flat_map(|of| [of.a, of.b]);
            for name in kind.half.into_iter().chain(sides.flatten()) {
                assert!(Kind::named(name).is_some(), "{name}, named by {}", kind.name);
            }
        }
    }

    #[test]
    fn broken_half_squads_are_one_lower_than_broken_squads() {
        for squad in TYPES.iter().filter_map(|kind| Kind::named(kind.name)) {
            let Some(half) = squad.half() else { continue };
            assert_eq!(half.values().broken + 1, squad.values().broken, "{}", squad.name());
        }
    }

    #[test]
    fn lower_quality_comes_to_an_end() {
        for side in Side::BOTH {
            for mut kind in TYPES.iter().filter_map(|kind| Kind::named(kind.name)) {
                for _ in 0..TYPES.len() {
                    kind = kind.lower(side).unwrap_or(kind);
                }
                assert_eq!(kind.lower(side), None, "{}", kind.name());
            }
        }
    }
}
