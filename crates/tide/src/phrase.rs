//! Questions, orders and reports in plain words.

use board::LocationId;
use board::naming::{Named, name_of};
use rules::scene::Phrase;
use rules::{Clause, Group, Piece, Seat};

use crate::change::{Effect, End, Report};
use crate::clause::{B3, B4, B14, B15, B16, B17, B19, B24, B25, S4, S10, S12, S13};
use crate::fact::Fact;
use crate::order::{Draft, Mode, Order};
use crate::position::Action;
use crate::scene::{army, figures};
use crate::setting::Setting;
use crate::turn::{Question, Step};

fn at(setting: &Setting, place: LocationId) -> &str {
    setting.board.locations().get(place.index()).map_or("nowhere", |location| location.label.as_str())
}

/// A squad by its name in this reader's scope.
fn piece(piece: Piece) -> String {
    name_of(Named::Piece, piece.0).map_or_else(|| "a squad".to_owned(), |name| format!("squad {name}"))
}

/// A squad as the view tells of it.
fn squad(setting: &Setting, facts: &[Fact], wanted: Piece) -> String {
    let unit = facts.iter().find_map(|fact| match fact {
        Fact::Unit { piece, figures: inside, at: place, name, .. } if *piece == wanted => {
            let what = name.as_deref().map_or_else(|| figures(*inside), str::to_owned);
            Some(format!("{what} ({})", at(setting, *place)))
        }
        _ => None,
    });
    unit.unwrap_or_else(|| piece(wanted))
}

fn supporters(setting: &Setting, facts: &[Fact], with: Group) -> String {
    let names: Vec<_> = with.iter().map(|piece| squad(setting, facts, piece)).collect();
    if names.is_empty() { String::new() } else { format!(", supported by {}", names.join(" and ")) }
}

fn active(facts: &[Fact]) -> Option<Piece> {
    facts.iter().find_map(|fact| match fact {
        Fact::Active { piece, .. } => Some(*piece),
        _ => None,
    })
}

/// A question in plain words.
pub fn ask(setting: &Setting, question: Question, facts: &[Fact]) -> String {
    let moving = || active(facts).map_or_else(|| "The squad".to_owned(), |piece| squad(setting, facts, piece));
    match question {
        Question::Act => "Choose a squad and its action.".to_owned(),
        Question::Move => format!("{} is activated: what next?", moving()),
        Question::AfterEmerging => format!("{} has come up: which action does it take?", moving()),
        Question::OpFire => format!("{} has entered a hex: answer with Op Fire?", moving()),
        Question::Lose => "Choose a figure that falls.".to_owned(),
        Question::Retreat => "Choose a beaten squad and where it goes.".to_owned(),
    }
}

const fn mode_words(mode: Mode) -> &'static str {
    match mode {
        Mode::Normal => "to kill",
        Mode::Suppressive => "to suppress",
    }
}

/// What an action rests on.
const fn clause_of(action: Action) -> Clause {
    match action {
        Action::Advance => B19,
        Action::FireAndMovement => B15,
        Action::Assault => B16,
        Action::Emerge => S12,
        Action::SewerAssault | Action::UnseenAssault => S13,
    }
}

/// What a shot rests on, by the question that stands.
fn fire_clause(facts: &[Fact]) -> Clause {
    let pending = facts.iter().find_map(|fact| match fact {
        Fact::Pending(steps) => steps.last(),
        _ => None,
    });
    match pending {
        Some(Step::OpFire) => B14,
        Some(Step::Move) => B15,
        _ => B25,
    }
}

struct Said {
    verb: &'static str,
    sentence: String,
    pieces: Vec<Piece>,
    places: Vec<LocationId>,
    clauses: Vec<Clause>,
}

impl From<Said> for Phrase {
    fn from(said: Said) -> Phrase {
        let Said { verb, sentence, pieces, places, clauses } = said;
        Phrase { verb: verb.to_owned(), sentence, pieces, places, clauses }
    }
}

fn group(unit: Option<Piece>, with: Group) -> Vec<Piece> {
    unit.into_iter().chain(with.iter()).collect()
}

