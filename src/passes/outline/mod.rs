//! `outline-scopes`: each scope that stands for a task, a group of tasks, a graph or a level of the machine becomes a
//! function and a call of it.
//!
//! What the scope captures becomes parameters, in the order of first use; what it defines and others use becomes results.
//! Parameters come out as In: `parameter-directions` finds out what each body does to them, as for any other function.

use std::collections::{BTreeMap, HashMap};

use crate::base::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::base::name::Name;
use crate::base::span::Span;
use crate::ir::events::{Event, Place};
use crate::ir::program::{Function, FunctionKind, Program};
use crate::ir::stmt::{Scope, ScopeKind, Stmt, StmtKind};
use crate::ir::types::Type;
use crate::ir::unrolled::settle_carries;
use crate::passes::outline::classes::Classes;
use crate::passes::outline::names::Names;
use crate::passes::outline::region::{Capture, Region};
use crate::passes::run::{Context, Report};

mod build;
mod classes;
mod desugar;
mod names;
mod rebind;
mod region;
mod uses;

/// A `break` or `continue` inside a scope belongs to a loop around it.
pub const LEAVES_SCOPE: Code = Code("leaves-scope");
/// A scope that becomes a function uses an array of its host, or the host one of the scope's.
pub const CAPTURES_ARRAY: Code = Code("captures-array");
/// A graph inside a graph.
pub const NESTED_GRAPH: Code = Code("nested-graph");

/// Runs the pass.
pub fn run(program: &mut Program, context: &Context<'_>) -> Result<Report, Diagnostics> {
    let wrong = misplaced(program);
    if wrong.has_errors() {
        return Err(wrong);
    }
    if !program.functions.values().any(has_scopes) {
        return Ok(Report::default());
    }
    let mut classes = Classes::of(&context.relations(program));
    let mut names = Names::new();
    let mut places = 0;
    for kind in Kind::ALL {
        let mut todo: Vec<Name> = program.functions.keys().cloned().collect();
        todo.reverse();
        while let Some(name) = todo.pop() {
            if !kind.hosts(program.functions[&name].kind) && !names.is_new(&name, *kind) {
                continue;
            }
            let made = function(program, &name, *kind, &mut names, &mut classes)?;
            places += made.len();
            // Scopes inside the scope are outlined from the new function, under its name.
            todo.extend(made.into_iter().rev());
        }
    }
    Ok(Report::changes(places))
}

/// Kinds of scope that become functions, in the order in which they do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Kind {
    /// A level of the machine other than the core group: an Opaque function with that level and role.
    Hierarchy,
    /// A graph: a Graph function.
    Graph,
    /// The core group: an InCore function.
    InCore,
    /// A cluster: a Group function.
    Cluster,
    /// Several blocks: an Spmd function.
    Spmd,
}

impl Kind {
    const ALL: &'static [Self] = &[Self::Hierarchy, Self::Graph, Self::InCore, Self::Cluster, Self::Spmd];

    /// The kind of a scope that becomes a function.
    fn of(scope: &Scope) -> Option<Self> {
        match &scope.kind {
            ScopeKind::At { level, .. } if level == "CORE_GROUP" => Some(Self::InCore),
            ScopeKind::At { .. } => Some(Self::Hierarchy),
            ScopeKind::Graph => Some(Self::Graph),
            ScopeKind::Cluster => Some(Self::Cluster),
            ScopeKind::Spmd { .. } => Some(Self::Spmd),
            ScopeKind::SplitAiv { .. } | ScopeKind::Runtime { .. } => None,
        }
    }

    /// Whether such scopes of a function of that kind are outlined. What a kernel's author wrote into it stays there.
    fn hosts(self, kind: FunctionKind) -> bool {
        match kind {
            FunctionKind::Opaque | FunctionKind::Orchestration | FunctionKind::Graph => true,
            FunctionKind::Group | FunctionKind::Spmd => self != Self::Graph,
            FunctionKind::InCore | FunctionKind::Aic | FunctionKind::Aiv | FunctionKind::Inline => false,
        }
    }

    fn function_kind(self) -> FunctionKind {
        match self {
            Self::Hierarchy => FunctionKind::Opaque,
            Self::Graph => FunctionKind::Graph,
            Self::InCore => FunctionKind::InCore,
            Self::Cluster => FunctionKind::Group,
            Self::Spmd => FunctionKind::Spmd,
        }
    }
}

