//! One more step (SNP-B5, 39.2).

use rules::scene::OrderText;
use rules::{Enumeration, OrderKind, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::planned::{Planned, TAKEN, is_taken, may_still_move, place, planned};
use crate::orders;
use crate::orders::plots::{each_man, is_time_to_plot, places, write};
use crate::printed::clause::{B4, B5, B6, S39_31, S39_41};
use crate::printed::terrain::Barrier;
use crate::printed::words::Posture;
use crate::setting::exits::Exit;
use crate::setting::path::STEPS;
use crate::setting::sight::{self, Eye};
use crate::setting::spot::{Level, Spot};
use crate::setting::steps::Climb;
use crate::setting::{Setting, underground};
use crate::state::Sniper;
use crate::state::step::Step;
use crate::text::names::{GO_BELOW, Names};
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
        let (title, goes) = match reader.climb(self.man, self.to) {
            Some(Climb::Down) => (GO_BELOW, "climbs down to"),
            Some(Climb::Up) => ("Climb up", "climbs up to"),
            None => ("Step", "steps to"),
        };
        let sentence = format!("{} {goes} {}.", reader.man(self.man), reader.at(self.to));
        OrderText::new(title, sentence, B5).about([self.man]).at([self.to])
    }

    fn wellformed_orders(eyes: SniperEyes<'_>, _: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        // Steps down, up and without a ladder have different verbs.
        for climb in [None, Some(Climb::Down), Some(Climb::Up)] {
            let steps = |man| {
                let end = eyes.mine(man).ok().map(|(of, at)| of.plot.path.end().unwrap_or(at));
                let climbs = move |to| end.and_then(|end| Climb::between(eyes.setting(), end, to));
                places(eyes).filter(move |to| climbs(*to) == climb).map(move |to| orders::Step { man, to })
            };
            each_man(eyes, which, steps, sink);
        }
    }
}

/// A man who may continue, with the end of his path and the movement points spent on it.
struct Walking<'a> {
    planned: &'a Planned<'a>,
    end: Eye,
    spent: u8,
    /// The place his next step starts from.
    from: &'a Spot,
}

/// Returns the man's state before another step, `spent` movement points used.
///
/// # Errors
/// Refuses if he may not continue.
#[inline]
fn walking<'a>(eyes: SniperEyes<'a>, planned: &'a Planned<'a>, spent: u8) -> Result<Walking<'a>, Refusal> {
    may_still_move(planned)?;
    let end = planned.end(eyes.setting());
    Ok(Walking { planned, end, spent, from: place(eyes, end.at)? })
}

/// Checks that a man can take this step next (SNP-B5, 39.2).
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

/// Calls `open` with the steps a man can take next after `spent` movement points: all together, or one at a time.
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

/// Returns the refusal of a step above ground that does not exist.
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
