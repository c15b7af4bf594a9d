//! Pages of a list that was read whole, because there is a bound on it.

/// The rows from the place `asked` on, at most `rows_max`, and where the next page begins. What
/// is no place is the beginning.
pub fn part<T>(all: Vec<T>, asked: &str, rows_max: usize) -> (Vec<T>, Option<usize>) {
    let from = asked.parse().unwrap_or(0);
    let mut rows: Vec<T> = all.into_iter().skip(from).take(rows_max + 1).collect();
    let more = rows.len() > rows_max;
    rows.truncate(rows_max);
    (rows, more.then_some(from + rows_max))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_rows_are_on_one_page_each() {
        let check = |asked, expected: (&[i32], Option<usize>)| {
            let (rows, next) = part(vec![1, 2, 3, 4, 5], asked, 2);
            assert_eq!((rows.as_slice(), next), expected, "{asked}");
        };
        check("", (&[1, 2], Some(2)));
        check("2", (&[3, 4], Some(4)));
        check("4", (&[5], None));
        check("9", (&[], None));
        check("-1", (&[1, 2], Some(2)));
        check("99999999999999999999", (&[1, 2], Some(2)));
        assert_eq!(part(vec![1, 2], "", 2), (vec![1, 2], None));
    }
}
