//! Movement (SNP-B5): men of both sides move at once, one movement point at a time.

use arrayvec::ArrayVec;
use board::LocationId;
use rules::{Audience, Clause, Piece, Resolver, Side};

use crate::mechanics::fire;
use crate::mechanics::look::{self, Noticed, Since};
use crate::mechanics::meeting::stop_at_enemies;
use crate::mechanics::motion::{Motion, Motions};
use crate::mechanics::reporting::replot;
use crate::printed::clause::{B4, B5, B6, B14, B15, B33, B34, S39_11, S39_21A, S39_21B, S39_22B, S39_22C, S39_41};
use crate::printed::words::{Hand, Posture};
use crate::setting::exits::StepKind;
use crate::setting::path::STEPS;
use crate::setting::{Setting, entering};
use crate::state::Sniper;
use crate::state::change::Change;
use crate::state::index::Trait;
use crate::state::man::{MEN, Man};
use crate::state::men::Men;
use crate::state::plot::Plot;
use crate::state::position::Position;
use crate::state::report::Report;

/// Ducks, leans out and draws back all men who plotted it, before any fire (39.11, SNP-B34). It costs no movement points.
/// Watchers may fire at men who come into sight by it.
// A function of its own: see `steps::step`.
#[inline(never)]
pub fn ladders(resolver: &mut impl Resolver<Sniper>, noticed: &mut Noticed) {
    let mut motions = Motions::new();
    for (piece, man, at) in walking(resolver.position()) {
        if let Some(posture) = man.plot.posture.filter(|posture| posture.is_free_from(man.posture)) {
            let clause = if resolver.setting().is_middle(at) { S39_11 } else { B34 };
            let _ = motions.try_push((piece, clause, Motion::Posture(posture)));
        }
    }
    if !motions.is_empty() {
        look::move_all(resolver, &motions, Since::Anything, noticed);
    }
}

/// Returns the men who still have a posture or steps to carry out and are able to.
fn walking(position: &Position) -> impl Iterator<Item = (Piece, &Man, LocationId)> {
    let men = &position.men;
    men.placed(men.who(Trait::Walking))
}

/// Cancels the moves of men of both sides who are bound for one middle level in this turn (39.41). Dummies
/// bound for it stay too, but a dummy doesn't keep an enemy out.
pub fn meet_on_ladders(resolver: &mut impl Resolver<Sniper>) {
    if !S39_41.is_in_force() || !both_climb(resolver.setting(), resolver.position()) {
        return;
    }
    for n in 0..resolver.setting().middles.len() {
        let Some(&at) = resolver.setting().middles.get(n) else { continue };
        let bound = |man: &Man| man.at.is_some() && man.plot.path.steps().contains(&at);
        let men = resolver.position().men.iter();
        let sides = Side::BOTH.map(|side| men.clone().any(|man| man.side == side && !man.dummy && bound(man)));
        if sides != [true; 2] {
            continue;
        }
        for piece in (0..resolver.position().men.len() as u16).map(Piece) {
            let Some(man) = resolver.position().man(piece).filter(|man| bound(man)) else { continue };
            let (side, plot) = (man.side, man.plot);
            let before = plot.path.steps().iter().position(|step| *step == at).unwrap_or(0);
            let plot = Plot { path: plot.path.first(before), act: None, ..plot };
            replot(resolver, S39_41, piece, plot);
            resolver.report(S39_41, Audience::Only(side), Report::Barred { man: piece, at });
        }
    }
}

/// Returns whether men of both sides are bound for some middle level. This is rare.
fn both_climb(setting: &Setting, position: &Position) -> bool {
    let climbs = |man: &Man| man.plot.path.steps().iter().any(|at| setting.is_middle(*at));
    let bound = |side| position.men.real(side) & position.men.who(Trait::Bound);
    Side::BOTH.iter().all(|side| position.men.each(bound(*side)).any(|(_, man)| climbs(man)))
}

/// Whether a man can take his next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Passage {
    /// He takes the step.
    Free,
    /// He waits until the man of his own side on the ladder has left it (39.41).
    Waits,
    /// He stays, and the rest of his movement is cancelled.
    Barred(Clause),
}

