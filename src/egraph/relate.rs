//! Relate: reads off a function's saturated graph which of its variables name the same storage, which storage each may
//! name, and which parameters its results are.
//!
//! What a class stands for says `kept.rs`; all else is what its class says.

use std::collections::{BTreeMap, HashMap};

use egg::Id;
use indexmap::IndexMap;

use crate::base::name::Name;
use crate::egraph::instantiate::FunctionGraph;
use crate::egraph::kept::Kept;
use crate::egraph::leaves::Leaf;
use crate::egraph::node::{Node, Op, Payload};
use crate::egraph::relation::{Element, FunctionRelation, Relations, Root};
use crate::egraph::rules::Rules;
use crate::egraph::saturate::Lineage;
use crate::egraph::schedule::Schedule;
use crate::egraph::session::{Saturated, Session};
use crate::egraph::sites::Site;
use crate::egraph::template::ArgKind;
use crate::ir::access::for_each_access;
use crate::ir::expr::Expr;
use crate::ir::program::{Function, Program, VarId};
use crate::ir::types::Type;
use crate::ir::unseen::{Source, unseen};

/// The relations of every function of a program without Inline functions.
pub(crate) fn relate(program: &Program) -> Relations {
    let mut relations = Relations::default();
    let rules = Rules::shipped().only(&["storage", "control"]).closed();
    let Ok(mut session) = Session::new(program, &rules) else { return relations };
    let mut done: BTreeMap<Name, FunctionRelation> = BTreeMap::new();
    for name in session.levels().concat() {
        if done.contains_key(&name) {
            continue;
        }
        let circle = session.circle(&name);
        let members = if circle.is_empty() { vec![name] } else { circle.clone() };
        // Storage that a result may name in a circle: least sets, so again until nothing is added.
        loop {
            let mut changed = false;
            for name in &members {
                let read =
                    |saturated: &Saturated<'_>| Reading::new(program, saturated, &circle).relation(&done);
                let relation = session.visit(name, &Schedule::default(), read);
                changed |= done.get(name) != Some(&relation);
                done.insert(name.clone(), relation);
            }
            if !changed || circle.is_empty() {
                break;
            }
        }
    }
    for function in program.functions.values().filter(|function| function.body.is_none()) {
        done.insert(function.name.clone(), by_declaration(function));
    }
    let in_order = program.functions.keys().filter_map(|name| Some((name.clone(), done.remove(name)?)));
    relations.functions = in_order.collect::<IndexMap<_, _>>();
    relations
}

/// The relation of a function without a body: its parameters are apart, and its results are what it declares.
fn by_declaration(function: &Function) -> FunctionRelation {
    let mut relation = FunctionRelation {
        returns: unseen(function).returns,
        reads: vec![false; function.params.len()],
        writes: vec![false; function.params.len()],
        ..FunctionRelation::default()
    };
    for var in function.vars.ids() {
        let param = function.param_index(var).filter(|_| function.ty(var).is_storage());
        relation.handle.push(param.map(|param| param as u32));
        relation.storage.push(param.map(|param| param as u32));
        relation.roots.push(param.map(Root::Param).into_iter().collect());
        relation.elements.push(Vec::new());
    }
    relation
}

/// Which parameter each result seems to be, if calls inside the circle of the function gave the same.
pub(crate) fn guess(program: &Program, saturated: &Saturated<'_>, circle: &[Name]) -> Lineage {
    let reading = Reading::new(program, saturated, circle);
    let roots = reading.roots(&BTreeMap::new());
    let instance = &reading.graph.instances[0];
    let count = reading.graph.encoded.sets[&instance.template].results.len();
    let results = reading.graph.encoded.templates[&instance.template].outputs.iter().take(count);
    let guess = |place: &u32| {
        let roots = roots.get(&reading.resolve(instance.ids[*place as usize]))?;
        match roots.as_slice() {
            [Root::Param(param)] if reading.is_flat() => Some(*param),
            _ => None,
        }
    };
    results.map(guess).collect()
}

/// Where the storage that a class names may come from.
#[derive(Default)]
struct Origin {
    known: Vec<Root>,
    same: Vec<Id>,
    /// Whether it comes from a call inside the circle of the function, of which nothing is known yet.
    open: bool,
}

