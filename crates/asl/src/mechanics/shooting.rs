//! Fire by units: who takes part with what, and the markers it leaves (ASL-A7, ASL-A9, ASL-A37).

use rules::{Piece, PieceSet, Resolver};

use crate::mechanics::attack::{Attack, Rolled, roll, strike};
use crate::mechanics::modifiers::{bare, between, crowd, of_firers, of_movers, of_target};
use crate::mechanics::shot::{self, Element, Shot, Volley, marker, occasion};
use crate::mechanics::{berserk, breakdown, concealment, guns, morale};
use crate::printed::clause::{A3, A7, A9, A18, A19, A33, A35, A37, A40, A69, B8_42D};
use crate::printed::drm::Drm;
use crate::printed::flags::Flag;
use crate::printed::kind::Class;
use crate::printed::tables::COWERING;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::report::fights::{Check, Occasion};
use crate::state::unit::Unit;
use crate::view::AslEyes;

/// Resolves fire of units at a Location.
pub fn shoot(resolver: &mut impl Resolver<Asl>, shot: Shot) {
    let all = shot.units | shot.leaders;
    concealment::fires(resolver, shot.side, all);
    note_group(resolver, &shot);
    let mut volley = Volley::new();
    shot::fill(AslEyes::open(resolver.setting(), resolver.position()), &shot, &mut volley);
    let protective = if matches!(shot.when, Fight::FirstFire { .. }) { protective(&volley) } else { PieceSet::EMPTY };
    // Their checks are seen.
    let shown = protective - resolver.position().units.below();
    if !shown.is_empty() {
        concealment::show(resolver, shown);
        volley.clear();
        shot::fill(AslEyes::open(resolver.setting(), resolver.position()), &shot, &mut volley);
    }
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let Some(mut attack) = prepare(eyes, &shot, &volley) else { return };
    let rolled = roll(resolver, &attack);
    let cowards = if rolled.cowered { select_cowards(resolver, &shot) } else { PieceSet::EMPTY };
    let kept = keeping(resolver, &volley, &attack, rolled, cowards);
    let failed = breakdown::select(resolver, &volley, rolled.dr);
    if !(kept | failed).is_empty() {
        // What breaks down unseen leaves as much as what does not: it would tell of the gun.
        let fleeting = kept | failed.only(|gun| resolver.position().unit(gun).is_some_and(Unit::is_open));
        attack.fleeting =
            volley.iter().filter(|element| element.gun.is_some_and(|gun| fleeting.has(gun))).map(|one| one.power).sum();
    }
    mark(resolver, &shot, &volley, attack.occasion, cowards, kept);
    strike(resolver, &attack, rolled, !kept.is_empty());
    if matches!(shot.when, Fight::AdvancingFire) && is_inside(resolver, &shot) {
        berserk::after_victory(resolver, shot.side, shot.at);
    }
    // The DR of Final Protective Fire is also a Morale Check of the firers.
    for piece in protective.iter().filter(|_| A35.is_in_force()) {
        morale::morale_check(resolver, piece, Check::Protective, 0, Some(rolled.dr));
    }
    breakdown::after(resolver, &volley, failed, rolled.dr);
}

/// Returns the units that use Final Protective Fire.
fn protective(volley: &Volley) -> PieceSet {
    let elements = volley.iter().filter(|element| element.occasion == Occasion::ProtectiveFire);
    elements.map(|element| element.unit).collect()
}

/// Returns whether units fire within their own Location.
fn is_inside(resolver: &impl Resolver<Asl>, shot: &Shot) -> bool {
    let from = shot.units.iter().find_map(|piece| resolver.position().unit(piece)?.at);
    from.is_some_and(|from| resolver.setting().are_one(from, shot.at))
}

/// Notes from which Locations the target is fired at: no second group there may fire at it (ASL-A33).
fn note_group(resolver: &mut impl Resolver<Asl>, shot: &Shot) {
    let at = resolver.setting().location(shot.at);
    for piece in shot.units.iter() {
        let Some(from) = resolver.position().unit(piece).and_then(|unit| unit.at) else { continue };
        let from = resolver.setting().location(from);
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
    let mut victims = eyes.of(enemy).units().at(at).group();
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
    let (power, assault) = volley.iter().fold((0, [0; 2]), |(power, [seen, unseen]), one| {
        (power + one.power, [seen + one.assault[0], unseen + one.assault[1]])
    });
    let main = volley.iter().find(|element| element.gun.is_none()).or(volley.first())?;
    Some(Attack {
        units: shot.units,
        below: below.then_some(from),
        power,
        unsure: !discovered && !walled && A7.is_in_force(),
        cowers: cowering(eyes, shot),
        drm,
        victims,
        // Without the units out of sight it can't be worse.
        tells_crowd: !below && own.crowded != 0 && crowd(eyes.public(), shot) != own.crowded && A3.is_in_force(),
        assault,
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
    let again = !shot.leaders.is_empty() && volley.iter().all(|element| is_shot_again(resolver, element));
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

/// Returns whether a machine gun fires a shot that its rate of fire gives it.
fn is_shot_again(resolver: &impl Resolver<Asl>, element: &Element) -> bool {
    element.gun.and_then(|gun| resolver.position().unit(gun)).is_some_and(|gun| gun.is(Flag::Used))
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
