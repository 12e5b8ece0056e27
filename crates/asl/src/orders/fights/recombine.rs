//! Order `recombine`: two half-squads become a squad (ASL-A48).

use board::LocationId;
use rules::scene::OrderText;
use rules::{Audience, Enumeration, OrderKind, Piece, PieceSet, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::concealment;
use crate::orders::Recombine;
use crate::orders::fights::deploy::{is_ready, may_permit};
use crate::orders::timing::only;
use crate::orders::wellformed::{each_group, near};
use crate::printed::clause::A48;
use crate::printed::flags::Flag;
use crate::printed::kind::Class;
use crate::printed::words::Fate;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::report::fights::FightReport;
use crate::state::step::Step;
use crate::state::unit::Unit;
use crate::text::names::Names;
use crate::view::AslEyes;

/// Markers of one half-squad that the squad has too.
const SHARED: [Flag; 5] = [Flag::Cx, Flag::Ti, Flag::Encircled, Flag::Labor, Flag::LaborTwice];

impl OrderKind<Asl> for Recombine {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        let now = matches!(step, Step::Fight(Fight::Rally { .. }));
        only(now, A48, "half-squads Recombine only in the Rally Phase")
    }

    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        may_recombine(eyes, side, self.units, self.leader)
    }

    /// Makes the first of the half-squads a squad, with the weapons of both. A Fanatic one is no longer so beside one
    /// that is not.
    fn resolve(&self, resolver: &mut impl Resolver<Asl>, side: Side, _: Step) {
        let Recombine { units, leader } = *self;
        concealment::show(resolver, units.with(leader));
        let Some([first, second]) = pair(units) else { return };
        let (Some(one), Some(other)) = (unit_of(resolver, first), unit_of(resolver, second)) else { return };
        let Some(to) = one.kind.whole(side) else { return };
        resolver.report(A48, Audience::All, FightReport::Recombines { units, to }.into());
        let eyes = AslEyes::open(resolver.setting(), resolver.position());
        let held: PieceSet = eyes.weapons(second).map(|(weapon, _)| weapon).collect();
        for sw in held.iter() {
            resolver.change(A48, Change::Held { sw, holder: Some(first) });
        }
        let gains = SHARED.into_iter().filter(|flag| other.is(*flag) && !one.is(*flag)).map(|flag| (flag, true));
        let calmer = one.is(Flag::Fanatic) && !other.is(Flag::Fanatic);
        let all = gains.chain(calmer.then_some((Flag::Fanatic, false))).chain([(Flag::Used, true)]);
        for (flag, on) in all {
            resolver.change(A48, Change::Flag { unit: first, flag, on });
        }
        resolver.change(A48, Change::Counter { unit: first, kind: to });
        resolver.change(A48, Change::Gone { unit: second, fate: Fate::Merged });
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let sentence = format!("{} recombine with {}.", reader.units(self.units), reader.unit(self.leader));
        OrderText::new("Recombine", sentence, A48).about(self.units.iter()).about([self.leader])
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        each_group(eyes, side, which, &mut |units, _| {
            near(eyes, units).into_iter().for_each(|leader| sink(Recombine { units, leader }));
        });
    }
}

fn unit_of(resolver: &impl Resolver<Asl>, piece: Piece) -> Option<Unit> {
    resolver.position().unit(piece).copied()
}

/// Returns the two pieces of a set, if it has just two.
fn pair(units: PieceSet) -> Option<[Piece; 2]> {
    let mut pieces = units.iter();
    match (pieces.next(), pieces.next(), pieces.next()) {
        (Some(one), Some(two), None) => Some([one, two]),
        _ => None,
    }
}

/// Checks that two half-squads can become a squad with the help of a leader.
pub fn may_recombine(eyes: AslEyes<'_>, side: Side, units: PieceSet, leader: Piece) -> Result<(), Refusal> {
    let at = are_halves(eyes, side, units)?;
    may_permit(eyes, side, leader, at)
}

/// Checks that these are two like half-squads that can Recombine, and returns their Location.
pub fn are_halves(eyes: AslEyes<'_>, side: Side, units: PieceSet) -> Result<LocationId, Refusal> {
    let Some([one, two]) = pair(units) else {
        return Err(Refusal::new(A48, "choose two half-squads"));
    };
    let ((first, at), (second, place)) = (eyes.own(side, one)?, eyes.own(side, two)?);
    let halves = [first, second].iter().all(|unit| unit.kind.class() == Class::HalfSquad);
    if !halves || first.kind != second.kind {
        return Err(Refusal::new(A48, "only two half-squads of one kind Recombine"));
    }
    is_ready(eyes, first, at)?;
    is_ready(eyes, second, place)?;
    A48.forbids(!eyes.setting().are_one(place, at), "the two half-squads are in different Locations").map(|()| at)
}
