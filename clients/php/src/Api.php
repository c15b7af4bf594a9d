<?php

// Written by clients/generator from clients/openapi.json. Do not edit.

declare(strict_types=1);

namespace Kofa;

/** Offers and subscriptions. */
final class IpoApi extends Group
{
    protected const GROUP = 'ipo';

    /**
     * List brokers.
     *
     * The brokers (dealing members) that an application can go through. Applicants without a CHN
     * need one whose `acceptsNewClients` is true. The sandbox has two additional brokers.
     *
     * Charged if it succeeds; `getQuote` says how much.
     *
     * @return Response<BrokerList>
     */
    public function listBrokers(?RequestOptions $options = null): Response
    {
        return $this->send(new Call(
            'GET',
            '/api/exchange-invest/brokers',
            answer: BrokerList::class,
            enveloped: true,
            repeatable: true,
        ), $options);
    }

    /**
     * List offers.
     *
     * The offers in the environment: open ones first, by closing date, then upcoming ones, then the
     * rest, latest first. A page beyond the end is empty.
     *
     * Charged if it succeeds; `getQuote` says how much.
     *
     * @param int|null $page From 1; 1 if absent.
     * @param int|null $size 20 if absent.
     * @param string|null $status Only offers with this status. One of `OfferStatus`.
     * @param string|null $offerType Only offers of this type. One of `OfferType`.
     * @return Response<OfferPage>
     */
    public function listOffers(
        ?int $page = null,
        ?int $size = null,
        ?string $status = null,
        ?string $offerType = null,
        ?RequestOptions $options = null,
    ): Response {
        return $this->send(new Call(
            'GET',
            '/api/exchange-invest/offers',
            query: [
                'page' => $page,
                'size' => $size,
                'status' => $status,
                'offerType' => $offerType,
            ],
            answer: OfferPage::class,
            enveloped: true,
            repeatable: true,
        ), $options);
    }

    /**
     * Walks through all pages of `listOffers`, one item at a time.
     *
     * @param int|null $page From 1; 1 if absent.
     * @param int|null $size 20 if absent.
     * @param string|null $status Only offers with this status. One of `OfferStatus`.
     * @param string|null $offerType Only offers of this type. One of `OfferType`.
     * @return \Generator<int, OfferRecord>
     */
    public function iterateOffers(
        ?int $page = null,
        ?int $size = null,
        ?string $status = null,
        ?string $offerType = null,
        ?RequestOptions $options = null,
    ): \Generator {
        $first = [
            'page' => $page,
            'size' => $size,
            'status' => $status,
            'offerType' => $offerType,
        ];
        $page = fn (array $next): Response => $this->listOffers(
                page: $next['page'],
                size: $next['size'],
                status: $next['status'],
                offerType: $next['offerType'],
                options: $options,
            );
        return self::iterate('page', 'offers', $first, $page);
    }

    /**
     * Check rights eligibility.
     *
     * How many shares the holder of a CHN can take up in a rights issue, according to the register
     * of holders at the qualification date: `rightsAvailable` is the entitlement from the holding,
     * plus rights bought on the exchange, minus rights sold or taken up by your open application. A
     * holder who is not on the register gets a normal response: 200 with `eligible` false. CHN and
     * name are masked.
     *
     * Charged if it succeeds; `getQuote` says how much.
     *
     * @param string $offer The `id` of an offer from GET /api/exchange-invest/offers.
     * @param string $chn The Clearing House Number. Case, spaces and hyphens do not matter.
     * @return Response<RightsRecord>
     */
    public function getRightsEligibility(
        string $offer,
        string $chn,
        ?RequestOptions $options = null,
    ): Response {
        return $this->send(new Call(
            'GET',
            '/api/exchange-invest/rights-eligibility',
            query: [
                'offer' => $offer,
                'chn' => $chn,
            ],
            answer: RightsRecord::class,
            enveloped: true,
            repeatable: true,
        ), $options);
    }

    /**
     * Apply for shares.
     *
     * Applies for shares of an open offer on behalf of a person. One response lists every error in
     * the request, each with its field. A person (BVN, NIN or CHN) can have one open application
     * per offer: a second one returns 409 `duplicate_subscription`, before any charge. Send an
     * `Idempotency-Key`, so that a repeated request is processed only once.
     *
     * Charged if it succeeds; `getQuote` says how much. Sent with an idempotency key, yours or a
     * new one.
     *
     * @return Response<SubscribeData>
     */
    public function subscribe(
        SubscribeRequest $request,
        ?RequestOptions $options = null,
    ): Response {
        return $this->send(new Call(
            'POST',
            '/api/exchange-invest/subscribe',
            json: $request,
            answer: SubscribeData::class,
            enveloped: true,
            idempotent: true,
            repeatable: true,
        ), $options);
    }

    /**
     * Check an application.
     *
     * Checks an application as a real one; stores, submits and charges nothing.
     *
     * @return Response<DryRunData>
     */
    public function validateSubscription(
        SubscribeRequest $request,
        ?RequestOptions $options = null,
    ): Response {
        return $this->send(new Call(
            'POST',
            '/api/exchange-invest/subscribe',
            query: [
                'validateOnly' => 'true',
            ],
            json: $request,
            answer: DryRunData::class,
            enveloped: true,
        ), $options);
    }

    /**
     * List supported banks.
     *
     * The banks that an application can use. Take `bankId` and `bankCode` of a subscription from
     * the same entry, whose `active` must be true.
     *
     * Charged if it succeeds; `getQuote` says how much.
     *
     * @return Response<BankList>
     */
    public function listSupportedBanks(?RequestOptions $options = null): Response
    {
        return $this->send(new Call(
            'GET',
            '/api/exchange-invest/supported-banks',
            answer: BankList::class,
            enveloped: true,
            repeatable: true,
        ), $options);
    }

    /**
     * List transactions.
     *
     * Your transactions in the environment, newest first. With `transactionReference`, returns that
     * transaction with its history, or an empty list if it does not exist. A page beyond the end is
     * empty.
     *
     * Charged if it succeeds; `getQuote` says how much.
     *
     * @return Response<TransactionPage>
     */
    public function listTransactions(
        TransactionsRequest $request,
        ?RequestOptions $options = null,
    ): Response {
        return $this->send(new Call(
            'POST',
            '/api/exchange-invest/transactions',
            json: $request,
            answer: TransactionPage::class,
            enveloped: true,
        ), $options);
    }

    /**
     * Walks through all pages of `listTransactions`, one item at a time.
     *
     * @return \Generator<int, Transaction>
     */
    public function iterateTransactions(
        TransactionsRequest $request,
        ?RequestOptions $options = null,
    ): \Generator {
        $first = ['page' => $request->page];
        $page = fn (array $next): Response => $this->listTransactions(
                $request->with($next),
                options: $options,
            );
        return self::iterate('page', 'transactions', $first, $page);
    }
}

/** Addresses read from documents. */
final class ProofOfAddressApi extends Group
{
    protected const GROUP = 'proofOfAddress';

