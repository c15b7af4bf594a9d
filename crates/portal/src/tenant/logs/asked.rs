//! Which calls a page of the log is asked for: the filter in the URL.

use kofa_commands::Entry;
use kofa_commands::platform::calls::ListRequests;
use kofa_core::endpoint::Endpoint;
use kofa_core::product::{Product, Products};
use kofa_domain::{Fault, KeyId, TenantId, Timestamp};
use kofa_insight::calls::{CallFilter, StatusFilter};

use crate::kit::{CommandForm, moment, named};

/// Longest value of a filter that is looked at, in characters.
const CHARS_MAX: usize = 200;
/// Times back from now: word, label, seconds.
pub(super) const PERIODS: [(&str, &str, i64); 6] = [
    ("15m", "Last 15 minutes", 15 * 60),
    ("1h", "Last hour", 3_600),
    ("24h", "Last 24 hours", 24 * 3_600),
    ("7d", "Last 7 days", 7 * 24 * 3_600),
    ("30d", "Last 30 days", 30 * 24 * 3_600),
    ("90d", "Last 90 days", 90 * 24 * 3_600),
];
/// Columns that need not be shown: word, label.
pub(super) const COLUMNS: [(&str, &str); 4] = [
    ("error", "Error"),
    ("charge", "Charge"),
    ("latency", "Latency"),
    ("key", "Key"),
];
/// In `status`: every error, 4xx and 5xx.
pub(super) const ERRORS: &str = "errors";

/// What the form of the filter says, as it was typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Asked {
    pub(super) period: String,
    pub(super) from: String,
    pub(super) until: String,
    pub(super) service: String,
    pub(super) endpoint: String,
    pub(super) status: String,
    pub(super) error: String,
    pub(super) key: String,
    pub(super) request: String,
    pub(super) charge: String,
    /// Columns that are shown beside those always shown, each with a point after it; empty for
    /// all.
    columns: String,
    /// What was typed into the search box and not taken in yet.
    pub(super) search: String,
    before: String,
}

impl Asked {
    /// From the query of a URL; the last of several values counts, but of columns.
    pub(super) fn parse(query: Option<&str>) -> Self {
        let mut asked = Self::default();
        for (name, value) in form_urlencoded::parse(query.unwrap_or_default().as_bytes()) {
            let value: String = value.trim().chars().take(CHARS_MAX).collect();
            match name.as_ref() {
                "before" => asked.before = value,
                "q" => asked.search = value,
                "cols" if asked.columns.len() < CHARS_MAX => {
                    asked.columns.push_str(value.trim_matches('.'));
                    asked.columns.push('.');
                }
                name => asked.set(name, value),
            }
        }
        asked
    }

    /// Sets a field of the filter; a name that none has changes nothing.
    pub(super) fn set(&mut self, name: &str, value: String) {
        let field = match name {
            "period" => &mut self.period,
            "from" => &mut self.from,
            "until" => &mut self.until,
            "service" => &mut self.service,
            "endpoint" => &mut self.endpoint,
            "status" => &mut self.status,
            "error" => &mut self.error,
            "key" => &mut self.key,
            "request" => &mut self.request,
            "charge" => &mut self.charge,
            _ => return,
        };
        *field = value;
    }

    /// The same with other values, from the first page on.
    pub(super) fn with(&self, changes: &[(&str, &str)]) -> Self {
        let mut asked = Self {
            search: String::new(),
            before: String::new(),
            ..self.clone()
        };
        for (name, value) in changes {
            asked.set(name, (*value).to_owned());
        }
        asked
    }

    /// The fields of the filter that are filled in.
    pub(super) fn filled(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.fields()
            .into_iter()
            .filter(|(_, value)| !value.is_empty())
    }

    /// Whether a column is shown.
    pub(super) fn shows(&self, column: &str) -> bool {
        self.columns.is_empty() || self.columns.split('.').any(|one| one == column)
    }

    /// The columns that are shown, as the URL has them.
    pub(super) fn columns(&self) -> &str {
        &self.columns
    }

