//! What the description of the admin API says of each operation: makers of clients read only that.

use std::fmt::Write as _;

use kofa_admin_api::document;
use kofa_core::product::Products;
use kofa_investment::admin::extension;
use serde_json::Value;

/// The schema that is meant.
fn resolved(document: &Value, schema: &Value) -> Value {
    match schema["$ref"].as_str() {
        None => schema.clone(),
        Some(path) => document.pointer(&path[1..]).unwrap().clone(),
    }
}

fn told(document: &Value, operation: &Value) -> String {
    let mut text = format!("{}: {}\n", operation["operationId"], operation["summary"]);
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        writeln!(text, "  {parameter}").unwrap();
    }
    let body = &operation["requestBody"];
    for (media, content) in body["content"].as_object().into_iter().flatten() {
        let schema = resolved(document, &content["schema"]);
        let required = &body["required"];
        writeln!(text, "  {media} {required} {schema}").unwrap();
    }
    for (status, response) in operation["responses"].as_object().unwrap() {
        if status.starts_with('2') {
            let schema = &response["content"]["application/json"]["schema"];
            writeln!(text, "  {status} {} {schema}", response["description"]).unwrap();
        }
    }
    text
}

#[test]
fn every_operation_is_described() {
    let products = Products::new(&[&kofa_investment::PRODUCT], &[]);
    let document = serde_json::to_value(document(&products, &[extension()])).unwrap();
    let mut all = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let told = told(&document, operation);
            all.push(format!("{method} {path}\n  {told}"));
        }
    }
    all.sort();
    insta::assert_snapshot!("operations", all.join("\n"));
}
