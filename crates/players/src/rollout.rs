//! Playing on for a while, to see where a position leads.

use rules::prospect::worth;
use rules::turn::{resolve, settle};
use rules::{Choice, QuickDice, Side, System, any_order, anyone_asked};

/// How play goes on where the tree ends.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// For at most so many orders.
    pub orders: usize,
    /// Of so many random orders the one is given that looks best at once; 1: any order.
    pub weighed: usize,
}

/// How many changes of a plan are tried when it is guessed.
const CHANGES: usize = 32;

/// How many orders are given at most between two plans.
const BETWEEN: usize = 16;

/// Plays on, and keeps what it needs for it.
#[derive(Debug)]
pub struct Rollout<S: System> {
    manner: Manner,
    choices: Vec<Choice<S>>,
    trial: Option<S::Position>,
    best: Option<S::Position>,
}

impl<S: System> Rollout<S> {
    /// In this manner.
    pub fn new(manner: Manner) -> Self {
        Rollout { manner, choices: Vec::with_capacity(512), trial: None, best: None }
    }

    /// Plays on, and tells how it looks then for side A. What both sides have begun to plan at once is carried out first.
    pub fn play(
        &mut self,
        setting: &S::Setting,
        position: &mut S::Position,
        dice: &mut QuickDice,
        mut planning: Planning,
    ) -> f64 {
        settle::<S>(setting, position, dice, &mut ());
        for _ in 0..self.manner.orders {
            if S::outcome(setting, position).is_some() {
                break;
            }
            planning = planning.on(asked::<S>(setting, position));
            let Some(side) = anyone_asked::<S>(setting, position, dice) else { break };
            if !self.give(setting, position, side, dice) {
                break;
            }
        }
        if let Planning::Both(planned) | Planning::One(planned) = planning.on(asked::<S>(setting, position)) {
            for side in Side::BOTH {
                self.end(setting, position, (side, planned), dice);
            }
        }
        worth::<S>(setting, position)
    }

