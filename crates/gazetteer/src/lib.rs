//! Nigerian reference data and the pure rules over it: states, local government areas,
//! localities, streets, banks and account numbers, phones, brokers, issuers of bills.
//!
//! The tables are the CSV files of `data/`, embedded in the binary and indexed on first
//! use ([`warm`] does it early). Every look-up takes text as people print it, folds it with
//! [`normalise`] and answers with all candidates: a name is evidence, and which candidate is
//! meant is decided by who asks. Nothing here waits, stores, or knows a customer.

mod address_words;
mod attribution;
mod banks;
mod brokers;
mod index;
mod issuers;
mod lgas;
mod localities;
mod normalise;
mod nuban;
mod phone;
mod scan;
mod states;
mod streets;
mod table;

pub use address_words::{AddressWord, WordClass, address_words, street_type};
pub use attribution::ATTRIBUTION;
pub use banks::{
    Bank, BankKind, Certainty, bank_by_code, bank_by_id, bank_by_slug, banks, find_bank,
    supported_banks,
};
pub use brokers::{Broker, broker_by_id, brokers};
pub use issuers::{Issuer, IssuerKind, find_issuer, issuers};
pub use lgas::{Lga, LgaId, find_lga_in, find_lgas, lga_by_code, lgas};
pub use localities::{
    Corroboration, Locality, LocalityKind, LocalitySource, find_localities, localities_in,
    locality_names,
};
pub use normalise::{normalise, tokens};
pub use nuban::{
    NubanCheck, bank_rejects_on_check_digit, check_account, check_account_under, check_nuban,
    is_deposit_bank,
};
pub use phone::{Phone, PhoneError, parse_phone};
pub use scan::{PlaceSpan, SPAN_TOKENS_MAX, place, places_ending, places_starting, scan};
pub use states::{State, StateId, Zone, find_state, is_nigeria, state_by_code, states};
pub use streets::{Street, find_streets};

/// Builds every table now instead of at its first use, so that no customer waits for it.
pub fn warm() {
    let _ = (
        find_state(""),
        find_lgas(""),
        find_localities(""),
        find_streets(""),
    );
    let _ = (find_bank(""), find_issuer(""), brokers(), address_words(""));
    let _ = parse_phone("08030000000");
}
