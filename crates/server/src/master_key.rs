//! The master keys of encryption at rest as they are given: 32 bytes in hexadecimal each, in a
//! file of their own, in the environment, or printed by a command.

use std::io::{ErrorKind, Read as _, Write as _};
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};
use kofa_domain::{Ids, Sensitive};
use kofa_store::{FIRST_KEY, MasterKey};
use zeroize::Zeroizing;

/// Keys that may be given at once.
const KEYS_MAX: usize = 16;
/// Longest text with keys, in bytes.
const TEXT_BYTES_MAX: u64 = 64 * 1024;
/// How long a command may take to print the keys, in seconds.
const COMMAND_S_MAX: u64 = 30;

/// A key as it was given, and the number that it was given under.
#[derive(Clone, Debug)]
pub struct GivenKey {
    pub id: Option<u8>,
    pub key: MasterKey,
}

impl From<MasterKey> for GivenKey {
    fn from(key: MasterKey) -> Self {
        Self { id: None, key }
    }
}

/// Reads a key of 64 hexadecimal digits.
///
/// # Errors
/// If it is anything else. The text is not repeated.
fn parse(text: &str) -> anyhow::Result<MasterKey> {
    let bytes = HEXLOWER_PERMISSIVE.decode(text.trim().as_bytes()).ok();
    let key = bytes.and_then(|bytes| bytes.try_into().ok());
    key.map(Sensitive::new)
        .context("a master key is 64 hexadecimal digits (32 bytes)")
}

/// Reads keys, one a line, each with or without its number before it: `2 0f0f…`. Lines that are
/// empty or begin with `#` say nothing.
///
/// # Errors
/// If there is none, or a line is anything else. The text is not repeated.
pub fn parse_all(text: &str) -> anyhow::Result<Vec<GivenKey>> {
    let mut keys = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (id, key) = match line.split_once(char::is_whitespace) {
            Some((id, key)) => {
                let id = id.parse().ok().filter(|id| *id >= FIRST_KEY);
                let id = id.with_context(|| {
                    format!("line {number}: a master key's number is from 1 to 255")
                })?;
                (Some(id), key)
            }
            None => (None, line),
        };
        let key = parse(key).with_context(|| format!("line {number}"))?;
        keys.push(GivenKey { id, key });
    }
    anyhow::ensure!(!keys.is_empty(), "there is no master key in it");
    anyhow::ensure!(
        keys.len() <= KEYS_MAX,
        "there are more than {KEYS_MAX} master keys in it"
    );
    Ok(keys)
}

/// The keys in `file`.
///
/// # Errors
/// If it cannot be read or understood, or if everybody with an account here can read it.
pub fn read(file: &Path) -> anyhow::Result<Vec<GivenKey>> {
    let opened = std::fs::File::open(file);
    if opened
        .as_ref()
        .is_err_and(|error| error.kind() == ErrorKind::NotFound)
    {
        anyhow::bail!(
            "no master key in {}; make one with `openssl rand -hex 32`, keep a copy elsewhere, \
             and name its file in `master_key_file` (without it nothing that is sealed can be \
             read again)",
            file.display()
        );
    }
    let what = || format!("{}", file.display());
    let opened = opened.with_context(what)?;
    let mode = opened.metadata().with_context(what)?.permissions().mode();
    anyhow::ensure!(
        mode & 0o007 == 0,
        "everybody with an account on this machine can read the master key: run \
         `chmod 600 {}`, and change the key if somebody may have",
        file.display()
    );
    let mut text = Zeroizing::new(String::new());
    let mut all = opened.take(TEXT_BYTES_MAX);
    all.read_to_string(&mut text).with_context(what)?;
    parse_all(&text).with_context(what)
}

/// The keys in `file`, made if the file is not there; whether it was made.
///
/// # Errors
/// If the file cannot be read, written or understood.
pub fn read_or_make(file: &Path) -> anyhow::Result<(Vec<GivenKey>, bool)> {
    if file
        .try_exists()
        .with_context(|| format!("{}", file.display()))?
    {
        return Ok((read(file)?, false));
    }
    let key: [u8; 32] = Ids.secret();
    write_private(file, &format!("{}\n", HEXLOWER.encode(&key)))?;
    Ok((vec![Sensitive::new(key).into()], true))
}

/// Adds a new key under the number `id` to a file of keys.
///
/// # Errors
/// If the file cannot be read or written.
pub fn add(file: &Path, id: u8) -> anyhow::Result<MasterKey> {
    read(file)?;
    let mut text = Zeroizing::new(std::fs::read_to_string(file)?);
    if !text.ends_with('\n') {
        text.push('\n');
    }
    let key: [u8; 32] = Ids.secret();
    text.push_str(&format!("{id} {}\n", HEXLOWER.encode(&key)));
    // A link leads to the file.
    let file = file.canonicalize()?;
    let owner = std::fs::metadata(&file)?;
    write_private(&file, &text).context(
        "the file of the master key cannot be changed here: add a second line with a key of \
         `openssl rand -hex 32` where the file is made, and run this again",
    )?;
    // Root may have run this, and the server reads it.
    std::os::unix::fs::chown(&file, Some(owner.uid()), Some(owner.gid()))?;
    std::fs::set_permissions(&file, owner.permissions())?;
    Ok(Sensitive::new(key))
}

/// The keys that a command prints.
///
/// # Errors
/// If it fails, takes longer than half a minute, or prints anything else. What it prints is not
/// repeated; what it says on standard error goes to ours.
pub fn from_command(command: &str) -> anyhow::Result<Vec<GivenKey>> {
    let within = Duration::from_secs(COMMAND_S_MAX);
    let text = printed(command, within).context("`master_key_command`")?;
    parse_all(&text).context("what `master_key_command` prints")
}

