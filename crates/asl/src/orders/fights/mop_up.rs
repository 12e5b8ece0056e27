//! Order `mop_up`: squads and half-squads search a whole building in the Prep Fire Phase (ASL-A58).

use arrayvec::ArrayVec;
use board::{BuildingId, HexId, LocationId};
use rules::scene::OrderText;
use rules::{
    Audience, Choice, Enumeration, OfferSink, OrderKind, Piece, PieceSet, Prompt, Reader, Refusal, Resolver, Side,
};

use crate::mechanics::concealment;
use crate::mechanics::prisoners::{capture, has_room};
use crate::mechanics::searching::{casualties, find, tire};
use crate::orders::MopUp;
use crate::orders::timing::only;
use crate::orders::wellformed::each_piece;
use crate::printed::clause::A58;
use crate::printed::flags::Flag;
use crate::setting::Setting;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::report::Report;
use crate::state::step::Step;
use crate::state::unit::Unit;
use crate::text::names::{Names, verb};
use crate::view::AslEyes;
use crate::view::seen::Seen;

/// Greatest distance of the units from a ground Location that their side does not Control, in hexes.
const REACH: u16 = 2;

/// Most hexes of a building that can be searched.
const HEXES: usize = 64;

impl OrderKind<Asl> for MopUp {
    const SURE: bool = false;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        only(matches!(step, Step::Fight(Fight::PrepFire)), A58, "units Mop Up only in their own Prep Fire Phase")
    }

    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        may_mop_up(eyes, side, self.units).map(drop)
    }

    fn resolve(&self, resolver: &mut impl Resolver<Asl>, side: Side, _: Step) {
        let units = self.units;
        // By the side's own eyes: enemies unknown to it are found only now.
        let eyes = AslEyes::new(resolver.setting(), resolver.position(), side.seat());
        let place = |piece| eyes.unit(piece).and_then(|unit| unit.at);
        let Some(building) = units.iter().find_map(|piece| standing_at(eyes, place(piece)?)) else { return };
        let hexes: ArrayVec<HexId, HEXES> =
            eyes.setting().building(building).hexes.iter().copied().take(HEXES).collect();
        concealment::show(resolver, units);
        tire(resolver, units, &[Flag::Ti, Flag::PrepFired]);
        find(resolver, side, &hexes);
        casualties(resolver, side, units, &hexes);
        let eyes = AslEyes::open(resolver.setting(), resolver.position());
        let secured = within(eyes, eyes.of(side.other()).men().without(Flag::Broken), building).is_empty();
        // The casualty dr may have eliminated one of them.
        let units = units.iter().filter(|piece| eyes.unit(*piece).is_some_and(|unit| unit.at.is_some())).collect();
        resolver.report(A58, Audience::All, Report::MopsUp { units, secured });
        if secured {
            secure(resolver, side, units, building);
        }
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let (units, mop) = (reader.units(self.units), verb(self.units, "Mops", "Mop"));
        OrderText::new("Mop Up", format!("{units} {mop} Up the building."), A58).about(self.units.iter())
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        each_piece(eyes, side, which, &mut |unit, _, _| sink(MopUp { units: PieceSet::EMPTY.with(unit) }));
        each(eyes, side, &mut |order| sink(order));
    }
}

/// Takes the broken enemies in a building prisoner, as far as the units have room for them, and Control of its Locations.
fn secure(resolver: &mut impl Resolver<Asl>, side: Side, units: PieceSet, building: BuildingId) {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let broken = within(eyes, eyes.of(side.other()).men(), building).group();
    let objectives = eyes.setting().objectives.iter().enumerate();
    let gained: ArrayVec<u8, 64> = objectives
        .filter(|(n, objective)| {
            building_of(eyes.setting(), objective.at) == Some(building) && eyes.held(*n) != Some(side)
        })
        .map(|(n, _)| n as u8)
        .take(64)
        .collect();
    for unit in broken.iter() {
        let eyes = AslEyes::open(resolver.setting(), resolver.position());
        let Some(prisoner) = eyes.unit(unit) else { continue };
        let roomy = |guard: &Piece| eyes.unit(*guard).is_some_and(|men| has_room(eyes, (*guard, men), prisoner));
        let guard = units.iter().find(roomy);
        if let Some(guard) = guard {
            capture(resolver, unit, guard);
        }
    }
    for objective in gained {
        resolver.change(A58, Change::Holds { objective, side });
    }
}

