//! The methods, by product.

// Written by clients/generator from clients/openapi.json. Do not edit.

use std::time::Duration;

use crate::client::{wait_for, Call, Client, Error, Items, RequestOptions, Response};
use crate::models::*;
use crate::text::{encoded, query_text};

/// Offers and subscriptions.
#[derive(Debug, Clone)]
pub struct IpoApi<'a> {
    client: &'a Client,
    options: RequestOptions,
}

impl<'a> IpoApi<'a> {
    pub(crate) fn new(client: &'a Client) -> Self {
        let options = RequestOptions::default();
        Self { client, options }
    }

    /// The same methods, with other options.
    #[must_use]
    pub fn with(self, options: RequestOptions) -> Self {
        Self { options, ..self }
    }

    /// List brokers.
    ///
    /// The dealing members that an application can go through. Applicants without a CHN need one
    /// whose `acceptsNewClients` is true. The sandbox adds two of its own.
    ///
    /// Charged if it succeeds; `get_quote` says how much.
    pub fn list_brokers(&self) -> Result<Response<BrokerList>, Error> {
        let mut call = Call::new("ipo", "GET", "/api/exchange-invest/brokers".to_owned());
        call.enveloped = true;
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }

    /// List offers.
    ///
    /// The offers of the environment: open ones first, by closing date, then upcoming ones, then
    /// the rest, latest first. A page beyond the end is empty.
    ///
    /// Charged if it succeeds; `get_quote` says how much.
    pub fn list_offers(&self, params: &ListOffersParams) -> Result<Response<OfferPage>, Error> {
        let mut call = Call::new("ipo", "GET", "/api/exchange-invest/offers".to_owned());
        if let Some(value) = &params.page {
            call.query("page", query_text(value));
        }
        if let Some(value) = &params.size {
            call.query("size", query_text(value));
        }
        if let Some(value) = &params.status {
            call.query("status", query_text(value));
        }
        if let Some(value) = &params.offer_type {
            call.query("offerType", query_text(value));
        }
        call.enveloped = true;
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }

    /// Walks through all pages of `list_offers`.
    pub fn iterate_offers(&self, params: &ListOffersParams) -> Items<'a, OfferRecord> {
        let api = self.clone();
        let mut next = params.clone();
        Items::new(move || {
            let data = api.list_offers(&next)?.data;
            next.page = Some(data.page + 1);
            let more = !data.offers.is_empty() && data.page < data.total_pages;
            Ok((data.offers, more))
        })
    }

    /// Check rights eligibility.
    ///
    /// What the holder of a CHN may take up in a rights issue, by the register of holders at the
    /// qualification date: `rightsAvailable` is what the holding gives, and what was bought on the
    /// exchange, less what was sold or is taken up by your live application. Not to be on the
    /// register is an answer like any other: 200 with `eligible` false. CHN and name are masked.
    ///
    /// Charged if it succeeds; `get_quote` says how much.
    pub fn get_rights_eligibility(
        &self,
        params: &GetRightsEligibilityParams,
    ) -> Result<Response<RightsRecord>, Error> {
        let mut call = Call::new(
            "ipo",
            "GET",
            "/api/exchange-invest/rights-eligibility".to_owned(),
        );
        call.query("offer", query_text(&params.offer));
        call.query("chn", query_text(&params.chn));
        call.enveloped = true;
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }

    /// Apply for shares.
    ///
    /// Applies for shares of an open offer on behalf of a person. All faults of a request are
    /// answered at once, each with its field. One person (BVN, NIN or CHN) may have one live
    /// application an offer: a second is 409 `duplicate_subscription`, before any charge. Send an
    /// `Idempotency-Key`, so that a repeated request is carried out once.
    ///
    /// Charged if it succeeds; `get_quote` says how much. Sent with an idempotency key, yours or a
    /// new one.
    pub fn subscribe(&self, request: &SubscribeRequest) -> Result<Response<SubscribeData>, Error> {
        let mut call = Call::new("ipo", "POST", "/api/exchange-invest/subscribe".to_owned());
        call.json(request)?;
        call.enveloped = true;
        call.idempotent = true;
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }

    /// Check an application.
    ///
    /// Checks an application as a real one; stores, submits and charges nothing.
    pub fn validate_subscription(
        &self,
        request: &SubscribeRequest,
    ) -> Result<Response<DryRunData>, Error> {
        let mut call = Call::new("ipo", "POST", "/api/exchange-invest/subscribe".to_owned());
        call.query("validateOnly", "true");
        call.json(request)?;
        call.enveloped = true;
        self.client.send(&call, &self.options)
    }

    /// List supported banks.
    ///
    /// The banks whose accounts an application can name. `bankId` and `bankCode` of a subscription
    /// come from one entry, whose `active` must be true.
    ///
    /// Charged if it succeeds; `get_quote` says how much.
    pub fn list_supported_banks(&self) -> Result<Response<BankList>, Error> {
        let mut call = Call::new(
            "ipo",
            "GET",
            "/api/exchange-invest/supported-banks".to_owned(),
        );
        call.enveloped = true;
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }

    /// Look transactions up.
    ///
    /// Your transactions in the environment, newest first. Without `transactionReference` all of
    /// them; with one, that one with its history, or an empty list if there is none. A page beyond
    /// the end is empty.
    ///
    /// Charged if it succeeds; `get_quote` says how much.
    pub fn list_transactions(
        &self,
        request: &TransactionsRequest,
    ) -> Result<Response<TransactionPage>, Error> {
        let mut call = Call::new(
            "ipo",
            "POST",
            "/api/exchange-invest/transactions".to_owned(),
        );
        call.json(request)?;
        call.enveloped = true;
        self.client.send(&call, &self.options)
    }

    /// Walks through all pages of `list_transactions`.
    pub fn iterate_transactions(&self, request: &TransactionsRequest) -> Items<'a, Transaction> {
        let api = self.clone();
        let mut next = request.clone();
        Items::new(move || {
            let data = api.list_transactions(&next)?.data;
            next.page = Some(data.page + 1);
            let more = !data.transactions.is_empty() && data.page < data.total_pages;
            Ok((data.transactions, more))
        })
    }
}

