//! Sampling of positions that are consistent with what a seat knows (determinization).
//!
//! A seat that sees everything gets the true position with new piece numbers. For other seats, the squads below are
//! sampled from their observations ([`crate::ai::observed`]).

use std::collections::BTreeMap;
use std::sync::Arc;

use arrayvec::ArrayVec;
use board::LocationId;
use rand::Rng;
use rules::agenda::{Agenda, DEPTH};
use rules::objectives;
use rules::{BySide, Guess, Knowledge, Observation, Piece, PieceSet, Seat, number_below};

use crate::ai::observed::{Unseen, observed_below};
use crate::printed::words::{Action, Card, Phase, SOVIET, State, Token};
use crate::setting::Setting;
use crate::state::Tide;
use crate::state::position::{Active, Command, Position, Sheet, has_fresh};
use crate::state::squad::{Place, Squad};
use crate::state::step::Step;
use crate::state::unit_index::UnitIndex;
use crate::view::fact::Fact;

/// Number of attempts to sample squads below that are consistent with all observations.
const TRIES: usize = 16;

/// Returns a position that is consistent with the knowledge; `None` if the facts contradict each other.
pub fn sample(known: &Knowledge<Tide>, rng: &mut impl Rng) -> Option<Guess<Tide>> {
    let setting = known.setting();
    let mut guess = Draw::new(setting);
    for fact in known.facts() {
        guess.note_unit(fact)?;
    }
    for fact in known.facts() {
        guess.note(fact)?;
    }
    let blind = setting.options.hidden_sewers && known.seat() != Seat::Side(SOVIET);
    if blind {
        let below = guess.guess_below(known.observations(), rng);
        guess.place_below(below, rng)?;
    }
    Some(Guess::new(known, guess.position, guess.seen))
}

/// A position that is being built from facts.
struct Draw<'a> {
    setting: &'a Setting,
    position: Position,
    seen: Vec<Option<Piece>>,
    pieces: BTreeMap<u16, Piece>,
}

impl<'a> Draw<'a> {
    fn new(setting: &'a Setting) -> Self {
        let position = Position {
            squads: ArrayVec::new(),
            unit_index: UnitIndex::default(),
            cards: [None; 6],
            held: setting.objectives.iter().map(|_| None).collect(),
            round: 1,
            phase: Phase::Action,
            initiative: SOVIET,
            turn: SOVIET,
            actions_left: 0,
            victory: BySide::default(),
            command: BySide::default(),
            active: None,
            agenda: Agenda::default(),
        };
        Draw { setting, position, seen: Vec::new(), pieces: BTreeMap::new() }
    }

    fn card_at(&self, at: LocationId) -> Option<Card> {
        Card::ALL.into_iter().find(|card| self.setting.card_place(*card) == Some(at))
    }

    fn note_unit(&mut self, fact: &Fact) -> Option<()> {
        let Fact::Unit { piece, side, figures, at, state, token, name } = fact else {
            return Some(());
        };
        let known = |name: &Arc<str>| self.setting.names.iter().position(|other| other == name);
        let name = name.as_ref().and_then(known).and_then(|n| u8::try_from(n).ok()).unwrap_or(u8::MAX);
        let card = self.card_at(*at);
        let squad = Squad {
            side: *side,
            figures: *figures,
            place: card.map_or(Place::On(*at), Place::Below),
            state: *state,
            token: if card.is_some() { Token::Fresh } else { *token },
            name,
        };
        self.add(squad, Some(*piece)).map(drop)
    }

    /// Whether an assault from the hidden sewer is being resolved: the activated squad is not visible.
    fn fights_unseen(&self) -> bool {
        self.position.active.is_none() && self.position.agenda.steps().contains(&Step::EndActivation)
    }

    /// Adds the hidden steps of a won assault to the agenda.
    fn resume_assault(&mut self, unit: Piece, at: LocationId) {
        let position = &mut self.position;
        let action = Action::UnseenAssault;
        let crews_fired = PieceSet::EMPTY;
        position.active = Some(Active { piece: unit, action, mp_left: 0, moved: false, fired: false, crews_fired });
        let steps: ArrayVec<Step, DEPTH> = position.agenda.steps().iter().copied().collect();
        // Retreats begin only after all losses are resolved.
        let counting = steps.iter().any(|step| matches!(step, Step::ChooseLoss { .. } | Step::Lose { .. }));
        let stand = position.squads.iter().enumerate().filter(|(_, squad)| squad.on() == Some(at));
        let defenders = stand.map(|(n, _)| Piece(n as u16)).collect();
        let next = match counting {
            true => Step::AssaultOver { unit, at, defenders, won: true },
            false => Step::Occupy { unit, at },
        };
        position.agenda = Agenda::default();
        for step in steps {
            position.agenda.push(step);
            if step == Step::EndActivation {
                position.agenda.push(next);
            }
        }
    }

    fn add(&mut self, squad: Squad, handle: Option<Piece>) -> Option<Piece> {
        let piece = Piece(self.position.squads.len() as u16);
        self.position.squads.try_push(squad).ok()?;
        self.position.unit_index.file(piece, &squad);
        self.seen.push(handle);
        if let Some(handle) = handle {
            self.pieces.insert(handle.0, piece);
        }
        Some(piece)
    }

