//! The invariants of the suite, kept by this system.

use board::LocationId;
use rand::RngExt;
use rand::rngs::StdRng;
use referee::ledger::ScenarioText;
use rules::{Seat, Side};
use suite::Tested;

use crate::Asl;
use crate::eyes::AslEyes;
use crate::kind::Class;
use crate::position::{Cover, Fate, Position, Unit};
use crate::setting::{Place, Setting};

/// Sewers, tunnels, a fortified house, hidden units, dummies: all that can be secret.
const BELOW: &str = include_str!("tested/below.toml");
/// No secrets: fire, rout and close combat above ground.
const OPEN: &str = include_str!("tested/open.toml");

fn scenario(name: &str, text: &str) -> ScenarioText {
    ScenarioText { name: name.to_owned(), text: text.to_owned() }
}

/// Whether two counters under "?"s could be the other way round for all the enemy knows: both are men or dummies that may
/// go below alike, and neither is known to be anything, or to hold anything.
fn alike(position: &Position, one: usize, two: usize) -> bool {
    let (a, b) = (&position.units[one], &position.units[two]);
    let plain = |n: usize, unit: &Unit| {
        unit.fate == Fate::InPlay
            && unit.cover == Cover::Concealed
            && !unit.kind.is_weapon()
            && !position.units.iter().any(|weapon| weapon.holder.is_some_and(|holder| holder.index() == n))
    };
    a.side == b.side && a.granted == b.granted && a.at != b.at && plain(one, a) && plain(two, b)
}

/// Squads, counted in halves, and single men of a side in a Location.
fn load(position: &Position, side: Side, at: LocationId) -> (u8, usize) {
    let there = || position.units.iter().filter(move |unit| unit.side == side && unit.at == Some(at));
    let halves = there().map(|unit| match unit.kind.class() {
        Class::Squad => 2,
        Class::HalfSquad => 1,
        _ => 0,
    });
    (halves.sum(), there().filter(|unit| matches!(unit.kind.class(), Class::Leader | Class::Hero)).count())
}

/// Fewer under a "?", or more: one of several is dead below and nobody heard of it, or lives after all.
fn number(position: &Position, other: &mut Position, seat: Seat, rng: &mut StdRng) {
    let moving = |n: usize| position.moving.is_some_and(|moving| moving.units.has(rules::Piece(n as u16)));
    let armed = |n: usize| position.units.iter().any(|weapon| weapon.holder.is_some_and(|holder| holder.index() == n));
    for n in 0..position.units.len() {
        let unit = position.units[n];
        let men = !matches!(unit.kind.class(), Class::Dummy | Class::Lmg | Class::Dc | Class::Gun);
        if seat == Seat::Side(unit.side) || !men || moving(n) || armed(n) || rng.random_ratio(1, 2) {
            continue;
        }
        let mates = |at| {
            let there = other.units.iter().filter(move |mate| mate.at == Some(at) && mate.side == unit.side);
            there.filter(|mate| mate.cover == Cover::Concealed && !mate.kind.is_weapon()).count()
        };
        let alone = !other.units.iter().enumerate().any(|(m, mate)| {
            let men = !matches!(mate.kind.class(), Class::Dummy | Class::Lmg | Class::Dc | Class::Gun);
            m != n && mate.side == unit.side && men && mate.fate == Fate::InPlay
        });
        if unit.fate == Fate::InPlay
            && unit.cover == Cover::Concealed
            && unit.at.is_some_and(|at| mates(at) > 1)
            && !alone
        {
            other.units[n].at = None;
            other.units[n].fate = Fate::LostUnseen;
            other.units[n].flags = crate::flags::Flags::NONE;
            other.units[n].tunnel = crate::position::NO_TUNNEL;
            other.sides[unit.side] = other.sides[unit.side].without(rules::Piece(n as u16));
        }
    }
}

impl Tested for Asl {
    // Its games are long.
    const GAMES: u64 = 6;

