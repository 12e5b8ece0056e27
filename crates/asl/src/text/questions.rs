//! Questions as English text: where, which dr was rolled with which modifiers, and what the answers lead to.

use board::LocationId;
use rules::{PieceSet, Reader};

use crate::printed::chart::Emergence;
use crate::printed::terrain::factors;
use crate::state::Asl;
use crate::state::below::{Below, Dr, WayDr};
use crate::state::fight::Fight;
use crate::state::step::{Question, Step};
use crate::text::names::{self, Names, army, verb};
use crate::view::fact::Fact;

/// Returns the text of a question.
pub fn describe(reader: Reader<'_, Asl>, question: Question) -> String {
    let words = match question {
        Question::Record => return recording(reader.facts),
        Question::SetUp => return placing(reader.facts),
        Question::Rally => return rallying(reader.facts),
        Question::PrepFire => "Prep Fire Phase: choose units to fire. They can't move in this turn.",
        Question::Move => "Movement Phase: choose units to move, above ground or below.",
        Question::Step => return going_on(reader),
        Question::FirstFire => return format!("{}: fire, or hold fire?", movers(reader)),
        Question::Challenge => return below(reader).unwrap_or_else(|| challenge("an enemy \"?\" act")),
        Question::FinalFire => "Defensive Fire Phase: choose units to fire.",
        Question::AdvancingFire => "Advancing Fire Phase: choose units to fire, at half firepower.",
        Question::Rout => return routing(reader),
        Question::Interdict => "A unit routs in sight: show a unit that Interdicts it, or let it go.",
        Question::Surrender => "A unit surrenders: choose its Guard, or reject it.",
        Question::Advance => "Advance Phase: choose units to advance, or to come up from below.",
        Question::Destroy => "Close Combat Phase: destroy a tunnel whose entrance you have found?",
        Question::Withdraw => "Close Combat Phase: choose units that withdraw, or men who fight alone.",
        Question::Infiltrate => "Close Combat Phase: choose units that leave the Close Combat at once.",
        Question::CloseCombat => "Close Combat Phase: choose attackers and targets.",
        Question::Choose => "Choose where your stack goes in the sewers.",
        Question::Direct => "Choose where the enemy's lost stack goes.",
        Question::Claim => "Claim a friendly unit above your stack?",
        Question::Show => "Show a unit that counts against the emergence dr?",
    };
    // Readers that see the step get more detail.
    below(reader).unwrap_or_else(|| words.to_owned())
}

/// Returns the text for the Rally Phase. It mentions an entrance only to a side that has seen one used.
fn rallying(facts: &[Fact]) -> String {
    let seen = facts.iter().any(|fact| matches!(fact, Fact::Entrance { .. }));
    let search = if seen { ", look for a tunnel entrance you saw in use" } else { "" };
    format!("Rally Phase: rally broken units, recover or transfer weapons{search}, or end the phase.")
}

fn recording(facts: &[Fact]) -> String {
    let left = facts.iter().find_map(|fact| match fact {
        Fact::Allotted { tunnels, forts, .. } => Some(names::allotted(*tunnels, *forts)),
        _ => None,
    });
    match left {
        Some(left) => format!("Record your secret works: {left} left. Or finish recording."),
        None => "All is recorded: erase an entry, or finish recording.".to_owned(),
    }
}

fn placing(facts: &[Fact]) -> String {
    let waits = |fact: &&Fact| matches!(fact, Fact::Unit { at: None, holder: None, .. });
    match facts.iter().filter(waits).count() {
        0 => "All your units are placed: move one, or choose Ready. Your set-up is secret until then.".to_owned(),
        1 => "Place your last unit. Your set-up is secret until you are ready.".to_owned(),
        left => format!("Place your units: {left} left. Your set-up is secret until you are ready."),
    }
}

/// Returns the moving units, their Location, and the half movement factors left.
fn moving(facts: &[Fact]) -> Option<(PieceSet, LocationId, Option<u8>)> {
    facts.iter().find_map(|fact| match fact {
        Fact::Moving { units, at, mf_left, .. } => Some((*units, *at, *mf_left)),
        _ => None,
    })
}

fn movers(reader: Reader<'_, Asl>) -> String {
    match moving(reader.facts) {
        Some((group, _, _)) if !group.is_empty() => {
            format!("{} {}", reader.units(group), verb(group, "moves", "move"))
        }
        Some((_, place, _)) => format!("A \"?\" moves in {}", reader.at(place)),
        None => "Units move".to_owned(),
    }
}

fn going_on(reader: Reader<'_, Asl>) -> String {
    let left = moving(reader.facts).and_then(|(_, _, left)| left).map(|left| format!(" {} MF left.", factors(left)));
    format!("{}: choose the next Location.{}", movers(reader), left.unwrap_or_default())
}

