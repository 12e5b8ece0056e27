//! The referee of one game.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use board::naming::{Naming, naming};
use board::scenario::Document;
use fair::{Commitment, Head, Key, Nonce, Ordinals, Seal};
use rules::turn::{resolve, settle, someone_is_asked};
use rules::{BySide, Choice, Outcome, Question, Refusal, Rolls, Seat, Side, System, house};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::canonical::canonical;
use crate::dice::{FairDice, GivenDice, RollAsked};
use crate::entry::{Act, Entry, Item, Recorder};
use crate::ledger::{DiceTerms, FORMAT, Header, Line, ScenarioText, Sink, Writer};
use crate::names::{BareHandles, TrueNames};
use crate::seat::{Event, SeatLog};
use crate::{RefereeError, SubmitError};

/// How many orders a side may take back in a game: nobody plays so, and a ledger must not grow without end.
const MOST_UNDONE: usize = 1000;
/// How often a side may leave or withdraw a standing order in a game, for the same reason.
const MOST_STOOD: usize = 1000;

/// What a game is opened with.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The scenario.
    pub scenario: ScenarioText,
    /// The referee's nonce. It seeds seals always, dice if they are fair.
    pub nonce: Nonce,
    /// The seats' commitments for fair dice; `None` when dice are given by hand or by a script.
    pub commitments: Option<BySide<Commitment>>,
}

/// What a seat is answered when its order is done and safe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct Ack {
    /// How many events the seat has heard.
    pub heard: usize,
    /// The head of the seat's own transcript.
    #[schemars(with = "String")]
    pub head: Head,
    /// The head of the public transcript.
    #[schemars(with = "String")]
    pub public: Head,
}

enum DiceBox {
    Unrevealed,
    Fair(Key),
    Given(GivenDice),
}

struct Pending<S: System> {
    side: Side,
    order: S::Order,
    id: Option<String>,
    /// Whether a standing order gave it.
    standing: bool,
}

/// The referee: holds the truth of one game, answers each seat, and writes everything down.
pub struct Referee<S: System> {
    header: Header,
    setting: Arc<S::Setting>,
    position: S::Position,
    names: Arc<TrueNames<S>>,
    seats: [SeatLog<S>; 3],
    entries: Vec<Entry<S>>,
    /// The truth before each entry.
    before: Vec<S::Position>,
    /// Entries that stand: begun or ordered and not taken back.
    standing_entries: Vec<usize>,
    /// For each entry, which sides learnt something of the enemy by it.
    learnt: Vec<BySide<bool>>,
    /// Which seats heard anything of each entry.
    heard: Vec<[bool; 3]>,
    undone: BySide<usize>,
    times_stood: BySide<usize>,
    /// Standing orders, in their side's own words.
    standing_orders: BySide<BTreeMap<String, Value>>,
    /// Orders by the client's id, in the side's own words, and what they were answered.
    answered: HashMap<(Side, String), (String, Ack)>,
    ordinals: Ordinals,
    dice: DiceBox,
    pending: Option<Pending<S>>,
    writer: Writer,
    sink: Box<dyn Sink>,
    began: bool,
    closed: bool,
    broken: bool,
}

impl<S: System> std::fmt::Debug for Referee<S> {
    /// Says nothing of the truth: a referee may end up in a log.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Referee").field("system", &S::NAME).field("began", &self.began).finish_non_exhaustive()
    }
}

/// SHA-256 of a system's rulebook, in hexadecimal.
#[must_use]
pub fn rulebook_hash<S: System>() -> String {
    hex::encode(Sha256::digest(S::rulebook().text().as_bytes()))
}

