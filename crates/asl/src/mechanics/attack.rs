//! Resolution of a shot: firepower, modifiers, cowering, and the result (ASL-A7, ASL-A8, ASL-A9, ASL-A37, ASL-A38).
//!
//! One DR counts in two columns: the full one against units in sight, the halved one against units under a "?". A
//! report names only modifiers that are public.

use arrayvec::ArrayVec;
use board::LocationId;
use rules::{Audience, ClassCounts, Clause, FaceClasses, Piece, PieceSet, Pool, Resolver, Side};

use crate::mechanics::modifiers::{entrenched, pinned, unfortified};
use crate::mechanics::shot::SIXTEENTHS;
use crate::mechanics::{concealment, desperation, morale, residual};
use crate::printed::clause::{A3, A7, A8, A15, A22, A37, B8_43, B8_44C};
use crate::printed::drm::Drm;
use crate::printed::flags::Flag;
use crate::printed::tables::{Column, Effect};
use crate::setting::Place;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::position::Fort;
use crate::state::report::fights::{Dug, FightReport, Occasion};
use crate::view::AslEyes;

/// An attack with everything that determines it except the dice.
#[derive(Clone, Copy, Debug)]
pub struct Attack {
    pub side: Side,
    pub occasion: Occasion,
    pub units: PieceSet,
    /// The Sewer Location it comes from; `None` if from above ground.
    pub below: Option<LocationId>,
    pub at: LocationId,
    pub power: u16,
    /// Whether the firepower is halved against units under a "?".
    pub unsure: bool,
    /// Columns lost if the firers cower; 0 if they can't.
    pub cowers: u8,
    pub drm: Drm,
    pub victims: PieceSet,
    /// Whether units out of sight make the firers' Location more overstacked than is public. If so, the modifier
    /// reveals it.
    pub tells_crowd: bool,
    /// What Assault Fire adds to the firepower: at units in sight, and, after halving, at those under a "?".
    pub assault: [u16; 2],
    /// Firepower of machine guns that keep their rate of fire or break down. It leaves no residual firepower.
    pub fleeting: u16,
    /// Whether a machine gun takes part that could keep its rate of fire: one of the dice is then coloured.
    pub coloured: bool,
    /// The side whose works count at the target.
    pub against: Side,
}

impl Attack {
    /// Returns an attack without targets, to be completed.
    #[must_use]
    pub fn of(side: Side, occasion: Occasion, at: LocationId) -> Attack {
        Attack {
            side,
            occasion,
            units: PieceSet::EMPTY,
            below: None,
            at,
            power: 0,
            unsure: false,
            cowers: 0,
            drm: Drm::default(),
            victims: PieceSet::EMPTY,
            tells_crowd: false,
            assault: [0; 2],
            fleeting: 0,
            coloured: false,
            against: side.other(),
        }
    }

    /// Returns the firepower against units in sight, and against those under a "?", less what is `without`.
    fn powers(&self, without: u16) -> [u16; 2] {
        let power = self.power.saturating_sub(without);
        [power + self.assault[0], if self.unsure { power / 2 + self.assault[1] } else { power + self.assault[0] }]
    }
}

/// The dice of an attack.
#[derive(Clone, Copy, Debug)]
pub struct Rolled {
    /// The Original DR.
    pub dr: u16,
    /// Whether the firers cower.
    pub cowered: bool,
    /// The coloured die, if one was.
    pub coloured: Option<u16>,
}

/// Returns the face of a single die.
fn face(dice: ClassCounts) -> u16 {
    dice.sum()
}

/// Returns whether both dice show the same face.
fn is_double(dice: ClassCounts) -> bool {
    (0..6).any(|face| dice.in_class(face) == 2)
}

/// Rolls for an attack. A roll with a coloured die is made of two.
pub fn roll(resolver: &mut impl Resolver<Asl>, attack: &Attack) -> Rolled {
    let may = attack.cowers > 0;
    if attack.coloured {
        let [coloured, white] =
            ["coloured die", "attack"].map(|label| face(resolver.roll(Pool::open(1, FaceClasses::EACH, label, A37))));
        return Rolled { dr: coloured + white, cowered: may && coloured == white, coloured: Some(coloured) };
    }
    // Doubles matter only to firers that may cower.
    let classes = if may { FaceClasses::EACH } else { FaceClasses::SUM };
    let dice = resolver.roll(Pool::open(2, classes, "attack", A7));
    Rolled { dr: dice.sum(), cowered: may && is_double(dice), coloured: None }
}

