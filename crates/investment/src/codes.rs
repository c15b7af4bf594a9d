//! The error vocabulary of IPO subscriptions.

mod identity;

use kofa_domain::{Code, Kind};

pub use identity::{
    ACCOUNT_NAME_MISMATCH, ACCOUNT_NOT_FOUND, BVN_BIRTH_DATE_MISMATCH, BVN_NAME_MISMATCH,
    BVN_NOT_FOUND, BVN_WATCHLISTED, IDENTITY_TIMEOUT, IDENTITY_UNAVAILABLE,
    NIN_BIRTH_DATE_MISMATCH, NIN_NAME_MISMATCH, NIN_NOT_FOUND, NIN_WATCHLISTED,
};

pub const OFFER_NOT_FOUND: Code = Code {
    name: "offer_not_found",
    kind: Kind::Unprocessable,
    title: "Offer not found",
    meaning: "`offerId` is not an offer in this environment. If the offer itself is what you \
              request, rather than a field of a larger request, the status is 404.",
    remedy: "Use an id from GET /api/exchange-invest/offers in the same environment.",
};
pub const OFFER_TYPE_MISMATCH: Code = Code {
    name: "offer_type_mismatch",
    kind: Kind::Unprocessable,
    title: "Offer type mismatch",
    meaning: "`offerType` in the request is not the type of the offer that `offerId` names.",
    remedy: "Send the `offerType` shown for this offer in the list of offers.",
};
pub const OFFER_NOT_OPEN: Code = Code {
    name: "offer_not_open",
    kind: Kind::Unprocessable,
    title: "Offer not accepting applications",
    meaning: "The offer has not opened yet, is suspended, was cancelled, or is waiting for \
              approval by its regulator. The message says which.",
    remedy: "Apply when `isSubscribable` of the offer is true.",
};
pub const APPROVAL_NOT_ASKED: Code = Code {
    name: "approval_not_asked",
    kind: Kind::Conflict,
    title: "Offer does not need approval here",
    meaning: "Sandbox offers do not need regulatory approval, and offers of a connected exchange \
              are approved there.",
    remedy: "Nothing to do.",
};
pub const APPROVAL_NOT_RECORDED: Code = Code {
    name: "approval_not_recorded",
    kind: Kind::Conflict,
    title: "No approval pending",
    meaning: "No approval has been recorded, it is already confirmed, the terms of the offer have \
              changed since, or the person who recorded it is no longer an operator.",
    remedy: "Record the approval of the current terms, then ask another operator to confirm it.",
};
pub const ANOTHER_OPERATOR_CONFIRMS: Code = Code {
    name: "another_operator_confirms",
    kind: Kind::Forbidden,
    title: "Confirmation by another operator required",
    meaning: "The regulator's approval must be confirmed by a different operator than the one who \
              recorded it, signed in as themselves; the command line on the server does not count \
              as a person.",
    remedy: "Ask a colleague. If you are the only operator, you can set `offer_approval_by_one`.",
};
pub const OFFER_CLOSED: Code = Code {
    name: "offer_closed",
    kind: Kind::Unprocessable,
    title: "Offer closed",
    meaning: "The closing date of the offer has passed, so you can no longer apply.",
    remedy: "Choose an offer whose `isSubscribable` is true.",
};
pub const BELOW_MINIMUM: Code = Code {
    name: "below_minimum",
    kind: Kind::Unprocessable,
    title: "Below the minimum number of shares",
    meaning: "`numberOfShares` is less than the `minimumShares` of the offer.",
    remedy: "Apply for at least the minimum given in the message.",
};
pub const NOT_A_MULTIPLE: Code = Code {
    name: "not_a_multiple",
    kind: Kind::Unprocessable,
    title: "Number of shares is not a valid multiple",
    meaning: "Above the minimum, you can apply for shares in steps of the offer's `multiple`: the \
              number minus the minimum must be divisible by it.",
    remedy: "Use one of the two nearest valid numbers given in the message.",
};
pub const ABOVE_MAXIMUM: Code = Code {
    name: "above_maximum",
    kind: Kind::Unprocessable,
    title: "Above the maximum number of shares",
    meaning: "`numberOfShares` is more than the `maximumShares` of the offer, or more than all \
              shares on offer.",
    remedy: "Apply for at most the number given in the message.",
};
pub const NOT_ELIGIBLE_FOR_RIGHTS: Code = Code {
    name: "not_eligible_for_rights",
    kind: Kind::Unprocessable,
    title: "No rights in this issue",
    meaning: "A rights issue is open to holders on the register at the qualification date. This \
              CHN is not on it, or its rights have all been traded.",
    remedy: "Check the CHN. Without rights, apply for an offer that is open to everyone.",
};
pub const OFFER_NOT_RIGHTS: Code = Code {
    name: "offer_not_rights",
    kind: Kind::Unprocessable,
    title: "Not a rights issue",
    meaning: "Only rights issues have a register of holders, and this offer is of another type.",
    remedy: "Use an offer whose `offerType` is RightsIssue.",
};
pub const INVALID_HOLDERS_FILE: Code = Code {
    name: "invalid_holders_file",
    kind: Kind::Unprocessable,
    title: "Register of holders cannot be read",
    meaning: "The file is not a valid table of holders: it is not UTF-8, a column is missing or \
              repeated, or the file is too long. Rows that were imported before the error are \
              kept.",
    remedy: "Read the message, fix the file and import it again; an import can be repeated safely.",
};
pub const EXCEEDS_RIGHTS: Code = Code {
    name: "exceeds_rights",
    kind: Kind::Unprocessable,
    title: "Above the rights available",
    meaning: "`numberOfShares` is more than the rights that this CHN has left in the register.",
    remedy: "Apply for at most the number given in the message.",
};
pub const AGE_RESTRICTED: Code = Code {
    name: "age_restricted",
    kind: Kind::Unprocessable,
    title: "Applicant's age does not match the profile",
    meaning: "INDIVIDUAL and JOINT applicants must be 18 or older, and a MINOR must be younger \
              than 18, on the day of the application in Lagos.",
    remedy: "Check `dateOfBirth`, or use the matching `profileType`.",
};
pub const PROFILE_NOT_ELIGIBLE: Code = Code {
    name: "profile_not_eligible",
    kind: Kind::Unprocessable,
    title: "Profile type not eligible",
    meaning: "The offer lists the profile types that can apply, and `profileType` is not one of \
              them.",
    remedy: "Use a type from the offer's `eligibleProfileTypes`.",
};
pub const PAYMENT_METHOD_NOT_ACCEPTED: Code = Code {
    name: "payment_method_not_accepted",
    kind: Kind::Unprocessable,
    title: "Payment method not accepted",
    meaning: "`isCardPayment` selects a payment method that is not in the offer's \
              `paymentMethods`.",
    remedy: "Use a payment method that the offer lists.",
};
pub const VENDOR_NOT_FOUND: Code = Code {
    name: "vendor_not_found",
    kind: Kind::Unprocessable,
    title: "Vendor id mismatch",
    meaning: "`vendorId` is not the vendor id of the business that the API key belongs to.",
    remedy: "Send the vendor id shown for your business in the portal.",
};
pub const BROKER_NOT_FOUND: Code = Code {
    name: "broker_not_found",
    kind: Kind::Unprocessable,
    title: "Broker not found",
    meaning: "No broker has this `brokerId`.",
    remedy: "Use an id from GET /api/exchange-invest/brokers.",
};
pub const BROKER_NOT_ACCEPTING: Code = Code {
    name: "broker_not_accepting",
    kind: Kind::Unprocessable,
    title: "Broker cannot accept this application",
    meaning: "The broker is inactive, or does not accept new clients and the applicant has no CHN \
              yet.",
    remedy: "Choose a broker whose `active` is true and, for applicants without a CHN, whose \
             `acceptsNewClients` is true.",
};
pub const BANK_NOT_SUPPORTED: Code = Code {
    name: "bank_not_supported",
    kind: Kind::Unprocessable,
    title: "Bank not supported",
    meaning: "`bankId` or `bankCode` is not a known bank, or is a bank that is not (or no longer) \
              supported, or not for this offer.",
    remedy: "Take both from one entry of GET /api/exchange-invest/supported-banks whose \
             `active` is true.",
};
pub const BANK_MISMATCH: Code = Code {
    name: "bank_mismatch",
    kind: Kind::Unprocessable,
    title: "Bank id and bank code do not match",
    meaning: "`bankId` and `bankCode` must belong to the same entry of the list of banks.",
    remedy: "Send the code given in the message, or correct the id.",
};
pub const INVALID_NUBAN: Code = Code {
    name: "invalid_nuban",
    kind: Kind::Unprocessable,
    title: "Invalid account number",
    meaning: "A Nigerian account number (NUBAN) has ten digits; the last one is a check digit \
              computed from the bank code and the other nine. At deposit money banks a wrong check \
              digit is an error; elsewhere it is a warning.",
    remedy: "Check the number for typing errors, and that it belongs to the bank.",
};
pub const INVALID_BVN: Code = Code {
    name: "invalid_bvn",
    kind: Kind::Unprocessable,
    title: "Invalid BVN",
    meaning: "A Bank Verification Number has exactly 11 digits.",
    remedy: "Send the 11 digits without spaces.",
};
pub const INVALID_NIN: Code = Code {
    name: "invalid_nin",
    kind: Kind::Unprocessable,
    title: "Invalid NIN",
    meaning: "A National Identification Number has exactly 11 digits.",
    remedy: "Send the 11 digits without spaces.",
};
pub const INVALID_CHN: Code = Code {
    name: "invalid_chn",
    kind: Kind::Unprocessable,
    title: "Invalid CHN",
    meaning: "A Clearing House Number has 6 to 14 letters and digits.",
    remedy: "Send it exactly as issued by the broker or CSCS.",
};
pub const INVALID_PHONE_NUMBER: Code = Code {
    name: "invalid_phone_number",
    kind: Kind::Unprocessable,
    title: "Invalid phone number",
    meaning: "The number must be a Nigerian mobile number.",
    remedy: "Send it as 08031234567 or +2348031234567.",
};
pub const INVALID_DATE_OF_BIRTH: Code = Code {
    name: "invalid_date_of_birth",
    kind: Kind::Unprocessable,
    title: "Invalid date of birth",
    meaning: "`dateOfBirth` must be a valid date in the form YYYY-MM-DD, in the past, and at most \
              130 years ago.",
    remedy: "Send the date as YYYY-MM-DD.",
};
pub const UNKNOWN_COUNTRY: Code = Code {
    name: "unknown_country",
    kind: Kind::Unprocessable,
    title: "Unknown nationality",
    meaning: "`nationality` must be the name or the ISO 3166 code of a country.",
    remedy: "Send a name such as Nigeria or a code such as NG.",
};
pub const UNKNOWN_STATE: Code = Code {
    name: "unknown_state",
    kind: Kind::Unprocessable,
    title: "Unknown state",
    meaning: "For a Nigerian applicant, `state` must be one of the 36 states or the Federal \
              Capital Territory. Common spellings and two-letter codes are accepted.",
    remedy: "Send the name of the state, for example Lagos.",
};
pub const UNKNOWN_LGA: Code = Code {
    name: "unknown_lga",
    kind: Kind::Unprocessable,
    title: "Unknown local government area",
    meaning: "For a Nigerian applicant, `lga` must be one of the 774 local government areas. \
              Common spellings are accepted.",
    remedy: "Send the name of the area, for example Eti-Osa.",
};
pub const LGA_NOT_IN_STATE: Code = Code {
    name: "lga_not_in_state",
    kind: Kind::Unprocessable,
    title: "Local government area in a different state",
    meaning: "The area exists, but not in the `state` of the request.",
    remedy: "Correct `lga` or `state`; the message says which state the area is in.",
};
pub const DUPLICATE_SUBSCRIPTION: Code = Code {
    name: "duplicate_subscription",
    kind: Kind::Conflict,
    title: "Duplicate application",
    meaning: "An open application for the same offer has the same BVN, NIN or CHN. \
              `existingSubscriptionId` in the response names it. You were not charged.",
    remedy: "Find the existing application with POST /api/exchange-invest/transactions. You can \
             apply again once it is cancelled, rejected or expired, or its payment has failed.",
};
pub const COMPANY_NOT_REGISTERED: Code = Code {
    name: "company_not_registered",
    kind: Kind::Unprocessable,
    title: "Company not registered",
    meaning: "The business registry has no company with this number and type.",
    remedy: "Check the number and type with the company; omit `entityType` if you are not sure.",
};
pub const COMPANY_NOT_ACTIVE: Code = Code {
    name: "company_not_active",
    kind: Kind::Unprocessable,
    title: "Company no longer exists",
    meaning: "The business registry lists the company as struck off, delisted, dissolved or in \
              liquidation.",
    remedy: "The company must resolve this with the registry before it can apply.",
};
pub const COMPANY_NAME_MISMATCH: Code = Code {
    name: "company_name_mismatch",
    kind: Kind::Unprocessable,
    title: "Company name does not match",
    meaning: "The business registry has a different name for this number.",
    remedy: "Check the number and name with the company.",
};
pub const COMPANY_UNAVAILABLE: Code = Code {
    name: "company_unavailable",
    kind: Kind::Unavailable,
    title: "Business registry unavailable",
    meaning: "The business registry cannot be reached. Nothing was submitted, and you were not \
              charged.",
    remedy: "Wait the seconds of Retry-After, then send the same request again.",
};
pub const BANK_UNAVAILABLE: Code = Code {
    name: "bank_unavailable",
    kind: Kind::Unavailable,
    title: "Bank unavailable",
    meaning: "The applicant's bank cannot be reached, so the application was not submitted. You \
              were not charged.",
    remedy: "Wait the seconds of Retry-After, then send the same request again.",
};
pub const EXCHANGE_REJECTED: Code = Code {
    name: "exchange_rejected",
    kind: Kind::Unprocessable,
    title: "Application rejected by the exchange",
    meaning: "The exchange reviewed the application and rejected it. It is stored as `rejected`; \
              you were not charged.",
    remedy: "Read the message, correct the application and send it again with a new \
             Idempotency-Key.",
};
pub const OFFER_NOT_IN_STATE: Code = Code {
    name: "offer_not_in_state",
    kind: Kind::Conflict,
    title: "Offer state does not allow this",
    meaning: "An offer moves through its stages in one direction: some changes are possible before \
              it opens, others while it is open or after it has closed. The message names the \
              current state and the possible changes.",
    remedy: "Get the offer again and choose one of the changes listed in `possible`.",
};
pub const OFFER_TERMS_FIXED: Code = Code {
    name: "offer_terms_fixed",
    kind: Kind::Conflict,
    title: "Offer terms are fixed",
    meaning: "Applicants rely on the price, minimum, multiple, number of shares, rights and \
              opening date, so they cannot change once the offer has opened or has a subscription.",
    remedy: "Do not change the fields named in `errors`. Move a closing date with `extend` or \
             `close`; if the terms were wrong, cancel the offer and create another.",
};
pub const OFFER_OF_EXCHANGE: Code = Code {
    name: "offer_of_exchange",
    kind: Kind::Conflict,
    title: "Offer managed by the exchange",
    meaning: "This offer belongs to the connected exchange, which decides its terms and dates, \
              collects payments, allots shares and refunds. Kofa mirrors it and cannot change it.",
    remedy: "Make the change at the exchange; it appears here within a minute.",
};
pub const OFFER_EXISTS: Code = Code {
    name: "offer_exists",
    kind: Kind::Conflict,
    title: "Offer id already in use",
    meaning: "The `id` of the new offer, or the one derived from its symbol, already belongs to a \
              different offer in this environment.",
    remedy: "Edit the existing offer, or use a different `id`.",
};
pub const OFFER_LIMIT_REACHED: Code = Code {
    name: "offer_limit_reached",
    kind: Kind::Conflict,
    title: "Offer limit reached",
    meaning: "Every node keeps all offers of an environment in memory, so their number is limited: \
              10,000 in total, and 20 of its own in each business's sandbox.",
    remedy: "Use one of the existing offers.",
};
pub const BROKER_EXISTS: Code = Code {
    name: "broker_exists",
    kind: Kind::Conflict,
    title: "Broker id or code already in use",
    meaning: "The `id` of the new broker is taken, or its `code` belongs to another broker.",
    remedy: "Edit the existing broker, or choose a different `id`; check whose code it is.",
};
pub const ALREADY_ALLOTTED: Code = Code {
    name: "already_allotted",
    kind: Kind::Conflict,
    title: "Offer already allotted",
    meaning: "An offer can be allotted only once. Its basis of allotment and every applicant's \
              shares are final.",
    remedy: "Get the allotment instead; a dry run is always possible.",
};
pub const APPLICATIONS_IN_FLIGHT: Code = Code {
    name: "applications_in_flight",
    kind: Kind::Conflict,
    title: "Applications still in progress",
    meaning: "Some applications are neither accepted by the exchange nor closed. Unpaid ones \
              expire within seconds of the offer closing; the others are waiting for the exchange.",
    remedy: "Wait, or check and resolve the stuck tasks, then allot.",
};
pub const SUBSCRIPTION_NOT_IN_STATE: Code = Code {
    name: "subscription_not_in_state",
    kind: Kind::Conflict,
    title: "Subscription state does not allow this",
    meaning: "This action is not possible in the current state of the subscription. Nothing was \
              changed.",
    remedy: "Read the message: it names the current state and the possible actions.",
};
pub const SETTLEMENT_REFERENCE_REUSED: Code = Code {
    name: "settlement_reference_reused",
    kind: Kind::Conflict,
    title: "Bank reference already used for another payment",
    meaning: "A bank reference identifies one payment: the same reference with a different \
              transaction, amount or time means that one of the two was entered incorrectly. The \
              first entry is kept; nothing was changed.",
    remedy: "Compare it with the entry from GET /admin/v1/settlements. If both payments arrived, \
             enter the second one under its own bank reference.",
};
pub const INVALID_PARTIES_FILE: Code = Code {
    name: "invalid_parties_file",
    kind: Kind::Unprocessable,
    title: "File of banks or brokers cannot be read",
    meaning: "The file is not a valid table of banks or brokers: it is not UTF-8, is empty or too \
              long, or a column is unknown or repeated. Nothing was changed.",
    remedy: "Read the message, fix the file and import it again.",
};
pub const INVALID_SETTLEMENT_FILE: Code = Code {
    name: "invalid_settlement_file",
    kind: Kind::Unprocessable,
    title: "File of payments cannot be read",
    meaning: "The file is not a valid table of payments: it is not UTF-8, or a column is missing \
              or repeated. Payments imported before the error are kept.",
    remedy: "Read the message, fix the file and import it again; payments are never entered twice.",
};

