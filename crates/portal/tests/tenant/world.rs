//! A database, two tenants, and people who are signed in.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use http::{HeaderMap, Request, StatusCode};
use http_body_util::BodyExt as _;
use kofa_domain::{
    Clock as _, Environment, Ids, ManualClock, Scope, Sensitive, TenantId, Timestamp,
};
use kofa_platform::admin::Desk;
use kofa_platform::directory::invites::{AcceptInvite, FindInvite, InviteMember};
use kofa_platform::directory::key_plan::KeyPlan;
use kofa_platform::directory::keys::{ApiKey, IssueKey};
use kofa_platform::directory::operators::{CreateOperator, NewOperator};
use kofa_platform::directory::sessions::{OpenSession, Origin, Person, form_token};
use kofa_platform::directory::tenants::CreateTenant;
use kofa_platform::directory::{Actor, By, MemberRole, OperatorRole};
use kofa_platform::product::Products;
use kofa_platform::{Snapshot, Wallets};
use kofa_portal::kit::House;
use kofa_store::testing::TestDatabase;
use kofa_store::{Op, Tx, Vault};

/// 2026-11-21T09:30:00Z.
pub(crate) const NOW: Timestamp = Timestamp::from_micros(1_795_253_400_000_000);
const HOST: &str = "127.0.0.1:8080";

pub(crate) struct World {
    pub(crate) house: Arc<House>,
    pub(crate) clock: ManualClock,
    pub(crate) ada: TenantId,
    pub(crate) bob: TenantId,
    router: Router,
    _database: TestDatabase,
}

/// Someone who is signed in.
pub(crate) struct Visitor {
    router: Router,
    cookie: String,
    token: String,
}

pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

impl Answer {
    pub(crate) fn location(&self) -> &str {
        let location = self.headers.get("location").map(|value| value.to_str());
        location.map_or("", |text| text.unwrap())
    }
}

