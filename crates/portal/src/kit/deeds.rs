//! Entries of the audit log as sentences: what somebody did, in words.

use kofa_domain::Kobo;
use serde_json::Value;

use super::show;

/// What an action is called, after the name of who did it; `{}` stands for what it was done to.
const DEEDS: &[(&str, &str)] = &[
    ("access.accept", "accepted the request for access {}"),
    ("access.decline", "declined the request for access {}"),
    ("applicant.look", "viewed the applicants of subscription {}"),
    ("bank.set", "changed the bank {}"),
    ("bank_entry.look", "viewed bank statement entries"),
    ("bank_statement.import", "imported the bank statement {}"),
    ("broker.add", "added the broker {}"),
    ("broker.set", "changed the broker {}"),
    ("call.replay", "sent the request {} again"),
    ("call.try", "sent a request from the portal: {}"),
    ("data.backup", "backed up the data"),
    ("data.restore", "restored the data from a back-up"),
    ("feedback.export", "exported the feedback on {}"),
    ("holders.import", "imported the holders of {}"),
    (
        "holders.import_begin",
        "started importing the holders of {}",
    ),
    ("inbox.change", "changed the test inbox"),
    ("inbox.create", "created a test inbox"),
    ("inbox.delete", "deleted the test inbox"),
    ("inbox.empty", "emptied the test inbox"),
    ("incident.open", "published the incident {}"),
    ("incident.resolve", "resolved the incident {}"),
    ("incident.update", "updated the incident {}"),
    ("invite.revoke", "cancelled the invite of {}"),
    ("key.issue", "created the API key {}"),
    ("key.revoke", "revoked the API key {}"),
    ("key.rotate", "rotated the API key {}"),
    ("ledger.prove", "checked the ledger"),
    ("live.agreement", "recorded the agreement of {}"),
    ("live.company", "looked up the company of {}"),
    ("live.refuse", "refused Live access to {}"),
    ("live.request", "requested Live access to {}"),
    (
        "live.withdraw",
        "withdrew the request for Live access to {}",
    ),
    ("master_key.add", "added a master key"),
    ("master_key.finish", "ended the rotation of the master key"),
    ("member.ask_reset", "asked for a password reset link"),
    ("member.disable", "disabled the member {}"),
    ("member.enable", "enabled the member {}"),
    (
        "member.factor_rule",
        "changed the two-factor rule for members of {}",
    ),
    ("member.invite", "invited {}"),
    ("member.join", "accepted an invite"),
    ("member.profile", "changed their profile"),
    ("member.reset_link", "created a password reset link for {}"),
    ("member.role", "changed the role of {}"),
    ("offer.allot", "allotted the shares of {}"),
    ("offer.allot_undone", "undid the allotment of {}"),
    ("offer.cancel", "cancelled the offer {}"),
    ("offer.close", "closed the offer {}"),
    ("offer.copy", "copied the offer {}"),
    ("offer.create", "created the offer {}"),
    ("offer.credit", "marked the shares of {} as credited"),
    ("offer.edit", "edited the offer {}"),
    ("offer.extend", "extended the offer {}"),
    ("offer.list", "marked the shares of {} as listed"),
    ("offer.refund", "refunded payments for {}"),
    ("offer.resume", "resumed the offer {}"),
    ("offer.suspend", "suspended the offer {}"),
    ("operator.ask_reset", "asked for a password reset link"),
    ("operator.create", "created the operator {}"),
    ("operator.disable", "disabled the operator {}"),
    ("operator.enable", "enabled the operator {}"),
    ("operator.profile", "changed their profile"),
    (
        "operator.reset_link",
        "created a password reset link for {}",
    ),
    ("passkey.add", "added a passkey"),
    ("passkey.remove", "removed a passkey"),
    ("password.change", "changed their password"),
    ("password.reset", "reset their password"),
    ("people.erase", "erased a person's data"),
    ("people.export", "exported a person's data"),
    ("people.find", "searched for a person's data"),
    ("people.receipt", "handled a person's data"),
    ("price.set", "set the price of {}"),
    ("proposal.confirm", "confirmed the proposal {}"),
    ("proposal.make", "proposed {}"),
    ("proposal.reject", "rejected the proposal {}"),
    ("proposal.reopen", "reopened the proposal {}"),
    ("reading.review", "reviewed the extraction {}"),
    (
        "refund.settle",
        "recorded the bank's result for the refund {}",
    ),
    (
        "refund_batch.file",
        "downloaded the file of the refund batch {}",
    ),
    ("refund_batch.make", "created the refund batch {}"),
    ("refund_batch.pay", "recorded the refund batch {} as paid"),
    ("refund_batch.return", "cancelled the refund batch {}"),
    ("refund_batch.send", "marked the refund batch {} as sent"),
    (
        "register.import",
        "imported a file into the company register",
    ),
    (
        "register.import_resume",
        "resumed an import into the company register",
    ),
    ("registry_consent.issue", "issued a consent code for {}"),
    ("registry_source.set", "changed the source of {}"),
    ("retention.drop", "deleted expired data: {}"),
    ("sandbox.clock", "moved the test clock of {}"),
    ("sandbox.exchange", "changed the sandbox exchange"),
    ("sandbox.refund", "refunded in the sandbox: {}"),
    ("second_factor.codes", "created new recovery codes"),
    ("second_factor.off", "turned off two-factor authentication"),
    ("second_factor.on", "turned on two-factor authentication"),
    ("second_factor.recovery", "used a recovery code"),
    (
        "second_factor.start",
        "started to set up two-factor authentication",
    ),
    ("session.confirm", "confirmed their identity"),
    ("session.end", "signed out"),
    ("session.end_others", "signed out their other sessions"),
    ("session.open", "signed in"),
    ("session.refuse", "was refused sign-in"),
    ("settlement.enter", "entered the payment {}"),
    ("settlement.import", "imported payments into {}"),
    (
        "sign_in_link.create",
        "linked the account of {} at the sign-in provider",
    ),
    (
        "sign_in_link.remove",
        "unlinked the account of {} at the sign-in provider",
    ),
    ("sign_in_provider.remove", "turned off single sign-on"),
    ("sign_in_provider.set", "set up single sign-on"),
    ("subscription.cancel", "withdrew the subscription {}"),
    (
        "subscription.resolve",
        "recorded the exchange's decision on {}",
    ),
    ("task.retry", "retried the outbox task for {}"),
    ("tenant.create", "created the tenant {}"),
    (
        "tenant.document_training",
        "changed whether documents are kept for training",
    ),
    ("tenant.limit", "changed the rate limit in {}"),
    ("tenant.look", "viewed the portal"),
    ("tenant.reading_erase", "erased the reading {}"),
    ("token.issue", "created the admin token {}"),
    ("token.revoke", "revoked the admin token {}"),
    ("token.rotate", "rotated the admin token {}"),
    ("wallet.alerts", "changed the alerts of the {} wallet"),
    ("wallet.enter_bank_transfer", "entered a bank transfer"),
    ("webhook.create", "created the webhook endpoint {}"),
    ("webhook.delete", "deleted the webhook endpoint {}"),
    ("webhook.disable", "disabled the webhook endpoint {}"),
    (
        "webhook.rotate",
        "rotated the secret of the webhook endpoint {}",
    ),
];

