//! Order `fire`: the units that may fire, their targets, and the choices offered (ASL-A7, ASL-A9, ASL-A10). The result
//! of a shot is in [`crate::mechanics::attack`].

use board::LocationId;
use rules::scene::OrderText;
use rules::{
    Choice, Clause, DraftKind, Enumeration, OfferSink, OrderKind, Piece, PieceSet, Prompt, Reader, Refusal, Resolver,
    Side,
};

use crate::mechanics::aim::{Aim, able, firers_of, may_aim, may_take_part};
use crate::mechanics::groups::{Group, leaders_see, may_direct_again, may_join, near_by};
use crate::mechanics::guns;
use crate::mechanics::shooting;
use crate::mechanics::shot::Shot;
use crate::mechanics::targets::{Targets, is_target};
use crate::orders::timing::only;
use crate::orders::wellformed::{each_group, leaders};
use crate::orders::{Fire, FireWith, wellformed};
use crate::printed::clause::{A6, A7, A10, A19, B8_3D};
use crate::printed::kind::Class;
use crate::printed::words::Arms;
use crate::state::Asl;
use crate::state::fight::Fight;
use crate::state::step::{Question, Step};
use crate::text::names::{Names, verb};
use crate::view::AslEyes;
use crate::view::seen::Seen;

/// Returns the question, if it is a question about fire.
#[inline]
const fn when(step: Step) -> Option<Fight> {
    match step {
        Step::Fight(when) if when.is_fire() => Some(when),
        _ => None,
    }
}

impl OrderKind<Asl> for Fire {
    const SURE: bool = false;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        let why = "units fire in their own Prep Fire and Advancing Fire Phases, or as DEFENDER at moving units and in the Defensive Fire Phase";
        only(when(step).is_some(), A7, why)
    }

    #[inline]
    fn legal(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        let (order, Some(when)) = (*self, when(step)) else { return self.timely(step) };
        let Fire { units, at: to, .. } = order;
        is_target(eyes, side, when, to)?;
        if units.is_empty() {
            return Err(Refusal::new(A7, "choose at least one unit to fire"));
        }
        let below = eyes.setting().is_below(to);
        for piece in units.iter() {
            let ordnance = |piece| eyes.own_piece(side, piece).is_some_and(|unit| unit.kind.class() == Class::Gun);
            B8_3D.forbids(below && ordnance(piece), "a Gun can't fire into a sewer")?;
            may_take_part(eyes, side, when, piece)?;
        }
        let group = Group::of(order);
        for piece in units.iter().filter(|piece| !helps(eyes, when, group, *piece, to)) {
            may_aim(eyes, side, when, order.arms, piece, to)?;
        }
        may_join(eyes, side, when, group)?;
        may_direct_again(eyes, when, group, to)?;
        A6.forbids(!leaders_see(eyes, group.leaders, to), "the leader doesn't see the target")
    }

    /// Checks what depends on the target. It is listed for units that can fire together ([`FireWith::next`]).
    #[inline]
    fn is_offer(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>) -> bool {
        let (Fire { units, at: to, .. }, Some(when)) = (*self, when(step)) else { return false };
        let group = Group::of(*self);
        units.iter().all(|piece| hits(eyes, side, when, group, piece, to)) && may_lead(eyes, when, group, to)
    }

    /// Resolves fire at a Location: the firers are revealed, get the marker of their fire, and shoot.
    #[inline]
    fn resolve(&self, resolver: &mut impl Resolver<Asl>, side: Side, step: Step) {
        let (Fire { units, at, arms, .. }, Some(when)) = (*self, when(step)) else { return };
        shooting::shoot(resolver, Shot { side, when, units, leaders: Group::of(*self).leaders, at, arms });
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let leaders = Group::of(*self).leaders;
        let led = if leaders.is_empty() { String::new() } else { format!(", directed by {}", reader.units(leaders)) };
        let (units, fire) = (reader.units(self.units), verb(self.units, "fires", "fire"));
        let sentence = format!("{units} {fire} at {}{}{led}.", reader.at(self.at), with(self.arms));
        let phrase = OrderText::new("Fire", sentence, clause(reader));
        phrase.about(self.units.iter()).about(leaders.iter()).at([self.at])
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        each_group(eyes, side, which, &mut |units, places| {
            let arms = arms_of(eyes, units);
            for (leader, at) in leaders(eyes, units).into_iter().flat_map(|one| places.iter().map(move |at| (one, *at)))
            {
                arms.iter().for_each(|arms| sink(Fire { units, leader, leaders: PieceSet::EMPTY, at, arms: *arms }));
            }
        });
        if which == Enumeration::All {
            from_several(eyes, side, sink);
        }
    }
}

/// Returns what units may be told to fire with: parts only if one of them holds a machine gun.
fn arms_of(eyes: AslEyes<'_>, units: PieceSet) -> &'static [Arms] {
    let holds = |piece| eyes.unit(piece).is_some_and(|unit| guns::Crew::of(eyes, piece, unit).has_guns());
    let guns = units.iter().any(holds);
    if guns { &Arms::EVERY } else { &[Arms::All] }
}

/// Returns what units fire with, as the end of a sentence.
const fn with(arms: Arms) -> &'static str {
    match arms {
        Arms::All => "",
        Arms::Men => " without machine guns",
        Arms::Guns => " with machine guns only",
    }
}

