//! The sight sweep: what men do at once, and who is seen after it (SNP-B18, 39.0).
//!
//! All that happens in one movement point is one picture: who will be out of sight is hidden first, then all move, then
//! those in sight are shown. So nobody is followed to where he cannot be seen, and nobody can tell in what order the
//! position lists men. Dummies that would be seen are gone instead.

use arrayvec::ArrayVec;
use board::LocationId;
use rules::{Audience, BySide, Clause, Piece, PieceSet, Resolver, Side};

use crate::mechanics::motion::{Motion, Motions};
use crate::mechanics::noticing;
use crate::printed::clause::{B5, B18, B20, S39_0, S39_51A, S39_52A};
use crate::setting::Setting;
use crate::setting::entering::arriving;
use crate::setting::sight::{Eye, Stand};
use crate::state::Sniper;
use crate::state::change::Change;
use crate::state::index::Trait;
use crate::state::man::{MEN, Man};
use crate::state::position::Position;
use crate::state::report::Report;

/// What a sweep brought to light.
#[derive(Debug, Default)]
pub struct Noticed {
    /// Men who have moved or come into sight.
    pub stirred: ArrayVec<Piece, { 2 * MEN }>,
    /// Those who have come into another place.
    pub came: PieceSet,
    /// Dummies that are gone: whose, and where and how they were when they were seen.
    pub vanished: ArrayVec<(Side, Eye), MEN>,
}

/// What has changed since everybody last looked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Since {
    /// Anything: smoke, or who is left.
    Anything,
    /// Nothing but what is done now. So only who does something can see, or be seen by, somebody else than before.
    Nothing,
}

/// Where everybody is, and how, when the motions are done.
struct Picture<'a> {
    setting: &'a Setting,
    position: &'a Position,
    motions: &'a Motions,
    /// Who does something.
    stirring: PieceSet,
    /// By man in the game: where he is when it is done.
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
        Some(own.fold(eye, |eye, (_, _, motion)| after(self.setting, eye, *motion)))
    }

    /// Those of a set whom it is worth to look at more closely from where a man is: others are not seen from there.
    #[inline(always)]
    fn near(&self, piece: Piece, of: PieceSet) -> PieceSet {
        // Looked up from where the others are: most stay there, so theirs are the rows that were looked at just before.
        let (sight_filter, at) = (self.setting.sight_filter(), self.places[piece.index()]);
        of.only(|other| sight_filter.sees(self.places[other.index()], at))
    }

    /// Those of a set, standing still, whom a man may have seen from where he was.
    #[inline]
    fn left_behind(&self, piece: Piece, of: PieceSet) -> PieceSet {
        let (sight_filter, places) = (self.setting.sight_filter(), self.position.men.places());
        of.only(|other| sight_filter.sees(places[other.index()], places[piece.index()]))
    }

    /// Who of these sees a man, and by which clause.
    #[inline]
    fn who_see(&self, of: PieceSet, target: Piece) -> impl Iterator<Item = (Piece, Clause)> {
        let (setting, clouds) = (self.setting, &self.position.clouds);
        let stand = move |man| Stand::of(setting, self.eye(man)?);
        let target = if of.is_empty() { None } else { stand(target) };
        target.into_iter().flat_map(move |target| {
            of.iter().filter_map(move |by| Some((by, stand(by)?.sees(setting, clouds, &target)?)))
        })
    }

    /// Whether any of these sees a man.
    #[inline]
    fn is_seen(&self, of: PieceSet, target: Piece) -> bool {
        self.who_see(of, target).next().is_some()
    }

    /// By which clause a man comes into sight of these, and of whom: by the one that comes first in the rulebook, whichever
    /// of them the position lists first.
    fn comes_to_light(&self, of: PieceSet, target: Piece) -> Option<(Piece, Clause)> {
        self.who_see(of, target).min_by_key(|&(by, clause)| (clause, by))
    }
}

fn after(setting: &Setting, eye: Eye, motion: Motion) -> Eye {
    match motion {
        Motion::To(at) | Motion::Fall(at) => Eye { at, posture: arriving(setting, eye.posture, at) },
        Motion::Posture(posture) => Eye { posture, ..eye },
    }
}

/// What comes of looking about.
#[derive(Debug, Default, PartialEq)]
struct Found {
    /// Who comes into sight, with the clause.
    show: ArrayVec<(Piece, Clause), MEN>,
    /// Men found below by rule 39: by which side, where, by whom and by which clause.
    below: ArrayVec<(Side, LocationId, Piece, Clause), MEN>,
    /// Who goes out of sight.
    hide: ArrayVec<Piece, MEN>,
    /// Which side sees an enemy.
    alert: BySide<bool>,
}

