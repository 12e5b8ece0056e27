//! Order to transfer figures between two squads (TOI-B33).

use rules::scene::OrderText;
use rules::speech::capitalized;
use rules::{DraftKind, Enumeration, OfferSink, OrderKind, Piece, PieceSet, Prompt, Reader, Refusal, Resolver, Side};

use crate::orders::timing::{pieces, untimely};
use crate::orders::{Transfer, TransferBetween};
use crate::printed::clause::B33;
use crate::printed::figures::Figures;
use crate::printed::tables::PLACES;
use crate::printed::words::State;
use crate::state::Tide;
use crate::state::change::Change;
use crate::state::squad::Squad;
use crate::state::step::Step;
use crate::text::names::{self, Names};
use crate::view::eyes::TideEyes;

/// Returns a squad of this side that can transfer figures.
///
/// # Errors
/// If it is in the sewer, pinned or disrupted, or has transferred figures in this phase.
fn able(eyes: TideEyes<'_>, side: Side, unit: Piece, done: PieceSet) -> Result<&Squad, Refusal> {
    let squad = eyes.own(side, unit)?;
    if squad.on().is_none() {
        return Err(Refusal::new(B33, "a squad in the sewer can't transfer figures"));
    }
    B33.forbids(squad.state != State::Steady, "a pinned or disrupted squad can't transfer figures")?;
    B33.forbids(done.has(unit), "a squad can transfer figures only once in a phase")?;
    Ok(squad)
}

/// Returns the figures of two squads that can transfer figures to each other.
///
/// # Errors
/// If one of them can't transfer figures, or they are not two squads in one Location.
fn pool(eyes: TideEyes<'_>, side: Side, done: PieceSet, [unit, other]: [Piece; 2]) -> Result<[Figures; 2], Refusal> {
    let [one, two] = [able(eyes, side, unit, done)?, able(eyes, side, other, done)?];
    if unit == other {
        return Err(Refusal::new(B33, "a squad can't transfer figures to itself"));
    }
    B33.forbids(one.on() != two.on(), "figures can be transferred only between squads in one Location")?;
    Ok([one.figures, two.figures])
}

/// Lists the pairs of squads that can transfer figures, each in both orders.
pub fn pairs(eyes: TideEyes<'_>, side: Side, done: PieceSet) -> impl Iterator<Item = (Piece, Piece)> {
    let able = move |(unit, squad): (Piece, &_)| {
        let squad: &Squad = squad;
        (squad.state == State::Steady && !done.has(unit)).then_some((unit, squad.place))
    };
    let squads = eyes.standing(side).filter_map(able);
    squads
        .clone()
        .flat_map(move |(unit, place)| {
            let mates = squads.clone().filter(move |(other, there)| *other != unit && *there == place);
            mates.map(move |(other, _)| (unit, other))
        })
        .filter(move |(unit, other)| can_change(eyes, *unit, *other))
}

/// Lists all subsets of figures.
fn parts(whole: Figures) -> impl Iterator<Item = Figures> {
    let upto = |most: u8| 0..=most;
    upto(whole.regular).flat_map(move |regular| {
        upto(whole.elite).flat_map(move |elite| {
            upto(whole.officer).flat_map(move |officer| {
                upto(whole.mg_crew).map(move |mg_crew| Figures { regular, elite, officer, mg_crew })
            })
        })
    })
}

