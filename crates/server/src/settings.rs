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

pub const SETTINGS: [Setting; 106] = [
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
        "memory for bodies of calls under way, in MiB, 64 to 65536; one tenant has half of it",
    ),
    Setting::new(
        "base_url",
        "",
        "where people reach it; begins every link (default: http:// and `listen`)",
    ),
    Setting::new(
        "database_url",
        "",
        "PostgreSQL URL; SQLite in the data folder without one",
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
        "master_key",
        "",
        "key of encryption at rest: 64 hexadecimal digits; several are separated by commas \
         (better: `master_key_file`)",
    )
    .secret(),
    Setting::new(
        "master_key_command",
        "",
        "command that prints what `master_key_file` would hold, such as one of a key service",
    ),
    Setting::new(
        "master_key_file",
        "",
        "file with the master key, or several, one a line (default: master.key in the data folder)",
    ),
    Setting::new(
        "allow_core_dumps",
        "no",
        "whether a crash may leave the memory, with keys and documents in it, in a file: yes or no",
    ),
    Setting::new(
        "models_dir",
        "",
        "folder of the networks that read scans and photos, from scripts/models.sh (default: \
         `models` in the data folder, the working folder, beside the program or above it)",
    ),
    Setting::new(
        "trusted_proxies",
        "",
        "networks whose X-Forwarded-For is believed",
    ),
    Setting::new(
        "operators_need_second_factor",
        "false",
        "whether operators without a second factor can do nothing in the console but turn one on: \
         true or false",
    ),
    Setting::new(
        "four_eyes",
        "",
        "what one operator proposes and another confirms: money, prices, live; a list",
    ),
    Setting::new(
        "live_checklist",
        "agreement,company,wallet,alerts",
        "what a tenant needs before a product is switched on for it in live: agreement, company, \
         wallet, alerts, second_factor; a list, or none (the default of `kofa demo`)",
    ),
    Setting::new(
        "offer_approval_by_one",
        "false",
        "whether who records the regulator's approval of an offer may confirm it, too, for an \
         operator of one person: true or false",
    ),
    Setting::new(
        "upstream_balance_min_kobo",
        "1000000",
        "what our accounts at upstreams should have, in kobo: operators are alerted below it; 0 is \
         never",
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
        "name of the account that refunds are paid from, as the bank has it",
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
        "whether live takes applications for offers made here: you run them yourself",
    ),
    Setting::new(
        "exchange_contract_url",
        "",
        "address of the server of this contract that is the exchange of live; up to before `/api`",
    ),
    Setting::new("exchange_contract_key", "", "your key there").secret(),
    Setting::new("exchange_contract_vendor_id", "", "your vendor id there"),
    Setting::new(
        "exchange_contract_environment",
        "",
        "which environment there is your live; by the key without one",
    ),
    Setting::new(
        "exchange_contract_headers",
        "",
        "headers that it wants besides: `Name: value`, several parted by `;`",
    )
    .secret(),
    Setting::new(
        "exchange_contract_client_certificate",
        "",
        "PEM file of the certificate that is shown to it, with those of its authorities",
    ),
    Setting::new(
        "exchange_contract_client_key",
        "",
        "PEM file of that certificate's key",
    ),
    Setting::new(
        "exchange_contract_timeout_s",
        "12",
        "longest wait for an answer of it, in seconds, 1 to 14",
    ),
    Setting::new(
        "exchange_contract_refresh_s",
        "60",
        "how often its offers, banks and brokers are fetched, in seconds, 1 to 3600",
    ),
    Setting::new(
        "exchange_contract_follow_s",
        "30",
        "how often it is asked about applications under way, in seconds, 1 to 3600",
    ),
    Setting::new(
        "exchange_contract_offers",
        "",
        "ids of its offers that are taken (default: all)",
    ),
    Setting::new(
        "exchange_contract_brokers",
        "",
        "ids of its brokers that are taken (default: all)",
    ),
    Setting::new(
        "exchanges_file",
        "",
        "TOML file of further exchanges: a table each, with these settings without \
         `exchange_contract_`",
    ),
    Setting::new(
        "identity_enquiry_url",
        "",
        "address of the service that knows BVN, NIN and accounts, for live; up to before `/bvn`",
    ),
    Setting::new("identity_enquiry_key", "", "your key there").secret(),
    Setting::new(
        "identity_enquiry_headers",
        "",
        "headers that it wants besides: `Name: value`, several parted by `;`",
    )
    .secret(),
    Setting::new(
        "identity_enquiry_timeout_s",
        "8",
        "longest wait for an answer of it, in seconds, 1 to 14",
    ),
    Setting::new(
        "identity_enquiry_policy",
        "refuse",
        "what becomes of applicants who are not who they say, or cannot be looked up: `refuse`, \
         `warn`, or `skip` to ask nobody",
    ),
    Setting::new(
        "registry_cac_vas_url",
        "",
        "address of the CAC's service, for live; up to before `/api/vas`",
    ),
    Setting::new("registry_cac_vas_key", "", "the operator's key for it").secret(),
    Setting::new(
        "registry_cac_vas_sandbox_url",
        "",
        "address of the CAC's service for trials, for the sandbox",
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
        "address of another server of this contract, for live; up to before `/api/v1`",
    ),
    Setting::new("registry_contract_key", "", "the operator's key for it").secret(),
    Setting::new(
        "registry_contract_sandbox_url",
        "",
        "address of another server of this contract, for the sandbox",
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
        "longest wait for an answer of these, in seconds, 1 to 90",
    ),
    Setting::new(
        "registry_answers_kept_days",
        "30",
        "how long their answers are kept sealed, in days, 1 to 3650",
    ),
    Setting::new(
        "registry_watches_max",
        "10000",
        "companies that a tenant may watch in an environment, 0 to 1000000",
    ),
    Setting::new(
        "registry_vrc_scope",
        "per_code_and_endpoint",
        "what one use of a consent code uses up in live: `per_code_and_endpoint` or `per_code`",
    ),
    Setting::new(
        "sign_in_issuer",
        "",
        "issuer of the OpenID provider that operators may sign in at; none without one",
    ),
    Setting::new("sign_in_client_id", "", "what Kofa is to that provider"),
    Setting::new(
        "sign_in_client_secret",
        "",
        "the secret of that client (better: `sign_in_client_secret_file`)",
    )
    .secret(),
    Setting::new(
        "sign_in_client_secret_file",
        "",
        "file with the secret of that client",
    ),
    Setting::new(
        "sign_in_domains",
        "",
        "domains of the e-mail addresses that the provider may vouch for",
    ),
    Setting::new(
        "sign_in_second_factor",
        "claimed",
        "when the provider's word replaces the second factor here: `claimed` (where its token \
         says that it asked for two) or `always`",
    ),
    Setting::new(
        "tenant_issuers",
        "public",
        "where tenants' own OpenID providers may be: `public` (the public internet, over TLS) or \
         `any`",
    ),
    Setting::new(
        "webhook_targets",
        "public",
        "where tenants may have webhooks sent: `public` (the public internet, over TLS) or `any` \
         (for development)",
    ),
    Setting::new(
        "log",
        "info",
        "level of the log, as tracing's EnvFilter reads it",
    ),
    Setting::new(
        "document_readers",
        "",
        "documents that are read at once, 1 to 64, each with up to 600 MB (default: one a \
         processor, 2 to 8)",
    ),
    Setting::new(
        "reader_model",
        "",
        "file of a judge of addresses in the place of the built-in one (`kofa-reader pack`)",
    ),
    Setting::new(
        "reader_model_sha256",
        "",
        "SHA-256 of `reader_model`, without which it is not used",
    ),
    Setting::new(
        "readings_kept_days",
        "30",
        "days for which a reading is kept, sealed, so that feedback can be sent, 0 for not at \
         all, to 90",
    ),
    Setting::new(
        "provider_url",
        "",
        "base address of an OpenAI-compatible AI provider for documents, as https://…/v1; none \
         without one",
    ),
    Setting::new("provider_model", "", "the AI provider's model"),
    Setting::new("provider_key", "", "key of the AI provider").secret(),
    Setting::new(
        "provider_use",
        "infer",
        "what the AI provider may decide: infer (missing fields) or extract (the address too)",
    ),
    Setting::new(
        "provider_input",
        "text",
        "what the AI provider is shown: text, or image where the document is a picture",
    ),
    Setting::new(
        "provider_timeout_ms",
        "8000",
        "longest wait for the AI provider, in milliseconds, 100 to 25000",
    ),
    Setting::new(
        "provider_calls_per_day",
        "10000",
        "calls of the AI provider a day, 1 to 10000000; the engine answers the rest alone",
    ),
    Setting::new(
        "disk_free_min_mib",
        "256",
        "free MiB on the disk of the data under which calls are refused (details of calls stop at \
         twice that), 0 for no limit, to 1048576",
    ),
    Setting::new(
        "retention_request_log_days",
        "0",
        "how long rows of the request log are kept, in days, to the end of their month: 31 to \
         36500, 0 for ever",
    ),
    Setting::new(
        "retention_details_days",
        "30",
        "how long details of live calls are kept, in days, 1 to 30; of sandbox calls at most 7",
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
        "how long what identifies an applicant who paid is kept after the end, in days, 0 to \
         36500 (five years by law)",
    ),
    Setting::new(
        "siem_file",
        "",
        "file that audit log and request log are appended to, as JSON lines; none without one",
    ),
    Setting::new(
        "siem_file_mib",
        "64",
        "size at which that file is set aside, in MiB, 1 to 4096",
    ),
    Setting::new(
        "siem_url",
        "",
        "address that audit log and request log are posted to, as JSON lines; none without one",
    ),
    Setting::new("siem_key", "", "bearer token for it").secret(),
    Setting::new(
        "smtp_url",
        "",
        "mail server: smtps://user:password@host:465, or smtp://user:password@host:587 with \
         STARTTLS; no mail is sent without one",
    )
    .secret(),
    Setting::new(
        "smtp_ca_file",
        "",
        "file with certificates (PEM) that are trusted for the mail server besides the system's",
    ),
    Setting::new(
        "mail_from",
        "",
        "sender of mails, such as Kofa <no-reply@example.ng>",
    ),
    Setting::new(
        "mail_reply_to",
        "",
        "where answers to mails go (default: to the sender)",
    ),
    Setting::new(
        "payments_provider",
        "",
        "with whom top-ups of live begin, paystack or hmac (default: whichever has a key)",
    ),
    Setting::new(
        "payments_paystack_url",
        "https://api.paystack.co",
        "address of Paystack, or of whoever speaks as it does",
    ),
    Setting::new(
        "payments_paystack_secret_key",
        "",
        "your secret key there, sk_…; signs its notifications, too",
    )
    .secret(),
    Setting::new(
        "payments_hmac_url",
        "",
        "address of a provider that speaks the contract of docs/payments.md, up to before \
         /payments",
    ),
    Setting::new("payments_hmac_key", "", "bearer token for it").secret(),
    Setting::new(
        "payments_hmac_secret",
        "",
        "by which it signs its notifications: whsec_ and base64",
    )
    .secret(),
    Setting::new(
        "payments_timeout_s",
        "10",
        "longest wait for an answer of a provider, in seconds, 1 to 20",
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
    Setting::new("payments_bank_account_name", "", "whose account it is"),
    Setting::new("ready_file", "", "written once requests are answered"),
];
