//! Two dates of birth.

/// How a date of birth compares with the record's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BirthMatch {
    Same,
    /// A slip may be what differs, or the record knows the year only.
    Near,
    Different,
    /// One of them is not known.
    Unknown,
}

/// Compares two days, each `YYYY-MM-DD`.
pub fn compare(sent: Option<&str>, kept: Option<&str>) -> BirthMatch {
    let (Some(sent), Some(kept)) = (sent, kept) else {
        return BirthMatch::Unknown;
    };
    if sent == kept {
        return BirthMatch::Same;
    }
    // Day and month in the other order.
    let swapped = |day: &str| Some([day.get(..5)?, day.get(8..)?, "-", day.get(5..7)?].concat());
    // Who does not know the day is entered as born on 1 January.
    let year_only = kept.ends_with("-01-01") && sent.get(..4) == kept.get(..4);
    let digits = |day: &str| day.replace('-', "");
    let is_slip = strsim::osa_distance(&digits(sent), &digits(kept)) <= 1;
    match year_only || is_slip || swapped(sent).as_deref() == Some(kept) {
        true => BirthMatch::Near,
        false => BirthMatch::Different,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_slip_is_near_and_another_day_is_not() {
        let check = |sent: &str, kept: &str, expected| {
            assert_eq!(compare(Some(sent), Some(kept)), expected, "{sent} {kept}");
        };
        check("1990-04-12", "1990-04-12", BirthMatch::Same);
        check("1990-04-12", "1990-12-04", BirthMatch::Near);
        check("1990-04-12", "1990-01-01", BirthMatch::Near);
        check("1990-04-12", "1980-04-12", BirthMatch::Near);
        check("1990-04-12", "1990-04-21", BirthMatch::Near);
        check("1990-04-12", "1990-04-13", BirthMatch::Near);
        check("1990-04-12", "1991-01-01", BirthMatch::Different);
        check("1990-01-01", "1990-04-12", BirthMatch::Different);
        check("1990-04-12", "1961-04-12", BirthMatch::Different);
        check("1990-04-12", "1990-05-23", BirthMatch::Different);
        assert_eq!(compare(None, Some("1990-04-12")), BirthMatch::Unknown);
        assert_eq!(compare(Some("1990-04-12"), None), BirthMatch::Unknown);
    }

    proptest! {
        #[test]
        fn any_texts_are_compared(sent in ".{0,12}", kept in ".{0,12}") {
            let same = compare(Some(&sent), Some(&kept)) == BirthMatch::Same;
            prop_assert_eq!(same, sent == kept);
        }
    }
}
