//! What a side has heard, shared by the copies of a trial.

use std::sync::Arc;

use crate::RefereeError;
use crate::event::hashed;

/// The events of a seat, in parts that copies of a trial share.
#[derive(Clone, Debug, Default)]
pub(super) struct Transcript(pub Vec<Arc<[Heard]>>);

/// An event of a transcript.
#[derive(Debug)]
pub(super) struct Heard {
    pub line: String,
    /// The event without the text that follows from it, if it has any.
    bare: Option<String>,
}

impl Heard {
    pub fn new(line: String) -> Result<Self, RefereeError> {
        let read = |line: &str| hashed(serde_json::from_str(line)?);
        // Other events have no text.
        let has_text = ["{\"told\"", "{\"ordered\""].iter().any(|word| line.starts_with(word));
        let bare = has_text.then(|| read(&line)).transpose().map_err(RefereeError::unnamed)?;
        Ok(Heard { line, bare })
    }

    pub fn bare(&self) -> &str {
        self.bare.as_deref().unwrap_or(&self.line)
    }
}

impl Transcript {
    /// Returns all lines, in parts.
    pub fn lines(&self) -> Vec<Vec<String>> {
        self.0.iter().map(|part| part.iter().map(|heard| heard.line.clone()).collect()).collect()
    }

    /// Returns a transcript of these lines.
    pub fn of(heard: Vec<Vec<String>>) -> Result<Self, RefereeError> {
        let part = |lines: Vec<String>| lines.into_iter().map(Heard::new).collect::<Result<Arc<[Heard]>, _>>();
        Ok(Transcript(heard.into_iter().map(part).collect::<Result<_, _>>()?))
    }
}
