//! Attacks in Close Combat (ASL-A17): declared by both sides before any is resolved, unless one ambushes the other.
//!
//! Presence alone reveals no unit. Above ground, units that attack lose their "?" (ASL-A61), but an ambusher only if he
//! leaves an enemy that he attacked (ASL-A60); below, none do (B8.44e). Whether a side is asked depends on public facts.

use board::LocationId;
use rules::{Audience, FaceClasses, Piece, PieceSet, Pool, Refusal, Resolver, Side};

use crate::mechanics::melee::push_below;
use crate::mechanics::{capture, concealment, desperation, morale, prisoners, stack, withdrawal};
use crate::printed::clause::{A3, A4, A11, A15, A17, A18, A60, A62, A63, B8_44E};
use crate::printed::flags::Flag;
use crate::printed::kind::Class;
use crate::printed::tables::kill_number;
use crate::printed::words::Cover;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::report::close::CloseReport;
use crate::state::unit::Unit;
use crate::view::AslEyes;

/// Modifier of the DR of an attack on broken units.
const AT_BROKEN: i16 = -2;
/// Modifier of the DR of an attack on units that withdraw; 1 less for each unbroken unit of their side that stays.
const AT_WITHDRAWING: i16 = -2;
/// Modifier of an ambusher's attacks; that of the attacks on him is the reverse.
const FROM_AMBUSH: i16 = -1;
/// Original DR that lets the attackers leave, and that which lets the attacked.
const INFILTRATION: [u16; 2] = [2, 12];

/// Returns the strength of a unit in Close Combat, in half firepower factors: single men count 1, pinned units and those
/// with more prisoners than men half when they attack.
fn strength(eyes: AslEyes<'_>, piece: Piece, unit: &Unit, strikes: bool) -> u16 {
    let fp = if unit.kind.is_smc() { 1 } else { u16::from(unit.kind.values().fp) };
    let pinned = strikes && unit.is(Flag::Pinned) && A11.is_in_force();
    let busy = strikes && prisoners::is_outnumbered(eyes, piece);
    2 * fp / (if pinned { 2 } else { 1 }) / (if busy { 2 } else { 1 })
}

/// Returns a unit that can attack here.
pub fn may_strike(eyes: AslEyes<'_>, side: Side, at: LocationId, piece: Piece) -> Result<&Unit, Refusal> {
    let (unit, place) = eyes.own(side, piece)?;
    if !unit.is_men() {
        return Err(Refusal::new(A17, "only men can attack in Close Combat"));
    }
    if !eyes.setting().are_one(place, at) {
        return Err(Refusal::new(A17, "this unit is not in this Close Combat"));
    }
    A17.forbids(unit.is(Flag::Broken), "a broken unit can't attack in Close Combat")?;
    A17.forbids(unit.is(Flag::Fought), "this unit has already attacked in this phase")?;
    A63.forbids(unit.is(Flag::Withdrawing), "a unit that withdraws can't attack")?;
    Ok(unit)
}

/// Returns whether all units there stay under a "?" (B8.44e).
pub fn is_unseen(eyes: AslEyes<'_>, at: LocationId) -> bool {
    eyes.setting().is_below(at) && B8_44E.is_in_force()
}

/// Returns the units that can attack here.
pub fn strikers(eyes: AslEyes<'_>, side: Side, at: LocationId) -> PieceSet {
    let all = eyes.at(side, at).map(|(piece, _)| piece);
    all.filter(|piece| may_strike(eyes, side, at, *piece).is_ok()).collect()
}

/// Returns the pieces that a side has under its "?" there.
pub fn under_counter(eyes: AslEyes<'_>, side: Side, at: LocationId) -> PieceSet {
    eyes.of(side).units().lying(Cover::Concealed).at(at).group()
}