impl<S: System> Referee<S> {
    /// Opens a game and writes its header. Play begins at once where dice are given, or with [`Referee::reveal`].
    ///
    /// # Errors
    /// Mistakes in the scenario; a sink that cannot keep the header.
    pub fn open(opening: Opening, sink: Box<dyn Sink>) -> Result<Self, RefereeError> {
        let (setting, position) = set_up::<S>(&opening.scenario)?;
        let dice = match opening.commitments {
            Some(BySide { a, b }) => DiceTerms::Fair { referee: opening.nonce.commitment(), a, b },
            None => DiceTerms::Given,
        };
        let header = Header {
            undercity: FORMAT,
            system: S::NAME.to_owned(),
            rules: env!("CARGO_PKG_VERSION").to_owned(),
            rulebook: rulebook_hash::<S>(),
            scenario: opening.scenario,
            options: S::options(&setting),
            dice,
            nonce: opening.nonce,
        };
        let mut referee = Self::seated(header, setting, position, sink);
        referee.write(&Line::Header(Box::new(referee.header.clone())))?;
        if referee.header.dice == DiceTerms::Given {
            referee.begin()?;
        }
        Ok(referee)
    }

    /// A referee before the first line of its ledger.
    pub(crate) fn seated(header: Header, setting: S::Setting, position: S::Position, sink: Box<dyn Sink>) -> Self {
        let setting = Arc::new(setting);
        let names = TrueNames::<S>::new(&setting, &position);
        let commitment = header.nonce.commitment().to_hex();
        let seat = |seat: Seat| SeatLog::new(&setting, seat, &format!("{commitment}/{}", seat.index()), header.nonce);
        let dice = match header.dice {
            DiceTerms::Fair { .. } => DiceBox::Unrevealed,
            DiceTerms::Given => DiceBox::Given(GivenDice::default()),
        };
        Referee {
            seats: Seat::ALL.map(seat),
            header,
            setting,
            position,
            names,
            entries: Vec::new(),
            before: Vec::new(),
            standing_entries: Vec::new(),
            learnt: Vec::new(),
            heard: Vec::new(),
            undone: BySide::default(),
            times_stood: BySide::default(),
            standing_orders: BySide::default(),
            answered: HashMap::new(),
            ordinals: Ordinals::default(),
            dice,
            pending: None,
            writer: Writer::default(),
            sink,
            began: false,
            closed: false,
            broken: false,
        }
    }

    /// Takes both seats' nonces, and begins play.
    ///
    /// # Errors
    /// When a nonce does not open its commitment, play has begun, or the ledger cannot be kept.
    pub fn reveal(&mut self, a: Nonce, b: Nonce) -> Result<(), RefereeError> {
        let DiceTerms::Fair { a: for_a, b: for_b, .. } = self.header.dice else {
            return Err(RefereeError::Order("the dice of this game are given, not computed"));
        };
        if self.began || matches!(self.dice, DiceBox::Fair(_)) {
            return Err(RefereeError::Order("the nonces were revealed already"));
        }
        for (commitment, nonce, side) in [(for_a, a, S::SIDES[0]), (for_b, b, S::SIDES[1])] {
            if !commitment.opens(&nonce) {
                return Err(RefereeError::Nonce(side));
            }
        }
        self.write(&Line::Reveal { a, b })?;
        self.take_key(&a, &b);
        self.begin()
    }

    pub(crate) fn take_key(&mut self, a: &Nonce, b: &Nonce) {
        self.dice = DiceBox::Fair(Key::combine(&self.header.nonce, a, b));
    }

    pub(crate) fn begin(&mut self) -> Result<(), RefereeError> {
        if self.began {
            return Err(RefereeError::Order("play has begun already"));
        }
        if matches!(self.dice, DiceBox::Unrevealed) {
            return Err(RefereeError::Order("the nonces are not revealed yet"));
        }
        match self.resolved(|setting, position, mut dice, record| settle::<S>(setting, position, &mut dice, record)) {
            Ok(items) => self.commit(Act::Begin, items),
            Err(_) => Err(RefereeError::Order("a scenario may not begin with dice entered by hand")),
        }
    }

