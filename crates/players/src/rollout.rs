//! Rollouts: continue a position for a few orders and evaluate the result.

use rules::evaluation;
use rules::resolution::{resolve, settle};
use rules::{BySide, Choice, QuickDice, Side, System, any_order, side_to_move};

/// The policy by which a rollout chooses orders.
#[derive(Clone, Copy, Debug)]
pub struct RolloutPolicy {
    /// Maximum number of orders per rollout.
    pub orders: usize,
    /// Each order is the best-scored of this many random ones; 1 takes any order.
    pub best_of: usize,
}

/// Number of changes tried when a plan is sampled.
const CHANGES: usize = 32;

/// A rollout with its buffers.
#[derive(Debug)]
pub struct Rollout<S: System> {
    policy: RolloutPolicy,
    choices: Vec<Choice<S>>,
    trial: Option<S::Position>,
    best: Option<S::Position>,
    plans: BySide<Vec<S::Order>>,
}

impl<S: System> Rollout<S> {
    /// Returns a rollout that plays by this policy.
    pub fn new(policy: RolloutPolicy) -> Self {
        let plans = BySide { a: Vec::new(), b: Vec::new() };
        Rollout { policy, choices: Vec::with_capacity(512), trial: None, best: None, plans }
    }

    /// Plays until the policy's limit and returns the score for side A at the end, 0 to 1. At simultaneous plans it
    /// makes both plans and evaluates the position before they are carried out.
    pub fn play(&mut self, setting: &S::Setting, position: &mut S::Position, dice: &mut QuickDice) -> f64 {
        settle::<S>(setting, position, dice, &mut ());
        for _ in 0..self.policy.orders {
            if S::outcome(setting, position).is_some() {
                break;
            }
            if planned_at_once::<S>(setting, position).is_some() {
                self.plan_both(setting, position, dice);
                break;
            }
            let Some(side) = side_to_move::<S>(setting, position, dice) else { break };
            if !self.give(setting, position, side, dice) {
                break;
            }
        }
        evaluation::score::<S>(setting, position)
    }

    /// Makes the plans of both sides, each without sight of the other's, and ends neither.
    fn plan_both(&mut self, setting: &S::Setting, position: &mut S::Position, dice: &mut QuickDice) {
        for side in Side::BOTH {
            let mut plan = std::mem::take(&mut self.plans[side]);
            self.plan(setting, position, side, dice, &mut plan);
            self.plans[side] = plan;
        }
        for side in Side::BOTH {
            self.plans[side].iter().for_each(|order| resolve::<S>(setting, position, side, order, dice, &mut ()));
        }
    }

    /// Fills `plan` with orders that a side would add to its simultaneous plan: of [`CHANGES`] random orders those that
    /// improve its score. The other side's plan is cleared first, if the system can do so.
    pub fn plan(
        &mut self,
        setting: &S::Setting,
        position: &S::Position,
        side: Side,
        dice: &mut QuickDice,
        plan: &mut Vec<S::Order>,
    ) {
        plan.clear();
        let mut alone = position.clone();
        if let Some(plans) = S::PLANS {
            (plans.clear_plan)(setting, &mut alone, side.other());
        }
        let before = pending_questions::<S>(setting, &alone);
        let for_side = |value: f64| if side == Side::A { value } else { -value };
        let mut score = for_side(evaluation::score::<S>(setting, &alone));
        for _ in 0..CHANGES {
            let Some(order) = any_order::<S>(setting, &alone, side, dice, &mut self.choices) else { break };
            let trial = self.trial.get_or_insert_with(|| alone.clone());
            trial.clone_from(&alone);
            resolve::<S>(setting, trial, side, &order, dice, &mut ());
            let changed = for_side(evaluation::score::<S>(setting, trial));
            if changed > score && pending_questions::<S>(setting, trial) == before {
                score = changed;
                plan.push(order);
                std::mem::swap(&mut alone, trial);
            }
        }
    }

