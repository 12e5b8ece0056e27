//! The facts of one seat's view, numbered in the order in which the seat saw them.
//!
//! The numbers depend only on what the seat itself has seen and reveal nothing else. They identify a fact that ceases
//! to hold or changes slightly, without repeating it.

use std::collections::BTreeMap;
use std::sync::Arc;

use board::naming::{Naming, naming};
use rules::{Seat, System};
use serde::Serialize;
use serde_json::Value;

use crate::RefereeError;
use crate::canonical::canonical;
use crate::patch::{merge, patch, patch_length};

/// A fact in the form that the seat receives: a line of canonical JSON.
///
/// Its parsed form takes ten times the memory. It is parsed again where a patch is computed from it.
pub type Written = Arc<str>;

fn write(fact: &impl Serialize) -> Result<Written, serde_json::Error> {
    canonical(fact).map(Written::from)
}

fn parsed(written: &Written) -> Value {
    serde_json::from_str(written).unwrap_or_default()
}

/// A fact that currently holds.
#[derive(Clone, Debug)]
struct Held {
    number: u32,
    /// Number of times the system states it, because two pieces may look alike.
    times: usize,
}

/// The difference between two views of a seat.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Difference {
    /// Numbers of facts that no longer hold, ascending.
    pub gone: Vec<u32>,
    /// Facts that began to hold, sorted. They take the next numbers in this order.
    pub new: Vec<Written>,
    /// Facts that changed and keep their numbers, each with a merge patch (RFC 7396).
    pub now: Vec<(u32, Value)>,
    /// Whether any difference reveals something about the other side.
    pub of_enemy: bool,
}

/// The facts of a seat's current view.
#[derive(Clone, Debug)]
pub struct Facts<S: System> {
    /// The facts in the system's order, each with its JSON, to serialize only what changed.
    said: Vec<(S::Fact, Written)>,
    held: BTreeMap<Written, Held>,
    /// Length of all lines in `held`.
    length: usize,
    next: u32,
}

/// The numbers of facts, as they are saved: lines with their number, and how often each is stated.
#[derive(Clone, Debug, Serialize, serde::Deserialize)]
pub(crate) struct SavedFacts {
    held: Vec<(String, u32, usize)>,
    next: u32,
}

impl<S: System> Default for Facts<S> {
    fn default() -> Self {
        Facts { said: Vec::new(), held: BTreeMap::new(), length: 0, next: 0 }
    }
}