impl Origin {
    fn known(root: Root) -> Self {
        Self { known: vec![root], ..Self::default() }
    }
    fn same(same: Vec<Id>) -> Self {
        Self { same, ..Self::default() }
    }
    fn is_empty(&self) -> bool {
        self.known.is_empty() && self.same.is_empty() && !self.open
    }
}

struct Reading<'s, 'a> {
    program: &'s Program,
    function: &'s Function,
    graph: &'s FunctionGraph<'a>,
    /// The class of each leaf in the region that defines it.
    class: Vec<Option<Id>>,
    kept: Kept<'s, 'a>,
    /// The functions that the function reaches and that reach it.
    circle: &'s [Name],
    /// The first variable that names each class of storage. A tuple names none of its elements: two of them are two
    /// storages.
    owner: HashMap<Id, VarId>,
}

impl<'s, 'a> Reading<'s, 'a> {
    fn new(program: &'s Program, saturated: &'s Saturated<'a>, circle: &'s [Name]) -> Self {
        let graph = &saturated.graph;
        let instance = &graph.instances[0];
        let function = &program.functions[&instance.template];
        let template = &graph.encoded.templates[&instance.template];
        let sets = &graph.encoded.sets[&instance.template];
        let mut class = vec![None; sets.leaves.len()];
        let find = |place: u32| graph.egraph.find(instance.ids[place as usize]);
        for region in &template.regions {
            for (kind, place) in region.args.iter().zip(&region.arg_places) {
                if let ArgKind::Index(leaf) | ArgKind::Carry(leaf) = kind {
                    class[*leaf as usize] = Some(find(*place));
                }
            }
            for (leaf, place) in region.items.iter().flat_map(|item| &item.defs) {
                class[*leaf as usize].get_or_insert(find(*place));
            }
        }
        let kept = Kept::new(graph);
        let mut reading = Self { program, function, graph, class, kept, circle, owner: HashMap::new() };
        for var in function.vars.ids() {
            let class = reading.storage_leaf(var).and_then(|leaf| reading.class[leaf as usize]);
            if let Some(class) = class {
                reading.owner.entry(class).or_insert(var);
            }
        }
        reading
    }

    fn resolve(&self, class: Id) -> Id {
        self.kept.resolve(class)
    }

    fn relation(&self, done: &BTreeMap<Name, FunctionRelation>) -> FunctionRelation {
        let function = self.function;
        let sets = &self.graph.encoded.sets[&function.name];
        let mut numbers: HashMap<Id, u32> = HashMap::new();
        let mut number = |class: Id| {
            let next = numbers.len() as u32;
            *numbers.entry(class).or_insert(next)
        };
        let mut relation = FunctionRelation::default();
        let mut bases: HashMap<Id, Id> = HashMap::new();
        let roots = self.roots(done);
        for var in function.vars.ids() {
            let leaf = self.storage_leaf(var);
            let class = leaf.and_then(|leaf| self.class[leaf as usize]).map(|class| self.resolve(class));
            relation.handle.push(class.map(&mut number));
            let base = class.map(|class| *bases.entry(class).or_insert_with(|| self.base(class)));
            relation.storage.push(base.map(&mut number));
            relation.roots.push(class.map_or_else(Vec::new, |class| roots[&class].clone()));
            let elements = self.elements(var).into_iter().map(|class| Element {
                handle: class.map(&mut number),
                roots: class.map_or_else(Vec::new, |class| roots[&class].clone()),
            });
            let elements = elements.collect();
            relation.elements.push(elements);
        }
        for var in function.vars.ids() {
            if relation.roots[var].len() > 1 || relation.roots[var].contains(&Root::Unknown) {
                relation.storage[var] = None;
            }
        }
        relation.returns = self.returns();
        let params = function.params.len();
        relation.reads = vec![false; params];
        relation.writes = vec![false; params];
        for stmt in function.stmts() {
            for_each_access(self.program, function, &stmt.kind, &mut |expr, access| {
                for leaf in self.leaves_of(expr) {
                    let Some(class) = self.class[leaf as usize] else { continue };
                    let Some(roots) = roots.get(&self.resolve(class)) else { continue };
                    for root in roots {
                        if let Root::Param(param) = root {
                            relation.reads[*param] |= access.reads;
                            relation.writes[*param] |= access.writes;
                        }
                    }
                }
            });
        }
        debug_assert_eq!(sets.leaves.len(), self.class.len(), "one class a leaf");
        relation
    }

