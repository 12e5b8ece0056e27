//! Truths that a seat's knowledge allows.
//!
//! Who sees all gets the truth back, its pieces numbered anew. Who may not look below gets squads there that fit what was
//! heard: each one that went out of sight without dying is on some card, with tokens it could have.
//!
//! The weights: of those below that have not acted in the round, the one that is heard to act is each alike; it has gone on
//! by a square of the track in two of three guesses ([`GOES_ON`]), and in the third only its token is turned. Which of those
//! that could have come so far came up, is each alike.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use arrayvec::ArrayVec;
use board::LocationId;
use rand::Rng;
use rules::agenda::Agenda;
use rules::{BySide, Group, Guess, Heard, Knowledge, Piece, Seat, number_below};

use crate::Tide;
use crate::change::Report;
use crate::fact::Fact;
use crate::figures::Figures;
use crate::muster::Muster;
use crate::position::{Active, Card, Phase, Place, Position, SOVIET, SQUADS, Sheet, Squad, State, Token};
use crate::setting::Setting;
use crate::turn::{Step, has_fresh};
use crate::underground::exit_range;

/// In how many of how many guesses who acts below goes on.
const GOES_ON: (usize, usize) = (2, 3);

/// Some truth that the knowledge allows; `None` if the facts do not fit together.
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
        let below = heard_below(setting, known.heard(), rng);
        guess.place_below(below, rng)?;
    }
    Some(Guess::new(known, guess.position, guess.seen))
}

