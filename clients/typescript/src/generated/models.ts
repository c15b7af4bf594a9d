// Written by clients/generator from clients/openapi.json. Do not edit.

import type { FileUpload } from "../files.js";
import type { Money } from "../money.js";

/** One of these; a newer server may say more. */
export type AccountPriceRule =
  | "default"
  | "price_book"
  | "tenant_override"
  | (string & {});

/** One of these; a newer server may say more. */
export type AffiliateRoleStatus =
  | "ACTIVE"
  | "RESIGNED"
  | "INACTIVE"
  | "UNKNOWN"
  | (string & {});

/** One of these; a newer server may say more. */
export type AffiliateType =
  | "CHAIRMAN"
  | "DIRECTOR"
  | "PROPRIETOR"
  | "PARTNER"
  | "TRUSTEE"
  | "SECRETARY"
  | "PSC"
  | "SHAREHOLDER"
  | "PRESENTER"
  | "WITNESS"
  | (string & {});

/** One of these; a newer server may say more. */
export type AffiliatesToInclude =
  | "all"
  | (string & {});

/** One of these; a newer server may say more. */
export type AllotmentStatus =
  | "pending"
  | "full"
  | "partial"
  | "none"
  | (string & {});

/** One of these; a newer server may say more. */
export type AssetChargeStatus =
  | "OUTSTANDING"
  | "PART_SATISFIED"
  | "FULLY_SATISFIED"
  | (string & {});

/** One of these; a newer server may say more. */
export type CheckCode =
  | "unsupported_document"
  | "invalid_document_type"
  | "expired_document"
  | "future_issue_date"
  | "missing_issue_date"
  | "missing_address_information"
  | "name_mismatch"
  | "address_mismatch"
  | "poor_quality"
  | "suspected_manipulation"
  | "unsupported_language"
  | (string & {});

/** One of these; a newer server may say more. */
export type CheckSeverity =
  | "info"
  | "review"
  | "fail"
  | (string & {});

/** One of these; a newer server may say more. */
export type CompanyBatchOutcome =
  | "PENDING"
  | "FOUND"
  | "NOT_FOUND"
  | "FAILED"
  | "CANCELLED"
  | (string & {});

/** One of these; a newer server may say more. */
export type CompanyBatchStatus =
  | "queued"
  | "processing"
  | "completed"
  | "cancelled"
  | (string & {});

/** One of these; a newer server may say more. */
export type DocumentType =
  | "utility_bill"
  | "bank_statement"
  | "tenancy_agreement"
  | "tax_notice"
  | "government_letter"
  | "id_card"
  | "other"
  | (string & {});

/** One of these; a newer server may say more. */
export type EntityType =
  | "COMPANY"
  | "BUSINESS_NAME"
  | "INCORPORATED_TRUSTEE"
  | "LIMITED_PARTNERSHIP"
  | "LIMITED_LIABILITY_PARTNERSHIP"
  | "RC"
  | "CO"
  | "BN"
  | "IT"
  | "LP"
  | "LLP"
  | "BUSINESS_NAME_FIRM"
  | "PRIVATE_COMPANY_LIMITED_BY_SHARES"
  | (string & {});

/** One of these; a newer server may say more. */
export type Environment =
  | "sandbox"
  | "live"
  | (string & {});

/** One of these; a newer server may say more. */
export type EventType =
  | "subscription.updated"
  | "payment.updated"
  | "offer.updated"
  | "allotment.completed"
  | "poa.job.completed"
  | "poa.job.failed"
  | "registry.batch.completed"
  | "company.changed"
  | "poa.jobs.failing"
  | "wallet.low"
  | "wallet.credited"
  | "key.expiring"
  | "live.updated"
  | "incident.opened"
  | "incident.resolved"
  | "webhook.test"
  | (string & {});

/** One of these; a newer server may say more. */
export type FieldSource =
  | "extracted"
  | "derived"
  | "inferred"
  | "not_found"
  | (string & {});

/** One of these; a newer server may say more. */
export type Gender =
  | "Female"
  | "Male"
  | (string & {});

/** One of these; a newer server may say more. */
export type GeneratedTinStatus =
  | "GENERATED"
  | "EXISTING"
  | (string & {});

/** One of these; a newer server may say more. */
export type IdentityCheckCheck =
  | "bvn"
  | "nin"
  | "account"
  | (string & {});

/** One of these; a newer server may say more. */
export type IdentityCheckOutcome =
  | "exact"
  | "normalized"
  | "partial"
  | "mismatch"
  | "birth_date_mismatch"
  | "not_found"
  | "unavailable"
  | (string & {});

/** One of these; a newer server may say more. */
export type IdentityCheckPerson =
  | "applicant"
  | "secondApplicant"
  | "guardian"
  | (string & {});

/** One of these; a newer server may say more. */
export type IdentityCheckPolicy =
  | "refuse"
  | "warn"
  | "skip"
  | (string & {});

/** One of these; a newer server may say more. */
export type JobStage =
  | "received"
  | "rasterising"
  | "ocr"
  | "parsing"
  | "done"
  | (string & {});

/** One of these; a newer server may say more. */
export type JobStatus =
  | "queued"
  | "processing"
  | "succeeded"
  | "failed"
  | "cancelled"
  | "expired"
  | (string & {});

/** One of these; a newer server may say more. */
export type KeyStatus =
  | "active"
  | "rotating"
  | "expired"
  | "revoked"
  | (string & {});

/** One of these; a newer server may say more. */
export type MatchResult =
  | "match"
  | "partial"
  | "mismatch"
  | "not_checked"
  | (string & {});

/** One of these; a newer server may say more. */
export type NameMatch =
  | "EXACT"
  | "NORMALIZED"
  | "PARTIAL"
  | "MISMATCH"
  | (string & {});

/** One of these; a newer server may say more. */
export type OfferStatus =
  | "upcoming"
  | "open"
  | "closed"
  | "allotment_in_progress"
  | "allotted"
  | "listed"
  | "cancelled"
  | "suspended"
  | (string & {});

/** One of these; a newer server may say more. */
export type OfferType =
  | "PrimaryOffer"
  | "RightsIssue"
  | "OfferForSale"
  | "PrivatePlacement"
  | "BondOffer"
  | (string & {});

/** One of these; a newer server may say more. */
export type PaymentStatus =
  | "pending"
  | "processing"
  | "successful"
  | "failed"
  | "refund_pending"
  | "refunded"
  | (string & {});

/** One of these; a newer server may say more. */
export type ProfileType =
  | "INDIVIDUAL"
  | "JOINT"
  | "MINOR"
  | "CORPORATE"
  | (string & {});

/** One of these; a newer server may say more. */
export type RegistrationStatus =
  | "ACTIVE"
  | "INACTIVE"
  | "STRUCK_OFF"
  | "DELISTED"
  | "DISSOLVED"
  | "IN_LIQUIDATION"
  | "UNKNOWN"
  | (string & {});

/** One of these; a newer server may say more. */
export type Relationship =
  | "Parent"
  | "Guardian"
  | "Grandparent"
  | "Spouse"
  | "Sibling"
  | "Child"
  | "Partner"
  | "Other"
  | (string & {});

/** One of these; a newer server may say more. */
export type ReviewReason =
  | "no_address"
  | "filled_field"
  | "low_confidence"
  | "close_candidates"
  | "ambiguous_place"
  | "foreign_address"
  | "post_box_only"
  | "unread_pages"
  | "provider_chose"
  | "poor_picture"
  | "failed_check"
  | "not_as_expected"
  | (string & {});

/** One of these; a newer server may say more. */
export type RightsReason =
  | "ELIGIBLE"
  | "NOT_ON_REGISTER"
  | "OFFER_NOT_RIGHTS"
  | "OFFER_CLOSED"
  | "RIGHTS_FULLY_TRADED"
  | "ALREADY_SUBSCRIBED"
  | (string & {});

/** One of these; a newer server may say more. */
export type Role =
  | "owner"
  | "developer"
  | "sandbox_developer"
  | "finance"
  | "viewer"
  | (string & {});

/** One of these; a newer server may say more. */
export type SubscriptionStatus =
  | "received"
  | "payment_pending"
  | "paid"
  | "submitted"
  | "accepted"
  | "allotted"
  | "partially_allotted"
  | "not_allotted"
  | "credited"
  | "refund_pending"
  | "refunded"
  | "rejected"
  | "payment_failed"
  | "expired"
  | "cancelled"
  | (string & {});

/** One of these; a newer server may say more. */
export type TaxIdFormat =
  | "TAX_ID"
  | "LEGACY"
  | (string & {});

/** One of these; a newer server may say more. */
export type TinStatus =
  | "ACTIVE"
  | "INACTIVE"
  | (string & {});

/** One of these; a newer server may say more. */
export type UsageBy =
  | "day"
  | "endpoint"
  | (string & {});

/** One of these; a newer server may say more. */
export type WalletAlertKind =
  | "balance"
  | "runway"
  | (string & {});

/** One of these; a newer server may say more. */
export type WebhookDeliveryStatus =
  | "due"
  | "delivered"
  | "failed"
  | "held"
  | (string & {});

/** The calling tenant, and the key it calls with. */
export interface Account {
  id: string;
  name: string;
  /** The `vendorId` of subscriptions. */
  vendorId: string;
  environment: Environment;
  /** Each product in each environment that the key can access, on or off. */
  services: Service[];
  /** The API key of this request. */
  key: Key;
}

/** A rate limit. */
export interface AccountLimit {
  /** The name in `RateLimit-Policy`: `key` for each key, `tenant` for all keys together. */
  policy: string;
  /** Average requests per second. */
  requestsPerSecond: number;
  /** Requests allowed at once after a pause. */
  burst: number;
}

/** A page of a list. */
export interface AccountLimitPage {
  /** The items. */
  items: AccountLimit[];
  /** The `cursor` of the next page; null on the last. */
  nextCursor: string | null;
}

/** The calling tenant's price of an endpoint. */
export interface AccountPrice {
  /** The endpoint's `operationId`. */
  operationId: string;
  environment: Environment;
  /** The current price of a billable request, in kobo. */
  amountKobo: number;
  /** Always `NGN`. */
  currency: string;
  rule: AccountPriceRule;
  /** When it took effect; null for the default. */
  effectiveAt: string | null;
  /** Scheduled changes, next one first. */
  scheduled: AccountPriceChange[];
}

/** A scheduled price. */
export interface AccountPriceChange {
  /** The price per request, in kobo. */
  amountKobo: number;
  /** When it takes effect. */
  effectiveAt: string;
}

/** A page of a list. */
export interface AccountPricePage {
  /** The items. */
  items: AccountPrice[];
  /** The `cursor` of the next page; null on the last. */
  nextCursor: string | null;
}

