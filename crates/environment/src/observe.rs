//! Observations: what a seat sees as arrays.

use std::sync::Arc;

use rules::System;

use crate::channels::{BUCKETS, Channels, FactKind, Kind, Node};
use crate::flat::{Leaf, Leaves, Numbers, Part, Unnumbered, flatten};
use crate::keys::Whereabouts;

/// A mark of a fact beside what it is about.
#[derive(Clone, Copy, Debug)]
enum Mark {
    Place(u16),
    Piece(u16),
}

/// A fact that was read, before it is known where all pieces are.
#[derive(Clone, Copy, Debug)]
struct Read {
    /// Its kind, by its place among the channels; `None` if it has none.
    kind: Option<u16>,
    /// What it is about: a place, a piece, or a piece that is at a place.
    at: Option<u16>,
    piece: Option<u16>,
    /// First channel of the fact, for its side.
    base: u32,
    /// Where its values and marks end in the lists.
    values: u32,
    marks: u32,
    /// Whether a piece that it names has lost its handle since.
    stale: bool,
}

/// Reads the facts of a seat into arrays. From one view to the next, only facts that were not there are read.
#[derive(Debug)]
pub(crate) struct Reading<S: System> {
    seen: Seen<S>,
    /// The names under which the facts were read.
    named: Option<Arc<Numbers>>,
    pub(crate) whereabouts: Whereabouts,
}

/// A view whose facts were read, one after the other.
// Many games at once are more than a cache holds: what each keeps is small.
#[derive(Debug)]
pub(crate) struct Seen<S: System> {
    facts: Vec<S::Fact>,
    list: List,
}

#[derive(Debug, Default)]
struct List {
    read: Vec<Read>,
    values: Vec<(u32, i32)>,
    marks: Vec<(u32, Mark)>,
}

impl List {
    /// Notes which facts name a piece by one of these handles, which it has no more.
    fn lose(&mut self, lost: &[u16]) {
        let mut begin = 0;
        for read in &mut self.read {
            let marks = part(&self.marks, begin, read.marks);
            begin = read.marks;
            let of_mark = |(_, mark): &(u32, Mark)| matches!(mark, Mark::Piece(piece) if lost.contains(piece));
            read.stale |= read.piece.is_some_and(|piece| lost.contains(&piece)) || marks.iter().any(of_mark);
        }
    }

    /// Appends the fact at this place of another list.
    fn copy(&mut self, of: &List, place: usize) {
        let Some(read) = of.read.get(place) else { return };
        let (values, marks) = match place.checked_sub(1).and_then(|before| of.read.get(before)) {
            Some(before) => (before.values, before.marks),
            None => (0, 0),
        };
        self.values.extend_from_slice(part(&of.values, values, read.values));
        self.marks.extend_from_slice(part(&of.marks, marks, read.marks));
        self.push(*read);
    }

    /// Appends a fact whose values and marks were appended.
    fn push(&mut self, read: Read) {
        self.read.push(Read { values: self.values.len() as u32, marks: self.marks.len() as u32, ..read });
    }
}

/// Returns the part of a list that belongs to one fact.
fn part<T>(list: &[T], begin: u32, end: u32) -> &[T] {
    list.get(begin as usize..end as usize).unwrap_or_default()
}

impl<S: System> Seen<S> {
    fn clear(&mut self) {
        self.facts.clear();
        self.list.read.clear();
        self.list.values.clear();
        self.list.marks.clear();
    }
}

impl<S: System> Default for Seen<S> {
    fn default() -> Self {
        Seen { facts: Vec::new(), list: List::default() }
    }
}

impl<S: System> Default for Reading<S> {
    fn default() -> Self {
        Reading { seen: Seen::default(), named: None, whereabouts: Whereabouts::default() }
    }
}

/// Number of facts of the view before that one is compared with. Views have their facts in about the same order.
const COMPARED: usize = 4;

/// The arrays of an observation, cleared.
pub(crate) struct Arrays<'a> {
    /// Planes: for each channel each place, the last of them for what is at no place.
    pub planes: &'a mut [u8],
    pub scalars: &'a mut [f32],
    pub layout: Layout,
}

/// Where the numbers of planes lie in memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    channel: usize,
    place: usize,
    /// The last place.
    nowhere: usize,
}

impl Layout {
    /// One plane after the other. `places` is the number of Locations.
    pub(crate) const fn by_plane(places: usize) -> Self {
        Layout { channel: places + 1, place: 1, nowhere: places }
    }

    /// One place after the other: what is written at once is close together in memory.
    pub(crate) const fn by_place(places: usize, channels: &Channels) -> Self {
        Layout { channel: 1, place: channels.planes.len(), nowhere: places }
    }

    fn at(self, channel: usize, place: Option<u16>) -> usize {
        channel * self.channel + place.map_or(self.nowhere, usize::from) * self.place
    }
}