    /// Whether parameters are leaves: none is a tuple.
    fn is_flat(&self) -> bool {
        let mut types = self.function.params.iter().map(|param| self.function.ty(param.var));
        !types.any(|ty| matches!(ty, Type::Tuple(_)))
    }

    fn leaves_of(&self, expr: &Expr) -> Vec<Leaf> {
        let leaves = &self.graph.encoded.sets[&self.function.name].leaves;
        let sources = leaves.sources(self.function, expr).into_iter();
        let found = sources.filter_map(|source| match source {
            crate::egraph::leaves::Source::Leaf(leaf) => Some(leaf),
            crate::egraph::leaves::Source::Expr(_) => None,
        });
        found.collect()
    }

    /// The classes of the elements of a tuple, where they are storage.
    fn elements(&self, tuple: VarId) -> Vec<Option<Id>> {
        let Type::Tuple(items) = self.function.ty(tuple) else { return Vec::new() };
        let class = |index: usize| {
            let element = Expr::Get(Box::new(tuple.into()), index as u32);
            items[index].is_storage().then(|| self.get_class(&element)).flatten()
        };
        (0..items.len()).map(class).collect()
    }

    fn storage_leaf(&self, var: VarId) -> Option<Leaf> {
        let leaves = &self.graph.encoded.sets[&self.function.name].leaves;
        let range = leaves.of(var);
        (range.len() == 1 && leaves.ty(range.start).is_storage()).then_some(range.start)
    }

    /// Which parameter each returned value is.
    fn returns(&self) -> Vec<Option<usize>> {
        let Some(values) = self.function.returned() else { return Vec::new() };
        let params: Vec<Option<Id>> =
            self.function.params.iter().map(|param| self.var_class(param.var)).collect();
        values
            .iter()
            .map(|value| {
                let class =
                    value.as_var().and_then(|var| self.var_class(var)).or_else(|| self.get_class(value))?;
                params.iter().position(|param| *param == Some(class))
            })
            .collect()
    }

    fn get_class(&self, expr: &Expr) -> Option<Id> {
        let [leaf] = self.leaves_of(expr)[..] else { return None };
        self.class[leaf as usize].map(|class| self.resolve(class))
    }

    fn var_class(&self, var: VarId) -> Option<Id> {
        let leaf = self.storage_leaf(var)?;
        self.class[leaf as usize].map(|class| self.resolve(class))
    }

    /// A handle without its views.
    fn base(&self, class: Id) -> Id {
        let mut class = class;
        let mut seen = std::collections::HashSet::new();
        while seen.insert(class) {
            let inner = self.graph.egraph[class].nodes.iter().find_map(|node| match node.op {
                Op::View(payload) => self.viewed(payload).map(|at| node.children[at]),
                Op::Retype(_) => Some(node.children[0]),
                _ => None,
            });
            match inner {
                Some(inner) => class = self.resolve(inner),
                None => break,
            }
        }
        class
    }

    /// Which operand a view is of.
    fn viewed(&self, payload: u32) -> Option<usize> {
        match self.graph.encoded.payloads.get(payload) {
            Payload::Op { op, .. } => op.row().and_then(|row| row.view),
            _ => None,
        }
    }

    /// Every storage that each class of interest may name: least sets that satisfy where each comes from.
    fn roots(&self, done: &BTreeMap<Name, FunctionRelation>) -> HashMap<Id, Vec<Root>> {
        let mut roots: HashMap<Id, Vec<Root>> = HashMap::new();
        let mut users: HashMap<Id, Vec<Id>> = HashMap::new();
        let mut work: Vec<Id> = Vec::new();
        let mut todo: Vec<Id> = self.class.iter().flatten().map(|class| self.resolve(*class)).collect();
        while let Some(class) = todo.pop() {
            if roots.contains_key(&class) {
                continue;
            }
            let Origin { mut known, same, open: _ } = self.origin(class, done);
            for source in same {
                let source = self.resolve(source);
                users.entry(source).or_default().push(class);
                todo.push(source);
            }
            known.sort_unstable();
            known.dedup();
            roots.insert(class, known);
            work.push(class);
        }
        // Sources may have been found before their users.
        while let Some(class) = work.pop() {
            let own = roots[&class].clone();
            for user in users.get(&class).cloned().unwrap_or_default() {
                let known = roots.get_mut(&user).expect("every class of interest has roots");
                let before = known.len();
                known.extend(own.iter().copied());
                known.sort_unstable();
                known.dedup();
                if known.len() > before {
                    work.push(user);
                }
            }
        }
        roots
    }

