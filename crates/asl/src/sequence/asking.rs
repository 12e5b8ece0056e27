//! Whether a side is asked in a fire phase or the Rally Phase: only if, by public facts, it may have something to do.
//!
//! The questions must not reveal what is under a "?". A "?" that could be a unit able to act is therefore enough.

use arrayvec::ArrayVec;
use board::LocationId;
use rules::{Resolver, Side};

use crate::mechanics::aim::{self, Aim};
use crate::mechanics::below::{places, sewer_fire};
use crate::mechanics::targets;
use crate::orders::fights::{charge, deploy, detonate, keep_dm, mop_up, rally, recover, repair, transfer};
use crate::printed::clause::{A27, A48};
use crate::printed::flags::Flag;
use crate::printed::kind::{Class, Kind};
use crate::setting::tunnel_edges;
use crate::state::Asl;
use crate::state::fight::Fight;
use crate::state::unit::Unit;
use crate::view::AslEyes;

pub use crate::printed::tables::FARTHEST;

/// Asks a side, if the public facts give it anything to do.
pub fn ask(resolver: &mut impl Resolver<Asl>, question: Fight) {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let Some(side) = question.asks(resolver.position()) else { return };
    let something = match question {
        Fight::Rally { alone, .. } => could_rally(eyes.public(), side, alone),
        Fight::PrepFire => could_fire(eyes.public(), side, question) || mop_up::could(eyes.public(), side),
        _ => could_fire(eyes.public(), side, question),
    };
    // By name: as a whole it would be read before it is written.
    match question {
        _ if !something => {}
        Fight::PrepFire => resolver.push(Fight::PrepFire.into()),
        Fight::FinalFire => resolver.push(Fight::FinalFire.into()),
        Fight::AdvancingFire => resolver.push(Fight::AdvancingFire.into()),
        Fight::Rally { side, alone } => resolver.push(Fight::Rally { side, alone }.into()),
        other => resolver.push(other.into()),
    }
}

/// Returns whether, by public facts, a side may have units that can fire.
fn could_fire(public: AslEyes<'_>, side: Side, when: Fight) -> bool {
    let targets = targets::Targets::of(public, side, when);
    let fires = |firer| Aim::of(public, side, when, firer).hits_somehow(targets);
    let throws = |piece| charge::has_target(public, side, when, piece, targets);
    let reaches = |from, to| could_reach(public, side, from, to);
    let hidden =
        || A27.is_in_force() && public.has_hidden(side) && targets.any(|to| could_from_hiding(public, side, to));
    hidden()
        || targets.any_faced_by_unknown(reaches)
        || aim::firers(public, side, when).iter().any(fires)
        || charge::holders(public, side).iter().any(throws)
        || detonate::could_explode(public, side, when)
}

/// Returns whether a hidden unit could fire at a Location. Units don't hide below, but perhaps in the manhole above it.
fn could_from_hiding(public: AslEyes<'_>, side: Side, to: LocationId) -> bool {
    !public.setting().is_below(to)
        || places::manhole(public, to).is_some_and(|above| sewer_fire::may_fire_at(public, side, above, to).is_ok())
}

/// Returns whether a "?" could fire from one Location at another.
fn could_reach(public: AslEyes<'_>, side: Side, from: LocationId, to: LocationId) -> bool {
    let view = public.view(from);
    let distance = view.distance(to);
    // Most of those below are far away.
    let reaches = if view.is_below(to) {
        sewer_fire::could_see(distance) && sewer_fire::may_fire_at(public, side, from, to).is_ok()
    } else {
        distance <= FARTHEST && view.sees(to)
    };
    let elsewhere = || !public.setting().are_one(from, to) && aim::is_busy(public, side, from);
    reaches && !aim::has_grouped(public, from, to) && !elsewhere()
}

