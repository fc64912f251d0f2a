//! One function as a C++ function over views: kernels, and the wrappers and helpers that kernels call.

use std::rc::Rc;

use crate::base::diagnostic::{Diagnostic, Diagnostics};
use crate::base::id::IdVec;
use crate::base::span::Span;
use crate::codegen::emitter::Needs;
use crate::codegen::event::{Events, flatten};
use crate::codegen::expr::{Scalars, Sign, Text};
use crate::codegen::host::unsupported;
use crate::codegen::names::{self, Names};
use crate::codegen::types;
use crate::codegen::writer::Writer;
use crate::ir::dtype::DType;
use crate::ir::expr::Expr;
use crate::ir::program::{Function, Program, VarId};
use crate::ir::stmt::{Rhs, StmtKind};
use crate::ir::types::Type;

/// The state of writing one function.
pub(super) struct Writing<'a, 'p> {
    pub program: &'a Program,
    pub function: &'a Function,
    pub events: Events<'a>,
    pub names: Names,
    pub name: IdVec<VarId, Option<Rc<str>>>,
    /// Tuples of values written out, which are no C++ variables.
    pub items: IdVec<VarId, Option<&'a [Expr]>>,
    /// Variables declared before the statement that defines them.
    pub early: IdVec<VarId, bool>,
    pub out: Writer,
    pub needs: &'p mut Needs,
    pub errors: Diagnostics,
    pub here: Span,
    /// The C++ name of which block on which lane this is.
    pub lane: Rc<str>,
    /// Those of the scopes around.
    pub lanes: Vec<Rc<str>>,
}

/// The text of a function.
pub(super) fn emit<'a>(
    program: &'a Program,
    function: &'a Function,
    needs: &mut Needs,
) -> Result<String, Diagnostics> {
    if function.body.is_none() {
        let message = format!("`{}` has no body, so it cannot run on the CPU", function.name);
        return Err(unsupported(function.span, message).into());
    }
    let mut names = Names::new();
    for other in program.functions.values() {
        names.fresh(&name_of(other));
    }
    let lane: Rc<str> = names.fresh("at").into();
    let vars = function.vars.len();
    let mut writing = Writing {
        program,
        function,
        events: flatten(function),
        names,
        name: IdVec::filled(None, vars),
        items: IdVec::filled(None, vars),
        early: IdVec::filled(false, vars),
        out: Writer::new(0),
        needs,
        errors: Diagnostics::new(),
        here: function.span,
        lane,
        lanes: Vec::new(),
    };
    writing.tuples();
    writing.header();
    writing.body();
    writing.out.close("}");
    if writing.errors.has_errors() { Err(writing.errors) } else { Ok(writing.out.finish()) }
}

/// The C++ name of a function of the program; other functions have others.
pub(super) fn name_of(function: &Function) -> String {
    let mut text = String::from("kernel_");
    for c in function.name.chars() {
        match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' => text.push(c),
            other => text.push_str(&format!("u{:x}_", u32::from(other))),
        }
    }
    text
}

impl<'a> Scalars<'a> for Writing<'a, '_> {
    fn ty(&self, var: VarId) -> &'a Type {
        self.function.ty(var)
    }
    fn var_text(&mut self, var: VarId) -> String {
        self.name(var)
    }
    fn projected(&mut self, tuple: &'a Expr, index: u32) -> Text {
        match self.projection(tuple, index) {
            Some(Projected::Item(expr)) => self.scalar(expr),
            Some(Projected::Text(text, Type::Scalar(dtype))) => Text::atom(text, *dtype),
            Some(Projected::Text(..)) | None => self.no_scalar("this projection is no scalar"),
        }
    }
    fn var_sign(&self, _: VarId) -> Sign {
        Sign::Any
    }
    fn needs(&mut self) -> &mut Needs {
        self.needs
    }
    fn complain(&mut self, diagnostic: Diagnostic) {
        self.errors.push(diagnostic);
    }
    fn place(&self) -> Span {
        self.here
    }
    fn models(&self) -> bool {
        true
    }
}

