//! Calls and submissions of kernels and wrappers as tasks.

use std::rc::Rc;

use crate::base::diagnostic::Diagnostic;
use crate::codegen::Kernel;
use crate::codegen::calls::{Element, element, is_tuple};
use crate::codegen::code;
use crate::codegen::core::{CoreType, core_of};
use crate::codegen::emitter::Emitter;
use crate::codegen::submit::{Passed, Task};
use crate::codegen::wrapper::{Inner, Launched, Source, agree, is_dual, launched};
use crate::ir::expr::Expr;
use crate::ir::program::{Direction, Function, FunctionKind, VarId};
use crate::ir::stmt::{ArgDirection, Call};
use crate::ir::types::Type;

impl<'a> Emitter<'a, '_> {
    /// One call or submission: a task.
    pub(crate) fn dispatch(&mut self, var: Option<VarId>, call: &'a Call) {
        let Some(callee) = self.program.functions.get(&call.callee) else { return };
        let number = self.tasks;
        self.tasks += 1;
        let params: Rc<str> = self.names.fresh(&format!("params_t{number}")).into();
        let task = Task { number, params, call, callee };
        let outs = if callee.kind.is_wrapper() { self.wrapper(var, &task) } else { self.kernel(var, &task) };
        self.bind_results(var, call, outs);
    }

    fn kernel(&mut self, var: Option<VarId>, task: &Task<'a>) -> Option<Rc<str>> {
        self.out.line(format!("// Task {}: {}", task.number, task.callee.name));
        let sources: Vec<Source<'a>> = (0..task.callee.params.len()).map(Source::Param).collect();
        let passed = self.passed(task, task.callee, &sources);
        self.open_task(task, &passed);
        self.launch(task, None, task.call.launch.sync_start.unwrap_or(false));
        let id = self.kernel_id(task.callee, &passed);
        let core = self.kernels[id].core;
        if core == CoreType::Aiv && is_dual(task.callee) {
            let mixed = self.names.numbered("mixed");
            self.out.line(format!("MixedKernels {mixed} = {{INVALID_KERNEL_ID, {id}, {id}}};"));
            return self.submit(var, task, &format!("rt_submit_task({mixed}, {})", task.params));
        }
        let function = if core == CoreType::Aic { "rt_submit_aic_task" } else { "rt_submit_aiv_task" };
        self.submit(var, task, &format!("{function}({id}, {})", task.params))
    }

    fn wrapper(&mut self, var: Option<VarId>, task: &Task<'a>) -> Option<Rc<str>> {
        let launched = match launched(self.program, task.callee) {
            Ok(launched) => launched,
            Err(error) => {
                self.errors.push(*error);
                return None;
            }
        };
        match self.lanes(&launched) {
            Ok(Lanes { aic, aiv }) => {
                let what = if task.callee.kind == FunctionKind::Spmd {
                    let names: Vec<&str> =
                        launched.kernels.iter().map(|it| it.kernel.name.as_str()).collect();
                    format!("Spmd {}: {}", task.callee.name, names.join(", "))
                } else {
                    match (aic.is_some(), aiv.is_some()) {
                        (true, true) => format!("Group {}: MixedKernels (AIC + AIV lanes)", task.callee.name),
                        (true, false) => format!("Group {}: AIC only", task.callee.name),
                        _ => format!("Group {}: AIV only", task.callee.name),
                    }
                };
                self.out.line(format!("// Task {}: {}", task.number, task.callee.name));
                self.out.line(format!("// {what}"));
                self.submit_lanes(var, task, &launched, aic, aiv)
            }
            Err(error) if self.options.host && !error.message.is_empty() => {
                self.out.line(format!("// Task {}: {} as one kernel", task.number, task.callee.name));
                let sources: Vec<Source<'a>> = (0..task.callee.params.len()).map(Source::Param).collect();
                let passed = self.passed(task, task.callee, &sources);
                self.open_task(task, &passed);
                self.launch(task, launched.width, launched.sync_start);
                let id = self.kernel_id(task.callee, &passed);
                self.submit(var, task, &format!("rt_submit_aiv_task({id}, {})", task.params))
            }
            Err(error) => {
                self.errors.push(*error);
                None
            }
        }
    }

    fn submit_lanes(
        &mut self,
        var: Option<VarId>,
        task: &Task<'a>,
        launched: &Launched<'a>,
        aic: Option<usize>,
        aiv: Option<usize>,
    ) -> Option<Rc<str>> {
        let first = aic.or(aiv).expect("a wrapper launches at least one kernel");
        let inner = &launched.kernels[first];
        let passed = self.passed(task, inner.kernel, &inner.args);
        self.open_task(task, &passed);
        self.launch(task, launched.width, launched.sync_start);
        let id = |emitter: &mut Self, at: Option<usize>| {
            at.map(|at| emitter.kernel_id(launched.kernels[at].kernel, &passed).to_string())
        };
        let (aic, aiv) = (id(self, aic), id(self, aiv));
        let call = match (aic, aiv) {
            (Some(aic), None) => format!("rt_submit_aic_task({aic}, {})", task.params),
            (None, Some(aiv)) if !launched.dual => format!("rt_submit_aiv_task({aiv}, {})", task.params),
            (aic, aiv) => {
                let none = || "INVALID_KERNEL_ID".to_owned();
                let second = aiv.clone().filter(|_| launched.dual).unwrap_or_else(none);
                let (aic, aiv) = (aic.unwrap_or_else(none), aiv.unwrap_or_else(none));
                let mixed = self.names.numbered("mixed");
                self.out.line(format!("MixedKernels {mixed} = {{{aic}, {aiv}, {second}}};"));
                format!("rt_submit_task({mixed}, {})", task.params)
            }
        };
        self.submit(var, task, &call)
    }

    /// Which kernel runs on which core.
    fn lanes(&self, launched: &Launched<'a>) -> Result<Lanes, Box<Diagnostic>> {
        let mut lanes = Lanes { aic: None, aiv: None };
        for (at, inner) in launched.kernels.iter().enumerate() {
            let core = core_of(inner.kernel)?;
            let slot = if core == CoreType::Aic { &mut lanes.aic } else { &mut lanes.aiv };
            if slot.replace(at).is_some() {
                return Err(Box::new(two_kernels(inner, core)));
            }
        }
        if let (Some(aic), Some(aiv)) = (lanes.aic, lanes.aiv) {
            let (cube, vector) = (&launched.kernels[aic], &launched.kernels[aiv]);
            // On the CPU the cube kernel runs first, whatever the text says.
            if !agree(cube, vector) || self.options.host && aiv < aic {
                return Err(Box::new(disagree(cube, vector)));
            }
        }
        Ok(lanes)
    }

    /// What is passed for each parameter of a kernel, tensors first.
    fn passed(&mut self, task: &Task<'a>, kernel: &'a Function, sources: &[Source<'a>]) -> Vec<Passed<'a>> {
        let mut passed: Vec<Passed<'a>> = Vec::new();
        for (param, source) in kernel.params.iter().zip(sources) {
            let ty = kernel.ty(param.var);
            let (arg, direction, at) = match *source {
                Source::Const(expr) => (Some(expr), ArgDirection::Scalar, None),
                Source::Param(at) => match task.call.args.get(at) {
                    Some(arg) => {
                        let direction = task.call.directions.get(at).copied();
                        (Some(arg), direction.unwrap_or(ArgDirection::Scalar), Some(at))
                    }
                    None => (None, ArgDirection::Output, Some(at)),
                },
            };
            passed.push(Passed { arg, direction, ty, at });
        }
        passed.sort_by_key(|it| !it.ty.is_tensor());
        passed
    }

    /// The id of a kernel; the first dispatch decides about its signature.
    fn kernel_id(&mut self, kernel: &'a Function, passed: &[Passed<'a>]) -> usize {
        if let Some(id) = self.kernels.get_index_of(&kernel.name) {
            return id;
        }
        let core = match core_of(kernel) {
            Ok(core) => core,
            Err(_) if self.options.host => CoreType::Aiv,
            Err(error) => {
                self.errors.push(*error);
                CoreType::Aiv
            }
        };
        let tensors = passed.iter().filter(|it| it.ty.is_tensor());
        let signature = tensors
            .map(|it| match it.direction {
                ArgDirection::Input | ArgDirection::Scalar => Direction::In,
                ArgDirection::Output | ArgDirection::OutputExisting => Direction::Out,
                ArgDirection::InOut | ArgDirection::NoDep => Direction::InOut,
            })
            .collect();
        let name = kernel.name.clone();
        self.kernels.insert_full(name.clone(), Kernel { name, core, signature }).0
    }

    /// The submission itself; its outputs get a name if they are needed.
    fn submit(&mut self, var: Option<VarId>, task: &Task<'a>, call: &str) -> Option<Rc<str>> {
        if !var.is_some_and(|var| self.live.needs_outs(var)) {
            self.out.line(format!("{call};"));
            return None;
        }
        let outs: Rc<str> = self.names.fresh(&format!("task_{}_outs", task.number)).into();
        self.out.line(format!("TaskOutputTensors {outs} = {call};"));
        Some(outs)
    }

    fn bind_results(&mut self, var: Option<VarId>, call: &'a Call, outs: Option<Rc<str>>) {
        let Some(var) = var else { return };
        if is_tuple(self.function.ty(var)) {
            self.outs[var] = outs;
            return;
        }
        if self.values.root(var) != var || !self.live.needs(self.values, var) {
            return;
        }
        match (element(self.program, call, 0), outs) {
            (Element::Output(at), Some(outs)) => self.bind_output(var, &outs, at),
            (Element::Task, Some(outs)) => self.bind_task(var, &outs),
            (Element::Scalar, _) => self.task_scalar(),
            (Element::Unknown, _) => self.unknown_result(var),
            (Element::Arg(expr), _) => self.bind_constant(var, expr),
            (Element::Output(_) | Element::Task, None) => self.value_error(var),
        }
    }

    /// A result that is what was passed, where that is no variable.
    fn bind_constant(&mut self, var: VarId, expr: &'a Expr) {
        match self.function.ty(var) {
            Type::Scalar(_) => self.define_expr(var, expr),
            _ => self.value_error(var),
        }
    }
}

/// Indices of the kernels of a wrapper by core.
struct Lanes {
    aic: Option<usize>,
    aiv: Option<usize>,
}

fn two_kernels(inner: &Inner<'_>, core: CoreType) -> Diagnostic {
    let message = format!("a second {} kernel, `{}`, in one launch", core.name(), inner.kernel.name);
    Diagnostic::error(code::WRAPPER, inner.kernel.span, message)
        .help("a Group launches one AIC and one AIV kernel; submit the others as tasks of their own")
}

fn disagree(cube: &Inner<'_>, vector: &Inner<'_>) -> Diagnostic {
    Diagnostic::error(
        code::WRAPPER,
        vector.kernel.span,
        format!(
            "`{}` and `{}` share one launch and take different arguments",
            cube.kernel.name, vector.kernel.name
        ),
    )
    .also(cube.kernel.span, "the cube kernel")
    .help("give both the same parameters in the same order, or submit them as two tasks")
}
