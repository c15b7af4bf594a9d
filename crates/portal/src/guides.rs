//! Guides: papers of the repository as pages of the reference.

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use crate::text::{Html, escape};

/// A paper and its name in the address: `/docs/guides/{name}`.
#[derive(Debug)]
pub(crate) struct Guide {
    pub(crate) name: &'static str,
    /// In the navigation.
    pub(crate) label: &'static str,
    /// Its file, by which other papers link to it.
    file: &'static str,
    text: &'static str,
}

macro_rules! guide {
    ($name:literal, $label:literal, $file:literal) => {
        guide!($name, $label, $file, concat!("../../../docs/", $file))
    };
    ($name:literal, $label:literal, $file:literal, $path:expr) => {
        Guide {
            name: $name,
            label: $label,
            file: $file,
            text: include_str!($path),
        }
    };
}

pub(crate) static GUIDES: [Guide; 11] = [
    guide!("first-call", "First call and webhook", "first-call.md"),
    guide!("retries", "Retries and idempotency", "retries.md"),
    guide!("webhooks", "Events and webhooks", "webhooks.md"),
    guide!("ipo", "IPO, end to end", "ipo.md"),
    guide!(
        "proof-of-address",
        "Proof of address",
        "proof-of-address-guide.md"
    ),
    guide!("jobs", "Extraction jobs", "jobs.md"),
    guide!("consent-codes", "Consent codes", "registry-consent.md"),
    guide!(
        "company-batches",
        "Batches and watches",
        "registry-batch.md"
    ),
    guide!("clients", "Client libraries", "clients.md"),
    guide!("going-live", "Going live", "going-live.md"),
    guide!(
        "changelog",
        "Changelog",
        "CHANGELOG.md",
        "../../../CHANGELOG.md"
    ),
];

/// The guide called `name`.
pub(crate) fn find(name: &str) -> Option<&'static Guide> {
    GUIDES.iter().find(|guide| guide.name == name)
}

/// Where `target` of a paper is on this site; `None` if it is not here.
fn place(target: &str) -> Option<String> {
    if target.starts_with('#') {
        return Some(target.to_owned());
    }
    let (path, fragment) = match target.split_once('#') {
        Some((path, fragment)) => (path, format!("#{fragment}")),
        None => (target, String::new()),
    };
    let file = path.trim_start_matches("../").trim_start_matches("docs/");
    let guide = GUIDES.iter().find(|guide| guide.file == file)?;
    Some(format!("/docs/guides/{}{fragment}", guide.name))
}

/// The anchor of a heading, as papers link to it.
fn anchor(words: &str) -> String {
    let kept = |c: char| match c {
        ' ' => Some('-'),
        c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c.to_ascii_lowercase()),
        _ => None,
    };
    words.chars().filter_map(kept).collect()
}

impl Guide {
    /// Its first heading.
    pub(crate) fn title(&self) -> &'static str {
        let heading = self.text.lines().find_map(|line| line.strip_prefix("# "));
        heading.unwrap_or(self.label)
    }

    /// All below its first heading. Elements that stand in the paper are shown as text, and links
    /// to what is not here keep their words only.
    pub(crate) fn html(&self) -> Html {
        let parser = Parser::new_ext(self.text, Options::ENABLE_TABLES);
        let events: Vec<Event<'_>> = parser.collect();
        let mut shown = Vec::new();
        let mut at = 0;
        while let Some(event) = events.get(at) {
            at += 1;
            match event {
                Event::Start(Tag::Heading { level, .. }) => {
                    let end = TagEnd::Heading(*level);
                    let length = events[at..].iter().position(|it| *it == Event::End(end));
                    let length = length.unwrap_or(0);
                    if *level == HeadingLevel::H1 {
                        at += length + 1;
                        continue;
                    }
                    let words: String = events[at..at + length].iter().filter_map(words).collect();
                    let mut open = format!("<{level} id=\"");
                    escape(&mut open, &anchor(&words));
                    open.push_str("\">");
                    shown.push(Event::Html(open.into()));
                }
                Event::Html(text) | Event::InlineHtml(text) => {
                    shown.push(Event::Text(text.clone()));
                }
                other => shown.extend(wrapped(other)),
            }
        }
        let mut out = String::new();
        html::push_html(&mut out, linked(shown).into_iter());
        Html(out)
    }
}

