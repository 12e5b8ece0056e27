//! The sight sweep: carries out simultaneous actions, then updates which men are seen (SNP-B18, 39.0).
//!
//! All that happens in one movement point is one snapshot: first men who will be out of sight are hidden, then all
//! move, then those in sight are shown. No man is followed to a place out of sight, and the order of men in the
//! position stays hidden. Dummies that would be seen are removed instead.

use arrayvec::ArrayVec;
use board::LocationId;
use rules::{Audience, BySide, Clause, Piece, PieceSet, Resolver, Side};

use crate::mechanics::motion::{Motion, Motions};
use crate::mechanics::noticing;
use crate::printed::clause::{B5, B18, B20, S39_0, S39_51A, S39_52A};
use crate::printed::words::Posture;
use crate::setting::Setting;
use crate::setting::entering::arriving;
use crate::setting::sight::{Eye, Stand};
use crate::state::Sniper;
use crate::state::change::Change;
use crate::state::index::Trait;
use crate::state::man::{MEN, Man};
use crate::state::position::Position;
use crate::state::report::Report;

/// Men and dummies noticed in sight sweeps.
#[derive(Debug, Default)]
pub struct Noticed {
    /// Men who have moved or come into sight.
    pub stirred: ArrayVec<Piece, { 2 * MEN }>,
    /// Men who have entered another place.
    pub came: PieceSet,
    /// Removed dummies: their side, and their place and posture when they were seen.
    pub vanished: ArrayVec<(Side, Eye), MEN>,
}

/// Changes since the last sight sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Since {
    /// Anything may have changed, such as smoke or which men are in the game.
    Anything,
    /// Nothing but the motions given now. Only men in motion can see others, or be seen by others, than before.
    Nothing,
}

/// Places and postures of all men after the motions.
struct Picture<'a> {
    setting: &'a Setting,
    position: &'a Position,
    motions: &'a Motions,
    /// The men who do something.
    stirring: PieceSet,
    /// Place after the motions, by man in the game.
    places: [LocationId; MEN],
}

impl<'a> Picture<'a> {
    #[inline]
    fn new(setting: &'a Setting, position: &'a Position, motions: &'a Motions) -> Self {
        let mut picture =
            Picture { setting, position, motions, stirring: PieceSet::EMPTY, places: *position.men.places() };
        for &(piece, _, motion) in motions {
            picture.stirring = picture.stirring | PieceSet::EMPTY.with(piece);
            if let Motion::To(at) | Motion::Fall(at) = motion {
                picture.places[piece.index()] = at;
            }
        }
        picture
    }

    #[inline]
    fn eye(&self, piece: Piece) -> Option<Eye> {
        let man = self.position.man(piece)?;
        let eye = Eye { at: man.at?, posture: man.posture };
        if !self.stirring.has(piece) {
            return Some(eye);
        }
        let own = self.motions.iter().filter(|(stirring, ..)| *stirring == piece);
        Some(own.fold(eye, |eye, (_, _, motion)| after(self.setting, man.incapacitated, eye, *motion)))
    }

    /// Returns the men of a set who may see a man's place; the others certainly don't.
    #[inline(always)]
    fn near(&self, piece: Piece, of: PieceSet) -> PieceSet {
        // Looked up from the others' places: most stay where they are, and their rows were read just before.
        let (sight_filter, at) = (self.setting.sight_filter(), self.places[piece.index()]);
        of.only(|other| sight_filter.sees(self.places[other.index()], at))
    }

    /// Returns the standing men of a set who may have seen a man at his earlier place.
    #[inline]
    fn left_behind(&self, piece: Piece, of: PieceSet) -> PieceSet {
        let (sight_filter, places) = (self.setting.sight_filter(), self.position.men.places());
        of.only(|other| sight_filter.sees(places[other.index()], places[piece.index()]))
    }