/// Rolls for an attack and applies the result. Returns the Original DR.
pub fn resolve(resolver: &mut impl Resolver<Asl>, attack: &Attack) -> u16 {
    let rolled = roll(resolver, attack);
    strike(resolver, attack, rolled, false);
    rolled.dr
}

/// Applies the result of an attack.
pub fn strike(resolver: &mut impl Resolver<Asl>, attack: &Attack, rolled: Rolled, rate_of_fire: bool) {
    let Attack { side, occasion, units, below, at, .. } = *attack;
    let Rolled { dr, cowered, .. } = rolled;
    let lost = if cowered { attack.cowers } else { 0 };
    let columns = |without: u16| {
        let column = |power: u16| Column::of(power / SIXTEENTHS).and_then(|column| column.left(lost));
        attack.powers(without).map(column)
    };
    let [full, unsure] = columns(0);
    let effect =
        |column: Option<Column>, drm: &Drm| column.map_or(Effect::None, |column| column.effect(dr as i16 + drm.sum()));
    let open = AslEyes::open(resolver.setting(), resolver.position());
    let public = open.public();
    let works = |fort: &&Fort| fort.at == at && fort.side == attack.against && !fort.known;
    let secret = attack.drm.fortified != 0 && resolver.position().forts.iter().any(|fort| works(&fort));
    let bare = if secret { parts(open, &Attack { drm: unfortified(attack.drm), ..*attack }) } else { ArrayVec::new() };
    let parts = parts(open, attack);
    // A secret Fortified Location becomes known only if its modifier makes a difference that shows (ASL-A22).
    let differs = |(part, bare): (&Part, &Part)| {
        let between = |column| (effect(column, &part.drm), effect(column, &bare.drm));
        let [seen, unseen] =
            [full, unsure].map(|column| Some(between(column)).filter(|(with, without)| with != without));
        let comes_out = unseen.is_some_and(|(with, _)| with.is_felt()) && part.victims != part.seen;
        (seen.is_some() && !part.seen.is_empty()) || (unseen.is_some() && part.unknown) || comes_out
    };
    let reveals = secret && parts.iter().zip(&bare).any(differs);
    let told_of = if secret && !reveals { &bare } else { &parts };
    // A charge that explodes where all know that nobody is still shows what it would do.
    let empty = occasion.is_charge() && told_of.iter().all(|part| !part.unknown && part.seen.is_empty());
    let told = |part: &Part| Dug {
        drm: part.drm,
        effect: (empty || !part.seen.is_empty()).then(|| effect(full, &part.drm)),
        effect_unknown: part.unknown.then(|| effect(unsure, &part.drm)),
    };
    // The public targets decide which modifiers are reported.
    let mut shown = told_of.iter().filter(|part| part.unknown || !part.seen.is_empty());
    let (main, rest) = (shown.next().or(told_of.first()), shown.next());
    let first = main.map_or_else(|| Dug { drm: attack.drm, effect: None, effect_unknown: None }, told);
    let report = FightReport::Attack {
        occasion,
        side,
        units: public.seen(units),
        below,
        at,
        fp: full.map_or(0, Column::firepower),
        fp_unknown: unsure.map_or(0, Column::firepower),
        drm: first.drm,
        dr: dr as u8,
        cowered,
        effect: first.effect,
        effect_unknown: first.effect_unknown,
        dug: rest.filter(|part| part.dug).map(told),
        pinned: rest.filter(|part| !part.dug).map(told),
        rate_of_fire,
    };
    let told_by = told_by(open, attack);
    let seen = parts.iter().any(|part| !part.seen.is_empty());
    if reveals {
        resolver.change(A22, Change::FortKnown { side: attack.against, at });
    }
    resolver.report(told_by, Audience::All, report.into());
    let [lasting, halved] = columns(attack.fleeting);
    residual::leave(resolver, attack, if seen { lasting } else { halved });
    // Firers that can cower do so with an Original 2 (ASL-A43).
    let best = Column::of(attack.powers(0)[0] / SIXTEENTHS).and_then(|column| column.left(attack.cowers));
    let worst = |part: &Part| best.map_or(Effect::None, |column| column.effect(LOWEST + part.drm.sum()));
    if desperation::is_any(resolver) {
        // By what is told: what a secret Fortified Location spares them would give it away.
        told_of.iter().for_each(|part| desperation::under_fire(resolver, part.seen, worst(part)));
    }
    let results = parts.iter().map(|part| (part, effect(full, &part.drm), effect(unsure, &part.drm)));
    afflict(resolver, results, at);
}

