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

        The brokers (dealing members) that an application can go through. Applicants without a
        CHN need one whose `acceptsNewClients` is true. The sandbox has two additional brokers.

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

        The offers in the environment: open ones first, by closing date, then upcoming ones, then
        the rest, latest first. A page beyond the end is empty.

        Charged if it succeeds; `get_quote` says how much.

        `page`: From 1; 1 if absent.

        `size`: 20 if absent.

        `status`: Only offers with this status.

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

        How many shares the holder of a CHN can take up in a rights issue, according to the
        register of holders at the qualification date: `rightsAvailable` is the entitlement from
        the holding, plus rights bought on the exchange, minus rights sold or taken up by your
        open application. A holder who is not on the register gets a normal response: 200 with
        `eligible` false. CHN and name are masked.

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

        Applies for shares of an open offer on behalf of a person. One response lists every error
        in the request, each with its field. A person (BVN, NIN or CHN) can have one open
        application per offer: a second one returns 409 `duplicate_subscription`, before any
        charge. Send an `Idempotency-Key`, so that a repeated request is processed only once.

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

        The banks that an application can use. Take `bankId` and `bankCode` of a subscription
        from the same entry, whose `active` must be true.

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
        """List transactions.

        Your transactions in the environment, newest first. With `transactionReference`, returns
        that transaction with its history, or an empty list if it does not exist. A page beyond
        the end is empty.

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

        Extracts the holder's address from a document and splits it into fields. The file type is
        detected from its first bytes: PDF, JPEG, PNG, WebP or TIFF, up to 10 MB and 10 pages;
        scans and photos as well as text, rotated or skewed. A document that cannot be read
        returns 422 `unreadable_document`, free of charge. `full_address` contains only what the
        document shows; values that `hallucination` allowed Kofa to infer are marked in
        `field_metadata` and need review. The document is kept in memory during the request and
        not stored, unless you agreed to that for training. The response and the words on the
        page, without long numbers, are stored encrypted for 30 days, so that you can send
        feedback. A readable document without an address returns 200 with empty fields and
        confidence 0.

        Charged if it succeeds; `get_quote` says how much.

        `include`: Comma-separated list of parts to add to the response: `regions` (page and
        polygon of each field), `document` (type, issuer and its address, holder, dates, age),
        `checks` (what a reviewer should know), `match` (against `expected_name` and
        `expected_address`), `parts` (premises, street, district, town and so on, as separate
        values). With any of them, `field_metadata` has all six fields.
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

        Extracts the holder's address from a document and splits it into fields. The file type is
        detected from its first bytes: PDF, JPEG, PNG, WebP or TIFF, up to 10 MB and 10 pages;
        scans and photos as well as text, rotated or skewed. A document that cannot be read
        returns 422 `unreadable_document`, free of charge. `full_address` contains only what the
        document shows; values that `hallucination` allowed Kofa to infer are marked in
        `field_metadata` and need review. The document is kept in memory during the request and
        not stored, unless you agreed to that for training. The response and the words on the
        page, without long numbers, are stored encrypted for 30 days, so that you can send
        feedback. A readable document without an address returns 200 with empty fields and
        confidence 0.

        Charged if it succeeds; `get_quote` says how much.

        `include`: Comma-separated list of parts to add to the response: `regions` (page and
        polygon of each field), `document` (type, issuer and its address, holder, dates, age),
        `checks` (what a reviewer should know), `match` (against `expected_name` and
        `expected_address`), `parts` (premises, street, district, town and so on, as separate
        values). With any of them, `field_metadata` has all six fields.
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
        """Create an extraction job.

        Extracts an address asynchronously, from documents of up to 15 MB and 30 pages. Takes the
        same bodies as the direct requests: a form, or JSON in either variant, which decides
        whether the result has `field_metadata`. Returns 202 with the job's URL in `Location`;
        poll it until the job has finished. The price is put on hold now (`X-Charge-Reserved`),
        charged to this request when the job succeeds, and released if it fails or is cancelled.
        The document is stored encrypted until the job ends, and longer only if you agreed to
        that for training; the extracted data is stored as for a direct request. A job fails
        after three interrupted attempts, or after waiting for a day; jobs of different tenants
        take turns. When the job ends, the event `poa.job.completed` or `poa.job.failed` is sent
        to `webhook_url`, signed with the secret of your oldest webhook endpoint in the
        environment.

        Charged if it succeeds; `get_quote` says how much. Sent with an idempotency key, yours or
        a new one.

        `include`: Comma-separated list of parts to add to the response: `regions` (page and
        polygon of each field), `document` (type, issuer and its address, holder, dates, age),
        `checks` (what a reviewer should know), `match` (against `expected_name` and
        `expected_address`), `parts` (premises, street, district, town and so on, as separate
        values). With any of them, `field_metadata` has all six fields.
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
        """Create an extraction job.

        Extracts an address asynchronously, from documents of up to 15 MB and 30 pages. Takes the
        same bodies as the direct requests: a form, or JSON in either variant, which decides
        whether the result has `field_metadata`. Returns 202 with the job's URL in `Location`;
        poll it until the job has finished. The price is put on hold now (`X-Charge-Reserved`),
        charged to this request when the job succeeds, and released if it fails or is cancelled.
        The document is stored encrypted until the job ends, and longer only if you agreed to
        that for training; the extracted data is stored as for a direct request. A job fails
        after three interrupted attempts, or after waiting for a day; jobs of different tenants
        take turns. When the job ends, the event `poa.job.completed` or `poa.job.failed` is sent
        to `webhook_url`, signed with the secret of your oldest webhook endpoint in the
        environment.

        Charged if it succeeds; `get_quote` says how much. Sent with an idempotency key, yours or
        a new one.

        `include`: Comma-separated list of parts to add to the response: `regions` (page and
        polygon of each field), `document` (type, issuer and its address, holder, dates, age),
        `checks` (what a reviewer should know), `match` (against `expected_name` and
        `expected_address`), `parts` (premises, street, district, town and so on, as separate
        values). With any of them, `field_metadata` has all six fields.
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
        """Get a job.

        Returns the status of a job and, once it has succeeded, its result. Free unless the
        operator set a price: the price of the job itself was put on hold when it was created.
        The response has its own `X-Request-Id`. While `status` is `queued` or `processing`, poll
        again after the number of seconds in `Retry-After`. `result` is what a direct request
        returns in `data`, with the parts requested by `include` here or when the job was
        created; it is stored until `expires_at` (seven days, unless the operator chose a
        different period), and the record for 23 days more. A job of another tenant or of the
        other environment returns 404, like one that does not exist.

        `include`: Comma-separated list of parts to add to the response: `regions` (page and
        polygon of each field), `document` (type, issuer and its address, holder, dates, age),
        `checks` (what a reviewer should know), `match` (against `expected_name` and
        `expected_address`), `parts` (premises, street, district, town and so on, as separate
        values). With any of them, `field_metadata` has all six fields.
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
        """Cancel a job.

        Cancels a job that is queued or in progress: its document is deleted and the funds on
        hold for it are released immediately. Free. Cancelling a job that is already cancelled
        returns it again; one that has succeeded, failed or expired returns 409
        `job_not_cancellable`. No body is needed.
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
        """Send feedback on an extraction.

        Reports whether an address was extracted correctly: send `"correct": true`, or the
        correct values of the fields you checked. `request_id` is the one of the direct request
        or of the job. Free. An empty string means that the document shows no such value; a field
        that you omit is not judged. Sending feedback again replaces the earlier feedback. You
        can send it while the extraction is stored: for 30 days, unless the operator chose a
        different period, and for up to 90 days once you have given feedback. The extraction,
        without the document, is then stored for a year to measure and train the reader.
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
        """Create a lookup batch.

        Looks up to 1,000 companies asynchronously, each like a lookup by RC number. The price of
        all of them is put on hold first, so a wallet with too little money gets 402 before
        anything is looked up. When the batch ends, companies found are charged and the rest is
        released: a company that is not found, or whose source fails three times, is free.

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
        """Get a batch.

        Returns the progress of a batch and the cost of what was found so far. Free. A batch of
        another tenant or of the other environment returns 404, like one that does not exist.
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
        """Cancel a batch.

        Stops the batch: companies found so far are charged and their results stay available, and
        the remaining funds on hold are released immediately. The request itself is free.
        Cancelling a batch that is already cancelled returns it again; one that has finished
        returns 409 `batch_not_cancellable`. No body is needed.
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
        """List batch results.

        Returns the result for each company, in the order of the request, even while the batch is
        in progress. Free.

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

        Finds entities whose names contain every word of `name`, where the last word can be the
        beginning of a word. Accents, case, punctuation and legal forms do not matter. The
        closest names come first: the exact name, then names that start with its words, then
        names with fewer other words; active entities before others.

        Charged if it succeeds; `get_quote` says how much.

        `name`: Words of the name, with at least three letters or digits besides the legal form,
        and at most 10 words or 300 characters: `ifedapo micro`.

        `entity_type`: Only entities of this type. Case does not matter.

        `state`: Only entities with a registered address in this state: `Lagos`, up to 60
        characters.

        `status`: Only entities with this status.

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

        Lists who is behind a company that gave you a consent code: directors, shareholders,
        secretaries, persons with significant control, proprietors, partners, trustees. There is
        one entry per person, with all their `roles`; `affiliateType` is the most senior current
        role. People who have resigned are listed last, and marked. The list is always complete.

        Charged if it succeeds; `get_quote` says how much.

        `vrc_number`: The consent code (verified registration number, VRC) that the company gave
        you: ten letters and digits.

        `include`: `all` also lists people who only filed the documents (`PRESENTER`) or
        witnessed them (`WITNESS`).
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

        Lists what the registry calls the assets of a company: all charges registered over them
        (debentures, mortgages, bills of sale), satisfied or not. It is not a list of what the
        company owns. The list is always complete; `totalCount` is its length.

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
        """Get a certificate.

        Returns the certificate of registration of an entity: that it is registered, since when,
        as what type, with which status, and where. The response is a PDF download. With `Accept:
        application/json` it is JSON with the file in `contentBase64`. The PDF is created from
        the register's record, embeds its fonts, and has a verification code: anyone with a copy
        can see at `verifyUrl`, without a key, what was issued under the code and whether it
        still matches the register. If the registry itself creates the document, its own PDF is
        returned unchanged, without a verification code. If there is no document, the response is
        404 `document_not_available`, never an empty file. In the sandbox every page is marked
        SPECIMEN and says that it was made from test data and not issued by the Commission.

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
        """Get a certificate, as PDF.

        Returns the certificate of registration of an entity: that it is registered, since when,
        as what type, with which status, and where. The response is a PDF download. With `Accept:
        application/json` it is JSON with the file in `contentBase64`. The PDF is created from
        the register's record, embeds its fonts, and has a verification code: anyone with a copy
        can see at `verifyUrl`, without a key, what was issued under the code and whether it
        still matches the register. If the registry itself creates the document, its own PDF is
        returned unchanged, without a verification code. If there is no document, the response is
        404 `document_not_available`, never an empty file. In the sandbox every page is marked
        SPECIMEN and says that it was made from test data and not issued by the Commission.

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

        Returns the full record of the entity of one type with a number. Send `entityType` or a
        prefix: numbers are unique per type of entity only. Without either, the response is the
        company, and other entities are listed in `alternatives`. In addition to the lookup by RC
        number, the record has the addresses of branches and head office, objectives, and whether
        the entity was struck off or delisted; values that are not on the register are null or an
        empty list.

        Charged if it succeeds; `get_quote` says how much.

        `rc_number`: The registration number, with or without the prefix `RC`, `BN`, `IT`, `LP`
        or `LLP`: `1885308`, `RC-1885308`, `BN 9003619`. Leading zeros do not matter. `RC` is
        accepted with any type of entity; the other prefixes find only their own type.

        `entity_type`: Finds only this type of entity. Case does not matter.

        `max_age`: The maximum age of the record, in seconds: 0 queries the registry now. You can
        only ask for fresher data than the operator's setting; an imported register cannot be
        fresher than its import, and then returns `stale`.
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

        Returns the tax identification number (TIN) of a company by its registration number. If
        several types of entity share the number, the response is the company and the others are
        listed in `alternatives`, unless a prefix or `entityType` selects one. A company without
        a tax number returns 404 `tin_not_found`; you can generate one.

        Charged if it succeeds; `get_quote` says how much.

        `rc_number`: The registration number, with or without the prefix `RC`, `BN`, `IT`, `LP`
        or `LLP`: `1885308`, `RC-1885308`, `BN 9003619`. Leading zeros do not matter. `RC` is
        accepted with any type of entity; the other prefixes find only their own type.

        `entity_type`: Finds only this type of entity. Case does not matter.

        `max_age`: The maximum age of the record, in seconds: 0 queries the registry now. You can
        only ask for fresher data than the operator's setting; an imported register cannot be
        fresher than its import, and then returns `stale`.
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

        Checks whether a name is the one registered under a number. A name that differs is a
        normal response, not an error: `isMatch` is false and `differences` says why.
        `matchResult` is `EXACT` (equal except for case and spaces, score 1), `NORMALIZED` (equal
        except for punctuation, abbreviations such as Ltd, Nig, Int'l or &, and accents, 0.99),
        `PARTIAL` (a typing error, a missing word or legal form, 0.85 to 0.98: needs review by a
        person) or `MISMATCH` (up to 0.84). Names with different legal forms never match: an Ltd
        is not a Plc, and a business name is not the company with the same words.

        Charged if it succeeds; `get_quote` says how much.

        `rc_number`: The registration number, with or without the prefix `RC`, `BN`, `IT`, `LP`
        or `LLP`: `1885308`, `RC-1885308`, `BN 9003619`. Leading zeros do not matter. `RC` is
        accepted with any type of entity; the other prefixes find only their own type.

        `entity_type`: Finds only this type of entity. Case does not matter.

        `max_age`: The maximum age of the record, in seconds: 0 queries the registry now. You can
        only ask for fresher data than the operator's setting; an imported register cannot be
        fresher than its import, and then returns `stale`.

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

        Returns the entity registered under a number, and its status. Numbers are unique per type
        of entity only: if several types share one, the response is the company and the others
        are listed in `alternatives`, unless a prefix or `entityType` selects one. Entities that
        are not active are found like any other: check `registrationStatus`.

        Charged if it succeeds; `get_quote` says how much.

        `rc_number`: The registration number, with or without the prefix `RC`, `BN`, `IT`, `LP`
        or `LLP`: `1885308`, `RC-1885308`, `BN 9003619`. Leading zeros do not matter. `RC` is
        accepted with any type of entity; the other prefixes find only their own type.

        `entity_type`: Finds only this type of entity. Case does not matter.

        `max_age`: The maximum age of the record, in seconds: 0 queries the registry now. You can
        only ask for fresher data than the operator's setting; an imported register cannot be
        fresher than its import, and then returns `stale`.
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

        Returns the company with a tax identification number (TIN). Both formats in use are
        accepted: the Tax ID of thirteen digits, and the legacy number of eight and four digits.
        Companies that are not active are found like any other: check `registrationStatus` and
        `tinStatus`.

        Charged if it succeeds; `get_quote` says how much.

        `tin`: The tax number: `4656854985337`, `09521882-0001`. Spaces do not matter, and you
        can omit the hyphen.

        `max_age`: The maximum age of the record, in seconds: 0 queries the registry now. You can
        only ask for fresher data than the operator's setting; an imported register cannot be
        fresher than its import, and then returns `stale`.
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

        Generates a tax identification number (TIN) for a company, or retrieves the one it has. A
        number is generated once; repeated and simultaneous requests get the same number. The
        price of generating is reserved; a retrieval is charged like a lookup. One response lists
        every error in the request, each with its field. Send an `Idempotency-Key`, so that a
        repeated request returns the first response.

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

        Lists what an entity registered as its business activities, the main one first. If there
        are none on record, the list is empty. Send `entityType` or a prefix: numbers are unique
        per type of entity only. Without either, the response is the company, and other entities
        are listed in `alternatives`.

        Charged if it succeeds; `get_quote` says how much.

        `rc_number`: The registration number, with or without the prefix `RC`, `BN`, `IT`, `LP`
        or `LLP`: `1885308`, `RC-1885308`, `BN 9003619`. Leading zeros do not matter. `RC` is
        accepted with any type of entity; the other prefixes find only their own type.

        `entity_type`: Finds only this type of entity. Case does not matter.

        `max_age`: The maximum age of the record, in seconds: 0 queries the registry now. You can
        only ask for fresher data than the operator's setting; an imported register cannot be
        fresher than its import, and then returns `stale`.
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

        Returns the record of a company that gave you a consent code, with its objectives, its
        phone number, and the number of people listed for it. Values that are not on the register
        are null or an empty list.

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

        Returns the nominal share capital of a company that gave you a consent code, how much of
        it is issued and paid up, and whether the figures are consistent: inconsistencies are
        listed in `notes`. Amounts are in the unit of `currency`. Values that are not on the
        register are null; business names, trustees and partnerships have no share capital, and
        `notes` says so.

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

        Lists the shareholders of a company that gave you a consent code. Percentages are of the
        issued shares; they are rounded so that they add up to exactly 100 if the holdings do. If
        they do not, the response shows it: `percentageTotal`, `unallocatedShares` (issued,
        without a holder), `overallocatedShares` (listed beyond those issued) and `note`. Former
        holdings are listed last, marked by their `status`, and are not counted.

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
        """Get a status report.

        Returns everything on the register about an entity as a readable document: its record and
        objectives, share capital, directors, shareholders and whether their shares add up,
        persons with significant control, and the charges over its assets. The response is a PDF
        download. With `Accept: application/json` it is JSON with the file in `contentBase64`.
        The PDF is created from the register's record, embeds its fonts, and has a verification
        code: anyone with a copy can see at `verifyUrl`, without a key, what was issued under the
        code and whether it still matches the register. If the registry itself creates the
        document, its own PDF is returned unchanged, without a verification code. If there is no
        document, the response is 404 `document_not_available`, never an empty file. In the
        sandbox every page is marked SPECIMEN and says that it was made from test data and not
        issued by the Commission.

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
        """Get a status report, as PDF.

        Returns everything on the register about an entity as a readable document: its record and
        objectives, share capital, directors, shareholders and whether their shares add up,
        persons with significant control, and the charges over its assets. The response is a PDF
        download. With `Accept: application/json` it is JSON with the file in `contentBase64`.
        The PDF is created from the register's record, embeds its fonts, and has a verification
        code: anyone with a copy can see at `verifyUrl`, without a key, what was issued under the
        code and whether it still matches the register. If the registry itself creates the
        document, its own PDF is returned unchanged, without a verification code. If there is no
        document, the response is 404 `document_not_available`, never an empty file. In the
        sandbox every page is marked SPECIMEN and says that it was made from test data and not
        issued by the Commission.

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

        Watches a company: from now on, the event `company.changed` reports changes to its
        record, whether from an import by the operator or from a fresh response of the registry
        to anyone's lookup. `changes` lists what changed, out of `NAME_CHANGED`,
        `STATUS_CHANGED`, `COMPANY_DISSOLVED`, `ADDRESS_CHANGED`, `DIRECTOR_ADDED`,
        `DIRECTOR_REMOVED` and `SHAREHOLDERS_CHANGED`; look up the company to get the record
        itself. Watches and their events are free. Watching a company twice changes nothing.
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

        The companies that you watch in the environment, newest first. Free.

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
        """Delete a watch.

        Stops the events about the company. Free. A watch of another tenant or of the other
        environment returns 404, like one that does not exist.
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
    """Your own account."""

    _group = "account"

    def get_account(self, *, options: RequestOptions | None = None) -> KofaResponse[Account]:
        """Get the account.

        Returns the calling tenant, the products that are switched on for it, and the API key of
        this request with its permissions and expiry. Free.
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
        """List wallet transactions.

        Lists the transactions of the tenant's wallet in the environment, newest first. Free.

        `cursor`: The `nextCursor` of the previous page.

        `limit`: Maximum number of items. Default: 20.
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
        """List rate limits.

        Returns the tenant's rate limits in the environment. Each key has its own limit. All keys
        together share another one if the operator has set it. Free.
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
        """List prices.

        Returns the tenant's price of each charged endpoint in the environment, where the price
        comes from, and scheduled changes. Endpoints that are always free are not listed. Free.
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
        """List requests.

        Lists the tenant's requests in the environment, made with any of its keys, newest first.
        Only requests that match every parameter are returned. Follow `nextCursor` until it is
        null: a page can have fewer items than `limit`, or none, before the end. Request and
        response bodies are not included. Free.

        `from_`: Only requests received at or after this time.

        `until`: Only requests received before this time.

        `service`: Only requests to endpoints of this product.

        `operation_id`: Only requests to this endpoint.

        `status`: Only responses with this status (`404`) or class (`4xx`).

        `error_code`: Only responses with this error code.

        `key_id`: Only requests made with this API key.

        `charged`: Only requests that were charged (`true`) or free (`false`).

        `request_id`: Only the request with this `X-Request-Id`.

        `cursor`: The `nextCursor` of the previous page.

        `limit`: Maximum number of items. Default: 20.
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
        """Get a request.

        Returns one request of the tenant in the environment, by the `X-Request-Id` of its
        response. Free.
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
        """List bank statements.

        Lists the months (Lagos time) that have a wallet statement, newest first, from the
        current month back to the month in which the tenant was created. Free.
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

        Returns the wallet's monthly statement in the environment, from opening to closing
        balance, in the format given by `Accept`: totals as JSON, every line as CSV (up to
        100,000 lines), or a PDF document. Every line names its request. Free.
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

        Returns the wallet's monthly statement in the environment, from opening to closing
        balance, in the format given by `Accept`: totals as JSON, every line as CSV (up to
        100,000 lines), or a PDF document. Every line names its request. Free.
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

        Returns the wallet's monthly statement in the environment, from opening to closing
        balance, in the format given by `Accept`: totals as JSON, every line as CSV (up to
        100,000 lines), or a PDF document. Every line names its request. Free.
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
        """Get usage.

        Returns the tenant's requests and charges in the environment, by day (Lagos time) or by
        endpoint, for up to 92 days. Partial days are counted in full. Usage is a few seconds
        behind the request log. Free.

        `from_`: Start of the period. Default: 30 days before `to`.

        `to`: End of the period, exclusive. Default: now.

        `by`: Group by day or by endpoint or hour. Default: `day`.
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

        Your events in the environment, oldest first and without gaps: to continue, set `after`
        to the `nextCursor` of the previous response. `nextCursor` stays the same as long as
        there are no new events. Events are kept for 30 days; an older cursor returns 410. Free,
        with a key of any scope. The same events are sent to webhooks.

        `after`: The `nextCursor` of an earlier response.

        `types`: Only events of these types, separated by commas.

        `limit`: Maximum number of events to return. Default: 20.
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
        """Get a price quote.

        Returns what one billable response of an endpoint would cost you now, which price rule
        applies, and what your wallet balance would be afterwards. Free, with a key of any scope.

        `operation_id`: The endpoint to quote.
        """
        call = Call(
            "GET",
            "/api/v1/quote",
            query={"operationId": operation_id},
            repeatable=True,
        )
        return self._send(call, Quote, options)
