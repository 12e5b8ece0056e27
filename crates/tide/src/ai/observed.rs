//! Squads below that are consistent with the observations of a seat that doesn't see them.
//!
//! Each squad that disappeared without dying is on a card, with tokens that it could have. Weights:
//!
//! - Each squad below that has not acted in the round is equally likely to be the one that acts.
//! - The acting squad advances by a square in two of three samples ([`GOES_ON`]); in the third it only turns its token.
//! - Each squad that could have come so far is equally likely to be the one that came up or assaulted.

use std::collections::{BTreeMap, BTreeSet};

use board::LocationId;
use rand::Rng;
use rules::{Observation, Piece, PieceSet, number_below};

use crate::mechanics::fire::firepower;
use crate::printed::figures::Figures;
use crate::printed::tables::half;
use crate::printed::words::{Card, Figure, SOVIET, State, Token};
use crate::setting::{Setting, exit_range};
use crate::state::Tide;
use crate::state::position::Sheet;
use crate::state::report::Report;
use crate::state::squad::{Place, SQUADS, Squad};
use crate::view::fact::Fact;

/// Probability that a squad acting below advances, as a fraction.
const GOES_ON: (usize, usize) = (2, 3);

/// A squad below that the seat doesn't see.
#[derive(Clone, Debug)]
pub struct Unseen {
    pub figures: Figures,
    pub sheet: Sheet,
    /// The Location that it has won in an assault and not yet occupied.
    pub assaults: Option<LocationId>,
}

impl Unseen {
    fn new(figures: Figures, entrance: LocationId) -> Unseen {
        Unseen { figures, sheet: Sheet { entrance, covered: 1, fatigued: true }, assaults: None }
    }

    /// Returns the squad to its card after a failed assault (TOI-S16).
    pub fn fall_back(&mut self) {
        self.assaults = None;
        self.sheet = Sheet { covered: 1, fatigued: true, ..self.sheet };
    }
}

/// An assault from the hidden sewer as all seats see it.
#[derive(Clone, Copy, Debug)]
struct Assault {
    at: LocationId,
    /// Dice of the attack, without the supporters.
    own: u8,
    /// Hits of the attack that were not cancelled.
    net: u8,
    against: u8,
    won: bool,
}

impl Assault {
    /// Whether a squad with these figures could have fought this assault.
    fn is_of(&self, setting: &Setting, figures: Figures, support: u16) -> bool {
        let penalty = u16::from(setting.options.sewer_assault_penalty);
        let strength = (figures.firepower(SOVIET) + support).saturating_sub(penalty);
        let lives = self.against < figures.total();
        // With fewer hits it loses, whether it survives or not.
        let ends = self.net <= self.against || self.won == lives;
        strength == u16::from(self.own) && !figures.is_heavy() && ends
    }

    /// Returns the figures left after the losses; `None` if the squad died. Hidden squads lose figures in a fixed order
    /// (TOI-S5).
    fn left_of(&self, mut figures: Figures) -> Option<Figures> {
        for _ in 0..self.against {
            let falls = [Figure::Regular, Figure::Elite, Figure::Officer].into_iter();
            figures = figures.without(falls.into_iter().find(|figure| figures.count(*figure) > 0)?);
        }
        (figures.total() > 0).then_some(figures)
    }
}

