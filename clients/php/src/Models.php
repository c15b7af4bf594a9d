<?php

// Written by clients/generator from clients/openapi.json. Do not edit.

declare(strict_types=1);

namespace Kofa;

/** The calling tenant, and the key it calls with. */
final class Account extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'id' => ['id', ''],
        'name' => ['name', ''],
        'vendorId' => ['vendorId', ''],
        'environment' => ['environment', ''],
        'services' => ['services', 'Service'],
        'key' => ['key', 'Key'],
    ];

    public function __construct(
        public readonly string $id,
        public readonly string $name,
        /** The `vendorId` of subscriptions. */
        public readonly string $vendorId,
        /** One of `Environment`. */
        public readonly string $environment,
        /**
         * @var list<Service> Each product in each environment that the key can access, on or off.
         */
        public readonly array $services,
        /** The API key of this request. */
        public readonly Key $key,
    ) {
    }
}

/** A rate limit. */
final class AccountLimit extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'policy' => ['policy', ''],
        'requestsPerSecond' => ['requestsPerSecond', ''],
        'burst' => ['burst', ''],
    ];

    public function __construct(
        /** The name in `RateLimit-Policy`: `key` for each key, `tenant` for all keys together. */
        public readonly string $policy,
        /** Average requests per second. */
        public readonly int $requestsPerSecond,
        /** Requests allowed at once after a pause. */
        public readonly int $burst,
    ) {
    }
}

/** A page of a list. */
final class AccountLimitPage extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'items' => ['items', 'AccountLimit'],
        'nextCursor' => ['nextCursor', ''],
    ];

    public function __construct(
        /** @var list<AccountLimit> The items. */
        public readonly array $items,
        /** The `cursor` of the next page; null on the last. */
        public readonly ?string $nextCursor = null,
    ) {
    }
}

/** The calling tenant's price of an endpoint. */
final class AccountPrice extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'operationId' => ['operationId', ''],
        'environment' => ['environment', ''],
        'amountKobo' => ['amountKobo', ''],
        'currency' => ['currency', ''],
        'rule' => ['rule', ''],
        'effectiveAt' => ['effectiveAt', ''],
        'scheduled' => ['scheduled', 'AccountPriceChange'],
    ];

    public function __construct(
        /** The endpoint's `operationId`. */
        public readonly string $operationId,
        /** One of `Environment`. */
        public readonly string $environment,
        /** The current price of a billable request, in kobo. */
        public readonly int $amountKobo,
        /** Always `NGN`. */
        public readonly string $currency,
        /** One of `AccountPriceRule`. */
        public readonly string $rule,
        /** @var list<AccountPriceChange> Scheduled changes, next one first. */
        public readonly array $scheduled,
        /** When it took effect; null for the default. */
        public readonly ?string $effectiveAt = null,
    ) {
    }
}

/** A scheduled price. */
final class AccountPriceChange extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'amountKobo' => ['amountKobo', ''],
        'effectiveAt' => ['effectiveAt', ''],
    ];

    public function __construct(
        /** The price per request, in kobo. */
        public readonly int $amountKobo,
        /** When it takes effect. */
        public readonly string $effectiveAt,
    ) {
    }
}

/** A page of a list. */
final class AccountPricePage extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'items' => ['items', 'AccountPrice'],
        'nextCursor' => ['nextCursor', ''],
    ];

    public function __construct(
        /** @var list<AccountPrice> The items. */
        public readonly array $items,
        /** The `cursor` of the next page; null on the last. */
        public readonly ?string $nextCursor = null,
    ) {
    }
}

/** A month with a statement. */
final class AccountStatement extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'month' => ['month', ''],
        'isOpen' => ['isOpen', ''],
        'from' => ['from', ''],
        'until' => ['until', ''],
    ];

    public function __construct(
        /** The month, Lagos time. */
        public readonly string $month,
        /** Whether the month is still running, so that its totals are provisional. */
        public readonly bool $isOpen,
        /** When the month begins. */
        public readonly string $from,
        /** When the next month begins. */
        public readonly string $until,
    ) {
    }
}

/** A page of a list. */
final class AccountStatementPage extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'items' => ['items', 'AccountStatement'],
        'nextCursor' => ['nextCursor', ''],
    ];

    public function __construct(
        /** @var list<AccountStatement> The items. */
        public readonly array $items,
        /** The `cursor` of the next page; null on the last. */
        public readonly ?string $nextCursor = null,
    ) {
    }
}

/** Requests of a day or of an endpoint. */
final class AccountUsage extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'since' => ['since', ''],
        'operationId' => ['operationId', ''],
        'calls' => ['calls', ''],
        'errors' => ['errors', ''],
        'chargeKobo' => ['chargeKobo', ''],
    ];

    public function __construct(
        /** The number of requests. */
        public readonly int $calls,
        /** The number of requests with an error response. */
        public readonly int $errors,
        /**
         * The amount charged, in kobo. Amounts charged after the response was sent count at the
         * time of the charge.
         */
        public readonly int $chargeKobo,
        /** The start of the day (Lagos time); null when grouped by endpoint. */
        public readonly ?string $since = null,
        /** The endpoint; null when grouped by day. */
        public readonly ?string $operationId = null,
    ) {
    }
}

/** A page of a list. */
final class AccountUsagePage extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'items' => ['items', 'AccountUsage'],
        'nextCursor' => ['nextCursor', ''],
    ];

    public function __construct(
        /** @var list<AccountUsage> The items. */
        public readonly array $items,
        /** The `cursor` of the next page; null on the last. */
        public readonly ?string $nextCursor = null,
    ) {
    }
}

/** The calling tenant's wallet in the environment. */
final class AccountWallet extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'balanceKobo' => ['balanceKobo', ''],
        'reservedKobo' => ['reservedKobo', ''],
        'availableKobo' => ['availableKobo', ''],
        'currency' => ['currency', ''],
        'spentPerDayKobo' => ['spentPerDayKobo', ''],
        'runwayDays' => ['runwayDays', ''],
        'alerts' => ['alerts', 'WalletAlerts'],
    ];

    public function __construct(
        /** The balance including funds on hold, in kobo. */
        public readonly int $balanceKobo,
        /** Funds on hold for requests in progress, in kobo. */
        public readonly int $reservedKobo,
        /** The available balance, in kobo. */
        public readonly int $availableKobo,
        /** Always `NGN`. */
        public readonly string $currency,
        /** The average amount charged per day in the last seven days, in kobo. */
        public readonly int $spentPerDayKobo,
        /** The alert thresholds and open alerts. */
        public readonly WalletAlerts $alerts,
        /** How many full days the balance lasts at that rate; null if nothing was charged. */
        public readonly ?int $runwayDays = null,
    ) {
    }
}

/** The extracted fields. Unknown values are empty strings. */
final class AddressData extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'full_address' => ['fullAddress', ''],
        'street' => ['street', ''],
        'city' => ['city', ''],
        'state' => ['state', ''],
        'lga' => ['lga', ''],
        'country' => ['country', ''],
        'field_metadata' => ['fieldMetadata', 'AddressMetadata'],
        'confidence' => ['confidence', ''],
        'requires_review' => ['requiresReview', ''],
        'review_reasons' => ['reviewReasons', ''],
        'regions' => ['regions', 'FieldRegions'],
        'document' => ['document', 'DocumentData'],
        'checks' => ['checks', 'CheckData'],
        'match' => ['match', 'MatchData'],
        'parts' => ['parts', 'PartsData'],
    ];

    public function __construct(
        /** The address as printed in the document; nothing is ever added to it. */
        public readonly string $fullAddress,
        /** House, street, landmark. */
        public readonly string $street,
        /** One town or city, its name alone; a district only where no town is printed. */
        public readonly string $city,
        /** State, or FCT. */
        public readonly string $state,
        /** Local government area. */
        public readonly string $lga,
        /** Country. */
        public readonly string $country,
        /** The lowest confidence of all extracted fields, 0 to 1. */
        public readonly float $confidence,
        /** Whether a person should review the result. */
        public readonly bool $requiresReview,
        /**
         * @var list<string> Why a person should look; empty exactly if `requires_review` is false.
         * `no_address`: the document shows none of its holder. `filled_field`: a field was derived
         * or inferred. `close_candidates`: another address fits about as well. `low_confidence`:
         * the least `confidence` is below 0.8. `ambiguous_place`: the names fit several places or
         * contradict each other. `foreign_address`: it is not in Nigeria. `post_box_only`: it names
         * no street, only a box. `unread_pages`: some pages are pictures of which little or nothing
         * could be read, so the address may stand there. `provider_chose`: an AI provider named the
         * address, which is printed. `poor_picture`: a picture is dark, blurred, cut off or its
         * letters are small; the check `poor_quality` says what to do. `failed_check`: a check that
         * was asked for is graver than `info`. `not_as_expected`: a comparison that was asked for
         * found no match.
         */
        public readonly array $reviewReasons,
        /**
         * Where `lga`, `state` and `country` come from; only in the variant with `hallucination`.
         */
        public readonly ?AddressMetadata $fieldMetadata = null,
        /** With `include=regions`. */
        public readonly ?FieldRegions $regions = null,
        /** With `include=document`. */
        public readonly ?DocumentData $document = null,
        /**
         * @var list<CheckData>|null With `include=checks`: what a reviewer should know, most
         * serious first.
         */
        public readonly ?array $checks = null,
        /** With `include=match`, or if you sent an expected name or address. */
        public readonly ?MatchData $match = null,
        /** With `include=parts`. */
        public readonly ?PartsData $parts = null,
    ) {
    }
}

/** The sources of the three fields that `hallucination` may fill; with `include`, of all six. */
final class AddressMetadata extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'lga' => ['lga', 'FieldMetadata'],
        'state' => ['state', 'FieldMetadata'],
        'country' => ['country', 'FieldMetadata'],
        'full_address' => ['fullAddress', 'FieldMetadata'],
        'street' => ['street', 'FieldMetadata'],
        'city' => ['city', 'FieldMetadata'],
    ];

    public function __construct(
        /** Where a value comes from. */
        public readonly FieldMetadata $lga,
        /** Where a value comes from. */
        public readonly FieldMetadata $state,
        /** Where a value comes from. */
        public readonly FieldMetadata $country,
        /** Where a value comes from. */
        public readonly ?FieldMetadata $fullAddress = null,
        /** Where a value comes from. */
        public readonly ?FieldMetadata $street = null,
        /** Where a value comes from. */
        public readonly ?FieldMetadata $city = null,
    ) {
    }
}

/** A person or organisation. Values that are not on the register are null. */
final class Affiliate extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'affiliateId' => ['affiliateId', ''],
        'affiliateType' => ['affiliateType', ''],
        'roles' => ['roles', 'AffiliateRole'],
        'surname' => ['surname', ''],
        'firstName' => ['firstName', ''],
        'otherName' => ['otherName', ''],
        'fullName' => ['fullName', ''],
        'gender' => ['gender', ''],
        'dateOfBirth' => ['dateOfBirth', ''],
        'nationality' => ['nationality', ''],
        'formerNationality' => ['formerNationality', ''],
        'occupation' => ['occupation', ''],
        'email' => ['email', ''],
        'phoneNumber' => ['phoneNumber', ''],
        'address' => ['address', 'AffiliateAddress'],
        'isCorporate' => ['isCorporate', ''],
        'corporationName' => ['corporationName', ''],
        'corporationRcNumber' => ['corporationRcNumber', ''],
        'sharesAllotted' => ['sharesAllotted', ''],
        'shareType' => ['shareType', ''],
        'percentage' => ['percentage', ''],
        'isChairman' => ['isChairman', ''],
        'isPsc' => ['isPsc', ''],
        'psc' => ['psc', 'AffiliateControl'],
        'accreditationNumber' => ['accreditationNumber', ''],
        'identityNumber' => ['identityNumber', ''],
        'status' => ['status', ''],
    ];

    public function __construct(
        /**
         * The most senior current role, or the most senior former role if there is no current one.
         * One of `AffiliateType`.
         */
        public readonly string $affiliateType,
        /** @var list<AffiliateRole> All roles, most senior first. */
        public readonly array $roles,
        public readonly string $fullName,
        /** The address of an affiliate. */
        public readonly AffiliateAddress $address,
        /** Whether this is an organisation rather than a person. */
        public readonly bool $isCorporate,
        /** Whether this person currently chairs the board or the trustees. */
        public readonly bool $isChairman,
        /** Whether this person currently has significant control. */
        public readonly bool $isPsc,
        /**
         * `ACTIVE`, `RESIGNED` (all roles, the leading one at a date), `INACTIVE`, or `UNKNOWN`,
         * where the register does not say. One of `AffiliateRoleStatus`.
         */
        public readonly string $status,
        /** The identifier in the register. */
        public readonly ?string $affiliateId = null,
        public readonly ?string $surname = null,
        public readonly ?string $firstName = null,
        public readonly ?string $otherName = null,
        /** `MALE` or `FEMALE`, or the value in the register. */
        public readonly ?string $gender = null,
        /** Year and month only. */
        public readonly ?string $dateOfBirth = null,
        public readonly ?string $nationality = null,
        public readonly ?string $formerNationality = null,
        public readonly ?string $occupation = null,
        /** Masked. */
        public readonly ?string $email = null,
        /** Masked. */
        public readonly ?string $phoneNumber = null,
        /** Of a body. */
        public readonly ?string $corporationName = null,
        /** For an organisation, as written in the register. */
        public readonly ?string $corporationRcNumber = null,
        /** Number of shares currently held, of all types. */
        public readonly ?int $sharesAllotted = null,
        /** Type of the shares; several types are joined by `, `. */
        public readonly ?string $shareType = null,
        /**
         * Part of all shares that the register lists as held. Of the shares issued:
         * `getShareDistribution`.
         */
        public readonly ?float $percentage = null,
        /** The details of the control; null if there never was any. */
        public readonly ?AffiliateControl $psc = null,
        public readonly ?string $accreditationNumber = null,
        /** Masked: all but the last four characters. */
        public readonly ?string $identityNumber = null,
    ) {
    }
}

/** The address of an affiliate. */
final class AffiliateAddress extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'street' => ['street', ''],
        'streetNumber' => ['streetNumber', ''],
        'city' => ['city', ''],
        'lga' => ['lga', ''],
        'state' => ['state', ''],
        'country' => ['country', ''],
        'postcode' => ['postcode', ''],
    ];

    public function __construct(
        public readonly ?string $street = null,
        public readonly ?string $streetNumber = null,
        public readonly ?string $city = null,
        /** Local government area. */
        public readonly ?string $lga = null,
        public readonly ?string $state = null,
        public readonly ?string $country = null,
        public readonly ?string $postcode = null,
    ) {
    }
}

