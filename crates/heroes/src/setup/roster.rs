//! Units of a scenario: their counters and starting Locations.

use std::sync::Arc;

use arrayvec::ArrayVec;
use board::LocationId;
use board::scenario::{Diagnostic, Item, Reader};
use rules::Side;

use crate::printed::catalogue::Catalogue;
use crate::printed::clause::{B13, SC1, SC3};
use crate::printed::counter::{Counter, Grant, Kind, Weapon};
use crate::printed::stacking::Load;
use crate::printed::tables::Terrain;
use crate::printed::words::{Activity, State};
use crate::setting::Setting;
use crate::setup::scenario::{Granted, UnitEntry};
use crate::state::unit::{HEROES, UNITS, Unit};

/// Reads the units, and adds the heroes that may appear.
pub fn read_units(
    reader: &mut Reader<'_>,
    setting: &mut Setting,
    entries: &[Item<UnitEntry>],
    granted: &Granted,
) -> ArrayVec<Unit, UNITS> {
    let mut units = ArrayVec::<Unit, UNITS>::new();
    for entry in entries {
        let name = entry.id.get_ref();
        if setting.names.iter().any(|known| **known == **name) {
            SC3.broken_by(reader, entry.id.span(), Diagnostic::new(format!("two units are called `{name}`")));
        }
        check_values(reader, entry);
        let place = |reader: &mut Reader<'_>| reader.location(&setting.board, &entry.at);
        let Some(at) = reader.citing(SC1.is_in_force().then_some(SC1.id()), place) else { continue };
        let side = entry.side.side();
        let unit = Unit {
            side,
            counter: counter(entry, granted.to(side, Some(name))),
            at: Some(at),
            state: entry.state.unwrap_or(State::Good),
            wounded: entry.wounded,
            activity: Activity::Fresh,
            fought: false,
            traded: false,
            marked: false,
            moved: false,
            hidden: entry.hidden,
            name: u8::try_from(setting.names.len()).unwrap_or(u8::MAX),
        };
        check_place(reader, setting, &units, entry, &unit, at);
        if setting.names.len() >= UNITS - HEROES || units.try_push(unit).is_err() {
            let problem = Diagnostic::new(format!("a scenario can have at most {} units", UNITS - HEROES));
            SC3.broken_by(reader, entry.span.clone(), problem);
        } else {
            setting.names.push(Arc::from(name.as_str()));
        }
    }
    let unread = reader.has_error_in("unit");
    for (side, name) in Side::BOTH.into_iter().zip(["Soviet", "German"]) {
        for unit in granted.named(side) {
            if !entries.iter().any(|entry| entry.id.get_ref() == unit.get_ref() && entry.side.side() == side) {
                let problem = Diagnostic::new(format!("the {name} side has no unit called `{}`", unit.get_ref()));
                SC3.broken_by(reader, unit.span(), problem);
            }
        }
        if !unread && !entries.iter().any(|entry| entry.side.side() == side) {
            let problem = Diagnostic::new(format!("the {name} side has no units")).help("add one with [[unit]]");
            SC3.broken_by(reader, entries.last().map_or(0..0, |unit| unit.span.clone()), problem);
        }
    }
    setting.listed = setting.names.len();
    let taken = setting.names.clone();
    let heroes = (1..).map(|n| Arc::from(format!("hero {n}"))).filter(|name| !taken.contains(name));
    setting.names.extend(heroes.take(HEROES));
    for name in setting.listed..setting.names.len() {
        let _ = units.try_push(Unit::to_come(u8::try_from(name).unwrap_or(u8::MAX)));
    }
    units
}

fn counter(entry: &UnitEntry, grant: Grant) -> Counter {
    let usual = Counter::usual(entry.kind);
    let counter = Counter {
        kind: entry.kind,
        fp: entry.fp.unwrap_or(usual.fp),
        range: entry.range.unwrap_or(usual.range),
        mf: entry.mf.unwrap_or(usual.mf),
        morale: entry.morale.unwrap_or(usual.morale),
        leadership: entry.leadership.unwrap_or(usual.leadership),
        weapon: entry.weapon.unwrap_or(Weapon::None),
        sewer_rat: entry.sewer_rat,
        self_rally: entry.self_rally.unwrap_or(usual.self_rally),
        assault: entry.assault,
        assaulter: entry.assaulter,
        ..usual
    };
    counter.with(grant)
}