/** A month with a statement. */
export interface AccountStatement {
  /** The month, Lagos time. */
  month: string;
  /** Whether the month is still running, so that its totals are provisional. */
  isOpen: boolean;
  /** When the month begins. */
  from: string;
  /** When the next month begins. */
  until: string;
}

/** A page of a list. */
export interface AccountStatementPage {
  /** The items. */
  items: AccountStatement[];
  /** The `cursor` of the next page; null on the last. */
  nextCursor: string | null;
}

/** Requests of a day or of an endpoint. */
export interface AccountUsage {
  /** The start of the day (Lagos time); null when grouped by endpoint. */
  since: string | null;
  /** The endpoint; null when grouped by day. */
  operationId: string | null;
  /** The number of requests. */
  calls: number;
  /** The number of requests with an error response. */
  errors: number;
  /**
   * The amount charged, in kobo. Amounts charged after the response was sent count at the time of
   * the charge.
   */
  chargeKobo: number;
}

/** A page of a list. */
export interface AccountUsagePage {
  /** The items. */
  items: AccountUsage[];
  /** The `cursor` of the next page; null on the last. */
  nextCursor: string | null;
}

/** The calling tenant's wallet in the environment. */
export interface AccountWallet {
  /** The balance including funds on hold, in kobo. */
  balanceKobo: number;
  /** Funds on hold for requests in progress, in kobo. */
  reservedKobo: number;
  /** The available balance, in kobo. */
  availableKobo: number;
  /** Always `NGN`. */
  currency: string;
  /** The average amount charged per day in the last seven days, in kobo. */
  spentPerDayKobo: number;
  /** How many full days the balance lasts at that rate; null if nothing was charged. */
  runwayDays: number | null;
  /** The alert thresholds and open alerts. */
  alerts: WalletAlerts;
}

/** The extracted fields. Unknown values are empty strings. */
export interface AddressData {
  /** The address as printed in the document; nothing is ever added to it. */
  fullAddress: string;
  /** House, street, landmark. */
  street: string;
  /** One town or city, its name alone; a district only where no town is printed. */
  city: string;
  /** State, or FCT. */
  state: string;
  /** Local government area. */
  lga: string;
  /** Country. */
  country: string;
  /** Where `lga`, `state` and `country` come from; only in the variant with `hallucination`. */
  fieldMetadata?: AddressMetadata;
  /** The lowest confidence of all extracted fields, 0 to 1. */
  confidence: number;
  /** Whether a person should review the result. */
  requiresReview: boolean;
  /**
   * Why a person should look; empty exactly if `requires_review` is false. `no_address`: the
   * document shows none of its holder. `filled_field`: a field was derived or inferred.
   * `close_candidates`: another address fits about as well. `low_confidence`: the least
   * `confidence` is below 0.8. `ambiguous_place`: the names fit several places or contradict each
   * other. `foreign_address`: it is not in Nigeria. `post_box_only`: it names no street, only a
   * box. `unread_pages`: some pages are pictures of which little or nothing could be read, so the
   * address may stand there. `provider_chose`: an AI provider named the address, which is printed.
   * `poor_picture`: a picture is dark, blurred, cut off or its letters are small; the check
   * `poor_quality` says what to do. `failed_check`: a check that was asked for is graver than
   * `info`. `not_as_expected`: a comparison that was asked for found no match.
   */
  reviewReasons: ReviewReason[];
  /** With `include=regions`. */
  regions?: FieldRegions;
  /** With `include=document`. */
  document?: DocumentData;
  /** With `include=checks`: what a reviewer should know, most serious first. */
  checks?: CheckData[];
  /** With `include=match`, or if you sent an expected name or address. */
  match?: MatchData;
  /** With `include=parts`. */
  parts?: PartsData;
}

/** The sources of the three fields that `hallucination` may fill; with `include`, of all six. */
export interface AddressMetadata {
  /** Where a value comes from. */
  lga: FieldMetadata;
  /** Where a value comes from. */
  state: FieldMetadata;
  /** Where a value comes from. */
  country: FieldMetadata;
  /** Where a value comes from. */
  fullAddress?: FieldMetadata;
  /** Where a value comes from. */
  street?: FieldMetadata;
  /** Where a value comes from. */
  city?: FieldMetadata;
}

/** A person or organisation. Values that are not on the register are null. */
export interface Affiliate {
  /** The identifier in the register. */
  affiliateId?: string | null;
  /** The most senior current role, or the most senior former role if there is no current one. */
  affiliateType: AffiliateType;
  /** All roles, most senior first. */
  roles: AffiliateRole[];
  surname?: string | null;
  firstName?: string | null;
  otherName?: string | null;
  fullName: string;
  /** `MALE` or `FEMALE`, or the value in the register. */
  gender?: string | null;
  /** Year and month only. */
  dateOfBirth?: string | null;
  nationality?: string | null;
  formerNationality?: string | null;
  occupation?: string | null;
  /** Masked. */
  email?: string | null;
  /** Masked. */
  phoneNumber?: string | null;
  /** The address of an affiliate. */
  address: AffiliateAddress;
  /** Whether this is an organisation rather than a person. */
  isCorporate: boolean;
  /** Of a body. */
  corporationName?: string | null;
  /** For an organisation, as written in the register. */
  corporationRcNumber?: string | null;
  /** Number of shares currently held, of all types. */
  sharesAllotted?: number | null;
  /** Type of the shares; several types are joined by `, `. */
  shareType?: string | null;
  /**
   * Part of all shares that the register lists as held. Of the shares issued:
   * `getShareDistribution`.
   */
  percentage?: number | null;
  /** Whether this person currently chairs the board or the trustees. */
  isChairman: boolean;
  /** Whether this person currently has significant control. */
  isPsc: boolean;
  /** The details of the control; null if there never was any. */
  psc?: AffiliateControl | null;
  accreditationNumber?: string | null;
  /** Masked: all but the last four characters. */
  identityNumber?: string | null;
  /**
   * `ACTIVE`, `RESIGNED` (all roles, the leading one at a date), `INACTIVE`, or `UNKNOWN`, where
   * the register does not say.
   */
  status: AffiliateRoleStatus;
}

/** The address of an affiliate. */
export interface AffiliateAddress {
  street?: string | null;
  streetNumber?: string | null;
  city?: string | null;
  /** Local government area. */
  lga?: string | null;
  state?: string | null;
  country?: string | null;
  postcode?: string | null;
}

/** How a person controls the entity (CAMA 2020, section 119). */
export interface AffiliateControl {
  /**
   * `HOLDS_SHARES`, `HOLDS_VOTING_RIGHTS`, `APPOINTS_DIRECTORS`,
   * `SIGNIFICANT_INFLUENCE_OR_CONTROL`, or the register's own words.
   */
  nature: string[];
  /** Held directly. */
  direct?: boolean | null;
  /** Held through others. */
  indirect?: boolean | null;
  /** Percent, with at most two decimals. */
  sharePercentage?: number | null;
  /** Percent, with at most two decimals. */
  votingPercentage?: number | null;
}

/** One role of a person. */
export interface AffiliateRole {
  /** The role. */
  type: string;
  appointedOn?: string | null;
  resignedOn?: string | null;
  /** `ACTIVE`, `RESIGNED`, `INACTIVE` or `UNKNOWN`. */
  status: AffiliateRoleStatus;
}

/** The people and bodies behind an entity. */
export interface Affiliates {
  /** In canonical form. */
  rcNumber: string;
  companyName: string;
  /** Kind of entity. */
  entityType: string;
  /** Entries in `affiliates`. */
  totalCount: number;
  /** Entries with a current role. */
  currentCount: number;
  /** Current role holders first, by seniority, then former ones. */
  affiliates: Affiliate[];
  /** Where a record comes from and how fresh it is. */
  source: RecordSource;
}

/** The age of data from an external exchange. */
export interface Age {
  /** When the data was retrieved from the exchange; null if it does not come from an exchange. */
  retrievedAt: string | null;
  /** Whether the data comes from the cache. */
  cached: boolean;
  /** Whether the exchange failed to respond to the latest request. */
  stale: boolean;
}

/** A company that applies. Its existence and name are checked with the registry. */
export interface ApplyingCompany {
  /** With or without `RC`, `BN`, `IT`, `LP` or `LLP` before it. */
  rcNumber: string;
  /** The type of entity, as in the endpoints of the registry. */
  entityType?: string | null;
  name: string;
}

/** A registered charge. Values that are not on the register are null. */
export interface AssetCharge {
  /** The identifier in the register. */
  chargeId: string;
  chargeCode?: string | null;
  /** Such as `DEBENTURE`. */
  type?: string | null;
  description?: string | null;
  createdOn?: string | null;
  registeredOn?: string | null;
  satisfiedOn?: string | null;
  /** `OUTSTANDING`, `PART_SATISFIED` or `FULLY_SATISFIED`. */
  status: AssetChargeStatus;
  /** What it secures. */
  amountSecured?: Money | null;
  /** ISO 4217 */
  currency: string;
  /** The persons entitled under the charge. */
  personsEntitled: PersonEntitled[];
  /** What is charged. */
  particulars?: string | null;
  containsFixedCharge?: boolean | null;
  containsFloatingCharge?: boolean | null;
  /** Whether further charges are forbidden. */
  containsNegativePledge?: boolean | null;
}

/** Charges over the assets of an entity. */
export interface Assets {
  /** In canonical form. */
  rcNumber: string;
  companyName: string;
  /** Kind of entity. */
  entityType: string;
  /** All charges. */
  totalCount: number;
  /** Charges that are not satisfied or only partly satisfied. */
  outstandingCount: number;
  /** Of the outstanding, those of which a part is satisfied. */
  partSatisfiedCount: number;
  /** Charges that are fully satisfied. */
  satisfiedCount: number;
  /** Oldest first, in the order of the register. */
  assets: AssetCharge[];
  /** Where a record comes from and how fresh it is. */
  source: RecordSource;
}

/** All supported banks. */
export interface BankList {
  banks: BankRecord[];
  /** The age of data from an external exchange. */
  source: Age;
}

/** A bank. `logoUrl` is null where the operator has set none. */
export interface BankRecord {
  bankId: number;
  name: string;
  /** The code of the Central Bank; where it has given none, that of NIBSS. */
  bankCode: string | null;
  /** Routing code of NIBSS. */
  nipCode: string | null;
  slug: string;
  /** Whether accounts at this bank are still accepted. */
  active: boolean;
  /** Whether the bank supports direct debit. */
  supportsDirectDebit: boolean;
  logoUrl: string | null;
}

/** All brokers. */
export interface BrokerList {
  brokers: BrokerRecord[];
  /** The age of data from an external exchange. */
  source: Age;
}

/** A broker. Contact details are null if no public source has them. */
export interface BrokerRecord {
  /** The `brokerId` of a subscription. */
  id: string;
  name: string;
  /** Dealing member code. */
  code: string | null;
  email: string | null;
  phone: string | null;
  website: string | null;
  address: string | null;
  /** Whether applications can go through it. */
  active: boolean;
  /** Whether it accepts applicants without a CHN. */
  acceptsNewClients: boolean;
  /** Types of offer it accepts applications for. */
  offerTypes: string[];
}

