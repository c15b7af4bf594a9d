// Written by clients/generator from clients/openapi.json. Do not edit.

import type { Shapes } from "../convert.js";

export const SHAPES: Shapes = {
  AddressData: {
    full_address: ["fullAddress"],
    field_metadata: ["fieldMetadata", "AddressMetadata"],
    requires_review: ["requiresReview"],
    review_reasons: ["reviewReasons"],
    regions: ["regions", "FieldRegions"],
    document: ["document", "DocumentData"],
    match: ["match", "MatchData"],
    parts: ["parts", "PartsData"],
  },
  AddressMetadata: {
    full_address: ["fullAddress"],
  },
  AssetCharge: {
    amountSecured: ["amountSecured", "money"],
  },
  Assets: {
    assets: ["assets", "AssetCharge"],
  },
  DocumentData: {
    issuer_name: ["issuerName"],
    issuer_address: ["issuerAddress", "IssuerAddress"],
    recipient_name: ["recipientName"],
    issue_date: ["issueDate"],
    period_start: ["periodStart"],
    period_end: ["periodEnd"],
    age_days: ["ageDays"],
    is_recent: ["isRecent"],
    account_or_meter_number: ["accountOrMeterNumber"],
  },
  DocumentFile: {
    contentBase64: ["contentBase64", "base64"],
  },
  DryRunData: {
    amount: ["amount", "money"],
  },
  ExtractBase64Request: {
    base64_content: ["base64Content", "base64"],
    file_name: ["fileName"],
    content_type: ["contentType"],
    document_password: ["documentPassword"],
    expected_name: ["expectedName"],
    expected_address: ["expectedAddress"],
    max_age_days: ["maxAgeDays"],
    document_base64: ["documentBase64", "base64"],
  },
  ExtractForm: {
    file: ["file"],
    hallucination: ["hallucination"],
    document_password: ["documentPassword"],
    expected_name: ["expectedName"],
    expected_address: ["expectedAddress"],
    max_age_days: ["maxAgeDays"],
  },
  FeedbackData: {
    reading_request_id: ["readingRequestId"],
    wrong_fields: ["wrongFields"],
  },
  FeedbackRequest: {
    full_address: ["fullAddress"],
  },
  FieldRegions: {
    full_address: ["fullAddress"],
  },
  IssuerAddress: {
    full_address: ["fullAddress"],
  },
  JobCreated: {
    request_id: ["requestId"],
  },
  JobError: {
    doc_url: ["docUrl"],
  },
  JobFile: {
    file_name: ["fileName"],
    content_type: ["contentType"],
    size_bytes: ["sizeBytes"],
  },
  JobForm: {
    file: ["file"],
    hallucination: ["hallucination"],
    client_reference: ["clientReference"],
    webhook_url: ["webhookUrl"],
    document_password: ["documentPassword"],
    expected_name: ["expectedName"],
    expected_address: ["expectedAddress"],
    max_age_days: ["maxAgeDays"],
  },
  JobProgress: {
    pages_done: ["pagesDone"],
  },
  JobRecord: {
    request_id: ["requestId"],
    created_at: ["createdAt"],
    started_at: ["startedAt"],
    completed_at: ["completedAt"],
    updated_at: ["updatedAt"],
    expires_at: ["expiresAt"],
    progress: ["progress", "JobProgress"],
    max_attempts: ["maxAttempts"],
    file: ["file", "JobFile"],
    client_reference: ["clientReference"],
    webhook_url: ["webhookUrl"],
    webhook_deliveries: ["webhookDeliveries", "WebhookDelivery"],
    result: ["result", "AddressData"],
    error: ["error", "JobError"],
  },
  JobRequestBody: {
    base64_content: ["base64Content", "base64"],
    file_name: ["fileName"],
    content_type: ["contentType"],
    client_reference: ["clientReference"],
    webhook_url: ["webhookUrl"],
    document_password: ["documentPassword"],
    expected_name: ["expectedName"],
    expected_address: ["expectedAddress"],
    max_age_days: ["maxAgeDays"],
    document_base64: ["documentBase64", "base64"],
  },
  MatchData: {
    name_score: ["nameScore"],
    name_result: ["nameResult"],
    address_score: ["addressScore"],
    address_result: ["addressResult"],
  },
  OfferPage: {
    offers: ["offers", "OfferRecord"],
  },
  OfferRecord: {
    pricePerShare: ["pricePerShare", "money"],
    priceRange: ["priceRange", "OfferRecordPriceRange"],
  },
  OfferRecordPriceRange: {
    min: ["min", "money"],
    max: ["max", "money"],
  },
  PartsData: {
    care_of: ["careOf"],
  },
  RightsRecord: {
    pricePerShare: ["pricePerShare", "money"],
    maximumAmount: ["maximumAmount", "money"],
  },
  ShareCapital: {
    shareCapital: ["shareCapital", "money"],
    nominalValuePerShare: ["nominalValuePerShare", "money"],
    issuedCapital: ["issuedCapital", "money"],
    paidUpCapital: ["paidUpCapital", "money"],
    unissuedCapital: ["unissuedCapital", "money"],
  },
  SubscribeData: {
    amount: ["amount", "money"],
  },
  Transaction: {
    amount: ["amount", "money"],
    refundAmount: ["refundAmount", "money"],
  },
  TransactionPage: {
    transactions: ["transactions", "Transaction"],
  },
  WebhookDelivery: {
    created_at: ["createdAt"],
    response_status: ["responseStatus"],
  },
};
