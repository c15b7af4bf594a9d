//! The status report: everything the register says, over as many pages as it takes.

use kofa_domain::Result;

use super::book::{About, Book, Colour, GREEN, GREY, HEIGHT, INK, LINE, RED, WIDTH};
use super::certificate::specimen;
use super::face::{Face, Run};
use super::lines::{Align, Style, fit, wrap, write};
use super::table::{CELL, Column, Flow, INNER, Kind, LABEL, MARGIN, Row};
use super::{CREATOR, Issue, LEFT_OUT, SPECIMEN, code, number_of, ornament, words};
use crate::people::{Person, merge};
use crate::profile::{Capital, Charge, ChargeStatus, Party, Profile, Role, RoleKind};
use crate::rules::{EntityType, RegistrationStatus};
use crate::shares::{Distribution, Share, distribute};

/// Most rows of one table. What is left out is said under it, never dropped in silence.
const ROWS_MAX: usize = 2_000;

pub(super) fn draw(profile: &Profile, issue: &Issue) -> Result<Vec<u8>> {
    let mut flow = Flow::new();
    head(&mut flow, profile, issue);
    entity(&mut flow, profile);
    if profile.record.company.entity_type == EntityType::Company || profile.capital.is_some() {
        capital(&mut flow, profile);
    }
    // As the answers of the API have them: each person once, in one spelling.
    let people = merge(profile.roles.clone());
    officers(&mut flow, profile.record.company.entity_type, &people);
    holders(&mut flow, profile, &people);
    control(&mut flow, &people);
    charges(&mut flow, profile);
    about(&mut flow, profile, issue);
    let mut book = flow.book;
    margins(&mut book, profile, issue);
    book.finish(&About {
        title: format!("Status report: {}", profile.record.company.company_name),
        subject: format!("{}, verification code {}", number_of(profile), issue.code),
        at: issue.at,
        creator: CREATOR,
    })
}

fn head(flow: &mut Flow, profile: &Profile, issue: &Issue) {
    let book = &mut flow.book;
    book.fill(0.0, 0.0, WIDTH, 7.0, GREEN);
    let side = 84.0;
    let left = WIDTH - MARGIN - side;
    let width = left - MARGIN - 20.0;
    let overline = Style {
        colour: GREEN,
        size: 8.0,
        ..LABEL
    };
    let line = wrap(overline, "STATUS REPORT", width, 1);
    write(book, overline, Align::Left, (MARGIN, 44.0), width, &line);
    let name = Style {
        face: Face::Display,
        size: 23.0,
        leading: 27.0,
        colour: INK,
    };
    let sizes = [23.0, 20.0, 17.0, 14.0, 12.0];
    let company_name = &profile.record.company.company_name;
    let (name, lines) = fit(name, &sizes, company_name, width, 4);
    let place = (MARGIN, 44.0 + 10.0 + name.size);
    let y = write(book, name, Align::Left, place, width, &lines);
    let number = Style {
        face: Face::Bold,
        size: 11.0,
        leading: 15.0,
        colour: GREEN,
    };
    let line = Run::new(number.face, &number_of(profile));
    let y = y - name.leading + 20.0;
    book.write(MARGIN, y, number.size, number.colour, &line);
    let x = MARGIN + line.width(number.size) + 12.0;
    badge(book, x, y, profile);
    let y = y + number.leading;
    let plain = Style {
        colour: GREY,
        ..CELL
    };
    let read = format!(
        "Register read on {}. Drawn on {}.",
        words::moment(profile.record.retrieved_at),
        words::moment(issue.at)
    );
    let lines = wrap(plain, &read, width, 2);
    let low = write(book, plain, Align::Left, (MARGIN, y + 2.0), width, &lines);
    code::draw(book, left + 5.0, 26.0, side, &issue.verify_url);
    let lines = wrap(LABEL, &issue.code, side + 14.0, 3);
    let place = (left - 7.0, 26.0 + side + 10.0);
    let code_low = write(book, LABEL, Align::Right, place, side + 10.0, &lines);
    flow.y = low.max(code_low) - 4.0;
}

