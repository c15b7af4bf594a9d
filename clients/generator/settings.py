"""What the description does not say: names of groups and enumerations, and what reads better as
several methods than as one."""

# Tag of the description to the group of methods.
GROUPS = {
    "IPO": "ipo",
    "Proof of address": "proofOfAddress",
    "Business registry": "businessRegistry",
    "Account": "account",
}

# Where an enumeration is first met (`owner_field`) to its name; else it is called so.
ENUMS = {
    "Account_environment": "Environment",
    "AddressData_review_reason": "ReviewReason",
    "Affiliate_affiliateType": "AffiliateType",
    "CheckData_code": "CheckCode",
    "CheckData_severity": "CheckSeverity",
    "CompanyBatchResult_outcome": "CompanyBatchOutcome",
    "CompanyNameCheck_matchResult": "NameMatch",
    "CompanyRecord_registrationStatus": "RegistrationStatus",
    "CompanyTin_taxIdFormat": "TaxIdFormat",
    "CompanyTin_tinStatus": "TinStatus",
    "DocumentData_type": "DocumentType",
    "FieldMetadata_source": "FieldSource",
    "JobProgress_stage": "JobStage",
    "JobRecord_status": "JobStatus",
    "MatchData_name_result": "MatchResult",
    "RightsRecord_reason": "RightsReason",
    "SubscribeRequest_gender": "Gender",
    "SubscribeRequest_profileType": "ProfileType",
    "Transaction_allotmentStatus": "AllotmentStatus",
    "Transaction_paymentStatus": "PaymentStatus",
    "TransactionsRequest_status": "SubscriptionStatus",
    "WalletAlerts_role": "Role",
    "getAccountUsage_by": "UsageBy",
    "getAffiliates_include": "AffiliatesToInclude",
    "listOffers_offerType": "OfferType",
    "listOffers_status": "OfferStatus",
    "searchCompanies_entityType": "EntityType",
}

# Fields of forms that hold JSON, and its model.
JSON_FIELDS = {"hallucination": "HallucinationOptions"}

# One operation by a flag in its query: the method without it, and the one with it.
DRY_RUNS = {
    "subscribe": ("validateOnly", "validateSubscription", "SubscribeAnswer", "DryRunAnswer"),
}

# Methods that wait: name, the operation that looks, and states that are not the end.
WAITERS = {
    "waitForExtractionJob": ("getExtractionJob", ["queued", "processing"]),
    "waitForCompanyBatch": ("getCompanyBatch", ["queued", "processing"]),
}

ITERATORS = {"searchCompanies": "iterateCompanies"}

# Fields whose values a printed model does not show: what is personal, secret or long.
HIDDEN = {
    "bvn", "nin", "bankAccountNumber", "document_password", "base64_content", "document_base64",
    "contentBase64",
}
