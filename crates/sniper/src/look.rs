//! The sight sweep: what men do at once, and who is seen after it (SNP-B18, 39.0).
//!
//! All that happens in one movement point is one picture: who will be out of sight is hidden first, then all move, then
//! those in sight are shown. So nobody is followed to where he cannot be seen, and nobody can tell in what order the
//! position lists men. Dummies that would be seen are gone instead.

use arrayvec::ArrayVec;
use board::LocationId;
use rules::{Audience, Clause, Piece, Side, Turn};

use crate::Sniper;
use crate::change::{Change, Report};
use crate::clause::{B5, B18, B20, S39_0};
use crate::order::Posture;
use crate::plan::arriving;
use crate::position::{MEN, Position};
use crate::setting::Setting;
use crate::sight::{self, Eye};

/// What a man does at once with others.
#[derive(Clone, Copy, Debug)]
pub enum Motion {
    /// He takes a step of his path.
    To(LocationId),
    /// He falls off the ladder.
    Fall(LocationId),
    /// He takes a posture.
    Posture(Posture),
}

/// What men do at once, each with its clause.
pub type Motions = ArrayVec<(Piece, Clause, Motion), MEN>;

/// What a sweep brought to light.
#[derive(Debug, Default)]
pub struct Noticed {
    /// Men who have moved or come into sight.
    pub stirred: ArrayVec<Piece, { 2 * MEN }>,
    /// Dummies that are gone: whose, and where they were.
    pub vanished: ArrayVec<(Side, LocationId), MEN>,
}

/// Where everybody is, and how; none for who is out of the game.
type Picture = [Option<Eye>; MEN];

fn picture(position: &Position) -> Picture {
    let mut picture = [None; MEN];
    for (slot, man) in picture.iter_mut().zip(&position.men) {
        *slot = man.at.map(|at| Eye { at, posture: man.posture });
    }
    picture
}

fn after(setting: &Setting, picture: &mut Picture, motions: &Motions) {
    for &(piece, _, motion) in motions {
        let Some(Some(eye)) = picture.get_mut(piece.index()) else { continue };
        match motion {
            Motion::To(at) | Motion::Fall(at) => {
                eye.posture = arriving(setting, eye.posture, at);
                eye.at = at;
            }
            Motion::Posture(posture) => eye.posture = posture,
        }
    }
}

/// By which clause the other side sees a man; dummies see nobody.
fn seen_by(setting: &Setting, position: &Position, picture: &Picture, piece: Piece) -> Option<Clause> {
    let (man, eye) = (position.man(piece)?, (*picture.get(piece.index())?)?);
    let watchers = position.men.iter().zip(picture).filter(|(other, _)| other.side != man.side && !other.dummy);
    watchers
        .filter_map(|(_, watcher)| *watcher)
        .find_map(|watcher| sight::sees(setting, &position.clouds, watcher, eye))
}

/// Men do something at once; who is seen then is shown, who is not is hidden.
pub fn move_all(turn: &mut impl Turn<Sniper>, motions: &Motions) -> Noticed {
    let mut noticed = Noticed::default();
    let hidden = turn.setting().options.hidden;
    let mut show: ArrayVec<(Piece, Clause), MEN> = ArrayVec::new();
    let mut alert = rules::BySide::<bool>::default();
    let mut any = !motions.is_empty();
    if hidden || turn.setting().has_routes() {
        let (setting, position) = (turn.setting(), turn.position());
        let mut next = picture(position);
        after(setting, &mut next, motions);
        let mut hide: ArrayVec<Piece, MEN> = ArrayVec::new();
        for (piece, man, _) in position.here() {
            match (seen_by(setting, position, &next, piece), man.seen) {
                (Some(clause), seen) => {
                    alert[man.side.other()] = true;
                    if !seen && hidden {
                        show.push((piece, clause));
                    }
                }
                (None, true) if hidden => hide.push(piece),
                (None, _) => {}
            }
        }
        any |= !hide.is_empty() || !show.is_empty();
        for man in hide {
            turn.change(S39_0, Change::Seen { man, now: false });
        }
    }
    for &(man, clause, motion) in motions {
        noticed.stirred.push(man);
        do_it(turn, man, clause, motion);
    }
    for (man, clause) in show {
        let Some((side, dummy, at)) = turn.position().man(man).map(|man| (man.side, man.dummy, man.at)) else {
            continue;
        };
        if !dummy {
            turn.change(clause, Change::Seen { man, now: true });
            noticed.stirred.push(man);
        } else if let Some(at) = at {
            turn.change(B18, Change::Vanished { man });
            noticed.vanished.push((side, at));
        }
    }
    if any {
        // Whoever sees anything of it hears this clause: that of a single move might be of one he does not see.
        turn.change(B5, Change::Look);
    }
    for &(_, at) in &noticed.vanished {
        turn.report(B18, Audience::All, Report::Vanished { at });
    }
    for side in Side::BOTH {
        if alert[side] && !turn.position().alerted[side] && turn.setting().has_routes() {
            turn.change(B20, Change::Alerted { side });
        }
    }
    noticed
}

fn do_it(turn: &mut impl Turn<Sniper>, man: Piece, clause: Clause, motion: Motion) {
    match motion {
        Motion::Posture(now) => turn.change(clause, Change::Posture { man, now }),
        Motion::To(to) | Motion::Fall(to) => {
            let held = turn.position().man(man).map(|man| man.posture);
            turn.change(
                clause,
                match motion {
                    Motion::To(_) => Change::Moved { man, to },
                    _ => Change::Fell { man, to },
                },
            );
            let now = held.map(|held| arriving(turn.setting(), held, to));
            if let Some(now) = now.filter(|now| Some(*now) != held) {
                turn.change(clause, Change::Posture { man, now });
            }
        }
    }
}

/// Looks again, when nobody has moved but something else has changed: smoke, or who is left.
pub fn look(turn: &mut impl Turn<Sniper>) {
    move_all(turn, &Motions::new());
}
