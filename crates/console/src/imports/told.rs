//! What an import did, and where to from there.

use kofa_investment::HoldersReport;
use kofa_investment::file_imports::Imported;
use kofa_investment::held_file::{FileImport, Purpose};
use kofa_investment::parties_import::PartiesReport;
use kofa_investment::settlement_import::ImportReport;
use kofa_investment::statement_import::StatementReport;
use kofa_portal::kit::show::{count, naira, plain};

use super::number;
use crate::asked::words;
use crate::report::{Line, Report};

/// The page that the file came from or goes to, and what leads there.
pub(super) fn back(import: &FileImport) -> (String, &'static str) {
    let environment = import.environment.map_or("", |one| one.as_str());
    let room = |room: &str| format!("/console/offers/{room}?environment={environment}");
    match import.purpose {
        Purpose::Banks => ("/console/reference".to_owned(), "Banks"),
        Purpose::Brokers => ("/console/reference/brokers".to_owned(), "Brokers"),
        Purpose::Offers => (
            format!("/console/offers?environment={environment}"),
            "Offers",
        ),
        Purpose::Holders => {
            let offer = format!("/console/offers/{environment}/{}", import.offer_id);
            (offer, "Offer")
        }
        Purpose::Payments => (room("payments"), "Payments"),
        Purpose::Statement => (room("statements"), "Statements"),
    }
}

/// The report of an import.
pub(super) fn told(import: &FileImport, imported: Imported) -> Report {
    let back = back(import);
    match imported {
        Imported::Parties(report) => parties(report, back),
        Imported::Offers(made) => Report {
            lead: "All rows were accepted.".to_owned(),
            counts: vec![
                ("Created", made.offers.len().to_string()),
                ("Already existed, unchanged", made.unchanged.to_string()),
            ],
            lines: Vec::new(),
            untold: 0,
            back,
        },
        Imported::Holders(report) => holders(&import.offer_id, report, back),
        Imported::Payments(report) => payments(report, back),
        Imported::Statement(report) => statement(report, back),
    }
}

fn parties(report: PartiesReport, back: (String, &'static str)) -> Report {
    let rejected = report.rejected.len().to_string();
    let lines = report.rejected.into_iter().map(|one| Line {
        line: one.line,
        what: "rejected".to_owned(),
        why: plain(&one.reason),
    });
    Report {
        lead: "The changes take effect within a second.".to_owned(),
        counts: vec![
            ("Rows", report.rows.to_string()),
            ("Added", report.added.to_string()),
            ("Changed", report.changed.to_string()),
            ("Unchanged", report.unchanged.to_string()),
            ("Rejected", rejected),
        ],
        lines: lines.collect(),
        untold: 0,
        back,
    }
}

fn holders(offer: &str, report: HoldersReport, back: (String, &'static str)) -> Report {
    let shares = |shares: i128| count(i64::try_from(shares).unwrap_or(i64::MAX));
    let mut counts = vec![
        ("Rows read", number(report.rows_read)),
        ("Holders in the register", number(report.rows_stored)),
        ("Rows rejected", number(report.rows_rejected)),
        ("Shares held", shares(report.shares_held)),
        (
            "Shares available to take up",
            shares(report.shares_available),
        ),
        (
            "Shares available to the whole register",
            shares(report.register_available),
        ),
        ("Shares on offer", count(report.shares_on_offer)),
    ];
    if let Some(gone) = report.holders_forgotten {
        counts.push(("Holders removed", number(gone)));
    }
    let mut lead = format!("Imported into the register of {offer}.");
    if let Some(warning) = report.warning() {
        lead.push_str(" Warning: ");
        lead.push_str(&warning);
    }
    let named = u64::try_from(report.first_rejects.len()).unwrap_or(u64::MAX);
    let lines = report.first_rejects.into_iter().map(|one| Line {
        line: one.line,
        what: "rejected".to_owned(),
        why: one.reason,
    });
    Report {
        lead,
        counts,
        lines: lines.collect(),
        untold: report.rows_rejected.saturating_sub(named),
        back,
    }
}

fn payments(report: ImportReport, back: (String, &'static str)) -> Report {
    let known = report.applied + report.repeated;
    let named = u64::try_from(report.reported.len()).unwrap_or(u64::MAX);
    let lines = report.reported.into_iter().map(|one| Line {
        line: one.line,
        what: match one.reference {
            Some(reference) => format!("{} {reference}", words(one.outcome)),
            None => words(one.outcome),
        },
        why: plain(&one.message),
    });
    Report {
        lead: "Each line has its own outcome. Importing the same file again changes nothing."
            .to_owned(),
        counts: vec![
            ("Lines", number(report.lines)),
            ("Applied", number(report.applied)),
            ("Total applied", naira(report.total_applied)),
            ("Already entered", number(report.repeated)),
            ("Unknown transaction", number(report.unknown_transaction)),
            ("Amount mismatch", number(report.amount_mismatch)),
            ("Already paid", number(report.already_paid)),
            ("Not awaiting payment", number(report.not_payable)),
            (
                "Reference used for another payment",
                number(report.reference_reused),
            ),
            ("Unreadable", number(report.rejected)),
        ],
        lines: lines.collect(),
        untold: report.lines.saturating_sub(known).saturating_sub(named),
        back,
    }
}

fn statement(report: StatementReport, back: (String, &'static str)) -> Report {
    let named = u64::try_from(report.reported.len()).unwrap_or(u64::MAX);
    let untold = (report.differences + report.rejected).saturating_sub(named);
    let lines = report.reported.into_iter().map(|one| Line {
        line: 0,
        what: format!("{} {}", words(one.outcome), one.what),
        why: one.message,
    });
    Report {
        lead: "Each entry has its own outcome. Importing the same statement again changes \
               nothing."
            .to_owned(),
        counts: vec![
            ("Statements", number(report.statements)),
            ("Entries", number(report.entries)),
            ("Payments applied", number(report.applied)),
            ("Total applied", naira(report.total_applied)),
            ("Refunds paid", number(report.refunded)),
            ("Refunds returned", number(report.returned)),
            ("Already entered", number(report.repeated)),
            ("Needs review", number(report.differences)),
            ("Pending or zero amount", number(report.skipped)),
            ("Unreadable", number(report.rejected)),
        ],
        lines: lines.collect(),
        untold,
        back,
    }
}
