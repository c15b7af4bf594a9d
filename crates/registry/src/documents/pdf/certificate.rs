//! The certificate: one page.

use kofa_domain::Result;

use super::book::{About, Book, GOLD, GREEN, GREY, HEIGHT, INK, LINE, RED, Strength, WIDTH};
use super::face::{Face, Run};
use super::lines::{Align, Style, fit, wrap, write};
use super::{CREATOR, Issue, LEFT_OUT, SPECIMEN, code, number_of, ornament, words};
use crate::profile::Profile;
use crate::rules::{EntityType, RegistrationStatus};

const MARGIN: f32 = 84.0;
const INNER: f32 = WIDTH - 2.0 * MARGIN;
/// Where the facts begin, unless a long name pushes them down.
const FACTS: f32 = 480.0;

const OVERLINE: Style = style(Face::Bold, 8.0, 11.0);
const TITLE: Style = style(Face::Display, 31.0, 37.0);
const SENTENCE: Style = style(Face::Italic, 12.5, 18.5);
const NAME: Style = style(Face::Display, 28.0, 34.0);
const LABEL: Style = Style {
    colour: GREY,
    ..style(Face::Bold, 6.8, 10.0)
};
const VALUE: Style = style(Face::Sans, 9.6, 13.2);
const SMALL: Style = Style {
    colour: GREY,
    ..style(Face::Sans, 7.0, 9.8)
};

const fn style(face: Face, size: f32, leading: f32) -> Style {
    Style {
        face,
        size,
        leading,
        colour: INK,
    }
}

pub(super) fn draw(profile: &Profile, issue: &Issue) -> Result<Vec<u8>> {
    let mut book = Book::new();
    book.lay(ornament::ground());
    if issue.is_specimen {
        specimen(&mut book);
    }
    let y = head(&mut book, profile, issue);
    // Once beside the page to see how much room is left, then in the middle of it.
    let low = body(&mut Book::new(), profile, y);
    let slack = (FACTS - 44.0 - low).max(0.0);
    let low = body(&mut book, profile, y + slack / 2.0);
    facts(&mut book, profile, issue, low.max(FACTS));
    foot(&mut book, profile, issue);
    book.finish(&About {
        title: format!(
            "{}: {}",
            title(profile),
            profile.record.company.company_name
        ),
        subject: format!("{}, verification code {}", number_of(profile), issue.code),
        at: issue.at,
        creator: CREATOR,
    })
}

fn title(profile: &Profile) -> &'static str {
    match profile.record.company.entity_type {
        EntityType::Company => "Certificate of Incorporation",
        EntityType::IncorporatedTrustee => "Certificate of Incorporation of Trustees",
        EntityType::BusinessName => "Certificate of Registration of Business Name",
        EntityType::LimitedPartnership | EntityType::LimitedLiabilityPartnership => {
            "Certificate of Registration"
        }
    }
}

/// Says across the page that this is no document of a real entity.
pub(super) fn specimen(book: &mut Book) {
    let run = Run::new(Face::Bold, "SPECIMEN");
    let size = 104.0;
    let (sin, cos) = 52.0_f32.to_radians().sin_cos();
    let half = run.width(size) / 2.0;
    let (x, y) = (
        WIDTH / 2.0 - cos * half + 34.0,
        HEIGHT / 2.0 - sin * half - 22.0,
    );
    book.write_turned([cos, sin, -sin, cos, x, y], size, RED, Strength::Mark, &run);
}

fn middle(book: &mut Book, style: Style, y: f32, text: &str, lines_max: usize) -> f32 {
    let lines = wrap(style, text, INNER, lines_max);
    write(book, style, Align::Middle, (MARGIN, y), INNER, &lines)
}

/// Where the document comes from: a specimen from no register.
fn overline(issue: &Issue) -> (Style, &'static str, i32) {
    let style = |colour| Style { colour, ..OVERLINE };
    match issue.is_specimen {
        true => (style(RED), SPECIMEN, 30),
        false => {
            let text = "FROM THE REGISTER OF THE CORPORATE AFFAIRS COMMISSION";
            (style(GREEN), text, 95)
        }
    }
}

fn head(book: &mut Book, profile: &Profile, issue: &Issue) -> f32 {
    let (overline, text, apart) = overline(issue);
    let line = [Run::new(overline.face, text).spaced(apart)];
    let y = write(book, overline, Align::Middle, (MARGIN, 96.0), INNER, &line);
    let title_style = Style {
        colour: GREEN,
        ..TITLE
    };
    let title = title(profile);
    let sizes: &[f32] = if title.len() < 30 {
        &[29.0, 28.0, 27.0, 26.0]
    } else {
        &[26.0]
    };
    let lines_max = if title.len() < 30 { 1 } else { 2 };
    let (title_style, lines) = fit(title_style, sizes, title, INNER, lines_max);
    let place = (MARGIN, y + 30.0);
    let y = write(book, title_style, Align::Middle, place, INNER, &lines);
    let y = y - title_style.leading + 17.0;
    book.rule(WIDTH / 2.0 - 60.0, y, 48.0, 0.8, GOLD);
    book.rule(WIDTH / 2.0 + 12.0, y, 48.0, 0.8, GOLD);
    book.fill(WIDTH / 2.0 - 2.0, y - 2.0, 4.0, 4.0, GOLD);
    y
}

