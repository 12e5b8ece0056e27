//! What is wrong with a scenario file, shown as a compiler would.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource};
use serde_json::{Value, json};

/// Bytes of the file, from and up to.
pub type Span = Range<usize>;

/// How bad a problem is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The scenario cannot be used.
    #[default]
    Error,
    /// The scenario can be used, but may not be what was meant.
    Warning,
}

/// One thing that is wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostic {
    /// Where in the file; the reader fills it in.
    pub span: Option<Span>,
    /// How bad it is; the reader fills it in.
    pub severity: Severity,
    /// What is wrong, in a sentence without a full stop.
    pub message: String,
    /// What to write at the underlined words.
    pub label: Option<String>,
    /// How to mend it.
    pub help: Option<String>,
    /// The clause of the rules that it breaks.
    pub clause: Option<String>,
}

impl Diagnostic {
    /// A problem told in one sentence.
    pub fn new(message: impl Into<String>) -> Diagnostic {
        Diagnostic { message: message.into(), ..Diagnostic::default() }
    }

    /// The same with a word at the underlined place.
    #[must_use]
    pub fn label(self, label: impl Into<String>) -> Diagnostic {
        Diagnostic { label: Some(label.into()), ..self }
    }

    /// The same with advice.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Diagnostic {
        Diagnostic { help: Some(help.into()), ..self }
    }

    /// The same with advice, if there is any.
    #[must_use]
    pub fn maybe_help(self, help: Option<String>) -> Diagnostic {
        Diagnostic { help: help.or(self.help), ..self }
    }

    /// The same, citing a clause.
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

/// Everything that is wrong with a file, in the order of the file. Never empty when returned as an error.
#[derive(Clone, Debug)]
pub struct Diagnostics {
    source: Arc<NamedSource<String>>,
    list: Vec<Diagnostic>,
}

impl Diagnostics {
    pub(crate) fn new(source: Arc<NamedSource<String>>, mut list: Vec<Diagnostic>) -> Diagnostics {
        let length = source.inner().len();
        for span in list.iter_mut().filter_map(|problem| problem.span.as_mut()) {
            span.start = span.start.min(length);
            span.end = span.end.clamp(span.start, length);
        }
        list.sort_by_key(|problem| problem.span.as_ref().map_or(0, |span| span.start));
        list.dedup();
        Diagnostics { source, list }
    }

    /// The problems, warnings included, in the order of the file.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Diagnostic> {
        self.list.iter()
    }

    /// Number of problems, warnings included.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is nothing to say.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    fn count(&self, severity: Severity) -> usize {
        self.list.iter().filter(|problem| problem.severity == severity).count()
    }

    /// All problems as text for a terminal `width` columns wide: file, line, the words underlined, advice.
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
        text
    }

    /// The line of the first error, from 1; of the first problem, if none is an error.
    pub fn line(&self) -> usize {
        let error = self.list.iter().find(|problem| problem.severity == Severity::Error);
        error.or(self.list.first()).map_or(1, |problem| self.place(problem).0)
    }

    /// The line and column of a problem, from 1, in characters.
    fn place(&self, problem: &Diagnostic) -> (usize, usize) {
        let before = problem.span.as_ref().and_then(|span| self.source.inner().get(..span.start)).unwrap_or("");
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        (before.matches('\n').count() + 1, column)
    }

    /// All problems for a program: a list of objects with severity, message, label, help, clause, span (bytes), line
    /// and column (from 1, in characters).
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
        json!({ "file": self.source.name(), "problems": problems.collect::<Vec<_>>() })
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (errors, warnings) = (self.count(Severity::Error), self.count(Severity::Warning));
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

/// A problem together with the file it is in.
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
        // Behind the last letter there is nothing to underline, so the label would not be shown.
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

/// What a file that can be used had better have different.
#[derive(Clone, Debug)]
pub struct Warnings(pub Diagnostics);

impl std::ops::Deref for Warnings {
    type Target = Diagnostics;

    fn deref(&self) -> &Diagnostics {
        &self.0
    }
}
