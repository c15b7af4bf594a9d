// Written by clients/generator from clients/openapi.json. Do not edit.

use kofa_client::{Client, Error};
use serde_json::Value;

use crate::{taken, told, told_file, Step};

pub(crate) fn call(client: &Client, name: &str, s: &Step) -> Result<Value, Error> {
    match name {
        "listBrokers" => told(client.ipo().with(s.options()).list_brokers()),
        "listOffers" => told(client.ipo().with(s.options()).list_offers(&s.params())),
        "getRightsEligibility" => told(
            client
                .ipo()
                .with(s.options())
                .get_rights_eligibility(&s.params()),
        ),
        "subscribe" => told(client.ipo().with(s.options()).subscribe(&s.body())),
        "validateSubscription" => told(
            client
                .ipo()
                .with(s.options())
                .validate_subscription(&s.body()),
        ),
        "listSupportedBanks" => told(client.ipo().with(s.options()).list_supported_banks()),
        "listTransactions" => told(client.ipo().with(s.options()).list_transactions(&s.body())),
        "getAccount" => told(client.account().with(s.options()).get_account()),
        "listAccountLedger" => told(
            client
                .account()
                .with(s.options())
                .list_account_ledger(&s.params()),
        ),
        "listAccountLimits" => told(client.account().with(s.options()).list_account_limits()),
        "listAccountPrices" => told(client.account().with(s.options()).list_account_prices()),
        "listAccountRequests" => told(
            client
                .account()
                .with(s.options())
                .list_account_requests(&s.params()),
        ),
        "getAccountRequest" => told(
            client
                .account()
                .with(s.options())
                .get_account_request(s.path(0)),
        ),
        "listAccountStatements" => {
            told(client.account().with(s.options()).list_account_statements())
        }
        "getAccountStatement" => told(
            client
                .account()
                .with(s.options())
                .get_account_statement(s.path(0)),
        ),
        "downloadAccountStatementCsv" => told_file(
            client
                .account()
                .with(s.options())
                .download_account_statement_csv(s.path(0)),
        ),
        "downloadAccountStatementPdf" => told_file(
            client
                .account()
                .with(s.options())
                .download_account_statement_pdf(s.path(0)),
        ),
        "getAccountUsage" => told(
            client
                .account()
                .with(s.options())
                .get_account_usage(&s.params()),
        ),
        "getAccountWallet" => told(client.account().with(s.options()).get_account_wallet()),
        "createCompanyBatch" => told(
            client
                .business_registry()
                .with(s.options())
                .create_company_batch(&s.body()),
        ),
        "getCompanyBatch" => told(
            client
                .business_registry()
                .with(s.options())
                .get_company_batch(s.path(0)),
        ),
        "cancelCompanyBatch" => told(
            client
                .business_registry()
                .with(s.options())
                .cancel_company_batch(s.path(0)),
        ),
        "listCompanyBatchResults" => told(
            client
                .business_registry()
                .with(s.options())
                .list_company_batch_results(s.path(0), &s.params()),
        ),
        "searchCompanies" => told(
            client
                .business_registry()
                .with(s.options())
                .search_companies(&s.params()),
        ),
        "getAffiliates" => told(
            client
                .business_registry()
                .with(s.options())
                .get_affiliates(&s.params()),
        ),
        "getAssets" => told(
            client
                .business_registry()
                .with(s.options())
                .get_assets(&s.params()),
        ),
        "getCertificate" => told(
            client
                .business_registry()
                .with(s.options())
                .get_certificate(&s.params()),
        ),
        "downloadCertificatePdf" => told_file(
            client
                .business_registry()
                .with(s.options())
                .download_certificate_pdf(&s.params()),
        ),
        "getCompany" => told(
            client
                .business_registry()
                .with(s.options())
                .get_company(&s.params()),
        ),
        "getCompanyTin" => told(
            client
                .business_registry()
                .with(s.options())
                .get_company_tin(&s.params()),
        ),
        "validateCompanyName" => told(
            client
                .business_registry()
                .with(s.options())
                .validate_company_name(&s.params()),
        ),
        "getCompanyByRc" => told(
            client
                .business_registry()
                .with(s.options())
                .get_company_by_rc(&s.params()),
        ),
        "getCompanyByTin" => told(
            client
                .business_registry()
                .with(s.options())
                .get_company_by_tin(&s.params()),
        ),
        "generateCompanyTin" => told(
            client
                .business_registry()
                .with(s.options())
                .generate_company_tin(&s.body()),
        ),
        "getLineOfBusiness" => told(
            client
                .business_registry()
                .with(s.options())
                .get_line_of_business(&s.params()),
        ),
        "getSecureCompany" => told(
            client
                .business_registry()
                .with(s.options())
                .get_secure_company(&s.params()),
        ),
        "getShareCapital" => told(
            client
                .business_registry()
                .with(s.options())
                .get_share_capital(&s.params()),
        ),
        "getShareDistribution" => told(
            client
                .business_registry()
                .with(s.options())
                .get_share_distribution(&s.params()),
        ),
        "getStatusReport" => told(
            client
                .business_registry()
                .with(s.options())
                .get_status_report(&s.params()),
        ),
        "downloadStatusReportPdf" => told_file(
            client
                .business_registry()
                .with(s.options())
                .download_status_report_pdf(&s.params()),
        ),
        "createCompanyWatch" => told(
            client
                .business_registry()
                .with(s.options())
                .create_company_watch(&s.body()),
        ),
        "listCompanyWatches" => told(
            client
                .business_registry()
                .with(s.options())
                .list_company_watches(&s.params()),
        ),
        "deleteCompanyWatch" => told(
            client
                .business_registry()
                .with(s.options())
                .delete_company_watch(s.path(0)),
        ),
        "listEvents" => told(client.account().with(s.options()).list_events(&s.params())),
        "extractAddress" => told(client.proof_of_address().with(s.options()).extract_address(
            &s.form(|form: &mut kofa_client::models::ExtractForm, file| form.file = file),
            &s.params(),
        )),
        "extractAddressBase64" => told(
            client
                .proof_of_address()
                .with(s.options())
                .extract_address_base64(&s.body(), &s.params()),
        ),
        "createExtractionJob" => told(
            client
                .proof_of_address()
                .with(s.options())
                .create_extraction_job(
                    &s.form(|form: &mut kofa_client::models::JobForm, file| form.file = file),
                    &s.params(),
                ),
        ),
        "createExtractionJobBase64" => told(
            client
                .proof_of_address()
                .with(s.options())
                .create_extraction_job_base64(&s.body(), &s.params()),
        ),
        "getExtractionJob" => told(
            client
                .proof_of_address()
                .with(s.options())
                .get_extraction_job(s.path(0), &s.params()),
        ),
        "cancelExtractionJob" => told(
            client
                .proof_of_address()
                .with(s.options())
                .cancel_extraction_job(s.path(0)),
        ),
        "sendExtractionFeedback" => told(
            client
                .proof_of_address()
                .with(s.options())
                .send_extraction_feedback(s.path(0), &s.body()),
        ),
        "getQuote" => told(client.account().with(s.options()).get_quote(&s.params())),
        "waitForExtractionJob" => told(client.proof_of_address().wait_for_extraction_job(
            s.path(0),
            s.limit(),
            s.interval(),
        )),
        "waitForCompanyBatch" => told(client.business_registry().wait_for_company_batch(
            s.path(0),
            s.limit(),
            s.interval(),
        )),
        _ => panic!("no call {name}"),
    }
}

pub(crate) fn iterate(client: &Client, name: &str, s: &Step) -> Result<Value, Error> {
    match name {
        "listOffers" => taken(s, client.ipo().iterate_offers(&s.params())),
        "listTransactions" => taken(s, client.ipo().iterate_transactions(&s.body())),
        "listAccountLedger" => taken(s, client.account().iterate_account_ledger(&s.params())),
        "listAccountRequests" => taken(s, client.account().iterate_account_requests(&s.params())),
        "listCompanyBatchResults" => taken(
            s,
            client
                .business_registry()
                .iterate_company_batch_results(s.path(0), &s.params()),
        ),
        "searchCompanies" => taken(s, client.business_registry().iterate_companies(&s.params())),
        "listCompanyWatches" => taken(
            s,
            client
                .business_registry()
                .iterate_company_watches(&s.params()),
        ),
        "listEvents" => taken(s, client.account().iterate_events(&s.params())),
        _ => panic!("no list {name}"),
    }
}
