//! Banks, wallets and other institutions that hold accounts.

use std::sync::LazyLock;

use crate::index::NameIndex;
use crate::normalise::key;
use crate::table::{self, TableError};

const CSV: &str = include_str!("../../../data/banks.csv");

/// An institution that holds accounts.
#[derive(Debug)]
pub struct Bank {
    /// Small, positive, written in the data file and never reused: the `bankId` of the API.
    pub bank_id: i64,
    /// Slug, `gtbank`; stable.
    pub id: &'static str,
    pub name: &'static str,
    /// Short name as on an app or statement; the full one where there is none.
    pub short: &'static str,
    /// Other names, former ones included.
    pub aliases: Vec<&'static str>,
    /// What licence it works under.
    pub kind: BankKind,
    /// Central Bank code of 3 or 5 digits: the one in the sum of the account number.
    pub cbn_code: Option<&'static str>,
    /// NIBSS routing code of 6 digits; never in the sum.
    pub nip_code: Option<&'static str>,
    pub active: bool,
    /// Among those people hold accounts with, see [`supported_banks`].
    pub supported: bool,
    /// Slug of the bank that took it over.
    pub merged_into: Option<&'static str>,
    /// How well the codes are attested.
    pub certainty: Certainty,
    /// What the data file remarks on it.
    pub note: Option<&'static str>,
    /// Which sources name it, in the words of the data file.
    pub provenance: &'static str,
}

impl Bank {
    /// The code to give and accept as `bankCode`: the Central Bank's, else the NIBSS one.
    pub fn code(&self) -> Option<&'static str> {
        self.cbn_code.or(self.nip_code)
    }
}

/// What licence an institution works under.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BankKind {
    Commercial,
    /// Deposit bank without interest.
    NonInterest,
    Merchant,
    /// Payment service bank; accounts are mostly phone numbers.
    PaymentServiceBank,
    MobileMoney,
    Microfinance,
    Mortgage,
    FinanceHouse,
    DevelopmentFinance,
    /// Switch or payment processor.
    PaymentProcessor,
    /// Anything else with a code.
    Other,
}

/// How well a row is attested; earlier is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Certainty {
    /// Two or more sources agree on the codes.
    High,
    Medium,
    /// One weak source, or sources disagree.
    Low,
    /// The name is on the Central Bank's list, no code is known.
    NameOnly,
}

impl Certainty {
    /// The word of the data files: `high`, `medium`, `low` or `name-only`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::High => "high",
            Self::Medium => "medium",
            Self::Low => "low",
            Self::NameOnly => "name-only",
        }
    }

    pub(crate) fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "high" => Self::High,
            "medium" => Self::Medium,
            "low" => Self::Low,
            "name-only" => Self::NameOnly,
            _ => return None,
        })
    }
}

static BANKS: LazyLock<Vec<Bank>> =
    LazyLock::new(|| parse(CSV).expect("data/banks.csv is read by a test"));

static NAMES: LazyLock<NameIndex<&'static Bank>> = LazyLock::new(|| {
    let mut pairs = Vec::new();
    for bank in banks() {
        let written = [bank.name, bank.short]
            .into_iter()
            .chain(bank.aliases.iter().copied());
        pairs.extend(written.filter_map(key).map(|key| (key, bank)));
    }
    // Diamond Bank's name finds the bank that lives on before the one that is gone.
    let rank = |bank: &&Bank| (!bank.supported, !bank.active, bank.certainty, bank.bank_id);
    NameIndex::build(pairs, rank, |a, b| a.bank_id == b.bank_id)
});

/// All institutions, by `bank_id`.
pub fn banks() -> &'static [Bank] {
    &BANKS
}

/// The ones people hold accounts with: commercial, non-interest, merchant and payment
/// service banks and the large wallets. Heritage Bank is among them, inactive, so that its
/// old account numbers are named and refused rather than unknown.
pub fn supported_banks() -> impl Iterator<Item = &'static Bank> {
    BANKS.iter().filter(|bank| bank.supported)
}

/// The bank of a `bank_id`.
pub fn bank_by_id(bank_id: i64) -> Option<&'static Bank> {
    let at = BANKS
        .binary_search_by_key(&bank_id, |bank| bank.bank_id)
        .ok()?;
    Some(&BANKS[at])
}

/// The bank of a slug.
pub fn bank_by_slug(slug: &str) -> Option<&'static Bank> {
    BANKS.iter().find(|bank| bank.id == slug)
}

