//! What a key is to reach: as someone typed it, and as it is kept.

use std::net::IpAddr;

use ipnet::{IpNet, Ipv4Net};
use kofa_domain::{Environment, Fault, Scope, Timestamp, codes};

use super::codes::{INVALID_CIDR, INVALID_EXPIRY, INVALID_SCOPE};
use super::read_name;
use crate::product::Products;

/// Most networks in a key's list.
pub const CIDRS_MAX: usize = 50;

/// What a key reaches and until when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyPlan {
    /// For people.
    pub name: String,
    /// What it may call, in the order of the products.
    pub scopes: Vec<Scope>,
    /// Where, sandbox first.
    pub environments: Vec<Environment>,
    /// From which networks; empty for all.
    pub allowed_cidrs: Vec<IpNet>,
    /// Until when; `None` for ever.
    pub expires_at: Option<Timestamp>,
}

/// What someone asks a key to be, as they typed it.
#[derive(Clone, Debug, Default)]
pub struct KeyRequest {
    /// For people.
    pub name: String,
    /// Scopes of products.
    pub scopes: Vec<String>,
    /// Words of [`Environment`].
    pub environments: Vec<String>,
    /// Addresses or networks.
    pub allowed_cidrs: Vec<String>,
    /// RFC 3339.
    pub expires_at: Option<String>,
}

impl KeyRequest {
    /// Reads it; every fault is added to `faults`.
    pub fn read(
        &self,
        products: &Products,
        now: Timestamp,
        faults: &mut Vec<Fault>,
    ) -> Option<KeyPlan> {
        let name = read_name("name", &self.name, faults);
        let mut scopes = words(&self.scopes, |text| products.scope(text));
        if let Some(scopes) = &mut scopes {
            scopes.sort_by_key(|scope| products.position(*scope));
        }
        let scopes = required("scopes", scopes, faults, || {
            let message = format!(
                "`scopes` may hold `{}`.",
                products.scope_words().join("`, `")
            );
            Fault::on("scopes", &INVALID_SCOPE, message)
        });
        let environments = words(&self.environments, Environment::parse);
        let environments = required("environments", environments, faults, || {
            let message = "`environments` may hold `sandbox` and `live`.";
            Fault::on("environments", &codes::INVALID_FIELD, message)
        });
        let allowed_cidrs = read_cidrs(&self.allowed_cidrs, faults);
        let expires_at = read_expiry(self.expires_at.as_deref(), now, faults);
        Some(KeyPlan {
            name: name?,
            scopes: scopes?,
            environments: environments?,
            allowed_cidrs: allowed_cidrs?,
            expires_at: expires_at?,
        })
    }
}

/// The distinct things that words stand for, in order; `None` if a word stands for nothing.
pub(crate) fn words<T: Ord>(texts: &[String], parse: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
    let mut all: Vec<T> = texts
        .iter()
        .map(|text| parse(text))
        .collect::<Option<_>>()?;
    all.sort_unstable();
    all.dedup();
    Some(all)
}

/// A list of known words with at least one of them.
fn required<T>(
    field: &'static str,
    all: Option<Vec<T>>,
    faults: &mut Vec<Fault>,
    unknown: impl FnOnce() -> Fault,
) -> Option<Vec<T>> {
    match all {
        Some(all) if !all.is_empty() => return Some(all),
        Some(_) => faults.push(Fault::missing(field)),
        None => faults.push(unknown()),
    }
    None
}

/// A network of IPv4 in IPv6's clothes (RFC 4291, 2.5.5.2) as the network of IPv4 that it is, for
/// callers are compared by those; `None` for one that is wider than all of IPv4.
fn canonical(net: IpNet) -> Option<IpNet> {
    const MAPPED_BITS: u8 = 96;
    let IpNet::V6(mapped) = net else {
        return Some(net);
    };
    let Some(address) = mapped.network().to_ipv4_mapped() else {
        return Some(net);
    };
    let bits = mapped.prefix_len().checked_sub(MAPPED_BITS)?;
    Ipv4Net::new(address, bits).ok().map(IpNet::V4)
}

fn read_cidrs(texts: &[String], faults: &mut Vec<Fault>) -> Option<Vec<IpNet>> {
    if texts.len() > CIDRS_MAX {
        let message = format!("`allowedCidrs` may hold at most {CIDRS_MAX} networks.");
        faults.push(Fault::on("allowedCidrs", &INVALID_CIDR, message));
        return None;
    }
    let mut nets = Vec::with_capacity(texts.len());
    for (position, text) in texts.iter().enumerate() {
        let text = text.trim();
        let net = text
            .parse::<IpNet>()
            .ok()
            .or_else(|| text.parse::<IpAddr>().ok().map(IpNet::from));
        match net.and_then(canonical) {
            Some(net) => nets.push(net.trunc()),
            None => {
                // Not what was typed: it might be anything, a key too.
                let message = format!(
                    "Entry {} of `allowedCidrs` is no network: one is written as \
                     203.0.113.0/24, 2001:db8::/32 or one address.",
                    position + 1
                );
                let field = format!("allowedCidrs[{position}]");
                faults.push(Fault::on(field, &INVALID_CIDR, message));
            }
        }
    }
    (nets.len() == texts.len()).then(|| {
        nets.sort_unstable();
        nets.dedup();
        nets
    })
}

