//! Reading the units of a scenario: their counters, and where they start.

use std::sync::Arc;

use arrayvec::ArrayVec;
use board::LocationId;
use board::scenario::{Diagnostic, Item, Reader, Spanned};
use rules::{Piece, Side};

use crate::printed::born;
use crate::printed::clause::{A27, B8_4A, SC1, SC3};
use crate::printed::flags::{Flag, Flags};
use crate::printed::kind::{Class, Kind};
use crate::printed::stacking::{HALVES, Load, SINGLES};
use crate::printed::terrain::Terrain;
use crate::printed::words::{Cover, Fate};
use crate::setting::{Place, Setting};
use crate::setup::scenario::{Capability, UnitEntry, Who};
use crate::state::unit::{NO_AREA, NO_TUNNEL, PIECES, Unit};

/// Markers a unit can start with.
const STATES: [Flag; 9] = [
    Flag::Broken,
    Flag::Dm,
    Flag::Cx,
    Flag::Wounded,
    Flag::Berserk,
    Flag::Encircled,
    Flag::Fanatic,
    Flag::Disrupted,
    Flag::Heroic,
];

/// Returns the markers that a piece of this kind can start with.
fn states(kind: Kind) -> &'static [Flag] {
    if kind.is_weapon() { &[Flag::Malfunctioned] } else { &STATES }
}

/// Reads the units and their names.
pub fn read_units(
    reader: &mut Reader<'_>,
    setting: &mut Setting,
    entries: &[Item<UnitEntry>],
    capability: &Capability,
) -> ArrayVec<Unit, PIECES> {
    let mut units = ArrayVec::<Unit, PIECES>::new();
    for entry in entries {
        let name = entry.id.get_ref();
        if setting.names.iter().any(|known| **known == **name) {
            SC3.broken_by(reader, entry.id.span(), Diagnostic::new(format!("two units have the id `{name}`")));
        }
        if name.rsplit_once('/').is_some_and(|(_, end)| born::number(end).is_some()) {
            let problem = Diagnostic::new(format!("the id `{name}` is kept for a unit that comes into play later"));
            SC3.broken_by(reader, entry.id.span(), problem);
        }
        let Some(unit) = read_unit(reader, setting, entry, capability) else { continue };
        if units.try_push(unit).is_err() {
            let problem = Diagnostic::new(format!("a scenario has at most {PIECES} units and weapons"));
            SC3.broken_by(reader, entry.span.clone(), problem);
        } else {
            setting.names.push(Arc::from(name.as_str()));
        }
    }
    arm(reader, setting, &mut units, entries);
    check_stacks(reader, setting, &units, entries);
    check_capability(reader, entries, capability);
    let unread = reader.has_error_in("unit");
    for (side, name) in Side::BOTH.into_iter().zip(["German", "Russian"]) {
        if !unread && !units.iter().any(|unit| unit.side == side && unit.is_men()) {
            let problem = Diagnostic::new(format!("the {name} side has no unit")).help("add one with [[unit]]");
            SC3.broken_by(reader, entries.last().map_or(0..0, |unit| unit.span.clone()), problem);
        }
    }
    units
}

