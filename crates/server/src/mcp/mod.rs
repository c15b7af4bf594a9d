//! `kofa mcp`: a Model Context Protocol server over standard input and output, so that assistants
//! can call the product API. Its tools are made from the description of the server that it calls
//! (`/openapi.json`), so they are always that server's. It has no access but its API key.
//!
//! Requests are JSON-RPC 2.0, one a line (protocol revision 2025-06-18, transport `stdio`).

mod call;
mod tools;

use std::io::{BufRead as _, Write as _};

use anyhow::Context as _;
use serde_json::{Map, Value, json};

use self::call::Api;
use self::tools::Tool;

/// What the tools call, and which of them there are.
pub(crate) struct Settings {
    pub(crate) url: String,
    pub(crate) key: String,
    /// `sandbox` or `live`.
    pub(crate) environment: &'static str,
    /// Whether tools that change something are offered.
    pub(crate) writes: bool,
}

/// Revisions whose part that is used here is the same.
const REVISIONS: [&str; 3] = ["2025-06-18", "2025-03-26", "2024-11-05"];

// Of JSON-RPC 2.0, 5.1.
const PARSE_ERROR: i64 = -32700;
const METHOD_NOT_FOUND: i64 = -32601;
const INVALID_PARAMS: i64 = -32602;

struct Session {
    api: Api,
    tools: Vec<Tool>,
    instructions: String,
}

/// Serves until standard input ends.
pub(crate) async fn run(settings: &Settings) -> anyhow::Result<()> {
    let api = Api::new(&settings.url, &settings.key, settings.environment)?;
    let description = api.description().await;
    let description = description.context("the description of the API cannot be read")?;
    let mut tools = tools::tools(&description);
    tools.retain(|tool| settings.writes || tool.is_read_only());
    let instructions = format!(
        "Kofa: business APIs for Nigeria, in the {} environment. Requests may be charged to a \
         prepaid wallet: the description of each tool has its price, 100 kobo are one naira. \
         An error has a code, a message and a page that says what to do.{}",
        settings.environment,
        if settings.writes {
            ""
        } else {
            " Only tools that change nothing are offered."
        },
    );
    let session = Session {
        api,
        tools,
        instructions,
    };
    // One request after the other: nothing else waits for this thread.
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        if let Some(response) = session.respond(&line).await {
            let mut out = std::io::stdout().lock();
            writeln!(out, "{response}")?;
            out.flush()?;
        }
    }
    Ok(())
}

impl Session {
    /// `None` for a notification, which has no response.
    async fn respond(&self, line: &str) -> Option<Value> {
        let Ok(request) = serde_json::from_str::<Value>(line) else {
            return Some(error(&Value::Null, PARSE_ERROR, "This is not JSON."));
        };
        let id = request.get("id")?;
        let parameters = &request["params"];
        let result = match request["method"].as_str().unwrap_or_default() {
            "initialize" => self.initialize(parameters),
            "ping" => json!({}),
            "tools/list" => {
                let shown: Vec<&Value> = self.tools.iter().map(|tool| &tool.shown).collect();
                json!({ "tools": shown })
            }
            "tools/call" => match self.call(parameters).await {
                Some(result) => result,
                None => return Some(error(id, INVALID_PARAMS, "There is no tool of this name.")),
            },
            _ => return Some(error(id, METHOD_NOT_FOUND, "There is no such method.")),
        };
        Some(json!({"jsonrpc": "2.0", "id": id, "result": result}))
    }

    fn initialize(&self, parameters: &Value) -> Value {
        let asked = parameters["protocolVersion"].as_str().unwrap_or_default();
        let revision = REVISIONS.iter().find(|it| **it == asked);
        json!({
            "protocolVersion": revision.unwrap_or(&REVISIONS[0]),
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "kofa", "version": env!("CARGO_PKG_VERSION")},
            "instructions": self.instructions,
        })
    }

    async fn call(&self, parameters: &Value) -> Option<Value> {
        let name = parameters["name"].as_str()?;
        let tool = self.tools.iter().find(|tool| tool.name == name)?;
        let none = Map::new();
        let arguments = parameters["arguments"].as_object().unwrap_or(&none);
        Some(self.api.call(tool, arguments).await)
    }
}

fn error(id: &Value, code: i64, message: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}})
}
