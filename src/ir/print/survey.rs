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
    /// When each variable is defined, among all.
    pub(super) ranks: IdVec<VarId, u32>,
    /// Calls that print inside the one statement that uses them: those of a `while` condition, of a predicate, and of
    /// functions with hidden results.
    pub(super) inlined: HashMap<VarId, &'a Rhs>,
    /// Variables whose definition the text leaves out, since a reader rebinds the caller's variable by itself: the
    /// hidden results of Inline functions, each with the argument that it rebinds, if that is known.
    pub(super) rebound: IdVec<VarId, Option<Option<VarId>>>,
    /// Variables whose definition does not print as a statement of its own.
    pub(super) silent: IdVec<VarId, bool>,
    /// Blocks whose end is never reached.
    pub(super) jumps: IdVec<BlockId, bool>,
    /// Results of calls that the text gives to other variables, or to none.
    pub(super) targets: HashMap<VarId, Vec<VarId>>,
}

impl<'a> Survey<'a> {
    pub(super) fn of(program: &Program, function: &'a Function) -> Self {
        let mut survey = Self {
            uses: IdVec::filled(0, function.vars.len()),
            order: function.params.iter().map(|param| param.var).collect(),
            ranks: IdVec::filled(0, function.vars.len()),
            inlined: HashMap::new(),
            rebound: IdVec::filled(None, function.vars.len()),
            silent: IdVec::filled(false, function.vars.len()),
            jumps: IdVec::filled(false, function.blocks.len()),
            targets: HashMap::new(),
        };
        survey.count_uses(function);
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
                            if let StmtKind::Let(var, Rhs::Call(call)) = kind {
                                survey.hidden(program, function, *var, call, place);
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
        let Self { order, ranks, inlined, targets, .. } = &mut survey;
        order.iter().zip(1..).for_each(|(var, rank)| ranks[*var] = rank);
        order.retain(|var| !inlined.contains_key(var) && !targets.contains_key(var));
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
    /// A call with hidden results. A reader makes their projections again, and gives the visible ones to whatever stands
    /// around the call: so does the text.
    fn hidden(
        &mut self,
        program: &Program,
        function: &'a Function,
        var: VarId,
        call: &'a Call,
        place: Place,
    ) {
        let Some((visible, hidden)) = results(program, call).filter(|(_, hidden)| *hidden > 0) else {
            return;
        };
        let rebinds = |nth: usize| rebound_argument(program, call, nth);
        if visible + hidden == 1 {
            self.rebound[var] = Some(rebinds(0));
            return;
        }
        let mut rest = &function.blocks[place.block].stmts[place.index + 1..];
        let mut left = self.uses[var] as usize;
        while let [Stmt { kind: StmtKind::Let(part, rhs), .. }, after @ ..] = rest
            && let Some(at) = projection(rhs, var).filter(|at| *at >= visible)
        {
            self.rebound[*part] = Some(rebinds(at - visible));
            self.silent[*part] = true;
            rest = after;
            left -= 1;
        }
        let parts: Vec<VarId> = (rest.iter().enumerate())
            .map_while(|(at, stmt)| match &stmt.kind {
                StmtKind::Let(part, rhs) if projection(rhs, var) == Some(at) => Some(*part),
                _ => None,
            })
            .collect();
        if visible > 1 && parts.len() == visible && left == visible {
            parts.iter().for_each(|part| self.silent[*part] = true);
            self.targets.insert(var, parts);
        } else if left == 0 {
            self.targets.insert(var, Vec::new());
        } else if let [next, ..] = rest {
            let mut uses = 0;
            for_each_use(&next.kind, &mut |_, expr| {
                expr.for_each_var(&mut |it| uses += usize::from(it == var))
            });
            if uses == left && left == visible {
                let StmtKind::Let(_, rhs) = &function.blocks[place.block].stmts[place.index].kind else {
                    return;
                };
                self.inline(var, rhs);
            }
        }
    }
}

/// The index of a projection of the variable.
fn projection(rhs: &Rhs, of: VarId) -> Option<usize> {
    match rhs {
        Rhs::Expr(Expr::Get(tuple, index)) if tuple.as_var() == Some(of) => Some(*index as usize),
        _ => None,
    }
}

/// How many visible and hidden results a call of an Inline function has.
pub(super) fn results(program: &Program, call: &Call) -> Option<(usize, usize)> {
    let callee = program.functions.get(&call.callee).filter(|it| it.kind == FunctionKind::Inline)?;
    Some((callee.results.len() - callee.hidden, callee.hidden))
}

/// The argument that a hidden result rebinds: the one for the parameter of its name.
fn rebound_argument(program: &Program, call: &Call, nth: usize) -> Option<VarId> {
    let callee = &program.functions[&call.callee];
    let (_, param) = hidden_results(callee).nth(nth)?;
    call.args.get(param?)?.as_var()
}

/// The hidden results of a function, each with the index of the parameter of its name.
pub(super) fn hidden_results(function: &Function) -> impl Iterator<Item = (VarId, Option<usize>)> {
    let values = function.returned().unwrap_or_default();
    let hidden = &values[values.len() - function.hidden.min(values.len())..];
    let named = |var: VarId| {
        let name = &function.vars[var].name;
        (var, function.params.iter().position(|param| function.vars[param.var].name == *name))
    };
    hidden.iter().filter_map(Expr::as_var).map(named)
}
