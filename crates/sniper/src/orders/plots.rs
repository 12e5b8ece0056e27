//! What all orders share that write a man's plot (SNP-B2).

use board::LocationId;
use rules::{Piece, Prompt, Refusal, Resolver};

use crate::mechanics::planned::{self, Planned};
use crate::printed::clause::{B2, B19};
use crate::setting::Setting;
use crate::state::Sniper;
use crate::state::change::Change;
use crate::state::man::Man;
use crate::state::plot::Plot;
use crate::state::step::Step;
use crate::view::SniperEyes;

/// Nobody plots before all are placed.
///
/// # Errors
/// When men are being placed.
#[inline]
pub fn is_time_to_plot(step: Step) -> Result<(), Refusal> {
    if step == Step::SetUp {
        Err(Refusal::new(B19, "men can't be plotted for during set-up: place them, then choose “Ready”"))
    } else {
        Ok(())
    }
}

/// A man who can be plotted for now, as far as drafts lead on from him.
#[inline]
pub fn plotting<'a>(Prompt { eyes, step, .. }: Prompt<'a, Sniper>, man: Piece) -> Option<Planned<'a>> {
    if step == Step::SetUp { None } else { planned::planned(eyes, man).ok() }
}

/// Writes what a checked order makes of a man's plot.
#[inline]
pub fn write(resolver: &mut impl Resolver<Sniper>, piece: Piece, plotted: impl FnOnce(&Setting, &Man) -> Option<Plot>) {
    let man = resolver.position().man(piece);
    if let Some(plot) = man.and_then(|man| plotted(resolver.setting(), man)) {
        resolver.change(B2, Change::Plot { man: piece, plot });
    }
}

/// The men and dummies that a seat can write orders about: all in sight, and the side's own.
pub fn men(eyes: SniperEyes<'_>) -> impl Iterator<Item = Piece> {
    eyes.men().map(|(man, _, _)| man)
}

/// Each of them with each place.
pub fn men_and_places(eyes: SniperEyes<'_>) -> impl Iterator<Item = (Piece, LocationId)> {
    men(eyes).flat_map(move |man| eyes.setting().board.location_ids().map(move |at| (man, at)))
}
