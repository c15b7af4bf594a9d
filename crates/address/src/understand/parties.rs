//! Whose address a label means that names several parties, or says that the holder is not there
//! any more: "Guarantor's Residential Address", "Customer's Former Address".

use kofa_gazetteer::normalise;

use super::wordlists::lists;

/// Whose address follows a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Label {
    /// Where the service is supplied or the person lives: the best.
    Service,
    /// The customer's, without saying which.
    Customer,
    /// Where the customer gets mail or bills.
    Billing,
    /// Where goods go: home, work, or somebody else's.
    Shipping,
    /// A bare "Address".
    Plain,
    /// The customer's, but not where they live now: a workplace, a former home.
    Elsewhere,
    /// The issuer's own: head office, branch, pay point; or another party's, the landlord's.
    Issuer,
    /// The customer's name: what follows is no address, but the lines below may be.
    Name,
    /// Some other field: ends an address.
    Other,
}

/// What a label means that is listed as it stands.
pub(super) fn exact(head: &str) -> Option<Label> {
    let key = normalise(head);
    let kinds = [
        ("labels.service", Label::Service),
        ("labels.customer", Label::Customer),
        ("labels.billing", Label::Billing),
        ("labels.shipping", Label::Shipping),
        ("labels.plain", Label::Plain),
        ("labels.issuer", Label::Issuer),
        ("labels.name", Label::Name),
    ];
    kinds
        .into_iter()
        .find(|(names, _)| lists(names, &key))
        .map(|(_, label)| label)
}

/// What a label means that ends like one of the customer's, if it is not theirs at home. `told`
/// is what its last words alone would be.
pub(super) fn of_another(head: &str, told: Label) -> Option<Label> {
    if told == Label::Name {
        return names_voucher(head).then_some(Label::Issuer);
    }
    // "Customer Service Address" is where the customer is served.
    let issuers = told == Label::Plain && is_issuers_place(head);
    issuers.then_some(Label::Issuer).or_else(|| apart(head))
}

/// What a label with a word for a place means, if it is not where the customer lives now.
pub(super) fn apart(head: &str) -> Option<Label> {
    let tokens = Tokens::of(head);
    if tokens.others_party().is_some() {
        return Some(Label::Issuer);
    }
    tokens.elsewhere().then_some(Label::Elsewhere)
}

/// Whether that is where the customer works, and still does.
pub(super) fn is_workplace(head: &str) -> bool {
    let tokens = Tokens::of(head);
    tokens.works() && !tokens.past()
}

/// Whether a word is of those that tell such labels apart.
pub(super) fn tells_apart(word: &str) -> bool {
    ["last", "known"].contains(&word)
        || ["parties.past", "parties.work", "parties.desks"]
            .iter()
            .any(|list| lists(list, word))
}

/// Whether a label speaks of somebody who vouches, inherits or lets.
pub(super) fn names_voucher(head: &str) -> bool {
    let tokens = Tokens::of(head);
    tokens
        .others_party()
        .is_some_and(|token| has(token, "parties.vouchers"))
}

/// "Service Centre Address", "Business Unit Location".
fn is_issuers_place(head: &str) -> bool {
    let words: Vec<&str> = head.split_whitespace().collect();
    let Some((last, before)) = words.split_last() else {
        return false;
    };
    lists("labels.places", &normalise(last)) && exact(&before.join(" ")) == Some(Label::Issuer)
}

/// The words of a label; what a slash joins is one.
struct Tokens(Vec<Vec<String>>);

/// "Witness's" is "witness" too.
fn has(token: &[String], list: &str) -> bool {
    let listed = |word: &str| lists(list, word);
    token
        .iter()
        .any(|word| listed(word) || word.strip_suffix('s').is_some_and(listed))
}

impl Tokens {
    fn of(head: &str) -> Self {
        let joined = head.to_lowercase().replace(" / ", "/").replace(" or ", "/");
        // Its "of" joins no two parties.
        let joined = joined.replace("next of kin", "kin");
        let words = |token: &str| -> Vec<String> {
            let words = token.split('/').map(normalise);
            words.filter(|word| !word.is_empty()).collect()
        };
        let tokens = joined.split([' ', '-', '(', ')', '.']).map(words);
        Self(tokens.filter(|token| !token.is_empty()).collect())
    }

