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
        MemberRole::Finance => "a finance member",
        MemberRole::Viewer => "a viewer",
    };
    Letter {
        subject: format!("Join {tenant} on Kofa"),
        paragraphs: vec![
            format!("You have been invited to join {tenant} on Kofa as {role}."),
            "The link works once and expires after 72 hours.".to_owned(),
        ],
        button: Some(Button {
            label: "Accept invite".to_owned(),
            link,
        }),
        reason: format!(
            "You receive this email because {tenant} invited this address. If you do not know \
             them, you can ignore it: nothing happens unless you use the link."
        ),
        choose: None,
    }
}

/// Somebody signs up. What they typed is not in it: nobody sends words of theirs to strangers.
pub(crate) fn sign_up(link: Sensitive<String>) -> Letter {
    Letter {
        subject: "Confirm your email address".to_owned(),
        paragraphs: vec![
            "Someone, probably you, asked for an account on Kofa with this address.".to_owned(),
            "Confirm the address to create the account. The link works once and expires after 72 \
             hours."
                .to_owned(),
        ],
        button: Some(Button {
            label: "Confirm address".to_owned(),
            link,
        }),
        reason: "If this was not you, ignore this email: nothing happens unless you use the link."
            .to_owned(),
        choose: None,
    }
}

/// A request for access was declined.
pub(crate) fn access_declined(reason: &str) -> Letter {
    Letter {
        subject: "Your request for access to Kofa".to_owned(),
        paragraphs: vec![
            "Your request for access to Kofa was declined.".to_owned(),
            format!("Reason: {reason}"),
        ],
        button: None,
        reason: "You receive this email because access was requested with this address.".to_owned(),
        choose: None,
    }
}

/// Somebody may set a new password; they asked for it themselves, or somebody did it for them.
pub(crate) fn reset(email: &str, asked: bool, link: Sensitive<String>) -> Letter {
    let why = if asked {
        "Someone, probably you, requested a new password"
    } else {
        "A reset link was created"
    };
    Letter {
        subject: "Set a new password".to_owned(),
        paragraphs: vec![
            format!("{why} for the account {email} on Kofa."),
            "The link works once and expires after one hour. Setting the password signs you out \
             everywhere; two-factor authentication stays on."
                .to_owned(),
        ],
        button: Some(Button {
            label: "Set a new password".to_owned(),
            link,
        }),
        reason: "If this was not you, ignore this email: your password has not been changed."
            .to_owned(),
        choose: None,
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
        "" => "an unknown program",
        agent => agent,
    };
    Letter {
        subject: "New sign-in to your account".to_owned(),
        paragraphs: vec![
            format!("{email} signed in to {door} of Kofa from a new device and network."),
            format!("Time: {at}. IP address: {}. Browser: {agent}.", origin.ip),
            "If this was you, you do not need to do anything. If not, sign out that session and \
             change your password now."
                .to_owned(),
        ],
        button: Some(Button {
            label: "View your sessions".to_owned(),
            link: settings,
        }),
        reason: "You receive this email because your account was used from a new place.".to_owned(),
        choose: None,
    }
}
