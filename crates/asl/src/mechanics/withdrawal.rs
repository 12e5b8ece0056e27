//! Leaving a Close Combat: after an Ambush (ASL-A60), from Melee (ASL-A63), and by Infiltration (ASL-A64).

use board::LocationId;
use rules::{Audience, Clause, Piece, PieceSet, Refusal, Resolver, Side};

use crate::mechanics::advancing::March;
use crate::mechanics::melee::push_below;
use crate::mechanics::{concealment, morale, movement};
use crate::printed::clause::{A60, A62, A63, A64};
use crate::printed::flags::Flag;
use crate::printed::words::Cover;
use crate::setting::MoveEdge;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::report::close::CloseReport;
use crate::state::step::Step;
use crate::state::unit::Unit;
use crate::view::AslEyes;

/// How units leave a Close Combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The ambusher slips away.
    Ambush,
    /// A declared Withdrawal from Melee, when all attacks are over.
    Melee,
    /// After an Original 2 or 12, at once: these units.
    Infiltration(PieceSet),
}

impl Exit {
    /// Returns how units leave in answer to this question, and the Location of the Close Combat.
    #[must_use]
    pub fn of(step: Step) -> Option<(Exit, LocationId)> {
        match step {
            Step::Fight(Fight::Withdraw { at, ambush, .. }) => {
                Some((if ambush { Exit::Ambush } else { Exit::Melee }, at))
            }
            Step::Fight(Fight::Infiltrate { at, units, .. }) => Some((Exit::Infiltration(units), at)),
            _ => None,
        }
    }

    /// Returns the clause of this way out.
    #[must_use]
    pub const fn clause(self) -> Clause {
        match self {
            Exit::Ambush => A60,
            Exit::Melee => A63,
            Exit::Infiltration(_) => A64,
        }
    }

    /// Returns whether the way exhausts a unit: a Withdrawal from Melee does, where an advance would (A11.21).
    fn exhausts(self, march: March<'_>, piece: Piece) -> bool {
        let broken = march.eyes.unit(piece).is_some_and(|unit| unit.is(Flag::Broken));
        self == Exit::Melee && !broken && A63.is_in_force() && march.is_difficult(piece)
    }
}

/// Checks that a unit may leave the Close Combat, wherever to.
pub fn may_leave(
    eyes: AslEyes<'_>,
    side: Side,
    at: LocationId,
    piece: Piece,
    exit: Exit,
) -> Result<LocationId, Refusal> {
    let (unit, place) = eyes.own(side, piece)?;
    let clause = exit.clause();
    if !unit.is_men() || !eyes.setting().are_one(place, at) {
        return Err(Refusal::new(clause, "this unit is not in this Close Combat"));
    }
    clause.forbids(unit.is(Flag::Pinned), "a pinned unit can't leave Close Combat")?;
    clause.forbids(unit.is(Flag::Berserk), "a berserk unit can't leave Close Combat")?;
    clause.forbids(unit.is(Flag::Disrupted), "a Disrupted unit can't leave Close Combat")?;
    clause
        .forbids(eyes.load(piece) > unit.ipc(), "it carries too much to leave Close Combat: leave a weapon behind")?;
    match exit {
        Exit::Ambush => {}
        Exit::Melee => {
            A63.forbids(!unit.is(Flag::Melee), "only a unit held in Melee can withdraw from it")?;
            A63.forbids(unit.is(Flag::Withdrawing), "this unit already withdraws")?;
        }
        Exit::Infiltration(units) => {
            if !units.has(piece) {
                return Err(Refusal::new(A64, "this unit can't leave the Close Combat now"));
            }
        }
    }
    Ok(place)
}

