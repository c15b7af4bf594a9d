//! Asks before what cannot be undone or touches Live, in the frame of the console.

use kofa_portal::kit::ask;
pub(crate) use kofa_portal::kit::ask::Question;
use kofa_portal::kit::{Form, Layout, Refusal, SignedInOperator, WebState};

/// Goes on if the form has the answer; else the page that asks. `here` is the page's word in the
/// navigation, and `back` is where Cancel leads.
///
/// # Errors
/// The page.
pub(crate) fn must_be_sure(
    web: &WebState,
    signed_in: &SignedInOperator,
    (here, back): (&str, &str),
    form: &Form,
    question: &Question,
) -> Result<(), Refusal> {
    let layout = |title: String| Layout::console(web, signed_in, here, title);
    ask::must_be_sure(web, layout, back, form, question)
}
