//! What the comparison must know of a function: which variables are one handle, which storage may be one, what each part
//! may write, and what is used.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::base::id::IdVec;
use crate::base::name::Name;
use crate::ir::events::Event;
use crate::ir::expr::Expr;
use crate::ir::normal::effects::{Fate, Written, fate, is_storage, storage_vars, written};
use crate::ir::program::{BlockId, Function, Program, VarId};
use crate::ir::stmt::{Call, Carry, For, If, Merge, Rhs, StmtKind, While};
use crate::ir::walk::{Use, for_each_use};

/// What callers must know.
#[derive(Clone, Debug, Default)]
pub(super) struct Summary {
    /// Per parameter, whether its storage may be written.
    pub(super) writes: Vec<bool>,
    /// Whether anything at all may be.
    pub(super) writes_all: bool,
    /// Per result, the parameter whose handle it is.
    pub(super) lineage: Vec<Option<usize>>,
}

/// Facts of one function.
pub(super) struct Facts<'a> {
    pub(super) function: &'a Function,
    /// The oldest variable that is the same handle.
    pub(super) handle: IdVec<VarId, VarId>,
    /// Stands for all storage that may be the variable's.
    pub(super) class: IdVec<VarId, VarId>,
    /// Carries, by body and index, and merges, by first arm and index, that hand on no new handle.
    pub(super) idle: HashSet<(BlockId, usize)>,
    /// Classes that the statements of a block may write, nested ones included.
    pub(super) writes: IdVec<BlockId, Written>,
    pub(super) live: IdVec<VarId, bool>,
    /// Classes of storage that is written or leaves the function.
    owned: BTreeSet<VarId>,
    /// Per statement that is no control, what it may write.
    pub(super) summary: Summary,
    program: &'a Program,
    summaries: &'a BTreeMap<Name, Summary>,
    /// The call that a variable is the result of.
    calls: IdVec<VarId, Option<&'a Call>>,
}

impl<'a> Facts<'a> {
    pub(super) fn of(
        program: &'a Program,
        function: &'a Function,
        summaries: &'a BTreeMap<Name, Summary>,
    ) -> Self {
        let vars = function.vars.len();
        let mut facts = Self {
            function,
            handle: function.vars.ids().collect(),
            class: function.vars.ids().collect(),
            idle: HashSet::new(),
            writes: (0..function.blocks.len()).map(|_| Written::default()).collect(),
            live: IdVec::filled(false, vars),
            owned: BTreeSet::new(),
            summary: Summary::default(),
            program,
            summaries,
            calls: IdVec::filled(None, vars),
        };
        facts.find_handles();
        facts.find_classes();
        facts.find_writes();
        facts.find_live();
        facts.summarize();
        facts
    }
    /// What a statement without nested ones may write: classes.
    pub(super) fn written(&self, kind: &StmtKind) -> Written {
        let found = written(self.program, self.function, self.summaries, kind);
        Written { vars: found.vars.into_iter().map(|var| self.class[var]).collect(), all: found.all }
    }
    /// Whether a `Let` belongs to the skeleton.
    pub(super) fn is_kept(&self, var: VarId, rhs: &Rhs) -> bool {
        match self.fate(var, rhs) {
            Fate::Value => false,
            Fate::Kept => true,
            Fate::Owner => self.live[var],
        }
    }
    fn fate(&self, var: VarId, rhs: &Rhs) -> Fate {
        fate(rhs, is_storage(self.function.ty(var)) && self.owned.contains(&self.class[var]))
    }

    // Handles.

