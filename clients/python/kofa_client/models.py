"""Written by clients/generator from clients/openapi.json. Do not edit."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, Union

from .convert import Model, Wire
from .files import FileUpload
from .money import Money

AccountPriceRule = Union[
    Literal[
        "default",
        "price_book",
        "tenant_override",
    ],
    str,
]
"""One of these; a newer server may say more."""

AffiliateRoleStatus = Union[
    Literal[
        "ACTIVE",
        "RESIGNED",
        "INACTIVE",
        "UNKNOWN",
    ],
    str,
]
"""One of these; a newer server may say more."""

AffiliateType = Union[
    Literal[
        "CHAIRMAN",
        "DIRECTOR",
        "PROPRIETOR",
        "PARTNER",
        "TRUSTEE",
        "SECRETARY",
        "PSC",
        "SHAREHOLDER",
        "PRESENTER",
        "WITNESS",
    ],
    str,
]
"""One of these; a newer server may say more."""

AffiliatesToInclude = Union[
    Literal[
        "all",
    ],
    str,
]
"""One of these; a newer server may say more."""

AllotmentStatus = Union[
    Literal[
        "pending",
        "full",
        "partial",
        "none",
    ],
    str,
]
"""One of these; a newer server may say more."""

AssetChargeStatus = Union[
    Literal[
        "OUTSTANDING",
        "PART_SATISFIED",
        "FULLY_SATISFIED",
    ],
    str,
]
"""One of these; a newer server may say more."""

CheckCode = Union[
    Literal[
        "unsupported_document",
        "invalid_document_type",
        "expired_document",
        "future_issue_date",
        "missing_issue_date",
        "missing_address_information",
        "name_mismatch",
        "address_mismatch",
        "poor_quality",
        "suspected_manipulation",
        "unsupported_language",
    ],
    str,
]
"""One of these; a newer server may say more."""

CheckSeverity = Union[
    Literal[
        "info",
        "review",
        "fail",
    ],
    str,
]
"""One of these; a newer server may say more."""

CompanyBatchOutcome = Union[
    Literal[
        "PENDING",
        "FOUND",
        "NOT_FOUND",
        "FAILED",
        "CANCELLED",
    ],
    str,
]
"""One of these; a newer server may say more."""

CompanyBatchStatus = Union[
    Literal[
        "queued",
        "processing",
        "completed",
        "cancelled",
    ],
    str,
]
"""One of these; a newer server may say more."""

DocumentType = Union[
    Literal[
        "utility_bill",
        "bank_statement",
        "tenancy_agreement",
        "tax_notice",
        "government_letter",
        "id_card",
        "other",
    ],
    str,
]
"""One of these; a newer server may say more."""

EntityType = Union[
    Literal[
        "COMPANY",
        "BUSINESS_NAME",
        "INCORPORATED_TRUSTEE",
        "LIMITED_PARTNERSHIP",
        "LIMITED_LIABILITY_PARTNERSHIP",
        "RC",
        "CO",
        "BN",
        "IT",
        "LP",
        "LLP",
        "BUSINESS_NAME_FIRM",
        "PRIVATE_COMPANY_LIMITED_BY_SHARES",
    ],
    str,
]
"""One of these; a newer server may say more."""

Environment = Union[
    Literal[
        "sandbox",
        "live",
    ],
    str,
]
"""One of these; a newer server may say more."""

EventType = Union[
    Literal[
        "subscription.updated",
        "payment.updated",
        "offer.updated",
        "allotment.completed",
        "poa.job.completed",
        "poa.job.failed",
        "registry.batch.completed",
        "company.changed",
        "poa.jobs.failing",
        "wallet.low",
        "wallet.credited",
        "key.expiring",
        "live.updated",
        "incident.opened",
        "incident.resolved",
        "webhook.test",
    ],
    str,
]
"""One of these; a newer server may say more."""

FieldSource = Union[
    Literal[
        "extracted",
        "derived",
        "inferred",
        "not_found",
    ],
    str,
]
"""One of these; a newer server may say more."""

Gender = Union[
    Literal[
        "Female",
        "Male",
    ],
    str,
]
"""One of these; a newer server may say more."""

GeneratedTinStatus = Union[
    Literal[
        "GENERATED",
        "EXISTING",
    ],
    str,
]
"""One of these; a newer server may say more."""

IdentityCheckCheck = Union[
    Literal[
        "bvn",
        "nin",
        "account",
    ],
    str,
]
"""One of these; a newer server may say more."""

IdentityCheckOutcome = Union[
    Literal[
        "exact",
        "normalized",
        "partial",
        "mismatch",
        "birth_date_mismatch",
        "not_found",
        "unavailable",
    ],
    str,
]
"""One of these; a newer server may say more."""

IdentityCheckPerson = Union[
    Literal[
        "applicant",
        "secondApplicant",
        "guardian",
    ],
    str,
]
"""One of these; a newer server may say more."""

IdentityCheckPolicy = Union[
    Literal[
        "refuse",
        "warn",
        "skip",
    ],
    str,
]
"""One of these; a newer server may say more."""

JobStage = Union[
    Literal[
        "received",
        "rasterising",
        "ocr",
        "parsing",
        "done",
    ],
    str,
]
"""One of these; a newer server may say more."""

JobStatus = Union[
    Literal[
        "queued",
        "processing",
        "succeeded",
        "failed",
        "cancelled",
        "expired",
    ],
    str,
]
"""One of these; a newer server may say more."""

KeyStatus = Union[
    Literal[
        "active",
        "rotating",
        "expired",
        "revoked",
    ],
    str,
]
"""One of these; a newer server may say more."""

MatchResult = Union[
    Literal[
        "match",
        "partial",
        "mismatch",
        "not_checked",
    ],
    str,
]
"""One of these; a newer server may say more."""

NameMatch = Union[
    Literal[
        "EXACT",
        "NORMALIZED",
        "PARTIAL",
        "MISMATCH",
    ],
    str,
]
"""One of these; a newer server may say more."""

OfferStatus = Union[
    Literal[
        "upcoming",
        "open",
        "closed",
        "allotment_in_progress",
        "allotted",
        "listed",
        "cancelled",
        "suspended",
    ],
    str,
]
"""One of these; a newer server may say more."""

OfferType = Union[
    Literal[
        "PrimaryOffer",
        "RightsIssue",
        "OfferForSale",
        "PrivatePlacement",
        "BondOffer",
    ],
    str,
]
"""One of these; a newer server may say more."""

PaymentStatus = Union[
    Literal[
        "pending",
        "processing",
        "successful",
        "failed",
        "refund_pending",
        "refunded",
    ],
    str,
]
"""One of these; a newer server may say more."""

ProfileType = Union[
    Literal[
        "INDIVIDUAL",
        "JOINT",
        "MINOR",
        "CORPORATE",
    ],
    str,
]
"""One of these; a newer server may say more."""

RegistrationStatus = Union[
    Literal[
        "ACTIVE",
        "INACTIVE",
        "STRUCK_OFF",
        "DELISTED",
        "DISSOLVED",
        "IN_LIQUIDATION",
        "UNKNOWN",
    ],
    str,
]
"""One of these; a newer server may say more."""

Relationship = Union[
    Literal[
        "Parent",
        "Guardian",
        "Grandparent",
        "Spouse",
        "Sibling",
        "Child",
        "Partner",
        "Other",
    ],
    str,
]
"""One of these; a newer server may say more."""

ReviewReason = Union[
    Literal[
        "no_address",
        "filled_field",
        "low_confidence",
        "close_candidates",
        "ambiguous_place",
        "foreign_address",
        "post_box_only",
        "unread_pages",
        "provider_chose",
        "poor_picture",
        "failed_check",
        "not_as_expected",
    ],
    str,
]
"""One of these; a newer server may say more."""

RightsReason = Union[
    Literal[
        "ELIGIBLE",
        "NOT_ON_REGISTER",
        "OFFER_NOT_RIGHTS",
        "OFFER_CLOSED",
        "RIGHTS_FULLY_TRADED",
        "ALREADY_SUBSCRIBED",
    ],
    str,
]
"""One of these; a newer server may say more."""

Role = Union[
    Literal[
        "owner",
        "developer",
        "sandbox_developer",
        "finance",
        "viewer",
    ],
    str,
]
"""One of these; a newer server may say more."""

SubscriptionStatus = Union[
    Literal[
        "received",
        "payment_pending",
        "paid",
        "submitted",
        "accepted",
        "allotted",
        "partially_allotted",
        "not_allotted",
        "credited",
        "refund_pending",
        "refunded",
        "rejected",
        "payment_failed",
        "expired",
        "cancelled",
    ],
    str,
]
"""One of these; a newer server may say more."""

TaxIdFormat = Union[
    Literal[
        "TAX_ID",
        "LEGACY",
    ],
    str,
]
"""One of these; a newer server may say more."""

TinStatus = Union[
    Literal[
        "ACTIVE",
        "INACTIVE",
    ],
    str,
]
"""One of these; a newer server may say more."""

UsageBy = Union[
    Literal[
        "day",
        "endpoint",
    ],
    str,
]
"""One of these; a newer server may say more."""

WalletAlertKind = Union[
    Literal[
        "balance",
        "runway",
    ],
    str,
]
"""One of these; a newer server may say more."""

WebhookDeliveryStatus = Union[
    Literal[
        "due",
        "delivered",
        "failed",
        "held",
    ],
    str,
]
"""One of these; a newer server may say more."""


@dataclass(kw_only=True)
class Account(Model):
    """The calling tenant, and the key it calls with."""

    id: str
    name: str
    vendor_id: str
    """The `vendorId` of subscriptions."""
    environment: Environment
    services: list[Service]
    """Each product in each environment that the key can access, on or off."""
    key: Key
    """The API key of this request."""

    _wire: ClassVar[Wire] = (
        ("id", "id", ""),
        ("name", "name", ""),
        ("vendorId", "vendor_id", ""),
        ("environment", "environment", ""),
        ("services", "services", "Service"),
        ("key", "key", "Key"),
    )


@dataclass(kw_only=True)
class AccountLimit(Model):
    """A rate limit."""

    policy: str
    """The name in `RateLimit-Policy`: `key` for each key, `tenant` for all keys together."""
    requests_per_second: int
    """Average requests per second."""
    burst: int
    """Requests allowed at once after a pause."""

    _wire: ClassVar[Wire] = (
        ("policy", "policy", ""),
        ("requestsPerSecond", "requests_per_second", ""),
        ("burst", "burst", ""),
    )


@dataclass(kw_only=True)
class AccountLimitPage(Model):
    """A page of a list."""

    items: list[AccountLimit]
    """The items."""
    next_cursor: str | None = None
    """The `cursor` of the next page; null on the last."""

    _wire: ClassVar[Wire] = (
        ("items", "items", "AccountLimit"),
        ("nextCursor", "next_cursor", ""),
    )


@dataclass(kw_only=True)
class AccountPrice(Model):
    """The calling tenant's price of an endpoint."""

    operation_id: str
    """The endpoint's `operationId`."""
    environment: Environment
    amount_kobo: int
    """The current price of a billable request, in kobo."""
    currency: str
    """Always `NGN`."""
    rule: AccountPriceRule
    scheduled: list[AccountPriceChange]
    """Scheduled changes, next one first."""
    effective_at: str | None = None
    """When it took effect; null for the default."""

    _wire: ClassVar[Wire] = (
        ("operationId", "operation_id", ""),
        ("environment", "environment", ""),
        ("amountKobo", "amount_kobo", ""),
        ("currency", "currency", ""),
        ("rule", "rule", ""),
        ("effectiveAt", "effective_at", ""),
        ("scheduled", "scheduled", "AccountPriceChange"),
    )


@dataclass(kw_only=True)
class AccountPriceChange(Model):
    """A scheduled price."""

    amount_kobo: int
    """The price per request, in kobo."""
    effective_at: str
    """When it takes effect."""

    _wire: ClassVar[Wire] = (
        ("amountKobo", "amount_kobo", ""),
        ("effectiveAt", "effective_at", ""),
    )


@dataclass(kw_only=True)
class AccountPricePage(Model):
    """A page of a list."""

    items: list[AccountPrice]
    """The items."""
    next_cursor: str | None = None
    """The `cursor` of the next page; null on the last."""

    _wire: ClassVar[Wire] = (
        ("items", "items", "AccountPrice"),
        ("nextCursor", "next_cursor", ""),
    )


@dataclass(kw_only=True)
class AccountStatement(Model):
    """A month with a statement."""

    month: str
    """The month, Lagos time."""
    is_open: bool
    """Whether the month is still running, so that its totals are provisional."""
    from_: str
    """When the month begins."""
    until: str
    """When the next month begins."""

    _wire: ClassVar[Wire] = (
        ("month", "month", ""),
        ("isOpen", "is_open", ""),
        ("from", "from_", ""),
        ("until", "until", ""),
    )


@dataclass(kw_only=True)
class AccountStatementPage(Model):
    """A page of a list."""

    items: list[AccountStatement]
    """The items."""
    next_cursor: str | None = None
    """The `cursor` of the next page; null on the last."""

    _wire: ClassVar[Wire] = (
        ("items", "items", "AccountStatement"),
        ("nextCursor", "next_cursor", ""),
    )


@dataclass(kw_only=True)
class AccountUsage(Model):
    """Requests of a day or of an endpoint."""

    calls: int
    """The number of requests."""
    errors: int
    """The number of requests with an error response."""
    charge_kobo: int
    """The amount charged, in kobo. Amounts charged after the response was sent count at the time of
    the charge.
    """
    since: str | None = None
    """The start of the day (Lagos time); null when grouped by endpoint."""
    operation_id: str | None = None
    """The endpoint; null when grouped by day."""

    _wire: ClassVar[Wire] = (
        ("since", "since", ""),
        ("operationId", "operation_id", ""),
        ("calls", "calls", ""),
        ("errors", "errors", ""),
        ("chargeKobo", "charge_kobo", ""),
    )


@dataclass(kw_only=True)
class AccountUsagePage(Model):
    """A page of a list."""

    items: list[AccountUsage]
    """The items."""
    next_cursor: str | None = None
    """The `cursor` of the next page; null on the last."""

    _wire: ClassVar[Wire] = (
        ("items", "items", "AccountUsage"),
        ("nextCursor", "next_cursor", ""),
    )


