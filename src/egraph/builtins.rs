//! Laws of nodes with any number of operands: what leaves loops, branches, scopes and calls.

use std::collections::HashMap;

use egg::{Id, Language};

use crate::base::name::Name;
use crate::egraph::class_type::ClassType;
use crate::egraph::instantiate::FunctionGraph;
use crate::egraph::node::{CallPayload, Control, Node, Op, Payload};
use crate::egraph::saturate::Lineage;
use crate::ir::program::FunctionKind;

/// What a law says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Equal {
    pub(crate) left: Id,
    pub(crate) right: Same,
    /// Of which bundle the left is which component, if the law speaks of that.
    pub(crate) part: Option<(Id, u32)>,
}

/// A class there is already, or one node more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Same {
    Class(Id),
    Node(Node),
}

/// Where the outputs of a control node come from.
struct Parts<'a> {
    control: &'a Control,
    children: Vec<Id>,
}

impl Parts<'_> {
    fn init(&self, carry: usize) -> Id {
        self.children[self.control.operands as usize + carry]
    }
    fn capture(&self, at: usize) -> Id {
        self.children[(self.control.operands + self.control.carries) as usize + at]
    }
    fn memory(&self, at: usize) -> Id {
        let first = self.control.operands + self.control.carries + self.control.captures;
        self.children[first as usize + usize::from(self.control.site) + at]
    }
    fn first_memory_arg(&self) -> u32 {
        self.control.first_capture + self.control.captures + u32::from(self.control.site)
    }
}

