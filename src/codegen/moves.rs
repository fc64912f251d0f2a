//! Values handed to several variables at once: in parallel, with a temporary only where a cycle needs one.

use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

use crate::codegen::emitter::Emitter;
use crate::codegen::expr::Scalars;
use crate::codegen::types;
use crate::ir::expr::Expr;
use crate::ir::program::VarId;
use crate::ir::types::Type;

/// `target` takes `value`.
#[derive(Clone, Copy)]
pub(crate) struct Move<'a> {
    /// A root that is declared already.
    pub target: VarId,
    pub value: &'a Expr,
}

/// Moves that wait for those that still read their targets.
struct Order {
    /// Which other moves' targets each move reads.
    reads: Vec<Vec<usize>>,
    /// How many other moves still read each move's target.
    readers: Vec<usize>,
    ready: VecDeque<usize>,
}

impl Order {
    fn finish(&mut self, at: usize) {
        for &read in &self.reads[at] {
            self.readers[read] = self.readers[read].saturating_sub(1);
            if self.readers[read] == 0 {
                self.ready.push_back(read);
            }
        }
    }
}

impl<'a> Emitter<'a, '_> {
    /// All moves at once.
    pub(crate) fn moves(&mut self, moves: &[Move<'a>]) {
        let moves: Vec<Move<'a>> = moves.iter().copied().filter(|it| !self.is_still(it)).collect();
        let targets: Vec<Rc<str>> = moves.iter().map(|it| self.name_of(it.target).into()).collect();
        let mut order = self.order(&moves);
        let mut done = vec![false; moves.len()];
        let mut first = 0;
        loop {
            while let Some(at) = order.ready.pop_front() {
                if !std::mem::replace(&mut done[at], true) {
                    self.assign_move(&targets[at], &moves[at]);
                    order.finish(at);
                }
            }
            while first < moves.len() && done[first] {
                first += 1;
            }
            if first == moves.len() {
                break;
            }
            // Only cycles are left. Those that still read this target read its saved value instead.
            let target = moves[first].target;
            self.save(target, &targets[first]);
            order.readers[first] = 0;
            order.ready.push_back(first);
        }
        for (it, name) in moves.iter().zip(targets) {
            self.name[it.target] = Some(name);
        }
    }

    fn order(&self, moves: &[Move<'a>]) -> Order {
        let slots: HashMap<VarId, usize> = moves.iter().enumerate().map(|(at, it)| (it.target, at)).collect();
        let mut order = Order { reads: Vec::new(), readers: vec![0; moves.len()], ready: VecDeque::new() };
        for (at, it) in moves.iter().enumerate() {
            let mut read = Vec::new();
            it.value.for_each_var(&mut |var| read.extend(slots.get(&self.values.root(var)).copied()));
            read.sort_unstable();
            read.dedup();
            read.retain(|&other| other != at);
            read.iter().for_each(|&other| order.readers[other] += 1);
            order.reads.push(read);
        }
        order.ready.extend((0..moves.len()).filter(|&at| order.readers[at] == 0));
        order
    }

    /// Whether a move does nothing.
    fn is_still(&self, it: &Move<'a>) -> bool {
        match it.value {
            Expr::Undef => true,
            Expr::Var(var) => self.values.root(*var) == it.target,
            _ => false,
        }
    }

    /// Keeps the old value of a target under another name, which stands for it from now on.
    fn save(&mut self, target: VarId, name: &str) {
        let saved: Rc<str> = self.names.fresh(&format!("{name}_before")).into();
        match *self.function.ty(target) {
            Type::Array(len, dtype) => {
                let Some(ty) = self.cpp_type(dtype) else { return self.no_type(dtype) };
                self.out.line(format!("{ty} {saved}[{len}];"));
                self.copy_array(&saved, name, len);
            }
            Type::Tensor(_) => self.out.line(format!("const ChipTensor {saved} = {name};")),
            _ => self.out.line(format!("const auto {saved} = {name};")),
        }
        self.name[target] = Some(saved);
    }

    /// `target = value;`
    fn assign_move(&mut self, name: &str, it: &Move<'a>) {
        match *self.function.ty(it.target) {
            Type::Tensor(_) => {
                let Some(value) = self.tensor(Some(it.value)) else { return };
                self.out.line(format!("{name} = {value};"));
            }
            Type::Array(len, _) => match it.value {
                Expr::Var(var) => {
                    let source = self.name_of(*var);
                    self.copy_array(name, &source, len);
                }
                _ => self.value_error(it.target),
            },
            Type::Scalar(dtype) => {
                let value = self.scalar_as(it.value, dtype);
                self.out.line(format!("{name} = {value};"));
            }
            ref ty if types::is_context(ty) => {
                let value = self.scalar(it.value).text;
                self.out.line(format!("{name} = {value};"));
            }
            _ => self.value_error(it.target),
        }
    }
}
