//! Operators who look at pages and send forms.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use http::{HeaderMap, Request, StatusCode, header};
use kofa_domain::{Ids, Kobo, ManualClock, Sensitive, TenantId, Timestamp};
use kofa_platform::admin::Desk;
use kofa_platform::directory::key_plan::KeyRequest;
use kofa_platform::directory::keys::{ApiKey, IssueKey};
use kofa_platform::directory::operators::{CreateOperator, NewOperator};
use kofa_platform::directory::sessions::{OpenSession, Origin, Person, form_token};
use kofa_platform::directory::tenants::{CreateTenant, Tenant};
use kofa_platform::directory::{Actor, By, OperatorRole};
use kofa_platform::endpoint::{Billable, Endpoint};
use kofa_platform::product::{Product, Products};
use kofa_platform::{Snapshot, Wallets};
use kofa_portal::kit::{House, OPERATOR_COOKIE};
use kofa_registry::{Imports, Sources};
use kofa_store::testing::TestDatabase;
use kofa_store::{Dialect, Vault};
use tower::ServiceExt as _;

/// No page is heavier than this, in bytes.
pub(crate) const PAGE_BYTES_MAX: usize = 60 * 1024;
/// 2026-11-21T09:30:00Z
pub(crate) const NOW: Timestamp = Timestamp::from_micros(1_795_253_400_000_000);

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

/// A server's console and its people.
pub(crate) struct Console {
    pub(crate) house: Arc<House>,
    pub(crate) clock: Arc<ManualClock>,
    pub(crate) router: Router,
    _database: TestDatabase,
}

/// Someone who is signed in; without a cookie, nobody.
#[derive(Clone)]
pub(crate) struct Client {
    router: Router,
    cookie: String,
    pub(crate) form_token: String,
}

pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

impl Answer {
    /// Where it leads.
    pub(crate) fn location(&self) -> &str {
        let to = self.headers.get(header::LOCATION);
        to.map_or("", |to| to.to_str().unwrap())
    }

    /// Every cookie that it sets.
    pub(crate) fn cookies(&self) -> Vec<&str> {
        let all = self.headers.get_all(header::SET_COOKIE).iter();
        all.map(|value| value.to_str().unwrap()).collect()
    }

    /// What the next page will say.
    pub(crate) fn said(&self) -> String {
        let said = self
            .cookies()
            .into_iter()
            .find(|one| one.contains("kofa-said="));
        let text = said.unwrap_or_default().split(['=', ';']).nth(1);
        let pairs = form_urlencoded::parse(text.unwrap_or_default().as_bytes()).next();
        pairs.map_or_else(String::new, |(text, _)| text.into_owned())
    }
}

pub(crate) fn shell() -> By {
    By {
        actor: Actor::Shell,
        at: NOW,
    }
}

impl Console {
    pub(crate) async fn new() -> Self {
        let database = TestDatabase::new(Dialect::Sqlite).await;
        let store = database.open().await;
        let manual = Arc::new(ManualClock::new(NOW));
        let desk = Desk {
            vault: Vault::new(&Sensitive::new([7; 32])),
            clock: manual.clone(),
            ids: Ids,
            snapshot: Arc::new(Snapshot::load(store.clone()).await.unwrap()),
            wallets: Arc::new(Wallets::new(store.clone())),
            products: Products::new(&PRODUCTS, &[&LIST]),
            tasks: Default::default(),
            parts: http::Extensions::new(),
            base_url: "http://kofa.test".to_owned(),
            store,
        };
        let (store, vault, clock) = (desk.store.clone(), desk.vault.clone(), desk.clock.clone());
        let house = Arc::new(House::new(Arc::new(desk), "0.0.0-test"));
        let sources = Sources::new(&store, &vault, clock.clone());
        let imports = Imports::new(store, clock, database.folder().join("imports"));
        Self {
            router: kofa_console::routes(Arc::clone(&house), sources, imports),
            house,
            clock: manual,
            _database: database,
        }
    }

    pub(crate) fn nobody(&self) -> Client {
        Client {
            router: self.router.clone(),
            cookie: String::new(),
            form_token: String::new(),
        }
    }

    pub(crate) async fn operator(&self, role: OperatorRole) -> Client {
        let desk = &self.house.desk;
        let new = NewOperator {
            email: format!("{}-{}@kofa.example", role.as_str(), desk.ids.uuid(NOW)),
            name: format!("Op {}", role.as_str()),
            role,
            password_hash: None,
        };
        let (op, _) = CreateOperator::new(&desk.vault, desk.ids, shell(), new);
        let id = desk.store.write(op).await.unwrap().id;
        let (person, origin) = (Person::Operator(id), Origin::default());
        let now = desk.clock.now();
        let (open, token) = OpenSession::new(&desk.vault, desk.ids, person, false, origin, now);
        desk.store.write(open).await.unwrap();
        let set = self.house.cookies.set(OPERATOR_COOKIE, token.expose(), 60);
        let pair = set.to_str().unwrap().split(';').next().unwrap();
        Client {
            router: self.router.clone(),
            cookie: pair.to_owned(),
            form_token: form_token(&desk.vault, token.expose()),
        }
    }

    /// A key of a tenant that reaches live.
    pub(crate) async fn key(&self, tenant: &TenantId) -> ApiKey {
        let desk = &self.house.desk;
        let request = KeyRequest {
            name: "Till".into(),
            scopes: vec!["investment_ipo".into()],
            environments: vec!["live".into()],
            ..KeyRequest::default()
        };
        let plan = request.read(&desk.products, NOW, &mut Vec::new()).unwrap();
        let (issue, _) = IssueKey::new(&desk.vault, desk.ids, shell(), tenant.clone(), plan);
        desk.store.write(issue).await.unwrap()
    }

    pub(crate) async fn tenant(&self, name: &str) -> Tenant {
        let desk = &self.house.desk;
        let email = format!("{name}@example.com");
        let by = shell();
        let (op, _) = CreateTenant::new(&desk.vault, desk.ids, by, name.to_owned(), email);
        desk.store.write(op).await.unwrap()
    }
}

impl Client {
    async fn send(&self, request: http::request::Builder, body: String) -> Answer {
        let request = request
            .header("host", "kofa.test")
            .header("cookie", &self.cookie)
            .body(Body::from(body))
            .unwrap();
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = axum::body::to_bytes(body, 16 << 20).await.unwrap();
        Answer {
            status: parts.status,
            headers: parts.headers,
            text: String::from_utf8(bytes.to_vec()).unwrap(),
        }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        let answer = self.send(Request::get(path), String::new()).await;
        let is_page = !path.contains("/export");
        assert!(
            !is_page || answer.text.len() <= PAGE_BYTES_MAX,
            "{path} is heavy"
        );
        answer
    }

    /// A page that must be there.
    pub(crate) async fn page(&self, path: &str) -> String {
        let answer = self.get(path).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}: {}", answer.text);
        answer.text
    }

    pub(crate) async fn post(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let token = [("form_token", self.form_token.as_str())];
        self.post_from(path, &[&token, fields].concat(), "http://kofa.test")
            .await
    }

    pub(crate) async fn post_from(
        &self,
        path: &str,
        fields: &[(&str, &str)],
        origin: &str,
    ) -> Answer {
        let body = form_urlencoded::Serializer::new(String::new())
            .extend_pairs(fields)
            .finish();
        let request = Request::post(path)
            .header("origin", origin)
            .header("content-type", "application/x-www-form-urlencoded");
        self.send(request, body).await
    }
}