    /// Returns the men of a set who see the target, each with the clause.
    #[inline]
    fn who_see(&self, of: PieceSet, target: Piece) -> impl Iterator<Item = (Piece, Clause)> {
        let (setting, clouds) = (self.setting, &self.position.clouds);
        let stand = move |man| Stand::of(setting, self.eye(man)?);
        let target = if of.is_empty() { None } else { stand(target) };
        of.iter().filter_map(move |by| Some((by, stand(by)?.sees(setting, clouds, target.as_ref()?)?)))
    }

    /// Returns whether any man of a set sees the target.
    #[inline]
    fn is_seen(&self, of: PieceSet, target: Piece) -> bool {
        self.who_see(of, target).next().is_some()
    }

    /// Returns the clause by which a man comes into sight of a set, with the man who sees him. If there are several,
    /// the first in the rulebook counts, to hide the order of men in the position.
    fn comes_to_light(&self, of: PieceSet, target: Piece) -> Option<(Piece, Clause)> {
        self.who_see(of, target).min_by_key(|&(by, clause)| (clause, by))
    }
}

/// Returns the posture of a man who falls: an incapacitated one lies.
fn fallen(setting: &Setting, incapacitated: bool, held: Posture, at: LocationId) -> Posture {
    if incapacitated { Posture::Prone } else { arriving(setting, held, at) }
}

fn after(setting: &Setting, incapacitated: bool, eye: Eye, motion: Motion) -> Eye {
    match motion {
        Motion::To(at) => Eye { at, posture: arriving(setting, eye.posture, at) },
        Motion::Fall(at) => Eye { at, posture: fallen(setting, incapacitated, eye.posture, at) },
        Motion::Posture(posture) => Eye { posture, ..eye },
    }
}

/// Results of a sight sweep.
#[derive(Debug, Default, PartialEq)]
struct Found {
    /// Men coming into sight, each with the clause.
    show: ArrayVec<(Piece, Clause), MEN>,
    /// Men found below ground by rule 39: by which side, where, by which man and under which clause.
    below: ArrayVec<(Side, LocationId, Piece, Clause), MEN>,
    /// Men going out of sight.
    hide: ArrayVec<Piece, MEN>,
    /// Whether each side sees an enemy.
    alert: BySide<bool>,
}

/// Calculates who is seen after the motions.
fn look_about(setting: &Setting, position: &Position, motions: &Motions, since: Since, found: &mut Found) {
    let (hidden, men) = (setting.options.hidden, &position.men);
    let picture = Picture::new(setting, position, motions);
    let (seen, blind) = (men.who(Trait::Seen), men.blind());
    let all = men.of(Side::A) | men.of(Side::B);
    let settled = since == Since::Nothing && hidden;
    // Sight is mutual: one set holds the men who may see and who may be seen.
    let mut affected = if settled { PieceSet::EMPTY } else { all - picture.stirring };
    let mut stirring: ArrayVec<(Piece, PieceSet), MEN> = ArrayVec::new();
    for (piece, man) in men.each(picture.stirring) {
        let enemies = men.of(man.side.other());
        let near = picture.near(piece, enemies);
        look_at(&picture, (piece, man), near - blind, found);
        if settled && !blind.has(piece) {
            let seen_before = picture.left_behind(piece, (enemies & seen) - picture.stirring);
            affected = affected | (near - picture.stirring) | seen_before;
            stirring.push((piece, near));
        }
    }
    for (piece, man) in men.each(affected) {
        // A man out of sight stays so for enemies who do nothing.
        let near = if settled && !man.seen {
            stirring.iter().filter(|(_, near)| near.has(piece)).map(|(by, _)| *by).collect()
        } else {
            picture.near(piece, men.able(man.side.other()))
        };
        look_at(&picture, (piece, man), near, found);
    }
    for side in Side::BOTH {
        // A man who saw the others still sees them.
        let still_seen = (men.of(side) & seen) - (affected | picture.stirring);
        found.alert[side.other()] |= !still_seen.is_empty();
    }
    found.show.sort_unstable_by_key(|(piece, _)| *piece);
    found.hide.sort_unstable();
}

