//! Resolution of a shot: firepower, modifiers, cowering, and the result (ASL-A7, ASL-A8, ASL-A9, ASL-A37, ASL-A38).
//!
//! One DR counts in two columns: the full one against units in sight, the halved one against units under a "?". A
//! report names only modifiers that are public.

use arrayvec::ArrayVec;
use board::LocationId;
use rules::{Audience, ClassCounts, Clause, FaceClasses, Piece, PieceSet, Pool, Resolver, Side};

use crate::mechanics::shot::{self, Element, SIXTEENTHS, Shot, Volley, directs, line, marker, occasion};
use crate::mechanics::{berserk, breakdown, concealment, desperation, guns, morale, residual, stack};
use crate::printed::clause::{
    A3, A7, A8, A9, A15, A18, A19, A21, A22, A24, A33, A35, A37, A40, A69, B8_3B, B8_3C, B8_42D, B8_43, B8_44C,
};
use crate::printed::drm::Drm;
use crate::printed::flags::Flag;
use crate::printed::kind::Class;
use crate::printed::tables::{
    COWERING, Column, ENTRENCHMENT, Effect, FORTIFIED, HAZARDOUS, IN_THE_OPEN, NON_ASSAULT, OUT_OF_BLAZE,
};
use crate::printed::terrain::Terrain;
use crate::printed::words::Pace;
use crate::setting::{Place, Spot};
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::position::Fort;
use crate::state::report::fights::{Check, Dug, FightReport, Occasion};
use crate::state::unit::Unit;
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

/// Adds the modifiers of the target's Location: none in a sewer (B8.3c).
fn cover(eyes: AslEyes<'_>, enemy: Side, spot: &Spot, at: LocationId, drm: &mut Drm) {
    if eyes.setting().is_below(at) {
        if B8_3B.is_in_force() {
            drm.hazardous = HAZARDOUS;
        }
        if B8_3C.is_in_force() {
            return;
        }
    }
    let terrain = eyes.terrain(spot).tem();
    drm.terrain = match spot.place {
        Place::Pillbox if A69.is_in_force() => eyes.setting().pillbox(at).map_or(terrain, |pillbox| pillbox.ca),
        _ => terrain,
    };
    if eyes.fort(enemy, at).is_some() && eyes.terrain(spot).is_building() {
        drm.fortified = FORTIFIED;
    }
}

/// Returns the modifiers of a target anywhere: its Location, the hexside in front of it, and overstacking as far as it
/// can be seen.
#[must_use]
pub fn of_target(eyes: AslEyes<'_>, enemy: Side, at: LocationId) -> Drm {
    let mut drm = Drm::default();
    if let Some(spot) = eyes.setting().spot(at) {
        cover(eyes, enemy, spot, at, &mut drm);
    }
    let excess = stack::excess_with(eyes.public(), enemy, at, PieceSet::EMPTY);
    drm.crowd = -i8::try_from(excess).unwrap_or(0);
    drm
}

/// Returns `drm` for units in the entrenchment there: the best cover counts (ASL-A24).
fn entrenched(drm: Drm) -> Drm {
    let best = drm.terrain.max(drm.hexside).max(drm.fortified + drm.terrain);
    if best >= ENTRENCHMENT || !A24.is_in_force() {
        return drm;
    }
    Drm { terrain: ENTRENCHMENT, hexside: 0, in_the_open: 0, ..drm }
}

/// Adds the modifiers between firers and target: the worst line counts. A wall or hedge replaces the terrain.
fn between(eyes: AslEyes<'_>, units: PieceSet, at: LocationId, drm: &mut Drm) {
    let out_of_blaze = |from: LocationId| {
        let burns = eyes.spot(from).is_ok_and(|spot| eyes.burns(spot.hex)) && !eyes.setting().same_hex(from, at);
        if burns { OUT_OF_BLAZE } else { 0 }
    };
    for from in units.iter().filter_map(|piece| eyes.unit(piece)?.at) {
        if let Some(line) = line(eyes, from, at) {
            drm.hindrance = drm.hindrance.max(line.hindrance as i8 + out_of_blaze(from));
            drm.hexside = drm.hexside.max(line.hexside as i8);
        }
    }
    let covered = drm.terrain + drm.fortified;
    if drm.hexside > covered {
        (drm.terrain, drm.fortified) = (0, 0);
    } else {
        drm.hexside = 0;
    }
}

