//! A view as a scene that any client can draw.

use rules::scene::{LineAbout, Overlay, Scene, SceneLine, SceneOverlay, ScenePiece, Size, Sort, State, Symbol};
use rules::{Piece, Reader};

use crate::toys::duel::printed::words::Plan;
use crate::toys::duel::state::Duel;
use crate::toys::duel::text::names::{Names, army};
use crate::toys::duel::view::fact::Fact;

/// Returns the view as a scene.
pub fn scene(reader: Reader<'_, Duel>) -> Scene {
    let mut scene = Scene { simultaneous: true, ..Scene::default() };
    for fact in reader.facts {
        match *fact {
            Fact::Man { piece, side, at, down } => scene.pieces.push(ScenePiece {
                piece,
                side,
                symbol: Symbol::Infantry,
                size: Size::None,
                carried: false,
                kind: "man".to_owned(),
                label: army(side).chars().take(1).collect(),
                name: "man".to_owned(),
                title: None,
                location: at,
                states: down.then(|| State::new(Sort::Hurt, "down")).into_iter().collect(),
                values: Vec::new(),
                numbers: Vec::new(),
            }),
            Fact::Plan { piece, plan } => scene.overlays.extend(planned(reader, piece, plan)),
            Fact::Ready { side } => scene.status.push(SceneLine::new(LineAbout::Account, army(side), "ready")),
            Fact::Turn { now, of } => {
                scene.status.push(SceneLine::new(LineAbout::Time, "Turn", format!("{} of {of}", now.min(of))));
            }
            Fact::Outcome { winner } => {
                scene.status.push(SceneLine::new(LineAbout::Outcome, "Winner", winner.map_or("nobody", army)));
                scene.simultaneous = false;
            }
        }
    }
    scene
}

/// Draws a plan of the seat's own side over the board. `None` for a man who holds.
fn planned(reader: Reader<'_, Duel>, piece: Piece, plan: Plan) -> Option<SceneOverlay> {
    let (side, at) = reader.place(piece)?;
    let (kind, to) = match plan {
        Plan::Hold => return None,
        Plan::Left | Plan::Right => (Overlay::Path, reader.setting.after(side, at, plan)),
        Plan::Fire => (Overlay::Aim, reader.setting.across(side, at)?),
    };
    let label = plan.words().to_owned();
    Some(SceneOverlay { kind, label, piece: Some(piece), side: Some(side), locations: vec![at, to] })
}
