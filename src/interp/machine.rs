//! Runs statements one by one.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use crate::base::name::Name;
use crate::interp::aliasing::Aliasing;
use crate::interp::fault::{Fault, FaultKind, Limits};
use crate::interp::frame::{After, Frame, State, Team, TeamEnd, Thread};
use crate::interp::ops::{self, Operation};
use crate::interp::outcome::{Event, Site};
use crate::interp::show;
use crate::interp::storage::Account;
use crate::interp::value::Value;
use crate::interp::world::World;
use crate::ir::op::Purity;
use crate::ir::program::{Program, VarId};
use crate::ir::stmt::{OpCall, Rhs, Stmt, StmtKind};

/// A run under way.
pub(crate) struct Machine<'p> {
    pub(crate) program: &'p Program,
    pub(crate) limits: Limits,
    pub(crate) world: World,
    pub(crate) teams: Vec<Team<'p>>,
    pub(crate) steps: u64,
    /// Statements that may have written something, for [`Limits::writers`].
    pub(crate) sites: Vec<Site>,
    known_sites: HashMap<*const Stmt, u32>,
    current: Option<&'p Stmt>,
    pub(crate) first_poison: Option<Site>,
    pub(crate) aliasings: BTreeMap<Name, BTreeSet<Aliasing>>,
}

impl<'p> Machine<'p> {
    /// A machine that has nothing to run yet.
    pub(crate) fn new(program: &'p Program, limits: Limits) -> Self {
        Self {
            program,
            limits,
            world: World::new(Account::new(limits.elements)),
            teams: Vec::new(),
            steps: 0,
            sites: Vec::new(),
            known_sites: HashMap::new(),
            current: None,
            first_poison: None,
            aliasings: BTreeMap::new(),
        }
    }
    /// Runs a frame to its end and says what it returned.
    pub(crate) fn run(&mut self, frame: Frame<'p>) -> Result<Vec<Value>, Fault> {
        let thread = Thread { frames: vec![frame], state: State::Ready };
        self.teams.push(Team { threads: vec![thread], current: 0, end: TeamEnd::Run });
        loop {
            match self.step() {
                Ok(None) => {}
                Ok(Some(values)) => return Ok(values),
                Err(fault) => {
                    let fault = self.placed(fault);
                    self.recover(fault)?;
                }
            }
        }
    }
    /// The frame that runs now.
    pub(crate) fn frame(&mut self) -> &mut Frame<'p> {
        let team = self.teams.last_mut().expect("a team runs");
        team.threads[team.current].frames.last_mut().expect("a thread that runs has a frame")
    }
    fn placed(&mut self, fault: Fault) -> Fault {
        if fault.function.is_some() {
            return fault;
        }
        let function = self.frame().function.name.clone();
        let at = self.current.map_or(fault.at, |stmt| stmt.span);
        Fault { function: Some(function), at, ..fault }
    }
    /// One statement, or the end of a block. Values if that was the end of the run.
    fn step(&mut self) -> Result<Option<Vec<Value>>, Fault> {
        self.steps += 1;
        if self.steps > self.limits.steps {
            return Err(Fault::limit(format!("more than {} steps", self.limits.steps)));
        }
        let team = self.teams.last().expect("a team runs");
        let ready = team.threads.get(team.current).is_some_and(|it| matches!(it.state, State::Ready));
        if !ready {
            return self.switch();
        }
        let running = self.frame().running.last_mut().expect("a frame runs a block until it returns");
        match running.stmts.get(running.next) {
            Some(stmt) => {
                running.next += 1;
                self.current = Some(stmt);
                self.execute(stmt)?;
            }
            None => self.block_ended()?,
        }
        Ok(None)
    }
    fn execute(&mut self, stmt: &'p Stmt) -> Result<(), Fault> {
        match &stmt.kind {
            StmtKind::Let(var, rhs) => self.evaluate(stmt, Some(*var), rhs),
            StmtKind::Eval(rhs) => self.evaluate(stmt, None, rhs),
            StmtKind::For(it) => self.start_for(it),
            StmtKind::While(it) => self.start_while(it),
            StmtKind::If(it) => self.start_if(it),
            StmtKind::Scope(it) => self.start_scope(it),
            StmtKind::Return(values) => {
                let values = self.frame().values(values)?;
                self.return_values(values)
            }
            StmtKind::Break(values) => self.leave_loop(values),
            StmtKind::Continue(values) => self.next_trip(values),
            StmtKind::Raw(text) => Err(Fault::unsupported(format!("text kept verbatim: `{text}`"))),
        }
    }
    fn evaluate(&mut self, stmt: &'p Stmt, var: Option<VarId>, rhs: &'p Rhs) -> Result<(), Fault> {
        let value = match rhs {
            Rhs::Expr(expr) => self.frame().value(expr)?,
            Rhs::Op(op) => self.operate(stmt, var, op)?,
            Rhs::Call(call) => return self.start_call(call, var),
        };
        match var {
            Some(var) => self.bind(var, value),
            None => Ok(()),
        }
    }
    fn operate(&mut self, stmt: &'p Stmt, var: Option<VarId>, op: &'p OpCall) -> Result<Value, Fault> {
        let frame = self.frame();
        let args = frame.values(&op.args)?;
        let mut keywords = Vec::new();
        for (name, attr) in op.kwargs.iter() {
            keywords.push((name.clone(), frame.keyword(attr)?));
        }
        // A dummy task carries its dependencies as an attribute.
        for (name, attr) in op.attrs.iter() {
            keywords.push((name.clone(), frame.keyword(attr)?));
        }
        let (lane, function) = (frame.lane, frame.function);
        let declared = var.map(|var| function.ty(var));
        let row = op.op.row();
        self.world.lane = lane;
        let site = self.limits.writers.then(|| self.site(stmt));
        self.world.account.writer.set(site);
        // A dummy task is seen only through what depends on it.
        if row.is_none_or(|row| row.purity == Purity::Effectful) && *op.op.name() != "system.task_dummy" {
            let args = args.iter().map(|arg| self.world.place(arg)).collect();
            self.world.trace.push(Event::Effect { operator: op.op.name().clone(), args });
        }
        let (uses, world) = (self.world.poison_uses, &mut self.world);
        let name = op.op.name();
        let mut operation =
            Operation { name, row, args, keywords, attrs: &op.kwargs, declared, world, barrier: false };
        let value = ops::apply(&mut operation)?;
        let barrier = operation.barrier;
        if self.limits.others && row.is_some_and(|row| row.sync) {
            self.world.others_write();
        }
        if self.world.poison_uses > uses && self.first_poison.is_none() {
            self.first_poison = Some(show::site(function, stmt));
        }
        if barrier {
            let team = self.teams.last_mut().expect("a team runs");
            team.threads[team.current].state = State::Waiting;
        }
        Ok(value)
    }
    /// The number of a statement among those that may have written something.
    fn site(&mut self, stmt: &'p Stmt) -> u32 {
        if let Some(known) = self.known_sites.get(&std::ptr::from_ref(stmt)) {
            return *known;
        }
        let site = show::site(self.frame().function, stmt);
        self.sites.push(site);
        let number = (self.sites.len() - 1) as u32;
        self.known_sites.insert(stmt, number);
        number
    }
    /// Gives a variable its value, which must be what its type says.
    pub(crate) fn bind(&mut self, var: VarId, value: Value) -> Result<(), Fault> {
        let frame = self.frame();
        declared(frame, var, &value)?;
        frame.vars[var] = value;
        Ok(())
    }
    /// Goes back to before the innermost thing that a predicate was to skip: it could not run, so what it would have
    /// named is not known. Without such a thing the fault stands.
    fn recover(&mut self, fault: Fault) -> Result<(), Fault> {
        if fault.kind == FaultKind::Limit {
            return Err(fault);
        }
        loop {
            let Some(team) = self.teams.last_mut() else { return Err(fault) };
            let frames = &mut team.threads[team.current].frames;
            let Some(frame) = frames.last_mut() else {
                let team = self.teams.pop().expect("it was just there");
                match team.end {
                    TeamEnd::Call(delivery) if delivery.shadow.is_some() => {
                        return self.deliver(delivery, None);
                    }
                    TeamEnd::Scope(Some(shadow)) => {
                        self.undo(&shadow);
                        return Ok(());
                    }
                    TeamEnd::Run | TeamEnd::Call(_) | TeamEnd::Scope(None) => continue,
                }
            };
            if let Some(running) = frame.running.pop() {
                if let After::Scope(Some(shadow)) = running.after {
                    self.undo(&shadow);
                    return Ok(());
                }
                continue;
            }
            let frame = frames.pop().expect("it was just there");
            if let Some(delivery) = frame.delivery.filter(|delivery| delivery.shadow.is_some()) {
                return self.deliver(delivery, None);
            }
        }
    }
}

