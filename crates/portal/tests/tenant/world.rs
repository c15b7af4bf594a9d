//! A database, two tenants, and people who are signed in.

use std::ops::Deref;
use std::sync::Arc;

use axum::Router;
use kofa_admin_api::AdminState;
use kofa_core::MemberRole;
use kofa_core::product::Products;
use kofa_domain::{Environment, Ids, Scope, Sensitive, TenantId};
use kofa_identity::invites::{AcceptInvite, FindInvite, InviteMember};
use kofa_identity::key_plan::KeyPlan;
use kofa_identity::keys::ApiKey;
use kofa_identity::sessions::Person;
use kofa_portal::kit::WebState;
use kofa_store::{Op, Tx};
pub(crate) use kofa_testkit::NOW;
use kofa_testkit::{Browser, TestApp};

pub(crate) struct World {
    app: TestApp,
    pub(crate) web: Arc<WebState>,
    pub(crate) ada: TenantId,
    pub(crate) bob: TenantId,
    router: Router,
}

impl Deref for World {
    type Target = TestApp;

    fn deref(&self) -> &TestApp {
        &self.app
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
    let app = TestApp::on_sqlite(NOW).await;
    kofa_investment::seed(&app.store, &app.clock).await.unwrap();
    let admin = Arc::new(app.admin_state(products(), Default::default()).await);
    let web = Arc::new(WebState::new(Arc::clone(&admin), "0.0.0-test"));
    let router = kofa_portal::tenant::routes(Arc::clone(&web))
        .merge(kofa_portal::status::routes(Arc::clone(&web)))
        .merge(kofa_portal::auth::routes(Arc::clone(&web)));
    let (ada, invite_ada) = app.invited("ada").await;
    let (bob, invite_bob) = app.invited("bob").await;
    for invite in [invite_ada, invite_bob] {
        accept(&admin, &invite).await;
    }
    web.status.read_incidents().await.unwrap();
    World {
        app,
        web,
        ada: ada.id,
        bob: bob.id,
        router,
    }
}

async fn accept(admin: &AdminState, invite: &str) {
    let find = FindInvite::new(&admin.vault, invite, NOW);
    let found = admin.store.read(find).await.unwrap();
    let password = Sensitive::new("four small words here".to_owned());
    let accept = AcceptInvite::new(&admin.vault, Ids, invite, &found, password, NOW).await;
    admin.store.write(accept.unwrap()).await.unwrap();
}

impl World {
    /// A member of this role, signed in now.
    pub(crate) async fn sign_in(&self, tenant: &TenantId, role: MemberRole) -> Browser {
        let admin = &self.web.admin;
        if role != MemberRole::Owner {
            let email = format!("{}@{}.example", role.as_str(), &tenant.as_str()[30..]);
            let by = self.by();
            let (op, token) = InviteMember::new(&admin.vault, Ids, by, tenant.clone(), email, role);
            admin.store.write(op).await.unwrap();
            accept(admin, token.expose()).await;
        }
        let find = MemberOf(tenant.clone(), role.as_str());
        let id = admin.store.read(find).await.unwrap();
        self.browser(&self.router, Person::Member(id)).await
    }

    /// An operator who looks at a tenant's portal.
    pub(crate) async fn look(&self, tenant: &TenantId) -> Browser {
        self.looks_at(&self.router, tenant).await
    }

    pub(crate) async fn key(&self, tenant: &TenantId, environments: &[Environment]) -> ApiKey {
        let plan = KeyPlan {
            name: "Till <4>".to_owned(),
            scopes: vec![Scope::new("investment_ipo")],
            environments: environments.to_vec(),
            allowed_cidrs: vec![],
            expires_at: Some(NOW.plus_seconds(6 * 86_400)),
        };
        self.app.key(tenant, plan).await.0
    }
}
