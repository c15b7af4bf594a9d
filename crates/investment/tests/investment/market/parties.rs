//! Banks and brokers.

use kofa_core::OperatorRole;
use kofa_input::rows::Format;
use kofa_investment::market::{BankChange, BrokerChange};
use kofa_investment::ops::{AddBroker, ListBanks, ListBrokers, SetBank, SetBroker};
use kofa_investment::parties_import::{import_banks, import_brokers};
use serde_json::{Value, json};

use super::client::audited;
use crate::world::{World, both};

async fn public(world: &World, what: &str, list: &str, id: (&str, Value)) -> Value {
    world.clock.advance_seconds(1);
    let answer = world.get(what).await.json();
    let all = answer["data"][list].as_array().unwrap();
    let found = all.iter().find(|one| one[id.0] == id.1);
    found.cloned().unwrap_or(Value::Null)
}

#[tokio::test]
async fn a_bank_is_set_and_everyone_sees_it_within_a_second() {
    for world in both().await {
        let operator = world.operator(OperatorRole::Ops).await;
        let all = operator.get("banks").await.ok();
        let banks = all["items"].as_array().unwrap();
        let bank = banks.iter().find(|one| one["slug"] == "gtbank").unwrap();
        insta::assert_json_snapshot!("market_bank", bank);
        let (id, path) = (bank["bankId"].clone(), format!("banks/{}", bank["bankId"]));
        let change = json!({
            "active": false, "supportsDirectDebit": true,
            "logoUrl": "https://logos.example/gtb.png",
        });
        let set = operator.patch(&path, &change).await.ok();
        assert_eq!(set["active"], false);
        let shown = public(&world, "supported-banks", "banks", ("bankId", id.clone())).await;
        assert_eq!(shown["active"], false);
        assert_eq!(shown["supportsDirectDebit"], true);
        assert_eq!(shown["logoUrl"], "https://logos.example/gtb.png");
        let part = operator.patch(&path, &json!({"logoUrl": null})).await.ok();
        assert_eq!(
            (&part["active"], &part["logoUrl"]),
            (&json!(false), &Value::Null)
        );
        assert_eq!(
            audited(&world, 2).await,
            ["bank.set gtbank", "bank.set gtbank"]
        );
        let wrong = json!({"active": "no", "supportsDirectDebit": null, "logoUrl": "x"});
        let wrong = operator.patch(&path, &wrong).await;
        wrong.refused(422, "invalid_field");
        assert_eq!(wrong.fields().len(), 3);
        for id in ["0", "-1", "999999", "x", "3"] {
            // 3 is in the data, but no supported bank.
            let answer = operator.patch(&format!("banks/{id}"), &json!({})).await;
            answer.refused(404, "not_found");
        }
    }
}

#[tokio::test]
async fn the_codes_of_a_bank_are_set_and_given_back() {
    for world in both().await {
        let operator = world.operator(OperatorRole::Ops).await;
        let set = json!({"cbnCode": "999", "nipCode": "999999"});
        let set = operator.patch("banks/12", &set).await.ok();
        assert_eq!(
            (&set["cbnCode"], &set["nipCode"], &set["codesAreSet"]),
            (&json!("999"), &json!("999999"), &json!(true))
        );
        let id = ("bankId", json!(12));
        let shown = public(&world, "supported-banks", "banks", id.clone()).await;
        assert_eq!(
            (&shown["bankCode"], &shown["nipCode"]),
            (&json!("999"), &json!("999999"))
        );
        // What is not named stays; the code of another bank is refused, and what is no code.
        operator
            .patch("banks/12", &json!({"active": true}))
            .await
            .ok();
        for (wrong, fields) in [
            (json!({"cbnCode": "044", "nipCode": "000014"}), 2),
            (json!({"cbnCode": "12", "nipCode": "000"}), 2),
            (json!({"cbnCode": "", "nipCode": 7}), 2),
            (json!({"cbnCode": "0x8"}), 1),
        ] {
            let refused = operator.patch("banks/12", &wrong).await;
            refused.refused(422, "invalid_field");
            assert_eq!(refused.fields().len(), fields, "{wrong}");
        }
        let taken = operator.patch("banks/1", &json!({"cbnCode": "999"})).await;
        taken.refused(422, "invalid_field");
        let back = json!({"cbnCode": null, "nipCode": null});
        operator.patch("banks/12", &back).await.ok();
        let shown = public(&world, "supported-banks", "banks", id).await;
        assert_eq!(
            (&shown["bankCode"], &shown["nipCode"]),
            (&json!("058"), &json!("000013"))
        );
    }
}