impl<'a> FunctionGraph<'a> {
    /// The layout of a loop, branch or scope.
    pub(crate) fn control(&self, op: Op) -> Option<&'a Control> {
        let (Op::For(payload) | Op::While(payload) | Op::If(payload) | Op::Scope(payload)) = op else {
            return None;
        };
        match self.encoded.payloads.get(payload) {
            Payload::Control(control) => Some(control),
            other => unreachable!("{other:?}: a loop, branch or scope has a layout"),
        }
    }

    fn parts(&self, id: Id) -> Option<Parts<'_>> {
        let node = self.egraph.id_to_node(id);
        Some(Parts { control: self.control(node.op)?, children: node.children.to_vec() })
    }

    /// The region node of a region's class, and its number.
    pub(crate) fn region(&self, id: Id) -> Option<(u32, &Node)> {
        self.egraph[id].nodes.iter().find_map(|node| match node.op {
            Op::Region(number) => Some((number, node)),
            _ => None,
        })
    }

    /// Which argument of its region a class is, if it is one.
    fn arg_of(&self, id: Id, region: u32) -> Option<u32> {
        self.egraph[id].nodes.iter().find_map(|node| match node.op {
            Op::Arg(owner, index) if owner == region => Some(index),
            _ => None,
        })
    }

    /// A component of a bundle is something, if anybody asks for it.
    fn part(&self, bundle: Id, component: usize, right: Same) -> Option<Equal> {
        let left = self.egraph.lookup(Node::new(Op::Get(component as u32), [bundle]))?;
        Some(Equal { left, right, part: Some((bundle, component as u32)) })
    }

    /// What a loop hands on: `kept` takes the value from before, else the same value from outside.
    pub(crate) fn loop_laws(&self, kept: bool) -> Vec<Equal> {
        let mut found = Vec::new();
        for &id in &self.controls {
            let node = self.egraph.id_to_node(id);
            if !matches!(node.op, Op::For(_) | Op::While(_)) {
                continue;
            }
            let Some(parts) = self.parts(id) else { continue };
            let body = *node.children.last().expect("a loop has a body");
            let Some((number, region)) = self.region(body) else { continue };
            let control = parts.control;
            if control.jumps {
                continue;
            }
            for carry in 0..control.carries as usize {
                let Some(arg) = self.arg_of(region.children[carry], number) else { continue };
                let init = parts.init(carry);
                let same = if arg == control.first_carry + carry as u32 {
                    kept
                } else {
                    let capture = arg.checked_sub(control.first_capture).filter(|at| *at < control.captures);
                    let from_outside = capture.map(|at| parts.capture(at as usize));
                    !kept
                        && from_outside.is_some_and(|outer| self.egraph.find(outer) == self.egraph.find(init))
                };
                if same {
                    found.extend(self.part(id, carry, Same::Class(init)));
                }
            }
            if kept {
                self.memory_laws(id, &parts, &[(number, region)], control.carries as usize, &mut found);
            }
        }
        found
    }

    /// A memory that every region hands on as it came is the memory from before.
    fn memory_laws(
        &self,
        id: Id,
        parts: &Parts<'_>,
        regions: &[(u32, &Node)],
        outputs: usize,
        found: &mut Vec<Equal>,
    ) {
        for (at, memory) in parts.control.written.iter().enumerate() {
            let arg = parts.first_memory_arg() + memory;
            let kept = |(number, region): &(u32, &Node)| {
                self.arg_of(region.children[outputs + at], *number) == Some(arg)
            };
            if regions.iter().all(kept) {
                let before = Same::Class(parts.memory(*memory as usize));
                found.extend(self.part(id, outputs + at, before));
            }
        }
    }

    /// What both arms give alike.
    pub(crate) fn arm_laws(&self) -> Vec<Equal> {
        let mut found = Vec::new();
        for &id in &self.controls {
            let node = self.egraph.id_to_node(id);
            let (Op::If(_), Some(parts)) = (node.op, self.parts(id)) else { continue };
            let arms = &node.children[node.children.len() - 2..];
            let (Some(then), Some(otherwise)) = (self.region(arms[0]), self.region(arms[1])) else {
                continue;
            };
            let control = parts.control;
            if control.jumps {
                continue;
            }
            let rest = control.written.len() + usize::from(control.world);
            let merges = then.1.children.len() - rest;
            for merge in 0..merges {
                let a = self.outer_value(&parts, then, merge);
                let b = self.outer_value(&parts, otherwise, merge);
                if let (Some(a), Some(b)) = (a, b)
                    && a == b
                    && self.traces(&a)
                {
                    found.extend(self.part(id, merge, a));
                }
            }
            self.memory_laws(id, &parts, &[then, otherwise], merges, &mut found);
        }
        found
    }

    /// Row B23: what storage comes out of a branch of a Graph is not traced, even where both arms agree. A recording of
    /// the graph would freeze the slice that one call chose.
    fn traces(&self, merged: &Same) -> bool {
        let scalar = |ty: &Option<ClassType>| matches!(ty, Some(ClassType::Scalar(_)));
        let function = &self.program.functions[&self.instances[0].template];
        function.kind != FunctionKind::Graph
            || matches!(merged, Same::Class(id) if scalar(&self.egraph[*id].data.ty))
    }

    /// What a region's output is outside of it: a capture, a constant, or a capture under another type.
    fn outer_value(&self, parts: &Parts<'_>, region: (u32, &Node), output: usize) -> Option<Same> {
        let inner = region.1.children[output];
        if let Some(outer) = self.outer_class(parts, region.0, inner) {
            return Some(Same::Class(outer));
        }
        self.egraph[inner].nodes.iter().find_map(|node| {
            let Op::Retype(_) = node.op else { return None };
            let children = node.children.iter().map(|child| self.outer_class(parts, region.0, *child));
            let children: Option<Vec<Id>> = children.collect();
            Some(Same::Node(Node::new(node.op, children?)))
        })
    }

    fn outer_class(&self, parts: &Parts<'_>, region: u32, inner: Id) -> Option<Id> {
        if let Some(arg) = self.arg_of(inner, region) {
            let capture = arg.checked_sub(parts.control.first_capture)?;
            let captured = (capture < parts.control.captures).then(|| parts.capture(capture as usize))?;
            return Some(self.egraph.find(captured));
        }
        self.egraph[inner].data.constant.map(|_| self.egraph.find(inner))
    }

    /// What a scope merely passes through, and what it gives twice.
    pub(crate) fn scope_laws(&self) -> Vec<Equal> {
        let mut found = Vec::new();
        for &id in &self.controls {
            let node = self.egraph.id_to_node(id);
            let (Op::Scope(_), Some(parts)) = (node.op, self.parts(id)) else { continue };
            let Some(body) = self.region(*node.children.last().expect("a scope has a body")) else {
                continue;
            };
            if parts.control.jumps {
                continue;
            }
            let rest = parts.control.written.len() + usize::from(parts.control.world);
            let exports = body.1.children.len() - rest;
            // The first that somebody asks for of those that are one class inside.
            let mut given: HashMap<Id, Id> = HashMap::new();
            for export in 0..exports {
                let outer = self.outer_value(&parts, body, export);
                found.extend(outer.and_then(|outer| self.part(id, export, outer)));
                let Some(get) = self.egraph.lookup(Node::new(Op::Get(export as u32), [id])) else { continue };
                let first = *given.entry(self.egraph.find(body.1.children[export])).or_insert(get);
                if first != get {
                    found.extend(self.part(id, export, Same::Class(first)));
                }
            }
            self.memory_laws(id, &parts, &[body], exports, &mut found);
        }
        found
    }

    /// Results that are arguments, by the lineage of the callees.
    pub(crate) fn return_laws(&self, lineage: &impl Fn(&Name) -> Option<Lineage>) -> Vec<Equal> {
        let mut found = Vec::new();
        for &id in &self.calls {
            let node = self.egraph.id_to_node(id);
            let Op::Call(payload) = node.op else { continue };
            let call: &CallPayload = self.call_payload(payload);
            let Some(returns) = lineage(&call.callee) else { continue };
            for (result, param) in returns.iter().enumerate() {
                if let Some(param) = param
                    && *param < call.args as usize
                {
                    found.extend(self.part(id, result, Same::Class(node.children[1 + param])));
                }
            }
        }
        found
    }

    /// The class that a law speaks of.
    pub(crate) fn class_of(&mut self, same: Same) -> Id {
        match same {
            Same::Class(id) => id,
            Same::Node(node) => self.egraph.add(node),
        }
    }

    /// Retyping twice is retyping once; retyping to the type a handle has is nothing.
    pub(crate) fn retype_laws(&self) -> Vec<Equal> {
        let mut found = Vec::new();
        let mut new = Vec::new();
        for class in self.egraph.classes() {
            for node in class.nodes.iter().filter(|node| matches!(node.op, Op::Retype(_))) {
                for inner in &self.egraph[node.children[0]].nodes {
                    if let Op::Retype(_) = inner.op {
                        let mut once = node.clone();
                        once.children_mut()[0] = inner.children[0];
                        new.push((class.id, once));
                    }
                }
            }
        }
        found.extend(new.into_iter().map(|(left, once)| Equal { left, right: Same::Node(once), part: None }));
        found
    }
}
