//! Who holds whom: the shareholders of some companies as one graph, drawn and in words.

use std::fmt::Write as _;

use serde_json::Value;

use crate::kit::show::{Html, count, escape};

/// Levels of holders above a company.
const DEPTH_MAX: usize = 6;
/// Boxes of a drawing.
const BOXES_MAX: usize = 60;
/// Letters of a name in a box.
const SHOWN: usize = 26;
/// Width of a box, height of a row, and the way to the next level, in units of the drawing.
const BOX: (usize, usize, usize) = (210, 52, 290);

/// The graph of what the answers say.
#[derive(Debug)]
pub(super) struct Ownership {
    pub(super) drawing: Html,
    pub(super) lines: Vec<Line>,
    /// Whether there is more than is drawn.
    pub(super) is_cut: bool,
}

/// A holding in words.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) holder: String,
    pub(super) of: String,
    pub(super) shares: String,
    pub(super) part: String,
    /// Of the company at the root, through those between.
    pub(super) through: String,
    /// Why the graph does not go on here; empty where nobody is known above.
    pub(super) note: &'static str,
}

/// A company whose shareholders are known.
struct Company<'a> {
    number: String,
    name: &'a str,
    holdings: Vec<Holding<'a>>,
}

struct Holding<'a> {
    name: &'a str,
    /// Of a body; empty for people.
    number: String,
    is_body: bool,
    shares: i64,
    /// In hundredths of a per cent.
    part: u64,
}

/// A holder in the drawing.
struct Drawn {
    level: usize,
    /// Twice its row, so that it can stand between two.
    row: usize,
    /// Which of the drawn it holds; none of a root.
    of: Option<usize>,
    name: String,
    part: String,
    class: &'static str,
}

/// A registration number without prefix and leading zeros: by it bodies are known again.
fn number(text: &str) -> String {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    digits.trim_start_matches('0').to_owned()
}

fn company(data: &Value) -> Option<Company<'_>> {
    let holdings = data["shareholders"].as_array()?;
    Some(Company {
        number: number(data["rcNumber"].as_str()?),
        name: data["companyName"].as_str()?,
        holdings: holdings.iter().filter_map(holding).collect(),
    })
}

/// A holding; none that was given up.
fn holding(one: &Value) -> Option<Holding<'_>> {
    let part = one["percentage"].as_f64()?;
    Some(Holding {
        name: one["name"].as_str()?,
        number: number(one["corporationRcNumber"].as_str().unwrap_or_default()),
        is_body: one["isCorporate"] == true,
        shares: one["sharesAllotted"].as_i64().unwrap_or_default(),
        part: (part * 100.0).round() as u64,
    })
}

/// `12.5%`, from hundredths of a per cent.
fn per_cent(hundredths: u64) -> String {
    let text = format!("{}.{:02}", hundredths / 100, hundredths % 100);
    format!("{}%", text.trim_end_matches('0').trim_end_matches('.'))
}

impl Ownership {
    /// Of answers about share distributions; `None` if none says who holds what. A body that is
    /// held by another of these companies stands below it.
    pub(super) fn of(answers: &[&Value]) -> Option<Self> {
        let mut companies: Vec<Company<'_>> = Vec::new();
        for one in answers.iter().filter_map(|data| company(data)) {
            if !companies.iter().any(|other| other.number == one.number) {
                companies.push(one);
            }
        }
        if companies.is_empty() {
            return None;
        }
        let mut graph = Graph {
            companies: &companies,
            shown: vec![false; companies.len()],
            drawn: Vec::new(),
            lines: Vec::new(),
            rows: 0,
            is_cut: false,
        };
        let is_held = |at: usize| {
            let others = companies
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != at);
            others
                .flat_map(|(_, one)| &one.holdings)
                .any(|holding| holding.is_body && holding.number == companies[at].number)
        };
        // First those that hold none of the others; then what only circles lead to.
        for at in (0..companies.len())
            .filter(|at| !is_held(*at))
            .chain(0..companies.len())
        {
            if !graph.shown[at] {
                graph.root(at);
            }
        }
        Some(Self {
            drawing: graph.drawing(),
            is_cut: graph.is_cut,
            lines: graph.lines,
        })
    }
}

struct Graph<'a> {
    companies: &'a [Company<'a>],
    /// Which of the companies stand in the drawing.
    shown: Vec<bool>,
    drawn: Vec<Drawn>,
    lines: Vec<Line>,
    rows: usize,
    is_cut: bool,
}

