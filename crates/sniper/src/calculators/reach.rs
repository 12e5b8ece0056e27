//! Places that a man can reach in a turn (SNP-B5, 39.2).

use board::LocationId;
use rules::tools::{ReachAnswer, ReachInput, Reached};
use rules::{CalculatorOutput, Refusal, referee_clauses};

use crate::mechanics::planned::{Planned, planned};
use crate::orders::march::goals;
use crate::printed::clause::{B5, B10, B28, S39_22C, S39_41};
use crate::printed::words::Posture;
use crate::setting::steps::MANHOLE;
use crate::state::man::Man;
use crate::state::plot::Plot;
use crate::view::SniperEyes;

/// Returns the places that a man can reach in a turn from where he is now. Of an enemy only what is seen counts, not what
/// is plotted.
///
/// # Errors
/// - The seat doesn't see the man.
pub fn answer(eyes: SniperEyes<'_>, input: &ReachInput) -> Result<CalculatorOutput, Refusal> {
    let (setting, piece) = (eyes.setting(), input.unit);
    let unknown = || Refusal::new(referee_clauses::NAMES, "unknown man");
    let man = eyes.man(piece).ok_or_else(unknown)?;
    let at = man.at.ok_or_else(unknown)?;
    if eyes.seat() == man.side.seat() {
        let answer = match planned(eyes, piece) {
            Ok(planned) => own(eyes, &planned),
            Err(refusal) => refused(ReachAnswer::new(piece, None), &refusal),
        };
        return answer.output(|at| setting.words(at));
    }
    let shown = Man { plot: Plot::default(), walked: 0, clock: 0, ..*man };
    let planned = Planned::of(setting, piece, &shown, at);
    let mut answer = ReachAnswer::new(piece, Some(u16::from(planned.points)));
    if shown.incapacitated {
        answer.budget = Some(0);
        answer.say(B28, "He is incapacitated and can do nothing.");
        return answer.output(|at| setting.words(at));
    }
    allowance(&planned, planned.points, &mut answer);
    if let Some((reach, points)) = planned.reach(setting) {
        let places = reach.places(points).iter().enumerate();
        answer.places.extend(places.map(|(n, way)| reached(way.at(), reach.cost(n))));
    }
    ladders(eyes, &mut answer);
    answer.output(|at| setting.words(at))
}

fn reached(at: LocationId, cost: u8) -> Reached {
    Reached { at, cost: u16::from(cost), words: format!("{cost} MP") }
}

/// Adds a refusal as a sentence.
fn refused(mut answer: ReachAnswer, refusal: &Refusal) -> ReachAnswer {
    let mut letters = refusal.why.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    answer.say(refusal.clause, format!("{first}{}.", letters.as_str()));
    answer.budget = Some(0);
    answer
}

/// Returns the reach of a man of the seat's own side, after the posture and the grenade that are plotted for him.
fn own(eyes: SniperEyes<'_>, planned: &Planned<'_>) -> ReachAnswer {
    let before = planned.before_moving(eyes.setting());
    let points = planned.points.saturating_sub(before);
    let answer = ReachAnswer::new(planned.piece, Some(u16::from(points)));
    let goals = match goals(eyes, planned) {
        Ok(goals) => goals,
        Err(refusal) => return refused(answer, &refusal),
    };
    let mut answer = answer;
    allowance(planned, points, &mut answer);
    if before > 0 {
        answer.say(B5, format!("What he is plotted to do before he moves takes {before} MP."));
    }
    answer.places.extend(goals.map(|(at, cost)| reached(at, cost)));
    ladders(eyes, &mut answer);
    answer
}

/// Says how far a man can move.
fn allowance(planned: &Planned<'_>, points: u8, answer: &mut ReachAnswer) {
    let clause = if planned.man.wounded { B10 } else { B5 };
    let wounded = if planned.man.wounded { ", as he is wounded" } else { "" };
    answer.say(clause, format!("He has {points} movement points (MP) for a turn's move{wounded}."));
    if planned.posture == Posture::Prone {
        answer.say(B5, "He is prone and crawls.");
    }
}

/// Says what ladders cost, if one is within reach.
fn ladders(eyes: SniperEyes<'_>, answer: &mut ReachAnswer) {
    let setting = eyes.setting();
    if answer.places.iter().any(|place| setting.is_middle(place.at)) {
        answer.say(S39_22C, format!("Between ground and ladder a man pays {MANHOLE} MP."));
        answer.say(S39_41, "A ladder holds one man, so another may bar the way.");
    }
}