    /// Puts down faces for a coming roll of this label, where dice are given. `by` is the side that entered them, none
    /// for a script; the ledger keeps it. An order that waited for them goes on: then its answer is returned.
    ///
    /// # Errors
    /// When dice are not given in this game, or the faces do not fit the roll that is waited for.
    pub fn give_dice(&mut self, label: &str, faces: Vec<u8>, by: Option<Side>) -> Result<Option<Ack>, SubmitError> {
        let DiceBox::Given(given) = &mut self.dice else {
            return Err(Refusal::new(house::ENTERED, "the referee rolls the dice of this game").into());
        };
        if faces.iter().any(|face| !(1..=6).contains(face)) {
            return Err(Refusal::new(house::ENTERED, "a face is a number from 1 to 6").into());
        }
        if let (Some(asked), Some(_)) = (given.missing(), &self.pending)
            && (asked.label != label || usize::from(asked.dice) != faces.len())
        {
            let why = format!("the roll waited for is `{}` with {} dice", asked.label, asked.dice);
            return Err(Refusal::new(house::ENTERED, why).into());
        }
        if self.pending.is_some() {
            given.give_missing(label, faces, by);
        } else {
            given.give(label, faces, by);
        }
        let Some(Pending { side, order, id, standing }) = self.pending.take() else { return Ok(None) };
        self.order(side, order, id, standing).map(Some)
    }

    /// Withdraws a side's order that waits for its dice.
    ///
    /// # Errors
    /// When no order of that side waits.
    pub fn withdraw(&mut self, side: Side) -> Result<(), Refusal> {
        match &self.pending {
            Some(pending) if pending.side == side => {
                self.pending = None;
                self.clear_dice();
                Ok(())
            }
            _ => Err(Refusal::new(house::ENTERED, "no order of yours waits for dice")),
        }
    }

    /// The roll that an order waits for.
    #[must_use]
    pub fn roll_asked(&self) -> Option<&RollAsked> {
        match (&self.dice, &self.pending) {
            (DiceBox::Given(given), Some(_)) => given.missing(),
            _ => None,
        }
    }

    /// The side that makes the roll an order waits for: the one that alone may see it, else the one that ordered.
    #[must_use]
    pub fn rolls(&self) -> Option<Side> {
        let alone = self.roll_asked()?.seen_by.and_then(Side::from_index);
        alone.or(self.pending.as_ref().map(|pending| pending.side))
    }

    /// Whether an order of this side was done under this id.
    #[must_use]
    pub fn has_answered(&self, side: Side, id: &str) -> bool {
        self.answered.contains_key(&(side, id.to_owned()))
    }

    /// Faces that were put down and not used, by label.
    #[must_use]
    pub fn unused_dice(&self) -> Vec<String> {
        match &self.dice {
            DiceBox::Given(given) => given.left_over().map(str::to_owned).collect(),
            _ => Vec::new(),
        }
    }

    /// Throws away faces that were put down and not used.
    pub fn clear_dice(&mut self) {
        if let DiceBox::Given(given) = &mut self.dice {
            *given = GivenDice::default();
        }
    }

    /// Gives an order for a side. When this returns an [`Ack`], the order is done and safe in the ledger.
    ///
    /// # Errors
    /// A refusal with its clause; a roll that must be entered first; a failure of the referee.
    pub fn submit(&mut self, side: Side, order: S::Order, id: Option<String>) -> Result<Ack, SubmitError> {
        if let Some(id) = &id {
            let words = self.words(side, &order)?;
            if let Some(ack) = self.answer_again(side, id, &words)? {
                return Ok(ack);
            }
        }
        self.check(side, &order)?;
        self.order(side, order, id, false)
    }

    /// Gives an order in a side's own words. One that comes again under its id is answered as it was, whatever has
    /// become of the pieces it named; names are looked up only for a new one.
    ///
    /// # Errors
    /// As [`Referee::submit`].
    pub fn submit_written(&mut self, side: Side, written: &Value, id: Option<String>) -> Result<Ack, SubmitError> {
        if let Some(id) = &id
            && let Some(ack) = self.repeated(side, id, written)?
        {
            return Ok(ack);
        }
        let order = self.read(side.seat(), written)?;
        self.submit(side, order, id)
    }

    /// What an order that comes again under its id is answered; `None` for a new id. Compares words, never pieces.
    ///
    /// # Errors
    /// When the id was used for another order.
    pub fn repeated(&self, side: Side, id: &str, written: &Value) -> Result<Option<Ack>, Refusal> {
        if !self.answered.contains_key(&(side, id.to_owned())) {
            return Ok(None);
        }
        // Read and written again with handles as bare numbers: the same words in the same form, and no piece meant.
        let bare: Arc<dyn Naming> = BareHandles::<S>::of_knowledge(&self.setting);
        let words = naming(bare, || S::Order::deserialize(written).and_then(|order| canonical(&order)))
            .map_err(|error| Refusal::new(house::COMPLETE, error.to_string()))?;
        self.answer_again(side, id, &words)
    }

