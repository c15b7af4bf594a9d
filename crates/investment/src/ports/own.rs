//! The operator's own exchange: whoever runs this server is the issuing house, the registrar or
//! the receiving agent of the offers made here.

use std::future::ready;

use kofa_store::Vault;

use super::{Asked, Exchange, Registration};
use crate::offer::Offer;
use crate::subscription::Subscription;

/// Registers every application that passed the checks, in this process. The operator allots,
/// refunds and credits.
#[derive(Debug)]
pub struct OwnExchange {
    vault: Vault,
}

impl OwnExchange {
    /// Its names follow from the key of `vault`.
    pub fn new(vault: Vault) -> Self {
        Self { vault }
    }

    fn register(&self, subscription: &Subscription) -> Registration {
        names((&self.vault, "own.exchange"), "KFX", &subscription.id)
    }
}

/// Names derived from our id: the same at every submission.
pub(super) fn names((vault, context): (&Vault, &str), letters: &str, id: &str) -> Registration {
    let digest = vault.blind_index(context, id);
    let number = |at: usize| {
        let bytes = digest.iter().skip(at).take(8);
        bytes.fold(0_u64, |number, byte| (number << 8) | u64::from(*byte))
    };
    Registration {
        reference: format!("{letters}{:012}", number(0) % 1_000_000_000_000),
        subscription_id: format!("SUB-{:016X}", number(8)),
    }
}

impl Exchange for OwnExchange {
    fn changes_outside(&self) -> bool {
        false
    }

    fn submit<'a>(
        &'a self,
        subscription: &'a Subscription,
        _: &'a Offer,
    ) -> Asked<'a, Registration> {
        Box::pin(ready(Ok(self.register(subscription))))
    }

    fn find<'a>(&'a self, subscription: &'a Subscription) -> Asked<'a, Option<Registration>> {
        Box::pin(ready(Ok(Some(self.register(subscription)))))
    }

    fn confirm_paid<'a>(&'a self, _: &'a Subscription) -> Asked<'a, ()> {
        Box::pin(ready(Ok(())))
    }
}

#[cfg(test)]
mod tests {
    use kofa_domain::Sensitive;

    use super::*;

    #[test]
    fn an_application_has_the_same_names_at_every_submission() {
        let vault = Vault::new(&Sensitive::new([1; 32]));
        let name = |id: &str| names((&vault, "own.exchange"), "KFX", id);
        assert_eq!(name("a"), name("a"));
        assert_ne!(name("a"), name("b"));
        let one = name("a");
        assert!(
            one.reference.starts_with("KFX") && one.reference.len() == 15,
            "{one:?}"
        );
        assert!(one.subscription_id.starts_with("SUB-") && one.subscription_id.len() == 20);
    }
}
