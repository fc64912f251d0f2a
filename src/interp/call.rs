//! Calls and submissions, what they return, and blocks side by side.

use std::rc::Rc;

use crate::base::id::IdVec;
use crate::interp::aliasing;
use crate::interp::external;
use crate::interp::fault::Fault;
use crate::interp::frame::{Delivery, Frame, Shadow, State, Team, TeamEnd, Thread};
use crate::interp::machine::Machine;
use crate::interp::outcome::Event;
use crate::interp::params;
use crate::interp::value::Value;
use crate::interp::world::Lane;
use crate::ir::attr::Attr;
use crate::ir::program::{Function, FunctionKind, VarId};
use crate::ir::stmt::Call;

impl<'p> Machine<'p> {
    pub(crate) fn start_call(&mut self, call: &'p Call, bind: Option<VarId>) -> Result<(), Fault> {
        let program = self.program;
        let Some(callee) = program.functions.get(&call.callee) else {
            return Err(Fault::misfit(format!("there is no function `{}`", call.callee)));
        };
        let depth: usize = self.teams.iter().map(|team| team.threads[team.current].frames.len()).sum();
        if depth > self.limits.calls {
            return Err(Fault::limit(format!("more than {} calls under way", self.limits.calls)));
        }
        let frame = self.frame();
        let (lane, mut args) = (frame.lane, frame.values(&call.args)?);
        let deps = frame.values(&call.launch.deps)?;
        let skipped = match &call.launch.predicate {
            Some(predicate) => !frame.value(predicate)?.holds()?,
            None => false,
        };
        let blocks = match &call.launch.core_num {
            Some(count) => Some(frame.value(count)?.extent()?),
            None => None,
        };
        if args.len() > callee.params.len() || (args.len() < callee.params.len() && !call.is_submit()) {
            let (given, taken) = (args.len(), callee.params.len());
            return Err(Fault::misfit(format!("`{}` takes {taken} arguments, not {given}", call.callee)));
        }
        let mut task = None;
        if call.is_submit() || skipped {
            let deps = self.world.submissions(&deps)?;
            let args = args.iter().map(|arg| self.world.place(arg)).collect();
            let blocks = blocks.map(|blocks| blocks as i128);
            self.world.trace.push(Event::Submit { callee: call.callee.clone(), args, deps, blocks, skipped });
            let number = self.world.submit();
            task = call.is_submit().then_some(number);
        }
        let shadow = skipped.then(|| self.shadow());
        let delivery = Delivery { bind, task, shadow };
        params::allocate_missing(&self.world.account, callee, &mut args)?;
        if callee.body.is_none() {
            let values = external::call(&mut self.world, callee, &args)?;
            return self.deliver(delivery, Some(values));
        }
        aliasing::remember(&mut self.aliasings, &callee.name, &args);
        let mut body = Frame::new(callee, lane, None);
        params::bind(&mut body, &args)?;
        self.launch(body, blocks, delivery)
    }
    /// Runs the body of a callee: once, or once per block.
    fn launch(&mut self, body: Frame<'p>, blocks: Option<usize>, delivery: Delivery) -> Result<(), Fault> {
        let own = match body.function.kind {
            FunctionKind::Spmd => count_of(body.function, &body)?,
            _ => None,
        };
        let Some(count) = blocks.or(own) else {
            let team = self.teams.last_mut().expect("a team runs");
            team.threads[team.current].frames.push(Frame { delivery: Some(delivery), ..body });
            return Ok(());
        };
        // With no block to run, one runs and nothing of it stays: its results are the storage they would be.
        let none = (count == 0 && delivery.shadow.is_none()).then(|| self.shadow());
        let delivery = Delivery { shadow: delivery.shadow.or(none), ..delivery };
        let count = count.max(1);
        let threads = (0..count).map(|block| {
            let lane = Lane { block, blocks: count, part: 0 };
            Thread { frames: vec![Frame { lane, ..body.clone() }], state: State::Ready }
        });
        self.teams.push(Team { threads: threads.collect(), current: 0, end: TeamEnd::Call(delivery) });
        Ok(())
    }
    /// The innermost function ends with these values.
    pub(crate) fn return_values(&mut self, values: Vec<Value>) -> Result<(), Fault> {
        let team = self.teams.last_mut().expect("a team runs");
        let frame = team.threads[team.current].frames.pop().expect("a thread that runs has a frame");
        let values = expanded(frame.function, values);
        match frame.delivery {
            Some(delivery) => self.deliver(delivery, Some(values)),
            None => {
                self.thread_ended(values, None);
                Ok(())
            }
        }
    }
    /// Hands the values of a call to the frame that called; `None` if they could not be learned.
    pub(crate) fn deliver(&mut self, delivery: Delivery, values: Option<Vec<Value>>) -> Result<(), Fault> {
        let Delivery { bind, task, shadow } = delivery;
        let known = values.is_some();
        let mut values = values.unwrap_or_default();
        if let Some(shadow) = shadow {
            self.undo(&shadow);
            values.iter_mut().for_each(forget_numbers);
        }
        let frame = self.frame();
        let wanted = frame.function.results.len();
        if known && values.len() == wanted {
            frame.forwarded = Some(values.clone());
        }
        let value = match (known, task) {
            (false, None) => Value::Undef,
            (false, Some(task)) => return self.bind_unknown(bind, task),
            (true, Some(task)) => Value::tuple(values.into_iter().chain([Value::task(task)])),
            (true, None) => match values.len() {
                0 => Value::Nothing,
                1 => values.remove(0),
                _ => Value::tuple(values),
            },
        };
        bind.map_or(Ok(()), |var| self.bind(var, value))
    }
    /// The tuple of a submission whose values could not be learned: only the task is known.
    fn bind_unknown(&mut self, bind: Option<VarId>, task: i128) -> Result<(), Fault> {
        let Some(var) = bind else { return Ok(()) };
        let count = match self.frame().function.ty(var) {
            crate::ir::types::Type::Tuple(items) => items.len(),
            _ => 1,
        };
        let unknown = std::iter::repeat_n(Value::Undef, count.saturating_sub(1));
        self.bind(var, Value::tuple(unknown.chain([Value::task(task)])))
    }
    /// The thread that runs has ended.
    pub(crate) fn thread_ended(&mut self, values: Vec<Value>, vars: Option<Box<IdVec<VarId, Value>>>) {
        let team = self.teams.last_mut().expect("a team runs");
        team.threads[team.current].state = State::Done(values, vars);
    }
    /// Goes on with the next thread of the team that can run. When all wait, the barrier opens; when all are done, the
    /// team is. Values if that was the end of the run.
    pub(crate) fn switch(&mut self) -> Result<Option<Vec<Value>>, Fault> {
        let team = self.teams.last_mut().expect("a team runs");
        let ready =
            |team: &Team<'_>| team.threads.iter().position(|thread| matches!(thread.state, State::Ready));
        if ready(team).is_none() {
            for thread in &mut team.threads {
                if matches!(thread.state, State::Waiting) {
                    thread.state = State::Ready;
                }
            }
        }
        if let Some(next) = ready(team) {
            team.current = next;
            return Ok(None);
        }
        let team = self.teams.pop().expect("it was just there");
        let last = team.threads.into_iter().next_back().map(|thread| thread.state);
        let (values, vars) = match last {
            Some(State::Done(values, vars)) => (Some(values), vars),
            Some(State::Ready | State::Waiting) | None => (None, None),
        };
        match team.end {
            TeamEnd::Run => Ok(Some(values.unwrap_or_default())),
            TeamEnd::Call(delivery) => self.deliver(delivery, values).map(|()| None),
            TeamEnd::Scope(shadow) => {
                if let Some(vars) = vars {
                    self.frame().vars = *vars;
                }
                if let Some(shadow) = shadow {
                    self.undo(&shadow);
                }
                Ok(None)
            }
        }
    }
    /// The state now, to come back to.
    pub(crate) fn shadow(&self) -> Rc<Shadow> {
        let buffers = self.world.account.buffers().into_iter();
        Rc::new(Shadow {
            contents: buffers.map(|buffer| (buffer.clone(), buffer.snapshot())).collect(),
            trace: self.world.trace.len(),
            tasks: self.world.task_counts(),
            meetings: self.world.meetings(),
            windows: self.world.windows.len(),
            poison_uses: self.world.poison_uses,
            pipes: self.world.pipes.clone(),
        })
    }
}