/// Records whether any man of `by` sees a man, if that is a change. Most men were out of sight and still are.
#[inline]
fn look_at(picture: &Picture<'_>, (piece, man): (Piece, &Man), by: PieceSet, found: &mut Found) {
    if man.seen || !by.is_empty() {
        look_closely(picture, (piece, man), by, found);
    }
}

fn look_closely(picture: &Picture<'_>, (piece, man): (Piece, &Man), by: PieceSet, found: &mut Found) {
    let (hidden, enemy) = (picture.setting.options.hidden, man.side.other());
    if man.seen || !hidden {
        let seen = picture.is_seen(by, piece);
        found.alert[enemy] |= seen;
        if man.seen && hidden && !seen {
            found.hide.push(piece);
        }
    } else if let Some((by, clause)) = picture.comes_to_light(by, piece) {
        found.alert[enemy] = true;
        found.show.push((piece, clause));
        if !man.dummy && [S39_51A, S39_52A].contains(&clause) {
            found.below.push((enemy, picture.places[piece.index()], by, clause));
        }
    }
}

/// Returns whether a full sweep gives the same result as one that uses earlier sight. Not checked with the feature
/// `ablation`, since the results may differ while a clause is out of force.
fn is_all(setting: &Setting, position: &Position, motions: &Motions, found: &Found) -> bool {
    let mut afresh = Found::default();
    look_about(setting, position, motions, Since::Anything, &mut afresh);
    cfg!(feature = "ablation") || *found == afresh
}

/// Returns whether only motions of men can change who is seen, because all men have looked since anything else changed.
pub fn is_settled(setting: &Setting, position: &Position) -> bool {
    let mut found = Found::default();
    look_about(setting, position, &Motions::new(), Since::Anything, &mut found);
    cfg!(feature = "ablation") || !setting.options.hidden || (found.show.is_empty() && found.hide.is_empty())
}

/// Carries out simultaneous motions, hides men who go out of sight and shows those who come into it. Appends to
/// `noticed`. A side that sees part of it receives the disclosing clauses in this order: men out of sight, motions of
/// men in sight, men coming into sight.
pub fn move_all(resolver: &mut impl Resolver<Sniper>, motions: &Motions, since: Since, noticed: &mut Noticed) {
    let setting = resolver.setting();
    let mut found = Found::default();
    if setting.options.hidden || setting.has_routes() {
        look_about(setting, resolver.position(), motions, since, &mut found);
        debug_assert!(
            is_all(setting, resolver.position(), motions, &found),
            "something besides has changed what is seen"
        );
    }
    for &man in &found.hide {
        resolver.change(S39_0, Change::Seen { man, now: false });
    }
    if !found.hide.is_empty() {
        resolver.change(S39_0, Change::Look);
    }
    let smoke = noticing::keep_back(resolver, motions);
    do_all(resolver, motions, noticed);
    noticing::disclose(resolver, &smoke);
    let first = noticed.vanished.len();
    show_all(resolver, &mut found, noticed);
    tell_found(resolver, &mut found.below);
    // Sorted by place, because the list order of dummies is secret.
    let vanished = noticed.vanished.get_mut(first..).unwrap_or_default();
    vanished.sort_unstable_by_key(|(side, there)| (*side == Side::B, there.at));
    for &mut (_, Eye { at, .. }) in vanished {
        resolver.report(B18, Audience::All, Report::Vanished { at });
    }
    for side in Side::BOTH {
        if found.alert[side] && !resolver.position().alerted[side] && resolver.setting().has_routes() {
            resolver.change(B20, Change::Alerted { side });
        }
    }
}

