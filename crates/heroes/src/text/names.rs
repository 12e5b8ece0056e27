//! Questions, orders and reports in plain words.

use board::LocationId;
use board::naming::{Named, name_of};
use rules::scene::Phrase;
use rules::{Clause, Group, Piece, Seat, Side};

use crate::orders::{Draft, Order};
use crate::printed::catalogue::Catalogue;
use crate::printed::clause::{B3, B4, B6, B7, B8, B14, B19, B23, B24, B25, B28};
use crate::printed::words::{Damage, Occasion, Pace};
use crate::setting::{Setting, below};
use crate::state::report::Report;
use crate::state::step::{Question, Step};
use crate::text::scene::{army, what};
use crate::view::fact::Fact;

/// A Location in words, such as `C4` or `C4, in the sewer`.
fn at(setting: &Setting, place: LocationId) -> String {
    let Some(location) = setting.board.locations().get(place.index()) else { return "nowhere".to_owned() };
    match location.label.split_once('/') {
        Some((hex, inside)) => format!("{hex}, in the {inside}"),
        None => location.label.clone(),
    }
}

/// A unit as the view tells of it.
fn unit(setting: &Setting, facts: &[Fact], wanted: Piece) -> String {
    let known = facts.iter().find_map(|fact| match fact {
        Fact::Unit { piece, counter, at: place, name, .. } if *piece == wanted => {
            let words = name.as_deref().map_or_else(|| what(*counter), str::to_owned);
            Some(format!("{words} ({})", at(setting, *place)))
        }
        _ => None,
    });
    let named = || name_of(Named::Piece, wanted.0).map_or_else(|| "a unit".to_owned(), |name| format!("unit {name}"));
    known.unwrap_or_else(named)
}

/// Units in a list.
fn units(setting: &Setting, facts: &[Fact], group: Group) -> String {
    listed(setting, facts, group.iter())
}

