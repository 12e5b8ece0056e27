//! The markers on a counter.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

rules::words! {
    /// A marker on a counter.
    Flag {
        /// The unit is broken and can only rally or rout.
        Broken = "broken",
        /// It is under Desperation Morale (DM): harder to rally.
        Dm = "Desperation Morale",
        /// It is pinned: it can't move, and fires at reduced strength.
        Pinned = "pinned",
        /// It is counter-exhausted (CX) after double time or a difficult advance.
        Cx = "counter-exhausted",
        /// It is temporarily immobilised (TI).
        Ti = "temporarily immobilised",
        /// The leader or hero is wounded.
        Wounded = "wounded",
        /// It is Encircled in its Location.
        Encircled = "Encircled",
        /// It is berserk, and not in Good Order.
        Berserk = "berserk",
        /// It is held in Melee.
        Melee = "in Melee",
        /// It fired in the Prep Fire Phase.
        PrepFired = "used Prep Fire",
        /// It fired as Defensive First Fire.
        FirstFired = "used First Fire",
        /// It fired as Subsequent First Fire, Final Protective Fire or Final Fire.
        FinalFired = "used Final Fire",
        /// It fired in the Advancing Fire Phase.
        AdvanceFired = "used Advancing Fire",
        /// It moved in this Player Turn's Movement Phase.
        Moved = "moved",
        /// It advanced in this Player Turn.
        Advanced = "advanced",
        /// It has led an attack, a rally or a task this phase, or tried to rally or to recover something.
        Used = "acted in this phase",
        /// It is lost in the sewers.
        Lost = "lost",
        /// It may emerge in the coming Advance Phase.
        MayEmerge = "may come up",
        /// It stays below this Game Turn.
        Stays = "stays below",
        /// It is discovered from above.
        Discovered = "discovered",
        /// It left an Encircled Location for the sewer or tunnel this turn.
        LeftEncircled = "left an Encircled Location",
        /// It has routed in this Rout Phase, or may no longer rout.
        Routed = "routed",
        /// It is Ambushed or has fought its Close Combat.
        Fought = "has fought",
        /// It can't move further in this Movement Phase.
        Stopped = "stopped",
        /// It makes a Minimum Move, and is pinned after it.
        Minimum = "Minimum Move",
        /// It will be eliminated when this Close Combat is over.
        Doomed = "to be eliminated",
        /// It will be reduced when this Close Combat is over.
        Shaken = "to be reduced",
        /// It has been attacked in this Close Combat Phase.
        Struck = "attacked",
        /// It is Fanatic (A10.8): its Morale is 1 higher, and it never cowers or is Disrupted.
        Fanatic = "Fanatic",
        /// It is Disrupted (A19.12).
        Disrupted = "Disrupted",
        /// The leader has become heroic (A15.21).
        Heroic = "heroic",
        /// It keeps DM at the end of this Rally Phase (A10.62).
        KeepsDm = "keeps DM",
        /// The weapon has malfunctioned (A9.7).
        Malfunctioned = "malfunctioned",
        /// It has declared that it withdraws in this Close Combat Phase (A11.2).
        Withdrawing = "withdrawing",
        /// The single man fights alone in this Close Combat Phase (A11.14).
        Solo = "fights alone",
        /// It has used Low Crawl in this Rout Phase.
        Crawled = "used Low Crawl",
        /// It is engaged in Clearance in this Player Turn; always temporarily immobilised too.
        Clearing = "engaged in Clearance",
        /// It has Labor Status -1 (B24.8).
        Labor = "Labor Status -1",
        /// It has Labor Status -2 (B24.8).
        LaborTwice = "Labor Status -2",
        /// It is in Hazardous Movement outside sewers until it is pinned or the Player Turn ends.
        Hazardous = "Hazardous Movement",
        /// It was counter-exhausted at the start of its Movement Phase (A4.51).
        WasCx = "was counter-exhausted",
        /// Its own firepower is spent, although a weapon it holds may still fire.
        UsedInherent = "used its own firepower",
        /// The weapon has fired in this Player Turn and kept its rate of fire (A9.2).
        KeptRate = "kept its rate of fire",
        /// It has used a demolition charge in this Player Turn.
        UsedCharge = "used a charge",
        /// The demolition charge is Placed or Set, and will explode.
        Fused = "placed to explode",
        /// It has fired under the direction of a leader in this Player Turn, or has directed a machine gun that kept its
        /// rate of fire (A7.53).
        Directed = "directed",
    }
}