/// Removes the cover of shellholes that moving units entered as Open Ground (ASL-A21).
pub fn bare(eyes: AslEyes<'_>, at: LocationId, drm: &mut Drm) {
    let crater = eyes.setting().spot(at).is_some_and(|spot| eyes.terrain(spot) == Terrain::Shellholes);
    if crater && A21.is_in_force() && eyes.moving().is_some_and(|moving| !moving.careful) {
        drm.terrain = 0;
    }
}

/// Adds the modifiers of moving targets, in First Fire only.
pub fn of_movers(eyes: AslEyes<'_>, at: LocationId, drm: &mut Drm) {
    let (Some(moving), Some(spot)) = (eyes.moving(), eyes.setting().spot(at)) else { return };
    // Hazardous Movement replaces the modifiers of any other (A4.62).
    if eyes.any_hazardous(moving.units) {
        drm.hazardous = HAZARDOUS;
        return;
    }
    if moving.pace != Pace::Assault {
        drm.non_assault = NON_ASSAULT;
    }
    let terrain = eyes.terrain(spot);
    let open = spot.place == Place::Ground && (terrain.is_open() || terrain == Terrain::Shellholes);
    if open && drm.terrain == 0 && drm.hexside == 0 && drm.hindrance == 0 {
        drm.in_the_open = IN_THE_OPEN;
    }
}

/// Returns `drm` against units that are pinned: they move no more (A7.83, A4.62).
fn pinned(drm: Drm) -> Drm {
    Drm { non_assault: 0, in_the_open: 0, hazardous: 0, ..drm }
}

/// Adds the modifiers of the firers to `drm`.
fn of_firers(eyes: AslEyes<'_>, shot: &Shot, volley: &Volley, drm: &mut Drm) {
    let firers = || shot.units.iter().filter_map(|piece| eyes.unit(piece));
    drm.leader = directs(eyes, shot.leaders);
    drm.hero = -i8::try_from(heroes(eyes, shot, volley)).unwrap_or(i8::MAX);
    let alone = |element: &&Element| {
        element.gun.is_some() && eyes.unit(element.unit).is_some_and(|unit| unit.kind.class() == Class::Hero)
    };
    drm.gunner = i8::try_from(volley.iter().filter(alone).count()).unwrap_or(i8::MAX);
    drm.exhausted = i8::from(firers().any(|unit| unit.is(Flag::Cx)));
    drm.encircled = i8::from(firers().any(|unit| unit.is(Flag::Encircled)));
    drm.crowded = crowd(eyes, shot);
}

/// Returns how many heroes fire at their Normal Range, or at that of their machine gun (A15.24).
fn heroes(eyes: AslEyes<'_>, shot: &Shot, volley: &Volley) -> usize {
    let near = |element: &&Element| {
        let hero = eyes.unit(element.unit).filter(|unit| unit.kind.class() == Class::Hero);
        let fires = element.gun.and_then(|gun| eyes.unit(gun)).or(hero);
        hero.zip(fires)
            .and_then(|(hero, fires)| Some((hero.at?, fires)))
            .is_some_and(|(from, fires)| eyes.setting().distance(from, shot.at) <= u16::from(fires.kind.values().range))
    };
    volley.iter().filter(near).count()
}

/// Returns by how many squad-equivalents the worst Location of the firers is overstacked, counting the units of their
/// side that these eyes see there.
fn crowd(eyes: AslEyes<'_>, shot: &Shot) -> i8 {
    let at = shot.units.iter().filter_map(|piece| eyes.unit(piece)?.at);
    at.map(|at| stack::excess_with(eyes, shot.side, at, PieceSet::EMPTY)).max().unwrap_or(0) as i8
}

