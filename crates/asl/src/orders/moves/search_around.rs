//! Order `search_around`: a moving stack ends its move with a search of its hex and of some around it (ASL-A57).

use arrayvec::ArrayVec;
use board::{HexId, LocationId};
use rules::scene::OrderText;
use rules::{Audience, Enumeration, FaceClasses, OfferSink, OrderKind, Pool, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::searching::{casualties, find, modifier, tire};
use crate::mechanics::{concealment, first_fire};
use crate::orders::SearchAround;
use crate::orders::timing::only;
use crate::printed::clause::{A4, A57};
use crate::printed::flags::Flag;
use crate::printed::terrain::MF;
use crate::printed::words::Pace;
use crate::state::Asl;
use crate::state::around::{Around, SIX};
use crate::state::fight::Fight;
use crate::state::position::Moving;
use crate::state::report::Report;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::AslEyes;

impl OrderKind<Asl> for SearchAround {
    const SURE: bool = false;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        only(matches!(step, Step::StepOn), A57, "only moving units search the hexes around them")
    }

    fn legal(&self, Prompt { eyes, .. }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        may_search(eyes, &self.at)
    }

    /// Rolls for the number of hexes that are not searched: the last of the list fall away first. Fire at the searchers
    /// comes after that.
    fn resolve(&self, resolver: &mut impl Resolver<Asl>, side: Side, _: Step) {
        let eyes = AslEyes::open(resolver.setting(), resolver.position());
        let (Some(moving), Some(from)) = (eyes.moving(), eyes.moving_at()) else { return };
        let searchers = eyes.of(side).men().only(moving.units);
        let men = searchers.group();
        let tired = i16::from(!searchers.bearing(Flag::Cx).is_empty());
        let drm = modifier(searchers) + tired;
        resolver.push(Step::CarryOn);
        let mf_left = moving.mf_left.saturating_sub(MF);
        resolver.change(A4, Moving { mf_left, spent: MF, ..moving }.into());
        let dr = resolver.roll(Pool::open(1, FaceClasses::SUM, "search", A57)).sum();
        let missed = usize::try_from(dr as i16 + drm).unwrap_or(0).min(SIX);
        let searched = Around::of(self.at.places().iter().copied().take(SIX - missed));
        if resolver.is_heard() {
            let (dr, drm, searched) = (dr as u8, drm as i8, searched.places().to_vec());
            resolver.report(A57, Audience::All, Report::SearchesAround { at: from, dr, drm, searched });
        }
        let setting = resolver.setting();
        let hexes: ArrayVec<HexId, { SIX + 1 }> =
            std::iter::once(from).chain(searched.places().iter().copied()).filter_map(|at| setting.hex(at)).collect();
        find(resolver, side, &hexes);
        tire(resolver, moving.units, &[Flag::Ti, Flag::Stopped]);
        casualties(resolver, side, men, &hexes);
        match concealment::acts(resolver, side, moving.units) {
            Some(challenge) => {
                resolver.push(Fight::Entered.into());
                resolver.push(challenge.into());
            }
            None => first_fire::watch(resolver),
        }
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let places: Vec<String> = self.at.places().iter().map(|at| reader.at(*at)).collect();
        let sentence = format!("End the move and search here, then {}, as far as the dr allows.", places.join(", "));
        OrderText::new("Search around", sentence, A57).at(self.at.places().iter().copied())
    }

    fn wellformed_orders(eyes: AslEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        sink(SearchAround { at: Around::of(std::iter::empty()) });
        each(eyes, &mut |at| sink(SearchAround { at }));
    }
}

/// Lists the searches that are offered: of all hexes around, beginning with each of them. Any other order can be given.
pub fn each(eyes: AslEyes<'_>, sink: &mut dyn FnMut(Around)) {
    let Some(from) = eyes.moving_at() else { return };
    let hexes = eyes.setting().around(from);
    for first in 0..hexes.len() {
        sink(beginning_with(hexes, first));
    }
}

/// Lists the same searches, if the moving units can search any hexes.
#[inline]
pub fn offers(eyes: AslEyes<'_>, moving: &Moving, from: LocationId, sink: &mut impl OfferSink<Asl>) {
    const FIRST: [usize; SIX] = [0, 1, 2, 3, 4, 5];
    if may_begin(eyes, moving).is_ok() {
        let hexes = eyes.setting().around(from);
        let firsts = FIRST.get(..hexes.len()).unwrap_or(&FIRST);
        sink.each(firsts, |first| SearchAround { at: beginning_with(hexes, first) });
    }
}

/// Returns all hexes around, in their order from this one on.
fn beginning_with(hexes: &[LocationId], first: usize) -> Around {
    Around::of(hexes.iter().copied().cycle().skip(first).take(hexes.len()))
}

/// Checks that the moving units can search these hexes.
pub fn may_search(eyes: AslEyes<'_>, around: &Around) -> Result<(), Refusal> {
    let (Some(moving), Some(from)) = (eyes.moving(), eyes.moving_at()) else {
        return Err(Refusal::new(A57, "no unit is moving"));
    };
    may_begin(eyes, &moving)?;
    let hexes = eyes.setting().around(from);
    let places = around.places();
    let far = places.is_empty() || places.iter().any(|at| !hexes.contains(at));
    A57.forbids(far, "name hexes around the units that they could enter")?;
    let twice = places.iter().enumerate().any(|(n, at)| places.iter().take(n).any(|other| other == at));
    A57.forbids(twice, "name each hex only once")
}

/// Checks that the moving units can search any hexes.
#[inline]
pub fn may_begin(eyes: AslEyes<'_>, moving: &Moving) -> Result<(), Refusal> {
    let mut units = moving.units.iter().filter_map(|piece| eyes.unit(piece));
    A57.forbids(!units.any(|unit| unit.kind.is_mmc()), "only a stack with a squad or half-squad can search")?;
    let pinned = moving.units.iter().any(|piece| eyes.unit(piece).is_some_and(|unit| unit.is(Flag::Pinned)));
    A57.forbids(pinned, "pinned units can't search")?;
    A57.forbids(moving.pace == Pace::Assault, "units that use Assault Movement can't search")?;
    A57.forbids(moving.pace == Pace::Berserk, "berserk units don't search")?;
    A57.forbids(moving.mf_left < MF, "to search costs 1 MF, and these units have none left")
}