    fn answer_again(&self, side: Side, id: &str, words: &str) -> Result<Option<Ack>, Refusal> {
        match self.answered.get(&(side, id.to_owned())) {
            None => Ok(None),
            Some((same, ack)) if same == words => Ok(Some(*ack)),
            Some(_) => Err(Refusal::new(house::REPEATED, "this id was used for another order")),
        }
    }

    /// An order in a side's own words, in canonical form.
    fn words(&self, side: Side, order: &S::Order) -> Result<String, RefereeError> {
        naming(self.seats[side.index()].names(), || canonical(order)).map_err(RefereeError::unnamed)
    }

    /// Whether a side may give an order now.
    ///
    /// # Errors
    /// The refusal with its clause.
    pub fn check(&self, side: Side, order: &S::Order) -> Result<(), Refusal> {
        if !self.began {
            return Err(Refusal::new(house::AWAITED, "play has not begun"));
        }
        if self.pending.is_some() {
            return Err(Refusal::new(house::ENTERED, "an order waits for its dice"));
        }
        if self.outcome().is_some() {
            return Err(Refusal::new(house::OVER, "the game is over"));
        }
        if self.awaited(side).is_none() {
            return Err(Refusal::new(house::AWAITED, "you are not asked for an order now"));
        }
        S::check(self.eyes(side.seat()), order)
    }

    fn order(&mut self, side: Side, order: S::Order, id: Option<String>, standing: bool) -> Result<Ack, SubmitError> {
        if self.broken {
            return Err(RefereeError::Broken.into());
        }
        let words = id.as_ref().map(|_| self.words(side, &order)).transpose()?;
        let resolved = self.resolved(|setting, position, mut dice, record| {
            resolve::<S>(setting, position, side, &order, &mut dice, record);
        });
        let items = match resolved {
            Ok(items) => items,
            Err(asked) => {
                self.pending = Some(Pending { side, order, id, standing });
                return Err(SubmitError::Roll(asked));
            }
        };
        self.commit(Act::Order { by: side, order, id: id.clone(), standing }, items)?;
        let ack = self.ack(side.seat());
        if let (Some(id), Some(words)) = (id, words) {
            self.answered.insert((side, id), (words, ack));
        }
        // The order is done and safe; a last line that could not be kept is written when the game is resumed.
        if self.close_if_over().is_err() {
            self.broken = true;
        }
        Ok(ack)
    }

    /// Resolves on a copy of the truth; the truth itself changes only when the entry is safe.
    fn resolved(
        &mut self,
        body: impl FnOnce(&S::Setting, &mut S::Position, &mut dyn Rolls, &mut Recorder<S>),
    ) -> Result<Vec<Item<S>>, RollAsked> {
        let mut position = self.position.clone();
        let mut recorder = Recorder::new(self.ordinals);
        match &mut self.dice {
            DiceBox::Fair(key) => {
                let mut dice = FairDice::new(*key, self.ordinals);
                body(&self.setting, &mut position, &mut dice, &mut recorder);
            }
            DiceBox::Given(given) => {
                let mut dice = given.for_a_try();
                body(&self.setting, &mut position, &mut dice, &mut recorder);
                let asked = dice.missing().cloned();
                match asked {
                    // Keep what was given for the next try, and what is missing for whoever asks.
                    Some(asked) => {
                        given.note_missing(&dice);
                        return Err(asked);
                    }
                    None => {
                        let mut entered = dice.take_used().into_iter();
                        for item in &mut recorder.items {
                            if let Item::Roll { entered_by, .. } = item {
                                *entered_by = entered.next().flatten();
                            }
                        }
                        *given = dice;
                    }
                }
            }
            DiceBox::Unrevealed => {}
        }
        Ok(recorder.items)
    }

