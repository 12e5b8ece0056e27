//! Order `rally`: a rally DR with or without a leader (ASL-A13).

use board::LocationId;
use rules::scene::OrderText;
use rules::{
    Audience, DraftKind, Enumeration, FaceClasses, OfferSink, OrderKind, Piece, PieceSet, Pool, Prompt, Reader,
    Refusal, Resolver, Side,
};

use crate::mechanics::heat::{self, TWO};
use crate::mechanics::losses::Aftermath;
use crate::mechanics::morale::TWELVE;
use crate::mechanics::{concealment, morale};
use crate::orders::timing::only;
use crate::orders::wellformed::each_piece;
use crate::orders::{Rally, RallyHow};
use crate::printed::clause::{A13, A15, A18, A42, A48};
use crate::printed::flags::Flag;
use crate::printed::kind::Class;
use crate::printed::tables::{DESPERATION, RALLY_COVER, SELF_RALLY};
use crate::printed::terrain::Terrain;
use crate::setting::Place;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::report::routs::RoutReport;
use crate::state::step::Step;
use crate::state::unit::Unit;
use crate::text::names::Names;
use crate::view::AslEyes;

impl OrderKind<Asl> for Rally {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        only(matches!(step, Step::Fight(Fight::Rally { .. })), A13, "units rally only in the Rally Phase")
    }

    fn legal(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        let Step::Fight(Fight::Rally { alone, .. }) = step else { return self.timely(step) };
        may_rally(eyes, side, alone, self.unit, self.leader)
    }

    fn resolve(&self, resolver: &mut impl Resolver<Asl>, side: Side, _: Step) {
        let Rally { unit: piece, leader } = *self;
        let eyes = AslEyes::open(resolver.setting(), resolver.position());
        let Some(unit) = eyes.unit(piece).copied() else { return };
        let (drm, needed) = (modifier(eyes, &unit, leader), unit.morale());
        let challenge = leader.and_then(|leader| concealment::acts(resolver, side, PieceSet::EMPTY.with(leader)));
        // A leader whom nobody sees is not named, and only his help tells of him.
        let named = leader.filter(|leader| resolver.position().unit(*leader).is_some_and(Unit::is_open));
        let clause = if named == leader { A13 } else { A15 };
        resolver.change(A13, Change::Flag { unit: piece, flag: Flag::Used, on: true });
        // Who has led a rally no longer helps a squad to Deploy: that is the sole action of both.
        if let Some(leader) = leader {
            resolver.change(A48, Change::Flag { unit: leader, flag: Flag::Used, on: true });
        }
        let dr = resolver.roll(Pool::open(2, FaceClasses::SUM, "rally", A13)).sum();
        let rallied = dr < 12 && dr as i16 + drm <= i16::from(needed);
        let report =
            RoutReport::RallyRolled { unit: piece, leader: named, roll: dr as u8, drm: drm as i8, needed, rallied };
        resolver.report(clause, Audience::All, report.into());
        if rallied {
            resolver.change(A13, Change::Flag { unit: piece, flag: Flag::Broken, on: false });
            for flag in [Flag::Dm, Flag::KeepsDm, Flag::Disrupted].into_iter().filter(|flag| unit.is(*flag)) {
                resolver.change(A13, Change::Flag { unit: piece, flag, on: false });
            }
        } else if dr == TWELVE {
            morale::reduce(resolver, piece);
        }
        if dr == TWO && leader.is_some() {
            let mut after = Aftermath::default();
            heat::rise(resolver, piece, true, &mut after);
            after.settle(resolver);
        }
        challenge.into_iter().for_each(|challenge| resolver.push(challenge.into()));
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let name = |piece| reader.unit(piece);
        let by = self
            .leader
            .map_or_else(|| "tries to rally by itself".to_owned(), |by| format!("tries to rally with {}", name(by)));
        OrderText::new("Rally", format!("{} {by}.", name(self.unit)), A13).about([self.unit]).about(self.leader)
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        each_piece(eyes, side, which, &mut |unit, _, pieces| {
            sink(Rally { unit, leader: None });
            pieces.iter().for_each(|leader| sink(Rally { unit, leader: Some(*leader) }));
        });
    }
}

