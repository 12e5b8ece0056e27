//! Recording a tunnel (B8.6b to B8.6e).

use board::LocationId;
use rules::{OfferSink, Refusal, Side};

use crate::orders::{Draft, Order};
use crate::printed::clause::{B8_6B, B8_6C, B8_6D, B8_6E};
use crate::setting::tunnel_ways::{RANGE, ends, inner, is_entrance, starts};
use crate::state::Asl;
use crate::view::AslEyes;

/// Whether a side can record a tunnel here, if it has one left; either end can lead into an entrenchment of its hex.
///
/// # Errors
/// The refusal with its clause.
pub fn may_record(
    eyes: AslEyes<'_>,
    side: Side,
    [from, to]: [LocationId; 2],
    inner: [Option<LocationId>; 2],
) -> Result<(), Refusal> {
    let (start, end) = (eyes.spot(from)?, eyes.spot(to)?);
    let (setting, open) = (eyes.setting(), is_entrance(start) && is_entrance(end));
    B8_6D.forbids(!open, "an entrance is in a building on the ground, in a pillbox, in brush or in woods")?;
    B8_6D.forbids(start.hex == end.hex, "the two entrances are separate")?;
    for (spot, into) in [start, end].into_iter().zip(inner) {
        let Some(into) = into else { continue };
        let elsewhere = spot.entrenchment != Some(into);
        B8_6D.forbids(elsewhere, "an entrance leads into an entrenchment of its own hex only")?;
        let own = setting.entrenchments[side].contains(&into);
        B8_6D.forbids(!own, "this entrenchment is not of your order of battle")?;
    }
    B8_6C.forbids(setting.distance(from, to) > RANGE, "the entrances are more than three hexes apart")?;
    B8_6E.forbids(start.elevation != end.elevation, "the entrances are at different elevations")?;
    if !setting.tunnel_ways.get(from.index()).is_some_and(|ways| ways.contains(&to)) {
        return Err(Refusal::new(B8_6E, "every way leads beneath water or another elevation"));
    }
    let ends = ends([from, to], inner);
    let twice = |recorded: [LocationId; 2]| recorded == ends || recorded == [ends[1], ends[0]];
    let known = eyes.tunnels(side).any(|(_, tunnel)| twice(tunnel.ends));
    B8_6B.forbids(known, "this tunnel is recorded already")
}

/// The tunnels that a side can record.
pub fn offer_record(eyes: AslEyes<'_>, side: Side, draft: Option<&Draft>, sink: &mut impl OfferSink<Asl>) {
    let all = &eyes.setting().tunnel_ways;
    match draft {
        None => {
            if starts(all).any(|from| tunnels(eyes, side, from).next().is_some()) {
                sink.draft(Draft::Dig);
            }
        }
        Some(Draft::Dig) => {
            let open = starts(all).filter(|from| tunnels(eyes, side, *from).next().is_some());
            open.for_each(|from| sink.draft(Draft::Tunnel { from }));
        }
        Some(Draft::Tunnel { from }) => tunnels(eyes, side, *from).for_each(|order| sink.order(order)),
        Some(_) => {}
    }
}

/// The tunnels that can begin in a Location.
fn tunnels(eyes: AslEyes<'_>, side: Side, from: LocationId) -> impl Iterator<Item = Order> {
    let setting = eyes.setting();
    let leads = setting.tunnel_ways.get(from.index()).into_iter().flatten().copied();
    let both = leads.flat_map(move |to| {
        inner(setting, side, from).flat_map(move |near| inner(setting, side, to).map(move |far| (to, [near, far])))
    });
    let legal = both.filter(move |(to, inner)| may_record(eyes, side, [from, *to], *inner).is_ok());
    legal.map(move |(to, [from_entrenchment, entrenchment])| Order::Tunnel {
        from,
        to,
        entrenchment,
        from_entrenchment,
    })
}