/** Something that a reviewer should know. */
export interface CheckData {
  code: CheckCode;
  severity: CheckSeverity;
  /** In words. */
  message: string;
  /** The evidence: text from the document, or the rule. */
  evidence: string[];
}

/** Another entity with the same number. */
export interface CompanyAlternative {
  /** Send it as `entityType` to get this one. */
  entityType: string;
  companyName: string;
}

/** A lookup batch. */
export interface CompanyBatch {
  /** Names it: the `X-Request-Id` of the call that made it. */
  batchId: string;
  status: CompanyBatchStatus;
  /** Number of companies in the batch. */
  total: number;
  /** Number of companies with a result so far. */
  done: number;
  found: number;
  notFound: number;
  /** Number of companies whose source refused or failed three times. */
  failed: number;
  /** The price of each company found, in kobo. */
  priceKobo: number;
  /** The cost of the companies found so far, in kobo, charged when the batch ends. */
  costKobo: number;
  createdAt: string;
  /** Null until it has ended. */
  endedAt: string | null;
  /** When the batch and its results will be deleted; null until it has ended. */
  expiresAt: string | null;
}

/** A company to look up. */
export interface CompanyBatchLine {
  rcNumber: string;
  /** Finds only this kind of entity. */
  entityType?: string | null;
}

/** A page of results. */
export interface CompanyBatchPage {
  results: CompanyBatchResult[];
  /** From 1. */
  page: number;
  size: number;
  totalPages: number;
  totalCount: number;
}

/** The companies of a batch. */
export interface CompanyBatchRequest {
  /** Each entity once. */
  companies: CompanyBatchLine[];
  /** The maximum age of a record, in seconds, as in the lookup by RC number. */
  maxAge?: number | null;
}

/** The result for one company. */
export interface CompanyBatchResult {
  /** Its place in the request, from 0. */
  position: number;
  /** As it was sent, without separators. */
  rcNumber: string;
  /** As it was sent; null if it was not. */
  entityType: string | null;
  outcome: CompanyBatchOutcome;
  /** The error code if no company was found; otherwise null. */
  errorCode: string | null;
  /** The company; null if none was found. */
  company: CompanyRecord | null;
}

/** The company that has a tax number. */
export interface CompanyByTin {
  /**
   * In canonical form: digits, without prefix and leading zeros (the sandbox's reserved numbers
   * keep theirs).
   */
  rcNumber: string;
  companyName: string;
  /** Such as `PRIVATE_COMPANY_LIMITED_BY_SHARES`. */
  companyType: string;
  /**
   * `ACTIVE`, `INACTIVE` (annual returns overdue), `STRUCK_OFF`, `DELISTED`, `DISSOLVED`,
   * `IN_LIQUIDATION` or `UNKNOWN`.
   */
  registrationStatus: RegistrationStatus;
  registeredAddress: string;
  /**
   * Kind of entity: `COMPANY`, `BUSINESS_NAME`, `INCORPORATED_TRUSTEE`, `LIMITED_PARTNERSHIP` or
   * `LIMITED_LIABILITY_PARTNERSHIP`.
   */
  entityType: string;
  /**
   * The registry's number of that kind: 1 business name, 2 company, 3 incorporated trustees, 4
   * limited partnership, 5 limited liability partnership.
   */
  classificationId: number;
  registrationDate?: string | null;
  /** Several are joined by `; `. */
  lineOfBusiness?: string | null;
  city?: string | null;
  /** Local government area. */
  lga?: string | null;
  state?: string | null;
  email?: string | null;
  /**
   * Other entities with the same number. Only present if there are any and the request did not
   * select a type.
   */
  alternatives?: CompanyAlternative[];
  /** Where a record comes from and how fresh it is. */
  source: RecordSource;
  /** The number that was asked for, in canonical form. */
  tin: string;
  /** The form of `tin`: `TAX_ID` for thirteen digits, `LEGACY` otherwise. */
  taxIdFormat: TaxIdFormat;
  /**
   * The thirteen-digit number of the company, whichever format you sent; the legacy number if the
   * tax authority has no other.
   */
  taxId: string;
  /** The legacy number that `taxId` replaces, if there was one. It stays valid. */
  previousTin?: string | null;
  /** The name registered with the tax authority. */
  taxpayerName: string;
  /** The responsible office of the tax authority. */
  taxOffice?: string | null;
  /** `ACTIVE`, or `INACTIVE` where the company is no longer registered. */
  tinStatus: TinStatus;
  /** Whether `taxpayerName` equals `companyName`, ignoring case and spaces. */
  nameMatchesRegistry: boolean;
}

/** The full record of an entity. */
export interface CompanyDetails {
  /**
   * In canonical form: digits, without prefix and leading zeros (the sandbox's reserved numbers
   * keep theirs).
   */
  rcNumber: string;
  companyName: string;
  /** Such as `PRIVATE_COMPANY_LIMITED_BY_SHARES`. */
  companyType: string;
  /**
   * `ACTIVE`, `INACTIVE` (annual returns overdue), `STRUCK_OFF`, `DELISTED`, `DISSOLVED`,
   * `IN_LIQUIDATION` or `UNKNOWN`.
   */
  registrationStatus: RegistrationStatus;
  registeredAddress: string;
  /**
   * Kind of entity: `COMPANY`, `BUSINESS_NAME`, `INCORPORATED_TRUSTEE`, `LIMITED_PARTNERSHIP` or
   * `LIMITED_LIABILITY_PARTNERSHIP`.
   */
  entityType: string;
  /**
   * The registry's number of that kind: 1 business name, 2 company, 3 incorporated trustees, 4
   * limited partnership, 5 limited liability partnership.
   */
  classificationId: number;
  registrationDate?: string | null;
  /** Several are joined by `; `. */
  lineOfBusiness?: string | null;
  city?: string | null;
  /** Local government area. */
  lga?: string | null;
  state?: string | null;
  email?: string | null;
  /**
   * Other entities with the same number. Only present if there are any and the request did not
   * select a type.
   */
  alternatives?: CompanyAlternative[];
  /** Where a record comes from and how fresh it is. */
  source: RecordSource;
  /** Null if it is not on the register. */
  branchAddress?: string | null;
  /** Null if it is not on the register. */
  headOfficeAddress?: string | null;
  /** The registered objectives, or else the lines of business. */
  objectives: string[];
  /** `STRUCK_OFF` or `DELISTED`; null for an entity that is neither. */
  delistingStatus?: string | null;
  /** Year or date of the last annual return. Null where the register does not say. */
  lastAnnualReturn?: string | null;
}

/** The result for another entity with the same number. */
export interface CompanyNameAlternative {
  /** Send it as `entityType` to get this one. */
  entityType: string;
  companyName: string;
  /** `EXACT`, `NORMALIZED`, `PARTIAL` or `MISMATCH`. */
  matchResult: string;
  /** With two decimals. */
  matchScore: number;
}

/** The result of a name check. */
export interface CompanyNameCheck {
  /**
   * In canonical form: digits, without prefix and leading zeros (the sandbox's reserved numbers
   * keep theirs).
   */
  rcNumber: string;
  /** As it was sent. */
  submittedName: string;
  registeredName: string;
  /** Whether it is the same name: true for `EXACT` and `NORMALIZED`. */
  isMatch: boolean;
  /** `EXACT`, `NORMALIZED`, `PARTIAL` or `MISMATCH`. */
  matchResult: NameMatch;
  /** With two decimals: exact 1, normalized 0.99, partial 0.85 to 0.98, mismatch up to 0.84. */
  matchScore: number;
  /** What differs; empty if the names match exactly. */
  differences: NameDifference[];
  /**
   * `ACTIVE`, `INACTIVE` (annual returns overdue), `STRUCK_OFF`, `DELISTED`, `DISSOLVED`,
   * `IN_LIQUIDATION` or `UNKNOWN`.
   */
  registrationStatus: string;
  /**
   * Kind of entity: `COMPANY`, `BUSINESS_NAME`, `INCORPORATED_TRUSTEE`, `LIMITED_PARTNERSHIP` or
   * `LIMITED_LIABILITY_PARTNERSHIP`.
   */
  entityType: string;
  /**
   * The results for other entities with the same number. Only present if there are any and the
   * request did not select a type.
   */
  alternatives?: CompanyNameAlternative[];
  /** Where a record comes from and how fresh it is. */
  source: RecordSource;
}

/**
 * The record of an entity. Values that are not on the register are empty for the first five
 * members, and null for the others.
 */
export interface CompanyRecord {
  /**
   * In canonical form: digits, without prefix and leading zeros (the sandbox's reserved numbers
   * keep theirs).
   */
  rcNumber: string;
  companyName: string;
  /** Such as `PRIVATE_COMPANY_LIMITED_BY_SHARES`. */
  companyType: string;
  /**
   * `ACTIVE`, `INACTIVE` (annual returns overdue), `STRUCK_OFF`, `DELISTED`, `DISSOLVED`,
   * `IN_LIQUIDATION` or `UNKNOWN`.
   */
  registrationStatus: RegistrationStatus;
  registeredAddress: string;
  /**
   * Kind of entity: `COMPANY`, `BUSINESS_NAME`, `INCORPORATED_TRUSTEE`, `LIMITED_PARTNERSHIP` or
   * `LIMITED_LIABILITY_PARTNERSHIP`.
   */
  entityType: string;
  /**
   * The registry's number of that kind: 1 business name, 2 company, 3 incorporated trustees, 4
   * limited partnership, 5 limited liability partnership.
   */
  classificationId: number;
  registrationDate?: string | null;
  /** Several are joined by `; `. */
  lineOfBusiness?: string | null;
  city?: string | null;
  /** Local government area. */
  lga?: string | null;
  state?: string | null;
  email?: string | null;
  /**
   * Other entities with the same number. Only present if there are any and the request did not
   * select a type.
   */
  alternatives?: CompanyAlternative[];
  /** Where a record comes from and how fresh it is. */
  source: RecordSource;
}

/** What was found. */
export interface CompanySearchPage {
  /** Closest names first. */
  companies: CompanyRecord[];
  /** From 1. */
  page: number;
  size: number;
  totalPages: number;
  /** Number of matching entities among those considered. */
  totalCount: number;
  /** Whether all entities with such a name were considered; otherwise only the first 1,000 were. */
  isComplete: boolean;
}

