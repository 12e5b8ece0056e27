//! The search tree of one thread. Its nodes are sequences of choices, not positions.
//!
//! A position differs with every possible position and every dice result. The tree therefore stores only the choices
//! (open loop), and each visit computes again which choices are legal. A node belongs to the side that chooses. The
//! successors of a choice are separate for each side and question that can follow.

use rules::{Choice, Side, System};

/// Progressive widening: after `n` visits of a node, `WIDENING * sqrt(n)` of its choices are considered.
const WIDENING: f64 = 3.0;
/// Exploration constant of UCB: the preference for choices with few visits. It is small because evaluations differ far
/// less than a won game differs from a lost one.
/// less than a won and a lost game.
const EXPLORATION: f64 = 0.15;
/// Number of visits that a choice's first score counts for.
const SCORE_WEIGHT: f64 = 8.0;

/// Index of a node in its tree.
pub type NodeId = u32;

/// A side and the question it is asked; separates the successors of one choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prompt<S: System> {
    /// Side that is asked.
    pub side: Side,
    /// Kind of question that it is asked.
    pub question: S::Question,
}

/// A choice at a node, with its statistics.
#[derive(Clone, Debug)]
struct Edge<S: System> {
    choice: Choice<S>,
    /// Number of visits that took this choice.
    visits: u32,
    /// Number of visits in which this choice was legal.
    available: u32,
    /// Sum of the values of these visits for side A.
    sum: f64,
    /// Score for side A before the first try; `None` if it was not scored.
    score: Option<f64>,
    /// Successors by the next side and question. After a draft the question is unchanged.
    next: Vec<(Prompt<S>, NodeId)>,
}

impl<S: System> Edge<S> {
    fn new(choice: Choice<S>) -> Self {
        Edge { choice, visits: 0, available: 0, sum: 0.0, score: None, next: Vec::new() }
    }
}

/// A point at which a side chooses.
#[derive(Clone, Debug)]
struct Node<S: System> {
    edges: Vec<Edge<S>>,
    visits: u32,
    /// Sum of the differences between values and first scores, and their number.
    beyond: (f64, u32),
}

impl<S: System> Node<S> {
    const NEW: Self = Node { edges: Vec::new(), visits: 0, beyond: (0.0, 0) };

    /// Returns a choice's value for side A: the mean of its results and its first score, which counts as
    /// [`SCORE_WEIGHT`] results. The mean difference of all choices from their scores is added to the score, so tried
    /// and untried choices compare.
    fn value(&self, edge: &Edge<S>) -> f64 {
        let visits = f64::from(edge.visits);
        match edge.score {
            Some(score) => {
                let beyond = self.beyond.0 / f64::from(self.beyond.1.max(1));
                (edge.sum + SCORE_WEIGHT * (score + beyond)) / (visits + SCORE_WEIGHT)
            }
            None => edge.sum / visits.max(1.0),
        }
    }
}

/// The results of the search for one order.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// Number of visits of the order.
    pub visits: u32,
    /// Value for side A, 0 to 1.
    pub value: f64,
}

/// A search tree whose root edges are the candidate orders.
#[derive(Clone, Debug)]
pub struct Tree<S: System> {
    nodes: Vec<Node<S>>,
}

/// Index of the root node.
pub const ROOT: NodeId = 0;

impl<S: System> Tree<S> {
    /// Returns a tree without any choices.
    pub fn new() -> Self {
        Tree { nodes: vec![Node::NEW] }
    }

    fn node(&self, id: NodeId) -> &Node<S> {
        &self.nodes[id as usize]
    }

    /// Returns the node after an edge; `None` if it has not been added.
    fn after(&self, node: NodeId, edge: usize, prompt: Prompt<S>) -> Option<NodeId> {
        let next = &self.node(node).edges.get(edge)?.next;
        next.iter().find(|(same, _)| *same == prompt).map(|(_, node)| *node)
    }

    /// Returns the node after an edge, and whether it was added by this call.
    pub fn grow(&mut self, node: NodeId, edge: usize, prompt: Prompt<S>) -> (NodeId, bool) {
        if let Some(known) = self.after(node, edge, prompt) {
            return (known, false);
        }
        let new = self.nodes.len() as NodeId;
        self.nodes.push(Node::NEW);
        if let Some(edge) = self.nodes[node as usize].edges.get_mut(edge) {
            edge.next.push((prompt, new));
        }
        (new, true)
    }

    /// Adds an order at the root with its score for side A.
    pub fn plant(&mut self, order: S::Order, score: f64) {
        let edge = Edge { score: Some(score), ..Edge::new(Choice::Order(order)) };
        self.nodes[ROOT as usize].edges.push(edge);
    }

    /// Returns the number of visits that took a choice.
    pub fn visits(&self, (node, edge): (NodeId, usize)) -> u32 {
        self.node(node).edges.get(edge).map_or(0, |edge| edge.visits)
    }

