//! The sequence of play (SNP-B1): both sides plot, then all plots are carried out at once.

use rules::{Audience, Clause, Piece, Side, Turn};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Sniper;
use crate::change::{Change, Report};
use crate::clause::{B1, B2, B13, B19, B20, S39_0};
use crate::men::Trait;
use crate::order::{Order, Posture};
use crate::plot::{Act, Path, Plot, STEPS};
use crate::position::{Man, Phase};
use crate::setting::Setting;
use crate::{fire, grenades, look, melee, morale, movement, plan, victory};

rules::questions! {
    /// The kinds of questions.
    Question {
        /// Where the men are.
        SetUp = "set-up" by B19,
        /// What the men will do.
        Plot = "plot" by B2,
    }
}

/// An item of the agenda. The questions come first; both are put to both sides at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Step {
    /// Asked: where men begin.
    SetUp,
    /// Asked: what men do.
    Plot,
    /// The first turn begins.
    Begin,
    /// A turn begins.
    Turn,
    /// Men with plots may panic.
    Panic,
    /// Men at middle level duck and lean out, then comes all fire, from one state.
    Fire,
    /// Movement begins.
    Movement,
    /// One movement point of all men.
    Pulse {
        /// Which, from 1.
        now: u8,
    },
    /// Grenades.
    Grenades,
    /// Hand-to-hand.
    Melee,
    /// Stunned men recover; reloading is done.
    Recovery,
    /// Men leave, the turn ends.
    End,
}

impl Step {
    /// The question it asks, if it is one.
    #[inline]
    #[must_use]
    pub const fn question(self) -> Option<Question> {
        Some(match self {
            Step::SetUp => Question::SetUp,
            Step::Plot => Question::Plot,
            _ => return None,
        })
    }
}

/// Resolves a checked order: it writes its own side's slot only. The last side to be ready sets the turn going, which
/// follows from the position alone.
#[inline]
pub fn resolve(turn: &mut impl Turn<Sniper>, side: Side, order: &Order) {
    match *order {
        Order::Ready => {
            turn.change(B2, Change::Ready { side, now: true });
            if turn.position().ready[side.other()] {
                let question = turn.position().agenda.top();
                turn.pop();
                turn.push(if question == Some(Step::SetUp) { Step::Begin } else { Step::Panic });
            }
        }
        Order::Place { man, at } => {
            let held = turn.position().man(man).map_or(Posture::Standing, |man| man.posture);
            let posture = plan::arriving(turn.setting(), held, at);
            turn.change(B19, Change::Place { man, at, posture });
        }
        _ => {
            let Some(piece) = order.man() else { return };
            let man = turn.position().man(piece);
            if let Some(plot) = man.and_then(|man| plan::plotted(turn.setting(), piece, man, order)) {
                turn.change(B2, Change::Plot { man: piece, plot });
            }
        }
    }
}

/// Does one step that is no question.
#[inline]
pub fn step(turn: &mut impl Turn<Sniper>, step: Step) {
    match step {
        Step::Begin => {
            show_all(turn);
            look::look(turn);
            turn.change(B1, Change::Turn { now: 1 });
            turn.push(Step::Turn);
        }
        Step::Turn => {
            plot_routes(turn);
            turn.change(B1, Change::Phase { now: Phase::Plot });
            turn.push(Step::Plot);
        }
        Step::Panic => {
            turn.change(B1, Change::Phase { now: Phase::Resolution });
            // The one to be done last first.
            for next in [Step::End, Step::Recovery, Step::Melee, Step::Grenades, Step::Movement, Step::Fire] {
                turn.push(next);
            }
            morale::panic(turn);
        }
        Step::Fire => {
            let mut noticed = look::Noticed::default();
            movement::ladders(turn, &mut noticed);
            fire::fire_all(turn, &noticed);
        }
        Step::Movement => {
            movement::meet_on_ladders(turn);
            turn.push(Step::Pulse { now: 1 });
        }
        Step::Pulse { now } => {
            if usize::from(now) < STEPS {
                turn.push(Step::Pulse { now: now + 1 });
            }
            movement::pulse(turn, now);
        }
        Step::Grenades => grenades::throw_all(turn),
        Step::Melee => melee::fight_all(turn),
        Step::Recovery => {
            fire::reload_all(turn);
            recover(turn);
        }
        Step::End => end(turn),
        Step::SetUp | Step::Plot => {}
    }
}

