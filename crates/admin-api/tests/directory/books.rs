//! What the proof finds that was changed behind the platform's back, and how much the books hold.

use kofa_commands::platform::wallets::CreditWallet;
use kofa_commands::read;
use kofa_core::OperatorRole;
use kofa_core::audit::VerifyAudit;
use kofa_core::endpoint::{Endpoint, WalletNo};
use kofa_domain::{Environment, Ids, Kobo, ManualClock, TenantId};
use kofa_identity::prices::SetPrice;
use kofa_ledger::money::{MoveMoney, Movement, Way, carry_out, find_wallet};
use kofa_ledger::proofs::prove;
use kofa_ledger::sandbox_money::set_balance;
use kofa_ledger::{Credit, TransferKind, Verify, VerifyHolds, Wallets};
use kofa_store::Dialect;
use kofa_testkit::Left;
use serde_json::json;

use crate::admin::client::LIST;
use crate::world::{NOW, World, at, code, operator, products, shell, worlds};

impl World {
    async fn problems(&self) -> Vec<String> {
        let mut problems = self.store.read(Verify).await.unwrap().problems;
        let endpoints: Vec<&'static Endpoint> = vec![&LIST];
        problems.extend(self.store.read(VerifyHolds { endpoints }).await.unwrap());
        problems
    }

    /// A statement behind the platform's back, as each database spells it.
    async fn tamper_in(&self, sqlite: &'static str, postgres: &'static str) {
        match self.store.dialect() {
            Dialect::Sqlite => self.tamper_all(sqlite).await,
            Dialect::Postgres => self.tamper_all(postgres).await,
        }
    }

