//! Banks and brokers: found, set, added, imported.

use kofa_core::{Actor, ActorAt, OperatorRole};
use kofa_input::rows::Format;
use kofa_investment::ops::{ListBanks, ListBrokers};
use kofa_investment::parties_import::{import_banks, import_brokers};

use crate::world::both;

#[tokio::test]
async fn banks_and_brokers_are_set_and_added() {
    for world in both().await {
        let banks = world.store.read(ListBanks).await.unwrap();
        let bank = &banks[0];
        world.get("/console/reference").await.has("rel=\"next\"");
        let found = world.get("/console/reference?q=ZZZZ").await;
        found.has("No matching results");
        let one = format!("/console/reference/banks/{}", bank.bank.bank_id);
        world.get(&one).await.is(200).has("Data confidence");
        for (wrong, said) in [
            (
                ("logoUrl", "nowhere"),
                "\u{201c}Logo address\u{201d} must be",
            ),
            (("cbnCode", "x"), "\u{201c}CBN code\u{201d} must be"),
            (("nipCode", "x"), "\u{201c}NIP routing code\u{201d} must be"),
            (("active", "perhaps"), "Active must be"),
        ] {
            world.post(&one, &[wrong]).await.is(422).has(said);
        }
        let off = [
            ("active", "false"),
            ("supportsDirectDebit", "true"),
            ("logoUrl", ""),
        ];
        world.post(&one, &off).await.is(303);
        let after = world.store.read(ListBanks).await.unwrap();
        assert!(!after[0].active && after[0].supports_direct_debit);
        let new = "/console/reference/new-broker";
        world.get(new).await.is(200);
        let ada = [
            ("id", "ada-securities"),
            ("name", "Ada Securities <Ltd>"),
            ("code", "ADAX"),
            ("active", "true"),
            ("acceptsNewClients", "false"),
            ("offerTypes", "PrimaryOffer"),
        ];
        world.post(new, &ada).await.is(303);
        world
            .post(new, &ada)
            .await
            .is(422)
            .has("a broker of this id already");
        for (at, wrong) in [(0, "A B"), (1, ""), (2, "x"), (5, "Raffle")] {
            let mut bad = ada;
            bad[at].1 = wrong;
            world.post(new, &bad).await.is(422);
        }
        let list = world.get("/console/reference/brokers?q=adax").await;
        list.has("Ada Securities &#60;Ltd&#62;");
        let one = "/console/reference/brokers/ada-securities";
        world.get(one).await.is(200).has("value=\"ADAX\"");
        let mut other = ada;
        other[3].1 = "false";
        world.post(one, &other[1..]).await.is(303);
        let brokers = world.store.read(ListBrokers).await.unwrap();
        let ada = brokers
            .iter()
            .find(|one| one.id == "ada-securities")
            .unwrap();
        assert!(!ada.active && ada.offer_types.len() == 1);
    }
}

#[tokio::test]
async fn a_file_of_brokers_adds_changes_and_skips() {
    for world in both().await {
        let path = "/console/reference/import";
        let file = "id,name,active,offerTypes\nada-securities,Ada Ltd,yes,PrimaryOffer|BondOffer\n\
            meristem-stockbrokers,,no,\nX,,,\nbola,,yes,\n";
        let brokers = [("what", "brokers")];
        let told = world.import(path, &brokers, ("b.csv", file)).await.is(200);
        told.has("<dt>Added</dt><dd>1</dd>")
            .has("<dt>Changed</dt><dd>1</dd>")
            .has("<dt>Rejected</dt><dd>2</dd>")
            .has("small letters");
        let again = world.import(path, &brokers, ("b.csv", file)).await.is(200);
        again.has("<dt>Unchanged</dt><dd>2</dd>");
        world
            .upload(path, &[("what", "shoes")], ("b.csv", file))
            .await
            .is(422);
        world
            .upload(path, &[("what", "banks")], ("b.csv", file))
            .await
            .is(422);
        world.upload(path, &brokers, ("b.csv", "")).await.is(422);
        let banks = "{\"bankId\":1,\"active\":false}\n{\"bankId\":9999}\n{\"bankId\":1,\
            \"active\":\"x\"}\nnothing\n";
        let told = world
            .import(path, &[("what", "banks")], ("b.jsonl", banks))
            .await
            .is(200);
        told.has("<dt>Changed</dt><dd>1</dd>")
            .has("<dt>Rejected</dt><dd>3</dd>");
        let at = world.by().at;
        let id = kofa_domain::Ids.id(at);
        let role = OperatorRole::Finance;
        let by = ActorAt {
            actor: Actor::Operator {
                id,
                role,
                via: kofa_core::Via::FRESH,
            },
            at,
        };
        let text = banks.as_bytes();
        let refused = import_banks(&world.store, &by, text, Format::JsonLines).await;
        assert_eq!(refused.unwrap_err().code().name, "forbidden");
        let refused = import_brokers(&world.store, &by, text, Format::JsonLines).await;
        assert_eq!(refused.unwrap_err().code().name, "forbidden");
    }
}
