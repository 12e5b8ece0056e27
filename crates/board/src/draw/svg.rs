//! The complete sheet, and the board alone, as SVG.

use super::canvas::{Canvas, Layout, MARGIN, Spot, escape, fitting};
use super::{Picture, below, ground, legend, overlays, pieces, roster, style};

/// Draws a sheet: heading, board, Locations beside the board, legend.
///
/// The sheet has its own units, in which a hex is 100 wide. It refers to a list of common fonts and embeds none.
pub fn svg(picture: &Picture<'_>) -> String {
    let board = picture.board;
    let mut body = Canvas::default();
    let top = MARGIN + 28.0 + picture.captions.len() as f64 * 17.0;
    let layout = Layout::new(board, top);
    let size = layout.size();
    let width = size.x.max(540.0);

    let first = Spot { x: MARGIN, y: MARGIN + 10.0 };
    let large = fitting(&picture.title, width, 21.0);
    body.text(first, large, "font-weight=\"bold\" fill=\"#2a2620\"", &picture.title);
    for (line, caption) in picture.captions.iter().enumerate() {
        body.text(first.moved(0.0, 19.0 + line as f64 * 17.0), 12.5, "fill=\"#4a443b\"", caption);
    }
    on_the_board(&mut body, picture, &layout, 1.0);

    let mut bottom = top + size.y + 16.0;
    bottom += pieces::beside_board(&mut body, picture, bottom, MARGIN, width);
    bottom += legend::legend(&mut body, picture, bottom, MARGIN, width);

    // Stacks hide their contents: these lists make them readable on paper.
    for line in roster::roster(picture, 2) {
        bottom += 17.0;
        let spot = Spot { x: MARGIN, y: bottom };
        body.text(spot, fitting(&line, width, 12.0), "fill=\"#2a2620\"", &line);
    }
    document(picture, Spot { x: 0.0, y: 0.0 }, Spot { x: width + 2.0 * MARGIN, y: bottom + MARGIN }, body)
}

/// Margin of a plate, in units of the sheet.
const EDGE: f64 = 8.0;
/// How much larger than on a sheet a plate's markers and cards are: it is often shown small.
const LARGE: f64 = 1.5;

/// Draws the board and the Locations beside it, without heading, legend and lists: for a page that has words of its own.
pub fn plate(picture: &Picture<'_>) -> String {
    let mut body = Canvas::default();
    let layout = Layout::new(picture.board, MARGIN);
    let size = layout.size();
    on_the_board(&mut body, picture, &layout, LARGE);
    body.open(&format!("transform=\"translate({MARGIN} {:.1}) scale({LARGE})\"", MARGIN + size.y + EDGE));
    let beside = LARGE * pieces::beside_board(&mut body, picture, 0.0, 0.0, size.x / LARGE);
    body.close();
    let gap = if beside > 0.0 { EDGE } else { 0.0 };
    let corner = Spot { x: MARGIN - EDGE, y: MARGIN - EDGE };
    document(picture, corner, Spot { x: size.x + 2.0 * EDGE, y: size.y + gap + beside + 2.0 * EDGE }, body)
}

/// Draws everything that lies within the board, with markers `marks` times as large as on a sheet.
fn on_the_board(body: &mut Canvas, picture: &Picture<'_>, layout: &Layout<'_>, marks: f64) {
    let board = picture.board;
    ground::terrain(body, board, layout);
    ground::roads(body, board, layout);
    ground::buildings(body, board, layout);
    ground::hexes(body, board, layout);
    below::networks(body, picture, layout);
    ground::hexsides(body, board, layout);
    below::manholes(body, picture, layout);
    ground::labels(body, board, layout);
    overlays::overlays(body, picture, layout);
    pieces::on_board(body, picture, layout, marks);
}

/// Returns the document that shows a part of the drawing: its upper left corner and its size.
fn document(picture: &Picture<'_>, corner: Spot, size: Spot, body: Canvas) -> String {
    let (left, top, wide, high) = (corner.x, corner.y, size.x, size.y);
    let mut sheet = Canvas::default();
    sheet.raw(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide:.0}\" height=\"{high:.0}\" viewBox=\"{left:.0} {top:.0} {wide:.0} {high:.0}\" role=\"img\" font-family=\"'DejaVu Sans','Liberation Sans',Verdana,Arial,sans-serif\">"
    ));
    sheet.raw(format_args!("<title>{}</title>", escape(&picture.title)));
    sheet.raw(format_args!("<defs>\n{}\n</defs>", style::PATTERNS));
    sheet.rect(corner, wide, high, "fill=\"#fffdf7\"");
    sheet.raw(body.into_text());
    sheet.raw("</svg>");
    sheet.into_text()
}
