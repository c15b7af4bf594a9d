"""Written by clients/generator from clients/openapi.json. Do not edit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from .http import Call, Group, KofaResponse, RequestOptions, iterate, wait_for
from .models import (
    Account,
    AccountLimitPage,
    AccountPricePage,
    AccountStatementPage,
    AccountUsagePage,
    AccountWallet,
    AddressData,
    Affiliates,
    AffiliatesToInclude,
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
    DocumentFile,
    DryRunData,
    EntityType,
    Event,
    EventList,
    ExtractBase64Request,
    ExtractForm,
    FeedbackData,
    FeedbackRequest,
    GenerateTinRequest,
    GeneratedTin,
    JobCreated,
    JobForm,
    JobRecord,
    JobRequestBody,
    LedgerRow,
    LedgerRowPage,
    LinesOfBusiness,
    OfferPage,
    OfferRecord,
    OfferStatus,
    OfferType,
    Quote,
    RegistrationStatus,
    RequestRow,
    RequestRowPage,
    RightsRecord,
    SecureCompany,
    ShareCapital,
    ShareDistribution,
    Statement,
    SubscribeData,
    SubscribeRequest,
    Transaction,
    TransactionPage,
    TransactionsRequest,
    UsageBy,
)


class IpoApi(Group):
    """Offers and subscriptions."""

    _group = "ipo"

    def list_brokers(self, *, options: RequestOptions | None = None) -> KofaResponse[BrokerList]:
        """List brokers.

        The dealing members that an application can go through. Applicants without a CHN need one
        whose `acceptsNewClients` is true. The sandbox adds two of its own.

        Charged if it succeeds; `get_quote` says how much.
        """
        call = Call(
            "GET",
            "/api/exchange-invest/brokers",
            enveloped=True,
            repeatable=True,
        )
        return self._send(call, BrokerList, options)

    def list_offers(
        self,
        *,
        page: int | None = None,
        size: int | None = None,
        status: OfferStatus | None = None,
        offer_type: OfferType | None = None,
        options: RequestOptions | None = None,
    ) -> KofaResponse[OfferPage]:
        """List offers.

        The offers of the environment: open ones first, by closing date, then upcoming ones, then
        the rest, latest first. A page beyond the end is empty.

        Charged if it succeeds; `get_quote` says how much.

        `page`: From 1; 1 if absent.

        `size`: 20 if absent.

        `status`: Only offers of this status.

        `offer_type`: Only offers of this type.
        """
        call = Call(
            "GET",
            "/api/exchange-invest/offers",
            query={"page": page, "size": size, "status": status, "offerType": offer_type},
            enveloped=True,
            repeatable=True,
        )
        return self._send(call, OfferPage, options)

    def iterate_offers(
        self,
        *,
        page: int | None = None,
        size: int | None = None,
        status: OfferStatus | None = None,
        offer_type: OfferType | None = None,
        options: RequestOptions | None = None,
    ) -> Iterator[OfferRecord]:
        """Walks through all pages of `list_offers`, one item at a time."""
        first = {"page": page, "size": size, "status": status, "offer_type": offer_type}
        return iterate(
            "page", "offers", first,
            lambda more: self.list_offers(**more, options=options),
        )

    def get_rights_eligibility(
        self,
        *,
        offer: str,
        chn: str,
        options: RequestOptions | None = None,
    ) -> KofaResponse[RightsRecord]:
        """Check rights eligibility.

        What the holder of a CHN may take up in a rights issue, by the register of holders at the
        qualification date: `rightsAvailable` is what the holding gives, and what was bought on
        the exchange, less what was sold or is taken up by your live application. Not to be on
        the register is an answer like any other: 200 with `eligible` false. CHN and name are
        masked.

        Charged if it succeeds; `get_quote` says how much.

        `offer`: The `id` of an offer from GET /api/exchange-invest/offers.

        `chn`: The Clearing House Number. Case, spaces and hyphens do not matter.
        """
        call = Call(
            "GET",
            "/api/exchange-invest/rights-eligibility",
            query={"offer": offer, "chn": chn},
            enveloped=True,
            repeatable=True,
        )
        return self._send(call, RightsRecord, options)

    def subscribe(
        self,
        request: SubscribeRequest,
        *,
        options: RequestOptions | None = None,
    ) -> KofaResponse[SubscribeData]:
        """Apply for shares.

        Applies for shares of an open offer on behalf of a person. All faults of a request are
        answered at once, each with its field. One person (BVN, NIN or CHN) may have one live
        application an offer: a second is 409 `duplicate_subscription`, before any charge. Send
        an `Idempotency-Key`, so that a repeated request is carried out once.

        Charged if it succeeds; `get_quote` says how much. Sent with an idempotency key, yours or
        a new one.
        """
        call = Call(
            "POST",
            "/api/exchange-invest/subscribe",
            json=request,
            enveloped=True,
            idempotent=True,
            repeatable=True,
        )
        return self._send(call, SubscribeData, options)

    def validate_subscription(
        self,
        request: SubscribeRequest,
        *,
        options: RequestOptions | None = None,
    ) -> KofaResponse[DryRunData]:
        """Check an application.

        Checks an application as a real one; stores, submits and charges nothing.
        """
        call = Call(
            "POST",
            "/api/exchange-invest/subscribe",
            query={"validateOnly": "true"},
            json=request,
            enveloped=True,
        )
        return self._send(call, DryRunData, options)

    def list_supported_banks(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> KofaResponse[BankList]:
        """List supported banks.

        The banks whose accounts an application can name. `bankId` and `bankCode` of a
        subscription come from one entry, whose `active` must be true.

        Charged if it succeeds; `get_quote` says how much.
        """
        call = Call(
            "GET",
            "/api/exchange-invest/supported-banks",
            enveloped=True,
            repeatable=True,
        )
        return self._send(call, BankList, options)

    def list_transactions(
        self,
        request: TransactionsRequest,
        *,
        options: RequestOptions | None = None,
    ) -> KofaResponse[TransactionPage]:
        """Look transactions up.

        Your transactions in the environment, newest first. Without `transactionReference` all of
        them; with one, that one with its history, or an empty list if there is none. A page
        beyond the end is empty.

        Charged if it succeeds; `get_quote` says how much.
        """
        call = Call(
            "POST",
            "/api/exchange-invest/transactions",
            json=request,
            enveloped=True,
        )
        return self._send(call, TransactionPage, options)

    def iterate_transactions(
        self,
        request: TransactionsRequest,
        *,
        options: RequestOptions | None = None,
    ) -> Iterator[Transaction]:
        """Walks through all pages of `list_transactions`, one item at a time."""
        first = {"page": request.page}
        return iterate(
            "page", "transactions", first,
            lambda more: self.list_transactions(replace(request, **more), options=options),
        )


class ProofOfAddressApi(Group):
    """Addresses read from documents."""

    _group = "proof_of_address"

    def extract_address(
        self,
        request: ExtractForm,
        *,
        include: str | None = None,
        options: RequestOptions | None = None,
    ) -> KofaResponse[AddressData]:
        """Extract an address from a file.

        Reads the holder's address from a document and splits it into fields. The type is told by
        the file's first bytes: PDF, JPEG, PNG, WebP or TIFF, up to 10 MB and 10 pages; scans and
        photos as well as text, turned or slanted. One in which nothing can be read is 422
        `unreadable_document`, free. `full_address` holds only what the document shows; what
        `hallucination` allows to be filled in is marked in `field_metadata` and asks for review.
        The document is held in memory while the call lasts, and not stored, unless you agreed to
        that for training. What was answered and the words of the page, without long numbers, are
        kept encrypted for 30 days, so that you can say whether it is right. A readable document
        without an address is 200 with empty fields and confidence 0.

        Charged if it succeeds; `get_quote` says how much.

        `include`: Comma list of parts to add to the answer: `regions` (page and polygon of each
        field), `document` (type, issuer and its address, holder, dates, age), `checks` (what a
        reviewer should know), `match` (against `expected_name` and `expected_address`), `parts`
        (premises, street, district, town and so on, each by itself). With any of them
        `field_metadata` has all six fields.
        """
        call = Call(
            "POST",
            "/api/v1/proof-of-address/extract",
            query={"include": include},
            form=request,
            enveloped=True,
        )
        return self._send(call, AddressData, options)

    def extract_address_base64(
        self,
        request: ExtractBase64Request,
        *,
        include: str | None = None,
        options: RequestOptions | None = None,
    ) -> KofaResponse[AddressData]:
        """Extract an address from base64.

        Reads the holder's address from a document and splits it into fields. The type is told by
        the file's first bytes: PDF, JPEG, PNG, WebP or TIFF, up to 10 MB and 10 pages; scans and
        photos as well as text, turned or slanted. One in which nothing can be read is 422
        `unreadable_document`, free. `full_address` holds only what the document shows; what
        `hallucination` allows to be filled in is marked in `field_metadata` and asks for review.
        The document is held in memory while the call lasts, and not stored, unless you agreed to
        that for training. What was answered and the words of the page, without long numbers, are
        kept encrypted for 30 days, so that you can say whether it is right. A readable document
        without an address is 200 with empty fields and confidence 0.

        Charged if it succeeds; `get_quote` says how much.

        `include`: Comma list of parts to add to the answer: `regions` (page and polygon of each
        field), `document` (type, issuer and its address, holder, dates, age), `checks` (what a
        reviewer should know), `match` (against `expected_name` and `expected_address`), `parts`
        (premises, street, district, town and so on, each by itself). With any of them
        `field_metadata` has all six fields.
        """
        call = Call(
            "POST",
            "/api/v1/proof-of-address/extract-base64",
            query={"include": include},
            json=request,
            enveloped=True,
        )
        return self._send(call, AddressData, options)

    def create_extraction_job(
        self,
        request: JobForm,
        *,
        include: str | None = None,
        options: RequestOptions | None = None,
    ) -> KofaResponse[JobCreated]:
        """Have a document read by and by.

        Takes a document to be read by and by: up to 15 MB and 30 pages, in the same bodies as
        the direct calls, in a form or as JSON in either variant, which decides about
        `field_metadata` in the result. The answer is 202 with the job's place in `Location`;
        look it up there until it is over. The price is held now (`X-Charge-Reserved`), charged
        when the job has succeeded, on this call's row of the log, and given back if it fails or
        is cancelled. The document is kept encrypted until the job ends, and longer only if you
        agreed to that for training; what was read is kept as for a direct call. A job fails
        after three attempts that broke off, or after waiting a day; the jobs of several tenants
        are taken in turns. The end of the job is told to `webhook_url` as the event
        `poa.job.completed` or `poa.job.failed`, signed with the secret of your oldest webhook
        endpoint in the environment.

        Charged if it succeeds; `get_quote` says how much. Sent with an idempotency key, yours or
        a new one.

        `include`: Comma list of parts to add to the answer: `regions` (page and polygon of each
        field), `document` (type, issuer and its address, holder, dates, age), `checks` (what a
        reviewer should know), `match` (against `expected_name` and `expected_address`), `parts`
        (premises, street, district, town and so on, each by itself). With any of them
        `field_metadata` has all six fields.
        """
        call = Call(
            "POST",
            "/api/v1/proof-of-address/extract/jobs",
            query={"include": include},
            form=request,
            idempotent=True,
            repeatable=True,
        )
        return self._send(call, JobCreated, options)

    def create_extraction_job_base64(
        self,
        request: JobRequestBody,
        *,
        include: str | None = None,
        options: RequestOptions | None = None,
    ) -> KofaResponse[JobCreated]:
        """Have a document read by and by.

        Takes a document to be read by and by: up to 15 MB and 30 pages, in the same bodies as
        the direct calls, in a form or as JSON in either variant, which decides about
        `field_metadata` in the result. The answer is 202 with the job's place in `Location`;
        look it up there until it is over. The price is held now (`X-Charge-Reserved`), charged
        when the job has succeeded, on this call's row of the log, and given back if it fails or
        is cancelled. The document is kept encrypted until the job ends, and longer only if you
        agreed to that for training; what was read is kept as for a direct call. A job fails
        after three attempts that broke off, or after waiting a day; the jobs of several tenants
        are taken in turns. The end of the job is told to `webhook_url` as the event
        `poa.job.completed` or `poa.job.failed`, signed with the secret of your oldest webhook
        endpoint in the environment.

        Charged if it succeeds; `get_quote` says how much. Sent with an idempotency key, yours or
        a new one.

        `include`: Comma list of parts to add to the answer: `regions` (page and polygon of each
        field), `document` (type, issuer and its address, holder, dates, age), `checks` (what a
        reviewer should know), `match` (against `expected_name` and `expected_address`), `parts`
        (premises, street, district, town and so on, each by itself). With any of them
        `field_metadata` has all six fields.
        """
        call = Call(
            "POST",
            "/api/v1/proof-of-address/extract/jobs",
            query={"include": include},
            json=request,
            idempotent=True,
            repeatable=True,
        )
        return self._send(call, JobCreated, options)

    def get_extraction_job(
        self,
        request_id: str,
        *,
        include: str | None = None,
        options: RequestOptions | None = None,
    ) -> KofaResponse[JobRecord]:
        """Look a job up.

        How far a job is and, once it has succeeded, its result. Free unless the price book says
        otherwise: what the job itself costs was held at its creation. The answer has an
        `X-Request-Id` of its own. Ask again after the seconds of `Retry-After` while `status` is
        `queued` or `processing`. `result` is what a direct call answers in `data`, with the
        parts that `include` asks for here or did at the creation; it is kept until `expires_at`
        (seven days, unless the operator chose otherwise), the record for 23 days more. A job of
        another tenant or of the other environment is 404, like one that never was.

        `include`: Comma list of parts to add to the answer: `regions` (page and polygon of each
        field), `document` (type, issuer and its address, holder, dates, age), `checks` (what a
        reviewer should know), `match` (against `expected_name` and `expected_address`), `parts`
        (premises, street, district, town and so on, each by itself). With any of them
        `field_metadata` has all six fields.
        """
        call = Call(
            "GET",
            f"/api/v1/proof-of-address/jobs/{self._quote(request_id)}",
            query={"include": include},
            repeatable=True,
        )
        return self._send(call, JobRecord, options)

    def cancel_extraction_job(
        self,
        request_id: str,
        *,
        options: RequestOptions | None = None,
    ) -> KofaResponse[JobRecord]:
        """Call a job off.

        Calls off a job that is queued or being read: its document is removed and what was held
        for it is given back, at once. Free. A job that was cancelled before is answered again;
        one that succeeded, failed or expired is 409 `job_not_cancellable`. No body is needed.
        """
        call = Call(
            "POST",
            f"/api/v1/proof-of-address/jobs/{self._quote(request_id)}/cancel",
        )
        return self._send(call, JobRecord, options)

    def send_extraction_feedback(
        self,
        request_id: str,
        request: FeedbackRequest,
        *,
        options: RequestOptions | None = None,
    ) -> KofaResponse[FeedbackData]:
        """Say whether an address is right.

        Says whether an address was read right: `"correct": true`, or the right values of the
        fields you checked. `request_id` is that of the answer of a direct call, or of the job.
        Free. An empty text says that the document shows no such value; a field that is left out
        is not judged. Sent again it takes the place of what was said before. It can be sent
        while the reading is kept: 30 days, unless the operator set another time, and once
        something was said up to 90 days. The reading, without the document, is then kept for a
        year to measure and to train the reader.
        """
        call = Call(
            "POST",
            f"/api/v1/proof-of-address/{self._quote(request_id)}/feedback",
            json=request,
            enveloped=True,
        )
        return self._send(call, FeedbackData, options)

    def wait_for_extraction_job(
        self,
        request_id: str,
        *,
        limit: float = 300,
        interval: float | None = None,
        options: RequestOptions | None = None,
    ) -> KofaResponse[JobRecord]:
        """Calls `get_extraction_job` until it has ended, at most `limit` seconds; then raises
        `WaitError`. How it ended is in `status`. `interval` is the time between two looks, in
        seconds: what the server proposes if not given.
        """
        look = lambda: self.get_extraction_job(request_id, options=options)
        return wait_for(("queued", "processing"), limit, interval, look)


class BusinessRegistryApi(Group):
    """Company records."""

    _group = "business_registry"

    def create_company_batch(
        self,
        request: CompanyBatchRequest,
        *,
        options: RequestOptions | None = None,
    ) -> KofaResponse[CompanyBatch]:
        """Look many companies up.

        Looks up to 1,000 companies up by and by, as the look-up by RC number does one. The price
        of all of them is held at once, so that a wallet that could not pay is 402 before
        anything is looked up. When the batch ends, what was found is charged, and the rest is
        given back: a company that is not found, or whose source fails three times, is free.

        Charged if it succeeds; `get_quote` says how much. Sent with an idempotency key, yours or
        a new one.
        """
        call = Call(
            "POST",
            "/api/v1/company/batches",
            json=request,
            enveloped=True,
            idempotent=True,
            repeatable=True,
        )
        return self._send(call, CompanyBatch, options)

    def get_company_batch(
        self,
        batch_id: str,
        *,
        options: RequestOptions | None = None,
    ) -> KofaResponse[CompanyBatch]:
        """Look a batch up.

        How far a batch is, and what was found so far costs. Free. A batch of another tenant or
        of the other environment is 404, like one that never was.
        """
        call = Call(
            "GET",
            f"/api/v1/company/batches/{self._quote(batch_id)}",
            enveloped=True,
            repeatable=True,
        )
        return self._send(call, CompanyBatch, options)

    def cancel_company_batch(
        self,
        batch_id: str,
        *,
        options: RequestOptions | None = None,
    ) -> KofaResponse[CompanyBatch]:
        """Call a batch off.

        Looks nothing more up: what was found before is charged and its results stay, the rest of
        what was held is given back, at once. The call itself is free. A batch that was called
        off before is answered again; one that has ended is 409 `batch_not_cancellable`. No body
        is needed.
        """
        call = Call(
            "POST",
            f"/api/v1/company/batches/{self._quote(batch_id)}/cancel",
            enveloped=True,
        )
        return self._send(call, CompanyBatch, options)

    def list_company_batch_results(
        self,
        batch_id: str,
        *,
        page: int | None = None,
        size: int | None = None,
        options: RequestOptions | None = None,
    ) -> KofaResponse[CompanyBatchPage]:
        """List the results of a batch.

        What each company's look-up came to, in the order in which they were asked for, also
        while the batch goes on. Free.

        `page`: From 1; 1 if absent.

        `size`: 20 if absent.
        """
        call = Call(
            "GET",
            f"/api/v1/company/batches/{self._quote(batch_id)}/results",
            query={"page": page, "size": size},
            enveloped=True,
            repeatable=True,
        )
        return self._send(call, CompanyBatchPage, options)

    def iterate_company_batch_results(
        self,
        batch_id: str,
        *,
        page: int | None = None,
        size: int | None = None,
        options: RequestOptions | None = None,
    ) -> Iterator[CompanyBatchResult]:
        """Walks through all pages of `list_company_batch_results`, one item at a time."""
        first = {"page": page, "size": size}
        return iterate(
            "page", "results", first,
            lambda more: self.list_company_batch_results(batch_id, **more, options=options),
        )

    def search_companies(
        self,
        *,
        name: str,
        entity_type: EntityType | None = None,
        state: str | None = None,
        status: RegistrationStatus | None = None,
        page: int | None = None,
        size: int | None = None,
        options: RequestOptions | None = None,
    ) -> KofaResponse[CompanySearchPage]:
        """Search companies by name.

        Entities whose names hold every word of `name`, the last one at least as the beginning of
        a word. Marks, case, punctuation and legal forms do not matter. The nearest names come
        first: the name itself, then those that begin with its words, then those with fewer words
        beside them; active entities before others.

        Charged if it succeeds; `get_quote` says how much.

        `name`: Words of the name, with at least three letters or digits other than those of its
        legal form, and at most 10 words or 300 characters: `ifedapo micro`.

        `entity_type`: Only entities of this kind. Case does not matter.

        `state`: Only with a registered address in this state: `Lagos`, up to 60 characters.

        `status`: Only entities of this status.

        `page`: From 1; 1 if absent.

        `size`: 20 if absent.
        """
        call = Call(
            "GET",
            "/api/v1/company/search",
            query={
                "name": name,
                "entityType": entity_type,
                "state": state,
                "status": status,
                "page": page,
                "size": size,
            },
            enveloped=True,
            repeatable=True,
        )
        return self._send(call, CompanySearchPage, options)

    def iterate_companies(
        self,
        *,
        name: str,
        entity_type: EntityType | None = None,
        state: str | None = None,
        status: RegistrationStatus | None = None,
        page: int | None = None,
        size: int | None = None,
        options: RequestOptions | None = None,
    ) -> Iterator[CompanyRecord]:
        """Walks through all pages of `search_companies`, one item at a time."""
        first = {
            "name": name,
            "entity_type": entity_type,
            "state": state,
            "status": status,
            "page": page,
            "size": size,
        }
        return iterate(
            "page", "companies", first,
            lambda more: self.search_companies(**more, options=options),
        )

    def get_affiliates(
        self,
        *,
        vrc_number: str,
        include: AffiliatesToInclude | None = None,
        options: RequestOptions | None = None,
    ) -> KofaResponse[Affiliates]:
        """Get affiliates.

        Who is behind a company that gave you a consent code: directors, shareholders,
        secretaries, persons with significant control, proprietors, partners, trustees. One entry
        a person, with all their `roles`; `affiliateType` is the most senior role that is still
        held. Who resigned is listed last, and marked. The list is never cut.

        Charged if it succeeds; `get_quote` says how much.

        `vrc_number`: The consent code (verified registration number, VRC) that the company gave
        you: ten letters and digits.

        `include`: `all` also lists who only filed the papers (`PRESENTER`) or witnessed them
        (`WITNESS`).
        """
        call = Call(
            "GET",
            "/api/v1/company/validation/affiliates",
            query={"include": include},
            headers={"X-VRC-Number": vrc_number},
            enveloped=True,
            repeatable=True,
        )
        return self._send(call, Affiliates, options)

    def get_assets(
        self,
        *,
        vrc_number: str,
        options: RequestOptions | None = None,
    ) -> KofaResponse[Assets]:
        """Get assets.

        What the registry calls the assets of a company: the charges registered over them
        (debentures, mortgages, bills of sale), all of them, whether satisfied or not. It is no
        list of what the company owns. The list is never cut; `totalCount` is its length.

        Charged if it succeeds; `get_quote` says how much.

        `vrc_number`: The consent code (verified registration number, VRC) that the company gave
        you: ten letters and digits.
        """
        call = Call(
            "GET",
            "/api/v1/company/validation/assets",
            headers={"X-VRC-Number": vrc_number},
            enveloped=True,
            repeatable=True,
        )
        return self._send(call, Assets, options)

    def get_certificate(
        self,
        *,
        vrc_number: str,
        options: RequestOptions | None = None,
    ) -> KofaResponse[DocumentFile]:
        """Get the certificate.

        The certificate of registration of an entity: that it is registered, since when, as what,
        how it stands, and where. The answer is a PDF to download. With `Accept:
        application/json` it is JSON with the file in `contentBase64`. It is drawn from the
        register's record, embeds its fonts, and carries a verification code: whoever holds a
        copy can see at `verifyUrl`, without a key, what was drawn under the code and whether the
        register still says so. Where the registry itself makes the document, its own PDF is
        passed on as it is, and there is no code of ours. 404 `document_not_available` where
        there is none, never an empty file. In the sandbox every page is marked SPECIMEN and says
        that it was made from test data and not issued by the Commission.

        Charged if it succeeds; `get_quote` says how much.

        `vrc_number`: The consent code (verified registration number, VRC) that the company gave
        you: ten letters and digits.
        """
        call = Call(
            "GET",
            "/api/v1/company/validation/certificate",
            headers={"X-VRC-Number": vrc_number},
            enveloped=True,
            repeatable=True,
        )
        return self._send(call, DocumentFile, options)

    def download_certificate_pdf(
        self,
        *,
        vrc_number: str,
        options: RequestOptions | None = None,
    ) -> KofaResponse[bytes]:
        """Get the certificate, as PDF.

        The certificate of registration of an entity: that it is registered, since when, as what,
        how it stands, and where. The answer is a PDF to download. With `Accept:
        application/json` it is JSON with the file in `contentBase64`. It is drawn from the
        register's record, embeds its fonts, and carries a verification code: whoever holds a
        copy can see at `verifyUrl`, without a key, what was drawn under the code and whether the
        register still says so. Where the registry itself makes the document, its own PDF is
        passed on as it is, and there is no code of ours. 404 `document_not_available` where
        there is none, never an empty file. In the sandbox every page is marked SPECIMEN and says
        that it was made from test data and not issued by the Commission.

        Charged if it succeeds; `get_quote` says how much.

        `vrc_number`: The consent code (verified registration number, VRC) that the company gave
        you: ten letters and digits.
        """
        call = Call(
            "GET",
            "/api/v1/company/validation/certificate",
            headers={"X-VRC-Number": vrc_number},
            accept="application/pdf",
            repeatable=True,
        )
        return self._send(call, bytes, options)

    def get_company(
        self,
        *,
        rc_number: str,
        entity_type: EntityType | None = None,
        max_age: int | None = None,
        options: RequestOptions | None = None,
    ) -> KofaResponse[CompanyDetails]:
        """Get a company by number and type.

        The whole record of the entity of one kind under a number. Send `entityType` or a prefix:
        numbers are unique per kind of entity only. Without either, the company answers and the
        others are listed in `alternatives`. Beyond what the look-up by RC number gives, it has
        addresses of branches and head office, objectives, and whether the entity was struck off
        or delisted; what the register does not say is null, or an empty list.

        Charged if it succeeds; `get_quote` says how much.

        `rc_number`: The registration number, with or without `RC`, `BN`, `IT`, `LP` or `LLP`
        before it: `1885308`, `RC-1885308`, `BN 9003619`. Leading zeros do not matter. `RC` is
        written before any number; the other prefixes find only the kind that they say.

        `entity_type`: Finds only this kind of entity. Case does not matter.

        `max_age`: How old the record may be at most, in seconds: 0 asks the registry now. It
        only asks for fresher than the operator allows; a register that is imported cannot be
        fresher than its import, and says `stale` then.
        """
        call = Call(
            "GET",
            "/api/v1/company/validation/company",
            query={"rcNumber": rc_number, "entityType": entity_type, "maxAge": max_age},
            enveloped=True,
            repeatable=True,
        )
        return self._send(call, CompanyDetails, options)

    def get_company_tin(
        self,
        *,
        rc_number: str,
        entity_type: EntityType | None = None,
        max_age: int | None = None,
        options: RequestOptions | None = None,
    ) -> KofaResponse[CompanyTin]:
        """Find a company's tax number.

        The tax identification number (TIN) of a company by its registration number. Where
        several kinds of entity share the number, the company answers and the others are listed
        in `alternatives`, unless a prefix or `entityType` says which is meant. A company without
        a number is 404 `tin_not_found`; one can be generated.

        Charged if it succeeds; `get_quote` says how much.

        `rc_number`: The registration number, with or without `RC`, `BN`, `IT`, `LP` or `LLP`
        before it: `1885308`, `RC-1885308`, `BN 9003619`. Leading zeros do not matter. `RC` is
        written before any number; the other prefixes find only the kind that they say.

        `entity_type`: Finds only this kind of entity. Case does not matter.

        `max_age`: How old the record may be at most, in seconds: 0 asks the registry now. It
        only asks for fresher than the operator allows; a register that is imported cannot be
        fresher than its import, and says `stale` then.
        """
        call = Call(
            "GET",
            "/api/v1/company/validation/company-tin",
            query={"rcNumber": rc_number, "entityType": entity_type, "maxAge": max_age},
            enveloped=True,
            repeatable=True,
        )
        return self._send(call, CompanyTin, options)

    def validate_company_name(
        self,
        *,
        rc_number: str,
        entity_name: str,
        entity_type: EntityType | None = None,
        max_age: int | None = None,
        options: RequestOptions | None = None,
    ) -> KofaResponse[CompanyNameCheck]:
        """Check a company's name.

        Whether a name is the one registered under a number. A name that differs is an answer,
        not an error: `isMatch` is false and `differences` says why. `matchResult` is `EXACT`
        (equal but for case and spaces, score 1), `NORMALIZED` (equal but for punctuation,
        abbreviations such as Ltd, Nig, Int'l or &, and marks on letters, 0.99), `PARTIAL` (a
        slip, a word or the legal form left out, 0.85 to 0.98: have a person look) or `MISMATCH`
        (up to 0.84). Names of different legal forms never match: an Ltd is not a Plc, and a
        business name is not the company of the same words.

        Charged if it succeeds; `get_quote` says how much.

        `rc_number`: The registration number, with or without `RC`, `BN`, `IT`, `LP` or `LLP`
        before it: `1885308`, `RC-1885308`, `BN 9003619`. Leading zeros do not matter. `RC` is
        written before any number; the other prefixes find only the kind that they say.

        `entity_type`: Finds only this kind of entity. Case does not matter.

        `max_age`: How old the record may be at most, in seconds: 0 asks the registry now. It
        only asks for fresher than the operator allows; a register that is imported cannot be
        fresher than its import, and says `stale` then.

        `entity_name`: The name to check, up to 300 characters, with at least one letter or
        digit.
        """
        call = Call(
            "GET",
            "/api/v1/company/validation/company/name",
            query={
                "rcNumber": rc_number,
                "entityType": entity_type,
                "maxAge": max_age,
                "entityName": entity_name,
            },
            enveloped=True,
            repeatable=True,
        )
        return self._send(call, CompanyNameCheck, options)

    def get_company_by_rc(
        self,
        *,
        rc_number: str,
        entity_type: EntityType | None = None,
        max_age: int | None = None,
        options: RequestOptions | None = None,
    ) -> KofaResponse[CompanyRecord]:
        """Find a company by RC number.

        Who is registered under a number, and how the entity stands. Numbers are unique per kind
        of entity only: where several kinds share one, the company answers and the others are
        listed in `alternatives`, unless a prefix or `entityType` says which is meant. An entity
        that is not active is found like any other: look at `registrationStatus`.

        Charged if it succeeds; `get_quote` says how much.

        `rc_number`: The registration number, with or without `RC`, `BN`, `IT`, `LP` or `LLP`
        before it: `1885308`, `RC-1885308`, `BN 9003619`. Leading zeros do not matter. `RC` is
        written before any number; the other prefixes find only the kind that they say.

        `entity_type`: Finds only this kind of entity. Case does not matter.

        `max_age`: How old the record may be at most, in seconds: 0 asks the registry now. It
        only asks for fresher than the operator allows; a register that is imported cannot be
        fresher than its import, and says `stale` then.
        """
        call = Call(
            "GET",
            "/api/v1/company/validation/company/rc",
            query={"rcNumber": rc_number, "entityType": entity_type, "maxAge": max_age},
            enveloped=True,
            repeatable=True,
        )
        return self._send(call, CompanyRecord, options)

    def get_company_by_tin(
        self,
        *,
        tin: str,
        max_age: int | None = None,
        options: RequestOptions | None = None,
    ) -> KofaResponse[CompanyByTin]:
        """Find a company by tax number.

        Who has a tax identification number (TIN). Both forms in use are read: the Tax ID of
        thirteen digits, and the legacy number of eight and four digits. A company that is not
        active is found like any other: look at `registrationStatus` and `tinStatus`.

        Charged if it succeeds; `get_quote` says how much.

        `tin`: The tax number: `4656854985337`, `09521882-0001`. Spaces do not matter, and the
        hyphen may be left out.

        `max_age`: How old the record may be at most, in seconds: 0 asks the registry now. It
        only asks for fresher than the operator allows; a register that is imported cannot be
        fresher than its import, and says `stale` then.
        """
        call = Call(
            "GET",
            "/api/v1/company/validation/company/tin",
            query={"tin": tin, "maxAge": max_age},
            enveloped=True,
            repeatable=True,
        )
        return self._send(call, CompanyByTin, options)

    def generate_company_tin(
        self,
        request: GenerateTinRequest,
        *,
        options: RequestOptions | None = None,
    ) -> KofaResponse[GeneratedTin]:
        """Generate or retrieve a tax number.

        Gives a company its tax identification number (TIN): generates one, or retrieves the one
        it has. A number is generated once; whoever asks again, or at the same time, is given the
        same. The price of generating is reserved; a retrieval is charged as a look-up. All
        faults of a request are answered at once, each with its field. Send an `Idempotency-Key`,
        so that a repeated request is answered as the first one was.

        Charged if it succeeds; `get_quote` says how much. Sent with an idempotency key, yours or
        a new one.
        """
        call = Call(
            "POST",
            "/api/v1/company/validation/company/tin",
            json=request,
            enveloped=True,
            idempotent=True,
            repeatable=True,
        )
        return self._send(call, GeneratedTin, options)

    def get_line_of_business(
        self,
        *,
        rc_number: str,
        entity_type: EntityType | None = None,
        max_age: int | None = None,
        options: RequestOptions | None = None,
    ) -> KofaResponse[LinesOfBusiness]:
        """Get a company's lines of business.

        What an entity told the register that it does, one item a line, the first of them the
        main one. An entity whose record names none answers with an empty list. Send `entityType`
        or a prefix: numbers are unique per kind of entity only. Without either, the company
        answers and the others are listed in `alternatives`.

        Charged if it succeeds; `get_quote` says how much.

        `rc_number`: The registration number, with or without `RC`, `BN`, `IT`, `LP` or `LLP`
        before it: `1885308`, `RC-1885308`, `BN 9003619`. Leading zeros do not matter. `RC` is
        written before any number; the other prefixes find only the kind that they say.

        `entity_type`: Finds only this kind of entity. Case does not matter.

        `max_age`: How old the record may be at most, in seconds: 0 asks the registry now. It
        only asks for fresher than the operator allows; a register that is imported cannot be
        fresher than its import, and says `stale` then.
        """
        call = Call(
            "GET",
            "/api/v1/company/validation/line-of-business",
            query={"rcNumber": rc_number, "entityType": entity_type, "maxAge": max_age},
            enveloped=True,
            repeatable=True,
        )
        return self._send(call, LinesOfBusiness, options)

    def get_secure_company(
        self,
        *,
        vrc_number: str,
        options: RequestOptions | None = None,
    ) -> KofaResponse[SecureCompany]:
        """Get a company by consent code.

        The record of a company that gave you a consent code, with its objectives, its phone
        number, and how many people the register lists for it. What the register does not say is
        null, or an empty list.

        Charged if it succeeds; `get_quote` says how much.

        `vrc_number`: The consent code (verified registration number, VRC) that the company gave
        you: ten letters and digits.
        """
        call = Call(
            "GET",
            "/api/v1/company/validation/secure/rc",
            headers={"X-VRC-Number": vrc_number},
            enveloped=True,
            repeatable=True,
        )
        return self._send(call, SecureCompany, options)

    def get_share_capital(
        self,
        *,
        vrc_number: str,
        options: RequestOptions | None = None,
    ) -> KofaResponse[ShareCapital]:
        """Get share capital.

        The nominal share capital of a company that gave you a consent code, what of it is issued
        and paid up, and whether the parts fit together: what does not is said in `notes`. Money
        is in the unit of `currency`. What the register does not say is null; a business name,
        trustees or a partnership have no share capital, and `notes` says so.

        Charged if it succeeds; `get_quote` says how much.

        `vrc_number`: The consent code (verified registration number, VRC) that the company gave
        you: ten letters and digits.
        """
        call = Call(
            "GET",
            "/api/v1/company/validation/share-capital",
            headers={"X-VRC-Number": vrc_number},
            enveloped=True,
            repeatable=True,
        )
        return self._send(call, ShareCapital, options)

    def get_share_distribution(
        self,
        *,
        vrc_number: str,
        options: RequestOptions | None = None,
    ) -> KofaResponse[ShareDistribution]:
        """Get share distribution.

        Who holds the shares of a company that gave you a consent code. Percentages are of the
        shares issued; they are rounded so that they add up to exactly 100 where the holdings do.
        Where they do not, the answer says so: `percentageTotal`, `unallocatedShares` (issued,
        and on nobody's name), `overallocatedShares` (listed beyond those issued) and `note`.
        Holdings given up are listed last, marked by their `status`, and count nowhere.

        Charged if it succeeds; `get_quote` says how much.

        `vrc_number`: The consent code (verified registration number, VRC) that the company gave
        you: ten letters and digits.
        """
        call = Call(
            "GET",
            "/api/v1/company/validation/share-distribution",
            headers={"X-VRC-Number": vrc_number},
            enveloped=True,
            repeatable=True,
        )
        return self._send(call, ShareDistribution, options)

    def get_status_report(
        self,
        *,
        vrc_number: str,
        options: RequestOptions | None = None,
    ) -> KofaResponse[DocumentFile]:
        """Get the status report.

        Everything the register says of an entity, for people: its row and objectives, its share
        capital, who directs it, who holds its shares and whether they add up, who controls it,
        and the charges over its assets. The answer is a PDF to download. With `Accept:
        application/json` it is JSON with the file in `contentBase64`. It is drawn from the
        register's record, embeds its fonts, and carries a verification code: whoever holds a
        copy can see at `verifyUrl`, without a key, what was drawn under the code and whether the
        register still says so. Where the registry itself makes the document, its own PDF is
        passed on as it is, and there is no code of ours. 404 `document_not_available` where
        there is none, never an empty file. In the sandbox every page is marked SPECIMEN and says
        that it was made from test data and not issued by the Commission.

        Charged if it succeeds; `get_quote` says how much.

        `vrc_number`: The consent code (verified registration number, VRC) that the company gave
        you: ten letters and digits.
        """
        call = Call(
            "GET",
            "/api/v1/company/validation/status-report",
            headers={"X-VRC-Number": vrc_number},
            enveloped=True,
            repeatable=True,
        )
        return self._send(call, DocumentFile, options)

    def download_status_report_pdf(
        self,
        *,
        vrc_number: str,
        options: RequestOptions | None = None,
    ) -> KofaResponse[bytes]:
        """Get the status report, as PDF.

        Everything the register says of an entity, for people: its row and objectives, its share
        capital, who directs it, who holds its shares and whether they add up, who controls it,
        and the charges over its assets. The answer is a PDF to download. With `Accept:
        application/json` it is JSON with the file in `contentBase64`. It is drawn from the
        register's record, embeds its fonts, and carries a verification code: whoever holds a
        copy can see at `verifyUrl`, without a key, what was drawn under the code and whether the
        register still says so. Where the registry itself makes the document, its own PDF is
        passed on as it is, and there is no code of ours. 404 `document_not_available` where
        there is none, never an empty file. In the sandbox every page is marked SPECIMEN and says
        that it was made from test data and not issued by the Commission.

        Charged if it succeeds; `get_quote` says how much.

        `vrc_number`: The consent code (verified registration number, VRC) that the company gave
        you: ten letters and digits.
        """
        call = Call(
            "GET",
            "/api/v1/company/validation/status-report",
            headers={"X-VRC-Number": vrc_number},
            accept="application/pdf",
            repeatable=True,
        )
        return self._send(call, bytes, options)

    def create_company_watch(
        self,
        request: CompanyWatchRequest,
        *,
        options: RequestOptions | None = None,
    ) -> KofaResponse[CompanyWatch]:
        """Watch a company.

        From now on the event `company.changed` says when the record of a company changes: in an
        import of the operator's, or when a look-up of anyone's is answered anew by the registry.
        `changes` lists what changed, of `NAME_CHANGED`, `STATUS_CHANGED`, `COMPANY_DISSOLVED`,
        `ADDRESS_CHANGED`, `DIRECTOR_ADDED`, `DIRECTOR_REMOVED` and `SHAREHOLDERS_CHANGED`; the
        record itself is a look-up away. Free, and so are the events. To watch a company twice
        changes nothing.
        """
        call = Call(
            "POST",
            "/api/v1/company/watches",
            json=request,
            enveloped=True,
        )
        return self._send(call, CompanyWatch, options)

    def list_company_watches(
        self,
        *,
        page: int | None = None,
        size: int | None = None,
        options: RequestOptions | None = None,
    ) -> KofaResponse[CompanyWatchPage]:
        """List watches.

        The companies that the tenant watches in the environment, the newest first. Free.

        `page`: From 1; 1 if absent.

        `size`: 20 if absent.
        """
        call = Call(
            "GET",
            "/api/v1/company/watches",
            query={"page": page, "size": size},
            enveloped=True,
            repeatable=True,
        )
        return self._send(call, CompanyWatchPage, options)

    def iterate_company_watches(
        self,
        *,
        page: int | None = None,
        size: int | None = None,
        options: RequestOptions | None = None,
    ) -> Iterator[CompanyWatch]:
        """Walks through all pages of `list_company_watches`, one item at a time."""
        first = {"page": page, "size": size}
        return iterate(
            "page", "watches", first,
            lambda more: self.list_company_watches(**more, options=options),
        )

    def delete_company_watch(
        self,
        watch_id: str,
        *,
        options: RequestOptions | None = None,
    ) -> KofaResponse[CompanyWatch]:
        """End a watch.

        No more events about the company. Free. A watch of another tenant or of the other
        environment is 404, like one that never was.
        """
        call = Call(
            "DELETE",
            f"/api/v1/company/watches/{self._quote(watch_id)}",
            enveloped=True,
        )
        return self._send(call, CompanyWatch, options)

    def wait_for_company_batch(
        self,
        batch_id: str,
        *,
        limit: float = 300,
        interval: float | None = None,
        options: RequestOptions | None = None,
    ) -> KofaResponse[CompanyBatch]:
        """Calls `get_company_batch` until it has ended, at most `limit` seconds; then raises
        `WaitError`. How it ended is in `status`. `interval` is the time between two looks, in
        seconds: what the server proposes if not given.
        """
        look = lambda: self.get_company_batch(batch_id, options=options)
        return wait_for(("queued", "processing"), limit, interval, look)


class AccountApi(Group):
    """The caller's own account."""

    _group = "account"

    def get_account(self, *, options: RequestOptions | None = None) -> KofaResponse[Account]:
        """Get the account.

        The calling tenant, which products are on for it, and the key of the call with what it
        may call and until when. Free.
        """
        call = Call(
            "GET",
            "/api/v1/account",
            repeatable=True,
        )
        return self._send(call, Account, options)

    def list_account_ledger(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        options: RequestOptions | None = None,
    ) -> KofaResponse[LedgerRowPage]:
        """List movements.

        What moved in the tenant's wallet in the environment, the newest first. Free.

        `cursor`: `nextCursor` of the page before.

        `limit`: Items at most; 20 if absent.
        """
        call = Call(
            "GET",
            "/api/v1/account/ledger",
            query={"cursor": cursor, "limit": limit},
            repeatable=True,
        )
        return self._send(call, LedgerRowPage, options)

    def iterate_account_ledger(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        options: RequestOptions | None = None,
    ) -> Iterator[LedgerRow]:
        """Walks through all pages of `list_account_ledger`, one item at a time."""
        first = {"cursor": cursor, "limit": limit}
        return iterate(
            "cursor", "items", first,
            lambda more: self.list_account_ledger(**more, options=options),
        )

    def list_account_limits(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> KofaResponse[AccountLimitPage]:
        """List the limits.

        How fast the tenant may call in the environment: each key has a bucket of its own, and
        all keys together have one where the operator set a limit. Free.
        """
        call = Call(
            "GET",
            "/api/v1/account/limits",
            repeatable=True,
        )
        return self._send(call, AccountLimitPage, options)

    def list_account_prices(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> KofaResponse[AccountPricePage]:
        """List the prices.

        What each charged endpoint costs the tenant in the environment, by which rule, and what
        was announced for later. Endpoints that are never charged are left out. Free.
        """
        call = Call(
            "GET",
            "/api/v1/account/prices",
            repeatable=True,
        )
        return self._send(call, AccountPricePage, options)

    def list_account_requests(
        self,
        *,
        from_: str | None = None,
        until: str | None = None,
        service: str | None = None,
        operation_id: str | None = None,
        status: str | None = None,
        error_code: str | None = None,
        key_id: str | None = None,
        charged: bool | None = None,
        request_id: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        options: RequestOptions | None = None,
    ) -> KofaResponse[RequestRowPage]:
        """List calls.

        The tenant's calls in the environment, of all its keys, the newest first; only those that
        fit every parameter. Follow `nextCursor` until it is null: where few calls fit, a page
        may have fewer items than `limit`, or none, before the end. Nothing that a call sent or
        was answered is told. Free.

        `from_`: Arrived at this moment or later.

        `until`: Arrived before this moment.

        `service`: To endpoints of this product.

        `operation_id`: To this endpoint.

        `status`: Answered so: `404`, or a class: `4xx`.

        `error_code`: Answered with this error.

        `key_id`: With this key.

        `charged`: Whether it cost something.

        `request_id`: Only this call.

        `cursor`: `nextCursor` of the page before.

        `limit`: Items at most; 20 if absent.
        """
        call = Call(
            "GET",
            "/api/v1/account/requests",
            query={
                "from": from_,
                "until": until,
                "service": service,
                "operationId": operation_id,
                "status": status,
                "errorCode": error_code,
                "keyId": key_id,
                "charged": charged,
                "requestId": request_id,
                "cursor": cursor,
                "limit": limit,
            },
            repeatable=True,
        )
        return self._send(call, RequestRowPage, options)

    def iterate_account_requests(
        self,
        *,
        from_: str | None = None,
        until: str | None = None,
        service: str | None = None,
        operation_id: str | None = None,
        status: str | None = None,
        error_code: str | None = None,
        key_id: str | None = None,
        charged: bool | None = None,
        request_id: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        options: RequestOptions | None = None,
    ) -> Iterator[RequestRow]:
        """Walks through all pages of `list_account_requests`, one item at a time."""
        first = {
            "from_": from_,
            "until": until,
            "service": service,
            "operation_id": operation_id,
            "status": status,
            "error_code": error_code,
            "key_id": key_id,
            "charged": charged,
            "request_id": request_id,
            "cursor": cursor,
            "limit": limit,
        }
        return iterate(
            "cursor", "items", first,
            lambda more: self.list_account_requests(**more, options=options),
        )

    def get_account_request(
        self,
        request_id: str,
        *,
        options: RequestOptions | None = None,
    ) -> KofaResponse[RequestRow]:
        """Get a call.

        A call of the tenant in the environment, by the `X-Request-Id` of its answer. Free.
        """
        call = Call(
            "GET",
            f"/api/v1/account/requests/{self._quote(request_id)}",
            repeatable=True,
        )
        return self._send(call, RequestRow, options)

    def list_account_statements(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> KofaResponse[AccountStatementPage]:
        """List statements.

        The months in Lagos of which the wallet has a statement, the newest first, from the
        present one back to that in which the tenant was made. Free.
        """
        call = Call(
            "GET",
            "/api/v1/account/statements",
            repeatable=True,
        )
        return self._send(call, AccountStatementPage, options)

    def get_account_statement(
        self,
        month: str,
        *,
        options: RequestOptions | None = None,
    ) -> KofaResponse[Statement]:
        """Get a statement.

        The wallet's month in the environment, from opening to closing balance, as `Accept` asks:
        the sums as JSON, every line as CSV (up to 100,000 of them), or a paper as PDF. Every
        line names its request. Free.
        """
        call = Call(
            "GET",
            f"/api/v1/account/statements/{self._quote(month)}",
            repeatable=True,
        )
        return self._send(call, Statement, options)

    def download_account_statement_csv(
        self,
        month: str,
        *,
        options: RequestOptions | None = None,
    ) -> KofaResponse[bytes]:
        """Get a statement, as CSV.

        The wallet's month in the environment, from opening to closing balance, as `Accept` asks:
        the sums as JSON, every line as CSV (up to 100,000 of them), or a paper as PDF. Every
        line names its request. Free.
        """
        call = Call(
            "GET",
            f"/api/v1/account/statements/{self._quote(month)}",
            accept="text/csv",
            repeatable=True,
        )
        return self._send(call, bytes, options)

    def download_account_statement_pdf(
        self,
        month: str,
        *,
        options: RequestOptions | None = None,
    ) -> KofaResponse[bytes]:
        """Get a statement, as PDF.

        The wallet's month in the environment, from opening to closing balance, as `Accept` asks:
        the sums as JSON, every line as CSV (up to 100,000 of them), or a paper as PDF. Every
        line names its request. Free.
        """
        call = Call(
            "GET",
            f"/api/v1/account/statements/{self._quote(month)}",
            accept="application/pdf",
            repeatable=True,
        )
        return self._send(call, bytes, options)

    def get_account_usage(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        by: UsageBy | None = None,
        options: RequestOptions | None = None,
    ) -> KofaResponse[AccountUsagePage]:
        """Get the usage.

        Calls and charges of the tenant in the environment, by day in Lagos or by endpoint, of at
        most 92 days. Days that are touched count whole. It follows the log within seconds. Free.

        `from_`: Thirty days before `to` if absent.

        `to`: Before this moment; now if absent.

        `by`: `day` if absent.
        """
        call = Call(
            "GET",
            "/api/v1/account/usage",
            query={"from": from_, "to": to, "by": by},
            repeatable=True,
        )
        return self._send(call, AccountUsagePage, options)

    def get_account_wallet(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> KofaResponse[AccountWallet]:
        """Get the wallet.

        What the tenant's wallet holds in the environment, how long that lasts, and its alerts.
        Free.
        """
        call = Call(
            "GET",
            "/api/v1/account/wallet",
            repeatable=True,
        )
        return self._send(call, AccountWallet, options)

    def list_events(
        self,
        *,
        after: str | None = None,
        types: str | None = None,
        limit: int | None = None,
        options: RequestOptions | None = None,
    ) -> KofaResponse[EventList]:
        """List events.

        What happened to the calling tenant in the environment, the oldest first and without
        gaps: call again with `after` set to the `nextCursor` of the answer before. It is the
        same `nextCursor` as long as nothing new happened. Events are kept for 30 days; a cursor
        from before that is answered with 410. Free; any key may ask. The same events are sent to
        webhooks.

        `after`: The `nextCursor` of an earlier answer.

        `types`: Only these types, parted by commas.

        `limit`: How many at most; 20 if absent.
        """
        call = Call(
            "GET",
            "/api/v1/events",
            query={"after": after, "types": types, "limit": limit},
            repeatable=True,
        )
        return self._send(call, EventList, options)

    def iterate_events(
        self,
        *,
        after: str | None = None,
        types: str | None = None,
        limit: int | None = None,
        options: RequestOptions | None = None,
    ) -> Iterator[Event]:
        """Walks through all pages of `list_events`, one item at a time."""
        first = {"after": after, "types": types, "limit": limit}
        return iterate(
            "feed", "events", first,
            lambda more: self.list_events(**more, options=options),
        )

    def get_quote(
        self,
        *,
        operation_id: str,
        options: RequestOptions | None = None,
    ) -> KofaResponse[Quote]:
        """Quote a call.

        What one billable answer of an endpoint would cost the calling tenant now, by which rule,
        and what the wallet would hold after it. Free; any key may ask.

        `operation_id`: The endpoint to quote.
        """
        call = Call(
            "GET",
            "/api/v1/quote",
            query={"operationId": operation_id},
            repeatable=True,
        )
        return self._send(call, Quote, options)