@dataclass(kw_only=True)
class AccountWallet(Model):
    """The calling tenant's wallet in the environment."""

    balance_kobo: int
    """The balance including funds on hold, in kobo."""
    reserved_kobo: int
    """Funds on hold for requests in progress, in kobo."""
    available_kobo: int
    """The available balance, in kobo."""
    currency: str
    """Always `NGN`."""
    spent_per_day_kobo: int
    """The average amount charged per day in the last seven days, in kobo."""
    alerts: WalletAlerts
    """The alert thresholds and open alerts."""
    runway_days: int | None = None
    """How many full days the balance lasts at that rate; null if nothing was charged."""

    _wire: ClassVar[Wire] = (
        ("balanceKobo", "balance_kobo", ""),
        ("reservedKobo", "reserved_kobo", ""),
        ("availableKobo", "available_kobo", ""),
        ("currency", "currency", ""),
        ("spentPerDayKobo", "spent_per_day_kobo", ""),
        ("runwayDays", "runway_days", ""),
        ("alerts", "alerts", "WalletAlerts"),
    )


@dataclass(kw_only=True)
class AddressData(Model):
    """The extracted fields. Unknown values are empty strings."""

    full_address: str
    """The address as printed in the document; nothing is ever added to it."""
    street: str
    """House, street, landmark."""
    city: str
    """One town or city, its name alone; a district only where no town is printed."""
    state: str
    """State, or FCT."""
    lga: str
    """Local government area."""
    country: str
    """Country."""
    confidence: float
    """The lowest confidence of all extracted fields, 0 to 1."""
    requires_review: bool
    """Whether a person should review the result."""
    review_reasons: list[ReviewReason]
    """Why a person should look; empty exactly if `requires_review` is false. `no_address`: the
    document shows none of its holder. `filled_field`: a field was derived or inferred.
    `close_candidates`: another address fits about as well. `low_confidence`: the least
    `confidence` is below 0.8. `ambiguous_place`: the names fit several places or contradict each
    other. `foreign_address`: it is not in Nigeria. `post_box_only`: it names no street, only a
    box. `unread_pages`: some pages are pictures of which little or nothing could be read, so the
    address may stand there. `provider_chose`: an AI provider named the address, which is
    printed. `poor_picture`: a picture is dark, blurred, cut off or its letters are small; the
    check `poor_quality` says what to do. `failed_check`: a check that was asked for is graver
    than `info`. `not_as_expected`: a comparison that was asked for found no match.
    """
    field_metadata: AddressMetadata | None = None
    """Where `lga`, `state` and `country` come from; only in the variant with `hallucination`."""
    regions: FieldRegions | None = None
    """With `include=regions`."""
    document: DocumentData | None = None
    """With `include=document`."""
    checks: list[CheckData] | None = None
    """With `include=checks`: what a reviewer should know, most serious first."""
    match: MatchData | None = None
    """With `include=match`, or if you sent an expected name or address."""
    parts: PartsData | None = None
    """With `include=parts`."""

    _wire: ClassVar[Wire] = (
        ("full_address", "full_address", ""),
        ("street", "street", ""),
        ("city", "city", ""),
        ("state", "state", ""),
        ("lga", "lga", ""),
        ("country", "country", ""),
        ("field_metadata", "field_metadata", "AddressMetadata"),
        ("confidence", "confidence", ""),
        ("requires_review", "requires_review", ""),
        ("review_reasons", "review_reasons", ""),
        ("regions", "regions", "FieldRegions"),
        ("document", "document", "DocumentData"),
        ("checks", "checks", "CheckData"),
        ("match", "match", "MatchData"),
        ("parts", "parts", "PartsData"),
    )


@dataclass(kw_only=True)
class AddressMetadata(Model):
    """The sources of the three fields that `hallucination` may fill; with `include`, of all six."""

    lga: FieldMetadata
    """Where a value comes from."""
    state: FieldMetadata
    """Where a value comes from."""
    country: FieldMetadata
    """Where a value comes from."""
    full_address: FieldMetadata | None = None
    """Where a value comes from."""
    street: FieldMetadata | None = None
    """Where a value comes from."""
    city: FieldMetadata | None = None
    """Where a value comes from."""

    _wire: ClassVar[Wire] = (
        ("lga", "lga", "FieldMetadata"),
        ("state", "state", "FieldMetadata"),
        ("country", "country", "FieldMetadata"),
        ("full_address", "full_address", "FieldMetadata"),
        ("street", "street", "FieldMetadata"),
        ("city", "city", "FieldMetadata"),
    )


@dataclass(kw_only=True)
class Affiliate(Model):
    """A person or organisation. Values that are not on the register are null."""

    affiliate_type: AffiliateType
    """The most senior current role, or the most senior former role if there is no current one."""
    roles: list[AffiliateRole]
    """All roles, most senior first."""
    full_name: str
    address: AffiliateAddress
    """The address of an affiliate."""
    is_corporate: bool
    """Whether this is an organisation rather than a person."""
    is_chairman: bool
    """Whether this person currently chairs the board or the trustees."""
    is_psc: bool
    """Whether this person currently has significant control."""
    status: AffiliateRoleStatus
    """`ACTIVE`, `RESIGNED` (all roles, the leading one at a date), `INACTIVE`, or `UNKNOWN`, where
    the register does not say.
    """
    affiliate_id: str | None = None
    """The identifier in the register."""
    surname: str | None = None
    first_name: str | None = None
    other_name: str | None = None
    gender: str | None = None
    """`MALE` or `FEMALE`, or the value in the register."""
    date_of_birth: str | None = None
    """Year and month only."""
    nationality: str | None = None
    former_nationality: str | None = None
    occupation: str | None = None
    email: str | None = None
    """Masked."""
    phone_number: str | None = None
    """Masked."""
    corporation_name: str | None = None
    """Of a body."""
    corporation_rc_number: str | None = None
    """For an organisation, as written in the register."""
    shares_allotted: int | None = None
    """Number of shares currently held, of all types."""
    share_type: str | None = None
    """Type of the shares; several types are joined by `, `."""
    percentage: float | None = None
    """Part of all shares that the register lists as held. Of the shares issued:
    `getShareDistribution`.
    """
    psc: AffiliateControl | None = None
    """The details of the control; null if there never was any."""
    accreditation_number: str | None = None
    identity_number: str | None = None
    """Masked: all but the last four characters."""

    _wire: ClassVar[Wire] = (
        ("affiliateId", "affiliate_id", ""),
        ("affiliateType", "affiliate_type", ""),
        ("roles", "roles", "AffiliateRole"),
        ("surname", "surname", ""),
        ("firstName", "first_name", ""),
        ("otherName", "other_name", ""),
        ("fullName", "full_name", ""),
        ("gender", "gender", ""),
        ("dateOfBirth", "date_of_birth", ""),
        ("nationality", "nationality", ""),
        ("formerNationality", "former_nationality", ""),
        ("occupation", "occupation", ""),
        ("email", "email", ""),
        ("phoneNumber", "phone_number", ""),
        ("address", "address", "AffiliateAddress"),
        ("isCorporate", "is_corporate", ""),
        ("corporationName", "corporation_name", ""),
        ("corporationRcNumber", "corporation_rc_number", ""),
        ("sharesAllotted", "shares_allotted", ""),
        ("shareType", "share_type", ""),
        ("percentage", "percentage", ""),
        ("isChairman", "is_chairman", ""),
        ("isPsc", "is_psc", ""),
        ("psc", "psc", "AffiliateControl"),
        ("accreditationNumber", "accreditation_number", ""),
        ("identityNumber", "identity_number", ""),
        ("status", "status", ""),
    )


@dataclass(kw_only=True)
class AffiliateAddress(Model):
    """The address of an affiliate."""

    street: str | None = None
    street_number: str | None = None
    city: str | None = None
    lga: str | None = None
    """Local government area."""
    state: str | None = None
    country: str | None = None
    postcode: str | None = None

    _wire: ClassVar[Wire] = (
        ("street", "street", ""),
        ("streetNumber", "street_number", ""),
        ("city", "city", ""),
        ("lga", "lga", ""),
        ("state", "state", ""),
        ("country", "country", ""),
        ("postcode", "postcode", ""),
    )


@dataclass(kw_only=True)
class AffiliateControl(Model):
    """How a person controls the entity (CAMA 2020, section 119)."""

    nature: list[str]
    """`HOLDS_SHARES`, `HOLDS_VOTING_RIGHTS`, `APPOINTS_DIRECTORS`,
    `SIGNIFICANT_INFLUENCE_OR_CONTROL`, or the register's own words.
    """
    direct: bool | None = None
    """Held directly."""
    indirect: bool | None = None
    """Held through others."""
    share_percentage: float | None = None
    """Percent, with at most two decimals."""
    voting_percentage: float | None = None
    """Percent, with at most two decimals."""

    _wire: ClassVar[Wire] = (
        ("nature", "nature", ""),
        ("direct", "direct", ""),
        ("indirect", "indirect", ""),
        ("sharePercentage", "share_percentage", ""),
        ("votingPercentage", "voting_percentage", ""),
    )


@dataclass(kw_only=True)
class AffiliateRole(Model):
    """One role of a person."""

    type: str
    """The role."""
    status: AffiliateRoleStatus
    """`ACTIVE`, `RESIGNED`, `INACTIVE` or `UNKNOWN`."""
    appointed_on: str | None = None
    resigned_on: str | None = None

    _wire: ClassVar[Wire] = (
        ("type", "type", ""),
        ("appointedOn", "appointed_on", ""),
        ("resignedOn", "resigned_on", ""),
        ("status", "status", ""),
    )


@dataclass(kw_only=True)
class Affiliates(Model):
    """The people and bodies behind an entity."""

    rc_number: str
    """In canonical form."""
    company_name: str
    entity_type: str
    """Kind of entity."""
    total_count: int
    """Entries in `affiliates`."""
    current_count: int
    """Entries with a current role."""
    affiliates: list[Affiliate]
    """Current role holders first, by seniority, then former ones."""
    source: RecordSource
    """Where a record comes from and how fresh it is."""

    _wire: ClassVar[Wire] = (
        ("rcNumber", "rc_number", ""),
        ("companyName", "company_name", ""),
        ("entityType", "entity_type", ""),
        ("totalCount", "total_count", ""),
        ("currentCount", "current_count", ""),
        ("affiliates", "affiliates", "Affiliate"),
        ("source", "source", "RecordSource"),
    )


@dataclass(kw_only=True)
class Age(Model):
    """The age of data from an external exchange."""

    cached: bool
    """Whether the data comes from the cache."""
    stale: bool
    """Whether the exchange failed to respond to the latest request."""
    retrieved_at: str | None = None
    """When the data was retrieved from the exchange; null if it does not come from an exchange."""

    _wire: ClassVar[Wire] = (
        ("retrievedAt", "retrieved_at", ""),
        ("cached", "cached", ""),
        ("stale", "stale", ""),
    )


@dataclass(kw_only=True)
class ApplyingCompany(Model):
    """A company that applies. Its existence and name are checked with the registry."""

    rc_number: str
    """With or without `RC`, `BN`, `IT`, `LP` or `LLP` before it."""
    name: str
    entity_type: str | None = None
    """The type of entity, as in the endpoints of the registry."""

    _wire: ClassVar[Wire] = (
        ("rcNumber", "rc_number", ""),
        ("entityType", "entity_type", ""),
        ("name", "name", ""),
    )


@dataclass(kw_only=True)
class AssetCharge(Model):
    """A registered charge. Values that are not on the register are null."""

    charge_id: str
    """The identifier in the register."""
    status: AssetChargeStatus
    """`OUTSTANDING`, `PART_SATISFIED` or `FULLY_SATISFIED`."""
    currency: str
    """ISO 4217"""
    persons_entitled: list[PersonEntitled]
    """The persons entitled under the charge."""
    charge_code: str | None = None
    type: str | None = None
    """Such as `DEBENTURE`."""
    description: str | None = None
    created_on: str | None = None
    registered_on: str | None = None
    satisfied_on: str | None = None
    amount_secured: Money | None = None
    """What it secures."""
    particulars: str | None = None
    """What is charged."""
    contains_fixed_charge: bool | None = None
    contains_floating_charge: bool | None = None
    contains_negative_pledge: bool | None = None
    """Whether further charges are forbidden."""

    _wire: ClassVar[Wire] = (
        ("chargeId", "charge_id", ""),
        ("chargeCode", "charge_code", ""),
        ("type", "type", ""),
        ("description", "description", ""),
        ("createdOn", "created_on", ""),
        ("registeredOn", "registered_on", ""),
        ("satisfiedOn", "satisfied_on", ""),
        ("status", "status", ""),
        ("amountSecured", "amount_secured", "money"),
        ("currency", "currency", ""),
        ("personsEntitled", "persons_entitled", "PersonEntitled"),
        ("particulars", "particulars", ""),
        ("containsFixedCharge", "contains_fixed_charge", ""),
        ("containsFloatingCharge", "contains_floating_charge", ""),
        ("containsNegativePledge", "contains_negative_pledge", ""),
    )


@dataclass(kw_only=True)
class Assets(Model):
    """Charges over the assets of an entity."""

    rc_number: str
    """In canonical form."""
    company_name: str
    entity_type: str
    """Kind of entity."""
    total_count: int
    """All charges."""
    outstanding_count: int
    """Charges that are not satisfied or only partly satisfied."""
    part_satisfied_count: int
    """Of the outstanding, those of which a part is satisfied."""
    satisfied_count: int
    """Charges that are fully satisfied."""
    assets: list[AssetCharge]
    """Oldest first, in the order of the register."""
    source: RecordSource
    """Where a record comes from and how fresh it is."""

    _wire: ClassVar[Wire] = (
        ("rcNumber", "rc_number", ""),
        ("companyName", "company_name", ""),
        ("entityType", "entity_type", ""),
        ("totalCount", "total_count", ""),
        ("outstandingCount", "outstanding_count", ""),
        ("partSatisfiedCount", "part_satisfied_count", ""),
        ("satisfiedCount", "satisfied_count", ""),
        ("assets", "assets", "AssetCharge"),
        ("source", "source", "RecordSource"),
    )


@dataclass(kw_only=True)
class BankList(Model):
    """All supported banks."""

    banks: list[BankRecord]
    source: Age
    """The age of data from an external exchange."""

    _wire: ClassVar[Wire] = (
        ("banks", "banks", "BankRecord"),
        ("source", "source", "Age"),
    )


