//! Codes of the complaints of code generation.

use crate::base::diagnostic::Code;

/// The function asked for does not exist.
pub const NO_FUNCTION: Code = Code("cpp-no-such-function");
/// The function asked for is no orchestration function.
pub const NOT_ORCHESTRATION: Code = Code("cpp-not-orchestration");
/// Runtime scopes were not placed.
pub const SCOPES: Code = Code("cpp-scopes-not-placed");
/// A loop's carries were not classified.
pub const CARRIES: Code = Code("cpp-carries-not-classified");
/// A call's argument directions were not derived.
pub const DIRECTIONS: Code = Code("cpp-directions-missing");
/// A used result is not explicitly a parameter.
pub const RETURNS: Code = Code("cpp-returns-not-explicit");
/// A callee that no core can run.
pub const CALLEE: Code = Code("cpp-callee-not-a-kernel");
/// A kernel that uses both cores.
pub const MIXED_KERNEL: Code = Code("cpp-kernel-on-two-cores");
/// A scope that should have become a function.
pub const NOT_OUTLINED: Code = Code("cpp-scope-not-outlined");
/// A loop kind that should have been lowered.
pub const LOOP_KIND: Code = Code("cpp-loop-kind");
/// An operator that cannot run on the scheduler.
pub const MISPLACED: Code = Code("cpp-operator-in-orchestration");
/// An element type the scheduler has no C++ type for.
pub const SCALAR_TYPE: Code = Code("cpp-scalar-type");
/// A value of a kind that C++ cannot carry here.
pub const VALUE: Code = Code("cpp-value");
/// A scalar result of a task.
pub const TASK_SCALAR: Code = Code("cpp-scalar-of-a-task");
/// A dependency on a task whose scope has closed.
pub const CLOSED_SCOPE: Code = Code("cpp-dependency-on-closed-scope");
/// A predicate that the runtime cannot evaluate.
pub const PREDICATE: Code = Code("cpp-predicate");
/// An initial value that the runtime cannot write.
pub const INIT_VALUE: Code = Code("cpp-initial-value");
/// A view the runtime's tensors cannot express.
pub const VIEW: Code = Code("cpp-view");
/// A wrapper whose body is more than calls.
pub const WRAPPER: Code = Code("cpp-wrapper");
/// A dynamic symbol that no parameter's extent defines.
pub const SYMBOL: Code = Code("cpp-symbol-without-source");
/// A fence whose shape does not fit its loop.
pub const FENCE: Code = Code("cpp-fence-shape");
/// A tensor that is used after the scope that owns it.
pub const LIFETIME: Code = Code("cpp-tensor-outlives-scope");
/// More arguments or axes than the runtime takes.
pub const LIMIT: Code = Code("cpp-too-many-arguments");
/// Something that has no C++ form.
pub const UNSUPPORTED: Code = Code("cpp-unsupported");