/// Checks that the values of a counter are possible for its kind.
fn check_values(reader: &mut Reader<'_>, entry: &Item<UnitEntry>) {
    let single = entry.kind.is_single();
    let within = |value: Option<u8>, most: u8| value.is_none_or(|value| value <= most);
    let told = [
        (within(entry.fp, 20), "firepower must be at most 20"),
        (within(entry.range, 30), "range must be at most 30 hexes"),
        (within(entry.mf, 12), "movement points must be at most 12"),
        (within(entry.morale, 12) && entry.morale != Some(0), "morale must be 1 to 12"),
        (within(entry.leadership, 3), "leadership must be at most 3"),
        (
            entry.kind == Kind::Leader || entry.leadership.is_none_or(|points| points == 0),
            "only leaders can have leadership",
        ),
        (single || !entry.sewer_rat, "only leaders and heroes can have the Sewer Rat card"),
        (entry.kind == Kind::Leader || !entry.assaulter, "only leaders can have the Assaulter card"),
        (single || !entry.wounded, "only leaders and heroes can be wounded"),
        (entry.kind != Kind::Hero || entry.state != Some(State::Shaken), "a hero can't be Shaken"),
        (!entry.hidden || entry.state != Some(State::Shaken), "a hidden unit must be in Good Order"),
        (!entry.hidden || !entry.wounded, "a hidden unit can't be wounded"),
    ];
    for (_, message) in told.into_iter().filter(|(holds, _)| !holds) {
        SC3.broken_by(reader, entry.span.clone(), Diagnostic::new(message));
    }
}

/// Checks that a unit may start in its Location.
fn check_place(
    reader: &mut Reader<'_>,
    setting: &Setting,
    units: &[Unit],
    entry: &Item<UnitEntry>,
    unit: &Unit,
    at: LocationId,
) {
    let Some(spot) = setting.spot(at) else { return };
    let span = || entry.at.span();
    if spot.inside.is_none() && spot.terrain == Terrain::Water {
        SC1.broken_by(reader, span(), Diagnostic::new("units can't start in a Water Obstacle"));
    }
    let same_hex = |other: &&Unit| other.at.is_some_and(|place| setting.same_hex(place, at));
    if units.iter().filter(same_hex).any(|other| other.side != unit.side) {
        SC1.broken_by(reader, span(), Diagnostic::new("an enemy unit starts in this hex"));
    }
    let there = units.iter().filter(|other| other.at == Some(at) && other.side == unit.side);
    let load = there.fold(Load::default(), |load, other| load.with(other.counter.kind));
    if load.with(unit.counter.kind).is_too_much() {
        SC1.broken_by(reader, span(), Diagnostic::new("the units here exceed the stacking limit"));
    }
    let (_, _, portage) = unit.counter.weapon.values();
    if let Some(kind) = spot.inside.filter(|_| portage > unit.counter.kind.ipc(unit.wounded)) {
        let problem = Diagnostic::new("a unit can't start in a sewer or tunnel with more than its IPC");
        Catalogue::of(kind).portage().broken_by(reader, span(), problem);
    }
    if unit.counter.weapon == Weapon::Gun {
        if let Some(kind) = spot.inside {
            let problem = Diagnostic::new("a Gun can't start in a sewer or tunnel");
            Catalogue::of(kind).portage().broken_by(reader, span(), problem);
        }
        let guns = units.iter().filter(same_hex).any(|other| other.counter.weapon == Weapon::Gun);
        if spot.terrain == Terrain::Bunker && guns {
            B13.broken_by(reader, span(), Diagnostic::new("a bunker can hold only one Gun"));
        }
    }
    if unit.hidden && !setting.hideouts[unit.side].contains(&at) {
        let problem = Diagnostic::new("this side's units can't hide there");
        SC1.broken_by(
            reader,
            span(),
            problem.help("without a list under [hidden], units can hide in cover and inside entrances"),
        );
    }
}