fn read_unit(
    reader: &mut Reader<'_>,
    setting: &Setting,
    entry: &Item<UnitEntry>,
    capability: &Capability,
) -> Option<Unit> {
    let names = Kind::names();
    let kind = reader.citing(Some(SC3.id()), |reader| reader.word("kind of counter", &entry.kind, &names));
    let kind = Kind::named(names[kind?])?;
    check_entry(reader, entry, kind);
    let mut at = None;
    if let Some(label) = &entry.at {
        at = reader.citing(SC1.is_in_force().then_some(SC1.id()), |reader| reader.location(&setting.board, label));
        check_place(reader, setting, label, at?);
    }
    let mut area = NO_AREA;
    if let Some(name) = &entry.area {
        let found = setting.areas.iter().position(|area| area.name == *name.get_ref());
        let Some(found) = found.and_then(|n| u8::try_from(n).ok()) else {
            let problem = Diagnostic::new(format!("unknown area `{}`", name.get_ref())).help("define it with [[area]]");
            reader.error(name.span(), problem.clause(SC1.id()));
            return None;
        };
        let theirs = setting.area(found).and_then(|area| area.side).is_some_and(|side| side != entry.side.side());
        if theirs {
            SC1.broken_by(reader, name.span(), Diagnostic::new("this area belongs to the enemy"));
        }
        area = found;
    }
    let dummy = kind.class() == Class::Dummy;
    let cover = match (entry.hidden, entry.concealed || dummy) {
        (true, _) => Cover::Hidden,
        (false, true) => Cover::Concealed,
        (false, false) => Cover::Open,
    };
    let side = entry.side.side();
    let name = entry.id.get_ref();
    let granted = match capability.of(side) {
        None => false,
        Some(Who::All(all)) => *all,
        // A dummy must not be recognizable because it needs no task check.
        Some(Who::Some(list)) => dummy || list.contains(name),
    };
    Some(Unit {
        side,
        kind,
        known_as: kind,
        fate: if at.is_some() { Fate::InPlay } else { Fate::Waiting },
        cover,
        at,
        below: at.is_some_and(|at| setting.is_below(at)),
        flags: entry.state.iter().copied().collect::<Flags>(),
        holder: None,
        tunnel: NO_TUNNEL,
        granted,
        set_up_hidden: cover == Cover::Hidden,
        area,
        name: u8::try_from(setting.names.len()).unwrap_or(u8::MAX),
        born: 0,
    })
}

/// Checks an entry against its kind of counter.
fn check_entry(reader: &mut Reader<'_>, entry: &Item<UnitEntry>, kind: Kind) {
    let given = [entry.at.is_some(), entry.area.is_some(), entry.held_by.is_some()];
    let places = given.into_iter().filter(|given| *given).count();
    if places != 1 {
        let problem = Diagnostic::new("a unit needs exactly one of `at`, `area` and `held_by`");
        reader.error(entry.span.clone(), problem.clause(SC1.id()));
    }
    let state = |flag| entry.state.contains(&flag);
    let weapon = kind.is_weapon();
    let told = [
        (weapon || entry.held_by.is_none(), "only weapons can have `held_by`"),
        (!weapon || entry.area.is_none(), "a weapon can't have `area`: use `held_by` or `at`"),
        (
            !weapon || !(entry.hidden || entry.concealed),
            "a weapon can't have `concealed` or `hidden`: it follows its holder",
        ),
        (!(entry.hidden && entry.concealed), "a unit can't be both `concealed` and `hidden`"),
        (kind.is_men() || weapon || entry.state.is_empty(), "only men and weapons can have a `state`"),
        (entry.state.iter().all(|flag| states(kind).contains(flag)), "a unit or weapon can't start in this state"),
        (kind.is_smc() || !state(Flag::Wounded), "only leaders and heroes can be wounded"),
        (kind.class() != Class::Hero || !state(Flag::Broken), "a hero can't be broken"),
        (state(Flag::Broken) || !state(Flag::Dm), "only broken units can be under Desperation Morale (DM)"),
        (state(Flag::Broken) || !state(Flag::Disrupted), "only broken units can be Disrupted"),
        (kind.class() == Class::Leader || !state(Flag::Heroic), "only leaders can be heroic"),
        (!(state(Flag::Broken) && state(Flag::Heroic)), "a heroic leader can't be broken"),
        (!(state(Flag::Fanatic) && state(Flag::Disrupted)), "a Fanatic unit can't be Disrupted"),
        (!(state(Flag::Broken) && state(Flag::Berserk)), "a unit can't be both berserk and broken"),
        (
            !(entry.hidden || entry.concealed) || !(state(Flag::Broken) || state(Flag::Berserk)),
            "a concealed or hidden unit can't be broken or berserk",
        ),
        (kind.class() != Class::Dummy || !entry.hidden, "a dummy can't be hidden, only concealed"),
    ];
    for (_, message) in told.into_iter().filter(|(holds, _)| !holds) {
        SC3.broken_by(reader, entry.span.clone(), Diagnostic::new(message));
    }
    if entry.hidden && !A27.is_in_force() {
        // Without that clause units can't hide.
        reader.warning(entry.span.clone(), Diagnostic::new("`hidden` has no effect: hidden units are switched off"));
    }
}

