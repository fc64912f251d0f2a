//! Moves a region into a function of its own and puts a call in its place.

use std::collections::{HashMap, HashSet};

use crate::base::name::Name;
use crate::ir::attr::{Attr, Attrs};
use crate::ir::events::Place;
use crate::ir::expr::Expr;
use crate::ir::program::{BlockId, Direction, Function, Param, VarId};
use crate::ir::stmt::{Block, Call, CallMode, Launch, Rhs, Scope, ScopeKind, Stmt, StmtKind};
use crate::ir::types::Type;
use crate::ir::walk::for_each_use_mut;
use crate::passes::outline::Kind;
use crate::passes::outline::classes::Classes;
use crate::passes::outline::desugar::function_attrs;
use crate::passes::outline::region::{Capture, Region, Returned};

/// Moves the region at a place out of its host. `names` learns which variable of the host gives each export back.
pub(crate) fn outline(
    host: &mut Function,
    place: Place,
    region: &Region,
    name: Name,
    kind: Kind,
    names: &mut HashMap<VarId, VarId>,
    classes: &mut Classes,
) -> Function {
    let stmt = host.blocks[place.block].stmts[place.index].clone();
    let StmtKind::Scope(scope) = stmt.kind.clone() else { unreachable!("a region is a scope") };
    let mut new = Function::new(name, kind.function_kind());
    new.span = stmt.span;
    new.attrs = function_attrs(&scope);
    if let (Kind::Hierarchy, ScopeKind::At { level, role }) = (kind, &scope.kind) {
        new.level = Some(level.clone());
        new.role.clone_from(role);
    }
    let mut moving =
        Moving { host, new, vars: HashMap::new(), elements: HashMap::new(), blocks: HashMap::new() };
    moving.declare(region);
    moving.blocks(region, scope.body);
    moving.returns(region);
    let Moving { new, vars, .. } = moving;
    for (old, var) in
        region.defined.iter().chain(captured(region)).filter_map(|old| Some((*old, *vars.get(old)?)))
    {
        classes.stands_for(&new.name, var, &host.name, old);
    }
    let mut result = |returned: &Returned| match *returned {
        Returned::Output(var) => var,
        Returned::Export(export) => {
            let like = host.vars[export].clone();
            let var = host.vars.push(like);
            names.insert(var, export);
            var
        }
    };
    let results: Vec<VarId> = region.returned.iter().map(&mut result).collect();
    call(host, place, region, &results, &scope, &stmt, new.name.clone());
    new
}

fn captured(region: &Region) -> impl Iterator<Item = &VarId> {
    region.captures.iter().filter_map(|capture| match capture {
        Capture::Var(var) => Some(var),
        Capture::Element(..) => None,
    })
}

struct Moving<'a> {
    host: &'a mut Function,
    new: Function,
    /// Variables of the new function by those of the host.
    vars: HashMap<VarId, VarId>,
    /// Parameters that stand for elements of a tuple of the host.
    elements: HashMap<(VarId, u32), VarId>,
    blocks: HashMap<BlockId, BlockId>,
}

