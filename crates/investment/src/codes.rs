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
    title: "There is no such offer",
    meaning: "The `offerId` names no offer of this environment. Where the offer is what is \
              asked for, and not a field of something larger, the status is 404.",
    remedy: "Take the id from GET /api/exchange-invest/offers of the same environment.",
};
pub const OFFER_TYPE_MISMATCH: Code = Code {
    name: "offer_type_mismatch",
    kind: Kind::Unprocessable,
    title: "The offer is of another type",
    meaning: "The `offerType` of the request is not the type of the offer that `offerId` names.",
    remedy: "Send the `offerType` that the list of offers gives for this offer.",
};
pub const OFFER_NOT_OPEN: Code = Code {
    name: "offer_not_open",
    kind: Kind::Unprocessable,
    title: "The offer takes no applications now",
    meaning: "The offer has not opened yet, is suspended, was cancelled, or waits for its \
              regulator's approval. The message says which.",
    remedy: "Apply when `isSubscribable` of the offer is true.",
};
pub const APPROVAL_NOT_ASKED: Code = Code {
    name: "approval_not_asked",
    kind: Kind::Conflict,
    title: "This offer needs no approval here",
    meaning: "Offers of the sandbox need no regulator's approval, and an exchange outside has its \
              own word on its offers.",
    remedy: "Leave it as it is.",
};
pub const APPROVAL_NOT_RECORDED: Code = Code {
    name: "approval_not_recorded",
    kind: Kind::Conflict,
    title: "No approval waits to be confirmed",
    meaning: "None is recorded, it is confirmed already, the terms of the offer changed since, or \
              who recorded it is no operator any more.",
    remedy: "Record the approval of the terms as they are now; then another operator confirms it.",
};
pub const ANOTHER_OPERATOR_CONFIRMS: Code = Code {
    name: "another_operator_confirms",
    kind: Kind::Forbidden,
    title: "Another operator confirms it",
    meaning: "The regulator's approval is confirmed by another operator than the one who recorded \
              it, in person: a shell is nobody in particular.",
    remedy: "Ask a colleague. An operator of one person can set `offer_approval_by_one`.",
};
pub const OFFER_CLOSED: Code = Code {
    name: "offer_closed",
    kind: Kind::Unprocessable,
    title: "The offer is closed",
    meaning: "The closing date of the offer is past, so that no application can be made any more.",
    remedy: "Choose an offer whose `isSubscribable` is true.",
};
pub const BELOW_MINIMUM: Code = Code {
    name: "below_minimum",
    kind: Kind::Unprocessable,
    title: "Fewer shares than the offer allows",
    meaning: "`numberOfShares` is less than the `minimumShares` of the offer.",
    remedy: "Ask for at least the minimum that the message names.",
};
pub const NOT_A_MULTIPLE: Code = Code {
    name: "not_a_multiple",
    kind: Kind::Unprocessable,
    title: "The number of shares is not on the multiple",
    meaning: "Above its minimum an offer takes shares in steps of its `multiple`: the number \
              less the minimum must be divisible by it.",
    remedy: "Use one of the two nearest numbers that the message names.",
};
pub const ABOVE_MAXIMUM: Code = Code {
    name: "above_maximum",
    kind: Kind::Unprocessable,
    title: "More shares than the offer allows",
    meaning: "`numberOfShares` is more than the `maximumShares` of the offer, or than all \
              shares on offer.",
    remedy: "Ask for at most the number that the message names.",
};
pub const NOT_ELIGIBLE_FOR_RIGHTS: Code = Code {
    name: "not_eligible_for_rights",
    kind: Kind::Unprocessable,
    title: "The holder has no rights in this issue",
    meaning: "A rights issue is open to those on the register at the qualification date. This \
              CHN is not on it, or its rights have all been traded.",
    remedy: "Check the CHN. Without rights, apply for an offer that is open to all.",
};
pub const OFFER_NOT_RIGHTS: Code = Code {
    name: "offer_not_rights",
    kind: Kind::Unprocessable,
    title: "The offer is no rights issue",
    meaning: "Only a rights issue has a register of holders; the offer is of another type.",
    remedy: "Name an offer whose `offerType` is RightsIssue.",
};
pub const INVALID_HOLDERS_FILE: Code = Code {
    name: "invalid_holders_file",
    kind: Kind::Unprocessable,
    title: "The register of holders cannot be read",
    meaning: "The file is no table of holders as a whole: it is not UTF-8, a column is missing \
              or there twice, or it is too long. Rows that were stored before stay.",
    remedy: "Read the message, mend the file and import it again; an import can be repeated.",
};
pub const EXCEEDS_RIGHTS: Code = Code {
    name: "exceeds_rights",
    kind: Kind::Unprocessable,
    title: "More shares than the rights allow",
    meaning: "`numberOfShares` is more than what the register leaves this CHN to take up.",
    remedy: "Ask for at most the number that the message names.",
};
pub const AGE_RESTRICTED: Code = Code {
    name: "age_restricted",
    kind: Kind::Unprocessable,
    title: "The applicant's age does not fit the profile",
    meaning: "INDIVIDUAL and JOINT applicants must be 18 or older, a MINOR must be younger, on \
              the day of the application in Lagos.",
    remedy: "Check `dateOfBirth`, or use the `profileType` that fits.",
};
pub const PROFILE_NOT_ELIGIBLE: Code = Code {
    name: "profile_not_eligible",
    kind: Kind::Unprocessable,
    title: "The offer is not open to this profile type",
    meaning: "The offer lists the profile types that may apply, and `profileType` is not among \
              them.",
    remedy: "Choose a type from the offer's `eligibleProfileTypes`.",
};
pub const PAYMENT_METHOD_NOT_ACCEPTED: Code = Code {
    name: "payment_method_not_accepted",
    kind: Kind::Unprocessable,
    title: "The offer does not take this way of paying",
    meaning: "`isCardPayment` asks for a way of paying that is not in the `paymentMethods` of \
              the offer.",
    remedy: "Use a method that the offer lists.",
};
pub const VENDOR_NOT_FOUND: Code = Code {
    name: "vendor_not_found",
    kind: Kind::Unprocessable,
    title: "The vendor is not yours",
    meaning: "The `vendorId` is not the vendor id of the tenant whose key made the call.",
    remedy: "Send the vendor id that the portal shows for your business.",
};
pub const BROKER_NOT_FOUND: Code = Code {
    name: "broker_not_found",
    kind: Kind::Unprocessable,
    title: "There is no such broker",
    meaning: "The `brokerId` names no broker.",
    remedy: "Take the id from GET /api/exchange-invest/brokers.",
};
pub const BROKER_NOT_ACCEPTING: Code = Code {
    name: "broker_not_accepting",
    kind: Kind::Unprocessable,
    title: "The broker does not take this application",
    meaning: "The broker is inactive, or takes no new clients while the applicant has no CHN yet.",
    remedy: "Choose a broker whose `active` is true and, for applicants without a CHN, whose \
             `acceptsNewClients` is true.",
};
pub const BANK_NOT_SUPPORTED: Code = Code {
    name: "bank_not_supported",
    kind: Kind::Unprocessable,
    title: "The bank cannot be used",
    meaning: "`bankId` or `bankCode` names no bank, or one that is not (or no longer) \
              supported, or not for this offer.",
    remedy: "Take both from one entry of GET /api/exchange-invest/supported-banks whose \
             `active` is true.",
};
pub const BANK_MISMATCH: Code = Code {
    name: "bank_mismatch",
    kind: Kind::Unprocessable,
    title: "Bank id and bank code name different banks",
    meaning: "`bankId` and `bankCode` must belong to the same entry of the list of banks.",
    remedy: "Send the code that the message names, or mend the id.",
};
pub const INVALID_NUBAN: Code = Code {
    name: "invalid_nuban",
    kind: Kind::Unprocessable,
    title: "The account number is not valid",
    meaning: "A Nigerian account number (NUBAN) has ten digits, the last of which is computed \
              from the bank's code and the other nine. It is refused at deposit banks if it is \
              wrong; elsewhere it is a warning.",
    remedy: "Check the number for slips, and that it belongs to the bank.",
};
pub const INVALID_BVN: Code = Code {
    name: "invalid_bvn",
    kind: Kind::Unprocessable,
    title: "The BVN is not valid",
    meaning: "A Bank Verification Number has exactly 11 digits.",
    remedy: "Send the 11 digits without spaces.",
};
pub const INVALID_NIN: Code = Code {
    name: "invalid_nin",
    kind: Kind::Unprocessable,
    title: "The NIN is not valid",
    meaning: "A National Identification Number has exactly 11 digits.",
    remedy: "Send the 11 digits without spaces.",
};
pub const INVALID_CHN: Code = Code {
    name: "invalid_chn",
    kind: Kind::Unprocessable,
    title: "The CHN is not valid",
    meaning: "A Clearing House Number has 6 to 14 letters and digits.",
    remedy: "Send it as the broker or CSCS gave it.",
};
pub const INVALID_PHONE_NUMBER: Code = Code {
    name: "invalid_phone_number",
    kind: Kind::Unprocessable,
    title: "The phone number is not valid",
    meaning: "The number must be a Nigerian mobile number.",
    remedy: "Send it as 08031234567 or +2348031234567.",
};
pub const INVALID_DATE_OF_BIRTH: Code = Code {
    name: "invalid_date_of_birth",
    kind: Kind::Unprocessable,
    title: "The date of birth is not valid",
    meaning: "`dateOfBirth` must be a day of the calendar in the form YYYY-MM-DD, in the past, \
              and at most 130 years ago.",
    remedy: "Send the date as YYYY-MM-DD.",
};
pub const UNKNOWN_COUNTRY: Code = Code {
    name: "unknown_country",
    kind: Kind::Unprocessable,
    title: "The nationality names no country",
    meaning: "`nationality` must be the name or the ISO 3166 code of a country.",
    remedy: "Send a name such as Nigeria or a code such as NG.",
};
pub const UNKNOWN_STATE: Code = Code {
    name: "unknown_state",
    kind: Kind::Unprocessable,
    title: "There is no such state",
    meaning: "`state` of a Nigerian applicant must be one of the 36 states or the Federal \
              Capital Territory. Usual spellings and two-letter codes are understood.",
    remedy: "Send the name of the state, for example Lagos.",
};
pub const UNKNOWN_LGA: Code = Code {
    name: "unknown_lga",
    kind: Kind::Unprocessable,
    title: "There is no such local government area",
    meaning: "`lga` of a Nigerian applicant must be one of the 774 areas. Usual spellings are \
              understood.",
    remedy: "Send the name of the area, for example Eti-Osa.",
};
pub const LGA_NOT_IN_STATE: Code = Code {
    name: "lga_not_in_state",
    kind: Kind::Unprocessable,
    title: "The local government area is in another state",
    meaning: "The area exists, but not in the `state` of the request.",
    remedy: "Mend `lga` or `state`; the message names where the area lies.",
};
pub const DUPLICATE_SUBSCRIPTION: Code = Code {
    name: "duplicate_subscription",
    kind: Kind::Conflict,
    title: "This person has applied for the offer already",
    meaning: "A live application for the same offer holds the same BVN, NIN or CHN. \
              `existingSubscriptionId` in the answer names it. Nothing was charged.",
    remedy: "Look the existing application up under POST /api/exchange-invest/transactions. A \
             new one is possible once it is cancelled, rejected, expired or its payment \
             failed.",
};
pub const COMPANY_NOT_REGISTERED: Code = Code {
    name: "company_not_registered",
    kind: Kind::Unprocessable,
    title: "The company is not registered",
    meaning: "The business registry has no company of this number and kind.",
    remedy: "Check number and kind with the company; leave `entityType` out if you are not sure.",
};
pub const COMPANY_NOT_ACTIVE: Code = Code {
    name: "company_not_active",
    kind: Kind::Unprocessable,
    title: "The company no longer exists",
    meaning: "The business registry has the company as struck off, delisted, dissolved or in \
              liquidation.",
    remedy: "The company must settle this with the registry before it can apply.",
};
pub const COMPANY_NAME_MISMATCH: Code = Code {
    name: "company_name_mismatch",
    kind: Kind::Unprocessable,
    title: "The number belongs to another company",
    meaning: "The business registry has another name under this number.",
    remedy: "Check number and name with the company.",
};
pub const COMPANY_UNAVAILABLE: Code = Code {
    name: "company_unavailable",
    kind: Kind::Unavailable,
    title: "The business registry is down",
    meaning: "The registry that knows companies cannot be reached. Nothing was submitted or \
              charged.",
    remedy: "Wait the seconds of Retry-After, then send the same request again.",
};
pub const BANK_UNAVAILABLE: Code = Code {
    name: "bank_unavailable",
    kind: Kind::Unavailable,
    title: "The bank is down",
    meaning: "The bank of the applicant cannot be reached, so that the application was not \
              submitted. Nothing was charged.",
    remedy: "Wait the seconds of Retry-After, then send the same request again.",
};
pub const EXCHANGE_REJECTED: Code = Code {
    name: "exchange_rejected",
    kind: Kind::Unprocessable,
    title: "The exchange refused the application",
    meaning: "The exchange looked at the application and refused it. It is kept as `rejected`; \
              nothing was charged.",
    remedy: "Read the message, mend the application and send it again with a new Idempotency-Key.",
};
pub const OFFER_NOT_IN_STATE: Code = Code {
    name: "offer_not_in_state",
    kind: Kind::Conflict,
    title: "The offer is not in a state for this",
    meaning: "An offer goes through its life in one direction: some changes are possible before \
              it opens, others while it is open or after it closed. The message names the state \
              and what is possible in it.",
    remedy: "Read the offer again and choose one of the changes listed in `possible`.",
};
pub const OFFER_TERMS_FIXED: Code = Code {
    name: "offer_terms_fixed",
    kind: Kind::Conflict,
    title: "The terms of the offer are fixed",
    meaning: "Price, minimum, multiple, number of shares, rights and the opening are what \
              applicants rely on: once the offer has opened or has a subscription, they stay.",
    remedy: "Leave the fields named in `errors` as they are. Move a closing date with `extend` or \
             `close`; cancel the offer and make another if its terms were wrong.",
};
pub const OFFER_OF_EXCHANGE: Code = Code {
    name: "offer_of_exchange",
    kind: Kind::Conflict,
    title: "The offer is the exchange's",
    meaning: "The connected exchange has this offer: it decides its terms and dates, collects the \
              payments, allots and refunds. Kofa follows its word and changes nothing itself.",
    remedy: "Have it done at the exchange; what it says is here within a minute.",
};
pub const OFFER_EXISTS: Code = Code {
    name: "offer_exists",
    kind: Kind::Conflict,
    title: "There is an offer of this id already",
    meaning: "The `id` of the new offer, or the one made from its symbol, is taken in this \
              environment by an offer that says something else.",
    remedy: "Edit the offer that is there, or give the new one another `id`.",
};
pub const OFFER_LIMIT_REACHED: Code = Code {
    name: "offer_limit_reached",
    kind: Kind::Conflict,
    title: "There are as many offers as there can be",
    meaning: "Every node keeps all offers of an environment in memory, so their number is \
              bounded: 10,000 for everyone, and 20 of its own in a tenant's sandbox.",
    remedy: "Use one of the offers that are there.",
};
pub const BROKER_EXISTS: Code = Code {
    name: "broker_exists",
    kind: Kind::Conflict,
    title: "There is a broker of this id or code already",
    meaning: "The `id` of a new broker is taken, or its `code` is that of another broker.",
    remedy: "Edit the broker that is there, or choose another `id`; check whose code it is.",
};
pub const ALREADY_ALLOTTED: Code = Code {
    name: "already_allotted",
    kind: Kind::Conflict,
    title: "The offer is allotted",
    meaning: "An offer is allotted once. Its basis of allotment and every applicant's shares \
              stand.",
    remedy: "Read the allotment instead; a dry run is always possible.",
};
pub const APPLICATIONS_IN_FLIGHT: Code = Code {
    name: "applications_in_flight",
    kind: Kind::Conflict,
    title: "Applications are still under way",
    meaning: "The offer has applications that are neither accepted by the exchange nor out. \
              Those that are not paid expire within seconds of the close; the others are \
              waiting for the exchange.",
    remedy: "Wait, or look at the stuck tasks and clear them up; then allot.",
};
pub const SUBSCRIPTION_NOT_IN_STATE: Code = Code {
    name: "subscription_not_in_state",
    kind: Kind::Conflict,
    title: "The subscription is elsewhere in its life",
    meaning: "What was asked for is not possible where the subscription is now. Nothing was \
              changed.",
    remedy: "Read the message: it says where the subscription is and what is possible there.",
};
pub const SETTLEMENT_REFERENCE_REUSED: Code = Code {
    name: "settlement_reference_reused",
    kind: Kind::Conflict,
    title: "The bank's reference was entered before for another payment",
    meaning: "A bank names each payment once: the same reference with another transaction, \
              amount or moment is a mistake of whoever wrote one of the two. The first stays; \
              nothing was changed.",
    remedy: "Compare the entry with the one under GET /admin/v1/settlements. If both payments \
             arrived, enter the second under the bank's own reference for it.",
};
pub const INVALID_PARTIES_FILE: Code = Code {
    name: "invalid_parties_file",
    kind: Kind::Unprocessable,
    title: "The file of banks or brokers cannot be read",
    meaning: "The file is no table of banks or brokers as a whole: it is not UTF-8, is empty or \
              too long, or a column is unknown or there twice. Nothing was changed.",
    remedy: "Read the message, mend the file and import it again.",
};
pub const INVALID_SETTLEMENT_FILE: Code = Code {
    name: "invalid_settlement_file",
    kind: Kind::Unprocessable,
    title: "The file of payments cannot be read",
    meaning: "The file is no table of payments as a whole: it is not UTF-8, or a column is \
              missing or there twice. What was entered before the mistake stays.",
    remedy: "Read the message, mend the file and import it again; what was entered is not \
             entered twice.",
};

