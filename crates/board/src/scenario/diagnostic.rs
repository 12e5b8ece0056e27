//! Errors and warnings about a scenario file, in the form of compiler messages.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource};
use serde_json::{Value, json};

/// A range of bytes in the file.
pub type Span = Range<usize>;

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The scenario cannot be used.
    #[default]
    Error,
    /// The scenario can be used, but may not be what was intended.
    Warning,
}

/// One error or warning about a scenario file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostic {
    /// Position in the file; set by the [`Reader`](super::Reader).
    pub span: Option<Span>,
    /// Error or warning; set by the [`Reader`](super::Reader).
    pub severity: Severity,
    /// The problem as a sentence without a full stop.
    pub message: String,
    /// Short text at the underlined position, such as the expected value.
    pub label: Option<String>,
    /// Advice on how to fix the problem.
    pub help: Option<String>,
    /// Identifier of the clause that the entry breaks; `None` for errors of form.
    pub clause: Option<String>,
}

impl Diagnostic {
    /// Creates a diagnostic from its message.
    pub fn new(message: impl Into<String>) -> Diagnostic {
        Diagnostic { message: message.into(), ..Diagnostic::default() }
    }

    /// Sets the text at the underlined position.
    #[must_use]
    pub fn label(self, label: impl Into<String>) -> Diagnostic {
        Diagnostic { label: Some(label.into()), ..self }
    }

    /// Sets the advice on how to fix the problem.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Diagnostic {
        Diagnostic { help: Some(help.into()), ..self }
    }

    /// Sets the advice if `help` is not `None`.
    #[must_use]
    pub fn maybe_help(self, help: Option<String>) -> Diagnostic {
        Diagnostic { help: help.or(self.help), ..self }
    }

    /// Sets the identifier of the clause that the entry breaks.
    #[must_use]
    pub fn clause(self, clause: impl Into<String>) -> Diagnostic {
        Diagnostic { clause: Some(clause.into()), ..self }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Diagnostic {}

impl miette::Diagnostic for Diagnostic {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.clause.as_ref().map(|clause| Box::new(clause) as Box<dyn fmt::Display>)
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let span = self.span.clone()?;
        let label = self.label.clone().unwrap_or_else(|| "here".to_owned());
        Some(Box::new(std::iter::once(LabeledSpan::new(Some(label), span.start, span.len()))))
    }
}

/// Maximum number of diagnostics about one file that are listed. A reader corrects the first ones and tries again.
const LISTED: usize = 100;

/// The diagnostics about a file, in file order. Never empty if returned as an error.
#[derive(Clone, Debug)]
pub struct Diagnostics {
    source: Arc<NamedSource<String>>,
    /// At most [`LISTED`] of them, errors before warnings if there are more.
    list: Vec<Diagnostic>,
    /// Number of all errors.
    errors: usize,
    /// Number of all warnings.
    warnings: usize,
}

impl Diagnostics {
    /// Creates the diagnostics about another file in TOML than a scenario. Their spans must be set.
    pub fn about(name: &str, text: &str, list: Vec<Diagnostic>) -> Diagnostics {
        Diagnostics::new(Arc::new(NamedSource::new(name, text.to_owned())), list)
    }

    pub(crate) fn new(source: Arc<NamedSource<String>>, mut list: Vec<Diagnostic>) -> Diagnostics {
        let length = source.inner().len();
        for span in list.iter_mut().filter_map(|problem| problem.span.as_mut()) {
            span.start = span.start.min(length);
            span.end = span.end.clamp(span.start, length);
        }
        let place = |problem: &Diagnostic| problem.span.as_ref().map_or(0, |span| span.start);
        list.sort_by_key(place);
        list.dedup();
        let errors = list.iter().filter(|problem| problem.severity == Severity::Error).count();
        let warnings = list.len() - errors;
        if list.len() > LISTED {
            list.sort_by_key(|problem| problem.severity);
            list.truncate(LISTED);
            list.sort_by_key(place);
        }
        Diagnostics { source, list, errors, warnings }
    }