    /// Assumes that every carry of storage hands on what it began with, and takes back what does not hold.
    fn find_handles(&mut self) {
        let mut changing: HashSet<(BlockId, usize)> = HashSet::new();
        loop {
            let before = changing.len();
            self.idle.clear();
            for event in self.function.events() {
                match event {
                    Event::Before(stmt, _) => match &stmt.kind {
                        StmtKind::For(For { carries, body, .. })
                        | StmtKind::While(While { carries, body, .. }) => {
                            self.begin_carries(carries, *body, &changing);
                        }
                        _ => {}
                    },
                    Event::Close(stmt, block) => match &stmt.kind {
                        StmtKind::For(For { carries, body, .. })
                        | StmtKind::While(While { carries, body, .. })
                            if block == *body =>
                        {
                            self.end_carries(carries, *body, &mut changing);
                        }
                        _ => {}
                    },
                    Event::After(stmt, _) => match &stmt.kind {
                        StmtKind::Let(var, rhs) => self.handle[*var] = self.handle_of(*var, rhs),
                        StmtKind::If(it) => self.merge(it),
                        _ => {}
                    },
                    Event::Open(..) => {}
                }
            }
            if changing.len() == before {
                return;
            }
        }
    }
    fn begin_carries(&mut self, carries: &[Carry], body: BlockId, changing: &HashSet<(BlockId, usize)>) {
        for (n, carry) in carries.iter().enumerate() {
            let init = carry.init.as_var().filter(|init| {
                !changing.contains(&(body, n))
                    && self.one_type(*init, carry.param)
                    && self.one_type(*init, carry.result)
            });
            let of = |own: VarId| init.map_or(own, |init| self.handle[init]);
            let (param, result) = (of(carry.param), of(carry.result));
            self.handle[carry.param] = param;
            self.handle[carry.result] = result;
            if init.is_some() {
                self.idle.insert((body, n));
            }
        }
    }
    fn end_carries(&self, carries: &[Carry], body: BlockId, changing: &mut HashSet<(BlockId, usize)>) {
        for (n, carry) in carries.iter().enumerate() {
            let same = carry.next.as_var().is_some_and(|next| self.handle[next] == self.handle[carry.param]);
            if self.idle.contains(&(body, n)) && !same {
                changing.insert((body, n));
            }
        }
    }
    fn merge(&mut self, it: &If) {
        for (n, Merge { result, then, otherwise }) in it.merges.iter().enumerate() {
            self.handle[*result] = *result;
            if let (Some(a), Some(b)) = (then.as_var(), otherwise.as_var())
                && self.handle[a] == self.handle[b]
                && self.one_type(a, *result)
            {
                self.handle[*result] = self.handle[a];
                self.idle.insert((it.then, n));
            }
        }
    }
    /// Whether both are storage of one type.
    fn one_type(&self, a: VarId, b: VarId) -> bool {
        let (a, b) = (self.function.ty(a), self.function.ty(b));
        a.is_storage() && (a == b || a.without_memref() == b.without_memref())
    }
    fn handle_of(&mut self, var: VarId, rhs: &'a Rhs) -> VarId {
        let named = match rhs {
            Rhs::Expr(Expr::Var(from)) => {
                // A tuple under another name is the result of the same call.
                self.calls[var] = self.calls[*from];
                Some(*from)
            }
            Rhs::Expr(Expr::Get(tuple, index)) => {
                let call = tuple.as_var().and_then(|tuple| self.calls[tuple]);
                call.and_then(|call| self.lineage(call, *index as usize))
            }
            Rhs::Expr(_) => None,
            Rhs::Op(call) => {
                let named = call.op.row().and_then(|row| row.names);
                named.and_then(|index| call.args.get(index)).and_then(Expr::as_var)
            }
            Rhs::Call(call) => {
                self.calls[var] = Some(call);
                self.lineage(call, 0)
                    .filter(|_| !matches!(self.function.ty(var), crate::ir::types::Type::Tuple(_)))
            }
        };
        named.filter(|named| self.one_type(*named, var)).map_or(var, |named| self.handle[named])
    }
    fn lineage(&self, call: &Call, index: usize) -> Option<VarId> {
        let param = (*self.summaries.get(&call.callee)?.lineage.get(index)?)?;
        call.args.get(param)?.as_var()
    }

    // Storage that may be one.

    fn find_classes(&mut self) {
        for stmt in self.function.stmts() {
            match &stmt.kind {
                StmtKind::Let(var, rhs) => self.connect_rhs(*var, rhs),
                StmtKind::For(For { carries, .. }) | StmtKind::While(While { carries, .. }) => {
                    for carry in carries {
                        self.connect(carry.result, carry.param);
                        self.connect_expr(carry.param, &carry.init);
                        self.connect_expr(carry.param, &carry.next);
                    }
                }
                StmtKind::If(it) => {
                    for merge in &it.merges {
                        self.connect_expr(merge.result, &merge.then);
                        self.connect_expr(merge.result, &merge.otherwise);
                    }
                }
                _ => {}
            }
        }
        for var in self.function.vars.ids() {
            self.class[var] = self.class[self.class[var]];
        }
    }
    fn connect_rhs(&mut self, var: VarId, rhs: &Rhs) {
        match rhs {
            Rhs::Expr(Expr::Get(tuple, index))
                if tuple.as_var().is_some_and(|it| self.calls[it].is_some()) =>
            {
                let tuple = tuple.as_var().expect("it was just asked");
                let call = self.calls[tuple].expect("it was just asked");
                self.connect_result(var, call, *index as usize);
            }
            Rhs::Expr(expr) => self.connect_expr(var, expr),
            Rhs::Op(call) => {
                let named = match call.op.row() {
                    Some(row) => row.names.into_iter().chain(row.view).collect(),
                    None => Vec::from_iter(0..call.args.len()),
                };
                for index in named {
                    if let Some(arg) = call.args.get(index) {
                        self.connect_expr(var, arg);
                    }
                }
            }
            Rhs::Call(call) if !matches!(self.function.ty(var), crate::ir::types::Type::Tuple(_)) => {
                self.connect_result(var, call, 0);
            }
            Rhs::Call(_) => {}
        }
    }
    /// A result whose parameter is not known may be any argument.
    fn connect_result(&mut self, var: VarId, call: &Call, index: usize) {
        match self.lineage(call, index) {
            Some(arg) => self.connect(var, arg),
            None => call.args.iter().for_each(|arg| self.connect_expr(var, arg)),
        }
    }
    fn connect_expr(&mut self, var: VarId, expr: &Expr) {
        for other in storage_vars(self.function, expr) {
            self.connect(var, other);
        }
    }
    fn connect(&mut self, a: VarId, b: VarId) {
        if is_storage(self.function.ty(a)) && is_storage(self.function.ty(b)) {
            let (a, b) = (self.class_root(a), self.class_root(b));
            self.class[a.max(b)] = a.min(b);
        }
    }
    fn class_root(&mut self, mut var: VarId) -> VarId {
        while self.class[var] != var {
            let above = self.class[self.class[var]];
            self.class[var] = above;
            var = above;
        }
        var
    }

