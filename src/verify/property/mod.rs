//! Properties of programs that passes leave true, each with a check that derives it again by its own means.

use crate::base::diagnostic::Diagnostics;
use crate::ir::program::Program;

pub mod carries;
pub mod directions;
pub mod lints;
pub mod returns;
pub mod scopes;
pub mod storage;

/// Something that holds of a program at some point of the pipeline.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Property {
    /// No Inline function and no call of one is left.
    InlineFunctionsEliminated,
    /// Every scope that becomes a function is one.
    ScopesOutlined,
    /// No function writes a parameter that it declares In.
    ParamDirectionsCoverBodies,
    /// A returned tensor that is a parameter is that parameter's variable.
    ReturnParamsExplicit,
    /// Every call and submission of a known function has directions that fit its parameters.
    CallDirectionsResolved,
    /// Every Orchestration function has its runtime scopes written out.
    RuntimeScopesMaterialized,
    /// Every carry of an Orchestration function is classified.
    IterArgCarryClassified,
}

impl Property {
    /// All of them, in the order of the pipeline.
    pub const ALL: &'static [Self] = &[
        Self::InlineFunctionsEliminated,
        Self::ScopesOutlined,
        Self::ParamDirectionsCoverBodies,
        Self::ReturnParamsExplicit,
        Self::CallDirectionsResolved,
        Self::RuntimeScopesMaterialized,
        Self::IterArgCarryClassified,
    ];
    /// Its name, as messages show it.
    pub fn name(self) -> &'static str {
        match self {
            Self::InlineFunctionsEliminated => "InlineFunctionsEliminated",
            Self::ScopesOutlined => "ScopesOutlined",
            Self::ParamDirectionsCoverBodies => "ParamDirectionsCoverBodies",
            Self::ReturnParamsExplicit => "ReturnParamsExplicit",
            Self::CallDirectionsResolved => "CallDirectionsResolved",
            Self::RuntimeScopesMaterialized => "RuntimeScopesMaterialized",
            Self::IterArgCarryClassified => "IterArgCarryClassified",
        }
    }
    /// Where it does not hold; empty if it holds everywhere.
    pub fn check(self, program: &Program) -> Diagnostics {
        match self {
            Self::InlineFunctionsEliminated => scopes::inline_eliminated(program),
            Self::ScopesOutlined => scopes::outlined(program),
            Self::ParamDirectionsCoverBodies => directions::params_cover_bodies(program),
            Self::ReturnParamsExplicit => returns::explicit(program),
            Self::CallDirectionsResolved => directions::calls_resolved(program),
            Self::RuntimeScopesMaterialized => scopes::runtime_materialized(program),
            Self::IterArgCarryClassified => carries::classified(program),
        }
    }
}
