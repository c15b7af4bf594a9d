//! Words of company names: which are one word in several spellings, and which say little.

/// What trading names of sole proprietors and firms end in.
pub(super) const TRADING: [&str; 2] = ["ENTERPRISE", "VENTURE"];
/// The country, as names carry it.
pub(super) const COUNTRY: &str = "NIGERIA";

/// The one spelling of a word that has several. `MFB` is two words.
pub(super) fn canonical(word: &str) -> &str {
    match word {
        "LIMITED" | "LMTD" | "LTED" | "LIMTED" | "LIMITTED" => "LTD",
        "GUARANTEE" => "GTE",
        "UNLIMITED" | "UNLTD" => "ULTD",
        "CO" | "COY" => "COMPANY",
        "NIG" | "NIGERIAN" => COUNTRY,
        "ENT" | "ENTS" | "ENTERPRISES" | "ENTERPRICE" | "ENTERPRICES" | "ENTERPRIZE"
        | "ENTERPRIZES" => "ENTERPRISE",
        "VENT" | "VENTS" | "VENTURES" => "VENTURE",
        "INTL" | "INTERNATIONALS" => "INTERNATIONAL",
        "SERV" | "SERVS" | "SVCS" | "SERVICES" => "SERVICE",
        "INV" | "INVS" | "INVT" | "INVESTMENTS" => "INVESTMENT",
        "IND" | "INDS" | "INDUSTRIES" => "INDUSTRY",
        "TECH" | "TECHS" | "TECHNOLOGIES" => "TECHNOLOGY",
        "COMM" | "COMMS" | "COMMUNICATIONS" => "COMMUNICATION",
        "ASSOC" | "ASSOCS" | "ASSOCIATES" => "ASSOCIATE",
        "BROS" => "BROTHERS",
        "RES" | "RESOURCES" => "RESOURCE",
        "MGT" | "MGMT" | "MGNT" => "MANAGEMENT",
        "PROP" | "PROPS" | "PROPERTIES" => "PROPERTY",
        "CONST" | "CONSTR" | "CONSTRUCTIONS" => "CONSTRUCTION",
        "ENGR" | "ENGRG" => "ENGINEERING",
        "DEV" | "DEVT" => "DEVELOPMENT",
        "GRP" => "GROUP",
        "HLDGS" | "HLDG" | "HOLDING" => "HOLDINGS",
        "GEN" => "GENERAL",
        "GOVT" => "GOVERNMENT",
        "ALH" => "ALHAJI",
        "SAINT" => "ST",
        "CENTER" => "CENTRE",
        "ORGANIZATION" => "ORGANISATION",
        "JEWELRY" => "JEWELLERY",
        "COLOR" => "COLOUR",
        "COLORS" => "COLOURS",
        "ALUMINUM" => "ALUMINIUM",
        "FIBER" => "FIBRE",
        "THEATER" => "THEATRE",
        "GRAY" => "GREY",
        "TIRE" => "TYRE",
        "TIRES" => "TYRES",
        other => other,
    }
}

/// How much a word says about which company it is: 4 for most, 2 for the stock words of
/// business, 1 for those that only hold others together.
pub(super) fn weight(word: &str) -> u32 {
    match word {
        "AND" | "OF" | "THE" | "FOR" | "IN" => 1,
        "COMPANY" | "NIGERIA" | "ENTERPRISE" | "VENTURE" | "INTERNATIONAL" | "SERVICE"
        | "INVESTMENT" | "INDUSTRY" | "TECHNOLOGY" | "COMMUNICATION" | "ASSOCIATE" | "BROTHERS"
        | "GLOBAL" | "RESOURCE" | "MANAGEMENT" | "BANK" | "MICROFINANCE" | "GROUP" | "HOLDINGS"
        | "TRADING" | "TRADERS" | "PARTNERS" | "SONS" | "SOLUTION" | "SOLUTIONS" | "CONSULT"
        | "CONSULTING" | "CONSULTANTS" | "LOGISTICS" | "CONSTRUCTION" | "ENGINEERING"
        | "DEVELOPMENT" | "PROPERTY" | "FOUNDATION" | "ASSOCIATION" | "WORLDWIDE" | "AFRICA"
        | "AGENCY" | "STORES" | "CONCEPT" | "CONCEPTS" | "MULTI" | "SYSTEMS" | "SUPPLIES"
        | "PRODUCTS" | "CENTRE" => 2,
        _ => 4,
    }
}

/// Names of people and places in several spellings, all of them in use. They are not one
/// word, because each may be registered by itself; but they are no slip either.
const VARIANTS: [&[&str]; 13] = [
    &[
        "MOHAMMED", "MUHAMMAD", "MUHAMMED", "MOHAMMAD", "MOHAMED", "MUHAMED", "MAHAMMAD",
    ],
    &["YUSUF", "YUSUFF", "YUSUPH", "YUSIF"],
    &["USMAN", "UTHMAN", "OUSMAN", "OSMAN"],
    &["ABDULLAHI", "ABDULAHI", "ABDULLAH", "ABDALLAH"],
    &["FATIMA", "FATIMAH", "FATIMAT", "FATUMA"],
    &["AISHA", "AISHAT", "AYISHA", "AISHATU"],
    &["IBRAHIM", "EBRAHIM", "IBRAHEEM"],
    &["SHOMOLU", "SOMOLU"],
    &["OSHOGBO", "OSOGBO"],
    &["IJAIYE", "IJAYE"],
    &["SULEIMAN", "SULAIMAN", "SULEMAN", "SULAYMAN"],
    &["ISMAIL", "ISMAILA", "ISMAEEL"],
    &["CHUKWU", "CHUKU", "CHUKWUKA"],
];

/// Whether a word has a digit: such words are what they are.
pub(super) fn has_digit(word: &str) -> bool {
    word.bytes().any(|byte| byte.is_ascii_digit())
}

/// How alike two words are, in hundredths; 0 unless one may be meant by the other.
pub(super) fn likeness(a: &str, b: &str) -> u32 {
    if a == b {
        return 100;
    }
    let (shorter, longer) = if a.len() < b.len() { (a, b) } else { (b, a) };
    let length = longer.chars().count();
    if length < 4 || has_digit(a) || has_digit(b) {
        return 0;
    }
    let known = |group: &&[&str]| group.contains(&a) && group.contains(&b);
    let plural = shorter.len() > 2 && longer.strip_suffix('S') == Some(shorter);
    if plural || VARIANTS.iter().any(known) {
        return 95;
    }
    let slips = if length < 8 { 1 } else { 2 };
    if longer.len() - shorter.len() > 4 * slips || shorter.chars().count() < 4 {
        return 0;
    }
    // People get the first letter of a short word right: `Sonny` is not a slip of `Bonny`.
    if length < 8 && a.chars().next() != b.chars().next() {
        return 0;
    }
    let distance = strsim::osa_distance(a, b);
    if distance > slips {
        return 0;
    }
    u32::try_from(100 - 100 * distance / length).unwrap_or(0)
}
