//! The Sewer Emergence Chart in the game (B8.42): a dr for each Sewer Location with a stack of the ATTACKER's, open to all.
//!
//! Only what is public, claimed or shown counts. So whether a side is asked to claim or to show rests on public facts
//! alone, and what comes of the dr is no secret.

use board::LocationId;
use rules::{Audience, Classes, Group, OfferSink, Piece, Pool, Refusal, Side, Turn};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::chart::{Conditions, Emergence};
use super::{are_adjacent, is_sewer, manhole};
use crate::Asl;
use crate::below::{Below, BelowReport};
use crate::change::Change;
use crate::clause::{B8_5C, B8_42A, B8_42B, B8_42C, B8_42D, B8_42E, B8_42J};
use crate::eyes::AslEyes;
use crate::flags::Flag;
use crate::order::Order;
use crate::position::Cover;
use crate::stack::HALVES;
use crate::turn::Step;

/// The least Hindrance to every line of sight that lets a manhole count as unwatched (B8.42f).
const HINDERED: u8 = 2;

/// An emergence dr that has been cast, and what has been claimed and shown since.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Dr {
    /// The Sewer Location.
    pub at: LocationId,
    /// The dr as it fell.
    #[schemars(range(min = 1, max = 6))]
    pub dr: u8,
    /// Whether the ATTACKER has claimed a friend above.
    #[serde(default)]
    pub claimed: bool,
    /// Whom the DEFENDER has shown, of those that this reader can name.
    #[serde(default)]
    pub shown: Group,
    /// The modifiers as they stand, by what is public, claimed and shown.
    #[serde(default)]
    pub drm: Modifiers,
}

impl Dr {
    /// The Final dr as it stands, with so much more.
    #[must_use]
    pub fn total(&self, more: i8) -> i8 {
        (self.dr as i8).saturating_add(self.drm.sum()).saturating_add(more)
    }
}

/// The modifiers of an emergence dr, in the order of the chart; 0 where one does not apply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Modifiers {
    /// A friendly unit is in the manhole (B8.42e).
    pub friend: i8,
    /// No enemy holds or watches the manhole (B8.42f).
    pub unwatched: i8,
    /// The stack is lost (B8.42g).
    pub lost: i8,
    /// Enemy squads in the manhole (B8.42h).
    pub enemies: i8,
    /// An enemy in an adjacent sewer (B8.42i).
    pub neighbour: i8,
}

impl Modifiers {
    /// The modifiers by name, those that apply.
    pub fn named(&self) -> impl Iterator<Item = (&'static str, i8)> {
        let all = [
            ("a friend above", self.friend),
            ("an unwatched manhole", self.unwatched),
            ("lost", self.lost),
            ("squads above", self.enemies),
            ("an enemy next to it", self.neighbour),
        ];
        all.into_iter().filter(|(_, drm)| *drm != 0)
    }

    /// What they come to.
    #[must_use]
    pub fn sum(&self) -> i8 {
        self.named().map(|(_, drm)| drm).fold(0, i8::saturating_add)
    }

    fn of(conditions: &Conditions) -> Modifiers {
        let [friend, unwatched, lost, enemies, neighbour] = conditions.drms();
        Modifiers { friend, unwatched, lost, enemies, neighbour }
    }
}

/// The end of the Movement Phase: the drs come one after the other, in the order of the Locations.
pub fn end_of_movement(turn: &mut impl Turn<Asl>) {
    if B8_42A.is_in_force() {
        turn.push(Step::Below(Below::Emergence { after: None }));
    }
}

