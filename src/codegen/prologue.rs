//! The lines that bind parameters and dynamic extents.

use std::rc::Rc;

use crate::base::diagnostic::Diagnostic;
use crate::codegen::code;
use crate::codegen::emitter::Emitter;
use crate::codegen::expr::{Scalars, Sign};
use crate::codegen::names;
use crate::codegen::writer::Writer;
use crate::ir::dtype::DType;
use crate::ir::program::VarId;
use crate::ir::types::Type;

impl Emitter<'_, '_> {
    /// Names parameters and symbols first, so that they keep their names.
    pub(crate) fn params(&mut self) {
        for param in &self.function.params {
            let base = names::base(&self.function.vars[param.var].name);
            let tensor = self.function.ty(param.var).is_tensor();
            let name: Rc<str> = self.names.fresh(&if tensor { format!("ext_{base}") } else { base }).into();
            if tensor && self.visible[0].is_none() {
                self.visible[0] = Some(param.var);
            }
            self.name[param.var] = Some(name);
        }
        for &symbol in &self.function.symbols {
            let name = self.names.fresh(&names::base(&self.function.vars[symbol].name));
            self.name[symbol] = Some(name.into());
            self.sign[symbol] = Sign::NonNegative;
        }
    }

    /// The lines that bind parameters and symbols: those that the body mentions.
    pub(crate) fn prologue(&mut self) -> String {
        let mut out = Writer::new(1);
        let mut symbols = Vec::new();
        for &symbol in &self.function.symbols {
            if self.used[symbol] {
                symbols.extend(self.symbol(symbol));
            }
        }
        let (mut tensors, mut scalars) = (Vec::new(), Vec::new());
        let (mut tensor_at, mut scalar_at) = (0, 0);
        for param in &self.function.params {
            let (var, ty) = (param.var, self.function.ty(param.var));
            let name = self.name[var].clone().expect("parameters are named first");
            let used = self.used[var];
            if ty.is_tensor() {
                let line = format!("const ChipTensor& {name} = orch_args.tensor({tensor_at}).ref();");
                tensors.extend(used.then_some(line));
                tensor_at += 1;
                continue;
            }
            let line = match ty {
                Type::Scalar(dtype) => match self.cpp_type(*dtype) {
                    Some(ty) => format!("{ty} {name} = from_u64<{ty}>(orch_args.scalar({scalar_at}));"),
                    None if used => {
                        self.no_scalar_type(var);
                        String::new()
                    }
                    None => String::new(),
                },
                _ => format!("uint64_t {name} = orch_args.scalar({scalar_at});"),
            };
            scalars.extend(used.then_some(line));
            scalar_at += 1;
        }
        for (title, lines) in
            [("External tensors", tensors), ("Scalar params", scalars), ("Extents", symbols)]
        {
            if !lines.is_empty() {
                out.line(format!("// {title}"));
                lines.iter().for_each(|line| out.line(line));
                out.line("");
            }
        }
        out.finish()
    }

    /// The line that defines a symbol: the extent of the first parameter that declares it.
    fn symbol(&mut self, symbol: VarId) -> Option<String> {
        let name = self.name[symbol].clone().expect("symbols are named first");
        let mut tensor = 0;
        for param in &self.function.params {
            let Type::Tensor(ty) = self.function.ty(param.var) else { continue };
            if let Some(axis) = ty.shape.iter().position(|extent| extent.as_var() == Some(symbol)) {
                // Two FP4 elements share a carrier along the last axis, and the runtime counts carriers.
                let packed = ty.dtype == DType::Fp4 && axis + 1 == ty.shape.len();
                let twice = if packed { " * 2" } else { "" };
                return Some(format!(
                    "int64_t {name} = (int64_t)orch_args.tensor({tensor}).ref().shapes[{axis}]{twice};"
                ));
            }
            tensor += 1;
        }
        let var = &self.function.vars[symbol];
        self.errors.push(
            Diagnostic::error(
                code::SYMBOL,
                self.function.span,
                format!("no parameter of `{}` has the extent `{}`", self.function.name, var.name),
            )
            .help("declare a tensor parameter with that extent, or pass it as a scalar"),
        );
        None
    }
}
