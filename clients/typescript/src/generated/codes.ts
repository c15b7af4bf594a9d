// Written by clients/generator from clients/openapi.json. Do not edit.

/** The documented error codes. A newer server may answer with others. */
export const ErrorCode = {
  /**
   * 422: More shares than the offer allows. `numberOfShares` is more than the `maximumShares` of
   * the offer, or than all shares on offer. Ask for at most the number that the message names.
   */
  AboveMaximum: "above_maximum",
  /**
   * 422: The account belongs to another name. The bank has this account under a name that is none
   * of the applicants'. Of a minor, it may be the guardian's; of a company, it is the company's.
   * Take an account of the applicant's own.
   */
  AccountNameMismatch: "account_name_mismatch",
  /**
   * 422: The bank has no such account. The bank knows no account under `bankAccountNumber`. Check
   * number and bank with the applicant.
   */
  AccountNotFound: "account_not_found",
  /**
   * 422: The applicant's age does not fit the profile. INDIVIDUAL and JOINT applicants must be 18
   * or older, a MINOR must be younger, on the day of the application in Lagos. Check `dateOfBirth`,
   * or use the `profileType` that fits.
   */
  AgeRestricted: "age_restricted",
  /**
   * 401: The API key has expired. The key had an expiry date, or the grace of a rotated key is
   * over. Use the key that replaced it, or make a new one in the portal.
   */
  ApiKeyExpired: "api_key_expired",
  /**
   * 401: The API key was revoked. A member of the tenant or the operator revoked this key. That
   * cannot be undone. Use another key, or make a new one in the portal.
   */
  ApiKeyRevoked: "api_key_revoked",
  /**
   * 422: Bank id and bank code name different banks. `bankId` and `bankCode` must belong to the
   * same entry of the list of banks. Send the code that the message names, or mend the id.
   */
  BankMismatch: "bank_mismatch",
  /**
   * 422: The bank cannot be used. `bankId` or `bankCode` names no bank, or one that is not (or no
   * longer) supported, or not for this offer. Take both from one entry of GET
   * /api/exchange-invest/supported-banks whose `active` is true.
   */
  BankNotSupported: "bank_not_supported",
  /**
   * 503: The bank is down. The bank of the applicant cannot be reached, so that the application was
   * not submitted. Nothing was charged. Wait the seconds of Retry-After, then send the same request
   * again.
   */
  BankUnavailable: "bank_unavailable",
  /**
   * 409: The batch has ended already. Only a batch that waits or is worked off can be called off.
   * All companies of this one were looked up before. Look the batch up: its results are kept for
   * seven days.
   */
  BatchNotCancellable: "batch_not_cancellable",
  /**
   * 404: There is no such batch. The id in the path is not that of a batch of this tenant in this
   * environment, or the batch is no longer kept: that is seven days after its end. Use the
   * `batchId` of the answer that made the batch, with the same environment.
   */
  BatchNotFound: "batch_not_found",
  /**
   * 422: Fewer shares than the offer allows. `numberOfShares` is less than the `minimumShares` of
   * the offer. Ask for at least the minimum that the message names.
   */
  BelowMinimum: "below_minimum",
  /**
   * 413: The body is too large. The request body is larger than this endpoint reads. Send a smaller
   * body; the reference gives each endpoint's limit.
   */
  BodyTooLarge: "body_too_large",
  /**
   * 422: The broker does not take this application. The broker is inactive, or takes no new clients
   * while the applicant has no CHN yet. Choose a broker whose `active` is true and, for applicants
   * without a CHN, whose `acceptsNewClients` is true.
   */
  BrokerNotAccepting: "broker_not_accepting",
  /**
   * 422: There is no such broker. The `brokerId` names no broker. Take the id from GET
   * /api/exchange-invest/brokers.
   */
  BrokerNotFound: "broker_not_found",
  /**
   * 422: The BVN has another date of birth. The name under this BVN is the applicant's, the date of
   * birth is not. Check `dateOfBirth` with the applicant.
   */
  BvnBirthDateMismatch: "bvn_birth_date_mismatch",
  /**
   * 422: The BVN belongs to another name. The name under this BVN is not the applicant's. Check
   * number and name with the applicant.
   */
  BvnNameMismatch: "bvn_name_mismatch",
  /**
   * 422: The BVN is not known. The bank verification service has no person under this BVN. Check
   * the number with the applicant.
   */
  BvnNotFound: "bvn_not_found",
  /**
   * 422: The BVN is on the watch-list. The banks have put this BVN on their watch-list; it cannot
   * be used to apply. The applicant must settle this with their bank.
   */
  BvnWatchlisted: "bvn_watchlisted",
  /**
   * 504: The call took too long. The work did not end within the endpoint's time limit. It was not
   * charged. Try again; with an `Idempotency-Key` where the endpoint takes one.
   */
  CallTimedOut: "call_timed_out",
  /**
   * 409: Another job has this reference. A `client_reference` names one job of a tenant in an
   * environment. One that is queued, being read, or whose result is still kept has it already: its
   * id is in `job_request_id`. A job that failed, was cancelled or has expired gives it up. Look
   * that job up. To send the same document again on purpose, use another reference; to repeat a
   * call safely, use `Idempotency-Key`.
   */
  ClientReferenceInUse: "client_reference_in_use",
  /**
   * 422: The number belongs to another company. The business registry has another name under this
   * number. Check number and name with the company.
   */
  CompanyNameMismatch: "company_name_mismatch",
  /**
   * 422: The company no longer exists. The business registry has the company as struck off,
   * delisted, dissolved or in liquidation. The company must settle this with the registry before it
   * can apply.
   */
  CompanyNotActive: "company_not_active",
  /**
   * 404: No entity is registered under this number. The register was asked and holds no entity with
   * this number, or none of the `entityType` asked for. Nothing was charged. Check the number and
   * its kind: numbers are unique per kind of entity only, so the same digits may be a company, a
   * business name, or both.
   */
  CompanyNotFound: "company_not_found",
  /**
   * 422: The company is not registered. The business registry has no company of this number and
   * kind. Check number and kind with the company; leave `entityType` out if you are not sure.
   */
  CompanyNotRegistered: "company_not_registered",
  /**
   * 503: The business registry is down. The registry that knows companies cannot be reached.
   * Nothing was submitted or charged. Wait the seconds of Retry-After, then send the same request
   * again.
   */
  CompanyUnavailable: "company_unavailable",
  /**
   * 409: The change is at odds with what is already there. Something with the same name, e-mail or
   * reference already exists, or the thing is in a state that does not allow the change. Read the
   * current state, then decide whether the change is still needed.
   */
  Conflict: "conflict",
  /**
   * 422: The document was sent twice. Both `base64_content` and `document_base64` are present. They
   * belong to two variants of the request, so it is not clear which answer is wanted. Send
   * `base64_content` for the variant with `hallucination` and `field_metadata`, `document_base64`
   * for the one without.
   */
  ConflictingContentFields: "conflicting_content_fields",
  /**
   * 422: The document is damaged. The file begins like a document but cannot be read as one: it is
   * cut short, has no pages or breaks its own format. Open the file yourself. If it opens, print it
   * to a new PDF and send that; if not, ask for it again.
   */
  CorruptDocument: "corrupt_document",
  /**
   * 502: The registry could not make the document. The registry was asked for the document and said
   * that making it failed, or sent something that is no PDF. Nothing was charged. Try again later.
   * If it goes on, ask the operator.
   */
  DocumentGenerationFailed: "document_generation_failed",
  /**
   * 404: There is no such document. The entity is registered, but the registry gives out no
   * certificate or status report of it. Nothing was charged. Ask the entity for a copy.
   */
  DocumentNotAvailable: "document_not_available",
  /**
   * 422: The password does not open the document. `document_password` is not the password that
   * opens the PDF. Capital letters and spaces count. Of older PDFs (before AES-256) only the
   * password for opening is known, not the owner's, which allows changes. Ask for the password that
   * opens the file: banks often use a date of birth or the last digits of a number. Send the call
   * again with it; nothing was charged.
   */
  DocumentPasswordWrong: "document_password_wrong",
  /**
   * 422: Reading the document took too much time or memory. Each document is read in a process of
   * its own, with a limit on time and memory. This one went beyond it, or broke that process, so
   * nothing was read. Files that are made to overload a reader do this; so do drawings with
   * millions of lines. Open the document, print the page with the address to a new PDF and send
   * that. Do not send the same file again: the outcome will be the same.
   */
  DocumentTooComplex: "document_too_complex",
  /**
   * 413: The document is too large. The file, or what it unpacks to, is larger than the limit: 10
   * MB for a direct call, 15 MB for a job, and 200,000 characters of text. Send only the page that
   * shows the address, or a smaller export of the document. Use a job for files between 10 and 15
   * MB.
   */
  DocumentTooLarge: "document_too_large",
  /**
   * 409: This person has applied for the offer already. A live application for the same offer holds
   * the same BVN, NIN or CHN. `existingSubscriptionId` in the answer names it. Nothing was charged.
   * Look the existing application up under POST /api/exchange-invest/transactions. A new one is
   * possible once it is cancelled, rejected, expired or its payment failed.
   */
  DuplicateSubscription: "duplicate_subscription",
  /**
   * 422: The document asks for a password. The PDF cannot be opened without a password, or is
   * encrypted in a way that is not read; the message says which. Bank statements often come with a
   * password. Ask the customer for the password and send it along as `document_password`, or have
   * them save a copy without one.
   */
  EncryptedDocument: "encrypted_document",
  /**
   * 422: The prefix of the number and the entity type disagree. `rcNumber` carries a prefix of one
   * kind of entity (`BN` is a business name), and `entityType` names another. `RC` fits every kind.
   * Leave one of the two out, or make them agree.
   */
  EntityTypeConflict: "entity_type_conflict",
  /**
   * 403: The key does not reach this environment. The call names an environment that the key was
   * not made for. A `kofa_test_` key reaches only the sandbox. Use a key of that environment, or
   * change `X-Environment`.
   */
  EnvironmentMismatch: "environment_mismatch",
  /**
   * 410: These events are not kept any longer. Events are kept for 30 days, and those after `after`
   * are partly gone: what would follow has a gap. Begin again without `after`, at the oldest event
   * that is kept, and compare what you hold with what the products answer now.
   */
  EventsExpired: "events_expired",
  /**
   * 422: More shares than the rights allow. `numberOfShares` is more than what the register leaves
   * this CHN to take up. Ask for at most the number that the message names.
   */
  ExceedsRights: "exceeds_rights",
  /**
   * 422: The exchange refused the application. The exchange looked at the application and refused
   * it. It is kept as `rejected`; nothing was charged. Read the message, mend the application and
   * send it again with a new Idempotency-Key.
   */
  ExchangeRejected: "exchange_rejected",
  /**
   * 410: The reading is too old for feedback. Something can be said of a reading for 90 days. What
   * was said before stays. Send feedback when your reviewer has checked the answer.
   */
  FeedbackTooLate: "feedback_too_late",
  /**
   * 409: The first call with this Idempotency-Key is still running. The same request is being
   * carried out right now; it will not run twice. Wait the seconds of `Retry-After`, then repeat
   * the request to get its answer.
   */
  IdempotencyInProgress: "idempotency_in_progress",
  /**
   * 422: The Idempotency-Key was used with another body or query. The same key came earlier to this
   * endpoint with a different request. Use a new key for a new request; repeat the exact request to
   * get its answer again.
   */
  IdempotencyKeyReused: "idempotency_key_reused",
  /**
   * 504: The identity service did not answer in time. The service that checks BVN and NIN did not
   * answer. Nothing was submitted or charged. Send the same request again.
   */
  IdentityTimeout: "identity_timeout",
  /**
   * 503: The identity service is down. The service that checks BVN and NIN cannot be reached.
   * Nothing was submitted or charged. Wait the seconds of Retry-After, then send the same request
   * again.
   */
  IdentityUnavailable: "identity_unavailable",
  /**
   * 422: The picture is too small. The longer side of the picture is less than 600 pixels: letters
   * of a whole page cannot be told apart at that size. 1,500 pixels or more read well. Send the
   * picture as it came from the camera or scanner, not a preview of it.
   */
  ImageTooSmall: "image_too_small",
  /**
   * 403: The key does not carry the scope of this product. Each product needs its own scope;
   * `requiredScope` in the answer names it. Use a key with that scope, or make one in the portal.
   */
  InsufficientScope: "insufficient_scope",
  /**
   * 402: The wallet cannot pay for this call. The price of the endpoint is more than the wallet has
   * available. `price`, `available` and `shortfall` in the answer are in kobo. Top the wallet up;
   * it counts within a second. Nothing was charged.
   */
  InsufficientWalletBalance: "insufficient_wallet_balance",
  /**
   * 500: Something went wrong on our side. Kofa made a mistake while answering. The call was not
   * charged. Try again. If it stays, tell the operator the X-Request-Id of the answer.
   */
  InternalError: "internal_error",
  /**
   * 401: The API key is not valid. The value of `X-API-Key` is not a key of this platform: it is
   * mistyped, cut off, or was never issued here. Copy the key again, whole. If it is lost, make a
   * new one and revoke the old.
   */
  InvalidApiKey: "invalid_api_key",
  /**
   * 400: The document is not valid base64. The content field cannot be decoded: it holds characters
   * outside the base64 alphabet, or is cut off. Encode the bytes of the file as standard base64
   * (RFC 4648), without a `data:` prefix.
   */
  InvalidBase64: "invalid_base64",
  /**
   * 422: The body is not a JSON object. The body is valid JSON, but an array, a text, a number or
   * null. Send an object with the fields of the reference.
   */
  InvalidBody: "invalid_body",
  /**
   * 422: The BVN is not valid. A Bank Verification Number has exactly 11 digits. Send the 11 digits
   * without spaces.
   */
  InvalidBvn: "invalid_bvn",
  /**
   * 422: The CHN is not valid. A Clearing House Number has 6 to 14 letters and digits. Send it as
   * the broker or CSCS gave it.
   */
  InvalidChn: "invalid_chn",
  /**
   * 422: The date of birth is not valid. `dateOfBirth` must be a day of the calendar in the form
   * YYYY-MM-DD, in the past, and at most 130 years ago. Send the date as YYYY-MM-DD.
   */
  InvalidDateOfBirth: "invalid_date_of_birth",
  /**
   * 422: This is not an e-mail address. The field must hold one e-mail address, and what was sent
   * does not have the shape of one. Send an address such as `ada@example.com`, without a name or
   * brackets around it.
   */
  InvalidEmail: "invalid_email",
  /**
   * 422: The name cannot be compared. `entityName` has no letter or digit, more than 300
   * characters, or control characters. Send the name as the company writes it, legal form included:
   * `Ebunoluwa Harvest Foods Ltd`.
   */
  InvalidEntityName: "invalid_entity_name",
  /**
   * 422: The entity type is not known. `entityType` is none of the kinds of entity the registry
   * keeps. Send `COMPANY`, `BUSINESS_NAME`, `INCORPORATED_TRUSTEE`, `LIMITED_PARTNERSHIP` or
   * `LIMITED_LIABILITY_PARTNERSHIP`; the short forms `RC`, `BN`, `IT`, `LP` and `LLP` are read too.
   */
  InvalidEntityType: "invalid_entity_type",
  /**
   * 400: X-Environment must be sandbox or live. The `X-Environment` header was sent with another
   * value, or more than once with different ones. Send `X-Environment: sandbox` or `X-Environment:
   * live`, or leave it out.
   */
  InvalidEnvironment: "invalid_environment",
  /**
   * 422: A field has a value that is not allowed. A field is of the wrong type, too long, out of
   * range or not in its list. Read the message: it says what would be right for the field that
   * `field` names.
   */
  InvalidField: "invalid_field",
  /**
   * 422: The hallucination options cannot be used. `hallucination` is not an object, one of its
   * members `lga`, `state` and `country` is not true or false, or it stands beside
   * `document_base64`: the variant without inference. Send an object such as `{"state": true}`,
   * beside `base64_content` or `file`.
   */
  InvalidHallucination: "invalid_hallucination",
  /**
   * 422: The Idempotency-Key cannot be used. The header is empty, longer than 255 characters, holds
   * control characters, or was sent more than once with different values. Send 1 to 255 visible
   * characters once, for example a UUID.
   */
  InvalidIdempotencyKey: "invalid_idempotency_key",
  /**
   * 422: The NIN is not valid. A National Identification Number has exactly 11 digits. Send the 11
   * digits without spaces.
   */
  InvalidNin: "invalid_nin",
  /**
   * 422: The account number is not valid. A Nigerian account number (NUBAN) has ten digits, the
   * last of which is computed from the bank's code and the other nine. It is refused at deposit
   * banks if it is wrong; elsewhere it is a warning. Check the number for slips, and that it
   * belongs to the bank.
   */
  InvalidNuban: "invalid_nuban",
  /**
   * 422: The phone number is not valid. The number must be a Nigerian mobile number. Send it as
   * 08031234567 or +2348031234567.
   */
  InvalidPhoneNumber: "invalid_phone_number",
  /**
   * 422: The registration number cannot be read. `rcNumber` is not a registration number: it holds
   * letters that are no known prefix, a sign, a decimal part, more than 12 digits, or none other
   * than 0. Send the digits, with or without `RC`, `BN`, `IT`, `LP` or `LLP` before them:
   * `1885308`, `RC-1885308`, `BN 9003619`. Thousands may be separated: `1,885,308`.
   */
  InvalidRcNumber: "invalid_rc_number",
  /**
   * 422: The tax number cannot be read. `tin` is neither a Tax ID of thirteen digits nor a legacy
   * number of eight and four digits. Send the digits as they stand on the tax certificate:
   * `4123456789012` or `12345678-0001`. Spaces do not matter, and the hyphen may be left out.
   */
  InvalidTin: "invalid_tin",
  /**
   * 422: The consent code cannot be read. `vrcNumber` is not a consent code (VRC) of ten letters
   * and digits, or it differs from the one in the `X-VRC-Number` header. Send the ten characters
   * that the company was given, in the query or in the header. Case, spaces and hyphens do not
   * matter.
   */
  InvalidVrcNumber: "invalid_vrc_number",
  /**
   * 422: Results cannot be sent to this address. `webhook_url` is not an https address, holds a
   * user name, password or fragment, or names a host that is not on the public internet: an address
   * of a private, local or reserved network, or a name without a dot or ending in `.local`,
   * `.internal`, `.localhost` or the like. Send an https address of a host on the public internet,
   * or leave the field out and look the job up.
   */
  InvalidWebhookUrl: "invalid_webhook_url",
  /**
   * 403: This key may not be used from this address. The key has a list of allowed networks, and
   * the caller's IP address is in none. Call from an allowed network, or change the key's list in
   * the portal.
   */
  IpNotAllowed: "ip_not_allowed",
  /**
   * 409: The job has ended already. Only a job that is queued or being read can be called off. This
   * one succeeded, failed or expired before. Look the job up: its `status` tells how it ended.
   */
  JobNotCancellable: "job_not_cancellable",
  /**
   * 404: There is no such job. The id in the path is not that of a job of this tenant in this
   * environment, or its record is no longer kept: that is 30 days after its end. Use the
   * `request_id` of the answer that created the job, with the same environment.
   */
  JobNotFound: "job_not_found",
  /**
   * 422: The local government area is in another state. The area exists, but not in the `state` of
   * the request. Mend `lga` or `state`; the message names where the area lies.
   */
  LgaNotInState: "lga_not_in_state",
  /**
   * 400: The body is not valid JSON. The body could not be parsed, or one of its objects names a
   * field twice (RFC 7493, 2.3); the message gives line and column. Mend the JSON. Mind trailing
   * commas, quotes and the encoding (UTF-8), and send each field once.
   */
  MalformedJson: "malformed_json",
  /**
   * 400: The form cannot be read. The body is not a multipart form: its boundary is missing, it
   * breaks off, or it has too many parts. Let your HTTP library write the form, and leave
   * `Content-Type` to it.
   */
  MalformedMultipart: "malformed_multipart",
  /**
   * 400: The request cannot be read. The body broke off, or a header has a value that cannot be
   * read. Send the request again, whole.
   */
  MalformedRequest: "malformed_request",
  /**
   * 401: No API key was sent. Every product call carries the tenant's key in the `X-API-Key`
   * header; this one carried none. Send the header `X-API-Key: <your key>`. Keys are made in the
   * tenant portal.
   */
  MissingApiKey: "missing_api_key",
  /**
   * 422: A required field is missing. A field, query parameter or header that the endpoint needs is
   * absent or empty. Send the field that `field` names; the reference lists what each endpoint
   * needs.
   */
  MissingField: "missing_field",
  /**
   * 422: No document was sent. The form has no field `file`, or the document in it is empty. Send
   * the document as a file in the form field `file`.
   */
  MissingFile: "missing_file",
  /**
   * 422: The NIN has another date of birth. The name under this NIN is the applicant's, the date of
   * birth is not. Check `dateOfBirth` with the applicant.
   */
  NinBirthDateMismatch: "nin_birth_date_mismatch",
  /**
   * 422: The NIN belongs to another name. The name under this NIN is not the applicant's. Check
   * number and name with the applicant.
   */
  NinNameMismatch: "nin_name_mismatch",
  /**
   * 422: The NIN is not known. The identity service has no person under this NIN. Check the number
   * with the applicant.
   */
  NinNotFound: "nin_not_found",
  /**
   * 422: The NIN is on the watch-list. This NIN is blocked; it cannot be used to apply. The
   * applicant must settle this with the identity service.
   */
  NinWatchlisted: "nin_watchlisted",
  /**
   * 422: There is no secret to sign with. What is sent to `webhook_url` is signed with the secret
   * of your oldest webhook endpoint in the environment, and you have none there. Create a webhook
   * endpoint in the portal, or leave `webhook_url` out and look the job up or read the feed of
   * events.
   */
  NoWebhookSecret: "no_webhook_secret",
  /**
   * 422: The number of shares is not on the multiple. Above its minimum an offer takes shares in
   * steps of its `multiple`: the number less the minimum must be divisible by it. Use one of the
   * two nearest numbers that the message names.
   */
  NotAMultiple: "not_a_multiple",
  /**
   * 422: The holder has no rights in this issue. A rights issue is open to those on the register at
   * the qualification date. This CHN is not on it, or its rights have all been traded. Check the
   * CHN. Without rights, apply for an offer that is open to all.
   */
  NotEligibleForRights: "not_eligible_for_rights",
  /**
   * 404: There is nothing here. No endpoint has this path, or the thing that the path names does
   * not exist for this caller. Check the path and the id against the reference.
   */
  NotFound: "not_found",
  /**
   * 503: This server does not read scans and photos. The document is a picture, and the networks
   * that read pictures are not installed on this server, or are not the published ones. It has
   * nothing to do with the document. Nothing was charged; PDFs with a text layer are read. Send the
   * original PDF from the issuer, or tell the operator: `scripts/models.sh` installs what is
   * missing, and `/readyz` shows it.
   */
  OcrUnavailable: "ocr_unavailable",
  /**
   * 422: The offer is closed. The closing date of the offer is past, so that no application can be
   * made any more. Choose an offer whose `isSubscribable` is true.
   */
  OfferClosed: "offer_closed",
  /**
   * 422: There is no such offer. The `offerId` names no offer of this environment. Where the offer
   * is what is asked for, and not a field of something larger, the status is 404. Take the id from
   * GET /api/exchange-invest/offers of the same environment.
   */
  OfferNotFound: "offer_not_found",
  /**
   * 422: The offer takes no applications now. The offer has not opened yet, is suspended, was
   * cancelled, or waits for its regulator's approval. The message says which. Apply when
   * `isSubscribable` of the offer is true.
   */
  OfferNotOpen: "offer_not_open",
  /**
   * 422: The offer is of another type. The `offerType` of the request is not the type of the offer
   * that `offerId` names. Send the `offerType` that the list of offers gives for this offer.
   */
  OfferTypeMismatch: "offer_type_mismatch",
  /**
   * 503: Whether the call was recorded and charged is not known yet. The connection to the store
   * broke while the call was being recorded: it may have been recorded and charged, or neither.
   * `X-Charge-Amount` is absent. With an `Idempotency-Key`, send the same call again after the
   * seconds of `Retry-After`: it is done and charged once. Without one, look first for the
   * `X-Request-Id` of the answer in the request log, once calls are answered again: what is not
   * there was not charged.
   */
  OutcomeUnknown: "outcome_unknown",
  /**
   * 422: The offer does not take this way of paying. `isCardPayment` asks for a way of paying that
   * is not in the `paymentMethods` of the offer. Use a method that the offer lists.
   */
  PaymentMethodNotAccepted: "payment_method_not_accepted",
  /**
   * 422: The offer is not open to this profile type. The offer lists the profile types that may
   * apply, and `profileType` is not among them. Choose a type from the offer's
   * `eligibleProfileTypes`.
   */
  ProfileNotEligible: "profile_not_eligible",
  /**
   * 429: Too many calls at once. A limit of the key or of the tenant is used up; `policy` in the
   * answer says which. The refused call used up nothing. Wait the seconds of `Retry-After`. The
   * `RateLimit` header shows what is left.
   */
  RateLimitExceeded: "rate_limit_exceeded",
  /**
   * 503: Too many documents are being read right now. All readers are at work and the queue before
   * them is full. Nothing was charged. Wait the seconds of Retry-After, then send the same call
   * again.
   */
  ReaderBusy: "reader_busy",
  /**
   * 503: The document reader is not running. The process that reads documents could not be started
   * on this server. It has nothing to do with the document. Nothing was charged. Send the same call
   * again after the seconds of Retry-After. If it stays, tell the operator; `/readyz` shows the
   * state of the reader.
   */
  ReaderUnavailable: "reader_unavailable",
  /**
   * 404: There is no such reading. The id in the path is not that of a call or job of this tenant
   * in this environment that read an address, or nothing is kept of it any more: a reading of which
   * nothing was said is removed after 30 days, unless the operator set another time. Use the
   * `request_id` of the answer with the address, with the same environment, within that time.
   */
  ReadingNotFound: "reading_not_found",
  /**
   * 422: A sandbox value was sent to live. The value belongs to the ranges that select outcomes in
   * the sandbox and means nothing in live. Send real values in live, or `X-Environment: sandbox` to
   * test.
   */
  SandboxValueInLive: "sandbox_value_in_live",
  /**
   * 403: The product is not enabled for the tenant here. The tenant has no access to this product
   * in this environment. Ask the operator to switch it on. New tenants start with the sandbox only.
   */
  ServiceNotEnabled: "service_not_enabled",
  /**
   * 503: The service cannot take this call right now. The store could not record the call and its
   * charge, or the server is full or stopping. Kofa refuses rather than answer without a record:
   * nothing was charged. Wait the seconds of Retry-After, then send the same call again.
   */
  ServiceUnavailable: "service_unavailable",
  /**
   * 403: The tenant is suspended. The operator suspended this business. None of its keys work until
   * that is lifted. Talk to the operator.
   */
  TenantSuspended: "tenant_suspended",
  /**
   * 422: The tax authority refused to generate a number. The request was well formed, but no number
   * is given to this company, for the reason that the message repeats. Nothing was charged. Mend
   * the reason first: an inactive company has annual returns to file. In the sandbox `0000052` and
   * `0000057` do this.
   */
  TinGenerationRejected: "tin_generation_rejected",
  /**
   * 404: There is no such tax number. The tax authority was asked. By tax number: no company has
   * it. By registration number: the company is registered and has no tax number. Nothing was
   * charged. Check the number. For a company without one, `POST /company/tin` generates it.
   */
  TinNotFound: "tin_not_found",
  /**
   * 429: Too many batches are open. At most 10 batches of look-ups of a tenant may wait or be
   * worked off in an environment. Nothing was stored and nothing is held. Wait until one has ended,
   * or call one off, then send the same call again.
   */
  TooManyBatches: "too_many_batches",
  /**
   * 429: Too many jobs are waiting. At most 10,000 jobs, or 2 GB of documents, of a tenant may wait
   * in an environment. Nothing was stored and nothing is held. Wait until some have been read, then
   * send the same call again.
   */
  TooManyJobs: "too_many_jobs",
  /**
   * 422: The document has too many pages. A direct call reads at most 10 pages, a job at most 30.
   * Send only the page that shows the name and address, or use a job.
   */
  TooManyPages: "too_many_pages",
  /**
   * 409: No more companies can be watched. The tenant watches as many companies in the environment
   * as the operator allows. Nothing was stored. End watches that are not needed, or ask the
   * operator for more.
   */
  TooManyWatches: "too_many_watches",
  /**
   * 422: The nationality names no country. `nationality` must be the name or the ISO 3166 code of a
   * country. Send a name such as Nigeria or a code such as NG.
   */
  UnknownCountry: "unknown_country",
  /**
   * 422: There is no such local government area. `lga` of a Nigerian applicant must be one of the
   * 774 areas. Usual spellings are understood. Send the name of the area, for example Eti-Osa.
   */
  UnknownLga: "unknown_lga",
  /**
   * 404: No endpoint has this operationId. Prices and quotes name endpoints by the operationId of
   * the API description. Look the name up in /openapi.json.
   */
  UnknownOperation: "unknown_operation",
  /**
   * 422: There is no such state. `state` of a Nigerian applicant must be one of the 36 states or
   * the Federal Capital Territory. Usual spellings and two-letter codes are understood. Send the
   * name of the state, for example Lagos.
   */
  UnknownState: "unknown_state",
  /**
   * 422: No text could be read from the document. The document is whole, but no text was found on
   * it: the picture is blank, too blurred or too dark, or reading it went beyond the limits on time
   * and memory. Kofa answers this rather than guess. Send a sharper picture, taken straight from
   * above in even light, or the original PDF from the issuer (from its app, portal or e-mail).
   */
  UnreadableDocument: "unreadable_document",
  /**
   * 415: The file is not of a type that Kofa reads. The first bytes of the file are not those of a
   * PDF, JPEG, PNG, WebP or TIFF, or it is a TIFF packed in a rare way, such as a fax in colour.
   * The declared content type and the file name play no part: a web page renamed to `.pdf` is still
   * a web page. Send the document as PDF, JPEG, PNG, WebP or TIFF.
   */
  UnsupportedDocumentType: "unsupported_document_type",
  /**
   * 415: The body is of a type this endpoint does not read. The `Content-Type` of the request is
   * missing or not one the endpoint takes, or `Content-Encoding` says that the body is packed. Send
   * the type that the reference names, usually `application/json`, and the body as it is.
   */
  UnsupportedMediaType: "unsupported_media_type",
  /**
   * 503: The operator's account with the source outside does not work. The registry or exchange
   * refused the operator's own credentials, balance or permissions. It has nothing to do with your
   * key or wallet. The operator is told. Nothing was charged. Try again after the seconds of
   * `Retry-After`, or ask the operator.
   */
  UpstreamAccountProblem: "upstream_account_problem",
  /**
   * 502: The registry answered something that cannot be read. The registry behind this product
   * answered with something else than an answer: a page instead of data, a broken or oversized
   * body, a connection closed half-way. The operator is told. Nothing was charged. Try again later;
   * a look-up changes nothing. A consent code may have been used up by the attempt: send the same
   * request first, before asking for a new code.
   */
  UpstreamInvalidAnswer: "upstream_invalid_answer",
  /**
   * 503: The operator has not connected this product to its live source. The call is allowed, but
   * there is no exchange or registry behind it yet. Ask the operator. Nothing was charged.
   */
  UpstreamNotConfigured: "upstream_not_configured",
  /**
   * 422: The source outside refused the request. The request was well formed, but the registry or
   * exchange behind this product turned it down for a reason of its own, which the message repeats.
   * Nothing was charged. Do not repeat it unchanged. In the registry's sandbox, reserved numbers
   * that end in 2 do this.
   */
  UpstreamRejected: "upstream_rejected",
  /**
   * 504: The registry did not answer in time. The registry took the question and gave no answer
   * within the time limit. Nothing was charged. Try again: a look-up changes nothing. A consent
   * code may have been used up by the attempt: send the same request first, before asking for a new
   * code. In the sandbox, reserved numbers that end in 5 do this.
   */
  UpstreamTimeout: "upstream_timeout",
  /**
   * 503: The source outside is down. The registry or exchange behind this product could not be
   * reached or said that it cannot serve, and did nothing. Nothing was charged. Try again after the
   * seconds of `Retry-After`. In the registry's sandbox, reserved numbers that end in 3 do this.
   */
  UpstreamUnavailable: "upstream_unavailable",
  /**
   * 422: The vendor is not yours. The `vendorId` is not the vendor id of the tenant whose key made
   * the call. Send the vendor id that the portal shows for your business.
   */
  VendorNotFound: "vendor_not_found",
  /**
   * 409: The consent code has been used. A consent code (VRC) is good for one successful call, and
   * this one has had it. Nothing was charged. Ask the company for a new code. For 15 minutes after
   * the use, the same request by the same tenant is answered again, free. In the sandbox
   * `SANDBOXVR2` does this.
   */
  VrcAlreadyUsed: "vrc_already_used",
  /**
   * 410: The consent code has expired. The code (VRC) was given out and was not used in time.
   * Nothing was charged. Ask the company for a new code. In the sandbox `SANDBOXVR7` does this.
   */
  VrcExpired: "vrc_expired",
  /**
   * 404: There is no such consent code. The registry was asked and never gave out this code (VRC).
   * Nothing was charged. Check the code with the company that gave it to you. In the sandbox
   * `SANDBOXVR1` does this.
   */
  VrcNotFound: "vrc_not_found",
  /**
   * 409: What became of the consent code is not known. An earlier call brought this code (VRC) to
   * the registry and was cut off before the answer was kept; now the registry calls the code used,
   * or a call with it is still running. Nothing was charged. If the message says that a call is
   * running, send the same request again after the seconds of `Retry-After`. Otherwise the answer
   * is lost: ask the company for a new code.
   */
  VrcStateUnknown: "vrc_state_unknown",
  /**
   * 404: There is no such watch. The id in the path is not that of a watch of this tenant in this
   * environment, or the watch was ended before. Use the `watchId` of the answer that made the
   * watch, with the same environment.
   */
  WatchNotFound: "watch_not_found",
} as const;

export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode] | (string & {});