/// The status on a patch of its colour: nobody should miss that a company is struck off.
fn badge(book: &mut Book, x: f32, y: f32, profile: &Profile) {
    const WHITE: Colour = Colour(1.0, 1.0, 1.0);
    let status = profile.record.company.registration_status;
    let (word, colour) = match status {
        RegistrationStatus::Active => ("ACTIVE".to_owned(), GREEN),
        RegistrationStatus::Unknown => ("STATUS UNKNOWN".to_owned(), GREY),
        other => (other.as_str().replace('_', " "), RED),
    };
    let size = 6.8;
    let run = Run::new(Face::Bold, &word).spaced(60);
    book.fill(x, y - 8.2, run.width(size) + 9.0, 10.4, colour);
    book.write(x + 4.5, y - 0.6, size, WHITE, &run);
}

fn entity(flow: &mut Flow, profile: &Profile) {
    let (company, details) = (&profile.record.company, &profile.details);
    let kind = words::company_type(&company.company_type, company.entity_type);
    let mut facts: Vec<(&str, String)> = vec![
        ("Registered name", company.company_name.clone()),
        ("Registration number", number_of(profile)),
        ("Type", words::capitalised(&kind)),
        (
            "Status",
            words::status(company.registration_status).to_owned(),
        ),
    ];
    let mut add = |label, value: Option<String>| {
        facts.push((label, value.unwrap_or_else(|| "Not recorded".to_owned())));
    };
    let filled = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let date = |text: &Option<String>| text.as_deref().map(words::date);
    add("Registered on", date(&company.registration_date));
    add("Last annual return", date(&details.last_annual_return));
    add("Registered address", filled(&company.registered_address));
    let parts = [&company.city, &company.lga, &company.state];
    let parts: Vec<&str> = parts.into_iter().filter_map(Option::as_deref).collect();
    add("City, local government, state", filled(&parts.join(", ")));
    let mut add_known = |label, value: &Option<String>| {
        if let Some(value) = value {
            facts.push((label, value.clone()));
        }
    };
    add_known("Head office", &details.head_office_address);
    add_known("Branch", &details.branch_address);
    add_known("E-mail", &company.email);
    add_known("Telephone", &details.phone);
    add_known("Line of business", &company.line_of_business);
    if !details.objectives.is_empty() {
        facts.push(("Objectives", details.objectives.join("; ")));
    }
    flow.section("The entity");
    flow.facts(&facts);
}

fn capital(flow: &mut Flow, profile: &Profile) {
    flow.section("Share capital");
    let Some(capital) = &profile.capital else {
        flow.note("The register shows no share capital.");
        return;
    };
    let money = |amount| words::money(amount, &capital.currency);
    let unknown = || "Not recorded".to_owned();
    flow.facts(&[
        ("Nominal share capital", money(capital.nominal)),
        (
            "Shares issued",
            capital.issued_shares.map_or_else(unknown, words::count),
        ),
        (
            "Nominal value of a share",
            capital.nominal_per_share.map_or_else(unknown, money),
        ),
        ("Paid up", capital.paid_up.map_or_else(unknown, money)),
    ]);
    if let Some(note) = mismatch(capital) {
        flow.note(&note);
    }
}

/// What does not add up in a capital, in words.
fn mismatch(capital: &Capital) -> Option<String> {
    let (issued, each) = (capital.issued_shares?, capital.nominal_per_share?);
    let worth = each.checked_mul(i64::try_from(issued).ok()?)?;
    (worth > capital.nominal).then(|| {
        format!(
            "The shares issued are worth {} at their nominal value, which is more than the \
             nominal capital: the register disagrees with itself.",
            words::money(worth, &capital.currency)
        )
    })
}

/// Whether a role has ended.
fn is_past(role: &Role) -> bool {
    role.resigned_on.is_some() || role.is_active == Some(false)
}

/// From when to when, as far as the register says.
fn term(role: &Role) -> String {
    let since = role.appointed_on.as_deref().map(words::date);
    match (since, role.resigned_on.as_deref().map(words::date)) {
        (Some(since), None) if is_past(role) => format!("Since {since}; no longer active"),
        (None, None) if is_past(role) => "No longer active".to_owned(),
        (Some(since), None) => format!("Since {since}"),
        (Some(since), Some(until)) => format!("{since} to {until}"),
        (None, Some(until)) => format!("Until {until}"),
        (None, None) => "Not recorded".to_owned(),
    }
}

