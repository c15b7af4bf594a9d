//! Pages for people: what runs here, the reference of both APIs, a page for every error
//! code, and the sandbox's reserved values.
//!
//! Everything is rendered on the server from the API descriptions and the error vocabulary
//! themselves, so a page cannot say something else than the API does. Pages work without
//! script; the one script of ours only adds copy buttons and a filter. Nothing is loaded
//! from another origin, and no style or script stands inline: the policy in `page` is as
//! strict as it can be.
//!
//! * `site`: the routes and what each page is made of.
//! * `reference`: an OpenAPI document, read into what the pages show.
//! * `guides`: papers of the repository as pages.
//! * `sandbox`: the table of reserved values.
//! * `verify`: what was drawn under the code of a document, for whoever holds it.
//! * `status`: how the services do, for everybody.
//! * [`readings`]: how right readings of documents are, by what users said.
//! * `page`, `assets`, `text`: headers, files, and small text into HTML.
//!
//! * `kit`: what the pages behind a sign-in share, also with the console.
//! * `enter`: the doors of portal and console.
//! * `tenant`: the portal.
//!
//! No rule and no SQL lives here: pages run the operations of the floors below.

mod assets;
pub mod auth;
mod errors;
mod guides;
pub mod kit;
mod page;
pub mod readings;
mod reference;
mod sandbox;
mod site;
pub mod status;
pub mod tenant;
mod text;
mod verify;

pub use page::secure_room;
pub use site::{Describe, Site, routes};
pub use verify::{Address, Answering, LookUp, Refuse, Standing, Verified, Verify, verify_routes};
