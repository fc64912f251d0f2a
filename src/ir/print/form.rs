//! Which variables share one name in the text, and what every variable is called.
//!
//! The IR is in SSA form; most of it prints with one name a variable: carries in a loop's header, merges as yields. Three
//! things have no such form and print as a person writes them, by binding a name again:
//!
//! * a *leak*, a name first bound inside a loop or in one arm of a branch: the carry or merge whose other side is
//!   undefined prints no header and no yield; its result has the name of the variable that it takes from inside;
//! * the carries of a `pl.unroll`, which has no header for them, and of a loop whose body never reaches its end, where
//!   no yield could name the results;
//! * the hidden results of Inline functions, which a reader makes again where a parameter's name is bound again.
//!
//! Whether a group of variables may share a name is not argued but tried: [`Replay`] runs over the function as a reader
//! of the text would, and every use must find the variable that the IR means. Groups that fail are given up.

use std::collections::{HashMap, HashSet};

use crate::base::id::IdVec;
use crate::base::name::Name;
use crate::ir::events::Event;
use crate::ir::expr::Expr;
use crate::ir::names::{Namer, PYTHON_WORDS};
use crate::ir::print::replay::Replay;
use crate::ir::print::survey::{Survey, hidden_results};
use crate::ir::program::{BlockId, Function, Program, VarId};
use crate::ir::stmt::{Carry, For, ForKind, If, Merge, Rhs, StmtKind, While};

/// How a carry or a merge prints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Style {
    /// In the header, or as a yield.
    Explicit,
    /// Not at all: all its variables have one name.
    Shared,
    /// As a copy into the result's name, for a leak whose variables cannot share one.
    Copied,
}

/// How one function prints.
pub(super) struct Form<'a> {
    /// What every variable is called.
    pub(super) names: IdVec<VarId, Name>,
    /// Which variables are dynamic symbols.
    pub(super) symbols: IdVec<VarId, bool>,
    /// Per loop body, one style a carry.
    pub(super) carries: IdVec<BlockId, Vec<Style>>,
    /// Per first arm of a branch, one style a merge.
    pub(super) merges: IdVec<BlockId, Vec<Style>>,
    /// How often each variable is used.
    pub(super) uses: IdVec<VarId, u32>,
    /// Calls that print inside an expression.
    pub(super) inlined: HashMap<VarId, &'a Rhs>,
    /// Variables that a reader rebinds by itself: they are never the target of an assignment.
    pub(super) rebound: IdVec<VarId, bool>,
    /// Variables whose definition does not print as a statement of its own.
    pub(super) silent: IdVec<VarId, bool>,
    /// Blocks whose end is never reached.
    pub(super) jumps: IdVec<BlockId, bool>,
    /// Results of calls that the text gives to other variables, or to none.
    pub(super) targets: HashMap<VarId, Vec<VarId>>,
}

/// A place where variables may share a name.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Place {
    /// The n-th carry of the loop with this body.
    Carry(BlockId, usize),
    /// The same carry, where only its parameter and its result share the name that the header gives.
    Header(BlockId, usize),
    /// The n-th merge of the branch with this first arm.
    Merge(BlockId, usize),
    /// A hidden result where it is made, or where a call gives it.
    Rebound(VarId),
}

/// Groups of variables, and where they come from.
pub(super) struct Groups {
    parent: IdVec<VarId, VarId>,
    /// What is not to be shared.
    given_up: HashSet<Place>,
    /// Where variables do share.
    shared: Vec<(Place, VarId)>,
    pub(super) carries: IdVec<BlockId, Vec<Style>>,
    pub(super) merges: IdVec<BlockId, Vec<Style>>,
    /// Parameters of leaking carries: before the body binds the name, it has none.
    unbound: IdVec<VarId, bool>,
}