impl Moving<'_> {
    /// Parameters, then what the region defines; types follow once every variable has its counterpart.
    fn declare(&mut self, region: &Region) {
        for capture in &region.captures {
            let var = match *capture {
                Capture::Var(var) if self.host.symbols.contains(&var) => {
                    let new = self.counterpart(var);
                    // The name of a symbol is the module's.
                    let name = self.new.vars[new].name.to_lowercase();
                    self.new.vars[new].name = name.into();
                    new
                }
                Capture::Var(var) => self.counterpart(var),
                Capture::Element(tuple, index) => {
                    let of = &self.host.vars[tuple];
                    let (name, span) = (format!("{}_{index}", of.name), of.span);
                    let var = self.new.add_var(name, Type::Unknown, span);
                    self.elements.insert((tuple, index), var);
                    var
                }
            };
            self.new.params.push(Param { var, direction: Direction::In });
        }
        for &var in &region.defined {
            self.counterpart(var);
        }
        for capture in &region.captures {
            match *capture {
                Capture::Var(var) => self.set_type(var),
                Capture::Element(tuple, index) => {
                    let ty = element_type(self.host, tuple, index);
                    let ty = self.map_type(&ty);
                    let var = self.elements[&(tuple, index)];
                    self.new.vars[var].ty = ty;
                }
            }
        }
        let returned: HashSet<VarId> = region.returned.iter().map(|it| it.var()).collect();
        for &var in &region.defined {
            self.set_type(var);
            if !returned.contains(&var) {
                // The host has no more to say of it.
                self.host.vars[var].ty = Type::Unknown;
            }
        }
    }

    fn counterpart(&mut self, var: VarId) -> VarId {
        if let Some(known) = self.vars.get(&var) {
            return *known;
        }
        let old = &self.host.vars[var];
        let new = self.new.add_var(old.name.clone(), Type::Unknown, old.span);
        self.vars.insert(var, new);
        new
    }

    fn set_type(&mut self, var: VarId) {
        let ty = self.host.ty(var).clone();
        let ty = self.map_type(&ty);
        let var = self.vars[&var];
        self.new.vars[var].ty = ty;
    }

    fn map_type(&mut self, ty: &Type) -> Type {
        ty.map_vars(&mut |var| Expr::Var(self.known(var)))
    }

    /// The counterpart of a variable that the region defines, captures, or shares as a symbol.
    fn known(&mut self, var: VarId) -> VarId {
        if let Some(known) = self.vars.get(&var) {
            return *known;
        }
        assert!(self.host.symbols.contains(&var), "a region captures every variable it mentions");
        let new = self.counterpart(var);
        self.new.vars[new].ty = self.host.ty(var).clone();
        self.new.symbols.push(new);
        new
    }

    fn blocks(&mut self, region: &Region, body: BlockId) {
        for &block in &region.blocks {
            let new = self.new.blocks.push(Block::default());
            self.blocks.insert(block, new);
        }
        for &block in &region.blocks {
            let mut stmts = std::mem::take(&mut self.host.blocks[block].stmts);
            for stmt in &mut stmts {
                self.statement(stmt);
            }
            let new = self.blocks[&block];
            self.new.blocks[new].stmts = stmts;
            self.split_lanes(new);
        }
        self.new.body = Some(self.blocks[&body]);
    }

    fn statement(&mut self, stmt: &mut Stmt) {
        drop_references(&mut stmt.kind, &|var| self.vars.contains_key(&var));
        self.definitions(&mut stmt.kind);
        for_each_use_mut(&mut stmt.kind, &mut |_, expr| *expr = self.map_expr(expr));
    }

    fn definitions(&mut self, kind: &mut StmtKind) {
        let var = |var: &mut VarId| *var = self.vars[var];
        let block = |block: &mut BlockId| *block = self.blocks[block];
        match kind {
            StmtKind::Let(defined, _) => var(defined),
            StmtKind::For(it) => {
                var(&mut it.index);
                it.carries.iter_mut().flat_map(|carry| [&mut carry.param, &mut carry.result]).for_each(var);
                block(&mut it.body);
            }
            StmtKind::While(it) => {
                it.carries.iter_mut().flat_map(|carry| [&mut carry.param, &mut carry.result]).for_each(var);
                [&mut it.header, &mut it.body].into_iter().for_each(block);
            }
            StmtKind::If(it) => {
                it.merges.iter_mut().map(|merge| &mut merge.result).for_each(var);
                std::iter::once(&mut it.then).chain(&mut it.otherwise).for_each(block);
            }
            StmtKind::Scope(Scope { kind, body, task_id, .. }) => {
                match kind {
                    ScopeKind::Spmd { index } => index.iter_mut().for_each(var),
                    ScopeKind::SplitAiv { lane, .. } => var(lane),
                    ScopeKind::At { .. }
                    | ScopeKind::Cluster
                    | ScopeKind::Runtime { .. }
                    | ScopeKind::Graph => {}
                }
                task_id.iter_mut().for_each(var);
                block(body);
            }
            StmtKind::Eval(_)
            | StmtKind::Return(_)
            | StmtKind::Break(_)
            | StmtKind::Continue(_)
            | StmtKind::Raw(_) => {}
        }
    }

    fn map_expr(&mut self, expr: &Expr) -> Expr {
        match expr {
            Expr::Var(var) => Expr::Var(self.known(*var)),
            Expr::Get(inner, index) => {
                let element = inner.as_var().and_then(|tuple| self.elements.get(&(tuple, *index)));
                match element {
                    Some(param) => Expr::Var(*param),
                    None => Expr::Get(Box::new(self.map_expr(inner)), *index),
                }
            }
            Expr::Unary(op, inner) => Expr::Unary(*op, Box::new(self.map_expr(inner))),
            Expr::Cast(inner, dtype) => Expr::Cast(Box::new(self.map_expr(inner)), *dtype),
            Expr::Binary(op, left, right) => {
                let left = self.map_expr(left);
                Expr::binary(*op, left, self.map_expr(right))
            }
            Expr::Tuple(items) => Expr::Tuple(items.iter().map(|item| self.map_expr(item)).collect()),
            Expr::Undef | Expr::Int(..) | Expr::Float(..) | Expr::Bool(_) | Expr::Str(_) | Expr::Enum(_) => {
                expr.clone()
            }
        }
    }

    /// A function with lanes says so, and their mode where all agree on one.
    fn split_lanes(&mut self, block: BlockId) {
        for stmt in &self.new.blocks[block].stmts {
            let StmtKind::Scope(Scope { kind: ScopeKind::SplitAiv { mode, .. }, .. }) = &stmt.kind else {
                continue;
            };
            let first = self.new.attrs.get("split_aiv").is_none();
            self.new.attrs.set("split_aiv", Attr::Bool(true));
            let mode = mode.as_ref().filter(|mode| *mode != "NONE");
            let mode = mode.map(|mode| Attr::Enum(format!("SplitMode.{mode}").into()));
            match mode {
                Some(mode) if first || self.new.attrs.get("split") == Some(&mode) => {
                    self.new.attrs.set("split", mode);
                }
                _ => {
                    self.new.attrs.remove("split");
                }
            }
        }
    }

    fn returns(&mut self, region: &Region) {
        let values: Vec<_> = region.returned.iter().map(|it| self.vars[&it.var()]).collect();
        if values.is_empty() {
            return;
        }
        self.new.results = values.iter().map(|var| self.new.ty(*var).clone()).collect();
        let body = self.new.body.expect("the body has moved");
        let values = values.into_iter().map(Expr::Var).collect();
        self.new.blocks[body].stmts.push(Stmt::at(StmtKind::Return(values), self.new.span));
    }
}

