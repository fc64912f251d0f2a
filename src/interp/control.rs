//! Loops, branches and scopes.

use crate::interp::fault::Fault;
use crate::interp::frame::{After, Frame, Running, State, Team, TeamEnd, Thread};
use crate::interp::machine::Machine;
use crate::interp::outcome::Event;
use crate::interp::value::Value;
use crate::interp::world::Lane;
use crate::ir::expr::Expr;
use crate::ir::stmt::{Carry, For, If, Merge, Scope, ScopeKind, While};

impl<'p> Machine<'p> {
    pub(crate) fn start_for(&mut self, it: &'p For) -> Result<(), Fault> {
        let frame = self.frame();
        let start = frame.value(&it.start)?.integer()?;
        let stop = frame.value(&it.stop)?.integer()?;
        let step = frame.value(&it.step)?.integer()?;
        if step == 0 {
            return Err(Fault::arithmetic("a loop with step 0"));
        }
        let inits = frame.values(it.carries.iter().map(|carry| &carry.init))?;
        self.trip(it, start, stop, step, inits)
    }
    /// Starts the trip with this index, or ends the loop; `values` are the carries' at this point.
    fn trip(
        &mut self,
        it: &'p For,
        index: i128,
        stop: i128,
        step: i128,
        values: Vec<Value>,
    ) -> Result<(), Fault> {
        let frame = self.frame();
        let more = if step > 0 { index < stop } else { index > stop };
        if !more {
            return set_results(frame, &it.carries, values);
        }
        set_params(frame, &it.carries, values)?;
        let dtype = frame.function.ty(it.index).dtype().unwrap_or(crate::ir::dtype::DType::Index);
        frame.vars[it.index] = Value::int(index, dtype);
        let body = &frame.function.blocks[it.body].stmts;
        frame.enter(body, After::Trip { it, index, stop, step });
        Ok(())
    }
    pub(crate) fn start_while(&mut self, it: &'p While) -> Result<(), Fault> {
        let frame = self.frame();
        let inits = frame.values(it.carries.iter().map(|carry| &carry.init))?;
        self.test(it, inits)
    }
    /// Starts the test before a trip; `values` are the carries' at this point.
    fn test(&mut self, it: &'p While, values: Vec<Value>) -> Result<(), Fault> {
        let frame = self.frame();
        set_params(frame, &it.carries, values)?;
        let header = &frame.function.blocks[it.header].stmts;
        frame.enter(header, After::Test(it));
        Ok(())
    }
    pub(crate) fn start_if(&mut self, it: &'p If) -> Result<(), Fault> {
        let frame = self.frame();
        let then = frame.value(&it.cond)?.holds()?;
        match if then { Some(it.then) } else { it.otherwise } {
            Some(block) => {
                let block = &frame.function.blocks[block].stmts;
                frame.enter(block, After::Side { it, then });
                Ok(())
            }
            None => merge(frame, it, then),
        }
    }
    /// The innermost block has no statement left.
    pub(crate) fn block_ended(&mut self) -> Result<(), Fault> {
        let frame = self.frame();
        let running = frame.running.pop().expect("a frame runs a block until it returns");
        match running.after {
            After::Function => {
                let forwarded = frame.function.kind.is_wrapper().then(|| frame.forwarded.take()).flatten();
                self.return_values(forwarded.unwrap_or_default())
            }
            After::Trip { it, index, stop, step } => {
                let values = frame.values(it.carries.iter().map(|carry| &carry.next))?;
                self.trip(it, index + step, stop, step, values)
            }
            After::Test(it) => {
                if frame.value(&it.cond)?.holds()? {
                    let body = &frame.function.blocks[it.body].stmts;
                    frame.enter(body, After::Body(it));
                    return Ok(());
                }
                let values = it.carries.iter().map(|carry| frame.vars[carry.param].clone()).collect();
                set_results(frame, &it.carries, values)
            }
            After::Body(it) => {
                let values = frame.values(it.carries.iter().map(|carry| &carry.next))?;
                self.test(it, values)
            }
            After::Side { it, then } => merge(frame, it, then),
            After::Scope(None) => Ok(()),
            After::Scope(Some(shadow)) => {
                self.undo(&shadow);
                Ok(())
            }
            After::Block => {
                let vars = Some(Box::new(std::mem::take(&mut frame.vars)));
                self.thread_ended(Vec::new(), vars);
                Ok(())
            }
        }
    }
    /// `break`: one value per carry of the innermost loop.
    pub(crate) fn leave_loop(&mut self, values: &'p [Expr]) -> Result<(), Fault> {
        let frame = self.frame();
        let values = frame.values(values)?;
        match pop_to_loop(frame)? {
            After::Trip { it, .. } => set_results(frame, &it.carries, values),
            After::Test(it) | After::Body(it) => set_results(frame, &it.carries, values),
            After::Function | After::Side { .. } | After::Scope(_) | After::Block => {
                unreachable!("only loops stop the search")
            }
        }
    }
    /// `continue`: one value per carry of the innermost loop.
    pub(crate) fn next_trip(&mut self, values: &'p [Expr]) -> Result<(), Fault> {
        let frame = self.frame();
        let values = frame.values(values)?;
        match pop_to_loop(frame)? {
            After::Trip { it, index, stop, step } => self.trip(it, index + step, stop, step, values),
            After::Test(it) | After::Body(it) => self.test(it, values),
            After::Function | After::Side { .. } | After::Scope(_) | After::Block => {
                unreachable!("only loops stop the search")
            }
        }
    }
    pub(crate) fn start_scope(&mut self, it: &'p Scope) -> Result<(), Fault> {
        let shadow = self.scope_task(it)?;
        let frame = self.frame();
        let body = frame.function.blocks[it.body].stmts.as_slice();
        let count = match &it.kind {
            ScopeKind::Spmd { .. } => it.launch.core_num.as_ref(),
            ScopeKind::SplitAiv { count, .. } => Some(count),
            ScopeKind::At { .. } | ScopeKind::Cluster | ScopeKind::Runtime { .. } | ScopeKind::Graph => None,
        };
        let Some(count) = count else {
            frame.enter(body, After::Scope(shadow));
            return Ok(());
        };
        let count = frame.value(count)?.extent()?;
        // With no block to run, one runs and nothing of it stays.
        let shadow = if count == 0 && shadow.is_none() { Some(self.shadow()) } else { shadow };
        let count = count.max(1);
        let frame = self.frame();
        let threads = (0..count).map(|number| {
            let mut block = Frame { running: Vec::new(), delivery: None, ..frame.clone() };
            match &it.kind {
                ScopeKind::SplitAiv { lane, .. } => {
                    block.lane.part = number;
                    block.vars[*lane] = Value::index(number);
                }
                ScopeKind::Spmd { index } => {
                    block.lane = Lane { block: number, blocks: count, part: 0 };
                    index.iter().for_each(|index| block.vars[*index] = Value::index(number));
                }
                ScopeKind::At { .. } | ScopeKind::Cluster | ScopeKind::Runtime { .. } | ScopeKind::Graph => {}
            }
            block.running.push(Running { stmts: body, next: 0, after: After::Block });
            Thread { frames: vec![block], state: State::Ready }
        });
        let threads = threads.collect();
        self.teams.push(Team { threads, current: 0, end: TeamEnd::Scope(shadow) });
        Ok(())
    }
    /// Records the task that a scope is, if it is one; the state to go back to if it is to be skipped.
    fn scope_task(
        &mut self,
        it: &'p Scope,
    ) -> Result<Option<std::rc::Rc<crate::interp::frame::Shadow>>, Fault> {
        let frame = self.frame();
        let launch = &it.launch;
        let deps = frame.values(&launch.deps)?;
        let skipped = match &launch.predicate {
            Some(predicate) => !frame.value(predicate)?.holds()?,
            None => false,
        };
        if !it.is_task() {
            return Ok(None);
        }
        let deps = self.world.submissions(&deps)?;
        self.world.trace.push(Event::Scope { deps, skipped });
        let task = self.world.submit();
        if let Some(var) = it.task_id {
            self.bind(var, Value::task(task))?;
        }
        Ok(skipped.then(|| self.shadow()))
    }
}

