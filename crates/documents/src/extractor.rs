//! From the bytes of a file to what is said about it: the way that direct calls and jobs share.

use std::sync::Arc;

use bytes::Bytes;
use kofa_address::{
    Document, Extraction, Flaws, Inspection, Judge, Options, extract, extract_with, inspect,
    with_opinion,
};
use kofa_domain::{Result, Timestamp};

use crate::keeping::Keeping;
use crate::provider::Provider;
use crate::reader::{Reader, panicked};
use crate::rules::Variant;
use crate::wanted::Wanted;

/// What is asked about a document.
#[derive(Clone, Debug)]
pub struct Question {
    /// Which answer is wanted, and what may be inferred.
    pub variant: Variant,
    /// What is wanted beyond the address, and expected.
    pub wanted: Wanted,
    /// The present moment: ages are counted from its day in Lagos.
    pub now: Timestamp,
}

/// What was found in a document.
#[derive(Clone, Debug)]
pub struct Finding {
    pub address: Extraction,
    pub inspection: Inspection,
    /// Pages, from 1, whose pictures are hard to read.
    pub flawed: Vec<(usize, Flaws)>,
    /// What was read.
    pub document: Arc<Document>,
}

/// A judge of addresses in the place of the product's own.
#[derive(Debug)]
pub struct Model {
    /// Names it in what is kept of readings: the first digits of its SHA-256.
    pub name: String,
    pub judge: Judge,
}

/// The name of the product's own judge.
const OWN_MODEL: &str = "built-in";

/// Reads and understands documents. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Extractor {
    reader: Reader,
    provider: Option<Arc<Provider>>,
    /// The judge; the product's own without one.
    model: Option<Arc<Model>>,
    keeping: Keeping,
}

impl From<Reader> for Extractor {
    /// With the embedded engine alone.
    fn from(reader: Reader) -> Self {
        Self {
            reader,
            provider: None,
            model: None,
            keeping: Keeping::default(),
        }
    }
}

impl Extractor {
    /// Asks `provider` as well, if there is one.
    #[must_use]
    pub fn with_provider(self, provider: impl Into<Option<Provider>>) -> Self {
        Self {
            provider: provider.into().map(Arc::new),
            ..self
        }
    }

    /// Judges by `model`, if there is one.
    #[must_use]
    pub fn with_model(self, model: impl Into<Option<Model>>) -> Self {
        Self {
            model: model.into().map(Arc::new),
            ..self
        }
    }

    /// Keeps readings, and results of jobs, as long as this.
    #[must_use]
    pub fn with_keeping(self, keeping: Keeping) -> Self {
        Self { keeping, ..self }
    }

    /// How long readings and results are kept.
    pub(crate) fn keeping(&self) -> Keeping {
        self.keeping
    }

    /// The name of its judge.
    pub(crate) fn model(&self) -> &str {
        self.model.as_ref().map_or(OWN_MODEL, |it| &it.name)
    }

    /// Whether a provider may be asked about what was read.
    pub(crate) fn asks_outside(&self) -> bool {
        self.provider.is_some()
    }

    /// What reads the files.
    pub fn reader(&self) -> &Reader {
        &self.reader
    }

    /// Finds what the answer tells in a document that was read, without the provider.
    ///
    /// # Errors
    /// `internal_error` if that breaks.
    pub(crate) async fn understand_alone(
        &self,
        document: Document,
        question: &Question,
    ) -> Result<Finding> {
        let alone = self.clone().with_provider(None::<Provider>);
        alone.understand(document, None, question).await
    }

    /// Finds what the answer tells in a document that was read; `file` is what it was read
    /// from, for a provider that looks at pictures.
    ///
    /// # Errors
    /// `internal_error` if that breaks.
    pub async fn understand(
        &self,
        document: Document,
        file: Option<Bytes>,
        question: &Question,
    ) -> Result<Finding> {
        let (infer, now) = (question.variant.infer(), question.now);
        let options = Options {
            infer,
            ..Options::default()
        };
        let document = Arc::new(document);
        let words = Arc::clone(&document);
        let model = self.model.clone();
        let judged = move || match &model {
            Some(model) => extract_with(&words, &options, Some(&model.judge)),
            None => extract(&words, &options),
        };
        let mut address = aside(judged).await?;
        if let Some(provider) = &self.provider {
            let file = file.as_ref();
            let opinion = provider
                .opinion(&document, file, &address, infer, now)
                .await;
            if let Some(opinion) = opinion {
                let (words, may) = (Arc::clone(&document), provider.may());
                let weigh = move || with_opinion(&words, address, &opinion, may, &options);
                address = aside(weigh).await?;
            }
        }
        let inquiry = question.wanted.inquiry(now);
        aside(move || {
            let inspection = inspect(&document, &address, &inquiry);
            let pages = (1..).zip(document.pages.iter().map(|page| page.flaws));
            let flawed = pages.filter(|(_, flaws)| !flaws.is_none()).collect();
            Finding {
                address,
                inspection,
                flawed,
                document,
            }
        })
        .await
    }
}

/// A page of text takes a few milliseconds of pure work: too long for the event loop.
pub(crate) async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|_| panicked("understanding"))
}
