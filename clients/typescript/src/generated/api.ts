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
   * The dealing members that an application can go through. Applicants without a CHN need one whose
   * `acceptsNewClients` is true. The sandbox adds two of its own.
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
   * The offers of the environment: open ones first, by closing date, then upcoming ones, then the
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
   * What the holder of a CHN may take up in a rights issue, by the register of holders at the
   * qualification date: `rightsAvailable` is what the holding gives, and what was bought on the
   * exchange, less what was sold or is taken up by your live application. Not to be on the register
   * is an answer like any other: 200 with `eligible` false. CHN and name are masked.
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
   * Applies for shares of an open offer on behalf of a person. All faults of a request are answered
   * at once, each with its field. One person (BVN, NIN or CHN) may have one live application an
   * offer: a second is 409 `duplicate_subscription`, before any charge. Send an `Idempotency-Key`,
   * so that a repeated request is carried out once.
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
   * The banks whose accounts an application can name. `bankId` and `bankCode` of a subscription
   * come from one entry, whose `active` must be true.
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
   * Look transactions up.
   *
   * Your transactions in the environment, newest first. Without `transactionReference` all of them;
   * with one, that one with its history, or an empty list if there is none. A page beyond the end
   * is empty.
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
   * Reads the holder's address from a document and splits it into fields. The type is told by the
   * file's first bytes: PDF, JPEG, PNG, WebP or TIFF, up to 10 MB and 10 pages; scans and photos as
   * well as text, turned or slanted. One in which nothing can be read is 422 `unreadable_document`,
   * free. `full_address` holds only what the document shows; what `hallucination` allows to be
   * filled in is marked in `field_metadata` and asks for review. The document is held in memory
   * while the call lasts, and not stored, unless you agreed to that for training. What was answered
   * and the words of the page, without long numbers, are kept encrypted for 30 days, so that you
   * can say whether it is right. A readable document without an address is 200 with empty fields
   * and confidence 0.
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
   * Reads the holder's address from a document and splits it into fields. The type is told by the
   * file's first bytes: PDF, JPEG, PNG, WebP or TIFF, up to 10 MB and 10 pages; scans and photos as
   * well as text, turned or slanted. One in which nothing can be read is 422 `unreadable_document`,
   * free. `full_address` holds only what the document shows; what `hallucination` allows to be
   * filled in is marked in `field_metadata` and asks for review. The document is held in memory
   * while the call lasts, and not stored, unless you agreed to that for training. What was answered
   * and the words of the page, without long numbers, are kept encrypted for 30 days, so that you
   * can say whether it is right. A readable document without an address is 200 with empty fields
   * and confidence 0.
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
   * Have a document read by and by.
   *
   * Takes a document to be read by and by: up to 15 MB and 30 pages, in the same bodies as the
   * direct calls, in a form or as JSON in either variant, which decides about `field_metadata` in
   * the result. The answer is 202 with the job's place in `Location`; look it up there until it is
   * over. The price is held now (`X-Charge-Reserved`), charged when the job has succeeded, on this
   * call's row of the log, and given back if it fails or is cancelled. The document is kept
   * encrypted until the job ends, and longer only if you agreed to that for training; what was read
   * is kept as for a direct call. A job fails after three attempts that broke off, or after waiting
   * a day; the jobs of several tenants are taken in turns. The end of the job is told to
   * `webhook_url` as the event `poa.job.completed` or `poa.job.failed`, signed with the secret of
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
   * Have a document read by and by.
   *
   * Takes a document to be read by and by: up to 15 MB and 30 pages, in the same bodies as the
   * direct calls, in a form or as JSON in either variant, which decides about `field_metadata` in
   * the result. The answer is 202 with the job's place in `Location`; look it up there until it is
   * over. The price is held now (`X-Charge-Reserved`), charged when the job has succeeded, on this
   * call's row of the log, and given back if it fails or is cancelled. The document is kept
   * encrypted until the job ends, and longer only if you agreed to that for training; what was read
   * is kept as for a direct call. A job fails after three attempts that broke off, or after waiting
   * a day; the jobs of several tenants are taken in turns. The end of the job is told to
   * `webhook_url` as the event `poa.job.completed` or `poa.job.failed`, signed with the secret of
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
   * Look a job up.
   *
   * How far a job is and, once it has succeeded, its result. Free unless the price book says
   * otherwise: what the job itself costs was held at its creation. The answer has an `X-Request-Id`
   * of its own. Ask again after the seconds of `Retry-After` while `status` is `queued` or
   * `processing`. `result` is what a direct call answers in `data`, with the parts that `include`
   * asks for here or did at the creation; it is kept until `expires_at` (seven days, unless the
   * operator chose otherwise), the record for 23 days more. A job of another tenant or of the other
   * environment is 404, like one that never was.
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
   * Call a job off.
   *
   * Calls off a job that is queued or being read: its document is removed and what was held for it
   * is given back, at once. Free. A job that was cancelled before is answered again; one that
   * succeeded, failed or expired is 409 `job_not_cancellable`. No body is needed.
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
   * Say whether an address is right.
   *
   * Says whether an address was read right: `"correct": true`, or the right values of the fields
   * you checked. `request_id` is that of the answer of a direct call, or of the job. Free. An empty
   * text says that the document shows no such value; a field that is left out is not judged. Sent
   * again it takes the place of what was said before. It can be sent while the reading is kept: 30
   * days, unless the operator set another time, and once something was said up to 90 days. The
   * reading, without the document, is then kept for a year to measure and to train the reader.
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
   * Look many companies up.
   *
   * Looks up to 1,000 companies up by and by, as the look-up by RC number does one. The price of
   * all of them is held at once, so that a wallet that could not pay is 402 before anything is
   * looked up. When the batch ends, what was found is charged, and the rest is given back: a
   * company that is not found, or whose source fails three times, is free.
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
   * Look a batch up.
   *
   * How far a batch is, and what was found so far costs. Free. A batch of another tenant or of the
   * other environment is 404, like one that never was.
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
   * Call a batch off.
   *
   * Looks nothing more up: what was found before is charged and its results stay, the rest of what
   * was held is given back, at once. The call itself is free. A batch that was called off before is
   * answered again; one that has ended is 409 `batch_not_cancellable`. No body is needed.
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
   * List the results of a batch.
   *
   * What each company's look-up came to, in the order in which they were asked for, also while the
   * batch goes on. Free.
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
   * Entities whose names hold every word of `name`, the last one at least as the beginning of a
   * word. Marks, case, punctuation and legal forms do not matter. The nearest names come first: the
   * name itself, then those that begin with its words, then those with fewer words beside them;
   * active entities before others.
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
   * Who is behind a company that gave you a consent code: directors, shareholders, secretaries,
   * persons with significant control, proprietors, partners, trustees. One entry a person, with all
   * their `roles`; `affiliateType` is the most senior role that is still held. Who resigned is
   * listed last, and marked. The list is never cut.
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
   * What the registry calls the assets of a company: the charges registered over them (debentures,
   * mortgages, bills of sale), all of them, whether satisfied or not. It is no list of what the
   * company owns. The list is never cut; `totalCount` is its length.
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
   * Get the certificate.
   *
   * The certificate of registration of an entity: that it is registered, since when, as what, how
   * it stands, and where. The answer is a PDF to download. With `Accept: application/json` it is
   * JSON with the file in `contentBase64`. It is drawn from the register's record, embeds its
   * fonts, and carries a verification code: whoever holds a copy can see at `verifyUrl`, without a
   * key, what was drawn under the code and whether the register still says so. Where the registry
   * itself makes the document, its own PDF is passed on as it is, and there is no code of ours. 404
   * `document_not_available` where there is none, never an empty file. In the sandbox every page is
   * marked SPECIMEN and says that it was made from test data and not issued by the Commission.
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
   * Get the certificate, as PDF.
   *
   * The certificate of registration of an entity: that it is registered, since when, as what, how
   * it stands, and where. The answer is a PDF to download. With `Accept: application/json` it is
   * JSON with the file in `contentBase64`. It is drawn from the register's record, embeds its
   * fonts, and carries a verification code: whoever holds a copy can see at `verifyUrl`, without a
   * key, what was drawn under the code and whether the register still says so. Where the registry
   * itself makes the document, its own PDF is passed on as it is, and there is no code of ours. 404
   * `document_not_available` where there is none, never an empty file. In the sandbox every page is
   * marked SPECIMEN and says that it was made from test data and not issued by the Commission.
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
   * The whole record of the entity of one kind under a number. Send `entityType` or a prefix:
   * numbers are unique per kind of entity only. Without either, the company answers and the others
   * are listed in `alternatives`. Beyond what the look-up by RC number gives, it has addresses of
   * branches and head office, objectives, and whether the entity was struck off or delisted; what
   * the register does not say is null, or an empty list.
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
   * The tax identification number (TIN) of a company by its registration number. Where several
   * kinds of entity share the number, the company answers and the others are listed in
   * `alternatives`, unless a prefix or `entityType` says which is meant. A company without a number
   * is 404 `tin_not_found`; one can be generated.
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
   * Whether a name is the one registered under a number. A name that differs is an answer, not an
   * error: `isMatch` is false and `differences` says why. `matchResult` is `EXACT` (equal but for
   * case and spaces, score 1), `NORMALIZED` (equal but for punctuation, abbreviations such as Ltd,
   * Nig, Int'l or &, and marks on letters, 0.99), `PARTIAL` (a slip, a word or the legal form left
   * out, 0.85 to 0.98: have a person look) or `MISMATCH` (up to 0.84). Names of different legal
   * forms never match: an Ltd is not a Plc, and a business name is not the company of the same
   * words.
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
   * Who is registered under a number, and how the entity stands. Numbers are unique per kind of
   * entity only: where several kinds share one, the company answers and the others are listed in
   * `alternatives`, unless a prefix or `entityType` says which is meant. An entity that is not
   * active is found like any other: look at `registrationStatus`.
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
   * Who has a tax identification number (TIN). Both forms in use are read: the Tax ID of thirteen
   * digits, and the legacy number of eight and four digits. A company that is not active is found
   * like any other: look at `registrationStatus` and `tinStatus`.
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
   * Gives a company its tax identification number (TIN): generates one, or retrieves the one it
   * has. A number is generated once; whoever asks again, or at the same time, is given the same.
   * The price of generating is reserved; a retrieval is charged as a look-up. All faults of a
   * request are answered at once, each with its field. Send an `Idempotency-Key`, so that a
   * repeated request is answered as the first one was.
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
   * What an entity told the register that it does, one item a line, the first of them the main one.
   * An entity whose record names none answers with an empty list. Send `entityType` or a prefix:
   * numbers are unique per kind of entity only. Without either, the company answers and the others
   * are listed in `alternatives`.
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
   * The record of a company that gave you a consent code, with its objectives, its phone number,
   * and how many people the register lists for it. What the register does not say is null, or an
   * empty list.
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
   * The nominal share capital of a company that gave you a consent code, what of it is issued and
   * paid up, and whether the parts fit together: what does not is said in `notes`. Money is in the
   * unit of `currency`. What the register does not say is null; a business name, trustees or a
   * partnership have no share capital, and `notes` says so.
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
   * Who holds the shares of a company that gave you a consent code. Percentages are of the shares
   * issued; they are rounded so that they add up to exactly 100 where the holdings do. Where they
   * do not, the answer says so: `percentageTotal`, `unallocatedShares` (issued, and on nobody's
   * name), `overallocatedShares` (listed beyond those issued) and `note`. Holdings given up are
   * listed last, marked by their `status`, and count nowhere.
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
   * Get the status report.
   *
   * Everything the register says of an entity, for people: its row and objectives, its share
   * capital, who directs it, who holds its shares and whether they add up, who controls it, and the
   * charges over its assets. The answer is a PDF to download. With `Accept: application/json` it is
   * JSON with the file in `contentBase64`. It is drawn from the register's record, embeds its
   * fonts, and carries a verification code: whoever holds a copy can see at `verifyUrl`, without a
   * key, what was drawn under the code and whether the register still says so. Where the registry
   * itself makes the document, its own PDF is passed on as it is, and there is no code of ours. 404
   * `document_not_available` where there is none, never an empty file. In the sandbox every page is
   * marked SPECIMEN and says that it was made from test data and not issued by the Commission.
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
   * Get the status report, as PDF.
   *
   * Everything the register says of an entity, for people: its row and objectives, its share
   * capital, who directs it, who holds its shares and whether they add up, who controls it, and the
   * charges over its assets. The answer is a PDF to download. With `Accept: application/json` it is
   * JSON with the file in `contentBase64`. It is drawn from the register's record, embeds its
   * fonts, and carries a verification code: whoever holds a copy can see at `verifyUrl`, without a
   * key, what was drawn under the code and whether the register still says so. Where the registry
   * itself makes the document, its own PDF is passed on as it is, and there is no code of ours. 404
   * `document_not_available` where there is none, never an empty file. In the sandbox every page is
   * marked SPECIMEN and says that it was made from test data and not issued by the Commission.
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
   * From now on the event `company.changed` says when the record of a company changes: in an import
   * of the operator's, or when a look-up of anyone's is answered anew by the registry. `changes`
   * lists what changed, of `NAME_CHANGED`, `STATUS_CHANGED`, `COMPANY_DISSOLVED`,
   * `ADDRESS_CHANGED`, `DIRECTOR_ADDED`, `DIRECTOR_REMOVED` and `SHAREHOLDERS_CHANGED`; the record
   * itself is a look-up away. Free, and so are the events. To watch a company twice changes
   * nothing.
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
   * The companies that the tenant watches in the environment, the newest first. Free.
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
   * End a watch.
   *
   * No more events about the company. Free. A watch of another tenant or of the other environment
   * is 404, like one that never was.
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