@dataclass(kw_only=True)
class BankRecord(Model):
    """A bank. `logoUrl` is null where the operator has set none."""

    bank_id: int
    name: str
    slug: str
    active: bool
    """Whether accounts at this bank are still accepted."""
    supports_direct_debit: bool
    """Whether the bank supports direct debit."""
    bank_code: str | None = None
    """The code of the Central Bank; where it has given none, that of NIBSS."""
    nip_code: str | None = None
    """Routing code of NIBSS."""
    logo_url: str | None = None

    _wire: ClassVar[Wire] = (
        ("bankId", "bank_id", ""),
        ("name", "name", ""),
        ("bankCode", "bank_code", ""),
        ("nipCode", "nip_code", ""),
        ("slug", "slug", ""),
        ("active", "active", ""),
        ("supportsDirectDebit", "supports_direct_debit", ""),
        ("logoUrl", "logo_url", ""),
    )


@dataclass(kw_only=True)
class BrokerList(Model):
    """All brokers."""

    brokers: list[BrokerRecord]
    source: Age
    """The age of data from an external exchange."""

    _wire: ClassVar[Wire] = (
        ("brokers", "brokers", "BrokerRecord"),
        ("source", "source", "Age"),
    )


@dataclass(kw_only=True)
class BrokerRecord(Model):
    """A broker. Contact details are null if no public source has them."""

    id: str
    """The `brokerId` of a subscription."""
    name: str
    active: bool
    """Whether applications can go through it."""
    accepts_new_clients: bool
    """Whether it accepts applicants without a CHN."""
    offer_types: list[str]
    """Types of offer it accepts applications for."""
    code: str | None = None
    """Dealing member code."""
    email: str | None = None
    phone: str | None = None
    website: str | None = None
    address: str | None = None

    _wire: ClassVar[Wire] = (
        ("id", "id", ""),
        ("name", "name", ""),
        ("code", "code", ""),
        ("email", "email", ""),
        ("phone", "phone", ""),
        ("website", "website", ""),
        ("address", "address", ""),
        ("active", "active", ""),
        ("acceptsNewClients", "accepts_new_clients", ""),
        ("offerTypes", "offer_types", ""),
    )


@dataclass(kw_only=True)
class CheckData(Model):
    """Something that a reviewer should know."""

    code: CheckCode
    severity: CheckSeverity
    message: str
    """In words."""
    evidence: list[str]
    """The evidence: text from the document, or the rule."""

    _wire: ClassVar[Wire] = (
        ("code", "code", ""),
        ("severity", "severity", ""),
        ("message", "message", ""),
        ("evidence", "evidence", ""),
    )


@dataclass(kw_only=True)
class CompanyAlternative(Model):
    """Another entity with the same number."""

    entity_type: str
    """Send it as `entityType` to get this one."""
    company_name: str

    _wire: ClassVar[Wire] = (
        ("entityType", "entity_type", ""),
        ("companyName", "company_name", ""),
    )


@dataclass(kw_only=True)
class CompanyBatch(Model):
    """A lookup batch."""

    batch_id: str
    """Names it: the `X-Request-Id` of the call that made it."""
    status: CompanyBatchStatus
    total: int
    """Number of companies in the batch."""
    done: int
    """Number of companies with a result so far."""
    found: int
    not_found: int
    failed: int
    """Number of companies whose source refused or failed three times."""
    price_kobo: int
    """The price of each company found, in kobo."""
    cost_kobo: int
    """The cost of the companies found so far, in kobo, charged when the batch ends."""
    created_at: str
    ended_at: str | None = None
    """Null until it has ended."""
    expires_at: str | None = None
    """When the batch and its results will be deleted; null until it has ended."""

    _wire: ClassVar[Wire] = (
        ("batchId", "batch_id", ""),
        ("status", "status", ""),
        ("total", "total", ""),
        ("done", "done", ""),
        ("found", "found", ""),
        ("notFound", "not_found", ""),
        ("failed", "failed", ""),
        ("priceKobo", "price_kobo", ""),
        ("costKobo", "cost_kobo", ""),
        ("createdAt", "created_at", ""),
        ("endedAt", "ended_at", ""),
        ("expiresAt", "expires_at", ""),
    )


@dataclass(kw_only=True)
class CompanyBatchLine(Model):
    """A company to look up."""

    rc_number: str
    entity_type: str | None = None
    """Finds only this kind of entity."""

    _wire: ClassVar[Wire] = (
        ("rcNumber", "rc_number", ""),
        ("entityType", "entity_type", ""),
    )


@dataclass(kw_only=True)
class CompanyBatchPage(Model):
    """A page of results."""

    results: list[CompanyBatchResult]
    page: int
    """From 1."""
    size: int
    total_pages: int
    total_count: int

    _wire: ClassVar[Wire] = (
        ("results", "results", "CompanyBatchResult"),
        ("page", "page", ""),
        ("size", "size", ""),
        ("totalPages", "total_pages", ""),
        ("totalCount", "total_count", ""),
    )


@dataclass(kw_only=True)
class CompanyBatchRequest(Model):
    """The companies of a batch."""

    companies: list[CompanyBatchLine]
    """Each entity once."""
    max_age: int | None = None
    """The maximum age of a record, in seconds, as in the lookup by RC number."""

    _wire: ClassVar[Wire] = (
        ("companies", "companies", "CompanyBatchLine"),
        ("maxAge", "max_age", ""),
    )


@dataclass(kw_only=True)
class CompanyBatchResult(Model):
    """The result for one company."""

    position: int
    """Its place in the request, from 0."""
    rc_number: str
    """As it was sent, without separators."""
    outcome: CompanyBatchOutcome
    entity_type: str | None = None
    """As it was sent; null if it was not."""
    error_code: str | None = None
    """The error code if no company was found; otherwise null."""
    company: CompanyRecord | None = None
    """The company; null if none was found."""

    _wire: ClassVar[Wire] = (
        ("position", "position", ""),
        ("rcNumber", "rc_number", ""),
        ("entityType", "entity_type", ""),
        ("outcome", "outcome", ""),
        ("errorCode", "error_code", ""),
        ("company", "company", "CompanyRecord"),
    )


@dataclass(kw_only=True)
class CompanyByTin(Model):
    """The company that has a tax number."""

    rc_number: str
    """In canonical form: digits, without prefix and leading zeros (the sandbox's reserved numbers
    keep theirs).
    """
    company_name: str
    company_type: str
    """Such as `PRIVATE_COMPANY_LIMITED_BY_SHARES`."""
    registration_status: RegistrationStatus
    """`ACTIVE`, `INACTIVE` (annual returns overdue), `STRUCK_OFF`, `DELISTED`, `DISSOLVED`,
    `IN_LIQUIDATION` or `UNKNOWN`.
    """
    registered_address: str
    entity_type: str
    """Kind of entity: `COMPANY`, `BUSINESS_NAME`, `INCORPORATED_TRUSTEE`, `LIMITED_PARTNERSHIP` or
    `LIMITED_LIABILITY_PARTNERSHIP`.
    """
    classification_id: int
    """The registry's number of that kind: 1 business name, 2 company, 3 incorporated trustees, 4
    limited partnership, 5 limited liability partnership.
    """
    source: RecordSource
    """Where a record comes from and how fresh it is."""
    tin: str
    """The number that was asked for, in canonical form."""
    tax_id_format: TaxIdFormat
    """The form of `tin`: `TAX_ID` for thirteen digits, `LEGACY` otherwise."""
    tax_id: str
    """The thirteen-digit number of the company, whichever format you sent; the legacy number if the
    tax authority has no other.
    """
    taxpayer_name: str
    """The name registered with the tax authority."""
    tin_status: TinStatus
    """`ACTIVE`, or `INACTIVE` where the company is no longer registered."""
    name_matches_registry: bool
    """Whether `taxpayerName` equals `companyName`, ignoring case and spaces."""
    registration_date: str | None = None
    line_of_business: str | None = None
    """Several are joined by `; `."""
    city: str | None = None
    lga: str | None = None
    """Local government area."""
    state: str | None = None
    email: str | None = None
    alternatives: list[CompanyAlternative] | None = None
    """Other entities with the same number. Only present if there are any and the request did not
    select a type.
    """
    previous_tin: str | None = None
    """The legacy number that `taxId` replaces, if there was one. It stays valid."""
    tax_office: str | None = None
    """The responsible office of the tax authority."""

    _wire: ClassVar[Wire] = (
        ("rcNumber", "rc_number", ""),
        ("companyName", "company_name", ""),
        ("companyType", "company_type", ""),
        ("registrationStatus", "registration_status", ""),
        ("registeredAddress", "registered_address", ""),
        ("entityType", "entity_type", ""),
        ("classificationId", "classification_id", ""),
        ("registrationDate", "registration_date", ""),
        ("lineOfBusiness", "line_of_business", ""),
        ("city", "city", ""),
        ("lga", "lga", ""),
        ("state", "state", ""),
        ("email", "email", ""),
        ("alternatives", "alternatives", "CompanyAlternative"),
        ("source", "source", "RecordSource"),
        ("tin", "tin", ""),
        ("taxIdFormat", "tax_id_format", ""),
        ("taxId", "tax_id", ""),
        ("previousTin", "previous_tin", ""),
        ("taxpayerName", "taxpayer_name", ""),
        ("taxOffice", "tax_office", ""),
        ("tinStatus", "tin_status", ""),
        ("nameMatchesRegistry", "name_matches_registry", ""),
    )


@dataclass(kw_only=True)
class CompanyDetails(Model):
    """The full record of an entity."""

    rc_number: str
    """In canonical form: digits, without prefix and leading zeros (the sandbox's reserved numbers
    keep theirs).
    """
    company_name: str
    company_type: str
    """Such as `PRIVATE_COMPANY_LIMITED_BY_SHARES`."""
    registration_status: RegistrationStatus
    """`ACTIVE`, `INACTIVE` (annual returns overdue), `STRUCK_OFF`, `DELISTED`, `DISSOLVED`,
    `IN_LIQUIDATION` or `UNKNOWN`.
    """
    registered_address: str
    entity_type: str
    """Kind of entity: `COMPANY`, `BUSINESS_NAME`, `INCORPORATED_TRUSTEE`, `LIMITED_PARTNERSHIP` or
    `LIMITED_LIABILITY_PARTNERSHIP`.
    """
    classification_id: int
    """The registry's number of that kind: 1 business name, 2 company, 3 incorporated trustees, 4
    limited partnership, 5 limited liability partnership.
    """
    source: RecordSource
    """Where a record comes from and how fresh it is."""
    objectives: list[str]
    """The registered objectives, or else the lines of business."""
    registration_date: str | None = None
    line_of_business: str | None = None
    """Several are joined by `; `."""
    city: str | None = None
    lga: str | None = None
    """Local government area."""
    state: str | None = None
    email: str | None = None
    alternatives: list[CompanyAlternative] | None = None
    """Other entities with the same number. Only present if there are any and the request did not
    select a type.
    """
    branch_address: str | None = None
    """Null if it is not on the register."""
    head_office_address: str | None = None
    """Null if it is not on the register."""
    delisting_status: str | None = None
    """`STRUCK_OFF` or `DELISTED`; null for an entity that is neither."""
    last_annual_return: str | None = None
    """Year or date of the last annual return. Null where the register does not say."""

    _wire: ClassVar[Wire] = (
        ("rcNumber", "rc_number", ""),
        ("companyName", "company_name", ""),
        ("companyType", "company_type", ""),
        ("registrationStatus", "registration_status", ""),
        ("registeredAddress", "registered_address", ""),
        ("entityType", "entity_type", ""),
        ("classificationId", "classification_id", ""),
        ("registrationDate", "registration_date", ""),
        ("lineOfBusiness", "line_of_business", ""),
        ("city", "city", ""),
        ("lga", "lga", ""),
        ("state", "state", ""),
        ("email", "email", ""),
        ("alternatives", "alternatives", "CompanyAlternative"),
        ("source", "source", "RecordSource"),
        ("branchAddress", "branch_address", ""),
        ("headOfficeAddress", "head_office_address", ""),
        ("objectives", "objectives", ""),
        ("delistingStatus", "delisting_status", ""),
        ("lastAnnualReturn", "last_annual_return", ""),
    )


@dataclass(kw_only=True)
class CompanyNameAlternative(Model):
    """The result for another entity with the same number."""

    entity_type: str
    """Send it as `entityType` to get this one."""
    company_name: str
    match_result: str
    """`EXACT`, `NORMALIZED`, `PARTIAL` or `MISMATCH`."""
    match_score: float
    """With two decimals."""

    _wire: ClassVar[Wire] = (
        ("entityType", "entity_type", ""),
        ("companyName", "company_name", ""),
        ("matchResult", "match_result", ""),
        ("matchScore", "match_score", ""),
    )


@dataclass(kw_only=True)
class CompanyNameCheck(Model):
    """The result of a name check."""

    rc_number: str
    """In canonical form: digits, without prefix and leading zeros (the sandbox's reserved numbers
    keep theirs).
    """
    submitted_name: str
    """As it was sent."""
    registered_name: str
    is_match: bool
    """Whether it is the same name: true for `EXACT` and `NORMALIZED`."""
    match_result: NameMatch
    """`EXACT`, `NORMALIZED`, `PARTIAL` or `MISMATCH`."""
    match_score: float
    """With two decimals: exact 1, normalized 0.99, partial 0.85 to 0.98, mismatch up to 0.84."""
    differences: list[NameDifference]
    """What differs; empty if the names match exactly."""
    registration_status: str
    """`ACTIVE`, `INACTIVE` (annual returns overdue), `STRUCK_OFF`, `DELISTED`, `DISSOLVED`,
    `IN_LIQUIDATION` or `UNKNOWN`.
    """
    entity_type: str
    """Kind of entity: `COMPANY`, `BUSINESS_NAME`, `INCORPORATED_TRUSTEE`, `LIMITED_PARTNERSHIP` or
    `LIMITED_LIABILITY_PARTNERSHIP`.
    """
    source: RecordSource
    """Where a record comes from and how fresh it is."""
    alternatives: list[CompanyNameAlternative] | None = None
    """The results for other entities with the same number. Only present if there are any and the
    request did not select a type.
    """

    _wire: ClassVar[Wire] = (
        ("rcNumber", "rc_number", ""),
        ("submittedName", "submitted_name", ""),
        ("registeredName", "registered_name", ""),
        ("isMatch", "is_match", ""),
        ("matchResult", "match_result", ""),
        ("matchScore", "match_score", ""),
        ("differences", "differences", "NameDifference"),
        ("registrationStatus", "registration_status", ""),
        ("entityType", "entity_type", ""),
        ("alternatives", "alternatives", "CompanyNameAlternative"),
        ("source", "source", "RecordSource"),
    )