/** How a person controls the entity (CAMA 2020, section 119). */
final class AffiliateControl extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'nature' => ['nature', ''],
        'direct' => ['direct', ''],
        'indirect' => ['indirect', ''],
        'sharePercentage' => ['sharePercentage', ''],
        'votingPercentage' => ['votingPercentage', ''],
    ];

    public function __construct(
        /**
         * @var list<string> `HOLDS_SHARES`, `HOLDS_VOTING_RIGHTS`, `APPOINTS_DIRECTORS`,
         * `SIGNIFICANT_INFLUENCE_OR_CONTROL`, or the register's own words.
         */
        public readonly array $nature,
        /** Held directly. */
        public readonly ?bool $direct = null,
        /** Held through others. */
        public readonly ?bool $indirect = null,
        /** Percent, with at most two decimals. */
        public readonly ?float $sharePercentage = null,
        /** Percent, with at most two decimals. */
        public readonly ?float $votingPercentage = null,
    ) {
    }
}

/** One role of a person. */
final class AffiliateRole extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'type' => ['type', ''],
        'appointedOn' => ['appointedOn', ''],
        'resignedOn' => ['resignedOn', ''],
        'status' => ['status', ''],
    ];

    public function __construct(
        /** The role. */
        public readonly string $type,
        /** `ACTIVE`, `RESIGNED`, `INACTIVE` or `UNKNOWN`. One of `AffiliateRoleStatus`. */
        public readonly string $status,
        public readonly ?string $appointedOn = null,
        public readonly ?string $resignedOn = null,
    ) {
    }
}

/** The people and bodies behind an entity. */
final class Affiliates extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'rcNumber' => ['rcNumber', ''],
        'companyName' => ['companyName', ''],
        'entityType' => ['entityType', ''],
        'totalCount' => ['totalCount', ''],
        'currentCount' => ['currentCount', ''],
        'affiliates' => ['affiliates', 'Affiliate'],
        'source' => ['source', 'RecordSource'],
    ];

    public function __construct(
        /** In canonical form. */
        public readonly string $rcNumber,
        public readonly string $companyName,
        /** Kind of entity. */
        public readonly string $entityType,
        /** Entries in `affiliates`. */
        public readonly int $totalCount,
        /** Entries with a current role. */
        public readonly int $currentCount,
        /** @var list<Affiliate> Current role holders first, by seniority, then former ones. */
        public readonly array $affiliates,
        /** Where a record comes from and how fresh it is. */
        public readonly RecordSource $source,
    ) {
    }
}

/** The age of data from an external exchange. */
final class Age extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'retrievedAt' => ['retrievedAt', ''],
        'cached' => ['cached', ''],
        'stale' => ['stale', ''],
    ];

    public function __construct(
        /** Whether the data comes from the cache. */
        public readonly bool $cached,
        /** Whether the exchange failed to respond to the latest request. */
        public readonly bool $stale,
        /**
         * When the data was retrieved from the exchange; null if it does not come from an exchange.
         */
        public readonly ?string $retrievedAt = null,
    ) {
    }
}

/** A company that applies. Its existence and name are checked with the registry. */
final class ApplyingCompany extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'rcNumber' => ['rcNumber', ''],
        'entityType' => ['entityType', ''],
        'name' => ['name', ''],
    ];

    public function __construct(
        /** With or without `RC`, `BN`, `IT`, `LP` or `LLP` before it. */
        public readonly string $rcNumber,
        public readonly string $name,
        /** The type of entity, as in the endpoints of the registry. */
        public readonly ?string $entityType = null,
    ) {
    }
}

/** A registered charge. Values that are not on the register are null. */
final class AssetCharge extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'chargeId' => ['chargeId', ''],
        'chargeCode' => ['chargeCode', ''],
        'type' => ['type', ''],
        'description' => ['description', ''],
        'createdOn' => ['createdOn', ''],
        'registeredOn' => ['registeredOn', ''],
        'satisfiedOn' => ['satisfiedOn', ''],
        'status' => ['status', ''],
        'amountSecured' => ['amountSecured', 'money'],
        'currency' => ['currency', ''],
        'personsEntitled' => ['personsEntitled', 'PersonEntitled'],
        'particulars' => ['particulars', ''],
        'containsFixedCharge' => ['containsFixedCharge', ''],
        'containsFloatingCharge' => ['containsFloatingCharge', ''],
        'containsNegativePledge' => ['containsNegativePledge', ''],
    ];

    public function __construct(
        /** The identifier in the register. */
        public readonly string $chargeId,
        /** `OUTSTANDING`, `PART_SATISFIED` or `FULLY_SATISFIED`. One of `AssetChargeStatus`. */
        public readonly string $status,
        /** ISO 4217 */
        public readonly string $currency,
        /** @var list<PersonEntitled> The persons entitled under the charge. */
        public readonly array $personsEntitled,
        public readonly ?string $chargeCode = null,
        /** Such as `DEBENTURE`. */
        public readonly ?string $type = null,
        public readonly ?string $description = null,
        public readonly ?string $createdOn = null,
        public readonly ?string $registeredOn = null,
        public readonly ?string $satisfiedOn = null,
        /** What it secures. */
        public readonly ?Money $amountSecured = null,
        /** What is charged. */
        public readonly ?string $particulars = null,
        public readonly ?bool $containsFixedCharge = null,
        public readonly ?bool $containsFloatingCharge = null,
        /** Whether further charges are forbidden. */
        public readonly ?bool $containsNegativePledge = null,
    ) {
    }
}

/** Charges over the assets of an entity. */
final class Assets extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'rcNumber' => ['rcNumber', ''],
        'companyName' => ['companyName', ''],
        'entityType' => ['entityType', ''],
        'totalCount' => ['totalCount', ''],
        'outstandingCount' => ['outstandingCount', ''],
        'partSatisfiedCount' => ['partSatisfiedCount', ''],
        'satisfiedCount' => ['satisfiedCount', ''],
        'assets' => ['assets', 'AssetCharge'],
        'source' => ['source', 'RecordSource'],
    ];

    public function __construct(
        /** In canonical form. */
        public readonly string $rcNumber,
        public readonly string $companyName,
        /** Kind of entity. */
        public readonly string $entityType,
        /** All charges. */
        public readonly int $totalCount,
        /** Charges that are not satisfied or only partly satisfied. */
        public readonly int $outstandingCount,
        /** Of the outstanding, those of which a part is satisfied. */
        public readonly int $partSatisfiedCount,
        /** Charges that are fully satisfied. */
        public readonly int $satisfiedCount,
        /** @var list<AssetCharge> Oldest first, in the order of the register. */
        public readonly array $assets,
        /** Where a record comes from and how fresh it is. */
        public readonly RecordSource $source,
    ) {
    }
}

/** All supported banks. */
final class BankList extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'banks' => ['banks', 'BankRecord'],
        'source' => ['source', 'Age'],
    ];

    public function __construct(
        /** @var list<BankRecord> */
        public readonly array $banks,
        /** The age of data from an external exchange. */
        public readonly Age $source,
    ) {
    }
}

/** A bank. `logoUrl` is null where the operator has set none. */
final class BankRecord extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'bankId' => ['bankId', ''],
        'name' => ['name', ''],
        'bankCode' => ['bankCode', ''],
        'nipCode' => ['nipCode', ''],
        'slug' => ['slug', ''],
        'active' => ['active', ''],
        'supportsDirectDebit' => ['supportsDirectDebit', ''],
        'logoUrl' => ['logoUrl', ''],
    ];

    public function __construct(
        public readonly int $bankId,
        public readonly string $name,
        public readonly string $slug,
        /** Whether accounts at this bank are still accepted. */
        public readonly bool $active,
        /** Whether the bank supports direct debit. */
        public readonly bool $supportsDirectDebit,
        /** The code of the Central Bank; where it has given none, that of NIBSS. */
        public readonly ?string $bankCode = null,
        /** Routing code of NIBSS. */
        public readonly ?string $nipCode = null,
        public readonly ?string $logoUrl = null,
    ) {
    }
}

/** All brokers. */
final class BrokerList extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'brokers' => ['brokers', 'BrokerRecord'],
        'source' => ['source', 'Age'],
    ];

    public function __construct(
        /** @var list<BrokerRecord> */
        public readonly array $brokers,
        /** The age of data from an external exchange. */
        public readonly Age $source,
    ) {
    }
}

/** A broker. Contact details are null if no public source has them. */
final class BrokerRecord extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'id' => ['id', ''],
        'name' => ['name', ''],
        'code' => ['code', ''],
        'email' => ['email', ''],
        'phone' => ['phone', ''],
        'website' => ['website', ''],
        'address' => ['address', ''],
        'active' => ['active', ''],
        'acceptsNewClients' => ['acceptsNewClients', ''],
        'offerTypes' => ['offerTypes', ''],
    ];

    public function __construct(
        /** The `brokerId` of a subscription. */
        public readonly string $id,
        public readonly string $name,
        /** Whether applications can go through it. */
        public readonly bool $active,
        /** Whether it accepts applicants without a CHN. */
        public readonly bool $acceptsNewClients,
        /** @var list<string> Types of offer it accepts applications for. */
        public readonly array $offerTypes,
        /** Dealing member code. */
        public readonly ?string $code = null,
        public readonly ?string $email = null,
        public readonly ?string $phone = null,
        public readonly ?string $website = null,
        public readonly ?string $address = null,
    ) {
    }
}

/** Something that a reviewer should know. */
final class CheckData extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'code' => ['code', ''],
        'severity' => ['severity', ''],
        'message' => ['message', ''],
        'evidence' => ['evidence', ''],
    ];

    public function __construct(
        /** One of `CheckCode`. */
        public readonly string $code,
        /** One of `CheckSeverity`. */
        public readonly string $severity,
        /** In words. */
        public readonly string $message,
        /** @var list<string> The evidence: text from the document, or the rule. */
        public readonly array $evidence,
    ) {
    }
}

/** Another entity with the same number. */
final class CompanyAlternative extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'entityType' => ['entityType', ''],
        'companyName' => ['companyName', ''],
    ];

    public function __construct(
        /** Send it as `entityType` to get this one. */
        public readonly string $entityType,
        public readonly string $companyName,
    ) {
    }
}

/** A lookup batch. */
final class CompanyBatch extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'batchId' => ['batchId', ''],
        'status' => ['status', ''],
        'total' => ['total', ''],
        'done' => ['done', ''],
        'found' => ['found', ''],
        'notFound' => ['notFound', ''],
        'failed' => ['failed', ''],
        'priceKobo' => ['priceKobo', ''],
        'costKobo' => ['costKobo', ''],
        'createdAt' => ['createdAt', ''],
        'endedAt' => ['endedAt', ''],
        'expiresAt' => ['expiresAt', ''],
    ];

    public function __construct(
        /** Names it: the `X-Request-Id` of the call that made it. */
        public readonly string $batchId,
        /** One of `CompanyBatchStatus`. */
        public readonly string $status,
        /** Number of companies in the batch. */
        public readonly int $total,
        /** Number of companies with a result so far. */
        public readonly int $done,
        public readonly int $found,
        public readonly int $notFound,
        /** Number of companies whose source refused or failed three times. */
        public readonly int $failed,
        /** The price of each company found, in kobo. */
        public readonly int $priceKobo,
        /** The cost of the companies found so far, in kobo, charged when the batch ends. */
        public readonly int $costKobo,
        public readonly string $createdAt,
        /** Null until it has ended. */
        public readonly ?string $endedAt = null,
        /** When the batch and its results will be deleted; null until it has ended. */
        public readonly ?string $expiresAt = null,
    ) {
    }
}

/** A company to look up. */
final class CompanyBatchLine extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'rcNumber' => ['rcNumber', ''],
        'entityType' => ['entityType', ''],
    ];

    public function __construct(
        public readonly string $rcNumber,
        /** Finds only this kind of entity. */
        public readonly ?string $entityType = null,
    ) {
    }
}

/** A page of results. */
final class CompanyBatchPage extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'results' => ['results', 'CompanyBatchResult'],
        'page' => ['page', ''],
        'size' => ['size', ''],
        'totalPages' => ['totalPages', ''],
        'totalCount' => ['totalCount', ''],
    ];

    public function __construct(
        /** @var list<CompanyBatchResult> */
        public readonly array $results,
        /** From 1. */
        public readonly int $page,
        public readonly int $size,
        public readonly int $totalPages,
        public readonly int $totalCount,
    ) {
    }
}

/** The companies of a batch. */
final class CompanyBatchRequest extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'companies' => ['companies', 'CompanyBatchLine'],
        'maxAge' => ['maxAge', ''],
    ];

    public function __construct(
        /** @var list<CompanyBatchLine> Each entity once. */
        public readonly array $companies,
        /** The maximum age of a record, in seconds, as in the lookup by RC number. */
        public readonly ?int $maxAge = null,
    ) {
    }
}

/** The result for one company. */
final class CompanyBatchResult extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'position' => ['position', ''],
        'rcNumber' => ['rcNumber', ''],
        'entityType' => ['entityType', ''],
        'outcome' => ['outcome', ''],
        'errorCode' => ['errorCode', ''],
        'company' => ['company', 'CompanyRecord'],
    ];

    public function __construct(
        /** Its place in the request, from 0. */
        public readonly int $position,
        /** As it was sent, without separators. */
        public readonly string $rcNumber,
        /** One of `CompanyBatchOutcome`. */
        public readonly string $outcome,
        /** As it was sent; null if it was not. */
        public readonly ?string $entityType = null,
        /** The error code if no company was found; otherwise null. */
        public readonly ?string $errorCode = null,
        /** The company; null if none was found. */
        public readonly ?CompanyRecord $company = null,
    ) {
    }
}