    fn origin(&self, class: Id, done: &BTreeMap<Name, FunctionRelation>) -> Origin {
        let template = &self.graph.encoded.templates[&self.function.name];
        let top = template.regions[0].id;
        let fresh = self.owner.get(&class).map_or(Root::Unknown, |owner| Root::Fresh(*owner));
        let mut origin = Origin::default();
        for node in &self.graph.egraph[class].nodes {
            match node.op {
                Op::Arg(region, index) if region == top => return self.param_root(index),
                Op::Alloc(_) | Op::Pure(_) => return Origin::known(fresh),
                Op::Arg(region, index) => {
                    if let Some(from) = self.carry_sources(region, index) {
                        origin = Origin::same(from);
                    }
                }
                Op::View(payload) => {
                    let viewed = self.viewed(payload).map(|at| node.children[at]);
                    origin = self.other(class, Origin::same(viewed.into_iter().collect()), origin);
                }
                Op::Retype(_) | Op::Read => {
                    origin = self.other(class, Origin::same(vec![node.children[0]]), origin);
                }
                Op::Get(component) if origin.is_empty() => {
                    let found = self.get_origin(node.children[0], component, fresh, done);
                    origin = self.other(class, found.unwrap_or_default(), origin);
                }
                _ => {}
            }
        }
        let undefined = || self.graph.egraph[class].nodes.iter().any(|node| node.op == Op::Undef);
        if origin.is_empty() && !undefined() { Origin::known(fresh) } else { origin }
    }

    /// An origin of a class, unless it only says that the class comes from itself, as the result of a call does that is what it
    /// was given: then what was known so far.
    fn other(&self, class: Id, mut found: Origin, known: Origin) -> Origin {
        found.same.retain(|source| self.resolve(*source) != class);
        if found.is_empty() { known } else { found }
    }

    fn param_root(&self, index: u32) -> Origin {
        let leaves = &self.graph.encoded.sets[&self.function.name].leaves;
        let mut first = 0;
        for (at, param) in self.function.params.iter().enumerate() {
            first += leaves.of(param.var).len() as u32;
            if index < first {
                return Origin::known(Root::Param(at));
            }
        }
        Origin::known(Root::Unknown)
    }

    /// A carry may name what it began as and whatever a trip hands on.
    fn carry_sources(&self, region: u32, index: u32) -> Option<Vec<Id>> {
        let mut sources = Vec::new();
        for Site { control, node } in self.kept.sites.of(region) {
            let carry = index.checked_sub(control.first_carry).filter(|at| *at < control.carries)?;
            let children = &self.graph.egraph.id_to_node(*node).children;
            sources.push(children[(control.operands + carry) as usize]);
            sources.extend(self.region_output(*children.last()?, carry));
            sources.extend(self.jump_values(*node, carry));
        }
        (!sources.is_empty()).then_some(sources)
    }

    fn region_output(&self, region: Id, output: u32) -> Option<Id> {
        self.graph.region(region)?.1.children.get(output as usize).copied()
    }

    /// Values that leave a loop early in the place of a carry. Any jump of the function counts: a superset.
    fn jump_values(&self, node: Id, carry: u32) -> Vec<Id> {
        let (Op::For(payload) | Op::While(payload)) = self.graph.egraph.id_to_node(node).op else {
            return Vec::new();
        };
        match self.graph.encoded.payloads.get(payload) {
            Payload::Control(control) if control.jumps => {}
            _ => return Vec::new(),
        }
        let classes = self.graph.egraph.classes().flat_map(|class| &class.nodes);
        let jumps = classes.filter(|node| matches!(node.op, Op::Jump(_)));
        jumps.filter_map(|node| node.children.get(carry as usize).copied()).collect()
    }

