//! The refunds of a batch with whom they go to, opened a piece at a time.

use std::collections::BTreeMap;

use kofa_domain::{Error, Kobo, Result, Sensitive, Wipe};
use kofa_store::{Store, Vault};

use crate::codes::REFUND_BANK_CODE_MISSING;
use crate::ops::{ListBanks, ReadRefunds, SealedRefund};
use crate::sealing::open_person;

/// Refunds that are opened at a time.
const AT_ONCE: i64 = 500;

/// One payment of a file.
pub(super) struct Refund {
    pub(super) position: i64,
    pub(super) reference: String,
    pub(super) amount: Kobo,
    pub(super) payee: Sensitive<Payee>,
    pub(super) bank: BankCode,
}

impl Refund {
    /// What the payee and the bank read: our reference, by which the payment is found again.
    pub(super) fn narration(&self) -> String {
        format!("IPO refund {}", self.reference)
    }
}

/// Who is paid, and where.
#[derive(Clone)]
pub(super) struct Payee {
    pub(super) name: String,
    /// Ten digits.
    pub(super) account: String,
}

impl Wipe for Payee {
    fn wipe(&mut self) {
        self.name.wipe();
        self.account.wipe();
    }
}

/// How a bank is named where money is sent to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BankCode {
    /// `NIP`, six digits; where the bank has none `CBN`, three.
    pub(super) scheme: &'static str,
    pub(super) code: String,
    pub(super) name: String,
}

impl BankCode {
    /// Of a code whose scheme its length tells.
    pub(super) fn of(code: &str, name: &str) -> Self {
        Self {
            scheme: if code.len() == NIP_CHARS {
                "NIP"
            } else {
                "CBN"
            },
            code: code.to_owned(),
            name: name.to_owned(),
        }
    }
}

/// Digits of a code of NIP, which no code of the Central Bank has.
const NIP_CHARS: usize = 6;

/// The banks by their `bankId`, as operators set them.
pub(super) type Banks = BTreeMap<i64, Result<BankCode, &'static str>>;

pub(super) async fn banks(store: &Store) -> Result<Banks> {
    let listed = store.read(ListBanks).await?;
    let coded = listed.iter().map(|one| {
        let code = one.nip_code().or(one.cbn_code());
        let code = code.map(|code| BankCode::of(code, one.bank.name));
        (one.bank.bank_id, code.ok_or(one.bank.name))
    });
    Ok(coded.collect())
}

/// The refunds after a position; none at the end.
pub(super) async fn next(
    (store, vault): (&Store, &Vault),
    banks: &Banks,
    (batch_no, after): (i64, i64),
) -> Result<Vec<Refund>> {
    let read = ReadRefunds {
        batch_no,
        after,
        limit: AT_ONCE,
    };
    let sealed = store.read(read).await?;
    sealed
        .into_iter()
        .map(|one| open(vault, banks, one))
        .collect()
}

fn open(vault: &Vault, banks: &Banks, one: SealedRefund) -> Result<Refund> {
    let person = open_person(vault, &one.subscription_id, &one.applicant)?;
    let unnamed = || {
        let known = banks.get(&one.bank_id).and_then(|code| code.as_ref().err());
        let name = known
            .copied()
            .unwrap_or("a bank that is not supported any more");
        let message = format!(
            "Refund {} goes to {name}, which has no code.",
            one.reference
        );
        Error::new(&REFUND_BANK_CODE_MISSING, message)
    };
    let bank = banks.get(&one.bank_id).and_then(|code| code.as_ref().ok());
    Ok(Refund {
        bank: bank.cloned().ok_or_else(unnamed)?,
        payee: Sensitive::new(Payee {
            name: person.expose().name(),
            account: person.expose().account_number.clone(),
        }),
        position: one.position,
        reference: one.reference,
        amount: one.amount,
    })
}