    /// Chooses an edge among the legal choices and returns its index. `below` returns a random number below its
    /// argument.
    pub fn choose(
        &mut self,
        node: NodeId,
        side: Side,
        choices: &[Choice<S>],
        mut below: impl FnMut(usize) -> usize,
    ) -> usize {
        let node = &mut self.nodes[node as usize];
        node.visits += 1;
        let limit = (WIDENING * f64::from(node.visits).sqrt()) as usize;
        let mut known = 0;
        for edge in &mut node.edges {
            if choices.contains(&edge.choice) {
                edge.available += 1;
                known += 1;
            }
        }
        if known < choices.len() && known <= limit {
            let untried = |choice: &&Choice<S>| !node.edges.iter().any(|edge| edge.choice == **choice);
            let left = choices.len() - known;
            if let Some(choice) = choices.iter().filter(untried).nth(below(left)) {
                node.edges.push(Edge { available: 1, ..Edge::new(*choice) });
                return node.edges.len() - 1;
            }
        }
        let bound = |edge: &Edge<S>| {
            let value = node.value(edge);
            let value = if side == Side::A { value } else { 1.0 - value };
            let visits = f64::from(edge.visits) + if edge.score.is_some() { 1.0 } else { 0.0 };
            value + EXPLORATION * (libm::log(f64::from(edge.available.max(1))) / visits.max(1.0)).sqrt()
        };
        let open = node.edges.iter().enumerate().filter(|(_, edge)| choices.contains(&edge.choice));
        open.max_by(|(_, one), (_, other)| bound(one).total_cmp(&bound(other))).map_or(0, |(n, _)| n)
    }

    /// Records the value of a visit for side A at a choice.
    pub fn note(&mut self, node: NodeId, edge: usize, value: f64) {
        let node = &mut self.nodes[node as usize];
        if let Some(edge) = node.edges.get_mut(edge) {
            edge.visits += 1;
            edge.sum += value;
            if let Some(score) = edge.score {
                node.beyond.0 += value - score;
                node.beyond.1 += 1;
            }
        }
    }

    /// Returns whether a choice has no score yet.
    pub fn is_unseen(&self, (node, edge): (NodeId, usize)) -> bool {
        self.node(node).edges.get(edge).is_some_and(|edge| edge.score.is_none())
    }

    /// Sets a choice's score for side A, immediately after its first visit.
    pub fn set_score(&mut self, (node, edge): (NodeId, usize), score: f64) {
        if let Some(edge) = self.nodes[node as usize].edges.get_mut(edge) {
            edge.score = Some(score);
        }
    }

    /// Returns the choice at an edge.
    pub fn choice(&self, node: NodeId, edge: usize) -> Option<Choice<S>> {
        self.node(node).edges.get(edge).map(|edge| edge.choice)
    }

    /// Returns the results for an order at the root, by its index.
    pub fn found(&self, n: usize) -> Option<Found> {
        let root = self.node(ROOT);
        let edge = root.edges.get(n)?;
        Some(Found { visits: edge.visits, value: root.value(edge) })
    }
}

#[cfg(test)]
mod tests {
    use suite::toys::duel::{Duel, Order, Plan, Question};

    use super::*;

    const ROOT_PROMPT: Prompt<Duel> = Prompt { side: Side::B, question: Question::Plot };

    fn plot(man: u16) -> Choice<Duel> {
        Choice::Order(Order::Plot { man: rules::Piece(man), plan: Plan::Hold })
    }

    fn order(choice: Choice<Duel>) -> Order {
        match choice {
            Choice::Order(order) => order,
            Choice::Draft(_) => Order::Ready,
        }
    }

    #[test]
    fn what_looks_best_is_tried_first_and_what_comes_of_it_counts_more() {
        let mut tree = Tree::<Duel>::new();
        let choices = [plot(0), plot(1)];
        // Side B prefers the choice with the least value for side A.
        tree.plant(order(choices[0]), 0.6);
        tree.plant(order(choices[1]), 0.4);
        let first = tree.choose(ROOT, Side::B, &choices, |_| 0);
        assert_eq!(tree.choice(ROOT, first), Some(choices[1]));
        for _ in 0..200 {
            let edge = tree.choose(ROOT, Side::B, &choices, |_| 0);
            let comes = if tree.choice(ROOT, edge) == Some(choices[1]) { 0.7 } else { 0.5 };
            tree.note(ROOT, edge, comes);
        }
        let found = tree.found(0).unwrap();
        assert!(found.visits > 100, "{found:?}");
    }

    #[test]
    fn what_cannot_be_chosen_now_is_not_chosen() {
        let mut tree = Tree::<Duel>::new();
        tree.plant(order(plot(0)), 0.0);
        let only = [plot(1)];
        for _ in 0..20 {
            let edge = tree.choose(ROOT, Side::B, &only, |_| 0);
            assert_eq!(tree.choice(ROOT, edge), Some(plot(1)));
            tree.note(ROOT, edge, 1.0);
        }
    }

    #[test]
    fn what_follows_is_kept_apart_by_who_is_asked_what() {
        let mut tree = Tree::<Duel>::new();
        let edge = tree.choose(ROOT, Side::A, &[plot(0)], |_| 0);
        let (one, new) = tree.grow(ROOT, edge, ROOT_PROMPT);
        assert!(new);
        assert_eq!(tree.grow(ROOT, edge, ROOT_PROMPT), (one, false));
        assert_ne!(tree.grow(ROOT, edge, Prompt { side: Side::A, ..ROOT_PROMPT }).0, one);
    }
}
