use std::cmp::Ordering;

/// Compares names the way people number things: runs of digits by value, everything else letter by letter without
/// regard to case. Equal names so compared are told apart letter by letter, so that the order is total.
pub(crate) fn natural_order(left: &str, right: &str) -> Ordering {
    let (mut a, mut b) = (left, right);
    while let (Some(first), Some(second)) = (a.chars().next(), b.chars().next()) {
        let order = if first.is_ascii_digit() && second.is_ascii_digit() {
            let (number, rest) = split_number(a);
            let (other, other_rest) = split_number(b);
            (a, b) = (rest, other_rest);
            number.len().cmp(&other.len()).then_with(|| number.cmp(other))
        } else {
            (a, b) = (&a[first.len_utf8()..], &b[second.len_utf8()..]);
            first.to_lowercase().cmp(second.to_lowercase())
        };
        if order != Ordering::Equal {
            return order;
        }
    }
    a.len().cmp(&b.len()).then_with(|| left.cmp(right))
}

/// The digits at the start without leading zeros, and what follows them.
fn split_number(text: &str) -> (&str, &str) {
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    (text[..end].trim_start_matches('0'), &text[end..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_count_by_value_and_the_order_is_total() {
        let mut names = ["IMG_10.jpg", "img_9.jpg", "IMG_010.jpg", "a.png", "IMG_9b.jpg", "IMG_9.jpg", "ü2", "Ü1"];
        names.sort_by(|a, b| natural_order(a, b));
        assert_eq!(names, ["a.png", "IMG_9.jpg", "img_9.jpg", "IMG_9b.jpg", "IMG_010.jpg", "IMG_10.jpg", "Ü1", "ü2"]);
    }
}