pub const NO_REFUNDS_DUE: Code = Code {
    name: "no_refunds_due",
    kind: Kind::Conflict,
    title: "No refund is due",
    meaning: "There is nothing to put into a batch of refunds: nothing is to go back, or all of it \
              is in a batch already, or a payment provider is sending it.",
    remedy: "Look at the batches and the book of the offer; after an allotment or a cancellation \
             there is something to refund.",
};
pub const REFUND_BATCH_NOT_IN_STATE: Code = Code {
    name: "refund_batch_not_in_state",
    kind: Kind::Conflict,
    title: "The batch of refunds is in another state",
    meaning: "What is asked for is not possible with this batch now. A file is not given out once \
              the bank has paid or returned something of it, for sent again it could pay twice.",
    remedy: "Read the message and look at the batch; what the bank returned goes into a new one.",
};
pub const REFUND_NOT_IN_STATE: Code = Code {
    name: "refund_not_in_state",
    kind: Kind::Conflict,
    title: "The refund was settled otherwise",
    meaning: "The bank's word was kept before, and is another: a refund is paid once, and one that \
              was returned is paid under another reference.",
    remedy: "Look at the refund in its batch. If money left twice, take it up with the bank.",
};
pub const REFUND_ACCOUNT_MISSING: Code = Code {
    name: "refund_account_missing",
    kind: Kind::Conflict,
    title: "The account that refunds are paid from is not set",
    meaning: "A pain.001 file names the account that is debited, and the settings do not.",
    remedy: "Set `refund_account_name`, `refund_account_number` and `refund_account_bank_code`, \
             start the server again, or take the CSV file.",
};
pub const REFUND_BANK_CODE_MISSING: Code = Code {
    name: "refund_bank_code_missing",
    kind: Kind::Conflict,
    title: "A bank has no code",
    meaning: "An applicant's bank has neither a NIP code nor one of the Central Bank, so that no \
              money can be sent there.",
    remedy: "Set a code of the bank that the message names, then take the file again.",
};

pub const INVALID_STATEMENT_FILE: Code = Code {
    name: "invalid_statement_file",
    kind: Kind::Unprocessable,
    title: "The file is no statement of a bank",
    meaning: "The file is neither a whole camt.053 nor a table with the columns date, narration, \
              credit and debit. Nothing of it was entered.",
    remedy: "Read the message and get the file from the bank again; the same statement may be \
             imported as often as needed.",
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