/** The company that has a tax number. */
final class CompanyByTin extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'rcNumber' => ['rcNumber', ''],
        'companyName' => ['companyName', ''],
        'companyType' => ['companyType', ''],
        'registrationStatus' => ['registrationStatus', ''],
        'registeredAddress' => ['registeredAddress', ''],
        'entityType' => ['entityType', ''],
        'classificationId' => ['classificationId', ''],
        'registrationDate' => ['registrationDate', ''],
        'lineOfBusiness' => ['lineOfBusiness', ''],
        'city' => ['city', ''],
        'lga' => ['lga', ''],
        'state' => ['state', ''],
        'email' => ['email', ''],
        'alternatives' => ['alternatives', 'CompanyAlternative'],
        'source' => ['source', 'RecordSource'],
        'tin' => ['tin', ''],
        'taxIdFormat' => ['taxIdFormat', ''],
        'taxId' => ['taxId', ''],
        'previousTin' => ['previousTin', ''],
        'taxpayerName' => ['taxpayerName', ''],
        'taxOffice' => ['taxOffice', ''],
        'tinStatus' => ['tinStatus', ''],
        'nameMatchesRegistry' => ['nameMatchesRegistry', ''],
    ];

    public function __construct(
        /**
         * In canonical form: digits, without prefix and leading zeros (the sandbox's reserved
         * numbers keep theirs).
         */
        public readonly string $rcNumber,
        public readonly string $companyName,
        /** Such as `PRIVATE_COMPANY_LIMITED_BY_SHARES`. */
        public readonly string $companyType,
        /**
         * `ACTIVE`, `INACTIVE` (annual returns overdue), `STRUCK_OFF`, `DELISTED`, `DISSOLVED`,
         * `IN_LIQUIDATION` or `UNKNOWN`. One of `RegistrationStatus`.
         */
        public readonly string $registrationStatus,
        public readonly string $registeredAddress,
        /**
         * Kind of entity: `COMPANY`, `BUSINESS_NAME`, `INCORPORATED_TRUSTEE`, `LIMITED_PARTNERSHIP`
         * or `LIMITED_LIABILITY_PARTNERSHIP`.
         */
        public readonly string $entityType,
        /**
         * The registry's number of that kind: 1 business name, 2 company, 3 incorporated trustees,
         * 4 limited partnership, 5 limited liability partnership.
         */
        public readonly int $classificationId,
        /** Where a record comes from and how fresh it is. */
        public readonly RecordSource $source,
        /** The number that was asked for, in canonical form. */
        public readonly string $tin,
        /**
         * The form of `tin`: `TAX_ID` for thirteen digits, `LEGACY` otherwise. One of
         * `TaxIdFormat`.
         */
        public readonly string $taxIdFormat,
        /**
         * The thirteen-digit number of the company, whichever format you sent; the legacy number if
         * the tax authority has no other.
         */
        public readonly string $taxId,
        /** The name registered with the tax authority. */
        public readonly string $taxpayerName,
        /**
         * `ACTIVE`, or `INACTIVE` where the company is no longer registered. One of `TinStatus`.
         */
        public readonly string $tinStatus,
        /** Whether `taxpayerName` equals `companyName`, ignoring case and spaces. */
        public readonly bool $nameMatchesRegistry,
        public readonly ?string $registrationDate = null,
        /** Several are joined by `; `. */
        public readonly ?string $lineOfBusiness = null,
        public readonly ?string $city = null,
        /** Local government area. */
        public readonly ?string $lga = null,
        public readonly ?string $state = null,
        public readonly ?string $email = null,
        /**
         * @var list<CompanyAlternative>|null Other entities with the same number. Only present if
         * there are any and the request did not select a type.
         */
        public readonly ?array $alternatives = null,
        /** The legacy number that `taxId` replaces, if there was one. It stays valid. */
        public readonly ?string $previousTin = null,
        /** The responsible office of the tax authority. */
        public readonly ?string $taxOffice = null,
    ) {
    }
}

/** The full record of an entity. */
final class CompanyDetails extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'rcNumber' => ['rcNumber', ''],
        'companyName' => ['companyName', ''],
        'companyType' => ['companyType', ''],
        'registrationStatus' => ['registrationStatus', ''],
        'registeredAddress' => ['registeredAddress', ''],
        'entityType' => ['entityType', ''],
        'classificationId' => ['classificationId', ''],
        'registrationDate' => ['registrationDate', ''],
        'lineOfBusiness' => ['lineOfBusiness', ''],
        'city' => ['city', ''],
        'lga' => ['lga', ''],
        'state' => ['state', ''],
        'email' => ['email', ''],
        'alternatives' => ['alternatives', 'CompanyAlternative'],
        'source' => ['source', 'RecordSource'],
        'branchAddress' => ['branchAddress', ''],
        'headOfficeAddress' => ['headOfficeAddress', ''],
        'objectives' => ['objectives', ''],
        'delistingStatus' => ['delistingStatus', ''],
        'lastAnnualReturn' => ['lastAnnualReturn', ''],
    ];

    public function __construct(
        /**
         * In canonical form: digits, without prefix and leading zeros (the sandbox's reserved
         * numbers keep theirs).
         */
        public readonly string $rcNumber,
        public readonly string $companyName,
        /** Such as `PRIVATE_COMPANY_LIMITED_BY_SHARES`. */
        public readonly string $companyType,
        /**
         * `ACTIVE`, `INACTIVE` (annual returns overdue), `STRUCK_OFF`, `DELISTED`, `DISSOLVED`,
         * `IN_LIQUIDATION` or `UNKNOWN`. One of `RegistrationStatus`.
         */
        public readonly string $registrationStatus,
        public readonly string $registeredAddress,
        /**
         * Kind of entity: `COMPANY`, `BUSINESS_NAME`, `INCORPORATED_TRUSTEE`, `LIMITED_PARTNERSHIP`
         * or `LIMITED_LIABILITY_PARTNERSHIP`.
         */
        public readonly string $entityType,
        /**
         * The registry's number of that kind: 1 business name, 2 company, 3 incorporated trustees,
         * 4 limited partnership, 5 limited liability partnership.
         */
        public readonly int $classificationId,
        /** Where a record comes from and how fresh it is. */
        public readonly RecordSource $source,
        /** @var list<string> The registered objectives, or else the lines of business. */
        public readonly array $objectives,
        public readonly ?string $registrationDate = null,
        /** Several are joined by `; `. */
        public readonly ?string $lineOfBusiness = null,
        public readonly ?string $city = null,
        /** Local government area. */
        public readonly ?string $lga = null,
        public readonly ?string $state = null,
        public readonly ?string $email = null,
        /**
         * @var list<CompanyAlternative>|null Other entities with the same number. Only present if
         * there are any and the request did not select a type.
         */
        public readonly ?array $alternatives = null,
        /** Null if it is not on the register. */
        public readonly ?string $branchAddress = null,
        /** Null if it is not on the register. */
        public readonly ?string $headOfficeAddress = null,
        /** `STRUCK_OFF` or `DELISTED`; null for an entity that is neither. */
        public readonly ?string $delistingStatus = null,
        /** Year or date of the last annual return. Null where the register does not say. */
        public readonly ?string $lastAnnualReturn = null,
    ) {
    }
}

/** The result for another entity with the same number. */
final class CompanyNameAlternative extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'entityType' => ['entityType', ''],
        'companyName' => ['companyName', ''],
        'matchResult' => ['matchResult', ''],
        'matchScore' => ['matchScore', ''],
    ];

    public function __construct(
        /** Send it as `entityType` to get this one. */
        public readonly string $entityType,
        public readonly string $companyName,
        /** `EXACT`, `NORMALIZED`, `PARTIAL` or `MISMATCH`. */
        public readonly string $matchResult,
        /** With two decimals. */
        public readonly float $matchScore,
    ) {
    }
}

/** The result of a name check. */
final class CompanyNameCheck extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'rcNumber' => ['rcNumber', ''],
        'submittedName' => ['submittedName', ''],
        'registeredName' => ['registeredName', ''],
        'isMatch' => ['isMatch', ''],
        'matchResult' => ['matchResult', ''],
        'matchScore' => ['matchScore', ''],
        'differences' => ['differences', 'NameDifference'],
        'registrationStatus' => ['registrationStatus', ''],
        'entityType' => ['entityType', ''],
        'alternatives' => ['alternatives', 'CompanyNameAlternative'],
        'source' => ['source', 'RecordSource'],
    ];

    public function __construct(
        /**
         * In canonical form: digits, without prefix and leading zeros (the sandbox's reserved
         * numbers keep theirs).
         */
        public readonly string $rcNumber,
        /** As it was sent. */
        public readonly string $submittedName,
        public readonly string $registeredName,
        /** Whether it is the same name: true for `EXACT` and `NORMALIZED`. */
        public readonly bool $isMatch,
        /** `EXACT`, `NORMALIZED`, `PARTIAL` or `MISMATCH`. One of `NameMatch`. */
        public readonly string $matchResult,
        /**
         * With two decimals: exact 1, normalized 0.99, partial 0.85 to 0.98, mismatch up to 0.84.
         */
        public readonly float $matchScore,
        /** @var list<NameDifference> What differs; empty if the names match exactly. */
        public readonly array $differences,
        /**
         * `ACTIVE`, `INACTIVE` (annual returns overdue), `STRUCK_OFF`, `DELISTED`, `DISSOLVED`,
         * `IN_LIQUIDATION` or `UNKNOWN`.
         */
        public readonly string $registrationStatus,
        /**
         * Kind of entity: `COMPANY`, `BUSINESS_NAME`, `INCORPORATED_TRUSTEE`, `LIMITED_PARTNERSHIP`
         * or `LIMITED_LIABILITY_PARTNERSHIP`.
         */
        public readonly string $entityType,
        /** Where a record comes from and how fresh it is. */
        public readonly RecordSource $source,
        /**
         * @var list<CompanyNameAlternative>|null The results for other entities with the same
         * number. Only present if there are any and the request did not select a type.
         */
        public readonly ?array $alternatives = null,
    ) {
    }
}

/**
 * The record of an entity. Values that are not on the register are empty for the first five
 * members, and null for the others.
 */
final class CompanyRecord extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'rcNumber' => ['rcNumber', ''],
        'companyName' => ['companyName', ''],
        'companyType' => ['companyType', ''],
        'registrationStatus' => ['registrationStatus', ''],
        'registeredAddress' => ['registeredAddress', ''],
        'entityType' => ['entityType', ''],
        'classificationId' => ['classificationId', ''],
        'registrationDate' => ['registrationDate', ''],
        'lineOfBusiness' => ['lineOfBusiness', ''],
        'city' => ['city', ''],
        'lga' => ['lga', ''],
        'state' => ['state', ''],
        'email' => ['email', ''],
        'alternatives' => ['alternatives', 'CompanyAlternative'],
        'source' => ['source', 'RecordSource'],
    ];

    public function __construct(
        /**
         * In canonical form: digits, without prefix and leading zeros (the sandbox's reserved
         * numbers keep theirs).
         */
        public readonly string $rcNumber,
        public readonly string $companyName,
        /** Such as `PRIVATE_COMPANY_LIMITED_BY_SHARES`. */
        public readonly string $companyType,
        /**
         * `ACTIVE`, `INACTIVE` (annual returns overdue), `STRUCK_OFF`, `DELISTED`, `DISSOLVED`,
         * `IN_LIQUIDATION` or `UNKNOWN`. One of `RegistrationStatus`.
         */
        public readonly string $registrationStatus,
        public readonly string $registeredAddress,
        /**
         * Kind of entity: `COMPANY`, `BUSINESS_NAME`, `INCORPORATED_TRUSTEE`, `LIMITED_PARTNERSHIP`
         * or `LIMITED_LIABILITY_PARTNERSHIP`.
         */
        public readonly string $entityType,
        /**
         * The registry's number of that kind: 1 business name, 2 company, 3 incorporated trustees,
         * 4 limited partnership, 5 limited liability partnership.
         */
        public readonly int $classificationId,
        /** Where a record comes from and how fresh it is. */
        public readonly RecordSource $source,
        public readonly ?string $registrationDate = null,
        /** Several are joined by `; `. */
        public readonly ?string $lineOfBusiness = null,
        public readonly ?string $city = null,
        /** Local government area. */
        public readonly ?string $lga = null,
        public readonly ?string $state = null,
        public readonly ?string $email = null,
        /**
         * @var list<CompanyAlternative>|null Other entities with the same number. Only present if
         * there are any and the request did not select a type.
         */
        public readonly ?array $alternatives = null,
    ) {
    }
}

/** What was found. */
final class CompanySearchPage extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'companies' => ['companies', 'CompanyRecord'],
        'page' => ['page', ''],
        'size' => ['size', ''],
        'totalPages' => ['totalPages', ''],
        'totalCount' => ['totalCount', ''],
        'isComplete' => ['isComplete', ''],
    ];

    public function __construct(
        /** @var list<CompanyRecord> Closest names first. */
        public readonly array $companies,
        /** From 1. */
        public readonly int $page,
        public readonly int $size,
        public readonly int $totalPages,
        /** Number of matching entities among those considered. */
        public readonly int $totalCount,
        /**
         * Whether all entities with such a name were considered; otherwise only the first 1,000
         * were.
         */
        public readonly bool $isComplete,
    ) {
    }
}

/** A company's tax number, and the company it belongs to. */
final class CompanyTin extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'rcNumber' => ['rcNumber', ''],
        'companyName' => ['companyName', ''],
        'entityType' => ['entityType', ''],
        'registrationStatus' => ['registrationStatus', ''],
        'registeredAddress' => ['registeredAddress', ''],
        'registrationDate' => ['registrationDate', ''],
        'tin' => ['tin', ''],
        'taxIdFormat' => ['taxIdFormat', ''],
        'previousTin' => ['previousTin', ''],
        'taxOffice' => ['taxOffice', ''],
        'tinStatus' => ['tinStatus', ''],
        'alternatives' => ['alternatives', 'CompanyAlternative'],
        'source' => ['source', 'RecordSource'],
    ];

    public function __construct(
        /** In canonical form. */
        public readonly string $rcNumber,
        public readonly string $companyName,
        /** Kind of entity. */
        public readonly string $entityType,
        /** The status of the company in the registry. */
        public readonly string $registrationStatus,
        /** Empty if it is not on the register. */
        public readonly string $registeredAddress,
        /** Thirteen digits, or a legacy number of eight and four. */
        public readonly string $tin,
        /**
         * The form of `tin`: `TAX_ID` for thirteen digits, `LEGACY` otherwise. One of
         * `TaxIdFormat`.
         */
        public readonly string $taxIdFormat,
        /**
         * `ACTIVE`, or `INACTIVE` where the company is no longer registered. One of `TinStatus`.
         */
        public readonly string $tinStatus,
        /** Where a record comes from and how fresh it is. */
        public readonly RecordSource $source,
        public readonly ?string $registrationDate = null,
        /** The legacy number that `tin` replaces, if there was one. It stays valid. */
        public readonly ?string $previousTin = null,
        /** The responsible office of the tax authority. */
        public readonly ?string $taxOffice = null,
        /**
         * @var list<CompanyAlternative>|null Other entities with the same number. Only present if
         * there are any and the request did not select a type.
         */
        public readonly ?array $alternatives = null,
    ) {
    }
}

/** A watched company. */
final class CompanyWatch extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'watchId' => ['watchId', ''],
        'rcNumber' => ['rcNumber', ''],
        'entityType' => ['entityType', ''],
        'createdAt' => ['createdAt', ''],
    ];

    public function __construct(
        /** Identifies the watch in events. */
        public readonly string $watchId,
        /** In canonical form: digits, without prefix and leading zeros. */
        public readonly string $rcNumber,
        public readonly string $entityType,
        /** Since when. */
        public readonly string $createdAt,
    ) {
    }
}

/** A page of watches. */
final class CompanyWatchPage extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'watches' => ['watches', 'CompanyWatch'],
        'page' => ['page', ''],
        'size' => ['size', ''],
        'totalPages' => ['totalPages', ''],
        'totalCount' => ['totalCount', ''],
    ];

    public function __construct(
        /** @var list<CompanyWatch> The newest first. */
        public readonly array $watches,
        /** From 1. */
        public readonly int $page,
        public readonly int $size,
        public readonly int $totalPages,
        public readonly int $totalCount,
    ) {
    }
}

/** A company to watch. */
final class CompanyWatchRequest extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'rcNumber' => ['rcNumber', ''],
        'entityType' => ['entityType', ''],
    ];

    public function __construct(
        public readonly string $rcNumber,
        /** The type of entity. Default: the type of the prefix, or else the company. */
        public readonly ?string $entityType = null,
    ) {
    }
}