/// Casts the dr of the next Sewer Location, if one is left. Each counter gets one, whatever is under it.
pub fn next(turn: &mut impl Turn<Asl>, after: Option<LocationId>) {
    let eyes = AslEyes::open(turn.setting(), turn.position());
    let side = eyes.attacker();
    let later = |at: &LocationId| is_sewer(eyes.setting(), *at) && after.is_none_or(|after| *at > after);
    let below = eyes.of(side).units().below();
    let Some(at) = below.iter().map(|(_, _, at)| at).filter(later).min() else { return };
    let covered = manhole(eyes, at).is_none() && B8_5C.is_in_force();
    turn.push(Step::Below(Below::Emergence { after: Some(at) }));
    super::join(turn, side, at);
    if covered {
        return turn.report(B8_5C, Audience::All, BelowReport::NoEmergence { side, at }.into());
    }
    let dr = turn.roll(Pool::open(1, Classes::SUM, "emergence", B8_42A).of(side)).sum() as u8;
    let cast = Dr { at, dr, claimed: false, shown: Group::EMPTY, drm: Modifiers::default() };
    turn.report(B8_42A, Audience::All, BelowReport::EmergenceDr { side, at, dr }.into());
    let eyes = AslEyes::open(turn.setting(), turn.position());
    let now = conditions(eyes, &cast);
    if may_be_claimed(eyes, &cast, &now) {
        turn.push(Step::Below(Below::Claim(Dr { drm: Modifiers::of(&now), ..cast })));
    } else {
        ask_to_show(turn, cast);
    }
}

/// What the chart asks for, by what is public, claimed and shown.
fn conditions(eyes: AslEyes<'_>, cast: &Dr) -> Conditions {
    let Dr { at, claimed, .. } = *cast;
    let public = eyes.public();
    let (side, enemy) = (eyes.attacker(), eyes.attacker().other());
    let above = eyes.setting().spot(at).map_or(at, |spot| spot.ground);
    let friend = claimed || !public.of(side).men().at(above).is_empty();
    let open = public.at(enemy, above).filter(|(_, unit)| unit.kind.is_mmc() && unit.is_good()).count();
    let revealed = revealed(eyes, cast, above);
    let enemies = u8::try_from(open + revealed).unwrap_or(u8::MAX);
    Conditions {
        friend,
        unwatched: is_unwatched(public, enemy, above),
        lost: public.is_lost_at(side, at),
        enemies,
        neighbour: is_neighbour_shown(eyes, cast),
    }
}

/// Whether the DEFENDER has shown a unit in a sewer for this dr: he shows only those in an adjacent one.
fn is_neighbour_shown(eyes: AslEyes<'_>, cast: &Dr) -> bool {
    let place = |piece: Piece| eyes.unit(piece).and_then(|unit| unit.at);
    cast.shown.iter().any(|piece| place(piece).is_some_and(|there| is_sewer(eyes.setting(), there)))
}

/// How many squads and half-squads in the manhole the DEFENDER has shown for this dr.
fn revealed(eyes: AslEyes<'_>, cast: &Dr, above: LocationId) -> usize {
    let there =
        |piece: &Piece| eyes.unit(*piece).and_then(|unit| unit.at).is_some_and(|at| eyes.setting().are_one(at, above));
    cast.shown.iter().filter(|piece| there(piece) && is_squad(eyes, *piece)).count()
}

fn is_squad(eyes: AslEyes<'_>, piece: Piece) -> bool {
    eyes.unit(piece).is_some_and(|unit| unit.kind.is_mmc() && unit.is_good())
}

/// Whether no enemy on the board is in the manhole's building Location, or sees the manhole in the open (B8.42f). A "?"
/// counts as an enemy.
pub fn is_unwatched(public: AslEyes<'_>, enemy: Side, above: LocationId) -> bool {
    let watches = |from| watches(public, from, above);
    !public.of(enemy).men().iter().any(|(_, _, from)| watches(from)) && !public.any_unknown(enemy, watches)
}

/// Whether somebody there keeps a manhole from being unwatched.
fn watches(eyes: AslEyes<'_>, from: LocationId, above: LocationId) -> bool {
    if eyes.setting().are_one(from, above) {
        return true;
    }
    let building = eyes.spot(above).is_ok_and(|spot| eyes.terrain(spot).is_building());
    !building && eyes.line(from, above).is_some_and(|line| line.hindrance < HINDERED)
}