/** A company's tax number, and the company it belongs to. */
export interface CompanyTin {
  /** In canonical form. */
  rcNumber: string;
  companyName: string;
  /** Kind of entity. */
  entityType: string;
  /** The status of the company in the registry. */
  registrationStatus: string;
  /** Empty if it is not on the register. */
  registeredAddress: string;
  registrationDate?: string | null;
  /** Thirteen digits, or a legacy number of eight and four. */
  tin: string;
  /** The form of `tin`: `TAX_ID` for thirteen digits, `LEGACY` otherwise. */
  taxIdFormat: TaxIdFormat;
  /** The legacy number that `tin` replaces, if there was one. It stays valid. */
  previousTin?: string | null;
  /** The responsible office of the tax authority. */
  taxOffice?: string | null;
  /** `ACTIVE`, or `INACTIVE` where the company is no longer registered. */
  tinStatus: TinStatus;
  /**
   * Other entities with the same number. Only present if there are any and the request did not
   * select a type.
   */
  alternatives?: CompanyAlternative[];
  /** Where a record comes from and how fresh it is. */
  source: RecordSource;
}

/** A watched company. */
export interface CompanyWatch {
  /** Identifies the watch in events. */
  watchId: string;
  /** In canonical form: digits, without prefix and leading zeros. */
  rcNumber: string;
  entityType: string;
  /** Since when. */
  createdAt: string;
}

/** A page of watches. */
export interface CompanyWatchPage {
  /** The newest first. */
  watches: CompanyWatch[];
  /** From 1. */
  page: number;
  size: number;
  totalPages: number;
  totalCount: number;
}

/** A company to watch. */
export interface CompanyWatchRequest {
  rcNumber: string;
  /** The type of entity. Default: the type of the prefix, or else the company. */
  entityType?: string | null;
}

/** Details of the document. Values that it does not show are null. */
export interface DocumentData {
  type: DocumentType;
  /** The issuer, as printed. */
  issuerName?: string | null;
  /** The issuer's own address as printed; null if it shows none. */
  issuerAddress?: IssuerAddress | null;
  /** The recipient, as printed. */
  recipientName?: string | null;
  /** Day of issue. */
  issueDate?: string | null;
  /** First day of the billing or statement period. */
  periodStart?: string | null;
  /** Last day of that period. */
  periodEnd?: string | null;
  /**
   * Days since the day of issue; without one, since the end of the period, and 0 within it.
   * Negative if that lies ahead.
   */
  ageDays?: number | null;
  /** Whether it is at most `max_age_days` old and not dated in the future. */
  isRecent?: boolean | null;
  /** Number of the account or meter; all but the last four characters are masked. */
  accountOrMeterNumber?: string | null;
  /** Pages. */
  pages: number;
  /** ISO 639: `en`, or `und` for a script that is not read. */
  language?: string | null;
}

/** A file and where it comes from. */
export interface DocumentFile {
  fileName: string;
  /** Always `application/pdf`. */
  contentType: string;
  /** Of the file, before Base64. */
  sizeBytes: number;
  /** SHA-256 of the file, in hexadecimal. */
  sha256: string;
  /** The file in Base64 (RFC 4648, with padding). */
  contentBase64: Uint8Array;
  /** When the document was created or received (UTC). */
  generatedAt: string;
  /** In canonical form. */
  rcNumber: string;
  companyName: string;
  /** Kind of entity. */
  entityType: string;
  /** Printed on the document; null if the registry itself created the document. */
  verificationCode?: string | null;
  /** Where anyone can verify the code, without a key. */
  verifyUrl?: string | null;
  /** Where a record comes from and how fresh it is. */
  source: RecordSource;
}

/** The request is valid. */
export interface DryRunData {
  /** Always true. */
  valid: boolean;
  /** Shares times price. */
  amount: Money;
  warnings: WarningRecord[];
}

/** Something that happened in your account. */
export interface Event {
  /** The id of the event, also sent as `webhook-id`. */
  id: string;
  type: EventType;
  /** When. */
  timestamp: string;
  /** Where. */
  environment: string;
  /** The details; the members depend on the type. */
  data: Record<string, unknown>;
}

/** Events, oldest first. */
export interface EventList {
  events: Event[];
  /** Send it as `after` in the next request; there may be no newer events yet. */
  nextCursor: string;
}

/** A document in JSON, in one of two variants. The field with the document decides which. */
export interface ExtractBase64Request {
  /** The document in standard base64. Line breaks are ignored, and padding is optional. */
  base64Content?: Uint8Array;
  /**
   * The file name, for your own records. It has no effect, except that reserved names choose the
   * outcome in the sandbox.
   */
  fileName?: string | null;
  /** The declared media type. It is ignored: the first bytes of the document decide. */
  contentType?: string | null;
  /** Which missing fields Kofa may infer; each is false by default. */
  hallucination?: HallucinationOptions | null;
  /**
   * The password of the PDF, if it has one. Spaces matter. It is used for this document only and
   * not stored; for a job, it is stored encrypted with the document until that is deleted. Ignored
   * if the document has no password. Passwords with non-ASCII letters open only PDFs encrypted with
   * AES-256.
   */
  documentPassword?: string;
  /** The name you expect; the response then has `match`. */
  expectedName?: string;
  /** The address you expect; the response then has `match`. */
  expectedAddress?: string;
  /** The maximum age of a recent document, in days. Default: 90. */
  maxAgeDays?: number;
  /** The document in standard base64. Line breaks are ignored, and padding is optional. */
  documentBase64?: Uint8Array;
}

/** A document in a form. */
export interface ExtractForm {
  /**
   * The document. Its declared type plays no part; nor does its name, but for reserved names in the
   * sandbox, which choose the outcome.
   */
  file: FileUpload;
  /** Which missing fields Kofa may infer; each is false by default. */
  hallucination?: HallucinationOptions;
  /**
   * The password of the PDF, if it has one. Spaces matter. It is used for this document only and
   * not stored; for a job, it is stored encrypted with the document until that is deleted. Ignored
   * if the document has no password. Passwords with non-ASCII letters open only PDFs encrypted with
   * AES-256.
   */
  documentPassword?: string;
  /** The name you expect; the response then has `match`. */
  expectedName?: string;
  /** The address you expect; the response then has `match`. */
  expectedAddress?: string;
  /** The maximum age of a recent document, in days. Default: 90. */
  maxAgeDays?: number;
}

export interface FeedbackData {
  /** The request id of the extraction. */
  readingRequestId: string;
  /** Whether every field you gave feedback on was correct. */
  correct: boolean;
  /** The fields that were not extracted correctly. */
  wrongFields: string[];
  /** Whether this replaces earlier feedback. */
  replaced: boolean;
}

/** The feedback. Either `correct` is true, or at least one correct value is sent. */
export interface FeedbackRequest {
  /** The whole result is correct. */
  correct?: boolean | null;
  /** The holder's address as printed. */
  fullAddress?: string | null;
  street?: string | null;
  city?: string | null;
  state?: string | null;
  lga?: string | null;
  country?: string | null;
  /** For those who improve the reader. Leave out numbers of people and accounts. */
  note?: string | null;
}

/** Where a value comes from. */
export interface FieldMetadata {
  /**
   * `extracted` (it stands in the document), `derived` (a rule gives it), `inferred` (a guess that
   * `hallucination` allows) or `not_found`.
   */
  source: FieldSource;
  /** 0 to 1; 0 if not found. */
  confidence: number;
  /** The document's own text, or the rule in words. */
  evidence: string[];
}

/** The position of each field; a field that is not printed has no regions. */
export interface FieldRegions {
  fullAddress: RegionData[];
  street: RegionData[];
  city: RegionData[];
  state: RegionData[];
  lga: RegionData[];
  country: RegionData[];
}

/** The company that needs a tax number. Unknown fields are ignored. */
export interface GenerateTinRequest {
  /** The registration number, with or without a prefix. */
  rcNumber: string;
  /**
   * Kind of entity: `COMPANY`, `BUSINESS_NAME`, `INCORPORATED_TRUSTEE`, `LIMITED_PARTNERSHIP`,
   * `LIMITED_LIABILITY_PARTNERSHIP`, or a short form.
   */
  entityType: string;
  /** Street and place. Checked and not kept, like all that follows. */
  address: string;
  /** One of the 36 states or the FCT; common spellings are accepted. */
  state: string;
  /** A local government area in that state; common spellings are accepted. */
  localGovernmentArea: string;
  /** A Nigerian mobile number. */
  phone: string;
  email: string;
}

/** A tax number and its origin. */
export interface GeneratedTin {
  /** In canonical form. */
  rcNumber: string;
  companyName: string;
  /** Kind of entity. */
  entityType: string;
  /** Thirteen digits, or a legacy number of eight and four. */
  tin: string;
  /** The form of `tin`: `TAX_ID` for thirteen digits, `LEGACY` otherwise. */
  taxIdFormat: TaxIdFormat;
  /** The legacy number that `tin` replaces, if there was one. It stays valid. */
  previousTin?: string | null;
  /** `GENERATED` with 201, `EXISTING` with 200. */
  status: GeneratedTinStatus;
  /** When the number was generated here (UTC); null if the company had it before. */
  generatedAt?: string | null;
  /** Where a record comes from and how fresh it is. */
  source: RecordSource;
}

/** Which missing fields Kofa may infer; each is false by default. */
export interface HallucinationOptions {
  /** Infer a missing LGA from clear locality evidence. */
  lga?: boolean | null;
  /** Derive a missing state from a recognised LGA, or infer it. */
  state?: boolean | null;
  /** Derive a missing country from a recognised Nigerian state or LGA. */
  country?: boolean | null;
}

/** A step in the history of a subscription. */
export interface HistoryLine {
  at: string;
  /** What happened. */
  move: string;
  status: SubscriptionStatus;
  paymentStatus: PaymentStatus;
  allotmentStatus: AllotmentStatus;
  /** The reason, if there is one. */
  reason: string | null;
}

/**
 * A person or an account that was looked up. `person` is who was, or whose the account is, `check`
 * by what, `outcome` how the name compares with the record's or what else came of it, and `policy`
 * what followed from it then. The record itself is not kept.
 */
export interface IdentityCheck {
  person: IdentityCheckPerson;
  check: IdentityCheckCheck;
  outcome: IdentityCheckOutcome;
  policy: IdentityCheckPolicy;
  checkedAt: string;
}

/** The issuer's address. Nothing is inferred: parts that are not printed are empty. */
export interface IssuerAddress {
  fullAddress: string;
  street: string;
  city: string;
  state: string;
  lga: string;
  country: string;
  /** The lowest confidence of these fields, 0 to 1. */
  confidence: number;
}

/** The job was created. */
export interface JobCreated {
  /** The id of the job, which is the id of this request. */
  requestId: string;
  /** Always `queued`. */
  status: string;
  /** For people. */
  message: string;
}

/** Why a job failed. */
export interface JobError {
  /** Stable word of the error vocabulary. */
  code: string;
  /** What is wrong, what is right. */
  message: string;
  /** Whether the same document may succeed in another job. */
  retryable: boolean;
  /** The code's documentation page. */
  docUrl: string;
}

