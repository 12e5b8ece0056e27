//! Results of fire, bursts and fights (SNP-B10), and the fall off the ladder (39.63a).

use arrayvec::ArrayVec;
use rules::{Audience, FaceClasses, Piece, Pool, Resolver};

use crate::mechanics::in_hand;
use crate::mechanics::look::{self, Noticed, Since};
use crate::mechanics::morale::draw_chit;
use crate::mechanics::motion::{Motion, Motions};
use crate::mechanics::reporting::{replot, report_to};
use crate::printed::clause::{B10, B26, B28, S39_63A};
use crate::printed::words::{Hit, Posture};
use crate::setting::spot::Level;
use crate::state::Sniper;
use crate::state::change::Change;
use crate::state::man::{MEN, Man};
use crate::state::plot::{Act, Plot};
use crate::state::report::Report;

/// Men hit in one moment, each with the result.
pub type Hits = ArrayVec<(Piece, Hit), { 4 * MEN }>;

/// Applies all results at once, then falls, then updates sight. Returns what came into sight: watchers may fire at a
/// man who falls (SNP-B16).
#[must_use]
pub fn suffer(resolver: &mut impl Resolver<Sniper>, hits: &Hits) -> Noticed {
    let mut falls: ArrayVec<Piece, MEN> = ArrayVec::new();
    let mut gone = false;
    for &(piece, hit) in hits {
        let Some(&man) = resolver.position().man(piece) else { continue };
        let Some(at) = man.at else { continue };
        let on_ladder = resolver.setting().is_middle(at);
        let result = effect(&man, hit);
        if result > Hit::Stunned {
            // Before he is out of the game and without a name.
            draw_chit(resolver, piece);
        }
        match result {
            Hit::None => continue,
            // He carries out his plot: the stun counts in the next turn.
            Hit::Stunned => {
                resolver.change(B26, Change::Stunned { man: piece, turns: man.stunned | 2 });
                continue;
            }
            Hit::Wounded => {
                replot(resolver, B10, piece, kept(&man));
                resolver.change(B10, Change::Wounded { man: piece });
            }
            Hit::Incapacitated | Hit::Killed => {
                in_hand::let_fall(resolver, piece);
                if !man.plot.is_empty() {
                    resolver.change(B10, Change::Plot { man: piece, plot: Plot::default() });
                }
                gone = true;
                if result == Hit::Incapacitated && B28.is_in_force() {
                    if !on_ladder && man.posture != Posture::Prone {
                        resolver.change(B28, Change::Posture { man: piece, now: Posture::Prone });
                    }
                    resolver.change(B28, Change::Incapacitated { man: piece });
                } else {
                    if on_ladder {
                        tell_fall(resolver, piece);
                    }
                    resolver.change(B10, Change::Out { man: piece });
                }
            }
        }
        if on_ladder && !falls.contains(&piece) {
            falls.push(piece);
        }
    }
    falls.retain(|piece| resolver.position().man(*piece).is_some_and(|man| man.at.is_some()));
    let mut motions = Motions::new();
    for &piece in &falls {
        tell_fall(resolver, piece);
        if let Some(sewer) = below(resolver, piece) {
            let _ = motions.try_push((piece, S39_63A, Motion::Fall(sewer)));
        }
    }
    if !S39_63A.is_in_force() {
        motions.clear();
    }
    let mut noticed = Noticed::default();
    if gone || !motions.is_empty() {
        look::move_all(resolver, &motions, Since::Anything, &mut noticed);
    }
    if resolver.setting().options.jump_table && S39_63A.is_in_force() {
        land(resolver, &falls);
    }
    noticed
}

/// Returns the change of a man's status by a result. A wound adds nothing to an incapacitated man (SNP-B28); he can only
/// be killed.
const fn effect(man: &Man, hit: Hit) -> Hit {
    match hit {
        Hit::Stunned | Hit::Wounded | Hit::Incapacitated if man.incapacitated => Hit::None,
        Hit::Wounded if man.wounded => Hit::Incapacitated,
        hit => hit,
    }
}

/// Returns the remaining plot of a man who is wounded: he no longer moves or throws.
fn kept(man: &Man) -> Plot {
    Plot { act: man.plot.act.filter(|act| !matches!(act, Act::Throw { .. })), ..Plot::default() }
}

fn below(resolver: &impl Resolver<Sniper>, piece: Piece) -> Option<board::LocationId> {
    let at = resolver.position().man(piece)?.at?;
    let hex = resolver.setting().spot(at).filter(|spot| spot.level == Level::Middle)?.hex;
    resolver.setting().at_level(hex, Level::Sewer)
}

fn tell_fall(resolver: &mut impl Resolver<Sniper>, piece: Piece) {
    let Some((side, seen)) = resolver.position().man(piece).map(|man| (man.side, man.seen)) else { return };
    if let Some(at) = below(resolver, piece) {
        report_to(resolver, S39_63A, side, seen, Report::Fell { man: piece, at });
    }
}

/// Rolls on the jumping table if the scenario uses it (39.63a): a man who falls is wounded again on 5 or 6.
fn land(resolver: &mut impl Resolver<Sniper>, fallen: &[Piece]) {
    let mut hits = Hits::new();
    for &piece in fallen {
        let Some(man) = resolver.position().man(piece).filter(|man| man.at.is_some()) else { continue };
        let seen_by = if man.seen { Audience::All } else { Audience::Only(man.side) };
        let pool = Pool { seen_by, ..Pool::open(1, FaceClasses::at_least(5), "jump", S39_63A).credited_to(man.side) };
        if resolver.roll(pool).successes() > 0 {
            let _ = hits.try_push((piece, Hit::Wounded));
        }
    }
    if !hits.is_empty() {
        // A man who already lies in the sewer falls no further.
        let _ = suffer(resolver, &hits);
    }
}
