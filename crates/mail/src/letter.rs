//! What a mail says, and how it looks as plain text and as HTML.

use std::fmt::Write as _;

use kofa_domain::Sensitive;
use serde::{Deserialize, Serialize};

/// Longest line of the plain text, in characters; links are never broken.
const LINE_CHARS: usize = 72;
/// What the link says by which somebody chooses which mails they get.
const CHOOSE: &str = "Choose which emails you get";

/// Where a mail leads.
#[derive(Clone, Debug)]
pub struct Button {
    /// What happens there: `Accept the invitation`.
    pub label: String,
    /// May work only once.
    pub link: Sensitive<String>,
}

/// What a mail says. Texts are plain: markup in them is shown as it is.
#[derive(Clone, Debug)]
pub struct Letter {
    pub subject: String,
    pub paragraphs: Vec<String>,
    pub button: Option<Button>,
    /// Why the recipient gets it.
    pub reason: String,
    /// Where they choose which mails they get, where they may.
    pub choose: Option<Sensitive<String>>,
}

/// A letter as it waits to be sent.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Written {
    pub(crate) to: String,
    pub(crate) subject: String,
    pub(crate) text: String,
    pub(crate) html: String,
}

impl Letter {
    pub(crate) fn written(&self, to: &str) -> Written {
        Written {
            to: to.to_owned(),
            subject: self.subject.clone(),
            text: self.text(),
            html: self.html(),
        }
    }

    /// Its plain text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for paragraph in &self.paragraphs {
            wrap(paragraph, &mut text);
            text.push('\n');
        }
        if let Some(Button { label, link }) = &self.button {
            let _ = writeln!(text, "{label}:\n{}\n", link.expose());
        }
        text.push_str("-- \n");
        wrap(&self.reason, &mut text);
        if let Some(link) = &self.choose {
            let _ = writeln!(text, "{CHOOSE}:\n{}", link.expose());
        }
        text
    }

    fn html(&self) -> String {
        let mut body = String::new();
        for paragraph in &self.paragraphs {
            let _ = write!(body, "<p>{}</p>", escaped(paragraph));
        }
        if let Some(Button { label, link }) = &self.button {
            let link = escaped(link.expose());
            let _ = write!(
                body,
                "<p style=\"margin:24px 0\"><a href=\"{link}\" style=\"background:#14532d;\
                 color:#fff;padding:12px 20px;border-radius:6px;text-decoration:none;\
                 display:inline-block\">{}</a></p>\
                 <p style=\"color:#555;font-size:14px\">Or open this address:<br>\
                 <a href=\"{link}\" style=\"color:#14532d;word-break:break-all\">{link}</a></p>",
                escaped(label)
            );
        }
        let choose = self.choose.as_ref().map_or_else(String::new, |link| {
            let link = escaped(link.expose());
            format!("<br><a href=\"{link}\" style=\"color:#14532d\">{CHOOSE}</a>")
        });
        format!(
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width\"><title>{}</title></head>\
             <body style=\"margin:0;padding:24px;background:#f6f6f4;color:#1c1c1a;\
             font:16px/1.5 system-ui,sans-serif\"><div style=\"max-width:560px;margin:0 auto;\
             background:#fff;padding:24px 32px;border-radius:8px\">{body}\
             <p style=\"color:#555;font-size:13px;border-top:1px solid #ddd;padding-top:16px\">{}\
             {choose}</p></div></body></html>",
            escaped(&self.subject),
            escaped(&self.reason)
        )
    }
}

/// Lines of words, each with its end.
fn wrap(paragraph: &str, to: &mut String) {
    let mut length = 0;
    for word in paragraph.split_whitespace() {
        let chars = word.chars().count();
        if length > 0 && length + 1 + chars > LINE_CHARS {
            to.push('\n');
            length = 0;
        }
        if length > 0 {
            to.push(' ');
            length += 1;
        }
        to.push_str(word);
        length += chars;
    }
    to.push('\n');
}

fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for one in text.chars() {
        match one {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            _ => safe.push(one),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letter() -> Letter {
        Letter {
            subject: "You are invited to Adé & Sons".to_owned(),
            paragraphs: vec![
                "Adé & Sons <b>invites</b> you to their workspace, where you will be a developer \
                 until somebody changes that."
                    .to_owned(),
                "The invitation works once.".to_owned(),
            ],
            button: Some(Button {
                label: "Accept the invitation".to_owned(),
                link: Sensitive::new("https://kofa.example/invite/abc?x=1&y=2".to_owned()),
            }),
            reason: "You get this mail because someone invited this address.".to_owned(),
            choose: Some(Sensitive::new(
                "https://kofa.example/portal/live/settings/profile".to_owned(),
            )),
        }
    }

    #[test]
    fn plain_text_is_wrapped_and_its_link_whole() {
        let text = letter().written("ada@example.ng").text;
        assert!(text.lines().all(|line| line.chars().count() <= LINE_CHARS));
        assert!(
            text.contains("\nhttps://kofa.example/invite/abc?x=1&y=2\n"),
            "{text}"
        );
        assert!(text.contains("Adé & Sons <b>invites</b> you"));
        let choose = "emails you get:\nhttps://kofa.example/portal/live/settings/profile\n";
        assert!(text.ends_with(choose), "{text}");
    }

    #[test]
    fn nobodys_name_is_markup() {
        let html = letter().written("ada@example.ng").html;
        assert!(
            html.contains("Adé &amp; Sons &lt;b&gt;invites&lt;/b&gt; you"),
            "{html}"
        );
        assert!(html.contains("href=\"https://kofa.example/invite/abc?x=1&amp;y=2\""));
        assert!(!html.contains("<b>"));
        assert!(html.contains("href=\"https://kofa.example/portal/live/settings/profile\""));
    }
}
