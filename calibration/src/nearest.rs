/// The known name that differs least from `name`, by insertions, deletions and replacements of letters, or `None` when
/// none is near.
pub fn nearest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let (distance, best) = known.iter().map(|known| (letters_apart(name, known), *known)).min()?;
    (distance <= 1 + best.len().max(name.len()) / 4).then_some(best)
}

/// Levenshtein's distance, in letters, without regard to case.
fn letters_apart(a: &str, b: &str) -> usize {
    let (a, b) = (a.to_lowercase(), b.to_lowercase());
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, other) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != *other);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(row[j + 1] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_the_name_and_nonsense_does_not() {
        let known = ["corners", "error_squares", "mesh"];
        assert_eq!(nearest("corner", &known), Some("corners"));
        assert_eq!(nearest("eror_sqaures", &known), Some("error_squares"));
        assert_eq!(nearest("Mesh", &known), Some("mesh"));
        assert_eq!(nearest("brightness", &known), None);
        assert_eq!(letters_apart("kitten", "sitting"), 3);
    }
}