@dataclass(kw_only=True)
class CompanyRecord(Model):
    """The record of an entity. Values that are not on the register are empty for the first five
    members, and null for the others.
    """

    rc_number: str
    """In canonical form: digits, without prefix and leading zeros (the sandbox's reserved numbers
    keep theirs).
    """
    company_name: str
    company_type: str
    """Such as `PRIVATE_COMPANY_LIMITED_BY_SHARES`."""
    registration_status: RegistrationStatus
    """`ACTIVE`, `INACTIVE` (annual returns overdue), `STRUCK_OFF`, `DELISTED`, `DISSOLVED`,
    `IN_LIQUIDATION` or `UNKNOWN`.
    """
    registered_address: str
    entity_type: str
    """Kind of entity: `COMPANY`, `BUSINESS_NAME`, `INCORPORATED_TRUSTEE`, `LIMITED_PARTNERSHIP` or
    `LIMITED_LIABILITY_PARTNERSHIP`.
    """
    classification_id: int
    """The registry's number of that kind: 1 business name, 2 company, 3 incorporated trustees, 4
    limited partnership, 5 limited liability partnership.
    """
    source: RecordSource
    """Where a record comes from and how fresh it is."""
    registration_date: str | None = None
    line_of_business: str | None = None
    """Several are joined by `; `."""
    city: str | None = None
    lga: str | None = None
    """Local government area."""
    state: str | None = None
    email: str | None = None
    alternatives: list[CompanyAlternative] | None = None
    """Other entities with the same number. Only present if there are any and the request did not
    select a type.
    """

    _wire: ClassVar[Wire] = (
        ("rcNumber", "rc_number", ""),
        ("companyName", "company_name", ""),
        ("companyType", "company_type", ""),
        ("registrationStatus", "registration_status", ""),
        ("registeredAddress", "registered_address", ""),
        ("entityType", "entity_type", ""),
        ("classificationId", "classification_id", ""),
        ("registrationDate", "registration_date", ""),
        ("lineOfBusiness", "line_of_business", ""),
        ("city", "city", ""),
        ("lga", "lga", ""),
        ("state", "state", ""),
        ("email", "email", ""),
        ("alternatives", "alternatives", "CompanyAlternative"),
        ("source", "source", "RecordSource"),
    )


@dataclass(kw_only=True)
class CompanySearchPage(Model):
    """What was found."""

    companies: list[CompanyRecord]
    """Closest names first."""
    page: int
    """From 1."""
    size: int
    total_pages: int
    total_count: int
    """Number of matching entities among those considered."""
    is_complete: bool
    """Whether all entities with such a name were considered; otherwise only the first 1,000 were.
    """

    _wire: ClassVar[Wire] = (
        ("companies", "companies", "CompanyRecord"),
        ("page", "page", ""),
        ("size", "size", ""),
        ("totalPages", "total_pages", ""),
        ("totalCount", "total_count", ""),
        ("isComplete", "is_complete", ""),
    )


@dataclass(kw_only=True)
class CompanyTin(Model):
    """A company's tax number, and the company it belongs to."""

    rc_number: str
    """In canonical form."""
    company_name: str
    entity_type: str
    """Kind of entity."""
    registration_status: str
    """The status of the company in the registry."""
    registered_address: str
    """Empty if it is not on the register."""
    tin: str
    """Thirteen digits, or a legacy number of eight and four."""
    tax_id_format: TaxIdFormat
    """The form of `tin`: `TAX_ID` for thirteen digits, `LEGACY` otherwise."""
    tin_status: TinStatus
    """`ACTIVE`, or `INACTIVE` where the company is no longer registered."""
    source: RecordSource
    """Where a record comes from and how fresh it is."""
    registration_date: str | None = None
    previous_tin: str | None = None
    """The legacy number that `tin` replaces, if there was one. It stays valid."""
    tax_office: str | None = None
    """The responsible office of the tax authority."""
    alternatives: list[CompanyAlternative] | None = None
    """Other entities with the same number. Only present if there are any and the request did not
    select a type.
    """

    _wire: ClassVar[Wire] = (
        ("rcNumber", "rc_number", ""),
        ("companyName", "company_name", ""),
        ("entityType", "entity_type", ""),
        ("registrationStatus", "registration_status", ""),
        ("registeredAddress", "registered_address", ""),
        ("registrationDate", "registration_date", ""),
        ("tin", "tin", ""),
        ("taxIdFormat", "tax_id_format", ""),
        ("previousTin", "previous_tin", ""),
        ("taxOffice", "tax_office", ""),
        ("tinStatus", "tin_status", ""),
        ("alternatives", "alternatives", "CompanyAlternative"),
        ("source", "source", "RecordSource"),
    )


@dataclass(kw_only=True)
class CompanyWatch(Model):
    """A watched company."""

    watch_id: str
    """Identifies the watch in events."""
    rc_number: str
    """In canonical form: digits, without prefix and leading zeros."""
    entity_type: str
    created_at: str
    """Since when."""

    _wire: ClassVar[Wire] = (
        ("watchId", "watch_id", ""),
        ("rcNumber", "rc_number", ""),
        ("entityType", "entity_type", ""),
        ("createdAt", "created_at", ""),
    )


@dataclass(kw_only=True)
class CompanyWatchPage(Model):
    """A page of watches."""

    watches: list[CompanyWatch]
    """The newest first."""
    page: int
    """From 1."""
    size: int
    total_pages: int
    total_count: int

    _wire: ClassVar[Wire] = (
        ("watches", "watches", "CompanyWatch"),
        ("page", "page", ""),
        ("size", "size", ""),
        ("totalPages", "total_pages", ""),
        ("totalCount", "total_count", ""),
    )


@dataclass(kw_only=True)
class CompanyWatchRequest(Model):
    """A company to watch."""

    rc_number: str
    entity_type: str | None = None
    """The type of entity. Default: the type of the prefix, or else the company."""

    _wire: ClassVar[Wire] = (
        ("rcNumber", "rc_number", ""),
        ("entityType", "entity_type", ""),
    )


@dataclass(kw_only=True)
class DocumentData(Model):
    """Details of the document. Values that it does not show are null."""

    type: DocumentType
    pages: int
    """Pages."""
    issuer_name: str | None = None
    """The issuer, as printed."""
    issuer_address: IssuerAddress | None = None
    """The issuer's own address as printed; null if it shows none."""
    recipient_name: str | None = None
    """The recipient, as printed."""
    issue_date: str | None = None
    """Day of issue."""
    period_start: str | None = None
    """First day of the billing or statement period."""
    period_end: str | None = None
    """Last day of that period."""
    age_days: int | None = None
    """Days since the day of issue; without one, since the end of the period, and 0 within it.
    Negative if that lies ahead.
    """
    is_recent: bool | None = None
    """Whether it is at most `max_age_days` old and not dated in the future."""
    account_or_meter_number: str | None = None
    """Number of the account or meter; all but the last four characters are masked."""
    language: str | None = None
    """ISO 639: `en`, or `und` for a script that is not read."""

    _wire: ClassVar[Wire] = (
        ("type", "type", ""),
        ("issuer_name", "issuer_name", ""),
        ("issuer_address", "issuer_address", "IssuerAddress"),
        ("recipient_name", "recipient_name", ""),
        ("issue_date", "issue_date", ""),
        ("period_start", "period_start", ""),
        ("period_end", "period_end", ""),
        ("age_days", "age_days", ""),
        ("is_recent", "is_recent", ""),
        ("account_or_meter_number", "account_or_meter_number", ""),
        ("pages", "pages", ""),
        ("language", "language", ""),
    )


@dataclass(kw_only=True)
class DocumentFile(Model):
    """A file and where it comes from."""

    file_name: str
    content_type: str
    """Always `application/pdf`."""
    size_bytes: int
    """Of the file, before Base64."""
    sha256: str
    """SHA-256 of the file, in hexadecimal."""
    content_base64: bytes = field(repr=False)
    """The file in Base64 (RFC 4648, with padding)."""
    generated_at: str
    """When the document was created or received (UTC)."""
    rc_number: str
    """In canonical form."""
    company_name: str
    entity_type: str
    """Kind of entity."""
    source: RecordSource
    """Where a record comes from and how fresh it is."""
    verification_code: str | None = None
    """Printed on the document; null if the registry itself created the document."""
    verify_url: str | None = None
    """Where anyone can verify the code, without a key."""

    _wire: ClassVar[Wire] = (
        ("fileName", "file_name", ""),
        ("contentType", "content_type", ""),
        ("sizeBytes", "size_bytes", ""),
        ("sha256", "sha256", ""),
        ("contentBase64", "content_base64", "base64"),
        ("generatedAt", "generated_at", ""),
        ("rcNumber", "rc_number", ""),
        ("companyName", "company_name", ""),
        ("entityType", "entity_type", ""),
        ("verificationCode", "verification_code", ""),
        ("verifyUrl", "verify_url", ""),
        ("source", "source", "RecordSource"),
    )


@dataclass(kw_only=True)
class DryRunData(Model):
    """The request is valid."""

    valid: bool
    """Always true."""
    amount: Money
    """Shares times price."""
    warnings: list[WarningRecord]

    _wire: ClassVar[Wire] = (
        ("valid", "valid", ""),
        ("amount", "amount", "money"),
        ("warnings", "warnings", "WarningRecord"),
    )


@dataclass(kw_only=True)
class Event(Model):
    """Something that happened in your account."""

    id: str
    """The id of the event, also sent as `webhook-id`."""
    type: EventType
    timestamp: str
    """When."""
    environment: str
    """Where."""
    data: dict[str, Any]
    """The details; the members depend on the type."""

    _wire: ClassVar[Wire] = (
        ("id", "id", ""),
        ("type", "type", ""),
        ("timestamp", "timestamp", ""),
        ("environment", "environment", ""),
        ("data", "data", ""),
    )


@dataclass(kw_only=True)
class EventList(Model):
    """Events, oldest first."""

    events: list[Event]
    next_cursor: str
    """Send it as `after` in the next request; there may be no newer events yet."""

    _wire: ClassVar[Wire] = (
        ("events", "events", "Event"),
        ("nextCursor", "next_cursor", ""),
    )


@dataclass(kw_only=True)
class ExtractBase64Request(Model):
    """A document in JSON, in one of two variants. The field with the document decides which."""

    base64_content: bytes | None = field(default=None, repr=False)
    """The document in standard base64. Line breaks are ignored, and padding is optional."""
    file_name: str | None = None
    """The file name, for your own records. It has no effect, except that reserved names choose the
    outcome in the sandbox.
    """
    content_type: str | None = None
    """The declared media type. It is ignored: the first bytes of the document decide."""
    hallucination: HallucinationOptions | None = None
    """Which missing fields Kofa may infer; each is false by default."""
    document_password: str | None = field(default=None, repr=False)
    """The password of the PDF, if it has one. Spaces matter. It is used for this document only and
    not stored; for a job, it is stored encrypted with the document until that is deleted.
    Ignored if the document has no password. Passwords with non-ASCII letters open only PDFs
    encrypted with AES-256.
    """
    expected_name: str | None = None
    """The name you expect; the response then has `match`."""
    expected_address: str | None = None
    """The address you expect; the response then has `match`."""
    max_age_days: int | None = None
    """The maximum age of a recent document, in days. Default: 90."""
    document_base64: bytes | None = field(default=None, repr=False)
    """The document in standard base64. Line breaks are ignored, and padding is optional."""

    _wire: ClassVar[Wire] = (
        ("base64_content", "base64_content", "base64"),
        ("file_name", "file_name", ""),
        ("content_type", "content_type", ""),
        ("hallucination", "hallucination", "HallucinationOptions"),
        ("document_password", "document_password", ""),
        ("expected_name", "expected_name", ""),
        ("expected_address", "expected_address", ""),
        ("max_age_days", "max_age_days", ""),
        ("document_base64", "document_base64", "base64"),
    )


@dataclass(kw_only=True)
class ExtractForm(Model):
    """A document in a form."""

    file: FileUpload
    """The document. Its declared type plays no part; nor does its name, but for reserved names in
    the sandbox, which choose the outcome.
    """
    hallucination: HallucinationOptions | None = None
    """Which missing fields Kofa may infer; each is false by default."""
    document_password: str | None = field(default=None, repr=False)
    """The password of the PDF, if it has one. Spaces matter. It is used for this document only and
    not stored; for a job, it is stored encrypted with the document until that is deleted.
    Ignored if the document has no password. Passwords with non-ASCII letters open only PDFs
    encrypted with AES-256.
    """
    expected_name: str | None = None
    """The name you expect; the response then has `match`."""
    expected_address: str | None = None
    """The address you expect; the response then has `match`."""
    max_age_days: int | None = None
    """The maximum age of a recent document, in days. Default: 90."""

    _wire: ClassVar[Wire] = (
        ("file", "file", "file"),
        ("hallucination", "hallucination", "HallucinationOptions"),
        ("document_password", "document_password", ""),
        ("expected_name", "expected_name", ""),
        ("expected_address", "expected_address", ""),
        ("max_age_days", "max_age_days", ""),
    )


@dataclass(kw_only=True)
class FeedbackData(Model):
    """FeedbackData."""

    reading_request_id: str
    """The request id of the extraction."""
    correct: bool
    """Whether every field you gave feedback on was correct."""
    wrong_fields: list[str]
    """The fields that were not extracted correctly."""
    replaced: bool
    """Whether this replaces earlier feedback."""

    _wire: ClassVar[Wire] = (
        ("reading_request_id", "reading_request_id", ""),
        ("correct", "correct", ""),
        ("wrong_fields", "wrong_fields", ""),
        ("replaced", "replaced", ""),
    )


@dataclass(kw_only=True)
class FeedbackRequest(Model):
    """The feedback. Either `correct` is true, or at least one correct value is sent."""

    correct: bool | None = None
    """The whole result is correct."""
    full_address: str | None = None
    """The holder's address as printed."""
    street: str | None = None
    city: str | None = None
    state: str | None = None
    lga: str | None = None
    country: str | None = None
    note: str | None = None
    """For those who improve the reader. Leave out numbers of people and accounts."""

    _wire: ClassVar[Wire] = (
        ("correct", "correct", ""),
        ("full_address", "full_address", ""),
        ("street", "street", ""),
        ("city", "city", ""),
        ("state", "state", ""),
        ("lga", "lga", ""),
        ("country", "country", ""),
        ("note", "note", ""),
    )


