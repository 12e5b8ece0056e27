//! Small worlds played completely: every position, order and roll to a depth, and what each seat may know of it.
//!
//! A world states by hand what each seat may know at the start and learn by each order, from the rules and not from a
//! system's eyes. A real referee plays all histories of the world. The check is then, for each seat: histories with
//! equal knowledge give equal logs, offers, refusals and questions (nothing leaks); histories with different
//! knowledge give different logs (nothing permitted is withheld). The groups formed by a log are
//! therefore exactly those of the statement. Nothing depends on chance.

mod dice;
mod opening;
mod outside;

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;

use fair::{GameId, Nonce};
use referee::ledger::{DiceTerms, ScenarioText, Sink};
use referee::{GameSetup, Item, Referee, SubmitError, written_view};
use rules::resolution::resolve;
use rules::{Enumeration, GamePlay, GameState, Seat, Side, System};

use crate::SystemUnderTest;

use dice::{Fallen, Falls};
use outside::{difference, outside};

use opening::{begin, opened};

/// A world small enough to be played completely.
pub trait World {
    type System: SystemUnderTest;

    /// Returns scenarios that look alike to seats without knowledge of their secrets.
    fn scenarios() -> Vec<ScenarioText>;

    /// Returns every possible true position at the start of a scenario.
    fn truths(setting: &Setting<Self>, position: &Position<Self>) -> Vec<Position<Self>> {
        let _ = setting;
        vec![position.clone()]
    }

    /// Returns whether an order is tried. An order that is the only one tried and rolls no dice doesn't count towards
    /// the depth. This brings play to where it gets interesting.
    fn tried(setting: &Setting<Self>, position: &Position<Self>, side: Side, order: &Order<Self>) -> bool {
        let _ = (setting, position, side, order);
        true
    }

    /// Returns what a seat may know of the secrets at the start.
    fn at_first(setting: &Setting<Self>, position: &Position<Self>, seat: Seat) -> Vec<String>;

    /// Returns what a seat may learn from an order, in sequence, besides the fact that it gave the order itself. An
    /// empty list means nothing, not even that there was an order.
    fn told(setting: &Setting<Self>, moment: &Moment<'_, Self::System>, seat: Seat) -> Vec<String>;

    /// Returns the secrets of a position that a seat may not know, by kind. Each kind must differ within some group of
    /// every such seat.
    fn secrets(setting: &Setting<Self>, position: &Position<Self>, seat: Seat) -> Vec<(&'static str, String)>;
}

/// Setting of a world's system.
pub type Setting<W> = <<W as World>::System as GameState>::Setting;
/// Position of a world's system.
pub type Position<W> = <<W as World>::System as GameState>::Position;
/// Order of a world's system.
pub type Order<W> = <<W as World>::System as GamePlay>::Order;

/// An order and its effects.
#[derive(Debug)]
pub struct Moment<'a, S: System> {
    /// The true position before it.
    pub before: &'a S::Position,
    /// The side that gave it.
    pub by: Side,
    pub order: &'a S::Order,
    /// Rolls with their labels, in sequence.
    pub rolls: &'a [(&'static str, Vec<u8>)],
    /// Items of the entry, each with the true position after it.
    pub course: &'a [(Item<S>, S::Position)],
    /// The true position after all items.
    pub after: &'a S::Position,
}

impl<S: System> Moment<'_, S> {
    /// Returns the faces rolled under a label, if there was such a roll.
    #[must_use]
    pub fn rolled(&self, label: &str) -> Option<String> {
        let fell: Vec<_> = self.rolls.iter().filter(|(name, _)| *name == label).map(|(_, faces)| faces).collect();
        (!fell.is_empty()).then(|| format!("{label} {fell:?}"))
    }
}

/// Amounts of play in a world.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Number of positions at the start.
    pub truths: usize,
    /// Number of histories, starts included.
    pub histories: usize,
    /// Number of groups that each seat can tell apart.
    pub groups: [usize; 3],
    /// Number of groups of a seat in which secrets of a kind differ.
    pub varied: BTreeMap<(&'static str, usize), usize>,
}

/// A difference between statement and game: two histories that a seat can tell apart but may not, or the reverse.
#[derive(Clone, Debug)]
pub struct Odd {
    pub seat: Seat,
    /// Description of the fault, with both histories.
    pub what: String,
}

/// An order with its side and its rolls.
struct Given<S: System>(Side, S::Order, Fallen);

impl<S: System> Clone for Given<S> {
    fn clone(&self) -> Self {
        Given(self.0, self.1, self.2.clone())
    }
}