    fn scenarios() -> Vec<ScenarioText> {
        vec![scenario("below.toml", BELOW), scenario("open.toml", OPEN)]
    }

    /// Nobody but its owner can tell which counter lies under which "?", or where a hidden unit is.
    fn scramble(setting: &Setting, position: &Position, seat: Seat, rng: &mut StdRng) -> Option<Position> {
        let mut other = position.clone();
        let secret = |side: Side| seat != Seat::Side(side);
        let n = other.units.len();
        let pairs: Vec<(usize, usize)> = (0..n)
            .flat_map(|one| (one + 1..n).map(move |two| (one, two)))
            .filter(|(one, two)| secret(other.units[*one].side) && alike(&other, *one, *two))
            .collect();
        let hidden: Vec<usize> = (0..n)
            .filter(|n| {
                let unit = &other.units[*n];
                unit.cover == Cover::Hidden && unit.fate == Fate::InPlay && secret(unit.side)
            })
            .collect();
        if pairs.is_empty() && hidden.is_empty() {
            return None;
        }
        for _ in 0..4 {
            let Some(&(one, two)) = pairs.get(rng.random_range(0..pairs.len().max(1))) else { break };
            let (a, b) = (other.units[one], other.units[two]);
            if !alike(&other, one, two) {
                continue;
            }
            // The counters stay, what is on them changes places.
            let swap = |unit: &Unit, with: &Unit| Unit { kind: with.kind, known_as: with.known_as, ..*unit };
            other.units[one] = swap(&a, &b);
            other.units[two] = swap(&b, &a);
            let fits = [a, b].iter().all(|unit| {
                let place = unit.at.and_then(|at| Some((at, setting.place(at)?)));
                place.is_none_or(|(at, place)| {
                    let (halves, singles) = load(&other, unit.side, at);
                    !(place == Place::Sewer || place == Place::Tunnel) || (halves <= 6 && singles <= 4)
                })
            });
            if !fits {
                other.units[one] = a;
                other.units[two] = b;
            }
        }
        if position.phase != crate::position::Phase::SetUp {
            number(position, &mut other, seat, rng);
        }
        for n in hidden {
            let unit = other.units[n];
            let places = &setting.areas[usize::from(unit.area)].places;
            let at = places[rng.random_range(0..places.len())];
            let (halves, singles) = load(&other, unit.side, at);
            let enemy = other.units.iter().any(|enemy| enemy.side != unit.side && enemy.at == Some(at));
            if !enemy && halves + 2 <= 6 && singles < 4 {
                for piece in other
                    .units
                    .iter_mut()
                    .enumerate()
                    .filter(|(m, piece)| *m == n || piece.holder.is_some_and(|holder| holder.index() == n))
                {
                    piece.1.at = Some(at);
                }
            }
        }
        Some(other)
    }
}

suite::invariants!(Asl);

/// Sight is mutual, above ground and below, whatever is discovered, burns or lies in rubble (B8.2c, ASL-A6).
#[test]
fn sight_is_mutual() {
    suite::explore::<Asl>(9, 60, |game| {
        let eyes = AslEyes::open(game.referee.setting(), game.referee.truth());
        let places: Vec<LocationId> = eyes.setting().board.location_ids().collect();
        let below = |at| eyes.setting().is_below(at);
        for (n, &a) in places.iter().enumerate() {
            for &b in &places[n..] {
                if below(a) || below(b) {
                    assert_eq!(crate::sewer::sees(eyes, a, b), crate::sewer::sees(eyes, b, a), "{a:?} {b:?}");
                } else {
                    let hindrance = |from, to| eyes.line(from, to).map(|line| line.hindrance);
                    assert_eq!(hindrance(a, b), hindrance(b, a), "{a:?} {b:?}");
                }
            }
        }
    });
}

/// A whole stretch of play as a spectator hears it: any change of behaviour shows in review.
#[test]
fn a_playthrough_reads_as_before() {
    insta::assert_snapshot!(suite::golden_playthrough::<Asl>(60));
}
