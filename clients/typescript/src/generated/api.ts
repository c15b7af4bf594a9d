// Written by clients/generator from clients/openapi.json. Do not edit.

import type { Call, RequestOptions } from "../http.js";
import { Group, iterate, waitFor } from "../http.js";
import type { KofaResponse, WaitOptions } from "../http.js";
import type {
  Account,
  AccountLimitPage,
  AccountPricePage,
  AccountStatementPage,
  AccountUsagePage,
  AccountWallet,
  AddressData,
  Affiliates,
  Assets,
  BankList,
  BrokerList,
  CompanyBatch,
  CompanyBatchPage,
  CompanyBatchRequest,
  CompanyBatchResult,
  CompanyByTin,
  CompanyDetails,
  CompanyNameCheck,
  CompanyRecord,
  CompanySearchPage,
  CompanyTin,
  CompanyWatch,
  CompanyWatchPage,
  CompanyWatchRequest,
  CreateExtractionJobBase64Params,
  CreateExtractionJobParams,
  DocumentFile,
  DownloadCertificatePdfParams,
  DownloadStatusReportPdfParams,
  DryRunData,
  Event,
  EventList,
  ExtractAddressBase64Params,
  ExtractAddressParams,
  ExtractBase64Request,
  ExtractForm,
  FeedbackData,
  FeedbackRequest,
  GenerateTinRequest,
  GeneratedTin,
  GetAccountUsageParams,
  GetAffiliatesParams,
  GetAssetsParams,
  GetCertificateParams,
  GetCompanyByRcParams,
  GetCompanyByTinParams,
  GetCompanyParams,
  GetCompanyTinParams,
  GetExtractionJobParams,
  GetLineOfBusinessParams,
  GetQuoteParams,
  GetRightsEligibilityParams,
  GetSecureCompanyParams,
  GetShareCapitalParams,
  GetShareDistributionParams,
  GetStatusReportParams,
  JobCreated,
  JobForm,
  JobRecord,
  JobRequestBody,
  LedgerRow,
  LedgerRowPage,
  LinesOfBusiness,
  ListAccountLedgerParams,
  ListAccountRequestsParams,
  ListCompanyBatchResultsParams,
  ListCompanyWatchesParams,
  ListEventsParams,
  ListOffersParams,
  OfferPage,
  OfferRecord,
  Quote,
  RequestRow,
  RequestRowPage,
  RightsRecord,
  SearchCompaniesParams,
  SecureCompany,
  ShareCapital,
  ShareDistribution,
  Statement,
  SubscribeData,
  SubscribeRequest,
  Transaction,
  TransactionPage,
  TransactionsRequest,
  ValidateCompanyNameParams,
} from "./models.js";

/** Offers and subscriptions. */
export class IpoApi extends Group {
  protected override readonly group = "ipo";

  /**
   * List brokers.
   *
   * The brokers (dealing members) that an application can go through. Applicants without a CHN need
   * one whose `acceptsNewClients` is true. The sandbox has two additional brokers.
   *
   * Charged if it succeeds; `getQuote` says how much.
   */
  listBrokers(options?: RequestOptions): Promise<KofaResponse<BrokerList>> {
    const call: Call = {
      method: "GET",
      path: "/api/exchange-invest/brokers",
      answers: "BrokerList",
      enveloped: true,
      repeatable: true,
    };
    return this.send(call, options);
  }

  /**
   * List offers.
   *
   * The offers in the environment: open ones first, by closing date, then upcoming ones, then the
   * rest, latest first. A page beyond the end is empty.
   *
   * Charged if it succeeds; `getQuote` says how much.
   */
  listOffers(
    params: ListOffersParams = {},
    options?: RequestOptions,
  ): Promise<KofaResponse<OfferPage>> {
    const call: Call = {
      method: "GET",
      path: "/api/exchange-invest/offers",
      query: {
        page: params.page,
        size: params.size,
        status: params.status,
        offerType: params.offerType,
      },
      answers: "OfferPage",
      enveloped: true,
      repeatable: true,
    };
    return this.send(call, options);
  }

  /** Walks through all pages of `listOffers`, one item at a time. */
  iterateOffers(
    params: ListOffersParams = {},
    options?: RequestOptions,
  ): AsyncGenerator<OfferRecord, void, undefined> {
    return iterate("page", "offers", params, (next) =>
      this.listOffers(next, options),
    );
  }

  /**
   * Check rights eligibility.
   *
   * How many shares the holder of a CHN can take up in a rights issue, according to the register of
   * holders at the qualification date: `rightsAvailable` is the entitlement from the holding, plus
   * rights bought on the exchange, minus rights sold or taken up by your open application. A holder
   * who is not on the register gets a normal response: 200 with `eligible` false. CHN and name are
   * masked.
   *
   * Charged if it succeeds; `getQuote` says how much.
   */
  getRightsEligibility(
    params: GetRightsEligibilityParams,
    options?: RequestOptions,
  ): Promise<KofaResponse<RightsRecord>> {
    const call: Call = {
      method: "GET",
      path: "/api/exchange-invest/rights-eligibility",
      query: { offer: params.offer, chn: params.chn },
      answers: "RightsRecord",
      enveloped: true,
      repeatable: true,
    };
    return this.send(call, options);
  }

  /**
   * Apply for shares.
   *
   * Applies for shares of an open offer on behalf of a person. One response lists every error in
   * the request, each with its field. A person (BVN, NIN or CHN) can have one open application per
   * offer: a second one returns 409 `duplicate_subscription`, before any charge. Send an
   * `Idempotency-Key`, so that a repeated request is processed only once.
   *
   * Charged if it succeeds; `getQuote` says how much. Sent with an idempotency key, yours or a new
   * one.
   */
  subscribe(
    request: SubscribeRequest,
    options?: RequestOptions,
  ): Promise<KofaResponse<SubscribeData>> {
    const call: Call = {
      method: "POST",
      path: "/api/exchange-invest/subscribe",
      json: request,
      sends: "SubscribeRequest",
      answers: "SubscribeData",
      enveloped: true,
      idempotent: true,
      repeatable: true,
    };
    return this.send(call, options);
  }