/// Single men of a side and cover in a Close Combat, and the squads or half-squads they can stand with: the strongest
/// (ASL-A62). Of equals, they stand with the one that is attacked first: no order of these is known to both sides.
#[derive(Clone, Copy, Debug)]
pub struct Company {
    singles: PieceSet,
    strongest: PieceSet,
}

impl Company {
    /// Returns the company of a unit: none if the unit stands alone.
    #[must_use]
    pub fn of(eyes: AslEyes<'_>, side: Side, at: LocationId, piece: Piece) -> Option<Company> {
        let unit = eyes.unit(piece).filter(|_| A62.is_in_force())?;
        let mates = eyes.of(side).men().at(at).lying(unit.cover).without(Flag::Withdrawing).without(Flag::Struck);
        let squads = || mates.iter().filter(|(_, unit, _)| unit.kind.is_mmc());
        let most = squads().map(|(_, unit, _)| unit.kind.values().fp).max()?;
        let strong = |unit: &Unit| unit.kind.values().fp == most;
        let stands = |unit: &Unit| unit.kind.is_smc() && !unit.is(Flag::Solo) && !unit.is(Flag::Broken);
        let strongest: PieceSet = squads().filter(|(_, unit, _)| strong(unit)).map(|(piece, ..)| piece).collect();
        let singles: PieceSet = mates.iter().filter(|(_, unit, _)| stands(unit)).map(|(piece, ..)| piece).collect();
        (singles | strongest).has(piece).then_some(Company { singles, strongest })
    }

    /// Returns whether some targets leave a part of it behind: they include some of it, and not all single men with one
    /// of the strongest.
    #[must_use]
    pub fn is_parted(self, against: PieceSet) -> bool {
        let any = !(against & (self.singles | self.strongest)).is_empty();
        let whole = (self.singles - against).is_empty() && !(self.strongest & against).is_empty();
        any && !whole && !self.singles.is_empty()
    }
}

/// Returns the smallest set of targets that a unit is attacked in: with the single men who stand with it. `None` for a
/// single man who stands with others: he is in the sets of these.
#[must_use]
pub fn target(eyes: AslEyes<'_>, side: Side, at: LocationId, piece: Piece) -> Option<PieceSet> {
    let alone = PieceSet::EMPTY.with(piece);
    match Company::of(eyes, side, at, piece) {
        Some(company) if company.singles.has(piece) => None,
        Some(company) => Some(company.singles | alone),
        None => Some(alone),
    }
}

/// Declares an attack on named enemies. The attackers are revealed, but an ambusher stays under its "?" for now.
pub fn declare(resolver: &mut impl Resolver<Asl>, units: PieceSet, against: PieceSet, capture: bool) {
    push_below(resolver, Fight::Blow { units, against, capture }, Fight::is_blow);
    if ambush_drm(AslEyes::open(resolver.setting(), resolver.position()), units) >= 0 {
        concealment::show(resolver, units);
    }
    for unit in units.iter() {
        resolver.change(A17, Change::Flag { unit, flag: Flag::Fought, on: true });
    }
    for unit in against.iter() {
        resolver.change(A17, Change::Flag { unit, flag: Flag::Struck, on: true });
    }
}

/// Declares an attack on all units under the enemy's "?". Above ground, the attackers are revealed.
pub fn declare_unknown(resolver: &mut impl Resolver<Asl>, side: Side, at: LocationId, units: PieceSet, capture: bool) {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let below = is_unseen(eyes, at);
    let against = under_counter(eyes, side.other(), at);
    let blow =
        if below { Fight::BlowBelow { side, at } } else { Fight::BlowUnknown { side, units, against, at, capture } };
    push_below(resolver, blow, Fight::is_blow);
    if !below {
        concealment::show(resolver, units);
    }
    for unit in units.iter() {
        resolver.change(A17, Change::Flag { unit, flag: Flag::Fought, on: true });
    }
}