/** Details of the document. Values that it does not show are null. */
final class DocumentData extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'type' => ['type', ''],
        'issuer_name' => ['issuerName', ''],
        'issuer_address' => ['issuerAddress', 'IssuerAddress'],
        'recipient_name' => ['recipientName', ''],
        'issue_date' => ['issueDate', ''],
        'period_start' => ['periodStart', ''],
        'period_end' => ['periodEnd', ''],
        'age_days' => ['ageDays', ''],
        'is_recent' => ['isRecent', ''],
        'account_or_meter_number' => ['accountOrMeterNumber', ''],
        'pages' => ['pages', ''],
        'language' => ['language', ''],
    ];

    public function __construct(
        /** One of `DocumentType`. */
        public readonly string $type,
        /** Pages. */
        public readonly int $pages,
        /** The issuer, as printed. */
        public readonly ?string $issuerName = null,
        /** The issuer's own address as printed; null if it shows none. */
        public readonly ?IssuerAddress $issuerAddress = null,
        /** The recipient, as printed. */
        public readonly ?string $recipientName = null,
        /** Day of issue. */
        public readonly ?string $issueDate = null,
        /** First day of the billing or statement period. */
        public readonly ?string $periodStart = null,
        /** Last day of that period. */
        public readonly ?string $periodEnd = null,
        /**
         * Days since the day of issue; without one, since the end of the period, and 0 within it.
         * Negative if that lies ahead.
         */
        public readonly ?int $ageDays = null,
        /** Whether it is at most `max_age_days` old and not dated in the future. */
        public readonly ?bool $isRecent = null,
        /** Number of the account or meter; all but the last four characters are masked. */
        public readonly ?string $accountOrMeterNumber = null,
        /** ISO 639: `en`, or `und` for a script that is not read. */
        public readonly ?string $language = null,
    ) {
    }
}

/** A file and where it comes from. */
final class DocumentFile extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'fileName' => ['fileName', ''],
        'contentType' => ['contentType', ''],
        'sizeBytes' => ['sizeBytes', ''],
        'sha256' => ['sha256', ''],
        'contentBase64' => ['contentBase64', 'base64'],
        'generatedAt' => ['generatedAt', ''],
        'rcNumber' => ['rcNumber', ''],
        'companyName' => ['companyName', ''],
        'entityType' => ['entityType', ''],
        'verificationCode' => ['verificationCode', ''],
        'verifyUrl' => ['verifyUrl', ''],
        'source' => ['source', 'RecordSource'],
    ];

    public function __construct(
        public readonly string $fileName,
        /** Always `application/pdf`. */
        public readonly string $contentType,
        /** Of the file, before Base64. */
        public readonly int $sizeBytes,
        /** SHA-256 of the file, in hexadecimal. */
        public readonly string $sha256,
        /** The file in Base64 (RFC 4648, with padding). */
        public readonly string $contentBase64,
        /** When the document was created or received (UTC). */
        public readonly string $generatedAt,
        /** In canonical form. */
        public readonly string $rcNumber,
        public readonly string $companyName,
        /** Kind of entity. */
        public readonly string $entityType,
        /** Where a record comes from and how fresh it is. */
        public readonly RecordSource $source,
        /** Printed on the document; null if the registry itself created the document. */
        public readonly ?string $verificationCode = null,
        /** Where anyone can verify the code, without a key. */
        public readonly ?string $verifyUrl = null,
    ) {
    }
}

/** The request is valid. */
final class DryRunData extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'valid' => ['valid', ''],
        'amount' => ['amount', 'money'],
        'warnings' => ['warnings', 'WarningRecord'],
    ];

    public function __construct(
        /** Always true. */
        public readonly bool $valid,
        /** Shares times price. */
        public readonly Money $amount,
        /** @var list<WarningRecord> */
        public readonly array $warnings,
    ) {
    }
}

/** Something that happened in your account. */
final class Event extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'id' => ['id', ''],
        'type' => ['type', ''],
        'timestamp' => ['timestamp', ''],
        'environment' => ['environment', ''],
        'data' => ['data', ''],
    ];

    public function __construct(
        /** The id of the event, also sent as `webhook-id`. */
        public readonly string $id,
        /** One of `EventType`. */
        public readonly string $type,
        /** When. */
        public readonly string $timestamp,
        /** Where. */
        public readonly string $environment,
        /** @var array<string, mixed> The details; the members depend on the type. */
        public readonly array $data,
    ) {
    }
}

/** Events, oldest first. */
final class EventList extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'events' => ['events', 'Event'],
        'nextCursor' => ['nextCursor', ''],
    ];

    public function __construct(
        /** @var list<Event> */
        public readonly array $events,
        /** Send it as `after` in the next request; there may be no newer events yet. */
        public readonly string $nextCursor,
    ) {
    }
}

/** A document in JSON, in one of two variants. The field with the document decides which. */
final class ExtractBase64Request extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'base64_content' => ['base64Content', 'base64'],
        'file_name' => ['fileName', ''],
        'content_type' => ['contentType', ''],
        'hallucination' => ['hallucination', 'HallucinationOptions'],
        'document_password' => ['documentPassword', ''],
        'expected_name' => ['expectedName', ''],
        'expected_address' => ['expectedAddress', ''],
        'max_age_days' => ['maxAgeDays', ''],
        'document_base64' => ['documentBase64', 'base64'],
    ];

    public function __construct(
        /** The document in standard base64. Line breaks are ignored, and padding is optional. */
        public readonly ?string $base64Content = null,
        /**
         * The file name, for your own records. It has no effect, except that reserved names choose
         * the outcome in the sandbox.
         */
        public readonly ?string $fileName = null,
        /** The declared media type. It is ignored: the first bytes of the document decide. */
        public readonly ?string $contentType = null,
        /** Which missing fields Kofa may infer; each is false by default. */
        public readonly ?HallucinationOptions $hallucination = null,
        /**
         * The password of the PDF, if it has one. Spaces matter. It is used for this document only
         * and not stored; for a job, it is stored encrypted with the document until that is
         * deleted. Ignored if the document has no password. Passwords with non-ASCII letters open
         * only PDFs encrypted with AES-256.
         */
        public readonly ?string $documentPassword = null,
        /** The name you expect; the response then has `match`. */
        public readonly ?string $expectedName = null,
        /** The address you expect; the response then has `match`. */
        public readonly ?string $expectedAddress = null,
        /** The maximum age of a recent document, in days. Default: 90. */
        public readonly ?int $maxAgeDays = null,
        /** The document in standard base64. Line breaks are ignored, and padding is optional. */
        public readonly ?string $documentBase64 = null,
    ) {
    }
}

/** A document in a form. */
final class ExtractForm extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'file' => ['file', ''],
        'hallucination' => ['hallucination', 'HallucinationOptions'],
        'document_password' => ['documentPassword', ''],
        'expected_name' => ['expectedName', ''],
        'expected_address' => ['expectedAddress', ''],
        'max_age_days' => ['maxAgeDays', ''],
    ];

    public function __construct(
        /**
         * The document. Its declared type plays no part; nor does its name, but for reserved names
         * in the sandbox, which choose the outcome.
         */
        public readonly FileUpload $file,
        /** Which missing fields Kofa may infer; each is false by default. */
        public readonly ?HallucinationOptions $hallucination = null,
        /**
         * The password of the PDF, if it has one. Spaces matter. It is used for this document only
         * and not stored; for a job, it is stored encrypted with the document until that is
         * deleted. Ignored if the document has no password. Passwords with non-ASCII letters open
         * only PDFs encrypted with AES-256.
         */
        public readonly ?string $documentPassword = null,
        /** The name you expect; the response then has `match`. */
        public readonly ?string $expectedName = null,
        /** The address you expect; the response then has `match`. */
        public readonly ?string $expectedAddress = null,
        /** The maximum age of a recent document, in days. Default: 90. */
        public readonly ?int $maxAgeDays = null,
    ) {
    }
}

final class FeedbackData extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'reading_request_id' => ['readingRequestId', ''],
        'correct' => ['correct', ''],
        'wrong_fields' => ['wrongFields', ''],
        'replaced' => ['replaced', ''],
    ];

    public function __construct(
        /** The request id of the extraction. */
        public readonly string $readingRequestId,
        /** Whether every field you gave feedback on was correct. */
        public readonly bool $correct,
        /** @var list<string> The fields that were not extracted correctly. */
        public readonly array $wrongFields,
        /** Whether this replaces earlier feedback. */
        public readonly bool $replaced,
    ) {
    }
}

/** The feedback. Either `correct` is true, or at least one correct value is sent. */
final class FeedbackRequest extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'correct' => ['correct', ''],
        'full_address' => ['fullAddress', ''],
        'street' => ['street', ''],
        'city' => ['city', ''],
        'state' => ['state', ''],
        'lga' => ['lga', ''],
        'country' => ['country', ''],
        'note' => ['note', ''],
    ];

    public function __construct(
        /** The whole result is correct. */
        public readonly ?bool $correct = null,
        /** The holder's address as printed. */
        public readonly ?string $fullAddress = null,
        public readonly ?string $street = null,
        public readonly ?string $city = null,
        public readonly ?string $state = null,
        public readonly ?string $lga = null,
        public readonly ?string $country = null,
        /** For those who improve the reader. Leave out numbers of people and accounts. */
        public readonly ?string $note = null,
    ) {
    }
}

/** Where a value comes from. */
final class FieldMetadata extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'source' => ['source', ''],
        'confidence' => ['confidence', ''],
        'evidence' => ['evidence', ''],
    ];

    public function __construct(
        /**
         * `extracted` (it stands in the document), `derived` (a rule gives it), `inferred` (a guess
         * that `hallucination` allows) or `not_found`. One of `FieldSource`.
         */
        public readonly string $source,
        /** 0 to 1; 0 if not found. */
        public readonly float $confidence,
        /** @var list<string> The document's own text, or the rule in words. */
        public readonly array $evidence,
    ) {
    }
}

/** The position of each field; a field that is not printed has no regions. */
final class FieldRegions extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'full_address' => ['fullAddress', 'RegionData'],
        'street' => ['street', 'RegionData'],
        'city' => ['city', 'RegionData'],
        'state' => ['state', 'RegionData'],
        'lga' => ['lga', 'RegionData'],
        'country' => ['country', 'RegionData'],
    ];

    public function __construct(
        /** @var list<RegionData> */
        public readonly array $fullAddress,
        /** @var list<RegionData> */
        public readonly array $street,
        /** @var list<RegionData> */
        public readonly array $city,
        /** @var list<RegionData> */
        public readonly array $state,
        /** @var list<RegionData> */
        public readonly array $lga,
        /** @var list<RegionData> */
        public readonly array $country,
    ) {
    }
}

/** The company that needs a tax number. Unknown fields are ignored. */
final class GenerateTinRequest extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'rcNumber' => ['rcNumber', ''],
        'entityType' => ['entityType', ''],
        'address' => ['address', ''],
        'state' => ['state', ''],
        'localGovernmentArea' => ['localGovernmentArea', ''],
        'phone' => ['phone', ''],
        'email' => ['email', ''],
    ];

    public function __construct(
        /** The registration number, with or without a prefix. */
        public readonly string $rcNumber,
        /**
         * Kind of entity: `COMPANY`, `BUSINESS_NAME`, `INCORPORATED_TRUSTEE`,
         * `LIMITED_PARTNERSHIP`, `LIMITED_LIABILITY_PARTNERSHIP`, or a short form.
         */
        public readonly string $entityType,
        /** Street and place. Checked and not kept, like all that follows. */
        public readonly string $address,
        /** One of the 36 states or the FCT; common spellings are accepted. */
        public readonly string $state,
        /** A local government area in that state; common spellings are accepted. */
        public readonly string $localGovernmentArea,
        /** A Nigerian mobile number. */
        public readonly string $phone,
        public readonly string $email,
    ) {
    }
}

/** A tax number and its origin. */
final class GeneratedTin extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'rcNumber' => ['rcNumber', ''],
        'companyName' => ['companyName', ''],
        'entityType' => ['entityType', ''],
        'tin' => ['tin', ''],
        'taxIdFormat' => ['taxIdFormat', ''],
        'previousTin' => ['previousTin', ''],
        'status' => ['status', ''],
        'generatedAt' => ['generatedAt', ''],
        'source' => ['source', 'RecordSource'],
    ];

    public function __construct(
        /** In canonical form. */
        public readonly string $rcNumber,
        public readonly string $companyName,
        /** Kind of entity. */
        public readonly string $entityType,
        /** Thirteen digits, or a legacy number of eight and four. */
        public readonly string $tin,
        /**
         * The form of `tin`: `TAX_ID` for thirteen digits, `LEGACY` otherwise. One of
         * `TaxIdFormat`.
         */
        public readonly string $taxIdFormat,
        /** `GENERATED` with 201, `EXISTING` with 200. One of `GeneratedTinStatus`. */
        public readonly string $status,
        /** Where a record comes from and how fresh it is. */
        public readonly RecordSource $source,
        /** The legacy number that `tin` replaces, if there was one. It stays valid. */
        public readonly ?string $previousTin = null,
        /** When the number was generated here (UTC); null if the company had it before. */
        public readonly ?string $generatedAt = null,
    ) {
    }
}

/** Which missing fields Kofa may infer; each is false by default. */
final class HallucinationOptions extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'lga' => ['lga', ''],
        'state' => ['state', ''],
        'country' => ['country', ''],
    ];

    public function __construct(
        /** Infer a missing LGA from clear locality evidence. */
        public readonly ?bool $lga = null,
        /** Derive a missing state from a recognised LGA, or infer it. */
        public readonly ?bool $state = null,
        /** Derive a missing country from a recognised Nigerian state or LGA. */
        public readonly ?bool $country = null,
    ) {
    }
}

/** A step in the history of a subscription. */
final class HistoryLine extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'at' => ['at', ''],
        'move' => ['move', ''],
        'status' => ['status', ''],
        'paymentStatus' => ['paymentStatus', ''],
        'allotmentStatus' => ['allotmentStatus', ''],
        'reason' => ['reason', ''],
    ];

    public function __construct(
        public readonly string $at,
        /** What happened. */
        public readonly string $move,
        /** One of `SubscriptionStatus`. */
        public readonly string $status,
        /** One of `PaymentStatus`. */
        public readonly string $paymentStatus,
        /** One of `AllotmentStatus`. */
        public readonly string $allotmentStatus,
        /** The reason, if there is one. */
        public readonly ?string $reason = null,
    ) {
    }
}

/**
 * A person or an account that was looked up. `person` is who was, or whose the account is, `check`
 * by what, `outcome` how the name compares with the record's or what else came of it, and `policy`
 * what followed from it then. The record itself is not kept.
 */
final class IdentityCheck extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'person' => ['person', ''],
        'check' => ['check', ''],
        'outcome' => ['outcome', ''],
        'policy' => ['policy', ''],
        'checkedAt' => ['checkedAt', ''],
    ];

    public function __construct(
        /** One of `IdentityCheckPerson`. */
        public readonly string $person,
        /** One of `IdentityCheckCheck`. */
        public readonly string $check,
        /** One of `IdentityCheckOutcome`. */
        public readonly string $outcome,
        /** One of `IdentityCheckPolicy`. */
        public readonly string $policy,
        public readonly string $checkedAt,
    ) {
    }
}