impl<S: System> Reading<S> {
    /// Reads the view of a seat. Must be called in the naming scope of `numbers`, which are the seat's. It must always
    /// be of the same seat. The view before is left in `room`, whose memory is used for this one.
    ///
    /// # Errors
    /// A fact has no form as numbers: a defect of the system.
    pub(crate) fn view(
        &mut self,
        channels: &Channels,
        eyes: S::Eyes<'_>,
        numbers: &Arc<Numbers>,
        room: &mut Seen<S>,
    ) -> Result<(), Unnumbered> {
        std::mem::swap(&mut self.seen, room);
        self.seen.clear();
        let Seen { facts, list } = &mut self.seen;
        let Seen { facts: old_facts, list: old } = room;
        if self.named.as_ref().is_none_or(|named| !Arc::ptr_eq(named, numbers))
            && let Some(named) = self.named.replace(Arc::clone(numbers))
        {
            // Facts that are equal can have other numbers now.
            let now = numbers.handles.iter().copied().chain(std::iter::repeat(None));
            let lost = named.handles.iter().zip(now).filter_map(|(old, now)| old.filter(|old| now != Some(*old)));
            old.lose(&lost.collect::<Vec<u16>>());
        }
        let (mut failed, mut path, mut next) = (None, Vec::new(), 0);
        S::view(eyes, &mut |fact: S::Fact| {
            let mut nearby = old_facts.iter().zip(&old.read).skip(next).take(COMPARED);
            let same = nearby.position(|(old, read)| !read.stale && *old == fact);
            if let Some(after) = same {
                list.copy(old, next + after);
                next += after + 1;
            } else {
                path.clear();
                let mut walk = Walk { channels, list, path: &mut path, fact: None };
                if let Err(error) = flatten(&fact, &mut walk) {
                    failed = Some(error);
                }
                walk.finish();
            }
            facts.push(fact);
        });
        self.whereabouts.clear();
        for (piece, place) in list.read.iter().filter_map(|read| read.piece.zip(read.at)) {
            self.whereabouts.put(piece, place);
        }
        if failed.is_some() {
            facts.clear();
        }
        failed.map_or(Ok(()), Err)
    }

    /// Writes what was read. Calls `touched` with the index of each number that was written to.
    pub(crate) fn write(&self, channels: &Channels, arrays: &mut Arrays<'_>, mut touched: impl FnMut(bool, usize)) {
        let (mut values, mut marks) = (0, 0);
        let list = &self.seen.list;
        for read in &list.read {
            let (own, of_others) = (part(&list.values, values, read.values), part(&list.marks, marks, read.marks));
            (values, marks) = (read.values, read.marks);
            let Some(fact) = read.kind.and_then(|kind| channels.facts.get(usize::from(kind))) else { continue };
            for (channel, value) in own.iter().copied().chain([(0, 1)]) {
                self.put(fact, (read, channel, value), arrays, &mut touched);
            }
            for (channel, mark) in of_others {
                if !fact.placed {
                    // A part of something that is about no place.
                    self.put(fact, (read, *channel, 1), arrays, &mut touched);
                    continue;
                }
                let place = match mark {
                    Mark::Place(place) => Some(*place),
                    Mark::Piece(piece) => self.whereabouts.of(*piece),
                };
                let at = arrays.layout.at((read.base + channel) as usize, place);
                add(arrays.planes, at, 1, &mut touched);
            }
        }
    }

    /// Adds a value of a fact.
    fn put(
        &self,
        fact: &FactKind,
        (read, channel, value): (&Read, u32, i32),
        arrays: &mut Arrays<'_>,
        touched: &mut impl FnMut(bool, usize),
    ) {
        let channel = (read.base + channel) as usize;
        if !fact.placed {
            if let Some(scalar) = arrays.scalars.get_mut(channel) {
                *scalar += value as f32;
                touched(false, channel);
            }
            return;
        }
        let place = read.at.or_else(|| self.whereabouts.of(read.piece?));
        let at = arrays.layout.at(channel, place);
        add(arrays.planes, at, value, touched);
    }
}

/// Adds to a number of a plane, which goes from 0 to 255.
fn add(planes: &mut [u8], at: usize, value: i32, touched: &mut impl FnMut(bool, usize)) {
    if let Some(number) = planes.get_mut(at) {
        *number = number.saturating_add(value.clamp(0, 255) as u8);
        touched(true, at);
    }
}

struct Walk<'a, 'r> {
    channels: &'a Channels,
    list: &'r mut List,
    /// The parts that have begun, outermost first; `None` for one that is not told apart.
    path: &'r mut Vec<Option<&'a Node>>,
    fact: Option<Under<'a>>,
}