impl<'a> Form<'a> {
    /// Decides how a function prints. `symbol_names` are those of its dynamic symbols, in order.
    pub(super) fn of(program: &Program, function: &'a Function, symbol_names: &[Name]) -> Self {
        let survey = Survey::of(program, function);
        let mut groups = Groups::of(function, &survey, HashSet::new());
        // One or two rounds are enough for all that a reader makes.
        for _ in 0..2 {
            let wrong = Replay::of(function, &survey, &groups);
            if wrong.is_empty() {
                break;
            }
            let given_up = groups.give_up(&wrong);
            groups = Groups::of(function, &survey, given_up);
        }
        if !Replay::of(function, &survey, &groups).is_empty() {
            let everything = groups.shared.iter().map(|(place, _)| *place).chain(groups.given_up).collect();
            groups = Groups::of(function, &survey, everything);
        }
        Self::named(function, survey, groups, symbol_names)
    }
    /// The form for single statements: every variable under the name that it was written with.
    pub(super) fn plain(function: &'a Function) -> Self {
        let (vars, blocks) = (function.vars.len(), function.blocks.len());
        let mut carries = IdVec::filled(Vec::new(), blocks);
        for stmt in function.stmts() {
            if let StmtKind::For(For { body, carries: list, .. })
            | StmtKind::While(While { body, carries: list, .. }) = &stmt.kind
            {
                carries[*body] = vec![Style::Explicit; list.len()];
            }
        }
        Self {
            names: function.vars.iter().map(|var| var.name.clone()).collect(),
            symbols: IdVec::filled(false, vars),
            carries,
            merges: IdVec::filled(Vec::new(), blocks),
            uses: IdVec::filled(0, vars),
            inlined: HashMap::new(),
            rebound: IdVec::filled(false, vars),
            silent: IdVec::filled(false, vars),
            jumps: IdVec::filled(false, blocks),
            targets: HashMap::new(),
        }
    }
    fn named(function: &Function, survey: Survey<'a>, groups: Groups, symbol_names: &[Name]) -> Self {
        let mut names = IdVec::filled(Name::from("_"), function.vars.len());
        let mut symbols = IdVec::filled(false, function.vars.len());
        let mut namer = Namer::new(PYTHON_WORDS);
        for (&symbol, name) in function.symbols.iter().zip(symbol_names) {
            names[symbol] = name.clone();
            symbols[symbol] = true;
            namer.reserve(name.clone());
        }
        let mut seen = IdVec::filled(false, function.vars.len());
        let mut heads = Vec::new();
        for &var in &survey.order {
            let root = groups.root(var);
            if !std::mem::replace(&mut seen[root], true) && !symbols[root] {
                heads.push((root, var));
            }
        }
        let given = namer.all(heads.iter().map(|(_, var)| &*function.vars[*var].name));
        for ((root, _), name) in heads.into_iter().zip(given) {
            names[root] = name;
        }
        for var in function.vars.ids() {
            names[var] = names[groups.root(var)].clone();
        }
        Self {
            names,
            symbols,
            carries: groups.carries,
            merges: groups.merges,
            uses: survey.uses,
            inlined: survey.inlined,
            rebound: survey.rebound.iter().map(Option::is_some).collect(),
            silent: survey.silent,
            jumps: survey.jumps,
            targets: survey.targets,
        }
    }
}