/// What the DEFENDER might still add to the dr by showing units, as far as everybody knows.
fn most_shown(eyes: AslEyes<'_>, cast: &Dr, now: &Conditions) -> i8 {
    let (enemy, setting) = (eyes.attacker().other(), eyes.setting());
    let Ok(spot) = eyes.spot(cast.at) else { return 0 };
    let hidden = eyes.has_hidden(enemy);
    let lurks = hidden || eyes.is_unknown_at(enemy, spot.ground);
    // Whoever was shown for the moment is out of sight still; who stands there in the open never was among these.
    let left = usize::from(eyes.unseen_mmcs(enemy).min(HALVES)).saturating_sub(revealed(eyes, cast, spot.ground));
    let squads = if lurks { i8::try_from(left).unwrap_or(0) } else { 0 };
    let neighbour = !now.neighbour && eyes.any_unknown(enemy, |there| are_adjacent(setting, there, cast.at));
    squads + i8::from(neighbour) + i8::from(now.unwatched && hidden)
}

/// The Final dr, as far as it is settled.
fn final_dr(cast: &Dr, now: &Conditions) -> i8 {
    (cast.dr as i8).saturating_add(now.drm())
}

/// Whether everybody must think that the ATTACKER could claim a friend above, and that it could matter.
fn may_be_claimed(eyes: AslEyes<'_>, cast: &Dr, now: &Conditions) -> bool {
    let side = eyes.attacker();
    let Ok(spot) = eyes.spot(cast.at) else { return false };
    let lurks = eyes.is_unknown_at(side, spot.ground) || eyes.has_hidden(side);
    if !lurks || now.friend || !B8_42E.is_in_force() {
        return false;
    }
    let total = final_dr(cast, now);
    (0..=most_shown(eyes, cast, now)).any(|more| Emergence::of(total + more) != Emergence::of(total + more - 1))
}

/// Asks the DEFENDER whether he shows somebody, if everybody must think that it could matter; else settles the dr.
fn ask_to_show(turn: &mut impl Turn<Asl>, cast: Dr) {
    let eyes = AslEyes::open(turn.setting(), turn.position());
    let now = conditions(eyes, &cast);
    let (total, cast) = (final_dr(&cast, &now), Dr { drm: Modifiers::of(&now), ..cast });
    let matters = (1..=most_shown(eyes, &cast, &now)).any(|more| Emergence::of(total + more) != Emergence::of(total));
    turn.push(Step::Below(if matters && B8_42J.is_in_force() { Below::Show(cast) } else { Below::Verdict(cast) }));
}

/// Whether the ATTACKER can claim this unit as a friend above (B8.42e).
///
/// # Errors
/// The refusal with this clause.
pub fn may_claim(eyes: AslEyes<'_>, side: Side, cast: &Dr, unit: Piece) -> Result<(), Refusal> {
    let (friend, at) = eyes.own(side, unit)?;
    let above = eyes.spot(cast.at)?.ground;
    let counts = eyes.setting().are_one(at, above) && friend.is_men();
    B8_42E.forbids(!counts, "only a unit of one's own in the manhole counts, and no dummy")
}

/// Friends above that the ATTACKER can claim.
pub fn offer_claims(eyes: AslEyes<'_>, side: Side, cast: &Dr, sink: &mut impl OfferSink<Asl>) {
    for (unit, _, _) in eyes.units_of(side) {
        if may_claim(eyes, side, cast, unit).is_ok() {
            sink.order(Order::Claim { unit });
        }
    }
    sink.order(Order::ClaimNothing);
}

