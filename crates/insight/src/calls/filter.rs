//! Which calls are looked for.

use kofa_core::endpoint::Endpoint;
use kofa_domain::{KeyId, RequestId, Scope, Timestamp};

use super::journal::LoggedCall;
use super::kinds::Kind;

/// A status, or all of one class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatusFilter {
    /// This one: `404`.
    Exact(u32),
    /// All that begin with this digit: `4xx`.
    Class(u32),
    /// All errors: 4xx and 5xx.
    Errors,
}

impl StatusFilter {
    /// Reads `404` or `4xx`.
    pub fn parse(text: &str) -> Option<Self> {
        if let Some(class) = text.strip_suffix("xx") {
            let class = class.parse().ok().filter(|one| (2..=5).contains(one))?;
            return (text.len() == 3).then_some(Self::Class(class));
        }
        let digits = text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_digit());
        let status = text.parse().ok().filter(|one| (100..=599).contains(one));
        status.filter(|_| digits).map(Self::Exact)
    }

    /// The statuses it takes, both ends included.
    pub fn range(self) -> (u32, u32) {
        match self {
            Self::Exact(status) => (status, status),
            Self::Class(class) => (class * 100, class * 100 + 99),
            Self::Errors => (400, 599),
        }
    }
}

impl std::fmt::Display for StatusFilter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Exact(status) => status.fmt(f),
            Self::Class(class) => write!(f, "{class}xx"),
            Self::Errors => f.write_str("errors"),
        }
    }
}

/// What calls must be like. Everything absent is anything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallFilter {
    /// Arrived at this moment or later.
    pub from: Option<Timestamp>,
    /// Arrived before this moment.
    pub until: Option<Timestamp>,
    /// To one of these endpoints.
    pub operations: Option<Vec<String>>,
    pub status: Option<StatusFilter>,
    /// Answered with this error.
    pub error_code: Option<String>,
    pub key_id: Option<KeyId>,
    pub request_id: Option<RequestId>,
    /// Whether it cost something.
    pub charged: Option<bool>,
}

impl CallFilter {
    /// Narrows to the endpoints of a product, and to one of them; of an endpoint of another
    /// product there are no calls.
    #[must_use]
    pub fn to_endpoints(
        mut self,
        scope: Option<Scope>,
        operation_id: Option<&str>,
        endpoints: &[&'static Endpoint],
    ) -> Self {
        if scope.is_none() && operation_id.is_none() {
            return self;
        }
        self.operations = Some(match (scope, operation_id) {
            // An endpoint that there is no more has its rows all the same.
            (None, Some(one)) => vec![one.to_owned()],
            (scope, operation_id) => endpoints
                .iter()
                .filter(|endpoint| scope.is_none() || endpoint.scope == scope)
                .map(|endpoint| endpoint.operation_id)
                .filter(|one| operation_id.is_none_or(|wanted| wanted == *one))
                .map(str::to_owned)
                .collect(),
        });
        self
    }

    pub fn matches(&self, call: &LoggedCall) -> bool {
        let error_code = call.error_code.as_deref().unwrap_or_default();
        let charged = call.charge.get() > 0;
        self.matches_time(call.at)
            && self.request_id.is_none_or(|id| id == call.request_id)
            && self.charged.is_none_or(|wanted| wanted == charged)
            && self.matches_parts(
                &call.operation_id,
                call.key_id.as_str(),
                call.status,
                error_code,
            )
    }

    /// Whether calls of a kind may fit.
    pub(super) fn matches_kind(&self, kind: &Kind) -> bool {
        self.charged.is_none_or(|wanted| wanted == kind.charged)
            && self.matches_parts(
                &kind.operation_id,
                &kind.key_id,
                kind.status,
                &kind.error_code,
            )
    }

    /// Whether every kind fits.
    pub(super) fn takes_every_kind(&self) -> bool {
        self.operations.is_none()
            && self.status.is_none()
            && self.error_code.is_none()
            && self.key_id.is_none()
            && self.charged.is_none()
    }

    /// The endpoints as statements take them: `,a,b,`; `None` if all fit.
    pub(super) fn listed_operations(&self) -> Option<String> {
        let all = self.operations.as_ref()?;
        Some(format!(",{},", all.join(",")))
    }

    fn matches_time(&self, at: Timestamp) -> bool {
        self.from.is_none_or(|from| at >= from) && self.until.is_none_or(|until| at < until)
    }

    fn matches_parts(&self, operation_id: &str, key_id: &str, status: u32, error: &str) -> bool {
        let operation = |all: &Vec<String>| all.iter().any(|one| one == operation_id);
        let in_range = |filter: StatusFilter| {
            let (least, most) = filter.range();
            (least..=most).contains(&status)
        };
        self.operations.as_ref().is_none_or(operation)
            && self.status.is_none_or(in_range)
            && self
                .error_code
                .as_ref()
                .is_none_or(|wanted| wanted == error)
            && self
                .key_id
                .as_ref()
                .is_none_or(|wanted| wanted.as_str() == key_id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_is_three_digits_or_a_class() {
        assert_eq!(StatusFilter::parse("404"), Some(StatusFilter::Exact(404)));
        assert_eq!(StatusFilter::parse("5xx"), Some(StatusFilter::Class(5)));
        for wrong in [
            "", "4", "4x", "6xx", "1xx", "xx", "+04", "099", "600", "4xxx", "44xx",
        ] {
            assert_eq!(StatusFilter::parse(wrong), None, "{wrong}");
        }
        assert_eq!(StatusFilter::Class(4).range(), (400, 499));
    }
}