impl<S: System> Debug for Given<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} orders {:?}", S::SIDES[self.0.index()], self.1)?;
        self.2.iter().try_for_each(|(label, faces)| write!(f, ", {label} {faces:?}"))
    }
}

/// A history: the position of a scenario at its start, and all orders.
struct History<S: System> {
    scenario: usize,
    truth: usize,
    orders: Vec<Given<S>>,
}

impl<S: System> Clone for History<S> {
    fn clone(&self) -> Self {
        History { scenario: self.scenario, truth: self.truth, orders: self.orders.clone() }
    }
}

/// A 128-bit hash of something long; equal for different contents with probability 2^-128.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Print([u64; 2]);

impl Print {
    /// Returns the hash extended by one more value.
    fn and(self, more: impl Hash) -> Self {
        Print([0, 1].map(|salt| {
            let mut hasher = DefaultHasher::new();
            (salt, self, &more).hash(&mut hasher);
            hasher.finish()
        }))
    }
}

/// A seat at a moment: its knowledge by the statement, its log hash, and all it can see, query or be refused.
#[derive(Clone, Copy)]
struct Seen {
    known: Print,
    told: Print,
    heard: usize,
}

/// A game at some point of a history.
struct Node<S: System> {
    referee: Referee<S>,
    history: History<S>,
    seen: [Seen; 3],
}

/// A group of histories that look alike to a seat.
struct Same<S: System> {
    told: Print,
    /// Calculated when a second history is added: most groups of a seat that knows everything have only one.
    outside: Option<Print>,
    first: History<S>,
    secrets: BTreeMap<&'static str, (String, bool)>,
}

struct Groups<S: System> {
    by_known: HashMap<Print, Same<S>>,
    by_told: HashMap<Print, (Print, History<S>)>,
}

/// Plays a world to a depth.
///
/// # Errors
/// Returns the first pair of histories that a seat can tell apart but may not, or the reverse.
pub fn play<W: World>(depth: usize) -> Result<Census, Box<Odd>> {
    let mut census = Census::default();
    let mut groups = Seat::ALL.map(|_| Groups { by_known: HashMap::new(), by_told: HashMap::new() });
    for scenario in 0..W::scenarios().len() {
        let first = opened::<W>(scenario);
        for truth in 0..W::truths(first.setting(), first.true_position()).len() {
            census.truths += 1;
            let node = begin::<W>(scenario, truth);
            visit::<W>(node, depth, &mut groups, &mut census)?;
        }
    }
    for (seat, groups) in groups.iter().enumerate() {
        census.groups[seat] = groups.by_known.len();
        for (kind, (_, varied)) in groups.by_known.values().flat_map(|same| &same.secrets) {
            *census.varied.entry((kind, seat)).or_default() += usize::from(*varied);
        }
    }
    Ok(census)
}

/// Plays a world and panics if its statement is wrong; returns the census.
#[must_use]
pub fn played<W: World>(depth: usize) -> Census {
    let census = play::<W>(depth).unwrap_or_else(|odd| panic!("{:?}: {}", odd.seat, odd.what));
    for ((kind, seat), groups) in &census.varied {
        assert!(*groups > 0, "no group of seat {seat} leaves open {kind}: {census:?}");
    }
    census
}

fn visit<W: World>(
    mut node: Node<W::System>,
    depth: usize,
    groups: &mut [Groups<W::System>; 3],
    census: &mut Census,
) -> Result<(), Box<Odd>> {
    census.histories += 1;
    let referee = &node.referee;
    for (seat, groups) in Seat::ALL.into_iter().zip(&mut *groups) {
        let seen = &mut node.seen[seat.index()];
        let events = referee.seat(seat).events();
        let news: Vec<&String> =
            events[seen.heard..].iter().filter(|event| !event.starts_with("{\"sealed\"")).collect();
        for event in news {
            seen.told = seen.told.and(event);
        }
        seen.heard = events.len();
        // Every seat sees which questions are pending, and whether the game is over.
        let outcome = referee.outcome().map(|outcome| (outcome.winner, outcome.why));
        let told = seen.told.and(format!("{outcome:?}"));
        let known = seen.known.and(outcome.map(|(winner, _)| format!("{winner:?}")));
        file::<W>(groups, seat, known, told, &node)?;
    }
    if node.referee.outcome().is_some() {
        return Ok(());
    }
    let next = next::<W>(&node.referee);
    let depth = if next.len() == 1 {
        depth
    } else if depth > 0 {
        depth - 1
    } else {
        return Ok(());
    };
    for given in next {
        let before = node.referee.true_position().clone();
        let mut referee = node.referee.fork();
        order(&mut referee, &given);
        let mut seen = node.seen;
        let Given(by, order, rolls) = &given;
        let course = course(&referee, &before);
        let moment = Moment { before: &before, by: *by, order, rolls, course: &course, after: referee.true_position() };
        for seat in Seat::ALL {
            let known = &mut seen[seat.index()].known;
            if seat == by.seat() {
                *known = known.and(format!("{order:?}"));
            }
            let told = W::told(referee.setting(), &moment, seat);
            if !told.is_empty() {
                *known = known.and(told);
            }
        }
        let mut history = node.history.clone();
        history.orders.push(given);
        visit::<W>(Node { referee, history, seen }, depth, groups, census)?;
    }
    Ok(())
}

