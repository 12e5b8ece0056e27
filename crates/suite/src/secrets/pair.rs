//! Two positions that a seat may not tell apart, played with the same orders and dice.

use std::fmt::Debug;

use rand::RngExt;
use rand::rngs::StdRng;
use referee::playout::Playout;
use referee::{Item, Referee, SubmitError, discloses, written_view};
use rules::{Enumeration, Seat, Side};
use serde_json::Value;

use super::outside::{Look, Outside, heard, words};
use super::{Compared, Leak};
use crate::SystemUnderTest;
use crate::entering::enter;

/// Number of tries for a second position that agrees with the first on the disclosures.
const TRIES: usize = 8;
/// Number of tries for an order that both positions allow.
const ORDERS: usize = 12;

/// Result of playing an order.
pub(super) enum Went {
    /// An order was played, and the seat noticed no difference.
    On,
    /// Nothing more can be compared: the game is over, no order is legal in both, or no secret is left.
    Out,
    /// The seat noticed a difference.
    Leaked(Leak),
}

/// Result of a search for another second position.
enum Again<S: SystemUnderTest> {
    /// The game after the order, and its position before.
    Found(Box<Referee<S>>, S::Position),
    /// Only what was disclosed is secret, so that is the cause of the difference.
    NothingElse,
    /// The order was illegal in all second positions tried. They belong to the other side, whose secrets these are.
    Refused,
}

/// Two games that a seat may not tell apart.
pub(super) struct Pair<S: SystemUnderTest> {
    seat: Seat,
    one: Referee<S>,
    two: Referee<S>,
    /// Disclosures since the start of the pair, on which the two positions agree.
    kept: Vec<S::Secret>,
    /// First event of the seat's logs that is compared.
    from: usize,
    /// Dice that the last order was seen to wait for, in each game.
    asked: [Vec<String>; 2],
    last: String,
}

/// Function that copies a game for a pair: with its history, or without it where undo is not tried.
pub(super) type Fork<S> = fn(&Referee<S>) -> Referee<S>;

impl<S: SystemUnderTest> Pair<S> {
    /// Starts with a game and a scrambled position; `None` if nothing is hidden from the seat.
    pub fn begin(game: &Referee<S>, seat: Seat, fork: Fork<S>, rng: &mut StdRng) -> Result<Option<Self>, Leak> {
        if game.outcome().is_some() {
            return Ok(None);
        }
        let Some(two) = scrambled(game, seat, &[], fork, rng)? else { return Ok(None) };
        let from = game.seat(seat).events().len();
        let mut one = fork(game);
        one.pretend(game.true_position().clone());
        Ok(Some(Pair {
            seat,
            one,
            two,
            kept: Vec::new(),
            from,
            asked: [const { Vec::new() }; 2],
            last: "nothing".to_owned(),
        }))
    }

    /// Compares every channel, and counts the kinds of secrets that differ.
    pub fn compare(&self, look: Look, moment: u64, compared: &mut Compared) -> Result<(), Leak> {
        let both = [&self.one, &self.two];
        let seen = |all| both.map(|referee| Outside::of(referee, self.seat, self.from, (look, all), moment));
        let [one, two] = seen(false);
        compared.moments += 1;
        S::varied(self.one.setting(), self.one.true_position(), self.two.true_position(), self.seat, &mut |kind| {
            compared.vary(kind)
        });
        if one.difference(&two).is_none() {
            return Ok(());
        }
        // The selection of orders depends on the order of pieces in the true position, so all are queried.
        let [one, two] = seen(true);
        one.difference(&two).map_or(Ok(()), |what| Err(self.leak(what)))
    }

    fn leak(&self, what: String) -> Leak {
        Leak {
            seat: self.seat,
            what: format!("{what} (after {})", self.last),
            truths: apart(self.one.true_position(), self.two.true_position()),
        }
    }

    /// Repeats the order in another second position that agrees with the first on all disclosures.
    fn again(&mut self, before: &Referee<S>, order: Given<'_>, rng: &mut StdRng) -> Result<Again<S>, Leak> {
        let mut refused = None;
        for _ in 0..TRIES {
            let Some(mut two) = scrambled(before, self.seat, &self.kept, Referee::fork, rng)? else { continue };
            let truth = two.true_position().clone();
            match give(&mut two, order, self.seat, false) {
                Ok(asked) => {
                    self.asked[1] = asked;
                    return Ok(Again::Found(Box::new(two), truth));
                }
                Err(why) => refused = Some(why),
            }
        }
        match refused {
            None => Ok(Again::NothingElse),
            // A seat's legal orders follow from its knowledge, on which the two agree.
            Some(why) if order.0.seat() == self.seat => Err(self.leak(format!("refusals: allowed, and {why}"))),
            Some(_) => Ok(Again::Refused),
        }
    }