pub const NO_REFUNDS_DUE: Code = Code {
    name: "no_refunds_due",
    kind: Kind::Conflict,
    title: "No refund due",
    meaning: "There is nothing to add to a refund batch: no refund is due, or all refunds are \
              already in a batch or being sent by a payment provider.",
    remedy: "Check the batches and the book of the offer; refunds become due after an allotment or \
             a cancellation.",
};
pub const REFUND_BATCH_NOT_IN_STATE: Code = Code {
    name: "refund_batch_not_in_state",
    kind: Kind::Conflict,
    title: "Refund batch state does not allow this",
    meaning: "This action is not possible in the current state of the batch. Once the bank has \
              paid or returned any of it, the file is no longer available, because sending it \
              again could pay twice.",
    remedy: "Read the message and check the batch; refunds that the bank returned go into a new \
             batch.",
};
pub const REFUND_NOT_IN_STATE: Code = Code {
    name: "refund_not_in_state",
    kind: Kind::Conflict,
    title: "Refund already settled differently",
    meaning: "A different result from the bank has already been recorded: a refund is paid once, \
              and a returned refund is paid under another reference.",
    remedy: "Check the refund in its batch. If it was paid twice, contact the bank.",
};
pub const REFUND_ACCOUNT_MISSING: Code = Code {
    name: "refund_account_missing",
    kind: Kind::Conflict,
    title: "Refund account not configured",
    meaning: "A pain.001 file must name the account to debit, and the settings do not.",
    remedy: "Set `refund_account_name`, `refund_account_number` and `refund_account_bank_code` and \
             restart the server, or use the CSV file.",
};
pub const REFUND_BANK_CODE_MISSING: Code = Code {
    name: "refund_bank_code_missing",
    kind: Kind::Conflict,
    title: "Bank code missing",
    meaning: "An applicant's bank has neither a NIP code nor a Central Bank code, so no money can \
              be sent to it.",
    remedy: "Set a code for the bank named in the message, then download the file again.",
};

