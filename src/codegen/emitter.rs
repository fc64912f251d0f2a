//! The walk that writes the function, and the file around it.

use std::rc::Rc;

use indexmap::IndexMap;

use crate::base::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::base::id::{Id, IdVec};
use crate::base::name::Name;
use crate::base::span::Span;
use crate::codegen::calls::Element;
use crate::codegen::event::{Event, Events, Part, flatten};
use crate::codegen::expr::{Scalars, Sign, Text};
use crate::codegen::flow::Flow;
use crate::codegen::live::Live;
use crate::codegen::names::{self, Names};
use crate::codegen::scopes::{self, Scopes};
use crate::codegen::tensors::Batches;
use crate::codegen::values::{Projection, Value, Values};
use crate::codegen::writer::Writer;
use crate::codegen::{Kernel, Options, code, types};
use crate::ir::dtype::DType;
use crate::ir::expr::Expr;
use crate::ir::program::{Direction, Function, Program, VarId};
use crate::ir::stmt::{Rhs, Scope, ScopeKind, Stmt, StmtKind};
use crate::ir::types::Type;

/// Emits one function that fulfils the preconditions.
pub(crate) fn function(
    program: &Program,
    function: &Function,
    options: Options,
) -> Result<Unit, Diagnostics> {
    let events = flatten(function);
    let values = Values::new(program, function, &events, options.host);
    let flow = Flow::new(function, &events);
    let live = Live::new(program, function, &events, &values, &flow, options);
    let input = scopes::Input {
        program,
        function,
        events: &events,
        values: &values,
        flow: &flow,
        live: &live,
        options,
    };
    let scopes = scopes::decide(&input)?;
    let batches = Batches::new(function, &events, &values, &flow, &live, &scopes);
    let vars = function.vars.len();
    let mut emitter = Emitter {
        program,
        function,
        options,
        events: &events,
        values: &values,
        flow: &flow,
        live: &live,
        scopes: &scopes,
        batches: &batches,
        names: Names::new(),
        name: IdVec::filled(None, vars),
        used: IdVec::filled(false, vars),
        early: IdVec::filled(false, vars),
        sign: IdVec::filled(Sign::Any, vars),
        valid: IdVec::filled(false, vars),
        outs: IdVec::filled(None, vars),
        out: Writer::new(1),
        visible: vec![None],
        manual: 0,
        at: 0,
        here: Span::NONE,
        tasks: 0,
        kernels: IndexMap::new(),
        needs: Needs::default(),
        errors: Diagnostics::new(),
    };
    emitter.params();
    emitter.body();
    emitter.finish()
}

/// What was written for one function.
pub(crate) struct Unit {
    pub name: Name,
    pub comments: Vec<Name>,
    /// How many arguments it takes.
    pub params: usize,
    pub needs: Needs,
    pub prologue: String,
    pub body: String,
    pub kernels: Vec<Kernel>,
    pub signature: Vec<Direction>,
}

/// Headers and helpers that the body turned out to need.
#[derive(Default)]
pub(crate) struct Needs {
    pub algorithm: bool,
    pub cmath: bool,
    pub cstdlib: bool,
    pub limits: bool,
    pub floor_div: bool,
    pub floor_mod: bool,
    pub int_pow: bool,
    pub keep_axes: bool,
}

impl Needs {
    /// What either needs.
    pub(crate) fn add(&mut self, other: &Self) {
        self.algorithm |= other.algorithm;
        self.cmath |= other.cmath;
        self.cstdlib |= other.cstdlib;
        self.limits |= other.limits;
        self.floor_div |= other.floor_div;
        self.floor_mod |= other.floor_mod;
        self.int_pow |= other.int_pow;
        self.keep_axes |= other.keep_axes;
    }
}