impl Group {
    fn of(Fire { units, leader, leaders, arms, .. }: Fire) -> Group {
        Group { units, leaders: leader.into_iter().fold(leaders, PieceSet::with), arms }
    }
}

/// Returns whether a leader has nothing to fire himself, but helps another in his Location to fire a machine gun.
#[inline]
fn helps(eyes: AslEyes<'_>, when: Fight, group: Group, piece: Piece, to: LocationId) -> bool {
    group.units.len() > 1 && helps_another(eyes, when, group, piece, to)
}

fn helps_another(eyes: AslEyes<'_>, when: Fight, group: Group, piece: Piece, to: LocationId) -> bool {
    let leads = |piece: Piece| eyes.unit(piece).filter(|unit| unit.kind.class() == Class::Leader);
    let Some(at) = leads(piece).filter(|_| A19.is_in_force()).and_then(|unit| unit.at) else { return false };
    if eyes.unit(piece).is_some_and(|leader| leader.flags.meet(guns::spent(when))) {
        return false;
    }
    let load = |piece| guns::load(eyes, when, group.arms, piece, to);
    let gunner = |other: Piece| {
        let there = leads(other).and_then(|unit| unit.at).is_some_and(|place| eyes.setting().are_one(place, at));
        there && !load(other).guns.is_empty()
    };
    load(piece).is_empty() && group.units.iter().any(gunner)
}

/// Returns whether one of a group can hit a target, or helps another to do so.
#[inline]
fn hits(eyes: AslEyes<'_>, side: Side, when: Fight, group: Group, piece: Piece, to: LocationId) -> bool {
    let hits = || {
        let own = eyes.own_piece(side, piece).and_then(|unit| Some((piece, unit, unit.at?)));
        own.is_some_and(|firer| Aim::of(eyes, side, when, firer).with(group.arms).hits(to))
    };
    helps(eyes, when, group, piece, to) || hits()
}

/// Returns whether the leaders of a group, if any, may direct its fire at a target.
#[inline]
fn may_lead(eyes: AslEyes<'_>, when: Fight, group: Group, to: LocationId) -> bool {
    let sees = || leaders_see(eyes, group.leaders, to) || !A6.is_in_force();
    group.leaders.is_empty() || (sees() && may_direct_again(eyes, when, group, to).is_ok())
}

impl DraftKind<Asl> for FireWith {
    /// Returns whether these units can [`Fire`] together at any target.
    #[inline]
    fn leads_on(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>) -> bool {
        let Some(when) = when(step) else { return true };
        let mut all = eyes.of(side).only(self.units).iter();
        match (all.next(), all.next()) {
            // Only units that can take part are listed, and a unit alone can fire.
            (Some(one), None) if self.leader.is_none() && self.leaders.is_empty() => {
                Aim::of(eyes, side, when, one).with(self.arms).hits_any(Targets::of(eyes, side, when), |_| true)
            }
            _ => self.leads_on_together(eyes, side, when),
        }
    }

    #[inline]
    fn next(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>, sink: &mut impl OfferSink<Asl>) {
        let (FireWith { units, leader, leaders, arms }, Some(when)) = (*self, when(step)) else { return };
        let (able, group) = (able(eyes, side, when), self.group());
        let Some((first, ..)) = firers_of(eyes, when, able.only(units)).iter().next() else { return };
        // What does not depend on the target is checked here, for all targets.
        let alone = units.len() == 1 && group.leaders.is_empty();
        if able.only(units).group() != units || !(alone || may_join(eyes, side, when, group).is_ok()) {
            return;
        }
        Targets::of(eyes, side, when).faced_by(first).each(|at| {
            sink.order(Fire { units, leader, leaders, at, arms });
        });
        if group.leaders.is_empty() {
            joining(eyes, (able, when), side, *self, sink);
        }
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let leaders = self.group().leaders;
        let then = if leaders.is_empty() {
            ": choose the target, or add a unit".to_owned()
        } else {
            format!(", directed by {}: choose the target", reader.units(leaders))
        };
        let (units, fire) = (reader.units(self.units), verb(self.units, "fires", "fire"));
        let sentence = format!("{units} {fire}{}{then}.", with(self.arms));
        OrderText::new("Fire", sentence, clause(reader)).about(self.units.iter()).about(leaders.iter())
    }
}

/// Returns the clause of a shot in answer to the present question.
fn clause(reader: Reader<'_, Asl>) -> Clause {
    match reader.asked().and_then(Step::question) {
        Some(Question::FirstFire) => A10,
        _ => A7,
    }
}