/// A man ready to take a step at this movement point.
#[derive(Clone, Copy, Debug)]
struct Stride {
    piece: Piece,
    side: Side,
    dummy: bool,
    from: LocationId,
    to: LocationId,
    way: StepKind,
    /// Movement point at which he could first have taken it.
    due: u8,
    /// Whether more steps of his path follow.
    goes_on: bool,
    passage: Passage,
}

impl Stride {
    #[inline]
    fn is_free(&self) -> bool {
        self.passage == Passage::Free
    }

    /// Returns the priority for entering a ladder, lowest first: men before dummies, then those who only pass through,
    /// then the earliest.
    const fn turn_on_ladder(&self) -> (bool, bool, u8) {
        (self.dummy, !self.goes_on, self.due)
    }
}

type Strides = ArrayVec<Stride, MEN>;

const fn clause_of(way: StepKind) -> Clause {
    match way {
        StepKind::Ground => B5,
        StepKind::Hole => S39_21B,
        StepKind::Stairs | StepKind::Window => B6,
        StepKind::Ladder => S39_22B,
        StepKind::Manhole => S39_22C,
        StepKind::Sewer => S39_21A,
    }
}

/// Carries out one movement point: every man who has paid for his next step takes it, then sight is updated.
pub fn pulse(resolver: &mut impl Resolver<Sniper>, now: u8) {
    let (mut motions, mut strides) = (Motions::new(), Strides::new());
    let mut prepared: ArrayVec<(Piece, Hand), MEN> = ArrayVec::new();
    for (piece, man, at) in walking(resolver.position()) {
        let awaited =
            man.plot.posture.filter(|posture| !posture.is_of_a_place() && *posture != man.posture && man.clock == 0);
        if let Some(posture) = awaited.filter(|_| man.walked == 0) {
            if entering::posture_cost(resolver.setting(), man.posture, posture) == now {
                let _ = motions.try_push((piece, B4, Motion::Posture(posture)));
            }
            continue;
        }
        if let Some(hand) = man.still_prepares().filter(|_| B33.is_in_force()) {
            if now >= man.clock + resolver.setting().tables.movement.prepare {
                let _ = prepared.try_push((piece, hand));
            }
            continue;
        }
        if let Some(stride) = man.next_step().and_then(|to| stride(resolver.setting(), piece, man, at, to, now)) {
            let _ = strides.try_push(stride);
        }
    }
    find_room(resolver, &mut strides, now);
    if motions.is_empty() && prepared.is_empty() && strides.iter().all(|stride| stride.passage == Passage::Waits) {
        return;
    }
    resolver.change(B5, Change::Pulse { now });
    for &(man, hand) in &prepared {
        resolver.change(B33, Change::Hand { man, now: hand });
    }
    for stride in strides.iter().filter(|stride| stride.is_free()) {
        let _ = motions.try_push((stride.piece, clause_of(stride.way), Motion::To(stride.to)));
    }
    let mut noticed = Noticed::default();
    look::move_all(resolver, &motions, Since::Nothing, &mut noticed);
    for stride in &strides {
        // A barred dummy may have been found and removed meanwhile.
        let here = resolver.position().man(stride.piece).is_some_and(|man| man.at.is_some());
        if let (Passage::Barred(clause), true) = (stride.passage, here) {
            replot(resolver, clause, stride.piece, Plot::default());
            let report = Report::Barred { man: stride.piece, at: stride.to };
            resolver.report(clause, Audience::Only(stride.side), report);
        }
    }
    stop_at_enemies(resolver, noticed.came);
    fire::watch(resolver, &noticed);
}

// Inlined: handed over in memory, a stride is copied before it is written, and the copy has to wait.
#[inline(always)]
fn stride(setting: &Setting, piece: Piece, man: &Man, from: LocationId, to: LocationId, now: u8) -> Option<Stride> {
    let exit = setting.spot(from)?.exit(to)?;
    let cost = if man.posture == Posture::Prone { exit.crawl? } else { exit.cost };
    let due = man.clock.saturating_add(cost.max(1));
    let goes_on = usize::from(man.walked) + 1 < man.plot.path.len();
    let stride = Stride {
        piece,
        side: man.side,
        dummy: man.dummy,
        from,
        to,
        way: exit.way,
        due,
        goes_on,
        passage: Passage::Free,
    };
    // A step later than due was waiting for another man to leave a ladder.
    (due <= now).then_some(stride)
}

