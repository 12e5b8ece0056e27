//! The sight filter excludes only pairs without sight.

use rules::prelude::*;

use crate::printed::words::Posture;
use crate::setting::sight::{self, Eye};
use crate::state::Sniper;

#[test]
fn nobody_is_seen_whom_it_is_not_worth_to_look_at() {
    let text = include_str!("../../../../scenarios/sniper/patrol.toml");
    let document = board::scenario::Document::parse("patrol.toml", text).expect("a shipped scenario");
    let setting = Sniper::set_up(&document).expect("a shipped scenario").setting;
    let table = setting.sight_filter();
    let surface = setting.sight_index().table.locations();
    let postures = |at| if setting.is_middle(at) { Posture::ON_LADDER } else { Posture::ELSEWHERE };
    let (mut seen, mut glimpsed) = (0, 0);
    for a in setting.board.location_ids() {
        // All places below ground, and some of the others.
        let (step, below) = (37, a.index() >= surface);
        let others = setting.board.location_ids().filter(|b| below || b.index() % step == a.index() % step);
        for b in others {
            let sees = postures(a).into_iter().any(|posture| {
                let a = Eye { at: a, posture };
                postures(b).into_iter().any(|posture| sight::sees(&setting, &[], a, Eye { at: b, posture }).is_some())
            });
            assert!(table.sees(a, b) || !sees, "{a:?} sees {b:?}");
            assert_eq!(table.sees(a, b), table.sees(b, a));
            seen += usize::from(sees);
            glimpsed += usize::from(table.sees(a, b));
        }
    }
    assert!(seen > 5_000 && glimpsed < 2 * seen, "{seen} of {glimpsed}");
}