#[tokio::test]
async fn a_parameter_with_nothing_in_it_is_not_an_absent_one() {
    for world in both().await {
        let operator = world.operator(OperatorRole::Ops).await;
        for empty in ["banks?cursor=", "brokers?limit=", "banks?cursor=%20"] {
            operator.get(empty).await.refused(422, "invalid_field");
        }
    }
}

#[tokio::test]
async fn a_broker_is_set_and_added() {
    for world in both().await {
        let operator = world.operator(OperatorRole::Ops).await;
        let all = operator.get("brokers").await.ok();
        let known = all["items"].as_array().unwrap();
        let broker = known
            .iter()
            .find(|one| one["id"] == "meristem-stockbrokers");
        insta::assert_json_snapshot!("market_broker", broker.unwrap());
        assert!(known.iter().all(|one| one["id"] != "sandbox-brokers"));
        let path = "brokers/meristem-stockbrokers";
        let change = json!({
            "code": "MSB", "acceptsNewClients": false, "email": "desk@meristem.example",
            "offerTypes": ["PrimaryOffer", "RightsIssue"],
        });
        operator.patch(path, &change).await.ok();
        let id = ("id", json!("meristem-stockbrokers"));
        let shown = public(&world, "brokers", "brokers", id).await;
        assert_eq!(shown["code"], "MSB");
        assert_eq!(shown["acceptsNewClients"], false);
        assert_eq!(shown["offerTypes"], json!(["PrimaryOffer", "RightsIssue"]));
        let named = operator.patch(path, &json!({"name": "Mine"})).await;
        named.refused(422, "invalid_field");
        let new = json!({"id": "ada-securities", "name": "Ada Securities Limited", "code": "ADA"});
        let made = operator.post("brokers", &new).await;
        assert_eq!(made.status, 201);
        assert_eq!(made.json()["added"], true);
        let id = ("id", json!("ada-securities"));
        let shown = public(&world, "brokers", "brokers", id).await;
        assert_eq!(shown["name"], "Ada Securities Limited");
        operator
            .post("brokers", &new)
            .await
            .refused(409, "broker_exists");
        let path = "brokers/ada-securities";
        let taken = operator.patch(path, &json!({"code": "MSB"})).await;
        taken.refused(409, "broker_exists");
        let renamed = json!({"name": "Ada Stockbrokers", "code": null});
        let renamed = operator.patch(path, &renamed).await.ok();
        assert_eq!(renamed["name"], "Ada Stockbrokers");
        assert_eq!(renamed["code"], Value::Null);
        for id in ["sandbox-brokers", "nobody", "x%00y"] {
            let answer = operator.patch(&format!("brokers/{id}"), &json!({})).await;
            answer.refused(404, "not_found");
        }
        let mine = json!({"id": "sandbox-brokers", "name": "Mine"});
        operator
            .post("brokers", &mine)
            .await
            .refused(409, "broker_exists");
        let nameless = operator.post("brokers", &json!({"id": "new-broker"})).await;
        nameless.refused(422, "missing_field");
        let trail = ["broker.set ada-securities", "broker.add ada-securities"];
        assert_eq!(audited(&world, 2).await, trail);
    }
}