  /**
   * Check an application.
   *
   * Checks an application as a real one; stores, submits and charges nothing.
   */
  validateSubscription(
    request: SubscribeRequest,
    options?: RequestOptions,
  ): Promise<KofaResponse<DryRunData>> {
    const call: Call = {
      method: "POST",
      path: "/api/exchange-invest/subscribe",
      query: { validateOnly: "true" },
      json: request,
      sends: "SubscribeRequest",
      answers: "DryRunData",
      enveloped: true,
    };
    return this.send(call, options);
  }

  /**
   * List supported banks.
   *
   * The banks that an application can use. Take `bankId` and `bankCode` of a subscription from the
   * same entry, whose `active` must be true.
   *
   * Charged if it succeeds; `getQuote` says how much.
   */
  listSupportedBanks(options?: RequestOptions): Promise<KofaResponse<BankList>> {
    const call: Call = {
      method: "GET",
      path: "/api/exchange-invest/supported-banks",
      answers: "BankList",
      enveloped: true,
      repeatable: true,
    };
    return this.send(call, options);
  }

  /**
   * List transactions.
   *
   * Your transactions in the environment, newest first. With `transactionReference`, returns that
   * transaction with its history, or an empty list if it does not exist. A page beyond the end is
   * empty.
   *
   * Charged if it succeeds; `getQuote` says how much.
   */
  listTransactions(
    request: TransactionsRequest = {},
    options?: RequestOptions,
  ): Promise<KofaResponse<TransactionPage>> {
    const call: Call = {
      method: "POST",
      path: "/api/exchange-invest/transactions",
      json: request,
      sends: "TransactionsRequest",
      answers: "TransactionPage",
      enveloped: true,
    };
    return this.send(call, options);
  }

  /** Walks through all pages of `listTransactions`, one item at a time. */
  iterateTransactions(
    request: TransactionsRequest = {},
    options?: RequestOptions,
  ): AsyncGenerator<Transaction, void, undefined> {
    return iterate("page", "transactions", request, (next) =>
      this.listTransactions(next, options),
    );
  }
}

/** Addresses read from documents. */
export class ProofOfAddressApi extends Group {
  protected override readonly group = "proofOfAddress";

  /**
   * Extract an address from a file.
   *
   * Extracts the holder's address from a document and splits it into fields. The file type is
   * detected from its first bytes: PDF, JPEG, PNG, WebP or TIFF, up to 10 MB and 10 pages; scans
   * and photos as well as text, rotated or skewed. A document that cannot be read returns 422
   * `unreadable_document`, free of charge. `full_address` contains only what the document shows;
   * values that `hallucination` allowed Kofa to infer are marked in `field_metadata` and need
   * review. The document is kept in memory during the request and not stored, unless you agreed to
   * that for training. The response and the words on the page, without long numbers, are stored
   * encrypted for 30 days, so that you can send feedback. A readable document without an address
   * returns 200 with empty fields and confidence 0.
   *
   * Charged if it succeeds; `getQuote` says how much.
   */
  extractAddress(
    request: ExtractForm,
    params: ExtractAddressParams = {},
    options?: RequestOptions,
  ): Promise<KofaResponse<AddressData>> {
    const call: Call = {
      method: "POST",
      path: "/api/v1/proof-of-address/extract",
      query: { include: params.include },
      form: request,
      sends: "ExtractForm",
      answers: "AddressData",
      enveloped: true,
    };
    return this.send(call, options);
  }

  /**
   * Extract an address from base64.
   *
   * Extracts the holder's address from a document and splits it into fields. The file type is
   * detected from its first bytes: PDF, JPEG, PNG, WebP or TIFF, up to 10 MB and 10 pages; scans
   * and photos as well as text, rotated or skewed. A document that cannot be read returns 422
   * `unreadable_document`, free of charge. `full_address` contains only what the document shows;
   * values that `hallucination` allowed Kofa to infer are marked in `field_metadata` and need
   * review. The document is kept in memory during the request and not stored, unless you agreed to
   * that for training. The response and the words on the page, without long numbers, are stored
   * encrypted for 30 days, so that you can send feedback. A readable document without an address
   * returns 200 with empty fields and confidence 0.
   *
   * Charged if it succeeds; `getQuote` says how much.
   */
  extractAddressBase64(
    request: ExtractBase64Request,
    params: ExtractAddressBase64Params = {},
    options?: RequestOptions,
  ): Promise<KofaResponse<AddressData>> {
    const call: Call = {
      method: "POST",
      path: "/api/v1/proof-of-address/extract-base64",
      query: { include: params.include },
      json: request,
      sends: "ExtractBase64Request",
      answers: "AddressData",
      enveloped: true,
    };
    return this.send(call, options);
  }

  /**
   * Create an extraction job.
   *
   * Extracts an address asynchronously, from documents of up to 15 MB and 30 pages. Takes the same
   * bodies as the direct requests: a form, or JSON in either variant, which decides whether the
   * result has `field_metadata`. Returns 202 with the job's URL in `Location`; poll it until the
   * job has finished. The price is put on hold now (`X-Charge-Reserved`), charged to this request
   * when the job succeeds, and released if it fails or is cancelled. The document is stored
   * encrypted until the job ends, and longer only if you agreed to that for training; the extracted
   * data is stored as for a direct request. A job fails after three interrupted attempts, or after
   * waiting for a day; jobs of different tenants take turns. When the job ends, the event
   * `poa.job.completed` or `poa.job.failed` is sent to `webhook_url`, signed with the secret of
   * your oldest webhook endpoint in the environment.
   *
   * Charged if it succeeds; `getQuote` says how much. Sent with an idempotency key, yours or a new
   * one.
   */
  createExtractionJob(
    request: JobForm,
    params: CreateExtractionJobParams = {},
    options?: RequestOptions,
  ): Promise<KofaResponse<JobCreated>> {
    const call: Call = {
      method: "POST",
      path: "/api/v1/proof-of-address/extract/jobs",
      query: { include: params.include },
      form: request,
      sends: "JobForm",
      answers: "JobCreated",
      idempotent: true,
      repeatable: true,
    };
    return this.send(call, options);
  }