fn printed(command: &str, within: Duration) -> anyhow::Result<Zeroizing<String>> {
    let mut child = Command::new("/bin/sh")
        .args(["-c", command])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        // What it starts ends with it.
        .process_group(0)
        .spawn()?;
    let out = child.stdout.take().context("its output")?;
    let (read, all) = mpsc::channel();
    let reader = std::thread::Builder::new().name("kofa-master-key".to_owned());
    reader.spawn(move || {
        let mut text = String::new();
        let done = out.take(TEXT_BYTES_MAX).read_to_string(&mut text);
        let _ = read.send(done.map(|_| Zeroizing::new(text)));
    })?;
    let until = Instant::now() + within;
    let text = all.recv_timeout(within);
    let status = ended(&mut child, until)?;
    anyhow::ensure!(status.success(), "the command failed: {status}");
    text.context("the command went on without an end of its output")?
        .context("its output is no text")
}

/// How a child ended; it is killed when its time is over.
fn ended(child: &mut Child, until: Instant) -> anyhow::Result<std::process::ExitStatus> {
    /// How often it is looked at, in milliseconds.
    const EVERY_MS: u64 = 10;
    let (_never, wait) = mpsc::channel::<()>();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if Instant::now() >= until {
            let group = i32::try_from(child.id()).ok();
            if let Some(group) = group.and_then(rustix::process::Pid::from_raw) {
                let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
            }
            child.wait()?;
            anyhow::bail!("the command took too long");
        }
        let _ = wait.recv_timeout(Duration::from_millis(EVERY_MS));
    }
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
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => sync_folder(folder),
        _ => sync_folder(Path::new(".")),
    }
}

/// Makes the names in a folder durable.
///
/// # Errors
/// If it cannot be.
pub fn sync_folder(folder: &Path) -> anyhow::Result<()> {
    let opened = std::fs::File::open(folder).and_then(|folder| folder.sync_all());
    opened.with_context(|| format!("{}", folder.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().unwrap()
    }

    #[test]
    fn a_key_is_made_once_and_read_again() {
        let folder = folder();
        let file = folder.path().join("master.key");
        let (made, new) = read_or_make(&file).unwrap();
        let (read, again) = read_or_make(&file).unwrap();
        assert!(new && !again);
        assert_eq!(made[0].key, read[0].key);
        std::fs::write(&file, "short").unwrap();
        assert!(read_or_make(&file).is_err());
    }

    #[test]
    fn a_key_is_added_to_a_file_and_its_mode_stays() {
        let folder = folder();
        let file = folder.path().join("master.key");
        let (made, _) = read_or_make(&file).unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).unwrap();
        let added = add(&file, 2).unwrap();
        let all = read(&file).unwrap();
        let told: Vec<_> = all.iter().map(|one| (one.id, one.key.clone())).collect();
        assert_eq!(told, [(None, made[0].key.clone()), (Some(2), added)]);
        let mode = std::fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
    }

    #[test]
    fn a_file_that_everybody_can_read_is_refused_with_the_remedy() {
        let folder = folder();
        let file = folder.path().join("master.key");
        read_or_make(&file).unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
        let why = format!("{:#}", read(&file).unwrap_err());
        assert!(
            why.contains(&format!("chmod 600 {}", file.display())),
            "{why}"
        );
    }

    #[test]
    fn what_is_no_key_is_refused() {
        for text in ["", "zz", &"g".repeat(64), &"é".repeat(32), &"0".repeat(63)] {
            assert!(parse(text).is_err(), "{text}");
        }
        assert_eq!(parse(&"0f".repeat(32)).unwrap().expose(), &[15; 32]);
    }

    #[test]
    fn keys_stand_one_a_line_with_or_without_numbers() {
        let key = "0f".repeat(32);
        let ids = |text: &str| -> Vec<_> {
            let all = parse_all(text).unwrap();
            all.into_iter().map(|one| one.id).collect()
        };
        assert_eq!(ids(&key), [None::<u8>]);
        assert_eq!(
            ids(&format!("# of 2026\n\n  {key}\n2\t{key}\r\n")),
            [None, Some(2)]
        );
        for wrong in [
            String::new(),
            "# nothing".to_owned(),
            format!("0 {key}"),
            format!("256 {key}"),
            format!("{key} {key}"),
            format!("{key}\n1"),
            format!("{key}\n").repeat(KEYS_MAX + 1),
        ] {
            let why = format!("{:#}", parse_all(&wrong).unwrap_err());
            assert!(!why.contains("0f0f"), "{why}");
        }
    }

    #[test]
    fn a_command_prints_the_keys_or_says_why_not() {
        let key = "0f".repeat(32);
        let all = from_command(&format!("echo {key}; echo 2 {key}")).unwrap();
        assert_eq!(all.len(), 2);
        let why = |command: &str| format!("{:#}", from_command(command).unwrap_err());
        assert!(why(&format!("echo {key}; exit 3")).contains("exit status: 3"));
        let other = why("echo 0f0f secret");
        assert!(
            other.contains("prints: line 1") && !other.contains("secret"),
            "{other}"
        );
        assert!(why("true").contains("no master key"));
        let within = Duration::from_millis(50);
        let slow = printed("sleep 600 & sleep 600", within).unwrap_err();
        assert!(format!("{slow:#}").contains("too long"), "{slow:#}");
    }
}