/** The issuer's address. Nothing is inferred: parts that are not printed are empty. */
final class IssuerAddress extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'full_address' => ['fullAddress', ''],
        'street' => ['street', ''],
        'city' => ['city', ''],
        'state' => ['state', ''],
        'lga' => ['lga', ''],
        'country' => ['country', ''],
        'confidence' => ['confidence', ''],
    ];

    public function __construct(
        public readonly string $fullAddress,
        public readonly string $street,
        public readonly string $city,
        public readonly string $state,
        public readonly string $lga,
        public readonly string $country,
        /** The lowest confidence of these fields, 0 to 1. */
        public readonly float $confidence,
    ) {
    }
}

/** The job was created. */
final class JobCreated extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'request_id' => ['requestId', ''],
        'status' => ['status', ''],
        'message' => ['message', ''],
    ];

    public function __construct(
        /** The id of the job, which is the id of this request. */
        public readonly string $requestId,
        /** Always `queued`. */
        public readonly string $status,
        /** For people. */
        public readonly string $message,
    ) {
    }
}

/** Why a job failed. */
final class JobError extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'code' => ['code', ''],
        'message' => ['message', ''],
        'retryable' => ['retryable', ''],
        'doc_url' => ['docUrl', ''],
    ];

    public function __construct(
        /** Stable word of the error vocabulary. */
        public readonly string $code,
        /** What is wrong, what is right. */
        public readonly string $message,
        /** Whether the same document may succeed in another job. */
        public readonly bool $retryable,
        /** The code's documentation page. */
        public readonly string $docUrl,
    ) {
    }
}

/** The document of a job. The file itself is deleted when the job ends. */
final class JobFile extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'file_name' => ['fileName', ''],
        'content_type' => ['contentType', ''],
        'size_bytes' => ['sizeBytes', ''],
        'pages' => ['pages', ''],
        'sha256' => ['sha256', ''],
    ];

    public function __construct(
        /** The media type, detected from the first bytes. */
        public readonly string $contentType,
        /** Its size, in bytes. */
        public readonly int $sizeBytes,
        /** Its SHA-256, in hexadecimal digits. */
        public readonly string $sha256,
        /** The file name you sent. */
        public readonly ?string $fileName = null,
        /** Its pages; null until it has been read. */
        public readonly ?int $pages = null,
    ) {
    }
}

/** A document in a form, for an extraction job. */
final class JobForm extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'file' => ['file', ''],
        'hallucination' => ['hallucination', 'HallucinationOptions'],
        'client_reference' => ['clientReference', ''],
        'webhook_url' => ['webhookUrl', ''],
        'document_password' => ['documentPassword', ''],
        'expected_name' => ['expectedName', ''],
        'expected_address' => ['expectedAddress', ''],
        'max_age_days' => ['maxAgeDays', ''],
    ];

    public function __construct(
        /**
         * The document. Its declared type does not matter; its name is shown in the record, and
         * reserved names choose the outcome in the sandbox.
         */
        public readonly FileUpload $file,
        /** Which missing fields Kofa may infer; each is false by default. */
        public readonly ?HallucinationOptions $hallucination = null,
        /**
         * Your own reference for the job, returned in its record. It identifies one of your jobs in
         * an environment: while that job is queued, in progress or stored with its result, another
         * one with the same reference returns 409 `client_reference_in_use`.
         */
        public readonly ?string $clientReference = null,
        /**
         * An https URL of a public host that is notified when the job ends. You need a webhook
         * endpoint in the environment: its secret signs the notification.
         */
        public readonly ?string $webhookUrl = null,
        /**
         * The password of the PDF, if it has one. Spaces matter. It is used for this document only
         * and not stored; for a job, it is stored encrypted with the document until that is
         * deleted. Ignored if the document has no password. Passwords with non-ASCII letters open
         * only PDFs encrypted with AES-256.
         */
        public readonly ?string $documentPassword = null,
        /** The name you expect; the response then has `match`. */
        public readonly ?string $expectedName = null,
        /** The address you expect; the response then has `match`. */
        public readonly ?string $expectedAddress = null,
        /** The maximum age of a recent document, in days. Default: 90. */
        public readonly ?int $maxAgeDays = null,
    ) {
    }
}

/** The progress of a job. */
final class JobProgress extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'stage' => ['stage', ''],
        'percent' => ['percent', ''],
        'pages_done' => ['pagesDone', ''],
        'pages' => ['pages', ''],
    ];

    public function __construct(
        /** One of `JobStage`. */
        public readonly string $stage,
        /** Progress from 0 to 100; not proportional to time. */
        public readonly int $percent,
        /** Pages that are pictures and have been read. */
        public readonly int $pagesDone,
        /** Pages that are pictures; null until that is known, and where there are none. */
        public readonly ?int $pages = null,
    ) {
    }
}

/** A job and, once it has succeeded, its result. */
final class JobRecord extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'request_id' => ['requestId', ''],
        'status' => ['status', ''],
        'message' => ['message', ''],
        'created_at' => ['createdAt', ''],
        'started_at' => ['startedAt', ''],
        'completed_at' => ['completedAt', ''],
        'updated_at' => ['updatedAt', ''],
        'expires_at' => ['expiresAt', ''],
        'progress' => ['progress', 'JobProgress'],
        'attempts' => ['attempts', ''],
        'max_attempts' => ['maxAttempts', ''],
        'file' => ['file', 'JobFile'],
        'client_reference' => ['clientReference', ''],
        'webhook_url' => ['webhookUrl', ''],
        'webhook_deliveries' => ['webhookDeliveries', 'WebhookDelivery'],
        'result' => ['result', 'AddressData'],
        'error' => ['error', 'JobError'],
    ];

    public function __construct(
        /** The id of the job, which is the id of the request that created it. */
        public readonly string $requestId,
        /** One of `JobStatus`. */
        public readonly string $status,
        /** For people. */
        public readonly string $message,
        /** When it was created, in UTC. */
        public readonly string $createdAt,
        /** When anything of this last changed. */
        public readonly string $updatedAt,
        /** The progress of a job. */
        public readonly JobProgress $progress,
        /** Number of attempts so far. */
        public readonly int $attempts,
        /** Number of attempts after which the job fails. */
        public readonly int $maxAttempts,
        /** The document of a job. The file itself is deleted when the job ends. */
        public readonly JobFile $file,
        /** @var list<WebhookDelivery> What was sent there; empty without a `webhook_url`. */
        public readonly array $webhookDeliveries,
        /** When the first attempt started. */
        public readonly ?string $startedAt = null,
        /** When it ended: succeeded, failed or cancelled. */
        public readonly ?string $completedAt = null,
        /**
         * When the result will be, or was, removed: seven days after the end, unless the operator
         * chose otherwise. Null where there is none.
         */
        public readonly ?string $expiresAt = null,
        /** Your own reference for the job. */
        public readonly ?string $clientReference = null,
        /** The URL that is notified when the job ends. */
        public readonly ?string $webhookUrl = null,
        /**
         * What a direct request returns in `data`; null until the job has succeeded, and after the
         * result has expired.
         */
        public readonly ?AddressData $result = null,
        /** Why it failed; null otherwise. */
        public readonly ?JobError $error = null,
    ) {
    }
}

/** A document in JSON, in one of two variants. The field with the document decides which. */
final class JobRequestBody extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'base64_content' => ['base64Content', 'base64'],
        'file_name' => ['fileName', ''],
        'content_type' => ['contentType', ''],
        'hallucination' => ['hallucination', 'HallucinationOptions'],
        'client_reference' => ['clientReference', ''],
        'webhook_url' => ['webhookUrl', ''],
        'document_password' => ['documentPassword', ''],
        'expected_name' => ['expectedName', ''],
        'expected_address' => ['expectedAddress', ''],
        'max_age_days' => ['maxAgeDays', ''],
        'document_base64' => ['documentBase64', 'base64'],
    ];

    public function __construct(
        /** The document in standard base64. Line breaks are ignored, and padding is optional. */
        public readonly ?string $base64Content = null,
        /**
         * The file name, returned in the record. Reserved names choose the outcome in the sandbox.
         */
        public readonly ?string $fileName = null,
        /** The declared media type. It is ignored: the first bytes of the document decide. */
        public readonly ?string $contentType = null,
        /** Which missing fields Kofa may infer; each is false by default. */
        public readonly ?HallucinationOptions $hallucination = null,
        /**
         * Your own reference for the job, returned in its record. It identifies one of your jobs in
         * an environment: while that job is queued, in progress or stored with its result, another
         * one with the same reference returns 409 `client_reference_in_use`.
         */
        public readonly ?string $clientReference = null,
        /**
         * An https URL of a public host that is notified when the job ends. You need a webhook
         * endpoint in the environment: its secret signs the notification.
         */
        public readonly ?string $webhookUrl = null,
        /**
         * The password of the PDF, if it has one. Spaces matter. It is used for this document only
         * and not stored; for a job, it is stored encrypted with the document until that is
         * deleted. Ignored if the document has no password. Passwords with non-ASCII letters open
         * only PDFs encrypted with AES-256.
         */
        public readonly ?string $documentPassword = null,
        /** The name you expect; the response then has `match`. */
        public readonly ?string $expectedName = null,
        /** The address you expect; the response then has `match`. */
        public readonly ?string $expectedAddress = null,
        /** The maximum age of a recent document, in days. Default: 90. */
        public readonly ?int $maxAgeDays = null,
        /** The document in standard base64. Line breaks are ignored, and padding is optional. */
        public readonly ?string $documentBase64 = null,
    ) {
    }
}

/** An API key without its secret. */
final class Key extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'id' => ['id', ''],
        'tenantId' => ['tenantId', ''],
        'name' => ['name', ''],
        'prefix' => ['prefix', ''],
        'lastFour' => ['lastFour', ''],
        'status' => ['status', ''],
        'scopes' => ['scopes', ''],
        'environments' => ['environments', ''],
        'allowedCidrs' => ['allowedCidrs', ''],
        'createdAt' => ['createdAt', ''],
        'expiresAt' => ['expiresAt', ''],
        'revokedAt' => ['revokedAt', ''],
        'rotatedTo' => ['rotatedTo', ''],
        'lastUsed' => ['lastUsed', 'LastUsed'],
    ];

    public function __construct(
        /** The record's ID. */
        public readonly string $id,
        /** The tenant's ID. */
        public readonly string $tenantId,
        /** A display name. */
        public readonly string $name,
        /** The first characters of the key. */
        public readonly string $prefix,
        /** Its last characters. */
        public readonly string $lastFour,
        /** One of `KeyStatus`. */
        public readonly string $status,
        /** @var list<string> */
        public readonly array $scopes,
        /** @var list<string> */
        public readonly array $environments,
        /** @var list<string> The IP addresses or networks it can be used from; empty for any. */
        public readonly array $allowedCidrs,
        /** When it was created. */
        public readonly string $createdAt,
        /** When it expires; null for never. */
        public readonly ?string $expiresAt = null,
        /** When it was revoked; null if it was not. */
        public readonly ?string $revokedAt = null,
        /** The key that replaced it; null if none. */
        public readonly ?string $rotatedTo = null,
        /** The last request made with it; null if none. */
        public readonly ?LastUsed $lastUsed = null,
    ) {
    }
}

/** The last request made with a key. */
final class LastUsed extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'at' => ['at', ''],
        'ip' => ['ip', ''],
        'environment' => ['environment', ''],
        'operationId' => ['operationId', ''],
    ];

    public function __construct(
        /** The time, accurate to a few seconds. */
        public readonly string $at,
        /** The IP address. */
        public readonly string $ip,
        /** One of `Environment`. */
        public readonly string $environment,
        /** The endpoint. */
        public readonly string $operationId,
    ) {
    }
}

/** A wallet transaction. */
final class LedgerRow extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'id' => ['id', ''],
        'at' => ['at', ''],
        'requestId' => ['requestId', ''],
        'kind' => ['kind', ''],
        'amountKobo' => ['amountKobo', ''],
        'balanceKobo' => ['balanceKobo', ''],
        'reference' => ['reference', ''],
    ];

    public function __construct(
        /** The journal transaction; for a charge, the request ID. */
        public readonly string $id,
        /** The time. */
        public readonly string $at,
        /** `charge`, `top_up` or `adjustment`. */
        public readonly string $kind,
        /** The amount in kobo: positive for credits, negative for debits. */
        public readonly int $amountKobo,
        /** The balance after the transaction, in kobo. */
        public readonly int $balanceKobo,
        /** The request that caused it; null if none. */
        public readonly ?string $requestId = null,
        /** The payment provider's, the bank's or the operator's reference; null for a charge. */
        public readonly ?string $reference = null,
    ) {
    }
}

/** A page of a list. */
final class LedgerRowPage extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'items' => ['items', 'LedgerRow'],
        'nextCursor' => ['nextCursor', ''],
    ];

    public function __construct(
        /** @var list<LedgerRow> The items. */
        public readonly array $items,
        /** The `cursor` of the next page; null on the last. */
        public readonly ?string $nextCursor = null,
    ) {
    }
}

/** One line of business. */
final class LineOfBusiness extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'name' => ['name', ''],
        'code' => ['code', ''],
        'isPrimary' => ['isPrimary', ''],
    ];

    public function __construct(
        public readonly string $name,
        /** Whether it is the first of the record. */
        public readonly bool $isPrimary,
        /**
         * Of ISIC Rev. 4, two to four digits, where the local register states one; where an
         * upstream responds, the code that it sent; else null. Never guessed from `name`.
         */
        public readonly ?string $code = null,
    ) {
    }
}

/** What an entity does. */
final class LinesOfBusiness extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'rcNumber' => ['rcNumber', ''],
        'companyName' => ['companyName', ''],
        'entityType' => ['entityType', ''],
        'lineOfBusiness' => ['lineOfBusiness', 'LineOfBusiness'],
        'alternatives' => ['alternatives', 'CompanyAlternative'],
        'source' => ['source', 'RecordSource'],
    ];

    public function __construct(
        /**
         * In canonical form: digits, without prefix and leading zeros (the sandbox's reserved
         * numbers keep theirs).
         */
        public readonly string $rcNumber,
        public readonly string $companyName,
        /**
         * Kind of entity: `COMPANY`, `BUSINESS_NAME`, `INCORPORATED_TRUSTEE`, `LIMITED_PARTNERSHIP`
         * or `LIMITED_LIABILITY_PARTNERSHIP`.
         */
        public readonly string $entityType,
        /** @var list<LineOfBusiness> Empty if there are none on the register. */
        public readonly array $lineOfBusiness,
        /** Where a record comes from and how fresh it is. */
        public readonly RecordSource $source,
        /**
         * @var list<CompanyAlternative>|null Other entities with the same number. Only present if
         * there are any and the request did not select a type.
         */
        public readonly ?array $alternatives = null,
    ) {
    }
}