/// The bank of a code: the Central Bank's of 3 or 5 digits (`058`, `50211`; also padded to
/// five, `00058`, as some gateways write it), or the NIBSS one of 6 (`000013`).
pub fn bank_by_code(code: &str) -> Option<&'static Bank> {
    let code = code.trim();
    if !code.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let cbn = match code.len() {
        3 => code,
        5 => code.strip_prefix("00").unwrap_or(code),
        6 => return BANKS.iter().find(|bank| bank.nip_code == Some(code)),
        _ => return None,
    };
    BANKS.iter().find(|bank| bank.cbn_code == Some(cbn))
}

/// The bank that `text` names, by full name, short name or alias (`GTB`, `First Bank`).
pub fn find_bank(text: &str) -> Option<&'static Bank> {
    NAMES.get(&key(text)?).first().copied()
}

fn parse(csv: &'static str) -> Result<Vec<Bank>, TableError> {
    const HEADER: [&str; 16] = [
        "bank_id",
        "id",
        "name",
        "short",
        "aliases",
        "type",
        "cbn_code",
        "nip_code",
        "swift",
        "nuban",
        "status",
        "supported",
        "merged_into",
        "certainty",
        "note",
        "provenance",
    ];
    let mut last_id = 0;
    table::load(csv, HEADER, |fields| {
        let [
            number,
            id,
            name,
            short,
            aliases,
            kind,
            cbn,
            nip,
            _,
            _,
            status,
            ..,
        ] = fields;
        let [.., supported, merged_into, certainty, note, provenance] = fields;
        let bank_id = number
            .parse()
            .map_err(|_| format!("{id}: bank_id is no number"))?;
        if bank_id <= last_id || id.is_empty() || name.is_empty() {
            return Err(format!("{id}: ids must ascend, slug and name not be empty"));
        }
        last_id = bank_id;
        check_codes(cbn, nip).map_err(|problem| format!("{id}: {problem}"))?;
        Ok(Bank {
            bank_id,
            id,
            name,
            short: table::optional(short).unwrap_or(name),
            aliases: table::list(aliases).collect(),
            kind: parse_kind(kind).ok_or_else(|| format!("{id}: unknown type {kind}"))?,
            cbn_code: table::optional(cbn),
            nip_code: table::optional(nip),
            active: match status {
                "active" | "listed in NIP" => true,
                "merged" | "licence_revoked" => false,
                _ => return Err(format!("{id}: unknown status {status}")),
            },
            supported: match supported {
                "yes" => true,
                "" => false,
                _ => return Err(format!("{id}: supported is yes or empty")),
            },
            merged_into: table::optional(merged_into),
            certainty: Certainty::parse(certainty)
                .ok_or_else(|| format!("{id}: unknown certainty {certainty}"))?,
            note: table::optional(note),
            provenance,
        })
    })
}

fn check_codes(cbn: &str, nip: &str) -> Result<(), &'static str> {
    if !matches!(cbn.len(), 0 | 3 | 5) || !matches!(nip.len(), 0 | 6) {
        return Err("a code has the wrong length");
    }
    let digits = cbn
        .bytes()
        .chain(nip.bytes())
        .all(|byte| byte.is_ascii_digit());
    if digits {
        Ok(())
    } else {
        Err("a code is not made of digits")
    }
}