    /// The diagnostics, including warnings, in file order: at most 100.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Diagnostic> {
        self.list.iter()
    }

    /// Number of diagnostics, including warnings and those that are not listed.
    pub fn len(&self) -> usize {
        self.errors + self.warnings
    }

    /// Number of diagnostics that are not listed.
    pub fn unlisted(&self) -> usize {
        self.len() - self.list.len()
    }

    /// Whether there are no errors and no warnings.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Formats all diagnostics for a terminal `width` columns wide (at least 40): file, line, underlined source text,
    /// advice.
    pub fn render(&self, color: bool, width: usize) -> String {
        let theme = if color { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
        let handler = GraphicalReportHandler::new_themed(theme).with_width(width.max(40)).with_links(false);
        let mut text = String::new();
        for problem in &self.list {
            let shown = Shown { problem, source: &self.source };
            if handler.render_report(&mut text, &shown).is_err() {
                text.push_str(&problem.message);
            }
            text.push('\n');
        }
        if self.unlisted() > 0 {
            text.push_str(&format!("{} more are not listed: correct these first\n\n", self.unlisted()));
        }
        text
    }

    /// Line of the first error, from 1; of the first warning if there is no error.
    pub fn line(&self) -> usize {
        let error = self.list.iter().find(|problem| problem.severity == Severity::Error);
        error.or(self.list.first()).map_or(1, |problem| self.place(problem).0)
    }

    /// Line and column of a diagnostic, from 1, in characters.
    fn place(&self, problem: &Diagnostic) -> (usize, usize) {
        let before = problem.span.as_ref().and_then(|span| self.source.inner().get(..span.start)).unwrap_or("");
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        (before.matches('\n').count() + 1, column)
    }

    /// Returns the diagnostics as JSON: a list of objects with severity, message, label, help, clause, span (bytes),
    /// line and column (from 1, in characters). `unlisted` is the number of those beyond the first 100, if any.
    pub fn to_json(&self) -> Value {
        let problems = self.list.iter().map(|problem| {
            let (line, column) = self.place(problem);
            json!({
                "severity": match problem.severity { Severity::Error => "error", Severity::Warning => "warning" },
                "message": problem.message,
                "label": problem.label,
                "help": problem.help,
                "clause": problem.clause,
                "span": problem.span.as_ref().map(|span| json!({ "start": span.start, "end": span.end })),
                "line": line,
                "column": column,
            })
        });
        let mut all = json!({ "file": self.source.name(), "problems": problems.collect::<Vec<_>>() });
        if self.unlisted() > 0 {
            all["unlisted"] = self.unlisted().into();
        }
        all
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Diagnostics { errors, warnings, .. } = *self;
        let counted = |n: usize, noun: &str| format!("{n} {noun}{}", if n == 1 { "" } else { "s" });
        write!(f, "{}: {}", self.source.name(), counted(errors, "error"))?;
        if warnings > 0 {
            write!(f, ", {}", counted(warnings, "warning"))?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostics {}

impl miette::Diagnostic for Diagnostics {
    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        Some(&*self.source)
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn miette::Diagnostic> + 'a>> {
        Some(Box::new(self.list.iter().map(|problem| problem as &dyn miette::Diagnostic)))
    }
}

/// A diagnostic with the file it refers to.
#[derive(Debug)]
struct Shown<'a> {
    problem: &'a Diagnostic,
    source: &'a NamedSource<String>,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.problem.fmt(f)
    }
}

impl std::error::Error for Shown<'_> {}

impl miette::Diagnostic for Shown<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.problem.code()
    }

    fn severity(&self) -> Option<miette::Severity> {
        self.problem.severity()
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        // At the end of the file nothing can be underlined: the label is shown as advice instead.
        let unseen = self.problem.span.as_ref().is_none_or(|span| span.start >= self.source.inner().len());
        match (&self.problem.help, &self.problem.label) {
            (None, Some(label)) if unseen => Some(Box::new(label)),
            _ => miette::Diagnostic::help(self.problem),
        }
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        self.problem.labels()
    }

    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        Some(self.source)
    }
}

/// Warnings: the scenario can be played, but these entries are probably mistakes.
#[derive(Clone, Debug)]
pub struct Warnings(pub Diagnostics);

impl std::ops::Deref for Warnings {
    type Target = Diagnostics;

    fn deref(&self) -> &Diagnostics {
        &self.0
    }
}
