//! Payments over the admin API.

use kofa_core::OperatorRole;
use kofa_testkit::AdminClient;
use serde_json::{Value, json};

use crate::settlement::waiting;
use crate::world::{World, both};

/// Whose answers are looked at by status and body.
struct Operator(AdminClient);

impl Operator {
    async fn new(world: &World, role: OperatorRole) -> Self {
        Self(world.operator(role).await)
    }

    async fn enter(&self, body: &Value) -> (u16, Value) {
        let reply = self.0.post("settlements", body).await;
        (reply.status.as_u16(), reply.json())
    }

    async fn get(&self, query: &str) -> (u16, Value) {
        let reply = self.0.get(&format!("settlements?{query}")).await;
        (reply.status.as_u16(), reply.json())
    }

    async fn import(&self, query: &str, media: &str, file: &str) -> (u16, Value) {
        let path = format!("settlements/import?{query}");
        let reply = self.0.raw("POST", &path, media, file).await;
        (reply.status.as_u16(), reply.json())
    }
}

/// `answer` without the names that are new each time.
fn hide(mut answer: Value) -> Value {
    fn walk(value: &mut Value) {
        match value {
            Value::Object(object) => {
                for (name, value) in object.iter_mut() {
                    let is_new = ["transactionReference", "subscriptionId", "enteredBy"];
                    if is_new.contains(&name.as_str()) && value.is_string() {
                        *value = json!("[hidden]");
                    }
                    walk(value);
                }
            }
            Value::Array(items) => items.iter_mut().for_each(walk),
            _ => {}
        }
    }
    walk(&mut answer);
    answer
}

#[tokio::test]
async fn an_operator_enters_imports_and_lists_payments() {
    for world in both().await {
        let finance = Operator::new(&world, OperatorRole::Finance).await;
        let (one, other) = (waiting(&world, 1).await, waiting(&world, 2).await);
        let body = json!({
            "environment": "sandbox", "reference": "NIP/000014260703", "paidAt": "2026-07-03",
            "transactionReference": one.reference, "amountKobo": one.amount.get(),
        });
        let (status, entered) = finance.enter(&body).await;
        assert_eq!(status, 201, "{entered}");
        insta::assert_json_snapshot!("settlement_entered", hide(entered.clone()));
        let (status, again) = finance.enter(&body).await;
        assert_eq!((status, &again["repeated"]), (200, &json!(true)));
        assert_eq!(
            again["settlement"]["enteredAt"],
            entered["settlement"]["enteredAt"]
        );
        let mut another = body.clone();
        another["amountKobo"] = json!(1);
        let (status, refused) = finance.enter(&another).await;
        assert_eq!(status, 409, "{refused}");
        assert_eq!(refused["code"], "settlement_reference_reused");
        assert_eq!(refused["errors"][0]["field"], "reference");
        let amount = other.amount.naira_text();
        let file = format!(
            "reference,transactionReference,amount,paidAt\n\
             B-1,{0},{amount},2026-07-02T09:30:00+01:00\nB-2,{0},{amount},2026-07-02\n\
             B-3,KFT-NONE,{amount},2026-07-02\nB-4,{0},1e9,2026-07-02\n",
            other.reference
        );
        let (status, done) = finance
            .import("environment=sandbox", "text/csv", &file)
            .await;
        assert_eq!(status, 200, "{done}");
        insta::assert_json_snapshot!("settlements_imported", done);
        let (status, first) = finance.get("environment=sandbox&limit=3").await;
        assert_eq!(status, 200, "{first}");
        insta::assert_json_snapshot!("settlements_listed", hide(first["items"].clone()));
        let cursor = first["nextCursor"].as_str().unwrap();
        let (_, rest) = finance
            .get(&format!("environment=sandbox&cursor={cursor}"))
            .await;
        assert_eq!(rest["items"].as_array().unwrap().len(), 1);
        assert_eq!(rest["items"][0]["reference"], "NIP/000014260703");
        assert_eq!(rest["nextCursor"], Value::Null);
        let (_, unfit) = finance
            .get("environment=sandbox&outcome=already_paid")
            .await;
        assert_eq!(unfit["items"].as_array().unwrap().len(), 1);
        let (_, live) = finance.get("environment=live").await;
        assert_eq!(live["items"], json!([]));
    }
}

/// The fields of a refusal, sorted.
fn fields(refused: &Value) -> Vec<&str> {
    let errors = refused["errors"].as_array().unwrap();
    let names = errors.iter().map(|one| one["field"].as_str().unwrap());
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    names
}

#[tokio::test]
async fn wrong_calls_are_refused_with_all_their_faults() {
    for world in both().await {
        let finance = Operator::new(&world, OperatorRole::Finance).await;
        let all = [
            "amountKobo",
            "environment",
            "paidAt",
            "reference",
            "transactionReference",
        ];
        let (status, refused) = finance.enter(&json!({})).await;
        assert_eq!((status, fields(&refused)), (422, all.to_vec()));
        let wrong = json!({
            "environment": "moon", "reference": "x".repeat(101), "transactionReference": "a\u{0}",
            "amountKobo": 0, "paidAt": "2026-07-04T00:00:00+01:00",
        });
        let (status, refused) = finance.enter(&wrong).await;
        assert_eq!((status, fields(&refused)), (422, all.to_vec()));
        let (status, refused) = finance.get("outcome=x&limit=0&cursor=zz").await;
        let expected = vec!["cursor", "environment", "limit", "outcome"];
        assert_eq!((status, fields(&refused)), (422, expected));
        let (status, refused) = finance.get("environment=sandbox&cursor=61").await;
        assert_eq!((status, fields(&refused)), (422, vec!["cursor"]));
    }
}

#[tokio::test]
async fn wrong_files_are_refused_whole_and_strangers_to_money_at_the_door() {
    for world in both().await {
        let finance = Operator::new(&world, OperatorRole::Finance).await;
        let support = Operator::new(&world, OperatorRole::Support).await;
        let (csv, lines) = ("text/csv", "application/x-ndjson");
        let sandbox = "environment=sandbox";
        for (query, media, file, status, code) in [
            (
                sandbox,
                "application/json",
                "{}",
                415,
                "unsupported_media_type",
            ),
            ("", csv, "", 422, "missing_field"),
            (sandbox, csv, "", 422, "invalid_settlement_file"),
            (sandbox, lines, "[", 422, "invalid_settlement_file"),
        ] {
            let (got, refused) = finance.import(query, media, file).await;
            assert_eq!((got, refused["code"].as_str()), (status, Some(code)));
        }
        let large = "x".repeat(8 * 1024 * 1024 + 1);
        assert_eq!(finance.import(sandbox, csv, &large).await.0, 413);
        assert_eq!(support.enter(&json!({})).await.0, 403);
        assert_eq!(support.import("", csv, "").await.0, 403);
        assert_eq!(support.get(sandbox).await.0, 200);
    }
}
