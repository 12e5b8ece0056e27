//! The complete sheet as SVG.

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

    ground::terrain(&mut body, board, &layout);
    ground::roads(&mut body, board, &layout);
    ground::buildings(&mut body, board, &layout);
    ground::hexes(&mut body, board, &layout);
    below::networks(&mut body, picture, &layout);
    ground::hexsides(&mut body, board, &layout);
    below::manholes(&mut body, picture, &layout);
    ground::labels(&mut body, board, &layout);
    overlays::overlays(&mut body, picture, &layout);
    pieces::on_board(&mut body, picture, &layout);

    let mut bottom = top + size.y + 16.0;
    bottom += pieces::beside_board(&mut body, picture, bottom, MARGIN, width);
    bottom += legend::legend(&mut body, picture, bottom, MARGIN, width);

    // Stacks hide their contents: these lists make them readable on paper.
    for line in roster::roster(picture, 2) {
        bottom += 17.0;
        let spot = Spot { x: MARGIN, y: bottom };
        body.text(spot, fitting(&line, width, 12.0), "fill=\"#2a2620\"", &line);
    }

    let (wide, high) = (width + 2.0 * MARGIN, bottom + MARGIN);
    let mut sheet = Canvas::default();
    sheet.raw(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide:.0}\" height=\"{high:.0}\" viewBox=\"0 0 {wide:.0} {high:.0}\" role=\"img\" font-family=\"'DejaVu Sans','Liberation Sans',Verdana,Arial,sans-serif\">"
    ));
    sheet.raw(format_args!("<title>{}</title>", escape(&picture.title)));
    sheet.raw(format_args!("<defs>\n{}\n</defs>", style::PATTERNS));
    sheet.rect(Spot { x: 0.0, y: 0.0 }, wide, high, "fill=\"#fffdf7\"");
    sheet.raw(body.into_text());
    sheet.raw("</svg>");
    sheet.into_text()
}