  /**
   * Create an extraction job.
   *
   * Extracts an address asynchronously, from documents of up to 15 MB and 30 pages. Takes the same
   * bodies as the direct requests: a form, or JSON in either variant, which decides whether the
   * result has `field_metadata`. Returns 202 with the job's URL in `Location`; poll it until the
   * job has finished. The price is put on hold now (`X-Charge-Reserved`), charged to this request
   * when the job succeeds, and released if it fails or is cancelled. The document is stored
   * encrypted until the job ends, and longer only if you agreed to that for training; the extracted
   * data is stored as for a direct request. A job fails after three interrupted attempts, or after
   * waiting for a day; jobs of different tenants take turns. When the job ends, the event
   * `poa.job.completed` or `poa.job.failed` is sent to `webhook_url`, signed with the secret of
   * your oldest webhook endpoint in the environment.
   *
   * Charged if it succeeds; `getQuote` says how much. Sent with an idempotency key, yours or a new
   * one.
   */
  createExtractionJobBase64(
    request: JobRequestBody,
    params: CreateExtractionJobBase64Params = {},
    options?: RequestOptions,
  ): Promise<KofaResponse<JobCreated>> {
    const call: Call = {
      method: "POST",
      path: "/api/v1/proof-of-address/extract/jobs",
      query: { include: params.include },
      json: request,
      sends: "JobRequestBody",
      answers: "JobCreated",
      idempotent: true,
      repeatable: true,
    };
    return this.send(call, options);
  }

  /**
   * Get a job.
   *
   * Returns the status of a job and, once it has succeeded, its result. Free unless the operator
   * set a price: the price of the job itself was put on hold when it was created. The response has
   * its own `X-Request-Id`. While `status` is `queued` or `processing`, poll again after the number
   * of seconds in `Retry-After`. `result` is what a direct request returns in `data`, with the
   * parts requested by `include` here or when the job was created; it is stored until `expires_at`
   * (seven days, unless the operator chose a different period), and the record for 23 days more. A
   * job of another tenant or of the other environment returns 404, like one that does not exist.
   */
  getExtractionJob(
    requestId: string,
    params: GetExtractionJobParams = {},
    options?: RequestOptions,
  ): Promise<KofaResponse<JobRecord>> {
    const call: Call = {
      method: "GET",
      path: `/api/v1/proof-of-address/jobs/${encodeURIComponent(requestId)}`,
      query: { include: params.include },
      answers: "JobRecord",
      repeatable: true,
    };
    return this.send(call, options);
  }

  /**
   * Cancel a job.
   *
   * Cancels a job that is queued or in progress: its document is deleted and the funds on hold for
   * it are released immediately. Free. Cancelling a job that is already cancelled returns it again;
   * one that has succeeded, failed or expired returns 409 `job_not_cancellable`. No body is needed.
   */
  cancelExtractionJob(
    requestId: string,
    options?: RequestOptions,
  ): Promise<KofaResponse<JobRecord>> {
    const call: Call = {
      method: "POST",
      path: `/api/v1/proof-of-address/jobs/${encodeURIComponent(requestId)}/cancel`,
      answers: "JobRecord",
    };
    return this.send(call, options);
  }

  /**
   * Send feedback on an extraction.
   *
   * Reports whether an address was extracted correctly: send `"correct": true`, or the correct
   * values of the fields you checked. `request_id` is the one of the direct request or of the job.
   * Free. An empty string means that the document shows no such value; a field that you omit is not
   * judged. Sending feedback again replaces the earlier feedback. You can send it while the
   * extraction is stored: for 30 days, unless the operator chose a different period, and for up to
   * 90 days once you have given feedback. The extraction, without the document, is then stored for
   * a year to measure and train the reader.
   */
  sendExtractionFeedback(
    requestId: string,
    request: FeedbackRequest,
    options?: RequestOptions,
  ): Promise<KofaResponse<FeedbackData>> {
    const call: Call = {
      method: "POST",
      path: `/api/v1/proof-of-address/${encodeURIComponent(requestId)}/feedback`,
      json: request,
      sends: "FeedbackRequest",
      answers: "FeedbackData",
      enveloped: true,
    };
    return this.send(call, options);
  }

  /**
   * Calls `getExtractionJob` until it has ended, at most `limitMs` (five minutes if not said); then
   * throws a `WaitError`. How it ended is in `status`.
   */
  waitForExtractionJob(
    requestId: string,
    options: WaitOptions = {},
  ): Promise<KofaResponse<JobRecord>> {
    return waitFor(["queued", "processing"], options, () =>
      this.getExtractionJob(requestId, {}, options),
    );
  }
}

/** Company records. */
export class BusinessRegistryApi extends Group {
  protected override readonly group = "businessRegistry";

  /**
   * Create a lookup batch.
   *
   * Looks up to 1,000 companies asynchronously, each like a lookup by RC number. The price of all
   * of them is put on hold first, so a wallet with too little money gets 402 before anything is
   * looked up. When the batch ends, companies found are charged and the rest is released: a company
   * that is not found, or whose source fails three times, is free.
   *
   * Charged if it succeeds; `getQuote` says how much. Sent with an idempotency key, yours or a new
   * one.
   */
  createCompanyBatch(
    request: CompanyBatchRequest,
    options?: RequestOptions,
  ): Promise<KofaResponse<CompanyBatch>> {
    const call: Call = {
      method: "POST",
      path: "/api/v1/company/batches",
      json: request,
      sends: "CompanyBatchRequest",
      answers: "CompanyBatch",
      enveloped: true,
      idempotent: true,
      repeatable: true,
    };
    return this.send(call, options);
  }

  /**
   * Get a batch.
   *
   * Returns the progress of a batch and the cost of what was found so far. Free. A batch of another
   * tenant or of the other environment returns 404, like one that does not exist.
   */
  getCompanyBatch(
    batchId: string,
    options?: RequestOptions,
  ): Promise<KofaResponse<CompanyBatch>> {
    const call: Call = {
      method: "GET",
      path: `/api/v1/company/batches/${encodeURIComponent(batchId)}`,
      answers: "CompanyBatch",
      enveloped: true,
      repeatable: true,
    };
    return this.send(call, options);
  }

