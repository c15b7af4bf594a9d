//! A product in an environment: what the status page tells of.

use std::fmt;

use kofa_domain::{Environment, Scope};

/// A product in an environment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Service {
    pub scope: Scope,
    pub environment: Environment,
}

impl Service {
    /// Reads `investment_ipo/live`, whether or not there is such a product.
    pub fn parse(text: &str) -> Option<Self> {
        let (scope, environment) = text.split_once('/')?;
        let environment = Environment::ALL
            .into_iter()
            .find(|one| one.as_str() == environment)?;
        Some(Self {
            scope: Scope::parse(scope)?,
            environment,
        })
    }
}

impl fmt::Display for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.scope, self.environment)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn services_are_read_as_they_are_written() {
        for environment in Environment::ALL {
            let scope = Scope::new("investment_ipo");
            let service = Service { scope, environment };
            assert_eq!(Service::parse(&service.to_string()), Some(service));
        }
        for wrong in [
            "",
            "live",
            "investment_ipo/",
            "/live",
            "investment_ipo/LIVE",
        ] {
            assert_eq!(Service::parse(wrong), None, "{wrong}");
        }
    }
}
