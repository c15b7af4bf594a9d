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
     * The dealing members that an application can go through. Applicants without a CHN need one
     * whose `acceptsNewClients` is true. The sandbox adds two of its own.
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
     * The offers of the environment: open ones first, by closing date, then upcoming ones, then the
     * rest, latest first. A page beyond the end is empty.
     *
     * Charged if it succeeds; `getQuote` says how much.
     *
     * @param int|null $page From 1; 1 if absent.
     * @param int|null $size 20 if absent.
     * @param string|null $status Only offers of this status. One of `OfferStatus`.
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
     * @param string|null $status Only offers of this status. One of `OfferStatus`.
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
     * What the holder of a CHN may take up in a rights issue, by the register of holders at the
     * qualification date: `rightsAvailable` is what the holding gives, and what was bought on the
     * exchange, less what was sold or is taken up by your live application. Not to be on the
     * register is an answer like any other: 200 with `eligible` false. CHN and name are masked.
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
     * Applies for shares of an open offer on behalf of a person. All faults of a request are
     * answered at once, each with its field. One person (BVN, NIN or CHN) may have one live
     * application an offer: a second is 409 `duplicate_subscription`, before any charge. Send an
     * `Idempotency-Key`, so that a repeated request is carried out once.
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
     * The banks whose accounts an application can name. `bankId` and `bankCode` of a subscription
     * come from one entry, whose `active` must be true.
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
     * Look transactions up.
     *
     * Your transactions in the environment, newest first. Without `transactionReference` all of
     * them; with one, that one with its history, or an empty list if there is none. A page beyond
     * the end is empty.
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
     * Reads the holder's address from a document and splits it into fields. The type is told by the
     * file's first bytes: PDF, JPEG, PNG, WebP or TIFF, up to 10 MB and 10 pages; scans and photos
     * as well as text, turned or slanted. One in which nothing can be read is 422
     * `unreadable_document`, free. `full_address` holds only what the document shows; what
     * `hallucination` allows to be filled in is marked in `field_metadata` and asks for review. The
     * document is held in memory while the call lasts, and not stored, unless you agreed to that
     * for training. What was answered and the words of the page, without long numbers, are kept
     * encrypted for 30 days, so that you can say whether it is right. A readable document without
     * an address is 200 with empty fields and confidence 0.
     *
     * Charged if it succeeds; `getQuote` says how much.
     *
     * @param string|null $include Comma list of parts to add to the answer: `regions` (page and
     *   polygon of each field), `document` (type, issuer and its address, holder, dates, age),
     *   `checks` (what a reviewer should know), `match` (against `expected_name` and
     *   `expected_address`), `parts` (premises, street, district, town and so on, each by itself).
     *   With any of them `field_metadata` has all six fields.
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
     * Reads the holder's address from a document and splits it into fields. The type is told by the
     * file's first bytes: PDF, JPEG, PNG, WebP or TIFF, up to 10 MB and 10 pages; scans and photos
     * as well as text, turned or slanted. One in which nothing can be read is 422
     * `unreadable_document`, free. `full_address` holds only what the document shows; what
     * `hallucination` allows to be filled in is marked in `field_metadata` and asks for review. The
     * document is held in memory while the call lasts, and not stored, unless you agreed to that
     * for training. What was answered and the words of the page, without long numbers, are kept
     * encrypted for 30 days, so that you can say whether it is right. A readable document without
     * an address is 200 with empty fields and confidence 0.
     *
     * Charged if it succeeds; `getQuote` says how much.
     *
     * @param string|null $include Comma list of parts to add to the answer: `regions` (page and
     *   polygon of each field), `document` (type, issuer and its address, holder, dates, age),
     *   `checks` (what a reviewer should know), `match` (against `expected_name` and
     *   `expected_address`), `parts` (premises, street, district, town and so on, each by itself).
     *   With any of them `field_metadata` has all six fields.
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
     * Have a document read by and by.
     *
     * Takes a document to be read by and by: up to 15 MB and 30 pages, in the same bodies as the
     * direct calls, in a form or as JSON in either variant, which decides about `field_metadata` in
     * the result. The answer is 202 with the job's place in `Location`; look it up there until it
     * is over. The price is held now (`X-Charge-Reserved`), charged when the job has succeeded, on
     * this call's row of the log, and given back if it fails or is cancelled. The document is kept
     * encrypted until the job ends, and longer only if you agreed to that for training; what was
     * read is kept as for a direct call. A job fails after three attempts that broke off, or after
     * waiting a day; the jobs of several tenants are taken in turns. The end of the job is told to
     * `webhook_url` as the event `poa.job.completed` or `poa.job.failed`, signed with the secret of
     * your oldest webhook endpoint in the environment.
     *
     * Charged if it succeeds; `getQuote` says how much. Sent with an idempotency key, yours or a
     * new one.
     *
     * @param string|null $include Comma list of parts to add to the answer: `regions` (page and
     *   polygon of each field), `document` (type, issuer and its address, holder, dates, age),
     *   `checks` (what a reviewer should know), `match` (against `expected_name` and
     *   `expected_address`), `parts` (premises, street, district, town and so on, each by itself).
     *   With any of them `field_metadata` has all six fields.
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
     * Have a document read by and by.
     *
     * Takes a document to be read by and by: up to 15 MB and 30 pages, in the same bodies as the
     * direct calls, in a form or as JSON in either variant, which decides about `field_metadata` in
     * the result. The answer is 202 with the job's place in `Location`; look it up there until it
     * is over. The price is held now (`X-Charge-Reserved`), charged when the job has succeeded, on
     * this call's row of the log, and given back if it fails or is cancelled. The document is kept
     * encrypted until the job ends, and longer only if you agreed to that for training; what was
     * read is kept as for a direct call. A job fails after three attempts that broke off, or after
     * waiting a day; the jobs of several tenants are taken in turns. The end of the job is told to
     * `webhook_url` as the event `poa.job.completed` or `poa.job.failed`, signed with the secret of
     * your oldest webhook endpoint in the environment.
     *
     * Charged if it succeeds; `getQuote` says how much. Sent with an idempotency key, yours or a
     * new one.
     *
     * @param string|null $include Comma list of parts to add to the answer: `regions` (page and
     *   polygon of each field), `document` (type, issuer and its address, holder, dates, age),
     *   `checks` (what a reviewer should know), `match` (against `expected_name` and
     *   `expected_address`), `parts` (premises, street, district, town and so on, each by itself).
     *   With any of them `field_metadata` has all six fields.
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
     * Look a job up.
     *
     * How far a job is and, once it has succeeded, its result. Free unless the price book says
     * otherwise: what the job itself costs was held at its creation. The answer has an
     * `X-Request-Id` of its own. Ask again after the seconds of `Retry-After` while `status` is
     * `queued` or `processing`. `result` is what a direct call answers in `data`, with the parts
     * that `include` asks for here or did at the creation; it is kept until `expires_at` (seven
     * days, unless the operator chose otherwise), the record for 23 days more. A job of another
     * tenant or of the other environment is 404, like one that never was.
     *
     * @param string|null $include Comma list of parts to add to the answer: `regions` (page and
     *   polygon of each field), `document` (type, issuer and its address, holder, dates, age),
     *   `checks` (what a reviewer should know), `match` (against `expected_name` and
     *   `expected_address`), `parts` (premises, street, district, town and so on, each by itself).
     *   With any of them `field_metadata` has all six fields.
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
     * Call a job off.
     *
     * Calls off a job that is queued or being read: its document is removed and what was held for
     * it is given back, at once. Free. A job that was cancelled before is answered again; one that
     * succeeded, failed or expired is 409 `job_not_cancellable`. No body is needed.
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
     * Say whether an address is right.
     *
     * Says whether an address was read right: `"correct": true`, or the right values of the fields
     * you checked. `request_id` is that of the answer of a direct call, or of the job. Free. An
     * empty text says that the document shows no such value; a field that is left out is not
     * judged. Sent again it takes the place of what was said before. It can be sent while the
     * reading is kept: 30 days, unless the operator set another time, and once something was said
     * up to 90 days. The reading, without the document, is then kept for a year to measure and to
     * train the reader.
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
     * Look many companies up.
     *
     * Looks up to 1,000 companies up by and by, as the look-up by RC number does one. The price of
     * all of them is held at once, so that a wallet that could not pay is 402 before anything is
     * looked up. When the batch ends, what was found is charged, and the rest is given back: a
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
     * Look a batch up.
     *
     * How far a batch is, and what was found so far costs. Free. A batch of another tenant or of
     * the other environment is 404, like one that never was.
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
     * Call a batch off.
     *
     * Looks nothing more up: what was found before is charged and its results stay, the rest of
     * what was held is given back, at once. The call itself is free. A batch that was called off
     * before is answered again; one that has ended is 409 `batch_not_cancellable`. No body is
     * needed.
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
     * List the results of a batch.
     *
     * What each company's look-up came to, in the order in which they were asked for, also while
     * the batch goes on. Free.
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
     * Entities whose names hold every word of `name`, the last one at least as the beginning of a
     * word. Marks, case, punctuation and legal forms do not matter. The nearest names come first:
     * the name itself, then those that begin with its words, then those with fewer words beside
     * them; active entities before others.
     *
     * Charged if it succeeds; `getQuote` says how much.
     *
     * @param string $name Words of the name, with at least three letters or digits other than
     *   those of its legal form, and at most 10 words or 300 characters: `ifedapo micro`.
     * @param string|null $entityType Only entities of this kind. Case does not matter. One of
     *   `EntityType`.
     * @param string|null $state Only with a registered address in this state: `Lagos`, up to 60
     *   characters.
     * @param string|null $status Only entities of this status. One of `RegistrationStatus`.
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
     * @param string $name Words of the name, with at least three letters or digits other than
     *   those of its legal form, and at most 10 words or 300 characters: `ifedapo micro`.
     * @param string|null $entityType Only entities of this kind. Case does not matter. One of
     *   `EntityType`.
     * @param string|null $state Only with a registered address in this state: `Lagos`, up to 60
     *   characters.
     * @param string|null $status Only entities of this status. One of `RegistrationStatus`.
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
     * Who is behind a company that gave you a consent code: directors, shareholders, secretaries,
     * persons with significant control, proprietors, partners, trustees. One entry a person, with
     * all their `roles`; `affiliateType` is the most senior role that is still held. Who resigned
     * is listed last, and marked. The list is never cut.
     *
     * Charged if it succeeds; `getQuote` says how much.
     *
     * @param string $vrcNumber The consent code (verified registration number, VRC) that the
     *   company gave you: ten letters and digits.
     * @param string|null $include `all` also lists who only filed the papers (`PRESENTER`) or
     *   witnessed them (`WITNESS`). One of `AffiliatesToInclude`.
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
     * What the registry calls the assets of a company: the charges registered over them
     * (debentures, mortgages, bills of sale), all of them, whether satisfied or not. It is no list
     * of what the company owns. The list is never cut; `totalCount` is its length.
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
     * Get the certificate.
     *
     * The certificate of registration of an entity: that it is registered, since when, as what, how
     * it stands, and where. The answer is a PDF to download. With `Accept: application/json` it is
     * JSON with the file in `contentBase64`. It is drawn from the register's record, embeds its
     * fonts, and carries a verification code: whoever holds a copy can see at `verifyUrl`, without
     * a key, what was drawn under the code and whether the register still says so. Where the
     * registry itself makes the document, its own PDF is passed on as it is, and there is no code
     * of ours. 404 `document_not_available` where there is none, never an empty file. In the
     * sandbox every page is marked SPECIMEN and says that it was made from test data and not issued
     * by the Commission.
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
     * Get the certificate, as PDF.
     *
     * The certificate of registration of an entity: that it is registered, since when, as what, how
     * it stands, and where. The answer is a PDF to download. With `Accept: application/json` it is
     * JSON with the file in `contentBase64`. It is drawn from the register's record, embeds its
     * fonts, and carries a verification code: whoever holds a copy can see at `verifyUrl`, without
     * a key, what was drawn under the code and whether the register still says so. Where the
     * registry itself makes the document, its own PDF is passed on as it is, and there is no code
     * of ours. 404 `document_not_available` where there is none, never an empty file. In the
     * sandbox every page is marked SPECIMEN and says that it was made from test data and not issued
     * by the Commission.
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
     * The whole record of the entity of one kind under a number. Send `entityType` or a prefix:
     * numbers are unique per kind of entity only. Without either, the company answers and the
     * others are listed in `alternatives`. Beyond what the look-up by RC number gives, it has
     * addresses of branches and head office, objectives, and whether the entity was struck off or
     * delisted; what the register does not say is null, or an empty list.
     *
     * Charged if it succeeds; `getQuote` says how much.
     *
     * @param string $rcNumber The registration number, with or without `RC`, `BN`, `IT`, `LP` or
     *   `LLP` before it: `1885308`, `RC-1885308`, `BN 9003619`. Leading zeros do not matter. `RC`
     *   is written before any number; the other prefixes find only the kind that they say.
     * @param string|null $entityType Finds only this kind of entity. Case does not matter. One of
     *   `EntityType`.
     * @param int|null $maxAge How old the record may be at most, in seconds: 0 asks the registry
     *   now. It only asks for fresher than the operator allows; a register that is imported cannot
     *   be fresher than its import, and says `stale` then.
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
     * The tax identification number (TIN) of a company by its registration number. Where several
     * kinds of entity share the number, the company answers and the others are listed in
     * `alternatives`, unless a prefix or `entityType` says which is meant. A company without a
     * number is 404 `tin_not_found`; one can be generated.
     *
     * Charged if it succeeds; `getQuote` says how much.
     *
     * @param string $rcNumber The registration number, with or without `RC`, `BN`, `IT`, `LP` or
     *   `LLP` before it: `1885308`, `RC-1885308`, `BN 9003619`. Leading zeros do not matter. `RC`
     *   is written before any number; the other prefixes find only the kind that they say.
     * @param string|null $entityType Finds only this kind of entity. Case does not matter. One of
     *   `EntityType`.
     * @param int|null $maxAge How old the record may be at most, in seconds: 0 asks the registry
     *   now. It only asks for fresher than the operator allows; a register that is imported cannot
     *   be fresher than its import, and says `stale` then.
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
     * Whether a name is the one registered under a number. A name that differs is an answer, not an
     * error: `isMatch` is false and `differences` says why. `matchResult` is `EXACT` (equal but for
     * case and spaces, score 1), `NORMALIZED` (equal but for punctuation, abbreviations such as
     * Ltd, Nig, Int'l or &, and marks on letters, 0.99), `PARTIAL` (a slip, a word or the legal
     * form left out, 0.85 to 0.98: have a person look) or `MISMATCH` (up to 0.84). Names of
     * different legal forms never match: an Ltd is not a Plc, and a business name is not the
     * company of the same words.
     *
     * Charged if it succeeds; `getQuote` says how much.
     *
     * @param string $rcNumber The registration number, with or without `RC`, `BN`, `IT`, `LP` or
     *   `LLP` before it: `1885308`, `RC-1885308`, `BN 9003619`. Leading zeros do not matter. `RC`
     *   is written before any number; the other prefixes find only the kind that they say.
     * @param string|null $entityType Finds only this kind of entity. Case does not matter. One of
     *   `EntityType`.
     * @param int|null $maxAge How old the record may be at most, in seconds: 0 asks the registry
     *   now. It only asks for fresher than the operator allows; a register that is imported cannot
     *   be fresher than its import, and says `stale` then.
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
     * Who is registered under a number, and how the entity stands. Numbers are unique per kind of
     * entity only: where several kinds share one, the company answers and the others are listed in
     * `alternatives`, unless a prefix or `entityType` says which is meant. An entity that is not
     * active is found like any other: look at `registrationStatus`.
     *
     * Charged if it succeeds; `getQuote` says how much.
     *
     * @param string $rcNumber The registration number, with or without `RC`, `BN`, `IT`, `LP` or
     *   `LLP` before it: `1885308`, `RC-1885308`, `BN 9003619`. Leading zeros do not matter. `RC`
     *   is written before any number; the other prefixes find only the kind that they say.
     * @param string|null $entityType Finds only this kind of entity. Case does not matter. One of
     *   `EntityType`.
     * @param int|null $maxAge How old the record may be at most, in seconds: 0 asks the registry
     *   now. It only asks for fresher than the operator allows; a register that is imported cannot
     *   be fresher than its import, and says `stale` then.
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
     * Who has a tax identification number (TIN). Both forms in use are read: the Tax ID of thirteen
     * digits, and the legacy number of eight and four digits. A company that is not active is found
     * like any other: look at `registrationStatus` and `tinStatus`.
     *
     * Charged if it succeeds; `getQuote` says how much.
     *
     * @param string $tin The tax number: `4656854985337`, `09521882-0001`. Spaces do not matter,
     *   and the hyphen may be left out.
     * @param int|null $maxAge How old the record may be at most, in seconds: 0 asks the registry
     *   now. It only asks for fresher than the operator allows; a register that is imported cannot
     *   be fresher than its import, and says `stale` then.
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
     * Gives a company its tax identification number (TIN): generates one, or retrieves the one it
     * has. A number is generated once; whoever asks again, or at the same time, is given the same.
     * The price of generating is reserved; a retrieval is charged as a look-up. All faults of a
     * request are answered at once, each with its field. Send an `Idempotency-Key`, so that a
     * repeated request is answered as the first one was.
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
     * What an entity told the register that it does, one item a line, the first of them the main
     * one. An entity whose record names none answers with an empty list. Send `entityType` or a
     * prefix: numbers are unique per kind of entity only. Without either, the company answers and
     * the others are listed in `alternatives`.
     *
     * Charged if it succeeds; `getQuote` says how much.
     *
     * @param string $rcNumber The registration number, with or without `RC`, `BN`, `IT`, `LP` or
     *   `LLP` before it: `1885308`, `RC-1885308`, `BN 9003619`. Leading zeros do not matter. `RC`
     *   is written before any number; the other prefixes find only the kind that they say.
     * @param string|null $entityType Finds only this kind of entity. Case does not matter. One of
     *   `EntityType`.
     * @param int|null $maxAge How old the record may be at most, in seconds: 0 asks the registry
     *   now. It only asks for fresher than the operator allows; a register that is imported cannot
     *   be fresher than its import, and says `stale` then.
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
     * The record of a company that gave you a consent code, with its objectives, its phone number,
     * and how many people the register lists for it. What the register does not say is null, or an
     * empty list.
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
     * The nominal share capital of a company that gave you a consent code, what of it is issued and
     * paid up, and whether the parts fit together: what does not is said in `notes`. Money is in
     * the unit of `currency`. What the register does not say is null; a business name, trustees or
     * a partnership have no share capital, and `notes` says so.
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
     * Who holds the shares of a company that gave you a consent code. Percentages are of the shares
     * issued; they are rounded so that they add up to exactly 100 where the holdings do. Where they
     * do not, the answer says so: `percentageTotal`, `unallocatedShares` (issued, and on nobody's
     * name), `overallocatedShares` (listed beyond those issued) and `note`. Holdings given up are
     * listed last, marked by their `status`, and count nowhere.
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
     * Get the status report.
     *
     * Everything the register says of an entity, for people: its row and objectives, its share
     * capital, who directs it, who holds its shares and whether they add up, who controls it, and
     * the charges over its assets. The answer is a PDF to download. With `Accept: application/json`
     * it is JSON with the file in `contentBase64`. It is drawn from the register's record, embeds
     * its fonts, and carries a verification code: whoever holds a copy can see at `verifyUrl`,
     * without a key, what was drawn under the code and whether the register still says so. Where
     * the registry itself makes the document, its own PDF is passed on as it is, and there is no
     * code of ours. 404 `document_not_available` where there is none, never an empty file. In the
     * sandbox every page is marked SPECIMEN and says that it was made from test data and not issued
     * by the Commission.
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
     * Get the status report, as PDF.
     *
     * Everything the register says of an entity, for people: its row and objectives, its share
     * capital, who directs it, who holds its shares and whether they add up, who controls it, and
     * the charges over its assets. The answer is a PDF to download. With `Accept: application/json`
     * it is JSON with the file in `contentBase64`. It is drawn from the register's record, embeds
     * its fonts, and carries a verification code: whoever holds a copy can see at `verifyUrl`,
     * without a key, what was drawn under the code and whether the register still says so. Where
     * the registry itself makes the document, its own PDF is passed on as it is, and there is no
     * code of ours. 404 `document_not_available` where there is none, never an empty file. In the
     * sandbox every page is marked SPECIMEN and says that it was made from test data and not issued
     * by the Commission.
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
     * From now on the event `company.changed` says when the record of a company changes: in an
     * import of the operator's, or when a look-up of anyone's is answered anew by the registry.
     * `changes` lists what changed, of `NAME_CHANGED`, `STATUS_CHANGED`, `COMPANY_DISSOLVED`,
     * `ADDRESS_CHANGED`, `DIRECTOR_ADDED`, `DIRECTOR_REMOVED` and `SHAREHOLDERS_CHANGED`; the
     * record itself is a look-up away. Free, and so are the events. To watch a company twice
     * changes nothing.
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
     * The companies that the tenant watches in the environment, the newest first. Free.
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
     * End a watch.
     *
     * No more events about the company. Free. A watch of another tenant or of the other environment
     * is 404, like one that never was.
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

