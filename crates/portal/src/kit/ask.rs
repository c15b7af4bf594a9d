//! Asks before what cannot be undone or touches Live.
//!
//! Where the browser runs our script, a dialog asks and sends the answer along with the form.
//! Otherwise the form arrives without an answer, and a page asks with everything that was typed.

use askama::Template;
use http::StatusCode;
use kofa_domain::Environment;

use super::form::Form;
use super::refusal::{Faults, Refusal};
use super::respond::respond;
use crate::kit::layout::Layout;
use crate::kit::web_state::WebState;
use crate::text::{Html, escape};

/// The field of the answer.
pub const FIELD: &str = "confirm";
/// What is typed before something that touches Live.
pub const LIVE: &str = "LIVE";

/// A question that is answered with yes, or by typing a word.
#[derive(Debug)]
pub struct Question {
    title: String,
    text: String,
    /// What it is about, each on a line; only the page shows them.
    lines: Vec<String>,
    /// What has to be typed.
    word: Option<String>,
    button: &'static str,
}

#[derive(Debug, Template)]
#[template(path = "ask.html")]
struct AskPage<'a> {
    layout: &'a Layout,
    question: &'a Question,
    form: &'a Form,
    back: &'a str,
    label: String,
    faults: Faults,
}

impl Question {
    /// `title` asks, `text` says what follows, and `button` does it.
    pub fn new(title: impl Into<String>, text: impl Into<String>, button: &'static str) -> Self {
        Self {
            title: title.into(),
            text: text.into(),
            lines: Vec::new(),
            word: None,
            button,
        }
    }

    /// About these, which are named.
    pub fn about(mut self, lines: Vec<String>) -> Self {
        self.lines = lines;
        self
    }

    /// Answered by typing `word`.
    pub fn typing(mut self, word: &str) -> Self {
        self.word = Some(word.to_owned());
        self
    }

    /// Answered by typing LIVE, in Live.
    pub fn in_world(self, environment: Environment) -> Self {
        match environment {
            Environment::Live => self.typing(LIVE),
            Environment::Sandbox => self,
        }
    }

    /// The attributes of the form, by which the dialog asks.
    pub fn attributes(&self) -> Html {
        let mut all = String::new();
        let texts = [("title", Some(&self.title)), ("ask", Some(&self.text))];
        for (name, text) in texts.into_iter().chain([("word", self.word.as_ref())]) {
            if let Some(text) = text {
                all.extend([" data-", name, "=\""]);
                escape(&mut all, text);
                all.push('"');
            }
        }
        Html(all)
    }

    fn is_answered_by(&self, answer: &str) -> bool {
        match &self.word {
            Some(word) => answer == word.trim(),
            None => !answer.is_empty(),
        }
    }
}

/// Goes on if the form has the answer; else the page that asks, in the frame that `layout` makes
/// for its title. `back` is where Cancel leads.
///
/// # Errors
/// The page.
pub fn must_be_sure(
    web: &WebState,
    layout: impl FnOnce(String) -> Layout,
    back: &str,
    form: &Form,
    question: &Question,
) -> Result<(), Refusal> {
    let answer = form.text(FIELD);
    if question.is_answered_by(answer) {
        return Ok(());
    }
    let layout = layout(question.title.clone());
    let word = question.word.as_deref().unwrap_or_default();
    let page = AskPage {
        layout: &layout,
        question,
        form,
        back,
        label: format!("Type {word} to confirm"),
        faults: match answer {
            "" => Faults::default(),
            _ => Faults::general(format!("To confirm, type {word} exactly.")),
        },
    };
    let page = respond(web, &layout, StatusCode::OK, &page);
    Err(Refusal::Page(Box::new(page)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_typed_exactly_and_live_needs_one() {
        let ask = |environment| Question::new("Sure?", "\"x\"", "Do it").in_world(environment);
        let live = ask(Environment::Live);
        assert!(live.is_answered_by("LIVE"));
        assert!(
            !live.is_answered_by("live") && !live.is_answered_by("") && !live.is_answered_by("yes")
        );
        let sandbox = ask(Environment::Sandbox);
        assert!(sandbox.is_answered_by("yes") && !sandbox.is_answered_by(""));
        assert_eq!(
            live.attributes().0,
            " data-title=\"Sure?\" data-ask=\"&quot;x&quot;\" data-word=\"LIVE\""
        );
        assert!(!sandbox.attributes().0.contains("data-word"));
    }
}
