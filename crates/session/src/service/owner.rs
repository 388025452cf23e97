//! The owner of a running task.

use super::Event;
use tengen_common::StopRequest;

/// The request to a task, and the receiver of its events.
pub(super) struct Owner<'a> {
    pub request: &'a dyn Fn() -> StopRequest,
    pub listener: &'a dyn Fn(Event),
}

impl Owner<'_> {
    pub fn wants_an_end(&self) -> bool {
        (self.request)() != StopRequest::GoOn
    }
}
