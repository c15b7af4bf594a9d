//! Bank transfers for wallets.

use kofa_core::MemberRole;
use kofa_core::codes::{CONFLICT, FORBIDDEN};
use kofa_domain::{Environment, Ids, Kobo};
use kofa_payments::{BankEntry, EnterBankTransfer, TransferOutcome, wallet_reference};

use crate::world::{World, worlds};

fn enter(
    world: &World,
    environment: Environment,
    reference: &str,
    wallet: &str,
) -> EnterBankTransfer {
    EnterBankTransfer {
        by: world.by(),
        ids: Ids,
        environment,
        entry: BankEntry {
            reference: reference.to_owned(),
            wallet_reference: wallet.to_owned(),
            amount: Kobo::new(123_450),
            paid_at: world.now(),
        },
    }
}

#[tokio::test]
async fn a_transfer_credits_its_wallet_once() {
    const LIVE: Environment = Environment::Live;
    for world in worlds().await {
        let wallet = world.wallet_of(&world.tenant, LIVE).await.wallet;
        let own = wallet_reference(wallet);
        let op = enter(&world, LIVE, "FT26184XKQ21", &own.to_lowercase());
        for repeated in [false, true] {
            let entered = world.store.write(op.clone()).await.unwrap();
            assert_eq!(entered.repeated, repeated);
            assert_eq!(entered.transfer.outcome, TransferOutcome::Applied);
            let tenant = entered.transfer.tenant.unwrap().0;
            assert_eq!(tenant, world.tenant);
        }
        world.gate.wallets.extend(wallet).await.unwrap();
        assert_eq!(world.live().await, (123_450, 123_450));
        // Another amount, another wallet under the same reference of the bank: a mistake.
        for change in [
            |it: &mut EnterBankTransfer| it.entry.amount = Kobo::new(1),
            |it: &mut EnterBankTransfer| it.entry.wallet_reference = "KFW".to_owned(),
        ] {
            let mut other = op.clone();
            change(&mut other);
            let refused = world.store.write(other).await.unwrap_err();
            assert_eq!(refused.code(), &CONFLICT);
        }
        // A credit by hand under the bank's reference counts as this one.
        let mut entry = world.entry(&world.tenant, LIVE, 123_450).await;
        entry.reference = "FT26184XKQ22".to_owned();
        world.gate.wallets.credit(entry).await.unwrap();
        world
            .store
            .write(enter(&world, LIVE, "FT26184XKQ22", &own))
            .await
            .unwrap();
        assert_eq!(world.live().await.0, 246_900);
        let mut by = op;
        by.by = world.member(MemberRole::Owner);
        let refused = world.store.write(by).await.unwrap_err();
        assert_eq!(refused.code(), &FORBIDDEN);
        assert_eq!(world.transfers(LIVE).await.len(), 2);
    }
}

#[tokio::test]
async fn what_names_no_wallet_of_the_environment_is_kept() {
    for world in worlds().await {
        let of = |environment| {
            let world = &world;
            async move {
                let wallet = world.wallet_of(&world.tenant, environment).await;
                wallet_reference(wallet.wallet)
            }
        };
        let (live, sandbox) = (of(Environment::Live).await, of(Environment::Sandbox).await);
        assert_ne!(live, sandbox);
        let before = world.money(Environment::Sandbox).await;
        let wrong = format!("{}?", &live[..live.len() - 1]);
        for (number, (environment, wallet)) in [
            (Environment::Live, sandbox.as_str()),
            (Environment::Sandbox, live.as_str()),
            (Environment::Live, wrong.as_str()),
            (Environment::Live, "invoice 7"),
            (Environment::Live, "KFW-999999-R"),
        ]
        .into_iter()
        .enumerate()
        {
            let op = enter(&world, environment, &format!("FT-{number}"), wallet);
            let entered = world.store.write(op).await.unwrap();
            assert_eq!(
                entered.transfer.outcome,
                TransferOutcome::UnknownReference,
                "{wallet}"
            );
            assert_eq!(entered.transfer.tenant, None);
        }
        assert_eq!(world.live().await, (0, 0));
        assert_eq!(world.money(Environment::Sandbox).await, before);
        assert_eq!(world.transfers(Environment::Live).await.len(), 4);
        assert_eq!(world.transfers(Environment::Sandbox).await.len(), 1);
    }
}
