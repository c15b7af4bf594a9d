//! The words that introduce an address on Nigerian papers, and whose address they introduce.

use kofa_gazetteer::normalise;

use super::narrations::is_narration;
use super::parties::{apart, of_another, tells_apart};

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

const SERVICE: &str = "\
    serviceaddress supplyaddress addressofsupply propertyaddress premisesaddress premiseaddress \
    addressofproperty addressofpremises residentialaddress homeaddress residenceaddress \
    houseaddress serviceaddr installationaddress siteaddress meteraddress supplypoint \
    deliverypoint locationofproperty propertylocation servicelocation \
    serviceaddressmeterlocation addressofservice demisedpremises thepremises \
    currentresidentialaddress placeofresidence permanenthomeaddress currentaddress \
    physicaladdress propertylet premiseslet propertyrented premisesrented propertyoccupied";
const CUSTOMER: &str = "\
    customeraddress customersaddress accountaddress clientaddress consumeraddress \
    subscriberaddress payeraddress taxpayeraddress tenantaddress tenantsaddress occupantaddress \
    addressofcustomer holderaddress accountholderaddress accountholdersaddress useraddress \
    cardholderaddress addressoftenant addressoftaxpayer owneraddress memberaddress \
    nameandaddress nameaddress customernameandaddress customernameaddress \
    contactaddressofcustomer addressofthetenant addressofaccountholder customeraddr custaddress \
    myaddress newaddress";
const BILLING: &str = "\
    billingaddress contactaddress mailingaddress postaladdress correspondenceaddress billto \
    registeredaddress invoiceaddress statementaddress addressforcorrespondence billedto \
    invoiceto to";
const SHIPPING: &str = "\
    shipto shippedto deliverto deliveredto deliveryto deliveryaddress shippingaddress";
const PLAIN: &str = "\
    address addr fulladdress streetaddress adress location";
const ISSUER: &str = "\
    headoffice headquarters corporateheadoffice corporateoffice registeredoffice branchaddress \
    branch branchname businessunit businessdistrict businesshub undertaking servicecentre \
    servicecenter serviceunit areaoffice district region paypoint paypoints paymentpoint \
    paymentpoints paymentcentre paymentcentres paymentcenter paymentcenters paymentlocation \
    officeaddress ouroffice ouroffices companyaddress bankaddress customercare \
    customercarecentre customerservice customerservicecentre contactus visitus landlord \
    landlordaddress landlordsaddress addressoflandlord lessor collectioncentre collectioncenter \
    zonaloffice regionaloffice stationaddress returnaddress from issuedby payat visit \
    headofficeaddress registeredofficeaddress corporateheadquarters corporateaddress \
    liaisonoffice vendoraddress merchantaddress agentaddress selleraddress outlet walkincentre \
    walkincenter experiencecentre experiencecenter domicilebranch domiciledbranch accountbranch \
    openingbranch branchlocation solicitor solicitors witness addressofwitness witnessaddress \
    csp zone office officelocation hub cashoffice payyourbillat payyourbillsat taxoffice \
    taxoffice psp pspoperator operatoraddress agency agencyaddress firmaddress employeraddress \
    merchant vendor domicile accountdomicile bankdomicile domiciledat accountdomiciledat \
    branchofdomicile domiciliation";
const NAME: &str = "\
    name customername customersname accountname accountholder payername taxpayername clientname \
    consumername subscribername tenant tenantname nameoftenant owneroccupier \
    propertyowneroccupier propertyowner occupier nameofcustomer nameofaccountholder holdername \
    nameoftaxpayer fullname beneficiary cardholder attention attn membername customer \
    subscriber taxpayer accountholdername acctname acname receivedfrom";
/// Beginnings of other fields. They end an address that stands above them.
const OTHER: &str = "\
    account acct acc meter tariff bill billing invoice date due period phone tel telephone \
    mobile email gsm website fax tin amount balance opening closing currency previous present \
    last total units rate feeder dt transformer receipt reference ref statement customerid \
    customernumber customerno custno smartcard relationship token property id propertyid \
    payerid pid band page product package plan type class category description serial rc vat \
    branchcode sortcode iban swift bvn nin iucno consumption arrears net current month year \
    status rent term commencement dear ward size dated sn payment paymentdate transaction \
    teller narration printed generated";

/// A label at the head of a line, and what stands behind it on the line.
#[derive(Debug)]
pub(super) struct Labelled<'a> {
    pub(super) label: Label,
    /// The label as printed.
    pub(super) text: &'a str,
    /// The rest of the line, without the colon.
    pub(super) rest: &'a str,
}