impl<S: System> Facts<S> {
    /// All facts as sorted lines of canonical JSON.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.held.keys().map(|written| &**written)
    }

    /// Number and length of the lines.
    pub(crate) fn size(&self) -> (usize, usize) {
        (self.held.len(), self.length)
    }

    /// The facts in the system's form, as of the last update.
    pub(crate) fn said(&self) -> impl ExactSizeIterator<Item = &S::Fact> {
        self.said.iter().map(|(fact, _)| fact)
    }

    /// The lines with their numbers, for [`Facts::numbered`].
    pub(crate) fn numbers(&self) -> SavedFacts {
        let held = self.held.iter().map(|(written, held)| (written.to_string(), held.number, held.times));
        SavedFacts { held: held.collect(), next: self.next }
    }

    /// Returns facts with the numbers that they had. What they say must be [restated](Facts::restate).
    pub(crate) fn numbered(saved: SavedFacts) -> Self {
        let held = saved.held.into_iter().map(|(written, number, times)| (written.into(), Held { number, times }));
        let held: BTreeMap<Written, Held> = held.collect();
        let length = held.keys().map(|written| written.len()).sum();
        Facts { said: Vec::new(), held, length, next: saved.next }
    }

    /// Replaces the facts by those of another position. Returns false, and changes nothing, if any line would differ.
    ///
    /// # Errors
    /// Fails if a fact names something that has no name for the seat.
    pub(crate) fn restate(&mut self, said: Vec<S::Fact>, names: Arc<dyn Naming>) -> Result<bool, RefereeError> {
        let said: Vec<(S::Fact, Written)> = naming(names, || {
            let written = |fact: S::Fact| write(&fact).map(|written| (fact, written)).map_err(RefereeError::unnamed);
            said.into_iter().map(written).collect::<Result<_, _>>()
        })?;
        let mut times: BTreeMap<&str, usize> = BTreeMap::new();
        for (_, written) in &said {
            *times.entry(&**written).or_default() += 1;
        }
        let same = times.into_iter().eq(self.held.iter().map(|(written, held)| (&**written, held.times)));
        if same {
            self.said = said;
        }
        Ok(same)
    }

    /// Updates the view and returns the difference, or `None` if nothing changed. `renamed` means that pieces have
    /// other names than at the last update.
    ///
    /// # Errors
    /// Fails if a fact names something that has no name for the seat, which is a defect of the system.
    pub(crate) fn look(
        &mut self,
        seat: Seat,
        said: Vec<S::Fact>,
        names: Arc<dyn Naming>,
        renamed: bool,
    ) -> Result<Option<Difference>, RefereeError> {
        let (from, behind) = if renamed { (0, 0) } else { self.ends_in_common(&said) };
        if !renamed && from + behind == said.len() && said.len() == self.said.len() {
            return Ok(None);
        }
        let place = from..self.said.len() - behind;
        let fresh = said.len() - from - behind;
        let old: Vec<(S::Fact, Written)> = self.said.splice(place, []).collect();
        let new: Vec<(S::Fact, Written)> = naming(names, || {
            let put = |fact: S::Fact| match old.iter().find(|(other, _)| !renamed && *other == fact) {
                Some((_, written)) => Ok((fact, Arc::clone(written))),
                None => write(&fact).map(|written| (fact, written)).map_err(RefereeError::unnamed),
            };
            said.into_iter().skip(from).take(fresh).map(put).collect::<Result<_, _>>()
        })?;
        let mut change: BTreeMap<Written, (isize, bool)> = BTreeMap::new();
        for (sign, (fact, written)) in old.iter().map(|one| (-1, one)).chain(new.iter().map(|one| (1, one))) {
            let (times, of_enemy) = change.entry(Arc::clone(written)).or_default();
            *times += sign;
            *of_enemy |= S::tells_of_enemy(seat, fact);
        }
        self.said.splice(from..from, new);
        Ok(self.difference(change))
    }

    /// Returns the number of equal facts at the beginning, and at the end after those.
    fn ends_in_common(&self, said: &[S::Fact]) -> (usize, usize) {
        let from = self.said.iter().zip(said).take_while(|((old, _), new)| old == *new).count();
        let (old, new) = (&self.said[from..], &said[from..]);
        let behind = old.iter().rev().zip(new.iter().rev()).take_while(|((old, _), new)| old == *new).count();
        (from, behind)
    }

    /// Applies a change of counts to the current facts.
    fn difference(&mut self, change: BTreeMap<Written, (isize, bool)>) -> Option<Difference> {
        let (mut left, mut come, mut of_enemy) = (Vec::new(), Vec::new(), false);
        for (written, (times, enemy)) in change {
            let before = self.held.get(&written).map_or(0, |held| held.times);
            let after = before.saturating_add_signed(times);
            match (before, after) {
                (0, 0) => continue,
                (0, _) => come.push((written, after)),
                (_, 0) => left.extend(self.held.remove(&written).map(|held| {
                    self.length -= written.len();
                    (held.number, parsed(&written))
                })),
                _ => {
                    self.held.entry(written).and_modify(|held| held.times = after);
                    continue;
                }
            }
            of_enemy |= enemy;
        }
        if left.is_empty() && come.is_empty() {
            return None;
        }
        let mut difference = Difference { of_enemy, ..Difference::default() };
        for (written, times) in come {
            let number = match nearest(&left, &parsed(&written)) {
                Some((place, patch)) => {
                    let (number, _) = left.remove(place);
                    difference.now.push((number, patch));
                    number
                }
                None => {
                    difference.new.push(Arc::clone(&written));
                    self.next += 1;
                    self.next - 1
                }
            };
            self.length += written.len();
            self.held.insert(written, Held { number, times });
        }
        debug_assert_eq!(self.length, self.lines().map(str::len).sum::<usize>());
        difference.gone = left.into_iter().map(|(number, _)| number).collect();
        difference.gone.sort_unstable();
        Some(difference)
    }
}