/// What actions begin with, each once: what a log can be filtered by.
pub fn deed_kinds() -> Vec<&'static str> {
    let kinds = DEEDS
        .iter()
        .filter_map(|(action, _)| action.split_once('.'));
    let mut kinds: Vec<&str> = kinds.map(|(kind, _)| kind).collect();
    kinds.extend(["service", "wallet"]);
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// The fields of an entry's details by which people know what it is about.
const NAMES: [&str; 6] = ["name", "email", "title", "url", "reference", "command"];

/// What was done, to follow the name of who did it: `revoked the API key “Checkout”`. `name` has
/// the names of ids.
pub fn deed<'a>(
    action: &str,
    subject: &'a str,
    details: &'a Value,
    name: impl Fn(&str) -> Option<&'a str>,
) -> String {
    let of_details = NAMES.iter().find_map(|field| details[field].as_str());
    let of_details = of_details.filter(|text| !text.is_empty());
    let object = name(subject).or(of_details).unwrap_or(subject);
    let object = format!("\u{201c}{object}\u{201d}");
    let world = match details["environment"].as_str() {
        Some("live") => " in Live",
        Some("sandbox") => " in Sandbox",
        _ => "",
    };
    let money = details["amountKobo"]
        .as_i64()
        .map(|kobo| show::naira(Kobo::new(kobo)));
    match (action, &details["to"], money) {
        ("tenant.status", Value::String(to), _) if to == "suspended" => {
            format!("suspended {object}")
        }
        ("tenant.status", ..) => format!("resumed {object}"),
        ("service.switch", Value::Bool(on), _) => {
            format!(
                "switched {object} {}{world}",
                if *on { "on" } else { "off" }
            )
        }
        ("wallet.credit", _, Some(amount)) => format!("credited a wallet with {amount}{world}"),
        ("wallet.debit", _, Some(amount)) => format!("debited {amount} from a wallet{world}"),
        ("wallet.start_top_up", _, Some(amount)) => format!("started a top-up of {amount}{world}"),
        ("wallet.settle_top_up", _, Some(amount)) => {
            format!("settled a top-up with {amount}{world}")
        }
        ("wallet.set_sandbox", ..) => "set the Sandbox balance".to_owned(),
        _ => match DEEDS.binary_search_by_key(&action, |(known, _)| known) {
            Ok(at) => DEEDS[at].1.replace("{}", &object),
            Err(_) => format!("{} {object}", action.replace(['.', '_'], " ")),
        },
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn entries_are_sentences_with_names() {
        let check = |action: &str, subject: &str, details: Value, expected: &str| {
            let name = |id: &str| (id == "ten_1").then_some("Adire Fintech");
            assert_eq!(deed(action, subject, &details, name), expected);
        };
        let key = json!({"name": "Checkout"});
        check(
            "key.revoke",
            "key_1",
            key,
            "revoked the API key \u{201c}Checkout\u{201d}",
        );
        check(
            "key.rotate",
            "key_1",
            json!({}),
            "rotated the API key \u{201c}key_1\u{201d}",
        );
        let to = json!({"from": "active", "to": "suspended"});
        check(
            "tenant.status",
            "ten_1",
            to,
            "suspended \u{201c}Adire Fintech\u{201d}",
        );
        let on = json!({"environment": "live", "from": false, "to": true});
        let said = "switched \u{201c}investment_ipo\u{201d} on in Live";
        check("service.switch", "investment_ipo", on, said);
        let money = json!({"environment": "sandbox", "amountKobo": 250_000});
        let said = "credited a wallet with \u{20a6}2,500.00 in Sandbox";
        check("wallet.credit", "txn_1", money, said);
        check(
            "session.open",
            "mem_1",
            json!({"ip": "203.0.113.7"}),
            "signed in",
        );
        check(
            "some_thing.done",
            "x",
            json!({}),
            "some thing done \u{201c}x\u{201d}",
        );
    }

    #[test]
    fn kinds_are_told_once() {
        let kinds = deed_kinds();
        assert!(kinds.contains(&"key") && kinds.contains(&"service"));
        assert!(kinds.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn deeds_are_in_order_once_each() {
        assert!(DEEDS.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }
}