/// Returns whether, by public facts, a side may have something to do in its Rally Phase: a broken unit, a weapon that
/// is unpossessed or could change hands, or a unit where an entrance of the enemy's could be.
fn could_rally(public: AslEyes<'_>, side: Side, alone: bool) -> bool {
    let hidden = A27.is_in_force() && public.has_hidden(side);
    let leader = hidden && public.may_hide(side, |kind| kind.class() == Class::Leader);
    let broken = || {
        public.of(side).units().bearing(Flag::Broken).iter().any(|(unit, _, at)| {
            let used = public.unit(unit).is_some_and(|unit| unit.is(Flag::Used));
            let rallies = |leader| rally::may_rally(public, side, alone, unit, leader).is_ok();
            let led = || leader || public.is_unknown_at(side, at);
            let tries = || led() || rallies(None) || public.at(side, at).any(|(leader, _)| rallies(Some(leader)));
            (!used && tries()) || keep_dm::may_keep_dm(public, side, unit).is_ok()
        })
    };
    let weapons = || {
        public.of(side).weapons().iter().any(|(sw, weapon, at)| {
            let mut others = public.at(side, at).map(|(piece, _)| piece);
            match weapon.holder {
                None => {
                    let portable = weapon.kind.class() != Class::Gun;
                    (portable && (hidden || public.is_unknown_at(side, at)))
                        || others.any(|unit| recover::may_recover(public, side, unit, sw).is_ok())
                }
                Some(from) => {
                    let gives = public.unit(from).is_some_and(|unit| unit.is_good() && !unit.is(Flag::Used));
                    let portable = weapon.kind.class() != Class::Gun;
                    (gives && portable && (hidden || public.is_unknown_at(side, at)))
                        || others.any(|to| transfer::may_transfer(public, side, from, to, sw).is_ok())
                }
            }
        })
    };
    // A "?" with a weapon out of sight is asked anyway.
    let repairs = || {
        let failed = public.of(side).weapons().bearing(Flag::Malfunctioned);
        failed
            .iter()
            .any(|(sw, weapon, _)| weapon.holder.is_some_and(|unit| repair::may_repair(public, side, unit, sw).is_ok()))
    };
    // The question must not reveal whether a unit has seen a tunnel used, nor where.
    let setting = public.setting();
    let somewhere = || public.held_by(side).any(|at| tunnel_edges::begins(setting, at));
    let entrances = || setting.tunnels[side.other()] > 0 && (hidden || somewhere());
    // The cheap ones first.
    public.unseen_weapons(side) || entrances() || repairs() || broken() || weapons() || could_deploy(public, side)
}

/// Returns whether, by public facts, a squad of a side may Deploy, or two half-squads may Recombine: with units in sight,
/// or with what may be under a "?" or hidden, by the counters that are unseen.
fn could_deploy(public: AslEyes<'_>, side: Side) -> bool {
    if !A48.is_in_force() {
        return false;
    }
    let hidden = A27.is_in_force() && public.has_hidden(side);
    let leads = |kind: Kind| kind.class() == Class::Leader;
    let ready = |unit: &Unit| unit.is_good() && !unit.is(Flag::Used) && !unit.is(Flag::Stopped);
    let able = deploy::is_able(public, side);
    let squad = |kind: Kind| able && kind.class() == Class::Squad;
    let half = |kind: Kind| kind.class() == Class::HalfSquad;
    let unseen_squad = || public.unseen_of(side, squad) > 0;
    let unseen_halves = || public.unseen_of(side, half);
    let men = public.of(side).men().above();
    // Only places with a leader count, or where one may be under a "?" or hidden.
    let leaders = men.iter().filter(|(_, unit, _)| leads(unit.kind) && ready(unit)).map(|(leader, ..)| leader);
    let unseen_leader = public.unseen_of(side, leads) > 0;
    let may_be_led = if hidden && unseen_leader { men } else { men.only(leaders.collect()) };
    let unknowns = if unseen_leader { public.unknowns(side) } else { ArrayVec::new() };
    let places = may_be_led.places().chain(unknowns.into_iter().filter(|at| !public.setting().is_below(*at)));
    let could = |at: LocationId| {
        let unknown = hidden || public.is_unknown_at(side, at);
        let here = || men.at(at).iter().map(|(_, unit, _)| unit).filter(|unit| ready(unit));
        let led = here().any(|unit| leads(unit.kind)) || (unknown && unseen_leader);
        let splits = || here().any(|unit| squad(unit.kind)) || (unknown && unseen_squad());
        let merges = || {
            let seen = |kind: Kind| here().filter(|unit| unit.kind == kind).count();
            let like = |kind: Kind| {
                let unseen = if unknown { public.unseen_of(side, |other| other == kind) } else { 0 };
                half(kind) && seen(kind) + unseen >= 2
            };
            here().any(|unit| like(unit.kind)) || (unknown && unseen_halves() >= 2)
        };
        led && (splits() || merges())
    };
    places.into_iter().any(could) || (hidden && unseen_leader && (unseen_squad() || unseen_halves() >= 2))
}
