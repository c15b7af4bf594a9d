//! What other accounts on this machine cannot see of the process and its files.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use rustix::fs::Mode;
use rustix::process::{DumpableBehavior, set_dumpable_behavior, umask};

/// Rights of whoever else has an account here.
const OTHERS: u32 = 0o007;
const GROUP_AND_OTHERS: u32 = 0o077;

/// What this process makes is its owner's alone. Unless core dumps are allowed, its memory, with
/// keys and documents in it, is written to no file and read by no other process of its account.
pub(crate) fn begin(allow_core_dumps: bool) {
    umask(Mode::RWXG | Mode::RWXO);
    if allow_core_dumps {
        return;
    }
    if let Err(error) = set_dumpable_behavior(DumpableBehavior::NotDumpable) {
        tracing::warn!(%error, "core dumps could not be turned off");
    }
}

/// Closes the files of the data to others, whatever an earlier version or a copy left, and warns
/// of a folder that is open: somebody may have made it so on purpose.
pub(crate) fn close(folder: &Path) {
    let mode = |path: &Path| Some(std::fs::metadata(path).ok()?.permissions().mode());
    if mode(folder).is_some_and(|mode| mode & OTHERS != 0) {
        tracing::warn!(
            "everybody with an account on this machine can enter the data folder: run \
             `chmod 700 {}`",
            folder.display()
        );
    }
    for name in ["kofa.db", "kofa-register.db"] {
        for ending in ["", "-wal", "-shm"] {
            let file = folder.join(format!("{name}{ending}"));
            let Some(found) = mode(&file).filter(|mode| mode & GROUP_AND_OTHERS != 0) else {
                continue;
            };
            let closed = std::fs::Permissions::from_mode(found & !GROUP_AND_OTHERS);
            if let Err(error) = std::fs::set_permissions(&file, closed) {
                tracing::warn!(
                    %error, file = %file.display(),
                    "others with an account on this machine can read the data"
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_the_data_are_closed_and_others_left() {
        let folder = tempfile::tempdir().unwrap();
        let names = ["kofa.db", "kofa.db-wal", "kofa-register.db", "notes.txt"];
        let modes = || {
            names.map(|name| {
                let file = folder.path().join(name);
                std::fs::metadata(file).unwrap().permissions().mode() & 0o777
            })
        };
        for name in names {
            let file = folder.path().join(name);
            std::fs::write(&file, "").unwrap();
            std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
        }
        close(folder.path());
        assert_eq!(modes(), [0o600, 0o600, 0o600, 0o644]);
    }
}