/// Applies the results of an attack: on the targets in sight, and on those under a "?". All targets with the same
/// result are one group for Random Selection, in all parts of the Location.
fn afflict<'a>(
    resolver: &mut impl Resolver<Asl>,
    results: impl Iterator<Item = (&'a Part, Effect, Effect)>,
    at: LocationId,
) {
    let mut struck: ArrayVec<(Effect, PieceSet), 8> = ArrayVec::new();
    for (part, full, unsure) in results {
        let rest = uncover(resolver, part.victims - part.seen, unsure.is_felt(), at);
        for (effect, units) in [(full, part.seen), (unsure, rest)] {
            match struck.iter_mut().find(|(other, _)| *other == effect) {
                Some((_, group)) => *group = *group | units,
                None => struck.push((effect, units)),
            }
        }
    }
    morale::suffer_all(resolver, A7, &struck);
}

/// Returns the clause that discloses what the report of an attack shows of the firers.
fn told_by(eyes: AslEyes<'_>, attack: &Attack) -> Clause {
    match attack.below {
        // The fire of a "?" tells of what is under it.
        None if eyes.public().seen(attack.units) != attack.units => A15,
        None if attack.tells_crowd => A3,
        None => A8,
        // The strength of the fire reveals something of the unseen stack: the clause cited discloses it.
        Some(_) if eyes.setting().is_below(attack.at) => B8_44C,
        Some(_) => B8_43,
    }
}

/// The pieces attacked in one part of a Location, and the modifiers against them.
struct Part {
    victims: PieceSet,
    /// Pieces among them that are in sight.
    seen: PieceSet,
    /// Whether there publicly is a "?" among them.
    unknown: bool,
    /// Whether they are in an entrenchment.
    dug: bool,
    drm: Drm,
}

/// Returns the pieces attacked outside the entrenchment of a Location, and those in it; of moving units, first those
/// that are not pinned. Which of a stack below are pinned is secret: it is reported as if none were.
fn parts(open: AslEyes<'_>, attack: &Attack) -> ArrayVec<Part, 4> {
    let (setting, at, public) = (open.setting(), attack.at, open.public());
    let inner = setting.spot(at).filter(|spot| spot.place == Place::Ground).and_then(|spot| spot.entrenchment);
    let inside =
        |inner| Side::BOTH.into_iter().fold(PieceSet::EMPTY, |all, side| all | open.of(side).in_part(inner).group());
    let dug = inner.map_or(PieceSet::EMPTY, |inner| attack.victims & inside(inner));
    let (below, moves) = (setting.is_below(at), pinned(attack.drm) != attack.drm);
    let stuck = attack.victims.only(|piece| moves && open.unit(piece).is_some_and(|unit| unit.is(Flag::Pinned)));
    let mut parts = ArrayVec::new();
    let places = [(attack.victims - dug, Some(at), attack.drm, false), (dug, inner, entrenched(attack.drm), true)];
    // Without an entrenchment, what is attacked is mostly of one kind: the rest is left out.
    let plain = inner.is_none();
    for (all, place, drm, dug) in places.into_iter().take(if plain { 1 } else { places.len() }) {
        for (victims, drm, still) in [(all - stuck, drm, false), (all & stuck, pinned(drm), true)] {
            if plain && still && victims.is_empty() {
                continue;
            }
            // Mostly only one of the parts has any.
            let seen = if victims.is_empty() { victims } else { public.seen(victims) };
            // The "?" of a place is reported once.
            let lies = || {
                place.is_some_and(|place| {
                    Side::BOTH.into_iter().any(|side| {
                        let hit = side == attack.against || !(victims & open.of(side).group()).is_empty();
                        hit && public.is_unknown_in(side, place)
                    })
                })
            };
            let counts = if below { !still } else { seen != victims };
            let unknown = counts && lies();
            parts.push(Part { victims, seen, unknown, dug, drm });
        }
    }
    parts
}

/// Reveals the units under a "?" that is hit, and removes dummies; below ground nothing is revealed. Returns the men
/// among the targets.
fn uncover(resolver: &mut impl Resolver<Asl>, units: PieceSet, felt: bool, at: LocationId) -> PieceSet {
    if felt && !resolver.setting().is_below(at) && A15.is_in_force() {
        concealment::show(resolver, units);
    }
    let men = |piece: &Piece| resolver.position().unit(*piece).is_some_and(|unit| unit.at.is_some() && unit.is_men());
    units.iter().filter(men).collect()
}

/// The lowest Original DR.
const LOWEST: i16 = 2;
