//! A call as text: its target, its body, and as a line for the shell that can be run as it is, or
//! says in capitals what to fill in.

use kofa_insight::calls::{Exchange, KeptBody, REDACTED};

/// Stands where something was not kept.
const FILL_IN: &str = "FILL_IN";
/// What curl sends itself, or what stands in a line of its own here.
const OWN_HEADERS: [&str; 3] = ["accept", "content-type", "x-environment"];
const FORM: &str = "multipart/form-data";

/// The call that was kept. What was taken out is to be filled in: nothing is left out.
pub(super) fn kept(base_url: &str, world: &str, verb: &str, exchange: &Exchange) -> String {
    let fill = |text: &str| text.replace(REDACTED, FILL_IN);
    let filled = Exchange {
        path: fill(&exchange.path),
        query: exchange
            .query
            .iter()
            .map(|(name, value)| (name.clone(), fill(value)))
            .collect(),
        ..exchange.clone()
    };
    let url = quoted(&format!("{base_url}{}", target(&filled, true)));
    let mut lines = vec![format!("curl -X {verb} {url}")];
    lines.push("-H \"X-API-Key: $KOFA_API_KEY\"".to_owned());
    lines.push(format!("-H 'X-Environment: {world}'"));
    let others = exchange
        .headers
        .iter()
        .filter(|(name, _)| !OWN_HEADERS.contains(&name.as_str()));
    for (name, value) in others {
        // Of an idempotency key only that there was one is kept; sent again it would be a replay.
        let value = match name.as_str() {
            "idempotency-key" => FILL_IN.to_owned(),
            _ => fill(value),
        };
        lines.push(format!("-H {}", quoted(&format!("{name}: {value}"))));
    }
    lines.extend(body(exchange, fill));
    lines.join(" \\\n  ")
}

fn body(exchange: &Exchange, fill: impl Fn(&str) -> String) -> Vec<String> {
    let json = |data: String| {
        vec![
            "-H 'Content-Type: application/json'".to_owned(),
            format!("-d {data}"),
        ]
    };
    match &exchange.request {
        KeptBody::Empty => Vec::new(),
        KeptBody::Json(text) => json(quoted(&fill(&pretty(text)))),
        KeptBody::NotKept(media_type, _) if media_type == FORM => {
            vec![format!("-F 'file=@{FILL_IN}'")]
        }
        KeptBody::NotKept(..) => json(format!("@{FILL_IN}")),
    }
}

/// The example of the reference, in the environment of the call: of a call of which no more than
/// its row is kept.
pub(super) fn of_reference(example: &str, world: &str) -> String {
    example.replace(
        "-H 'X-Environment: sandbox'",
        &format!("-H 'X-Environment: {world}'"),
    )
}

/// JSON as people read it; any other text as it is.
pub(super) fn pretty(text: &str) -> String {
    let parsed: serde_json::Result<serde_json::Value> = serde_json::from_str(text);
    let again = parsed.and_then(|value| serde_json::to_string_pretty(&value));
    again.unwrap_or_else(|_| text.to_owned())
}

/// Path and query. With `is_encoded` as they are sent, else as they are read.
pub(super) fn target(exchange: &Exchange, is_encoded: bool) -> String {
    if exchange.query.is_empty() {
        return exchange.path.clone();
    }
    let query = if is_encoded {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(&exchange.query).finish()
    } else {
        let pair = |(name, value): &(String, String)| format!("{name}={value}");
        let pairs: Vec<String> = exchange.query.iter().map(pair).collect();
        pairs.join("&")
    };
    format!("{}?{query}", exchange.path)
}

/// For the shell: what stands inside means nothing to it.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exchange(request: KeptBody) -> Exchange {
        let header = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        Exchange {
            method: "POST".to_owned(),
            path: "/look".to_owned(),
            query: vec![("a".to_owned(), "x'; rm -rf $HOME".to_owned())],
            headers: vec![
                header("accept", "*/*"),
                header("idempotency-key", "present"),
                header("x-vrc-number", "[redacted]"),
            ],
            request,
            response: KeptBody::Empty,
            is_redacted: true,
        }
    }

    #[test]
    fn a_call_becomes_a_line_that_a_shell_takes_as_it_is() {
        let call = exchange(KeptBody::Json("{\"it\": \"[redacted]'s\"}".to_owned()));
        assert_eq!(
            kept("https://kofa.test", "sandbox", "POST", &call),
            "curl -X POST 'https://kofa.test/look?a=x%27%3B+rm+-rf+%24HOME' \\\n  \
             -H \"X-API-Key: $KOFA_API_KEY\" \\\n  \
             -H 'X-Environment: sandbox' \\\n  \
             -H 'idempotency-key: FILL_IN' \\\n  \
             -H 'x-vrc-number: FILL_IN' \\\n  \
             -H 'Content-Type: application/json' \\\n  \
             -d '{\n  \"it\": \"FILL_IN'\\''s\"\n}'"
        );
    }

    #[test]
    fn a_body_that_was_not_kept_is_asked_for() {
        let check = |what: &str, ending: &str| {
            let call = exchange(KeptBody::NotKept(what.to_owned(), 1_201));
            let line = kept("", "sandbox", "POST", &call);
            assert!(line.ends_with(ending), "{line}");
        };
        check("multipart/form-data", "-F 'file=@FILL_IN'");
        check("application/json", "-d @FILL_IN");
        let none = kept("", "sandbox", "POST", &exchange(KeptBody::Empty));
        assert!(none.ends_with("-H 'x-vrc-number: FILL_IN'"), "{none}");
    }

    #[test]
    fn an_example_is_of_the_environment_of_the_call() {
        let example = "curl \"http://h/a\" \\\n  -H 'X-Environment: sandbox'";
        assert!(of_reference(example, "live").ends_with("-H 'X-Environment: live'"));
        assert_eq!(of_reference(example, "sandbox"), example);
    }
}
