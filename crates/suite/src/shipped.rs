//! The built-in scenarios, played at random to their end.

use std::collections::BTreeMap;
use std::path::Path;

use board::scenario::guided_scenario;
use referee::ledger::ScenarioText;
use rules::{Choice, Outcome, QuickDice, Seat, Side, resolution};

use crate::SystemUnderTest;

/// Number of orders above any game's length.
const ENDLESS: usize = 100_000;
/// Number of orders between descriptions of all offers and views.
const LOOK: usize = 7;

/// Sides that must win some of the random games of the built-in scenarios.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wins {
    /// Each side must win a game of each scenario.
    EitherInEach,
    /// Each side must win a game, and each scenario must have a winner.
    EitherInAll,
    /// Wins are not checked.
    Anyone,
}

/// Returns the scenarios in the folder of this system.
pub(crate) fn shipped<S: SystemUnderTest>() -> Vec<ScenarioText> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios").join(S::NAME);
    let Ok(files) = std::fs::read_dir(folder) else { return Vec::new() };
    let read = |file: std::fs::DirEntry| ScenarioText {
        name: file.file_name().to_string_lossy().into_owned(),
        text: std::fs::read_to_string(file.path()).expect("a scenario that can be read"),
    };
    let files = files.map(|file| read(file.expect("a folder that can be read")));
    let mut scenarios: Vec<ScenarioText> = files.filter(|file| guided_scenario(&file.name).is_none()).collect();
    scenarios.sort_by(|a, b| a.name.cmp(&b.name));
    scenarios
}

/// Plays random games of the built-in scenarios and of those with rare orders. All orders given must be legal,
/// positions sound, offers describable and views drawable. The games must end with the required winners, and every kind
/// of order must occur.
pub fn shipped_scenarios_are_played<S: SystemUnderTest>() {
    let mut verbs: BTreeMap<String, usize> = BTreeMap::new();
    let mut all = [0, 0];
    for scenario in shipped::<S>() {
        let won = games::<S>(&scenario, S::SHIPPED_GAMES, &mut verbs);
        let (either, anyone) = (won.iter().all(|games| *games > 0), won.iter().any(|games| *games > 0));
        match S::WINS {
            Wins::EitherInEach => assert!(either, "{}: {won:?}", scenario.name),
            Wins::EitherInAll => assert!(anyone, "{}: no side ever wins", scenario.name),
            Wins::Anyone => {}
        }
        all = [all[0] + won[0], all[1] + won[1]];
    }
    assert!(S::WINS == Wins::Anyone || all.iter().all(|games| *games > 0), "{all:?}");
    for (scenario, number) in S::rare() {
        games::<S>(&scenario, number, &mut verbs);
    }
    assert_eq!(verbs.len(), S::VERBS, "kinds of orders that were given: {verbs:?}");
}

/// Plays `number` games of a scenario and returns the wins of each side.
fn games<S: SystemUnderTest>(scenario: &ScenarioText, number: u64, verbs: &mut BTreeMap<String, usize>) -> [usize; 2] {
    let (setting, start) = referee::set_up::<S>(scenario).unwrap_or_else(|problems| panic!("{problems}"));
    let mut won = [0, 0];
    for seed in 0..number {
        let mut orders = 0;
        // Texts and pictures only in some games: describing all offers takes longer than playing.
        let looks = seed < 4;
        let outcome = play::<S>(&setting, &start, seed, |position, side, order| {
            let verb = format!("{order:?}");
            *verbs.entry(verb.split_whitespace().next().unwrap_or_default().to_owned()).or_default() += 1;
            assert_eq!(S::check(S::eyes(&setting, position, side.seat()), order), Ok(()), "{}, {seed}", scenario.name);
            if let Err(flaw) = S::check_invariants(&setting, position) {
                panic!("{}, {seed}: {flaw} before {order:?}: {position:#?}", scenario.name);
            }
            if looks && orders % LOOK == 0 {
                say_all::<S>(&setting, position);
            }
            orders += 1;
        });
        if let Some(winner) = outcome.winner {
            won[winner.index()] += 1;
        }
    }
    won
}

/// Plays a random game in which pending sides are asked in turn. Calls `each` at every question with the position and
/// the order given.
fn play<S: SystemUnderTest>(
    setting: &S::Setting,
    start: &S::Position,
    seed: u64,
    mut each: impl FnMut(&S::Position, Side, &S::Order),
) -> Outcome {
    let mut position = start.clone();
    let (mut dice, mut choices) = (QuickDice::new(seed), QuickDice::new(seed ^ 0xABCD));
    resolution::settle::<S>(setting, &mut position, &mut dice, &mut ());
    for n in 0..ENDLESS {
        if let Some(outcome) = S::outcome(setting, &position) {
            return outcome;
        }
        let asked = |side: &Side| S::pending_question(S::eyes(setting, &position, side.seat())).is_some();
        let sides: Vec<Side> = Side::BOTH.into_iter().filter(asked).collect();
        let side = *sides.get(n % sides.len().max(1)).unwrap_or_else(|| panic!("no side is asked: {position:?}"));
        let mut draft = None;
        let order = loop {
            let mut offers = Vec::new();
            rules::offers::<S>(S::eyes(setting, &position, side.seat()), draft.as_ref(), &mut offers);
            match offers.get(choices.below(offers.len().max(1))) {
                Some(Choice::Order(order)) => break *order,
                Some(Choice::Draft(next)) => draft = Some(*next),
                None => panic!("nothing to choose from {draft:?} at {:?}", S::agenda(&position).top()),
            }
        };
        each(&position, side, &order);
        resolution::resolve::<S>(setting, &mut position, side, &order, &mut dice, &mut ());
    }
    panic!("no end");
}

/// Describes every question and offer of a position, and draws it for each seat.
fn say_all<S: SystemUnderTest>(setting: &S::Setting, position: &S::Position) {
    for seat in Seat::ALL {
        let eyes = S::eyes(setting, position, seat);
        let mut facts = Vec::new();
        S::view(eyes, &mut |fact| facts.push(fact));
        S::check_scene(seat, &facts, &S::scene(setting, seat, &facts));
        let Some(question) = S::pending_question(eyes) else { continue };
        assert!(!S::describe_question(setting, question, &facts).is_empty());
        let mut offers = Vec::new();
        rules::offers::<S>(eyes, None, &mut offers);
        for choice in offers {
            let phrase = match choice {
                Choice::Order(order) => S::describe_order(setting, seat, &facts, &order),
                Choice::Draft(draft) => S::describe_draft(setting, seat, &facts, &draft),
            };
            assert!(phrase.sentence.ends_with('.') && !phrase.clauses.is_empty(), "{phrase:?}");
        }
    }
}
