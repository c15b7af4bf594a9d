//! Every command of the server: what the admin API mounts and `kofa admin` runs.

use kofa_commands::Entry;

/// All of them, those of a tag together.
pub fn all() -> Vec<Entry> {
    let mut all = [
        kofa_commands::platform::all(),
        kofa_investment::commands::all(),
        kofa_documents::commands::all(),
        kofa_registry::commands::all(),
    ]
    .concat();
    all.sort_by_key(|entry| entry.spec.tag);
    all
}
