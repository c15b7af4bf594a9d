//! The natures of significant control, as registers word them.

/// One word for a nature of control (CAMA 2020, section 120, and the Persons with Significant
/// Control Regulations 2022): `HOLDS_SHARES`, `HOLDS_VOTING_RIGHTS`, `APPOINTS_DIRECTORS`,
/// `SIGNIFICANT_INFLUENCE_OR_CONTROL`. The register's own words where they are none of these.
pub fn read_nature(text: &str) -> String {
    let own = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let folded = own.to_lowercase();
    let says = |part: &str| folded.contains(part);
    // From the most to the least particular: all of them speak of rights and of control.
    let word = if says("appoint") || says("remove") {
        "APPOINTS_DIRECTORS"
    } else if says("voting") || says("vote") {
        "HOLDS_VOTING_RIGHTS"
    } else if says("influence") || says("significant control") {
        "SIGNIFICANT_INFLUENCE_OR_CONTROL"
    } else if says("share") {
        "HOLDS_SHARES"
    } else {
        return own;
    };
    word.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn natures_are_read_in_the_words_of_forms() {
        let check = |text: &str, expected: &str| assert_eq!(read_nature(text), expected);
        for word in [
            "HOLDS_SHARES",
            "HOLDS_VOTING_RIGHTS",
            "APPOINTS_DIRECTORS",
            "SIGNIFICANT_INFLUENCE_OR_CONTROL",
        ] {
            check(word, word);
        }
        check("Holds at least 5% of the shares directly", "HOLDS_SHARES");
        check(
            "Directly or indirectly holds at least 5% of the voting rights",
            "HOLDS_VOTING_RIGHTS",
        );
        check(
            "Right to appoint or remove a majority of the directors",
            "APPOINTS_DIRECTORS",
        );
        check(
            "Has the right to exercise significant influence over the company",
            "SIGNIFICANT_INFLUENCE_OR_CONTROL",
        );
        check("  By   decree ", "By decree");
    }
}
