//! The error vocabulary of tenants, members, operators and keys.

use kofa_domain::{Code, Kind};

pub const EMAIL_TAKEN: Code = Code {
    name: "email_taken",
    kind: Kind::Conflict,
    title: "Email address already in use",
    meaning: "An email address belongs to one member of one business, or to one operator: to the \
              person who joined with it, or the first owner of a new business. This one is taken.",
    remedy: "Use a different email address.",
};
pub const WEAK_PASSWORD: Code = Code {
    name: "weak_password",
    kind: Kind::Unprocessable,
    title: "Password too weak",
    meaning: "A password must have 10 to 200 characters and be hard to guess: no common password \
              or pattern, and not your email address or name with something added.",
    remedy: "Choose a longer password; three or four unrelated words work well.",
};
pub const WRONG_PASSWORD: Code = Code {
    name: "wrong_password",
    kind: Kind::Unprocessable,
    title: "Current password incorrect",
    meaning: "Changing how you sign in requires your current password, and a different one was \
              sent.",
    remedy: "Enter the password that you signed in with.",
};
pub const WRONG_CODE: Code = Code {
    name: "wrong_code",
    kind: Kind::Unprocessable,
    title: "Authentication code incorrect",
    meaning: "A code from an authenticator app is valid once, for its own 30 seconds and the 30 \
              seconds before and after; a recovery code is valid once.",
    remedy: "Wait for the next code in the app, and check that the clock of the device is correct.",
};
pub const WRONG_PASSKEY: Code = Code {
    name: "wrong_passkey",
    kind: Kind::Unprocessable,
    title: "Passkey not accepted",
    meaning: "A passkey is accepted if it was created here by the person who uses it, for the same \
              sign-in page, and responds to the page that is open. The device verifies the person.",
    remedy: "Reload the page and use the passkey again, or sign in with your password.",
};
pub const RESET_NOT_FOUND: Code = Code {
    name: "reset_not_found",
    kind: Kind::NotFound,
    title: "Link not valid",
    meaning: "The link is mistyped or truncated, or the person it is for cannot sign in.",
    remedy: "Open the link exactly as it was sent, or ask for a new one.",
};
pub const RESET_EXPIRED: Code = Code {
    name: "reset_expired",
    kind: Kind::Gone,
    title: "Link expired",
    meaning: "A password reset link works for one hour.",
    remedy: "Ask the person who created it for a new one.",
};
pub const RESET_USED: Code = Code {
    name: "reset_used",
    kind: Kind::Conflict,
    title: "Link already used",
    meaning: "A password reset link works once. It also stops working when a newer link is created \
              or the password is changed.",
    remedy: "Sign in with the new password, or ask for a new link.",
};
pub const INVITE_NOT_FOUND: Code = Code {
    name: "invite_not_found",
    kind: Kind::NotFound,
    title: "Invite not valid",
    meaning: "The link is mistyped or truncated: no invite has this token.",
    remedy: "Open the link exactly as it was sent, or ask for a new invite.",
};
pub const INVITE_EXPIRED: Code = Code {
    name: "invite_expired",
    kind: Kind::Gone,
    title: "Invite expired",
    meaning: "An invite can be accepted for 72 hours.",
    remedy: "Ask the person who invited you for a new one.",
};
pub const INVITE_REVOKED: Code = Code {
    name: "invite_revoked",
    kind: Kind::Gone,
    title: "Invite revoked",
    meaning: "The person who invited you revoked the invite or sent a newer one.",
    remedy: "Use the newest invite, or ask for one.",
};
pub const INVITE_USED: Code = Code {
    name: "invite_used",
    kind: Kind::Conflict,
    title: "Invite already used",
    meaning: "An invite works once, and this one has been accepted.",
    remedy: "Sign in with the password that you set then.",
};
pub const NO_ACCOUNT: Code = Code {
    name: "no_account",
    kind: Kind::Forbidden,
    title: "No account for this sign-in",
    meaning: "Your sign-in provider identified a person who has no account here, is disabled, has \
              an email address outside the provider's domain, or belongs to another company.",
    remedy: "Ask an owner of your company to invite you, or sign in with the account that was \
             invited.",
};
pub const SIGN_IN_EXPIRED: Code = Code {
    name: "sign_in_expired",
    kind: Kind::Gone,
    title: "Sign-in expired",
    meaning: "After you are sent to your sign-in provider, you must return within ten minutes, \
              once, in the same browser.",
    remedy: "Start again on the sign-in page.",
};
pub const SINGLE_SIGN_ON_REQUIRED: Code = Code {
    name: "single_sign_on_required",
    kind: Kind::Forbidden,
    title: "Single sign-on required",
    meaning: "The owners of this company require members to use its sign-in provider. Only owners \
              can sign in with a password.",
    remedy: "Choose single sign-on on the sign-in page and use your company account.",
};
pub const DOMAIN_TAKEN: Code = Code {
    name: "domain_taken",
    kind: Kind::Conflict,
    title: "Domain already used by another company",
    meaning: "Each email domain can use one company's sign-in provider, and another company has \
              already set up theirs for this domain.",
    remedy: "Check the domain. If it is yours, contact the operator of the platform.",
};
pub const INVALID_SCOPE: Code = Code {
    name: "invalid_scope",
    kind: Kind::Unprocessable,
    title: "Unknown scope",
    meaning: "A key needs one or more of the scopes `investment_ipo`, `ai_processing_hub` and \
              `business_validation_registry`.",
    remedy: "Send a list with at least one of these scopes.",
};
pub const INVALID_CIDR: Code = Code {
    name: "invalid_cidr",
    kind: Kind::Unprocessable,
    title: "Invalid IP address or network",
    meaning: "The list of allowed IP addresses of a key contains IPv4 or IPv6 addresses or CIDR \
              blocks.",
    remedy: "Write `203.0.113.7`, `203.0.113.0/24` or `2001:db8::/32`.",
};
pub const INVALID_EXPIRY: Code = Code {
    name: "invalid_expiry",
    kind: Kind::Unprocessable,
    title: "Expiry not in the future",
    meaning: "The expiry of a key must be a time in the future, in RFC 3339 format.",
    remedy: "Send a later time, such as `2027-01-31T00:00:00Z`, or omit the field.",
};
pub const INVALID_GRACE: Code = Code {
    name: "invalid_grace",
    kind: Kind::Unprocessable,
    title: "Grace period not available",
    meaning: "After a rotation, the old key can keep working for 0 seconds, 15 minutes, 1 hour, 24 \
              hours or 7 days.",
    remedy: "Send `graceSeconds` as 0, 900, 3600, 86400 or 604800.",
};
pub const KEY_NOT_ACTIVE: Code = Code {
    name: "key_not_active",
    kind: Kind::Conflict,
    title: "Key no longer active",
    meaning: "A key or admin token that has been revoked, has expired or has already been rotated \
              cannot be rotated.",
    remedy: "Rotate the one that replaced it, or create a new one.",
};
pub const TOKEN_LIMIT_REACHED: Code = Code {
    name: "token_limit_reached",
    kind: Kind::Conflict,
    title: "Token limit reached",
    meaning: "An operator can have 50 admin tokens that are neither revoked nor expired, and can \
              create 5,000 in total.",
    remedy: "Revoke tokens that you no longer use, and keep each token longer.",
};
pub const KEY_LIMIT_REACHED: Code = Code {
    name: "key_limit_reached",
    kind: Kind::Conflict,
    title: "Key limit reached",
    meaning: "A business can have 1,000 keys that are neither revoked nor expired. It can create \
              300 keys a day, and 20,000 in total, including revoked ones.",
    remedy: "Revoke keys that you no longer use, and keep each key longer.",
};
pub const OWN_PROPOSAL: Code = Code {
    name: "own_proposal",
    kind: Kind::Forbidden,
    title: "Confirmation by another operator required",
    meaning: "A proposal must be confirmed by a different operator than the one who made it.",
    remedy: "Ask a colleague, or reject your proposal.",
};
pub const PROPOSAL_NOT_PENDING: Code = Code {
    name: "proposal_not_pending",
    kind: Kind::Conflict,
    title: "Proposal no longer pending",
    meaning: "The proposal was already confirmed or rejected, was not confirmed within 72 hours, \
              or the person who made it is no longer an operator.",
    remedy: "Check the list of proposals, and propose it again if necessary.",
};
pub const ACCESS_REQUEST_NOT_PENDING: Code = Code {
    name: "access_request_not_pending",
    kind: Kind::Conflict,
    title: "Access request no longer pending",
    meaning: "The request for access was already accepted or declined.",
    remedy: "Check the list of access requests.",
};
pub const SIGN_UP_LINK_NOT_FOUND: Code = Code {
    name: "sign_up_link_not_found",
    kind: Kind::NotFound,
    title: "Sign-up link unknown",
    meaning: "The link that confirms an email address is wrong, expired, was used already, or \
              was replaced by a newer one.",
    remedy: "Sign in if you have an account. Otherwise fill in the sign-up form again.",
};
pub const PROPOSAL_LIMIT_REACHED: Code = Code {
    name: "proposal_limit_reached",
    kind: Kind::Conflict,
    title: "Too many pending proposals",
    meaning: "At most 200 proposals can be pending at the same time.",
    remedy: "Confirm or reject some of them.",
};
pub const LIVE_CHECKLIST_INCOMPLETE: Code = Code {
    name: "live_checklist_incomplete",
    kind: Kind::Conflict,
    title: "Requirements for live not met",
    meaning: "The business has not met a requirement for live that the operator's settings make \
              mandatory. `errors` has one entry for each.",
    remedy: "Complete the missing requirements, or enable the product with a `reason`, which is \
             recorded in the audit log together with what was missing.",
};
pub const LIVE_ALREADY_ON: Code = Code {
    name: "live_already_on",
    kind: Kind::Conflict,
    title: "Product already enabled in live",
    meaning: "You requested live access that you already have.",
    remedy: "You can use the product in live now.",
};
pub const NO_LIVE_REQUEST: Code = Code {
    name: "no_live_request",
    kind: Kind::Conflict,
    title: "No pending request",
    meaning: "The request for live access to this product was already withdrawn, granted or \
              refused, or never existed.",
    remedy: "Check the requests of the business again.",
};
pub const INVALID_EFFECTIVE_DATE: Code = Code {
    name: "invalid_effective_date",
    kind: Kind::Unprocessable,
    title: "Price cannot start in the past",
    meaning: "A price applies from now or from a later time: earlier requests keep the price that \
              applied to them.",
    remedy: "Omit `effectiveAt` to start now, or send a later time in RFC 3339 format.",
};

