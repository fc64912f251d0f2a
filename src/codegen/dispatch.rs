//! Calls and submissions of kernels and wrappers as tasks.

use std::rc::Rc;

use crate::base::diagnostic::Diagnostic;
use crate::base::name::Name;
use crate::codegen::Kernel;
use crate::codegen::calls::{Element, element, is_tuple, made};
use crate::codegen::code;
use crate::codegen::core::{CoreType, Cores, cores_of};
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
        let sources: Vec<Source<'a>> = (0..task.callee.params.len()).map(Source::Param).collect();
        let inner = Inner { kernel: task.callee, args: sources };
        // On the CPU a kernel is whole: it takes all lanes one after the other.
        let dual = is_dual(task.callee) && !self.options.host;
        let launched = Launched { kernels: vec![inner], width: None, sync_start: false, dual };
        let lanes = match self.cores(task.callee) {
            Cores::One(CoreType::Aic) => Lanes { aic: Some(0), aiv: None },
            Cores::One(CoreType::Aiv) => Lanes { aic: None, aiv: Some(0) },
            Cores::Both => Lanes { aic: Some(0), aiv: Some(0) },
        };
        self.out.line(format!("// Task {}: {}", task.number, task.callee.name));
        self.submit_lanes(var, task, &launched, lanes)
    }

    /// What a kernel runs on; on the CPU every kernel is one function.
    fn cores(&mut self, kernel: &Function) -> Cores {
        match cores_of(kernel) {
            Ok(Cores::Both) | Err(_) if self.options.host => Cores::One(CoreType::Aiv),
            Ok(cores) => cores,
            Err(error) => {
                self.errors.push(*error);
                Cores::One(CoreType::Aiv)
            }
        }
    }

    fn wrapper(&mut self, var: Option<VarId>, task: &Task<'a>) -> Option<Rc<str>> {
        let launched = match launched(self.program, task.callee) {
            Ok(launched) => Launched { dual: launched.dual && !self.options.host, ..launched },
            Err(error) => {
                self.errors.push(*error);
                return None;
            }
        };
        match self.lanes(&launched) {
            Ok(lanes) => {
                let what = if task.callee.kind == FunctionKind::Spmd {
                    let names: Vec<&str> =
                        launched.kernels.iter().map(|it| it.kernel.name.as_str()).collect();
                    format!("Spmd {}: {}", task.callee.name, names.join(", "))
                } else {
                    match (lanes.aic.is_some(), lanes.aiv.is_some()) {
                        (true, true) => format!("Group {}: MixedKernels (AIC + AIV lanes)", task.callee.name),
                        (true, false) => format!("Group {}: AIC only", task.callee.name),
                        _ => format!("Group {}: AIV-only SPMD", task.callee.name),
                    }
                };
                self.out.line(format!("// Task {}: {}", task.number, task.callee.name));
                self.out.line(format!("// {what}"));
                self.submit_lanes(var, task, &launched, lanes)
            }
            Err(error) if self.options.host && !error.message.is_empty() => {
                self.out.line(format!("// Task {}: {} as one kernel", task.number, task.callee.name));
                let sources: Vec<Source<'a>> = (0..task.callee.params.len()).map(Source::Param).collect();
                let passed = self.passed(task, task.callee, &sources);
                self.open_task(task, &passed);
                self.launch(task, launched.width, launched.sync_start);
                let id = self.kernel_id(&task.callee.name.clone(), CoreType::Aiv, &passed);
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
        lanes: Lanes,
    ) -> Option<Rc<str>> {
        let first = lanes.aic.or(lanes.aiv).expect("a wrapper launches at least one kernel");
        let inner = &launched.kernels[first];
        let passed = self.passed(task, inner.kernel, &inner.args);
        self.open_task(task, &passed);
        self.launch(task, launched.width, launched.sync_start);
        let halves = lanes.aic.is_some() && lanes.aic == lanes.aiv;
        let id = |emitter: &mut Self, at: Option<usize>, core: CoreType| {
            at.map(|at| {
                let name = &launched.kernels[at].kernel.name;
                let name =
                    if halves { format!("{name}_{}", core.name().to_lowercase()) } else { name.to_string() };
                emitter.kernel_id(&name.into(), core, &passed).to_string()
            })
        };
        let aic = id(self, lanes.aic, CoreType::Aic);
        let aiv = id(self, lanes.aiv, CoreType::Aiv);
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
    fn lanes(&mut self, launched: &Launched<'a>) -> Result<Lanes, Box<Diagnostic>> {
        let mut lanes = Lanes { aic: None, aiv: None };
        for (at, inner) in launched.kernels.iter().enumerate() {
            let cores = self.cores(inner.kernel);
            for core in [CoreType::Aic, CoreType::Aiv] {
                let slot = if core == CoreType::Aic { &mut lanes.aic } else { &mut lanes.aiv };
                if matches!(cores, Cores::One(one) if one != core) {
                    continue;
                }
                if slot.replace(at).is_some() {
                    return Err(Box::new(two_kernels(inner, core)));
                }
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
        // On the CPU a kernel hands out what it makes itself.
        if self.options.host && std::ptr::eq(kernel, task.callee) {
            for (number, index) in made(kernel).into_iter().enumerate() {
                let at = Some(kernel.params.len() + number);
                let ty = &kernel.results[index];
                passed.push(Passed { arg: None, direction: ArgDirection::Output, ty, at });
            }
        }
        passed.sort_by_key(|it| !it.ty.is_tensor());
        passed
    }

    /// The id of a kernel; the first dispatch decides about its signature.
    fn kernel_id(&mut self, name: &Name, core: CoreType, passed: &[Passed<'a>]) -> usize {
        if let Some(id) = self.kernels.get_index_of(name) {
            return id;
        }
        let tensors = passed.iter().filter(|it| it.ty.is_tensor());
        let signature = tensors
            .map(|it| match it.direction {
                ArgDirection::Input | ArgDirection::Scalar => Direction::In,
                ArgDirection::Output | ArgDirection::OutputExisting => Direction::Out,
                ArgDirection::InOut | ArgDirection::NoDep => Direction::InOut,
            })
            .collect();
        self.kernels.insert_full(name.clone(), Kernel { name: name.clone(), core, signature }).0
    }

    /// The submission itself; its outputs get a name if they are needed. What a predicate on scalars keeps from running
    /// is submitted all the same, as a task without a kernel.
    fn submit(&mut self, var: Option<VarId>, task: &Task<'a>, call: &str) -> Option<Rc<str>> {
        let condition = self
            .scalar_predicate(task.call)
            .map(|condition| format!("{condition} ? {call} : rt_submit_dummy_task({})", task.params));
        let call = condition.as_deref().unwrap_or(call);
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
        match (element(self.program, call, 0, self.options.host), outs) {
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
