//! Everything outside variables: storage accounting, tasks, windows, the trace, and which block is running.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::rc::Rc;

use crate::base::name::Name;
use crate::interp::fault::Fault;
use crate::interp::number::Number;
use crate::interp::outcome::{Content, Event, Output, Place, Root};
use crate::interp::storage::{Account, Handle};
use crate::interp::value::Value;
use crate::ir::dtype::DType;

/// Which of several concurrent blocks and lanes a statement runs in.
#[derive(Clone, Copy)]
pub(crate) struct Lane {
    pub(crate) block: usize,
    pub(crate) blocks: usize,
    pub(crate) part: usize,
}

impl Lane {
    /// Alone.
    pub(crate) const ONLY: Self = Self { block: 0, blocks: 1, part: 0 };
}

/// A task that was submitted, or a dummy that only stands for others.
struct Task {
    /// The submissions it stands for, ascending: itself, or those that a dummy waits for.
    stands_for: Vec<usize>,
}

/// A window buffer: its bytes become elements when `pld.window` says of which type.
pub(crate) struct WindowBuffer {
    pub(crate) name: Name,
    pub(crate) bytes: usize,
    pub(crate) content: Option<Handle>,
}

/// Whether tiles go to the vector cores, which block's, and by which pipe.
pub(crate) type PipeKey = (bool, usize, i128);

/// What cores of a cluster hand each other.
#[derive(Clone, Default)]
pub(crate) struct Pipes {
    /// Tiles under way.
    pub(crate) queues: BTreeMap<PipeKey, VecDeque<Handle>>,
    /// What lanes put together, by block and how many such there were before.
    pub(crate) gathered: BTreeMap<(usize, usize), Handle>,
    /// How much each lane of each block has put together.
    gathers: BTreeMap<(usize, usize), usize>,
}

/// The world of one run.
pub(crate) struct World {
    pub(crate) account: Rc<Account>,
    pub(crate) lane: Lane,
    pub(crate) windows: Vec<WindowBuffer>,
    pub(crate) trace: Vec<Event>,
    pub(crate) poison_uses: u64,
    pub(crate) pipes: Pipes,
    tasks: Vec<Task>,
    submissions: usize,
    roots: HashMap<u32, Root>,
    /// Buffers that got a name are kept, so that their numbers stay theirs.
    named: Vec<Handle>,
    /// Buffers that other ranks may write.
    shared: Vec<Handle>,
    /// How often others could have written.
    meetings: u64,
    fresh: usize,
}

