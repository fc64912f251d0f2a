//! Shape symbols of Inline functions at a call site: which parameters declare each, and whether they agree where it is used.

use std::collections::HashMap;

use egg::Id;

use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::span::Span;
use crate::egraph::decode::{Decoder, Origin};
use crate::egraph::instantiate::InstanceId;
use crate::egraph::leaves::leaf_count;
use crate::egraph::node::{Node, Op};
use crate::ir::expr::Expr;
use crate::ir::program::{Function, VarId};
use crate::ir::stmt::Call;
use crate::ir::types::Type;
use crate::ir::typing::type_of;
use crate::ir::walk::{self, Use};

/// A symbol of an Inline function has no extent at a call site.
pub const UNBOUND_SYMBOL: Code = Code("unbound-symbol");
/// A symbol of an Inline function has two extents at a call site, and is used.
pub const AMBIGUOUS_SYMBOL: Code = Code("ambiguous-symbol");

/// An axis of a parameter whose extent is just a symbol.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Declaration {
    /// The variable of the parameter.
    pub(crate) param: VarId,
    /// Its leaf among those of all parameters.
    pub(crate) leaf: usize,
    pub(crate) axis: u32,
}

/// Where a symbol is declared, in order of the parameters.
pub(crate) fn declarations(function: &Function, symbol: VarId) -> Vec<Declaration> {
    let mut found = Vec::new();
    let mut leaf = 0;
    for param in &function.params {
        let ty = function.ty(param.var);
        let shape = ty.shape().unwrap_or_default().iter().enumerate();
        let axes = shape.filter(|(_, extent)| **extent == Expr::Var(symbol)).map(|(axis, _)| axis as u32);
        found.extend(axes.map(|axis| Declaration { param: param.var, leaf, axis }));
        leaf += leaf_count(ty);
    }
    found
}

/// Symbols that a statement of the body reads as a number, types left out.
fn read_symbols(function: &Function) -> Vec<VarId> {
    let mut read: Vec<VarId> = Vec::new();
    for stmt in function.stmts() {
        walk::for_each_use(&stmt.kind, &mut |how, expr| {
            if how != Use::Reference {
                expr.for_each_var(&mut |var| read.push(var));
            }
        });
    }
    read.sort_unstable();
    read.dedup();
    function.symbols.iter().copied().filter(|symbol| read.binary_search(symbol).is_ok()).collect()
}

impl<'g> Decoder<'g> {
    /// The type of a call's results, symbols of the callee replaced by the extents of the arguments; `None` if some of
    /// them are not known.
    pub(crate) fn call_type(&self, call: &Call) -> Option<Type> {
        let callee = self.graph.program.functions.get(&call.callee)?;
        let mut bound: HashMap<VarId, Expr> = HashMap::new();
        for (param, arg) in callee.params.iter().zip(&call.args) {
            let actual = type_of(&self.function.vars, arg);
            let declared = callee.ty(param.var).shape().unwrap_or_default();
            for (extent, given) in declared.iter().zip(actual.shape().unwrap_or_default()) {
                if let Some(symbol) = extent.as_var() {
                    bound.entry(symbol).or_insert_with(|| given.clone());
                }
            }
            if actual.shape().is_none() {
                bound.insert(param.var, arg.clone());
            }
        }
        let mut known = true;
        let mut in_caller = |ty: &Type| {
            ty.without_memref().map_vars(&mut |var| {
                known &= bound.contains_key(&var);
                bound.get(&var).cloned().unwrap_or(Expr::Undef)
            })
        };
        let mut types: Vec<Type> = callee.results.iter().map(&mut in_caller).collect();
        if call.is_submit() {
            types.push(Type::TASK_ID);
        }
        match (call.is_submit(), types.len()) {
            _ if !known => None,
            (false, 0) => None,
            (true, _) => Some(Type::Tuple(types)),
            (false, 1) => types.pop(),
            (false, _) => Some(Type::Tuple(types)),
        }
    }

    /// Complains of symbols that are used here and are one extent by one argument, and another by another.
    pub(crate) fn check_symbols(&self, origin: &Origin<'g>) -> Vec<Diagnostic> {
        let mut said = Vec::new();
        let function = origin.function;
        if function.symbols.is_empty() {
            return said;
        }
        for symbol in read_symbols(function) {
            if let Some(two) = self.two_extents(origin, symbol) {
                said.push(self.ambiguous(origin, symbol, two));
            }
        }
        said
    }

