//! Draws the board of a scenario file with a few counters: `cargo run --example draw -- FILE OUT.svg`. `OUT.txt` gives
//! text and, with `--features png`, `OUT.png` an image.

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

use board::draw::{Counter, Mark, Marker, Paint, Picture, Size, Symbol, svg, text};
use board::scenario::Document;
use board::{BoardWords, Edge, Location, LocationKind, Look};

const WORDS: BoardWords = BoardWords {
    terrains: &[
        ("clear", Look::Plain),
        ("woods", Look::Trees),
        ("stone building", Look::Bricks),
        ("wooden building", Look::Planks),
        ("rubble", Look::Rubble),
        ("shellholes", Look::Craters),
        ("grain", Look::Stalks),
        ("water", Look::Waves),
        ("street", Look::Cobbles),
    ],
    features: &[
        ("wall", Edge::Wall),
        ("hedge", Edge::Hedge),
        ("door", Edge::Door),
        ("window", Edge::Window),
        ("cliff", Edge::Wall),
        ("roadblock", Edge::Wall),
    ],
};

const SQUAD: (Symbol, Size) = (Symbol::Infantry, Size::Squad);

fn main() -> ExitCode {
    match draw() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn draw() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(file), Some(out)) = (arguments.next(), arguments.next()) else {
        return Err("usage: draw FILE OUT.svg|OUT.txt|OUT.png".into());
    };
    let bytes = std::fs::read(&file)?;
    let shown = |problems: board::scenario::Diagnostics| problems.render(true, 100);
    let document = Document::parse_bytes(&file, &bytes).map_err(shown)?;
    let mut reader = document.reader();
    let head = reader.head();
    let board = reader.board(&WORDS);
    let networks = board.as_ref().map(|board| reader.networks(board)).unwrap_or_default();
    reader.finish().map_err(shown)?;
    let mut board = board.ok_or("no board")?;

    let grid = board.grid();
    let somewhere = grid.hex_at(3, 4).or_else(|| grid.hexes().next()).ok_or("no hexes")?;
    let house = grid.hexes().find(|hex| board.floors(*hex) > 1).unwrap_or(somewhere);
    let sewer = board.add_location_in(somewhere, LocationKind::Sewer, -1)?;
    let red = board.add_location(Location::beside(LocationKind::Card, "card/red"))?;
    board.add_location(Location::beside(LocationKind::Card, "card/blue"))?;

    let counter = |location, side, symbol, lines: &[&str], state: Option<&str>| Counter {
        location,
        side,
        symbol,
        lines: lines.iter().map(|line| (*line).to_owned()).collect(),
        state: state.map(str::to_owned),
    };
    let street = board.ground(somewhere);
    let top = board.floor(house, 1).unwrap_or(street);
    let mut picture = Picture::new(&board, &networks, head.title.get_ref().as_str());
    picture.captions = vec!["Turn 3 of 6, Movement Phase, as the referee sees it".to_owned()];
    picture.sides = ["Soviet".to_owned(), "German".to_owned()];
    picture.counters = vec![
        counter(street, 1, SQUAD, &["4-6-7", "2. Zug"], None),
        counter(street, 1, (Symbol::Leader, Size::None), &["8-1"], Some("PIN")),
        counter(sewer, 0, (Symbol::Unknown, Size::None), &["Sewer ?"], Some("LOST")),
        counter(top, 0, SQUAD, &["4-4-7", "A"], None),
        counter(board.ground(house), 1, SQUAD, &["4-6-7", "B"], Some("BROKEN")),
        counter(red, 0, (Symbol::Elite, Size::Squad), &["Elite", "squad"], Some("FATIGUE")),
        counter(
            board.ground(board.grid().hexes().next().ok_or("no hexes")?),
            1,
            (Symbol::Unknown, Size::None),
            &["?"],
            None,
        ),
    ];
    picture.markers = vec![Marker {
        location: street,
        mark: Mark::Mouth,
        text: "red".to_owned(),
        paint: Some(Paint::Red),
        blocked: false,
        held_by: None,
    }];

    match Path::new(&out).extension().and_then(|end| end.to_str()) {
        Some("svg") => std::fs::write(&out, svg(&picture))?,
        Some("txt") => std::fs::write(&out, text(&picture))?,
        #[cfg(feature = "png")]
        Some("png") => std::fs::write(&out, board::draw::png(&picture, 1.5)?)?,
        _ => return Err("expected OUT.svg, OUT.txt or OUT.png (with the feature png)".into()),
    }
    Ok(())
}
