//! The words that introduce an address on Nigerian papers, and whose address they introduce.

use kofa_gazetteer::normalise;

/// Whose address follows a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Label {
    /// Where the service is supplied or the person lives: the best.
    Service,
    /// The customer's, without saying which.
    Customer,
    /// Where the customer gets mail or bills.
    Billing,
    /// A bare "Address".
    Plain,
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
    physicaladdress";
const CUSTOMER: &str = "\
    customeraddress customersaddress accountaddress clientaddress consumeraddress \
    subscriberaddress payeraddress taxpayeraddress tenantaddress tenantsaddress occupantaddress \
    addressofcustomer holderaddress accountholderaddress accountholdersaddress useraddress \
    cardholderaddress addressoftenant addressoftaxpayer owneraddress memberaddress \
    nameandaddress nameaddress customernameandaddress customernameaddress \
    contactaddressofcustomer addressofthetenant addressofaccountholder customeraddr custaddress \
    myaddress";
const BILLING: &str = "\
    billingaddress contactaddress mailingaddress postaladdress correspondenceaddress billto \
    shipto deliveryaddress registeredaddress invoiceaddress statementaddress \
    addressforcorrespondence shippingaddress billedto invoiceto to";
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
    merchant vendor";
const NAME: &str = "\
    name customername customersname accountname accountholder payername taxpayername clientname \
    consumername subscribername tenant tenantname nameoftenant owneroccupier \
    propertyowneroccupier propertyowner occupier nameofcustomer nameofaccountholder holdername \
    nameoftaxpayer fullname beneficiary cardholder attention attn membername customer \
    subscriber taxpayer accountholdername acctname acname";
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
/// run of up to four words that is one.
pub(super) fn label(line: &str) -> Option<Labelled<'_>> {
    if let Some((head, rest)) = line.split_once(':')
        && head.len() <= 48
    {
        let rest = rest.trim();
        if let Some(label) = exact(head).or_else(|| last_words(head)) {
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
    if let Some(label) = exact(line) {
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
        let rest = rest.trim_start_matches([' ', '-', '–', '.', '_']);
        if let Some(label) = exact(head)
            && normalise(head).contains("addr")
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

fn exact(head: &str) -> Option<Label> {
    let key = normalise(head);
    let kinds = [
        (SERVICE, Label::Service),
        (CUSTOMER, Label::Customer),
        (BILLING, Label::Billing),
        (PLAIN, Label::Plain),
        (ISSUER, Label::Issuer),
        (NAME, Label::Name),
    ];
    kinds
        .into_iter()
        .find(|(names, _)| lists(names, &key))
        .map(|(_, label)| label)
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
        check("12 Allen Avenue, Ikeja", None);
        check("District Road, Aba", None);
        check("Mrs Ada Obi", None);
        check("", None);
    }
}
