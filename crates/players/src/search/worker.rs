//! One thread of the search.

use super::*;

/// A searching thread with its own tree.
pub(super) struct Worker<'a, S: System> {
    known: &'a Knowledge<S>,
    root: Prompt<S>,
    pub(super) tree: Tree<S>,
    rng: StdRng,
    dice: QuickDice,
    choices: Vec<Choice<S>>,
    path: Vec<(NodeId, usize)>,
    rollout: Rollout<S>,
    plans: Plans<S>,
    /// Number of tries over all orders.
    done: usize,
}

impl<'a, S: System> Worker<'a, S> {
    pub(super) fn new(known: &'a Knowledge<S>, root: Prompt<S>, tried: &[(S::Order, f64)], seed: u64) -> Self {
        let mut tree = Tree::new();
        for (order, score) in tried {
            tree.plant(*order, *score);
        }
        Worker {
            known,
            root,
            tree,
            rng: StdRng::seed_from_u64(seed),
            dice: QuickDice::new(seed),
            choices: Vec::with_capacity(512),
            path: Vec::new(),
            rollout: Rollout::new(ROLLOUT),
            plans: Plans::default(),
            done: 0,
        }
    }

    /// Tries all remaining orders in the same possible positions with equal dice. Stops after a round if `enough`
    /// returns true for the number of tries so far.
    pub(super) fn try_all(&mut self, left: &[usize], enough: impl Fn(usize) -> bool) {
        loop {
            if let Some(guess) = S::sample(self.known, &mut self.rng) {
                let mut position = guess.position().clone();
                let planned = self.foresee(&mut position);
                let seed = self.rng.next_u64();
                for &root in left {
                    self.dice = QuickDice::new(seed);
                    match planned {
                        Some(planned) => self.carry_out(root, position.clone(), planned),
                        None => self.iterate(root, position.clone()),
                    }
                }
            }
            self.done += left.len();
            if enough(self.done) {
                break;
            }
        }
    }

    /// Prepares simultaneous plans, if both sides are asked for them. The other side's plan is made and ended in this
    /// possible position, equal for all orders. The rest of the player's plan is the one made in the possible position
    /// before.
    fn foresee(&mut self, position: &mut S::Position) -> Option<S::Question> {
        let (setting, own, other) = (self.known.setting(), self.root.side, self.root.side.other());
        let planned = planned_at_once::<S>(setting, position)?;
        let (rollout, dice, plans) = (&mut self.rollout, &mut self.dice, &mut self.plans);
        if !plans.begun
            && let Some(guess) = S::sample(self.known, &mut self.rng)
        {
            rollout.plan(setting, guess.position(), own, dice, &mut plans.next);
            plans.begun = true;
        }
        std::mem::swap(&mut plans.rest, &mut plans.next);
        rollout.plan(setting, position, own, dice, &mut plans.next);
        rollout.plan(setting, position, other, dice, &mut plans.theirs);
        plans.theirs.iter().for_each(|order| resolve::<S>(setting, position, other, order, dice, &mut ()));
        rollout.end(setting, position, (other, planned), dice);
        Some(planned)
    }

    /// Tries an order that changes a plan, or one that ends it.
    fn carry_out(&mut self, root: usize, mut position: S::Position, planned: S::Question) {
        let (setting, side) = (self.known.setting(), self.root.side);
        let Some(Choice::Order(order)) = self.tree.choice(ROOT, root) else { return };
        let (rollout, dice) = (&mut self.rollout, &mut self.dice);
        let mut alone = position.clone();
        resolve::<S>(setting, &mut alone, side, &order, dice, &mut ());
        if pending_questions::<S>(setting, &alone) == pending_questions::<S>(setting, &position) {
            Rollout::<S>::give_with(setting, &mut position, (side, &order), &self.plans.rest, dice);
            rollout.end(setting, &mut position, (side, planned), dice);
        } else {
            position = alone;
        }
        let value = rollout.play(setting, &mut position, dice);
        self.tree.note(ROOT, root, value);
    }

