//! The console over one database, and operators of every role who are signed in to it.

use std::convert::Infallible;
use std::ops::Deref;
use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use futures_util::{StreamExt as _, stream};
use kofa_core::OperatorRole;
use kofa_core::product::Products;
use kofa_domain::{Environment, Result, TenantId, Timestamp};
use kofa_investment::file_imports::FileImports;
use kofa_investment::ports::{Ports, Upstreams};
use kofa_investment::tasks::Worker;
use kofa_objects::{ObjectPlace, Objects};
use kofa_portal::kit::WebState;
use kofa_registry::{Imports, Sources};
use kofa_store::{Column, File, Op, Tx, Value};
use kofa_testkit::{Browser, Reply, TestApp};

/// The moment at which every test begins.
pub(crate) const NOW: &str = "2026-07-03T10:00:00Z";

pub(crate) struct World {
    app: TestApp,
    pub(crate) router: Router,
    pub(crate) imports: Imports,
    browsers: Vec<(OperatorRole, Browser)>,
}

impl Deref for World {
    type Target = TestApp;

    fn deref(&self) -> &TestApp {
        &self.app
    }
}

/// One of each database.
pub(crate) async fn both() -> Vec<World> {
    let mut worlds = Vec::new();
    for app in kofa_testkit::both(Timestamp::parse_rfc3339(NOW).unwrap()).await {
        worlds.push(World::on(app).await);
    }
    worlds
}

impl World {
    async fn on(app: TestApp) -> Self {
        let (store, vault) = (app.store.clone(), app.vault.clone());
        kofa_investment::seed(&store, &app.clock).await.unwrap();
        let clock = Arc::new(app.clock.clone());
        let worker = Worker {
            store: store.clone(),
            vault: vault.clone(),
            clock: clock.clone(),
            ports: Ports::new(Upstreams::sandbox(&vault), Upstreams::default()),
        };
        let sources = Sources::new(&store, &vault, clock.clone());
        let place = ObjectPlace::Folder(app.database.folder().join("objects"));
        let objects = Objects::open(place, vault.clone()).unwrap();
        let files = FileImports::new(store.clone(), vault.clone(), objects.clone());
        let imports = Imports::new((store, vault), objects, clock, folder(&app));
        tokio::spawn(imports.clone().work());
        let products = Products::new(&[&kofa_investment::PRODUCT, &kofa_registry::PRODUCT], &[]);
        let mut admin = app.admin_state(products, worker.handlers()).await;
        admin.parts.insert(sources.clone());
        admin.parts.insert(imports.clone());
        let web = Arc::new(WebState::new(Arc::new(admin), "0.0.0-test"));
        let router = kofa_console::routes(web, sources, imports.clone(), files);
        let mut browsers = Vec::new();
        for role in OperatorRole::ALL {
            browsers.push((role, app.console(&router, role).await));
        }
        Self {
            app,
            router,
            imports,
            browsers,
        }
    }

    fn browser(&self, role: OperatorRole) -> &Browser {
        let found = self.browsers.iter().find(|(one, _)| *one == role);
        &found.unwrap().1
    }

    pub(crate) async fn get_as(&self, role: OperatorRole, path: &str) -> Reply {
        self.browser(role).get(path).await
    }

    pub(crate) async fn get(&self, path: &str) -> Reply {
        self.get_as(OperatorRole::Owner, path).await
    }

    pub(crate) async fn post_as(
        &self,
        role: OperatorRole,
        path: &str,
        fields: &[(&str, &str)],
    ) -> Reply {
        self.browser(role).post(path, &sure(fields)).await
    }

    pub(crate) async fn post(&self, path: &str, fields: &[(&str, &str)]) -> Reply {
        self.post_as(OperatorRole::Owner, path, fields).await
    }

    pub(crate) async fn upload_as(
        &self,
        role: OperatorRole,
        path: &str,
        fields: &[(&str, &str)],
        file: (&str, &str),
    ) -> Reply {
        self.browser(role).upload(path, &sure(fields), file).await
    }

