//! A scene as a picture for print.

use board::draw::{Counter, Drawn, Marker, Picture, Sheet};
use rules::scene::{LineAbout, Mark, Scene, State};
use rules::{Seat, System};

/// Maximum length of a line of a caption, in characters: fits the sheet of a small board.
const CAPTION: usize = 72;

/// Returns the picture of what a seat sees.
pub(crate) fn picture<'a, S: System>(setting: &'a S::Setting, seat: Seat, scene: &Scene, title: String) -> Picture<'a> {
    let ground = S::ground(setting);
    let mut picture = Picture::new(ground.board, ground.networks, title);
    picture.sides = S::SIDES.map(str::to_owned);
    picture.colors = S::COLORS;
    // A finished game has no turn.
    let over = scene.status.iter().any(|line| line.about == LineAbout::Outcome);
    for line in scene.status.iter().filter(|line| !over || line.about != LineAbout::Turn) {
        let line = format!("{}: {}", line.name, line.value);
        match picture.captions.last_mut() {
            Some(caption) if caption.chars().count() + line.chars().count() < CAPTION => {
                caption.push_str(" · ");
                caption.push_str(&line);
            }
            _ => picture.captions.extend(wrapped(&line, CAPTION)),
        }
    }
    picture.captions.push(match seat.side() {
        Some(side) => format!("as the {} side sees it", S::SIDES[side.index()]),
        None => "as everybody may see it".to_owned(),
    });
    picture.counters = scene
        .pieces
        .iter()
        .map(|piece| Counter {
            location: piece.location,
            side: piece.side.index() as u8,
            symbol: (piece.symbol, piece.size),
            lines: std::iter::once(piece.label.clone()).chain(piece.values.iter().take(2).cloned()).collect(),
            state: (!piece.states.is_empty()).then(|| words(&piece.states)),
        })
        .collect();
    picture.markers = scene
        .markers
        .iter()
        .map(|marker| Marker {
            location: marker.location,
            mark: marker.mark,
            text: marker.note.iter().fold(marker.label.clone(), |text, note| format!("{text}, {note}")),
            paint: marker.paint,
            blocked: marker.blocked,
            held_by: marker.side.filter(|_| marker.mark == Mark::Objective).map(|side| side.index() as u8),
        })
        .collect();
    picture.overlays = scene
        .overlays
        .iter()
        .map(|overlay| {
            let owner = |handle| scene.pieces.iter().find(|piece| piece.piece == handle).map(|piece| piece.side);
            Drawn {
                kind: overlay.kind,
                label: overlay.label.clone(),
                side: overlay.side.or_else(|| overlay.piece.and_then(owner)).map(|side| side.index() as u8),
                locations: overlay.locations.clone(),
            }
        })
        .collect();
    picture.sheets = scene
        .sheets
        .iter()
        .map(|sheet| Sheet {
            location: sheet.location,
            paint: sheet.paint,
            squares: sheet.squares.iter().map(|square| (square.print.clone(), square.token)).collect(),
            title: sheet.title.clone(),
            note: sheet.note.clone(),
        })
        .collect();
    picture
}

fn words(states: &[State]) -> String {
    states.iter().map(|state| state.words.as_str()).collect::<Vec<_>>().join(", ")
}

/// Breaks text between words into lines of at most `width` characters.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