/// Tracks the squads that went below through all observations. Returns them, and whether they are consistent with all
/// observations.
pub fn observed_below(
    setting: &Setting,
    observations: &[Observation<Tide>],
    rng: &mut impl Rng,
) -> (Vec<Unseen>, bool) {
    let mut below: Vec<Unseen> = Vec::new();
    let (mut fits, mut begun) = (true, false);
    // The visible squads, for the dice of supporters; and a won assault whose squad has not come up yet.
    let mut seen: BTreeMap<u16, (Figures, State)> = BTreeMap::new();
    let mut winner: Option<(Assault, u16)> = None;
    let mut dead: BTreeSet<u16> = BTreeSet::new();
    let mut markers: BTreeMap<Card, LocationId> = BTreeMap::new();
    let squares = u8::try_from(setting.options.track.len()).unwrap_or(u8::MAX);
    for item in observations {
        match item {
            Observation::Report(Report::Destroyed { unit, .. }) => {
                dead.insert(unit.0);
            }
            Observation::Report(Report::RoundBegins(_)) => {
                // All squads alive have acted by now (TOI-B2).
                fits &= below.iter().all(|unseen| unseen.sheet.fatigued);
                begun = true;
                below.iter_mut().for_each(|unseen| unseen.sheet.fatigued = false);
            }
            Observation::Report(Report::ActedBelow { .. }) => {
                let fresh: Vec<&mut Unseen> = below.iter_mut().filter(|unseen| !unseen.sheet.fatigued).collect();
                fits &= !fresh.is_empty();
                let chosen = number_below(rng, fresh.len().max(1));
                if let Some(unseen) = fresh.into_iter().nth(chosen) {
                    let (goes, of) = GOES_ON;
                    let advance = u8::from(number_below(rng, of) < goes);
                    unseen.sheet.fatigued = true;
                    unseen.sheet.covered = (unseen.sheet.covered + advance).min(squares);
                }
            }
            Observation::Report(Report::Assault {
                unit: None,
                with,
                at,
                strength,
                hits,
                saves,
                against_hits,
                won,
                ..
            }) => {
                let (net, against) = (hits.saturating_sub(*saves), *against_hits);
                let assault = Assault { at: *at, own: *strength, net, against, won: *won };
                let support = support(&seen, *with);
                if *won {
                    winner = Some((assault, support));
                } else {
                    fits &= fail(setting, assault, support, &mut below, rng);
                }
            }
            Observation::ViewChanged { gone, new } => {
                for fact in new {
                    if let Fact::Entrance { card, at } = fact {
                        markers.insert(*card, *at);
                    }
                }
                note(&mut seen, new);
                gone.iter().for_each(|fact| vanish(setting, fact, new, &dead, &markers, &mut below));
                for fact in new {
                    // No squad is below when the game begins.
                    fits &= appear(setting, fact, gone, &markers, &mut winner, &mut below, rng) || !begun;
                }
            }
            Observation::HandleReused(piece) => {
                dead.remove(&piece.0);
            }
            Observation::Undone { new, .. } => note(&mut seen, new),
            Observation::Report(_) | Observation::Ordered(_) | Observation::Rolled(_) => {}
        }
    }
    if let Some((assault, support)) = winner {
        match assaulter(setting, assault, support, None, &below, rng) {
            Some((n, left)) => {
                if let Some(unseen) = below.get_mut(n) {
                    let sheet = Sheet { entrance: assault.at, covered: 0, fatigued: false };
                    *unseen = Unseen { figures: left.unwrap_or(unseen.figures), sheet, assaults: Some(assault.at) };
                }
            }
            None => fits = false,
        }
    }
    below.truncate(SQUADS);
    (below, fits)
}

/// Updates the squads that the seat sees.
fn note(seen: &mut BTreeMap<u16, (Figures, State)>, new: &[Fact]) {
    for fact in new {
        if let Fact::Unit { piece, figures, state, .. } = fact {
            seen.insert(piece.0, (*figures, *state));
        }
    }
}

/// Returns the firepower that supporters add (TOI-B10).
fn support(seen: &BTreeMap<u16, (Figures, State)>, with: PieceSet) -> u16 {
    let squad = |(figures, state): &(Figures, State)| Squad {
        side: SOVIET,
        figures: *figures,
        place: Place::Gone,
        state: *state,
        token: Token::Fresh,
        name: u8::MAX,
    };
    with.iter().filter_map(|piece| seen.get(&piece.0)).map(|known| half(firepower(&squad(known)))).sum()
}

