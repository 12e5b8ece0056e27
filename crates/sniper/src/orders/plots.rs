//! Code shared by all orders that write a man's plot (SNP-B2).

use board::LocationId;
use rules::{Enumeration, GamePlay, Piece, Prompt, Refusal, Resolver};

use crate::mechanics::planned::{self, Planned};
use crate::orders::Order;
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

/// Lists the places of the board.
pub fn places(eyes: SniperEyes<'_>) -> impl Iterator<Item = LocationId> {
    eyes.setting().board.location_ids()
}

/// Enumerates the orders of one verb. For [`EachKind`](Enumeration::EachKind) it is one for each of the seat's own men: a
/// legal one if there is any, else the one whose refusal explains why.
pub fn each_man<O, I>(eyes: SniperEyes<'_>, which: Enumeration, of: impl Fn(Piece) -> I, sink: &mut dyn FnMut(O))
where
    O: Copy + Into<Order>,
    I: Iterator<Item = O>,
{
    match which {
        Enumeration::All => men(eyes).flat_map(of).for_each(sink),
        Enumeration::EachKind => eyes.own().filter_map(|(man, _, _)| explaining(eyes, of(man))).for_each(sink),
    }
}

/// Returns the first of these orders that is legal, or else the one whose [refusal](Refusal::rank) comes first.
fn explaining<O: Copy + Into<Order>>(eyes: SniperEyes<'_>, orders: impl Iterator<Item = O>) -> Option<O> {
    let mut refused: Option<(O, Refusal)> = None;
    for order in orders {
        let Err(refusal) = Sniper::check(eyes, &order.into()) else { return Some(order) };
        if refused.as_ref().is_none_or(|(_, first)| refusal.rank() < first.rank()) {
            refused = Some((order, refusal));
        }
    }
    refused.map(|(order, _)| order)
}