impl DraftKind<Asl> for RallyHow {
    fn leads_on(&self, _: Prompt<'_, Asl>) -> bool {
        true
    }

    fn next(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>, sink: &mut impl OfferSink<Asl>) {
        let (unit, Step::Fight(Fight::Rally { alone, .. })) = (self.unit, step) else { return };
        let at = eyes.unit(unit).and_then(|unit| unit.at);
        let leaders = at.into_iter().flat_map(|at| eyes.at(side, at)).map(|(leader, _)| Some(leader));
        for leader in std::iter::once(None).chain(leaders) {
            if may_rally(eyes, side, alone, unit, leader).is_ok() {
                sink.order(Rally { unit, leader });
            }
        }
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        OrderText::new("Rally", format!("{} tries to rally: choose how.", reader.unit(self.unit)), A13)
            .about([self.unit])
    }
}

/// Checks that a unit can try to rally now, with a leader or alone. Leaders may try alone, and as the first squad or
/// half-squad of the ATTACKER to try it one of those (ASL-A42).
pub fn may_rally(
    eyes: AslEyes<'_>,
    side: Side,
    alone: bool,
    unit: Piece,
    leader: Option<Piece>,
) -> Result<(), Refusal> {
    let (broken, at) = eyes.own(side, unit)?;
    if !broken.is(Flag::Broken) {
        return Err(Refusal::new(A13, "this unit is not broken"));
    }
    A13.forbids(broken.is(Flag::Used), "this unit has already tried to rally in this phase")?;
    let Some(leader) = leader else { return may_rally_itself(eyes, side, alone, broken, at) };
    let (leader, place) = eyes.own(side, leader)?;
    if leader.kind.class() != Class::Leader {
        return Err(Refusal::new(A18, "only a leader can rally other units"));
    }
    A13.forbids(!morale::leads(leader), "only an unpinned leader in Good Order can rally other units")?;
    A48.forbids(
        leader.is(Flag::Stopped),
        "this leader has helped a squad to Deploy, and does nothing more in this phase",
    )?;
    A13.forbids(!eyes.setting().are_one(place, at), "the leader is not in the broken unit's Location")
}

/// Checks that a broken unit can try to rally without a leader.
fn may_rally_itself(eyes: AslEyes<'_>, side: Side, alone: bool, broken: &Unit, at: LocationId) -> Result<(), Refusal> {
    let first =
        "a squad or half-squad can try to rally by itself only in its own Rally Phase, before any other tries it";
    A42.forbids(alone && broken.kind.is_mmc(), first)?;
    A42.forbids(broken.is(Flag::Disrupted), "a Disrupted unit can't rally by itself")?;
    let led = eyes.at(side, at).any(|(_, other)| other.kind.class() == Class::Leader && other.is_good());
    A42.forbids(led, "a unit can't rally by itself where a leader in Good Order could rally it")
}

/// Returns the modifier of a unit's rally DR: DM, cover, and its leader.
fn modifier(eyes: AslEyes<'_>, unit: &Unit, leader: Option<Piece>) -> i16 {
    let desperate = if unit.is(Flag::Dm) { DESPERATION } else { 0 };
    let cover = if unit.at.is_some_and(|at| is_sheltered(eyes, at)) { RALLY_COVER } else { 0 };
    let led = leader.and_then(|leader| eyes.unit(leader)).map(|leader| i16::from(morale::leadership(leader)));
    desperate + cover + led.unwrap_or(SELF_RALLY)
}

/// Returns whether units rally better in a Location: in woods, a building or a pillbox (A10.61).
pub fn is_sheltered(eyes: AslEyes<'_>, at: LocationId) -> bool {
    eyes.setting().spot(at).is_some_and(|spot| {
        let terrain = eyes.terrain(spot);
        terrain.is_building() || terrain == Terrain::Woods || spot.place == Place::Pillbox
    })
}
