//! Which calls a page of the log is asked for: the filter in the URL.

use kofa_core::endpoint::Endpoint;
use kofa_core::product::{Product, Products};
use kofa_domain::{KeyId, RequestId, Timestamp};
use kofa_insight::calls::{CallFilter, StatusFilter};

/// Longest value of a filter that is looked at, in characters.
const CHARS_MAX: usize = 200;
/// Times back from now: word, label, seconds.
pub(super) const PERIODS: [(&str, &str, i64); 5] = [
    ("15m", "Last 15 minutes", 15 * 60),
    ("1h", "Last hour", 3_600),
    ("24h", "Last 24 hours", 24 * 3_600),
    ("7d", "Last 7 days", 7 * 24 * 3_600),
    ("30d", "Last 30 days", 30 * 24 * 3_600),
];

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
    before: String,
}

impl Asked {
    /// From the query of a URL; the last of several values counts.
    pub(super) fn parse(query: Option<&str>) -> Self {
        let mut asked = Self::default();
        for (name, value) in form_urlencoded::parse(query.unwrap_or_default().as_bytes()) {
            let field = match name.as_ref() {
                "period" => &mut asked.period,
                "from" => &mut asked.from,
                "until" => &mut asked.until,
                "service" => &mut asked.service,
                "endpoint" => &mut asked.endpoint,
                "status" => &mut asked.status,
                "error" => &mut asked.error,
                "key" => &mut asked.key,
                "request" => &mut asked.request,
                "charge" => &mut asked.charge,
                "before" => &mut asked.before,
                _ => continue,
            };
            *field = value.trim().chars().take(CHARS_MAX).collect();
        }
        asked
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
        let all = self.fields();
        let filled = all
            .iter()
            .chain(more)
            .filter(|(_, value)| !value.is_empty());
        for (name, value) in filled {
            query.append_pair(name, value);
        }
        match query.finish() {
            text if text.is_empty() => text,
            text => format!("?{text}"),
        }
    }

    /// Whether nothing is asked for.
    pub(super) fn is_empty(&self) -> bool {
        self.fields().iter().all(|(_, value)| value.is_empty())
    }

    /// Where the page begins: before this position.
    pub(super) fn before(&self) -> Option<i64> {
        position(&self.before)
    }

    /// The filter, or what is wrong with each field.
    pub(super) fn filter(
        &self,
        now: Timestamp,
        products: &Products,
    ) -> Result<CallFilter, Vec<String>> {
        let mut read = Reader::default();
        let since = self.since(now, &mut read);
        let from = read.field(&self.from, "From is no date and time.", moment);
        let until = read.field(&self.until, "Until is no date and time.", moment);
        let message = "There is no such service.";
        let scope = read.field(&self.service, message, |text| products.scope(text));
        let message = "The status must be one of three digits or a class such as 4xx.";
        let status = read.field(&self.status, message, StatusFilter::parse);
        let error = read.field(&self.error, "That is no error code.", word);
        let endpoint = read.field(&self.endpoint, "There is no such endpoint.", word);
        let key = read.field(&self.key, "There is no such key.", KeyId::parse);
        let message = "The request id must be the UUID of an answer's X-Request-Id.";
        let request_id = read.field(&self.request, message, |text| {
            RequestId::parse_str(text).ok()
        });
        let message = "Charge must be charged or free.";
        let charged = read.field(&self.charge, message, |text| match text {
            "charged" => Some(true),
            "free" => Some(false),
            _ => None,
        });
        read.field(&self.before, "There is no such page of the log.", position);
        if let (Some(from), Some(until)) = (from, until)
            && until <= from
        {
            read.0.push("Until must be later than from.".to_owned());
        }
        if !read.0.is_empty() {
            return Err(read.0);
        }
        let filter = CallFilter {
            from: from.or(since),
            until,
            operations: None,
            status,
            error_code: error,
            key_id: key,
            request_id,
            charged,
        };
        Ok(filter.to_endpoints(scope, endpoint.as_deref(), products.endpoints()))
    }

    fn since(&self, now: Timestamp, read: &mut Reader) -> Option<Timestamp> {
        read.field(&self.period, "There is no such period.", |text| {
            let (_, _, seconds) = PERIODS.iter().find(|(word, _, _)| *word == text)?;
            Some(now.plus_seconds(-seconds))
        })
    }
}

/// What was wrong so far.
#[derive(Default)]
struct Reader(Vec<String>);

impl Reader {
    /// A field that may be empty.
    fn field<T>(
        &mut self,
        text: &str,
        message: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Option<T> {
        if text.is_empty() {
            return None;
        }
        let value = read(text);
        if value.is_none() {
            self.0.push(message.to_owned());
        }
        value
    }
}

/// A position in the log, as the link to a page gives it.
fn position(text: &str) -> Option<i64> {
    text.parse().ok().filter(|seq| *seq > 0)
}

/// The name of an endpoint or an error.
fn word(text: &str) -> Option<String> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    (text.len() <= 80 && text.bytes().all(plain)).then(|| text.to_owned())
}

/// `2026-11-21T10:30` in Lagos, as a field of date and time gives it; also with seconds, or a
/// date alone, or a moment with its offset.
fn moment(text: &str) -> Option<Timestamp> {
    let whole = match text.len() {
        10 => format!("{text}T00:00:00+01:00"),
        16 => format!("{text}:00+01:00"),
        19 => format!("{text}+01:00"),
        _ => text.to_owned(),
    };
    Timestamp::parse_rfc3339(&whole)
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

    fn none() -> Products {
        Products::new(&[], &[])
    }

    #[test]
    fn every_field_is_read_and_comes_back_in_the_url() {
        let query = "period=24h&status=4xx&error=not_found&charge=free&before=12&x=1";
        let asked = Asked::parse(Some(query));
        let filter = asked.filter(NOW, &none()).unwrap();
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
    fn all_that_is_wrong_is_told_at_once() {
        let query = "period=x&from=x&until=x&service=x&endpoint=%00&status=x&error=%20a%20b\
                     &key=x&request=x&charge=x&before=x";
        let asked = Asked::parse(Some(query));
        assert_eq!(asked.filter(NOW, &none()).unwrap_err().len(), 11);
        assert_eq!(asked.before(), None);
        let before = |text| Asked::parse(Some(text)).filter(NOW, &none());
        assert!(before("before=-5").is_err() && before("before=0").is_err());
        let turned = Asked::parse(Some("from=2026-11-21&until=2026-11-20"));
        assert_eq!(turned.filter(NOW, &none()).unwrap_err().len(), 1);
    }

    #[test]
    fn times_are_in_lagos() {
        let at = |text| Timestamp::parse_rfc3339(text);
        assert_eq!(moment("2026-11-21T10:30"), at("2026-11-21T09:30:00Z"));
        assert_eq!(moment("2026-11-21"), at("2026-11-20T23:00:00Z"));
        assert_eq!(moment("yesterday"), None);
    }
}