#[tokio::test]
async fn settings_work_without_http() {
    for world in both().await {
        let by = world.by();
        let set = SetBank {
            by: by.clone(),
            bank_id: 1,
            change: BankChange {
                supports_direct_debit: Some(true),
                ..BankChange::default()
            },
        };
        assert!(world.store.write(set).await.unwrap().supports_direct_debit);
        let banks = world.store.read(ListBanks).await.unwrap();
        assert!(banks.is_sorted_by_key(|one| one.bank.bank_id));
        assert!(banks[0].supports_direct_debit && banks[0].active);
        let change = BrokerChange {
            name: Some("Zuma Brokers".to_owned()),
            ..BrokerChange::default()
        };
        let id = "zuma-brokers".to_owned();
        let add = AddBroker {
            by: by.clone(),
            id: id.clone(),
            change,
        };
        world.store.write(add).await.unwrap();
        let change = BrokerChange {
            active: Some(false),
            ..BrokerChange::default()
        };
        world
            .store
            .write(SetBroker { by, id, change })
            .await
            .unwrap();
        let brokers = world.store.read(ListBrokers).await.unwrap();
        let last = brokers.last().unwrap();
        assert_eq!(
            (&*last.name, last.active, last.added),
            ("Zuma Brokers", false, true)
        );
    }
}

#[tokio::test]
async fn of_several_rows_about_one_the_last_holds() {
    for world in both().await {
        let by = world.by();
        let banks = "bankId,active\n1,no\n1,yes\n1,yes\n";
        let report = import_banks(&world.store, &by, banks.as_bytes(), Format::Csv).await;
        let report = report.unwrap();
        assert_eq!((report.changed, report.unchanged), (2, 1), "{report:?}");
        let bank = world.store.read(ListBanks).await.unwrap().swap_remove(0);
        assert!(bank.active);
        let brokers = "id,name,active\nada-securities,Ada,no\nada-securities,Ada,yes\n";
        let report = import_brokers(&world.store, &by, brokers.as_bytes(), Format::Csv).await;
        let report = report.unwrap();
        assert_eq!((report.added, report.changed), (1, 1), "{report:?}");
        let brokers = world.store.read(ListBrokers).await.unwrap();
        assert!(brokers.last().unwrap().active);
    }
}

#[tokio::test]
async fn a_file_is_checked_and_nothing_is_stored() {
    for world in both().await {
        let operator = world.operator(OperatorRole::Ops).await;
        let file = "id,name,code\nada-securities,Ada Securities Limited,ADA\nx y,,\n";
        let check = async |query: &str, media: &str| {
            let path = format!("imports/check?{query}");
            operator.raw("POST", &path, media, file).await
        };
        let checked = check("purpose=brokers", "text/csv").await.ok();
        insta::assert_json_snapshot!("market_import_checked", checked);
        let all = operator.get("brokers?limit=100").await.ok();
        let all = all["items"].as_array().unwrap();
        assert!(all.iter().all(|one| one["id"] != "ada-securities"));
        let refused = check("purpose=holders", "text/csv").await;
        assert_eq!(refused.fields(), ["environment", "offerId"]);
        let refused = check("purpose=shares", "text/csv").await;
        assert_eq!(refused.fields(), ["purpose"]);
        check("purpose=brokers", "text/plain")
            .await
            .refused(415, "unsupported_media_type");
        let looks = world.operator(OperatorRole::Support).await;
        let path = "imports/check?purpose=brokers";
        let answer = looks.raw("POST", path, "text/csv", file).await;
        answer.refused(403, "forbidden");
        // Whoever may move money checks payments, and no brokers.
        let money = world.operator(OperatorRole::Finance).await;
        let answer = money.raw("POST", path, "text/csv", file).await;
        answer.refused(403, "forbidden");
        let path = "imports/check?purpose=payments&environment=live";
        let file = "reference,transactionReference,amount,paidAt\nB1,none,1.00,2025-11-24\n";
        let checked = money.raw("POST", path, "text/csv", file).await.ok();
        assert_eq!(
            (&checked["rows"], &checked["complete"]),
            (&json!(1), &json!(true))
        );
        assert_eq!(checked["problems"][0]["line"], 2);
    }
}
