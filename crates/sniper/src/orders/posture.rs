//! Taking a posture (SNP-B4, 39.11, 39.31).

use rules::scene::OrderText;
use rules::{Enumeration, OrderKind, Piece, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::planned::{Planned, planned};
use crate::orders;
use crate::orders::plots::{is_time_to_plot, men, write};
use crate::printed::clause::{B4, B5, B26, B34, S39_11, S39_31};
use crate::printed::words::Posture;
use crate::setting::Setting;
use crate::setting::entering::posture_cost;
use crate::state::Sniper;
use crate::state::plot::Plot;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::SniperEyes;
use crate::view::fact::Fact;

impl OrderKind<Sniper> for orders::Posture {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        is_time_to_plot(step)
    }

    #[inline]
    fn legal(&self, Prompt { eyes, .. }: Prompt<'_, Sniper>) -> Result<(), Refusal> {
        may_take(eyes.setting(), &planned(eyes, self.man)?, self.to)
    }

    /// Writes no posture if he already has it.
    #[inline]
    fn resolve(&self, resolver: &mut impl Resolver<Sniper>, _: Side, _: Step) {
        let to = self.to;
        write(resolver, self.man, |_, man| Some(Plot { posture: (to != man.posture).then_some(to), ..man.plot }));
    }

    fn describe(&self, reader: Reader<'_, Sniper>) -> OrderText {
        let (verb, does, clause) = match self.to {
            Posture::Standing if is_leaning(reader, self.man) => {
                ("Draw back", "draws back from the door or window", B34)
            }
            Posture::Standing => ("Stand up", "stands up", B4),
            Posture::Prone => ("Lie down", "lies down", B4),
            Posture::Ducked => ("Duck", "ducks under the manhole cover", S39_11),
            Posture::Leaning if reader.place(self.man).is_some_and(|at| reader.setting.is_on_surface(at)) => {
                ("Lean out", "leans out of the door or window", B34)
            }
            Posture::Leaning => ("Lean out", "leans out of the manhole", S39_11),
        };
        OrderText::new(verb, format!("{} {does}.", reader.man(self.man)), clause).about([self.man])
    }

    fn wellformed_orders(eyes: SniperEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        for man in men(eyes) {
            Posture::ALL.into_iter().for_each(|to| sink(orders::Posture { man, to }));
        }
    }
}

fn is_leaning(reader: Reader<'_, Sniper>, man: Piece) -> bool {
    let leans = |fact: &Fact| matches!(fact, Fact::Man { piece, posture: Posture::Leaning, .. } if *piece == man);
    reader.facts.iter().any(leans)
}

/// Checks that a man can take a posture first (SNP-B4, 39.11, 39.31, SNP-B34).
///
/// # Errors
/// Refuses if the posture is impossible in this place or for a stunned man, already his, or too expensive, or later parts of the plot exist.
#[inline]
pub fn may_take(setting: &Setting, planned: &Planned<'_>, to: Posture) -> Result<(), Refusal> {
    may_still_take(planned)?;
    let middle = setting.is_middle(planned.at);
    S39_31.forbids(middle && to == Posture::Prone, "a man at middle level can't lie down")?;
    S39_11
        .forbids(middle && to == Posture::Standing, "a man at middle level can't stand: plot “Duck” or “Lean out”")?;
    S39_11.forbids(!middle && to == Posture::Ducked, "a man can duck only at middle level")?;
    let stands_up = to == Posture::Standing && planned.man.posture == Posture::Prone;
    B26.forbids(stands_up && planned.man.is_stunned(), "a stunned man can't stand up")?;
    if !middle && to == Posture::Leaning {
        let aperture = B34.is_in_force() && setting.spot(planned.at).is_some_and(|spot| spot.apertures);
        S39_11.forbids(!aperture, "a man can lean out only at a manhole, a door or a window")?;
        B34.forbids(planned.man.posture == Posture::Prone, "a prone man can't lean out: plot “Stand up” first")?;
    }
    B4.forbids(to == planned.posture, "this man already has that posture, or it is plotted for him")?;
    let cost = posture_cost(setting, planned.man.posture, to);
    B5.forbids(cost > planned.points, "this man doesn't have enough movement points")
}

/// Checks that a man's posture may still be plotted.
///
/// # Errors
/// Refuses if later parts of the plot exist.
#[inline]
pub fn may_still_take(planned: &Planned<'_>) -> Result<(), Refusal> {
    let plot = &planned.man.plot;
    B4.forbids(
        !plot.path.is_empty() || plot.act.is_some() || plot.prepare.is_some(),
        "posture must be plotted before movement and action: clear this man's plot first",
    )
}
