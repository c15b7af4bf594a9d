//! What a product is: one value that its crate gives, and that everything else iterates over.
//!
//! [`Product`] says what can be said without a store or a clock, so that commands which only
//! name an endpoint need nothing behind it. What a server runs of it is a
//! `kofa_admin_api::running::RunningProduct`.

use std::sync::Arc;

use kofa_domain::{Code, Environment, Scope};

use crate::endpoint::{Endpoint, Envelope};
use crate::{Service, TaskKind};

/// What a key needs to read its tenant's own account. It is no product: nobody switches it on, and
/// it has no price.
pub const TENANT_READ: Scope = Scope::new("tenant_read");
/// Its name on pages.
pub const TENANT_READ_TITLE: &str = "Account (read)";

/// A product: what is sold under one scope.
#[derive(Debug)]
pub struct Product {
    /// What a key needs to call it.
    pub scope: Scope,
    /// Its name on pages: `IPO subscriptions`.
    pub title: &'static str,
    /// What it does, within a sentence: `proof-of-address extraction`.
    pub purpose: &'static str,
    /// Its group in the API description and the reference: name and description.
    pub tag: (&'static str, &'static str),
    /// The shape of its failures, also of paths under its prefixes where nothing is.
    pub envelope: &'static Envelope,
    /// Where its paths begin; no other product has a path there.
    pub prefixes: &'static [&'static str],
    /// The addresses of the contract under which it is served, each a word of the setting that
    /// names the hosts: `identity` for `identity_hosts`. An address of several products serves
    /// them all.
    pub addresses: &'static [&'static str],
    /// The descriptions of its endpoints.
    pub endpoints: fn() -> Vec<&'static Endpoint>,
    /// Every error code that it answers with, beside those of the platform.
    pub codes: &'static [&'static [&'static Code]],
    /// The kinds of its durable work.
    pub task_kinds: &'static [TaskKind],
    /// The reserved values that choose an outcome in the sandbox.
    pub sandbox_values: &'static [SandboxTable],
    /// Its lines of the portal's navigation: word in the path, label.
    pub portal_pages: &'static [(&'static str, &'static str)],
    /// Its lines of the console's navigation: word in the path, label.
    pub console_pages: &'static [(&'static str, &'static str)],
}

/// Reserved values of one kind.
#[derive(Debug)]
pub struct SandboxTable {
    /// Its anchor on the page of all reserved values.
    pub anchor: &'static str,
    /// What the values are.
    pub title: &'static str,
    pub range: &'static str,
    /// Where they are sent and how they are read.
    pub note: &'static str,
    pub values: &'static [SandboxValue],
}

/// A reserved value and what comes of it.
#[derive(Debug)]
pub struct SandboxValue {
    /// As it is sent.
    pub value: &'static str,
    pub outcome: &'static str,
    pub answer: SandboxAnswer,
}

/// The answer that a reserved value asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SandboxAnswer {
    /// A success with this status.
    Success(u16),
    Failure(&'static Code),
}

/// A reserved value that is answered with 200.
pub const fn found(value: &'static str, outcome: &'static str) -> SandboxValue {
    let answer = SandboxAnswer::Success(200);
    SandboxValue {
        value,
        outcome,
        answer,
    }
}

/// A reserved value that is refused with `code`.
pub const fn fails(
    value: &'static str,
    outcome: &'static str,
    code: &'static Code,
) -> SandboxValue {
    let answer = SandboxAnswer::Failure(code);
    SandboxValue {
        value,
        outcome,
        answer,
    }
}

