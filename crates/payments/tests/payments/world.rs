//! A tenant, a provider, and who asks it.

use std::ops::Deref;
use std::sync::Arc;

use http::HeaderMap;
use kofa_core::{Actor, ActorAt, MemberRole, Page};
use kofa_domain::{Clock as _, Environment, Ids, Kobo, Result, TenantId, Timestamp};
use kofa_payments::provider::ProviderName;
use kofa_payments::{
    APPLY_NOTICE, BankTransfer, FOLLOW_TOP_UP, ListBankTransfers, ListNotices, ListTopUps,
    NewTopUp, NoticeMetrics, NoticeOutcome, Payments, PaymentsParts, Providers, StoredNotice,
    TopUp, TopUpId,
};
use kofa_tasks::{TaskHandlers, work_once};
use kofa_testkit::{NOW, TestApp, both};

use crate::provider::{SIGNED, Script};

pub(crate) struct World {
    pub(crate) app: TestApp,
    pub(crate) tenant: TenantId,
    pub(crate) script: Script,
    pub(crate) payments: Payments,
    handlers: TaskHandlers,
}

impl Deref for World {
    type Target = TestApp;

    fn deref(&self) -> &TestApp {
        &self.app
    }
}

/// On each database, SQLite first.
pub(crate) async fn worlds() -> Vec<World> {
    let mut all = Vec::new();
    for app in both(NOW).await {
        let tenant = app.tenant("Ada Ltd").await.id;
        let script = Script::default();
        let payments = payments(&app, &script);
        all.push(World {
            handlers: handlers(&payments),
            app,
            tenant,
            script,
            payments,
        });
    }
    all
}

fn payments(app: &TestApp, script: &Script) -> Payments {
    let name = ProviderName::Paystack;
    Payments::new(PaymentsParts {
        store: app.store.clone(),
        vault: app.vault.clone(),
        clock: Arc::new(app.clock.clone()),
        wallets: Arc::clone(&app.gate.wallets),
        providers: Providers {
            live: vec![(name, Box::new(script.clone()))],
            default: Some(name),
            bank: None,
        },
        metrics: NoticeMetrics::default(),
        base_url: "http://localhost:8080".to_owned(),
    })
}

fn handlers(payments: &Payments) -> TaskHandlers {
    let kinds = [FOLLOW_TOP_UP, APPLY_NOTICE];
    TaskHandlers::default().with(&kinds, Arc::new(payments.clone()))
}

impl World {
    /// A member of the tenant.
    pub(crate) fn member(&self, role: MemberRole) -> ActorAt {
        let at = self.clock.now();
        let (id, tenant) = (Ids.id(at), self.tenant.clone());
        let actor = Actor::Member { id, tenant, role };
        ActorAt { actor, at }
    }

    pub(crate) fn order(&self, environment: Environment, kobo: i64) -> NewTopUp {
        NewTopUp {
            tenant: self.tenant.clone(),
            environment,
            amount: Kobo::new(kobo),
            email: "ada@example.com".to_owned(),
        }
    }

    /// Begins a top-up of live.
    pub(crate) async fn start(&self, kobo: i64) -> TopUp {
        let by = self.member(MemberRole::Finance);
        let order = self.order(Environment::Live, kobo);
        self.payments.start(by, order).await.unwrap()
    }

    /// The provider says something of its own accord.
    pub(crate) async fn notice(&self, body: &str) -> Result<()> {
        let headers = HeaderMap::from_iter([(SIGNED.parse().unwrap(), "1".parse().unwrap())]);
        self.payments
            .receive("paystack", &headers, body.as_bytes())
            .await
    }

    /// Does what is due now; how many tasks.
    pub(crate) async fn work(&self) -> usize {
        work_once(&self.store, &self.clock, &self.handlers).await
    }

    /// Moves the clock, and does what is due then.
    pub(crate) async fn later(&self, seconds: i64) -> usize {
        self.clock.advance_seconds(seconds);
        self.work().await
    }

    /// Another process: nothing is in memory.
    pub(crate) async fn restart(&mut self) {
        self.app.restart().await;
        self.payments = payments(&self.app, &self.script);
        self.handlers = handlers(&self.payments);
    }

    pub(crate) async fn find(&self, id: &TopUpId) -> TopUp {
        let all = self.all(Environment::Live).await;
        let mut all = all.into_iter().chain(self.all(Environment::Sandbox).await);
        all.find(|it| it.id == *id).unwrap()
    }

    pub(crate) async fn all(&self, environment: Environment) -> Vec<TopUp> {
        let list = ListTopUps {
            environment,
            tenant: None,
            state: None,
            page: Page::first(),
        };
        self.store.read(list).await.unwrap().items
    }

    pub(crate) async fn notices(&self) -> Vec<StoredNotice> {
        let (outcome, page) = (None, Page::first());
        let list = ListNotices { outcome, page };
        self.store.read(list).await.unwrap().items
    }

    /// What became of notices, the newest first.
    pub(crate) async fn outcomes(&self) -> Vec<NoticeOutcome> {
        self.notices()
            .await
            .into_iter()
            .map(|it| it.outcome)
            .collect()
    }

    pub(crate) async fn transfers(&self, environment: Environment) -> Vec<BankTransfer> {
        let list = ListBankTransfers {
            environment,
            outcome: None,
            page: Page::first(),
        };
        self.store.read(list).await.unwrap().items
    }

    /// What the tenant has, and what a call could spend of it on this node.
    pub(crate) async fn money(&self, environment: Environment) -> (i64, i64) {
        let wallet = self.wallet_of(&self.tenant, environment).await;
        let available = self.gate.wallets.available(wallet.wallet).await.unwrap();
        (wallet.balance.get(), available.get())
    }

    pub(crate) async fn live(&self) -> (i64, i64) {
        self.money(Environment::Live).await
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }
}

/// What the provider calls a top-up.
pub(crate) fn name(top_up: &TopUp) -> String {
    top_up.reference()
}
