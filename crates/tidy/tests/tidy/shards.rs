//! Statements that calls wait for touch the rows of one tenant, so that PostgreSQL can be divided
//! by tenant (`docs/scaling.md`): each table is pinned by its distribution column, or the
//! statement is an exception that says why.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use sqlparser::ast::{
    BinaryOperator, Expr, FromTable, Insert, JoinConstraint, JoinOperator, Query, SetExpr,
    Statement, TableFactor, TableObject, TableWithJoins, UpdateTableFromKind, Visit as _, Visitor,
};
use sqlparser::dialect::PostgreSqlDialect;
use sqlparser::parser::Parser;

use crate::shard_exceptions::{Why, exceptions};
use crate::tree::{hold, read, sources};

/// How the rows of a table are divided.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// By any of these columns: the wallet, the tenant, or an id in which the wallet is.
    By(&'static [&'static str]),
    /// A copy is everywhere: hot statements only read it.
    Everywhere,
    /// Not divided: it is small, or a queue that workers of all tenants share.
    OneNode,
}

use Place::{By, Everywhere, OneNode};

const TABLES: &[(&str, Place)] = &[
    ("api_key", Everywhere),
    ("call_block", By(&["wallet_no"])),
    ("call_cursor", By(&["wallet_no"])),
    ("call_latency", By(&["wallet_no"])),
    ("change_counter", OneNode),
    ("event", By(&["tenant_id"])),
    ("event_stream", By(&["tenant_id"])),
    ("hold", By(&["wallet_no"])),
    ("idempotency", By(&["wallet_no"])),
    ("late_charge", By(&["id"])),
    ("outbox", OneNode),
    ("poa_job", By(&["tenant_id"])),
    ("poa_job_document", OneNode),
    ("poa_job_lane", By(&["tenant_id"])),
    ("price", Everywhere),
    ("rate_share", OneNode),
    ("request_log", By(&["id"])),
    ("service_access", Everywhere),
    ("system_account", OneNode),
    ("tenant", Everywhere),
    ("tenant_limit", Everywhere),
    ("test_inbox", By(&["tenant_id"])),
    ("transfer", By(&["id", "wallet_no"])),
    ("usage_hour", By(&["wallet_no"])),
    ("usage_recent", By(&["wallet_no"])),
    ("wallet", By(&["no", "tenant_id"])),
    ("wallet_alert", By(&["wallet_no"])),
    ("wallet_alert_rule", By(&["wallet_no"])),
    ("wallet_lease", By(&["wallet_no"])),
    ("webhook_delivery", OneNode),
    ("webhook_endpoint", By(&["tenant_id"])),
];

/// Where the statements of admission, settlement, log, idempotency, jobs and events are.
const HOT: &[&str] = &[
    "crates/core/src/claim",
    "crates/core/src/event",
    "crates/documents/src/jobs/ops.rs",
    "crates/events/src/delivery.rs",
    "crates/events/src/feed.rs",
    "crates/events/src/numbering.rs",
    "crates/events/src/tries.rs",
    "crates/gate/src/",
    "crates/insight/src/calls/digest.rs",
    "crates/insight/src/calls/find.rs",
    "crates/insight/src/calls/newer.rs",
    "crates/ledger/src/alerts/mod.rs",
    "crates/ledger/src/commit_in_doubt.rs",
    "crates/ledger/src/holds.rs",
    "crates/ledger/src/open_holds.rs",
    "crates/ledger/src/post.rs",
    "crates/ledger/src/row.rs",
    "crates/ledger/src/transfer.rs",
    "crates/ledger/src/wallet.rs",
    "crates/tasks/src/store.rs",
];

fn place_of(table: &str) -> Option<Place> {
    let found = TABLES.iter().find(|(name, _)| *name == table);
    found.map(|(_, place)| *place)
}

/// A relation of a statement, by the name that its columns are qualified with.
type Column = (String, String);

/// What a statement says of the columns of its tables.
#[derive(Default)]
struct Facts {
    /// Alias and table.
    relations: BTreeMap<String, String>,
    made_here: BTreeSet<String>,
    pinned: BTreeSet<Column>,
    equal: Vec<(Column, Column)>,
    above: BTreeSet<Column>,
    below: BTreeSet<Column>,
    inserts: Vec<(String, Vec<String>)>,
    writes: Vec<String>,
}