/// An order in plain words.
pub fn order(setting: &Setting, _: Seat, facts: &[Fact], order: &Order) -> Phrase {
    let name = |piece| squad(setting, facts, piece);
    let moving = active(facts);
    let mover = || moving.map_or_else(|| "The squad".to_owned(), name);
    let said = |verb, sentence, pieces, places, clauses| Said { verb, sentence, pieces, places, clauses };
    let said = match *order {
        Order::Activate { unit, action } => {
            let verb = action.words();
            said(verb, format!("{} is activated: {verb}.", name(unit)), vec![unit], vec![], vec![clause_of(action)])
        }
        Order::Prepare { unit } => {
            said("Prepare Op Fire", format!("{} prepares Op Fire.", name(unit)), vec![unit], vec![], vec![B14])
        }
        Order::Fatigue { unit } => {
            said("Fatigue Unit", format!("{} is fatigued for nothing.", name(unit)), vec![unit], vec![], vec![B4])
        }
        Order::Fire { unit, target, mode, with } => {
            let mut pieces = group(Some(unit), with);
            pieces.push(target);
            let support = supporters(setting, facts, with);
            let sentence = format!("{} fires at {} {}{support}.", name(unit), name(target), mode_words(mode));
            said("Fire", sentence, pieces, vec![], vec![fire_clause(facts)])
        }
        Order::HoldFire => said("Hold fire", "Let the mover pass.".to_owned(), vec![], vec![], vec![B14]),
        Order::Move { to } => {
            let sentence = format!("{} moves to {}.", mover(), at(setting, to));
            said("Move", sentence, group(moving, Group::EMPTY), vec![to], vec![B19])
        }
        Order::Enter { card } => {
            let sentence = format!("{} goes below, onto the {} card.", mover(), card.words());
            let places = setting.card_place(card).into_iter().collect();
            said("Go below", sentence, group(moving, Group::EMPTY), places, vec![S4])
        }
        Order::Stop => said("Stop", format!("{} stops.", mover()), group(moving, Group::EMPTY), vec![], vec![B3]),
        Order::Assault { target, with } => {
            let support = supporters(setting, facts, with);
            let sentence = format!("{} assaults {}{support}.", mover(), at(setting, target));
            said("Assault", sentence, group(moving, with), vec![target], vec![B16])
        }
        Order::AdvanceBelow { unit } => {
            said("Advance below", format!("{} advances in the sewer.", name(unit)), vec![unit], vec![], vec![S10])
        }
        Order::Emerge { unit, at: place } => {
            let sentence = format!("{} comes up in {}.", name(unit), at(setting, place));
            said("Emerge", sentence, vec![unit], vec![place], vec![S12])
        }
        Order::AssaultFromSewer { unit, at: place, with } => {
            let support = supporters(setting, facts, with);
            let sentence = format!("{} assaults {} out of the sewer{support}.", name(unit), at(setting, place));
            said("Assault from the sewer", sentence, group(Some(unit), with), vec![place], vec![S13])
        }
        Order::Lose { unit, figure } => {
            let sentence = format!("{} loses {}.", name(unit), figure.words());
            said("Lose a figure", sentence, vec![unit], vec![], vec![B24])
        }
        Order::Retreat { unit, to } => {
            let sentence = format!("{} retreats to {}.", name(unit), at(setting, to));
            said("Retreat", sentence, vec![unit], vec![to], vec![B17])
        }
    };
    said.into()
}

