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
use crate::lines::Smoke;
use crate::order::Posture;
use crate::plan::arriving;
use crate::position::{MEN, Position};
use crate::setting::Setting;
use crate::sight::{Eye, Stand};

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

/// Men as they look about: everybody's eyes, made ready once for a sweep.
struct Sweep<'a> {
    setting: &'a Setting,
    smoke: Smoke<'a>,
    /// By side, who looks; dummies see nobody.
    watchers: rules::BySide<ArrayVec<Stand<'a>, MEN>>,
}

impl<'a> Sweep<'a> {
    fn new(setting: &'a Setting, position: &'a Position, picture: &Picture) -> Self {
        let smoke = Smoke::of(setting, &position.clouds);
        let mut sweep = Sweep { setting, smoke, watchers: rules::BySide::default() };
        for (man, eye) in position.men.iter().zip(picture).filter(|(man, _)| !man.dummy) {
            if let Some(stand) = eye.and_then(|eye| Stand::of(setting, eye)) {
                let _ = sweep.watchers[man.side].try_push(stand);
            }
        }
        sweep
    }

    /// By which clause a side sees these eyes.
    fn seen_by(&self, side: Side, eye: Eye) -> Option<Clause> {
        let there = Stand::of(self.setting, eye)?;
        self.watchers[side].iter().find_map(|watcher| watcher.sees(self.setting, &self.smoke, &there))
    }
}

/// What comes of looking about.
#[derive(Debug, Default)]
struct Found {
    /// Who comes into sight, with the clause.
    show: ArrayVec<(Piece, Clause), MEN>,
    /// Who goes out of sight.
    hide: ArrayVec<Piece, MEN>,
    /// Which side sees an enemy.
    alert: rules::BySide<bool>,
}

/// What everybody sees when the motions are done.
fn look_about(setting: &Setting, position: &Position, motions: &Motions) -> Found {
    let mut found = Found::default();
    let hidden = setting.options.hidden;
    let mut next = picture(position);
    after(setting, &mut next, motions);
    let sweep = Sweep::new(setting, position, &next);
    for (piece, man, _) in position.here() {
        let Some(Some(eye)) = next.get(piece.index()) else { continue };
        match (sweep.seen_by(man.side.other(), *eye), man.seen) {
            (Some(clause), seen) => {
                found.alert[man.side.other()] = true;
                if !seen && hidden {
                    found.show.push((piece, clause));
                }
            }
            (None, true) if hidden => found.hide.push(piece),
            (None, _) => {}
        }
    }
    found
}

/// Men do something at once; who is seen then is shown, who is not is hidden.
pub fn move_all(turn: &mut impl Turn<Sniper>, motions: &Motions) -> Noticed {
    let mut noticed = Noticed::default();
    let setting = turn.setting();
    let found = if setting.options.hidden || setting.has_routes() {
        look_about(setting, turn.position(), motions)
    } else {
        Found::default()
    };
    let any = !motions.is_empty() || !found.hide.is_empty() || !found.show.is_empty();
    for &man in &found.hide {
        turn.change(S39_0, Change::Seen { man, now: false });
    }
    for &(man, clause, motion) in motions {
        noticed.stirred.push(man);
        do_it(turn, man, clause, motion);
    }
    for &(man, clause) in &found.show {
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
        if found.alert[side] && !turn.position().alerted[side] && turn.setting().has_routes() {
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