pub(super) fn element_type(host: &Function, tuple: VarId, index: u32) -> Type {
    match host.ty(tuple) {
        Type::Tuple(items) => items.get(index as usize).cloned().unwrap_or(Type::Unknown),
        _ => Type::Unknown,
    }
}

/// What a statement refers to without reading it goes where the function does not know it.
fn drop_references(kind: &mut StmtKind, known: &dyn Fn(VarId) -> bool) {
    let knows = |expr: &Expr| {
        let mut all = true;
        expr.for_each_var(&mut |var| all &= known(var));
        all
    };
    let attrs_known = |attrs: &mut Attrs| {
        let unknown: Vec<Name> = attrs
            .iter()
            .filter(|(_, attr)| {
                let mut all = true;
                attr.for_each_expr(&mut |expr| all &= knows(expr));
                !all
            })
            .map(|(name, _)| name.clone())
            .collect();
        unknown.iter().for_each(|name| {
            attrs.remove(name);
        });
    };
    let launch_known = |launch: &mut Launch| {
        launch.dumps.retain(&knows);
        launch.no_dep.retain(&knows);
    };
    match kind {
        StmtKind::Let(_, Rhs::Call(call)) | StmtKind::Eval(Rhs::Call(call)) => {
            launch_known(&mut call.launch);
            attrs_known(&mut call.attrs);
        }
        StmtKind::Let(_, Rhs::Op(call)) | StmtKind::Eval(Rhs::Op(call)) => attrs_known(&mut call.attrs),
        StmtKind::For(it) => attrs_known(&mut it.attrs),
        StmtKind::Scope(scope) => {
            launch_known(&mut scope.launch);
            attrs_known(&mut scope.attrs);
        }
        _ => {}
    }
}

