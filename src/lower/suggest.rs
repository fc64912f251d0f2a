//! "Did you mean": the nearest of several names.

/// The name nearest to `wrong`, if one is near enough.
pub(super) fn nearest<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters = wrong.chars().count();
    // Of a single letter only the case may be wrong.
    let limit = if letters < 2 { 0 } else { (letters / 3).max(1) };
    let near = names.into_iter().filter(|name| *name != wrong).filter_map(|name| {
        let distance = distance(wrong, name, limit)?;
        Some((distance, name))
    });
    near.min().map(|(_, name)| name)
}

/// How many letters must be changed, added, dropped or swapped with their neighbour; `None` if more than `limit`.
fn distance(a: &str, b: &str, limit: usize) -> Option<usize> {
    let a: Vec<char> = a.chars().flat_map(char::to_lowercase).collect();
    let b: Vec<char> = b.chars().flat_map(char::to_lowercase).collect();
    if a.len().abs_diff(b.len()) > limit {
        return None;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let mut least = (row[j] + usize::from(x != y)).min(row[j + 1] + 1).min(next[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                least = least.min(before[j - 1] + 1);
            }
            next.push(least);
        }
        before = std::mem::replace(&mut row, next);
    }
    let found = row[b.len()];
    (found <= limit).then_some(found)
}

/// `1 value`, `2 values`
pub(super) fn count(number: usize, thing: &str) -> String {
    match (number, thing) {
        (1, _) => format!("1 {thing}"),
        (_, "index") => format!("{number} indices"),
        _ => match thing.strip_suffix('y') {
            Some(stem) => format!("{number} {stem}ies"),
            None => format!("{number} {thing}s"),
        },
    }
}
