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
  /** Each product in each environment that the key reaches, on or off. */
  services: Service[];
  /** The key of this call. */
  key: Key;
}

/** A limit of calls. */
export interface AccountLimit {
  /** As `RateLimit-Policy` names it: `key`, of each key; `tenant`, of all keys together. */
  policy: string;
  /** Calls a second on average. */
  requestsPerSecond: number;
  /** Calls at once after a pause. */
  burst: number;
}

/** A page of a list. */
export interface AccountLimitPage {
  /** The items. */
  items: AccountLimit[];
  /** The `cursor` of the next page; null on the last. */
  nextCursor: string | null;
}

/** What an endpoint costs the calling tenant. */
export interface AccountPrice {
  /** The endpoint, as named in this document. */
  operationId: string;
  environment: Environment;
  /** What a billable call costs now, in kobo. */
  amountKobo: number;
  /** Always naira. */
  currency: string;
  rule: AccountPriceRule;
  /** Since when; null for the default. */
  effectiveAt: string | null;
  /** Changes that are announced, the next first. */
  scheduled: AccountPriceChange[];
}

/** A price that was announced. */
export interface AccountPriceChange {
  /** What a call will cost, in kobo. */
  amountKobo: number;
  /** From when. */
  effectiveAt: string;
}

/** A page of a list. */
export interface AccountPricePage {
  /** The items. */
  items: AccountPrice[];
  /** The `cursor` of the next page; null on the last. */
  nextCursor: string | null;
}

/** A month of which there is a statement. */
export interface AccountStatement {
  /** In Lagos. */
  month: string;
  /** Whether the month goes on: then its sums are those so far. */
  isOpen: boolean;
  /** When it begins. */
  from: string;
  /** When the next begins. */
  until: string;
}

/** A page of a list. */
export interface AccountStatementPage {
  /** The items. */
  items: AccountStatement[];
  /** The `cursor` of the next page; null on the last. */
  nextCursor: string | null;
}

/** Calls of a day, or of an endpoint. */
export interface AccountUsage {
  /** When the day in Lagos began; null by endpoint. */
  since: string | null;
  /** The endpoint; null by day. */
  operationId: string | null;
  /** How many calls. */
  calls: number;
  /** How many of them were answered with an error. */
  errors: number;
  /**
   * What they cost, in kobo. What was charged after a call was answered counts where it was
   * charged.
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
  /** What it holds, what is reserved included, in kobo. */
  balanceKobo: number;
  /** What calls under way have set aside, in kobo. */
  reservedKobo: number;
  /** What a call could spend now, in kobo. */
  availableKobo: number;
  /** Always naira. */
  currency: string;
  /** What was charged a day, in the last seven days, in kobo. */
  spentPerDayKobo: number;
  /** Whole days that the balance lasts at that pace; null if nothing was charged. */
  runwayDays: number | null;
  /** What is watched for, and what is short now. */
  alerts: WalletAlerts;
}

/** The fields. Text that is not known is empty. */
export interface AddressData {
  /** The address as visible in the document; nothing is ever added to it. */
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
  /** The least confidence of any field that was extracted, 0 to 1. */
  confidence: number;
  /** Whether a person should look. */
  requiresReview: boolean;
  /**
   * Why a person should look; empty exactly if `requires_review` is false. `no_address`: the
   * document shows none of its holder. `filled_field`: a field was derived or inferred.
   * `close_candidates`: another address fits about as well. `low_confidence`: the least
   * `confidence` is below 0.8. `ambiguous_place`: the names fit several places, contradict each
   * other or are misspelt. `foreign_address`: it is not in Nigeria. `post_box_only`: it names no
   * street, only a box. `unread_pages`: some pages are pictures of which little or nothing could be
   * read, so the address may stand there. `provider_chose`: an AI provider named the address, which
   * is printed. `poor_picture`: a picture is dark, blurred, cut off or its letters are small; the
   * check `poor_quality` says what to do. `failed_check`: a check that was asked for is graver than
   * `info`. `not_as_expected`: a comparison that was asked for found no match.
   */
  reviewReasons: ReviewReason[];
  /** With `include=regions`. */
  regions?: FieldRegions;
  /** With `include=document`. */
  document?: DocumentData;
  /** With `include=checks`: what a reviewer should know, the gravest first. */
  checks?: CheckData[];
  /** With `include=match`, or if something was expected. */
  match?: MatchData;
  /** With `include=parts`. */
  parts?: PartsData;
}

/** Where the three fields come from that `hallucination` may fill; with `include`, all six. */
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

/** A person or body. What the register does not say is null. */
export interface Affiliate {
  /** The register's number of them. */
  affiliateId?: string | null;
  /** The most senior role still held; of who holds none, the most senior one. */
  affiliateType: AffiliateType;
  /** All roles, from the most to the least senior. */
  roles: AffiliateRole[];
  surname?: string | null;
  firstName?: string | null;
  otherName?: string | null;
  fullName: string;
  /** `MALE` or `FEMALE`, or the register's own word. */
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
  /** Where an affiliate may be written to. */
  address: AffiliateAddress;
  /** Whether it is a body and not a person. */
  isCorporate: boolean;
  /** Of a body. */
  corporationName?: string | null;
  /** Of a body, as the register writes it. */
  corporationRcNumber?: string | null;
  /** Shares held now, of all kinds. */
  sharesAllotted?: number | null;
  /** Kind of those shares; several are joined by `, `. */
  shareType?: string | null;
  /**
   * Part of all shares that the register lists as held. Of the shares issued:
   * `getShareDistribution`.
   */
  percentage?: number | null;
  /** Whether they chair the board, or the trustees, now. */
  isChairman: boolean;
  /** Whether they have significant control now. */
  isPsc: boolean;
  /** The control; null for who never had any. */
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

/** Where an affiliate may be written to. */
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
  /** Held by themselves. */
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
  /** Those of them that hold a role still. */
  currentCount: number;
  /** Who holds a role first, by seniority; then who gave theirs up. */
  affiliates: Affiliate[];
  /** Where a record comes from and how fresh it is. */
  source: RecordSource;
}