/// Returns the building that a Location above ground belongs to.
fn building_of(setting: &Setting, at: LocationId) -> Option<BuildingId> {
    let hex = setting.hex(at).filter(|_| !setting.is_below(at))?;
    setting.board.building(hex)
}

/// Returns those of some pieces that are in a building.
fn within<'a>(eyes: AslEyes<'a>, pieces: Seen<'a>, building: BuildingId) -> Seen<'a> {
    let inside = |at: LocationId| building_of(eyes.setting(), at) == Some(building);
    pieces.only(pieces.iter().filter(|(_, _, at)| inside(*at)).map(|(piece, _, _)| piece).collect())
}

/// Returns whether any of some pieces is in a building.
fn any_within(eyes: AslEyes<'_>, pieces: Seen<'_>, building: BuildingId) -> bool {
    pieces.iter().any(|(_, _, at)| building_of(eyes.setting(), at) == Some(building))
}

/// Checks that one unit can Mop Up, and returns its building.
fn may_take_part(eyes: AslEyes<'_>, side: Side, piece: Piece) -> Result<BuildingId, Refusal> {
    let (unit, at): (&Unit, _) = eyes.own(side, piece)?;
    let able = unit.kind.is_mmc() && unit.kind.values().fp > 0;
    A58.forbids(!able, "only squads and half-squads can Mop Up")?;
    A58.forbids(!unit.is_good(), "only units in Good Order can Mop Up")?;
    let spent = [Flag::Pinned, Flag::Ti, Flag::PrepFired].into_iter().any(|flag| unit.is(flag));
    A58.forbids(spent, "a unit that is pinned or TI, or has fired, can't Mop Up")?;
    standing_at(eyes, at).ok_or_else(|| Refusal::new(A58, "these units are in no building"))
}

/// Returns the building that a Location above ground is in, unless it is rubble.
fn standing_at(eyes: AslEyes<'_>, at: LocationId) -> Option<BuildingId> {
    let building = building_of(eyes.setting(), at)?;
    eyes.spot(at).is_ok_and(|spot| eyes.terrain(spot).is_building()).then_some(building)
}

/// Checks that units can Mop Up the building they are in, and returns it.
pub fn may_mop_up(eyes: AslEyes<'_>, side: Side, units: PieceSet) -> Result<BuildingId, Refusal> {
    let mut building = None;
    for piece in units.iter() {
        let here = may_take_part(eyes, side, piece)?;
        if building.is_some_and(|building| building != here) {
            return Err(Refusal::new(A58, "units that Mop Up together must be in one building"));
        }
        building = Some(here);
    }
    let Some(building) = building else {
        return Err(Refusal::new(A58, "choose at least one unit to Mop Up"));
    };
    may_be_mopped_up(eyes, side, building)?;
    let setting = eyes.setting();
    let own = eyes.of(side).men();
    let controlled = |at: LocationId| {
        let held = setting.objectives.iter().position(|objective| objective.at == at).map(|n| eyes.held(n));
        held == Some(Some(side)) || own.armed().good().at(at).iter().any(|(_, unit, _)| unit.kind.is_mmc())
    };
    let near = |at: LocationId| {
        let mut from = units.iter().filter_map(|piece| eyes.unit(piece)?.at);
        from.any(|from| setting.distance(from, at) <= REACH)
    };
    let mut grounds = setting.building(building).hexes.iter().map(|hex| setting.board.ground(*hex));
    A58.forbids(!grounds.all(|at| near(at) || controlled(at)), "the building is too large for these units")?;
    Ok(building)
}

/// Checks that a side can Mop Up a building at all.
fn may_be_mopped_up(eyes: AslEyes<'_>, side: Side, building: BuildingId) -> Result<(), Refusal> {
    A58.forbids(eyes.gives_no_quarter(side), "a side that gives no quarter doesn't Mop Up")?;
    let small = !eyes.setting().building(building).large;
    A58.forbids(small, "a building of one hex and one level is not Mopped Up")?;
    let enemies = eyes.of(side.other()).men().without(Flag::Broken);
    A58.forbids(any_within(eyes, enemies, building), "an unbroken enemy that you know of is in the building")?;
    let own = eyes.of(side).men();
    let done = own.bearing(Flag::Ti).bearing(Flag::PrepFired).without(Flag::Clearing);
    A58.forbids(any_within(eyes, done, building), "this building has been Mopped Up in this Player Turn")
}

