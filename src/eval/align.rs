//! Comparing two lists of plies.

/// How two lists of plies agree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Agreement {
    /// Equal plies from the first on, up to the first difference.
    pub prefix: usize,
    /// Equal plies in the alignment with the fewest insertions, deletions and replacements (Levenshtein); of several such the
    /// one with the most equal plies.
    pub aligned: usize,
    /// Plies of the truth.
    pub truth: usize,
    /// Plies that were told.
    pub told: usize,
}

impl Agreement {
    /// Compares `told` with `truth`.
    pub fn of<T: PartialEq>(truth: &[T], told: &[T]) -> Agreement {
        Agreement {
            prefix: truth.iter().zip(told).take_while(|(a, b)| a == b).count(),
            aligned: aligned(truth, told),
            truth: truth.len(),
            told: told.len(),
        }
    }

    /// Whether the lists are the same.
    pub fn is_exact(&self) -> bool {
        self.prefix == self.truth && self.prefix == self.told
    }

    /// Both boards of a table together.
    pub fn and(self, other: Agreement) -> Agreement {
        Agreement {
            prefix: self.prefix + other.prefix,
            aligned: self.aligned + other.aligned,
            truth: self.truth + other.truth,
            told: self.told + other.told,
        }
    }
}

/// A cell of the alignment: the distance, and the equal plies on the way (fewer distance first, then more equal ones).
type Cell = (usize, std::cmp::Reverse<usize>);

fn aligned<T: PartialEq>(truth: &[T], told: &[T]) -> usize {
    let equal = |cell: Cell, more: usize| (cell.0, std::cmp::Reverse(cell.1.0 + more));
    let off = |cell: Cell| (cell.0 + 1, cell.1);
    let mut row: Vec<Cell> = (0..=told.len()).map(|distance| (distance, std::cmp::Reverse(0))).collect();
    for (i, ply) in truth.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = (i + 1, std::cmp::Reverse(0));
        for (j, other) in told.iter().enumerate() {
            let across = if ply == other { equal(diagonal, 1) } else { off(diagonal) };
            diagonal = row[j + 1];
            row[j + 1] = across.min(off(row[j])).min(off(row[j + 1]));
        }
    }
    row.last().map_or(0, |cell| cell.1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agreement(truth: &str, told: &str) -> (usize, usize, bool) {
        let list = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let agreement = Agreement::of(&list(truth), &list(told));
        (agreement.prefix, agreement.aligned, agreement.is_exact())
    }

    #[test]
    fn a_missing_ply_costs_one_and_ends_the_prefix() {
        assert_eq!(agreement("a b c d", "a b c d"), (4, 4, true));
        assert_eq!(agreement("a b c d", "a c d"), (1, 3, false));
        assert_eq!(agreement("a b c d", "a b x c d"), (2, 4, false));
        assert_eq!(agreement("a b c d", "a x c d"), (1, 3, false));
        assert_eq!(agreement("a b c d", "a b c d e"), (4, 4, false));
        assert_eq!(agreement("a b", ""), (0, 0, false));
        assert_eq!(agreement("", ""), (0, 0, true));
    }
}
