//! Destinations for the lines of a ledger.

use std::io;
use std::path::{Path, PathBuf};

/// A destination for ledger lines. `append` returns only when the line is saved permanently.
pub trait Sink: Send {
    /// Saves one line, given without its end of line.
    ///
    /// # Errors
    /// Fails if the line could not be saved. The caller must then treat it as not written.
    fn append(&mut self, line: &str) -> io::Result<()>;
}

impl Sink for Vec<String> {
    fn append(&mut self, line: &str) -> io::Result<()> {
        self.push(line.to_owned());
        Ok(())
    }
}

/// Discards every line, for playouts and checks.
impl Sink for () {
    fn append(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }
}

/// A ledger file. Every line is synced to disk before `append` returns.
#[derive(Debug)]
pub struct FileSink {
    file: std::fs::File,
    path: PathBuf,
    length: u64,
}

impl FileSink {
    /// Creates the file of a new ledger and locks it. On Unix only its owner can read it, because it contains secrets.
    ///
    /// # Errors
    /// Fails if the file already exists, or cannot be created or locked.
    pub fn create(path: &Path) -> io::Result<Self> {
        let mut options = std::fs::OpenOptions::new();
        options.append(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(path)?;
        file.try_lock()?;
        // A new file is safe only once its directory is synced.
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if cfg!(unix) {
            std::fs::File::open(folder)?.sync_all()?;
        }
        Ok(FileSink { file, path: path.to_owned(), length: 0 })
    }

    /// Opens an existing ledger for appending and locks it against other processes until the sink is dropped. Read the
    /// file only after this call, and pass the length of its complete lines to [`FileSink::cut`].
    ///
    /// # Errors
    /// Fails if the file cannot be opened, or another process has locked it.
    pub fn resume(path: &Path) -> io::Result<Self> {
        let file = std::fs::OpenOptions::new().append(true).open(path)?;
        file.try_lock()?;
        let length = file.metadata()?.len();
        Ok(FileSink { file, path: path.to_owned(), length })
    }

    /// Truncates the file to its first `length` bytes, which removes an incomplete last line.
    ///
    /// # Errors
    /// Fails if the file cannot be truncated or synced.
    pub fn cut(&mut self, length: u64) -> io::Result<()> {
        self.file.set_len(length)?;
        self.file.sync_data()?;
        self.length = length;
        Ok(())
    }

    /// The path of the ledger file.
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
                // Half a line must not remain. If it does, the referee has stopped, and the next reader detects it.
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
