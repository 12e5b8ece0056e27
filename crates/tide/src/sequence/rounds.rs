//! Steps of a round and of its phases.

use rules::{Audience, BySide, PieceSet, Resolver, Side};

use crate::mechanics::{melee, morale, movement, objectives, sewer};
use crate::orders::prepare::ask_ready;
use crate::orders::transfer::ask_transfer;
use crate::printed::clause::{B1, B2, B4, B5, B34, B38, B39, S12, S15, S16};
use crate::printed::words::{Action, Phase, Token};
use crate::state::Tide;
use crate::state::change::Change;
use crate::state::ending::wins_at_once;
use crate::state::position::{has_fresh, has_squads};
use crate::state::report::Report;
use crate::state::squad::Squad;
use crate::state::step::Step;

/// Resolves one step that is not a question.
#[inline]
pub fn step(resolver: &mut impl Resolver<Tide>, step: Step) {
    match step {
        Step::Round => begin_round(resolver),
        Step::Next => next(resolver),
        Step::CarryOn => movement::carry_on(resolver),
        Step::EndActivation => end_activation(resolver),
        Step::Lose { side, victims, figures } => morale::lose_figures(resolver, side, victims, figures),
        Step::AssaultOver { unit, at, defenders, won } => melee::conclude(resolver, unit, at, defenders, won),
        Step::Beaten { side, unit } => morale::be_beaten(resolver, side, unit),
        Step::BeatenOut { side, at } => morale::be_beaten_out(resolver, side, at),
        Step::Occupy { unit, at } => melee::occupy(resolver, unit, at),
        Step::Command => command_phase(resolver),
        Step::Initiative => initiative(resolver),
        Step::Status => status_phase(resolver),
        Step::EndRound => end_round(resolver),
        Step::Act
        | Step::Move
        | Step::AfterEmerging
        | Step::OpFire
        | Step::ChooseLoss { .. }
        | Step::ChooseRetreat { .. }
        | Step::ChooseRetreats { .. }
        | Step::Spend { .. }
        | Step::Ready { .. }
        | Step::Transfer { .. } => {}
    }
}

fn begin_round(resolver: &mut impl Resolver<Tide>) {
    let now = resolver.position().round;
    resolver.report(B1, Audience::All, Report::RoundBegins(now));
    resolver.change(B1, Change::Phase { now: Phase::Action });
    let initiative = resolver.position().initiative;
    begin_turn(resolver, initiative);
}

/// Begins the turn of this side; of the other one if this side can't act. If neither can, the Command Phase follows.
fn begin_turn(resolver: &mut impl Resolver<Tide>, first: Side) {
    for side in [first, first.other()] {
        if has_fresh(resolver.position(), side) {
            let actions = resolver.setting().actions[side];
            resolver.change(B2, Change::Turn { side, actions });
            resolver.push(Step::Act);
            return;
        }
    }
    resolver.push(Step::Command);
}

fn next(resolver: &mut impl Resolver<Tide>) {
    let position = resolver.position();
    if B39.is_in_force() && Side::BOTH.iter().any(|side| !has_squads(position, *side)) {
        resolver.change(B39, Change::Phase { now: Phase::Over });
        return;
    }
    let side = position.turn;
    if position.actions_left > 0 && has_fresh(position, side) {
        resolver.push(Step::Act);
    } else {
        begin_turn(resolver, side.other());
    }
}

/// Ends the activation. A squad on the board without a token becomes fatigued.
fn end_activation(resolver: &mut impl Resolver<Tide>) {
    let Some(active) = resolver.position().active else {
        return;
    };
    let clause = match active.action {
        Action::Emerge => S12,
        Action::SewerAssault | Action::UnseenAssault => {
            let up = resolver.position().squad(active.piece).is_some_and(|squad| squad.on().is_some());
            if up { S15 } else { S16 }
        }
        Action::Advance | Action::FireAndMovement | Action::Assault => B4,
    };
    let unit = active.piece;
    let fresh = |squad: &Squad| squad.on().is_some() && squad.token == Token::Fresh;
    if resolver.position().squad(unit).is_some_and(fresh) {
        resolver.change(clause, Change::Token { unit, now: Token::Fatigued });
    }
    resolver.change(clause, Change::Done);
}

fn command_phase(resolver: &mut impl Resolver<Tide>) {
    resolver.change(B1, Change::Phase { now: Phase::Command });
    objectives::settle(resolver);
    objectives::command_phase(resolver);
    let (setting, position) = (resolver.setting(), resolver.position());
    if B38.is_in_force() && Side::BOTH.iter().any(|side| wins_at_once(setting, position, *side)) {
        resolver.change(B38, Change::Phase { now: Phase::Over });
        return;
    }
    if position.round >= setting.rounds {
        resolver.push(Step::Status);
        return;
    }
    resolver.push(Step::Initiative);
    // The side with the initiative is asked first.
    let first = resolver.position().initiative;
    for side in [first.other(), first] {
        if B34.is_in_force() && resolver.position().command[side].points > 0 {
            resolver.push(Step::Spend { side });
        }
    }
}

/// Gives the initiative to the side with more command points on the initiative card (TOI-B34).
fn initiative(resolver: &mut impl Resolver<Tide>) {
    let position = resolver.position();
    let on_card = BySide::new(|side| position.command[side].on_card);
    let ahead = Side::BOTH.into_iter().find(|side| on_card[*side] > on_card[side.other()]);
    let side = ahead.unwrap_or(position.initiative);
    if on_card.a > 0 || on_card.b > 0 {
        resolver.report(B34, Audience::All, Report::Initiative { side, soviet: on_card.a, german: on_card.b });
    }
    if resolver.position().initiative != side {
        resolver.change(B34, Change::Initiative { side });
    }
    resolver.push(Step::Status);
}

fn status_phase(resolver: &mut impl Resolver<Tide>) {
    resolver.change(B1, Change::Phase { now: Phase::Status });
    let spent = resolver.position().unit_index.on - resolver.position().unit_index.fresh;
    for unit in spent.iter() {
        resolver.change(B5, Change::Token { unit, now: Token::Fresh });
    }
    morale::recover(resolver);
    sewer::turn_tokens(resolver);
    resolver.push(Step::EndRound);
    if resolver.position().round >= resolver.setting().rounds {
        return;
    }
    // Both sides place squads in Op Fire mode before either transfers figures.
    let first = resolver.position().initiative;
    for side in [first.other(), first] {
        ask_transfer(resolver, side, PieceSet::EMPTY);
    }
    for side in [first.other(), first] {
        ask_ready(resolver, side);
    }
}

/// Ends the round. The game is over after the last one (TOI-B1).
fn end_round(resolver: &mut impl Resolver<Tide>) {
    let round = resolver.position().round;
    if round >= resolver.setting().rounds {
        resolver.change(B1, Change::Phase { now: Phase::Over });
    } else {
        resolver.change(B1, Change::Round { now: round + 1 });
        resolver.push(Step::Round);
    }
}
