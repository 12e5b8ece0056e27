//! The tree of one searching thread: choices, not positions.
//!
//! A position differs with every guess and every fall of the dice, so the tree remembers only what was chosen (open
//! loop), and each visit finds out anew what can be chosen there. A node belongs to the side that chooses; what follows
//! a choice is kept apart by who is asked what then.

use rules::{Choice, Side, System};

/// How many choices are looked at after so many visits: few at first, more as it pays (progressive widening).
const WIDE: f64 = 3.0;
/// How much little-tried choices are favoured. Prospects differ by far less than a game won and a game lost do.
const CURIOUS: f64 = 0.15;
/// How many visits the first look at a choice counts for.
const LOOK: f64 = 8.0;

/// A node's number.
pub type NodeId = u32;

/// Who is asked what: tells apart what can follow one choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked<S: System> {
    /// Who.
    pub side: Side,
    /// What kind of question.
    pub question: S::Question,
}

/// A choice that is known.
#[derive(Clone, Debug)]
struct Edge<S: System> {
    choice: Choice<S>,
    /// How often it was taken.
    visits: u32,
    /// How often it could have been taken.
    available: u32,
    /// The sum of what came of it for side A.
    sum: f64,
    /// How it looked for side A before it was ever tried, if anybody looked.
    look: Option<f64>,
    /// What follows, by who is asked then; after a draft it is the same question.
    next: Vec<(Asked<S>, NodeId)>,
}

impl<S: System> Edge<S> {
    fn new(choice: Choice<S>) -> Self {
        Edge { choice, visits: 0, available: 0, sum: 0.0, look: None, next: Vec::new() }
    }
}

/// Where somebody chooses.
#[derive(Clone, Debug)]
struct Node<S: System> {
    edges: Vec<Edge<S>>,
    visits: u32,
    /// What came of choices beyond how they had looked, summed up, and how often.
    beyond: (f64, u32),
}

impl<S: System> Node<S> {
    const NEW: Self = Node { edges: Vec::new(), visits: 0, beyond: (0.0, 0) };

    /// What a choice is worth to side A: what came of it, and how it looked, as if that had come of it some times. What
    /// comes of all choices beyond their looks is added to the look, so that tried and untried ones compare.
    fn worth(&self, edge: &Edge<S>) -> f64 {
        let visits = f64::from(edge.visits);
        match edge.look {
            Some(looked) => {
                let beyond = self.beyond.0 / f64::from(self.beyond.1.max(1));
                (edge.sum + LOOK * (looked + beyond)) / (visits + LOOK)
            }
            None => edge.sum / visits.max(1.0),
        }
    }
}

/// An order as the search found it.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// How often it was tried.
    pub visits: u32,
    /// What it is worth to side A, 0 to 1.
    pub worth: f64,
}

/// The tree.
#[derive(Clone, Debug)]
pub struct Tree<S: System> {
    nodes: Vec<Node<S>>,
}

/// The root.
pub const ROOT: NodeId = 0;

impl<S: System> Tree<S> {
    /// Nothing tried yet.
    pub fn new() -> Self {
        Tree { nodes: vec![Node::NEW] }
    }

    fn node(&self, id: NodeId) -> &Node<S> {
        &self.nodes[id as usize]
    }

    /// The node that follows an edge.
    fn after(&self, node: NodeId, edge: usize, asked: Asked<S>) -> Option<NodeId> {
        let next = &self.node(node).edges.get(edge)?.next;
        next.iter().find(|(same, _)| *same == asked).map(|(_, node)| *node)
    }

    /// The same, made if it is new; whether it is.
    pub fn grow(&mut self, node: NodeId, edge: usize, asked: Asked<S>) -> (NodeId, bool) {
        if let Some(known) = self.after(node, edge, asked) {
            return (known, false);
        }
        let new = self.nodes.len() as NodeId;
        self.nodes.push(Node::NEW);
        if let Some(edge) = self.nodes[node as usize].edges.get_mut(edge) {
            edge.next.push((asked, new));
        }
        (new, true)
    }