  /**
   * Cancel a batch.
   *
   * Stops the batch: companies found so far are charged and their results stay available, and the
   * remaining funds on hold are released immediately. The request itself is free. Cancelling a
   * batch that is already cancelled returns it again; one that has finished returns 409
   * `batch_not_cancellable`. No body is needed.
   */
  cancelCompanyBatch(
    batchId: string,
    options?: RequestOptions,
  ): Promise<KofaResponse<CompanyBatch>> {
    const call: Call = {
      method: "POST",
      path: `/api/v1/company/batches/${encodeURIComponent(batchId)}/cancel`,
      answers: "CompanyBatch",
      enveloped: true,
    };
    return this.send(call, options);
  }

  /**
   * List batch results.
   *
   * Returns the result for each company, in the order of the request, even while the batch is in
   * progress. Free.
   */
  listCompanyBatchResults(
    batchId: string,
    params: ListCompanyBatchResultsParams = {},
    options?: RequestOptions,
  ): Promise<KofaResponse<CompanyBatchPage>> {
    const call: Call = {
      method: "GET",
      path: `/api/v1/company/batches/${encodeURIComponent(batchId)}/results`,
      query: { page: params.page, size: params.size },
      answers: "CompanyBatchPage",
      enveloped: true,
      repeatable: true,
    };
    return this.send(call, options);
  }

  /** Walks through all pages of `listCompanyBatchResults`, one item at a time. */
  iterateCompanyBatchResults(
    batchId: string,
    params: ListCompanyBatchResultsParams = {},
    options?: RequestOptions,
  ): AsyncGenerator<CompanyBatchResult, void, undefined> {
    return iterate("page", "results", params, (next) =>
      this.listCompanyBatchResults(batchId, next, options),
    );
  }

  /**
   * Search companies by name.
   *
   * Finds entities whose names contain every word of `name`, where the last word can be the
   * beginning of a word. Accents, case, punctuation and legal forms do not matter. The closest
   * names come first: the exact name, then names that start with its words, then names with fewer
   * other words; active entities before others.
   *
   * Charged if it succeeds; `getQuote` says how much.
   */
  searchCompanies(
    params: SearchCompaniesParams,
    options?: RequestOptions,
  ): Promise<KofaResponse<CompanySearchPage>> {
    const call: Call = {
      method: "GET",
      path: "/api/v1/company/search",
      query: {
        name: params.name,
        entityType: params.entityType,
        state: params.state,
        status: params.status,
        page: params.page,
        size: params.size,
      },
      answers: "CompanySearchPage",
      enveloped: true,
      repeatable: true,
    };
    return this.send(call, options);
  }

  /** Walks through all pages of `searchCompanies`, one item at a time. */
  iterateCompanies(
    params: SearchCompaniesParams,
    options?: RequestOptions,
  ): AsyncGenerator<CompanyRecord, void, undefined> {
    return iterate("page", "companies", params, (next) =>
      this.searchCompanies(next, options),
    );
  }

  /**
   * Get affiliates.
   *
   * Lists who is behind a company that gave you a consent code: directors, shareholders,
   * secretaries, persons with significant control, proprietors, partners, trustees. There is one
   * entry per person, with all their `roles`; `affiliateType` is the most senior current role.
   * People who have resigned are listed last, and marked. The list is always complete.
   *
   * Charged if it succeeds; `getQuote` says how much.
   */
  getAffiliates(
    params: GetAffiliatesParams,
    options?: RequestOptions,
  ): Promise<KofaResponse<Affiliates>> {
    const call: Call = {
      method: "GET",
      path: "/api/v1/company/validation/affiliates",
      query: { include: params.include },
      headers: { "X-VRC-Number": params.vrcNumber },
      answers: "Affiliates",
      enveloped: true,
      repeatable: true,
    };
    return this.send(call, options);
  }

  /**
   * Get assets.
   *
   * Lists what the registry calls the assets of a company: all charges registered over them
   * (debentures, mortgages, bills of sale), satisfied or not. It is not a list of what the company
   * owns. The list is always complete; `totalCount` is its length.
   *
   * Charged if it succeeds; `getQuote` says how much.
   */
  getAssets(params: GetAssetsParams, options?: RequestOptions): Promise<KofaResponse<Assets>> {
    const call: Call = {
      method: "GET",
      path: "/api/v1/company/validation/assets",
      headers: { "X-VRC-Number": params.vrcNumber },
      answers: "Assets",
      enveloped: true,
      repeatable: true,
    };
    return this.send(call, options);
  }

  /**
   * Get a certificate.
   *
   * Returns the certificate of registration of an entity: that it is registered, since when, as
   * what type, with which status, and where. The response is a PDF download. With `Accept:
   * application/json` it is JSON with the file in `contentBase64`. The PDF is created from the
   * register's record, embeds its fonts, and has a verification code: anyone with a copy can see at
   * `verifyUrl`, without a key, what was issued under the code and whether it still matches the
   * register. If the registry itself creates the document, its own PDF is returned unchanged,
   * without a verification code. If there is no document, the response is 404
   * `document_not_available`, never an empty file. In the sandbox every page is marked SPECIMEN and
   * says that it was made from test data and not issued by the Commission.
   *
   * Charged if it succeeds; `getQuote` says how much.
   */
  getCertificate(
    params: GetCertificateParams,
    options?: RequestOptions,
  ): Promise<KofaResponse<DocumentFile>> {
    const call: Call = {
      method: "GET",
      path: "/api/v1/company/validation/certificate",
      headers: { "X-VRC-Number": params.vrcNumber },
      answers: "DocumentFile",
      enveloped: true,
      repeatable: true,
    };
    return this.send(call, options);
  }

