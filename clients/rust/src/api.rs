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
    /// The brokers (dealing members) that an application can go through. Applicants without a CHN
    /// need one whose `acceptsNewClients` is true. The sandbox has two additional brokers.
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
    /// The offers in the environment: open ones first, by closing date, then upcoming ones, then
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
    /// How many shares the holder of a CHN can take up in a rights issue, according to the register
    /// of holders at the qualification date: `rightsAvailable` is the entitlement from the holding,
    /// plus rights bought on the exchange, minus rights sold or taken up by your open application.
    /// A holder who is not on the register gets a normal response: 200 with `eligible` false. CHN
    /// and name are masked.
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
    /// Applies for shares of an open offer on behalf of a person. One response lists every error in
    /// the request, each with its field. A person (BVN, NIN or CHN) can have one open application
    /// per offer: a second one returns 409 `duplicate_subscription`, before any charge. Send an
    /// `Idempotency-Key`, so that a repeated request is processed only once.
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
    /// The banks that an application can use. Take `bankId` and `bankCode` of a subscription from
    /// the same entry, whose `active` must be true.
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

    /// List transactions.
    ///
    /// Your transactions in the environment, newest first. With `transactionReference`, returns
    /// that transaction with its history, or an empty list if it does not exist. A page beyond the
    /// end is empty.
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
    /// Extracts the holder's address from a document and splits it into fields. The file type is
    /// detected from its first bytes: PDF, JPEG, PNG, WebP or TIFF, up to 10 MB and 10 pages; scans
    /// and photos as well as text, rotated or skewed. A document that cannot be read returns 422
    /// `unreadable_document`, free of charge. `full_address` contains only what the document shows;
    /// values that `hallucination` allowed Kofa to infer are marked in `field_metadata` and need
    /// review. The document is kept in memory during the request and not stored, unless you agreed
    /// to that for training. The response and the words on the page, without long numbers, are
    /// stored encrypted for 30 days, so that you can send feedback. A readable document without an
    /// address returns 200 with empty fields and confidence 0.
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
    /// Extracts the holder's address from a document and splits it into fields. The file type is
    /// detected from its first bytes: PDF, JPEG, PNG, WebP or TIFF, up to 10 MB and 10 pages; scans
    /// and photos as well as text, rotated or skewed. A document that cannot be read returns 422
    /// `unreadable_document`, free of charge. `full_address` contains only what the document shows;
    /// values that `hallucination` allowed Kofa to infer are marked in `field_metadata` and need
    /// review. The document is kept in memory during the request and not stored, unless you agreed
    /// to that for training. The response and the words on the page, without long numbers, are
    /// stored encrypted for 30 days, so that you can send feedback. A readable document without an
    /// address returns 200 with empty fields and confidence 0.
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

    /// Create an extraction job.
    ///
    /// Extracts an address asynchronously, from documents of up to 15 MB and 30 pages. Takes the
    /// same bodies as the direct requests: a form, or JSON in either variant, which decides whether
    /// the result has `field_metadata`. Returns 202 with the job's URL in `Location`; poll it until
    /// the job has finished. The price is put on hold now (`X-Charge-Reserved`), charged to this
    /// request when the job succeeds, and released if it fails or is cancelled. The document is
    /// stored encrypted until the job ends, and longer only if you agreed to that for training; the
    /// extracted data is stored as for a direct request. A job fails after three interrupted
    /// attempts, or after waiting for a day; jobs of different tenants take turns. When the job
    /// ends, the event `poa.job.completed` or `poa.job.failed` is sent to `webhook_url`, signed
    /// with the secret of your oldest webhook endpoint in the environment.
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

    /// Create an extraction job.
    ///
    /// Extracts an address asynchronously, from documents of up to 15 MB and 30 pages. Takes the
    /// same bodies as the direct requests: a form, or JSON in either variant, which decides whether
    /// the result has `field_metadata`. Returns 202 with the job's URL in `Location`; poll it until
    /// the job has finished. The price is put on hold now (`X-Charge-Reserved`), charged to this
    /// request when the job succeeds, and released if it fails or is cancelled. The document is
    /// stored encrypted until the job ends, and longer only if you agreed to that for training; the
    /// extracted data is stored as for a direct request. A job fails after three interrupted
    /// attempts, or after waiting for a day; jobs of different tenants take turns. When the job
    /// ends, the event `poa.job.completed` or `poa.job.failed` is sent to `webhook_url`, signed
    /// with the secret of your oldest webhook endpoint in the environment.
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

    /// Get a job.
    ///
    /// Returns the status of a job and, once it has succeeded, its result. Free unless the operator
    /// set a price: the price of the job itself was put on hold when it was created. The response
    /// has its own `X-Request-Id`. While `status` is `queued` or `processing`, poll again after the
    /// number of seconds in `Retry-After`. `result` is what a direct request returns in `data`,
    /// with the parts requested by `include` here or when the job was created; it is stored until
    /// `expires_at` (seven days, unless the operator chose a different period), and the record for
    /// 23 days more. A job of another tenant or of the other environment returns 404, like one that
    /// does not exist.
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

    /// Cancel a job.
    ///
    /// Cancels a job that is queued or in progress: its document is deleted and the funds on hold
    /// for it are released immediately. Free. Cancelling a job that is already cancelled returns it
    /// again; one that has succeeded, failed or expired returns 409 `job_not_cancellable`. No body
    /// is needed.
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

    /// Send feedback on an extraction.
    ///
    /// Reports whether an address was extracted correctly: send `"correct": true`, or the correct
    /// values of the fields you checked. `request_id` is the one of the direct request or of the
    /// job. Free. An empty string means that the document shows no such value; a field that you
    /// omit is not judged. Sending feedback again replaces the earlier feedback. You can send it
    /// while the extraction is stored: for 30 days, unless the operator chose a different period,
    /// and for up to 90 days once you have given feedback. The extraction, without the document, is
    /// then stored for a year to measure and train the reader.
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

    /// Create a lookup batch.
    ///
    /// Looks up to 1,000 companies asynchronously, each like a lookup by RC number. The price of
    /// all of them is put on hold first, so a wallet with too little money gets 402 before anything
    /// is looked up. When the batch ends, companies found are charged and the rest is released: a
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

    /// Get a batch.
    ///
    /// Returns the progress of a batch and the cost of what was found so far. Free. A batch of
    /// another tenant or of the other environment returns 404, like one that does not exist.
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

    /// Cancel a batch.
    ///
    /// Stops the batch: companies found so far are charged and their results stay available, and
    /// the remaining funds on hold are released immediately. The request itself is free. Cancelling
    /// a batch that is already cancelled returns it again; one that has finished returns 409
    /// `batch_not_cancellable`. No body is needed.
    pub fn cancel_company_batch(&self, batch_id: &str) -> Result<Response<CompanyBatch>, Error> {
        let mut call = Call::new(
            "businessRegistry",
            "POST",
            format!("/api/v1/company/batches/{}/cancel", encoded(batch_id)),
        );
        call.enveloped = true;
        self.client.send(&call, &self.options)
    }

    /// List batch results.
    ///
    /// Returns the result for each company, in the order of the request, even while the batch is in
    /// progress. Free.
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
    /// Finds entities whose names contain every word of `name`, where the last word can be the
    /// beginning of a word. Accents, case, punctuation and legal forms do not matter. The closest
    /// names come first: the exact name, then names that start with its words, then names with
    /// fewer other words; active entities before others.
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
    /// Lists who is behind a company that gave you a consent code: directors, shareholders,
    /// secretaries, persons with significant control, proprietors, partners, trustees. There is one
    /// entry per person, with all their `roles`; `affiliateType` is the most senior current role.
    /// People who have resigned are listed last, and marked. The list is always complete.
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
    /// Lists what the registry calls the assets of a company: all charges registered over them
    /// (debentures, mortgages, bills of sale), satisfied or not. It is not a list of what the
    /// company owns. The list is always complete; `totalCount` is its length.
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

    /// Get a certificate.
    ///
    /// Returns the certificate of registration of an entity: that it is registered, since when, as
    /// what type, with which status, and where. The response is a PDF download. With `Accept:
    /// application/json` it is JSON with the file in `contentBase64`. The PDF is created from the
    /// register's record, embeds its fonts, and has a verification code: anyone with a copy can see
    /// at `verifyUrl`, without a key, what was issued under the code and whether it still matches
    /// the register. If the registry itself creates the document, its own PDF is returned
    /// unchanged, without a verification code. If there is no document, the response is 404
    /// `document_not_available`, never an empty file. In the sandbox every page is marked SPECIMEN
    /// and says that it was made from test data and not issued by the Commission.
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

    /// Get a certificate, as PDF.
    ///
    /// Returns the certificate of registration of an entity: that it is registered, since when, as
    /// what type, with which status, and where. The response is a PDF download. With `Accept:
    /// application/json` it is JSON with the file in `contentBase64`. The PDF is created from the
    /// register's record, embeds its fonts, and has a verification code: anyone with a copy can see
    /// at `verifyUrl`, without a key, what was issued under the code and whether it still matches
    /// the register. If the registry itself creates the document, its own PDF is returned
    /// unchanged, without a verification code. If there is no document, the response is 404
    /// `document_not_available`, never an empty file. In the sandbox every page is marked SPECIMEN
    /// and says that it was made from test data and not issued by the Commission.
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
    /// Returns the full record of the entity of one type with a number. Send `entityType` or a
    /// prefix: numbers are unique per type of entity only. Without either, the response is the
    /// company, and other entities are listed in `alternatives`. In addition to the lookup by RC
    /// number, the record has the addresses of branches and head office, objectives, and whether
    /// the entity was struck off or delisted; values that are not on the register are null or an
    /// empty list.
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
    /// Returns the tax identification number (TIN) of a company by its registration number. If
    /// several types of entity share the number, the response is the company and the others are
    /// listed in `alternatives`, unless a prefix or `entityType` selects one. A company without a
    /// tax number returns 404 `tin_not_found`; you can generate one.
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
    /// Checks whether a name is the one registered under a number. A name that differs is a normal
    /// response, not an error: `isMatch` is false and `differences` says why. `matchResult` is
    /// `EXACT` (equal except for case and spaces, score 1), `NORMALIZED` (equal except for
    /// punctuation, abbreviations such as Ltd, Nig, Int'l or &, and accents, 0.99), `PARTIAL` (a
    /// typing error, a missing word or legal form, 0.85 to 0.98: needs review by a person) or
    /// `MISMATCH` (up to 0.84). Names with different legal forms never match: an Ltd is not a Plc,
    /// and a business name is not the company with the same words.
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
    /// Returns the entity registered under a number, and its status. Numbers are unique per type of
    /// entity only: if several types share one, the response is the company and the others are
    /// listed in `alternatives`, unless a prefix or `entityType` selects one. Entities that are not
    /// active are found like any other: check `registrationStatus`.
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
    /// Returns the company with a tax identification number (TIN). Both formats in use are
    /// accepted: the Tax ID of thirteen digits, and the legacy number of eight and four digits.
    /// Companies that are not active are found like any other: check `registrationStatus` and
    /// `tinStatus`.
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
    /// Generates a tax identification number (TIN) for a company, or retrieves the one it has. A
    /// number is generated once; repeated and simultaneous requests get the same number. The price
    /// of generating is reserved; a retrieval is charged like a lookup. One response lists every
    /// error in the request, each with its field. Send an `Idempotency-Key`, so that a repeated
    /// request returns the first response.
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
    /// Lists what an entity registered as its business activities, the main one first. If there are
    /// none on record, the list is empty. Send `entityType` or a prefix: numbers are unique per
    /// type of entity only. Without either, the response is the company, and other entities are
    /// listed in `alternatives`.
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
    /// Returns the record of a company that gave you a consent code, with its objectives, its phone
    /// number, and the number of people listed for it. Values that are not on the register are null
    /// or an empty list.
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
    /// Returns the nominal share capital of a company that gave you a consent code, how much of it
    /// is issued and paid up, and whether the figures are consistent: inconsistencies are listed in
    /// `notes`. Amounts are in the unit of `currency`. Values that are not on the register are
    /// null; business names, trustees and partnerships have no share capital, and `notes` says so.
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
    /// Lists the shareholders of a company that gave you a consent code. Percentages are of the
    /// issued shares; they are rounded so that they add up to exactly 100 if the holdings do. If
    /// they do not, the response shows it: `percentageTotal`, `unallocatedShares` (issued, without
    /// a holder), `overallocatedShares` (listed beyond those issued) and `note`. Former holdings
    /// are listed last, marked by their `status`, and are not counted.
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

    /// Get a status report.
    ///
    /// Returns everything on the register about an entity as a readable document: its record and
    /// objectives, share capital, directors, shareholders and whether their shares add up, persons
    /// with significant control, and the charges over its assets. The response is a PDF download.
    /// With `Accept: application/json` it is JSON with the file in `contentBase64`. The PDF is
    /// created from the register's record, embeds its fonts, and has a verification code: anyone
    /// with a copy can see at `verifyUrl`, without a key, what was issued under the code and
    /// whether it still matches the register. If the registry itself creates the document, its own
    /// PDF is returned unchanged, without a verification code. If there is no document, the
    /// response is 404 `document_not_available`, never an empty file. In the sandbox every page is
    /// marked SPECIMEN and says that it was made from test data and not issued by the Commission.
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

    /// Get a status report, as PDF.
    ///
    /// Returns everything on the register about an entity as a readable document: its record and
    /// objectives, share capital, directors, shareholders and whether their shares add up, persons
    /// with significant control, and the charges over its assets. The response is a PDF download.
    /// With `Accept: application/json` it is JSON with the file in `contentBase64`. The PDF is
    /// created from the register's record, embeds its fonts, and has a verification code: anyone
    /// with a copy can see at `verifyUrl`, without a key, what was issued under the code and
    /// whether it still matches the register. If the registry itself creates the document, its own
    /// PDF is returned unchanged, without a verification code. If there is no document, the
    /// response is 404 `document_not_available`, never an empty file. In the sandbox every page is
    /// marked SPECIMEN and says that it was made from test data and not issued by the Commission.
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
    /// Watches a company: from now on, the event `company.changed` reports changes to its record,
    /// whether from an import by the operator or from a fresh response of the registry to anyone's
    /// lookup. `changes` lists what changed, out of `NAME_CHANGED`, `STATUS_CHANGED`,
    /// `COMPANY_DISSOLVED`, `ADDRESS_CHANGED`, `DIRECTOR_ADDED`, `DIRECTOR_REMOVED` and
    /// `SHAREHOLDERS_CHANGED`; look up the company to get the record itself. Watches and their
    /// events are free. Watching a company twice changes nothing.
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
    /// The companies that you watch in the environment, newest first. Free.
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

    /// Delete a watch.
    ///
    /// Stops the events about the company. Free. A watch of another tenant or of the other
    /// environment returns 404, like one that does not exist.
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

