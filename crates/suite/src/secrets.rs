//! Nothing leaks: two truths that a seat cannot tell apart stay indistinguishable to it, whatever is played, up to the
//! first disclosure.

use std::collections::BTreeSet;

use board::naming::naming;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use referee::{Act, Item, Referee, discloses, written_view};
use rules::{Choice, Seat, Side, System};

use crate::{Game, Tested, explore};

/// Where a seat could tell two truths apart.
#[derive(Clone, Debug)]
pub struct Leak {
    /// The seat that noticed.
    pub seat: Seat,
    /// By which channel, and what it saw in either truth.
    pub what: String,
}

/// About how many orders a seat is asked at a moment whether it may give them.
const ASKED_ABOUT: usize = 1000;

/// Everything a seat can see, ask and be refused at a moment, written in its own names.
#[derive(PartialEq)]
struct Outside {
    facts: BTreeSet<String>,
    events: Vec<String>,
    offers: Vec<String>,
    unsorted_offers: Vec<String>,
    answers: BTreeSet<String>,
    /// What the ids of its own last orders are answered under other words.
    repeats: Vec<String>,
    undo: bool,
    asked: String,
    ack: String,
}

impl Outside {
    fn of<S: Tested>(referee: &Referee<S>, seat: Seat, from: usize) -> Self {
        let log = referee.seat(seat);
        let eyes = referee.eyes(seat);
        let write = |order: &S::Order| naming(log.names(), || serde_json::to_string(order)).expect("a name");
        let mut unsorted: Vec<Choice<S>> = Vec::new();
        S::offers(eyes, None, &mut unsorted);
        // Of many orders, as many as can be asked about in good time: others at every moment, so that all come up.
        let mut all = 0;
        S::universe(eyes, &mut |_| all += 1);
        let every = (all / ASKED_ABOUT).max(1);
        let seals = |event: &&String| !event.starts_with("{\"sealed\"");
        let events: Vec<String> = log.events()[from..].iter().filter(seals).cloned().collect();
        let (mut answers, mut number) = (BTreeSet::new(), events.len());
        S::universe(eyes, &mut |order| {
            number += 1;
            if number.is_multiple_of(every) {
                answers.insert(match S::check(eyes, &order) {
                    Ok(()) => format!("{}\tyes", write(&order)),
                    Err(refusal) => format!("{}\t{refusal}", write(&order)),
                });
            }
        });
        let mut repeats = Vec::new();
        if let Some(side) = seat.side() {
            let ids = referee.entries().iter().rev().filter_map(|entry| match &entry.act {
                Act::Order { by, id: Some(id), .. } if *by == side => Some(id.clone()),
                _ => None,
            });
            for id in ids.take(3) {
                for written in answers.iter().take(400).filter_map(|line| line.split('\t').next()) {
                    let Ok(words) = serde_json::from_str(written) else { continue };
                    let again = referee.repeated(side, &id, &words).map(|ack| ack.is_some());
                    repeats.push(format!("{id} {written} {again:?}"));
                }
            }
        }
        let offers = seat.side().map(|side| referee.offers(side, None).expect("names"));
        Outside {
            facts: log.facts().map(str::to_owned).collect(),
            events,
            offers: offers.into_iter().flatten().map(|offer| offer.written).collect(),
            unsorted_offers: unsorted
                .iter()
                .map(|choice| match choice {
                    Choice::Order(order) => write(order),
                    Choice::Draft(draft) => naming(log.names(), || serde_json::to_string(draft)).expect("a name"),
                })
                .collect(),
            answers,
            repeats,
            undo: seat.side().is_some_and(|side| referee.undoable(side).is_some()),
            asked: format!("{:?}", log.asked()),
            // Heads differ with the seals; how much was heard must not.
            ack: referee.ack(seat).heard.to_string(),
        }
    }