    /// Whether a symbol of something inlined is two extents, read or not.
    pub(crate) fn has_two_extents(&self) -> bool {
        let inlined = self.graph.instances.iter().enumerate().skip(1).filter(|(_, it)| it.region == 0);
        let origins = inlined.map(|(number, _)| self.instance_origin(number as InstanceId, Span::NONE));
        origins.filter(|origin| !origin.function.symbols.is_empty()).any(|origin| {
            let symbols = origin.function.symbols.iter();
            symbols.copied().any(|symbol| self.two_extents(&origin, symbol).is_some())
        })
    }

    /// Two declarations of a symbol that differ here, if any do.
    fn two_extents(&self, origin: &Origin<'g>, symbol: VarId) -> Option<[(Declaration, Option<Id>); 2]> {
        let declared = declarations(origin.function, symbol);
        let extents: Vec<Option<Id>> = declared.iter().map(|it| self.declared_extent(origin, it)).collect();
        let other = extents.iter().position(|extent| *extent != extents[0])?;
        Some([0, other].map(|at| (declared[at], extents[at])))
    }

    /// The class of an extent that an argument gives a parameter's axis.
    fn declared_extent(&self, origin: &Origin<'g>, it: &Declaration) -> Option<Id> {
        let egraph = &self.graph.egraph;
        let param = self.class(origin, origin.template.regions[0].arg_places[it.leaf]);
        let known = egraph[param].data.extents.as_ref().and_then(|extents| extents.get(it.axis as usize));
        let asked = || egraph.lookup(Node::new(Op::Extent(it.axis), [param]));
        known.copied().or_else(asked).map(|id| egraph.find(id))
    }

    fn ambiguous(
        &self,
        origin: &Origin<'g>,
        symbol: VarId,
        two: [(Declaration, Option<Id>); 2],
    ) -> Diagnostic {
        let function = origin.function;
        let (name, callee) = (&function.vars[symbol].name, &function.name);
        let message =
            format!("Cannot inline '{callee}': type dimension '{name}' is two extents at this call");
        let mut diagnostic = Diagnostic::error(AMBIGUOUS_SYMBOL, origin.call, message);
        for (it, extent) in two {
            let param = &function.vars[it.param];
            let constant = extent.and_then(|extent| self.graph.egraph[extent].data.constant);
            let value = match constant {
                Some(Op::Int(value, _)) => format!("{value} on"),
                _ => "the extent of".to_owned(),
            };
            diagnostic = diagnostic.also(param.span, format!("{value} axis {} here", it.axis));
        }
        diagnostic.help("`pl.tensor.dim` of the parameter that is meant says which; so do two symbols")
    }

    /// Complains of a symbol that no argument binds.
    pub(crate) fn unbound(&mut self, origin: &Origin<'g>, symbol: VarId) {
        let (callee, name) = (&origin.function.name, &origin.function.vars[symbol].name);
        let message =
            format!("Cannot inline '{callee}': type dimension '{name}' remains unresolved at this call");
        let place = if origin.call.is_some() { origin.call } else { origin.function.span };
        let diagnostic = Diagnostic::error(UNBOUND_SYMBOL, place, message)
            .also(self.use_of(origin, symbol), format!("`{name}` is used here"))
            .help("use distinct dynamic symbols, each declared by a parameter of the helper");
        if !self.said.iter().any(|known| *known == diagnostic) {
            self.said.push(diagnostic);
        }
    }

    /// The first statement that mentions a symbol, or the function.
    fn use_of(&self, origin: &Origin<'g>, symbol: VarId) -> Span {
        let function = origin.function;
        let mentions = |kind: &crate::ir::stmt::StmtKind| {
            let mut found = false;
            let mut look = |expr: &Expr| expr.for_each_var(&mut |var| found |= var == symbol);
            walk::for_each_use(kind, &mut |_, expr| look(expr));
            for var in walk::defined(kind) {
                function.ty(var).for_each_expr(&mut look);
            }
            found
        };
        function.stmts().find(|stmt| mentions(&stmt.kind)).map_or(function.span, |stmt| stmt.span)
    }
}
