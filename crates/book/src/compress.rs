//! Compression by xz. A module has a third less than by gzip, and few file hosts compress WebAssembly.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use lzma_rust2::{CheckType, XzOptions, XzWriter};

use crate::Fault;

/// Memory that a reader needs, in bytes: as far back as the text of a module repeats itself.
const WINDOW: u32 = 8 << 20;

/// Writes `PATH.xz`, removes the file itself, and returns a line with the sizes.
///
/// # Errors
/// A file can't be read or written.
pub fn file(path: &Path, level: u32) -> Result<String, Fault> {
    let fault = |error: io::Error| format!("{}: {error}", path.display());
    let bytes = std::fs::read(path).map_err(fault)?;
    let small = compressed(&bytes, level).map_err(fault)?;
    let to = PathBuf::from(format!("{}.xz", path.display()));
    std::fs::write(&to, &small).map_err(fault)?;
    std::fs::remove_file(path).map_err(fault)?;
    Ok(format!("{}: {} bytes, {} before", to.display(), small.len(), bytes.len()))
}

fn compressed(bytes: &[u8], level: u32) -> io::Result<Vec<u8>> {
    let mut options = XzOptions::with_preset(level);
    options.lzma_options.dict_size = WINDOW;
    // The only check that the page's reader knows.
    options.set_check_sum_type(CheckType::Crc32);
    let mut writer = XzWriter::new(Vec::new(), options)?;
    writer.write_all(bytes)?;
    writer.finish()
}