/// Picks a squad below that could have made an assault, and returns its index and the figures that are left. `figures`
/// limits the choice to squads with these figures left.
fn assaulter(
    setting: &Setting,
    assault: Assault,
    support: u16,
    figures: Option<Figures>,
    below: &[Unseen],
    rng: &mut impl Rng,
) -> Option<(usize, Option<Figures>)> {
    let squares = setting.options.track.len() as u8;
    let fit = |unseen: &Unseen| {
        let Sheet { entrance, covered, fatigued } = unseen.sheet;
        let within =
            |covered: u8| setting.distance(entrance, assault.at) <= u16::from(exit_range(&setting.options, covered));
        let left = assault.left_of(unseen.figures);
        let is = !fatigued
            && within(squares)
            && assault.is_of(setting, unseen.figures, support)
            && (figures.is_none() || figures == left);
        is.then(|| within(covered))
    };
    let best = below.iter().filter_map(fit).max()?;
    let fitting: Vec<usize> = (0..below.len()).filter(|n| below.get(*n).and_then(fit) == Some(best)).collect();
    let n = *fitting.get(number_below(rng, fitting.len()))?;
    Some((n, assault.left_of(below.get(n)?.figures)))
}

/// Removes the squad of a failed assault, or returns it to its card (TOI-S16). Returns whether a squad below could have
/// made the assault.
fn fail(setting: &Setting, assault: Assault, support: u16, below: &mut Vec<Unseen>, rng: &mut impl Rng) -> bool {
    let Some((n, left)) = assaulter(setting, assault, support, None, below, rng) else { return false };
    let _ = below.swap_remove(n);
    below.extend(left.map(|figures| Unseen::new(figures, assault.at)));
    true
}

fn is_unit(fact: &Fact, wanted: Piece) -> bool {
    matches!(fact, Fact::Unit { piece, .. } if *piece == wanted)
}

/// Adds a Soviet squad that disappeared alive to those below, at its last Location or at the target of its assault.
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
    // A squad without figures gave them to another and was taken off (TOI-B33).
    let lost = dead.contains(&piece.0) || figures.total() == 0;
    if *side != SOVIET || lost || new.iter().any(|fact| is_unit(fact, *piece)) {
        return;
    }
    let card = Card::ALL.into_iter().find(|card| setting.card_place(*card) == Some(*at));
    let entrance = card.and_then(|card| markers.get(&card).copied()).unwrap_or(*at);
    below.push(Unseen::new(*figures, entrance));
}

