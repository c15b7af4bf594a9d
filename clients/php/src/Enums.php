<?php

// Written by clients/generator from clients/openapi.json. Do not edit.

declare(strict_types=1);

namespace Kofa;

/** Known words; a newer server may say more. */
final class AccountPriceRule
{
    public const DEFAULT = 'default';
    public const PRICE_BOOK = 'price_book';
    public const TENANT_OVERRIDE = 'tenant_override';
}

/** Known words; a newer server may say more. */
final class AffiliateRoleStatus
{
    public const ACTIVE = 'ACTIVE';
    public const RESIGNED = 'RESIGNED';
    public const INACTIVE = 'INACTIVE';
    public const UNKNOWN = 'UNKNOWN';
}

/** Known words; a newer server may say more. */
final class AffiliateType
{
    public const CHAIRMAN = 'CHAIRMAN';
    public const DIRECTOR = 'DIRECTOR';
    public const PROPRIETOR = 'PROPRIETOR';
    public const PARTNER = 'PARTNER';
    public const TRUSTEE = 'TRUSTEE';
    public const SECRETARY = 'SECRETARY';
    public const PSC = 'PSC';
    public const SHAREHOLDER = 'SHAREHOLDER';
    public const PRESENTER = 'PRESENTER';
    public const WITNESS = 'WITNESS';
}

/** Known words; a newer server may say more. */
final class AffiliatesToInclude
{
    public const ALL = 'all';
}

/** Known words; a newer server may say more. */
final class AllotmentStatus
{
    public const PENDING = 'pending';
    public const FULL = 'full';
    public const PARTIAL = 'partial';
    public const NONE = 'none';
}

/** Known words; a newer server may say more. */
final class AssetChargeStatus
{
    public const OUTSTANDING = 'OUTSTANDING';
    public const PART_SATISFIED = 'PART_SATISFIED';
    public const FULLY_SATISFIED = 'FULLY_SATISFIED';
}

/** Known words; a newer server may say more. */
final class CheckCode
{
    public const UNSUPPORTED_DOCUMENT = 'unsupported_document';
    public const INVALID_DOCUMENT_TYPE = 'invalid_document_type';
    public const EXPIRED_DOCUMENT = 'expired_document';
    public const FUTURE_ISSUE_DATE = 'future_issue_date';
    public const MISSING_ISSUE_DATE = 'missing_issue_date';
    public const MISSING_ADDRESS_INFORMATION = 'missing_address_information';
    public const NAME_MISMATCH = 'name_mismatch';
    public const ADDRESS_MISMATCH = 'address_mismatch';
    public const POOR_QUALITY = 'poor_quality';
    public const SUSPECTED_MANIPULATION = 'suspected_manipulation';
    public const UNSUPPORTED_LANGUAGE = 'unsupported_language';
}

/** Known words; a newer server may say more. */
final class CheckSeverity
{
    public const INFO = 'info';
    public const REVIEW = 'review';
    public const FAIL = 'fail';
}

/** Known words; a newer server may say more. */
final class CompanyBatchOutcome
{
    public const PENDING = 'PENDING';
    public const FOUND = 'FOUND';
    public const NOT_FOUND = 'NOT_FOUND';
    public const FAILED = 'FAILED';
    public const CANCELLED = 'CANCELLED';
}

/** Known words; a newer server may say more. */
final class CompanyBatchStatus
{
    public const QUEUED = 'queued';
    public const PROCESSING = 'processing';
    public const COMPLETED = 'completed';
    public const CANCELLED = 'cancelled';
}

/** Known words; a newer server may say more. */
final class DocumentType
{
    public const UTILITY_BILL = 'utility_bill';
    public const BANK_STATEMENT = 'bank_statement';
    public const TENANCY_AGREEMENT = 'tenancy_agreement';
    public const TAX_NOTICE = 'tax_notice';
    public const GOVERNMENT_LETTER = 'government_letter';
    public const ID_CARD = 'id_card';
    public const OTHER = 'other';
}

/** Known words; a newer server may say more. */
final class EntityType
{
    public const COMPANY = 'COMPANY';
    public const BUSINESS_NAME = 'BUSINESS_NAME';
    public const INCORPORATED_TRUSTEE = 'INCORPORATED_TRUSTEE';
    public const LIMITED_PARTNERSHIP = 'LIMITED_PARTNERSHIP';
    public const LIMITED_LIABILITY_PARTNERSHIP = 'LIMITED_LIABILITY_PARTNERSHIP';
    public const RC = 'RC';
    public const CO = 'CO';
    public const BN = 'BN';
    public const IT = 'IT';
    public const LP = 'LP';
    public const LLP = 'LLP';
    public const BUSINESS_NAME_FIRM = 'BUSINESS_NAME_FIRM';
    public const PRIVATE_COMPANY_LIMITED_BY_SHARES = 'PRIVATE_COMPANY_LIMITED_BY_SHARES';
}