/// Puts the call in the place of the scope.
fn call(
    host: &mut Function,
    place: Place,
    region: &Region,
    results: &[VarId],
    scope: &Scope,
    stmt: &Stmt,
    name: Name,
) {
    let mut stmts = Vec::new();
    let mut args = Vec::new();
    for capture in &region.captures {
        args.push(Expr::Var(match *capture {
            Capture::Var(var) => var,
            Capture::Element(tuple, index) => {
                let ty = element_type(host, tuple, index);
                let name = format!("{}_{index}", host.vars[tuple].name);
                let var = host.add_var(name, ty, stmt.span);
                let get = Expr::Get(Box::new(Expr::Var(tuple)), index);
                stmts.push(Stmt::at(StmtKind::Let(var, Rhs::Expr(get)), stmt.span));
                var
            }
        }));
    }
    let call = launched(scope, name, args);
    let tail = bind(host, results, scope, call, stmt);
    let first = stmts.len();
    stmts.extend(tail);
    stmts[first].comments.clone_from(&stmt.comments);
    host.blocks[place.block].stmts.splice(place.index..=place.index, stmts);
}

fn launched(scope: &Scope, name: Name, args: Vec<Expr>) -> Call {
    let mut launch = scope.launch.clone();
    let submit = scope.is_task();
    let excluded = std::mem::take(&mut launch.no_dep);
    let no_dep = args.iter().enumerate().filter(|(_, arg)| excluded.contains(arg)).map(|(index, _)| index);
    let no_dep = no_dep.collect();
    let mode = match (submit, launch.core_num.is_some()) {
        (false, _) => CallMode::Call,
        (true, false) => CallMode::Submit,
        (true, true) => CallMode::SpmdSubmit,
    };
    Call { mode, launch, no_dep, ..Call::new(name, args) }
}

/// The call and the projections of its results, onto the variables that the region defined.
fn bind(host: &mut Function, results: &[VarId], scope: &Scope, call: Call, stmt: &Stmt) -> Vec<Stmt> {
    let submit = call.is_submit();
    let at = |kind| Stmt::at(kind, stmt.span);
    match results {
        [] if scope.task_id.is_none() => vec![at(StmtKind::Eval(Rhs::Call(call)))],
        [one] if !submit => vec![at(StmtKind::Let(*one, Rhs::Call(call)))],
        outputs => {
            let mut types: Vec<_> = outputs.iter().map(|var| host.ty(*var).clone()).collect();
            types.extend(submit.then_some(Type::TASK_ID));
            let tuple = host.add_var("ret", Type::Tuple(types), stmt.span);
            let mut stmts = vec![at(StmtKind::Let(tuple, Rhs::Call(call)))];
            for (index, var) in outputs.iter().copied().chain(scope.task_id).enumerate() {
                let get = Expr::Get(Box::new(Expr::Var(tuple)), index as u32);
                stmts.push(at(StmtKind::Let(var, Rhs::Expr(get))));
            }
            stmts
        }
    }
}