/// The fact that is read.
struct Under<'a> {
    kind: usize,
    fact: &'a FactKind,
    at: Option<u16>,
    piece: Option<u16>,
    other: bool,
    /// Name of the field of the fact itself that is read.
    field: &'static str,
}

impl<'a> Walk<'a, '_> {
    fn open(&mut self, word: (&str, usize)) {
        let Channels { facts, known, .. } = self.channels;
        let found = known.find(facts, word, |fact| &fact.word);
        self.fact = found.map(|(kind, fact)| Under { kind, fact, at: None, piece: None, other: false, field: "" });
    }

    fn value(&mut self, channel: usize, value: i64) {
        // Numbers of facts are far within these bounds.
        let value = i32::try_from(value).unwrap_or(if value < 0 { i32::MIN } else { i32::MAX });
        self.list.values.push((channel as u32, value));
    }

    fn finish(self) {
        let nothing = Read { kind: None, at: None, piece: None, base: 0, values: 0, marks: 0, stale: false };
        self.list.push(match self.fact {
            Some(Under { kind, fact, at, piece, other, .. }) => {
                let base = fact.count + if other { fact.width } else { 0 };
                Read { kind: u16::try_from(kind).ok(), at, piece, base: base as u32, ..nothing }
            }
            None => nothing,
        });
    }
}

impl Leaves for Walk<'_, '_> {
    fn begin(&mut self, part: Part) {
        let top = match self.path.last() {
            Some(top) => *top,
            None => {
                // The fact itself.
                if let Part::Variant(word, number) = part {
                    self.open((word, number as usize));
                    let node = self.fact.as_ref().map(|under| &under.fact.node);
                    self.path.push(node);
                }
                return;
            }
        };
        if let (1, Part::Field(name, _), Some(under)) = (self.path.len(), part, &mut self.fact) {
            under.field = name;
        }
        let node = top.and_then(|node| match (&node.kind, part) {
            // An enum of one variant has the schema of a struct.
            (Kind::Fields(fields), Part::Field(name, number)) => named(node, fields, (name, number)),
            (Kind::Fields(fields), Part::Variant(name, number)) => named(node, fields, (name, number as usize)),
            (Kind::List(of), Part::Element(_)) => Some(&**of),
            (Kind::Tuple(all), Part::Element(number)) => all.get(number),
            (Kind::Piece, Part::Element(_)) => Some(node),
            (Kind::Variants(variants), Part::Variant(name, number)) => named(node, variants, (name, number as usize)),
            _ => None,
        });
        if let (Some(Node { kind: Kind::Variants(_), .. }), Some(node), Part::Variant(..)) = (top, node, part) {
            self.value(node.first - 1, 1);
        }
        self.path.push(node);
    }

    fn end(&mut self) {
        self.path.pop();
    }

    fn nothing(&mut self, _: Part) {}

    fn leaf(&mut self, leaf: Leaf<'_>) {
        let Some(top) = self.path.last().copied() else {
            if let Leaf::Word(word, number) = leaf {
                self.open((word, number as usize));
            }
            return;
        };
        let depth = self.path.len();
        if let Some(under) = &mut self.fact {
            match leaf {
                Leaf::Place(at) if depth <= 2 => under.at = under.at.or(Some(at)),
                Leaf::Piece(piece) if depth <= 2 => under.piece = under.piece.or(Some(piece)),
                Leaf::Side(side) if depth == 2 && under.field == "side" => under.other = side == 1,
                _ => {}
            }
        }
        let Some(node) = top else { return };
        match (&node.kind, leaf) {
            (Kind::Place, Leaf::Place(place)) => self.list.marks.push((node.first as u32, Mark::Place(place))),
            (Kind::Piece, Leaf::Piece(piece)) => self.list.marks.push((node.first as u32, Mark::Piece(piece))),
            (Kind::Side, Leaf::Side(side)) => self.value(node.first + usize::from(side), 1),
            (Kind::Number, Leaf::Number(number)) => self.value(node.first, number),
            (Kind::Words(words), Leaf::Word(word, _) | Leaf::Text(word)) => {
                if let Some(place) = words.get(word) {
                    self.value(node.first + place, 1);
                }
            }
            (Kind::Variants(variants), Leaf::Word(word, number)) => {
                if let Some(node) = named(node, variants, (word, number as usize)) {
                    self.value(node.first - 1, 1);
                }
            }
            (Kind::Text, Leaf::Text(text)) => self.value(node.first + bucket(text), 1),
            _ => {}
        }
    }
}

/// Returns a field or a variant of a node by its name.
fn named<'a>(of: &Node, all: &'a [(String, Node)], name: (&str, usize)) -> Option<&'a Node> {
    of.known.find(all, name, |(name, _)| name).map(|(_, (_, node))| node)
}

/// Returns the channel of a text, by its FNV-1a hash.
fn bucket(text: &str) -> usize {
    let hash = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    (hash % BUCKETS as u64) as usize
}
