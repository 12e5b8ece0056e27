//! Panic (SNP-B3).

use rules::{FaceClasses, Piece, Pool, Resolver, Side};

use crate::mechanics::look::{self, Noticed, Since};
use crate::mechanics::motion::{Motion, Motions};
use crate::mechanics::reporting::report_to;
use crate::printed::clause::B3;
use crate::printed::tables::NEVER;
use crate::printed::words::{Panic, Posture};
use crate::state::Sniper;
use crate::state::change::Change;
use crate::state::index::Trait;
use crate::state::plot::Plot;
use crate::state::report::Report;

/// Rolls two dice for each man with a plot, in secret, to hide how many plots a side has. A man who panics doesn't
/// carry out his plot.
pub fn panic(resolver: &mut impl Resolver<Sniper>) {
    if !B3.is_in_force() {
        return;
    }
    let mut cover = Motions::new();
    for side in Side::BOTH {
        let level = resolver.setting().preservation[side];
        if level >= NEVER {
            continue;
        }
        let men = &resolver.position().men;
        for piece in (men.real(side) & men.who(Trait::Plotted)).iter() {
            check(resolver, side, piece, level, &mut cover);
        }
    }
    if !cover.is_empty() {
        look::move_all(resolver, &cover, Since::Anything, &mut Noticed::default());
    }
}

fn check(resolver: &mut impl Resolver<Sniper>, side: Side, piece: Piece, level: u8, cover: &mut Motions) {
    let Some(&man) = resolver.position().man(piece) else { return };
    let table = resolver.setting().tables.panic;
    let level = i16::from(level) + if man.wounded { i16::from(table.wounded) } else { 0 };
    let label = match side {
        Side::A => "attacker panic",
        Side::B => "defender panic",
    };
    let roll = resolver.roll(Pool::secret(2, FaceClasses::SUM, label, B3, side).credited_to(side)).sum();
    let above = roll as i16 - level;
    if above <= 0 {
        return;
    }
    resolver.change(B3, Change::Plot { man: piece, plot: Plot::default() });
    let does = if above <= i16::from(table.freeze_by) { Panic::Nothing } else { Panic::Cover };
    report_to(resolver, B3, side, false, Report::Panicked { man: piece, roll: roll as u8, does });
    // At middle level taking cover means to duck below the manhole cover, never to change level.
    let now = if man.posture.is_on_ladder() { Posture::Ducked } else { Posture::Prone };
    if does == Panic::Cover && man.posture != now {
        let _ = cover.try_push((piece, B3, Motion::Posture(now)));
    }
}
