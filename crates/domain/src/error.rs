//! One error for the whole house: what the reader may know, and apart from it what only
//! the log may know. It knows no transport; `platform::http` alone turns it into an answer.

use std::borrow::Cow;
use std::fmt;

use serde_json::Value;

/// The result of everything that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What sort of failure a code is. The HTTP status follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// 400: cannot be parsed at all.
    Malformed,
    /// 401: who calls is not known, or no longer.
    Unauthenticated,
    /// 402: the wallet cannot pay.
    PaymentRequired,
    /// 403: known, but not allowed.
    Forbidden,
    NotFound,
    MethodNotAllowed,
    /// 409: at odds with what is already there.
    Conflict,
    /// 410: was there, is no more.
    Gone,
    TooLarge,
    UnsupportedMedia,
    /// 422: well formed, but wrong.
    Unprocessable,
    RateLimited,
    /// 499: nobody was there to hear the answer. Only logs have it.
    CallerLeft,
    /// 500: our mistake.
    Internal,
    /// 502: an upstream answered nonsense.
    BadGateway,
    /// 503: cannot be done now; nothing was charged.
    Unavailable,
    /// 503: whether it was done, and charged, is not known yet.
    InDoubt,
    /// 504: an upstream did not answer in time.
    Timeout,
}

/// One word of the error vocabulary, with the text of its documentation page.
#[derive(Debug)]
pub struct Code {
    /// `snake_case`, stable for ever: clients compare it.
    pub name: &'static str,
    pub kind: Kind,
    /// Headline of the page and default message.
    pub title: &'static str,
    pub meaning: &'static str,
    /// What the caller does about it.
    pub remedy: &'static str,
}

impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Code {}

/// One fault of a request, on one field where there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub code: &'static Code,
    /// The field as the caller spells it: `bvn`, `hallucination.lga`, `X-Environment`.
    pub field: Option<Cow<'static, str>>,
    /// What is wrong and what would be right. Never repeats a personal number.
    pub message: Cow<'static, str>,
}

impl Fault {
    /// A fault on `field`.
    pub fn on(
        field: impl Into<Cow<'static, str>>,
        code: &'static Code,
        message: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self {
            code,
            field: Some(field.into()),
            message: message.into(),
        }
    }

    /// `field` is required and absent.
    pub fn missing(field: impl Into<Cow<'static, str>>) -> Self {
        let field = field.into();
        let message = format!("`{field}` is required.");
        Self::on(field, &common::MISSING_FIELD, message)
    }
}

