//! Every order that could be written, legal or not: what offers and checks are compared on.

use std::collections::BTreeMap;

use board::{HexId, LocationId};
use rules::{Group, Piece, Seat};

use crate::orders::Order;
use crate::printed::counter::Weapon;
use crate::printed::words::Pace;
use crate::view::HeroesEyes;

/// Groups are listed whole for hexes of up to so many units of a side; beyond, only those of one or two.
const WHOLE: usize = 8;

/// Every order that could be written with the pieces and Locations this seat knows.
pub fn universe(eyes: HeroesEyes<'_>, sink: &mut impl FnMut(Order)) {
    let Seat::Side(side) = eyes.seat() else { return };
    let units: Vec<Piece> = eyes.units().map(|(piece, _, _)| piece).collect();
    let places: Vec<LocationId> = eyes.setting().board.location_ids().collect();
    [Order::Stop, Order::Done, Order::Pass, Order::HoldFire].into_iter().for_each(&mut *sink);
    places.iter().for_each(|&to| sink(Order::Step { to }));
    for &unit in &units {
        sink(Order::Lead { leader: unit });
        sink(Order::Stay { unit });
        sink(Order::Drop { unit });
        Weapon::ALL.into_iter().for_each(|weapon| sink(Order::Take { unit, weapon }));
        units.iter().for_each(|&to| sink(Order::Hand { unit, to }));
        let groups = [Group::EMPTY.with(unit)];
        groups_act(&groups, &places, sink);
    }
    let mut stacks: BTreeMap<HexId, Vec<Piece>> = BTreeMap::new();
    for (piece, _, at) in eyes.units_of(side) {
        if let Some(hex) = eyes.setting().hex(at) {
            stacks.entry(hex).or_default().push(piece);
        }
    }
    for stack in stacks.values() {
        let groups: Vec<Group> = Group::of_some(stack, WHOLE).into_iter().filter(|group| group.len() > 1).collect();
        groups_act(&groups, &places, sink);
    }
    for &unit in &units {
        for &to in &places {
            sink(Order::Rout { unit, to });
            sink(Order::Hide { unit, at: to });
            sink(Order::Underground { leader: unit, to });
        }
    }
}

fn groups_act(groups: &[Group], places: &[LocationId], sink: &mut impl FnMut(Order)) {
    for &units in groups {
        Pace::ALL.into_iter().for_each(|pace| sink(Order::Move { units, pace }));
        places.iter().for_each(|&target| sink(Order::Fire { units, target }));
    }
}
