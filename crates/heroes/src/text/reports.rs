//! English text for reports.

use rules::scene::Out;
use rules::speech::capitalized;
use rules::{PieceSet, Reader};

use crate::printed::words::{Damage, Occasion};
use crate::state::Heroes;
use crate::state::report::Report;
use crate::text::names::{Names, army, passed, verb};

/// Describes a report as an English sentence.
pub fn describe(reader: Reader<'_, Heroes>, report: &Report) -> String {
    capitalized(&sentence(reader, report))
}

fn sentence(reader: Reader<'_, Heroes>, report: &Report) -> String {
    let name = |piece| reader.unit(piece);
    let list = |group| reader.units(group);
    match *report {
        Report::TurnBegins(turn) => format!("Turn {turn} begins."),
        Report::Passed { side } => passed(Some(side)),
        Report::InitiativeRolled { side } => format!("The {} side has the initiative.", army(side)),
        Report::Rally { unit, roll, needed, rallied } => {
            let end = if rallied { "rallies" } else { "stays Shaken" };
            format!("{} tries to rally: rolls {roll}, needs {needed} or less, {end}.", name(unit))
        }
        Report::Attack { units, at: place, occasion, attack, modifier, defence } => {
            let place = reader.at(place);
            let who = match occasion {
                Occasion::Mines => format!("Mines go off in {place}"),
                Occasion::Direct | Occasion::Opportunity => {
                    format!("{} {} at {place}", list(units), verb(units, "fires", "fire"))
                }
            };
            let end = if attack > defence { "hit" } else { "no effect" };
            format!("{who}: attack {attack}, defence {defence} (with target modifier {modifier}), {end}.")
        }
        Report::Check { unit, roll, damage } => {
            format!("{} checks for damage: {roll}, {}.", name(unit), damage.words())
        }
        Report::HeroRolled { unit, hero } => {
            let end = if hero { "produces a hero" } else { "produces no hero" };
            format!("{} {end}.", name(unit))
        }
        Report::Melee { at: place, soviet, german, soviet_wins, german_wins, soviet_targets, german_targets } => {
            let against = |targets: PieceSet| {
                if targets.is_empty() { String::new() } else { format!(" against {}", list(targets)) }
            };
            let end = melee_words(soviet_wins, german_wins);
            let (theirs, ours) = (against(soviet_targets), against(german_targets));
            format!(
                "Melee in {}: Soviet strength {soviet}{theirs}, German strength {german}{ours}: {end}.",
                reader.at(place)
            )
        }
        Report::WentBelow { units, from, to } => {
            let go = verb(units, "goes", "go");
            format!("{} {go} below ground from {} to {}.", list(units), reader.at(from), reader.at(to))
        }
        Report::Routs { unit, to } => format!("{} {}.", name(unit), reader.routs(reader.located(unit), to)),
        Report::Eliminated { unit } => format!("{} is eliminated.", name(unit)),
        Report::Blaze { at: place, burns: true } => format!("A blaze breaks out in {}.", reader.at(place)),
        Report::Blaze { at: place, burns: false } => format!("The blaze in {} burns out.", reader.at(place)),
        Report::Barred { unit, at: place } => format!("{} is barred from {}.", name(unit), reader.at(place)),
        Report::Dropped { unit, weapon, .. } => format!("{} drops its {}.", name(unit), weapon.words()),
        Report::Handed { unit, to, weapon } => {
            format!("{} hands its {} over to {}.", name(unit), weapon.words(), name(to))
        }
        Report::Taken { unit, weapon } => format!("{} takes the {}.", name(unit), weapon.words()),
        Report::Spotting { unit, at: place, roll, needed, spotted } => {
            let end = if spotted { "spots them" } else { "finds nothing" };
            let place = reader.at(place);
            format!("{} tries to spot the enemy in {place}: rolls {roll}, needs {needed} or less, {end}.", name(unit))
        }
        Report::Interdicted { unit, at: place } => format!("{} is interdicted in {}.", name(unit), reader.at(place)),
    }
}

const fn melee_words(soviet_wins: bool, german_wins: bool) -> &'static str {
    match (soviet_wins, german_wins) {
        (true, true) => "the targets of both sides are eliminated",
        (true, false) => "the Soviet side eliminates its targets",
        (false, true) => "the German side eliminates its targets",
        (false, false) => "the melee continues",
    }
}

/// Returns a short summary of a report, for lists of outcomes; `None` if it has none.
pub fn summary(reader: Reader<'_, Heroes>, report: &Report) -> Option<String> {
    match *report {
        Report::Check { unit: who, damage: Damage::None, .. } => Some(format!("{} is unharmed", reader.unit(who))),
        Report::Check { unit: who, damage, .. } => Some(format!("{} is {}", reader.unit(who), damage.words())),
        Report::Attack { attack, defence, .. } if attack <= defence => Some("the fire has no effect".to_owned()),
        Report::Melee { soviet_wins, german_wins, .. } => {
            Some(format!("in melee, {}", melee_words(soviet_wins, german_wins)))
        }
        Report::HeroRolled { hero: true, .. } => Some("a hero appears".to_owned()),
        Report::InitiativeRolled { side } => Some(format!("the {} side has the initiative", army(side))),
        Report::Rally { unit: who, rallied, .. } => {
            Some(format!("{} {}", reader.unit(who), if rallied { "rallies" } else { "stays Shaken" }))
        }
        Report::Spotting { at: place, spotted, .. } => {
            let seen = if spotted { "is spotted" } else { "is not spotted" };
            Some(format!("the enemy in {} {seen}", reader.at(place)))
        }
        Report::Barred { .. } => Some("the way is barred".to_owned()),
        _ => None,
    }
}

/// Returns the units that leave the game with a report.
#[must_use]
pub const fn out(report: &Report) -> Option<Out> {
    match *report {
        Report::Eliminated { unit } | Report::Check { unit, damage: Damage::Eliminated, .. } => Some(Out::Piece(unit)),
        // The losers of a melee leave the game.
        Report::Melee { at, soviet_wins, german_wins, .. } if soviet_wins || german_wins => Some(Out::At(at)),
        _ => None,
    }
}
