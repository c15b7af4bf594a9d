//! A statement on paper: its sums, by endpoint and by day, and its first lines.

use kofa_domain::{Environment, Kobo, Result};
use kofa_paper::book::{About, GREEN, GREY, HEIGHT, INK, RED, WIDTH};
use kofa_paper::face::Face;
use kofa_paper::lines::{Align, Style, fit, wrap, write};
use kofa_paper::table::{CELL, Column, Flow, INNER, Kind, LABEL, MARGIN, Row};
use kofa_paper::words;
use kofa_store::Store;

use super::lines::{Line, LineKind, ListStatementLines};
use super::read::{Statement, what};

/// Lines that are printed: a month with more says so, and where the rest is.
pub const LINES_MAX: u32 = 1_000;

/// The file.
///
/// # Errors
/// If the store cannot serve, or an embedded face cannot be cut down.
pub async fn draw(store: &Store, statement: Statement) -> Result<Vec<u8>> {
    let list = ListStatementLines {
        tenant: statement.tenant.clone(),
        environment: statement.environment,
        after: statement.after,
        last: statement.last,
        limit: LINES_MAX,
    };
    let lines = store.read(list).await?;
    // Setting a thousand lines takes a good part of a second of one core.
    let work = move || paint(&statement, &lines);
    let painted = tokio::task::spawn_blocking(work).await;
    painted.map_err(kofa_domain::Error::internal)?
}

fn money(amount: Kobo) -> String {
    words::money(amount, "NGN")
}

fn paint(statement: &Statement, lines: &[Line]) -> Result<Vec<u8>> {
    let mut flow = Flow::new();
    head(&mut flow, statement);
    sums(&mut flow, statement);
    endpoints(&mut flow, statement);
    days(&mut flow, statement);
    movements(&mut flow, statement, lines);
    margins(&mut flow, statement);
    flow.book.finish(&About {
        title: format!("Wallet statement, {}", statement.month.name()),
        subject: format!("{}, {}", statement.tenant_name, statement.environment),
        at: statement.at,
        creator: "Kofa",
    })
}

fn head(flow: &mut Flow, statement: &Statement) {
    let book = &mut flow.book;
    book.fill(0.0, 0.0, WIDTH, 7.0, GREEN);
    let over = Style {
        colour: GREEN,
        size: 8.0,
        ..LABEL
    };
    let line = wrap(over, "WALLET STATEMENT", INNER, 1);
    write(book, over, Align::Left, (MARGIN, 44.0), INNER, &line);
    let title = Style {
        face: Face::Display,
        size: 22.0,
        leading: 26.0,
        colour: INK,
    };
    let (title, name) = fit(title, &[22.0, 18.0, 14.0], &statement.tenant_name, INNER, 2);
    let y = write(book, title, Align::Left, (MARGIN, 72.0), INNER, &name);
    let plain = Style {
        colour: GREY,
        ..CELL
    };
    let world = match statement.environment {
        Environment::Sandbox => "Sandbox (play money)",
        Environment::Live => "Live",
    };
    let goes_on = match statement.is_open() {
        true => " The month goes on: this is not its last word.",
        false => "",
    };
    let text = format!(
        "{}. {world}. Drawn up on {}.{goes_on}",
        statement.month.name(),
        words::moment(statement.at)
    );
    let lines = wrap(plain, &text, INNER, 2);
    let place = (MARGIN, y - title.leading + 18.0);
    flow.y = write(book, plain, Align::Left, place, INNER, &lines);
}

fn sums(flow: &mut Flow, statement: &Statement) {
    let count = |number: i64| words::count(number.unsigned_abs());
    flow.section("In sum");
    flow.facts(&[
        ("Opening balance", money(statement.opening)),
        ("Closing balance", money(statement.closing)),
        ("Put in", money(statement.put_in)),
        ("Taken out by adjustments", money(statement.taken_out)),
        ("Charged for calls", money(statement.charged)),
        (
            "Lines",
            format!(
                "Charges: {}, transfers: {}",
                count(statement.charges),
                count(statement.transfers)
            ),
        ),
    ]);
}

const fn column(title: &'static str, hundredths: u8, align: Align) -> Column {
    Column {
        title,
        hundredths,
        align,
    }
}

fn plain(cells: Vec<String>) -> Row {
    Row {
        kind: Kind::Plain,
        cells,
    }
}

fn total(cells: Vec<String>) -> Row {
    Row {
        kind: Kind::Total,
        cells,
    }
}