/// Without hidden movement every man is seen from the beginning (39.0).
fn show_all(turn: &mut impl Turn<Sniper>) {
    if turn.setting().options.hidden {
        return;
    }
    for piece in turn.position().men.numbers() {
        if turn.position().man(piece).is_some_and(|man| man.at.is_some() && !man.seen && !man.dummy) {
            turn.change(S39_0, Change::Seen { man: piece, now: true });
        }
    }
}

/// The next stretch of every route that is still followed (SNP-B20).
fn plot_routes(turn: &mut impl Turn<Sniper>) {
    for piece in turn.position().men.who(Trait::OnRoute).iter() {
        let stretch = turn.position().man(piece).and_then(|man| next_stretch(turn.setting(), piece, man));
        let Some(plot) = stretch else { continue };
        turn.change(B20, Change::Plot { man: piece, plot });
    }
}

/// What a man on his route does this turn: he gets up if he lies, then takes as many steps of it as his movement points
/// allow, but no further than to the far edge where he is to have been; `None` if he is on none, or at its end.
pub(crate) fn next_stretch(setting: &Setting, piece: Piece, man: &Man) -> Option<Plot> {
    let (route, mut at) = (setting.routes.get(piece.index())?, man.at.filter(|_| man.on_route && man.stunned == 0)?);
    let movement = &setting.tables.movement;
    let points = if man.wounded { movement.wounded } else { movement.turn };
    if route.len() <= usize::from(man.route_done) {
        return None;
    }
    // Nobody plots for him, so he would crawl to the end of his route.
    let posture = (man.posture == Posture::Prone).then_some(Posture::Standing);
    let (mut path, mut spent) =
        (Path::default(), posture.map_or(0, |posture| plan::posture_cost(setting, man.posture, posture)));
    for &to in route.iter().skip(usize::from(man.route_done)) {
        spent = spent.saturating_add(plan::cost(setting, at, to, false)?);
        if spent > points || path.push(to).is_none() {
            break;
        }
        at = to;
        // Who went on would not be there when the turn ends, and so would never have been there.
        if !man.mission && victory::is_far_edge(setting, man.side, to) {
            break;
        }
    }
    let plot = Plot { posture, path, act: None };
    (!plot.is_empty()).then_some(plot)
}

/// Who was stunned the turn before recovers (SNP-B13), all at once.
fn recover(turn: &mut impl Turn<Sniper>) {
    let stunned = turn.position().men.who(Trait::Stunned);
    for man in stunned.iter() {
        let left = turn.position().man(man).map_or(0, |man| man.stunned);
        turn.change(B13, Change::Stunned { man, turns: left.saturating_sub(1) });
    }
    if !stunned.is_empty() {
        turn.change(B13, Change::Look);
    }
}

fn end(turn: &mut impl Turn<Sniper>) {
    if victory::leave(turn) {
        // The last who went may have been the only eyes on somebody.
        look::look(turn);
    }
    debug_assert!(look::is_settled(turn.setting(), turn.position()), "somebody comes into sight unnoticed");
    let now = turn.position().turn;
    if let Some(winner) = victory::decided(turn.setting(), turn.position()) {
        turn.change(crate::clause::B24, Change::Over { winner });
        turn.change(B1, Change::Phase { now: Phase::Over });
        return;
    }
    turn.change(B1, Change::Turn { now: now + 1 });
    turn.push(Step::Turn);
}

/// Tells everybody if everybody may know of a man, else his side only, and the other side less.
pub(crate) fn tell(turn: &mut impl Turn<Sniper>, clause: Clause, side: Side, public: bool, report: Report) {
    let audience = if public { Audience::All } else { Audience::Only(side) };
    turn.report(clause, audience, report);
}

/// Changes what a man was plotted to do by what has befallen him. If a throw comes to nothing by it, his side hears so.
pub(crate) fn replot(turn: &mut impl Turn<Sniper>, clause: Clause, man: Piece, plot: Plot) {
    let Some((side, before)) = turn.position().man(man).map(|man| (man.side, man.plot)) else { return };
    if plot == before {
        return;
    }
    turn.change(clause, Change::Plot { man, plot });
    let still_to_come = turn.position().agenda.steps().contains(&Step::Grenades);
    if still_to_come && matches!(before.act, Some(Act::Throw { .. })) && plot.act.is_none() {
        turn.report(clause, Audience::Only(side), Report::Dropped { man });
    }
}