  /**
   * Get a certificate, as PDF.
   *
   * Returns the certificate of registration of an entity: that it is registered, since when, as
   * what type, with which status, and where. The response is a PDF download. With `Accept:
   * application/json` it is JSON with the file in `contentBase64`. The PDF is created from the
   * register's record, embeds its fonts, and has a verification code: anyone with a copy can see at
   * `verifyUrl`, without a key, what was issued under the code and whether it still matches the
   * register. If the registry itself creates the document, its own PDF is returned unchanged,
   * without a verification code. If there is no document, the response is 404
   * `document_not_available`, never an empty file. In the sandbox every page is marked SPECIMEN and
   * says that it was made from test data and not issued by the Commission.
   *
   * Charged if it succeeds; `getQuote` says how much.
   */
  downloadCertificatePdf(
    params: DownloadCertificatePdfParams,
    options?: RequestOptions,
  ): Promise<KofaResponse<Uint8Array>> {
    const call: Call = {
      method: "GET",
      path: "/api/v1/company/validation/certificate",
      headers: { "X-VRC-Number": params.vrcNumber },
      accept: "application/pdf",
      repeatable: true,
    };
    return this.send(call, options);
  }

  /**
   * Get a company by number and type.
   *
   * Returns the full record of the entity of one type with a number. Send `entityType` or a prefix:
   * numbers are unique per type of entity only. Without either, the response is the company, and
   * other entities are listed in `alternatives`. In addition to the lookup by RC number, the record
   * has the addresses of branches and head office, objectives, and whether the entity was struck
   * off or delisted; values that are not on the register are null or an empty list.
   *
   * Charged if it succeeds; `getQuote` says how much.
   */
  getCompany(
    params: GetCompanyParams,
    options?: RequestOptions,
  ): Promise<KofaResponse<CompanyDetails>> {
    const call: Call = {
      method: "GET",
      path: "/api/v1/company/validation/company",
      query: { rcNumber: params.rcNumber, entityType: params.entityType, maxAge: params.maxAge },
      answers: "CompanyDetails",
      enveloped: true,
      repeatable: true,
    };
    return this.send(call, options);
  }

  /**
   * Find a company's tax number.
   *
   * Returns the tax identification number (TIN) of a company by its registration number. If several
   * types of entity share the number, the response is the company and the others are listed in
   * `alternatives`, unless a prefix or `entityType` selects one. A company without a tax number
   * returns 404 `tin_not_found`; you can generate one.
   *
   * Charged if it succeeds; `getQuote` says how much.
   */
  getCompanyTin(
    params: GetCompanyTinParams,
    options?: RequestOptions,
  ): Promise<KofaResponse<CompanyTin>> {
    const call: Call = {
      method: "GET",
      path: "/api/v1/company/validation/company-tin",
      query: { rcNumber: params.rcNumber, entityType: params.entityType, maxAge: params.maxAge },
      answers: "CompanyTin",
      enveloped: true,
      repeatable: true,
    };
    return this.send(call, options);
  }

  /**
   * Check a company's name.
   *
   * Checks whether a name is the one registered under a number. A name that differs is a normal
   * response, not an error: `isMatch` is false and `differences` says why. `matchResult` is `EXACT`
   * (equal except for case and spaces, score 1), `NORMALIZED` (equal except for punctuation,
   * abbreviations such as Ltd, Nig, Int'l or &, and accents, 0.99), `PARTIAL` (a typing error, a
   * missing word or legal form, 0.85 to 0.98: needs review by a person) or `MISMATCH` (up to 0.84).
   * Names with different legal forms never match: an Ltd is not a Plc, and a business name is not
   * the company with the same words.
   *
   * Charged if it succeeds; `getQuote` says how much.
   */
  validateCompanyName(
    params: ValidateCompanyNameParams,
    options?: RequestOptions,
  ): Promise<KofaResponse<CompanyNameCheck>> {
    const call: Call = {
      method: "GET",
      path: "/api/v1/company/validation/company/name",
      query: {
        rcNumber: params.rcNumber,
        entityType: params.entityType,
        maxAge: params.maxAge,
        entityName: params.entityName,
      },
      answers: "CompanyNameCheck",
      enveloped: true,
      repeatable: true,
    };
    return this.send(call, options);
  }

  /**
   * Find a company by RC number.
   *
   * Returns the entity registered under a number, and its status. Numbers are unique per type of
   * entity only: if several types share one, the response is the company and the others are listed
   * in `alternatives`, unless a prefix or `entityType` selects one. Entities that are not active
   * are found like any other: check `registrationStatus`.
   *
   * Charged if it succeeds; `getQuote` says how much.
   */
  getCompanyByRc(
    params: GetCompanyByRcParams,
    options?: RequestOptions,
  ): Promise<KofaResponse<CompanyRecord>> {
    const call: Call = {
      method: "GET",
      path: "/api/v1/company/validation/company/rc",
      query: { rcNumber: params.rcNumber, entityType: params.entityType, maxAge: params.maxAge },
      answers: "CompanyRecord",
      enveloped: true,
      repeatable: true,
    };
    return this.send(call, options);
  }

  /**
   * Find a company by tax number.
   *
   * Returns the company with a tax identification number (TIN). Both formats in use are accepted:
   * the Tax ID of thirteen digits, and the legacy number of eight and four digits. Companies that
   * are not active are found like any other: check `registrationStatus` and `tinStatus`.
   *
   * Charged if it succeeds; `getQuote` says how much.
   */
  getCompanyByTin(
    params: GetCompanyByTinParams,
    options?: RequestOptions,
  ): Promise<KofaResponse<CompanyByTin>> {
    const call: Call = {
      method: "GET",
      path: "/api/v1/company/validation/company/tin",
      query: { tin: params.tin, maxAge: params.maxAge },
      answers: "CompanyByTin",
      enveloped: true,
      repeatable: true,
    };
    return this.send(call, options);
  }