/// Addresses read from documents.
#[derive(Debug, Clone)]
pub struct ProofOfAddressApi<'a> {
    client: &'a Client,
    options: RequestOptions,
}

impl<'a> ProofOfAddressApi<'a> {
    pub(crate) fn new(client: &'a Client) -> Self {
        let options = RequestOptions::default();
        Self { client, options }
    }

    /// The same methods, with other options.
    #[must_use]
    pub fn with(self, options: RequestOptions) -> Self {
        Self { options, ..self }
    }

    /// Extract an address from a file.
    ///
    /// Reads the holder's address from a document and splits it into fields. The type is told by
    /// the file's first bytes: PDF, JPEG, PNG, WebP or TIFF, up to 10 MB and 10 pages; scans and
    /// photos as well as text, turned or slanted. One in which nothing can be read is 422
    /// `unreadable_document`, free. `full_address` holds only what the document shows; what
    /// `hallucination` allows to be filled in is marked in `field_metadata` and asks for review.
    /// The document is held in memory while the call lasts, and not stored, unless you agreed to
    /// that for training. What was answered and the words of the page, without long numbers, are
    /// kept encrypted for 30 days, so that you can say whether it is right. A readable document
    /// without an address is 200 with empty fields and confidence 0.
    ///
    /// Charged if it succeeds; `get_quote` says how much.
    pub fn extract_address(
        &self,
        request: &ExtractForm,
        params: &ExtractAddressParams,
    ) -> Result<Response<AddressData>, Error> {
        let mut call = Call::new(
            "proofOfAddress",
            "POST",
            "/api/v1/proof-of-address/extract".to_owned(),
        );
        if let Some(value) = &params.include {
            call.query("include", query_text(value));
        }
        call.form(request, &request.file)?;
        call.enveloped = true;
        self.client.send(&call, &self.options)
    }

    /// Extract an address from base64.
    ///
    /// Reads the holder's address from a document and splits it into fields. The type is told by
    /// the file's first bytes: PDF, JPEG, PNG, WebP or TIFF, up to 10 MB and 10 pages; scans and
    /// photos as well as text, turned or slanted. One in which nothing can be read is 422
    /// `unreadable_document`, free. `full_address` holds only what the document shows; what
    /// `hallucination` allows to be filled in is marked in `field_metadata` and asks for review.
    /// The document is held in memory while the call lasts, and not stored, unless you agreed to
    /// that for training. What was answered and the words of the page, without long numbers, are
    /// kept encrypted for 30 days, so that you can say whether it is right. A readable document
    /// without an address is 200 with empty fields and confidence 0.
    ///
    /// Charged if it succeeds; `get_quote` says how much.
    pub fn extract_address_base64(
        &self,
        request: &ExtractBase64Request,
        params: &ExtractAddressBase64Params,
    ) -> Result<Response<AddressData>, Error> {
        let mut call = Call::new(
            "proofOfAddress",
            "POST",
            "/api/v1/proof-of-address/extract-base64".to_owned(),
        );
        if let Some(value) = &params.include {
            call.query("include", query_text(value));
        }
        call.json(request)?;
        call.enveloped = true;
        self.client.send(&call, &self.options)
    }

    /// Have a document read by and by.
    ///
    /// Takes a document to be read by and by: up to 15 MB and 30 pages, in the same bodies as the
    /// direct calls, in a form or as JSON in either variant, which decides about `field_metadata`
    /// in the result. The answer is 202 with the job's place in `Location`; look it up there until
    /// it is over. The price is held now (`X-Charge-Reserved`), charged when the job has succeeded,
    /// on this call's row of the log, and given back if it fails or is cancelled. The document is
    /// kept encrypted until the job ends, and longer only if you agreed to that for training; what
    /// was read is kept as for a direct call. A job fails after three attempts that broke off, or
    /// after waiting a day; the jobs of several tenants are taken in turns. The end of the job is
    /// told to `webhook_url` as the event `poa.job.completed` or `poa.job.failed`, signed with the
    /// secret of your oldest webhook endpoint in the environment.
    ///
    /// Charged if it succeeds; `get_quote` says how much. Sent with an idempotency key, yours or a
    /// new one.
    pub fn create_extraction_job(
        &self,
        request: &JobForm,
        params: &CreateExtractionJobParams,
    ) -> Result<Response<JobCreated>, Error> {
        let mut call = Call::new(
            "proofOfAddress",
            "POST",
            "/api/v1/proof-of-address/extract/jobs".to_owned(),
        );
        if let Some(value) = &params.include {
            call.query("include", query_text(value));
        }
        call.form(request, &request.file)?;
        call.idempotent = true;
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }

    /// Have a document read by and by.
    ///
    /// Takes a document to be read by and by: up to 15 MB and 30 pages, in the same bodies as the
    /// direct calls, in a form or as JSON in either variant, which decides about `field_metadata`
    /// in the result. The answer is 202 with the job's place in `Location`; look it up there until
    /// it is over. The price is held now (`X-Charge-Reserved`), charged when the job has succeeded,
    /// on this call's row of the log, and given back if it fails or is cancelled. The document is
    /// kept encrypted until the job ends, and longer only if you agreed to that for training; what
    /// was read is kept as for a direct call. A job fails after three attempts that broke off, or
    /// after waiting a day; the jobs of several tenants are taken in turns. The end of the job is
    /// told to `webhook_url` as the event `poa.job.completed` or `poa.job.failed`, signed with the
    /// secret of your oldest webhook endpoint in the environment.
    ///
    /// Charged if it succeeds; `get_quote` says how much. Sent with an idempotency key, yours or a
    /// new one.
    pub fn create_extraction_job_base64(
        &self,
        request: &JobRequestBody,
        params: &CreateExtractionJobBase64Params,
    ) -> Result<Response<JobCreated>, Error> {
        let mut call = Call::new(
            "proofOfAddress",
            "POST",
            "/api/v1/proof-of-address/extract/jobs".to_owned(),
        );
        if let Some(value) = &params.include {
            call.query("include", query_text(value));
        }
        call.json(request)?;
        call.idempotent = true;
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }

    /// Look a job up.
    ///
    /// How far a job is and, once it has succeeded, its result. Free unless the price book says
    /// otherwise: what the job itself costs was held at its creation. The answer has an
    /// `X-Request-Id` of its own. Ask again after the seconds of `Retry-After` while `status` is
    /// `queued` or `processing`. `result` is what a direct call answers in `data`, with the parts
    /// that `include` asks for here or did at the creation; it is kept until `expires_at` (seven
    /// days, unless the operator chose otherwise), the record for 23 days more. A job of another
    /// tenant or of the other environment is 404, like one that never was.
    pub fn get_extraction_job(
        &self,
        request_id: &str,
        params: &GetExtractionJobParams,
    ) -> Result<Response<JobRecord>, Error> {
        let mut call = Call::new(
            "proofOfAddress",
            "GET",
            format!("/api/v1/proof-of-address/jobs/{}", encoded(request_id)),
        );
        if let Some(value) = &params.include {
            call.query("include", query_text(value));
        }
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }

    /// Call a job off.
    ///
    /// Calls off a job that is queued or being read: its document is removed and what was held for
    /// it is given back, at once. Free. A job that was cancelled before is answered again; one that
    /// succeeded, failed or expired is 409 `job_not_cancellable`. No body is needed.
    pub fn cancel_extraction_job(&self, request_id: &str) -> Result<Response<JobRecord>, Error> {
        let call = Call::new(
            "proofOfAddress",
            "POST",
            format!(
                "/api/v1/proof-of-address/jobs/{}/cancel",
                encoded(request_id)
            ),
        );
        self.client.send(&call, &self.options)
    }

    /// Say whether an address is right.
    ///
    /// Says whether an address was read right: `"correct": true`, or the right values of the fields
    /// you checked. `request_id` is that of the answer of a direct call, or of the job. Free. An
    /// empty text says that the document shows no such value; a field that is left out is not
    /// judged. Sent again it takes the place of what was said before. It can be sent while the
    /// reading is kept: 30 days, unless the operator set another time, and once something was said
    /// up to 90 days. The reading, without the document, is then kept for a year to measure and to
    /// train the reader.
    pub fn send_extraction_feedback(
        &self,
        request_id: &str,
        request: &FeedbackRequest,
    ) -> Result<Response<FeedbackData>, Error> {
        let mut call = Call::new(
            "proofOfAddress",
            "POST",
            format!("/api/v1/proof-of-address/{}/feedback", encoded(request_id)),
        );
        call.json(request)?;
        call.enveloped = true;
        self.client.send(&call, &self.options)
    }

    /// Calls `get_extraction_job` until it has ended, at most `limit`; then [`Error::Wait`]. How it
    /// ended is in `status`. `interval` is the time between two looks: what the server proposes if
    /// `None`.
    pub fn wait_for_extraction_job(
        &self,
        request_id: &str,
        limit: Duration,
        interval: Option<Duration>,
    ) -> Result<Response<JobRecord>, Error> {
        wait_for(&["queued", "processing"], limit, interval, || {
            let answer = self.get_extraction_job(request_id, &Default::default())?;
            let state = answer.data.status.to_string();
            Ok((answer, state))
        })
    }
}

/// Company records.
#[derive(Debug, Clone)]
pub struct BusinessRegistryApi<'a> {
    client: &'a Client,
    options: RequestOptions,
}

impl<'a> BusinessRegistryApi<'a> {
    pub(crate) fn new(client: &'a Client) -> Self {
        let options = RequestOptions::default();
        Self { client, options }
    }

    /// The same methods, with other options.
    #[must_use]
    pub fn with(self, options: RequestOptions) -> Self {
        Self { options, ..self }
    }

    /// Look many companies up.
    ///
    /// Looks up to 1,000 companies up by and by, as the look-up by RC number does one. The price of
    /// all of them is held at once, so that a wallet that could not pay is 402 before anything is
    /// looked up. When the batch ends, what was found is charged, and the rest is given back: a
    /// company that is not found, or whose source fails three times, is free.
    ///
    /// Charged if it succeeds; `get_quote` says how much. Sent with an idempotency key, yours or a
    /// new one.
    pub fn create_company_batch(
        &self,
        request: &CompanyBatchRequest,
    ) -> Result<Response<CompanyBatch>, Error> {
        let mut call = Call::new(
            "businessRegistry",
            "POST",
            "/api/v1/company/batches".to_owned(),
        );
        call.json(request)?;
        call.enveloped = true;
        call.idempotent = true;
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }

    /// Look a batch up.
    ///
    /// How far a batch is, and what was found so far costs. Free. A batch of another tenant or of
    /// the other environment is 404, like one that never was.
    pub fn get_company_batch(&self, batch_id: &str) -> Result<Response<CompanyBatch>, Error> {
        let mut call = Call::new(
            "businessRegistry",
            "GET",
            format!("/api/v1/company/batches/{}", encoded(batch_id)),
        );
        call.enveloped = true;
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }

    /// Call a batch off.
    ///
    /// Looks nothing more up: what was found before is charged and its results stay, the rest of
    /// what was held is given back, at once. The call itself is free. A batch that was called off
    /// before is answered again; one that has ended is 409 `batch_not_cancellable`. No body is
    /// needed.
    pub fn cancel_company_batch(&self, batch_id: &str) -> Result<Response<CompanyBatch>, Error> {
        let mut call = Call::new(
            "businessRegistry",
            "POST",
            format!("/api/v1/company/batches/{}/cancel", encoded(batch_id)),
        );
        call.enveloped = true;
        self.client.send(&call, &self.options)
    }

    /// List the results of a batch.
    ///
    /// What each company's look-up came to, in the order in which they were asked for, also while
    /// the batch goes on. Free.
    pub fn list_company_batch_results(
        &self,
        batch_id: &str,
        params: &ListCompanyBatchResultsParams,
    ) -> Result<Response<CompanyBatchPage>, Error> {
        let mut call = Call::new(
            "businessRegistry",
            "GET",
            format!("/api/v1/company/batches/{}/results", encoded(batch_id)),
        );
        if let Some(value) = &params.page {
            call.query("page", query_text(value));
        }
        if let Some(value) = &params.size {
            call.query("size", query_text(value));
        }
        call.enveloped = true;
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }

