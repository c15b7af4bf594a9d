//! Surfaces turn JSON, forms and words into commands and hold no rule of their own: what fits is
//! said once, where the command is.

use crate::tree::{hold, sources};

/// What turns JSON, forms and words into commands.
const SURFACES: &[&str] = &[
    "crates/admin-api/src/",
    "crates/console/src/",
    "crates/portal/src/",
    "crates/server/src/cli/",
];
/// Files that refuse something all the same, or look at a text, and why.
const EXCEPTIONS: &[(&str, &str)] = &[
    (
        "crates/admin-api/src/public.rs",
        "a link's password is no command",
    ),
    ("crates/console/src/inputs.rs", "shows a moment"),
    (
        "crates/console/src/offers/compare.rs",
        "several seeds in one field",
    ),
    (
        "crates/console/src/reference/import.rs",
        "an upload without a file",
    ),
    (
        "crates/console/src/register/imports.rs",
        "an upload without a file",
    ),
    (
        "crates/console/src/tenants/list/status.rs",
        "boxes that must be ticked",
    ),
    ("crates/console/src/upload.rs", "an upload without a file"),
    ("crates/portal/src/auth/", "signing in is no command"),
    ("crates/portal/src/kit/form.rs", "a box that must be ticked"),
    (
        "crates/portal/src/kit/labels.rs",
        "words refusals as the form does",
    ),
    ("crates/portal/src/kit/show.rs", "shows a moment"),
    ("crates/portal/src/kit/upload.rs", "shows a file's name"),
    (
        "crates/portal/src/tenant/audit/mod.rs",
        "shortens what is shown; the last day is meant whole",
    ),
    (
        "crates/portal/src/tenant/try_it.rs",
        "a header that cannot be sent, and no key",
    ),
    (
        "crates/portal/src/tenant/own_call.rs",
        "shortens what is shown",
    ),
    ("crates/portal/src/tenant/logs/", "addresses of pages"),
    (
        "crates/portal/src/tenant/sandbox.rs",
        "a copy of what is not there",
    ),
];
/// What only a rule of an input needs: limits, faults, looks at characters.
const RULES: &[&str] = &[
    "CHARS_MAX",
    "Fault::",
    "Error::on(",
    "Error::faults(",
    "INVALID_FIELD",
    "is_hidden",
    "is_control",
    "chars().count()",
    "parse_rfc3339",
    ".wrong(",
];

#[test]
fn surfaces_hold_no_rules() {
    let is_in = |path: &str, places: &[&str]| places.iter().any(|one| path.starts_with(one));
    let of_surfaces = sources()
        .into_iter()
        .filter(|(path, _)| is_in(path, SURFACES) || path.contains("/src/admin"));
    let (mut offenders, mut used) = (Vec::new(), vec![false; EXCEPTIONS.len()]);
    for (path, text) in of_surfaces {
        let found = RULES.iter().filter(|rule| text.contains(**rule));
        let found: Vec<String> = found.map(|rule| format!("{path}: {rule}")).collect();
        match EXCEPTIONS.iter().position(|(one, _)| path.starts_with(one)) {
            Some(exception) => used[exception] |= !found.is_empty(),
            None => offenders.extend(found),
        }
    }
    let needless = EXCEPTIONS.iter().zip(&used).filter(|(_, used)| !**used);
    offenders.extend(needless.map(|((path, _), _)| format!("{path} is no exception any more")));
    hold("surfaces without limits and validation", &offenders);
}
