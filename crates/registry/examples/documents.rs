//! Draws sample documents into a directory, and says how long each took.
//!
//! `cargo run -p kofa-registry --example documents -- DIRECTORY`

use std::path::PathBuf;
use std::time::Instant;

use kofa_registry::documents::pdf::{Document, Issue, draw};
use kofa_registry::rules::EntityType;

#[path = "../tests/registry/samples.rs"]
#[expect(clippy::unwrap_used, reason = "the samples are the tests' own")]
mod samples;

#[expect(clippy::print_stdout, reason = "its one purpose")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| ".".to_owned()));
    let specimen = Issue {
        is_specimen: true,
        ..samples::issue()
    };
    let name = "Mama Ẹ̀kọ́ Fabrics";
    let tones = "Ẹ̀kọ́ Ọ̀ṣun Ṣàngó Ńdị́gbò Ụ̀mụ̀ahịa Ƙàura Ɓàuchi \
                 Ɗan Ƴàr M̀kpọ́ N̄kàñ̄ Ẹ̄rọ̄ S̩ A̱byin Ǝ̀";
    let foreign = "Kano 上海 公司 شركة Import-Export Ltd";
    let drawings = [
        ("company", samples::company(), samples::issue()),
        ("specimen", samples::company(), specimen),
        ("crowd", samples::crowd(500), samples::issue()),
        ("long", samples::long(), samples::issue()),
        (
            "bare",
            samples::bare(name, "9003619", EntityType::BusinessName),
            samples::issue(),
        ),
        (
            "tones",
            samples::bare(tones, "9003621", EntityType::BusinessName),
            samples::issue(),
        ),
        (
            "foreign",
            samples::bare(foreign, "9003620", EntityType::Company),
            samples::issue(),
        ),
    ];
    for (name, profile, issue) in drawings {
        for document in [Document::Certificate, Document::StatusReport] {
            let begin = Instant::now();
            let bytes = draw(document, &profile, &issue)?;
            let took = begin.elapsed();
            let path = folder.join(format!("{name}-{}.pdf", document.as_str()));
            println!("{} {} bytes {took:?}", path.display(), bytes.len());
            std::fs::write(path, bytes)?;
        }
    }
    Ok(())
}
