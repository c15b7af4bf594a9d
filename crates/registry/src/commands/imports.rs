//! Imports in the background: looked at, and made to go on.

use kofa_commands::rules::Shaped;
use kofa_commands::wire::{Paged, environment_schema, moment};
use kofa_commands::{Body, Command, Fields, Services, Spec};
use kofa_core::schema::choice;
use kofa_core::{ActorAt, Page, Permission};
use kofa_domain::{Environment, Result};
use serde::Serialize;
use utoipa::ToSchema;

use super::TAG;
use crate::import::Contents;
use crate::import::background::{Import, ImportLine, ImportState, Imports};

/// A rejected row or a warning.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RegistryImportLine)]
pub struct LineView {
    /// The line, or the first line, from 1.
    #[schema(minimum = 0)]
    line: u64,
    reason: String,
}

impl From<ImportLine> for LineView {
    fn from(one: ImportLine) -> Self {
        Self {
            line: one.line,
            reason: one.reason,
        }
    }
}

/// An import and its progress.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RegistryImport)]
pub struct ImportView {
    #[schema(format = Uuid)]
    id: String,
    #[schema(schema_with = environment_schema)]
    environment: Environment,
    /// What the file contains.
    #[schema(schema_with = contents_schema)]
    contents: &'static str,
    /// The file name; may be empty.
    file_name: String,
    /// The file size, in bytes.
    #[schema(minimum = 0)]
    bytes: u64,
    #[schema(schema_with = state_schema)]
    state: &'static str,
    /// The progress, in percent.
    #[schema(minimum = 0, maximum = 100)]
    percent: u64,
    /// Rows read, without the header and empty rows.
    rows_done: u64,
    /// Rows imported.
    rows_stored: u64,
    /// Rows rejected.
    rows_rejected: u64,
    /// Why the import stopped.
    #[schema(required)]
    error: Option<String>,
    /// Warnings.
    notes: Vec<LineView>,
    /// The first rejected rows.
    first_rejects: Vec<LineView>,
    brought_by: String,
    #[schema(format = "date-time")]
    brought_at: String,
    /// When it last made progress.
    #[schema(format = "date-time")]
    updated_at: String,
}

fn contents_schema() -> utoipa::openapi::schema::Schema {
    choice(&Contents::ALL.map(Contents::as_str))
}

fn state_schema() -> utoipa::openapi::schema::Schema {
    choice(&ImportState::ALL.map(ImportState::as_str))
}

impl From<Import> for ImportView {
    fn from(one: Import) -> Self {
        Self {
            environment: one.environment(),
            contents: one.contents().as_str(),
            bytes: one.bytes,
            state: one.state.as_str(),
            percent: one.percent(),
            rows_done: one.rows_done,
            rows_stored: one.rows_stored,
            rows_rejected: one.rows_rejected,
            brought_at: moment(one.brought_at()),
            updated_at: moment(one.updated_at()),
            id: one.id,
            file_name: one.file_name,
            error: one.error,
            notes: one.notes.into_iter().map(LineView::from).collect(),
            first_rejects: one.first_rejects.into_iter().map(LineView::from).collect(),
            brought_by: one.brought_by,
        }
    }
}

/// The imports of both environments.
#[derive(Debug)]
pub struct ListRegistryImports {
    /// Which part of them.
    pub page: Page,
}

impl Command for ListRegistryImports {
    const SPEC: &'static Spec = &Spec::get("listRegistryImports", "/admin/v1/registry/imports")
        .about(
            TAG,
            "List company register imports",
            "For both environments, newest first. Finished imports are kept for 30 days.",
        )
        .answers(&[(200, "A page of imports.")]);
    type Output = Paged<ImportView>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        fields.long_page().map(|page| Self { page })
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<Self::Output> {
        let all = services.part::<Imports>()?.list().await?.into_iter();
        let all = all.map(ImportView::from).collect();
        Paged::part(all, &self.page, |one: &ImportView| one.id.clone())
    }
}

/// Reads what the path names.
fn named(fields: &mut Fields<'_>) -> Option<String> {
    let rule = Shaped {
        most: 100,
        fits: |_| true,
        must: "",
        pattern: "",
    };
    fields.path("importId", "There is no such import.", rule)
}

/// A look at an import.
#[derive(Debug)]
pub struct GetRegistryImport {
    pub id: String,
}

impl Command for GetRegistryImport {
    const SPEC: &'static Spec =
        &Spec::get("getRegistryImport", "/admin/v1/registry/imports/{importId}")
            .about(TAG, "Get a company register import", "")
            .answers(&[(200, "The import.")]);
    type Output = ImportView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        named(fields).map(|id| Self { id })
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<ImportView> {
        let found = services.part::<Imports>()?.find(&self.id).await?;
        Ok(ImportView::from(found))
    }
}

/// A failed import that goes on where it stopped.
#[derive(Debug)]
pub struct ResumeRegistryImport {
    pub id: String,
}

impl Command for ResumeRegistryImport {
    const SPEC: &'static Spec = &Spec::post(
        "resumeRegistryImport",
        "/admin/v1/registry/imports/{importId}/resume",
    )
    .about(
        TAG,
        "Resume a failed import",
        "Continues where the import stopped. Fix the cause first.",
    )
    .answers(&[(200, "The import.")])
    .takes(Body::None, Permission::Market);
    type Output = ImportView;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        named(fields).map(|id| Self { id })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<ImportView> {
        let imports = services.part::<Imports>()?;
        imports.resume(by, &self.id).await.map(ImportView::from)
    }
}