/// Checks that a unit may go to a Location when it leaves a Close Combat: an Accessible one, without a Known enemy.
pub fn may_go(
    eyes: AslEyes<'_>,
    side: Side,
    units: PieceSet,
    [from, to]: [LocationId; 2],
    exit: Exit,
) -> Result<(), Refusal> {
    let clause = exit.clause();
    let way = way(eyes, from, to);
    if way.is_none() || eyes.setting().is_below(to) || eyes.setting().are_one(from, to) {
        return Err(Refusal::new(clause, "units leave Close Combat only to a neighbouring Location"));
    }
    let (edge, _) = movement::may_go_by(eyes, way, to)?;
    let tired = |piece| eyes.unit(piece).is_some_and(|unit| unit.is(Flag::Cx));
    let worn = units.iter().any(|piece| tired(piece) && exit.exhausts(March { eyes, side, units, way: edge }, piece));
    A63.forbids(worn, "a counter-exhausted (CX) unit can't withdraw there: it costs 4 MF or all it has")?;
    clause.forbids(
        eyes.at(side.other(), to).next().is_some(),
        "units can't leave Close Combat for a Location with an enemy in sight",
    )
}

/// Returns the edge of a way out.
fn way(eyes: AslEyes<'_>, from: LocationId, to: LocationId) -> Option<&MoveEdge> {
    eyes.setting().advances(from).iter().find(|way| way.to == to)
}

/// Returns the Locations to which units may go from there.
pub fn ways(
    eyes: AslEyes<'_>,
    side: Side,
    units: PieceSet,
    from: LocationId,
    exit: Exit,
) -> impl Iterator<Item = LocationId> {
    let all = eyes.setting().advances(from).iter().map(|way: &MoveEdge| way.to);
    all.filter(move |to| may_go(eyes, side, units, [from, *to], exit).is_ok())
}

/// Returns whether a unit can leave the Close Combat.
#[must_use]
pub fn can_leave(eyes: AslEyes<'_>, side: Side, at: LocationId, piece: Piece, exit: Exit) -> bool {
    let units = PieceSet::EMPTY.with(piece);
    may_leave(eyes, side, at, piece, exit).is_ok_and(|from| ways(eyes, side, units, from, exit).next().is_some())
}

/// Checks that a single man may fight alone: he stands beside a squad or half-squad, and is in sight. A "?" is attacked
/// as a whole.
pub fn may_be_alone(eyes: AslEyes<'_>, side: Side, at: LocationId, piece: Piece) -> Result<(), Refusal> {
    let (unit, place) = eyes.own(side, piece)?;
    let fit = unit.kind.is_smc() && unit.is_open() && eyes.setting().are_one(place, at);
    if !fit || unit.is(Flag::Broken) || unit.is(Flag::Solo) || unit.is(Flag::Withdrawing) {
        return Err(Refusal::new(A62, "only an unbroken leader or hero in sight can choose to fight alone"));
    }
    let beside = eyes.of(side).men().at(at).lying(Cover::Open).without(Flag::Withdrawing);
    A62.forbids(!beside.iter().any(|(_, unit, _)| unit.kind.is_mmc()), "he fights alone anyway")
}

/// Returns whether by public facts a side may have a unit that can leave, or a single man who can fight alone. A "?"
/// could hold one who slips away from an Ambush.
fn could_withdraw(eyes: AslEyes<'_>, side: Side, at: LocationId, exit: Exit) -> bool {
    let there = eyes.of(side).men().at(at).group();
    let leaves = |piece| can_leave(eyes, side, at, piece, exit);
    match exit {
        Exit::Melee => there.iter().any(|piece| leaves(piece) || may_be_alone(eyes, side, at, piece).is_ok()),
        Exit::Infiltration(_) => there.iter().any(leaves),
        Exit::Ambush => {
            let slips = eyes.is_unknown_at(side, at) && ways(eyes, side, PieceSet::EMPTY, at, exit).next().is_some();
            slips || there.iter().any(leaves)
        }
    }
}

/// Asks a side for its Withdrawals, if by public facts it may have any and the enemy is still there.
pub fn ask(resolver: &mut impl Resolver<Asl>, side: Side, at: LocationId, ambush: bool) {
    let public = AslEyes::open(resolver.setting(), resolver.position()).public();
    let exit = if ambush { Exit::Ambush } else { Exit::Melee };
    if public.holds(side.other(), at) && exit.clause().is_in_force() && could_withdraw(public, side, at, exit) {
        resolver.push(Fight::Withdraw { side, at, ambush }.into());
    }
}

