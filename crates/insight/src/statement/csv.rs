//! A statement as CSV (RFC 4180): one line a movement, between the opening and the closing
//! balance. Calls that were dropped for their age are one line a day and endpoint, without a
//! balance, before the others.

use bytes::Bytes;
use futures_util::stream::{self, Stream, TryStreamExt as _};
use kofa_domain::{Kobo, Result, no_formula};
use kofa_store::Store;

use super::lines::{Line, ListStatementLines};
use super::read::{DroppedCharges, Statement};

/// Lines that are read at a time.
const LINES: u32 = 2_000;
const HEAD: &str = "position,at,kind,operationId,requestId,reference,reason,amountKobo,\
    amountNaira,balanceKobo,balanceNaira\r\n";

/// The file, in pieces: a month of any length takes the same memory.
pub fn stream(
    store: Store,
    statement: Statement,
) -> impl Stream<Item = Result<Bytes>> + Send + 'static {
    let next = Next::Head;
    stream::try_unfold(
        (store, statement, next),
        |(store, statement, next)| async move {
            let (text, next) = match next {
                Next::Head => (head(&statement), Next::Lines(statement.after)),
                Next::Lines(after) => {
                    let list = ListStatementLines {
                        tenant: statement.tenant.clone(),
                        environment: statement.environment,
                        after,
                        last: statement.last,
                        limit: LINES,
                    };
                    let lines = store.read(list).await?;
                    match lines.last() {
                        None => (foot(&statement), Next::End),
                        Some(last) => {
                            let next = Next::Lines(last.seq);
                            (lines.iter().map(line).collect(), next)
                        }
                    }
                }
                Next::End => return Ok(None),
            };
            Ok(Some((Bytes::from(text), (store, statement, next))))
        },
    )
}

/// The whole file at once, of a statement whose lines are few enough to be held.
///
/// # Errors
/// If the store cannot serve.
pub async fn whole(store: &Store, statement: Statement) -> Result<Vec<u8>> {
    let add = |mut all: Vec<u8>, piece: Bytes| {
        all.extend_from_slice(&piece);
        std::future::ready(Ok(all))
    };
    stream(store.clone(), statement)
        .try_fold(Vec::new(), add)
        .await
}

enum Next {
    Head,
    /// Those after this position.
    Lines(i64),
    End,
}

fn head(statement: &Statement) -> String {
    let opening = balance(
        "opening_balance",
        &statement.month.start().rfc3339(),
        statement.opening,
    );
    let dropped = statement.dropped.iter().map(dropped);
    let lines: Vec<String> = [format!("{HEAD}{opening}")]
        .into_iter()
        .chain(dropped)
        .collect();
    lines.concat()
}

/// Charges of which no line is left: a day and endpoint is one, and says how many they were.
fn dropped(of: &DroppedCharges) -> String {
    let amount = Kobo::new(-of.charged.get());
    format!(
        ",{},charges,{},,,{} charges,{},{},,\r\n",
        of.day.rfc3339(),
        of.operation_id,
        of.charges,
        amount.get(),
        amount.naira_text()
    )
}

fn foot(statement: &Statement) -> String {
    let at = statement.at.min(statement.month.end());
    balance("closing_balance", &at.rfc3339(), statement.closing)
}

fn balance(kind: &str, at: &str, amount: Kobo) -> String {
    format!(
        ",{at},{kind},,,,,,,{},{}\r\n",
        amount.get(),
        amount.naira_text()
    )
}

fn line(line: &Line) -> String {
    let request = line.request_id.map(|id| id.to_string());
    format!(
        "{},{},{},{},{},{},{},{},{},{},{}\r\n",
        line.seq,
        line.at.rfc3339(),
        line.kind.as_str(),
        line.operation_id,
        request.unwrap_or_default(),
        cell(&line.reference),
        cell(&line.reason),
        line.amount.get(),
        line.amount.naira_text(),
        line.balance.get(),
        line.balance.naira_text(),
    )
}

/// A text of somebody's as a cell. Spreadsheets take what begins with certain signs for a
/// formula: it gets an apostrophe before it. Quoted where needed (RFC 4180).
pub fn cell(text: &str) -> String {
    let text = no_formula(text);
    if text.contains([',', '"', '\r', '\n', '\'']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_and_are_no_formulas() {
        let check = |text: &str, expected: &str| assert_eq!(cell(text), expected);
        check("bank-1", "bank-1");
        check("a, \"b\"", "\"a, \"\"b\"\"\"");
        check("=1+1", "\"'=1+1\"");
        check("@sum", "\"'@sum\"");
        check("@SUM(A1),2", "\"'@SUM(A1),2\"");
        check("say \"hi\"", "\"say \"\"hi\"\"\"");
        check("", "");
    }
}
