//! What the API description says about an endpoint, from the same types that answer.

use kofa_domain::Code;
use utoipa::ToSchema;
use utoipa::openapi::schema::{KnownFormat, Schema, SchemaFormat, Type};
use utoipa::openapi::{ObjectBuilder, Ref, RefOr};

/// Text, parameters, bodies and answers of one endpoint.
#[derive(Clone, Default)]
pub struct Reference {
    pub(crate) summary: &'static str,
    pub(crate) description: &'static str,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) bodies: Vec<(&'static str, RefOr<Schema>)>,
    pub(crate) answers: Vec<ReferenceAnswer>,
    pub(crate) answer_headers: Vec<(&'static str, Schema, &'static str)>,
    pub(crate) error_details: Vec<(&'static str, Schema, &'static str)>,
    pub(crate) codes: Vec<&'static Code>,
    pub(crate) schemas: Vec<(String, RefOr<Schema>)>,
}

/// A query, path or header parameter.
#[derive(Clone)]
pub(crate) struct Parameter {
    pub(crate) place: Place,
    pub(crate) name: &'static str,
    pub(crate) required: bool,
    pub(crate) description: &'static str,
    pub(crate) schema: RefOr<Schema>,
}

/// Where a parameter stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Query,
    Path,
    Header,
}

#[derive(Clone)]
pub(crate) struct ReferenceAnswer {
    pub(crate) status: u16,
    pub(crate) description: &'static str,
    pub(crate) media_type: &'static str,
    pub(crate) schema: RefOr<Schema>,
}

impl Reference {
    /// With a one-line summary and a description in Markdown.
    pub fn new(summary: &'static str, description: &'static str) -> Self {
        Self {
            summary,
            description,
            ..Self::default()
        }
    }

    /// A query parameter of any schema (see `text`, `integer`, `choice`).
    #[must_use]
    pub fn query(
        self,
        name: &'static str,
        required: bool,
        schema: impl Into<RefOr<Schema>>,
        description: &'static str,
    ) -> Self {
        self.parameter(Place::Query, name, required, schema, description)
    }

    #[must_use]
    pub fn path(
        self,
        name: &'static str,
        schema: impl Into<RefOr<Schema>>,
        description: &'static str,
    ) -> Self {
        self.parameter(Place::Path, name, true, schema, description)
    }

    /// A header parameter (the common ones are added by themselves).
    #[must_use]
    pub fn header(
        self,
        name: &'static str,
        schema: impl Into<RefOr<Schema>>,
        description: &'static str,
    ) -> Self {
        self.parameter(Place::Header, name, false, schema, description)
    }

    fn parameter(
        mut self,
        place: Place,
        name: &'static str,
        required: bool,
        schema: impl Into<RefOr<Schema>>,
        description: &'static str,
    ) -> Self {
        let schema = schema.into();
        self.parameters.push(Parameter {
            place,
            name,
            required,
            description,
            schema,
        });
        self
    }

    /// A JSON body of type `T`.
    #[must_use]
    pub fn json_body<T: ToSchema>(mut self) -> Self {
        let schema = self.register::<T>();
        self.bodies.push(("application/json", schema));
        self
    }

    /// A multipart body of type `T` (binary fields: `#[schema(format = Binary)]`).
    #[must_use]
    pub fn multipart_body<T: ToSchema>(mut self) -> Self {
        let schema = self.register::<T>();
        self.bodies.push(("multipart/form-data", schema));
        self
    }

    /// A successful JSON answer of type `T`.
    #[must_use]
    pub fn answers<T: ToSchema>(mut self, status: u16, description: &'static str) -> Self {
        let schema = self.register::<T>();
        let media_type = "application/json";
        self.answers.push(ReferenceAnswer {
            status,
            description,
            media_type,
            schema,
        });
        self
    }

    /// A successful answer that is a file of another media type than JSON.
    #[must_use]
    pub fn answers_file(
        mut self,
        status: u16,
        media_type: &'static str,
        description: &'static str,
    ) -> Self {
        // As the files of forms: makers of clients know bytes by this word, and read what has a
        // `contentMediaType` as text.
        let bytes = ObjectBuilder::new()
            .schema_type(Type::String)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Binary)));
        self.answers.push(ReferenceAnswer {
            status,
            description,
            media_type,
            schema: Schema::from(bytes).into(),
        });
        self
    }

    /// A header of successful answers (the common ones are added by themselves).
    #[must_use]
    pub fn answer_header(
        mut self,
        name: &'static str,
        schema: Schema,
        description: &'static str,
    ) -> Self {
        self.answer_headers.push((name, schema, description));
        self
    }

    /// What an error of the endpoint tells beside code, field and message
    /// ([`kofa_domain::Error::with_detail`]).
    #[must_use]
    pub fn error_detail(
        mut self,
        name: &'static str,
        schema: Schema,
        description: &'static str,
    ) -> Self {
        self.error_details.push((name, schema, description));
        self
    }

    /// The endpoint's own error codes, beyond those of admission. Adds to those named before.
    #[must_use]
    pub fn codes(mut self, codes: &[&'static Code]) -> Self {
        self.codes.extend(codes);
        self
    }

    fn register<T: ToSchema>(&mut self) -> RefOr<Schema> {
        T::schemas(&mut self.schemas);
        self.schemas.push((T::name().into_owned(), T::schema()));
        Ref::from_schema_name(T::name()).into()
    }
}