    /// Makes a side's part of what both plan at once, and does not end it: of [`CHANGES`] orders by chance those are given
    /// after which it looks better than before.
    pub fn plan(
        &mut self,
        setting: &S::Setting,
        position: &mut S::Position,
        (side, planned): (Side, &'static str),
        dice: &mut QuickDice,
    ) {
        let before = asked::<S>(setting, position);
        if before[side.index()] != Some(planned) {
            return;
        }
        let for_side = |worth: f64| if side == Side::A { worth } else { -worth };
        let mut looks = for_side(worth::<S>(setting, position));
        for _ in 0..CHANGES {
            let Some(order) = any_order::<S>(setting, position, side, dice, &mut self.choices) else { return };
            let trial = self.trial.get_or_insert_with(|| position.clone());
            trial.clone_from(position);
            resolve::<S>(setting, trial, side, &order, dice, &mut ());
            if asked::<S>(setting, trial) != before {
                continue;
            }
            let changed = for_side(worth::<S>(setting, trial));
            if changed > looks {
                looks = changed;
                std::mem::swap(position, trial);
            }
        }
    }

    /// Goes on until both sides plan at once again, and makes their plans: how a position looks from which both can go on.
    pub fn plan_next(&mut self, setting: &S::Setting, position: &mut S::Position, dice: &mut QuickDice) {
        for _ in 0..BETWEEN {
            settle::<S>(setting, position, dice, &mut ());
            if S::outcome(setting, position).is_some() {
                return;
            }
            if let Planning::Both(planned) = Planning::default().on(asked::<S>(setting, position)) {
                Side::BOTH.into_iter().for_each(|side| self.plan(setting, position, (side, planned), dice));
                return;
            }
            let Some(side) = anyone_asked::<S>(setting, position, dice) else { return };
            if !self.give(setting, position, side, dice) {
                return;
            }
        }
    }

    /// Ends a side's part of what both plan at once; when both parts are ended it is carried out. Until then a plan looks
    /// as good as it is hoped to be.
    pub fn end(
        &mut self,
        setting: &S::Setting,
        position: &mut S::Position,
        (side, planned): (Side, &str),
        dice: &mut QuickDice,
    ) {
        let before = asked::<S>(setting, position);
        if before[side.index()] != Some(planned) {
            return;
        }
        self.choices.clear();
        S::offers(S::eyes(setting, position, side.seat()), None, &mut self.choices);
        let trial = self.trial.get_or_insert_with(|| position.clone());
        let plain = self.choices.iter().filter_map(|choice| match choice {
            Choice::Order(order) => Some(order),
            Choice::Draft(_) => None,
        });
        for order in plain {
            trial.clone_from(position);
            resolve::<S>(setting, trial, side, order, dice, &mut ());
            // Whoever ends his part is not asked any more, or the other is asked again: for the plans of the next turn.
            if asked::<S>(setting, trial) != before {
                std::mem::swap(position, trial);
                return;
            }
        }
    }

    /// Gives an order; false if there is none.
    fn give(&mut self, setting: &S::Setting, position: &mut S::Position, side: Side, dice: &mut QuickDice) -> bool {
        let Some(order) = any_order::<S>(setting, position, side, dice, &mut self.choices) else { return false };
        if self.manner.weighed < 2 {
            resolve::<S>(setting, position, side, &order, dice, &mut ());
            return true;
        }
        let best = self.best.get_or_insert_with(|| position.clone());
        let trial = self.trial.get_or_insert_with(|| position.clone());
        let for_side = |worth: f64| if side == Side::A { worth } else { -worth };
        let mut chosen: Option<(f64, S::Order, bool)> = None;
        let mut next = Some(order);
        for _ in 0..self.manner.weighed {
            let Some(order) = next else { break };
            trial.clone_from(position);
            let before = dice.clone();
            resolve::<S>(setting, trial, side, &order, dice, &mut ());
            let looks = for_side(worth::<S>(setting, trial));
            if chosen.is_none_or(|(most, ..)| looks > most) {
                chosen = Some((looks, order, *dice != before));
                std::mem::swap(best, trial);
            }
            next = any_order::<S>(setting, position, side, dice, &mut self.choices);
        }
        match chosen {
            None => return false,
            Some((_, _, false)) => std::mem::swap(position, best),
            // It was weighed by one fall of the dice; it is given by another, or only the lucky would be seen.
            Some((_, order, true)) => resolve::<S>(setting, position, side, &order, dice, &mut ()),
        }
        true
    }
}

/// How far a question has come that both sides are asked at once, each unseen by the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Planning {
    /// There was none.
    #[default]
    None,
    /// Both sides are asked.
    Both(&'static str),
    /// One has ended its part.
    One(&'static str),
    /// What was planned has been carried out.
    Over,
}

impl Planning {
    /// How it stands when the sides are asked these questions.
    #[must_use]
    pub fn on(self, asked: [Option<&'static str>; 2]) -> Self {
        let [a, b] = asked;
        match self {
            Planning::None if a.is_some() && a == b => a.map_or(self, Planning::Both),
            Planning::Both(planned) if asked.contains(&Some(planned)) && a != b => Planning::One(planned),
            Planning::Both(planned) if !asked.contains(&Some(planned)) => Planning::Over,
            Planning::One(planned) if a == b || !asked.contains(&Some(planned)) => Planning::Over,
            Planning::None | Planning::Both(_) | Planning::One(_) | Planning::Over => self,
        }
    }
}

/// What each side is asked.
pub fn asked<S: System>(setting: &S::Setting, position: &S::Position) -> [Option<&'static str>; 2] {
    let question = |side: Side| S::awaited(S::eyes(setting, position, side.seat())).map(|question| question.kind);
    Side::BOTH.map(question)
}

#[cfg(test)]
mod tests {
    use suite::Game;
    use suite::Tested;
    use suite::toys::duel::Duel;

    use super::*;

    #[test]
    fn what_both_plan_is_carried_out() {
        let scenarios = Duel::scenarios();
        let game = Game::<Duel>::new(&scenarios[0], 1);
        let (setting, truth) = (game.referee.setting(), game.referee.truth());
        let planning = Planning::default().on(asked::<Duel>(setting, truth));
        assert!(matches!(planning, Planning::Both(_)));
        let played = |planning: Planning| {
            let mut position = truth.clone();
            let mut rollout = Rollout::<Duel>::new(Manner { orders: 0, weighed: 1 });
            rollout.play(setting, &mut position, &mut QuickDice::new(1), planning);
            position
        };
        // Among the orders of the question are plots, which end nothing: the one that does is found.
        assert_ne!(played(planning), *truth, "the turn is over");
        assert_eq!(played(Planning::Over), *truth, "nothing is left of this plan to be carried out");
    }

    #[test]
    fn a_plan_that_is_made_is_not_ended() {
        let scenarios = Duel::scenarios();
        let game = Game::<Duel>::new(&scenarios[0], 1);
        let (setting, truth) = (game.referee.setting(), game.referee.truth());
        let mut position = truth.clone();
        let mut rollout = Rollout::<Duel>::new(Manner { orders: 0, weighed: 1 });
        rollout.plan(setting, &mut position, (Side::B, "plot"), &mut QuickDice::new(1));
        assert!(worth::<Duel>(setting, &position) <= worth::<Duel>(setting, truth), "no worse for the second side");
        assert_eq!(asked::<Duel>(setting, &position), asked::<Duel>(setting, truth));
        rollout.end(setting, &mut position, (Side::B, "plot"), &mut QuickDice::new(1));
        assert_eq!(asked::<Duel>(setting, &position)[1], None);
    }

    #[test]
    fn a_plan_is_over_when_both_have_ended_it() {
        let plot = Some("plot");
        let steps = [[plot, plot], [plot, plot], [None, plot], [None, plot]];
        let one = steps.into_iter().fold(Planning::default(), Planning::on);
        assert_eq!(one, Planning::One("plot"));
        assert_eq!(one.on([plot, plot]), Planning::Over, "the next turn's plans are others");
        assert_eq!(one.on([Some("leave"), None]), Planning::Over);
        assert_eq!(Planning::None.on([plot, None]), Planning::None, "one side alone is asked");
        assert_eq!(Planning::Both("plot").on([None, None]), Planning::Over);
    }
}