impl Visitor for Facts {
    type Break = ();

    fn pre_visit_query(&mut self, query: &Query) -> ControlFlow<()> {
        for cte in query.with.iter().flat_map(|with| &with.cte_tables) {
            self.made_here.insert(cte.alias.name.value.clone());
        }
        self.note_body(&query.body);
        ControlFlow::Continue(())
    }

    fn pre_visit_statement(&mut self, statement: &Statement) -> ControlFlow<()> {
        match statement {
            Statement::Insert(insert) => self.note_insert(insert),
            Statement::Update(update) => {
                let mut from = vec![&update.table];
                if let Some(
                    UpdateTableFromKind::BeforeSet(more) | UpdateTableFromKind::AfterSet(more),
                ) = &update.from
                {
                    from.extend(more);
                }
                self.writes.push(first_table(&update.table));
                self.note_scope(&from, update.selection.as_ref());
            }
            Statement::Delete(delete) => {
                let (FromTable::WithFromKeyword(from) | FromTable::WithoutKeyword(from)) =
                    &delete.from;
                self.writes.extend(from.iter().map(first_table));
                let from: Vec<_> = from.iter().chain(delete.using.iter().flatten()).collect();
                self.note_scope(&from, delete.selection.as_ref());
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }
}

impl Facts {
    fn note_body(&mut self, body: &SetExpr) {
        match body {
            SetExpr::Select(select) => {
                let from: Vec<_> = select.from.iter().collect();
                self.note_scope(&from, select.selection.as_ref());
            }
            SetExpr::SetOperation { left, right, .. } => {
                self.note_body(left);
                self.note_body(right);
            }
            _ => {}
        }
    }

    fn note_insert(&mut self, insert: &Insert) {
        if let TableObject::TableName(name) = &insert.table {
            let columns = insert.columns.iter().map(ToString::to_string).collect();
            self.writes.push(name.to_string());
            self.inserts.push((name.to_string(), columns));
        }
    }

    /// Tables that are joined, and what is said of their columns.
    fn note_scope(&mut self, from: &[&TableWithJoins], condition: Option<&Expr>) {
        let mut scope = Vec::new();
        let mut conditions: Vec<&Expr> = condition.into_iter().collect();
        for one in from {
            scope.extend(relation(&one.relation));
            for join in &one.joins {
                scope.extend(relation(&join.relation));
                conditions.extend(on(&join.join_operator));
            }
        }
        self.relations.extend(scope.iter().cloned());
        for condition in conditions {
            self.note_condition(condition, &scope);
        }
    }

    /// What has to hold: all parts of an `and`, and nothing of an `or`.
    fn note_condition(&mut self, condition: &Expr, scope: &[(String, String)]) {
        match condition {
            Expr::Nested(inner) => self.note_condition(inner, scope),
            Expr::BinaryOp {
                left,
                op: BinaryOperator::And,
                right,
            } => {
                self.note_condition(left, scope);
                self.note_condition(right, scope);
            }
            Expr::BinaryOp { left, op, right } => {
                match (column(left, scope), column(right, scope)) {
                    (Some(one), Some(other)) if *op == BinaryOperator::Eq => {
                        self.equal.push((one, other));
                    }
                    (Some(one), None) if is_given(right) => self.note_bound(one, op),
                    _ => {}
                }
            }
            Expr::Between {
                expr,
                negated: false,
                low,
                high,
            } => {
                if let Some(one) = column(expr, scope).filter(|_| is_given(low) && is_given(high)) {
                    self.above.insert(one.clone());
                    self.below.insert(one);
                }
            }
            _ => {}
        }
    }

    fn note_bound(&mut self, column: Column, op: &BinaryOperator) {
        match op {
            BinaryOperator::Eq => drop(self.pinned.insert(column)),
            BinaryOperator::Gt | BinaryOperator::GtEq => drop(self.above.insert(column)),
            BinaryOperator::Lt | BinaryOperator::LtEq => drop(self.below.insert(column)),
            _ => {}
        }
    }

    /// What keeps the statement from being of one tenant.
    fn problems(mut self) -> Vec<String> {
        // An id of the log between two of a wallet is that wallet's.
        let between = self.above.intersection(&self.below).cloned();
        let logged: Vec<_> = between.filter(|(_, name)| name == "id").collect();
        let is_log = |alias: &String| {
            let table = self.relations.get(alias).map(String::as_str);
            matches!(table, Some("request_log" | "late_charge" | "transfer"))
        };
        self.pinned
            .extend(logged.into_iter().filter(|(alias, _)| is_log(alias)));
        loop {
            let known = self.pinned.len();
            for (one, other) in &self.equal {
                for (from, to) in [(one, other), (other, one)] {
                    if self.pinned.contains(from) {
                        self.pinned.insert(to.clone());
                    }
                }
            }
            if self.pinned.len() == known {
                break;
            }
        }
        let mut problems = Vec::new();
        let real = self
            .relations
            .iter()
            .filter(|it| !self.made_here.contains(it.1));
        for (alias, table) in real {
            let is_pinned =
                |name: &&str| self.pinned.contains(&(alias.clone(), (*name).to_owned()));
            match place_of(table) {
                None => problems.push(format!("`{table}` has no place in TABLES")),
                Some(By(columns)) if !columns.iter().any(is_pinned) => {
                    problems.push(format!("`{table}` is not pinned"));
                }
                Some(_) => {}
            }
        }
        for (table, columns) in &self.inserts {
            if let Some(By(by)) = place_of(table)
                && !by
                    .iter()
                    .any(|name| columns.iter().any(|column| column == name))
            {
                problems.push(format!("`{table}` is inserted into without its column"));
            }
        }
        let everywhere = |table: &&String| matches!(place_of(table), Some(Everywhere));
        let copied = self.writes.iter().filter(everywhere);
        problems.extend(copied.map(|table| format!("`{table}` is written, and is everywhere")));
        problems
    }
}

fn first_table(of: &TableWithJoins) -> String {
    relation(&of.relation)
        .map(|(_, table)| table)
        .unwrap_or_default()
}

fn relation(factor: &TableFactor) -> Option<(String, String)> {
    match factor {
        TableFactor::Table {
            name,
            alias,
            args: None,
            ..
        } => {
            let table = name.to_string();
            let alias = alias.as_ref().map(|it| it.name.value.clone());
            Some((alias.unwrap_or_else(|| table.clone()), table))
        }
        _ => None,
    }
}

fn on(join: &JoinOperator) -> Option<&Expr> {
    match join {
        JoinOperator::Join(JoinConstraint::On(condition))
        | JoinOperator::Inner(JoinConstraint::On(condition))
        | JoinOperator::Left(JoinConstraint::On(condition))
        | JoinOperator::LeftOuter(JoinConstraint::On(condition)) => Some(condition),
        _ => None,
    }
}

/// The column that an expression is. Without a table's name it is of the one table there is, or of
/// the one that is divided by a column of that name.
fn column(of: &Expr, scope: &[(String, String)]) -> Option<Column> {
    match of {
        Expr::CompoundIdentifier(parts) => match parts.as_slice() {
            [alias, name] => Some((alias.value.clone(), name.value.clone())),
            _ => None,
        },
        Expr::Identifier(name) => {
            let divided = |it: &&(String, String)| match place_of(&it.1) {
                Some(By(columns)) => columns.contains(&name.value.as_str()),
                _ => false,
            };
            let (alias, _) = match scope {
                [one] => one,
                several => several.iter().find(divided)?,
            };
            Some((alias.clone(), name.value.clone()))
        }
        Expr::Nested(inner) => column(inner, scope),
        _ => None,
    }
}

/// Whether a value comes with the statement.
fn is_given(value: &Expr) -> bool {
    match value {
        Expr::Value(_) => true,
        Expr::Nested(inner) | Expr::Cast { expr: inner, .. } => is_given(inner),
        Expr::BinaryOp { left, right, .. } => is_given(left) && is_given(right),
        _ => false,
    }
}

/// The statements in the string literals of a source, on one line each.
fn statements(source: &str) -> Vec<String> {
    let source = source
        .split("#[cfg(test)]\nmod tests {")
        .next()
        .unwrap_or(source);
    let code = source.lines().filter(|line| !line.trim().starts_with("//"));
    let code = code.collect::<Vec<_>>().join("\n").replace("\\\"", "\u{1}");
    let literals = code.split('"').skip(1).step_by(2);
    let plain = literals.map(|it| it.replace('\\', " "));
    let plain = plain.map(|it| it.split_whitespace().collect::<Vec<_>>().join(" "));
    let begins = ["select ", "insert ", "update ", "delete ", "with "];
    plain
        .filter(|it| begins.iter().any(|begin| it.starts_with(begin)))
        .collect()
}

fn problems(sql: &str) -> Vec<String> {
    // What is put in by `format!` are rows of values.
    let sql = sql.replace("{}", "(null)");
    let parsed = match Parser::parse_sql(&PostgreSqlDialect {}, &sql) {
        Ok(parsed) => parsed,
        Err(error) => return vec![format!("it cannot be read: {error}")],
    };
    let mut facts = Facts::default();
    let _ = parsed.visit(&mut facts);
    facts.problems()
}

#[test]
fn hot_statements_are_of_one_tenant() {
    let hot = sources();
    let hot = hot
        .iter()
        .filter(|(path, _)| HOT.iter().any(|it| path.starts_with(it)));
    let exceptions = exceptions();
    let (mut unused, mut offenders) = (vec![true; exceptions.len()], Vec::new());
    let mut seen = 0;
    for (path, source) in hot.filter(|(path, _)| !path.ends_with("/tests.rs")) {
        for sql in statements(source) {
            seen += 1;
            let is_it = |it: &(&str, &str, Why)| path.ends_with(it.0) && sql.starts_with(it.1);
            let excepted = exceptions.iter().position(is_it);
            match (problems(&sql), excepted) {
                (found, Some(at)) if !found.is_empty() => unused[at] = false,
                (found, None) => {
                    offenders.extend(found.iter().map(|why| format!("{path}: {why}: {sql:.160}")))
                }
                _ => {}
            }
        }
    }
    assert!(seen > 80, "the search for statements finds them: {seen}");
    for (exception, unused) in exceptions.iter().zip(unused) {
        if unused {
            offenders.push(format!("an exception that is none: {exception:?}"));
        }
    }
    hold("a hot statement is of one tenant", &offenders);
}

#[test]
fn what_needs_care_is_told() {
    let told = read("docs/scaling.md");
    let whys: BTreeSet<Why> = exceptions().iter().map(|it| it.2).collect();
    let untold = whys.iter().filter(|why| !told.contains(why.told()));
    let untold: Vec<_> = untold.map(|why| why.told().to_owned()).collect();
    hold("docs/scaling.md says which statements need care", &untold);
}

#[test]
fn what_is_pinned_is_seen() {
    let is_well = |sql: &str| assert_eq!(problems(sql), [""; 0], "{sql}");
    let is_not = |sql: &str| assert_ne!(problems(sql), [""; 0], "{sql}");
    is_well("select seq from wallet where no = $1");
    is_well("select 1 from wallet w join wallet_lease l on l.wallet_no = w.no where w.no = $1");
    is_well("select at from request_log where id > $1 and id <= $2");
    is_well("with m as (update wallet set seq = 1 where no = $1 returning seq) select seq from m");
    is_well("insert into hold (request_id, wallet_no) values ($1, $2)");
    is_not("select seq from wallet where seq = $1");
    is_not("select seq from wallet where no = $1 or seq = $2");
    is_not("select at from request_log where id > $1");
    is_not("select seq from wallet where no in (select no from wallet where seq = 1)");
    is_not("select amount_kobo from hold h join wallet w on w.seq = h.at where w.no = $1");
    is_not("insert into hold (request_id) values ($1)");
    is_not("update tenant set name = $1 where id = $2");
    is_not("select 1 from nowhere where no = $1");
}
