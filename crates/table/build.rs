//! Computes a hash of the sources that decide how games go: the rule systems, the players and the referee.

use std::path::{Path, PathBuf};

fn main() -> std::io::Result<()> {
    let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let manifest = root.join("Cargo.toml");
    let mut folders = vec![root.join("src")];
    for line in std::fs::read_to_string(&manifest)?.lines().take_while(|line| *line != "[dev-dependencies]") {
        let name = line.split(['.', ' ']).next().unwrap_or_default();
        let folder = root.join("..").join(name).join("src");
        if !name.is_empty() && folder.is_dir() {
            folders.push(folder);
        }
    }
    // Outside this workspace another lock file decides, and it is not known here.
    let lock = root.join("../../Cargo.lock");
    let mut files: Vec<PathBuf> = Some(lock).filter(|lock| lock.exists()).into_iter().collect();
    for folder in folders {
        println!("cargo::rerun-if-changed={}", folder.display());
        gather(&folder, &mut files)?;
    }
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", manifest.display());
    if let Some(lock) = files.first() {
        println!("cargo::rerun-if-changed={}", lock.display());
    }
    files.sort();
    let mut hash = Fnv::default();
    for file in files {
        let text = std::fs::read_to_string(&file)?.replace("\r\n", "\n");
        let name = file.strip_prefix(&root).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        hash.add(&name);
        hash.add(&text);
    }
    println!("cargo::rustc-env=UNDERCITY_SOURCES={:032x}", hash.0);
    Ok(())
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            gather(&path, files)?;
        } else if path.extension().is_some_and(|ending| ending == "rs" || ending == "toml" || ending == "lock") {
            files.push(path);
        }
    }
    Ok(())
}

/// The hash FNV-1a of 128 bits. It has to tell versions apart, not to withstand an attack.
struct Fnv(u128);

impl Default for Fnv {
    fn default() -> Self {
        Fnv(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }
}

impl Fnv {
    /// Adds a text and its length, so that the end of a text can't become the begin of the next.
    fn add(&mut self, text: &str) {
        for byte in text.bytes().chain(text.len().to_le_bytes()) {
            self.0 = (self.0 ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
        }
    }
}
