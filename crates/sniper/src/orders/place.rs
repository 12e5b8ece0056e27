//! Secret placement before the first turn (SNP-B19), and starts that are not allowed (39.8).

use arrayvec::ArrayVec;
use board::LocationId;
use rules::scene::OrderText;
use rules::{
    DraftKind, Enumeration, OfferSink, OrderKind, Piece, PieceSet, Prompt, Reader, Refusal, Resolver, Side,
    referee_clauses,
};

use crate::orders::plots::{each_man, places};
use crate::orders::{ChoosePlace, Place};
use crate::printed::clause::{B14, B19, S39_41};
use crate::printed::words::{Kind, Posture};
use crate::setting::entering::{arriving, room};
use crate::setting::spot::Level;
use crate::state::Sniper;
use crate::state::below::{self, BelowAlready};
use crate::state::change::Change;
use crate::state::man::{MEN, Man};
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::SniperEyes;

impl OrderKind<Sniper> for Place {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        if step == Step::SetUp {
            Ok(())
        } else {
            Err(Refusal::new(B19, "men and dummies can be placed only before the first turn"))
        }
    }

    fn legal(&self, Prompt { eyes, .. }: Prompt<'_, Sniper>) -> Result<(), Refusal> {
        Placing::new(eyes).may_place(self.man, self.at)
    }

    #[inline]
    fn resolve(&self, resolver: &mut impl Resolver<Sniper>, _: Side, _: Step) {
        let Place { man, at } = *self;
        let held = resolver.position().man(man).map_or(Posture::Standing, |man| man.posture);
        let posture = arriving(resolver.setting(), held, at);
        resolver.change(B19, Change::Place { man, at, posture });
    }

    fn describe(&self, reader: Reader<'_, Sniper>) -> OrderText {
        let sentence = format!("{} begins at {}.", reader.man(self.man), reader.at(self.at));
        OrderText::new("Place", sentence, B19).about([self.man]).at([self.at])
    }

    fn wellformed_orders(eyes: SniperEyes<'_>, _: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        each_man(eyes, which, |man| places(eyes).map(move |at| Place { man, at }), sink);
    }
}

impl DraftKind<Sniper> for ChoosePlace {
    fn leads_on(&self, Prompt { eyes, .. }: Prompt<'_, Sniper>) -> bool {
        is_room(eyes, self.man)
    }

    #[inline]
    fn next(&self, Prompt { eyes, step, .. }: Prompt<'_, Sniper>, sink: &mut impl OfferSink<Sniper>) {
        let man = self.man;
        if step == Step::SetUp {
            Placing::new(eyes).open(man, |places| sink.each(places, |at| Place { man, at }));
        }
    }

    fn describe(&self, reader: Reader<'_, Sniper>) -> OrderText {
        OrderText::new("Place", format!("Place {}: choose where.", reader.man(self.man)), B19).about([self.man])
    }
}

/// Returns whether a man or dummy may begin at every level, with these others already below ground.
fn is_free(kind: Kind, man: &Man, others: BelowAlready) -> bool {
    let barred = |level| below::barred_start(kind, man.side, man.dummy, level, others).is_some();
    ![Level::Surface(0), Level::Middle, Level::Sewer].into_iter().any(barred)
}

/// Returns whether any place is left for a man or dummy.
fn is_room(eyes: SniperEyes<'_>, piece: Piece) -> bool {
    let (setting, Ok((man, _))) = (eyes.setting(), eyes.mine(piece)) else { return false };
    let area = setting.area(piece).unwrap_or_default();
    // At most as many places are closed as his side has men.
    let sure =
        area.len() > eyes.own_numbers().len() && is_free(setting.kind, man, BelowAlready { men: MEN, dummies: MEN });
    sure || Placing::new(eyes).places(piece).next().is_some()
}

/// A side that places its men, with the men it already has below ground.
struct Placing<'a> {
    eyes: SniperEyes<'a>,
    below: BelowAlready,
}