fn listed(setting: &Setting, facts: &[Fact], pieces: impl Iterator<Item = Piece>) -> String {
    let names: Vec<String> = pieces.map(|piece| unit(setting, facts, piece)).collect();
    match names.as_slice() {
        [] => "nobody".to_owned(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn moving(facts: &[Fact]) -> Group {
    let found = facts.iter().find_map(|fact| match fact {
        Fact::Moving { units, .. } => Some(*units),
        _ => None,
    });
    found.unwrap_or_default()
}

/// One or many do something.
fn verb(group: Group, one: &'static str, many: &'static str) -> &'static str {
    if group.len() == 1 { one } else { many }
}

/// A question in plain words.
pub fn ask(setting: &Setting, question: Question, facts: &[Fact]) -> String {
    let movers = moving(facts);
    let who = || units(setting, facts, movers);
    match question {
        Question::Act => "Begin an impulse, or pass.".to_owned(),
        Question::Impulse => "Go on with the impulse, or end it.".to_owned(),
        Question::Move => format!("{} {} on the move: where next?", who(), verb(movers, "is", "are")),
        Question::OpFire => format!("{} {}: answer with Opportunity Fire?", who(), verb(movers, "moves", "move")),
        Question::Rout => "Choose a unit that routs, and where to.".to_owned(),
        Question::Hide => "Place your hidden units, each of them once. The last one ends your set-up.".to_owned(),
    }
}

fn passed(side: Option<Side>) -> String {
    side.map_or_else(|| "No impulse.".to_owned(), |side| format!("The {} side passes.", army(side)))
}

const fn pace_clause(pace: Pace) -> Clause {
    match pace {
        Pace::Normal => B6,
        Pace::Assault => B24,
        Pace::Double => B25,
    }
}

/// The question that stands.
pub(crate) fn asked(facts: &[Fact]) -> Option<Step> {
    facts.iter().find_map(|fact| match fact {
        Fact::Pending(steps) => steps.last().copied(),
        _ => None,
    })
}

/// What a shot rests on, by the question that stands.
fn fire_clause(facts: &[Fact]) -> Clause {
    if asked(facts) == Some(Step::OpFire) { B7 } else { B8 }
}

fn located(facts: &[Fact], wanted: Piece) -> Option<LocationId> {
    facts.iter().find_map(|fact| match fact {
        Fact::Unit { piece, at, .. } if *piece == wanted => Some(*at),
        _ => None,
    })
}

/// A unit and those of its side who are stacked with it.
fn together(facts: &[Fact], wanted: Piece) -> Vec<Piece> {
    let place = facts.iter().find_map(|fact| match fact {
        Fact::Unit { piece, side, at, .. } if *piece == wanted => Some((*side, *at)),
        _ => None,
    });
    let there = facts.iter().filter_map(|fact| match fact {
        Fact::Unit { piece, side, at, .. } if Some((*side, *at)) == place && *piece != wanted => Some(*piece),
        _ => None,
    });
    std::iter::once(wanted).chain(there).collect()
}

/// The list that speaks of a way below, by its start or else its end.
fn catalogue(setting: &Setting, from: Option<LocationId>, to: LocationId) -> Catalogue {
    below::catalogue(setting, from.unwrap_or(to), to)
}

fn is_inside(setting: &Setting, place: LocationId) -> bool {
    setting.spot(place).is_some_and(|spot| spot.inside.is_some())
}

/// What the ground of a Location is.
fn terrain(setting: &Setting, place: LocationId) -> &'static str {
    setting.hex(place).map_or("", |hex| setting.board.terrain_name(hex))
}

/// How a unit routs from one Location to another.
fn routs(setting: &Setting, from: Option<LocationId>, to: LocationId) -> String {
    let place = at(setting, to);
    let up = from.is_some_and(|from| is_inside(setting, from));
    let here = from.and_then(|from| setting.hex(from)) == setting.hex(to);
    match (is_inside(setting, to), up) {
        (true, _) => format!("routs below to {place}"),
        (false, true) if here => format!("routs up to the ground of {place}"),
        (false, true) => format!("routs up to the ground and to {place}"),
        (false, false) => format!("routs to {place}"),
    }
}

/// An order in plain words.
pub fn order(setting: &Setting, seat: Seat, facts: &[Fact], order: &Order) -> Phrase {
    let name = |piece| unit(setting, facts, piece);
    let list = |group| units(setting, facts, group);
    let (verb, sentence, pieces, places, clause) = match *order {
        Order::Lead { leader } => {
            let sentence = format!("{} opens an impulse with the units around him.", name(leader));
            ("Lead", sentence, vec![leader], vec![], B23)
        }
        Order::Move { units, pace } => {
            let (title, how) = match pace {
                Pace::Normal => ("Move", "begin to move"),
                Pace::Assault => ("Assault move", "begin an assault move"),
                Pace::Double => ("Double time", "begin to move in double time"),
            };
            let how = if units.len() == 1 { how.replacen("begin", "begins", 1) } else { how.to_owned() };
            (title, format!("{} {how}.", list(units)), units.iter().collect(), vec![], pace_clause(pace))
        }
        Order::Step { to } => {
            let movers = moving(facts);
            let inside = is_inside(setting, to);
            let go =
                verb(movers, if inside { "goes into" } else { "goes to" }, if inside { "go into" } else { "go to" });
            ("Go", format!("{} {go} {}.", list(movers), at(setting, to)), movers.iter().collect(), vec![to], B6)
        }
        Order::Stop => {
            let movers = moving(facts);
            let sentence = format!("{} {}.", list(movers), verb(movers, "stops", "stop"));
            ("Stop", sentence, movers.iter().collect(), vec![], B6)
        }
        Order::Fire { units, target } => {
            let sentence = format!("{} {} at {}.", list(units), verb(units, "fires", "fire"), at(setting, target));
            ("Fire", sentence, units.iter().collect(), vec![target], fire_clause(facts))
        }
        Order::Underground { leader, to } => {
            let stack = together(facts, leader);
            let go = if stack.len() == 1 { "goes" } else { "go" };
            let sentence = format!("{} {go} below, to {}.", listed(setting, facts, stack.into_iter()), at(setting, to));
            let clause = catalogue(setting, located(facts, leader), to).destination();
            ("Go below", sentence, vec![leader], vec![to], clause)
        }
        Order::Done if matches!(asked(facts), Some(Step::Hide { .. })) => {
            ("End the set-up", "The hidden units stay where they are now.".to_owned(), vec![], vec![], B19)
        }
        Order::Done => ("End the impulse", "The impulse ends.".to_owned(), vec![], vec![], B4),
        Order::Pass => ("Pass", passed(seat.side()), vec![], vec![], B3),
        Order::HoldFire => ("Hold fire", "Let the movers pass.".to_owned(), vec![], vec![], B7),
        Order::Rout { unit, to } => {
            let from = located(facts, unit);
            let clause = if is_inside(setting, to) { catalogue(setting, from, to).rout() } else { B14 };
            ("Rout", format!("{} {}.", name(unit), routs(setting, from, to)), vec![unit], vec![to], clause)
        }
        Order::Stay { unit } => ("Stay", format!("{} stays.", name(unit)), vec![unit], vec![], B14),
        Order::Hide { unit, at: place } => {
            let sentence = format!("{} hides in {} ({}).", name(unit), at(setting, place), terrain(setting, place));
            ("Hide", sentence, vec![unit], vec![place], B19)
        }
        Order::Drop { unit } => {
            ("Drop weapon", format!("{} lays down its weapon.", name(unit)), vec![unit], vec![], B28)
        }
        Order::Hand { unit, to } => {
            let sentence = format!("{} hands its weapon to {}.", name(unit), name(to));
            ("Hand weapon", sentence, vec![unit, to], vec![], B28)
        }
        Order::Take { unit, weapon } => {
            ("Take weapon", format!("{} takes up the {}.", name(unit), weapon.words()), vec![unit], vec![], B28)
        }
    };
    Phrase { verb: verb.to_owned(), sentence, pieces, places, clauses: vec![clause] }
}

/// A draft in plain words.
pub fn draft(setting: &Setting, _: Seat, facts: &[Fact], draft: &Draft) -> Phrase {
    let (verb, sentence, pieces, clause) = match *draft {
        Draft::Move { units: group } => {
            let sentence =
                format!("{} {}: choose how, or who else.", units(setting, facts, group), verb(group, "moves", "move"));
            ("Move", sentence, group.iter().collect(), B6)
        }
        Draft::Fire { units: group } => {
            let list = units(setting, facts, group);
            let sentence = format!("{list} {}: choose the target, or who else.", verb(group, "fires", "fire"));
            ("Fire", sentence, group.iter().collect(), fire_clause(facts))
        }
        Draft::Underground { leader } => {
            let sentence = format!("{} goes below: choose where he comes up.", unit(setting, facts, leader));
            let start = located(facts, leader).and_then(|at| setting.catalogue(at));
            ("Go below", sentence, vec![leader], start.unwrap_or(Catalogue::Sewers).destination())
        }
        Draft::Weapons => ("Weapons", "A weapon changes hands: choose whose.".to_owned(), vec![], B28),
        Draft::Hide { unit: piece } => {
            ("Hide", format!("{} hides: choose where.", unit(setting, facts, piece)), vec![piece], B19)
        }
    };
    Phrase { verb: verb.to_owned(), sentence, pieces, places: vec![], clauses: vec![clause] }
}

/// A report in plain words.
pub fn tell(setting: &Setting, facts: &[Fact], report: &Report) -> String {
    let name = |piece| unit(setting, facts, piece);
    let list = |group| units(setting, facts, group);
    match *report {
        Report::TurnBegins(turn) => format!("Turn {turn} begins."),
        Report::Passed { side } => passed(Some(side)),
        Report::InitiativeRolled { side } => format!("The {} side has the initiative.", army(side)),
        Report::Rally { unit, roll, needed, rallied } => {
            let end = if rallied { "it rallies" } else { "it stays Shaken" };
            format!("{} rolls {roll} for {needed} or less: {end}.", name(unit))
        }
        Report::Attack { units, at: place, occasion, attack, modifier, defence } => {
            let place = at(setting, place);
            let who = match occasion {
                Occasion::Mines => format!("Mines go off in {place}"),
                Occasion::Direct | Occasion::Opportunity => {
                    format!("{} {} at {place}", list(units), verb(units, "fires", "fire"))
                }
            };
            let end = if attack > defence { "a hit" } else { "no effect" };
            format!("{who}: {attack} against {defence} (target modifier {modifier}); {end}.")
        }
        Report::Check { unit, roll, damage } => {
            format!("Damage check of {}: {roll}; {}.", name(unit), damage.words())
        }
        Report::HeroRolled { unit, hero } => {
            let end = if hero { "brings forth a hero" } else { "brings forth no hero" };
            format!("{} {end}.", name(unit))
        }
        Report::Melee { at: place, soviet, german, soviet_wins, german_wins } => format!(
            "Melee in {}, {soviet} Soviet against {german} German: {}.",
            at(setting, place),
            melee_words(soviet_wins, german_wins)
        ),
        Report::WentBelow { units, from, to } => {
            let go = verb(units, "goes", "go");
            format!("{} {go} below from {} to {}.", list(units), at(setting, from), at(setting, to))
        }
        Report::Routs { unit, to } => format!("{} {}.", name(unit), routs(setting, located(facts, unit), to)),
        Report::Eliminated { unit } => format!("{} is eliminated.", name(unit)),
        Report::Blaze { at: place, burns: true } => format!("A blaze breaks out in {}.", at(setting, place)),
        Report::Blaze { at: place, burns: false } => format!("The blaze in {} burns out.", at(setting, place)),
        Report::Barred { unit, at: place } => format!("{} is barred from {}.", name(unit), at(setting, place)),
        Report::Dropped { unit, weapon, at: place } => {
            format!("{} lays down its {} in {}.", name(unit), weapon.words(), at(setting, place))
        }
        Report::Handed { unit, to, weapon } => {
            format!("{} hands its {} to {}.", name(unit), weapon.words(), name(to))
        }
        Report::Taken { unit, weapon } => format!("{} takes up the {}.", name(unit), weapon.words()),
        Report::Interdicted { unit, at: place } => format!("{} is fired on in {}.", name(unit), at(setting, place)),
    }
}

const fn melee_words(soviet_wins: bool, german_wins: bool) -> &'static str {
    match (soviet_wins, german_wins) {
        (true, true) => "both sides are wiped out",
        (true, false) => "the German side is beaten",
        (false, true) => "the Soviet side is beaten",
        (false, false) => "it goes on",
    }
}

/// What a report comes down to.
pub fn gist(setting: &Setting, facts: &[Fact], report: &Report) -> Option<String> {
    match *report {
        Report::Check { unit: who, damage: Damage::None, .. } => Some(format!("{} holds", unit(setting, facts, who))),
        Report::Check { unit: who, damage, .. } => Some(format!("{} is {}", unit(setting, facts, who), damage.words())),
        Report::Attack { attack, defence, .. } if attack <= defence => Some("the fire has no effect".to_owned()),
        Report::Melee { soviet_wins, german_wins, .. } => {
            Some(format!("in melee {}", melee_words(soviet_wins, german_wins)))
        }
        Report::HeroRolled { hero: true, .. } => Some("a hero comes up".to_owned()),
        Report::InitiativeRolled { side } => Some(format!("the {} side has the initiative", army(side))),
        Report::Rally { unit: who, rallied, .. } => {
            Some(format!("{} {}", unit(setting, facts, who), if rallied { "rallies" } else { "stays Shaken" }))
        }
        Report::Barred { .. } => Some("the way is barred".to_owned()),
        _ => None,
    }
}