    /**
     * Extract an address from a file.
     *
     * Extracts the holder's address from a document and splits it into fields. The file type is
     * detected from its first bytes: PDF, JPEG, PNG, WebP or TIFF, up to 10 MB and 10 pages; scans
     * and photos as well as text, rotated or skewed. A document that cannot be read returns 422
     * `unreadable_document`, free of charge. `full_address` contains only what the document shows;
     * values that `hallucination` allowed Kofa to infer are marked in `field_metadata` and need
     * review. The document is kept in memory during the request and not stored, unless you agreed
     * to that for training. The response and the words on the page, without long numbers, are
     * stored encrypted for 30 days, so that you can send feedback. A readable document without an
     * address returns 200 with empty fields and confidence 0.
     *
     * Charged if it succeeds; `getQuote` says how much.
     *
     * @param string|null $include Comma-separated list of parts to add to the response: `regions`
     *   (page and polygon of each field), `document` (type, issuer and its address, holder, dates,
     *   age), `checks` (what a reviewer should know), `match` (against `expected_name` and
     *   `expected_address`), `parts` (premises, street, district, town and so on, as separate
     *   values). With any of them, `field_metadata` has all six fields.
     * @return Response<AddressData>
     */
    public function extractAddress(
        ExtractForm $request,
        ?string $include = null,
        ?RequestOptions $options = null,
    ): Response {
        return $this->send(new Call(
            'POST',
            '/api/v1/proof-of-address/extract',
            query: [
                'include' => $include,
            ],
            form: $request,
            answer: AddressData::class,
            enveloped: true,
        ), $options);
    }

    /**
     * Extract an address from base64.
     *
     * Extracts the holder's address from a document and splits it into fields. The file type is
     * detected from its first bytes: PDF, JPEG, PNG, WebP or TIFF, up to 10 MB and 10 pages; scans
     * and photos as well as text, rotated or skewed. A document that cannot be read returns 422
     * `unreadable_document`, free of charge. `full_address` contains only what the document shows;
     * values that `hallucination` allowed Kofa to infer are marked in `field_metadata` and need
     * review. The document is kept in memory during the request and not stored, unless you agreed
     * to that for training. The response and the words on the page, without long numbers, are
     * stored encrypted for 30 days, so that you can send feedback. A readable document without an
     * address returns 200 with empty fields and confidence 0.
     *
     * Charged if it succeeds; `getQuote` says how much.
     *
     * @param string|null $include Comma-separated list of parts to add to the response: `regions`
     *   (page and polygon of each field), `document` (type, issuer and its address, holder, dates,
     *   age), `checks` (what a reviewer should know), `match` (against `expected_name` and
     *   `expected_address`), `parts` (premises, street, district, town and so on, as separate
     *   values). With any of them, `field_metadata` has all six fields.
     * @return Response<AddressData>
     */
    public function extractAddressBase64(
        ExtractBase64Request $request,
        ?string $include = null,
        ?RequestOptions $options = null,
    ): Response {
        return $this->send(new Call(
            'POST',
            '/api/v1/proof-of-address/extract-base64',
            query: [
                'include' => $include,
            ],
            json: $request,
            answer: AddressData::class,
            enveloped: true,
        ), $options);
    }

    /**
     * Create an extraction job.
     *
     * Extracts an address asynchronously, from documents of up to 15 MB and 30 pages. Takes the
     * same bodies as the direct requests: a form, or JSON in either variant, which decides whether
     * the result has `field_metadata`. Returns 202 with the job's URL in `Location`; poll it until
     * the job has finished. The price is put on hold now (`X-Charge-Reserved`), charged to this
     * request when the job succeeds, and released if it fails or is cancelled. The document is
     * stored encrypted until the job ends, and longer only if you agreed to that for training; the
     * extracted data is stored as for a direct request. A job fails after three interrupted
     * attempts, or after waiting for a day; jobs of different tenants take turns. When the job
     * ends, the event `poa.job.completed` or `poa.job.failed` is sent to `webhook_url`, signed with
     * the secret of your oldest webhook endpoint in the environment.
     *
     * Charged if it succeeds; `getQuote` says how much. Sent with an idempotency key, yours or a
     * new one.
     *
     * @param string|null $include Comma-separated list of parts to add to the response: `regions`
     *   (page and polygon of each field), `document` (type, issuer and its address, holder, dates,
     *   age), `checks` (what a reviewer should know), `match` (against `expected_name` and
     *   `expected_address`), `parts` (premises, street, district, town and so on, as separate
     *   values). With any of them, `field_metadata` has all six fields.
     * @return Response<JobCreated>
     */
    public function createExtractionJob(
        JobForm $request,
        ?string $include = null,
        ?RequestOptions $options = null,
    ): Response {
        return $this->send(new Call(
            'POST',
            '/api/v1/proof-of-address/extract/jobs',
            query: [
                'include' => $include,
            ],
            form: $request,
            answer: JobCreated::class,
            idempotent: true,
            repeatable: true,
        ), $options);
    }

    /**
     * Create an extraction job.
     *
     * Extracts an address asynchronously, from documents of up to 15 MB and 30 pages. Takes the
     * same bodies as the direct requests: a form, or JSON in either variant, which decides whether
     * the result has `field_metadata`. Returns 202 with the job's URL in `Location`; poll it until
     * the job has finished. The price is put on hold now (`X-Charge-Reserved`), charged to this
     * request when the job succeeds, and released if it fails or is cancelled. The document is
     * stored encrypted until the job ends, and longer only if you agreed to that for training; the
     * extracted data is stored as for a direct request. A job fails after three interrupted
     * attempts, or after waiting for a day; jobs of different tenants take turns. When the job
     * ends, the event `poa.job.completed` or `poa.job.failed` is sent to `webhook_url`, signed with
     * the secret of your oldest webhook endpoint in the environment.
     *
     * Charged if it succeeds; `getQuote` says how much. Sent with an idempotency key, yours or a
     * new one.
     *
     * @param string|null $include Comma-separated list of parts to add to the response: `regions`
     *   (page and polygon of each field), `document` (type, issuer and its address, holder, dates,
     *   age), `checks` (what a reviewer should know), `match` (against `expected_name` and
     *   `expected_address`), `parts` (premises, street, district, town and so on, as separate
     *   values). With any of them, `field_metadata` has all six fields.
     * @return Response<JobCreated>
     */
    public function createExtractionJobBase64(
        JobRequestBody $request,
        ?string $include = null,
        ?RequestOptions $options = null,
    ): Response {
        return $this->send(new Call(
            'POST',
            '/api/v1/proof-of-address/extract/jobs',
            query: [
                'include' => $include,
            ],
            json: $request,
            answer: JobCreated::class,
            idempotent: true,
            repeatable: true,
        ), $options);
    }

    /**
     * Get a job.
     *
     * Returns the status of a job and, once it has succeeded, its result. Free unless the operator
     * set a price: the price of the job itself was put on hold when it was created. The response
     * has its own `X-Request-Id`. While `status` is `queued` or `processing`, poll again after the
     * number of seconds in `Retry-After`. `result` is what a direct request returns in `data`, with
     * the parts requested by `include` here or when the job was created; it is stored until
     * `expires_at` (seven days, unless the operator chose a different period), and the record for
     * 23 days more. A job of another tenant or of the other environment returns 404, like one that
     * does not exist.
     *
     * @param string|null $include Comma-separated list of parts to add to the response: `regions`
     *   (page and polygon of each field), `document` (type, issuer and its address, holder, dates,
     *   age), `checks` (what a reviewer should know), `match` (against `expected_name` and
     *   `expected_address`), `parts` (premises, street, district, town and so on, as separate
     *   values). With any of them, `field_metadata` has all six fields.
     * @return Response<JobRecord>
     */
    public function getExtractionJob(
        string $requestId,
        ?string $include = null,
        ?RequestOptions $options = null,
    ): Response {
        return $this->send(new Call(
            'GET',
            '/api/v1/proof-of-address/jobs/' . rawurlencode($requestId),
            query: [
                'include' => $include,
            ],
            answer: JobRecord::class,
            repeatable: true,
        ), $options);
    }