/** The document of a job. The file itself is deleted when the job ends. */
export interface JobFile {
  /** The file name you sent. */
  fileName?: string | null;
  /** The media type, detected from the first bytes. */
  contentType: string;
  /** Its size, in bytes. */
  sizeBytes: number;
  /** Its pages; null until it has been read. */
  pages?: number | null;
  /** Its SHA-256, in hexadecimal digits. */
  sha256: string;
}

/** A document in a form, for an extraction job. */
export interface JobForm {
  /**
   * The document. Its declared type does not matter; its name is shown in the record, and reserved
   * names choose the outcome in the sandbox.
   */
  file: FileUpload;
  /** Which missing fields Kofa may infer; each is false by default. */
  hallucination?: HallucinationOptions;
  /**
   * Your own reference for the job, returned in its record. It identifies one of your jobs in an
   * environment: while that job is queued, in progress or stored with its result, another one with
   * the same reference returns 409 `client_reference_in_use`.
   */
  clientReference?: string;
  /**
   * An https URL of a public host that is notified when the job ends. You need a webhook endpoint
   * in the environment: its secret signs the notification.
   */
  webhookUrl?: string;
  /**
   * The password of the PDF, if it has one. Spaces matter. It is used for this document only and
   * not stored; for a job, it is stored encrypted with the document until that is deleted. Ignored
   * if the document has no password. Passwords with non-ASCII letters open only PDFs encrypted with
   * AES-256.
   */
  documentPassword?: string;
  /** The name you expect; the response then has `match`. */
  expectedName?: string;
  /** The address you expect; the response then has `match`. */
  expectedAddress?: string;
  /** The maximum age of a recent document, in days. Default: 90. */
  maxAgeDays?: number;
}

/** The progress of a job. */
export interface JobProgress {
  stage: JobStage;
  /** Progress from 0 to 100; not proportional to time. */
  percent: number;
  /** Pages that are pictures and have been read. */
  pagesDone: number;
  /** Pages that are pictures; null until that is known, and where there are none. */
  pages?: number | null;
}

/** A job and, once it has succeeded, its result. */
export interface JobRecord {
  /** The id of the job, which is the id of the request that created it. */
  requestId: string;
  status: JobStatus;
  /** For people. */
  message: string;
  /** When it was created, in UTC. */
  createdAt: string;
  /** When the first attempt started. */
  startedAt?: string | null;
  /** When it ended: succeeded, failed or cancelled. */
  completedAt?: string | null;
  /** When anything of this last changed. */
  updatedAt: string;
  /**
   * When the result will be, or was, removed: seven days after the end, unless the operator chose
   * otherwise. Null where there is none.
   */
  expiresAt?: string | null;
  /** The progress of a job. */
  progress: JobProgress;
  /** Number of attempts so far. */
  attempts: number;
  /** Number of attempts after which the job fails. */
  maxAttempts: number;
  /** The document of a job. The file itself is deleted when the job ends. */
  file: JobFile;
  /** Your own reference for the job. */
  clientReference?: string | null;
  /** The URL that is notified when the job ends. */
  webhookUrl?: string | null;
  /** What was sent there; empty without a `webhook_url`. */
  webhookDeliveries: WebhookDelivery[];
  /**
   * What a direct request returns in `data`; null until the job has succeeded, and after the result
   * has expired.
   */
  result?: AddressData | null;
  /** Why it failed; null otherwise. */
  error?: JobError | null;
}

/** A document in JSON, in one of two variants. The field with the document decides which. */
export interface JobRequestBody {
  /** The document in standard base64. Line breaks are ignored, and padding is optional. */
  base64Content?: Uint8Array;
  /** The file name, returned in the record. Reserved names choose the outcome in the sandbox. */
  fileName?: string | null;
  /** The declared media type. It is ignored: the first bytes of the document decide. */
  contentType?: string | null;
  /** Which missing fields Kofa may infer; each is false by default. */
  hallucination?: HallucinationOptions | null;
  /**
   * Your own reference for the job, returned in its record. It identifies one of your jobs in an
   * environment: while that job is queued, in progress or stored with its result, another one with
   * the same reference returns 409 `client_reference_in_use`.
   */
  clientReference?: string;
  /**
   * An https URL of a public host that is notified when the job ends. You need a webhook endpoint
   * in the environment: its secret signs the notification.
   */
  webhookUrl?: string;
  /**
   * The password of the PDF, if it has one. Spaces matter. It is used for this document only and
   * not stored; for a job, it is stored encrypted with the document until that is deleted. Ignored
   * if the document has no password. Passwords with non-ASCII letters open only PDFs encrypted with
   * AES-256.
   */
  documentPassword?: string;
  /** The name you expect; the response then has `match`. */
  expectedName?: string;
  /** The address you expect; the response then has `match`. */
  expectedAddress?: string;
  /** The maximum age of a recent document, in days. Default: 90. */
  maxAgeDays?: number;
  /** The document in standard base64. Line breaks are ignored, and padding is optional. */
  documentBase64?: Uint8Array;
}

/** An API key without its secret. */
export interface Key {
  /** The record's ID. */
  id: string;
  /** The tenant's ID. */
  tenantId: string;
  /** A display name. */
  name: string;
  /** The first characters of the key. */
  prefix: string;
  /** Its last characters. */
  lastFour: string;
  status: KeyStatus;
  scopes: string[];
  environments: Environment[];
  /** The IP addresses or networks it can be used from; empty for any. */
  allowedCidrs: string[];
  /** When it was created. */
  createdAt: string;
  /** When it expires; null for never. */
  expiresAt: string | null;
  /** When it was revoked; null if it was not. */
  revokedAt: string | null;
  /** The key that replaced it; null if none. */
  rotatedTo: string | null;
  /** The last request made with it; null if none. */
  lastUsed: LastUsed | null;
}

/** The last request made with a key. */
export interface LastUsed {
  /** The time, accurate to a few seconds. */
  at: string;
  /** The IP address. */
  ip: string;
  environment: Environment;
  /** The endpoint. */
  operationId: string;
}

/** A wallet transaction. */
export interface LedgerRow {
  /** The journal transaction; for a charge, the request ID. */
  id: string;
  /** The time. */
  at: string;
  /** The request that caused it; null if none. */
  requestId: string | null;
  /** `charge`, `top_up` or `adjustment`. */
  kind: string;
  /** The amount in kobo: positive for credits, negative for debits. */
  amountKobo: number;
  /** The balance after the transaction, in kobo. */
  balanceKobo: number;
  /** The payment provider's, the bank's or the operator's reference; null for a charge. */
  reference: string | null;
}

/** A page of a list. */
export interface LedgerRowPage {
  /** The items. */
  items: LedgerRow[];
  /** The `cursor` of the next page; null on the last. */
  nextCursor: string | null;
}

/** One line of business. */
export interface LineOfBusiness {
  name: string;
  /**
   * Of ISIC Rev. 4, two to four digits, where the local register states one; where an upstream
   * responds, the code that it sent; else null. Never guessed from `name`.
   */
  code?: string | null;
  /** Whether it is the first of the record. */
  isPrimary: boolean;
}

/** What an entity does. */
export interface LinesOfBusiness {
  /**
   * In canonical form: digits, without prefix and leading zeros (the sandbox's reserved numbers
   * keep theirs).
   */
  rcNumber: string;
  companyName: string;
  /**
   * Kind of entity: `COMPANY`, `BUSINESS_NAME`, `INCORPORATED_TRUSTEE`, `LIMITED_PARTNERSHIP` or
   * `LIMITED_LIABILITY_PARTNERSHIP`.
   */
  entityType: string;
  /** Empty if there are none on the register. */
  lineOfBusiness: LineOfBusiness[];
  /**
   * Other entities with the same number. Only present if there are any and the request did not
   * select a type.
   */
  alternatives?: CompanyAlternative[];
  /** Where a record comes from and how fresh it is. */
  source: RecordSource;
}

/** Comparison of the document with what you expect. */
export interface MatchData {
  /** 0 to 1; 0 if not checked. */
  nameScore: number;
  nameResult: MatchResult;
  /** 0 to 1; 0 if not checked. */
  addressScore: number;
  addressResult: MatchResult;
}

/** One difference between two names. */
export interface NameDifference {
  /**
   * `LEGAL_FORM`, `COUNTRY`, `MISSING_WORD`, `EXTRA_WORD`, `SPELLING`, `SPACING`, `WORD_ORDER`,
   * `WRITING` or `LETTERS`.
   */
  kind: string;
  /** The part of the name you sent, in the form used for comparison; null if there is none. */
  submitted?: string | null;
  /** The part of the registered name; null if there is none. */
  registered?: string | null;
  /** In words. */
  message: string;
}

/** One page of offers. */
export interface OfferPage {
  offers: OfferRecord[];
  page: number;
  size: number;
  totalPages: number;
  totalCount: number;
  /** The age of data from an external exchange. */
  source: Age;
}

/** An offer. Dates and times carry the offset of Lagos. */
export interface OfferRecord {
  /** The `offerId` of a subscription. */
  id: string;
  name: string;
  issuerName: string;
  symbol: string;
  /** ISO 6166. */
  isin: string;
  sector: string;
  offerType: OfferType;
  status: OfferStatus;
  currency: string;
  /** The price of a share; of a book-build, its upper end. */
  pricePerShare: Money;
  /** The ends of a book-build. */
  priceRange: OfferRecordPriceRange | null;
  /** The minimum number of shares of an application. */
  minimumShares: number;
  /** Above the minimum, the number of shares rises in steps of this. */
  multiple: number;
  /**
   * The maximum number of shares of an application; null if limited only by the shares on offer.
   */
  maximumShares: number | null;
  sharesOnOffer: number;
  /** How much demand beyond the offer may be absorbed, in per cent. */
  oversubscriptionLimitPct: number;
  /** Demand as a multiple of the supply, once it is known. */
  totalSubscription: string | null;
  openDate: string;
  closeDate: string;
  /** Applications after this hour count for the next day. */
  dailyCutoff: string;
  timeZone: string;
  /** Whether the closing date has been extended. */
  extended: boolean;
  /** The closing date before the extension. */
  originalCloseDate: string | null;
  /** The dates of the offer, as far as they are known. */
  timeline: OfferTimeline;
  /** Terms of a rights issue; null for other types. */
  rights: OfferRecordRights | null;
  /** Values of `profileType` that can apply. */
  eligibleProfileTypes: string[];
  paymentMethods: string[];
  /** `ALL` supported banks, or the ids of some. */
  eligibleBanks: unknown;
  /** The registrar. */
  registrar: OfferRegistrar;
  issuingHouses: string[];
  prospectusUrl: string | null;
  /** Whether the offer accepts applications now. */
  isSubscribable: boolean;
  /** The reason if it does not; null while it does. */
  notSubscribableReason: string | null;
}

/** The ends of a book-build. */
export interface OfferRecordPriceRange {
  /** Naira, with at most two decimals. */
  min: Money;
  /** Naira, with at most two decimals. */
  max: Money;
}

