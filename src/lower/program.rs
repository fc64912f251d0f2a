//! Programs of a file: which functions they hold, in which order these are lowered, and what callers know of them.

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;

use crate::base::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::base::name::Name;
use crate::base::span::{Source, Span};
use crate::ir::leaks::drop_unused;
use crate::ir::program::{Function, FunctionKind, Program};
use crate::ir::types::Type;
use crate::ir::unrolled::settle_carries;
use crate::lower::Lowered;
use crate::lower::body::Body;
use crate::lower::flow::Meanings;
use crate::lower::globals::{Global, Globals};
use crate::lower::shape_source::shape_sources;
use crate::syntax::tree::{Class, Expr, ExprKind, FunctionDef, Ident, ItemKind, Module, StmtKind};

/// What is fixed while the functions of one program are lowered.
pub(super) struct Unit<'m, 's> {
    pub(super) source: &'s Source,
    pub(super) module: &'m Module<'s>,
    pub(super) globals: Globals<'m, 's>,
    pub(super) headers: IndexMap<&'s str, Header<'m, 's>>,
    /// Functions of the class that are no functions of the program, for they have no decorator.
    pub(super) helpers: &'m [Ident<'s>],
}

/// What a caller knows of a function.
pub(super) struct Header<'m, 's> {
    pub(super) def: &'m FunctionDef<'s>,
    /// The function without its body.
    pub(super) function: Function,
    /// What the text says it returns, with the place.
    pub(super) declared: Option<(Vec<Type>, Span)>,
    /// Types of all results, hidden ones last; `None` while they are not known.
    pub(super) results: Option<Vec<Type>>,
    /// Parameters whose last value is a hidden result.
    pub(super) hidden: Vec<usize>,
    /// Of an Inline function: the parameter whose shape each result has, where that is known.
    pub(super) shapes: Vec<Option<usize>>,
}

/// Lowers all programs of a file.
pub(super) fn lower<'s>(source: &'s Source, module: &Module<'s>) -> Result<Lowered, Diagnostics> {
    let mut complaints = module.complaints.clone();
    let mut notes = Vec::new();
    let mut programs = Vec::new();
    let mut loose: Option<(Globals<'_, 's>, Vec<&FunctionDef<'s>>)> = None;
    let mut open = vec![(module.items.as_slice(), Globals::default())];
    while let Some((items, outer)) = open.pop() {
        let globals = Globals::of(items, &outer);
        let mut functions = Vec::new();
        let mut inner = Vec::new();
        for item in items {
            match &item.kind {
                ItemKind::Class(class) => {
                    let unit = Unit::of_class(source, module, globals.clone(), class, &mut complaints);
                    programs.push(unit.lower(
                        class.name.text,
                        item.comments.clone(),
                        &mut complaints,
                        &mut notes,
                    ));
                }
                ItemKind::Function(it) => functions.push(it),
                ItemKind::Scope(items) => inner.push((items.as_slice(), globals.clone())),
                ItemKind::Import(_) | ItemKind::Assign(..) | ItemKind::Other(_) => {}
            }
        }
        if !functions.is_empty() && loose.is_none() {
            loose = Some((globals, functions));
        }
        open.extend(inner.into_iter().rev());
    }
    if programs.is_empty() {
        let Some((globals, functions)) = loose else {
            complaints.push(no_program(source));
            return Err(complaints.into_iter().collect());
        };
        let unit = Unit::of_functions(source, module, globals, functions, &mut complaints);
        let name = module.title.unwrap_or("Program");
        programs.push(unit.lower(name, Vec::new(), &mut complaints, &mut notes));
    }
    let mut complaints: Diagnostics = complaints.into_iter().collect();
    complaints.sort();
    let notes = each_once(notes);
    if complaints.has_errors() {
        // An operator that is not known matters here only if its name may be a slip.
        let matters = |note: &Diagnostic| note.code != Code("unknown-operator") || !note.help.is_empty();
        complaints.extend(notes.into_iter().filter(matters).collect());
        complaints.sort();
        return Err(complaints);
    }
    Ok(Lowered { programs, notes })
}

/// Notes in the order of the text; an operator that is not known is told of once, where it is first used.
fn each_once(notes: Vec<Diagnostic>) -> Diagnostics {
    let mut notes: Diagnostics = notes.into_iter().collect();
    notes.sort();
    let mut told = HashSet::new();
    let once = |note: &Diagnostic| note.code != Code("unknown-operator") || told.insert(note.message.clone());
    notes.into_iter().filter(once).collect()
}

fn no_program(source: &Source) -> Diagnostic {
    let end = source.text().lines().next().map_or(0, str::len) as u32;
    let message = "there is no program in this file";
    let help = "a program is a class under `@pl.program` with functions under `@pl.function`";
    Diagnostic::error(Code("no-program"), Span::new(0, end), message).help(help)
}

