//! The least fixed point of the two flags over the call graph.

use crate::ir::access::Access;
use crate::ir::program::{Direction, Function, Program};
use crate::passes::params::evidence::{Evidence, Slot};

/// The direction of every parameter, by function.
pub(crate) fn solve(program: &Program, evidence: &Evidence) -> Vec<Vec<Direction>> {
    let flags = Flags::of(program, evidence);
    let each = program.functions.values().enumerate().map(|(index, function)| {
        let params = function.params.iter().zip(&flags.found[index]);
        params.map(|(param, access)| final_direction(function, param.direction, *access)).collect()
    });
    each.collect()
}

/// What a parameter was declared binds, except that a wrapper only forwards: what it declares is one more evidence.
fn final_direction(function: &Function, declared: Direction, found: Access) -> Direction {
    let open = function.kind.is_wrapper() || declared == Direction::In;
    if open { found.direction() } else { declared }
}

/// Flags by function and parameter.
struct Flags {
    found: Vec<Vec<Access>>,
    /// Slots that get what this one gets, by function and parameter of the callee.
    callers: Vec<Vec<Vec<Slot>>>,
}

impl Flags {
    fn of(program: &Program, evidence: &Evidence) -> Self {
        let empty = |function: &Function| vec![Vec::new(); function.params.len()];
        let mut callers: Vec<Vec<Vec<Slot>>> = program.functions.values().map(empty).collect();
        for (from, to) in &evidence.passed {
            callers[to.function][to.param].push(*from);
        }
        let mut flags = Self { found: evidence.own.clone(), callers };
        for (index, function) in program.functions.values().enumerate() {
            for (flag, param) in flags.found[index].iter_mut().zip(&function.params) {
                // In is the floor: it says that nobody has seen anything yet.
                let declared =
                    Access { reads: param.direction == Direction::InOut, writes: param.direction.writes() };
                *flag = flag.or(declared);
            }
        }
        flags.writes();
        flags.reads(program);
        flags
    }

    fn writes(&mut self) {
        let start = self.slots(|flag| flag.writes);
        self.spread(start, |flag| !std::mem::replace(&mut flag.writes, true));
    }

    fn reads(&mut self, program: &Program) {
        let mut start = self.slots(|flag| flag.reads);
        // What is only ever In is read by whoever takes it, the body unseen.
        start.extend(self.slots(|flag| !flag.writes));
        start.retain(|slot| !self.only_out(program, *slot));
        let fixed: Vec<Vec<bool>> = program
            .functions
            .values()
            .map(|function| {
                function.params.iter().map(|param| declared_out(function, param.direction)).collect()
            })
            .collect();
        let mut todo = start;
        while let Some(slot) = todo.pop() {
            for caller in self.callers[slot.function][slot.param].clone() {
                let flag = &mut self.found[caller.function][caller.param];
                if !std::mem::replace(&mut flag.reads, true) && !fixed[caller.function][caller.param] {
                    todo.push(caller);
                }
            }
        }
    }

    fn only_out(&self, program: &Program, slot: Slot) -> bool {
        let function = &program.functions[slot.function];
        declared_out(function, function.params[slot.param].direction)
    }

    fn slots(&self, wanted: impl Fn(Access) -> bool) -> Vec<Slot> {
        let mut slots = Vec::new();
        for (function, flags) in self.found.iter().enumerate() {
            let params = flags.iter().enumerate().filter(|(_, flag)| wanted(**flag));
            slots.extend(params.map(|(param, _)| Slot { function, param }));
        }
        slots
    }

    fn spread(&mut self, mut todo: Vec<Slot>, set: impl Fn(&mut Access) -> bool) {
        while let Some(slot) = todo.pop() {
            for caller in self.callers[slot.function][slot.param].clone() {
                if set(&mut self.found[caller.function][caller.param]) {
                    todo.push(caller);
                }
            }
        }
    }
}

/// A parameter that is Out whatever the body does: its callers hand it nothing that is read.
fn declared_out(function: &Function, direction: Direction) -> bool {
    direction == Direction::Out && !function.kind.is_wrapper()
}