fn routing(reader: Reader<'_, Asl>) -> String {
    match moving(reader.facts) {
        Some((group, _, _)) => format!("Rout Phase: choose where {} routs next.", reader.units(group)),
        None => "Rout Phase: choose a broken unit to rout.".to_owned(),
    }
}

/// Returns the text of a question about sewers that names its Location.
fn below(reader: Reader<'_, Asl>) -> Option<String> {
    Some(match reader.asked()? {
        Step::Fight(Fight::CloseCombat { at: place, .. }) => {
            format!("Close Combat in {}: choose attackers and targets.", reader.at(place))
        }
        Step::Fight(Fight::Interdict { unit, .. }) => {
            format!("{} routs in the open: show a unit that Interdicts it, or let it go.", reader.unit(unit))
        }
        Step::Fight(Fight::Surrender { unit, .. }) => {
            format!("{} surrenders: choose its Guard, or reject it.", reader.unit(unit))
        }
        Step::Fight(Fight::Challenge { at, .. }) => challenge(&format!("the enemy \"?\" in {} act", reader.at(at))),
        Step::Fight(Fight::Withdraw { at: place, ambush: true, .. }) => {
            format!("You ambush the enemy in {}: choose units that withdraw.", reader.at(place))
        }
        Step::Fight(Fight::Withdraw { at: place, .. }) => {
            format!("Close Combat in {}: choose units that withdraw, or men who fight alone.", reader.at(place))
        }
        Step::Fight(Fight::Infiltrate { at: place, .. }) => {
            format!("Close Combat in {}: choose units that leave it at once.", reader.at(place))
        }
        Step::Below(Below::Choose { from, way, .. }) => {
            let way = lost_by(way);
            format!(
                "Your stack from {}: {way}, so it is not lost. Choose where it goes; it stays below there.",
                reader.at(from)
            )
        }
        Step::Below(Below::Direct { from, way, .. }) => {
            let way = lost_by(way);
            format!("The enemy stack from {} is lost: {way}. Choose where it goes.", reader.at(from))
        }
        Step::Below(Below::Claim(cast)) => {
            format!(
                "Your stack {}: {}. Claim a friendly unit above it for -1? Then {}.",
                beneath(reader, &cast),
                stands(&cast),
                outcome(&cast, -1)
            )
        }
        Step::Below(Below::Show(cast)) => {
            format!(
                "The {} stack {}: {}. Show a unit that counts against it? With +1 {}, with +2 {}.",
                attacker(reader.facts),
                beneath(reader, &cast),
                stands(&cast),
                outcome(&cast, 1),
                outcome(&cast, 2)
            )
        }
        _ => return None,
    })
}

/// Returns the question to a side whose "?" alone sees something, and what its answers lead to (ASL-A55).
fn challenge(what: &str) -> String {
    format!(
        "Only your \"?\" sees {what}. Show a unit: it keeps its \"?\", and the enemy loses his but learns what it is. \
         Or let him pass: nothing changes."
    )
}

fn attacker(facts: &[Fact]) -> &'static str {
    facts
        .iter()
        .find_map(|fact| if let Fact::Attacker { side } = fact { Some(army(*side)) } else { None })
        .unwrap_or("enemy")
}

/// Returns text such as `dr 5, +1 because it was lost: 6`.
fn lost_by(way: WayDr) -> String {
    let now = way.total();
    if now == way.dr as i8 { format!("dr {now}") } else { format!("dr {}, +1 because it was lost: {now}", way.dr) }
}

fn beneath(reader: Reader<'_, Asl>, cast: &Dr) -> String {
    format!("in {}", reader.at(cast.at))
}

/// Returns text such as `emergence dr 5, -1 unwatched manhole: at 4 it may come up`.
pub(crate) fn stands(cast: &Dr) -> String {
    let list: String = cast.drm.named().map(|(why, drm)| format!(", {drm:+} {why}")).collect();
    format!("emergence dr {}{list}: {}", cast.dr, outcome(cast, 0))
}

/// Returns text such as `at 5 it stays below`.
pub fn outcome(cast: &Dr, more: i8) -> String {
    let total = cast.total(more);
    format!("at {total} it {}", Emergence::of(total).words())
}

/// Returns the emergence dr that is being settled.
pub fn cast(reader: Reader<'_, Asl>) -> Option<Dr> {
    match reader.asked()? {
        Step::Below(Below::Claim(cast) | Below::Show(cast)) => Some(cast),
        _ => None,
    }
}

/// Returns the result if no more units are shown.
pub fn shows_nobody(reader: Reader<'_, Asl>) -> String {
    let nobody = || "Show no unit.".to_owned();
    cast(reader).map_or_else(nobody, |cast| format!("Show no unit: {}.", outcome(&cast, 0)))
}
