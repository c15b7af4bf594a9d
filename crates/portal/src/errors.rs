//! The pages of error codes, from the codes themselves.

use askama::Template;
use kofa_core::codes::METHOD_NOT_ALLOWED;
use kofa_core::endpoint::Envelope;
use kofa_core::product::Products;
use kofa_domain::{Code, Error, Kind, RequestId, codes};
use kofa_gate::{failure, status};
use serde_json::Value;

use crate::page::{Frame, Part};
use crate::reference::{Api, Entry};
use crate::text::{Html, json, markdown};

/// All codes, by status.
#[derive(Debug, Template)]
#[template(path = "errors.html")]
pub(crate) struct ErrorList {
    pub(crate) frame: Frame,
    pub(crate) count: usize,
    pub(crate) groups: Vec<StatusGroup>,
}

/// The codes of one status.
#[derive(Debug)]
pub(crate) struct StatusGroup {
    pub(crate) status: u16,
    pub(crate) reason: &'static str,
    pub(crate) codes: Vec<&'static Code>,
}

#[derive(Debug, Template)]
#[template(path = "error.html")]
pub(crate) struct ErrorPage {
    pub(crate) frame: Frame,
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) status: u16,
    pub(crate) reason: &'static str,
    pub(crate) charged: &'static str,
    pub(crate) meanings: Vec<Meaning>,
    pub(crate) samples: Vec<Sample>,
    pub(crate) callers: Vec<Caller>,
}

/// What a code means to those who answer with it.
#[derive(Debug)]
pub(crate) struct Meaning {
    pub(crate) title: &'static str,
    pub(crate) meaning: Html,
    pub(crate) remedy: Html,
}

/// The body of a failure, as one product writes it.
#[derive(Debug)]
pub(crate) struct Sample {
    pub(crate) product: &'static str,
    pub(crate) media_type: &'static str,
    pub(crate) body: Html,
}

/// The operations of one API that can answer with a code.
#[derive(Debug)]
pub(crate) struct Caller {
    pub(crate) api: &'static str,
    pub(crate) home: &'static str,
    /// All of them: then they are not listed one by one.
    pub(crate) every: bool,
    pub(crate) entries: Vec<Entry>,
}

/// What is said before any operation is found, in the shape of the product that the path is of.
const ROUTING: [&Code; 2] = [&codes::NOT_FOUND, &METHOD_NOT_ALLOWED];
/// The id in the examples.
const REQUEST_ID: &str = "0198f3a2-7c41-7d3e-9b52-4f6a1c0e8d27";

/// The codes by status, within it by name; codes of one name stand once.
pub(crate) fn groups(codes: &[&'static Code]) -> Vec<StatusGroup> {
    let mut sorted = codes.to_vec();
    sorted.sort_by_key(|code| (status(code.kind).as_u16(), code.name));
    sorted.dedup_by_key(|code| code.name);
    let mut groups: Vec<StatusGroup> = Vec::new();
    for code in sorted {
        let at = status(code.kind);
        match groups
            .last_mut()
            .filter(|group| group.status == at.as_u16())
        {
            Some(group) => group.codes.push(code),
            None => groups.push(StatusGroup {
                status: at.as_u16(),
                reason: at.canonical_reason().unwrap_or_default(),
                codes: vec![code],
            }),
        }
    }
    groups
}

/// The codes called `name`: more than one where two rooms use the same word.
pub(crate) fn find(codes: &[&'static Code], name: &str) -> Vec<&'static Code> {
    let named = codes.iter().copied().filter(|code| code.name == name);
    let mut found: Vec<&'static Code> = Vec::new();
    for code in named {
        if !found.iter().any(|other| other.meaning == code.meaning) {
            found.push(code);
        }
    }
    found
}

impl ErrorPage {
    /// The page of `code`, which `all` means, among them itself. `apis` are that of the products
    /// and that of operators.
    pub(crate) fn new(
        frame: Frame,
        code: &'static Code,
        all: &[&'static Code],
        products: &Products,
        apis: [&Api; 2],
    ) -> Self {
        let at = status(code.kind);
        let [product_api, admin_api] = apis;
        let answering = product_api.answering(code.name);
        let envelopes = envelopes(products);
        let mut shapes: Vec<&str> = answering.iter().map(|(_, shape)| *shape).collect();
        let callers = [
            caller("product", product_api, &answering),
            caller("admin", admin_api, &admin_api.answering(code.name)),
        ];
        let callers: Vec<Caller> = callers
            .into_iter()
            .filter(|caller| !caller.entries.is_empty())
            .collect();
        if ROUTING.contains(&code) {
            shapes.extend(envelopes.iter().map(|(shape, _)| shape.schema));
        }
        // What no product answers with is of the admin API, whose description names no codes.
        let common = [codes::CODES, kofa_identity::CODES];
        if shapes.is_empty() || common.iter().any(|all| all.contains(&code)) {
            shapes.push(Envelope::PROBLEM.schema);
        }
        Self {
            frame,
            name: code.name,
            title: code.title,
            status: at.as_u16(),
            reason: at.canonical_reason().unwrap_or_default(),
            charged: charged(code.kind),
            meanings: all.iter().map(|code| meaning(code)).collect(),
            samples: samples(code, &envelopes, &shapes),
            callers,
        }
    }
}

/// Every shape of failures, and whose it is.
fn envelopes(products: &Products) -> Vec<(&'static Envelope, &'static str)> {
    let all = products.iter().map(|one| (one.envelope, one.tag.0));
    all.chain([(Envelope::PROBLEM, "Account and admin API")])
        .collect()
}

fn caller(name: &'static str, api: &Api, answering: &[(&Entry, &str)]) -> Caller {
    Caller {
        api: name,
        home: api.home(),
        every: answering.len() == api.count(),
        entries: answering
            .iter()
            .map(|(entry, _)| (*entry).clone())
            .collect(),
    }
}

fn meaning(code: &Code) -> Meaning {
    Meaning {
        title: code.title,
        meaning: markdown(code.meaning),
        remedy: markdown(code.remedy),
    }
}

/// The body in the shapes that occur.
fn samples(
    code: &'static Code,
    envelopes: &[(&'static Envelope, &'static str)],
    shapes: &[&str],
) -> Vec<Sample> {
    let error = Error::plain(code);
    let id: RequestId = REQUEST_ID.parse().expect("the example id is a UUID");
    envelopes
        .iter()
        .filter(|(envelope, _)| shapes.contains(&envelope.schema))
        .map(|&(envelope, product)| {
            let (media_type, body) = failure(envelope, &error, id);
            let body: Value = serde_json::from_slice(&body).unwrap_or_default();
            Sample {
                product,
                media_type,
                body: json(&body),
            }
        })
        .collect()
}

/// Whether a call that failed with it was charged.
fn charged(kind: Kind) -> &'static str {
    match kind {
        Kind::InDoubt => "Not known yet; check the request log later",
        _ => "Never",
    }
}
