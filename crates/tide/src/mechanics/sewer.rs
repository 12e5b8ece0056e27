//! Sewers: going below, advancing there, emerging, and assaults from below (TOI-S1 to TOI-S16).

use board::LocationId;
use rules::{Audience, Piece, Refusal, Resolver, Side};

use crate::printed::clause::{B3, E1, S1, S2, S3, S7, S8, S9, S10};
use crate::printed::tables::GO_BELOW;
use crate::printed::words::{Action, Card, SOVIET};
use crate::setting::{Setting, exit_range};
use crate::state::Tide;
use crate::state::change::Change;
use crate::state::position::Sheet;
use crate::state::report::Report;
use crate::view::eyes::TideEyes;

/// Whether a hex is within the exit range of a squad's entrance marker (TOI-E1).
pub fn in_range(setting: &Setting, sheet: &Sheet, at: LocationId) -> bool {
    let range = if E1.is_in_force() { exit_range(&setting.options, sheet.covered) } else { 0 };
    setting.distance(sheet.entrance, at) <= u16::from(range)
}

/// Checks that the activated squad can go below in its hex.
///
/// # Errors
/// - If the side is German or the scenario has no sewer cards.
/// - If no squad is activated for an Advance or for Fire and Movement.
/// - If the squad is not on the ground floor of a hex with a sewer token.
/// - If it has no movement points left.
pub fn may_go_below(eyes: TideEyes<'_>, side: Side) -> Result<(), Refusal> {
    S2.forbids(side != SOVIET, "only Soviet squads can go below")?;
    S1.forbids(
        eyes.setting().options.sewer_cards == 0,
        "squads can't go below in this scenario: it has no sewer rule",
    )?;
    let Some(active) = eyes.active() else {
        return Err(Refusal::new(B3, "no squad is activated"));
    };
    let movement = matches!(active.action, Action::Advance | Action::FireAndMovement);
    S2.forbids(!movement, "a squad can go below only in an Advance or in Fire and Movement")?;
    let squad = eyes.own(side, active.piece)?;
    let Some(at) = squad.on() else {
        return Err(Refusal::new(S2, "this squad is already in the sewer"));
    };
    let spot = eyes.spot(at)?;
    S2.forbids(!spot.sewer, "this squad can't go below because its hex has no sewer token")?;
    S3.forbids(spot.level > 0, "a squad can go below only from the ground floor")?;
    S2.forbids(active.mp_left < GO_BELOW, "this squad can't go below because it has no movement points left")
}

/// Returns the card of a fresh squad of this side below.
///
/// # Errors
/// - If the squad is on the board (TOI-S9).
/// - If it is fatigued (TOI-S8).
pub fn fresh_below(eyes: TideEyes<'_>, side: Side, unit: Piece) -> Result<(Card, Sheet), Refusal> {
    let squad = eyes.own(side, unit)?;
    let Some((card, sheet)) = squad.below().and_then(|card| Some((card, *eyes.sheet(card)?))) else {
        return Err(Refusal::new(S9, "this squad is not in the sewer"));
    };
    S8.forbids(sheet.fatigued, "this squad is fatigued and can't act again this round")?;
    Ok((card, sheet))
}

/// Covers the next square (TOI-S10) or only turns the last token (TOI-S9).
pub fn act_below(resolver: &mut impl Resolver<Tide>, side: Side, unit: Piece, advance: bool) {
    let eyes = TideEyes::open(resolver.setting(), resolver.position());
    let Ok((card, sheet)) = fresh_below(eyes, side, unit) else {
        return;
    };
    let covered = sheet.covered.saturating_add(u8::from(advance));
    if resolver.setting().options.hidden_sewers {
        resolver.report(S9, Audience::All, Report::ActedBelow { side });
    }
    let clause = if advance { S10 } else { S9 };
    resolver.change(clause, Change::Squares { card, covered, fatigued: true });
}

/// Returns the card of a squad below, if it can come out in a hex.
pub fn way_out(
    eyes: TideEyes<'_>,
    side: Side,
    unit: Piece,
    at: LocationId,
    clause: rules::Clause,
) -> Result<Card, Refusal> {
    let (card, sheet) = fresh_below(eyes, side, unit)?;
    let spot = eyes.spot(at)?;
    clause.forbids(!spot.sewer, "a squad can leave the sewer only on a hex with a sewer token")?;
    clause.forbids(
        !in_range(eyes.setting(), &sheet, at),
        "this hex is beyond the squad's exit range from its entrance marker",
    )?;
    Ok(card)
}

/// Whether an enemy squad is in the hex, on any floor.
pub fn enemy_in_hex(eyes: TideEyes<'_>, side: Side, at: LocationId) -> bool {
    let hex = |at| eyes.setting().spot(at).map(|spot| spot.hex);
    let here = hex(at);
    eyes.standing(side.other()).any(|(_, squad)| squad.on().and_then(hex) == here && here.is_some())
}

/// Turns all tokens below in the Status Phase; they stay on their cards (TOI-S7).
pub fn turn_tokens(resolver: &mut impl Resolver<Tide>) {
    for card in Card::ALL {
        let sheet = resolver.position().cards[card.index()];
        if let Some(sheet) = sheet.filter(|sheet| sheet.fatigued) {
            resolver.change(S7, Change::Squares { card, covered: sheet.covered, fatigued: false });
        }
    }
}

/// Lists the cards without a squad, as far as the seat sees.
pub fn empty_cards(eyes: TideEyes<'_>) -> impl Iterator<Item = Card> {
    eyes.setting().cards().filter(move |card| eyes.holder(*card).is_none())
}