/// Roles of some kinds and who has them: those in office first, by seniority; otherwise in
/// the order of `people`.
fn roles(people: &[Person], wanted: impl Fn(RoleKind) -> bool) -> Vec<(&Party, &Role)> {
    let mut roles: Vec<(&Party, &Role)> = people
        .iter()
        .flat_map(|person| person.roles.iter().map(|role| (&person.party, role)))
        .filter(|(_, role)| wanted(role.kind))
        .collect();
    roles.sort_by_key(|(_, role)| (is_past(role), role.kind));
    roles
}

fn kind_of(role: &Role) -> Kind {
    if is_past(role) {
        Kind::Past
    } else {
        Kind::Plain
    }
}

/// A table of at most [`ROWS_MAX`] rows, and what was left out.
fn table(flow: &mut Flow, columns: &[Column], rows: Vec<Row>, total: Option<Row>) {
    let more = rows.len().saturating_sub(ROWS_MAX);
    let mut rows = rows;
    rows.truncate(ROWS_MAX);
    rows.extend(total);
    flow.table(columns, &rows);
    if more > 0 {
        flow.note(&format!(
            "{} more are on record and not listed here; the total counts them.",
            words::count(more as u64)
        ));
    }
}

fn officers(flow: &mut Flow, entity_type: EntityType, people: &[Person]) {
    const COLUMNS: [Column; 4] = [
        column("Name", 36, Align::Left),
        column("Office", 14, Align::Left),
        column("Nationality, place", 24, Align::Left),
        column("In office", 26, Align::Left),
    ];
    flow.section(match entity_type {
        EntityType::Company => "Directors and secretaries",
        EntityType::BusinessName => "Proprietors",
        EntityType::IncorporatedTrustee => "Trustees",
        _ => "Partners",
    });
    let rows = officer_rows(people);
    if rows.is_empty() {
        flow.note("The register lists no one here.");
        return;
    }
    table(flow, &COLUMNS, rows, None);
}

fn officer_rows(people: &[Person]) -> Vec<Row> {
    use RoleKind::{Presenter, Psc, Shareholder, Witness};
    let listed = roles(people, |kind| {
        !matches!(kind, Psc | Shareholder | Presenter | Witness)
    });
    let row = |(party, role): (&Party, &Role)| {
        let nationality = party.nationality.as_deref().map(words::titled);
        let place = words::place(&party.address);
        let about: Vec<String> = nationality
            .into_iter()
            .chain((!place.is_empty()).then_some(place))
            .collect();
        Row {
            kind: kind_of(role),
            cells: vec![
                words::name(party),
                words::role(role.kind).to_owned(),
                about.join(", "),
                term(role),
            ],
        }
    };
    listed.into_iter().map(row).collect()
}

const fn column(title: &'static str, hundredths: u8, align: Align) -> Column {
    Column {
        title,
        hundredths,
        align,
    }
}

fn holders(flow: &mut Flow, profile: &Profile, people: &[Person]) {
    const COLUMNS: [Column; 4] = [
        column("Holder", 46, Align::Left),
        column("Class", 18, Align::Left),
        column("Shares", 20, Align::Right),
        column("Of issued", 16, Align::Right),
    ];
    let issued = profile.capital.as_ref().and_then(|one| one.issued_shares);
    let found = distribute(people, issued);
    let mut rows = holder_rows(people, &found, issued);
    let Some(total) = rows.pop() else {
        if profile.capital.is_some() {
            flow.section("Shareholders");
            flow.note("The register lists no shareholder.");
        }
        return;
    };
    flow.section("Shareholders");
    table(flow, &COLUMNS, rows, Some(total));
    if let Some(note) = unallocated(found.allotted, issued) {
        flow.note(&note);
    }
}