    /// Walks through all pages of `list_company_batch_results`.
    pub fn iterate_company_batch_results(
        &self,
        batch_id: &str,
        params: &ListCompanyBatchResultsParams,
    ) -> Items<'a, CompanyBatchResult> {
        let api = self.clone();
        let batch_id = batch_id.to_owned();
        let mut next = params.clone();
        Items::new(move || {
            let data = api.list_company_batch_results(&batch_id, &next)?.data;
            next.page = Some(data.page + 1);
            let more = !data.results.is_empty() && data.page < data.total_pages;
            Ok((data.results, more))
        })
    }

    /// Search companies by name.
    ///
    /// Entities whose names hold every word of `name`, the last one at least as the beginning of a
    /// word. Marks, case, punctuation and legal forms do not matter. The nearest names come first:
    /// the name itself, then those that begin with its words, then those with fewer words beside
    /// them; active entities before others.
    ///
    /// Charged if it succeeds; `get_quote` says how much.
    pub fn search_companies(
        &self,
        params: &SearchCompaniesParams,
    ) -> Result<Response<CompanySearchPage>, Error> {
        let mut call = Call::new(
            "businessRegistry",
            "GET",
            "/api/v1/company/search".to_owned(),
        );
        call.query("name", query_text(&params.name));
        if let Some(value) = &params.entity_type {
            call.query("entityType", query_text(value));
        }
        if let Some(value) = &params.state {
            call.query("state", query_text(value));
        }
        if let Some(value) = &params.status {
            call.query("status", query_text(value));
        }
        if let Some(value) = &params.page {
            call.query("page", query_text(value));
        }
        if let Some(value) = &params.size {
            call.query("size", query_text(value));
        }
        call.enveloped = true;
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }

    /// Walks through all pages of `search_companies`.
    pub fn iterate_companies(&self, params: &SearchCompaniesParams) -> Items<'a, CompanyRecord> {
        let api = self.clone();
        let mut next = params.clone();
        Items::new(move || {
            let data = api.search_companies(&next)?.data;
            next.page = Some(data.page + 1);
            let more = !data.companies.is_empty() && data.page < data.total_pages;
            Ok((data.companies, more))
        })
    }

    /// Get affiliates.
    ///
    /// Who is behind a company that gave you a consent code: directors, shareholders, secretaries,
    /// persons with significant control, proprietors, partners, trustees. One entry a person, with
    /// all their `roles`; `affiliateType` is the most senior role that is still held. Who resigned
    /// is listed last, and marked. The list is never cut.
    ///
    /// Charged if it succeeds; `get_quote` says how much.
    pub fn get_affiliates(
        &self,
        params: &GetAffiliatesParams,
    ) -> Result<Response<Affiliates>, Error> {
        let mut call = Call::new(
            "businessRegistry",
            "GET",
            "/api/v1/company/validation/affiliates".to_owned(),
        );
        call.header("X-VRC-Number", query_text(&params.vrc_number));
        if let Some(value) = &params.include {
            call.query("include", query_text(value));
        }
        call.enveloped = true;
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }

    /// Get assets.
    ///
    /// What the registry calls the assets of a company: the charges registered over them
    /// (debentures, mortgages, bills of sale), all of them, whether satisfied or not. It is no list
    /// of what the company owns. The list is never cut; `totalCount` is its length.
    ///
    /// Charged if it succeeds; `get_quote` says how much.
    pub fn get_assets(&self, params: &GetAssetsParams) -> Result<Response<Assets>, Error> {
        let mut call = Call::new(
            "businessRegistry",
            "GET",
            "/api/v1/company/validation/assets".to_owned(),
        );
        call.header("X-VRC-Number", query_text(&params.vrc_number));
        call.enveloped = true;
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }

    /// Get the certificate.
    ///
    /// The certificate of registration of an entity: that it is registered, since when, as what,
    /// how it stands, and where. The answer is a PDF to download. With `Accept: application/json`
    /// it is JSON with the file in `contentBase64`. It is drawn from the register's record, embeds
    /// its fonts, and carries a verification code: whoever holds a copy can see at `verifyUrl`,
    /// without a key, what was drawn under the code and whether the register still says so. Where
    /// the registry itself makes the document, its own PDF is passed on as it is, and there is no
    /// code of ours. 404 `document_not_available` where there is none, never an empty file. In the
    /// sandbox every page is marked SPECIMEN and says that it was made from test data and not
    /// issued by the Commission.
    ///
    /// Charged if it succeeds; `get_quote` says how much.
    pub fn get_certificate(
        &self,
        params: &GetCertificateParams,
    ) -> Result<Response<DocumentFile>, Error> {
        let mut call = Call::new(
            "businessRegistry",
            "GET",
            "/api/v1/company/validation/certificate".to_owned(),
        );
        call.header("X-VRC-Number", query_text(&params.vrc_number));
        call.enveloped = true;
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }

    /// Get the certificate, as PDF.
    ///
    /// The certificate of registration of an entity: that it is registered, since when, as what,
    /// how it stands, and where. The answer is a PDF to download. With `Accept: application/json`
    /// it is JSON with the file in `contentBase64`. It is drawn from the register's record, embeds
    /// its fonts, and carries a verification code: whoever holds a copy can see at `verifyUrl`,
    /// without a key, what was drawn under the code and whether the register still says so. Where
    /// the registry itself makes the document, its own PDF is passed on as it is, and there is no
    /// code of ours. 404 `document_not_available` where there is none, never an empty file. In the
    /// sandbox every page is marked SPECIMEN and says that it was made from test data and not
    /// issued by the Commission.
    ///
    /// Charged if it succeeds; `get_quote` says how much.
    pub fn download_certificate_pdf(
        &self,
        params: &DownloadCertificatePdfParams,
    ) -> Result<Response<Vec<u8>>, Error> {
        let mut call = Call::new(
            "businessRegistry",
            "GET",
            "/api/v1/company/validation/certificate".to_owned(),
        );
        call.header("X-VRC-Number", query_text(&params.vrc_number));
        call.accept = "application/pdf";
        call.repeatable = true;
        self.client.download(&call, &self.options)
    }

    /// Get a company by number and type.
    ///
    /// The whole record of the entity of one kind under a number. Send `entityType` or a prefix:
    /// numbers are unique per kind of entity only. Without either, the company answers and the
    /// others are listed in `alternatives`. Beyond what the look-up by RC number gives, it has
    /// addresses of branches and head office, objectives, and whether the entity was struck off or
    /// delisted; what the register does not say is null, or an empty list.
    ///
    /// Charged if it succeeds; `get_quote` says how much.
    pub fn get_company(
        &self,
        params: &GetCompanyParams,
    ) -> Result<Response<CompanyDetails>, Error> {
        let mut call = Call::new(
            "businessRegistry",
            "GET",
            "/api/v1/company/validation/company".to_owned(),
        );
        call.query("rcNumber", query_text(&params.rc_number));
        if let Some(value) = &params.entity_type {
            call.query("entityType", query_text(value));
        }
        if let Some(value) = &params.max_age {
            call.query("maxAge", query_text(value));
        }
        call.enveloped = true;
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }

    /// Find a company's tax number.
    ///
    /// The tax identification number (TIN) of a company by its registration number. Where several
    /// kinds of entity share the number, the company answers and the others are listed in
    /// `alternatives`, unless a prefix or `entityType` says which is meant. A company without a
    /// number is 404 `tin_not_found`; one can be generated.
    ///
    /// Charged if it succeeds; `get_quote` says how much.
    pub fn get_company_tin(
        &self,
        params: &GetCompanyTinParams,
    ) -> Result<Response<CompanyTin>, Error> {
        let mut call = Call::new(
            "businessRegistry",
            "GET",
            "/api/v1/company/validation/company-tin".to_owned(),
        );
        call.query("rcNumber", query_text(&params.rc_number));
        if let Some(value) = &params.entity_type {
            call.query("entityType", query_text(value));
        }
        if let Some(value) = &params.max_age {
            call.query("maxAge", query_text(value));
        }
        call.enveloped = true;
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }

    /// Check a company's name.
    ///
    /// Whether a name is the one registered under a number. A name that differs is an answer, not
    /// an error: `isMatch` is false and `differences` says why. `matchResult` is `EXACT` (equal but
    /// for case and spaces, score 1), `NORMALIZED` (equal but for punctuation, abbreviations such
    /// as Ltd, Nig, Int'l or &, and marks on letters, 0.99), `PARTIAL` (a slip, a word or the legal
    /// form left out, 0.85 to 0.98: have a person look) or `MISMATCH` (up to 0.84). Names of
    /// different legal forms never match: an Ltd is not a Plc, and a business name is not the
    /// company of the same words.
    ///
    /// Charged if it succeeds; `get_quote` says how much.
    pub fn validate_company_name(
        &self,
        params: &ValidateCompanyNameParams,
    ) -> Result<Response<CompanyNameCheck>, Error> {
        let mut call = Call::new(
            "businessRegistry",
            "GET",
            "/api/v1/company/validation/company/name".to_owned(),
        );
        call.query("rcNumber", query_text(&params.rc_number));
        if let Some(value) = &params.entity_type {
            call.query("entityType", query_text(value));
        }
        if let Some(value) = &params.max_age {
            call.query("maxAge", query_text(value));
        }
        call.query("entityName", query_text(&params.entity_name));
        call.enveloped = true;
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }

    /// Find a company by RC number.
    ///
    /// Who is registered under a number, and how the entity stands. Numbers are unique per kind of
    /// entity only: where several kinds share one, the company answers and the others are listed in
    /// `alternatives`, unless a prefix or `entityType` says which is meant. An entity that is not
    /// active is found like any other: look at `registrationStatus`.
    ///
    /// Charged if it succeeds; `get_quote` says how much.
    pub fn get_company_by_rc(
        &self,
        params: &GetCompanyByRcParams,
    ) -> Result<Response<CompanyRecord>, Error> {
        let mut call = Call::new(
            "businessRegistry",
            "GET",
            "/api/v1/company/validation/company/rc".to_owned(),
        );
        call.query("rcNumber", query_text(&params.rc_number));
        if let Some(value) = &params.entity_type {
            call.query("entityType", query_text(value));
        }
        if let Some(value) = &params.max_age {
            call.query("maxAge", query_text(value));
        }
        call.enveloped = true;
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }

    /// Find a company by tax number.
    ///
    /// Who has a tax identification number (TIN). Both forms in use are read: the Tax ID of
    /// thirteen digits, and the legacy number of eight and four digits. A company that is not
    /// active is found like any other: look at `registrationStatus` and `tinStatus`.
    ///
    /// Charged if it succeeds; `get_quote` says how much.
    pub fn get_company_by_tin(
        &self,
        params: &GetCompanyByTinParams,
    ) -> Result<Response<CompanyByTin>, Error> {
        let mut call = Call::new(
            "businessRegistry",
            "GET",
            "/api/v1/company/validation/company/tin".to_owned(),
        );
        call.query("tin", query_text(&params.tin));
        if let Some(value) = &params.max_age {
            call.query("maxAge", query_text(value));
        }
        call.enveloped = true;
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }

    /// Generate or retrieve a tax number.
    ///
    /// Gives a company its tax identification number (TIN): generates one, or retrieves the one it
    /// has. A number is generated once; whoever asks again, or at the same time, is given the same.
    /// The price of generating is reserved; a retrieval is charged as a look-up. All faults of a
    /// request are answered at once, each with its field. Send an `Idempotency-Key`, so that a
    /// repeated request is answered as the first one was.
    ///
    /// Charged if it succeeds; `get_quote` says how much. Sent with an idempotency key, yours or a
    /// new one.
    pub fn generate_company_tin(
        &self,
        request: &GenerateTinRequest,
    ) -> Result<Response<GeneratedTin>, Error> {
        let mut call = Call::new(
            "businessRegistry",
            "POST",
            "/api/v1/company/validation/company/tin".to_owned(),
        );
        call.json(request)?;
        call.enveloped = true;
        call.idempotent = true;
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }

    /// Get a company's lines of business.
    ///
    /// What an entity told the register that it does, one item a line, the first of them the main
    /// one. An entity whose record names none answers with an empty list. Send `entityType` or a
    /// prefix: numbers are unique per kind of entity only. Without either, the company answers and
    /// the others are listed in `alternatives`.
    ///
    /// Charged if it succeeds; `get_quote` says how much.
    pub fn get_line_of_business(
        &self,
        params: &GetLineOfBusinessParams,
    ) -> Result<Response<LinesOfBusiness>, Error> {
        let mut call = Call::new(
            "businessRegistry",
            "GET",
            "/api/v1/company/validation/line-of-business".to_owned(),
        );
        call.query("rcNumber", query_text(&params.rc_number));
        if let Some(value) = &params.entity_type {
            call.query("entityType", query_text(value));
        }
        if let Some(value) = &params.max_age {
            call.query("maxAge", query_text(value));
        }
        call.enveloped = true;
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }

    /// Get a company by consent code.
    ///
    /// The record of a company that gave you a consent code, with its objectives, its phone number,
    /// and how many people the register lists for it. What the register does not say is null, or an
    /// empty list.
    ///
    /// Charged if it succeeds; `get_quote` says how much.
    pub fn get_secure_company(
        &self,
        params: &GetSecureCompanyParams,
    ) -> Result<Response<SecureCompany>, Error> {
        let mut call = Call::new(
            "businessRegistry",
            "GET",
            "/api/v1/company/validation/secure/rc".to_owned(),
        );
        call.header("X-VRC-Number", query_text(&params.vrc_number));
        call.enveloped = true;
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }

    /// Get share capital.
    ///
    /// The nominal share capital of a company that gave you a consent code, what of it is issued
    /// and paid up, and whether the parts fit together: what does not is said in `notes`. Money is
    /// in the unit of `currency`. What the register does not say is null; a business name, trustees
    /// or a partnership have no share capital, and `notes` says so.
    ///
    /// Charged if it succeeds; `get_quote` says how much.
    pub fn get_share_capital(
        &self,
        params: &GetShareCapitalParams,
    ) -> Result<Response<ShareCapital>, Error> {
        let mut call = Call::new(
            "businessRegistry",
            "GET",
            "/api/v1/company/validation/share-capital".to_owned(),
        );
        call.header("X-VRC-Number", query_text(&params.vrc_number));
        call.enveloped = true;
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }

    /// Get share distribution.
    ///
    /// Who holds the shares of a company that gave you a consent code. Percentages are of the
    /// shares issued; they are rounded so that they add up to exactly 100 where the holdings do.
    /// Where they do not, the answer says so: `percentageTotal`, `unallocatedShares` (issued, and
    /// on nobody's name), `overallocatedShares` (listed beyond those issued) and `note`. Holdings
    /// given up are listed last, marked by their `status`, and count nowhere.
    ///
    /// Charged if it succeeds; `get_quote` says how much.
    pub fn get_share_distribution(
        &self,
        params: &GetShareDistributionParams,
    ) -> Result<Response<ShareDistribution>, Error> {
        let mut call = Call::new(
            "businessRegistry",
            "GET",
            "/api/v1/company/validation/share-distribution".to_owned(),
        );
        call.header("X-VRC-Number", query_text(&params.vrc_number));
        call.enveloped = true;
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }

    /// Get the status report.
    ///
    /// Everything the register says of an entity, for people: its row and objectives, its share
    /// capital, who directs it, who holds its shares and whether they add up, who controls it, and
    /// the charges over its assets. The answer is a PDF to download. With `Accept:
    /// application/json` it is JSON with the file in `contentBase64`. It is drawn from the
    /// register's record, embeds its fonts, and carries a verification code: whoever holds a copy
    /// can see at `verifyUrl`, without a key, what was drawn under the code and whether the
    /// register still says so. Where the registry itself makes the document, its own PDF is passed
    /// on as it is, and there is no code of ours. 404 `document_not_available` where there is none,
    /// never an empty file. In the sandbox every page is marked SPECIMEN and says that it was made
    /// from test data and not issued by the Commission.
    ///
    /// Charged if it succeeds; `get_quote` says how much.
    pub fn get_status_report(
        &self,
        params: &GetStatusReportParams,
    ) -> Result<Response<DocumentFile>, Error> {
        let mut call = Call::new(
            "businessRegistry",
            "GET",
            "/api/v1/company/validation/status-report".to_owned(),
        );
        call.header("X-VRC-Number", query_text(&params.vrc_number));
        call.enveloped = true;
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }

    /// Get the status report, as PDF.
    ///
    /// Everything the register says of an entity, for people: its row and objectives, its share
    /// capital, who directs it, who holds its shares and whether they add up, who controls it, and
    /// the charges over its assets. The answer is a PDF to download. With `Accept:
    /// application/json` it is JSON with the file in `contentBase64`. It is drawn from the
    /// register's record, embeds its fonts, and carries a verification code: whoever holds a copy
    /// can see at `verifyUrl`, without a key, what was drawn under the code and whether the
    /// register still says so. Where the registry itself makes the document, its own PDF is passed
    /// on as it is, and there is no code of ours. 404 `document_not_available` where there is none,
    /// never an empty file. In the sandbox every page is marked SPECIMEN and says that it was made
    /// from test data and not issued by the Commission.
    ///
    /// Charged if it succeeds; `get_quote` says how much.
    pub fn download_status_report_pdf(
        &self,
        params: &DownloadStatusReportPdfParams,
    ) -> Result<Response<Vec<u8>>, Error> {
        let mut call = Call::new(
            "businessRegistry",
            "GET",
            "/api/v1/company/validation/status-report".to_owned(),
        );
        call.header("X-VRC-Number", query_text(&params.vrc_number));
        call.accept = "application/pdf";
        call.repeatable = true;
        self.client.download(&call, &self.options)
    }

    /// Watch a company.
    ///
    /// From now on the event `company.changed` says when the record of a company changes: in an
    /// import of the operator's, or when a look-up of anyone's is answered anew by the registry.
    /// `changes` lists what changed, of `NAME_CHANGED`, `STATUS_CHANGED`, `COMPANY_DISSOLVED`,
    /// `ADDRESS_CHANGED`, `DIRECTOR_ADDED`, `DIRECTOR_REMOVED` and `SHAREHOLDERS_CHANGED`; the
    /// record itself is a look-up away. Free, and so are the events. To watch a company twice
    /// changes nothing.
    pub fn create_company_watch(
        &self,
        request: &CompanyWatchRequest,
    ) -> Result<Response<CompanyWatch>, Error> {
        let mut call = Call::new(
            "businessRegistry",
            "POST",
            "/api/v1/company/watches".to_owned(),
        );
        call.json(request)?;
        call.enveloped = true;
        self.client.send(&call, &self.options)
    }

    /// List watches.
    ///
    /// The companies that the tenant watches in the environment, the newest first. Free.
    pub fn list_company_watches(
        &self,
        params: &ListCompanyWatchesParams,
    ) -> Result<Response<CompanyWatchPage>, Error> {
        let mut call = Call::new(
            "businessRegistry",
            "GET",
            "/api/v1/company/watches".to_owned(),
        );
        if let Some(value) = &params.page {
            call.query("page", query_text(value));
        }
        if let Some(value) = &params.size {
            call.query("size", query_text(value));
        }
        call.enveloped = true;
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }

    /// Walks through all pages of `list_company_watches`.
    pub fn iterate_company_watches(
        &self,
        params: &ListCompanyWatchesParams,
    ) -> Items<'a, CompanyWatch> {
        let api = self.clone();
        let mut next = params.clone();
        Items::new(move || {
            let data = api.list_company_watches(&next)?.data;
            next.page = Some(data.page + 1);
            let more = !data.watches.is_empty() && data.page < data.total_pages;
            Ok((data.watches, more))
        })
    }

    /// End a watch.
    ///
    /// No more events about the company. Free. A watch of another tenant or of the other
    /// environment is 404, like one that never was.
    pub fn delete_company_watch(&self, watch_id: &str) -> Result<Response<CompanyWatch>, Error> {
        let mut call = Call::new(
            "businessRegistry",
            "DELETE",
            format!("/api/v1/company/watches/{}", encoded(watch_id)),
        );
        call.enveloped = true;
        self.client.send(&call, &self.options)
    }

    /// Calls `get_company_batch` until it has ended, at most `limit`; then [`Error::Wait`]. How it
    /// ended is in `status`. `interval` is the time between two looks: what the server proposes if
    /// `None`.
    pub fn wait_for_company_batch(
        &self,
        batch_id: &str,
        limit: Duration,
        interval: Option<Duration>,
    ) -> Result<Response<CompanyBatch>, Error> {
        wait_for(&["queued", "processing"], limit, interval, || {
            let answer = self.get_company_batch(batch_id)?;
            let state = answer.data.status.to_string();
            Ok((answer, state))
        })
    }
}

