//! Code shared by all orders that write a man's plot (SNP-B2).

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

/// Checks that set-up is over: men are placed before any plot is written.
///
/// # Errors
/// Refuses during set-up.
#[inline]
pub fn is_time_to_plot(step: Step) -> Result<(), Refusal> {
    if step == Step::SetUp {
        Err(Refusal::new(B19, "men can't be plotted for during set-up: place them, then choose “Ready”"))
    } else {
        Ok(())
    }
}

/// Returns the man to plot for, if this is the time for plots and he may be plotted for.
#[inline]
pub fn plotting<'a>(Prompt { eyes, step, .. }: Prompt<'a, Sniper>, man: Piece) -> Option<Planned<'a>> {
    if step == Step::SetUp { None } else { planned::planned(eyes, man).ok() }
}

/// Writes the plot that follows from a checked order.
#[inline]
pub fn write(resolver: &mut impl Resolver<Sniper>, piece: Piece, plotted: impl FnOnce(&Setting, &Man) -> Option<Plot>) {
    let man = resolver.position().man(piece);
    if let Some(plot) = man.and_then(|man| plotted(resolver.setting(), man)) {
        resolver.change(B2, Change::Plot { man: piece, plot });
    }
}

/// Lists the men and dummies a seat can name in orders: all in sight, and its own.
pub fn men(eyes: SniperEyes<'_>) -> impl Iterator<Item = Piece> {
    eyes.men().map(|(man, _, _)| man)
}

/// Lists each of these men with each place of the board.
pub fn men_and_places(eyes: SniperEyes<'_>) -> impl Iterator<Item = (Piece, LocationId)> {
    men(eyes).flat_map(move |man| eyes.setting().board.location_ids().map(move |at| (man, at)))
}
