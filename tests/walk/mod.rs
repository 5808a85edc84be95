//! One cell of the matrix, walked.

use std::ops::ControlFlow;

use token34::fencing::explore::{Budget, Report, cell, explore};
use token34::fencing::fault::Fault;
use token34::fencing::lock::Kind;
use token34::fencing::storage::Check;
use token34::fencing::world::Setup;

/// Every schedule of two clients under this lock, with this one fault.
pub(crate) fn walk(lock: &str, fault: Option<Fault>, check: Check, fence_on_read: bool) -> Report {
    let lock = Kind::named(lock).expect("a known lock");
    let setup = Setup {
        check,
        fence_on_read,
        ..Setup::new(lock)
    };
    explore(cell(setup, fault), Budget::default(), |_| {
        ControlFlow::Continue(())
    })
}
