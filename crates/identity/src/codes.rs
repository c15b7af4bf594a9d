//! The error vocabulary of tenants, members, operators and keys.

use kofa_domain::{Code, Kind};

pub const EMAIL_TAKEN: Code = Code {
    name: "email_taken",
    kind: Kind::Conflict,
    title: "This e-mail address is in use already",
    meaning: "An address belongs to one member of one tenant, or to one operator: to whoever \
              joined with it, and to the first owner of a new tenant. This one already does.",
    remedy: "Use another address.",
};
pub const WEAK_PASSWORD: Code = Code {
    name: "weak_password",
    kind: Kind::Unprocessable,
    title: "The password is too weak",
    meaning: "A password has 10 to 200 characters and takes long to guess: it is no common \
              password or pattern, and not the person's e-mail address or name with something \
              added.",
    remedy: "Choose a longer one; three or four unrelated words do well.",
};
pub const WRONG_PASSWORD: Code = Code {
    name: "wrong_password",
    kind: Kind::Unprocessable,
    title: "This is not the present password",
    meaning: "What changes how somebody signs in asks for their present password, and another \
              one was sent.",
    remedy: "Type the password that you signed in with.",
};
pub const WRONG_CODE: Code = Code {
    name: "wrong_code",
    kind: Kind::Unprocessable,
    title: "This code is not right",
    meaning: "A code of an authenticator app is right for its 30 seconds and the ones before \
              and after, and once; a recovery code is right once.",
    remedy: "Wait for the app's next code, and see that the clock of its device is right.",
};
pub const WRONG_PASSKEY: Code = Code {
    name: "wrong_passkey",
    kind: Kind::Unprocessable,
    title: "This passkey is not right",
    meaning: "A passkey is right if it was made here by the person who uses it, at the same door, \
              and answers the page that is open. Its device makes sure that it is them.",
    remedy: "Load the page again and use the passkey once more, or sign in with your password.",
};
pub const RESET_NOT_FOUND: Code = Code {
    name: "reset_not_found",
    kind: Kind::NotFound,
    title: "This link does not exist",
    meaning: "The link is mistyped or cut off, or it is for somebody who cannot sign in.",
    remedy: "Open the link exactly as it was sent, or ask for a new one.",
};
pub const RESET_EXPIRED: Code = Code {
    name: "reset_expired",
    kind: Kind::Gone,
    title: "The link has expired",
    meaning: "A link that sets a new password works for an hour.",
    remedy: "Ask whoever made it for a new one.",
};
pub const RESET_USED: Code = Code {
    name: "reset_used",
    kind: Kind::Conflict,
    title: "The link was used already",
    meaning: "A link that sets a new password works once, and a newer one or a new password \
              ends it.",
    remedy: "Sign in with the password that was set then, or ask for a new link.",
};
pub const INVITE_NOT_FOUND: Code = Code {
    name: "invite_not_found",
    kind: Kind::NotFound,
    title: "This invite does not exist",
    meaning: "The link is mistyped or cut off: no invite has this token.",
    remedy: "Open the link exactly as it was sent, or ask for a new invite.",
};
pub const INVITE_EXPIRED: Code = Code {
    name: "invite_expired",
    kind: Kind::Gone,
    title: "The invite has expired",
    meaning: "An invite can be accepted for 72 hours.",
    remedy: "Ask whoever invited you for a new one.",
};
pub const INVITE_REVOKED: Code = Code {
    name: "invite_revoked",
    kind: Kind::Gone,
    title: "The invite was withdrawn",
    meaning: "Whoever invited you took the invite back, or sent a newer one in its place.",
    remedy: "Use the newest invite, or ask for one.",
};
pub const INVITE_USED: Code = Code {
    name: "invite_used",
    kind: Kind::Conflict,
    title: "The invite was used already",
    meaning: "An invite works once, and this one was accepted.",
    remedy: "Sign in with the password that was set then.",
};
pub const NO_ACCOUNT: Code = Code {
    name: "no_account",
    kind: Kind::Forbidden,
    title: "Nobody here has this account of the provider",
    meaning: "The sign-in provider vouches for somebody who is not known here, is locked out, has \
              an address outside the domain that the provider is trusted for, or belongs to \
              another company.",
    remedy: "Ask an owner of your company to invite your address, or sign in with the account \
             that you were invited with.",
};
pub const SIGN_IN_EXPIRED: Code = Code {
    name: "sign_in_expired",
    kind: Kind::Gone,
    title: "This sign-in has expired",
    meaning: "Who is sent to a sign-in provider comes back once, within ten minutes, in the same \
              browser.",
    remedy: "Begin again at the sign-in page.",
};
pub const SINGLE_SIGN_ON_REQUIRED: Code = Code {
    name: "single_sign_on_required",
    kind: Kind::Forbidden,
    title: "Your company signs in elsewhere",
    meaning: "The owners of this company decided that its members come in by their sign-in \
              provider. Passwords are taken of owners only.",
    remedy: "Sign in with your company's account: the sign-in page leads there.",
};
pub const DOMAIN_TAKEN: Code = Code {
    name: "domain_taken",
    kind: Kind::Conflict,
    title: "Another company's provider has this domain",
    meaning: "Addresses of a domain are vouched for by one company's sign-in provider, and \
              another company has set its own up for this one.",
    remedy: "Compare the domain. If it is yours, ask the operator of the platform.",
};
pub const INVALID_SCOPE: Code = Code {
    name: "invalid_scope",
    kind: Kind::Unprocessable,
    title: "There is no such scope",
    meaning: "A key carries one or more of `investment_ipo`, `ai_processing_hub` and \
              `business_validation_registry`.",
    remedy: "Send a list of these words, at least one.",
};
pub const INVALID_CIDR: Code = Code {
    name: "invalid_cidr",
    kind: Kind::Unprocessable,
    title: "This is not a network",
    meaning: "A key's list of allowed networks holds IPv4 or IPv6 addresses or CIDR blocks.",
    remedy: "Write `203.0.113.7`, `203.0.113.0/24` or `2001:db8::/32`.",
};
pub const INVALID_EXPIRY: Code = Code {
    name: "invalid_expiry",
    kind: Kind::Unprocessable,
    title: "The expiry is not in the future",
    meaning: "A key's expiry is a moment in RFC 3339 after the present one.",
    remedy: "Send a later moment, such as `2027-01-31T00:00:00Z`, or leave it out.",
};
pub const INVALID_GRACE: Code = Code {
    name: "invalid_grace",
    kind: Kind::Unprocessable,
    title: "This grace is not offered",
    meaning: "After a rotation the old key works on for 0 seconds, 15 minutes, 1 hour, 24 hours \
              or 7 days.",
    remedy: "Send `graceSeconds` as 0, 900, 3600, 86400 or 604800.",
};
pub const KEY_NOT_ACTIVE: Code = Code {
    name: "key_not_active",
    kind: Kind::Conflict,
    title: "The key is no longer active",
    meaning: "A key or admin token that was revoked, has expired, or was rotated already cannot \
              be rotated.",
    remedy: "Rotate the one that replaced it, or make a new one.",
};
pub const TOKEN_LIMIT_REACHED: Code = Code {
    name: "token_limit_reached",
    kind: Kind::Conflict,
    title: "The operator has as many tokens as they may have",
    meaning: "An operator can have 50 admin tokens that are neither revoked nor expired, and make \
              5,000 in all.",
    remedy: "Revoke tokens that are no longer used, and use a token for longer.",
};
pub const KEY_LIMIT_REACHED: Code = Code {
    name: "key_limit_reached",
    kind: Kind::Conflict,
    title: "The tenant has as many keys as it may have",
    meaning: "A tenant can have 1,000 keys that are neither revoked nor expired. It can make 300 \
              within a day, and 20,000 in all, those among them that were revoked.",
    remedy: "Revoke keys that are no longer used, and use a key for longer.",
};
pub const OWN_PROPOSAL: Code = Code {
    name: "own_proposal",
    kind: Kind::Forbidden,
    title: "Another operator confirms it",
    meaning: "What one operator proposed is confirmed by another one.",
    remedy: "Ask a colleague, or reject your proposal.",
};
pub const PROPOSAL_NOT_PENDING: Code = Code {
    name: "proposal_not_pending",
    kind: Kind::Conflict,
    title: "The proposal does not wait any more",
    meaning: "It was confirmed or rejected already, nobody confirmed it within 72 hours, or who \
              proposed it is no operator any more.",
    remedy: "Look at the list of proposals, and propose it again if need be.",
};
pub const PROPOSAL_LIMIT_REACHED: Code = Code {
    name: "proposal_limit_reached",
    kind: Kind::Conflict,
    title: "Too many proposals wait",
    meaning: "At most 200 proposals wait to be confirmed.",
    remedy: "Confirm or reject some of them.",
};
pub const LIVE_CHECKLIST_INCOMPLETE: Code = Code {
    name: "live_checklist_incomplete",
    kind: Kind::Conflict,
    title: "Something is missing before live",
    meaning: "A line of the tenant's checklist for live that the operator's settings require is \
              not done. `errors` has one entry a line.",
    remedy: "Do what the lines ask for, or switch the product on with a `reason`, which is noted \
             in the audit log with the lines that were missing.",
};
pub const LIVE_ALREADY_ON: Code = Code {
    name: "live_already_on",
    kind: Kind::Conflict,
    title: "The product is on in live already",
    meaning: "Live was asked for where it is granted.",
    remedy: "Call it: there is nothing to ask for.",
};
pub const NO_LIVE_REQUEST: Code = Code {
    name: "no_live_request",
    kind: Kind::Conflict,
    title: "No request waits",
    meaning: "The tenant's request for this product in live was withdrawn, granted or refused \
              already, or there never was one.",
    remedy: "Look at the tenant's requests again.",
};
pub const INVALID_EFFECTIVE_DATE: Code = Code {
    name: "invalid_effective_date",
    kind: Kind::Unprocessable,
    title: "A price cannot begin in the past",
    meaning: "A price holds from the present moment or from a later one: calls already made \
              keep the price they were made at.",
    remedy: "Leave `effectiveAt` out for now, or send a later moment in RFC 3339.",
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
    &LIVE_CHECKLIST_INCOMPLETE,
    &LIVE_ALREADY_ON,
    &NO_LIVE_REQUEST,
    &INVALID_EFFECTIVE_DATE,
];