    /// Does something when the form and the file's first half have arrived.
    pub(crate) async fn upload_while(
        &self,
        path: &str,
        fields: &[(&str, &str)],
        file: (&str, &str),
        meanwhile: impl Future<Output = ()> + Send + 'static,
    ) -> Reply {
        let ops = self.browser(OperatorRole::Ops);
        let (request, body) = ops.form_with_file(path, &sure(fields), file);
        let (first, rest) = body.split_at(body.len() - file.1.len() / 2 - 20);
        let (first, rest) = (first.to_owned(), rest.to_owned());
        let body = stream::once(async { Ok::<_, Infallible>(first) });
        let body = body.chain(stream::once(async {
            meanwhile.await;
            Ok(rest)
        }));
        ops.send(request, Body::from_stream(body)).await
    }

    pub(crate) async fn upload(
        &self,
        path: &str,
        fields: &[(&str, &str)],
        file: (&str, &str),
    ) -> Reply {
        self.upload_as(OperatorRole::Owner, path, fields, file)
            .await
    }

    /// Uploads a file: the path of the page that shows what importing it would do, and the page.
    pub(crate) async fn check(
        &self,
        path: &str,
        fields: &[(&str, &str)],
        file: (&str, &str),
    ) -> (String, Reply) {
        let held = self.upload(path, fields, file).await.is(303);
        assert!(
            held.said().contains("until you confirm it"),
            "{}",
            held.said()
        );
        let path = held.location().to_owned();
        let page = self.get(&path).await.is(200);
        (path, page)
    }

    /// Uploads a file, and imports it as it is shown.
    pub(crate) async fn import(
        &self,
        path: &str,
        fields: &[(&str, &str)],
        file: (&str, &str),
    ) -> Reply {
        let (path, page) = self.check(path, fields, file).await;
        self.post(&path, &[("plan", plan_of(&page))]).await
    }

    /// The number of a tenant's wallet.
    pub(crate) async fn app_wallet(&self, tenant: &TenantId, environment: Environment) -> i64 {
        self.app.wallet_of(tenant, environment).await.wallet.0
    }

    /// Puts rows behind the platform's back.
    pub(crate) async fn fill<const N: usize>(
        &self,
        table: &'static str,
        columns: [Column; N],
        rows: Vec<[Value<'static>; N]>,
    ) {
        for rows in rows.chunks(10_000) {
            let rows = rows.to_vec();
            let fill = Fill {
                table,
                columns,
                rows,
            };
            self.store.write(fill).await.unwrap();
        }
    }

    /// The same into the register.
    pub(crate) async fn fill_register<const N: usize>(
        &self,
        table: &'static str,
        columns: [Column; N],
        rows: Vec<[Value<'static>; N]>,
    ) {
        let fill = Fill {
            table,
            columns,
            rows,
        };
        self.store.write(FillRegister(fill)).await.unwrap();
    }
}

/// The plan that a page of a file shows.
pub(crate) fn plan_of(page: &Reply) -> &str {
    let after = page.text.split("name=\"plan\" value=\"").nth(1);
    let plan = after.and_then(|after| after.split('"').next());
    plan.unwrap_or_else(|| panic!("the page has no plan: {}", page.text))
}

/// The fields with the answer to the question that is asked before what touches Live.
fn sure<'a>(fields: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let answer = [("confirm", "LIVE")];
    fields.iter().copied().chain(answer).collect()
}

fn folder(app: &TestApp) -> PathBuf {
    app.database.folder().join("imports")
}

struct Fill<const N: usize> {
    table: &'static str,
    columns: [Column; N],
    rows: Vec<[Value<'static>; N]>,
}

impl<const N: usize> Op for Fill<N> {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        tx.insert_rows(self.table, &self.columns, "", &self.rows)
            .await?;
        Ok(())
    }
}

struct FillRegister<const N: usize>(Fill<N>);

impl<const N: usize> Op for FillRegister<N> {
    type Out = ();
    const FILE: File = File::Register;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        self.0.run(tx).await
    }
}