/// The number of blocks that an Spmd function declares.
fn count_of(function: &Function, frame: &Frame<'_>) -> Result<Option<usize>, Fault> {
    match function.attrs.get("core_num") {
        Some(Attr::Int(count)) => Ok(usize::try_from(*count).ok()),
        Some(Attr::Expr(count)) => frame.value(count)?.extent().map(Some),
        _ => Ok(None),
    }
}

/// One returned tuple stands for the several values that a function declares.
fn expanded(function: &Function, values: Vec<Value>) -> Vec<Value> {
    match values.as_slice() {
        [Value::Tuple(items)] if function.results.len() > 1 && items.len() == function.results.len() => {
            items.to_vec()
        }
        _ => values,
    }
}

/// Numbers that something skipped would have computed are unwritten.
fn forget_numbers(value: &mut Value) {
    match value {
        Value::Scalar(number, _) => *number = crate::interp::number::Number::Poison,
        Value::Tuple(items) => {
            let mut items = items.to_vec();
            items.iter_mut().for_each(forget_numbers);
            *value = Value::tuple(items);
        }
        Value::Undef
        | Value::Nothing
        | Value::Storage(_)
        | Value::Text(_)
        | Value::Type(_)
        | Value::Token
        | Value::Window(_) => {}
    }
}
