//! The console over one database, and operators of every role who are signed in to it.

use std::convert::Infallible;
use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use futures_util::{StreamExt as _, stream};
use http::{HeaderMap, Request, StatusCode, header};
use http_body_util::BodyExt as _;
use kofa_domain::{Clock as _, Ids, ManualClock, Result, Sensitive, TenantId, Timestamp};
use kofa_investment::ports::{Ports, Upstreams};
use kofa_investment::tasks::Worker;
use kofa_platform::admin::Desk;
use kofa_platform::directory::operators::{CreateOperator, NewOperator};
use kofa_platform::directory::sessions::{OpenSession, Origin, Person, form_token};
use kofa_platform::directory::tenants::CreateTenant;
use kofa_platform::directory::{Actor, By, OperatorRole};
use kofa_platform::product::Products;
use kofa_platform::{Snapshot, Wallets};
use kofa_portal::kit::House;
use kofa_registry::{Imports, Sources};
use kofa_store::testing::TestDatabase;
use kofa_store::{Column, File, Op, Store, Tx, Value, Vault};
use tower::ServiceExt as _;

/// The moment at which every test begins.
pub(crate) const NOW: &str = "2026-07-03T10:00:00Z";

pub(crate) struct World {
    pub(crate) store: Store,
    pub(crate) vault: Vault,
    pub(crate) clock: ManualClock,
    pub(crate) router: Router,
    pub(crate) imports: Imports,
    folder: PathBuf,
    tokens: Vec<(OperatorRole, String)>,
    _database: TestDatabase,
}

impl Drop for World {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

impl Answer {
    pub(crate) fn location(&self) -> &str {
        let value = self.headers.get(header::LOCATION);
        value.map_or("", |value| value.to_str().unwrap())
    }

    /// What the next page will say.
    pub(crate) fn said(&self) -> String {
        let cookies = self.headers.get_all(header::SET_COOKIE);
        let said = cookies
            .iter()
            .filter_map(|value| value.to_str().ok())
            .find_map(|text| text.split_once("kofa-said="));
        let value = said.map_or("", |(_, rest)| rest.split(';').next().unwrap_or_default());
        let mut pairs = form_urlencoded::parse(value.as_bytes());
        pairs
            .next()
            .map_or_else(String::new, |(text, _)| text.into_owned())
    }

    #[track_caller]
    pub(crate) fn is(self, status: u16) -> Self {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        self
    }

    #[track_caller]
    pub(crate) fn has(self, text: &str) -> Self {
        assert!(self.text.contains(text), "{text} is not in {}", self.text);
        self
    }
}

/// One of each database.
pub(crate) async fn both() -> Vec<World> {
    let mut worlds = Vec::new();
    for database in TestDatabase::both().await {
        worlds.push(World::on(database).await);
    }
    worlds
}

impl World {
    async fn on(database: TestDatabase) -> Self {
        let store = database.open().await;
        let vault = Vault::new(&Sensitive::new([7; 32]));
        let clock = ManualClock::new(Timestamp::parse_rfc3339(NOW).unwrap());
        kofa_investment::seed(&store, &clock).await.unwrap();
        let shared = Arc::new(clock.clone());
        let worker = Worker {
            store: store.clone(),
            vault: vault.clone(),
            clock: shared.clone(),
            ports: Ports::new(Upstreams::sandbox(&vault), Upstreams::default()),
        };
        let secret: [u8; 8] = Ids.secret();
        let name = format!("kofa-console-{:x}", u64::from_be_bytes(secret));
        let folder = std::env::temp_dir().join(name);
        let sources = Sources::new(&store, &vault, shared.clone());
        let imports = Imports::new(store.clone(), shared.clone(), folder.clone());
        let mut parts = http::Extensions::new();
        parts.insert(sources.clone());
        parts.insert(imports.clone());
        let desk = Desk {
            store: store.clone(),
            vault: vault.clone(),
            clock: shared.clone(),
            ids: Ids,
            snapshot: Arc::new(Snapshot::load(store.clone()).await.unwrap()),
            wallets: Arc::new(Wallets::new(store.clone())),
            products: Products::new(&[&kofa_investment::PRODUCT, &kofa_registry::PRODUCT], &[]),
            tasks: worker.handlers(),
            parts,
            base_url: "http://localhost:8080".to_owned(),
        };
        let house = Arc::new(House::new(Arc::new(desk), "0.0.0-test"));
        let mut world = Self {
            router: kofa_console::routes(house, sources, imports.clone()),
            store,
            vault,
            clock,
            imports,
            folder,
            tokens: Vec::new(),
            _database: database,
        };
        for role in OperatorRole::ALL {
            let token = world.sign_in(role).await;
            world.tokens.push((role, token));
        }
        world
    }

    /// Where files on their way in lie.
    pub(crate) fn folder(&self) -> &std::path::Path {
        &self.folder
    }