/// An element of a tuple.
pub(super) enum Projected<'a> {
    Item(&'a Expr),
    Text(String, &'a Type),
}

impl<'a> Writing<'a, '_> {
    fn tuples(&mut self) {
        for stmt in self.function.stmts() {
            if let StmtKind::Let(var, Rhs::Expr(expr)) = &stmt.kind {
                match expr {
                    Expr::Tuple(items) => self.items[*var] = Some(items),
                    Expr::Var(source) => self.items[*var] = self.items[*source],
                    _ => {}
                }
            }
        }
    }

    pub(super) fn projection(&mut self, tuple: &'a Expr, index: u32) -> Option<Projected<'a>> {
        let var = tuple.as_var()?;
        if let Some(items) = self.items[var] {
            return items.get(index as usize).map(Projected::Item);
        }
        let Type::Tuple(types) = self.function.ty(var) else { return None };
        let ty = types.get(index as usize)?;
        Some(Projected::Text(format!("std::get<{index}>({})", self.name(var)), ty))
    }

    /// The C++ name of a variable that is defined.
    pub(super) fn name(&mut self, var: VarId) -> String {
        if let Some(name) = &self.name[var] {
            return name.to_string();
        }
        let name = &self.function.vars[var].name;
        self.errors.push(unsupported(self.here, format!("`{name}` has no value here")));
        "0".to_owned()
    }

    pub(super) fn new_name(&mut self, var: VarId) -> Rc<str> {
        if let Some(name) = self.name[var].clone().filter(|_| self.early[var]) {
            return name;
        }
        let name: Rc<str> = self.names.fresh(&names::base(&self.function.vars[var].name)).into();
        self.name[var] = Some(name.clone());
        name
    }

    pub(super) fn error(&mut self, message: impl Into<String>) {
        self.errors.push(unsupported(self.here, message));
    }

    /// The C++ type of values of a type.
    pub(super) fn cpp(&self, ty: &Type) -> Option<String> {
        Some(match ty {
            Type::Tensor(_) | Type::Tile(_) | Type::Array(..) => "selfsame::View".to_owned(),
            Type::Scalar(DType::TaskId) => "int64_t".to_owned(),
            Type::Scalar(dtype) => self.cpp_type(*dtype)?.to_owned(),
            Type::Tuple(items) => {
                let items: Option<Vec<String>> = items.iter().map(|item| self.cpp(item)).collect();
                format!("std::tuple<{}>", items?.join(", "))
            }
            ty if types::is_context(ty) => "uint64_t".to_owned(),
            Type::Ptr | Type::MemRef | Type::Unknown | Type::Named(_) => "uint64_t".to_owned(),
        })
    }

    /// The C++ type of what a function returns.
    pub(super) fn result_type(&self, function: &Function) -> Option<String> {
        Some(match function.results.as_slice() {
            [] => "void".to_owned(),
            [only] => self.cpp(only)?,
            several => self.cpp(&Type::Tuple(several.to_vec()))?,
        })
    }

    fn header(&mut self) {
        let Some(result) = self.result_type(self.function) else {
            return self.error("a result has no C++ type");
        };
        let mut params = vec![format!("const selfsame::Lane& {}", self.lane)];
        for param in &self.function.params {
            let Some(ty) = self.cpp(self.function.ty(param.var)) else {
                return self.error("a parameter has no C++ type");
            };
            let name = self.new_name(param.var);
            params.push(format!("{ty} {name}"));
        }
        let name = name_of(self.function);
        self.function.comments.iter().for_each(|comment| self.out.line(format!("// {comment}")));
        self.out.open(format!("static {result} {name}({}) {{", params.join(", ")));
        for &symbol in &self.function.symbols {
            self.symbol(symbol);
        }
    }

    /// `int64_t M = x.shape[0];` for a symbol that a parameter declares.
    fn symbol(&mut self, symbol: VarId) {
        for param in &self.function.params {
            let shape = self.function.ty(param.var).shape().unwrap_or_default();
            if let Some(axis) = shape.iter().position(|extent| extent.as_var() == Some(symbol)) {
                let tensor = self.name(param.var);
                let name = self.new_name(symbol);
                return self.out.line(format!("int64_t {name} = {tensor}.shape[{axis}];"));
            }
        }
    }
}