struct MemberOf(TenantId, &'static str);

impl Op for MemberOf {
    type Out = kofa_domain::MemberId;
    async fn run(&self, tx: &mut Tx<'_>) -> kofa_domain::Result<Self::Out> {
        let sql = "select id from member where tenant_id = $1 and role = $2 order by id limit 1";
        let row = tx.one(sql, &[(&self.0).into(), self.1.into()]).await?;
        Ok(row.get("id")?)
    }
}

pub(crate) fn products() -> Products {
    let all = [
        &kofa_investment::PRODUCT,
        &kofa_documents::PRODUCT,
        &kofa_registry::PRODUCT,
    ];
    Products::new(&all, &[])
}

pub(crate) async fn world() -> World {
    let database = TestDatabase::both().await.into_iter().next().unwrap();
    let store = database.open().await;
    let vault = Vault::new(&Sensitive::new([7; 32]));
    let clock = ManualClock::new(NOW);
    kofa_investment::seed(&store, &clock).await.unwrap();
    let desk = Arc::new(Desk {
        vault,
        clock: Arc::new(clock.clone()),
        ids: Ids,
        snapshot: Arc::new(Snapshot::load(store.clone()).await.unwrap()),
        wallets: Arc::new(Wallets::new(store.clone())),
        products: products(),
        tasks: Default::default(),
        parts: http::Extensions::new(),
        base_url: format!("http://{HOST}"),
        store,
    });
    let house = Arc::new(House::new(Arc::clone(&desk), "0.0.0-test"));
    let router = kofa_portal::tenant::routes(Arc::clone(&house))
        .merge(kofa_portal::status::routes(Arc::clone(&house)))
        .merge(kofa_portal::enter::routes(Arc::clone(&house)));
    let mut tenants = Vec::new();
    for name in ["ada", "bob"] {
        let email = format!("owner@{name}.example");
        let (op, invite) = CreateTenant::new(&desk.vault, Ids, shell(), name.to_owned(), email);
        let tenant = desk.store.write(op).await.unwrap().id;
        accept(&desk, invite.expose()).await;
        tenants.push(tenant);
    }
    let bob = tenants.remove(1);
    let ada = tenants.remove(0);
    house.status.read_incidents().await.unwrap();
    World {
        house,
        clock,
        ada,
        bob,
        router,
        _database: database,
    }
}

pub(crate) fn shell() -> By {
    By {
        actor: Actor::Shell,
        at: NOW,
    }
}

async fn accept(desk: &Desk, invite: &str) {
    let find = FindInvite::new(&desk.vault, invite, NOW);
    let found = desk.store.read(find).await.unwrap();
    let password = Sensitive::new("four small words here".to_owned());
    let accept = AcceptInvite::new(&desk.vault, Ids, invite, &found, password, NOW).await;
    desk.store.write(accept.unwrap()).await.unwrap();
}

impl World {
    /// A member of this role, signed in now.
    pub(crate) async fn sign_in(&self, tenant: &TenantId, role: MemberRole) -> Visitor {
        let desk = &self.house.desk;
        if role != MemberRole::Owner {
            let email = format!("{}@{}.example", role.as_str(), &tenant.as_str()[30..]);
            let by = shell();
            let (op, token) = InviteMember::new(&desk.vault, Ids, by, tenant.clone(), email, role);
            desk.store.write(op).await.unwrap();
            accept(desk, token.expose()).await;
        }
        let find = MemberOf(tenant.clone(), role.as_str());
        let id = desk.store.read(find).await.unwrap();
        self.visitor(Person::Member(id)).await
    }

    /// An operator who looks at a tenant's portal.
    pub(crate) async fn look(&self, tenant: &TenantId) -> Visitor {
        let desk = &self.house.desk;
        let new = NewOperator {
            email: "support@kofa.example".to_owned(),
            name: "Support".to_owned(),
            role: OperatorRole::Support,
            password_hash: None,
        };
        let (op, _) = CreateOperator::new(&desk.vault, Ids, shell(), new);
        let id = desk.store.write(op).await.unwrap().id;
        let (now, origin, whose) = (self.clock.now(), Origin::default(), tenant.clone());
        let looking = OpenSession::looking(&desk.vault, Ids, id, whose, origin, now);
        self.opened(looking).await
    }

    async fn visitor(&self, person: Person) -> Visitor {
        let vault = &self.house.desk.vault;
        let (now, origin) = (self.clock.now(), Origin::default());
        let opened = OpenSession::new(vault, Ids, person, false, origin, now);
        self.opened(opened).await
    }

    async fn opened(&self, (open, token): (OpenSession, Sensitive<String>)) -> Visitor {
        let desk = &self.house.desk;
        desk.store.write(open).await.unwrap();
        Visitor {
            router: self.router.clone(),
            cookie: format!("__Host-kofa-portal={}", token.expose()),
            token: form_token(&desk.vault, token.expose()),
        }
    }

    pub(crate) async fn key(&self, tenant: &TenantId, environments: &[Environment]) -> ApiKey {
        let desk = &self.house.desk;
        let plan = KeyPlan {
            name: "Till <4>".to_owned(),
            scopes: vec![Scope::new("investment_ipo")],
            environments: environments.to_vec(),
            allowed_cidrs: vec![],
            expires_at: Some(NOW.plus_seconds(6 * 86_400)),
        };
        let (op, _) = IssueKey::new(&desk.vault, Ids, shell(), tenant.clone(), plan);
        desk.store.write(op).await.unwrap()
    }
}

impl Visitor {
    async fn send(&self, request: http::request::Builder, body: Body) -> Answer {
        let request = request
            .header("host", HOST)
            .header("cookie", &self.cookie)
            .body(body)
            .unwrap();
        let response = tower::ServiceExt::oneshot(self.router.clone(), request)
            .await
            .unwrap();
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        assert!(bytes.len() < 60 * 1024, "no page is heavier than 60 KB");
        Answer {
            status: parts.status,
            headers: parts.headers,
            text: String::from_utf8(bytes.to_vec()).unwrap(),
        }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send(Request::get(path), Body::empty()).await
    }

    /// Sends a form of a page of ours.
    pub(crate) async fn post(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let mut form = form_urlencoded::Serializer::new(String::new());
        form.extend_pairs(fields);
        form.append_pair("form_token", &self.token);
        let request = Request::post(path)
            .header("origin", format!("http://{HOST}"))
            .header("content-type", "application/x-www-form-urlencoded");
        self.send(request, Body::from(form.finish())).await
    }
}