@dataclass(kw_only=True)
class FieldMetadata(Model):
    """Where a value comes from."""

    source: FieldSource
    """`extracted` (it stands in the document), `derived` (a rule gives it), `inferred` (a guess
    that `hallucination` allows) or `not_found`.
    """
    confidence: float
    """0 to 1; 0 if not found."""
    evidence: list[str]
    """The document's own text, or the rule in words."""

    _wire: ClassVar[Wire] = (
        ("source", "source", ""),
        ("confidence", "confidence", ""),
        ("evidence", "evidence", ""),
    )


@dataclass(kw_only=True)
class FieldRegions(Model):
    """The position of each field; a field that is not printed has no regions."""

    full_address: list[RegionData]
    street: list[RegionData]
    city: list[RegionData]
    state: list[RegionData]
    lga: list[RegionData]
    country: list[RegionData]

    _wire: ClassVar[Wire] = (
        ("full_address", "full_address", "RegionData"),
        ("street", "street", "RegionData"),
        ("city", "city", "RegionData"),
        ("state", "state", "RegionData"),
        ("lga", "lga", "RegionData"),
        ("country", "country", "RegionData"),
    )


@dataclass(kw_only=True)
class GenerateTinRequest(Model):
    """The company that needs a tax number. Unknown fields are ignored."""

    rc_number: str
    """The registration number, with or without a prefix."""
    entity_type: str
    """Kind of entity: `COMPANY`, `BUSINESS_NAME`, `INCORPORATED_TRUSTEE`, `LIMITED_PARTNERSHIP`,
    `LIMITED_LIABILITY_PARTNERSHIP`, or a short form.
    """
    address: str
    """Street and place. Checked and not kept, like all that follows."""
    state: str
    """One of the 36 states or the FCT; common spellings are accepted."""
    local_government_area: str
    """A local government area in that state; common spellings are accepted."""
    phone: str
    """A Nigerian mobile number."""
    email: str

    _wire: ClassVar[Wire] = (
        ("rcNumber", "rc_number", ""),
        ("entityType", "entity_type", ""),
        ("address", "address", ""),
        ("state", "state", ""),
        ("localGovernmentArea", "local_government_area", ""),
        ("phone", "phone", ""),
        ("email", "email", ""),
    )


@dataclass(kw_only=True)
class GeneratedTin(Model):
    """A tax number and its origin."""

    rc_number: str
    """In canonical form."""
    company_name: str
    entity_type: str
    """Kind of entity."""
    tin: str
    """Thirteen digits, or a legacy number of eight and four."""
    tax_id_format: TaxIdFormat
    """The form of `tin`: `TAX_ID` for thirteen digits, `LEGACY` otherwise."""
    status: GeneratedTinStatus
    """`GENERATED` with 201, `EXISTING` with 200."""
    source: RecordSource
    """Where a record comes from and how fresh it is."""
    previous_tin: str | None = None
    """The legacy number that `tin` replaces, if there was one. It stays valid."""
    generated_at: str | None = None
    """When the number was generated here (UTC); null if the company had it before."""

    _wire: ClassVar[Wire] = (
        ("rcNumber", "rc_number", ""),
        ("companyName", "company_name", ""),
        ("entityType", "entity_type", ""),
        ("tin", "tin", ""),
        ("taxIdFormat", "tax_id_format", ""),
        ("previousTin", "previous_tin", ""),
        ("status", "status", ""),
        ("generatedAt", "generated_at", ""),
        ("source", "source", "RecordSource"),
    )


@dataclass(kw_only=True)
class HallucinationOptions(Model):
    """Which missing fields Kofa may infer; each is false by default."""

    lga: bool | None = None
    """Infer a missing LGA from clear locality evidence."""
    state: bool | None = None
    """Derive a missing state from a recognised LGA, or infer it."""
    country: bool | None = None
    """Derive a missing country from a recognised Nigerian state or LGA."""

    _wire: ClassVar[Wire] = (
        ("lga", "lga", ""),
        ("state", "state", ""),
        ("country", "country", ""),
    )


@dataclass(kw_only=True)
class HistoryLine(Model):
    """A step in the history of a subscription."""

    at: str
    move: str
    """What happened."""
    status: SubscriptionStatus
    payment_status: PaymentStatus
    allotment_status: AllotmentStatus
    reason: str | None = None
    """The reason, if there is one."""

    _wire: ClassVar[Wire] = (
        ("at", "at", ""),
        ("move", "move", ""),
        ("status", "status", ""),
        ("paymentStatus", "payment_status", ""),
        ("allotmentStatus", "allotment_status", ""),
        ("reason", "reason", ""),
    )


@dataclass(kw_only=True)
class IdentityCheck(Model):
    """A person or an account that was looked up. `person` is who was, or whose the account is,
    `check` by what, `outcome` how the name compares with the record's or what else came of it,
    and `policy` what followed from it then. The record itself is not kept.
    """

    person: IdentityCheckPerson
    check: IdentityCheckCheck
    outcome: IdentityCheckOutcome
    policy: IdentityCheckPolicy
    checked_at: str

    _wire: ClassVar[Wire] = (
        ("person", "person", ""),
        ("check", "check", ""),
        ("outcome", "outcome", ""),
        ("policy", "policy", ""),
        ("checkedAt", "checked_at", ""),
    )


@dataclass(kw_only=True)
class IssuerAddress(Model):
    """The issuer's address. Nothing is inferred: parts that are not printed are empty."""

    full_address: str
    street: str
    city: str
    state: str
    lga: str
    country: str
    confidence: float
    """The lowest confidence of these fields, 0 to 1."""

    _wire: ClassVar[Wire] = (
        ("full_address", "full_address", ""),
        ("street", "street", ""),
        ("city", "city", ""),
        ("state", "state", ""),
        ("lga", "lga", ""),
        ("country", "country", ""),
        ("confidence", "confidence", ""),
    )


@dataclass(kw_only=True)
class JobCreated(Model):
    """The job was created."""

    request_id: str
    """The id of the job, which is the id of this request."""
    status: str
    """Always `queued`."""
    message: str
    """For people."""

    _wire: ClassVar[Wire] = (
        ("request_id", "request_id", ""),
        ("status", "status", ""),
        ("message", "message", ""),
    )


@dataclass(kw_only=True)
class JobError(Model):
    """Why a job failed."""

    code: str
    """Stable word of the error vocabulary."""
    message: str
    """What is wrong, what is right."""
    retryable: bool
    """Whether the same document may succeed in another job."""
    doc_url: str
    """The code's documentation page."""

    _wire: ClassVar[Wire] = (
        ("code", "code", ""),
        ("message", "message", ""),
        ("retryable", "retryable", ""),
        ("doc_url", "doc_url", ""),
    )


@dataclass(kw_only=True)
class JobFile(Model):
    """The document of a job. The file itself is deleted when the job ends."""

    content_type: str
    """The media type, detected from the first bytes."""
    size_bytes: int
    """Its size, in bytes."""
    sha256: str
    """Its SHA-256, in hexadecimal digits."""
    file_name: str | None = None
    """The file name you sent."""
    pages: int | None = None
    """Its pages; null until it has been read."""

    _wire: ClassVar[Wire] = (
        ("file_name", "file_name", ""),
        ("content_type", "content_type", ""),
        ("size_bytes", "size_bytes", ""),
        ("pages", "pages", ""),
        ("sha256", "sha256", ""),
    )


@dataclass(kw_only=True)
class JobForm(Model):
    """A document in a form, for an extraction job."""

    file: FileUpload
    """The document. Its declared type does not matter; its name is shown in the record, and
    reserved names choose the outcome in the sandbox.
    """
    hallucination: HallucinationOptions | None = None
    """Which missing fields Kofa may infer; each is false by default."""
    client_reference: str | None = None
    """Your own reference for the job, returned in its record. It identifies one of your jobs in an
    environment: while that job is queued, in progress or stored with its result, another one
    with the same reference returns 409 `client_reference_in_use`.
    """
    webhook_url: str | None = None
    """An https URL of a public host that is notified when the job ends. You need a webhook endpoint
    in the environment: its secret signs the notification.
    """
    document_password: str | None = field(default=None, repr=False)
    """The password of the PDF, if it has one. Spaces matter. It is used for this document only and
    not stored; for a job, it is stored encrypted with the document until that is deleted.
    Ignored if the document has no password. Passwords with non-ASCII letters open only PDFs
    encrypted with AES-256.
    """
    expected_name: str | None = None
    """The name you expect; the response then has `match`."""
    expected_address: str | None = None
    """The address you expect; the response then has `match`."""
    max_age_days: int | None = None
    """The maximum age of a recent document, in days. Default: 90."""

    _wire: ClassVar[Wire] = (
        ("file", "file", "file"),
        ("hallucination", "hallucination", "HallucinationOptions"),
        ("client_reference", "client_reference", ""),
        ("webhook_url", "webhook_url", ""),
        ("document_password", "document_password", ""),
        ("expected_name", "expected_name", ""),
        ("expected_address", "expected_address", ""),
        ("max_age_days", "max_age_days", ""),
    )


@dataclass(kw_only=True)
class JobProgress(Model):
    """The progress of a job."""

    stage: JobStage
    percent: int
    """Progress from 0 to 100; not proportional to time."""
    pages_done: int
    """Pages that are pictures and have been read."""
    pages: int | None = None
    """Pages that are pictures; null until that is known, and where there are none."""

    _wire: ClassVar[Wire] = (
        ("stage", "stage", ""),
        ("percent", "percent", ""),
        ("pages_done", "pages_done", ""),
        ("pages", "pages", ""),
    )


@dataclass(kw_only=True)
class JobRecord(Model):
    """A job and, once it has succeeded, its result."""

    request_id: str
    """The id of the job, which is the id of the request that created it."""
    status: JobStatus
    message: str
    """For people."""
    created_at: str
    """When it was created, in UTC."""
    updated_at: str
    """When anything of this last changed."""
    progress: JobProgress
    """The progress of a job."""
    attempts: int
    """Number of attempts so far."""
    max_attempts: int
    """Number of attempts after which the job fails."""
    file: JobFile
    """The document of a job. The file itself is deleted when the job ends."""
    webhook_deliveries: list[WebhookDelivery]
    """What was sent there; empty without a `webhook_url`."""
    started_at: str | None = None
    """When the first attempt started."""
    completed_at: str | None = None
    """When it ended: succeeded, failed or cancelled."""
    expires_at: str | None = None
    """When the result will be, or was, removed: seven days after the end, unless the operator chose
    otherwise. Null where there is none.
    """
    client_reference: str | None = None
    """Your own reference for the job."""
    webhook_url: str | None = None
    """The URL that is notified when the job ends."""
    result: AddressData | None = None
    """What a direct request returns in `data`; null until the job has succeeded, and after the
    result has expired.
    """
    error: JobError | None = None
    """Why it failed; null otherwise."""

    _wire: ClassVar[Wire] = (
        ("request_id", "request_id", ""),
        ("status", "status", ""),
        ("message", "message", ""),
        ("created_at", "created_at", ""),
        ("started_at", "started_at", ""),
        ("completed_at", "completed_at", ""),
        ("updated_at", "updated_at", ""),
        ("expires_at", "expires_at", ""),
        ("progress", "progress", "JobProgress"),
        ("attempts", "attempts", ""),
        ("max_attempts", "max_attempts", ""),
        ("file", "file", "JobFile"),
        ("client_reference", "client_reference", ""),
        ("webhook_url", "webhook_url", ""),
        ("webhook_deliveries", "webhook_deliveries", "WebhookDelivery"),
        ("result", "result", "AddressData"),
        ("error", "error", "JobError"),
    )


@dataclass(kw_only=True)
class JobRequestBody(Model):
    """A document in JSON, in one of two variants. The field with the document decides which."""

    base64_content: bytes | None = field(default=None, repr=False)
    """The document in standard base64. Line breaks are ignored, and padding is optional."""
    file_name: str | None = None
    """The file name, returned in the record. Reserved names choose the outcome in the sandbox."""
    content_type: str | None = None
    """The declared media type. It is ignored: the first bytes of the document decide."""
    hallucination: HallucinationOptions | None = None
    """Which missing fields Kofa may infer; each is false by default."""
    client_reference: str | None = None
    """Your own reference for the job, returned in its record. It identifies one of your jobs in an
    environment: while that job is queued, in progress or stored with its result, another one
    with the same reference returns 409 `client_reference_in_use`.
    """
    webhook_url: str | None = None
    """An https URL of a public host that is notified when the job ends. You need a webhook endpoint
    in the environment: its secret signs the notification.
    """
    document_password: str | None = field(default=None, repr=False)
    """The password of the PDF, if it has one. Spaces matter. It is used for this document only and
    not stored; for a job, it is stored encrypted with the document until that is deleted.
    Ignored if the document has no password. Passwords with non-ASCII letters open only PDFs
    encrypted with AES-256.
    """
    expected_name: str | None = None
    """The name you expect; the response then has `match`."""
    expected_address: str | None = None
    """The address you expect; the response then has `match`."""
    max_age_days: int | None = None
    """The maximum age of a recent document, in days. Default: 90."""
    document_base64: bytes | None = field(default=None, repr=False)
    """The document in standard base64. Line breaks are ignored, and padding is optional."""

    _wire: ClassVar[Wire] = (
        ("base64_content", "base64_content", "base64"),
        ("file_name", "file_name", ""),
        ("content_type", "content_type", ""),
        ("hallucination", "hallucination", "HallucinationOptions"),
        ("client_reference", "client_reference", ""),
        ("webhook_url", "webhook_url", ""),
        ("document_password", "document_password", ""),
        ("expected_name", "expected_name", ""),
        ("expected_address", "expected_address", ""),
        ("max_age_days", "max_age_days", ""),
        ("document_base64", "document_base64", "base64"),
    )


@dataclass(kw_only=True)
class Key(Model):
    """An API key without its secret."""

    id: str
    """The record's ID."""
    tenant_id: str
    """The tenant's ID."""
    name: str
    """A display name."""
    prefix: str
    """The first characters of the key."""
    last_four: str
    """Its last characters."""
    status: KeyStatus
    scopes: list[str]
    environments: list[Environment]
    allowed_cidrs: list[str]
    """The IP addresses or networks it can be used from; empty for any."""
    created_at: str
    """When it was created."""
    expires_at: str | None = None
    """When it expires; null for never."""
    revoked_at: str | None = None
    """When it was revoked; null if it was not."""
    rotated_to: str | None = None
    """The key that replaced it; null if none."""
    last_used: LastUsed | None = None
    """The last request made with it; null if none."""

    _wire: ClassVar[Wire] = (
        ("id", "id", ""),
        ("tenantId", "tenant_id", ""),
        ("name", "name", ""),
        ("prefix", "prefix", ""),
        ("lastFour", "last_four", ""),
        ("status", "status", ""),
        ("scopes", "scopes", ""),
        ("environments", "environments", ""),
        ("allowedCidrs", "allowed_cidrs", ""),
        ("createdAt", "created_at", ""),
        ("expiresAt", "expires_at", ""),
        ("revokedAt", "revoked_at", ""),
        ("rotatedTo", "rotated_to", ""),
        ("lastUsed", "last_used", "LastUsed"),
    )


