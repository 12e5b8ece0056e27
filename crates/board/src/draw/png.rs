//! Drawings as PNG images.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use thiserror::Error;

use super::{Picture, svg};

/// The reason why no image was made.
#[derive(Debug, Error)]
pub enum PngError {
    /// The SVG drawing could not be parsed.
    #[error("the drawing is not readable: {0}")]
    Drawing(#[from] resvg::usvg::Error),
    /// The image would be empty or too large.
    #[error("an image of {width} by {height} dots cannot be made")]
    Size {
        /// Width of the image in pixels.
        width: u32,
        /// Height of the image in pixels.
        height: u32,
    },
    /// The image could not be encoded as PNG.
    #[error("the image could not be encoded: {0}")]
    Encoding(String),
}

/// Maximum width and height in pixels.
const MOST_DOTS: u32 = 16_000;

/// Draws the sheet of [`svg()`] as a PNG image, with `scale` pixels per unit (1 gives hexes 100 pixels wide).
///
/// Fonts are compiled in: the image is identical on every machine, including those without fonts.
///
/// # Errors
/// Fails if the image would be empty or exceed 16,000 pixels in width or height.
pub fn png(picture: &Picture<'_>, scale: f32) -> Result<Vec<u8>, PngError> {
    png_of(&svg(picture), scale)
}

/// Draws an SVG drawing of this module as a PNG image, with `scale` pixels per unit.
///
/// # Errors
/// Fails if the image would be empty or exceed 16,000 pixels in width or height.
pub fn png_of(drawing: &str, scale: f32) -> Result<Vec<u8>, PngError> {
    let mut options = Options { font_family: "DejaVu Sans".to_owned(), ..Options::default() };
    let fonts = options.fontdb_mut();
    for font in [dejavu::sans::regular(), dejavu::sans::bold(), dejavu::sans::oblique()] {
        fonts.load_font_data(font.to_vec());
    }
    fonts.set_sans_serif_family("DejaVu Sans");
    let tree = Tree::from_str(drawing, &options)?;
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
