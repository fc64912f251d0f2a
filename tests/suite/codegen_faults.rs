//! Faults planted into programs after the passes: each is caught by a run.

use std::fs;

use selfsame::codegen::host;
use selfsame::ir::attr::Attr;
use selfsame::ir::program::Program;
use selfsame::ir::stmt::{ArgDirection, Call, Rhs, StmtKind};

use crate::codegen_host::Built;
use crate::cpp;

/// A program of the golden ones, with something done to it.
struct Fault {
    program: &'static str,
    what: &'static str,
    plant: fn(&mut Program),
}

/// Calls `f` on each call of `main`.
fn each_call(program: &mut Program, mut f: impl FnMut(&mut Call)) {
    let main = program.functions.get_mut("main").unwrap();
    for block in main.blocks.iter_mut() {
        for stmt in &mut block.stmts {
            if let StmtKind::Let(_, Rhs::Call(call)) | StmtKind::Eval(Rhs::Call(call)) = &mut stmt.kind {
                f(call);
            }
        }
    }
}

fn weaken(program: &mut Program, callee: &str, argument: usize, to: ArgDirection) {
    each_call(program, |call| {
        if call.callee == callee {
            call.directions[argument] = to;
        }
    });
}

fn make_trivial(program: &mut Program, carry: usize) {
    let name = format!("iter_arg_rebind_{carry}");
    for block in program.functions.get_mut("main").unwrap().blocks.iter_mut() {
        for stmt in &mut block.stmts {
            if let StmtKind::For(it) = &mut stmt.kind
                && it.attrs.bool(&name) == Some(true)
            {
                it.attrs.set(name.as_str(), Attr::Bool(false));
            }
        }
    }
}

const FAULTS: &[Fault] = &[
    Fault {
        program: "straight",
        what: "a read that takes part in no dependency",
        plant: |program| {
            weaken(program, "accumulate", 0, ArgDirection::NoDep);
        },
    },
    Fault {
        program: "carries",
        what: "a read and write as a read",
        plant: |program| {
            weaken(program, "scale", 3, ArgDirection::Input);
        },
    },
    Fault {
        program: "swap",
        what: "a write that waits for no writer",
        plant: |program| {
            weaken(program, "step", 1, ArgDirection::NoDep);
        },
    },
    Fault {
        program: "carries",
        what: "a carry of fresh tensors as trivial",
        plant: |program| {
            make_trivial(program, 0);
        },
    },
    Fault {
        program: "swap",
        what: "one of two carries that change places as trivial",
        plant: |program| {
            make_trivial(program, 1);
        },
    },
    Fault {
        program: "carries",
        what: "a scalar carry as trivial",
        plant: |program| make_trivial(program, 1),
    },
    Fault {
        program: "chain",
        what: "no dependency between two tasks of a manual scope",
        plant: |program| {
            each_call(program, |call| call.launch.deps.clear());
        },
    },
    Fault {
        program: "branches",
        what: "the output of one branch as an input",
        plant: |program| {
            weaken(program, "accumulate", 1, ArgDirection::Input);
            weaken(program, "step", 1, ArgDirection::Input);
        },
    },
];

#[test]
fn planted_faults_are_caught_by_some_order() {
    let mut runs = Vec::new();
    for (at, fault) in FAULTS.iter().enumerate() {
        let text = fs::read_to_string(format!("tests/golden/cpp/{}.py", fault.program)).unwrap();
        let sound = cpp::program(fault.program, &text);
        let mut faulty = sound.clone();
        (fault.plant)(&mut faulty);
        assert!(host::program_text(&sound, "main").unwrap() != host::program_text(&faulty, "main").unwrap());
        let text = host::program_text(&faulty, "main").unwrap();
        runs.push((format!("fault-{at}"), "main".to_owned(), sound, text));
    }
    let built = Built::new("faults", runs);
    let mut missed = Vec::new();
    for (at, fault) in FAULTS.iter().enumerate() {
        let caught = (1..=12).any(|seed| built.check(&format!("fault-{at}"), seed).is_err());
        if !caught {
            missed.push(format!("{}: {}", fault.program, fault.what));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}
