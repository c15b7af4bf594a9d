//! Commands: what people and their programs can do, each stated once.
//!
//! A [`Command`] is a typed input, the function that reads and describes it, its right, and what
//! it does. The admin API, the console, the portal and the command line turn JSON, a form or
//! words into its input and its output into their shape, and hold no rule. A wrong command cannot
//! be made: the types of its fields check themselves.
//!
//! [`Entry`] is a command without its type, so that what surfaces do with commands is compiled
//! once. The admin API mounts entries (`admin::commands`), `kofa admin` runs them.

pub mod account;
mod describe;
mod entry;
mod fields;
mod house;
mod input;
mod made;
mod openapi;
pub mod platform;
mod proposal;
pub mod rules;
mod services;
pub mod wire;

pub use crate::describe::{Described, Field, Kind, Need, Place};
pub use crate::entry::{Answer, Entry, read};
pub use crate::fields::{FaultList, Fields};
pub use crate::house::{Concern, House};
pub use crate::input::{flag, number};
pub use crate::made::Made;
pub use crate::openapi::add_to;
pub use crate::proposal::ProposalView;
pub use crate::rules::{Rule, Wrong};
pub use crate::services::{Memory, Services};

use kofa_core::product::Products;
use kofa_core::{Actor, ActorAt, Permission};
use kofa_domain::Result;
use serde::Serialize;
use utoipa::ToSchema;

/// A method of HTTP. One that is not [`Method::Get`] changes something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    Get,
    Post,
    Put,
    /// Changes some of it.
    Patch,
    Delete,
}

/// The body of the admin API's request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Body {
    None,
    /// A JSON object; its schema's name and what it says of itself.
    Json(&'static str, &'static str),
    /// The same, or no body at all, which is an object without fields.
    MayBeEmpty(&'static str, &'static str),
    /// A JSON object whose fields another command describes; what is said of it.
    Some(&'static str),
}

/// What a command is called, where the admin API has it, and who may use it.
#[derive(Debug)]
pub struct Spec {
    /// Names it everywhere: `createOffer`.
    pub name: &'static str,
    /// Groups it with others.
    pub tag: &'static str,
    /// What it does, in a few words.
    pub summary: &'static str,
    /// The same, in sentences; may be empty.
    pub description: &'static str,
    /// How the admin API takes it.
    pub method: Method,
    /// Where the admin API has it.
    pub path: &'static str,
    pub body: Body,
    /// Without this right it is refused before anything of it is read. Operations check the
    /// right again, to the tenant: they cannot be passed by.
    pub right: Permission,
    /// Whether pages ask for password and second factor again, if they were given too long ago.
    pub asks_again: bool,
    /// How it can succeed: the status in the admin API, and when. The first is the usual one.
    pub success: &'static [(u16, &'static str)],
    /// Media types of the files that the admin API can also give, where `Accept` asks for one.
    pub files: &'static [&'static str],
}

impl Spec {
    /// Looks at something: what a command leaves out of its own.
    pub const BASE: Self = Self {
        name: "",
        tag: "",
        summary: "",
        description: "",
        method: Method::Get,
        path: "",
        body: Body::None,
        right: Permission::Look,
        asks_again: false,
        success: &[],
        files: &[],
    };

    /// Of a command that only looks: everyone may who may look, and no body is read.
    pub const fn get(name: &'static str, path: &'static str) -> Self {
        Self {
            name,
            path,
            ..Self::BASE
        }
    }

    /// Of one that makes or does something.
    pub const fn post(name: &'static str, path: &'static str) -> Self {
        let method = Method::Post;
        Self {
            method,
            ..Self::get(name, path)
        }
    }

    /// Of one that sets something.
    pub const fn put(name: &'static str, path: &'static str) -> Self {
        let method = Method::Put;
        Self {
            method,
            ..Self::get(name, path)
        }
    }

    /// Its group, and what it does: in a few words, and in sentences.
    #[must_use]
    pub const fn about(
        self,
        tag: &'static str,
        summary: &'static str,
        description: &'static str,
    ) -> Self {
        Self {
            tag,
            summary,
            description,
            ..self
        }
    }

    /// Its body, and who may use it.
    #[must_use]
    pub const fn takes(self, body: Body, right: Permission) -> Self {
        Self {
            body,
            right,
            ..self
        }
    }

    /// Pages ask for password and second factor again.
    #[must_use]
    pub const fn asking_again(self) -> Self {
        Self {
            asks_again: true,
            ..self
        }
    }

    /// How it can succeed.
    #[must_use]
    pub const fn answers(self, success: &'static [(u16, &'static str)]) -> Self {
        Self { success, ..self }
    }

    /// Which files the admin API can also give.
    #[must_use]
    pub const fn or_files(self, files: &'static [&'static str]) -> Self {
        Self { files, ..self }
    }
}

/// Something that people and their programs can do.
pub trait Command: Sized + Send + 'static {
    /// What it is called, and who may use it.
    const SPEC: &'static Spec;
    type Output: Serialize + ToSchema + Send;

    /// Refuses whoever may never do it, before anything of it is read.
    ///
    /// # Errors
    /// 403 `forbidden`.
    fn admits(_: &Products, actor: &Actor) -> Result<()> {
        actor.needs_permission(Self::SPEC.right)
    }

    /// Reads it from named fields, noting every fault; `None` if there was any. It asks for each
    /// field whatever the others hold, for the same asking describes it.
    fn read(fields: &mut Fields<'_>) -> Option<Self>;

    /// What it is about that the house may want four eyes on.
    fn concern(&self) -> Option<Concern> {
        None
    }

    /// Does it, through [`Services::run`].
    fn run(
        self,
        services: &Services,
        by: ActorAt,
    ) -> impl Future<Output = Result<Self::Output>> + Send;

    /// The status of the admin API's answer.
    fn status(_: &Self::Output) -> u16 {
        Self::SPEC
            .success
            .first()
            .map_or(200, |(status, _)| *status)
    }

    /// Whether the answer was given before and is repeated: the same `Idempotency-Key`.
    fn is_replayed(_: &Self::Output) -> bool {
        false
    }
}
