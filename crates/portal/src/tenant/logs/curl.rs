//! A call as text: its target, its body, and as a line for the shell that can be run as it is, or
//! says in capitals what to fill in.

use kofa_insight::calls::{Exchange, KeptBody, REDACTED};

/// Stands where something was not kept.
const FILL_IN: &str = "FILL_IN";
/// What stands in a line of its own here.
const OWN_HEADERS: [&str; 2] = ["content-type", "x-environment"];
/// What curl sends itself.
const ANY: (&str, &str) = ("accept", "*/*");
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
    let environment = header(exchange, "x-environment").map_or(world.to_owned(), fill);
    lines.push(format!(
        "-H {}",
        quoted(&format!("X-Environment: {environment}"))
    ));
    let others = exchange.headers.iter().filter(|(name, value)| {
        !OWN_HEADERS.contains(&name.as_str()) && (name.as_str(), value.as_str()) != ANY
    });
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

fn header<'a>(exchange: &'a Exchange, name: &str) -> Option<&'a str> {
    let mut all = exchange.headers.iter();
    all.find(|(one, _)| one == name)
        .map(|(_, value)| value.as_str())
}

/// The body under the content type that was sent, also where none was.
fn body(exchange: &Exchange, fill: impl Fn(&str) -> String) -> Vec<String> {
    let media_type = header(exchange, "content-type").map(&fill);
    let data = match &exchange.request {
        KeptBody::Empty => match media_type {
            Some(_) => String::new(),
            None => return Vec::new(),
        },
        KeptBody::Json(text) => format!("--data-raw {}", quoted(&fill(&pretty(text)))),
        // Other fields of the form were not kept either.
        KeptBody::NotKept(media_type, _) if media_type == FORM => {
            return vec![format!("-F 'file=@{FILL_IN}'")];
        }
        KeptBody::NotKept(..) => format!("--data-binary @{FILL_IN}"),
    };
    let media_type = format!("Content-Type: {}", media_type.unwrap_or_default());
    let lines = [format!("-H {}", quoted(media_type.trim_end())), data];
    lines.into_iter().filter(|line| !line.is_empty()).collect()
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
                header("content-type", "application/json"),
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
             --data-raw '{\n  \"it\": \"FILL_IN'\\''s\"\n}'"
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
        check("application/json", "--data-binary @FILL_IN");
        let mut call = exchange(KeptBody::Empty);
        call.headers.retain(|(name, _)| name != "content-type");
        let none = kept("", "sandbox", "POST", &call);
        assert!(none.ends_with("-H 'x-vrc-number: FILL_IN'"), "{none}");
    }

    #[test]
    fn what_was_wrong_with_a_call_is_sent_again() {
        let mut call = exchange(KeptBody::Json("{}".to_owned()));
        call.headers = [
            ("accept", "text/xml"),
            ("content-type", "text/plain"),
            ("x-environment", "it's none"),
        ]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into();
        let line = kept("", "sandbox", "POST", &call);
        assert!(line.contains("-H 'accept: text/xml'"), "{line}");
        assert!(line.contains("-H 'X-Environment: it'\\''s none'"), "{line}");
        assert!(
            line.ends_with("-H 'Content-Type: text/plain' \\\n  --data-raw '{}'"),
            "{line}"
        );
        call.headers.clear();
        let line = kept("", "sandbox", "POST", &call);
        assert!(
            line.ends_with("-H 'Content-Type:' \\\n  --data-raw '{}'"),
            "{line}"
        );
    }

    #[test]
    fn an_example_is_of_the_environment_of_the_call() {
        let example = "curl \"http://h/a\" \\\n  -H 'X-Environment: sandbox'";
        assert!(of_reference(example, "live").ends_with("-H 'X-Environment: live'"));
        assert_eq!(of_reference(example, "sandbox"), example);
    }
}
