//! Explain: visits what a question's function calls, and asks.

use crate::base::diagnostic::{Diagnostic, Diagnostics};
use crate::base::name::Name;
use crate::base::span::Source;
use crate::driver::options::Options;
use crate::egraph::explain::question::{BAD_QUESTION, Question};
use crate::egraph::explain::{Answer, Known, Replayed, refused};
use crate::egraph::session::{Saturated, Session};
use crate::ir::program::Program;
use crate::proof::check::Fault;

/// What can go wrong: with the program, or with the question.
#[derive(Clone, Debug)]
pub enum Wrong {
    /// Places are in the program.
    Program(Diagnostics),
    /// Places are in the question.
    Question(Box<Diagnostic>),
}

/// A function, and what came of replaying it.
pub type ReplayedFunction = (Name, Result<Replayed, Fault>);

/// Equations that are recorded of a function unless somebody asks for more.
pub const RECORDED: usize = 1_000_000;

/// Answers a question about a program under the rules and limits of these options.
///
/// # Errors
/// If the program cannot be optimized, or the question asks for what is not there.
pub fn explain(
    options: &Options,
    program: &Program,
    source: &Source,
    question: &Question,
    recorded: usize,
) -> Result<Answer, Wrong> {
    let name = &question.function;
    let function = program.functions.get(name).filter(|function| function.body.is_some());
    if function.is_none() {
        let known: Vec<&str> = program.functions.keys().map(|name| name.as_str()).collect();
        let message = format!("`{}` has no function `{name}` with a body", program.name);
        let help = format!("there are {}", known.join(", "));
        return Err(Wrong::Question(
            Diagnostic::error(BAD_QUESTION, question.span, message).help(help).into(),
        ));
    }
    let session = Session::new(program, &options.rules).map_err(Wrong::Program)?.offering(&options.offers);
    let mut session = session.recording(recorded);
    let mut known = Known::by_statements(program);
    let mut prove = |session: &mut Session<'_>, callee: &Name| {
        session.grant_circle(callee, &options.schedule, &mut known);
        let look = |saturated: &Saturated<'_>| saturated.prove_returns(&options.rules, &mut known);
        let proven = session.visit(callee, &options.schedule, look);
        proven.map_err(|why| Wrong::Question(refused(question, &why)))
    };
    for callee in session.levels().into_iter().flatten().take_while(|callee| callee != name) {
        prove(&mut session, &callee)?;
    }
    for member in session.circle(name) {
        prove(&mut session, &member)?;
    }
    session.explain(question, source, &options.schedule, &known.returns).map_err(Wrong::Question)
}

/// Replays all that laws say of every function of a program, in the order of the call graph; at most so many equations of
/// each.
///
/// # Errors
/// If the program cannot be optimized.
pub fn replay(
    options: &Options,
    program: &Program,
    recorded: usize,
) -> Result<Vec<ReplayedFunction>, Diagnostics> {
    let session = Session::new(program, &options.rules)?.offering(&options.offers);
    let mut session = session.recording(recorded);
    let mut known = Known::by_statements(program);
    let levels = session.levels().concat();
    let look = |name: Name| {
        session.grant_circle(&name, &options.schedule, &mut known);
        let replayed = session.visit(&name, &options.schedule, |saturated| {
            let replayed = saturated.replay(&options.rules, &known.returns)?;
            saturated.prove_returns(&options.rules, &mut known)?;
            Ok(replayed)
        });
        (name, replayed)
    };
    Ok(levels.into_iter().map(look).collect())
}
