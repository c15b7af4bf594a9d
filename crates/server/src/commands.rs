//! Every command of the server: what the admin API mounts and `kofa admin` runs.

use kofa_commands::Entry;

/// All of them, those of a tag together.
pub fn all() -> Vec<Entry> {
    let mut all = [
        kofa_commands::platform::all(),
        kofa_investment::commands::all(),
        kofa_documents::commands::all(),
        kofa_registry::commands::all(),
    ]
    .concat();
    all.sort_by_key(|entry| entry.spec.tag);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_matters_asks_for_the_password_again() {
        let asking = all().into_iter().filter(|entry| entry.spec.asks_again);
        let mut names: Vec<&str> = asking.map(|entry| entry.spec.name).collect();
        names.sort_unstable();
        let expected = [
            "allotOffer",
            "confirmOfferApproval",
            "confirmProposal",
            "createOperator",
            "creditOffer",
            "creditWallet",
            "debitWallet",
            "disableMember",
            "disableOperator",
            "enableMember",
            "enableOperator",
            "enterBankTransfer",
            "enterSettlement",
            "inviteMember",
            "issueAdminToken",
            "makeRefundBatch",
            "markRefundBatchSent",
            "openMemberReset",
            "openOperatorReset",
            "recordOfferApproval",
            "refundOffer",
            "removeSignInProvider",
            "requireSecondFactor",
            "rotateAdminToken",
            "rotateKey",
            "setLimit",
            "setMemberRole",
            "setPrice",
            "setRegistrySource",
            "setTenantPrice",
            "setTenantStatus",
            "settleRefund",
            "settleRefundBatch",
            "settleTopUp",
            "switchService",
            "unlinkMember",
            "unlinkOperator",
        ];
        assert_eq!(names, expected);
    }
}
