//! A port: who is registered under a number. The platform knows no product; the server wires the
//! registry's source to it.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

use kofa_domain::Result;
use kofa_identity::live_checklist::KnownCompany;

/// A look at the register.
pub type Looking<'a> = Pin<Box<dyn Future<Output = Result<Option<KnownCompany>>> + Send + 'a>>;

/// Knows companies by their number.
pub trait CompanyRegister: Send + Sync {
    /// The company under `rc_number` whose name fits `name` best; `None` if there is none. Fails
    /// with 422 on `rcNumber` if that is no number, and as the register's source does.
    fn look_up<'a>(&'a self, rc_number: &'a str, name: &'a str) -> Looking<'a>;
}

/// The register of this server, as a part of [`Services`](crate::Services).
#[derive(Clone)]
pub struct Companies(pub Arc<dyn CompanyRegister>);

impl fmt::Debug for Companies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Companies")
    }
}
