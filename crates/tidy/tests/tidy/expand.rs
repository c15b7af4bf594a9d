//! Steps of the schema only add, so that the version before runs on their result
//! (`migrations/README.md`). One that does more says in the store which versions it ends.

use std::collections::BTreeSet;

use sqlparser::ast::{
    AlterTableOperation, ColumnDef, ColumnOption, CreateIndex, Expr, Statement, TableObject, Value,
};
use sqlparser::dialect::{Dialect, PostgreSqlDialect, SQLiteDialect};
use sqlparser::parser::Parser;

use crate::tree::{files, hold, read};

/// The first step of versions that serve together.
const FIRST: &str = "migrations/0034";
/// Tables with a row for each call, event or company: their writers wait while an index is built.
const LARGE: &[&str] = &[
    "audit",
    "call_block",
    "call_detail",
    "company",
    "company_detail",
    "company_role",
    "event",
    "hold",
    "idempotency",
    "late_charge",
    "outbox",
    "poa_job",
    "request_log",
    "subscription",
    "transfer",
    "usage_hour",
    "usage_recent",
    "webhook_delivery",
];

/// The part of a step for one of the databases.
fn part(text: &str, of: &str) -> String {
    let mut sections = text.split("-- [");
    let mut part = sections.next().unwrap_or_default().to_owned();
    for section in sections {
        let (name, body) = section.split_once("]\n").expect("a mark ends its line");
        if name == of || name == "both" {
            part.push_str(body);
        }
    }
    match of {
        "sqlite" => part,
        _ => part.replace(" without rowid", ""),
    }
}

/// What in a part of a step the version before might not run on, or would wait for.
fn faults(sql: &str, dialect: &dyn Dialect) -> Vec<String> {
    let parsed = match Parser::parse_sql(dialect, sql) {
        Ok(parsed) => parsed,
        Err(error) => return vec![format!("{error}")],
    };
    let mut new = BTreeSet::new();
    let mut found = Vec::new();
    for statement in &parsed {
        if let Statement::CreateTable(table) = statement {
            new.insert(table.name.to_string());
        }
        if let Some(fault) = fault(statement, &new) {
            found.push(format!("{statement}: {fault}"));
        }
    }
    found
}

fn fault(statement: &Statement, new: &BTreeSet<String>) -> Option<&'static str> {
    match statement {
        Statement::CreateTable(table) => table
            .query
            .is_some()
            .then_some("copies rows, and the version before goes on changing the others"),
        Statement::CreateIndex(index) if !new.contains(&index.table_name.to_string()) => {
            index_fault(index)
        }
        Statement::CreateIndex(_) => None,
        Statement::AlterTable(table) if !new.contains(&table.name.to_string()) => {
            table.operations.iter().find_map(change_fault)
        }
        Statement::AlterTable(_) => None,
        Statement::Insert(insert) => match &insert.table {
            TableObject::TableName(name) if new.contains(&name.to_string()) => None,
            _ => Some("the version before may not understand the row"),
        },
        Statement::Update(_) | Statement::Delete(_) => {
            Some("changes rows that the version before goes on writing")
        }
        _ => Some("does more than add"),
    }
}

fn index_fault(index: &CreateIndex) -> Option<&'static str> {
    let is_large = LARGE.contains(&index.table_name.to_string().as_str());
    if index.unique {
        return Some("the version before may write what is not unique");
    }
    (is_large && !index.if_not_exists).then_some(
        "is built while writers wait: say `if not exists`, and have it built concurrently before",
    )
}

fn change_fault(change: &AlterTableOperation) -> Option<&'static str> {
    match change {
        AlterTableOperation::AddColumn { column_def, .. } => column_fault(column_def),
        _ => Some("changes what the version before uses"),
    }
}