/** The caller's own account. */
export class AccountApi extends Group {
  protected override readonly group = "account";

  /**
   * Get the account.
   *
   * The calling tenant, which products are on for it, and the key of the call with what it may call
   * and until when. Free.
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
   * List movements.
   *
   * What moved in the tenant's wallet in the environment, the newest first. Free.
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
   * List the limits.
   *
   * How fast the tenant may call in the environment: each key has a bucket of its own, and all keys
   * together have one where the operator set a limit. Free.
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
   * List the prices.
   *
   * What each charged endpoint costs the tenant in the environment, by which rule, and what was
   * announced for later. Endpoints that are never charged are left out. Free.
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
   * List calls.
   *
   * The tenant's calls in the environment, of all its keys, the newest first; only those that fit
   * every parameter. Follow `nextCursor` until it is null: where few calls fit, a page may have
   * fewer items than `limit`, or none, before the end. Nothing that a call sent or was answered is
   * told. Free.
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
   * Get a call.
   *
   * A call of the tenant in the environment, by the `X-Request-Id` of its answer. Free.
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
   * List statements.
   *
   * The months in Lagos of which the wallet has a statement, the newest first, from the present one
   * back to that in which the tenant was made. Free.
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
   * The wallet's month in the environment, from opening to closing balance, as `Accept` asks: the
   * sums as JSON, every line as CSV (up to 100,000 of them), or a paper as PDF. Every line names
   * its request. Free.
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
   * The wallet's month in the environment, from opening to closing balance, as `Accept` asks: the
   * sums as JSON, every line as CSV (up to 100,000 of them), or a paper as PDF. Every line names
   * its request. Free.
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
   * The wallet's month in the environment, from opening to closing balance, as `Accept` asks: the
   * sums as JSON, every line as CSV (up to 100,000 of them), or a paper as PDF. Every line names
   * its request. Free.
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
   * Get the usage.
   *
   * Calls and charges of the tenant in the environment, by day in Lagos or by endpoint, of at most
   * 92 days. Days that are touched count whole. It follows the log within seconds. Free.
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
   * What happened to the calling tenant in the environment, the oldest first and without gaps: call
   * again with `after` set to the `nextCursor` of the answer before. It is the same `nextCursor` as
   * long as nothing new happened. Events are kept for 30 days; a cursor from before that is
   * answered with 410. Free; any key may ask. The same events are sent to webhooks.
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
   * Quote a call.
   *
   * What one billable answer of an endpoint would cost the calling tenant now, by which rule, and
   * what the wallet would hold after it. Free; any key may ask.
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
