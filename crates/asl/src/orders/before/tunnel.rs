//! Order `tunnel`: records a tunnel (B8.6b to B8.6e).

use board::LocationId;
use rules::scene::OrderText;
use rules::{DraftKind, Enumeration, OfferSink, OrderKind, Prompt, Reader, Refusal, Resolver, Side};

use crate::orders::timing::only;
use crate::orders::{Dig, DigFrom, Tunnel, wellformed};
use crate::printed::clause::{B8_6A, B8_6B, B8_6C, B8_6D, B8_6E};
use crate::setting::Place;
use crate::setting::tunnel_edges::{RANGE, ends, inner, is_entrance, starts};
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::AslEyes;

impl OrderKind<Asl> for Tunnel {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        is_time_to_dig(step)
    }

    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        let (left, _) = eyes.allotments(side).unwrap_or_default();
        B8_6A.forbids(left == 0, "you have no tunnel left to record")?;
        may_record(eyes, side, [self.from, self.to], [self.from_entrenchment, self.entrenchment])
    }

    fn resolve(&self, resolver: &mut impl Resolver<Asl>, side: Side, _: Step) {
        let [from, to] = ends([self.from, self.to], [self.from_entrenchment, self.entrenchment]);
        resolver.change(B8_6B, Change::Tunnel { side, from, to });
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let [one, other] = ends([self.from, self.to], [self.from_entrenchment, self.entrenchment]);
        let sentence = format!("Record a tunnel from {} to {}.", reader.at(one), reader.at(other));
        OrderText::new("Record tunnel", sentence, B8_6B).at([other])
    }

    fn wellformed_orders(eyes: AslEyes<'_>, _: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        let trench = |at: &LocationId| eyes.setting().place(*at) == Some(Place::Entrenchment);
        let trenches: Vec<LocationId> = wellformed::places(eyes, which).filter(trench).collect();
        wellformed::tunnels(eyes, which, &mut |from, to| {
            let own = eyes.setting().spot(from).and_then(|spot| spot.entrenchment);
            for from_entrenchment in std::iter::once(None).chain(own.map(Some)) {
                for entrenchment in std::iter::once(None).chain(trenches.iter().copied().map(Some)) {
                    sink(Tunnel { from, to, entrenchment, from_entrenchment });
                }
            }
        });
    }
}

impl DraftKind<Asl> for Dig {
    fn leads_on(&self, _: Prompt<'_, Asl>) -> bool {
        true
    }

    fn next(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>, sink: &mut impl OfferSink<Asl>) {
        if !matches!(step, Step::Record) {
            return;
        }
        let open = starts(&eyes.setting().tunnel_edges).filter(|from| tunnels(eyes, side, *from).next().is_some());
        open.for_each(|from| sink.draft(DigFrom { from }));
    }

    fn describe(&self, _: Reader<'_, Asl>) -> OrderText {
        OrderText::new("Record tunnel", "Record a tunnel: choose its first entrance.".to_owned(), B8_6B)
    }
}

impl DraftKind<Asl> for DigFrom {
    fn leads_on(&self, _: Prompt<'_, Asl>) -> bool {
        true
    }

    fn next(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>, sink: &mut impl OfferSink<Asl>) {
        if matches!(step, Step::Record) {
            tunnels(eyes, side, self.from).for_each(|order| sink.order(order));
        }
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let sentence = format!("Record a tunnel from {}: choose its other entrance.", reader.at(self.from));
        OrderText::new("Record tunnel", sentence, B8_6B).at([self.from])
    }
}

/// Checks that recording is under way.
pub fn is_time_to_dig(step: Step) -> Result<(), Refusal> {
    let why = "tunnels are recorded only before set-up";
    only(matches!(step, Step::Record), B8_6B, why)
}

/// Returns whether a side can record a tunnel anywhere, if it has one left.
pub fn can_dig(eyes: AslEyes<'_>, side: Side) -> bool {
    starts(&eyes.setting().tunnel_edges).any(|from| tunnels(eyes, side, from).next().is_some())
}

/// Checks that a side can record a tunnel here, if it has one left. Either end can lead into an entrenchment of its
/// hex.
fn may_record(
    eyes: AslEyes<'_>,
    side: Side,
    [from, to]: [LocationId; 2],
    inner: [Option<LocationId>; 2],
) -> Result<(), Refusal> {
    let (start, end) = (eyes.spot(from)?, eyes.spot(to)?);
    let (setting, open) = (eyes.setting(), is_entrance(start) && is_entrance(end));
    B8_6D.forbids(!open, "an entrance must be in a ground-level building, a pillbox, brush or woods")?;
    B8_6D.forbids(start.hex == end.hex, "the two entrances must be in different hexes")?;
    for (spot, into) in [start, end].into_iter().zip(inner) {
        let Some(into) = into else { continue };
        let elsewhere = spot.entrenchment != Some(into);
        B8_6D.forbids(elsewhere, "an entrance can lead only into an entrenchment of its own hex")?;
        let own = setting.entrenchments[side].contains(&into);
        B8_6D.forbids(!own, "this entrenchment is not in your order of battle")?;
    }
    B8_6C.forbids(setting.distance(from, to) > RANGE, "the entrances can't be more than three hexes apart")?;
    B8_6E.forbids(start.elevation != end.elevation, "the entrances must be at one elevation")?;
    if !setting.tunnel_edges.get(from.index()).is_some_and(|ways| ways.contains(&to)) {
        return Err(Refusal::new(B8_6E, "every way between the entrances leads under water or another elevation"));
    }
    let ends = ends([from, to], inner);
    let twice = |recorded: [LocationId; 2]| recorded == ends || recorded == [ends[1], ends[0]];
    let known = eyes.tunnels(side).any(|(_, tunnel)| twice(tunnel.ends));
    B8_6B.forbids(known, "you have already recorded this tunnel")
}

/// Returns the tunnels that can begin in a Location.
fn tunnels(eyes: AslEyes<'_>, side: Side, from: LocationId) -> impl Iterator<Item = Tunnel> {
    let setting = eyes.setting();
    let leads = setting.tunnel_edges.get(from.index()).into_iter().flatten().copied();
    let both = leads.flat_map(move |to| {
        inner(setting, side, from).flat_map(move |near| inner(setting, side, to).map(move |far| (to, [near, far])))
    });
    let legal = both.filter(move |(to, inner)| may_record(eyes, side, [from, *to], *inner).is_ok());
    legal.map(move |(to, [from_entrenchment, entrenchment])| Tunnel { from, to, entrenchment, from_entrenchment })
}