/// Reads the label at the head of a line: up to the colon, or the whole line, or the longest
/// run of up to four words that is one. A payment on a statement is a field of its own.
pub(super) fn label(line: &str) -> Option<Labelled<'_>> {
    if is_narration(line) {
        return Some(Labelled {
            label: Label::Other,
            text: line,
            rest: line,
        });
    }
    if let Some((head, rest)) = line.split_once(':')
        && head.len() <= 48
    {
        let rest = rest.trim();
        let known = exact(head)
            .or_else(|| last_words(head).map(|told| of_another(head, told).unwrap_or(told)))
            .or_else(|| ends_at(head))
            .or_else(|| by_words(head))
            .or_else(|| by_place_word(head));
        if let Some(label) = known {
            return Some(Labelled {
                label,
                text: head.trim(),
                rest,
            });
        }
        let short = head.split_whitespace().count() <= 5 && !has_house_number(head);
        return short.then_some(Labelled {
            label: Label::Other,
            text: head.trim(),
            rest,
        });
    }
    // Prose that breaks before "resides at" begins a line too, but with a small letter.
    let capital = line.starts_with(|letter: char| !letter.is_lowercase());
    let whole = || by_words(line).or_else(|| ends_at(line));
    if let Some(label) = exact(line).or_else(|| whole().filter(|_| capital)) {
        return Some(Labelled {
            label,
            text: line,
            rest: "",
        });
    }
    // Without a colon only an unmistakable label counts: "Service Address 12 Allen Avenue",
    // not "Tenant Close" or "District Road".
    let ends = line
        .char_indices()
        .filter(|(_, letter)| *letter == ' ')
        .map(|(at, _)| at);
    let mut found = None;
    for end in ends.take(4) {
        let (head, rest) = line.split_at(end);
        let rest = rest.trim_start_matches([' ', '-', '–', '.', '_', '…']);
        // Dots lead to a value: nothing behind them is of the label.
        let leader = |word: &str| word.len() > 1 && word.chars().all(|it| ".-_…".contains(it));
        if head.split(' ').next_back().is_some_and(leader) && found.is_some() {
            break;
        }
        // "House 14" is no label.
        let several = capital && head.contains(' ');
        let address = normalise(head).contains("addr");
        if let Some(label) = exact(head).or_else(|| by_words(head).filter(|_| several || address))
            && (address || several && begins_with_number(rest))
            && label != Label::Name
            && !rest.is_empty()
        {
            found = Some(Labelled {
                label,
                text: head,
                rest,
            });
        }
    }
    found.or_else(|| other(line))
}

/// Whether one of the words of `list` is `word`.
pub(super) fn lists(list: &str, word: &str) -> bool {
    list.split(' ').any(|one| one == word)
}

pub(super) fn exact(head: &str) -> Option<Label> {
    let key = normalise(head);
    let kinds = [
        (SERVICE, Label::Service),
        (CUSTOMER, Label::Customer),
        (BILLING, Label::Billing),
        (SHIPPING, Label::Shipping),
        (PLAIN, Label::Plain),
        (ISSUER, Label::Issuer),
        (NAME, Label::Name),
    ];
    kinds
        .into_iter()
        .find(|(names, _)| lists(names, &key))
        .map(|(_, label)| label)
}

/// Words that make a label another party's: the issuer's, the landlord's.
pub(super) const THEIRS: &str = "\
    office offices head headquarters registered corporate branch branches agent agents agents \
    landlord landlords lessor lessors broker brokers vendor vendors operator operators hub \
    undertaking centre center centres centers outlet outlets shop shops pay paid payment \
    payments collection our us company companys bank banks employer employers solicitor \
    solicitors surveyor surveyors witness guarantor guarantors referee issuer issuing seller \
    sellers merchant depot secretariat from sold zonal regional station district sender senders \
    insurer insurers school hospital firm manager managers contact help care kin nok spouse parent \
    parents father mother sponsor sponsors relative relation surety attorney caretaker terminal";
/// Words for a place that somebody has.
pub(super) const PLACES: &str = "address addr addresses location locations add adrs whereabouts";
/// Words for the place where a service is had or somebody lives.
pub(super) const DWELLINGS: &str = "\
    premises premise property properties residence residential residing home house dwelling \
    tenement demised apartment living live lives resides abode domicile res";
/// Words for a service, which need a word of place or direction beside them.
const SERVICES: &str = "\
    service services serviced served serve supply supplied supplying installation installed \
    install connection connected site deliver physical meter";
/// Words for the customer.
pub(super) const CUSTOMERS: &str = "\
    customer customers cust client clients consumer consumers subscriber subscribers insured \
    insureds assured policyholder policyholders holder holders payer payers taxpayer taxpayers \
    ratepayer ratepayers tenant tenants lessee lessees occupant occupants occupier occupiers \
    member members student students pupil patient employee employees staff applicant applicants \
    beneficiary cardholder cardholders owner owners depositor user users resident residents \
    your you my account proposer insurer";