    fn fields(&self) -> [(&'static str, &str); 10] {
        [
            ("period", &self.period),
            ("from", &self.from),
            ("until", &self.until),
            ("service", &self.service),
            ("endpoint", &self.endpoint),
            ("status", &self.status),
            ("error", &self.error),
            ("key", &self.key),
            ("request", &self.request),
            ("charge", &self.charge),
        ]
    }

    /// As the query of a URL, without what is empty; `more` is added.
    pub(super) fn query(&self, more: &[(&str, &str)]) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        let columns = ("cols", self.columns.as_str());
        let columns = Some(columns).filter(|(_, value)| !value.is_empty());
        for (name, value) in self.filled().chain(columns) {
            query.append_pair(name, value);
        }
        for (name, value) in more {
            query.append_pair(name, value);
        }
        match query.finish() {
            text if text.is_empty() => text,
            text => format!("?{text}"),
        }
    }

    /// Whether nothing is asked for.
    pub(super) fn is_empty(&self) -> bool {
        self.filled().next().is_none()
    }

    /// Whether errors only are asked for.
    pub(super) fn has_errors_only(&self) -> bool {
        self.status == ERRORS
    }

    /// Where the page begins: before this position.
    pub(super) fn before(&self) -> Option<i64> {
        position(&self.before)
    }

    /// The filter of `tenant`'s log, or what is wrong with each field.
    pub(super) fn filter(
        &self,
        tenant: &TenantId,
        now: Timestamp,
        products: &Products,
    ) -> Result<CallFilter, Vec<String>> {
        let charged = match self.charge.as_str() {
            "charged" => "true",
            "free" => "false",
            other => other,
        };
        let status = match self.has_errors_only() {
            true => "",
            false => &self.status,
        };
        let list = CommandForm::new(Entry::of::<ListRequests>())
            .with("tenantId", tenant.as_str())
            .with("from", &moment(&self.from))
            .with("until", &moment(&self.until))
            .with("service", &self.service)
            .with("operationId", &self.endpoint)
            .with("status", status)
            .with("errorCode", &self.error)
            .with("keyId", &self.key)
            .with("requestId", &self.request)
            .with("charged", charged);
        let mut wrong = Vec::new();
        let filter = match list.read::<ListRequests>(now, products) {
            Ok(list) => list.filter,
            Err(error) => {
                wrong.extend(error.all().iter().map(message));
                CallFilter::default()
            }
        };
        let period = PERIODS.iter().find(|(word, _, _)| *word == self.period);
        if period.is_none() && !self.period.is_empty() {
            wrong.push("Unknown period.".to_owned());
        }
        if self.before().is_none() && !self.before.is_empty() {
            wrong.push("Page not found.".to_owned());
        }
        if let (Some(from), Some(until)) = (filter.from, filter.until)
            && until <= from
        {
            wrong.push("“Until” must be later than “From”.".to_owned());
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let since = period.map(|(_, _, seconds)| now.plus_seconds(-seconds));
        let from = filter.from.or(since);
        let errors = self.has_errors_only().then_some(StatusFilter::Errors);
        let status = filter.status.or(errors);
        Ok(CallFilter {
            from,
            status,
            ..filter
        })
    }
}

/// What is wrong with a field, as the form has it: it takes no moments in RFC 3339.
fn message(fault: &Fault) -> String {
    match fault.field.as_deref() {
        Some("from") => "“From” must be a date and time.".to_owned(),
        Some("until") => "“Until” must be a date and time.".to_owned(),
        _ => named(&fault.message, label).replace('`', ""),
    }
}

/// What the form calls a field of the command.
fn label(name: &str) -> Option<&'static str> {
    let label = match name {
        "service" => "Service",
        "operationId" => "Endpoint",
        "status" => "Status",
        "errorCode" => "Error",
        "keyId" => "Key",
        "requestId" => "Request id",
        "charged" => "Charge",
        _ => return None,
    };
    Some(label)
}

/// A position in the log, as the link to a page gives it.
fn position(text: &str) -> Option<i64> {
    text.parse().ok().filter(|seq| *seq > 0)
}

/// A line of a list to choose from.
#[derive(Debug)]
pub(super) struct Choice {
    pub(super) value: String,
    pub(super) label: String,
    pub(super) is_chosen: bool,
}

/// The lists of the form.
#[derive(Debug)]
pub(super) struct Choices {
    pub(super) periods: Vec<Choice>,
    pub(super) services: Vec<Choice>,
    pub(super) endpoints: Vec<Choice>,
    pub(super) keys: Vec<Choice>,
    pub(super) charges: Vec<Choice>,
}

/// Keys that the form lists; others are found by what the URL says.
const KEYS_LISTED_MAX: usize = 60;

