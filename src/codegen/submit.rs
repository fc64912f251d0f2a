//! The arguments of a task: tensors, scalars, launch data, predicate.

use std::rc::Rc;

use crate::base::diagnostic::Diagnostic;
use crate::codegen::calls::{allocated, made, returned_param};
use crate::codegen::code;
use crate::codegen::emitter::Emitter;
use crate::codegen::expr::Scalars;
use crate::codegen::live::{predicate_read, sides, written_out};
use crate::codegen::number;
use crate::codegen::types;
use crate::ir::attr::Attr;
use crate::ir::dtype::DType;
use crate::ir::expr::{BinaryOp, Expr};
use crate::ir::program::{Direction, Function, VarId};
use crate::ir::stmt::{ArgDirection, Call};
use crate::ir::types::Type;

/// What one task takes.
const MOST_TENSORS: usize = 32;
const MOST_SCALARS: usize = 16;

/// A task being written.
pub(crate) struct Task<'a> {
    pub number: usize,
    /// The name of its argument object.
    pub params: Rc<str>,
    pub call: &'a Call,
    pub callee: &'a Function,
}

/// What is passed for one parameter of a kernel.
pub(crate) struct Passed<'a> {
    /// `None` if the runtime allocates it.
    pub arg: Option<&'a Expr>,
    pub direction: ArgDirection,
    /// The parameter's type.
    pub ty: &'a Type,
    /// The position among the call's arguments.
    pub at: Option<usize>,
}