/// Words for where paper is sent.
const MAIL: &str = "\
    billing bill billed invoice invoiced mailing mail postal post correspondence statement \
    shipping ship shipped delivery delivered sent send dispatch contact";
/// Words that say nothing of their own in a label.
const GLUE: &str = "\
    of the to at for in on and or is are we where which private permanent current present full \
    exact actual point place his her their this by a next";

/// A label that no list knows, by what its words are about. Every word must be of the
/// vocabulary: "Premises Served" is a label, "Palm Residence" is a house.
fn by_words(head: &str) -> Option<Label> {
    const WORDS_MAX: usize = 6;
    let words: Vec<String> = head
        .split([' ', '/', '-', '(', ')', '.'])
        .map(|word| spelled(normalise(word)))
        .filter(|word| !word.is_empty())
        .collect();
    let numbered = words.len() > 1 && words[0].bytes().all(|byte| byte.is_ascii_digit());
    let words = &words[usize::from(numbered)..];
    if words.is_empty() || words.len() > WORDS_MAX {
        return None;
    }
    let has = |list: &str| words.iter().any(|word| lists(list, word));
    // "Former Residential Address", not "Old House".
    let apart = Some(head).filter(|_| has(PLACES)).and_then(apart);
    let vocabulary = [
        THEIRS,
        PLACES,
        DWELLINGS,
        SERVICES,
        CUSTOMERS,
        MAIL,
        GLUE,
        "name names",
    ];
    let all = |lists_of: &[&str]| {
        let known = |word: &String| {
            apart.is_some() && tells_apart(word) || lists_of.iter().any(|list| lists(list, word))
        };
        words.iter().all(known)
    };
    let place = has(PLACES);
    let directed = words
        .iter()
        .any(|word| ["to", "at", "where", "point", "place"].contains(&word.as_str()));
    if !all(&vocabulary) {
        return None;
    }
    // "Bank Statement" heads a paper, not an address.
    let heading = words
        .last()
        .is_some_and(|it| lists("statement bill invoice", it));
    if heading && !place && !directed {
        return None;
    }
    if has(THEIRS) && (place || directed || words.len() <= 3) {
        return Some(Label::Issuer);
    }
    if apart.is_some() {
        return apart;
    }
    if has(DWELLINGS) || has(SERVICES) && (place || directed) {
        return Some(Label::Service);
    }
    let mailed = words
        .iter()
        .any(|word| word != "contact" && lists(MAIL, word));
    if has(CUSTOMERS) && place && !mailed {
        return Some(Label::Customer);
    }
    if has(MAIL) && (place || directed) {
        return Some(Label::Billing);
    }
    if place {
        return Some(Label::Plain);
    }
    (has(CUSTOMERS) && all(&[CUSTOMERS, "name names", GLUE]) && !all(&["your you my account"]))
        .then_some(Label::Name)
}

/// "Adress", "Addres", "Addless": people misspell that one word, and readers of pictures drop or
/// mistake a letter of it. "Witness's" is the witness.
fn spelled(word: String) -> String {
    const ADDRESS: &str = "address";
    let near = word.starts_with("ad") && strsim::levenshtein(&word, ADDRESS) == 1;
    let party = word.strip_suffix('s').filter(|it| lists(THEIRS, it));
    match party {
        _ if near => ADDRESS.to_owned(),
        Some(party) => party.to_owned(),
        None => word,
    }
}

/// "Decoder installed at" names a thing that nobody foresaw.
fn ends_at(head: &str) -> Option<Label> {
    const WORDS_MAX: usize = 4;
    let words: Vec<String> = head.split_whitespace().map(normalise).collect();
    let has = |list: &str| words.iter().any(|word| lists(list, word));
    let at = (2..=WORDS_MAX).contains(&words.len()) && words.last().is_some_and(|it| it == "at");
    (at && has(SERVICES) && !has(THEIRS)).then_some(Label::Service)
}

/// Before a colon, "Address in Lagos" and "Branch Address (Main)" are labels too: a word for a
/// place, and words that nobody foresaw.
fn by_place_word(head: &str) -> Option<Label> {
    const WORDS_MAX: usize = 5;
    let words: Vec<String> = head.split_whitespace().map(normalise).collect();
    let has = |list: &str| words.iter().any(|word| lists(list, word));
    let mail = words
        .iter()
        .any(|word| ["email", "ip", "web", "website", "mac"].contains(&word.as_str()));
    let place = has(PLACES) && words.len() <= WORDS_MAX && !mail;
    place.then(|| match (has(THEIRS), apart(head)) {
        (true, _) => Label::Issuer,
        (false, Some(apart)) => apart,
        (false, None) if has(CUSTOMERS) => Label::Customer,
        (false, None) => Label::Plain,
    })
}