    fn credit(&self, wallet: WalletNo, kind: TransferKind, kobo: i64) -> Credit {
        let id = Ids.uuid(NOW).to_string();
        Credit {
            wallet,
            environment: Environment::Sandbox,
            amount: Kobo::new(kobo),
            kind,
            reference: id.clone(),
            reason: String::new(),
            id,
            at: NOW,
            actor: "test".to_owned(),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lease_that_gives_what_the_wallet_has_not_is_found() {
    for world in worlds().await {
        let (tenant, _) = world.tenant("ada").await;
        let wallets = Wallets::new(world.store.clone(), Default::default());
        let found = find_wallet(&world.store, tenant.id.clone(), Environment::Live).await;
        let wallet = found.unwrap().wallet;
        world.credit_live(&tenant.id, Kobo::new(1_000)).await;
        wallets.available(wallet).await.unwrap();
        // Top-ups that the lease has not taken in yet.
        world.credit_live(&tenant.id, Kobo::new(30)).await;
        assert!(world.problems().await.is_empty());
        world.credit_live(&tenant.id, Kobo::new(4)).await;
        assert!(world.problems().await.is_empty());
        // All of it, and a kobo more.
        world
            .tamper_all("update wallet_lease set granted_kobo = 1034")
            .await;
        assert!(world.problems().await.is_empty());
        world
            .tamper_all("update wallet_lease set granted_kobo = 1035")
            .await;
        let problems = world.problems().await;
        assert_eq!(problems.len(), 1, "{problems:?}");
        assert!(problems[0].contains("open leases give"), "{problems:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hold_of_another_amount_or_of_anothers_call_is_found() {
    for world in worlds().await {
        world.leaves(Left::Holds);
        let (tenant, _) = world.tenant("ada").await;
        world
            .tamper_in(
                "insert into hold select x'0190a0b0c0d0740080000102030405aa', no, 500, \
                 'listThings', 'key', 7, 0, 0 from wallet where environment = 'sandbox'",
                "insert into hold select decode('0190a0b0c0d0740080000102030405aa', 'hex'), no, \
                 500, 'listThings', 'key', 7, 0, 0 from wallet where environment = 'sandbox'",
            )
            .await;
        assert_eq!(
            world.problems().await,
            Vec::<String>::new(),
            "what it costs unless a price is set"
        );
        world.tamper("update hold set amount_kobo = 700").await;
        let problems = world.problems().await;
        assert!(
            problems[0].contains("more or less is held than listThings ever cost"),
            "{problems:?}"
        );
        let set = SetPrice {
            by: shell(),
            endpoint: &LIST,
            environment: Environment::Sandbox,
            tenant: Some(tenant.id.clone()),
            amount: Kobo::new(700),
            effective_at: NOW,
        };
        world.store.write(set).await.unwrap();
        assert_eq!(
            world.problems().await,
            Vec::<String>::new(),
            "a price of its own"
        );

        world
            .tamper("update hold set amount_kobo = 1000000000000000")
            .await;
        let problems = world.problems().await;
        assert_eq!(problems.len(), 2, "{problems:?}");
        assert!(problems[0].contains("more is held than the wallet has"));
        world.tamper("update hold set amount_kobo = 700").await;

        // The call it is held for was another one.
        world
            .tamper_in(
                "insert into request_log (id, request_id, at, operation_id, key_id, status, \
                 charge_kobo, balance_kobo, latency_us, epoch) select (no << 40) + 2, \
                 x'0190a0b0c0d0740080000102030405aa', 7, 'other', 'key', 202, 0, balance_kobo, \
                 1, 0 from wallet where environment = 'sandbox'",
                "insert into request_log (id, request_id, at, operation_id, key_id, status, \
                 charge_kobo, balance_kobo, latency_us, epoch) select (no << 40) + 2, \
                 decode('0190a0b0c0d0740080000102030405aa', 'hex'), 7, 'other', 'key', 202, 0, \
                 balance_kobo, 1, 0 from wallet where environment = 'sandbox'",
            )
            .await;
        world
            .tamper("update wallet set seq = 2 where environment = 'sandbox'")
            .await;
        let problems = world.problems().await;
        assert_eq!(problems.len(), 1, "{problems:?}");
        assert!(problems[0].contains("its log row says is another's"));
        world
            .tamper("update request_log set operation_id = 'listThings'")
            .await;
        assert_eq!(world.problems().await, Vec::<String>::new());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chain_cut_off_at_its_end_is_found_by_what_is_kept_elsewhere() {
    const CUT: &str = "delete from audit where seq = (select max(seq) from audit)";
    for world in worlds().await {
        let (tenant, _) = world.tenant("ada").await;
        let audit = async || world.store.read(VerifyAudit).await.unwrap().problems;
        let found = find_wallet(&world.store, tenant.id.clone(), Environment::Live).await;
        let place = (Environment::Live, found.unwrap().wallet);
        let by = operator(OperatorRole::Finance);
        let movement = Movement {
            amount: Kobo::new(900),
            reference: "bank-1".to_owned(),
            reason: String::new(),
        };
        let credit = (Way::In, movement);
        let credit = MoveMoney::new(by, Ids, tenant.id.clone(), place, credit, None);
        let wallets = Wallets::new(world.store.clone(), Default::default());
        carry_out(&world.store, &wallets, credit).await.unwrap();
        assert!(audit().await.is_empty());
        world.tamper(CUT).await;
        let problems = audit().await;
        assert_eq!(problems.len(), 1);
        assert!(
            problems[0].starts_with("transfer ") && problems[0].ends_with("is not in the chain"),
            "{problems:?}"
        );

        let set = SetPrice {
            by: at(NOW.plus_seconds(1)),
            endpoint: &LIST,
            environment: Environment::Live,
            tenant: None,
            amount: Kobo::new(700),
            effective_at: NOW,
        };
        world.store.write(set).await.unwrap();
        assert_eq!(audit().await.len(), 1);
        world.tamper(CUT).await;
        let problems = audit().await;
        assert_eq!(
            problems[1],
            "a price of listThings by shell is not in the chain"
        );

        let clock = ManualClock::new(NOW.plus_seconds(2));
        let by = at(NOW.plus_seconds(2));
        prove(&world.store, &clock, &[&LIST], by).await.unwrap();
        assert_eq!(audit().await.len(), 2);
        world.tamper(CUT).await;
        assert_eq!(
            audit().await.len(),
            2,
            "the proof's own entry was not read by it"
        );
        world.tamper(CUT).await;
        let problems = audit().await;
        let gone = "the newest entry that the proof of 2026-11-21T09:30:02.000Z found is gone";
        assert_eq!(problems[0], gone, "{problems:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_amount_that_the_books_cannot_hold_is_refused_by_its_field() {
    const LARGE: i64 = 3_999_900_000_000_000_000;
    for world in worlds().await {
        let (ada, _) = world.tenant("ada").await;
        let (bob, _) = world.tenant("bob").await;
        let wallet = async |tenant: &kofa_domain::TenantId| {
            find_wallet(&world.store, tenant.clone(), Environment::Sandbox)
                .await
                .unwrap()
        };
        let (of_ada, of_bob) = (wallet(&ada.id).await, wallet(&bob.id).await);
        for kind in [TransferKind::TopUp, TransferKind::Adjustment] {
            let large = world.credit(of_ada.wallet, kind, LARGE);
            world.store.write(large).await.unwrap();
            for (whose, kobo) in [
                (of_bob.wallet, LARGE),
                (of_bob.wallet, i64::MAX),
                (of_ada.wallet, i64::MAX),
                (of_bob.wallet, 100_000_000_000_001),
            ] {
                let refused = world.credit(whose, kind, kobo);
                let refused = world.store.write(refused).await.unwrap_err();
                assert_eq!(refused.code().name, "invalid_field", "{kobo}");
                let field = refused.all()[0].field.as_deref();
                assert_eq!(field, Some("amountKobo"));
            }
        }
        let wallets = Wallets::new(world.store.clone(), Default::default());
        let with = (&world.store, &wallets, Ids);
        let most = Kobo::new(1_000_000_000_000_000);
        let refused = set_balance(with, shell(), bob.id.clone(), most).await;
        let refused = refused.unwrap_err();
        assert_eq!(refused.all()[0].field.as_deref(), Some("balanceKobo"));
        let less = set_balance(with, shell(), bob.id.clone(), Kobo::new(1)).await;
        assert_eq!(less.unwrap().after, Kobo::new(1));
        assert_eq!(code::<()>(Err(refused)), "invalid_field");
        assert_eq!(wallet(&bob.id).await.balance, Kobo::new(1));
        assert_eq!(world.problems().await, Vec::<String>::new());
    }
}

#[test]
fn a_reference_is_seen() {
    let tenant: TenantId = Ids.id(NOW);
    let read = |reference: &str| {
        let input = json!({
            "tenantId": tenant.as_str(), "environment": "live", "amountKobo": 900,
            "reference": reference,
        });
        read::<CreditWallet>(input.as_object().unwrap(), NOW, &products(&[])).is_ok()
    };
    assert!(read("bank-1") && read("Ọjà 12"));
    for hidden in ["", " ", "\u{200b}", "\u{202e}abc", "a\nb"] {
        assert!(!read(hidden), "{hidden:?}");
    }
}