/** Comparison of the document with what you expect. */
final class MatchData extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'name_score' => ['nameScore', ''],
        'name_result' => ['nameResult', ''],
        'address_score' => ['addressScore', ''],
        'address_result' => ['addressResult', ''],
    ];

    public function __construct(
        /** 0 to 1; 0 if not checked. */
        public readonly float $nameScore,
        /** One of `MatchResult`. */
        public readonly string $nameResult,
        /** 0 to 1; 0 if not checked. */
        public readonly float $addressScore,
        /** One of `MatchResult`. */
        public readonly string $addressResult,
    ) {
    }
}

/** One difference between two names. */
final class NameDifference extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'kind' => ['kind', ''],
        'submitted' => ['submitted', ''],
        'registered' => ['registered', ''],
        'message' => ['message', ''],
    ];

    public function __construct(
        /**
         * `LEGAL_FORM`, `COUNTRY`, `MISSING_WORD`, `EXTRA_WORD`, `SPELLING`, `SPACING`,
         * `WORD_ORDER`, `WRITING` or `LETTERS`.
         */
        public readonly string $kind,
        /** In words. */
        public readonly string $message,
        /**
         * The part of the name you sent, in the form used for comparison; null if there is none.
         */
        public readonly ?string $submitted = null,
        /** The part of the registered name; null if there is none. */
        public readonly ?string $registered = null,
    ) {
    }
}

/** One page of offers. */
final class OfferPage extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'offers' => ['offers', 'OfferRecord'],
        'page' => ['page', ''],
        'size' => ['size', ''],
        'totalPages' => ['totalPages', ''],
        'totalCount' => ['totalCount', ''],
        'source' => ['source', 'Age'],
    ];

    public function __construct(
        /** @var list<OfferRecord> */
        public readonly array $offers,
        public readonly int $page,
        public readonly int $size,
        public readonly int $totalPages,
        public readonly int $totalCount,
        /** The age of data from an external exchange. */
        public readonly Age $source,
    ) {
    }
}

/** An offer. Dates and times carry the offset of Lagos. */
final class OfferRecord extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'id' => ['id', ''],
        'name' => ['name', ''],
        'issuerName' => ['issuerName', ''],
        'symbol' => ['symbol', ''],
        'isin' => ['isin', ''],
        'sector' => ['sector', ''],
        'offerType' => ['offerType', ''],
        'status' => ['status', ''],
        'currency' => ['currency', ''],
        'pricePerShare' => ['pricePerShare', 'money'],
        'priceRange' => ['priceRange', 'OfferRecordPriceRange'],
        'minimumShares' => ['minimumShares', ''],
        'multiple' => ['multiple', ''],
        'maximumShares' => ['maximumShares', ''],
        'sharesOnOffer' => ['sharesOnOffer', ''],
        'oversubscriptionLimitPct' => ['oversubscriptionLimitPct', ''],
        'totalSubscription' => ['totalSubscription', ''],
        'openDate' => ['openDate', ''],
        'closeDate' => ['closeDate', ''],
        'dailyCutoff' => ['dailyCutoff', ''],
        'timeZone' => ['timeZone', ''],
        'extended' => ['extended', ''],
        'originalCloseDate' => ['originalCloseDate', ''],
        'timeline' => ['timeline', 'OfferTimeline'],
        'rights' => ['rights', 'OfferRecordRights'],
        'eligibleProfileTypes' => ['eligibleProfileTypes', ''],
        'paymentMethods' => ['paymentMethods', ''],
        'eligibleBanks' => ['eligibleBanks', ''],
        'registrar' => ['registrar', 'OfferRegistrar'],
        'issuingHouses' => ['issuingHouses', ''],
        'prospectusUrl' => ['prospectusUrl', ''],
        'isSubscribable' => ['isSubscribable', ''],
        'notSubscribableReason' => ['notSubscribableReason', ''],
    ];

    public function __construct(
        /** The `offerId` of a subscription. */
        public readonly string $id,
        public readonly string $name,
        public readonly string $issuerName,
        public readonly string $symbol,
        /** ISO 6166. */
        public readonly string $isin,
        public readonly string $sector,
        /** One of `OfferType`. */
        public readonly string $offerType,
        /** One of `OfferStatus`. */
        public readonly string $status,
        public readonly string $currency,
        /** The price of a share; of a book-build, its upper end. */
        public readonly Money $pricePerShare,
        /** The minimum number of shares of an application. */
        public readonly int $minimumShares,
        /** Above the minimum, the number of shares rises in steps of this. */
        public readonly int $multiple,
        public readonly int $sharesOnOffer,
        /** How much demand beyond the offer may be absorbed, in per cent. */
        public readonly int $oversubscriptionLimitPct,
        public readonly string $openDate,
        public readonly string $closeDate,
        /** Applications after this hour count for the next day. */
        public readonly string $dailyCutoff,
        public readonly string $timeZone,
        /** Whether the closing date has been extended. */
        public readonly bool $extended,
        /** The dates of the offer, as far as they are known. */
        public readonly OfferTimeline $timeline,
        /** @var list<string> Values of `profileType` that can apply. */
        public readonly array $eligibleProfileTypes,
        /** @var list<string> */
        public readonly array $paymentMethods,
        /** `ALL` supported banks, or the ids of some. */
        public readonly mixed $eligibleBanks,
        /** The registrar. */
        public readonly OfferRegistrar $registrar,
        /** @var list<string> */
        public readonly array $issuingHouses,
        /** Whether the offer accepts applications now. */
        public readonly bool $isSubscribable,
        /** The ends of a book-build. */
        public readonly ?OfferRecordPriceRange $priceRange = null,
        /**
         * The maximum number of shares of an application; null if limited only by the shares on
         * offer.
         */
        public readonly ?int $maximumShares = null,
        /** Demand as a multiple of the supply, once it is known. */
        public readonly ?string $totalSubscription = null,
        /** The closing date before the extension. */
        public readonly ?string $originalCloseDate = null,
        /** Terms of a rights issue; null for other types. */
        public readonly ?OfferRecordRights $rights = null,
        public readonly ?string $prospectusUrl = null,
        /** The reason if it does not; null while it does. */
        public readonly ?string $notSubscribableReason = null,
    ) {
    }
}

/** The ends of a book-build. */
final class OfferRecordPriceRange extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'min' => ['min', 'money'],
        'max' => ['max', 'money'],
    ];

    public function __construct(
        /** Naira, with at most two decimals. */
        public readonly Money $min,
        /** Naira, with at most two decimals. */
        public readonly Money $max,
    ) {
    }
}

/** Terms of a rights issue: `ratioNew` shares for `ratioHeld` held. */
final class OfferRecordRights extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'ratioNew' => ['ratioNew', ''],
        'ratioHeld' => ['ratioHeld', ''],
        'qualificationDate' => ['qualificationDate', ''],
        'rightsSymbol' => ['rightsSymbol', ''],
        'rightsTradingEnd' => ['rightsTradingEnd', ''],
    ];

    public function __construct(
        public readonly int $ratioNew,
        public readonly int $ratioHeld,
        public readonly string $qualificationDate,
        public readonly string $rightsSymbol,
        public readonly string $rightsTradingEnd,
    ) {
    }
}

/** The registrar. */
final class OfferRegistrar extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'name' => ['name', ''],
        'email' => ['email', ''],
        'phone' => ['phone', ''],
        'website' => ['website', ''],
    ];

    public function __construct(
        public readonly string $name,
        public readonly ?string $email = null,
        public readonly ?string $phone = null,
        public readonly ?string $website = null,
    ) {
    }
}

/** The dates of the offer, as far as they are known. */
final class OfferTimeline extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'applicationStart' => ['applicationStart', ''],
        'applicationEnd' => ['applicationEnd', ''],
        'allotmentDate' => ['allotmentDate', ''],
        'refundInitiationDate' => ['refundInitiationDate', ''],
        'refundDeadline' => ['refundDeadline', ''],
        'cscsCreditDate' => ['cscsCreditDate', ''],
        'listingDate' => ['listingDate', ''],
    ];

    public function __construct(
        public readonly string $applicationStart,
        /**
         * The last day on which applications are taken: an offer that closes at midnight ends the
         * day before.
         */
        public readonly string $applicationEnd,
        public readonly ?string $allotmentDate = null,
        public readonly ?string $refundInitiationDate = null,
        public readonly ?string $refundDeadline = null,
        public readonly ?string $cscsCreditDate = null,
        public readonly ?string $listingDate = null,
    ) {
    }
}

/**
 * The address as separate parts. Parts that are not printed are empty; `city`, `lga`, `state` and
 * `country` are the same as in the result.
 */
final class PartsData extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'premises' => ['premises', ''],
        'street' => ['street', ''],
        'district' => ['district', ''],
        'city' => ['city', ''],
        'lga' => ['lga', ''],
        'state' => ['state', ''],
        'postcode' => ['postcode', ''],
        'country' => ['country', ''],
        'landmark' => ['landmark', ''],
        'care_of' => ['careOf', ''],
    ];

    public function __construct(
        /** Number, flat, floor, plot, building. */
        public readonly string $premises,
        /** The thoroughfare or estate by its name alone. */
        public readonly string $street,
        /** District within the city; never the city itself. */
        public readonly string $district,
        public readonly string $city,
        public readonly string $lga,
        public readonly string $state,
        /** As printed. */
        public readonly string $postcode,
        public readonly string $country,
        /** A nearby landmark, with its preposition. */
        public readonly string $landmark,
        /** The person or organisation that forwards the mail. */
        public readonly string $careOf,
    ) {
    }
}

/** Who may claim under a charge. */
final class PersonEntitled extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'name' => ['name', ''],
    ];

    public function __construct(
        public readonly string $name,
    ) {
    }
}

/** What a request to an endpoint would cost you now. */
final class Quote extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'operationId' => ['operationId', ''],
        'environment' => ['environment', ''],
        'amountKobo' => ['amountKobo', ''],
        'currency' => ['currency', ''],
        'rule' => ['rule', ''],
        'billableStatuses' => ['billableStatuses', ''],
        'availableKobo' => ['availableKobo', ''],
        'balanceAfterKobo' => ['balanceAfterKobo', ''],
    ];

    public function __construct(
        /** The endpoint, as named in this document. */
        public readonly string $operationId,
        /** The environment the quote is for. */
        public readonly string $environment,
        /**
         * Price of one billable response, in kobo. It is reserved, and the most that is charged: a
         * 200 of `generateCompanyTin` is charged like `getCompanyTin`.
         */
        public readonly int $amountKobo,
        /** Always naira. */
        public readonly string $currency,
        /** One of `AccountPriceRule`. */
        public readonly string $rule,
        /** @var list<int> HTTP statuses that are charged; every other outcome is free. */
        public readonly array $billableStatuses,
        /** The available balance of the wallet, in kobo. */
        public readonly int $availableKobo,
        /**
         * `availableKobo` less `amountKobo`, in kobo: what it would have after one billable
         * response at that price. Negative if it cannot pay: the call would be 402, and free.
         */
        public readonly int $balanceAfterKobo,
    ) {
    }
}

/** Where a record comes from and how fresh it is. */
final class RecordSource extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'registry' => ['registry', ''],
        'retrievedAt' => ['retrievedAt', ''],
        'cached' => ['cached', ''],
        'stale' => ['stale', ''],
    ];

    public function __construct(
        /** The register: always `CAC`, the Corporate Affairs Commission. */
        public readonly string $registry,
        /** When the record was read from the registry (UTC). */
        public readonly string $retrievedAt,
        /** Whether the record comes from the cache. */
        public readonly bool $cached,
        /**
         * Whether the cached record is older than 90 days, older than the requested `maxAge`, or
         * returned because the registry is unavailable.
         */
        public readonly bool $stale,
    ) {
    }
}

/** A piece of a value on one line of a page. */
final class RegionData extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'page' => ['page', ''],
        'polygon' => ['polygon', ''],
        'text' => ['text', ''],
    ];

    public function __construct(
        /** Counted from 1. */
        public readonly int $page,
        /**
         * @var list<list<float>> Top left, top right, bottom right, bottom left, each `[x, y]` as
         * fractions of the upright page, 0 to 1.
         */
        public readonly array $polygon,
        /** The words as printed. */
        public readonly string $text,
    ) {
    }
}

/** A person who applies together with the applicant or on their behalf; 18 or older. */
final class RelatedPerson extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'firstName' => ['firstName', ''],
        'lastName' => ['lastName', ''],
        'dateOfBirth' => ['dateOfBirth', ''],
        'gender' => ['gender', ''],
        'email' => ['email', ''],
        'phoneNumber' => ['phoneNumber', ''],
        'bvn' => ['bvn', ''],
        'nin' => ['nin', ''],
        'address' => ['address', ''],
        'relationship' => ['relationship', ''],
    ];

    public function __construct(
        public readonly string $firstName,
        public readonly string $lastName,
        public readonly string $dateOfBirth,
        /** One of `Gender`. */
        public readonly string $gender,
        /** A Nigerian mobile number. */
        public readonly string $phoneNumber,
        /** Another one than the applicant's. In the sandbox 22222222228 passes, too. */
        public readonly string $bvn,
        /** Another one than the applicant's. In the sandbox 70123456788 passes, too. */
        public readonly string $nin,
        public readonly ?string $email = null,
        public readonly ?string $address = null,
        /** The relationship to the applicant: required for a guardian. One of `Relationship`. */
        public readonly ?string $relationship = null,
    ) {
    }
}

/** A request made by a tenant. */
final class RequestRow extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'requestId' => ['requestId', ''],
        'at' => ['at', ''],
        'environment' => ['environment', ''],
        'service' => ['service', ''],
        'operationId' => ['operationId', ''],
        'method' => ['method', ''],
        'path' => ['path', ''],
        'status' => ['status', ''],
        'errorCode' => ['errorCode', ''],
        'chargeKobo' => ['chargeKobo', ''],
        'keyId' => ['keyId', ''],
        'latencyMs' => ['latencyMs', ''],
        'count' => ['count', ''],
    ];

    public function __construct(
        /** The `X-Request-Id` of the response. */
        public readonly string $requestId,
        /** When the request was received. */
        public readonly string $at,
        /** One of `Environment`. */
        public readonly string $environment,
        /** The endpoint. */
        public readonly string $operationId,
        /** The HTTP status of the response. */
        public readonly int $status,
        /** The amount charged, in kobo. */
        public readonly int $chargeKobo,
        /** The API key that was used. */
        public readonly string $keyId,
        /** Time from receipt to settlement, in milliseconds. */
        public readonly float $latencyMs,
        /**
         * The number of requests this entry stands for. More than 1 means requests within one
         * minute that were refused for the same reason before being read, after the first of them.
         */
        public readonly int $count,
        /** The product; null if the endpoint belongs to none. */
        public readonly ?string $service = null,
        /** The HTTP method. */
        public readonly ?string $method = null,
        /** The path template. */
        public readonly ?string $path = null,
        /** The error code; null if the request succeeded. */
        public readonly ?string $errorCode = null,
    ) {
    }
}

