//! What people are told by mail about their account.

use kofa_core::MemberRole;
use kofa_domain::{Sensitive, Timestamp};
use kofa_mail::{Button, Letter};

use super::sessions::{Door, Origin};

/// Somebody is invited to a tenant.
pub(crate) fn invite(tenant: &str, role: MemberRole, link: Sensitive<String>) -> Letter {
    let role = match role {
        MemberRole::Owner => "an owner",
        MemberRole::Developer => "a developer",
        MemberRole::SandboxDeveloper => "a sandbox developer",
        MemberRole::Finance => "a member for finance",
        MemberRole::Viewer => "a viewer",
    };
    Letter {
        subject: format!("Join {tenant} on Kofa"),
        paragraphs: vec![
            format!("You are invited to join {tenant} on Kofa as {role}."),
            "The link works once, within 72 hours.".to_owned(),
        ],
        button: Some(Button {
            label: "Accept the invite".to_owned(),
            link,
        }),
        reason: format!(
            "You get this mail because {tenant} invited this address. If you do not know them, \
             ignore it: without the link nothing happens."
        ),
    }
}

/// Somebody may set a new password; they asked for it themselves, or somebody did it for them.
pub(crate) fn reset(email: &str, asked: bool, link: Sensitive<String>) -> Letter {
    let why = if asked {
        "Somebody, probably you, asked for a new password"
    } else {
        "A reset link was made"
    };
    Letter {
        subject: "Set a new password".to_owned(),
        paragraphs: vec![
            format!("{why} for the account {email} on Kofa."),
            "The link works once, within an hour. It ends all sessions of the account; a second \
             factor stays as it is."
                .to_owned(),
        ],
        button: Some(Button {
            label: "Set a new password".to_owned(),
            link,
        }),
        reason: "If it was not you, ignore this mail: your password stays as it is.".to_owned(),
    }
}

/// Somebody signed in where this account never did before.
pub(crate) fn sign_in(
    email: &str,
    origin: &Origin,
    (at, door, settings): (Timestamp, Door, Sensitive<String>),
) -> Letter {
    let door = match door {
        Door::Portal => "the portal",
        Door::Console => "the operator console",
    };
    let agent = match origin.agent.as_str() {
        "" => "a program that does not name itself",
        agent => agent,
    };
    Letter {
        subject: "New sign-in to your account".to_owned(),
        paragraphs: vec![
            format!("{email} signed in to {door} of Kofa from a new device and network."),
            format!("When: {at}. Address: {}. Browser: {agent}.", origin.ip),
            "If it was you, there is nothing to do. If not, end that session and change your \
             password at once."
                .to_owned(),
        ],
        button: Some(Button {
            label: "Look at your sessions".to_owned(),
            link: settings,
        }),
        reason: "You get this mail because your account was used from a new place.".to_owned(),
    }
}