/// A named extra of an error's first fault, such as `requiredScope`.
pub type Detail = (&'static str, Value);

/// A failure: one or more faults for the reader, and private context for the log.
#[derive(Debug)]
pub struct Error(Box<Inner>);

#[derive(Debug)]
struct Inner {
    message: Cow<'static, str>,
    faults: Vec<Fault>,
    details: Vec<Detail>,
    retry_after_seconds: Option<u32>,
    context: Option<String>,
}

impl Error {
    /// A failure with one fault and no field.
    pub fn new(code: &'static Code, message: impl Into<Cow<'static, str>>) -> Self {
        let message = message.into();
        let fault = Fault {
            code,
            field: None,
            message: message.clone(),
        };
        Self(Box::new(Inner {
            message,
            faults: vec![fault],
            details: Vec::new(),
            retry_after_seconds: None,
            context: None,
        }))
    }

    /// A failure with the code's own title as message.
    pub fn plain(code: &'static Code) -> Self {
        Self::new(code, code.title)
    }

    /// All faults of a request at once. The first decides the status.
    ///
    /// # Panics
    /// In debug builds, if `faults` is empty.
    pub fn faults(faults: Vec<Fault>) -> Self {
        debug_assert!(!faults.is_empty(), "an error has at least one fault");
        let message = match faults.as_slice() {
            [one] => one.message.clone(),
            many => Cow::Owned(format!(
                "The request has {} errors; see `errors`.",
                many.len()
            )),
        };
        let inner = Inner {
            message,
            faults,
            details: Vec::new(),
            retry_after_seconds: None,
            context: None,
        };
        Self(Box::new(inner))
    }

    /// `Ok` if there are no faults, otherwise all of them.
    ///
    /// # Errors
    /// [`Error::faults`] of `faults`.
    pub fn check(faults: Vec<Fault>) -> Result<()> {
        if faults.is_empty() {
            Ok(())
        } else {
            Err(Self::faults(faults))
        }
    }

    /// One fault on one field.
    pub fn on(
        field: impl Into<Cow<'static, str>>,
        code: &'static Code,
        message: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self::faults(vec![Fault::on(field, code, message)])
    }

    /// Our own mistake. `context` goes to the log, never to the caller, and must not hold
    /// personal data.
    pub fn internal(context: impl fmt::Display) -> Self {
        Self::plain(&common::INTERNAL_ERROR).with_context(context)
    }

    /// The store or another part of ours cannot serve now.
    pub fn unavailable(context: impl fmt::Display) -> Self {
        Self::plain(&common::SERVICE_UNAVAILABLE)
            .with_context(context)
            .with_retry_after(1)
    }

    /// Adds private context for the log.
    #[must_use]
    pub fn with_context(mut self, context: impl fmt::Display) -> Self {
        self.0.context = Some(match self.0.context.take() {
            Some(inner) => format!("{context}: {inner}"),
            None => context.to_string(),
        });
        self
    }

    /// Adds a named extra to the first fault.
    #[must_use]
    pub fn with_detail(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.0.details.push((name, value.into()));
        self
    }

    /// Sets `Retry-After`, in seconds.
    #[must_use]
    pub fn with_retry_after(mut self, seconds: u32) -> Self {
        self.0.retry_after_seconds = Some(seconds);
        self
    }

    /// The code of the first fault.
    pub fn code(&self) -> &'static Code {
        self.0
            .faults
            .first()
            .map_or(&common::INTERNAL_ERROR, |fault| fault.code)
    }

    /// The kind of the first fault.
    pub fn kind(&self) -> Kind {
        self.code().kind
    }

    pub fn message(&self) -> &str {
        &self.0.message
    }

    pub fn all(&self) -> &[Fault] {
        &self.0.faults
    }

    /// Extras of the first fault.
    pub fn details(&self) -> &[Detail] {
        &self.0.details
    }

    /// Seconds to wait before trying again.
    pub fn retry_after_seconds(&self) -> Option<u32> {
        self.0.retry_after_seconds
    }

    /// For the log only.
    pub fn context(&self) -> Option<&str> {
        self.0.context.as_deref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code().name, self.0.message)?;
        match &self.0.context {
            Some(context) => write!(f, " ({context})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Error {}

/// Codes that any crate may answer with.
pub(crate) mod common {
    use super::{Code, Kind};

    pub const INTERNAL_ERROR: Code = Code {
        name: "internal_error",
        kind: Kind::Internal,
        title: "Internal error",
        meaning: "Something went wrong on our side while handling the request. You were not \
                  charged.",
        remedy: "Try again. If the error persists, send the operator the `X-Request-Id` of the \
                 response.",
    };
    pub const SERVICE_UNAVAILABLE: Code = Code {
        name: "service_unavailable",
        kind: Kind::Unavailable,
        title: "Service unavailable",
        meaning: "The database could not record the request and its charge, or the server is full \
                  or stopping. Kofa refuses requests that it cannot record: you were not charged.",
        remedy: "Wait for the number of seconds in `Retry-After`, then send the same request \
                 again.",
    };
    pub const MISSING_FIELD: Code = Code {
        name: "missing_field",
        kind: Kind::Unprocessable,
        title: "Required field missing",
        meaning: "A field, query parameter or header that the endpoint requires is absent or \
                  empty.",
        remedy: "Send the field named in `field`; the reference lists what each endpoint requires.",
    };
    pub const INVALID_FIELD: Code = Code {
        name: "invalid_field",
        kind: Kind::Unprocessable,
        title: "Invalid field value",
        meaning: "A field has the wrong type, is too long, is out of range or is not one of the \
                  allowed values.",
        remedy: "Read the message: it says which values are valid for the field named in `field`.",
    };
    pub const NOT_FOUND: Code = Code {
        name: "not_found",
        kind: Kind::NotFound,
        title: "Not found",
        meaning: "No endpoint has this path, or the object that the path names does not exist or \
                  does not belong to you.",
        remedy: "Check the path and the id against the reference.",
    };
    pub const CONFLICT: Code = Code {
        name: "conflict",
        kind: Kind::Conflict,
        title: "Conflict with the current state",
        meaning: "An object with the same name, email or reference already exists, or the object \
                  is in a state that does not allow the change.",
        remedy: "Check the current state, then decide whether you still need the change.",
    };
    /// All of the above.
    pub const CODES: &[&Code] = &[
        &INTERNAL_ERROR,
        &SERVICE_UNAVAILABLE,
        &MISSING_FIELD,
        &INVALID_FIELD,
        &NOT_FOUND,
        &CONFLICT,
    ];
}
