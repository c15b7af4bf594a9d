//! What the verify pages show, from what the registry knows of a document.

use std::sync::Arc;

use kofa_core::endpoint::Envelope;
use kofa_domain::Environment;
use kofa_gate::{Gate, refuse};
use kofa_portal::{LookUp, Standing, Verified, Verify};
use kofa_registry::{Verdict, Verification, Verifier};

/// The verify pages over the store of `gate`.
pub(crate) fn of(gate: &Arc<Gate>) -> Verify {
    let (store, vault) = (gate.store.clone(), gate.vault.clone());
    let verifier = Verifier::new(store, vault, Arc::clone(&gate.clock));
    let look_up: LookUp = Arc::new(move |code| {
        let verifier = verifier.clone();
        Box::pin(async move { Ok(verifier.verify(&code).await?.map(shown)) })
    });
    let (address, refusing) = (Arc::clone(gate), Arc::clone(gate));
    Verify {
        address: Arc::new(move |parts| address.client_ip(parts)),
        clock: Arc::clone(&gate.clock),
        refuse: Arc::new(move |error| refuse(&refusing, Envelope::PROBLEM, error)),
        look_up,
        version: env!("CARGO_PKG_VERSION"),
    }
}

fn shown(verification: Verification) -> Verified {
    let issued = verification.issued;
    Verified {
        code: verification.code,
        document: issued.document.as_str(),
        is_specimen: issued.environment == Environment::Sandbox,
        number: format!("{} {}", issued.entity_type.prefix(), issued.rc_number),
        entity_type: issued.entity_type.as_str(),
        company_name: issued.company_name,
        registration_status: issued.registration_status.as_str(),
        registration_date: issued.registration_date,
        retrieved_at: issued.retrieved_at,
        issued_at: issued.issued_at,
        sha256: data_encoding::HEXLOWER.encode(&issued.sha256),
        standing: match verification.verdict {
            Verdict::Holds => Standing::Holds,
            Verdict::Unknown => Standing::Unknown,
            Verdict::Changed(changed) => Standing::Changed {
                company_name: changed.company_name,
                registration_status: changed.registration_status.map(|status| status.as_str()),
            },
        },
    }
}
