//! The page of the sandbox's reserved values, as each product gives them.

use askama::Template;
use kofa_core::product::{Products, SandboxAnswer, SandboxTable};
use kofa_gate::status;

use crate::page::{Frame, Part};

/// The page of reserved values.
#[derive(Debug, Template)]
#[template(path = "sandbox.html")]
pub(crate) struct Sandbox {
    pub(crate) frame: Frame,
    pub(crate) tables: Vec<Table>,
}

/// The values of one kind.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) anchor: &'static str,
    pub(crate) title: &'static str,
    /// The form of the reserved values.
    pub(crate) range: &'static str,
    pub(crate) note: &'static str,
    pub(crate) rows: Vec<Row>,
}

/// A value and what comes of it.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) value: &'static str,
    pub(crate) outcome: &'static str,
    /// The status of the answer.
    pub(crate) status: u16,
    /// The error code, or nothing for a success.
    pub(crate) code: &'static str,
}

/// What can be tried. The last product comes first: a first call looks a company up.
pub(crate) fn tables(products: &Products) -> Vec<Table> {
    let tables = products.iter().rev().flat_map(|one| one.sandbox_values);
    tables.map(table).collect()
}

fn table(of: &SandboxTable) -> Table {
    let rows = of.values.iter().map(|one| {
        let (status, code) = match one.answer {
            SandboxAnswer::Success(status) => (status, ""),
            SandboxAnswer::Failure(code) => (status(code.kind).as_u16(), code.name),
        };
        Row {
            value: one.value,
            outcome: one.outcome,
            status,
            code,
        }
    });
    Table {
        anchor: of.anchor,
        title: of.title,
        range: of.range,
        note: of.note,
        rows: rows.collect(),
    }
}