/// Removes a squad that has come up from those below: one with the same figures that could have come there. Returns
/// whether there is one.
fn appear(
    setting: &Setting,
    fact: &Fact,
    gone: &[Fact],
    markers: &BTreeMap<Card, LocationId>,
    winner: &mut Option<(Assault, u16)>,
    below: &mut Vec<Unseen>,
    rng: &mut impl Rng,
) -> bool {
    let Fact::Unit { piece, side, figures, at, .. } = fact else {
        return true;
    };
    if *side != SOVIET || gone.iter().any(|fact| is_unit(fact, *piece)) {
        return true;
    }
    if let Some((assault, support)) = winner.take_if(|(assault, _)| assault.at == *at) {
        let Some((n, _)) = assaulter(setting, assault, support, Some(*figures), below, rng) else { return false };
        let _ = below.swap_remove(n);
        return true;
    }
    let card = Card::ALL.into_iter().find(|card| setting.card_place(*card) == Some(*at));
    // An assault from the sewer moves the marker to the target (TOI-S13).
    let goal = card.map_or(Some(*at), |card| markers.get(&card).copied());
    let squares = setting.options.track.len() as u8;
    // The best fit has enough squares covered in this sample; the next best could have.
    let fit = |unseen: &Unseen| {
        let Sheet { entrance, covered, fatigued } = unseen.sheet;
        let range = |covered: u8| u16::from(exit_range(&setting.options, covered));
        let within = |covered: u8| goal.is_none_or(|goal| setting.distance(entrance, goal) <= range(covered));
        (unseen.figures == *figures).then(|| (within(squares), !fatigued, within(covered)))
    };
    let Some(best) = below.iter().filter_map(fit).max() else { return false };
    let fitting: Vec<usize> = (0..below.len()).filter(|n| below.get(*n).and_then(fit) == Some(best)).collect();
    let Some(n) = fitting.get(number_below(rng, fitting.len())) else { return false };
    let found = below.swap_remove(*n);
    // A squad that came up can't have acted before in this round, so another one did.
    if found.sheet.fatigued
        && let Some(other) = below.iter_mut().find(|unseen| !unseen.sheet.fatigued)
    {
        other.sheet.fatigued = true;
    }
    true
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::StdRng;
    use referee::ledger::ScenarioText;
    use suite::Game;

    use super::*;
    use crate::state::report::End;

    /// Of two squads with the same figures, the one that comes up could reach the exit. The other stays below its
    /// entrance (TOI-S11).
    #[test]
    fn who_comes_up_is_one_who_could() {
        let file = "candles-below-the-bread-works.toml";
        let text = include_str!("../../../../scenarios/tide/candles-below-the-bread-works.toml").to_owned();
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
        let saw = |gone: &[Fact], new: &[Fact]| Observation::ViewChanged { gone: gone.to_vec(), new: new.to_vec() };
        // The squad comes up, or assaults.
        for comes in [vec![at(103, "J8")], vec![marker, on_card]] {
            let observations = [
                saw(&[at(101, "C8")], &[]),
                saw(&[at(102, "G8")], &[]),
                Observation::Report(Report::RoundBegins(2)),
                saw(&[], &comes),
            ];
            for seed in 0..20 {
                let (below, _) = observed_below(setting, &observations, &mut StdRng::seed_from_u64(seed));
                let entrances: Vec<LocationId> = below.iter().map(|unseen| unseen.sheet.entrance).collect();
                assert_eq!(entrances, [place("C8")]);
            }
        }
    }

    /// The handle of a dead squad can be reused for a squad that goes below.
    #[test]
    fn who_has_a_dead_squads_number_can_be_below() {
        let text = include_str!("../../../../scenarios/tide/first.toml").to_owned();
        let game = Game::<Tide>::new(&ScenarioText { name: "first.toml".to_owned(), text }, 1);
        let known = game.referee.knowledge(SOVIET.other().seat()).expect("names");
        let squads = known.facts().iter().filter_map(|fact| match fact {
            Fact::Unit { piece, side: SOVIET, .. } => Some((fact.clone(), *piece)),
            _ => None,
        });
        for (squad, unit) in squads {
            let went = || Observation::ViewChanged { gone: vec![squad.clone()], new: Vec::new() };
            let dies = [Observation::Report(Report::Destroyed { unit, why: End::Losses }), went()];
            let below = |observations: &[Observation<Tide>]| {
                observed_below(known.setting(), observations, &mut StdRng::seed_from_u64(1)).0.len()
            };
            assert_eq!(below(&dies), 0);
            let comes = [
                Observation::HandleReused(unit),
                Observation::ViewChanged { gone: Vec::new(), new: vec![squad.clone()] },
                went(),
            ];
            assert_eq!(below(&dies.into_iter().chain(comes).collect::<Vec<_>>()), 1);
            // A squad that gives all its figures to another is not below (TOI-B33).
            let mut empty = squad.clone();
            if let Fact::Unit { figures, .. } = &mut empty {
                *figures = Figures::default();
            }
            let saw = |gone: &Fact, new| Observation::ViewChanged { gone: vec![gone.clone()], new };
            assert_eq!(below(&[saw(&squad, vec![empty.clone()]), saw(&empty, Vec::new())]), 0);
        }
    }
}