/** A page of a list. */
final class RequestRowPage extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'items' => ['items', 'RequestRow'],
        'nextCursor' => ['nextCursor', ''],
    ];

    public function __construct(
        /** @var list<RequestRow> The items. */
        public readonly array $items,
        /** The `cursor` of the next page; null on the last. */
        public readonly ?string $nextCursor = null,
    ) {
    }
}

/**
 * The position of a holder in a rights issue. Counts are shares. `reason` says why rights can or
 * cannot be taken up: what stops everyone comes before what stops this holder.
 */
final class RightsRecord extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'eligible' => ['eligible', ''],
        'reason' => ['reason', ''],
        'offerId' => ['offerId', ''],
        'chn' => ['chn', ''],
        'holderName' => ['holderName', ''],
        'qualificationDate' => ['qualificationDate', ''],
        'sharesHeld' => ['sharesHeld', ''],
        'entitlementRatio' => ['entitlementRatio', 'RightsRecordEntitlementRatio'],
        'sharesProvisionallyAllotted' => ['sharesProvisionallyAllotted', ''],
        'rightsTradedIn' => ['rightsTradedIn', ''],
        'rightsTradedOut' => ['rightsTradedOut', ''],
        'rightsExercised' => ['rightsExercised', ''],
        'rightsAvailable' => ['rightsAvailable', ''],
        'pricePerShare' => ['pricePerShare', 'money'],
        'maximumAmount' => ['maximumAmount', 'money'],
        'canApplyForAdditional' => ['canApplyForAdditional', ''],
        'canRenounce' => ['canRenounce', ''],
        'canTradeRights' => ['canTradeRights', ''],
        'lastDateForAcceptance' => ['lastDateForAcceptance', ''],
        'source' => ['source', 'Age'],
    ];

    public function __construct(
        /** Whether rights can be taken up now. */
        public readonly bool $eligible,
        /** One of `RightsReason`. */
        public readonly string $reason,
        public readonly string $offerId,
        /** Masked. */
        public readonly string $chn,
        /** Shares held at the qualification date. */
        public readonly int $sharesHeld,
        /** What the holding gives: held × new ÷ held of the ratio, rounded down. */
        public readonly int $sharesProvisionallyAllotted,
        /** Rights bought on the exchange. */
        public readonly int $rightsTradedIn,
        /** Rights sold on the exchange. */
        public readonly int $rightsTradedOut,
        /** Taken up by your open application. */
        public readonly int $rightsExercised,
        /** Rights left to take up. */
        public readonly int $rightsAvailable,
        /** Naira, with at most two decimals. */
        public readonly Money $pricePerShare,
        /** The cost of taking up all remaining rights. */
        public readonly Money $maximumAmount,
        /** Whether the holder can apply for additional shares. */
        public readonly bool $canApplyForAdditional,
        /** Whether the holder can renounce rights in favour of someone else. */
        public readonly bool $canRenounce,
        /** Whether rights can still be traded on the exchange. */
        public readonly bool $canTradeRights,
        /** The age of data from an external exchange. */
        public readonly Age $source,
        /** Masked; null if the CHN is not on the register. */
        public readonly ?string $holderName = null,
        /** The qualification date; null if the offer is not a rights issue. */
        public readonly ?string $qualificationDate = null,
        /** Null if the offer is not a rights issue. */
        public readonly ?RightsRecordEntitlementRatio $entitlementRatio = null,
        /** The last day of the offer; null if it is not a rights issue. */
        public readonly ?string $lastDateForAcceptance = null,
    ) {
    }
}

/** `new` shares for `held` ones. */
final class RightsRecordEntitlementRatio extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'new' => ['new', ''],
        'held' => ['held', ''],
    ];

    public function __construct(
        public readonly int $new,
        public readonly int $held,
    ) {
    }
}

/** The record of an entity that consented. */
final class SecureCompany extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'rcNumber' => ['rcNumber', ''],
        'companyName' => ['companyName', ''],
        'companyType' => ['companyType', ''],
        'registrationStatus' => ['registrationStatus', ''],
        'registeredAddress' => ['registeredAddress', ''],
        'entityType' => ['entityType', ''],
        'classificationId' => ['classificationId', ''],
        'registrationDate' => ['registrationDate', ''],
        'lineOfBusiness' => ['lineOfBusiness', ''],
        'city' => ['city', ''],
        'lga' => ['lga', ''],
        'state' => ['state', ''],
        'email' => ['email', ''],
        'alternatives' => ['alternatives', 'CompanyAlternative'],
        'source' => ['source', 'RecordSource'],
        'objectives' => ['objectives', ''],
        'phone' => ['phone', ''],
        'branchAddress' => ['branchAddress', ''],
        'headOfficeAddress' => ['headOfficeAddress', ''],
        'lastAnnualReturn' => ['lastAnnualReturn', ''],
        'affiliatesCount' => ['affiliatesCount', ''],
    ];

    public function __construct(
        /**
         * In canonical form: digits, without prefix and leading zeros (the sandbox's reserved
         * numbers keep theirs).
         */
        public readonly string $rcNumber,
        public readonly string $companyName,
        /** Such as `PRIVATE_COMPANY_LIMITED_BY_SHARES`. */
        public readonly string $companyType,
        /**
         * `ACTIVE`, `INACTIVE` (annual returns overdue), `STRUCK_OFF`, `DELISTED`, `DISSOLVED`,
         * `IN_LIQUIDATION` or `UNKNOWN`. One of `RegistrationStatus`.
         */
        public readonly string $registrationStatus,
        public readonly string $registeredAddress,
        /**
         * Kind of entity: `COMPANY`, `BUSINESS_NAME`, `INCORPORATED_TRUSTEE`, `LIMITED_PARTNERSHIP`
         * or `LIMITED_LIABILITY_PARTNERSHIP`.
         */
        public readonly string $entityType,
        /**
         * The registry's number of that kind: 1 business name, 2 company, 3 incorporated trustees,
         * 4 limited partnership, 5 limited liability partnership.
         */
        public readonly int $classificationId,
        /** Where a record comes from and how fresh it is. */
        public readonly RecordSource $source,
        /** @var list<string> The registered objectives, or else the lines of business. */
        public readonly array $objectives,
        public readonly ?string $registrationDate = null,
        /** Several are joined by `; `. */
        public readonly ?string $lineOfBusiness = null,
        public readonly ?string $city = null,
        /** Local government area. */
        public readonly ?string $lga = null,
        public readonly ?string $state = null,
        public readonly ?string $email = null,
        /**
         * @var list<CompanyAlternative>|null Other entities with the same number. Only present if
         * there are any and the request did not select a type.
         */
        public readonly ?array $alternatives = null,
        /** The phone number of the entity itself. */
        public readonly ?string $phone = null,
        public readonly ?string $branchAddress = null,
        public readonly ?string $headOfficeAddress = null,
        /** Year or date of the last annual return. */
        public readonly ?string $lastAnnualReturn = null,
        /**
         * People and bodies that the register lists, without those who only filed or witnessed
         * papers; null where it does not say.
         */
        public readonly ?int $affiliatesCount = null,
    ) {
    }
}

/** Whether a product is switched on for a tenant. */
final class Service extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'scope' => ['scope', ''],
        'environment' => ['environment', ''],
        'enabled' => ['enabled', ''],
    ];

    public function __construct(
        public readonly string $scope,
        /** One of `Environment`. */
        public readonly string $environment,
        /** Whether the product is on. */
        public readonly bool $enabled,
    ) {
    }
}

/** A share capital and its parts. */
final class ShareCapital extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'rcNumber' => ['rcNumber', ''],
        'companyName' => ['companyName', ''],
        'entityType' => ['entityType', ''],
        'currency' => ['currency', ''],
        'shareCapital' => ['shareCapital', 'money'],
        'shareCapitalInWords' => ['shareCapitalInWords', ''],
        'issuedShares' => ['issuedShares', ''],
        'nominalValuePerShare' => ['nominalValuePerShare', 'money'],
        'issuedCapital' => ['issuedCapital', 'money'],
        'paidUpCapital' => ['paidUpCapital', 'money'],
        'unissuedCapital' => ['unissuedCapital', 'money'],
        'notes' => ['notes', ''],
        'source' => ['source', 'RecordSource'],
    ];

    public function __construct(
        /** In canonical form. */
        public readonly string $rcNumber,
        public readonly string $companyName,
        /** Kind of entity. */
        public readonly string $entityType,
        /**
         * @var list<string> Human-readable notes on inconsistent figures. Empty if there are none.
         */
        public readonly array $notes,
        /** Where a record comes from and how fresh it is. */
        public readonly RecordSource $source,
        /** ISO 4217; null without a capital. */
        public readonly ?string $currency = null,
        /** The nominal share capital. */
        public readonly ?Money $shareCapital = null,
        public readonly ?string $shareCapitalInWords = null,
        /** Number of shares issued. */
        public readonly ?int $issuedShares = null,
        /** In the unit of the currency, with at most two decimals. */
        public readonly ?Money $nominalValuePerShare = null,
        /** Shares issued at their nominal value. */
        public readonly ?Money $issuedCapital = null,
        /** In the unit of the currency, with at most two decimals. */
        public readonly ?Money $paidUpCapital = null,
        /**
         * What of the share capital is not issued; null where that is not known or does not add up.
         */
        public readonly ?Money $unissuedCapital = null,
    ) {
    }
}

/** The shareholders, and whether their holdings add up to the issued shares. */
final class ShareDistribution extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'rcNumber' => ['rcNumber', ''],
        'companyName' => ['companyName', ''],
        'entityType' => ['entityType', ''],
        'totalIssuedShares' => ['totalIssuedShares', ''],
        'shareholders' => ['shareholders', 'Shareholder'],
        'totalAllottedShares' => ['totalAllottedShares', ''],
        'unallocatedShares' => ['unallocatedShares', ''],
        'overallocatedShares' => ['overallocatedShares', ''],
        'percentageTotal' => ['percentageTotal', ''],
        'addsUp' => ['addsUp', ''],
        'note' => ['note', ''],
        'source' => ['source', 'RecordSource'],
    ];

    public function __construct(
        /** In canonical form. */
        public readonly string $rcNumber,
        public readonly string $companyName,
        /** Kind of entity. */
        public readonly string $entityType,
        /**
         * @var list<Shareholder> One entry per holder and type of shares, largest holding first.
         */
        public readonly array $shareholders,
        /** Total of all current holdings. */
        public readonly int $totalAllottedShares,
        /** All percentages together. */
        public readonly float $percentageTotal,
        /** Whether the current holdings equal the issued shares. */
        public readonly bool $addsUp,
        /** Where a record comes from and how fresh it is. */
        public readonly RecordSource $source,
        /** Null if it is not on the register. */
        public readonly ?int $totalIssuedShares = null,
        /**
         * Shares issued that the register lists no holder of; null where it does not say how many
         * are issued.
         */
        public readonly ?int $unallocatedShares = null,
        /** Shares listed beyond those issued; null where the register does not say how many are. */
        public readonly ?int $overallocatedShares = null,
        /** A human-readable note on what does not add up; null if everything does. */
        public readonly ?string $note = null,
    ) {
    }
}

/** A holding of one type of shares. */
final class Shareholder extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'name' => ['name', ''],
        'isCorporate' => ['isCorporate', ''],
        'corporationName' => ['corporationName', ''],
        'corporationRcNumber' => ['corporationRcNumber', ''],
        'sharesAllotted' => ['sharesAllotted', ''],
        'shareType' => ['shareType', ''],
        'percentage' => ['percentage', ''],
        'isPsc' => ['isPsc', ''],
        'nationality' => ['nationality', ''],
        'status' => ['status', ''],
    ];

    public function __construct(
        public readonly string $name,
        /** Whether this is an organisation rather than a person. */
        public readonly bool $isCorporate,
        public readonly int $sharesAllotted,
        /** `ORDINARY`, `PREFERENCE`, `DEFERRED`, or the register's own word. */
        public readonly string $shareType,
        /** Whether the holder has significant control, according to the register. */
        public readonly bool $isPsc,
        /**
         * `ACTIVE`, `RESIGNED` or `INACTIVE` (given up), or `UNKNOWN`, where the register does not
         * say and the holding is taken for a present one. One of `AffiliateRoleStatus`.
         */
        public readonly string $status,
        /** Of a body. */
        public readonly ?string $corporationName = null,
        /** For an organisation, as written in the register. */
        public readonly ?string $corporationRcNumber = null,
        /**
         * Of the shares issued; of those listed, where the register does not say how many are
         * issued, or says none. Null for a holding given up.
         */
        public readonly ?float $percentage = null,
        public readonly ?string $nationality = null,
    ) {
    }
}

/** A monthly wallet statement. */
final class Statement extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'tenantId' => ['tenantId', ''],
        'environment' => ['environment', ''],
        'month' => ['month', ''],
        'isOpen' => ['isOpen', ''],
        'at' => ['at', ''],
        'currency' => ['currency', ''],
        'openingKobo' => ['openingKobo', ''],
        'putInKobo' => ['putInKobo', ''],
        'takenOutKobo' => ['takenOutKobo', ''],
        'chargedKobo' => ['chargedKobo', ''],
        'closingKobo' => ['closingKobo', ''],
        'charges' => ['charges', ''],
        'transfers' => ['transfers', ''],
        'endpoints' => ['endpoints', 'StatementEndpoint'],
        'days' => ['days', 'StatementDay'],
    ];

    public function __construct(
        /** The tenant's ID. */
        public readonly string $tenantId,
        /** One of `Environment`. */
        public readonly string $environment,
        /** The month, Lagos time. */
        public readonly string $month,
        /** Whether the month is still running, so that the totals are provisional. */
        public readonly bool $isOpen,
        /** When the statement was created. */
        public readonly string $at,
        /** Always `NGN`. */
        public readonly string $currency,
        /** The opening balance, in kobo. */
        public readonly int $openingKobo,
        /** Total credits from top-ups and adjustments, in kobo. */
        public readonly int $putInKobo,
        /** Total debits from adjustments, in kobo. */
        public readonly int $takenOutKobo,
        /** Total request charges, in kobo. */
        public readonly int $chargedKobo,
        /** The closing balance, in kobo: opening balance + credits - debits - charges. */
        public readonly int $closingKobo,
        /** The number of charges. */
        public readonly int $charges,
        /** The number of transfers. */
        public readonly int $transfers,
        /** @var list<StatementEndpoint> Charges by endpoint, highest first. */
        public readonly array $endpoints,
        /** @var list<StatementDay> Days with transactions, in order. */
        public readonly array $days,
    ) {
    }
}

/** The transactions of a day. */
final class StatementDay extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'day' => ['day', ''],
        'charges' => ['charges', ''],
        'chargedKobo' => ['chargedKobo', ''],
        'putInKobo' => ['putInKobo', ''],
        'takenOutKobo' => ['takenOutKobo', ''],
    ];

    public function __construct(
        /** The start of the day, Lagos time. */
        public readonly string $day,
        /** The number of charges. */
        public readonly int $charges,
        /** The total, in kobo. */
        public readonly int $chargedKobo,
        /** Credits, in kobo. */
        public readonly int $putInKobo,
        /** Debits, in kobo. */
        public readonly int $takenOutKobo,
    ) {
    }
}