impl<'m, 's> Unit<'m, 's> {
    fn of_class(
        source: &'s Source,
        module: &'m Module<'s>,
        mut globals: Globals<'m, 's>,
        class: &'m Class<'s>,
        complaints: &mut Vec<Diagnostic>,
    ) -> Self {
        for (name, value) in &class.constants {
            globals.assign(*name, value);
        }
        let mut unit = Self { source, module, globals, headers: IndexMap::new(), helpers: &class.helpers };
        let outside = unit.reachable(class.functions.iter());
        unit.add_headers(outside.into_iter().chain(&class.functions), complaints);
        unit
    }

    fn of_functions(
        source: &'s Source,
        module: &'m Module<'s>,
        globals: Globals<'m, 's>,
        functions: Vec<&'m FunctionDef<'s>>,
        complaints: &mut Vec<Diagnostic>,
    ) -> Self {
        let mut unit = Self { source, module, globals, headers: IndexMap::new(), helpers: &[] };
        unit.add_headers(functions.into_iter(), complaints);
        unit
    }

    /// Functions outside the class that its functions call, directly or not, in the order of the file.
    fn reachable(&self, from: impl Iterator<Item = &'m FunctionDef<'s>>) -> Vec<&'m FunctionDef<'s>> {
        let mut found: Vec<&'m FunctionDef<'s>> = Vec::new();
        let mut seen = HashSet::new();
        let mut work: Vec<&'m FunctionDef<'s>> = from.collect();
        while let Some(def) = work.pop() {
            for name in called(self.module, def) {
                if let Some(Global::Function(it)) = self.globals.get(name)
                    && seen.insert(it.span)
                {
                    found.push(it);
                    work.push(it);
                }
            }
        }
        found.sort_by_key(|def| def.span);
        found
    }

    fn add_headers(
        &mut self,
        functions: impl Iterator<Item = &'m FunctionDef<'s>>,
        complaints: &mut Vec<Diagnostic>,
    ) {
        let mut headers: IndexMap<&'s str, Header<'m, 's>> = IndexMap::new();
        for def in functions {
            if let Some(first) = headers.get(def.name.text) {
                let message = format!("a second function `{}`", def.name.text);
                let twice = Diagnostic::error(Code("duplicate-function"), def.name.span, message);
                complaints.push(twice.also(first.def.name.span, "the first").help("give it another name"));
                continue;
            }
            headers.insert(def.name.text, self.header(def, complaints));
        }
        self.headers = headers;
    }

    fn lower(
        mut self,
        name: &str,
        comments: Vec<Name>,
        complaints: &mut Vec<Diagnostic>,
        notes: &mut Vec<Diagnostic>,
    ) -> Program {
        let calls: Vec<Vec<usize>> = self
            .headers
            .values()
            .map(|header| {
                called(self.module, header.def)
                    .iter()
                    .filter_map(|name| self.headers.get_index_of(name))
                    .collect()
            })
            .collect();
        self.check_inline_cycles(&calls, complaints);
        let mut done: HashMap<usize, Function> = HashMap::new();
        for index in callees_first(&calls) {
            let (_, header) = self.headers.get_index(index).expect("the order holds indices of headers");
            let finished = Body::lower_function(&self, header);
            complaints.extend(finished.errors);
            notes.extend(finished.notes);
            let (_, header) = self.headers.get_index_mut(index).expect("the order holds indices of headers");
            header.results = Some(finished.function.results.clone());
            header.hidden = finished.hidden;
            if header.function.kind == FunctionKind::Inline {
                header.shapes = shape_sources(&finished.function);
            }
            done.insert(index, finished.function);
        }
        let functions = (0..self.headers.len())
            .map(|index| {
                let function = done.remove(&index).expect("every function was lowered");
                (function.name.clone(), function)
            })
            .collect();
        let mut program = Program { name: Name::from(name), functions, comments };
        for function in program.functions.values_mut() {
            drop_unused(function);
            settle_carries(function);
        }
        program
    }

    /// Inline functions that call each other in a cycle can never be spliced away.
    fn check_inline_cycles(&self, calls: &[Vec<usize>], complaints: &mut Vec<Diagnostic>) {
        let inline = |index: usize| self.headers[index].function.kind == FunctionKind::Inline;
        let mut state = vec![0u8; calls.len()];
        for start in (0..calls.len()).filter(|&index| inline(index)) {
            let mut path: Vec<(usize, usize)> = Vec::new();
            if state[start] == 0 {
                state[start] = 1;
                path.push((start, 0));
            }
            while let Some((at, next)) = path.last_mut() {
                let Some(&callee) = calls[*at].get(*next) else {
                    state[*at] = 2;
                    path.pop();
                    continue;
                };
                *next += 1;
                if !inline(callee) || state[callee] == 2 {
                    continue;
                }
                if state[callee] == 1 {
                    let from = path.iter().position(|(at, _)| *at == callee).expect("it is on the path");
                    let cycle: Vec<usize> = path[from..].iter().map(|(at, _)| *at).collect();
                    complaints.push(self.inline_cycle(&cycle));
                    continue;
                }
                state[callee] = 1;
                path.push((callee, 0));
            }
        }
    }