    /// Plays one order in both games.
    pub fn play(&mut self, rng: &mut StdRng, playout: &mut Playout<S>, compared: &mut Compared) -> Went {
        if self.one.outcome().is_some() || self.two.outcome().is_some() {
            return Went::Out;
        }
        if let Some(undone) = self.undo(rng) {
            return undone;
        }
        let Some((side, order, written)) = self.common_order(rng, playout) else { return Went::Out };
        self.last = format!("{written} by {side:?}");
        let (before, two_before) = (self.one.fork(), self.two.true_position().clone());
        let faces = rng.random();
        let done = self.one.submit(side, order, None);
        self.asked[0] = enter(&mut self.one, faces, self.seat, done).expect("legal in the first position");
        // An order given by a standing order must not be distinguishable from one given by the side itself.
        let standing = side.seat() != self.seat && rng.random_ratio(1, 4);
        match give(&mut self.two, (side, &written, faces), self.seat, standing) {
            Ok(asked) => self.asked[1] = asked,
            Err(refused) => return Went::Leaked(self.leak(format!("refusals: checked, and then {refused}"))),
        }
        self.agree(&before, two_before, (side, &written, faces), rng, compared)
    }

    /// Sometimes undoes the last order, by the same side in both games.
    fn undo(&mut self, rng: &mut StdRng) -> Option<Went> {
        let may = |side: &Side| self.one.undoable(*side).is_some() && self.two.undoable(*side).is_some();
        let side = Side::BOTH.into_iter().find(may).filter(|_| rng.random_ratio(1, 8))?;
        self.last = format!("an undo by {side:?}");
        for referee in [&mut self.one, &mut self.two] {
            referee.undo(side).expect("what is offered is done");
        }
        let [one, two] = [&self.one, &self.two].map(|referee| heard(referee, self.seat, self.from));
        Some(match one == two {
            true => Went::On,
            false => Went::Leaked(self.leak(format!("transcript: {}", parting(&one, &two)))),
        })
    }

    /// Returns a random order of either side that is legal in both positions, with its serialized form.
    fn common_order(&self, rng: &mut StdRng, playout: &mut Playout<S>) -> Option<(Side, S::Order, Value)> {
        let both_legal = |side: Side, order: S::Order| {
            let written = words(&self.one, side, &order)?;
            let other = self.two.read::<S::Order>(side.seat(), &written).ok()?;
            self.two.check(side, &other).is_ok().then_some((side, order, written))
        };
        let drawn = (0..ORDERS)
            .filter_map(|_| playout.choose(self.one.setting(), self.one.true_position()))
            .find_map(|(side, order)| both_legal(side, order));
        if drawn.is_some() {
            return drawn;
        }
        // Few orders are legal in both: all are examined.
        let mut orders = Vec::new();
        for side in Side::BOTH.into_iter().filter(|side| self.one.pending_question(*side).is_some()) {
            let eyes = self.one.eyes(side.seat());
            S::wellformed_orders(eyes, Enumeration::All, &mut |order| {
                if S::check(eyes, &order).is_ok() {
                    orders.extend(both_legal(side, order));
                }
            });
        }
        (!orders.is_empty()).then(|| orders.swap_remove(rng.random_range(0..orders.len())))
    }

    /// Handles an order after which the seat's events differ. The difference must follow from disclosures alone. The
    /// second position is therefore made to agree with the first on them only, and the order is repeated.
    fn agree(
        &mut self,
        before: &Referee<S>,
        mut two_before: S::Position,
        order: Given<'_>,
        rng: &mut StdRng,
        compared: &mut Compared,
    ) -> Went {
        loop {
            let [mut one, mut two] = [&self.one, &self.two].map(|referee| heard(referee, self.seat, self.from));
            one.extend_from_slice(&self.asked[0]);
            two.extend_from_slice(&self.asked[1]);
            let mut fresh = told::<S>(&self.one, before.true_position());
            fresh.extend(told::<S>(&self.two, &two_before));
            fresh.retain(|secret| !self.kept.contains(secret) && (one != two || S::settles(secret)));
            if fresh.is_empty() && one == two {
                return Went::On;
            }
            if fresh.is_empty() {
                let but = if self.kept.is_empty() { "nothing was disclosed" } else { "they agree on all disclosed" };
                let (kept, parts) = (&self.kept, parting(&one, &two));
                let leak = self.leak(format!("transcript: {but} ({kept:?}): {parts}"));
                // Reports the two positions before the order, which are the cause.
                return Went::Leaked(Leak { truths: apart(before.true_position(), &two_before), ..leak });
            }
            self.kept.extend(fresh);
            compared.disclosures += 1;
            match self.again(before, order, rng) {
                Ok(Again::Found(two, truth)) => {
                    (self.two, two_before) = (*two, truth);
                    // Earlier orders can no longer be undone in either.
                    self.one = before.fork();
                    self.one.pretend(before.true_position().clone());
                    self.asked[0] = give(&mut self.one, order, self.seat, false).expect("as before");
                }
                Ok(Again::NothingElse) => {
                    compared.settled += 1;
                    return Went::Out;
                }
                Ok(Again::Refused) => {
                    compared.refused += 1;
                    return Went::Out;
                }
                Err(leak) => return Went::Leaked(leak),
            }
        }
    }
}