@dataclass(kw_only=True)
class LastUsed(Model):
    """The last request made with a key."""

    at: str
    """The time, accurate to a few seconds."""
    ip: str
    """The IP address."""
    environment: Environment
    operation_id: str
    """The endpoint."""

    _wire: ClassVar[Wire] = (
        ("at", "at", ""),
        ("ip", "ip", ""),
        ("environment", "environment", ""),
        ("operationId", "operation_id", ""),
    )


@dataclass(kw_only=True)
class LedgerRow(Model):
    """A wallet transaction."""

    id: str
    """The journal transaction; for a charge, the request ID."""
    at: str
    """The time."""
    kind: str
    """`charge`, `top_up` or `adjustment`."""
    amount_kobo: int
    """The amount in kobo: positive for credits, negative for debits."""
    balance_kobo: int
    """The balance after the transaction, in kobo."""
    request_id: str | None = None
    """The request that caused it; null if none."""
    reference: str | None = None
    """The payment provider's, the bank's or the operator's reference; null for a charge."""

    _wire: ClassVar[Wire] = (
        ("id", "id", ""),
        ("at", "at", ""),
        ("requestId", "request_id", ""),
        ("kind", "kind", ""),
        ("amountKobo", "amount_kobo", ""),
        ("balanceKobo", "balance_kobo", ""),
        ("reference", "reference", ""),
    )


@dataclass(kw_only=True)
class LedgerRowPage(Model):
    """A page of a list."""

    items: list[LedgerRow]
    """The items."""
    next_cursor: str | None = None
    """The `cursor` of the next page; null on the last."""

    _wire: ClassVar[Wire] = (
        ("items", "items", "LedgerRow"),
        ("nextCursor", "next_cursor", ""),
    )


@dataclass(kw_only=True)
class LineOfBusiness(Model):
    """One line of business."""

    name: str
    is_primary: bool
    """Whether it is the first of the record."""
    code: str | None = None
    """Of ISIC Rev. 4, two to four digits, where the local register states one; where an upstream
    responds, the code that it sent; else null. Never guessed from `name`.
    """

    _wire: ClassVar[Wire] = (
        ("name", "name", ""),
        ("code", "code", ""),
        ("isPrimary", "is_primary", ""),
    )


@dataclass(kw_only=True)
class LinesOfBusiness(Model):
    """What an entity does."""

    rc_number: str
    """In canonical form: digits, without prefix and leading zeros (the sandbox's reserved numbers
    keep theirs).
    """
    company_name: str
    entity_type: str
    """Kind of entity: `COMPANY`, `BUSINESS_NAME`, `INCORPORATED_TRUSTEE`, `LIMITED_PARTNERSHIP` or
    `LIMITED_LIABILITY_PARTNERSHIP`.
    """
    line_of_business: list[LineOfBusiness]
    """Empty if there are none on the register."""
    source: RecordSource
    """Where a record comes from and how fresh it is."""
    alternatives: list[CompanyAlternative] | None = None
    """Other entities with the same number. Only present if there are any and the request did not
    select a type.
    """

    _wire: ClassVar[Wire] = (
        ("rcNumber", "rc_number", ""),
        ("companyName", "company_name", ""),
        ("entityType", "entity_type", ""),
        ("lineOfBusiness", "line_of_business", "LineOfBusiness"),
        ("alternatives", "alternatives", "CompanyAlternative"),
        ("source", "source", "RecordSource"),
    )


@dataclass(kw_only=True)
class MatchData(Model):
    """Comparison of the document with what you expect."""

    name_score: float
    """0 to 1; 0 if not checked."""
    name_result: MatchResult
    address_score: float
    """0 to 1; 0 if not checked."""
    address_result: MatchResult

    _wire: ClassVar[Wire] = (
        ("name_score", "name_score", ""),
        ("name_result", "name_result", ""),
        ("address_score", "address_score", ""),
        ("address_result", "address_result", ""),
    )


@dataclass(kw_only=True)
class NameDifference(Model):
    """One difference between two names."""

    kind: str
    """`LEGAL_FORM`, `COUNTRY`, `MISSING_WORD`, `EXTRA_WORD`, `SPELLING`, `SPACING`, `WORD_ORDER`,
    `WRITING` or `LETTERS`.
    """
    message: str
    """In words."""
    submitted: str | None = None
    """The part of the name you sent, in the form used for comparison; null if there is none."""
    registered: str | None = None
    """The part of the registered name; null if there is none."""

    _wire: ClassVar[Wire] = (
        ("kind", "kind", ""),
        ("submitted", "submitted", ""),
        ("registered", "registered", ""),
        ("message", "message", ""),
    )


@dataclass(kw_only=True)
class OfferPage(Model):
    """One page of offers."""

    offers: list[OfferRecord]
    page: int
    size: int
    total_pages: int
    total_count: int
    source: Age
    """The age of data from an external exchange."""

    _wire: ClassVar[Wire] = (
        ("offers", "offers", "OfferRecord"),
        ("page", "page", ""),
        ("size", "size", ""),
        ("totalPages", "total_pages", ""),
        ("totalCount", "total_count", ""),
        ("source", "source", "Age"),
    )


@dataclass(kw_only=True)
class OfferRecord(Model):
    """An offer. Dates and times carry the offset of Lagos."""

    id: str
    """The `offerId` of a subscription."""
    name: str
    issuer_name: str
    symbol: str
    isin: str
    """ISO 6166."""
    sector: str
    offer_type: OfferType
    status: OfferStatus
    currency: str
    price_per_share: Money
    """The price of a share; of a book-build, its upper end."""
    minimum_shares: int
    """The minimum number of shares of an application."""
    multiple: int
    """Above the minimum, the number of shares rises in steps of this."""
    shares_on_offer: int
    oversubscription_limit_pct: int
    """How much demand beyond the offer may be absorbed, in per cent."""
    open_date: str
    close_date: str
    daily_cutoff: str
    """Applications after this hour count for the next day."""
    time_zone: str
    extended: bool
    """Whether the closing date has been extended."""
    timeline: OfferTimeline
    """The dates of the offer, as far as they are known."""
    eligible_profile_types: list[str]
    """Values of `profileType` that can apply."""
    payment_methods: list[str]
    eligible_banks: Any
    """`ALL` supported banks, or the ids of some."""
    registrar: OfferRegistrar
    """The registrar."""
    issuing_houses: list[str]
    is_subscribable: bool
    """Whether the offer accepts applications now."""
    price_range: OfferRecordPriceRange | None = None
    """The ends of a book-build."""
    maximum_shares: int | None = None
    """The maximum number of shares of an application; null if limited only by the shares on offer.
    """
    total_subscription: str | None = None
    """Demand as a multiple of the supply, once it is known."""
    original_close_date: str | None = None
    """The closing date before the extension."""
    rights: OfferRecordRights | None = None
    """Terms of a rights issue; null for other types."""
    prospectus_url: str | None = None
    not_subscribable_reason: str | None = None
    """The reason if it does not; null while it does."""

    _wire: ClassVar[Wire] = (
        ("id", "id", ""),
        ("name", "name", ""),
        ("issuerName", "issuer_name", ""),
        ("symbol", "symbol", ""),
        ("isin", "isin", ""),
        ("sector", "sector", ""),
        ("offerType", "offer_type", ""),
        ("status", "status", ""),
        ("currency", "currency", ""),
        ("pricePerShare", "price_per_share", "money"),
        ("priceRange", "price_range", "OfferRecordPriceRange"),
        ("minimumShares", "minimum_shares", ""),
        ("multiple", "multiple", ""),
        ("maximumShares", "maximum_shares", ""),
        ("sharesOnOffer", "shares_on_offer", ""),
        ("oversubscriptionLimitPct", "oversubscription_limit_pct", ""),
        ("totalSubscription", "total_subscription", ""),
        ("openDate", "open_date", ""),
        ("closeDate", "close_date", ""),
        ("dailyCutoff", "daily_cutoff", ""),
        ("timeZone", "time_zone", ""),
        ("extended", "extended", ""),
        ("originalCloseDate", "original_close_date", ""),
        ("timeline", "timeline", "OfferTimeline"),
        ("rights", "rights", "OfferRecordRights"),
        ("eligibleProfileTypes", "eligible_profile_types", ""),
        ("paymentMethods", "payment_methods", ""),
        ("eligibleBanks", "eligible_banks", ""),
        ("registrar", "registrar", "OfferRegistrar"),
        ("issuingHouses", "issuing_houses", ""),
        ("prospectusUrl", "prospectus_url", ""),
        ("isSubscribable", "is_subscribable", ""),
        ("notSubscribableReason", "not_subscribable_reason", ""),
    )


@dataclass(kw_only=True)
class OfferRecordPriceRange(Model):
    """The ends of a book-build."""

    min: Money
    """Naira, with at most two decimals."""
    max: Money
    """Naira, with at most two decimals."""

    _wire: ClassVar[Wire] = (
        ("min", "min", "money"),
        ("max", "max", "money"),
    )


@dataclass(kw_only=True)
class OfferRecordRights(Model):
    """Terms of a rights issue: `ratioNew` shares for `ratioHeld` held."""

    ratio_new: int
    ratio_held: int
    qualification_date: str
    rights_symbol: str
    rights_trading_end: str

    _wire: ClassVar[Wire] = (
        ("ratioNew", "ratio_new", ""),
        ("ratioHeld", "ratio_held", ""),
        ("qualificationDate", "qualification_date", ""),
        ("rightsSymbol", "rights_symbol", ""),
        ("rightsTradingEnd", "rights_trading_end", ""),
    )


@dataclass(kw_only=True)
class OfferRegistrar(Model):
    """The registrar."""

    name: str
    email: str | None = None
    phone: str | None = None
    website: str | None = None

    _wire: ClassVar[Wire] = (
        ("name", "name", ""),
        ("email", "email", ""),
        ("phone", "phone", ""),
        ("website", "website", ""),
    )


@dataclass(kw_only=True)
class OfferTimeline(Model):
    """The dates of the offer, as far as they are known."""

    application_start: str
    application_end: str
    """The last day on which applications are taken: an offer that closes at midnight ends the day
    before.
    """
    allotment_date: str | None = None
    refund_initiation_date: str | None = None
    refund_deadline: str | None = None
    cscs_credit_date: str | None = None
    listing_date: str | None = None

    _wire: ClassVar[Wire] = (
        ("applicationStart", "application_start", ""),
        ("applicationEnd", "application_end", ""),
        ("allotmentDate", "allotment_date", ""),
        ("refundInitiationDate", "refund_initiation_date", ""),
        ("refundDeadline", "refund_deadline", ""),
        ("cscsCreditDate", "cscs_credit_date", ""),
        ("listingDate", "listing_date", ""),
    )


@dataclass(kw_only=True)
class PartsData(Model):
    """The address as separate parts. Parts that are not printed are empty; `city`, `lga`, `state`
    and `country` are the same as in the result.
    """

    premises: str
    """Number, flat, floor, plot, building."""
    street: str
    """The thoroughfare or estate by its name alone."""
    district: str
    """District within the city; never the city itself."""
    city: str
    lga: str
    state: str
    postcode: str
    """As printed."""
    country: str
    landmark: str
    """A nearby landmark, with its preposition."""
    care_of: str
    """The person or organisation that forwards the mail."""

    _wire: ClassVar[Wire] = (
        ("premises", "premises", ""),
        ("street", "street", ""),
        ("district", "district", ""),
        ("city", "city", ""),
        ("lga", "lga", ""),
        ("state", "state", ""),
        ("postcode", "postcode", ""),
        ("country", "country", ""),
        ("landmark", "landmark", ""),
        ("care_of", "care_of", ""),
    )


@dataclass(kw_only=True)
class PersonEntitled(Model):
    """Who may claim under a charge."""

    name: str

    _wire: ClassVar[Wire] = (
        ("name", "name", ""),
    )


@dataclass(kw_only=True)
class Quote(Model):
    """What a request to an endpoint would cost you now."""

    operation_id: str
    """The endpoint, as named in this document."""
    environment: str
    """The environment the quote is for."""
    amount_kobo: int
    """Price of one billable response, in kobo. It is reserved, and the most that is charged: a 200
    of `generateCompanyTin` is charged like `getCompanyTin`.
    """
    currency: str
    """Always naira."""
    rule: AccountPriceRule
    billable_statuses: list[int]
    """HTTP statuses that are charged; every other outcome is free."""
    available_kobo: int
    """The available balance of the wallet, in kobo."""
    balance_after_kobo: int
    """`availableKobo` less `amountKobo`, in kobo: what it would have after one billable response at
    that price. Negative if it cannot pay: the call would be 402, and free.
    """

    _wire: ClassVar[Wire] = (
        ("operationId", "operation_id", ""),
        ("environment", "environment", ""),
        ("amountKobo", "amount_kobo", ""),
        ("currency", "currency", ""),
        ("rule", "rule", ""),
        ("billableStatuses", "billable_statuses", ""),
        ("availableKobo", "available_kobo", ""),
        ("balanceAfterKobo", "balance_after_kobo", ""),
    )


@dataclass(kw_only=True)
class RecordSource(Model):
    """Where a record comes from and how fresh it is."""

    registry: str
    """The register: always `CAC`, the Corporate Affairs Commission."""
    retrieved_at: str
    """When the record was read from the registry (UTC)."""
    cached: bool
    """Whether the record comes from the cache."""
    stale: bool
    """Whether the cached record is older than 90 days, older than the requested `maxAge`, or
    returned because the registry is unavailable.
    """

    _wire: ClassVar[Wire] = (
        ("registry", "registry", ""),
        ("retrievedAt", "retrieved_at", ""),
        ("cached", "cached", ""),
        ("stale", "stale", ""),
    )


@dataclass(kw_only=True)
class RegionData(Model):
    """A piece of a value on one line of a page."""

    page: int
    """Counted from 1."""
    polygon: list[list[float]]
    """Top left, top right, bottom right, bottom left, each `[x, y]` as fractions of the upright
    page, 0 to 1.
    """
    text: str
    """The words as printed."""

    _wire: ClassVar[Wire] = (
        ("page", "page", ""),
        ("polygon", "polygon", ""),
        ("text", "text", ""),
    )