/// Returns whether any step may be barred. Usually each man is bound for a place of his own with room and no enemies.
fn may_be_crowded(setting: &Setting, men: &Men, strides: &Strides) -> bool {
    // A bit for each place they are bound for. Two places seldom share one.
    let mut goals = 0u64;
    strides.iter().any(|&Stride { side, to, .. }| {
        let goal = 1 << (to.0 % 64);
        let shared = goals & goal != 0;
        goals |= goal;
        let there = men.at(to, men.filling(Side::A) | men.filling(Side::B));
        let full = || !(there - men.of(side)).is_empty() || there.len() >= entering::room(setting, to);
        shared || (!there.is_empty() && full())
    })
}

/// Bars steps for want of room: the middle level holds one man (39.41), other places two of a side (SNP-B14). A man who
/// is barred stays, and may bar others.
fn find_room(resolver: &impl Resolver<Sniper>, strides: &mut Strides, now: u8) {
    let (setting, men) = (resolver.setting(), &resolver.position().men);
    if !may_be_crowded(setting, men, strides) {
        return;
    }
    bar_who_would_change_places(setting, strides);
    let mut again = true;
    while again {
        again = false;
        for n in 0..strides.len() {
            if let Some(passage) = crowded(setting, men, strides, n, now)
                && let Some(stride) = strides.get_mut(n)
            {
                stride.passage = passage;
                again = true;
            }
        }
    }
}

/// Resolves two enemies who would exchange places: they meet, and the first side's man moves (SNP-B15). Onto a ladder
/// neither moves.
fn bar_who_would_change_places(setting: &Setting, strides: &mut Strides) {
    for n in 0..strides.len() {
        let Some(&mine) = strides.get(n).filter(|stride| stride.side == Side::B) else { continue };
        let passing = strides.iter().position(|other| {
            other.side == Side::A && other.from == mine.to && other.to == mine.from && B15.is_in_force()
        });
        let Some(other) = passing else { continue };
        let narrow = setting.is_middle(mine.from) || setting.is_middle(mine.to);
        if let Some(stride) = strides.get_mut(n) {
            stride.passage = Passage::Barred(B15);
        }
        if let Some(stride) = strides.get_mut(other).filter(|_| narrow) {
            stride.passage = Passage::Barred(S39_41);
        }
    }
}

/// Returns the limited passage of a free step where there is no room; `None` if there is room.
fn crowded(setting: &Setting, men: &Men, strides: &Strides, n: usize, now: u8) -> Option<Passage> {
    let mine = strides.get(n).filter(|stride| stride.is_free())?;
    let middle = mine.way.is_ladder() && setting.is_middle(mine.to) && S39_41.is_in_force();
    let counts = if middle { men.filling(Side::A) | men.filling(Side::B) } else { men.filling(mine.side) };
    let there = men.at(mine.to, counts);
    let is_before = |place: usize, other: &Stride| match middle {
        true => (other.turn_on_ladder(), place) < (mine.turn_on_ladder(), n),
        false => place < n && other.side == mine.side,
    };
    let coming = || {
        let others = strides.iter().enumerate().filter(|(_, other)| other.to == mine.to && other.is_free());
        others.filter(|(place, other)| *place != n && is_before(*place, other)).map(|(_, other)| other)
    };
    let ahead = coming().count();
    if there.is_empty() && ahead == 0 {
        return None;
    }
    let leaving = strides.iter().filter(|other| other.is_free()).map(|other| other.piece).collect();
    let staying = there - leaving;
    if staying.len() + ahead < entering::room(setting, mine.to) {
        return None;
    }
    if !middle {
        return Some(Passage::Barred(B14));
    }
    // Men don't wait for enemies. After the last movement point no man leaves.
    let is_barred =
        |piece| strides.iter().any(|other| other.piece == piece && matches!(other.passage, Passage::Barred(_)));
    let will_leave = |piece, man: &Man| man.side == mine.side && man.next_step().is_some() && !is_barred(piece);
    let clears = now < STEPS as u8
        && men.each(staying).all(|(piece, man)| will_leave(piece, man))
        && coming().all(|other| other.side == mine.side && other.goes_on);
    Some(if clears { Passage::Waits } else { Passage::Barred(S39_41) })
}