/// A draft in plain words.
pub fn draft(setting: &Setting, _: Seat, facts: &[Fact], draft: &Draft) -> Phrase {
    let name = |piece| squad(setting, facts, piece);
    let (verb, sentence, pieces, places, clause) = match *draft {
        Draft::Fire { unit } => ("Fire", format!("{} fires: choose a target.", name(unit)), vec![unit], vec![], B25),
        Draft::FireWith { unit, target, mode, with } => {
            let support = supporters(setting, facts, with);
            let how = mode_words(mode);
            let sentence = format!("{} fires at {} {how}{support}: add support.", name(unit), name(target));
            let mut pieces = group(Some(unit), with);
            pieces.push(target);
            ("Fire with support", sentence, pieces, vec![], B25)
        }
        Draft::AssaultWith { target, with } => {
            let support = supporters(setting, facts, with);
            let sentence = format!("Assault {}{support}: add support.", at(setting, target));
            ("Assault with support", sentence, group(active(facts), with), vec![target], B16)
        }
        Draft::SewerAssaultWith { unit, at: place, with } => {
            let support = supporters(setting, facts, with);
            let sentence =
                format!("{} assaults {} out of the sewer{support}: add support.", name(unit), at(setting, place));
            ("Assault from the sewer with support", sentence, group(Some(unit), with), vec![place], S13)
        }
    };
    Phrase { verb: verb.to_owned(), sentence, pieces, places, clauses: vec![clause] }
}

/// A report in plain words.
pub fn tell(setting: &Setting, facts: &[Fact], report: &Report) -> String {
    let squad = |piece| squad(setting, facts, piece);
    let supported = |with| supporters(setting, facts, with);
    match *report {
        Report::Attack { unit, with, target, mode, range, strength, hits, saves, net, effect } => {
            let support = supported(with);
            let effect = effect_words(effect, net);
            let (unit, target, how, range) = (squad(unit), squad(target), mode_words(mode), range.words());
            format!(
                "{unit} fires at {target} {how} at {range} range{support}: {}, {}, {}; {effect}.",
                counted(strength, "die", "dice"),
                counted(hits, "hit", "hits"),
                counted(saves, "save", "saves")
            )
        }
        Report::Assault { unit, at: place, with, strength, hits, against, against_hits, saves, won, from_sewer } => {
            let support = supported(with);
            let whence = if from_sewer { " out of the sewer" } else { "" };
            let end = end_words(won);
            let unit = unit.map_or_else(|| "A squad that is not seen".to_owned(), squad);
            let place = at(setting, place);
            format!(
                "{unit} assaults {place}{whence}{support}: {}, {}, {}, against {}, {}; {end}.",
                counted(strength, "die", "dice"),
                counted(hits, "hit", "hits"),
                counted(saves, "save", "saves"),
                counted(against, "die", "dice"),
                counted(against_hits, "hit", "hits")
            )
        }
        Report::ActedBelow { side } => format!("A {} squad acts in the sewer.", army(side)),
        Report::EnteredBelow { unit, card, at: place } => {
            format!("{} goes below in {}, onto the {} card.", squad(unit), at(setting, place), card.words())
        }
        Report::Destroyed { unit, why } => {
            let why = match why {
                End::Losses => "has no figure left",
                End::Routed => "is routed off the board",
                End::NowhereToGo => "has nowhere to retreat to and is destroyed",
                End::Overrun => "is overrun and destroyed",
            };
            format!("{} {why}.", squad(unit))
        }
        Report::RoundBegins(round) => format!("Round {round} begins."),
        Report::Command { side, command, victory } => {
            format!("The {} side counts {command} command points and {victory} victory points.", army(side))
        }
    }
}

/// What a report comes down to.
pub fn gist(setting: &Setting, facts: &[Fact], report: &Report) -> Option<String> {
    match *report {
        Report::Attack { net, effect, .. } => Some(effect_words(effect, net)),
        Report::Assault { won, .. } => Some(end_words(won).to_owned()),
        Report::Destroyed { .. } => Some(tell(setting, facts, report).trim_end_matches('.').to_owned()),
        Report::ActedBelow { .. } | Report::EnteredBelow { .. } | Report::RoundBegins(_) | Report::Command { .. } => {
            None
        }
    }
}

fn effect_words(effect: Effect, net: u8) -> String {
    match effect {
        Effect::None => "nothing happens".to_owned(),
        Effect::Losses => counted(net, "figure falls", "figures fall"),
        Effect::Pinned => "the target is pinned".to_owned(),
        Effect::Disrupted => "the target is disrupted".to_owned(),
        Effect::Routed => "the target is routed".to_owned(),
    }
}

const fn end_words(won: bool) -> &'static str {
    if won { "the attack succeeds" } else { "the attack fails" }
}

/// A number with its noun.
fn counted(number: u8, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