/// Resolves fire of units at a Location.
pub fn shoot(resolver: &mut impl Resolver<Asl>, shot: Shot) {
    let all = shot.units | shot.leaders;
    concealment::fires(resolver, shot.side, all);
    note_group(resolver, &shot);
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let fires = |volley: &Volley, kind: Occasion| -> PieceSet {
        volley.iter().filter(|element| element.occasion == kind).map(|element| element.unit).collect()
    };
    let mut volley = shot::volley(eyes, &shot);
    let protective = fires(&volley, Occasion::ProtectiveFire);
    // Their checks are seen.
    let shown = protective - resolver.position().units.below();
    if !shown.is_empty() {
        concealment::show(resolver, shown);
        volley = shot::volley(AslEyes::open(resolver.setting(), resolver.position()), &shot);
    }
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let Some(mut attack) = prepare(eyes, &shot, &volley) else { return };
    let rolled = roll(resolver, &attack);
    let cowards = if rolled.cowered { select_cowards(resolver, &shot) } else { PieceSet::EMPTY };
    let kept = keeping(resolver, &volley, &attack, rolled, cowards);
    let failed = breakdown::select(resolver, &volley, rolled.dr);
    // What breaks down unseen leaves as much as what does not: it would tell of the gun.
    let fleeting = kept | failed.only(|gun| resolver.position().unit(gun).is_some_and(Unit::is_open));
    attack.fleeting =
        volley.iter().filter(|element| element.gun.is_some_and(|gun| fleeting.has(gun))).map(|one| one.power).sum();
    mark(resolver, &shot, &volley, attack.occasion, cowards, kept);
    strike(resolver, &attack, rolled, !kept.is_empty());
    let from = shot.units.iter().find_map(|piece| resolver.position().unit(piece)?.at);
    let inside = from.is_some_and(|from| resolver.setting().are_one(from, shot.at));
    if matches!(shot.when, Fight::AdvancingFire) && inside {
        berserk::after_victory(resolver, shot.side, shot.at);
    }
    // The DR of Final Protective Fire is also a Morale Check of the firers.
    for piece in protective.iter().filter(|_| A35.is_in_force()) {
        morale::morale_check(resolver, piece, Check::Protective, 0, Some(rolled.dr));
    }
    breakdown::after(resolver, &volley, failed, rolled.dr);
}

/// Notes from which Locations the target is fired at: no second group there may fire at it (ASL-A33).
fn note_group(resolver: &mut impl Resolver<Asl>, shot: &Shot) {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let setting = eyes.setting();
    let mut places: ArrayVec<LocationId, { PieceSet::LIMIT }> = ArrayVec::new();
    for from in shot.units.iter().filter_map(|piece| eyes.unit(piece)?.at).map(|at| setting.location(at)) {
        if !places.contains(&from) {
            places.push(from);
        }
    }
    let at = setting.location(shot.at);
    for from in places {
        if A33.is_in_force() && !resolver.position().fired_at.contains(&(from, at)) {
            resolver.change(A33, Change::FiredAt { from, at });
        }
    }
}

/// Returns the attack of a shot, except the dice.
fn prepare(eyes: AslEyes<'_>, shot: &Shot, volley: &Volley) -> Option<Attack> {
    let (setting, enemy, at) = (eyes.setting(), shot.side.other(), shot.at);
    let from = shot.units.iter().find_map(|piece| eyes.unit(piece)?.at)?;
    let mut drm = of_target(eyes, enemy, at);
    let mut victims: PieceSet = eyes.at(enemy, at).map(|(piece, _)| piece).collect();
    if matches!(shot.when, Fight::FirstFire { .. }) {
        bare(eyes, at, &mut drm);
        between(eyes, shot.units, at, &mut drm);
        of_movers(eyes, at, &mut drm);
        victims = eyes.moving().map_or(PieceSet::EMPTY, |moving| moving.units);
    } else {
        between(eyes, shot.units, at, &mut drm);
        // Fire into a Melee hits the friends held in it too (A11.15).
        let held = eyes.of(shot.side).men().bearing(Flag::Melee).at(at).group();
        victims = if A40.is_in_force() { victims | held } else { victims };
    }
    let below = setting.is_below(from);
    let mut own = Drm::default();
    of_firers(eyes, shot, volley, &mut own);
    drm.add_firers(own, below);
    // A stack discovered from above has no benefit from its "?" (B8.42d).
    let discovered = setting.is_below(at) && !below && B8_42D.is_in_force();
    // Nor is fire at a pillbox halved (B30.35).
    let walled = setting.pillbox(at).is_some() && A69.is_in_force();
    let main = volley.iter().find(|element| element.gun.is_none()).or(volley.first())?;
    Some(Attack {
        units: shot.units,
        below: below.then_some(from),
        power: volley.iter().map(|element| element.power).sum(),
        unsure: !discovered && !walled && A7.is_in_force(),
        cowers: cowering(eyes, shot),
        drm,
        victims,
        tells_crowd: !below && crowd(eyes.public(), shot) != own.crowded && A3.is_in_force(),
        assault: [0, 1].map(|n| volley.iter().map(|element| element.assault[n]).sum()),
        coloured: volley.iter().any(|element| could_keep(eyes, element)),
        ..Attack::of(shot.side, main.occasion, at)
    })
}

