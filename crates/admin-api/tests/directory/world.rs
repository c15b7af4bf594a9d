//! A fresh app, and short ways to its people.

use std::ops::Deref;

use kofa_core::endpoint::Endpoint;
use kofa_core::product::{Product, Products, SandboxTable, fails};
use kofa_core::{Actor, ActorAt, MemberRole, OperatorRole};
use kofa_domain::{Code, Environment, Error, Ids, Kind, Kobo, Scope, TenantId, Timestamp};
use kofa_identity::tenants::Tenant;
use kofa_ledger::{Credit, TransferKind};
use kofa_store::{Op, Tx};
pub(crate) use kofa_testkit::NOW;
use kofa_testkit::TestApp;

/// The scope of look-ups.
pub(crate) const LOOK_UPS: Scope = Scope::new("business_validation_registry");

/// An endpoint that is one of the products'.
pub(crate) static LOOK_UP: Endpoint = Endpoint {
    operation_id: "getCompany",
    path: "/look-up",
    scope: Some(LOOK_UPS),
    ..Endpoint::BASE
};

static UPSTREAM_UNAVAILABLE: Code = Code {
    name: "upstream_unavailable",
    kind: Kind::Unavailable,
    title: "The registry is down",
    meaning: "",
    remedy: "",
};

static SUBSCRIPTIONS: Product = Product {
    scope: Scope::new("investment_ipo"),
    task_kinds: &[crate::tasks::SHARES],
    ..Product::BASE
};
static EXTRACTION: Product = Product {
    scope: Scope::new("ai_processing_hub"),
    ..Product::BASE
};
static REGISTRY: Product = Product {
    scope: LOOK_UPS,
    prefixes: &["/look-up"],
    endpoints: || vec![&LOOK_UP],
    sandbox_values: &[SandboxTable {
        anchor: "numbers",
        title: "Numbers",
        range: "00X",
        note: "",
        values: &[fails("003", "The registry is down", &UPSTREAM_UNAVAILABLE)],
    }],
    ..Product::BASE
};

/// Three products, and `account`.
pub(crate) fn products(account: &[&'static Endpoint]) -> Products {
    Products::new(&[&SUBSCRIPTIONS, &EXTRACTION, &REGISTRY], account)
}

pub(crate) struct World(TestApp);

impl Deref for World {
    type Target = TestApp;

    fn deref(&self) -> &TestApp {
        &self.0
    }
}

/// One of each database.
pub(crate) async fn worlds() -> Vec<World> {
    let apps = kofa_testkit::both(NOW).await;
    apps.into_iter().map(World).collect()
}

/// The shell, at [`NOW`].
pub(crate) fn shell() -> ActorAt {
    at(NOW)
}

pub(crate) fn at(at: Timestamp) -> ActorAt {
    let actor = Actor::Cli;
    ActorAt { actor, at }
}

pub(crate) fn operator(role: OperatorRole) -> ActorAt {
    let id = Ids.id(NOW);
    ActorAt {
        actor: Actor::Operator {
            id,
            role,
            via: kofa_core::Via::FRESH,
        },
        at: NOW,
    }
}

pub(crate) fn member(tenant: &TenantId, role: MemberRole) -> ActorAt {
    let (id, tenant) = (Ids.id(NOW), tenant.clone());
    ActorAt {
        actor: Actor::Member { id, tenant, role },
        at: NOW,
    }
}

impl World {
    /// A tenant, and the token of its owner's invite.
    pub(crate) async fn tenant(&self, name: &str) -> (Tenant, String) {
        self.invited(name).await
    }

    /// Puts money into a live wallet.
    pub(crate) async fn credit_live(&self, tenant: &TenantId, amount: Kobo) {
        let entry = self.entry(tenant, Environment::Live, amount.get()).await;
        let kind = TransferKind::TopUp;
        self.store.write(Credit { kind, ..entry }).await.unwrap();
    }

    pub(crate) async fn counter(&self) -> i64 {
        self.store.read(Counter).await.unwrap()
    }

    /// Changes one row behind the platform's back.
    pub(crate) async fn tamper(&self, sql: &'static str) {
        assert_eq!(self.0.tamper(sql).await, 1);
    }

    /// Changes any number of rows behind the platform's back.
    pub(crate) async fn tamper_all(&self, sql: &'static str) {
        self.0.tamper(sql).await;
    }
}

pub(crate) fn code<T: std::fmt::Debug>(outcome: Result<T, Error>) -> &'static str {
    outcome.expect_err("a refusal").code().name
}

struct Counter;

impl Op for Counter {
    type Out = i64;
    async fn run(&self, tx: &mut Tx<'_>) -> kofa_domain::Result<i64> {
        let row = tx.one("select value from change_counter", &[]).await?;
        Ok(row.get("value")?)
    }
}