/** The caller's own account. */
final class AccountApi extends Group
{
    protected const GROUP = 'account';

    /**
     * Get the account.
     *
     * The calling tenant, which products are on for it, and the key of the call with what it may
     * call and until when. Free.
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
     * List movements.
     *
     * What moved in the tenant's wallet in the environment, the newest first. Free.
     *
     * @param string|null $cursor `nextCursor` of the page before.
     * @param int|null $limit Items at most; 20 if absent.
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
     * @param string|null $cursor `nextCursor` of the page before.
     * @param int|null $limit Items at most; 20 if absent.
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
     * List the limits.
     *
     * How fast the tenant may call in the environment: each key has a bucket of its own, and all
     * keys together have one where the operator set a limit. Free.
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
     * List the prices.
     *
     * What each charged endpoint costs the tenant in the environment, by which rule, and what was
     * announced for later. Endpoints that are never charged are left out. Free.
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
     * List calls.
     *
     * The tenant's calls in the environment, of all its keys, the newest first; only those that fit
     * every parameter. Follow `nextCursor` until it is null: where few calls fit, a page may have
     * fewer items than `limit`, or none, before the end. Nothing that a call sent or was answered
     * is told. Free.
     *
     * @param string|null $from Arrived at this moment or later.
     * @param string|null $until Arrived before this moment.
     * @param string|null $service To endpoints of this product.
     * @param string|null $operationId To this endpoint.
     * @param string|null $status Answered so: `404`, or a class: `4xx`.
     * @param string|null $errorCode Answered with this error.
     * @param string|null $keyId With this key.
     * @param bool|null $charged Whether it cost something.
     * @param string|null $requestId Only this call.
     * @param string|null $cursor `nextCursor` of the page before.
     * @param int|null $limit Items at most; 20 if absent.
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
     * @param string|null $from Arrived at this moment or later.
     * @param string|null $until Arrived before this moment.
     * @param string|null $service To endpoints of this product.
     * @param string|null $operationId To this endpoint.
     * @param string|null $status Answered so: `404`, or a class: `4xx`.
     * @param string|null $errorCode Answered with this error.
     * @param string|null $keyId With this key.
     * @param bool|null $charged Whether it cost something.
     * @param string|null $requestId Only this call.
     * @param string|null $cursor `nextCursor` of the page before.
     * @param int|null $limit Items at most; 20 if absent.
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
     * Get a call.
     *
     * A call of the tenant in the environment, by the `X-Request-Id` of its answer. Free.
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
     * List statements.
     *
     * The months in Lagos of which the wallet has a statement, the newest first, from the present
     * one back to that in which the tenant was made. Free.
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
     * The wallet's month in the environment, from opening to closing balance, as `Accept` asks: the
     * sums as JSON, every line as CSV (up to 100,000 of them), or a paper as PDF. Every line names
     * its request. Free.
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
     * The wallet's month in the environment, from opening to closing balance, as `Accept` asks: the
     * sums as JSON, every line as CSV (up to 100,000 of them), or a paper as PDF. Every line names
     * its request. Free.
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
     * The wallet's month in the environment, from opening to closing balance, as `Accept` asks: the
     * sums as JSON, every line as CSV (up to 100,000 of them), or a paper as PDF. Every line names
     * its request. Free.
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
     * Get the usage.
     *
     * Calls and charges of the tenant in the environment, by day in Lagos or by endpoint, of at
     * most 92 days. Days that are touched count whole. It follows the log within seconds. Free.
     *
     * @param string|null $from Thirty days before `to` if absent.
     * @param string|null $to Before this moment; now if absent.
     * @param string|null $by `day` if absent. One of `UsageBy`.
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
     * What happened to the calling tenant in the environment, the oldest first and without gaps:
     * call again with `after` set to the `nextCursor` of the answer before. It is the same
     * `nextCursor` as long as nothing new happened. Events are kept for 30 days; a cursor from
     * before that is answered with 410. Free; any key may ask. The same events are sent to
     * webhooks.
     *
     * @param string|null $after The `nextCursor` of an earlier answer.
     * @param string|null $types Only these types, parted by commas.
     * @param int|null $limit How many at most; 20 if absent.
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
     * @param string|null $after The `nextCursor` of an earlier answer.
     * @param string|null $types Only these types, parted by commas.
     * @param int|null $limit How many at most; 20 if absent.
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
     * Quote a call.
     *
     * What one billable answer of an endpoint would cost the calling tenant now, by which rule, and
     * what the wallet would hold after it. Free; any key may ask.
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
