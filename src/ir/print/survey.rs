//! What the printer must know of a whole function before it writes the first line: which variables it defines and in
//! which order, how often each is used, and which calls the text writes inside an expression or not at all.

use std::collections::HashMap;

use crate::base::id::IdVec;
use crate::ir::events::{Event, Place};
use crate::ir::expr::Expr;
use crate::ir::program::{BlockId, Function, FunctionKind, Program, VarId};
use crate::ir::stmt::{Block, Call, Rhs, Stmt, StmtKind};
use crate::ir::walk::{defined, defined_inside, for_each_use};

/// The survey of one function.
pub(super) struct Survey<'a> {
    /// How often each variable is used by statements.
    pub(super) uses: IdVec<VarId, u32>,
    /// Variables with a name in the text, in the order of their definitions.
    pub(super) order: Vec<VarId>,
    /// Calls that print inside the one expression that uses them: those of a `while` condition and of a predicate.
    pub(super) inlined: HashMap<VarId, &'a Rhs>,
    /// Variables whose definition the text leaves out, since a reader rebinds the caller's variable by itself: the
    /// hidden results of Inline functions, each with the argument that it rebinds, if that is known.
    pub(super) rebound: IdVec<VarId, Option<Option<VarId>>>,
    /// Variables whose definition does not print as a statement of its own.
    pub(super) silent: IdVec<VarId, bool>,
    /// Blocks whose end is never reached.
    pub(super) jumps: IdVec<BlockId, bool>,
    /// Tuples of which only the first member is visible, with the variable that the text gives it to.
    pub(super) first_only: HashMap<VarId, Option<VarId>>,
}

impl<'a> Survey<'a> {
    pub(super) fn of(program: &Program, function: &'a Function) -> Self {
        let mut survey = Self {
            uses: IdVec::filled(0, function.vars.len()),
            order: function.params.iter().map(|param| param.var).collect(),
            inlined: HashMap::new(),
            rebound: IdVec::filled(None, function.vars.len()),
            silent: IdVec::filled(false, function.vars.len()),
            jumps: IdVec::filled(false, function.blocks.len()),
            first_only: HashMap::new(),
        };
        survey.count_uses(function);
        let mut hidden: HashMap<VarId, &'a Call> = HashMap::new();
        let mut header: Option<BlockId> = None;
        for event in function.events() {
            match event {
                Event::Open(Stmt { kind: StmtKind::While(it), .. }, block) if block == it.header => {
                    header = Some(block);
                }
                Event::Close(_, block) => {
                    survey.jumps[block] = survey.ends_in_jump(&function.blocks[block]);
                    header = header.filter(|open| *open != block);
                }
                Event::Before(stmt, place) => {
                    match &stmt.kind {
                        StmtKind::Let(var, rhs) if header.is_some() => {
                            survey.inline(*var, rhs);
                        }
                        kind => {
                            if let StmtKind::Let(var, rhs) = kind {
                                survey.hidden(program, function, &mut hidden, *var, rhs);
                            }
                            survey.predicate(function, kind, place);
                        }
                    }
                    survey.order.extend(defined_inside(&stmt.kind));
                }
                Event::After(stmt, _) => survey.order.extend(defined(&stmt.kind)),
                Event::Open(..) => {}
            }
        }
        let Self { order, inlined, first_only, .. } = &mut survey;
        order.retain(|var| !inlined.contains_key(var) && !first_only.contains_key(var));
        survey
    }
    fn count_uses(&mut self, function: &Function) {
        for stmt in function.stmts() {
            for_each_use(&stmt.kind, &mut |_, expr| expr.for_each_var(&mut |var| self.uses[var] += 1));
        }
    }
    /// Whether the last statement jumps, or all its ways on do. Blocks inside were asked before.
    fn ends_in_jump(&self, block: &Block) -> bool {
        match block.stmts.last().map(|stmt| &stmt.kind) {
            Some(StmtKind::Break(_) | StmtKind::Continue(_)) => true,
            Some(StmtKind::Scope(scope)) => self.jumps[scope.body],
            Some(StmtKind::If(it)) => {
                self.jumps[it.then] && it.otherwise.is_some_and(|other| self.jumps[other])
            }
            _ => false,
        }
    }
    fn inline(&mut self, var: VarId, rhs: &'a Rhs) {
        self.inlined.insert(var, rhs);
        self.silent[var] = true;
    }
    /// Reads in a predicate stand in it: the statements just before that nothing else uses.
    fn predicate(&mut self, function: &'a Function, kind: &StmtKind, place: Place) {
        let launch = match kind {
            StmtKind::Let(_, Rhs::Call(call)) | StmtKind::Eval(Rhs::Call(call)) => &call.launch,
            StmtKind::Scope(scope) => &scope.launch,
            _ => return,
        };
        let Some(predicate) = &launch.predicate else { return };
        let mut wanted = Vec::new();
        predicate.for_each_var(&mut |var| wanted.push(var));
        for stmt in function.blocks[place.block].stmts[..place.index].iter().rev() {
            match &stmt.kind {
                StmtKind::Let(var, rhs @ Rhs::Op(_)) if wanted.contains(var) && self.uses[*var] == 1 => {
                    self.inline(*var, rhs);
                }
                _ => break,
            }
        }
    }
    /// Notes a call with hidden results, and the projections of one.
    fn hidden(
        &mut self,
        program: &Program,
        function: &Function,
        calls: &mut HashMap<VarId, &'a Call>,
        var: VarId,
        rhs: &'a Rhs,
    ) {
        match rhs {
            Rhs::Call(call) => {
                let Some((visible, hidden)) = results(program, call) else { return };
                match (visible, hidden) {
                    (_, 0) => return,
                    (0, 1) => self.rebound[var] = Some(rebinds(function, call, var)),
                    (0 | 1, _) => {
                        self.first_only.insert(var, None);
                    }
                    (_, _) => {}
                }
                calls.insert(var, call);
            }
            Rhs::Expr(Expr::Get(tuple, index)) => {
                let Some(tuple) = tuple.as_var() else { return };
                let Some(call) = calls.get(&tuple).copied() else { return };
                let Some((visible, _)) = results(program, call) else { return };
                if *index as usize >= visible {
                    self.rebound[var] = Some(rebinds(function, call, var));
                    self.silent[var] = true;
                } else if let Some(first) = self.first_only.get_mut(&tuple)
                    && first.is_none()
                {
                    *first = Some(var);
                    self.silent[var] = true;
                }
            }
            _ => {}
        }
    }
}

/// How many visible and hidden results a call of an Inline function has.
pub(super) fn results(program: &Program, call: &Call) -> Option<(usize, usize)> {
    let callee = program.functions.get(&call.callee).filter(|it| it.kind == FunctionKind::Inline)?;
    Some((callee.results.len() - callee.hidden, callee.hidden))
}

/// The argument that a hidden result rebinds: the one of its name.
fn rebinds(function: &Function, call: &Call, var: VarId) -> Option<VarId> {
    let named = |arg: &VarId| function.vars[*arg].name == function.vars[var].name;
    call.args.iter().filter_map(Expr::as_var).find(named)
}