/// A patch of at most this many bytes (one or two fields) is accepted without looking for a shorter one.
const SHORT: usize = 40;

/// Finds the fact in `left` of the same kind that becomes `value` by a short patch, or else by the shortest one.
fn nearest(left: &[(u32, Value)], value: &Value) -> Option<(usize, Value)> {
    let mut nearest: Option<(usize, usize)> = None;
    for (place, (_, old)) in left.iter().enumerate() {
        let most = nearest.map_or(usize::MAX, |(length, _)| length);
        // Only the nearest gets a patch: measuring one allocates nothing.
        if kind(old) == kind(value)
            && let Some(length) = patch_length(old, value, most)
        {
            nearest = Some((length, place));
            if length <= SHORT {
                break;
            }
        }
    }
    let (_, place) = nearest?;
    Some((place, patch(&left.get(place)?.1, value)?))
}

/// The kind of a fact: the name of its JSON variant.
fn kind(fact: &Value) -> Option<&str> {
    match fact {
        Value::Object(fields) => fields.keys().next().map(String::as_str),
        _ => fact.as_str(),
    }
}

/// The facts of a seat's log by number, maintained by a reader of the log from its beginning.
#[derive(Clone, Debug, Default)]
pub struct Numbered {
    facts: BTreeMap<u32, Value>,
    next: u32,
}

impl Numbered {
    /// Applies the fields of a [`crate::Event::Saw`]. Returns the full facts that ceased to hold, and those that began
    /// to hold. A changed fact is in both lists. Unknown numbers are ignored.
    pub fn saw(&mut self, gone: &[u32], new: Vec<Value>, now: &[(u32, Value)]) -> (Vec<Value>, Vec<Value>) {
        let mut left: Vec<Value> = gone.iter().filter_map(|number| self.facts.remove(number)).collect();
        let mut come = Vec::with_capacity(new.len() + now.len());
        for (number, patch) in now {
            let Some(fact) = self.facts.get_mut(number) else { continue };
            left.push(fact.clone());
            merge(fact, patch);
            come.push(fact.clone());
        }
        for fact in new {
            self.facts.insert(self.next, fact.clone());
            self.next += 1;
            come.push(fact);
        }
        (left, come)
    }

    /// All facts that currently hold, with their numbers, ascending.
    pub fn all(&self) -> impl Iterator<Item = (u32, &Value)> {
        self.facts.iter().map(|(number, fact)| (*number, fact))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_patch_is_what_to_merge() {
        let pairs = [
            (json!({"unit": {"at": "A1", "state": "steady"}}), json!({"unit": {"at": "B2", "state": "steady"}})),
            (json!({"unit": {"at": "A1", "name": "1st"}}), json!({"unit": {"at": "A1"}})),
            (json!({"pending": ["act"]}), json!({"pending": ["move", {"lose": 2}]})),
            (json!("night"), json!("day")),
        ];
        for (old, new) in pairs {
            let mut merged = old.clone();
            merge(&mut merged, &patch(&old, &new).unwrap());
            assert_eq!(merged, new);
        }
        let (old, new) = (json!({"objective": {"by": "german"}}), json!({"objective": {"by": null}}));
        assert_eq!(patch(&old, &new), None, "merging cannot write a null");
        assert_eq!(patch(&json!({"a": 1}), &json!({"a": 1, "b": {"c": null}})), None);
    }
}