/// The products of this process, in the order in which people see them, and the endpoints of the
/// account, which every key may call. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Products {
    all: Arc<[&'static Product]>,
    endpoints: Arc<[&'static Endpoint]>,
}

impl Products {
    /// These.
    ///
    /// # Panics
    /// If an endpoint has another scope or envelope than its product, a path outside of its
    /// prefixes, or the name of another: prices, logs and refusals would be wrong.
    pub fn new(all: &[&'static Product], account: &[&'static Endpoint]) -> Self {
        let mut endpoints = Vec::new();
        for product in all {
            assert_ne!(
                product.scope, TENANT_READ,
                "a product has a scope of its own"
            );
            for endpoint in (product.endpoints)() {
                let name = endpoint.operation_id;
                assert_eq!(endpoint.scope, Some(product.scope), "{name}: its scope");
                assert_eq!(endpoint.envelope, product.envelope, "{name}: its envelope");
                assert!(product.has_path(endpoint.path), "{name}: its path");
                endpoints.push(endpoint);
            }
        }
        endpoints.extend(account);
        for (at, one) in endpoints.iter().enumerate() {
            let name = one.operation_id;
            let is_new = endpoints[..at].iter().all(|it| it.operation_id != name);
            assert!(is_new, "{name} names two endpoints");
        }
        Self {
            all: all.into(),
            endpoints: endpoints.into(),
        }
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &'static Product> {
        self.all.iter().copied()
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// Every endpoint that can be called and priced.
    pub fn endpoints(&self) -> &[&'static Endpoint] {
        &self.endpoints
    }

    /// Every kind of task.
    pub fn task_kinds(&self) -> Vec<TaskKind> {
        self.iter()
            .flat_map(|one| one.task_kinds)
            .copied()
            .collect()
    }

    pub fn scopes(&self) -> impl DoubleEndedIterator<Item = Scope> {
        self.iter().map(|one| one.scope)
    }

    /// The scope of a product that somebody typed; `None` where there is no such product.
    pub fn scope(&self, text: &str) -> Option<Scope> {
        self.scopes().find(|scope| scope.as_str() == text)
    }

    /// The scopes as words.
    pub fn scope_words(&self) -> Vec<&'static str> {
        self.all.iter().map(|one| one.scope.as_str()).collect()
    }

    /// What a key may carry: the scopes of the products, and that of the account.
    pub fn key_scopes(&self) -> impl DoubleEndedIterator<Item = Scope> {
        self.scopes().chain([TENANT_READ])
    }

    /// The product of a scope.
    pub fn of_scope(&self, scope: Scope) -> Option<&'static Product> {
        self.iter().find(|one| one.scope == scope)
    }

    /// The product under whose prefixes a path is.
    pub fn of_path(&self, path: &str) -> Option<&'static Product> {
        self.iter().find(|one| one.has_path(path))
    }

    /// The shape of failures under a path: problem details where it is no product's.
    pub fn envelope_of(&self, path: &str) -> &'static Envelope {
        let product = self.of_path(path);
        product.map_or(Envelope::PROBLEM, |product| product.envelope)
    }

    /// The name of a product on pages; its scope where there is no such product any more.
    pub fn title(&self, scope: Scope) -> String {
        match self.of_scope(scope) {
            Some(product) => product.title.to_owned(),
            None if scope == TENANT_READ => TENANT_READ_TITLE.to_owned(),
            None => scope.to_string(),
        }
    }

    /// What they do, as a sentence begins: `This, that and the other`.
    pub fn purposes(&self) -> String {
        let purposes: Vec<&str> = self.iter().map(|one| one.purpose).collect();
        match purposes.as_slice() {
            [] => String::new(),
            [one] => (*one).to_owned(),
            [most @ .., last] => format!("{} and {last}", most.join(", ")),
        }
    }

    /// Every product in every environment: live first.
    pub fn services(&self) -> Vec<Service> {
        let of = |environment| {
            self.scopes()
                .map(move |scope| Service { scope, environment })
        };
        let environments = [Environment::Live, Environment::Sandbox];
        environments.into_iter().flat_map(of).collect()
    }

    /// The service that somebody typed; `None` where there is no such service.
    pub fn service(&self, text: &str) -> Option<Service> {
        let read = Service::parse(text)?;
        self.of_scope(read.scope).map(|_| read)
    }

    /// The codes of failures that reserved values of the sandbox ask for: there they are the
    /// right answer.
    pub fn sandbox_failures(&self) -> impl Iterator<Item = &'static Code> {
        let tables = self.iter().flat_map(|one| one.sandbox_values);
        let values = tables.flat_map(|table| table.values);
        values.filter_map(|one| match one.answer {
            SandboxAnswer::Success(_) => None,
            SandboxAnswer::Failure(code) => Some(code),
        })
    }

    /// Where a scope stands in the order of the products: to sort by.
    pub fn position(&self, scope: Scope) -> usize {
        let found = self.scopes().position(|one| one == scope);
        found.unwrap_or(self.count())
    }
}

