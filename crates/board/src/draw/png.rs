//! The sheet as an image.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use thiserror::Error;

use super::{Picture, svg};

/// Why there is no image.
#[derive(Debug, Error)]
pub enum PngError {
    /// The sheet could not be read back.
    #[error("the drawing is not readable: {0}")]
    Drawing(#[from] resvg::usvg::Error),
    /// Nothing or far too much to draw.
    #[error("an image of {width} by {height} dots cannot be made")]
    Size {
        /// Dots across.
        width: u32,
        /// Dots down.
        height: u32,
    },
    /// The image could not be written.
    #[error("the image could not be encoded: {0}")]
    Encoding(String),
}

/// The most dots across or down.
const MOST_DOTS: u32 = 16_000;

/// Draws the sheet of [`svg()`] as a PNG, `scale` dots a unit (1 gives hexes 100 dots wide).
///
/// The fonts are part of the program, so that the image is the same on every machine, also on one without fonts.
///
/// # Errors
/// When the image would be empty or larger than 16000 dots either way.
pub fn png(picture: &Picture<'_>, scale: f32) -> Result<Vec<u8>, PngError> {
    let mut options = Options { font_family: "DejaVu Sans".to_owned(), ..Options::default() };
    let fonts = options.fontdb_mut();
    for font in [dejavu::sans::regular(), dejavu::sans::bold(), dejavu::sans::oblique()] {
        fonts.load_font_data(font.to_vec());
    }
    fonts.set_sans_serif_family("DejaVu Sans");
    let tree = Tree::from_str(&svg(picture), &options)?;
    let size = tree.size();
    let dots = |length: f32| (length * scale).ceil().max(0.0) as u32;
    let (width, height) = (dots(size.width()), dots(size.height()));
    if width > MOST_DOTS || height > MOST_DOTS {
        return Err(PngError::Size { width, height });
    }
    let mut pixmap = Pixmap::new(width, height).ok_or(PngError::Size { width, height })?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| PngError::Encoding(error.to_string()))
}