/// One row a holding, then those who hold nobody knows how many, then the total; none without
/// a shareholder.
fn holder_rows(people: &[Person], found: &Distribution<'_>, issued: Option<u64>) -> Vec<Row> {
    let is_known = issued.is_some_and(|issued| issued > 0);
    let part = |hundredths: u64| match is_known {
        true => words::percent(hundredths),
        false => "–".to_owned(),
    };
    let row = |party: &Party, is_past: bool, rest: [String; 3]| {
        let (kind, past) = match is_past {
            true => (Kind::Past, " (no longer a holder)"),
            false => (Kind::Plain, ""),
        };
        let mut cells = vec![format!("{}{past}", words::name(party))];
        cells.extend(rest);
        Row { kind, cells }
    };
    let held = |share: &Share<'_>| {
        let rest = [
            words::titled(&share.holding.share_type),
            words::count(share.holding.allotted),
            share.hundredths.map(part).unwrap_or_default(),
        ];
        row(&share.holder.party, !share.status.is_current(), rest)
    };
    let mut rows: Vec<Row> = found.shares.iter().map(held).collect();
    for (party, role) in roles(people, |kind| kind == RoleKind::Shareholder) {
        if role.shares.is_none() {
            let rest = [String::new(), "Not recorded".to_owned(), String::new()];
            rows.push(row(party, is_past(role), rest));
        }
    }
    if !rows.is_empty() {
        rows.push(Row {
            kind: Kind::Total,
            cells: vec![
                "Held by those listed".to_owned(),
                String::new(),
                words::count(found.allotted),
                part(found.total_hundredths),
            ],
        });
    }
    rows
}

/// What is left between the shares held and the shares issued.
fn unallocated(held: u64, issued: Option<u64>) -> Option<String> {
    let Some(issued) = issued else {
        return Some(
            "The register does not say how many shares are issued, so no part of them is given."
                .to_owned(),
        );
    };
    match held.cmp(&issued) {
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Less => Some(format!(
            "{} of {} shares issued are held by no one the register lists.",
            words::count(issued - held),
            words::count(issued)
        )),
        std::cmp::Ordering::Greater => Some(format!(
            "Those listed hold {} more than the {} shares issued: the register disagrees with \
             itself.",
            words::count(held - issued),
            words::count(issued)
        )),
    }
}

fn control(flow: &mut Flow, people: &[Person]) {
    const COLUMNS: [Column; 4] = [
        column("Name", 30, Align::Left),
        column("Nature of control", 38, Align::Left),
        column("Shares", 16, Align::Right),
        column("Votes", 16, Align::Right),
    ];
    let listed = roles(people, |kind| kind == RoleKind::Psc);
    if listed.is_empty() {
        return;
    }
    flow.section("Persons with significant control");
    let part = |hundredths: Option<u32>| {
        hundredths.map_or_else(|| "–".to_owned(), |part| words::percent(part.into()))
    };
    let rows = listed.into_iter().map(|(party, role)| {
        let control = role.control.clone().unwrap_or_default();
        let mut nature = control.nature;
        if control.is_direct == Some(true) {
            nature.push("held directly".to_owned());
        }
        if control.is_indirect == Some(true) {
            nature.push("held through others".to_owned());
        }
        if is_past(role) {
            nature.push("no longer".to_owned());
        }
        Row {
            kind: kind_of(role),
            cells: vec![
                words::name(party),
                words::capitalised(&nature.join("; ")),
                part(control.share_hundredths),
                part(control.voting_hundredths),
            ],
        }
    });
    table(flow, &COLUMNS, rows.collect(), None);
}

fn charges(flow: &mut Flow, profile: &Profile) {
    const COLUMNS: [Column; 4] = [
        column("Charge", 42, Align::Left),
        column("In favour of", 22, Align::Left),
        column("Status", 16, Align::Left),
        column("Secures", 20, Align::Right),
    ];
    if profile.record.company.entity_type == EntityType::BusinessName && profile.charges.is_empty()
    {
        return;
    }
    flow.section("Charges over assets");
    if profile.charges.is_empty() {
        flow.note("The register shows no charge.");
        return;
    }
    let rows = profile.charges.iter().map(|charge| Row {
        kind: match charge.status {
            ChargeStatus::FullySatisfied => Kind::Past,
            _ => Kind::Plain,
        },
        cells: vec![
            particulars(charge),
            charge.persons_entitled.join("; "),
            standing(charge),
            charge.secured.map_or_else(
                || "Not recorded".to_owned(),
                |amount| words::money(amount, &charge.currency),
            ),
        ],
    });
    table(flow, &COLUMNS, rows.collect(), None);
}