/// The state of the walk.
pub(crate) struct Emitter<'a, 'p> {
    pub program: &'a Program,
    pub function: &'a Function,
    pub options: Options,
    pub events: &'p Events<'a>,
    pub values: &'p Values<'a>,
    pub flow: &'p Flow<'a>,
    pub live: &'p Live,
    pub scopes: &'p Scopes,
    pub batches: &'p Batches<'a>,
    pub names: Names,
    /// C++ names of roots.
    pub name: IdVec<VarId, Option<Rc<str>>>,
    /// Whether a name was mentioned; decides about parameters and symbols.
    pub used: IdVec<VarId, bool>,
    /// Declared before the scope that defines them: the definition assigns.
    pub early: IdVec<VarId, bool>,
    pub sign: IdVec<VarId, Sign>,
    /// Task ids that are surely those of tasks.
    pub valid: IdVec<VarId, bool>,
    /// The outputs of the task bound to a variable.
    pub outs: IdVec<VarId, Option<Rc<str>>>,
    pub out: Writer,
    /// For each open block some tensor that is visible in it.
    pub visible: Vec<Option<VarId>>,
    /// How many manual scopes are open.
    pub manual: usize,
    /// Index of the current event.
    pub at: usize,
    /// Place of the current statement.
    pub here: Span,
    pub tasks: usize,
    pub kernels: IndexMap<Name, Kernel>,
    pub needs: Needs,
    pub errors: Diagnostics,
}

impl<'a> Scalars<'a> for Emitter<'a, '_> {
    fn ty(&self, var: VarId) -> &'a Type {
        self.function.ty(var)
    }
    fn var_text(&mut self, var: VarId) -> String {
        if self.fence_len(var).is_some() {
            self.many_ids(var);
        }
        self.name_of(var)
    }
    fn projected(&mut self, tuple: &'a Expr, index: u32) -> Text {
        match self.values.projection(self.program, tuple, index) {
            Some(Projection::Item(expr) | Projection::Of(_, Element::Arg(expr))) => self.scalar(expr),
            Some(Projection::Of(..)) => {
                self.task_scalar();
                Text::atom("0", DType::Index)
            }
            None => self.no_scalar("this projection has no value that C++ can hold"),
        }
    }
    fn var_sign(&self, var: VarId) -> Sign {
        self.sign[self.values.root(var)]
    }
    fn needs(&mut self) -> &mut Needs {
        &mut self.needs
    }
    fn complain(&mut self, diagnostic: Diagnostic) {
        self.errors.push(diagnostic);
    }
    fn place(&self) -> Span {
        self.here
    }
    fn models(&self) -> bool {
        self.options.host
    }
}