    fn difference(&self, other: &Outside) -> Option<String> {
        let differ = |channel: &str, one: String, two: String| Some(format!("{channel}: {one} against {two}"));
        if self.facts != other.facts {
            let one: Vec<_> = self.facts.difference(&other.facts).collect();
            let two: Vec<_> = other.facts.difference(&self.facts).collect();
            return differ("view", format!("{one:?}"), format!("{two:?}"));
        }
        if self.events != other.events {
            return differ("transcript", format!("{:#?}", self.events), format!("{:#?}", other.events));
        }
        if self.offers != other.offers {
            return differ("offers", format!("{:?}", self.offers), format!("{:?}", other.offers));
        }
        if self.unsorted_offers != other.unsorted_offers {
            let (one, two) = (&self.unsorted_offers, &other.unsorted_offers);
            return differ("order of offers", format!("{one:?}"), format!("{two:?}"));
        }
        if self.answers != other.answers {
            let one: Vec<_> = self.answers.difference(&other.answers).collect();
            let two: Vec<_> = other.answers.difference(&self.answers).collect();
            return differ("refusals", format!("{one:?}"), format!("{two:?}"));
        }
        if self.repeats != other.repeats {
            let differ_at = self.repeats.iter().zip(&other.repeats).find(|(one, two)| one != two);
            return differ("repeated ids", format!("{differ_at:?}"), String::new());
        }
        if self.undo != other.undo {
            return differ("undo", self.undo.to_string(), other.undo.to_string());
        }
        if self.asked != other.asked || self.ack != other.ack {
            return differ(
                "question",
                format!("{} {}", self.asked, self.ack),
                format!("{} {}", other.asked, other.ack),
            );
        }
        None
    }
}

/// Plays pairs of truths that a seat may not tell apart, and returns the first way it can; and how many orders were
/// played in pairs.
#[must_use]
pub fn find_leak<S: Tested>(games: u64) -> (Option<Leak>, u64) {
    let mut compared = 0;
    for scenario in S::scenarios() {
        for seed in 0..games {
            let mut game = Game::<S>::new(&scenario, seed);
            // Early and late moments alike, in short games and long ones.
            let start = 1 << game.rng.random_range(0..7);
            let orders = game.rng.random_range(0..start);
            game.play(orders);
            for (seat, try_) in Seat::ALL.into_iter().flat_map(|seat| [(seat, 0), (seat, 1), (seat, 2)]) {
                if let Some(leak) = play_pair(&game, seat, seed ^ (try_ << 32), &mut compared) {
                    return (Some(leak), compared);
                }
            }
        }
    }
    (None, compared)
}

fn play_pair<S: Tested>(game: &Game<S>, seat: Seat, seed: u64, compared: &mut u64) -> Option<Leak> {
    let text = game.ledger();
    let rebuild = || referee::replay::replay::<S>(&text).expect("its own ledger").referee;
    let (mut one, mut two) = (rebuild(), rebuild());
    let mut rng = StdRng::seed_from_u64(seed);
    let truth = one.truth().clone();
    let other = S::scramble(one.setting(), &truth, seat, &mut rng)?;
    if other == truth || one.outcome().is_some() {
        return None;
    }
    S::audit(one.setting(), &other).unwrap_or_else(|flaw| panic!("a scramble that is no position: {flaw}"));
    one.pretend(truth);
    two.pretend(other);
    let names = one.seat(seat).names();
    let look = |referee: &Referee<S>| {
        written_view::<S>(referee.setting(), referee.truth(), seat, names.clone()).map(|view| view.facts)
    };
    let (sees_one, sees_two) = (look(&one), look(&two));
    if !matches!((&sees_one, &sees_two), (Ok(one), Ok(two)) if one == two) {
        return Some(Leak { seat, what: format!("view: {sees_one:?} against {sees_two:?}") });
    }
    // What the other side left standing must not be felt either.
    if let Some(side) = seat.side()
        && let Some(question) = two.awaited(side.other())
    {
        two.stand(side.other(), question.kind.to_owned(), None).expect("a standing order");
    }
    let from = (one.seat(seat).events().len(), two.seat(seat).events().len());
    let mut last = "nothing".to_owned();
    for _ in 0..30 {
        let (outside_one, outside_two) = (Outside::of(&one, seat, from.0), Outside::of(&two, seat, from.1));
        *compared += 1;
        if let Some(what) = outside_one.difference(&outside_two) {
            return Some(Leak { seat, what: format!("{what} (after {last})") });
        }
        if one.outcome().is_some() || two.outcome().is_some() {
            break;
        }
        let (side, order) = common_order(&one, &two, &mut rng)?;
        last = format!("{order:?} by {side:?}");
        one.submit(side, order, None).expect("legal in the first truth");
        two.submit(side, order, None).expect("legal in the second truth");
        let told = (one.seat(seat).events().get(from.0..), two.seat(seat).events().get(from.1..));
        if disclosed(&one) || disclosed(&two) {
            // What was disclosed may tell the two apart from here; if it did not, they must stay alike.
            let plain = |events: Option<&[String]>| {
                let kept = events.unwrap_or_default().iter().filter(|event| !event.starts_with("{\"sealed\""));
                kept.cloned().collect::<Vec<_>>()
            };
            if plain(told.0) != plain(told.1) {
                break;
            }
        }
    }
    None
}

