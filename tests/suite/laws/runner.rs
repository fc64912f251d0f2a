//! Tries laws on the programs of the tests and on generated ones.
//!
//! What laws need of one program, its optimized forms and what it does when it runs, is found out once for all of them
//! ([`Subject`]). Programs are tried side by side. A program that breaks a law is shrunk and written to `target/laws`.
//!
//! `SELFSAME_CASES=N` tries N generated programs, `SELFSAME_FIRST=K` starts with number K, `SELFSAME_LAW=NAME,…` tries
//! those laws only, `SELFSAME_WRITE=FOLDER` writes each program there before it is tried.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use selfsame::base::diagnostic::Diagnostics;
use selfsame::base::span::Source;
use selfsame::interp::fault::Limits;
use selfsame::ir::program::Program;
use selfsame::lower;

use crate::corpus;
use crate::generate;
use crate::generate::strategy::{Lists, Shrinking};
use crate::laws::subject::Subject;

/// Length of the longest list of choices.
const CHOICES: usize = 500;
/// How many lists are tried to make a program that fails smaller, and how long: some programs take their time.
const TRIES: usize = 2000;
const PATIENCE: Duration = Duration::from_secs(20);

/// Says why a law does not hold.
pub(super) type Verdict = Result<(), String>;

/// A law: its name, and whether it holds of a program.
pub(super) type Law = (&'static str, fn(&Subject<'_>) -> Verdict);

/// How the reason starts if the optimizer said what is wrong with the program; some programs of the tests are wrong.
pub(super) const REFUSED: &str = "refused: ";

/// The programs of a text.
pub(crate) fn read(name: &str, text: &str) -> Result<Vec<Program>, Diagnostics> {
    lower::lower(&Source::new(name, text)).map(|lowered| lowered.programs)
}

/// What limits the runs of a law.
pub(crate) fn limits() -> Limits {
    Limits { steps: 200_000, elements: 1 << 22, ..Limits::default() }
}

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|value| value.parse().ok())
}

/// The laws to try.
fn wanted(laws: &[Law]) -> Vec<Law> {
    let only = std::env::var("SELFSAME_LAW").ok();
    let named = |only: &String, name: &str| only.split(',').any(|it| it == name);
    laws.iter().filter(|(name, _)| only.as_ref().is_none_or(|only| named(only, name))).copied().collect()
}

/// Tries laws on all programs of the tests, each under so many salts.
pub(super) fn hold_on_corpus(laws: &[Law], salts: u64) {
    let failures = on_corpus(salts, &wanted(laws));
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Tries laws on so many generated programs, unless `SELFSAME_CASES` says how many.
pub(super) fn hold_on_generated(laws: &[Law], cases: u64) {
    let start = Instant::now();
    let cases = setting("SELFSAME_CASES").unwrap_or(cases);
    let found = on_generated(&wanted(laws), cases);
    assert!(found.failures.is_empty(), "{}", found.failures.join("\n"));
    // A program that stops with its first input shows nothing.
    let (ran, seconds) = (found.ran, start.elapsed().as_secs());
    assert!(ran * 20 >= cases * 19, "only {ran} of {cases} programs run");
    let slowest =
        found.slowest.map_or_else(String::new, |(number, took)| format!(", {number} alone {took:.1?}"));
    let said = format!("{cases} programs, {ran} of which run, in {seconds} s{slowest}\n");
    std::io::stdout().write_all(said.as_bytes()).unwrap();
}

fn on_corpus(salts: u64, laws: &[Law]) -> Vec<String> {
    let texts = corpus::texts(&["redteam", "programs", "cases", "bugs"]);
    let work: Vec<(&(String, String), u64)> =
        texts.iter().flat_map(|text| (0..salts).map(move |salt| (text, salt))).collect();
    let one = |((name, text), salt): &(&(String, String), u64)| {
        // Some cases are there for what is wrong with them.
        let programs = read(name, &corpus::varied(text, *salt)).unwrap_or_default();
        let mut failures = Vec::new();
        for program in &programs {
            let subject = Subject::new(*salt, program);
            for (law, why) in broken(laws, &subject) {
                if !why.starts_with(REFUSED) {
                    failures.push(format!("{law}: {name}, salt {salt}: {why}"));
                }
            }
        }
        failures
    };
    side_by_side(&work, one).into_iter().flatten().collect()
}

/// Does the same with all items, as many at one time as there are cores, each with stack enough. The optimizer has threads
/// of its own, and whoever waits for those in a pool would take on more work meanwhile, one job on top of the other.
pub(crate) fn side_by_side<T: Sync, R: Send>(items: &[T], one: impl Fn(&T) -> R + Sync) -> Vec<R> {
    const STACK: usize = 1 << 26;
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::with_capacity(items.len()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            let worker = std::thread::Builder::new().stack_size(STACK);
            let work = || {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(at) else { return };
                    let result = one(item);
                    done.lock().unwrap().push((at, result));
                }
            };
            worker.spawn_scoped(scope, work).expect("the system gives threads");
        }
    });
    let mut done = done.into_inner().unwrap();
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

/// The laws that a program breaks, each with why.
fn broken(laws: &[Law], subject: &Subject<'_>) -> Vec<(&'static str, String)> {
    let one = |(law, check): &Law| guarded(*check, subject).err().map(|why| (*law, why));
    laws.iter().filter_map(one).collect()
}

