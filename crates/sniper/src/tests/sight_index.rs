//! Sight above ground matches a walk along each line.

use std::ops::ControlFlow;

use board::{Board, HexId, LocationId, Step};
use rules::prelude::*;

use crate::printed::terrain::Barrier;
use crate::setting::Setting;
use crate::state::Sniper;

/// An independent calculation that walks the line step by step.
fn is_walked_line_stopped(board: &Board, from: HexId, to: HexId, wall: impl Fn(HexId, HexId) -> bool) -> bool {
    let mut last = from;
    let mut pending: Option<Step> = None;
    let stopped = board.walk_until(from, to, |step| {
        match step {
            Step::Hex(hex) => {
                let closed = match pending.take() {
                    Some(Step::Cross(_)) => wall(last, hex),
                    Some(Step::Corner(met)) => {
                        let third = met.into_iter().flatten().find(|other| *other != last && *other != hex);
                        wall(last, hex) && third.is_none_or(|third| wall(last, third) || wall(third, hex))
                    }
                    Some(Step::Along(side)) => match board.grid().hexes_of(side) {
                        (one, None) => wall(last, one) || wall(one, hex),
                        (one, Some(other)) => {
                            let ways = [one, other].map(|side| (!wall(last, side), !wall(side, hex)));
                            let through = if wall(one, other) {
                                ways.iter().any(|(into, out)| *into && *out)
                            } else {
                                ways.iter().any(|(into, _)| *into) && ways.iter().any(|(_, out)| *out)
                            };
                            !through
                        }
                    },
                    _ => false,
                };
                if closed {
                    return ControlFlow::Break(());
                }
                last = hex;
            }
            other => pending = Some(other),
        }
        ControlFlow::Continue(())
    });
    stopped.is_break()
}

fn patrol() -> Setting {
    let text = include_str!("../../../../scenarios/sniper/patrol.toml");
    let document = board::scenario::Document::parse("patrol.toml", text).expect("a shipped scenario");
    Sniper::set_up(&document).expect("a shipped scenario").setting
}

/// Returns whether a line is clear of walls, by a walk along it.
fn is_line_clear(board: &Board, a: LocationId, b: LocationId) -> bool {
    let (Some(from), Some(to)) = (board.hex_of(a), board.hex_of(b)) else { return false };
    if from == to {
        return a == b;
    }
    let wall = |x: HexId, y: HexId| Barrier::of(board.features_between(x, y)) == Barrier::Wall;
    let (floor, other) = (board.location(a).level, board.location(b).level);
    if floor != other {
        let (upper, lower) = if floor > other { (from, to) } else { (to, from) };
        let first = board.walk(upper, lower).steps().iter().find_map(|step| match step {
            Step::Hex(hex) if *hex != upper => Some(*hex),
            _ => None,
        });
        let next = first.expect("a line from hex to hex");
        let out = Barrier::of(board.features_between(upper, next)).is_aperture() && board.floors(next) == 0;
        return out && board.floors(lower) == 0 && !is_walked_line_stopped(board, from, to, wall);
    }
    let tall = |hex: HexId| board.floors(hex) > 1;
    let counts = |x: HexId, y: HexId| wall(x, y) && (floor == 0 || tall(x) || tall(y));
    !is_walked_line_stopped(board, from, to, counts)
}

#[test]
fn what_is_seen_is_what_a_walk_along_the_line_says() {
    let setting = patrol();
    let (board, table) = (&setting.board, &setting.sight_index().table);
    let (mut seen, mut asked) = ([0; 2], 0);
    for a in (0..table.locations()).map(|a| LocationId(a as u16)) {
        let hex = board.hex_of(a).expect("a place above ground");
        // All places nearby, and some of the others.
        let near = board.grid().within(hex, 3).flat_map(|hex| board.at(hex)).copied();
        let others = (0..table.locations()).skip(a.index() % 211).step_by(211).map(|b| LocationId(b as u16));
        for b in near.chain(others).filter(|b| b.index() < table.locations()) {
            let level = |at: LocationId| usize::from(board.location(at).level > 0);
            let (walked, looked_up) = (is_line_clear(board, a, b), table.sees(a, b));
            assert_eq!(walked, looked_up, "{} to {}", board.location(a).label, board.location(b).label);
            assert_eq!(looked_up, table.sees(b, a));
            asked += 1;
            seen[level(a) ^ level(b)] += usize::from(looked_up);
        }
    }
    assert!(seen[0] > 10_000 && seen[1] > 100 && asked > 2 * seen[0], "{seen:?} of {asked}");
}

#[test]
fn whoever_sees_is_seen() {
    let setting = patrol();
    let table = &setting.sight_index().table;
    for a in (0..table.locations()).map(|a| LocationId(a as u16)) {
        assert!(table.seen_from(a).all(|b| table.sees(b, a)), "{}", setting.board.location(a).label);
    }
}