    fn note(&mut self, fact: &Fact) -> Option<()> {
        let position = &mut self.position;
        match fact {
            Fact::Unit { .. } | Fact::Outcome { .. } => {}
            Fact::Entrance { card, at } => sheet(position, *card).entrance = *at,
            Fact::Card { card, covered, fatigued, .. } => {
                let sheet = sheet(position, *card);
                sheet.covered = *covered;
                sheet.fatigued = *fatigued;
            }
            Fact::Objective { at, held_by, .. } => {
                let n = objectives::index_of(&self.setting.objectives, *at)?;
                *position.held.get_mut(n)? = *held_by;
            }
            Fact::Score { side, victory } => position.victory[*side] = *victory,
            Fact::Command { side, points, on_card } => {
                position.command[*side] = Command { points: *points, on_card: *on_card };
            }
            Fact::Round { now, .. } => position.round = *now,
            Fact::Phase(phase) => position.phase = *phase,
            Fact::Turn { side, actions_left } => {
                position.turn = *side;
                position.actions_left = *actions_left;
            }
            Fact::Initiative { side } => position.initiative = *side,
            Fact::Active { piece, action, mp_left, moved, fired, crews_fired } => {
                let piece = *self.pieces.get(&piece.0)?;
                let crews_fired = crews_fired.iter().filter_map(|piece| self.pieces.get(&piece.0).copied()).collect();
                let (action, mp_left, moved, fired) = (*action, *mp_left, *moved, *fired);
                position.active = Some(Active { piece, action, mp_left, moved, fired, crews_fired });
            }
            Fact::Pending(steps) => {
                for step in steps {
                    let step = renamed(*step, &self.pieces)?;
                    self.position.agenda.push(step);
                }
            }
        }
        Some(())
    }

    /// Returns the cards without a visible squad.
    fn free_cards(&self) -> Vec<Card> {
        self.setting.cards().filter(|card| self.position.cards[card.index()].is_none()).collect()
    }

    /// Samples squads below that are consistent with the observations and with the open question. After [`TRIES`]
    /// attempts, an inconsistent sample is returned.
    fn guess_below(&self, observations: &[Observation<Tide>], rng: &mut impl Rng) -> Vec<Unseen> {
        let position = &self.position;
        let room = self.free_cards().len();
        let asked = position.agenda.top() == Some(Step::Act) && position.turn == SOVIET;
        let must_act = asked && !has_fresh(position, SOVIET);
        let mut tried = None;
        for _ in 0..TRIES {
            let (below, fits) = observed_below(self.setting, observations, rng);
            let acts = !must_act || below.iter().any(|unseen| !unseen.sheet.fatigued);
            if fits && acts && below.len() <= room {
                return below;
            }
            tried = tried.filter(|tried: &Vec<Unseen>| !tried.is_empty()).or(Some(below));
        }
        let mut tried = tried.unwrap_or_default();
        tried.truncate(room);
        tried
    }

    /// Puts the sampled squads on cards without a visible squad.
    fn place_below(&mut self, below: Vec<Unseen>, rng: &mut impl Rng) -> Option<()> {
        let mut free = self.free_cards();
        for mut unseen in below {
            let assaults = unseen.assaults.filter(|_| self.fights_unseen());
            if unseen.assaults.is_some() && assaults.is_none() {
                unseen.fall_back();
            }
            if free.is_empty() {
                return None;
            }
            let card = free.swap_remove(number_below(rng, free.len()));
            *sheet(&mut self.position, card) = unseen.sheet;
            let place = Place::Below(card);
            let (state, token) = (State::Steady, Token::Fresh);
            let squad = Squad { side: SOVIET, figures: unseen.figures, place, state, token, name: u8::MAX };
            let piece = self.add(squad, None)?;
            if let Some(at) = assaults {
                self.resume_assault(piece, at);
            }
        }
        // A side that is asked to act must have a squad that can.
        let position = &mut self.position;
        let asked = position.agenda.top() == Some(Step::Act);
        if asked && position.turn == SOVIET && !has_fresh(position, SOVIET) {
            let unseen = position.squads.iter().zip(&self.seen).filter(|(_, handle)| handle.is_none());
            let card = unseen.filter_map(|(squad, _)| squad.below()).next()?;
            position.sheet_mut(card)?.fatigued = false;
        }
        Some(())
    }
}

fn sheet(position: &mut Position, card: Card) -> &mut Sheet {
    position.cards[card.index()].get_or_insert(Sheet { entrance: LocationId(0), covered: 0, fatigued: false })
}

/// Returns a step with the piece numbers of this guess.
fn renamed(step: Step, pieces: &BTreeMap<u16, Piece>) -> Option<Step> {
    let one = |piece: Piece| pieces.get(&piece.0).copied();
    // Squads that were lost are not in the guess.
    let all = |group: PieceSet| group.iter().filter_map(one).collect::<PieceSet>();
    Some(match step {
        Step::ChooseLoss { side, victims, figures } => Step::ChooseLoss { side, victims: all(victims), figures },
        Step::Lose { side, victims, figures } => Step::Lose { side, victims: all(victims), figures },
        Step::ChooseRetreat { side, unit } => Step::ChooseRetreat { side, unit: one(unit)? },
        Step::AssaultOver { unit, at, defenders, won } => {
            Step::AssaultOver { unit: one(unit)?, at, defenders: all(defenders), won }
        }
        Step::Transfer { side, done } => Step::Transfer { side, done: all(done) },
        Step::Beaten { side, unit } => Step::Beaten { side, unit: one(unit)? },
        Step::Occupy { unit, at } => Step::Occupy { unit: one(unit)?, at },
        plain => plain,
    })
}
