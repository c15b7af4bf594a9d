//! The master key of encryption at rest: 32 bytes, in hexadecimal, in a file of its own.

use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use anyhow::Context as _;
use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};
use kofa_domain::{Ids, Sensitive};
use kofa_store::{CheckKeyMark, Store, StoreKeyMark, Vault};

/// Going on would seal new data with another key than the old, and take no key and no person for
/// one that is known.
const OTHER: &str = "the data was written with another master key: name that key's file in \
    `master_key_file`, or give it in KOFA_MASTER_KEY; nothing was changed (if it is lost, what it \
    sealed cannot be read again: begin anew with another `data_dir` or `database_url`)";

/// Reads a key of 64 hexadecimal digits.
///
/// # Errors
/// If it is anything else. The text is not repeated.
pub fn parse(text: &str) -> anyhow::Result<Sensitive<[u8; 32]>> {
    let bytes = HEXLOWER_PERMISSIVE.decode(text.trim().as_bytes()).ok();
    let key = bytes.and_then(|bytes| bytes.try_into().ok());
    key.map(Sensitive::new)
        .context("a master key is 64 hexadecimal digits (32 bytes)")
}

/// The key in `file`, made if the file is not there; whether it was made.
///
/// # Errors
/// If the file cannot be read, written or understood.
pub fn read_or_make(file: &Path) -> anyhow::Result<(Sensitive<[u8; 32]>, bool)> {
    match std::fs::read_to_string(file) {
        Ok(text) => {
            let key = parse(&text).with_context(|| format!("{}", file.display()))?;
            Ok((key, false))
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let key: [u8; 32] = Ids.secret();
            write_private(file, &format!("{}\n", HEXLOWER.encode(&key)))?;
            Ok((Sensitive::new(key), true))
        }
        Err(error) => Err(error).with_context(|| format!("{}", file.display())),
    }
}

/// The vault of a server that begins to serve the data in `store`, which is `key`'s from now on
/// if it had no mark of a key yet.
///
/// # Errors
/// If it is another key's data.
pub async fn take_up(store: &Store, key: &Sensitive<[u8; 32]>) -> anyhow::Result<Vault> {
    let vault = Vault::new(key);
    let is_ours = store.write(StoreKeyMark::new(&vault)).await?;
    anyhow::ensure!(is_ours, OTHER);
    Ok(vault)
}

/// The vault of a command that works on the data in `store`.
///
/// # Errors
/// If it is another key's data.
pub async fn vault_of(store: &Store, key: &Sensitive<[u8; 32]>) -> anyhow::Result<Vault> {
    let vault = Vault::new(key);
    let is_ours = store.read(CheckKeyMark::new(&vault)).await?;
    anyhow::ensure!(is_ours, OTHER);
    Ok(vault)
}

/// Writes a file that only its owner can read, whole or not at all.
///
/// # Errors
/// If it cannot be written.
pub fn write_private(file: &Path, text: &str) -> anyhow::Result<()> {
    let beside = file.with_extension("new");
    let _ = std::fs::remove_file(&beside);
    let mut open = std::fs::OpenOptions::new();
    let mut out = open
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&beside)
        .with_context(|| format!("{}", beside.display()))?;
    out.write_all(text.as_bytes())?;
    out.sync_all()?;
    std::fs::rename(&beside, file).with_context(|| format!("{}", file.display()))?;
    // Without this a power cut may leave data, in another folder, without its key.
    let folder = file
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let folder = std::fs::File::open(folder.unwrap_or(Path::new(".")))?;
    Ok(folder.sync_all()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_made_once_and_read_again() {
        let folder =
            std::env::temp_dir().join(format!("kofa-{:x}", u64::from_be_bytes(Ids.secret())));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("master.key");
        let (made, new) = read_or_make(&file).unwrap();
        let (read, again) = read_or_make(&file).unwrap();
        assert!(new && !again);
        assert_eq!(made.expose(), read.expose());
        std::fs::write(&file, "short").unwrap();
        assert!(read_or_make(&file).is_err());
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn what_is_no_key_is_refused() {
        for text in ["", "zz", &"g".repeat(64), &"é".repeat(32), &"0".repeat(63)] {
            assert!(parse(text).is_err(), "{text}");
        }
        assert_eq!(parse(&"0f".repeat(32)).unwrap().expose(), &[15; 32]);
    }
}