/// Returns whether a machine gun could keep its rate of fire: never below ground nor in the hands of a unit that is
/// unseen, as the shape of the roll would tell of it.
fn could_keep(eyes: AslEyes<'_>, element: &Element) -> bool {
    let Some((unit, gun)) = eyes.unit(element.unit).zip(element.gun.and_then(|gun| eyes.unit(gun))) else {
        return false;
    };
    let late = element.sustained || element.occasion == Occasion::AdvancingFire;
    gun.kind.values().rof > 0 && !late && !unit.is(Flag::Pinned) && unit.is_open() && A37.is_in_force()
}

/// Returns the machine guns that keep their rate of fire: their holders don't cower, and the coloured die is low.
fn keeping(
    resolver: &impl Resolver<Asl>,
    volley: &Volley,
    attack: &Attack,
    rolled: Rolled,
    cowards: PieceSet,
) -> PieceSet {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let Some(die) = rolled.coloured.filter(|_| attack.coloured) else { return PieceSet::EMPTY };
    let keeps = |element: &&Element| {
        let low = element.gun.and_then(|gun| eyes.unit(gun)).is_some_and(|gun| die <= u16::from(gun.kind.values().rof));
        low && !cowards.has(element.unit) && could_keep(eyes, element)
    };
    volley.iter().filter(keeps).filter_map(|element| element.gun).collect()
}

/// Gives the firers, their guns and the leaders the markers of their fire. Who cowers is done for this Player Turn, with
/// all guns; and so are the guns of those who use Subsequent First Fire or Final Protective Fire (A7.9, A8.3).
fn mark(
    resolver: &mut impl Resolver<Asl>,
    shot: &Shot,
    volley: &Volley,
    main: Occasion,
    cowards: PieceSet,
    kept: PieceSet,
) {
    // Shots that the rate of fire gives leave a leader who has directed before his marker (A7.53).
    let again = volley
        .iter()
        .all(|element| element.gun.and_then(|gun| resolver.position().unit(gun)).is_some_and(|gun| gun.is(Flag::Used)));
    let flag_of = |unit: Piece, occasion: Occasion| match marker(occasion) {
        Flag::FirstFired if cowards.has(unit) => Flag::FinalFired,
        flag => flag,
    };
    for element in volley {
        let Element { unit, gun, occasion, .. } = *element;
        set(resolver, unit, flag_of(unit, occasion));
        match gun {
            Some(gun) if kept.has(gun) => {
                set(resolver, gun, Flag::KeptRate);
                set(resolver, gun, Flag::Used);
            }
            Some(gun) => set(resolver, gun, flag_of(unit, occasion)),
            None => {
                let guns = guns_of(resolver, unit);
                if !guns.is_empty() {
                    set(resolver, unit, Flag::UsedInherent);
                }
                if matches!(occasion, Occasion::SubsequentFire | Occasion::ProtectiveFire) && A35.is_in_force() {
                    guns.iter().for_each(|gun| set(resolver, gun, Flag::FinalFired));
                }
            }
        }
        // A leader who fires a gun directs nothing in this phase (A9.11).
        let leads = |unit: &Unit| unit.kind.class() == Class::Leader;
        if resolver.position().unit(unit).is_some_and(leads) {
            set(resolver, unit, Flag::Used);
        }
    }
    for unit in cowards.iter() {
        let guns = guns_of(resolver, unit);
        guns.iter().for_each(|gun| set(resolver, gun, flag_of(unit, main)));
        if !guns.is_empty() {
            set(resolver, unit, Flag::UsedInherent);
        }
    }
    let fires = |piece: Piece| volley.iter().any(|element| element.unit == piece);
    for helper in shot.units.iter().filter(|piece| !fires(*piece)) {
        set(resolver, helper, marker(main));
        set(resolver, helper, Flag::Used);
    }
    for leader in shot.leaders.iter() {
        let Some(unit) = resolver.position().unit(leader) else { continue };
        if !(again && guns::has_fired(unit)) {
            let own = marker(occasion(shot.when, unit));
            set(resolver, leader, own);
        }
        if !kept.is_empty() {
            set(resolver, leader, Flag::Directed);
        }
    }
    note_directed(resolver, shot, volley, kept);
}

