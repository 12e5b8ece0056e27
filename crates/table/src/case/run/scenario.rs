//! Mistakes in the scenario of a case.

use super::*;

/// Runs a case about a scenario that the system must refuse with a clause. Otherwise returns the actual refusal, if
/// any.
pub(super) fn refused_scenario<S: System>(case: &Case, clause: &str) -> Result<(), (Option<Diagnostics>, String)> {
    match referee::set_up::<S>(&case.scenario) {
        Ok(_) => Err((None, format!("expected the scenario to be refused by {clause}, and it was accepted"))),
        Err(problems) if problems.iter().any(|problem| problem.clause.as_deref() == Some(clause)) => Ok(()),
        Err(problems) => {
            let told = format!("expected the scenario to be refused by {clause}:\n{}", problems.render(false, 100));
            Err((Some(problems), told))
        }
    }
}

/// Returns the error in the options of a case, if its scenario is refused because of them. The text with these options
/// is not in any file, so the error is shown at the option in the case.
pub(super) fn wrong_options<S: System>(case: &Case) -> Option<Mistake> {
    let (first, _) = case.options.first()?;
    let problems = referee::set_up::<S>(&case.scenario).err()?;
    let problem = match referee::set_up::<S>(&case.without_options) {
        Ok(_) => problems.iter().next()?,
        Err(before) => problems.iter().find(|now| before.iter().all(|before| before.message != now.message))?,
    };
    if problem.clause.is_some() && case.refused.is_some() {
        return None;
    }
    let told = in_a_line(problem.clone());
    let named = |name: &str| told.contains(&format!("`{name}`"));
    let name = case.options.iter().map(|(name, _)| name).find(|name| named(name)).unwrap_or(first);
    let (_, place) = case.options.iter().find(|(option, _)| option == name)?;
    Some((*place, format!("`options`: {}", if named(name) { told } else { format!("`{name}`: {told}") })))
}

pub(super) fn explain(error: &referee::RefereeError) -> String {
    match error {
        referee::RefereeError::Scenario(problems) => format!("{error}\n{}", problems.render(false, 100)),
        other => other.to_string(),
    }
}