  /**
   * Generate or retrieve a tax number.
   *
   * Generates a tax identification number (TIN) for a company, or retrieves the one it has. A
   * number is generated once; repeated and simultaneous requests get the same number. The price of
   * generating is reserved; a retrieval is charged like a lookup. One response lists every error in
   * the request, each with its field. Send an `Idempotency-Key`, so that a repeated request returns
   * the first response.
   *
   * Charged if it succeeds; `getQuote` says how much. Sent with an idempotency key, yours or a new
   * one.
   */
  generateCompanyTin(
    request: GenerateTinRequest,
    options?: RequestOptions,
  ): Promise<KofaResponse<GeneratedTin>> {
    const call: Call = {
      method: "POST",
      path: "/api/v1/company/validation/company/tin",
      json: request,
      sends: "GenerateTinRequest",
      answers: "GeneratedTin",
      enveloped: true,
      idempotent: true,
      repeatable: true,
    };
    return this.send(call, options);
  }

  /**
   * Get a company's lines of business.
   *
   * Lists what an entity registered as its business activities, the main one first. If there are
   * none on record, the list is empty. Send `entityType` or a prefix: numbers are unique per type
   * of entity only. Without either, the response is the company, and other entities are listed in
   * `alternatives`.
   *
   * Charged if it succeeds; `getQuote` says how much.
   */
  getLineOfBusiness(
    params: GetLineOfBusinessParams,
    options?: RequestOptions,
  ): Promise<KofaResponse<LinesOfBusiness>> {
    const call: Call = {
      method: "GET",
      path: "/api/v1/company/validation/line-of-business",
      query: { rcNumber: params.rcNumber, entityType: params.entityType, maxAge: params.maxAge },
      answers: "LinesOfBusiness",
      enveloped: true,
      repeatable: true,
    };
    return this.send(call, options);
  }

  /**
   * Get a company by consent code.
   *
   * Returns the record of a company that gave you a consent code, with its objectives, its phone
   * number, and the number of people listed for it. Values that are not on the register are null or
   * an empty list.
   *
   * Charged if it succeeds; `getQuote` says how much.
   */
  getSecureCompany(
    params: GetSecureCompanyParams,
    options?: RequestOptions,
  ): Promise<KofaResponse<SecureCompany>> {
    const call: Call = {
      method: "GET",
      path: "/api/v1/company/validation/secure/rc",
      headers: { "X-VRC-Number": params.vrcNumber },
      answers: "SecureCompany",
      enveloped: true,
      repeatable: true,
    };
    return this.send(call, options);
  }

  /**
   * Get share capital.
   *
   * Returns the nominal share capital of a company that gave you a consent code, how much of it is
   * issued and paid up, and whether the figures are consistent: inconsistencies are listed in
   * `notes`. Amounts are in the unit of `currency`. Values that are not on the register are null;
   * business names, trustees and partnerships have no share capital, and `notes` says so.
   *
   * Charged if it succeeds; `getQuote` says how much.
   */
  getShareCapital(
    params: GetShareCapitalParams,
    options?: RequestOptions,
  ): Promise<KofaResponse<ShareCapital>> {
    const call: Call = {
      method: "GET",
      path: "/api/v1/company/validation/share-capital",
      headers: { "X-VRC-Number": params.vrcNumber },
      answers: "ShareCapital",
      enveloped: true,
      repeatable: true,
    };
    return this.send(call, options);
  }

  /**
   * Get share distribution.
   *
   * Lists the shareholders of a company that gave you a consent code. Percentages are of the issued
   * shares; they are rounded so that they add up to exactly 100 if the holdings do. If they do not,
   * the response shows it: `percentageTotal`, `unallocatedShares` (issued, without a holder),
   * `overallocatedShares` (listed beyond those issued) and `note`. Former holdings are listed last,
   * marked by their `status`, and are not counted.
   *
   * Charged if it succeeds; `getQuote` says how much.
   */
  getShareDistribution(
    params: GetShareDistributionParams,
    options?: RequestOptions,
  ): Promise<KofaResponse<ShareDistribution>> {
    const call: Call = {
      method: "GET",
      path: "/api/v1/company/validation/share-distribution",
      headers: { "X-VRC-Number": params.vrcNumber },
      answers: "ShareDistribution",
      enveloped: true,
      repeatable: true,
    };
    return this.send(call, options);
  }

  /**
   * Get a status report.
   *
   * Returns everything on the register about an entity as a readable document: its record and
   * objectives, share capital, directors, shareholders and whether their shares add up, persons
   * with significant control, and the charges over its assets. The response is a PDF download. With
   * `Accept: application/json` it is JSON with the file in `contentBase64`. The PDF is created from
   * the register's record, embeds its fonts, and has a verification code: anyone with a copy can
   * see at `verifyUrl`, without a key, what was issued under the code and whether it still matches
   * the register. If the registry itself creates the document, its own PDF is returned unchanged,
   * without a verification code. If there is no document, the response is 404
   * `document_not_available`, never an empty file. In the sandbox every page is marked SPECIMEN and
   * says that it was made from test data and not issued by the Commission.
   *
   * Charged if it succeeds; `getQuote` says how much.
   */
  getStatusReport(
    params: GetStatusReportParams,
    options?: RequestOptions,
  ): Promise<KofaResponse<DocumentFile>> {
    const call: Call = {
      method: "GET",
      path: "/api/v1/company/validation/status-report",
      headers: { "X-VRC-Number": params.vrcNumber },
      answers: "DocumentFile",
      enveloped: true,
      repeatable: true,
    };
    return this.send(call, options);
  }

  /**
   * Get a status report, as PDF.
   *
   * Returns everything on the register about an entity as a readable document: its record and
   * objectives, share capital, directors, shareholders and whether their shares add up, persons
   * with significant control, and the charges over its assets. The response is a PDF download. With
   * `Accept: application/json` it is JSON with the file in `contentBase64`. The PDF is created from
   * the register's record, embeds its fonts, and has a verification code: anyone with a copy can
   * see at `verifyUrl`, without a key, what was issued under the code and whether it still matches
   * the register. If the registry itself creates the document, its own PDF is returned unchanged,
   * without a verification code. If there is no document, the response is 404
   * `document_not_available`, never an empty file. In the sandbox every page is marked SPECIMEN and
   * says that it was made from test data and not issued by the Commission.
   *
   * Charged if it succeeds; `getQuote` says how much.
   */
  downloadStatusReportPdf(
    params: DownloadStatusReportPdfParams,
    options?: RequestOptions,
  ): Promise<KofaResponse<Uint8Array>> {
    const call: Call = {
      method: "GET",
      path: "/api/v1/company/validation/status-report",
      headers: { "X-VRC-Number": params.vrcNumber },
      accept: "application/pdf",
      repeatable: true,
    };
    return this.send(call, options);
  }