/// Whether a value is what the type of a variable says, as far as the type can be evaluated.
fn declared(frame: &Frame<'_>, var: VarId, value: &Value) -> Result<(), Fault> {
    let Value::Storage(handle) = value else { return Ok(()) };
    let ty = frame.function.ty(var);
    let name = frame.name_of(var);
    if let Some(dtype) = ty.dtype().filter(|dtype| *dtype != handle.dtype()) {
        let have = handle.dtype();
        return Err(Fault::misfit(format!(
            "`{name}` is declared with elements {dtype}, but they are {have}"
        )));
    }
    let Some(shape) = ty.shape() else { return Ok(()) };
    let extents: Vec<Option<usize>> =
        shape.iter().map(|extent| frame.value(extent).ok()?.extent().ok()).collect();
    let fits = extents.len() == handle.rank()
        && extents.iter().zip(&handle.shape).all(|(says, is)| says.is_none_or(|says| says == *is));
    if fits {
        return Ok(());
    }
    let says: Vec<String> = extents.iter().map(|it| it.map_or("?".into(), |it| it.to_string())).collect();
    let (says, is) = (says.join(", "), handle.shape.to_vec());
    Err(Fault::misfit(format!("`{name}` is declared with the extents [{says}], but they are {is:?}")))
}

impl Machine<'_> {
    /// Puts back what a skipped part did: contents, trace and tasks. What it allocated stays unwritten.
    pub(crate) fn undo(&mut self, shadow: &Rc<crate::interp::frame::Shadow>) {
        for buffer in self.world.account.buffers() {
            let before = shadow.contents.iter().find(|(known, _)| Rc::ptr_eq(known, &buffer));
            let cells = before.map_or_else(|| vec![None; buffer.len()], |(_, cells)| cells.clone());
            buffer.restore(cells);
        }
        self.world.trace.truncate(shadow.trace);
        self.world.restore_tasks(shadow.tasks);
        self.world.restore_meetings(shadow.meetings);
        self.world.windows.truncate(shadow.windows);
        self.world.poison_uses = shadow.poison_uses;
        self.world.pipes = shadow.pipes.clone();
    }
}