impl World {
    pub(crate) fn new(account: Rc<Account>) -> Self {
        Self {
            account,
            lane: Lane::ONLY,
            windows: Vec::new(),
            trace: Vec::new(),
            poison_uses: 0,
            pipes: Pipes::default(),
            tasks: Vec::new(),
            submissions: 0,
            roots: HashMap::new(),
            named: Vec::new(),
            shared: Vec::new(),
            meetings: 0,
            fresh: 0,
        }
    }
    /// Says what the buffer of a handle is called, unless it has a name already.
    pub(crate) fn name_root(&mut self, handle: &Handle, root: Root) {
        if let std::collections::hash_map::Entry::Vacant(entry) = self.roots.entry(handle.buffer.id) {
            entry.insert(root);
            self.named.push(handle.clone());
        }
    }
    /// Says that other ranks may write the buffer of a handle.
    pub(crate) fn share(&mut self, handle: &Handle) {
        self.shared.push(handle.clone());
    }
    /// Other ranks see what they share with this one, and write it, for [`Limits::others`](crate::interp::fault::Limits::others). Integers
    /// are left alone, as they are signals and indices.
    pub(crate) fn others_write(&mut self) {
        self.meetings += 1;
        self.account.writer.set(None);
        self.trace.push(Event::Shown(self.shared.iter().map(|handle| handle.buffer.digest()).collect()));
        for Handle { buffer, .. } in &self.shared {
            for at in 0..buffer.len() {
                if let Number::Float(value) = buffer.get(at) {
                    let other = (self.meetings as usize * 5 + at * 3) % 16;
                    buffer.set(at, Number::Float(value / 2.0 + other as f64 / 8.0));
                }
            }
        }
    }
    /// How often others could have written, and back to that state.
    pub(crate) fn meetings(&self) -> u64 {
        self.meetings
    }
    pub(crate) fn restore_meetings(&mut self, meetings: u64) {
        self.meetings = meetings;
    }
    /// What the buffer of a handle is called; a new one is the next fresh one.
    pub(crate) fn root(&mut self, handle: &Handle) -> Root {
        if let Some(root) = self.roots.get(&handle.buffer.id) {
            return *root;
        }
        let root = Root::Fresh(self.fresh);
        self.fresh += 1;
        self.name_root(handle, root);
        root
    }
    /// The key of what this lane puts together next.
    pub(crate) fn next_gather(&mut self) -> (usize, usize) {
        let count = self.pipes.gathers.entry((self.lane.block, self.lane.part)).or_default();
        *count += 1;
        (self.lane.block, *count)
    }
    /// A new submission; its task number.
    pub(crate) fn submit(&mut self) -> i128 {
        self.tasks.push(Task { stands_for: vec![self.submissions] });
        self.submissions += 1;
        self.tasks.len() as i128 - 1
    }
    /// A new dummy that stands for the submissions given; its task number.
    pub(crate) fn dummy(&mut self, stands_for: Vec<usize>) -> i128 {
        self.tasks.push(Task { stands_for });
        self.tasks.len() as i128 - 1
    }
    /// How many tasks and submissions there are, and back to that state.
    pub(crate) fn task_counts(&self) -> (usize, usize) {
        (self.tasks.len(), self.submissions)
    }
    pub(crate) fn restore_tasks(&mut self, counts: (usize, usize)) {
        self.tasks.truncate(counts.0);
        self.submissions = counts.1;
    }
    /// The submissions that values of dependencies stand for, ascending: task ids, arrays of them, or nothing.
    pub(crate) fn submissions(&self, deps: &[Value]) -> Result<Vec<usize>, Fault> {
        let mut found = Vec::new();
        for dep in deps {
            match dep {
                Value::Storage(array) => {
                    for number in array.elements() {
                        found.extend(self.stands_for(number)?);
                    }
                }
                Value::Tuple(items) => found.extend(self.submissions(items)?),
                Value::Nothing => {}
                other => found.extend(self.stands_for(other.scalar()?.0)?),
            }
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }
    fn stands_for(&self, number: Number) -> Result<Vec<usize>, Fault> {
        match number {
            Number::Int(-1) => Ok(Vec::new()),
            Number::Int(task) => {
                let task = usize::try_from(task).ok().and_then(|task| self.tasks.get(task));
                task.map(|task| task.stands_for.clone()).ok_or_else(|| Fault::misfit("this is no task"))
            }
            Number::Float(_) => Err(Fault::misfit("a float as a task")),
            Number::Poison => Err(Fault::poison("a dependency on a task that was never written")),
        }
    }
    /// A value as the trace shows it.
    pub(crate) fn place(&mut self, value: &Value) -> Place {
        match value {
            Value::Scalar(number, DType::TaskId) => Place::Task(self.stands_for(*number).unwrap_or_default()),
            Value::Scalar(number, dtype) => Place::Scalar(*number, *dtype),
            Value::Storage(handle) => Place::Storage {
                root: self.root(handle),
                offset: handle.offset,
                shape: handle.shape.to_vec(),
                strides: handle.strides.to_vec(),
            },
            Value::Tuple(items) => Place::Tuple(items.iter().map(|item| self.place(item)).collect()),
            Value::Text(text) => Place::Other(text.to_string()),
            other => Place::Other(other.kind().to_owned()),
        }
    }
    /// A value as the outcome shows it.
    pub(crate) fn output(&mut self, value: &Value) -> Output {
        match value {
            Value::Scalar(number, DType::TaskId) => match self.stands_for(*number) {
                Ok(tasks) => Output::Task(tasks),
                Err(fault) => Output::Other(fault.message),
            },
            Value::Scalar(number, dtype) => Output::Scalar(*number, *dtype),
            Value::Storage(handle) => Output::Storage(self.content(handle)),
            Value::Tuple(items) => Output::Tuple(items.iter().map(|item| self.output(item)).collect()),
            other => Output::Other(other.kind().to_owned()),
        }
    }
    fn content(&mut self, handle: &Handle) -> Content {
        let inside = |index: &[usize]| handle.is_valid(index).then(|| handle.position(index));
        let positions = crate::interp::storage::indices(&handle.shape).map(|index| inside(&index));
        let writers: Vec<_> = positions.map(|at| at.and_then(|at| handle.buffer.writer(at))).collect();
        let recorded = writers.iter().any(Option::is_some);
        Content {
            root: self.root(handle),
            dtype: handle.dtype(),
            shape: handle.shape.to_vec(),
            valid: handle.valid.to_vec(),
            elements: handle.elements(),
            writers: if recorded { writers } else { Vec::new() },
            sites: Vec::new(),
        }
    }
}
