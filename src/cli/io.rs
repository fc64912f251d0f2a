//! Files in and out, and diagnostics on the terminal.

use std::io::{Read, Write};
use std::path::Path;
use std::process::ExitCode;

use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::span::{NotText, Source};
use crate::cli::output::{self, complain_of};
use crate::ir::program::Program;

/// Reads a file; `-` is standard input.
pub(super) fn read(path: &str) -> Result<Source, ExitCode> {
    let (name, bytes) = if path == "-" {
        let mut bytes = Vec::new();
        let read = std::io::stdin().lock().read_to_end(&mut bytes);
        ("<stdin>", read.map(|_| bytes))
    } else {
        (path, std::fs::read(path))
    };
    let bytes = bytes.map_err(|why| unreadable(name, &why))?;
    Source::from_bytes(name, bytes).map_err(|NotText { at, read }| {
        let message = "the file is not UTF-8 text";
        let wrong = Diagnostic::error(Code("not-utf8"), at, message).label("the first byte that is no text");
        complain_of(&wrong.help("save the file as UTF-8").into(), &read)
    })
}

/// A file or folder that cannot be read.
pub(super) fn unreadable(name: &str, why: &std::io::Error) -> ExitCode {
    output::wrong(
        Code("cannot-read"),
        format!("cannot read `{name}`: {why}"),
        "check the path; `-` reads standard input",
    )
}

/// A file or folder that cannot be written.
pub(super) fn unwritable(name: &str, why: &std::io::Error) -> ExitCode {
    output::wrong(
        Code("cannot-write"),
        format!("cannot write `{name}`: {why}"),
        "nothing was written; name a file in a folder that exists and that you may write to",
    )
}

/// Reads all files of a folder with an extension, in the order of their names.
pub(super) fn read_folder(folder: &str, extension: &str) -> Result<Vec<Source>, ExitCode> {
    let unreadable = |why: std::io::Error| unreadable(folder, &why);
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_some_and(|it| it == extension) {
            paths.push(path);
        }
    }
    paths.sort();
    paths.iter().map(|path| read(&path.to_string_lossy())).collect()
}

/// Lowers a text and writes down what is worth knowing about it.
pub(super) fn lower(source: &Source) -> Result<Vec<Program>, ExitCode> {
    let lowered = crate::lower::lower(source).map_err(|wrong| complain_of(&wrong, source))?;
    complain_of(&lowered.notes, source);
    Ok(lowered.programs)
}

/// Writes a remark to standard error.
pub(super) fn note(text: &str) {
    output::complain(text);
}

/// Writes to a file, whole or not at all, or to standard output.
pub(super) fn write(path: Option<&str>, text: &str) -> Result<(), ExitCode> {
    let Some(path) = path else {
        output::print(text);
        return Ok(());
    };
    write_whole(Path::new(path), text).map_err(|why| unwritable(path, &why))
}

/// Writes beside the file first and then puts that in its place, so that nobody sees half of it.
fn write_whole(path: &Path, text: &str) -> std::io::Result<()> {
    let name = path.file_name().ok_or(std::io::ErrorKind::InvalidFilename)?;
    if !path.parent().is_none_or(|folder| folder.as_os_str().is_empty() || folder.is_dir()) {
        return Err(std::io::ErrorKind::NotFound.into());
    }
    if path.exists() && !path.is_file() {
        return std::fs::write(path, text);
    }
    let mut beside = std::ffi::OsString::from(".");
    beside.push(name);
    beside.push(format!(".{}.tmp", std::process::id()));
    let beside = path.with_file_name(beside);
    let written = std::fs::File::create(&beside).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        std::fs::rename(&beside, path)
    });
    if written.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    written
}
