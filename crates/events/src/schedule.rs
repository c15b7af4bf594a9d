//! When a delivery that failed is tried again.

/// Pauses after the first attempt, the second …, in seconds: 75 hours and a half in all.
const PAUSES: [i64; 9] = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
/// Longest pause that `Retry-After` may ask for, in seconds.
pub(crate) const RETRY_AFTER_MAX: i64 = 86_400;
/// By how much a pause is longer by chance: up to one part of so many.
const JITTER_PART: u64 = 10;

/// The pause after so many failed attempts, in milliseconds; `None` if that was the last one.
/// `chance` is any number.
pub(crate) fn pause_ms(attempts: i64, retry_after: Option<i64>, chance: u64) -> Option<i64> {
    let at = usize::try_from(attempts.max(1) - 1).unwrap_or(usize::MAX);
    let planned = PAUSES.get(at)?;
    let asked = retry_after.unwrap_or_default().clamp(0, RETRY_AFTER_MAX);
    let least = 1_000 * asked.max(*planned);
    let more = chance % (least.unsigned_abs() / JITTER_PART + 1);
    Some(least.saturating_add_unsigned(more))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ten_attempts_take_more_than_75_hours() {
        let pauses = (1..).map_while(|attempts| pause_ms(attempts, None, 0));
        let pauses: Vec<i64> = pauses.collect();
        assert_eq!(pauses.len() + 1, 10);
        assert!(pauses.is_sorted());
        let hours = pauses.iter().sum::<i64>() / 3_600_000;
        assert_eq!(hours, 75);
    }

    proptest! {
        #[test]
        fn what_an_endpoint_asks_for_is_granted_within_a_day(
            attempts in 1i64..10, asked in 0i64..200_000, chance: u64,
        ) {
            let plain = pause_ms(attempts, None, chance).unwrap();
            let granted = pause_ms(attempts, Some(asked), chance).unwrap();
            prop_assert!(granted >= 1_000 * asked.min(RETRY_AFTER_MAX));
            let least = PAUSES[usize::try_from(attempts - 1).unwrap()] * 1_000;
            prop_assert!((least..=least + least / 10).contains(&plain));
        }

        #[test]
        fn after_the_last_attempt_there_is_none(attempts in 10i64.., chance: u64) {
            prop_assert_eq!(pause_ms(attempts, Some(1), chance), None);
        }
    }
}