impl<'a> Emitter<'a, '_> {
    /// The argument object with everything passed, dumps and dependencies.
    pub(crate) fn open_task(&mut self, task: &Task<'a>, passed: &[Passed<'a>]) {
        self.within_limits(task, passed);
        let operand = self.operand_ready(task, passed);
        let infos: Vec<Option<String>> = passed.iter().map(|it| self.output_info(task, it)).collect();
        let params = task.params.clone();
        self.out.line(format!("CoreTaskArgs {params};"));
        for (it, info) in passed.iter().zip(&infos) {
            if it.ty.is_tensor() {
                self.add_tensor(&params, it, info.as_deref());
            } else {
                self.add_scalar(&params, it);
            }
        }
        self.dumps(task);
        self.dependencies(task, operand);
    }

    /// The runtime reads a predicate's tensor when it could start the task, so whoever writes that tensor must be waited
    /// for. Where the task does not read it as an argument, a task that does nothing else reads it; its id is given.
    fn operand_ready(&mut self, task: &Task<'a>, passed: &[Passed<'a>]) -> Option<String> {
        let predicate = written_out(self.flow, self.values, task.call.launch.predicate.as_ref()?);
        let read = sides(predicate).into_iter().flatten();
        let tensor = read
            .filter_map(|side| predicate_read(self.flow, self.values, side))
            .find_map(|read| read.args.first())?;
        let root = self.values.root(tensor.as_var()?);
        let is_read = |it: &&Passed<'a>| {
            let reads = matches!(it.direction, ArgDirection::Input | ArgDirection::InOut);
            reads && it.arg.and_then(Expr::as_var).is_some_and(|var| self.values.root(var) == root)
        };
        let only_read = self
            .function
            .param_index(root)
            .is_some_and(|at| self.function.params[at].direction == Direction::In);
        if only_read || self.manual > 0 || passed.iter().any(|it| is_read(&it)) {
            return None;
        }
        let name = self.tensor(Some(tensor))?;
        let params = self.names.fresh(&format!("{}_operand", task.params));
        let outs = self.names.fresh(&format!("task_{}_operand", task.number));
        self.out.line("// The predicate waits for those who write its operand.");
        self.out.line(format!("CoreTaskArgs {params};"));
        self.out.line(format!("{params}.add_input({name});"));
        self.out.line(format!("TaskOutputTensors {outs} = rt_submit_dummy_task({params});"));
        Some(format!("{outs}.task_id()"))
    }

    /// A task that the runtime would refuse when it is submitted is refused now.
    fn within_limits(&mut self, task: &Task<'a>, passed: &[Passed<'a>]) {
        let tensors = passed.iter().filter(|it| it.ty.is_tensor()).count();
        let scalars = passed.len() - tensors;
        if tensors <= MOST_TENSORS && scalars <= MOST_SCALARS {
            return;
        }
        let (what, given, most) = match tensors > MOST_TENSORS {
            true => ("tensors", tensors, MOST_TENSORS),
            false => ("scalars", scalars, MOST_SCALARS),
        };
        let message = format!("`{}` takes {given} {what}; a task takes at most {most}", task.callee.name);
        self.errors.push(
            Diagnostic::error(code::LIMIT, self.here, message)
                .help("put several tensors into one and pass windows of it, or pass scalars in a tensor"),
        );
    }

    fn add_tensor(&mut self, params: &str, it: &Passed<'a>, info: Option<&str>) {
        let name = match (it.arg, info) {
            (Some(arg), _) => match self.tensor(Some(arg)) {
                Some(name) => name,
                None => return,
            },
            (None, Some(info)) => info.into(),
            (None, None) => return,
        };
        let method = match it.direction {
            ArgDirection::Input | ArgDirection::Scalar => "add_input",
            ArgDirection::Output | ArgDirection::OutputExisting => "add_output",
            ArgDirection::InOut => "add_inout",
            ArgDirection::NoDep => "add_no_dep",
        };
        self.out.line(format!("{params}.{method}({name});"));
    }

    fn add_scalar(&mut self, params: &str, it: &Passed<'a>) {
        let Some(arg) = it.arg else {
            return self
                .error(code::VALUE, "only tensors at the end of the parameters can be left to the runtime");
        };
        let text = match it.ty {
            Type::Scalar(dtype) => self.scalar_slot(arg, *dtype),
            ty if types::is_context(ty) => self.scalar(arg).text,
            _ => return self.error(code::VALUE, "a task takes tensors and scalars only"),
        };
        self.out.line(format!("{params}.add_scalar({text});"));
    }

    /// A scalar in the 64 bits of its slot.
    fn scalar_slot(&mut self, arg: &'a Expr, dtype: DType) -> String {
        if self.cpp_type(dtype).is_none() || dtype == DType::TaskId {
            self.no_type(dtype);
            return "0".to_owned();
        }
        if dtype.is_float() {
            let ty = self.cpp_type(dtype).unwrap_or("float");
            let text = self.scalar_as(arg, dtype);
            let same = self.scalar(arg).dtype == dtype || arg.is_const();
            return if same {
                format!("to_u64({text})")
            } else {
                format!("to_u64(static_cast<{ty}>({text}))")
            };
        }
        if let Expr::Bool(value) = arg {
            return format!("(uint64_t){}", u8::from(*value));
        }
        let text = self.scalar(arg);
        if text.dtype.is_float() {
            format!("(uint64_t){}", self.convert(&text, dtype))
        } else {
            format!("(uint64_t){}", text.inner())
        }
    }

    fn dumps(&mut self, task: &Task<'a>) {
        let mut names: Vec<String> = Vec::new();
        for dump in &task.call.launch.dumps {
            let passed = dump.as_var().map(|var| self.values.root(var));
            let is_arg = |arg: &Expr| arg.as_var().map(|var| self.values.root(var)) == passed;
            if passed.is_some()
                && task.call.args.iter().any(is_arg)
                && let Some(name) = self.tensor(Some(dump))
                && !names.iter().any(|known| **known == *name)
            {
                names.push(name.to_string());
            }
        }
        if !names.is_empty() {
            self.out.line(format!("{}.dump({});", task.params, names.join(", ")));
        }
    }

    /// Describes a tensor that the runtime allocates for the task.
    fn output_info(&mut self, task: &Task<'a>, it: &Passed<'a>) -> Option<String> {
        if it.arg.is_some() || !it.ty.is_tensor() {
            return None;
        }
        let at = it.at?;
        let ordinal = allocated(task.callee, task.call.args.len()).take_while(|&param| param < at).count()
            + at.saturating_sub(task.callee.params.len());
        let info = self.names.fresh(&format!("{}_synth_out_{ordinal}", task.params));
        let Some(shape) = self.output_shape(task, at) else {
            self.errors.push(
                Diagnostic::error(
                    code::VALUE,
                    self.here,
                    format!(
                        "the extents of what `{}` leaves to the runtime are not known here",
                        task.callee.name
                    ),
                )
                .help("create the tensor and pass it"),
            );
            return None;
        };
        let dtype = it.ty.dtype().unwrap_or(DType::Fp32);
        self.tensor_info(&info, shape, dtype, false);
        Some(info)
    }

    /// The shape of an allocated output in the caller's terms: its result's, or the parameter's if that is constant.
    fn output_shape(&self, task: &Task<'a>, at: usize) -> Option<&'a [Expr]> {
        let result = match at.checked_sub(task.callee.params.len()) {
            Some(number) => made(task.callee).get(number).copied(),
            None => {
                (0..task.callee.results.len()).find(|&index| returned_param(task.callee, index) == Some(at))
            }
        };
        if let Some(shape) = result.and_then(|index| self.result_types(task)?.get(index)?.shape()) {
            return Some(shape);
        }
        let shape = match task.callee.params.get(at) {
            Some(param) => task.callee.ty(param.var).shape()?,
            None => task.callee.results.get(result?)?.shape()?,
        };
        shape.iter().all(|extent| extent.as_int().is_some()).then_some(shape)
    }

    /// The types of a call's results as the caller sees them.
    fn result_types(&self, task: &Task<'a>) -> Option<&'a [Type]> {
        let bound = self.bound(task.call)?;
        match self.function.ty(bound) {
            Type::Tuple(types) => Some(types),
            ty => Some(std::slice::from_ref(ty)),
        }
    }

    /// The variable that a call's result is bound to.
    fn bound(&self, call: &Call) -> Option<VarId> {
        use crate::codegen::event::Event;
        use crate::ir::stmt::{Rhs, StmtKind};
        let Event::Stmt(stmt) = self.events.list[self.at] else { return None };
        match &stmt.kind {
            StmtKind::Let(var, Rhs::Call(it)) if std::ptr::eq(it, call) => Some(*var),
            _ => None,
        }
    }

    /// Width, early resolve and predicate.
    pub(crate) fn launch(&mut self, task: &Task<'a>, width: Option<&'a Attr>, sync_start: bool) {
        let params = &task.params;
        if let Some(width) = self.width(task, width) {
            self.out.line(format!("{params}.launch_spec.set_block_num({width});"));
        }
        if sync_start || task.call.launch.sync_start == Some(true) {
            self.out.line(format!("{params}.launch_spec.set_require_sync_start(true);"));
        }
        if task.call.launch.allow_early_resolve {
            self.out.line(format!("{params}.set_allow_early_resolve(true);"));
        }
        if let Some(predicate) = &task.call.launch.predicate
            && self.scalar_predicate(task.call).is_none()
        {
            self.predicate(params, predicate);
        }
    }

    /// A predicate that reads no tensor, as C++: it is known when the task is submitted.
    pub(crate) fn scalar_predicate(&mut self, call: &'a Call) -> Option<String> {
        let predicate = written_out(self.flow, self.values, call.launch.predicate.as_ref()?);
        let reads = sides(predicate).into_iter().flatten().any(|side| {
            let mut reads = false;
            side.for_each_var(&mut |var| {
                reads |= predicate_read(self.flow, self.values, &Expr::Var(var)).is_some();
            });
            reads
        });
        (!reads).then(|| self.scalar(predicate).inner())
    }

    fn width(&mut self, task: &Task<'a>, attr: Option<&'a Attr>) -> Option<String> {
        let expr = match (&task.call.launch.core_num, attr) {
            (Some(expr), _) => expr,
            (None, Some(Attr::Int(width))) => return Some(width.to_string()),
            // A wrapper's own width speaks of its parameters.
            (None, Some(Attr::Expr(expr))) => match expr {
                Expr::Var(var) => task.callee.param_index(*var).and_then(|at| task.call.args.get(at))?,
                other if other.is_const() => other,
                _ => {
                    self.error(
                        code::WRAPPER,
                        "a wrapper's width must be a constant or one of its parameters",
                    );
                    return None;
                }
            },
            (None, _) => return None,
        };
        Some(match expr {
            Expr::Int(width, _) => number::integer(*width),
            other => format!("static_cast<int16_t>({})", self.scalar(other).text),
        })
    }

    fn predicate(&mut self, params: &str, predicate: &'a Expr) {
        let Some((tensor, indices, op, target)) = self.comparison(predicate) else {
            self.errors.push(
                Diagnostic::error(code::PREDICATE, self.here, "the runtime cannot evaluate this predicate")
                    .label("a predicate compares one element of a tensor of signed integers, at constant indices, with an integer")
                    .help("write the flag into a tensor with a kernel, or branch with `if` on a value read by `pl.read`"),
            );
            return;
        };
        let when = self.names.fresh(&format!("{params}_when"));
        self.out.line(format!("CoreTaskPredicate {when};"));
        self.out.line(format!("{when}.operand.tensor = &{tensor};"));
        self.out.line(format!("{when}.operand.ndims = {};", indices.len()));
        for (axis, index) in indices.iter().enumerate() {
            self.out.line(format!("{when}.operand.indices[{axis}] = {index};"));
        }
        self.out.line(format!("{when}.op = PredicateOp::{op};"));
        self.out.line(format!("{when}.target = {};", number::integer(target)));
        self.out.line(format!("{params}.set_predicate({when});"));
    }

    /// Tensor, indices, operator and target of a predicate, if it has the one form that the runtime knows.
    fn comparison(&mut self, predicate: &'a Expr) -> Option<(Rc<str>, Vec<i128>, &'static str, i128)> {
        let predicate = written_out(self.flow, self.values, predicate);
        let Expr::Binary(op, ..) = predicate else { return None };
        let [Some(left), Some(right)] = sides(predicate) else { return None };
        let read = |side: &Expr| predicate_read(self.flow, self.values, side);
        let (read, target, flipped) = match (read(left), right.as_int(), left.as_int(), read(right)) {
            (Some(read), Some(target), _, _) => (read, target, false),
            (_, _, Some(target), Some(read)) => (read, target, true),
            _ => return None,
        };
        let op = match (op, flipped) {
            (BinaryOp::Eq, _) => "EQ",
            (BinaryOp::Ne, _) => "NE",
            (BinaryOp::Gt, false) | (BinaryOp::Lt, true) => "GT",
            (BinaryOp::Lt, false) | (BinaryOp::Gt, true) => "LT",
            (BinaryOp::Ge, false) | (BinaryOp::Le, true) => "GE",
            (BinaryOp::Le, false) | (BinaryOp::Ge, true) => "LE",
            _ => return None,
        };
        let dtype = read.args.first()?.as_var().and_then(|var| self.function.ty(var).dtype())?;
        let indices: Option<Vec<i128>> = match read.args.get(1)? {
            Expr::Tuple(indices) => {
                indices.iter().map(|index| index.as_int().filter(|&index| index >= 0)).collect()
            }
            other => other.as_int().map(|index| vec![index]),
        };
        let indices = indices.filter(|indices| indices.len() <= 5)?;
        if !(dtype.is_int() && dtype.is_signed() && dtype.bits() >= 8) {
            return None;
        }
        Some((self.tensor(read.args.first())?, indices, op, target))
    }
}