    /**
     * Cancel a job.
     *
     * Cancels a job that is queued or in progress: its document is deleted and the funds on hold
     * for it are released immediately. Free. Cancelling a job that is already cancelled returns it
     * again; one that has succeeded, failed or expired returns 409 `job_not_cancellable`. No body
     * is needed.
     *
     * @return Response<JobRecord>
     */
    public function cancelExtractionJob(
        string $requestId,
        ?RequestOptions $options = null,
    ): Response {
        return $this->send(new Call(
            'POST',
            '/api/v1/proof-of-address/jobs/' . rawurlencode($requestId) . '/cancel',
            answer: JobRecord::class,
        ), $options);
    }

    /**
     * Send feedback on an extraction.
     *
     * Reports whether an address was extracted correctly: send `"correct": true`, or the correct
     * values of the fields you checked. `request_id` is the one of the direct request or of the
     * job. Free. An empty string means that the document shows no such value; a field that you omit
     * is not judged. Sending feedback again replaces the earlier feedback. You can send it while
     * the extraction is stored: for 30 days, unless the operator chose a different period, and for
     * up to 90 days once you have given feedback. The extraction, without the document, is then
     * stored for a year to measure and train the reader.
     *
     * @return Response<FeedbackData>
     */
    public function sendExtractionFeedback(
        string $requestId,
        FeedbackRequest $request,
        ?RequestOptions $options = null,
    ): Response {
        return $this->send(new Call(
            'POST',
            '/api/v1/proof-of-address/' . rawurlencode($requestId) . '/feedback',
            json: $request,
            answer: FeedbackData::class,
            enveloped: true,
        ), $options);
    }

    /**
     * Calls `getExtractionJob` until it has ended, at most `$limit` seconds; then throws
     * `WaitException`. How it ended is in `status`. `$interval` is the time between two looks, in
     * seconds: what the server proposes if not given.
     *
     * @return Response<JobRecord>
     */
    public function waitForExtractionJob(
        string $requestId,
        float $limit = 300,
        ?float $interval = null,
        ?RequestOptions $options = null,
    ): Response {
        $look = fn (): Response => $this->getExtractionJob($requestId, options: $options);
        return self::waitFor(['queued', 'processing'], $limit, $interval, $look);
    }
}

/** Company records. */
final class BusinessRegistryApi extends Group
{
    protected const GROUP = 'businessRegistry';

    /**
     * Create a lookup batch.
     *
     * Looks up to 1,000 companies asynchronously, each like a lookup by RC number. The price of all
     * of them is put on hold first, so a wallet with too little money gets 402 before anything is
     * looked up. When the batch ends, companies found are charged and the rest is released: a
     * company that is not found, or whose source fails three times, is free.
     *
     * Charged if it succeeds; `getQuote` says how much. Sent with an idempotency key, yours or a
     * new one.
     *
     * @return Response<CompanyBatch>
     */
    public function createCompanyBatch(
        CompanyBatchRequest $request,
        ?RequestOptions $options = null,
    ): Response {
        return $this->send(new Call(
            'POST',
            '/api/v1/company/batches',
            json: $request,
            answer: CompanyBatch::class,
            enveloped: true,
            idempotent: true,
            repeatable: true,
        ), $options);
    }

    /**
     * Get a batch.
     *
     * Returns the progress of a batch and the cost of what was found so far. Free. A batch of
     * another tenant or of the other environment returns 404, like one that does not exist.
     *
     * @return Response<CompanyBatch>
     */
    public function getCompanyBatch(string $batchId, ?RequestOptions $options = null): Response
    {
        return $this->send(new Call(
            'GET',
            '/api/v1/company/batches/' . rawurlencode($batchId),
            answer: CompanyBatch::class,
            enveloped: true,
            repeatable: true,
        ), $options);
    }

    /**
     * Cancel a batch.
     *
     * Stops the batch: companies found so far are charged and their results stay available, and the
     * remaining funds on hold are released immediately. The request itself is free. Cancelling a
     * batch that is already cancelled returns it again; one that has finished returns 409
     * `batch_not_cancellable`. No body is needed.
     *
     * @return Response<CompanyBatch>
     */
    public function cancelCompanyBatch(string $batchId, ?RequestOptions $options = null): Response
    {
        return $this->send(new Call(
            'POST',
            '/api/v1/company/batches/' . rawurlencode($batchId) . '/cancel',
            answer: CompanyBatch::class,
            enveloped: true,
        ), $options);
    }

    /**
     * List batch results.
     *
     * Returns the result for each company, in the order of the request, even while the batch is in
     * progress. Free.
     *
     * @param int|null $page From 1; 1 if absent.
     * @param int|null $size 20 if absent.
     * @return Response<CompanyBatchPage>
     */
    public function listCompanyBatchResults(
        string $batchId,
        ?int $page = null,
        ?int $size = null,
        ?RequestOptions $options = null,
    ): Response {
        return $this->send(new Call(
            'GET',
            '/api/v1/company/batches/' . rawurlencode($batchId) . '/results',
            query: [
                'page' => $page,
                'size' => $size,
            ],
            answer: CompanyBatchPage::class,
            enveloped: true,
            repeatable: true,
        ), $options);
    }

