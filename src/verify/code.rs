//! The codes of faults that checking a program finds. A fault that reading a text finds as well has the same code there.

use crate::base::diagnostic::Code;

/// A block stands in two places.
pub const BLOCK_SHARED: Code = Code("block-shared");
/// An expression is deeper than expressions may be.
pub const EXPRESSION_TOO_DEEP: Code = Code("expression-too-deep");
/// An undefined value stands where it is used.
pub const UNDEFINED_VALUE: Code = Code("undefined-value");
/// A name uses the reserved delimiter `__` in another form than compilers do.
pub const RESERVED_NAME: Code = Code("reserved-name");
/// A variable is defined twice.
pub const DUPLICATE_DEFINITION: Code = Code("duplicate-definition");
/// A variable is used before it is defined.
pub const USE_BEFORE_DEFINITION: Code = Code("use-before-definition");
/// A variable is used after the block that defined it.
pub const OUT_OF_SCOPE: Code = Code("out-of-scope");
/// A `break` or `continue` stands where no loop can be left.
pub const BREAK_PLACEMENT: Code = Code("jump-place");
/// A `break` or `continue` gives another number of values than the loop carries.
pub const BREAK_ARITY: Code = Code("carry-count");
/// Statements after a `break` or `continue`.
pub const UNREACHABLE_CODE: Code = Code("unreachable");
/// A `return` that is not the last statement of its function.
pub const RETURN_PLACEMENT: Code = Code("early-return");
/// Another number of values is returned than declared.
pub const RETURN_ARITY: Code = Code("return-count");
/// Results are declared and nothing is returned.
pub const RETURN_MISSING: Code = Code("missing-return");
/// A returned value has another type than declared.
pub const RETURN_TYPE: Code = Code("return-type");
/// A condition is not a truth value.
pub const CONDITION_NOT_BOOL: Code = Code("condition-not-bool");
/// A bound of a loop, or a count, is not an integer.
pub const BOUND_NOT_INTEGER: Code = Code("bound-not-integer");
/// Scalar arithmetic on something that is no scalar.
pub const SCALAR_EXPECTED: Code = Code("scalar-expected");
/// A projection out of something that has no such element.
pub const PROJECTION: Code = Code("projection-out-of-range");
/// A variable has another type than the value it gets.
pub const TYPE_MISMATCH: Code = Code("type-mismatch");
/// An operator does not take these operands.
pub const OPERAND_MISFIT: Code = Code("wrong-operand");
/// A value that a loop carries changes its type.
pub const CARRY_TYPE: Code = Code("carry-type");
/// The two sides of a branch give values of different types.
pub const MERGE_TYPE: Code = Code("branch-type");
/// A pipeline without stages, or stages without a pipeline.
pub const PIPELINE_STAGES: Code = Code("pipeline-stages");
/// A function is called that the program does not have.
pub const UNKNOWN_CALLEE: Code = Code("unknown-function");
/// A call gives another number of arguments than the function has parameters.
pub const CALL_ARITY: Code = Code("arity");
/// An argument has another type than the parameter.
pub const ARGUMENT_TYPE: Code = Code("argument-type");
/// Launch data that do not fit the call: an index past the arguments, a submission of blocks without their number.
pub const LAUNCH: Code = Code("launch-data");
/// A dependency is not a task id.
pub const DEP_NOT_TASK_ID: Code = Code("dep-not-task-id");
/// Dependencies are written on a call that is no submission.
pub const MANUAL_DEPS_ON_CALL: Code = Code("manual-deps-on-call");
/// An array is a parameter or a result.
pub const ARRAY_ESCAPES: Code = Code("array-escapes");
