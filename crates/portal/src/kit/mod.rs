//! What the pages behind a sign-in share, in the portal and in the console.
//!
//! * [`WebState`]: what handlers work with.
//! * [`SignedInMember`], [`SignedInOperator`]: who is signed in; a handler that takes one is not
//!   reached by anybody else. [`MemberForm`], [`OperatorForm`]: the same with a form that
//!   came from a page of ours. Nothing is changed by a handler that takes a seat only.
//! * [`answer_once`]: for a form that must act once however often it is sent.
//! * [`ask`]: asks before what cannot be undone.
//! * [`Undo`]: the opposite of what was just done, offered by the next page ([`go_undoable`]).
//! * [`must_be_fresh`]: for what asks for password and second factor again.
//! * [`Layout`]: the frame around a page: navigation, environment, notices.
//! * [`Refusal`]: a page that says what was wrong. `Page` is what handlers answer.
//! * [`show`]: money, moments and counts as people read them; [`plot`]: figures in SVG.
//!
//! Rights are checked in the operations of `kofa_identity`; a page asks the same
//! [`Actor`](kofa_core::Actor) only to leave out what would be refused.

mod answers;
pub mod ask;
mod attempts;
mod caller;
mod cookies;
mod deeds;
mod form;
mod found;
mod framed;
mod fresh;
mod input;
mod labels;
mod layout;
mod part;
pub mod plot;
mod refusal;
mod respond;
mod search;
pub mod show;
mod signed_in;
mod single_sign_on;
mod undo;
mod upload;
mod web_state;

pub use crate::kit::layout::{Door, Layout, NavGroup, NavLink, Notice};
pub use crate::kit::signed_in::{SignedInMember, SignedInOperator};
pub use crate::kit::web_state::{Examples, WebState};
pub use answers::answer_once;
pub use attempts::Attempts;
pub use caller::Caller;
pub(crate) use caller::call_from;
pub use cookies::{
    Cookies, DEVICE_COOKIES, MEMBER_COOKIE, OPERATOR_COOKIE, SAID_COOKIE, read_cookie,
};
pub use deeds::{deed, deed_kinds};
pub(crate) use form::Sent;
pub use form::{Form, MemberForm, OperatorForm, missing, read_naira, same_origin};
pub use found::{Hit, LOOKED_AT};
pub use framed::{framed, in_room};
pub use fresh::{SignedIn, must_be_fresh};
pub use input::{CommandForm, moment};
pub use labels::{in_naira, labelled, named, reworded, told_in_naira};
pub use part::part;
pub(crate) use refusal::{AsksAgain, html};
pub use refusal::{Faults, Page, Refusal, go, go_undoable};
pub use respond::respond;
pub use search::search_page;
pub(crate) use single_sign_on::Provider;
pub use single_sign_on::{OperatorProvider, SingleSignOn};
pub use undo::{Said, Undo};
pub use upload::{MemberUpload, OperatorUpload, Upload};