/// A position being put together from facts.
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
            muster: Muster::default(),
            cards: [None; 6],
            held: setting.objectives.iter().map(|_| None).collect(),
            round: 1,
            phase: Phase::Action,
            initiative: SOVIET,
            turn: SOVIET,
            actions_left: 0,
            victory: BySide::default(),
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
            // Below, the card shows the token.
            token: if card.is_some() { Token::Fresh } else { *token },
            name,
        };
        self.add(squad, Some(*piece))
    }

    fn add(&mut self, squad: Squad, handle: Option<Piece>) -> Option<()> {
        let piece = Piece(self.position.squads.len() as u16);
        self.position.squads.try_push(squad).ok()?;
        self.position.muster.file(piece, &squad);
        self.seen.push(handle);
        if let Some(handle) = handle {
            self.pieces.insert(handle.0, piece);
        }
        Some(())
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
                let n = self.setting.objectives.iter().position(|objective| objective.at == *at)?;
                *position.held.get_mut(n)? = *held_by;
            }
            Fact::Score { side, victory } => position.victory[*side] = *victory,
            Fact::Round { now, .. } => position.round = *now,
            Fact::Phase(phase) => position.phase = *phase,
            Fact::Turn { side, actions_left } => {
                position.turn = *side;
                position.actions_left = *actions_left;
            }
            Fact::Initiative { side } => position.initiative = *side,
            Fact::Active { piece, action, mp_left, moved, fired } => {
                let piece = *self.pieces.get(&piece.0)?;
                position.active =
                    Some(Active { piece, action: *action, mp_left: *mp_left, moved: *moved, fired: *fired });
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

    /// Puts the squads heard of below on cards that are not seen.
    fn place_below(&mut self, below: Vec<Unseen>, rng: &mut impl Rng) -> Option<()> {
        let free = self.setting.cards().filter(|card| self.position.cards[card.index()].is_none());
        let mut free: Vec<Card> = free.collect();
        for unseen in below {
            if free.is_empty() {
                return None;
            }
            let card = free.swap_remove(number_below(rng, free.len()));
            *sheet(&mut self.position, card) = unseen.sheet;
            let place = Place::Below(card);
            let (state, token) = (State::Steady, Token::Fresh);
            let squad = Squad { side: SOVIET, figures: unseen.figures, place, state, token, name: u8::MAX };
            self.add(squad, None)?;
        }
        // Who is asked to act has somebody who can.
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

/// A step with the guess's own pieces.
fn renamed(step: Step, pieces: &BTreeMap<u16, Piece>) -> Option<Step> {
    let one = |piece: Piece| pieces.get(&piece.0).copied();
    // Squads lost meanwhile are in no guess.
    let all = |group: Group| group.iter().filter_map(one).collect::<Group>();
    Some(match step {
        Step::ChooseLoss { side, victims, figures } => Step::ChooseLoss { side, victims: all(victims), figures },
        Step::Lose { side, victims, figures } => Step::Lose { side, victims: all(victims), figures },
        Step::ChooseRetreat { side, unit } => Step::ChooseRetreat { side, unit: one(unit)? },
        Step::AssaultOver { unit, at, defenders, won } => {
            Step::AssaultOver { unit: one(unit)?, at, defenders: all(defenders), won }
        }
        Step::Beaten { side, unit } => Step::Beaten { side, unit: one(unit)? },
        Step::Occupy { unit, at } => Step::Occupy { unit: one(unit)?, at },
        plain => plain,
    })
}

/// A squad that is out of sight below.
struct Unseen {
    figures: Figures,
    sheet: Sheet,
}

/// Follows the squads that went below from what was heard.
fn heard_below(setting: &Setting, heard: &[Heard<Tide>], rng: &mut impl Rng) -> Vec<Unseen> {
    let mut below: Vec<Unseen> = Vec::new();
    let mut dead: BTreeSet<u16> = BTreeSet::new();
    let mut markers: BTreeMap<Card, LocationId> = BTreeMap::new();
    let squares = u8::try_from(setting.options.track.len()).unwrap_or(u8::MAX);
    for item in heard {
        match item {
            Heard::Report(Report::Destroyed { unit, .. }) => {
                dead.insert(unit.0);
            }
            Heard::Report(Report::RoundBegins(_)) => {
                for unseen in &mut below {
                    unseen.sheet.fatigued = false;
                }
            }
            Heard::Report(Report::ActedBelow { .. }) => {
                let fresh: Vec<&mut Unseen> = below.iter_mut().filter(|unseen| !unseen.sheet.fatigued).collect();
                let chosen = number_below(rng, fresh.len().max(1));
                if let Some(unseen) = fresh.into_iter().nth(chosen) {
                    let (goes, of) = GOES_ON;
                    let advance = u8::from(number_below(rng, of) < goes);
                    unseen.sheet.fatigued = true;
                    unseen.sheet.covered = (unseen.sheet.covered + advance).min(squares);
                }
            }
            Heard::Saw { gone, new } => {
                for fact in new {
                    if let Fact::Entrance { card, at } = fact {
                        markers.insert(*card, *at);
                    }
                }
                for fact in gone {
                    vanish(setting, fact, new, &dead, &markers, &mut below);
                }
                for fact in new {
                    appear(setting, fact, gone, &markers, &mut below, rng);
                }
            }
            Heard::Anew(piece) => {
                dead.remove(&piece.0);
            }
            Heard::Report(_) | Heard::Ordered(_) | Heard::Rolled(_) | Heard::Undone { .. } => {}
        }
    }
    below.truncate(SQUADS);
    below
}

fn is_unit(fact: &Fact, wanted: Piece) -> bool {
    matches!(fact, Fact::Unit { piece, .. } if *piece == wanted)
}

/// A Soviet squad that is gone and not dead is below: where it stood, or where it assaulted out of the sewer.
fn vanish(
    setting: &Setting,
    fact: &Fact,
    new: &[Fact],
    dead: &BTreeSet<u16>,
    markers: &BTreeMap<Card, LocationId>,
    below: &mut Vec<Unseen>,
) {
    let Fact::Unit { piece, side, figures, at, .. } = fact else {
        return;
    };
    if *side != SOVIET || dead.contains(&piece.0) || new.iter().any(|fact| is_unit(fact, *piece)) {
        return;
    }
    let card = Card::ALL.into_iter().find(|card| setting.card_place(*card) == Some(*at));
    let entrance = card.and_then(|card| markers.get(&card).copied()).unwrap_or(*at);
    let sheet = Sheet { entrance, covered: 1, fatigued: true };
    below.push(Unseen { figures: *figures, sheet });
}

/// A Soviet squad that was not there before is one of those below: one of as many figures that can have come there.
fn appear(
    setting: &Setting,
    fact: &Fact,
    gone: &[Fact],
    markers: &BTreeMap<Card, LocationId>,
    below: &mut Vec<Unseen>,
    rng: &mut impl Rng,
) {
    let Fact::Unit { piece, side, figures, at, .. } = fact else {
        return;
    };
    if *side != SOVIET || gone.iter().any(|fact| is_unit(fact, *piece)) {
        return;
    }
    let card = Card::ALL.into_iter().find(|card| setting.card_place(*card) == Some(*at));
    // Who assaults out of a sewer has moved his marker to where he does (TOI-S13).
    let goal = card.map_or(Some(*at), |card| markers.get(&card).copied());
    let squares = setting.options.track.len() as u8;
    // How well somebody fits: by what he was guessed to have covered, or could have.
    let fit = |unseen: &Unseen| {
        let Sheet { entrance, covered, fatigued } = unseen.sheet;
        let range = |covered: u8| u16::from(exit_range(&setting.options, covered));
        let within = |covered: u8| goal.is_none_or(|goal| setting.distance(entrance, goal) <= range(covered));
        (unseen.figures == *figures).then(|| (within(squares), !fatigued, within(covered)))
    };
    let Some(best) = below.iter().filter_map(fit).max() else { return };
    let fitting: Vec<usize> = (0..below.len()).filter(|n| below.get(*n).and_then(fit) == Some(best)).collect();
    let Some(n) = fitting.get(number_below(rng, fitting.len())) else { return };
    let found = below.swap_remove(*n);
    // It cannot have acted in this round: whoever did was another one.
    if found.sheet.fatigued
        && let Some(other) = below.iter_mut().find(|unseen| !unseen.sheet.fatigued)
    {
        other.sheet.fatigued = true;
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::StdRng;
    use referee::ledger::ScenarioText;
    use suite::Game;

    use super::*;
    use crate::change::End;

    /// Of two alike, the one came up who could; the other is still beneath the place where it went down (TOI-S11).
    #[test]
    fn who_comes_up_is_one_who_could() {
        let file = "candles-below-the-bread-works.toml";
        let text = include_str!("../../../scenarios/tide/candles-below-the-bread-works.toml").to_owned();
        let game = Game::<Tide>::new(&ScenarioText { name: file.to_owned(), text }, 1);
        let known = game.referee.knowledge(SOVIET.other().seat()).expect("names");
        let setting = known.setting();
        let place = |label: &str| setting.board.location_named(label).expect("a place");
        let Some(squad) = known.facts().iter().find(|fact| matches!(fact, Fact::Unit { side: SOVIET, .. })) else {
            panic!("a Soviet squad is in sight");
        };
        let at = |number: u16, label: &str| match squad.clone() {
            Fact::Unit { side, figures, state, token, name, .. } => {
                Fact::Unit { piece: Piece(number), side, figures, at: place(label), state, token, name }
            }
            other => other,
        };
        let card = Card::ALL[0];
        let on_card = match at(103, "J8") {
            Fact::Unit { piece, side, figures, state, token, name, .. } => {
                let at = setting.card_place(card).expect("a card's place");
                Fact::Unit { piece, side, figures, at, state, token, name }
            }
            other => other,
        };
        let marker = Fact::Entrance { card, at: place("J8") };
        let saw = |gone: &[Fact], new: &[Fact]| Heard::Saw { gone: gone.to_vec(), new: new.to_vec() };
        // He comes up, or assaults.
        for comes in [vec![at(103, "J8")], vec![marker, on_card]] {
            let heard = [
                saw(&[at(101, "C8")], &[]),
                saw(&[at(102, "G8")], &[]),
                Heard::Report(Report::RoundBegins(2)),
                saw(&[], &comes),
            ];
            for seed in 0..20 {
                let below = heard_below(setting, &heard, &mut StdRng::seed_from_u64(seed));
                let entrances: Vec<LocationId> = below.iter().map(|unseen| unseen.sheet.entrance).collect();
                assert_eq!(entrances, [place("C8")]);
            }
        }
    }

    /// A number that was a dead squad's says nothing against the next squad that bears it.
    #[test]
    fn who_has_a_dead_squads_number_can_be_below() {
        let text = include_str!("../../../scenarios/tide/first.toml").to_owned();
        let game = Game::<Tide>::new(&ScenarioText { name: "first.toml".to_owned(), text }, 1);
        let known = game.referee.knowledge(SOVIET.other().seat()).expect("names");
        let squads = known.facts().iter().filter_map(|fact| match fact {
            Fact::Unit { piece, side: SOVIET, .. } => Some((fact.clone(), *piece)),
            _ => None,
        });
        for (squad, unit) in squads {
            let went = || Heard::Saw { gone: vec![squad.clone()], new: Vec::new() };
            let dies = [Heard::Report(Report::Destroyed { unit, why: End::Losses }), went()];
            let below =
                |heard: &[Heard<Tide>]| heard_below(known.setting(), heard, &mut StdRng::seed_from_u64(1)).len();
            assert_eq!(below(&dies), 0);
            let comes = [Heard::Anew(unit), Heard::Saw { gone: Vec::new(), new: vec![squad.clone()] }, went()];
            assert_eq!(below(&dies.into_iter().chain(comes).collect::<Vec<_>>()), 1);
        }
    }
}
