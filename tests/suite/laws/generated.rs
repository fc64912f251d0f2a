//! The generator itself.

use crate::generate;
use crate::laws::runner::read;

#[test]
fn fewer_choices_make_smaller_programs() {
    let lines = |len: usize| {
        (0..50).map(|seed| generate::program(&generate::choices(seed, len)).lines().count()).sum::<usize>()
    };
    let (none, some, many) = (lines(0), lines(60), lines(400));
    assert!(none < some && some < many, "{none} {some} {many} lines");
}

#[test]
fn equal_choices_make_equal_programs() {
    for seed in 0..20 {
        let choices = generate::choices(seed, 300);
        assert_eq!(generate::program(&choices), generate::program(&choices));
    }
}

#[test]
fn every_generated_program_is_read() {
    for seed in 0..500 {
        let text = generate::program(&generate::choices(seed, 40 + 2 * seed as usize));
        // For whoever wants to look at them, or to run other tools over them.
        if let Ok(folder) = std::env::var("SELFSAME_WRITE") {
            std::fs::write(format!("{folder}/{seed}.py"), &text).unwrap();
        }
        if let Err(errors) = read("generated.py", &text) {
            let shown: Vec<String> =
                errors.iter().map(|it| format!("{}: {}", it.code.0, it.message)).collect();
            panic!("seed {seed}: {}\n{text}", shown.join("\n"));
        }
    }
}