    /// Tries an order once: follows the tree and then plays a rollout.
    fn iterate(&mut self, root: usize, mut position: S::Position) {
        let setting = self.known.setting();
        self.path.clear();
        self.path.push((ROOT, root));
        let Some(Choice::Order(order)) = self.tree.choice(ROOT, root) else { return };
        let mut now = self.root;
        let (mut order, mut edge) = (order, (ROOT, root));
        let value = loop {
            let before = self.tree.is_unseen(edge).then(|| (position.clone(), self.dice.clone()));
            resolve::<S>(setting, &mut position, now.side, &order, &mut self.dice, &mut ());
            if let Some((before, dice)) = before {
                let mut score = evaluation::score::<S>(setting, &position);
                if self.dice != dice {
                    // A single dice result would mark the choice as lucky or unlucky permanently.
                    let mut fall = || {
                        let mut other = before.clone();
                        resolve::<S>(setting, &mut other, now.side, &order, &mut self.dice, &mut ());
                        evaluation::score::<S>(setting, &other)
                    };
                    score += (1..FALLS).map(|_| fall()).sum::<f64>();
                    score /= f64::from(FALLS);
                }
                self.tree.set_score(edge, score);
            }
            if S::outcome(setting, &position).is_some() {
                break evaluation::score::<S>(setting, &position);
            }
            let next = self.next(&position).filter(|_| self.tree.visits(edge) >= EXPAND);
            let Some(next) = next else { break self.rollout.play(setting, &mut position, &mut self.dice) };
            let (node, _) = self.tree.grow(edge.0, edge.1, next);
            now = next;
            match self.walk(node, now, &position) {
                Some(walked) => (order, edge) = walked,
                None => break evaluation::score::<S>(setting, &position),
            }
        };
        for (node, edge) in self.path.drain(..) {
            self.tree.note(node, edge, value);
        }
    }

    /// Chooses an order through all its drafts. Returns it with the last edge.
    fn walk(
        &mut self,
        mut node: NodeId,
        now: Prompt<S>,
        position: &S::Position,
    ) -> Option<(S::Order, (NodeId, usize))> {
        let setting = self.known.setting();
        let mut draft = None;
        loop {
            self.choices.clear();
            rules::offers::<S>(S::eyes(setting, position, now.side.seat()), draft.as_ref(), &mut self.choices);
            if self.choices.is_empty() {
                return None;
            }
            let dice = &mut self.dice;
            let edge = self.tree.choose(node, now.side, &self.choices, |bound| dice.below(bound));
            self.path.push((node, edge));
            match self.tree.choice(node, edge)? {
                Choice::Order(order) => return Some((order, (node, edge))),
                Choice::Draft(next) => {
                    draft = Some(next);
                    node = self.tree.grow(node, edge, now).0;
                }
            }
        }
    }

    /// Returns who is asked next. The tree ends at simultaneous plans, since an order in it could depend on the other
    /// side's hidden plan.
    fn next(&self, position: &S::Position) -> Option<Prompt<S>> {
        let setting = self.known.setting();
        if planned_at_once::<S>(setting, position).is_some() {
            return None;
        }
        let own = self.root.side;
        let asked = pending_questions::<S>(setting, position);
        let question = |side: Side| asked[side.index()].map(|question| Prompt { side, question });
        question(own).or_else(|| question(own.other()))
    }
}

/// Sampled plans for both sides, if they plan simultaneously.
#[derive(Debug)]
pub(super) struct Plans<S: System> {
    /// Whether `next` has been filled once.
    begun: bool,
    /// Rest of the player's plan, made in the possible position before.
    rest: Vec<S::Order>,
    /// Plan made in this possible position, for use in the next.
    next: Vec<S::Order>,
    /// Plan of the other side in this possible position.
    theirs: Vec<S::Order>,
}

impl<S: System> Default for Plans<S> {
    fn default() -> Self {
        Plans { begun: false, rest: Vec::new(), next: Vec::new(), theirs: Vec::new() }
    }
}
