//! Words of people's names: which are one word in several spellings, and which are no name.

/// Letters that a word needs for one of them to be a slip.
const SLIP_LETTERS_MIN: usize = 5;
/// Letters that are left of a name without the name of God, at least.
const SHORT_LETTERS_MIN: usize = 3;

/// Before a name, or behind it, and seldom a name by itself; and what companies are, whose
/// accounts are compared as well.
const OPTIONAL: &str = "\
     mr mrs miss ms mister madam master dr doctor prof professor engr engineer arc architect \
     barr barrister esq surv pharm nurse chief otunba chf hrh hrm alhaji alhaja alh hajia \
     hajiya mallam malam sheikh shaikh sir lady dame prince princess hon honourable honorable \
     sen senator amb ambassador rev revd reverend pastor pst evang evangelist deacon deaconess \
     elder apostle bishop col colonel capt captain lt sgt insp jnr jr junior snr sr senior ii \
     iii iv and or the of ltd limited plc llp gte co coy company nig nigeria nigerian";

/// Names in spellings that people use in turn.
const VARIANTS: &[&str] = &[
    "muhammad muhammed muhammadu mohammed mohammad mohamed mohamad muhamad muhamed mahammad \
     muhd mohd",
    "ahmad ahmed ahmadu amadu",
    "abubakar abubakr abubaka aboubakar",
    "yusuf yusufu yusuff yusuph yusif yesufu",
    "usman usmanu uthman ousman osman",
    "umar umaru omar oumar",
    "abdullahi abdulahi abdullah abdallah abdulla",
    "fatima fatimah fatimat fatimatu fatuma",
    "aisha aishat aishatu ayisha aishah",
    "ibrahim ibrahima ibraheem ebrahim",
    "suleiman sulaiman suleman sulayman sulaimon sulemana",
    "ismail ismaila ismaeel ismael",
    "isa isah issa",
    "musa moussa mousa",
    "hassan hasan hassane",
    "hussain hussein husaini hussaini usaini",
    "khadija khadijah khadijat hadiza kadijat",
    "zainab zaynab zainabu zeinab",
    "maryam mariam maryamu",
    "halima halimat halimah haleemah",
    "abdul abd",
];

/// Names of God that begin or end longer names, and are left out in daily life.
const OF_GOD: &[&str] = &["oluwa", "olu", "chukwu", "chi"];

/// Whether a word may be missing from a record and say nothing.
pub(super) fn is_optional(word: &str) -> bool {
    OPTIONAL.split(' ').any(|one| one == word)
}

/// Whether two words are one name in two spellings.
pub(super) fn alike(one: &str, other: &str) -> bool {
    let has = |all: &str, word: &str| all.split(' ').any(|one| one == word);
    let has_both = |all: &&str| has(all, one) && has(all, other);
    VARIANTS.iter().any(has_both)
}

/// Whether one letter makes the difference.
pub(super) fn is_slip(one: &str, other: &str) -> bool {
    let is_long = |word: &str| word.len() >= SLIP_LETTERS_MIN;
    is_long(one) && is_long(other) && strsim::osa_distance(one, other) <= 1
}

/// Whether one is the other without the name of God in it.
pub(super) fn is_short_form(one: &str, other: &str) -> bool {
    let (short, long) = if one.len() < other.len() {
        (one, other)
    } else {
        (other, one)
    };
    let is_left = |god: &&str| {
        long.strip_prefix(*god) == Some(short) || long.strip_suffix(*god) == Some(short)
    };
    short.len() >= SHORT_LETTERS_MIN && OF_GOD.iter().any(is_left)
}