@dataclass(kw_only=True)
class RelatedPerson(Model):
    """A person who applies together with the applicant or on their behalf; 18 or older."""

    first_name: str
    last_name: str
    date_of_birth: str
    gender: Gender
    phone_number: str
    """A Nigerian mobile number."""
    bvn: str = field(repr=False)
    """Another one than the applicant's. In the sandbox 22222222228 passes, too."""
    nin: str = field(repr=False)
    """Another one than the applicant's. In the sandbox 70123456788 passes, too."""
    email: str | None = None
    address: str | None = None
    relationship: Relationship | None = None
    """The relationship to the applicant: required for a guardian."""

    _wire: ClassVar[Wire] = (
        ("firstName", "first_name", ""),
        ("lastName", "last_name", ""),
        ("dateOfBirth", "date_of_birth", ""),
        ("gender", "gender", ""),
        ("email", "email", ""),
        ("phoneNumber", "phone_number", ""),
        ("bvn", "bvn", ""),
        ("nin", "nin", ""),
        ("address", "address", ""),
        ("relationship", "relationship", ""),
    )


@dataclass(kw_only=True)
class RequestRow(Model):
    """A request made by a tenant."""

    request_id: str
    """The `X-Request-Id` of the response."""
    at: str
    """When the request was received."""
    environment: Environment
    operation_id: str
    """The endpoint."""
    status: int
    """The HTTP status of the response."""
    charge_kobo: int
    """The amount charged, in kobo."""
    key_id: str
    """The API key that was used."""
    latency_ms: float
    """Time from receipt to settlement, in milliseconds."""
    count: int
    """The number of requests this entry stands for. More than 1 means requests within one minute
    that were refused for the same reason before being read, after the first of them.
    """
    service: str | None = None
    """The product; null if the endpoint belongs to none."""
    method: str | None = None
    """The HTTP method."""
    path: str | None = None
    """The path template."""
    error_code: str | None = None
    """The error code; null if the request succeeded."""

    _wire: ClassVar[Wire] = (
        ("requestId", "request_id", ""),
        ("at", "at", ""),
        ("environment", "environment", ""),
        ("service", "service", ""),
        ("operationId", "operation_id", ""),
        ("method", "method", ""),
        ("path", "path", ""),
        ("status", "status", ""),
        ("errorCode", "error_code", ""),
        ("chargeKobo", "charge_kobo", ""),
        ("keyId", "key_id", ""),
        ("latencyMs", "latency_ms", ""),
        ("count", "count", ""),
    )


@dataclass(kw_only=True)
class RequestRowPage(Model):
    """A page of a list."""

    items: list[RequestRow]
    """The items."""
    next_cursor: str | None = None
    """The `cursor` of the next page; null on the last."""

    _wire: ClassVar[Wire] = (
        ("items", "items", "RequestRow"),
        ("nextCursor", "next_cursor", ""),
    )


@dataclass(kw_only=True)
class RightsRecord(Model):
    """The position of a holder in a rights issue. Counts are shares. `reason` says why rights can
    or cannot be taken up: what stops everyone comes before what stops this holder.
    """

    eligible: bool
    """Whether rights can be taken up now."""
    reason: RightsReason
    offer_id: str
    chn: str
    """Masked."""
    shares_held: int
    """Shares held at the qualification date."""
    shares_provisionally_allotted: int
    """What the holding gives: held × new ÷ held of the ratio, rounded down."""
    rights_traded_in: int
    """Rights bought on the exchange."""
    rights_traded_out: int
    """Rights sold on the exchange."""
    rights_exercised: int
    """Taken up by your open application."""
    rights_available: int
    """Rights left to take up."""
    price_per_share: Money
    """Naira, with at most two decimals."""
    maximum_amount: Money
    """The cost of taking up all remaining rights."""
    can_apply_for_additional: bool
    """Whether the holder can apply for additional shares."""
    can_renounce: bool
    """Whether the holder can renounce rights in favour of someone else."""
    can_trade_rights: bool
    """Whether rights can still be traded on the exchange."""
    source: Age
    """The age of data from an external exchange."""
    holder_name: str | None = None
    """Masked; null if the CHN is not on the register."""
    qualification_date: str | None = None
    """The qualification date; null if the offer is not a rights issue."""
    entitlement_ratio: RightsRecordEntitlementRatio | None = None
    """Null if the offer is not a rights issue."""
    last_date_for_acceptance: str | None = None
    """The last day of the offer; null if it is not a rights issue."""

    _wire: ClassVar[Wire] = (
        ("eligible", "eligible", ""),
        ("reason", "reason", ""),
        ("offerId", "offer_id", ""),
        ("chn", "chn", ""),
        ("holderName", "holder_name", ""),
        ("qualificationDate", "qualification_date", ""),
        ("sharesHeld", "shares_held", ""),
        ("entitlementRatio", "entitlement_ratio", "RightsRecordEntitlementRatio"),
        ("sharesProvisionallyAllotted", "shares_provisionally_allotted", ""),
        ("rightsTradedIn", "rights_traded_in", ""),
        ("rightsTradedOut", "rights_traded_out", ""),
        ("rightsExercised", "rights_exercised", ""),
        ("rightsAvailable", "rights_available", ""),
        ("pricePerShare", "price_per_share", "money"),
        ("maximumAmount", "maximum_amount", "money"),
        ("canApplyForAdditional", "can_apply_for_additional", ""),
        ("canRenounce", "can_renounce", ""),
        ("canTradeRights", "can_trade_rights", ""),
        ("lastDateForAcceptance", "last_date_for_acceptance", ""),
        ("source", "source", "Age"),
    )


@dataclass(kw_only=True)
class RightsRecordEntitlementRatio(Model):
    """`new` shares for `held` ones."""

    new: int
    held: int

    _wire: ClassVar[Wire] = (
        ("new", "new", ""),
        ("held", "held", ""),
    )


@dataclass(kw_only=True)
class SecureCompany(Model):
    """The record of an entity that consented."""

    rc_number: str
    """In canonical form: digits, without prefix and leading zeros (the sandbox's reserved numbers
    keep theirs).
    """
    company_name: str
    company_type: str
    """Such as `PRIVATE_COMPANY_LIMITED_BY_SHARES`."""
    registration_status: RegistrationStatus
    """`ACTIVE`, `INACTIVE` (annual returns overdue), `STRUCK_OFF`, `DELISTED`, `DISSOLVED`,
    `IN_LIQUIDATION` or `UNKNOWN`.
    """
    registered_address: str
    entity_type: str
    """Kind of entity: `COMPANY`, `BUSINESS_NAME`, `INCORPORATED_TRUSTEE`, `LIMITED_PARTNERSHIP` or
    `LIMITED_LIABILITY_PARTNERSHIP`.
    """
    classification_id: int
    """The registry's number of that kind: 1 business name, 2 company, 3 incorporated trustees, 4
    limited partnership, 5 limited liability partnership.
    """
    source: RecordSource
    """Where a record comes from and how fresh it is."""
    objectives: list[str]
    """The registered objectives, or else the lines of business."""
    registration_date: str | None = None
    line_of_business: str | None = None
    """Several are joined by `; `."""
    city: str | None = None
    lga: str | None = None
    """Local government area."""
    state: str | None = None
    email: str | None = None
    alternatives: list[CompanyAlternative] | None = None
    """Other entities with the same number. Only present if there are any and the request did not
    select a type.
    """
    phone: str | None = None
    """The phone number of the entity itself."""
    branch_address: str | None = None
    head_office_address: str | None = None
    last_annual_return: str | None = None
    """Year or date of the last annual return."""
    affiliates_count: int | None = None
    """People and bodies that the register lists, without those who only filed or witnessed papers;
    null where it does not say.
    """

    _wire: ClassVar[Wire] = (
        ("rcNumber", "rc_number", ""),
        ("companyName", "company_name", ""),
        ("companyType", "company_type", ""),
        ("registrationStatus", "registration_status", ""),
        ("registeredAddress", "registered_address", ""),
        ("entityType", "entity_type", ""),
        ("classificationId", "classification_id", ""),
        ("registrationDate", "registration_date", ""),
        ("lineOfBusiness", "line_of_business", ""),
        ("city", "city", ""),
        ("lga", "lga", ""),
        ("state", "state", ""),
        ("email", "email", ""),
        ("alternatives", "alternatives", "CompanyAlternative"),
        ("source", "source", "RecordSource"),
        ("objectives", "objectives", ""),
        ("phone", "phone", ""),
        ("branchAddress", "branch_address", ""),
        ("headOfficeAddress", "head_office_address", ""),
        ("lastAnnualReturn", "last_annual_return", ""),
        ("affiliatesCount", "affiliates_count", ""),
    )


@dataclass(kw_only=True)
class Service(Model):
    """Whether a product is switched on for a tenant."""

    scope: str
    environment: Environment
    enabled: bool
    """Whether the product is on."""

    _wire: ClassVar[Wire] = (
        ("scope", "scope", ""),
        ("environment", "environment", ""),
        ("enabled", "enabled", ""),
    )


@dataclass(kw_only=True)
class ShareCapital(Model):
    """A share capital and its parts."""

    rc_number: str
    """In canonical form."""
    company_name: str
    entity_type: str
    """Kind of entity."""
    notes: list[str]
    """Human-readable notes on inconsistent figures. Empty if there are none."""
    source: RecordSource
    """Where a record comes from and how fresh it is."""
    currency: str | None = None
    """ISO 4217; null without a capital."""
    share_capital: Money | None = None
    """The nominal share capital."""
    share_capital_in_words: str | None = None
    issued_shares: int | None = None
    """Number of shares issued."""
    nominal_value_per_share: Money | None = None
    """In the unit of the currency, with at most two decimals."""
    issued_capital: Money | None = None
    """Shares issued at their nominal value."""
    paid_up_capital: Money | None = None
    """In the unit of the currency, with at most two decimals."""
    unissued_capital: Money | None = None
    """What of the share capital is not issued; null where that is not known or does not add up."""

    _wire: ClassVar[Wire] = (
        ("rcNumber", "rc_number", ""),
        ("companyName", "company_name", ""),
        ("entityType", "entity_type", ""),
        ("currency", "currency", ""),
        ("shareCapital", "share_capital", "money"),
        ("shareCapitalInWords", "share_capital_in_words", ""),
        ("issuedShares", "issued_shares", ""),
        ("nominalValuePerShare", "nominal_value_per_share", "money"),
        ("issuedCapital", "issued_capital", "money"),
        ("paidUpCapital", "paid_up_capital", "money"),
        ("unissuedCapital", "unissued_capital", "money"),
        ("notes", "notes", ""),
        ("source", "source", "RecordSource"),
    )


@dataclass(kw_only=True)
class ShareDistribution(Model):
    """The shareholders, and whether their holdings add up to the issued shares."""

    rc_number: str
    """In canonical form."""
    company_name: str
    entity_type: str
    """Kind of entity."""
    shareholders: list[Shareholder]
    """One entry per holder and type of shares, largest holding first."""
    total_allotted_shares: int
    """Total of all current holdings."""
    percentage_total: float
    """All percentages together."""
    adds_up: bool
    """Whether the current holdings equal the issued shares."""
    source: RecordSource
    """Where a record comes from and how fresh it is."""
    total_issued_shares: int | None = None
    """Null if it is not on the register."""
    unallocated_shares: int | None = None
    """Shares issued that the register lists no holder of; null where it does not say how many are
    issued.
    """
    overallocated_shares: int | None = None
    """Shares listed beyond those issued; null where the register does not say how many are."""
    note: str | None = None
    """A human-readable note on what does not add up; null if everything does."""

    _wire: ClassVar[Wire] = (
        ("rcNumber", "rc_number", ""),
        ("companyName", "company_name", ""),
        ("entityType", "entity_type", ""),
        ("totalIssuedShares", "total_issued_shares", ""),
        ("shareholders", "shareholders", "Shareholder"),
        ("totalAllottedShares", "total_allotted_shares", ""),
        ("unallocatedShares", "unallocated_shares", ""),
        ("overallocatedShares", "overallocated_shares", ""),
        ("percentageTotal", "percentage_total", ""),
        ("addsUp", "adds_up", ""),
        ("note", "note", ""),
        ("source", "source", "RecordSource"),
    )


@dataclass(kw_only=True)
class Shareholder(Model):
    """A holding of one type of shares."""

    name: str
    is_corporate: bool
    """Whether this is an organisation rather than a person."""
    shares_allotted: int
    share_type: str
    """`ORDINARY`, `PREFERENCE`, `DEFERRED`, or the register's own word."""
    is_psc: bool
    """Whether the holder has significant control, according to the register."""
    status: AffiliateRoleStatus
    """`ACTIVE`, `RESIGNED` or `INACTIVE` (given up), or `UNKNOWN`, where the register does not say
    and the holding is taken for a present one.
    """
    corporation_name: str | None = None
    """Of a body."""
    corporation_rc_number: str | None = None
    """For an organisation, as written in the register."""
    percentage: float | None = None
    """Of the shares issued; of those listed, where the register does not say how many are issued,
    or says none. Null for a holding given up.
    """
    nationality: str | None = None

    _wire: ClassVar[Wire] = (
        ("name", "name", ""),
        ("isCorporate", "is_corporate", ""),
        ("corporationName", "corporation_name", ""),
        ("corporationRcNumber", "corporation_rc_number", ""),
        ("sharesAllotted", "shares_allotted", ""),
        ("shareType", "share_type", ""),
        ("percentage", "percentage", ""),
        ("isPsc", "is_psc", ""),
        ("nationality", "nationality", ""),
        ("status", "status", ""),
    )