    /// Gives an order that changes a side's plan, and then all orders of `rest` that are independent of it: legal after
    /// it, and with an equal result before it or after it.
    pub fn give_with(
        setting: &S::Setting,
        position: &mut S::Position,
        (side, order): (Side, &S::Order),
        rest: &[S::Order],
        dice: &mut QuickDice,
    ) {
        let mut given = |position: &S::Position, order: &S::Order| {
            let legal = S::check(S::eyes(setting, position, side.seat()), order).is_ok();
            legal.then(|| {
                let mut position = position.clone();
                resolve::<S>(setting, &mut position, side, order, dice, &mut ());
                position
            })
        };
        // The accepted orders of the rest, without the order itself.
        let mut alone = position.clone();
        let Some(mut with) = given(position, order) else { return };
        for more in rest {
            let (before, after) = (given(&alone, more), given(&with, more));
            let (Some(before), Some(after)) = (before, after) else { continue };
            if given(&before, order).is_some_and(|both| both == after) {
                (alone, with) = (before, after);
            }
        }
        *position = with;
    }

    /// Ends a side's part of simultaneous plans; after both parts have ended they are carried out. Until then a plan's
    /// score counts on its success.
    pub fn end(
        &mut self,
        setting: &S::Setting,
        position: &mut S::Position,
        (side, planned): (Side, S::Question),
        dice: &mut QuickDice,
    ) {
        let before = pending_questions::<S>(setting, position);
        if before[side.index()] != Some(planned) {
            return;
        }
        self.choices.clear();
        rules::offers::<S>(S::eyes(setting, position, side.seat()), None, &mut self.choices);
        let trial = self.trial.get_or_insert_with(|| position.clone());
        let plain = self.choices.iter().filter_map(|choice| match choice {
            Choice::Order(order) => Some(order),
            Choice::Draft(_) => None,
        });
        for order in plain {
            trial.clone_from(position);
            resolve::<S>(setting, trial, side, order, dice, &mut ());
            // The part has ended if the side is not asked any more, or the other side is asked again for the next
            // turn's plan.
            if pending_questions::<S>(setting, trial) != before {
                std::mem::swap(position, trial);
                return;
            }
        }
    }

    /// Gives an order; returns false if there is none.
    fn give(&mut self, setting: &S::Setting, position: &mut S::Position, side: Side, dice: &mut QuickDice) -> bool {
        let Some(order) = any_order::<S>(setting, position, side, dice, &mut self.choices) else { return false };
        if self.policy.best_of < 2 {
            resolve::<S>(setting, position, side, &order, dice, &mut ());
            return true;
        }
        let best = self.best.get_or_insert_with(|| position.clone());
        let trial = self.trial.get_or_insert_with(|| position.clone());
        let for_side = |value: f64| if side == Side::A { value } else { -value };
        let mut chosen: Option<(f64, S::Order, bool)> = None;
        let mut next = Some(order);
        for _ in 0..self.policy.best_of {
            let Some(order) = next else { break };
            trial.clone_from(position);
            let before = dice.clone();
            resolve::<S>(setting, trial, side, &order, dice, &mut ());
            let score = for_side(evaluation::score::<S>(setting, trial));
            if chosen.is_none_or(|(most, ..)| score > most) {
                chosen = Some((score, order, *dice != before));
                std::mem::swap(best, trial);
            }
            next = any_order::<S>(setting, position, side, dice, &mut self.choices);
        }
        match chosen {
            None => return false,
            Some((_, _, false)) => std::mem::swap(position, best),
            // The order is resolved with other dice than those of its score, so lucky orders are not preferred.
            Some((_, order, true)) => resolve::<S>(setting, position, side, &order, dice, &mut ()),
        }
        true
    }
}

/// Returns the kind of question if both sides are asked it simultaneously, each unseen by the other.
pub fn planned_at_once<S: System>(setting: &S::Setting, position: &S::Position) -> Option<S::Question> {
    let [a, b] = pending_questions::<S>(setting, position);
    a.filter(|_| a == b)
}

/// Returns the question that each side must answer, if any.
pub fn pending_questions<S: System>(setting: &S::Setting, position: &S::Position) -> [Option<S::Question>; 2] {
    let question = |side: Side| S::pending_question(S::eyes(setting, position, side.seat()));
    Side::BOTH.map(question)
}

#[cfg(test)]
mod tests {
    use suite::Game;
    use suite::SystemUnderTest;
    use suite::toys::duel::{Duel, Order, Plan, Position, Question};

    use super::*;

