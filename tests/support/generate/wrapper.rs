//! Functions that only forward to kernels: groups, grids, graphs.

use crate::generate::scope::{Kind, Param, Signature};
use crate::generate::writer::Writer;

/// Writes a wrapper round a kernel, or round two that share their parameters.
pub(crate) fn wrapper(writer: &mut Writer<'_>) {
    let kind = *writer.choices.pick(&[Kind::Group, Kind::Spmd, Kind::Graph]);
    let kernels: Vec<Signature> =
        writer.functions.iter().filter(|it| it.kind.is_kernel() && !it.results.is_empty()).cloned().collect();
    if kernels.is_empty() {
        return;
    }
    let kernel = writer.choices.pick(&kernels).clone();
    let mut params: Vec<Param> = kernel.params.clone();
    // A group may call a second kernel of the same types with the parameters in their places.
    let types = |it: &Signature| it.params.iter().map(|param| param.ty).collect::<Vec<_>>();
    let twins: Vec<Signature> =
        kernels.iter().filter(|it| it.name != kernel.name && types(it) == types(&kernel)).cloned().collect();
    let first = (kind == Kind::Group && !twins.is_empty()).then(|| writer.choices.pick(&twins).clone());
    if let Some(twin) = &first {
        for (param, other) in params.iter_mut().zip(&twin.params) {
            if param.direction != other.direction {
                param.direction = crate::generate::scope::Direction::InOut;
            }
        }
    }
    writer.start(kind, &params, 1);
    let args: Vec<&str> = params.iter().map(|param| param.name.as_str()).collect();
    let args = args.join(", ");
    if kind == Kind::Spmd {
        writer.line("pl.func_attr({\"core_num\": 2})");
    }
    if let Some(twin) = first {
        writer.line(format!("self.{}({args})", twin.name));
    }
    let mut order: Vec<usize> = (0..kernel.results.len()).collect();
    match writer.choices.below(3) {
        0 => {
            let name = writer.fresh();
            writer.line(format!("{name} = self.{}({args})", kernel.name));
            writer.line(format!("return {name}"));
        }
        scrambled => {
            let names: Vec<String> = order.iter().map(|_| writer.fresh()).collect();
            writer.line(format!("{} = self.{}({args})", names.join(", "), kernel.name));
            if scrambled == 2 {
                order.reverse();
            }
            let returned: Vec<&str> = order.iter().map(|at| names[*at].as_str()).collect();
            writer.line(format!("return {}", returned.join(", ")));
        }
    }
    let results = order.iter().map(|at| kernel.results[*at]).collect();
    let name = writer.function_name("w");
    writer.end(name, params, results);
}