fn begins_with_number(rest: &str) -> bool {
    let first = rest.split([' ', ',']).next().unwrap_or_default();
    let unit = super::split::reads_as(first, kofa_gazetteer::WordClass::Unit);
    super::split::is_number(first) || unit && has_house_number(rest)
}

/// "Ikeja Electric Head Office", "2. Service Address", "Our Branch Address".
fn last_words(head: &str) -> Option<Label> {
    let words: Vec<&str> = head.split_whitespace().collect();
    (1..words.len()).find_map(|from| exact(&words[from..].join(" ")))
}

/// `Account No 123`, `Tariff Class R2`: some other field without a colon.
fn other(line: &str) -> Option<Labelled<'_>> {
    let first = line.split_whitespace().next()?;
    let key = normalise(first);
    let second = line
        .split_whitespace()
        .nth(1)
        .map(normalise)
        .unwrap_or_default();
    let known = lists(OTHER, &key);
    let named = [
        "no", "number", "id", "date", "name", "class", "type", "month", "period", "due", "address",
        "code",
    ]
    .contains(&second.as_str());
    // A bare field name alone in its cell, or one with its usual second word.
    let alone = second.is_empty() && known;
    (alone || known && named).then_some(Labelled {
        label: Label::Other,
        text: line,
        rest: "",
    })
}

fn has_house_number(head: &str) -> bool {
    head.bytes().any(|byte| byte.is_ascii_digit())
}

/// Phrases of letters and agreements behind which the property or the residence stands.
pub(super) const PROSE_CUES: &[&str] = &[
    "property situate at",
    "property situated at",
    "premises situate at",
    "premises situated at",
    "property known as",
    "premises known as",
    "property located at",
    "premises located at",
    "situate and lying at",
    "situate, lying and being at",
    "lying and being at",
    "situate at",
    "situated at",
    "apartment at",
    "flat at",
    "house at",
    "residing at",
    "resides at",
    "reside at",
    "i live at",
    "who lives at",
    "resident at",
    "living at",
    "lives at",
    "property at",
    "premises at",
    "occupation of",
    "demised premises at",
    "known as",
    "known and described as",
    "whose address is",
    "residential address is",
    "residence at",
    "apartment located at",
    "building at",
    "let at",
];

/// Phrases that show prose to speak of another party: the landlord, the issuer.
pub(super) const OTHER_PARTY_CUES: &[&str] = &[
    "landlord",
    "lessor",
    "our office",
    "head office",
    "registered office",
    "our branch",
    "offices at",
    "office at",
    "solicitor",
    "agent of",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: Option<(Label, &str)>) {
        let found = label(line);
        assert_eq!(
            found.as_ref().map(|it| (it.label, it.rest)),
            expected,
            "{line}"
        );
    }

    #[test]
    fn labels_and_their_values() {
        check(
            "Service Address: 12 Allen Avenue",
            Some((Label::Service, "12 Allen Avenue")),
        );
        check("SUPPLY ADDRESS", Some((Label::Service, "")));
        check(
            "Service Address 12 Allen Avenue",
            Some((Label::Service, "12 Allen Avenue")),
        );
        check("Customer's Address:", Some((Label::Customer, "")));
        check("Address", Some((Label::Plain, "")));
        check(
            "Head Office: 24/25 Marina, Lagos",
            Some((Label::Issuer, "24/25 Marina, Lagos")),
        );
        check(
            "Corporate Head Office: 1 A Way",
            Some((Label::Issuer, "1 A Way")),
        );
        check("Account Name: ADA OBI", Some((Label::Name, "ADA OBI")));
        check("Account No: 12", Some((Label::Other, "12")));
        check("Meter No 0412", Some((Label::Other, "")));
        check("Tariff Class", Some((Label::Other, "")));
        check("Decoder installed at", Some((Label::Service, "")));
        check(
            "House Address ........ House 12 Allen Avenue",
            Some((Label::Service, "House 12 Allen Avenue")),
        );
        check("Owner's mailing address", Some((Label::Billing, "")));
        check(
            "House Addres .... 31 Airport Road, Warri",
            Some((Label::Service, "31 Airport Road, Warri")),
        );
        check("Customer Adress", Some((Label::Customer, "")));
        check("12 Allen Avenue, Ikeja", None);
        check("District Road, Aba", None);
        check("Mrs Ada Obi", None);
        check("", None);
    }
}