impl<'a> Emitter<'a, '_> {
    /// Complains that a task's scalar result is used.
    pub(crate) fn task_scalar(&mut self) {
        self.errors.push(
            Diagnostic::error(
                code::TASK_SCALAR,
                self.here,
                "a task hands no scalar back to the orchestration function",
            )
            .label("this scalar is a task's result and is used here or later")
            .help("let the kernel write it into a tensor and read that with `pl.read`"),
        );
    }

    fn body(&mut self) {
        self.batch_at_start();
        for at in 0..self.events.list.len() {
            self.at = at;
            match self.events.list[at] {
                Event::Stmt(stmt) => self.stmt(stmt),
                Event::Begin(stmt) => self.begin(stmt),
                Event::Enter(stmt, part, block) => self.enter(stmt, part, block),
                Event::Tail(owner, part) => self.tail(owner, part),
                Event::Leave(stmt, part, block) => self.leave(stmt, part, block),
                Event::End(stmt) => self.end(stmt),
            }
        }
    }

    pub(crate) fn comments(&mut self, stmt: &Stmt) {
        stmt.comments.iter().for_each(|comment| self.out.line(format!("// {comment}")));
    }

    fn stmt(&mut self, stmt: &'a Stmt) {
        self.here = stmt.span;
        if is_task(stmt) {
            self.out.gap();
        }
        self.comments(stmt);
        match &stmt.kind {
            StmtKind::Let(var, rhs) => self.assign(*var, rhs),
            StmtKind::Eval(Rhs::Call(call)) => self.dispatch(None, call),
            StmtKind::Eval(Rhs::Op(op)) => self.operator(None, op),
            StmtKind::Eval(Rhs::Expr(_)) => {}
            StmtKind::Break(_) | StmtKind::Continue(_) => self.jump(stmt),
            StmtKind::Return(returned) => self.hand_back(returned),
            StmtKind::Raw(_) => {
                self.error(code::UNSUPPORTED, "text kept verbatim has no meaning in orchestration C++");
            }
            StmtKind::For(_) | StmtKind::While(_) | StmtKind::If(_) | StmtKind::Scope(_) => {
                unreachable!("statements with blocks begin and end")
            }
        }
    }

    fn assign(&mut self, var: VarId, rhs: &'a Rhs) {
        let before = self.errors.len();
        self.assign_rhs(var, rhs);
        if self.errors.len() > before && self.name[var].is_none() {
            // Once is enough: uses of it are not complained about.
            self.name[var] = Some("0".into());
        }
    }

    fn assign_rhs(&mut self, var: VarId, rhs: &'a Rhs) {
        match rhs {
            Rhs::Call(call) => self.dispatch(Some(var), call),
            Rhs::Op(op) => self.operator(Some(var), op),
            Rhs::Expr(expr) => {
                if self.values.root(var) == var && self.live.needs(self.values, var) {
                    self.define_expr(var, expr);
                }
            }
        }
    }

    /// A variable that is an expression of its own.
    pub(crate) fn define_expr(&mut self, var: VarId, expr: &'a Expr) {
        match self.function.ty(var) {
            Type::Tuple(_) => {}
            _ if matches!(expr, Expr::Get(..)) => self.define_projection(var, expr),
            Type::Scalar(dtype) => {
                let Some(ty) = self.cpp_type(*dtype) else { return self.no_scalar_type(var) };
                self.sign[var] = self.sign_of(expr);
                let text = self.scalar_as(expr, *dtype);
                self.declare(var, ty, &text);
            }
            _ => self.value_error(var),
        }
    }

    fn hand_back(&mut self, returned: &'a [Expr]) {
        if !self.options.host {
            return;
        }
        for (index, value) in returned.iter().enumerate() {
            let text = match value {
                Expr::Var(var) if self.function.ty(*var).is_tensor() => self.name_of(*var),
                // The harness cannot tell tasks apart: it only sees that there is one.
                Expr::Var(var) if self.function.ty(*var) == &Type::TASK_ID => {
                    let task = self.name_of(*var);
                    format!("{task}.raw")
                }
                other => self.scalar(other).text,
            };
            self.out.line(format!("selfsame::hand_back({index}, {text});"));
        }
    }

    fn begin(&mut self, stmt: &'a Stmt) {
        self.here = stmt.span;
        match &stmt.kind {
            StmtKind::For(_) | StmtKind::While(_) => self.begin_loop(stmt),
            StmtKind::If(it) => self.begin_if(stmt, it),
            StmtKind::Scope(scope) => self.begin_scope(stmt, scope),
            _ => {}
        }
    }

    fn begin_scope(&mut self, stmt: &'a Stmt, scope: &'a Scope) {
        self.comments(stmt);
        if self.scopes.elided[scope.body] {
            self.out.line("// No scope of its own: what it allocates is used after it.");
            return;
        }
        let manual = matches!(scope.kind, ScopeKind::Runtime { manual: true });
        for &var in &self.scopes.before[scope.body] {
            self.declare_early(var);
        }
        if manual {
            self.batch(scope.body);
        }
    }

    fn enter(&mut self, stmt: &'a Stmt, part: Part, block: crate::ir::program::BlockId) {
        self.visible.push(self.visible.last().copied().flatten());
        match &stmt.kind {
            StmtKind::Scope(scope) => {
                if self.scopes.elided[block] {
                    return;
                }
                match scope.kind {
                    ScopeKind::Runtime { manual: true } => {
                        self.manual += 1;
                        self.out.open("PTO2_SCOPE(PTO2ScopeMode::MANUAL) {");
                    }
                    _ => {
                        self.out.open("PTO2_SCOPE() {");
                        self.batch(block);
                    }
                }
            }
            StmtKind::If(it) => {
                self.enter_branch(it, part);
                self.batch(block);
            }
            StmtKind::For(it) => {
                self.enter_for(it);
                self.batch(block);
            }
            StmtKind::While(it) => {
                self.enter_while(it, part);
                self.batch(block);
            }
            _ => {}
        }
    }

    fn leave(&mut self, stmt: &'a Stmt, part: Part, block: crate::ir::program::BlockId) {
        let visible = self.visible.pop().flatten();
        match &stmt.kind {
            StmtKind::Scope(_) if self.scopes.elided[block] => {
                *self.visible.last_mut().expect("the function's own block stays open") = visible;
            }
            StmtKind::While(it) if part == Part::Header => {
                self.leave_header(it);
            }
            StmtKind::Scope(Scope { kind: ScopeKind::Runtime { manual: true }, .. }) => {
                self.manual -= 1;
                self.out.close("}");
            }
            // The other branch's line closes this one.
            StmtKind::If(it) if part == Part::Then && it.otherwise.is_some() => {}
            _ => self.out.close("}"),
        }
    }

    fn end(&mut self, stmt: &'a Stmt) {
        match &stmt.kind {
            StmtKind::For(it) => self.end_for(it),
            StmtKind::If(it) => self.end_if(it),
            _ => {}
        }
    }

    /// The C++ name of a variable's root.
    pub(crate) fn name_of(&mut self, var: VarId) -> String {
        let root = self.values.root(var);
        self.used[root] = true;
        match self.values.of(root) {
            Value::Invalid => return "PTO2TaskId::invalid()".to_owned(),
            Value::Const(expr) => return self.scalar(expr).text,
            Value::Own | Value::Same(_) | Value::Call(_) | Value::Items(_) => {}
        }
        if let Some(name) = &self.name[root] {
            return name.to_string();
        }
        self.value_error(var);
        "0".to_owned()
    }

    /// A fresh name for a root that is about to be declared, and whether it is already.
    pub(crate) fn new_name(&mut self, var: VarId) -> (Rc<str>, bool) {
        if self.early[var] {
            let name = self.name[var].clone().expect("what is declared early has a name");
            return (name, true);
        }
        let name = self.named(var, names::base(&self.function.vars[var].name));
        (name, false)
    }

    /// Gives a root a fresh name like `wanted`.
    pub(crate) fn named(&mut self, var: VarId, wanted: String) -> Rc<str> {
        let name: Rc<str> = self.names.fresh(&wanted).into();
        self.name[var] = Some(name.clone());
        name
    }

    /// `type name = value;`, or `name = value;` if the name is declared already.
    pub(crate) fn declare(&mut self, var: VarId, ty: &str, value: &str) {
        let (name, early) = self.new_name(var);
        let line = if early { format!("{name} = {value};") } else { format!("{ty} {name} = {value};") };
        self.out.line(line);
    }

    /// Makes a declared tensor the one that placeholders copy.
    pub(crate) fn saw_tensor(&mut self, var: VarId) {
        *self.visible.last_mut().expect("the function's own block stays open") = Some(var);
    }

    /// The name of some tensor that is in scope: what a variable starts as before it gets its value.
    pub(crate) fn any_tensor(&mut self) -> Option<Rc<str>> {
        let var = self.visible.last().copied().flatten()?;
        Some(self.name_of(var).into())
    }

    /// Declares a variable before the scope that gives it its value.
    fn declare_early(&mut self, var: VarId) {
        match self.function.ty(var).clone() {
            Type::Array(..) => {
                self.declare_array(var);
                self.early[var] = true;
            }
            Type::Tensor(_) => {
                let Some(other) = self.any_tensor() else { return self.no_tensor(var) };
                self.declare(var, "ChipTensor", &other);
                self.early[var] = true;
            }
            ty => {
                let Some((ty, zero)) = self.scalar_zero(&ty) else { return self.value_error(var) };
                self.declare(var, ty, zero);
                self.early[var] = true;
            }
        }
    }

    /// The C++ type of a scalar and a value to start with.
    pub(crate) fn scalar_zero(&self, ty: &Type) -> Option<(&'static str, &'static str)> {
        if types::is_context(ty) {
            return Some(("uint64_t", "0"));
        }
        let Type::Scalar(dtype) = ty else { return None };
        let zero = match dtype {
            DType::TaskId => "PTO2TaskId::invalid()",
            DType::Bool => "false",
            DType::Fp32 => "0.0f",
            DType::Fp64 => "0.0",
            _ => "0",
        };
        self.cpp_type(*dtype).map(|ty| (ty, zero))
    }

    pub(crate) fn error(&mut self, code: Code, message: impl Into<String>) {
        self.errors.push(Diagnostic::error(code, self.here, message));
    }

    pub(crate) fn no_tensor(&mut self, var: VarId) {
        let name = self.function.vars[var].name.clone();
        self.errors.push(
            Diagnostic::error(
                code::VALUE,
                self.function.vars[var].span,
                format!("`{name}` needs a tensor to start with, and none is in scope"),
            )
            .help("create a tensor before the branch or loop, or pass one as a parameter"),
        );
    }

    pub(crate) fn no_scalar_type(&mut self, var: VarId) {
        let var = &self.function.vars[var];
        self.errors.push(
            Diagnostic::error(
                code::SCALAR_TYPE,
                var.span,
                format!("`{}` is a scalar of a type that the scheduler has no C++ type for", var.name),
            )
            .help("compute with FP32 or an integer and cast in the kernel"),
        );
    }

    pub(crate) fn value_error(&mut self, var: VarId) {
        let var = &self.function.vars[var];
        let at = if self.here.is_some() { self.here } else { var.span };
        self.errors.push(
            Diagnostic::error(code::VALUE, at, format!("`{}` has no value that C++ can hold here", var.name))
                .also(var.span, "defined here"),
        );
    }

    fn finish(mut self) -> Result<Unit, Diagnostics> {
        let body = std::mem::replace(&mut self.out, Writer::new(0)).finish();
        let prologue = self.prologue();
        if self.errors.has_errors() {
            return Err(self.errors);
        }
        let tensors = |param: &&crate::ir::program::Param| self.function.ty(param.var).is_tensor();
        let signature = self.function.params.iter().filter(tensors).map(|param| param.direction).collect();
        Ok(Unit {
            name: self.function.name.clone(),
            comments: self.function.comments.clone(),
            params: self.function.params.len(),
            needs: self.needs,
            prologue,
            body,
            kernels: self.kernels.into_values().collect(),
            signature,
        })
    }

    /// The event index of a variable's definition; used to see what is there already.
    pub(crate) fn is_defined(&self, var: VarId) -> bool {
        let root = self.values.root(var);
        self.name[root].is_some()
            && (self.flow.at[root] < self.at || root.index() < self.function.params.len())
    }
}

/// Whether a statement submits a task.
fn is_task(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Let(_, Rhs::Call(_)) | StmtKind::Eval(Rhs::Call(_)) => true,
        StmtKind::Let(_, Rhs::Op(op)) | StmtKind::Eval(Rhs::Op(op)) => {
            op.op.name().as_str() == "system.task_dummy"
        }
        _ => false,
    }
}
