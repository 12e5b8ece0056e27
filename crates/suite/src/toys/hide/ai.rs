//! Sampled positions that fit a seat's knowledge, for computer players and odds.

use arrayvec::ArrayVec;
use rand::{Rng, RngExt};
use rules::agenda::Agenda;
use rules::{GameAi, Guess, Knowledge, Plans, Side};

use crate::toys::hide::printed::MOLE;
use crate::toys::hide::setting::Setting;
use crate::toys::hide::state::{Hide, Man, Position, Step};
use crate::toys::hide::view::fact::Fact;

impl<const LEAK: u8> GameAi for Hide<LEAK> {
    const PLANS: Option<Plans<Self>> = None;

    fn sample(known: &Knowledge<Self>, rng: &mut impl Rng) -> Option<Guess<Self>> {
        let mut men: ArrayVec<Man, 8> = ArrayVec::new();
        let mut seen = Vec::new();
        for fact in known.facts() {
            match *fact {
                Fact::Man { piece, side, at, below, real, .. } => {
                    men.try_push(Man { side, at, below, real, out: false }).ok()?;
                    seen.push(Some(piece));
                }
                Fact::Unknown { at, count, .. } if known.seat() != MOLE.seat() => {
                    for _ in 0..count {
                        let real = rng.random_bool(2.0 / 3.0);
                        men.try_push(Man { side: MOLE, at, below: true, real, out: false }).ok()?;
                        seen.push(None);
                    }
                }
                _ => {}
            }
        }
        let round = known.facts().iter().find_map(|fact| match fact {
            Fact::Round { now, .. } => Some(*now),
            _ => None,
        })?;
        let mut agenda = Agenda::default();
        agenda.push(Step::NextRound);
        Some(Guess::new(known, Position { agenda, men, round, stamp: 0 }, seen)).filter(|_| {
            // The pending question is in the view only through these facts; positions in the middle of them are not
            // sampled.
            !known.facts().iter().any(|fact| matches!(fact, Fact::Listening { .. } | Fact::Directing { .. }))
        })
    }

    fn evaluate(_: &Setting, _: &Position, _: Side) -> f64 {
        0.5
    }
}
