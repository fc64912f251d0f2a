//! The table of passes: one row each, and everything about a pass follows from its row.

use crate::base::diagnostic::Diagnostics;
use crate::ir::program::Program;
use crate::passes::run::{Context, Report};
use crate::passes::{calls, carries, dead_writes, fences, outline, params, returns, runtime_scopes};
use crate::verify::property::Property;

/// One pass.
pub struct Pass {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it does, in one line.
    pub does: &'static str,
    /// What must hold before it.
    pub requires: &'static [Property],
    /// What holds after it.
    pub ensures: &'static [Property],
    /// What need not hold any more after it.
    pub breaks: &'static [Property],
    /// Whether it only runs when it is asked for, as by `-O2`.
    pub asked: bool,
    /// Runs it.
    pub run: fn(&mut Program, &Context<'_>) -> Result<Report, Diagnostics>,
}

/// All passes, in the order in which the default pipeline runs them.
pub static PASSES: &[Pass] = &[
    Pass {
        name: "dead-writes",
        does: "drops writes that are covered before anyone reads them, or that go where nobody reads again",
        requires: &[Property::InlineFunctionsEliminated],
        ensures: &[],
        breaks: &[],
        asked: true,
        run: dead_writes::run,
    },
    Pass {
        name: "outline-scopes",
        does: "turns each scope that is a task, a group of tasks or a level of the machine into a function",
        requires: &[Property::InlineFunctionsEliminated],
        ensures: &[Property::ScopesOutlined],
        breaks: &[
            Property::ParamDirectionsCoverBodies,
            Property::ReturnParamsExplicit,
            Property::CallDirectionsResolved,
            Property::RuntimeScopesMaterialized,
            Property::IterArgCarryClassified,
        ],
        asked: false,
        run: outline::run,
    },
    Pass {
        name: "parameter-directions",
        does: "lifts parameters that are written, here or by a callee, from In to Out or InOut",
        requires: &[Property::InlineFunctionsEliminated, Property::ScopesOutlined],
        ensures: &[Property::ParamDirectionsCoverBodies],
        breaks: &[Property::CallDirectionsResolved],
        asked: false,
        run: params::run,
    },
    Pass {
        name: "return-order",
        does: "returns parameters by name, kernels' in the order of their outputs, and remaps every use of the results",
        requires: &[Property::ScopesOutlined, Property::ParamDirectionsCoverBodies],
        ensures: &[Property::ReturnParamsExplicit],
        breaks: &[],
        asked: false,
        run: returns::run,
    },
    Pass {
        name: "call-directions",
        does: "tells the runtime of each argument whether it is read, written, or both",
        requires: &[Property::InlineFunctionsEliminated, Property::ParamDirectionsCoverBodies],
        ensures: &[Property::CallDirectionsResolved],
        breaks: &[],
        asked: false,
        run: calls::run,
    },
    Pass {
        name: "fence-compression",
        does: "lets the tasks of a parallel loop wait for one barrier instead of for every task of the phase before",
        requires: &[Property::ScopesOutlined],
        ensures: &[],
        breaks: &[],
        asked: false,
        run: fences::run,
    },
    Pass {
        name: "runtime-scopes",
        does: "writes out the runtime scope around each function body, loop body and arm of a branch",
        requires: &[Property::ScopesOutlined],
        ensures: &[Property::RuntimeScopesMaterialized],
        breaks: &[],
        asked: false,
        run: runtime_scopes::run,
    },
    Pass {
        name: "carries",
        does: "says of each loop carry whether it is a mere name or a variable, and sizes arrays of task ids",
        requires: &[
            Property::ReturnParamsExplicit,
            Property::CallDirectionsResolved,
            Property::RuntimeScopesMaterialized,
        ],
        ensures: &[Property::IterArgCarryClassified],
        breaks: &[],
        asked: false,
        run: carries::run,
    },
];

/// The pass of that name.
pub fn find(name: &str) -> Option<&'static Pass> {
    PASSES.iter().find(|pass| pass.name == name)
}
