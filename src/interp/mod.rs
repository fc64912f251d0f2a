//! Layer 2: the reference meaning. Runs programs on dense tensors, plainly and slowly.
//!
//! * Storage is real: a tensor, tile or array variable is a handle to a buffer, views alias, in-place operators write
//!   where the operator table says ([`crate::ir::op`]). Fresh storage is unwritten, element by element; what is computed
//!   from it is counted, and a decision, index or extent that hangs on it stops the run.
//! * Integers are exact and wrap to their type, division rounds down; floats are rounded after each operator.
//! * Every call runs its body, whatever runs the function: Spmd functions and submissions as several blocks run it once
//!   per block, blocks side by side up to each barrier; members of a Group run in order; a submission runs when it is
//!   submitted and gives a task id; what a predicate skips names the storage it would have named and writes nothing.
//! * Ranks: the program is rank 0 of 1.
//!
//! With the optimizer it shares the IR and the operator table, and nothing else.

pub mod aliasing;
mod call;
mod control;
pub mod equivalent;
mod external;
pub mod fault;
mod frame;
pub mod inputs;
mod machine;
pub mod number;
mod ops;
pub mod outcome;
mod pairing;
mod params;
pub(crate) mod scalar;
mod show;
mod storage;
mod value;
mod world;

use crate::interp::fault::{Fault, Limits};
use crate::interp::frame::Frame;
use crate::interp::inputs::Inputs;
use crate::interp::machine::Machine;
use crate::interp::outcome::{Content, Outcome, Output, Root};
use crate::interp::value::Value;
use crate::interp::world::Lane;
use crate::ir::program::Program;
use crate::ir::types::Type;

/// Whether an operator has a meaning here.
pub fn supports(operator: &str) -> bool {
    ops::meaning(operator).is_some()
}

/// Runs a function of a program.
pub fn run(program: &Program, entry: &str, inputs: &Inputs, limits: &Limits) -> Result<Outcome, Fault> {
    let Some(function) = program.functions.get(entry) else {
        return Err(Fault::request(format!("there is no function `{entry}`")));
    };
    let mut machine = Machine::new(program, *limits);
    let args = inputs.values(&machine.world.account, function)?;
    for (at, arg) in args.iter().enumerate() {
        if let Value::Storage(handle) = arg {
            machine.world.name_root(handle, Root::Param(at));
            if limits.others
                && matches!(function.ty(function.params[at].var), Type::Tensor(tensor) if tensor.distributed)
            {
                machine.world.share(handle);
            }
        }
    }
    let mut returned = if function.body.is_none() {
        external::call(&mut machine.world, function, &args)?
    } else {
        let mut frame = Frame::new(function, Lane::ONLY, None);
        params::bind(&mut frame, &args)?;
        machine.run(frame)?
    };
    let hidden = returned.split_off(returned.len().saturating_sub(function.hidden));
    drop(hidden);
    Ok(outcome(machine, &args, &returned))
}

fn outcome(mut machine: Machine<'_>, args: &[Value], returned: &[Value]) -> Outcome {
    let windows: Vec<_> =
        machine.world.windows.iter().map(|it| (it.name.clone(), it.content.clone())).collect();
    let world = &mut machine.world;
    let mut result = Outcome {
        params: args.iter().map(|arg| world.output(arg)).collect(),
        returns: returned.iter().map(|value| world.output(value)).collect(),
        windows: Vec::new(),
        trace: Vec::new(),
        poison_uses: world.poison_uses,
        first_poison: machine.first_poison,
        aliasings: machine.aliasings,
        steps: machine.steps,
    };
    for (name, content) in windows {
        let content =
            content.map_or(Output::Other("never used".into()), |it| world.output(&Value::Storage(it)));
        result.windows.push((name, content));
    }
    result.trace = std::mem::take(&mut world.trace);
    let outputs = result.params.iter_mut().chain(&mut result.returns);
    for output in outputs.chain(result.windows.iter_mut().map(|(_, output)| output)) {
        each_content(output, &mut |content| content.sites.clone_from(&machine.sites));
    }
    result
}

/// Calls `f` on each content of an output. Tuples nest only as deep as types do.
fn each_content(output: &mut Output, f: &mut impl FnMut(&mut Content)) {
    match output {
        Output::Storage(content) if !content.writers.is_empty() => f(content),
        Output::Tuple(items) => items.iter_mut().for_each(|item| each_content(item, f)),
        Output::Scalar(..) | Output::Task(_) | Output::Storage(_) | Output::Other(_) => {}
    }
}