/// Adds a history to its group by the statement and by the log; both must agree.
fn file<W: World>(
    groups: &mut Groups<W::System>,
    seat: Seat,
    known: Print,
    told: Print,
    node: &Node<W::System>,
) -> Result<(), Box<Odd>> {
    let secrets = W::secrets(node.referee.setting(), node.referee.true_position(), seat);
    match groups.by_known.entry(known) {
        Entry::Occupied(mut same) => {
            let same = same.get_mut();
            let print = |referee: &Referee<W::System>| Print::default().and(outside(referee, seat));
            let first = *same.outside.get_or_insert_with(|| print(&replayed::<W>(&same.first)));
            if (same.told, first) != (told, print(&node.referee)) {
                let what = difference::<W>("may not tell these apart, and can", seat, &same.first, &node.history);
                return Err(Box::new(Odd { seat, what }));
            }
            for (kind, secret) in secrets {
                same.secrets.entry(kind).and_modify(|(first, varied)| *varied |= *first != secret).or_default();
            }
        }
        Entry::Vacant(free) => {
            let secrets = secrets.into_iter().map(|(kind, secret)| (kind, (secret, false))).collect();
            free.insert(Same { told, outside: None, first: node.history.clone(), secrets });
        }
    }
    match groups.by_told.entry(told) {
        Entry::Occupied(same) if same.get().0 != known => {
            let what = difference::<W>("may tell these apart, and cannot", seat, &same.get().1, &node.history);
            Err(Box::new(Odd { seat, what }))
        }
        Entry::Occupied(_) => Ok(()),
        Entry::Vacant(free) => {
            free.insert((known, node.history.clone()));
            Ok(())
        }
    }
}

/// Returns the items of the last order, each with the true position after it.
fn course<S: System>(referee: &Referee<S>, before: &S::Position) -> Vec<(Item<S>, S::Position)> {
    let mut position = before.clone();
    let items = referee.entries().last().map(|entry| entry.items.iter());
    let after = items.into_iter().flatten().map(|item| {
        item.apply(referee.setting(), &mut position);
        (item.clone(), position.clone())
    });
    after.collect()
}

/// Returns the game of a history.
fn replayed<W: World>(history: &History<W::System>) -> Referee<W::System> {
    let mut referee = begin::<W>(history.scenario, history.truth).referee;
    history.orders.iter().for_each(|given| order(&mut referee, given));
    referee
}

/// Lists every legal order with every possible result of its dice.
fn next<W: World>(referee: &Referee<W::System>) -> Vec<Given<W::System>> {
    let mut next = Vec::new();
    for side in Side::BOTH {
        if referee.pending_question(side).is_none() {
            continue;
        }
        let mut orders = Vec::new();
        W::System::wellformed_orders(referee.eyes(side.seat()), Enumeration::All, &mut |order| orders.push(order));
        for order in orders {
            if referee.check(side, &order).is_err()
                || !W::tried(referee.setting(), referee.true_position(), side, &order)
            {
                continue;
            }
            let mut dice = Falls::default();
            loop {
                let mut position = referee.true_position().clone();
                resolve::<W::System>(referee.setting(), &mut position, side, &order, &mut dice, &mut ());
                next.push(Given(side, order, std::mem::take(&mut dice.rolls)));
                if !dice.advance() {
                    break;
                }
            }
        }
    }
    next
}

fn order<S: SystemUnderTest>(referee: &mut Referee<S>, Given(side, order, rolls): &Given<S>) {
    for (label, faces) in rolls {
        referee.give_dice(label, faces.clone(), None).expect("dice are given in this game");
    }
    match referee.submit(*side, *order, None) {
        Ok(_) => assert!(referee.unused_dice().is_empty(), "{order:?} rolled less than it did before"),
        Err(SubmitError::Roll(asked)) => panic!("{order:?} rolled {asked:?}, which it did not before"),
        Err(error) => panic!("{order:?}: {error}"),
    }
    S::check_invariants(referee.setting(), referee.true_position()).unwrap_or_else(|flaw| panic!("{order:?}: {flaw}"));
}