/// Lists the units that could Mop Up: each alone, and all of a building together.
pub fn each(eyes: AslEyes<'_>, side: Side, sink: &mut dyn FnMut(MopUp)) {
    each_in(eyes, side, |_| true, sink);
}

/// Lists the units that could Mop Up a building that can be.
pub fn offers(eyes: AslEyes<'_>, side: Side, sink: &mut dyn FnMut(MopUp)) {
    each_in(eyes, side, |building| may_be_mopped_up(eyes, side, building).is_ok(), sink);
}

/// Returns the men of a side who may be able to Mop Up, in a building or not.
#[inline]
fn perhaps_able(eyes: AslEyes<'_>, side: Side) -> Seen<'_> {
    let men = eyes.of(side).men();
    let spent = [Flag::Pinned, Flag::Ti, Flag::PrepFired];
    if A58.is_in_force() { spent.into_iter().fold(men.good().armed(), Seen::without) } else { men }
}

/// Returns those of them who are able to, each with its building.
fn able<'a>(eyes: AslEyes<'a>, side: Side) -> impl Iterator<Item = (Piece, BuildingId)> + 'a {
    perhaps_able(eyes, side).iter().filter_map(move |(piece, unit, at)| {
        let able = unit.kind.is_mmc() && unit.kind.values().fp > 0;
        standing_at(eyes, at).filter(|_| able || !A58.is_in_force()).map(|building| (piece, building))
    })
}

/// Lists the same units as [`each`] as candidates.
#[inline]
pub fn candidates(eyes: AslEyes<'_>, side: Side, sink: &mut impl OfferSink<Asl>) {
    let all = perhaps_able(eyes, side).group();
    sink.of_pieces(eyes, all, |_, piece| Some(Choice::Order(MopUp { units: PieceSet::EMPTY.with(piece) }.into())));
    sink.of_pieces(eyes, all, together);
}

/// Returns the order to all units of a building; of these, only the first has it.
fn together(eyes: AslEyes<'_>, piece: Piece) -> Option<Choice<Asl>> {
    let (side, at) = (eyes.seat().side()?, eyes.unit(piece)?.at?);
    let building = standing_at(eyes, at)?;
    let units: PieceSet = able(eyes, side).filter(|(_, other)| *other == building).map(|(piece, _)| piece).collect();
    let first = units.iter().next() == Some(piece) && units.len() > 1;
    first.then(|| Choice::Order(MopUp { units }.into()))
}

/// Lists the units that could Mop Up in such buildings.
fn each_in(eyes: AslEyes<'_>, side: Side, such: impl Fn(BuildingId) -> bool, sink: &mut dyn FnMut(MopUp)) {
    let mut groups: ArrayVec<(BuildingId, PieceSet), { PieceSet::LIMIT }> = ArrayVec::new();
    for (piece, building) in able(eyes, side) {
        match groups.iter_mut().find(|(other, _)| *other == building) {
            Some((_, units)) => *units = units.with(piece),
            None => groups.push((building, PieceSet::EMPTY.with(piece))),
        }
    }
    for &(_, units) in groups.iter().filter(|(building, _)| such(*building)) {
        units.iter().for_each(|piece| sink(MopUp { units: PieceSet::EMPTY.with(piece) }));
        if units.len() > 1 {
            sink(MopUp { units });
        }
    }
}

/// Returns whether, by public facts, a side may have units that can Mop Up: a "?" in a large building without a Known
/// unbroken enemy is enough, and so is a hidden unit, wherever such a building is.
pub fn could(public: AslEyes<'_>, side: Side) -> bool {
    if !A58.is_in_force() || public.gives_no_quarter(side) {
        return false;
    }
    let setting = public.setting();
    let is_free = |building: BuildingId| {
        let enemies = public.of(side.other()).men().without(Flag::Broken);
        setting.building(building).large && !any_within(public, enemies, building)
    };
    let mut numbers = (0..).map(BuildingId).take(setting.buildings.len());
    if public.any_unknown(side, |at| building_of(setting, at).is_some_and(is_free))
        || (public.has_hidden(side) && numbers.any(is_free))
    {
        return true;
    }
    let mut seen = false;
    offers(public, side, &mut |order| seen = seen || may_mop_up(public, side, order.units).is_ok());
    seen
}