pub const INVALID_STATEMENT_FILE: Code = Code {
    name: "invalid_statement_file",
    kind: Kind::Unprocessable,
    title: "Not a bank statement",
    meaning: "The file is neither a complete camt.053 file nor a table with the columns date, \
              narration, credit and debit. Nothing was imported.",
    remedy: "Read the message and download the file from the bank again; the same statement can be \
             imported any number of times.",
};

/// All codes of this crate, for the documentation.
pub const CODES: &[&Code] = &[
    &OFFER_NOT_IN_STATE,
    &OFFER_TERMS_FIXED,
    &OFFER_EXISTS,
    &OFFER_OF_EXCHANGE,
    &OFFER_LIMIT_REACHED,
    &BROKER_EXISTS,
    &OFFER_NOT_FOUND,
    &OFFER_TYPE_MISMATCH,
    &OFFER_NOT_OPEN,
    &OFFER_CLOSED,
    &APPROVAL_NOT_ASKED,
    &APPROVAL_NOT_RECORDED,
    &ANOTHER_OPERATOR_CONFIRMS,
    &BELOW_MINIMUM,
    &NOT_A_MULTIPLE,
    &ABOVE_MAXIMUM,
    &NOT_ELIGIBLE_FOR_RIGHTS,
    &EXCEEDS_RIGHTS,
    &OFFER_NOT_RIGHTS,
    &INVALID_HOLDERS_FILE,
    &AGE_RESTRICTED,
    &PROFILE_NOT_ELIGIBLE,
    &PAYMENT_METHOD_NOT_ACCEPTED,
    &VENDOR_NOT_FOUND,
    &BROKER_NOT_FOUND,
    &BROKER_NOT_ACCEPTING,
    &BANK_NOT_SUPPORTED,
    &BANK_MISMATCH,
    &INVALID_NUBAN,
    &INVALID_BVN,
    &INVALID_NIN,
    &INVALID_CHN,
    &INVALID_PHONE_NUMBER,
    &INVALID_DATE_OF_BIRTH,
    &UNKNOWN_COUNTRY,
    &UNKNOWN_STATE,
    &UNKNOWN_LGA,
    &LGA_NOT_IN_STATE,
    &DUPLICATE_SUBSCRIPTION,
    &BVN_NOT_FOUND,
    &BVN_NAME_MISMATCH,
    &BVN_BIRTH_DATE_MISMATCH,
    &BVN_WATCHLISTED,
    &NIN_NOT_FOUND,
    &NIN_NAME_MISMATCH,
    &NIN_BIRTH_DATE_MISMATCH,
    &NIN_WATCHLISTED,
    &COMPANY_NOT_REGISTERED,
    &COMPANY_NOT_ACTIVE,
    &COMPANY_NAME_MISMATCH,
    &COMPANY_UNAVAILABLE,
    &IDENTITY_UNAVAILABLE,
    &IDENTITY_TIMEOUT,
    &ACCOUNT_NOT_FOUND,
    &ACCOUNT_NAME_MISMATCH,
    &BANK_UNAVAILABLE,
    &EXCHANGE_REJECTED,
    &SUBSCRIPTION_NOT_IN_STATE,
    &NO_REFUNDS_DUE,
    &REFUND_BATCH_NOT_IN_STATE,
    &REFUND_NOT_IN_STATE,
    &REFUND_ACCOUNT_MISSING,
    &REFUND_BANK_CODE_MISSING,
    &SETTLEMENT_REFERENCE_REUSED,
    &INVALID_SETTLEMENT_FILE,
    &INVALID_PARTIES_FILE,
    &INVALID_STATEMENT_FILE,
    &ALREADY_ALLOTTED,
    &APPLICATIONS_IN_FLIGHT,
];
