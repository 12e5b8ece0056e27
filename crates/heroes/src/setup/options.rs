//! `[options]` of a scenario file.

use board::scenario::{Diagnostic, Reader, Spanned};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::printed::clause::SC3;
use crate::printed::tables::{RANGE, RANGES};
use crate::setting::Options;

/// Which networks are connected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Networks {
    /// All networks, wherever they are.
    #[default]
    All,
    /// Only those that share an entrance or have a link.
    Declared,
}

/// Which hexes can be entrances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Entrances {
    /// Stone buildings too, where marked.
    #[default]
    Marked,
    /// No stone buildings, even if marked.
    Strict,
}

/// When water blocks a move below ground.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum WaterRule {
    /// If every shortest path passes under it.
    #[default]
    EveryPath,
    /// If the straight line passes under it.
    StraightLine,
}

/// Who places hidden units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum HiddenSetUp {
    /// The scenario places all hidden units.
    #[default]
    Printed,
    /// Each side places its own, before the first turn.
    Secret,
}

/// Which units can rout below ground.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum RoutBelow {
    /// Every Shaken unit at an entrance.
    #[default]
    Any,
    /// Only units that an enemy or a fire drives out.
    Forced,
}

/// How the firepower of some units is reduced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ReducedFire {
    /// Edition 5.1: 1 less for Ops Complete units, 2 less on the total after an assault move.
    #[default]
    Subtract,
    /// Older editions: half the firepower, rounded up.
    Halve,
}

/// The skill card of a hero that appears.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum HeroSkill {
    /// His side picks it: Sewer Rat.
    #[default]
    Picked,
    /// A die draws it: Sewer Rat on a 1, otherwise a card that is not in this game.
    Drawn,
}

/// `[options]`: Rules that this scenario changes.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OptionsSection {
    /// Which networks are connected.
    #[serde(default)]
    pub(crate) networks: Networks,
    /// Longest move below ground in hexes, 1 to 12. Default: 6.
    #[schemars(with = "Option<u8>")]
    pub(crate) range: Option<Spanned<u8>>,
    /// Which hexes can be entrances.
    #[serde(default)]
    pub(crate) entrances: Entrances,
    /// When water blocks a move below ground.
    #[serde(default)]
    pub(crate) water: WaterRule,
    /// Who places hidden units.
    #[serde(default)]
    pub(crate) set_up: HiddenSetUp,
    /// How fire of Ops Complete units and fire after an assault move is reduced.
    #[serde(default)]
    pub(crate) reduced_fire: ReducedFire,
    /// Which units can rout below ground.
    #[serde(default)]
    pub(crate) rout_below: RoutBelow,
    /// The skill card of a hero that appears.
    #[serde(default)]
    pub(crate) hero_skill: HeroSkill,
}

/// Reads the options of a scenario.
pub(crate) fn read_options(reader: &mut Reader<'_>) -> Options {
    let section = reader.section_or_default::<OptionsSection>("options").value;
    let range = section.range.map_or(RANGE, |range| {
        if !RANGES.contains(range.get_ref()) {
            let (least, most) = (RANGES.start(), RANGES.end());
            let problem = Diagnostic::new(format!("`range` must be {least} to {most} hexes"));
            SC3.broken_by(reader, range.span(), problem);
        }
        *range.get_ref()
    });
    Options {
        declared: section.networks == Networks::Declared,
        range,
        strict: section.entrances == Entrances::Strict,
        straight_water: section.water == WaterRule::StraightLine,
        secret_set_up: section.set_up == HiddenSetUp::Secret,
        forced_below: section.rout_below == RoutBelow::Forced,
        halved_fire: section.reduced_fire == ReducedFire::Halve,
        drawn_skill: section.hero_skill == HeroSkill::Drawn,
    }
}
