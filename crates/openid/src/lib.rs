//! Single sign-on by OpenID Connect: the authorization code flow with PKCE, as its client.
//!
//! [`OpenId`] leads a browser to a provider ([`OpenId::begin`]) and finds out afterwards whom the
//! provider vouches for ([`OpenId::finish`]). What the provider publishes about itself, keys
//! included, is kept for an hour; an unknown key makes it look again. Whom that is here, and
//! whether they may come in, is decided elsewhere.
//!
//! Every request goes through `kofa-outbound`, under the caller's [`AddressRule`]: an issuer that
//! a tenant names leads nowhere but to the public internet.
//!
//! Signatures are checked by `ring`, which TLS brings along. The crates that were considered bring
//! a second cryptography: `openidconnect` and `jsonwebtoken` 10 come with `rsa` (RUSTSEC-2023-0071)
//! or `aws-lc-rs`, and `openidconnect` with an HTTP client as well. What is left to do here is to
//! read a token of three parts and to compare its claims.

mod client;
mod codes;
mod keys;
mod metadata;
mod token;

pub use client::{Asked, Client, OpenId, Vouched};
pub use codes::{CODES, SIGN_IN_NOT_PROVED, SIGN_IN_PROVIDER_FAILED};
pub use kofa_outbound::{AddressRule, is_safe_for_keys};