/// The outer `None` is a fault, the inner one no expiry.
#[expect(
    clippy::option_option,
    reason = "the two say different things, and only here"
)]
fn read_expiry(
    text: Option<&str>,
    now: Timestamp,
    faults: &mut Vec<Fault>,
) -> Option<Option<Timestamp>> {
    let Some(text) = text else { return Some(None) };
    let wrong = match Timestamp::parse_rfc3339(text.trim()) {
        Some(at) if at > now => return Some(Some(at)),
        Some(_) => "`expiresAt` must be in the future.",
        None => "`expiresAt` must be a moment in RFC 3339, such as 2027-01-31T00:00:00Z.",
    };
    faults.push(Fault::on("expiresAt", &INVALID_EXPIRY, wrong));
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::product::sample::products;
    use crate::text::spaced;

    fn texts(all: &[&str]) -> Vec<String> {
        all.iter().map(|&text| text.to_owned()).collect()
    }

    fn request() -> KeyRequest {
        KeyRequest {
            name: "Till 4".into(),
            scopes: texts(&["ai_processing_hub", "investment_ipo", "ai_processing_hub"]),
            environments: texts(&["live", "sandbox"]),
            allowed_cidrs: texts(&["10.1.2.3/8", "2001:db8::1"]),
            expires_at: Some("2027-01-31T00:00:00+01:00".into()),
        }
    }

    const NOW: Timestamp = Timestamp::from_micros(1_795_000_000_000_000);

    #[test]
    fn a_request_is_read_into_its_canonical_form() {
        let mut faults = Vec::new();
        let plan = request().read(&products(), NOW, &mut faults).unwrap();
        assert_eq!(spaced(&plan.scopes), "investment_ipo ai_processing_hub");
        assert_eq!(spaced(&plan.environments), "sandbox live");
        assert_eq!(spaced(&plan.allowed_cidrs), "10.0.0.0/8 2001:db8::1/128");
        assert_eq!(
            plan.expires_at.map(Timestamp::rfc3339).as_deref(),
            Some("2027-01-30T23:00:00.000Z")
        );
    }

    #[test]
    fn a_network_is_compared_as_callers_are() {
        let check = |text: &str, expected: &str| {
            let mut faults = Vec::new();
            let nets = read_cidrs(&texts(&[text]), &mut faults).unwrap();
            assert_eq!(spaced(&nets), expected);
        };
        check("::ffff:127.0.0.1", "127.0.0.1/32");
        check("::ffff:10.1.2.3/104", "10.0.0.0/8");
        check("::ffff:0:0/96", "0.0.0.0/0");
        check("::/0", "::/0");
    }

    #[test]
    fn all_faults_of_a_request_come_at_once() {
        let mut faults = Vec::new();
        let wrong = KeyRequest {
            name: " ".into(),
            scopes: texts(&["ipo"]),
            environments: vec![],
            allowed_cidrs: texts(&["10.0.0.0/8", "10.0.0.0/33", "here"]),
            expires_at: Some("2020-01-01T00:00:00Z".into()),
        };
        assert_eq!(wrong.read(&products(), NOW, &mut faults), None);
        let fields: Vec<&str> = faults.iter().filter_map(|f| f.field.as_deref()).collect();
        let expected = [
            "name",
            "scopes",
            "environments",
            "allowedCidrs[1]",
            "allowedCidrs[2]",
            "expiresAt",
        ];
        assert_eq!(fields, expected);
        let none = KeyRequest {
            scopes: vec![],
            ..request()
        };
        assert_eq!(none.read(&products(), NOW, &mut Vec::new()), None);
        let many = KeyRequest {
            allowed_cidrs: (0..=CIDRS_MAX).map(|n| format!("10.0.0.{n}")).collect(),
            ..request()
        };
        assert_eq!(many.read(&products(), NOW, &mut Vec::new()), None);
    }

    proptest! {
        #[test]
        fn no_network_or_expiry_panics(text in "\\PC{0,60}") {
            let typed = KeyRequest {
                allowed_cidrs: vec![text.clone()],
                expires_at: Some(text),
                ..request()
            };
            let _ = typed.read(&products(), NOW, &mut Vec::new());
        }
    }
}