    /// Writes an entry down and, when it is safe, lets it happen.
    fn commit(&mut self, act: Act<S>, items: Vec<Item<S>>) -> Result<(), RefereeError> {
        if self.broken {
            return Err(RefereeError::Broken);
        }
        let line = Line::Entry(Entry { n: self.entries.len(), act, items });
        self.write(&line)?;
        match line {
            Line::Entry(entry) => self.perform(entry),
            Line::Header(_) | Line::Reveal { .. } | Line::Close { .. } => Ok(()),
        }
    }

    pub(crate) fn write(&mut self, line: &Line<S>) -> Result<(), RefereeError> {
        let names = Arc::clone(&self.names) as Arc<dyn Naming>;
        let (text, writer) = self.writer.next(line, names).map_err(RefereeError::unnamed)?;
        if let Err(error) = self.sink.append(&text) {
            // What stands on disk now is not known for sure: go on only from what is read there.
            self.broken = true;
            return Err(error.into());
        }
        self.writer = writer;
        Ok(())
    }

    /// Goes on from lines that were read instead of written.
    pub(crate) fn continue_from(&mut self, writer: Writer) {
        self.writer = writer;
    }

    /// Goes on with a game that was read: keeps new lines in `sink`, and writes what a crash left unwritten.
    pub(crate) fn go_on(&mut self, sink: Box<dyn Sink>) -> Result<(), RefereeError> {
        self.sink = sink;
        if !self.began && !matches!(self.dice, DiceBox::Unrevealed) {
            self.begin()?;
        }
        self.close_if_over()
    }

    /// The chain over the ledger's lines so far.
    pub(crate) fn writer(&self) -> &Writer {
        &self.writer
    }

    /// Whether the last line is written.
    pub(crate) fn closed(&self) -> bool {
        self.closed
    }

    /// Lets a recorded entry happen: live play and replay are the same from here.
    pub(crate) fn perform(&mut self, entry: Entry<S>) -> Result<(), RefereeError> {
        let done = self.try_perform(entry);
        self.broken |= done.is_err();
        done
    }

    fn try_perform(&mut self, entry: Entry<S>) -> Result<(), RefereeError> {
        let heard: Vec<usize> = self.seats.iter().map(|seat| seat.events().len()).collect();
        let learnt = BySide::new(|side| self.seats[side.index()].times_learnt());
        self.before.push(self.position.clone());
        self.perform_act(&entry)?;
        for (number, item) in entry.items.iter().enumerate() {
            item.apply(&self.setting, &mut self.position);
            if let (Item::Change { change, .. }, Some(Item::Change { change: next, .. })) =
                (item, entry.items.get(number + 1))
                && S::together(change, next)
            {
                continue;
            }
            if let Item::Roll { stream, .. } = item {
                self.ordinals.take(*stream);
            }
            for seat in &mut self.seats {
                seat.attend(&self.setting, &self.position, item)?;
            }
        }
        for seat in &mut self.seats {
            seat.look(&self.setting, &self.position, None, true)?;
            seat.be_asked(&self.setting, &self.position)?;
        }
        self.learnt.push(BySide::new(|side| self.seats[side.index()].times_learnt() != learnt[side]));
        let sealed = self.writer.head();
        let heard: Vec<bool> =
            self.seats.iter().zip(&heard).map(|(seat, heard)| seat.events().len() > *heard).collect();
        self.heard.push([heard[0], heard[1], heard[2]]);
        for (seat, heard) in self.seats.iter_mut().zip(heard) {
            if heard {
                let seal = Seal::close(&seat.salt(&self.header.nonce), sealed.as_bytes());
                seat.hear(&Event::Sealed(seal))?;
            }
        }
        self.entries.push(entry);
        Ok(())
    }

