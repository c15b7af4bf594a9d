//! What those say who know people decides, by policy, who applies; only outcomes of it are kept.

use std::sync::atomic::Ordering;
use std::time::Duration;

use kofa_domain::{Environment, Result};
use kofa_investment::identity::outcome::{CheckKind, Policy};
use kofa_investment::sealing::record_digest;
use kofa_store::{Op, Tx};
use serde_json::{Value, json};

use super::outside::{Act, record};
use super::{Live, PRICE, both};
use crate::world::World;

const BORN: Option<&str> = Some("1990-04-12");

/// What is stored of the only application's checks.
struct Kept;

impl Op for Kept {
    type Out = (Option<String>, Vec<u8>);

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let sql = "select identity_checks, identity_digests from subscription";
        let row = tx.one(sql, &[]).await?;
        Ok((row.get("identity_checks")?, row.get("identity_digests")?))
    }
}

impl Live {
    /// Makes the BVN, the NIN or the account somebody else's.
    fn knows(&self, what: &'static str) {
        let mut people = self.identity.people.lock().unwrap();
        match what {
            "stranger" => drop(people.insert("bvn", Some(record("Ada", "Obi", BORN)))),
            "older" => {
                let older = record("Ngozi", "Zubairu-Test", Some("1961-09-30"));
                people.insert("nin", Some(older));
            }
            "unknown" => drop(people.insert("nin", None)),
            "listed" => {
                let mut one = record("Ngozi", "Zubairu-Test", BORN);
                one.is_watchlisted = true;
                people.insert("bvn", Some(one));
            }
            "closed" => *self.identity.account.lock().unwrap() = Some(None),
            "husband" => {
                *self.identity.account.lock().unwrap() = Some(Some("ZUBAIRU-TEST MUSA"));
            }
            _ => panic!("{what}"),
        }
    }

    /// What the answer warns of, and what the transaction says of the checks.
    async fn told(&self, answer: &Value) -> (Vec<String>, Vec<String>) {
        let warnings = answer["data"]["warnings"].as_array();
        let fields = warnings.into_iter().flatten();
        let fields = fields.map(|one| one["field"].as_str().unwrap().to_owned());
        let reference = &answer["data"]["transactionReference"];
        let body = json!({"transactionReference": reference});
        let request = self.request("transactions", &body, "");
        let found = self.world.send(request).await.json();
        let one = &found["data"]["transactions"][0];
        (fields.collect(), outcomes(&one["identityChecks"]))
    }
}

