//! The referee as a module that a page can load.
//!
//! The program of wasm-bindgen does the same. As a library it has the version that `Cargo.lock` names, and is never
//! installed apart from the rest.

use std::path::Path;

use wasm_bindgen_cli_support::Bindgen;

use crate::Fault;

/// Writes `NAME_bg.wasm` and `NAME.js` into `folder`, from WebAssembly as Cargo makes it, and returns a line about them.
///
/// # Errors
/// The file isn't WebAssembly with the marks of wasm-bindgen, or the folder can't be written.
pub fn write(wasm: &Path, folder: &Path, name: &str) -> Result<String, Fault> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(wasm).out_name(name).typescript(false);
    bindgen
        .web(true)
        .and_then(|bindgen| bindgen.generate(folder))
        .map_err(|error| format!("{}: {error:#}", wasm.display()))?;
    Ok(format!("{}: {name}.js", folder.display()))
}