    /// A duel before any plans.
    fn duel() -> Game<Duel> {
        Game::new(&Duel::scenarios()[0], 1)
    }

    fn rollout() -> Rollout<Duel> {
        Rollout::new(RolloutPolicy { orders: 4, best_of: 1 })
    }

    /// Returns the orders that a side would add to its plan.
    fn planned(game: &Game<Duel>, position: &Position, side: Side) -> Vec<Order> {
        let mut plan = vec![Order::Ready];
        rollout().plan(game.referee.setting(), position, side, &mut QuickDice::new(7), &mut plan);
        plan
    }

    fn given(game: &Game<Duel>, position: &Position, side: Side, orders: &[Order]) -> Position {
        let mut position = position.clone();
        for order in orders {
            resolve::<Duel>(game.referee.setting(), &mut position, side, order, &mut QuickDice::new(1), &mut ());
        }
        position
    }

    fn plots(plan: Plan) -> impl Fn(u16) -> Order {
        move |man| Order::Plot { man: rules::Piece(man), plan }
    }

    #[test]
    fn a_plan_knows_nothing_of_the_others_plan() {
        let (game, fire) = (duel(), plots(Plan::Fire));
        let nothing = game.referee.true_position();
        let plan = planned(&game, nothing, Side::B);
        assert!(!plan.is_empty(), "there is something worth planning");
        for own in [vec![fire(0)], vec![fire(0), fire(1)], vec![fire(0), Order::Ready]] {
            assert_eq!(planned(&game, &given(&game, nothing, Side::A, &own), Side::B), plan, "{own:?} is seen");
        }
    }

    #[test]
    fn a_plan_that_is_made_looks_better_and_is_not_ended() {
        let game = duel();
        let (setting, nothing) = (game.referee.setting(), game.referee.true_position());
        let plan = planned(&game, nothing, Side::B);
        let mut position = given(&game, nothing, Side::B, &plan);
        assert!(
            evaluation::score::<Duel>(setting, &position) < evaluation::score::<Duel>(setting, nothing),
            "for the second side"
        );
        assert_eq!(pending_questions::<Duel>(setting, &position), pending_questions::<Duel>(setting, nothing));
        rollout().end(setting, &mut position, (Side::B, Question::Plot), &mut QuickDice::new(1));
        assert_eq!(pending_questions::<Duel>(setting, &position), [Some(Question::Plot), None]);
        rollout().end(setting, &mut position, (Side::A, Question::Plot), &mut QuickDice::new(1));
        assert_eq!(pending_questions::<Duel>(setting, &position), [Some(Question::Plot); 2], "the next turn's plans");
    }

    #[test]
    fn an_order_is_given_with_all_of_the_plan_that_goes_with_it() {
        let game = duel();
        let (setting, nothing) = (game.referee.setting(), game.referee.true_position());
        let (left, right, fire) = (plots(Plan::Left), plots(Plan::Right), plots(Plan::Fire));
        let with = |order: Order, rest: &[Order]| {
            let mut position = nothing.clone();
            let dice = &mut QuickDice::new(1);
            Rollout::<Duel>::give_with(setting, &mut position, (Side::A, &order), rest, dice);
            position
        };
        let both = given(&game, nothing, Side::A, &[left(1), fire(0)]);
        assert_eq!(with(fire(0), &[left(1)]), both);
        assert_eq!(with(fire(0), &[left(0), left(1), right(0)]), both, "two are in its way, and one between is not");
        assert_eq!(with(fire(0), &[left(1), Order::Ready]), both, "what would end the plan is left out");
        assert_eq!(with(fire(0), &[left(2), left(1)]), both, "what is not legal is not given");
        assert_eq!(with(fire(2), &[left(1)]), *nothing, "nor is an order that is not");
    }

    #[test]
    fn play_stops_where_both_plan() {
        let game = duel();
        let (setting, nothing) = (game.referee.setting(), game.referee.true_position());
        let mut position = nothing.clone();
        rollout().play(setting, &mut position, &mut QuickDice::new(3));
        assert_eq!(pending_questions::<Duel>(setting, &position), [Some(Question::Plot); 2]);
        assert_eq!(position.turn, nothing.turn, "nothing is carried out");
        assert_ne!(position, *nothing, "but planned");
    }
}
