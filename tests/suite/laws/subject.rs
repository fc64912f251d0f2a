//! A program that laws are tried on, and what several of them need of it: found out when first asked for.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;

use selfsame::base::diagnostic::Diagnostics;
use selfsame::driver::optimizer::{Optimized, Optimizer};
use selfsame::driver::options::Options;
use selfsame::interp::equivalent::{self, Reference};
use selfsame::ir::print::print;
use selfsame::ir::program::Program;

use crate::laws::runner::{REFUSED, Verdict, limits};

/// A program under test.
pub(super) struct Subject<'p> {
    /// Decides what a law leaves open: options, seeds.
    salt: u64,
    /// The program as written.
    pub(super) program: &'p Program,
    reference: RefCell<Reference<'p>>,
    /// What came of comparing: by text, and whether kernels might return in another order.
    compared: RefCell<BTreeMap<(String, bool), Verdict>>,
    default: OnceCell<Result<Made, String>>,
}

/// What the default options make of it.
pub(super) struct Made {
    /// The outcome.
    pub(super) optimized: Optimized,
    /// Name of each step, and the program after it.
    pub(super) steps: Vec<(String, Program)>,
}

impl<'p> Subject<'p> {
    pub(super) fn new(salt: u64, program: &'p Program) -> Self {
        let options = equivalent::Options { seeds: 2, limits: limits(), ..equivalent::Options::default() };
        Self {
            salt,
            program,
            reference: RefCell::new(Reference::new(program, options)),
            compared: RefCell::default(),
            default: OnceCell::new(),
        }
    }
    /// A number for a decision, below `end`.
    pub(super) fn draw(&self, decision: u64, end: u64) -> u64 {
        let mixed =
            (self.salt ^ decision.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed >> 33) % end
    }
    /// One of several.
    pub(super) fn pick<'t, T>(&self, decision: u64, of: &'t [T]) -> &'t T {
        &of[self.draw(decision, of.len() as u64) as usize]
    }
    /// What the default options make of it.
    pub(super) fn default(&self) -> Result<&Made, String> {
        let made = self.default.get_or_init(|| {
            let mut steps = Vec::new();
            let optimizer = Optimizer::with(Options::default());
            let optimized = optimizer.optimize_observed(self.program, &mut |step, program| {
                steps.push((step.to_owned(), program.clone()));
            });
            Ok(Made { optimized: optimized.map_err(|errors| refusal(&errors))?, steps })
        });
        made.as_ref().map_err(Clone::clone)
    }
    /// Whether another program means the same. Programs of one text are compared once.
    pub(super) fn same_meaning(&self, after: &Program, reordered: bool) -> Verdict {
        let key = (print(after), reordered);
        if let Some(known) = self.compared.borrow().get(&key) {
            return known.clone();
        }
        let mut reference = self.reference.borrow_mut();
        reference.allow_reordered(reordered);
        let verdict = match reference.compare(after).difference {
            Some(difference) => Err(difference.to_string()),
            None => Ok(()),
        };
        self.compared.borrow_mut().insert(key, verdict.clone());
        verdict
    }
    /// Whether the program runs on some input.
    pub(super) fn runs(&self) -> bool {
        let mut reference = self.reference.borrow_mut();
        reference.compare(self.program).runs > 0
    }
}

/// Why the optimizer refused; programs that it may refuse are told apart by the runner.
pub(super) fn refusal(errors: &Diagnostics) -> String {
    let listed: Vec<String> = errors.iter().map(|it| format!("{}: {}", it.code.0, it.message)).collect();
    format!("{REFUSED}{}", listed.join("; "))
}
