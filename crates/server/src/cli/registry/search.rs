//! `kofa registry search`

use clap::Args;
use kofa_domain::Environment;
use kofa_platform::directory::Page;
use kofa_registry::{NameQuestion, SearchCompanies};

use crate::cli::room::{Room, environment, say};

#[derive(Debug, Args)]
pub(crate) struct Search {
    /// Words of the name; the last one may be the beginning of a word.
    #[arg(required = true)]
    words: Vec<String>,
    /// `sandbox` or `live`
    #[arg(long, value_parser = environment)]
    environment: Environment,
    /// How many to show.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=100))]
    limit: u32,
    /// Where the page before ended.
    #[arg(long)]
    cursor: Option<String>,
}

pub(super) async fn run(typed: Search, room: &Room) -> anyhow::Result<()> {
    let search = SearchCompanies {
        environment: typed.environment,
        question: NameQuestion::read(&typed.words.join(" "))?,
        page: Page::read(typed.cursor.as_deref(), Some(&typed.limit.to_string()))?,
    };
    let found = room.store.read(search).await?;
    if found.items.is_empty() {
        return say("no company has these words in its name");
    }
    for record in found.items {
        let company = record.company;
        say(format_args!(
            "{:<4}{:<10}  {:<14}  {}",
            company.entity_type.prefix(),
            company.rc_number,
            company.registration_status.as_str(),
            company.company_name
        ))?;
    }
    match found.next_cursor {
        Some(cursor) => say(format_args!("more: --cursor {cursor}")),
        None => Ok(()),
    }
}