impl Choices {
    pub(super) fn new(asked: &Asked, products: &Products, keys: &[(KeyId, String)]) -> Self {
        let choice = |value: &str, label: String, chosen: &str| Choice {
            value: value.to_owned(),
            label,
            is_chosen: value == chosen,
        };
        let period =
            |(word, label, _): &(&str, &str, i64)| choice(word, (*label).to_owned(), &asked.period);
        let service = |one: &'static Product| {
            choice(one.scope.as_str(), one.title.to_owned(), &asked.service)
        };
        let endpoint = |one: &&Endpoint| {
            let name = one.operation_id;
            choice(name, name.to_owned(), &asked.endpoint)
        };
        let key = |(id, name): &(KeyId, String)| choice(id.as_str(), name.clone(), &asked.key);
        let mut listed: Vec<Choice> = keys.iter().take(KEYS_LISTED_MAX).map(key).collect();
        if !asked.key.is_empty() && !listed.iter().any(|one| one.is_chosen) {
            let known = keys.iter().find(|(id, _)| id.as_str() == asked.key);
            let name = known.map_or(&asked.key, |(_, name)| name);
            listed.push(choice(&asked.key, name.clone(), &asked.key));
        }
        Self {
            periods: PERIODS.iter().map(period).collect(),
            services: products.iter().map(service).collect(),
            endpoints: products.endpoints().iter().map(endpoint).collect(),
            keys: listed,
            charges: [("charged", "Charged"), ("free", "Free")]
                .map(|(word, label)| choice(word, label.to_owned(), &asked.charge))
                .into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_micros(1_795_253_400_000_000);

    fn filter(asked: &Asked) -> Result<CallFilter, Vec<String>> {
        let tenant = TenantId::parse(&format!("ten_{}", "0".repeat(32))).unwrap();
        asked.filter(&tenant, NOW, &Products::new(&[], &[]))
    }

    #[test]
    fn every_field_is_read_and_comes_back_in_the_url() {
        let query = "period=24h&status=4xx&error=not_found&charge=free&before=12&x=1";
        let asked = Asked::parse(Some(query));
        let filter = filter(&asked).unwrap();
        assert_eq!(filter.from, Some(NOW.plus_seconds(-24 * 3_600)));
        assert_eq!(filter.status, Some(StatusFilter::Class(4)));
        assert_eq!(filter.charged, Some(false));
        assert_eq!(asked.before(), Some(12));
        assert_eq!(
            asked.query(&[("before", "3")]),
            "?period=24h&status=4xx&error=not_found&charge=free&before=3"
        );
        assert_eq!(Asked::default().query(&[]), "");
        assert!(Asked::parse(Some("before=1")).is_empty());
    }

    #[test]
    fn columns_and_changes_stay_in_the_url() {
        let asked = Asked::parse(Some("status=errors&cols=error&cols=key&before=7&q=x"));
        assert!(asked.shows("key") && !asked.shows("charge"));
        assert_eq!(asked.query(&[]), "?status=errors&cols=error.key.");
        assert_eq!(
            Asked::parse(Some(&asked.query(&[])[1..])).query(&[]),
            asked.query(&[])
        );
        let filter = filter(&asked).unwrap();
        assert_eq!(filter.status, Some(StatusFilter::Errors));
        let changed = asked.with(&[("status", ""), ("key", "k"), ("other", "x")]);
        assert_eq!(changed.query(&[]), "?key=k&cols=error.key.");
        assert!(changed.before().is_none() && changed.search.is_empty());
        assert!(Asked::default().shows("charge"));
    }

    #[test]
    fn all_that_is_wrong_is_told_at_once() {
        let query = "period=x&from=x&until=x&service=x&endpoint=%00&status=x&error=%20a%20b\
                     &key=x&request=x&charge=x&before=x";
        let asked = Asked::parse(Some(query));
        assert_eq!(filter(&asked).unwrap_err().len(), 11);
        assert_eq!(asked.before(), None);
        let wrong = filter(&Asked::parse(Some("from=x&status=6xx"))).unwrap_err();
        let status = "\u{201c}Status\u{201d} must be a status such as 404, or a class such as 4xx.";
        assert_eq!(wrong, ["“From” must be a date and time.", status]);
        let before = |text| filter(&Asked::parse(Some(text)));
        assert!(before("before=-5").is_err() && before("before=0").is_err());
        let turned = Asked::parse(Some("from=2026-11-21&until=2026-11-20"));
        assert_eq!(filter(&turned).unwrap_err().len(), 1);
    }
}