    /// Adds an order at the root that looks so for side A.
    pub fn plant(&mut self, order: S::Order, look: f64) {
        let edge = Edge { look: Some(look), ..Edge::new(Choice::Order(order)) };
        self.nodes[ROOT as usize].edges.push(edge);
    }

    /// How often a choice was taken.
    pub fn visits(&self, (node, edge): (NodeId, usize)) -> u32 {
        self.node(node).edges.get(edge).map_or(0, |edge| edge.visits)
    }

    /// Chooses among what can be chosen now; the edge's number. `below` draws a number below its argument.
    pub fn choose(
        &mut self,
        node: NodeId,
        side: Side,
        choices: &[Choice<S>],
        mut below: impl FnMut(usize) -> usize,
    ) -> usize {
        let node = &mut self.nodes[node as usize];
        node.visits += 1;
        let wide = (WIDE * f64::from(node.visits).sqrt()) as usize;
        let mut known = 0;
        for edge in &mut node.edges {
            if choices.contains(&edge.choice) {
                edge.available += 1;
                known += 1;
            }
        }
        if known < choices.len() && known <= wide {
            let untried = |choice: &&Choice<S>| !node.edges.iter().any(|edge| edge.choice == **choice);
            let left = choices.len() - known;
            if let Some(choice) = choices.iter().filter(untried).nth(below(left)) {
                node.edges.push(Edge { available: 1, ..Edge::new(*choice) });
                return node.edges.len() - 1;
            }
        }
        let bound = |edge: &Edge<S>| {
            let worth = node.worth(edge);
            let worth = if side == Side::A { worth } else { 1.0 - worth };
            let visits = f64::from(edge.visits) + if edge.look.is_some() { 1.0 } else { 0.0 };
            worth + CURIOUS * (f64::from(edge.available.max(1)).ln() / visits.max(1.0)).sqrt()
        };
        let open = node.edges.iter().enumerate().filter(|(_, edge)| choices.contains(&edge.choice));
        open.max_by(|(_, one), (_, other)| bound(one).total_cmp(&bound(other))).map_or(0, |(n, _)| n)
    }

    /// Notes what came of a choice, for side A.
    pub fn note(&mut self, node: NodeId, edge: usize, value: f64) {
        let node = &mut self.nodes[node as usize];
        if let Some(edge) = node.edges.get_mut(edge) {
            edge.visits += 1;
            edge.sum += value;
            if let Some(look) = edge.look {
                node.beyond.0 += value - look;
                node.beyond.1 += 1;
            }
        }
    }

    /// Whether nobody has looked yet at what comes of a choice.
    pub fn is_unseen(&self, (node, edge): (NodeId, usize)) -> bool {
        self.node(node).edges.get(edge).is_some_and(|edge| edge.look.is_none())
    }

    /// Notes how a choice looks for side A right after it was first taken.
    pub fn first_look(&mut self, (node, edge): (NodeId, usize), look: f64) {
        if let Some(edge) = self.nodes[node as usize].edges.get_mut(edge) {
            edge.look = Some(look);
        }
    }

    /// The choice at an edge.
    pub fn choice(&self, node: NodeId, edge: usize) -> Option<Choice<S>> {
        self.node(node).edges.get(edge).map(|edge| edge.choice)
    }

    /// An order at the root, by its number.
    pub fn found(&self, n: usize) -> Option<Found> {
        let root = self.node(ROOT);
        let edge = root.edges.get(n)?;
        Some(Found { visits: edge.visits, worth: root.worth(edge) })
    }
}

#[cfg(test)]
mod tests {
    use suite::toys::duel::{Duel, Order, Plan, Question};

    use super::*;

    const ROOT_ASKED: Asked<Duel> = Asked { side: Side::B, question: Question::Plot };

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
        // For the second side what is worth least to the first is best.
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
        let (one, new) = tree.grow(ROOT, edge, ROOT_ASKED);
        assert!(new);
        assert_eq!(tree.grow(ROOT, edge, ROOT_ASKED), (one, false));
        assert_ne!(tree.grow(ROOT, edge, Asked { side: Side::A, ..ROOT_ASKED }).0, one);
    }
}