/** Terms of a rights issue: `ratioNew` shares for `ratioHeld` held. */
export interface OfferRecordRights {
  ratioNew: number;
  ratioHeld: number;
  qualificationDate: string;
  rightsSymbol: string;
  rightsTradingEnd: string;
}

/** The registrar. */
export interface OfferRegistrar {
  name: string;
  email: string | null;
  phone: string | null;
  website: string | null;
}

/** The dates of the offer, as far as they are known. */
export interface OfferTimeline {
  applicationStart: string;
  /**
   * The last day on which applications are taken: an offer that closes at midnight ends the day
   * before.
   */
  applicationEnd: string;
  allotmentDate: string | null;
  refundInitiationDate: string | null;
  refundDeadline: string | null;
  cscsCreditDate: string | null;
  listingDate: string | null;
}

/**
 * The address as separate parts. Parts that are not printed are empty; `city`, `lga`, `state` and
 * `country` are the same as in the result.
 */
export interface PartsData {
  /** Number, flat, floor, plot, building. */
  premises: string;
  /** The thoroughfare or estate by its name alone. */
  street: string;
  /** District within the city; never the city itself. */
  district: string;
  city: string;
  lga: string;
  state: string;
  /** As printed. */
  postcode: string;
  country: string;
  /** A nearby landmark, with its preposition. */
  landmark: string;
  /** The person or organisation that forwards the mail. */
  careOf: string;
}

/** Who may claim under a charge. */
export interface PersonEntitled {
  name: string;
}

/** What a request to an endpoint would cost you now. */
export interface Quote {
  /** The endpoint, as named in this document. */
  operationId: string;
  /** The environment the quote is for. */
  environment: string;
  /**
   * Price of one billable response, in kobo. It is reserved, and the most that is charged: a 200 of
   * `generateCompanyTin` is charged like `getCompanyTin`.
   */
  amountKobo: number;
  /** Always naira. */
  currency: string;
  rule: AccountPriceRule;
  /** HTTP statuses that are charged; every other outcome is free. */
  billableStatuses: number[];
  /** The available balance of the wallet, in kobo. */
  availableKobo: number;
  /**
   * `availableKobo` less `amountKobo`, in kobo: what it would have after one billable response at
   * that price. Negative if it cannot pay: the call would be 402, and free.
   */
  balanceAfterKobo: number;
}

/** Where a record comes from and how fresh it is. */
export interface RecordSource {
  /** The register: always `CAC`, the Corporate Affairs Commission. */
  registry: string;
  /** When the record was read from the registry (UTC). */
  retrievedAt: string;
  /** Whether the record comes from the cache. */
  cached: boolean;
  /**
   * Whether the cached record is older than 90 days, older than the requested `maxAge`, or returned
   * because the registry is unavailable.
   */
  stale: boolean;
}

/** A piece of a value on one line of a page. */
export interface RegionData {
  /** Counted from 1. */
  page: number;
  /**
   * Top left, top right, bottom right, bottom left, each `[x, y]` as fractions of the upright page,
   * 0 to 1.
   */
  polygon: number[][];
  /** The words as printed. */
  text: string;
}

/** A person who applies together with the applicant or on their behalf; 18 or older. */
export interface RelatedPerson {
  firstName: string;
  lastName: string;
  dateOfBirth: string;
  gender: Gender;
  email?: string | null;
  /** A Nigerian mobile number. */
  phoneNumber: string;
  /** Another one than the applicant's. In the sandbox 22222222228 passes, too. */
  bvn: string;
  /** Another one than the applicant's. In the sandbox 70123456788 passes, too. */
  nin: string;
  address?: string | null;
  /** The relationship to the applicant: required for a guardian. */
  relationship?: Relationship | null;
}

/** A request made by a tenant. */
export interface RequestRow {
  /** The `X-Request-Id` of the response. */
  requestId: string;
  /** When the request was received. */
  at: string;
  environment: Environment;
  /** The product; null if the endpoint belongs to none. */
  service: string | null;
  /** The endpoint. */
  operationId: string;
  /** The HTTP method. */
  method: string | null;
  /** The path template. */
  path: string | null;
  /** The HTTP status of the response. */
  status: number;
  /** The error code; null if the request succeeded. */
  errorCode: string | null;
  /** The amount charged, in kobo. */
  chargeKobo: number;
  /** The API key that was used. */
  keyId: string;
  /** Time from receipt to settlement, in milliseconds. */
  latencyMs: number;
  /**
   * The number of requests this entry stands for. More than 1 means requests within one minute that
   * were refused for the same reason before being read, after the first of them.
   */
  count: number;
}

/** A page of a list. */
export interface RequestRowPage {
  /** The items. */
  items: RequestRow[];
  /** The `cursor` of the next page; null on the last. */
  nextCursor: string | null;
}

/**
 * The position of a holder in a rights issue. Counts are shares. `reason` says why rights can or
 * cannot be taken up: what stops everyone comes before what stops this holder.
 */
export interface RightsRecord {
  /** Whether rights can be taken up now. */
  eligible: boolean;
  reason: RightsReason;
  offerId: string;
  /** Masked. */
  chn: string;
  /** Masked; null if the CHN is not on the register. */
  holderName: string | null;
  /** The qualification date; null if the offer is not a rights issue. */
  qualificationDate: string | null;
  /** Shares held at the qualification date. */
  sharesHeld: number;
  /** Null if the offer is not a rights issue. */
  entitlementRatio: RightsRecordEntitlementRatio | null;
  /** What the holding gives: held × new ÷ held of the ratio, rounded down. */
  sharesProvisionallyAllotted: number;
  /** Rights bought on the exchange. */
  rightsTradedIn: number;
  /** Rights sold on the exchange. */
  rightsTradedOut: number;
  /** Taken up by your open application. */
  rightsExercised: number;
  /** Rights left to take up. */
  rightsAvailable: number;
  /** Naira, with at most two decimals. */
  pricePerShare: Money;
  /** The cost of taking up all remaining rights. */
  maximumAmount: Money;
  /** Whether the holder can apply for additional shares. */
  canApplyForAdditional: boolean;
  /** Whether the holder can renounce rights in favour of someone else. */
  canRenounce: boolean;
  /** Whether rights can still be traded on the exchange. */
  canTradeRights: boolean;
  /** The last day of the offer; null if it is not a rights issue. */
  lastDateForAcceptance: string | null;
  /** The age of data from an external exchange. */
  source: Age;
}

/** `new` shares for `held` ones. */
export interface RightsRecordEntitlementRatio {
  new: number;
  held: number;
}

/** The record of an entity that consented. */
export interface SecureCompany {
  /**
   * In canonical form: digits, without prefix and leading zeros (the sandbox's reserved numbers
   * keep theirs).
   */
  rcNumber: string;
  companyName: string;
  /** Such as `PRIVATE_COMPANY_LIMITED_BY_SHARES`. */
  companyType: string;
  /**
   * `ACTIVE`, `INACTIVE` (annual returns overdue), `STRUCK_OFF`, `DELISTED`, `DISSOLVED`,
   * `IN_LIQUIDATION` or `UNKNOWN`.
   */
  registrationStatus: RegistrationStatus;
  registeredAddress: string;
  /**
   * Kind of entity: `COMPANY`, `BUSINESS_NAME`, `INCORPORATED_TRUSTEE`, `LIMITED_PARTNERSHIP` or
   * `LIMITED_LIABILITY_PARTNERSHIP`.
   */
  entityType: string;
  /**
   * The registry's number of that kind: 1 business name, 2 company, 3 incorporated trustees, 4
   * limited partnership, 5 limited liability partnership.
   */
  classificationId: number;
  registrationDate?: string | null;
  /** Several are joined by `; `. */
  lineOfBusiness?: string | null;
  city?: string | null;
  /** Local government area. */
  lga?: string | null;
  state?: string | null;
  email?: string | null;
  /**
   * Other entities with the same number. Only present if there are any and the request did not
   * select a type.
   */
  alternatives?: CompanyAlternative[];
  /** Where a record comes from and how fresh it is. */
  source: RecordSource;
  /** The registered objectives, or else the lines of business. */
  objectives: string[];
  /** The phone number of the entity itself. */
  phone?: string | null;
  branchAddress?: string | null;
  headOfficeAddress?: string | null;
  /** Year or date of the last annual return. */
  lastAnnualReturn?: string | null;
  /**
   * People and bodies that the register lists, without those who only filed or witnessed papers;
   * null where it does not say.
   */
  affiliatesCount?: number | null;
}

/** Whether a product is switched on for a tenant. */
export interface Service {
  scope: string;
  environment: Environment;
  /** Whether the product is on. */
  enabled: boolean;
}

/** A share capital and its parts. */
export interface ShareCapital {
  /** In canonical form. */
  rcNumber: string;
  companyName: string;
  /** Kind of entity. */
  entityType: string;
  /** ISO 4217; null without a capital. */
  currency?: string | null;
  /** The nominal share capital. */
  shareCapital?: Money | null;
  shareCapitalInWords?: string | null;
  /** Number of shares issued. */
  issuedShares?: number | null;
  /** In the unit of the currency, with at most two decimals. */
  nominalValuePerShare?: Money | null;
  /** Shares issued at their nominal value. */
  issuedCapital?: Money | null;
  /** In the unit of the currency, with at most two decimals. */
  paidUpCapital?: Money | null;
  /** What of the share capital is not issued; null where that is not known or does not add up. */
  unissuedCapital?: Money | null;
  /** Human-readable notes on inconsistent figures. Empty if there are none. */
  notes: string[];
  /** Where a record comes from and how fresh it is. */
  source: RecordSource;
}

/** The shareholders, and whether their holdings add up to the issued shares. */
export interface ShareDistribution {
  /** In canonical form. */
  rcNumber: string;
  companyName: string;
  /** Kind of entity. */
  entityType: string;
  /** Null if it is not on the register. */
  totalIssuedShares?: number | null;
  /** One entry per holder and type of shares, largest holding first. */
  shareholders: Shareholder[];
  /** Total of all current holdings. */
  totalAllottedShares: number;
  /**
   * Shares issued that the register lists no holder of; null where it does not say how many are
   * issued.
   */
  unallocatedShares?: number | null;
  /** Shares listed beyond those issued; null where the register does not say how many are. */
  overallocatedShares?: number | null;
  /** All percentages together. */
  percentageTotal: number;
  /** Whether the current holdings equal the issued shares. */
  addsUp: boolean;
  /** A human-readable note on what does not add up; null if everything does. */
  note?: string | null;
  /** Where a record comes from and how fresh it is. */
  source: RecordSource;
}

