//! Order `sewer`: the units that can go below, and under which conditions (B8.4 to B8.4e, B8.41b).

use arrayvec::ArrayVec;
use board::LocationId;
use rules::scene::OrderText;
use rules::{
    Audience, DraftKind, Enumeration, FaceClasses, OfferSink, OrderKind, Piece, PieceSet, Pool, Prompt, Reader,
    Refusal, Resolver, Side,
};

use crate::mechanics::below::fit::fit;
use crate::mechanics::below::places::{self, is_dummy};
use crate::mechanics::below::way::{self, Stack};
use crate::mechanics::carry::may_carry;
use crate::mechanics::{berserk, concealment, morale, stack};
use crate::orders::timing::only;
use crate::orders::wellformed::each_group;
use crate::orders::{Sewer, SewerWith, wellformed};
use crate::printed::chart::passes_task;
use crate::printed::clause::{
    B8_1A, B8_1C, B8_2D, B8_4B, B8_4C, B8_4D, B8_5B, B8_41A, B8_41B, B8_41C, B8_41D, B8_41E, B8_41I, B8_45B,
};
use crate::printed::flags::Flag;
use crate::printed::kind::Class;
use crate::printed::stacking::{Load, SINGLES};
use crate::printed::words::Cover;
use crate::setting::below::{beneath, is_sewer};
use crate::state::Asl;
use crate::state::below::WayDr;
use crate::state::change::Change;
use crate::state::report::below::BelowReport;
use crate::state::step::Step;
use crate::state::unit::Unit;
use crate::text::names::{Names, verb};
use crate::view::AslEyes;
use crate::view::fact::Fact;

/// Morale at which dummies make the check of a leader (B8.4c).
const DUMMY_MORALE: u8 = 7;

/// Maximum number of leaders that a stack going below could add from its Location: no more fit into a sewer (B8.2d).
const LEADERS: usize = SINGLES as usize;

impl OrderKind<Asl> for Sewer {
    const SURE: bool = false;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        only(
            matches!(step, Step::Move),
            B8_4B,
            "units enter the sewers, or move in them, only in their own Movement Phase",
        )
    }

    #[inline]
    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        may_begin(eyes, side, self.units, self.leader).map(drop)
    }

    /// Begins Sewer Movement: the leader's check if one is needed, the counter, and the dr for the way.
    fn resolve(&self, resolver: &mut impl Resolver<Asl>, side: Side, _: Step) {
        let Sewer { units, leader } = *self;
        let unit = |resolver: &_, piece| unit_of(resolver, piece);
        let Some(from) = units.iter().find_map(|piece| unit(resolver, piece)?.at) else { return };
        let from = resolver.setting().location(from);
        if let Some(leader) = leader
            && !passes(resolver, side, from, leader)
        {
            return;
        }
        if !is_sewer(resolver.setting(), from) {
            resolver.change(B8_41B, Change::SewerEntered { at: from });
            // A hidden unit can be identified once it is no longer hidden, so it is shown first.
            units.iter().for_each(|piece| concealment::appear(resolver, piece));
            for piece in units.iter() {
                let Some(unit) = unit(resolver, piece) else { continue };
                if unit.cover != Cover::Concealed {
                    resolver.change(B8_41C, Change::Cover { unit: piece, now: Cover::Concealed });
                }
                if unit.is(Flag::Encircled) {
                    resolver.change(B8_41I, Change::Flag { unit: piece, flag: Flag::LeftEncircled, on: true });
                }
            }
        }
        let was_lost = units.iter().any(|piece| unit(resolver, piece).is_some_and(|unit| unit.is(Flag::Lost)));
        let dr = resolver.roll(Pool::open(1, FaceClasses::SUM, "sewer", B8_41D)).sum() as u8;
        let way = WayDr { dr, was_lost };
        let lost = way.is_lost();
        let clause = if was_lost { B8_41E } else { B8_41D };
        let report = BelowReport::Way { side, from, dr: way.total() as u8, lost };
        resolver.report(clause, Audience::All, report.into());
        for piece in units.iter() {
            if unit(resolver, piece).is_some_and(|unit| unit.is(Flag::Lost) != lost) {
                resolver.change(clause, Change::Flag { unit: piece, flag: Flag::Lost, on: lost });
            }
        }
        way::ask(resolver, Stack { side, from, units }, way);
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let if_led = self.leader.map_or_else(String::new, |leader| {
            format!(" if {} passes a task check: {}", reader.unit(leader), needed(reader, leader))
        });
        let (units, go) = (reader.units(self.units), verb(self.units, "moves", "move"));
        let sentence = format!("{units} {go} through the sewers{if_led}.");
        OrderText::new(title(reader, self.units), sentence, B8_4B).about(self.units.iter())
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        each_group(eyes, side, which, &mut |units, _| {
            wellformed::leaders(eyes, units).into_iter().for_each(|leader| sink(Sewer { units, leader }));
        });
    }
}

