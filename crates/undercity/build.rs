//! Embeds the built page in the program. Without the page the program is built too.

use std::fmt::Write;
use std::path::{Path, PathBuf};

fn main() -> std::io::Result<()> {
    let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let dist = root.join("../../web/dist");
    println!("cargo::rerun-if-changed=build.rs");
    // Cargo treats a missing path as changed: a program without the page is rebuilt until there is one.
    println!("cargo::rerun-if-changed={}", dist.display());
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    let text = match page(&dist, &out) {
        // The page is missing or being rebuilt: the program is built again after it.
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => "&[]".to_owned(),
        made => made?,
    };
    std::fs::write(out.join("page.rs"), text)
}

/// Returns the list of the page's files as Rust code.
fn page(dist: &Path, out: &Path) -> std::io::Result<String> {
    let mut files = Vec::new();
    gather(dist, &mut files)?;
    files.sort();
    let mut text = String::from("&[\n");
    for (number, file) in files.iter().enumerate() {
        let path = file.strip_prefix(dist).unwrap_or(file).to_string_lossy().replace('\\', "/");
        // A copy, since the page may be rebuilt during this build.
        let copy = format!("page-{number}");
        std::fs::copy(file, out.join(&copy))?;
        let _ = writeln!(
            text,
            "    server::Asset {{ path: {:?}, kind: {:?}, bytes: include_bytes!(concat!(env!(\"OUT_DIR\"), {:?})) }},",
            format!("/{path}"),
            kind(file),
            format!("/{copy}")
        );
    }
    text.push_str("]\n");
    Ok(text)
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            gather(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

fn kind(file: &Path) -> &'static str {
    match file.extension().and_then(|ending| ending.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("json" | "webmanifest") => "application/json",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
