//! All that the page shows, and what its tables leave out, as a file.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::extract::{RawQuery, State};
use futures_util::stream;
use kofa_domain::KeyId;
use kofa_insight::statement::csv::cell;

use super::super::file::{self, Format};
use super::numbers::{Compared, Numbers, Ranked, Sums};
use crate::kit::{Page, SignedInMember, WebState, show};

const HEAD: &str = "group,name,requests,succeeded,clientErrors,serverErrors,p50Ms,p95Ms,p99Ms,\
     costKobo,requestsBefore,costKoboBefore\r\n";

/// `GET /portal/{environment}/analytics/export.csv`
pub(super) async fn csv(
    State(web): State<Arc<WebState>>,
    RawQuery(query): RawQuery,
    signed_in: SignedInMember,
) -> Page {
    let range = super::asked(query.as_deref());
    let (_, numbers) = super::read(&web, &signed_in, range).await?;
    let names = super::key_names(&web, &signed_in).await?;
    let text = written(&numbers, &names);
    let (world, day) = (
        signed_in.environment.as_str(),
        show::iso_day(signed_in.by.at),
    );
    let stem = format!("kofa-{world}-analytics-{}-{day}", range.word);
    let piece = stream::once(std::future::ready(text));
    Ok(file::send(Format::Csv, &stem, piece))
}

fn written(numbers: &Numbers, names: &[(KeyId, String)]) -> String {
    let mut text = HEAD.to_owned();
    row(
        &mut text,
        "all",
        "",
        (&numbers.all.now, &numbers.all.before),
    );
    for ((at, now), before) in numbers.bars.iter().zip(&numbers.before) {
        row(&mut text, "time", &at.rfc3339(), (now, before));
    }
    let key = |id: &str| {
        let known = names.iter().find(|(one, _)| one.as_str() == id);
        known.map_or(id.to_owned(), |(_, name)| format!("{name} ({id})"))
    };
    let mut rows = |group: &str, ranked: &Ranked, name: &dyn Fn(&str) -> String| {
        for (one, Compared { now, before }) in ranked {
            row(&mut text, group, &name(one), (now, before));
        }
    };
    rows("endpoint", &numbers.endpoints, &str::to_owned);
    rows("key", &numbers.keys, &key);
    rows("error", &numbers.errors, &str::to_owned);
    text
}

fn row(text: &mut String, group: &str, name: &str, (now, before): (&Sums, &Sums)) {
    let mut took: Vec<String> = now
        .percentiles()
        .into_iter()
        .map(|us| format!("{}.{:03}", us / 1_000, us % 1_000))
        .collect();
    took.resize(3, String::new());
    let _ = write!(
        text,
        "{group},{},{},{},{},{},{},{},{},{}\r\n",
        cell(name),
        now.calls(),
        now.good,
        now.wrong,
        now.failed,
        took.join(","),
        now.spent.get(),
        before.calls(),
        before.spent.get(),
    );
}