/// Returns the modifier by an Ambush of an attack by these units.
fn ambush_drm(eyes: AslEyes<'_>, units: PieceSet) -> i16 {
    let side = units.iter().find_map(|piece| eyes.unit(piece)).map(|unit| unit.side);
    match eyes.close_combat().and_then(|(_, by)| by).filter(|_| A60.is_in_force()) {
        Some(by) if side == Some(by) => FROM_AMBUSH,
        Some(_) => -FROM_AMBUSH,
        None => 0,
    }
}

/// Returns what overstacking adds to the DR of an attack (ASL-A3): that of the attackers' side adds, that of the other
/// subtracts. All units count: what is under a "?" was reported.
fn crowding(eyes: AslEyes<'_>, side: Side, at: LocationId) -> i16 {
    let excess = |side| i16::from(stack::excess_with(eyes, side, at, PieceSet::EMPTY));
    if A3.is_in_force() { excess(side) - excess(side.other()) } else { 0 }
}

/// Returns the modifier of an attack by its attackers, without overstacking and Ambush: a leader, but not for his own
/// lone attack nor beside a berserk unit; each hero; exhaustion and temporary immobilisation.
fn own_modifier(eyes: AslEyes<'_>, units: PieceSet) -> i16 {
    let all = || units.iter().filter_map(|piece| eyes.unit(piece));
    let any = |flag| all().any(|unit| unit.is(flag));
    let leaders = all().filter(|unit| unit.kind.class() == Class::Leader);
    // A heroic leader gives the better of both modifiers (ASL-A18).
    let value = |unit: &Unit| morale::leadership(unit).min(if unit.is(Flag::Heroic) { -1 } else { i8::MAX });
    let leads = A18.is_in_force() && !(A62.is_in_force() && (units.len() == 1 || any(Flag::Berserk)));
    let led = leaders.filter(|_| leads).map(value).min().unwrap_or(0);
    let heroes = all().filter(|unit| unit.kind.class() == Class::Hero && A62.is_in_force()).count() as i16;
    i16::from(led) - heroes + tired(any)
}

/// Returns 1 each for exhaustion and temporary immobilisation.
fn tired(is: impl Fn(Flag) -> bool) -> i16 {
    i16::from(is(Flag::Cx) && A4.is_in_force()) + i16::from(is(Flag::Ti) && A62.is_in_force())
}

/// Returns the modifier of an attack for one of its targets. It counts for this target only.
fn modifier_of(eyes: AslEyes<'_>, at: LocationId, unit: &Unit, captures: bool) -> i16 {
    let broken = if unit.is(Flag::Broken) { AT_BROKEN } else { 0 };
    let stays =
        || eyes.of(unit.side).men().at(at).without(Flag::Withdrawing).without(Flag::Broken).group().len() as i16;
    let goes = if unit.is(Flag::Withdrawing) { (AT_WITHDRAWING + stays()).min(0) } else { 0 };
    let taken = if captures { capture::modifier(unit) } else { 0 };
    broken + goes + taken - tired(|flag| unit.is(flag))
}

/// Returns the odds of an attack, in half firepower factors.
fn odds(eyes: AslEyes<'_>, units: PieceSet, against: PieceSet) -> [u16; 2] {
    let sum = |group: PieceSet, strikes| {
        let all = group.iter().filter_map(|piece| Some((piece, eyes.unit(piece)?)));
        all.map(|(piece, unit)| strength(eyes, piece, unit, strikes)).sum()
    };
    [sum(units, true), sum(against, false)]
}

/// An attack when it is resolved: the units that are still there.
struct Blow {
    side: Side,
    at: LocationId,
    units: PieceSet,
    against: PieceSet,
    capture: bool,
    /// Modifier for all targets.
    drm: i16,
}