impl<'a> Placing<'a> {
    /// Counts the side's men below ground.
    fn new(eyes: SniperEyes<'a>) -> Self {
        let mut below = BelowAlready::default();
        eyes.own().for_each(|(_, man, _)| below.add(eyes.setting(), man.at, man.dummy, 1));
        Placing { eyes, below }
    }

    /// Checks that a man or dummy may be placed somewhere.
    ///
    /// # Errors
    /// Refuses if he has a fixed start, the kind of scenario forbids the level, or the place is unknown, full or
    /// outside his area.
    fn may_place(&self, piece: Piece, at: LocationId) -> Result<(), Refusal> {
        let setting = self.eyes.setting();
        let (man, here) = self.eyes.mine(piece)?;
        let spot = setting.spot(at).ok_or_else(|| Refusal::new(referee_clauses::NAMES, "unknown place"))?;
        let Some(area) = setting.area(piece) else {
            return Err(Refusal::new(B19, "the scenario fixes this starting place"));
        };
        let mut others = self.below;
        others.add(setting, man.at, man.dummy, -1);
        if let Some((clause, why)) = below::barred_start(setting.kind, man.side, man.dummy, spot.level, others) {
            return Err(Refusal::new(clause, why));
        }
        B19.forbids(!area.contains(&at), "that place is outside the starting area")?;
        self.has_room(piece, here, at)
    }

    fn has_room(&self, piece: Piece, here: LocationId, at: LocationId) -> Result<(), Refusal> {
        let setting = self.eyes.setting();
        B19.forbids(at == here, "already placed there")?;
        let there = (self.eyes.own_at(at) - PieceSet::EMPTY.with(piece)).len();
        S39_41.forbids(setting.is_middle(at) && there >= 1, "the middle level holds only one man")?;
        B14.forbids(there >= room(setting, at), "that place is full: it holds two of a side")
    }

    /// Returns whether a man or dummy may be placed at every level.
    fn is_free(&self, man: &Man) -> bool {
        let (setting, mut others) = (self.eyes.setting(), self.below);
        others.add(setting, man.at, man.dummy, -1);
        is_free(setting.kind, man, others)
    }

    /// Calls `show` with the places open to a man or dummy, in runs as long as possible.
    fn open(&self, piece: Piece, mut show: impl FnMut(&[LocationId])) {
        let Some((_, here)) = self.eyes.mine(piece).ok().filter(|(man, _)| self.is_free(man)) else {
            return self.places(piece).for_each(|at| show(&[at]));
        };
        let setting = self.eyes.setting();
        let area = setting.area(piece).unwrap_or_default();
        // The order in which areas are sorted.
        let order = |at: &LocationId| (setting.is_sewer(*at), *at);
        let mut closed: ArrayVec<LocationId, MEN> = ArrayVec::new();
        for (_, _, at) in self.eyes.own() {
            if !closed.contains(&at) && self.has_room(piece, here, at).is_err() {
                closed.push(at);
            }
        }
        let place = |at| area.binary_search_by_key(&order(at), order).ok();
        let mut gaps: ArrayVec<usize, MEN> = closed.iter().filter_map(place).collect();
        gaps.sort_unstable();
        let mut start = 0;
        for gap in gaps {
            show(area.get(start..gap).unwrap_or_default());
            start = gap + 1;
        }
        show(area.get(start..).unwrap_or_default());
    }

    /// Lists the places where a man or dummy may be placed.
    fn places(&self, piece: Piece) -> impl Iterator<Item = LocationId> {
        let setting = self.eyes.setting();
        let mine = self.eyes.mine(piece).ok();
        let mut others = self.below;
        if let Some((man, _)) = mine {
            others.add(setting, man.at, man.dummy, -1);
        }
        let area = setting.area(piece).filter(|_| mine.is_some()).unwrap_or_default();
        area.iter().copied().filter(move |at| {
            let (Some((man, here)), Some(spot)) = (mine, setting.spot(*at)) else { return false };
            below::barred_start(setting.kind, man.side, man.dummy, spot.level, others).is_none()
                && self.has_room(piece, here, *at).is_ok()
        })
    }
}