impl FireWith {
    /// Returns whether several units, or units under leaders, can [`Fire`] together at any target.
    #[inline(never)]
    fn leads_on_together(self, eyes: AslEyes<'_>, side: Side, when: Fight) -> bool {
        let (FireWith { units, arms, .. }, group) = (self, self.group());
        let Some(first) = firers_of(eyes, when, eyes.of(side).only(units)).iter().next() else { return false };
        let (aim, others) = (Aim::of(eyes, side, when, first).with(arms), units.without(first.0));
        let targets = Targets::of(eyes, side, when);
        may_join(eyes, side, when, group).is_ok()
            && aim.hits_any(targets, |to| {
                others.iter().all(|piece| hits(eyes, side, when, group, piece, to)) && may_lead(eyes, when, group, to)
            })
    }

    /// Returns the draft of a unit that fires alone so far.
    pub fn alone(piece: Piece, arms: Arms) -> Choice<Asl> {
        let units = PieceSet::EMPTY.with(piece);
        Choice::Draft(FireWith { units, leader: None, leaders: PieceSet::EMPTY, arms }.into())
    }

    fn group(self) -> Group {
        let FireWith { units, leader, leaders, arms } = self;
        Group { units, leaders: leader.into_iter().fold(leaders, PieceSet::with), arms }
    }
}

/// Lists the units that could join a fire group. It grows from any of its members by adjacent units. A leader must be
/// with all of them, or one with each.
fn joining<'a>(
    eyes: AslEyes<'a>,
    (able, when): (Seen<'a>, Fight),
    side: Side,
    draft: FireWith,
    sink: &mut impl OfferSink<Asl>,
) {
    let FireWith { units, .. } = draft;
    let others = able.but(units);
    let members = eyes.of(side).only(units);
    let beside = |near: PieceSet, at| near | near_by(eyes, others.but(near), eyes.setting().location(at));
    let near = if units.len() > 1 {
        members.places().fold(PieceSet::EMPTY, beside)
    } else {
        members.iter().fold(PieceSet::EMPTY, |near, (_, _, at)| beside(near, at))
    };
    let led_by = |at| {
        members.iter().any(|(_, unit, place)| unit.kind.class() == Class::Leader && eyes.setting().are_one(place, at))
    };
    for (piece, unit, at) in others.only(near).iter() {
        if unit.kind.class() != Class::Leader {
            sink.draft(FireWith { units: units.with(piece), ..draft });
            continue;
        }
        // A leader directs, or fires a gun, or helps another leader to fire one.
        if members.but(members.at(at).group()).is_empty() {
            sink.draft(FireWith { leader: Some(piece), ..draft });
        }
        if !firers_of(eyes, when, able.only(PieceSet::EMPTY.with(piece))).is_empty() || led_by(at) {
            sink.draft(FireWith { units: units.with(piece), ..draft });
        }
    }
    if units.len() > 1 && members.places().count() > 1 {
        each_of_leaders(others, members, PieceSet::EMPTY, &mut |leaders| {
            sink.draft(FireWith { leaders, ..draft });
        });
    }
}

/// Calls `each` for every choice of one leader in each Location of the members.
fn each_of_leaders(able: Seen<'_>, members: Seen<'_>, chosen: PieceSet, each: &mut impl FnMut(PieceSet)) {
    let Some(at) = members.places().next() else { return each(chosen) };
    let rest = members.but(members.at(at).group());
    for (leader, unit, _) in able.at(at).iter() {
        if unit.kind.class() == Class::Leader {
            each_of_leaders(able, rest, chosen.with(leader), each);
        }
    }
}

/// Number of units of a side up to which fire groups of all sizes are listed; beyond it, only those of one or two.
const WHOLE_SIDE: usize = 8;

/// Lists groups that could fire together from several Locations.
fn from_several(eyes: AslEyes<'_>, side: Side, sink: &mut dyn FnMut(Fire)) {
    let units: Vec<(Piece, LocationId)> = eyes.units_of(side).map(|(piece, _, at)| (piece, at)).collect();
    let leads = |piece: &Piece| eyes.unit(*piece).is_some_and(|unit| unit.kind.class() == Class::Leader);
    let pieces: Vec<Piece> = units.iter().map(|(piece, _)| *piece).collect();
    let leaders: Vec<Option<Piece>> =
        std::iter::once(None).chain(pieces.iter().copied().filter(leads).map(Some)).collect();
    let at = |piece: Piece| units.iter().find(|(other, _)| *other == piece).map(|(_, at)| *at);
    for units in PieceSet::of_some(&pieces, WHOLE_SIDE) {
        let mut from = units.iter().map(at);
        let first = from.next();
        if from.all(|at| Some(at) == first) {
            continue;
        }
        let mut led: Vec<(Option<Piece>, PieceSet)> = leaders.iter().map(|leader| (*leader, PieceSet::EMPTY)).collect();
        let (all, members) = (eyes.of(side), eyes.of(side).only(units));
        each_of_leaders(all.but(units), members, PieceSet::EMPTY, &mut |leaders| led.push((None, leaders)));
        for (leader, leaders) in led {
            for &arms in arms_of(eyes, units) {
                let each = |at| sink(Fire { units, leader, leaders, at, arms });
                wellformed::places(eyes, Enumeration::All).for_each(each);
            }
        }
    }
}