/** An endpoint's charges in a month. */
final class StatementEndpoint extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'operationId' => ['operationId', ''],
        'charges' => ['charges', ''],
        'chargedKobo' => ['chargedKobo', ''],
    ];

    public function __construct(
        /** The endpoint. */
        public readonly string $operationId,
        /** The number of charges. */
        public readonly int $charges,
        /** The total, in kobo. */
        public readonly int $chargedKobo,
    ) {
    }
}

/** The identifiers of the subscription. */
final class SubscribeData extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'success' => ['success', ''],
        'message' => ['message', ''],
        'localSubscriptionId' => ['localSubscriptionId', ''],
        'exchangeReferenceNumber' => ['exchangeReferenceNumber', ''],
        'exchangeSubscriptionId' => ['exchangeSubscriptionId', ''],
        'amount' => ['amount', 'money'],
        'transactionReference' => ['transactionReference', ''],
        'paymentUrl' => ['paymentUrl', ''],
        'warnings' => ['warnings', 'WarningRecord'],
    ];

    public function __construct(
        /** Whether the exchange registered it; false while this is not known. */
        public readonly bool $success,
        public readonly string $message,
        /** The Kofa id of the subscription. */
        public readonly string $localSubscriptionId,
        /** Empty until the exchange has responded. */
        public readonly string $exchangeReferenceNumber,
        /** Empty until the exchange has responded. */
        public readonly string $exchangeSubscriptionId,
        /** Shares times price. */
        public readonly Money $amount,
        /** The reference of the payment, listed under transactions. */
        public readonly string $transactionReference,
        /**
         * Where the investor pays, where a payment provider has a page for it and has said so
         * already; else look it up under transactions.
         */
        public readonly ?string $paymentUrl = null,
        /**
         * @var list<WarningRecord>|null Possible problems that were not a reason to refuse; absent
         * if there are none.
         */
        public readonly ?array $warnings = null,
    ) {
    }
}

/** An application for shares. Unknown fields are ignored. */
final class SubscribeRequest extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'vendorId' => ['vendorId', ''],
        'offerId' => ['offerId', ''],
        'offerType' => ['offerType', ''],
        'numberOfShares' => ['numberOfShares', ''],
        'brokerId' => ['brokerId', ''],
        'profileType' => ['profileType', ''],
        'firstName' => ['firstName', ''],
        'lastName' => ['lastName', ''],
        'dateOfBirth' => ['dateOfBirth', ''],
        'gender' => ['gender', ''],
        'email' => ['email', ''],
        'phoneNumber' => ['phoneNumber', ''],
        'bvn' => ['bvn', ''],
        'nin' => ['nin', ''],
        'address' => ['address', ''],
        'nationality' => ['nationality', ''],
        'state' => ['state', ''],
        'lga' => ['lga', ''],
        'maritalStatus' => ['maritalStatus', ''],
        'nextOfKinFullName' => ['nextOfKinFullName', ''],
        'nextOfKinPhone' => ['nextOfKinPhone', ''],
        'bankCode' => ['bankCode', ''],
        'bankId' => ['bankId', ''],
        'bankAccountNumber' => ['bankAccountNumber', ''],
        'hasExistingChnDepository' => ['hasExistingChnDepository', ''],
        'chn' => ['chn', ''],
        'isCardPayment' => ['isCardPayment', ''],
        'clientReference' => ['clientReference', ''],
        'secondApplicant' => ['secondApplicant', 'RelatedPerson'],
        'guardian' => ['guardian', 'RelatedPerson'],
        'company' => ['company', 'ApplyingCompany'],
    ];

    public function __construct(
        public readonly string $vendorId,
        /** An offer whose `isSubscribable` is true. */
        public readonly string $offerId,
        /** One of `OfferType`. */
        public readonly string $offerType,
        /** The minimum of the offer, plus any number of times its `multiple`. */
        public readonly int $numberOfShares,
        /** A broker whose `active` is true; without a CHN, one that accepts new clients. */
        public readonly string $brokerId,
        /** One of `ProfileType`. */
        public readonly string $profileType,
        public readonly string $firstName,
        public readonly string $lastName,
        public readonly string $email,
        /** A Nigerian mobile number. */
        public readonly string $phoneNumber,
        public readonly string $address,
        /** Name or ISO 3166 code of a country. */
        public readonly string $nationality,
        /** The code of the bank with this `bankId`. */
        public readonly string $bankCode,
        public readonly int $bankId,
        /**
         * Ten digits (NUBAN); the check digit must fit a deposit bank. In the sandbox 0000000000
         * passes at every bank.
         */
        public readonly string $bankAccountNumber,
        /** Whether the applicant has a Clearing House Number. */
        public readonly bool $hasExistingChnDepository,
        /** Whether to pay by card; otherwise from the bank account. */
        public readonly bool $isCardPayment,
        /**
         * INDIVIDUAL and JOINT applicants must be 18, a MINOR must be younger; CORPORATE need not
         * say it.
         */
        public readonly ?string $dateOfBirth = null,
        /** Required, except for CORPORATE. One of `Gender`. */
        public readonly ?string $gender = null,
        /** Required for INDIVIDUAL and JOINT. In the sandbox 22222222220 passes. */
        public readonly ?string $bvn = null,
        /** Required for INDIVIDUAL and JOINT. In the sandbox 70123456780 passes. */
        public readonly ?string $nin = null,
        /** Required for Nigerians: one of the 36 states or the FCT. */
        public readonly ?string $state = null,
        /** Required for Nigerians: a local government area in that state. */
        public readonly ?string $lga = null,
        /**
         * 0 unknown, 1 single, 2 married, 3 divorced, 4 widowed, 5 separated. Required, but for
         * CORPORATE.
         */
        public readonly ?int $maritalStatus = null,
        /** Required, except for CORPORATE. */
        public readonly ?string $nextOfKinFullName = null,
        /** A Nigerian mobile number. Required, except for CORPORATE. */
        public readonly ?string $nextOfKinPhone = null,
        /** The Clearing House Number; required in a rights issue. */
        public readonly ?string $chn = null,
        /**
         * Your own reference for the application, without personal data. It is returned in the
         * transaction, and you can search by it.
         */
        public readonly ?string $clientReference = null,
        /** The second applicant. Required for JOINT, not allowed otherwise. */
        public readonly ?RelatedPerson $secondApplicant = null,
        /** The guardian. Required for MINOR, not allowed otherwise. `relationship` is required. */
        public readonly ?RelatedPerson $guardian = null,
        /**
         * Required for CORPORATE, and goes with nothing else. `firstName` to `nin` are then of who
         * signs for it.
         */
        public readonly ?ApplyingCompany $company = null,
    ) {
    }
}

/** The payment of a subscription. */
final class Transaction extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'id' => ['id', ''],
        'transactionReference' => ['transactionReference', ''],
        'isSettledPayment' => ['isSettledPayment', ''],
        'numberOfShares' => ['numberOfShares', ''],
        'amount' => ['amount', 'money'],
        'subscription' => ['subscription', 'TransactionSubscription'],
        'clientReference' => ['clientReference', ''],
        'currency' => ['currency', ''],
        'status' => ['status', ''],
        'paymentStatus' => ['paymentStatus', ''],
        'allotmentStatus' => ['allotmentStatus', ''],
        'sharesAllotted' => ['sharesAllotted', ''],
        'refundAmount' => ['refundAmount', 'money'],
        'createdAt' => ['createdAt', ''],
        'settledAt' => ['settledAt', ''],
        'reason' => ['reason', ''],
        'paymentUrl' => ['paymentUrl', ''],
        'history' => ['history', 'HistoryLine'],
        'allotmentExplanation' => ['allotmentExplanation', ''],
        'identityChecks' => ['identityChecks', 'IdentityCheck'],
    ];

    public function __construct(
        public readonly string $id,
        public readonly string $transactionReference,
        /** Whether it has been paid. */
        public readonly bool $isSettledPayment,
        public readonly int $numberOfShares,
        /** Naira, with at most two decimals. */
        public readonly Money $amount,
        /** What the payment is for. */
        public readonly TransactionSubscription $subscription,
        public readonly string $currency,
        /** One of `SubscriptionStatus`. */
        public readonly string $status,
        /** One of `PaymentStatus`. */
        public readonly string $paymentStatus,
        /** One of `AllotmentStatus`. */
        public readonly string $allotmentStatus,
        public readonly string $createdAt,
        /** Your own reference for the application. */
        public readonly ?string $clientReference = null,
        /** Null until the allotment. */
        public readonly ?int $sharesAllotted = null,
        /** Null until it is known whether a refund is due. */
        public readonly ?Money $refundAmount = null,
        public readonly ?string $settledAt = null,
        /** Why the application was rejected or the payment failed. */
        public readonly ?string $reason = null,
        /**
         * Where the investor pays, on a page of the payment provider; only while it can be paid,
         * and where there is a page.
         */
        public readonly ?string $paymentUrl = null,
        /**
         * @var list<HistoryLine>|null All steps, oldest first; only with `transactionReference`.
         */
        public readonly ?array $history = null,
        /**
         * Why this many shares were allotted, in words; only where `transactionReference` is given
         * and once the allotment is done.
         */
        public readonly ?string $allotmentExplanation = null,
        /**
         * @var list<IdentityCheck>|null The outcomes of looking up the applicants by BVN, NIN and
         * account; only where `transactionReference` is given and if a provider was asked.
         */
        public readonly ?array $identityChecks = null,
    ) {
    }
}

/** One page of transactions. */
final class TransactionPage extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'transactions' => ['transactions', 'Transaction'],
        'page' => ['page', ''],
        'size' => ['size', ''],
        'totalPages' => ['totalPages', ''],
        'totalCount' => ['totalCount', ''],
    ];

    public function __construct(
        /** @var list<Transaction> */
        public readonly array $transactions,
        public readonly int $page,
        public readonly int $size,
        public readonly int $totalPages,
        public readonly int $totalCount,
    ) {
    }
}

/** What the payment is for. */
final class TransactionSubscription extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'id' => ['id', ''],
        'investorName' => ['investorName', ''],
        'profileType' => ['profileType', ''],
        'offerName' => ['offerName', ''],
        'offerId' => ['offerId', ''],
        'status' => ['status', ''],
        'exchangeReferenceNumber' => ['exchangeReferenceNumber', ''],
        'exchangeSubscriptionId' => ['exchangeSubscriptionId', ''],
    ];

    public function __construct(
        public readonly string $id,
        /** The name of the investor. */
        public readonly string $investorName,
        /** One of `ProfileType`. */
        public readonly string $profileType,
        public readonly string $offerName,
        public readonly string $offerId,
        /** One of `SubscriptionStatus`. */
        public readonly string $status,
        /** Empty until the exchange has responded. */
        public readonly string $exchangeReferenceNumber,
        /** Empty until the exchange has responded. */
        public readonly string $exchangeSubscriptionId,
    ) {
    }
}

/** Filters for transactions; absent or empty fields do not filter. */
final class TransactionsRequest extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'transactionReference' => ['transactionReference', ''],
        'clientReference' => ['clientReference', ''],
        'offerId' => ['offerId', ''],
        'status' => ['status', ''],
        'from' => ['from', ''],
        'to' => ['to', ''],
        'page' => ['page', ''],
        'size' => ['size', ''],
    ];

    public function __construct(
        public readonly ?string $transactionReference = null,
        /** The `clientReference` of its subscription. */
        public readonly ?string $clientReference = null,
        public readonly ?string $offerId = null,
        /** One of `SubscriptionStatus`. */
        public readonly ?string $status = null,
        /** Received at or after this time. */
        public readonly ?string $from = null,
        /** Received before this time. */
        public readonly ?string $to = null,
        /** The page, starting at 1. Default: 1. */
        public readonly ?int $page = null,
        public readonly ?int $size = null,
    ) {
    }
}

/** A low-balance alert. */
final class WalletAlert extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'id' => ['id', ''],
        'tenantId' => ['tenantId', ''],
        'environment' => ['environment', ''],
        'kind' => ['kind', ''],
        'threshold' => ['threshold', ''],
        'levelKobo' => ['levelKobo', ''],
        'balanceKobo' => ['balanceKobo', ''],
        'at' => ['at', ''],
        'requestId' => ['requestId', ''],
        'roles' => ['roles', ''],
        'clearedAt' => ['clearedAt', ''],
    ];

    public function __construct(
        /** Sequence number of the alert. */
        public readonly int $id,
        /** The tenant's ID. */
        public readonly string $tenantId,
        /** One of `Environment`. */
        public readonly string $environment,
        /** One of `WalletAlertKind`. */
        public readonly string $kind,
        /** The threshold: kobo for a balance, days for a runway. */
        public readonly int $threshold,
        /** The threshold in kobo at that time. */
        public readonly int $levelKobo,
        /** The balance right after the transaction that raised the alert, in kobo. */
        public readonly int $balanceKobo,
        /** The time. */
        public readonly string $at,
        /** @var list<string> */
        public readonly array $roles,
        /** The request that raised the alert; null if it was not a request. */
        public readonly ?string $requestId = null,
        /** When the balance recovered; null while the alert is open. */
        public readonly ?string $clearedAt = null,
    ) {
    }
}

/** A wallet's alert thresholds and open alerts. */
final class WalletAlerts extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'balancesKobo' => ['balancesKobo', ''],
        'runwayDays' => ['runwayDays', ''],
        'roles' => ['roles', ''],
        'open' => ['open', 'WalletAlert'],
    ];

    public function __construct(
        /** @var list<int> Balance thresholds in kobo, highest first. */
        public readonly array $balancesKobo,
        /** @var list<string> */
        public readonly array $roles,
        /** @var list<WalletAlert> Open alerts, newest first, up to ten. */
        public readonly array $open,
        /** The minimum number of days the balance must cover; null if not set. */
        public readonly ?int $runwayDays = null,
    ) {
    }
}

/** A possible problem that is not a reason to refuse. */
final class WarningRecord extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'field' => ['field', ''],
        'message' => ['message', ''],
    ];

    public function __construct(
        public readonly string $field,
        public readonly string $message,
    ) {
    }
}

/** A notification to `webhook_url`. */
final class WebhookDelivery extends Model
{
    /** Wire name to the name here, and the model or form of the value. */
    public const WIRE = [
        'id' => ['id', ''],
        'status' => ['status', ''],
        'created_at' => ['createdAt', ''],
        'attempts' => ['attempts', ''],
        'response_status' => ['responseStatus', ''],
        'error' => ['error', ''],
    ];

    public function __construct(
        /** The id of the event, as in `webhook-id`; empty for the moment before it has one. */
        public readonly string $id,
        /** One of `WebhookDeliveryStatus`. */
        public readonly string $status,
        public readonly string $createdAt,
        /** Tries so far. */
        public readonly int $attempts,
        /** The HTTP status of the last response; null if there was none. */
        public readonly ?int $responseStatus = null,
        /** Why the last try was no success; null if it was one. */
        public readonly ?string $error = null,
    ) {
    }
}
