//! The table of settings: names, defaults, and what each decides.

/// What `kofa` can be told, as it stands in the file; the variable is `KOFA_` and the name in
/// capitals. Lists are separated by commas.
#[derive(Debug)]
pub struct Setting {
    /// Its name in the file.
    pub name: &'static str,
    pub about: &'static str,
    /// What holds where nothing is said; empty for nothing.
    pub(crate) default: &'static str,
    /// Whether it must not be shown.
    pub(crate) secret: bool,
}

impl Setting {
    const fn new(name: &'static str, default: &'static str, about: &'static str) -> Self {
        Self {
            name,
            about,
            default,
            secret: false,
        }
    }

    const fn secret(self) -> Self {
        Self {
            secret: true,
            ..self
        }
    }

    pub fn variable(&self) -> String {
        format!("KOFA_{}", self.name.to_ascii_uppercase())
    }
}

pub const SETTINGS: [Setting; 116] = [
    Setting::new(
        "data_dir",
        "kofa-data",
        "folder of the data; made if absent",
    ),
    Setting::new("listen", "127.0.0.1:8080", "address and port to listen on"),
    Setting::new(
        "operators_listen",
        "",
        "address and port for operators: console, admin API and set-up link are then nowhere else",
    ),
    Setting::new(
        "metrics_listen",
        "",
        "address and port for `/metrics` (default: `operators_listen`, else `listen`, there only \
         for requests from this machine)",
    ),
    Setting::new(
        "connections_per_address",
        "1000",
        "connections that one address may have, 1 to 10000; proxies and this machine are not \
         counted",
    ),
    Setting::new(
        "body_memory_mib",
        "512",
        "memory for the bodies of requests in progress, in MiB, 64 to 65536; one tenant gets at \
         most half of it",
    ),
    Setting::new(
        "base_url",
        "",
        "public address; every link starts with it (default: http:// and `listen`)",
    ),
    Setting::new(
        "database_url",
        "",
        "PostgreSQL URL (default: SQLite in the data folder)",
    )
    .secret(),
    Setting::new(
        "database_connections",
        "16",
        "connections to PostgreSQL, 2 to 1000",
    ),
    Setting::new(
        "sqlite_readers",
        "2",
        "connections for reads on SQLite, 1 to 64",
    ),
    Setting::new(
        "object_store_url",
        "",
        "where files are kept: file:///FOLDER or s3://BUCKET/PREFIX (default: `objects` in the \
         data folder)",
    ),
    Setting::new(
        "object_store_endpoint",
        "",
        "address of the S3 service (default: AWS in the region)",
    ),
    Setting::new("object_store_region", "us-east-1", "region of the bucket"),
    Setting::new(
        "object_store_access_key_id",
        "",
        "id of the access key to the bucket",
    ),
    Setting::new(
        "object_store_secret_access_key",
        "",
        "secret of the access key to the bucket",
    )
    .secret(),
    Setting::new(
        "object_store_path_style",
        "yes",
        "whether the bucket is in the path of a URL, and not in its host name: yes or no",
    ),
    Setting::new(
        "master_key",
        "",
        "encryption key for data at rest: 64 hexadecimal digits; separate several with commas \
         (better: `master_key_file`)",
    )
    .secret(),
    Setting::new(
        "master_key_command",
        "",
        "command that prints the contents of `master_key_file`, such as a key service's client",
    ),
    Setting::new(
        "master_key_file",
        "",
        "file with the master key, or several, one a line (default: master.key in the data folder)",
    ),
    Setting::new(
        "allow_core_dumps",
        "no",
        "whether a crash may write memory, with keys and documents in it, to a file: yes or no",
    ),
    Setting::new(
        "models_dir",
        "",
        "folder with the OCR models, from scripts/models.sh (default: `models` in the data folder, \
         the working folder, beside the program or above it)",
    ),
    Setting::new(
        "trusted_proxies",
        "",
        "networks of proxies whose X-Forwarded-For header is trusted",
    ),
    Setting::new(
        "operators_need_second_factor",
        "false",
        "whether operators must turn on two-factor authentication before they can use the console: \
         true or false",
    ),
    Setting::new(
        "four_eyes",
        "",
        "changes that a second operator must confirm: money, prices, live; a list",
    ),
    Setting::new(
        "live_checklist",
        "agreement,company,wallet,alerts",
        "what a tenant needs before a product can be enabled in live: agreement, company, wallet, \
         alerts, second_factor; a list, or none (the default of `kofa demo`)",
    ),
    Setting::new("sign_up", "request", "sign-up: off, request or open"),
    Setting::new(
        "offer_approval_by_one",
        "false",
        "whether the person who records the regulator's approval of an offer may also confirm it, \
         for a team of one: true or false",
    ),
    Setting::new(
        "upstream_balance_min_kobo",
        "1000000",
        "minimum balance of your accounts with upstreams, in kobo: operators are alerted below it; \
         0 turns the alert off",
    ),
    Setting::new("investment_hosts", "", "host names that serve IPO only"),
    Setting::new(
        "ai_processing_hosts",
        "",
        "host names that serve proof of address only",
    ),
    Setting::new(
        "business_validation_hosts",
        "",
        "host names that serve the business registry only",
    ),
    Setting::new(
        "identity_hosts",
        "",
        "host names that serve proof of address and the business registry",
    ),
    Setting::new(
        "refund_account_name",
        "",
        "name of the account that refunds are paid from, as the bank knows it",
    ),
    Setting::new("refund_account_number", "", "its number: ten digits").secret(),
    Setting::new(
        "refund_account_bank_code",
        "",
        "code of its bank: six digits (NIP), or three (Central Bank)",
    ),
    Setting::new(
        "exchange_own",
        "false",
        "whether live accepts applications for offers that you run yourself",
    ),
    Setting::new(
        "exchange_contract_url",
        "",
        "address of the live exchange, a server with this API contract; the part before `/api`",
    ),
    Setting::new("exchange_contract_key", "", "your key there").secret(),
    Setting::new("exchange_contract_vendor_id", "", "your vendor id there"),
    Setting::new(
        "exchange_contract_environment",
        "",
        "environment there that serves as your live (default: the key's)",
    ),
    Setting::new(
        "exchange_contract_headers",
        "",
        "additional headers: `Name: value`; separate several with `;`",
    )
    .secret(),
    Setting::new(
        "exchange_contract_client_certificate",
        "",
        "PEM file of the client certificate for it, with its chain",
    ),
    Setting::new(
        "exchange_contract_client_key",
        "",
        "PEM file of that certificate's key",
    ),
    Setting::new(
        "exchange_contract_timeout_s",
        "12",
        "time limit for its response, in seconds, 1 to 14",
    ),
    Setting::new(
        "exchange_contract_refresh_s",
        "60",
        "how often its offers, banks and brokers are fetched, in seconds, 1 to 3600",
    ),
    Setting::new(
        "exchange_contract_follow_s",
        "30",
        "how often it is asked about open applications, in seconds, 1 to 3600",
    ),
    Setting::new(
        "exchange_contract_offers",
        "",
        "ids of its offers to use (default: all)",
    ),
    Setting::new(
        "exchange_contract_brokers",
        "",
        "ids of its brokers to use (default: all)",
    ),
    Setting::new(
        "exchanges_file",
        "",
        "TOML file with more exchanges: a table each, with these settings without \
         `exchange_contract_`",
    ),
    Setting::new(
        "identity_enquiry_url",
        "",
        "address of the live service that looks up BVN, NIN and accounts; the part before `/bvn`",
    ),
    Setting::new("identity_enquiry_key", "", "your key there").secret(),
    Setting::new(
        "identity_enquiry_headers",
        "",
        "additional headers: `Name: value`; separate several with `;`",
    )
    .secret(),
    Setting::new(
        "identity_enquiry_timeout_s",
        "8",
        "time limit for its response, in seconds, 1 to 14",
    ),
    Setting::new(
        "identity_enquiry_policy",
        "refuse",
        "what to do when an applicant's identity does not match or cannot be checked: `refuse`, \
         `warn`, or `skip` to check no one",
    ),
    Setting::new(
        "registry_cac_vas_url",
        "",
        "address of the CAC's live service; the part before `/api/vas`",
    ),
    Setting::new("registry_cac_vas_key", "", "the operator's key for it").secret(),
    Setting::new(
        "registry_cac_vas_sandbox_url",
        "",
        "address of the CAC's test service, for the sandbox",
    ),
    Setting::new(
        "registry_cac_vas_sandbox_key",
        "",
        "the operator's key for it",
    )
    .secret(),
    Setting::new(
        "registry_contract_url",
        "",
        "address of another server with this API contract, for live; the part before `/api/v1`",
    ),
    Setting::new("registry_contract_key", "", "the operator's key for it").secret(),
    Setting::new(
        "registry_contract_sandbox_url",
        "",
        "address of another server with this API contract, for the sandbox",
    ),
    Setting::new(
        "registry_contract_sandbox_key",
        "",
        "the operator's key for it",
    )
    .secret(),
    Setting::new(
        "registry_upstream_timeout_s",
        "60",
        "time limit for their responses, in seconds, 1 to 90",
    ),
    Setting::new(
        "registry_answers_kept_days",
        "30",
        "how long their responses are kept, encrypted, in days, 1 to 3650",
    ),
    Setting::new(
        "registry_watches_max",
        "10000",
        "companies that a tenant can watch per environment, 0 to 1000000",
    ),
    Setting::new(
        "registry_vrc_scope",
        "per_code_and_endpoint",
        "what one use of a consent code consumes in live: `per_code_and_endpoint` or `per_code`",
    ),
    Setting::new(
        "sign_in_issuer",
        "",
        "issuer of the OpenID provider that operators can sign in with (default: none)",
    ),
    Setting::new(
        "sign_in_client_id",
        "",
        "Kofa's client id with that provider",
    ),
    Setting::new(
        "sign_in_client_secret",
        "",
        "client secret (better: `sign_in_client_secret_file`)",
    )
    .secret(),
    Setting::new(
        "sign_in_client_secret_file",
        "",
        "file with the client secret",
    ),
    Setting::new(
        "sign_in_domains",
        "",
        "email domains that the provider is trusted for",
    ),
    Setting::new(
        "sign_in_second_factor",
        "claimed",
        "when the provider's sign-in replaces two-factor authentication here: `claimed` (its token \
         says that it asked for two factors) or `always`",
    ),
    Setting::new(
        "tenant_issuers",
        "public",
        "where tenants' own OpenID providers can be: `public` (the public internet, over TLS) or \
         `any`",
    ),
    Setting::new(
        "webhook_targets",
        "public",
        "where webhooks can be sent: `public` (the public internet, over TLS) or `any` (for \
         development)",
    ),
    Setting::new(
        "log",
        "info",
        "log level, in the syntax of tracing's EnvFilter",
    ),
    Setting::new(
        "document_readers",
        "",
        "documents read at the same time, 1 to 64, each with up to 600 MB (default: one per \
         processor, 2 to 8)",
    ),
    Setting::new(
        "reader_model",
        "",
        "file with an address model that replaces the built-in one (`kofa-reader pack`)",
    ),
    Setting::new(
        "reader_model_sha256",
        "",
        "SHA-256 of `reader_model`; required with it",
    ),
    Setting::new(
        "readings_kept_days",
        "30",
        "how long readings are kept, encrypted, so that feedback can be sent, in days, 0 (not at \
         all) to 90",
    ),
    Setting::new(
        "provider_url",
        "",
        "base address of an OpenAI-compatible AI provider for documents, such as https://…/v1 \
         (default: none)",
    ),
    Setting::new("provider_model", "", "the AI provider's model"),
    Setting::new("provider_key", "", "key of the AI provider").secret(),
    Setting::new(
        "provider_use",
        "infer",
        "what the AI provider can decide: infer (missing fields) or extract (the address too)",
    ),
    Setting::new(
        "provider_input",
        "text",
        "what the AI provider is shown: text, or image where the document is a picture",
    ),
    Setting::new(
        "provider_timeout_ms",
        "8000",
        "time limit for the AI provider, in milliseconds, 100 to 25000",
    ),
    Setting::new(
        "provider_calls_per_day",
        "10000",
        "requests to the AI provider per day, 1 to 10000000; beyond it the engine works alone",
    ),
    Setting::new(
        "drain_delay_s",
        "0",
        "how long a stopping server still serves requests while `/readyz` returns 503, in seconds, \
         0 to 300: as long as a proxy takes to notice",
    ),
    Setting::new(
        "disk_free_min_mib",
        "256",
        "free disk space for the data below which requests are refused, in MiB, 0 (no limit) to \
         1048576; details of requests stop at twice that",
    ),
    Setting::new(
        "retention_request_log_days",
        "0",
        "how long the request log is kept, in days, to the end of each month: 31 to 36500, 0 for \
         ever",
    ),
    Setting::new(
        "retention_details_days",
        "30",
        "how long details of live requests are kept, in days, 1 to 30; in the sandbox at most 7",
    ),
    Setting::new(
        "retention_audit_days",
        "0",
        "how long entries of the audit log are kept, in days, 90 to 36500, 0 for ever",
    ),
    Setting::new(
        "retention_documents_days",
        "7",
        "how long results of jobs that read documents are kept, in days, 1 to 365",
    ),
    Setting::new(
        "retention_applicants_days",
        "0",
        "how long applicants of listed or cancelled offers are kept, in days, 1 to 36500, 0 for \
         ever",
    ),
    Setting::new(
        "retention_events_days",
        "30",
        "how long events and the log of their deliveries are kept, in days, 30 to 365",
    ),
    Setting::new(
        "people_paid_kept_days",
        "1827",
        "how long the identity of an applicant who paid is kept after the offer ended, in days, 0 \
         to 36500 (five years by law)",
    ),
    Setting::new(
        "siem_file",
        "",
        "file that the audit log and request log are appended to, as JSON lines (default: none)",
    ),
    Setting::new(
        "siem_file_mib",
        "64",
        "size at which that file is rotated, in MiB, 1 to 4096",
    ),
    Setting::new(
        "otlp_endpoint",
        "",
        "address of an OpenTelemetry collector (OTLP over HTTP) that traces of calls are sent to, \
         as http://127.0.0.1:4318 (default: none)",
    ),
    Setting::new(
        "otlp_one_in",
        "100",
        "one of how many traces is sent to the collector, 1 to 1000000",
    ),
    Setting::new(
        "siem_url",
        "",
        "address that the audit log and request log are posted to, as JSON lines (default: none)",
    ),
    Setting::new("siem_key", "", "bearer token for it").secret(),
    Setting::new(
        "smtp_url",
        "",
        "mail server: smtps://user:password@host:465, or smtp://user:password@host:587 with \
         STARTTLS (default: no mail is sent)",
    )
    .secret(),
    Setting::new(
        "smtp_ca_file",
        "",
        "PEM file with certificates that are trusted for the mail server, beside the system's",
    ),
    Setting::new(
        "mail_from",
        "",
        "sender of emails, such as Kofa <no-reply@example.ng>",
    ),
    Setting::new(
        "mail_reply_to",
        "",
        "where replies to emails go (default: to the sender)",
    ),
    Setting::new(
        "payments_provider",
        "",
        "provider of live top-ups, paystack or hmac (default: the one that has a key)",
    ),
    Setting::new(
        "payments_paystack_url",
        "https://api.paystack.co",
        "address of Paystack, or of a provider with the same API",
    ),
    Setting::new(
        "payments_paystack_secret_key",
        "",
        "your secret key there, sk_…; it also signs notifications",
    )
    .secret(),
    Setting::new(
        "payments_hmac_url",
        "",
        "address of a provider with the API of docs/payments.md; the part before /payments",
    ),
    Setting::new("payments_hmac_key", "", "bearer token for it").secret(),
    Setting::new(
        "payments_hmac_secret",
        "",
        "secret that signs its notifications: whsec_ and base64",
    )
    .secret(),
    Setting::new(
        "payments_timeout_s",
        "10",
        "time limit for a provider's response, in seconds, 1 to 20",
    ),
    Setting::new(
        "payments_bank_name",
        "",
        "bank of your account for bank transfers",
    ),
    Setting::new(
        "payments_bank_account_number",
        "",
        "its number, ten digits; tenants see it",
    ),
    Setting::new(
        "payments_bank_account_name",
        "",
        "name of the account's holder",
    ),
    Setting::new(
        "ready_file",
        "",
        "file that is written once the server accepts requests",
    ),
];
