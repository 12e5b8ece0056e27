//! The tree of one searching thread: choices, not positions.
//!
//! A position differs with every guess and every fall of the dice, so the tree remembers only what was chosen (open
//! loop), and each visit finds out anew what can be chosen there. A node belongs to the side that chooses; what follows
//! a choice is kept apart by who is asked what then.

use rules::{Choice, Side, System};

/// How many choices are looked at after so many visits: few at first, more as it pays (progressive widening).
const WIDE: f64 = 3.0;
/// How much little-tried choices are favoured.
const CURIOUS: f64 = 0.6;

/// A node's number.
pub type NodeId = u32;

/// Who is asked what: tells apart what can follow one choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Who.
    pub side: Side,
    /// What kind of question.
    pub question: &'static str,
}

/// A choice that has been tried.
#[derive(Clone, Debug)]
pub struct Edge<S: System> {
    /// The choice.
    pub choice: Choice<S>,
    /// How often it was taken.
    pub visits: u32,
    /// How often it could have been taken.
    available: u32,
    /// The sum of what came of it for side A.
    sum: f64,
    /// What follows, by who is asked then; after a draft it is the same question.
    next: Vec<(Asked, NodeId)>,
}

/// Where somebody chooses.
#[derive(Clone, Debug)]
pub struct Node<S: System> {
    /// What was tried.
    pub edges: Vec<Edge<S>>,
    visits: u32,
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
        Tree { nodes: vec![Node { edges: Vec::new(), visits: 0 }] }
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &Node<S> {
        &self.nodes[id as usize]
    }

    /// The node that follows an edge.
    pub fn after(&self, node: NodeId, edge: usize, asked: Asked) -> Option<NodeId> {
        let next = &self.node(node).edges.get(edge)?.next;
        next.iter().find(|(same, _)| *same == asked).map(|(_, node)| *node)
    }

    /// The same, made if it is new; whether it is.
    pub fn grow(&mut self, node: NodeId, edge: usize, asked: Asked) -> (NodeId, bool) {
        if let Some(known) = self.after(node, edge, asked) {
            return (known, false);
        }
        let new = self.nodes.len() as NodeId;
        self.nodes.push(Node { edges: Vec::new(), visits: 0 });
        if let Some(edge) = self.nodes[node as usize].edges.get_mut(edge) {
            edge.next.push((asked, new));
        }
        (new, true)
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
                node.edges.push(Edge { choice: *choice, visits: 0, available: 1, sum: 0.0, next: Vec::new() });
                return node.edges.len() - 1;
            }
        }
        let bound = |edge: &Edge<S>| {
            let visits = f64::from(edge.visits.max(1));
            let mean = edge.sum / visits;
            let mean = if side == Side::A { mean } else { 1.0 - mean };
            mean + CURIOUS * (f64::from(edge.available.max(1)).ln() / visits).sqrt()
        };
        let open = node.edges.iter().enumerate().filter(|(_, edge)| choices.contains(&edge.choice));
        open.max_by(|(_, one), (_, other)| bound(one).total_cmp(&bound(other))).map_or(0, |(n, _)| n)
    }

    /// Notes what came of a choice, for side A.
    pub fn note(&mut self, node: NodeId, edge: usize, value: f64) {
        if let Some(edge) = self.nodes[node as usize].edges.get_mut(edge) {
            edge.visits += 1;
            edge.sum += value;
        }
    }

    /// The choice at an edge.
    pub fn choice(&self, node: NodeId, edge: usize) -> Option<Choice<S>> {
        self.node(node).edges.get(edge).map(|edge| edge.choice)
    }

    /// Every order tried at the root, through its drafts, with its visits and the sum of what came of it for side A.
    pub fn orders(&self, asked: Asked) -> Vec<(S::Order, u32, f64)> {
        let mut found = Vec::new();
        let mut open = vec![ROOT];
        while let Some(node) = open.pop() {
            for (n, edge) in self.node(node).edges.iter().enumerate() {
                match edge.choice {
                    Choice::Order(order) => found.push((order, edge.visits, edge.sum)),
                    Choice::Draft(_) => open.extend(self.after(node, n, asked)),
                }
            }
        }
        found
    }
}