/// Outlines the outermost scopes of one kind in one function; names the new functions.
fn function(
    program: &mut Program,
    name: &Name,
    kind: Kind,
    names: &mut Names,
    classes: &mut Classes,
) -> Result<Vec<Name>, Diagnostics> {
    match kind {
        Kind::InCore => desugar::spmd_bodies(&mut program.functions[name]),
        Kind::Cluster => desugar::spmd_in_clusters(&mut program.functions[name]),
        Kind::Hierarchy | Kind::Graph | Kind::Spmd => {}
    }
    let host = &program.functions[name];
    let places = outermost(host, kind);
    if places.is_empty() {
        return Ok(Vec::new());
    }
    let uses = uses::Uses::of(host);
    let scopes = places.iter().map(|place| scope_at(host, *place));
    let made: Vec<Name> = scopes.map(|scope| names.choose(program, name, kind, scope)).collect();
    let mut regions: Vec<_> = places.iter().map(|place| Region::of(host, *place, &uses)).collect();
    let wrong = arrays(host, &places, &regions);
    if wrong.has_errors() {
        return Err(wrong);
    }
    // What a level of the machine writes, its caller sees without being told.
    if kind != Kind::Hierarchy {
        regions.iter_mut().for_each(|region| region.export(program, host, classes));
    }
    let host = &mut program.functions[name];
    // Last first, so that the places of the others stay what they are.
    let mut outlined = Vec::new();
    let mut back = HashMap::new();
    for ((place, new), region) in places.into_iter().zip(&made).zip(&regions).rev() {
        outlined.push(build::outline(host, place, region, new.clone(), kind, &mut back, classes));
    }
    let carried = rebind::rebind(host, &back);
    settle_carries(host);
    for (var, of) in back.into_iter().collect::<BTreeMap<_, _>>().into_iter().chain(carried) {
        classes.stands_for(name, var, name, of);
    }
    while let Some(function) = outlined.pop() {
        let at = program.functions.get_index_of(name).expect("the host is in the program");
        program.functions.shift_insert(at, function.name.clone(), function);
    }
    let host = &mut program.functions[name];
    if kind == Kind::InCore && host.kind == FunctionKind::Opaque {
        // Whoever submits tasks is an orchestrator.
        host.kind = FunctionKind::Orchestration;
    }
    Ok(made)
}

/// Arrays live on the stack of their function, so they cannot go into another or come out of it.
fn arrays(host: &Function, places: &[Place], regions: &[Region]) -> Diagnostics {
    let mut found = Diagnostics::new();
    for (place, region) in places.iter().zip(regions) {
        let scope = &host.blocks[place.block].stmts[place.index];
        let captured = region.captures.iter().filter_map(|capture| match capture {
            Capture::Var(var) => Some((*var, "used in")),
            Capture::Element(..) => None,
        });
        for (var, how) in captured.chain(region.returned.iter().map(|it| (it.var(), "made in"))) {
            let var = &host.vars[var];
            if !matches!(var.ty, Type::Array(..)) {
                continue;
            }
            let message =
                format!("the array `{}` is {how} a scope that becomes a function of its own", var.name);
            found.push(
                Diagnostic::error(CAPTURES_ARRAY, scope.span, message)
                    .also(var.span, "the array")
                    .help("read its elements into scalars before the scope, and keep stores to it outside"),
            );
        }
    }
    found
}

fn has_scopes(function: &Function) -> bool {
    function.stmts().any(|stmt| matches!(&stmt.kind, StmtKind::Scope(scope) if Kind::of(scope).is_some()))
}

fn scope_at(function: &Function, place: Place) -> &Scope {
    match &function.blocks[place.block].stmts[place.index].kind {
        StmtKind::Scope(scope) => scope,
        _ => unreachable!("scopes stand at places of scopes"),
    }
}

/// Where the scopes of one kind stand that are in no other of that kind, in order.
fn outermost(function: &Function, kind: Kind) -> Vec<Place> {
    let is_one = |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Scope(scope) if Kind::of(scope) == Some(kind));
    let mut places = Vec::new();
    let mut depth = 0_usize;
    for event in function.events() {
        match event {
            Event::Before(stmt, place) if is_one(stmt) => {
                if depth == 0 {
                    places.push(place);
                }
                depth += 1;
            }
            Event::After(stmt, _) if is_one(stmt) => depth -= 1,
            Event::Before(..) | Event::Open(..) | Event::Close(..) | Event::After(..) => {}
        }
    }
    places
}

/// What a scope that becomes a function cannot contain.
fn misplaced(program: &Program) -> Diagnostics {
    let mut found = Diagnostics::new();
    for function in program.functions.values().filter(|function| Kind::InCore.hosts(function.kind)) {
        // Of each loop and scope around this point: whether it is a loop, or a graph.
        let mut around: Vec<(bool, bool, Span)> = Vec::new();
        for event in function.events() {
            match event {
                Event::Before(stmt, _) => {
                    found.extend(misplaced_here(stmt, &around));
                    around.extend(surrounds(stmt));
                }
                Event::After(stmt, _) if surrounds(stmt).is_some() => {
                    around.pop();
                }
                Event::Open(..) | Event::Close(..) | Event::After(..) => {}
            }
        }
    }
    found
}

fn surrounds(stmt: &Stmt) -> Option<(bool, bool, Span)> {
    match &stmt.kind {
        StmtKind::For(_) | StmtKind::While(_) => Some((true, false, stmt.span)),
        StmtKind::Scope(scope) => Kind::of(scope).map(|kind| (false, kind == Kind::Graph, stmt.span)),
        _ => None,
    }
}

fn misplaced_here(stmt: &Stmt, around: &[(bool, bool, Span)]) -> Diagnostics {
    match &stmt.kind {
        StmtKind::Break(_) | StmtKind::Continue(_) => match around.last() {
            Some((false, _, scope)) => {
                let message = "this leaves a scope that becomes a function of its own";
                Diagnostic::error(LEAVES_SCOPE, stmt.span, message)
                    .also(*scope, "the scope")
                    .help("put the loop into the scope, or the scope into a branch")
                    .into()
            }
            _ => Diagnostics::new(),
        },
        StmtKind::Scope(scope) if Kind::of(scope) == Some(Kind::Graph) => {
            match around.iter().find(|(_, graph, _)| *graph) {
                Some((_, _, outer)) => {
                    Diagnostic::error(NESTED_GRAPH, stmt.span, "a graph inside another graph")
                        .also(*outer, "the outer graph")
                        .help("record them one after the other")
                        .into()
                }
                None => Diagnostics::new(),
            }
        }
        _ => Diagnostics::new(),
    }
}