/// Returns the parts in which two positions differ, for the report of a leak.
fn apart(one: &impl Debug, two: &impl Debug) -> [Vec<String>; 2] {
    let parts = |truth: &dyn Debug| format!("{truth:?}").split_inclusive("}, ").map(str::to_owned).collect::<Vec<_>>();
    let (one, two) = (parts(one), parts(two));
    let differ = |&(n, _): &(usize, &String)| one.get(n) != two.get(n);
    [&one, &two].map(|parts| parts.iter().enumerate().filter(differ).map(|(n, part)| format!("{n}: {part}")).collect())
}

/// Returns where two logs part, and how each continues.
fn parting(one: &[String], two: &[String]) -> String {
    let common = one.iter().zip(two).take_while(|(one, two)| one == two).count();
    let on = |lines: &[String]| lines.iter().skip(common).take(6).cloned().collect::<Vec<_>>();
    format!("{:#?} against {:#?}", on(one), on(two))
}

/// An order: its side, its serialized form, and the seed of the dice entered for it.
type Given<'a> = (Side, &'a Value, u64);

/// Gives a serialized order, directly or by a standing order. Returns the dice that the seat knows to be waited for.
fn give<S: SystemUnderTest>(
    referee: &mut Referee<S>,
    (side, written, faces): Given<'_>,
    seat: Seat,
    standing: bool,
) -> Result<Vec<String>, String> {
    let failed = |error: SubmitError| error.to_string();
    if let (true, Some(question)) = (standing, referee.pending_question(side)) {
        let kind = rules::Question::word(question).to_owned();
        // The number of standing orders in a game is limited.
        let stands = referee.stand(side, kind.clone(), Some(written)).is_ok();
        let answered = if stands { referee.answer_standing() } else { Ok(false) };
        if !matches!(answered, Ok(false)) {
            let asked = enter(referee, faces, seat, answered).map_err(failed)?;
            if referee.outcome().is_none() {
                let _ = referee.stand(side, kind, None);
            }
            return Ok(asked);
        }
    }
    let done = referee.submit_written(side, written, None);
    enter(referee, faces, seat, done).map_err(failed)
}

/// Returns the game with a different position that looks the same to the seat.
fn scrambled<S: SystemUnderTest>(
    game: &Referee<S>,
    seat: Seat,
    kept: &[S::Secret],
    fork: Fork<S>,
    rng: &mut StdRng,
) -> Result<Option<Referee<S>>, Leak> {
    let truth = game.true_position();
    let Some(other) = S::scramble(game.setting(), truth, seat, kept, rng).filter(|other| other != truth) else {
        return Ok(None);
    };
    S::check_invariants(game.setting(), &other)
        .unwrap_or_else(|flaw| panic!("a scramble that is not a valid position: {flaw}"));
    let names = game.seat(seat).names();
    let sees = |position| written_view::<S>(game.setting(), position, seat, names.clone()).map(|view| view.facts);
    let (one, two) = (sees(truth), sees(&other));
    if !matches!((&one, &two), (Ok(one), Ok(two)) if one == two) {
        let only = |these: &Result<std::collections::BTreeSet<String>, _>, those: &Result<_, _>| match (these, those) {
            (Ok(these), Ok(those)) => these.difference(those).cloned().collect::<Vec<String>>(),
            (these, _) => vec![format!("{these:?}")],
        };
        let what = format!("view: {:?} against {:?}", only(&one, &two), only(&two, &one));
        return Err(Leak { seat, what, truths: apart(truth, &other) });
    }
    let mut two = fork(game);
    two.pretend(other);
    Ok(Some(two))
}

/// Returns the secrets that the last entry disclosed under a listed clause; `position` is the true position before it.
fn told<S: SystemUnderTest>(referee: &Referee<S>, position: &S::Position) -> Vec<S::Secret> {
    let mut position = position.clone();
    let mut told = Vec::new();
    let entry = referee.entries().iter().rev().find(|entry| !entry.items.is_empty());
    let items = entry.map_or(&[][..], |entry| &entry.items);
    for (number, item) in items.iter().enumerate() {
        if told_under(&items[number..]).is_some_and(discloses::<S>) && !matches!(item, Item::Roll { .. }) {
            S::disclosed(referee.setting(), &position, item, &mut |secret| told.push(secret));
        }
        item.apply(referee.setting(), &mut position);
    }
    told
}

/// Returns the clause under which the first of these items is reported: for changes that happen at once, that of the
/// last.
fn told_under<S: SystemUnderTest>(items: &[Item<S>]) -> Option<&str> {
    let at_once = |pair: &&[Item<S>]| match pair {
        [Item::Change { change, .. }, Item::Change { change: next, .. }] => S::simultaneous(change, next),
        _ => false,
    };
    items.get(items.windows(2).take_while(at_once).count())?.clause()
}