/// Carries out all motions, grouped by the clause shown to onlookers.
fn do_all(resolver: &mut impl Resolver<Sniper>, motions: &Motions, noticed: &mut Noticed) {
    let is_step = |motion: &Motion| matches!(motion, Motion::To(_));
    let done = |resolver: &mut _, man, clause, motion, noticed: &mut Noticed| {
        noticed.stirred.push(man);
        do_it(resolver, man, clause, motion, noticed);
    };
    let mut told = None;
    let others = || motions.iter().filter(|(.., motion)| !is_step(motion));
    while let Some(next) = others().map(|(_, clause, _)| *clause).filter(|clause| told < Some(*clause)).min() {
        for &(man, clause, motion) in others().filter(|(_, clause, _)| *clause == next) {
            done(resolver, man, clause, motion, noticed);
        }
        resolver.change(next, Change::Look);
        told = Some(next);
    }
    let mut any = false;
    for &(man, clause, motion) in motions.iter().filter(|(.., motion)| is_step(motion)) {
        done(resolver, man, clause, motion, noticed);
        any = true;
    }
    if any {
        // The clause of a single step could belong to a man whom the onlooker doesn't see.
        resolver.change(B5, Change::Look);
    }
}

/// Shows men who come into sight, grouped by clause. Dummies are removed instead (SNP-B18).
fn show_all(resolver: &mut impl Resolver<Sniper>, found: &mut Found, noticed: &mut Noticed) {
    for (man, clause) in &mut found.show {
        if resolver.position().man(*man).is_some_and(|man| man.dummy) {
            *clause = B18;
        }
    }
    found.show.sort_unstable_by_key(|&(man, clause)| (clause, man));
    for together in found.show.chunk_by(|(_, one), (_, other)| one == other) {
        for &(man, clause) in together {
            let Some(&Man { side, dummy, at, posture, .. }) = resolver.position().man(man) else { continue };
            if !dummy {
                resolver.change(clause, Change::Seen { man, now: true });
                noticed.stirred.push(man);
            } else if let Some(at) = at {
                resolver.change(clause, Change::Vanished { man });
                noticed.vanished.push((side, Eye { at, posture }));
            }
        }
        if let Some(&(_, clause)) = together.first() {
            resolver.change(clause, Change::Look);
        }
    }
}

/// Reports to a side which of its men found an enemy in a sewer or manhole, and under which clause. One report per
/// place, sorted by place, to hide the order of men in the position.
fn tell_found(resolver: &mut impl Resolver<Sniper>, below: &mut [(Side, LocationId, Piece, Clause)]) {
    below.sort_by_key(|&(side, at, by, _)| (side == Side::B, at, by));
    let mut last = None;
    for &mut (side, at, by, clause) in below {
        if last != Some((side, at)) {
            resolver.report(clause, Audience::Only(side), Report::Found { by, at });
        }
        last = Some((side, at));
    }
}

fn do_it(resolver: &mut impl Resolver<Sniper>, man: Piece, clause: Clause, motion: Motion, noticed: &mut Noticed) {
    match motion {
        Motion::Posture(now) => resolver.change(clause, Change::Posture { man, now }),
        Motion::To(to) | Motion::Fall(to) => {
            noticed.came = noticed.came.with(man);
            let before = resolver.position().man(man).map(|man| (man.posture, man.incapacitated));
            let held = before.map(|(posture, _)| posture);
            resolver.change(
                clause,
                match motion {
                    Motion::To(_) => Change::Moved { man, to },
                    _ => Change::Fell { man, to },
                },
            );
            let now = before.map(|(held, incapacitated)| match motion {
                Motion::Fall(_) => fallen(resolver.setting(), incapacitated, held, to),
                _ => arriving(resolver.setting(), held, to),
            });
            if let Some(now) = now.filter(|now| Some(*now) != held) {
                resolver.change(clause, Change::Posture { man, now });
            }
        }
    }
}

/// Repeats the sight sweep after a change without motions, such as smoke or men who left.
// A function of its own: see `steps::step`.
#[inline(never)]
pub fn look(resolver: &mut impl Resolver<Sniper>) {
    move_all(resolver, &Motions::new(), Since::Anything, &mut Noticed::default());
}
