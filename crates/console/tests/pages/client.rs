//! Operators who look at pages and send forms.

use std::ops::Deref;
use std::sync::Arc;

use axum::Router;
use kofa_commands::House;
use kofa_core::companies::{
    Companies, CompanyAnswer, CompanyEnquiry, CompanyFuture, CompanyQuestion,
};
use kofa_core::endpoint::{Billable, Endpoint};
use kofa_core::product::{Product, Products};
use kofa_core::retention::Retention;
use kofa_core::{OperatorRole, Page, audit_retention};
use kofa_domain::{Clock as _, Environment, Ids, Kobo, Scope, TenantId};
use kofa_identity::access_requests::{
    AskAccess, Asked, ListAccessRequests, RequestId, TypedRequest,
};
use kofa_identity::key_plan::KeyPlan;
use kofa_identity::keys::ApiKey;
use kofa_insight::retention::details;
use kofa_investment::file_imports::FileImports;
use kofa_objects::{ObjectPlace, Objects};
use kofa_portal::kit::WebState;
use kofa_registry::{Imports, Sources};
pub(crate) use kofa_testkit::NOW;
use kofa_testkit::{Browser, TestApp};

const PRODUCTS: [&Product; 3] = [
    &kofa_investment::PRODUCT,
    &kofa_documents::PRODUCT,
    &kofa_registry::PRODUCT,
];

static LIST: Endpoint = Endpoint {
    operation_id: "listThings",
    path: "/api/v1/things",
    default_price: Kobo::new(500),
    billable: &[Billable {
        status: 200,
        when: "found",
    }],
    ..Endpoint::BASE
};

/// A register without companies.
struct NoCompany;

impl CompanyEnquiry for NoCompany {
    fn ask<'a>(&'a self, _: CompanyQuestion<'a>) -> CompanyFuture<'a> {
        Box::pin(std::future::ready(Ok(CompanyAnswer::NotRegistered)))
    }
}

/// A server's console and its people.
pub(crate) struct Console {
    pub(crate) app: TestApp,
    pub(crate) web: Arc<WebState>,
    pub(crate) router: Router,
}

impl Deref for Console {
    type Target = TestApp;

    fn deref(&self) -> &TestApp {
        &self.app
    }
}

impl Console {
    pub(crate) async fn new() -> Self {
        Self::of(House::default()).await
    }

    /// Of a house that asks this of its operators.
    pub(crate) async fn of(house: House) -> Self {
        let app = TestApp::on_sqlite(NOW).await;
        let mut admin = app
            .admin_state(Products::new(&PRODUCTS, &[&LIST]), Default::default())
            .await;
        admin.house = house;
        admin.parts.insert(Retention {
            kinds: [details(30), audit_retention::kind(0)].into(),
            paid_kept_days: 1_827,
        });
        admin.parts.insert(Companies(Arc::new(NoCompany)));
        let web = Arc::new(WebState::new(Arc::new(admin), "0.0.0-test"));
        let clock = Arc::new(app.clock.clone());
        let sources = Sources::new(&app.store, &app.vault, clock.clone());
        let folder = app.database.folder().join("imports");
        let (imports, files) = {
            let of = (app.store.clone(), app.vault.clone());
            let place = ObjectPlace::Folder(folder.join("objects"));
            let objects = Objects::open(place, app.vault.clone()).unwrap();
            let of_files = (app.store.clone(), app.vault.clone(), objects.clone());
            let files = FileImports::new(of_files.0, of_files.1, of_files.2);
            (Imports::new(of, objects, clock, folder), files)
        };
        Self {
            router: kofa_console::routes(Arc::clone(&web), sources, imports, files),
            web,
            app,
        }
    }

    pub(crate) async fn operator(&self, role: OperatorRole) -> Browser {
        self.console(&self.router, role).await
    }

    /// The id of a request for access.
    pub(crate) async fn asks_access(&self, email: &str) -> RequestId {
        let typed = TypedRequest {
            business: "Eko Foods".into(),
            name: "Bola Ade".into(),
            email: email.into(),
            rc_number: "RC 123456".into(),
            purpose: "A shop.\nWith shares.".into(),
        };
        let ask = AskAccess::new((&self.vault, Ids), typed, (None, ""), self.clock.now());
        assert_eq!(self.store.write(ask).await.unwrap(), Asked::Taken);
        let list = ListAccessRequests {
            vault: self.vault.clone(),
            now: self.clock.now(),
            page: Page::first(),
        };
        let mut all = self.store.read(list).await.unwrap().items.into_iter();
        all.find(|one| one.typed.email == email).unwrap().id
    }

    /// A key of a tenant that reaches one environment.
    pub(crate) async fn key(&self, tenant: &TenantId, environment: Environment) -> ApiKey {
        let plan = KeyPlan {
            name: "Till".into(),
            scopes: vec![Scope::new("investment_ipo")],
            environments: vec![environment],
            allowed_cidrs: Vec::new(),
            expires_at: None,
        };
        self.app.key(tenant, plan).await.0
    }
}
