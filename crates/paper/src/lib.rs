//! Documents as PDF: pages to draw on, text set in embedded faces, tables over pages. Pure: the
//! same drawing makes the same bytes. Knows no product; what stands in a document is said by
//! whoever draws it.
//!
//! * `book`: pages and the file they become. `face`: text into placed glyphs.
//! * `table`, `lines`, `words`: tables over pages, text into lines, values into words.

pub mod book;
pub mod face;
pub mod lines;
pub mod table;
pub mod words;
