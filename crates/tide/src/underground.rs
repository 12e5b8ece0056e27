//! The sewers: going below, advancing there, emerging, and the assault from below (TOI-S1 to TOI-S16).

use board::LocationId;
use rules::{Audience, Group, Piece, Refusal, Side, Turn};

use crate::Tide;
use crate::change::{Change, Report};
use crate::clause::{B3, E1, I2, S1, S2, S3, S4, S5, S6, S7, S8, S9, S10, S11, S12, S13};
use crate::eyes::TideEyes;
use crate::melee;
use crate::position::{Action, Card, SOVIET, Sheet, Squad};
use crate::setting::{Options, Setting};
use crate::tables::{GO_BELOW, STACK};
use crate::turn::Step;

/// Exit range in hexes with so many squares covered: the lowest number still free, or the last one (TOI-S11).
#[must_use]
pub fn exit_range(options: &Options, covered: u8) -> u8 {
    let open = if S11.is_in_force() { usize::from(covered) } else { 0 };
    options.track.get(open).or(options.track.last()).copied().unwrap_or(0)
}

/// Whether a token hex is within a squad's exit range of its own marker, counted straight (TOI-E1).
fn in_range(setting: &Setting, sheet: &Sheet, at: LocationId) -> bool {
    let range = if E1.is_in_force() { exit_range(&setting.options, sheet.covered) } else { 0 };
    setting.distance(sheet.entrance, at) <= u16::from(range)
}

/// Whether the activated squad can go below here.
///
/// # Errors
/// The refusal with its clause.
pub fn may_go_below(eyes: TideEyes<'_>, side: Side) -> Result<(), Refusal> {
    S2.forbids(side != SOVIET, "only Soviet squads know the sewers")?;
    S1.forbids(eyes.setting().options.sewer_cards == 0, "this scenario has no sewer rule")?;
    let Some(active) = eyes.active() else {
        return Err(Refusal::new(B3, "no squad is moving"));
    };
    let movement = matches!(active.action, Action::Advance | Action::FireAndMovement);
    S2.forbids(!movement, "a squad goes below in an Advance or in Fire and Movement")?;
    let squad = eyes.own(side, active.piece)?;
    let Some(at) = squad.on() else {
        return Err(Refusal::new(S2, "it is below already"));
    };
    let spot = eyes.spot(at)?;
    S2.forbids(!spot.sewer, "there is no sewer token in its hex")?;
    S3.forbids(spot.level > 0, "a squad goes below from the ground floor only")?;
    S2.forbids(active.mp_left < GO_BELOW, "it has no movement point left")
}

/// Whether the activated squad can go below onto a card.
///
/// # Errors
/// The refusal with its clause.
pub fn may_enter(eyes: TideEyes<'_>, side: Side, card: Card) -> Result<(), Refusal> {
    may_go_below(eyes, side)?;
    S1.forbids(card.index() >= usize::from(eyes.setting().options.sewer_cards), "the scenario has no such card")?;
    S4.forbids(eyes.holder(card).is_some(), "another squad is on this card")
}

/// Goes below: onto the card (TOI-S4), marker (TOI-S5), first token (TOI-S6).
pub fn enter(turn: &mut impl Turn<Tide>, card: Card) {
    let position = turn.position();
    let Some(unit) = position.active.map(|active| active.piece) else {
        return;
    };
    let Some(at) = position.squad(unit).and_then(Squad::on) else {
        return;
    };
    let told = if turn.setting().options.hidden_sewers { Audience::Only(SOVIET) } else { Audience::All };
    turn.report(S2, told, Report::EnteredBelow { unit, card, at });
    turn.change(S6, Change::Done);
    turn.change(S4, Change::WentBelow { unit, card });
    turn.change(S5, Change::Marker { card, at });
    turn.change(S6, Change::Squares { card, covered: 1, fatigued: true });
}

/// A fresh squad of this side that is below.
///
/// # Errors
/// When it is on the board (TOI-S9) or fatigued (TOI-S8).
pub fn fresh_below(eyes: TideEyes<'_>, side: Side, unit: Piece) -> Result<(Card, Sheet), Refusal> {
    let squad = eyes.own(side, unit)?;
    let Some((card, sheet)) = squad.below().and_then(|card| Some((card, *eyes.sheet(card)?))) else {
        return Err(Refusal::new(S9, "this squad is not in the sewer"));
    };
    S8.forbids(sheet.fatigued, "its last token shows fatigue: it has acted in this round")?;
    Ok((card, sheet))
}

/// Whether a squad below can advance.
///
/// # Errors
/// The refusal with its clause.
pub fn may_advance(eyes: TideEyes<'_>, side: Side, unit: Piece) -> Result<(Card, Sheet), Refusal> {
    let (card, sheet) = fresh_below(eyes, side, unit)?;
    let full = usize::from(sheet.covered) >= eyes.setting().options.track.len();
    S10.forbids(full, "all squares of its card are covered")?;
    Ok((card, sheet))
}

