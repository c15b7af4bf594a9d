//! The search by name.

use kofa_core::{Listed, Page};
use kofa_domain::{Environment, Result};
use kofa_store::{Column, Dialect, File, Op, Row, Tx, Type, Value};

use crate::Company;
use crate::names::search::{NameQuestion, Syntax, words_of};
use crate::record::Record;
use crate::register::keys::{key_of, keys_of};
use crate::register::row::company;

const INDEX: &str = "insert or replace into company_search (rowid, words) values ($1, $2)";

const COLUMNS: [Column; 2] = [("id", Type::Int), ("words", Type::Text)];

const REPLACE: &str = "on conflict (id) do update set words = excluded.words \
     where company_search.words <> excluded.words";

/// Makes companies findable by the words of their names.
pub(crate) async fn index(
    tx: &mut Tx<'_>,
    environment: Environment,
    companies: &[Company],
) -> Result<()> {
    let rows = companies.iter().map(|one| {
        let id = key_of(environment, one.entity_type, &one.rc_number);
        [id.into(), words_of(&one.company_name).into()]
    });
    match tx.dialect() {
        // A virtual table knows no `on conflict`.
        Dialect::Sqlite => {
            for row in rows {
                tx.exec(INDEX, &row).await?;
            }
        }
        Dialect::Postgres => {
            let rows: Vec<[Value<'_>; 2]> = rows.collect();
            tx.insert_rows("company_search", &COLUMNS, REPLACE, &rows)
                .await?;
        }
    }
    Ok(())
}

/// Matches of which PostgreSQL is asked for all at once, to be put in order here. If there are
/// more, they are so frequent that walking through the numbers finds a page soon.
const FEW_MAX: usize = 5_000;

const FIND_SQLITE: &str = "select rowid as id from company_search \
     where company_search match $1 and rowid > $2 and rowid < $3 order by rowid limit $4";

// What is frequent is near: among the next companies there is a page of it.
const FIND_NEAR: &str = "select id from (select id, lexemes from company_search \
     where id > $2 and id < $3 order by id limit 5000) near \
     where lexemes @@ cast($1 as text)::tsquery order by id limit $4";

// Without an order, or the database would fetch all matches of a frequent word to sort them.
// Neither the index of numbers nor reading everything could be better than that of words, but
// the database does not know.
const NO_SCAN: &str = "set local enable_seqscan = off";
const FIND_FEW: &str = "select id from company_search \
     where lexemes @@ cast($1 as text)::tsquery and id + 0 > $2 and id + 0 < $3 limit 5001";

// The index of words cannot serve this, so that the one of numbers does.
const FIND_MANY: &str = "select id from company_search \
     where (lexemes || ''::tsvector) @@ cast($1 as text)::tsquery and id > $2 and id < $3 \
     order by id limit $4";

/// Companies whose names hold every word of a question. First those that begin with its
/// first word, then the others, both in the order of their numbers.
#[derive(Debug)]
pub struct SearchCompanies {
    pub environment: Environment,
    /// What is looked for.
    pub question: NameQuestion,
    /// Which part of the list.
    pub page: Page,
}

/// A place in the list: whether names that begin with the first word are told or others,
/// whether the last word is open, and the last id told.
#[derive(Clone, Copy, Debug)]
struct Place {
    first: bool,
    open: bool,
    id: i64,
}

impl Place {
    fn text(self) -> String {
        let letter = match (self.first, self.open) {
            (true, true) => 'b',
            (false, true) => 'c',
            (true, false) => 'B',
            (false, false) => 'C',
        };
        format!("{letter}{}", self.id)
    }

    fn read(text: &str) -> Result<Self> {
        let wrong = Page::wrong_cursor;
        let (first, open) = match text.as_bytes().first() {
            Some(b'b') => (true, true),
            Some(b'c') => (false, true),
            Some(b'B') => (true, false),
            Some(b'C') => (false, false),
            _ => return Err(wrong()),
        };
        let id = text.get(1..).and_then(|id| id.parse().ok());
        Ok(Self {
            first,
            open,
            id: id.ok_or_else(wrong)?,
        })
    }
}

impl Op for SearchCompanies {
    type Out = Listed<Record>;
    const FILE: File = File::Register;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Listed<Record>> {
        // One more than the page, to know whether there is another.
        let wanted = self.page.rows() as usize;
        let found = match self.page.after_key() {
            "" => self.first_page(tx, wanted).await?,
            text => self.page_from(tx, Place::read(text)?, wanted).await?,
        };
        let listed = self.page.cut(found, |place| place.text());
        let mut items = Vec::with_capacity(listed.items.len());
        for place in listed.items {
            items.extend(company(tx, place.id).await?);
        }
        Ok(Listed {
            items,
            next_cursor: listed.next_cursor,
        })
    }
}

impl SearchCompanies {
    /// The keys of the first `wanted` companies of the list, whatever its page.
    pub(super) async fn keys(&self, tx: &mut Tx<'_>, wanted: usize) -> Result<Vec<i64>> {
        let places = self.first_page(tx, wanted).await?;
        Ok(places.into_iter().map(|place| place.id).collect())
    }

    async fn first_page(&self, tx: &mut Tx<'_>, wanted: usize) -> Result<Vec<Place>> {
        let (id, _) = keys_of(self.environment);
        let mut found = Vec::new();
        for open in self.question.ways() {
            let from = Place {
                first: true,
                open: *open,
                id,
            };
            found = self.page_from(tx, from, wanted).await?;
            if !found.is_empty() {
                break;
            }
        }
        Ok(found)
    }

    /// The `wanted` places after `from`, or as many as there are.
    async fn page_from(&self, tx: &mut Tx<'_>, from: Place, wanted: usize) -> Result<Vec<Place>> {
        let ids = self.ids(tx, from, wanted).await?;
        let of = |from: Place| move |id| Place { id, ..from };
        let mut found: Vec<Place> = ids.into_iter().map(of(from)).collect();
        if from.first && found.len() < wanted {
            let (id, _) = keys_of(self.environment);
            let rest = Place {
                first: false,
                id,
                ..from
            };
            let ids = self.ids(tx, rest, wanted - found.len()).await?;
            found.extend(ids.into_iter().map(of(rest)));
        }
        Ok(found)
    }

    /// At most `wanted` ids after a place, upwards.
    async fn ids(&self, tx: &mut Tx<'_>, after: Place, wanted: usize) -> Result<Vec<i64>> {
        let (before, end) = keys_of(self.environment);
        let start = after.id.max(before);
        let matching = |syntax| self.question.matching(syntax, after.first, after.open);
        let limit = Value::Int(i64::try_from(wanted).unwrap_or(i64::MAX));
        match tx.dialect() {
            Dialect::Sqlite => {
                let question = matching(&Syntax::FTS5);
                let params = [question.into(), start.into(), end.into(), limit];
                ids(&tx.rows(FIND_SQLITE, &params).await?)
            }
            Dialect::Postgres => {
                let question = matching(&Syntax::TSQUERY);
                let page = [(&question).into(), start.into(), end.into(), limit];
                let near = tx.rows(FIND_NEAR, &page).await?;
                if near.len() >= wanted {
                    return ids(&near);
                }
                tx.exec(NO_SCAN, &[]).await?;
                let params = [(&question).into(), start.into(), end.into()];
                let few = tx.rows(FIND_FEW, &params).await?;
                if few.len() > FEW_MAX {
                    return ids(&tx.rows(FIND_MANY, &page).await?);
                }
                let mut all = ids(&few)?;
                all.sort_unstable();
                all.truncate(wanted);
                Ok(all)
            }
        }
    }
}

fn ids(rows: &[Row]) -> Result<Vec<i64>> {
    rows.iter().map(|row| Ok(row.get("id")?)).collect()
}