/// The ATTACKER claims a friend above, or nobody. That there is one is all that is told.
pub fn claim(turn: &mut impl Turn<Asl>, cast: Dr, unit: Option<Piece>) {
    let side = turn.position().attacker;
    if let Some(unit) = unit {
        place(turn, B8_42E, unit);
        turn.report(B8_42E, Audience::All, BelowReport::Claims { side, at: cast.at }.into());
    }
    ask_to_show(turn, Dr { claimed: cast.claimed || unit.is_some(), ..cast });
}

/// A hidden unit comes onto the board, under a "?".
fn place(turn: &mut impl Turn<Asl>, clause: rules::Clause, unit: Piece) {
    if turn.position().unit(unit).is_some_and(|unit| unit.cover == Cover::Hidden) {
        turn.change(clause, Change::Cover { unit, now: Cover::Concealed });
    }
}

/// Whether the DEFENDER can show this unit to count against the dr (B8.42j): a squad in the manhole, a unit in an adjacent
/// sewer, or a hidden one that watches the manhole.
///
/// # Errors
/// The refusal with this clause.
pub fn may_show(eyes: AslEyes<'_>, side: Side, cast: &Dr, piece: Piece) -> Result<(), Refusal> {
    let (unit, at) = eyes.own(side, piece)?;
    B8_42J.forbids(cast.shown.has(piece), "it has been shown already")?;
    B8_42J.forbids(!unit.is_men(), "a dummy counts for nothing")?;
    let above = eyes.spot(cast.at)?.ground;
    let squad = eyes.setting().are_one(at, above) && unit.kind.is_mmc() && unit.is_good() && !unit.is_open();
    let neighbour = are_adjacent(eyes.setting(), at, cast.at) && !is_neighbour_shown(eyes, cast);
    let hidden = unit.cover == Cover::Hidden && watches(eyes, at, above) && is_unwatched(eyes.public(), side, above);
    B8_42J.forbids(!squad && !neighbour && !hidden, "it does not count for the emergence dr")
}

/// Whom the DEFENDER can show.
pub fn offer_shows(eyes: AslEyes<'_>, side: Side, cast: &Dr, sink: &mut impl OfferSink<Asl>) {
    for (unit, _, _) in eyes.units_of(side) {
        if may_show(eyes, side, cast, unit).is_ok() {
            sink.order(Order::Show { unit });
        }
    }
    sink.order(Order::ShowNothing);
}

/// The DEFENDER shows a unit for the moment, or nobody any more.
pub fn show(turn: &mut impl Turn<Asl>, cast: Dr, unit: Option<Piece>) {
    let Some(piece) = unit else { return turn.push(Step::Below(Below::Verdict(cast))) };
    let shown = turn.position().unit(piece).copied();
    place(turn, B8_42J, piece);
    if let Some((kind, at)) = shown.and_then(|unit| Some((unit.kind, unit.at?))) {
        let side = turn.position().attacker.other();
        turn.report(B8_42J, Audience::All, BelowReport::ShownFor { side, kind, at }.into());
    }
    ask_to_show(turn, Dr { shown: cast.shown.with(piece), ..cast });
}

/// Settles the dr for the whole stack.
pub fn verdict(turn: &mut impl Turn<Asl>, cast: Dr) {
    let eyes = AslEyes::open(turn.setting(), turn.position());
    let (side, at) = (eyes.attacker(), cast.at);
    let now = conditions(eyes, &cast);
    let result = now.result(cast.dr);
    let drm = Modifiers::of(&now);
    let stack: Group = eyes.at(side, at).map(|(piece, _)| piece).collect();
    let (clause, flag) = match result {
        Emergence::MayEmerge => (B8_42B, Flag::MayEmerge),
        Emergence::Stays => (B8_42C, Flag::Stays),
        Emergence::Discovered => (B8_42D, Flag::Discovered),
    };
    let report = BelowReport::Emergence { side, at, dr: cast.dr, drm, total: final_dr(&cast, &now), result };
    turn.report(B8_42A, Audience::All, report.into());
    for unit in stack.iter() {
        turn.change(clause, Change::Flag { unit, flag, on: true });
    }
}
