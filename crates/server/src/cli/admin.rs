//! `kofa admin …`: every command of the admin API, run on the data here.
//!
//! One adapter for all of them: words become the fields of the command's input, its output is
//! printed as JSON. What a command takes, and who may use it, it says itself.

use std::fmt::Write as _;

use anyhow::Context as _;
use clap::Args;
use kofa_commands::{Described, Entry, Field, Kind, Need};
use kofa_core::{OperatorRole, Permission};
use serde_json::{Map, Value};

use crate::cli::context::{CliContext, object, say};
use crate::commands;
use crate::config::Config;

#[derive(Debug, Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Admin {
    /// The command, followed by its fields: `field=value`, `field:=json`, or `@file` for a file
    /// with a JSON object. Without a command, all commands are listed. `--help` describes a
    /// command.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<String>,
}

/// Runs it; the data is only opened for what needs it.
pub(crate) async fn run(admin: &Admin, config: Config) -> anyhow::Result<()> {
    let asks_help = |word: &String| ["--help", "-h"].contains(&word.as_str());
    let Some((name, words)) = admin.words.split_first() else {
        return list();
    };
    if asks_help(name) {
        return list();
    }
    let entry = find(name)?;
    if words.iter().any(asks_help) {
        return describe(entry);
    }
    let input = input(&entry.described(), words)?;
    let cli = CliContext::open(config).await?;
    let answer = entry.run(&cli.services()?, cli.by(), &input).await?;
    match answer.body {
        Value::Null => Ok(()),
        body => say(serde_json::to_string_pretty(&body)?),
    }
}

fn find(name: &str) -> anyhow::Result<Entry> {
    let mut all = commands::all().into_iter();
    let found = all.find(|entry| entry.spec.name.eq_ignore_ascii_case(name));
    found.with_context(|| format!("unknown command `{name}`; `kofa admin` lists all commands"))
}

/// The fields of the words, flat.
fn input(described: &Described, words: &[String]) -> anyhow::Result<Map<String, Value>> {
    let mut all = Map::new();
    for word in words {
        let given = given(described, word)?;
        for (name, value) in described.flat(&given)? {
            anyhow::ensure!(
                described.field(&name).is_some(),
                "unknown field `{name}`; `--help` lists all fields"
            );
            anyhow::ensure!(
                !all.contains_key(&name),
                "the field `{name}` was given twice"
            );
            all.insert(name, value);
        }
    }
    Ok(all)
}

/// What one word gives.
fn given(described: &Described, word: &str) -> anyhow::Result<Map<String, Value>> {
    if let Some(path) = word.strip_prefix('@') {
        return object(path.as_ref());
    }
    let (name, text) = word
        .split_once('=')
        .with_context(|| format!("`{word}` is not in the form `field=value`"))?;
    let field = described.field(name.trim_end_matches(':'));
    anyhow::ensure!(
        field.is_none_or(|field| field.schema["writeOnly"] != true),
        "`{name}` is secret and must not be on the command line. Put it in a JSON file and pass \
         `@FILE` or `@/dev/stdin`"
    );
    let (name, value) = match name.strip_suffix(':') {
        Some(name) => {
            let wrong = || format!("the value of `{name}` is not valid JSON");
            (name, serde_json::from_str(text).with_context(wrong)?)
        }
        None => {
            let value = described.field(name).map(|field| field.value_of(text));
            (name, value.unwrap_or_else(|| text.into()))
        }
    };
    Ok(Map::from_iter([(name.to_owned(), value)]))
}

fn list() -> anyhow::Result<()> {
    say(
        "Usage: kofa admin COMMAND [FIELD=VALUE]...  For the fields of a command: kofa admin \
         COMMAND --help",
    )?;
    let mut tag = "";
    for entry in commands::all() {
        if entry.spec.tag != tag {
            tag = entry.spec.tag;
            say(format_args!("\n{tag}"))?;
        }
        say(format_args!(
            "  {:<28} {}",
            entry.spec.name, entry.spec.summary
        ))?;
    }
    Ok(())
}

fn describe(entry: Entry) -> anyhow::Result<()> {
    let spec = entry.spec;
    say(format_args!("{}: {}", spec.name, spec.summary))?;
    if !spec.description.is_empty() {
        say(format_args!("\n{}", spec.description))?;
    }
    let described = entry.described();
    if !described.fields.is_empty() {
        say("\nFields (an empty value means none):")?;
    }
    for field in &described.fields {
        let need = match field.need {
            Need::Required => "required",
            Need::Optional | Need::Replaced => "",
            Need::InGroup => "required with its group",
        };
        say(format_args!(
            "  {:<28} {:<14} {}",
            field.name,
            need,
            takes(field)
        ))?;
        if !field.docs.is_empty() {
            say(format_args!("  {:<28} {}", "", field.docs))?;
        }
    }
    say(format_args!(
        "\nRoles that can run this: {}",
        roles(spec.right)
    ))?;
    match spec.success {
        [(204, _)] => say("Returns nothing.")?,
        _ => say(format_args!("Returns {} (JSON).", entry.output_name()))?,
    }
    say(format_args!("Admin API: {:?} {}", spec.method, spec.path))
}

