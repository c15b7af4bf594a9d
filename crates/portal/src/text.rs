//! Small text into HTML: the little Markdown that descriptions use, JSON with colours, and
//! money. Whatever comes in is escaped; only elements made here come out.

use std::fmt::Write as _;

use serde_json::Value;

/// HTML that was made here and needs no escaping.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Html(pub String);

impl std::fmt::Display for Html {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl Html {
    /// Whether there is nothing to show.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Adds `text` with the five characters escaped that mean something in HTML.
pub fn escape(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
}

/// The text of an element: quotes may stay, of which code has many.
pub(crate) fn element_text(text: &str) -> Html {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    Html(text.replace('>', "&gt;"))
}

/// Paragraphs, lists with `-` or `*`, and within them [`inline`].
pub(crate) fn markdown(text: &str) -> Html {
    let mut out = String::new();
    for block in text.split("\n\n") {
        let lines: Vec<&str> = block.lines().map(str::trim).collect();
        let lines: Vec<&str> = lines.into_iter().filter(|line| !line.is_empty()).collect();
        let Some(first) = lines.first() else { continue };
        if item(first).is_some() {
            list(&mut out, &lines);
        } else {
            out.push_str("<p>");
            inline(&mut out, &lines.join(" "));
            out.push_str("</p>");
        }
    }
    Html(out)
}

fn item(line: &str) -> Option<&str> {
    line.strip_prefix("- ").or_else(|| line.strip_prefix("* "))
}

fn list(out: &mut String, lines: &[&str]) {
    let mut items: Vec<String> = Vec::new();
    for line in lines {
        match (item(line), items.last_mut()) {
            (Some(text), _) => items.push(text.to_owned()),
            (None, Some(last)) => {
                last.push(' ');
                last.push_str(line);
            }
            (None, None) => items.push((*line).to_owned()),
        }
    }
    out.push_str("<ul>");
    for text in items {
        out.push_str("<li>");
        inline(out, &text);
        out.push_str("</li>");
    }
    out.push_str("</ul>");
}

/// `code`, **strong** and [links](/path) to this origin; a link elsewhere keeps its words
/// only. A mark without its pair is text.
fn inline(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some(at) = rest.find(['`', '*', '[']) {
        escape(out, &rest[..at]);
        rest = &rest[at..];
        let taken = code(out, rest)
            .or_else(|| strong(out, rest))
            .or_else(|| link(out, rest));
        rest = match taken {
            Some(length) => &rest[length..],
            None => {
                escape(out, &rest[..1]);
                &rest[1..]
            }
        };
    }
    escape(out, rest);
}

fn code(out: &mut String, text: &str) -> Option<usize> {
    let inner = text.strip_prefix('`')?;
    let end = inner.find('`')?;
    out.push_str("<code>");
    escape(out, &inner[..end]);
    out.push_str("</code>");
    Some(end + 2)
}

fn strong(out: &mut String, text: &str) -> Option<usize> {
    let inner = text.strip_prefix("**")?;
    let end = inner.find("**").filter(|end| *end > 0)?;
    out.push_str("<strong>");
    escape(out, &inner[..end]);
    out.push_str("</strong>");
    Some(end + 4)
}

fn link(out: &mut String, text: &str) -> Option<usize> {
    let inner = text.strip_prefix('[')?;
    let (words, after) = inner.split_once("](")?;
    let (target, _) = after.split_once(')')?;
    if words.contains('[') {
        return None;
    }
    let words = words.trim_matches('`');
    let ours = (target.starts_with('/') && !target.starts_with("//")) || target.starts_with('#');
    if ours && !target.contains('\\') {
        out.push_str("<a href=\"");
        escape(out, target);
        out.push_str("\">");
        escape(out, words);
        out.push_str("</a>");
    } else {
        escape(out, words);
    }
    Some(text.len() - after.len() + target.len() + 1)
}

/// JSON, two spaces a level, each kind of value in a `span` of its own class.
pub(crate) fn json(value: &Value) -> Html {
    let mut out = String::new();
    write_json(&mut out, value, 0);
    Html(out)
}

fn write_json(out: &mut String, value: &Value, depth: usize) {
    match value {
        Value::Object(object) if !object.is_empty() => {
            out.push_str("{\n");
            for (position, (name, value)) in object.iter().enumerate() {
                indent(out, depth + 1);
                span(out, "k", &Value::from(name.as_str()).to_string());
                out.push_str(": ");
                write_json(out, value, depth + 1);
                out.push_str(if position + 1 < object.len() {
                    ",\n"
                } else {
                    "\n"
                });
            }
            indent(out, depth);
            out.push('}');
        }
        Value::Array(array) if !array.is_empty() => {
            out.push_str("[\n");
            for (position, value) in array.iter().enumerate() {
                indent(out, depth + 1);
                write_json(out, value, depth + 1);
                out.push_str(if position + 1 < array.len() {
                    ",\n"
                } else {
                    "\n"
                });
            }
            indent(out, depth);
            out.push(']');
        }
        Value::String(_) => span(out, "s", &value.to_string()),
        Value::Object(_) | Value::Array(_) => escape(out, &value.to_string()),
        other => span(out, "n", &other.to_string()),
    }
}

fn indent(out: &mut String, depth: usize) {
    out.extend(std::iter::repeat_n("  ", depth));
}

fn span(out: &mut String, class: &str, text: &str) {
    let _ = write!(out, "<span class=\"{class}\">");
    escape(out, text);
    out.push_str("</span>");
}

/// What a fault says, for people: a name such as `graceSeconds` in words, and a capital at the
/// beginning.
pub fn plain(message: &str) -> String {
    let mut text = String::with_capacity(message.len() + 8);
    // Every second part stood between backticks.
    for (position, part) in message.split('`').enumerate() {
        let is_name = part.starts_with(|c: char| c.is_ascii_lowercase())
            && part.chars().all(|c| c.is_ascii_alphanumeric());
        if position % 2 == 0 || !is_name {
            text.push_str(part);
            continue;
        }
        for c in part.chars() {
            if c.is_ascii_uppercase() {
                text.push(' ');
            }
            text.push(c.to_ascii_lowercase());
        }
    }
    let mut chars = text.chars();
    match chars.next() {
        Some(first) if first.is_lowercase() => first.to_uppercase().chain(chars).collect(),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn markdown_becomes_the_elements_it_means() {
        let check = |text: &str, expected: &str| assert_eq!(markdown(text).0, expected);
        check("", "");
        check("One\nline.\n\nTwo.", "<p>One line.</p><p>Two.</p>");
        check("a `<b>` c", "<p>a <code>&lt;b&gt;</code> c</p>");
        check("**Very** good", "<p><strong>Very</strong> good</p>");
        check("2 * 3 ** 4 ` [x", "<p>2 * 3 ** 4 ` [x</p>");
        check("- a\n- b\n  more", "<ul><li>a</li><li>b more</li></ul>");
        check("[`x`](/docs/x).", "<p><a href=\"/docs/x\">x</a>.</p>");
        check("[x](https://example.com/a) y", "<p>x y</p>");
        check("[x](//example.com) y", "<p>x y</p>");
        check("[x](/\\example.com) y", "<p>x y</p>");
        check("[x](javascript:alert)", "<p>x</p>");
        check("<script>'\"&", "<p>&lt;script&gt;&#39;&quot;&amp;</p>");
    }

    #[test]
    fn json_is_coloured_and_escaped() {
        let value = json!({"a<": ["x&y", 1, null], "b": {}});
        assert_eq!(
            json_text(&value),
            "{\n  <span class=\"k\">&quot;a&lt;&quot;</span>: [\n    \
             <span class=\"s\">&quot;x&amp;y&quot;</span>,\n    <span class=\"n\">1</span>,\n    \
             <span class=\"n\">null</span>\n  ],\n  <span class=\"k\">&quot;b&quot;</span>: {}\n}"
        );
    }

    fn json_text(value: &Value) -> String {
        json(value).0
    }

    proptest! {
        /// Whatever the text, what comes out has only our own elements.
        #[test]
        fn no_element_comes_through(text in "[a-z`*\\[\\]()/<>&\"'\n -]{0,60}") {
            let mut left = markdown(&text).0;
            for ours in ["<p>", "</p>", "<ul>", "</ul>", "<li>", "</li>", "<code>", "</code>",
                "<strong>", "</strong>", "</a>"] {
                left = left.replace(ours, "");
            }
            while let Some(at) = left.find("<a href=\"") {
                let end = left[at + 9..].find("\">").expect("the link's tag ends") + at + 11;
                prop_assert!(!left[at + 9..end - 2].contains(['<', '"']));
                left.replace_range(at..end, "");
            }
            prop_assert!(!left.contains(['<', '>']), "{left}");
        }
    }

    #[test]
    fn faults_begin_with_a_capital_and_name_fields_in_words() {
        let check = |message, expected: &str| assert_eq!(plain(message), expected);
        check(
            "`email` belongs to a member already.",
            "Email belongs to a member already.",
        );
        check(
            "`graceSeconds` must be 0, 900 or 3600.",
            "Grace seconds must be 0, 900 or 3600.",
        );
        check(
            "must be one of `OFR-A` or `sandbox`",
            "Must be one of OFR-A or sandbox",
        );
        check(
            "The key was rotated already.",
            "The key was rotated already.",
        );
        check("`", "");
        check("\u{e9}tude", "\u{c9}tude");
        check("", "");
    }
}
