//! A kind of durable work.

use kofa_domain::Result;

use crate::{Actor, Right};

/// A kind of task.
#[derive(Clone, Copy, Debug)]
pub struct TaskKind {
    /// Its name in the store, in letters and underscores. No two products share one.
    pub name: &'static str,
    /// What an operator needs to have such a task retried.
    pub retry_right: Right<'static>,
}

impl TaskKind {
    /// What an operator needs to have a task of the kind `name` retried. A kind that is not among
    /// `kinds` needs an owner.
    pub fn retry_right_of(kinds: &[Self], name: &str) -> Right<'static> {
        let kind = kinds.iter().find(|one| one.name == name);
        kind.map_or(Right::Operators, |one| one.retry_right)
    }

    /// Refuses whoever may retry no task at all.
    ///
    /// # Errors
    /// 403 `forbidden`.
    pub fn must_retry_some(kinds: &[Self], actor: &Actor) -> Result<()> {
        match kinds.iter().any(|one| actor.may(one.retry_right)) {
            true => Ok(()),
            false => actor.needs(Right::Operators),
        }
    }
}