/** A holding of one type of shares. */
export interface Shareholder {
  name: string;
  /** Whether this is an organisation rather than a person. */
  isCorporate: boolean;
  /** Of a body. */
  corporationName?: string | null;
  /** For an organisation, as written in the register. */
  corporationRcNumber?: string | null;
  sharesAllotted: number;
  /** `ORDINARY`, `PREFERENCE`, `DEFERRED`, or the register's own word. */
  shareType: string;
  /**
   * Of the shares issued; of those listed, where the register does not say how many are issued, or
   * says none. Null for a holding given up.
   */
  percentage?: number | null;
  /** Whether the holder has significant control, according to the register. */
  isPsc: boolean;
  nationality?: string | null;
  /**
   * `ACTIVE`, `RESIGNED` or `INACTIVE` (given up), or `UNKNOWN`, where the register does not say
   * and the holding is taken for a present one.
   */
  status: AffiliateRoleStatus;
}

/** A monthly wallet statement. */
export interface Statement {
  /** The tenant's ID. */
  tenantId: string;
  environment: Environment;
  /** The month, Lagos time. */
  month: string;
  /** Whether the month is still running, so that the totals are provisional. */
  isOpen: boolean;
  /** When the statement was created. */
  at: string;
  /** Always `NGN`. */
  currency: string;
  /** The opening balance, in kobo. */
  openingKobo: number;
  /** Total credits from top-ups and adjustments, in kobo. */
  putInKobo: number;
  /** Total debits from adjustments, in kobo. */
  takenOutKobo: number;
  /** Total request charges, in kobo. */
  chargedKobo: number;
  /** The closing balance, in kobo: opening balance + credits - debits - charges. */
  closingKobo: number;
  /** The number of charges. */
  charges: number;
  /** The number of transfers. */
  transfers: number;
  /** Charges by endpoint, highest first. */
  endpoints: StatementEndpoint[];
  /** Days with transactions, in order. */
  days: StatementDay[];
}

/** The transactions of a day. */
export interface StatementDay {
  /** The start of the day, Lagos time. */
  day: string;
  /** The number of charges. */
  charges: number;
  /** The total, in kobo. */
  chargedKobo: number;
  /** Credits, in kobo. */
  putInKobo: number;
  /** Debits, in kobo. */
  takenOutKobo: number;
}

/** An endpoint's charges in a month. */
export interface StatementEndpoint {
  /** The endpoint. */
  operationId: string;
  /** The number of charges. */
  charges: number;
  /** The total, in kobo. */
  chargedKobo: number;
}

/** The identifiers of the subscription. */
export interface SubscribeData {
  /** Whether the exchange registered it; false while this is not known. */
  success: boolean;
  message: string;
  /** The Kofa id of the subscription. */
  localSubscriptionId: string;
  /** Empty until the exchange has responded. */
  exchangeReferenceNumber: string;
  /** Empty until the exchange has responded. */
  exchangeSubscriptionId: string;
  /** Shares times price. */
  amount: Money;
  /** The reference of the payment, listed under transactions. */
  transactionReference: string;
  /**
   * Where the investor pays, where a payment provider has a page for it and has said so already;
   * else look it up under transactions.
   */
  paymentUrl?: string | null;
  /** Possible problems that were not a reason to refuse; absent if there are none. */
  warnings?: WarningRecord[];
}

/** An application for shares. Unknown fields are ignored. */
export interface SubscribeRequest {
  vendorId: string;
  /** An offer whose `isSubscribable` is true. */
  offerId: string;
  offerType: OfferType;
  /** The minimum of the offer, plus any number of times its `multiple`. */
  numberOfShares: number;
  /** A broker whose `active` is true; without a CHN, one that accepts new clients. */
  brokerId: string;
  profileType: ProfileType;
  firstName: string;
  lastName: string;
  /**
   * INDIVIDUAL and JOINT applicants must be 18, a MINOR must be younger; CORPORATE need not say it.
   */
  dateOfBirth?: string | null;
  /** Required, except for CORPORATE. */
  gender?: Gender | null;
  email: string;
  /** A Nigerian mobile number. */
  phoneNumber: string;
  /** Required for INDIVIDUAL and JOINT. In the sandbox 22222222220 passes. */
  bvn?: string | null;
  /** Required for INDIVIDUAL and JOINT. In the sandbox 70123456780 passes. */
  nin?: string | null;
  address: string;
  /** Name or ISO 3166 code of a country. */
  nationality: string;
  /** Required for Nigerians: one of the 36 states or the FCT. */
  state?: string | null;
  /** Required for Nigerians: a local government area in that state. */
  lga?: string | null;
  /**
   * 0 unknown, 1 single, 2 married, 3 divorced, 4 widowed, 5 separated. Required, but for
   * CORPORATE.
   */
  maritalStatus?: number | null;
  /** Required, except for CORPORATE. */
  nextOfKinFullName?: string | null;
  /** A Nigerian mobile number. Required, except for CORPORATE. */
  nextOfKinPhone?: string | null;
  /** The code of the bank with this `bankId`. */
  bankCode: string;
  bankId: number;
  /**
   * Ten digits (NUBAN); the check digit must fit a deposit bank. In the sandbox 0000000000 passes
   * at every bank.
   */
  bankAccountNumber: string;
  /** Whether the applicant has a Clearing House Number. */
  hasExistingChnDepository: boolean;
  /** The Clearing House Number; required in a rights issue. */
  chn?: string | null;
  /** Whether to pay by card; otherwise from the bank account. */
  isCardPayment: boolean;
  /**
   * Your own reference for the application, without personal data. It is returned in the
   * transaction, and you can search by it.
   */
  clientReference?: string | null;
  /** The second applicant. Required for JOINT, not allowed otherwise. */
  secondApplicant?: RelatedPerson | null;
  /** The guardian. Required for MINOR, not allowed otherwise. `relationship` is required. */
  guardian?: RelatedPerson | null;
  /**
   * Required for CORPORATE, and goes with nothing else. `firstName` to `nin` are then of who signs
   * for it.
   */
  company?: ApplyingCompany | null;
}

/** The payment of a subscription. */
export interface Transaction {
  id: string;
  transactionReference: string;
  /** Whether it has been paid. */
  isSettledPayment: boolean;
  numberOfShares: number;
  /** Naira, with at most two decimals. */
  amount: Money;
  /** What the payment is for. */
  subscription: TransactionSubscription;
  /** Your own reference for the application. */
  clientReference: string | null;
  currency: string;
  status: SubscriptionStatus;
  paymentStatus: PaymentStatus;
  allotmentStatus: AllotmentStatus;
  /** Null until the allotment. */
  sharesAllotted: number | null;
  /** Null until it is known whether a refund is due. */
  refundAmount: Money | null;
  createdAt: string;
  settledAt: string | null;
  /** Why the application was rejected or the payment failed. */
  reason: string | null;
  /**
   * Where the investor pays, on a page of the payment provider; only while it can be paid, and
   * where there is a page.
   */
  paymentUrl?: string | null;
  /** All steps, oldest first; only with `transactionReference`. */
  history?: HistoryLine[] | null;
  /**
   * Why this many shares were allotted, in words; only where `transactionReference` is given and
   * once the allotment is done.
   */
  allotmentExplanation?: string | null;
  /**
   * The outcomes of looking up the applicants by BVN, NIN and account; only where
   * `transactionReference` is given and if a provider was asked.
   */
  identityChecks?: IdentityCheck[] | null;
}

/** One page of transactions. */
export interface TransactionPage {
  transactions: Transaction[];
  page: number;
  size: number;
  totalPages: number;
  totalCount: number;
}

/** What the payment is for. */
export interface TransactionSubscription {
  id: string;
  /** The name of the investor. */
  investorName: string;
  profileType: ProfileType;
  offerName: string;
  offerId: string;
  status: SubscriptionStatus;
  /** Empty until the exchange has responded. */
  exchangeReferenceNumber: string;
  /** Empty until the exchange has responded. */
  exchangeSubscriptionId: string;
}

/** Filters for transactions; absent or empty fields do not filter. */
export interface TransactionsRequest {
  transactionReference?: string | null;
  /** The `clientReference` of its subscription. */
  clientReference?: string | null;
  offerId?: string | null;
  status?: SubscriptionStatus | null;
  /** Received at or after this time. */
  from?: string | null;
  /** Received before this time. */
  to?: string | null;
  /** The page, starting at 1. Default: 1. */
  page?: number | null;
  size?: number | null;
}

/** A low-balance alert. */
export interface WalletAlert {
  /** Sequence number of the alert. */
  id: number;
  /** The tenant's ID. */
  tenantId: string;
  environment: Environment;
  kind: WalletAlertKind;
  /** The threshold: kobo for a balance, days for a runway. */
  threshold: number;
  /** The threshold in kobo at that time. */
  levelKobo: number;
  /** The balance right after the transaction that raised the alert, in kobo. */
  balanceKobo: number;
  /** The time. */
  at: string;
  /** The request that raised the alert; null if it was not a request. */
  requestId: string | null;
  roles: Role[];
  /** When the balance recovered; null while the alert is open. */
  clearedAt: string | null;
}

/** A wallet's alert thresholds and open alerts. */
export interface WalletAlerts {
  /** Balance thresholds in kobo, highest first. */
  balancesKobo: number[];
  /** The minimum number of days the balance must cover; null if not set. */
  runwayDays: number | null;
  roles: Role[];
  /** Open alerts, newest first, up to ten. */
  open: WalletAlert[];
}

/** A possible problem that is not a reason to refuse. */
export interface WarningRecord {
  field: string;
  message: string;
}

/** A notification to `webhook_url`. */
export interface WebhookDelivery {
  /** The id of the event, as in `webhook-id`; empty for the moment before it has one. */
  id: string;
  status: WebhookDeliveryStatus;
  createdAt: string;
  /** Tries so far. */
  attempts: number;
  /** The HTTP status of the last response; null if there was none. */
  responseStatus?: number | null;
  /** Why the last try was no success; null if it was one. */
  error?: string | null;
}

/** What `listOffers` is asked. */
export interface ListOffersParams {
  /** From 1; 1 if absent. */
  page?: number;
  /** 20 if absent. */
  size?: number;
  /** Only offers with this status. */
  status?: OfferStatus;
  /** Only offers of this type. */
  offerType?: OfferType;
}

/** What `getRightsEligibility` is asked. */
export interface GetRightsEligibilityParams {
  /** The `id` of an offer from GET /api/exchange-invest/offers. */
  offer: string;
  /** The Clearing House Number. Case, spaces and hyphens do not matter. */
  chn: string;
}

/** What `listAccountLedger` is asked. */
export interface ListAccountLedgerParams {
  /** The `nextCursor` of the previous page. */
  cursor?: string;
  /** Maximum number of items. Default: 20. */
  limit?: number;
}

