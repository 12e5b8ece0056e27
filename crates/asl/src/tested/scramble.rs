//! Truths that a seat may not tell apart, written from the rules and not from the eyes: what lies under each "?" and how
//! much, where hidden units are, and what was recorded.

use board::LocationId;
use rand::RngExt;
use rand::rngs::StdRng;
use referee::Item;
use rules::{Group, Piece, Seat, Side};

use crate::Asl;
use crate::below::BelowReport;
use crate::change::Change;
use crate::fight::FightReport;
use crate::flags::{Flag, Flags};
use crate::kind::Class;
use crate::position::{Cover, Fate, NO_TUNNEL, Phase, Position, Tunnel, Unit};
use crate::report::Report;
use crate::setting::{Place, Setting};

/// Halves of squads, and single men, that a Location holds (B8.2d).
const ROOM: (u8, usize) = (6, 4);

/// What one disclosure tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secret {
    /// What a counter is, where, and what it holds.
    Unit(Piece),
    /// A tunnel of a side, and who has seen or found it.
    Tunnel(Side, u8),
}

/// The kinds of secret, and in how many moments of a short run each differs at least.
pub const SECRETS: &[(&str, u64)] = &[
    ("what lies under a counter", 300),
    ("how many lie there", 300),
    ("where a unit hides", 150),
    ("who holds a weapon", 50),
    ("where a weapon lies", 10),
    ("a tunnel", 100),
    ("who saw or found a tunnel", 100),
];