    fn inline_cycle(&self, cycle: &[usize]) -> Diagnostic {
        let names = cycle.iter().chain(cycle.first()).map(|&index| self.headers[index].def.name.text);
        let names: Vec<&str> = names.collect();
        let first = self.headers[cycle[0]].def;
        let message = format!("Cycle detected: Inline functions call each other: {}", names.join(" -> "));
        let mut wrong = Diagnostic::error(Code("inline-cycle"), first.name.span, message);
        for &index in &cycle[1..] {
            wrong = wrong.also(self.headers[index].def.name.span, "part of the cycle");
        }
        wrong
            .help("an Inline function is spliced into its callers: break the cycle, or give one another type")
    }
}

/// Names that a function calls or submits, each once, in the order of the text.
fn called<'s>(module: &Module<'s>, def: &FunctionDef<'s>) -> Vec<&'s str> {
    let mut names: Vec<&'s str> = Vec::new();
    let mut seen = HashSet::new();
    let mut suites = vec![def.body];
    while let Some(suite) = suites.pop() {
        for stmt in &module.suites[suite] {
            let mut look = |expr: &Expr<'s>| {
                expr.walk(&mut |inner| {
                    let name = match &inner.kind {
                        ExprKind::Name(name) => Some(*name),
                        ExprKind::Path(std::borrow::Cow::Borrowed(path)) => path.strip_prefix("self."),
                        _ => None,
                    };
                    if let Some(name) = name
                        && seen.insert(name)
                    {
                        names.push(name);
                    }
                });
            };
            match &stmt.kind {
                StmtKind::Assign { target, value, .. } => {
                    look(target);
                    look(value);
                }
                StmtKind::Expr(value) | StmtKind::Part(_, value) | StmtKind::Return(Some(value)) => {
                    look(value)
                }
                StmtKind::For { iter, body, .. } => {
                    look(iter);
                    suites.push(*body);
                }
                StmtKind::While { cond, body } => {
                    look(cond);
                    suites.push(*body);
                }
                StmtKind::If { cond, then, otherwise } => {
                    look(cond);
                    suites.push(*then);
                    suites.extend(*otherwise);
                }
                StmtKind::With { context, body, .. } => {
                    look(context);
                    suites.push(*body);
                }
                StmtKind::Return(None)
                | StmtKind::Break
                | StmtKind::Continue
                | StmtKind::Pass
                | StmtKind::Error(_) => {}
            }
        }
    }
    names
}

/// All indices, each after those it calls as far as there are no cycles.
fn callees_first(calls: &[Vec<usize>]) -> Vec<usize> {
    let mut order = Vec::with_capacity(calls.len());
    let mut begun = vec![false; calls.len()];
    for start in 0..calls.len() {
        let mut path = Vec::new();
        if !begun[start] {
            begun[start] = true;
            path.push((start, 0));
        }
        while let Some((at, next)) = path.last_mut() {
            match calls[*at].get(*next) {
                Some(&callee) => {
                    *next += 1;
                    if !begun[callee] {
                        begun[callee] = true;
                        path.push((callee, 0));
                    }
                }
                None => {
                    order.push(*at);
                    path.pop();
                }
            }
        }
    }
    order
}

impl Meanings for Unit<'_, '_> {
    fn is_scope(&self, iter: &Expr<'_>) -> bool {
        matches!(self.dsl_callee(iter).as_deref(), Some("spmd" | "split_aiv"))
    }
    fn is_yield(&self, expr: &Expr<'_>) -> bool {
        self.dsl_callee(expr).as_deref() == Some("yield_")
    }
    fn rebound<'t>(&self, expr: &Expr<'t>, f: &mut dyn FnMut(&'t str)) {
        expr.walk(&mut |inner| {
            let ExprKind::Call(call) = &inner.kind else { return };
            let Some(path) = call.function.as_path() else { return };
            let Some(header) = self.headers.get(path.strip_prefix("self.").unwrap_or(path)) else { return };
            for &param in &header.hidden {
                if let Some(name) = call.args.get(param).and_then(Expr::as_name) {
                    f(name.text);
                }
            }
        });
    }
}

impl Unit<'_, '_> {
    fn dsl_callee<'e>(&self, expr: &'e Expr<'_>) -> Option<std::borrow::Cow<'e, str>> {
        self.globals.dsl(expr.as_call()?.function.as_path()?)
    }
}