  /**
   * Watch a company.
   *
   * Watches a company: from now on, the event `company.changed` reports changes to its record,
   * whether from an import by the operator or from a fresh response of the registry to anyone's
   * lookup. `changes` lists what changed, out of `NAME_CHANGED`, `STATUS_CHANGED`,
   * `COMPANY_DISSOLVED`, `ADDRESS_CHANGED`, `DIRECTOR_ADDED`, `DIRECTOR_REMOVED` and
   * `SHAREHOLDERS_CHANGED`; look up the company to get the record itself. Watches and their events
   * are free. Watching a company twice changes nothing.
   */
  createCompanyWatch(
    request: CompanyWatchRequest,
    options?: RequestOptions,
  ): Promise<KofaResponse<CompanyWatch>> {
    const call: Call = {
      method: "POST",
      path: "/api/v1/company/watches",
      json: request,
      sends: "CompanyWatchRequest",
      answers: "CompanyWatch",
      enveloped: true,
    };
    return this.send(call, options);
  }

  /**
   * List watches.
   *
   * The companies that you watch in the environment, newest first. Free.
   */
  listCompanyWatches(
    params: ListCompanyWatchesParams = {},
    options?: RequestOptions,
  ): Promise<KofaResponse<CompanyWatchPage>> {
    const call: Call = {
      method: "GET",
      path: "/api/v1/company/watches",
      query: { page: params.page, size: params.size },
      answers: "CompanyWatchPage",
      enveloped: true,
      repeatable: true,
    };
    return this.send(call, options);
  }

  /** Walks through all pages of `listCompanyWatches`, one item at a time. */
  iterateCompanyWatches(
    params: ListCompanyWatchesParams = {},
    options?: RequestOptions,
  ): AsyncGenerator<CompanyWatch, void, undefined> {
    return iterate("page", "watches", params, (next) =>
      this.listCompanyWatches(next, options),
    );
  }

  /**
   * Delete a watch.
   *
   * Stops the events about the company. Free. A watch of another tenant or of the other environment
   * returns 404, like one that does not exist.
   */
  deleteCompanyWatch(
    watchId: string,
    options?: RequestOptions,
  ): Promise<KofaResponse<CompanyWatch>> {
    const call: Call = {
      method: "DELETE",
      path: `/api/v1/company/watches/${encodeURIComponent(watchId)}`,
      answers: "CompanyWatch",
      enveloped: true,
    };
    return this.send(call, options);
  }

  /**
   * Calls `getCompanyBatch` until it has ended, at most `limitMs` (five minutes if not said); then
   * throws a `WaitError`. How it ended is in `status`.
   */
  waitForCompanyBatch(
    batchId: string,
    options: WaitOptions = {},
  ): Promise<KofaResponse<CompanyBatch>> {
    return waitFor(["queued", "processing"], options, () =>
      this.getCompanyBatch(batchId, options),
    );
  }
}

/** Your own account. */
export class AccountApi extends Group {
  protected override readonly group = "account";

  /**
   * Get the account.
   *
   * Returns the calling tenant, the products that are switched on for it, and the API key of this
   * request with its permissions and expiry. Free.
   */
  getAccount(options?: RequestOptions): Promise<KofaResponse<Account>> {
    const call: Call = {
      method: "GET",
      path: "/api/v1/account",
      answers: "Account",
      repeatable: true,
    };
    return this.send(call, options);
  }

  /**
   * List wallet transactions.
   *
   * Lists the transactions of the tenant's wallet in the environment, newest first. Free.
   */
  listAccountLedger(
    params: ListAccountLedgerParams = {},
    options?: RequestOptions,
  ): Promise<KofaResponse<LedgerRowPage>> {
    const call: Call = {
      method: "GET",
      path: "/api/v1/account/ledger",
      query: { cursor: params.cursor, limit: params.limit },
      answers: "LedgerRowPage",
      repeatable: true,
    };
    return this.send(call, options);
  }

  /** Walks through all pages of `listAccountLedger`, one item at a time. */
  iterateAccountLedger(
    params: ListAccountLedgerParams = {},
    options?: RequestOptions,
  ): AsyncGenerator<LedgerRow, void, undefined> {
    return iterate("cursor", "items", params, (next) =>
      this.listAccountLedger(next, options),
    );
  }

  /**
   * List rate limits.
   *
   * Returns the tenant's rate limits in the environment. Each key has its own limit. All keys
   * together share another one if the operator has set it. Free.
   */
  listAccountLimits(options?: RequestOptions): Promise<KofaResponse<AccountLimitPage>> {
    const call: Call = {
      method: "GET",
      path: "/api/v1/account/limits",
      answers: "AccountLimitPage",
      repeatable: true,
    };
    return this.send(call, options);
  }

  /**
   * List prices.
   *
   * Returns the tenant's price of each charged endpoint in the environment, where the price comes
   * from, and scheduled changes. Endpoints that are always free are not listed. Free.
   */
  listAccountPrices(options?: RequestOptions): Promise<KofaResponse<AccountPricePage>> {
    const call: Call = {
      method: "GET",
      path: "/api/v1/account/prices",
      answers: "AccountPricePage",
      repeatable: true,
    };
    return this.send(call, options);
  }

  /**
   * List requests.
   *
   * Lists the tenant's requests in the environment, made with any of its keys, newest first. Only
   * requests that match every parameter are returned. Follow `nextCursor` until it is null: a page
   * can have fewer items than `limit`, or none, before the end. Request and response bodies are not
   * included. Free.
   */
  listAccountRequests(
    params: ListAccountRequestsParams = {},
    options?: RequestOptions,
  ): Promise<KofaResponse<RequestRowPage>> {
    const call: Call = {
      method: "GET",
      path: "/api/v1/account/requests",
      query: {
        from: params.from,
        until: params.until,
        service: params.service,
        operationId: params.operationId,
        status: params.status,
        errorCode: params.errorCode,
        keyId: params.keyId,
        charged: params.charged,
        requestId: params.requestId,
        cursor: params.cursor,
        limit: params.limit,
      },
      answers: "RequestRowPage",
      repeatable: true,
    };
    return this.send(call, options);
  }