fn roles(right: Permission) -> String {
    let roles: Vec<_> = right.roles().map(OperatorRole::as_str).collect();
    roles.join(", ")
}

/// What a field takes, in words.
fn takes(field: &Field) -> String {
    let schema = &field.schema;
    let mut text = match field.kind() {
        Kind::Text => "text",
        Kind::Moment => "moment (RFC 3339)",
        Kind::Whole => "whole number",
        Kind::Flag => "true or false",
        Kind::Texts => "texts, separated by commas",
        Kind::Wholes => "whole numbers, separated by commas",
    }
    .to_owned();
    for (name, word) in [
        ("minimum", "from"),
        ("maximum", "to"),
        ("maxLength", "characters maximum"),
        ("pattern", "like"),
    ] {
        let value = match &schema[name] {
            Value::Null => continue,
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        // Writing to a text cannot fail.
        let _ = match name {
            "maxLength" => write!(text, ", {value} {word}"),
            _ => write!(text, " {word} {value}"),
        };
    }
    let words = choices(field);
    if !words.is_empty() {
        text = words.join(" | ");
    }
    text
}

/// The words of a closed list, or of yes and no.
fn choices(field: &Field) -> Vec<&str> {
    let words = match &field.schema["enum"] {
        Value::Array(words) => words,
        _ => match &field.schema["items"]["enum"] {
            Value::Array(words) => words,
            _ if field.kind() == Kind::Flag => return vec!["true", "false"],
            _ => return Vec::new(),
        },
    };
    words.iter().filter_map(Value::as_str).collect()
}

/// What may come after `words` of `kofa admin`, of which the last is being typed.
pub(super) fn candidates(words: &[String]) -> Vec<String> {
    let all = commands::all();
    let Some((name, fields)) = words.split_first() else {
        return Vec::new();
    };
    let Some((current, given)) = fields.split_last() else {
        return all.iter().map(|entry| entry.spec.name.to_owned()).collect();
    };
    let Some(entry) = all.iter().find(|entry| entry.spec.name == name) else {
        return Vec::new();
    };
    let described = entry.described();
    if let Some((name, _)) = current.split_once('=') {
        let field = described.field(name);
        let words = field.map(choices).unwrap_or_default();
        return words.iter().map(|word| format!("{name}={word}")).collect();
    }
    let is_given = |field: &&Field| {
        let begins = format!("{}=", field.name);
        given.iter().any(|word| word.starts_with(&begins))
    };
    let rest = described.fields.iter().filter(|field| !is_given(field));
    rest.map(|field| format!("{}=", field.name)).collect()
}

#[cfg(test)]
mod tests {
    use kofa_investment::commands::{CreateOffer, ExtendOffer};
    use serde_json::json;

    use super::*;

    fn read(entry: Entry, words: &[&str]) -> anyhow::Result<Map<String, Value>> {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        input(&entry.described(), &words)
    }

    #[test]
    fn words_become_fields() {
        let entry = Entry::of::<CreateOffer>();
        let all = read(
            entry,
            &[
                "environment=live",
                "priceKobo=1250",
                "registrar.name=Ada",
                "paymentMethods=CARD, BANK_TRANSFER",
                "timeline:={\"listingAt\": null}",
                "sector=",
            ],
        );
        let expected = json!({
            "environment": "live", "priceKobo": 1250, "registrar.name": "Ada",
            "paymentMethods": ["CARD", "BANK_TRANSFER"], "timeline.listingAt": null,
            "sector": null,
        });
        assert_eq!(Value::Object(all.unwrap()), expected);
        for (words, said) in [
            (&["shoe=1"][..], "unknown field `shoe`"),
            (&["sector"], "is not in the form `field=value`"),
            (&["sector=a", "sector=b"], "twice"),
            (&["timeline:={"], "not valid JSON"),
        ] {
            let error = read(entry, words).unwrap_err();
            assert!(format!("{error:#}").contains(said), "{error:#}");
        }
    }

    #[test]
    fn every_command_is_found_described_and_completed() {
        let words = |words: &[&str]| -> Vec<String> {
            words.iter().map(|word| (*word).to_owned()).collect()
        };
        let names = candidates(&words(&["ext"]));
        assert!(names.contains(&"extendOffer".to_owned()));
        let fields = candidates(&words(&["extendOffer", "environment=live", ""]));
        assert_eq!(fields, ["offerId=", "closeAt="]);
        let values = candidates(&words(&["extendOffer", "environment="]));
        assert_eq!(values, ["environment=sandbox", "environment=live"]);
        let close = Entry::of::<ExtendOffer>().described();
        assert_eq!(takes(close.field("closeAt").unwrap()), "moment (RFC 3339)");
        for entry in commands::all() {
            assert!(find(entry.spec.name).is_ok());
            describe(entry).unwrap();
        }
    }
}