/** How old an answer is that an exchange outside gave. */
export interface Age {
  /** When the exchange was asked; null where what is told is not an exchange's. */
  retrievedAt: string | null;
  /** Whether it was kept since, and not asked for now. */
  cached: boolean;
  /** Whether the exchange did not answer when it was last asked. */
  stale: boolean;
}

/** A company that applies. The registry is asked whether it exists and has this name. */
export interface ApplyingCompany {
  /** With or without `RC`, `BN`, `IT`, `LP` or `LLP` before it. */
  rcNumber: string;
  /** Only this kind, as the registry's endpoints take it. */
  entityType?: string | null;
  name: string;
}

/** A registered charge. What the register does not say is null. */
export interface AssetCharge {
  /** The register's number of it. */
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
  /** Who may claim under it. */
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
  /** Those of which nothing, or only a part, is satisfied. */
  outstandingCount: number;
  /** Of the outstanding, those of which a part is satisfied. */
  partSatisfiedCount: number;
  /** Those that are wholly satisfied. */
  satisfiedCount: number;
  /** From the oldest on, as the register orders them. */
  assets: AssetCharge[];
  /** Where a record comes from and how fresh it is. */
  source: RecordSource;
}

/** All supported banks. */
export interface BankList {
  banks: BankRecord[];
  /** How old an answer is that an exchange outside gave. */
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
  /** Whether its accounts are still taken. */
  active: boolean;
  /** Whether an account can be debited directly. */
  supportsDirectDebit: boolean;
  logoUrl: string | null;
}

/** All brokers. */
export interface BrokerList {
  brokers: BrokerRecord[];
  /** How old an answer is that an exchange outside gave. */
  source: Age;
}

/** A broker. Contact data is null where no public source gives it. */
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
  /** Whether it takes applicants without a CHN. */
  acceptsNewClients: boolean;
  /** Types of offer it takes applications for. */
  offerTypes: string[];
}

/** One thing that a reviewer should know. */
export interface CheckData {
  code: CheckCode;
  severity: CheckSeverity;
  /** In words. */
  message: string;
  /** What shows it: the document's own text, or the rule. */
  evidence: string[];
}

/** Another entity under the same number. */
export interface CompanyAlternative {
  /** Send it as `entityType` to get this one. */
  entityType: string;
  companyName: string;
}

/** A batch of look-ups. */
export interface CompanyBatch {
  /** Names it: the `X-Request-Id` of the call that made it. */
  batchId: string;
  status: CompanyBatchStatus;
  /** Companies that were asked for. */
  total: number;
  /** Of those, how many are known about. */
  done: number;
  found: number;
  notFound: number;
  /** Those whose source refused, or failed three times. */
  failed: number;
  /** What one company that is found costs, in kobo. */
  priceKobo: number;
  /** What was found so far costs, in kobo: charged when the batch ends. */
  costKobo: number;
  createdAt: string;
  /** Null until it has ended. */
  endedAt: string | null;
  /** Until when it is kept with its results; null until it has ended. */
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
  /** How old a record may be at most, in seconds, as in the look-up by RC number. */
  maxAge?: number | null;
}

/** What a company's look-up came to. */
export interface CompanyBatchResult {
  /** Its place in the request, from 0. */
  position: number;
  /** As it was sent, without separators. */
  rcNumber: string;
  /** As it was sent; null if it was not. */
  entityType: string | null;
  outcome: CompanyBatchOutcome;
  /** Why there is no company; null if there is one or nothing is known. */
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
   * Other entities under the same number. Only there if there are any and the request did not say
   * which kind is meant.
   */
  alternatives?: CompanyAlternative[];
  /** Where a record comes from and how fresh it is. */
  source: RecordSource;
  /** The number that was asked for, in canonical form. */
  tin: string;
  /** The form of `tin`: `TAX_ID` for thirteen digits, `LEGACY` otherwise. */
  taxIdFormat: TaxIdFormat;
  /**
   * The company's number of thirteen digits, whichever was asked for; its legacy number if the tax
   * authority tells no other.
   */
  taxId: string;
  /** The legacy number that `taxId` replaces, if there was one. It stays valid. */
  previousTin?: string | null;
  /** The name as the tax authority has it. */
  taxpayerName: string;
  /** The office of the tax authority in charge. */
  taxOffice?: string | null;
  /** `ACTIVE`, or `INACTIVE` where the company is no longer registered. */
  tinStatus: TinStatus;
  /** Whether `taxpayerName` is `companyName`, but for case and spaces. */
  nameMatchesRegistry: boolean;
}

/** The whole record of an entity. */
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
   * Other entities under the same number. Only there if there are any and the request did not say
   * which kind is meant.
   */
  alternatives?: CompanyAlternative[];
  /** Where a record comes from and how fresh it is. */
  source: RecordSource;
  /** Null where the register does not say. */
  branchAddress?: string | null;
  /** Null where the register does not say. */
  headOfficeAddress?: string | null;
  /** What it was founded for, as the register lists it; else its lines of business. */
  objectives: string[];
  /** `STRUCK_OFF` or `DELISTED`; null for an entity that is neither. */
  delistingStatus?: string | null;
  /** Year or date of the last annual return. Null where the register does not say. */
  lastAnnualReturn?: string | null;
}

/** The verdict on another entity under the same number. */
export interface CompanyNameAlternative {
  /** Send it as `entityType` to get this one. */
  entityType: string;
  companyName: string;
  /** `EXACT`, `NORMALIZED`, `PARTIAL` or `MISMATCH`. */
  matchResult: string;
  /** With two decimals. */
  matchScore: number;
}

/** The verdict on a name. */
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
   * The verdict on other entities under the same number. Only there if there are any and the
   * request did not say which kind is meant.
   */
  alternatives?: CompanyNameAlternative[];
  /** Where a record comes from and how fresh it is. */
  source: RecordSource;
}

/**
 * What the register says about an entity. Of the first five members, those the register leaves open
 * are empty; of the others, null.
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
   * Other entities under the same number. Only there if there are any and the request did not say
   * which kind is meant.
   */
  alternatives?: CompanyAlternative[];
  /** Where a record comes from and how fresh it is. */
  source: RecordSource;
}