/// The words of a heading.
fn words<'a>(event: &'a Event<'_>) -> Option<&'a str> {
    match event {
        Event::Text(text) | Event::Code(text) => Some(text),
        _ => None,
    }
}

/// Code and tables that may be wider than the page can be scrolled, by keys, too.
fn wrapped<'a>(event: &Event<'a>) -> Vec<Event<'a>> {
    const CODE: &str = "<pre tabindex=\"0\" role=\"group\" aria-label=\"Example\"><code>";
    const TABLE: &str = "<div class=\"scroll\" tabindex=\"0\" role=\"region\" \
                         aria-label=\"Table\">";
    let html = |text: &'static str| Event::Html(text.into());
    match event {
        Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_) | CodeBlockKind::Indented)) => {
            vec![html("<figure class=\"still\">"), html(CODE)]
        }
        Event::End(TagEnd::CodeBlock) => vec![html("</code></pre></figure>")],
        Event::Start(Tag::Table(_)) => vec![html(TABLE), event.clone()],
        Event::End(TagEnd::Table) => vec![event.clone(), html("</div>")],
        Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => Vec::new(),
        other => vec![other.clone()],
    }
}

/// Links as they are on this site.
fn linked(events: Vec<Event<'_>>) -> Vec<Event<'_>> {
    let mut is_kept = false;
    let link = |event| match event {
        Event::Start(Tag::Link {
            link_type,
            dest_url,
            title,
            id,
        }) => {
            let place = place(&dest_url);
            is_kept = place.is_some();
            place.map(|place| {
                Event::Start(Tag::Link {
                    link_type,
                    dest_url: place.into(),
                    title,
                    id,
                })
            })
        }
        Event::End(TagEnd::Link) => is_kept.then_some(Event::End(TagEnd::Link)),
        other => Some(other),
    };
    events.into_iter().filter_map(link).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_paper_is_a_page_and_its_links_lead_somewhere() {
        for guide in &GUIDES {
            let page = guide.html().0;
            assert!(
                page.len() > 1_000 && !guide.title().is_empty(),
                "{}",
                guide.name
            );
            assert!(
                !page.contains("<h1") && !page.contains("<script"),
                "{}",
                guide.name
            );
            assert_eq!(
                page.matches("<pre ").count(),
                page.matches("</pre>").count()
            );
            for link in page.split("href=\"").skip(1) {
                let link = link.split('"').next().unwrap();
                let (path, fragment) = link.split_once('#').unwrap_or((link, ""));
                let name = path.strip_prefix("/docs/guides/").unwrap_or(guide.name);
                let target = find(name).unwrap_or_else(|| panic!("{link} in {}", guide.name));
                let anchor = format!("id=\"{fragment}\"");
                assert!(
                    fragment.is_empty() || target.html().0.contains(&anchor),
                    "{link}"
                );
            }
        }
    }

    #[test]
    fn what_a_paper_has_of_html_is_text() {
        let guide = Guide {
            name: "x",
            label: "X",
            file: "x.md",
            text: "# X & Y\n\nA <b onclick=x> of `<i>`.\n\n## Its part\n\n<script>1</script>\n\n\
                   [a](ipo.md#the-end) [b](https://example.com) ![c](d.png)\n\n```sh\n<x>\n```\n",
        };
        let page = guide.html().0;
        assert_eq!(guide.title(), "X & Y");
        assert!(
            page.contains("&lt;b onclick=x&gt;") && page.contains("&lt;script&gt;"),
            "{page}"
        );
        assert!(page.contains("<h2 id=\"its-part\">Its part</h2>"), "{page}");
        assert!(
            page.contains("<a href=\"/docs/guides/ipo#the-end\">a</a> b c"),
            "{page}"
        );
        assert!(page.contains("<code>&lt;x&gt;\n</code></pre>"), "{page}");
    }
}