/// A random order that is legal in both truths.
fn common_order<S: Tested>(one: &Referee<S>, two: &Referee<S>, rng: &mut StdRng) -> Option<(Side, S::Order)> {
    let mut orders = Vec::new();
    for side in Side::BOTH {
        if one.awaited(side).is_none() || two.awaited(side).is_none() {
            continue;
        }
        let eyes = one.eyes(side.seat());
        S::universe(eyes, &mut |order| {
            if S::check(eyes, &order).is_ok() && two.check(side, &order).is_ok() {
                orders.push((side, order));
            }
        });
    }
    (!orders.is_empty()).then(|| orders[rng.random_range(0..orders.len())])
}

/// Whether the last entry contains a listed disclosure.
fn disclosed<S: System>(referee: &Referee<S>) -> bool {
    let items = referee.entries().last().map(|entry| entry.items.iter());
    items.into_iter().flatten().any(|item| item.clause().is_some_and(discloses::<S>))
}

/// No seat can tell two truths apart before something is disclosed.
pub fn nothing_leaks<S: Tested>() {
    let (leak, compared) = find_leak::<S>(S::GAMES * 4);
    assert!(leak.is_none(), "{leak:#?}");
    assert!(compared > 50, "only {compared} moments were compared: the scramble finds too little to change");
}

/// A piece of the other side comes into sight only by an item whose clause is on the rulebook's list.
pub fn disclosures_are_listed<S: Tested>() {
    explore::<S>(6, 400, |game| {
        let (setting, mut position) = referee::set_up::<S>(&game.referee.header().scenario).expect("it was played");
        let mut before = Vec::new();
        let sees = |position: &S::Position| {
            Side::BOTH.map(|side| {
                let eyes = S::eyes(&setting, position, side.seat());
                (0..S::pieces(position) as u16).map(|id| S::sees(eyes, rules::Piece(id))).collect::<Vec<_>>()
            })
        };
        for entry in game.referee.entries() {
            before.push(position.clone());
            if let Act::Undo { entry, .. } = entry.act {
                position = before[entry].clone();
            }
            for item in &entry.items {
                let seen = sees(&position);
                item.apply(&setting, &mut position);
                let came_up = sees(&position)
                    .iter()
                    .zip(&seen)
                    .any(|(now, then)| now.iter().zip(then).any(|(now, then)| *now && !*then));
                if let (true, Item::Change { clause, .. }) = (came_up, item) {
                    assert!(
                        discloses::<S>(clause),
                        "{clause} shows a piece and is on no list of disclosures: {item:?}"
                    );
                }
            }
        }
    });
}
