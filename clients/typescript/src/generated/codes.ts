// Written by clients/generator from clients/openapi.json. Do not edit.

/** The documented error codes. A newer server may answer with others. */
export const ErrorCode = {
  /**
   * 422: Above the maximum number of shares. `numberOfShares` is more than the `maximumShares` of
   * the offer, or more than all shares on offer. Apply for at most the number given in the message.
   */
  AboveMaximum: "above_maximum",
  /**
   * 422: Account name mismatch. The bank has this account under a different name than the
   * applicant's. For a minor, the account may be the guardian's; for a company, it must be the
   * company's. Use an account in the applicant's own name.
   */
  AccountNameMismatch: "account_name_mismatch",
  /**
   * 422: Bank account not found. The bank has no account with this `bankAccountNumber`. Check the
   * account number and bank with the applicant.
   */
  AccountNotFound: "account_not_found",
  /**
   * 422: Applicant's age does not match the profile. INDIVIDUAL and JOINT applicants must be 18 or
   * older, and a MINOR must be younger than 18, on the day of the application in Lagos. Check
   * `dateOfBirth`, or use the matching `profileType`.
   */
  AgeRestricted: "age_restricted",
  /**
   * 401: API key expired. The key reached its expiry date, or it was rotated and its grace period
   * is over. Use the key that replaced it, or create a new one in the portal.
   */
  ApiKeyExpired: "api_key_expired",
  /**
   * 401: API key revoked. A member of your business or the operator revoked this key. This cannot
   * be undone. Use another key, or create a new one in the portal.
   */
  ApiKeyRevoked: "api_key_revoked",
  /**
   * 422: Bank id and bank code do not match. `bankId` and `bankCode` must belong to the same entry
   * of the list of banks. Send the code given in the message, or correct the id.
   */
  BankMismatch: "bank_mismatch",
  /**
   * 422: Bank not supported. `bankId` or `bankCode` is not a known bank, or is a bank that is not
   * (or no longer) supported, or not for this offer. Take both from one entry of GET
   * /api/exchange-invest/supported-banks whose `active` is true.
   */
  BankNotSupported: "bank_not_supported",
  /**
   * 503: Bank unavailable. The applicant's bank cannot be reached, so the application was not
   * submitted. You were not charged. Wait the seconds of Retry-After, then send the same request
   * again.
   */
  BankUnavailable: "bank_unavailable",
  /**
   * 409: Batch already finished. Only batches that are waiting or in progress can be cancelled. All
   * companies of this one have already been looked up. Get the batch: its results are kept for
   * seven days.
   */
  BatchNotCancellable: "batch_not_cancellable",
  /**
   * 404: Batch not found. The id in the path does not belong to one of your batches in this
   * environment, or the batch has been deleted, which happens seven days after it ends. Use the
   * `batchId` from the response that created the batch, in the same environment.
   */
  BatchNotFound: "batch_not_found",
  /**
   * 422: Below the minimum number of shares. `numberOfShares` is less than the `minimumShares` of
   * the offer. Apply for at least the minimum given in the message.
   */
  BelowMinimum: "below_minimum",
  /**
   * 413: Request body too large. The request body is larger than this endpoint accepts. Send a
   * smaller body; the reference gives each endpoint's limit.
   */
  BodyTooLarge: "body_too_large",
  /**
   * 422: Broker cannot accept this application. The broker is inactive, or does not accept new
   * clients and the applicant has no CHN yet. Choose a broker whose `active` is true and, for
   * applicants without a CHN, whose `acceptsNewClients` is true.
   */
  BrokerNotAccepting: "broker_not_accepting",
  /**
   * 422: Broker not found. No broker has this `brokerId`. Use an id from GET
   * /api/exchange-invest/brokers.
   */
  BrokerNotFound: "broker_not_found",
  /**
   * 422: BVN date of birth mismatch. The name registered for this BVN is the applicant's, but the
   * date of birth is not. Check `dateOfBirth` with the applicant.
   */
  BvnBirthDateMismatch: "bvn_birth_date_mismatch",
  /**
   * 422: BVN name mismatch. The name registered for this BVN is not the applicant's. Check number
   * and name with the applicant.
   */
  BvnNameMismatch: "bvn_name_mismatch",
  /**
   * 422: BVN not found. The bank verification service has no person with this BVN. Check the number
   * with the applicant.
   */
  BvnNotFound: "bvn_not_found",
  /**
   * 422: BVN on the watch-list. Banks have placed this BVN on their watch-list; it cannot be used
   * to apply. The applicant must resolve this with their bank.
   */
  BvnWatchlisted: "bvn_watchlisted",
  /**
   * 504: Request timed out. The request was not finished within the time limit of the endpoint. You
   * were not charged. Try again, with an `Idempotency-Key` if the endpoint accepts one.
   */
  CallTimedOut: "call_timed_out",
  /**
   * 409: Client reference already in use. A `client_reference` identifies one of your jobs in an
   * environment. Another job that is queued, in progress, or whose result is still stored already
   * has it: its id is in `job_request_id`. Jobs that failed, were cancelled or have expired release
   * their reference. Get that job. To send the same document again on purpose, use another
   * reference; to retry a request safely, use `Idempotency-Key`.
   */
  ClientReferenceInUse: "client_reference_in_use",
  /**
   * 422: Company name does not match. The business registry has a different name for this number.
   * Check the number and name with the company.
   */
  CompanyNameMismatch: "company_name_mismatch",
  /**
   * 422: Company no longer exists. The business registry lists the company as struck off, delisted,
   * dissolved or in liquidation. The company must resolve this with the registry before it can
   * apply.
   */
  CompanyNotActive: "company_not_active",
  /**
   * 404: No entity registered under this number. The register has no entity with this number, or
   * none of the `entityType` you requested. You were not charged. Check the number and type:
   * numbers are unique per type of entity only, so the same digits may belong to a company, a
   * business name, or both.
   */
  CompanyNotFound: "company_not_found",
  /**
   * 422: Company not registered. The business registry has no company with this number and type.
   * Check the number and type with the company; omit `entityType` if you are not sure.
   */
  CompanyNotRegistered: "company_not_registered",
  /**
   * 503: Business registry unavailable. The business registry cannot be reached. Nothing was
   * submitted, and you were not charged. Wait the seconds of Retry-After, then send the same
   * request again.
   */
  CompanyUnavailable: "company_unavailable",
  /**
   * 409: Conflict with the current state. An object with the same name, email or reference already
   * exists, or the object is in a state that does not allow the change. Check the current state,
   * then decide whether you still need the change.
   */
  Conflict: "conflict",
  /**
   * 422: Document sent twice. Both `base64_content` and `document_base64` are present. They belong
   * to two variants of the request, so it is not clear which response you want. Send
   * `base64_content` for the variant with `hallucination` and `field_metadata`, `document_base64`
   * for the one without.
   */
  ConflictingContentFields: "conflicting_content_fields",
  /**
   * 422: Document damaged. The file starts like a document but cannot be read: it is truncated, has
   * no pages or breaks its own format. Open the file yourself. If it opens, print it to a new PDF
   * and send that; if not, ask for it again.
   */
  CorruptDocument: "corrupt_document",
  /**
   * 502: Registry could not create the document. The registry reported that it could not create the
   * document, or returned something that is not a PDF. You were not charged. Try again later. If
   * the error persists, ask the operator.
   */
  DocumentGenerationFailed: "document_generation_failed",
  /**
   * 404: Document not available. The entity is registered, but the registry does not issue a
   * certificate or status report for it. You were not charged. Ask the entity for a copy.
   */
  DocumentNotAvailable: "document_not_available",
  /**
   * 422: Incorrect document password. `document_password` does not open the PDF. Upper and lower
   * case and spaces matter. For older PDFs (before AES-256), only the password for opening works,
   * not the owner password that allows changes. Ask for the password that opens the file: banks
   * often use a date of birth or the last digits of a number. Send the request again with it; you
   * were not charged.
   */
  DocumentPasswordWrong: "document_password_wrong",
  /**
   * 422: Reading the document exceeded the limits. Each document is read in a separate process,
   * with limits on time and memory. This document exceeded them or crashed the process, so nothing
   * was read. This happens with files made to overload a reader, and with drawings of millions of
   * lines. Open the document, print the page with the address to a new PDF and send that. Do not
   * send the same file again: the result will be the same.
   */
  DocumentTooComplex: "document_too_complex",
  /**
   * 413: Document too large. The file, or its decompressed content, is larger than the limit: 10 MB
   * for a direct request, 15 MB for a job, and 200,000 characters of text. Send only the page that
   * shows the address, or a smaller export of the document. Use a job for files between 10 and 15
   * MB.
   */
  DocumentTooLarge: "document_too_large",
  /**
   * 409: Duplicate application. An open application for the same offer has the same BVN, NIN or
   * CHN. `existingSubscriptionId` in the response names it. You were not charged. Find the existing
   * application with POST /api/exchange-invest/transactions. You can apply again once it is
   * cancelled, rejected or expired, or its payment has failed.
   */
  DuplicateSubscription: "duplicate_subscription",
  /**
   * 422: Document requires a password. The PDF cannot be opened without a password, or uses an
   * encryption that is not supported; the message says which. Bank statements often have a
   * password. Ask the customer for the password and send it as `document_password`, or ask them for
   * a copy without a password.
   */
  EncryptedDocument: "encrypted_document",
  /**
   * 422: Number prefix and entity type do not match. `rcNumber` has the prefix of one type of
   * entity (`BN` is a business name), and `entityType` names another. `RC` matches every type. Omit
   * one of the two, or make them match.
   */
  EntityTypeConflict: "entity_type_conflict",
  /**
   * 403: Key not valid in this environment. The request is for an environment that the key was not
   * created for. A `kofa_test_` key works in the sandbox only. Use a key for that environment, or
   * change `X-Environment`.
   */
  EnvironmentMismatch: "environment_mismatch",
  /**
   * 410: Events no longer available. Events are kept for 30 days, and some of the events that
   * follow `after` have been deleted, so the list would have a gap. Start again without `after`, at
   * the oldest event available, and compare your data with the current responses of the products.
   */
  EventsExpired: "events_expired",
  /**
   * 422: Above the rights available. `numberOfShares` is more than the rights that this CHN has
   * left in the register. Apply for at most the number given in the message.
   */
  ExceedsRights: "exceeds_rights",
  /**
   * 422: Application rejected by the exchange. The exchange reviewed the application and rejected
   * it. It is stored as `rejected`; you were not charged. Read the message, correct the application
   * and send it again with a new Idempotency-Key.
   */
  ExchangeRejected: "exchange_rejected",
  /**
   * 410: Too late for feedback. You can give feedback on an extraction for 90 days. Earlier
   * feedback is kept. Send feedback as soon as your reviewer has checked the result.
   */
  FeedbackTooLate: "feedback_too_late",
  /**
   * 409: Request with this Idempotency-Key still in progress. The same request is being processed
   * right now; it will not run twice. Wait for the number of seconds in `Retry-After`, then repeat
   * the request to get its response.
   */
  IdempotencyInProgress: "idempotency_in_progress",
  /**
   * 422: Idempotency-Key reused for a different request. The same key was used earlier for this
   * endpoint with a different body or query. Use a new key for a new request. To get the earlier
   * response again, repeat exactly the same request.
   */
  IdempotencyKeyReused: "idempotency_key_reused",
  /**
   * 504: Identity service timed out. The service that verifies BVN and NIN did not respond in time.
   * Nothing was submitted, and you were not charged. Send the same request again.
   */
  IdentityTimeout: "identity_timeout",
  /**
   * 503: Identity service unavailable. The service that verifies BVN and NIN cannot be reached.
   * Nothing was submitted, and you were not charged. Wait the seconds of Retry-After, then send the
   * same request again.
   */
  IdentityUnavailable: "identity_unavailable",
  /**
   * 422: Image too small. The longer side of the image is less than 600 pixels, too small for the
   * text of a whole page. Use 1,500 pixels or more. Send the original image from the camera or
   * scanner, not a preview.
   */
  ImageTooSmall: "image_too_small",
  /**
   * 403: Key lacks the scope of this product. Each product needs its own scope; `requiredScope` in
   * the response names it. Use a key with that scope, or create one in the portal.
   */
  InsufficientScope: "insufficient_scope",
  /**
   * 402: Insufficient wallet balance. The price of the request is more than your available balance.
   * `price`, `available` and `shortfall` in the response are in kobo. Top up your wallet; the new
   * balance counts within a second. You were not charged.
   */
  InsufficientWalletBalance: "insufficient_wallet_balance",
  /**
   * 500: Internal error. Something went wrong on our side while handling the request. You were not
   * charged. Try again. If the error persists, send the operator the `X-Request-Id` of the
   * response.
   */
  InternalError: "internal_error",
  /**
   * 401: API key invalid. The value of `X-API-Key` is not a key of this platform: it is mistyped,
   * truncated, or was never issued here. Copy the whole key again. If you lost it, create a new key
   * and revoke the old one.
   */
  InvalidApiKey: "invalid_api_key",
  /**
   * 400: Document is not valid base64. The content field cannot be decoded: it contains characters
   * outside the base64 alphabet, or is truncated. Encode the bytes of the file as standard base64
   * (RFC 4648), without a `data:` prefix.
   */
  InvalidBase64: "invalid_base64",
  /**
   * 422: Request body is not a JSON object. The body is valid JSON, but an array, string, number,
   * boolean or null. Send an object with the fields listed in the reference.
   */
  InvalidBody: "invalid_body",
  /**
   * 422: Invalid BVN. A Bank Verification Number has exactly 11 digits. Send the 11 digits without
   * spaces.
   */
  InvalidBvn: "invalid_bvn",
  /**
   * 422: Invalid CHN. A Clearing House Number has 6 to 14 letters and digits. Send it exactly as
   * issued by the broker or CSCS.
   */
  InvalidChn: "invalid_chn",
  /**
   * 422: Invalid date of birth. `dateOfBirth` must be a valid date in the form YYYY-MM-DD, in the
   * past, and at most 130 years ago. Send the date as YYYY-MM-DD.
   */
  InvalidDateOfBirth: "invalid_date_of_birth",
  /**
   * 422: Invalid email address. The field must contain one email address, and the value does not
   * look like one. Send an address such as `ada@example.com`, without a name or brackets around it.
   */
  InvalidEmail: "invalid_email",
  /**
   * 422: Invalid name. `entityName` has no letters or digits, is longer than 300 characters, or
   * contains control characters. Send the name as the company writes it, including its legal form:
   * `Ebunoluwa Harvest Foods Ltd`.
   */
  InvalidEntityName: "invalid_entity_name",
  /**
   * 422: Unknown entity type. `entityType` is not a type of entity in the registry. Send `COMPANY`,
   * `BUSINESS_NAME`, `INCORPORATED_TRUSTEE`, `LIMITED_PARTNERSHIP` or
   * `LIMITED_LIABILITY_PARTNERSHIP`; the short forms `RC`, `BN`, `IT`, `LP` and `LLP` are accepted
   * too.
   */
  InvalidEntityType: "invalid_entity_type",
  /**
   * 400: X-Environment must be sandbox or live. The `X-Environment` header was sent with another
   * value, or more than once with different ones. Send `X-Environment: sandbox` or `X-Environment:
   * live`, or leave it out.
   */
  InvalidEnvironment: "invalid_environment",
  /**
   * 422: Invalid field value. A field has the wrong type, is too long, is out of range or is not
   * one of the allowed values. Read the message: it says which values are valid for the field named
   * in `field`.
   */
  InvalidField: "invalid_field",
  /**
   * 422: Invalid hallucination options. `hallucination` is not an object, one of its members `lga`,
   * `state` and `country` is not true or false, or it was sent with `document_base64`, the variant
   * without inference. Send an object such as `{"state": true}`, together with `base64_content` or
   * `file`.
   */
  InvalidHallucination: "invalid_hallucination",
  /**
   * 422: Invalid Idempotency-Key. The header is empty, longer than 255 characters, contains control
   * characters, or was sent more than once with different values. Send 1 to 255 visible characters
   * once, for example a UUID.
   */
  InvalidIdempotencyKey: "invalid_idempotency_key",
  /**
   * 422: Invalid NIN. A National Identification Number has exactly 11 digits. Send the 11 digits
   * without spaces.
   */
  InvalidNin: "invalid_nin",
  /**
   * 422: Invalid account number. A Nigerian account number (NUBAN) has ten digits; the last one is
   * a check digit computed from the bank code and the other nine. At deposit money banks a wrong
   * check digit is an error; elsewhere it is a warning. Check the number for typing errors, and
   * that it belongs to the bank.
   */
  InvalidNuban: "invalid_nuban",
  /**
   * 422: Invalid phone number. The number must be a Nigerian mobile number. Send it as 08031234567
   * or +2348031234567.
   */
  InvalidPhoneNumber: "invalid_phone_number",
  /**
   * 422: Invalid registration number. `rcNumber` is not a registration number: it contains letters
   * that are not a known prefix, a sign, a decimal part, more than 12 digits, or only zeros. Send
   * the digits, with or without the prefix `RC`, `BN`, `IT`, `LP` or `LLP`: `1885308`,
   * `RC-1885308`, `BN 9003619`. Thousands separators are accepted: `1,885,308`.
   */
  InvalidRcNumber: "invalid_rc_number",
  /**
   * 422: Invalid tax number. `tin` is neither a Tax ID of thirteen digits nor a legacy number of
   * eight and four digits. Send the digits as shown on the tax certificate: `4123456789012` or
   * `12345678-0001`. Spaces do not matter, and you can omit the hyphen.
   */
  InvalidTin: "invalid_tin",
  /**
   * 422: Invalid consent code. `vrcNumber` is not a consent code (VRC) of ten letters and digits,
   * or it differs from the one in the `X-VRC-Number` header. Send the ten characters that the
   * company received, in the query or in the header. Case, spaces and hyphens do not matter.
   */
  InvalidVrcNumber: "invalid_vrc_number",
  /**
   * 422: Callback URL not allowed. `webhook_url` is not an https URL, contains a user name,
   * password or fragment, or names a host that is not on the public internet: an address in a
   * private, local or reserved network, or a name without a dot or ending in `.local`, `.internal`,
   * `.localhost` or similar. Send an https URL of a host on the public internet, or omit the field
   * and poll the job.
   */
  InvalidWebhookUrl: "invalid_webhook_url",
  /**
   * 403: IP address not allowed. The key has a list of allowed IP addresses, and yours is not on
   * it. Send the request from an allowed IP address, or create a key with a different list in the
   * portal.
   */
  IpNotAllowed: "ip_not_allowed",
  /**
   * 409: Job already finished. Only jobs that are queued or in progress can be cancelled. This one
   * has already succeeded, failed or expired. Get the job: its `status` shows how it ended.
   */
  JobNotCancellable: "job_not_cancellable",
  /**
   * 404: Job not found. The id in the path does not belong to one of your jobs in this environment,
   * or its record has been deleted, which happens 30 days after the job ends. Use the `request_id`
   * from the response that created the job, in the same environment.
   */
  JobNotFound: "job_not_found",
  /**
   * 422: Local government area in a different state. The area exists, but not in the `state` of the
   * request. Correct `lga` or `state`; the message says which state the area is in.
   */
  LgaNotInState: "lga_not_in_state",
  /**
   * 400: Request body is not valid JSON. The body could not be parsed, or one of its objects names
   * a field twice (RFC 7493, 2.3); the message gives line and column. Fix the JSON. Check for
   * trailing commas, quotes and the encoding (UTF-8), and send each field once.
   */
  MalformedJson: "malformed_json",
  /**
   * 400: Malformed form. The body is not a valid multipart form: its boundary is missing, it is
   * incomplete, or it has too many parts. Let your HTTP library build the form and set
   * `Content-Type`.
   */
  MalformedMultipart: "malformed_multipart",
  /**
   * 400: Malformed request. The body is incomplete, or a header has a value that cannot be read.
   * Send the complete request again.
   */
  MalformedRequest: "malformed_request",
  /**
   * 401: API key missing. Every product request needs your API key in the `X-API-Key` header; this
   * request had none. Send the header `X-API-Key: <your key>`. You create keys in the portal.
   */
  MissingApiKey: "missing_api_key",
  /**
   * 422: Required field missing. A field, query parameter or header that the endpoint requires is
   * absent or empty. Send the field named in `field`; the reference lists what each endpoint
   * requires.
   */
  MissingField: "missing_field",
  /**
   * 422: Document missing. The form has no `file` field, or the document in it is empty. Send the
   * document as a file in the form field `file`.
   */
  MissingFile: "missing_file",
  /**
   * 422: NIN date of birth mismatch. The name registered for this NIN is the applicant's, but the
   * date of birth is not. Check `dateOfBirth` with the applicant.
   */
  NinBirthDateMismatch: "nin_birth_date_mismatch",
  /**
   * 422: NIN name mismatch. The name registered for this NIN is not the applicant's. Check number
   * and name with the applicant.
   */
  NinNameMismatch: "nin_name_mismatch",
  /**
   * 422: NIN not found. The identity service has no person with this NIN. Check the number with the
   * applicant.
   */
  NinNotFound: "nin_not_found",
  /**
   * 422: NIN blocked. This NIN is blocked; it cannot be used to apply. The applicant must resolve
   * this with the identity service.
   */
  NinWatchlisted: "nin_watchlisted",
  /**
   * 422: No signing secret for callbacks. Callbacks to `webhook_url` are signed with the secret of
   * your oldest webhook endpoint in the environment, and you have none there. Create a webhook
   * endpoint in the portal, or omit `webhook_url` and poll the job or read the event feed instead.
   */
  NoWebhookSecret: "no_webhook_secret",
  /**
   * 422: Number of shares is not a valid multiple. Above the minimum, you can apply for shares in
   * steps of the offer's `multiple`: the number minus the minimum must be divisible by it. Use one
   * of the two nearest valid numbers given in the message.
   */
  NotAMultiple: "not_a_multiple",
  /**
   * 422: No rights in this issue. A rights issue is open to holders on the register at the
   * qualification date. This CHN is not on it, or its rights have all been traded. Check the CHN.
   * Without rights, apply for an offer that is open to everyone.
   */
  NotEligibleForRights: "not_eligible_for_rights",
  /**
   * 404: Not found. No endpoint has this path, or the object that the path names does not exist or
   * does not belong to you. Check the path and the id against the reference.
   */
  NotFound: "not_found",
  /**
   * 503: Scans and photos not supported on this server. The document is an image, and the models
   * that read images are missing on this server or are not the published ones. The document itself
   * is not the problem. You were not charged; PDFs with a text layer still work. Send the original
   * PDF from the issuer, or tell the operator: `scripts/models.sh` installs the missing models, and
   * `/readyz` shows their state.
   */
  OcrUnavailable: "ocr_unavailable",
  /**
   * 422: Offer closed. The closing date of the offer has passed, so you can no longer apply. Choose
   * an offer whose `isSubscribable` is true.
   */
  OfferClosed: "offer_closed",
  /**
   * 422: Offer not found. `offerId` is not an offer in this environment. If the offer itself is
   * what you request, rather than a field of a larger request, the status is 404. Use an id from
   * GET /api/exchange-invest/offers in the same environment.
   */
  OfferNotFound: "offer_not_found",
  /**
   * 422: Offer not accepting applications. The offer has not opened yet, is suspended, was
   * cancelled, or is waiting for approval by its regulator. The message says which. Apply when
   * `isSubscribable` of the offer is true.
   */
  OfferNotOpen: "offer_not_open",
  /**
   * 422: Offer type mismatch. `offerType` in the request is not the type of the offer that
   * `offerId` names. Send the `offerType` shown for this offer in the list of offers.
   */
  OfferTypeMismatch: "offer_type_mismatch",
  /**
   * 503: Outcome not known yet. The connection to the database was lost while the request was being
   * recorded: either it was recorded and charged, or neither. `X-Charge-Amount` is absent. If you
   * sent an `Idempotency-Key`, send the same request again after the number of seconds in
   * `Retry-After`: it is processed and charged only once. Otherwise, once the service is back, look
   * for the `X-Request-Id` of the response in the request log: if it is not there, you were not
   * charged.
   */
  OutcomeUnknown: "outcome_unknown",
  /**
   * 422: Payment method not accepted. `isCardPayment` selects a payment method that is not in the
   * offer's `paymentMethods`. Use a payment method that the offer lists.
   */
  PaymentMethodNotAccepted: "payment_method_not_accepted",
  /**
   * 422: Profile type not eligible. The offer lists the profile types that can apply, and
   * `profileType` is not one of them. Use a type from the offer's `eligibleProfileTypes`.
   */
  ProfileNotEligible: "profile_not_eligible",
  /**
   * 429: Rate limit exceeded. You reached a rate limit of the key or of your business; `policy` in
   * the response says which. The refused request did not count towards it. Wait for the number of
   * seconds in `Retry-After`. The `RateLimit` header shows how much is left.
   */
  RateLimitExceeded: "rate_limit_exceeded",
  /**
   * 503: Document readers busy. All document readers are busy and their queue is full. You were not
   * charged. Wait for the number of seconds in `Retry-After`, then send the same request again.
   */
  ReaderBusy: "reader_busy",
  /**
   * 503: Document reader not running. The process that reads documents could not be started on this
   * server. The document itself is not the problem. You were not charged. Send the same request
   * again after the number of seconds in `Retry-After`. If the error persists, tell the operator;
   * `/readyz` shows the state of the reader.
   */
  ReaderUnavailable: "reader_unavailable",
  /**
   * 404: Extraction not found. The id in the path does not belong to one of your extraction
   * requests or jobs in this environment, or it is no longer stored: an extraction without feedback
   * is deleted after 30 days, unless the operator chose a different period. Use the `request_id`
   * from the response with the address, in the same environment, within that period.
   */
  ReadingNotFound: "reading_not_found",
  /**
   * 422: Sandbox value sent to live. The value is reserved for choosing outcomes in the sandbox and
   * has no meaning in live. Send real values in live, or `X-Environment: sandbox` to test.
   */
  SandboxValueInLive: "sandbox_value_in_live",
  /**
   * 403: Product not enabled in this environment. Your business does not have access to this
   * product in this environment. Ask the operator to enable it. New businesses start with the
   * sandbox only.
   */
  ServiceNotEnabled: "service_not_enabled",
  /**
   * 503: Service unavailable. The database could not record the request and its charge, or the
   * server is full or stopping. Kofa refuses requests that it cannot record: you were not charged.
   * Wait for the number of seconds in `Retry-After`, then send the same request again.
   */
  ServiceUnavailable: "service_unavailable",
  /**
   * 403: Account suspended. The operator suspended this business. None of its keys work until it is
   * resumed. Contact the operator.
   */
  TenantSuspended: "tenant_suspended",
  /**
   * 422: Tax number generation refused. The request was valid, but the tax authority does not issue
   * a number to this company, for the reason given in the message. You were not charged. Resolve
   * the reason first: an inactive company must file its annual returns. In the sandbox, `0000052`
   * and `0000057` cause this error.
   */
  TinGenerationRejected: "tin_generation_rejected",
  /**
   * 404: Tax number not found. If you searched by tax number, no company has it. If you searched by
   * registration number, the company is registered but has no tax number. You were not charged.
   * Check the number. For a company without one, `POST /company/tin` generates it.
   */
  TinNotFound: "tin_not_found",
  /**
   * 429: Too many open batches. You can have at most 10 lookup batches waiting or in progress in an
   * environment. Nothing was stored and no funds were put on hold. Wait until one has finished, or
   * cancel one, then send the same request again.
   */
  TooManyBatches: "too_many_batches",
  /**
   * 429: Too many jobs waiting. You can have at most 10,000 jobs, or 2 GB of documents, waiting in
   * an environment. Nothing was stored and no funds were put on hold. Wait until some jobs have
   * finished, then send the same request again.
   */
  TooManyJobs: "too_many_jobs",
  /**
   * 422: Document has too many pages. A direct request reads at most 10 pages, a job at most 30.
   * Send only the page that shows the name and address, or use a job.
   */
  TooManyPages: "too_many_pages",
  /**
   * 409: Watch limit reached. You already watch as many companies in this environment as the
   * operator allows. Nothing was stored. Delete watches that you no longer need, or ask the
   * operator for a higher limit.
   */
  TooManyWatches: "too_many_watches",
  /**
   * 422: Unknown nationality. `nationality` must be the name or the ISO 3166 code of a country.
   * Send a name such as Nigeria or a code such as NG.
   */
  UnknownCountry: "unknown_country",
  /**
   * 422: Unknown local government area. For a Nigerian applicant, `lga` must be one of the 774
   * local government areas. Common spellings are accepted. Send the name of the area, for example
   * Eti-Osa.
   */
  UnknownLga: "unknown_lga",
  /**
   * 404: Unknown operationId. Prices and quotes identify endpoints by their operationId in the API
   * description. Find the operationId in /openapi.json.
   */
  UnknownOperation: "unknown_operation",
  /**
   * 422: Unknown state. For a Nigerian applicant, `state` must be one of the 36 states or the
   * Federal Capital Territory. Common spellings and two-letter codes are accepted. Send the name of
   * the state, for example Lagos.
   */
  UnknownState: "unknown_state",
  /**
   * 422: Document unreadable. The file is valid, but no text was found in it: the image is blank,
   * too blurred or too dark, or reading it exceeded the time and memory limits. Kofa returns this
   * error rather than guess. Send a sharper photo, taken straight from above in even light, or the
   * original PDF from the issuer (from its app, portal or email).
   */
  UnreadableDocument: "unreadable_document",
  /**
   * 415: Unsupported file type. The file does not start like a PDF, JPEG, PNG, WebP or TIFF, or it
   * is a TIFF in a rare compression, such as a colour fax. The declared content type and the file
   * name are not considered: a web page renamed to `.pdf` is still a web page. Send the document as
   * PDF, JPEG, PNG, WebP or TIFF.
   */
  UnsupportedDocumentType: "unsupported_document_type",
  /**
   * 415: Unsupported content type. The `Content-Type` of the request is missing or not supported by
   * this endpoint, or `Content-Encoding` says that the body is compressed. Send the type given in
   * the reference, usually `application/json`, and do not compress the body.
   */
  UnsupportedMediaType: "unsupported_media_type",
  /**
   * 503: Operator's account with the external source refused. The registry or exchange refused the
   * operator's own credentials, balance or permissions. Your key and wallet are not the problem.
   * The operator has been notified. You were not charged. Try again after the number of seconds in
   * `Retry-After`, or ask the operator.
   */
  UpstreamAccountProblem: "upstream_account_problem",
  /**
   * 502: Invalid response from the registry. The registry behind this product did not return valid
   * data: it returned a web page, a malformed or oversized body, or closed the connection early.
   * The operator has been notified. You were not charged. Try again later; a lookup changes
   * nothing. The attempt may have used up a consent code: send the same request again before you
   * ask for a new code.
   */
  UpstreamInvalidAnswer: "upstream_invalid_answer",
  /**
   * 503: Product not connected to a live source. The request is allowed, but the operator has not
   * connected an exchange or registry yet. Ask the operator. You were not charged.
   */
  UpstreamNotConfigured: "upstream_not_configured",
  /**
   * 422: Refused by the external source. The request was valid, but the registry or exchange behind
   * this product rejected it for its own reason, which the message repeats. You were not charged.
   * Do not repeat the request unchanged. In the registry's sandbox, reserved numbers ending in 2
   * cause this error.
   */
  UpstreamRejected: "upstream_rejected",
  /**
   * 504: Registry timed out. The registry accepted the request but did not respond within the time
   * limit. You were not charged. Try again: a lookup changes nothing. The attempt may have used up
   * a consent code: send the same request again before you ask for a new code. In the sandbox,
   * reserved numbers ending in 5 cause this error.
   */
  UpstreamTimeout: "upstream_timeout",
  /**
   * 503: External source unavailable. The registry or exchange behind this product could not be
   * reached or reported that it is unavailable, and did nothing. You were not charged. Try again
   * after the number of seconds in `Retry-After`. In the registry's sandbox, reserved numbers
   * ending in 3 cause this error.
   */
  UpstreamUnavailable: "upstream_unavailable",
  /**
   * 422: Vendor id mismatch. `vendorId` is not the vendor id of the business that the API key
   * belongs to. Send the vendor id shown for your business in the portal.
   */
  VendorNotFound: "vendor_not_found",
  /**
   * 409: Consent code already used. A consent code (VRC) is valid for one successful request, and
   * this one has been used. You were not charged. Ask the company for a new code. For 15 minutes
   * after its use, you can repeat the same request and get the same response, free of charge. In
   * the sandbox, `SANDBOXVR2` causes this error.
   */
  VrcAlreadyUsed: "vrc_already_used",
  /**
   * 410: Consent code expired. The code (VRC) was issued but not used in time. You were not
   * charged. Ask the company for a new code. In the sandbox, `SANDBOXVR7` causes this error.
   */
  VrcExpired: "vrc_expired",
  /**
   * 404: Consent code not found. The registry never issued this code (VRC). You were not charged.
   * Check the code with the company that gave it to you. In the sandbox, `SANDBOXVR1` causes this
   * error.
   */
  VrcNotFound: "vrc_not_found",
  /**
   * 409: Consent code status unknown. An earlier request sent this code (VRC) to the registry and
   * was interrupted before the response was stored; now the registry reports the code as used, or a
   * request with it is still running. You were not charged. If the message says that a request is
   * still running, send the same request again after the number of seconds in `Retry-After`.
   * Otherwise the response is lost: ask the company for a new code.
   */
  VrcStateUnknown: "vrc_state_unknown",
  /**
   * 404: Watch not found. The id in the path does not belong to one of your watches in this
   * environment, or the watch was deleted. Use the `watchId` from the response that created the
   * watch, in the same environment.
   */
  WatchNotFound: "watch_not_found",
} as const;

export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode] | (string & {});
