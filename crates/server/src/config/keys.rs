//! The settings of the master keys.

use std::path::PathBuf;

use anyhow::Context as _;

use super::Config;
use crate::master_key::{self, GivenKey};

/// Where the master keys come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyPlace {
    /// `master_key`, or its variable.
    Setting,
    /// What `master_key_command` prints.
    Command,
    File(PathBuf),
}

impl Config {
    /// Where the master keys come from.
    pub fn key_place(&self) -> KeyPlace {
        let named = |name| self.filled(name).is_some();
        match (named("master_key"), named("master_key_command")) {
            (true, _) => KeyPlace::Setting,
            (_, true) => KeyPlace::Command,
            _ => KeyPlace::File(match self.filled("master_key_file") {
                Some(file) => PathBuf::from(file),
                None => self.data_dir().join("master.key"),
            }),
        }
    }

    /// The master keys: usually one. They are never made here: whoever runs a deployment keeps
    /// them.
    ///
    /// # Errors
    /// If there is none, or one is no key.
    pub fn master_keys(&self) -> anyhow::Result<Vec<GivenKey>> {
        match self.key_place() {
            KeyPlace::Setting => {
                let text = self.text("master_key").replace(',', "\n");
                master_key::parse_all(&text).context("`master_key`")
            }
            KeyPlace::Command => master_key::from_command(self.text("master_key_command")),
            KeyPlace::File(file) => master_key::read(&file),
        }
    }

    /// Whether a master key was named, rather than being expected in the data folder.
    pub fn names_master_key(&self) -> bool {
        let names = ["master_key", "master_key_command", "master_key_file"];
        names.iter().any(|name| self.filled(name).is_some())
    }

    /// The master keys, if any are named or lie in the data folder.
    ///
    /// # Errors
    /// If they cannot be read, or one is no key.
    pub fn master_keys_if_any(&self) -> anyhow::Result<Option<Vec<GivenKey>>> {
        let file = self.data_dir().join("master.key");
        let is_there = || {
            file.try_exists()
                .with_context(|| format!("{}", file.display()))
        };
        match self.names_master_key() || is_there()? {
            true => self.master_keys().map(Some),
            false => Ok(None),
        }
    }

    /// Whether the process may leave its memory, with keys in it, in a file.
    ///
    /// # Errors
    /// If it is neither `yes` nor `no`.
    pub fn allows_core_dumps(&self) -> anyhow::Result<bool> {
        match self.text("allow_core_dumps") {
            "no" => Ok(false),
            "yes" => Ok(true),
            _ => anyhow::bail!("`allow_core_dumps` must be `yes` or `no`"),
        }
    }
}