impl OrderKind<Tide> for Transfer {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        if matches!(step, Step::Transfer { .. }) { Ok(()) } else { Err(untimely(step)) }
    }

    fn legal(&self, Prompt { eyes, side, step }: Prompt<'_, Tide>) -> Result<(), Refusal> {
        let Step::Transfer { done, .. } = step else { return Err(untimely(step)) };
        let [one, two] = pool(eyes, side, done, [self.unit, self.other])?;
        let Some(rest) = one.and(two).less(self.figures) else {
            return Err(Refusal::new(B33, "the two squads don't have these figures"));
        };
        if self.figures.total() == 0 {
            return Err(Refusal::new(B33, "the first squad can't give all its figures: name the other squad first"));
        }
        if self.figures == one {
            return Err(Refusal::new(B33, "the first squad has exactly these figures already"));
        }
        B33.forbids(is_full(self.figures) || is_full(rest), "a squad has room for four places of figures")
    }

    fn resolve(&self, resolver: &mut impl Resolver<Tide>, side: Side, step: Step) {
        let Transfer { unit, other, figures } = *self;
        resolver.change(B33, Change::Transferred { unit, other, figures });
        if resolver.position().squad(other).is_some_and(|squad| squad.figures.total() == 0) {
            resolver.change(B33, Change::Removed { unit: other });
        }
        if let Step::Transfer { done, .. } = step {
            ask_transfer(resolver, side, done.with(unit).with(other));
        }
    }

    fn describe(&self, reader: Reader<'_, Tide>) -> OrderText {
        let [unit, other] = [self.unit, self.other].map(|piece| reader.squad(piece));
        let figures = names::figures(self.figures);
        let sentence = format!("{} has {figures} now, and {other} has the rest.", capitalized(&unit));
        OrderText::new("Transfer figures", sentence, B33).about([self.unit, self.other])
    }

    fn wellformed_orders(eyes: TideEyes<'_>, _: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        let some = Figures { regular: 1, ..Figures::default() };
        for unit in pieces(eyes) {
            let others = pieces(eyes).filter(|other| *other != unit || which == Enumeration::All);
            for other in others.take(if which == Enumeration::All { usize::MAX } else { 1 }) {
                let both = [unit, other].map(|piece| eyes.squad(piece).map_or(some, |squad| squad.figures));
                match which {
                    Enumeration::EachKind => sink(Transfer { unit, other, figures: some }),
                    Enumeration::All => {
                        parts(both[0].and(both[1])).for_each(|figures| sink(Transfer { unit, other, figures }));
                    }
                }
            }
        }
    }
}

impl DraftKind<Tide> for TransferBetween {
    fn leads_on(&self, _: Prompt<'_, Tide>) -> bool {
        true
    }

    fn next(&self, prompt: Prompt<'_, Tide>, sink: &mut impl OfferSink<Tide>) {
        let (Prompt { eyes, side, .. }, TransferBetween { unit, other }) = (prompt, *self);
        let Step::Transfer { done, .. } = prompt.step else { return };
        let Ok([one, two]) = pool(eyes, side, done, [unit, other]) else { return };
        for figures in parts(one.and(two)) {
            let order = Transfer { unit, other, figures };
            if order.legal(prompt).is_ok() {
                sink.order(order);
            }
        }
    }

    fn describe(&self, reader: Reader<'_, Tide>) -> OrderText {
        let [unit, other] = [self.unit, self.other].map(|piece| reader.squad(piece));
        let sentence = format!("{} and {other} transfer figures: choose those of the first.", capitalized(&unit));
        OrderText::new("Transfer figures", sentence, B33).about([self.unit, self.other])
    }
}

/// Asks the side which figures to transfer, if two of its squads can.
pub fn ask_transfer(resolver: &mut impl Resolver<Tide>, side: Side, done: PieceSet) {
    let eyes = TideEyes::open(resolver.setting(), resolver.position());
    if B33.is_in_force() && pairs(eyes, side, done).next().is_some() {
        resolver.push(Step::Transfer { side, done });
    }
}

/// Whether the figures are too many for a squad (TOI-B6).
fn is_full(figures: Figures) -> bool {
    figures.places() > u16::from(PLACES)
}

/// Whether two squads can change anything between them: two full squads of the same figures can't.
fn can_change(eyes: TideEyes<'_>, unit: Piece, other: Piece) -> bool {
    let [Some(one), Some(two)] = [unit, other].map(|piece| eyes.squad(piece)) else { return false };
    let whole = one.figures.and(two.figures);
    parts(whole).any(|figures| {
        let rest = whole.less(figures).is_some_and(|rest| !is_full(rest));
        figures.total() > 0 && figures != one.figures && rest && !is_full(figures)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::printed::words::Figure;

    #[test]
    fn all_parts_of_two_squads() {
        let whole = Figures { regular: 2, officer: 1, ..Figures::default() };
        assert_eq!(parts(whole).count(), 6);
        assert!(parts(whole).all(|part| whole.less(part).is_some_and(|rest| rest.and(part) == whole)));
        assert_eq!(whole.less(Figures { elite: 1, ..Figures::default() }), None);
        assert_eq!(whole.count(Figure::Officer), 1);
    }
}
