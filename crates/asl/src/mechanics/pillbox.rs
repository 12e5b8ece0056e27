//! Entry into pillboxes, and their destruction (ASL-A69, ASL-A70).

use board::LocationId;
use rules::{Audience, PieceSet, Refusal, Resolver, Side};

use crate::mechanics::{concealment, morale, rubble, stack};
use crate::printed::clause::{A69, A70, B8_63A};
use crate::setting::Place;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::report::Report;
use crate::state::report::below::BelowReport;
use crate::state::report::fights::FightReport;
use crate::view::AslEyes;

/// Returns whether a Location is the inside of a pillbox.
#[inline]
#[must_use]
pub fn is_inside(eyes: AslEyes<'_>, at: LocationId) -> bool {
    eyes.setting().place(at) == Some(Place::Pillbox)
}

/// Checks that units may go into a Location if it is a pillbox: not if an enemy is in it or in its hex, nor if it is
/// full.
#[inline]
pub fn may_enter(eyes: AslEyes<'_>, side: Side, units: PieceSet, to: LocationId, advance: bool) -> Result<(), Refusal> {
    if !is_inside(eyes, to) {
        return Ok(());
    }
    let enemy = side.other();
    // In its Movement Phase a stack may find out what a "?" is.
    let held = if advance { eyes.holds(enemy, to) } else { eyes.at(enemy, to).next().is_some() };
    A70.forbids(held, "units can't enter a pillbox that an enemy holds")?;
    let outside = eyes.spot(to)?.ground;
    A70.forbids(eyes.holds(enemy, outside), "units can't enter a pillbox while an enemy is in its hex")?;
    let small = eyes.setting().pillbox(to).is_some_and(|pillbox| pillbox.capacity.is_some());
    A69.forbids(small && stack::excess_with(eyes, side, to, units) > 0, "the pillbox has no room for these units")
}

/// Returns whether an unseen enemy in a pillbox stops an advance into it. One such unit is shown.
pub fn is_shut(resolver: &mut impl Resolver<Asl>, side: Side, to: LocationId) -> bool {
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    if !is_inside(eyes, to) || !A70.is_in_force() {
        return false;
    }
    let holders = eyes.of(side.other()).men().at(to).group();
    if holders.is_empty() {
        return false;
    }
    let shown = morale::select(resolver, holders, 1);
    concealment::show(resolver, shown);
    resolver.report(A70, Audience::All, Report::Barred { side, at: to });
    true
}

/// Destroys a pillbox: all in it are eliminated, and a tunnel that ends in it is gone (B30.92, B8.63a). Of the tunnel only
/// its side is told.
pub fn destroy(resolver: &mut impl Resolver<Asl>, by: Side, at: LocationId, kia: u8) {
    resolver.report(A69, Audience::All, FightReport::Destroyed { at, kia }.into());
    rubble::bury_all(resolver, A69, |place| place == at);
    resolver.change(A69, Change::Ruined { at });
    for side in Side::BOTH {
        let ends = |tunnel: &crate::state::position::Tunnel| !tunnel.gone && tunnel.ends.contains(&at);
        let tunnels = resolver.position().tunnels[side].iter();
        let gone: arrayvec::ArrayVec<u8, 8> =
            (0u8..).zip(tunnels).filter(|(_, tunnel)| ends(tunnel)).map(|(n, _)| n).take(8).collect();
        for tunnel in gone {
            let report = BelowReport::TunnelDestroyed { side: by, at };
            resolver.report(B8_63A, Audience::Only(side), report.into());
            resolver.change(B8_63A, Change::TunnelGone { side, tunnel });
        }
    }
}