fn column_fault(column: &ColumnDef) -> Option<&'static str> {
    let options = || column.options.iter().map(|it| &it.option);
    let is = |wanted: fn(&ColumnOption) -> bool| options().any(wanted);
    let has_default = is(|it| matches!(it, ColumnOption::Default(_)));
    if is(|it| *it == ColumnOption::NotNull) && !has_default {
        return Some("the version before writes no value");
    }
    options().find_map(|option| match option {
        ColumnOption::Null | ColumnOption::NotNull | ColumnOption::Collation(_) => None,
        // Anything else may be computed for each row, which rewrites the table.
        ColumnOption::Default(Expr::Value(value)) => match value.value {
            Value::Number(..) | Value::SingleQuotedString(_) | Value::Boolean(_) => None,
            _ => Some("the default is no constant"),
        },
        ColumnOption::Default(_) => Some("the default is no constant"),
        _ => Some("the version before knows no constraint on it"),
    })
}

fn all_faults(text: &str) -> Vec<String> {
    let mut found = faults(&part(text, "postgres"), &PostgreSqlDialect {});
    // What is common is read once.
    let for_sqlite: String = text
        .split("-- [")
        .filter_map(|section| section.strip_prefix("sqlite]\n"))
        .collect();
    found.extend(faults(&for_sqlite, &SQLiteDialect {}));
    found
}

/// Whether the store says of a step which versions it ends.
fn is_contracting(store: &str, path: &str) -> bool {
    let dense: String = store.split_whitespace().collect();
    let number = path["migrations/".len()..].split('_').next().unwrap_or("");
    let number = number.trim_start_matches('0');
    dense.contains(&format!("contracting(main({number},"))
        || dense.contains(&format!("contracting(register({number},"))
}

#[test]
fn steps_only_add() {
    let store = read("crates/store/src/migrations.rs");
    let steps = files().into_iter().filter(|path| {
        path.as_str() >= FIRST && path.starts_with("migrations/") && path.ends_with(".sql")
    });
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for path in steps {
        seen += 1;
        let found = all_faults(&read(&path));
        match is_contracting(&store, &path) {
            true if found.is_empty() => wrong.push(format!("{path}: only adds: is `main`")),
            true => {}
            false => wrong.extend(found.iter().map(|fault| format!("{path}: {fault}"))),
        }
    }
    assert!(seen > 3, "the search for steps finds them");
    hold("steps that only add, or are `contracting`", &wrong);
}

#[test]
fn what_does_more_than_add_is_found() {
    for (sql, is_wrong) in [
        (
            "create table a (b bigint not null check (b > 0), c text unique);",
            false,
        ),
        (
            "create table a (b bigint);\ncreate unique index c on a (b);",
            false,
        ),
        (
            "create table a (b bigint);\ninsert into a (b) values (1);",
            false,
        ),
        ("create table a as select 1;", true),
        (
            "alter table hold add column b bigint not null default 0;",
            false,
        ),
        ("alter table hold add column b text;", false),
        ("alter table hold add column b bigint not null;", true),
        (
            "alter table hold add column b bigint default (random());",
            true,
        ),
        ("alter table hold add column b bigint unique;", true),
        ("alter table hold add column b bigint check (b > 0);", true),
        (
            "alter table hold add column b bigint references tenant;",
            true,
        ),
        ("alter table hold drop column epoch;", true),
        ("alter table hold rename column epoch to era;", true),
        ("alter table hold rename to held;", true),
        ("alter table hold alter column epoch type text;", true),
        ("alter table hold alter column epoch set not null;", true),
        ("alter table hold add constraint b check (epoch > 0);", true),
        ("create index b on hold (epoch);", true),
        ("create index if not exists b on hold (epoch);", false),
        ("create index b on tenant (id);", false),
        ("create unique index b on tenant (id);", true),
        ("insert into tenant (id) values ('a');", true),
        ("update wallet_lease set open = false;", true),
        ("delete from outbox;", true),
        ("drop table hold;", true),
        ("drop index wallet_lease_of_node;", true),
        ("-- [sqlite]\ndrop table hold;\n-- [both]\n", true),
        ("-- [postgres]\ntruncate hold;\n", true),
    ] {
        assert_eq!(!all_faults(sql).is_empty(), is_wrong, "{sql}");
    }
}