    fn get_origin(
        &self,
        bundle: Id,
        component: u32,
        fresh: Root,
        done: &BTreeMap<Name, FunctionRelation>,
    ) -> Option<Origin> {
        self.graph.egraph[bundle].nodes.iter().find_map(|node| match node.op {
            Op::For(payload) | Op::While(payload) => {
                let Payload::Control(control) = self.graph.encoded.payloads.get(payload) else { return None };
                let mut sources: Vec<Id> =
                    self.region_output(*node.children.last()?, component).into_iter().collect();
                if !self.surely_runs(node) {
                    sources.push(node.children[(control.operands + component) as usize]);
                }
                sources.extend(self.jump_values(bundle, component));
                Some(Origin::same(sources))
            }
            Op::If(_) => {
                let arms = &node.children[node.children.len() - 2..];
                let outputs = arms.iter().filter_map(|arm| self.region_output(*arm, component));
                Some(Origin::same(outputs.collect()))
            }
            Op::Scope(_) => {
                let body = *node.children.last()?;
                Some(Origin::same(self.region_output(body, component).into_iter().collect()))
            }
            Op::Call(payload) => Some(self.call_origin((bundle, node), payload, component, fresh, done)),
            Op::Effect(_) => Some(Origin::known(fresh)),
            _ => None,
        })
    }

    /// Whether a counted loop has constant bounds and at least one trip.
    fn surely_runs(&self, node: &Node) -> bool {
        if !matches!(node.op, Op::For(_)) {
            return false;
        }
        let constant = |at: usize| match self.graph.egraph[node.children[at]].data.constant {
            Some(Op::Int(value, _)) => Some(value),
            _ => None,
        };
        match (constant(0), constant(1), constant(2)) {
            (Some(start), Some(stop), Some(step)) => (step > 0 && start < stop) || (step < 0 && start > stop),
            _ => false,
        }
    }

    /// What a result may name of a function that nobody looked at: what it declares; of one that is not there, any argument
    /// or something new.
    fn unseen_origin(&self, callee: Option<&Function>, args: &[Id], component: u32, fresh: Root) -> Origin {
        let Some(callee) = callee else {
            return Origin { known: vec![fresh], same: args.to_vec(), open: false };
        };
        let mut origin = Origin::default();
        for source in unseen(callee).sources.get(component as usize).into_iter().flatten() {
            match source {
                Source::Param(param) if *param < args.len() => origin.same.push(args[*param]),
                // What a submission leaves out is allocated when it runs.
                Source::Param(_) | Source::New => origin.known.push(fresh),
            }
        }
        origin
    }

    /// What a call's result may name: what the callee says of its results.
    fn call_origin(
        &self,
        (bundle, node): (Id, &Node),
        payload: u32,
        component: u32,
        fresh: Root,
        done: &BTreeMap<Name, FunctionRelation>,
    ) -> Origin {
        let call = self.graph.call_payload(payload);
        let args = call.args as usize;
        let callee = self.program.functions.get(&call.callee);
        let Some((callee, relation)) = callee.zip(done.get(&call.callee)) else {
            if self.circle.contains(&call.callee) {
                return Origin { open: true, ..Origin::default() };
            }
            return self.unseen_origin(callee, &node.children[1..1 + args], component, fresh);
        };
        let values = callee.returned().unwrap_or_default();
        let Some(value) = values.get(component as usize) else { return Origin::known(Root::Unknown) };
        let mut origin = Origin::default();
        for root in relation.roots_of(value) {
            match root {
                Root::Param(param) if *param < args => origin.same.push(node.children[1 + param]),
                // What a submission leaves out is allocated when it runs.
                Root::Param(_) => origin.known.push(fresh),
                Root::Fresh(_) => {
                    let names = |value: &Expr| relation.roots_of(value).contains(root);
                    let alike = (0..values.len()).filter(|at| names(&values[*at]));
                    origin.known.push(self.first_owner(bundle, alike).unwrap_or(fresh));
                }
                Root::Unknown => origin.known.push(Root::Unknown),
            }
        }
        origin
    }

    /// What a callee allocated, by the first variable that names one of the results that it may be.
    fn first_owner(&self, bundle: Id, results: impl Iterator<Item = usize>) -> Option<Root> {
        let mut classes = results
            .filter_map(|result| self.graph.egraph.lookup(Node::new(Op::Get(result as u32), [bundle])));
        classes.find_map(|class| self.owner.get(&self.graph.egraph.find(class)).copied()).map(Root::Fresh)
    }
}
