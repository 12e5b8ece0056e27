//! Everything a seat can see, query and be refused at a moment, channel by channel.

use std::sync::Arc;

use board::naming::{Naming, naming};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use referee::odds::{Effort, odds};
use referee::{Act, Referee};
use rules::{CalculatorInfo, Choice, Enumeration, InputKind, Piece, Seat, Side, System};
use serde_json::{Map, Value};

use crate::SystemUnderTest;

/// Extent of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// View, log, offers, undo, question, and some refusals.
    Glance,
    /// Every channel is compared.
    Whole,
}

/// The most orders whose legality for a seat is queried at a moment; at least half as many are.
const ASKED_ABOUT: [usize; 2] = [90, 900];
/// Number of drafts that are followed.
const DRAFTS: usize = 40;
/// Number of queries for each calculator.
const CALCULATED: usize = 3;
/// Effort for the odds of an order.
const EFFORT: Effort = Effort { guesses: 2, branches: 200, plays: 20, reactions: 40 };

/// Everything a seat can notice, as lines by channel, in a fixed order of channels.
pub(crate) struct Outside(Vec<(&'static str, Vec<String>)>);

impl Outside {
    /// Collects the channels of a seat, with its log from event `from` on. `moment` selects some of the many
    /// queries, unless `all` is set.
    pub fn of<S: SystemUnderTest>(
        referee: &Referee<S>,
        seat: Seat,
        from: usize,
        (look, all): (Look, bool),
        moment: u64,
    ) -> Self {
        let looking = Looking { referee, seat, names: referee.seat(seat).names(), all, moment };
        let log = referee.seat(seat);
        let mut channels = vec![
            ("view", log.facts().map(str::to_owned).collect()),
            ("transcript", heard(referee, seat, from)),
            ("offers", looking.offers()),
            ("order of offers", looking.offers_unsorted()),
            ("refusals", looking.refusals(look)),
            ("undo", vec![seat.side().is_some_and(|side| referee.undoable(side).is_some()).to_string()]),
            // Heads differ with the seals; the number of events must not.
            ("question", vec![format!("{:?} {}", log.asked(), referee.ack(seat).heard)]),
            ("outcome", vec![format!("{:?}", referee.outcome().map(|outcome| (outcome.winner, outcome.why)))]),
        ];
        if look == Look::Whole {
            channels.extend([
                ("repeated ids", looking.repeats()),
                ("drafts", looking.drafts()),
                ("why not", looking.why_not()),
                ("scene", looking.scene()),
                ("knowledge", looking.knowledge()),
                ("calculators", looking.calculators()),
                ("odds", looking.odds()),
            ]);
        }
        Outside(channels)
    }

    /// Returns the first channel in which two differ, with both contents.
    pub fn difference(&self, other: &Outside) -> Option<String> {
        self.0.iter().zip(&other.0).find(|(one, two)| one != two).map(|((channel, one), (_, two))| {
            let only = |these: &[String], those: &[String]| {
                these.iter().filter(|line| !those.contains(line)).take(12).cloned().collect::<Vec<_>>()
            };
            let (first, second) = (only(one, two), only(two, one));
            if first.is_empty() && second.is_empty() {
                return format!("{channel}: the same lines in another order or number: {one:?} against {two:?}");
            }
            format!("{channel}: {first:#?} against {second:#?}")
        })
    }
}

/// Returns a seat's events from a number on. Seals, which have constant size, are reduced to a mark.
pub(crate) fn heard<S: System>(referee: &Referee<S>, seat: Seat, from: usize) -> Vec<String> {
    let events = referee.seat(seat).events().iter().skip(from);
    // Only the presence of a seal is compared.
    events.map(|event| if event.starts_with("{\"sealed\"") { "sealed".to_owned() } else { event.clone() }).collect()
}

struct Looking<'a, S: SystemUnderTest> {
    referee: &'a Referee<S>,
    seat: Seat,
    names: Arc<dyn Naming>,
    /// Whether every order is queried, not a selection.
    all: bool,
    moment: u64,
}

impl<S: SystemUnderTest> Looking<'_, S> {
    fn named<T>(&self, say: impl FnOnce() -> T) -> T {
        naming(Arc::clone(&self.names), say)
    }

    fn write(&self, word: &impl serde::Serialize) -> String {
        self.named(|| serde_json::to_string(word)).expect("everything a seat sees has a name for it")
    }

    fn written(&self, choice: &Choice<S>) -> String {
        match choice {
            Choice::Order(order) => self.write(order),
            Choice::Draft(draft) => self.write(draft),
        }
    }

    /// Returns the offers as a client gets them.
    fn offers(&self) -> Vec<String> {
        let Some(side) = self.seat.side() else { return Vec::new() };
        self.referee.offers(side, None).expect("names").into_iter().map(|offer| offer.written).collect()
    }

    fn choices(&self, draft: Option<&S::Draft>) -> Vec<Choice<S>> {
        let mut choices = Vec::new();
        rules::offers::<S>(self.referee.eyes(self.seat), draft, &mut choices);
        choices
    }

    /// Returns the offers in the system's order.
    fn offers_unsorted(&self) -> Vec<String> {
        self.choices(None).iter().map(|choice| self.written(choice)).collect()
    }

    fn verdict(&self, order: &S::Order) -> String {
        match S::check(self.referee.eyes(self.seat), order) {
            Ok(()) => format!("{}\tyes", self.write(order)),
            Err(refusal) => format!("{}\t{refusal}", self.write(order)),
        }
    }

    fn asked_about(&self, look: Look) -> usize {
        if self.all { usize::MAX } else { ASKED_ABOUT[look as usize] }
    }

    /// Returns the refusals of well-formed orders, as many as time allows: a different selection at every moment.
    fn refusals(&self, look: Look) -> Vec<String> {
        let most = self.asked_about(look);
        let (mut all, mut every): (usize, usize) = (0, 1);
        let mut asked: Vec<(usize, S::Order)> = Vec::new();
        // A single pass, because it is long: whenever there are too many, every second one is dropped from there on.
        S::wellformed_orders(self.referee.eyes(self.seat), Enumeration::All, &mut |order| {
            all += 1;
            let number = (self.moment as usize).wrapping_add(all);
            if number.is_multiple_of(every) {
                asked.push((number, order));
            }
            while asked.len() > most {
                every *= 2;
                asked.retain(|(number, _)| number.is_multiple_of(every));
            }
        });
        let mut verdicts: Vec<String> = asked.iter().map(|(_, order)| self.verdict(order)).collect();
        verdicts.push(format!("{all} orders could be written"));
        verdicts.sort_unstable();
        verdicts
    }

    /// Returns the responses to the ids of the seat's own last orders with other contents.
    fn repeats(&self) -> Vec<String> {
        let Some(side) = self.seat.side() else { return Vec::new() };
        let ids = self.referee.entries().iter().rev().filter_map(|entry| match &entry.act {
            Act::Order { by, id: Some(id), .. } if *by == side => Some(id.clone()),
            _ => None,
        });
        let asked: Vec<Value> = self
            .refusals(Look::Glance)
            .iter()
            .filter_map(|line| serde_json::from_str(line.split('\t').next()?).ok())
            .collect();
        let mut repeats = Vec::new();
        for id in ids.take(3) {
            for words in &asked {
                let again = self.referee.repeated(side, &id, words).map(|ack| ack.is_some());
                repeats.push(format!("{id} {words} {again:?}"));
            }
        }
        repeats
    }

    /// Returns the choices that drafts lead to, and the texts of offers.
    fn drafts(&self) -> Vec<String> {
        let setting = self.referee.setting();
        let facts = self.facts();
        let mut lines = Vec::new();
        let mut next: Vec<Option<S::Draft>> = vec![None];
        let mut followed = 0;
        while let Some(draft) = next.pop() {
            followed += 1;
            if followed > DRAFTS {
                break;
            }
            // Sorted as the referee does for a client.
            let mut choices = self.choices(draft.as_ref());
            choices.sort_by_cached_key(|choice| self.written(choice));
            for choice in choices {
                let phrase = match &choice {
                    Choice::Order(order) => self.named(|| S::describe_order(setting, self.seat, &facts, order)),
                    Choice::Draft(draft) => self.named(|| S::describe_draft(setting, self.seat, &facts, draft)),
                };
                lines.push(format!("{} {} {}", self.written(&choice), phrase.verb, phrase.sentence));
                if let Choice::Draft(draft) = choice {
                    next.push(Some(draft));
                }
            }
        }
        lines
    }

    /// Returns the reasons for actions that are not offered.
    fn why_not(&self) -> Vec<String> {
        let eyes = self.referee.eyes(self.seat);
        let mut all: Vec<S::Order> = Vec::new();
        S::wellformed_orders(eyes, Enumeration::EachKind, &mut |order| all.push(order));
        let every = (all.len() / self.asked_about(Look::Whole)).max(1);
        let asked = all.iter().skip(self.moment as usize % every).step_by(every);
        let mut lines: Vec<String> = asked.map(|order| self.verdict(order)).collect();
        lines.push(format!("{} orders", all.len()));
        lines.sort_unstable();
        lines
    }

    fn facts(&self) -> Vec<S::Fact> {
        let mut facts = Vec::new();
        S::view(self.referee.eyes(self.seat), &mut |fact| facts.push(fact));
        facts
    }

    /// Returns the scene and the question as text.
    fn scene(&self) -> Vec<String> {
        let (setting, mut facts) = (self.referee.setting(), self.facts());
        // As a server sends them: the order of pieces in the true position would disclose something.
        self.named(|| facts.sort_by_cached_key(|fact| serde_json::to_string(fact).expect("names")));
        let scene = self.named(|| S::scene(setting, self.seat, &facts));
        let asked = S::pending_question(self.referee.eyes(self.seat));
        let words = asked.map(|question| self.named(|| S::describe_question(setting, question, &facts)));
        vec![self.write(&scene), format!("{words:?}")]
    }

    /// Returns the knowledge that a computer player in this seat gets.
    fn knowledge(&self) -> Vec<String> {
        let known = self.referee.knowledge(self.seat).expect("names");
        let mut facts: Vec<String> = known.facts().iter().map(|fact| format!("{fact:?}")).collect();
        facts.sort_unstable();
        facts.extend(known.observations().iter().map(|heard| format!("{heard:?}")));
        facts
    }

    /// Returns the results of every calculator, for everything the seat can name.
    fn calculators(&self) -> Vec<String> {
        let mut rng = StdRng::seed_from_u64(self.moment);
        let eyes = self.referee.eyes(self.seat);
        let pieces = S::pieces(self.referee.true_position()) as u16;
        let mut seen: Vec<String> =
            (0..pieces).map(Piece).filter(|piece| S::sees(eyes, *piece)).map(|piece| self.write(&piece)).collect();
        seen.sort_unstable();
        let mut lines = Vec::new();
        for tool in rules::calculators::<S>() {
            for _ in 0..CALCULATED {
                let input = self.input(tool, &seen, &mut rng);
                let answer = self.named(|| match rules::calculate::<S>(Some(eyes), tool.name, &input) {
                    Ok(answer) => serde_json::to_string(&answer).unwrap_or_else(|error| error.to_string()),
                    Err(refusal) => refusal.to_string(),
                });
                lines.push(format!("{} {input}: {answer}", tool.name));
            }
        }
        lines
    }

    fn input(&self, tool: &CalculatorInfo, seen: &[String], rng: &mut StdRng) -> Value {
        let setting = self.referee.setting();
        let places: Vec<_> = S::ground(setting).board.location_ids().collect();
        let mut input = Map::new();
        for field in tool.inputs {
            let number = rng.random_range(0..8);
            let value = match field.kind {
                InputKind::Piece if seen.is_empty() => continue,
                InputKind::Piece => serde_json::from_str(&seen[rng.random_range(0..seen.len())]).expect("a name"),
                InputKind::Location => {
                    serde_json::from_str(&self.write(&places[rng.random_range(0..places.len())])).expect("a name")
                }
                InputKind::Side => Value::from(S::SIDES[number % 2]),
                InputKind::Number => Value::from(number),
                InputKind::YesNo => Value::from(number % 2 == 0),
                InputKind::Text => continue,
            };
            if field.default.is_none() || rng.random_ratio(1, 2) {
                input.insert(field.name.to_owned(), value);
            }
        }
        Value::Object(input)
    }

    /// Returns the odds of an order on offer.
    fn odds(&self) -> Vec<String> {
        let mut rng = StdRng::seed_from_u64(self.moment);
        let orders: Vec<String> = self
            .choices(None)
            .iter()
            .filter(|choice| matches!(choice, Choice::Order(_)))
            .map(|choice| self.written(choice))
            .collect();
        if orders.is_empty() {
            return Vec::new();
        }
        let order = &orders[rng.random_range(0..orders.len())];
        let known = self.referee.knowledge(self.seat).expect("names");
        let words = serde_json::from_str(order).expect("its own writing");
        let found = odds::<S>(&known, &words, EFFORT, &mut rng).expect("every way has words");
        vec![format!("{order}: {found:?}")]
    }
}

/// Returns an order in this side's words, for use in both positions.
pub(crate) fn words<S: System>(referee: &Referee<S>, side: Side, order: &S::Order) -> Option<Value> {
    naming(referee.seat(side.seat()).names(), || serde_json::to_value(order)).ok()
}