    /**
     * Walks through all pages of `listCompanyBatchResults`, one item at a time.
     *
     * @param int|null $page From 1; 1 if absent.
     * @param int|null $size 20 if absent.
     * @return \Generator<int, CompanyBatchResult>
     */
    public function iterateCompanyBatchResults(
        string $batchId,
        ?int $page = null,
        ?int $size = null,
        ?RequestOptions $options = null,
    ): \Generator {
        $first = [
            'page' => $page,
            'size' => $size,
        ];
        $page = fn (array $next): Response => $this->listCompanyBatchResults(
                $batchId,
                page: $next['page'],
                size: $next['size'],
                options: $options,
            );
        return self::iterate('page', 'results', $first, $page);
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
     *
     * @param string $name Words of the name, with at least three letters or digits besides the
     *   legal form, and at most 10 words or 300 characters: `ifedapo micro`.
     * @param string|null $entityType Only entities of this type. Case does not matter. One of
     *   `EntityType`.
     * @param string|null $state Only entities with a registered address in this state: `Lagos`,
     *   up to 60 characters.
     * @param string|null $status Only entities with this status. One of `RegistrationStatus`.
     * @param int|null $page From 1; 1 if absent.
     * @param int|null $size 20 if absent.
     * @return Response<CompanySearchPage>
     */
    public function searchCompanies(
        string $name,
        ?string $entityType = null,
        ?string $state = null,
        ?string $status = null,
        ?int $page = null,
        ?int $size = null,
        ?RequestOptions $options = null,
    ): Response {
        return $this->send(new Call(
            'GET',
            '/api/v1/company/search',
            query: [
                'name' => $name,
                'entityType' => $entityType,
                'state' => $state,
                'status' => $status,
                'page' => $page,
                'size' => $size,
            ],
            answer: CompanySearchPage::class,
            enveloped: true,
            repeatable: true,
        ), $options);
    }

    /**
     * Walks through all pages of `searchCompanies`, one item at a time.
     *
     * @param string $name Words of the name, with at least three letters or digits besides the
     *   legal form, and at most 10 words or 300 characters: `ifedapo micro`.
     * @param string|null $entityType Only entities of this type. Case does not matter. One of
     *   `EntityType`.
     * @param string|null $state Only entities with a registered address in this state: `Lagos`,
     *   up to 60 characters.
     * @param string|null $status Only entities with this status. One of `RegistrationStatus`.
     * @param int|null $page From 1; 1 if absent.
     * @param int|null $size 20 if absent.
     * @return \Generator<int, CompanyRecord>
     */
    public function iterateCompanies(
        string $name,
        ?string $entityType = null,
        ?string $state = null,
        ?string $status = null,
        ?int $page = null,
        ?int $size = null,
        ?RequestOptions $options = null,
    ): \Generator {
        $first = [
            'name' => $name,
            'entityType' => $entityType,
            'state' => $state,
            'status' => $status,
            'page' => $page,
            'size' => $size,
        ];
        $page = fn (array $next): Response => $this->searchCompanies(
                name: $next['name'],
                entityType: $next['entityType'],
                state: $next['state'],
                status: $next['status'],
                page: $next['page'],
                size: $next['size'],
                options: $options,
            );
        return self::iterate('page', 'companies', $first, $page);
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
     *
     * @param string $vrcNumber The consent code (verified registration number, VRC) that the
     *   company gave you: ten letters and digits.
     * @param string|null $include `all` also lists people who only filed the documents
     *   (`PRESENTER`) or witnessed them (`WITNESS`). One of `AffiliatesToInclude`.
     * @return Response<Affiliates>
     */
    public function getAffiliates(
        string $vrcNumber,
        ?string $include = null,
        ?RequestOptions $options = null,
    ): Response {
        return $this->send(new Call(
            'GET',
            '/api/v1/company/validation/affiliates',
            query: [
                'include' => $include,
            ],
            headers: ['X-VRC-Number' => $vrcNumber],
            answer: Affiliates::class,
            enveloped: true,
            repeatable: true,
        ), $options);
    }

    /**
     * Get assets.
     *
     * Lists what the registry calls the assets of a company: all charges registered over them
     * (debentures, mortgages, bills of sale), satisfied or not. It is not a list of what the
     * company owns. The list is always complete; `totalCount` is its length.
     *
     * Charged if it succeeds; `getQuote` says how much.
     *
     * @param string $vrcNumber The consent code (verified registration number, VRC) that the
     *   company gave you: ten letters and digits.
     * @return Response<Assets>
     */
    public function getAssets(string $vrcNumber, ?RequestOptions $options = null): Response
    {
        return $this->send(new Call(
            'GET',
            '/api/v1/company/validation/assets',
            headers: ['X-VRC-Number' => $vrcNumber],
            answer: Assets::class,
            enveloped: true,
            repeatable: true,
        ), $options);
    }

    /**
     * Get a certificate.
     *
     * Returns the certificate of registration of an entity: that it is registered, since when, as
     * what type, with which status, and where. The response is a PDF download. With `Accept:
     * application/json` it is JSON with the file in `contentBase64`. The PDF is created from the
     * register's record, embeds its fonts, and has a verification code: anyone with a copy can see
     * at `verifyUrl`, without a key, what was issued under the code and whether it still matches
     * the register. If the registry itself creates the document, its own PDF is returned unchanged,
     * without a verification code. If there is no document, the response is 404
     * `document_not_available`, never an empty file. In the sandbox every page is marked SPECIMEN
     * and says that it was made from test data and not issued by the Commission.
     *
     * Charged if it succeeds; `getQuote` says how much.
     *
     * @param string $vrcNumber The consent code (verified registration number, VRC) that the
     *   company gave you: ten letters and digits.
     * @return Response<DocumentFile>
     */
    public function getCertificate(string $vrcNumber, ?RequestOptions $options = null): Response
    {
        return $this->send(new Call(
            'GET',
            '/api/v1/company/validation/certificate',
            headers: ['X-VRC-Number' => $vrcNumber],
            answer: DocumentFile::class,
            enveloped: true,
            repeatable: true,
        ), $options);
    }

    /**
     * Get a certificate, as PDF.
     *
     * Returns the certificate of registration of an entity: that it is registered, since when, as
     * what type, with which status, and where. The response is a PDF download. With `Accept:
     * application/json` it is JSON with the file in `contentBase64`. The PDF is created from the
     * register's record, embeds its fonts, and has a verification code: anyone with a copy can see
     * at `verifyUrl`, without a key, what was issued under the code and whether it still matches
     * the register. If the registry itself creates the document, its own PDF is returned unchanged,
     * without a verification code. If there is no document, the response is 404
     * `document_not_available`, never an empty file. In the sandbox every page is marked SPECIMEN
     * and says that it was made from test data and not issued by the Commission.
     *
     * Charged if it succeeds; `getQuote` says how much.
     *
     * @param string $vrcNumber The consent code (verified registration number, VRC) that the
     *   company gave you: ten letters and digits.
     * @return Response<string>
     */
    public function downloadCertificatePdf(
        string $vrcNumber,
        ?RequestOptions $options = null,
    ): Response {
        return $this->send(new Call(
            'GET',
            '/api/v1/company/validation/certificate',
            headers: ['X-VRC-Number' => $vrcNumber],
            accept: 'application/pdf',
            repeatable: true,
        ), $options);
    }

    /**
     * Get a company by number and type.
     *
     * Returns the full record of the entity of one type with a number. Send `entityType` or a
     * prefix: numbers are unique per type of entity only. Without either, the response is the
     * company, and other entities are listed in `alternatives`. In addition to the lookup by RC
     * number, the record has the addresses of branches and head office, objectives, and whether the
     * entity was struck off or delisted; values that are not on the register are null or an empty
     * list.
     *
     * Charged if it succeeds; `getQuote` says how much.
     *
     * @param string $rcNumber The registration number, with or without the prefix `RC`, `BN`,
     *   `IT`, `LP` or `LLP`: `1885308`, `RC-1885308`, `BN 9003619`. Leading zeros do not matter.
     *   `RC` is accepted with any type of entity; the other prefixes find only their own type.
     * @param string|null $entityType Finds only this type of entity. Case does not matter. One of
     *   `EntityType`.
     * @param int|null $maxAge The maximum age of the record, in seconds: 0 queries the registry
     *   now. You can only ask for fresher data than the operator's setting; an imported register
     *   cannot be fresher than its import, and then returns `stale`.
     * @return Response<CompanyDetails>
     */
    public function getCompany(
        string $rcNumber,
        ?string $entityType = null,
        ?int $maxAge = null,
        ?RequestOptions $options = null,
    ): Response {
        return $this->send(new Call(
            'GET',
            '/api/v1/company/validation/company',
            query: [
                'rcNumber' => $rcNumber,
                'entityType' => $entityType,
                'maxAge' => $maxAge,
            ],
            answer: CompanyDetails::class,
            enveloped: true,
            repeatable: true,
        ), $options);
    }

    /**
     * Find a company's tax number.
     *
     * Returns the tax identification number (TIN) of a company by its registration number. If
     * several types of entity share the number, the response is the company and the others are
     * listed in `alternatives`, unless a prefix or `entityType` selects one. A company without a
     * tax number returns 404 `tin_not_found`; you can generate one.
     *
     * Charged if it succeeds; `getQuote` says how much.
     *
     * @param string $rcNumber The registration number, with or without the prefix `RC`, `BN`,
     *   `IT`, `LP` or `LLP`: `1885308`, `RC-1885308`, `BN 9003619`. Leading zeros do not matter.
     *   `RC` is accepted with any type of entity; the other prefixes find only their own type.
     * @param string|null $entityType Finds only this type of entity. Case does not matter. One of
     *   `EntityType`.
     * @param int|null $maxAge The maximum age of the record, in seconds: 0 queries the registry
     *   now. You can only ask for fresher data than the operator's setting; an imported register
     *   cannot be fresher than its import, and then returns `stale`.
     * @return Response<CompanyTin>
     */
    public function getCompanyTin(
        string $rcNumber,
        ?string $entityType = null,
        ?int $maxAge = null,
        ?RequestOptions $options = null,
    ): Response {
        return $this->send(new Call(
            'GET',
            '/api/v1/company/validation/company-tin',
            query: [
                'rcNumber' => $rcNumber,
                'entityType' => $entityType,
                'maxAge' => $maxAge,
            ],
            answer: CompanyTin::class,
            enveloped: true,
            repeatable: true,
        ), $options);
    }

    /**
     * Check a company's name.
     *
     * Checks whether a name is the one registered under a number. A name that differs is a normal
     * response, not an error: `isMatch` is false and `differences` says why. `matchResult` is
     * `EXACT` (equal except for case and spaces, score 1), `NORMALIZED` (equal except for
     * punctuation, abbreviations such as Ltd, Nig, Int'l or &, and accents, 0.99), `PARTIAL` (a
     * typing error, a missing word or legal form, 0.85 to 0.98: needs review by a person) or
     * `MISMATCH` (up to 0.84). Names with different legal forms never match: an Ltd is not a Plc,
     * and a business name is not the company with the same words.
     *
     * Charged if it succeeds; `getQuote` says how much.
     *
     * @param string $rcNumber The registration number, with or without the prefix `RC`, `BN`,
     *   `IT`, `LP` or `LLP`: `1885308`, `RC-1885308`, `BN 9003619`. Leading zeros do not matter.
     *   `RC` is accepted with any type of entity; the other prefixes find only their own type.
     * @param string|null $entityType Finds only this type of entity. Case does not matter. One of
     *   `EntityType`.
     * @param int|null $maxAge The maximum age of the record, in seconds: 0 queries the registry
     *   now. You can only ask for fresher data than the operator's setting; an imported register
     *   cannot be fresher than its import, and then returns `stale`.
     * @param string $entityName The name to check, up to 300 characters, with at least one letter
     *   or digit.
     * @return Response<CompanyNameCheck>
     */
    public function validateCompanyName(
        string $rcNumber,
        string $entityName,
        ?string $entityType = null,
        ?int $maxAge = null,
        ?RequestOptions $options = null,
    ): Response {
        return $this->send(new Call(
            'GET',
            '/api/v1/company/validation/company/name',
            query: [
                'rcNumber' => $rcNumber,
                'entityType' => $entityType,
                'maxAge' => $maxAge,
                'entityName' => $entityName,
            ],
            answer: CompanyNameCheck::class,
            enveloped: true,
            repeatable: true,
        ), $options);
    }

    /**
     * Find a company by RC number.
     *
     * Returns the entity registered under a number, and its status. Numbers are unique per type of
     * entity only: if several types share one, the response is the company and the others are
     * listed in `alternatives`, unless a prefix or `entityType` selects one. Entities that are not
     * active are found like any other: check `registrationStatus`.
     *
     * Charged if it succeeds; `getQuote` says how much.
     *
     * @param string $rcNumber The registration number, with or without the prefix `RC`, `BN`,
     *   `IT`, `LP` or `LLP`: `1885308`, `RC-1885308`, `BN 9003619`. Leading zeros do not matter.
     *   `RC` is accepted with any type of entity; the other prefixes find only their own type.
     * @param string|null $entityType Finds only this type of entity. Case does not matter. One of
     *   `EntityType`.
     * @param int|null $maxAge The maximum age of the record, in seconds: 0 queries the registry
     *   now. You can only ask for fresher data than the operator's setting; an imported register
     *   cannot be fresher than its import, and then returns `stale`.
     * @return Response<CompanyRecord>
     */
    public function getCompanyByRc(
        string $rcNumber,
        ?string $entityType = null,
        ?int $maxAge = null,
        ?RequestOptions $options = null,
    ): Response {
        return $this->send(new Call(
            'GET',
            '/api/v1/company/validation/company/rc',
            query: [
                'rcNumber' => $rcNumber,
                'entityType' => $entityType,
                'maxAge' => $maxAge,
            ],
            answer: CompanyRecord::class,
            enveloped: true,
            repeatable: true,
        ), $options);
    }

    /**
     * Find a company by tax number.
     *
     * Returns the company with a tax identification number (TIN). Both formats in use are accepted:
     * the Tax ID of thirteen digits, and the legacy number of eight and four digits. Companies that
     * are not active are found like any other: check `registrationStatus` and `tinStatus`.
     *
     * Charged if it succeeds; `getQuote` says how much.
     *
     * @param string $tin The tax number: `4656854985337`, `09521882-0001`. Spaces do not matter,
     *   and you can omit the hyphen.
     * @param int|null $maxAge The maximum age of the record, in seconds: 0 queries the registry
     *   now. You can only ask for fresher data than the operator's setting; an imported register
     *   cannot be fresher than its import, and then returns `stale`.
     * @return Response<CompanyByTin>
     */
    public function getCompanyByTin(
        string $tin,
        ?int $maxAge = null,
        ?RequestOptions $options = null,
    ): Response {
        return $this->send(new Call(
            'GET',
            '/api/v1/company/validation/company/tin',
            query: [
                'tin' => $tin,
                'maxAge' => $maxAge,
            ],
            answer: CompanyByTin::class,
            enveloped: true,
            repeatable: true,
        ), $options);
    }

    /**
     * Generate or retrieve a tax number.
     *
     * Generates a tax identification number (TIN) for a company, or retrieves the one it has. A
     * number is generated once; repeated and simultaneous requests get the same number. The price
     * of generating is reserved; a retrieval is charged like a lookup. One response lists every
     * error in the request, each with its field. Send an `Idempotency-Key`, so that a repeated
     * request returns the first response.
     *
     * Charged if it succeeds; `getQuote` says how much. Sent with an idempotency key, yours or a
     * new one.
     *
     * @return Response<GeneratedTin>
     */
    public function generateCompanyTin(
        GenerateTinRequest $request,
        ?RequestOptions $options = null,
    ): Response {
        return $this->send(new Call(
            'POST',
            '/api/v1/company/validation/company/tin',
            json: $request,
            answer: GeneratedTin::class,
            enveloped: true,
            idempotent: true,
            repeatable: true,
        ), $options);
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
     *
     * @param string $rcNumber The registration number, with or without the prefix `RC`, `BN`,
     *   `IT`, `LP` or `LLP`: `1885308`, `RC-1885308`, `BN 9003619`. Leading zeros do not matter.
     *   `RC` is accepted with any type of entity; the other prefixes find only their own type.
     * @param string|null $entityType Finds only this type of entity. Case does not matter. One of
     *   `EntityType`.
     * @param int|null $maxAge The maximum age of the record, in seconds: 0 queries the registry
     *   now. You can only ask for fresher data than the operator's setting; an imported register
     *   cannot be fresher than its import, and then returns `stale`.
     * @return Response<LinesOfBusiness>
     */
    public function getLineOfBusiness(
        string $rcNumber,
        ?string $entityType = null,
        ?int $maxAge = null,
        ?RequestOptions $options = null,
    ): Response {
        return $this->send(new Call(
            'GET',
            '/api/v1/company/validation/line-of-business',
            query: [
                'rcNumber' => $rcNumber,
                'entityType' => $entityType,
                'maxAge' => $maxAge,
            ],
            answer: LinesOfBusiness::class,
            enveloped: true,
            repeatable: true,
        ), $options);
    }

    /**
     * Get a company by consent code.
     *
     * Returns the record of a company that gave you a consent code, with its objectives, its phone
     * number, and the number of people listed for it. Values that are not on the register are null
     * or an empty list.
     *
     * Charged if it succeeds; `getQuote` says how much.
     *
     * @param string $vrcNumber The consent code (verified registration number, VRC) that the
     *   company gave you: ten letters and digits.
     * @return Response<SecureCompany>
     */
    public function getSecureCompany(string $vrcNumber, ?RequestOptions $options = null): Response
    {
        return $this->send(new Call(
            'GET',
            '/api/v1/company/validation/secure/rc',
            headers: ['X-VRC-Number' => $vrcNumber],
            answer: SecureCompany::class,
            enveloped: true,
            repeatable: true,
        ), $options);
    }

    /**
     * Get share capital.
     *
     * Returns the nominal share capital of a company that gave you a consent code, how much of it
     * is issued and paid up, and whether the figures are consistent: inconsistencies are listed in
     * `notes`. Amounts are in the unit of `currency`. Values that are not on the register are null;
     * business names, trustees and partnerships have no share capital, and `notes` says so.
     *
     * Charged if it succeeds; `getQuote` says how much.
     *
     * @param string $vrcNumber The consent code (verified registration number, VRC) that the
     *   company gave you: ten letters and digits.
     * @return Response<ShareCapital>
     */
    public function getShareCapital(string $vrcNumber, ?RequestOptions $options = null): Response
    {
        return $this->send(new Call(
            'GET',
            '/api/v1/company/validation/share-capital',
            headers: ['X-VRC-Number' => $vrcNumber],
            answer: ShareCapital::class,
            enveloped: true,
            repeatable: true,
        ), $options);
    }

    /**
     * Get share distribution.
     *
     * Lists the shareholders of a company that gave you a consent code. Percentages are of the
     * issued shares; they are rounded so that they add up to exactly 100 if the holdings do. If
     * they do not, the response shows it: `percentageTotal`, `unallocatedShares` (issued, without a
     * holder), `overallocatedShares` (listed beyond those issued) and `note`. Former holdings are
     * listed last, marked by their `status`, and are not counted.
     *
     * Charged if it succeeds; `getQuote` says how much.
     *
     * @param string $vrcNumber The consent code (verified registration number, VRC) that the
     *   company gave you: ten letters and digits.
     * @return Response<ShareDistribution>
     */
    public function getShareDistribution(
        string $vrcNumber,
        ?RequestOptions $options = null,
    ): Response {
        return $this->send(new Call(
            'GET',
            '/api/v1/company/validation/share-distribution',
            headers: ['X-VRC-Number' => $vrcNumber],
            answer: ShareDistribution::class,
            enveloped: true,
            repeatable: true,
        ), $options);
    }

    /**
     * Get a status report.
     *
     * Returns everything on the register about an entity as a readable document: its record and
     * objectives, share capital, directors, shareholders and whether their shares add up, persons
     * with significant control, and the charges over its assets. The response is a PDF download.
     * With `Accept: application/json` it is JSON with the file in `contentBase64`. The PDF is
     * created from the register's record, embeds its fonts, and has a verification code: anyone
     * with a copy can see at `verifyUrl`, without a key, what was issued under the code and whether
     * it still matches the register. If the registry itself creates the document, its own PDF is
     * returned unchanged, without a verification code. If there is no document, the response is 404
     * `document_not_available`, never an empty file. In the sandbox every page is marked SPECIMEN
     * and says that it was made from test data and not issued by the Commission.
     *
     * Charged if it succeeds; `getQuote` says how much.
     *
     * @param string $vrcNumber The consent code (verified registration number, VRC) that the
     *   company gave you: ten letters and digits.
     * @return Response<DocumentFile>
     */
    public function getStatusReport(string $vrcNumber, ?RequestOptions $options = null): Response
    {
        return $this->send(new Call(
            'GET',
            '/api/v1/company/validation/status-report',
            headers: ['X-VRC-Number' => $vrcNumber],
            answer: DocumentFile::class,
            enveloped: true,
            repeatable: true,
        ), $options);
    }

    /**
     * Get a status report, as PDF.
     *
     * Returns everything on the register about an entity as a readable document: its record and
     * objectives, share capital, directors, shareholders and whether their shares add up, persons
     * with significant control, and the charges over its assets. The response is a PDF download.
     * With `Accept: application/json` it is JSON with the file in `contentBase64`. The PDF is
     * created from the register's record, embeds its fonts, and has a verification code: anyone
     * with a copy can see at `verifyUrl`, without a key, what was issued under the code and whether
     * it still matches the register. If the registry itself creates the document, its own PDF is
     * returned unchanged, without a verification code. If there is no document, the response is 404
     * `document_not_available`, never an empty file. In the sandbox every page is marked SPECIMEN
     * and says that it was made from test data and not issued by the Commission.
     *
     * Charged if it succeeds; `getQuote` says how much.
     *
     * @param string $vrcNumber The consent code (verified registration number, VRC) that the
     *   company gave you: ten letters and digits.
     * @return Response<string>
     */
    public function downloadStatusReportPdf(
        string $vrcNumber,
        ?RequestOptions $options = null,
    ): Response {
        return $this->send(new Call(
            'GET',
            '/api/v1/company/validation/status-report',
            headers: ['X-VRC-Number' => $vrcNumber],
            accept: 'application/pdf',
            repeatable: true,
        ), $options);
    }

    /**
     * Watch a company.
     *
     * Watches a company: from now on, the event `company.changed` reports changes to its record,
     * whether from an import by the operator or from a fresh response of the registry to anyone's
     * lookup. `changes` lists what changed, out of `NAME_CHANGED`, `STATUS_CHANGED`,
     * `COMPANY_DISSOLVED`, `ADDRESS_CHANGED`, `DIRECTOR_ADDED`, `DIRECTOR_REMOVED` and
     * `SHAREHOLDERS_CHANGED`; look up the company to get the record itself. Watches and their
     * events are free. Watching a company twice changes nothing.
     *
     * @return Response<CompanyWatch>
     */
    public function createCompanyWatch(
        CompanyWatchRequest $request,
        ?RequestOptions $options = null,
    ): Response {
        return $this->send(new Call(
            'POST',
            '/api/v1/company/watches',
            json: $request,
            answer: CompanyWatch::class,
            enveloped: true,
        ), $options);
    }

    /**
     * List watches.
     *
     * The companies that you watch in the environment, newest first. Free.
     *
     * @param int|null $page From 1; 1 if absent.
     * @param int|null $size 20 if absent.
     * @return Response<CompanyWatchPage>
     */
    public function listCompanyWatches(
        ?int $page = null,
        ?int $size = null,
        ?RequestOptions $options = null,
    ): Response {
        return $this->send(new Call(
            'GET',
            '/api/v1/company/watches',
            query: [
                'page' => $page,
                'size' => $size,
            ],
            answer: CompanyWatchPage::class,
            enveloped: true,
            repeatable: true,
        ), $options);
    }

    /**
     * Walks through all pages of `listCompanyWatches`, one item at a time.
     *
     * @param int|null $page From 1; 1 if absent.
     * @param int|null $size 20 if absent.
     * @return \Generator<int, CompanyWatch>
     */
    public function iterateCompanyWatches(
        ?int $page = null,
        ?int $size = null,
        ?RequestOptions $options = null,
    ): \Generator {
        $first = [
            'page' => $page,
            'size' => $size,
        ];
        $page = fn (array $next): Response => $this->listCompanyWatches(
                page: $next['page'],
                size: $next['size'],
                options: $options,
            );
        return self::iterate('page', 'watches', $first, $page);
    }

    /**
     * Delete a watch.
     *
     * Stops the events about the company. Free. A watch of another tenant or of the other
     * environment returns 404, like one that does not exist.
     *
     * @return Response<CompanyWatch>
     */
    public function deleteCompanyWatch(string $watchId, ?RequestOptions $options = null): Response
    {
        return $this->send(new Call(
            'DELETE',
            '/api/v1/company/watches/' . rawurlencode($watchId),
            answer: CompanyWatch::class,
            enveloped: true,
        ), $options);
    }

    /**
     * Calls `getCompanyBatch` until it has ended, at most `$limit` seconds; then throws
     * `WaitException`. How it ended is in `status`. `$interval` is the time between two looks, in
     * seconds: what the server proposes if not given.
     *
     * @return Response<CompanyBatch>
     */
    public function waitForCompanyBatch(
        string $batchId,
        float $limit = 300,
        ?float $interval = null,
        ?RequestOptions $options = null,
    ): Response {
        $look = fn (): Response => $this->getCompanyBatch($batchId, options: $options);
        return self::waitFor(['queued', 'processing'], $limit, $interval, $look);
    }
}

/** Your own account. */
final class AccountApi extends Group
{
    protected const GROUP = 'account';

    /**
     * Get the account.
     *
     * Returns the calling tenant, the products that are switched on for it, and the API key of this
     * request with its permissions and expiry. Free.
     *
     * @return Response<Account>
     */
    public function getAccount(?RequestOptions $options = null): Response
    {
        return $this->send(new Call(
            'GET',
            '/api/v1/account',
            answer: Account::class,
            repeatable: true,
        ), $options);
    }

    /**
     * List wallet transactions.
     *
     * Lists the transactions of the tenant's wallet in the environment, newest first. Free.
     *
     * @param string|null $cursor The `nextCursor` of the previous page.
     * @param int|null $limit Maximum number of items. Default: 20.
     * @return Response<LedgerRowPage>
     */
    public function listAccountLedger(
        ?string $cursor = null,
        ?int $limit = null,
        ?RequestOptions $options = null,
    ): Response {
        return $this->send(new Call(
            'GET',
            '/api/v1/account/ledger',
            query: [
                'cursor' => $cursor,
                'limit' => $limit,
            ],
            answer: LedgerRowPage::class,
            repeatable: true,
        ), $options);
    }

    /**
     * Walks through all pages of `listAccountLedger`, one item at a time.
     *
     * @param string|null $cursor The `nextCursor` of the previous page.
     * @param int|null $limit Maximum number of items. Default: 20.
     * @return \Generator<int, LedgerRow>
     */
    public function iterateAccountLedger(
        ?string $cursor = null,
        ?int $limit = null,
        ?RequestOptions $options = null,
    ): \Generator {
        $first = [
            'cursor' => $cursor,
            'limit' => $limit,
        ];
        $page = fn (array $next): Response => $this->listAccountLedger(
                cursor: $next['cursor'],
                limit: $next['limit'],
                options: $options,
            );
        return self::iterate('cursor', 'items', $first, $page);
    }

    /**
     * List rate limits.
     *
     * Returns the tenant's rate limits in the environment. Each key has its own limit. All keys
     * together share another one if the operator has set it. Free.
     *
     * @return Response<AccountLimitPage>
     */
    public function listAccountLimits(?RequestOptions $options = null): Response
    {
        return $this->send(new Call(
            'GET',
            '/api/v1/account/limits',
            answer: AccountLimitPage::class,
            repeatable: true,
        ), $options);
    }

    /**
     * List prices.
     *
     * Returns the tenant's price of each charged endpoint in the environment, where the price comes
     * from, and scheduled changes. Endpoints that are always free are not listed. Free.
     *
     * @return Response<AccountPricePage>
     */
    public function listAccountPrices(?RequestOptions $options = null): Response
    {
        return $this->send(new Call(
            'GET',
            '/api/v1/account/prices',
            answer: AccountPricePage::class,
            repeatable: true,
        ), $options);
    }

    /**
     * List requests.
     *
     * Lists the tenant's requests in the environment, made with any of its keys, newest first. Only
     * requests that match every parameter are returned. Follow `nextCursor` until it is null: a
     * page can have fewer items than `limit`, or none, before the end. Request and response bodies
     * are not included. Free.
     *
     * @param string|null $from Only requests received at or after this time.
     * @param string|null $until Only requests received before this time.
     * @param string|null $service Only requests to endpoints of this product.
     * @param string|null $operationId Only requests to this endpoint.
     * @param string|null $status Only responses with this status (`404`) or class (`4xx`).
     * @param string|null $errorCode Only responses with this error code.
     * @param string|null $keyId Only requests made with this API key.
     * @param bool|null $charged Only requests that were charged (`true`) or free (`false`).
     * @param string|null $requestId Only the request with this `X-Request-Id`.
     * @param string|null $cursor The `nextCursor` of the previous page.
     * @param int|null $limit Maximum number of items. Default: 20.
     * @return Response<RequestRowPage>
     */
    public function listAccountRequests(
        ?string $from = null,
        ?string $until = null,
        ?string $service = null,
        ?string $operationId = null,
        ?string $status = null,
        ?string $errorCode = null,
        ?string $keyId = null,
        ?bool $charged = null,
        ?string $requestId = null,
        ?string $cursor = null,
        ?int $limit = null,
        ?RequestOptions $options = null,
    ): Response {
        return $this->send(new Call(
            'GET',
            '/api/v1/account/requests',
            query: [
                'from' => $from,
                'until' => $until,
                'service' => $service,
                'operationId' => $operationId,
                'status' => $status,
                'errorCode' => $errorCode,
                'keyId' => $keyId,
                'charged' => $charged,
                'requestId' => $requestId,
                'cursor' => $cursor,
                'limit' => $limit,
            ],
            answer: RequestRowPage::class,
            repeatable: true,
        ), $options);
    }

    /**
     * Walks through all pages of `listAccountRequests`, one item at a time.
     *
     * @param string|null $from Only requests received at or after this time.
     * @param string|null $until Only requests received before this time.
     * @param string|null $service Only requests to endpoints of this product.
     * @param string|null $operationId Only requests to this endpoint.
     * @param string|null $status Only responses with this status (`404`) or class (`4xx`).
     * @param string|null $errorCode Only responses with this error code.
     * @param string|null $keyId Only requests made with this API key.
     * @param bool|null $charged Only requests that were charged (`true`) or free (`false`).
     * @param string|null $requestId Only the request with this `X-Request-Id`.
     * @param string|null $cursor The `nextCursor` of the previous page.
     * @param int|null $limit Maximum number of items. Default: 20.
     * @return \Generator<int, RequestRow>
     */
    public function iterateAccountRequests(
        ?string $from = null,
        ?string $until = null,
        ?string $service = null,
        ?string $operationId = null,
        ?string $status = null,
        ?string $errorCode = null,
        ?string $keyId = null,
        ?bool $charged = null,
        ?string $requestId = null,
        ?string $cursor = null,
        ?int $limit = null,
        ?RequestOptions $options = null,
    ): \Generator {
        $first = [
            'from' => $from,
            'until' => $until,
            'service' => $service,
            'operationId' => $operationId,
            'status' => $status,
            'errorCode' => $errorCode,
            'keyId' => $keyId,
            'charged' => $charged,
            'requestId' => $requestId,
            'cursor' => $cursor,
            'limit' => $limit,
        ];
        $page = fn (array $next): Response => $this->listAccountRequests(
                from: $next['from'],
                until: $next['until'],
                service: $next['service'],
                operationId: $next['operationId'],
                status: $next['status'],
                errorCode: $next['errorCode'],
                keyId: $next['keyId'],
                charged: $next['charged'],
                requestId: $next['requestId'],
                cursor: $next['cursor'],
                limit: $next['limit'],
                options: $options,
            );
        return self::iterate('cursor', 'items', $first, $page);
    }

    /**
     * Get a request.
     *
     * Returns one request of the tenant in the environment, by the `X-Request-Id` of its response.
     * Free.
     *
     * @return Response<RequestRow>
     */
    public function getAccountRequest(
        string $requestId,
        ?RequestOptions $options = null,
    ): Response {
        return $this->send(new Call(
            'GET',
            '/api/v1/account/requests/' . rawurlencode($requestId),
            answer: RequestRow::class,
            repeatable: true,
        ), $options);
    }

    /**
     * List bank statements.
     *
     * Lists the months (Lagos time) that have a wallet statement, newest first, from the current
     * month back to the month in which the tenant was created. Free.
     *
     * @return Response<AccountStatementPage>
     */
    public function listAccountStatements(?RequestOptions $options = null): Response
    {
        return $this->send(new Call(
            'GET',
            '/api/v1/account/statements',
            answer: AccountStatementPage::class,
            repeatable: true,
        ), $options);
    }

    /**
     * Get a statement.
     *
     * Returns the wallet's monthly statement in the environment, from opening to closing balance,
     * in the format given by `Accept`: totals as JSON, every line as CSV (up to 100,000 lines), or
     * a PDF document. Every line names its request. Free.
     *
     * @return Response<Statement>
     */
    public function getAccountStatement(string $month, ?RequestOptions $options = null): Response
    {
        return $this->send(new Call(
            'GET',
            '/api/v1/account/statements/' . rawurlencode($month),
            answer: Statement::class,
            repeatable: true,
        ), $options);
    }

    /**
     * Get a statement, as CSV.
     *
     * Returns the wallet's monthly statement in the environment, from opening to closing balance,
     * in the format given by `Accept`: totals as JSON, every line as CSV (up to 100,000 lines), or
     * a PDF document. Every line names its request. Free.
     *
     * @return Response<string>
     */
    public function downloadAccountStatementCsv(
        string $month,
        ?RequestOptions $options = null,
    ): Response {
        return $this->send(new Call(
            'GET',
            '/api/v1/account/statements/' . rawurlencode($month),
            accept: 'text/csv',
            repeatable: true,
        ), $options);
    }

    /**
     * Get a statement, as PDF.
     *
     * Returns the wallet's monthly statement in the environment, from opening to closing balance,
     * in the format given by `Accept`: totals as JSON, every line as CSV (up to 100,000 lines), or
     * a PDF document. Every line names its request. Free.
     *
     * @return Response<string>
     */
    public function downloadAccountStatementPdf(
        string $month,
        ?RequestOptions $options = null,
    ): Response {
        return $this->send(new Call(
            'GET',
            '/api/v1/account/statements/' . rawurlencode($month),
            accept: 'application/pdf',
            repeatable: true,
        ), $options);
    }

    /**
     * Get usage.
     *
     * Returns the tenant's requests and charges in the environment, by day (Lagos time) or by
     * endpoint, for up to 92 days. Partial days are counted in full. Usage is a few seconds behind
     * the request log. Free.
     *
     * @param string|null $from Start of the period. Default: 30 days before `to`.
     * @param string|null $to End of the period, exclusive. Default: now.
     * @param string|null $by Group by day or by endpoint or hour. Default: `day`. One of
     *   `UsageBy`.
     * @return Response<AccountUsagePage>
     */
    public function getAccountUsage(
        ?string $from = null,
        ?string $to = null,
        ?string $by = null,
        ?RequestOptions $options = null,
    ): Response {
        return $this->send(new Call(
            'GET',
            '/api/v1/account/usage',
            query: [
                'from' => $from,
                'to' => $to,
                'by' => $by,
            ],
            answer: AccountUsagePage::class,
            repeatable: true,
        ), $options);
    }

    /**
     * Get the wallet.
     *
     * What the tenant's wallet holds in the environment, how long that lasts, and its alerts. Free.
     *
     * @return Response<AccountWallet>
     */
    public function getAccountWallet(?RequestOptions $options = null): Response
    {
        return $this->send(new Call(
            'GET',
            '/api/v1/account/wallet',
            answer: AccountWallet::class,
            repeatable: true,
        ), $options);
    }

    /**
     * List events.
     *
     * Your events in the environment, oldest first and without gaps: to continue, set `after` to
     * the `nextCursor` of the previous response. `nextCursor` stays the same as long as there are
     * no new events. Events are kept for 30 days; an older cursor returns 410. Free, with a key of
     * any scope. The same events are sent to webhooks.
     *
     * @param string|null $after The `nextCursor` of an earlier response.
     * @param string|null $types Only events of these types, separated by commas.
     * @param int|null $limit Maximum number of events to return. Default: 20.
     * @return Response<EventList>
     */
    public function listEvents(
        ?string $after = null,
        ?string $types = null,
        ?int $limit = null,
        ?RequestOptions $options = null,
    ): Response {
        return $this->send(new Call(
            'GET',
            '/api/v1/events',
            query: [
                'after' => $after,
                'types' => $types,
                'limit' => $limit,
            ],
            answer: EventList::class,
            repeatable: true,
        ), $options);
    }

    /**
     * Walks through all pages of `listEvents`, one item at a time.
     *
     * @param string|null $after The `nextCursor` of an earlier response.
     * @param string|null $types Only events of these types, separated by commas.
     * @param int|null $limit Maximum number of events to return. Default: 20.
     * @return \Generator<int, Event>
     */
    public function iterateEvents(
        ?string $after = null,
        ?string $types = null,
        ?int $limit = null,
        ?RequestOptions $options = null,
    ): \Generator {
        $first = [
            'after' => $after,
            'types' => $types,
            'limit' => $limit,
        ];
        $page = fn (array $next): Response => $this->listEvents(
                after: $next['after'],
                types: $next['types'],
                limit: $next['limit'],
                options: $options,
            );
        return self::iterate('feed', 'events', $first, $page);
    }

    /**
     * Get a price quote.
     *
     * Returns what one billable response of an endpoint would cost you now, which price rule
     * applies, and what your wallet balance would be afterwards. Free, with a key of any scope.
     *
     * @param string $operationId The endpoint to quote.
     * @return Response<Quote>
     */
    public function getQuote(string $operationId, ?RequestOptions $options = null): Response
    {
        return $this->send(new Call(
            'GET',
            '/api/v1/quote',
            query: [
                'operationId' => $operationId,
            ],
            answer: Quote::class,
            repeatable: true,
        ), $options);
    }
}
