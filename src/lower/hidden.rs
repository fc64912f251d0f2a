//! The end of a function: what it returns, and what an Inline function leaves in names of its caller.

use std::collections::HashMap;

use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::span::Span;
use crate::ir::agree;
use crate::ir::expr::Expr;
use crate::ir::program::{BlockId, Function, FunctionKind, VarId};
use crate::ir::stmt::{Call, Rhs, Scope, StmtKind};
use crate::ir::types::Type;
use crate::ir::walk::{self, Use};
use crate::lower::body::Body;
use crate::lower::environment::{Binding, Meaning};
use crate::lower::flow;
use crate::lower::program::{Header, Unit};
use crate::lower::suggest::count;
use crate::lower::value::Typed;
use crate::syntax::tree::{ExprKind, StmtKind as TextKind, SuiteId};

/// A function that was lowered.
pub(super) struct Finished {
    pub(super) function: Function,
    /// Parameters whose last value is a hidden result.
    pub(super) hidden: Vec<usize>,
    pub(super) errors: Vec<Diagnostic>,
    pub(super) notes: Vec<Diagnostic>,
}

impl<'u, 'm, 's> Body<'u, 'm, 's> {
    /// Lowers a function.
    pub(super) fn lower_function(unit: &'u Unit<'m, 's>, header: &'u Header<'m, 's>) -> Finished {
        let mut body = Body::new(unit, header.function.clone());
        let suite = header.def.body;
        if body.is_external(suite) {
            let results = header.results.clone().unwrap_or_default();
            body.function.results = results;
            return body.finish(Vec::new());
        }
        let symbols = body.function.symbols.clone();
        body.symbols = symbols.into_iter().map(|var| (body.function.vars[var].name.clone(), var)).collect();
        let mut last = Vec::new();
        for param in header.function.params.clone() {
            let var = &body.function.vars[param.var];
            let (ty, span) = (var.ty.clone(), var.span);
            let Some(text) = header.def.params.iter().find(|it| it.name.span == span) else { continue };
            let id = body.names.id(text.name.text);
            let meaning = if ty == Type::Unknown { Meaning::Broken } else { Meaning::Var(param.var) };
            body.env.set(id, Some(Binding { meaning, span }));
            last.push(id);
        }
        if header.function.kind != FunctionKind::Inline {
            last.clear();
        }
        body.flow = flow::analyse(unit.module, suite, &mut body.names, &last, unit);
        body.returns_tuple =
            matches!(&header.declared, Some((types, _)) if matches!(&**types, [Type::Tuple(_)]));
        let block = body.new_block();
        body.function.body = Some(block);
        body.block = block;
        body.run(suite);
        body.block = block;
        let hidden = body.return_at_end(header);
        body.finish(hidden)
    }

    fn finish(mut self, hidden: Vec<usize>) -> Finished {
        self.function.hidden = hidden.len();
        Finished { function: self.function, hidden, errors: self.errors, notes: self.notes }
    }