fn body(book: &mut Book, profile: &Profile, y: f32) -> f32 {
    let company = &profile.record.company;
    let y = middle(book, SENTENCE, y + 40.0, "The register shows that", 1);
    let name = company.company_name.as_str();
    let (name_style, lines) = fit(
        NAME,
        &[28.0, 24.0, 20.0, 17.0, 14.0, 12.0, 10.0],
        name,
        INNER,
        5,
    );
    let place = (MARGIN, y + name_style.size * 0.9);
    let y = write(book, name_style, Align::Middle, place, INNER, &lines);
    let number = Style {
        face: Face::Bold,
        size: 12.0,
        colour: GREEN,
        ..SENTENCE
    };
    let y = y - name_style.leading + 26.0;
    let y = middle(book, number, y, &number_of(profile), 1);
    let (did, date) = registered(profile);
    let y = middle(book, SENTENCE, y + 10.0, &did, 3);
    let Some(date) = date else { return y };
    let day = Style {
        face: Face::Serif,
        size: 16.0,
        ..SENTENCE
    };
    middle(book, day, y + 6.0, &date, 1)
}

/// What happened, and when if the register says so.
fn registered(profile: &Profile) -> (String, Option<String>) {
    let company = &profile.record.company;
    let kind = words::company_type(&company.company_type, company.entity_type);
    let article = match kind.starts_with(['a', 'e', 'i', 'o']) {
        true => "an",
        false => "a",
    };
    let verb = match company.entity_type {
        EntityType::Company | EntityType::IncorporatedTrustee => "incorporated",
        _ => "registered",
    };
    let act = "under the Companies and Allied Matters Act";
    match company.registration_date.as_deref() {
        Some(date) => (
            format!("was {verb} {act} as {article} {kind} on"),
            Some(words::date(date)),
        ),
        None => (
            format!(
                "is registered {act} as {article} {kind}; the register does not say since when."
            ),
            None,
        ),
    }
}

/// Status and address, under a line across the page.
fn facts(book: &mut Book, profile: &Profile, issue: &Issue, y: f32) {
    let company = &profile.record.company;
    let read = words::moment(profile.record.retrieved_at);
    let half = (INNER - 24.0) / 2.0;
    book.rule(MARGIN, y, INNER, 0.5, LINE);
    let right = MARGIN + half + 24.0;
    let status_colour = match company.registration_status {
        RegistrationStatus::Active => GREEN,
        RegistrationStatus::Unknown => GREY,
        _ => RED,
    };
    let status = Style {
        face: Face::Bold,
        colour: status_colour,
        ..VALUE
    };
    let top = y + 17.0;
    let low = fact(
        book,
        (MARGIN, top),
        half,
        "STATUS",
        status,
        words::status(company.registration_status),
    );
    let address = match company.registered_address.as_str() {
        "" => "The register does not say",
        address => address,
    };
    fact(
        book,
        (right, top),
        half,
        "REGISTERED ADDRESS",
        VALUE,
        address,
    );
    let low = fact(
        book,
        (MARGIN, low + 8.0),
        half,
        "REGISTER READ ON",
        VALUE,
        &read,
    );
    let drawn = words::moment(issue.at);
    fact(
        book,
        (MARGIN, low + 8.0),
        half,
        "DOCUMENT DRAWN ON",
        VALUE,
        &drawn,
    );
}

fn fact(
    book: &mut Book,
    (x, y): (f32, f32),
    width: f32,
    label: &str,
    style: Style,
    value: &str,
) -> f32 {
    let label = wrap(LABEL, label, width, 1);
    let y = write(book, LABEL, Align::Left, (x, y), width, &label);
    let lines = wrap(style, value, width, 7);
    write(book, style, Align::Left, (x, y + 3.0), width, &lines)
}

fn foot(book: &mut Book, profile: &Profile, issue: &Issue) {
    let top = HEIGHT - 224.0;
    ornament::seal(book, MARGIN + 52.0, top + 50.0, 52.0);
    let side = 92.0;
    let left = WIDTH - MARGIN - side;
    code::draw(book, left + 6.0, top + 2.0, side, &issue.verify_url);
    let width = left - MARGIN - 104.0 - 40.0;
    let x = MARGIN + 104.0 + 20.0;
    let label = wrap(LABEL, "VERIFICATION CODE", width, 1);
    let y = write(book, LABEL, Align::Right, (x, top + 26.0), width, &label);
    let strong = Style {
        face: Face::Bold,
        ..style(Face::Bold, 11.0, 15.0)
    };
    let lines = wrap(strong, &issue.code, width, 2);
    let y = write(book, strong, Align::Right, (x, y + 5.0), width, &lines);
    let plain = wrap(SMALL, &issue.verify_url, width, 3);
    write(book, SMALL, Align::Right, (x, y), width, &plain);
    let mut note = note(profile, issue);
    if book.leaves_out() {
        note.push(' ');
        note.push_str(LEFT_OUT);
    }
    let lines = wrap(SMALL, &note, INNER, 5);
    book.rule(MARGIN, HEIGHT - 108.0, INNER, 0.5, LINE);
    write(
        book,
        SMALL,
        Align::Left,
        (MARGIN, HEIGHT - 94.0),
        INNER,
        &lines,
    );
}

/// What the document is not.
fn note(profile: &Profile, issue: &Issue) -> String {
    if issue.is_specimen {
        return "Specimen made from test data of the sandbox. It was not issued by the Corporate \
                Affairs Commission and does not come from its register; the entity is fictional, \
                and the document has no legal value. Documents of the live environment carry no \
                such mark."
            .to_owned();
    }
    let number = number_of(profile);
    format!(
        "Drawn by Kofa from the record of {number} in the register of the Corporate Affairs \
         Commission. It says what the register said when it was read and is not the certificate \
         that the Commission issued. Its verification code shows whether it still holds."
    )
}
