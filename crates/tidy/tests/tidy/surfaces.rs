//! Surfaces turn JSON, forms and words into commands and hold no rule of their own: what fits is
//! said once, where the command is.

use crate::tree::{hold, sources};

/// What turns anything into a command that has been moved to the command layer: a file, or all
/// files whose paths begin so.
const SURFACES: &[&str] = &[
    "crates/admin-api/src/commands.rs",
    "crates/portal/src/kit/input.rs",
    "crates/console/src/offers/after.rs",
    "crates/portal/src/tenant/wallet/alerts.rs",
    "crates/console/src/audit.rs",
    "crates/console/src/incidents.rs",
    "crates/console/src/ledger.rs",
    "crates/portal/src/tenant/keys/",
    "crates/portal/src/tenant/members.rs",
    "crates/console/src/operators.rs",
    "crates/console/src/reset_link.rs",
    "crates/console/src/tenants/keys.rs",
    "crates/console/src/tenants/list.rs",
    "crates/console/src/tenants/members.rs",
    "crates/console/src/tenants/one.rs",
    "crates/console/src/tenants/rotate.rs",
    "crates/console/src/prices/",
    "crates/console/src/tenants/money.rs",
    "crates/console/src/tenants/prices.rs",
    "crates/console/src/offers/edit.rs",
    "crates/console/src/offers/one.rs",
    "crates/console/src/offers/payments.rs",
    "crates/console/src/offers/subscription.rs",
    "crates/console/src/offers/subscriptions.rs",
    "crates/console/src/offers/terms.rs",
    "crates/console/src/reference/bank.rs",
    "crates/console/src/reference/broker.rs",
    "crates/console/src/register/company.rs",
    "crates/console/src/register/search.rs",
    "crates/console/src/register/sources.rs",
    "crates/server/src/cli/admin.rs",
    "crates/server/src/cli/offers.rs",
    "crates/server/src/cli/registry/sources.rs",
];
/// What only a rule of an input needs: limits, faults, looks at characters.
const RULES: &[&str] = &[
    "CHARS_MAX",
    "Fault::",
    "Error::on(",
    "Error::faults(",
    "INVALID_FIELD",
    "is_hidden",
    "is_control",
    "chars().count()",
    "parse_rfc3339",
    ".wrong(",
];

#[test]
fn surfaces_hold_no_rules() {
    let product = sources();
    let mut offenders = Vec::new();
    for surface in SURFACES {
        let of_surface = product.iter().filter(|(path, _)| path.starts_with(surface));
        let mut is_there = false;
        for (path, text) in of_surface {
            is_there = true;
            let found = RULES.iter().filter(|rule| text.contains(**rule));
            offenders.extend(found.map(|rule| format!("{path}: {rule}")));
        }
        if !is_there {
            offenders.push(format!("{surface} is not there"));
        }
    }
    hold("surfaces without limits and validation", &offenders);
}