    /// Whether a body is `...`, perhaps under a text.
    fn is_external(&self, suite: SuiteId) -> bool {
        let stmts = &self.unit.module.suites[suite];
        let is = |kind: &TextKind<'s>, text: bool| match kind {
            TextKind::Expr(it) => match it.kind {
                ExprKind::Ellipsis => !text,
                ExprKind::Str(_) => text,
                _ => false,
            },
            _ => false,
        };
        stmts.iter().any(|stmt| is(&stmt.kind, false))
            && stmts.iter().all(|stmt| is(&stmt.kind, false) || is(&stmt.kind, true))
    }

    fn return_at_end(&mut self, header: &Header<'m, 's>) -> Vec<usize> {
        let met = self.returned.take();
        let span = met.as_ref().map_or(header.def.name.span, |(_, span)| *span);
        let mut values = self.check_results(header, met);
        let hidden = self.hidden_results();
        for &(_, var) in &hidden {
            let ty = self.function.vars[var].ty.clone();
            values.push(Typed::new(Expr::Var(var), ty.clone()));
            self.function.results.push(ty);
        }
        if !values.is_empty() {
            self.here = span;
            let exprs = values.into_iter().map(|value| value.expr).collect();
            self.emit(StmtKind::Return(exprs));
        }
        hidden.into_iter().map(|(param, _)| param).collect()
    }

    /// Checks what is returned against what is declared, and sets the types of the results.
    fn check_results(&mut self, header: &Header<'m, 's>, met: Option<(Vec<Typed>, Span)>) -> Vec<Typed> {
        let Some((declared, at)) = &header.declared else {
            let values = met.map(|(values, _)| values).unwrap_or_default();
            self.function.results = values.iter().map(|value| value.ty.without_memref()).collect();
            return values;
        };
        self.function.results = declared.clone();
        let Some((values, span)) = met else {
            if !declared.is_empty() && self.errors.is_empty() {
                let message =
                    format!("`{}` is declared to return a value, but never does", header.function.name);
                let missing = Diagnostic::error(Code("missing-return"), header.def.name.span, message);
                self.error(missing.also(*at, "declared here").help("end the function with `return ...`"));
            }
            return Vec::new();
        };
        let types = match (&**declared, values.len()) {
            ([Type::Tuple(items)], count) if count != 1 && items.len() == count => items.clone(),
            _ => declared.clone(),
        };
        if types.len() != values.len() {
            if !self.broken_return {
                let message = format!("{} returned, {} declared", count(values.len(), "value"), types.len());
                let wrong = Diagnostic::error(Code("return-count"), span, message).also(*at, "declared here");
                self.error(wrong.help("return as many values as `->` says"));
            }
            return values;
        }
        for (value, ty) in values.iter().zip(&types) {
            let widths =
                matches!((&value.ty, ty), (Type::Scalar(a), Type::Scalar(b)) if a.is_int() && b.is_int());
            if let (false, Some(why)) = (widths, agree::disagreement(ty, &value.ty)) {
                let message = format!("the returned value has another type than declared: {why}");
                let wrong = Diagnostic::error(Code("return-type"), span, message).also(*at, "declared here");
                self.error(wrong.help("change the annotation behind `->`, or convert the value"));
            }
        }
        self.function.results = types;
        values
    }

    /// Parameters of an Inline function whose rebinding the caller sees, with their last values. A tensor or tile whose
    /// every rebinding works in place is the same storage under any name, so only another type of it matters.
    fn hidden_results(&mut self) -> Vec<(usize, VarId)> {
        if self.function.kind != FunctionKind::Inline {
            return Vec::new();
        }
        let mut hidden = Vec::new();
        let mut defined: Option<HashMap<VarId, Rhs>> = None;
        for (at, param) in self.function.params.clone().into_iter().enumerate() {
            let name = self.function.vars[param.var].name.clone();
            let Some(last) = self.names.find(&name).and_then(|id| self.variable(id)) else { continue };
            if last == param.var {
                continue;
            }
            let (before, after) = (&self.function.vars[param.var].ty, &self.function.vars[last].ty);
            let seen = match before {
                Type::Array(..) => true,
                Type::Scalar(_) => param.direction.writes(),
                Type::Tensor(_) | Type::Tile(_) => {
                    before.without_memref() != after.without_memref() && {
                        let defined = defined.get_or_insert_with(|| definitions(&self.function));
                        same_storage(defined, last, param.var)
                    }
                }
                Type::Tuple(_) | Type::Ptr | Type::MemRef | Type::Unknown | Type::Named(_) => false,
            };
            if seen {
                hidden.push((at, last));
            }
        }
        hidden
    }

    /// Marks tagged arguments of a call for dumping.
    pub(super) fn tag_call(&mut self, call: &mut Call) {
        for &var in &self.tagged {
            let value = Expr::Var(var);
            if call.args.contains(&value) && !call.launch.dumps.contains(&value) {
                call.launch.dumps.push(value);
            }
        }
    }

    /// Marks tagged values that a scope uses for dumping.
    pub(super) fn tag_scope(&mut self, scope: &mut Scope) {
        if self.tagged.is_empty()
            || matches!(
                scope.kind,
                crate::ir::stmt::ScopeKind::SplitAiv { .. } | crate::ir::stmt::ScopeKind::Runtime { .. }
            )
        {
            return;
        }
        for var in self.tagged.clone() {
            let value = Expr::Var(var);
            if uses(&self.function, scope.body, var) && !scope.launch.dumps.contains(&value) {
                scope.launch.dumps.push(value);
            }
        }
    }
}

/// Whether a block, or one inside it, uses a variable.
fn uses(function: &Function, block: BlockId, var: VarId) -> bool {
    let mut blocks = vec![block];
    while let Some(block) = blocks.pop() {
        for stmt in &function.blocks[block].stmts {
            let mut found = false;
            walk::for_each_use(&stmt.kind, &mut |how, expr| {
                if how != Use::Reference {
                    expr.for_each_var(&mut |it| found |= it == var);
                }
            });
            if found {
                return true;
            }
            blocks.extend(walk::blocks(&stmt.kind));
        }
    }
    false
}

/// Right sides by the variable they define.
fn definitions(function: &Function) -> HashMap<VarId, Rhs> {
    let lets = function.stmts().filter_map(|stmt| match &stmt.kind {
        StmtKind::Let(var, rhs) => Some((*var, rhs.clone())),
        _ => None,
    });
    lets.collect()
}

/// Whether a variable names the storage of a parameter by copies and operators whose results name an argument.
fn same_storage(defined: &HashMap<VarId, Rhs>, mut var: VarId, param: VarId) -> bool {
    while var != param {
        let next = match defined.get(&var) {
            Some(Rhs::Expr(expr)) => expr.as_var(),
            Some(Rhs::Op(call)) => {
                let named = call.op.row().and_then(|row| row.names);
                named.and_then(|at| call.args.get(at)).and_then(Expr::as_var)
            }
            Some(Rhs::Call(_)) | None => None,
        };
        match next {
            Some(next) => var = next,
            None => return false,
        }
    }
    true
}

impl<'u, 'm, 's> Body<'u, 'm, 's> {
    /// A body with nothing in it.
    pub(super) fn new(unit: &'u Unit<'m, 's>, function: Function) -> Self {
        Self {
            unit,
            function,
            names: Default::default(),
            env: Default::default(),
            flow: Default::default(),
            frames: Vec::new(),
            block: crate::base::id::Id::new(0),
            here: Span::NONE,
            comments: Vec::new(),
            errors: Vec::new(),
            notes: Vec::new(),
            symbols: HashMap::new(),
            tuples: HashMap::new(),
            unset: Default::default(),
            tagged: Vec::new(),
            returned: None,
            returns_tuple: false,
            broken_return: false,
            counters: Vec::new(),
            parts: HashMap::new(),
            in_condition: false,
            foreign: Default::default(),
        }
    }
}