impl DraftKind<Asl> for SewerWith {
    /// Returns whether these units can go below, alone or with leaders of their Location. Only leaders make the check
    /// for other units or carry for them (B8.4c, B8.4d).
    #[inline]
    fn leads_on(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> bool {
        can_go(eyes, side, self.units) || can_be_led(eyes, side, self.units)
    }

    /// Offers these units going below, and each larger group.
    fn next(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>, sink: &mut impl OfferSink<Asl>) {
        let units = self.units;
        if !matches!(step, Step::Move) {
            return;
        }
        leading(units, sink);
        let Some(at) = units.iter().find_map(|piece| eyes.unit(piece)?.at).filter(|at| !is_sewer(eyes.setting(), *at))
        else {
            return;
        };
        for more in stack::with_another(eyes, side, units, at) {
            sink.draft(SewerWith { units: more });
        }
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let then = match could_lead(reader, self.units) {
            0 | 1 => "confirm, or add a unit",
            _ => "choose the leader, or add a unit",
        };
        let (units, go) = (reader.units(self.units), verb(self.units, "goes below", "go below"));
        let sentence = format!("{units} {go} by Sewer Movement: {then}.");
        OrderText::new(title(reader, self.units), sentence, B8_4B).about(self.units.iter())
    }
}

/// Returns the verb of Sewer Movement: units above ground go below by it.
fn title(reader: Reader<'_, Asl>, units: PieceSet) -> &'static str {
    let at = |piece| {
        reader.facts.iter().find_map(|fact| match fact {
            Fact::Unit { piece: other, at, .. } if *other == piece => *at,
            _ => None,
        })
    };
    let under = units.iter().filter_map(at).any(|at| is_sewer(reader.setting, at));
    if under { "Sewer Movement" } else { "Go below" }
}

/// Returns the DR that a leader's task check needs, with the Morale of a unit whose counter is in view.
fn needed(reader: Reader<'_, Asl>, leader: Piece) -> String {
    let morale = reader.facts.iter().find_map(|fact| match fact {
        Fact::Unit { piece, kind, flags, .. } if *piece == leader && kind.class() == Class::Leader => {
            let wounded = usize::from(flags.has(Flag::Wounded));
            Some(usize::from(kind.values().morale).saturating_sub(wounded))
        }
        _ => None,
    });
    match morale {
        Some(morale) => format!("DR +4 against Morale {morale}"),
        None => "DR +4 against his Morale".to_owned(),
    }
}

/// Returns how many of the units could lead them below; 0 where all were granted the sewers.
fn could_lead(reader: Reader<'_, Asl>, group: PieceSet) -> usize {
    let of_group = reader.facts.iter().filter_map(|fact| match fact {
        Fact::Unit { piece, kind, granted, .. } if group.has(*piece) => Some((kind.class(), *granted)),
        _ => None,
    });
    if of_group.clone().all(|(_, granted)| granted) {
        return 0;
    }
    of_group.filter(|(class, _)| matches!(class, Class::Leader | Class::Dummy)).count()
}

/// Returns the Location that all these units are in.
///
/// # Errors
///
/// - There are no units.
/// - A unit is not fit to go below.
/// - The units are in several Locations.
fn together(eyes: AslEyes<'_>, side: Side, units: PieceSet) -> Result<LocationId, Refusal> {
    let mut from = None;
    for piece in units.iter() {
        let (_, at) = fit(eyes, side, piece, B8_4B, B8_45B)?;
        let at = eyes.setting().location(at);
        if from.replace(at).is_some_and(|from| from != at) {
            return Err(Refusal::new(B8_41B, "units that use Sewer Movement together must start in one Location"));
        }
    }
    from.ok_or_else(|| Refusal::new(B8_4B, "choose at least one unit to go below"))
}

/// Checks that units can begin Sewer Movement: enter from a Manhole Location, or continue from where they are below.
pub fn may_begin(eyes: AslEyes<'_>, side: Side, units: PieceSet, leader: Option<Piece>) -> Result<LocationId, Refusal> {
    B8_1A.forbids(!eyes.setting().options.sewers, "units can't use the sewers in this scenario")?;
    berserk::charge_first(eyes, side)?;
    let from = together(eyes, side, units)?;
    if is_sewer(eyes.setting(), from) {
        goes_on(eyes, side, units, leader, from)
    } else {
        enters(eyes, side, units, leader, from)
    }
    .map(|()| from)
}

/// Checks that a stack in a Sewer Location moves whole: all units there that have not moved (B8.41b).
fn goes_on(
    eyes: AslEyes<'_>,
    side: Side,
    units: PieceSet,
    leader: Option<Piece>,
    from: LocationId,
) -> Result<(), Refusal> {
    let left = waiting(eyes, side, from).iter().any(|piece| !units.has(piece));
    B8_41B.forbids(left, "all your units in a Sewer Location must move as one stack")?;
    B8_4C.forbids(leader.is_some(), "units already in the sewers need no task check")?;
    may_carry(eyes, units, B8_4D)
}

/// Returns the units of a side in a Sewer Location that have still to move.
pub fn waiting(eyes: AslEyes<'_>, side: Side, at: LocationId) -> PieceSet {
    eyes.at(side, at).filter(|(_, unit)| !unit.is(Flag::Moved)).map(|(piece, _)| piece).collect()
}

fn enters(
    eyes: AslEyes<'_>,
    side: Side,
    units: PieceSet,
    leader: Option<Piece>,
    from: LocationId,
) -> Result<(), Refusal> {
    let Some(sewer) = beneath(eyes.setting(), from) else {
        return B8_1C.forbids(true, "units can enter the sewers only from a Manhole Location");
    };
    B8_5B.forbids(!places::is_open(eyes, eyes.spot(sewer)?.hex), "rubble or a Blaze covers the manhole")?;
    let again = "a stack has already gone below from here in this phase: all units of a Location go together";
    B8_41B.forbids(eyes.has_entered(from), again)?;
    may_carry(eyes, units, B8_4D)?;
    may_lead(eyes, units, leader)?;
    let kinds = units.iter().filter_map(|piece| Some(eyes.unit(piece)?.kind));
    let crowd = kinds.fold(Load::default(), Load::with).excess() > 0;
    B8_2D.forbids(crowd, "a Sewer Location can't hold more than three squads and four single men")?;
    let stack = Stack { side, from, units };
    if way::leads_on(eyes, stack) {
        Ok(())
    } else {
        Err(Refusal::new(B8_41A, "these units can't reach a Sewer Location from here"))
    }
}

/// Checks that units that were not granted the sewers have a leader who can make the check; dummies check like a leader
/// (B8.4c).
fn may_lead(eyes: AslEyes<'_>, units: PieceSet, leader: Option<Piece>) -> Result<(), Refusal> {
    let all = || units.iter().filter_map(|piece| eyes.unit(piece));
    let granted = all().all(|unit| unit.granted);
    let Some(leader) = leader else {
        return B8_4C.forbids(!granted, "these units need a leader who goes with them and passes a task check");
    };
    B8_4C.forbids(granted, "these units need no task check")?;
    let Some(unit) = eyes.unit(leader).filter(|_| units.has(leader)) else {
        return Err(Refusal::new(B8_4C, "the leader who takes the task check must go with the units"));
    };
    if is_dummy(unit) {
        return B8_4C.forbids(!all().all(is_dummy), "a dummy can take only dummies below");
    }
    B8_4C.forbids(unit.kind.class() != Class::Leader, "only a leader can take the task check")?;
    B8_4C.forbids(unit.is(Flag::Used), "this leader has already acted in this phase")
}

/// Returns the leaders under whom units could go below: none, or any of them.
pub fn leaders(units: PieceSet) -> impl Iterator<Item = Option<Piece>> {
    std::iter::once(None).chain(units.iter().map(Some))
}

/// Returns whether units can go below with some leaders of their Location.
pub fn can_be_led(eyes: AslEyes<'_>, side: Side, units: PieceSet) -> bool {
    let Some(at) = units.iter().find_map(|piece| eyes.unit(piece)?.at) else { return false };
    let leads = |(piece, unit): &(Piece, &Unit)| unit.kind.class() == Class::Leader && !units.has(*piece);
    let others: ArrayVec<Piece, LEADERS> =
        eyes.at(side, at).filter(leads).map(|(piece, _)| piece).take(LEADERS).collect();
    let with = |bits: usize| {
        let some = others.iter().enumerate().filter(move |(n, _)| bits >> n & 1 == 1);
        some.fold(units, |units, (_, piece)| units.with(*piece))
    };
    (1..1usize << others.len()).any(|bits| can_go(eyes, side, with(bits)))
}

/// Returns whether units can go below by themselves.
pub fn can_go(eyes: AslEyes<'_>, side: Side, units: PieceSet) -> bool {
    leaders(units).any(|leader| may_begin(eyes, side, units, leader).is_ok())
}

/// Offers these units going below, under each of them that can lead.
fn leading(units: PieceSet, sink: &mut impl OfferSink<Asl>) {
    for leader in leaders(units) {
        sink.order(Sewer { units, leader });
    }
}

fn unit_of(resolver: &impl Resolver<Asl>, piece: Piece) -> Option<Unit> {
    resolver.position().unit(piece).copied()
}

/// Makes the check of the leader and returns whether it is passed. A leader who fails does nothing more in this phase
/// (B8.4c).
fn passes(resolver: &mut impl Resolver<Asl>, side: Side, from: LocationId, leader: Piece) -> bool {
    let Some(unit) = unit_of(resolver, leader) else { return false };
    let level = if is_dummy(&unit) { DUMMY_MORALE } else { unit.morale() };
    let dr = resolver.roll(Pool::open(2, FaceClasses::SUM, "task check", B8_4C)).sum();
    let helped = morale::support(resolver, leader, &unit);
    let passed = passes_task(dr as i16 + helped, i16::from(level)) || !B8_4C.is_in_force();
    resolver.report(B8_4C, Audience::All, BelowReport::Task { side, from, dr: dr as u8, passed }.into());
    if !passed {
        for flag in [Flag::Used, Flag::Stopped] {
            resolver.change(B8_4C, Change::Flag { unit: leader, flag, on: true });
        }
    }
    passed
}