    // Writes.

    fn find_writes(&mut self) {
        let mut open: Vec<(BTreeSet<VarId>, bool)> = vec![(BTreeSet::new(), false)];
        for event in self.function.events() {
            match event {
                Event::Before(stmt, _) => {
                    let own = self.written(&stmt.kind);
                    let (classes, all) = open.last_mut().expect("the function's body is open");
                    classes.extend(own.vars);
                    *all |= own.all;
                    self.note_escapes(&stmt.kind);
                }
                Event::Open(..) => open.push((BTreeSet::new(), false)),
                Event::Close(_, block) => {
                    let (classes, all) = open.pop().expect("blocks open and close in pairs");
                    self.writes[block] = Written { vars: classes.iter().copied().collect(), all };
                    let outer = open.last_mut().expect("the function's body is open");
                    outer.0.extend(classes);
                    outer.1 |= all;
                }
                Event::After(..) => {}
            }
        }
        let (classes, all) = open.pop().expect("the function's body is open");
        self.summary.writes_all = all;
        let writes = |param: &crate::ir::program::Param| all || classes.contains(&self.class[param.var]);
        self.summary.writes = self.function.params.iter().map(writes).collect();
        self.owned.extend(classes);
    }
    fn note_escapes(&mut self, kind: &StmtKind) {
        let leaving: Vec<&Expr> = match kind {
            StmtKind::Return(values) => values.iter().collect(),
            StmtKind::Let(_, Rhs::Call(call)) | StmtKind::Eval(Rhs::Call(call)) => call.args.iter().collect(),
            StmtKind::Let(_, Rhs::Op(call)) | StmtKind::Eval(Rhs::Op(call)) if call.op.row().is_none() => {
                call.args.iter().collect()
            }
            _ => return,
        };
        for var in leaving.into_iter().flat_map(|expr| storage_vars(self.function, expr)) {
            self.owned.insert(self.class[var]);
        }
    }

    // Uses.

    fn find_live(&mut self) {
        let mut value_of: IdVec<VarId, Option<&StmtKind>> = IdVec::filled(None, self.function.vars.len());
        let mut todo: Vec<VarId> = Vec::new();
        let mark = |expr: &Expr, todo: &mut Vec<VarId>| expr.for_each_var(&mut |var| todo.push(var));
        for stmt in self.function.stmts() {
            if let StmtKind::Let(var, rhs) = &stmt.kind
                && self.fate(*var, rhs) != Fate::Kept
            {
                value_of[*var] = Some(&stmt.kind);
                continue;
            }
            self.for_each_real_use(&stmt.kind, &mut |expr| mark(expr, &mut todo));
        }
        while let Some(var) = todo.pop() {
            if std::mem::replace(&mut self.live[var], true) {
                continue;
            }
            self.function.ty(var).for_each_expr(&mut |expr| mark(expr, &mut todo));
            // The handle is what prints; the variable itself may be a mere name of it.
            todo.push(self.handle[var]);
            if let Some(kind) = value_of[var] {
                for_each_use(kind, &mut |how, expr| {
                    if how != Use::Reference {
                        mark(expr, &mut todo);
                    }
                });
            }
        }
    }
    /// Uses that count: no references, and nothing of carries and merges that hand on no new handle.
    fn for_each_real_use(&self, kind: &'a StmtKind, f: &mut impl FnMut(&'a Expr)) {
        match kind {
            StmtKind::For(it) => {
                [&it.start, &it.stop, &it.step].into_iter().for_each(&mut *f);
                self.for_each_carried(&it.carries, it.body, f);
            }
            StmtKind::While(it) => {
                f(&it.cond);
                self.for_each_carried(&it.carries, it.body, f);
            }
            StmtKind::If(it) => {
                f(&it.cond);
                for (n, merge) in it.merges.iter().enumerate() {
                    if !self.idle.contains(&(it.then, n)) {
                        f(&merge.then);
                        f(&merge.otherwise);
                    }
                }
            }
            other => for_each_use(other, &mut |how, expr| {
                if how != Use::Reference {
                    f(expr);
                }
            }),
        }
    }
    fn for_each_carried(&self, carries: &'a [Carry], body: BlockId, f: &mut impl FnMut(&'a Expr)) {
        for (n, carry) in carries.iter().enumerate() {
            if !self.idle.contains(&(body, n)) {
                f(&carry.init);
                f(&carry.next);
            }
        }
    }

    fn summarize(&mut self) {
        let returned = self.function.returned().unwrap_or_default();
        let lineage = returned.iter().map(|value| {
            let handle = self.handle[value.as_var()?];
            self.function.params.iter().position(|param| param.var == handle)
        });
        self.summary.lineage = lineage.collect();
    }
}