impl Groups {
    fn of(function: &Function, survey: &Survey<'_>, given_up: HashSet<Place>) -> Self {
        let mut groups = Self {
            parent: function.vars.ids().collect(),
            given_up,
            shared: Vec::new(),
            carries: IdVec::filled(Vec::new(), function.blocks.len()),
            merges: IdVec::filled(Vec::new(), function.blocks.len()),
            unbound: IdVec::filled(false, function.vars.len()),
        };
        for event in function.events() {
            match event {
                Event::Before(stmt, _) => match &stmt.kind {
                    StmtKind::For(For { kind, body, carries, .. }) => {
                        groups.add_loop(*body, carries, *kind == ForKind::Unroll, survey.jumps[*body]);
                    }
                    StmtKind::While(While { body, carries, .. }) => {
                        groups.add_loop(*body, carries, false, survey.jumps[*body]);
                    }
                    _ => {}
                },
                Event::After(stmt, _) => match &stmt.kind {
                    StmtKind::If(it) => groups.add_branch(it, survey),
                    StmtKind::Let(var, _) => {
                        if let Some(Some(rebound)) = survey.rebound[*var] {
                            groups.share(Place::Rebound(*var), &[rebound, *var]);
                        }
                    }
                    _ => {}
                },
                Event::Open(..) | Event::Close(..) => {}
            }
        }
        for (var, param) in hidden_results(function) {
            if let Some(param) = param {
                groups.share(Place::Rebound(var), &[function.params[param].var, var]);
            }
        }
        groups.flatten();
        groups
    }
    /// `jumps`: the body never reaches its end, so that no yield names the results.
    fn add_loop(&mut self, body: BlockId, carries: &[Carry], unrolled: bool, jumps: bool) {
        let named = |it: &Carry| it.next == Expr::Undef || it.next.as_var().is_some();
        let sharable = |groups: &Self, n: usize, it: &Carry| {
            named(it) && it.init.as_var().is_some() && !groups.given_up.contains(&Place::Carry(body, n))
        };
        // A reader takes the carries of the header before all others, so of those that begin as something all are in it
        // or none.
        let headless = (unrolled || jumps)
            && carries.iter().enumerate().all(|(n, it)| self.is_unbound(&it.init) || sharable(self, n, it));
        for (n, carry) in carries.iter().enumerate() {
            let place = Place::Carry(body, n);
            let leaks = self.is_unbound(&carry.init);
            let mut members = vec![carry.param, carry.result];
            members.extend(carry.init.as_var());
            members.extend(carry.next.as_var());
            let wanted = if leaks { named(carry) } else { headless };
            self.unbound[carry.param] = leaks;
            let style = if wanted && self.share(place, &members) {
                Style::Shared
            } else if carry.init == Expr::Undef {
                Style::Copied
            } else {
                if jumps {
                    self.share(Place::Header(body, n), &[carry.param, carry.result]);
                }
                Style::Explicit
            };
            self.carries[body].push(style);
        }
    }
    fn add_branch(&mut self, it: &If, survey: &Survey<'_>) {
        let jumps = &survey.jumps;
        let reached = [!jumps[it.then], !it.otherwise.is_some_and(|block| jumps[block])];
        let mut shared: HashSet<VarId> = HashSet::new();
        // Those of names that are bound again come last.
        for (n, merge) in it.merges.iter().enumerate().rev() {
            let place = Place::Merge(it.then, n);
            let sides = [&merge.then, &merge.otherwise];
            let unbound = sides.iter().filter(|side| self.is_unbound(side)).count();
            let members: Vec<VarId> =
                std::iter::once(merge.result).chain(sides.iter().filter_map(|side| side.as_var())).collect();
            // Where both sides are one variable, no arm binds the name; of a name that nobody reads a reader makes nothing.
            let one_name = survey.uses[merge.result] > 0
                && matches!(members[1..], [a, b] if a != b && self.find(a) == self.find(b));
            // A reader makes one merge of a name, however many results had it.
            let mut known = members.iter().take(if one_name { 2 } else { 1 });
            let twice = known.any(|member| shared.contains(&self.find(*member)));
            let plain = sides.iter().all(|side| **side == Expr::Undef || side.as_var().is_some());
            let style = if plain && (unbound > 0 || one_name) && !twice && self.share(place, &members) {
                shared.insert(self.find(merge.result));
                Style::Shared
            } else if sides.iter().zip(reached).any(|(side, reached)| **side == Expr::Undef && reached) {
                Style::Copied
            } else {
                Style::Explicit
            };
            self.merges[it.then].push(style);
        }
        self.merges[it.then].reverse();
        self.keep_order(it, &survey.ranks);
    }
    /// A reader takes the yielded merges before all others, and those in the order of their values, so what stands before
    /// one that is yielded, or out of that order, is yielded too, if under the name that it shares.
    fn keep_order(&mut self, it: &If, ranks: &IdVec<VarId, u32>) {
        let styles = &mut self.merges[it.then];
        let rank = |merge: &Merge| {
            let [then, otherwise] =
                [&merge.then, &merge.otherwise].map(|side| side.as_var().map(|var| ranks[var]));
            (then.max(otherwise), then.min(otherwise))
        };
        let leaks = |merge: &Merge| [&merge.then, &merge.otherwise].contains(&&Expr::Undef);
        let inner: Vec<usize> = (0..styles.len()).filter(|n| !leaks(&it.merges[*n])).collect();
        let late = inner.windows(2).rev().find(|pair| rank(&it.merges[pair[0]]) > rank(&it.merges[pair[1]]));
        let yielded = styles.iter().rposition(|style| *style == Style::Explicit);
        let last = yielded.max(late.map(|pair| pair[1])).unwrap_or(0);
        for (style, merge) in styles[..last].iter_mut().zip(&it.merges) {
            if !leaks(merge) {
                *style = Style::Explicit;
            }
        }
    }
    /// Whether the text has no name for the value: none exists, or the loop's body has not bound it yet.
    fn is_unbound(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Undef => true,
            Expr::Var(var) => self.unbound[*var],
            _ => false,
        }
    }
    fn share(&mut self, place: Place, members: &[VarId]) -> bool {
        if self.given_up.contains(&place) {
            return false;
        }
        for pair in members.windows(2) {
            let (a, b) = (self.find(pair[0]), self.find(pair[1]));
            let (older, newer) = (a.min(b), a.max(b));
            self.parent[newer] = older;
        }
        self.shared.push((place, members[0]));
        true
    }
    fn find(&mut self, mut var: VarId) -> VarId {
        while self.parent[var] != var {
            let above = self.parent[self.parent[var]];
            self.parent[var] = above;
            var = above;
        }
        var
    }
    /// Lets every variable point at its group's oldest, which is never younger than what it pointed at before.
    fn flatten(&mut self) {
        for var in self.parent.ids() {
            self.parent[var] = self.parent[self.parent[var]];
        }
    }
    /// The variable that stands for the group.
    pub(super) fn root(&self, var: VarId) -> VarId {
        self.parent[var]
    }
    /// Whether more than one variable has the name.
    pub(super) fn members(&self) -> IdVec<VarId, bool> {
        let mut several = IdVec::filled(false, self.parent.len());
        for (var, _) in self.parent.entries() {
            let root = self.root(var);
            if root != var {
                several[root] = true;
            }
        }
        several
    }
    fn give_up(&self, wrong: &HashSet<VarId>) -> HashSet<Place> {
        let failed = self.shared.iter().filter(|(_, member)| wrong.contains(&self.root(*member)));
        failed.map(|(place, _)| *place).chain(self.given_up.iter().copied()).collect()
    }
}

/// The sides of a merge with the arm each stands for.
pub(super) fn side(merge: &Merge, then: bool) -> &Expr {
    if then { &merge.then } else { &merge.otherwise }
}