fn endpoints(flow: &mut Flow, statement: &Statement) {
    const COLUMNS: [Column; 3] = [
        column("Endpoint", 50, Align::Left),
        column("Charges", 20, Align::Right),
        column("Charged", 30, Align::Right),
    ];
    flow.section("By endpoint");
    if statement.endpoints.is_empty() {
        flow.note("Nothing was charged.");
        return;
    }
    let count = |number: i64| words::count(number.unsigned_abs());
    let row = |name: &str, charges, charged| vec![name.to_owned(), count(charges), money(charged)];
    let mut rows: Vec<Row> = statement
        .endpoints
        .iter()
        .map(|one| plain(row(&one.operation_id, one.charges, one.charged)))
        .collect();
    rows.push(total(row("Together", statement.charges, statement.charged)));
    flow.table(&COLUMNS, &rows);
}

fn days(flow: &mut Flow, statement: &Statement) {
    const COLUMNS: [Column; 5] = [
        column("Day", 28, Align::Left),
        column("Charges", 12, Align::Right),
        column("Charged", 20, Align::Right),
        column("Put in", 20, Align::Right),
        column("Taken out", 20, Align::Right),
    ];
    if statement.days.is_empty() {
        return;
    }
    let mut rows: Vec<Row> = statement
        .days
        .iter()
        .map(|day| {
            plain(vec![
                words::day(words::lagos(day.day).date()),
                words::count(day.charges.unsigned_abs()),
                money(day.charged),
                money(day.put_in),
                money(day.taken_out),
            ])
        })
        .collect();
    rows.push(total(vec![
        "Together".to_owned(),
        words::count(statement.charges.unsigned_abs()),
        money(statement.charged),
        money(statement.put_in),
        money(statement.taken_out),
    ]));
    flow.section("By day");
    flow.table(&COLUMNS, &rows);
}

fn movements(flow: &mut Flow, statement: &Statement, lines: &[Line]) {
    const COLUMNS: [Column; 5] = [
        column("When (Lagos)", 16, Align::Left),
        column("What", 19, Align::Left),
        column("Request id", 36, Align::Left),
        column("Amount", 14, Align::Right),
        column("Balance", 15, Align::Right),
    ];
    flow.section("Lines");
    if !statement.dropped.is_empty() {
        flow.note(
            "Calls of this month are no longer in the log: their charges have no lines, and are in \
             the sums above.",
        );
    }
    if lines.is_empty() {
        if statement.dropped.is_empty() {
            flow.note("Nothing moved in this month.");
        }
        return;
    }
    let all = usize::try_from(statement.lines_left()).unwrap_or(usize::MAX);
    if lines.len() < all {
        flow.note(&format!(
            "These are the first {} of {} lines. The statement as CSV has all of them.",
            words::count(lines.len() as u64),
            words::count(all as u64)
        ));
    }
    let rows: Vec<Row> = lines.iter().map(|line| plain(cells(line))).collect();
    flow.table(&COLUMNS, &rows);
}

fn cells(line: &Line) -> Vec<String> {
    let at = words::lagos(line.at);
    let what = match line.kind {
        LineKind::Charge => what(line).to_owned(),
        LineKind::TopUp => format!("Top-up {}", line.reference),
        LineKind::Adjustment => format!("Adjustment {}", line.reference),
    };
    vec![
        format!(
            "{} {} {:02}:{:02}:{:02}",
            at.day(),
            short_month(at.month()),
            at.hour(),
            at.minute(),
            at.second()
        ),
        what,
        line.request_id
            .map_or_else(String::new, |id| id.to_string()),
        money(line.amount),
        money(line.balance),
    ]
}

/// `Nov`: the year is that of the statement.
fn short_month(month: i8) -> &'static str {
    let name = usize::try_from(month - 1).ok();
    let name = name.and_then(|at| words::MONTHS.get(at));
    name.and_then(|name| name.get(..3)).unwrap_or_default()
}

/// The foot of each page, once it is known how many there are.
fn margins(flow: &mut Flow, statement: &Statement) {
    let book = &mut flow.book;
    let pages = book.pages();
    for index in 0..pages {
        book.turn_to(index);
        let left = format!(
            "{}, {}, {}",
            statement.tenant_name,
            statement.environment,
            statement.month.name()
        );
        let y = HEIGHT - 34.0;
        let name = wrap(LABEL, &left, INNER - 80.0, 1);
        write(book, LABEL, Align::Left, (MARGIN, y), INNER - 80.0, &name);
        let number = wrap(LABEL, &format!("{} of {pages}", index + 1), 80.0, 1);
        let place = (MARGIN + INNER - 80.0, y);
        write(book, LABEL, Align::Right, place, 80.0, &number);
        if statement.environment == Environment::Sandbox {
            let red = Style {
                colour: RED,
                ..LABEL
            };
            let mark = wrap(red, "SANDBOX: PLAY MONEY", INNER, 1);
            write(book, red, Align::Middle, (MARGIN, y), INNER, &mark);
        }
    }
}
