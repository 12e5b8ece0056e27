//! What a request is answered with.

use game::{Code, Problem};
use serde::Serialize;
use serde_json::json;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::jobs::Job;
use crate::write::Write;

/// The answer to a request.
#[wasm_bindgen(getter_with_clone)]
#[derive(Clone, Debug)]
pub struct Answer {
    /// HTTP status, such as 200.
    pub status: u16,
    /// Body.
    pub text: String,
    /// Seconds after which the request should be repeated; 0 without a time.
    pub after: u32,
    /// Work whose result is the answer, for [`crate::work`]. The other fields have no meaning then.
    pub job: Option<String>,
}

/// What a request is answered with.
#[derive(Clone, Debug, Serialize)]
pub struct Said {
    status: u16,
    pub text: String,
    #[serde(skip)]
    after: u32,
    /// A game that a piece of long work has made, to be stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub write: Option<Box<Write>>,
}

impl Said {
    /// Returns the answer to a request that was executed.
    pub fn json(value: &impl Serialize) -> Said {
        match serde_json::to_string(value) {
            Ok(text) => Said::text(text),
            Err(error) => Said::problem(Problem::new(Code::Failed, error)),
        }
    }

    /// Returns an answer that is text, such as a ledger.
    pub fn text(text: String) -> Said {
        Said { status: 200, text, after: 0, write: None }
    }

    /// Returns the answer to a request that created something.
    pub fn created(value: &impl Serialize) -> Said {
        Said { status: 201, ..Said::json(value) }
    }

    /// Returns the answer to a request that failed.
    pub fn problem(problem: Problem) -> Said {
        let (status, after) = (problem.code().status(), problem.retried_after().unwrap_or(0));
        let text = serde_json::to_string(&problem).unwrap_or_default();
        Said { status, text, after, write: None }
    }

    /// Returns the answer as JSON.
    pub fn to_json(&self) -> String {
        json!(self).to_string()
    }
}

/// A request that is answered now, or by another worker.
pub enum Reply {
    Now(Said),
    Later(Job),
}

impl From<Reply> for Answer {
    fn from(reply: Reply) -> Answer {
        match reply {
            Reply::Now(Said { status, text, after, .. }) => Answer { status, text, after, job: None },
            Reply::Later(job) => {
                let job = serde_json::to_string(&job).ok();
                Answer { status: 0, text: String::new(), after: 0, job }
            }
        }
    }
}