/// Ends blocks up to and including the innermost loop's.
fn pop_to_loop<'p>(frame: &mut Frame<'p>) -> Result<After<'p>, Fault> {
    while let Some(running) = frame.running.pop() {
        match running.after {
            After::Trip { .. } | After::Body(_) | After::Test(_) => return Ok(running.after),
            After::Side { .. } | After::Scope(None) => {}
            After::Scope(Some(_)) | After::Function | After::Block => break,
        }
    }
    Err(Fault::unsupported("a jump out of a launch"))
}

fn set_params(frame: &mut Frame<'_>, carries: &[Carry], values: Vec<Value>) -> Result<(), Fault> {
    set(frame, carries.iter().map(|carry| carry.param), values)
}

fn set_results(frame: &mut Frame<'_>, carries: &[Carry], values: Vec<Value>) -> Result<(), Fault> {
    set(frame, carries.iter().map(|carry| carry.result), values)
}

fn set(
    frame: &mut Frame<'_>,
    vars: impl ExactSizeIterator<Item = crate::ir::program::VarId>,
    values: Vec<Value>,
) -> Result<(), Fault> {
    if vars.len() != values.len() {
        return Err(Fault::misfit(format!("{} values for {} carries", values.len(), vars.len())));
    }
    for (var, value) in vars.zip(values) {
        frame.vars[var] = value;
    }
    Ok(())
}

/// Gives the results of a branch their values from the side taken.
fn merge(frame: &mut Frame<'_>, it: &If, then: bool) -> Result<(), Fault> {
    let side = |merge: &'_ Merge| if then { merge.then.clone() } else { merge.otherwise.clone() };
    let sides: Vec<Expr> = it.merges.iter().map(side).collect();
    let values = frame.values(&sides)?;
    for (merge, value) in it.merges.iter().zip(values) {
        frame.vars[merge.result] = value;
    }
    Ok(())
}