/// Where in the drawing holders are added.
struct Place<'a> {
    /// The companies from the root to here.
    path: &'a [usize],
    /// The box of the last of them.
    below: usize,
    /// Of the root, in hundredths of a per cent.
    through: u64,
}

impl Graph<'_> {
    fn root(&mut self, at: usize) {
        let root = self.drawn.len();
        self.drawn.push(Drawn {
            level: 0,
            row: 0,
            of: None,
            name: self.companies[at].name.to_owned(),
            part: String::new(),
            class: "root",
        });
        self.shown[at] = true;
        let place = Place {
            path: &[at],
            below: root,
            through: 10_000,
        };
        self.drawn[root].row = self.holders(&place);
    }

    /// Adds the holders of the last company of the path; twice the row at which it stands.
    fn holders(&mut self, place: &Place<'_>) -> usize {
        let companies = self.companies;
        let level = place.path.len();
        let of = &companies[place.path[level - 1]];
        let (mut first, mut last) = (None, 0);
        for holding in &of.holdings {
            if self.drawn.len() >= BOXES_MAX {
                self.is_cut = true;
                break;
            }
            let known = companies.iter().position(|one| {
                holding.is_body && !one.number.is_empty() && one.number == holding.number
            });
            let (class, note) = match known {
                Some(at) if place.path.contains(&at) => ("circle", "Circle: holds itself"),
                Some(at) if self.shown[at] => ("again", "Shown above"),
                Some(_) if level >= DEPTH_MAX => ("body", "Not drawn further"),
                Some(_) => ("body", ""),
                None if holding.is_body => ("body", "Its holders were not asked for"),
                None => ("person", ""),
            };
            self.is_cut |= note == "Not drawn further";
            let through = place.through * holding.part / 10_000;
            self.lines.push(Line {
                holder: holding.name.to_owned(),
                of: of.name.to_owned(),
                shares: count(holding.shares),
                part: per_cent(holding.part),
                through: per_cent(through),
                note,
            });
            let here = self.drawn.len();
            self.drawn.push(Drawn {
                level,
                row: 0,
                of: Some(place.below),
                name: holding.name.to_owned(),
                part: per_cent(holding.part),
                class,
            });
            let row = match known.filter(|_| note.is_empty()) {
                Some(at) => {
                    self.shown[at] = true;
                    let path: Vec<usize> = place.path.iter().copied().chain([at]).collect();
                    self.holders(&Place {
                        path: &path,
                        below: here,
                        through,
                    })
                }
                None => self.next_row(),
            };
            self.drawn[here].row = row;
            first.get_or_insert(row);
            last = row;
        }
        match first {
            Some(first) => (first + last) / 2,
            None => self.next_row(),
        }
    }

    fn next_row(&mut self) -> usize {
        self.rows += 1;
        (self.rows - 1) * 2
    }

    fn drawing(&self) -> Html {
        let (width, height, step) = BOX;
        let levels = self
            .drawn
            .iter()
            .map(|one| one.level)
            .max()
            .unwrap_or_default();
        let all = (levels * step + width + 4, self.rows.max(1) * height);
        let mut out = format!(
            "<svg class=\"owners\" viewBox=\"0 0 {} {}\" width=\"{0}\" height=\"{1}\" role=\"img\" \
             aria-label=\"Ownership graph; the table below says the same\">",
            all.0, all.1
        );
        for one in &self.drawn {
            let (x, y) = (one.level * step + 2, one.row * height / 2 + height / 2);
            if let Some(below) = one.of.map(|below| &self.drawn[below]) {
                let from = (
                    below.level * step + 2 + width,
                    below.row * height / 2 + height / 2,
                );
                let middle = from.0 + (step - width) / 2;
                let _ = write!(
                    out,
                    "<path d=\"M{} {}H{middle}V{y}H{x}\"/><text class=\"part\" x=\"{}\" y=\"{}\">{}\
                     </text>",
                    from.0,
                    from.1,
                    x - 4,
                    y - 4,
                    one.part
                );
            }
            let (class, top) = (one.class, y - height / 2 + 8);
            let _ = write!(
                out,
                "<g class=\"{class}\"><rect x=\"{x}\" y=\"{top}\" width=\"{width}\" height=\"{}\" \
                 rx=\"8\"/><title>",
                height - 16
            );
            escape(&mut out, &one.name);
            let mark = match class {
                "circle" => "\u{21bb} ",
                "again" => "\u{2191} ",
                _ => "",
            };
            let _ = write!(out, "</title><text x=\"{}\" y=\"{}\">{mark}", x + 10, y + 5);
            escape(&mut out, &short(&one.name));
            out.push_str("</text></g>");
        }
        out.push_str("</svg>");
        Html(out)
    }
}