    /// The party that the label means, unless that is the customer: of several the last one,
    /// "Tenant's Guarantor", but not behind "of". "Landlord/Tenant" and "Home/Office" may be
    /// the customer's.
    fn others_party(&self) -> Option<&[String]> {
        let mut party: Option<(&[String], bool)> = None;
        let mut before = "";
        for token in &self.0 {
            let own = |word: &&String| !lists("parties.eithers", word);
            let strong: Vec<String> = token.iter().filter(own).cloned().collect();
            let strong = ["labels.theirs", "parties.desks", "parties.vouchers"]
                .iter()
                .any(|list| has(&strong, list));
            let either = token.len() > 1
                && (has(token, "labels.customers") || has(token, "labels.dwellings"));
            let others = !either && strong;
            let hangs = ["of", "to", "for", "at", "with"].contains(&before) && party.is_some();
            if !hangs && (others || has(token, "labels.customers")) {
                party = Some((token, others));
            }
            before = token.last().map_or("", String::as_str);
        }
        party.and_then(|(token, others)| others.then_some(token))
    }

    /// Whether a place is meant that the customer left or works at.
    fn elsewhere(&self) -> bool {
        let place = self
            .0
            .iter()
            .any(|it| has(it, "labels.places") || has(it, "labels.dwellings"));
        place && (self.past() || self.works())
    }

    fn past(&self) -> bool {
        let last_known = self.0.windows(2).any(|pair| {
            let said = |at: usize, word: &str| pair[at] == [word];
            said(0, "last") && said(1, "known")
        });
        last_known || self.0.iter().any(|token| has(token, "parties.past"))
    }

    fn works(&self) -> bool {
        // "Business Customer Address" is the customer's; "Home/Work Address" may be.
        let work = self.0.iter().rposition(|token| {
            has(token, "parties.work")
                && !has(token, "labels.dwellings")
                && !has(token, "labels.customers")
        });
        work.is_some_and(|at| !self.0[at..].iter().any(|it| has(it, "labels.customers")))
    }
}

#[cfg(test)]
mod tests {
    use super::super::labels::{Label, label};

    #[track_caller]
    fn check(expected: Label, heads: &[&str]) {
        for head in heads {
            let line = format!("{head}: 9 Oremeji Street, Ojodu, Lagos");
            let found = label(&line).map(|it| it.label);
            assert_eq!(found, Some(expected), "{head}");
        }
    }

    #[test]
    fn anothers_address_is_not_the_customers() {
        check(
            Label::Issuer,
            &[
                "Guarantor's Residential Address",
                "Guarantor Home Address",
                "1st Guarantor's House Address",
                "Landlord's Residential Address",
                "Next of Kin Address",
                "Next-of-Kin Residential Address",
                "NOK Address",
                "Employee's Next of Kin Address",
                "Next of Kin of Employee Address",
                "Tenant's Guarantor Address",
                "Witness's Residential Address",
                "Referee's Address",
                "Surety's Address",
                "Caretaker's Address",
                "Attorney Address",
                "Spouse Address",
                "Sender Address",
                "Solicitor's Address",
                "Employer's Address",
                "Employer's Business Address",
                "Guarantor's Former Address",
                "School Address",
                "Account Officer Address",
                "Emergency Contact Address",
                "Property Agent Address",
                "Customer Care Address",
                "Customer Service Centre Address",
                "Service Centre Address",
                "Service Unit Address",
                "Business Unit Address",
                "Undertaking Address",
                "Dealer Address",
                "POS Location",
                "ATM Location",
                "Feeder Location",
                "Home Branch Address",
                "Account Branch Address",
                "Customer's Bank Address",
                "Payment Address",
            ],
        );
    }

    #[test]
    fn a_workplace_or_a_former_home_is_elsewhere() {
        check(
            Label::Elsewhere,
            &[
                "Old Address",
                "Former Address",
                "Former Residential Address",
                "Tenant's Former Address",
                "Previous Address",
                "Previous Service Address",
                "Last Known Address",
                "Prior Residence Address",
                "Work Address",
                "Business Address",
                "Customer's Business Address",
            ],
        );
    }

    #[test]
    fn words_of_other_parties_in_the_customers_labels() {
        check(
            Label::Service,
            &[
                "Registered Home Address",
                "Customer Service Address",
                "Company Service Address",
                "Permanent Home Address",
                "Business Customer Service Address",
            ],
        );
        check(
            Label::Billing,
            &["Contact Address", "Customer Contact Address"],
        );
        check(
            Label::Customer,
            &[
                "Bank Customer Address",
                "Bank Account Address",
                "New Address",
            ],
        );
        check(
            Label::Plain,
            &[
                "Landlord/Tenant Address",
                "Home/Office Address",
                "Contact/Residential Address",
                "Shop Address",
            ],
        );
        check(
            Label::Name,
            &["Company Name", "Father's Name", "Customer Name"],
        );
        check(
            Label::Other,
            &["Previous Reading", "Business Hours", "Old Meter No"],
        );
    }

    #[test]
    fn vouchers_names_are_not_the_customers() {
        check(
            Label::Issuer,
            &[
                "Guarantor's Name",
                "Next of Kin Name",
                "Landlord's Full Name",
            ],
        );
    }
}