/// What everybody sees when the motions are done.
fn look_about(setting: &Setting, position: &Position, motions: &Motions, since: Since, found: &mut Found) {
    let (hidden, men) = (setting.options.hidden, &position.men);
    let picture = Picture::new(setting, position, motions);
    let (seen, dummies) = (men.who(Trait::Seen), men.who(Trait::Dummy));
    let all = men.of(Side::A) | men.of(Side::B);
    let settled = since == Since::Nothing && hidden;
    // As sight is mutual, whom somebody may see and who may see him are the same.
    let mut affected = if settled { PieceSet::EMPTY } else { all - picture.stirring };
    let mut stirring: ArrayVec<(Piece, PieceSet), MEN> = ArrayVec::new();
    for (piece, man) in men.each(picture.stirring) {
        let enemies = men.of(man.side.other());
        let near = picture.near(piece, enemies);
        look_at(&picture, (piece, man), near - dummies, found);
        if settled && !man.dummy {
            let seen_before = picture.left_behind(piece, (enemies & seen) - picture.stirring);
            affected = affected | (near - picture.stirring) | seen_before;
            stirring.push((piece, near));
        }
    }
    for (piece, man) in men.each(affected) {
        // Who was out of sight still is of those who do nothing.
        let near = if settled && !man.seen {
            stirring.iter().filter(|(_, near)| near.has(piece)).map(|(by, _)| *by).collect()
        } else {
            picture.near(piece, men.real(man.side.other()))
        };
        look_at(&picture, (piece, man), near, found);
    }
    for side in Side::BOTH {
        // Who saw the others still does.
        let still_seen = (men.of(side) & seen) - (affected | picture.stirring);
        found.alert[side.other()] |= !still_seen.is_empty();
    }
    found.show.sort_unstable_by_key(|(piece, _)| *piece);
    found.hide.sort_unstable();
}

/// Whether any of these sees a man, and whether that is news: most have been in nobody's sight, and are not now.
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

/// Whether looking about without regard to what was seen before finds the same. Without one of the clauses it need not.
fn is_all(setting: &Setting, position: &Position, motions: &Motions, found: &Found) -> bool {
    let mut afresh = Found::default();
    look_about(setting, position, motions, Since::Anything, &mut afresh);
    cfg!(feature = "ablation") || *found == afresh
}

/// Whether nothing but what men do from now on can change who is seen: everybody has looked about since anything else
/// did.
pub fn is_settled(setting: &Setting, position: &Position) -> bool {
    let mut found = Found::default();
    look_about(setting, position, &Motions::new(), Since::Anything, &mut found);
    cfg!(feature = "ablation") || !setting.options.hidden || (found.show.is_empty() && found.hide.is_empty())
}

/// Men do something at once; who is seen then is shown, who is not is hidden. What comes to light is noted. Whoever sees
/// anything of it hears the clause that discloses it: first of who is gone out of sight, then of what those do who are in
/// sight, then of who comes into it.
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
    noticing::tell(resolver, &smoke);
    let first = noticed.vanished.len();
    show_all(resolver, &mut found, noticed);
    tell_found(resolver, &mut found.below);
    // By place: in what order dummies are listed is nobody's to know.
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

/// All that men do, those things together of which onlookers hear one clause.
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
        // The clause of a single step might be that of a man whom an onlooker does not see.
        resolver.change(B5, Change::Look);
    }
}

/// Shows those who come into sight, those together who do so by one clause. Dummies are gone instead (SNP-B18).
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

/// A side hears which of its men found somebody in the sewers or a manhole, and why he could. One report a place, by
/// place: whom of several the position lists first is not told.
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
            let held = resolver.position().man(man).map(|man| man.posture);
            resolver.change(
                clause,
                match motion {
                    Motion::To(_) => Change::Moved { man, to },
                    _ => Change::Fell { man, to },
                },
            );
            let now = held.map(|held| arriving(resolver.setting(), held, to));
            if let Some(now) = now.filter(|now| Some(*now) != held) {
                resolver.change(clause, Change::Posture { man, now });
            }
        }
    }
}

/// Looks again, when nobody has moved but something else has changed: smoke, or who is left.
pub fn look(resolver: &mut impl Resolver<Sniper>) {
    move_all(resolver, &Motions::new(), Since::Anything, &mut Noticed::default());
}