/// Your own account.
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
    /// Returns the calling tenant, the products that are switched on for it, and the API key of
    /// this request with its permissions and expiry. Free.
    pub fn get_account(&self) -> Result<Response<Account>, Error> {
        let mut call = Call::new("account", "GET", "/api/v1/account".to_owned());
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }

    /// List wallet transactions.
    ///
    /// Lists the transactions of the tenant's wallet in the environment, newest first. Free.
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

    /// List rate limits.
    ///
    /// Returns the tenant's rate limits in the environment. Each key has its own limit. All keys
    /// together share another one if the operator has set it. Free.
    pub fn list_account_limits(&self) -> Result<Response<AccountLimitPage>, Error> {
        let mut call = Call::new("account", "GET", "/api/v1/account/limits".to_owned());
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }

    /// List prices.
    ///
    /// Returns the tenant's price of each charged endpoint in the environment, where the price
    /// comes from, and scheduled changes. Endpoints that are always free are not listed. Free.
    pub fn list_account_prices(&self) -> Result<Response<AccountPricePage>, Error> {
        let mut call = Call::new("account", "GET", "/api/v1/account/prices".to_owned());
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }

    /// List requests.
    ///
    /// Lists the tenant's requests in the environment, made with any of its keys, newest first.
    /// Only requests that match every parameter are returned. Follow `nextCursor` until it is null:
    /// a page can have fewer items than `limit`, or none, before the end. Request and response
    /// bodies are not included. Free.
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

    /// Get a request.
    ///
    /// Returns one request of the tenant in the environment, by the `X-Request-Id` of its response.
    /// Free.
    pub fn get_account_request(&self, request_id: &str) -> Result<Response<RequestRow>, Error> {
        let mut call = Call::new(
            "account",
            "GET",
            format!("/api/v1/account/requests/{}", encoded(request_id)),
        );
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }

    /// List bank statements.
    ///
    /// Lists the months (Lagos time) that have a wallet statement, newest first, from the current
    /// month back to the month in which the tenant was created. Free.
    pub fn list_account_statements(&self) -> Result<Response<AccountStatementPage>, Error> {
        let mut call = Call::new("account", "GET", "/api/v1/account/statements".to_owned());
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }

    /// Get a statement.
    ///
    /// Returns the wallet's monthly statement in the environment, from opening to closing balance,
    /// in the format given by `Accept`: totals as JSON, every line as CSV (up to 100,000 lines), or
    /// a PDF document. Every line names its request. Free.
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
    /// Returns the wallet's monthly statement in the environment, from opening to closing balance,
    /// in the format given by `Accept`: totals as JSON, every line as CSV (up to 100,000 lines), or
    /// a PDF document. Every line names its request. Free.
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
    /// Returns the wallet's monthly statement in the environment, from opening to closing balance,
    /// in the format given by `Accept`: totals as JSON, every line as CSV (up to 100,000 lines), or
    /// a PDF document. Every line names its request. Free.
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

    /// Get usage.
    ///
    /// Returns the tenant's requests and charges in the environment, by day (Lagos time) or by
    /// endpoint, for up to 92 days. Partial days are counted in full. Usage is a few seconds behind
    /// the request log. Free.
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
    /// Your events in the environment, oldest first and without gaps: to continue, set `after` to
    /// the `nextCursor` of the previous response. `nextCursor` stays the same as long as there are
    /// no new events. Events are kept for 30 days; an older cursor returns 410. Free, with a key of
    /// any scope. The same events are sent to webhooks.
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

    /// Get a price quote.
    ///
    /// Returns what one billable response of an endpoint would cost you now, which price rule
    /// applies, and what your wallet balance would be afterwards. Free, with a key of any scope.
    pub fn get_quote(&self, params: &GetQuoteParams) -> Result<Response<Quote>, Error> {
        let mut call = Call::new("account", "GET", "/api/v1/quote".to_owned());
        call.query("operationId", query_text(&params.operation_id));
        call.repeatable = true;
        self.client.send(&call, &self.options)
    }
}