/// All codes of this module, for the documentation.
pub const CODES: &[&Code] = &[
    &EMAIL_TAKEN,
    &WEAK_PASSWORD,
    &WRONG_PASSWORD,
    &WRONG_CODE,
    &WRONG_PASSKEY,
    &RESET_NOT_FOUND,
    &RESET_EXPIRED,
    &RESET_USED,
    &INVITE_NOT_FOUND,
    &INVITE_EXPIRED,
    &INVITE_REVOKED,
    &INVITE_USED,
    &NO_ACCOUNT,
    &SIGN_IN_EXPIRED,
    &SINGLE_SIGN_ON_REQUIRED,
    &DOMAIN_TAKEN,
    &INVALID_SCOPE,
    &INVALID_CIDR,
    &INVALID_EXPIRY,
    &INVALID_GRACE,
    &KEY_NOT_ACTIVE,
    &KEY_LIMIT_REACHED,
    &TOKEN_LIMIT_REACHED,
    &OWN_PROPOSAL,
    &PROPOSAL_NOT_PENDING,
    &PROPOSAL_LIMIT_REACHED,
    &ACCESS_REQUEST_NOT_PENDING,
    &SIGN_UP_LINK_NOT_FOUND,
    &LIVE_CHECKLIST_INCOMPLETE,
    &LIVE_ALREADY_ON,
    &NO_LIVE_REQUEST,
    &INVALID_EFFECTIVE_DATE,
];
