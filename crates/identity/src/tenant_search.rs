//! Tenants found by the beginning of a word: of their name, e-mail address, vendor id or id.
//!
//! Each tenant has a few terms, written with it. A search is a range of the terms' key, so that
//! it costs the same among ten tenants and among a hundred thousand.

use kofa_core::{Listed, Page};
use kofa_domain::{Result, TenantId};
use kofa_store::{Op, Tx, Type, Value};

use super::tenant::Tenant;

/// Longest text that is searched for, in characters.
pub const SEARCH_CHARS_MAX: usize = 100;
/// Most terms of one tenant's name.
const NAME_TERMS_MAX: usize = 8;
/// Tenants without terms that one run gives them to.
const INDEXED_MAX: i64 = 500;

const COLUMNS: [kofa_store::Column; 2] = [("term", Type::Text), ("tenant_id", Type::Text)];
/// One row a tenant, however many of its terms fit: the first of them speaks for it.
const SEARCH: &str = "select s.term, t.* from tenant_search s join tenant t on t.id = s.tenant_id \
     where s.term >= $1 and s.term < $2 and (s.term, s.tenant_id) > ($3, $4) \
     and not exists (select 1 from tenant_search o where o.tenant_id = s.tenant_id \
       and o.term >= $1 and o.term < s.term) \
     order by s.term, s.tenant_id limit $5";
const FIRST_TERM: &str = "select min(term) as term from tenant_search \
     where tenant_id = $1 and term >= $2 and term < $3";
const UNINDEXED: &str = "select * from tenant t where id > $1 and not exists \
     (select 1 from tenant_search s where s.tenant_id = t.id) order by id limit $2";

/// Lower case, one space between words.
fn fold(text: &str) -> String {
    let lower = text.to_lowercase();
    lower.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn terms(tenant: &Tenant) -> Vec<String> {
    let name = fold(&tenant.name);
    let words = name.match_indices(' ').map(|(at, _)| &name[at + 1..]);
    let mut all: Vec<String> = std::iter::once(name.as_str())
        .chain(words.take(NAME_TERMS_MAX - 1))
        .map(str::to_owned)
        .collect();
    let email = fold(&tenant.email);
    if let Some((_, host)) = email.split_once('@') {
        all.push(host.to_owned());
    }
    all.push(email);
    all.push(fold(&tenant.vendor_id));
    all.push(tenant.id.to_string());
    all.sort_unstable();
    all.dedup();
    all
}

/// Makes a tenant findable, in the transaction that makes the tenant.
pub(crate) async fn insert_terms(tx: &mut Tx<'_>, tenant: &Tenant) -> Result<()> {
    let terms = terms(tenant);
    let rows: Vec<[Value<'_>; 2]> = terms
        .iter()
        .map(|term| [term.into(), (&tenant.id).into()])
        .collect();
    tx.insert_rows("tenant_search", &COLUMNS, "on conflict do nothing", &rows)
        .await?;
    Ok(())
}

/// What is searched for; `None` for nothing.
pub fn read_search(text: &str) -> Option<String> {
    Some(fold(&text.replace('\0', " "))).filter(|text| !text.is_empty())
}

/// Tenants with a term that begins with a text, in the order of these terms.
#[derive(Debug)]
pub struct FindTenants {
    /// As [`read_search`] gives it.
    pub search: String,
    pub page: Page,
}

impl FindTenants {
    /// The term and tenant after which the page begins: a cursor names the tenant only, whose
    /// first fitting term is where it stood.
    async fn after(&self, tx: &mut Tx<'_>, end: &str) -> Result<(String, String)> {
        let tenant = self.page.after_key();
        let params: [Value<'_>; 3] = [tenant.into(), (&self.search).into(), end.into()];
        let term = match tx.opt(FIRST_TERM, &params).await? {
            Some(row) => row.get::<Option<String>>("term")?,
            None => None,
        };
        Ok((term.unwrap_or_default(), tenant.to_owned()))
    }
}

impl Op for FindTenants {
    type Out = Listed<Tenant>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        // No text that begins like this is above it: no character is.
        let end = format!("{}{}", self.search, char::MAX);
        let (term, tenant) = self.after(tx, &end).await?;
        let params: [Value<'_>; 5] = [
            (&self.search).into(),
            (&end).into(),
            (&term).into(),
            (&tenant).into(),
            self.page.rows().into(),
        ];
        let rows = tx.rows(SEARCH, &params).await?;
        let found: Result<Vec<Tenant>> = rows.iter().map(Tenant::from_row).collect();
        Ok(self.page.cut(found?, |tenant| tenant.id.to_string()))
    }
}

/// Makes tenants findable that were made before there was a search: at start, until it answers
/// that none is left.
#[derive(Debug)]
pub struct IndexTenants {
    /// After this tenant; `None` from the beginning.
    pub after: Option<TenantId>,
}

impl Op for IndexTenants {
    type Out = Option<TenantId>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Out> {
        let after = self.after.as_ref().map_or("", |id| id.as_str());
        let rows = tx
            .rows(UNINDEXED, &[after.into(), INDEXED_MAX.into()])
            .await?;
        let mut last = None;
        for row in &rows {
            let tenant = Tenant::from_row(row)?;
            insert_terms(tx, &tenant).await?;
            last = Some(tenant.id);
        }
        Ok(last)
    }
}

#[cfg(test)]
mod tests {
    use kofa_domain::{Ids, Timestamp};

    use super::*;
    use crate::tenants::TenantStatus;

    #[test]
    fn a_tenant_is_found_by_each_word_and_by_what_identifies_it() {
        let tenant = Tenant {
            id: Ids.id(Timestamp::default()),
            vendor_id: "0195-ABC".into(),
            name: "  Ṣadé  Capital Trust".into(),
            email: "ada@example.com".into(),
            status: TenantStatus::Active,
            created_at: Timestamp::default(),
            members_need_second_factor: false,
        };
        let terms = terms(&tenant);
        for term in [
            "ṣadé capital trust",
            "capital trust",
            "trust",
            "ada@example.com",
            "example.com",
            "0195-abc",
            tenant.id.as_str(),
        ] {
            assert!(terms.iter().any(|one| one == term), "{term} in {terms:?}");
        }
        assert_eq!(terms.len(), 7);
    }

    #[test]
    fn a_search_is_bounded_and_folded() {
        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(read_search(text).as_deref(), expected, "{text}");
        };
        check("  ADA\tSec ", Some("ada sec"));
        check(" \0 ", None);
    }
}
