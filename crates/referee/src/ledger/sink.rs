//! Where a ledger's lines are kept.

use std::io;
use std::path::{Path, PathBuf};

/// Where lines are kept. `append` returns only when the line is safe.
pub trait Sink: Send {
    /// Keeps one line (without its end-of-line).
    ///
    /// # Errors
    /// When it could not be kept; then nothing of it may count.
    fn append(&mut self, line: &str) -> io::Result<()>;
}

impl Sink for Vec<String> {
    fn append(&mut self, line: &str) -> io::Result<()> {
        self.push(line.to_owned());
        Ok(())
    }
}

/// Forgets every line: for playouts and checks.
impl Sink for () {
    fn append(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }
}

/// A ledger file; every line is synced to disk before it counts.
#[derive(Debug)]
pub struct FileSink {
    file: std::fs::File,
    path: PathBuf,
    length: u64,
}

impl FileSink {
    /// Opens a file for a new ledger. Only its owner may read it, where the machine knows owners: it holds secrets.
    ///
    /// # Errors
    /// When it exists already or cannot be made.
    pub fn create(path: &Path) -> io::Result<Self> {
        let mut options = std::fs::OpenOptions::new();
        options.append(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(path)?;
        file.try_lock()?;
        // The name of a new file is only safe when its folder is.
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if cfg!(unix) {
            std::fs::File::open(folder)?.sync_all()?;
        }
        Ok(FileSink { file, path: path.to_owned(), length: 0 })
    }

    /// Opens a ledger to go on with. It stays locked as long as this lives: nobody else can go on with it meanwhile.
    /// Read the file only now, and tell with [`FileSink::cut`] how much of it was whole.
    ///
    /// # Errors
    /// When the file cannot be opened, or somebody else goes on with it.
    pub fn resume(path: &Path) -> io::Result<Self> {
        let file = std::fs::OpenOptions::new().append(true).open(path)?;
        file.try_lock()?;
        let length = file.metadata()?.len();
        Ok(FileSink { file, path: path.to_owned(), length })
    }

    /// Cuts off a torn last line: keeps the first `length` bytes.
    ///
    /// # Errors
    /// When the file cannot be cut.
    pub fn cut(&mut self, length: u64) -> io::Result<()> {
        self.file.set_len(length)?;
        self.file.sync_data()?;
        self.length = length;
        Ok(())
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Sink for FileSink {
    fn append(&mut self, line: &str) -> io::Result<()> {
        use std::io::Write;
        let written = self.file.write_all(format!("{line}\n").as_bytes()).and_then(|()| self.file.sync_data());
        match written {
            Ok(()) => {
                self.length += line.len() as u64 + 1;
                Ok(())
            }
            Err(error) => {
                // Half a line must not stay; if it does, the referee has stopped and reading will find it.
                let _ = self.cut(self.length);
                Err(error)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_table_goes_on_with_a_ledger() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        let first = FileSink::create(&path).unwrap();
        assert!(FileSink::resume(&path).is_err(), "two referees would write over each other");
        drop(first);
        let mut second = FileSink::resume(&path).unwrap();
        second.append("a line").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "a line\n");
        assert!(FileSink::create(&path).is_err(), "a ledger is never written over");
    }
}