/// Checks where a unit starts.
fn check_place(reader: &mut Reader<'_>, setting: &Setting, label: &Spanned<String>, at: LocationId) {
    let Some(spot) = setting.spot(at) else { return };
    if spot.place.is_below() {
        B8_4A.broken_by(reader, label.span(), Diagnostic::new("units can't start below ground"));
    }
    if spot.terrain == Terrain::Water && spot.place == Place::Ground {
        SC1.broken_by(reader, label.span(), Diagnostic::new("units can't start in a Water Obstacle"));
    }
}

/// Gives each weapon to its holder.
fn arm(reader: &mut Reader<'_>, setting: &Setting, units: &mut [Unit], entries: &[Item<UnitEntry>]) {
    for entry in entries {
        let Some(held_by) = &entry.held_by else { continue };
        let named = |name: &str| setting.names.iter().position(|known| **known == *name);
        let (weapon, holder) = (named(entry.id.get_ref()), named(held_by.get_ref()));
        let holder = holder.and_then(|n| Some((n, *units.get(n)?)));
        let (Some(weapon), Some((n, holder))) = (weapon.and_then(|n| units.get_mut(n)), holder) else {
            let problem = Diagnostic::new(format!("unknown unit `{}`", held_by.get_ref()));
            reader.error(held_by.span(), problem.clause(SC1.id()));
            continue;
        };
        if holder.side != weapon.side || !holder.is_men() {
            SC1.broken_by(reader, held_by.span(), Diagnostic::new("a weapon must be held by men of its own side"));
        }
        let Unit { at, below, fate, cover, area, set_up_hidden, .. } = holder;
        *weapon = Unit { holder: Some(Piece(n as u16)), at, below, fate, cover, area, set_up_hidden, ..*weapon };
    }
}

/// Checks that no unit starts with the enemy, or in an overstacked Location.
fn check_stacks(reader: &mut Reader<'_>, setting: &Setting, units: &[Unit], entries: &[Item<UnitEntry>]) {
    let men = || units.iter().filter(|unit| !unit.kind.is_weapon());
    for unit in men() {
        let (Some(at), Some(entry)) = (unit.at, entry_of(setting, unit, entries)) else { continue };
        let there = || men().filter(move |other| other.at.is_some_and(|other| setting.are_one(other, at)));
        if there().any(|other| other.side != unit.side) {
            SC1.broken_by(reader, entry.span.clone(), Diagnostic::new("an enemy unit also starts in this Location"));
        }
        let load =
            there().filter(|other| other.side == unit.side).fold(Load::default(), |load, other| load.with(other.kind));
        if load.excess() > 0 {
            SC1.broken_by(
                reader,
                entry.span.clone(),
                Diagnostic::new("too many units start in this Location: at most three squads and four single men"),
            );
        }
    }
    // In any placement there is room for all of them.
    for (n, area) in setting.areas.iter().enumerate() {
        for side in Side::BOTH {
            let placed = men().filter(|unit| usize::from(unit.area) == n && unit.side == side && unit.at.is_none());
            let load = placed.fold(Load::default(), |load, unit| load.with(unit.kind));
            let room = area.places.len();
            if usize::from(load.halves) > room * usize::from(HALVES - 1)
                || usize::from(load.singles) > room * usize::from(SINGLES)
            {
                let span = reader.place_of("area");
                let problem =
                    Diagnostic::new(format!("the area `{}` is too small for the units placed in it", area.name));
                SC1.broken_by(reader, span, problem);
            }
        }
    }
}

fn entry_of<'e>(setting: &Setting, unit: &Unit, entries: &'e [Item<UnitEntry>]) -> Option<&'e Item<UnitEntry>> {
    let name = setting.names.get(usize::from(unit.name))?;
    entries.iter().find(|entry| **entry.id.get_ref() == **name)
}

fn check_capability(reader: &mut Reader<'_>, entries: &[Item<UnitEntry>], capability: &Capability) {
    for (side, name) in Side::BOTH.into_iter().zip(["German", "Russian"]) {
        let Some(Who::Some(list)) = capability.of(side) else { continue };
        for unit in list {
            if !entries.iter().any(|entry| entry.id.get_ref() == unit && entry.side.side() == side) {
                let problem = Diagnostic::new(format!("the {name} side has no unit called `{unit}`"));
                let span = reader.place_of("capability");
                SC3.broken_by(reader, span, problem);
            }
        }
    }
}
