//! What a key is to reach.

use std::net::IpAddr;

use ipnet::{IpNet, Ipv4Net};
use kofa_domain::{Environment, Error, Fault, Result, Scope, Timestamp};
use kofa_store::Row;

use super::codes::INVALID_CIDR;

/// Most networks in a key's list.
pub const CIDRS_MAX: usize = 50;

/// What a key reaches and until when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyPlan {
    pub name: String,
    /// What it may call, in the order of the products.
    pub scopes: Vec<Scope>,
    pub environments: Vec<Environment>,
    /// From which networks; empty for all.
    pub allowed_cidrs: Vec<IpNet>,
    /// Until when; `None` for ever.
    pub expires_at: Option<Timestamp>,
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

/// The networks of a stored key or token.
pub(crate) fn cidrs_of(row: &Row) -> Result<Vec<IpNet>> {
    let text: String = row.get("allowed_cidrs")?;
    let texts: Vec<String> = text.split_ascii_whitespace().map(str::to_owned).collect();
    let nets = words(&texts, |text| text.parse().ok());
    nets.ok_or_else(|| Error::internal("a stored list of networks"))
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

/// Networks as people write them: in order, each once.
///
/// # Errors
/// 422 `invalid_cidr` with the place of each that is none.
pub fn read_cidrs(texts: &[String]) -> Result<Vec<IpNet>> {
    let (mut nets, mut faults) = (Vec::with_capacity(texts.len()), Vec::new());
    for (position, text) in texts.iter().enumerate() {
        let net = text
            .parse::<IpNet>()
            .ok()
            .or_else(|| text.parse::<IpAddr>().ok().map(IpNet::from));
        match net.and_then(canonical) {
            Some(net) => nets.push(net.trunc()),
            None => {
                // Not what was typed: it might be anything, a key too.
                let message = format!(
                    "Entry {} of `allowedCidrs` is not valid: use 203.0.113.0/24, 2001:db8::/32 or \
                     a single IP address.",
                    position + 1
                );
                let field = format!("allowedCidrs[{position}]");
                faults.push(Fault::on(field, &INVALID_CIDR, message));
            }
        }
    }
    Error::check(faults)?;
    nets.sort_unstable();
    nets.dedup();
    Ok(nets)
}

#[cfg(test)]
mod tests {
    use kofa_core::text::spaced;

    use super::*;

    #[test]
    fn a_network_is_compared_as_callers_are() {
        let check = |text: &str, expected: &str| {
            let nets = read_cidrs(&[text.to_owned()]).unwrap();
            assert_eq!(spaced(&nets), expected);
        };
        check("::ffff:127.0.0.1", "127.0.0.1/32");
        check("::ffff:10.1.2.3/104", "10.0.0.0/8");
        check("::ffff:0:0/96", "0.0.0.0/0");
        check("::/0", "::/0");
    }
}
