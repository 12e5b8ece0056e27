//! One more step (SNP-B5, 39.2).

use rules::scene::OrderText;
use rules::{Enumeration, OrderKind, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::planned::{Planned, TAKEN, is_taken, may_still_move, place, planned};
use crate::orders;
use crate::orders::plots::{is_time_to_plot, men_and_places, write};
use crate::printed::clause::{B4, B5, B6, S39_31, S39_41};
use crate::printed::terrain::Barrier;
use crate::printed::words::Posture;
use crate::setting::exits::Exit;
use crate::setting::path::STEPS;
use crate::setting::sight::{self, Eye};
use crate::setting::spot::{Level, Spot};
use crate::setting::{Setting, underground};
use crate::state::Sniper;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::SniperEyes;

impl OrderKind<Sniper> for orders::Step {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        is_time_to_plot(step)
    }

    #[inline]
    fn legal(&self, Prompt { eyes, .. }: Prompt<'_, Sniper>) -> Result<(), Refusal> {
        let planned = planned(eyes, self.man)?;
        let walking = walking(eyes, &planned, planned.spent(eyes.setting()))?;
        let goal = place(eyes, self.to)?;
        let Some(exit) = walking.from.exit(self.to) else {
            let no_way = || no_step(eyes.setting(), walking.from, goal);
            return Err(underground::no_way(walking.from, goal).unwrap_or_else(no_way));
        };
        may_take_exit(eyes, &walking, exit)
    }

    #[inline]
    fn resolve(&self, resolver: &mut impl Resolver<Sniper>, _: Side, _: Step) {
        write(resolver, self.man, |_, man| {
            let mut plot = man.plot;
            let _ = plot.path.push(self.to);
            Some(plot)
        });
    }

    fn describe(&self, reader: Reader<'_, Sniper>) -> OrderText {
        let sentence = format!("{} steps to {}.", reader.man(self.man), reader.at(self.to));
        OrderText::new("Step", sentence, B5).about([self.man]).at([self.to])
    }

    fn wellformed_orders(eyes: SniperEyes<'_>, _: Side, _: Enumeration, sink: &mut impl FnMut(Self)) {
        men_and_places(eyes).for_each(|(man, to)| sink(orders::Step { man, to }));
    }
}

/// A man who may go on: where his path ends, and what he has spent on it.
struct Walking<'a> {
    planned: &'a Planned<'a>,
    end: Eye,
    spent: u8,
    /// The place he goes on from.
    from: &'a Spot,
}

/// A man who may go on, with the movement points he has spent, or why he may not.
#[inline]
fn walking<'a>(eyes: SniperEyes<'a>, planned: &'a Planned<'a>, spent: u8) -> Result<Walking<'a>, Refusal> {
    may_still_move(planned)?;
    let end = planned.end(eyes.setting());
    Ok(Walking { planned, end, spent, from: place(eyes, end.at)? })
}

/// Whether a man can take one more step this way (SNP-B5, 39.2), or why not.
#[inline]
fn may_take_exit(eyes: SniperEyes<'_>, walking: &Walking<'_>, exit: &Exit) -> Result<(), Refusal> {
    let Walking { planned, end, spent, from } = walking;
    let prone = end.posture == Posture::Prone;
    let onto_ladder = exit.way.is_ladder() && eyes.setting().is_middle(exit.to);
    S39_31.forbids(prone && onto_ladder, "a prone man can't climb the ladder: plot “Stand up” first")?;
    S39_31.forbids(
        planned.posture == Posture::Prone && from.level == Level::Middle,
        "a prone man can't climb the ladder: plot “Stand up” first",
    )?;
    let Some(cost) = exit.cost_for(prone) else {
        return Err(Refusal::new(B4, "a prone man can't crawl there: plot “Stand up” first"));
    };
    S39_41.forbids(onto_ladder && is_taken(eyes, planned.piece, exit.to), TAKEN)?;
    B5.forbids(spent.saturating_add(cost) > planned.points, "this man doesn't have enough movement points")?;
    B5.forbids(
        planned.man.plot.path.steps().len() >= STEPS,
        "this man's path already has 10 steps, the most in one turn",
    )
}

/// The ways a man can take next, who has spent so many movement points: he is shown all together, or one by one.
#[inline]
pub fn steps(eyes: SniperEyes<'_>, planned: &Planned<'_>, spent: u8, mut open: impl FnMut(&[Exit])) {
    let Ok(walking) = walking(eyes, planned, spent) else { return };
    let (exits, prone) = (&walking.from.exits, walking.end.posture == Posture::Prone);
    let all = walking.from.dearest[usize::from(prone)]
        .is_some_and(|cost| spent.saturating_add(cost) <= planned.points && planned.man.plot.path.len() < STEPS);
    if all {
        return open(exits);
    }
    for exit in exits {
        if may_take_exit(eyes, &walking, exit).is_ok() {
            open(std::slice::from_ref(exit));
        }
    }
}

/// Why a step above ground is none.
fn no_step(setting: &Setting, from: &Spot, goal: &Spot) -> Refusal {
    if from.hex == goal.hex {
        return Refusal::new(B6, "there are no stairs in this hex");
    }
    let next = setting.board.grid().distance(from.hex, goal.hex) == 1;
    if next && sight::barrier(&setting.board, from.hex, goal.hex) == Barrier::Wall {
        return Refusal::new(B6, "a wall blocks the way");
    }
    if next && from.level != goal.level {
        return Refusal::new(B6, "men can change floors only on stairs");
    }
    Refusal::new(B5, "that place is not one step from the end of this man's path")
}