  /** Walks through all pages of `listAccountRequests`, one item at a time. */
  iterateAccountRequests(
    params: ListAccountRequestsParams = {},
    options?: RequestOptions,
  ): AsyncGenerator<RequestRow, void, undefined> {
    return iterate("cursor", "items", params, (next) =>
      this.listAccountRequests(next, options),
    );
  }

  /**
   * Get a request.
   *
   * Returns one request of the tenant in the environment, by the `X-Request-Id` of its response.
   * Free.
   */
  getAccountRequest(
    requestId: string,
    options?: RequestOptions,
  ): Promise<KofaResponse<RequestRow>> {
    const call: Call = {
      method: "GET",
      path: `/api/v1/account/requests/${encodeURIComponent(requestId)}`,
      answers: "RequestRow",
      repeatable: true,
    };
    return this.send(call, options);
  }

  /**
   * List bank statements.
   *
   * Lists the months (Lagos time) that have a wallet statement, newest first, from the current
   * month back to the month in which the tenant was created. Free.
   */
  listAccountStatements(options?: RequestOptions): Promise<KofaResponse<AccountStatementPage>> {
    const call: Call = {
      method: "GET",
      path: "/api/v1/account/statements",
      answers: "AccountStatementPage",
      repeatable: true,
    };
    return this.send(call, options);
  }

  /**
   * Get a statement.
   *
   * Returns the wallet's monthly statement in the environment, from opening to closing balance, in
   * the format given by `Accept`: totals as JSON, every line as CSV (up to 100,000 lines), or a PDF
   * document. Every line names its request. Free.
   */
  getAccountStatement(
    month: string,
    options?: RequestOptions,
  ): Promise<KofaResponse<Statement>> {
    const call: Call = {
      method: "GET",
      path: `/api/v1/account/statements/${encodeURIComponent(month)}`,
      answers: "Statement",
      repeatable: true,
    };
    return this.send(call, options);
  }

  /**
   * Get a statement, as CSV.
   *
   * Returns the wallet's monthly statement in the environment, from opening to closing balance, in
   * the format given by `Accept`: totals as JSON, every line as CSV (up to 100,000 lines), or a PDF
   * document. Every line names its request. Free.
   */
  downloadAccountStatementCsv(
    month: string,
    options?: RequestOptions,
  ): Promise<KofaResponse<Uint8Array>> {
    const call: Call = {
      method: "GET",
      path: `/api/v1/account/statements/${encodeURIComponent(month)}`,
      accept: "text/csv",
      repeatable: true,
    };
    return this.send(call, options);
  }

  /**
   * Get a statement, as PDF.
   *
   * Returns the wallet's monthly statement in the environment, from opening to closing balance, in
   * the format given by `Accept`: totals as JSON, every line as CSV (up to 100,000 lines), or a PDF
   * document. Every line names its request. Free.
   */
  downloadAccountStatementPdf(
    month: string,
    options?: RequestOptions,
  ): Promise<KofaResponse<Uint8Array>> {
    const call: Call = {
      method: "GET",
      path: `/api/v1/account/statements/${encodeURIComponent(month)}`,
      accept: "application/pdf",
      repeatable: true,
    };
    return this.send(call, options);
  }

  /**
   * Get usage.
   *
   * Returns the tenant's requests and charges in the environment, by day (Lagos time) or by
   * endpoint, for up to 92 days. Partial days are counted in full. Usage is a few seconds behind
   * the request log. Free.
   */
  getAccountUsage(
    params: GetAccountUsageParams = {},
    options?: RequestOptions,
  ): Promise<KofaResponse<AccountUsagePage>> {
    const call: Call = {
      method: "GET",
      path: "/api/v1/account/usage",
      query: { from: params.from, to: params.to, by: params.by },
      answers: "AccountUsagePage",
      repeatable: true,
    };
    return this.send(call, options);
  }

  /**
   * Get the wallet.
   *
   * What the tenant's wallet holds in the environment, how long that lasts, and its alerts. Free.
   */
  getAccountWallet(options?: RequestOptions): Promise<KofaResponse<AccountWallet>> {
    const call: Call = {
      method: "GET",
      path: "/api/v1/account/wallet",
      answers: "AccountWallet",
      repeatable: true,
    };
    return this.send(call, options);
  }

  /**
   * List events.
   *
   * Your events in the environment, oldest first and without gaps: to continue, set `after` to the
   * `nextCursor` of the previous response. `nextCursor` stays the same as long as there are no new
   * events. Events are kept for 30 days; an older cursor returns 410. Free, with a key of any
   * scope. The same events are sent to webhooks.
   */
  listEvents(
    params: ListEventsParams = {},
    options?: RequestOptions,
  ): Promise<KofaResponse<EventList>> {
    const call: Call = {
      method: "GET",
      path: "/api/v1/events",
      query: { after: params.after, types: params.types, limit: params.limit },
      answers: "EventList",
      repeatable: true,
    };
    return this.send(call, options);
  }

  /** Walks through all pages of `listEvents`, one item at a time. */
  iterateEvents(
    params: ListEventsParams = {},
    options?: RequestOptions,
  ): AsyncGenerator<Event, void, undefined> {
    return iterate("feed", "events", params, (next) =>
      this.listEvents(next, options),
    );
  }

  /**
   * Get a price quote.
   *
   * Returns what one billable response of an endpoint would cost you now, which price rule applies,
   * and what your wallet balance would be afterwards. Free, with a key of any scope.
   */
  getQuote(params: GetQuoteParams, options?: RequestOptions): Promise<KofaResponse<Quote>> {
    const call: Call = {
      method: "GET",
      path: "/api/v1/quote",
      query: { operationId: params.operationId },
      answers: "Quote",
      repeatable: true,
    };
    return this.send(call, options);
  }
}