/** What was found. */
export interface CompanySearchPage {
  /** The nearest names first. */
  companies: CompanyRecord[];
  /** From 1. */
  page: number;
  size: number;
  totalPages: number;
  /** Of those that were looked at. */
  totalCount: number;
  /** Whether every entity with such a name was looked at; else only the first 1,000 were. */
  isComplete: boolean;
}

/** A company's tax number, and the company it belongs to. */
export interface CompanyTin {
  /** In canonical form. */
  rcNumber: string;
  companyName: string;
  /** Kind of entity. */
  entityType: string;
  /** Where the company stands with the registry. */
  registrationStatus: string;
  /** Empty if the register does not say. */
  registeredAddress: string;
  registrationDate?: string | null;
  /** Thirteen digits, or a legacy number of eight and four. */
  tin: string;
  /** The form of `tin`: `TAX_ID` for thirteen digits, `LEGACY` otherwise. */
  taxIdFormat: TaxIdFormat;
  /** The legacy number that `tin` replaces, if there was one. It stays valid. */
  previousTin?: string | null;
  /** The office of the tax authority in charge. */
  taxOffice?: string | null;
  /** `ACTIVE`, or `INACTIVE` where the company is no longer registered. */
  tinStatus: TinStatus;
  /**
   * Other entities under the same number. Only there if there are any and the request did not say
   * which kind is meant.
   */
  alternatives?: CompanyAlternative[];
  /** Where a record comes from and how fresh it is. */
  source: RecordSource;
}

/** A company that is watched. */
export interface CompanyWatch {
  /** Names it in events. */
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
  /** Which kind of entity; if absent what the prefix says, else the company. */
  entityType?: string | null;
}

