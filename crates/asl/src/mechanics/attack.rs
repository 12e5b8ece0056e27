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
    let Attack { at, .. } = *attack;
    let lost = if rolled.cowered { attack.cowers } else { 0 };
    let column = |power: u16, lost: u8| Column::of(power / SIXTEENTHS).and_then(|column| column.left(lost));
    let columns = attack.powers(0).map(|power| column(power, lost));
    let [full, unsure] = columns;
    let effect = |column: Option<Column>, part: &Part| effect(column, rolled.dr as i16 + part.sum);
    let open = AslEyes::open(resolver.setting(), resolver.position());
    let works = |fort: &Fort| fort.at == at && fort.side == attack.against && !fort.known;
    let secret = attack.drm.fortified != 0 && resolver.position().forts.iter().any(works);
    let [mut bare, mut parts] = [const { Parts::new_const() }; 2];
    if secret {
        fill(open, &Attack { drm: unfortified(attack.drm), ..*attack }, &mut bare);
    }
    fill(open, attack, &mut parts);
    // A secret Fortified Location becomes known only if its modifier makes a difference that shows (ASL-A22).
    let differs = |(part, bare): (&Part, &Part)| {
        let between = |column| (effect(column, part), effect(column, bare));
        let [seen, unseen] = columns.map(|column| Some(between(column)).filter(|(with, without)| with != without));
        let comes_out = unseen.is_some_and(|(with, _)| with.is_felt()) && part.victims != part.seen;
        (seen.is_some() && !part.seen.is_empty()) || (unseen.is_some() && part.unknown) || comes_out
    };
    let reveals = secret && parts.iter().zip(&bare).any(differs);
    let told_of = if secret && !reveals { &bare } else { &parts };
    let told = resolver.is_heard().then(|| tell(open, attack, rolled, told_of, columns, rate_of_fire));
    if reveals {
        resolver.change(A22, Change::FortKnown { side: attack.against, at });
    }
    if let Some((clause, report)) = told {
        resolver.report(clause, Audience::All, report.into());
    }
    if residual::may_stay(resolver.setting(), attack) {
        let seen = parts.iter().any(|part| !part.seen.is_empty());
        let [lasting, halved] = attack.powers(attack.fleeting).map(|power| column(power, lost));
        residual::leave(resolver, attack, if seen { lasting } else { halved });
    }
    if desperation::is_any(resolver) {
        // Firers that can cower do so with an Original 2 (ASL-A43).
        let best = column(attack.powers(0)[0], attack.cowers);
        // By what is told: what a secret Fortified Location spares them would give it away.
        for part in told_of {
            desperation::under_fire(resolver, part.seen, self::effect(best, LOWEST + part.sum));
        }
    }
    let results = parts.iter().map(|part| (part, effect(full, part), effect(unsure, part)));
    // Most attacks do nothing.
    if results.clone().any(|(_, full, unsure)| full.is_felt() || unsure.is_felt()) {
        afflict(resolver, results, at);
    }
}

/// Returns the result of a Final DR; none below the first column.
#[inline]
fn effect(column: Option<Column>, dr: i16) -> Effect {
    column.map_or(Effect::None, |column| column.effect(dr))
}
/// Returns the report of an attack in these two columns, and the clause that discloses what it shows of the firers. The
/// public targets decide which modifiers are reported.
fn tell(
    open: AslEyes<'_>,
    attack: &Attack,
    rolled: Rolled,
    parts: &[Part],
    [full, unsure]: [Option<Column>; 2],
    rate_of_fire: bool,
) -> (Clause, FightReport) {
    let Attack { side, occasion, units, below, at, .. } = *attack;
    let dr = rolled.dr;
    // A charge that explodes where all know that nobody is still shows what it would do.
    let empty = occasion.is_charge() && parts.iter().all(|part| !part.unknown && part.seen.is_empty());
    let told = |part: &Part| Dug {
        drm: part.drm,
        effect: (empty || !part.seen.is_empty()).then(|| effect(full, dr as i16 + part.sum)),
        effect_unknown: part.unknown.then(|| effect(unsure, dr as i16 + part.sum)),
    };
    let mut shown = parts.iter().filter(|part| part.unknown || !part.seen.is_empty());
    let (main, rest) = (shown.next().or(parts.first()), shown.next());
    let first = main.map_or_else(|| Dug { drm: attack.drm, effect: None, effect_unknown: None }, told);
    let report = FightReport::Attack {
        occasion,
        side,
        units: open.public().seen(units),
        below,
        at,
        fp: full.map_or(0, Column::firepower),
        fp_unknown: unsure.map_or(0, Column::firepower),
        drm: first.drm,
        dr: dr as u8,
        cowered: rolled.cowered,
        effect: first.effect,
        effect_unknown: first.effect_unknown,
        dug: rest.filter(|part| part.dug).map(told),
        pinned: rest.filter(|part| !part.dug).map(told),
        rate_of_fire,
    };
    (told_by(open, attack), report)
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
    /// Sum of these modifiers.
    sum: i16,
}

/// The parts of an attack.
type Parts = ArrayVec<Part, 4>;

/// Fills an empty list with the pieces attacked outside the entrenchment of a Location, and those in it; of moving units,
/// first those that are not pinned. Which of a stack below are pinned is secret: it is reported as if none were.
// The list is large, so it stays where the caller reads it.
fn fill(open: AslEyes<'_>, attack: &Attack, parts: &mut Parts) {
    let (setting, at) = (open.setting(), attack.at);
    let inner = setting.spot(at).filter(|spot| spot.place == Place::Ground).and_then(|spot| spot.entrenchment);
    let moves = pinned(attack.drm) != attack.drm;
    let is_pinned = |piece| open.unit(piece).is_some_and(|unit| unit.is(Flag::Pinned));
    let stuck = if moves { attack.victims.only(is_pinned) } else { PieceSet::EMPTY };
    let mut add = |all: PieceSet, place: LocationId, drm: Drm, dug: bool| {
        parts.push(part(open, attack, (all - stuck, place), drm, (dug, false)));
        // Without an entrenchment, what is attacked is mostly of one kind: the rest is left out.
        if inner.is_some() || !(all & stuck).is_empty() {
            parts.push(part(open, attack, (all & stuck, place), pinned(drm), (dug, true)));
        }
    };
    let Some(inner) = inner else {
        return add(attack.victims, at, attack.drm, false);
    };
    let inside = Side::BOTH.into_iter().fold(PieceSet::EMPTY, |all, side| all | open.of(side).in_part(inner).group());
    let dug = attack.victims & inside;
    add(attack.victims - dug, at, attack.drm, false);
    add(dug, inner, entrenched(attack.drm), true);
}

/// Returns the part of an attack on some pieces in a part of the Location.
fn part(
    open: AslEyes<'_>,
    attack: &Attack,
    (victims, place): (PieceSet, LocationId),
    drm: Drm,
    (dug, still): (bool, bool),
) -> Part {
    let public = open.public();
    // Mostly only one of the parts has any.
    let seen = if victims.is_empty() { victims } else { public.seen(victims) };
    // The "?" of a place is reported once.
    let counts = if open.setting().is_below(attack.at) { !still } else { seen != victims };
    let hit = |side: Side| side == attack.against || !(victims & open.of(side).group()).is_empty();
    let unknown = counts && Side::BOTH.into_iter().any(|side| hit(side) && public.is_unknown_in(side, place));
    Part { victims, seen, unknown, dug, drm, sum: drm.sum() }
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