    /// Someone with every right, now.
    pub(crate) fn by(&self) -> By {
        By {
            actor: Actor::Shell,
            at: self.clock.now(),
        }
    }

    async fn sign_in(&self, role: OperatorRole) -> String {
        let new = NewOperator {
            email: format!("{}@kofa.example", role.as_str()),
            name: "Op".to_owned(),
            role,
            password_hash: None,
        };
        let (create, _) = CreateOperator::new(&self.vault, Ids, self.by(), new);
        let id = self.store.write(create).await.unwrap().id;
        let origin = Origin {
            ip: String::new(),
            agent: String::new(),
        };
        let (person, at) = (Person::Operator(id), self.clock.now());
        let (open, token) = OpenSession::new(&self.vault, Ids, person, false, origin, at);
        self.store.write(open).await.unwrap();
        token.expose().clone()
    }

    pub(crate) async fn tenant(&self, name: &str) -> TenantId {
        let email = format!("{name}@example.ng");
        let (create, _) = CreateTenant::new(&self.vault, Ids, self.by(), name.to_owned(), email);
        self.store.write(create).await.unwrap().id
    }

    fn token(&self, role: OperatorRole) -> &str {
        let found = self.tokens.iter().find(|(one, _)| *one == role);
        &found.unwrap().1
    }

    fn request(&self, role: OperatorRole, method: &str, path: &str) -> http::request::Builder {
        let cookie = format!("__Host-kofa-console={}", self.token(role));
        Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, "localhost:8080")
            .header(header::ORIGIN, "http://localhost:8080")
            .header(header::COOKIE, cookie)
    }

    pub(crate) async fn send(&self, request: Request<Body>) -> Answer {
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        Answer {
            status: parts.status,
            headers: parts.headers,
            text: String::from_utf8(bytes.to_vec()).unwrap(),
        }
    }

    pub(crate) async fn get_as(&self, role: OperatorRole, path: &str) -> Answer {
        let request = self.request(role, "GET", path);
        self.send(request.body(Body::empty()).unwrap()).await
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        let answer = self.get_as(OperatorRole::Owner, path).await;
        assert!(
            answer.text.len() <= 60 * 1024,
            "{path} is too heavy: {}",
            answer.text.len()
        );
        answer
    }

    pub(crate) async fn post_as(
        &self,
        role: OperatorRole,
        path: &str,
        fields: &[(&str, &str)],
    ) -> Answer {
        let token = form_token(&self.vault, self.token(role));
        let mut form = form_urlencoded::Serializer::new(String::new());
        form.append_pair("form_token", &token).extend_pairs(fields);
        let request = self
            .request(role, "POST", path)
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        self.send(request.body(Body::from(form.finish())).unwrap())
            .await
    }

    pub(crate) async fn post(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        self.post_as(OperatorRole::Owner, path, fields).await
    }

    pub(crate) async fn upload_as(
        &self,
        role: OperatorRole,
        path: &str,
        fields: &[(&str, &str)],
        file: (&str, &str),
    ) -> Answer {
        let (request, body) = self.form_with_file(role, path, fields, file);
        self.send(request.body(Body::from(body)).unwrap()).await
    }

    /// Does something when the form and the file's first half have arrived.
    pub(crate) async fn upload_while(
        &self,
        path: &str,
        fields: &[(&str, &str)],
        file: (&str, &str),
        meanwhile: impl Future<Output = ()> + Send + 'static,
    ) -> Answer {
        let (request, body) = self.form_with_file(OperatorRole::Ops, path, fields, file);
        let (first, rest) = body.split_at(body.len() - file.1.len() / 2 - 20);
        let (first, rest) = (first.to_owned(), rest.to_owned());
        let body = stream::once(async { Ok::<_, Infallible>(first) });
        let body = body.chain(stream::once(async {
            meanwhile.await;
            Ok(rest)
        }));
        self.send(request.body(Body::from_stream(body)).unwrap())
            .await
    }

    fn form_with_file(
        &self,
        role: OperatorRole,
        path: &str,
        fields: &[(&str, &str)],
        (name, text): (&str, &str),
    ) -> (http::request::Builder, String) {
        let token = form_token(&self.vault, self.token(role));
        let mut body = String::new();
        for (field, value) in [("form_token", token.as_str())].iter().chain(fields) {
            body += "--xx\r\nContent-Disposition: form-data; name=\"";
            body += &format!("{field}\"\r\n\r\n{value}\r\n");
        }
        body += "--xx\r\nContent-Disposition: form-data; name=\"file\"; filename=\"";
        body += &format!("{name}\"\r\n\r\n{text}\r\n--xx--\r\n");
        let request = self
            .request(role, "POST", path)
            .header(header::CONTENT_TYPE, "multipart/form-data; boundary=xx");
        (request, body)
    }

    pub(crate) async fn upload(
        &self,
        path: &str,
        fields: &[(&str, &str)],
        file: (&str, &str),
    ) -> Answer {
        self.upload_as(OperatorRole::Owner, path, fields, file)
            .await
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
