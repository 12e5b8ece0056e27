//! The parameters in the paths of the interface.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use utoipa::IntoParams;

use crate::problem::{Code, Problem};

/// The seat of a request.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct LinkPath {
    /// Secret part of a seat's link: 48 hexadecimal digits.
    #[param(pattern = "^[0-9a-f]{48}$")]
    pub link: String,
}

/// The rule system of a request.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct SystemPath {
    /// Name of the rule system.
    #[param(example = "asl")]
    pub system: String,
}

/// The built-in scenario of a request.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct ScenarioPath {
    /// Name of the rule system.
    #[param(example = "tide")]
    pub system: String,
    /// Name of the scenario within the system.
    #[param(example = "first")]
    pub file: String,
}

/// The path of a request. Its errors are problems.
#[derive(Debug)]
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let path = axum::extract::Path::<T>::from_request_parts(parts, state).await;
        path.map(|path| Path(path.0)).map_err(|_| Problem::new(Code::UnknownPath, "this address is not UTF-8"))
    }
}