/// The caller's own account.
#[derive(Debug, Clone)]
pub struct AccountApi<'a> {
    client: &'a Client,
    options: RequestOptions,
}

impl<'a> AccountApi<'a> {
    pub(crate) fn new(client: &'a Client) -> Self {
        let options = RequestOptions::default();
        Self { client, options }
    }

    /// The same methods, with other options.
    #[must_use]
    pub fn with(self, options: RequestOptions) -> Self {
        Self { options, ..self }
    }

    /// Get the account.
    ///
    /// The calling tenant, which products are on for it, and the key of the call with what it may
    /// call and until when. Free.
    pub fn get_account(&self) -> Result<Response<Account>, Error> {
        let mut call = Call::new("account", "GET", "/api/v1/account".to_owned());
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }

    /// List movements.
    ///
    /// What moved in the tenant's wallet in the environment, the newest first. Free.
    pub fn list_account_ledger(
        &self,
        params: &ListAccountLedgerParams,
    ) -> Result<Response<LedgerRowPage>, Error> {
        let mut call = Call::new("account", "GET", "/api/v1/account/ledger".to_owned());
        if let Some(value) = &params.cursor {
            call.query("cursor", query_text(value));
        }
        if let Some(value) = &params.limit {
            call.query("limit", query_text(value));
        }
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }

    /// Walks through all pages of `list_account_ledger`.
    pub fn iterate_account_ledger(&self, params: &ListAccountLedgerParams) -> Items<'a, LedgerRow> {
        let api = self.clone();
        let mut next = params.clone();
        Items::new(move || {
            let data = api.list_account_ledger(&next)?.data;
            next.cursor = data.next_cursor;
            let more = next.cursor.is_some();
            Ok((data.items, more))
        })
    }

    /// List the limits.
    ///
    /// How fast the tenant may call in the environment: each key has a bucket of its own, and all
    /// keys together have one where the operator set a limit. Free.
    pub fn list_account_limits(&self) -> Result<Response<AccountLimitPage>, Error> {
        let mut call = Call::new("account", "GET", "/api/v1/account/limits".to_owned());
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }

    /// List the prices.
    ///
    /// What each charged endpoint costs the tenant in the environment, by which rule, and what was
    /// announced for later. Endpoints that are never charged are left out. Free.
    pub fn list_account_prices(&self) -> Result<Response<AccountPricePage>, Error> {
        let mut call = Call::new("account", "GET", "/api/v1/account/prices".to_owned());
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }

    /// List calls.
    ///
    /// The tenant's calls in the environment, of all its keys, the newest first; only those that
    /// fit every parameter. Follow `nextCursor` until it is null: where few calls fit, a page may
    /// have fewer items than `limit`, or none, before the end. Nothing that a call sent or was
    /// answered is told. Free.
    pub fn list_account_requests(
        &self,
        params: &ListAccountRequestsParams,
    ) -> Result<Response<RequestRowPage>, Error> {
        let mut call = Call::new("account", "GET", "/api/v1/account/requests".to_owned());
        if let Some(value) = &params.from {
            call.query("from", query_text(value));
        }
        if let Some(value) = &params.until {
            call.query("until", query_text(value));
        }
        if let Some(value) = &params.service {
            call.query("service", query_text(value));
        }
        if let Some(value) = &params.operation_id {
            call.query("operationId", query_text(value));
        }
        if let Some(value) = &params.status {
            call.query("status", query_text(value));
        }
        if let Some(value) = &params.error_code {
            call.query("errorCode", query_text(value));
        }
        if let Some(value) = &params.key_id {
            call.query("keyId", query_text(value));
        }
        if let Some(value) = &params.charged {
            call.query("charged", query_text(value));
        }
        if let Some(value) = &params.request_id {
            call.query("requestId", query_text(value));
        }
        if let Some(value) = &params.cursor {
            call.query("cursor", query_text(value));
        }
        if let Some(value) = &params.limit {
            call.query("limit", query_text(value));
        }
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }

    /// Walks through all pages of `list_account_requests`.
    pub fn iterate_account_requests(
        &self,
        params: &ListAccountRequestsParams,
    ) -> Items<'a, RequestRow> {
        let api = self.clone();
        let mut next = params.clone();
        Items::new(move || {
            let data = api.list_account_requests(&next)?.data;
            next.cursor = data.next_cursor;
            let more = next.cursor.is_some();
            Ok((data.items, more))
        })
    }

    /// Get a call.
    ///
    /// A call of the tenant in the environment, by the `X-Request-Id` of its answer. Free.
    pub fn get_account_request(&self, request_id: &str) -> Result<Response<RequestRow>, Error> {
        let mut call = Call::new(
            "account",
            "GET",
            format!("/api/v1/account/requests/{}", encoded(request_id)),
        );
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }

    /// List statements.
    ///
    /// The months in Lagos of which the wallet has a statement, the newest first, from the present
    /// one back to that in which the tenant was made. Free.
    pub fn list_account_statements(&self) -> Result<Response<AccountStatementPage>, Error> {
        let mut call = Call::new("account", "GET", "/api/v1/account/statements".to_owned());
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }

    /// Get a statement.
    ///
    /// The wallet's month in the environment, from opening to closing balance, as `Accept` asks:
    /// the sums as JSON, every line as CSV (up to 100,000 of them), or a paper as PDF. Every line
    /// names its request. Free.
    pub fn get_account_statement(&self, month: &str) -> Result<Response<Statement>, Error> {
        let mut call = Call::new(
            "account",
            "GET",
            format!("/api/v1/account/statements/{}", encoded(month)),
        );
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }

    /// Get a statement, as CSV.
    ///
    /// The wallet's month in the environment, from opening to closing balance, as `Accept` asks:
    /// the sums as JSON, every line as CSV (up to 100,000 of them), or a paper as PDF. Every line
    /// names its request. Free.
    pub fn download_account_statement_csv(&self, month: &str) -> Result<Response<Vec<u8>>, Error> {
        let mut call = Call::new(
            "account",
            "GET",
            format!("/api/v1/account/statements/{}", encoded(month)),
        );
        call.accept = "text/csv";
        call.repeatable = true;
        self.client.download(&call, &self.options)
    }

    /// Get a statement, as PDF.
    ///
    /// The wallet's month in the environment, from opening to closing balance, as `Accept` asks:
    /// the sums as JSON, every line as CSV (up to 100,000 of them), or a paper as PDF. Every line
    /// names its request. Free.
    pub fn download_account_statement_pdf(&self, month: &str) -> Result<Response<Vec<u8>>, Error> {
        let mut call = Call::new(
            "account",
            "GET",
            format!("/api/v1/account/statements/{}", encoded(month)),
        );
        call.accept = "application/pdf";
        call.repeatable = true;
        self.client.download(&call, &self.options)
    }

    /// Get the usage.
    ///
    /// Calls and charges of the tenant in the environment, by day in Lagos or by endpoint, of at
    /// most 92 days. Days that are touched count whole. It follows the log within seconds. Free.
    pub fn get_account_usage(
        &self,
        params: &GetAccountUsageParams,
    ) -> Result<Response<AccountUsagePage>, Error> {
        let mut call = Call::new("account", "GET", "/api/v1/account/usage".to_owned());
        if let Some(value) = &params.from {
            call.query("from", query_text(value));
        }
        if let Some(value) = &params.to {
            call.query("to", query_text(value));
        }
        if let Some(value) = &params.by {
            call.query("by", query_text(value));
        }
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }

    /// Get the wallet.
    ///
    /// What the tenant's wallet holds in the environment, how long that lasts, and its alerts.
    /// Free.
    pub fn get_account_wallet(&self) -> Result<Response<AccountWallet>, Error> {
        let mut call = Call::new("account", "GET", "/api/v1/account/wallet".to_owned());
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }

    /// List events.
    ///
    /// What happened to the calling tenant in the environment, the oldest first and without gaps:
    /// call again with `after` set to the `nextCursor` of the answer before. It is the same
    /// `nextCursor` as long as nothing new happened. Events are kept for 30 days; a cursor from
    /// before that is answered with 410. Free; any key may ask. The same events are sent to
    /// webhooks.
    pub fn list_events(&self, params: &ListEventsParams) -> Result<Response<EventList>, Error> {
        let mut call = Call::new("account", "GET", "/api/v1/events".to_owned());
        if let Some(value) = &params.after {
            call.query("after", query_text(value));
        }
        if let Some(value) = &params.types {
            call.query("types", query_text(value));
        }
        if let Some(value) = &params.limit {
            call.query("limit", query_text(value));
        }
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }

    /// Walks through all pages of `list_events`.
    pub fn iterate_events(&self, params: &ListEventsParams) -> Items<'a, Event> {
        let api = self.clone();
        let mut next = params.clone();
        Items::new(move || {
            let data = api.list_events(&next)?.data;
            let more = next.after.as_ref() != Some(&data.next_cursor);
            next.after = Some(data.next_cursor);
            Ok((data.events, more))
        })
    }

    /// Quote a call.
    ///
    /// What one billable answer of an endpoint would cost the calling tenant now, by which rule,
    /// and what the wallet would hold after it. Free; any key may ask.
    pub fn get_quote(&self, params: &GetQuoteParams) -> Result<Response<Quote>, Error> {
        let mut call = Call::new("account", "GET", "/api/v1/quote".to_owned());
        call.query("operationId", query_text(&params.operation_id));
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }
}