    fn perform_act(&mut self, entry: &Entry<S>) -> Result<(), RefereeError> {
        match &entry.act {
            Act::Begin => {
                self.began = true;
                self.standing_entries.push(entry.n);
                for seat in &mut self.seats {
                    seat.look(&self.setting, &self.position, None, true)?;
                }
            }
            Act::Order { by, order, .. } => {
                self.standing_entries.push(entry.n);
                let seat = &mut self.seats[by.index()];
                let (written, text) = naming(seat.names(), || {
                    let facts = facts_of::<S>(&self.setting, &self.position, by.seat());
                    let phrase = S::phrase(&self.setting, by.seat(), &facts, order);
                    serde_json::to_value(order).map(|written| (written, phrase.sentence))
                })
                .map_err(RefereeError::unnamed)?;
                seat.hear_words(&Event::Ordered { order: written, text })?;
            }
            Act::Standing { by, question, answer } => {
                match answer {
                    Some(words) => self.standing_orders[*by].insert(question.clone(), words.clone()),
                    None => self.standing_orders[*by].remove(question),
                };
                self.times_stood[*by] += 1;
                let seat = &mut self.seats[by.index()];
                let text = naming(seat.names(), || {
                    let order: S::Order = serde_json::from_value(answer.clone()?).ok()?;
                    let facts = facts_of::<S>(&self.setting, &self.position, by.seat());
                    Some(S::phrase(&self.setting, by.seat(), &facts, &order).sentence)
                });
                seat.hear_words(&Event::Standing { question: question.clone(), answer: answer.clone(), text })?;
            }
            Act::Undo { by, entry } => {
                self.standing_entries.retain(|n| n < entry);
                if let Some(position) = self.before.get(*entry) {
                    self.position = position.clone();
                }
                self.undone[*by] += 1;
                let heard = self.heard.get(*entry).copied().unwrap_or_default();
                for (seat, heard) in self.seats.iter_mut().zip(heard) {
                    // Whoever heard of the order hears that it does not count; whoever did not hears nothing.
                    if heard {
                        seat.hear(&Event::Undone)?;
                    }
                    seat.look(&self.setting, &self.position, Some(house::UNDO.id()), true)?;
                }
            }
        }
        Ok(())
    }

