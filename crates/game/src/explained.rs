//! The pages that explain the sewers of a rule system.

use referee::ledger::ScenarioText;
use table::case::{Case, CaseError};

use crate::problem::{Code, Problem};

/// Returns how the sewers of a rule system work, as JSON: panels with pictures of what each side sees. The page is played
/// for that.
///
/// # Errors
/// No rule system, or no page, has this name.
/// The page can't be played.
pub fn explained(pages: &[ScenarioText], name: &str) -> Result<Vec<u8>, Problem> {
    let unknown = |why: &str| Problem::new(Code::UnknownSystem, format!("{why} `{name}`"));
    let system = table::system(name).ok_or_else(|| unknown("unknown rule system"))?;
    let page = pages.iter().find(|page| page.name == name);
    let page = page.ok_or_else(|| unknown("no page explains the sewers of"))?;
    let wrong = |why: String| Problem::new(Code::Failed, format!("the page about the sewers: {why}"));
    let no_file = |name: &str| {
        let source = std::io::Error::from(std::io::ErrorKind::NotFound);
        Err(CaseError::Read { path: name.into(), source })
    };
    let case = Case::parse(&page.name, &page.text, no_file).map_err(|error| wrong(error.to_string()))?;
    let explained = system.explain(&case).map_err(|failure| wrong(failure.to_string()))?;
    serde_json::to_vec(&explained).map_err(|error| wrong(error.to_string()))
}