fn short(name: &str) -> String {
    let begin: String = name.chars().take(SHOWN).collect();
    match begin.len() == name.len() {
        true => begin,
        false => format!("{}\u{2026}", begin.trim_end()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn held(rc: &str, name: &str, holders: &[(&str, &str, f64)]) -> Value {
        let holder = |(name, rc, part): &(&str, &str, f64)| {
            json!({
                "name": name, "isCorporate": !rc.is_empty(), "corporationRcNumber": rc,
                "sharesAllotted": 1_000, "percentage": part,
            })
        };
        let all: Vec<Value> = holders.iter().map(holder).collect();
        json!({"rcNumber": rc, "companyName": name, "shareholders": all})
    }

    fn graph(all: &[Value]) -> Ownership {
        Ownership::of(&all.iter().collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn holdings_are_followed_from_company_to_company() {
        let own = graph(&[
            held("10", "Parent", &[("Ada", "", 60.0), ("Bob", "", 40.0)]),
            held(
                "20",
                "Child",
                &[("Parent", "RC-0010", 50.0), ("Eve", "", 12.5)],
            ),
        ]);
        let lines: Vec<_> = own
            .lines
            .iter()
            .map(|it| (&*it.holder, &*it.of, &*it.through))
            .collect();
        assert_eq!(
            lines,
            [
                ("Parent", "Child", "50%"),
                ("Ada", "Parent", "30%"),
                ("Bob", "Parent", "20%"),
                ("Eve", "Child", "12.5%"),
            ]
        );
        assert!(!own.is_cut);
        assert_eq!(own.drawing.0.matches("<rect").count(), 5);
        assert_eq!(own.drawing.0.matches("<path").count(), 4);
    }

    #[test]
    fn a_circle_is_shown_once_and_marked() {
        let own = graph(&[
            held("10", "A", &[("B", "20", 100.0)]),
            held("20", "B", &[("A", "10", 60.0), ("C", "30", 40.0)]),
            held("30", "C", &[("B", "20", 5.0)]),
        ]);
        let notes: Vec<_> = own.lines.iter().map(|it| (&*it.holder, it.note)).collect();
        assert_eq!(
            notes,
            [
                ("B", ""),
                ("A", "Circle: holds itself"),
                ("C", ""),
                ("B", "Circle: holds itself"),
            ]
        );
        assert_eq!(own.drawing.0.matches("class=\"circle\"").count(), 2);
    }

    #[test]
    fn what_is_shared_is_drawn_once_and_size_has_a_bound() {
        let many: Vec<(String, f64)> = (0..200).map(|at| (format!("H<{at}>"), 0.5)).collect();
        let many: Vec<(&str, &str, f64)> =
            many.iter().map(|(it, part)| (&**it, "", *part)).collect();
        let own = graph(&[held("10", "A", &many)]);
        assert!(own.is_cut && own.drawing.0.matches("<rect").count() == BOXES_MAX);
        assert!(own.drawing.0.contains("H&lt;1&gt;"));
        let own = graph(&[
            held("1", "Root", &[("Left", "2", 50.0), ("Right", "3", 50.0)]),
            held("2", "Left", &[("Top", "4", 100.0)]),
            held("3", "Right", &[("Top", "4", 100.0)]),
            held("4", "Top", &[("Ada", "", 100.0)]),
        ]);
        let again: Vec<_> = own
            .lines
            .iter()
            .filter(|it| it.note == "Shown above")
            .collect();
        assert_eq!((again.len(), &*again[0].of), (1, "Right"));
        assert!(Ownership::of(&[&json!(null)]).is_none());
    }

    #[test]
    fn long_names_and_parts_are_cut_to_what_can_be_read() {
        assert_eq!(
            short("Abcdefghijklmnopqrstuvwxyzab"),
            "Abcdefghijklmnopqrstuvwxyz\u{2026}"
        );
        assert_eq!(
            [per_cent(1_250), per_cent(5), per_cent(10_000)],
            ["12.5%", "0.05%", "100%"]
        );
    }
}