    pub(crate) fn close_if_over(&mut self) -> Result<(), RefereeError> {
        match self.outcome() {
            Some(outcome) if !self.closed => {
                let outcome = outcome_name::<S>(&outcome);
                self.write(&Line::Close { outcome })?;
                self.closed = true;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// After replay: an order that comes again is answered as it was.
    pub(crate) fn remember(&mut self, entry: &Entry<S>, words: Option<String>) {
        if let (Act::Order { by, id: Some(id), .. }, Some(words)) = (&entry.act, words) {
            let ack = self.ack(by.seat());
            self.answered.insert((*by, id.clone()), (words, ack));
        }
    }

    /// The words in which an entry's order was given, taken before the entry is performed.
    pub(crate) fn words_of(&self, entry: &Entry<S>) -> Option<String> {
        match &entry.act {
            Act::Order { by, order, id: Some(_), .. } => self.words(*by, order).ok(),
            _ => None,
        }
    }

    pub(crate) fn note_closed(&mut self) {
        self.closed = true;
    }

    /// Takes back the side's last order, where no knowledge stands in the way.
    ///
    /// # Errors
    /// The refusal, or a failure of the referee.
    pub fn undo(&mut self, side: Side) -> Result<Ack, SubmitError> {
        let Some(entry) = self.undoable(side) else {
            return Err(Refusal::new(house::UNDO, "there is nothing you may take back").into());
        };
        if self.broken {
            return Err(RefereeError::Broken.into());
        }
        self.commit(Act::Undo { by: side, entry }, Vec::new())?;
        Ok(self.ack(side.seat()))
    }

    /// The entry that an undo by this side would take back.
    ///
    /// Undo stops at the last roll the side saw, at an order of the other side, at a change that could have disclosed
    /// something, and at a change in what the side knows of the enemy. It never asks what the enemy really saw. While
    /// both sides were awaited nothing can be taken back: a plot is changed by another plot, and the other side's
    /// orders must not be felt.
    #[must_use]
    pub fn undoable(&self, side: Side) -> Option<usize> {
        if self.pending.is_some() || self.outcome().is_some() || self.undone[side] >= MOST_UNDONE {
            return None;
        }
        let n = *self.standing_entries.last()?;
        let entry = self.entries.get(n)?;
        let Act::Order { by, standing: false, .. } = entry.act else { return None };
        let before = self.before.get(n)?;
        let both_awaited =
            |position| Side::BOTH.iter().all(|s| S::awaited(S::eyes(&self.setting, position, s.seat())).is_some());
        let knows_more = self.learnt.get(n).is_none_or(|learnt| learnt[side]);
        if by != side || knows_more || both_awaited(before) || both_awaited(&self.position) {
            return None;
        }
        let stops = |item: &Item<S>| match item {
            Item::Roll { to, .. } => to.includes(side.seat()),
            Item::Change { change, .. } => S::could_disclose(&self.setting, change),
            Item::Report { clause, to, .. } => to.includes(side.seat()) && discloses::<S>(clause),
            Item::Push(_) | Item::Pop => false,
        };
        (!entry.items.iter().any(stops)).then_some(n)
    }

    /// Leaves a standing order in the side's own words: from now on a question of this kind is answered so, whenever
    /// that is legal and still means something. `None` withdraws it.
    ///
    /// # Errors
    /// When there is no such kind of question, the answer is no order, or the game is not under way.
    pub fn stand(&mut self, side: Side, question: String, answer: Option<&Value>) -> Result<Ack, SubmitError> {
        if !self.began || self.outcome().is_some() {
            return Err(Refusal::new(house::STANDING, "standing orders are for a game under way").into());
        }
        if !S::QUESTIONS.contains(&question.as_str()) {
            let why = format!("no question is of this kind; there are: {}", S::QUESTIONS.join(", "));
            return Err(Refusal::new(house::STANDING, why).into());
        }
        if self.times_stood[side] >= MOST_STOOD {
            return Err(Refusal::new(house::STANDING, "you have left as many standing orders as a game takes").into());
        }
        let order: Option<S::Order> = answer.map(|answer| self.read(side.seat(), answer)).transpose()?;
        let words = match order {
            Some(order) => Some(
                naming(self.seats[side.index()].names(), || serde_json::to_value(order))
                    .map_err(RefereeError::unnamed)?,
            ),
            None => None,
        };
        self.commit(Act::Standing { by: side, question, answer: words }, Vec::new())?;
        Ok(self.ack(side.seat()))
    }

    /// The standing orders of a side.
    #[must_use]
    pub fn standing_orders(&self, side: Side) -> &BTreeMap<String, Value> {
        &self.standing_orders[side]
    }

    /// Answers one question that a standing order covers. The host calls this on a schedule of its own, one that does
    /// not depend on whether there is a standing order; true when something was answered.
    ///
    /// # Errors
    /// A roll that must be entered first; a failure of the referee.
    pub fn answer_standing(&mut self) -> Result<bool, SubmitError> {
        for side in Side::BOTH {
            let Some(question) = self.awaited(side) else { continue };
            let Some(words) = self.standing_orders[side].get(question.kind) else { continue };
            // Read by today's names: an order about a piece that went out of sight is about nobody any more.
            let Ok(order) = self.read::<S::Order>(side.seat(), words) else { continue };
            if self.check(side, &order).is_ok() {
                self.order(side, order, None, true)?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What a seat may do now, sorted by how the seat would write it, so that the order of the list tells nothing.
    ///
    /// # Errors
    /// When an offer has no name for the seat: a defect of the system.
    pub fn offers(&self, side: Side, draft: Option<&S::Draft>) -> Result<Vec<Offered<S>>, RefereeError> {
        if self.awaited(side).is_none() || self.pending.is_some() {
            return Ok(Vec::new());
        }
        let mut choices: Vec<Choice<S>> = Vec::new();
        S::offers(self.eyes(side.seat()), draft, &mut choices);
        naming(self.seats[side.index()].names(), || {
            let mut offers = choices
                .into_iter()
                .map(|choice| {
                    let written = match &choice {
                        Choice::Order(order) => canonical(order),
                        Choice::Draft(draft) => canonical(draft),
                    };
                    Ok(Offered { written: written.map_err(RefereeError::unnamed)?, choice })
                })
                .collect::<Result<Vec<_>, RefereeError>>()?;
            offers.sort_by(|one, other| one.written.cmp(&other.written));
            Ok(offers)
        })
    }

    /// Reads what a seat wrote, in its own names.
    ///
    /// # Errors
    /// When a name is not known to the seat, or the words are not what is read.
    pub fn read<T: DeserializeOwned>(&self, seat: Seat, written: &Value) -> Result<T, Refusal> {
        let (read, unknown) =
            naming(self.seat(seat).names(), || board::naming::noting_unknown(|| T::deserialize(written)));
        let clause = if unknown { house::NAMES } else { house::COMPLETE };
        read.map_err(|error| Refusal::new(clause, error.to_string()))
    }

    /// What a side is asked now.
    #[must_use]
    pub fn awaited(&self, side: Side) -> Option<Question> {
        if !self.began || self.outcome().is_some() { None } else { S::awaited(self.eyes(side.seat())) }
    }

    /// How the game ended, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        S::outcome(&self.setting, &self.position)
    }

    /// Whether nobody is asked although the game goes on: a defect of the system.
    #[must_use]
    pub fn stuck(&self) -> bool {
        self.began && self.outcome().is_none() && !someone_is_asked::<S>(&self.setting, &self.position)
    }

    /// The head of a seat's transcript, and how far it goes.
    #[must_use]
    pub fn ack(&self, seat: Seat) -> Ack {
        let log = self.seat(seat);
        Ack { heard: log.events().len(), head: log.head(), public: self.seat(Seat::Spectator).head() }
    }

    /// The truth through the eyes of a seat.
    #[must_use]
    pub fn eyes(&self, seat: Seat) -> S::Eyes<'_> {
        S::eyes(&self.setting, &self.position, seat)
    }

    /// A seat's log.
    #[must_use]
    pub fn seat(&self, seat: Seat) -> &SeatLog<S> {
        &self.seats[seat.index()]
    }

    /// What never changes in this game.
    #[must_use]
    pub fn setting(&self) -> &Arc<S::Setting> {
        &self.setting
    }

    /// The whole truth: for the host, the tests and the end of the game; never for a seat.
    #[must_use]
    pub fn truth(&self) -> &S::Position {
        &self.position
    }

    /// For the tests of secrecy: puts another truth in place of this one without anybody noticing, and forgets what
    /// could be taken back.
    #[cfg(feature = "suite")]
    pub fn pretend(&mut self, position: S::Position) {
        self.position = position;
        self.standing_entries.clear();
    }

    /// The scenario's own names, which tell the whole truth.
    #[must_use]
    pub fn true_names(&self) -> Arc<dyn Naming> {
        Arc::clone(&self.names) as Arc<dyn Naming>
    }

    /// The first line of the ledger.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The entries of the ledger.
    #[must_use]
    pub fn entries(&self) -> &[Entry<S>] {
        &self.entries
    }
}

/// An offer as the seat would write it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offered<S: System> {
    /// A line of JSON, every name the seat's own.
    pub written: String,
    /// The choice itself.
    pub choice: Choice<S>,
}

/// The winner's name, or `draw`.
#[must_use]
pub fn outcome_name<S: System>(outcome: &Outcome) -> String {
    outcome.winner.map_or("draw", |side| S::SIDES[side.index()]).to_owned()
}

/// Reads a scenario.
///
/// # Errors
/// Everything that is wrong with it.
pub fn set_up<S: System>(scenario: &ScenarioText) -> Result<(S::Setting, S::Position), board::scenario::Problems> {
    let set_up = S::set_up(&Document::parse(&scenario.name, &scenario.text)?)?;
    Ok((set_up.setting, set_up.position))
}

/// What a seat sees, as the system's own facts.
pub(crate) fn facts_of<S: System>(setting: &S::Setting, position: &S::Position, seat: Seat) -> Vec<S::Fact> {
    let mut facts = Vec::new();
    S::view(S::eyes(setting, position, seat), &mut |fact| facts.push(fact));
    facts
}

/// Whether the rulebook lists the clause among those that may make a secret known.
#[must_use]
pub fn discloses<S: System>(clause: &str) -> bool {
    let books = [S::rulebook().book(), crate::house_rules().book()];
    books.iter().any(|book| book.entry(clause).is_some_and(|entry| entry.discloses))
}