/// Notes who fires under a leader's direction, as far as it matters later: in First Fire, and machine guns that keep
/// their rate of fire (A7.53).
fn note_directed(resolver: &mut impl Resolver<Asl>, shot: &Shot, volley: &Volley, kept: PieceSet) {
    let first = matches!(shot.when, Fight::FirstFire { .. });
    for element in volley {
        let fires = element.gun.unwrap_or(element.unit);
        let on = !shot.leaders.is_empty() && (first || kept.has(fires));
        if on {
            set(resolver, fires, Flag::Directed);
        } else if resolver.position().unit(fires).is_some_and(|unit| unit.is(Flag::Directed)) {
            resolver.change(A18, Change::Flag { unit: fires, flag: Flag::Directed, on: false });
        }
    }
}

/// Returns the machine guns that a unit holds.
fn guns_of(resolver: &impl Resolver<Asl>, unit: Piece) -> PieceSet {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let guns = eyes.weapons(unit).filter(|(_, weapon)| weapon.kind.class() == Class::Lmg && A19.is_in_force());
    guns.map(|(gun, _)| gun).collect()
}

fn set(resolver: &mut impl Resolver<Asl>, unit: Piece, flag: Flag) {
    if resolver.position().unit(unit).is_some_and(|piece| piece.at.is_some() && !piece.is(flag)) {
        resolver.change(A7, Change::Flag { unit, flag, on: true });
    }
}

/// Returns whether a unit may cower (ASL-A9).
fn may_cower(unit: &Unit) -> bool {
    unit.kind.is_mmc() && !unit.is(Flag::Fanatic) && !unit.is(Flag::Berserk)
}

/// Returns who of the firers cowers: one of those who may, by Random Selection (A7.9).
fn select_cowards(resolver: &mut impl Resolver<Asl>, shot: &Shot) -> PieceSet {
    let may = shot.units.only(|piece| resolver.position().unit(piece).is_some_and(may_cower));
    morale::select(resolver, may, 1)
}

/// Returns the columns lost if the firers cower: 0 where a leader directs or only single men, Fanatic or berserk units
/// fire.
fn cowering(eyes: AslEyes<'_>, shot: &Shot) -> u8 {
    let led = !shot.leaders.is_empty() && A18.is_in_force();
    let mut squads = shot.units.iter().filter_map(|piece| eyes.unit(piece)).filter(|unit| may_cower(unit));
    let Some(first) = squads.next().filter(|_| !led && A9.is_in_force()) else { return 0 };
    let green = first.kind.values().green || squads.any(|unit| unit.kind.values().green);
    if green { COWERING.1 } else { COWERING.0 }
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
fn roll(resolver: &mut impl Resolver<Asl>, attack: &Attack) -> Rolled {
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

/// Returns `drm` without that of a Fortified Location.
fn unfortified(drm: Drm) -> Drm {
    Drm { fortified: 0, ..drm }
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