/** What `listAccountRequests` is asked. */
export interface ListAccountRequestsParams {
  /** Only requests received at or after this time. */
  from?: string;
  /** Only requests received before this time. */
  until?: string;
  /** Only requests to endpoints of this product. */
  service?: string;
  /** Only requests to this endpoint. */
  operationId?: string;
  /** Only responses with this status (`404`) or class (`4xx`). */
  status?: string;
  /** Only responses with this error code. */
  errorCode?: string;
  /** Only requests made with this API key. */
  keyId?: string;
  /** Only requests that were charged (`true`) or free (`false`). */
  charged?: boolean;
  /** Only the request with this `X-Request-Id`. */
  requestId?: string;
  /** The `nextCursor` of the previous page. */
  cursor?: string;
  /** Maximum number of items. Default: 20. */
  limit?: number;
}

/** What `getAccountUsage` is asked. */
export interface GetAccountUsageParams {
  /** Start of the period. Default: 30 days before `to`. */
  from?: string;
  /** End of the period, exclusive. Default: now. */
  to?: string;
  /** Group by day or by endpoint or hour. Default: `day`. */
  by?: UsageBy;
}

/** What `listCompanyBatchResults` is asked. */
export interface ListCompanyBatchResultsParams {
  /** From 1; 1 if absent. */
  page?: number;
  /** 20 if absent. */
  size?: number;
}

/** What `searchCompanies` is asked. */
export interface SearchCompaniesParams {
  /**
   * Words of the name, with at least three letters or digits besides the legal form, and at most 10
   * words or 300 characters: `ifedapo micro`.
   */
  name: string;
  /** Only entities of this type. Case does not matter. */
  entityType?: EntityType;
  /** Only entities with a registered address in this state: `Lagos`, up to 60 characters. */
  state?: string;
  /** Only entities with this status. */
  status?: RegistrationStatus;
  /** From 1; 1 if absent. */
  page?: number;
  /** 20 if absent. */
  size?: number;
}

/** What `getAffiliates` is asked. */
export interface GetAffiliatesParams {
  /**
   * The consent code (verified registration number, VRC) that the company gave you: ten letters and
   * digits.
   */
  vrcNumber: string;
  /**
   * `all` also lists people who only filed the documents (`PRESENTER`) or witnessed them
   * (`WITNESS`).
   */
  include?: AffiliatesToInclude;
}

/** What `getAssets` is asked. */
export interface GetAssetsParams {
  /**
   * The consent code (verified registration number, VRC) that the company gave you: ten letters and
   * digits.
   */
  vrcNumber: string;
}

/** What `getCertificate` is asked. */
export interface GetCertificateParams {
  /**
   * The consent code (verified registration number, VRC) that the company gave you: ten letters and
   * digits.
   */
  vrcNumber: string;
}

/** What `downloadCertificatePdf` is asked. */
export interface DownloadCertificatePdfParams {
  /**
   * The consent code (verified registration number, VRC) that the company gave you: ten letters and
   * digits.
   */
  vrcNumber: string;
}

/** What `getCompany` is asked. */
export interface GetCompanyParams {
  /**
   * The registration number, with or without the prefix `RC`, `BN`, `IT`, `LP` or `LLP`: `1885308`,
   * `RC-1885308`, `BN 9003619`. Leading zeros do not matter. `RC` is accepted with any type of
   * entity; the other prefixes find only their own type.
   */
  rcNumber: string;
  /** Finds only this type of entity. Case does not matter. */
  entityType?: EntityType;
  /**
   * The maximum age of the record, in seconds: 0 queries the registry now. You can only ask for
   * fresher data than the operator's setting; an imported register cannot be fresher than its
   * import, and then returns `stale`.
   */
  maxAge?: number;
}

/** What `getCompanyTin` is asked. */
export interface GetCompanyTinParams {
  /**
   * The registration number, with or without the prefix `RC`, `BN`, `IT`, `LP` or `LLP`: `1885308`,
   * `RC-1885308`, `BN 9003619`. Leading zeros do not matter. `RC` is accepted with any type of
   * entity; the other prefixes find only their own type.
   */
  rcNumber: string;
  /** Finds only this type of entity. Case does not matter. */
  entityType?: EntityType;
  /**
   * The maximum age of the record, in seconds: 0 queries the registry now. You can only ask for
   * fresher data than the operator's setting; an imported register cannot be fresher than its
   * import, and then returns `stale`.
   */
  maxAge?: number;
}

/** What `validateCompanyName` is asked. */
export interface ValidateCompanyNameParams {
  /**
   * The registration number, with or without the prefix `RC`, `BN`, `IT`, `LP` or `LLP`: `1885308`,
   * `RC-1885308`, `BN 9003619`. Leading zeros do not matter. `RC` is accepted with any type of
   * entity; the other prefixes find only their own type.
   */
  rcNumber: string;
  /** Finds only this type of entity. Case does not matter. */
  entityType?: EntityType;
  /**
   * The maximum age of the record, in seconds: 0 queries the registry now. You can only ask for
   * fresher data than the operator's setting; an imported register cannot be fresher than its
   * import, and then returns `stale`.
   */
  maxAge?: number;
  /** The name to check, up to 300 characters, with at least one letter or digit. */
  entityName: string;
}

/** What `getCompanyByRc` is asked. */
export interface GetCompanyByRcParams {
  /**
   * The registration number, with or without the prefix `RC`, `BN`, `IT`, `LP` or `LLP`: `1885308`,
   * `RC-1885308`, `BN 9003619`. Leading zeros do not matter. `RC` is accepted with any type of
   * entity; the other prefixes find only their own type.
   */
  rcNumber: string;
  /** Finds only this type of entity. Case does not matter. */
  entityType?: EntityType;
  /**
   * The maximum age of the record, in seconds: 0 queries the registry now. You can only ask for
   * fresher data than the operator's setting; an imported register cannot be fresher than its
   * import, and then returns `stale`.
   */
  maxAge?: number;
}

/** What `getCompanyByTin` is asked. */
export interface GetCompanyByTinParams {
  /**
   * The tax number: `4656854985337`, `09521882-0001`. Spaces do not matter, and you can omit the
   * hyphen.
   */
  tin: string;
  /**
   * The maximum age of the record, in seconds: 0 queries the registry now. You can only ask for
   * fresher data than the operator's setting; an imported register cannot be fresher than its
   * import, and then returns `stale`.
   */
  maxAge?: number;
}

/** What `getLineOfBusiness` is asked. */
export interface GetLineOfBusinessParams {
  /**
   * The registration number, with or without the prefix `RC`, `BN`, `IT`, `LP` or `LLP`: `1885308`,
   * `RC-1885308`, `BN 9003619`. Leading zeros do not matter. `RC` is accepted with any type of
   * entity; the other prefixes find only their own type.
   */
  rcNumber: string;
  /** Finds only this type of entity. Case does not matter. */
  entityType?: EntityType;
  /**
   * The maximum age of the record, in seconds: 0 queries the registry now. You can only ask for
   * fresher data than the operator's setting; an imported register cannot be fresher than its
   * import, and then returns `stale`.
   */
  maxAge?: number;
}

/** What `getSecureCompany` is asked. */
export interface GetSecureCompanyParams {
  /**
   * The consent code (verified registration number, VRC) that the company gave you: ten letters and
   * digits.
   */
  vrcNumber: string;
}

/** What `getShareCapital` is asked. */
export interface GetShareCapitalParams {
  /**
   * The consent code (verified registration number, VRC) that the company gave you: ten letters and
   * digits.
   */
  vrcNumber: string;
}

/** What `getShareDistribution` is asked. */
export interface GetShareDistributionParams {
  /**
   * The consent code (verified registration number, VRC) that the company gave you: ten letters and
   * digits.
   */
  vrcNumber: string;
}

/** What `getStatusReport` is asked. */
export interface GetStatusReportParams {
  /**
   * The consent code (verified registration number, VRC) that the company gave you: ten letters and
   * digits.
   */
  vrcNumber: string;
}

/** What `downloadStatusReportPdf` is asked. */
export interface DownloadStatusReportPdfParams {
  /**
   * The consent code (verified registration number, VRC) that the company gave you: ten letters and
   * digits.
   */
  vrcNumber: string;
}

/** What `listCompanyWatches` is asked. */
export interface ListCompanyWatchesParams {
  /** From 1; 1 if absent. */
  page?: number;
  /** 20 if absent. */
  size?: number;
}

/** What `listEvents` is asked. */
export interface ListEventsParams {
  /** The `nextCursor` of an earlier response. */
  after?: string;
  /** Only events of these types, separated by commas. */
  types?: string;
  /** Maximum number of events to return. Default: 20. */
  limit?: number;
}

/** What `extractAddress` is asked. */
export interface ExtractAddressParams {
  /**
   * Comma-separated list of parts to add to the response: `regions` (page and polygon of each
   * field), `document` (type, issuer and its address, holder, dates, age), `checks` (what a
   * reviewer should know), `match` (against `expected_name` and `expected_address`), `parts`
   * (premises, street, district, town and so on, as separate values). With any of them,
   * `field_metadata` has all six fields.
   */
  include?: string;
}

/** What `extractAddressBase64` is asked. */
export interface ExtractAddressBase64Params {
  /**
   * Comma-separated list of parts to add to the response: `regions` (page and polygon of each
   * field), `document` (type, issuer and its address, holder, dates, age), `checks` (what a
   * reviewer should know), `match` (against `expected_name` and `expected_address`), `parts`
   * (premises, street, district, town and so on, as separate values). With any of them,
   * `field_metadata` has all six fields.
   */
  include?: string;
}

/** What `createExtractionJob` is asked. */
export interface CreateExtractionJobParams {
  /**
   * Comma-separated list of parts to add to the response: `regions` (page and polygon of each
   * field), `document` (type, issuer and its address, holder, dates, age), `checks` (what a
   * reviewer should know), `match` (against `expected_name` and `expected_address`), `parts`
   * (premises, street, district, town and so on, as separate values). With any of them,
   * `field_metadata` has all six fields.
   */
  include?: string;
}

/** What `createExtractionJobBase64` is asked. */
export interface CreateExtractionJobBase64Params {
  /**
   * Comma-separated list of parts to add to the response: `regions` (page and polygon of each
   * field), `document` (type, issuer and its address, holder, dates, age), `checks` (what a
   * reviewer should know), `match` (against `expected_name` and `expected_address`), `parts`
   * (premises, street, district, town and so on, as separate values). With any of them,
   * `field_metadata` has all six fields.
   */
  include?: string;
}

/** What `getExtractionJob` is asked. */
export interface GetExtractionJobParams {
  /**
   * Comma-separated list of parts to add to the response: `regions` (page and polygon of each
   * field), `document` (type, issuer and its address, holder, dates, age), `checks` (what a
   * reviewer should know), `match` (against `expected_name` and `expected_address`), `parts`
   * (premises, street, district, town and so on, as separate values). With any of them,
   * `field_metadata` has all six fields.
   */
  include?: string;
}

/** What `getQuote` is asked. */
export interface GetQuoteParams {
  /** The endpoint to quote. */
  operationId: string;
}