/// A panic is a failure like any other.
fn guarded(check: fn(&Subject<'_>) -> Verdict, subject: &Subject<'_>) -> Verdict {
    catch_unwind(AssertUnwindSafe(|| check(subject))).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        Err(format!("panicked: {}", text.unwrap_or_default()))
    })
}

/// Writes a program before it is tried, if `SELFSAME_WRITE` names a folder: one that never ends can be found there.
fn written(name: &str, choices: &[u32]) {
    if let Ok(folder) = std::env::var("SELFSAME_WRITE") {
        fs::write(format!("{folder}/{name}.py"), generate::program(choices)).unwrap();
    }
}

/// What came of generated programs.
struct Found {
    /// How many ran to their end on some input.
    ran: u64,
    /// The program that took longest, and how long.
    slowest: Option<(u64, Duration)>,
    /// One report per law that was broken.
    failures: Vec<String>,
}

/// The choices of a generated program by its number.
pub(super) fn numbered(number: u64) -> Vec<u32> {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&number.to_le_bytes());
    let random = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let mut runner = TestRunner::new_with_rng(Config::default(), random);
    let lists = Lists { longest: CHOICES };
    lists.new_tree(&mut runner).expect("there is always a list").current()
}

fn on_generated(laws: &[Law], cases: u64) -> Found {
    let first = setting("SELFSAME_FIRST").unwrap_or(0);
    let one = |number: &u64| {
        let (choices, start) = (numbered(*number), Instant::now());
        written(&number.to_string(), &choices);
        let (ran, broken) = tried(laws, *number, &choices);
        (*number, ran, broken, start.elapsed())
    };
    let numbers: Vec<u64> = (first..first + cases).collect();
    let all = side_by_side(&numbers, one);
    let ran = all.iter().filter(|(_, ran, ..)| *ran).count() as u64;
    let slowest = all.iter().max_by_key(|(.., took)| *took).map(|(number, .., took)| (*number, *took));
    let report = |law: &Law| {
        let breaks = |broken: &[(&str, String)]| broken.iter().any(|(name, _)| *name == law.0);
        let numbers: Vec<u64> =
            all.iter().filter(|(_, _, broken, _)| breaks(broken)).map(|(number, ..)| *number).collect();
        let smallest = numbers.iter().min_by_key(|number| numbered(**number).len())?;
        let path = shrunk(*law, *smallest);
        Some(format!(
            "{} of {cases} programs, first {:?}; {path}",
            numbers.len(),
            &numbers[..numbers.len().min(8)]
        ))
    };
    Found { ran, slowest, failures: side_by_side(laws, report).into_iter().flatten().collect() }
}

/// Whether the program of these choices runs, and the laws that it breaks. The salt stays while a program is shrunk.
fn tried(laws: &[Law], salt: u64, choices: &[u32]) -> (bool, Vec<(&'static str, String)>) {
    let text = generate::program(choices);
    let programs = match read("generated.py", &text) {
        Ok(programs) => programs,
        Err(errors) => {
            let first = errors.iter().next().map(|it| it.message.clone()).unwrap_or_default();
            return (false, laws.iter().map(|(law, _)| (*law, format!("cannot be read: {first}"))).collect());
        }
    };
    let mut broke = Vec::new();
    let mut ran = false;
    for program in &programs {
        let subject = Subject::new(salt, program);
        broke.extend(broken(laws, &subject));
        ran |= subject.runs();
    }
    (ran, broke)
}

/// A smaller program that breaks the law, written where it can be run again.
fn shrunk(law: Law, number: u64) -> String {
    let why = |choices: &[u32]| {
        written(&format!("{number}.{}", law.0), choices);
        tried(&[law], number, choices).1.into_iter().next().map(|(_, why)| why)
    };
    let mut tree = Shrinking::new(numbered(number));
    let (mut best, mut reason) = (tree.current(), why(&tree.current()).unwrap_or_default());
    // It must stay the same kind of failure: a shorter program may be wrong in another way.
    let kind = |why: &str| parted(why).1.split([' ', ':']).next().unwrap_or_default().to_owned();
    let wanted = kind(&reason);
    let mut more = tree.simplify();
    let start = Instant::now();
    for _ in 0..TRIES {
        if !more || start.elapsed() > PATIENCE {
            break;
        }
        match why(&tree.current()).filter(|why| kind(why) == wanted) {
            Some(why) => {
                (best, reason) = (tree.current(), why);
                more = tree.simplify();
            }
            None => more = tree.complicate(),
        }
    }
    report(law.0, &best, &reason)
}

/// How a failure that shows only with some arguments of `selfsame check` is said.
pub(super) fn with_arguments(arguments: &str, why: &str) -> String {
    format!("[{arguments}] {why}")
}

/// The arguments, and why.
fn parted(why: &str) -> (&str, &str) {
    why.strip_prefix('[').and_then(|rest| rest.split_once("] ")).unwrap_or(("", why))
}

/// Writes the program where it can be run again.
pub(super) fn report(law: &str, choices: &[u32], why: &str) -> String {
    let folder = PathBuf::from("target/laws");
    let path = folder.join(format!("{law}.py"));
    let mut text = String::new();
    let (arguments, reason) = parted(why);
    writeln!(text, "# The law {law} fails. Run `selfsame check {} {arguments}`.", path.display()).unwrap();
    for line in reason.lines() {
        writeln!(text, "# {line}").unwrap();
    }
    text.push_str(&generate::program(choices));
    fs::create_dir_all(&folder).unwrap();
    fs::write(&path, text).unwrap();
    format!("{}: {why}", path.display())
}