/** Known words; a newer server may say more. */
final class Environment
{
    public const SANDBOX = 'sandbox';
    public const LIVE = 'live';
}

/** Known words; a newer server may say more. */
final class EventType
{
    public const SUBSCRIPTION_UPDATED = 'subscription.updated';
    public const PAYMENT_UPDATED = 'payment.updated';
    public const OFFER_UPDATED = 'offer.updated';
    public const ALLOTMENT_COMPLETED = 'allotment.completed';
    public const POA_JOB_COMPLETED = 'poa.job.completed';
    public const POA_JOB_FAILED = 'poa.job.failed';
    public const REGISTRY_BATCH_COMPLETED = 'registry.batch.completed';
    public const COMPANY_CHANGED = 'company.changed';
    public const POA_JOBS_FAILING = 'poa.jobs.failing';
    public const WALLET_LOW = 'wallet.low';
    public const WALLET_CREDITED = 'wallet.credited';
    public const KEY_EXPIRING = 'key.expiring';
    public const LIVE_UPDATED = 'live.updated';
    public const INCIDENT_OPENED = 'incident.opened';
    public const INCIDENT_RESOLVED = 'incident.resolved';
    public const WEBHOOK_TEST = 'webhook.test';
}

/** Known words; a newer server may say more. */
final class FieldSource
{
    public const EXTRACTED = 'extracted';
    public const DERIVED = 'derived';
    public const INFERRED = 'inferred';
    public const NOT_FOUND = 'not_found';
}

/** Known words; a newer server may say more. */
final class Gender
{
    public const FEMALE = 'Female';
    public const MALE = 'Male';
}

/** Known words; a newer server may say more. */
final class GeneratedTinStatus
{
    public const GENERATED = 'GENERATED';
    public const EXISTING = 'EXISTING';
}

/** Known words; a newer server may say more. */
final class IdentityCheckCheck
{
    public const BVN = 'bvn';
    public const NIN = 'nin';
    public const ACCOUNT = 'account';
}

/** Known words; a newer server may say more. */
final class IdentityCheckOutcome
{
    public const EXACT = 'exact';
    public const NORMALIZED = 'normalized';
    public const PARTIAL = 'partial';
    public const MISMATCH = 'mismatch';
    public const BIRTH_DATE_MISMATCH = 'birth_date_mismatch';
    public const NOT_FOUND = 'not_found';
    public const UNAVAILABLE = 'unavailable';
}

/** Known words; a newer server may say more. */
final class IdentityCheckPerson
{
    public const APPLICANT = 'applicant';
    public const SECOND_APPLICANT = 'secondApplicant';
    public const GUARDIAN = 'guardian';
}

/** Known words; a newer server may say more. */
final class IdentityCheckPolicy
{
    public const REFUSE = 'refuse';
    public const WARN = 'warn';
    public const SKIP = 'skip';
}

/** Known words; a newer server may say more. */
final class JobStage
{
    public const RECEIVED = 'received';
    public const RASTERISING = 'rasterising';
    public const OCR = 'ocr';
    public const PARSING = 'parsing';
    public const DONE = 'done';
}

/** Known words; a newer server may say more. */
final class JobStatus
{
    public const QUEUED = 'queued';
    public const PROCESSING = 'processing';
    public const SUCCEEDED = 'succeeded';
    public const FAILED = 'failed';
    public const CANCELLED = 'cancelled';
    public const EXPIRED = 'expired';
}

/** Known words; a newer server may say more. */
final class KeyStatus
{
    public const ACTIVE = 'active';
    public const ROTATING = 'rotating';
    public const EXPIRED = 'expired';
    public const REVOKED = 'revoked';
}

/** Known words; a newer server may say more. */
final class MatchResult
{
    public const MATCH = 'match';
    public const PARTIAL = 'partial';
    public const MISMATCH = 'mismatch';
    public const NOT_CHECKED = 'not_checked';
}

/** Known words; a newer server may say more. */
final class NameMatch
{
    public const EXACT = 'EXACT';
    public const NORMALIZED = 'NORMALIZED';
    public const PARTIAL = 'PARTIAL';
    public const MISMATCH = 'MISMATCH';
}

/** Known words; a newer server may say more. */
final class OfferStatus
{
    public const UPCOMING = 'upcoming';
    public const OPEN = 'open';
    public const CLOSED = 'closed';
    public const ALLOTMENT_IN_PROGRESS = 'allotment_in_progress';
    public const ALLOTTED = 'allotted';
    public const LISTED = 'listed';
    public const CANCELLED = 'cancelled';
    public const SUSPENDED = 'suspended';
}

/** Known words; a newer server may say more. */
final class OfferType
{
    public const PRIMARY_OFFER = 'PrimaryOffer';
    public const RIGHTS_ISSUE = 'RightsIssue';
    public const OFFER_FOR_SALE = 'OfferForSale';
    public const PRIVATE_PLACEMENT = 'PrivatePlacement';
    public const BOND_OFFER = 'BondOffer';
}