/** What the document is. What it does not say is null. */
export interface DocumentData {
  type: DocumentType;
  /** Who issued it, as printed. */
  issuerName?: string | null;
  /** The issuer's own address as printed; null if it shows none. */
  issuerAddress?: IssuerAddress | null;
  /** To whom it was issued, as printed. */
  recipientName?: string | null;
  /** Day of issue. */
  issueDate?: string | null;
  /** First day of what it bills or states. */
  periodStart?: string | null;
  /** Last day of it. */
  periodEnd?: string | null;
  /**
   * Days since the day of issue; without one, since the end of the period, and 0 within it.
   * Negative if that lies ahead.
   */
  ageDays?: number | null;
  /** Whether it is at most `max_age_days` old and not dated ahead. */
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
  /** When it was drawn or received (UTC). */
  generatedAt: string;
  /** In canonical form. */
  rcNumber: string;
  companyName: string;
  /** Kind of entity. */
  entityType: string;
  /** Printed on the document; null on one that the registry itself made. */
  verificationCode?: string | null;
  /** Where the code is verified, without a key. */
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

/** Something that happened to the calling tenant. */
export interface Event {
  /** Names the event: also the `webhook-id` under which it is sent. */
  id: string;
  type: EventType;
  /** When. */
  timestamp: string;
  /** Where. */
  environment: string;
  /** What is to be known of it; its members follow from the type. */
  data: Record<string, unknown>;
}

/** What happened, the oldest first. */
export interface EventList {
  events: Event[];
  /** The `after` of the next call; there may be nothing after it yet. */
  nextCursor: string;
}

/** A document in JSON, in one of two variants. The field that holds it tells which. */
export interface ExtractBase64Request {
  /** The document in standard base64. Line breaks are skipped, and padding may be left out. */
  base64Content?: Uint8Array;
  /**
   * Name of the file, for your own records: nothing depends on it, but for reserved names in the
   * sandbox, which choose the outcome.
   */
  fileName?: string | null;
  /** Declared media type. The document's first bytes decide, whatever is declared. */
  contentType?: string | null;
  /** Which missing fields may be filled in; each is false by default. */
  hallucination?: HallucinationOptions | null;
  /**
   * What opens the PDF, if it asks for a password. Spaces count. It is used for this document and
   * kept nowhere; a job keeps it sealed with the document, until that is removed. Ignored where
   * nothing asks for it. Passwords with letters beyond ASCII open only PDFs that are encrypted with
   * AES-256.
   */
  documentPassword?: string;
  /** Whose address it should be; the answer then has `match`. */
  expectedName?: string;
  /** Which address it should be; the answer then has `match`. */
  expectedAddress?: string;
  /** A document older than this is no recent proof, in days; 90 if absent. */
  maxAgeDays?: number;
  /** The document in standard base64. Line breaks are skipped, and padding may be left out. */
  documentBase64?: Uint8Array;
}

/** A document in a form. */
export interface ExtractForm {
  /**
   * The document. Its declared type plays no part; nor does its name, but for reserved names in the
   * sandbox, which choose the outcome.
   */
  file: FileUpload;
  /** Which missing fields may be filled in; each is false by default. */
  hallucination?: HallucinationOptions;
  /**
   * What opens the PDF, if it asks for a password. Spaces count. It is used for this document and
   * kept nowhere; a job keeps it sealed with the document, until that is removed. Ignored where
   * nothing asks for it. Passwords with letters beyond ASCII open only PDFs that are encrypted with
   * AES-256.
   */
  documentPassword?: string;
  /** Whose address it should be; the answer then has `match`. */
  expectedName?: string;
  /** Which address it should be; the answer then has `match`. */
  expectedAddress?: string;
  /** A document older than this is no recent proof, in days; 90 if absent. */
  maxAgeDays?: number;
}

export interface FeedbackData {
  /** Of the reading. */
  readingRequestId: string;
  /** Whether every field that was judged is right. */
  correct: boolean;
  /** The fields that were answered otherwise than is right. */
  wrongFields: string[];
  /** Whether it takes the place of what was said before. */
  replaced: boolean;
}

/** What is right. Either `correct` is true, or at least one value is sent. */
export interface FeedbackRequest {
  /** The whole answer is right. */
  correct?: boolean | null;
  /** The holder's address as printed. */
  fullAddress?: string | null;
  street?: string | null;
  city?: string | null;
  state?: string | null;
  lga?: string | null;
  country?: string | null;
  /** For whoever improves the reader. No numbers of people or accounts, please. */
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

/** Where each field stands; a field that is not printed has no regions. */
export interface FieldRegions {
  fullAddress: RegionData[];
  street: RegionData[];
  city: RegionData[];
  state: RegionData[];
  lga: RegionData[];
  country: RegionData[];
}

/** For whom a tax number is asked. Unknown fields are ignored. */
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
  /** One of the 36 states or the FCT; usual spellings are understood. */
  state: string;
  /** A local government area of that state; usual spellings are understood. */
  localGovernmentArea: string;
  /** A Nigerian mobile number. */
  phone: string;
  email: string;
}

/** A tax number and how it came. */
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

/** Which missing fields may be filled in; each is false by default. */
export interface HallucinationOptions {
  /** Infer a missing LGA from clear locality evidence. */
  lga?: boolean | null;
  /** Derive a missing state from a recognised LGA, or infer it. */
  state?: boolean | null;
  /** Derive a missing country from a recognised Nigerian state or LGA. */
  country?: boolean | null;
}

/** A move in the life of a subscription. */
export interface HistoryLine {
  at: string;
  /** What happened. */
  move: string;
  status: SubscriptionStatus;
  paymentStatus: PaymentStatus;
  allotmentStatus: AllotmentStatus;
  /** Why, where more is to be said. */
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

/** An issuer's address. Nothing is inferred for it: what is not printed is empty. */
export interface IssuerAddress {
  fullAddress: string;
  street: string;
  city: string;
  state: string;
  lga: string;
  country: string;
  /** The least confidence of any of them, 0 to 1. */
  confidence: number;
}

/** The job was stored. */
export interface JobCreated {
  /** The job's id: that of this call. */
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

/** The document of a job. It is removed when the job ends; this is what is remembered of it. */
export interface JobFile {
  /** As the caller called it. */
  fileName?: string | null;
  /** What it is, by its first bytes. */
  contentType: string;
  /** Its size, in bytes. */
  sizeBytes: number;
  /** Its pages; null until it has been read. */
  pages?: number | null;
  /** Its SHA-256, in hexadecimal digits. */
  sha256: string;
}

/** A document in a form, to be read by and by. */
export interface JobForm {
  /**
   * The document. Its declared type plays no part; its name is told in the record, and reserved
   * names choose the outcome in the sandbox.
   */
  file: FileUpload;
  /** Which missing fields may be filled in; each is false by default. */
  hallucination?: HallucinationOptions;
  /**
   * Your own name for the job, told in its record. It names one job of yours in an environment:
   * while that is queued, being read or kept with its result, another with the same is 409
   * `client_reference_in_use`.
   */
  clientReference?: string;
  /**
   * An https address of a public host, to which the end of the job is told. You need a webhook
   * endpoint in the environment: its secret signs.
   */
  webhookUrl?: string;
  /**
   * What opens the PDF, if it asks for a password. Spaces count. It is used for this document and
   * kept nowhere; a job keeps it sealed with the document, until that is removed. Ignored where
   * nothing asks for it. Passwords with letters beyond ASCII open only PDFs that are encrypted with
   * AES-256.
   */
  documentPassword?: string;
  /** Whose address it should be; the answer then has `match`. */
  expectedName?: string;
  /** Which address it should be; the answer then has `match`. */
  expectedAddress?: string;
  /** A document older than this is no recent proof, in days; 90 if absent. */
  maxAgeDays?: number;
}

/** How far a job is. */
export interface JobProgress {
  stage: JobStage;
  /** Where in the work it is, 0 to 100; not a share of the time. */
  percent: number;
  /** Pages that are pictures and have been read. */
  pagesDone: number;
  /** Pages that are pictures; null until that is known, and where there are none. */
  pages?: number | null;
}

/** A job and, once it has succeeded, its result. */
export interface JobRecord {
  /** The job's id: that of the call which created it. */
  requestId: string;
  status: JobStatus;
  /** For people. */
  message: string;
  /** When it was created, in UTC. */
  createdAt: string;
  /** When the first attempt at it began. */
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
  /** How far a job is. */
  progress: JobProgress;
  /** Attempts that were begun. */
  attempts: number;
  /** Attempts after which it fails. */
  maxAttempts: number;
  /** The document of a job. It is removed when the job ends; this is what is remembered of it. */
  file: JobFile;
  /** The caller's own name of the job. */
  clientReference?: string | null;
  /** Where word of the end is wanted. */
  webhookUrl?: string | null;
  /** What was sent there; empty without a `webhook_url`. */
  webhookDeliveries: WebhookDelivery[];
  /**
   * What a direct call answers in `data`; null until the job has succeeded, and after it has
   * expired.
   */
  result?: AddressData | null;
  /** Why it failed; null otherwise. */
  error?: JobError | null;
}

/** A document in JSON, in one of two variants. The field that holds it tells which. */
export interface JobRequestBody {
  /** The document in standard base64. Line breaks are skipped, and padding may be left out. */
  base64Content?: Uint8Array;
  /** Name of the file, told in the record. Reserved names choose the outcome in the sandbox. */
  fileName?: string | null;
  /** Declared media type. The document's first bytes decide, whatever is declared. */
  contentType?: string | null;
  /** Which missing fields may be filled in; each is false by default. */
  hallucination?: HallucinationOptions | null;
  /**
   * Your own name for the job, told in its record. It names one job of yours in an environment:
   * while that is queued, being read or kept with its result, another with the same is 409
   * `client_reference_in_use`.
   */
  clientReference?: string;
  /**
   * An https address of a public host, to which the end of the job is told. You need a webhook
   * endpoint in the environment: its secret signs.
   */
  webhookUrl?: string;
  /**
   * What opens the PDF, if it asks for a password. Spaces count. It is used for this document and
   * kept nowhere; a job keeps it sealed with the document, until that is removed. Ignored where
   * nothing asks for it. Passwords with letters beyond ASCII open only PDFs that are encrypted with
   * AES-256.
   */
  documentPassword?: string;
  /** Whose address it should be; the answer then has `match`. */
  expectedName?: string;
  /** Which address it should be; the answer then has `match`. */
  expectedAddress?: string;
  /** A document older than this is no recent proof, in days; 90 if absent. */
  maxAgeDays?: number;
  /** The document in standard base64. Line breaks are skipped, and padding may be left out. */
  documentBase64?: Uint8Array;
}

/** The record of a key, without its text. */
export interface Key {
  /** Names the record. */
  id: string;
  /** Whose. */
  tenantId: string;
  /** For people. */
  name: string;
  /** The first characters of the key. */
  prefix: string;
  /** Its last characters. */
  lastFour: string;
  status: KeyStatus;
  scopes: string[];
  environments: Environment[];
  /** From which networks; empty for all. */
  allowedCidrs: string[];
  /** When it was made. */
  createdAt: string;
  /** When it stops working by itself; null for never. */
  expiresAt: string | null;
  /** When it was ended; null if it was not. */
  revokedAt: string | null;
  /** The key that took its place; null if none did. */
  rotatedTo: string | null;
  /** Its last call; null if it made none. */
  lastUsed: LastUsed | null;
}

/** The last call a key made. */
export interface LastUsed {
  /** When, to within a few seconds. */
  at: string;
  /** From which address. */
  ip: string;
  environment: Environment;
  /** To which endpoint. */
  operationId: string;
}

/** One movement of a wallet. */
export interface LedgerRow {
  /** The journal transaction; for a charge the id of its call. */
  id: string;
  /** When. */
  at: string;
  /** The call that caused it; null if none did. */
  requestId: string | null;
  /** `charge`, `top_up` or `adjustment`. */
  kind: string;
  /** Positive into the wallet, negative out of it, in kobo. */
  amountKobo: number;
  /** Balance right after it, in kobo. */
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
   * answers, the code that it sent; else null. Never guessed from `name`.
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
  /** Empty if the register names none. */
  lineOfBusiness: LineOfBusiness[];
  /**
   * Other entities under the same number. Only there if there are any and the request did not say
   * which kind is meant.
   */
  alternatives?: CompanyAlternative[];
  /** Where a record comes from and how fresh it is. */
  source: RecordSource;
}

/** The document against what the caller expects. */
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
  /**
   * What the name that was sent has there, in the form in which names are compared; null if
   * nothing.
   */
  submitted?: string | null;
  /** What the registered name has there; null if nothing. */
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
  /** How old an answer is that an exchange outside gave. */
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
  /** Fewest shares of an application. */
  minimumShares: number;
  /** Above the minimum, shares come in steps of this. */
  multiple: number;
  /** Most shares of an application; null where only the shares on offer limit it. */
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
  /** Whether the closing date was moved to a later one. */
  extended: boolean;
  /** The closing date before it was moved. */
  originalCloseDate: string | null;
  /** What happens when, as far as it is known. */
  timeline: OfferTimeline;
  /** Terms of a rights issue; null for other types. */
  rights: OfferRecordRights | null;
  /** Words of `profileType` that may apply. */
  eligibleProfileTypes: string[];
  paymentMethods: string[];
  /** `ALL` supported banks, or the ids of some. */
  eligibleBanks: unknown;
  /** Who keeps the register of holders. */
  registrar: OfferRegistrar;
  issuingHouses: string[];
  prospectusUrl: string | null;
  /** Whether POST subscribe takes applications now. */
  isSubscribable: boolean;
  /** Why not, in words; null while it is subscribable. */
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

/** Who keeps the register of holders. */
export interface OfferRegistrar {
  name: string;
  email: string | null;
  phone: string | null;
  website: string | null;
}

/** What happens when, as far as it is known. */
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
 * The address in parts that stand by themselves. What is not printed is empty; `city`, `lga`,
 * `state` and `country` are those of the answer.
 */
export interface PartsData {
  /** Number, flat, floor, plot, building. */
  premises: string;
  /** The thoroughfare or estate by its name alone. */
  street: string;
  /** Quarter of the city; never the city itself. */
  district: string;
  city: string;
  lga: string;
  state: string;
  /** As printed. */
  postcode: string;
  country: string;
  /** What the place is near to, with the word that ties it. */
  landmark: string;
  /** Who passes the mail on. */
  careOf: string;
}

/** Who may claim under a charge. */
export interface PersonEntitled {
  name: string;
}

/** What a call of an endpoint would cost the caller now. */
export interface Quote {
  /** The endpoint, as named in this document. */
  operationId: string;
  /** The environment the quote is for. */
  environment: string;
  /**
   * Price of one billable answer, in kobo. It is reserved, and the most that is charged: a 200 of
   * `generateCompanyTin` is charged as `getCompanyTin`.
   */
  amountKobo: number;
  /** Always naira. */
  currency: string;
  rule: AccountPriceRule;
  /** HTTP statuses that are charged; every other outcome is free. */
  billableStatuses: number[];
  /** What the wallet has available now, in kobo. */
  availableKobo: number;
  /**
   * `availableKobo` less `amountKobo`, in kobo: what it would have after one billable answer at
   * that price. Negative if it cannot pay: the call would be 402 and cost nothing.
   */
  balanceAfterKobo: number;
}

/** Where a record comes from and how fresh it is. */
export interface RecordSource {
  /** The register: always `CAC`, the Corporate Affairs Commission. */
  registry: string;
  /** When the record was read from the registry (UTC). */
  retrievedAt: string;
  /** Whether it comes from a copy kept here instead of a question asked for this call. */
  cached: boolean;
  /**
   * Whether the copy is older than 90 days, older than `maxAge` asked for, or given because the
   * registry is down.
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

/** Who applies with the applicant, or for them; 18 or older. */
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
  /** To the applicant: required of a guardian. */
  relationship?: Relationship | null;
}

/** One call of a tenant. */
export interface RequestRow {
  /** `X-Request-Id` of its answer. */
  requestId: string;
  /** When it arrived. */
  at: string;
  environment: Environment;
  /** The product; null for what belongs to none. */
  service: string | null;
  /** The endpoint. */
  operationId: string;
  /** Its verb. */
  method: string | null;
  /** Its path, with the names of its parameters. */
  path: string | null;
  /** The HTTP status of the answer. */
  status: number;
  /** The error's code; null if the answer was none. */
  errorCode: string | null;
  /** What it cost, in kobo. */
  chargeKobo: number;
  /** With which key. */
  keyId: string;
  /** From arrival to settlement, in milliseconds. */
  latencyMs: number;
  /**
   * How many calls it stands for. More than one: calls of one minute that were refused alike before
   * they were read, after the first of them.
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
  /** The day whose holders have rights; null if the offer is no rights issue. */
  qualificationDate: string | null;
  /** Held at the qualification date. */
  sharesHeld: number;
  /** Null if the offer is no rights issue. */
  entitlementRatio: RightsRecordEntitlementRatio | null;
  /** What the holding gives: held × new ÷ held of the ratio, rounded down. */
  sharesProvisionallyAllotted: number;
  /** Rights bought on the exchange. */
  rightsTradedIn: number;
  /** Rights sold on the exchange. */
  rightsTradedOut: number;
  /** Taken up by your live application. */
  rightsExercised: number;
  /** What is left to take up. */
  rightsAvailable: number;
  /** Naira, with at most two decimals. */
  pricePerShare: Money;
  /** What the rights left cost. */
  maximumAmount: Money;
  /** Whether more than the rights may be applied for. */
  canApplyForAdditional: boolean;
  /** Whether rights may be given up for another. */
  canRenounce: boolean;
  /** Whether rights may still be sold on the exchange. */
  canTradeRights: boolean;
  /** The last day of the offer; null if it is no rights issue. */
  lastDateForAcceptance: string | null;
  /** How old an answer is that an exchange outside gave. */
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
   * Other entities under the same number. Only there if there are any and the request did not say
   * which kind is meant.
   */
  alternatives?: CompanyAlternative[];
  /** Where a record comes from and how fresh it is. */
  source: RecordSource;
  /** What it was founded for, as the register lists it; else its lines of business. */
  objectives: string[];
  /** Of the entity itself. */
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
  /** On or off. */
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
  /** What does not fit together, for people. Empty if all does. */
  notes: string[];
  /** Where a record comes from and how fresh it is. */
  source: RecordSource;
}

/** Who holds the shares, and whether that is all of them. */
export interface ShareDistribution {
  /** In canonical form. */
  rcNumber: string;
  companyName: string;
  /** Kind of entity. */
  entityType: string;
  /** Null where the register does not say. */
  totalIssuedShares?: number | null;
  /** One entry a holder and kind of shares, the largest holding first. */
  shareholders: Shareholder[];
  /** Shares of all present holdings. */
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
  /** Whether the present holdings are exactly the shares issued. */
  addsUp: boolean;
  /** What does not add up, for people; null if all does. */
  note?: string | null;
  /** Where a record comes from and how fresh it is. */
  source: RecordSource;
}

/** A holding of one kind of shares. */
export interface Shareholder {
  name: string;
  /** Whether it is a body and not a person. */
  isCorporate: boolean;
  /** Of a body. */
  corporationName?: string | null;
  /** Of a body, as the register writes it. */
  corporationRcNumber?: string | null;
  sharesAllotted: number;
  /** `ORDINARY`, `PREFERENCE`, `DEFERRED`, or the register's own word. */
  shareType: string;
  /**
   * Of the shares issued; of those listed, where the register does not say how many are issued, or
   * says none. Null for a holding given up.
   */
  percentage?: number | null;
  /** Whether the holder has significant control, by the register. */
  isPsc: boolean;
  nationality?: string | null;
  /**
   * `ACTIVE`, `RESIGNED` or `INACTIVE` (given up), or `UNKNOWN`, where the register does not say
   * and the holding is taken for a present one.
   */
  status: AffiliateRoleStatus;
}

/** A wallet's month. */
export interface Statement {
  /** Whose. */
  tenantId: string;
  environment: Environment;
  /** Of which month in Lagos. */
  month: string;
  /** Whether the month goes on: then the sums are those so far. */
  isOpen: boolean;
  /** When it was drawn up. */
  at: string;
  /** Always naira. */
  currency: string;
  /** Balance before the first line, in kobo. */
  openingKobo: number;
  /** Put in by top-ups and adjustments, in kobo. */
  putInKobo: number;
  /** Taken out by adjustments, in kobo. */
  takenOutKobo: number;
  /** Charged for calls, in kobo. */
  chargedKobo: number;
  /** Balance after the last line, in kobo: opening + put in - taken out - charged. */
  closingKobo: number;
  /** How many charges. */
  charges: number;
  /** How many transfers. */
  transfers: number;
  /** By endpoint, what cost most first. */
  endpoints: StatementEndpoint[];
  /** Days on which something moved, in their order. */
  days: StatementDay[];
}

/** What moved on a day. */
export interface StatementDay {
  /** When it began in Lagos. */
  day: string;
  /** How many charges. */
  charges: number;
  /** How much together, in kobo. */
  chargedKobo: number;
  /** Put in, in kobo. */
  putInKobo: number;
  /** Taken out, in kobo. */
  takenOutKobo: number;
}

/** What an endpoint was charged in a month. */
export interface StatementEndpoint {
  /** The endpoint. */
  operationId: string;
  /** How many charges. */
  charges: number;
  /** How much together, in kobo. */
  chargedKobo: number;
}

/** The subscription under its names. */
export interface SubscribeData {
  /** Whether the exchange registered it; false while that is not known. */
  success: boolean;
  message: string;
  /** Our id of the subscription. */
  localSubscriptionId: string;
  /** Empty while the exchange has not answered. */
  exchangeReferenceNumber: string;
  /** Empty while the exchange has not answered. */
  exchangeSubscriptionId: string;
  /** Shares times price. */
  amount: Money;
  /** Of the payment; look it up under transactions. */
  transactionReference: string;
  /**
   * Where the investor pays, where a payment provider has a page for it and has said so already;
   * else look it up under transactions.
   */
  paymentUrl?: string | null;
  /** What may be wrong, but was no reason to refuse; absent where nothing is. */
  warnings?: WarningRecord[];
}

/** An application for shares. Unknown fields are ignored. */
export interface SubscribeRequest {
  vendorId: string;
  /** An offer whose `isSubscribable` is true. */
  offerId: string;
  offerType: OfferType;
  /** The offer's minimum, or that and a multiple of its `multiple`. */
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
  /** Required, but for CORPORATE. */
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
  /** Required of Nigerians: one of the 36 states or the FCT. */
  state?: string | null;
  /** Required of Nigerians: an area of that state. */
  lga?: string | null;
  /**
   * 0 unknown, 1 single, 2 married, 3 divorced, 4 widowed, 5 separated. Required, but for
   * CORPORATE.
   */
  maritalStatus?: number | null;
  /** Required, but for CORPORATE. */
  nextOfKinFullName?: string | null;
  /** A Nigerian mobile number. Required, but for CORPORATE. */
  nextOfKinPhone?: string | null;
  /** Of the bank that `bankId` names. */
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
  /** Whether it is paid by card, else from the bank account. */
  isCardPayment: boolean;
  /**
   * What you call the application; nothing personal. Its transaction tells it, and is found by it.
   */
  clientReference?: string | null;
  /** Required for JOINT, and goes with nothing else: the other one who applies. */
  secondApplicant?: RelatedPerson | null;
  /** Required for MINOR, and goes with nothing else. `relationship` must be said. */
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
  /** What you called the application. */
  clientReference: string | null;
  currency: string;
  status: SubscriptionStatus;
  paymentStatus: PaymentStatus;
  allotmentStatus: AllotmentStatus;
  /** Null until the allotment. */
  sharesAllotted: number | null;
  /** Null until it is known whether anything goes back. */
  refundAmount: Money | null;
  createdAt: string;
  settledAt: string | null;
  /** Why it was refused or failed. */
  reason: string | null;
  /**
   * Where the investor pays, on a page of the payment provider; only while it can be paid, and
   * where there is a page.
   */
  paymentUrl?: string | null;
  /** All its moves, oldest first; only where `transactionReference` is given. */
  history?: HistoryLine[] | null;
  /**
   * Why this many shares were allotted, in words; only where `transactionReference` is given and
   * once the allotment is done.
   */
  allotmentExplanation?: string | null;
  /**
   * What came of looking the applicants up by BVN, NIN and account; only where
   * `transactionReference` is given and if anybody was asked.
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
  /** Whose shares they are going to be. */
  investorName: string;
  profileType: ProfileType;
  offerName: string;
  offerId: string;
  status: SubscriptionStatus;
  /** Empty until the exchange has answered. */
  exchangeReferenceNumber: string;
  /** Empty until the exchange has answered. */
  exchangeSubscriptionId: string;
}

/** Which transactions; what is absent or empty does not filter. */
export interface TransactionsRequest {
  transactionReference?: string | null;
  /** The `clientReference` of its subscription. */
  clientReference?: string | null;
  offerId?: string | null;
  status?: SubscriptionStatus | null;
  /** Received at this moment or later. */
  from?: string | null;
  /** Received before this moment. */
  to?: string | null;
  /** From 1; 1 if absent. */
  page?: number | null;
  size?: number | null;
}

/** A wallet that ran low. */
export interface WalletAlert {
  /** In the order of their crossing. */
  id: number;
  /** Whose. */
  tenantId: string;
  environment: Environment;
  kind: WalletAlertKind;
  /** Kobo of a balance, days of a runway. */
  threshold: number;
  /** What the threshold came to then, in kobo. */
  levelKobo: number;
  /** Balance right after the movement that crossed, in kobo. */
  balanceKobo: number;
  /** When. */
  at: string;
  /** The call that crossed; null if it was none. */
  requestId: string | null;
  roles: Role[];
  /** Since when there is enough again; null if there is not. */
  clearedAt: string | null;
}

/** What a wallet is watched for, and what it is short of now. */
export interface WalletAlerts {
  /** Balances in kobo, the highest first. */
  balancesKobo: number[];
  /** Days that the balance must last; null if that is not watched. */
  runwayDays: number | null;
  roles: Role[];
  /** What is not cleared, the newest first, at most ten. */
  open: WalletAlert[];
}

/** Something that may be wrong, but is no reason to refuse. */
export interface WarningRecord {
  field: string;
  message: string;
}

/** Something that is sent to `webhook_url`. */
export interface WebhookDelivery {
  /** The id of the event, as in `webhook-id`; empty for the moment before it has one. */
  id: string;
  status: WebhookDeliveryStatus;
  createdAt: string;
  /** Tries so far. */
  attempts: number;
  /** The HTTP status of the last answer; null if there was none. */
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
  /** Only offers of this status. */
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
  /** `nextCursor` of the page before. */
  cursor?: string;
  /** Items at most; 20 if absent. */
  limit?: number;
}

/** What `listAccountRequests` is asked. */
export interface ListAccountRequestsParams {
  /** Arrived at this moment or later. */
  from?: string;
  /** Arrived before this moment. */
  until?: string;
  /** To endpoints of this product. */
  service?: string;
  /** To this endpoint. */
  operationId?: string;
  /** Answered so: `404`, or a class: `4xx`. */
  status?: string;
  /** Answered with this error. */
  errorCode?: string;
  /** With this key. */
  keyId?: string;
  /** Whether it cost something. */
  charged?: boolean;
  /** Only this call. */
  requestId?: string;
  /** `nextCursor` of the page before. */
  cursor?: string;
  /** Items at most; 20 if absent. */
  limit?: number;
}

/** What `getAccountUsage` is asked. */
export interface GetAccountUsageParams {
  /** Thirty days before `to` if absent. */
  from?: string;
  /** Before this moment; now if absent. */
  to?: string;
  /** `day` if absent. */
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
   * Words of the name, with at least three letters or digits other than those of its legal form,
   * and at most 10 words or 300 characters: `ifedapo micro`.
   */
  name: string;
  /** Only entities of this kind. Case does not matter. */
  entityType?: EntityType;
  /** Only with a registered address in this state: `Lagos`, up to 60 characters. */
  state?: string;
  /** Only entities of this status. */
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
  /** `all` also lists who only filed the papers (`PRESENTER`) or witnessed them (`WITNESS`). */
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
   * The registration number, with or without `RC`, `BN`, `IT`, `LP` or `LLP` before it: `1885308`,
   * `RC-1885308`, `BN 9003619`. Leading zeros do not matter. `RC` is written before any number; the
   * other prefixes find only the kind that they say.
   */
  rcNumber: string;
  /** Finds only this kind of entity. Case does not matter. */
  entityType?: EntityType;
  /**
   * How old the record may be at most, in seconds: 0 asks the registry now. It only asks for
   * fresher than the operator allows; a register that is imported cannot be fresher than its
   * import, and says `stale` then.
   */
  maxAge?: number;
}

/** What `getCompanyTin` is asked. */
export interface GetCompanyTinParams {
  /**
   * The registration number, with or without `RC`, `BN`, `IT`, `LP` or `LLP` before it: `1885308`,
   * `RC-1885308`, `BN 9003619`. Leading zeros do not matter. `RC` is written before any number; the
   * other prefixes find only the kind that they say.
   */
  rcNumber: string;
  /** Finds only this kind of entity. Case does not matter. */
  entityType?: EntityType;
  /**
   * How old the record may be at most, in seconds: 0 asks the registry now. It only asks for
   * fresher than the operator allows; a register that is imported cannot be fresher than its
   * import, and says `stale` then.
   */
  maxAge?: number;
}

/** What `validateCompanyName` is asked. */
export interface ValidateCompanyNameParams {
  /**
   * The registration number, with or without `RC`, `BN`, `IT`, `LP` or `LLP` before it: `1885308`,
   * `RC-1885308`, `BN 9003619`. Leading zeros do not matter. `RC` is written before any number; the
   * other prefixes find only the kind that they say.
   */
  rcNumber: string;
  /** Finds only this kind of entity. Case does not matter. */
  entityType?: EntityType;
  /**
   * How old the record may be at most, in seconds: 0 asks the registry now. It only asks for
   * fresher than the operator allows; a register that is imported cannot be fresher than its
   * import, and says `stale` then.
   */
  maxAge?: number;
  /** The name to check, up to 300 characters, with at least one letter or digit. */
  entityName: string;
}

/** What `getCompanyByRc` is asked. */
export interface GetCompanyByRcParams {
  /**
   * The registration number, with or without `RC`, `BN`, `IT`, `LP` or `LLP` before it: `1885308`,
   * `RC-1885308`, `BN 9003619`. Leading zeros do not matter. `RC` is written before any number; the
   * other prefixes find only the kind that they say.
   */
  rcNumber: string;
  /** Finds only this kind of entity. Case does not matter. */
  entityType?: EntityType;
  /**
   * How old the record may be at most, in seconds: 0 asks the registry now. It only asks for
   * fresher than the operator allows; a register that is imported cannot be fresher than its
   * import, and says `stale` then.
   */
  maxAge?: number;
}

/** What `getCompanyByTin` is asked. */
export interface GetCompanyByTinParams {
  /**
   * The tax number: `4656854985337`, `09521882-0001`. Spaces do not matter, and the hyphen may be
   * left out.
   */
  tin: string;
  /**
   * How old the record may be at most, in seconds: 0 asks the registry now. It only asks for
   * fresher than the operator allows; a register that is imported cannot be fresher than its
   * import, and says `stale` then.
   */
  maxAge?: number;
}

/** What `getLineOfBusiness` is asked. */
export interface GetLineOfBusinessParams {
  /**
   * The registration number, with or without `RC`, `BN`, `IT`, `LP` or `LLP` before it: `1885308`,
   * `RC-1885308`, `BN 9003619`. Leading zeros do not matter. `RC` is written before any number; the
   * other prefixes find only the kind that they say.
   */
  rcNumber: string;
  /** Finds only this kind of entity. Case does not matter. */
  entityType?: EntityType;
  /**
   * How old the record may be at most, in seconds: 0 asks the registry now. It only asks for
   * fresher than the operator allows; a register that is imported cannot be fresher than its
   * import, and says `stale` then.
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
  /** The `nextCursor` of an earlier answer. */
  after?: string;
  /** Only these types, parted by commas. */
  types?: string;
  /** How many at most; 20 if absent. */
  limit?: number;
}

/** What `extractAddress` is asked. */
export interface ExtractAddressParams {
  /**
   * Comma list of parts to add to the answer: `regions` (page and polygon of each field),
   * `document` (type, issuer and its address, holder, dates, age), `checks` (what a reviewer should
   * know), `match` (against `expected_name` and `expected_address`), `parts` (premises, street,
   * district, town and so on, each by itself). With any of them `field_metadata` has all six
   * fields.
   */
  include?: string;
}

/** What `extractAddressBase64` is asked. */
export interface ExtractAddressBase64Params {
  /**
   * Comma list of parts to add to the answer: `regions` (page and polygon of each field),
   * `document` (type, issuer and its address, holder, dates, age), `checks` (what a reviewer should
   * know), `match` (against `expected_name` and `expected_address`), `parts` (premises, street,
   * district, town and so on, each by itself). With any of them `field_metadata` has all six
   * fields.
   */
  include?: string;
}

/** What `createExtractionJob` is asked. */
export interface CreateExtractionJobParams {
  /**
   * Comma list of parts to add to the answer: `regions` (page and polygon of each field),
   * `document` (type, issuer and its address, holder, dates, age), `checks` (what a reviewer should
   * know), `match` (against `expected_name` and `expected_address`), `parts` (premises, street,
   * district, town and so on, each by itself). With any of them `field_metadata` has all six
   * fields.
   */
  include?: string;
}

/** What `createExtractionJobBase64` is asked. */
export interface CreateExtractionJobBase64Params {
  /**
   * Comma list of parts to add to the answer: `regions` (page and polygon of each field),
   * `document` (type, issuer and its address, holder, dates, age), `checks` (what a reviewer should
   * know), `match` (against `expected_name` and `expected_address`), `parts` (premises, street,
   * district, town and so on, each by itself). With any of them `field_metadata` has all six
   * fields.
   */
  include?: string;
}

/** What `getExtractionJob` is asked. */
export interface GetExtractionJobParams {
  /**
   * Comma list of parts to add to the answer: `regions` (page and polygon of each field),
   * `document` (type, issuer and its address, holder, dates, age), `checks` (what a reviewer should
   * know), `match` (against `expected_name` and `expected_address`), `parts` (premises, street,
   * district, town and so on, each by itself). With any of them `field_metadata` has all six
   * fields.
   */
  include?: string;
}

/** What `getQuote` is asked. */
export interface GetQuoteParams {
  /** The endpoint to quote. */
  operationId: string;
}
