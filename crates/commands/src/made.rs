//! What was made, unless it was there already.

use std::borrow::Cow;

use serde::Serialize;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;
use utoipa::{PartialSchema, ToSchema};

/// The output of a command that makes something once, however often it is repeated.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct Made<T> {
    /// Whether it was made now.
    #[serde(skip)]
    pub is_new: bool,
    pub it: T,
}

impl<T> Made<T> {
    /// 201 for what was made now, 200 for what was there.
    pub fn status(&self) -> u16 {
        match self.is_new {
            true => 201,
            false => 200,
        }
    }
}

impl<T: ToSchema> PartialSchema for Made<T> {
    fn schema() -> RefOr<Schema> {
        T::schema()
    }
}

impl<T: ToSchema> ToSchema for Made<T> {
    fn name() -> Cow<'static, str> {
        T::name()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        T::schemas(schemas);
    }
}