/** Known words; a newer server may say more. */
final class PaymentStatus
{
    public const PENDING = 'pending';
    public const PROCESSING = 'processing';
    public const SUCCESSFUL = 'successful';
    public const FAILED = 'failed';
    public const REFUND_PENDING = 'refund_pending';
    public const REFUNDED = 'refunded';
}

/** Known words; a newer server may say more. */
final class ProfileType
{
    public const INDIVIDUAL = 'INDIVIDUAL';
    public const JOINT = 'JOINT';
    public const MINOR = 'MINOR';
    public const CORPORATE = 'CORPORATE';
}

/** Known words; a newer server may say more. */
final class RegistrationStatus
{
    public const ACTIVE = 'ACTIVE';
    public const INACTIVE = 'INACTIVE';
    public const STRUCK_OFF = 'STRUCK_OFF';
    public const DELISTED = 'DELISTED';
    public const DISSOLVED = 'DISSOLVED';
    public const IN_LIQUIDATION = 'IN_LIQUIDATION';
    public const UNKNOWN = 'UNKNOWN';
}

/** Known words; a newer server may say more. */
final class Relationship
{
    public const PARENT = 'Parent';
    public const GUARDIAN = 'Guardian';
    public const GRANDPARENT = 'Grandparent';
    public const SPOUSE = 'Spouse';
    public const SIBLING = 'Sibling';
    public const CHILD = 'Child';
    public const PARTNER = 'Partner';
    public const OTHER = 'Other';
}

/** Known words; a newer server may say more. */
final class ReviewReason
{
    public const NO_ADDRESS = 'no_address';
    public const FILLED_FIELD = 'filled_field';
    public const LOW_CONFIDENCE = 'low_confidence';
    public const CLOSE_CANDIDATES = 'close_candidates';
    public const AMBIGUOUS_PLACE = 'ambiguous_place';
    public const FOREIGN_ADDRESS = 'foreign_address';
    public const POST_BOX_ONLY = 'post_box_only';
    public const UNREAD_PAGES = 'unread_pages';
    public const PROVIDER_CHOSE = 'provider_chose';
    public const POOR_PICTURE = 'poor_picture';
    public const FAILED_CHECK = 'failed_check';
    public const NOT_AS_EXPECTED = 'not_as_expected';
}

/** Known words; a newer server may say more. */
final class RightsReason
{
    public const ELIGIBLE = 'ELIGIBLE';
    public const NOT_ON_REGISTER = 'NOT_ON_REGISTER';
    public const OFFER_NOT_RIGHTS = 'OFFER_NOT_RIGHTS';
    public const OFFER_CLOSED = 'OFFER_CLOSED';
    public const RIGHTS_FULLY_TRADED = 'RIGHTS_FULLY_TRADED';
    public const ALREADY_SUBSCRIBED = 'ALREADY_SUBSCRIBED';
}

/** Known words; a newer server may say more. */
final class Role
{
    public const OWNER = 'owner';
    public const DEVELOPER = 'developer';
    public const SANDBOX_DEVELOPER = 'sandbox_developer';
    public const FINANCE = 'finance';
    public const VIEWER = 'viewer';
}

/** Known words; a newer server may say more. */
final class SubscriptionStatus
{
    public const RECEIVED = 'received';
    public const PAYMENT_PENDING = 'payment_pending';
    public const PAID = 'paid';
    public const SUBMITTED = 'submitted';
    public const ACCEPTED = 'accepted';
    public const ALLOTTED = 'allotted';
    public const PARTIALLY_ALLOTTED = 'partially_allotted';
    public const NOT_ALLOTTED = 'not_allotted';
    public const CREDITED = 'credited';
    public const REFUND_PENDING = 'refund_pending';
    public const REFUNDED = 'refunded';
    public const REJECTED = 'rejected';
    public const PAYMENT_FAILED = 'payment_failed';
    public const EXPIRED = 'expired';
    public const CANCELLED = 'cancelled';
}

/** Known words; a newer server may say more. */
final class TaxIdFormat
{
    public const TAX_ID = 'TAX_ID';
    public const LEGACY = 'LEGACY';
}

/** Known words; a newer server may say more. */
final class TinStatus
{
    public const ACTIVE = 'ACTIVE';
    public const INACTIVE = 'INACTIVE';
}

/** Known words; a newer server may say more. */
final class UsageBy
{
    public const DAY = 'day';
    public const ENDPOINT = 'endpoint';
}

/** Known words; a newer server may say more. */
final class WalletAlertKind
{
    public const BALANCE = 'balance';
    public const RUNWAY = 'runway';
}

/** Known words; a newer server may say more. */
final class WebhookDeliveryStatus
{
    public const DUE = 'due';
    public const DELIVERED = 'delivered';
    public const FAILED = 'failed';
    public const HELD = 'held';
}