@dataclass(kw_only=True)
class Statement(Model):
    """A monthly wallet statement."""

    tenant_id: str
    """The tenant's ID."""
    environment: Environment
    month: str
    """The month, Lagos time."""
    is_open: bool
    """Whether the month is still running, so that the totals are provisional."""
    at: str
    """When the statement was created."""
    currency: str
    """Always `NGN`."""
    opening_kobo: int
    """The opening balance, in kobo."""
    put_in_kobo: int
    """Total credits from top-ups and adjustments, in kobo."""
    taken_out_kobo: int
    """Total debits from adjustments, in kobo."""
    charged_kobo: int
    """Total request charges, in kobo."""
    closing_kobo: int
    """The closing balance, in kobo: opening balance + credits - debits - charges."""
    charges: int
    """The number of charges."""
    transfers: int
    """The number of transfers."""
    endpoints: list[StatementEndpoint]
    """Charges by endpoint, highest first."""
    days: list[StatementDay]
    """Days with transactions, in order."""

    _wire: ClassVar[Wire] = (
        ("tenantId", "tenant_id", ""),
        ("environment", "environment", ""),
        ("month", "month", ""),
        ("isOpen", "is_open", ""),
        ("at", "at", ""),
        ("currency", "currency", ""),
        ("openingKobo", "opening_kobo", ""),
        ("putInKobo", "put_in_kobo", ""),
        ("takenOutKobo", "taken_out_kobo", ""),
        ("chargedKobo", "charged_kobo", ""),
        ("closingKobo", "closing_kobo", ""),
        ("charges", "charges", ""),
        ("transfers", "transfers", ""),
        ("endpoints", "endpoints", "StatementEndpoint"),
        ("days", "days", "StatementDay"),
    )


@dataclass(kw_only=True)
class StatementDay(Model):
    """The transactions of a day."""

    day: str
    """The start of the day, Lagos time."""
    charges: int
    """The number of charges."""
    charged_kobo: int
    """The total, in kobo."""
    put_in_kobo: int
    """Credits, in kobo."""
    taken_out_kobo: int
    """Debits, in kobo."""

    _wire: ClassVar[Wire] = (
        ("day", "day", ""),
        ("charges", "charges", ""),
        ("chargedKobo", "charged_kobo", ""),
        ("putInKobo", "put_in_kobo", ""),
        ("takenOutKobo", "taken_out_kobo", ""),
    )


@dataclass(kw_only=True)
class StatementEndpoint(Model):
    """An endpoint's charges in a month."""

    operation_id: str
    """The endpoint."""
    charges: int
    """The number of charges."""
    charged_kobo: int
    """The total, in kobo."""

    _wire: ClassVar[Wire] = (
        ("operationId", "operation_id", ""),
        ("charges", "charges", ""),
        ("chargedKobo", "charged_kobo", ""),
    )


@dataclass(kw_only=True)
class SubscribeData(Model):
    """The identifiers of the subscription."""

    success: bool
    """Whether the exchange registered it; false while this is not known."""
    message: str
    local_subscription_id: str
    """The Kofa id of the subscription."""
    exchange_reference_number: str
    """Empty until the exchange has responded."""
    exchange_subscription_id: str
    """Empty until the exchange has responded."""
    amount: Money
    """Shares times price."""
    transaction_reference: str
    """The reference of the payment, listed under transactions."""
    payment_url: str | None = None
    """Where the investor pays, where a payment provider has a page for it and has said so already;
    else look it up under transactions.
    """
    warnings: list[WarningRecord] | None = None
    """Possible problems that were not a reason to refuse; absent if there are none."""

    _wire: ClassVar[Wire] = (
        ("success", "success", ""),
        ("message", "message", ""),
        ("localSubscriptionId", "local_subscription_id", ""),
        ("exchangeReferenceNumber", "exchange_reference_number", ""),
        ("exchangeSubscriptionId", "exchange_subscription_id", ""),
        ("amount", "amount", "money"),
        ("transactionReference", "transaction_reference", ""),
        ("paymentUrl", "payment_url", ""),
        ("warnings", "warnings", "WarningRecord"),
    )


@dataclass(kw_only=True)
class SubscribeRequest(Model):
    """An application for shares. Unknown fields are ignored."""

    vendor_id: str
    offer_id: str
    """An offer whose `isSubscribable` is true."""
    offer_type: OfferType
    number_of_shares: int
    """The minimum of the offer, plus any number of times its `multiple`."""
    broker_id: str
    """A broker whose `active` is true; without a CHN, one that accepts new clients."""
    profile_type: ProfileType
    first_name: str
    last_name: str
    email: str
    phone_number: str
    """A Nigerian mobile number."""
    address: str
    nationality: str
    """Name or ISO 3166 code of a country."""
    bank_code: str
    """The code of the bank with this `bankId`."""
    bank_id: int
    bank_account_number: str = field(repr=False)
    """Ten digits (NUBAN); the check digit must fit a deposit bank. In the sandbox 0000000000 passes
    at every bank.
    """
    has_existing_chn_depository: bool
    """Whether the applicant has a Clearing House Number."""
    is_card_payment: bool
    """Whether to pay by card; otherwise from the bank account."""
    date_of_birth: str | None = None
    """INDIVIDUAL and JOINT applicants must be 18, a MINOR must be younger; CORPORATE need not say
    it.
    """
    gender: Gender | None = None
    """Required, except for CORPORATE."""
    bvn: str | None = field(default=None, repr=False)
    """Required for INDIVIDUAL and JOINT. In the sandbox 22222222220 passes."""
    nin: str | None = field(default=None, repr=False)
    """Required for INDIVIDUAL and JOINT. In the sandbox 70123456780 passes."""
    state: str | None = None
    """Required for Nigerians: one of the 36 states or the FCT."""
    lga: str | None = None
    """Required for Nigerians: a local government area in that state."""
    marital_status: int | None = None
    """0 unknown, 1 single, 2 married, 3 divorced, 4 widowed, 5 separated. Required, but for
    CORPORATE.
    """
    next_of_kin_full_name: str | None = None
    """Required, except for CORPORATE."""
    next_of_kin_phone: str | None = None
    """A Nigerian mobile number. Required, except for CORPORATE."""
    chn: str | None = None
    """The Clearing House Number; required in a rights issue."""
    client_reference: str | None = None
    """Your own reference for the application, without personal data. It is returned in the
    transaction, and you can search by it.
    """
    second_applicant: RelatedPerson | None = None
    """The second applicant. Required for JOINT, not allowed otherwise."""
    guardian: RelatedPerson | None = None
    """The guardian. Required for MINOR, not allowed otherwise. `relationship` is required."""
    company: ApplyingCompany | None = None
    """Required for CORPORATE, and goes with nothing else. `firstName` to `nin` are then of who
    signs for it.
    """

    _wire: ClassVar[Wire] = (
        ("vendorId", "vendor_id", ""),
        ("offerId", "offer_id", ""),
        ("offerType", "offer_type", ""),
        ("numberOfShares", "number_of_shares", ""),
        ("brokerId", "broker_id", ""),
        ("profileType", "profile_type", ""),
        ("firstName", "first_name", ""),
        ("lastName", "last_name", ""),
        ("dateOfBirth", "date_of_birth", ""),
        ("gender", "gender", ""),
        ("email", "email", ""),
        ("phoneNumber", "phone_number", ""),
        ("bvn", "bvn", ""),
        ("nin", "nin", ""),
        ("address", "address", ""),
        ("nationality", "nationality", ""),
        ("state", "state", ""),
        ("lga", "lga", ""),
        ("maritalStatus", "marital_status", ""),
        ("nextOfKinFullName", "next_of_kin_full_name", ""),
        ("nextOfKinPhone", "next_of_kin_phone", ""),
        ("bankCode", "bank_code", ""),
        ("bankId", "bank_id", ""),
        ("bankAccountNumber", "bank_account_number", ""),
        ("hasExistingChnDepository", "has_existing_chn_depository", ""),
        ("chn", "chn", ""),
        ("isCardPayment", "is_card_payment", ""),
        ("clientReference", "client_reference", ""),
        ("secondApplicant", "second_applicant", "RelatedPerson"),
        ("guardian", "guardian", "RelatedPerson"),
        ("company", "company", "ApplyingCompany"),
    )


@dataclass(kw_only=True)
class Transaction(Model):
    """The payment of a subscription."""

    id: str
    transaction_reference: str
    is_settled_payment: bool
    """Whether it has been paid."""
    number_of_shares: int
    amount: Money
    """Naira, with at most two decimals."""
    subscription: TransactionSubscription
    """What the payment is for."""
    currency: str
    status: SubscriptionStatus
    payment_status: PaymentStatus
    allotment_status: AllotmentStatus
    created_at: str
    client_reference: str | None = None
    """Your own reference for the application."""
    shares_allotted: int | None = None
    """Null until the allotment."""
    refund_amount: Money | None = None
    """Null until it is known whether a refund is due."""
    settled_at: str | None = None
    reason: str | None = None
    """Why the application was rejected or the payment failed."""
    payment_url: str | None = None
    """Where the investor pays, on a page of the payment provider; only while it can be paid, and
    where there is a page.
    """
    history: list[HistoryLine] | None = None
    """All steps, oldest first; only with `transactionReference`."""
    allotment_explanation: str | None = None
    """Why this many shares were allotted, in words; only where `transactionReference` is given and
    once the allotment is done.
    """
    identity_checks: list[IdentityCheck] | None = None
    """The outcomes of looking up the applicants by BVN, NIN and account; only where
    `transactionReference` is given and if a provider was asked.
    """

    _wire: ClassVar[Wire] = (
        ("id", "id", ""),
        ("transactionReference", "transaction_reference", ""),
        ("isSettledPayment", "is_settled_payment", ""),
        ("numberOfShares", "number_of_shares", ""),
        ("amount", "amount", "money"),
        ("subscription", "subscription", "TransactionSubscription"),
        ("clientReference", "client_reference", ""),
        ("currency", "currency", ""),
        ("status", "status", ""),
        ("paymentStatus", "payment_status", ""),
        ("allotmentStatus", "allotment_status", ""),
        ("sharesAllotted", "shares_allotted", ""),
        ("refundAmount", "refund_amount", "money"),
        ("createdAt", "created_at", ""),
        ("settledAt", "settled_at", ""),
        ("reason", "reason", ""),
        ("paymentUrl", "payment_url", ""),
        ("history", "history", "HistoryLine"),
        ("allotmentExplanation", "allotment_explanation", ""),
        ("identityChecks", "identity_checks", "IdentityCheck"),
    )


@dataclass(kw_only=True)
class TransactionPage(Model):
    """One page of transactions."""

    transactions: list[Transaction]
    page: int
    size: int
    total_pages: int
    total_count: int

    _wire: ClassVar[Wire] = (
        ("transactions", "transactions", "Transaction"),
        ("page", "page", ""),
        ("size", "size", ""),
        ("totalPages", "total_pages", ""),
        ("totalCount", "total_count", ""),
    )


@dataclass(kw_only=True)
class TransactionSubscription(Model):
    """What the payment is for."""

    id: str
    investor_name: str
    """The name of the investor."""
    profile_type: ProfileType
    offer_name: str
    offer_id: str
    status: SubscriptionStatus
    exchange_reference_number: str
    """Empty until the exchange has responded."""
    exchange_subscription_id: str
    """Empty until the exchange has responded."""

    _wire: ClassVar[Wire] = (
        ("id", "id", ""),
        ("investorName", "investor_name", ""),
        ("profileType", "profile_type", ""),
        ("offerName", "offer_name", ""),
        ("offerId", "offer_id", ""),
        ("status", "status", ""),
        ("exchangeReferenceNumber", "exchange_reference_number", ""),
        ("exchangeSubscriptionId", "exchange_subscription_id", ""),
    )


@dataclass(kw_only=True)
class TransactionsRequest(Model):
    """Filters for transactions; absent or empty fields do not filter."""

    transaction_reference: str | None = None
    client_reference: str | None = None
    """The `clientReference` of its subscription."""
    offer_id: str | None = None
    status: SubscriptionStatus | None = None
    from_: str | None = None
    """Received at or after this time."""
    to: str | None = None
    """Received before this time."""
    page: int | None = None
    """The page, starting at 1. Default: 1."""
    size: int | None = None

    _wire: ClassVar[Wire] = (
        ("transactionReference", "transaction_reference", ""),
        ("clientReference", "client_reference", ""),
        ("offerId", "offer_id", ""),
        ("status", "status", ""),
        ("from", "from_", ""),
        ("to", "to", ""),
        ("page", "page", ""),
        ("size", "size", ""),
    )


@dataclass(kw_only=True)
class WalletAlert(Model):
    """A low-balance alert."""

    id: int
    """Sequence number of the alert."""
    tenant_id: str
    """The tenant's ID."""
    environment: Environment
    kind: WalletAlertKind
    threshold: int
    """The threshold: kobo for a balance, days for a runway."""
    level_kobo: int
    """The threshold in kobo at that time."""
    balance_kobo: int
    """The balance right after the transaction that raised the alert, in kobo."""
    at: str
    """The time."""
    roles: list[Role]
    request_id: str | None = None
    """The request that raised the alert; null if it was not a request."""
    cleared_at: str | None = None
    """When the balance recovered; null while the alert is open."""

    _wire: ClassVar[Wire] = (
        ("id", "id", ""),
        ("tenantId", "tenant_id", ""),
        ("environment", "environment", ""),
        ("kind", "kind", ""),
        ("threshold", "threshold", ""),
        ("levelKobo", "level_kobo", ""),
        ("balanceKobo", "balance_kobo", ""),
        ("at", "at", ""),
        ("requestId", "request_id", ""),
        ("roles", "roles", ""),
        ("clearedAt", "cleared_at", ""),
    )


@dataclass(kw_only=True)
class WalletAlerts(Model):
    """A wallet's alert thresholds and open alerts."""

    balances_kobo: list[int]
    """Balance thresholds in kobo, highest first."""
    roles: list[Role]
    open: list[WalletAlert]
    """Open alerts, newest first, up to ten."""
    runway_days: int | None = None
    """The minimum number of days the balance must cover; null if not set."""

    _wire: ClassVar[Wire] = (
        ("balancesKobo", "balances_kobo", ""),
        ("runwayDays", "runway_days", ""),
        ("roles", "roles", ""),
        ("open", "open", "WalletAlert"),
    )


@dataclass(kw_only=True)
class WarningRecord(Model):
    """A possible problem that is not a reason to refuse."""

    field: str
    message: str

    _wire: ClassVar[Wire] = (
        ("field", "field", ""),
        ("message", "message", ""),
    )


@dataclass(kw_only=True)
class WebhookDelivery(Model):
    """A notification to `webhook_url`."""

    id: str
    """The id of the event, as in `webhook-id`; empty for the moment before it has one."""
    status: WebhookDeliveryStatus
    created_at: str
    attempts: int
    """Tries so far."""
    response_status: int | None = None
    """The HTTP status of the last response; null if there was none."""
    error: str | None = None
    """Why the last try was no success; null if it was one."""

    _wire: ClassVar[Wire] = (
        ("id", "id", ""),
        ("status", "status", ""),
        ("created_at", "created_at", ""),
        ("attempts", "attempts", ""),
        ("response_status", "response_status", ""),
        ("error", "error", ""),
    )