impl Blow {
    /// Returns an attack; `None` if its attackers or its targets have left the Close Combat.
    fn of(eyes: AslEyes<'_>, at: LocationId, [units, against]: [PieceSet; 2], capture: bool) -> Option<Blow> {
        let here = |group| {
            let of = |side| eyes.of(side).men().at(at).only(group).group();
            of(Side::A) | of(Side::B)
        };
        let (units, against) = (here(units), here(against));
        let side = units.iter().find_map(|piece| eyes.unit(piece))?.side;
        let drm = own_modifier(eyes, units) + crowding(eyes, side, at) + ambush_drm(eyes, units);
        (!against.is_empty()).then_some(Blow { side, at, units, against, capture, drm })
    }

    /// Returns the odds in half firepower factors, and the Kill Number. Against units under a "?" the attackers have half
    /// their strength.
    fn odds(&self, eyes: AslEyes<'_>, unseen: bool) -> ([u16; 2], u8) {
        let [own, theirs] = odds(eyes, self.units, self.against);
        ([own, theirs], kill_number(own, if unseen { 2 * theirs } else { theirs }))
    }

    /// Returns the targets with their own modifiers.
    fn targets<'a>(&self, eyes: AslEyes<'a>) -> impl Iterator<Item = (Piece, i16)> + use<'a> {
        let (at, captures) = (self.at, self.capture);
        let all = self.against.iter().filter_map(move |piece| Some((piece, eyes.unit(piece)?)));
        all.map(move |(piece, unit)| (piece, modifier_of(eyes, at, unit, captures)))
    }

    /// Returns the modifier that is reported: that of the least favourable target.
    fn told(&self, eyes: AslEyes<'_>) -> i8 {
        (self.drm + self.targets(eyes).map(|(_, drm)| drm).max().unwrap_or(0)) as i8
    }

    /// Applies the DR: targets below the Kill Number are eliminated; of those equal to it one, by Random Selection, is
    /// reduced. Returns those that are surely gone.
    fn hit(&self, resolver: &mut impl Resolver<Asl>, dr: u16, kill: u8) -> PieceSet {
        let eyes = AslEyes::open(resolver.setting(), resolver.position());
        let result = |drm: i16| (dr as i16 + self.drm + drm).cmp(&i16::from(kill));
        let such = |what| {
            let all = self.targets(eyes).filter(|(_, drm)| result(*drm) == what);
            all.map(|(piece, _)| piece).collect::<PieceSet>()
        };
        let (beaten, even) = (such(std::cmp::Ordering::Less), such(std::cmp::Ordering::Equal));
        if self.capture {
            capture::take(resolver, self.units, beaten, even);
            return beaten;
        }
        for unit in beaten.iter() {
            resolver.change(A17, Change::Flag { unit, flag: Flag::Doomed, on: true });
        }
        let shaken = morale::select(resolver, even, 1);
        for unit in shaken.iter() {
            resolver.change(A17, Change::Flag { unit, flag: Flag::Shaken, on: true });
        }
        let halves =
            |piece: &Piece| resolver.position().unit(*piece).is_some_and(|unit| unit.kind.class() == Class::HalfSquad);
        beaten | shaken.iter().filter(halves).collect::<PieceSet>()
    }

    /// After an Original 2 the attackers may leave at once, after an Original 12 the attacked (ASL-A64).
    fn lets_out(&self, resolver: &mut impl Resolver<Asl>, dr: u16) {
        let [out, in_turn] = INFILTRATION;
        if dr == out {
            withdrawal::ask_to_infiltrate(resolver, self.at, self.units);
        } else if dr == in_turn {
            withdrawal::ask_to_infiltrate(resolver, self.at, self.against);
        }
    }
}

/// The numbers of an attack that is declared now.
#[derive(Clone, Debug)]
pub struct Numbers {
    /// Firepower of the attackers and of the targets, in half factors. Against a "?" the attackers have half of it.
    pub odds: [u16; 2],
    /// The Kill Number.
    pub kill: u8,
    /// Whether it is an attack on a "?".
    pub unseen: bool,
    /// The targets, each with the sum of the modifiers that count against it.
    pub targets: Vec<(Piece, i16)>,
}