impl Product {
    /// A product with nothing; its parts by struct update.
    pub const BASE: Self = Self {
        scope: Scope::new("none"),
        title: "",
        purpose: "",
        tag: ("", ""),
        envelope: Envelope::PROBLEM,
        prefixes: &[],
        addresses: &[],
        endpoints: Vec::new,
        codes: &[],
        task_kinds: &[],
        sandbox_values: &[],
        portal_pages: &[],
        console_pages: &[],
    };

    /// Whether a path is under one of its prefixes.
    pub fn has_path(&self, path: &str) -> bool {
        self.prefixes.iter().any(|prefix| {
            path.strip_prefix(prefix)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    }
}

#[cfg(any(test, feature = "testing"))]
pub mod sample {
    //! A product to count and to tell about.

    use super::*;
    use crate::codes::SERVICE_UNAVAILABLE;

    pub const LOOK_UPS: Scope = Scope::new("business_validation_registry");
    static LOOK_UP: Endpoint = Endpoint {
        operation_id: "getCompany",
        path: "/look-up",
        scope: Some(LOOK_UPS),
        ..Endpoint::BASE
    };
    static PRODUCT: Product = Product {
        scope: LOOK_UPS,
        purpose: "look-ups",
        prefixes: &["/look-up"],
        endpoints: || vec![&LOOK_UP],
        sandbox_values: &[SandboxTable {
            anchor: "numbers",
            title: "Numbers",
            range: "00X",
            note: "",
            values: &[
                found("000", "Found"),
                fails("003", "Down", &SERVICE_UNAVAILABLE),
            ],
        }],
        ..Product::BASE
    };
    static FIRST: Product = Product {
        scope: Scope::new("investment_ipo"),
        purpose: "subscriptions",
        ..Product::BASE
    };
    static SECOND: Product = Product {
        scope: Scope::new("ai_processing_hub"),
        purpose: "extraction",
        ..Product::BASE
    };

    /// That product and two without endpoints before it.
    pub fn products() -> Products {
        Products::new(&[&FIRST, &SECOND, &PRODUCT], &[])
    }

    #[test]
    fn products_are_found_by_scope_and_by_path() {
        let products = products();
        let path = |path| products.of_path(path).map(|one| one.scope);
        assert_eq!(path("/look-up"), Some(LOOK_UPS));
        assert_eq!(path("/look-up/more"), Some(LOOK_UPS));
        assert_eq!(path("/look-ups"), None);
        assert_eq!(products.scope(LOOK_UPS.as_str()), Some(LOOK_UPS));
        assert_eq!(products.scope("leasing"), None);
        let all = "subscriptions, extraction and look-ups";
        assert_eq!(products.purposes(), all);
        let gone = Scope::new("leasing");
        assert_eq!(products.title(gone), "leasing");
        assert_eq!(products.title(TENANT_READ), TENANT_READ_TITLE);
        assert_eq!(products.scope(TENANT_READ.as_str()), None);
        assert_eq!(products.key_scopes().last(), Some(TENANT_READ));
        let mut scopes = vec![gone, LOOK_UPS, FIRST.scope];
        scopes.sort_by_key(|scope| products.position(*scope));
        assert_eq!(scopes, [FIRST.scope, LOOK_UPS, gone]);
    }

    #[test]
    fn services_are_the_products_in_each_environment() {
        let products = products();
        let services: Vec<String> = (products.services().iter())
            .map(ToString::to_string)
            .collect();
        let expected = [
            "investment_ipo/live",
            "ai_processing_hub/live",
            "business_validation_registry/live",
            "investment_ipo/sandbox",
            "ai_processing_hub/sandbox",
            "business_validation_registry/sandbox",
        ];
        assert_eq!(services, expected);
        for text in expected {
            let service = products.service(text).unwrap();
            assert_eq!(service.to_string(), text);
        }
        for wrong in ["leasing/live", "investment_ipo", ""] {
            assert_eq!(products.service(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn what_the_sandbox_plays_is_told_by_type() {
        let played: Vec<&Code> = products().sandbox_failures().collect();
        assert_eq!(played, [&SERVICE_UNAVAILABLE]);
        assert!(!played.contains(&&crate::codes::CONFLICT));
    }

    #[test]
    #[should_panic(expected = "its scope")]
    fn an_endpoint_of_another_scope_is_no_endpoint_of_a_product() {
        static WRONG: Product = Product {
            prefixes: &["/look-up"],
            endpoints: || vec![&LOOK_UP],
            ..Product::BASE
        };
        let _ = Products::new(&[&WRONG], &[]);
    }
}