fn outcomes(checks: &Value) -> Vec<String> {
    let checks = checks.as_array().into_iter().flatten();
    let word = |one: &Value, name: &str| one[name].as_str().unwrap().to_owned();
    let one = |it: &Value| ["person", "check", "outcome", "policy"].map(|name| word(it, name));
    checks.map(|it| one(it).join(" ")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mismatch_is_refused_or_told_as_the_policy_says() {
    let all = [
        ("stranger", "bvn_name_mismatch", "bvn", "bvn mismatch"),
        (
            "older",
            "nin_birth_date_mismatch",
            "dateOfBirth",
            "nin birth_date_mismatch",
        ),
        ("unknown", "nin_not_found", "nin", "nin not_found"),
        (
            "closed",
            "account_not_found",
            "bankAccountNumber",
            "account not_found",
        ),
        (
            "husband",
            "account_name_mismatch",
            "bankAccountNumber",
            "account mismatch",
        ),
    ];
    for (what, code, field, outcome) in all {
        for live in both().await {
            live.knows(what);
            let reply = live.apply(1, "").await;
            reply.refused(422, code);
            assert_eq!(reply.fields(), [field]);
            for secret in ["Obi", "OBI", "MUSA", "1961", "222000", "0000014579"] {
                assert!(!reply.text.contains(secret), "{}", reply.text);
            }
            assert!(live.states().await.is_empty());

            let live = live.with_policy(Policy::Warn);
            let answer = live.apply(1, "").await.charged(200, PRICE);
            let (warned, checks) = live.told(&answer).await;
            assert_eq!(warned, [field], "{what}");
            let found = format!("applicant {outcome} warn");
            assert!(checks.contains(&found), "{found} in {checks:?}");
            assert_eq!(checks.len(), 3, "{checks:?}");
            let path = "subscribe?validateOnly=true";
            let dry = live.request(path, &live.world.body(2), "");
            let dry = live.world.send(dry).await.charged(200, 0);
            assert_eq!(dry["data"]["warnings"][0]["field"], field);

            let asked = live.identity.questions.load(Ordering::Relaxed);
            let live = live.with_policy(Policy::Skip);
            let answer = live.apply(2, "").await.charged(200, PRICE);
            assert_eq!(live.told(&answer).await, (vec![], vec![]));
            assert_eq!(live.identity.questions.load(Ordering::Relaxed), asked);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_on_the_watch_list_is_refused_under_any_policy_that_asks() {
    for live in both().await {
        live.knows("listed");
        live.apply(1, "").await.refused(422, "bvn_watchlisted");
        let live = live.with_policy(Policy::Warn);
        live.apply(1, "").await.refused(422, "bvn_watchlisted");
        assert!(live.states().await.is_empty());
        let live = live.with_policy(Policy::Skip);
        live.apply(1, "").await.charged(200, PRICE);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_cannot_be_looked_up_waits_or_applies_with_a_warning() {
    for live in both().await {
        let live = live.with_policy(Policy::Warn);
        let live = live.patient_for(Duration::from_millis(150));
        live.identity.script.will("bvn", &[Act::Down]);
        live.identity.script.will("nin", &[Act::Hang]);
        live.identity.script.will("account", &[Act::Lose]);
        let answer = live.apply(1, "").await.charged(200, PRICE);
        let (warned, checks) = live.told(&answer).await;
        assert_eq!(warned, ["bvn", "nin", "bankAccountNumber"]);
        let kinds = ["bvn", "nin", "account"];
        let expected = kinds.map(|kind| format!("applicant {kind} unavailable warn"));
        assert_eq!(checks, expected);
        assert_eq!(
            live.world.store.read(Kept).await.unwrap().1,
            Vec::<u8>::new()
        );

        // Faults come before what nobody could say.
        let live = live.with_policy(Policy::Refuse);
        live.identity.script.will("bvn", &[Act::Down]);
        live.knows("unknown");
        live.apply(2, "").await.refused(422, "nin_not_found");
        live.identity.people.lock().unwrap().clear();
        live.identity.script.will("account", &[Act::Lose]);
        live.apply(2, "").await.refused(504, "identity_timeout");
        live.apply(2, "").await.charged(200, PRICE);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_records_only_outcome_and_digest_are_kept() {
    for live in both().await {
        let married = record("Ngozi", "Balogun", BORN);
        live.identity
            .people
            .lock()
            .unwrap()
            .insert("bvn", Some(married.clone()));
        *live.identity.account.lock().unwrap() = Some(Some("BALOGUN NGOZI"));
        let answer = live.apply(1, "").await.charged(200, PRICE);
        let (warned, checks) = live.told(&answer).await;
        assert_eq!(warned, ["bvn", "bankAccountNumber"]);
        let message = answer["data"]["warnings"][0]["message"].as_str().unwrap();
        assert_eq!(
            message,
            "The BVN has a similar name, not the same: word 1 of `lastName` is not among its \
             names; word 2 of `lastName` is not among its names."
        );
        let expected = ["bvn partial", "nin exact", "account partial"];
        let expected = expected.map(|one| format!("applicant {one} refuse"));
        assert_eq!(checks, expected);
        let (text, digests) = live.world.store.read(Kept).await.unwrap();
        assert!(!text.unwrap().to_lowercase().contains("balogun"));
        let of_bvn = married.as_text("22200000001");
        let (vault, kind) = (&live.world.vault, CheckKind::Bvn);
        let digest = record_digest(vault, Environment::Live, kind, &of_bvn);
        assert_eq!(digests.len(), 3 * 16);
        assert_eq!(digests[..16], digest);
        // The operator sees the same.
        let operator = live.world.operator(kofa_core::OperatorRole::Owner).await;
        let id = answer["data"]["localSubscriptionId"].as_str().unwrap();
        let shown = operator.get(&format!("subscriptions/{id}")).await.json();
        assert_eq!(outcomes(&shown["identityChecks"]), checks);
        let listed = live.request("transactions", &json!({}), "");
        let listed = live.world.send(listed).await.json();
        assert_eq!(
            listed["data"]["transactions"][0]["identityChecks"],
            Value::Null
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_who_apply_together_and_a_guardian_are_looked_up_and_may_hold_the_account() {
    let other = |world: &World| {
        json!({
            "vendorId": world.vendor_id, "firstName": "Chidi", "lastName": "Zz-Partner",
            "dateOfBirth": "1988-11-02", "gender": "Male", "phoneNumber": "08057654321",
            "bvn": "22200000077", "nin": "81500000077", "relationship": "Parent",
        })
    };
    for live in both().await {
        *live.identity.account.lock().unwrap() = Some(Some("ZZ-PARTNER CHIDI"));
        live.apply(1, "")
            .await
            .refused(422, "account_name_mismatch");
        for (number, profile, field, person) in [
            (1, "JOINT", "secondApplicant", "secondApplicant"),
            (2, "MINOR", "guardian", "guardian"),
        ] {
            let mut body = live.world.body(number);
            body["profileType"] = profile.into();
            body[field] = other(&live.world);
            if profile == "MINOR" {
                body["dateOfBirth"] = "2015-01-01".into();
                body["bvn"] = Value::Null;
                body["nin"] = Value::Null;
            }
            let request = live.request("subscribe", &body, "");
            let answer = live.world.send(request).await.charged(200, PRICE);
            let (warned, checks) = live.told(&answer).await;
            assert_eq!(warned, [""; 0]);
            let account = format!("{person} account normalized refuse");
            assert!(checks.contains(&account), "{checks:?}");
            assert!(
                checks.contains(&format!("{person} bvn exact refuse")),
                "{checks:?}"
            );
        }
    }
}