/// Returns the numbers of an attack, `unseen` if it is one on a "?"; `None` if no attacker or no target is there.
#[must_use]
pub fn numbers(
    eyes: AslEyes<'_>,
    at: LocationId,
    groups: [PieceSet; 2],
    capture: bool,
    unseen: bool,
) -> Option<Numbers> {
    let blow = Blow::of(eyes, at, groups, capture)?;
    let (odds, kill) = blow.odds(eyes, unseen);
    let targets = blow.targets(eyes).map(|(piece, drm)| (piece, blow.drm + drm)).collect();
    Some(Numbers { odds, kill, unseen, targets })
}

/// Resolves an attack. Units that are hit are removed when all attacks are resolved.
pub fn strike(resolver: &mut impl Resolver<Asl>, units: PieceSet, against: PieceSet, capture: bool) {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let Some((at, _)) = eyes.close_combat() else { return };
    let Some(blow) = Blow::of(eyes, at, [units, against], capture) else { return };
    let ((odds, kill), drm) = (blow.odds(eyes, false), blow.told(eyes));
    let dr = resolver.roll(Pool::open(2, FaceClasses::SUM, "close combat", A17).credited_to(blow.side)).sum();
    let units = concealment::open(resolver, blow.units);
    let report = CloseReport::Blow { units, against: blow.against, odds, kill, dr: dr as u8, drm, capture };
    resolver.report(A17, Audience::All, report.into());
    desperation::renew(resolver, blow.against);
    let gone = blow.hit(resolver, dr, kill);
    // An ambusher keeps its "?" only if no enemy is left that it attacked (ASL-A60).
    if gone != blow.against {
        concealment::show(resolver, blow.units);
    }
    blow.lets_out(resolver, dr);
}

/// Resolves the attack below ground at the "?" in the Sewer Location, at half strength because the attackers see
/// nothing. Only the side that is attacked learns the result, unless no unit is there: then the dummies are revealed.
pub fn strike_below(resolver: &mut impl Resolver<Asl>, side: Side, at: LocationId) {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let units = eyes.of(side).men().at(at).bearing(Flag::Fought).group();
    let against = eyes.of(side.other()).men().at(at).group();
    if against.is_empty() {
        return concealment::find_out(resolver, B8_44E, side.other(), at);
    }
    let blow = Blow::of(eyes, at, [units, against], false).map(|blow| (blow.odds(eyes, true).1, blow));
    let dr = resolver.roll(Pool::open(2, FaceClasses::SUM, "close combat", A17).credited_to(side)).sum();
    resolver.report(A17, Audience::All, CloseReport::BlowBelow { side, at, dr: dr as u8 }.into());
    if let Some((kill, blow)) = blow {
        blow.hit(resolver, dr, kill);
    }
}

/// Resolves an attack above ground at all units that were under a "?" when it was declared, at half strength (ASL-A61).
/// They stay under it, unless they are hit.
pub fn strike_unknown(
    resolver: &mut impl Resolver<Asl>,
    side: Side,
    units: PieceSet,
    against: PieceSet,
    at: LocationId,
    capture: bool,
) {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let struck = against | under_counter(eyes, side.other(), at);
    let men = eyes.of(side.other()).men().at(at).only(struck).group();
    if men.is_empty() {
        return concealment::find_out(resolver, A15, side.other(), at);
    }
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let Some(blow) = Blow::of(eyes, at, [units, men], capture) else { return };
    let ((_, kill), drm) = (blow.odds(eyes, true), blow.told(eyes));
    let dr = resolver.roll(Pool::open(2, FaceClasses::SUM, "close combat", A17).credited_to(side)).sum();
    resolver.report(A17, Audience::All, CloseReport::BlowUnknown { units: blow.units, at, dr: dr as u8, drm }.into());
    blow.hit(resolver, dr, kill);
    blow.lets_out(resolver, dr);
}