/// What a charge is and when it was made.
fn particulars(charge: &Charge) -> String {
    let kind = charge.kind.as_deref().unwrap_or("Charge");
    let mut text = format!("{} {}", words::titled(kind), charge.id);
    let sorts = match (charge.is_fixed, charge.is_floating) {
        (Some(true), Some(true)) => ", fixed and floating",
        (Some(true), _) => ", fixed",
        (_, Some(true)) => ", floating",
        _ => "",
    };
    text.push_str(sorts);
    if let Some(date) = &charge.created_on {
        text.push_str(&format!(", created {}", words::date(date)));
    }
    if let Some(date) = &charge.registered_on {
        text.push_str(&format!(", registered {}", words::date(date)));
    }
    text.push('.');
    for more in [&charge.description, &charge.particulars]
        .into_iter()
        .flatten()
    {
        text.push(' ');
        text.push_str(more);
    }
    if charge.has_negative_pledge == Some(true) {
        text.push_str(" Further charges are forbidden.");
    }
    text
}

fn standing(charge: &Charge) -> String {
    let status = words::charge_status(charge.status);
    match &charge.satisfied_on {
        Some(date) => format!("{status}, {}", words::date(date)),
        None => status.to_owned(),
    }
}

fn about(flow: &mut Flow, profile: &Profile, issue: &Issue) {
    flow.section("About this report");
    let number = number_of(profile);
    if issue.is_specimen {
        flow.note(
            "Specimen made from test data of the sandbox. It was not issued by the Corporate \
             Affairs Commission and does not come from its register; the entity and the people \
             in it are fictional, and the report has no legal value. Reports of the live \
             environment carry no such mark.",
        );
    } else {
        flow.note(&format!(
            "Drawn by Kofa from the record of {number} in the register of the Corporate Affairs \
             Commission. It says what the register said when it was read and is not a report \
             that the Commission issued. Where the register is silent, so is the report."
        ));
    }
    if flow.book.leaves_out() {
        flow.note(LEFT_OUT);
    }
    flow.note(&format!(
        "Check whether it still holds at {}, with the verification code {}.",
        issue.verify_url, issue.code
    ));
    flow.gap(14.0);
    if flow.y < HEIGHT - 160.0 {
        ornament::seal(&mut flow.book, WIDTH - MARGIN - 38.0, flow.y + 36.0, 38.0);
    }
}

/// The foot of every page, the head of all but the first, and the mark of a specimen.
fn margins(book: &mut Book, profile: &Profile, issue: &Issue) {
    let small = Style {
        face: Face::Sans,
        size: 7.0,
        leading: 9.0,
        colour: GREY,
    };
    let warning = Style {
        face: Face::Bold,
        size: 8.0,
        colour: RED,
        ..small
    };
    let said = Run::new(warning.face, SPECIMEN);
    let pages = book.pages();
    let name = &profile.record.company.company_name;
    let name = wrap(small, name, INNER * 0.62, 1);
    let number = Run::new(Face::Sans, &number_of(profile));
    let code = Run::new(Face::Sans, &format!("Verification code {}", issue.code));
    for page in 0..pages {
        book.turn_to(page);
        if issue.is_specimen {
            specimen(book);
            book.write(MARGIN, 26.0, warning.size, warning.colour, &said);
        }
        let low = HEIGHT - 34.0;
        book.rule(MARGIN, low - 12.0, INNER, 0.5, LINE);
        book.write(MARGIN, low, small.size, small.colour, &code);
        let place = [Run::new(
            Face::Sans,
            &format!("Page {} of {pages}", page + 1),
        )];
        write(book, small, Align::Right, (MARGIN, low), INNER, &place);
        if page > 0 {
            book.fill(0.0, 0.0, WIDTH, 4.0, GREEN);
            write(book, small, Align::Left, (MARGIN, 42.0), INNER, &name);
            let number = std::slice::from_ref(&number);
            write(book, small, Align::Right, (MARGIN, 42.0), INNER, number);
            book.rule(MARGIN, 50.0, INNER, 0.5, LINE);
        }
    }
}

#[cfg(test)]
#[path = "report_tests.rs"]
mod tests;
