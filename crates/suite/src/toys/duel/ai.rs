//! Sampled positions that fit a seat's knowledge, and the evaluation of positions. Both are for computer players and
//! odds.

use arrayvec::ArrayVec;
use rand::Rng;
use rules::agenda::Agenda;
use rules::{BySide, GameAi, Guess, Knowledge, Piece, Plans, Side, number_below};

use crate::toys::duel::printed::tables::MEN;
use crate::toys::duel::printed::words::Plan;
use crate::toys::duel::setting::Setting;
use crate::toys::duel::state::Duel;
use crate::toys::duel::state::position::{Man, Position};
use crate::toys::duel::state::step::Step;
use crate::toys::duel::view::fact::Fact;

impl GameAi for Duel {
    const PLANS: Option<Plans<Self>> = Some(Plans {
        clear_plan: |_, position, side| {
            position.ready[side] = false;
            position.plans(side).for_each(|plan| *plan = Plan::Hold);
        },
        isolate_order: |_, _, _, _| None,
        onlookers: |_, _| None,
    });

    /// Samples a position: visible facts as they are, and a random plan for each man whose plan is hidden.
    fn sample(known: &Knowledge<Self>, rng: &mut impl Rng) -> Option<Guess<Self>> {
        let mut men: ArrayVec<Man, MEN> = ArrayVec::new();
        let mut seen = Vec::new();
        let (mut turn, mut ready) = (0, BySide::default());
        for fact in known.facts() {
            match *fact {
                Fact::Man { piece, side, at, down } => {
                    let plan = Plan::ALL[number_below(rng, Plan::ALL.len())];
                    men.try_push(Man { side, at, plan, down }).ok()?;
                    seen.push(Some(piece));
                }
                Fact::Ready { side } => ready[side] = true,
                Fact::Turn { now, .. } => turn = now,
                Fact::Plan { .. } | Fact::Outcome { .. } => {}
            }
        }
        // Facts have no fixed order, so men are read before plans.
        for fact in known.facts() {
            if let Fact::Plan { piece, plan } = fact {
                let index = seen.iter().position(|man| *man == Some(*piece))?;
                men[index].plan = *plan;
            }
        }
        let mut agenda = Agenda::default();
        agenda.push(Step::NextTurn);
        agenda.push(Step::Plot);
        Some(Guess::new(known, Position { agenda, men, ready, turn }, seen))
    }

    /// Evaluates shots plotted at an enemy as good. To face an enemy after all moves is good for Blue.
    fn evaluate(setting: &Setting, position: &Position, side: Side) -> f64 {
        let standing = position.standing();
        let after = |man: &Man| setting.after(man.side, man.at, man.plan);
        let faces =
            |man: &Man, at, other: &Man, there| other.side != man.side && setting.across(man.side, at) == Some(there);
        let value = |(_, man): &(Piece, Man)| {
            let aims = man.plan == Plan::Fire && standing.iter().any(|(_, other)| faces(man, man.at, other, other.at));
            let meets = standing.iter().any(|(_, other)| faces(man, after(man), other, after(other)));
            let meets = man.side == Side::B && meets;
            0.1 + 0.03 * f64::from(u8::from(aims)) + 0.02 * f64::from(u8::from(meets))
        };
        let good = |of: Side| standing.iter().filter(|(_, man)| man.side == of).map(value).sum::<f64>();
        0.5 + good(side) - good(side.other())
    }
}