/// Asks a side which of these units leave the Close Combat at once, if by public facts any can. Units that will be
/// eliminated or captured stay.
pub fn ask_to_infiltrate(resolver: &mut impl Resolver<Asl>, at: LocationId, units: PieceSet) {
    let position = resolver.position();
    let taken = position.agenda.steps().iter().fold(PieceSet::EMPTY, |all, step| match step {
        Step::Fight(Fight::Capture { units, half, .. }) => all | *units | *half,
        _ => all,
    });
    let units = position.units.within(resolver.setting(), at, units - taken - position.units.bearing(Flag::Doomed));
    let Some(side) = units.iter().find_map(|piece| position.unit(piece)).map(|unit| unit.side) else { return };
    let public = AslEyes::open(resolver.setting(), position).public();
    let exit = Exit::Infiltration(units);
    let unseen = units != public.seen(units);
    let could = unseen && ways(public, side, PieceSet::EMPTY, at, exit).next().is_some();
    if A64.is_in_force() && (could || could_withdraw(public, side, at, exit)) {
        push_below(resolver, Fight::Infiltrate { side, at, units }, Fight::is_at_once);
    }
}

/// Carries out a Withdrawal that was declared, if the units still live and no Known enemy has come to the Location.
pub fn carry_out(resolver: &mut impl Resolver<Asl>, side: Side, units: PieceSet, at: LocationId, to: LocationId) {
    let units = resolver.position().units.within(resolver.setting(), at, units);
    let eyes = AslEyes::open(resolver.setting(), resolver.position()).public();
    if !units.is_empty() && eyes.at(side.other(), to).next().is_none() {
        leave(resolver, side, units, to, Exit::Melee);
    }
}

/// Moves units out of a Close Combat. Before an unseen enemy they are lost, and one real unit of his is shown; dummies
/// are removed.
pub fn leave(resolver: &mut impl Resolver<Asl>, side: Side, units: PieceSet, to: LocationId, exit: Exit) {
    let clause = exit.clause();
    let Some(from) = units.iter().find_map(|piece| resolver.position().unit(piece)?.at) else { return };
    if movement::meets_unknown(resolver, side, units, to) {
        concealment::show(resolver, units);
        return units.iter().for_each(|unit| morale::remove(resolver, clause, unit));
    }
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let tired = |piece: &Piece| {
        let march = |way| March { eyes, side, units, way };
        way(eyes, from, to).is_some_and(|way| exit.exhausts(march(way), *piece))
    };
    let tired: PieceSet = units.iter().filter(tired).collect();
    let (shown, from) = (concealment::open(resolver, units), resolver.setting().location(from));
    let report = match exit {
        Exit::Infiltration(_) => CloseReport::Infiltrates { units: shown, from, to },
        _ => CloseReport::Withdraws { units: shown, from, to },
    };
    resolver.report(clause, Audience::All, report.into());
    let parting = concealment::parting(resolver, units, clause);
    movement::freed(resolver, clause, units);
    for unit in units.iter() {
        resolver.change(parting, Change::Placed { unit, at: to });
    }
    for unit in tired.iter() {
        resolver.change(clause, Change::Flag { unit, flag: Flag::Cx, on: true });
    }
    for flag in [Flag::Melee, Flag::Withdrawing, Flag::Solo] {
        for unit in (units & resolver.position().units.bearing(flag)).iter() {
            resolver.change(clause, Change::Flag { unit, flag, on: false });
        }
    }
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let open = eyes.spot(to).is_ok_and(|spot| eyes.terrain(spot).is_open());
    let challenge = if open { concealment::acts(resolver, side, units) } else { None };
    concealment::crowds(resolver, side, units, to);
    challenge.into_iter().for_each(|challenge| resolver.push(challenge.into()));
}

/// Returns whether a broken unit in Melee has still to withdraw, and can.
#[must_use]
pub fn must_withdraw(eyes: AslEyes<'_>, side: Side, at: LocationId) -> bool {
    let broken = |(piece, unit): (Piece, &Unit)| unit.is(Flag::Broken) && can_leave(eyes, side, at, piece, Exit::Melee);
    eyes.at(side, at).any(broken)
}