/// Number of kinds of markers.
pub const FLAGS: usize = Flag::Directed as usize + 1;

/// All kinds of markers, in the order of [`Flag`].
const ALL: [Flag; FLAGS] = [
    Flag::Broken,
    Flag::Dm,
    Flag::Pinned,
    Flag::Cx,
    Flag::Ti,
    Flag::Wounded,
    Flag::Encircled,
    Flag::Berserk,
    Flag::Melee,
    Flag::PrepFired,
    Flag::FirstFired,
    Flag::FinalFired,
    Flag::AdvanceFired,
    Flag::Moved,
    Flag::Advanced,
    Flag::Used,
    Flag::Lost,
    Flag::MayEmerge,
    Flag::Stays,
    Flag::Discovered,
    Flag::LeftEncircled,
    Flag::Routed,
    Flag::Fought,
    Flag::Stopped,
    Flag::Minimum,
    Flag::Doomed,
    Flag::Shaken,
    Flag::Struck,
    Flag::Fanatic,
    Flag::Disrupted,
    Flag::Heroic,
    Flag::KeepsDm,
    Flag::Malfunctioned,
    Flag::Withdrawing,
    Flag::Solo,
    Flag::Crawled,
    Flag::Clearing,
    Flag::Labor,
    Flag::LaborTwice,
    Flag::Hazardous,
    Flag::WasCx,
    Flag::UsedInherent,
    Flag::KeptRate,
    Flag::UsedCharge,
    Flag::Fused,
    Flag::Directed,
];

impl Flag {
    /// Returns all markers, in the order of [`Flag`].
    pub fn all() -> impl Iterator<Item = Flag> {
        ALL.into_iter()
    }

    const fn bit(self) -> u64 {
        1 << self as u32
    }
}

/// The set of markers on a counter. Serialized as a list of words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flags(u64);

impl Flags {
    /// The empty set of markers.
    pub const NONE: Flags = Flags(0);

    /// Returns whether there are no markers.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0 == 0
    }

    /// Returns whether a marker is in the set.
    #[inline]
    #[must_use]
    pub const fn has(self, flag: Flag) -> bool {
        self.0 & flag.bit() != 0
    }

    /// Returns the set with or without a marker.
    #[inline]
    #[must_use]
    pub const fn set(self, flag: Flag, on: bool) -> Flags {
        if on { Flags(self.0 | flag.bit()) } else { Flags(self.0 & !flag.bit()) }
    }

    /// Returns whether the sets have a marker in common.
    #[inline]
    #[must_use]
    pub const fn meet(self, others: Flags) -> bool {
        self.0 & others.0 != 0
    }

    /// Returns the union of both sets.
    #[inline]
    #[must_use]
    pub const fn and(self, others: Flags) -> Flags {
        Flags(self.0 | others.0)
    }

    /// Returns the markers that are in only one of the sets.
    #[inline]
    #[must_use]
    pub const fn unlike(self, other: Flags) -> Flags {
        Flags(self.0 ^ other.0)
    }

    /// Returns the markers in the set.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Flag> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let flag = *ALL.get(rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(flag)
        })
    }
}

impl FromIterator<Flag> for Flags {
    fn from_iter<I: IntoIterator<Item = Flag>>(flags: I) -> Self {
        flags.into_iter().fold(Flags::NONE, |flags, flag| flags.set(flag, true))
    }
}

impl Serialize for Flags {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Flags {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::<Flag>::deserialize(deserializer).map(Flags::from_iter)
    }
}

impl JsonSchema for Flags {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Flags".into()
    }
    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        std::collections::BTreeSet::<Flag>::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_are_listed_in_their_order() {
        assert!(Flag::all().enumerate().all(|(n, flag)| flag as usize == n));
        const { assert!(FLAGS <= 64) };
    }

    #[test]
    fn markers_come_and_go() {
        let flags = Flags::NONE.set(Flag::Broken, true).set(Flag::Dm, true).set(Flag::Broken, false);
        assert_eq!(flags.iter().collect::<Vec<_>>(), [Flag::Dm]);
        assert_eq!(flags.iter().collect::<Flags>(), flags);
    }
}
