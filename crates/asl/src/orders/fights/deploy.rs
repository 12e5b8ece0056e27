//! Order `deploy`: a squad becomes two half-squads (ASL-A48).

use board::LocationId;
use rules::scene::OrderText;
use rules::{
    Audience, Enumeration, FaceClasses, OrderKind, Piece, PieceSet, Pool, Prompt, Reader, Refusal, Resolver, Side,
};

use crate::mechanics::{concealment, morale};
use crate::orders::Deploy;
use crate::orders::timing::only;
use crate::orders::wellformed::each_piece;
use crate::printed::clause::A48;
use crate::printed::flags::Flag;
use crate::printed::kind::Class;
use crate::printed::words::Army;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::report::fights::FightReport;
use crate::state::step::Step;
use crate::state::unit::{PIECES, Unit};
use crate::text::names::Names;
use crate::view::AslEyes;

impl OrderKind<Asl> for Deploy {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        let now = matches!(step, Step::Fight(Fight::Rally { .. }));
        only(now, A48, "squads Deploy only in their own Rally Phase")
    }

    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        let at = may_deploy(eyes, side, self.unit)?;
        may_permit(eyes, side, self.leader, at)?;
        let held: PieceSet = eyes.weapons(self.unit).map(|(weapon, _)| weapon).collect();
        A48.forbids(!(self.weapons - held).is_empty(), "this squad does not hold that weapon")
    }

    /// Makes the squad's Task Check with the leader's modifier. Passed or not, neither does anything more in this phase.
    fn resolve(&self, resolver: &mut impl Resolver<Asl>, _: Side, _: Step) {
        let Deploy { unit: piece, leader, weapons } = *self;
        concealment::show(resolver, PieceSet::EMPTY.with(piece).with(leader));
        let eyes = AslEyes::open(resolver.setting(), resolver.position());
        let (Some(unit), Some(helper)) = (eyes.unit(piece).copied(), eyes.unit(leader).copied()) else { return };
        for unit in [piece, leader] {
            for flag in [Flag::Used, Flag::Stopped] {
                resolver.change(A48, Change::Flag { unit, flag, on: true });
            }
        }
        let dr = resolver.roll(Pool::open(2, FaceClasses::SUM, "deploy", A48)).sum();
        let drm = i16::from(morale::leadership(&helper));
        let passed = dr as i16 + drm <= i16::from(unit.morale());
        let report = FightReport::Deploys { unit: piece, leader, dr: dr as u8, drm: drm as i8, passed };
        resolver.report(A48, Audience::All, report.into());
        let Some(kind) = unit.kind.half().filter(|_| passed) else { return };
        let second = Piece(resolver.position().units.len() as u16);
        resolver.change(A48, Change::Counter { unit: piece, kind });
        resolver.change(A48, Change::Created { unit: second, from: piece, kind });
        for sw in weapons.iter() {
            resolver.change(A48, Change::Held { sw, holder: Some(second) });
        }
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let (unit, leader) = (reader.unit(self.unit), reader.unit(self.leader));
        let with = if self.weapons.is_empty() {
            String::new()
        } else {
            format!(", and {} goes to the second half-squad", reader.units(self.weapons))
        };
        OrderText::new("Deploy", format!("{unit} tries to Deploy with {leader}{with}."), A48)
            .about([self.unit, self.leader])
            .about(self.weapons.iter())
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        each_piece(eyes, side, which, &mut |unit, _, pieces| {
            let held: Vec<Piece> = eyes.weapons(unit).map(|(weapon, _)| weapon).collect();
            for &leader in pieces {
                sink(Deploy { unit, leader, weapons: PieceSet::EMPTY });
                held.iter().for_each(|sw| sink(Deploy { unit, leader, weapons: PieceSet::EMPTY.with(*sw) }));
            }
        });
    }
}

/// Returns whether this side's squads can Deploy: those of the German ATTACKER (A25.2).
#[must_use]
pub fn is_able(eyes: AslEyes<'_>, side: Side) -> bool {
    A48.is_in_force() && eyes.attacker() == side && Army::of(side) == Army::German && eyes.pieces() < PIECES
}

/// Checks that a squad can Deploy, and returns its Location.
pub fn may_deploy(eyes: AslEyes<'_>, side: Side, unit: Piece) -> Result<LocationId, Refusal> {
    let (squad, at) = eyes.own(side, unit)?;
    A48.forbids(Army::of(side) != Army::German, "Russian squads do not Deploy")?;
    A48.forbids(eyes.attacker() != side, "squads Deploy only in their own Rally Phase")?;
    if squad.kind.class() != Class::Squad {
        return Err(Refusal::new(A48, "only squads Deploy"));
    }
    is_ready(eyes, squad, at)?;
    A48.forbids(eyes.pieces() >= PIECES, "there is no counter left for a second half-squad").map(|()| at)
}

/// Checks that a unit can take part in Deploying or Recombining.
pub fn is_ready(eyes: AslEyes<'_>, unit: &Unit, at: LocationId) -> Result<(), Refusal> {
    A48.forbids(eyes.setting().is_below(at), "units Deploy and Recombine only above ground")?;
    A48.forbids(!unit.is_good(), "only units in Good Order Deploy and Recombine")?;
    let acted = unit.is(Flag::Used) || unit.is(Flag::Stopped);
    A48.forbids(acted, "this unit has already acted in this phase")
}

/// Checks that a leader can help units of a Location to Deploy or Recombine.
pub fn may_permit(eyes: AslEyes<'_>, side: Side, leader: Piece, at: LocationId) -> Result<(), Refusal> {
    let (leader, place) = eyes.own(side, leader)?;
    if leader.kind.class() != Class::Leader {
        return Err(Refusal::new(A48, "only a leader can help"));
    }
    is_ready(eyes, leader, place)?;
    A48.forbids(!eyes.setting().are_one(place, at), "the leader is not in their Location")
}