/// Covers the next square (TOI-S10), or only turns the last token (TOI-S9).
pub fn act_below(turn: &mut impl Turn<Tide>, side: Side, unit: Piece, advance: bool) {
    let eyes = TideEyes::open(turn.setting(), turn.position());
    let Ok((card, sheet)) = fresh_below(eyes, side, unit) else {
        return;
    };
    let covered = sheet.covered.saturating_add(u8::from(advance));
    if turn.setting().options.hidden_sewers {
        turn.report(S9, Audience::All, Report::ActedBelow { side });
    }
    let clause = if advance { S10 } else { S9 };
    turn.change(clause, Change::Squares { card, covered, fatigued: true });
}

/// A way out for a squad below: its card, if the hex can be reached.
fn way_out(
    eyes: TideEyes<'_>,
    side: Side,
    unit: Piece,
    at: LocationId,
    clause: rules::Clause,
) -> Result<Card, Refusal> {
    let (card, sheet) = fresh_below(eyes, side, unit)?;
    let spot = eyes.spot(at)?;
    clause.forbids(!spot.sewer, "there is no sewer token")?;
    clause.forbids(
        !in_range(eyes.setting(), &sheet, at),
        "this is farther from its entrance marker than its exit range",
    )?;
    Ok(card)
}

/// Whether an enemy stands in the hex, on any floor.
fn enemy_in_hex(eyes: TideEyes<'_>, side: Side, at: LocationId) -> bool {
    let hex = |at| eyes.setting().spot(at).map(|spot| spot.hex);
    let here = hex(at);
    eyes.standing(side.other()).any(|(_, squad)| squad.on().and_then(hex) == here && here.is_some())
}

/// Whether a squad below can emerge in a hex.
///
/// # Errors
/// The refusal with its clause.
pub fn may_emerge(eyes: TideEyes<'_>, side: Side, unit: Piece, at: LocationId) -> Result<(), Refusal> {
    way_out(eyes, side, unit, at, S12)?;
    S12.forbids(eyes.spot(at)?.level > 0, "the way out is on the ground")?;
    // Enemies above the ground floor are not in the way.
    let barred = if I2.is_in_force() { melee::holds(eyes, side.other(), at) } else { enemy_in_hex(eyes, side, at) };
    S12.forbids(barred, "the enemy stands there; it can be assaulted from the sewer")?;
    S12.forbids(eyes.of_side_on(side, at).count() >= STACK, "three squads stand there already")
}

/// Comes up (TOI-S12); an action follows.
pub fn emerge(turn: &mut impl Turn<Tide>, unit: Piece, at: LocationId) {
    let card = turn.position().squad(unit).and_then(Squad::below);
    turn.change(S12, Change::Placed { unit, at });
    if let Some(card) = card {
        turn.change(S12, Change::Returned { card });
    }
    turn.change(S12, Change::Activated { unit, action: Action::Emerge, mp: 0 });
    if S12.is_in_force() {
        turn.push(Step::EndActivation);
        turn.push(Step::AfterEmerging);
    }
}

/// Whether a squad below can assault a hex.
///
/// # Errors
/// The refusal with its clause.
pub fn may_assault(eyes: TideEyes<'_>, side: Side, unit: Piece, at: LocationId) -> Result<(), Refusal> {
    way_out(eyes, side, unit, at, S13)?;
    let heavy = eyes.own(side, unit)?.figures.is_heavy();
    S13.forbids(heavy, "a squad with a heavy weapon does not assault")?;
    let enemy = melee::holds(eyes, side.other(), at);
    if eyes.spot(at)?.level > 0 {
        I2.forbids(enemy, "an enemy on an upper floor cannot be assaulted from the sewer")?;
        S13.forbids(true, "the way out is on the ground")?;
    }
    if !enemy {
        I2.forbids(enemy_in_hex(eyes, side, at), "the enemy there is on upper floors only")?;
        S13.forbids(true, "no enemy stands there")?;
    }
    Ok(())
}

/// Assaults from the sewer: the marker moves and the card is cleared (TOI-S13), unseen where the sewers are hidden
/// (TOI-S5).
pub fn assault(turn: &mut impl Turn<Tide>, unit: Piece, at: LocationId, with: Group) {
    let Some(card) = turn.position().squad(unit).and_then(Squad::below) else {
        return;
    };
    let action = if turn.setting().hides_below() { Action::UnseenAssault } else { Action::SewerAssault };
    turn.change(S13, Change::Marker { card, at });
    turn.change(S13, Change::Activated { unit, action, mp: 0 });
    turn.push(Step::EndActivation);
    melee::assault(turn, unit, at, with, true);
}

/// The Status Phase below: every token is turned and stays (TOI-S7).
pub fn turn_tokens(turn: &mut impl Turn<Tide>) {
    for card in Card::ALL {
        let sheet = turn.position().cards[card.index()];
        if let Some(sheet) = sheet.filter(|sheet| sheet.fatigued) {
            turn.change(S7, Change::Squares { card, covered: sheet.covered, fatigued: false });
        }
    }
}

/// The cards that lie empty with the owner, as its side sees them.
pub fn empty_cards(eyes: TideEyes<'_>) -> impl Iterator<Item = Card> {
    eyes.setting().cards().filter(move |card| eyes.holder(*card).is_none())
}
