//! Single sign-on: who trusts which OpenID provider, and whom a provider's word lets in.
//!
//! A tenant's provider speaks for that tenant's members and for nobody else, whatever addresses
//! it claims; the operators' provider stands in the settings and speaks for operators. A person is
//! found by their verified e-mail address the first time, and by the issuer's own name for them
//! (`sub`) ever after.

mod attempt;
mod enter;
mod provider;
mod unlink;

pub use attempt::{ATTEMPT_SECONDS, Attempt, PurgeAttempts, StartAttempt, Started, TakeAttempt};
pub use enter::{EnterByProvider, Realm, Word};
pub(crate) use provider::secret_context;
pub use provider::{
    FindMustUse, FindProvider, FindProviderOf, NewProvider, RemoveProvider, SetProvider,
    SignInProvider,
};
pub use unlink::Unlink;