fn parse_kind(text: &str) -> Option<BankKind> {
    Some(match text {
        "commercial" => BankKind::Commercial,
        "non_interest" => BankKind::NonInterest,
        "merchant" => BankKind::Merchant,
        "payment_service_bank" => BankKind::PaymentServiceBank,
        "mobile_money_operator" => BankKind::MobileMoney,
        "microfinance" => BankKind::Microfinance,
        "mortgage" => BankKind::Mortgage,
        "finance_house" => BankKind::FinanceHouse,
        "development_finance" => BankKind::DevelopmentFinance,
        "payment_processor" => BankKind::PaymentProcessor,
        "other" => BankKind::Other,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[track_caller]
    fn check(code: &str, slug: Option<&str>) {
        assert_eq!(bank_by_code(code).map(|bank| bank.id), slug, "{code}");
    }

    #[test]
    fn banks_are_found_by_code() {
        check("058", Some("gtbank"));
        check(" 058 ", Some("gtbank"));
        check("00058", Some("gtbank"));
        check("000013", Some("gtbank"));
        check("50211", Some("kuda"));
        check("100004", Some("opay"));
        check("000023", Some("providus-bank"));
        check("023", Some("citibank"));
        check("030", Some("heritage-bank"));
        check("58", None);
        check("999", None);
        check("", None);
        check("05A", None);
        check("٠٥٨", None);
    }

    #[test]
    fn banks_are_found_by_name() {
        let named = |text| find_bank(text).map(|bank| bank.id);
        assert_eq!(named("GTB"), Some("gtbank"));
        assert_eq!(named("first bank of nigeria"), Some("first-bank"));
        assert_eq!(named("Diamond Bank"), Some("access-bank"));
        assert_eq!(named("Skye Bank"), Some("polaris-bank"));
        assert_eq!(named("Opay"), Some("opay"));
        assert_eq!(named(""), None);
        assert_eq!(named("Bank"), None);
    }

    /// Clients store these numbers. A failure here means a row was moved or renumbered.
    #[test]
    fn bank_ids_stay_what_they_are() {
        let fixed = [
            (1, "access-bank"),
            (6, "ecobank"),
            (8, "fidelity-bank"),
            (9, "first-bank"),
            (10, "fcmb"),
            (11, "globus-bank"),
            (12, "gtbank"),
            (13, "heritage-bank"),
            (14, "keystone-bank"),
            (17, "parallex-bank"),
            (18, "polaris-bank"),
            (22, "stanbic-ibtc"),
            (24, "sterling-bank"),
            (27, "titan-trust-bank"),
            (28, "union-bank"),
            (29, "uba"),
            (30, "unity-bank"),
            (31, "wema-bank"),
            (32, "zenith-bank"),
            (34, "jaiz-bank"),
            (35, "lotus-bank"),
            (38, "taj"),
            (39, "coronation-merchant-bank"),
            (82, "palmpay"),
            (599, "kuda"),
            (676, "moniepoint"),
            (773, "opay"),
        ];
        for (bank_id, slug) in fixed {
            let bank = bank_by_id(bank_id).unwrap();
            assert_eq!(bank.id, slug);
            assert!(bank.supported, "{slug}");
        }
        assert!(bank_by_id(0).is_none() && bank_by_id(-1).is_none() && bank_by_id(9999).is_none());
    }

    #[test]
    fn every_row_is_read_and_every_code_is_one_banks() {
        let all = parse(CSV).unwrap();
        assert_eq!(all.len(), 1064);
        let slugs: HashSet<_> = all.iter().map(|bank| bank.id).collect();
        assert_eq!(slugs.len(), all.len());
        let codes: Vec<_> = all
            .iter()
            .flat_map(|bank| [bank.cbn_code, bank.nip_code])
            .flatten()
            .collect();
        assert_eq!(codes.iter().collect::<HashSet<_>>().len(), codes.len());
        for bank in &all {
            assert!(
                bank.merged_into.is_none_or(|slug| slugs.contains(slug)),
                "{}",
                bank.id
            );
            if let Some(code) = bank.code() {
                assert_eq!(bank_by_code(code).unwrap().id, bank.id);
            }
        }
    }

    #[test]
    fn supported_banks_have_a_code_and_only_heritage_is_gone() {
        let supported: Vec<_> = supported_banks().collect();
        assert_eq!(supported.len(), 50);
        assert!(supported.iter().all(|bank| bank.code().is_some()));
        let gone: Vec<_> = supported.iter().filter(|bank| !bank.active).collect();
        assert_eq!(gone.len(), 1);
        assert_eq!(gone[0].id, "heritage-bank");
    }

    #[test]
    fn a_corrupt_row_is_refused() {
        let header = CSV.lines().next().unwrap();
        let row = CSV.lines().nth(1).unwrap();
        let refused = |row: String| {
            parse(format!("{header}\n{row}\n").leak())
                .err()
                .map(|problem| problem.line)
        };
        assert_eq!(refused(row.to_owned()), None);
        assert_eq!(refused(row.replace(",044,", ",44,")), Some(2));
        assert_eq!(refused(row.replace(",044,", ",O44,")), Some(2));
        assert_eq!(refused(row.replace(",yes,", ",no,")), Some(2));
        assert_eq!(refused(row.replacen('1', "0", 1)), Some(2));
        assert_eq!(refused(format!("{row}\n{row}")), Some(3));
    }
}
