//! Routes of a patrol (SNP-B20).

use rules::{Piece, Resolver};

use crate::printed::clause::{B20, B26};
use crate::printed::words::Posture;
use crate::setting::path::Path;
use crate::setting::{Setting, entering, goal};
use crate::state::Sniper;
use crate::state::change::Change;
use crate::state::index::Trait;
use crate::state::man::Man;
use crate::state::plot::Plot;

/// Plots the next stretch of every active route (SNP-B20).
pub fn plot_routes(resolver: &mut impl Resolver<Sniper>) {
    for piece in resolver.position().men.who(Trait::OnRoute).iter() {
        let stretch = resolver.position().man(piece).and_then(|man| next_stretch(resolver.setting(), piece, man));
        let Some(plot) = stretch else { continue };
        resolver.change(B20, Change::Plot { man: piece, plot });
    }
}

/// Returns the plot of a man on his route for this turn. He stands up if prone, which a stunned man can't (SNP-B26), then takes as many steps as his
/// movement points allow, but stops at the far edge he must reach. `None` if he has no route or is at its end.
pub(crate) fn next_stretch(setting: &Setting, piece: Piece, man: &Man) -> Option<Plot> {
    let (route, mut at) = (setting.routes.get(piece.index())?, man.at.filter(|_| man.on_route)?);
    let movement = &setting.tables.movement;
    let points = if man.wounded { movement.wounded } else { movement.turn };
    if route.len() <= usize::from(man.route_done) {
        return None;
    }
    // The player doesn't plot for him, so he would crawl to the end of his route.
    let posture = (man.posture == Posture::Prone).then_some(Posture::Standing);
    if posture.is_some() && man.is_stunned() && B26.is_in_force() {
        return None;
    }
    let (mut path, mut spent) =
        (Path::default(), posture.map_or(0, |posture| entering::posture_cost(setting, man.posture, posture)));
    for &to in route.iter().skip(usize::from(man.route_done)) {
        spent = spent.saturating_add(entering::cost(setting, at, to, false)?);
        if spent > points || path.push(to).is_none() {
            break;
        }
        at = to;
        // If he continued, he would not be at the far edge when a turn ends, and it would never count.
        if !man.mission && goal::is_far_edge(setting, man.side, to) {
            break;
        }
    }
    let plot = Plot { posture, path, ..Plot::default() };
    (!plot.is_empty()).then_some(plot)
}
