//! The moving units, the agenda, and the pieces out of the game.

use board::LocationId;
use rules::{Piece, PieceSet, Seat, Side};

use crate::ai::sample::Draw;
use crate::ai::sample::unseen::bare;
use crate::mechanics::movement;
use crate::printed::kind::{Class, Kind};
use crate::printed::words::{Cover, Fate};
use crate::state::below::Below;
use crate::state::fight::Fight;
use crate::state::position::Moving;
use crate::state::step::Step;
use crate::state::unit::Unit;
use crate::view::AslEyes;
use crate::view::counters::Unseen;
use crate::view::fact::Fact;

impl Draw<'_> {
    /// Fills in the moving units and the agenda.
    pub(super) fn plan(&mut self, facts: &[Fact]) -> Option<()> {
        let others: Vec<Losses> = facts.iter().filter_map(losses).collect();
        for Losses { side, mut kinds } in others {
            for (kind, guard) in facts.iter().flat_map(|fact| prisoners(fact, side)) {
                if let Some(n) = kinds.iter().position(|lost| *lost == kind) {
                    kinds.swap_remove(n);
                    self.add_prisoner(side, kind, guard);
                }
            }
            for kind in kinds {
                let counter = Unseen { kind, granted: false, hidden: false };
                // Losses are added for the victory points. A full table has no room for all.
                let _ = self.add(Unit { fate: Fate::Lost, ..bare(side, counter, Cover::Open) }, None);
            }
        }
        for fact in facts {
            match fact {
                Fact::NoQuarter { side } => self.position.no_quarter[*side] = true,
                Fact::Moving { units, at, pace, mf_left, spent, stepped, on_road, began, fled, residual, careful } => {
                    (self.position.rout_from, self.position.fled_from) = (*began, self.group(*fled));
                    let units = self.movers(*units, *at);
                    let open = AslEyes::open(self.setting, &self.position);
                    let allotted = movement::factors_of(open, units, *pace);
                    let led = movement::is_led(open, units);
                    let seen = self.run.map(|run| run.left(allotted));
                    let (mf_left, on_road) = mf_left.map(|left| (left, *on_road)).or(seen)?;
                    let (pace, spent, stepped) = (*pace, *spent, *stepped);
                    let (residual, careful) = (*residual, *careful);
                    self.position.moving = Some(Moving {
                        units,
                        pace,
                        allotted,
                        mf_left,
                        spent,
                        stepped,
                        on_road,
                        residual,
                        careful,
                        led,
                    });
                }
                Fact::Pending(steps) => {
                    for step in steps {
                        let step = self.renamed(*step);
                        if let Step::SetUp { side } = step {
                            self.position.placed[side] = false;
                        }
                        self.position.agenda.push(step);
                    }
                }
                _ => {}
            }
        }
        Some(())
    }

    /// Adds a captured unit. If the seat doesn't see its Guard, it is some unit of the other side out of sight.
    fn add_prisoner(&mut self, side: Side, kind: Kind, guard: Option<Piece>) {
        let unseen = || {
            let out = |unit: &Unit| unit.side != side && unit.at.is_some() && unit.is_men() && !unit.is_open();
            self.position.units.all().find(|(_, unit)| out(unit)).map(|(piece, _)| piece)
        };
        let holder = guard.map_or_else(unseen, |guard| self.piece(guard));
        let counter = Unseen { kind, granted: false, hidden: false };
        let unit = Unit { fate: Fate::Captured, holder, ..bare(side, counter, Cover::Open) };
        if let Some(piece) = self.add(unit, None).filter(|_| holder.is_some()) {
            self.position.prisoners = self.position.prisoners.with(piece);
        }
    }

    /// Returns the moving units that the seat sees, or those under the moving "?". Units that can't have moved so far
    /// were there before.
    fn movers(&self, units: PieceSet, at: LocationId) -> PieceSet {
        let seen = self.group(units);
        if !seen.is_empty() {
            return seen;
        }
        let all = self.unseen_at(self.position.attacker, at);
        let Some(run) = self.run.filter(|run| run.tells()) else { return all };
        let kind = |piece: Piece| self.position.unit(piece).map(|unit| unit.kind);
        let leader = all.iter().filter_map(kind).find(|kind| kind.class() == Class::Leader);
        let could: PieceSet = all.iter().filter(|piece| run.is_for(kind(*piece).into_iter().chain(leader))).collect();
        if could.is_empty() { all } else { could }
    }

    /// Returns the units under the "?" of a side in a Location.
    fn unseen_at(&self, side: Side, at: LocationId) -> PieceSet {
        let lies = |unit: &Unit| unit.side == side && unit.at == Some(at) && unit.cover == Cover::Concealed;
        let unarmed = |unit: &Unit| !unit.kind.is_weapon();
        self.position.units.all().filter(|(_, unit)| lies(unit) && unarmed(unit)).map(|(piece, _)| piece).collect()
    }

    /// Returns a step with the pieces of the sampled position.
    fn renamed(&self, step: Step) -> Step {
        let (group, piece) = (|units| self.group(units), |unit| self.piece(unit));
        match step {
            // The units under the "?" now were there when the attack was declared.
            Step::Fight(Fight::BlowUnknown { side, units, against, at, capture }) => {
                let against = self.group(against) | self.unseen_at(side.other(), at);
                Step::Fight(Fight::BlowUnknown { side, units: self.group(units), against, at, capture })
            }
            // The attackers that the seat can't name are an ambusher's, under its "?".
            Step::Fight(Fight::Blow { units, against, capture }) if units.is_empty() => {
                let against = self.group(against);
                let whom = against.iter().find_map(|piece| self.position.unit(piece));
                let units = whom.and_then(|unit| Some(self.unseen_at(unit.side.other(), unit.at?)));
                Step::Fight(Fight::Blow { units: units.unwrap_or(PieceSet::EMPTY), against, capture })
            }
            Step::Fight(Fight::Infiltrate { side, at, units }) if units.is_empty() => {
                Step::Fight(Fight::Infiltrate { side, at, units: self.unseen_at(side, at) })
            }
            // All under the "?" may have acted.
            Step::Fight(Fight::Challenge { side, units, at }) if units.is_empty() => {
                Step::Fight(Fight::Challenge { side, units: self.unseen_at(side.other(), at), at })
            }
            Step::Fight(step) => Step::Fight(step.renamed(group, piece)),
            Step::Below(Below::Direct { from, units, way }) if self.seat != Seat::Side(self.position.attacker) => {
                let units =
                    if units.is_empty() { self.unseen_at(self.position.attacker, from) } else { self.group(units) };
                Step::Below(Below::Direct { from, units, way })
            }
            Step::Below(Below::Choose { from, units, way }) if self.seat != Seat::Side(self.position.attacker) => {
                let units =
                    if units.is_empty() { self.unseen_at(self.position.attacker, from) } else { self.group(units) };
                Step::Below(Below::Choose { from, units, way })
            }
            Step::Below(step) => Step::Below(step.renamed(group, piece)),
            plain => plain,
        }
    }
}

struct Losses {
    side: Side,
    kinds: Vec<Kind>,
}

/// Returns the prisoners of a side that a fact tells of, each with its Guard.
fn prisoners(fact: &Fact, of: Side) -> impl Iterator<Item = (Kind, Option<Piece>)> + use<> {
    let told = match fact {
        Fact::Prisoner { side, kind, guard, number } if *side == of => Some(((*kind, *guard), *number)),
        _ => None,
    };
    told.into_iter().flat_map(|(prisoner, number)| (0..number).map(move |_| prisoner))
}

fn losses(fact: &Fact) -> Option<Losses> {
    match fact {
        Fact::Losses { side, kinds } => Some(Losses { side: *side, kinds: kinds.clone() }),
        _ => None,
    }
}
