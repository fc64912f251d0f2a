//! What was decided, as data: directions, returned parameters, call directions and carries of the final program.

use indexmap::IndexMap;
use serde::Serialize;

use crate::egraph::relation::{FunctionRelation, Relations};
use crate::ir::attr::Attrs;
use crate::ir::program::{Function, Program};
use crate::ir::stmt::{Call, Carry, ForKind, Rhs, StmtKind};
use crate::verify::property::carries::{array_size_key, rebind_key};

/// Facts of a program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Facts {
    /// By function, in the order of the program.
    pub functions: IndexMap<String, FunctionFacts>,
}

/// Facts of a function.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FunctionFacts {
    /// The member name of `pl.FunctionType`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// Parameters in order.
    pub params: Vec<ParamFacts>,
    /// Returned values in order.
    pub returns: Vec<ReturnFacts>,
    /// Calls and submissions in program order, outer before inner.
    pub calls: Vec<CallFacts>,
    /// Loops in program order, outer before inner.
    pub loops: Vec<LoopFacts>,
}

/// Facts of a parameter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ParamFacts {
    /// Its name.
    pub name: String,
    /// The direction that was written.
    pub declared: &'static str,
    /// The direction that was found.
    pub direction: &'static str,
}

/// Facts of a returned value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ReturnFacts {
    /// The parameter that it is, by index.
    pub param: Option<usize>,
}

/// Facts of a call.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CallFacts {
    /// Whom.
    pub callee: String,
    /// `call` or `submit`.
    pub kind: &'static str,
    /// One per argument; empty if they were not derived.
    pub directions: Vec<&'static str>,
}

/// Facts of a loop.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LoopFacts {
    /// `range`, `parallel`, `unroll`, `pipeline` or `while`.
    pub kind: &'static str,
    /// Its carries in order.
    pub carries: Vec<CarryFacts>,
}

/// Facts of a carry.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CarryFacts {
    /// The name that the body uses.
    pub name: String,
    /// Whether each trip assigns it; nothing if it was not classified, as outside Orchestration functions.
    pub rebind: Option<bool>,
    /// The extent of its array of task ids, if it has one.
    pub array_size: Option<i128>,
}

/// The facts of a final program; `written` is the program before any pass, for what was declared.
pub fn facts(program: &Program, relations: &Relations, written: &Program) -> Facts {
    let each = program.functions.iter().map(|(name, function)| {
        let facts = of_function(function, relations.functions.get(name), written.functions.get(name));
        (name.to_string(), facts)
    });
    Facts { functions: each.collect() }
}

fn of_function(
    function: &Function,
    relation: Option<&FunctionRelation>,
    written: Option<&Function>,
) -> FunctionFacts {
    let params = function.params.iter().enumerate().map(|(index, param)| {
        let declared = written.and_then(|function| function.params.get(index)).unwrap_or(param).direction;
        ParamFacts {
            name: function.vars[param.var].name.to_string(),
            declared: declared.name(),
            direction: param.direction.name(),
        }
    });
    let visible = function.results.len() - function.hidden.min(function.results.len());
    let returned = |index| relation.and_then(|relation| relation.returns.get(index).copied().flatten());
    let mut facts = FunctionFacts {
        kind: function.kind.name(),
        params: params.collect(),
        returns: (0..visible).map(|index| ReturnFacts { param: returned(index) }).collect(),
        calls: Vec::new(),
        loops: Vec::new(),
    };
    for stmt in function.stmts() {
        match &stmt.kind {
            StmtKind::Let(_, Rhs::Call(call)) | StmtKind::Eval(Rhs::Call(call)) => {
                facts.calls.push(of_call(call));
            }
            StmtKind::For(it) => {
                let kind = match it.kind {
                    ForKind::Sequential => "range",
                    ForKind::Parallel => "parallel",
                    ForKind::Unroll => "unroll",
                    ForKind::Pipeline => "pipeline",
                };
                facts.loops.push(of_loop(function, kind, &it.carries, &it.attrs));
            }
            StmtKind::While(it) => facts.loops.push(of_loop(function, "while", &it.carries, &it.attrs)),
            _ => {}
        }
    }
    facts
}

fn of_call(call: &Call) -> CallFacts {
    CallFacts {
        callee: call.callee.to_string(),
        kind: if call.is_submit() { "submit" } else { "call" },
        directions: call.directions.iter().map(|direction| direction.name()).collect(),
    }
}

fn of_loop(function: &Function, kind: &'static str, carries: &[Carry], attrs: &Attrs) -> LoopFacts {
    let carries = carries.iter().enumerate().map(|(k, carry)| CarryFacts {
        name: function.vars[carry.param].name.to_string(),
        rebind: attrs.bool(&rebind_key(k)),
        array_size: attrs.int(&array_size_key(k)),
    });
    LoopFacts { kind, carries: carries.collect() }
}
