//! Tests of the index of pieces.

use super::*;
use crate::state::unit::NAMELESS;
use crate::state::unit::NO_AREA;
use crate::state::unit::NO_TUNNEL;

fn unit(side: Side, kind: &str, at: u16) -> Unit {
    let kind = Kind::named(kind).unwrap();
    Unit {
        side,
        kind,
        known_as: kind,
        fate: Fate::InPlay,
        cover: Cover::Open,
        at: Some(LocationId(at)),
        below: false,
        flags: Flags::NONE,
        holder: None,
        tunnel: NO_TUNNEL,
        granted: false,
        set_up_hidden: false,
        area: NO_AREA,
        name: NAMELESS,
        born: 0,
    }
}

const SQUAD: Piece = Piece(0);
const GUN: Piece = Piece(1);
const DUMMY: Piece = Piece(2);

/// A squad, and in a Location of the same row a weapon and a dummy.
fn three() -> Pieces {
    let rows = ROWS as u16;
    [unit(Side::A, "4-6-7", 5), unit(Side::A, "lmg", 5 + rows), unit(Side::B, "dummy", 5 + rows)].into_iter().collect()
}

#[test]
fn pieces_are_found_by_what_they_are_and_where() {
    let pieces = three();
    let [squad, gun, dummy] = [SQUAD, GUN, DUMMY].map(|piece| PieceSet::EMPTY.with(piece));
    let all = squad | gun | dummy;
    assert_eq!(pieces.at(LocationId(5), all), squad);
    assert_eq!(pieces.at(LocationId(5 + ROWS as u16), all), gun | dummy);
    assert_eq!([pieces.in_play(Side::A), pieces.of(Side::B)], [squad | gun, dummy]);
    assert_eq!([pieces.men(), pieces.weapons(), pieces.lying(Cover::Open)], [squad, gun, all]);
}

#[test]
fn the_index_follows_every_change() {
    let mut pieces = three();
    pieces.change(SQUAD, |unit| (unit.at, unit.cover) = (Some(LocationId(7)), Cover::Hidden));
    pieces.change(SQUAD, |unit| unit.set_up_hidden = true);
    pieces.mark(SQUAD, Flag::Pinned, true);
    pieces.change(GUN, |unit| unit.flags = [Flag::Dm, Flag::Struck].into_iter().collect());
    pieces.change(DUMMY, |unit| (unit.at, unit.fate) = (None, Fate::Removed));
    assert!(pieces.is_sound());
    let squad = PieceSet::EMPTY.with(SQUAD);
    assert_eq!([pieces.at(LocationId(7), squad), pieces.lurking(), pieces.bearing(Flag::Pinned)], [squad; 3]);
    assert_eq!(pieces.bearing(Flag::Struck), PieceSet::EMPTY.with(GUN));
    assert!(pieces.in_play(Side::B).is_empty() && pieces.at(LocationId(5), squad).is_empty());
    pieces.change(SQUAD, |unit| (unit.fate, unit.at) = (Fate::Lost, None));
    pieces.mark(SQUAD, Flag::Pinned, false);
    assert!(pieces.is_sound() && pieces.lurking().is_empty() && pieces.bearing(Flag::Pinned).is_empty());
}

#[test]
fn it_is_known_who_holds_something() {
    let mut pieces = three();
    let gun = PieceSet::EMPTY.with(GUN);
    assert!(pieces.held_by(SQUAD, gun).is_empty());
    pieces.change(GUN, |unit| unit.holder = Some(SQUAD));
    assert_eq!([pieces.held_by(SQUAD, gun), pieces.held_by(DUMMY, gun)], [gun, PieceSet::EMPTY]);
    assert!(pieces.is_sound());
    pieces.change(GUN, |unit| unit.holder = Some(DUMMY));
    assert_eq!([pieces.held_by(SQUAD, gun), pieces.held_by(DUMMY, gun)], [PieceSet::EMPTY, gun]);
    assert!(pieces.is_sound());
}

#[test]
fn those_below_ground_are_known() {
    let mut pieces = three();
    pieces.change(SQUAD, |unit| (unit.at, unit.below) = (Some(LocationId(9)), true));
    assert_eq!(pieces.below(), PieceSet::EMPTY.with(SQUAD));
    pieces.change(SQUAD, |unit| (unit.at, unit.below) = (None, false));
    assert!(pieces.below().is_empty() && pieces.is_sound());
}

#[test]
fn lists_are_equal_if_their_pieces_are() {
    let (one, mut other) = (three(), three());
    other.mark(SQUAD, Flag::Cx, true);
    assert!(one != other);
    other.mark(SQUAD, Flag::Cx, false);
    assert!(one == other && one.is_sound());
}

#[test]
fn a_piece_comes_out_of_another() {
    let mut pieces = three();
    pieces.change(SQUAD, |unit| unit.name = 0);
    pieces.mark(SQUAD, Flag::Moved, true);
    pieces.mark(SQUAD, Flag::Encircled, true);
    let half = Kind::named("2-4-7").unwrap();
    let new = pieces.create(SQUAD, half).unwrap();
    assert_eq!(new, Piece(3));
    assert_eq!(pieces[3].at, pieces[0].at);
    assert_eq!(pieces[3].flags.iter().collect::<Vec<_>>(), [Flag::Moved]);
    pieces.create(new, half).unwrap();
    pieces.create(new, Kind::named("hero").unwrap()).unwrap();
    let added = |n: usize| born::end(pieces[n].born);
    assert_eq!(
        [added(0), added(3), added(4), added(5)],
        [None, Some("2".to_owned()), Some("3".to_owned()), Some("hero".to_owned()),]
    );
    assert!(pieces.is_sound());
}