/// The kinds in which two truths differ.
pub fn varied(one: &Position, two: &Position, seat: Seat, sink: &mut impl FnMut(&'static str)) {
    let units = |unlike: fn(&Unit, &Unit) -> bool| {
        let both = one.units.iter().zip(&two.units).filter(|(one, _)| Seat::Side(one.side) != seat);
        { both }.any(|(one, two)| unlike(one, two))
    };
    if units(|one, two| one.kind != two.kind) {
        sink("what lies under a counter");
    }
    if units(|one, two| (one.fate == Fate::LostUnseen) != (two.fate == Fate::LostUnseen)) {
        sink("how many lie there");
    }
    if units(|one, two| one.cover == Cover::Hidden && one.at != two.at && !one.kind.is_weapon()) {
        sink("where a unit hides");
    }
    if units(|one, two| one.holder != two.holder) {
        sink("who holds a weapon");
    }
    if units(|one, two| one.kind.is_weapon() && one.holder.is_none() && one.at != two.at) {
        sink("where a weapon lies");
    }
    for side in Side::BOTH.into_iter().filter(|side| side.seat() != seat) {
        let ends = |position: &Position| position.tunnels[side].iter().map(|tunnel| tunnel.ends).collect::<Vec<_>>();
        if ends(one) != ends(two) {
            sink("a tunnel");
        }
    }
    let watched = |position: &Position| {
        let tunnels = Side::BOTH.into_iter().flat_map(|side| &position.tunnels[side]);
        tunnels.map(|tunnel| (tunnel.saw, tunnel.found)).collect::<Vec<_>>()
    };
    if watched(one) != watched(two) {
        sink("who saw or found a tunnel");
    }
}

/// What an item under a disclosing clause tells: of the counters it names, and of all who lie where it says that somebody
/// or nobody is.
pub fn disclosed(setting: &Setting, before: &Position, item: &Item<Asl>, sink: &mut impl FnMut(Secret)) {
    let there = |at: &LocationId, sink: &mut dyn FnMut(Secret)| {
        let hex = |at: LocationId| setting.board.location(at).hex;
        for (n, unit) in (0u16..).zip(&before.units) {
            if unit.at.is_some_and(|place| place == *at || hex(*at).is_some() && hex(place) == hex(*at)) {
                sink(Secret::Unit(Piece(n)));
            }
        }
    };
    match item {
        Item::Change { change, .. } => match change {
            // The end tells all; so does the end of a set-up of what is not hidden.
            Change::Phase { now: Phase::Over } | Change::SetUpOver { .. } => {
                (0..before.units.len() as u16).for_each(|n| sink(Secret::Unit(Piece(n))));
            }
            Change::Barred { at } => there(at, sink),
            Change::Placed { unit, at } => {
                there(at, sink);
                sink(Secret::Unit(*unit));
            }
            Change::Cover { unit, .. }
            | Change::Flag { unit, .. }
            | Change::Counter { unit, .. }
            | Change::Gone { unit, .. } => sink(Secret::Unit(*unit)),
            Change::Held { sw, holder } => {
                sink(Secret::Unit(*sw));
                holder.iter().for_each(|holder| sink(Secret::Unit(*holder)));
            }
            Change::SawTunnel { side, tunnel, .. }
            | Change::FoundTunnel { side, tunnel, .. }
            | Change::TunnelGone { side, tunnel } => sink(Secret::Tunnel(*side, *tunnel)),
            _ => {}
        },
        Item::Report { report, .. } => {
            // By what it names, whatever it says of it.
            let mut ids = Vec::new();
            let mut places = Vec::new();
            named(report, &mut ids, &mut places);
            ids.into_iter().for_each(|piece| sink(Secret::Unit(piece)));
            places.iter().for_each(|at| there(at, sink));
        }
        _ => {}
    }
}

/// The pieces and places that a report names.
fn named(report: &Report, ids: &mut Vec<Piece>, places: &mut Vec<LocationId>) {
    let mut group = |units: &Group| ids.extend(units.iter());
    match report {
        Report::Goes { units, .. } | Report::Advances { units, .. } => group(units),
        Report::Shown { unit, at, .. } => {
            ids.push(*unit);
            places.push(*at);
        }
        Report::Barred { at, .. } | Report::DummiesOnly { at, .. } => places.push(*at),
        Report::Below(
            BelowReport::Claims { at, .. }
            | BelowReport::ShownFor { at, .. }
            | BelowReport::Emergence { at, .. }
            | BelowReport::NobodyLeft { at, .. }
            | BelowReport::TunnelShut { at, .. }
            | BelowReport::Trapped { from: at, .. },
        ) => places.push(*at),
        Report::Fight(FightReport::Attack { units, at, .. }) => {
            group(units);
            places.push(*at);
        }
        Report::Fight(FightReport::Blow { units, against, .. }) => {
            group(units);
            group(against);
        }
        Report::Fight(FightReport::BlowBelow { at, .. } | FightReport::Ambush { at, .. }) => places.push(*at),
        _ => {}
    }
}

/// In what two truths must agree.
struct Kept {
    units: Vec<Piece>,
    tunnels: Vec<(Side, u8)>,
}

impl Kept {
    /// What a counter holds and by whom it is held is told with it.
    fn of(position: &Position, secrets: &[Secret]) -> Self {
        let mut kept = Kept { units: Vec::new(), tunnels: Vec::new() };
        for secret in secrets {
            match *secret {
                Secret::Unit(piece) => kept.units.push(piece),
                Secret::Tunnel(side, n) => kept.tunnels.push((side, n)),
            }
        }
        for (n, unit) in (0u16..).zip(&position.units) {
            if unit.holder.is_some_and(|holder| kept.units.contains(&holder)) {
                kept.units.push(Piece(n));
            }
        }
        kept
    }

    fn unit(&self, n: usize) -> bool {
        self.units.contains(&Piece(n as u16))
    }

    fn tunnel(&self, side: Side, n: u8) -> bool {
        self.tunnels.contains(&(side, n))
    }
}

/// Another truth; `None` where nothing is hidden from the seat.
pub fn scramble(
    setting: &Setting,
    position: &Position,
    seat: Seat,
    kept: &[Secret],
    rng: &mut StdRng,
) -> Option<Position> {
    // What else follows from a counter that is shown (who was with it, what it saw) is not told apart yet: a pair ends there.
    if kept.iter().any(|secret| matches!(secret, Secret::Unit(_))) {
        return None;
    }
    let kept = Kept::of(position, kept);
    let mut other = position.clone();
    for side in Side::BOTH.into_iter().filter(|side| seat != Seat::Side(*side)) {
        // In a set-up that is not over an order would place another counter than its like: nothing is seen of it anyway.
        if position.placed[side] {
            exchanged(setting, &mut other, side, &kept, rng);
            hidden_elsewhere(setting, &mut other, side, &kept, rng);
        }
        if position.phase != Phase::SetUp {
            fewer(&mut other, side, &kept, rng);
            more(position, &mut other, side, &kept, rng);
            armed_otherwise(&mut other, side, &kept, rng);
            left_below(setting, &mut other, side, &kept, rng);
            seen_by_others(&mut other, side, &kept, rng);
            found_by_another(&mut other, side, &kept, rng);
        }
        recorded_otherwise(setting, &mut other, side, &kept, rng);
    }
    other.look(setting);
    (other != *position).then_some(other)
}

fn replace(position: &mut Position, n: usize, by: Unit) {
    position.units.change(Piece(n as u16), |unit| *unit = by);
}

/// A unit that died unseen.
fn fallen(unit: &Unit) -> Unit {
    Unit { at: None, below: false, fate: Fate::LostUnseen, flags: Flags::NONE, tunnel: NO_TUNNEL, ..*unit }
}

fn is_armed(position: &Position, n: usize) -> bool {
    position.units.iter().any(|weapon| weapon.holder.is_some_and(|holder| holder.index() == n))
}

fn is_moving(position: &Position, n: usize) -> bool {
    position.moving.is_some_and(|moving| moving.units.has(Piece(n as u16)))
}

/// Whether a counter is on the board out of sight and holds nothing.
fn is_loose(position: &Position, n: usize, cover: Cover) -> bool {
    let unit = &position.units[n];
    let unseen = unit.fate == Fate::InPlay && unit.cover == cover;
    unseen && !unit.kind.is_weapon() && !is_armed(position, n)
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

fn has_room(position: &Position, side: Side, at: LocationId) -> bool {
    let (halves, singles) = load(position, side, at);
    halves <= ROOM.0 && singles <= ROOM.1
}

/// What lies under a "?" changes places with what lies under another: both may go below alike. So does what hides with what
/// else hides in the same area.
fn exchanged(setting: &Setting, position: &mut Position, side: Side, kept: &Kept, rng: &mut StdRng) {
    let alike = |position: &Position, one: usize, two: usize| {
        let (a, b) = (&position.units[one], &position.units[two]);
        let own = a.side == side && b.side == side;
        let free = !kept.unit(one) && !kept.unit(two);
        own && free
            && a.granted == b.granted
            && a.set_up_hidden == b.set_up_hidden
            && a.at != b.at
            && (is_loose(position, one, Cover::Concealed) && is_loose(position, two, Cover::Concealed)
                || a.area == b.area && is_loose(position, one, Cover::Hidden) && is_loose(position, two, Cover::Hidden))
    };
    let n = position.units.len();
    let pairs: Vec<(usize, usize)> = (0..n)
        .flat_map(|one| (one + 1..n).map(move |two| (one, two)))
        .filter(|(one, two)| alike(position, *one, *two))
        .collect();
    for _ in 0..4 {
        let Some(&(one, two)) = pairs.get(rng.random_range(0..pairs.len().max(1))) else { break };
        let (a, b) = (position.units[one], position.units[two]);
        if !alike(position, one, two) {
            continue;
        }
        // The counters stay, what is on them changes places.
        let swap = |unit: &Unit, with: &Unit| Unit { kind: with.kind, known_as: with.known_as, ..*unit };
        replace(position, one, swap(&a, &b));
        replace(position, two, swap(&b, &a));
        let fits = [a, b].iter().all(|unit| {
            unit.at.is_none_or(|at| {
                let below = matches!(setting.place(at), Some(Place::Sewer | Place::Tunnel));
                !below || has_room(position, side, at)
            })
        });
        if !fits {
            replace(position, one, a);
            replace(position, two, b);
        }
    }
}

/// How many counters lie under the "?" where a counter is.
fn mates(position: &Position, side: Side, at: Option<LocationId>) -> usize {
    let there = position.units.iter().filter(|mate| mate.at.is_some() && mate.at == at && mate.side == side);
    there.filter(|mate| mate.cover == Cover::Concealed && !mate.kind.is_weapon()).count()
}

/// Fewer under a "?": one of several is dead below, and nobody heard of it.
fn fewer(position: &mut Position, side: Side, kept: &Kept, rng: &mut StdRng) {
    for n in 0..position.units.len() {
        let unit = position.units[n];
        let loose = unit.side == side
            && unit.kind.is_men()
            && !kept.unit(n)
            && is_loose(position, n, Cover::Concealed)
            && !is_moving(position, n);
        let another =
            |(m, mate): (usize, &Unit)| m != n && mate.side == side && mate.kind.is_men() && mate.fate == Fate::InPlay;
        let last = !position.units.iter().enumerate().any(another);
        if !loose || last || mates(position, side, unit.at) < 2 || rng.random_ratio(1, 2) {
            continue;
        }
        replace(position, n, fallen(&unit));
    }
}

/// More under a "?": who is dead lives, and lies there with the others. Their own counters stay where they are, for an order
/// that names one must begin in the same place in both truths: so nobody comes back who lives in the first.
fn more(first: &Position, position: &mut Position, side: Side, kept: &Kept, rng: &mut StdRng) {
    for n in 0..position.units.len() {
        let unit = position.units[n];
        let dead = first.units[n].fate == Fate::LostUnseen;
        let fallen = dead && !kept.unit(n) && unit.side == side && unit.fate == Fate::LostUnseen && unit.kind.is_men();
        let mates: Vec<usize> = (0..position.units.len())
            .filter(|m| {
                position.units[*m].side == side && is_loose(position, *m, Cover::Concealed) && !is_moving(position, *m)
            })
            .collect();
        let Some(&mate) = mates.get(rng.random_range(0..mates.len().max(1))) else { return };
        if !fallen || rng.random_ratio(1, 2) {
            continue;
        }
        let with = position.units[mate];
        let (at, below, fate, cover) = (with.at, with.below, Fate::InPlay, Cover::Concealed);
        replace(position, n, Unit { at, below, fate, cover, flags: with.flags, tunnel: with.tunnel, ..unit });
        if !at.is_some_and(|at| has_room(position, side, at)) {
            replace(position, n, unit);
        }
    }
}

/// The markers of what lies under a "?" that everybody sees.
fn public(unit: &Unit) -> [bool; 2] {
    [Flag::Lost, Flag::Discovered].map(|flag| unit.is(flag))
}

/// The same truth with but one counter under each "?" of a side.
pub fn thinned(setting: &Setting, position: &Position, side: Side) -> Position {
    let mut other = position.clone();
    for n in 0..other.units.len() {
        let unit = other.units[n];
        let loose =
            unit.side == side && unit.kind.is_men() && is_loose(&other, n, Cover::Concealed) && !is_moving(&other, n);
        // A lost stack that came to another in this Movement Phase is one with it only at its end; nobody dies till then.
        let arriving = other.phase == Phase::Movement && other.attacker == side;
        let alike = |mate: &Unit| public(mate) == public(&unit) || !arriving;
        let beside = |mate: &Unit| mate.side == side && mate.at == unit.at && mate.is_under_counter() && alike(mate);
        let stays = other.units.iter().enumerate().any(|(m, mate)| m != n && beside(mate));
        if loose && stays && mates(&other, side, unit.at) > 1 {
            replace(&mut other, n, fallen(&unit));
        }
    }
    other.look(setting);
    other
}

/// Puts a counter somewhere with what it holds, if there is room and no enemy.
fn put(setting: &Setting, position: &mut Position, n: usize, at: Option<LocationId>) {
    let side = position.units[n].side;
    if let Some(at) = at {
        let parts = || [Some(at), setting.other_part(at)].into_iter().flatten();
        let loads: Vec<(u8, usize)> = parts().map(|part| load(position, side, part)).collect();
        let halves: u8 = loads.iter().map(|load| load.0).sum();
        let singles: usize = loads.iter().map(|load| load.1).sum();
        let here = |place: Option<LocationId>| parts().any(|part| Some(part) == place);
        let enemy = position.units.iter().any(|enemy| enemy.side != side && here(enemy.at));
        if enemy || halves + 2 > ROOM.0 || singles >= ROOM.1 {
            return;
        }
    }
    for m in 0..position.units.len() {
        let piece = position.units[m];
        if m != n && piece.holder.is_none_or(|holder| holder.index() != n) {
            continue;
        }
        let fate = if at.is_some() { Fate::InPlay } else { Fate::Waiting };
        replace(position, m, Unit { at, fate, ..piece });
    }
}

fn somewhere(setting: &Setting, area: u8, rng: &mut StdRng) -> Option<LocationId> {
    let places = &setting.area(area)?.places;
    places.get(rng.random_range(0..places.len().max(1))).copied()
}

/// Hidden units are elsewhere in their areas.
fn hidden_elsewhere(setting: &Setting, position: &mut Position, side: Side, kept: &Kept, rng: &mut StdRng) {
    for n in 0..position.units.len() {
        let unit = position.units[n];
        let hides = unit.side == side && unit.cover == Cover::Hidden && unit.fate == Fate::InPlay;
        if hides && unit.holder.is_none() && !kept.unit(n) {
            put(setting, position, n, somewhere(setting, unit.area, rng));
        }
    }
}

/// Weapons out of sight are held by others out of sight: those of whoever was set up hidden by somebody else who was.
fn armed_otherwise(position: &mut Position, side: Side, kept: &Kept, rng: &mut StdRng) {
    for n in 0..position.units.len() {
        let weapon = position.units[n];
        let unseen = weapon.side == side && weapon.kind.is_weapon() && weapon.cover != Cover::Open;
        let moves = weapon.holder.is_none_or(|holder| is_moving(position, holder.index()));
        if !unseen || moves || kept.unit(n) || rng.random_ratio(1, 2) {
            continue;
        }
        let fits = |(m, unit): (usize, &Unit)| {
            let there =
                unit.side == side && unit.fate == Fate::InPlay && unit.kind.is_mmc() && unit.cover != Cover::Open;
            there
                && !kept.unit(m)
                && unit.set_up_hidden == weapon.set_up_hidden
                && !is_armed(position, m)
                && !is_moving(position, m)
        };
        let others: Vec<usize> = position.units.iter().enumerate().filter(|one| fits(*one)).map(|(m, _)| m).collect();
        let Some(&m) = others.get(rng.random_range(0..others.len().max(1))) else { continue };
        let holder = position.units[m];
        let with = Unit { holder: Some(Piece(m as u16)), at: holder.at, below: holder.below, ..weapon };
        replace(position, n, Unit { cover: holder.cover, tunnel: holder.tunnel, ..with });
    }
}

/// Weapons out of sight, but for those that were set up hidden or are on the move, lie in some sewer where they were left,
/// or are buried: who lost them, and whether, is told to nobody.
fn left_below(setting: &Setting, position: &mut Position, side: Side, kept: &Kept, rng: &mut StdRng) {
    let sewers: Vec<LocationId> = (0u16..)
        .map(LocationId)
        .zip(&setting.spots)
        .filter(|(_, spot)| spot.place == Place::Sewer)
        .map(|(at, _)| at)
        .collect();
    for n in 0..position.units.len() {
        let weapon = position.units[n];
        let unseen = weapon.cover == Cover::Concealed || weapon.fate == Fate::LostUnseen;
        let some = weapon.side == side && weapon.kind.is_weapon() && unseen && !weapon.set_up_hidden;
        let moves = weapon.holder.is_some_and(|holder| is_moving(position, holder.index()));
        let waits = weapon.fate == Fate::Waiting || sewers.is_empty() || !setting.options.sewers;
        if !some || moves || waits || kept.unit(n) || rng.random_ratio(3, 4) {
            continue;
        }
        let gone = Unit { holder: None, cover: Cover::Concealed, ..fallen(&weapon) };
        let at = sewers[rng.random_range(0..sewers.len())];
        let lying = Unit { at: Some(at), below: true, fate: Fate::InPlay, ..gone };
        replace(position, n, if rng.random_ratio(1, 4) { gone } else { lying });
    }
}

/// Whoever hides has seen a tunnel used, or has not.
fn seen_by_others(position: &mut Position, side: Side, kept: &Kept, rng: &mut StdRng) {
    let hides = |unit: &Unit| unit.side == side && unit.cover == Cover::Hidden && unit.fate == Fate::InPlay;
    let hidden: Vec<Piece> = (0u16..)
        .zip(&position.units)
        .filter(|(n, unit)| hides(unit) && !unit.kind.is_weapon() && !kept.unit(usize::from(*n)))
        .map(|(n, _)| Piece(n))
        .collect();
    let inside: Vec<u8> = position.units.iter().map(|unit| unit.tunnel).collect();
    for (n, tunnel) in (0u8..).zip(&mut position.tunnels[side.other()]) {
        if kept.tunnel(side.other(), n) {
            continue;
        }
        for end in 0..2 {
            let used = !tunnel.saw[end].is_empty() || inside.contains(&n);
            for &piece in hidden.iter().filter(|_| used && rng.random_ratio(1, 2)) {
                let saw = tunnel.saw[end];
                let without = !saw.has(piece) || tunnel.found[end].has(piece);
                tunnel.saw[end] = if without { saw.with(piece) } else { saw.without(piece) };
            }
        }
    }
}

/// Another of a side has found the entrance than did, living or dead: that it was found is all that was told.
fn found_by_another(position: &mut Position, side: Side, kept: &Kept, rng: &mut StdRng) {
    let fit = |unit: &Unit| unit.side == side && !unit.kind.is_weapon() && unit.fate != Fate::Waiting;
    let all: Vec<Piece> = (0u16..).zip(&position.units).filter(|(_, unit)| fit(unit)).map(|(n, _)| Piece(n)).collect();
    for (n, tunnel) in (0u8..).zip(&mut position.tunnels[side.other()]) {
        if kept.tunnel(side.other(), n) {
            continue;
        }
        for end in 0..2 {
            let Some(&another) = all.get(rng.random_range(0..all.len().max(1))) else { return };
            if !tunnel.found[end].is_empty() {
                tunnel.found[end] = Group::EMPTY.with(another);
                tunnel.saw[end] = tunnel.saw[end].with(another);
            }
        }
    }
}

/// Other tunnels, of which nobody has seen or used any; or none.
fn recorded_otherwise(setting: &Setting, position: &mut Position, side: Side, kept: &Kept, rng: &mut StdRng) {
    let inside: Vec<u8> = position.units.iter().filter(|unit| unit.side == side).map(|unit| unit.tunnel).collect();
    let known = |n: usize, tunnel: &Tunnel| {
        kept.tunnel(side, n as u8)
            || tunnel.gone
            || tunnel.saw != [Group::EMPTY; 2]
            || inside.iter().any(|inside| usize::from(*inside) == n)
    };
    let any = position.tunnels[side].iter().enumerate().any(|(n, tunnel)| known(n, tunnel));
    if !any && rng.random_ratio(1, 3) {
        position.tunnels[side].clear();
        return;
    }
    let starts: Vec<LocationId> = (0u16..)
        .map(LocationId)
        .zip(&setting.tunnel_ways)
        .filter(|(_, ends)| !ends.is_empty())
        .map(|(from, _)| from)
        .collect();
    for n in 0..position.tunnels[side].len() {
        if known(n, &position.tunnels[side][n]) {
            continue;
        }
        let Some(&from) = starts.get(rng.random_range(0..starts.len().max(1))) else { return };
        let ends = &setting.tunnel_ways[from.index()];
        let to = ends[rng.random_range(0..ends.len())];
        // Either end can lead into an entrenchment of its hex that is of the side's order of battle (B8.6d).
        let own = |at: LocationId| {
            let inner = setting.spots[at.index()].entrenchment;
            inner.filter(|inner| setting.entrenchments[side].contains(inner))
        };
        let [from, to] = [from, to].map(|at| own(at).filter(|_| rng.random_ratio(1, 2)).unwrap_or(at));
        if !position.tunnels[side].iter().any(|tunnel| tunnel.ends.contains(&from) || tunnel.ends.contains(&to)) {
            position.tunnels[side][n].ends = [from, to];
        }
    }
}
